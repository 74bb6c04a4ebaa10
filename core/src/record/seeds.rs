//! Checking the draws of a record against its seed.

use super::{LoadError, Logged, Record, SavedDraws};
use crate::chance::{Counts, Dice, Draws, Kind, Recorded, Redraw, Request, STREAMS, Seeded, Unmet};
use std::collections::VecDeque;

/// The most words of a stream that are passed over in a record to find draws behind others that were taken back.
pub const MAX_GAP: u64 = 1 << 20;

/// Follows the streams of a record's seed through its draws.
///
/// Draws that were taken back leave nothing in a record. With [`Redraw::Same`], and with [`Redraw::Fresh`] as long as the
/// counts say that none was, every draw must be the next words of its stream. Behind draws taken back for good it must be
/// found further on, in order and within the counts.
#[derive(Debug)]
pub(crate) struct Trail {
    seeded: Option<Seeded>,
    /// The words of each stream that no draw of the record used, as far as they have not been passed over.
    spare: Counts,
    /// The actions before it drew from elsewhere.
    since: usize,
    /// Counts that do not fit the draws.
    fault: Option<LoadError>,
}

impl Trail {
    /// The seed of `record` from its beginning.
    pub(crate) fn new(record: &Record) -> Self {
        let (seed, counts, since) = match record.header.draws {
            SavedDraws::Host => return Self { seeded: None, spare: [0; STREAMS], since: 0, fault: None },
            SavedDraws::Seeded { seed, counts } => (seed, counts, 0),
            SavedDraws::Forked { seed, counts, since } => (seed, counts, since as usize),
        };
        let mut used = [0u64; STREAMS];
        for drawn in record.actions.iter().skip(since).flat_map(|logged| &logged.draws) {
            let used = &mut used[usize::from(drawn.stream.0) % STREAMS];
            *used = used.saturating_add(drawn.words());
        }
        let (mut spare, mut fault) = ([0; STREAMS], None);
        for (stream, ((&count, &used), spare)) in counts.iter().zip(&used).zip(&mut spare).enumerate() {
            *spare = match count.checked_sub(used) {
                Some(0) => 0,
                Some(more) if record.header.redraw == Redraw::Fresh => more.min(MAX_GAP),
                _ => {
                    fault.get_or_insert(LoadError::Counts { stream, count, used });
                    0
                }
            };
        }
        Self { seeded: Some(Seeded::new(seed)), spare, since, fault }
    }

    /// All draws have been read: the counts fit them.
    pub(crate) fn finish(self) -> Result<(), LoadError> {
        self.fault.map_or(Ok(()), Err)
    }

    /// The draws of action `at`, counted from 0, checked as they are read.
    pub(crate) fn of<'a>(&'a mut self, at: usize, logged: &'a Logged) -> Traced<'a> {
        let trail = if at < self.since || self.seeded.is_none() { None } else { Some(self) };
        Traced { recorded: Recorded::new(&logged.draws), trail }
    }

    /// Goes on to where the seed gives `values`, as `read` reads its numbers below `n`; else what it gives instead.
    fn follow(&mut self, request: Request, n: u64, values: &[u16], read: impl Fn(u64) -> u16) -> Result<(), Vec<u16>> {
        let Some(seeded) = &mut self.seeded else { return Ok(()) };
        let spare = &mut self.spare[usize::from(request.stream.0) % STREAMS];
        let mut window = VecDeque::with_capacity(values.len());
        let mut first = None;
        loop {
            while window.len() < values.len() {
                window.push_back(read(seeded.below(request.stream, n)));
            }
            if window == values {
                return Ok(());
            }
            let found = first.get_or_insert_with(|| window.iter().copied().collect::<Vec<_>>());
            if *spare == 0 {
                return Err(std::mem::take(found));
            }
            *spare -= 1;
            window.pop_front();
        }
    }
}

/// The recorded draws of one action, each checked against the seed.
#[derive(Debug)]
pub(crate) struct Traced<'a> {
    recorded: Recorded<'a>,
    trail: Option<&'a mut Trail>,
}

impl<'a> Traced<'a> {
    /// The draws nobody asked for.
    pub(crate) fn rest(&self) -> &'a [crate::chance::Drawn] {
        self.recorded.rest()
    }

    /// Draws that come from no seed, or that have been checked before.
    pub(crate) fn unchecked(draws: &'a [crate::chance::Drawn]) -> Self {
        Self { recorded: Recorded::new(draws), trail: None }
    }

    fn check(&mut self, request: Request, n: u64, values: &[u16], read: impl Fn(u64) -> u16) -> Result<(), Unmet> {
        let draw = self.recorded.read();
        match &mut self.trail {
            None => Ok(()),
            Some(trail) => trail.follow(request, n, values, read).map_err(|seeded| Unmet::NotOfSeed {
                draw,
                request,
                recorded: values.to_vec(),
                seeded,
            }),
        }
    }
}

impl Draws for Traced<'_> {
    type Mark = usize;

    fn mark(&self) -> usize {
        self.recorded.mark()
    }

    /// The record is not read on after a failure: the seed is left where it is.
    fn reset(&mut self, mark: usize) {
        self.recorded.reset(mark);
    }

    fn dice(&mut self, request: Request) -> Result<Dice, Unmet> {
        let dice = self.recorded.dice(request)?;
        if let Kind::Dice { sides, .. } = request.kind {
            let faces: Vec<u16> = dice.faces().iter().map(|&face| face.into()).collect();
            self.check(request, sides.into(), &faces, |number| number as u16 + 1)?;
        }
        Ok(dice)
    }

    fn pick(&mut self, request: Request, label: impl Fn(u16) -> u16) -> Result<u16, Unmet> {
        let value = self.recorded.pick(request, &label)?;
        if let Kind::Pick { among } = request.kind {
            self.check(request, among.into(), &[value], |number| label(number as u16))?;
        }
        Ok(value)
    }
}
