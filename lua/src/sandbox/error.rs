//! What a script did wrong, and where.

use super::limits::{Limit, Meter};
use std::fmt;

/// A place in a source and what is wrong there.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    pub(crate) line: u32,
    pub(crate) column: u32,
    pub(crate) message: String,
    pub(crate) limit: Option<Limit>,
}

impl Fault {
    pub(crate) fn at(line: u32, column: u32, message: impl Into<String>) -> Self {
        Self { line, column, message: message.into(), limit: None }
    }
}

/// An error of a script: everything that its author needs to find the place. It holds no address, no path of the
/// machine and no source text but what the script itself put into a message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct ScriptError {
    /// The script, as it was named when it was read: usually the card file.
    pub script: String,
    /// Line, from 1, when known.
    pub line: Option<u32>,
    /// Column in bytes, from 1, when known: errors found before the script runs have one.
    pub column: Option<u32>,
    /// What is wrong, and what to do about it.
    pub message: String,
    /// The limit that was hit, if one was.
    pub limit: Option<Limit>,
    /// The calls that led here, innermost first: `card.lua:12 in function 'strength'`.
    pub traceback: Vec<String>,
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.script)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
            if let Some(column) = self.column {
                write!(f, ":{column}")?;
            }
        }
        write!(f, ": {}", self.message)
    }
}

/// An error that a library function or a word of the vocabulary raises; its text is for the modder.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Complaint(pub(crate) String);

pub(crate) fn complain(message: impl Into<String>) -> mlua::Error {
    mlua::Error::external(Complaint(message.into()))
}

/// Chunk name of our own Luau code: its frames are not shown.
pub(crate) const PRELUDE: &str = "=[runtime]";
const PRELUDE_PLACE: &str = "[runtime]:";
const TRACE: &str = "\nstack traceback:\n";
/// The longest message that is kept, in bytes.
const MESSAGE: usize = 2_000;

