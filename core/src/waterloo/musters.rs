//! Battle Musters (W 3.0).

use super::event::Event;
use super::state::{Phase, State};
use super::turn::Ctx;
use super::types::{Army, CardId, KINDS, Kind, armies};
use super::{ALLIED, FRENCH, Waterloo};
use crate::chance::{Draws, Unmet};
use crate::game::{Player, Sink};

/// How often a Muster is dealt again at most. A deck that can hold three Positions at all fails this often with a chance
/// too small to meet.
const DEALS: usize = 10_000;

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
        let troops = |army: Army| {
            let kinds = self.roster(army).kinds;
            let of = |kind: Kind| kinds[kind as usize];
            of(Kind::Infantry) | of(Kind::Cavalry) | of(Kind::FootArtillery) | of(Kind::HorseArtillery)
        };
        armies(player).iter().map(|&army| (s.hand(army).reserve & troops(army)).count_ones()).sum()
    }
}

impl<D: Draws, S: Sink<Waterloo>> Ctx<'_, D, S> {
    /// Deals both Musters, each again until it can hold three Positions (W 3.0, 4.1, r7, N25).
    pub(super) fn deal(&mut self) -> Result<(), Unmet> {
        for player in [FRENCH, ALLIED] {
            for _ in 0..DEALS {
                for &army in armies(player) {
                    for _ in 0..self.g.roster(army).muster {
                        self.draw(army, true)?;
                    }
                }
                let troops = self.g.troops_in_reserve(self.s, player);
                if troops >= 3 {
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
    /// deck first says which kind.
    pub(super) fn draw(&mut self, army: Army, muster: bool) -> Result<bool, Unmet> {
        let hand = self.s.hand(army);
        let left = hand.left();
        if left == 0 || hand.undrawn == 0 {
            self.tell(|_, _| Event::DeckEmpty { army });
            return Ok(false);
        }
        let (pool, kind) = if self.g.roster(army).quota.is_some() {
            let by_kind = hand.left;
            let code = if muster { "muster-kind" } else { "reinforcement-kind" };
            let kind = self.pick(army, code, left, |mut i| {
                (0..KINDS as u16)
                    .find(|&k| {
                        let n = u16::from(by_kind[usize::from(k)]);
                        let here = i < n;
                        i = i.wrapping_sub(n);
                        here
                    })
                    .unwrap_or(0)
            })?;
            let kind = usize::from(kind) % KINDS;
            (hand_pool(self.s, army) & self.g.roster(army).kinds[kind], kind)
        } else {
            (hand_pool(self.s, army), 0)
        };
        let code = if muster { "muster" } else { "reinforcement" };
        let label = self.pick(army, code, pool.count_ones() as u16, |i| super::types::nth_card(army, pool, i).0)?;
        let card = CardId(label);
        if card.army() != army || pool & card.bit() == 0 {
            return Ok(false);
        }
        let hand = self.s.hand_mut(army);
        hand.undrawn &= !card.bit();
        hand.reserve |= card.bit();
        hand.left[kind] = hand.left[kind].saturating_sub(1);
        let left = hand.left();
        self.tell(|_, _| Event::Drew { army, card: Some(card), left, muster });
        Ok(true)
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

fn hand_pool(s: &State, army: Army) -> u128 {
    s.hand(army).undrawn
}
