//! Runs the rule cases of `tests/cases`; `tests/cases/README.md` describes their form. `empire` runs those of Empire, the other
//! modules those of Waterloo, `shared` has what both need.

#![allow(dead_code)]

pub(crate) mod board;
pub(crate) mod case;
pub(crate) mod empire;
pub(crate) mod expect;
pub(crate) mod names;
pub(crate) mod run;
pub(crate) mod shared;
pub(crate) mod words;

use eagles::chance::{Seed, Seeded};
use eagles::waterloo::cards::{CardFiles, EMBEDDED};
use eagles::waterloo::decks::{Collection, Rarity};
use eagles::waterloo::{Army, CardSet, Kind, Setup, Waterloo};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A message that says what is wrong with a case or what differed.
pub(crate) type Outcome<T> = Result<T, String>;

/// The directory of the crate's tests.
pub(crate) fn tests_dir() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

/// The game of a setup, or the codes of its faults in order.
pub(crate) fn make(set: Arc<CardSet>, setup: Setup) -> Result<Arc<Waterloo>, Vec<String>> {
    Waterloo::new(set, setup).map(Arc::new).map_err(|faults| {
        let code = |fault| match serde_json::to_value(fault) {
            Ok(serde_json::Value::Object(map)) => map.keys().next().cloned().unwrap_or_default(),
            other => format!("{other:?}"),
        };
        faults.0.iter().map(code).collect()
    })
}

/// The card set, with the columns of some cards and the fields of some programs changed.
pub(crate) fn card_set(
    patch: &BTreeMap<String, BTreeMap<String, String>>,
    programs: &BTreeMap<String, Value>,
) -> Outcome<Arc<CardSet>> {
    if patch.is_empty() && programs.is_empty() {
        return Ok(CardSet::embedded());
    }
    let cards = patched_cards(patch)?;
    let programs = patched_programs(programs)?;
    let files = CardFiles { cards: &cards, programs: &programs, ..EMBEDDED };
    CardSet::from_csv(files).map(Arc::new).map_err(|faults| format!("patched cards: {faults}"))
}

fn patched_programs(patch: &BTreeMap<String, Value>) -> Outcome<String> {
    let mut list: Vec<Value> = serde_json::from_str(EMBEDDED.programs).map_err(|e| e.to_string())?;
    for (id, fields) in patch {
        let found = list.iter_mut().find(|program| program["id"] == id.as_str());
        let program = found.ok_or_else(|| format!("`{id}` is the id of no program"))?;
        for (key, value) in fields.as_object().ok_or_else(|| format!("the program `{id}` is no table"))? {
            program[key] = value.clone();
        }
    }
    serde_json::to_string(&list).map_err(|e| e.to_string())
}

fn patched_cards(patch: &BTreeMap<String, BTreeMap<String, String>>) -> Outcome<String> {
    let mut reader = csv::Reader::from_reader(EMBEDDED.cards.as_bytes());
    let header = reader.headers().map_err(|e| e.to_string())?.clone();
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(&header).map_err(|e| e.to_string())?;
    let mut left: Vec<&String> = patch.keys().collect();
    for record in reader.records() {
        let record = record.map_err(|e| e.to_string())?;
        let mut fields: Vec<String> = record.iter().map(str::to_owned).collect();
        if let Some(changes) = record.get(1).and_then(|id| patch.get(id)) {
            left.retain(|id| record.get(1) != Some(id.as_str()));
            for (column, value) in changes {
                let at = header.iter().position(|c| c == column).ok_or_else(|| format!("no column `{column}`"))?;
                fields[at].clone_from(value);
            }
        }
        writer.write_record(&fields).map_err(|e| e.to_string())?;
    }
    if !left.is_empty() {
        return Err(format!("the patch names no card by {left:?}"));
    }
    String::from_utf8(writer.into_inner().map_err(|e| e.to_string())?).map_err(|e| e.to_string())
}

/// The number of the card with this id.
pub(crate) fn number(id: &str) -> Outcome<u16> {
    CardSet::embedded().by_id(id).map(|card| card.number).ok_or_else(|| format!("`{id}` is the id of no card"))
}

/// A number that the material gives: `cards`, `cards french`, `cards infantry`, `faces gold` (of a die of ten sides),
/// `opened cards` and `opened kinds` (cards, and different cards, of one opened deck).
pub(crate) fn fact(game: &Waterloo, what: &str) -> Outcome<i64> {
    let set = game.card_set();
    let count = match what.split_whitespace().collect::<Vec<_>>()[..] {
        ["cards"] => set.cards().len(),
        ["cards", word] => match (Army::from_name(word), Kind::from_name(word)) {
            (Some(army), _) => set.of_army(army).count(),
            (_, Some(kind)) => set.cards().iter().filter(|c| c.kind == kind).count(),
            _ => return Err(format!("`{word}` is neither an army nor a type of card")),
        },
        ["faces", rarity] => (1..=10).filter(|&face| Rarity::of_die(face).name() == rarity).count(),
        ["opened", what] => {
            let mut collection = Collection::new();
            let mut draws = Seeded::new(Seed::from_number(1815));
            let deck = collection.open_deck(set, &mut draws).map_err(|e| e.to_string())?;
            let mut numbers: Vec<u16> = deck.iter().map(|(number, _)| *number).collect();
            numbers.sort_unstable();
            if what == "kinds" {
                numbers.dedup();
            }
            numbers.len()
        }
        _ => return Err(format!("there is no fact `{what}`")),
    };
    i64::try_from(count).map_err(|e| e.to_string())
}
