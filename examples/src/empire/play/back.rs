//! Taking back, as a person means it: to his own last decision, whatever a bot has answered since.

use super::Session;
use crate::fail::Done;
use crate::page::WARNING;
use eagles::empire::Action;
use eagles::empire::action::Answer;
use eagles::empire::state::{Pending, Stage};
use eagles::game::Player;
use eagles::play::MatchError;

/// What is said where nothing was done yet.
const NOTHING: &str = "There is nothing to take back.";

impl Session<'_> {
    /// Takes back the last decision of a person; in analysis with all that came of it.
    pub(super) fn undo(&mut self, player: Player) -> Done {
        let journal = self.hosted.journal();
        let analysis = self.hosted.options().analysis;
        let own = journal.iter().rposition(
            |entry| {
                if analysis { self.is_human(entry.player) } else { entry.player == player }
            },
        );
        let Some(own) = own else { return self.say(WARNING, NOTHING) };
        let since = journal.len() - own;
        let answered = journal[own..].iter().any(|entry| entry.player != player);
        let done = self.hosted.undo(player, if analysis { since } else { 1 });
        let (text, free) = match done {
            Ok(()) => {
                self.stage = None;
                self.asked = Pending::None;
                self.menu.clear();
                return Ok(());
            }
            Err(MatchError::TooFew { .. }) => return self.say(WARNING, NOTHING),
            Err(MatchError::Barrier) => ("That rolled dice or may have shown something: it stands".to_owned(), true),
            Err(MatchError::OtherActed) if answered => {
                let name = super::side(&self.game, Player(1 - (player.0 & 1)));
                let what = if self.answered.is_empty() { String::new() } else { format!(" ({})", self.answered) };
                (format!("The {name} side has answered since{what}: it cannot be taken back alone"), true)
            }
            Err(error) => (crate::page::capital(&error.to_string()), false),
        };
        let more = if free { "; battles begun with `--analysis` let anything be taken back" } else { "" };
        self.say(WARNING, &format!("{text}{more}."))
    }

    /// Does again what was taken back last; in analysis up to the next decision of a person.
    pub(super) fn redo(&mut self, player: Player) -> Done {
        loop {
            if let Err(error) = self.hosted.redo(player) {
                return self.say(WARNING, &format!("{}.", crate::page::capital(&error.to_string())));
            }
            let next = self.hosted.next_to_ask();
            let more = self.hosted.options().analysis && self.hosted.redoable(player) > 0;
            if !more || next.is_none_or(|next| self.is_human(next)) {
                return Ok(());
            }
        }
    }

    /// Keeps in mind what a bot did that is told nowhere.
    pub(super) fn remember_answer(&mut self, player: Player, action: &Action) {
        let state = self.hosted.state();
        let units = |may: &[eagles::empire::state::UnitId]| {
            may.iter().map(|id| self.game.unit(*id).name.clone()).collect::<Vec<_>>().join(" and ")
        };
        self.answered = match (&state.pending, action) {
            (Pending::Threat { may, .. }, Action::End) => format!("{} did not form square", units(may)),
            (Pending::Threat { .. }, Action::React { unit, how: Answer::Stand }) => {
                format!("{} did not form square", units(&[*unit]))
            }
            (Pending::None, Action::End) if state.stage == Stage::Fire => "it has declared its fire".to_owned(),
            _ => {
                let view = self.view(player);
                eagles::game::Game::action_text(&*self.game, &view, player, action)
            }
        };
        // Orders are nobody else's affair.
        if state.stage == Stage::Command {
            self.answered.clear();
        }
    }
}
