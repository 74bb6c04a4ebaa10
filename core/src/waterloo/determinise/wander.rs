//! Positions that drawing outright does not find.
//!
//! In the middle of a crowded turn few of the enemy's hidden cards can be what they must be: say, eight cards have come up
//! to one Position this turn, and those above the limit of four can only leave again if they are Cavalry. Such a position
//! is looked for by taking some of them to be Cavalry, and then cards are exchanged at random, long enough to forget where
//! it started. An exchange is as likely as its reverse and is made only when the position still fits, so that in the long
//! run all that fit are equally likely.

use super::fill::{CODE, Sampler};
use super::{hidden_armies, is_there};
use crate::chance::{Draws, Unmet};
use crate::game::Player;
use crate::waterloo::agenda::{Subject, Task};
use crate::waterloo::stacking::STACKING_LIMIT;
use crate::waterloo::state::{Phase, State};
use crate::waterloo::types::{Army, CardId, Kind, Slot, bit, nth_card, slots};
use crate::waterloo::view::{Marks, SlotView, View};
use crate::waterloo::{ALLIED, FRENCH, Waterloo};

/// How often a start is looked for with each number of riders.
const STARTS: usize = 500;
/// How many exchanges are tried for each hidden card.
const EXCHANGES: usize = 30;

impl Waterloo {
    /// A position that fits, reached by exchanges.
    pub(super) fn wander<D: Draws>(&self, view: &View, draws: &mut D) -> Result<State, Unmet> {
        let mut state = self.find_start(view, draws)?;
        for player in [FRENCH, ALLIED] {
            for army in hidden_armies(view, player) {
                let unseen = army.unseen.iter().fold(0, |set, card| set | card.bit()) & self.all_cards(army.army);
                for _ in 0..EXCHANGES * unseen.count_ones() as usize {
                    let mut sampler = Sampler { draws };
                    let n = unseen.count_ones() as usize;
                    let [one, other] = [sampler.below(army.army, n)?, sampler.below(army.army, n)?]
                        .map(|n| nth_card(army.army, unseen, n as u16));
                    let mut next = state.clone();
                    if one != other && self.exchange(&mut next, army.army, one, other) {
                        let fits = self.validate(&next).is_empty() && self.view_of(&next, view.viewer) == *view;
                        if fits {
                            state = next;
                        }
                    }
                }
            }
        }
        Ok(state)
    }

    /// A position that fits, whichever.
    fn find_start<D: Draws>(&self, view: &View, draws: &mut D) -> Result<State, Unmet> {
        let crowded =
            |at| view.at(view.on_turn, at).filter(|s| !self.is_general(s)).count() > usize::from(STACKING_LIMIT);
        let unsure: Vec<(Player, Slot)> = view
            .slots
            .iter()
            .filter(|s| is_there(s) && s.card.is_none() && s.player == view.on_turn && view.phase == Phase::Combat)
            .filter(|s| s.marks.has(Marks::MOVED) && !s.marks.has(Marks::MOVED_TWICE) && !s.marks.has(Marks::ACTED))
            .filter(|s| self.class_of(view, s).takes(Kind::Cavalry) && crowded(s.at))
            .map(|s| (s.player, s.slot))
            .collect();
        // All numbers in turn, so that what is easy is found early.
        for _ in 0..STARTS {
            for riders in 0..=unsure.len() {
                let mut left = unsure.clone();
                let mut chosen = Vec::new();
                for _ in 0..riders {
                    let i = Sampler { draws: &mut *draws }.below(Army::French, left.len())?;
                    chosen.push(left.swap_remove(i));
                }
                match self.sample(view, &chosen, draws) {
                    Ok(state) if self.validate(&state).is_empty() => return Ok(state),
                    Ok(_) | Err(Unmet::Nothing { .. }) => {}
                    Err(unmet) => return Err(unmet),
                }
            }
        }
        Err(Unmet::Nothing { code: CODE })
    }

    fn is_general(&self, slot: &SlotView) -> bool {
        slot.card.is_some_and(|card| self.has_card(card) && self.profile(card).kind == Kind::General)
    }

    /// Puts each of two cards of an army where the other is; `false` when that makes no difference.
    fn exchange(&self, state: &mut State, army: Army, one: CardId, other: CardId) -> bool {
        let side = state.side_mut(army.player());
        let places = [side.slot_of(one), side.slot_of(other)];
        for (place, card) in places.into_iter().zip([other, one]) {
            let Some(slot) = place else { continue };
            side.card[usize::from(slot)] = card;
            side.kind.iter_mut().for_each(|set| *set &= !bit(slot));
            side.kind[self.profile(card).kind as usize] |= bit(slot);
        }
        swap_named(state, one, other);
        let both = one.bit() | other.bit();
        let roster = self.roster(army);
        let out = self.all_cards(army) & !self.placed(state, army);
        let hand = state.hand_mut(army);
        let before = (hand.reserve & both, hand.undrawn & both);
        for set in [&mut hand.reserve, &mut hand.undrawn] {
            if (*set & both).count_ones() == 1 {
                *set ^= both;
            }
        }
        for index in hand.top.iter_mut().take(usize::from(hand.fixed[0])) {
            if usize::from(*index) == one.index() {
                *index = other.index() as u8;
            } else if usize::from(*index) == other.index() {
                *index = one.index() as u8;
            }
        }
        let changed = places != [None; 2] || before != (hand.reserve & both, hand.undrawn & both);
        if let (true, Some(quota)) = (changed, roster.quota) {
            let (old, new) = (self.profile(one).kind as usize, self.profile(other).kind as usize);
            let out = if (out & both).count_ones() == 1 { out ^ both } else { out };
            let undrawn = hand.undrawn | hand.fixed() | out;
            for k in [old, new] {
                let drawn = (roster.kinds[k] & !undrawn).count_ones() as u16;
                let fixed = (roster.kinds[k] & hand.fixed()).count_ones() as u16;
                hand.left[k] = quota[k].checked_sub(drawn + fixed).map_or(u8::MAX, |n| n as u8);
            }
        }
        changed
    }

    /// The cards of an army that are somewhere.
    fn placed(&self, state: &State, army: Army) -> u128 {
        let hand = state.hand(army);
        let side = state.side(army.player());
        let on_table = slots(side.all()).map(|slot| side.card_in(slot)).chain(state.grounds.iter().map(|g| g.card));
        let table = on_table.filter(|card| card.army() == army).fold(0, |set, card| set | card.bit());
        table | hand.undrawn | hand.fixed() | hand.reserve | hand.gone | self.aside(state, army)
    }
}

/// What Specials act on goes with the cards.
fn swap_named(state: &mut State, one: CardId, other: CardId) {
    let swap = |it: &mut Subject| {
        if *it == Subject::Card(one) {
            *it = Subject::Card(other);
        } else if *it == Subject::Card(other) {
            *it = Subject::Card(one);
        }
    };
    for task in state.agenda.tasks_mut() {
        if let Task::Run(frame) = task {
            swap(&mut frame.it);
        }
    }
    for force in state.forces.list_mut() {
        swap(&mut force.it);
        swap(&mut force.aim);
    }
}
