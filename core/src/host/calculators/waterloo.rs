//! Attacks and Morale of *Eagles: Waterloo*, from what is printed on the cards (W 6.0, 7.0, 12.4).

use super::answer::{Chance, Outcome};
use super::facts::{Beside, D6, asked};
use super::read::Fault;
use super::{Calculator, Wrong, written};
use crate::cite::{Cite, Coded};
use crate::explain::{Breakdown, Tally};
use crate::odds::Fraction;
use crate::waterloo::combat::{self, MAX_POWER, Roll, Strike, hits_on};
use crate::waterloo::morale;
use crate::waterloo::odds::{
    self, AttackOdds, Blow, MAX_TARGETS, NO_TARGET, failing, general_death, rout_chance, rout_of_hits,
};
use crate::waterloo::types::{Attack, Formation, GroundKind, Kind};
use crate::waterloo::{Profile, Refusal};
use serde::de::{DeserializeOwned, Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value, json};
use std::fmt;

/// `waterloo.attack`.
pub(super) const ATTACK: Calculator = Calculator {
    name: "waterloo.attack",
    help: "One attack: dice, power and the target's Morale part by part, the exact chance of each number of hits and of a rout.",
    cites: &[Cite("W 6.0"), Cite("W 7.1"), Cite("W 7.2"), Cite("W 7.3"), Cite("W 12.4")],
    example: r#"{"cv": 3, "power": 2, "target": {"morale": "A"}}"#,
    run: |value| answer(value, check_attack, attack),
};

/// `waterloo.morale`.
pub(super) const MORALE: Calculator = Calculator {
    name: "waterloo.morale",
    help: "The Morale rolls of a card with hits: its value part by part, the exact chance that it routs.",
    cites: &[Cite("W 6.0"), Cite("W 9.3"), Cite("W 12.1")],
    example: r#"{"morale": "B", "hits": 2, "formation": "square"}"#,
    run: |value| answer(value, check_morale, morale_rolls),
};

/// `waterloo.general`.
pub(super) const GENERAL: Calculator = Calculator {
    name: "waterloo.general",
    help: "A General where the enemy attacks, or one with hits: the exact chance that he is killed.",
    cites: &[Cite("W 12.4")],
    example: r#"{"dice": 6}"#,
    run: |value| answer(value, check_general, general),
};

/// `waterloo.assault`.
pub(super) const ASSAULT: Calculator = Calculator {
    name: "waterloo.assault",
    help: "Successive attacks on one Position: the exact chance of every set of routed targets.",
    cites: &[Cite("W 7.4"), Cite("W 6.0"), Cite("W N17")],
    example: r#"{"targets": ["A", "C"], "attacks": [{"dice": 3, "power": 2}, {"dice": 4, "power": 1, "order": [1, 0]}]}"#,
    run: |value| answer(value, check_assault, assault),
};

/// The most attacks of an assault.
const MAX_BLOWS: usize = 64;
/// The most dice of an attack.
const MAX_DICE: u8 = crate::chance::MAX_DICE as u8;

/// A printed Morale value: `A` to `D`, or 4 to 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Letter(u8);

impl Letter {
    const WANTED: &'static str = "a Morale value: A, B, C or D, or 4, 3, 2 or 1";

    /// The value, 4 for A to 1 for D.
    #[must_use]
    pub const fn value(self) -> u8 {
        self.0
    }
}

impl Serialize for Letter {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self.0 {
            4 => "A",
            3 => "B",
            2 => "C",
            _ => "D",
        })
    }
}

impl<'de> Deserialize<'de> for Letter {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Printed;
        impl Visitor<'_> for Printed {
            type Value = Letter;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(Letter::WANTED)
            }

            fn visit_u64<E: Error>(self, value: u64) -> Result<Letter, E> {
                match u8::try_from(value) {
                    Ok(value @ 1..=4) => Ok(Letter(value)),
                    _ => Err(E::invalid_value(serde::de::Unexpected::Unsigned(value), &self)),
                }
            }

            fn visit_str<E: Error>(self, letter: &str) -> Result<Letter, E> {
                let value = match letter {
                    "A" | "a" => 4,
                    "B" | "b" => 3,
                    "C" | "c" => 2,
                    "D" | "d" => 1,
                    _ => return Err(E::invalid_value(serde::de::Unexpected::Str(letter), &self)),
                };
                Ok(Letter(value))
            }
        }
        deserializer.deserialize_any(Printed)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Letter {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Letter".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "description": Self::WANTED, "enum": ["A", "B", "C", "D", 4, 3, 2, 1] })
    }
}

