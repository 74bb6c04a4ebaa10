//! Assaults.

use super::describe::Words;
use super::phrase::{self, inches};
use super::report::{Chances, Report, chance, points};
use super::words::{
    CE, CLASS, COVER, FACET, FORMATION, Field, HITS, Kind, LEADER, NATION, Place, STATUS, UNMOVED, WEATHER, field, flag,
};
use super::{Common, Found, complete, made, object, two};
use crate::fail::{Done, Fail};
use crate::page::capital;
use clap::Args;
use eagles::empire::HouseRules;
use eagles::empire::assault::{Combatant, Facts, Odds, Role, Side, check, explain, odds, resolve};
use eagles::empire::charts::{Tenths, is_destroyed};
use eagles::empire::units::{Arm, Effect, Weather};
use serde_json::{Value, json};
use std::io::Write;

/// An assault: the sums of both sides, the row of the chart, the chances, or what the die gives
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
A unit is a phrase, its words in any order: nation, troops, strength (the bare
number), formation, and what else is to be said of it:
  hits=2  leader=1 (his rating)  disordered  routed  unmoved  charging  blown
  flank, rear (where it strikes)  light-woods, wall, village ... (its cover)
  failed-square  changed-while-pinned  counter-attacking  closed-up
  unsupported  just-unlimbered  rain  frontage=6
Further units in mass stand behind a +; the first of a side is its lead.
Examples:
  eagles empire assault 'french 9 column' 'british 9 line unmoved'
  eagles empire assault 'lancers 10 column charging rain' '8 line failed-square'
  eagles empire assault 'cuirassiers 10 line charging' 'british 10 square' --die 7
  eagles empire assault 'french 9 column leader=2 + 8 column + 8 column' \\
      'british 10 line unmoved hits=1 hillcrest' --defender-support 'line guns'
  eagles empire assault lancers 10 line charging vs hussars 8 line flank --odds
  eagles empire assault --facts last-night.json --json
Exit codes: 0 done, 1 facts that cannot be, 2 bad usage.")]
pub(crate) struct AssaultArgs {
    /// Who moved into contact, and who was struck
    #[arg(value_name = "ATTACKER DEFENDER", required_unless_present = "facts")]
    phrases: Vec<String>,
    /// Friends who support the attacker by fire: `line line column guns`
    #[arg(long, value_name = "UNITS")]
    attacker_support: Option<String>,
    /// Friends who support the defender
    #[arg(long, value_name = "UNITS")]
    defender_support: Option<String>,
    /// The frontage of all attackers in contact, in inches
    #[arg(long, value_name = "INCHES")]
    attacker_frontage: Option<String>,
    /// The frontage of all defenders in contact
    #[arg(long, value_name = "INCHES")]
    defender_frontage: Option<String>,
    /// Who has initiative and so rolls: attacker (as a rule) or defender
    #[arg(long, value_name = "SIDE")]
    initiative: Option<String>,
    #[command(flatten)]
    common: Common,
}

const SQUARE: Field = flag("failed-square", &["failed-to-square"]);
const CHANGED: Field = flag("changed-while-pinned", &["changed"]);
const COUNTER: Field = flag("counter-attacking", &["counter-attack", "counterattacking"]);
const CLOSED_UP: Field = flag("closed-up", &["massed"]);
const CHARGING: Field = flag("charging", &["charge", "charges", "counter-charging"]);
const BLOWN: Field = flag("blown", &[]);
const UNLIMBERED: Field = flag("unlimbered", &["just-unlimbered", "unlimbered-this-turn", "unlimbered-now"]);
const UNSUPPORTED: Field = flag("unsupported", &["alone"]);
const ROLE: Field = field("role", Kind::Words(&[("attacker", "attacker"), ("defender", "defender")]));
const FRONTAGE: Field = field("frontage", Kind::Inches).also(&["front-of", "wide"]).at(Place::Side);

const FIELDS: [&Field; 20] = [
    &NATION,
    &CLASS,
    &CE,
    &FORMATION,
    &HITS,
    &STATUS,
    &LEADER,
    &UNMOVED,
    &COVER,
    &FACET,
    &ROLE,
    &CHANGED,
    &SQUARE,
    &COUNTER,
    &CLOSED_UP,
    &CHARGING,
    &BLOWN,
    &UNLIMBERED,
    &UNSUPPORTED,
    &FRONTAGE,
];

