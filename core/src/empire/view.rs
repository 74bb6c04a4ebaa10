//! What each player sees.
use super::action::Action;
use super::event::Event;
use super::profile::Empire;
use super::state::State;
use crate::chance::{Draws, Unmet};
use crate::game::{Player, Viewer};
use serde::Serialize;

/// What one viewer sees of a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct View {
    /// The position, with what is hidden from him left out.
    pub state: State,
}

impl Empire {
    pub(super) fn view_of(&self, state: &State, _: Viewer) -> View {
        View { state: state.clone() }
    }
    pub(super) fn redact_event(&self, _: &State, _: Viewer, event: &Event) -> Option<Event> {
        Some(event.clone())
    }
    pub(super) fn tells(&self, _: &State, _: Player, _: &Action) -> bool {
        true
    }
    pub(super) fn determinise_view<D: Draws>(&self, view: &View, _: &mut D) -> Result<State, Unmet> {
        Ok(view.state.clone())
    }
    pub(super) fn validate(&self, _: &State) -> Result<(), String> {
        Ok(())
    }
}
