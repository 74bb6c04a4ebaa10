//! Decoys (W 14.0), an option.

use super::Waterloo;
use super::event::Loss;
use super::refusal::Refusal;
use super::stacking::Crowds;
use super::state::{Phase, State};
use super::turn::Ctx;
use super::types::{CardId, Kind, Place, foe, slots};
use crate::chance::Draws;
use crate::game::{Player, Sink};

impl Waterloo {
    /// Why a card may not be put down face-down as a decoy (W 14.0, r67, N11, N62).
    pub(super) fn decoy_refusal(&self, s: &State, player: Player, card: CardId, to: Place) -> Option<Refusal> {
        if !self.options().decoys {
            return Some(Refusal::NoDecoys);
        }
        let kind = self.profile(card).kind;
        // N62: a General who has been shown deceives nobody.
        if kind.is_troop() || s.hand(card.army()).shown & card.bit() != 0 {
            return Some(Refusal::NotADecoy);
        }
        if let Some(commander) = self.confined_by(s, card) {
            return Some(Refusal::ChiefInReserve { commander });
        }
        if to.is_reserve() || to.owner() != player || (s.phase == Phase::Combat && s.would_engage(player, to)) {
            return Some(Refusal::DecoyPlace);
        }
        if s.phase == Phase::Combat {
            self.entry_stacking(s, player, Kind::Special, true, to, &Crowds::default())
        } else {
            None
        }
    }
}

impl<D: Draws, S: Sink<Waterloo>> Ctx<'_, D, S> {
    /// Decoys in a Position with enemy cards are eliminated at once (W 14.0, r68, N1).
    pub(super) fn find_decoys(&mut self, at: Place) {
        for player in [super::FRENCH, super::ALLIED] {
            let side = self.s.side(player);
            let decoys = side.decoys() & side.at[at.index()];
            if decoys != 0 && self.s.side(foe(player)).at[at.index()] != 0 {
                for slot in slots(decoys) {
                    self.remove(player, slot, Loss::Decoy);
                }
            }
        }
    }
}
