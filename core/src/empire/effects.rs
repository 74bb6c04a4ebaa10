//! What results do to units (E markers, E morale).
//!
//! Hits come first, then disorder, then the retreat, so that a unit that the hits destroy goes nowhere.

use super::charts::is_destroyed;
use super::context::Ctx;
use super::event::{Event, Loss, Morale, Retreat};
use super::few::Few;
use super::morale::{self, Nerve};
use super::state::{Marks, UnitId};
use super::units::{Arm, Effect, Formation, Status};
use crate::chance::{Draws, Unmet};
use crate::game::Sink;

/// Who must check morale, and from whom each goes back.
pub(super) type Due = Few<(UnitId, Option<UnitId>), 16>;

impl<D: Draws, S: Sink<super::profile::Empire>> Ctx<'_, D, S> {
    /// Puts hits on a unit; it is lost when they reach its combat effectiveness (A35). Says whether it must check morale (A30).
    pub(super) fn hit(&mut self, id: UnitId, hits: u8) -> bool {
        if hits == 0 || !self.unit(id).is_here() {
            return false;
        }
        let ce = self.game.strength(self.state, id);
        let before = self.unit(id).hits;
        let now = before.saturating_add(hits);
        self.edit(id, |unit| unit.hits = now);
        self.tell(|_, _| Event::Hit { unit: id, hits, now });
        if is_destroyed(ce, now) {
            self.lose(id, Loss::Hits);
            return false;
        }
        let unit = self.unit(id);
        morale::is_due(ce, unit.status, before, now) && !unit.marks.any(Marks::CHECKED.and(Marks::ABANDONED))
    }

    /// Disorders a unit in good order; others are as before (A10, P12).
    pub(super) fn disorder(&mut self, id: UnitId) {
        if self.unit(id).is_steady() && self.unit(id).status == Status::Good {
            self.edit(id, |unit| unit.status = Status::Disordered);
            self.tell(|_, _| Event::Disordered { unit: id });
        }
    }

    /// A unit falls back, away from `from`; `hit` whether it takes the hit of the marker too, without a check of morale (A31). Routed
    /// units are not concerned (P12). Guns limber and go (Q7). Who cannot get clear of the enemy routs (A11).
    pub(super) fn fall_back(&mut self, id: UnitId, from: Option<UnitId>, hit: bool) {
        if !self.unit(id).is_steady() {
            return;
        }
        if hit {
            self.hit(id, 1);
        }
        if !self.unit(id).is_here() {
            return;
        }
        self.disorder(id);
        if !self.retreat(id, from, Retreat::Fallback) && self.unit(id).is_here() {
            self.rout(id, from);
        }
    }

    /// A unit routs: it has no formation to speak of and runs 12 inches (A57); the crew of guns leaves them (P38). One that
    /// routs again runs again (P12).
    pub(super) fn rout(&mut self, id: UnitId, from: Option<UnitId>) {
        let unit = self.unit(id);
        if !unit.is_here() || unit.marks.has(Marks::ABANDONED) {
            return;
        }
        if self.profile(id).arm() == Arm::Artillery {
            return self.abandon(id);
        }
        let first = unit.status != Status::Routed;
        self.edit(id, |unit| {
            unit.status = Status::Routed;
            // Who runs again has not routed again (A72, P12).
            if first {
                unit.marks.set(Marks::ROUTED_NOW);
            }
            // Nobody runs in square (Q42).
            if unit.formation == Formation::Square {
                unit.formation = Formation::Column;
            }
        });
        if first {
            self.tell(|_, _| Event::Routed { unit: id });
        }
        self.retreat(id, from, Retreat::Rout);
        self.leader_routs(id);
    }

    /// The crew leaves its guns (P38): they stay, and are taken at once by a formed enemy that touches them.
    fn abandon(&mut self, id: UnitId) {
        let taken = self.state.contacts.iter().filter_map(|contact| contact.foe_of(id));
        let taken = taken.into_iter().any(|foe| self.state.units[foe].is_formed());
        self.edit(id, |unit| {
            unit.status = Status::Routed;
            unit.marks.set(Marks::ABANDONED.and(Marks::ROUTED_NOW));
        });
        self.part(id);
        self.tell(|_, _| Event::Abandoned { unit: id });
        if taken {
            self.lose(id, Loss::Taken);
        }
    }

    /// Applies a result of a chart; `from` is the enemy that caused it. Says whether the unit must check morale.
    pub(super) fn suffer(&mut self, id: UnitId, effect: Effect, from: Option<UnitId>) -> bool {
        match effect {
            Effect::None => false,
            Effect::Disorder => self.disorder_or_hit(id),
            Effect::Fallback => self.beaten(id, from, true),
            Effect::Hit => self.hit(id, 1),
            Effect::TwoHits => self.hit(id, 2),
            Effect::Rout => {
                self.rout(id, from);
                false
            }
        }
    }

    /// `D`: nothing for a unit that is disordered already, or a hit by the house rule (A10).
    fn disorder_or_hit(&mut self, id: UnitId) -> bool {
        let unit = self.unit(id);
        if self.game.house().second_disorder_hits && unit.is_steady() && unit.status == Status::Disordered {
            return self.hit(id, 1);
        }
        self.disorder(id);
        false
    }

    /// `F` in an assault: as a fallback, its hit counting for morale, but guns rout instead of moving (P38, Q9).
    pub(super) fn beaten(&mut self, id: UnitId, from: Option<UnitId>, hit: bool) -> bool {
        if !self.unit(id).is_steady() {
            return false;
        }
        let due = hit && self.hit(id, 1);
        if self.profile(id).arm() == Arm::Artillery {
            self.rout(id, from);
            return false;
        }
        self.fall_back(id, from, false);
        due
    }

    /// A morale check (E morale); a unit that fails goes back from `from`, or from the nearest enemy. Once it has failed it does not check
    /// again in this phase (A31).
    pub(super) fn check_morale(&mut self, id: UnitId, from: Option<UnitId>) -> Result<(), Unmet> {
        let unit = self.unit(id);
        if !unit.is_steady() || unit.marks.has(Marks::CHECKED) {
            return Ok(());
        }
        let facts = self.game.morale_facts(self.state, id);
        let die = self.die("morale", id.0, self.profile(id).player)?;
        let found = morale::resolve(&facts, self.game.house(), die);
        let result = match found.nerve {
            Nerve::Pass => Morale::Pass,
            Nerve::Fallback => Morale::Fallback,
            Nerve::Rout => Morale::Rout,
        };
        let need = Self::shown("morale", |need| morale::total(&facts, need));
        self.tell(|_, _| Event::MoraleChecked { unit: id, need, die, result });
        if found.is_hit {
            self.hit(id, 1);
        }
        if result != Morale::Pass {
            self.edit(id, |unit| unit.marks.set(Marks::CHECKED));
        }
        match result {
            Morale::Pass => {}
            Morale::Fallback => self.fall_back(id, from, true),
            Morale::Rout => self.rout(id, from),
        }
        Ok(())
    }

    /// Morale at the end of a phase's results: the side with initiative first, each by number (P43).
    pub(super) fn check_all(&mut self, due: &mut Due) -> Result<(), Unmet> {
        let first = self.state.initiative;
        due.sort_unstable_by_key(|(id, _)| (Some(self.game.unit(*id).player) != first, *id));
        due.dedup_by_key(|(id, _)| *id);
        for &(id, from) in due.iter() {
            self.check_morale(id, from)?;
        }
        Ok(())
    }

    /// A phase is over: whose morale has failed may be tried again in the next one (A31).
    pub(super) fn settle(&mut self) {
        for n in 0..self.state.units.len() {
            self.edit(UnitId(n as u16), |unit| unit.marks.clear(Marks::CHECKED));
        }
    }
}
