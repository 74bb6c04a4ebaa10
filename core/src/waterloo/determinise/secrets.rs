//! Cards that Specials act on: what a view says of them, and what it keeps back.
//!
//! While a Special goes on, the enemy may know that it acts on a card without knowing which: one that has just been drawn,
//! or that has gone home face-down and is held there. Such a card is in the Reserve. The view names a card where everybody
//! knows it; while it is unseen, that is in the Reserve too, unless nothing holds it there any longer.

use super::fill::{Class, Sampler, Spot};
use crate::chance::{Draws, Unmet};
use crate::waterloo::Waterloo;
use crate::waterloo::agenda::{Frame, Subject, Task};
use crate::waterloo::specials::program::{Op, Verb};
use crate::waterloo::state::{FIXED, State};
use crate::waterloo::types::{Army, CardId, KINDS, SLOTS, Slot, nth_card};
use crate::waterloo::view::{View, hidden_army, hidden_card};

/// Where a secret card is named: on the agenda or in force, and at which place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum At {
    Agenda(usize),
    Force(usize),
}

/// One card that is kept back, and every place that is about it.
struct Secret {
    army: Army,
    /// Whether it may have gone back to the Reserve before, for everybody to see.
    returned: bool,
    at: Vec<At>,
}

/// What a view names and keeps back.
pub(super) struct Secrets {
    named: [u128; 3],
    kept: Vec<Secret>,
}

/// The most cards kept back of one army; the rest of a hostile view is not looked at.
const MOST: usize = 16;

impl Secrets {
    pub(super) fn new(game: &Waterloo, view: &View) -> Self {
        let mut secrets = Self { named: [0; 3], kept: Vec::new() };
        // The frame below, with the secret that it is about.
        let mut below: Option<(Frame, Option<usize>)> = None;
        for (i, task) in view.agenda.iter().enumerate() {
            match *task {
                Task::Run(frame) => {
                    let drawn = below.is_some_and(|(outer, _)| {
                        matches!(game.frame_op(&outer), Some(Op::Draw { .. })) && outer.card == frame.card
                    });
                    let same =
                        below.filter(|(outer, _)| !drawn && outer.card == frame.card).and_then(|(_, secret)| secret);
                    let secret = secrets.meet(frame.it, At::Agenda(i), same, false);
                    below = Some((frame, secret));
                }
                Task::Window { event: subject, .. } | Task::Play { aim: subject, .. } => secrets.name(subject),
                Task::Leave { card, .. } => secrets.name(Subject::Card(card)),
                _ => {}
            }
        }
        // Operations of one list act on the same card, once each; the second time they act on the next one.
        let mut lists: Vec<((CardId, u8, usize), usize)> = Vec::new();
        for (i, force) in view.forces.iter().enumerate() {
            let op = game.code(force.card).and_then(|code| code.op(force.op));
            let retired = matches!(op, Some(Op::Retire { .. }));
            let held = match op {
                Some(Op::Retire { .. } | Op::SetAside { .. }) => true,
                Some(Op::Forbid { what, .. }) => what.contains(&Verb::LeaveReserve),
                _ => false,
            };
            if !held && matches!(force.it, Subject::Card(card) if hidden_army(card).is_none()) {
                // Everybody saw it in the Reserve; it may have come up face-down since.
                continue;
            }
            let times = view.forces[..i].iter().filter(|f| f.card == force.card && f.op == force.op).count();
            let key = (force.card, force.op.0, times);
            let same = lists.iter().find(|(k, _)| *k == key && !retired).map(|(_, secret)| *secret);
            if let (Some(secret), false) = (secrets.meet(force.it, At::Force(i), same, retired), retired) {
                lists.push((key, secret));
            }
        }
        secrets
    }

    /// Notes what a place is about; gives the number of the secret.
    fn meet(&mut self, it: Subject, at: At, same: Option<usize>, returned: bool) -> Option<usize> {
        let Subject::Card(card) = it else { return None };
        let Some(army) = hidden_army(card) else {
            self.name(it);
            return None;
        };
        let number =
            same.filter(|&n| self.kept.get(n).is_some_and(|secret| secret.army == army)).unwrap_or_else(|| {
                self.kept.push(Secret { army, returned, at: Vec::new() });
                self.kept.len() - 1
            });
        self.kept[number].at.push(at);
        Some(number)
    }