/// The target of an attack.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Target {
    /// What it is: `infantry`, `cavalry`, `foot_artillery` or `horse_artillery`.
    pub kind: Kind,
    /// Infantry: its formation.
    pub formation: Formation,
    /// The Terrain that it occupies.
    pub cover: Option<GroundKind>,
    /// Its printed Morale; without it nothing is said of routs.
    pub morale: Option<Letter>,
    /// What that Terrain adds to Morale (W r19), -5 to 5.
    pub terrain: i8,
    /// What a General with it adds to Morale (W 12.1), 0 to 5; said at all, he is there and in danger (W 12.4).
    pub general: Option<u8>,
}

impl Default for Target {
    fn default() -> Self {
        Self { kind: Kind::Infantry, formation: Formation::Line, cover: None, morale: None, terrain: 0, general: None }
    }
}

/// One attack.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AttackFacts {
    /// The printed cv, 1 to 32.
    pub cv: u8,
    /// The printed firepower or shock for this attack, 0 to 4.
    pub power: u8,
    /// How it attacks; `fire` when not said.
    #[serde(default = "fire")]
    pub how: Attack,
    /// What attacks; Foot Artillery for `long`, else Infantry, when not said.
    #[serde(default)]
    pub kind: Option<Kind>,
    /// Infantry: its formation; Column for Shock, else Line, when not said.
    #[serde(default)]
    pub formation: Option<Formation>,
    /// Cavalry: it is blown.
    #[serde(default)]
    pub blown: bool,
    /// It holds a Hill (W 11.1).
    #[serde(default)]
    pub hill: bool,
    /// The target.
    #[serde(default)]
    pub target: Target,
    /// The option for Woods: the least dice that they leave (W r57), 0 or 1.
    #[serde(default)]
    pub woods_minimum: u8,
}

fn fire() -> Attack {
    Attack::Fire
}

/// Dice that have fallen.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fallen {
    /// What the dice of the attack show, as many as it rolls; without them `result` is `null`.
    pub dice: Option<Vec<D6>>,
    /// What the Morale rolls show, one for each hit.
    pub rolls: Option<Vec<D6>>,
}

impl Beside for Fallen {
    const FIELDS: &'static [&'static str] = &["dice", "rolls"];
}

/// What dice did.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AttackResult {
    /// How many dice hit.
    pub hits: u8,
    /// How many Morale rolls failed; `null` without rolls or a Morale value.
    pub failed: Option<u8>,
    /// Whether the target routs; `null` likewise.
    pub routs: Option<bool>,
    /// How many 1s there are: each is a hit on a General there (W 12.4).
    pub ones: u8,
}

/// The odds of one attack.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AttackAnswer {
    /// The facts, with what went without saying.
    pub facts: AttackFacts,
    /// The dice that it rolls.
    pub dice: Breakdown,
    /// The firepower or shock, 0 to 4.
    pub power: Breakdown,
    /// The target's Morale value, 1 to 5; `null` where it is not said.
    pub morale: Option<Breakdown>,
    /// The lowest face that hits; 7, which no die shows, for a power of 0.
    pub hits_on: u8,
    /// The chance of each number of hits, from 0.
    pub hits: Vec<Outcome<u8>>,
    /// The chance that the target routs when these hits are tested.
    pub rout: Option<Chance>,
    /// The chance that a General there is killed.
    pub general: Option<Chance>,
    /// What the given dice do; `null` without any.
    pub result: Option<AttackResult>,
}

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
    pub chance: Option<super::Ratio>,
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

/// Reads the facts, checks them and answers.
fn answer<F: DeserializeOwned, B: Beside, A: Serialize>(
    value: &Value,
    check: impl FnOnce(&F, &B) -> Vec<Fault>,
    run: impl FnOnce(F, B) -> A,
) -> Result<String, Wrong> {
    let (facts, beside) = asked::<F, B>(value)?;
    let faults = check(&facts, &beside);
    if faults.is_empty() { Ok(written(&run(facts, beside))) } else { Err(Wrong::Facts(faults)) }
}

/// Faults of facts, as they are found.
#[derive(Default)]
struct Found(Vec<Fault>);

