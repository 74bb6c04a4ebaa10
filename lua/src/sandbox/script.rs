//! A source that was read, checked and compiled; any number of sandboxes can load it.

use super::error::{Fault, ScriptError};
use super::keys::{Keys, Tally};
use super::lexer::Kind;
use super::library::{GLOBALS, gone};
use super::limits::{Limit, Limits};
use super::vocabulary::Vocabulary;
use super::{lexer, parser};
use std::fmt;
use std::sync::Arc;

/// A checked and compiled source, cheap to clone and free of any interpreter.
#[derive(Clone)]
pub struct Script {
    name: Arc<str>,
    code: Arc<[u8]>,
    pub(crate) vocabulary: Arc<Vocabulary>,
    /// Steps that one point of it costs.
    pub(crate) price: u64,
    /// The texts and names that stand in it.
    pub(crate) keys: Arc<Keys>,
}

impl fmt::Debug for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Script").field("name", &self.name).field("price", &self.price).finish_non_exhaustive()
    }
}

impl Script {
    /// Reads a source. `name` names it in errors: usually the card file, relative to the mod's folder; up to 100 letters,
    /// digits and `_ - . / +`. `source` must be UTF-8 text.
    ///
    /// # Errors
    /// What is wrong with the source, with line and column: faults of grammar, globals that are unknown, what a card may
    /// not do (change a captured local, set a global, use `^`), bytecode, and limits of size and nesting.
    pub fn new(name: &str, source: &[u8], vocabulary: &Arc<Vocabulary>, limits: &Limits) -> Result<Self, ScriptError> {
        let letters = |b: u8| b.is_ascii_alphanumeric() || b"_-./+".contains(&b);
        if name.is_empty() || name.len() > 100 || !name.bytes().all(letters) || name.starts_with('/') {
            return Err(ScriptError::plain(
                "script",
                "a script needs a name of 1 to 100 letters, digits and _ - . / +, not beginning with /",
            ));
        }
        let in_source = |fault| ScriptError::in_source(name, fault);
        if source.len() > limits.source {
            return Err(ScriptError::limit(name, Limit::Source));
        }
        let source = std::str::from_utf8(source).map_err(|error| {
            let before = source.get(..error.valid_up_to()).unwrap_or_default();
            let line = before.iter().filter(|b| **b == b'\n').count() as u32 + 1;
            let column = before.iter().rev().take_while(|b| **b != b'\n').count() as u32 + 1;
            in_source(Fault::at(line, column, "the file is not UTF-8 text (compiled scripts are refused)"))
        })?;
        let tokens = lexer::tokens(source).map_err(in_source)?;
        let known = |global: &str| match () {
            () if GLOBALS.binary_search(&global).is_ok() || vocabulary.knows(global) => Ok(()),
            () => Err(unknown(global, vocabulary)),
        };
        let read = parser::translate(&tokens, limits, &known).map_err(in_source)?;
        let mut tally = Tally::default();
        tally.room(read.room);
        for token in &tokens {
            match token.kind {
                Kind::Name => tally.text(token.text.as_bytes()),
                Kind::Text | Kind::Opens | Kind::Between | Kind::Closes => tally.text(&token.bytes),
                _ => {}
            }
        }
        let keys = tally.all();
        if keys.is_clumped() {
            return Err(ScriptError::limit(name, Limit::Keys));
        }
        let compiler = mlua::chunk::Compiler::new().set_optimization_level(1).set_debug_level(1);
        let code = compiler.compile(&read.text).map_err(|error| compile_error(name, &error))?;
        let price = 1 + u64::from(read.longest) / 32;
        Ok(Self { name: name.into(), code: code.into(), vocabulary: vocabulary.clone(), price, keys })
    }

    /// The name it was given.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn shared_name(&self) -> Arc<str> {
        self.name.clone()
    }

    pub(crate) fn code(&self) -> &[u8] {
        &self.code
    }
}

/// What to say of a global that is not there.
fn unknown(global: &str, vocabulary: &Vocabulary) -> String {
    if let Some(why) = gone(global) {
        return format!("`{global}` is not available in cards: {why}");
    }
    let names = GLOBALS.into_iter().chain(vocabulary.globals());
    let nearest = names.map(|name| (distance(global, name), name)).min();
    match nearest {
        Some((steps, name)) if steps <= 2.min(global.len() / 2) => {
            format!("`{global}` is not known here: did you mean `{name}`?")
        }
        _ => format!("`{global}` is not known here: is a `local` missing?"),
    }
}

/// How many letters must change to make one word of the other.
pub fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().take(64).collect(), b.chars().take(64).collect());
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.iter().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, to) in b.iter().enumerate() {
            let change = corner + usize::from(from != to);
            corner = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(corner + 1);
        }
    }
    row.last().copied().unwrap_or(0)
}

/// The compiler has the last word, though our grammar leaves it little to refuse: registers and constants.
fn compile_error(name: &str, error: &mlua::Error) -> ScriptError {
    let mlua::Error::SyntaxError { message, .. } = error else {
        return ScriptError::plain(name, "the compiler gave up");
    };
    let (line, text) = message.split_once(": ").unwrap_or(("", message));
    let line = line.trim_start_matches(':').parse().ok();
    ScriptError { line, ..ScriptError::plain(name, text) }
}
