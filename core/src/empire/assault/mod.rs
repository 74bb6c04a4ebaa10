//! Assaults (E assault-table): the table and the sum of each side.

mod combats;
mod facts;
mod fight;
mod forecast;
mod leads;
mod outcome;
mod pursuit;
mod sum;
mod table;
#[cfg(test)]
mod tests;

pub use facts::{Combatant, Facts, Role, Side, Support, check};
pub use sum::{Explained, Odds, Resolution, attack_value, breakdown, explain, odds, resolve, total};
pub(in crate::empire) use sum::{aimed_at, cover};
pub use table::{Cell, TABLE, by_sum, lookup};
