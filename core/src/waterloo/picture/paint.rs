//! The colours of the armies, and what every picture is made of.

use super::super::types::{Army, FRENCH};
use crate::game::Player;

pub(super) use crate::svg::{INK, PAPER, Paint, SANS, SERIF, Type, escape, wrap};

/// The colour of an army's card backs (W 1.0).
pub(super) const fn colour(army: Army) -> &'static str {
    match army {
        Army::French => "#27467f",
        Army::British => "#a22d2f",
        Army::Prussian => "#5a646c",
    }
}

/// The id of the lattice that fills an army's backs.
pub(super) const fn lattice(army: Army) -> &'static str {
    match army {
        Army::French => "back-french",
        Army::British => "back-british",
        Army::Prussian => "back-prussian",
    }
}

/// The colour of a side.
pub(super) fn side_colour(player: Player, name: &str) -> &'static str {
    match (player, name) {
        (FRENCH, _) => colour(Army::French),
        (_, "Prussian") => colour(Army::Prussian),
        _ => colour(Army::British),
    }
}
