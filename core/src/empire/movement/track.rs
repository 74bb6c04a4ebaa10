//! What a move is made of (Q20): parts carried out one after the other, and what they cost.
//!
//! A [`Track`] goes through the parts from where the unit stands. Every part ends clear of everybody; only straight parts lead
//! through friends (P25). At the end [`Track::reckon`] compares the way with the allowance of the charts (P19).

use super::scene::{Other, Scene, TOUCH, around_both};
use crate::empire::action::Manoeuvre;
use crate::empire::allowance::{self, Facts, printed};
use crate::empire::footprint::footprint;
use crate::empire::geometry::{
    Block, Facing, INCH, Point, Pose, Size, gap_within, overlap, step, sweep, wheel, wheel_length,
};
use crate::empire::profile::Empire;
use crate::empire::refusal::Refusal;
use crate::empire::state::UnitId;
use crate::empire::units::{Arm, Class, Formation};

/// Every how many degrees of a wheel it is looked at whether it is free (Q21).
const WHEEL_STEP: usize = 5;
/// How deep a wheel may graze a friend on the way (Q21), in thousandths of an inch: the outer rear corner of a line goes so far
/// into the file of the neighbour with whom it is dressed.
const GRAZE: i32 = INCH / 20;
/// How far columns, limbered guns and guns in battery turn on the spot for nothing (Q22), in degrees over the whole move.
pub(in crate::empire) const FREE_TURN: i32 = 45;
/// How many times its length a way straight back costs (Q23).
pub(in crate::empire) const BACK_COST: i32 = 2;
/// The widest angle of a move ahead at an angle (Q24), in degrees.
pub(in crate::empire) const OBLIQUE_MAX: i32 = 45;
/// The longest single part (Q20), in thousandths of an inch.
pub(in crate::empire) const PART_MAX: i32 = 100 * INCH;

/// What a way costs and how far it may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::empire) struct Reckoning {
    /// The length of the way, turns included, in thousandths of an inch.
    pub(in crate::empire) used: i32,
    /// How far the unit may go along such a way, with all losses, in thousandths of an inch.
    pub(in crate::empire) may: i32,
}

/// A move as far as it has been carried out.
#[derive(Clone, Debug)]
pub(in crate::empire) struct Track<'s, 'a> {
    pub(super) scene: &'s Scene<'a>,
    pub(super) class: Class,
    pub(super) stands: u8,
    start: Formation,
    start_block: Block,
    /// Where it stands.
    pub(in crate::empire) pose: Pose,
    /// How it stands.
    pub(in crate::empire) formation: Formation,
    open: i32,
    light: i32,
    heavy: i32,
    walls: u8,
    fords: u8,
    pub(super) turned: i32,
    road: i32,
    /// Whether anything but turning and marching on a road was done.
    pub(super) off_road: bool,
    /// Whether it has changed formation.
    pub(in crate::empire) has_formed: bool,
    /// Withdraws from an enemy who pins it, facing him (P34).
    pub(super) withdrawing: bool,
    /// May not pass friends, and goes over open ground only (P25, P28).
    pub(super) charging: bool,
    /// Friends whom it passed through.
    pub(in crate::empire) passed: Vec<UnitId>,
    /// Guns without a crew that it took (P38).
    pub(in crate::empire) taken: Vec<UnitId>,
    /// Whom it struck, and how long the run was.
    pub(in crate::empire) struck: Option<(UnitId, i32)>,
    /// How far it has gone straight or wheeled, turns on the spot aside.
    pub(super) gone: i32,
    /// The straight ways of this part, where somebody is hidden near.
    pub(super) slides: Vec<(Block, (i32, i32))>,
}

impl<'s, 'a> Track<'s, 'a> {
    /// A unit before its move.
    pub(in crate::empire) fn new(scene: &'s Scene<'a>) -> Self {
        let (unit, profile) = (scene.unit(), scene.game.unit(scene.id));
        let stands = if profile.parent.is_some() { unit.stands } else { profile.stands };
        let size = footprint(profile.arm(), unit.formation, stands);
        Self {
            scene,
            class: profile.class,
            stands,
            start: unit.formation,
            start_block: Block::new(unit.pose, size),
            pose: unit.pose,
            formation: unit.formation,
            open: 0,
            light: 0,
            heavy: 0,
            walls: 0,
            fords: 0,
            turned: 0,
            road: 0,
            off_road: false,
            has_formed: false,
            withdrawing: false,
            charging: false,
            passed: Vec::new(),
            taken: Vec::new(),
            struck: None,
            gone: 0,
            slides: Vec::new(),
        }
    }

