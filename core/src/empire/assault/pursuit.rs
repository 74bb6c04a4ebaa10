//! What winners do (P40, L8, L9, P24): infantry occupies the ground, cavalry re-forms or breaks through.

use crate::chance::{Draws, Unmet};
use crate::empire::action::{Action, Pursuit};
use crate::empire::allowance::printed;
use crate::empire::build::toward;
use crate::empire::context::Ctx;
use crate::empire::event::Event;
use crate::empire::geometry::{Block, Facing, Pose, distance, gap_within, overlap, step, sweep};
use crate::empire::movement::scene::TOUCH;
use crate::empire::profile::Empire;
use crate::empire::refusal::Refusal;
use crate::empire::state::{Following, Marks, Pending, State, Unit, UnitId};
use crate::empire::units::{Arm, Formation, Status};
use crate::game::{Player, Sink};

/// How far cavalry turns after a win, in degrees either way.
const TURN: i32 = 45;
/// How far who follows up stops from an enemy he does not attack, in thousandths of an inch (Q43).
const CLEAR: i32 = 100;
/// How many targets of a breakthrough a player is offered.
const OFFERED: usize = 4;

impl Empire {
    /// Why a winner may not do that.
    pub(in crate::empire) fn may_follow(
        &self,
        state: &State,
        player: Player,
        unit: UnitId,
        how: Pursuit,
    ) -> Result<(), Refusal> {
        let may = match &state.pending {
            Pending::Follow { may } => may,
            Pending::None => return Err(Refusal::WrongStage),
            _ => return Err(Refusal::DecideFirst),
        };
        state.units.get(unit).ok_or(Refusal::NoSuch)?;
        if self.unit(unit).player != player {
            return Err(Refusal::NotOwn);
        }
        let winner = may.iter().find(|f| f.unit == unit).ok_or(Refusal::CannotFollow)?;
        match how {
            Pursuit::Stay => Ok(()),
            Pursuit::Advance => self.occupied(state, winner).map(|_| ()),
            Pursuit::Reform(facing) => self.may_reform(state, unit, facing),
            Pursuit::Form(formation) => self.may_form(state, unit, formation),
            Pursuit::Break { degrees, target } => self.through(state, winner, degrees, target),
        }
    }

    /// Where a winner stands who occupies the ground (L9, P24), as far as its owner knows: as far toward its middle as the way is
    /// free, facing as before; in a building as its garrison (P27).
    fn occupied(&self, state: &State, winner: &Following) -> Result<(Pose, Formation), Refusal> {
        let (id, unit) = (winner.unit, &state.units[winner.unit]);
        let arm = self.unit(id).arm();
        let fought = unit.marks.has(Marks::FOUGHT);
        let ground = winner.ground.ok_or(Refusal::CannotFollow)?;
        if arm == Arm::Artillery || (arm == Arm::Cavalry && fought) {
            return Err(Refusal::CannotFollow);
        }
        if let Some(house) = self.ground().building(ground) {
            let pose = Pose::new(ground, unit.pose.facing);
            let inside = self.block(id, &Unit { pose, formation: Formation::Garrison, ..*unit });
            if arm != Arm::Infantry || unit.formation == Formation::Skirmish {
                return Err(Refusal::BuildingFull);
            }
            for other in self.known_around(state, id, unit.pose.at.distance(ground)) {
                if self.ground().building(state.units[other].pose.at) == Some(house) {
                    return Err(Refusal::BuildingFull);
                }
                if overlap(&inside, &self.block_of(state, other)) {
                    return Err(Refusal::Blocked { by: other });
                }
            }
            return Ok((pose, Formation::Garrison));
        }
        let (block, delta) = (self.block_of(state, id), unit.pose.at.delta(ground));
        let mut mil = unit.pose.at.distance(ground);
        for other in self.known_around(state, id, mil) {
            let keep = if self.unit(other).player == self.unit(id).player { 0 } else { CLEAR };
            if let Some(free) = sweep(&block, delta, &self.block_of(state, other)) {
                mil = mil.min((free - keep).max(0));
            }
        }
        let arrives = |mil: &i32| {
            let to = unit.pose.moved(step(delta, *mil));
            let way = self.ground().stretch(unit.pose.at, to.at);
            let block = self.block(id, &Unit { pose: to, ..*unit });
            *mil > 0 && !way.river && !way.impassable && self.ground().bars(&block, arm).is_none()
        };
        let mil = [mil, mil / 4 * 3, mil / 2, mil / 4].into_iter().find(arrives).ok_or(Refusal::CannotFollow)?;
        Ok((unit.pose.moved(step(delta, mil)), unit.formation))
    }

    /// The units near whom the owner of a unit knows of.
    fn known_around(&self, state: &State, id: UnitId, mil: i32) -> impl Iterator<Item = UnitId> {
        let player = self.unit(id).player;
        let is_known =
            move |other: &UnitId| self.unit(*other).player == player || !state.units[*other].marks.has(Marks::HIDDEN);
        self.around(state, id, mil).into_iter().filter(is_known)
    }

