//! Runs one case of a battle.

use super::case::{Case, File};
use super::render::{self, Told};
use super::{board, charts, expect};
use crate::harness::Outcome;
use crate::harness::shared::{healthy, split};
use eagles::chance::Supplied;
use eagles::cite::Coded;
use eagles::empire::{Action, Empire, Event, Scenario, State};
use eagles::game::{Failure, Game, Player, Sink, Viewer};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Every event, and what each player saw of it.
#[derive(Default)]
struct Seen(Vec<(Event, [Option<Event>; 2])>);

impl Sink<Empire> for Seen {
    const LIVE: bool = true;
    fn emit(&mut self, game: &Empire, state: &State, event: Event) {
        let seen = [0, 1].map(|n| game.redact(state, Viewer::Player(Player(n)), &event));
        self.0.push((event, seen));
    }
    fn mark(&self) -> usize {
        self.0.len()
    }
    fn discard(&mut self, mark: usize) {
        self.0.truncate(mark);
    }
}

/// A case as it ran, and what differed: nothing when it holds.
pub(crate) struct Ran {
    /// What differed.
    pub(crate) faults: Vec<String>,
    /// The case without words of the harness, for other languages; `README.md` describes it.
    pub(crate) record: Value,
}

/// Runs one case.
pub(crate) fn run(file: &File, case: &Case) -> Ran {
    let mut ran = Ran { faults: Vec::new(), record: json!({ "name": case.name, "rule": case.rule }) };
    let ended = if case.chart.is_some() { charts::run(file, case, &mut ran) } else { battle(file, case, &mut ran) };
    if let Err(fault) = ended {
        ran.faults.push(fault);
    }
    ran
}

fn battle(file: &File, case: &Case, ran: &mut Ran) -> Outcome<()> {
    let named = match &case.on {
        Some(name) => file.boards.get(name).ok_or_else(|| format!("the file has no board `{name}`"))?,
        None => "",
    };
    let board = board::build(&format!("{named}\n{}", case.board), &case.house)?;
    ran.record["scenario"] = board.scenario.clone();
    let scenario: Scenario = serde_json::from_value(board.scenario).map_err(|e| format!("scenario: {e}"))?;
    let game = match (Empire::new(scenario), &case.faults) {
        (Ok(game), None) => game,
        (Ok(_), Some(wanted)) => return Err(format!("the scenario has no faults, expected {wanted:?}")),
        (Err(faults), None) => return Err(format!("the scenario has faults: {faults:#?}")),
        (Err(faults), Some(wanted)) => {
            let found: Vec<&str> = faults.iter().map(|fault| fault.code).collect();
            if found != *wanted {
                ran.faults.push(format!("the faults are {found:?}, expected {wanted:?}: {faults:#?}"));
            }
            ran.record["faults"] = json!(found);
            return Ok(());
        }
    };
    let mut state = game.read_state(&board.position).map_err(|e| format!("position: {e}\n      {}", board.position))?;
    ran.record["position"] = json!(game.write_state(&state));
    healthy(&game, &state, "at the start", &mut ran.faults);
    let seen = play(&game, &mut state, case, ran)?;
    events(&game, case, &seen, &mut ran.faults);
    probes(&game, &state, case, ran)?;
    for text in &case.after {
        if let Err(fault) = expect::holds(&game, &state, text) {
            ran.faults.push(fault);
        }
    }
    if let Some(outcome) = game.outcome(&state) {
        ran.record["outcome"] = json!({ "winner": outcome.winner.map(|p| game.player_name(p)), "code": outcome.code });
    }
    Ok(())
}

/// Who acts, and what he does: `british end`, or a word alone for the first who is asked.
fn read(game: &Empire, state: &State, text: &str) -> Outcome<(Player, Action)> {
    let (player, word) = match text.split_once(' ') {
        Some((name, word)) => {
            let player = game.sides().iter().position(|side| side.name == name);
            (player.map(|n| Player(n as u8)).ok_or_else(|| format!("`{name}` is no side"))?, word)
        }
        None => (game.to_act(state).iter().next().unwrap_or(Player(0)), text),
    };
    let action = game.read_action(state, player, word).map_err(|e| format!("`{text}`: {e}"))?;
    Ok((player, action))
}