/// Answers.
pub(crate) fn run(args: &AssaultArgs, out: &mut dyn Write) -> Done {
    let house = args.common.rules()?;
    let facts = match args.common.read(&args.phrases)? {
        Some(facts) => facts,
        None => args.facts()?,
    };
    let die = args.common.one_die()?;
    let found = Found { faults: check(&facts), report: report(&facts, &house, die) };
    args.common.answer(&house, found, out)
}

impl AssaultArgs {
    fn facts(&self) -> Result<Facts, Fail> {
        let phrases = two(
            &self.phrases,
            ["the attacker", "the defender"],
            "eagles empire assault 'french 9 column' 'british 9 line unmoved'",
        )?;
        let mut faults = Vec::new();
        let mut whole = serde_json::Map::new();
        let fields: Vec<&Field> = FIELDS.into_iter().chain([&WEATHER]).collect();
        let supports = [&self.attacker_support, &self.defender_support];
        let frontages = [&self.attacker_frontage, &self.defender_frontage];
        for (n, name) in ["attacker", "defender"].into_iter().enumerate() {
            let mut units = Vec::new();
            let mut side = serde_json::Map::new();
            for (m, words) in phrase::units(&phrases[n]).iter().enumerate() {
                let at = if m == 0 { name.to_owned() } else { format!("{name}, unit {}", m + 1) };
                if words.is_empty() {
                    faults.push(format!("{at}: nothing is said of it"));
                    continue;
                }
                let mut said = phrase::read(words, &fields, &at, &mut faults);
                complete(&mut said, true, &at, &mut faults);
                side.append(&mut said.side);
                whole.append(&mut said.whole);
                units.push(Value::Object(said.unit));
            }
            // Who is struck in the flank is struck by the attacker's lead.
            if name == "defender" {
                struck(&mut units, whole.get_mut("attacker"));
            }
            let mut units = units.into_iter();
            side.insert("lead".to_owned(), units.next().unwrap_or_default());
            side.insert("mass".to_owned(), units.collect());
            if let Some(support) = supports[n] {
                side.insert("support".to_owned(), supporters(support, name, &mut faults));
            }
            if let Some(frontage) = frontages[n] {
                match inches(frontage) {
                    Some(mil) => drop(side.insert("frontage".to_owned(), phrase::written(mil))),
                    None => faults.push(format!("--{name}-frontage {frontage}: write inches, as 6 or 2.5")),
                }
            }
            whole.insert(name.to_owned(), side.into());
        }
        if let Some(side) = &self.initiative {
            match side.as_str() {
                "attacker" | "defender" => drop(whole.insert("roller".to_owned(), side.as_str().into())),
                _ => faults.push(format!("--initiative {side}: write attacker or defender")),
            }
        }
        made(whole.into(), faults)
    }
}

/// `flank` said of the unit that is struck is said of the one that strikes.
fn struck(units: &mut [Value], attacker: Option<&mut Value>) {
    let Some(Value::Object(unit)) = units.first_mut() else { return };
    if unit.get("role").is_some_and(|role| role == "attacker") {
        return;
    }
    let Some(facet) = unit.remove("facet") else { return };
    if let Some(Value::Object(lead)) = attacker.and_then(|side| side.get_mut("lead")) {
        lead.entry("facet").or_insert(facet);
    }
}

/// Who supports, as words.
fn supporters(text: &str, side: &str, faults: &mut Vec<String>) -> Value {
    let mut counts = [0_u8; 3];
    for word in text.split([' ', ',', '+']).filter(|word| !word.is_empty()) {
        let place = match word.to_lowercase().as_str() {
            "line" | "lines" | "garrison" | "garrisons" => 0,
            "column" | "columns" | "square" | "squares" => 1,
            "guns" | "gun" | "battery" | "batteries" | "artillery" => 2,
            _ => {
                faults.push(format!(
                    "--{side}-support: what is `{word}`? Write line, column, square or guns, one for each unit"
                ));
                continue;
            }
        };
        counts[place] = counts[place].saturating_add(1);
    }
    let [lines, columns, guns] = counts.map(Value::from);
    object([("lines", lines), ("columns", columns), ("guns", guns)]).into()
}

