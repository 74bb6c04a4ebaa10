//! One attack (W 6.0, 7.1 to 7.3, 12.4).

use super::morale::{tested, value_of};
use super::{Found, Letter, answer};
use crate::cite::Cite;
use crate::explain::{Breakdown, Tally};
use crate::host::calculators::answer::{Chance, Outcome};
use crate::host::calculators::facts::{Beside, D6};
use crate::host::calculators::read::Fault;
use crate::host::calculators::{Calculator, Run};
use crate::waterloo::combat::{self, MAX_POWER, Roll, Strike, hits_on};
use crate::waterloo::odds::{AttackOdds, general_death, rout_chance};
use crate::waterloo::types::{Attack, Formation, GroundKind, Kind};
use crate::waterloo::{Profile, Refusal};
use serde::{Deserialize, Serialize};

/// `waterloo.attack`.
pub(in crate::host::calculators) const ATTACK: Calculator = Calculator {
    name: "waterloo.attack",
    help: "One attack: dice, power and the target's Morale part by part, the exact chance of each number of hits and of a rout.",
    cites: &[Cite("W 6.0"), Cite("W 7.1"), Cite("W 7.2"), Cite("W 7.3"), Cite("W 12.4")],
    example: r#"{"cv": 3, "power": 2, "target": {"morale": "A"}}"#,
    run: Run::Bare(|value| answer(value, check_attack, attack)),
};

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

pub(super) fn fire() -> Attack {
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
