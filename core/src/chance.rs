//! Named draws of dice and cards, and where they come from.
//!
//! A rule never asks for "a random number". It makes a [`Request`]: what the draw is for, from which stream, how many dice
//! of how many sides or one out of how many cards. A source ([`Draws`]) answers it, or says what it needs. Decks are not
//! shuffled ahead: drawing from a deck is a pick of one in n at the moment of the draw.
//!
//! [`Seeded`] is counter-based: draw number n of a stream depends on the seed, the stream and n alone, so that watching one
//! stream tells nothing about another, and a save needs only the counts.

use rand_chacha::ChaCha12Rng;
use rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use std::fmt;

mod seed;
#[cfg(test)]
mod tests;

pub use seed::{BadSeed, Seed};

/// The most dice one request may ask for.
pub const MAX_DICE: usize = 32;
/// How many streams a seed has.
pub const STREAMS: usize = 16;

/// One of the [`STREAMS`] independent streams of a seed; each game says what its streams are for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Stream(pub u8);

/// What is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// `count` dice with faces 1 to `sides`.
    Dice {
        /// 1 to [`MAX_DICE`].
        count: u8,
        /// At least 2.
        sides: u8,
    },
    /// One of `among` things, each as likely as the others.
    Pick {
        /// At least 1.
        among: u16,
    },
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dice { count, sides } => write!(f, "{count} of 1 to {sides}"),
            Self::Pick { among } => write!(f, "one of {among}"),
        }
    }
}

/// A draw that a rule asks for: its purpose, its stream and its range.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Request {
    /// The stable code of the purpose, such as `fire` or `reinforcement`.
    pub code: &'static str,
    /// Whom or what it is for, as the game numbers it (a slot, an army); `Game::draw_text` renders it.
    pub subject: u16,
    /// The stream it is drawn from.
    pub stream: Stream,
    /// Dice or a pick.
    pub kind: Kind,
}

/// Dice as they fell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Dice {
    faces: [u8; MAX_DICE],
    count: u8,
}

impl Dice {
    /// No dice yet.
    pub(crate) const EMPTY: Self = Self { faces: [0; MAX_DICE], count: 0 };

    pub(crate) fn push(&mut self, face: u8) {
        // Sources refuse a request for more.
        if let Some(place) = self.faces.get_mut(usize::from(self.count)) {
            *place = face;
            self.count += 1;
        }
    }

    /// The faces in the order in which they fell.
    #[must_use]
    pub fn faces(&self) -> &[u8] {
        &self.faces[..usize::from(self.count)]
    }
}

impl fmt::Debug for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.faces().fmt(f)
    }
}

/// Why a source did not answer a request. The action that asked is not carried out, and nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unmet {
    /// The host supplies draws and has not supplied this one: supply it, then apply the same action again.
    #[error("a draw is needed: {} ({})", .0.request.code, .0.request.kind)]
    Needed(Box<Needed>),
    /// A supplied value is not one that the draw can give.
    #[error("{value} is not a possible result of {} ({}); supply another", request.code, request.kind)]
    Impossible {
        /// The draw it was supplied for.
        request: Request,
        /// The value that does not fit.
        value: u16,
    },
    /// A record holds another draw than the one the rules ask for here.
    #[error("the record holds a draw for {recorded}, the rules ask for {} ({})", request.code, request.kind)]
    Diverged {
        /// The draw the rules ask for.
        request: Request,
        /// What the record holds, or `nothing`.
        recorded: String,
    },
    /// A record holds another draw than its seed gives.
    #[error("draw {draw}, for {} ({}), holds {recorded:?}, its seed gives {seeded:?}", request.code, request.kind)]
    NotOfSeed {
        /// Which draw of its action, counted from 1.
        draw: usize,
        /// The draw the rules ask for.
        request: Request,
        /// The values in the record.
        recorded: Vec<u16>,
        /// What the seed gives there.
        seeded: Vec<u16>,
    },
    /// A rule asks for more dice at once than there may be.
    #[error("{} asks for more than {MAX_DICE} dice at once ({}); ask in several draws", .0.code, .0.kind)]
    TooManyDice(Request),
    /// An exact distribution would have more branches than its limit allows.
    #[error("more than {limit} branches: too many to enumerate exactly; raise the limit or sample with `simulate`")]
    TooMany {
        /// The limit that was passed.
        limit: usize,
    },
    /// A script failed that was asked on the way.
    #[error(transparent)]
    Script(#[from] Box<ScriptFault>),
    /// There is nothing to draw: no result is possible, as when a position is sampled for a view that was tampered with.
    #[error("no result of {code} is possible")]
    Nothing {
        /// The code of the purpose.
        code: &'static str,
    },
}

