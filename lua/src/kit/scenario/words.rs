//! The words of scenario files, as one table: what they take, and how they are written as actions and statements.

use crate::sandbox::{Context, Vocabulary};
use eagles::kept::Kept;
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// The key under which a value says which word made it.
pub(super) const WORD: &str = "$step";
/// The key under which it says in which line.
pub(super) const LINE: &str = "$line";
/// The key of what the word was given.
pub(super) const GIVEN: &str = "$given";

/// One word of scenario files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepWord {
    /// Its name.
    pub name: &'static str,
    /// What it takes, in order: names and Luau types; a `?` at the end of a type says that it may be left out, `...` in
    /// front of the name that there may be several.
    pub takes: &'static [(&'static str, &'static str)],
    /// What it builds, as a Luau type.
    pub gives: &'static str,
    /// What it does, in a line.
    pub doc: &'static str,
}

const CARD: (&str, &str) = ("card", "string");
const WHO: &str = "\"french\" | \"allied\"";
const ARMY: &str = "\"french\" | \"british\" | \"prussian\"";
const FIELDS: &str = "{ [string]: string | number | boolean }?";

const fn deed(name: &'static str, takes: &'static [(&'static str, &'static str)], doc: &'static str) -> StepWord {
    StepWord { name, takes, gives: "Deed", doc }
}

const fn expect(name: &'static str, takes: &'static [(&'static str, &'static str)], doc: &'static str) -> StepWord {
    StepWord { name, takes, gives: "Expectation", doc }
}

/// The words, in the order of the reference.
pub const WORDS: &[StepWord] = &[
    StepWord {
        name: "draws",
        takes: &[("...results", "number | string")],
        gives: "Draws",
        doc: "The dice, and the cards by id, that the steps below it draw, in order. None may be left over.",
    },
    deed(
        "act.play",
        &[CARD, ("on", "string?")],
        "Plays a Special: on a Position (\"AC\"), a card on the table, Terrain in play, or on nothing.",
    ),
    deed(
        "act.choose",
        &[("what", "string | number")],
        "What a Special lets one choose: a card, a Position, or the number of an answer from 1.",
    ),
    deed("act.pass", &[("player", "\"french\" | \"allied\"?")], "Plays nothing, or chooses nothing more."),
    deed("act.attack", &[CARD, ("how", "\"fire\" | \"shock\" | \"long\""), ("target", "string")], "Attacks a card."),
    deed(
        "act.commit",
        &[CARD, ("how", "\"fire\" | \"shock\"")],
        "Commits a card to an attack before its target is chosen.",
    ),
    deed(
        "act.move",
        &[CARD, ("to", "string"), ("with", "{ formation: string?, on: string?, decoy: boolean? }?")],
        "Moves a card, or brings it up from the Reserve: to \"FC\", \"AL\", ... or \"reserve\".",
    ),
    deed("act.form", &[CARD, ("formation", "\"line\" | \"column\" | \"square\"")], "Changes its formation."),
    deed("act.occupy", &[CARD, ("terrain", "string")], "Occupies Terrain."),
    deed("act.leave", &[CARD], "Leaves Terrain."),
    deed("act.capture", &[CARD, ("terrain", "string?")], "Captures Terrain with a card."),
    deed("act.roll", &[CARD], "Rolls the Morale of a card with hits."),
    deed("act.show", &[CARD], "Shows a General of the Reserve."),
    deed(
        "act.finish",
        &[("player", "\"french\" | \"allied\"?")],
        "Ends the phase of the player on turn, or the deployment of a player.",
    ),
    deed("act.deal", &[], "Deals the cards."),
    expect(
        "expect.at",
        &[CARD, ("place", "string")],
        "Where a card is: a Position, \"reserve\", \"out\" (lost) or \"undrawn\".",
    ),
    expect("expect.hits", &[CARD, ("hits", "number")], "How many hits it has."),
    expect("expect.formation", &[CARD, ("formation", "\"line\" | \"column\" | \"square\"")], "Its formation."),
    expect(
        "expect.marked",
        &[CARD, ("mark", "string"), ("yes", "boolean?")],
        "A mark: \"up\", \"down\", \"blown\", \"moved\", \"acted\", \"formed\", \"engaged\", \"withdrew\", \"struck\", \"came-up\"; with `false` that it is not there.",
    ),
    expect("expect.held", &[CARD], "It is in the Reserve and may not leave it this turn."),
    expect(
        "expect.in_force",
        &[CARD, ("entries", "number?")],
        "Something of this Special is in force; so many entries.",
    ),
    expect("expect.not_in_force", &[CARD], "Nothing of this Special is in force."),
    expect(
        "expect.lasts_until",
        &[CARD, ("turn", "number"), ("phase", "\"morale\" | \"combat\" | \"reinforce\" | \"end\"")],
        "The last of what is in force ends with this phase.",
    ),
    expect("expect.counter", &[CARD, ("counter", "number")], "The counter of this Special."),
    expect(
        "expect.refused",
        &[("deed", "Deed"), ("code", "string"), ("text", "string?")],
        "The deed is refused with this code, in a text that holds these words. Nothing is done.",
    ),
    expect("expect.allowed", &[("deed", "Deed")], "The deed would be allowed. Nothing is done."),
    expect(
        "expect.sum",
        &[("deed", "Deed"), ("what", "string"), ("is", "number | { [string]: number }")],
        "A sum that explains the deed (\"cv\", \"firepower\", \"shock\", \"morale\"): its total, or all its parts; a Special's part bears its id.",
    ),
    expect(
        "expect.event",
        &[("code", "string"), ("with", FIELDS)],
        "The step before it led to such an event (\"attacked\", \"routed\", \"threw\", ...) with these parameters.",
    ),
    expect("expect.no_event", &[("code", "string"), ("with", FIELDS)], "It led to no such event."),
    expect(
        "expect.asked",
        &[("player", WHO), ("what", "string?"), ("place", "string?")],
        "The player is asked: in a window, by its name, about a place; or \"choose\" and the like.",
    ),
    expect("expect.nobody_asked", &[], "Nobody is asked anything."),
    expect(
        "expect.turn",
        &[("player", WHO), ("phase", "\"morale\" | \"combat\" | \"reinforce\""), ("number", "number?")],
        "Whose turn and which phase it is.",
    ),
    expect("expect.deck", &[("army", ARMY), ("cards", "number")], "How many cards the deck of an army has."),
    expect("expect.reserve", &[("player", WHO), ("cards", "number")], "How many cards a player has in Reserve."),
    expect(
        "expect.sees",
        &[("player", WHO), CARD, ("yes", "boolean?")],
        "The player sees which card lies there; with `false` that he does not.",
    ),
    expect("expect.playing", &[], "The battle is not over."),
    expect("expect.won", &[("player", WHO)], "The player has won."),
    expect(
        "expect.holds",
        &[("statement", "string")],
        "Any other statement, such as \"quatre-bras held french\" or \"quatre-bras vacant\".",
    ),
];

