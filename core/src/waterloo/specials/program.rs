//! The effect program: what a Special card does, as data (W 13.0).
//!
//! A program says when a card may be played, what it is played on, what must hold, and what then happens. It is a small
//! tree without a loop that could run away. `lua/cards/` builds these trees, `core/data/waterloo/programs.json` holds those
//! of the shipped cards, [`super::check`] finds what is wrong with one, and the rules run it.
//!
//! "Own" is the army of the card that is played, "foe" everything on the other side. *It* is the card that an operation
//! acts on: at first the card that was named when the Special was played, inside [`Op::Choose`], [`Op::Each`] and
//! [`Op::Draw`] the card chosen, reached or drawn.

mod filters;
mod ops;

pub use filters::{At, Cond, Fact, Of, Type, Who};
pub use ops::{Amount, Bound, Branch, Given, Op, Permission, Quantity, Span, Start, Until, Verb, When, Whose};

use crate::waterloo::types::{GroundKind, named};
use filters::is_default;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The moments at which a Special may be played (W r66, N28, N63).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename_all = "snake_case"))]
#[repr(u8)]
pub enum Window {
    /// The start of the own Morale Phase, before any roll.
    OwnMorale,
    /// A friendly Troop card has failed its rolls and is about to leave, in either turn.
    OwnRout,
    /// A friendly General has rolled his death and is about to leave (W 12.4).
    OwnGeneral,
    /// Between two actions of the own Combat Phase.
    OwnCombat,
    /// The start of the enemy Morale Phase.
    FoeMorale,
    /// An enemy Troop card has Routed in the enemy Morale Phase.
    FoeRout,
    /// The start of the enemy Combat Phase.
    FoeCombat,
    /// The enemy has declared an attack and not yet rolled.
    FoeAttack,
    /// A reveal has shown enemy cards that Engaged this turn.
    FoeEngage,
    /// The end of the enemy Combat Phase, after captures and the reveal.
    FoeCombatEnd,
    /// The start of the enemy Reinforce Phase.
    FoeReinforce,
    /// The enemy has played a Special and it has not yet taken effect.
    Answer,
}
named!(Window {
    OwnMorale = "own_morale",
    OwnRout = "own_rout",
    OwnGeneral = "own_general",
    OwnCombat = "own_combat",
    FoeMorale = "foe_morale",
    FoeRout = "foe_rout",
    FoeCombat = "foe_combat",
    FoeAttack = "foe_attack",
    FoeEngage = "foe_engage",
    FoeCombatEnd = "foe_combat_end",
    FoeReinforce = "foe_reinforce",
    Answer = "answer",
});

/// How many windows there are.
pub const WINDOWS: usize = 12;

/// What one Special card does.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Program {
    /// The card's id.
    pub id: String,
    /// What is printed on it.
    pub text: Text,
    /// The rules it changes, such as `W 12.1`.
    pub rules: Vec<String>,
    /// When it may be played.
    pub windows: Vec<Window>,
    /// What must be named when it is played.
    pub aim: Aim,
    /// What must hold for it to be played.
    pub needs: Vec<Need>,
    /// What then happens, in order.
    pub effect: Vec<Op>,
    /// Parts that a handler may run, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub parts: BTreeMap<String, Vec<Op>>,
    /// Choices that a handler may ask for, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub choices: BTreeMap<String, Choice>,
}

/// A choice that a handler may ask for.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Choice {
    /// Who chooses.
    #[serde(skip_serializing_if = "is_default")]
    pub by: Whose,
    /// Among these cards on the table.
    #[serde(skip_serializing_if = "is_default")]
    pub who: Option<Who>,
    /// Or among these answers, in words.
    #[serde(skip_serializing_if = "is_default")]
    pub options: Vec<String>,
    /// Whether nothing may be chosen.
    #[serde(skip_serializing_if = "is_default")]
    pub optional: bool,
}

/// What is printed on a Special card, in sentences.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Text {
    /// What it does.
    pub effect: String,
    /// How long.
    pub duration: String,
    /// Within which limits.
    pub limits: String,
    /// Why history has it.
    pub history: String,
}

/// What is named when a card is played. Whatever it is, its Position must hold a Troop card or face-up General of the own
/// army (W 13.0, N21); in the windows of an Engage move, a rout or a death it is the Position where that happened.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Aim {
    /// Nothing. At Waterloo and Charleroi the army needs a card in some Position all the same (W N49).
    #[default]
    Nothing,
    /// A Position.
    Position(Line),
    /// A card on the table.
    Card(Who),
    /// Terrain in play of one of these classes; a River counts for the Position of the own battleline beside it.
    Terrain(Vec<GroundKind>),
    /// The card that the window is about: the one that Routs or dies.
    Event,
}

/// Which Positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename_all = "snake_case"))]
#[repr(u8)]
pub enum Line {
    /// All six.
    #[default]
    Any,
    /// The own battleline.
    Own,
    /// The enemy's battleline.
    Foe,
}
named!(Line { Any = "any", Own = "own", Foe = "foe" });

/// A condition for playing the card, and how to say that it is not met.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Need {
    /// The condition.
    #[serde(rename = "if")]
    pub cond: Cond,
    /// What is wanted, as the referee says it: "the Position must hold a friendly Infantry card".
    pub say: String,
}
