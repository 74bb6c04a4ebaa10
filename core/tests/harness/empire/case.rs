//! The form of a case file of Empire.

use crate::harness::Outcome;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// One file of cases.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    /// What the file is about; for readers.
    #[serde(default)]
    pub(crate) about: String,
    /// Boards that several cases start from, by name.
    #[serde(default)]
    pub(crate) boards: BTreeMap<String, String>,
    /// Facts that several calculator cases start from, by name.
    #[serde(default)]
    pub(crate) facts: BTreeMap<String, toml::Table>,
    /// The cases.
    #[serde(rename = "case", default)]
    pub(crate) cases: Vec<Case>,
}

/// One case: of a battle, or of a calculator.
#[derive(Deserialize, Debug, Clone)]
#[serde(deny_unknown_fields)]
pub(crate) struct Case {
    /// The rules it shows, by the ids of `rules.csv`.
    pub(crate) rule: Vec<String>,
    /// What it shows, in one sentence.
    pub(crate) name: String,
    /// House rules that differ from the default.
    #[serde(default)]
    pub(crate) house: toml::Table,

    /// The calculator of a calculator case.
    pub(crate) chart: Option<String>,
    /// Its facts, or those that differ from the named ones.
    #[serde(default)]
    pub(crate) facts: toml::Table,
    /// Its sums, part by part, in points.
    #[serde(default)]
    pub(crate) sum: Vec<String>,
    /// Its value.
    pub(crate) value: Option<i64>,
    /// The row of the fire chart.
    pub(crate) row: Option<String>,
    /// What dice give, `DIE: RESULT`.
    #[serde(default)]
    pub(crate) rolls: Vec<String>,
    /// How many faces give each result.
    pub(crate) odds: Option<Vec<i64>>,

    /// The codes of all faults: of the scenario, in order, or of the facts.
    pub(crate) faults: Option<Vec<String>>,
    /// Named facts or a named board of the file to start from.
    pub(crate) on: Option<String>,
    /// The board, or lines added to the named one.
    #[serde(default)]
    pub(crate) board: String,
    /// Actions, carried out one after the other.
    #[serde(default, rename = "do")]
    pub(crate) actions: Vec<String>,
    /// The dice they throw, in order.
    #[serde(default)]
    pub(crate) dice: Vec<u16>,
    /// The refusal of the last action.
    pub(crate) refused: Option<String>,
    /// Events that happened, in this order, others in between.
    #[serde(default)]
    pub(crate) events: Vec<String>,
    /// Events that did not happen.
    #[serde(default)]
    pub(crate) no_events: Vec<String>,
    /// Events as a player saw them, `PLAYER: EVENT`, in this order, others in between.
    #[serde(default)]
    pub(crate) seen: Vec<String>,
    /// Events that a player did not see, `PLAYER: EVENT`.
    #[serde(default)]
    pub(crate) unseen: Vec<String>,
    /// What is then true of the position.
    #[serde(default)]
    pub(crate) after: Vec<String>,
    /// Actions that are then allowed.
    #[serde(default)]
    pub(crate) may: Vec<String>,
    /// Actions that are then refused, `ACTION: CODE`.
    #[serde(default)]
    pub(crate) may_not: Vec<String>,
    /// The numbers of actions that are then allowed, `ACTION: NUMBERS`.
    #[serde(default)]
    pub(crate) numbers: Vec<String>,
}

/// All case files of Empire, by path.
pub(crate) fn load() -> Outcome<Vec<(PathBuf, File)>> {
    crate::harness::shared::load("empire")
}

/// One set of facts over another, field by field.
pub(crate) fn over(base: &toml::Table, top: &toml::Table) -> toml::Table {
    let mut out = base.clone();
    for (key, value) in top {
        let value = match (out.get(key), value) {
            (Some(toml::Value::Table(old)), toml::Value::Table(new)) => toml::Value::Table(over(old, new)),
            _ => value.clone(),
        };
        out.insert(key.clone(), value);
    }
    out
}
