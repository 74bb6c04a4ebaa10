//! What hosts hand in and get, as JSON: the forms that are not values of a game.

use super::error::{HostError, Status};
use crate::chance::{Redraw, Seed};
use crate::empire::Scenario;
use crate::empire::house::HouseRules;
use crate::game::{Player, Viewer};
use crate::play::{DrawsFrom, MatchOptions};
use crate::waterloo::specials::handler::Reply;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// The number of the onlooker among viewers; players are 0 and up.
pub const PUBLIC: u8 = 254;
/// The number of the referee among viewers.
pub const REFEREE: u8 = 255;

/// The viewer with this number: a player from 0, [`PUBLIC`] or [`REFEREE`].
///
/// # Errors
/// When there is no such player.
pub fn viewer(number: u8, players: u8) -> Result<Viewer, HostError> {
    match number {
        PUBLIC => Ok(Viewer::Public),
        REFEREE => Ok(Viewer::Referee),
        player if player < players => Ok(Viewer::Player(Player(player))),
        _ => Err(HostError::new(
            Status::Unknown,
            "no-such-viewer",
            format!("there is no viewer {number}: give a player from 0 to {}, {PUBLIC} for an onlooker, {REFEREE} for the referee", players.saturating_sub(1)),
        )
        .with(serde_json::json!({ "viewer": number }))),
    }
}

/// Reads JSON; nothing at all stands for `{}`, all by default. `what` names it in errors.
///
/// # Errors
/// The line and column, and what was expected there.
pub fn read<T: DeserializeOwned>(what: &str, json: &str) -> Result<T, HostError> {
    let json = if json.trim().is_empty() { "{}" } else { json };
    serde_json::from_str(json).map_err(|error| HostError::form(what, &error))
}

/// A seed as hosts write it: a whole number, or a text of a number or of 64 hexadecimal digits.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(
    untagged,
    expecting = "a seed is a whole number from 0 to 18446744073709551615, or a text of 64 hexadecimal digits"
)]
enum WrittenSeed {
    /// A number.
    Number(u64),
    /// Text.
    Text(String),
}

fn seed<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Seed>, D::Error> {
    Ok(match Option::<WrittenSeed>::deserialize(deserializer)? {
        None => None,
        Some(WrittenSeed::Number(number)) => Some(Seed::from_number(number)),
        Some(WrittenSeed::Text(text)) => Some(text.parse().map_err(serde::de::Error::custom)?),
    })
}

/// Where draws come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum DrawsForm {
    /// From the seed.
    #[default]
    Seed,
    /// From the host, who throws dice and draws cards: every action that draws asks for it.
    Host,
}

/// How a match is to be hosted. All of it may be left out.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct MatchForm {
    /// The seed of all draws; left out, the host's own chance gives one. Whoever knows it knows every hand and every die.
    #[serde(deserialize_with = "seed")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<WrittenSeed>"))]
    pub seed: Option<Seed>,
    /// Where draws come from.
    pub draws: DrawsForm,
    /// Whether anybody may take back and redo anything at any time.
    pub analysis: bool,
    /// What becomes of draws that are taken back: `fresh`, or `same` (the default in analysis).
    pub redraw: Option<Redraw>,
    /// Actions between two kept positions, 1 and up; 16 by default.
    pub snapshot_every: Option<u16>,
    /// The position to begin with, in the notation; the start of the game by default.
    pub position: Option<String>,
    /// Whether the host answers the handlers of cards instead of their scripts.
    pub answers: bool,
}

impl MatchForm {
    /// As the match takes it; `chance` makes a seed where none is given.
    pub(super) fn options(&self, chance: impl FnOnce() -> Seed) -> MatchOptions {
        let options = match self.draws {
            DrawsForm::Seed => MatchOptions::seeded(self.seed.unwrap_or_else(chance)),
            DrawsForm::Host => MatchOptions::hosted(),
        };
        let options = if self.analysis { options.analysis() } else { options };
        MatchOptions {
            redraw: self.redraw.unwrap_or(options.redraw),
            snapshot_every: self.snapshot_every.unwrap_or(options.snapshot_every),
            ..options
        }
    }
}

/// How a match goes on apart from another.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct ForkForm {
    /// Other draws to come, from this seed; left out, the same ones.
    #[serde(deserialize_with = "seed")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<WrittenSeed>"))]
    pub seed: Option<Seed>,
    /// Other draws to come, from the host.
    pub host: bool,
}

