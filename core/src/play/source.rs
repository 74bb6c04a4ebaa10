//! Where the draws of a match come from.

use crate::chance::{Counts, Dice, Drawn, Draws, Request, STREAMS, Seed, Seeded, Supplied, Unmet};

/// Where the draws of a match come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawsFrom {
    /// From a seed.
    Seed(Seed),
    /// From the host, which throws real dice or draws real cards.
    Host,
}

#[derive(Clone, Debug)]
pub(super) enum Source {
    Seeded(Box<Seeded>),
    Host(Supplied),
}

pub(super) enum Mark {
    Counts(Counts),
    At(usize),
}

impl Source {
    pub(super) fn new(from: DrawsFrom) -> Self {
        match from {
            DrawsFrom::Seed(seed) => Self::Seeded(Box::new(Seeded::new(seed))),
            DrawsFrom::Host => Self::Host(Supplied::new()),
        }
    }

    /// Drops supplied values that nobody has used.
    pub(super) fn drop_unused(&mut self) {
        if let Self::Host(supplied) = self {
            supplied.clear();
        }
    }

    /// The draws made so far stand; what is left over serves nothing else.
    pub(super) fn settle(&mut self) {
        if let Self::Host(supplied) = self {
            supplied.clear();
            supplied.settle();
        }
    }

    /// The same source as it is for an action that nothing was supplied for.
    pub(super) fn unsupplied(&self) -> Self {
        match self {
            Self::Seeded(_) => self.clone(),
            Self::Host(_) => Self::Host(Supplied::new()),
        }
    }

    /// Goes on (or, if `back`, goes back) over these draws, so that the seed gives them once. A source that has been
    /// made fresh since then goes back no further than its beginning.
    pub(super) fn skip<'a>(&mut self, draws: impl IntoIterator<Item = &'a Drawn>, back: bool) {
        let Self::Seeded(seeded) = self else { return };
        let mut counts = seeded.counts();
        for drawn in draws {
            let count = &mut counts[usize::from(drawn.stream.0) % STREAMS];
            *count = if back { count.saturating_sub(drawn.words()) } else { count.saturating_add(drawn.words()) };
        }
        seeded.reset(counts);
    }
}

impl Draws for Source {
    type Mark = Mark;

    fn mark(&self) -> Mark {
        match self {
            Self::Seeded(seeded) => Mark::Counts(seeded.mark()),
            Self::Host(supplied) => Mark::At(supplied.mark()),
        }
    }

    fn reset(&mut self, mark: Mark) {
        match (self, mark) {
            (Self::Seeded(seeded), Mark::Counts(counts)) => seeded.reset(counts),
            (Self::Host(supplied), Mark::At(at)) => supplied.reset(at),
            // A mark comes from the source it goes back to.
            _ => {}
        }
    }

    fn dice(&mut self, request: Request) -> Result<Dice, Unmet> {
        match self {
            Self::Seeded(seeded) => seeded.dice(request),
            Self::Host(supplied) => supplied.dice(request),
        }
    }

    fn pick(&mut self, request: Request, label: impl Fn(u16) -> u16) -> Result<u16, Unmet> {
        match self {
            Self::Seeded(seeded) => seeded.pick(request, label),
            Self::Host(supplied) => supplied.pick(request, label),
        }
    }
}
