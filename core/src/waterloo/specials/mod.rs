//! Special cards (W 13.0): what they do is data ([`program`]); this room plays them, runs them, and answers the rules that
//! ask what is in force.
//!
//! - [`program`] the effect program and its operations
//! - [`check`](Program::faults) what is wrong with one
//! - `code` programs made ready for one battle
//! - `who` which cards a filter means, which conditions hold
//! - [`force`] what is in force, `effects` what it does to the rules
//! - `play` when and on what a card may be played, and why not
//! - `run` the operations that happen at once
//! - [`handler`] the way out: a function outside the core that picks among the program's parts

mod calls;
pub mod check;
mod choices;
mod code;
mod deck;
mod effects;
pub mod force;
pub mod handler;
mod lasting;
mod play;
pub mod program;
mod run;
mod scripts;
mod who;

pub use super::text::{fact_text, type_text, window_text};
pub use check::ProgramFault;
pub use force::{Force, Forces};
pub use program::{Program, Window};

pub(super) use code::{Code, is_of};

use super::Roster;
use super::cards::CardSet;
use super::types::{Army, Kind};
use program::{Bound, Permission, Quantity, Verb, WINDOWS};
use std::sync::Arc;

/// The Specials of one battle.
#[derive(Clone, Debug, Default)]
pub(super) struct Specials {
    /// Programs made ready, one for each card that has one.
    pub(super) codes: Vec<Code>,
    /// The army's cards that may be played in each window.
    pub(super) windows: [[u128; WINDOWS]; 3],
    /// A hash over the programs.
    pub(super) hash: u64,
    /// Who answers handlers.
    pub(super) handlers: Option<Arc<dyn handler::Handlers>>,
}

impl Specials {
    /// Makes the programs of a card set ready for the cards of these rosters, and notes in their profiles which is whose.
    pub(super) fn new(set: &CardSet, rosters: &mut [Roster; 3]) -> Self {
        let mut specials = Self::default();
        for &army in Army::ALL {
            for i in 0..rosters[army.index()].cards.len() {
                let profile = &rosters[army.index()].cards[i];
                let Some(card) = set.cards().get(usize::from(profile.card)).filter(|c| c.kind == Kind::Special) else {
                    continue;
                };
                let Some(program) = set.program(&card.id) else { continue };
                let earlier = rosters[army.index()].cards[..i].iter().find(|p| p.card == profile.card);
                let number = match earlier {
                    Some(copy) => copy.special,
                    None => {
                        specials.codes.push(Code::new(program, set, rosters));
                        (specials.codes.len() - 1) as u16
                    }
                };
                rosters[army.index()].cards[i].special = number;
                for &window in &program.windows {
                    specials.windows[army.index()][window as usize] |= 1u128 << (i % 128);
                }
            }
        }
        specials.hash = set.programs_hash();
        specials
    }

    /// The army's Specials that may be played in a window.
    #[inline]
    pub(super) fn of(&self, army: Army, window: Window) -> u128 {
        self.windows[army.index()][window as usize]
    }
}

/// Which rules must look at what is in force, as bits of [`Forces::hooks`].
pub mod hook {
    use super::{Bound, Permission, Quantity, Verb};

    /// Attackers may hit themselves.
    pub const RECOIL: u32 = 1 << 4;
    /// Generals are hit by other faces.
    pub const EXPOSED: u32 = 1 << 5;
    /// Failed dice may count as passed.
    pub const FORGIVE: u32 = 1 << 6;
    /// Something happens when a card enters a Position with enemies.
    pub const ENTERED: u32 = 1 << 7;

    /// A number is changed.
    #[must_use]
    pub const fn quantity(what: Quantity) -> u32 {
        1 << what as u32
    }
    /// Something is forbidden.
    #[must_use]
    pub const fn verb(what: Verb) -> u32 {
        1 << (8 + what as u32)
    }
    /// Something is allowed.
    #[must_use]
    pub const fn permission(what: Permission) -> u32 {
        1 << (17 + what as u32)
    }
    /// A limit is changed.
    #[must_use]
    pub const fn bound(what: Bound) -> u32 {
        1 << (23 + what as u32)
    }
}
