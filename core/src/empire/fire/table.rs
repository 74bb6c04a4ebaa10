//! The table of fire, as printed, with sizes and distances of guns (E fire-table, artillery-size, fire-distance).
//!
//! ```
//! use eagles::empire::fire::{TABLE, row_of};
//! use eagles::empire::units::Effect;
//!
//! let row = &TABLE[row_of(12)];
//! assert_eq!((row.name, row.effect(3), row.effect(6)), ("11-12", Effect::Disorder, Effect::TwoHits));
//! ```

use crate::empire::units::{Effect, Size};
use serde::Serialize;

/// One row: up to which face the die disorders, hits once, and hits twice. Beyond the last there is nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Row {
    /// The strengths as the sheet prints them.
    pub name: &'static str,
    /// The lowest strength of the row, in points.
    pub from: i16,
    /// The last face that disorders; the first is 1.
    pub disorder: u8,
    /// The last face that hits once.
    pub hit: u8,
    /// The last face that hits twice; that of one hit where there is no such face.
    pub two_hits: u8,
}

impl Row {
    /// What a die of 1 to 10 does to the target. A band gives its own result only (E A39).
    #[must_use]
    pub const fn effect(&self, die: u8) -> Effect {
        if die <= self.disorder {
            Effect::Disorder
        } else if die <= self.hit {
            Effect::Hit
        } else if die <= self.two_hits {
            Effect::TwoHits
        } else {
            Effect::None
        }
    }
}

const fn row(name: &'static str, from: i16, disorder: u8, hit: u8, two_hits: u8) -> Row {
    Row { name, from, disorder, hit, two_hits }
}

/// The rows, from weak to strong.
#[rustfmt::skip]
pub const TABLE: [Row; 6] = [
    //   CE     from  D  1   2
    row("0-4",    0,  1, 2,  2),
    row("5-7",    5,  2, 3,  3),
    row("8-10",   8,  3, 4,  4),
    row("11-12", 11,  3, 5,  6),
    row("13-15", 13,  4, 7,  8),
    row("16+",   16,  4, 8, 10),
];

/// The place in [`TABLE`] of a total in points; a total below 0 is on the lowest row (E A37 says when it is on none).
#[must_use]
pub fn row_of(total: i16) -> usize {
    TABLE.iter().rposition(|row| row.from <= total).unwrap_or(0)
}

/// The range of a battery, in thousandths of an inch (E artillery-size).
#[must_use]
pub const fn max_range(size: Size) -> i32 {
    match size {
        Size::Light => 12_000,
        Size::Medium => 16_000,
        Size::Heavy => 20_000,
    }
}

/// What the size of a battery adds, in points (E artillery-size).
#[must_use]
pub const fn size_modifier(size: Size) -> i16 {
    match size {
        Size::Light => 0,
        Size::Medium => 1,
        Size::Heavy => 2,
    }
}

/// What the distance adds, in points, for a distance in thousandths of an inch (E fire-distance). Bands include their end;
/// beyond the last nothing is added (E A44, A45).
#[must_use]
pub const fn distance_modifier(distance: i32) -> i16 {
    match distance {
        ..=3_000 => 4,
        3_001..=6_000 => 2,
        6_001..=10_000 => 1,
        _ => 0,
    }
}
