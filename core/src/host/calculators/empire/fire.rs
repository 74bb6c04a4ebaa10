//! Fire and bombardment (E fire-table).

use super::{Rolled, answer, faces};
use crate::cite::Cite;
use crate::empire::fire::{
    Facts, Resolution, Row, TABLE, breakdown, check, check_bombardment, is_bombarding, odds, resolve, row_of,
};
use crate::empire::units::Effect;
use crate::explain::Breakdown;
use crate::host::calculators::answer::{Outcome, outcomes};
use crate::host::calculators::{Calculator, Run, Wrong};
use serde::Serialize;
use serde_json::Value;

/// `empire.fire`.
pub(in crate::host::calculators) const FIRE: Calculator = Calculator {
    name: "empire.fire",
    help: "Fire by infantry, skirmishers or guns at one target: the sum, the row of the table, the exact chances.",
    cites: &[
        Cite("E fire-table"),
        Cite("E infantry-modifiers"),
        Cite("E artillery-modifiers"),
        Cite("E artillery-size"),
        Cite("E fire-distance"),
        Cite("E skirmish-ratings"),
    ],
    example: r#"{"firer": {"class": "line-infantry", "nation": "british", "ce": 10, "formation": "line", "unmoved": true}, "target": {"class": "cavalry", "formation": "line", "charging": true}, "distance": 2.5}"#,
    run: Run::Bare(|value| run(value, false)),
};

/// `empire.bombard`.
pub(in crate::host::calculators) const BOMBARD: Calculator = Calculator {
    name: "empire.bombard",
    help: "Bombardment: guns that stood still fire further than the tactical range.",
    cites: &[
        Cite("E A46"),
        Cite("E fire-table"),
        Cite("E artillery-modifiers"),
        Cite("E artillery-size"),
        Cite("E fire-distance"),
    ],
    example: r#"{"firer": {"class": "heavy-foot", "nation": "french", "ce": 8, "formation": "unlimbered"}, "target": {"class": "line-infantry", "formation": "column"}, "distance": 12}"#,
    run: Run::Bare(|value| run(&standing(value), true)),
};

/// What comes of fire.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FireAnswer {
    /// The facts, with what went without saying.
    pub facts: Facts,
    /// The firer's sum, in quarter points.
    pub firer: Breakdown,
    /// The total in points, rounded down.
    pub value: i16,
    /// The row of the table; `null` when nothing is rolled.
    pub row: Option<Row>,
    /// Whether it is a bombardment.
    pub bombarding: bool,
    /// What the faces 1 to 10 give.
    pub faces: Vec<Resolution>,
    /// The chance of each effect, from mild to severe.
    pub chances: Vec<Outcome<Effect>>,
    /// What the given die gives; `null` without one.
    pub result: Option<Resolution>,
}

/// What goes without saying of guns that bombard: they have not moved.
fn standing(value: &Value) -> Value {
    let mut value = value.clone();
    if let Some(firer) = value.get_mut("firer").and_then(Value::as_object_mut) {
        firer.entry("unmoved").or_insert(true.into());
    }
    value
}

fn run(value: &Value, bombards: bool) -> Result<String, Wrong> {
    let check = |facts: &Facts, beside: &Rolled| match bombards {
        true => check_bombardment(facts, &beside.house),
        false => check(facts, &beside.house),
    };
    answer(value, check, |facts, Rolled { die, house }| {
        let odds = odds(&facts, &house);
        let first = resolve(&facts, &house, 1);
        FireAnswer {
            firer: breakdown(&facts, &house),
            value: first.value,
            row: first.row.map(|_| TABLE[row_of(first.value)]),
            bombarding: is_bombarding(&facts, &house),
            faces: faces(|die| resolve(&facts, &house, die)),
            chances: outcomes(Effect::ALL, |n| odds.chance(n)),
            result: die.map(|die| resolve(&facts, &house, die.face())),
            facts,
        }
    })
}
