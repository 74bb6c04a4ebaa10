//! What is checked of Special cards: what is under way, what is in force, what has been played (W 13.0).

use super::{About, Check};
use crate::game::Player;
use crate::waterloo::Waterloo;
use crate::waterloo::agenda::{ANSWERS, Agenda, Frame, Subject, THROW, Task};
use crate::waterloo::specials::force::{Force, Forces, moment};
use crate::waterloo::specials::program::{Op, Window};
use crate::waterloo::state::{FIXED, Phase, State};
use crate::waterloo::turn::{ACTIONS, ROLLS, SHOWING};
use crate::waterloo::types::{Army, Attack, CardId, Kind, SLOTS, bit, cards, foe};
use crate::waterloo::view::knows_deck;

/// The last step of a phase.
const fn last_step(phase: Phase) -> u8 {
    match phase {
        Phase::Deal | Phase::Deployment => 0,
        Phase::Morale => ROLLS + 1,
        Phase::Combat | Phase::Over => 6,
        Phase::Reinforce => SHOWING + 1,
    }
}

/// The step at which a phase waits for its player when nothing is under way.
pub(in crate::waterloo) const fn resting_step(phase: Phase) -> u8 {
    match phase {
        Phase::Morale => ROLLS,
        Phase::Combat => ACTIONS,
        Phase::Reinforce => SHOWING,
        Phase::Deal | Phase::Deployment | Phase::Over => 0,
    }
}

/// Whether a player is asked about it.
const fn asks(task: Task) -> bool {
    matches!(
        task,
        Task::Window { .. }
            | Task::Target { .. }
            | Task::Capture { .. }
            | Task::Excess
            | Task::Choose { .. }
            | Task::Aim
            | Task::Place
            | Task::Show
            | Task::Search
            | Task::Peek { .. }
            | Task::Handler { .. }
    )
}