fn describe(unit: &Combatant) -> String {
    Words::unit(unit.nation, unit.class, Some(unit.ce), unit.formation)
        .markers(unit.hits, unit.status)
        .leader(unit.leader)
        .with(unit.unmoved, "has stood still")
        .cover(unit.cover)
        .facet(unit.facet)
        .with(unit.changed_while_pinned, "changed formation while pinned")
        .with(unit.failed_square, "failed to form square")
        .with(unit.counter_attacking, "counter-attacking")
        .with(unit.closed_up, "closed up")
        .with(unit.charging, "charging")
        .with(unit.blown, "blown")
        .with(unit.unlimbered, "unlimbered this turn")
        .with(unit.unsupported, "unsupported")
        .text()
}

/// The effect on a side, as the sheet prints it and in words.
pub(super) const fn effect(effect: Effect) -> &'static str {
    match effect {
        Effect::None => "nothing",
        Effect::Disorder => "disordered",
        Effect::Fallback => "falls back",
        Effect::Hit => "1 hit",
        Effect::TwoHits => "2 hits",
        Effect::Rout => "routs",
    }
}

/// The chances of the effects.
pub(super) fn effects(of: &str, tenths: &Tenths<6>) -> Chances {
    let list = Effect::ALL.iter().map(|&e| (effect(e).to_owned(), tenths.chance(e as usize))).collect();
    Chances { of: of.to_owned(), list }
}

/// What a result asks of a unit, for who moves the figures.
pub(super) fn orders(unit: &Combatant, what: Effect, who: &str) -> Option<String> {
    let added = match what {
        Effect::None => return None,
        Effect::Disorder if unit.class.arm() == Arm::Artillery => {
            return Some(format!("{who}: put a DISORDER marker on it (-2 for guns)."));
        }
        Effect::Disorder => return Some(format!("{who}: put a DISORDER marker on it.")),
        Effect::Rout => {
            return Some(format!(
                "{who}: routs. It runs 12 inches away from the enemy and is worth 0 until it rallies."
            ));
        }
        Effect::TwoHits => 2,
        Effect::Hit | Effect::Fallback => 1,
    };
    let now = unit.hits.saturating_add(added);
    let mut text =
        format!("{who}: put {} on it, {now} in all", if added == 1 { "1 HIT marker" } else { "2 HIT markers" });
    if what == Effect::Fallback {
        text.push_str(", and a DISORDER marker; it goes back 4 inches, out of 3 inches of every enemy");
    }
    if is_destroyed(unit.ce, now) {
        text.push_str(". As many hits as strength: it is destroyed (E A35)");
    } else if now >= 4 {
        text.push_str(". Check its morale: four hits or more (`eagles empire morale`)");
    }
    text.push('.');
    Some(text)
}

fn side_text(role: Role, side: &Side) -> String {
    let mut text =
        format!("{}: {}", if role == Role::Attacker { "Attacker" } else { "Defender" }, describe(&side.lead));
    for unit in &side.mass {
        text.push_str(&format!("; with {}", describe(unit)));
    }
    let support = side.support;
    let helpers: Vec<String> = [(support.lines, "line"), (support.columns, "column"), (support.guns, "battery")]
        .iter()
        .filter(|(n, _)| *n > 0)
        .map(|(n, what)| crate::page::count(u64::from(*n), what).replace("batterys", "batteries"))
        .collect();
    if !helpers.is_empty() {
        text.push_str(&format!("; supported by {}", helpers.join(", ")));
    }
    if let Some(frontage) = side.frontage {
        text.push_str(&format!("; {} wide", super::report::length(frontage)));
    }
    text
}

