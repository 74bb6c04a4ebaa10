//! Runs one scenario.

use super::holds::{self, Pattern};
use super::words::{self, GIVEN, WORD};
use super::{Outcome, Scenario, Step, board, fault, names, steps};
use crate::api::Fault;
use crate::kit::Play;
use eagles::chance::{ScriptFault, Supplied, Unmet};
use eagles::cite::Coded;
use eagles::game::{Failure, Game, Player, Sink};
use eagles::waterloo::{Action, Event, Kind, Refusal, State, Waterloo};
use serde_json::Value;

/// The events of one step.
#[derive(Default)]
struct Seen(Vec<Event>);

impl Sink<Waterloo> for Seen {
    const LIVE: bool = true;
    fn emit(&mut self, _: &Waterloo, _: &State, event: Event) {
        self.0.push(event);
    }
    fn mark(&self) -> usize {
        self.0.len()
    }
    fn discard(&mut self, mark: usize) {
        self.0.truncate(mark);
    }
}

/// How often somebody may pass between two steps.
const PASSES: usize = 300;

/// Runs a scenario with the cards in use. What is wrong and what was found instead stands at its line; nothing when all is
/// as expected.
#[must_use]
pub fn run(play: &Play, scenario: &Scenario) -> Vec<Fault> {
    let at = |code, message| vec![fault(&scenario.file, Some(scenario.line), None, code, message, None)];
    let game = match play.game(&scenario.battle, &scenario.options) {
        Ok(game) => game,
        Err(message) => return at("battle", message),
    };
    let start = match (&scenario.position, &scenario.board) {
        (Some(text), _) => game.read_state(text).map_err(|error| format!("position: {error}")),
        (None, Some(board)) => board::build(&game, board),
        (None, None) => Ok(game.start()),
    };
    let state = match start {
        Ok(state) => state,
        Err(message) => return at("position", message),
    };
    let mut run = Run {
        game: &game,
        scenario,
        state,
        draws: Supplied::new(),
        drawn: None,
        seen: Seen::default(),
        faults: Vec::new(),
    };
    run.steps();
    run.faults
}

struct Run<'a> {
    game: &'a Waterloo,
    scenario: &'a Scenario,
    state: State,
    draws: Supplied,
    /// Where the last `draws` stands.
    drawn: Option<(u32, Option<u32>)>,
    seen: Seen,
    faults: Vec<Fault>,
}

