//! What the host calls: the rules as a [`Game`].

use super::action::Action;
use super::context::Ctx;
use super::event::Event;
use super::profile::Empire;
use super::refusal::Refusal;
use super::scenario::Scenario;
use super::state::{Pending, Stage, State};
use super::view::View;
use crate::chance::{Draws, Request, Unmet};
use crate::explain::Breakdown;
use crate::game::{Game, Outcome, ParseError, Player, Players, Sink, TOTALS, Viewer};

impl Empire {
    /// Why `player` may not do `action`, where the action itself is looked at only if it is his turn and the right stage.
    fn check(&self, state: &State, player: Player, action: &Action) -> Result<(), Refusal> {
        if state.stage == Stage::Over {
            return Err(Refusal::GameOver);
        }
        if !self.who_acts(state).has(player) {
            return Err(if state.ready.has(player) { Refusal::AlreadyReady } else { Refusal::NotYours });
        }
        let stage = |stages: &[Stage]| match state.pending {
            Pending::None if stages.contains(&state.stage) => Ok(()),
            Pending::None => Err(Refusal::WrongStage),
            _ => Err(Refusal::DecideFirst),
        };
        match action {
            Action::Order { leader, division, order } => {
                stage(&[Stage::Command])?;
                self.may_order(state, player, *leader, *division, *order)
            }
            Action::Ride { leader, to } => {
                stage(&[Stage::Rally, Stage::March])?;
                self.may_ride(state, player, *leader, *to)
            }
            Action::Attach { leader, host } => {
                stage(&[Stage::Rally, Stage::March])?;
                self.may_attach(state, player, *leader, *host)
            }
            Action::Rally { unit } => {
                stage(&[Stage::Rally])?;
                self.may_rally(state, player, *unit)
            }
            Action::Recover { unit } => {
                stage(&[Stage::Rally])?;
                self.may_recover(state, player, *unit)
            }
            Action::Move { unit, steps } => {
                stage(&[Stage::March])?;
                self.may_move(state, player, *unit, steps).map(|_| ())
            }
            Action::Hold { unit } => {
                stage(&[Stage::March])?;
                self.may_hold(state, player, *unit)
            }
            Action::Screen { unit, stands } => {
                stage(&[Stage::March])?;
                self.may_screen(state, player, *unit, *stands)
            }
            Action::React { unit, how } => self.may_react(state, player, *unit, *how),
            Action::Fire { with, target } => {
                stage(&[Stage::Fire])?;
                self.may_fire(state, player, with, *target)
            }
            Action::Lead { unit, spare } => self.may_lead(state, player, *unit, spare),
            Action::Follow { unit, how } => self.may_follow(state, player, *unit, *how),
            Action::End => match (&state.pending, state.stage) {
                (Pending::Threat { .. }, _) => Ok(()),
                (Pending::None, Stage::Assault) => Err(Refusal::DecideFirst),
                (Pending::None, _) => Ok(()),
                _ => Err(Refusal::DecideFirst),
            },
        }
    }
}

impl Game for Empire {
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Refusal = Refusal;
    type Params = Scenario;

    fn name(&self) -> &'static str {
        "empire"
    }
    fn rules_version(&self) -> u32 {
        super::RULES_VERSION
    }
    fn params(&self) -> Scenario {
        self.scenario().clone()
    }
    fn material_hash(&self) -> u64 {
        super::material_hash()
    }
    fn players(&self) -> u8 {
        2
    }
    fn player_name(&self, player: Player) -> &str {
        self.sides.get(player.index()).map_or("nobody", |side| &side.name)
    }
    fn start(&self) -> State {
        self.opening()
    }
    fn check_state(&self, state: &State) -> Result<(), String> {
        self.validate(state)
    }
    #[inline]
    fn to_act(&self, state: &State) -> Players {
        self.who_acts(state)
    }
    fn legal(&self, state: &State, player: Player, out: &mut Vec<Action>) {
        if self.who_acts(state).has(player) {
            self.suggest(state, player, out);
        }
    }
    fn refusal(&self, state: &State, player: Player, action: &Action) -> Option<Refusal> {
        self.check(state, player, action).err()
    }
    fn explain(&self, state: &State, player: Player, action: &Action) -> Result<Vec<Breakdown>, Refusal> {
        self.check(state, player, action)?;
        Ok(self.numbers(state, player, action))
    }
    fn totals(&self, state: &State, player: Player, action: &Action) -> [Option<i16>; TOTALS] {
        // What is refused has no numbers: they might tell of what is hidden.
        if self.check(state, player, action).is_err() {
            return [None; TOTALS];
        }
        self.bare_numbers(state, player, action)
    }
    fn advance<D: Draws, S: Sink<Self>>(
        &self,
        state: &mut State,
        player: Player,
        action: &Action,
        draws: &mut D,
        sink: &mut S,
    ) -> Result<(), Unmet> {
        let mut ctx = Ctx { game: self, state, draws, sink };
        match action {
            Action::Order { leader, division, order } => ctx.do_order(*leader, *division, *order),
            Action::Ride { leader, to } => ctx.do_ride(*leader, *to),
            Action::Attach { leader, host } => ctx.do_attach(*leader, *host),
            Action::Rally { unit } => ctx.do_rally(*unit),
            Action::Recover { unit } => ctx.do_recover(*unit),
            Action::Move { unit, steps } => ctx.do_move(*unit, steps),
            Action::Hold { unit } => ctx.do_hold(*unit),
            Action::Screen { unit, stands } => ctx.do_screen(*unit, *stands),
            Action::React { unit, how } => ctx.do_react(*unit, *how),
            Action::Fire { with, target } => ctx.do_fire(with, *target),
            Action::Lead { unit, spare } => ctx.do_lead(*unit, spare),
            Action::Follow { unit, how } => ctx.do_follow(*unit, *how),
            Action::End => ctx.end_stage(player),
        }?;
        ctx.after_assault()
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
    fn write_action(&self, _: &State, _: Player, action: &Action) -> String {
        self.write_word(action)
    }
    fn read_action(&self, _: &State, _: Player, text: &str) -> Result<Action, ParseError> {
        self.read_word(text)
    }
    fn action_text(&self, view: &View, player: Player, action: &Action) -> String {
        self.text_of_action(view, player, action)
    }
    fn event_text(&self, event: &Event) -> String {
        self.text_of_event(event)
    }
    fn view_text(&self, view: &View) -> String {
        self.text_of_view(view)
    }
    fn draw_text(&self, request: &Request) -> String {
        self.text_of_draw(request)
    }
    fn option_text(&self, _: &Request, label: u16) -> String {
        label.to_string()
    }
}
