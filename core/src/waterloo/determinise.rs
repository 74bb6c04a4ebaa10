//! A full position that fits what a viewer knows, every fitting one as likely as any other.
//!
//! The viewer's own cards are known to him. What he does not see of an army are the cards in [`ArmyView::unseen`]: each is
//! undrawn, in the Reserve, or face-down in one of the slots that he sees. The view says how many are where, and what is
//! known of each face-down slot: its type as far as [`SlotView::may_be`] tells, and which returned cards may have come up
//! to it ([`SlotView::since`]). Returned cards that are in no slot are in the Reserve. [`fill`] counts all ways to give the
//! cards out under these conditions and picks one of them fairly; armies do not touch each other.
//!
//! A card that a Special has drawn or sent home unseen, and still acts on, is one of those in the Reserve ([`secrets`]).
//! What a deck holds whose owner has looked through it is drawn from the cards that are nowhere else.
//!
//! Some things are not looked at, because a view does not show them: what cards in an enemy's Reserve have done this turn
//! (they are taken to have done nothing), how many changes he has made in deployment, and where in his deck he has put
//! cards that he has seen (they are taken to lie anywhere; while he is putting them back, he has put none back yet). What
//! an enemy's choices tell of his cards is not looked at either.

mod fill;
mod secrets;
mod wander;

use super::specials::force::Force;
use super::state::{FIXED, Ground, Phase, State};
use super::types::{CardId, GroundKind, KINDS, Kind, SLOTS, Slot, armies, bit, foe};
use super::view::{ArmyView, ForceView, Marks, SlotView, View};
use super::{ALLIED, FRENCH, Waterloo};
use crate::chance::{Draws, Unmet};
use crate::game::Player;
use fill::{Class, Hidden, Marked, Sampler, Spot};
use secrets::Secrets;

/// How many positions are drawn outright. What the counting leaves out is rare: an enemy in the middle of his turn whose
/// hidden cards must be able to clear a crowded Position, or to take Terrain. A position that fails it is drawn again,
/// which keeps the others as likely as each other; when all fail, [`wander`] looks for one.
const TRIES: usize = 200;
/// The fewest Troop cards that a player begins with: fewer are dealt again (W r7, N25).
const TROOPS: usize = 3;

impl Waterloo {
    /// A full position that fits a view, drawn at random so that every fitting one is as likely as any other.
    ///
    /// Weights are sums and products of whole numbers in double precision, and a choice among weighted cases takes 52
    /// random bits: each probability is off by less than one part in 10^12. Only in the middle of a turn in which the enemy
    /// has crowded a Position with hidden cards may the position be reached by exchanging cards at random, which comes as
    /// near to that as its length allows.
    ///
    /// # Errors
    /// [`Unmet`] when a draw cannot be made, or when no position fits, as with a view that was tampered with.
    pub fn determinise_view<D: Draws>(&self, view: &View, draws: &mut D) -> Result<State, Unmet> {
        for _ in 0..TRIES {
            let state = self.sample(view, &[], draws)?;
            if self.validate(&state).is_empty() {
                return Ok(state);
            }
        }
        self.wander(view, draws)
    }

    /// A position in which every card is where the view allows it. The slots in `riders` hold Cavalry.
    fn sample<D: Draws>(&self, view: &View, riders: &[(Player, Slot)], draws: &mut D) -> Result<State, Unmet> {
        let mut state = self.as_shown(view);
        let secrets = Secrets::new(self, view);
        let mut sampler = Sampler { draws };
        for player in [FRENCH, ALLIED] {
            let armies: Vec<&ArmyView> = hidden_armies(view, player).collect();
            let hidden: Vec<Hidden> = armies.iter().map(|army| self.hidden(view, army, riders, &secrets)).collect();
            let deploys = view.phase == Phase::Deployment && view.screens(player);
            let mut least = if deploys { TROOPS } else { 0 };
            for (i, army) in armies.iter().enumerate() {
                let filled = hidden[i].fill(least, &hidden[i + 1..], &mut sampler)?;
                least = least.saturating_sub(filled.troops);
                self.lay_out(&mut state, army, &filled, &mut sampler)?;
                secrets.tell(&mut state, army.army, &filled.secrets);
            }
        }
        secrets.tell_others(self, &mut state);
        state.forces.hooks = self.hooks_of(&state.forces);
        self.peek_at(&mut state, view, &mut sampler)?;
        Ok(state)
    }

