//! A full position that fits a view.

use super::Waterloo;
use super::state::State;
use super::view::View;
use crate::chance::{Draws, Unmet};

impl Waterloo {
    pub(super) fn determinise_view<D: Draws>(&self, _: &View, _: &mut D) -> Result<State, Unmet> {
        Err(Unmet::TooMany { limit: 0 })
    }
}