    /// Whether cavalry may turn to that facing after a win (P40): by up to 45 degrees, where there is room.
    fn may_reform(&self, state: &State, id: UnitId, facing: Facing) -> Result<(), Refusal> {
        let unit = &state.units[id];
        if self.unit(id).arm() != Arm::Cavalry || !unit.marks.has(Marks::FOUGHT) {
            return Err(Refusal::CannotFollow);
        }
        if Facing::difference(unit.pose.facing, facing).abs() > TURN {
            return Err(Refusal::OutOfRange);
        }
        self.room(state, id, Pose::new(unit.pose.at, facing))
    }

    /// Whether cavalry may change its formation after a win (P40), where there is room.
    fn may_form(&self, state: &State, id: UnitId, formation: Formation) -> Result<(), Refusal> {
        let unit = &state.units[id];
        if self.unit(id).arm() != Arm::Cavalry || !unit.marks.has(Marks::FOUGHT) {
            return Err(Refusal::CannotFollow);
        }
        if !formation.suits(Arm::Cavalry) {
            return Err(Refusal::NoSuchFormation { formation });
        }
        if unit.formation == formation {
            return Err(Refusal::SameFormation { formation });
        }
        self.room_for(state, id, formation).map(|_| ())
    }

    /// Why a unit cannot stand so: others or the ground are in the way, or it would touch an enemy.
    fn room(&self, state: &State, id: UnitId, pose: Pose) -> Result<(), Refusal> {
        let block = Block::new(pose, self.size(id, &state.units[id]));
        if !self.stays_on_table(&self.block_of(state, id), &block) {
            return Err(Refusal::OffTable);
        }
        if let Some(why) = self.ground().bars(&block, self.unit(id).arm()) {
            return Err(why);
        }
        for other in self.known_around(state, id, TOUCH) {
            let at = self.block_of(state, other);
            if overlap(&block, &at) {
                return Err(Refusal::Blocked { by: other });
            }
            if self.unit(other).player != self.unit(id).player && gap_within(&block, &at, TOUCH) {
                return Err(Refusal::WouldTouch { enemy: other });
            }
        }
        Ok(())
    }

    /// A breakthrough (L8): once a turn, by cavalry in good order that charged and whose enemy has left his ground, after a turn of
    /// up to 45 degrees, straight on over open ground for at most half a move, into an enemy whom it has not just beaten.
    fn through(&self, state: &State, winner: &Following, degrees: i32, target: UnitId) -> Result<(), Refusal> {
        let (id, unit) = (winner.unit, &state.units[winner.unit]);
        let profile = self.unit(id);
        if profile.arm() != Arm::Cavalry
            || winner.ground.is_none()
            || !unit.marks.has(Marks::FOUGHT)
            || unit.marks.has(Marks::BROKE_THROUGH)
        {
            return Err(Refusal::CannotFollow);
        }
        if unit.status != Status::Good || unit.marks.has(Marks::BLOWN) {
            return Err(Refusal::CannotCharge);
        }
        if !(-TURN..=TURN).contains(&degrees) {
            return Err(Refusal::OutOfRange);
        }
        let foe = state.units.get(target).ok_or(Refusal::NoSuch)?;
        if self.unit(target).player == profile.player {
            return Err(Refusal::NotEnemy);
        }
        if !foe.is_here() || foe.marks.has(Marks::HIDDEN) {
            return Err(Refusal::NotHere);
        }
        if foe.marks.has(Marks::ABANDONED) {
            return Err(Refusal::Abandoned);
        }
        if foe.marks.has(Marks::FOUGHT.and(Marks::RETREATED)) {
            return Err(Refusal::CannotFollow);
        }
        if foe.formation == Formation::Garrison {
            return Err(Refusal::NotAgainst);
        }
        let may = printed(profile.class, unit.formation) / 2;
        self.run_to(state, id, target, degrees, may).map(|_| ()).ok_or(Refusal::NotAhead { target })
    }

    /// Appends what the next winner may do.
    pub(in crate::empire) fn suggest_pursuits(&self, state: &State, player: Player, out: &mut Vec<Action>) {
        let Pending::Follow { may } = &state.pending else { return };
        let Some(winner) = may.first().filter(|f| self.unit(f.unit).player == player) else { return };
        let (unit, own) = (winner.unit, &state.units[winner.unit]);
        let mut offer = |how: Pursuit| {
            if self.may_follow(state, player, unit, how).is_ok() {
                out.push(Action::Follow { unit, how });
            }
        };
        offer(Pursuit::Stay);
        offer(Pursuit::Advance);
        if self.unit(unit).arm() != Arm::Cavalry {
            return;
        }
        let reach = printed(self.unit(unit).class, own.formation) / 2;
        let mut targets = self.around(state, unit, reach);
        targets.retain(|other| self.unit(*other).player != player);
        let block = self.block_of(state, unit);
        targets.sort_by_key(|other| (distance(&block, &self.block_of(state, *other)), *other));
        for target in targets.into_iter().take(OFFERED) {
            let to = toward(own.pose.at, state.units[target].pose.at, own.pose.facing);
            let degrees = Facing::difference(own.pose.facing, to).clamp(-TURN, TURN);
            offer(Pursuit::Break { degrees, target });
        }
        for degrees in [-TURN, -TURN / 2, TURN / 2, TURN] {
            offer(Pursuit::Reform(own.pose.facing.turned(degrees)));
        }
        for formation in [Formation::Line, Formation::Column] {
            offer(Pursuit::Form(formation));
        }
    }
}

