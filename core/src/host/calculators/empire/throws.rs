//! Two dice: initiative (E initiative), divisional integrity and what a division does that failed (E integrity,
//! failed-integrity).

use super::{BothRolled, Rolled, answer, faces};
use crate::cite::Cite;
use crate::empire::initiative;
use crate::empire::integrity::{self, Failure};
use crate::explain::Breakdown;
use crate::game::Player;
use crate::host::calculators::answer::{Outcome, outcomes};
use crate::host::calculators::{Calculator, Run, Wrong};
use crate::odds::Fraction;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// `empire.initiative`.
pub(in crate::host::calculators) const INITIATIVE: Calculator = Calculator {
    name: "empire.initiative",
    help: "Initiative: what both sides add to their dice, and the exact chances of one throw and in the end.",
    cites: &[Cite("E initiative"), Cite("E A61")],
    example: r#"{"sides": [{"commander": 2, "attacking": 1}, {"commander": 1, "had-it": true}]}"#,
    run: Run::Bare(run_initiative),
};

/// `empire.integrity`.
pub(in crate::host::calculators) const INTEGRITY: Calculator = Calculator {
    name: "empire.integrity",
    help: "Divisional integrity: the number that the die may not exceed, the exact chances of holding, rout and fallback.",
    cites: &[Cite("E integrity"), Cite("E integrity-base"), Cite("E failed-integrity")],
    example: r#"{"strengths": [9, 10], "routed": 1, "routed-this-turn": 1}"#,
    run: Run::Bare(run_integrity),
};

/// `empire.failed-integrity`.
pub(in crate::host::calculators) const FAILED_INTEGRITY: Calculator = Calculator {
    name: "empire.failed-integrity",
    help: "The second roll of a division that failed its integrity: rout or fallback.",
    cites: &[Cite("E failed-integrity")],
    example: r#"{"die": 3}"#,
    run: Run::Bare(run_failed),
};

/// Who has initiative.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Initiative {
    /// The first side.
    First,
    /// The second side.
    Second,
    /// Nobody yet: both roll again.
    Again,
}

/// What comes of a throw for initiative.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InitiativeAnswer {
    /// The facts, with what went without saying.
    pub facts: initiative::Facts,
    /// What each side adds to its die.
    pub sums: [Breakdown; 2],
    /// The totals of both.
    pub values: [i16; 2],
    /// The chances of one throw of both dice.
    pub chances: Vec<Outcome<Initiative>>,
    /// The chances in the end, when ties are rolled again.
    pub in_the_end: Vec<Outcome<Initiative>>,
    /// What the given dice give; `null` without them.
    pub result: Option<initiative::Resolution>,
}

fn run_initiative(value: &Value) -> Result<String, Wrong> {
    answer(
        value,
        |facts: &initiative::Facts, _: &BothRolled| initiative::check(facts),
        |facts, BothRolled { dice, .. }| {
            let odds = initiative::odds(&facts);
            let of_one = |n: usize| {
                let count = odds.0.get(n).copied().unwrap_or_default();
                Fraction::new(u128::from(count), 100).unwrap_or(Fraction::ZERO)
            };
            let both = [Initiative::First, Initiative::Second];
            InitiativeAnswer {
                facts,
                sums: [0, 1].map(|n| initiative::breakdown(&facts, Player(n))),
                values: initiative::values(&facts),
                chances: outcomes([Initiative::First, Initiative::Second, Initiative::Again], of_one),
                in_the_end: outcomes(both, |n| odds.chance(Player(u8::from(n == 1)))),
                result: dice.map(|dice| initiative::resolve(&facts, dice.map(|die| die.face()))),
            }
        },
    )
}

/// What a division does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Division {
    /// It holds.
    Holds,
    /// It fails, and all its units rout.
    Rout,
    /// It fails, and all its units fall back.
    Fallback,
}

/// What the die of a division gives.
pub type IntegrityResult = integrity::Resolution;

/// What comes of a check of integrity.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct IntegrityAnswer {
    /// The facts, with what went without saying.
    pub facts: integrity::Facts,
    /// The mean strength in points.
    pub mean: i16,
    /// The number that the die may not exceed, in points.
    pub sum: Breakdown,
    /// The same bare.
    pub value: i16,
    /// What the faces 1 to 10 of the first die give.
    pub faces: Vec<IntegrityResult>,
    /// The chances, with the second roll of a division that fails.
    pub chances: Vec<Outcome<Division>>,
    /// What the given die gives; `null` without one. `empire.failed-integrity` has the second roll.
    pub result: Option<IntegrityResult>,
}

fn run_integrity(value: &Value) -> Result<String, Wrong> {
    answer(
        value,
        |facts: &integrity::Facts, _: &Rolled| integrity::check(facts),
        |facts, Rolled { die, .. }| {
            let odds = integrity::odds(&facts);
            IntegrityAnswer {
                mean: integrity::mean(&facts.strengths),
                sum: integrity::breakdown(&facts),
                value: integrity::value(&facts),
                faces: faces(|die| integrity::resolve(&facts, die)),
                chances: outcomes([Division::Holds, Division::Rout, Division::Fallback], |n| odds.chance(n)),
                result: die.map(|die| integrity::resolve(&facts, die.face())),
                facts,
            }
        },
    )
}

/// Of a division that failed nothing is to be said but its die.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FailedFacts {}

/// What a division does that failed.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FailedAnswer {
    /// What the faces 1 to 10 give.
    pub faces: Vec<Failure>,
    /// The chances.
    pub chances: Vec<Outcome<Failure>>,
    /// What the given die gives; `null` without one.
    pub result: Option<Failure>,
}

fn run_failed(value: &Value) -> Result<String, Wrong> {
    answer(
        value,
        |_: &FailedFacts, _: &Rolled| Vec::new(),
        |_, Rolled { die, .. }| {
            let faces = faces(integrity::failed);
            let chance = |failure: Failure| {
                let count = faces.iter().filter(|face| **face == failure).count();
                Fraction::new(count as u128, faces.len() as u128).unwrap_or(Fraction::ZERO)
            };
            let both = [Failure::Rout, Failure::Fallback];
            FailedAnswer {
                chances: both.map(|failure| Outcome::new(failure, chance(failure))).to_vec(),
                result: die.map(|die| integrity::failed(die.face())),
                faces,
            }
        },
    )
}
