//! Applying an action to a match: whole, with what follows from it by itself, or not at all.

use super::*;

impl<G: Game> Match<G> {
    /// The player exists and nobody has settled the match.
    pub(super) fn open(&self, player: Player) -> Result<(), ApplyError<G::Refusal>> {
        if player.0 >= self.game.players() {
            Err(ApplyError::NoSuchPlayer(player))
        } else if self.settled.is_some() {
            Err(ApplyError::Ended)
        } else {
            Ok(())
        }
    }

    /// Applies `action` by `player` with what the match makes by itself behind it ([`Game::automatic`]), as one step, or
    /// changes nothing.
    ///
    /// # Errors
    /// The refusal, or the draw that is missing: [`Match::supply`] it, then apply the same action again. Outside analysis,
    /// a player whose action has been supplied with some of its draws must finish it before another of his
    /// ([`ApplyError::Unfinished`]): he has seen them. After a script has failed ([`Unmet::Script`]) he may turn to another
    /// action, or try the same again with the same draws once the script is mended.
    pub fn apply(&mut self, player: Player, action: &G::Action) -> Result<(), ApplyError<G::Refusal>> {
        self.open(player)?;
        // What the match made by itself counts: else it would show how often a player was not asked.
        if self.made() as usize >= MAX_ACTIONS {
            return Err(ApplyError::Full);
        }
        if self.feeds.full() {
            return Err(ApplyError::ToldAll);
        }
        if let Some(refusal) = self.game.refusal(&self.state, player, action) {
            return Err(ApplyError::Refused(refusal));
        }
        if self.is_for_another(player, action) {
            match self.unfinished() {
                Some(waiting) if waiting == player => return Err(ApplyError::Unfinished(player)),
                // Another player may do what needs no draws; what waits goes on waiting.
                Some(waiting) => {
                    let mut none = self.source.unsupplied();
                    return match step(&*self.game, &self.state, player, action, &mut none) {
                        Ok(done) => {
                            self.commit(done, false);
                            Ok(())
                        }
                        Err(Failure::Unmet(_)) => Err(ApplyError::Unfinished(waiting)),
                        Err(failure) => Err(failure.into()),
                    };
                }
                None => self.drop_pending(),
            }
        }
        match step(&*self.game, &self.state, player, action, &mut self.source) {
            Ok(done) => {
                self.source.settle();
                self.pending = None;
                self.commit(done, false);
                Ok(())
            }
            Err(failure) => {
                if let Failure::Unmet(unmet) = &failure {
                    let stuck = !matches!(unmet, Unmet::Needed(_) | Unmet::Impossible { .. });
                    self.pending = Some(Pending { player, action: action.clone(), stuck });
                }
                Err(failure.into())
            }
        }
    }

    /// How many actions stand, those that the match made by itself included.
    pub(super) fn made(&self) -> u32 {
        self.journal.last().map_or(0, |entry| entry.made)
    }

    /// The draws that were supplied are for another action than this one.
    pub(super) fn is_for_another(&self, player: Player, action: &G::Action) -> bool {
        self.pending.as_ref().is_some_and(|waits| waits.player != player || waits.action != *action)
    }

    /// The player who has seen draws of an action that he can still finish, and must, except in analysis.
    pub(super) fn unfinished(&self) -> Option<Player> {
        let Pending { player, action, stuck } = self.pending.as_ref()?;
        let bound = !self.options.analysis
            && !stuck
            && !self.supplied().is_empty()
            && self.game.refusal(&self.state, *player, action).is_none();
        bound.then_some(*player)
    }

    /// Forgets the action that waits and what was supplied for it.
    pub(super) fn drop_pending(&mut self) {
        self.source.drop_unused();
        self.pending = None;
    }
}
