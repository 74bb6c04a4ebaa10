//! Rallying, recovering, and the flight of those who did neither (L6, P35, A57, A74).

use crate::chance::{Draws, Unmet};
use crate::empire::action::Action;
use crate::empire::context::Ctx;
use crate::empire::event::{Event, Retreat};
use crate::empire::morale;
use crate::empire::profile::Empire;
use crate::empire::refusal::Refusal;
use crate::empire::retreat::SAFE;
use crate::empire::rolls::in_both;
use crate::empire::state::{Host, Leader, Marks, State, Unit, UnitId};
use crate::empire::units::Status;
use crate::explain::Breakdown;
use crate::game::{Player, Sink};

impl Empire {
    /// What both rallying and recovering ask of a unit.
    fn may_gather(&self, state: &State, player: Player, id: UnitId) -> Result<Unit, Refusal> {
        let unit = self.may_act(state, player, id)?;
        if unit.marks.has(Marks::ABANDONED) {
            return Err(Refusal::Abandoned);
        }
        if unit.status == Status::Good {
            return Err(Refusal::InGoodOrder);
        }
        if unit.marks.has(Marks::RALLIED) {
            return Err(Refusal::HasTried);
        }
        let block = self.block(id, &unit);
        match self.enemy_within(state, player, &block, self.house().tactical_range) {
            Some(enemy) => Err(Refusal::EnemyNear { enemy }),
            None => Ok(unit),
        }
    }

    /// Whether a unit may be rallied (L6, A68).
    pub(in crate::empire) fn may_rally(&self, state: &State, player: Player, id: UnitId) -> Result<(), Refusal> {
        self.may_gather(state, player, id)?;
        if self.has_rallier(state, id) { Ok(()) } else { Err(Refusal::NobodyToRally) }
    }

    /// Whether a leader is with a unit who may rally it (L6, A68).
    fn has_rallier(&self, state: &State, id: UnitId) -> bool {
        state.leaders.iter().any(|leader| rallies(state, leader) == Some(id))
    }

    /// Whether a unit may recover by itself (P35).
    pub(in crate::empire) fn may_recover(&self, state: &State, player: Player, id: UnitId) -> Result<(), Refusal> {
        let unit = self.may_gather(state, player, id)?;
        self.recovers(state, player, id, &unit)
    }

    /// What recovering asks beyond what rallying asks too.
    fn recovers(&self, state: &State, player: Player, id: UnitId, unit: &Unit) -> Result<(), Refusal> {
        if unit.status == Status::Routed {
            return Err(Refusal::IsRouted);
        }
        // Who still has to fall back with its division has no move to give up (A74).
        if unit.marks.has(Marks::FALLING_BACK)
            && !self.is_safe(state, id)
            && let Some(enemy) = self.enemy_within(state, player, &self.block(id, unit), SAFE)
        {
            return Err(Refusal::EnemyNear { enemy });
        }
        Ok(())
    }

    /// Rides of the next leader; who may be rallied or recover.
    pub(in crate::empire) fn suggest_rallies(&self, state: &State, player: Player, out: &mut Vec<Action>) {
        self.suggest_rides(state, player, out);
        let mut led: Vec<UnitId> = state.leaders.iter().filter_map(|leader| rallies(state, leader)).collect();
        led.sort_unstable();
        for unit in in_both(state.units.shaken(), self.rolls.units_of(player)) {
            let Ok(standing) = self.may_gather(state, player, unit) else { continue };
            if led.binary_search(&unit).is_ok() {
                out.push(Action::Rally { unit });
            }
            if self.recovers(state, player, unit, &standing).is_ok() {
                out.push(Action::Recover { unit });
            }
        }
    }

    /// The number behind a rally.
    pub(in crate::empire) fn rally_numbers(&self, state: &State, id: UnitId) -> Vec<Breakdown> {
        let mut need = Breakdown::in_quarters("rally");
        morale::total(&self.morale_facts(state, id), &mut need);
        vec![need]
    }
}

