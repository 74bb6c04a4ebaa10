//! Other scripts in a running match.

use super::snapshots::Snapshots;
use super::{DrawsFrom, Match, Source};
use crate::game::Game;
use std::sync::Arc;

/// Why a match does not go on with another game. It is as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReloadError {
    /// It is not the same game but for its scripts.
    #[error("the match cannot go on with it: {0}")]
    Other(String),
    /// What has changed is in use.
    #[error("the match cannot go on with it now: {0}; try again when that is over")]
    InUse(String),
    /// An action has drawn and waits for more draws.
    #[error("an action waits for draws: supply them and apply it again first")]
    Unfinished,
}

impl<G: Game> Match<G> {
    /// Goes on with the same game under other scripts: the position stays, and what the viewers have been told.
    ///
    /// The history ends here: what was played under other scripts cannot be undone or replayed under these. A record made
    /// from now on begins with this position, and its draws come from a child of the seed.
    ///
    /// # Errors
    /// When the games differ in more than their scripts, or something in use has changed; the message names it.
    pub fn reload(&mut self, game: Arc<G>) -> Result<(), ReloadError> {
        if self.unfinished().is_some() {
            return Err(ReloadError::Unfinished);
        }
        let other = |what: &str| Err(ReloadError::Other(format!("{what} differ; begin a new match")));
        if game.name() != self.game.name() || game.rules_version() != self.game.rules_version() {
            return other("the rules");
        }
        if game.params() != self.game.params() {
            return other("the parameters of the game");
        }
        if game.material_hash() != self.game.material_hash() {
            return other("the cards themselves");
        }
        self.game.in_use(&self.state, &game).map_err(ReloadError::InUse)?;
        let made = u64::from(self.made());
        if let DrawsFrom::Seed(seed) = &mut self.options.draws {
            *seed = seed.child(made + 1);
            self.source = Source::new(self.options.draws);
        }
        self.drop_pending();
        self.game = game;
        self.journal.clear();
        self.undone.clear();
        self.undo_ask = None;
        self.snapshots = Snapshots::new(self.state.clone(), usize::from(self.options.snapshot_every));
        self.begin();
        Ok(())
    }
}
