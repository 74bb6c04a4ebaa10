//! Refusals: what is in the way, and what to do instead.

use super::super::refusal::Refusal;
use super::{arm_text, formation_text, inches, inches_over, label, order_text};
use crate::cite::Coded;
use std::fmt;

impl std::error::Error for Refusal {}

impl fmt::Display for Refusal {
    /// Units are named by their number: [`crate::empire::Empire::refusal_text`] knows their names.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&sentence(self, |id| format!("unit {}", id.0)))
    }
}

impl super::super::profile::Empire {
    /// A refusal in English, with units by their names.
    #[must_use]
    pub fn refusal_text(&self, refusal: &Refusal) -> String {
        sentence(refusal, |id| self.unit_text(id))
    }
}

fn sentence(refusal: &Refusal, unit: impl Fn(super::super::state::UnitId) -> String) -> String {
    let plain = match refusal {
        Refusal::GameOver => "the battle is over",
        Refusal::NotYours => "it is the other side's turn or choice",
        Refusal::WrongStage => "that belongs to another part of the turn",
        Refusal::DecideFirst => "something else must be decided first",
        Refusal::AlreadyReady => "you have said that you are done; wait for the other side",
        Refusal::NoSuch => "there is nobody of that name or number",
        Refusal::NotOwn => "that is not on your side",
        Refusal::NotEnemy => "that is on your own side: choose an enemy",
        Refusal::NotHere => "that is not on the table",
        Refusal::NamedTwice => "name each unit once, and not too many",
        Refusal::NoLeader => "this leader is dead or has not arrived",
        Refusal::NoOrders => "this leader was carried away by a rout and sends no orders this turn",
        Refusal::NotUnderHim => {
            "only a division's corps leader or its army's commander sends it orders: choose another sender"
        }
        Refusal::OrderSent => "this division has been sent an order this turn: one order a turn",
        Refusal::SameOrder => "the division has that order already, or it is on its way",
        Refusal::DivisionRouted => "the division has routed and takes no orders until one of its units has rallied",
        Refusal::HasRidden => "this leader has ridden this turn",
        Refusal::TooFarToRide { far, may } => {
            return done(refusal, &format!("that is {} away; he may ride {}", inches_over(*far), inches(*may)));
        }
        Refusal::Impassable => "the way there, or the place, is off the table or on ground that nobody enters",
        Refusal::NotHisTroops => {
            "a divisional leader joins units of his own division, a higher one units and divisions under him"
        }
        Refusal::CarriedAway => "he is carried along by his unit, and may leave it next turn",
        Refusal::NobodyToRally => "no leader who may rally is with the unit: attach one first",
        Refusal::EnemyNear { enemy } => {
            return done(refusal, &format!("{} is too near to rally or recover", unit(*enemy)));
        }
        Refusal::InGoodOrder => "the unit is in good order",
        Refusal::HasTried => "it has tried this turn",
        Refusal::IsRouted => "routed units cannot do that: rally them first",
        Refusal::HasMoved => "it has had its movement this turn",
        Refusal::InContact => "it is in contact with the enemy",
        Refusal::Abandoned => "its crew has left the guns",
        Refusal::NothingToDo => "that would change nothing",
        Refusal::TooManyParts => "a move has at most 12 parts",
        Refusal::OutOfRange => "that number is out of range",
        Refusal::TooFar { used, may } => {
            return done(refusal, &format!("that takes {} of its {}", inches_over(*used), inches(*may)));
        }
        Refusal::OffTable => "that would leave the table",
        Refusal::Ground { arm } => return done(refusal, &format!("{} cannot go there", arm_text(*arm))),
        Refusal::River => "the river is crossed only at a ford or a bridge",
        Refusal::Blocked { by } => return done(refusal, &format!("{} stands in the way", unit(*by))),
        Refusal::NoPassage { by } => {
            return done(refusal, &format!("it may not pass through {}", unit(*by)));
        }
        Refusal::WouldTouch { enemy } => {
            return done(
                refusal,
                &format!("it would run into {}: to attack it, end the move with `into`", unit(*enemy)),
            );
        }
        Refusal::NotAhead { target } => {
            return done(refusal, &format!("{} does not lie straight ahead within reach", unit(*target)));
        }
        Refusal::IntoLast => "the part of the move that goes into contact must come last",
        Refusal::NoSuchFormation { formation } => {
            return done(refusal, &format!("this arm does not stand {}", formation_text(*formation)));
        }
        Refusal::SameFormation { formation } => {
            return done(refusal, &format!("it stands {} already", formation_text(*formation)));
        }
        Refusal::FormsOnce => "a move has one change of formation at most",
        Refusal::CannotMove { formation } => {
            return done(refusal, &format!("a unit {} does not move so", formation_text(*formation)));
        }
        Refusal::Pinned { by } => {
            return done(
                refusal,
                &format!(
                    "it is pinned by {}: it may stand, face it, change formation, go straight into it, or withdraw at half move",
                    unit(*by)
                ),
            );
        }
        Refusal::OnlySquare { by } => {
            return done(refusal, &format!("it is pinned by {}: it may only form square", unit(*by)));
        }
        Refusal::SquareOwed => {
            "with enemy cavalry near, a square is rolled for: answer the threat, or form it in a move"
        }
        Refusal::NoRoad => "it is not on a road that leads there, or not in road column",
        Refusal::Order { order } => {
            return done(refusal, &format!("its division is under orders to {}", order_words(*order)));
        }
        Refusal::CannotCharge => "disordered or blown cavalry does not charge",
        Refusal::CrookedCharge => "a charge goes straight ahead after one wheel of at most 45 degrees",
        Refusal::ChargeGround => "a charge does not go over that ground",
        Refusal::NotAgainst => "cavalry does not attack into buildings, woods or works",
        Refusal::GunsAssault => "guns do not assault",
        Refusal::OnlyInitiative => "only the side with initiative may move into contact",
        Refusal::BuildingFull => "a building holds one battalion, and one is in it",
        Refusal::NoBuilding => "there is no building there",
        Refusal::NoScreen => "it has no skirmishers to deploy, or not so many",
        Refusal::ScreenOut => "its screen is out already, or is not out",
        Refusal::TooFarFromParent => "a screen stays within 6 in of its battalion",
        Refusal::CannotAnswer => "that answer is not open to this unit",
        Refusal::HasFired => "it has fired this turn, or its fire is declared",
        Refusal::CannotFire => "it cannot fire",
        Refusal::OutOfReach { far, may } => {
            return done(refusal, &format!("the target is {} away; it fires {}", inches_over(*far), inches(*may)));
        }
        Refusal::OutOfArc => "the target is not in the front arc: turn toward it first",
        Refusal::NoSight => "something is in the line of sight",
        Refusal::Priority { target } => return done(refusal, &format!("it must fire at {} first", unit(*target))),
        Refusal::Engaged => "units in contact fire, and are fired at, only by those that they touch",
        Refusal::NotTogether => "only batteries fire together",
        Refusal::NoCombat => {
            "it is in no combat that is still to be fought, or not on the side that names its lead now"
        }
        Refusal::NotSupporting { unit: id } => {
            return done(refusal, &format!("{} could not support this combat anyway: do not name it", unit(*id)));
        }
        Refusal::CannotFollow => "that is not open to this winner",
    };
    done(refusal, plain)
}

fn order_words(order: super::super::units::Order) -> &'static str {
    match order {
        super::super::units::Order::Reserve => "stay in reserve",
        other => order_text(other),
    }
}

fn done(refusal: &Refusal, text: &str) -> String {
    format!("{text}{}", label(refusal.cites()))
}
