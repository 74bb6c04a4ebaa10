//! The table of assaults, as printed (E assault-table).
//!
//! ```
//! use eagles::empire::assault::lookup;
//! use eagles::empire::house::HouseRules;
//!
//! let cell = lookup(-1, 4, &HouseRules::default());
//! assert_eq!(cell.to_string(), "D/.");
//! ```

use crate::empire::house::HouseRules;
use crate::empire::units::Effect;
use serde::Serialize;
use std::fmt;

/// What one cell does to the side that rolls, and to the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub struct Cell {
    /// The side with initiative, which rolls as the table's attacker.
    pub roller: Effect,
    /// The other side.
    pub other: Effect,
}

impl fmt::Display for Cell {
    /// As the sheet prints it: `F/D`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.roller.symbol(), self.other.symbol())
    }
}

/// Die 1 to 10 down, attack value -11 to 11 across; the side that rolls before the stroke. The last cell of the second row is
/// as printed (E A3).
#[rustfmt::skip]
const PRINTED: [&str; 10] = [
//  -11 -10 -9  -8  -7  -6  -5  -4  -3  -2  -1  0   1   2   3   4   5   6   7   8   9   10  11
    "R/. R/. R/. R/. R/. 2/. 2/. 2/. 2/D 1/. 1/. 1/D F/D D/. D/D ./. ./. D/D ./D D/F D/1 ./1 ./1",
    "R/. R/. R/. R/. 2/. 2/. 2/. 2/D 1/. 1/. 1/D F/D D/. D/D ./. ./. D/D ./D D/F D/1 ./1 ./1 ./2",
    "R/. R/. R/. 2/. 2/. 2/. 2/D 1/. 1/. 1/D F/D D/. D/D ./. ./. D/D ./D D/F D/1 ./1 ./1 D/2 ./2",
    "R/. R/. 2/. 2/. 2/. 2/D 1/. 1/. 1/D F/D D/. D/D ./. ./. D/D ./D D/F D/1 ./1 ./1 D/2 ./2 ./2",
    "R/. 2/. 2/. 2/. 2/D 1/. 1/. 1/D F/D D/. D/D ./. ./. D/D ./D D/F D/1 ./1 ./1 D/2 ./2 ./2 ./2",
    "2/. 2/. 2/. 2/D 1/. 1/. 1/D F/D D/. D/D ./. ./. D/D ./D D/F D/1 ./1 ./1 D/2 ./2 ./2 ./2 ./R",
    "2/. 2/. 2/D 1/. 1/. 1/D F/D D/. D/D ./. ./. D/D ./D D/F D/1 ./1 ./1 D/2 ./2 ./2 ./2 ./R ./R",
    "2/. 2/D 1/. 1/. 1/D F/D D/. D/D ./. ./. D/D ./D D/F D/1 ./1 ./1 D/2 ./2 ./2 ./2 ./R ./R ./R",
    "2/D 1/. 1/. 1/D F/D D/. D/D ./. ./. D/D ./D D/F D/1 ./1 ./1 D/2 ./2 ./2 ./2 ./R ./R ./R ./R",
    "1/. 1/. 1/D F/D D/. D/D ./. ./. D/D ./D D/F D/1 ./1 ./1 D/2 ./2 ./2 ./2 ./R ./R ./R ./R ./R",
];

/// The attack values of the first and the last column.
const EDGE: i16 = 11;

/// The cells as printed: die 1 to 10 down, attack value -11 to 11 across.
pub const TABLE: [[Cell; 23]; 10] = {
    let mut table = [[Cell { roller: Effect::None, other: Effect::None }; 23]; 10];
    let mut die = 0;
    while die < 10 {
        let row = PRINTED[die].as_bytes();
        let mut column = 0;
        while column < 23 {
            table[die][column] = Cell { roller: effect(row[column * 4]), other: effect(row[column * 4 + 2]) };
            column += 1;
        }
        die += 1;
    }
    table
};

const fn effect(symbol: u8) -> Effect {
    match symbol {
        b'.' => Effect::None,
        b'D' => Effect::Disorder,
        b'F' => Effect::Fallback,
        b'1' => Effect::Hit,
        b'2' => Effect::TwoHits,
        b'R' => Effect::Rout,
        _ => panic!("no symbol of the key"),
    }
}

/// The result that the table's diagonals give to attack value + die, from -10 to 21; the ends go on beyond.
///
/// Every cell is this, but for the misprint (E A3).
#[must_use]
pub fn by_sum(sum: i16) -> Cell {
    let sum = sum.clamp(-10, 21);
    let (row, first) = if sum <= 12 { (0, 1 - EDGE) } else { (9, 10 - EDGE) };
    usize::try_from(sum - first).ok().and_then(|column| TABLE[row].get(column)).copied().unwrap_or_default()
}

/// The cell for an attack value and a die of 1 to 10 (E assault-table). A high die is good for the side that rolls (E A2).
///
/// Beyond the last column the last column counts (E A1), or the diagonal goes on, by [`HouseRules::extend`]. The misprint at
/// die 2 and +11 reads as printed, or as its diagonal by [`HouseRules::errata`] (E A3).
#[must_use]
pub fn lookup(value: i16, die: u8, house: &HouseRules) -> Cell {
    let die = die.clamp(1, 10);
    let is_outside = !(-EDGE..=EDGE).contains(&value);
    let sum = value.clamp(-100, 100) + i16::from(die);
    if is_outside && house.extend {
        return by_sum(sum);
    }
    let value = value.clamp(-EDGE, EDGE);
    if value == EDGE && die == 2 && house.errata {
        return by_sum(value + 2);
    }
    TABLE[usize::from(die - 1)][usize::from((value + EDGE).unsigned_abs())]
}
