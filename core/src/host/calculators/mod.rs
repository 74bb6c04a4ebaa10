//! Every calculator of both games by name: facts and answers as JSON, the same for all hosts.
//!
//! A calculator answers a question about the rules without a match: the sum part by part with its rules, what each face of the
//! die gives, the exact chances, and what a given die does. Only what matters must be said; the rest has a default, which the
//! `facts` of the answer show. Lengths are in inches, as numbers with up to three decimals. Wrong facts give an error that lists
//! all that is wrong: each field, what was given, and what may stand there.
//!
//! ```
//! use eagles::host::calculators::{calculate, calculators};
//!
//! // A 3cv battery at F1 against morale A.
//! let answer = calculate("waterloo.attack", br#"{"cv": 3, "power": 1, "target": {"morale": "A"}}"#)?;
//! let answer: serde_json::Value = serde_json::from_str(&answer)?;
//! assert_eq!(answer["rout"]["chance"], serde_json::json!({"num": 919, "den": 5832}));
//!
//! // A French column goes into a British line that has stood still; the side with initiative rolls a 4.
//! let facts = br#"{
//!     "attacker": {"lead": {"class": "line-infantry", "nation": "french", "ce": 9, "formation": "column"}},
//!     "defender": {"lead": {"class": "line-infantry", "nation": "british", "ce": 10, "formation": "line", "unmoved": true}},
//!     "die": 4
//! }"#;
//! let answer: serde_json::Value = serde_json::from_str(&calculate("empire.assault", facts)?)?;
//! assert_eq!((answer["value"].as_i64(), answer["result"]["attacker"].as_str()), (Some(-2), Some("fallback")));
//!
//! let error = calculate("empire.fire", br#"{"firer": {"class": "lancer"}, "range": 3}"#).expect_err("wrong facts");
//! assert!(error.message.contains("perhaps `lancers` is meant") && error.message.contains("there is no `range`"));
//! assert!(calculators().iter().any(|calculator| calculator.name == "empire.fire"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
pub mod empire;
mod facts;
mod read;
pub mod waterloo;

#[cfg(feature = "schema")]
pub(crate) use facts::Asked;

pub use answer::{Chance, Outcome, Ratio};
pub use facts::{D6, Die};
pub use read::Fault;

use super::{HostError, Status};
use crate::cite::Cite;
use crate::waterloo::CardSet;
use serde::Serialize;
use serde_json::Value;
use std::sync::Arc;

/// The most bytes of facts.
pub const MAX_FACTS: usize = 1 << 20;

/// A calculator, and what it needs to be told.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Calculator {
    /// Its name, such as `empire.assault`.
    pub name: &'static str,
    /// What it answers, in a line.
    pub help: &'static str,
    /// The rules that it follows.
    pub cites: &'static [Cite],
    /// Facts to begin with, as JSON.
    pub example: &'static str,
    #[serde(skip)]
    run: Run,
}

/// What a calculator answers from.
#[derive(Clone, Copy, Debug)]
enum Run {
    /// The facts alone.
    Bare(fn(&Value) -> Result<String, Wrong>),
    /// The facts, and the cards.
    Cards(fn(&Value, &Arc<CardSet>) -> Result<String, Wrong>),
}

/// Why a calculator does not answer.
enum Wrong {
    /// All that is wrong with the form of the facts.
    Form(Vec<Fault>),
    /// Facts that the rules do not allow together.
    Facts(Vec<Fault>),
}

impl From<Wrong> for HostError {
    fn from(wrong: Wrong) -> Self {
        let (status, faults) = match wrong {
            Wrong::Form(faults) => (Status::Form, faults),
            Wrong::Facts(faults) => (Status::InvalidFacts, faults),
        };
        let mut cites: Vec<&'static str> = Vec::new();
        for cite in faults.iter().flat_map(|fault| &fault.cites) {
            if !cites.contains(cite) {
                cites.push(cite);
            }
        }
        Self { cites, ..Self::faults(status, "facts", &faults) }
    }
}

/// All calculators, those of *Eagles: Waterloo* first.
#[must_use]
pub fn calculators() -> &'static [Calculator] {
    const ALL: &[Calculator] = &[
        waterloo::ATTACK,
        waterloo::DUEL,
        waterloo::MORALE,
        waterloo::GENERAL,
        waterloo::ASSAULT,
        empire::ASSAULT,
        empire::FIRE,
        empire::BOMBARD,
        empire::SQUARE,
        empire::MORALE,
        empire::INITIATIVE,
        empire::LEADER,
        empire::INTEGRITY,
        empire::FAILED_INTEGRITY,
        empire::ORDER,
        empire::MOVE,
    ];
    ALL
}

/// Answers with the shipped cards: `name` is one of [`calculators`], `facts` its facts as a JSON object, the answer a JSON object.
///
/// # Errors
/// [`Status::Unknown`]: no such calculator. [`Status::Range`]: more than [`MAX_FACTS`] bytes. [`Status::Utf8`] and
/// [`Status::Form`]: no JSON, or not of the form wanted. [`Status::InvalidFacts`]: facts that cannot be by the rules. In the last
/// two cases `params.faults` lists all that is wrong, as [`Fault`]s.
pub fn calculate(name: &str, facts: &[u8]) -> Result<String, HostError> {
    calculate_from(CardSet::embedded, name, facts)
}

/// The same with other cards, which are only asked for where they matter.
///
/// # Errors
/// Those of [`calculate`].
pub fn calculate_from(cards: impl FnOnce() -> Arc<CardSet>, name: &str, facts: &[u8]) -> Result<String, HostError> {
    let Some(calculator) = calculators().iter().find(|calculator| calculator.name == name) else {
        let known: Vec<&str> = calculators().iter().map(|calculator| calculator.name).collect();
        return Err(HostError::unknown("calculator", name, &known));
    };
    if facts.len() > MAX_FACTS {
        let message = format!("the facts are {} bytes long: at most {MAX_FACTS} are read", facts.len());
        return Err(HostError::new(Status::Range, "too-long", message));
    }
    let what = "the facts";
    let text = std::str::from_utf8(facts).map_err(|error| {
        HostError::new(Status::Utf8, "utf8", format!("{what} are no UTF-8 from byte {} on", error.valid_up_to()))
    })?;
    let value: Value = serde_json::from_str(text).map_err(|error| HostError::form(what, &error))?;
    Ok(match calculator.run {
        Run::Bare(run) => run(&value),
        Run::Cards(run) => run(&value, &cards()),
    }?)
}

/// An answer as JSON; nothing in our answers is without a form in it.
fn written(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).unwrap_or_default()
}
