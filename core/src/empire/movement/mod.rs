//! 5.0: movement.
//!
//! [`track`] carries out the parts of a move, [`march`] says which moves are allowed and makes them, [`charge`] and [`answers`]
//! bring units into contact, [`engaged`] says what they may do there, [`rally`] and [`arrivals`] are what comes before and after, [`suggest`] what a player is offered.

mod answers;
mod arrivals;
mod charge;
mod engaged;
mod forms;
mod march;
mod pins;
mod rally;
pub(in crate::empire) mod scene;
mod screens;
mod seen;
mod suggest;
mod track;

use super::action::Manoeuvre;
use super::allowance::{Facts, breakdown};
use super::profile::Empire;
use super::state::{State, UnitId};
use crate::explain::Breakdown;
use crate::game::Player;

impl Empire {
    /// The allowance of a move that is allowed, part by part (P19).
    pub(super) fn move_numbers(&self, state: &State, _: Player, id: UnitId, steps: &[Manoeuvre]) -> Vec<Breakdown> {
        let facts: Option<Facts> = self.move_facts(state, id, steps);
        facts.map(|facts| breakdown(&facts, self.house())).into_iter().collect()
    }
}