/// A script that gave no answer. The action that led to it is not carried out, and nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[error("{card}: handler `{handler}`: {message}")]
pub struct ScriptFault {
    /// The id of the card.
    pub card: String,
    /// The function that was asked.
    pub handler: String,
    /// What went wrong, with file, line and column where the script is to blame.
    pub message: String,
    /// How the script got there, innermost call first.
    pub traceback: Vec<String>,
}

/// A draw that is waiting for the host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Needed {
    /// The draw.
    pub request: Request,
    /// For a pick, the labels it may give (cards, as the game numbers them); empty for dice. They are for the referee: a
    /// deck's labels may tell what the hands do not hold.
    pub options: Vec<u16>,
    /// How many of its dice have been supplied already.
    pub have: u8,
}

/// Refuses more dice than there may be at once.
#[inline]
pub(crate) fn few(request: Request, count: u8) -> Result<(), Unmet> {
    if usize::from(count) > MAX_DICE { Err(Unmet::TooManyDice(request)) } else { Ok(()) }
}

/// A source of draws.
pub trait Draws {
    /// Where the source stands; `reset` goes back to it when an action fails half-way.
    type Mark;
    /// Where the source stands now.
    fn mark(&self) -> Self::Mark;
    /// Goes back to `mark`, so that the draws since then will be drawn again.
    fn reset(&mut self, mark: Self::Mark);
    /// Rolls dice.
    ///
    /// # Errors
    /// [`Unmet`] when the source cannot answer.
    fn dice(&mut self, request: Request) -> Result<Dice, Unmet>;
    /// Picks one of `among` labels; `label(i)` gives the i-th, counted from 0.
    ///
    /// # Errors
    /// [`Unmet`] when the source cannot answer.
    fn pick(&mut self, request: Request, label: impl Fn(u16) -> u16) -> Result<u16, Unmet>;
}

/// One draw as it was made, for a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Drawn {
    /// The code of the purpose.
    pub code: String,
    /// Whom or what it was for.
    pub subject: u16,
    /// Its stream.
    pub stream: Stream,
    /// Dice or a pick, with its range.
    pub kind: Kind,
    /// The faces in order, or the one label picked.
    pub values: Vec<u16>,
}

impl Drawn {
    fn new(request: Request, values: Vec<u16>) -> Self {
        Self {
            code: request.code.to_owned(),
            subject: request.subject,
            stream: request.stream,
            kind: request.kind,
            values,
        }
    }

    /// How many words of its stream a seed gave for it: one a die, one a pick.
    #[must_use]
    pub fn words(&self) -> u64 {
        match self.kind {
            Kind::Dice { count, .. } => u64::from(count),
            Kind::Pick { .. } => 1,
        }
    }

    fn diverges(&self, request: Request) -> Unmet {
        Unmet::Diverged { request, recorded: format!("{} with values {:?}", self.code, self.values) }
    }

    fn answers(&self, request: &Request) -> bool {
        self.code == request.code
            && self.subject == request.subject
            && self.stream == request.stream
            && self.kind == request.kind
    }
}

/// What becomes of the draws of actions that are taken back.
///
/// Between people a draw is taken back by consent alone. With [`Redraw::Same`] a player who has got that consent knows the
/// dice to come and may throw them for another action; so matches between people take [`Redraw::Fresh`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Redraw {
    /// They come again: the same action has the same dice, and another has them too. For analysis and tests. A host that
    /// supplies draws throws anew all the same.
    Same,
    /// They are gone: what is drawn next is new.
    #[default]
    Fresh,
}

/// How many words each stream has given so far.
pub type Counts = [u64; STREAMS];

/// Draws from a seed.
///
/// Word n of stream s is the n-th 64-bit output of ChaCha12 with the seed as key and s as stream. A die with k sides is
/// `1 + (word * k >> 64)`, a pick among k is `word * k >> 64`; each die and each pick takes exactly one word. The
/// deviation from uniform is below k / 2^64.
#[derive(Clone)]
pub struct Seeded {
    seed: Seed,
    counts: Counts,
    rngs: [Option<ChaCha12Rng>; STREAMS],
}

