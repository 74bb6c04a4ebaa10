//! The Battle Turn (W 5.0): phases in order, and what follows from every change on the table.
//!
//! A phase is a row of steps; [`State::step`] says which comes next. Before each step, whatever stands on the agenda is
//! done first ([`super::agenda`]); where a player must decide, everything waits for his action.

use super::agenda::{Subject, Task};
use super::event::{Event, Loss, Piece, TurnPhase};
use super::refusal::Refusal;
use super::specials::program::{When, Window};
use super::state::{Phase, RETURNED, State};
use super::types::{CardId, Kind, Place, Slot, bit, foe, slots};
use super::{ALLIED, FRENCH, Waterloo};
use crate::chance::{Draws, Unmet};
use crate::game::{Player, Sink};

/// The step of the Morale Phase at which its player rolls.
pub(super) const ROLLS: u8 = 3;
/// The step of the Combat Phase at which its player acts.
pub(super) const ACTIONS: u8 = 1;
/// The step of the Combat Phase at which vacant Terrain falls.
const CAPTURES: u8 = 2;
/// The step of the Reinforce Phase at which the Allied player may show a Prussian General.
pub(super) const SHOWING: u8 = 2;

/// An action being carried out: the game, the state it changes, where draws come from and where events go.
pub(super) struct Ctx<'a, D, S> {
    pub(super) g: &'a Waterloo,
    pub(super) s: &'a mut State,
    pub(super) draws: &'a mut D,
    pub(super) sink: &'a mut S,
}

impl Waterloo {
    /// A slot as an event names it; the card is taken out again for viewers who may not see it.
    pub(super) fn piece(&self, s: &State, player: Player, slot: Slot) -> Piece {
        let card = s.side(player).card[usize::from(slot)];
        Piece { player, army: card.army(), slot, card: Some(card) }
    }

    /// Why the Combat Phase may not end (W 8.4, 12.0, N15). Where a Special has made it impossible to meet the limits, it
    /// ends all the same (W N67).
    pub(super) fn end_combat_refusal(&self, s: &State, player: Player) -> Option<Refusal> {
        let possible = || self.can_meet_limits(s, player) && self.can_thin_out(s, player);
        let over = self.over_limit(s, player).filter(|_| possible());
        over.or_else(|| self.chief_refusal(s, player))
    }

    /// A chief of staff whose commander is present must be home, if he can go (W 12.3, N14, N15, N51).
    fn chief_refusal(&self, s: &State, player: Player) -> Option<Refusal> {
        let side = s.side(player);
        let out = slots(side.kind[Kind::General as usize]).filter(|&slot| {
            let card = side.card[usize::from(slot)];
            self.confined_by(s, card).is_some()
        });
        for slot in out {
            let Some(from) = side.place(slot) else { continue };
            let home = if from.owner() == player { Place::RESERVE } else { from.opposite() };
            if self.may_step(s, player, slot, from, home) {
                return Some(Refusal::ChiefMustReturn);
            }
        }
        None
    }
}