impl Run<'_> {
    fn fail(&mut self, step: &Step, code: &'static str, message: String, hint: Option<String>) {
        self.faults.push(fault(&self.scenario.file, Some(step.line), step.column, code, message, hint));
    }

    fn steps(&mut self) {
        for (i, step) in self.scenario.steps.iter().enumerate() {
            match step.word {
                "draws" => match step.given.iter().map(|value| draw(self.game, value)).collect::<Outcome<Vec<u16>>>() {
                    Ok(values) => {
                        self.draws.supply(values);
                        self.drawn = Some((step.line, step.column));
                    }
                    Err(message) => return self.fail(step, "draws", message, None),
                },
                word if word.starts_with("act.") => {
                    if !self.act(step) {
                        return;
                    }
                    if !self.scenario.ask && !self.pass(step, i + 1) {
                        return;
                    }
                }
                _ => {
                    if let Err((code, message)) = self.expect(step) {
                        self.fail(step, code, message, None);
                    }
                }
            }
        }
        let rest = self.draws.rest().to_vec();
        if let (Some((line, column)), false) = (self.drawn, rest.is_empty()) {
            let rest: Vec<String> = rest.iter().map(ToString::to_string).collect();
            let message = format!("nothing drew {}: the steps asked for fewer results", rest.join(", "));
            self.faults.push(fault(&self.scenario.file, Some(line), column, "draws", message, None));
        }
    }

    /// Carries out a deed; whether the scenario can go on.
    fn act(&mut self, step: &Step) -> bool {
        let text = words::action(step.word, &step.given);
        let (player, action) = match steps::read(self.game, &self.state, &text) {
            Ok(found) => found,
            Err(message) => {
                self.fail(step, "step", message, None);
                return false;
            }
        };
        self.seen.0.clear();
        let applied = self.game.apply(&mut self.state, player, &action, &mut self.draws, &mut self.seen);
        match applied {
            Ok(()) => true,
            Err(failure) => {
                let (code, message, hint) = self.failed(&text, &failure);
                self.fail(step, code, message, hint);
                false
            }
        }
    }

    fn failed(&self, text: &str, failure: &Failure<Refusal>) -> (&'static str, String, Option<String>) {
        match failure {
            Failure::Refused(refusal) => {
                let asked = holds::asked(self.game, &self.state);
                let hint = match asked.as_slice() {
                    [nobody] if nobody == "nobody" => None,
                    asked => Some(format!("asked now: {}", asked.join(" "))),
                };
                ("refused", format!("`{text}` is refused: {}", refused(self.game, refusal)), hint)
            }
            Failure::Unmet(unmet) => unmet_text(self.game, unmet),
        }
    }

    /// Passes for players who are asked something that the scenario does not speak of; whether it can go on.
    ///
    /// Where it goes on with what is expected of a play and no moment is as expected, the first one stays at which its player
    /// is asked: then what is found instead is about the play, and not that it is too late for it.
    fn pass(&mut self, step: &Step, next: usize) -> bool {
        let mut first = None;
        for _ in 0..PASSES {
            if self.is_meant(next) {
                return true;
            }
            let asked = self.game.to_act(&self.state).iter().next().filter(|_| self.state.task().is_some());
            let asked = asked.filter(|player| self.game.refusal(&self.state, *player, &Action::Pass).is_none());
            let Some(player) = asked else { break };
            if first.is_none() && self.tried(next).is_some_and(|who| self.game.to_act(&self.state).has(who)) {
                first = Some((self.state.clone(), self.draws.clone(), self.seen.0.len()));
            }
            let passed = self.game.apply(&mut self.state, player, &Action::Pass, &mut self.draws, &mut self.seen);
            if let Err(failure) = passed {
                let (code, message, hint) = self.failed("pass", &failure);
                self.fail(step, code, message, hint);
                return false;
            }
        }
        if let Some((state, draws, seen)) = first.filter(|_| !self.is_as_tried(next)) {
            (self.state, self.draws) = (state, draws);
            self.seen.0.truncate(seen);
        }
        true
    }

    /// The play of which the scenario says next whether it is allowed: its player.
    fn tried(&self, next: usize) -> Option<Player> {
        let (_, word, given) = self.trial(next)?;
        steps::read(self.game, &self.state, &words::action(word, given)).ok().map(|(player, _)| player)
    }

    /// The next step that says whether a play is allowed, if it comes before the next deed.
    fn trial(&self, next: usize) -> Option<(&Step, &str, &[Value])> {
        let steps = self.scenario.steps.iter().skip(next).take_while(|step| !step.word.starts_with("act."));
        let mut tries = steps.filter(|step| ["expect.refused", "expect.allowed"].contains(&step.word));
        tries.find_map(|step| {
            inner(step).filter(|(word, _)| *word == "act.play").map(|(word, given)| (step, word, given))
        })
    }

    /// Whether the play that is tried next would be found as it is expected.
    fn is_as_tried(&self, next: usize) -> bool {
        self.trial(next).is_none_or(|(step, ..)| self.expect(step).is_ok())
    }

    /// Whether what is asked now is what the scenario goes on with.
    fn is_meant(&self, next: usize) -> bool {
        let acts = |step: &str, given: &[Value], wanted: Option<&str>| {
            let Ok((player, action)) = steps::read(self.game, &self.state, &words::action(step, given)) else {
                return false;
            };
            let found = self.game.refusal(&self.state, player, &action);
            let fits = match (&found, wanted) {
                (None, None) => true,
                (Some(refusal), Some(text)) => {
                    Pattern::read(self.game, text).is_ok_and(|pattern| pattern.fits(refusal))
                }
                _ => false,
            };
            fits && self.game.to_act(&self.state).has(player)
        };
        for step in self.scenario.steps.iter().skip(next) {
            match step.word {
                "expect.nobody_asked" => return false,
                "expect.asked" => {
                    let text = words::statement(step.word, &step.given).unwrap_or_default();
                    return holds::holds(self.game, &self.state, &text).is_ok();
                }
                "expect.refused" | "expect.allowed" => {
                    let Some((word, given)) = inner(step) else { continue };
                    if !["act.play", "act.choose", "act.pass"].contains(&word) {
                        continue;
                    }
                    let code = step.given.get(1).and_then(Value::as_str).filter(|_| step.word == "expect.refused");
                    return acts(word, given, code);
                }
                word if word.starts_with("act.") => return acts(word, &step.given, None),
                _ => {}
            }
        }
        false
    }

    fn expect(&self, step: &Step) -> Result<(), (&'static str, String)> {
        let code = "expectation";
        let step_error = |message| ("step", message);
        if let Some(text) = words::statement(step.word, &step.given) {
            return holds::holds(self.game, &self.state, &text).map_err(|found| (code, found));
        }
        match step.word {
            "expect.event" | "expect.no_event" => {
                let text = words::pattern(&step.given);
                let pattern = Pattern::read(self.game, &text).map_err(step_error)?;
                let found = self.seen.0.iter().find(|event| pattern.fits(*event));
                match (found, step.word == "expect.event") {
                    (Some(_), true) | (None, false) => Ok(()),
                    (Some(event), false) => Err((code, format!("`{text}` happened: {}", self.game.event_text(event)))),
                    (None, true) => Err((code, format!("`{text}` did not happen; {}", self.happened()))),
                }
            }
            _ => {
                let Some((word, given)) = inner(step) else { return Err(step_error("a deed is wanted".to_owned())) };
                let text = words::action(word, given);
                let (player, action) = steps::read(self.game, &self.state, &text).map_err(step_error)?;
                let refusal = self.game.refusal(&self.state, player, &action);
                match (step.word, refusal) {
                    ("expect.refused", None) => Err((code, format!("`{text}` is allowed"))),
                    ("expect.refused", Some(refusal)) => {
                        let wanted = step.given.get(1).and_then(Value::as_str).unwrap_or_default();
                        let says = step.given.get(2).and_then(Value::as_str).unwrap_or_default();
                        let fits = Pattern::read(self.game, wanted).map_err(step_error)?.fits(&refusal);
                        if fits && self.game.refusal_text(&refusal).contains(says) {
                            return Ok(());
                        }
                        Err((code, format!("`{text}` is refused otherwise: {}", refused(self.game, &refusal))))
                    }
                    (_, Some(refusal)) => Err((code, format!("`{text}` is refused: {}", refused(self.game, &refusal)))),
                    ("expect.allowed", None) => Ok(()),
                    _ => {
                        let sums = self.game.explain(&self.state, player, &action);
                        let sums = sums.map_err(|refusal| (code, refused(self.game, &refusal)))?;
                        holds::numbers(self.game, &sums, &words::sum(&step.given))
                            .map_err(|found| (code, format!("`{text}`: {found}")))
                    }
                }
            }
        }
    }

    fn happened(&self) -> String {
        if self.seen.0.is_empty() {
            return "nothing happened in the step before".to_owned();
        }
        let list: Vec<String> = self
            .seen
            .0
            .iter()
            .map(|event| format!("\n      {} - {}", holds::show(event), self.game.event_text(event)))
            .collect();
        format!("what happened:{}", list.concat())
    }
}

