//! The position: plain data, nothing that the scenario knows already.

use super::geometry::{Point, Pose};
use super::roster::Units;
use super::units::{Facet, Formation, Order, Status};
use crate::game::{Player, Players};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A unit, by its place in [`crate::empire::Empire::units`]: first the units of the scenario, then their screens.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UnitId(pub u16);

/// A leader, by his place in [`crate::empire::Empire::leaders`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeaderId(pub u16);

/// A division, by its place in [`crate::empire::Empire::divisions`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DivisionId(pub u16);

/// An objective, by its place in [`crate::empire::Empire::objectives`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ObjectiveId(pub u16);

macro_rules! index {
    ($($id:ty),*) => {$(
        impl $id {
            /// The number as an index.
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

index!(UnitId, LeaderId, DivisionId, ObjectiveId);

/// Whether and where a unit takes part.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Presence {
    /// Has not arrived yet.
    Waiting,
    /// Stands on the table.
    #[default]
    Table,
    /// A screen with its parent.
    Folded,
    /// Destroyed, or routed off the table (A35).
    Lost,
}

/// What is marked on a unit, as bits. Those in [`Marks::OF_TURN`] are taken off when a turn begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Marks(pub u32);

impl Marks {
    /// Has had its movement: it may do no more in this step.
    pub const DONE: Self = Self(1);
    /// Moved, turned, wheeled, pivoted or changed formation this turn (A18).
    pub const MOVED: Self = Self(1 << 1);
    /// Moved over half of its allowance this turn (L7, P25).
    pub const FAR: Self = Self(1 << 2);
    /// Changed formation while pinned (E infantry-modifiers, formation).
    pub const CHANGED: Self = Self(1 << 3);
    /// Charges: cavalry that declared a charge this turn, a counter-charge included (P28).
    pub const CHARGING: Self = Self(1 << 4);
    /// Failed to form square this turn (P45).
    pub const FAILED_SQUARE: Self = Self(1 << 5);
    /// Has tried to form square this turn.
    pub const TRIED_SQUARE: Self = Self(1 << 6);
    /// Fires or has fired this turn (A40).
    pub const FIRED: Self = Self(1 << 7);
    /// Unlimbered this turn (E artillery-modifiers).
    pub const UNLIMBERED: Self = Self(1 << 8);
    /// Retreated this turn: fell back, routed, or was turned out (A51).
    pub const RETREATED: Self = Self(1 << 9);
    /// Has given support this turn (A51).
    pub const SUPPORTED: Self = Self(1 << 10);
    /// Has fought an assault this turn.
    pub const FOUGHT: Self = Self(1 << 11);
    /// Gave up its move and its fire to recover (P35).
    pub const RECOVERING: Self = Self(1 << 12);
    /// British infantry that counter-attacks (P9).
    pub const COUNTER: Self = Self(1 << 13);
    /// Routed or was destroyed this turn (E integrity).
    pub const ROUTED_NOW: Self = Self(1 << 14);
    /// Was fired at this turn (A67).
    pub const UNDER_FIRE: Self = Self(1 << 15);
    /// Has broken through this turn (L8).
    pub const BROKE_THROUGH: Self = Self(1 << 16);
    /// Moved into contact this turn: it does not fire (P22).
    pub const CLOSED: Self = Self(1 << 17);
    /// Has been in a charge or a breakthrough that makes it blown when the assaults are over (L7).
    pub const WINDED: Self = Self(1 << 18);
    /// Its morale has failed in this phase already (A31).
    pub const CHECKED: Self = Self(1 << 19);
    /// Rallied or tried to this turn (L6).
    pub const RALLIED: Self = Self(1 << 20);
    /// Cavalry was within its pinning distance when the movement phase began (E square).
    pub const PINNED_AT_START: Self = Self(1 << 21);
    /// Formed square in the enemy's movement, or evaded: that costs its next own movement (Q5, Q60).
    pub const OWES_MOVE: Self = Self(1 << 22);
    /// Blown (L7).
    pub const BLOWN: Self = Self(1 << 23);
    /// Guns without their crew (P38).
    pub const ABANDONED: Self = Self(1 << 24);
    /// Hidden from the enemy (Q12).
    pub const HIDDEN: Self = Self(1 << 25);
    /// Was destroyed this turn or the last one, for its division's next check (A75).
    pub const LOSS_COUNTS: Self = Self(1 << 26);
    /// Falls back with its division until it is safe (A74).
    pub const FALLING_BACK: Self = Self(1 << 27);

    /// Has won an assault this turn: cavalry that has beaten a square stays with it (A9).
    pub const WON: Self = Self(1 << 28);

    /// What is taken off when a turn begins.
    pub const OF_TURN: Self = Self((1 << 22) - 1 + (1 << 28));

    /// Whether all of `marks` are set.
    #[must_use]
    pub const fn has(self, marks: Self) -> bool {
        self.0 & marks.0 == marks.0
    }

    /// Whether any of `marks` is set.
    #[must_use]
    pub const fn any(self, marks: Self) -> bool {
        self.0 & marks.0 != 0
    }

    /// Sets `marks`.
    pub const fn set(&mut self, marks: Self) {
        self.0 |= marks.0;
    }

    /// Takes `marks` off.
    pub const fn clear(&mut self, marks: Self) {
        self.0 &= !marks.0;
    }

    /// Both together.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// A unit as it stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Unit {
    /// The centre of its block and its facing.
    pub pose: Pose,
    /// Its formation.
    pub formation: Formation,
    /// Good order, disordered or routed.
    pub status: Status,
    /// Whether it takes part.
    pub presence: Presence,
    /// HIT markers.
    pub hits: u8,
    /// The stands that a screen has deployed.
    pub stands: u8,
    /// Markers and what it did.
    pub marks: Marks,
    /// Where the centre of its front stood when its move began (L2).
    pub origin: Point,
    /// Where it stood when its division was told to defend (L11).
    pub anchor: Point,
}

impl Unit {
    /// Whether it stands on the table.
    #[must_use]
    pub fn is_here(&self) -> bool {
        self.presence == Presence::Table
    }

    /// On the table and not routed, nor guns without a crew.
    #[must_use]
    pub fn is_steady(&self) -> bool {
        self.is_here() && self.status != Status::Routed && !self.marks.has(Marks::ABANDONED)
    }

    /// Steady and no skirmishers: "formed" in the rulings (Q10).
    #[must_use]
    pub fn is_formed(&self) -> bool {
        self.is_steady() && self.formation != Formation::Skirmish
    }
}

/// Whom a leader is with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Host {
    /// Nobody: he rides alone.
    #[default]
    None,
    /// A unit (E infantry-modifiers, leader attached).
    Unit(UnitId),
    /// A division: a corps or army leader beside its leader (A66).
    Division(DivisionId),
}

/// A leader as he stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Leader {
    /// Where he is; with his host where he has one.
    pub at: Point,
    /// Whom he is with.
    pub host: Host,
    /// Whether he takes part: waiting, on the table, or dead.
    pub presence: Presence,
    /// Has ridden this turn.
    pub moved: bool,
    /// May not rally anybody until the end of this turn number (E leader-casualty).
    pub no_rally: u8,
    /// May issue no order until the end of this turn number (P32).
    pub no_orders: u8,
    /// The turn in which he was killed; 0 while he lives.
    pub killed: u8,
}

impl Leader {
    /// Whether he is on the table.
    #[must_use]
    pub fn is_here(&self) -> bool {
        self.presence == Presence::Table
    }
}

/// An order on its way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Coming {
    /// What it says.
    pub order: Order,
    /// The turn in whose command phase it takes effect (A65).
    pub turn: u8,
}

