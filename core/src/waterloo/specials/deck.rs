//! Specials and the Reinforcement deck: looking through it, looking at its top, putting cards on top and at the bottom
//! (W 13.0, 10.0).

use crate::chance::{Draws, Unmet};
use crate::game::Sink;
use crate::waterloo::Waterloo;
use crate::waterloo::event::Event;
use crate::waterloo::state::FIXED;
use crate::waterloo::turn::Ctx;
use crate::waterloo::types::{ARMY_CARDS, Army, CardId};

impl<D: Draws, S: Sink<Waterloo>> Ctx<'_, D, S> {
    /// The owner looks through his deck and shuffles it: from now on it is known which cards it holds, and none has a fixed
    /// place.
    pub(super) fn look_through(&mut self, army: Army) -> Result<(), Unmet> {
        let quota = self.g.roster(army).quota.is_some();
        let kind = |g: &Waterloo, card: CardId| if quota { g.profile(card).kind as usize } else { 0 };
        let hand = self.s.hand(army);
        let random: u16 = hand.left.iter().map(|&n| u16::from(n)).sum();
        if u32::from(random) != hand.undrawn.count_ones() {
            let left = hand.left;
            let mut deck = 0;
            while let Some(card) = self.pick_card(army, false, false)? {
                deck |= card.bit();
            }
            let hand = self.s.hand_mut(army);
            hand.undrawn = deck;
            hand.left = left;
        }
        let fixed = self.s.hand(army).fixed();
        for card in crate::waterloo::types::cards(army, fixed) {
            let kind = kind(self.g, card);
            self.s.hand_mut(army).left[kind] += 1;
        }
        let hand = self.s.hand_mut(army);
        hand.undrawn |= fixed;
        (hand.top, hand.bottom, hand.fixed) = ([0; FIXED], [0; FIXED], [0; 2]);
        Ok(())
    }

    /// The owner looks at the top cards of his deck; says how many there were.
    pub(super) fn look_at_top(&mut self, army: Army, count: u8) -> Result<u8, Unmet> {
        let count = count.min(FIXED as u8);
        while self.s.hand(army).fixed[0] < count {
            let next = match self.pick_card(army, false, false)? {
                Some(card) => card.index() as u8,
                None => match self.take_bottom(army) {
                    Some(card) => card,
                    None => break,
                },
            };
            let hand = self.s.hand_mut(army);
            hand.top[usize::from(hand.fixed[0])] = next;
            hand.fixed[0] += 1;
        }
        let seen = self.s.hand(army).fixed[0].min(count);
        if S::LIVE {
            let cards = self.s.hand(army).top()[..usize::from(seen)].iter();
            let cards = cards.map(|&c| CardId::new(army, usize::from(c) % ARMY_CARDS)).collect();
            self.tell(|_, _| Event::Peeked { army, count: seen, cards });
        }
        Ok(seen)
    }

    /// The uppermost of the cards at the bottom, when only they are left.
    fn take_bottom(&mut self, army: Army) -> Option<u8> {
        let hand = self.s.hand_mut(army);
        if hand.fixed[1] == 0 {
            return None;
        }
        let card = hand.bottom[0];
        hand.bottom.copy_within(1.., 0);
        hand.bottom[FIXED - 1] = 0;
        hand.fixed[1] -= 1;
        Some(card)
    }

    /// Takes a card off the top of the deck, wherever it lies there; says whether it was there.
    pub(super) fn take_from_top(&mut self, card: CardId) -> bool {
        let hand = self.s.hand_mut(card.army());
        let len = usize::from(hand.fixed[0]).min(FIXED);
        let Some(i) = hand.top[..len].iter().position(|&c| usize::from(c) == card.index()) else { return false };
        hand.top.copy_within(i + 1..len, i);
        hand.top[len - 1] = 0;
        hand.fixed[0] -= 1;
        true
    }

    /// Puts a card below all others; on top when there is no more room for known cards at the bottom.
    pub(super) fn put_at_bottom(&mut self, card: CardId) {
        let hand = self.s.hand_mut(card.army());
        let len = usize::from(hand.fixed[1]);
        if len >= FIXED {
            self.put_on_top(card, 0);
            return;
        }
        hand.bottom[len] = card.index() as u8;
        hand.fixed[1] += 1;
    }

    /// Puts a card on the deck below the first `above` known cards.
    pub(super) fn put_on_top(&mut self, card: CardId, above: u8) {
        let hand = self.s.hand_mut(card.army());
        let len = usize::from(hand.fixed[0]);
        let i = usize::from(above).min(len);
        if len >= FIXED {
            return;
        }
        hand.top.copy_within(i..len, i + 1);
        hand.top[i] = card.index() as u8;
        hand.fixed[0] += 1;
    }
}