/// The keys of `scenario`.
pub const SCENARIO: &[(&str, &str, &str)] = &[
    ("name", "string", "What it shows, in a sentence."),
    ("battle", "string?", "The code of the battle; \"QB\" if left out."),
    ("board", "Board?", "The position, line by line."),
    (
        "position",
        "string?",
        "The position in the notation, instead of a board. With neither the game starts before the deal.",
    ),
    ("options", "{ [string]: any }?", "Options of the battle that differ, such as `{ decoys = true }`."),
    (
        "ask",
        "boolean?",
        "Whether nobody passes by himself: each pass is then a step. Else everybody who is asked passes until the next step can be done.",
    ),
    ("steps", "{ Deed | Draws | Expectation }", "What is done, with which dice, and what must then be so."),
];

/// The word of a name.
pub(super) fn word(name: &str) -> Option<&'static StepWord> {
    WORDS.iter().find(|word| word.name == name)
}

/// The words for the sandbox.
pub fn vocabulary() -> Arc<Vocabulary> {
    static MADE: Kept<Vocabulary> = Kept::new();
    MADE.get(|| {
        let names = WORDS.iter().map(|word| word.name).chain(["scenario"]);
        names.fold(Vocabulary::new(), |vocabulary, name| {
            vocabulary.word(name, move |context, arguments| Ok(wrap(name, context, arguments)))
        })
    })
}

fn wrap(name: &str, context: &Context<'_>, arguments: &[Value]) -> Value {
    json!({ WORD: name, LINE: context.line, GIVEN: arguments })
}

