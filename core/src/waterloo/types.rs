//! The vocabulary: armies, kinds of card, Positions, formations, slots.

use crate::game::Player;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use std::fmt;

/// Player 0 (W 5.0: he has the first turn).
pub const FRENCH: Player = Player(0);
/// Player 1: the British, the Prussians, or both.
pub const ALLIED: Player = Player(1);

/// The other player.
#[must_use]
pub const fn foe(player: Player) -> Player {
    Player(player.0 & 1 ^ 1)
}

/// Implements `name`, `FromStr`-like `from_name`, `Display` and serde (names in text, numbers in binary) for a fieldless
/// enum of `u8`.
macro_rules! named {
    ($type:ident { $($variant:ident = $name:literal),+ $(,)? }) => {
        impl $type {
            /// All of them, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The name, in lower case.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }

            /// The one with this name.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|v| v.name() == name)
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
                if s.is_human_readable() { s.serialize_str(self.name()) } else { s.serialize_u8(*self as u8) }
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                if d.is_human_readable() {
                    let name = <std::borrow::Cow<'_, str> as serde::Deserialize<'de>>::deserialize(d)?;
                    Self::from_name(&name).ok_or_else(|| {
                        let known: Vec<_> = Self::ALL.iter().map(|v| v.name()).collect();
                        <D::Error as serde::de::Error>::custom(format!("`{name}` is not one of {}", known.join(", ")))
                    })
                } else {
                    let n = <u8 as serde::Deserialize<'de>>::deserialize(d)?;
                    Self::ALL.get(usize::from(n)).copied().ok_or_else(|| <D::Error as serde::de::Error>::custom("number out of range"))
                }
            }
        }
    };
}
pub(crate) use named;

/// The army of a card: the colour of its back (W 1.0).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename_all = "snake_case"))]
#[repr(u8)]
pub enum Army {
    /// Blue backs.
    French,
    /// Red backs: Wellington's army with all its contingents.
    British,
    /// Gray backs.
    Prussian,
}
named!(Army { French = "french", British = "british", Prussian = "prussian" });

impl Army {
    /// The player who commands it.
    #[must_use]
    pub const fn player(self) -> Player {
        match self {
            Self::French => FRENCH,
            _ => ALLIED,
        }
    }

    /// Its number as an index.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// The armies that `player` may command.
#[must_use]
pub const fn armies(player: Player) -> &'static [Army] {
    match player {
        FRENCH => &[Army::French],
        _ => &[Army::British, Army::Prussian],
    }
}

/// The type of a card (W 1.0), Artillery by its two sorts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename_all = "snake_case"))]
#[repr(u8)]
pub enum Kind {
    /// A General (W 12.0).
    General,
    /// Infantry.
    Infantry,
    /// Cavalry.
    Cavalry,
    /// Foot Artillery, which never crosses the Middle Ground.
    FootArtillery,
    /// Horse Artillery, which moves and fires (W 7.24).
    HorseArtillery,
    /// Terrain (W 11.0).
    Terrain,
    /// A Special card (W 13.0).
    Special,
}
named!(Kind {
    General = "general",
    Infantry = "infantry",
    Cavalry = "cavalry",
    FootArtillery = "foot_artillery",
    HorseArtillery = "horse_artillery",
    Terrain = "terrain",
    Special = "special",
});

/// How many kinds there are.
pub const KINDS: usize = 7;

impl Kind {
    /// Whether it is a Troop card: Infantry, Cavalry or Artillery (W 7.1).
    #[must_use]
    pub const fn is_troop(self) -> bool {
        matches!(self, Self::Infantry | Self::Cavalry | Self::FootArtillery | Self::HorseArtillery)
    }

    /// Whether it is Artillery of either sort.
    #[must_use]
    pub const fn is_artillery(self) -> bool {
        matches!(self, Self::FootArtillery | Self::HorseArtillery)
    }

    /// How many Battle Moves it has in a turn (W 8.0, 8.3).
    #[must_use]
    pub const fn moves(self) -> u8 {
        match self {
            Self::Cavalry | Self::General => 2,
            _ => 1,
        }
    }
}

/// The four types of Terrain (W 11.1 to 11.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename_all = "snake_case"))]
#[repr(u8)]
pub enum GroundKind {
    /// +1 cv for its occupants (W 11.1).
    Hill,
    /// Infantry only, attackers -1 cv (W 11.2).
    Woods,
    /// A barrier in the Middle Ground (W 11.3).
    River,
    /// Infantry only, no Shock (W 11.4).
    Building,
}
named!(GroundKind { Hill = "hill", Woods = "woods", River = "river", Building = "building" });

/// The formation of an Infantry card (W 9.0).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename_all = "snake_case"))]
#[repr(u8)]
pub enum Formation {
    /// Line, unless a marker says otherwise (W 9.1).
    #[default]
    Line,
    /// Column (W 9.2).
    Column,
    /// Square (W 9.3).
    Square,
}
named!(Formation { Line = "line", Column = "column", Square = "square" });

/// How a card attacks (W 7.2, 7.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename_all = "snake_case"))]
#[repr(u8)]
pub enum Attack {
    /// Fire at short range, in an engagement.
    Fire,
    /// Shock, in an engagement.
    Shock,
    /// Artillery Fire across the Middle Ground.
    Long,
}
named!(Attack { Fire = "fire", Shock = "shock", Long = "long" });

