//! How far one may move (E infantry-moves, cavalry-moves, artillery-moves, leader-moves, movement-modifiers).

use super::{Unrolled, answer};
use crate::cite::Cite;
use crate::empire::allowance::{Facts, breakdown, check, value as mil};
use crate::empire::scenario::Inches;
use crate::explain::Breakdown;
use crate::host::calculators::{Calculator, Run, Wrong};
use serde::Serialize;
use serde_json::Value;

/// `empire.move`.
pub(in crate::host::calculators) const MOVE: Calculator = Calculator {
    name: "empire.move",
    help: "How far a unit or leader may move, with what formation, ground and roads make of it.",
    cites: &[
        Cite("E infantry-moves"),
        Cite("E cavalry-moves"),
        Cite("E artillery-moves"),
        Cite("E leader-moves"),
        Cite("E movement-modifiers"),
    ],
    example: r#"{"who": {"unit": {"class": "line-infantry", "formation": "line"}}, "open": 3, "light-woods": 2, "walls": 1}"#,
    run: Run::Bare(run),
};

/// How far one may move.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveAnswer {
    /// The facts, with what went without saying.
    pub facts: Facts,
    /// The move part by part, in hundredths of an inch.
    pub sum: Breakdown,
    /// The move in inches.
    pub inches: Inches,
}

fn run(value: &Value) -> Result<String, Wrong> {
    answer(
        value,
        |facts: &Facts, _: &Unrolled| check(facts),
        |facts, Unrolled { house }| MoveAnswer {
            facts,
            sum: breakdown(&facts, &house),
            inches: Inches(mil(&facts, &house)),
        },
    )
}
