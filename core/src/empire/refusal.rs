//! Why an action is not allowed, with codes, parameters and citations. `text` renders it in English.

use super::state::UnitId;
use super::units::{Arm, Formation, Order};
use crate::cite::coded;
use serde::Serialize;

/// Why an action is refused. Lengths are thousandths of an inch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "snake_case")]
pub enum Refusal {
    /// The battle is over.
    GameOver,
    /// It is the other side's turn or choice.
    NotYours,
    /// The action belongs to another stage.
    WrongStage,
    /// Something else must be decided first.
    DecideFirst,
    /// The player has said that he is done.
    AlreadyReady,
    /// There is no such unit, leader or division.
    NoSuch,
    /// It belongs to the other side.
    NotOwn,
    /// It belongs to the own side.
    NotEnemy,
    /// It is not on the table.
    NotHere,
    /// The same unit is named twice, or too many are.
    NamedTwice,

    /// The leader is dead or has not arrived.
    NoLeader,
    /// The leader may issue no order this turn.
    NoOrders,
    /// Only corps and army leaders send orders, and only to divisions under them.
    NotUnderHim,
    /// The division has been sent an order this turn.
    OrderSent,
    /// The division is under that order already, or it is on its way.
    SameOrder,
    /// The division is broken and takes no orders until one of its units has rallied.
    DivisionRouted,
    /// The leader has ridden this turn.
    HasRidden,
    /// The leader cannot ride so far.
    TooFarToRide {
        /// How far it is.
        far: i32,
        /// How far he may ride.
        may: i32,
    },
    /// The place is off the table or on ground that nobody enters.
    Impassable,
    /// A divisional leader attaches to units of his division, a higher one to units or divisions under him.
    NotHisTroops,
    /// A leader with a routed unit goes with it this turn.
    CarriedAway,

    /// No leader who may rally is with the unit.
    NobodyToRally,
    /// An enemy is too near to rally or recover.
    EnemyNear {
        /// Which.
        enemy: UnitId,
    },
    /// The unit is in good order.
    InGoodOrder,
    /// It has tried this turn.
    HasTried,
    /// Routed units cannot do that.
    IsRouted,
    /// The unit has had its movement this turn.
    HasMoved,
    /// It is in contact with the enemy.
    InContact,
    /// The crew has left the guns.
    Abandoned,

    /// A move needs at least one part.
    NothingToDo,
    /// A move has too many parts.
    TooManyParts,
    /// The number is out of range.
    OutOfRange,
    /// The move is longer than the unit's allowance.
    TooFar {
        /// The length of the way, turns included.
        used: i32,
        /// How far the unit may go along such a way, with all losses taken off.
        may: i32,
    },
    /// It would leave the table.
    OffTable,
    /// Ground that this arm cannot enter.
    Ground {
        /// The arm.
        arm: Arm,
    },
    /// A river is crossed only at a ford or a bridge.
    River,
    /// Another unit stands in the way.
    Blocked {
        /// Which.
        by: UnitId,
    },
    /// It would pass through a friend that it may not pass.
    NoPassage {
        /// Which.
        by: UnitId,
    },
    /// It would come into contact with an enemy: end the move with `into` to do that.
    WouldTouch {
        /// Which.
        enemy: UnitId,
    },
    /// The enemy named does not lie straight ahead within reach.
    NotAhead {
        /// Which.
        target: UnitId,
    },
    /// The part that goes into contact must come last.
    IntoLast,
    /// A formation that this arm does not have.
    NoSuchFormation {
        /// Which.
        formation: Formation,
    },
    /// It stands so already.
    SameFormation {
        /// Which.
        formation: Formation,
    },
    /// A move has one change of formation at most.
    FormsOnce,
    /// A formation that does not move, or not so.
    CannotMove {
        /// Which.
        formation: Formation,
    },
    /// Pinned units may only stand, face the enemy, change formation, go straight into contact, or withdraw at half move.
    Pinned {
        /// By whom.
        by: UnitId,
    },
    /// Infantry pinned by cavalry may change only to square.
    OnlySquare {
        /// By whom it is pinned.
        by: UnitId,
    },
    /// With enemy cavalry near, a square is rolled for: answer the charge or the threat with `square`, or form it in the own
    /// movement, where the die decides.
    SquareOwed,
    /// Not on a road, or not in road column.
    NoRoad,
    /// The order forbids it.
    Order {
        /// Which.
        order: Order,
    },
    /// Disordered or blown cavalry does not charge.
    CannotCharge,
    /// A charge goes straight ahead after one wheel of at most 45 degrees.
    CrookedCharge,
    /// A charge does not go over that ground.
    ChargeGround,
    /// Cavalry does not go into a building, a wood or works against the enemy.
    NotAgainst,
    /// Guns do not assault.
    GunsAssault,
    /// Only the side with initiative may move into contact (A4 as a house rule).
    OnlyInitiative,
    /// A building holds one battalion.
    BuildingFull,
    /// There is no building there.
    NoBuilding,
    /// The battalion has no skirmishers to deploy, or not so many.
    NoScreen,
    /// The screen is out, or is not.
    ScreenOut,
    /// A screen stays within 6 inches of its battalion.
    TooFarFromParent,

    /// That answer is not open to this unit.
    CannotAnswer,

