//! What Specials put in force: put there, used up, ended.

use super::effects::{now, span};
use super::force::{Force, Forces};
use super::hook;
use super::program::{Bound, Op, Span, Until, Verb, When};
use crate::chance::Draws;
use crate::game::{Player, Sink};
use crate::waterloo::Waterloo;
use crate::waterloo::agenda::{Frame, Subject, Task};
use crate::waterloo::event::Event;
use crate::waterloo::state::State;
use crate::waterloo::turn::Ctx;
use crate::waterloo::types::{CardId, Place, Slot, bit};

impl Waterloo {
    /// The rules that must look at what is in force.
    pub(in crate::waterloo) fn hooks_of(&self, forces: &Forces) -> u32 {
        let op = |force: &Force| self.code(force.card).and_then(|code| code.op(force.op)).map_or(0, Op::hooks);
        forces.list().iter().fold(0, |set, force| set | op(force))
    }

    /// How many more Troop cards of `player` may Engage in a Position this turn (W 8.1): no limit but a Special's.
    #[inline]
    pub(in crate::waterloo) fn engagers_left(&self, s: &State, player: Player, to: Place) -> u8 {
        if s.forces.hooks & hook::bound(Bound::Engagers) == 0 {
            return u8::MAX;
        }
        let entries = self.standing(s, hook::bound(Bound::Engagers)).filter_map(|standing| match standing.op {
            Op::Limit { what: Bound::Engagers, of, to: Some(limit), .. }
                if self.place_of(s, standing.gaze.player(), standing.force.aim) == Some(to)
                    && of.is(standing.gaze.player(), player) =>
            {
                Some(limit.saturating_sub(standing.force.used))
            }
            _ => None,
        });
        entries.min().unwrap_or(u8::MAX)
    }
}