/// What a value is, in a few words.
pub(super) fn describe(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::String(text) => format!("\"{}\"", text.chars().take(40).collect::<String>().escape_debug()),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(fields) => match fields.get(WORD).and_then(Value::as_str) {
            Some(word) => format!("`{word}`"),
            None => "a table".to_owned(),
        },
        other => other.to_string(),
    }
}

/// Whether a value is of a Luau type of the table, and if not, what is wanted.
fn fits(kind: &str, value: &Value) -> Result<(), String> {
    let kind = kind.strip_suffix('?').unwrap_or(kind);
    if kind.starts_with('"') {
        let texts: Vec<&str> = kind.split('|').map(|text| text.trim().trim_matches('"')).collect();
        return match value.as_str() {
            Some(text) if texts.contains(&text) => Ok(()),
            Some(text) => Err(match crate::api::nearest(text, texts.iter().copied()) {
                Some(near) => format!("\"{text}\"; did you mean \"{near}\"?"),
                None => format!("\"{text}\"; write one of {}", kind.replace(" |", ",")),
            }),
            None => Err(format!("{}; write one of {}", describe(value), kind.replace(" |", ","))),
        };
    }
    let made = value.get(WORD).and_then(Value::as_str).and_then(word).map(|word| word.gives);
    let fine = match kind {
        "string" => value.as_str().is_some_and(|text| !text.trim().is_empty()),
        "number" => value.is_i64() || value.is_u64(),
        "boolean" => value.is_boolean(),
        "number | string" | "string | number" => value.is_string() || value.is_i64() || value.is_u64(),
        "Deed" => made == Some("Deed"),
        "number | { [string]: number }" => {
            value.is_i64() || value.as_object().is_some_and(|fields| fields.values().all(Value::is_i64))
        }
        _ => value.is_object() && made.is_none() || value.as_array().is_some_and(Vec::is_empty),
    };
    if fine {
        return Ok(());
    }
    let want = match kind {
        "string" => "a text",
        "number" => "a whole number",
        "boolean" => "true or false",
        "number | string" | "string | number" => "a number or a text",
        "Deed" => "what is done, such as `act.play(\"mud\", \"AC\")`",
        "number | { [string]: number }" => "a number, or a table of parts with numbers",
        _ => "a table of keys",
    };
    Err(format!("{}; write {want}", describe(value)))
}

/// Checks what a word was given.
///
/// # Errors
/// What is wrong, with what to write.
pub(super) fn check(word: &StepWord, given: &[Value]) -> Result<(), String> {
    if let [(name, kind)] = word.takes
        && name.starts_with("...")
    {
        if given.is_empty() {
            return Err(format!("`{}` is given nothing; write at least one result", word.name));
        }
        return given
            .iter()
            .try_for_each(|value| fits(kind, value).map_err(|found| format!("`{}` is given {found}", word.name)));
    }
    for (i, (name, kind)) in word.takes.iter().enumerate() {
        match given.get(i).filter(|value| !value.is_null()) {
            Some(value) => fits(kind, value).map_err(|found| format!("`{name}` of `{}` is {found}", word.name))?,
            None if kind.ends_with('?') => {}
            None => return Err(format!("`{}` lacks `{name}`: write {}", word.name, usage(word))),
        }
    }
    match given.get(word.takes.len()) {
        Some(value) if !value.is_null() => {
            Err(format!("`{}` is given {} too much: write {}", word.name, describe(value), usage(word)))
        }
        _ => Ok(()),
    }
}

/// How a word is written.
pub(crate) fn usage(word: &StepWord) -> String {
    let names: Vec<String> = word
        .takes
        .iter()
        .map(|(name, kind)| match kind.ends_with('?') {
            true => format!("[{name}]"),
            false => (*name).to_owned(),
        })
        .collect();
    format!("`{}({})`", word.name, names.join(", "))
}

fn text(given: &[Value], i: usize) -> String {
    match given.get(i) {
        Some(Value::String(text)) => text.clone(),
        Some(value) if !value.is_null() => value.to_string(),
        _ => String::new(),
    }
}