    /// The ground that it covers.
    pub(in crate::empire) fn size(&self) -> Size {
        footprint(self.class.arm(), self.formation, self.stands)
    }

    /// The block where it stands.
    pub(in crate::empire) fn block(&self) -> Block {
        Block::new(self.pose, self.size())
    }

    /// Carries out one part.
    pub(in crate::empire) fn part(&mut self, part: &Manoeuvre) -> Result<(), Refusal> {
        if self.struck.is_some() {
            return Err(Refusal::IntoLast);
        }
        match *part {
            Manoeuvre::Form(formation) => return self.form(formation),
            Manoeuvre::Face(facing) => return self.face(facing),
            _ => {}
        }
        self.can_go()?;
        if !matches!(part, Manoeuvre::Road(_)) {
            self.off_road = true;
        }
        match *part {
            Manoeuvre::Ahead(mil) => self.ahead(self.pose.facing, length(mil)?, 1),
            Manoeuvre::Back(mil) => {
                let cost = match self.formation {
                    Formation::Limbered | Formation::RoadColumn => {
                        return Err(Refusal::CannotMove { formation: self.formation });
                    }
                    Formation::Skirmish => 1,
                    _ if self.withdrawing => 1,
                    _ => BACK_COST,
                };
                self.ahead(self.pose.facing.reversed(), length(mil)?, cost)
            }
            Manoeuvre::Oblique { degrees, mil } => {
                if matches!(self.formation, Formation::Limbered | Formation::Unlimbered | Formation::RoadColumn) {
                    return Err(Refusal::CannotMove { formation: self.formation });
                }
                if degrees == 0 || degrees.unsigned_abs() > OBLIQUE_MAX.unsigned_abs() {
                    return Err(Refusal::OutOfRange);
                }
                self.ahead(self.pose.facing.turned(degrees), length(mil)?, 1)
            }
            Manoeuvre::Wheel(degrees) => self.wheel(degrees),
            Manoeuvre::To(to) | Manoeuvre::Road(to) if !to.in_range() => Err(Refusal::OutOfRange),
            Manoeuvre::To(to) => {
                let far = length(self.pose.at.distance(to))?;
                self.face_any(Facing::to(self.pose.at, to))?;
                self.straight(self.pose.at.delta(to), far, 1)
            }
            Manoeuvre::Road(to) => self.along_road(to),
            Manoeuvre::Into(target) => self.into(target),
            Manoeuvre::Form(_) | Manoeuvre::Face(_) => Ok(()),
        }
    }

    /// Whether its formation moves at all (A58, P27), and guns that have just unlimbered stay (A59).
    fn can_go(&self) -> Result<(), Refusal> {
        match self.formation {
            Formation::Square | Formation::Garrison => Err(Refusal::CannotMove { formation: self.formation }),
            Formation::Unlimbered if self.has_formed => Err(Refusal::CannotMove { formation: self.formation }),
            _ => Ok(()),
        }
    }

    fn ahead(&mut self, way: Facing, mil: i32, cost: i32) -> Result<(), Refusal> {
        let to = self.pose.at.ahead(way, mil);
        self.straight(self.pose.at.delta(to), mil, cost)
    }

    /// Keeps a straight way in mind where somebody hidden may lie on it (Q12).
    fn note(&mut self, block: Block, delta: (i32, i32)) {
        if self.scene.has_hidden {
            self.slides.push((block, delta));
        }
    }