impl Found {
    fn number(&mut self, at: impl Into<String>, given: i64, min: i64, max: i64) {
        let at = at.into();
        if !(min..=max).contains(&given) {
            let message = format!("`{at}` must be a whole number from {min} to {max}, not {given}");
            let params = json!({ "min": min, "max": max, "given": given });
            self.0.push(Fault { at, code: "number", message, cites: Vec::new(), params });
        }
    }

    fn unable(&mut self, is_so: bool, at: &str, code: &'static str, message: &str, cites: &[&'static str]) {
        if is_so {
            let (at, message) = (at.to_owned(), message.to_owned());
            self.0.push(Fault { at, code, message, cites: cites.to_vec(), params: Value::Null });
        }
    }

    fn refused(&mut self, is_so: bool, at: &str, refusal: Refusal) {
        let cites: Vec<&'static str> = refusal.cites().iter().map(|cite| cite.0).collect();
        self.unable(is_so, at, refusal.code(), &format!("`{at}`: {refusal}"), &cites);
    }

    /// How many dice were given, and how many are rolled.
    fn count(&mut self, at: &str, dice: &Option<Vec<D6>>, rolled: usize) {
        let given = dice.as_ref().map_or(rolled, Vec::len);
        if given != rolled {
            let message = format!("`{at}`: {rolled} dice are rolled here, not {given}: give what each of them shows");
            let params = json!({ "rolled": rolled, "given": given });
            self.0.push(Fault { at: at.to_owned(), code: "dice", message, cites: Vec::new(), params });
        }
    }
}

impl AttackFacts {
    fn attacker(&self) -> Kind {
        self.kind.unwrap_or(if self.how == Attack::Long { Kind::FootArtillery } else { Kind::Infantry })
    }

    fn formation(&self) -> Formation {
        let shocks = self.how == Attack::Shock && self.attacker() == Kind::Infantry;
        self.formation.unwrap_or(if shocks { Formation::Column } else { Formation::Line })
    }

    fn dice(&self) -> Breakdown {
        let mut dice = Breakdown::new("cv");
        let at_woods = self.target.cover == Some(GroundKind::Woods) && self.attacker() == Kind::Infantry;
        let facts = Roll { cv: self.cv, on_hill: self.hill, at_woods, woods_minimum: self.woods_minimum };
        combat::dice(facts, &mut dice, String::new, String::new);
        dice
    }

    fn power(&self) -> Breakdown {
        let mut power = Breakdown::new(if self.how == Attack::Shock { "shock" } else { "firepower" });
        let card = Profile::printed(self.attacker(), self.power);
        let facts = Strike {
            how: self.how,
            formation: self.formation(),
            blown: self.blown,
            at_artillery: self.target.kind.is_artillery(),
            at_formation: self.target.formation,
            at_building: self.target.cover == Some(GroundKind::Building),
        };
        combat::power(&card, facts, &mut power, String::new);
        power
    }

    fn morale(&self) -> Option<Breakdown> {
        let target = &self.target;
        target.morale.map(|morale| value_of(morale, target.general, target.formation, target.terrain))
    }
}

/// A Morale value part by part (W 6.0).
fn value_of(printed: Letter, general: Option<u8>, formation: Formation, terrain: i8) -> Breakdown {
    let mut value = Breakdown::new("morale");
    value.add("printed", i16::from(printed.value()), Cite("W 6.0"), String::new);
    if let Some(bonus) = general.filter(|bonus| *bonus > 0) {
        value.add("general", i16::from(bonus), Cite("W 12.1"), String::new);
    }
    morale::complete(formation == Formation::Square, i16::from(terrain), &mut value, String::new);
    value
}

