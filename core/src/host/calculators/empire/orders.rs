//! Orders on their way (E orders-table, orders-modifiers).

use super::{Rolled, answer, faces};
use crate::cite::Cite;
use crate::empire::orders::{Facts, Resolution, TABLE, breakdown, check, modifiers, odds, resolve};
use crate::explain::Breakdown;
use crate::host::calculators::answer::{Outcome, outcomes};
use crate::host::calculators::{Calculator, Run, Wrong};
use serde::Serialize;
use serde_json::Value;

/// `empire.order`.
pub(in crate::host::calculators) const ORDER: Calculator = Calculator {
    name: "empire.order",
    help: "An order: in how many turns it acts, with what is added to the die, the row of the table, the exact chances.",
    cites: &[Cite("E orders-table"), Cite("E orders-modifiers")],
    example: r#"{"sender": 2, "receiver": 1, "nation": "french", "distance": 35}"#,
    run: Run::Bare(run),
};

/// What comes of an order.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OrderAnswer {
    /// The facts, with what went without saying.
    pub facts: Facts,
    /// What is added to the die, in points.
    pub modifiers: Breakdown,
    /// The row of the sender: the turns for a modified die of 1-2, 3-4, 5-6, 7-8 and 9-10.
    pub row: Vec<u8>,
    /// The modified die, part by part, held to 1 to 10; `null` without a die.
    pub sum: Option<Breakdown>,
    /// What the faces 1 to 10 give.
    pub faces: Vec<Resolution>,
    /// The chance of each delay, from 0 to 4 turns.
    pub chances: Vec<Outcome<u8>>,
    /// What the given die gives; `null` without one.
    pub result: Option<Resolution>,
}

fn run(value: &Value) -> Result<String, Wrong> {
    answer(
        value,
        |facts: &Facts, _: &Rolled| check(facts),
        |facts, Rolled { die, .. }| {
            let mut added = Breakdown::new("orders");
            modifiers(&facts, &mut added);
            let row = TABLE.get(usize::from((facts.sender + 1).unsigned_abs()));
            OrderAnswer {
                facts,
                modifiers: added,
                row: row.map(|row| row.to_vec()).unwrap_or_default(),
                sum: die.map(|die| breakdown(&facts, die.face())),
                faces: faces(|die| resolve(&facts, die)),
                chances: outcomes(0..=4, |n| odds(&facts).chance(n)),
                result: die.map(|die| resolve(&facts, die.face())),
            }
        },
    )
}