    /// All that the view shows.
    fn as_shown(&self, view: &View) -> State {
        let mut state = State::EMPTY;
        state.phase = view.phase;
        state.on_turn = view.on_turn;
        state.turn = view.turn;
        state.step = view.step;
        for &task in &view.agenda {
            state.agenda.push(task);
        }
        for force in &view.forces {
            let &ForceView { card, op, from, until, aim, it, value, used, counter, uses: _ } = force;
            state.forces.push(Force { card, op, from, until, aim, it, value, used, counter });
        }
        for played in &view.played {
            let places = state.played.get_mut(played.player.index()).and_then(|all| all.get_mut(played.at.index()));
            if let Some(free) = places.and_then(|cards| cards.iter_mut().find(|card| **card == CardId::NONE)) {
                *free = played.card;
            }
        }
        state.crossings = view.crossings;
        state.opened = view.opened;
        state.ready = view.ready;
        state.changes = view.changes.map(Option::unwrap_or_default);
        state.arrived = view.arrived;
        state.ending = view.ending;
        for (place, &hits) in state.reserve_hits.iter_mut().zip(&view.reserve_hits) {
            *place = hits;
        }
        for slot in view.slots.iter().filter(|s| is_there(s)) {
            stand(&mut state, slot);
            if let Some(card) = slot.card.filter(|&c| self.has_card(c)) {
                self.take_place(&mut state, slot, card);
            }
        }
        for ground in view.grounds.iter().filter(|g| self.has_card(g.card)) {
            let occupants = ground.occupants.iter().fold(0, |set, &slot| set | bit(slot));
            state.grounds.push(Ground { card: ground.card, at: ground.at, holder: ground.holder, occupants });
        }
        for army in &view.armies {
            let hand = state.hand_mut(army.army);
            hand.shown = set(&army.shown);
            hand.gone = set(&army.eliminated);
            for (place, card) in hand.returned.iter_mut().zip(&army.returned) {
                *place = card.index() as u8;
            }
            hand.returned_len = army.returned.len().min(hand.returned.len()) as u8;
            hand.reserve = set(&army.open);
            if let Some(own) = &army.hand {
                hand.undrawn = set(&own.undrawn);
                hand.left = own.left;
                hand.reserve = set(&own.reserve);
                hand.moved = set(&own.moved);
                hand.spent = set(&own.spent);
                hand.withdrew = set(&own.withdrew);
                for (list, (to, from)) in
                    [(&mut hand.top, &own.top), (&mut hand.bottom, &own.bottom)].into_iter().enumerate()
                {
                    for (place, card) in to.iter_mut().zip(from) {
                        *place = card.index() as u8;
                    }
                    hand.fixed[list] = from.len().min(FIXED) as u8;
                }
            }
        }
        state
    }

    /// What is to be found out about one army.
    fn hidden(&self, view: &View, army: &ArmyView, riders: &[(Player, Slot)], secrets: &Secrets) -> Hidden {
        let roster = self.roster(army.army);
        let unseen = set(&army.unseen) & self.all_cards(army.army);
        let player = army.army.player();
        let named = secrets.named(army.army) & unseen;
        let mut spots: Vec<Spot> = view
            .slots
            .iter()
            .filter(|s| is_there(s) && s.army == army.army && s.player == player && s.card.is_none())
            .map(|s| {
                let class = if riders.contains(&(player, s.slot)) { Class::Cavalry } else { self.class_of(view, s) };
                Spot { slot: s.slot, class, since: s.since }
            })
            .collect();
        let mut marked = Vec::new();
        for (i, &card) in army.returned.iter().enumerate() {
            if self.has_card(card) && card.army() == army.army && unseen & !named & card.bit() != 0 {
                marked.push(Marked { card, kind: self.profile(card).kind, index: i });
            }
        }
        let returned = marked.iter().fold(0, |set, m| set | m.card.bit());
        let free = roster.kinds.map(|kind| kind & unseen & !returned & !named);
        let reserve = usize::from(army.reserve).saturating_sub(army.open.len());
        let reserve = reserve.saturating_sub(named.count_ones() as usize);
        let secret = secrets.spots(army.army, reserve);
        let reserve = reserve - secret.len();
        spots.extend(secret);
        let caps = free.map(|f| f.count_ones() as usize);
        let mut hidden = Hidden { army: army.army, spots, marked, named, free, reserve, caps };
        if let Some(quota) = roster.quota {
            hidden.limit(
                quota,
                roster.kinds.map(|kind| (kind & !unseen | kind & (returned | named)).count_ones() as usize),
                army.left,
            );
        }
        hidden
    }

    /// Which types a face-down card may have: what is known of it, and what its place tells besides.
    fn class_of(&self, view: &View, slot: &SlotView) -> Class {
        let decoys = self.options().decoys;
        let mut class = if slot.may_be(Kind::General, decoys) {
            Class::Any
        } else if slot.may_be(Kind::FootArtillery, decoys) {
            Class::Troop
        } else if !slot.may_be(Kind::Infantry, decoys) {
            Class::Cavalry
        } else if slot.may_be(Kind::Cavalry, decoys) {
            Class::Mobile
        } else {
            Class::Infantry
        };
        if slot.at.owner() != slot.player {
            class = class.min(Class::Mobile);
        }
        if view.at(foe(slot.player), slot.at).next().is_some() {
            // A decoy there would be gone.
            class = class.min(Class::Troop);
        }
        if let Some(ground) = slot.on.and_then(|n| view.ground(n)).filter(|g| self.has_card(g.card)) {
            let own = ground.at.owner() == slot.player && ground.card.army().player() == slot.player;
            let hill = self.profile(ground.card).ground == GroundKind::Hill;
            class = class.min(if hill && own { Class::Troop } else { Class::Infantry });
        }
        class
    }

