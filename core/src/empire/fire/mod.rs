//! Fire (E fire-table): the table and the sum of the firer.

mod sum;
mod table;
mod targets;
mod volley;

pub use sum::{
    Battery, Explained, Facts, Firer, Resolution, Target, breakdown, check, check_bombardment, explain, is_bombarding,
    odds, range, resolve, screen_strength, skirmish_rating, total,
};
pub use table::{Row, TABLE, distance_modifier, max_range, row_of, size_modifier};