impl Seeded {
    /// All streams of `seed`, from their beginning.
    #[must_use]
    pub fn new(seed: Seed) -> Self {
        Self::at(seed, [0; STREAMS])
    }

    /// The streams of `seed`, continued after `counts` words. A count begins again behind the greatest number.
    #[must_use]
    pub fn at(seed: Seed, counts: Counts) -> Self {
        Self { seed, counts, rngs: [const { None }; STREAMS] }
    }

    /// The seed.
    #[must_use]
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// How many words each stream has given.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// A number below `n`, from the next word of `stream`.
    #[inline]
    pub(crate) fn below(&mut self, stream: Stream, n: u64) -> u64 {
        let i = usize::from(stream.0) % STREAMS;
        let rng = self.rngs[i].get_or_insert_with(|| {
            let mut rng = ChaCha12Rng::from_seed(self.seed.0);
            rng.set_stream(i as u64);
            rng.set_word_pos(u128::from(self.counts[i]) * 2);
            rng
        });
        self.counts[i] = self.counts[i].wrapping_add(1);
        ((u128::from(rng.next_u64()) * u128::from(n)) >> 64) as u64
    }
}

impl fmt::Debug for Seeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seeded").field("counts", &self.counts).finish_non_exhaustive()
    }
}

impl Draws for Seeded {
    type Mark = Counts;

    fn mark(&self) -> Counts {
        self.counts
    }

    fn reset(&mut self, mark: Counts) {
        for ((count, rng), mark) in self.counts.iter_mut().zip(&mut self.rngs).zip(mark) {
            if *count != mark {
                *count = mark;
                *rng = None;
            }
        }
    }

    #[inline]
    fn dice(&mut self, request: Request) -> Result<Dice, Unmet> {
        let Kind::Dice { count, sides } = request.kind else { return Ok(Dice::EMPTY) };
        few(request, count)?;
        let mut dice = Dice::EMPTY;
        for _ in 0..count {
            dice.push(self.below(request.stream, u64::from(sides)) as u8 + 1);
        }
        Ok(dice)
    }

    #[inline]
    fn pick(&mut self, request: Request, label: impl Fn(u16) -> u16) -> Result<u16, Unmet> {
        let Kind::Pick { among } = request.kind else { return Ok(label(0)) };
        Ok(label(self.below(request.stream, u64::from(among)) as u16))
    }
}

/// Draws handed in from outside: a host with real dice and cards, or a test that forces them.
///
/// Values are taken in the order in which they were supplied. When they run out, [`Unmet::Needed`] says what is missing.
/// When a value is impossible, all values from the draw in question on are dropped.
#[derive(Clone, Debug, Default)]
pub struct Supplied {
    values: Vec<u16>,
    at: usize,
}

impl Supplied {
    /// Nothing supplied yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// These values, in order.
    pub fn of(values: impl IntoIterator<Item = u16>) -> Self {
        Self { values: values.into_iter().collect(), at: 0 }
    }

    /// Adds values behind those not yet used.
    pub fn supply(&mut self, values: impl IntoIterator<Item = u16>) {
        self.values.extend(values);
    }

    /// Drops the values not yet used.
    pub fn clear(&mut self) {
        self.values.truncate(self.at);
    }

    /// Forgets the values used so far: the draws they answered stand for good, and marks taken before mean nothing now.
    pub fn settle(&mut self) {
        self.values.drain(..self.at);
        self.at = 0;
    }

    /// The values not yet used.
    #[must_use]
    pub fn rest(&self) -> &[u16] {
        &self.values[self.at..]
    }

    fn needed(request: Request, options: Vec<u16>, have: u8) -> Unmet {
        Unmet::Needed(Box::new(Needed { request, options, have }))
    }

    fn impossible(&mut self, request: Request, value: u16) -> Unmet {
        self.clear();
        Unmet::Impossible { request, value }
    }
}

impl Draws for Supplied {
    type Mark = usize;

    fn mark(&self) -> usize {
        self.at
    }

    fn reset(&mut self, mark: usize) {
        self.at = mark;
    }