    /// Puts a card into a slot that stands already.
    fn take_place(&self, state: &mut State, slot: &SlotView, card: CardId) {
        let kind = self.profile(card).kind;
        let side = state.side_mut(slot.player);
        side.card[usize::from(slot.slot)] = card;
        side.kind[kind as usize] |= bit(slot.slot);
    }

    fn lay_out<D: Draws>(
        &self,
        state: &mut State,
        army: &ArmyView,
        filled: &fill::Filled,
        sampler: &mut Sampler<'_, D>,
    ) -> Result<(), Unmet> {
        let player = army.army.player();
        let mut up = 0;
        for &(slot, card) in &filled.slots {
            let kind = self.profile(card).kind;
            let side = state.side_mut(player);
            side.card[usize::from(slot)] = card;
            side.kind[kind as usize] |= bit(slot);
            up |= card.bit();
        }
        let roster = self.roster(army.army);
        let undrawn = set(&army.unseen) & !(up | filled.reserve);
        let drawn = roster.kinds.map(|kind| (kind & !undrawn).count_ones() as u16);
        let by_kind = roster.kinds.map(|kind| (kind & undrawn).count_ones());
        let hand = state.hand_mut(army.army);
        hand.reserve |= filled.reserve;
        hand.undrawn = undrawn;
        hand.left = left(army.left, roster.quota, drawn, by_kind);
        if army.known {
            let (mut deck, left) = (0, hand.left);
            for (kind, n) in left.into_iter().enumerate() {
                let of = if roster.quota.is_some() { undrawn & roster.kinds[kind] } else { undrawn };
                deck |= sampler.some(army.army, of, usize::from(n))?;
            }
            state.hand_mut(army.army).undrawn = deck;
        }
        Ok(())
    }
}

/// Cards left in the deck by kind. A deck by quota holds what is not drawn of it; where that does not add up, as in a
/// position set up by hand, any kind will do.
fn left(total: u16, quota: Option<[u16; KINDS]>, drawn: [u16; KINDS], undrawn: [u32; KINDS]) -> [u8; KINDS] {
    let Some(quota) = quota else {
        let mut left = [0; KINDS];
        left[0] = total.min(255) as u8;
        return left;
    };
    let mut by_kind = [0; KINDS];
    for (k, n) in by_kind.iter_mut().enumerate() {
        *n = quota[k].saturating_sub(drawn[k]) as u8;
    }
    if by_kind.iter().map(|&n| u16::from(n)).sum::<u16>() != total {
        let mut rest = u32::from(total);
        for (k, n) in by_kind.iter_mut().enumerate() {
            *n = rest.min(undrawn[k]) as u8;
            rest -= u32::from(*n);
        }
    }
    by_kind
}

/// The armies of a player that the viewer does not see into.
fn hidden_armies(view: &View, player: Player) -> impl Iterator<Item = &ArmyView> {
    armies(player).iter().filter_map(|&army| view.army(army)).filter(|a| a.hand.is_none())
}

/// Whether a slot is one that a position can have; in a view that was tampered with it may not be.
fn is_there(slot: &SlotView) -> bool {
    slot.at.0 < 6 && slot.player.0 < 2 && usize::from(slot.slot) < SLOTS
}

fn set(cards: &[CardId]) -> u128 {
    cards.iter().fold(0, |set, card| set | card.bit())
}

/// Stands a slot where the view shows it, with everything but its card.
fn stand(state: &mut State, view: &SlotView) {
    let i = usize::from(view.slot);
    let b = bit(view.slot);
    let side = state.side_mut(view.player);
    side.hits[i] = view.hits;
    side.since[i] = view.since;
    side.at[view.at.index()] |= b;
    for (flag, set) in [(view.up, &mut side.up), (view.blown, &mut side.blown)] {
        if flag {
            *set |= b;
        }
    }
    side.set_formation(view.slot, view.formation);
    for (mark, set) in [
        (Marks::MOVED, &mut side.moved),
        (Marks::MOVED_TWICE, &mut side.moved_twice),
        (Marks::ACTED, &mut side.acted),
        (Marks::FORMED, &mut side.formed),
        (Marks::ENGAGED, &mut side.engaged),
        (Marks::WITHDREW, &mut side.withdrew),
        (Marks::STRUCK, &mut side.struck),
        (Marks::CAME_UP, &mut side.came_up),
        (Marks::KNOWN_INFANTRY, &mut side.known_infantry),
        (Marks::KNOWN_CAVALRY, &mut side.known_cavalry),
        (Marks::KNOWN_MOBILE, &mut side.known_mobile),
        (Marks::KNOWN_TROOP, &mut side.known_troop),
    ] {
        if view.marks.has(mark) {
            *set |= b;
        } else {
            *set &= !b;
        }
    }
}

#[cfg(test)]
mod tests;