/// The report of an assault.
fn report(facts: &Facts, house: &HouseRules, die: Option<u8>) -> Report {
    let explained = explain(facts, house, die.unwrap_or(1));
    let chances = odds(facts, house);
    let value = explained.resolution.value;
    let [attacker, defender] = explained.resolution.totals;
    let roller = if facts.roller == Role::Attacker { "attacker" } else { "defender" };
    let mut title = vec![if facts.weather == Weather::Rain { "Assault in the rain" } else { "Assault" }.to_owned()];
    title.extend([Role::Attacker, Role::Defender].map(|role| side_text(role, facts.side(role))));
    let mut verdict = format!(
        "Attack value {value}: {} against {}, as the {roller} has it, who rolls with initiative [E assault-table]",
        points(attacker, 4),
        points(defender, 4)
    );
    if !(-11..=11).contains(&value) {
        verdict.push_str(if house.extend {
            "; beyond the chart, whose diagonal goes on [E A1]"
        } else {
            "; beyond the chart, whose last column counts [E A1, our ruling]"
        });
    }
    verdict.push('.');
    let symbols = |place: fn(&(Effect, Effect)) -> Effect| -> Vec<String> {
        chances.faces.iter().map(|face| place(face).symbol().to_owned()).collect()
    };
    Report {
        title,
        sums: vec![
            ("Attacker".to_owned(), explained.attacker.clone()),
            ("Defender".to_owned(), explained.defender.clone()),
        ],
        verdict: vec![verdict],
        faces: vec![("attacker".to_owned(), symbols(|face| face.0)), ("defender".to_owned(), symbols(|face| face.1))],
        chances: shown(&chances),
        result: die.map_or_else(Vec::new, |die| result(facts, house, die)),
        json: json(facts, house, die, &explained, &chances),
    }
}

/// The chances of an assault in words.
pub(crate) fn chances_of(chances: &Odds) -> [(&'static str, Vec<(String, eagles::odds::Fraction)>); 3] {
    let effects =
        |tenths: &Tenths<6>| Effect::ALL.iter().map(|&e| (effect(e).to_owned(), tenths.chance(e as usize))).collect();
    let winner = ["the attacker", "nobody", "the defender"];
    let winner = winner.iter().enumerate().map(|(n, who)| ((*who).to_owned(), chances.winner.chance(n))).collect();
    [("Attacker", effects(&chances.attacker)), ("Defender", effects(&chances.defender)), ("Who wins", winner)]
}

fn shown(chances: &Odds) -> Vec<Chances> {
    chances_of(chances).into_iter().map(|(of, list)| Chances { of: of.to_owned(), list }).collect()
}

fn result(facts: &Facts, house: &HouseRules, die: u8) -> Vec<String> {
    let found = resolve(facts, house, die);
    let mut lines = vec![format!(
        "Die {die}: {}. {}.",
        found.cell,
        capital(&match found.winner {
            Some(Role::Attacker) => "the attacker wins".to_owned(),
            Some(Role::Defender) => "the defender wins".to_owned(),
            None => "nobody wins".to_owned(),
        })
    )];
    lines.extend(orders(&facts.attacker.lead, found.attacker, "Attacker"));
    lines.extend(orders(&facts.defender.lead, found.defender, "Defender"));
    if facts.attacker.mass.len() + facts.defender.mass.len() > 0 {
        lines.push(
            "Hits fall on the lead alone; disorder, retreat and rout on all of its side in the combat [E P23, house rule of ours]."
                .to_owned(),
        );
    }
    let winner = found.winner.map(|role| &facts.side(role).lead);
    if winner.is_some_and(|unit| unit.class.arm() == Arm::Cavalry) {
        lines.push("The cavalry that won may turn by up to 45 degrees or change formation [E A8].".to_owned());
    }
    lines
}

fn json(
    facts: &Facts,
    house: &HouseRules,
    die: Option<u8>,
    explained: &eagles::empire::assault::Explained,
    chances: &Odds,
) -> Value {
    let odds: Value = chances_of(chances)
        .into_iter()
        .map(|(of, list)| {
            let list: Value =
                list.into_iter().map(|(what, f)| (what, chance(f))).collect::<serde_json::Map<_, _>>().into();
            (of.to_lowercase().replace(' ', "_"), list)
        })
        .collect::<serde_json::Map<_, _>>()
        .into();
    json!({
        "facts": facts,
        "attacker": explained.attacker,
        "defender": explained.defender,
        "value": explained.resolution.value,
        "faces": chances.faces,
        "odds": odds,
        "result": die.map(|die| resolve(facts, house, die)),
    })
}
