//! What Specials let players choose (W 13.0).

use super::code::is_of;
use super::program::{Op, Who, Whose};
use super::who::Gaze;
use crate::chance::{Draws, Unmet};
use crate::game::{Player, Sink};
use crate::waterloo::Waterloo;
use crate::waterloo::action::{Action, NO_GROUND};
use crate::waterloo::agenda::{ANSWERS, Frame, Subject, Task};
use crate::waterloo::event::{Event, MoveKind};
use crate::waterloo::refusal::Refusal;
use crate::waterloo::stacking::Crowds;
use crate::waterloo::state::State;
use crate::waterloo::turn::Ctx;
use crate::waterloo::types::{ARMY_CARDS, Attack, CardId, Formation, Kind, Place, SLOTS, Slot, bit, cards, foe, slots};

impl Whose {
    /// Whether it is `player`, for a card of `owner`.
    pub(in crate::waterloo) const fn is(self, owner: Player, player: Player) -> bool {
        match self {
            Self::Own => owner.0 == player.0,
            Self::Foe => owner.0 != player.0,
            Self::Any => true,
        }
    }
}

/// What there is to choose from.
#[derive(Clone, Copy, Debug, Default)]
struct Offer {
    /// Cards on the table: of the Special's own player, of the enemy.
    slots: [u64; 2],
    /// Cards of the Special's army in its Reserve or deck.
    cards: u128,
    /// So many answers.
    options: u8,
    /// Whether one may choose nothing, or nothing more.
    pass: bool,
}

impl Offer {
    const fn is_empty(&self) -> bool {
        self.slots[0] | self.slots[1] == 0 && self.cards == 0 && self.options == 0
    }

    fn has(&self, frame: &Frame, what: Subject) -> bool {
        let owner = frame.card.army().player();
        match what {
            Subject::Slot { player, slot } => self.slots[usize::from(player != owner)] & bit(slot) != 0,
            Subject::Card(card) => card.army() == frame.card.army() && self.cards & card.bit() != 0,
            Subject::Option(n) => n < self.options,
            _ => false,
        }
    }
}

impl Waterloo {
    /// Who decides about the first thing on the agenda.
    pub(in crate::waterloo) fn decider(&self, s: &State, task: Task) -> Player {
        if let Task::Window { player, .. } = task {
            return player;
        }
        let by = match (task, s.agenda.frame()) {
            (Task::Choose { .. } | Task::Handler { .. }, Some(frame)) => {
                let whose = match (task, self.frame_op(&frame)) {
                    (Task::Choose { .. }, Some(Op::Choose { by, .. })) => *by,
                    (Task::Handler { wait, .. }, _) => self.choice(&frame, wait).map_or(Whose::Own, |c| c.by),
                    _ => Whose::Own,
                };
                let owner = frame.card.army().player();
                Some(if whose == Whose::Foe { foe(owner) } else { owner })
            }
            (Task::Aim, Some(Frame { it: Subject::Slot { player, .. }, .. })) => Some(player),
            (Task::Aim | Task::Place | Task::Show | Task::Search | Task::Peek { .. }, Some(frame)) => {
                Some(frame.card.army().player())
            }
            _ => None,
        };
        by.unwrap_or(s.on_turn)
    }

    /// A choice that a handler waits for.
    fn choice(&self, frame: &Frame, wait: u8) -> Option<&super::program::Choice> {
        let code = self.code(frame.card)?;
        code.choices.get(usize::from(wait).checked_sub(1)?).map(|(_, choice)| choice)
    }

