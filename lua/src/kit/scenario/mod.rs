//! Scenarios: what a test file of a mod says, and how it is run.
//!
//! A test file returns scenarios. Each sets up a position (a board of words, or the notation), does some deeds with the
//! dice that are to fall, and says what must then be so. The words are plain data ([`WORDS`]); nothing of the game is seen
//! or touched by the script itself, which runs in the sandbox under the same limits as a card file.

mod board;
mod holds;
pub(super) mod names;
mod run;
pub(super) mod steps;
mod types;
mod words;

pub use run::run;
pub use types::{EVENTS, luals, luau, reference};
pub use words::{SCENARIO, StepWord, WORDS, vocabulary};

pub(super) use board::LINES;
pub(super) use holds::{asked, describe as describe_card, moment as moment_text};
pub(super) use run::{draw, refused, unmet_text};
pub(super) use steps::FORMS;

use crate::api::{Fault, Severity, Source, nearest};
use crate::card;
use crate::sandbox::{Sandbox, Script};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use words::{GIVEN, LINE, WORD, describe};

/// A message that says what is wrong, or what was found instead.
pub(crate) type Outcome<T> = Result<T, String>;

/// One scenario, read and checked.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The file.
    pub file: String,
    /// What it shows.
    pub name: String,
    /// The line in which it begins.
    pub line: u32,
    /// The code of the battle.
    pub battle: String,
    board: Option<BTreeMap<String, String>>,
    position: Option<String>,
    options: Map<String, Value>,
    ask: bool,
    steps: Vec<Step>,
}

/// One step: what a word was given, and where it stands.
#[derive(Clone, Debug)]
struct Step {
    line: u32,
    column: Option<u32>,
    word: &'static str,
    given: Vec<Value>,
}

/// Reads a test file.
///
/// # Errors
/// All that is wrong with it, in order of line.
pub fn load(file: &str, source: &str) -> Result<Vec<Scenario>, Vec<Fault>> {
    let mut reader = Reader { file, source: Source::new(source), faults: Vec::new() };
    let script_fault = |error: &crate::sandbox::ScriptError| {
        let code = match error.limit {
            Some(_) => "limit",
            None if error.column.is_some() => "syntax",
            None => "script",
        };
        vec![fault(file, error.line, error.column, code, error.message.clone(), None)]
    };
    let vocabulary = vocabulary();
    let limits = card::limits();
    let script = Script::new(&super::files::script_name(file), source.as_bytes(), &vocabulary, &limits);
    let script = script.map_err(|error| script_fault(&error))?;
    let loaded = Sandbox::new(&limits).and_then(|mut sandbox| sandbox.load(&script));
    let value = loaded.map_err(|error| reader.stranger(&error).unwrap_or_else(|| script_fault(&error)))?.value;
    let scenarios = reader.file(&value);
    if reader.faults.is_empty() { Ok(scenarios) } else { Err(reader.faults) }
}

/// A fault of a test file.
pub(crate) fn fault(
    file: &str,
    line: Option<u32>,
    column: Option<u32>,
    code: &'static str,
    message: String,
    suggestion: Option<String>,
) -> Fault {
    Fault {
        file: file.to_owned(),
        line,
        column,
        severity: Severity::Error,
        code,
        path: String::new(),
        message,
        suggestion,
    }
}

struct Reader<'a> {
    file: &'a str,
    source: Source<'a>,
    faults: Vec<Fault>,
}

