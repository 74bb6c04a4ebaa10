//! What a player is offered. Moves are parametric: what is listed are suggestions, [`crate::game::Game::refusal`] is the
//! authority. In the movement stages the list is for one unit or leader at a time, in order, so that its length does not grow with the
//! armies; [`Empire::candidates`] gives the same for any unit.

use super::action::Action;
use super::profile::Empire;
use super::state::{Pending, Stage, State};
use crate::explain::Breakdown;
use crate::game::{Player, TOTALS};

impl Empire {
    /// Appends what `player`, who may act, is offered.
    pub(super) fn suggest(&self, state: &State, player: Player, out: &mut Vec<Action>) {
        match (&state.pending, state.stage) {
            (Pending::Charge { .. } | Pending::Threat { .. }, _) => self.suggest_answers(state, player, out),
            (Pending::Lead { .. }, _) | (Pending::None, Stage::Assault) => self.suggest_leads(state, player, out),
            (Pending::Follow { .. }, _) => self.suggest_pursuits(state, player, out),
            (Pending::None, Stage::Command) => {
                self.suggest_orders(state, player, out);
                out.push(Action::End);
            }
            (Pending::None, Stage::Rally) => {
                self.suggest_rallies(state, player, out);
                out.push(Action::End);
            }
            (Pending::None, Stage::March) => {
                self.suggest_moves(state, player, out);
                out.push(Action::End);
            }
            (Pending::None, Stage::Fire) => {
                self.suggest_fire(state, player, out);
                out.push(Action::End);
            }
            (Pending::None, Stage::Over) => {}
        }
    }

    /// The numbers behind an action that is allowed.
    pub(super) fn numbers(&self, state: &State, player: Player, action: &Action) -> Vec<Breakdown> {
        match action {
            Action::Order { leader, division, order } => self.order_numbers(state, *leader, *division, *order),
            Action::Rally { unit } => self.rally_numbers(state, *unit),
            Action::Move { unit, steps } => self.move_numbers(state, player, *unit, steps),
            Action::React { unit, how } => self.answer_numbers(state, *unit, *how),
            Action::Fire { with, target } => self.fire_numbers(state, with, *target),
            Action::Lead { unit, spare } => self.lead_numbers(state, player, *unit, spare),
            _ => Vec::new(),
        }
    }

    /// The totals of those numbers, without making breakdowns where players ask for many.
    pub(super) fn bare_numbers(&self, state: &State, player: Player, action: &Action) -> [Option<i16>; TOTALS] {
        let mut totals = [None; TOTALS];
        match action {
            Action::Fire { with, target } => totals[0] = Some(self.fire_total(state, with, *target)),
            Action::Lead { unit, spare } => {
                let both = self.lead_totals(state, player, *unit, spare);
                let both = both.map_or([None; 2], |both| both.map(Some));
                totals.iter_mut().zip(both).for_each(|(total, of)| *total = of);
            }
            _ => {
                let numbers = self.numbers(state, player, action);
                totals.iter_mut().zip(numbers).for_each(|(total, of)| *total = Some(of.total));
            }
        }
        totals
    }
}
