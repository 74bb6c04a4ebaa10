//! What one player has on the battlefield, by slot.

use super::types::{CardId, Formation, KINDS, Kind, POSITIONS, Place, SLOTS, Slot, bit, slots};
use serde::{Deserialize, Serialize};
use serde_big_array::BigArray;

/// What one player has on the battlefield.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Side {
    /// The card in each slot.
    #[serde(with = "BigArray")]
    pub card: [CardId; SLOTS],
    /// Hits not yet tested (W 6.0, 12.4).
    #[serde(with = "BigArray")]
    pub hits: [u8; SLOTS],
    /// For a face-down card: how many entries the army's `returned` list had when it left the Reserve. It may be one of
    /// those cards, and none of the later ones.
    #[serde(with = "BigArray")]
    pub since: [u8; SLOTS],
    /// The slots in each Position.
    pub at: [u64; POSITIONS],
    /// The slots by the kind of their card.
    pub kind: [u64; KINDS],
    /// Face-up (W 8.1).
    pub up: u64,
    /// In Column (W 9.2).
    pub column: u64,
    /// In Square (W 9.3).
    pub square: u64,
    /// Blown (W 7.31).
    pub blown: u64,
    /// Has used a Battle Move this turn, by moving or in place of it.
    pub moved: u64,
    /// Has used a second one (W 8.3).
    pub moved_twice: u64,
    /// Has fired or used Shock this turn.
    pub acted: u64,
    /// Has changed formation this turn (W r52).
    pub formed: u64,
    /// Has Engaged this turn.
    pub engaged: u64,
    /// Has Disengaged this turn.
    pub withdrew: u64,
    /// Has taken a hit in this Battle Turn (W 7.4).
    pub struck: u64,
    /// Has come up from the Reserve this turn.
    pub came_up: u64,
    /// Known to both to be Infantry: it bears a marker, or stands in Woods or a Building.
    pub known_infantry: u64,
    /// Known to both to be Cavalry: it has moved twice in a turn.
    pub known_cavalry: u64,
    /// Known to both not to be Foot Artillery: it has Engaged or crossed the Middle Ground.
    pub known_mobile: u64,
    /// Known to both to be a Troop card: it has moved, or it occupies Terrain.
    pub known_troop: u64,
}

impl Side {
    pub(in crate::waterloo) const EMPTY: Self = Self {
        card: [CardId::NONE; SLOTS],
        hits: [0; SLOTS],
        since: [0; SLOTS],
        at: [0; POSITIONS],
        kind: [0; KINDS],
        up: 0,
        column: 0,
        square: 0,
        blown: 0,
        moved: 0,
        moved_twice: 0,
        acted: 0,
        formed: 0,
        engaged: 0,
        withdrew: 0,
        struck: 0,
        came_up: 0,
        known_infantry: 0,
        known_cavalry: 0,
        known_mobile: 0,
        known_troop: 0,
    };

    /// All occupied slots.
    #[inline]
    #[must_use]
    pub fn all(&self) -> u64 {
        self.at[0] | self.at[1] | self.at[2] | self.at[3] | self.at[4] | self.at[5]
    }

    /// The slots that hold Troop cards, face-up or not.
    #[inline]
    #[must_use]
    pub fn troops(&self) -> u64 {
        self.kind[Kind::Infantry as usize]
            | self.kind[Kind::Cavalry as usize]
            | self.kind[Kind::FootArtillery as usize]
            | self.kind[Kind::HorseArtillery as usize]
    }

    /// The slots that hold Infantry.
    #[inline]
    #[must_use]
    pub fn infantry(&self) -> u64 {
        self.kind[Kind::Infantry as usize]
    }

    /// The slots that hold Cavalry.
    #[inline]
    #[must_use]
    pub fn cavalry(&self) -> u64 {
        self.kind[Kind::Cavalry as usize]
    }

    /// The slots that hold Artillery.
    #[inline]
    #[must_use]
    pub fn artillery(&self) -> u64 {
        self.kind[Kind::FootArtillery as usize] | self.kind[Kind::HorseArtillery as usize]
    }

    /// The slots that hold face-up Generals; a face-down General is a decoy.
    #[inline]
    #[must_use]
    pub fn generals(&self) -> u64 {
        self.kind[Kind::General as usize] & self.up
    }

    /// The slots that hold decoys: face-down cards that are not Troops (W 14.0).
    #[inline]
    #[must_use]
    pub fn decoys(&self) -> u64 {
        let general = self.kind[Kind::General as usize] & !self.up;
        general | self.kind[Kind::Terrain as usize] | self.kind[Kind::Special as usize]
    }

    /// The slots that count for the Stacking Limit: Troops and decoys (W 8.4, r67).
    #[inline]
    #[must_use]
    pub fn stacked(&self) -> u64 {
        self.all() & !self.generals()
    }

    /// The slots at a Position that count for the Stacking Limit.
    #[inline]
    #[must_use]
    pub fn stacked_at(&self, at: Place) -> u64 {
        self.at[at.index()] & !self.generals()
    }

