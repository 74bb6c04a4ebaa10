//! 7.0: assaults.
use super::action::{Action, Pursuit};
use super::context::Ctx;
use super::profile::Empire;
use super::refusal::Refusal;
use super::state::{State, UnitId};
use crate::chance::{Draws, Unmet};
use crate::explain::Breakdown;
use crate::game::{Player, Sink};

impl Empire {
    pub(super) fn may_lead(&self, _: &State, _: Player, _: UnitId, _: &[UnitId]) -> Result<(), Refusal> {
        Ok(())
    }
    pub(super) fn may_follow(&self, _: &State, _: Player, _: UnitId, _: Pursuit) -> Result<(), Refusal> {
        Ok(())
    }
    pub(super) fn suggest_leads(&self, _: &State, _: Player, _: &mut Vec<Action>) {}
    pub(super) fn suggest_pursuits(&self, _: &State, _: Player, _: &mut Vec<Action>) {}
    pub(super) fn lead_numbers(&self, _: &State, _: Player, _: UnitId, _: &[UnitId]) -> Vec<Breakdown> {
        Vec::new()
    }
    /// Whether a combat is still to be fought this turn.
    pub(super) fn has_combat(&self, _: &State) -> bool {
        false
    }
}

impl<D: Draws, S: Sink<Empire>> Ctx<'_, D, S> {
    pub(super) fn do_lead(&mut self, _: UnitId, _: &[UnitId]) -> Result<(), Unmet> {
        Ok(())
    }
    pub(super) fn do_follow(&mut self, _: UnitId, _: Pursuit) -> Result<(), Unmet> {
        Ok(())
    }
    /// Ends the stage: cavalry recoils from squares (A9), is blown (L7).
    pub(super) fn end_assaults(&mut self) -> Result<(), Unmet> {
        Ok(())
    }
}
