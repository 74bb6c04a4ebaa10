//! The game as the floor sees it: every action meets its rule here.

use super::action::Action;
use super::agenda::{Subject, Task};
use super::deployment::Put;
use super::event::Event;
use super::refusal::Refusal;
use super::specials::program::Window;
use super::state::{Ending, Phase, State};
use super::turn::Ctx;
use super::types::{Army, Place, SLOTS, bit, foe};
use super::view::View;
use super::{RULES_VERSION, Setup, Waterloo};
use crate::chance::{Draws, Request, Unmet};
use crate::cite::Cite;
use crate::explain::{Breakdown, Sum, Tally};
use crate::game::{Game, Outcome, ParseError, Player, Players, Sink, TOTALS, Viewer};

impl Waterloo {
    /// Why `player` may not do `action` now.
    pub(super) fn action_refusal(&self, s: &State, player: Player, action: &Action) -> Option<Refusal> {
        if s.phase == Phase::Over {
            return Some(Refusal::GameOver);
        }
        if player.index() > 1 || !self.acting(s).has(player) {
            let ready = s.phase == Phase::Deployment && s.ready.has(player);
            return Some(if ready { Refusal::AlreadyReady } else { Refusal::NotYours });
        }
        if let Some(refusal) = self.form_of(action) {
            return Some(refusal);
        }
        if s.phase == Phase::Deal {
            return (*action != Action::Deal).then_some(Refusal::WrongPhase);
        }
        if let Some(task) = s.task() {
            return self.task_refusal(s, player, task, action);
        }
        let in_turn = match (s.phase, *action) {
            (Phase::Morale | Phase::Combat | Phase::Reinforce, Action::Show { card }) => {
                return self.show_refusal(s, player, card);
            }
            (Phase::Morale, Action::Roll { card }) => return self.roll_refusal(s, player, card),
            (Phase::Morale, Action::End) => return Some(Refusal::RollsLeft),
            (Phase::Reinforce, Action::End) => return None,
            (Phase::Deployment, Action::End) => return self.ready_refusal(s, player),
            (Phase::Combat, Action::End) => return self.end_combat_refusal(s, player),
            (Phase::Morale | Phase::Combat | Phase::Reinforce, Action::Play { card, aim }) => {
                return self.play_refusal(s, player, card, aim);
            }
            (Phase::Morale | Phase::Combat | Phase::Reinforce, Action::Pass) => return Some(Refusal::NothingToPass),
            (Phase::Combat, _) => true,
            (Phase::Deployment, _) => false,
            _ => return Some(Refusal::WrongPhase),
        };
        match *action {
            Action::Deploy { card, to, formation, on, decoy } => {
                self.deploy_refusal(s, player, Put { card, to, formation, on, decoy })
            }
            Action::Move { slot, to, formation } if in_turn => self.move_refusal(s, player, slot, to, formation),
            Action::Move { slot, to, formation } => self.take_back_refusal(s, player, slot, to, formation),
            Action::Form { slot, formation } => self.form_refusal(s, player, slot, formation),
            Action::Occupy { slot, ground } => self.occupy_refusal(s, player, slot, ground),
            Action::Leave { slot } => self.leave_refusal(s, player, slot),
            Action::Commit { slot, how } if in_turn => self.commit_refusal(s, player, slot, how),
            Action::Attack { slot, how, target } if in_turn => self.attack_refusal(s, player, slot, how, target),
            _ => Some(Refusal::WrongPhase),
        }
    }

    /// Why `player`, who is asked, may not do `action` about the first thing on the agenda.
    fn task_refusal(&self, s: &State, player: Player, task: Task, action: &Action) -> Option<Refusal> {
        match (task, *action) {
            (Task::Target { .. }, Action::Attack { slot, how, target }) => {
                self.attack_refusal(s, player, slot, how, target)
            }
            (Task::Capture { .. }, Action::Capture { slot, ground }) => self.capture_refusal(s, slot, ground),
            (Task::Capture { taken, .. }, Action::End) => (taken == 0).then_some(Refusal::MustCapture),
            (Task::Excess, Action::Choose { what: Subject::Slot { player: whose, slot } }) => {
                let may = whose == player && self.excess(s, player) & bit(slot) != 0;
                (!may).then_some(Refusal::NotOffered)
            }
            (Task::Window { .. }, Action::Pass) => None,
            (Task::Window { .. }, Action::Play { card, aim }) => self.play_refusal(s, player, card, aim),
            (Task::Window { window: Window::OwnMorale, .. }, Action::Show { card }) => {
                self.show_refusal(s, player, card)
            }
            (Task::Target { .. } | Task::Capture { .. } | Task::Excess | Task::Window { .. }, _) => {
                Some(Refusal::ChooseFirst)
            }
            _ => self.choice_refusal(s, player, task, action),
        }
    }

