//! The Terrain in play, as part of a position (W 11.0).

use super::types::{CardId, Place};
use crate::game::Player;
use serde::{Deserialize, Serialize};

/// A Terrain card in play (W 11.0). It always lies open and is never taken away.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Ground {
    /// The card.
    pub card: CardId,
    /// The Position; for a River, the Position of its owner that it lies in front of.
    pub at: Place,
    /// The player whom it faces: its owner until it is captured (W 11.5).
    pub holder: Player,
    /// The holder's slots that occupy it.
    pub occupants: u64,
}

/// How many Terrain cards each player can have in play.
pub const GROUNDS: usize = 8;

/// The Terrain cards in play. Each has a number for good: the French cards 0 to 7, the Allied ones 8 to 15, each in the
/// order in which their owner laid them, so that the numbers tell neither player what the other has laid in secret.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Grounds {
    list: [Ground; 2 * GROUNDS],
    len: [u8; 2],
}

impl Grounds {
    pub(super) const EMPTY: Self = Self {
        list: [Ground { card: CardId::NONE, at: Place::RESERVE, holder: Player(0), occupants: 0 }; 2 * GROUNDS],
        len: [0; 2],
    };

    /// Adds a card behind its owner's others and gives its number; `None` when there is no room.
    pub(super) fn push(&mut self, ground: Ground) -> Option<u8> {
        let owner = ground.card.army().player().index();
        let len = usize::from(self.len[owner]);
        if len >= GROUNDS {
            return None;
        }
        self.list[owner * GROUNDS + len] = ground;
        self.len[owner] += 1;
        Some((owner * GROUNDS + len) as u8)
    }

    /// The Terrain with this number.
    #[inline]
    #[must_use]
    pub fn get(&self, number: u8) -> Option<&Ground> {
        self.list.get(usize::from(number)).filter(|g| g.card != CardId::NONE)
    }

    #[inline]
    pub(super) fn get_mut(&mut self, number: u8) -> Option<&mut Ground> {
        self.list.get_mut(usize::from(number)).filter(|g| g.card != CardId::NONE)
    }

    /// All Terrain in play, by number.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = &Ground> {
        let (french, allied) = self.list.split_at(GROUNDS);
        french.iter().take(usize::from(self.len[0])).chain(allied.iter().take(usize::from(self.len[1])))
    }

    /// All Terrain in play, each with its number.
    #[inline]
    pub fn numbered(&self) -> impl Iterator<Item = (u8, &Ground)> + Clone {
        let (french, allied) = self.list.split_at(GROUNDS);
        let number = |base: usize| move |(i, g)| ((base + i) as u8, g);
        let french = french.iter().take(usize::from(self.len[0])).enumerate().map(number(0));
        french.chain(allied.iter().take(usize::from(self.len[1])).enumerate().map(number(GROUNDS)))
    }

    /// Whether none is in play.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == [0; 2]
    }
}
