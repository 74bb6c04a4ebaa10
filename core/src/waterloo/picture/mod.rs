//! The board as an SVG picture: six Positions in three lanes, the Middle Ground between, both Reserves.
//!
//! The French battleline lies below, the Allied one above. The picture is made from a [`View`], so it shows what its viewer
//! may see and nothing else; the same view gives the same bytes. It needs no other file and holds no script.

mod art;
mod board;
mod cards;
mod paint;
mod reserves;
mod specials;
#[cfg(test)]
mod tests;

use super::Waterloo;
use super::view::View;

/// Draws a view. The picture is 1600 units wide and about 1120 high, more where a Reserve is crowded; it scales to any
/// size, and tells its content to screen readers.
#[must_use]
pub fn svg(game: &Waterloo, view: &View) -> String {
    board::Board::new(game, view).draw()
}