    /// What there is to choose from in a task, for the frame that it belongs to.
    fn offered(&self, s: &State, task: Task, frame: &Frame) -> Offer {
        let gaze = Self::gaze(frame);
        let army = frame.card.army();
        let hand = s.hand(army);
        let mut offer = Offer::default();
        match (task, self.frame_op(frame)) {
            (Task::Choose { count, chosen }, Some(Op::Choose { who, by, min, max, when, .. })) => {
                // The enemy knows his own face-down cards.
                let gaze = Gaze { truth: *by == Whose::Foe, ..gaze };
                offer.pass = count >= *min;
                let open = count < *max && when.as_ref().is_none_or(|cond| self.holds(s, cond, &gaze));
                if open {
                    offer.slots = self.both(s, who, &gaze);
                    let side = usize::from(offer.slots[0] == 0);
                    offer.slots[side] &= !chosen;
                    if who.same_corps && chosen != 0 {
                        self.keep_corps(s, [gaze.player(), foe(gaze.player())][side], chosen, &mut offer.slots[side]);
                    }
                }
            }
            (Task::Aim, Some(Op::Attack { how, who, free, .. })) => {
                offer.slots = self.attack_targets(s, frame, *how, who, *free);
            }
            (Task::Show, Some(Op::Show { general, must })) => {
                offer.pass = !must;
                let generals = self.roster(army).kinds[Kind::General as usize] & hand.reserve;
                let named = cards(army, generals).filter(|&card| general.contains(&self.card(card).id));
                offer.cards = named.fold(0, |set, card| set | card.bit());
            }
            (Task::Search, Some(Op::Search { who, .. })) => {
                let fits = cards(army, hand.undrawn | hand.fixed()).filter(|&card| self.is_sort(who, card));
                offer.cards = fits.fold(0, |set, card| set | card.bit());
            }
            (Task::Peek { stage, left }, _) => {
                offer.pass = stage == 1;
                let top = hand.top().iter().take(usize::from(left));
                offer.cards = top.fold(0, |set, &c| set | 1 << (c % ARMY_CARDS as u8));
            }
            (Task::Handler { wait, .. }, _) => {
                if let Some(choice) = self.choice(frame, wait) {
                    offer.pass = choice.optional;
                    offer.options = choice.options.len() as u8;
                    if let Some(who) = &choice.who {
                        offer.slots = self.both(s, who, &gaze);
                    }
                }
            }
            _ => {}
        }
        offer
    }

    /// Keeps the slots whose cards are of the same corps as those chosen before.
    fn keep_corps(&self, s: &State, player: Player, chosen: u64, set: &mut u64) {
        let side = s.side(player);
        let Some(first) = slots(chosen).map(|slot| side.card_in(slot)).find(|&card| card != CardId::NONE) else {
            return;
        };
        for slot in slots(*set) {
            let card = side.card_in(slot);
            if card.army() != first.army() || self.profile(card).corps != self.profile(first).corps {
                *set &= !bit(slot);
            }
        }
    }

    /// Whether a card that is not on the table is of a sort.
    fn is_sort(&self, who: &Who, card: CardId) -> bool {
        let kind = self.profile(card).kind;
        let typed = if who.kind.is_empty() { kind.is_troop() } else { who.kind.iter().any(|&what| is_of(kind, what)) };
        typed && who.set.as_ref().is_none_or(|sets| sets[card.army().index()] & card.bit() != 0)
    }

    /// What the card of a frame may attack, the Special's own player's cards first.
    fn attack_targets(&self, s: &State, frame: &Frame, how: Attack, who: &Who, free: bool) -> [u64; 2] {
        let Subject::Slot { player, slot } = frame.it else { return [0; 2] };
        let Some(stands) = s.side(player).place(slot) else { return [0; 2] };
        if s.side(player).troops() & bit(slot) == 0 {
            // Generals and decoys do not attack (W 7.1).
            return [0; 2];
        }
        let at = if how == Attack::Long { stands.opposite() } else { stands };
        let enemy = foe(player);
        let mut set = self.mask(s, who, &Self::gaze(frame), enemy) & s.side(enemy).stacked_at(at);
        if free {
            // W 7.4: no second hit before all have been hit.
            let struck = s.side(enemy).struck;
            if set & !struck != 0 {
                set &= !struck;
            }
        } else {
            set &= self.targets(s, player, slot, how);
        }
        let own = usize::from(enemy != frame.card.army().player());
        let mut sets = [0; 2];
        sets[own] = set;
        sets
    }

