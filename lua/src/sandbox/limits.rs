//! The limits of a sandbox, and the meter that counts against them.

use super::keys::{Keys, Tally};
use std::fmt;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What a script may use. Every number is a hard cap: a script that goes past one has failed, whatever it returns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of one source file. Default 256 KiB.
    pub source: usize,
    /// How deep expressions, blocks and types may nest in a source. Default 64.
    pub nesting: u32,
    /// Words and signs in the body of one function, or of one loop outside functions (inner functions count for
    /// themselves): what runs between two points where the budget is asked. Default 2,048.
    pub body: u32,
    /// Time that a load or call may take on the clock; a pause of the machine counts at most 50 ms. A belt over the braces:
    /// nothing is known that needs it, since every attack ends at its steps in a small part of it. Default 1 s.
    pub patience: Duration,
    /// Steps of running one file while it is loaded. Default 400,000.
    pub load_steps: u64,
    /// Steps of one call of a handler. Default 100,000.
    pub call_steps: u64,
    /// Bytes of memory that one load or call may add. Default 4 MiB.
    pub memory: usize,
    /// Functions that may be running inside each other. Default 150.
    pub depth: usize,
    /// Bytes of any text that a script builds. Default 8 KiB.
    pub text: usize,
    /// Bytes of a pattern for `string.find` and its like. Default 128.
    pub pattern: usize,
    /// Elements that `table.create` makes, `table.move` moves, and `table.sort` sorts. Default 16,384.
    pub elements: usize,
    /// Values (every element, key and text counts one) that cross to the host or back at once. Default 4,096.
    pub values: usize,
    /// How deep a value that crosses may nest. Default 16.
    pub value_depth: usize,
    /// Bytes of all texts of a value that crosses. Default 64 KiB.
    pub value_bytes: usize,
    /// Lines that the log keeps until it is taken. Default 200; what comes after is counted, not kept.
    pub log_lines: usize,
    /// Bytes of a line of the log; a longer one is cut. Default 512.
    pub log_line: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            source: 256 << 10,
            nesting: 64,
            body: 2_048,
            patience: Duration::from_secs(1),
            load_steps: 400_000,
            call_steps: 100_000,
            memory: 4 << 20,
            depth: 150,
            text: 8 << 10,
            pattern: 128,
            elements: 16 << 10,
            values: 4_096,
            value_depth: 16,
            value_bytes: 64 << 10,
            log_lines: 200,
            log_line: 512,
        }
    }
}

/// Which limit a script hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// The source is too long ([`Limits::source`]).
    Source,
    /// The source nests too deep ([`Limits::nesting`]).
    Nesting,
    /// A function of the source is too long ([`Limits::body`]).
    Body,
    /// The script ran too long ([`Limits::load_steps`], [`Limits::call_steps`]).
    Steps,
    /// The script used too much memory ([`Limits::memory`]).
    Memory,
    /// Too many functions inside each other ([`Limits::depth`]).
    Depth,
    /// A text is too long ([`Limits::text`], [`Limits::pattern`]).
    Text,
    /// A table is too large for a library function ([`Limits::elements`]).
    Elements,
    /// Too many texts of the scripts in one sandbox fall together in the interpreter's table of texts.
    Keys,
    /// The script took too long on the clock ([`Limits::patience`]).
    Time,
    /// A value is too large to cross to the host ([`Limits::values`], [`Limits::value_depth`], [`Limits::value_bytes`]).
    Value,
}

impl Limit {
    const ALL: [Self; 11] = [
        Self::Source,
        Self::Nesting,
        Self::Body,
        Self::Steps,
        Self::Memory,
        Self::Depth,
        Self::Text,
        Self::Elements,
        Self::Value,
        Self::Keys,
        Self::Time,
    ];

    /// What happened, as a sentence for the modder.
    pub fn message(self) -> &'static str {
        match self {
            Self::Source => "the file is too long",
            Self::Nesting => "too deeply nested",
            Self::Body => "this function or loop is too long: split it",
            Self::Steps => "the script ran too long: is there a loop that does not end?",
            Self::Memory => "the script used too much memory",
            Self::Depth => "too many functions called inside each other: is there a recursion that does not end?",
            Self::Text => "a text became too long",
            Self::Elements => "a table is too large for this function",
            Self::Keys => "too many texts of these scripts have the same hash: were they made to?",
            Self::Time => "the script took too long on the clock",
            Self::Value => "a value is too large to be handed over",
        }
    }

    /// The name of the limit, as used in reports of errors.
    pub fn name(self) -> &'static str {
        match self {
            Self::Source => "source",
            Self::Nesting => "nesting",
            Self::Body => "body",
            Self::Steps => "steps",
            Self::Memory => "memory",
            Self::Depth => "depth",
            Self::Text => "text",
            Self::Elements => "elements",
            Self::Value => "value",
            Self::Keys => "keys",
            Self::Time => "time",
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl std::error::Error for Limit {}

/// One line that a script wrote with `print`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// The script.
    pub script: String,
    /// The line of the script, from 1; 0 when not known.
    pub line: u32,
    /// What was printed.
    pub text: String,
}

/// What scripts printed since the log was last taken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Log {
    /// The lines, oldest first.
    pub lines: Vec<LogLine>,
    /// How many lines came after the log was full.
    pub lost: u64,
}

