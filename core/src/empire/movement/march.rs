//! Moving a unit: what it may do, and doing it (E infantry-moves, E cavalry-moves, E artillery-moves, Q20).

use super::scene::Scene;
use super::seen::ambush;
use super::track::{Reckoning, Track};
use crate::chance::{Draws, Unmet};
use crate::empire::action::{MAX_STEPS, Manoeuvre};
use crate::empire::allowance::printed;
use crate::empire::context::Ctx;
use crate::empire::event::{Event, Loss};
use crate::empire::geometry::{Block, INCH, Pose, gap_within, sees};
use crate::empire::profile::Empire;
use crate::empire::refusal::Refusal;
use crate::empire::state::{Marks, State, Unit, UnitId};
use crate::empire::units::{Arm, Formation, Nation, Order, Status};
use crate::game::{Player, Sink};

/// A charge is at least so long (P28), in thousandths of an inch.
pub(in crate::empire) const CHARGE_MIN: i32 = 3 * INCH;
/// The widest wheel before a charge (P28), in degrees.
pub(in crate::empire) const CHARGE_WHEEL: i32 = 45;
/// A unit under Defend ends its move no further from where it was told to defend (L11), in thousandths of an inch.
pub(in crate::empire) const DEFEND_RADIUS: i32 = 6 * INCH;
/// A unit under Reserve ends its move no nearer to the enemy (L11), in thousandths of an inch.
pub(in crate::empire) const RESERVE_DISTANCE: i32 = 12 * INCH;
/// A screen stays so near to its battalion (P36), in thousandths of an inch.
pub(in crate::empire) const SCREEN_RADIUS: i32 = 6 * INCH;

/// A move that is allowed, worked out.
#[derive(Clone, Debug)]
pub(in crate::empire) struct Plan {
    /// Where it stands before the part that goes into contact; without one, as `pose`.
    pub(super) before: Pose,
    /// Where it ends.
    pub(in crate::empire) pose: Pose,
    /// How it stands at the end.
    pub(in crate::empire) formation: Formation,
    /// What the way costs.
    pub(in crate::empire) reckoning: Reckoning,
    /// Friends passed through.
    pub(super) passed: Vec<UnitId>,
    /// Guns taken.
    pub(super) taken: Vec<UnitId>,
    /// Whom it goes into.
    pub(in crate::empire) struck: Option<UnitId>,
    /// Whether that is a charge (P28).
    pub(in crate::empire) is_charge: bool,
    /// Whether it was pinned when it began.
    was_pinned: bool,
    /// Whether it changed formation.
    has_formed: bool,
    /// The hidden enemy who stopped it (Q12).
    ambush: Option<UnitId>,
    /// The places between the parts, when they are wanted.
    path: Vec<Pose>,
}

impl Empire {
    /// Whether a player's unit may still act in the march stage.
    pub(super) fn may_act(&self, state: &State, player: Player, id: UnitId) -> Result<Unit, Refusal> {
        let unit = state.units.get(id).ok_or(Refusal::NoSuch)?;
        if self.unit(id).player != player {
            return Err(Refusal::NotOwn);
        }
        if !unit.is_here() {
            return Err(Refusal::NotHere);
        }
        if unit.marks.has(Marks::DONE) {
            return Err(Refusal::HasMoved);
        }
        Ok(*unit)
    }

    /// Whether a unit may be left where it is.
    pub(in crate::empire) fn may_hold(&self, state: &State, player: Player, id: UnitId) -> Result<(), Refusal> {
        self.may_act(state, player, id).map(|_| ())
    }

    /// Whether a unit may move so; what comes of it.
    pub(in crate::empire) fn may_move(
        &self,
        state: &State,
        player: Player,
        id: UnitId,
        steps: &[Manoeuvre],
    ) -> Result<Reckoning, Refusal> {
        self.may_march(state, player, id)?;
        let scene = Scene::new(self, state, id, self.stride(state, id, steps));
        self.plan(&scene, steps, false, false).map(|plan| plan.reckoning)
    }

    /// Whether a unit may move at all.
    pub(super) fn may_march(&self, state: &State, player: Player, id: UnitId) -> Result<(), Refusal> {
        let unit = self.may_act(state, player, id)?;
        if unit.marks.has(Marks::ABANDONED) {
            return Err(Refusal::Abandoned);
        }
        if unit.status == Status::Routed {
            return Err(Refusal::IsRouted);
        }
        if self.is_bound(state, id) {
            return Err(Refusal::InContact);
        }
        Ok(())
    }

