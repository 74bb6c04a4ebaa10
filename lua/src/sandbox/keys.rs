//! Where the texts and keys of a script fall in the interpreter's hash tables.
//!
//! The interpreter's hashes have no seed, so a script can choose texts and numbers that fall together; then every look
//! into a table of them goes along a chain. So all texts that a script has or makes, and all number keys that it writes,
//! are counted by their hash; the longest chain that any table of them can have is a factor of the price of every step.
//! A script that means no harm has few or well spread ones, and pays nothing.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// Nodes of a chain that cost nothing extra, as a power of two.
const FREE: u32 = 4;
/// Keys and texts that cost nothing extra: no table has many more places, so going over an emptied one is quick.
const FEW: usize = 512;
/// Beyond this many bits of a hash no table of a script goes.
const BITS: u32 = 24;
/// No source has so many names, in so few bytes, that more than two to the power of this fall together by chance.
const CLUMPED: u32 = 9;
/// Whole numbers from 1 to this are spread well, and not counted as keys.
pub(crate) const SMALL: f64 = 256.0;

/// The interpreter's hash of a text.
fn text_place(bytes: &[u8]) -> u32 {
    let (mut a, mut b, mut h) = (0_u32, 0_u32, bytes.len() as u32);
    let mut rest = bytes;
    while rest.len() >= 32 {
        let word = |at: usize| u32::from_le_bytes([rest[at], rest[at + 1], rest[at + 2], rest[at + 3]]);
        a = a.wrapping_add(word(0));
        b = b.wrapping_add(word(4));
        h = h.wrapping_add(word(8));
        a = (a ^ h).wrapping_sub(h.rotate_right(14));
        b = (b ^ a).wrapping_sub(a.rotate_right(11));
        h = (h ^ b).wrapping_sub(b.rotate_right(25));
        rest = &rest[12..];
    }
    for byte in rest.iter().rev() {
        h ^= (h << 5).wrapping_add(h >> 2).wrapping_add(u32::from(*byte));
    }
    h
}

/// The interpreter's hash of a number.
fn number_place(number: f64) -> u32 {
    const M: u32 = 0x5bd1_e995;
    let bits = number.to_bits();
    let (mut low, mut high) = (bits as u32, (bits >> 32) as u32 & 0x7fff_ffff);
    low = (low ^ (high >> 18)).wrapping_mul(M);
    high = (high ^ (low >> 22)).wrapping_mul(M);
    low = (low ^ (high >> 17)).wrapping_mul(M);
    (high ^ (low >> 19)).wrapping_mul(M)
}

fn identity(what: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

/// Different texts and keys, by place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Keys {
    /// What is counted already, and its place.
    known: HashMap<u64, u32>,
    /// Addresses of objects that are keys.
    objects: HashSet<usize>,
    /// How many fall together, looking at `level` bits of their places: nowhere more than 2^level. So no chain is longer:
    /// a small table has no room for it, and in a large one no more fall together.
    counts: Vec<u32>,
    level: u32,
    /// Elements of the longest list that came into being at once.
    room: usize,
}

impl Keys {
    /// The factor of the price of a step.
    fn weight(&self, more: usize) -> u64 {
        let long = 1 << self.level.saturating_sub(FREE);
        let wide = (self.known.len() + self.objects.len() + self.room + more) / FEW;
        (wide as u64).max(long)
    }

    /// Whether so much falls together that the interpreter would take long to take a source in, before its first step.
    pub(crate) fn is_clumped(&self) -> bool {
        self.level > CLUMPED
    }

    fn is_empty(&self) -> bool {
        self.known.is_empty() && self.objects.is_empty() && self.room == 0
    }
}

/// Counts the keys of one load or call, on top of those that were there before.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    base: Arc<Keys>,
    own: Keys,
}

impl Tally {
    /// Begins a load or call.
    pub(crate) fn start(&mut self, base: &Arc<Keys>) {
        self.base = base.clone();
        if !self.own.is_empty() {
            self.own = Keys::default();
        }
    }

    /// The factor of the price of a step.
    pub(crate) fn weight(&self) -> u64 {
        self.own.weight(self.base.known.len() + self.base.room).max(self.base.weight(0))
    }

    pub(crate) fn text(&mut self, text: &[u8]) {
        self.add(identity(text), text_place(text));
    }

    pub(crate) fn number(&mut self, number: f64) {
        // Both zeros are one key.
        let number = number + 0.0;
        if !(1.0..=SMALL).contains(&number) || number.fract() != 0.0 {
            self.add(identity(number.to_bits()), number_place(number));
        }
    }

    /// An object: its place comes from its address, which nobody can choose.
    pub(crate) fn object(&mut self, address: usize) {
        self.own.objects.insert(address);
    }

    /// A list of `n` elements comes into being at once.
    pub(crate) fn room(&mut self, n: usize) {
        self.own.room = self.own.room.max(n);
    }

    fn add(&mut self, identity: u64, place: u32) {
        let Self { base, own } = self;
        if base.known.contains_key(&identity) || own.known.insert(identity, place).is_some() {
            return;
        }
        if own.counts.is_empty() {
            own.level = base.level.max(FREE);
            own.counts = if base.counts.is_empty() { vec![0; 1 << FREE] } else { base.counts.clone() };
        }
        let mut deepest = bump(&mut own.counts, place);
        while deepest > 1 << own.level && own.level < BITS {
            own.level += 1;
            own.counts = vec![0; 1 << own.level];
            let places = base.known.values().chain(own.known.values());
            deepest = places.map(|place| bump(&mut own.counts, *place)).max().unwrap_or(0);
        }
    }

    /// All keys so far, to go on from.
    pub(crate) fn all(&self) -> Arc<Keys> {
        let Self { base, own } = self;
        if own.is_empty() {
            return base.clone();
        }
        // Addresses mean nothing later: a place for each is kept.
        let mut all = Keys { room: base.room + own.room + own.objects.len(), ..(**base).clone() };
        all.known.extend(&own.known);
        if !own.counts.is_empty() {
            (all.level, all.counts) = (own.level, own.counts.clone());
        }
        Arc::new(all)
    }

    /// Those of this load or call alone.
    pub(crate) fn own(&self) -> &Keys {
        &self.own
    }
}

fn bump(counts: &mut [u32], place: u32) -> u32 {
    // The length is a power of two.
    let at = place as usize & (counts.len() - 1);
    counts[at] += 1;
    counts[at]
}

/// Places that are told apart in the interpreter's one table of all texts.
const CROWD: usize = 1 << 10;
/// Texts that may fall together there, beside a part of all texts.
const TOGETHER: usize = 64;

/// What is in the interpreter's one table of all texts: those of all its scripts, and garbage.
#[derive(Debug, Default)]
pub(crate) struct Crowd {
    known: HashSet<u64>,
    counts: Vec<u32>,
}

impl Crowd {
    /// Adds texts; false when too many fall together.
    pub(crate) fn add(&mut self, keys: &Keys) -> bool {
        if self.counts.is_empty() {
            self.counts = vec![0; CROWD];
        }
        let mut deepest = 0;
        for (identity, place) in &keys.known {
            if self.known.insert(*identity) {
                deepest = deepest.max(bump(&mut self.counts, *place));
            }
        }
        deepest as usize <= TOGETHER + self.known.len() / 256
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }
}