impl<D: Draws, S: Sink<Waterloo>> Ctx<'_, D, S> {
    /// Tells an event, if anyone listens.
    #[inline]
    pub(super) fn tell(&mut self, event: impl FnOnce(&Waterloo, &State) -> Event) {
        if S::LIVE {
            let event = event(self.g, self.s);
            self.sink.emit(self.g, self.s, event);
        }
    }

    /// Begins a player's turn with its Morale Phase.
    pub(super) fn begin_turn(&mut self, player: Player) {
        self.s.on_turn = player;
        self.s.turn = self.s.turn.saturating_add(1);
        self.s.sides.iter_mut().for_each(super::state::Side::new_turn);
        for hand in &mut self.s.hands {
            hand.moved = 0;
            hand.spent = 0;
            hand.withdrew = 0;
        }
        self.s.crossings = [0; 3];
        self.s.opened = 0;
        let turn = self.s.turn;
        self.tell(|_, _| Event::TurnBegan { turn, player });
        self.begin_phase(Phase::Morale);
        self.hold_reserves();
    }

    /// Begins a phase of the turn: what was for the phase before it is over.
    fn begin_phase(&mut self, phase: Phase) {
        self.s.phase = phase;
        self.s.step = 0;
        if self.s.played != State::EMPTY.played {
            self.s.played = State::EMPTY.played;
        }
        let player = self.s.on_turn;
        let phase = match phase {
            Phase::Morale => TurnPhase::Morale,
            Phase::Combat => TurnPhase::Combat,
            _ => TurnPhase::Reinforce,
        };
        self.tell(|_, _| Event::PhaseBegan { player, phase });
        self.expire();
    }

    /// Goes on until a player must decide something or the battle is over: what is left to do first, then the phase.
    pub(super) fn go_on(&mut self) -> Result<(), Unmet> {
        while self.s.ending.is_none() {
            let decided = if self.s.shown != 0 {
                self.ask_engaged();
                true
            } else if let Some(task) = self.s.task() {
                self.work(task)?
            } else {
                self.step()?
            };
            if !decided {
                return Ok(());
            }
        }
        self.s.agenda = super::agenda::Agenda::EMPTY;
        self.s.shown = 0;
        Ok(())
    }

    /// Asks the player off turn after a reveal that has shown cards which Engaged (W N28).
    fn ask_engaged(&mut self) {
        let at = Place(self.s.shown.trailing_zeros() as u8 % 8);
        self.s.shown &= self.s.shown - 1;
        self.ask(Window::FoeEngage, foe(self.s.on_turn), at, Subject::Nothing);
    }

    /// Takes one step of the phase; says whether nobody has to decide first.
    fn step(&mut self) -> Result<bool, Unmet> {
        let (player, enemy) = (self.s.on_turn, foe(self.s.on_turn));
        let step = self.s.step;
        self.s.step = step.saturating_add(1);
        match (self.s.phase, step) {
            (Phase::Morale, 0) => self.watch(When::TurnStart),
            (Phase::Morale, 1) => self.ask(Window::OwnMorale, player, Place::RESERVE, Subject::Nothing),
            (Phase::Morale, 2) => self.ask(Window::FoeMorale, enemy, Place::RESERVE, Subject::Nothing),
            (Phase::Morale, ROLLS) if self.g.to_test(self.s, player).next().is_some() => {
                self.s.step = ROLLS;
                return Ok(false);
            }
            (Phase::Morale, ROLLS) => self.watch(When::MoraleEnd),
            (Phase::Morale, _) => self.begin_phase(Phase::Combat),
            (Phase::Combat, 0) => self.ask(Window::FoeCombat, enemy, Place::RESERVE, Subject::Nothing),
            (Phase::Combat, ACTIONS) => {
                self.s.step = ACTIONS;
                return Ok(false);
            }
            (Phase::Combat, CAPTURES) => {
                if self.g.over_limit(self.s, player).is_some() {
                    self.s.agenda.push(Task::Excess);
                } else {
                    self.captures_at_end();
                }
                if !self.s.agenda.is_empty() {
                    self.s.step = CAPTURES;
                }
            }
            (Phase::Combat, 3) => self.reveal_engaged(),
            (Phase::Combat, 4) => self.ask(Window::FoeCombatEnd, enemy, Place::RESERVE, Subject::Nothing),
            (Phase::Combat, 5) => self.watch(When::CombatEnd),
            (Phase::Combat, _) => {
                self.s.opened = 0;
                self.begin_phase(Phase::Reinforce);
            }
            (Phase::Reinforce, 0) => self.ask(Window::FoeReinforce, enemy, Place::RESERVE, Subject::Nothing),
            (Phase::Reinforce, 1) => self.reinforce(player)?,
            // N22: until the Prussians arrive the Allied player may show a General after the draw as well, whether he
            // holds one or not: the pause itself tells nothing.
            (Phase::Reinforce, SHOWING) if player == ALLIED && !self.s.arrived => {
                self.s.step = SHOWING;
                return Ok(false);
            }
            (Phase::Reinforce, SHOWING) => self.watch(When::TurnEnd),
            (Phase::Reinforce, _) => self.end_turn(),
            (Phase::Deal | Phase::Deployment | Phase::Over, _) => {
                self.s.step = step;
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// All engaged cards turn up at the end of the Combat Phase (W 8.1, r31).
    fn reveal_engaged(&mut self) {
        for at in Place::POSITIONS {
            let [french, allied] = &self.s.sides;
            if french.stacked_at(at) != 0 && allied.stacked_at(at) != 0 {
                self.show_engaged(at);
                self.s.opened |= 1 << at.0;
                self.reveal_all(at);
            }
        }
    }

    /// A Position where all cards turn up: those that Engaged there this turn are shown, once.
    pub(super) fn show_engaged(&mut self, at: Place) {
        let side = self.s.side(self.s.on_turn);
        let fresh = side.at[at.index()] & side.engaged & side.troops() != 0;
        if fresh && self.s.opened >> at.0 & 1 == 0 {
            self.s.shown |= 1 << at.0;
        }
    }

    /// Ends the turn.
    fn end_turn(&mut self) {
        self.test_draws();
        if self.s.ending.is_none() {
            self.begin_turn(foe(self.s.on_turn));
        }
    }

    /// `End`: finishes whatever is going on.
    pub(super) fn end(&mut self, player: Player) {
        match (self.s.phase, self.s.task()) {
            (Phase::Deployment, _) => self.ready(player),
            (Phase::Combat, Some(Task::Capture { .. })) => {
                self.s.agenda.pop();
            }
            (Phase::Combat, _) => self.s.step = CAPTURES,
            (Phase::Reinforce, _) => {
                self.s.step = SHOWING + 1;
                self.watch(When::TurnEnd);
            }
            _ => {}
        }
    }

    /// What follows when something has changed in a Position, in order: decoys are found (W 14.0), Terrain just vacated is
    /// captured (W N8), lone Generals fall (W 12.4, r21), Cavalry no longer engaged recovers (W 7.31), and the Position
    /// may be taken (W 4.3). Troops of either Allied army keep a General company (W N34). Recovery is at once, so that those who
    /// engage later in the turn find Cavalry fresh (W r42, N36, QRS cavalry-recovers).
    pub(super) fn settle(&mut self, at: Place, vacated: Option<u8>) {
        self.find_decoys(at);
        if let Some(ground) = vacated {
            self.fall(ground, false);
        }
        for player in [FRENCH, ALLIED] {
            let side = self.s.side(player);
            let here = side.at[at.index()];
            if here == 0 {
                continue;
            }
            let (generals, troops, blown) = (here & side.generals(), here & side.troops(), here & side.blown);
            let engaged = self.s.is_engaged(player, at);
            if engaged && troops == 0 {
                for slot in slots(generals) {
                    self.remove(player, slot, Loss::Alone);
                }
            }
            if !engaged {
                for slot in slots(blown) {
                    self.s.side_mut(player).blown &= !bit(slot);
                    self.tell(|g, s| Event::Recovered { piece: g.piece(s, player, slot) });
                }
            }
        }
        self.test_victory(at);
    }

    /// Takes a card out of the game for good (W r22); its Terrain comes back if that leaves it vacant.
    pub(super) fn remove(&mut self, player: Player, slot: Slot, why: Loss) -> Option<u8> {
        let from = self.s.side(player).place(slot)?;
        self.mark_up(player, slot);
        self.tell(|g, s| Event::Removed { piece: g.piece(s, player, slot), from, why });
        let card = self.s.side(player).card_in(slot);
        let vacated = self.step_off(player, slot);
        self.s.side_mut(player).vacate(slot);
        self.s.hand_mut(card.army()).gone |= card.bit();
        self.release(player, slot);
        vacated
    }

    /// A card is lost from the Reserve (W N20).
    pub(super) fn lose_from_reserve(&mut self, card: CardId) {
        self.take_from_reserve(card);
        self.forget_return(card);
        self.s.hand_mut(card.army()).gone |= card.bit();
        let player = card.army().player();
        let piece = Piece { player, army: card.army(), slot: u8::MAX, card: Some(card) };
        self.tell(|_, _| Event::Removed { piece, from: Place::RESERVE, why: Loss::Routed });
    }

    /// Takes a card out of its Reserve, with what it did there this turn.
    pub(super) fn take_from_reserve(&mut self, card: CardId) {
        let hand = self.s.hand_mut(card.army());
        let keep = !card.bit();
        hand.reserve &= keep;
        hand.moved &= keep;
        hand.spent &= keep;
        hand.withdrew &= keep;
    }

    /// Turns a card face-up (W 8.1) and tells it, if it lay face-down.
    pub(super) fn reveal(&mut self, player: Player, slot: Slot) {
        if self.s.side(player).up & bit(slot) != 0 {
            return;
        }
        let Some(at) = self.s.side(player).place(slot) else { return };
        self.mark_up(player, slot);
        self.tell(|g, s| Event::Revealed { piece: g.piece(s, player, slot), at });
    }

    /// Turns up all cards in a Position.
    pub(super) fn reveal_all(&mut self, at: Place) {
        for player in [FRENCH, ALLIED] {
            let side = self.s.side(player);
            for slot in slots(side.at[at.index()] & !side.up) {
                self.reveal(player, slot);
            }
        }
    }

    /// Turns a card face-up without telling it.
    pub(super) fn mark_up(&mut self, player: Player, slot: Slot) {
        let side = self.s.side_mut(player);
        side.up |= bit(slot);
        side.since[usize::from(slot)] = 0;
        let card = side.card[usize::from(slot)];
        self.forget_return(card);
    }

    /// A card that was seen goes back to the Reserve: from now on the enemy knows that it is there or lies face-down.
    pub(super) fn remember_return(&mut self, card: CardId) {
        let hand = self.s.hand_mut(card.army());
        if usize::from(hand.returned_len) >= RETURNED {
            let oldest = CardId::new(card.army(), usize::from(hand.returned[0]));
            self.forget_return(oldest);
        }
        let hand = self.s.hand_mut(card.army());
        hand.returned[usize::from(hand.returned_len)] = card.index() as u8;
        hand.returned_len += 1;
    }

    /// A card that had gone back is seen again, or lost.
    pub(super) fn forget_return(&mut self, card: CardId) {
        let hand = self.s.hand_mut(card.army());
        let len = usize::from(hand.returned_len);
        let Some(i) = hand.returned[..len].iter().position(|&c| usize::from(c) == card.index()) else { return };
        hand.returned.copy_within(i + 1..len, i);
        hand.returned[len - 1] = 0;
        hand.returned_len -= 1;
        let side = self.s.side_mut(card.army().player());
        for slot in slots(side.all() & !side.up) {
            let since = &mut side.since[usize::from(slot)];
            if side.card[usize::from(slot)].army() == card.army() && usize::from(*since) > i {
                *since -= 1;
            }
        }
    }
}