    /// How far from its block a unit may come with these parts, in thousandths of an inch.
    pub(super) fn stride(&self, state: &State, id: UnitId, steps: &[Manoeuvre]) -> i32 {
        let class = self.unit(id).class;
        let formation = state.units[id].formation;
        let mut far = printed(class, formation);
        for part in steps {
            match part {
                Manoeuvre::Form(new) => far = far.max(printed(class, *new)).max(printed(class, Formation::Column)),
                Manoeuvre::Road(_) => far = far.max(2 * printed(class, formation)),
                _ => {}
            }
        }
        if formation == Formation::Garrison { far + 8 * INCH } else { far + INCH }
    }

    /// Works a move out. `meets_hidden` whether enemies who are hidden stop it, as they do when it is carried out; `keep`
    /// whether the places between the parts are wanted.
    pub(in crate::empire) fn plan(
        &self,
        scene: &Scene<'_>,
        steps: &[Manoeuvre],
        meets_hidden: bool,
        keep: bool,
    ) -> Result<Plan, Refusal> {
        let (id, state, unit) = (scene.id, scene.state, scene.unit());
        let arm = self.unit(id).arm();
        let pinner = scene.pinner();
        let forms = steps.iter().any(|part| matches!(part, Manoeuvre::Form(_)));
        let by_cavalry = if forms { scene.cavalry() } else { None };
        if let (Arm::Infantry, Some(by)) = (arm, by_cavalry)
            && steps.iter().any(|part| matches!(part, Manoeuvre::Form(f) if *f != Formation::Square))
        {
            return Err(Refusal::OnlySquare { by });
        }
        if steps.len() > 1
            && steps.contains(&Manoeuvre::Form(Formation::Square))
            && self.cavalry_near(state, id).is_some()
        {
            return Err(Refusal::SquareOwed);
        }
        if steps == [Manoeuvre::Form(Formation::Square)] && unit.marks.has(Marks::TRIED_SQUARE) {
            return Err(Refusal::HasTried);
        }
        let mut track = Track::new(scene);
        let foes = self.foes(state, id);
        if !foes.is_empty() {
            track.withdrawing = self.engaged_parts(scene, &foes, steps)?;
        } else if let Some(by) = pinner {
            track.withdrawing = self.pinned_parts(scene, by, steps)?;
        }
        let mut plan = Plan {
            before: unit.pose,
            pose: unit.pose,
            formation: unit.formation,
            reckoning: Reckoning { used: 0, may: 0 },
            passed: Vec::new(),
            taken: Vec::new(),
            struck: None,
            is_charge: false,
            was_pinned: pinner.is_some() || by_cavalry.is_some() || !foes.is_empty(),
            has_formed: false,
            ambush: None,
            path: Vec::new(),
        };
        if steps.is_empty() {
            return Err(Refusal::NothingToDo);
        }
        if steps.len() > MAX_STEPS {
            return Err(Refusal::TooManyParts);
        }
        if keep {
            plan.path.push(unit.pose);
        }
        for part in steps {
            if let Manoeuvre::Into(target) = *part {
                plan.is_charge = self.may_go_into(&mut track, target, steps)?;
            }
            plan.before = track.pose;
            let (pose, formation) = (track.pose, track.formation);
            track.slides.clear();
            let met = (track.passed.len(), track.taken.len());
            track.part_among(part, steps.len() == 1, &foes)?;
            if meets_hidden
                && scene.has_hidden
                && let Some(by) = ambush(&mut track, pose, formation, met)
            {
                plan.ambush = Some(by);
                track.struck = None;
                if keep {
                    plan.path.push(track.pose);
                }
                break;
            }
            if keep && track.struck.is_none() && plan.path.last() != Some(&track.pose) {
                plan.path.push(track.pose);
            }
        }
        // Who is stopped has set out on a way that he can afford, whatever the parts cost that he has carried out: a dearer turn
        // among them must not undo the move, or he would learn of the ambush for nothing.
        plan.reckoning = if plan.ambush.is_some() { track.reckon() } else { track.afford()? };
        if plan.is_charge
            && plan.reckoning.used * 2 > plan.reckoning.may
            && let Some(&by) = track.passed.first()
        {
            return Err(Refusal::NoPassage { by });
        }
        if plan.ambush.is_none() {
            self.obeys(scene, &track)?;
        }
        if track.struck.is_none() {
            plan.before = track.pose;
        }
        plan.pose = track.pose;
        plan.formation = track.formation;
        plan.has_formed = track.has_formed;
        plan.struck = track.struck.map(|(target, _)| target);
        plan.passed = track.passed;
        plan.taken = track.taken;
        Ok(plan)
    }

