//! Which cards, where, and under which conditions.

use crate::waterloo::types::{GroundKind, Place, named};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Whose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename_all = "snake_case"))]
#[repr(u8)]
pub enum Of {
    /// The own army's (W r65).
    #[default]
    Own,
    /// The own player's, of either army.
    Side,
    /// The enemy's.
    Foe,
    /// Anybody's.
    All,
}
named!(Of { Own = "own", Side = "side", Foe = "foe", All = "all" });

/// The type of a card, or a group of types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename_all = "snake_case"))]
#[repr(u8)]
pub enum Type {
    /// Infantry, Cavalry and Artillery.
    Troop,
    /// Infantry.
    Infantry,
    /// Cavalry.
    Cavalry,
    /// Artillery of either sort.
    Artillery,
    /// Foot Artillery.
    FootArtillery,
    /// Horse Artillery.
    HorseArtillery,
    /// A face-up General.
    General,
    /// Whatever counts for the Stacking Limit: a Troop card or a decoy (W 8.4, r67).
    Stacked,
}
named!(Type {
    Troop = "troop",
    Infantry = "infantry",
    Cavalry = "cavalry",
    Artillery = "artillery",
    FootArtillery = "foot_artillery",
    HorseArtillery = "horse_artillery",
    General = "general",
    Stacked = "stacked",
});

/// Where.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename_all = "snake_case"))]
#[repr(u8)]
pub enum At {
    /// The Position that was named.
    #[default]
    Aim,
    /// The Position across the Middle Ground from it.
    Across,
    /// Both of these: the lane of what was named.
    Lane,
    /// On the Terrain that was named.
    Terrain,
    /// The Position of *it*.
    It,
    /// The Position across from *it*.
    AcrossIt,
    /// The Position that the window is about.
    Event,
    /// Any Position of the own battleline.
    OwnLine,
    /// Any Position of the enemy's battleline.
    FoeLine,
    /// Any Position.
    Anywhere,
    /// The French Left.
    FrenchLeft,
    /// The French Center.
    FrenchCenter,
    /// The French Right.
    FrenchRight,
    /// The Allied Left.
    AlliedLeft,
    /// The Allied Center.
    AlliedCenter,
    /// The Allied Right.
    AlliedRight,
}
named!(At {
    Aim = "aim",
    Across = "across",
    Lane = "lane",
    Terrain = "terrain",
    It = "it",
    AcrossIt = "across_it",
    Event = "event",
    OwnLine = "own_line",
    FoeLine = "foe_line",
    Anywhere = "anywhere",
    FrenchLeft = "french_left",
    FrenchCenter = "french_center",
    FrenchRight = "french_right",
    AlliedLeft = "allied_left",
    AlliedCenter = "allied_center",
    AlliedRight = "allied_right",
});

impl At {
    /// The Position that it names outright.
    #[must_use]
    pub const fn named(self) -> Option<Place> {
        match self {
            Self::FrenchLeft => Some(Place(0)),
            Self::FrenchCenter => Some(Place(1)),
            Self::FrenchRight => Some(Place(2)),
            Self::AlliedLeft => Some(Place(3)),
            Self::AlliedCenter => Some(Place(4)),
            Self::AlliedRight => Some(Place(5)),
            _ => None,
        }
    }
}

/// A fact about a card on the table, of the moment or of this turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename_all = "snake_case"))]
#[repr(u8)]
pub enum Fact {
    /// It lies face-up.
    Up,
    /// It is in Line (any card that is not in Column or Square).
    Line,
    /// It is in Column.
    Column,
    /// It is in Square.
    Square,
    /// It is blown.
    Blown,
    /// It has used a Move this turn.
    Moved,
    /// It has fired or used Shock this turn.
    Acted,
    /// It has neither moved nor acted this turn.
    Fresh,
    /// It could spend a Move where it stands; never true of what stays in force.
    Ready,
    /// It has changed formation this turn.
    Formed,
    /// It has Engaged this turn.
    Engaged,
    /// It has Disengaged this turn.
    Withdrew,
    /// It has come up from the Reserve this turn.
    CameUp,
    /// It stands in an engaged Position.
    Pinned,
    /// It stands on any Terrain.
    OnTerrain,
    /// It stands on a Hill.
    OnHill,
    /// It stands in Woods.
    InWoods,
    /// It stands in a Building.
    InBuilding,
    /// It has hits.
    Hit,
    /// It has taken a hit in this turn.
    Struck,
}
named!(Fact {
    Up = "up",
    Line = "line",
    Column = "column",
    Square = "square",
    Blown = "blown",
    Moved = "moved",
    Acted = "acted",
    Fresh = "fresh",
    Ready = "ready",
    Formed = "formed",
    Engaged = "engaged",
    Withdrew = "withdrew",
    CameUp = "came_up",
    Pinned = "pinned",
    OnTerrain = "on_terrain",
    OnHill = "on_hill",
    InWoods = "in_woods",
    InBuilding = "in_building",
    Hit = "hit",
    Struck = "struck",
});

pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Which cards on the table. All that is said must hold; a list is met by any of its entries. Of enemy cards that lie
/// face-down only what both players know counts: each may be a Troop card.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Who {
    /// Whose.
    pub of: Of,
    /// Of these types; any Troop card when empty.
    #[serde(skip_serializing_if = "is_default")]
    pub kind: Vec<Type>,
    /// Where.
    pub at: At,
    /// Facts that hold.
    #[serde(skip_serializing_if = "is_default")]
    pub is: Vec<Fact>,
    /// Facts that do not hold.
    #[serde(skip_serializing_if = "is_default")]
    pub not: Vec<Fact>,
    /// Of these nationalities.
    #[serde(skip_serializing_if = "is_default")]
    pub nation: Vec<String>,
    /// Of these corps.
    #[serde(skip_serializing_if = "is_default")]
    pub corps: Vec<String>,
    /// With one of these tags.
    #[serde(skip_serializing_if = "is_default")]
    pub tag: Vec<String>,
    /// Without any of these tags.
    #[serde(skip_serializing_if = "is_default")]
    pub not_tag: Vec<String>,
    /// With one of these ids.
    #[serde(skip_serializing_if = "is_default")]
    pub id: Vec<String>,
    /// *It* and no other.
    #[serde(skip_serializing_if = "is_default")]
    pub it: bool,
    /// Of the same corps as *it* (in a choice of several, as the first one chosen).
    #[serde(skip_serializing_if = "is_default")]
    pub same_corps: bool,
    /// The cards that can meet it at all by what is printed on them, by army; all when empty. Filled for a battle.
    #[serde(skip)]
    pub(in crate::waterloo) set: Option<Arc<[u128; 3]>>,
}

/// A condition on the present, or on facts of this turn.
#[expect(clippy::large_enum_variant, reason = "programs are few, and made once")]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Cond {
    /// At least one such card.
    Some(Who),
    /// So many such cards.
    Count {
        /// Which.
        who: Who,
        /// At least.
        #[serde(default)]
        min: u8,
        /// At most.
        #[serde(default = "many")]
        max: u8,
    },
    /// More of the ones than of the others.
    More {
        /// These.
        who: Who,
        /// Than those.
        than: Who,
    },
    /// An enemy Troop card is in the Position (for the own player).
    Engaged(At),
    /// No enemy Troop card is in it.
    Unengaged(At),
    /// How many turns the enemy has begun.
    FoeTurn {
        /// At least.
        #[serde(default)]
        min: u8,
        /// At most.
        #[serde(default = "many")]
        max: u8,
    },
    /// The battle is one of these.
    Battle(Vec<String>),
    /// At least so many cards are left in the own Reinforcement deck.
    Deck(u8),
    /// One of these Generals, by id, is face-up in a Position, or has just been shown in the Reserve.
    General(Vec<String>),
    /// One of these Generals is face-up in a Position or in the own Reserve, seen by his owner alone.
    HasGeneral(Vec<String>),
    /// Terrain in a Position.
    Terrain {
        /// Where.
        #[serde(default)]
        at: At,
        /// Of this class.
        class: GroundKind,
        /// Whom it faces.
        #[serde(default)]
        held: Of,
    },
    /// The Terrain that was named faces this side and such cards occupy it.
    Occupied(Of),
    /// The card that the window is about is one of these (types, tags, corps; where it stands is no matter).
    Event(Who),
    /// The window is about a Position.
    Placed,
    /// The card that the window is about failed at most so many rolls.
    Failed(u8),
    /// A card of this id is in force on the same aim already.
    InForce,
    /// The card that was named may move over the Middle Ground into the opposing Position (see [`super::Op::Advance`]).
    MayAdvance,
    /// The counter of this card stands at least at so much.
    Counter(u8),
    /// Not so.
    Not(Box<Cond>),
    /// All of these.
    All(Vec<Cond>),
    /// Any of these.
    Any(Vec<Cond>),
}

const fn many() -> u8 {
    u8::MAX
}