    /// Numbers that name nothing at all, as a hostile file may hold them.
    fn form_of(&self, action: &Action) -> Option<Refusal> {
        let slot_ok = |slot: u8| usize::from(slot) < SLOTS;
        let place_ok = |place: Place| place.0 <= Place::RESERVE.0;
        let fine = match *action {
            Action::Deploy { to, .. } => place_ok(to),
            Action::Move { slot, to, .. } => slot_ok(slot) && place_ok(to),
            Action::Attack { slot, target, .. } => slot_ok(slot) && slot_ok(target),
            Action::Form { slot, .. }
            | Action::Occupy { slot, .. }
            | Action::Leave { slot }
            | Action::Commit { slot, .. }
            | Action::Capture { slot, .. } => slot_ok(slot),
            Action::Play { aim: subject, .. } | Action::Choose { what: subject } => match subject {
                Subject::Slot { player, slot } => player.0 < 2 && slot_ok(slot),
                Subject::Place(place) => place_ok(place),
                Subject::Card(card) => self.has_card(card),
                Subject::Nothing | Subject::Ground(_) | Subject::Option(_) => true,
            },
            Action::Deal | Action::End | Action::Pass | Action::Roll { .. } | Action::Show { .. } => true,
        };
        if !fine {
            return Some(Refusal::OutOfRange);
        }
        match *action {
            Action::Roll { card } | Action::Show { card } | Action::Play { card, .. }
                if usize::from(card.0) >= 3 * super::types::ARMY_CARDS =>
            {
                Some(Refusal::OutOfRange)
            }
            _ => None,
        }
    }

    /// Carries out an action that [`Waterloo::action_refusal`] allows.
    pub(super) fn carry_out<D: Draws, S: Sink<Self>>(
        &self,
        state: &mut State,
        player: Player,
        action: &Action,
        draws: &mut D,
        sink: &mut S,
    ) -> Result<(), Unmet> {
        let mut ctx = Ctx { g: self, s: state, draws, sink };
        match *action {
            Action::Deal => ctx.deal()?,
            Action::End => ctx.end(player),
            Action::Deploy { card, to, formation, .. } if ctx.s.task() == Some(Task::Place) => {
                ctx.place_card(card, to, formation);
            }
            Action::Deploy { card, to, formation, on, decoy } => {
                ctx.deploy(player, Put { card, to, formation, on, decoy })
            }
            Action::Move { slot, to, formation } if ctx.s.phase == Phase::Combat => {
                ctx.make_move(player, slot, to, formation);
            }
            Action::Move { slot, .. } => ctx.take_back(player, slot),
            Action::Form { slot, formation } => ctx.form(player, slot, formation),
            Action::Occupy { slot, ground } => ctx.occupy(player, slot, ground),
            Action::Leave { slot } => ctx.leave(player, slot),
            Action::Commit { slot, how } => ctx.commit(player, slot, how),
            Action::Attack { slot, how, target } => ctx.declare(player, slot, how, target, false),
            Action::Roll { card } => ctx.roll(player, card)?,
            Action::Capture { slot, ground } => ctx.capture(player, slot, ground),
            Action::Show { card } => ctx.show(card),
            Action::Play { card, aim } => ctx.play(player, card, aim),
            Action::Choose { what } => ctx.choose(player, what),
            Action::Pass => ctx.pass()?,
        }
        ctx.go_on()
    }

