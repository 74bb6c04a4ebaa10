//! What the tests of whole games share: the mods with handlers, and a count of the calls of handlers.

// Each test crate uses its part.
#![allow(dead_code, unreachable_pub, missing_docs)]

use eagles::waterloo::specials::handler::{Call, HandlerError, Handlers, Reply};
use eagles::waterloo::{CardSet, Setup, Waterloo};
use eagles_lua::{ScriptSet, set};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// All battles.
pub const BATTLES: [&str; 5] = ["QB", "LI", "WA", "WV", "CH"];

/// The shipped cards and all mods of `tests/mods`, in interpreters that nobody has used.
pub fn all() -> ScriptSet {
    let folders = set::folders(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mods"));
    ScriptSet::from_folders(&CardSet::embedded(), &folders).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

/// A battle of a set of scripts, with its calls counted.
pub fn battle(set: &ScriptSet, battle: &str, counting: &Arc<Counting>) -> Waterloo {
    let game = set.battle(Setup::battle(battle)).unwrap_or_else(|faults| panic!("{battle}: {faults}"));
    game.with_handlers(counting.clone())
}

/// Counts the calls of handlers.
#[derive(Debug)]
pub struct Counting {
    inner: Arc<dyn Handlers>,
    calls: AtomicUsize,
}

impl Counting {
    pub fn new(set: &ScriptSet) -> Arc<Self> {
        Arc::new(Self { inner: set.handlers(), calls: AtomicUsize::new(0) })
    }

    /// How many calls there were.
    pub fn calls(&self) -> usize {
        self.calls.load(Ordering::Relaxed)
    }
}

impl Handlers for Counting {
    fn call(&self, call: &Call<'_>) -> Result<Reply, HandlerError> {
        self.calls.fetch_add(1, Ordering::Relaxed);
        self.inner.call(call)
    }
    fn hash(&self) -> u64 {
        self.inner.hash()
    }
    fn card_hash(&self, card: &str) -> u64 {
        self.inner.card_hash(card)
    }
}