impl<D: Draws, S: Sink<Waterloo>> Ctx<'_, D, S> {
    /// Puts an operation in force.
    pub(in crate::waterloo) fn put_in_force(&mut self, frame: &Frame, it: Subject, op: &Op, lasts: &Span) {
        let (from, until) = span(self.s, frame.card.army().player(), lasts);
        if until < from {
            // It would be over before it begins.
            return;
        }
        // What is about a card that has left the table does not hang on the slot that it had: others will stand there.
        let aim = match (frame.aim, it) {
            (Subject::Slot { player, slot }, Subject::Card(_)) if self.s.side(player).all() & bit(slot) == 0 => it,
            (aim, _) => aim,
        };
        let counter = self.s.forces.list().iter().find(|f| f.card == frame.card).map_or(0, |f| f.counter);
        let force = Force {
            card: frame.card,
            op: (frame.list, frame.at),
            aim,
            it,
            from,
            until,
            value: frame.value,
            used: 0,
            counter,
        };
        if self.s.forces.push(force) {
            self.s.forces.hooks |= op.hooks();
        }
    }

    /// Ends the entries for which `ends` says so; Generals whom they have set aside come back.
    fn end_where(&mut self, ends: impl Fn(&Force) -> bool) {
        if !self.s.forces.list().iter().any(&ends) {
            return;
        }
        let before = self.s.forces;
        for force in before.list().iter().filter(|f| ends(f)) {
            let op = self.g.code(force.card).and_then(|code| code.op(force.op));
            if let (Some(Op::SetAside { .. }), Subject::Card(card)) = (op, force.it) {
                self.s.hand_mut(card.army()).reserve |= card.bit();
                self.remember_return(card);
                self.tell(|_, _| Event::CameBack { card });
            }
        }
        // Who is going through the entries goes on where he was.
        for task in self.s.agenda.tasks_mut() {
            if let Task::Watch { next, .. } = task {
                let gone = before.list().iter().take(usize::from(*next)).filter(|f| ends(f)).count();
                *next -= gone as u8;
            }
        }
        self.s.forces.retain(|force| !ends(force));
        self.s.forces.hooks = self.g.hooks_of(&self.s.forces);
        if S::LIVE {
            let mut told: Vec<CardId> = Vec::new();
            for force in before.list() {
                let left = self.s.forces.list().iter().any(|f| f.card == force.card);
                if !left && !told.contains(&force.card) {
                    told.push(force.card);
                    let card = force.card;
                    self.tell(|_, _| Event::Lapsed { card });
                }
            }
        }
    }

    /// What was in force up to a moment that has gone by ends.
    pub(in crate::waterloo) fn expire(&mut self) {
        if self.s.forces.list().is_empty() {
            return;
        }
        let now = now(self.s);
        let over = |force: &Force| force.until < now;
        self.end_where(over);
    }

    /// All that a card has in force ends.
    pub(in crate::waterloo) fn end_forces(&mut self, card: CardId) {
        self.end_where(|force| force.card == card);
    }

    /// A slot is empty: what was about the card in it ends (W N71).
    pub(in crate::waterloo) fn release(&mut self, player: Player, slot: Slot) {
        if !self.s.forces.list().is_empty() {
            let gone = Subject::slot(player, slot);
            // What waits for a card off the table is not about the slot that it left, whoever stands there next.
            let off = |force: &Force| matches!(force.it, Subject::Card(_));
            self.end_where(|force| force.it == gone || (force.aim == gone && !off(force)));
        }
    }

    /// Terrain changes hands: what was to last until then ends.
    pub(in crate::waterloo) fn captured(&mut self, number: u8) {
        if self.s.forces.list().is_empty() {
            return;
        }
        let g = self.g;
        let until = |force: &Force| {
            let op = g.code(force.card).and_then(|code| code.op(force.op));
            op.and_then(Op::span).is_some_and(|span| span.until == Until::Captured)
        };
        self.end_where(|force| force.aim == Subject::Ground(number) && until(force));
    }

    /// Failed dice that count as passed for a Special (W 13.0); what is left of them.
    pub(in crate::waterloo) fn forgive(&mut self, card: CardId, failed: u8) -> u8 {
        if failed == 0 || self.s.forces.hooks & hook::FORGIVE == 0 {
            return failed;
        }
        let Some((slot, _)) = Waterloo::stands(self.s, card) else { return failed };
        let player = card.army().player();
        let found = self.g.standing(self.s, hook::FORGIVE).find_map(|standing| match standing.op {
            Op::Forgive { who, dice, .. } if self.g.mask(self.s, who, &standing.gaze, player) & bit(slot) != 0 => {
                Some((standing.index, standing.force.card, *dice))
            }
            _ => None,
        });
        let Some((index, by, dice)) = found else { return failed };
        let dice = dice.min(failed);
        self.tell(|_, _| Event::Forgave { by, card, dice });
        let used = self.s.forces.list().get(index).copied();
        self.end_where(|force| Some(*force) == used);
        failed - dice
    }

    /// A Troop card has Engaged in a Position: limits on that count it.
    pub(in crate::waterloo) fn count_engager(&mut self, at: Place) {
        if self.s.forces.hooks & hook::bound(Bound::Engagers) == 0 {
            return;
        }
        let g = self.g;
        for i in 0..self.s.forces.list().len() {
            let force = self.s.forces.list()[i];
            let engagers = matches!(
                g.code(force.card).and_then(|code| code.op(force.op)),
                Some(Op::Limit { what: Bound::Engagers, .. })
            );
            if engagers && g.place_of(self.s, force.card.army().player(), force.aim) == Some(at) {
                self.s.forces.list_mut()[i].used = force.used.saturating_add(1);
            }
        }
    }

    /// A card has entered a Position with enemy cards: what waited for that is done.
    pub(in crate::waterloo) fn entered(&mut self, player: Player, slot: Slot) {
        if self.s.forces.hooks & hook::ENTERED == 0 {
            return;
        }
        let waiting = self.g.standing(self.s, hook::ENTERED).find_map(|standing| {
            let entered = matches!(standing.op, Op::Watch { on: When::Entered, .. });
            (entered && standing.force.it == Subject::slot(player, slot)).then_some(*standing.force)
        });
        if let Some(force) = waiting {
            self.start_force(&force);
        }
    }

    /// Cards that a Special holds in the Reserve may not leave it this turn.
    pub(in crate::waterloo) fn hold_reserves(&mut self) {
        if self.s.forces.hooks & hook::verb(Verb::LeaveReserve) == 0 {
            return;
        }
        for i in 0..self.s.forces.list().len() {
            if let Subject::Card(card) = self.s.forces.list()[i].it
                && self.g.held(self.s, card)
            {
                let hand = self.s.hand_mut(card.army());
                hand.spent |= card.bit() & hand.reserve;
            }
        }
    }
}
