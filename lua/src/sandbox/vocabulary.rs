//! The words that a host gives to scripts, beside the library.

use serde_json::Value;
use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// Where and for whom a word is called.
pub struct Context<'a> {
    /// The script that calls.
    pub script: &'a str,
    /// The line of the script that calls; 0 when not known.
    pub line: u32,
    /// Whether the script is being loaded (and not called).
    pub loading: bool,
    /// What the host gave for this call, if anything.
    pub host: Option<&'a (dyn Any + Send + Sync)>,
}

/// A word: gets its arguments as plain values and gives one back, or a message for the modder.
pub type Word = dyn Fn(&Context<'_>, &[Value]) -> Result<Value, String> + Send + Sync;

#[derive(Clone)]
pub(crate) enum Entry {
    Word(Arc<Word>),
    Constant(Value),
}

/// The words and constants that scripts see as globals. A name with a dot (`dice.roll`) stands in a table.
///
/// Words must be pure: what they give may depend on their arguments and on what the host gave for the call, and on
/// nothing else.
#[derive(Clone, Default)]
pub struct Vocabulary {
    pub(crate) entries: BTreeMap<String, Entry>,
}

impl Vocabulary {
    /// No words.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a word. A later one of the same name replaces an earlier one.
    #[must_use]
    pub fn word<F>(mut self, name: &str, word: F) -> Self
    where
        F: Fn(&Context<'_>, &[Value]) -> Result<Value, String> + Send + Sync + 'static,
    {
        self.entries.insert(name.to_owned(), Entry::Word(Arc::new(word)));
        self
    }

    /// Adds a constant; tables in it cannot be changed by scripts.
    #[must_use]
    pub fn constant(mut self, name: &str, value: Value) -> Self {
        self.entries.insert(name.to_owned(), Entry::Constant(value));
        self
    }

    /// All names, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.keys().map(String::as_str)
    }

    /// Whether a global of this name (or a table of this name) is known.
    pub(crate) fn knows(&self, name: &str) -> bool {
        self.globals().any(|global| global == name)
    }

    pub(crate) fn globals(&self) -> impl Iterator<Item = &str> {
        self.entries.keys().map(|key| key.split('.').next().unwrap_or(key))
    }
}

impl fmt::Debug for Vocabulary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}
