//! What a unit is offered in the march stage: a handful of moves that make sense, every one of them allowed.

use crate::empire::action::{Action, Manoeuvre};
use crate::empire::profile::Empire;
use crate::empire::state::{Marks, State, UnitId};
use crate::game::Player;

impl Empire {
    /// The moves of the next unit in order that may still act.
    pub(in crate::empire) fn suggest_moves(&self, state: &State, player: Player, out: &mut Vec<Action>) {
        let next = state
            .units
            .here()
            .find(|(id, unit)| self.unit(*id).player == player && !unit.marks.has(Marks::DONE))
            .map(|(id, _)| id);
        if let Some(id) = next {
            self.candidates(state, id, out);
        }
    }

    /// What a unit may do in the march stage, as suggestions.
    pub fn candidates(&self, state: &State, id: UnitId, out: &mut Vec<Action>) {
        let Some(profile) = self.units().get(id.index()) else { return };
        let player = profile.player;
        if self.may_act(state, player, id).is_err() {
            return;
        }
        out.push(Action::Hold { unit: id });
        if self.may_march(state, player, id).is_err() {
            return;
        }
        for steps in [vec![Manoeuvre::Ahead(6_000)], vec![Manoeuvre::Ahead(3_000)]] {
            if self.may_move(state, player, id, &steps).is_ok() {
                out.push(Action::Move { unit: id, steps });
            }
        }
    }
}