    fn name(&mut self, subject: Subject) {
        if let Subject::Card(card) = subject
            && usize::from(card.0) < 3 * crate::waterloo::types::ARMY_CARDS
        {
            self.named[card.army().index()] |= card.bit();
        }
    }

    /// The cards of an army that the view names.
    pub(super) const fn named(&self, army: Army) -> u128 {
        self.named[army.index()]
    }

    fn of(&self, army: Army) -> impl Iterator<Item = &Secret> {
        self.kept.iter().filter(move |secret| secret.army == army).take(MOST)
    }

    /// Places to be filled for the cards kept back, as many as the Reserve can hold.
    pub(super) fn spots(&self, army: Army, reserve: usize) -> Vec<Spot> {
        let spot = |(i, secret): (usize, &Secret)| {
            let since = if secret.returned { u8::MAX } else { 0 };
            Spot { slot: (SLOTS + i) as Slot, class: Class::Any, since }
        };
        self.of(army).take(reserve).enumerate().map(spot).collect()
    }

    /// Says which cards they are.
    pub(super) fn tell(&self, state: &mut State, army: Army, cards: &[CardId]) {
        for (secret, &card) in self.of(army).zip(cards) {
            for &at in &secret.at {
                put(state, at, card);
            }
        }
    }

    /// Names some card where nothing else is possible, so that every place is about a card of the battle.
    pub(super) fn tell_others(&self, game: &Waterloo, state: &mut State) {
        for secret in &self.kept {
            let some = CardId::new(secret.army, game.all_cards(secret.army).trailing_zeros() as usize % 128);
            for &at in &secret.at {
                if it(state, at) == Some(Subject::Card(hidden_card(secret.army))) {
                    put(state, at, some);
                }
            }
        }
    }
}

fn it(state: &State, at: At) -> Option<Subject> {
    match at {
        At::Agenda(i) => match state.agenda.tasks().get(i) {
            Some(Task::Run(frame)) => Some(frame.it),
            _ => None,
        },
        At::Force(i) => state.forces.list().get(i).map(|force| force.it),
    }
}

fn put(state: &mut State, at: At, card: CardId) {
    match at {
        At::Agenda(i) => {
            if let Some(Task::Run(frame)) = state.agenda.tasks_mut().get_mut(i) {
                frame.it = Subject::Card(card);
            }
        }
        At::Force(i) => {
            if let Some(force) = state.forces.list_mut().get_mut(i) {
                if force.aim == force.it {
                    force.aim = Subject::Card(card);
                }
                force.it = Subject::Card(card);
            }
        }
    }
}

impl Waterloo {
    /// Whoever is looking at the top of his deck, unseen by the viewer, looks at some cards.
    pub(super) fn peek_at<D: Draws>(
        &self,
        state: &mut State,
        view: &View,
        sampler: &mut Sampler<'_, D>,
    ) -> Result<(), Unmet> {
        let Some(Task::Peek { left, .. }) = state.task() else { return Ok(()) };
        let Some(army) = state.agenda.frame().map(|frame| frame.card.army()) else { return Ok(()) };
        if view.army(army).is_none_or(|army| army.hand.is_some()) {
            return Ok(());
        }
        let kinds = self.roster(army).kinds;
        let quota = self.roster(army).quota.is_some();
        for _ in 0..usize::from(left).min(FIXED) {
            let hand = state.hand(army);
            // As they are drawn: among the cards that the deck still has, the type first where it is dealt by quota.
            let mut n = sampler.below(army, hand.left.iter().map(|&n| usize::from(n)).sum())?;
            let mut kind = 0;
            while kind + 1 < KINDS && n >= usize::from(hand.left[kind]) {
                n -= usize::from(hand.left[kind]);
                kind += 1;
            }
            let pool = if quota { hand.undrawn & kinds[kind] } else { hand.undrawn };
            let n = sampler.below(army, pool.count_ones() as usize)?;
            let card = nth_card(army, pool, n as u16);
            let hand = state.hand_mut(army);
            hand.undrawn &= !card.bit();
            hand.left[kind] = hand.left[kind].saturating_sub(1);
            hand.top[usize::from(hand.fixed[0]) % FIXED] = card.index() as u8;
            hand.fixed[0] += 1;
        }
        Ok(())
    }
}
