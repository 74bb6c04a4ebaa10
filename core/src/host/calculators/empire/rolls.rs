//! One die against a number: squares (E square), morale (E morale), leaders in danger (E leader-casualty).

use super::{Rolled, answer, faces};
use crate::cite::Cite;
use crate::empire::leaders::{self, Fate};
use crate::empire::morale::{self, Nerve};
use crate::empire::square;
use crate::explain::Breakdown;
use crate::host::calculators::answer::{Outcome, outcomes};
use crate::host::calculators::{Calculator, Run, Wrong};
use serde::Serialize;
use serde_json::Value;

/// `empire.square`.
pub(in crate::host::calculators) const SQUARE: Calculator = Calculator {
    name: "empire.square",
    help: "Forming square when cavalry comes: the number to roll under, the exact chances.",
    cites: &[Cite("E square"), Cite("E P46")],
    example: r#"{"nation": "british", "ce": 8, "formation": "column", "pinned": true}"#,
    run: Run::Bare(run_square),
};

/// `empire.morale`.
pub(in crate::host::calculators) const MORALE: Calculator = Calculator {
    name: "empire.morale",
    help: "A morale check, at the fourth hit and each further one, or a rally: the number to roll under, the exact chances.",
    cites: &[Cite("E morale"), Cite("E morale-results"), Cite("E L6")],
    example: r#"{"class": "line-infantry", "ce": 8, "formation": "column", "hits": 4, "leader": true}"#,
    run: Run::Bare(run_morale),
};

/// `empire.leader`.
pub(in crate::host::calculators) const LEADER: Calculator = Calculator {
    name: "empire.leader",
    help: "A leader whose unit was fired at or assaulted: killed, shaken or unhurt.",
    cites: &[Cite("E leader-casualty"), Cite("E A67")],
    example: r#"{"in-assault": true}"#,
    run: Run::Bare(run_leader),
};

/// How an attempt to form square ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Formed {
    /// The square is formed.
    Formed,
    /// It is not.
    Failed,
}

/// What comes of an attempt to form square.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SquareAnswer {
    /// The facts, with what went without saying.
    pub facts: square::Facts,
    /// The number to roll under, in quarter points.
    pub sum: Breakdown,
    /// The same in points, rounded down: the die must be lower.
    pub value: i16,
    /// What the faces 1 to 10 give.
    pub faces: Vec<square::Resolution>,
    /// The chances.
    pub chances: Vec<Outcome<Formed>>,
    /// What the given die gives; `null` without one.
    pub result: Option<square::Resolution>,
}

fn run_square(value: &Value) -> Result<String, Wrong> {
    answer(
        value,
        |facts: &square::Facts, _: &Rolled| square::check(facts),
        |facts, Rolled { die, .. }| SquareAnswer {
            facts,
            sum: square::breakdown(&facts),
            value: square::value(&facts),
            faces: faces(|die| square::resolve(&facts, die)),
            chances: outcomes([Formed::Formed, Formed::Failed], |n| square::odds(&facts).chance(n)),
            result: die.map(|die| square::resolve(&facts, die.face())),
        },
    )
}

/// What comes of a morale check.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoraleAnswer {
    /// The facts, with what went without saying.
    pub facts: morale::Facts,
    /// The number to roll under, in quarter points.
    pub sum: Breakdown,
    /// The same in points, rounded down: a lower die passes, an equal one falls back, a higher one routs.
    pub value: i16,
    /// What the faces 1 to 10 give.
    pub faces: Vec<morale::Resolution>,
    /// The chances.
    pub chances: Vec<Outcome<Nerve>>,
    /// What the given die gives; `null` without one.
    pub result: Option<morale::Resolution>,
}

fn run_morale(value: &Value) -> Result<String, Wrong> {
    answer(
        value,
        |facts: &morale::Facts, _: &Rolled| morale::check(facts),
        |facts, Rolled { die, house }| MoraleAnswer {
            facts,
            sum: morale::breakdown(&facts),
            value: morale::value(&facts),
            faces: faces(|die| morale::resolve(&facts, &house, die)),
            chances: outcomes([Nerve::Pass, Nerve::Fallback, Nerve::Rout], |n| morale::odds(&facts).chance(n)),
            result: die.map(|die| morale::resolve(&facts, &house, die.face())),
        },
    )
}

/// What becomes of a leader in danger.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeaderAnswer {
    /// The facts, with what went without saying.
    pub facts: leaders::Facts,
    /// The modified die, part by part; `null` without a die.
    pub sum: Option<Breakdown>,
    /// What the faces 1 to 10 give.
    pub faces: Vec<leaders::Resolution>,
    /// The chances.
    pub chances: Vec<Outcome<Fate>>,
    /// What the given die gives; `null` without one.
    pub result: Option<leaders::Resolution>,
}

fn run_leader(value: &Value) -> Result<String, Wrong> {
    answer(
        value,
        |_: &leaders::Facts, _: &Rolled| Vec::new(),
        |facts, Rolled { die, .. }| LeaderAnswer {
            facts,
            sum: die.map(|die| leaders::breakdown(&facts, die.face())),
            faces: faces(|die| leaders::resolve(&facts, die)),
            chances: outcomes([Fate::Killed, Fate::Shaken, Fate::Unhurt], |n| leaders::odds(&facts).chance(n)),
            result: die.map(|die| leaders::resolve(&facts, die.face())),
        },
    )
}