/// Steps between two looks at the clock.
const LOOK: u64 = 64;
/// What one stretch between two looks counts at most.
const STRETCH: Duration = Duration::from_millis(50);

#[derive(Debug, Default)]
struct Clock {
    last: Option<Instant>,
    spent: Duration,
    patience: Duration,
}

/// Counts what the running script uses. All counts but the clock depend on the script and its input alone: never on
/// the collector or what ran before.
#[derive(Debug, Default)]
pub(crate) struct Meter {
    steps: AtomicU64,
    budget: AtomicU64,
    /// Steps that one point of the script costs: more for scripts with long bodies.
    price: AtomicU64,
    /// A further factor while the library matches a pattern.
    weight: AtomicU64,
    /// A factor of all steps, when keys fall together or are many.
    crowd: AtomicU64,
    tally: Mutex<Tally>,
    ticks: AtomicU64,
    peak: AtomicU64,
    /// The count of steps at which the clock is looked at next.
    look: AtomicU64,
    clock: Mutex<Clock>,
    /// 0, or the place of the limit in `Limit::ALL` plus 1.
    tripped: AtomicU8,
    /// The calls that ran when a limit was first noticed.
    place: Mutex<String>,
    log: Mutex<Log>,
}

impl Meter {
    pub(crate) fn start(&self, budget: u64, price: u64, patience: Duration, keys: &Arc<Keys>) {
        self.count(|tally| tally.start(keys));
        *self.clock() = Clock { last: Some(Instant::now()), spent: Duration::ZERO, patience };
        self.look.store(LOOK, Relaxed);
        self.steps.store(0, Relaxed);
        self.budget.store(budget, Relaxed);
        self.price.store(price, Relaxed);
        self.weight.store(1, Relaxed);
        self.ticks.store(0, Relaxed);
        self.peak.store(0, Relaxed);
        self.tripped.store(0, Relaxed);
        self.place.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Counts keys.
    pub(crate) fn count<T>(&self, count: impl FnOnce(&mut Tally) -> T) -> T {
        let mut tally = self.tally.lock().unwrap_or_else(PoisonError::into_inner);
        let counted = count(&mut tally);
        self.crowd.store(tally.weight().max(1), Relaxed);
        counted
    }

    pub(crate) fn remember_place(&self, traceback: impl FnOnce() -> String) {
        let mut place = self.place.lock().unwrap_or_else(PoisonError::into_inner);
        if place.is_empty() {
            *place = traceback();
        }
    }

    pub(crate) fn place(&self) -> String {
        self.place.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn steps(&self) -> u64 {
        self.steps.load(Relaxed)
    }

    pub(crate) fn peak(&self) -> u64 {
        self.peak.load(Relaxed)
    }

    pub(crate) fn see_memory(&self, used: usize) {
        self.peak.fetch_max(used as u64, Relaxed);
    }

    pub(crate) fn weight(&self) -> u64 {
        self.weight.load(Relaxed)
    }

    pub(crate) fn set_weight(&self, weight: u64) {
        self.weight.store(weight.max(1), Relaxed);
    }

    /// One point of the script: true every 16th time, when depth is due to be looked at.
    pub(crate) fn tick(&self) -> Result<bool, Limit> {
        self.charge(self.price.load(Relaxed).saturating_mul(self.weight()))?;
        if self.steps() >= self.look.load(Relaxed) {
            self.look.store(self.steps() + LOOK, Relaxed);
            self.look_at_clock()?;
        }
        Ok(self.ticks.fetch_add(1, Relaxed) % 16 == 15)
    }

    fn clock(&self) -> MutexGuard<'_, Clock> {
        self.clock.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn look_at_clock(&self) -> Result<(), Limit> {
        let mut clock = self.clock();
        let now = Instant::now();
        let stretch = clock.last.map_or(Duration::ZERO, |last| now.duration_since(last));
        clock.last = Some(now);
        clock.spent += stretch.min(STRETCH);
        if clock.spent > clock.patience { Err(self.trip(Limit::Time)) } else { Ok(()) }
    }

    pub(crate) fn charge(&self, steps: u64) -> Result<(), Limit> {
        if let Some(limit) = self.tripped() {
            return Err(limit);
        }
        let steps = steps.saturating_mul(self.crowd.load(Relaxed)).min(1 << 60);
        let used = self.steps.fetch_add(steps, Relaxed).saturating_add(steps);
        if used > self.budget.load(Relaxed) { Err(self.trip(Limit::Steps)) } else { Ok(()) }
    }

    /// The first limit that is hit stays: the call has failed.
    pub(crate) fn trip(&self, limit: Limit) -> Limit {
        let place = Limit::ALL.iter().position(|l| *l == limit).unwrap_or(0) as u8 + 1;
        let _ = self.tripped.compare_exchange(0, place, Relaxed, Relaxed);
        limit
    }

    pub(crate) fn tripped(&self) -> Option<Limit> {
        Limit::ALL.get(usize::from(self.tripped.load(Relaxed)).checked_sub(1)?).copied()
    }

    pub(crate) fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn print(&self, line: LogLine, limits: &Limits) {
        let mut log = self.log();
        if log.lines.len() < limits.log_lines {
            log.lines.push(line);
        } else {
            log.lost += 1;
        }
    }
}