    /// Goes straight, facing as before.
    fn straight(&mut self, delta: (i32, i32), mil: i32, cost: i32) -> Result<(), Refusal> {
        let block = self.block();
        let end = block.moved(delta);
        self.on_table(&end)?;
        self.over_ground(self.pose.at, end.centre(), mil, cost)?;
        self.bars(&end)?;
        self.among(&block, delta, &end, None, true)?;
        self.note(block, delta);
        self.pose.at = end.centre();
        self.gone = self.gone.saturating_add(mil);
        Ok(())
    }

    /// Takes account of the ground on a straight way and adds its cost (P19).
    fn over_ground(&mut self, from: Point, to: Point, mil: i32, cost: i32) -> Result<(), Refusal> {
        let ground = self.scene.game.ground();
        let stretch = ground.stretch(from, to);
        if stretch.impassable {
            return Err(Refusal::Impassable);
        }
        if stretch.river {
            return Err(Refusal::River);
        }
        self.through_building(from, to)?;
        let wooded = stretch.light > 0 || stretch.heavy > 0;
        if self.class.arm() == Arm::Artillery && (wooded || stretch.walls > 0) {
            return Err(Refusal::Ground { arm: Arm::Artillery });
        }
        if self.charging && (wooded || stretch.walls > 0 || stretch.fords > 0) {
            return Err(Refusal::ChargeGround);
        }
        // A wheel is longer than the way of its centre: its shares are what counts.
        let share = |part: i32| {
            if stretch.length == 0 { 0 } else { (i64::from(mil) * i64::from(part) / i64::from(stretch.length)) as i32 }
        };
        let (light, heavy) = (share(stretch.light), share(stretch.heavy));
        self.light = self.light.saturating_add(light.saturating_mul(cost));
        self.heavy = self.heavy.saturating_add(heavy.saturating_mul(cost));
        self.open = self.open.saturating_add((mil - light - heavy).max(0).saturating_mul(cost));
        self.walls = self.walls.saturating_add(stretch.walls);
        self.fords = self.fords.saturating_add(stretch.fords);
        Ok(())
    }

    /// Nobody goes through a building (P27).
    fn through_building(&self, from: Point, to: Point) -> Result<(), Refusal> {
        let crossed = self.scene.game.ground().goes_indoors(from, to, None);
        if crossed { Err(Refusal::Ground { arm: self.class.arm() }) } else { Ok(()) }
    }

    /// Whether a block may stand on that ground, in its formation.
    pub(super) fn bars(&self, block: &Block) -> Result<(), Refusal> {
        self.bars_in(block, self.formation)
    }

    /// Whether a block may stand on that ground in a formation: limbered guns on a road in a wood too (Q58).
    pub(super) fn bars_in(&self, block: &Block, formation: Formation) -> Result<(), Refusal> {
        let (ground, arm) = (self.scene.game.ground(), self.class.arm());
        let why = match formation {
            Formation::Limbered => ground.bars_on_road(block, arm),
            _ => ground.bars(block, arm),
        };
        why.map_or(Ok(()), Err)
    }

    /// Whether one may come into contact with a target from there: not across a river, nor in a charge across a wall or a ford
    /// (Q54).
    fn across(&self, end: &Block, target: &Block) -> Result<(), Refusal> {
        let between = self.scene.game.ground().stretch(end.centre(), target.centre());
        if between.river {
            return Err(Refusal::River);
        }
        let open = between.walls == 0 && between.fords == 0;
        if self.charging && !open { Err(Refusal::ChargeGround) } else { Ok(()) }
    }

    /// A unit stays on the table; one that began partly off it keeps its centre on it.
    pub(super) fn on_table(&self, block: &Block) -> Result<(), Refusal> {
        if self.scene.game.stays_on_table(&self.start_block, block) { Ok(()) } else { Err(Refusal::OffTable) }
    }

