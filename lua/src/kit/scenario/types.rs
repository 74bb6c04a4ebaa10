//! Types of test files for editors, and their reference, made from the table of words.

use super::board::LINES;
use super::words::{SCENARIO, StepWord, WORDS};
use std::collections::BTreeMap;
use std::fmt::Write;

/// A parameter as Luau writes it.
fn parameter(name: &str, kind: &str) -> String {
    let optional =
        kind.strip_suffix('?').map(|kind| if kind.contains('|') { format!("({kind})?") } else { format!("{kind}?") });
    let kind = optional.unwrap_or_else(|| kind.to_owned());
    match name.strip_prefix("...") {
        Some(_) => format!("...: {kind}"),
        None => format!("{name}: {kind}"),
    }
}

fn groups() -> BTreeMap<&'static str, Vec<(&'static str, &'static StepWord)>> {
    let mut groups: BTreeMap<&str, Vec<_>> = BTreeMap::new();
    for word in WORDS {
        if let Some((group, name)) = word.name.split_once('.') {
            groups.entry(group).or_default().push((name, word));
        }
    }
    groups
}

/// The definitions of test files for luau-lsp and luau-analyze.
#[must_use]
pub fn luau() -> String {
    let mut out = String::from(
        "-- Types of Eagles test files for luau-lsp and luau-analyze.\n\
         -- Made from the table of their words: do not change it by hand.\n\n",
    );
    for name in ["Deed", "Draws", "Expectation", "Scenario"] {
        let _ = writeln!(out, "type {name} = {{ read __{}: never }}", name.to_lowercase());
    }
    out.push_str("-- a position, line by line\ntype Board = {\n");
    for (line, doc) in LINES {
        let _ = writeln!(out, "\t-- {doc}\n\t{line}: (string | {{string}} | boolean)?,");
    }
    out.push_str("}\n\n-- What a scenario shows, and how.\ndeclare function scenario(keys: {\n");
    for (name, kind, doc) in SCENARIO {
        let kind = kind.replace("{ Deed | Draws | Expectation }", "{Deed | Draws | Expectation}");
        let _ = writeln!(out, "\t-- {doc}\n\t{},", parameter(name, &kind));
    }
    out.push_str("}): Scenario\n");
    let takes =
        |word: &StepWord| word.takes.iter().map(|(name, kind)| parameter(name, kind)).collect::<Vec<_>>().join(", ");
    for word in WORDS.iter().filter(|word| !word.name.contains('.')) {
        let _ = writeln!(out, "-- {}\ndeclare function {}({}): {}", word.doc, word.name, takes(word), word.gives);
    }
    for (group, words) in groups() {
        let _ = writeln!(out, "declare {group}: {{");
        for (name, word) in words {
            let _ = writeln!(out, "\t-- {}\n\t{name}: ({}) -> {},", word.doc, takes(word), word.gives);
        }
        out.push_str("}\n");
    }
    out
}

/// A Luau type as LuaLS writes it.
fn luals_type(kind: &str) -> String {
    let bare = kind.strip_suffix('?').unwrap_or(kind);
    match bare {
        _ if bare.starts_with('"') => {
            bare.split('|').map(|text| format!("'{}'", text.trim())).collect::<Vec<_>>().join("|")
        }
        "number | { [string]: number }" => "integer|table<string, integer>".to_owned(),
        "number" => "integer".to_owned(),
        "Board" | "Deed" | "Draws" | "Expectation" | "string" | "boolean" => bare.to_owned(),
        "{ Deed | Draws | Expectation }" => "(Deed|Draws|Expectation)[]".to_owned(),
        _ if bare.starts_with('{') => "table".to_owned(),
        _ => bare.replace("number", "integer").replace(' ', ""),
    }
}

/// The definitions of test files for LuaLS.
#[must_use]
pub fn luals() -> String {
    let mut out = String::from(
        "---@meta\n-- Types of Eagles test files for LuaLS.\n\
         -- Made from the table of their words: do not change it by hand.\n\n",
    );
    for name in ["Deed", "Draws", "Expectation", "Scenario"] {
        let _ = writeln!(out, "---@class {name}");
    }
    out.push_str("\n---@class Board\n");
    for (line, doc) in LINES {
        let _ = writeln!(out, "---@field {line}? string|string[]|boolean {doc}");
    }
    out.push_str("\n---@class ScenarioKeys\n");
    for (name, kind, doc) in SCENARIO {
        let optional = if kind.ends_with('?') { "?" } else { "" };
        let _ = writeln!(out, "---@field {name}{optional} {} {doc}", luals_type(kind));
    }
    out.push_str("\n---What a scenario shows, and how.\n---@param keys ScenarioKeys\n---@return Scenario\nfunction scenario(keys) end\n");
    for word in WORDS.iter().filter(|word| !word.name.contains('.')) {
        function(&mut out, word);
    }
    for (group, words) in groups() {
        let _ = writeln!(out, "\n{group} = {{}}");
        words.into_iter().for_each(|(_, word)| function(&mut out, word));
    }
    out
}