    /// The Position of an occupied slot.
    #[inline]
    #[must_use]
    pub fn place(&self, slot: Slot) -> Option<Place> {
        let b = bit(slot);
        Place::POSITIONS.into_iter().find(|p| self.at[p.index()] & b != 0)
    }

    /// The slot of a card on the battlefield.
    #[must_use]
    pub fn slot_of(&self, card: CardId) -> Option<Slot> {
        slots(self.all()).find(|&s| self.card[usize::from(s)] == card)
    }

    /// The card in a slot, or none.
    #[inline]
    #[must_use]
    pub fn card_in(&self, slot: Slot) -> CardId {
        self.card.get(usize::from(slot)).copied().unwrap_or(CardId::NONE)
    }

    /// The formation of a slot.
    #[inline]
    #[must_use]
    pub fn formation(&self, slot: Slot) -> Formation {
        let has = |set: u64| usize::from(set & bit(slot) != 0);
        [Formation::Line, Formation::Column, Formation::Square, Formation::Line]
            [has(self.column) | has(self.square) << 1]
    }

    /// Sets the formation of a slot. A marker tells that the card is Infantry (W r9).
    pub(in crate::waterloo) fn set_formation(&mut self, slot: Slot, formation: Formation) {
        let b = bit(slot);
        self.column &= !b;
        self.square &= !b;
        match formation {
            Formation::Line => {}
            Formation::Column => self.column |= b,
            Formation::Square => self.square |= b,
        }
        if formation != Formation::Line {
            self.known_infantry |= b;
        }
    }

    /// How many Battle Moves a slot has used this turn.
    #[inline]
    #[must_use]
    pub fn moves_used(&self, slot: Slot) -> u8 {
        let b = bit(slot);
        u8::from(self.moved & b != 0) + u8::from(self.moved_twice & b != 0)
    }

    /// Uses up one Battle Move of a slot.
    pub(in crate::waterloo) fn spend_move(&mut self, slot: Slot) {
        let b = bit(slot);
        if self.moved & b != 0 {
            self.moved_twice |= b;
        }
        self.moved |= b;
    }

    /// Puts a card into the lowest free slot; `None` when all are taken.
    pub(in crate::waterloo) fn enter(&mut self, card: CardId, kind: Kind, at: Place, since: u8) -> Option<Slot> {
        let slot = (!self.all()).trailing_zeros() as Slot;
        if usize::from(slot) >= SLOTS {
            return None;
        }
        let b = bit(slot);
        self.card[usize::from(slot)] = card;
        self.since[usize::from(slot)] = since;
        self.at[at.index()] |= b;
        self.kind[kind as usize] |= b;
        Some(slot)
    }

    /// Empties a slot and everything known of it.
    pub(in crate::waterloo) fn vacate(&mut self, slot: Slot) {
        let keep = !bit(slot);
        self.card[usize::from(slot)] = CardId::NONE;
        self.hits[usize::from(slot)] = 0;
        self.since[usize::from(slot)] = 0;
        self.at.iter_mut().for_each(|set| *set &= keep);
        self.kind.iter_mut().for_each(|set| *set &= keep);
        for set in self.marks_mut() {
            *set &= keep;
        }
    }

    /// Takes a slot to another Position.
    pub(in crate::waterloo) fn relocate(&mut self, slot: Slot, to: Place) {
        let b = bit(slot);
        self.at.iter_mut().for_each(|set| *set &= !b);
        self.at[to.index()] |= b;
    }

    /// Forgets what the cards did this turn.
    pub(in crate::waterloo) fn new_turn(&mut self) {
        for set in &mut self.marks_mut()[..OF_TURN] {
            **set = 0;
        }
    }
}

/// The one list of the sets of slots that say something about a card, each with its name.
macro_rules! marks {
    ($($set:ident = $name:literal),+ $(,)?) => {
        /// The names of the sets of slots that say something about a card, in the order of [`Side::marks`].
        pub const MARKS: &[&str] = &[$($name),+];

        impl Side {
            /// The sets of slots that say something about a card, in the order of [`MARKS`].
            #[must_use]
            pub fn marks(&self) -> [u64; MARKS.len()] {
                [$(self.$set),+]
            }

            pub(in crate::waterloo) fn marks_mut(&mut self) -> [&mut u64; MARKS.len()] {
                [$(&mut self.$set),+]
            }
        }
    };
}

/// How many of [`MARKS`], from the first, are facts of this turn.
pub const OF_TURN: usize = 8;

marks! {
    moved = "moved",
    moved_twice = "moved-twice",
    acted = "acted",
    formed = "formed",
    engaged = "engaged",
    withdrew = "withdrew",
    struck = "struck",
    came_up = "came-up",
    known_infantry = "known-infantry",
    known_cavalry = "known-cavalry",
    known_mobile = "known-mobile",
    known_troop = "known-troop",
    up = "up",
    column = "column",
    square = "square",
    blown = "blown",
}