    /// Looks at everybody near a straight way: whom it passes, whom it must not touch.
    fn among(
        &mut self,
        block: &Block,
        delta: (i32, i32),
        end: &Block,
        into: Option<UnitId>,
        ends: bool,
    ) -> Result<(), Refusal> {
        let scene = self.scene;
        let swept = around_both(block.bounds(), end.bounds());
        for other in scene.seen().filter(|other| other.is_near(swept)) {
            if Some(other.id) == into {
                continue;
            }
            let meets = sweep(block, delta, &other.block).is_some();
            if other.is_enemy {
                if other.is_abandoned && self.takes_guns() {
                    if meets || gap_within(end, &other.block, TOUCH) {
                        self.taken.push(other.id);
                    }
                } else if let Some(target) = into {
                    // Whoever is reached together with the target is struck too; whoever stands before it is in the way.
                    if meets && (overlap(end, &other.block) || !gap_within(end, &other.block, TOUCH)) {
                        return Err(Refusal::Blocked { by: other.id });
                    }
                    debug_assert_ne!(target, other.id);
                } else if meets || gap_within(end, &other.block, TOUCH) {
                    return Err(Refusal::WouldTouch { enemy: other.id });
                }
                continue;
            }
            if !meets {
                continue;
            }
            if other.is_solid {
                return Err(Refusal::NoPassage { by: other.id });
            }
            if ends && overlap(end, &other.block) {
                return Err(Refusal::Blocked { by: other.id });
            }
            if !self.passed.contains(&other.id) {
                self.passed.push(other.id);
            }
        }
        Ok(())
    }

    /// Whether it takes guns without a crew by touching them: formed troops only (P38).
    fn takes_guns(&self) -> bool {
        self.formation != Formation::Skirmish && self.class.arm() != Arm::Artillery
    }

    /// Whether somebody stands where it would: for parts that pass through nobody.
    pub(super) fn clear(&self, block: &Block) -> Result<(), Refusal> {
        self.on_table(block)?;
        let bounds = block.bounds();
        for other in self.scene.seen().filter(|other| other.is_near(bounds)) {
            self.clear_of(block, other)?;
        }
        Ok(())
    }

    fn clear_of(&self, block: &Block, other: &Other) -> Result<(), Refusal> {
        if other.is_enemy && gap_within(block, &other.block, TOUCH) {
            // An enemy whom it touches already is no reason not to turn away from him.
            if !gap_within(&self.start_block, &other.block, TOUCH) || overlap(block, &other.block) {
                return Err(Refusal::WouldTouch { enemy: other.id });
            }
        } else if !other.is_enemy && overlap(block, &other.block) {
            return Err(Refusal::Blocked { by: other.id });
        }
        Ok(())
    }

    /// Wheels on the inner corner (Q21): the way is that of the outer corner, or of the middle where that is longer: what is
    /// deep and narrow swings far.
    fn wheel(&mut self, degrees: i32) -> Result<(), Refusal> {
        if degrees == 0 || degrees.unsigned_abs() > 180 {
            return Err(Refusal::OutOfRange);
        }
        let (pose, size) = (self.pose, self.size());
        let end = wheel(pose, size, degrees);
        let block = Block::new(end, size);
        self.on_table(&block)?;
        let way = wheel_length(size.width, degrees).max(pose.at.distance(end.at));
        self.over_ground(pose.at, end.at, way, 1)?;
        self.bars(&block)?;
        let corner = self.block().corners[usize::from(degrees > 0)];
        let diagonal = 2 * size.reach();
        let swept = (corner.moved((-diagonal, -diagonal)), corner.moved((diagonal, diagonal)));
        let near = |other: &&Other| other.is_near(swept) && other.block.within(corner, diagonal);
        for other in self.scene.seen().filter(near) {
            self.clear_of(&block, other)?;
            let body = if other.is_enemy { size } else { Size::new(size.width - 2 * GRAZE, size.depth - 2 * GRAZE) };
            for turn in (WHEEL_STEP..degrees.unsigned_abs() as usize).step_by(WHEEL_STEP) {
                let between = Block::new(wheel(pose, size, degrees.signum() * turn as i32), body);
                if overlap(&between, &other.block) {
                    self.clear_of(&between, other)?;
                }
            }
        }
        self.pose = end;
        self.gone = self.gone.saturating_add(way);
        Ok(())
    }

    fn face(&mut self, facing: Facing) -> Result<(), Refusal> {
        if matches!(self.formation, Formation::Square) {
            return Err(Refusal::CannotMove { formation: self.formation });
        }
        self.face_any(facing)
    }

