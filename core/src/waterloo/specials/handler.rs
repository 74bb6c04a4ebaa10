//! The way out: what no operation expresses, a function outside the core decides.
//!
//! A handler is pure. It sees a [`Scene`], asks for dice and choices, and at last says which of the program's own parts to
//! run, on what, with what number. So a handler can do nothing that its program does not declare, and a position holds no
//! script: after every answer the handler is asked again from its beginning with all answers so far.

pub use crate::chance::ScriptFault as HandlerError;
use crate::game::Player;
use crate::waterloo::agenda::Subject;
use crate::waterloo::types::{CardId, Formation, Kind, Place, Slot};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The most parts that one call may run.
pub const PARTS: usize = 4;

/// A question to a handler.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Call<'a> {
    /// The id of the card.
    pub card: &'a str,
    /// The handler's name.
    pub handler: &'a str,
    /// The answers to what it has asked for so far, in order: the face of each die, and for each choice the
    /// [`Scene::cards`] entry chosen, or the number of the option, or -1 for nothing.
    pub answers: Vec<i16>,
    /// What the player of the card sees.
    pub scene: Scene,
}

/// What the player of the card sees when his handler is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Scene {
    /// Whose card it is.
    pub player: Player,
    /// The Battle Turn, counted over both players from 1.
    pub turn: u16,
    /// Whether it is the player's own turn.
    pub own_turn: bool,
    /// What the card was played on.
    pub aim: Subject,
    /// The Position of that, if it has one.
    pub place: Option<Place>,
    /// What the handler is asked about.
    pub it: Subject,
    /// The counter of the card.
    pub counter: u8,
    /// The cards on the table, French slots first. Of face-down enemy cards only what both players know.
    pub cards: Vec<CardFacts>,
}

/// One card on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CardFacts {
    /// Whose.
    pub player: Player,
    /// Its slot.
    pub slot: Slot,
    /// The card, where the player of the Special may know it.
    pub card: Option<CardId>,
    /// The number printed on it, where he may know it.
    pub printed: Option<u16>,
    /// Its type, where he may know it.
    pub kind: Option<Kind>,
    /// Its Position.
    pub at: Place,
    /// Whether it lies face-up.
    pub up: bool,
    /// Its formation.
    pub formation: Formation,
    /// Whether it is blown.
    pub blown: bool,
    /// Its hits.
    pub hits: u8,
    /// Its combat value, where he may know the card.
    pub cv: Option<u8>,
}

/// What a handler says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Reply {
    /// Roll so many dice, 1 to 6 each, for the player of the card; the faces are the next answers.
    Roll(u8),
    /// Let a player choose among the cards of this choice of the program; the card is the next answer.
    Choose(String),
    /// Run these parts, in order; at most [`PARTS`].
    Run(Vec<Part>),
}

/// One part of the program to be run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Its name in the program.
    pub part: String,
    /// What it acts on: an entry of [`Scene::cards`], or what the handler was asked about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<u16>,
    /// The number that it is given.
    #[serde(default)]
    pub value: i8,
}

/// Whoever answers handlers: a script runtime, or a host.
pub trait Handlers: fmt::Debug + Send + Sync {
    /// Answers a call. The same call must have the same answer.
    ///
    /// # Errors
    /// What went wrong; the action is then not carried out.
    fn call(&self, call: &Call<'_>) -> Result<Reply, HandlerError>;

    /// A hash over everything that decides the answers.
    fn hash(&self) -> u64;

    /// The same for one card.
    fn card_hash(&self, card: &str) -> u64 {
        let _ = card;
        self.hash()
    }
}
