//! The charts of *Eagles over the Empire*: facts are those of the modules of [`crate::empire`], with `die` and `house` beside
//! them.
//!
//! Sums are in quarter points (`per` says so), as in the events of a battle. `house` holds the house rules that are not the
//! default, written as in a scenario file.

mod assault;
mod fire;
mod march;
mod orders;
mod rolls;
mod throws;

pub use assault::AssaultAnswer;
pub use fire::FireAnswer;
pub use march::MoveAnswer;
pub use orders::OrderAnswer;
pub use rolls::{Formed, LeaderAnswer, MoraleAnswer, SquareAnswer};
pub use throws::{Division, FailedAnswer, FailedFacts, Initiative, InitiativeAnswer, IntegrityAnswer, IntegrityResult};

pub(super) use assault::ASSAULT;
pub(super) use fire::{BOMBARD, FIRE};
pub(super) use march::MOVE;
pub(super) use orders::ORDER;
pub(super) use rolls::{LEADER, MORALE, SQUARE};
pub(super) use throws::{FAILED_INTEGRITY, INITIATIVE, INTEGRITY};

use super::facts::{Beside, Die, asked};
use super::read::Fault;
use super::{Wrong, written};
use crate::cite::Coded;
use crate::empire::HouseRules;
use crate::empire::charts::FactFault;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// What stands beside the facts of a chart on which one die is rolled.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rolled {
    /// What the die shows; without it `result` is `null`.
    #[serde(default)]
    pub die: Option<Die>,
    /// House rules that are not the default, as in a scenario file.
    #[serde(default)]
    pub house: HouseRules,
}

impl Beside for Rolled {
    const FIELDS: &'static [&'static str] = &["die", "house"];
}

/// What stands beside the facts of a chart on which no die is rolled.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Unrolled {
    /// House rules that are not the default, as in a scenario file.
    #[serde(default)]
    pub house: HouseRules,
}

impl Beside for Unrolled {
    const FIELDS: &'static [&'static str] = &["house"];
}

/// What stands beside the facts of initiative.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BothRolled {
    /// What the dice of both sides show; without them `result` is `null`.
    #[serde(default)]
    pub dice: Option<[Die; 2]>,
    /// House rules that are not the default, as in a scenario file.
    #[serde(default)]
    pub house: HouseRules,
}

impl Beside for BothRolled {
    const FIELDS: &'static [&'static str] = &["dice", "house"];
}

/// Beside facts there is always a house.
trait Housed: Beside {
    fn house(&self) -> &HouseRules;
}

impl Housed for Rolled {
    fn house(&self) -> &HouseRules {
        &self.house
    }
}

impl Housed for Unrolled {
    fn house(&self) -> &HouseRules {
        &self.house
    }
}

impl Housed for BothRolled {
    fn house(&self) -> &HouseRules {
        &self.house
    }
}

/// The least length of a house rule, in thousandths of an inch: less is meant in inches.
const LEAST: i32 = 100;
/// The greatest.
const MOST: i32 = 600_000;

/// Reads the facts, checks them and answers.
fn answer<F: DeserializeOwned, B: Housed, A: Serialize>(
    value: &Value,
    check: impl FnOnce(&F, &B) -> Vec<FactFault>,
    run: impl FnOnce(F, B) -> A,
) -> Result<String, Wrong> {
    let (facts, beside) = asked::<F, B>(value)?;
    let mut faults = house_faults(beside.house());
    faults.extend(check(&facts, &beside).iter().map(fault));
    if faults.is_empty() { Ok(written(&run(facts, beside))) } else { Err(Wrong::Facts(faults)) }
}

/// Lengths that no table has.
fn house_faults(house: &HouseRules) -> Vec<Fault> {
    let lengths = [
        ("tactical-range", house.tactical_range),
        ("cavalry-range", house.cavalry_range),
        ("command-radius", house.command_radius),
    ];
    let wrong = lengths.into_iter().filter(|(_, mil)| *mil != 0 && !(LEAST..=MOST).contains(mil));
    wrong
        .map(|(field, mil)| {
            let at = format!("house.{field}");
            let message = format!(
                "`{at}` must be 0, or {LEAST} to {MOST} thousandths of an inch, as in a scenario file, not {mil}"
            );
            let params = json!({ "min": LEAST, "max": MOST, "given": mil });
            Fault { at, code: "wrong-value", message, cites: vec!["E scenario"], params }
        })
        .collect()
}

/// A fault of the charts as hosts get it.
fn fault(fault: &FactFault) -> Fault {
    let mut params = serde_json::to_value(fault).unwrap_or_default();
    let at = params.as_object_mut().and_then(|map| {
        map.remove("code");
        map.remove("at")
    });
    Fault {
        at: at.and_then(|at| at.as_str().map(str::to_owned)).unwrap_or_default(),
        code: fault.code(),
        message: fault.to_string().trim_start_matches(": ").to_owned(),
        cites: fault.cites().iter().map(|cite| cite.0).collect(),
        params,
    }
}

/// What all ten faces give.
fn faces<R>(resolve: impl Fn(u8) -> R) -> Vec<R> {
    (1..=Die::SIDES).map(resolve).collect()
}
