//! 6.0: declaring and resolving fire.
use super::action::Action;
use super::context::Ctx;
use super::profile::Empire;
use super::refusal::Refusal;
use super::state::{State, UnitId};
use crate::chance::{Draws, Unmet};
use crate::explain::Breakdown;
use crate::game::{Player, Sink};

impl Empire {
    pub(super) fn may_fire(&self, _: &State, _: Player, _: &[UnitId], _: UnitId) -> Result<(), Refusal> {
        Ok(())
    }
    pub(super) fn suggest_fire(&self, _: &State, _: Player, _: &mut Vec<Action>) {}
    pub(super) fn fire_numbers(&self, _: &State, _: &[UnitId], _: UnitId) -> Vec<Breakdown> {
        Vec::new()
    }
}

impl<D: Draws, S: Sink<Empire>> Ctx<'_, D, S> {
    pub(super) fn do_fire(&mut self, _: &[UnitId], _: UnitId) -> Result<(), Unmet> {
        Ok(())
    }
    /// Everything that was declared is resolved at once, then morale (A40, P43).
    pub(super) fn resolve_fire(&mut self) -> Result<(), Unmet> {
        Ok(())
    }
}
