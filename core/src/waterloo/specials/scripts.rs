//! Which programs and handlers are in use, card by card: for saves, and for other scripts in a running match.

use super::program::{Program, Text};
use crate::waterloo::Waterloo;
use crate::waterloo::agenda::Task;
use crate::waterloo::state::State;

impl Waterloo {
    /// What decides how one Special plays: its program and its handlers.
    fn script_of(&self, program: &Program) -> u64 {
        let bare = Program { text: Text::default(), ..program.clone() };
        let asks = !program.handlers().is_empty();
        let handlers = self.specials.handlers.as_ref().filter(|_| asks).map_or(0, |h| h.card_hash(&program.id));
        crate::hash::json_hash(&bare) ^ handlers
    }

    /// The Specials of the card set, each with a hash over its program and handlers.
    pub(in crate::waterloo) fn scripts_by_card(&self) -> Vec<(String, u64)> {
        self.set.programs().iter().map(|program| (program.id.clone(), self.script_of(program))).collect()
    }

    /// The Specials that are going on or in force and play otherwise under `next`.
    pub(in crate::waterloo) fn changed_in_use(&self, s: &State, next: &Self) -> Vec<String> {
        let going_on = s.agenda.tasks().iter().filter_map(|task| match task {
            Task::Play { card, .. } => Some(*card),
            Task::Run(frame) => Some(frame.card),
            _ => None,
        });
        let mut names = Vec::new();
        for card in s.forces.list().iter().map(|force| force.card).chain(going_on) {
            let card = self.card(card);
            let [before, after] = [self, next].map(|g| g.set.program(&card.id).map(|program| g.script_of(program)));
            if before != after && !names.contains(&card.name) {
                names.push(card.name.clone());
            }
        }
        names
    }
}
