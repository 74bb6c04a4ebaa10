//! What Special cards have in force: modifiers, prohibitions, permissions, limits, and what waits for its moment.
//!
//! An entry names the operation of the card's program that put it there; what it was played on, what it acts on, and from
//! when until when it counts. [`Forces::hooks`] says at a glance which rules need to look.

use crate::waterloo::agenda::Subject;
use crate::waterloo::types::CardId;
use serde::{Deserialize, Serialize};

/// How many entries there may be; a Special that would need more may not be played (W N65).
pub const FORCES: usize = 16;

/// A moment of the battle: four a turn, one for each phase and one for the end of the turn.
#[must_use]
pub const fn moment(turn: u16, phase: u16) -> u16 {
    turn.saturating_mul(4).saturating_add(phase)
}

/// The moment that is after every other.
pub const ALWAYS: u16 = u16::MAX;

/// One entry.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Force {
    /// The Special.
    pub card: CardId,
    /// The operation, by list and place in the list.
    pub op: (u8, u8),
    /// What the Special was played on.
    pub aim: Subject,
    /// What the operation acts on.
    pub it: Subject,
    /// The first moment at which it counts.
    pub from: u16,
    /// The last one.
    pub until: u16,
    /// The number that a handler gave.
    pub value: i8,
    /// How often it has been used.
    pub used: u8,
    /// The counter of its card.
    pub counter: u8,
}

impl Force {
    pub(in crate::waterloo) const NONE: Self = Self {
        card: CardId::NONE,
        op: (0, 0),
        aim: Subject::Nothing,
        it: Subject::Nothing,
        from: 0,
        until: 0,
        value: 0,
        used: 0,
        counter: 0,
    };
}

/// The entries, oldest first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Forces {
    list: [Force; FORCES],
    len: u8,
    /// Which rules must look at the entries, as bits of [`super::hook`]; made from the entries.
    pub hooks: u32,
}

impl Forces {
    pub(in crate::waterloo) const EMPTY: Self = Self { list: [Force::NONE; FORCES], len: 0, hooks: 0 };

    /// The entries, oldest first.
    #[inline]
    #[must_use]
    pub fn list(&self) -> &[Force] {
        self.list.get(..usize::from(self.len)).unwrap_or(&self.list)
    }

    #[inline]
    pub(in crate::waterloo) fn list_mut(&mut self) -> &mut [Force] {
        let len = usize::from(self.len).min(FORCES);
        &mut self.list[..len]
    }

    /// How many more there may be.
    #[must_use]
    pub fn room(&self) -> usize {
        FORCES.saturating_sub(usize::from(self.len))
    }

    /// Adds an entry behind the others; says whether there was room. The hooks are the caller's business.
    pub(in crate::waterloo) fn push(&mut self, force: Force) -> bool {
        let Some(entry) = self.list.get_mut(usize::from(self.len)) else { return false };
        *entry = force;
        self.len += 1;
        true
    }

    /// Keeps the entries for which `keep` says so, in order. The hooks are the caller's business.
    pub(in crate::waterloo) fn retain(&mut self, mut keep: impl FnMut(&Force) -> bool) {
        let mut kept = 0;
        for i in 0..usize::from(self.len) {
            if keep(&self.list[i]) {
                self.list[kept] = self.list[i];
                kept += 1;
            }
        }
        self.list[kept..].fill(Force::NONE);
        self.len = kept as u8;
    }
}
