//! Answers to a charge or a threat: square, counter-charge, evasion (P28, P36, P41, P46, Q33).

use super::scene::Scene;
use super::track::Track;
use crate::chance::{Draws, Unmet};
use crate::empire::action::{Action, Answer};
use crate::empire::charts::Ce;
use crate::empire::context::Ctx;
use crate::empire::event::Event;
use crate::empire::geometry::{Block, Sector, overlap, sector};
use crate::empire::profile::Empire;
use crate::empire::refusal::Refusal;
use crate::empire::square;
use crate::empire::state::{Host, Marks, Pending, State, UnitId};
use crate::empire::units::{Arm, Facet, Formation, Status};
use crate::explain::Breakdown;
use crate::game::{Player, Sink};

impl Empire {
    /// Whether a battalion may try to form square against cavalry (P46, P45): formed, not in square or a building, not
    /// disordered in contact, and not after an attempt of this turn, save once more against a breakthrough.
    pub(super) fn may_try_square(&self, state: &State, id: UnitId, breakthrough: bool) -> bool {
        let unit = &state.units[id];
        let again = breakthrough && unit.marks.has(Marks::FAILED_SQUARE);
        self.unit(id).arm() == Arm::Infantry
            && unit.is_formed()
            && !matches!(unit.formation, Formation::Square | Formation::Garrison)
            && !(unit.status == Status::Disordered && self.in_contact(state, id))
            && (again || !unit.marks.has(Marks::TRIED_SQUARE))
            && self.room_for(state, id, Formation::Square).is_ok()
    }

    /// Where a unit would stand in another formation (Q25).
    pub(in crate::empire) fn room_for(
        &self,
        state: &State,
        id: UnitId,
        formation: Formation,
    ) -> Result<crate::empire::geometry::Pose, Refusal> {
        let scene = Scene::new(self, state, id, 0);
        Track::new(&scene).room(formation)
    }

    /// Whether cavalry may counter-charge (P28, Q33).
    fn may_counter(&self, state: &State, id: UnitId, charger: UnitId) -> bool {
        let unit = &state.units[id];
        self.unit(id).arm() == Arm::Cavalry
            && self.unit(charger).arm() == Arm::Cavalry
            && unit.is_steady()
            && unit.status == Status::Good
            && !unit.marks.has(Marks::BLOWN)
            && !self.in_contact(state, id)
            && self.pinned_by(state, id).is_none()
            && sector(&self.block(id, unit), state.units[charger].origin) == Sector::Front
    }

    /// Whether a unit may evade (P36, P41): skirmishers and limbered guns, where the way is free, once before their next own
    /// movement, which it costs them (Q60).
    fn may_evade(&self, state: &State, id: UnitId, from: UnitId) -> bool {
        let unit = &state.units[id];
        let fit = match self.unit(id).arm() {
            Arm::Artillery => unit.formation == Formation::Limbered,
            Arm::Infantry | Arm::Cavalry => unit.formation == Formation::Skirmish,
        };
        fit && unit.is_steady()
            && !unit.marks.has(Marks::OWES_MOVE)
            && !self.in_contact(state, id)
            && self.escape(state, id, from, true).is_some()
    }

    /// Whether an answer is open to the target of a charge.
    fn can_answer(&self, state: &State, target: UnitId, charger: UnitId, breakthrough: bool, how: Answer) -> bool {
        match how {
            Answer::Stand => true,
            Answer::Square => {
                self.unit(charger).arm() == Arm::Cavalry && self.may_try_square(state, target, breakthrough)
            }
            Answer::CounterCharge => {
                !breakthrough
                    && state.units[charger].marks.has(Marks::CHARGING)
                    && self.may_counter(state, target, charger)
            }
            Answer::Evade => self.may_evade(state, target, charger),
        }
    }

    /// Whether the target of a charge has anything to decide.
    #[must_use]
    pub(in crate::empire) fn has_answer(
        &self,
        state: &State,
        charger: UnitId,
        target: UnitId,
        breakthrough: bool,
    ) -> bool {
        [Answer::Square, Answer::CounterCharge, Answer::Evade]
            .into_iter()
            .any(|how| self.can_answer(state, target, charger, breakthrough, how))
    }

