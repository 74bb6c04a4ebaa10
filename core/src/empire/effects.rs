//! What results do to units (E markers, E morale).
use super::context::Ctx;
use super::profile::Empire;
use super::state::UnitId;
use super::units::Effect;
use crate::chance::{Draws, Unmet};
use crate::game::Sink;

impl<D: Draws, S: Sink<Empire>> Ctx<'_, D, S> {
    /// Puts hits on a unit; it is lost when they reach its combat effectiveness (A35). Says whether it must check morale (A30).
    pub(super) fn hit(&mut self, _: UnitId, _: u8) -> bool {
        false
    }
    /// Disorders a unit (A10).
    pub(super) fn disorder(&mut self, _: UnitId) {}
    /// A unit falls back with all that belongs to it; `hit` whether it takes the hit too.
    pub(super) fn fall_back(&mut self, _: UnitId, _: Option<UnitId>, _hit: bool) {}
    /// A unit routs.
    pub(super) fn rout(&mut self, _: UnitId, _: Option<UnitId>) {}
    /// Applies a result of a chart.
    pub(super) fn suffer(&mut self, _: UnitId, _: Effect, _: Option<UnitId>) -> bool {
        false
    }
    /// A morale check (E morale).
    pub(super) fn check_morale(&mut self, _: UnitId) -> Result<(), Unmet> {
        Ok(())
    }
}
