//! Runs one case.

use super::case::{Case, File};
use super::expect::{self, Pattern};
use super::shared::{healthy, legal, show, split};
use super::{Outcome, board, names, words};
use eagles::chance::Supplied;
use eagles::cite::Coded;
use eagles::game::{Failure, Game, Sink, Viewer};
use eagles::waterloo::{ALLIED, Action, Event, FRENCH, Setup, State, Waterloo};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Games already built, by setup.
#[derive(Default)]
pub(crate) struct Games(BTreeMap<String, Result<Arc<Waterloo>, Vec<String>>>);

impl Games {
    fn get(
        &mut self,
        case: &Case,
        programs: &BTreeMap<String, Value>,
        setup: &Value,
    ) -> Outcome<Result<Arc<Waterloo>, Vec<String>>> {
        let key = format!("{setup} {:?} {programs:?}", case.patch);
        if let Some(found) = self.0.get(&key) {
            return Ok(found.clone());
        }
        let setup: Setup = serde_json::from_value(setup.clone()).map_err(|e| format!("setup: {e}"))?;
        let built = super::make(super::card_set(&case.patch, programs)?, setup);
        self.0.insert(key, built.clone());
        Ok(built)
    }
}

/// Every event, and what each player saw of it.
#[derive(Default)]
pub(crate) struct Seen(pub(crate) Vec<(Event, [Option<Event>; 2])>);

