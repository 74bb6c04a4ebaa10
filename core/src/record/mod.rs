//! Saved games.
//!
//! A [`Record`] holds what a game was made from, the position it started from and the one it has reached, and every action
//! between them as a word of the notation, with its draws and the hash of the position after it. It is the same structure
//! in JSON and in the compact binary form, which is the eight bytes `EAGLES`, 0 and the format, then the structure in
//! postcard, then the first eight bytes of the SHA-256 of all that.
//!
//! A record is the referee's: it holds the seed and everything hidden. What a player may keep is
//! [`crate::play::PlayerSave`].

mod bounds;
mod replay;
mod scripts;
mod seeds;
mod text;

pub use crate::hash::{hash_of, json_hash};
pub use replay::{Difference, Divergence, LoadError, Rerun, rerun, verify};
pub(crate) use replay::{check, replay, undecided};
pub(crate) use scripts::notes as script_notes;
pub use seeds::MAX_GAP;
pub(crate) use seeds::{Traced, Trail};
pub use text::{ReadError, read, to_binary, to_json};

use crate::chance::{Counts, Drawn, Redraw, Seed};
use crate::game::Player;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;

/// The format that is written. Every earlier one is read.
pub const FORMAT: u32 = 1;
/// The most bytes a record may have, in either form. An action takes some 160 bytes in JSON and a quarter of that in
/// binary, so that even the longest journal ([`crate::play::MAX_ACTIONS`]) fits.
pub const MAX_BYTES: usize = 16 << 20;
/// The most bytes the parameters of the game may have.
pub const MAX_PARAMS: usize = 4 << 20;
/// The most draws that the actions of a record may hold together.
pub const MAX_DRAWS: usize = 1 << 19;
/// The most parties that may commit to a seed.
pub const MAX_PARTIES: usize = 64;
/// The most notes a record may have.
pub const MAX_NOTES: usize = 64;
/// The most bytes the name and the text of a note may have together.
pub const MAX_NOTE: usize = 1_000;
/// The most words a saved stream of draws may have given.
pub const MAX_COUNT: u64 = 1 << 48;

/// A saved game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// What it is a record of.
    pub header: Header,
    /// The host's own notes by name, such as who plays; nothing in them decides a rule. At most [`MAX_NOTES`], of at most
    /// [`MAX_NOTE`] bytes each.
    #[serde(default, deserialize_with = "bounds::notes")]
    pub notes: BTreeMap<String, String>,
    /// The position it starts from, in the notation.
    pub start: String,
    /// The actions that stand, in order.
    #[serde(deserialize_with = "bounds::actions")]
    pub actions: Vec<Logged>,
    /// How the players ended it, if they did.
    pub settled: Option<Settled>,
    /// The position it has reached, in the notation.
    pub position: String,
}

/// What a saved game is a record of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The format of the record, from 1.
    pub format: u32,
    /// The short name of the game.
    pub game: String,
    /// The version of its rules.
    pub rules_version: u32,
    /// The hash of the material (card set, charts).
    pub material: Hash,
    /// The hash of the scripts; 0 without any.
    pub scripts: Hash,
    /// What the game was made from; the game reads it.
    #[serde(with = "bounds::params")]
    #[cfg_attr(feature = "schema", schemars(with = "serde_json::Value"))]
    pub params: serde_json::Value,
    /// Where draws come from.
    pub draws: SavedDraws,
    /// Whether undo is free.
    pub analysis: bool,
    /// What becomes of draws that are taken back.
    pub redraw: Redraw,
    /// For hosts that do not trust each other with the seed: what each committed to, and later revealed.
    pub commit_reveal: Option<CommitReveal>,
}

/// Where the draws of a saved game come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SavedDraws {
    /// From a seed.
    Seeded {
        /// The seed.
        seed: Seed,
        /// The words each stream has given, at most [`MAX_COUNT`].
        counts: Counts,
    },
    /// From the host.
    Host,
    /// From a seed since a fork took other draws; those of the actions before it came from elsewhere.
    Forked {
        /// The seed.
        seed: Seed,
        /// The words each stream has given since the fork, at most [`MAX_COUNT`].
        counts: Counts,
        /// How many actions come before the first one that drew from this seed.
        since: u32,
    },
}

/// Seeds that hosts committed to before the game. Reserved: it is kept, and nothing is made of it yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CommitReveal {
    /// What each party committed to.
    #[serde(deserialize_with = "bounds::parties")]
    pub commitments: Vec<String>,
    /// What each party has revealed.
    #[serde(deserialize_with = "bounds::parties")]
    pub reveals: Vec<Option<String>>,
}

/// One action of a saved game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Logged {
    /// Who acted.
    pub player: Player,
    /// What he did, in the notation.
    pub word: String,
    /// The draws it made.
    #[serde(deserialize_with = "bounds::draws")]
    pub draws: Vec<Drawn>,
    /// The hash of the position after it.
    pub hash: Hash,
}

/// How players ended a match by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Settled {
    /// One gave up.
    Resigned {
        /// Who.
        by: Player,
    },
    /// They agreed on a draw.
    Agreed,
}

/// A named hash: 16 hexadecimal digits in text, a number in binary.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Hash(pub u64);

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl Serialize for Hash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() { serializer.collect_str(self) } else { self.0.serialize(serializer) }
    }
}

impl<'de> Deserialize<'de> for Hash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if !deserializer.is_human_readable() {
            return u64::deserialize(deserializer).map(Self);
        }
        let text = String::deserialize(deserializer)?;
        let digits = text.len() == 16 && text.bytes().all(|b| b.is_ascii_hexdigit());
        u64::from_str_radix(&text, 16)
            .ok()
            .filter(|_| digits)
            .map(Self)
            .ok_or_else(|| serde::de::Error::custom("a hash has 16 hexadecimal digits"))
    }
}
