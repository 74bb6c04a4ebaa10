//! Taking back and playing again.
//!
//! Undo never runs a rule backwards: it goes back to a kept position and plays the journal again up to the place, with the
//! draws as they were recorded.
//!
//! A player may take back his own last actions as long as they told nobody anything (no draw, no reveal) and he has seen no
//! action of another player since. What another player did since without his seeing it stays done. For anything else the
//! other players are asked. In analysis everything is free.

use super::offers::Proposal;
use super::{Done, Match, MatchError, Note, Redraw, feed, step};
use crate::chance::Recorded;
use crate::game::{Failure, Game, Player, Viewer};
use crate::record::{Difference, Divergence};

impl<G: Game> Match<G> {
    /// Takes back the last `n` actions of `player`; in analysis, the last `n` of anybody.
    ///
    /// # Errors
    /// When they may not be taken back without asking ([`Match::ask_undo`]).
    pub fn undo(&mut self, player: Player, n: usize) -> Result<(), MatchError> {
        if self.options.analysis {
            self.known(player)?;
            let have = self.journal.len();
            if n == 0 || n > have {
                return Err(MatchError::TooFew { have });
            }
            self.room()?;
            self.take_back(have - n, None, true)?;
            self.settled = None;
            return Ok(());
        }
        self.may_talk(player)?;
        self.room()?;
        if self.unfinished() == Some(player) {
            return Err(MatchError::Unfinished);
        }
        let from = self.last_actions(player, n)?;
        // His own actions first: whether another has passed since, or the match for him, must not show.
        let back = &self.journal[from..];
        if back.iter().any(|entry| entry.player == player && entry.barrier) {
            return Err(MatchError::Barrier);
        }
        if back.iter().any(|entry| entry.player != player && entry.saw >> player.0 & 1 == 1) {
            return Err(MatchError::OtherActed);
        }
        self.take_back(from, Some(player), true)?;
        self.talked(player);
        Ok(())
    }

    /// Plays again the action that `player` took back last; in analysis, the last one taken back.
    ///
    /// # Errors
    /// When there is none, or it is not allowed in the present position.
    pub fn redo(&mut self, player: Player) -> Result<(), MatchError> {
        let analysis = self.options.analysis;
        if analysis {
            self.known(player)?;
        } else {
            self.may_talk(player)?;
            if self.unfinished() == Some(player) {
                return Err(MatchError::Unfinished);
            }
        }
        self.room()?;
        let at = self
            .undone
            .iter()
            .rposition(|entry| analysis || entry.player == player)
            .ok_or(MatchError::NothingToRedo)?;
        if self.settled.is_some() {
            return Err(MatchError::Ended);
        }
        let entry = &self.undone[at];
        let cannot = |reason: String| MatchError::CannotRedo { word: entry.word.clone(), reason };
        let mut recorded = Recorded::new(&entry.draws);
        let done = step(&*self.game, &self.state, entry.player, &entry.action, &mut recorded)
            .map_err(|failure| cannot(failure.to_string()))?;
        if !recorded.rest().is_empty() {
            return Err(cannot("it makes fewer draws here".to_owned()));
        }
        let foreign = self.undone.remove(at).foreign;
        if self.unfinished().is_none() {
            self.drop_pending();
        }
        if self.options.redraw == Redraw::Same && !foreign {
            self.source.skip(&done.draws, false);
        }
        self.commit(done, true);
        if let Some(entry) = self.journal.last_mut() {
            entry.foreign = foreign;
        }
        if !analysis {
            self.talked(player);
        }
        Ok(())
    }

    /// How many actions `player` has that [`Match::redo`] could play again.
    #[must_use]
    pub fn redoable(&self, player: Player) -> usize {
        self.undone.iter().filter(|entry| self.options.analysis || entry.player == player).count()
    }

    /// Asks the other players to go back to before the last `n` actions of `player`, whoever acted since.
    ///
    /// # Errors
    /// When there are fewer, or a request stands already.
    pub fn ask_undo(&mut self, player: Player, n: usize) -> Result<(), MatchError> {
        self.may_talk(player)?;
        let from = self.last_actions(player, n)?;
        if self.undo_ask().is_some() {
            return Err(MatchError::AlreadyAsked);
        }
        self.talked(player);
        let proposal = Proposal::by(player, self.game.players(), self.journal[from].serial);
        let (marks, saw) = (self.journal[from].marks.clone(), self.journal[from].saw_first);
        let to = |i: usize| marks.get(i).filter(|_| saw >> i & 1 == 1).map(|&mark| mark as usize);
        self.feeds.tell_each(|i| Some(Note::UndoAsked { by: player, to: to(i) }));
        self.undo_ask = Some(proposal);
        if proposal.waiting.is_empty() {
            self.take_back(from, None, false)?;
        }
        Ok(())
    }

    /// `player` agrees to the taking back that was asked. When all do, it is done.
    ///
    /// # Errors
    /// When nothing is asked of him.
    pub fn consent(&mut self, player: Player) -> Result<(), MatchError> {
        self.may_talk(player)?;
        let mut proposal = self.undo_ask().filter(|ask| ask.waiting.has(player)).ok_or(MatchError::NothingAsked)?;
        proposal.waiting = proposal.waiting.without(player);
        if proposal.waiting.is_empty() {
            let from = self.place_of(proposal.serial).ok_or(MatchError::NothingAsked)?;
            self.take_back(from, None, false)?;
            self.undo_ask = None;
        } else {
            self.undo_ask = Some(proposal);
        }
        self.feeds.tell(Note::UndoAgreed { by: player });
        self.talked(player);
        Ok(())
    }