    /// The numbers behind an action: cv and power of an attack, with the target's Morale value where it lies face-up; the
    /// Morale value of a roll.
    pub(super) fn breakdowns(&self, s: &State, player: Player, action: &Action) -> Vec<Breakdown> {
        match *action {
            Action::Attack { slot, how, target } => {
                let mut numbers = Vec::from(self.strike_breakdown(s, player, slot, how, target));
                let enemy = s.side(foe(player));
                if enemy.up & enemy.troops() & bit(target) != 0 {
                    let mut value = Breakdown::new("morale");
                    self.morale_seen(s, enemy.card[usize::from(target)], Viewer::Player(player), &mut value);
                    numbers.push(value);
                }
                numbers
            }
            Action::Roll { card } if self.profile(card).kind.is_troop() => {
                let mut value = Breakdown::new("morale");
                self.morale(s, card, &mut value);
                vec![value]
            }
            _ => Vec::new(),
        }
    }

    /// The totals of [`Waterloo::breakdowns`].
    fn sums(&self, s: &State, player: Player, action: &Action) -> [Option<i16>; TOTALS] {
        match *action {
            Action::Attack { slot, target, .. }
                if s.side(player).all() & bit(slot) == 0 || s.side(foe(player)).all() & bit(target) == 0 =>
            {
                [None; TOTALS]
            }
            Action::Attack { slot, how, target } => {
                let (dice, lowest) = self.strike(s, player, slot, how, target);
                let enemy = s.side(foe(player));
                let known = enemy.up & enemy.troops() & bit(target) != 0;
                let morale = known.then(|| {
                    let mut value = Sum(0);
                    self.morale_seen(s, enemy.card[usize::from(target)], Viewer::Player(player), &mut value);
                    value.total()
                });
                [Some(i16::from(dice)), Some(7 - i16::from(lowest)), morale]
            }
            // What an enemy's card rolls against may depend on what lies hidden beside it.
            Action::Roll { card } if card.army().player() == player && self.profile(card).kind.is_troop() => {
                [Some(self.morale_value(s, card)), None, None]
            }
            _ => [None; TOTALS],
        }
    }

    /// How the battle ended.
    #[must_use]
    pub fn result(&self, state: &State) -> Option<Outcome> {
        Some(match state.ending? {
            Ending::Victory { winner, .. } => Outcome { winner: Some(winner), code: "victory", cite: Cite("W 4.3") },
            Ending::NoWin => Outcome { winner: None, code: "no-win", cite: Cite("W r15") },
            Ending::TurnCap => Outcome { winner: None, code: "turn-cap", cite: Cite("W N31") },
        })
    }

    /// Whether an action tells anybody something, so that it cannot be taken back alone: dice, draws, and whatever turns a
    /// card up; an Engage move always (W N1, N56).
    pub(super) fn tells(&self, s: &State, player: Player, action: &Action) -> bool {
        if self.form_of(action).is_some() {
            return true;
        }
        match *action {
            Action::Deal | Action::End | Action::Commit { .. } | Action::Attack { .. } => true,
            Action::Play { .. } | Action::Choose { .. } | Action::Pass => true,
            Action::Roll { .. } | Action::Show { .. } | Action::Capture { .. } => true,
            Action::Deploy { card, to, decoy, .. } => {
                s.phase == Phase::Combat
                    && (s.would_engage(player, to) || (!decoy && !self.profile(card).kind.is_troop()))
            }
            Action::Move { slot, to, .. } => {
                s.phase == Phase::Combat && {
                    let engages = !to.is_reserve() && s.would_engage(player, to);
                    let from = s.side(player).place(slot);
                    // Leaving an engagement can give up the Position, or Terrain. Entering the enemy's battleline wins, or
                    // tells that the card cannot (W 4.3).
                    engages
                        || (!to.is_reserve() && to.owner() != player)
                        || from.is_some_and(|at| s.side(foe(player)).at[at.index()] != 0)
                        || s.side(player).at.iter().all(|set| set & bit(slot) == 0)
                }
            }
            Action::Occupy { .. } | Action::Leave { .. } | Action::Form { .. } => false,
        }
    }
}

impl Game for Waterloo {
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Refusal = Refusal;
    type Params = Setup;

