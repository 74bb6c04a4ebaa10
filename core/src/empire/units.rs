//! The words of the sheet: nations, arms, classes, formations, cover, orders.

use serde::{Deserialize, Serialize};

/// One point of the sheet, in the quarter points in which sums are kept (P1).
pub const POINT: i16 = 4;

/// Whose troops. The sheet knows the French and the British by name (E infantry-modifiers, E square, E orders-modifiers); the others
/// differ in their colours and in their skirmishers (E skirmish-ratings).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Nation {
    /// French.
    French,
    /// British, the King's German Legion among them.
    British,
    /// Dutch and Belgian.
    Dutch,
    /// Nassau.
    Nassau,
    /// Brunswick.
    Brunswick,
    /// Hanover.
    Hanoverian,
    /// Prussian.
    Prussian,
    /// Austrian.
    Austrian,
    /// Russian.
    Russian,
    /// Spanish.
    Spanish,
    /// Portuguese.
    Portuguese,
    /// Polish.
    Polish,
    /// Bavarian.
    Bavarian,
    /// Saxon.
    Saxon,
    /// Italian.
    Italian,
    /// Any other.
    Other,
}

/// The three arms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Arm {
    /// On foot.
    Infantry,
    /// Mounted.
    Cavalry,
    /// Guns.
    Artillery,
}

/// The size of a battery (E artillery-size).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Size {
    /// Light guns.
    Light,
    /// Medium guns.
    Medium,
    /// Heavy guns.
    Heavy,
}

/// What kind of troops a unit is, as far as the sheet tells them apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// A battalion of the line, guards and grenadiers among them.
    LineInfantry,
    /// A light battalion: it may deploy up to four stands of skirmishers (P36).
    LightInfantry,
    /// Cavalry without the sabre bonus.
    Cavalry,
    /// Heavy cavalry, with the sabre bonus (A21).
    SabreCavalry,
    /// Lancers (A22).
    Lancers,
    /// A light foot battery.
    LightFoot,
    /// A medium foot battery.
    MediumFoot,
    /// A heavy foot battery.
    HeavyFoot,
    /// A light horse battery.
    LightHorse,
    /// A medium horse battery.
    MediumHorse,
    /// A heavy horse battery.
    HeavyHorse,
}

impl Class {
    /// The arm.
    #[must_use]
    pub const fn arm(self) -> Arm {
        match self {
            Self::LineInfantry | Self::LightInfantry => Arm::Infantry,
            Self::Cavalry | Self::SabreCavalry | Self::Lancers => Arm::Cavalry,
            _ => Arm::Artillery,
        }
    }

    /// The size of a battery; `None` for what is no battery.
    #[must_use]
    pub const fn size(self) -> Option<Size> {
        match self {
            Self::LightFoot | Self::LightHorse => Some(Size::Light),
            Self::MediumFoot | Self::MediumHorse => Some(Size::Medium),
            Self::HeavyFoot | Self::HeavyHorse => Some(Size::Heavy),
            _ => None,
        }
    }

    /// Whether it is a horse battery, which moves 3 inches further (E artillery-moves).
    #[must_use]
    pub const fn is_horse(self) -> bool {
        matches!(self, Self::LightHorse | Self::MediumHorse | Self::HeavyHorse)
    }
}

/// How a unit stands. Which arm may stand how: infantry in line, column, road column, square, skirmish order or as a
/// garrison; cavalry in line, column, road column or skirmish order; guns limbered or unlimbered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Formation {
    /// Line.
    Line,
    /// Column. A French battalion in column is in assault column (Q11).
    Column,
    /// March column, the only one that gains by roads (A56). Fights and is fired at as a column.
    RoadColumn,
    /// Square.
    Square,
    /// Skirmish order.
    Skirmish,
    /// In a building (P27).
    Garrison,
    /// Guns on the move.
    Limbered,
    /// Guns ready to fire.
    Unlimbered,
}

impl Formation {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Line,
        Self::Column,
        Self::RoadColumn,
        Self::Square,
        Self::Skirmish,
        Self::Garrison,
        Self::Limbered,
        Self::Unlimbered,
    ];

    /// Whether this arm can stand so.
    #[must_use]
    pub const fn suits(self, arm: Arm) -> bool {
        match self {
            Self::Line | Self::Column | Self::RoadColumn | Self::Skirmish => !matches!(arm, Arm::Artillery),
            Self::Square | Self::Garrison => matches!(arm, Arm::Infantry),
            Self::Limbered | Self::Unlimbered => matches!(arm, Arm::Artillery),
        }
    }

    /// Column or road column: the sheet's column.
    #[must_use]
    pub const fn is_column(self) -> bool {
        matches!(self, Self::Column | Self::RoadColumn)
    }

    /// Whether it has a flank and a rear (P30).
    #[must_use]
    pub const fn has_flank(self) -> bool {
        matches!(self, Self::Line | Self::Column | Self::RoadColumn | Self::Limbered | Self::Unlimbered)
    }
}

/// What protects a unit (E infantry-modifiers, E artillery-modifiers). Of several the best counts (P44).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Cover {
    /// Nothing.
    #[default]
    Open,
    /// The crest of a hill; nothing against guns (P6).
    Hillcrest,
    /// A hedge; nothing against guns (P6).
    Hedge,
    /// Light woods.
    LightWoods,
    /// Heavy woods, which are the medium woods of the movement chart (A54).
    HeavyWoods,
    /// A stone wall; light works against guns (P6).
    Wall,
    /// A building or works of the light class (A48).
    LightWorks,
    /// A building or works of the medium class.
    MediumWorks,
    /// A building or works of the heavy class.
    HeavyWorks,
}

/// The state of a unit's order (E markers).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// In good order.
    #[default]
    Good,
    /// DISORDER marker.
    Disordered,
    /// Routed.
    Routed,
}

/// From where an attack comes (L2), as seen by the unit that is attacked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Facet {
    /// From within its front arc.
    #[default]
    Front,
    /// From beyond the arc.
    Flank,
    /// From behind the line of its rear edge.
    Rear,
}

/// A result of the charts (E key). The order is the assault table's own, from mild to severe (A7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// Nothing.
    #[default]
    None,
    /// `D`: a DISORDER marker.
    Disorder,
    /// `F`: falls back 4 inches, is disordered and takes a hit.
    Fallback,
    /// `1`: one hit.
    Hit,
    /// `2`: two hits.
    TwoHits,
    /// `R`: routs.
    Rout,
}

impl Effect {
    /// All of them, from mild to severe.
    pub const ALL: [Self; 6] = [Self::None, Self::Disorder, Self::Fallback, Self::Hit, Self::TwoHits, Self::Rout];

    /// As the sheet prints it.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::None => ".",
            Self::Disorder => "D",
            Self::Fallback => "F",
            Self::Hit => "1",
            Self::TwoHits => "2",
            Self::Rout => "R",
        }
    }
}

/// The weather.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Weather {
    /// Dry.
    #[default]
    Clear,
    /// Rain: muskets misfire when cavalry comes (A22).
    Rain,
}

/// What a division has been told to do (L11).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// Close with the enemy.
    Attack,
    /// Hold the ground.
    #[default]
    Defend,
    /// Stay out of the fight until called.
    Reserve,
}

/// The rank of a leader.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Rank {
    /// Leads a division.
    Division,
    /// Leads a corps.
    Corps,
    /// Leads the army.
    Army,
}
