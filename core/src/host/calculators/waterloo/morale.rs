//! Morale rolls of cards and Generals (W 6.0, 12.4).

use super::{Found, Letter, MAX_DICE, answer};
use crate::cite::Cite;
use crate::explain::{Breakdown, Tally};
use crate::host::calculators::answer::Chance;
use crate::host::calculators::facts::{Beside, D6};
use crate::host::calculators::read::Fault;
use crate::host::calculators::{Calculator, Run};
use crate::waterloo::morale;
use crate::waterloo::odds::{self, failing, general_death, rout_of_hits};
use crate::waterloo::types::Formation;
use serde::{Deserialize, Serialize};

/// `waterloo.morale`.
pub(in crate::host::calculators) const MORALE: Calculator = Calculator {
    name: "waterloo.morale",
    help: "The Morale rolls of a card with hits: its value part by part, the exact chance that it routs.",
    cites: &[Cite("W 6.0"), Cite("W 9.3"), Cite("W 12.1")],
    example: r#"{"morale": "B", "hits": 2, "formation": "square"}"#,
    run: Run::Bare(|value| answer(value, check_morale, morale_rolls)),
};

/// `waterloo.general`.
pub(in crate::host::calculators) const GENERAL: Calculator = Calculator {
    name: "waterloo.general",
    help: "A General where the enemy attacks, or one with hits: the exact chance that he is killed.",
    cites: &[Cite("W 12.4")],
    example: r#"{"dice": 6}"#,
    run: Run::Bare(|value| answer(value, check_general, general)),
};

/// A card with hits that is tested.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoraleFacts {
    /// Its printed Morale.
    pub morale: Letter,
    /// Its hits, 1 to 32: so often it rolls; 1 when not said.
    #[serde(default = "one")]
    pub hits: u8,
    /// Its formation.
    #[serde(default)]
    pub formation: Formation,
    /// What its Terrain adds (W r19), -5 to 5.
    #[serde(default)]
    pub terrain: i8,
    /// What a General with it adds (W 12.1), 0 to 5.
    #[serde(default)]
    pub general: u8,
}

fn one() -> u8 {
    1
}

/// Morale rolls that have fallen.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tested {
    /// What the rolls show, one for each hit; without them `result` is `null`.
    pub rolls: Option<Vec<D6>>,
}

impl Beside for Tested {
    const FIELDS: &'static [&'static str] = &["rolls"];
}

/// What Morale rolls did.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoraleResult {
    /// How many rolls failed.
    pub failed: u8,
    /// Whether the card routs, or the General dies.
    pub routs: bool,
}

/// What one face of the die does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Test {
    /// The face.
    pub die: u8,
    /// Whether it passes.
    pub passes: bool,
}

/// What comes of Morale rolls.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoraleAnswer {
    /// The facts, with what went without saying.
    pub facts: MoraleFacts,
    /// The Morale value, 1 to 5.
    pub sum: Breakdown,
    /// What the faces 1 to 6 do: at most the value passes, but a 1 always and a 6 never.
    pub faces: Vec<Test>,
    /// The chance that it routs.
    pub rout: Chance,
    /// What the given rolls do; `null` without any.
    pub result: Option<MoraleResult>,
}

/// A General in danger: who is attacked with so many dice, or who has so many hits already.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Default)]
pub struct GeneralFacts {
    /// The enemy dice at his Position, 1 to 200: each 1 is a hit.
    pub dice: Option<u8>,
    /// His hits, 1 to 32.
    pub hits: Option<u8>,
}

/// What becomes of a General.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GeneralAnswer {
    /// The facts.
    pub facts: GeneralFacts,
    /// The chance that he is killed.
    pub killed: Chance,
    /// What the given rolls do; `null` without any.
    pub result: Option<MoraleResult>,
}

/// A Morale value part by part (W 6.0).
pub(super) fn value_of(printed: Letter, general: Option<u8>, formation: Formation, terrain: i8) -> Breakdown {
    let mut value = Breakdown::new("morale");
    value.add("printed", i16::from(printed.value()), Cite("W 6.0"), String::new);
    if let Some(bonus) = general.filter(|bonus| *bonus > 0) {
        value.add("general", i16::from(bonus), Cite("W 12.1"), String::new);
    }
    morale::complete(formation == Formation::Square, i16::from(terrain), &mut value, String::new);
    value
}

pub(super) fn tested(rolls: &[D6], value: i16) -> MoraleResult {
    let failed = rolls.iter().filter(|die| morale::fails(die.face(), value)).count() as u8;
    MoraleResult { failed, routs: failed > 0 }
}

fn check_morale(facts: &MoraleFacts, fallen: &Tested) -> Vec<Fault> {
    let mut found = Found::default();
    found.number("hits", facts.hits.into(), 1, MAX_DICE.into());
    found.number("terrain", facts.terrain.into(), -5, 5);
    found.number("general", facts.general.into(), 0, 5);
    found.count("rolls", &fallen.rolls, facts.hits.into());
    found.0
}

/// The chance that a card with hits routs.
fn rout(hits: u8, value: i16) -> Chance {
    let p = 1.0 - (1.0 - f64::from(failing(value)) / 6.0).powi(hits.into());
    Chance::new(rout_of_hits(hits, value), p)
}

fn morale_rolls(facts: MoraleFacts, fallen: Tested) -> MoraleAnswer {
    let sum = value_of(facts.morale, Some(facts.general), facts.formation, facts.terrain);
    let value = sum.total();
    MoraleAnswer {
        faces: (1..=D6::SIDES).map(|die| Test { die, passes: !morale::fails(die, value) }).collect(),
        rout: rout(facts.hits, value),
        result: fallen.rolls.map(|rolls| tested(&rolls, value)),
        facts,
        sum,
    }
}

fn check_general(facts: &GeneralFacts, fallen: &Tested) -> Vec<Fault> {
    let mut found = Found::default();
    found.unable(
        facts.dice.is_some() == facts.hits.is_some(),
        "",
        "conflict",
        "say either `dice`, that are thrown at his Position, or `hits`, that he has already",
        &["W 12.4"],
    );
    found.number("dice", facts.dice.unwrap_or(1).into(), 1, 200);
    found.number("hits", facts.hits.unwrap_or(1).into(), 1, MAX_DICE.into());
    match facts.hits {
        Some(hits) => found.count("rolls", &fallen.rolls, hits.into()),
        None => found.unable(fallen.rolls.is_some(), "rolls", "dice", "`rolls`: he rolls for `hits`: say them", &[]),
    }
    found.0
}

fn general(facts: GeneralFacts, fallen: Tested) -> GeneralAnswer {
    let killed = match (facts.dice, facts.hits) {
        (Some(dice), _) => Chance::new(odds::general_death_exact(dice), general_death(dice)),
        (_, hits) => rout(hits.unwrap_or(0), morale::RANGE.1),
    };
    let result = fallen.rolls.map(|rolls| tested(&rolls, morale::RANGE.1));
    GeneralAnswer { facts, killed, result }
}
