//! The form of a case file of Waterloo.

use super::Outcome;
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
    /// The battle of cases that name none.
    #[serde(default = "quatre_bras")]
    pub(crate) battle: String,
    /// Programs of Specials other than shipped, for all cases of the file.
    #[serde(default)]
    pub(crate) programs: BTreeMap<String, toml::Table>,
    /// Boards that several cases start from, by name.
    #[serde(default)]
    pub(crate) boards: BTreeMap<String, String>,
    /// The cases.
    #[serde(rename = "case", default)]
    pub(crate) cases: Vec<Case>,
}

fn quatre_bras() -> String {
    "QB".into()
}

/// One case.
#[derive(Deserialize, Debug, Clone)]
#[serde(deny_unknown_fields)]
pub(crate) struct Case {
    /// The rules it shows, by the ids of `rules.csv`.
    pub(crate) rule: Vec<String>,
    /// What it shows, in one sentence.
    pub(crate) name: String,
    /// The battle's code.
    pub(crate) battle: Option<String>,
    /// How decks are made, by army, as `Setup` spells it; cards may be named by id.
    pub(crate) deals: Option<toml::Value>,
    /// The scale, `{ by, over }`.
    pub(crate) scale: Option<toml::Value>,
    /// Options that differ from the default.
    pub(crate) options: Option<toml::Value>,
    /// Cards with other values than printed: by id, the columns of `cards.csv` that differ.
    #[serde(default)]
    pub(crate) patch: BTreeMap<String, BTreeMap<String, String>>,
    /// Programs of Specials other than shipped: by id, the fields of the program that differ.
    #[serde(default)]
    pub(crate) programs: BTreeMap<String, toml::Table>,
    /// The codes of the setup's faults, all of them in order; such a case has no board.
    pub(crate) faults: Option<Vec<String>>,
    /// A named board of the file to start from.
    pub(crate) on: Option<String>,
    /// The board, or lines added to the named one.
    #[serde(default)]
    pub(crate) board: String,
    /// A position in the notation, instead of a board.
    pub(crate) position: Option<String>,
    /// Actions, carried out one after the other.
    #[serde(default, rename = "do")]
    pub(crate) actions: Vec<String>,
    /// The dice and cards they draw, in order.
    #[serde(default)]
    pub(crate) draws: Vec<toml::Value>,
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
    /// Whether players are asked about every window and choice, so that the case says `pass` itself.
    #[serde(default)]
    pub(crate) ask: bool,
    /// What is then true of the position.
    #[serde(default)]
    pub(crate) after: Vec<String>,
    /// Actions that are then legal.
    #[serde(default)]
    pub(crate) may: Vec<String>,
    /// Actions that are then refused, `ACTION: CODE`.
    #[serde(default)]
    pub(crate) may_not: Vec<String>,
    /// The numbers of actions that are then legal, `ACTION: NUMBERS`.
    #[serde(default)]
    pub(crate) numbers: Vec<String>,
    /// Actions that are then barriers to undoing.
    #[serde(default)]
    pub(crate) barriers: Vec<String>,
    /// Actions that are then no barriers.
    #[serde(default)]
    pub(crate) no_barriers: Vec<String>,
    /// Facts of the card set, `WHAT = NUMBER`.
    #[serde(default)]
    pub(crate) facts: BTreeMap<String, i64>,
}

/// All case files of Waterloo, by path.
pub(crate) fn load() -> Outcome<Vec<(PathBuf, File)>> {
    super::shared::load("waterloo")
}
