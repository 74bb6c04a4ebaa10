//! What one viewer notices of an event.

use super::{is_own, screened};
use crate::game::Viewer;
use crate::waterloo::Waterloo;
use crate::waterloo::event::{Event, Piece};
use crate::waterloo::state::{Phase, State};

impl Waterloo {
    fn see(&self, state: &State, viewer: Viewer, piece: &mut Piece) {
        piece.card = piece.card.filter(|&card| self.sees_card(state, viewer, card));
    }

    /// What `viewer` sees of an event that has just left `state` behind; `None` when he notices nothing.
    ///
    /// What an opponent does behind his screen is not noticed; what follows his `Ready` shows his battleline, and is no
    /// news to himself.
    #[must_use]
    pub fn redact_event(&self, state: &State, viewer: Viewer, event: &Event) -> Option<Event> {
        let mut event = event.clone();
        let own_news = |player| viewer == Viewer::Player(player);
        let deploying = matches!(state.phase, Phase::Deal | Phase::Deployment);
        let hides = |player| screened(state.phase, state.ready, viewer, player);
        match &mut event {
            Event::Drew { army, card, .. } => {
                if !is_own(viewer, army.player()) {
                    *card = None;
                }
            }
            Event::Laid { player, .. } => {
                if hides(*player) || deploying && state.ready.has(*player) && own_news(*player) {
                    return None;
                }
            }
            Event::Lined { piece, .. } => {
                if own_news(piece.player) || hides(piece.player) {
                    return None;
                }
                self.see(state, viewer, piece);
            }
            Event::Retired { piece, up, .. } => {
                if hides(piece.player) {
                    return None;
                }
                if !*up {
                    self.see(state, viewer, piece);
                }
            }
            Event::Attacked { piece, target, .. } => {
                self.see(state, viewer, piece);
                self.see(state, viewer, target);
            }
            Event::Deployed { piece, .. }
            | Event::TookBack { piece, .. }
            | Event::Removed { piece, .. }
            | Event::Moved { piece, .. }
            | Event::CameUp { piece, .. }
            | Event::Formed { piece, .. }
            | Event::Occupied { piece, .. }
            | Event::Left { piece, .. }
            | Event::Captured { piece, .. }
            | Event::Revealed { piece, .. }
            | Event::Committed { piece, .. }
            | Event::AttackLost { piece, .. }
            | Event::GeneralHit { piece, .. }
            | Event::Blown { piece }
            | Event::Hit { piece, .. }
            | Event::Used { piece, .. }
            | Event::SetAside { piece, .. }
            | Event::Recovered { piece } => {
                if hides(piece.player) {
                    return None;
                }
                self.see(state, viewer, piece);
            }
            // Nothing in these is hidden: cards with hits have been seen, and a shown General lies open.
            Event::DealtAgain { .. }
            | Event::Ready { .. }
            | Event::TurnBegan { .. }
            | Event::PhaseBegan { .. }
            | Event::Rolled { .. }
            | Event::CaptureOpen { .. }
            | Event::Arrived { .. }
            | Event::DeckEmpty { .. }
            | Event::Played { .. }
            | Event::Cancelled { .. }
            | Event::Threw { .. }
            | Event::Forgave { .. }
            | Event::Shown { .. }
            | Event::Searched { .. }
            | Event::CameBack { .. }
            | Event::Lapsed { .. }
            | Event::Ended { .. } => {}
            Event::Peeked { army, cards, .. } => {
                if !is_own(viewer, army.player()) {
                    cards.clear();
                }
            }
        }
        Some(event)
    }
}
