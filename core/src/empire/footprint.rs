//! How much ground a unit covers.
//!
//! The sheet leaves basing to the players and asks only for frontages (E infantry-modifiers, enfilade). House rule Q13: a stand
//! of infantry or cavalry is 0.75 inches wide and 0.5 deep, a gun section 0.75 wide and 0.75 deep.

use super::geometry::Size;
use super::units::{Arm, Formation};

/// The width of a stand, in thousandths of an inch (Q13).
pub const STAND_WIDTH: i32 = 750;
/// The depth of a stand of infantry or cavalry, in thousandths of an inch (Q13).
pub const STAND_DEPTH: i32 = 500;
/// The depth of a stand of guns with its team, in thousandths of an inch (Q13).
pub const GUN_DEPTH: i32 = 750;

/// The most enemies that can touch a unit of `stands` stands at once, in any formation: one for every half inch of the way around
/// it, as narrow as nobody is, and two more at each corner.
#[must_use]
pub const fn most_touching(stands: u8) -> usize {
    let line = footprint(Arm::Artillery, Formation::Skirmish, stands);
    let square = footprint(Arm::Infantry, Formation::Square, stands);
    let (line, square) = (2 * (line.width + line.depth), 2 * (square.width + square.depth));
    let around = if line > square { line } else { square };
    (around / STAND_DEPTH) as usize + 8
}

/// The block that a unit of `stands` stands covers in `formation` (Q13), in thousandths of an inch: line and unlimbered guns one
/// rank, column two stands wide, road column and limbered guns one stand wide, square two by two and closed up, skirmish
/// order one rank at half as wide again, a garrison its building's inside, drawn as a square.
#[must_use]
pub const fn footprint(arm: Arm, formation: Formation, stands: u8) -> Size {
    let n = if stands == 0 { 1 } else { stands as i32 };
    let depth = if matches!(arm, Arm::Artillery) { GUN_DEPTH } else { STAND_DEPTH };
    let half = (n + 1) / 2;
    match formation {
        Formation::Line | Formation::Unlimbered => Size { width: n * STAND_WIDTH, depth },
        Formation::Column => Size { width: if n == 1 { STAND_WIDTH } else { 2 * STAND_WIDTH }, depth: half * depth },
        Formation::RoadColumn | Formation::Limbered => Size { width: STAND_WIDTH, depth: n * depth },
        Formation::Square | Formation::Garrison => {
            let side = if n <= 4 { 2 * STAND_WIDTH } else { 2 * STAND_WIDTH + (n - 4) * STAND_WIDTH / 4 };
            Size { width: side, depth: side }
        }
        Formation::Skirmish => Size { width: n * STAND_WIDTH * 3 / 2, depth },
    }
}
