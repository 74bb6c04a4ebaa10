//! What a player does.

use super::geometry::{Facing, Point};
use super::state::{DivisionId, Host, LeaderId, UnitId};
use super::units::{Formation, Order};
use serde::{Deserialize, Serialize};

/// The most manoeuvres in one move.
pub const MAX_STEPS: usize = 12;
/// The most units that one action may name.
pub const MAX_NAMED: usize = 64;

/// One part of a move. Lengths are thousandths of an inch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Manoeuvre {
    /// Straight ahead.
    Ahead(i32),
    /// Straight back, facing as before.
    Back(i32),
    /// Ahead at an angle of up to 45 degrees, right positive, facing as before.
    Oblique {
        /// The angle.
        degrees: i32,
        /// How far.
        mil: i32,
    },
    /// Wheels on the inner corner of the front, right positive, up to 180 degrees.
    Wheel(i32),
    /// Turns on the spot to this facing.
    Face(Facing),
    /// Changes formation; limbers or unlimbers guns.
    Form(Formation),
    /// Turns toward a point and goes there.
    To(Point),
    /// Along the road that it stands on, in road column, to the point of the road nearest to this one.
    Road(Point),
    /// Straight ahead into contact with this enemy. The last part of a move; for cavalry at 3 inches or more it is a charge
    /// (P28).
    Into(UnitId),
}

/// How the owner of a unit answers a charge or a threat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// Stands as it is.
    Stand,
    /// Tries to form square (E square, P46).
    Square,
    /// Counter-charges (P28).
    CounterCharge,
    /// Evades (P41).
    Evade,
}

/// What a winner does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Pursuit {
    /// Nothing.
    Stay,
    /// Occupies the ground (L9).
    Advance,
    /// Cavalry turns by up to 45 degrees.
    Reform(Facing),
    /// Cavalry changes its formation where it stands.
    Form(Formation),
    /// Cavalry breaks through into a new target, after turning by so many degrees, right positive, up to 45 (L8).
    Break {
        /// How far it turns first.
        degrees: i32,
        /// Into whom.
        target: UnitId,
    },
}

/// One action of a player.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// Sends an order (3.0): a corps or army leader to a division under him.
    Order {
        /// The sender.
        leader: LeaderId,
        /// To whom.
        division: DivisionId,
        /// What.
        order: Order,
    },
    /// Rides somewhere (E leader-moves). A leader rides once a turn, in his side's movement; he leaves his host.
    Ride {
        /// Who.
        leader: LeaderId,
        /// Where to.
        to: Point,
    },
    /// Rides to a unit or a division and attaches himself (3.5); [`Host::None`] detaches him where he is.
    Attach {
        /// Who.
        leader: LeaderId,
        /// To whom.
        host: Host,
    },
    /// Rallies a unit: a leader with it is needed (L6).
    Rally {
        /// Whom.
        unit: UnitId,
    },
    /// Lets a disordered unit recover by giving up its move and its fire (P35).
    Recover {
        /// Whom.
        unit: UnitId,
    },
    /// Moves a unit.
    Move {
        /// Which.
        unit: UnitId,
        /// How, part by part.
        steps: Vec<Manoeuvre>,
    },
    /// Leaves a unit where it is for this turn.
    Hold {
        /// Which.
        unit: UnitId,
    },
    /// Deploys a screen of so many stands from a battalion (P36), or draws it in again with 0.
    Screen {
        /// The battalion.
        unit: UnitId,
        /// Stands.
        stands: u8,
    },
    /// Answers a charge or a threat.
    React {
        /// The unit that answers.
        unit: UnitId,
        /// How.
        how: Answer,
    },
    /// Declares fire (6.0).
    Fire {
        /// Who fires: one unit, or several batteries together (A43), the lead first.
        with: Vec<UnitId>,
        /// At whom.
        target: UnitId,
    },
    /// Names the lead of a combat (A14): the side with initiative also chooses by it which combat comes next (P42).
    Lead {
        /// The lead.
        unit: UnitId,
        /// Units that could support but are kept for another combat.
        spare: Vec<UnitId>,
    },
    /// Follows up after a win (P40).
    Follow {
        /// The winner.
        unit: UnitId,
        /// How.
        how: Pursuit,
    },
    /// Says that one is done: with orders, with rallying, with moving, with declaring fire, with answering a threat.
    End,
}
