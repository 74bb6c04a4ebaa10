//! Fire and bombardment.

use super::assault::{effect, effects, orders};
use super::describe::{Words, class};
use super::phrase;
use super::report::{Report, chance, length, points};
use super::words::{
    CE, CLASS, COVER, FACET, FORMATION, Field, HITS, Kind, LEADER, NATION, Place, STATUS, UNMOVED, field, flag,
};
use super::{Common, Found, complete, made, two};
use crate::fail::{Done, Fail};
use clap::Args;
use eagles::empire::HouseRules;
use eagles::empire::assault::Combatant;
use eagles::empire::fire::{
    Facts, Firer, TABLE, Target, check, check_bombardment, explain, is_bombarding, odds, resolve, screen_strength,
};
use eagles::empire::units::Effect;
use serde_json::{Value, json};
use std::io::Write;

/// Fire by infantry, skirmishers or batteries at one target
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
The firer and the target are phrases, their words in any order, as for assaults.
Of the firer: hits=2 leader=1 unmoved disordered stands=3 (a screen of
skirmishers, without a strength) just-unlimbered flank, rear (guns: where they
see the target). Of the target: its troops, formation and cover, charging,
closed-up. Further batteries at the same target stand behind a +, each with its
distance where that is another. Also to be said anywhere: year=1809.
Examples:
  eagles empire fire 'british 10 line unmoved' 'cavalry line charging' \\
      --distance 2.5
  eagles empire fire 'french light stands=4' 'british line' --distance 3
  eagles empire fire 'heavy-foot 7 + medium-foot' 'infantry column' --distance 6
  eagles empire fire 'medium battery 7 unmoved' 'infantry square village' \\
      --distance 9 --die 3
Exit codes: 0 done, 1 facts that cannot be, 2 bad usage.")]
pub(crate) struct FireArgs {
    /// Who fires, and at whom
    #[arg(value_name = "FIRER TARGET", required_unless_present = "facts")]
    phrases: Vec<String>,
    /// How far, edge to edge, in inches
    #[arg(long, value_name = "INCHES", required_unless_present = "facts")]
    distance: Option<String>,
    #[command(flatten)]
    common: Common,
}

/// Bombardment: guns that stood still fire further than the tactical range
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
The same as `eagles empire fire` for guns that neither moved nor unlimbered.
Examples:
  eagles empire bombard 'french heavy-foot 8' 'infantry column' --distance 12
  eagles empire bombard 'heavy-foot 8 + heavy-foot + medium-foot' \\
      'british line hillcrest' --distance 14 --odds
Exit codes: 0 done, 1 facts that cannot be, 2 bad usage.")]
pub(crate) struct BombardArgs {
    #[command(flatten)]
    fire: FireArgs,
}

const STANDS: Field = field("stands", Kind::Whole(0, 255)).also(&["stand"]);
const UNLIMBERED: Field = flag("unlimbered", &["just-unlimbered", "unlimbered-this-turn", "unlimbered-now"]);
const CHARGING: Field = flag("charging", &["charge", "charges"]);
const CLOSED_UP: Field = flag("closed-up", &["massed", "mass"]);
const DISTANCE: Field = field("distance", Kind::Inches).also(&["away", "range"]);
const YEAR: Field = field("year", Kind::Whole(0, 65_535)).at(Place::Whole);
const LIMBERED: Field = flag("limbered", &[]);

const FIRER: [&Field; 12] =
    [&NATION, &CLASS, &CE, &FORMATION, &STANDS, &HITS, &STATUS, &LEADER, &UNMOVED, &UNLIMBERED, &FACET, &YEAR];
const TARGET: [&Field; 9] =
    [&NATION, &CLASS, &FORMATION, &STATUS, &COVER, &CHARGING, &CLOSED_UP, &YEAR, &HITS_OF_TARGET];
/// Said of a target for the sake of what comes of it; the sum does not need it.
const HITS_OF_TARGET: Field = field("hits", Kind::Whole(0, 255)).also(&["hit"]).at(Place::Side);
const BATTERY: [&Field; 6] = [&NATION, &CLASS, &STATUS, &DISTANCE, &LIMBERED, &UNLIMBERED];

