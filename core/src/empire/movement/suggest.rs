//! What a unit is offered in the march stage: a handful of moves that make sense, every one of them allowed.

use super::march::CHARGE_WHEEL;
use super::scene::{Other, Scene, TOUCH, around_both};
use super::track::{OBLIQUE_MAX, Track};
use crate::empire::action::{Action, Manoeuvre};
use crate::empire::allowance::printed;
use crate::empire::build::toward;
use crate::empire::geometry::{Facing, INCH, Point, sweep, wheel_degrees};
use crate::empire::profile::{Empire, Profile};
use crate::empire::refusal::Refusal;
use crate::empire::rolls::in_both;
use crate::empire::state::{Presence, State, Unit, UnitId};
use crate::empire::units::{Arm, Class, Formation};
use crate::game::Player;

/// How near to the enemy infantry goes to fire, in thousandths of an inch from centre to centre less the blocks.
const MUSKETRY: i32 = 2_500;
/// How near to the enemy guns go into battery.
const GRAPE: i32 = 8 * INCH;
/// From how near on cavalry is thought of.
const ALARM: i32 = 16 * INCH;
/// From how near on screens are put out.
const SCREENS_OUT: i32 = 30 * INCH;
/// How near houses are thought of.
const HOUSES: i32 = 6 * INCH;
/// The shortest way that is offered.
const LEAST: i32 = INCH / 4;
/// A bearing so near to straight ahead needs no turn, in degrees.
const STRAIGHT: i32 = 3;
/// How far a line is offered to wheel to either side, in degrees.
const SWING: i32 = 30;
/// How many enemies are thought of as targets.
const TARGETS: usize = 3;

/// The list as it grows.
struct Offers<'s, 'a, 'o> {
    game: &'a Empire,
    scene: &'s Scene<'a>,
    unit: &'a Unit,
    profile: &'a Profile,
    out: &'o mut Vec<Action>,
    first: usize,
}

impl Empire {
    /// The moves of the next unit in order that may still act.
    pub(in crate::empire) fn suggest_moves(&self, state: &State, player: Player, out: &mut Vec<Action>) {
        let next = in_both(state.units.idle(), self.rolls.units_of(player)).next();
        if let Some(id) = next {
            self.candidates(state, id, out);
        }
    }

    /// What a unit may do in the march stage, as suggestions; nothing for one that has had its move. They are the same for all who
    /// see the table as its side does, and each of them is allowed.
    pub fn candidates(&self, state: &State, id: UnitId, out: &mut Vec<Action>) {
        let Some(profile) = self.units().get(id.index()) else { return };
        let player = profile.player;
        if self.may_act(state, player, id).is_err() {
            return;
        }
        out.push(Action::Hold { unit: id });
        if self.may_march(state, player, id).is_err() {
            return;
        }
        let unit = &state.units[id];
        let enemy = self.nearest_enemy(state, player, unit.pose.at);
        self.offer_screen(state, id, enemy.map(|(_, far)| far), out);
        let scene = self.scene_of(state, id);
        let first = out.len();
        let mut offers = Offers { game: self, scene: &scene, unit, profile, out, first };
        offers.all(enemy);
    }

    /// What stands around a unit, as wide as for the furthest move that it may be offered, so that all are judged as they will be.
    pub(in crate::empire) fn scene_of<'a>(&'a self, state: &'a State, id: UnitId) -> Scene<'a> {
        let unit = &state.units[id];
        let is_gun = self.unit(id).arm() == Arm::Artillery;
        let widest = [
            Manoeuvre::Form(if is_gun { Formation::Limbered } else { Formation::Column }),
            Manoeuvre::Road(unit.pose.at),
        ];
        let on_road = matches!(unit.formation, Formation::RoadColumn | Formation::Limbered)
            && self.ground().on_road(unit.pose.at);
        let widest = if on_road { &widest[..] } else { &widest[..1] };
        Scene::new(self, state, id, self.stride(state, id, widest))
    }

    fn offer_screen(&self, state: &State, id: UnitId, far: Option<i32>, out: &mut Vec<Action>) {
        let profile = self.unit(id);
        let Some(screen) = profile.skirmishers.and_then(|screen| state.units.get(screen)) else { return };
        let stands = match screen.presence {
            Presence::Table => 0,
            Presence::Folded if far.is_some_and(|far| far < SCREENS_OUT) => profile.screen,
            _ => return,
        };
        if self.may_screen(state, profile.player, id, stands).is_ok() {
            out.push(Action::Screen { unit: id, stands });
        }
    }
}