/// A deed as an action in words.
pub(super) fn action(word: &str, given: &[Value]) -> String {
    let (a, b, c) = (text(given, 0), text(given, 1), text(given, 2));
    let player = |verb: &str| if a.is_empty() { verb.to_owned() } else { format!("{a} {verb}") };
    match word {
        "act.play" if b.is_empty() => format!("play {a}"),
        "act.play" => format!("play {a} on {b}"),
        "act.choose" if given.first().is_some_and(Value::is_number) => format!("choose option:{a}"),
        "act.choose" => format!("choose {a}"),
        "act.pass" => player("pass"),
        "act.finish" => player("end"),
        "act.deal" => "deal".to_owned(),
        "act.attack" => {
            let verb = match b.as_str() {
                "shock" => "shocks",
                "long" => "shells",
                _ => "fires",
            };
            format!("{a} {verb} {c}")
        }
        "act.commit" => format!("{a} commits {b}"),
        "act.move" => {
            let none = Map::new();
            let with = given.get(2).and_then(Value::as_object).unwrap_or(&none);
            let mut action = format!("{a} > {b}");
            for key in ["formation", "on", "decoy"] {
                match (key, with.get(key)) {
                    ("formation", Some(Value::String(value))) => action += &format!(" {value}"),
                    ("on", Some(Value::String(value))) => action += &format!(" on {value}"),
                    ("decoy", Some(Value::Bool(true))) => action += " decoy",
                    _ => {}
                }
            }
            action
        }
        "act.form" => format!("{a} forms {b}"),
        "act.occupy" => format!("{a} occupies {b}"),
        "act.leave" => format!("{a} leaves"),
        "act.capture" => format!("capture {a} {b}").trim_end().to_owned(),
        "act.roll" => format!("roll {a}"),
        _ => format!("show {a}"),
    }
}

/// A plain expectation as a statement; none for those that look at deeds and events.
pub(super) fn statement(word: &str, given: &[Value]) -> Option<String> {
    let (a, b, c) = (text(given, 0), text(given, 1), text(given, 2));
    let no = |i: usize| given.get(i) == Some(&Value::Bool(false));
    Some(match word {
        "expect.at" => match b.as_str() {
            "reserve" => format!("{a} in reserve"),
            "out" | "undrawn" => format!("{a} {b}"),
            _ => format!("{a} at {b}"),
        },
        "expect.hits" => format!("{a} hits {b}"),
        "expect.formation" => format!("{a} {b}"),
        "expect.marked" if no(2) => match b.as_str() {
            "up" => format!("{a} down"),
            "down" => format!("{a} up"),
            "blown" => format!("{a} fresh"),
            _ => format!("{a} not {b}"),
        },
        "expect.marked" => format!("{a} {b}"),
        "expect.held" => format!("{a} held"),
        "expect.in_force" => format!("{a} in force {b}").trim_end().to_owned(),
        "expect.not_in_force" => format!("{a} not in force"),
        "expect.lasts_until" => format!("{a} until {b} {c}"),
        "expect.counter" => format!("{a} counter {b}"),
        "expect.asked" => format!("asked {a} {b} {c}").trim_end().to_owned(),
        "expect.nobody_asked" => "asked nobody".to_owned(),
        "expect.turn" => format!("turn {a} {b} {c}").trim_end().to_owned(),
        "expect.deck" => format!("deck {a} {b}"),
        "expect.reserve" => format!("reserve {a} {b}"),
        "expect.sees" if no(2) => format!("{a}-sees-not {b}"),
        "expect.sees" => format!("{a}-sees {b}"),
        "expect.playing" => "playing".to_owned(),
        "expect.won" => format!("outcome {a} victory"),
        "expect.holds" => a,
        _ => return None,
    })
}

/// A code with parameters, as patterns have it.
pub(super) fn pattern(given: &[Value]) -> String {
    let mut text = text(given, 0);
    for (key, value) in given.get(1).and_then(Value::as_object).into_iter().flatten() {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        text += &format!(" {key}={value}");
    }
    text
}

/// What a sum must be: `WHAT=TOTAL`, or all its parts.
pub(super) fn sum(given: &[Value]) -> String {
    let what = text(given, 1);
    match given.get(2) {
        Some(Value::Object(parts)) => {
            let parts: Vec<String> = parts.iter().map(|(part, amount)| format!("{part}:{amount}")).collect();
            format!("{what}={}", parts.join("+"))
        }
        _ => format!("{what}={}", text(given, 2)),
    }
}
