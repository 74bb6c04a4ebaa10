//! What is to be played: the raw description, which may be wrong, and the options of the rulings.

use super::types::{Army, Kind};
use crate::cite::{Cite, Coded};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How an army's Battle Deck is made (W 2.0, 15.0, r4).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Deal {
    /// D cards at random from the cards of the battle.
    #[default]
    Historical,
    /// All cards of the battle are the Battle Deck, with the Muster and the draws of the chart, whatever the scale.
    AllHistorical,
    /// D cards at random from all cards of the army, with the Terrain of the battle.
    Any,
    /// D cards of the battle, so many of each type; without numbers, in the proportions of the pool.
    Quota(
        #[cfg_attr(feature = "schema", schemars(schema_with = "crate::schema::option_map::<Kind, u16>"))]
        Option<BTreeMap<Kind, u16>>,
    ),
    /// D cards at random from a collection, by card number; Terrain of other battles is left out (W r5).
    Collection(Vec<u16>),
    /// Exactly these cards, by number, under the Battle Points of the chart (W 15.0).
    Custom(Vec<u16>),
}

/// The options of the rulings. All of them are part of a saved game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Generals and Terrain may be put down face-down (W 14.0). Default: no.
    pub decoys: bool,
    /// Battle Turns a side after which the battle is a draw, at most 8,000 (W r15, N31); without a cap it is one after that
    /// many. Default: 60.
    pub turn_cap: Option<u16>,
    /// The least cv that attackers of Woods are left with: 0 or 1 (W r57). Default: 0.
    pub woods_minimum: u8,
    /// Whether the battle is a draw once neither side can ever win (W r15). Default: yes.
    pub no_win_draw: bool,
    /// Whether Special cards are dealt (W 13.0). Default: yes.
    pub specials: bool,
    /// When a player is asked whether he plays a Special (W r66). Default: always.
    pub windows: Windows,
}

/// When a player is asked whether he plays a Special (W r66, N64).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Windows {
    /// Whenever he could hold one that fits, as far as everybody knows: so that being asked tells nothing.
    #[default]
    Always,
    /// Only when he holds one that fits. It betrays his hand: for analysis and benchmarks.
    Holders,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            decoys: false,
            turn_cap: Some(60),
            woods_minimum: 0,
            no_win_draw: true,
            specials: true,
            windows: Windows::Always,
        }
    }
}

/// A ratio by which decks, Musters and draws are scaled (W 2.0, N24).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Scale {
    /// Numerator, at least 1.
    pub by: u16,
    /// Denominator, at least 1.
    pub over: u16,
}

impl Default for Scale {
    fn default() -> Self {
        Self { by: 1, over: 1 }
    }
}

/// A battle to be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The battle's code: `QB`, `LI`, `WA`, `WV`, `CH`, or one of the card set's own.
    pub battle: String,
    /// How each army's deck is made; armies not named are dealt from the historical pool.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(schema_with = "crate::schema::map::<Army, Deal>"))]
    pub deals: BTreeMap<Army, Deal>,
    /// The size of the battle.
    #[serde(default)]
    pub scale: Scale,
    /// The options.
    #[serde(default)]
    pub options: Options,
}

impl Setup {
    /// The battle with this code, all else by default.
    #[must_use]
    pub fn battle(code: &str) -> Self {
        Self { battle: code.to_owned(), deals: BTreeMap::new(), scale: Scale::default(), options: Options::default() }
    }
}

