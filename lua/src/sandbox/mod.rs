//! The sandbox in which card scripts run.
//!
//! A [`Script`] is a source that was read, checked and compiled, once for all threads. A [`Sandbox`] loads it: runs it once
//! with the words of a [`Vocabulary`], freezes what it made, and calls the functions that it handed over
//! ([`FunctionRef`], plain data) within exact [`Limits`]. A [`Pool`] does so for many threads.
//!
//! ```
//! use eagles_lua::sandbox::{FunctionRef, Limits, Sandbox, Script, Vocabulary};
//! use serde_json::json;
//! use std::sync::Arc;
//!
//! let words = Arc::new(Vocabulary::new().word("card", |_, arguments| Ok(arguments[0].clone())));
//! let source = b"return card { id = 'mud', on_play = function(turn) return { ends = turn + 2 } end }";
//! let script = Script::new("mud.lua", source, &words, &Limits::default())?;
//!
//! let mut sandbox = Sandbox::new(&Limits::default())?;
//! let loaded = sandbox.load(&script)?;
//! assert_eq!(loaded.value, json!({"id": "mud", "on_play": {"$function": 0}}));
//!
//! let on_play = FunctionRef { script: "mud.lua".into(), number: 0 };
//! assert_eq!(sandbox.call(&on_play, &[json!(5)], None)?, json!({"ends": 7}));
//! # Ok::<(), eagles_lua::sandbox::ScriptError>(())
//! ```
//!
//! # Whom it holds off
//!
//! The author of a script is a stranger, and his file may have been made to do harm. He must not be able to
//!
//! - **leave the sandbox**: reach a file, a clock, another process, memory of the host, or another script;
//! - **hang or exhaust the host**: time, memory and stack are bounded, while a source is read, loaded and called;
//! - **make two machines differ**: the same script with the same input gives the same answer, error and count of steps, on
//!   every machine, in a fresh or used interpreter, whatever ran before;
//! - **keep something between calls**: a card has no memory but what the game keeps for it;
//! - **tell apart** what is the same: no address, no order of objects, no state of the collector is visible.
//!
//! He may waste his own budget and make his own card fail. The words of the vocabulary are ours: they must be pure, because
//! a call near the limit of memory is run again.
//!
//! # How
//!
//! **The compiler sees only what was understood.** A lexer and parser of our own read a source and write it anew; comments,
//! types and spellings do not pass. So there is no bytecode, no grammar that we do not know, and depth, length and chains
//! are bounded before the compiler (which has no budget) starts. Reading refuses unknown globals, global variables, `^`
//! (fractional powers go through the C library, which differs), names that begin with `__`, and writing to a local of an
//! enclosing function.
//!
//! **Nothing is kept.** Locals of an enclosing function cannot be written. Every table that comes into being while a script
//! is loaded is known (constructors are written as a call of the runtime; library and words give no table without it) and
//! frozen afterwards, reachable or not; what words carried out inside the interpreter make is frozen at once. Iterators made
//! while loading are dead afterwards. Globals and libraries are frozen from the start. There are no metatables, no
//! coroutines, no buffers.
//!
//! **Steps are exact.** The interpreter asks at every call, return and turn of a loop, and within pattern matching; these
//! points depend on the script alone (those of the collector are not counted). Between two points runs at most one body
//! of a function or loop: bodies are bounded, and the length of the longest is the price of a point. What takes time
//! inside the library is charged by size; while a pattern is matched, a point costs by the sizes of text and pattern.
//!
//! **Tables are as fast as they seem.** The interpreter's hashes have no seed, so texts and numbers can be chosen that fall
//! together in a table. All texts that a script has or makes, and all number keys it writes, are counted by these hashes:
//! the longest chain that any table of them can have, and how many they are (no emptied table has more places), are a
//! factor of the price of every step. A source of texts made to fall together is refused, and so is one script too many
//! whose texts fall together with those of others. The library makes no text that is not counted.
//!
//! **Memory is exact where it matters.** The collector rests during a call. How much is in use still depends a little on
//! what ran before; so a call that came past half the limit in a used interpreter is done again in a fresh one with the
//! same scripts, and that answer counts.
//!
//! **A limit is final.** The first limit that is hit stays noted until the end of the call, `pcall` cannot catch it, and a
//! call that hit one has failed whatever it returned.
//!
//! **Order is sorted.** Loops over a table, with `pairs` or without, go over numbers, then texts, in order; a table with an
//! object as a key cannot be gone over. Objects have no text but their kind, and errors are texts.
//!
//! **Numbers are plain.** Arithmetic takes numbers only: a text that looks like one would be read by the C library, in time
//! that grows with its square and with the decimal point of the host's locale. The library has what is exact on every
//! machine. Whole numbers up to 2^53 - 1 cross to the host; NaN, infinities and fractions do not, negative zero is zero.
//!
//! There is no unsafe code here, and no thread-local value.

mod error;
mod keys;
mod lexer;
mod library;
mod limits;
mod parser;
mod pool;
mod runtime;
mod scope;
mod script;
mod values;
mod vocabulary;

pub use error::ScriptError;
pub use limits::{Limit, Limits, Log, LogLine};
pub use pool::Pool;
pub use runtime::{FunctionRef, Loaded, Sandbox, Spent};
pub use script::{Script, distance};
pub use values::{FUNCTION_KEY, MOST, whole};
#[cfg(test)]
pub(crate) use vocabulary::Entry;
pub use vocabulary::{Context, LINE_KEY, PLACES, Row, Rows, Shape, Vocabulary, WORD_KEY, Word};
