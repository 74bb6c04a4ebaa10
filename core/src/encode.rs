//! Actions and positions as numbers, for machine players.
//!
//! [`Encoded`] gives each action that is offered an *id*, a mask over the ids, and what a viewer sees as a fixed row of
//! floats. Ids and numbers are for the one player who acts or looks: his own things come first, and all of it is made
//! from what he may see, so that equal views give equal numbers. Between them, hosts and learners need nothing else: mask,
//! choose an id, [`Encoded::action_of`], apply.

use crate::game::{Game, Player, Viewer};
use serde::Serialize;

/// One part of an observation: a table of floats, its rows one after the other.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Block {
    /// Its name.
    pub name: &'static str,
    /// Where it begins.
    pub offset: usize,
    /// How many rows it has; one for what there is only once.
    pub rows: usize,
    /// The numbers of a row, by name. `lane:3` stands for three numbers in a row.
    pub fields: Vec<&'static str>,
    /// What it holds, and what its rows are.
    pub about: &'static str,
    /// The least value that may stand in it.
    pub low: f32,
    /// The greatest.
    pub high: f32,
}

impl Block {
    /// How many numbers a row has.
    #[must_use]
    pub fn width(&self) -> usize {
        width(&self.fields)
    }

    /// How many numbers it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows * self.width()
    }

    /// Whether it has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// How many numbers such fields are; see [`Block::fields`].
pub(crate) const fn width(fields: &[&str]) -> usize {
    let (mut sum, mut i) = (0, 0);
    while i < fields.len() {
        let (name, mut at, mut times) = (fields[i].as_bytes(), 0, 0);
        while at < name.len() && name[at] != b':' {
            at += 1;
        }
        at += 1;
        while at < name.len() {
            times = times * 10 + (name[at] - b'0') as usize;
            at += 1;
        }
        sum += if times == 0 { 1 } else { times };
        i += 1;
    }
    sum
}

/// A block as it is written down: name, rows, fields, what it holds.
pub(crate) type Entry = (&'static str, usize, &'static [&'static str], &'static str);

/// The blocks of a layout, one after the other.
pub(crate) fn blocks(entries: &[Entry]) -> Vec<Block> {
    let mut offset = 0;
    let made = entries.iter().map(|&(name, rows, fields, about)| {
        let block = Block { name, offset, rows, fields: fields.to_vec(), about, low: -1.0, high: 1.0 };
        offset += block.len();
        block
    });
    made.collect()
}

/// Writes numbers one after the other; what is beyond the end is lost. All lie within -1 and 1.
pub(crate) struct Pen<'a> {
    out: &'a mut [f32],
    at: usize,
}

impl<'a> Pen<'a> {
    /// Fills `out` with 0 and begins at its first number.
    pub(crate) fn new(out: &'a mut [f32]) -> Self {
        out.fill(0.0);
        Self { out, at: 0 }
    }

    #[inline]
    pub(crate) fn put(&mut self, value: f32) {
        if let Some(place) = self.out.get_mut(self.at) {
            *place = value.clamp(-1.0, 1.0);
        }
        self.at += 1;
    }

    /// 1 for yes.
    #[inline]
    pub(crate) fn flag(&mut self, yes: bool) {
        self.put(f32::from(u8::from(yes)));
    }

    /// A number as a part of its greatest.
    #[inline]
    pub(crate) fn part(&mut self, value: impl Into<f64>, most: u16) {
        self.put((value.into() / f64::from(most.max(1))) as f32);
    }

    /// `count` numbers, 1 for the one with this number and 0 for the others.
    #[inline]
    pub(crate) fn one_of(&mut self, which: Option<usize>, count: usize) {
        if let Some(i) = which.filter(|&i| i < count)
            && let Some(place) = self.out.get_mut(self.at + i)
        {
            *place = 1.0;
        }
        self.at += count;
    }

    /// Leaves `count` numbers 0.
    #[inline]
    pub(crate) fn skip(&mut self, count: usize) {
        self.at += count;
    }

    /// How many numbers have been passed.
    pub(crate) const fn at(&self) -> usize {
        self.at
    }
}

/// Actions and positions as numbers, for machine players.
pub trait Encoded: Game {
    /// The version of the ids and of the layout of observations; raised with every change of either.
    fn encoding_version(&self) -> u32;

    /// How many action ids there are: they are 0 to this, without it.
    fn action_ids(&self) -> usize;

    /// Gives the id of each action of a whole legal list of `player`, in its order; `None` for one that has none. No two of
    /// a list have the same.
    fn each_id(&self, state: &Self::State, player: Player, legal: &[Self::Action], each: impl FnMut(Option<u16>));

    /// The id of an action of `player` here; `None` where it has none. Every legal action has one, but for those beyond the bounds
    /// that the game states.
    fn action_id(&self, state: &Self::State, player: Player, action: &Self::Action) -> Option<u16>;

    /// The action of `player` with this id here; `None` where it means nothing. It need not be legal.
    fn action_of(&self, state: &Self::State, player: Player, id: u16) -> Option<Self::Action>;

    /// Writes 1 for the id of each legal action and 0 for all others. `legal` is room to work in; afterwards it holds the legal
    /// list. Ids beyond the end of `out`, which should have [`Encoded::action_ids`] entries, are left out.
    fn mask(&self, state: &Self::State, player: Player, legal: &mut Vec<Self::Action>, out: &mut [u8]) {
        out.fill(0);
        legal.clear();
        self.legal(state, player, legal);
        self.each_id(state, player, legal, |id| {
            if let Some(place) = id.and_then(|id| out.get_mut(usize::from(id))) {
                *place = 1;
            }
        });
    }

    /// How many numbers an observation has; the same for every position of a game.
    fn observation_len(&self) -> usize;

    /// What `viewer` sees, as numbers from -1 to 1; an onlooker and the referee look from the side of player 0. Numbers beyond the end
    /// of `out`, which should have [`Encoded::observation_len`] entries, are left out.
    fn observe(&self, state: &Self::State, viewer: Viewer, out: &mut [f32]);

    /// What the numbers of an observation are: blocks that follow one another from 0 to [`Encoded::observation_len`].
    fn observation_layout(&self) -> Vec<Block>;
}