    fn dice(&mut self, request: Request) -> Result<Dice, Unmet> {
        let Kind::Dice { count, sides } = request.kind else { return Ok(Dice::EMPTY) };
        few(request, count)?;
        let have = self.rest().len().min(usize::from(count));
        let mut dice = Dice::EMPTY;
        for i in 0..have {
            let value = self.values[self.at + i];
            match u8::try_from(value) {
                Ok(face) if face >= 1 && face <= sides => dice.push(face),
                _ => return Err(self.impossible(request, value)),
            }
        }
        if have < usize::from(count) {
            return Err(Self::needed(request, Vec::new(), have as u8));
        }
        self.at += have;
        Ok(dice)
    }

    fn pick(&mut self, request: Request, label: impl Fn(u16) -> u16) -> Result<u16, Unmet> {
        let Kind::Pick { among } = request.kind else { return Ok(label(0)) };
        let Some(&value) = self.rest().first() else {
            return Err(Self::needed(request, (0..among).map(&label).collect(), 0));
        };
        if !(0..among).any(|i| label(i) == value) {
            return Err(self.impossible(request, value));
        }
        self.at += 1;
        Ok(value)
    }
}

/// Draws read back from a record; another draw than the recorded one is [`Unmet::Diverged`].
#[derive(Clone, Debug)]
pub struct Recorded<'a> {
    draws: &'a [Drawn],
    at: usize,
}

impl<'a> Recorded<'a> {
    /// How many draws have been read.
    pub(crate) fn read(&self) -> usize {
        self.at
    }

    /// Reads `draws` from the first.
    #[must_use]
    pub fn new(draws: &'a [Drawn]) -> Self {
        Self { draws, at: 0 }
    }

    /// The draws nobody asked for.
    #[must_use]
    pub fn rest(&self) -> &'a [Drawn] {
        &self.draws[self.at..]
    }

    fn next(&mut self, request: Request) -> Result<&'a Drawn, Unmet> {
        match self.draws.get(self.at) {
            Some(drawn) if drawn.answers(&request) => {
                self.at += 1;
                Ok(drawn)
            }
            other => {
                Err(Unmet::Diverged { request, recorded: other.map_or_else(|| "nothing".into(), |d| d.code.clone()) })
            }
        }
    }
}

impl Draws for Recorded<'_> {
    type Mark = usize;

    fn mark(&self) -> usize {
        self.at
    }

    fn reset(&mut self, mark: usize) {
        self.at = mark;
    }

    fn dice(&mut self, request: Request) -> Result<Dice, Unmet> {
        let drawn = self.next(request)?;
        let mut supplied = Supplied::of(drawn.values.iter().copied());
        match supplied.dice(request) {
            Ok(dice) if supplied.rest().is_empty() => Ok(dice),
            _ => Err(drawn.diverges(request)),
        }
    }

    fn pick(&mut self, request: Request, label: impl Fn(u16) -> u16) -> Result<u16, Unmet> {
        let drawn = self.next(request)?;
        let mut supplied = Supplied::of(drawn.values.iter().copied());
        match supplied.pick(request, label) {
            Ok(value) if supplied.rest().is_empty() => Ok(value),
            _ => Err(drawn.diverges(request)),
        }
    }
}

/// Passes draws on from `source` and keeps a record of them.
#[derive(Debug)]
pub struct Recorder<'a, D> {
    source: &'a mut D,
    drawn: Vec<Drawn>,
}

impl<'a, D: Draws> Recorder<'a, D> {
    /// Records what `source` gives.
    pub fn new(source: &'a mut D) -> Self {
        Self { source, drawn: Vec::new() }
    }

    /// The draws made, in order.
    #[must_use]
    pub fn finish(self) -> Vec<Drawn> {
        self.drawn
    }
}

impl<D: Draws> Draws for Recorder<'_, D> {
    type Mark = (D::Mark, usize);

    fn mark(&self) -> Self::Mark {
        (self.source.mark(), self.drawn.len())
    }

    fn reset(&mut self, (mark, len): Self::Mark) {
        self.source.reset(mark);
        self.drawn.truncate(len);
    }

    fn dice(&mut self, request: Request) -> Result<Dice, Unmet> {
        let dice = self.source.dice(request)?;
        self.drawn.push(Drawn::new(request, dice.faces().iter().map(|&f| u16::from(f)).collect()));
        Ok(dice)
    }

    fn pick(&mut self, request: Request, label: impl Fn(u16) -> u16) -> Result<u16, Unmet> {
        let value = self.source.pick(request, label)?;
        self.drawn.push(Drawn::new(request, vec![value]));
        Ok(value)
    }
}