/// Answers for fire.
pub(crate) fn run(args: &FireArgs, out: &mut dyn Write) -> Done {
    answer(args, false, out)
}

/// Answers for bombardment.
pub(crate) fn bombard(args: &BombardArgs, out: &mut dyn Write) -> Done {
    answer(&args.fire, true, out)
}

fn answer(args: &FireArgs, bombards: bool, out: &mut dyn Write) -> Done {
    let house = args.common.rules()?;
    let facts: Facts = match args.common.read(&args.phrases)? {
        Some(facts) => facts,
        None => args.facts(bombards)?,
    };
    let die = args.common.one_die()?;
    let faults = if bombards { check_bombardment(&facts, &house) } else { check(&facts, &house) };
    let found = Found { faults, report: report(&facts, &house, die) };
    args.common.answer(&house, found, out)
}

impl FireArgs {
    fn facts(&self, bombards: bool) -> Result<Facts, Fail> {
        let example = "eagles empire fire 'british 10 line unmoved' 'french column' --distance 2.5";
        let [firer, target] = two(&self.phrases, ["who fires", "at whom"], example)?;
        let mut faults = Vec::new();
        let mut whole = serde_json::Map::new();
        let distance = self.distance.as_deref().unwrap_or_default();
        let Some(distance) = phrase::inches(distance).map(phrase::written) else {
            return Err(Fail::bad(format!("--distance {distance}: write inches, as 6 or 2.5")));
        };
        whole.insert("distance".to_owned(), distance.clone());
        let mut batteries = Vec::new();
        for (n, words) in phrase::units(&firer).iter().enumerate() {
            let at = if n == 0 { "firer".to_owned() } else { format!("battery {}", n + 1) };
            if words.is_empty() {
                faults.push(format!("{at}: nothing is said of it"));
                continue;
            }
            let mut said;
            if n == 0 {
                said = phrase::read(words, &FIRER, &at, &mut faults);
                if bombards {
                    said.or("class", "medium-foot");
                    said.or("unmoved", true);
                }
                complete(&mut said, true, &at, &mut faults);
                whole.insert("firer".to_owned(), said.unit.into());
            } else {
                // A battery that fires is ready to: that need not be said, but may be.
                let words: Vec<String> = words.iter().filter(|word| *word != "unlimbered").cloned().collect();
                said = phrase::read(&words, &BATTERY, &at, &mut faults);
                said.unit.remove("nation");
                if !said.has("class") {
                    faults.push(format!("{at}: what battery is it? Say light-foot, medium-foot, heavy-foot or -horse"));
                }
                said.or("distance", distance.clone());
                batteries.push(Value::Object(said.unit));
            }
            whole.append(&mut said.whole);
        }
        whole.insert("batteries".to_owned(), batteries.into());
        let units = phrase::units(&target);
        if units.len() > 1 {
            faults.push("target: one unit at a time is fired at".to_owned());
        }
        let words = units.into_iter().next().unwrap_or_default();
        // Its strength says nothing here.
        let words: Vec<String> = words.into_iter().filter(|word| phrase::number(word).is_none()).collect();
        let mut said = phrase::read(&words, &TARGET, "target", &mut faults);
        complete(&mut said, false, "target", &mut faults);
        said.unit.remove("nation");
        whole.append(&mut said.whole);
        whole.insert("target".to_owned(), said.unit.into());
        made(whole.into(), faults)
    }
}

fn describe(firer: &Firer) -> String {
    Words::unit(firer.nation, firer.class, Some(firer.ce), firer.formation)
        .with(firer.stands > 0, crate::page::count(u64::from(firer.stands), "stand"))
        .markers(firer.hits, firer.status)
        .leader(firer.leader)
        .with(firer.unmoved, "has stood still")
        .with(firer.unlimbered, "unlimbered this turn")
        .facet(firer.facet)
        .text()
}