/// Cuts a text at a border of characters.
pub(crate) fn cut(text: &str, most: usize) -> &str {
    let mut end = most.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Splits `name:12: message`.
fn placed(text: &str) -> Option<(&str, u32, &str)> {
    let mut from = 0;
    while let Some(colon) = text[from..].find(':') {
        let (name, rest) = (&text[..from + colon], &text[from + colon + 1..]);
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits > 0
            && let Ok(line) = rest[..digits].parse()
            && let Some(message) = rest[digits..].strip_prefix(": ")
        {
            return Some((name, line, message));
        }
        from += colon + 1;
    }
    None
}

/// Text and traceback of an error of the interpreter.
fn parts(error: &mlua::Error) -> (String, String) {
    use mlua::Error as E;
    match error {
        E::RuntimeError(text) | E::MemoryError(text) | E::SafetyError(text) => match text.split_once(TRACE) {
            Some((message, trace)) => (message.to_owned(), trace.to_owned()),
            None => (text.strip_suffix(TRACE.trim_end()).unwrap_or(text).trim_end().to_owned(), String::new()),
        },
        E::SyntaxError { message, .. } => (message.clone(), String::new()),
        E::CallbackError { traceback, cause } => {
            // The outermost traceback is the shortest: keep the one of the place where it happened.
            let (message, inner) = parts(cause);
            let own = traceback.strip_prefix(TRACE.trim_start()).unwrap_or(traceback).to_owned();
            (message, if inner.is_empty() { own } else { inner })
        }
        E::ExternalError(inner) => (inner.to_string(), String::new()),
        E::WithContext { cause, .. } => parts(cause),
        E::StackError => ("stack overflow".to_owned(), String::new()),
        _ => ("a value of the wrong kind".to_owned(), String::new()),
    }
}

/// The limit behind an error that the interpreter itself raised.
fn native_limit(error: &mlua::Error, message: &str) -> Option<Limit> {
    match error {
        mlua::Error::MemoryError(_) => return Some(Limit::Memory),
        mlua::Error::CallbackError { cause, .. } | mlua::Error::WithContext { cause, .. } => {
            return native_limit(cause, message);
        }
        mlua::Error::ExternalError(inner) => return inner.downcast_ref::<Limit>().copied(),
        _ => {}
    }
    limit_of_text(message)
}

/// The interpreter's own words for its limits, also inside longer texts: a script that uses them fails, which harms
/// nobody else.
pub(crate) fn limit_of_text(message: &str) -> Option<Limit> {
    const DEPTH: [&str; 4] = ["stack overflow", "error in error handling", "pattern too complex", "too many C levels"];
    if message.contains("not enough memory") {
        return Some(Limit::Memory);
    }
    DEPTH.iter().any(|words| message.contains(words)).then_some(Limit::Depth)
}

/// An error as a text for `pcall`: message with place, no addresses, no traceback. Trips the meter if it was a limit.
pub(crate) fn caught(error: &mlua::Error, meter: &Meter) -> String {
    let (message, _) = parts(error);
    if let Some(limit) = native_limit(error, &message) {
        meter.trip(limit);
    }
    cut(clean(&message), MESSAGE).to_owned()
}

/// A caught text, without places in our own code.
pub(crate) fn clean(message: &str) -> &str {
    match placed(message) {
        Some((name, _, rest)) if PRELUDE.ends_with(name) && message.starts_with(PRELUDE_PLACE) => rest,
        _ => message,
    }
}

impl ScriptError {
    /// An error found in a source before it runs.
    pub(crate) fn in_source(script: &str, fault: Fault) -> Self {
        let Fault { line, column, message, limit } = fault;
        let script = script.to_owned();
        Self { script, line: Some(line), column: Some(column), message, limit, traceback: Vec::new() }
    }

    /// An error without a place.
    pub(crate) fn plain(script: &str, message: impl Into<String>) -> Self {
        let script = script.to_owned();
        Self { script, line: None, column: None, message: message.into(), limit: None, traceback: Vec::new() }
    }

    /// A limit that was hit at the end of a call.
    pub(crate) fn limit(script: &str, limit: Limit) -> Self {
        Self { limit: Some(limit), ..Self::plain(script, limit.message()) }
    }

    /// An error of a running script.
    pub(crate) fn running(script: &str, error: &mlua::Error, meter: &Meter) -> Self {
        let (message, trace) = parts(error);
        let limit = meter.tripped().or_else(|| native_limit(error, &message));
        let traceback = traceback(&trace);
        let mut line = traceback.first().and_then(|first| place_of(first, script));
        let mut text = clean(&message);
        if let Some((name, at, rest)) = placed(text)
            && name == script
        {
            (line, text) = (Some(at), rest);
        }
        let message = limit.map_or_else(|| cut(text, MESSAGE).to_owned(), |limit| limit.message().to_owned());
        Self { script: script.to_owned(), line, column: None, message, limit, traceback }
    }
}

impl ScriptError {
    /// The same error, at the place that a traceback names, if it names one.
    pub(crate) fn at(self, trace: &str) -> Self {
        let traceback = traceback(trace);
        match traceback.first().and_then(|first| place_of(first, &self.script)) {
            Some(line) => Self { line: Some(line), traceback, ..self },
            None => self,
        }
    }
}

/// The line in `card.lua:12 in function 'x'`.
fn place_of(frame: &str, script: &str) -> Option<u32> {
    let rest = frame.strip_prefix(script)?.strip_prefix(':')?;
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// The frames of scripts: `card.lua:12 in function 'strength'`, or the place alone for a function without a name.
fn traceback(trace: &str) -> Vec<String> {
    let trace = trace.strip_prefix(TRACE.trim_start()).unwrap_or(trace);
    let frames = trace.lines().map(str::trim).filter(|frame| !frame.is_empty() && !frame.starts_with('['));
    frames
        .map(|frame| match frame.split_once(": in function ") {
            Some((place, name)) if name.starts_with('<') => place.to_owned(),
            Some((place, name)) => format!("{place} in function {}", cut(name, 100)),
            None => cut(frame, 200).to_owned(),
        })
        .take(24)
        .collect()
}