    /// What a pinned unit may do (P34, Q34), and whether it withdraws.
    fn pinned_parts(&self, scene: &Scene<'_>, by: UnitId, steps: &[Manoeuvre]) -> Result<bool, Refusal> {
        let unit = scene.unit();
        let size = self.size(scene.id, unit);
        let pinner = self.block(by, &scene.state.units[by]);
        let faces = |facing| sees(&Block::new(Pose { facing, ..unit.pose }, size), &pinner);
        let is_gun = self.unit(scene.id).arm() == Arm::Artillery;
        match steps {
            [Manoeuvre::Form(_)] => Ok(false),
            [Manoeuvre::Face(facing)] if faces(*facing) => Ok(false),
            [Manoeuvre::Form(_), Manoeuvre::Into(target)]
                if unit.formation == Formation::Garrison && self.pins(scene.state, scene.id, *target) =>
            {
                Ok(false)
            }
            [Manoeuvre::Into(target)] if self.pins(scene.state, scene.id, *target) => Ok(false),
            [Manoeuvre::Back(_)] if faces(unit.pose.facing) => Ok(true),
            [Manoeuvre::Face(facing), Manoeuvre::Back(_)] if faces(*facing) => Ok(true),
            [Manoeuvre::Form(Formation::Limbered), ..] if is_gun => Ok(false),
            _ if is_gun && unit.formation == Formation::Limbered => Ok(false),
            _ => Err(Refusal::Pinned { by }),
        }
    }

    /// Whether a unit may go into contact with a target (P3, P28, P29); whether that is a charge.
    fn may_go_into(&self, track: &mut Track<'_, '_>, target: UnitId, steps: &[Manoeuvre]) -> Result<bool, Refusal> {
        let (state, id) = (track.scene.state, track.scene.id);
        let (unit, profile) = (track.scene.unit(), self.unit(id));
        let enemy = state.units.get(target).ok_or(Refusal::NoSuch)?;
        if self.unit(target).player == profile.player {
            return Err(Refusal::NotEnemy);
        }
        if !enemy.is_here() || enemy.marks.has(Marks::HIDDEN) {
            return Err(Refusal::NotHere);
        }
        if steps.last() != Some(&Manoeuvre::Into(target)) {
            return Err(Refusal::IntoLast);
        }
        if profile.arm() == Arm::Artillery {
            return Err(Refusal::GunsAssault);
        }
        if profile.arm() == Arm::Infantry && track.formation == Formation::Skirmish {
            return Err(Refusal::CannotMove { formation: Formation::Skirmish });
        }
        // A garrison assaults out as a column (P27).
        if unit.formation == Formation::Garrison && track.formation != Formation::Column {
            return Err(Refusal::CannotMove { formation: track.formation });
        }
        if self.house().initiative_only_assaults && state.initiative != Some(profile.player) {
            return Err(Refusal::OnlyInitiative);
        }
        if profile.arm() != Arm::Cavalry {
            return Ok(false);
        }
        if enemy.formation == Formation::Garrison || self.ground().shelters(enemy.pose.at) {
            return Err(Refusal::NotAgainst);
        }
        // The whole way counts: nobody walks up and then strikes from near by.
        if track.gone.saturating_add(track.reach(target)?) < CHARGE_MIN {
            return Ok(false);
        }
        if unit.status == Status::Disordered || unit.marks.has(Marks::BLOWN) {
            return Err(Refusal::CannotCharge);
        }
        match steps {
            [Manoeuvre::Into(_)] => {}
            [Manoeuvre::Wheel(degrees), Manoeuvre::Into(_)]
                if degrees.unsigned_abs() <= CHARGE_WHEEL.unsigned_abs() => {}
            _ => return Err(Refusal::CrookedCharge),
        }
        track.open_ground()?;
        track.charging = true;
        Ok(true)
    }

