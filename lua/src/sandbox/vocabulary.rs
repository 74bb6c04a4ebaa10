//! The words that a host gives to scripts, beside the library.

use mlua::{Lua, Value as LuaValue};
use serde_json::Value;
use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// Where and for whom a word is called.
pub struct Context<'a> {
    /// The script that calls.
    pub script: &'a str,
    /// The line of the script that calls, while it is loaded; 0 when not known, and in calls of its functions.
    pub line: u32,
    /// Whether the script is being loaded (and not called).
    pub loading: bool,
    /// What the host gave for this call, if anything.
    pub host: Option<&'a (dyn Any + Send + Sync)>,
}

/// A word: gets its arguments as plain values and gives one back, or a message for the modder.
pub type Word = dyn Fn(&Context<'_>, &[Value]) -> Result<Value, String> + Send + Sync;

/// A row of values that are no tables: they cross to scripts at little cost.
pub struct Row<'l> {
    lua: &'l Lua,
    values: Vec<LuaValue>,
}

impl<'l> Row<'l> {
    pub(crate) fn new(lua: &'l Lua) -> Self {
        Self { lua, values: Vec::new() }
    }

    pub(crate) fn into_values(self) -> Vec<LuaValue> {
        self.values
    }

    /// Adds true or false.
    pub fn truth(&mut self, truth: bool) {
        self.values.push(LuaValue::Boolean(truth));
    }

    /// Adds a number.
    pub fn number(&mut self, number: i32) {
        self.values.push(LuaValue::Number(number.into()));
    }

    /// Adds a text; false if the machine has no memory for it.
    pub fn text(&mut self, text: &str) {
        self.values.push(self.lua.create_string(text).map_or(LuaValue::Boolean(false), LuaValue::String));
    }
}

/// A word that gives a row of values.
pub type Rows = dyn Fn(&Context<'_>, &[Value], &mut Row<'_>) -> Result<(), String> + Send + Sync;

/// The key under which a table that a builder has made says which word made it.
pub const WORD_KEY: &str = "$word";
/// The key under which it says in which line, from 1.
pub const LINE_KEY: &str = "$line";
/// The most keys of a builder that takes them one after another.
pub const PLACES: usize = 4;

/// How a builder takes what it is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One table of keys, or nothing.
    Table,
    /// Its keys one after another (at most [`PLACES`]), or one table of them.
    Places,
    /// One list, or its entries one after another: its only key.
    List,
}

#[derive(Clone)]
pub(crate) enum Entry {
    Word(Arc<Word>),
    /// With the same for the usual arguments, as bytecode.
    Quick {
        code: Arc<[u8]>,
        rows: Option<Arc<Rows>>,
        word: Arc<Word>,
    },
    Builder {
        shape: Shape,
        keys: Vec<String>,
        word: Arc<Word>,
    },
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

    /// Adds a word with `source`, a chunk in Luau of the host's own: it gets `word` as a function and returns the function
    /// that scripts call. For arguments that are as usual that gives what `word` would give, as a frozen table or a plain
    /// value, without leaving the interpreter; any others it hands to `word`. It sees the interpreter's own library.
    #[must_use]
    pub fn quick<F>(mut self, name: &str, source: &str, word: F) -> Self
    where
        F: Fn(&Context<'_>, &[Value]) -> Result<Value, String> + Send + Sync + 'static,
    {
        self.compiled(name, source, None, Arc::new(word));
        self
    }

    /// The same for a word that makes tables of what the host knows: `source` gets a second function, which is `rows`. That
    /// gives its values one after another, and `source` makes tables of them, as fresh as those of `word`.
    #[must_use]
    pub fn rows<R, F>(mut self, name: &str, source: &str, rows: R, word: F) -> Self
    where
        R: Fn(&Context<'_>, &[Value], &mut Row<'_>) -> Result<(), String> + Send + Sync + 'static,
        F: Fn(&Context<'_>, &[Value]) -> Result<Value, String> + Send + Sync + 'static,
    {
        self.compiled(name, source, Some(Arc::new(rows)), Arc::new(word));
        self
    }

    fn compiled(&mut self, name: &str, source: &str, rows: Option<Arc<Rows>>, word: Arc<Word>) {
        let compiler = mlua::chunk::Compiler::new().set_optimization_level(1).set_debug_level(0);
        let entry = match compiler.compile(source) {
            Ok(code) => Entry::Quick { code: code.into(), rows, word },
            Err(_) => Entry::Word(word),
        };
        self.entries.insert(name.to_owned(), entry);
    }

    /// Adds a word that only makes one table of what it is given, with its own name under [`WORD_KEY`] and the line under
    /// [`LINE_KEY`].
    ///
    /// While a script is loaded such a word is carried out inside the interpreter; what stands in the tables that it was
    /// given is read once, at the end. `word` says what it gives for arguments that do not fit `shape` and `keys`, and in
    /// calls; where what is read at the end is at fault, the script is run again with `word` alone, which then tells the
    /// place.
    #[must_use]
    pub fn builder<F>(mut self, name: &str, shape: Shape, keys: &[&str], word: F) -> Self
    where
        F: Fn(&Context<'_>, &[Value]) -> Result<Value, String> + Send + Sync + 'static,
    {
        let keys: Vec<String> = keys.iter().map(|key| (*key).to_owned()).collect();
        let fits = match shape {
            Shape::Table => true,
            Shape::Places => keys.len() <= PLACES,
            Shape::List => keys.len() == 1,
        };
        let word: Arc<Word> = Arc::new(word);
        let entry = if fits { Entry::Builder { shape, keys, word } } else { Entry::Word(word) };
        self.entries.insert(name.to_owned(), entry);
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

impl fmt::Debug for Row<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.values).finish()
    }
}

impl fmt::Debug for Vocabulary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}