    /// Turns on the spot (Q22).
    fn face_any(&mut self, facing: Facing) -> Result<(), Refusal> {
        let turn = Facing::difference(self.pose.facing, facing).abs();
        if turn == 0 {
            return Ok(());
        }
        let pose = Pose { facing, ..self.pose };
        if self.formation != Formation::Garrison {
            let block = Block::new(pose, self.size());
            self.clear(&block)?;
            self.bars(&block)?;
        }
        self.pose = pose;
        self.turned += turn;
        Ok(())
    }

    /// Marches along a road (A56, Q29).
    fn along_road(&mut self, to: Point) -> Result<(), Refusal> {
        if !matches!(self.formation, Formation::RoadColumn | Formation::Limbered) {
            return Err(Refusal::NoRoad);
        }
        let along = self.scene.game.ground().road(self.pose.at, to).ok_or(Refusal::NoRoad)?;
        if along.length <= 0 {
            return Err(Refusal::NoRoad);
        }
        let last = along.way.len().saturating_sub(1);
        for (n, &point) in along.way.iter().enumerate() {
            let delta = self.pose.at.delta(point);
            if delta == (0, 0) {
                continue;
            }
            let mil = self.pose.at.distance(point);
            self.pose.facing = Facing::to(self.pose.at, point);
            self.leg(delta, mil, n == last)?;
        }
        Ok(())
    }

    fn leg(&mut self, delta: (i32, i32), mil: i32, is_last: bool) -> Result<(), Refusal> {
        let block = self.block();
        let end = block.moved(delta);
        let ground = self.scene.game.ground();
        let stretch = ground.stretch(self.pose.at, end.centre());
        if stretch.river {
            return Err(Refusal::River);
        }
        if stretch.impassable {
            return Err(Refusal::Impassable);
        }
        if is_last {
            self.on_table(&end)?;
            self.bars(&end)?;
        }
        self.among(&block, delta, &end, None, is_last)?;
        self.note(block, delta);
        self.pose.at = end.centre();
        self.road = self.road.saturating_add(mil);
        self.gone = self.gone.saturating_add(mil);
        Ok(())
    }

    /// Straight ahead into contact (A4, P28).
    fn into(&mut self, target: UnitId) -> Result<(), Refusal> {
        let mut run = self.reach(target)?;
        let block = self.block();
        let way = |run: i32| block.centre().delta(block.centre().ahead(self.pose.facing, run));
        // Whoever stands level with the target, to a hair, is struck as well.
        let (full, enemies) = (way(run), self.scene.enemies().filter(|other| !other.is_abandoned));
        let level = enemies.filter_map(|other| sweep(&block, full, &other.block));
        run = level.filter(|free| free + TOUCH / 2 >= run).min().map_or(run, |free| free.min(run));
        // The last point is rounded: that must not bring it a hair into anybody.
        let inside = |run: i32| {
            let end = block.moved(way(run));
            let bounds = end.bounds();
            self.scene
                .enemies()
                .any(|other| !other.is_abandoned && other.is_near(bounds) && overlap(&end, &other.block))
        };
        run -= (0..run.min(3)).find(|back| !inside(run - back)).unwrap_or(0);
        let delta = way(run);
        let end = block.moved(delta);
        self.on_table(&end)?;
        if run > 0 {
            self.over_ground(self.pose.at, end.centre(), run, 1)?;
        }
        self.bars(&end)?;
        if let Some(other) = self.scene.others.iter().find(|other| other.id == target) {
            self.across(&end, &other.block)?;
        }
        self.among(&block, delta, &end, Some(target), true)?;
        self.note(block, delta);
        self.pose.at = end.centre();
        self.gone = self.gone.saturating_add(run);
        self.struck = Some((target, run));
        Ok(())
    }