fn function(out: &mut String, word: &StepWord) {
    let plain = |name: &'static str| if name.starts_with("...") { "..." } else { name };
    let _ = writeln!(out, "\n---{}", word.doc);
    for (name, kind) in word.takes {
        let optional = if kind.ends_with('?') { "?" } else { "" };
        let _ = writeln!(out, "---@param {}{optional} {}", plain(name), luals_type(kind));
    }
    let names: Vec<&str> = word.takes.iter().map(|(name, _)| plain(name)).collect();
    let _ = writeln!(out, "---@return {}\nfunction {}({}) end", word.gives, word.name, names.join(", "));
}

/// The reference of test files as Markdown.
#[must_use]
pub fn reference() -> String {
    let mut out = String::from("# The words of test files\n\nMade from the table of their words.\n\n## A scenario\n\n");
    out.push_str("`scenario { name = ..., board = { ... }, steps = { ... } }`\n\n| key | holds | |\n|---|---|---|\n");
    for (name, kind, doc) in SCENARIO {
        let must = if kind.ends_with('?') { "" } else { " Must be there." };
        let _ = writeln!(out, "| `{name}` | `{}` | {doc}{must} |", kind.trim_end_matches('?').replace('|', "\\|"));
    }
    out.push_str("\n## A board\n\nCards stand with commas between them. A card is named by its id (`fr-inf-soye`) or the end of it as long as that is clear (`soye`). It lies face-up, in Line and without hits unless marks behind it say otherwise: `down`, `column`, `square`, `blown`, `x2` (hits), `moved`, `moved-twice`, `acted`, `formed`, `engaged`, `withdrew`, `struck`, `came-up`, `on gemioncourt` (Terrain that stands earlier in the same line). In a Reserve: `moved`, `spent`, `withdrew`, `shown`, `x2`. Cards that are not mentioned have not been drawn.\n\n| line | |\n|---|---|\n");
    for (line, doc) in LINES {
        let _ = writeln!(out, "| `{line}` | {doc} |");
    }
    for (title, gives) in [("Draws", "Draws"), ("Deeds", "Deed"), ("Expectations", "Expectation")] {
        let _ = writeln!(out, "\n## {title}\n");
        for word in WORDS.iter().filter(|word| word.gives == gives) {
            let kinds: Vec<String> = word
                .takes
                .iter()
                .filter(|(_, kind)| kind.starts_with('"'))
                .map(|(name, kind)| format!("`{name}` is {}", kind.trim_end_matches('?').replace(" |", " or")))
                .collect();
            let kinds = if kinds.is_empty() { String::new() } else { format!(" {}.", kinds.join("; ")) };
            let _ = writeln!(out, "- {}: {}{kinds}", super::words::usage(word), word.doc);
        }
    }
    out.push_str("\n## Events\n\nWhat `expect.event` may name, with the keys that events of this sort have. `piece` and `target` are cards on the table; `why` of `removed` is `routed`, `killed`, `alone` or `decoy`; `kind` of a Move is `plain`, `engage`, `disengage` or `sent`. So a rout is `expect.event(\"removed\", { piece = \"soye\", why = \"routed\" })`.\n\n| event | keys |\n|---|---|\n");
    for (code, keys) in EVENTS {
        let keys: Vec<String> = keys.split_whitespace().map(|key| format!("`{key}`")).collect();
        let _ = writeln!(out, "| `{code}` | {} |", keys.join(", "));
    }
    out
}

/// The events of the core by code, with the keys of what they tell; a test holds the codes equal to the core's.
pub const EVENTS: [(&str, &str); 41] = [
    ("drew", "army card left muster"),
    ("dealt-again", "player troops"),
    ("deployed", "piece at formation on up"),
    ("took-back", "piece from"),
    ("laid", "player card at ground"),
    ("ready", "player"),
    ("lined", "piece at formation on"),
    ("turn-began", "turn player"),
    ("phase-began", "player phase"),
    ("rolled", "card at dice value failed"),
    ("removed", "piece from why"),
    ("moved", "piece from to kind formation"),
    ("retired", "piece from kind up"),
    ("came-up", "piece to kind formation on"),
    ("formed", "piece formation cost"),
    ("occupied", "piece ground"),
    ("left", "piece ground"),
    ("capture-open", "player ground"),
    ("captured", "piece ground"),
    ("revealed", "piece at"),
    ("committed", "piece how"),
    ("attack-lost", "piece how"),
    ("attacked", "piece how target at cv power dice hits"),
    ("general-hit", "piece hits"),
    ("blown", "piece"),
    ("recovered", "piece"),
    ("arrived", "card"),
    ("deck-empty", "army"),
    ("played", "player card aim at"),
    ("cancelled", "card"),
    ("threw", "card player dice"),
    ("hit", "by piece hits"),
    ("used", "by piece"),
    ("forgave", "by card dice"),
    ("shown", "card"),
    ("searched", "army card"),
    ("peeked", "army count cards"),
    ("set-aside", "piece from"),
    ("came-back", "card"),
    ("lapsed", "card"),
    ("ended", "ending"),
];
