//! A battle as it is to be fought: what never changes.

use super::footprint::footprint;
use super::geometry::{Block, Facing, Point, Pose, Size};
use super::ground::Ground;
use super::house::HouseRules;
use super::rolls::Rolls;
use super::scenario::{Edge, Scenario};
use super::state::{DivisionId, LeaderId, ObjectiveId, Unit, UnitId};
use super::units::{Arm, Class, Formation, Nation, Order, Rank};
use crate::game::Player;
use serde::Serialize;
use std::sync::Arc;

/// A side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SideProfile {
    /// Its name, in lower case.
    pub name: String,
    /// Its nation.
    pub nation: Nation,
    /// Its own edge of the table (P39).
    pub edge: Edge,
}

/// What never changes about a unit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Profile {
    /// Its id in notation.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its side.
    pub player: Player,
    /// Its division.
    pub division: DivisionId,
    /// Its nation.
    pub nation: Nation,
    /// What it is.
    pub class: Class,
    /// Combat effectiveness; a screen's follows from its stands (A41).
    pub ce: u8,
    /// Stands; a screen's are in its [`Unit::stands`].
    pub stands: u8,
    /// The stands of skirmishers that it may deploy (P36).
    pub screen: u8,
    /// The battalion that a screen belongs to.
    pub parent: Option<UnitId>,
    /// The screen that belongs to a battalion.
    pub skirmishers: Option<UnitId>,
    /// The turn in which it arrives, from 1.
    pub arrives: u8,
    /// Where it starts or comes onto the table.
    pub start: Pose,
    /// The formation in which it starts.
    pub formation: Formation,
    /// Whether it starts hidden (Q12).
    pub hidden: bool,
    /// Hits that it starts with.
    pub hits: u8,
}

impl Profile {
    /// The arm.
    #[must_use]
    pub const fn arm(&self) -> Arm {
        self.class.arm()
    }
}

/// What never changes about a leader.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeaderProfile {
    /// His name.
    pub name: String,
    /// His side.
    pub player: Player,
    /// His rank.
    pub rank: Rank,
    /// His rating, -1 to 4.
    pub rating: i8,
    /// The corps he belongs to, by its place in the scenario.
    pub corps: u16,
    /// The division that he leads.
    pub division: Option<DivisionId>,
    /// The turn in which he arrives, from 1.
    pub arrives: u8,
    /// Where he starts.
    pub at: Point,
    /// The unit he starts with.
    pub with: Option<UnitId>,
}

/// What never changes about a division.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DivisionProfile {
    /// Its id in notation.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its side.
    pub player: Player,
    /// Its nation (P50).
    pub nation: Nation,
    /// Its corps, by its place in the scenario.
    pub corps: u16,
    /// Its leader at the start.
    pub leader: Option<LeaderId>,
    /// Its units, without screens.
    pub units: Vec<UnitId>,
    /// The order it starts with.
    pub order: Order,
    /// What it is to take or to hold.
    pub objective: Option<ObjectiveId>,
    /// Whether all its units are cavalry or horse guns, and one is cavalry (A63).
    pub cavalry: bool,
}

/// What never changes about an objective.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ObjectiveProfile {
    /// Its id in notation.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Where it is.
    pub at: Point,
    /// How near one must be, in thousandths of an inch.
    pub radius: i32,
    /// Victory points.
    pub points: u8,
    /// Who holds it at the start.
    pub held: Option<Player>,
    /// Who wins at once by holding it at the end of a turn.
    pub decides: Option<Player>,
}

/// A battle as it is to be fought: the scenario and what follows from it. Immutable; share it between threads.
#[derive(Clone, Debug)]
pub struct Empire {
    pub(super) scenario: Arc<Scenario>,
    pub(super) table: Size,
    pub(super) sides: Vec<SideProfile>,
    pub(super) units: Vec<Profile>,
    pub(super) leaders: Vec<LeaderProfile>,
    pub(super) divisions: Vec<DivisionProfile>,
    pub(super) objectives: Vec<ObjectiveProfile>,
    pub(super) longest: i32,
    pub(super) ground: Ground,
    pub(super) rolls: Rolls,
}

impl Empire {
    /// The scenario.
    #[must_use]
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The house rules in force.
    #[must_use]
    pub fn house(&self) -> &HouseRules {
        &self.scenario.house
    }

    /// The table, in thousandths of an inch: width runs east, depth north.
    #[must_use]
    pub fn table(&self) -> Size {
        self.table
    }

    /// The ground.
    #[must_use]
    pub fn ground(&self) -> &Ground {
        &self.ground
    }

    /// The two sides.
    #[must_use]
    pub fn sides(&self) -> &[SideProfile] {
        &self.sides
    }

    /// The units of the scenario in its order, then their screens.
    #[must_use]
    pub fn units(&self) -> &[Profile] {
        &self.units
    }

    /// The leaders: of the corps, then of the divisions.
    #[must_use]
    pub fn leaders(&self) -> &[LeaderProfile] {
        &self.leaders
    }

    /// The divisions.
    #[must_use]
    pub fn divisions(&self) -> &[DivisionProfile] {
        &self.divisions
    }

    /// The objectives.
    #[must_use]
    pub fn objectives(&self) -> &[ObjectiveProfile] {
        &self.objectives
    }

    /// What never changes about a unit.
    ///
    /// # Panics
    /// For a number that names no unit; positions and actions from outside are checked first.
    #[must_use]
    pub fn unit(&self, id: UnitId) -> &Profile {
        &self.units[id.index()]
    }

    /// The other side.
    #[must_use]
    pub const fn enemy(player: Player) -> Player {
        Player(1 - (player.0 & 1))
    }

    /// How much ground a unit covers where it stands (Q13).
    #[must_use]
    pub fn size(&self, id: UnitId, unit: &Unit) -> Size {
        let kind = self.rolls.kinds[id.index()];
        footprint(kind.arm, unit.formation, if kind.is_screen { unit.stands } else { kind.stands })
    }

    /// The block of ground that a unit covers.
    #[must_use]
    pub fn block(&self, id: UnitId, unit: &Unit) -> Block {
        Block::new(unit.pose, self.size(id, unit))
    }

    /// The greatest half diagonal of any unit of this battle in any formation, in thousandths of an inch: how far a block may
    /// reach beyond its centre.
    #[must_use]
    pub fn longest(&self) -> i32 {
        self.longest
    }

    /// The direction toward a side's own edge.
    #[must_use]
    pub fn homeward(&self, player: Player) -> Facing {
        match self.sides[player.index() & 1].edge {
            Edge::North => Facing::new(0),
            Edge::East => Facing::new(90),
            Edge::South => Facing::new(180),
            Edge::West => Facing::new(270),
        }
    }
}
