//! What players say to each other: resignation, offers of a draw, and how much of it there may be.
//!
//! An offer stands until it is answered or taken back. It does not lapse when somebody acts: that would tell of actions
//! that are not seen.

use super::{Ending, MAX_TALK, Match, MatchError, Note};
use crate::game::{Game, Player, Players};
use crate::record::Settled;

/// Something that other players must agree to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Proposal {
    pub(super) by: Player,
    /// Those who have not answered.
    pub(super) waiting: Players,
    /// The first action to be taken back.
    pub(super) serial: u32,
}

impl Proposal {
    pub(super) fn by(player: Player, players: u8, serial: u32) -> Self {
        Self { by: player, waiting: Players::first(players).without(player), serial }
    }
}

impl<G: Game> Match<G> {
    /// `player` gives up, whoever's turn it is.
    ///
    /// # Errors
    /// When the match is over.
    pub fn resign(&mut self, player: Player) -> Result<(), MatchError> {
        self.known(player)?;
        self.running()?;
        self.feeds.tell(Note::Resigned { by: player });
        self.settle(Settled::Resigned { by: player });
        Ok(())
    }

    /// `player` offers a draw.
    ///
    /// # Errors
    /// When the match is over or an offer stands already.
    pub fn offer_draw(&mut self, player: Player) -> Result<(), MatchError> {
        self.may_talk(player)?;
        if self.draw_offer.is_some() {
            return Err(MatchError::AlreadyAsked);
        }
        self.talked(player);
        let offer = Proposal::by(player, self.game.players(), 0);
        self.draw_offer = Some(offer);
        self.feeds.tell(Note::DrawOffered { by: player });
        if offer.waiting.is_empty() {
            self.settle(Settled::Agreed);
        }
        Ok(())
    }

    /// `player` accepts the draw that was offered. When all do, the match is a draw.
    ///
    /// # Errors
    /// When none is offered to him.
    pub fn accept_draw(&mut self, player: Player) -> Result<(), MatchError> {
        self.may_talk(player)?;
        let offer = self.draw_offer.as_mut().filter(|offer| offer.waiting.has(player));
        let offer = offer.ok_or(MatchError::NothingAsked)?;
        offer.waiting = offer.waiting.without(player);
        let agreed = offer.waiting.is_empty();
        self.talked(player);
        self.feeds.tell(Note::DrawAgreed { by: player });
        if agreed {
            self.settle(Settled::Agreed);
        }
        Ok(())
    }

    /// `player` declines the draw that was offered, or takes back his offer.
    ///
    /// # Errors
    /// When none is offered.
    pub fn decline_draw(&mut self, player: Player) -> Result<(), MatchError> {
        self.may_talk(player)?;
        self.draw_offer
            .filter(|offer| offer.by == player || offer.waiting.has(player))
            .ok_or(MatchError::NothingAsked)?;
        self.draw_offer = None;
        self.talked(player);
        self.feeds.tell(Note::DrawDeclined { by: player });
        Ok(())
    }

    /// The player who offers a draw, and those who have not answered.
    #[must_use]
    pub fn draw_offered(&self) -> Option<(Player, Players)> {
        self.draw_offer.map(|offer| (offer.by, offer.waiting))
    }

    pub(super) fn settle(&mut self, settled: Settled) {
        self.settled = Some(settled);
        self.draw_offer = None;
        self.undo_ask = None;
        self.drop_pending();
        if let Some(ending) = self.outcome() {
            self.feeds.tell(Note::Ended { ending });
        }
    }

    pub(super) fn known(&self, player: Player) -> Result<(), MatchError> {
        if player.0 < self.game.players() { Ok(()) } else { Err(MatchError::NoSuchPlayer(player)) }
    }

    pub(super) fn running(&self) -> Result<(), MatchError> {
        let over = self.outcome().is_some_and(|ending| matches!(ending, Ending::Rules(_)) || self.settled.is_some());
        if over { Err(MatchError::Ended) } else { Ok(()) }
    }

    /// The player exists, the match goes on, and he has not used up his share of words.
    pub(super) fn may_talk(&self, player: Player) -> Result<(), MatchError> {
        self.known(player)?;
        self.running()?;
        match self.talk.get(player.index()) {
            Some(&said) if said < MAX_TALK => Ok(()),
            _ => Err(MatchError::TalkedOut),
        }
    }

    pub(super) fn talked(&mut self, player: Player) {
        if let Some(said) = self.talk.get_mut(player.index()) {
            *said = said.saturating_add(1);
        }
    }
}
