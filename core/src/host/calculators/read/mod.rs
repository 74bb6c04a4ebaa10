//! Reads facts and finds all that is wrong with their form at once.
//!
//! A value is read by the type's own `Deserialize`, walked by a reader that notes a fault where another would stop: it puts in
//! something harmless and goes on. What only the type itself can judge ends a walk; then the walk is made again without the
//! value in question. Nothing that is read so is used when there is any fault.

mod access;
mod node;

use node::{At, Given, Node, What, Wrong};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;

/// The most faults that are listed.
const MAX_FAULTS: usize = 50;
/// The most walks through one value.
const MAX_WALKS: usize = 200;

/// One thing that is wrong with the facts.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fault {
    /// The field, as in `attacker.mass[1].ce`; empty where the whole is meant.
    pub at: String,
    /// A stable code: `missing`, `unknown-field`, `wrong-value`, or that of the fact that cannot be.
    pub code: &'static str,
    /// What was given, and what may stand there.
    pub message: String,
    /// The rules it rests on; none for a fault of form.
    pub cites: Vec<&'static str>,
    /// The parameters, as data.
    pub params: Value,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// What is put in for a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Instead {
    /// It counts as not given.
    Nothing,
    /// It is needed and was not given: to be said once.
    Needed,
    /// Anything that fits, in silence.
    Filler,
}

#[derive(Default)]
struct Notes {
    faults: Vec<Fault>,
    instead: BTreeMap<String, Instead>,
}

impl Notes {
    fn add(&mut self, at: String, code: &'static str, message: String, params: Value) {
        let known = self.faults.iter().any(|fault| fault.at == at && fault.code == code);
        if !known && self.faults.len() < MAX_FAULTS {
            self.faults.push(Fault { at, code, message, cites: Vec::new(), params });
        }
    }
}

/// Reads a `T`. `beside` are fields that others read at the top of the same object.
///
/// # Errors
/// All that is wrong with the form, at most `MAX_FAULTS`.
pub(super) fn read<T: DeserializeOwned>(value: &Value, beside: &'static [&'static str]) -> Result<T, Vec<Fault>> {
    let notes = RefCell::new(Notes::default());
    let mut read = None;
    for _ in 0..MAX_WALKS {
        let node = Node { given: Given::Value(value), at: At::Top, beside, notes: &notes };
        match T::deserialize(node) {
            Ok(done) => {
                read = Some(done);
                break;
            }
            Err(wrong) => {
                if !mend(&mut notes.borrow_mut(), wrong) {
                    break;
                }
            }
        }
    }
    let mut notes = notes.into_inner();
    match read {
        Some(read) if notes.faults.is_empty() => Ok(read),
        _ => {
            if notes.faults.is_empty() {
                let message = "these facts do not fit together".to_owned();
                notes.add(String::new(), "wrong-value", message, Value::Null);
            }
            Err(notes.faults)
        }
    }
}

/// Notes what ended a walk, and what to put in on the next one; false when nothing helps.
fn mend(notes: &mut Notes, wrong: Wrong) -> bool {
    let at = wrong.at.unwrap_or_default();
    let before = notes.instead.get(&at).copied();
    let next = match (before, wrong.what) {
        (None, What::Missing(_)) => Instead::Needed,
        (None, What::Wanted(wanted)) => {
            let message = format!("{} must be {wanted}, not {}", named(&at), wrong.given);
            notes.add(at.clone(), "wrong-value", message, json!({ "wanted": wanted, "given": wrong.given }));
            Instead::Nothing
        }
        (None, What::Said(said)) => {
            let message = format!("{}: {said}", named(&at));
            notes.add(at.clone(), "wrong-value", message, json!({ "given": wrong.given }));
            Instead::Nothing
        }
        (Some(Instead::Nothing), _) => Instead::Filler,
        (Some(Instead::Needed), _) => {
            notes.add(at.clone(), "missing", format!("{} is needed", named(&at)), Value::Null);
            return false;
        }
        (Some(Instead::Filler), _) => return false,
    };
    notes.instead.insert(at, next).is_none_or(|before| before != next)
}

/// A field as messages name it.
fn named(at: &str) -> String {
    if at.is_empty() { "the whole".to_owned() } else { format!("`{at}`") }
}
