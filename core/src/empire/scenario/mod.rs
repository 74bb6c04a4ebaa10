//! Scenarios: the table, the armies, the orders, as a file describes them.
//!
//! A [`Scenario`] is the raw, possibly wrong description; [`crate::empire::Empire`] is made from a valid one. Lengths are
//! inches on the table, with at most three decimals; x runs east from the south-west corner, y north; facings are compass
//! degrees.

mod fault;
pub mod generate;
mod read;
mod shipped;
mod tree;
mod validate;
mod write;
mod written;

pub use fault::{Fault, Faults, MAX_FAULTS};
pub use read::{MAX_BYTES, read_toml};
pub use shipped::shipped;
pub use validate::{MAX_AREAS, MAX_CORPS, MAX_DIVISIONS, MAX_LINES, MAX_OBJECTIVES, MAX_POINTS, MAX_UNITS};
pub use write::to_toml;

use super::geometry::Point;
use super::house::HouseRules;
use super::units::{Class, Formation, Nation, Order, Rank, Size, Weather};
use serde::{Deserialize, Serialize};

/// A length or a coordinate in thousandths of an inch, written in inches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Inches(pub i32);

/// A place on the table, written `[x, y]` in inches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Spot(pub Inches, pub Inches);

impl Spot {
    /// As a point.
    #[must_use]
    pub const fn point(self) -> Point {
        Point { x: self.0.0, y: self.1.0 }
    }
}

/// A day, written `1815-06-18`; the skirmish ratings ask for the year (E skirmish-ratings).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Date {
    /// The year, 1792 to 1815.
    pub year: u16,
    /// The month, from 1.
    pub month: u8,
    /// The day, from 1.
    pub day: u8,
}

/// A time of the day, written `14:30`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Clock {
    /// Minutes since midnight.
    pub minutes: u16,
}

/// An edge of the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Edge {
    /// The edge at the top, y greatest.
    North,
    /// The edge at x greatest.
    East,
    /// The edge at y 0.
    South,
    /// The edge at x 0.
    West,
}

/// A scenario, as a TOML file or the parameters of a saved game hold it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Scenario {
    /// A short id: lower case, digits, hyphens.
    pub id: String,
    /// The name.
    pub name: String,
    /// What it is about, in a few sentences, and where its ground and its orders of battle come from.
    #[serde(default)]
    pub about: String,
    /// The day.
    pub date: Date,
    /// When the first turn begins.
    pub start: Clock,
    /// How many minutes a turn stands for, 5 to 120.
    pub minutes: u16,
    /// The weather.
    #[serde(default)]
    pub weather: Weather,
    /// How many turns are played, 1 to 60.
    pub turns: u8,
    /// The table: width (x) and depth (y), 12 to 600 inches.
    pub table: Spot,
    /// Yards that an inch stands for: for pictures and texts only.
    pub yards: u16,
    /// House rules that differ from the default.
    #[serde(default)]
    pub house: HouseRules,
    /// The two sides; the first is player 0.
    pub side: Vec<SideSpec>,
    /// The corps, each with its leader; an army's commander is a leader of rank army of a corps without divisions.
    pub corps: Vec<CorpsSpec>,
    /// The divisions and brigades that are under orders of their own.
    pub division: Vec<DivisionSpec>,
    /// The units.
    pub unit: Vec<UnitSpec>,
    /// Areas of terrain.
    #[serde(default)]
    pub area: Vec<AreaSpec>,
    /// Roads, rivers, walls and the like.
    #[serde(default)]
    pub line: Vec<LineSpec>,
    /// Fords and bridges over rivers.
    #[serde(default)]
    pub crossing: Vec<CrossingSpec>,
    /// What the armies fight for.
    #[serde(default)]
    pub objective: Vec<ObjectiveSpec>,
}

/// A side.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SideSpec {
    /// Its name as notation and texts use it: lower case letters and hyphens.
    pub name: String,
    /// Its nation, for colours and for units that name none.
    pub nation: Nation,
    /// Its own edge, toward which it retreats (P39).
    pub edge: Edge,
    /// Victory points for each enemy division that is broken (L12).
    #[serde(default = "one")]
    pub per_division: u8,
    /// Victory points that this side starts with: the measure of an uneven task.
    #[serde(default)]
    pub handicap: i16,
}

fn one() -> u8 {
    1
}

/// A leader.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LeaderSpec {
    /// His name.
    pub name: String,
    /// His rating, -1 to 4 (E orders-table).
    pub rating: i8,
    /// Where he starts; with his division's first unit when not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Spot>,
    /// The id of the unit he starts with, if he is attached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<String>,
}

