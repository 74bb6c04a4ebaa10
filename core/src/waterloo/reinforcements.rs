//! Reinforcements (W 10.0) and the arrival of the Prussians.

use super::event::Event;
use super::refusal::Refusal;
use super::state::State;
use super::turn::Ctx;
use super::types::{Army, CardId, Kind, Place, armies};
use super::{ALLIED, Waterloo};
use crate::chance::{Draws, Unmet};
use crate::game::{Player, Sink};

/// The lane of the British Left and the French Right, where Prussians fight (W 10.0).
pub(super) const PRUSSIAN_LANE: usize = 2;

impl Waterloo {
    /// Why a card of an army may not be played to a place (W 10.0).
    #[inline]
    pub(super) fn army_refusal(&self, s: &State, army: Army, to: Place) -> Option<Refusal> {
        if army != Army::Prussian || !self.prussians_arrive() {
            return None;
        }
        if !s.arrived {
            return Some(Refusal::PrussiansNotArrived);
        }
        (to.lane() != PRUSSIAN_LANE).then_some(Refusal::PrussianGround)
    }

    /// The Prussian Generals that the Allied player may show: those in his Reserve not yet shown (W N22).
    pub(super) fn to_show(&self, s: &State, player: Player) -> u128 {
        if player != ALLIED || !self.prussians_arrive() || s.arrived {
            return 0;
        }
        s.hand(Army::Prussian).reserve & self.roster(Army::Prussian).kinds[Kind::General as usize]
    }

    pub(super) fn show_refusal(&self, s: &State, player: Player, card: CardId) -> Option<Refusal> {
        (card.army() != Army::Prussian || self.to_show(s, player) & card.bit() == 0).then_some(Refusal::NotShown)
    }
}

impl<D: Draws, S: Sink<Waterloo>> Ctx<'_, D, S> {
    /// Shows a Prussian General: the Prussians have arrived (W 10.0, r63, N22).
    pub(super) fn show(&mut self, card: CardId) {
        self.s.hand_mut(card.army()).shown |= card.bit();
        self.s.arrived = true;
        self.tell(|_, _| Event::Arrived { card });
    }

    /// Draws R cards for each army of the player, British before Prussian (W 10.0, r62, N40, N59); nothing from an empty deck
    /// (W r64).
    pub(super) fn reinforce(&mut self, player: Player) -> Result<(), Unmet> {
        for &army in armies(player) {
            let draws = self.g.draws(self.s, army);
            for _ in 0..draws {
                if self.draw(army, false, false)?.is_none() {
                    break;
                }
            }
        }
        Ok(())
    }
}