/// One of the six Positions (W 4.0), or the Reserve of whoever acts.
///
/// `0..3` are the French Left, Center and Right, `3..6` the Allied Left, Center and Right, each as its own side sees it.
/// The French Left faces the Allied Right (W r1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Place(pub u8);

/// How many Positions there are.
pub const POSITIONS: usize = 6;

impl Place {
    /// The Reserve.
    pub const RESERVE: Self = Self(6);
    /// The six Positions.
    pub const POSITIONS: [Self; POSITIONS] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    const NAMES: [&'static str; 7] =
        ["french-left", "french-center", "french-right", "allied-left", "allied-center", "allied-right", "reserve"];

    /// The Position of `player`'s battleline with number `lane`: 0 Left, 1 Center, 2 Right.
    #[must_use]
    pub const fn of(player: Player, lane: u8) -> Self {
        Self((player.0 & 1) * 3 + lane)
    }

    /// The number as an index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether it is the Reserve and not a Position.
    #[must_use]
    pub const fn is_reserve(self) -> bool {
        self.0 == 6
    }

    /// Whose battleline it belongs to.
    #[must_use]
    pub const fn owner(self) -> Player {
        Player(if self.0 < 3 { 0 } else { 1 })
    }

    /// The Position across the Middle Ground.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self(5u8.wrapping_sub(self.0))
    }

    /// The lane that the Position and its opposite form: 0 for the French Left, 1 for the Centers, 2 for the French Right.
    #[must_use]
    pub const fn lane(self) -> usize {
        if self.0 < 3 { self.0 as usize } else { 5u8.wrapping_sub(self.0) as usize % 3 }
    }

    /// The name, such as `french-left`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        if (self.0 as usize) < Self::NAMES.len() { Self::NAMES[self.0 as usize] } else { "nowhere" }
    }

    /// The place with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().position(|&n| n == name).map(|i| Self(i as u8))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        if s.is_human_readable() { s.serialize_str(self.name()) } else { s.serialize_u8(self.0) }
    }
}

impl<'de> Deserialize<'de> for Place {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        if d.is_human_readable() {
            let name = std::borrow::Cow::<'_, str>::deserialize(d)?;
            Self::from_name(&name)
                .ok_or_else(|| D::Error::custom(format!("`{name}` is not one of {}", Self::NAMES.join(", "))))
        } else {
            match u8::deserialize(d)? {
                n @ 0..=6 => Ok(Self(n)),
                _ => Err(D::Error::custom("place out of range")),
            }
        }
    }
}

/// How many cards an army may bring: its undrawn cards and all that it has drawn.
pub const ARMY_CARDS: usize = 128;

/// One card of this game: the army and its place in the army's list ([`super::Waterloo::card`] tells which card it is),
/// as one number: the place, and 128 for British or 256 for Prussian cards.
/// Cards are instances: three copies in a custom deck are three of these (W N47).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct CardId(pub u16);

impl CardId {
    /// No card.
    pub const NONE: Self = Self(u16::MAX);

    /// Card `index` of `army`.
    #[must_use]
    pub const fn new(army: Army, index: usize) -> Self {
        Self((army as u16) * ARMY_CARDS as u16 + index as u16)
    }

    /// Its army; meaningless for [`CardId::NONE`].
    #[must_use]
    pub const fn army(self) -> Army {
        match self.0 / ARMY_CARDS as u16 {
            0 => Army::French,
            1 => Army::British,
            _ => Army::Prussian,
        }
    }

    /// Its place in the army's list.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize % ARMY_CARDS
    }

    /// Its bit in a set of the army's cards.
    #[must_use]
    pub const fn bit(self) -> u128 {
        1 << self.index()
    }
}

impl fmt::Debug for CardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::NONE { f.write_str("none") } else { write!(f, "{}{}", self.army(), self.index()) }
    }
}

/// The cards of `set`, lowest first.
pub fn cards(army: Army, mut set: u128) -> impl Iterator<Item = CardId> + Clone {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let index = set.trailing_zeros() as usize;
        set &= set - 1;
        Some(CardId::new(army, index))
    })
}

/// The n-th card of `set`, counted from 0; the set must hold more than n.
#[must_use]
pub fn nth_card(army: Army, mut set: u128, n: u16) -> CardId {
    for _ in 0..n {
        set &= set.wrapping_sub(1);
    }
    CardId::new(army, set.trailing_zeros() as usize % ARMY_CARDS)
}

/// How many cards of one player can stand on the battlefield at once.
pub const SLOTS: usize = 64;

/// A card's place on the table, as both players see it: the number stays while the card stays on the battlefield and tells
/// nothing about the card. The lowest free number is given on arrival.
pub type Slot = u8;

/// The slots of `set`, lowest first.
#[inline]
pub fn slots(mut set: u64) -> impl Iterator<Item = Slot> + Clone {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let slot = set.trailing_zeros() as Slot;
        set &= set - 1;
        Some(slot)
    })
}

/// Whether a set of slots holds more than `n`, which is small: quicker than counting them all.
#[inline]
#[must_use]
pub const fn more_than(mut set: u64, n: u8) -> bool {
    // No way out before the end: the branch would be hard to foresee.
    let mut i = 0;
    while i < n {
        set &= set.wrapping_sub(1);
        i += 1;
    }
    set != 0
}

/// The bit of a slot in a set of slots; 0 for a number out of range.
#[inline]
#[must_use]
pub const fn bit(slot: Slot) -> u64 {
    if (slot as usize) < SLOTS { 1 << slot } else { 0 }
}
