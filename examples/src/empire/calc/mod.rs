//! `eagles empire assault`, `fire` and so on: every chart of the sheet as a calculator, for people with figures on a table.

mod assault;
pub(crate) mod describe;
mod dice;
mod fire;
pub(crate) mod house;
mod integrity;
mod nerve;
mod orders;
mod phrase;
mod report;
mod words;

pub(crate) use assault::chances_of;
pub(crate) use phrase::inches as inches_of;
pub(crate) use report::{length, sum_lines};

pub(crate) use assault::{AssaultArgs, run as assault};
pub(crate) use dice::{InitiativeArgs, LeaderArgs, initiative, leader};
pub(crate) use fire::{BombardArgs, FireArgs, bombard, run as fire};
pub(crate) use integrity::{IntegrityArgs, run as integrity};
pub(crate) use nerve::{MoraleArgs, SquareArgs, morale, square};
pub(crate) use orders::{MoveArgs, OrderArgs, move_of as movement, order_of as order};

use crate::fail::{Done, Fail};
use crate::files;
use clap::Args;
use eagles::empire::HouseRules;
use eagles::empire::charts::FactFault;
use phrase::Said;
use report::Report;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use std::io::{Read as _, Write};
use std::path::{Path, PathBuf};

/// The most bytes of facts.
const MAX_FACTS: usize = 1 << 20;

/// What every calculator takes.
#[derive(Args, Clone, Debug)]
pub(crate) struct Common {
    /// The facts as JSON, from this file or - for the input, instead of phrases:
    /// what --json writes, or the object under its `facts` alone
    #[arg(long, value_name = "FILE")]
    facts: Option<PathBuf>,
    /// What the die shows, 1 to 10; 0 counts as 10
    #[arg(long, value_name = "N", value_delimiter = ',', num_args = 1, value_parser = die)]
    die: Vec<u8>,
    /// The exact chances alone
    #[arg(long, conflicts_with = "die")]
    odds: bool,
    /// A house rule: `extend`, `tactical-range=4`; any number of times
    #[arg(long, value_name = "KEY=VALUE")]
    house: Vec<String>,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

fn die(text: &str) -> Result<u8, String> {
    match text.trim().parse() {
        Ok(0) => Ok(10),
        Ok(n @ 1..=10) => Ok(n),
        _ => Err("write what the ten-sided die shows: 1 to 10, or 0 for 10".to_owned()),
    }
}

impl Common {
    fn rules(&self) -> Result<HouseRules, Fail> {
        house::with(&self.house)
    }

    /// The facts from a file; `None` where phrases are to be read.
    fn read<T: DeserializeOwned>(&self, phrases: &[String]) -> Result<Option<T>, Fail> {
        let Some(path) = &self.facts else { return Ok(None) };
        if !phrases.is_empty() {
            return Err(Fail::bad("give the facts as phrases or by --facts, not both"));
        }
        let text = if path == Path::new("-") {
            let mut text = String::new();
            std::io::stdin().take(MAX_FACTS as u64).read_to_string(&mut text).map_err(Fail::bad)?;
            text
        } else {
            files::text(path, MAX_FACTS)?
        };
        let bad = |error: serde_json::Error| Fail::bad(format!("{}: {error}", path.display()));
        // What `--json` writes has the facts beside what came of them.
        if let Ok(Value::Object(mut whole)) = serde_json::from_str(&text)
            && let Some(facts) = whole.remove("facts")
        {
            return serde_json::from_value(facts).map(Some).map_err(bad);
        }
        serde_json::from_str(&text).map(Some).map_err(bad)
    }

    /// The one die, where one is enough.
    fn one_die(&self) -> Result<Option<u8>, Fail> {
        match self.die[..] {
            [] => Ok(None),
            [die] => Ok(Some(die)),
            _ => Err(Fail::bad("one die is rolled here: give --die once")),
        }
    }

    /// Prints what was found, or refuses facts that cannot be.
    fn answer(&self, house: &HouseRules, found: Found, out: &mut dyn Write) -> Done {
        if !found.faults.is_empty() {
            return Err(report::refuse(&found.faults, self.json, out));
        }
        if self.json {
            let mut json = found.report.json;
            if let Value::Object(map) = &mut json {
                let changed = house::changed(house);
                map.insert("house".to_owned(), json!(changed));
            }
            writeln!(out, "{json:#}")?;
            return Ok(());
        }
        found.report.print(self.odds, &house::changed(house), out)
    }
}

/// What a calculator found: faults, or else a report.
struct Found {
    faults: Vec<FactFault>,
    report: Report,
}

/// One phrase of all the words.
fn joined(phrases: &[String]) -> String {
    phrases.join(" ")
}

/// The two phrases of a side each: two arguments, or words with `vs` between them.
fn two(phrases: &[String], names: [&str; 2], example: &str) -> Result<[String; 2], Fail> {
    if let [first, second] = phrases {
        return Ok([first.clone(), second.clone()]);
    }
    let all = joined(phrases);
    let words: Vec<&str> = all.split_whitespace().collect();
    let between: Vec<usize> = (0..words.len())
        .filter(|n| matches!(words[*n].to_lowercase().as_str(), "vs" | "vs." | "against" | "versus" | "at"))
        .collect();
    match between[..] {
        [n] if n > 0 && n + 1 < words.len() => Ok([words[..n].join(" "), words[n + 1..].join(" ")]),
        _ => Err(Fail::bad(format!(
            "say {} and {}: two phrases in quotes, or with `vs` between them, as in\n  {example}",
            names[0], names[1]
        ))),
    }
}

/// Makes facts of what was said, unless something was wrong.
fn made<T: DeserializeOwned>(value: Value, faults: Vec<String>) -> Result<T, Fail> {
    if !faults.is_empty() {
        return Err(Fail::bad(faults.join("\n       ")));
    }
    serde_json::from_value(value).map_err(|error| Fail::bad(format!("these facts do not fit together: {error}")))
}

/// Fills in what goes without saying: infantry where no class is said, guns ready to fire. Faults what is missing.
fn complete(said: &mut Said, needs_strength: bool, at: &str, faults: &mut Vec<String>) {
    if !said.has("class") {
        let word = said.word("formation");
        if matches!(word, Some("limbered" | "unlimbered")) {
            said.or("class", "medium-foot");
        } else if ["charging", "blown"].iter().any(|flag| said.has(flag)) {
            said.or("class", "cavalry");
        } else {
            said.or("class", "line-infantry");
        }
    }
    let class = said.word("class").unwrap_or_default();
    if class.ends_with("-foot") || class.ends_with("-horse") {
        said.or("formation", "unlimbered");
    }
    if said.has("stands") {
        said.or("formation", "skirmish");
    }
    if !said.has("formation") {
        faults.push(format!("{at}: how does it stand? Say line, column, square, skirmish or garrison"));
    }
    if needs_strength && !said.has("ce") && !said.has("stands") {
        faults.push(format!("{at}: how strong is it? Say its strength, a number as in `french 9 column`"));
    }
}

/// A map with further fields.
fn object(parts: impl IntoIterator<Item = (&'static str, Value)>) -> Map<String, Value> {
    parts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