    /// Whether the place where a move ends is what the order of the division allows (L11, Q26), and for a screen near enough to
    /// its battalion (P36).
    fn obeys(&self, scene: &Scene<'_>, track: &Track<'_, '_>) -> Result<(), Refusal> {
        let (state, id, unit, profile) = (scene.state, scene.id, scene.unit(), self.unit(scene.id));
        let end = track.block();
        if let Some(parent) = profile.parent
            && !gap_within(&end, &self.block(parent, &state.units[parent]), SCREEN_RADIUS)
        {
            return Err(Refusal::TooFarFromParent);
        }
        if track.gone == 0 {
            return Ok(());
        }
        let order = state.divisions.get(profile.division.index()).map_or(Order::Attack, |division| division.order);
        let obeyed = match order {
            Order::Attack => true,
            Order::Defend => {
                let far = unit.anchor.distance(track.pose.at);
                profile.parent.is_some() || far <= DEFEND_RADIUS || far < unit.anchor.distance(unit.pose.at)
            }
            Order::Reserve => {
                let near = self.nearest_block(state, profile.player, &end, RESERVE_DISTANCE);
                let before = self.nearest_block(state, profile.player, &self.block(id, unit), RESERVE_DISTANCE);
                near.is_none_or(|near| before.is_some_and(|before| near > before))
            }
        };
        if obeyed { Ok(()) } else { Err(Refusal::Order { order }) }
    }

    /// How far the nearest known enemy of `player` is from a block, edge to edge, if it is nearer than `mil`.
    pub(in crate::empire) fn nearest_block(
        &self,
        state: &State,
        player: Player,
        block: &Block,
        mil: i32,
    ) -> Option<i32> {
        let mut best: Option<i32> = None;
        let (low, high) = block.bounds();
        let reach = mil + self.longest() + low.distance(high) / 2 + 1;
        let enemies = self.rolls.units_of(Self::enemy(player));
        state.units.around_of(Some(enemies), block.centre(), reach, |id, unit| {
            if self.is_threat(id, unit, player) {
                let other = self.block(id, unit);
                let most = best.unwrap_or(mil);
                if gap_within(block, &other, most) {
                    best = Some(crate::empire::geometry::distance(block, &other).min(most));
                }
            }
        });
        best
    }
}

impl Empire {
    /// The facts of the charts for a move.
    pub(super) fn move_facts(
        &self,
        state: &State,
        id: UnitId,
        steps: &[Manoeuvre],
    ) -> Option<crate::empire::allowance::Facts> {
        if state.units.get(id).is_none() || steps.is_empty() || steps.len() > MAX_STEPS {
            return None;
        }
        let scene = Scene::new(self, state, id, self.stride(state, id, steps));
        let mut track = Track::new(&scene);
        let foes = self.foes(state, id);
        if !foes.is_empty() {
            track.withdrawing = self.engaged_parts(&scene, &foes, steps).ok()?;
        } else if let Some(by) = scene.pinner() {
            track.withdrawing = self.pinned_parts(&scene, by, steps).ok()?;
        }
        steps.iter().try_for_each(|part| track.part_among(part, steps.len() == 1, &foes)).ok()?;
        Some(track.facts())
    }
}

impl Track<'_, '_> {
    /// Whether all its way so far was open (P28, Q4).
    pub(super) fn open_ground(&self) -> Result<(), Refusal> {
        let facts = self.facts();
        let open = facts.light_woods == 0 && facts.heavy_woods == 0 && facts.walls == 0 && facts.fords == 0;
        if open { Ok(()) } else { Err(Refusal::ChargeGround) }
    }
}

