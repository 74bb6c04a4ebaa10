//! Assaults (E assault-table).

use super::{Rolled, answer, faces};
use crate::cite::Cite;
use crate::empire::assault::{Facts, Resolution, Role, attack_value, breakdown, check, odds, resolve};
use crate::empire::units::Effect;
use crate::explain::Breakdown;
use crate::host::calculators::answer::{Outcome, outcomes};
use crate::host::calculators::{Calculator, Run, Wrong};
use serde::Serialize;
use serde_json::Value;

/// `empire.assault`.
pub(in crate::host::calculators) const ASSAULT: Calculator = Calculator {
    name: "empire.assault",
    help: "An assault: the sums of both sides, the attack value, what each face of the die gives, the exact chances.",
    cites: &[
        Cite("E assault-table"),
        Cite("E infantry-modifiers"),
        Cite("E cavalry-modifiers"),
        Cite("E artillery-modifiers"),
    ],
    example: r#"{"attacker": {"lead": {"class": "line-infantry", "nation": "french", "ce": 9, "formation": "column"}}, "defender": {"lead": {"class": "line-infantry", "nation": "british", "ce": 9, "formation": "line", "unmoved": true}}}"#,
    run: Run::Bare(run),
};

/// What comes of an assault.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AssaultAnswer {
    /// The facts, with what went without saying.
    pub facts: Facts,
    /// The attacker's sum, in quarter points.
    pub attacker: Breakdown,
    /// The defender's sum, in quarter points.
    pub defender: Breakdown,
    /// The attack value as the side that rolls has it, in points, before it is held to the table.
    pub value: i16,
    /// What the faces 1 to 10 give: the cells of the table for this value.
    pub faces: Vec<Resolution>,
    /// The chance of each effect on the attacker, from mild to severe.
    pub attacker_chances: Vec<Outcome<Effect>>,
    /// The chance of each effect on the defender, from mild to severe.
    pub defender_chances: Vec<Outcome<Effect>>,
    /// The chance that the attacker wins, nobody (`null`), the defender.
    pub winner_chances: Vec<Outcome<Option<Role>>>,
    /// What the given die gives; `null` without one.
    pub result: Option<Resolution>,
}

fn run(value: &Value) -> Result<String, Wrong> {
    answer(
        value,
        |facts: &Facts, _: &Rolled| check(facts),
        |facts, Rolled { die, house }| {
            let odds = odds(&facts, &house);
            AssaultAnswer {
                attacker: breakdown(&facts, Role::Attacker, &house),
                defender: breakdown(&facts, Role::Defender, &house),
                value: attack_value(&facts, &house),
                faces: faces(|die| resolve(&facts, &house, die)),
                attacker_chances: outcomes(Effect::ALL, |n| odds.attacker.chance(n)),
                defender_chances: outcomes(Effect::ALL, |n| odds.defender.chance(n)),
                winner_chances: outcomes([Some(Role::Attacker), None, Some(Role::Defender)], |n| odds.winner.chance(n)),
                result: die.map(|die| resolve(&facts, &house, die.face())),
                facts,
            }
        },
    )
}