/// A division as it stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Division {
    /// The order it is under.
    pub order: Order,
    /// The order on its way.
    pub coming: Option<Coming>,
    /// Has been sent an order this turn.
    pub sent: bool,
    /// Who leads it; nobody after his death, until a successor takes over (P32).
    pub leader: Option<LeaderId>,
    /// The turn in which a successor of rating 0 takes over; 0 for none (P32).
    pub successor: u8,
    /// Whether a successor of rating 0 leads it, without a figure: he is with its nearest unit.
    pub acting: bool,
    /// Has routed by divisional integrity, until one of its units rallies (P47).
    pub routed: bool,
    /// Is broken for victory (L12).
    pub broken: bool,
    /// Has lost its objective to the enemy and not taken it back (E integrity).
    pub lost_objective: bool,
}

/// Two enemies in contact (A4, Q1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Contact {
    /// The unit that moved into contact.
    pub attacker: UnitId,
    /// The unit that it struck.
    pub defender: UnitId,
    /// From where it struck, as the defender stands.
    pub facet: Facet,
    /// Whether both moved into it: a charge met by a counter-charge (A6).
    pub met: bool,
    /// Whether no assault has been fought in it yet (P20).
    pub fresh: bool,
}

/// Fire that has been declared (A40).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fire {
    /// Who fires; several only for batteries (A43), the lead battery first.
    pub with: Vec<UnitId>,
    /// At whom.
    pub target: UnitId,
}