impl Reader<'_> {
    /// The place of a word that was called in a line.
    fn place(&self, name: &str, line: u32) -> (Option<u32>, Option<u32>) {
        match self.source.word(name, line) {
            Some((line, column)) => (Some(line), Some(column)),
            None => (Some(line).filter(|line| *line > 0), None),
        }
    }

    fn wrong(&mut self, at: (Option<u32>, Option<u32>), code: &'static str, message: String, hint: Option<String>) {
        self.faults.push(fault(self.file, at.0, at.1, code, message, hint));
    }

    /// `act.plays` is nothing, and calling nothing says little: which word was it?
    fn stranger(&self, error: &crate::sandbox::ScriptError) -> Option<Vec<Fault>> {
        let line = error.line.filter(|_| error.message.contains("nil"))?;
        let (column, message) = self.source.stranger(line, |group, member| {
            let members = || WORDS.iter().filter_map(|w| w.name.split_once('.')).filter(|(g, _)| *g == group);
            let names: Vec<&str> = members().map(|(_, name)| name).collect();
            if names.is_empty() || names.contains(&member) {
                return None;
            }
            let hint = match nearest(member, names.iter().copied()) {
                Some(near) => format!("did you mean `{group}.{near}`?"),
                None => format!("there are {}", names.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ")),
            };
            Some(format!("`{group}.{member}` is not known in tests: {hint}"))
        })?;
        Some(vec![fault(self.file, Some(line), Some(column), "unknown-word", message, None)])
    }

    fn file(&mut self, value: &Value) -> Vec<Scenario> {
        let list = match value {
            Value::Array(list) if !list.is_empty() => list.clone(),
            Value::Object(fields) if fields.contains_key(WORD) => vec![value.clone()],
            _ => {
                let message = format!("the file returns {}; a test file returns scenarios", describe(value));
                let hint = "end it with `return { scenario { name = \"...\", ... } }`".to_owned();
                self.wrong((None, None), "no-scenario", message, Some(hint));
                return Vec::new();
            }
        };
        list.iter().filter_map(|value| self.scenario(value)).collect()
    }

    fn scenario(&mut self, value: &Value) -> Option<Scenario> {
        let line = value.get(LINE).and_then(Value::as_u64).unwrap_or(0) as u32;
        let at = self.place("scenario", line);
        if value.get(WORD).and_then(Value::as_str) != Some("scenario") {
            self.wrong(at, "no-scenario", format!("{} stands where a scenario is wanted", describe(value)), None);
            return None;
        }
        let Some(fields) = value.get(GIVEN).and_then(|given| given.get(0)).and_then(Value::as_object) else {
            self.wrong(at, "no-scenario", "`scenario` takes one table of keys".to_owned(), None);
            return None;
        };
        let known = || SCENARIO.iter().map(|(name, ..)| *name);
        for key in fields.keys().filter(|key| !known().any(|name| name == *key)) {
            let place = self.source.key("scenario", line, key).map_or(at, |(line, column)| (Some(line), Some(column)));
            self.wrong(
                place,
                "unknown-key",
                format!("`scenario` has no key `{key}`"),
                Some(did_you_mean(key, known())),
            );
        }
        let mut text = |name: &str| match fields.get(name) {
            None => None,
            Some(Value::String(text)) => Some(text.clone()),
            Some(other) => {
                let place = self.source.key("scenario", line, name).map_or(at, |(l, c)| (Some(l), Some(c)));
                self.wrong(place, "wrong-type", format!("`{name}` must be a text, not {}", describe(other)), None);
                None
            }
        };
        let (name, battle, position) = (text("name"), text("battle"), text("position"));
        let Some(name) = name else {
            self.wrong(at, "missing-key", "the scenario lacks `name`: say what it shows".to_owned(), None);
            return None;
        };
        let board = fields.get("board").and_then(|board| self.board(line, at, board));
        let options = match fields.get("options") {
            Some(Value::Object(options)) => options.clone(),
            Some(Value::Array(list)) if list.is_empty() => Map::new(),
            None => Map::new(),
            Some(other) => {
                self.wrong(at, "wrong-type", format!("`options` must be a table, not {}", describe(other)), None);
                Map::new()
            }
        };
        let ask = fields.get("ask").and_then(Value::as_bool).unwrap_or(false);
        let none = Vec::new();
        let list = fields.get("steps").and_then(Value::as_array).unwrap_or(&none);
        if list.is_empty() {
            let hint = "write `steps = { act.play(\"...\"), expect.in_force(\"...\") }`".to_owned();
            self.wrong(at, "missing-key", format!("\"{name}\" has no steps, so that it shows nothing"), Some(hint));
        }
        let steps: Vec<Step> = list.iter().filter_map(|step| self.step(at, step)).collect();
        if !list.is_empty() && !steps.iter().any(|step| step.word.starts_with("expect")) && steps.len() == list.len() {
            let hint = "end the steps with what must then be so, such as `expect.in_force(\"...\")`".to_owned();
            self.wrong(at, "no-expectation", format!("\"{name}\" expects nothing, so that it cannot fail"), Some(hint));
        }
        let battle = battle.unwrap_or_else(|| "QB".to_owned());
        Some(Scenario {
            file: self.file.to_owned(),
            name,
            line: at.0.unwrap_or(0),
            battle,
            board,
            position,
            options,
            ask,
            steps,
        })
    }

    fn board(&mut self, line: u32, at: (Option<u32>, Option<u32>), value: &Value) -> Option<BTreeMap<String, String>> {
        let Some(fields) = value.as_object() else {
            let hint = "write `board = { FC = \"soye, jamin column\", AC = \"kempt\", french = \"mud\" }`".to_owned();
            self.wrong(at, "wrong-type", format!("`board` must be a table, not {}", describe(value)), Some(hint));
            return None;
        };
        let known = || LINES.iter().map(|(name, _)| *name);
        let mut board = BTreeMap::new();
        for (key, value) in fields {
            let place = self.source.key("scenario", line, key).map_or(at, |(line, column)| (Some(line), Some(column)));
            if !known().any(|name| name == key) {
                let message = format!("a board has no line `{key}`");
                self.wrong(place, "unknown-key", message, Some(did_you_mean(key, known())));
                continue;
            }
            let text = match value {
                Value::String(text) => Some(text.clone()),
                Value::Bool(true) => Some("yes".to_owned()),
                Value::Array(list) => {
                    let texts: Option<Vec<&str>> = list.iter().map(Value::as_str).collect();
                    texts.map(|texts| texts.join(", "))
                }
                _ => None,
            };
            match text {
                Some(text) => drop(board.insert(key.clone(), text)),
                None => {
                    let message = format!("`{key}` of the board must be a text, not {}", describe(value));
                    self.wrong(place, "wrong-type", message, Some("write cards with commas between them".to_owned()));
                }
            }
        }
        Some(board)
    }

    fn step(&mut self, at: (Option<u32>, Option<u32>), value: &Value) -> Option<Step> {
        let name = value.get(WORD).and_then(Value::as_str);
        let Some(word) = name.and_then(words::word) else {
            let hint = "write `act.`, `expect.` or `draws` words".to_owned();
            self.wrong(at, "wrong-type", format!("{} stands where a step is wanted", describe(value)), Some(hint));
            return None;
        };
        let line = value.get(LINE).and_then(Value::as_u64).unwrap_or(0) as u32;
        let (line, column) = self.place(word.name, line);
        let given = value.get(GIVEN).and_then(Value::as_array).cloned().unwrap_or_default();
        if let Err(message) = words::check(word, &given) {
            self.wrong((line, column), "wrong-type", message, None);
            return None;
        }
        for inner in given.iter().filter(|value| value.get(WORD).is_some()) {
            self.step(at, inner)?;
        }
        Some(Step { line: line.unwrap_or(0), column, word: word.name, given })
    }
}

fn did_you_mean<'k>(key: &str, known: impl Iterator<Item = &'k str> + Clone) -> String {
    match nearest(key, known.clone()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there are {}", known.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")),
    }
}