    /// The Positions where the card of a frame may be placed (see [`Op::Place`]).
    fn places_for(&self, s: &State, card: CardId) -> impl Iterator<Item = Place> {
        let player = card.army().player();
        let kind = self.profile(card).kind;
        let fits = kind.is_troop() || kind == Kind::General;
        let room = s.side(player).all() != u64::MAX && self.confined_by(s, card).is_none();
        (0..3).map(move |lane| Place::of(player, lane)).filter(move |&to| {
            fits && room
                && !s.would_engage(player, to)
                && self.army_refusal(s, card.army(), to).is_none()
                && !self.crowds_out(s, card.army(), to)
                && self.entry_stacking(s, player, kind, false, to, &Crowds::default()).is_none()
        })
    }

    /// Lists what may be chosen.
    pub(in crate::waterloo) fn list_choices(&self, s: &State, player: Player, task: Task, out: &mut Vec<Action>) {
        let Some(frame) = s.agenda.frame() else { return };
        if player != self.decider(s, task) {
            return;
        }
        if task == Task::Place {
            if let Subject::Card(card) = frame.it {
                let infantry = self.profile(card).kind == Kind::Infantry;
                for to in self.places_for(s, card) {
                    let formations = if infantry { Formation::ALL } else { &Formation::ALL[..1] };
                    let put =
                        |&formation: &Formation| Action::Deploy { card, to, formation, on: NO_GROUND, decoy: false };
                    out.extend(formations.iter().map(put));
                }
            }
            out.push(Action::Pass);
            return;
        }
        let offer = self.offered(s, task, &frame);
        let owner = frame.card.army().player();
        for (whose, set) in [owner, foe(owner)].into_iter().zip(offer.slots) {
            out.extend(slots(set).map(|slot| Action::Choose { what: Subject::slot(whose, slot) }));
        }
        out.extend(cards(frame.card.army(), offer.cards).map(|card| Action::Choose { what: Subject::Card(card) }));
        out.extend((0..offer.options).map(|n| Action::Choose { what: Subject::Option(n) }));
        if offer.pass || offer.is_empty() {
            out.push(Action::Pass);
        }
    }

    /// Why a choice may not be made.
    pub(in crate::waterloo) fn choice_refusal(
        &self,
        s: &State,
        player: Player,
        task: Task,
        action: &Action,
    ) -> Option<Refusal> {
        let Some(frame) = s.agenda.frame() else { return Some(Refusal::ChooseFirst) };
        if player != self.decider(s, task) {
            return Some(Refusal::NotYours);
        }
        match *action {
            Action::Deploy { card, to, formation, on, decoy } if task == Task::Place => {
                let kind = self.profile(card).kind;
                let may = Subject::Card(card) == frame.it
                    && on == NO_GROUND
                    && !decoy
                    && self.places_for(s, card).any(|place| place == to);
                if may { Self::formation_refusal(kind, formation, None) } else { Some(Refusal::NotOffered) }
            }
            Action::Pass if task == Task::Place => None,
            Action::Pass => {
                let offer = self.offered(s, task, &frame);
                (!offer.pass && !offer.is_empty()).then_some(Refusal::MustChoose)
            }
            Action::Choose { what } => {
                (!self.offered(s, task, &frame).has(&frame, what)).then_some(Refusal::NotOffered)
            }
            _ => Some(Refusal::ChooseFirst),
        }
    }

    /// Whether a card may move over the Middle Ground into the opposing Position now, as [`Op::Advance`] does.
    pub(in crate::waterloo) fn may_advance(&self, s: &State, player: Player, slot: Slot) -> bool {
        s.side(player).place(slot).is_some_and(|from| self.may_step(s, player, slot, from, from.opposite()))
    }
}