    /// How far straight ahead the target is, in thousandths of an inch, until the two touch; into a building, until its wall.
    pub(in crate::empire) fn reach(&self, target: UnitId) -> Result<i32, Refusal> {
        let other = self.scene.others.iter().find(|other| other.id == target);
        let other = other.ok_or(Refusal::NotAhead { target })?;
        let block = self.block();
        if gap_within(&block, &other.block, TOUCH) {
            return Ok(0);
        }
        let far = block.centre().delta(block.centre().ahead(self.pose.facing, PART_MAX));
        let run = sweep(&block, far, &other.block).ok_or(Refusal::NotAhead { target })?;
        let ground = self.scene.game.ground();
        if self.scene.state.units[target].formation != Formation::Garrison {
            return Ok(run);
        }
        let Some(shape) = ground.building(other.block.centre()).and_then(|n| ground.building_shape(n)) else {
            return Ok(run);
        };
        // The block of a garrison lies inside its walls: the attacker stops at them.
        let hits = |mil: i32| shape.overlaps(&block.moved(step(far, mil)));
        let (mut free, mut hit) = (0, run);
        if !hits(run) {
            return Ok(run);
        }
        while hit - free > 1 {
            let middle = free + (hit - free) / 2;
            if hits(middle) { hit = middle } else { free = middle }
        }
        Ok(free)
    }

    /// What turning on the spot costs (Q22): nothing in skirmish order or in a building, nor for guns that limber or unlimber;
    /// for others a quarter of the move for every 90 degrees begun, where columns and guns have 45 for nothing.
    fn turning(&self) -> i32 {
        if self.class.arm() == Arm::Artillery && self.has_formed {
            return 0;
        }
        if self.turned == 0 || matches!(self.formation, Formation::Skirmish | Formation::Garrison | Formation::Square) {
            return 0;
        }
        let is_line = self.formation == Formation::Line;
        if !is_line && self.turned <= FREE_TURN {
            return 0;
        }
        let quarters = (self.turned + 89) / 90;
        (i64::from(self.base()) * i64::from(quarters) / 4) as i32
    }

    /// The printed move that turns are reckoned by: of the slower formation.
    fn base(&self) -> i32 {
        if !self.has_formed {
            return printed(self.class, self.formation);
        }
        match (self.class.arm(), self.start, self.formation) {
            (Arm::Artillery, ..) => printed(self.class, Formation::Limbered),
            (_, Formation::Garrison | Formation::Square, other)
            | (_, other, Formation::Garrison | Formation::Square) => printed(self.class, other),
            (_, from, to) => printed(self.class, from).min(printed(self.class, to)),
        }
    }

    /// The facts of the charts for this way.
    pub(super) fn facts(&self) -> Facts {
        let mut facts = Facts::unit(self.class, self.formation);
        facts.changes_from = self.has_formed.then_some(self.start);
        facts.withdrawing = self.withdrawing;
        facts.on_road = self.road > 0 && !self.off_road;
        facts.open = self.open.saturating_add(self.road).saturating_add(self.turning());
        facts.light_woods = self.light;
        facts.heavy_woods = self.heavy;
        facts.walls = self.walls;
        facts.fords = self.fords;
        facts
    }

    /// What the way costs, and how far it may be (P19).
    pub(in crate::empire) fn reckon(&self) -> Reckoning {
        let facts = self.facts();
        let used = facts.open.saturating_add(facts.light_woods).saturating_add(facts.heavy_woods);
        Reckoning { used, may: allowance::value(&facts, self.scene.game.house()) }
    }

    /// Refuses a way that is too long.
    pub(in crate::empire) fn afford(&self) -> Result<Reckoning, Refusal> {
        let reckoning = self.reckon();
        if reckoning.used > reckoning.may {
            return Err(Refusal::TooFar { used: reckoning.used, may: reckoning.may });
        }
        Ok(reckoning)
    }
}

impl Empire {
    /// Whether a unit stays on the table: whole, or with its centre if it stood partly off it before.
    pub(in crate::empire) fn stays_on_table(&self, before: &Block, block: &Block) -> bool {
        let on = |p: Point| (0..=self.table.width).contains(&p.x) && (0..=self.table.depth).contains(&p.y);
        let whole = |block: &Block| block.corners.iter().all(|&corner| on(corner));
        whole(block) || (!whole(before) && on(block.centre()))
    }
}

/// A length that a part may have.
fn length(mil: i32) -> Result<i32, Refusal> {
    if (1..=PART_MAX).contains(&mil) { Ok(mil) } else { Err(Refusal::OutOfRange) }
}
