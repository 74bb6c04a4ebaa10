//! What a viewer saw earlier.

use super::{Match, feed};
use crate::game::{Game, Viewer};

impl<G: Game> Match<G> {
    /// What `viewer` saw when he had been told no more than `cursor` items, as far as the actions that stand tell; what he
    /// sees now when all of them came earlier.
    #[must_use]
    pub fn view_at(&self, cursor: usize, viewer: Viewer) -> G::View {
        let players = self.game.players();
        let eyes = match viewer {
            Viewer::Player(player) if player.0 >= players => Viewer::Public,
            viewer => viewer,
        };
        let place = feed::viewers(players).position(|known| known == eyes).unwrap_or_default();
        let had = |mark: Option<&u32>| mark.is_some_and(|&mark| mark as usize >= cursor);
        let first = self.journal.iter().position(|entry| had(entry.marks.get(place)));
        match first.map(|first| self.state_at(first)) {
            Some(Ok(state)) => self.game.view(&state, eyes),
            // Nothing has happened since; a journal that does not replay shows when somebody takes back.
            Some(Err(_)) | None => self.view(eyes),
        }
    }
}