impl Offers<'_, '_, '_> {
    /// Offers these parts if they are allowed and have not been offered.
    fn offer(&mut self, steps: &[Manoeuvre]) -> Result<(), Refusal> {
        self.game.plan(self.scene, steps, false, false)?;
        let known = |action: &Action| matches!(action, Action::Move { steps: old, .. } if old == steps);
        if !self.out[self.first..].iter().any(known) {
            self.out.push(Action::Move { unit: self.scene.id, steps: steps.to_vec() });
        }
        Ok(())
    }

    fn maybe(&mut self, steps: &[Manoeuvre]) {
        let _ = self.offer(steps);
    }

    fn all(&mut self, enemy: Option<(UnitId, i32)>) {
        let state = self.scene.state;
        let place = |id: UnitId| state.units[id].pose.at;
        let enemy = enemy.map(|(id, far)| (id, place(id), far));
        let foe = self.game.foes(state, self.scene.id).first().copied();
        if let Some(by) = foe.or_else(|| self.scene.pinner()) {
            return self.pinned(by, place(by));
        }
        if self.profile.arm() != Arm::Artillery {
            self.contacts();
        }
        self.forms(enemy);
        if self.moves() {
            let at = self.unit.pose.at;
            self.go(&[], None, None);
            self.go(&[], Some(self.pace() / 2), None);
            let goal = self.goal();
            if let Some((_, there, far)) = enemy {
                let keep = match self.profile.arm() {
                    Arm::Infantry => MUSKETRY + INCH,
                    Arm::Cavalry => 0,
                    Arm::Artillery => GRAPE,
                };
                self.toward(there, Some((far - keep).max(0)));
                self.withdraw(Facing::to(there, at));
            }
            if let Some(goal) = goal {
                self.toward(goal, Some(at.distance(goal)));
                self.road(goal);
            }
            self.aside();
            self.houses();
        } else if let (Formation::Garrison, Some((_, there, _))) = (self.unit.formation, enemy) {
            let facing = toward(self.unit.pose.at, there, self.unit.pose.facing);
            self.maybe(&[Manoeuvre::Face(facing)]);
        }
    }

    /// Whether its formation moves.
    fn moves(&self) -> bool {
        !matches!(self.unit.formation, Formation::Square | Formation::Garrison)
    }

    fn pace(&self) -> i32 {
        printed(self.profile.class, self.unit.formation)
    }

    /// What its division is to take or to hold.
    fn goal(&self) -> Option<Point> {
        let division = self.game.divisions().get(self.profile.division.index())?;
        division.objective.and_then(|id| self.game.objectives().get(id.index())).map(|goal| goal.at)
    }

    /// What is left to a unit that is pinned (P34).
    fn pinned(&mut self, by: UnitId, there: Point) {
        let facing = toward(self.unit.pose.at, there, self.unit.pose.facing);
        self.maybe(&[Manoeuvre::Into(by)]);
        self.maybe(&[Manoeuvre::Face(facing)]);
        let back = self.pace() / 2;
        for back in [back, back / 2] {
            if back >= LEAST {
                self.maybe(&[Manoeuvre::Back(back)]);
                self.maybe(&[Manoeuvre::Face(facing), Manoeuvre::Back(back)]);
            }
        }
        for formation in self.formations() {
            self.maybe(&[Manoeuvre::Form(*formation)]);
        }
        if self.profile.arm() == Arm::Artillery {
            let away = Manoeuvre::Face(facing.reversed());
            self.go(&[Manoeuvre::Form(Formation::Limbered), away], None, None);
            self.go(&[away], None, None);
        }
    }

    /// The formations that make sense.
    fn formations(&self) -> &'static [Formation] {
        use Formation::{Column, Garrison, Limbered, Line, RoadColumn, Skirmish, Square, Unlimbered};
        match (self.profile.arm(), self.unit.formation) {
            (Arm::Artillery, Unlimbered) => &[Limbered],
            (Arm::Artillery, _) => &[Unlimbered],
            (_, Line) => &[Column, Square],
            (_, Column) => &[Line, Square],
            (_, Garrison | RoadColumn | Square | Skirmish) => &[Column, Line],
            _ => &[Line],
        }
    }

    fn forms(&mut self, enemy: Option<(UnitId, Point, i32)>) {
        let far = enemy.map_or(i32::MAX, |(_, _, far)| far);
        let cavalry = enemy.is_some_and(|(id, ..)| self.game.unit(id).arm() == Arm::Cavalry) && far < ALARM;
        for &formation in self.formations() {
            if formation == Formation::Square && !cavalry {
                continue;
            }
            self.maybe(&[Manoeuvre::Form(formation)]);
        }
        let (at, facing) = (self.unit.pose.at, self.unit.pose.facing);
        match (self.profile.arm(), self.unit.formation) {
            (Arm::Artillery, Formation::Limbered) => {
                let Some((_, there, _)) = enemy else { return };
                self.go(&[], Some(self.pace() / 3), Some(Formation::Unlimbered));
                let face = toward(at, there, facing);
                self.maybe(&[Manoeuvre::Face(face), Manoeuvre::Form(Formation::Unlimbered)]);
            }
            (Arm::Artillery, _) => {
                self.go(&[Manoeuvre::Form(Formation::Limbered)], None, None);
                let Some((_, there, _)) = enemy else { return };
                let face = toward(at, there, facing);
                self.maybe(&[Manoeuvre::Face(face)]);
                self.go(&[Manoeuvre::Form(Formation::Limbered), Manoeuvre::Face(face.reversed())], None, None);
            }
            (_, Formation::Line) => self.go(&[Manoeuvre::Form(Formation::Column)], None, None),
            (_, Formation::Column) => {
                if far > ALARM && self.game.ground().on_road(at) {
                    self.maybe(&[Manoeuvre::Form(Formation::RoadColumn)]);
                }
                if self.profile.class == Class::LightInfantry && far < ALARM {
                    self.maybe(&[Manoeuvre::Form(Formation::Skirmish)]);
                }
            }
            _ => {}
        }
    }

    /// Contact with the nearest enemies, straight or after one wheel.
    fn contacts(&mut self) {
        let (at, facing) = (self.unit.pose.at, self.unit.pose.facing);
        let reach = self.pace() + self.game.longest();
        let mut targets: Vec<(i32, &Other)> = Vec::new();
        for enemy in self.scene.enemies() {
            let far = at.distance(enemy.block.centre());
            let turn = Facing::difference(facing, Facing::to(at, enemy.block.centre())).abs();
            if far <= reach + self.game.longest() && turn <= 90 {
                targets.push((far, enemy));
            }
        }
        targets.sort_unstable_by_key(|(far, enemy)| (*far, enemy.id));
        for (_, enemy) in targets.into_iter().take(TARGETS) {
            let into = Manoeuvre::Into(enemy.id);
            if self.offer(&[into]).is_ok() {
                continue;
            }
            let turn = Facing::difference(facing, Facing::to(at, enemy.block.centre()));
            let widest = CHARGE_WHEEL.min(wheel_degrees(self.game.size(self.scene.id, self.unit).width, self.pace()));
            let turn = turn.clamp(-widest, widest);
            if turn != 0 && self.offer(&[Manoeuvre::Wheel(turn), into]).is_err() && turn.abs() > 10 {
                self.maybe(&[Manoeuvre::Wheel(turn / 2), into]);
            }
        }
    }

    /// Turns toward a point as suits its formation and goes there, at most so far.
    fn toward(&mut self, there: Point, most: Option<i32>) {
        let (at, facing) = (self.unit.pose.at, self.unit.pose.facing);
        let bearing = toward(at, there, facing);
        let turn = Facing::difference(facing, bearing);
        if turn.abs() <= STRAIGHT {
            return self.go(&[], most, None);
        }
        if self.unit.formation == Formation::Line && turn.abs() <= OBLIQUE_MAX {
            let width = self.game.size(self.scene.id, self.unit).width;
            let widest = wheel_degrees(width, self.pace());
            let turn = turn.clamp(-widest, widest);
            if turn != 0 {
                self.maybe(&[Manoeuvre::Wheel(turn)]);
                self.go(&[Manoeuvre::Wheel(turn)], most, None);
            }
            return;
        }
        self.maybe(&[Manoeuvre::Face(bearing)]);
        self.go(&[Manoeuvre::Face(bearing)], most, None);
    }

    /// To the one side and the other.
    fn aside(&mut self) {
        let half = self.pace() / 2;
        match self.unit.formation {
            Formation::Line => {
                for side in [-1, 1] {
                    self.maybe(&[Manoeuvre::Oblique { degrees: OBLIQUE_MAX * side, mil: half }]);
                    self.maybe(&[Manoeuvre::Wheel(SWING * side)]);
                }
            }
            Formation::Column | Formation::Skirmish | Formation::RoadColumn | Formation::Limbered => {
                let facing = self.unit.pose.facing;
                for side in [-1, 1] {
                    self.maybe(&[Manoeuvre::Face(facing.turned(OBLIQUE_MAX * side))]);
                    self.go(&[Manoeuvre::Face(facing.turned(OBLIQUE_MAX * side))], None, None);
                }
            }
            _ => {}
        }
    }

    /// Back, facing as before, and away with the back to the enemy.
    fn withdraw(&mut self, away: Facing) {
        let back = self.pace() / 2;
        if Facing::difference(away, self.unit.pose.facing).abs() > 90 && back >= LEAST {
            self.maybe(&[Manoeuvre::Back(back)]);
        }
        if self.unit.formation != Formation::Unlimbered {
            self.go(&[Manoeuvre::Face(away)], None, None);
        }
    }

    /// Along the road that it stands on.
    fn road(&mut self, goal: Point) {
        let at = self.unit.pose.at;
        let fit = matches!(self.unit.formation, Formation::RoadColumn | Formation::Limbered);
        if !fit || !self.game.ground().on_road(at) {
            return;
        }
        let Some(along) = self.game.ground().road(at, goal) else { return };
        // As far along as two moves go.
        let mut left = 2 * self.pace() - INCH / 2;
        let mut from = at;
        let mut to = None;
        for point in along.way {
            let leg = from.distance(point);
            let gone = leg.min(left);
            to = Some(if gone == leg {
                point
            } else {
                from.moved(crate::empire::geometry::step(from.delta(point), gone))
            });
            left -= gone;
            from = point;
            if left <= 0 {
                break;
            }
        }
        if let Some(to) = to {
            self.maybe(&[Manoeuvre::Road(to)]);
        }
    }

    /// Into a house beside it, or toward one near.
    fn houses(&mut self) {
        let ground = self.game.ground();
        if self.profile.arm() != Arm::Infantry || self.profile.parent.is_some() || !ground.has_buildings() {
            return;
        }
        let block = self.game.block(self.scene.id, self.unit);
        if self.offer(&[Manoeuvre::Form(Formation::Garrison)]).is_ok() {
            return;
        }
        let near = ground.buildings_near(&block, HOUSES).next();
        if let Some(inside) = near.and_then(|number| ground.inside(number)) {
            self.toward(inside, None);
        }
    }

    /// Ahead after these parts as far as the way is free and the allowance goes, at most `most`; then into `formation`.
    fn go(&mut self, before: &[Manoeuvre], most: Option<i32>, formation: Option<Formation>) {
        let mut track = Track::new(self.scene);
        if before.iter().any(|part| track.part(part).is_err()) {
            return;
        }
        let left = track.reckon();
        let left = left.may - left.used;
        let left = if formation.is_some() { left.min(self.pace() / 2) } else { left };
        let mut mil = most.unwrap_or(i32::MAX).min(left);
        if mil < LEAST {
            return;
        }
        let block = track.block();
        let delta = block.centre().delta(block.centre().ahead(track.pose.facing, mil));
        let swept = around_both(block.bounds(), block.moved(delta).bounds());
        for other in self.scene.seen().filter(|other| other.is_near(swept)) {
            if let Some(free) = sweep(&block, delta, &other.block) {
                mil = mil.min(free - TOUCH - 1);
            }
        }
        // Ground may take some of it, and the order of the division too.
        for _ in 0..3 {
            if mil < LEAST {
                return;
            }
            let mut steps = [Manoeuvre::Ahead(mil); 4];
            steps[..before.len()].copy_from_slice(before);
            let mut count = before.len() + 1;
            if let Some(formation) = formation {
                steps[count] = Manoeuvre::Form(formation);
                count += 1;
            }
            match self.offer(&steps[..count]) {
                Err(Refusal::TooFar { used, may }) if used > 0 => {
                    mil = (mil - (used - may).max(LEAST)).min(mil * 9 / 10);
                }
                Err(Refusal::Order { .. } | Refusal::OffTable | Refusal::Ground { .. } | Refusal::Impassable) => {
                    mil /= 2;
                }
                _ => return,
            }
        }
    }
}