    /// Whether a player may answer so.
    pub(in crate::empire) fn may_react(
        &self,
        state: &State,
        player: Player,
        id: UnitId,
        how: Answer,
    ) -> Result<(), Refusal> {
        state.units.get(id).ok_or(Refusal::NoSuch)?;
        if self.unit(id).player != player {
            return Err(Refusal::NotOwn);
        }
        let open = match &state.pending {
            Pending::Charge { unit, target, breakthrough } => {
                *target == id && self.can_answer(state, id, *unit, *breakthrough, how)
            }
            Pending::Threat { may, .. } => {
                may.contains(&id)
                    && match how {
                        Answer::Stand => true,
                        Answer::Square => self.may_try_square(state, id, false),
                        Answer::CounterCharge | Answer::Evade => false,
                    }
            }
            _ => return Err(Refusal::WrongStage),
        };
        if open { Ok(()) } else { Err(Refusal::CannotAnswer) }
    }

    /// The answers that are open.
    pub(in crate::empire) fn suggest_answers(&self, state: &State, player: Player, out: &mut Vec<Action>) {
        let unit = match &state.pending {
            Pending::Charge { target, .. } => Some(*target),
            Pending::Threat { may, .. } => may.first().copied(),
            _ => None,
        };
        let Some(unit) = unit else { return };
        for how in [Answer::Stand, Answer::Square, Answer::CounterCharge, Answer::Evade] {
            if self.may_react(state, player, unit, how).is_ok() {
                out.push(Action::React { unit, how });
            }
        }
    }

    /// The number behind an answer.
    pub(in crate::empire) fn answer_numbers(&self, state: &State, id: UnitId, how: Answer) -> Vec<Breakdown> {
        let breakthrough = matches!(state.pending, Pending::Charge { breakthrough: true, .. });
        match how {
            Answer::Square => vec![square::breakdown(&self.square_facts(state, id, breakthrough))],
            _ => Vec::new(),
        }
    }

    /// The facts of an attempt to form square (E square).
    #[must_use]
    pub(in crate::empire) fn square_facts(&self, state: &State, id: UnitId, breakthrough: bool) -> square::Facts {
        let (unit, profile) = (&state.units[id], self.unit(id));
        square::Facts {
            class: profile.class,
            hits: unit.hits,
            status: unit.status,
            leader: state.leaders.iter().any(|leader| leader.is_here() && leader.host == Host::Unit(id)),
            pinned: unit.marks.has(Marks::PINNED_AT_START),
            breakthrough,
            out_of_command: self.out_of_command(state, id),
            in_contact: self.in_contact(state, id),
            ..square::Facts::new(profile.nation, Ce::new(i16::from(profile.ce)), unit.formation)
        }
    }
}