/// A corps, or an army's headquarters.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CorpsSpec {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The side, by name.
    pub side: String,
    /// Corps or army; never division.
    pub rank: Rank,
    /// Its leader.
    pub leader: LeaderSpec,
    /// The turn in which he arrives; 1 is there from the start.
    #[serde(default = "one")]
    pub arrives: u8,
}

/// A division, or a brigade under orders of its own.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DivisionSpec {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its corps, by id.
    pub corps: String,
    /// Its leader; without one it starts leaderless.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<LeaderSpec>,
    /// Its nation for orders and colours (P50); the side's when not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nation: Option<Nation>,
    /// The order it starts with.
    #[serde(default)]
    pub order: Order,
    /// The objective that it is to take or to hold, by id (E integrity: its loss counts).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objective: Option<String>,
    /// The turn in which it arrives; 1 is there from the start.
    #[serde(default = "one")]
    pub arrives: u8,
}

/// A battalion, a regiment of cavalry, a battery.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct UnitSpec {
    /// Its id: letters, digits, hyphens, unique in the battle. Notation uses it.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its division, by id.
    pub division: String,
    /// What it is.
    pub class: Class,
    /// Its nation; the division's when not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nation: Option<Nation>,
    /// Its combat effectiveness, 1 to 20 (L10).
    pub ce: u8,
    /// Stands, 1 to 8: they make its frontage, see [`crate::empire::footprint`].
    pub stands: u8,
    /// Skirmish stands that it may deploy (P36): at most 2, French and British light infantry 4.
    #[serde(default)]
    pub screen: u8,
    /// The centre of its block; when it arrives later, where it comes onto the table.
    pub at: Spot,
    /// Where it looks.
    pub facing: i32,
    /// Its formation.
    pub formation: Formation,
    /// Whether it starts hidden from the enemy (Q12).
    #[serde(default)]
    pub hidden: bool,
    /// Hits that it starts with.
    #[serde(default)]
    pub hits: u8,
    /// The turn in which it arrives; the division's when not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arrives: Option<u8>,
}

/// What an area is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum AreaKind {
    /// Light woods.
    LightWoods,
    /// Heavy woods; the movement chart calls them medium (A54).
    HeavyWoods,
    /// A building or a built-up block of one battalion (P27).
    Building,
    /// Open earthworks: cover, no obstacle.
    Works,
    /// Ground that is higher by one level than what it lies on; its edge is a hillcrest.
    Hill,
    /// Water, marsh, cliffs: nobody enters.
    Impassable,
    /// Tall crops, gardens: they hide and hinder nobody's fire; for pictures only.
    Fields,
}

/// An area of terrain.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AreaSpec {
    /// Its name; may be empty.
    #[serde(default)]
    pub name: String,
    /// What it is.
    pub kind: AreaKind,
    /// The class of a building or of works (A48).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cover: Option<Size>,
    /// Its corners, 3 to 64, in order, without crossing itself.
    pub points: Vec<Spot>,
}

/// What a line is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum LineKind {
    /// A road (A56).
    Road,
    /// A stone wall: cover against what crosses it (P31), half the move to cross.
    Wall,
    /// A hedge: cover against what crosses it.
    Hedge,
    /// A river or stream that is crossed at fords and bridges only.
    River,
    /// A brook that can be crossed everywhere as a ford.
    Brook,
}

/// A line on the table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LineSpec {
    /// Its name; may be empty.
    #[serde(default)]
    pub name: String,
    /// What it is.
    pub kind: LineKind,
    /// Its width, for roads and rivers; 1 inch when not given.
    #[serde(default = "inch")]
    pub width: Inches,
    /// Its points, 2 to 64.
    pub points: Vec<Spot>,
}

fn inch() -> Inches {
    Inches(1_000)
}

/// Where a river can be crossed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CrossingSpec {
    /// A ford costs movement, a bridge does not (E movement-modifiers, P19).
    pub kind: CrossingKind,
    /// Its middle, on the river.
    pub at: Spot,
    /// How wide it is along the river; 2 inches when not given.
    #[serde(default = "two_inches")]
    pub width: Inches,
}

fn two_inches() -> Inches {
    Inches(2_000)
}

/// A ford or a bridge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum CrossingKind {
    /// Through the water.
    Ford,
    /// Over it.
    Bridge,
}

/// A place that the armies fight for. The side whose formed unit was the last to stand within `radius` of it, with no formed
/// enemy as near, holds it (L12).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ObjectiveSpec {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Where.
    pub at: Spot,
    /// How near one must be; 3 inches when not given.
    #[serde(default = "three_inches")]
    pub radius: Inches,
    /// Victory points for holding it at the end, 0 to 20.
    pub points: u8,
    /// The side that holds it at the start, by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held: Option<String>,
    /// The side that wins at once by holding it at the end of a turn, by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decides: Option<String>,
}

fn three_inches() -> Inches {
    Inches(3_000)
}