fn play(game: &Empire, state: &mut State, case: &Case, ran: &mut Ran) -> Outcome<Seen> {
    let mut dice = Supplied::of(case.dice.iter().copied());
    let (mut seen, mut steps) = (Seen::default(), Vec::new());
    for (i, text) in case.actions.iter().enumerate() {
        let wanted = case.refused.as_deref().filter(|_| i + 1 == case.actions.len());
        let (player, action) = read(game, state, text)?;
        let word = game.write_action(state, player, &action);
        let mut step = json!({ "player": game.player_name(player), "action": word });
        let (told, left, before) = (seen.0.len(), dice.rest().to_vec(), state.clone());
        match (game.apply(state, player, &action, &mut dice, &mut seen), wanted) {
            (Ok(()), None) => {
                let used = &left[..left.len() - dice.rest().len()];
                if !used.is_empty() {
                    step["draws"] = json!(used);
                }
                step["events"] = seen.0[told..].iter().map(|(event, _)| event.code()).collect();
                step["position"] = json!(game.write_state(state));
                healthy(game, state, text, &mut ran.faults);
            }
            (Ok(()), Some(wanted)) => return Err(format!("`{text}` was allowed, expected the refusal {wanted}")),
            (Err(Failure::Refused(refusal)), Some(wanted)) => {
                let found = Told::of(game, &refusal);
                if !found.fits(wanted) {
                    ran.faults.push(format!("`{text}` was refused with {}, expected {wanted}", found.text()));
                }
                if *state != before {
                    ran.faults.push(format!("`{text}` was refused and changed the position"));
                }
                step["refused"] = json!(refusal.code());
            }
            (Err(Failure::Refused(refusal)), None) => {
                return Err(format!("`{text}` was refused: {} {:?}", Told::of(game, &refusal).text(), refusal.cites()));
            }
            (Err(Failure::Unmet(unmet)), _) => {
                let list: Vec<String> =
                    seen.0.iter().map(|(event, _)| format!("\n      {}", Told::of(game, event).text())).collect();
                return Err(format!("`{text}`: {unmet}; so far:{}", list.concat()));
            }
        }
        steps.push(step);
    }
    if !dice.rest().is_empty() {
        ran.faults.push(format!("the dice {:?} were not thrown", dice.rest()));
    }
    if !steps.is_empty() {
        ran.record["steps"] = Value::Array(steps);
    }
    Ok(seen)
}

fn events(game: &Empire, case: &Case, seen: &Seen, faults: &mut Vec<String>) {
    let all: Vec<Told> = seen.0.iter().map(|(event, _)| Told::of(game, event)).collect();
    in_order(&case.events, &all, "", faults);
    for text in &case.no_events {
        if let Some(event) = all.iter().find(|event| event.fits(text)) {
            faults.push(format!("`{text}` happened: {}", event.text()));
        }
    }
    for n in 0..2 {
        let name = &game.sides()[n].name;
        let what: Vec<Told> =
            seen.0.iter().filter_map(|(_, seen)| seen[n].as_ref()).map(|event| Told::of(game, event)).collect();
        let of = |list: &[String]| -> Vec<String> {
            list.iter().filter_map(|t| t.strip_prefix(name)?.strip_prefix(':').map(|t| t.trim().to_owned())).collect()
        };
        in_order(&of(&case.seen), &what, &format!("{name} saw: "), faults);
        for text in of(&case.unseen) {
            if let Some(event) = what.iter().find(|event| event.fits(&text)) {
                faults.push(format!("{name} saw `{text}`: {}", event.text()));
            }
        }
    }
}

fn in_order(wanted: &[String], events: &[Told], who: &str, faults: &mut Vec<String>) {
    let mut rest = events.iter();
    for text in wanted {
        if !rest.any(|event| event.fits(text)) {
            let list: Vec<String> = events.iter().map(|event| format!("\n      {}", event.text())).collect();
            faults
                .push(format!("{who}the event `{text}` did not happen, or not in this order, among:{}", list.concat()));
            return;
        }
    }
}

fn probes(game: &Empire, state: &State, case: &Case, ran: &mut Ran) -> Outcome<()> {
    let (mut may, mut may_not, mut numbers) = (Vec::new(), Vec::new(), Vec::new());
    let faults = &mut ran.faults;
    let entry = |player, action: &Action| -> Value {
        json!({ "player": game.player_name(player), "action": game.write_action(state, player, action) })
    };
    for text in &case.may {
        let (player, action) = read(game, state, text)?;
        may.push(entry(player, &action));
        if let Some(refusal) = game.refusal(state, player, &action) {
            faults.push(format!("`{text}` is refused: {}", Told::of(game, &refusal).text()));
        }
    }
    for line in &case.may_not {
        let (text, wanted) = split(line)?;
        let (player, action) = read(game, state, text)?;
        match game.refusal(state, player, &action) {
            None => faults.push(format!("`{text}` is allowed, expected the refusal {wanted}")),
            Some(refusal) => {
                let found = Told::of(game, &refusal);
                if !found.fits(wanted) {
                    faults.push(format!("`{text}` is refused with {}, expected {wanted}", found.text()));
                }
                let mut entry = entry(player, &action);
                entry["refused"] = refusal.code().into();
                may_not.push(entry);
            }
        }
    }
    for line in &case.numbers {
        let (text, wanted) = split(line)?;
        let (player, action) = read(game, state, text)?;
        match game.explain(state, player, &action) {
            Ok(found) => {
                let totals: Vec<(&str, i16)> = found.iter().map(|of| (of.what, of.total)).collect();
                let mut entry = entry(player, &action);
                entry["totals"] = json!(totals);
                numbers.push(entry);
                if let Err(fault) = render::numbers(&found, wanted) {
                    faults.push(format!("`{text}`: {fault}"));
                }
            }
            Err(refusal) => faults.push(format!("`{text}` is refused: {}", Told::of(game, &refusal).text())),
        }
    }
    for (key, list) in BTreeMap::from([("may", may), ("may_not", may_not), ("numbers", numbers)]) {
        if !list.is_empty() {
            ran.record[key] = Value::Array(list);
        }
    }
    Ok(())
}