/// The deed inside an expectation.
fn inner(step: &Step) -> Option<(&str, &[Value])> {
    let deed = step.given.first()?;
    Some((deed.get(WORD)?.as_str()?, deed.get(GIVEN)?.as_array()?))
}

/// A refusal: its code, and what it says, with the rules.
pub(crate) fn refused(game: &Waterloo, refusal: &Refusal) -> String {
    format!("{}: {}", refusal.code(), game.refusal_text(refusal))
}

/// A draw that cannot be made, in words: code, message and what to do.
pub(crate) fn unmet_text(game: &Waterloo, unmet: &Unmet) -> (&'static str, String, Option<String>) {
    match unmet {
        Unmet::Needed(needed) => {
            let have = if needed.have > 0 { format!(", {} of them given", needed.have) } else { String::new() };
            let options: Vec<String> =
                needed.options.iter().take(12).map(|&label| game.option_text(&needed.request, label)).collect();
            let among = if options.is_empty() { String::new() } else { format!(" among {}", options.join(", ")) };
            (
                "draws",
                format!("a draw is needed here: {}{among}{have}", game.draw_text(&needed.request)),
                Some("write `draws(...)` with its results above the step".to_owned()),
            )
        }
        Unmet::Impossible { request, value } => {
            ("draws", format!("{value} is no result of {}", game.draw_text(request)), Some("give another".to_owned()))
        }
        Unmet::Script(fault) => script_text(fault),
        other => ("draws", other.to_string(), None),
    }
}

fn script_text(fault: &ScriptFault) -> (&'static str, String, Option<String>) {
    let trace: String = fault.traceback.iter().map(|frame| format!("\n      at {frame}")).collect();
    ("script", format!("{fault}{trace}"), None)
}

/// A die, or a card by its name; a kind of a quota deck as `kind:cavalry`.
pub(crate) fn draw(game: &Waterloo, value: &Value) -> Outcome<u16> {
    match value {
        Value::String(word) => match (word.strip_prefix("kind:"), word.parse::<u16>()) {
            (Some(kind), _) => Kind::from_name(kind).map(|k| k as u16).ok_or_else(|| format!("`{word}` is no kind")),
            (None, Ok(number)) => Ok(number),
            (None, Err(_)) => names::card(game, word).map(|card| card.0),
        },
        other => {
            let number = other.as_u64().and_then(|n| u16::try_from(n).ok());
            number.ok_or_else(|| format!("{other} is no result of a draw"))
        }
    }
}