    /// `player` does not agree to the taking back that was asked, or no longer asks for it.
    ///
    /// # Errors
    /// When nothing is asked.
    pub fn decline(&mut self, player: Player) -> Result<(), MatchError> {
        self.may_talk(player)?;
        self.undo_ask().filter(|ask| ask.by == player || ask.waiting.has(player)).ok_or(MatchError::NothingAsked)?;
        self.undo_ask = None;
        self.feeds.tell(Note::UndoDeclined { by: player });
        self.talked(player);
        Ok(())
    }

    /// The request that stands: its action has not been taken back otherwise.
    fn undo_ask(&self) -> Option<Proposal> {
        self.undo_ask.filter(|ask| self.place_of(ask.serial).is_some())
    }

    /// The player who asks to take back, and those who have not answered.
    #[must_use]
    pub fn undo_asked(&self) -> Option<(Player, crate::game::Players)> {
        self.undo_ask().map(|ask| (ask.by, ask.waiting))
    }

    /// There is room for more to be told.
    fn room(&self) -> Result<(), MatchError> {
        if self.feeds.full() { Err(MatchError::ToldAll) } else { Ok(()) }
    }

    fn place_of(&self, serial: u32) -> Option<usize> {
        self.journal.iter().rposition(|entry| entry.serial == serial)
    }

    /// The place of the `n`-th last action of `player`.
    fn last_actions(&self, player: Player, n: usize) -> Result<usize, MatchError> {
        let own = self.journal.iter().enumerate().rev().filter(|(_, entry)| entry.player == player);
        let have = own.clone().count();
        if n == 0 {
            return Err(MatchError::TooFew { have });
        }
        own.map(|(i, _)| i).nth(n - 1).ok_or(MatchError::TooFew { have })
    }

    /// Takes back the actions from place `from` on, all of them or only those `of` one player. With `redo` they can be
    /// played again.
    fn take_back(&mut self, from: usize, of: Option<Player>, redo: bool) -> Result<(), MatchError> {
        let mut state = self.state_at(from).map_err(MatchError::Replay)?;
        let mut removed = 0u16;
        let mut kept: Vec<(Done<G>, Vec<u32>, bool)> = Vec::new();
        for (i, entry) in self.journal.iter().enumerate().skip(from) {
            if of.is_none_or(|player| entry.player == player) {
                removed |= entry.saw;
                continue;
            }
            let mut recorded = Recorded::new(&entry.draws);
            let done = match step(&*self.game, &state, entry.player, &entry.action, &mut recorded) {
                Ok(done) if recorded.rest().is_empty() => done,
                // It builds on what would be taken back.
                Ok(_) | Err(Failure::Refused(_)) => return Err(MatchError::OtherActed),
                Err(Failure::Unmet(unmet)) => {
                    let what = Difference::Draw(unmet);
                    return Err(MatchError::Replay(Box::new(Divergence {
                        action: i + 1,
                        word: entry.word.clone(),
                        what,
                    })));
                }
            };
            state = done.state.clone();
            kept.push((done, entry.marks.clone(), entry.foreign));
        }
        let views = |state: &G::State| {
            feed::viewers(self.game.players())
                .filter(|&viewer| viewer != Viewer::Referee)
                .map(|viewer| self.game.view(state, viewer))
                .collect::<Vec<_>>()
        };
        // The referee sees every position, so that every taking back is news for him.
        let changed: Vec<bool> =
            views(&self.state).iter().zip(&views(&state)).map(|(old, new)| old != new).chain([true]).collect();
        let told = |i: usize| removed >> i & 1 == 1 || changed.get(i).copied().unwrap_or(true);

        let marks = self.journal[from].marks.clone();
        let back = self.journal.split_off(from);
        self.snapshots.truncate(from);
        let mut taken: Vec<_> = back.into_iter().filter(|e| of.is_none_or(|player| e.player == player)).collect();
        if self.options.redraw == Redraw::Same {
            self.source.skip(taken.iter().filter(|e| !e.foreign).flat_map(|entry| &entry.draws), true);
        }
        // What one player takes back alone does not free another from his action.
        if of.is_none() || self.unfinished().is_none() {
            self.drop_pending();
        }
        self.feeds.tell_each(|i| told(i).then(|| Note::Rewound { to: marks.get(i).map_or(0, |&m| m as usize) }));
        for (done, marks, foreign) in kept {
            self.push(done, told);
            // Who was told nothing still has its events where they were.
            if let Some(entry) = self.journal.last_mut() {
                entry.foreign = foreign;
                entry.marks.iter_mut().zip(marks).enumerate().for_each(|(i, (mark, old))| {
                    if !told(i) {
                        *mark = old;
                    }
                });
            }
        }
        self.state = state;
        if redo {
            taken.reverse();
            self.undone.append(&mut taken);
        } else {
            self.undone.clear();
        }
        Ok(())
    }
}
