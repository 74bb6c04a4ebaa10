//! 5.0: movement.
use super::action::{Action, Answer, Manoeuvre};
use super::context::Ctx;
use super::profile::Empire;
use super::refusal::Refusal;
use super::state::{State, UnitId};
use crate::chance::{Draws, Unmet};
use crate::explain::Breakdown;
use crate::game::{Player, Sink};

impl Empire {
    pub(super) fn may_rally(&self, _: &State, _: Player, _: UnitId) -> Result<(), Refusal> {
        Ok(())
    }
    pub(super) fn may_recover(&self, _: &State, _: Player, _: UnitId) -> Result<(), Refusal> {
        Ok(())
    }
    pub(super) fn may_move(&self, _: &State, _: Player, _: UnitId, _: &[Manoeuvre]) -> Result<(), Refusal> {
        Ok(())
    }
    pub(super) fn may_hold(&self, _: &State, _: Player, _: UnitId) -> Result<(), Refusal> {
        Ok(())
    }
    pub(super) fn may_screen(&self, _: &State, _: Player, _: UnitId, _: u8) -> Result<(), Refusal> {
        Ok(())
    }
    pub(super) fn may_react(&self, _: &State, _: Player, _: UnitId, _: Answer) -> Result<(), Refusal> {
        Ok(())
    }
    pub(super) fn suggest_rallies(&self, _: &State, _: Player, _: &mut Vec<Action>) {}
    pub(super) fn suggest_moves(&self, _: &State, _: Player, _: &mut Vec<Action>) {}
    pub(super) fn suggest_answers(&self, _: &State, _: Player, _: &mut Vec<Action>) {}
    pub(super) fn rally_numbers(&self, _: &State, _: UnitId) -> Vec<Breakdown> {
        Vec::new()
    }
    pub(super) fn move_numbers(&self, _: &State, _: Player, _: UnitId, _: &[Manoeuvre]) -> Vec<Breakdown> {
        Vec::new()
    }
    pub(super) fn answer_numbers(&self, _: &State, _: UnitId, _: Answer) -> Vec<Breakdown> {
        Vec::new()
    }
    /// What a unit may do in the march stage, as suggestions.
    pub fn candidates(&self, _: &State, _: UnitId, _: &mut Vec<Action>) {}
    /// By whom a unit is pinned (L1, P34): an enemy within 3 inches whose front arc it is in.
    #[must_use]
    pub fn pinned_by(&self, _: &State, _: UnitId) -> Option<UnitId> {
        None
    }
    /// The enemy cavalry that keeps infantry or guns pinned for squares, morale and formation changes (L1): within 6 inches of its front.
    #[must_use]
    pub fn pinned_by_cavalry(&self, _: &State, _: UnitId) -> Option<UnitId> {
        None
    }
    /// Whether a unit is out of command radius (L3).
    #[must_use]
    pub fn out_of_command(&self, _: &State, _: UnitId) -> bool {
        false
    }
}

impl<D: Draws, S: Sink<Empire>> Ctx<'_, D, S> {
    pub(super) fn do_rally(&mut self, _: UnitId) -> Result<(), Unmet> {
        Ok(())
    }
    pub(super) fn do_recover(&mut self, _: UnitId) -> Result<(), Unmet> {
        Ok(())
    }
    pub(super) fn do_move(&mut self, _: UnitId, _: &[Manoeuvre]) -> Result<(), Unmet> {
        Ok(())
    }
    pub(super) fn do_hold(&mut self, _: UnitId) -> Result<(), Unmet> {
        Ok(())
    }
    pub(super) fn do_screen(&mut self, _: UnitId, _: u8) -> Result<(), Unmet> {
        Ok(())
    }
    pub(super) fn do_react(&mut self, _: UnitId, _: Answer) -> Result<(), Unmet> {
        Ok(())
    }
    /// Marks who is pinned by cavalry as movement begins (E square).
    pub(super) fn mark_pinned(&mut self) {}
    /// Routed units that did not rally run (A57); divisions that fall back go on (A74).
    pub(super) fn flights(&mut self, _: Player) -> Result<(), Unmet> {
        Ok(())
    }
    /// Ends a side's movement: attack orders that did not close lapse (Q14), blown cavalry that rested is fresh (L7).
    pub(super) fn end_march(&mut self, _: Player) -> Result<(), Unmet> {
        Ok(())
    }
    /// Who is due comes onto the table (Q15).
    pub(super) fn arrivals(&mut self, _: Player) {}
}