impl<D: Draws, S: Sink<Empire>> Ctx<'_, D, S> {
    /// Leaves a unit where it is.
    pub(in crate::empire) fn do_hold(&mut self, id: UnitId) -> Result<(), Unmet> {
        self.edit(id, |unit| unit.marks.set(Marks::DONE));
        Ok(())
    }

    /// Moves a unit.
    pub(in crate::empire) fn do_move(&mut self, id: UnitId, steps: &[Manoeuvre]) -> Result<(), Unmet> {
        if steps == [Manoeuvre::Form(Formation::Square)] && self.game.cavalry_near(self.state, id).is_some() {
            self.edit(id, |unit| unit.marks.set(Marks::DONE.and(Marks::MOVED)));
            self.try_square(id, false)?;
            self.see_around(id);
            return Ok(());
        }
        let game = self.game;
        let plan = {
            let scene = Scene::new(game, self.state, id, game.stride(self.state, id, steps));
            game.plan(&scene, steps, true, S::LIVE)
        };
        let Ok(plan) = plan else { return Ok(()) };
        self.set_out(id);
        let counter = plan.struck.is_some_and(|target| self.game.is_counter(self.state, id, target));
        let mut marks = Marks::DONE.and(Marks::MOVED);
        if plan.reckoning.used * 2 > plan.reckoning.may {
            marks.set(Marks::FAR);
        }
        if counter {
            marks.set(Marks::COUNTER);
        }
        if plan.has_formed {
            if plan.was_pinned {
                marks.set(Marks::CHANGED);
            }
            if plan.formation == Formation::Unlimbered {
                marks.set(Marks::UNLIMBERED);
            }
        }
        self.edit(id, |unit| {
            unit.marks.set(marks);
            unit.formation = plan.formation;
        });
        self.put(id, plan.before);
        self.go_past(id, &plan.passed, &plan.taken);
        if S::LIVE {
            let (used, formation) = (plan.reckoning.used, plan.formation);
            let path = plan.path;
            if path.len() > 1 {
                self.tell(|_, _| Event::Moved { unit: id, path, formation, used });
            } else if plan.has_formed {
                self.tell(|_, _| Event::Formed { unit: id, formation });
            }
        }
        self.settle_contacts(id);
        if let Some(by) = plan.ambush {
            self.tell(|_, _| Event::Ambushed { unit: id, by });
            self.reveal(by);
        }
        match plan.struck.filter(|_| plan.ambush.is_none()) {
            Some(target) => self.close_in(id, target, plan.is_charge),
            None => {
                self.see_around(id);
                self.threaten(id);
                Ok(())
            }
        }
    }

    /// A unit begins to move: from here it comes (L2).
    pub(super) fn set_out(&mut self, id: UnitId) {
        let front = self.game.block(id, self.unit(id)).front().middle();
        self.edit(id, |unit| unit.origin = front);
    }

    /// Puts a unit somewhere; leaders who are with it are where it is.
    pub(in crate::empire) fn put(&mut self, id: UnitId, pose: Pose) {
        self.state.units.place(id, pose);
    }

    /// What comes of passing through friends (P25) and of coming to guns without a crew (P38).
    pub(super) fn go_past(&mut self, id: UnitId, passed: &[UnitId], taken: &[UnitId]) {
        for &other in passed {
            if self.game.passes_badly(self.state, id, other) {
                self.disorder(other);
                self.disorder(id);
            }
        }
        for &guns in taken {
            if self.unit(guns).is_here() {
                self.lose(guns, Loss::Taken);
            }
        }
    }
}

impl Empire {
    /// Whether two friends who pass through each other are both disordered by it (P25): formed troops of which neither is in
    /// column, or one is disordered, or with the enemy within 3 inches.
    pub(super) fn passes_badly(&self, state: &State, mover: UnitId, other: UnitId) -> bool {
        let (one, two) = (&state.units[mover], &state.units[other]);
        let formed = |id: UnitId, unit: &Unit| unit.is_formed() && self.unit(id).arm() != Arm::Artillery;
        if !formed(mover, one) || !formed(other, two) {
            return false;
        }
        let in_column = one.formation.is_column() || two.formation.is_column();
        let disordered = one.status == Status::Disordered || two.status == Status::Disordered;
        let block = self.block(other, two);
        !in_column
            || disordered
            || self.enemy_within(state, self.unit(mover).player, &block, self.house().tactical_range).is_some()
    }

    /// Whether a move into contact is a counter-attack of British infantry (P9): in line, on infantry within 3 inches.
    pub(super) fn is_counter(&self, state: &State, id: UnitId, target: UnitId) -> bool {
        let (unit, enemy) = (&state.units[id], &state.units[target]);
        self.unit(id).nation == Nation::British
            && self.unit(id).arm() == Arm::Infantry
            && unit.formation == Formation::Line
            && self.unit(target).arm() == Arm::Infantry
            && gap_within(&self.block(id, unit), &self.block(target, enemy), self.house().tactical_range)
    }
}