/// Where the turn stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// 3.0: both sides issue orders until each has said that it is done.
    Command,
    /// 5.0: the side that moves rides with its leaders, rallies and recovers.
    Rally,
    /// 5.0: the side that moves moves.
    March,
    /// 6.0: the sides declare fire, one after the other.
    Fire,
    /// 7.0: assaults.
    Assault,
    /// The battle is over.
    Over,
}

/// What must be decided before the stage goes on.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Pending {
    /// Nothing.
    #[default]
    None,
    /// Cavalry charges: the target's owner answers (P28, P41, P46).
    Charge {
        /// The cavalry, at the start of its run.
        unit: UnitId,
        /// Whom it charges.
        target: UnitId,
        /// Whether it breaks through (L8).
        breakthrough: bool,
    },
    /// Cavalry has come near: these units may form square, one after another (P46).
    Threat {
        /// The cavalry.
        unit: UnitId,
        /// Who may.
        may: Vec<UnitId>,
    },
    /// The side with initiative has named its lead; the other side names its own (Q2).
    Lead {
        /// The lead that was named.
        first: UnitId,
        /// Who gives no support in this combat, of the side that was first.
        spare: Vec<UnitId>,
    },
    /// Winners may occupy ground, re-form or break through (P40), one after another.
    Follow {
        /// Who, with the ground that the enemy left.
        may: Followers,
    },
}

/// A winner who may follow up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Following {
    /// Who.
    pub unit: UnitId,
    /// Where the loser stood; infantry may occupy it (L9), cavalry may break through if the loser left it (L8).
    pub ground: Option<Point>,
}

/// Winners who may follow up, one after another; a few need no allocation.
pub type Followers = SmallVec<[Following; 4]>;

/// How the battle ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "BattleEnding"))]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// The last turn is over (L12).
    Time,
    /// An objective that decides was held.
    Objective,
    /// One side has nobody left in order.
    Swept,
}

/// The position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    /// The turn, from 1.
    pub turn: u8,
    /// Where it stands.
    pub stage: Stage,
    /// Who acts in this stage, for stages that belong to one side at a time.
    pub on_turn: Player,
    /// Who has said in this stage that he is done.
    pub ready: Players,
    /// Who has the initiative; nobody before the first roll.
    pub initiative: Option<Player>,
    /// What must be decided first.
    pub pending: Pending,
    /// Winners who may still follow up when the breakthrough that is being answered is over (P40).
    #[serde(default)]
    pub pursuits: Followers,
    /// The units, those of the scenario first, then their screens.
    pub units: Units,
    /// The leaders.
    pub leaders: Vec<Leader>,
    /// The divisions.
    pub divisions: Vec<Division>,
    /// Who holds each objective.
    pub objectives: Vec<Option<Player>>,
    /// Who is in contact with whom.
    pub contacts: Vec<Contact>,
    /// Fire that has been declared this turn.
    pub fires: Vec<Fire>,
    /// How the battle ended, and who won.
    pub ending: Option<(Ending, Option<Player>)>,
}
