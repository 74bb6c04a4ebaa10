//! Assaults (E assault-table): the table and the sum of each side.

mod combats;
mod fight;
mod leads;
mod outcome;
mod pursuit;
mod sum;
mod table;

pub use sum::{
    Combatant, Explained, Facts, Odds, Resolution, Role, Side, Support, attack_value, breakdown, check, explain, odds,
    resolve, total,
};
pub(in crate::empire) use sum::{aimed_at, cover};
pub use table::{Cell, TABLE, by_sum, lookup};