impl Sink<Waterloo> for Seen {
    const LIVE: bool = true;
    fn emit(&mut self, game: &Waterloo, state: &State, event: Event) {
        let seen = [FRENCH, ALLIED].map(|p| game.redact(state, Viewer::Player(p), &event));
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
pub(crate) fn run(games: &mut Games, file: &File, case: &Case) -> Ran {
    let mut ran = Ran { faults: Vec::new(), record: json!({ "name": case.name, "rule": case.rule }) };
    if let Err(fault) = attempt(games, file, case, &mut ran) {
        ran.faults.push(fault);
    }
    ran
}

fn attempt(games: &mut Games, file: &File, case: &Case, ran: &mut Ran) -> Outcome<()> {
    let programs = programs(file, case)?;
    let setup = setup(file, case, &programs)?;
    let game = games.get(case, &programs, &setup)?;
    ran.record["setup"] = setup;
    if !case.patch.is_empty() {
        ran.record["patch"] = json!(case.patch);
    }
    if !programs.is_empty() {
        ran.record["programs"] = json!(programs);
    }
    if let Some(wanted) = &case.faults {
        let found = game.err().unwrap_or_default();
        if found != *wanted {
            ran.faults.push(format!("the setup's faults are {found:?}, expected {wanted:?}"));
        }
        ran.record["faults"] = json!(found);
        return Ok(());
    }
    let game = game.map_err(|e| format!("the setup is faulty: {e:?}"))?;
    let game = &*game;
    for (what, wanted) in &case.facts {
        let found = super::fact(game, what)?;
        if found != *wanted {
            ran.faults.push(format!("{what} is {found}, expected {wanted}"));
        }
    }
    let mut state = start(game, file, case)?;
    ran.record["position"] = json!(game.write_state(&state));
    healthy(game, &state, "at the start", &mut ran.faults);
    let seen = play(game, &mut state, case, ran)?;
    events(game, case, &seen, &mut ran.faults)?;
    probes(game, &state, case, ran)?;
    for text in &case.after {
        if let Err(fault) = expect::holds(game, &state, text) {
            ran.faults.push(fault);
        }
    }
    if let Some(outcome) = game.outcome(&state) {
        ran.record["outcome"] = json!({ "winner": outcome.winner.map(|p| game.player_name(p)), "code": outcome.code });
    }
    Ok(())
}

/// Carries out the actions of a case.
fn play(game: &Waterloo, state: &mut State, case: &Case, ran: &mut Ran) -> Outcome<Seen> {
    let mut draws = Supplied::of(draws(game, &case.draws)?);
    let (mut seen, mut steps) = (Seen::default(), Vec::new());
    for (i, text) in case.actions.iter().enumerate() {
        let (player, action) = words::read(game, state, text)?;
        let expected = case.refused.as_ref().filter(|_| i + 1 == case.actions.len());
        let (before, told, left) = (state.clone(), seen.0.len(), draws.rest().to_vec());
        let mut step =
            json!({ "player": game.player_name(player), "action": game.write_action(state, player, &action) });
        match (game.apply(state, player, &action, &mut draws, &mut seen), expected) {
            (Ok(()), None) => {
                healthy(game, state, text, &mut ran.faults);
                let used = &left[..left.len() - draws.rest().len()];
                if !used.is_empty() {
                    step["draws"] = json!(used);
                }
                step["events"] = seen.0[told..].iter().map(|(event, _)| event.code()).collect();
                step["position"] = json!(game.write_state(state));
            }
            (Ok(()), Some(wanted)) => return Err(format!("`{text}` was allowed, expected the refusal {wanted}")),
            (Err(Failure::Refused(refusal)), Some(wanted)) => {
                if !Pattern::read(game, wanted)?.fits(&refusal) {
                    ran.faults.push(format!("`{text}` was refused with {}, expected {wanted}", show(&refusal)));
                }
                if *state != before {
                    ran.faults.push(format!("`{text}` was refused but changed the position"));
                }
                step["refused"] = json!(refusal.code());
            }
            (Err(Failure::Refused(refusal)), None) => {
                return Err(format!("`{text}` was refused: {} ({:?})", show(&refusal), refusal.cites()));
            }
            (Err(Failure::Unmet(unmet)), _) => return Err(format!("`{text}`: {unmet}")),
        }
        steps.push(step);
        if !case.ask && (expected.is_none()) {
            pass_windows(game, state, case, i + 1, (&mut draws, &mut seen), &mut steps, &mut ran.faults)?;
        }
    }
    if !draws.rest().is_empty() {
        ran.faults.push(format!("the draws {:?} were not asked for", draws.rest()));
    }
    if !steps.is_empty() {
        ran.record["steps"] = Value::Array(steps);
    }
    Ok(seen)
}

/// Passes for players who are asked something that the case does not speak of.
fn pass_windows(
    game: &Waterloo,
    state: &mut State,
    case: &Case,
    next: usize,
    (draws, seen): (&mut Supplied, &mut Seen),
    steps: &mut Vec<Value>,
    faults: &mut Vec<String>,
) -> Outcome<()> {
    while state.task().is_some() && !is_meant(game, state, case, next)? {
        let Some(player) = game.to_act(state).iter().next() else { break };
        if game.refusal(state, player, &Action::Pass).is_some() {
            break;
        }
        let (told, left) = (seen.0.len(), draws.rest().to_vec());
        let word = game.write_action(state, player, &Action::Pass);
        let mut step = json!({ "player": game.player_name(player), "action": word });
        game.apply(state, player, &Action::Pass, draws, seen).map_err(|e| format!("passing: {e}"))?;
        healthy(game, state, "after passing", faults);
        let used = &left[..left.len() - draws.rest().len()];
        if !used.is_empty() {
            step["draws"] = json!(used);
        }
        step["events"] = seen.0[told..].iter().map(|(event, _)| event.code()).collect();
        step["position"] = json!(game.write_state(state));
        steps.push(step);
    }
    Ok(())
}

/// Whether what is asked now is what the case goes on with: its next action is allowed to the player who is asked, or is
/// refused as the case says; after the last one, what it says of who is asked, and then what may or may not be done.
fn is_meant(game: &Waterloo, state: &State, case: &Case, next: usize) -> Outcome<bool> {
    let acts = |text: &str, refused: Option<&str>| -> Outcome<bool> {
        let Ok((player, action)) = words::read(game, state, text) else { return Ok(false) };
        let found = game.refusal(state, player, &action);
        Ok(game.to_act(state).has(player)
            && match (found, refused) {
                (None, None) => true,
                (Some(refusal), Some(wanted)) => Pattern::read(game, wanted)?.fits(&refusal),
                _ => false,
            })
    };
    if let Some(text) = case.actions.get(next) {
        let last = next + 1 == case.actions.len();
        return acts(text, case.refused.as_deref().filter(|_| last));
    }
    let mut said = case.after.iter().filter(|text| text.starts_with("asked ") && *text != "asked nobody").peekable();
    if said.peek().is_some() {
        return Ok(said.all(|text| expect::holds(game, state, text).is_ok()));
    }
    let answers = |text: &str| {
        let words: Vec<&str> = text.split_whitespace().filter(|w| names::player(w).is_none()).take(1).collect();
        ["play", "choose", "pass"].iter().any(|word| words.contains(word))
    };
    for text in case.may.iter().filter(|text| answers(text)) {
        if acts(text, None)? {
            return Ok(true);
        }
    }
    if case.may.iter().any(|text| answers(text)) {
        return Ok(false);
    }
    for line in case.may_not.iter().filter(|text| answers(text)) {
        let (text, wanted) = split(line)?;
        if acts(text, Some(wanted))? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The programs of the file and the case that differ from those shipped, by id.
fn programs(file: &File, case: &Case) -> Outcome<BTreeMap<String, Value>> {
    let mut found = BTreeMap::new();
    for (id, fields) in file.programs.iter().chain(&case.programs) {
        let value = serde_json::to_value(fields).map_err(|e| e.to_string())?;
        found.insert(id.clone(), value);
    }
    Ok(found)
}

/// Whether a case speaks of a Special: then the deck holds them, unless its options say otherwise.
fn speaks_of_specials(file: &File, case: &Case, programs: &BTreeMap<String, Value>) -> bool {
    let board = case.on.as_ref().and_then(|name| file.boards.get(name)).map(String::as_str).unwrap_or_default();
    let draws = case.draws.iter().filter_map(toml::Value::as_str);
    let lists = [&case.actions, &case.after, &case.may, &case.may_not, &case.events, &case.numbers];
    let texts = lists.into_iter().flatten().map(String::as_str).chain([board, case.board.as_str()]).chain(draws);
    let set = eagles::waterloo::CardSet::embedded();
    let specials: Vec<&str> =
        set.cards().iter().filter(|c| c.kind == eagles::waterloo::Kind::Special).map(|c| c.id.as_str()).collect();
    let named = |word: &str| {
        let name = word.split(['#', '=', ':']).next_back().unwrap_or_default();
        let name = word.split_once('#').map_or(name, |(name, _)| name);
        name.len() > 3 && specials.iter().any(|id| *id == name || id.splitn(3, '-').nth(2) == Some(name))
    };
    let mut words = texts.flat_map(|text| text.split(|c: char| c.is_whitespace() || c == ','));
    !programs.is_empty() || words.any(named)
}

/// The position a case starts from.
pub(crate) fn start(game: &Waterloo, file: &File, case: &Case) -> Outcome<State> {
    if let Some(text) = &case.position {
        return game.read_state(text).map_err(|e| format!("position: {e}"));
    }
    let named = match &case.on {
        Some(name) => file.boards.get(name).ok_or_else(|| format!("the file has no board `{name}`"))?,
        None => "",
    };
    if named.is_empty() && case.board.is_empty() {
        return Ok(game.start());
    }
    board::build(game, &format!("{named}\n{}", case.board))
}

/// The setup as JSON, cards in decks by number.
fn setup(file: &File, case: &Case, programs: &BTreeMap<String, Value>) -> Outcome<Value> {
    let json = |value: &Option<toml::Value>| match value {
        Some(value) => serde_json::to_value(value).map_err(|e| e.to_string()),
        None => Ok(Value::Null),
    };
    let mut setup = json!({ "battle": case.battle.as_ref().unwrap_or(&file.battle) });
    let mut deals = json(&case.deals)?;
    for deal in deals.as_object_mut().into_iter().flat_map(|d| d.values_mut()) {
        for (kind, value) in deal.as_object_mut().into_iter().flatten() {
            if kind == "quota" && value.as_object().is_some_and(serde_json::Map::is_empty) {
                *value = Value::Null;
            }
            for card in value.as_array_mut().into_iter().flatten() {
                if let Some(id) = card.as_str() {
                    *card = super::number(id)?.into();
                }
            }
        }
    }
    let mut options = json(&case.options)?;
    if options.get("specials").is_none() && !speaks_of_specials(file, case, programs) {
        if options.is_null() {
            options = json!({});
        }
        options["specials"] = false.into();
    }
    for (key, value) in [("deals", deals), ("scale", json(&case.scale)?), ("options", options)] {
        if !value.is_null() {
            setup[key] = value;
        }
    }
    Ok(setup)
}

/// Dice as they are, cards by name, kinds of a quota deal as `kind:infantry`.
fn draws(game: &Waterloo, values: &[toml::Value]) -> Outcome<Vec<u16>> {
    values
        .iter()
        .map(|value| match value {
            toml::Value::Integer(n) => u16::try_from(*n).map_err(|_| format!("the draw {n} is out of range")),
            toml::Value::String(word) => match word.strip_prefix("kind:") {
                Some(kind) => eagles::waterloo::Kind::from_name(kind)
                    .map(|k| k as u16)
                    .ok_or_else(|| format!("`{word}` is no kind")),
                None => names::card(game, word).map(|c| c.0),
            },
            other => Err(format!("the draw {other} is neither a die nor a card")),
        })
        .collect()
}

fn events(game: &Waterloo, case: &Case, seen: &Seen, faults: &mut Vec<String>) -> Outcome<()> {
    let all: Vec<&Event> = seen.0.iter().map(|(event, _)| event).collect();
    in_order(game, &case.events.iter().map(String::as_str).collect::<Vec<_>>(), &all, "", faults)?;
    for text in &case.no_events {
        let pattern = Pattern::read(game, text)?;
        if let Some(event) = all.iter().find(|e| pattern.fits(**e)) {
            faults.push(format!("`{text}` happened: {}", show(*event)));
        }
    }
    for (name, player) in [("french", FRENCH), ("allied", ALLIED)] {
        let what: Vec<&Event> = seen.0.iter().filter_map(|(_, seen)| seen[player.index()].as_ref()).collect();
        let of = |list: &[String]| -> Vec<String> {
            list.iter().filter_map(|t| t.strip_prefix(name)?.strip_prefix(':').map(|t| t.trim().to_owned())).collect()
        };
        let wanted = of(&case.seen);
        in_order(
            game,
            &wanted.iter().map(String::as_str).collect::<Vec<_>>(),
            &what,
            &format!("{name} saw: "),
            faults,
        )?;
        for text in of(&case.unseen) {
            let pattern = Pattern::read(game, &text)?;
            if let Some(event) = what.iter().find(|e| pattern.fits(**e)) {
                faults.push(format!("{name} saw `{text}`: {}", show(*event)));
            }
        }
    }
    Ok(())
}

fn in_order(game: &Waterloo, wanted: &[&str], events: &[&Event], who: &str, faults: &mut Vec<String>) -> Outcome<()> {
    let mut rest = events.iter();
    for text in wanted {
        let pattern = Pattern::read(game, text)?;
        if !rest.any(|event| pattern.fits(*event)) {
            let list: Vec<String> = events.iter().map(|e| format!("\n      {}", show(*e))).collect();
            faults
                .push(format!("{who}the event `{text}` did not happen, or not in this order, among:{}", list.concat()));
            return Ok(());
        }
    }
    Ok(())
}

fn probes(game: &Waterloo, state: &State, case: &Case, ran: &mut Ran) -> Outcome<()> {
    let (mut may, mut may_not, mut numbers) = (Vec::new(), Vec::new(), Vec::new());
    let faults = &mut ran.faults;
    for text in &case.may {
        let (player, action) = words::read(game, state, text)?;
        may.push(json!({ "player": game.player_name(player), "action": game.write_action(state, player, &action) }));
        if let Some(refusal) = game.refusal(state, player, &action) {
            faults.push(format!("`{text}` is refused: {} ({:?})", show(&refusal), refusal.cites()));
        } else if !legal(game, state, player).contains(&action) {
            faults.push(format!("`{text}` is not refused, but not in the legal list"));
        }
    }
    for line in &case.may_not {
        let (text, wanted) = split(line)?;
        let (player, action) = words::read(game, state, text)?;
        let pattern = Pattern::read(game, wanted)?;
        let word = game.write_action(state, player, &action);
        match game.refusal(state, player, &action) {
            None => faults.push(format!("`{text}` is allowed, expected the refusal {wanted}")),
            Some(refusal) => {
                if !pattern.fits(&refusal) {
                    faults.push(format!("`{text}` is refused with {}, expected {wanted}", show(&refusal)));
                }
                may_not.push(json!({ "player": game.player_name(player), "action": word, "refused": refusal.code() }));
            }
        }
        if legal(game, state, player).contains(&action) {
            faults.push(format!("`{text}` is in the legal list"));
        }
    }
    for line in &case.numbers {
        let (text, wanted) = split(line)?;
        let (player, action) = words::read(game, state, text)?;
        match game.explain(state, player, &action) {
            Ok(found) => {
                let totals: BTreeMap<&str, i16> = found.iter().map(|b| (b.what, b.total)).collect();
                let word = game.write_action(state, player, &action);
                numbers.push(json!({ "player": game.player_name(player), "action": word, "totals": totals }));
                if let Err(fault) = expect::numbers(game, &found, wanted) {
                    faults.push(format!("`{text}`: {fault}"));
                }
            }
            Err(refusal) => faults.push(format!("`{text}` is refused: {}", show(&refusal))),
        }
    }
    for (list, wanted) in [(&case.barriers, true), (&case.no_barriers, false)] {
        for text in list {
            let (player, action) = words::read(game, state, text)?;
            if game.is_barrier(state, player, &action) != wanted {
                faults.push(format!("`{text}` is {}a barrier", if wanted { "not " } else { "" }));
            }
        }
    }
    for (key, list) in [("may", may), ("may_not", may_not), ("numbers", numbers)] {
        if !list.is_empty() {
            ran.record[key] = Value::Array(list);
        }
    }
    Ok(())
}