fn describe_target(target: &Target) -> String {
    Words::unit(eagles::empire::units::Nation::Other, target.class, None, target.formation)
        .markers(0, target.status)
        .cover(target.cover)
        .with(target.charging, "charging")
        .with(target.closed_up, "closed up")
        .text()
}

fn report(facts: &Facts, house: &HouseRules, die: Option<u8>) -> Report {
    let explained = explain(facts, house, die.unwrap_or(1));
    let tenths = odds(facts, house);
    let found = explained.resolution;
    let bombards = is_bombarding(facts, house);
    let mut title = vec![
        if bombards { "Bombardment" } else { "Fire" }.to_owned(),
        format!("Firer: {}, at {}", describe(&facts.firer), length(facts.distance)),
    ];
    for battery in &facts.batteries {
        title.push(format!("With it: {} at {}", class(battery.class), length(battery.distance)));
    }
    title.push(format!("Target: {}", describe_target(&facts.target)));
    if facts.firer.stands > 0 && facts.firer.formation == eagles::empire::units::Formation::Skirmish {
        let strength = screen_strength(facts.firer.nation, facts.firer.stands, facts.year, house);
        title.push(format!("Its stands are worth {strength} in {} [E skirmish-ratings]", facts.year));
    }
    let verdict = match found.row {
        Some(row) => {
            format!("Total {}, row {row} of the chart: {} [E fire-table].", points(found.total, 4), bands(found.value))
        }
        None => format!("Total {}: below 0 nothing is rolled [E A37, our ruling].", points(found.total, 4)),
    };
    let faces = (1..=10).map(|die| resolve(facts, house, die).effect.symbol().to_owned()).collect();
    let mut result = Vec::new();
    if let Some(die) = die {
        let what = resolve(facts, house, die).effect;
        result.push(format!("Die {die}: {}.", effect_on(what)));
        let target = Combatant::new(
            facts.target.class,
            eagles::empire::units::Nation::Other,
            eagles::empire::charts::Ce::new(100),
            facts.target.formation,
        );
        if let Some(text) = orders(&target, what, "Target").filter(|_| what == Effect::Disorder) {
            result.push(text);
        }
        if what >= Effect::Hit {
            result.push(
                "Put the markers on it. At its fourth hit and each further one it checks morale (`eagles empire morale`)."
                    .to_owned(),
            );
        }
    }
    let odds: serde_json::Map<String, Value> = Effect::ALL
        .iter()
        .map(|&e| (effect(e).to_owned(), chance(tenths.chance(e as usize))))
        .filter(|(_, chance)| chance["chance"] != 0.0)
        .collect();
    Report {
        title,
        sums: vec![("Firer".to_owned(), explained.firer.clone())],
        verdict: vec![verdict],
        faces: vec![("target".to_owned(), faces)],
        chances: vec![effects("Target", &tenths)],
        result,
        json: json!({
            "facts": facts,
            "firer": explained.firer,
            "value": found.value,
            "row": found.row,
            "bombarding": bombards,
            "faces": (1..=10).map(|die| resolve(facts, house, die).effect).collect::<Vec<_>>(),
            "odds": odds,
            "result": die.map(|die| resolve(facts, house, die)),
        }),
    }
}

fn effect_on(what: Effect) -> String {
    match what {
        Effect::None => "no effect".to_owned(),
        other => format!(
            "{} - the target {}",
            other.symbol(),
            match other {
                Effect::Disorder => "is disordered",
                Effect::Hit => "takes 1 hit",
                _ => "takes 2 hits",
            }
        ),
    }
}

/// The bands of a row as the chart prints them.
fn bands(value: i16) -> String {
    let row = &TABLE[eagles::empire::fire::row_of(value)];
    let band = |from: u8, to: u8| if from == to { format!("{to}") } else { format!("{from}-{to}") };
    let mut text = format!("{} disorders, {} hits", band(1, row.disorder), band(row.disorder + 1, row.hit));
    if row.two_hits > row.hit {
        text.push_str(&format!(", {} hits twice", band(row.hit + 1, row.two_hits)));
    }
    text
}
