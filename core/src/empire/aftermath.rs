//! 8.0 and 9.0: leaders, divisional integrity; objectives and victory (L12).
use super::context::Ctx;
use super::profile::Empire;
use super::state::{Stage, State};
use crate::chance::{Draws, Unmet};
use crate::game::{Outcome, Sink};

impl Empire {
    pub(super) fn result(&self, _: &State) -> Option<Outcome> {
        None
    }
}

impl<D: Draws, S: Sink<Empire>> Ctx<'_, D, S> {
    pub(super) fn integrity(&mut self) -> Result<(), Unmet> {
        Ok(())
    }
    /// Objectives change hands, broken divisions are counted, the battle may end (L12).
    pub(super) fn end_turn(&mut self) {
        if self.state.turn >= self.game.scenario().turns {
            self.state.stage = Stage::Over;
        }
    }
}