/// The unit that a leader is with and may rally (L6, A68).
fn rallies(state: &State, leader: &Leader) -> Option<UnitId> {
    match leader.host {
        Host::Unit(unit) if leader.is_here() && leader.no_rally < state.turn => Some(unit),
        _ => None,
    }
}

impl<D: Draws, S: Sink<Empire>> Ctx<'_, D, S> {
    /// A leader tries to rally a unit (L6): a routed one that rallies is disordered and does not move, a disordered one is in good
    /// order.
    pub(in crate::empire) fn do_rally(&mut self, id: UnitId) -> Result<(), Unmet> {
        let facts = self.game.morale_facts(self.state, id);
        let die = self.die("rally", id.0, self.profile(id).player)?;
        let success = i16::from(die) < morale::value(&facts);
        let routed = self.unit(id).status == Status::Routed;
        self.edit(id, |unit| {
            unit.marks.set(Marks::RALLIED);
            if success {
                unit.status = if routed { Status::Disordered } else { Status::Good };
                unit.marks.clear(Marks::FALLING_BACK);
                if routed {
                    unit.marks.set(Marks::DONE);
                }
            }
        });
        if success && routed {
            self.division_rallies(id);
        }
        let need = Self::shown("rally", |need| morale::total(&facts, need));
        self.tell(|_, _| Event::Rallied { unit: id, need: Some(need), die, success });
        Ok(())
    }

    /// A disordered unit gives up its move and its fire, and is in good order (P35).
    pub(in crate::empire) fn do_recover(&mut self, id: UnitId) -> Result<(), Unmet> {
        self.edit(id, |unit| {
            unit.status = Status::Good;
            unit.marks.set(Marks::RECOVERING.and(Marks::DONE));
        });
        self.tell(|_, _| Event::Rallied { unit: id, need: None, die: 0, success: true });
        Ok(())
    }

    /// Marks who is pinned by cavalry as movement begins (E square), and from where everybody sets out (L2). Who is in contact came
    /// from where it came: cover against it stays what it was (P20, P31).
    pub(in crate::empire) fn mark_pinned(&mut self) {
        for n in 0..self.state.units.len() {
            let id = UnitId(n as u16);
            if !self.unit(id).is_here() {
                continue;
            }
            if !self.game.in_contact(self.state, id) {
                self.set_out(id);
            }
            if self.game.pinned_by_cavalry(self.state, id).is_some() {
                self.edit(id, |unit| unit.marks.set(Marks::PINNED_AT_START));
            }
        }
    }

    /// Routed units that did not rally run (A57); divisions that fall back go on (A74); squares formed in the enemy's movement
    /// pay for it (Q5).
    pub(in crate::empire) fn flights(&mut self, player: Player) -> Result<(), Unmet> {
        for n in 0..self.state.units.len() {
            let id = UnitId(n as u16);
            let unit = *self.unit(id);
            if self.profile(id).player != player || !unit.is_here() {
                continue;
            }
            if unit.marks.has(Marks::OWES_MOVE) {
                self.edit(id, |unit| {
                    unit.marks.clear(Marks::OWES_MOVE);
                    unit.marks.set(Marks::DONE);
                });
            }
            if unit.marks.has(Marks::ABANDONED) {
                self.edit(id, |unit| unit.marks.set(Marks::DONE));
            } else if unit.status == Status::Routed {
                self.edit(id, |unit| unit.marks.set(Marks::DONE));
                self.retreat(id, None, Retreat::Flight);
            } else if unit.marks.has(Marks::FALLING_BACK) {
                self.go_on_falling_back(id);
            }
        }
        Ok(())
    }

    /// A unit of a division that falls back: on until it is outside 12 inches of every enemy or in cover (A74).
    fn go_on_falling_back(&mut self, id: UnitId) {
        if !self.game.is_safe(self.state, id) {
            self.edit(id, |unit| unit.marks.set(Marks::DONE));
            self.retreat(id, None, Retreat::Division);
        }
        if self.unit(id).is_here() && self.game.is_safe(self.state, id) {
            self.edit(id, |unit| unit.marks.clear(Marks::FALLING_BACK));
        }
    }
}