impl Check<'_> {
    pub(super) fn specials(&mut self) {
        let state = self.state;
        let battle = !matches!(state.phase, Phase::Deal | Phase::Deployment);
        let quiet = state.agenda.is_empty();
        let resting = state.step == resting_step(state.phase) || state.phase == Phase::Over;
        self.need(
            state.step <= last_step(state.phase) && if quiet { resting } else { state.step > 0 },
            About::Game,
            "the step is not one at which this phase waits for somebody",
        );
        self.need(state.shown == 0, About::Game, "whoever is to be asked after a reveal is asked at once (W N28)");
        self.need(
            quiet || battle && state.phase != Phase::Over,
            About::Game,
            "something is under way while no battle goes on",
        );
        self.played();
        self.forces();
        self.agenda();
    }

    /// Whether a card is a Special that has been played.
    fn was_played(&self, card: CardId) -> bool {
        self.game.has_card(card)
            && self.game.profile(card).kind == Kind::Special
            && self.state.hand(card.army()).gone & card.bit() != 0
    }

    fn played(&mut self) {
        for (player, places) in (0..).map(Player).zip(&self.state.played) {
            for cards in places {
                let fine = cards
                    .iter()
                    .all(|&card| card == CardId::NONE || self.was_played(card) && card.army().player() == player);
                let order = cards[0] != CardId::NONE || cards[1] == CardId::NONE;
                self.need(
                    fine && order && (cards[0] != cards[1] || cards[0] == CardId::NONE),
                    About::Game,
                    "what has been played in this phase are Specials of that player, and out of the game (W 13.0)",
                );
            }
        }
    }

    /// Whether a Special can be played on something, or act on it.
    fn names(&self, subject: Subject) -> bool {
        match subject {
            Subject::Nothing => true,
            Subject::Place(at) => at.0 < 6,
            Subject::Slot { player, slot } => player.0 < 2 && usize::from(slot) < SLOTS,
            Subject::Ground(number) => self.state.grounds.get(number).is_some(),
            Subject::Card(card) => self.game.has_card(card),
            Subject::Option(_) => false,
        }
    }

    fn forces(&mut self) {
        let (game, state) = (self.game, self.state);
        let mut again = Forces::EMPTY;
        for force in state.forces.list() {
            again.push(*force);
            if !self.was_played(force.card) {
                self.fault(About::Game, "only a Special that has been played has something in force (W 13.0)");
                continue;
            }
            let about = About::Card(force.card);
            let op = game.force_op(force);
            let lasts = op.is_some_and(|op| {
                op.span().is_some() || matches!(op, Op::SetAside { .. } | Op::Retire { hold: Some(_), .. })
            });
            self.need(lasts, about, "its program has no such effect that lasts");
            self.need(
                self.names(force.aim) && self.names(force.it),
                about,
                "it is in force on something that is not there",
            );
            let now = moment(state.turn, 0);
            self.need(
                force.from <= force.until && (force.until >= now || state.phase == Phase::Over),
                about,
                "what it has in force is over",
            );
            if let Some(Op::SetAside { .. }) = op {
                self.set_aside(force);
            }
        }
        again.hooks = game.hooks_of(&again);
        self.need(again == state.forces, About::Game, "the list of what is in force does not agree with itself");
    }

    fn set_aside(&mut self, force: &Force) {
        let about = About::Card(force.card);
        let Subject::Card(card) = force.it else { return self.fault(about, "it has set aside nobody") };
        let general = self.place(card, About::Card(card)).is_some_and(|profile| profile.kind == Kind::General);
        self.need(general, about, "only a General is set aside (W 12.4)");
    }

    fn agenda(&mut self) {
        let state = self.state;
        let tasks = state.agenda.tasks();
        let mut again = Agenda::EMPTY;
        let mut frame: Option<Frame> = None;
        for (i, &task) in tasks.iter().enumerate() {
            again.push(task);
            let below = i.checked_sub(1).and_then(|i| tasks.get(i)).copied();
            // What an operation waits for stands on the frame of that operation.
            let op = match below {
                Some(Task::Run(frame)) => self.op_of(&frame),
                _ => None,
            };
            let message = match task {
                Task::Nothing | Task::Watch { .. } => None,
                Task::Window { .. } => self.window(task, below),
                Task::Target { .. }
                | Task::Capture { .. }
                | Task::Excess
                | Task::Attack { .. }
                | Task::Leave { .. } => self.combat_task(task, below, frame),
                Task::Play { card, aim } => (!(self.was_played(card) && self.names(aim)))
                    .then_some("a Special takes effect that has not been played, or on nothing"),
                Task::Run(frame) => {
                    (!self.runs(&frame)).then_some("a Special is at a place that its program does not have")
                }
                _ => (!self.waits(task, op, frame)).then_some("something is waited for that the Special does not do"),
            };
            if let Some(message) = message {
                self.fault(About::Game, message);
            }
            if let Task::Run(inner) = task {
                frame = Some(inner);
            }
        }
        self.need(again == state.agenda, About::Game, "the list of what is under way does not agree with itself");
        self.need(
            tasks.last().is_none_or(|&task| asks(task)),
            About::Game,
            "somebody is asked about the first thing that is under way",
        );
    }

    fn op_of(&self, frame: &Frame) -> Option<&Op> {
        if self.game.has_card(frame.card) { self.game.frame_op(frame) } else { None }
    }

    fn runs(&self, frame: &Frame) -> bool {
        let there = |frame: &Frame| {
            let code = self.game.code(frame.card);
            let list = code.and_then(|code| code.lists.get(usize::from(frame.list)));
            list.is_some_and(|list| usize::from(frame.at) <= list.ops.len())
        };
        self.was_played(frame.card) && there(frame) && self.names(frame.aim) && self.names(frame.it)
    }

    fn window(&self, task: Task, below: Option<Task>) -> Option<&'static str> {
        let Task::Window { window, player, at, event } = task else { return None };
        let state = self.state;
        let (mine, step) = (player == state.on_turn, state.step);
        let card = match event {
            Subject::Card(card) if self.game.has_card(card) => Some(card),
            _ => None,
        };
        let plain = at.is_reserve() && event == Subject::Nothing;
        let leaves = match below {
            Some(Task::Leave { card: leaving, .. }) => {
                card == Some(leaving) && leaving.army().player() == player && at.0 <= 6
            }
            _ => false,
        };
        let phase = state.phase;
        let fits = match window {
            Window::OwnMorale => phase == Phase::Morale && mine && plain && step == 2,
            Window::FoeMorale => phase == Phase::Morale && !mine && plain && step == 3,
            Window::FoeCombat => phase == Phase::Combat && !mine && plain && step == 1,
            Window::FoeCombatEnd => phase == Phase::Combat && !mine && plain && step == 5,
            Window::FoeReinforce => phase == Phase::Reinforce && !mine && plain && step == 1,
            Window::OwnCombat => false,
            Window::OwnRout | Window::OwnGeneral => leaves,
            Window::FoeRout => phase == Phase::Morale && !mine && at.0 <= 6 && card.is_some(),
            Window::FoeEngage => !mine && at.0 < 6 && event == Subject::Nothing,
            Window::FoeAttack => match below {
                Some(Task::Attack { player: attacker, target, .. }) => {
                    player == foe(attacker) && event == Subject::slot(player, target) && at.0 < 6
                }
                _ => false,
            },
            Window::Answer => {
                let answered = match below {
                    Some(Task::Play { card: played, .. }) => card == Some(played),
                    // It has been cancelled.
                    Some(Task::Nothing) => true,
                    _ => false,
                };
                answered && at.0 <= 6 && card.is_some_and(|card| card.army().player() == foe(player))
            }
        };
        (!fits || player.0 > 1).then_some("a player is asked about a Special at the wrong moment (W N28)")
    }

    fn combat_task(&self, task: Task, below: Option<Task>, frame: Option<Frame>) -> Option<&'static str> {
        let (game, state) = (self.game, self.state);
        match task {
            Task::Target { slot, how } => {
                let last = state.task() == Some(task);
                // What the enemy plays when he sees who Engaged may change the attacker; nothing else does.
                let played = Army::ALL
                    .iter()
                    .any(|&army| game.roster(army).kinds[Kind::Special as usize] & state.hand(army).gone != 0);
                let may = state.side(state.on_turn).place(slot).is_some_and(|at| {
                    state.side(state.on_turn).troops() & bit(slot) != 0
                        && (played || game.attackers(state, state.on_turn, at, how) & bit(slot) != 0)
                        && !game.commits(state, state.on_turn, at)
                        && game.targets(state, state.on_turn, slot, how) != 0
                });
                (state.phase != Phase::Combat || how == Attack::Long || usize::from(slot) >= SLOTS || last && !may).then_some(
                    "a target is chosen in the Combat Phase, for Fire or Shock that a card of the player on turn may make (W N3)",
                )
            }
            Task::Capture { ground, taken } => {
                let fits = state.grounds.get(ground).is_some_and(|g| match taken {
                    0 => g.holder != state.on_turn && g.occupants == 0,
                    _ => g.holder == state.on_turn && u32::from(taken) <= g.occupants.count_ones(),
                });
                (state.phase != Phase::Combat || !fits).then_some(
                    "vacant Terrain of the enemy is captured, or Terrain that so many cards have taken already (W N6)",
                )
            }
            Task::Excess => (state.phase != Phase::Combat || game.excess(state, state.on_turn) == 0)
                .then_some("too much is sent home in the Combat Phase, where there is too much (W N67)"),
            Task::Attack { player, slot, target, special, .. } => {
                let made = below == Some(Task::Nothing)
                    && frame.is_some_and(|frame| matches!(self.op_of(&frame), Some(Op::Attack { .. })));
                let slots = usize::from(slot) < SLOTS && usize::from(target) < SLOTS;
                (player.0 > 1 || !slots || special && !made).then_some("an attack is made that was not declared")
            }
            Task::Leave { card, failed } => {
                (!self.game.has_card(card) || failed == 0).then_some("a card leaves that has not failed a roll")
            }
            _ => None,
        }
    }

    /// Whether the operation below waits for this.
    fn waits(&self, task: Task, op: Option<&Op>, frame: Option<Frame>) -> bool {
        let (game, state) = (self.game, self.state);
        let Some(frame) = frame else { return false };
        let army = frame.card.army();
        let hand = state.hand(army);
        match (task, op) {
            (Task::Choose { count, chosen }, Some(Op::Choose { .. })) => u32::from(count) == chosen.count_ones(),
            (Task::Each { next }, Some(Op::Each { .. })) => usize::from(next) <= 2 * SLOTS,
            (Task::Throw { left, faces }, Some(Op::Roll { .. })) => {
                let fell = usize::from(left);
                fell <= THROW && (0..THROW).all(|i| if i < fell { (1..=6).contains(&faces[i]) } else { faces[i] == 0 })
            }
            (Task::Draw { .. }, Some(Op::Draw { .. })) | (Task::Aim, Some(Op::Attack { .. })) => true,
            (Task::Show, Some(Op::Show { .. })) => true,
            (Task::Place, Some(Op::Place {})) => match frame.it {
                Subject::Card(card) => {
                    card.army().player() == army.player() && state.hand(card.army()).reserve & card.bit() != 0
                }
                _ => false,
            },
            (Task::Search, Some(Op::Search { .. })) => knows_deck(hand) && game.finds(state, &frame),
            (Task::Peek { stage, left }, Some(Op::Peek { count })) => {
                // Cards that he has looked at lie on top, known to him; one is taken first.
                let least = if stage == 2 { 2 } else { 1 };
                let most = if stage == 0 { *count } else { game.peeked(state, &frame) };
                stage <= 2 && (least..=most).contains(&left) && left <= hand.fixed[0]
            }
            (Task::Handler { wait, len, answers }, Some(Op::Handler { .. })) => {
                let choices = game.code(frame.card).map_or(0, |code| code.choices.len());
                let rest = answers.get(usize::from(len)..);
                (1..=choices).contains(&usize::from(wait))
                    && rest.is_some_and(|rest| rest.iter().all(|&a| a == 0))
                    && usize::from(len) <= ANSWERS
            }
            _ => false,
        }
    }

    /// The cards of a deck that have a fixed place, and those that are out of the game.
    pub(super) fn fixed(&mut self, army: Army) {
        let hand = self.state.hand(army);
        let about = About::Hand(army);
        let mine = self.game.all_cards(army);
        for card in cards(army, hand.gone & mine) {
            self.place(card, About::Card(card));
        }
        for (list, &len) in [hand.top, hand.bottom].iter().zip(&hand.fixed) {
            let len = usize::from(len);
            let fits = len <= FIXED && list[len.min(FIXED)..].iter().all(|&c| c == 0);
            self.need(fits, about, "the list of cards with a fixed place in the deck is longer than it says");
            for &index in &list[..len.min(FIXED)] {
                let card = CardId(army as u16 * 128 + u16::from(index));
                if card.army() == army {
                    self.place(card, about);
                } else {
                    self.fault(about, "its deck holds a card that is not of this battle");
                }
            }
        }
    }

    /// Every card is somewhere, unless its owner has looked through his deck and it was not there.
    pub(super) fn nowhere(&mut self, army: Army) {
        let rest = self.game.all_cards(army) & !self.seen[army.index()];
        for card in cards(army, rest).take(if knows_deck(self.state.hand(army)) { 0 } else { 128 }) {
            self.fault(About::Card(card), "it is nowhere, although nobody has looked through its deck");
        }
    }

    /// Whether Specials may have changed the limits of a player.
    pub(super) fn loosened(&self) -> bool {
        let special = Kind::Special as usize;
        Army::ALL.iter().any(|&army| self.state.hand(army).gone & self.game.roster(army).kinds[special] != 0)
    }
}

impl Waterloo {
    /// Whether the deck of a frame holds a card that its search looks for.
    fn finds(&self, state: &State, frame: &Frame) -> bool {
        let player = frame.card.army().player();
        let mut list = Vec::new();
        self.list_choices(state, player, Task::Search, &mut list);
        list.iter().any(|action| matches!(action, crate::waterloo::Action::Choose { .. }))
    }
}
