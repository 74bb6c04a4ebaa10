//! Who holds whom in place (L1, P34), and who is out of command (L3).

use super::scene::Other;
use crate::empire::geometry::{Block, gap_within, sees};
use crate::empire::profile::Empire;
use crate::empire::state::{Marks, Presence, State, UnitId};
use crate::empire::units::{Arm, Formation};

impl Empire {
    /// Whether `enemy` holds a block in place (P34, Q8, Q34): steady, seen, not in skirmish order, within `range`, and with it in its
    /// front arc; squares and garrisons have a front all round.
    pub(super) fn holds(&self, state: &State, own: &Block, enemy: UnitId, block: &Block, range: i32) -> bool {
        gap_within(own, block, range) && {
            let enemy = &state.units[enemy];
            enemy.is_formed()
                && !enemy.marks.has(Marks::HIDDEN)
                && (matches!(enemy.formation, Formation::Square | Formation::Garrison) || sees(block, own))
        }
    }

    /// Whether an enemy pins a unit (L1, P34); skirmishers are pinned by cavalry alone.
    pub(super) fn pins_from(&self, state: &State, unit: UnitId, own: &Block, enemy: &Other, range: i32) -> bool {
        (state.units[unit].formation != Formation::Skirmish || self.unit(enemy.id).arm() == Arm::Cavalry)
            && self.holds(state, own, enemy.id, &enemy.block, range)
    }

    /// Whether `enemy` pins `unit` (L1, P34): within 3 inches, with it in the front arc. Skirmishers are pinned by cavalry
    /// alone, and pin nobody.
    #[must_use]
    pub fn pins(&self, state: &State, unit: UnitId, enemy: UnitId) -> bool {
        let (Some(own), Some(other)) = (state.units.get(unit), state.units.get(enemy)) else { return false };
        own.is_here()
            && other.is_here()
            && self.unit(unit).player != self.unit(enemy).player
            && (own.formation != Formation::Skirmish || self.unit(enemy).arm() == Arm::Cavalry)
            && self.holds(state, &self.block(unit, own), enemy, &self.block(enemy, other), self.house().tactical_range)
    }

    /// By whom a unit is pinned (L1, P34): an enemy within 3 inches whose front arc it is in; of several the first.
    #[must_use]
    pub fn pinned_by(&self, state: &State, unit: UnitId) -> Option<UnitId> {
        let own = state.units.get(unit).filter(|own| own.is_here())?;
        let player = self.unit(unit).player;
        let block = self.block(unit, own);
        self.first_enemy(state, player, &block, self.house().tactical_range, |id, _| self.pins(state, unit, id))
    }

    /// The enemy cavalry that keeps infantry or guns pinned for squares, morale and formation changes (L1): within 6 inches
    /// of its front.
    #[must_use]
    pub fn pinned_by_cavalry(&self, state: &State, unit: UnitId) -> Option<UnitId> {
        let own = state.units.get(unit).filter(|own| own.is_here())?;
        let profile = self.unit(unit);
        if profile.arm() == Arm::Cavalry {
            return None;
        }
        let (range, block) = (self.house().cavalry_range, self.block(unit, own));
        self.first_enemy(state, profile.player, &block, range, |id, other| {
            self.rolls.kinds[id.index()].arm == Arm::Cavalry
                && self.holds(state, &block, id, &self.block(id, other), range)
        })
    }

    /// Enemy cavalry within 6 inches of a unit, wherever it looks: then a square is rolled for (P46, Q5).
    #[must_use]
    pub fn cavalry_near(&self, state: &State, unit: UnitId) -> Option<UnitId> {
        let own = state.units.get(unit).filter(|own| own.is_here())?;
        let player = self.unit(unit).player;
        self.first_enemy(state, player, &self.block(unit, own), self.house().cavalry_range, |id, other| {
            self.is_threat(id, other, player) && self.unit(id).arm() == Arm::Cavalry && other.is_steady()
        })
    }

    /// Whether a unit is out of command radius (L3): further than 12 inches from the leader of its division, or without one.
    /// A successor without a figure is with the unit of the division that is nearest to its middle: nobody is out of his reach.
    #[must_use]
    pub fn out_of_command(&self, state: &State, unit: UnitId) -> bool {
        let Some(own) = state.units.get(unit) else { return false };
        let Some(division) = state.divisions.get(self.unit(unit).division.index()) else { return false };
        let Some(leads) = division.leader else { return !division.acting };
        let Some(leader) = state.leaders.get(leads.index()) else { return !division.acting };
        if leader.presence != Presence::Table {
            return true;
        }
        let at = self.leader_place(state, leads);
        !self.block(unit, own).within(at, self.house().command_radius)
    }
}