    /// It has fired this turn, or its fire is declared.
    HasFired,
    /// It cannot fire.
    CannotFire,
    /// The target is out of range.
    OutOfReach {
        /// How far it is.
        far: i32,
        /// How far the unit fires.
        may: i32,
    },
    /// The target is not in the front arc.
    OutOfArc,
    /// Something is in the line of sight.
    NoSight,
    /// It must fire at this one first.
    Priority {
        /// At whom.
        target: UnitId,
    },
    /// Nobody fires at or from a combat save those in it, at each other.
    Engaged,
    /// Only batteries fire together.
    NotTogether,

    /// The unit is in no combat that is still to be fought, or not on the right side of it.
    NoCombat,
    /// A unit that is spared must be able to support this combat.
    NotSupporting {
        /// Which.
        unit: UnitId,
    },
    /// That is not open to this winner.
    CannotFollow,
}

coded!(Refusal {
    GameOver => "game-over" ["E L12"],
    NotYours => "not-yours" ["E turn"],
    WrongStage => "wrong-stage" ["E turn"],
    DecideFirst => "decide-first" ["E turn"],
    AlreadyReady => "already-ready" ["E turn"],
    NoSuch => "no-such" ["E turn"],
    NotOwn => "not-own" ["E turn"],
    NotEnemy => "not-enemy" ["E turn"],
    NotHere => "not-here" ["E turn"],
    NamedTwice => "named-twice" ["E turn"],
    NoLeader => "no-leader" ["E A62"],
    NoOrders => "no-orders" ["E P32"],
    NotUnderHim => "not-under-him" ["E A62"],
    OrderSent => "order-sent" ["E A65"],
    SameOrder => "same-order" ["E A65"],
    DivisionRouted => "division-routed" ["E P47"],
    HasRidden => "has-ridden" ["E leader-moves"],
    TooFarToRide => "too-far-to-ride" ["E leader-moves"],
    Impassable => "impassable" ["E P14"],
    NotHisTroops => "not-his-troops" ["E Q16"],
    CarriedAway => "carried-away" ["E P32"],
    NobodyToRally => "nobody-to-rally" ["E L6", "E A68"],
    EnemyNear => "enemy-near" ["E L6", "E P35", "E A74"],
    InGoodOrder => "in-good-order" ["E L6"],
    HasTried => "has-tried" ["E L6"],
    IsRouted => "is-routed" ["E A57"],
    HasMoved => "has-moved" ["E turn"],
    InContact => "in-contact" ["E A9", "E Q57"],
    Abandoned => "abandoned" ["E P38"],
    NothingToDo => "nothing-to-do" ["E Q20"],
    TooManyParts => "too-many-parts" ["E Q20"],
    OutOfRange => "out-of-range" ["E Q20"],
    TooFar => "too-far" ["E infantry-moves", "E cavalry-moves", "E artillery-moves", "E P19"],
    OffTable => "off-table" ["E P39"],
    Ground => "ground" ["E movement-modifiers"],
    River => "river" ["E movement-modifiers"],
    Blocked => "blocked" ["E P25", "E Q25"],
    NoPassage => "no-passage" ["E P25"],
    WouldTouch => "would-touch" ["E Q20", "E Q27"],
    NotAhead => "not-ahead" ["E P28", "E P34"],
    IntoLast => "into-last" ["E Q20"],
    NoSuchFormation => "no-such-formation" ["E infantry-moves", "E cavalry-moves", "E artillery-moves"],
    SameFormation => "same-formation" ["E L5"],
    FormsOnce => "forms-once" ["E L5"],
    CannotMove => "cannot-move" ["E A58", "E A59", "E Q30"],
    Pinned => "pinned" ["E P34", "E L1"],
    OnlySquare => "only-square" ["E Q3"],
    SquareOwed => "square-owed" ["E P46", "E Q5"],
    NoRoad => "no-road" ["E A56", "E Q29"],
    Order => "order" ["E L11", "E Q26"],
    CannotCharge => "cannot-charge" ["E P28", "E L7"],
    CrookedCharge => "crooked-charge" ["E P28"],
    ChargeGround => "charge-ground" ["E P28", "E P29"],
    NotAgainst => "not-against" ["E P27", "E P29"],
    GunsAssault => "guns-assault" ["E P3"],
    OnlyInitiative => "only-initiative" ["E A4"],
    BuildingFull => "building-full" ["E P27"],
    NoBuilding => "no-building" ["E P27", "E Q28"],
    NoScreen => "no-screen" ["E P36"],
    ScreenOut => "screen-out" ["E P36"],
    TooFarFromParent => "too-far-from-parent" ["E P36", "E Q32"],
    CannotAnswer => "cannot-answer" ["E P28", "E P41", "E P46", "E Q33"],
    HasFired => "has-fired" ["E A40"],
    CannotFire => "cannot-fire" ["E A28", "E P11", "E P18"],
    OutOfReach => "out-of-reach" ["E A40", "E L1", "E artillery-size"],
    OutOfArc => "out-of-arc" ["E L2"],
    NoSight => "no-sight" ["E Q17", "E Q35", "E Q37"],
    Priority => "priority" ["E Q18", "E Q36", "E P22"],
    Engaged => "engaged" ["E P22"],
    NotTogether => "not-together" ["E A43"],
    NoCombat => "no-combat" ["E P37", "E A9"],
    NotSupporting => "not-supporting" ["E A51"],
    CannotFollow => "cannot-follow" ["E P40", "E Q39", "E Q44"],
});