fn check_attack(facts: &AttackFacts, fallen: &Fallen) -> Vec<Fault> {
    let mut found = Found::default();
    let (kind, target) = (facts.attacker(), &facts.target);
    found.number("cv", facts.cv.into(), 1, 31);
    found.number("power", facts.power.into(), 0, MAX_POWER.into());
    found.number("woods-minimum", facts.woods_minimum.into(), 0, 1);
    found.number("target.terrain", target.terrain.into(), -5, 5);
    found.number("target.general", target.general.unwrap_or(0).into(), 0, 5);
    let (infantry, artillery) = (kind == Kind::Infantry, kind.is_artillery());
    found.refused(!kind.is_troop(), "kind", Refusal::CannotAttack);
    found.refused(facts.how == Attack::Long && kind.is_troop() && !artillery, "kind", Refusal::LongArtillery);
    if facts.how == Attack::Shock {
        found.refused(artillery, "how", Refusal::NoShock);
        found.refused(infantry && facts.formation() != Formation::Column, "formation", Refusal::ShockNeedsColumn);
        found.refused(kind == Kind::Cavalry && facts.blown, "blown", Refusal::ShockBlown);
    }
    let formations = ["W 9.0"];
    found.unable(
        !infantry && facts.formation() != Formation::Line,
        "formation",
        "foreign",
        "`formation`: only Infantry has one: leave it out",
        &formations,
    );
    found.unable(
        facts.blown && kind != Kind::Cavalry,
        "blown",
        "foreign",
        "`blown`: only Cavalry can be: leave it out",
        &["W 7.31"],
    );
    found.unable(
        !target.kind.is_troop(),
        "target.kind",
        "foreign",
        "`target.kind` must be infantry, cavalry, foot_artillery or horse_artillery; of a General say `general`",
        &["W 7.4"],
    );
    let target_infantry = target.kind == Kind::Infantry;
    found.unable(
        !target_infantry && target.formation != Formation::Line,
        "target.formation",
        "foreign",
        "`target.formation`: only Infantry has one: leave it out",
        &formations,
    );
    found.unable(
        target.cover == Some(GroundKind::River),
        "target.cover",
        "foreign",
        "`target.cover`: nobody occupies a River: leave it out",
        &["W 11.3"],
    );
    let holds_infantry = matches!(target.cover, Some(GroundKind::Woods | GroundKind::Building));
    found.unable(
        !target_infantry && holds_infantry,
        "target.cover",
        "foreign",
        "`target.cover`: only Infantry occupies Woods and Buildings",
        &["W 11.2", "W 11.4"],
    );
    if found.0.is_empty() {
        let rolled = usize::try_from(facts.dice().total()).unwrap_or(0);
        found.count("dice", &fallen.dice, rolled);
        let hits = fallen.dice.as_ref().map(|dice| hits_of(facts, dice));
        match (hits, target.morale, &fallen.rolls) {
            (Some(hits), Some(_), _) => found.count("rolls", &fallen.rolls, hits.into()),
            (_, _, rolls) => found.unable(
                rolls.is_some(),
                "rolls",
                "dice",
                "`rolls`: there are Morale rolls where `dice` and `target.morale` are given",
                &[],
            ),
        }
    }
    found.0
}

/// The power as the dice know it.
fn held(power: &Breakdown) -> u8 {
    u8::try_from(power.total().clamp(0, MAX_POWER)).unwrap_or(0)
}

fn hits_of(facts: &AttackFacts, dice: &[D6]) -> u8 {
    let least = hits_on(held(&facts.power()));
    dice.iter().filter(|die| die.face() >= least).count() as u8
}

fn attack(facts: AttackFacts, fallen: Fallen) -> AttackAnswer {
    let (dice, power, value) = (facts.dice(), facts.power(), facts.morale());
    let (count, strength) = (u8::try_from(dice.total().max(0)).unwrap_or(0), held(&power));
    let morale = value.as_ref().map(Breakdown::total);
    let odds = AttackOdds::new(count, strength, morale, facts.target.general.is_some());
    let result = fallen.dice.as_ref().map(|dice| {
        let hits = hits_of(&facts, dice);
        let tested = fallen.rolls.as_ref().zip(morale).map(|(rolls, value)| tested(rolls, value));
        AttackResult {
            hits,
            failed: tested.as_ref().map(|result| result.failed),
            routs: tested.as_ref().map(|result| result.routs),
            ones: dice.iter().filter(|die| die.face() == 1).count() as u8,
        }
    });
    AttackAnswer {
        hits_on: hits_on(strength),
        hits: (0..).zip(odds.hits).map(|(hits, chance)| Outcome::new(hits, chance)).collect(),
        rout: morale.map(|value| Chance::new(odds.rout, rout_chance(count, strength, value))),
        general: facts.target.general.map(|_| Chance::new(odds.general, general_death(count))),
        facts: AttackFacts { kind: Some(facts.attacker()), formation: Some(facts.formation()), ..facts },
        dice,
        power,
        morale: value,
        result,
    }
}

fn tested(rolls: &[D6], value: i16) -> MoraleResult {
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
