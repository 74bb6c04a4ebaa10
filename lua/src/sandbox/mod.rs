//! The sandbox in which card scripts run.
//!
//! A [`Script`] is a source that was read, checked and compiled. A [`Sandbox`] loads it: runs it once with the words of a
//! [`Vocabulary`], freezes what it made, and calls the functions that it handed over ([`FunctionRef`]) within exact
//! [`Limits`]. A [`Pool`] does so for many threads.

mod error;
mod lexer;
mod library;
mod limits;
mod parser;
mod pool;
mod runtime;
mod scope;
mod script;
mod types;
mod values;
mod vocabulary;

pub use error::ScriptError;
pub use limits::{Limit, Limits, Log, LogLine};
pub use pool::Pool;
pub use runtime::{FunctionRef, Loaded, Sandbox, Spent};
pub use script::{Script, distance};
pub use values::{FUNCTION_KEY, MOST, whole};
pub use vocabulary::{Context, Vocabulary, Word};