impl<D: Draws, S: Sink<Empire>> Ctx<'_, D, S> {
    /// A battalion tries to form square (E square); says whether it did. Whom the square does not touch it has left (Q57).
    pub(in crate::empire) fn try_square(&mut self, id: UnitId, breakthrough: bool) -> Result<bool, Unmet> {
        let game = self.game;
        let facts = game.square_facts(self.state, id, breakthrough);
        let die = self.die("square", id.0, game.unit(id).player)?;
        let is_made = square::resolve(&facts, die).is_formed;
        let mut room = game.room_for(self.state, id, Formation::Square);
        while let (true, Ok(pose)) = (is_made, room)
            && self.is_stopped(id, pose, Formation::Square)
        {
            // Who hid there is seen now: there may be room beside him.
            room = game.room_for(self.state, id, Formation::Square);
        }
        let formed = is_made && room.is_ok();
        self.tell(|_, _| Event::SquareTried { unit: id, need: square::breakdown(&facts), die, formed });
        self.set_out(id);
        self.edit(id, |unit| {
            unit.marks.set(Marks::TRIED_SQUARE.and(Marks::MOVED));
            if formed {
                unit.formation = Formation::Square;
                unit.marks.clear(Marks::FAILED_SQUARE);
            } else {
                unit.marks.set(Marks::FAILED_SQUARE);
            }
        });
        if let (true, Ok(pose)) = (formed, room) {
            self.put(id, pose);
            self.settle_contacts(id);
        }
        Ok(formed)
    }

    /// Carries out an answer; after it a charge goes on.
    pub(in crate::empire) fn do_react(&mut self, id: UnitId, how: Answer) -> Result<(), Unmet> {
        match std::mem::take(&mut self.state.pending) {
            Pending::Charge { unit, target, breakthrough } => self.answer_charge(unit, target, breakthrough, how),
            Pending::Threat { unit, mut may } => {
                if how == Answer::Square && self.try_square(id, false)? {
                    self.edit(id, |battalion| battalion.marks.set(Marks::OWES_MOVE));
                }
                may.retain(|&other| other != id && self.game.may_try_square(self.state, other, false));
                if !may.is_empty() {
                    self.state.pending = Pending::Threat { unit, may };
                }
                Ok(())
            }
            other => {
                self.state.pending = other;
                Ok(())
            }
        }
    }

    fn answer_charge(&mut self, unit: UnitId, target: UnitId, breakthrough: bool, how: Answer) -> Result<(), Unmet> {
        let run = self.run_at(unit, target);
        match how {
            Answer::Stand => {
                self.strike(unit, target, false, run);
            }
            Answer::Square => {
                if self.try_square(target, breakthrough)? {
                    self.edit(target, |battalion| battalion.marks.set(Marks::OWES_MOVE));
                }
                // Closed up, it may stand further off than the charge goes.
                let breath = self.game.breath(self.state, unit, breakthrough);
                if self.run_at(unit, target) > breath {
                    self.run_on(unit, run.min(breath));
                } else {
                    self.strike(unit, target, false, run);
                }
            }
            Answer::CounterCharge => self.counter_charge(unit, target),
            Answer::Evade => self.evade(unit, target, run),
        }
        if breakthrough {
            self.next_pursuit();
        } else {
            self.threaten(unit);
        }
        Ok(())
    }

    /// How far a charge runs until it strikes; 0 if it does not.
    fn run_at(&self, unit: UnitId, target: UnitId) -> i32 {
        let far = self.game.stride(self.state, unit, &[]) + self.game.longest();
        self.game.run_to(self.state, unit, target, 0, far).unwrap_or(0)
    }

    /// The target turns to the charge and both meet half-way (P28, Q33).
    fn counter_charge(&mut self, unit: UnitId, target: UnitId) {
        let game = self.game;
        self.edit(target, |cavalry| {
            cavalry.marks.set(Marks::CHARGING.and(Marks::MOVED).and(Marks::FAR).and(Marks::CLOSED));
        });
        self.set_out(target);
        let before = self.unit(target).pose;
        let turned = crate::empire::geometry::Pose { facing: self.unit(unit).pose.facing.reversed(), ..before };
        let block = Block::new(turned, game.size(target, self.unit(target)));
        let free = {
            let scene = Scene::new(game, self.state, target, 0);
            Track::new(&scene).on_table(&block).is_ok() && scene.seen().all(|other| !overlap(&block, &other.block))
        };
        let formation = self.unit(target).formation;
        if free && !self.is_stopped(target, turned, formation) {
            self.put(target, turned);
            let far = game.stride(self.state, unit, &[]) + game.longest();
            if game.run_to(self.state, unit, target, 0, far).is_none() {
                self.put(target, before);
            }
        }
        let run = self.run_at(unit, target);
        if self.unit(target).pose.facing == turned.facing {
            self.run_on(target, run / 2);
        }
        let at = self.unit(target).pose;
        self.tell(|_, _| Event::CounterCharged { unit: target, at });
        if !self.strike(unit, target, true, run) {
            return;
        }
        // Those two met; who merely stood beside has been struck as by any charge (A6).
        let mut has_met = false;
        for contact in self.state.contacts.iter_mut().filter(|contact| contact.attacker == unit) {
            contact.met = contact.defender == target;
            if contact.met {
                (contact.facet, has_met) = (Facet::Front, true);
            }
        }
        if has_met {
            self.edit(target, |cavalry| cavalry.marks.set(Marks::WINDED));
        }
    }

    /// The target goes out of the way, and has moved by it (Q60); the charge runs on to where it would have struck (P41, Q33).
    fn evade(&mut self, unit: UnitId, target: UnitId, run: i32) {
        let game = self.game;
        // Somebody hidden may be in every way that seemed free: then it is caught where it stands, and has seen who it was (Q12).
        let Some(pose) = game.escape(self.state, target, unit, false) else {
            let formation = self.unit(target).formation;
            while let Some(way) = game.escape(self.state, target, unit, true)
                && let Some((_, by)) = game.stopped(self.state, target, way, formation)
            {
                self.tell(|_, _| Event::Ambushed { unit: target, by });
                self.reveal(by);
            }
            self.strike(unit, target, false, run);
            return;
        };
        self.set_out(target);
        self.edit(target, |skirmishers| skirmishers.marks.set(Marks::MOVED.and(Marks::FAR).and(Marks::OWES_MOVE)));
        self.put(target, pose);
        self.tell(|_, _| Event::Evaded { unit: target, at: pose });
        self.see_around(target);
        self.run_on(unit, run);
    }
}