    fn name(&self) -> &'static str {
        "waterloo"
    }
    fn rules_version(&self) -> u32 {
        RULES_VERSION
    }
    fn params(&self) -> Setup {
        self.setup.clone()
    }
    fn script_hash(&self) -> u64 {
        self.script_set()
    }
    fn scripts(&self) -> Vec<(String, u64)> {
        self.scripts_by_card()
    }
    fn in_use(&self, state: &State, next: &Self) -> Result<(), String> {
        let changed = self.changed_in_use(state, next);
        if changed.is_empty() {
            Ok(())
        } else {
            Err(format!("{} has changed and is in force or going on", changed.join(", ")))
        }
    }
    fn material_hash(&self) -> u64 {
        u64::from_str_radix(self.set.hash.get(..16).unwrap_or_default(), 16).unwrap_or_default()
    }
    fn players(&self) -> u8 {
        2
    }
    fn player_name(&self, player: Player) -> &str {
        match (player.0, self.roster(Army::British).cards.is_empty(), self.roster(Army::Prussian).cards.is_empty()) {
            (0, ..) => "french",
            (_, false, true) => "british",
            (_, true, false) => "prussian",
            _ => "allied",
        }
    }
    fn start(&self) -> State {
        self.before_deal()
    }
    fn check_state(&self, state: &State) -> Result<(), String> {
        self.validate(state).first().map_or(Ok(()), |fault| Err(fault.to_string()))
    }
    #[inline]
    fn to_act(&self, state: &State) -> Players {
        self.acting(state)
    }
    /// The Allies deploy first: the French adjust last (W 4.1, r8).
    #[inline]
    fn next_to_ask(&self, state: &State) -> Option<Player> {
        let acting = self.acting(state);
        if acting.has(super::ALLIED) { Some(super::ALLIED) } else { acting.iter().next() }
    }
    fn automatic(&self, state: &State) -> Option<(Player, Action)> {
        self.automatic_action(state)
    }
    #[inline]
    fn legal(&self, state: &State, player: Player, out: &mut Vec<Action>) {
        self.list_legal(state, player, out);
    }
    fn refusal(&self, state: &State, player: Player, action: &Action) -> Option<Refusal> {
        self.action_refusal(state, player, action)
    }
    fn explain(&self, state: &State, player: Player, action: &Action) -> Result<Vec<Breakdown>, Refusal> {
        match self.action_refusal(state, player, action) {
            Some(refusal) => Err(refusal),
            None => Ok(self.breakdowns(state, player, action)),
        }
    }
    fn totals(&self, state: &State, player: Player, action: &Action) -> [Option<i16>; TOTALS] {
        self.sums(state, player, action)
    }
    #[inline]
    fn advance<D: Draws, S: Sink<Self>>(
        &self,
        state: &mut State,
        player: Player,
        action: &Action,
        draws: &mut D,
        sink: &mut S,
    ) -> Result<(), Unmet> {
        self.carry_out(state, player, action, draws, sink)
    }
    fn outcome(&self, state: &State) -> Option<Outcome> {
        self.result(state)
    }
    fn view(&self, state: &State, viewer: Viewer) -> View {
        self.view_of(state, viewer)
    }

    fn write_view(&self, state: &State, viewer: Viewer, out: &mut Vec<u8>) {
        self.write_view_of(state, viewer, out);
    }
    fn redact(&self, state: &State, viewer: Viewer, event: &Event) -> Option<Event> {
        self.redact_event(state, viewer, event)
    }
    fn is_barrier(&self, state: &State, player: Player, action: &Action) -> bool {
        self.tells(state, player, action)
    }
    fn determinise<D: Draws>(&self, view: &View, draws: &mut D) -> Result<State, Unmet> {
        self.determinise_view(view, draws)
    }
    fn write_state(&self, state: &State) -> String {
        self.write_position(state)
    }
    fn read_state(&self, text: &str) -> Result<State, ParseError> {
        self.read_position(text)
    }
    fn write_action(&self, state: &State, player: Player, action: &Action) -> String {
        self.write_word(state, player, action)
    }
    fn read_action(&self, state: &State, player: Player, text: &str) -> Result<Action, ParseError> {
        self.read_word(state, player, text)
    }
    fn action_text(&self, view: &View, player: Player, action: &Action) -> String {
        self.action_text(view, player, action)
    }
    fn event_text(&self, event: &Event) -> String {
        self.event_text(event)
    }
    fn view_text(&self, view: &View) -> String {
        self.view_text(view)
    }
    fn draw_text(&self, request: &Request) -> String {
        self.draw_text(request)
    }
    fn option_text(&self, request: &Request, label: u16) -> String {
        self.option_text(request, label)
    }
}
