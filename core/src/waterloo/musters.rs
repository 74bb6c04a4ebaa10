//! Battle Musters (W 3.0).

use super::event::Event;
use super::state::{Phase, State};
use super::turn::Ctx;
use super::types::{Army, CardId, KINDS, Kind, armies};
use super::{ALLIED, FRENCH, Waterloo};
use crate::chance::{Draws, Unmet};
use crate::game::{Player, Sink};

/// How often a Muster is dealt at most; the last time its first cards are Troops as far as three are wanting (W N25).
const DEALS: usize = 100;

impl Waterloo {
    /// The position before the deal: everything undrawn.
    pub(super) fn before_deal(&self) -> State {
        let mut state = State::EMPTY;
        for &army in Army::ALL {
            let hand = state.hand_mut(army);
            hand.undrawn = self.all_cards(army);
            hand.left = self.full_deck(army);
        }
        state.arrived = !self.prussians_arrive();
        state
    }

    /// The cards in an army's deck before the deal, by kind as in [`super::state::Hand::left`].
    pub(super) fn full_deck(&self, army: Army) -> [u8; KINDS] {
        let roster = self.roster(army);
        roster.quota.map_or_else(
            || {
                let mut left = [0; KINDS];
                left[0] = roster.deck as u8;
                left
            },
            |quota| quota.map(|n| n as u8),
        )
    }

    /// The Troop cards in a player's Reserve.
    fn troops_in_reserve(&self, s: &State, player: Player) -> u32 {
        armies(player).iter().map(|&army| (s.hand(army).reserve & self.troop_cards(army)).count_ones()).sum()
    }

    /// The Troop cards of an army.
    fn troop_cards(&self, army: Army) -> u128 {
        let kinds = &self.roster(army).kinds;
        Kind::ALL.iter().filter(|kind| kind.is_troop()).fold(0, |set, &kind| set | kinds[kind as usize])
    }
}

impl<D: Draws, S: Sink<Waterloo>> Ctx<'_, D, S> {
    /// Deals both Musters, each again until it can hold three Positions (W 3.0, 4.1, r7, N25).
    pub(super) fn deal(&mut self) -> Result<(), Unmet> {
        for player in [FRENCH, ALLIED] {
            for deal in 1..=DEALS {
                for &army in armies(player) {
                    for _ in 0..self.g.roster(army).muster {
                        let wanting = deal == DEALS && self.g.troops_in_reserve(self.s, player) < 3;
                        self.draw(army, true, wanting)?;
                    }
                }
                let troops = self.g.troops_in_reserve(self.s, player);
                if troops >= 3 || deal == DEALS {
                    break;
                }
                self.tell(|_, _| Event::DealtAgain { player, troops: troops as u8 });
                let fresh = self.g.before_deal();
                for &army in armies(player) {
                    *self.s.hand_mut(army) = *fresh.hand(army);
                }
            }
        }
        self.s.phase = Phase::Deployment;
        Ok(())
    }

    /// Draws one card of an army into its Reserve (W 3.0, 10.0): one of the undrawn, each as likely as the others. A quota
    /// deck first says which kind. With `troop` it is a Troop card, if any is left. Cards that a Special has put on top
    /// come first, those at the bottom last.
    pub(super) fn draw(&mut self, army: Army, muster: bool, troop: bool) -> Result<Option<CardId>, Unmet> {
        let hand = self.s.hand(army);
        if hand.left() == 0 || (hand.undrawn == 0 && hand.fixed == [0; 2]) {
            self.tell(|_, _| Event::DeckEmpty { army });
            return Ok(None);
        }
        let card = match self.take_fixed(army) {
            Some(card) => card,
            None => match self.pick_card(army, muster, troop)? {
                Some(card) => card,
                None => return Ok(None),
            },
        };
        let hand = self.s.hand_mut(army);
        hand.reserve |= card.bit();
        let left = hand.left();
        self.tell(|_, _| Event::Drew { army, card: Some(card), left, muster });
        Ok(Some(card))
    }

    /// The next card of a deck that has a fixed place, if it comes before all others.
    fn take_fixed(&mut self, army: Army) -> Option<CardId> {
        let hand = self.s.hand_mut(army);
        let random = hand.undrawn != 0 && hand.left != [0; KINDS];
        let list = if hand.fixed[0] > 0 {
            0
        } else if !random && hand.fixed[1] > 0 {
            1
        } else {
            return None;
        };
        let cards = if list == 0 { &mut hand.top } else { &mut hand.bottom };
        let index = usize::from(cards[0]);
        cards.copy_within(1.., 0);
        cards[super::state::FIXED - 1] = 0;
        hand.fixed[list] -= 1;
        Some(CardId::new(army, index % super::types::ARMY_CARDS))
    }

    /// Takes one of the cards without a fixed place out of a deck.
    pub(super) fn pick_card(&mut self, army: Army, muster: bool, troop: bool) -> Result<Option<CardId>, Unmet> {
        let (hand, roster) = (self.s.hand(army), self.g.roster(army));
        if hand.undrawn == 0 || hand.left == [0; KINDS] {
            return Ok(None);
        }
        let (mut pool, mut by_kind) = (hand.undrawn, hand.left);
        if troop && pool & self.g.troop_cards(army) != 0 {
            pool &= self.g.troop_cards(army);
            if roster.quota.is_some() {
                Kind::ALL.iter().filter(|kind| !kind.is_troop()).for_each(|&kind| by_kind[kind as usize] = 0);
            }
        }
        let mut kind = 0;
        if roster.quota.is_some() {
            let code = if muster { "muster-kind" } else { "reinforcement-kind" };
            if by_kind == [0; KINDS] {
                (pool, by_kind) = (hand.undrawn, hand.left);
            }
            let left = by_kind.iter().map(|&n| u16::from(n)).sum();
            let picked = self.pick(army, code, left, |mut i| {
                let of = |k: &usize| {
                    let n = u16::from(by_kind[*k]);
                    let here = i < n;
                    i = i.wrapping_sub(n);
                    here
                };
                (0..KINDS).find(of).unwrap_or(0) as u16
            })?;
            kind = usize::from(picked) % KINDS;
            pool &= self.g.roster(army).kinds[kind];
        }
        let code = if muster { "muster" } else { "reinforcement" };
        let label = self.pick(army, code, pool.count_ones() as u16, |i| super::types::nth_card(army, pool, i).0)?;
        let card = CardId(label);
        if card.army() != army || pool & card.bit() == 0 {
            return Ok(None);
        }
        let hand = self.s.hand_mut(army);
        hand.undrawn &= !card.bit();
        hand.left[kind] = hand.left[kind].saturating_sub(1);
        Ok(Some(card))
    }

    fn pick(
        &mut self,
        army: Army,
        code: &'static str,
        among: u16,
        label: impl FnMut(u16) -> u16 + Clone,
    ) -> Result<u16, Unmet> {
        use crate::chance::{Kind as Draw, Request};
        let request =
            Request { code, subject: army as u16, stream: super::streams::deck(army), kind: Draw::Pick { among } };
        self.draws.pick(request, |i| label.clone()(i))
    }
}