impl<D: Draws, S: Sink<Waterloo>> Ctx<'_, D, S> {
    /// Looks whether there is anything to choose; says whether it was dealt with without asking.
    ///
    /// What is hidden from the enemy is asked even where only passing is possible: not to be asked would tell him.
    pub(super) fn offer(&mut self, task: Task) -> bool {
        let Some(frame) = self.frame() else {
            self.s.agenda.pop();
            return true;
        };
        if task == Task::Place {
            return false;
        }
        if let (Task::Show, Some(Op::Show { general, .. })) = (task, self.g.frame_op(&frame)) {
            let side = self.s.side(frame.card.army().player());
            let out = slots(side.generals()).any(|slot| general.contains(&self.g.card(side.card_in(slot)).id));
            if out {
                self.finish_op();
            }
            return out;
        }
        let offer = self.g.offered(self.s, task, &frame);
        if !offer.is_empty() {
            return false;
        }
        match task {
            Task::Handler { len, answers, .. } => self.answer(len, answers, NOTHING),
            Task::Choose { count: 0, .. } => {
                self.finish_op();
                let frame = Frame { at: frame.at, ..frame };
                self.start_otherwise(frame);
            }
            Task::Search => {
                let army = frame.card.army();
                self.tell(|_, _| Event::Searched { army, card: None });
                self.finish_op();
            }
            _ => self.finish_op(),
        }
        true
    }

    fn start_otherwise(&mut self, frame: Frame) {
        if let Some(list) = self.g.code(frame.card).and_then(|code| code.sub((frame.list, frame.at), 1)) {
            self.start(Frame { list, at: 0, ..frame });
        }
    }

    /// A player chooses.
    pub(in crate::waterloo) fn choose(&mut self, _: Player, what: Subject) {
        if let (Some(Task::Excess), Subject::Slot { player, slot }) = (self.s.task(), what) {
            self.send_back(player, slot);
            return;
        }
        let (Some(task), Some(frame)) = (self.s.task(), self.frame()) else { return };
        match (task, what) {
            (Task::Choose { count, chosen }, Subject::Slot { slot, .. }) => {
                if let Some(task) = self.s.agenda.top_mut() {
                    *task = Task::Choose { count: count.saturating_add(1), chosen: chosen | bit(slot) };
                }
                self.start_sub(0, what);
            }
            (Task::Aim, Subject::Slot { slot: target, .. }) => {
                let (Subject::Slot { player, slot }, Some(Op::Attack { how, .. })) =
                    (frame.it, self.g.frame_op(&frame))
                else {
                    return;
                };
                // The frame stays at its operation until the attack is made: it holds what the Special prescribes.
                if let Some(task) = self.s.agenda.top_mut() {
                    *task = Task::Nothing;
                }
                self.declare(player, slot, *how, target, true);
            }
            (Task::Show, Subject::Card(card)) => {
                self.tell(|_, _| Event::Shown { card });
                self.forget_return(card);
                self.remember_return(card);
                self.finish_op();
            }
            (Task::Search, Subject::Card(card)) => self.take_searched(&frame, card),
            (Task::Peek { stage, left }, Subject::Card(card)) => self.deal_with(card, stage, left),
            (Task::Handler { len, answers, .. }, what) => {
                let owner = frame.card.army().player();
                let answer = match what {
                    Subject::Slot { player, slot } => ON_TABLE + u8::from(player != owner) * SLOTS as u8 + slot,
                    Subject::Option(n) => n,
                    _ => NOTHING,
                };
                self.answer(len, answers, answer);
            }
            _ => {}
        }
    }

    /// A player passes: no Special now, or nothing more to choose.
    pub(in crate::waterloo) fn pass(&mut self) -> Result<(), Unmet> {
        match (self.s.task(), self.frame()) {
            (Some(Task::Window { .. }), _) => {
                self.s.agenda.pop();
            }
            (Some(Task::Place), Some(frame)) => {
                if let Subject::Card(card) = frame.it {
                    self.s.hand_mut(card.army()).spent |= card.bit();
                }
                self.finish_op();
            }
            (Some(Task::Peek { stage: 1, left }), _) => self.next_stage(2, left),
            (Some(Task::Handler { len, answers, .. }), _) => self.answer(len, answers, NOTHING),
            (Some(_), Some(_)) => self.finish_op(),
            _ => {}
        }
        Ok(())
    }

    /// A card is found in the deck, shown, and taken into the Reserve.
    fn take_searched(&mut self, frame: &Frame, card: CardId) {
        let army = card.army();
        let kind = if self.g.roster(army).quota.is_some() { self.g.profile(card).kind as usize } else { 0 };
        let hand = self.s.hand_mut(army);
        hand.undrawn &= !card.bit();
        hand.left[kind] = hand.left[kind].saturating_sub(1);
        hand.reserve |= card.bit();
        self.remember_return(card);
        self.tell(|_, _| Event::Searched { army, card: Some(card) });
        self.finish_op();
        if let Some(list) = self.g.code(frame.card).and_then(|code| code.sub((frame.list, frame.at), 0)) {
            self.start(Frame { it: Subject::Card(card), list, at: 0, ..*frame });
        }
    }

    /// One of the cards seen on top of the deck is dealt with.
    fn deal_with(&mut self, card: CardId, stage: u8, left: u8) {
        if !self.take_from_top(card) {
            return;
        }
        let left = left.saturating_sub(1);
        match stage {
            0 => {
                let army = card.army();
                let hand = self.s.hand_mut(army);
                hand.reserve |= card.bit();
                let rest = hand.left();
                self.tell(|_, _| Event::Drew { army, card: Some(card), left: rest, muster: false });
                self.next_stage(1, left);
            }
            1 => {
                self.put_at_bottom(card);
                self.next_stage(1, left);
            }
            // The one chosen lies on top of those chosen before it.
            _ => {
                self.put_on_top(card, left);
                self.next_stage(2, left);
            }
        }
    }

    fn next_stage(&mut self, stage: u8, left: u8) {
        if left == 0 || (stage == 2 && left == 1) {
            // The last card lies on top of the others, or is the only one.
            self.finish_op();
        } else if let Some(task) = self.s.agenda.top_mut() {
            *task = Task::Peek { stage, left };
        }
    }

    /// Places a card from the Reserve for a Special; that is its Move.
    pub(in crate::waterloo) fn place_card(&mut self, card: CardId, to: Place, formation: Formation) {
        let player = card.army().player();
        let up = self.g.profile(card).kind == Kind::General;
        self.finish_op();
        let Some(slot) = self.come_up(card, to, up) else { return };
        let b = bit(slot);
        // From now on everybody sees where it is, and what goes on with it is about that slot.
        for task in self.s.agenda.tasks_mut() {
            if let Task::Run(frame) = task
                && frame.it == Subject::Card(card)
            {
                frame.it = Subject::slot(player, slot);
            }
        }
        let side = self.s.side_mut(player);
        side.set_formation(slot, formation);
        side.spend_move(slot);
        // Its only Move (W 13.0).
        if self.g.profile(card).kind.moves() > 1 {
            side.spend_move(slot);
        }
        side.came_up |= b;
        if formation != Formation::Line {
            side.formed |= b;
        }
        let kind = MoveKind::Plain;
        self.tell(|g, s| Event::CameUp { piece: g.piece(s, player, slot), to, kind, formation, on: None });
        self.arrive(player, slot, to, kind);
    }

    /// Notes an answer for the handler, which is asked again.
    pub(super) fn answer(&mut self, len: u8, mut answers: [u8; ANSWERS], answer: u8) {
        if let Some(entry) = answers.get_mut(usize::from(len)) {
            *entry = answer;
        }
        if let Some(task) = self.s.agenda.top_mut() {
            *task = Task::Handler { wait: 0, len: len.saturating_add(1), answers };
        }
    }

    /// The dice and the power that the Special in the frame below prescribes for the attack that it makes.
    pub(in crate::waterloo) fn fixed_strike(&self) -> [Option<u8>; 2] {
        match self.frame().and_then(|frame| self.g.frame_op(&frame)) {
            Some(Op::Attack { dice, power, .. }) => [*dice, *power],
            _ => [None; 2],
        }
    }
}

/// The answer of a handler's choice when nothing was chosen.
pub(super) const NOTHING: u8 = 127;
/// Answers from here on are cards on the table: the own player's slots, then the enemy's.
pub(super) const ON_TABLE: u8 = 128;