/// One fault of a setup.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "snake_case")]
pub enum SetupFault {
    /// The card set has no such battle.
    #[error("there is no battle `{code}`; the card set has {known} (W 2.0)")]
    UnknownBattle {
        /// What was asked for.
        code: String,
        /// The battles there are.
        known: String,
    },
    /// An army that does not fight there.
    #[error("the {army} army is not at {battle} (W 2.0)")]
    NotThere {
        /// The army.
        army: Army,
        /// The battle.
        battle: String,
    },
    /// The scale gives broken decks.
    #[error("a scale of {by}/{over} does not give the {army} a whole deck of at least 6 cards from D{deck} (W N24)")]
    Scale {
        /// Numerator.
        by: u16,
        /// Denominator.
        over: u16,
        /// The army.
        army: Army,
        /// The chart's D.
        deck: u16,
    },
    /// Too few cards to deal from.
    #[error(
        "the {army} deck needs {need} cards and only {have} can be dealt : choose a smaller scale or another deal (W 2.0)"
    )]
    TooFewCards {
        /// The army.
        army: Army,
        /// Cards needed.
        need: u16,
        /// Cards there are.
        have: u16,
    },
    /// Too many cards.
    #[error("the {army} deal has {have} cards; an army can bring at most {most}: choose another deal (W 2.0)")]
    TooManyCards {
        /// The army.
        army: Army,
        /// Cards given.
        have: usize,
        /// The cap.
        most: usize,
    },
    /// A number that is no card of this army.
    #[error("card {number} is not a card of the {army} army (W 2.0)")]
    NotACard {
        /// The army.
        army: Army,
        /// The number.
        number: u16,
    },
    /// A card that appears twice where it may not.
    #[error("card {number} ({name}) appears {times} times; at most {most} allowed (W 2.0, 15.0)")]
    Duplicate {
        /// The number.
        number: u16,
        /// The name.
        name: String,
        /// How often.
        times: usize,
        /// How often it may.
        most: usize,
    },
    /// Terrain of another battle in a custom deck.
    #[error("{name} is not terrain of {battle} and could never be played (W 11.0, r5)")]
    ForeignTerrain {
        /// The card's name.
        name: String,
        /// The battle.
        battle: String,
    },
    /// A Special in a custom deck of a battle without them.
    #[error(
        "{name} is a Special card, and this battle is played without: leave it out, or set the option `specials` (W 13.0)"
    )]
    Special {
        /// The card's name.
        name: String,
    },
    /// Too many Battle Points.
    #[error("the {army} custom deck costs {cost} BP; {limit} are allowed (W 15.0)")]
    BattlePoints {
        /// The army.
        army: Army,
        /// Its cost.
        cost: u32,
        /// The limit.
        limit: u32,
    },
    /// Too few Troops to hold three Positions.
    #[error("the {player} side has {have} Troop cards to muster from; it needs 3 to hold its Positions (W 4.1, N25)")]
    TooFewTroops {
        /// The side.
        player: &'static str,
        /// Troop cards.
        have: u16,
    },
    /// A Muster below three.
    #[error("a {army} muster of {muster} cannot hold three Positions (W 4.1, r2)")]
    SmallMuster {
        /// The army.
        army: Army,
        /// The Muster.
        muster: u16,
    },
    /// A quota that does not fit.
    #[error("the {army} quota asks for {asked} {kind} cards and the pool has {have} (W r4)")]
    Quota {
        /// The army.
        army: Army,
        /// The type.
        kind: Kind,
        /// Cards asked for.
        asked: u16,
        /// Cards there are.
        have: u16,
    },
    /// A quota of the wrong size.
    #[error("the {army} quota adds up to {sum} cards; the deck has {deck} (W r4)")]
    QuotaSum {
        /// The army.
        army: Army,
        /// Its sum.
        sum: u32,
        /// The deck.
        deck: u16,
    },
    /// An option out of range.
    #[error("option {option}: {message}")]
    Option {
        /// The option.
        option: &'static str,
        /// What it may be.
        message: &'static str,
    },
}

/// All faults of a setup.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub struct SetupFaults(pub Vec<SetupFault>);

impl Coded for SetupFault {
    fn code(&self) -> &'static str {
        match self {
            Self::UnknownBattle { .. } => "unknown-battle",
            Self::NotThere { .. } => "not-there",
            Self::Scale { .. } => "scale",
            Self::TooFewCards { .. } => "too-few-cards",
            Self::TooManyCards { .. } => "too-many-cards",
            Self::NotACard { .. } => "not-a-card",
            Self::Duplicate { .. } => "duplicate",
            Self::ForeignTerrain { .. } => "foreign-terrain",
            Self::Special { .. } => "special",
            Self::BattlePoints { .. } => "battle-points",
            Self::TooFewTroops { .. } => "too-few-troops",
            Self::SmallMuster { .. } => "small-muster",
            Self::Quota { .. } => "quota",
            Self::QuotaSum { .. } => "quota-sum",
            Self::Option { .. } => "option",
        }
    }

    fn cites(&self) -> &'static [Cite] {
        match self {
            Self::UnknownBattle { .. } | Self::NotThere { .. } => &[Cite("W 2.0")],
            Self::TooFewCards { .. } | Self::TooManyCards { .. } => &[Cite("W 2.0")],
            Self::NotACard { .. } => &[Cite("W 1.0"), Cite("W 2.0")],
            Self::Scale { .. } => &[Cite("W 2.0"), Cite("W r2"), Cite("W N24")],
            Self::Duplicate { .. } => &[Cite("W 2.0"), Cite("W 15.0"), Cite("W r3"), Cite("W N47")],
            Self::ForeignTerrain { .. } => &[Cite("W 11.0"), Cite("W r5")],
            Self::Special { .. } => &[Cite("W 13.0")],
            Self::BattlePoints { .. } => &[Cite("W 15.0"), Cite("W r69")],
            Self::TooFewTroops { .. } => &[Cite("W 4.1"), Cite("W N25")],
            Self::SmallMuster { .. } => &[Cite("W 3.0"), Cite("W 4.1"), Cite("W 15.0"), Cite("W r2")],
            Self::Quota { .. } | Self::QuotaSum { .. } => &[Cite("W r4")],
            Self::Option { option: "scale", .. } => &[Cite("W N24")],
            Self::Option { option: "woods_minimum", .. } => &[Cite("W r57")],
            Self::Option { .. } => &[Cite("W r15"), Cite("W N31")],
        }
    }
}
