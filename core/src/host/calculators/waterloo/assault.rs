//! Successive attacks on one Position (W 7.4).

use super::{Found, Letter, MAX_DICE, answer};
use crate::cite::Cite;
use crate::host::calculators::answer::{Chance, Ratio};
use crate::host::calculators::facts::Beside;
use crate::host::calculators::read::Fault;
use crate::host::calculators::{Calculator, Run};
use crate::odds::Fraction;
use crate::waterloo::combat::MAX_POWER;
use crate::waterloo::odds::{self, Blow, MAX_TARGETS, NO_TARGET};
use serde::{Deserialize, Serialize};

/// `waterloo.assault`.
pub(in crate::host::calculators) const ASSAULT: Calculator = Calculator {
    name: "waterloo.assault",
    help: "Successive attacks on one Position: the exact chance of every set of routed targets.",
    cites: &[Cite("W 7.4"), Cite("W 6.0"), Cite("W N17")],
    example: r#"{"targets": ["A", "C"], "attacks": [{"dice": 3, "power": 2}, {"dice": 4, "power": 1, "order": [1, 0]}]}"#,
    run: Run::Bare(|value| answer(value, check_assault, assault)),
};

/// The most attacks of an assault.
const MAX_BLOWS: usize = 64;

/// A number for all targets, or one for each.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Strikes {
    /// The dice, 0 to 32.
    pub dice: u8,
    /// The firepower or shock, 0 to 4.
    pub power: u8,
    /// The dice against each target, where they are not the same against all.
    #[serde(default)]
    pub dice_at: Option<Vec<u8>>,
    /// The power against each target, where it is not the same against all.
    #[serde(default)]
    pub power_at: Option<Vec<u8>>,
    /// The places, from 0, of the targets that it may attack at all; all when not said. They must all have been hit before one
    /// is hit twice (W 7.4).
    #[serde(default)]
    pub can: Option<Vec<u8>>,
    /// The places of the targets in the order in which it prefers them; that of the list when not said.
    #[serde(default)]
    pub order: Option<Vec<u8>>,
}

/// Successive attacks on one Position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AssaultFacts {
    /// The Morale values of the targets, with all that counts for them; 1 to 6 of them.
    pub targets: Vec<Letter>,
    /// The attacks in their order, at most 64.
    pub attacks: Vec<Strikes>,
}

/// Nothing stands beside the facts of an assault.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Alone {}

impl Beside for Alone {
    const FIELDS: &'static [&'static str] = &[];
}

/// A set of routed targets.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Routed {
    /// The places of the targets that rout.
    pub routed: Vec<u8>,
    /// The exact chance; `null` where the fraction does not fit into 128 bits.
    pub chance: Option<Ratio>,
    /// As a floating-point number.
    pub p: f64,
}

/// What comes of an assault.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AssaultAnswer {
    /// The facts.
    pub facts: AssaultFacts,
    /// The chance of every set of routed targets; the empty one is the first, all of them the last.
    pub sets: Vec<Routed>,
    /// The chance of each target that it routs.
    pub routs: Vec<Chance>,
    /// The chance that all rout.
    pub clears: Chance,
    /// The number of routed targets to be expected.
    pub expected: f64,
}

fn check_assault(facts: &AssaultFacts, _: &Alone) -> Vec<Fault> {
    let mut found = Found::default();
    let targets = facts.targets.len();
    let most = targets.clamp(1, MAX_TARGETS) as i64 - 1;
    if !(1..=MAX_TARGETS).contains(&targets) {
        let message = format!("`targets` must be 1 to {MAX_TARGETS} of them, not {targets}");
        found.unable(true, "targets", "number", &message, &["W 7.4"]);
    }
    if facts.attacks.len() > MAX_BLOWS {
        let message = format!("`attacks` must be at most {MAX_BLOWS}, not {}", facts.attacks.len());
        found.unable(true, "attacks", "number", &message, &[]);
        return found.0;
    }
    for (n, blow) in facts.attacks.iter().enumerate() {
        let at = |field: &str| format!("attacks[{n}].{field}");
        found.number(at("dice"), blow.dice.into(), 0, MAX_DICE.into());
        found.number(at("power"), blow.power.into(), 0, MAX_POWER.into());
        for (field, list, max) in [("dice-at", &blow.dice_at, i64::from(MAX_DICE)), ("power-at", &blow.power_at, 4)] {
            let Some(list) = list else { continue };
            if list.len() != targets {
                let message =
                    format!("`{}` must be a list of {targets}, one for each target, not of {}", at(field), list.len());
                found.unable(true, &at(field), "number", &message, &[]);
            }
            for (m, given) in list.iter().enumerate().take(MAX_TARGETS) {
                found.number(format!("{}[{m}]", at(field)), (*given).into(), 0, max);
            }
        }
        for (field, list) in [("can", &blow.can), ("order", &blow.order)] {
            let Some(list) = list else { continue };
            if list.len() > targets {
                let message = format!("`{}` names more than the {} targets", at(field), targets);
                found.unable(true, &at(field), "number", &message, &[]);
            }
            for (m, given) in list.iter().enumerate().take(MAX_TARGETS) {
                found.number(format!("{}[{m}]", at(field)), (*given).into(), 0, most);
            }
        }
    }
    found.0
}

impl Strikes {
    fn blow(&self, targets: usize) -> Blow {
        let mut blow = Blow {
            dice: [self.dice; MAX_TARGETS],
            power: [self.power; MAX_TARGETS],
            can: 0,
            order: [NO_TARGET; MAX_TARGETS],
        };
        for (row, list) in [(&mut blow.dice, &self.dice_at), (&mut blow.power, &self.power_at)] {
            row.iter_mut().zip(list.iter().flatten()).for_each(|(cell, given)| *cell = *given);
        }
        let all = || (0..targets as u8).collect::<Vec<u8>>();
        let can = self.can.clone().unwrap_or_else(all);
        blow.can = can.iter().fold(0, |set, place| set | 1u8.checked_shl((*place).into()).unwrap_or(0));
        let order = self.order.clone().unwrap_or_else(all);
        blow.order.iter_mut().zip(order).for_each(|(cell, place)| *cell = place);
        blow
    }
}

fn assault(facts: AssaultFacts, _: Alone) -> AssaultAnswer {
    let morale: Vec<i16> = facts.targets.iter().map(|letter| i16::from(letter.value())).collect();
    let blows: Vec<Blow> = facts.attacks.iter().map(|attack| attack.blow(morale.len())).collect();
    let found = odds::assault(&morale, &blows);
    let exact = odds::assault_exact(&morale, &blows);
    let sum_of = |wanted: &dyn Fn(usize) -> bool| -> Option<Fraction> {
        let sets = exact.as_ref()?.routed.iter().enumerate().filter(|(set, _)| wanted(*set));
        sets.map(|(_, chance)| *chance).try_fold(Fraction::ZERO, Fraction::checked_add)
    };
    let last = found.routed.len().saturating_sub(1);
    AssaultAnswer {
        sets: found
            .routed
            .iter()
            .enumerate()
            .map(|(set, p)| Routed {
                routed: (0..morale.len() as u8).filter(|place| set >> place & 1 == 1).collect(),
                chance: exact.as_ref().and_then(|exact| exact.routed.get(set)).map(|chance| (*chance).into()),
                p: *p,
            })
            .collect(),
        routs: (0..morale.len())
            .map(|place| Chance::new(sum_of(&|set| set >> place & 1 == 1), found.routs(place)))
            .collect(),
        clears: Chance::new(sum_of(&|set| set == last), found.clears()),
        expected: found.expected(),
        facts,
    }
}