impl<D: Draws, S: Sink<Empire>> Ctx<'_, D, S> {
    /// A winner follows up, or stays. The others come after it.
    pub(in crate::empire) fn do_follow(&mut self, id: UnitId, how: Pursuit) -> Result<(), Unmet> {
        let Pending::Follow { mut may } = std::mem::take(&mut self.state.pending) else { return Ok(()) };
        let Some(n) = may.iter().position(|f| f.unit == id) else { return Ok(()) };
        let winner = may.remove(n);
        may.append(&mut self.state.pursuits);
        self.state.pursuits = may;
        match how {
            Pursuit::Stay => {}
            Pursuit::Advance => self.occupy(&winner),
            Pursuit::Reform(facing) => self.turn_after(id, facing),
            Pursuit::Form(formation) => self.form_anew(id, formation),
            Pursuit::Break { degrees, target } => self.break_through(id, target, degrees),
        }
        self.next_pursuit();
        Ok(())
    }

    /// When nothing else is to be decided, the winners who are left may follow up.
    pub(in crate::empire) fn next_pursuit(&mut self) {
        if self.state.pending != Pending::None || self.state.pursuits.is_empty() {
            return;
        }
        let mut may = std::mem::take(&mut self.state.pursuits);
        may.retain(|f| {
            let unit = self.unit(f.unit);
            unit.is_steady() && !unit.marks.has(Marks::RETREATED) && !self.game.in_contact(self.state, f.unit)
        });
        if !may.is_empty() {
            self.state.pending = Pending::Follow { may };
        }
    }

    fn turn_after(&mut self, id: UnitId, facing: Facing) {
        let unit = *self.unit(id);
        let to = Pose::new(unit.pose.at, facing);
        if self.is_stopped(id, to, unit.formation) {
            return;
        }
        self.put(id, to);
        self.edit(id, |unit| unit.marks.set(Marks::MOVED));
        self.tell(|_, _| Event::Reformed { unit: id, facing });
    }

    fn form_anew(&mut self, id: UnitId, formation: Formation) {
        let before = self.unit(id).pose;
        let Ok(pose) = self.game.room_for(self.state, id, formation) else { return };
        if self.is_stopped(id, pose, formation) {
            return;
        }
        self.edit(id, |unit| {
            unit.formation = formation;
            unit.marks.set(Marks::MOVED);
        });
        self.put(id, pose);
        self.tell(|_, _| match pose == before {
            true => Event::Formed { unit: id, formation },
            false => Event::Moved { unit: id, path: vec![before, pose], formation, used: 0 },
        });
        self.see_around(id);
    }

    fn occupy(&mut self, winner: &Following) {
        let id = winner.unit;
        let Ok((to, formation)) = self.game.occupied(self.state, winner) else { return };
        if self.is_stopped(id, to, formation) {
            return;
        }
        self.edit(id, |unit| {
            unit.formation = formation;
            unit.marks.set(Marks::MOVED);
        });
        self.put(id, to);
        self.tell(|_, _| Event::Followed { unit: id, to });
        self.see_around(id);
    }

    /// Turns, and charges: who can answer is asked first (P45, P41).
    fn break_through(&mut self, id: UnitId, target: UnitId, degrees: i32) {
        let unit = *self.unit(id);
        let turned = unit.pose.turned(degrees);
        if self.is_stopped(id, turned, unit.formation) {
            self.edit(id, |unit| unit.marks.set(Marks::BROKE_THROUGH));
            return;
        }
        self.put(id, turned);
        let front = self.game.block_of(self.state, id).front().middle();
        self.edit(id, |unit| {
            let marks = [Marks::BROKE_THROUGH, Marks::CHARGING, Marks::WINDED, Marks::MOVED, Marks::FAR];
            marks.into_iter().for_each(|mark| unit.marks.set(mark));
            unit.origin = front;
        });
        self.tell(|_, _| Event::Charged { unit: id, target });
        if self.game.has_answer(self.state, id, target, true) {
            self.state.pending = Pending::Charge { unit: id, target, breakthrough: true };
        } else {
            self.strike(id, target, false, 0);
        }
    }
}
