//! English.
use super::action::Action;
use super::event::Event;
use super::profile::Empire;
use super::view::View;
use crate::chance::Request;
use crate::game::Player;

impl Empire {
    pub(super) fn text_of_action(&self, _: &View, _: Player, action: &Action) -> String {
        format!("{action:?}")
    }
    pub(super) fn text_of_event(&self, event: &Event) -> String {
        format!("{event:?}")
    }
    pub(super) fn text_of_view(&self, view: &View) -> String {
        format!("{view:?}")
    }
    pub(super) fn text_of_draw(&self, request: &Request) -> String {
        format!("{request:?}")
    }
}

impl std::fmt::Display for super::refusal::Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self:?}")
    }
}

impl std::error::Error for super::refusal::Refusal {}