impl ForkForm {
    pub(super) fn draws(&self) -> Option<DrawsFrom> {
        if self.host { Some(DrawsFrom::Host) } else { self.seed.map(DrawsFrom::Seed) }
    }
}

/// What the rules of a game are made from. All of it may be left out.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct RulesForm {
    /// Waterloo: a card set of one's own.
    pub card_set: Option<CardSetForm>,
    /// Waterloo: mods, in any order.
    pub mods: Vec<ModForm>,
}

/// The texts of a card set's files; those left out are the shipped ones.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct CardSetForm {
    /// `cards.csv`.
    pub cards: Option<String>,
    /// `programs.json`.
    pub programs: Option<String>,
    /// `battles.csv`.
    pub battles: Option<String>,
}

/// A mod: the path of its folder, or its texts.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged, expecting = "a mod is the path of its folder, or an object with `manifest`, `cards` and `files`")]
pub enum ModForm {
    /// The folder that holds `mod.toml`.
    Folder(String),
    /// Texts, for hosts that keep mods elsewhere than in folders.
    Texts {
        /// `mod.toml`.
        manifest: String,
        /// `cards.csv`.
        #[serde(default)]
        cards: String,
        /// The card files by name, as in `cards/mud.lua`.
        #[serde(default)]
        files: BTreeMap<String, String>,
    },
}

/// A battle of Empire: exactly one of `shipped`, `toml`, `meeting`, `scenario`, and perhaps other house rules.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct EmpireForm {
    /// The id of a shipped scenario.
    pub shipped: Option<String>,
    /// The text of a scenario file.
    pub toml: Option<String>,
    /// What the file is called in faults; `scenario.toml` by default.
    pub file: Option<String>,
    /// A meeting engagement.
    pub meeting: Option<MeetingForm>,
    /// A scenario as a saved game holds it.
    pub scenario: Option<Scenario>,
    /// House rules in place of the scenario's own.
    pub house: Option<HouseRules>,
}

/// A meeting engagement: two columns that run into each other.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MeetingForm {
    /// Units a side, 4 to 2,000.
    pub units: u16,
    /// The seed of the ground and the armies; 0 by default.
    #[serde(default, deserialize_with = "seed")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<WrittenSeed>"))]
    pub seed: Option<Seed>,
}

/// How a saved game is taken up.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct LoadForm {
    /// Whether to go on from the last position alone, without the past: for a record of other rules, cards or scripts.
    pub from_position: bool,
    /// Whether the host answers the handlers of cards instead of their scripts.
    pub host_answers: bool,
    /// What the host has answered to handlers before, as the match told it.
    pub answers: Vec<AnswerForm>,
}

/// What the host answered to a handler.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AnswerForm {
    /// The question, as it was asked.
    pub question: Value,
    /// The answer.
    pub reply: Reply,
}

/// How a match is to be saved.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct SaveForm {
    /// JSON for reading, or the compact binary form.
    pub form: SaveAs,
    /// The host's own notes, such as who plays.
    pub notes: BTreeMap<String, String>,
}

/// The form of a saved game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SaveAs {
    /// Text that people can read.
    #[default]
    Json,
    /// A quarter of its size.
    Binary,
}

/// A player that is a program.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BotForm {
    /// `random` or `greedy`.
    pub name: String,
    /// The seed of its own chance; 0 by default.
    #[serde(default, deserialize_with = "seed")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<WrittenSeed>"))]
    pub seed: Option<Seed>,
    /// The most actions that it weighs for one decision, the first of the list; all by default.
    #[serde(default)]
    pub nodes: Option<u64>,
}

/// What a picture shows.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct PictureForm {
    /// Empire: rings at the command radius of divisional leaders.
    pub command: bool,
    /// Empire: the list of divisions with their orders.
    pub orders: bool,
    /// Empire: the units whose arcs and ranges are shown.
    pub arcs: Vec<u16>,
    /// Empire: the ways that units have gone in what the viewer was told from this item on.
    pub trails_since: Option<usize>,
}

/// Many games between bots.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SeriesForm {
    /// How many games.
    pub games: u64,
    /// The players in order, `greedy` or `random`; both greedy by default.
    #[serde(default)]
    pub players: Vec<String>,
    /// The seed of them all; 0 by default.
    #[serde(default, deserialize_with = "seed")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<WrittenSeed>"))]
    pub seed: Option<Seed>,
    /// Actions after which a game is broken off; 100,000 by default.
    #[serde(default)]
    pub max_actions: Option<u32>,
}
