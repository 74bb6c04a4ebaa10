//! *Eagles over the Empire*, Steven McPeak's miniatures rules, one module a chapter of the sheet.
//!
//! Every chart is a plain function that needs no game (`assault`, `fire`, `square`, `morale` and so on); a battle on a
//! measured table calls the same functions. Numbers are in the sheet's points; sums are kept in quarter points (P1).
//!
//! [`Empire`] is one battle as its scenario describes it; [`State`] is a position of it.

pub mod action;
mod aftermath;
pub mod allowance;
pub mod assault;
mod build;
mod cells;
pub mod charts;
mod command;
mod context;
mod effects;
pub mod encode;
pub mod event;
mod facts;
mod few;
pub mod fire;
pub mod footprint;
pub mod geometry;
pub mod greedy;
pub mod ground;
pub mod house;
pub mod initiative;
pub mod integrity;
pub mod leaders;
mod legal;
mod lengths;
pub mod morale;
mod movement;
mod notation;
pub mod orders;
pub mod picture;
mod profile;
pub mod refusal;
mod retreat;
mod rolls;
pub mod roster;
mod rules;
pub mod scenario;
pub mod square;
pub mod state;
pub mod text;
mod turn;
pub mod units;
mod validate;
pub mod view;

pub use action::Action;
pub use event::Event;
pub use house::HouseRules;
pub use profile::{DivisionProfile, Empire, LeaderProfile, ObjectiveProfile, Profile, SideProfile};
pub use refusal::Refusal;
pub use scenario::Scenario;
pub use state::State;
pub use view::{Glance, View};

use crate::chance::Stream;

/// Raised whenever the same seed and actions may give another battle than before.
pub const RULES_VERSION: u32 = 1;

/// The streams of this game's draws.
pub mod streams {
    use super::Stream;
    use crate::game::Player;

    /// The dice of a side, 0 or 1.
    #[must_use]
    pub const fn dice(player: Player) -> Stream {
        Stream(player.0)
    }
    /// What bots choose.
    pub const BOTS: Stream = Stream(8);
    /// What [`crate::game::Game::determinise`] samples.
    pub const SAMPLES: Stream = Stream(9);
    /// What generated scenarios are made of.
    pub const SCENARIO: Stream = Stream(10);
}

/// The charts are part of the program: they change with the version of the rules alone.
fn material_hash() -> u64 {
    u64::from(RULES_VERSION)
}
