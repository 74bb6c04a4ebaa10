//! What everybody has seen a card do.

use crate::waterloo::state::{MARKS, Side};
use crate::waterloo::types::{Slot, bit};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

/// What everybody has seen a card on the battlefield do: this turn, and while it has lain face-down.
///
/// In text it is a list of names, in binary a number with bit `i` for the i-th name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Marks(u16);

impl Marks {
    /// Has used a Battle Move this turn.
    pub const MOVED: Self = Self(1);
    /// Has used a second one (W 8.3).
    pub const MOVED_TWICE: Self = Self(1 << 1);
    /// Has fired or used Shock this turn.
    pub const ACTED: Self = Self(1 << 2);
    /// Has changed formation this turn (W r52).
    pub const FORMED: Self = Self(1 << 3);
    /// Has Engaged this turn.
    pub const ENGAGED: Self = Self(1 << 4);
    /// Has Disengaged this turn.
    pub const WITHDREW: Self = Self(1 << 5);
    /// Has taken a hit in this Battle Turn (W 7.4).
    pub const STRUCK: Self = Self(1 << 6);
    /// Has come up from the Reserve this turn.
    pub const CAME_UP: Self = Self(1 << 7);
    /// Known to be Infantry.
    pub const KNOWN_INFANTRY: Self = Self(1 << 8);
    /// Known to be Cavalry.
    pub const KNOWN_CAVALRY: Self = Self(1 << 9);
    /// Known not to be Foot Artillery.
    pub const KNOWN_MOBILE: Self = Self(1 << 10);
    /// Known to be a Troop card.
    pub const KNOWN_TROOP: Self = Self(1 << 11);

    /// How many of [`MARKS`] are seen as marks.
    const COUNT: usize = 12;

    /// All of them.
    pub const ALL: Self = Self((1 << Self::COUNT) - 1);

    /// Whether all of `marks` are set.
    #[must_use]
    pub const fn has(self, marks: Self) -> bool {
        self.0 & marks.0 == marks.0
    }

    /// Sets `marks`.
    pub const fn set(&mut self, marks: Self) {
        self.0 |= marks.0;
    }

    /// The marks as bits.
    pub(in crate::waterloo) const fn bits(self) -> u16 {
        self.0
    }

    /// The names of those that are set.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        MARKS
            .iter()
            .copied()
            .take(Self::COUNT)
            .enumerate()
            .filter(move |(i, _)| self.0 >> i & 1 == 1)
            .map(|(_, name)| name)
    }

    /// What the enemy has seen: a face-down card that came up from the Reserve may be any card of it, so that nobody sees
    /// what it did before (W r53).
    pub(in crate::waterloo) fn shown(side: &Side, slot: Slot) -> Self {
        let marks = Self::of(side, slot);
        let known = (side.up | side.known_cavalry) & bit(slot) != 0;
        if known { marks } else { Self(marks.0 & !(Self::MOVED_TWICE.0 | Self::WITHDREW.0)) }
    }

    pub(in crate::waterloo) fn of(side: &Side, slot: Slot) -> Self {
        let b = bit(slot);
        let sets = side.marks();
        Self(sets.iter().take(Self::COUNT).enumerate().fold(0, |marks, (i, set)| marks | u16::from(set & b != 0) << i))
    }
}

impl Serialize for Marks {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        if s.is_human_readable() { s.collect_seq(self.names()) } else { s.serialize_u16(self.0) }
    }
}

impl<'de> Deserialize<'de> for Marks {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        if !d.is_human_readable() {
            let marks = u16::deserialize(d)?;
            return if marks >> Self::COUNT == 0 { Ok(Self(marks)) } else { Err(D::Error::custom("unknown mark")) };
        }
        let names = Vec::<std::borrow::Cow<'_, str>>::deserialize(d)?;
        names.iter().try_fold(Self::default(), |marks, name| {
            match MARKS.iter().take(Self::COUNT).position(|n| n == name) {
                Some(i) => Ok(Self(marks.0 | 1 << i)),
                None => Err(D::Error::custom(format!("`{name}` is not one of {}", MARKS[..Self::COUNT].join(", ")))),
            }
        })
    }
}
