//! Forming square, and morale: a die below a number.

use super::describe::Words;
use super::phrase;
use super::report::{Chances, Report, chance, points};
use super::words::{CE, CLASS, FORMATION, Field, HITS, NATION, STATUS, flag};
use super::{Common, Found, complete, joined, made};
use crate::fail::{Done, Fail};
use clap::Args;
use eagles::empire::HouseRules;
use eagles::empire::charts::Tenths;
use eagles::empire::morale::{self, Nerve};
use eagles::empire::square;
use eagles::empire::units::Arm;
use eagles::odds::Fraction;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::io::Write;

/// Forming square when cavalry comes
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
The battalion is a phrase, its words in any order: nation, strength (the bare
number), formation, hits=2, disordered, leader (one is attached), pinned (by
cavalry when the movement phase began), breakthrough, out-of-command, in-contact.
Examples:
  eagles empire square 'british 8 column pinned'
  eagles empire square '9 line hits=1 leader breakthrough' --die 4
Exit codes: 0 done, 1 facts that cannot be, 2 bad usage.")]
pub(crate) struct SquareArgs {
    /// The battalion
    #[arg(value_name = "BATTALION", required_unless_present = "facts")]
    phrase: Vec<String>,
    #[command(flatten)]
    common: Common,
}

/// Morale: checked at the fourth hit and at each further one
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
The unit is a phrase, its words in any order: troops, strength (the bare
number), formation, hits=4, leader (one is attached), leader-killed, out-of-command,
pinned (by cavalry), blown (cavalry), unsupported (guns).
Rallying is rolled against the same number.
Examples:
  eagles empire morale '8 column hits=4 leader'
  eagles empire morale 'cuirassiers 10 line hits=5 blown' --odds
  eagles empire morale 'battery 7 hits=4 unsupported pinned' --die 6
Exit codes: 0 done, 1 facts that cannot be, 2 bad usage.")]
pub(crate) struct MoraleArgs {
    /// The unit
    #[arg(value_name = "UNIT", required_unless_present = "facts")]
    phrase: Vec<String>,
    #[command(flatten)]
    common: Common,
}

const LEADER: Field = flag("leader", &["leader-attached"]);
const PINNED: Field = flag("pinned", &["pinned-by-cavalry"]);
const OUT: Field = flag("out-of-command", &["out-of-command-radius"]);
const BREAK: Field = flag("breakthrough", &["breaking-through"]);
const CONTACT: Field = flag("in-contact", &["contact"]);
const KILLED: Field = flag("leader-killed", &["leader-dead"]);
const BLOWN: Field = flag("blown", &[]);
const UNSUPPORTED: Field = flag("unsupported", &["alone"]);

const IN_SQUARE: [&Field; 11] =
    [&NATION, &CLASS, &CE, &FORMATION, &HITS, &STATUS, &LEADER, &PINNED, &BREAK, &OUT, &CONTACT];
const IN_MORALE: [&Field; 12] =
    [&NATION, &CLASS, &CE, &FORMATION, &HITS, &STATUS, &LEADER, &KILLED, &OUT, &PINNED, &BLOWN, &UNSUPPORTED];

/// The one unit of a phrase; `nation` says whether the facts know one.
fn unit<T: DeserializeOwned>(phrase: &[String], fields: &[&Field], nation: bool) -> Result<T, Fail> {
    let mut faults = Vec::new();
    let units = phrase::units(&joined(phrase));
    if units.len() > 1 {
        faults.push("one unit at a time".to_owned());
    }
    // A leader counts whatever his rating.
    let words = units.into_iter().next().unwrap_or_default();
    let words: Vec<String> = words
        .into_iter()
        .map(|word| match word.split_once(['=', ':']) {
            Some(("leader", rating)) if phrase::yes(rating).is_none() => "leader".to_owned(),
            _ => word,
        })
        .collect();
    let mut said = phrase::read(&words, fields, "", &mut faults);
    complete(&mut said, true, "the unit", &mut faults);
    if !nation {
        said.unit.remove("nation");
    }
    made(said.unit.into(), faults)
}

/// Answers for squares.
pub(crate) fn square(args: &SquareArgs, out: &mut dyn Write) -> Done {
    let house = args.common.rules()?;
    let facts: square::Facts = match args.common.read(&args.phrase)? {
        Some(facts) => facts,
        None => unit(&args.phrase, &IN_SQUARE, true)?,
    };
    let die = args.common.one_die()?;
    let found = Found { faults: square::check(&facts), report: square_report(&facts, die) };
    args.common.answer(&house, found, out)
}

fn named<const N: usize>(tenths: &Tenths<N>, names: [&str; N]) -> Vec<(String, Fraction)> {
    names.iter().enumerate().map(|(n, name)| ((*name).to_owned(), tenths.chance(n))).collect()
}

fn odds_json(list: &[(String, Fraction)]) -> Value {
    list.iter().map(|(what, f)| (what.replace(' ', "_"), chance(*f))).collect::<serde_json::Map<_, _>>().into()
}

fn square_report(facts: &square::Facts, die: Option<u8>) -> Report {
    let sum = square::breakdown(facts);
    let value = square::value(facts);
    let list = named(&square::odds(facts), ["forms square", "fails"]);
    let unit = Words::unit(facts.nation, facts.class, Some(facts.ce), facts.formation)
        .markers(facts.hits, facts.status)
        .with(facts.leader, "leader attached")
        .with(facts.pinned, "pinned by cavalry since the movement phase began")
        .with(facts.breakthrough, "cavalry breaking through")
        .with(facts.out_of_command, "out of command")
        .with(facts.in_contact, "in contact");
    let faces = (1..=10).map(|die| if square::resolve(facts, die).is_formed { "yes" } else { "no" }.to_owned());
    let result = die.map_or_else(Vec::new, |die| {
        if square::resolve(facts, die).is_formed {
            vec![format!("Die {die}: it forms square.")]
        } else {
            vec![
                format!("Die {die}: it fails."),
                "It stays as it is, and counts as failed to square against all cavalry this turn [E P45, house rule of ours]."
                    .to_owned(),
            ]
        }
    });
    Report {
        title: vec!["Forming square".to_owned(), unit.text()],
        json: json!({
            "facts": facts,
            "sum": sum,
            "value": value,
            "odds": odds_json(&list),
            "result": die.map(|die| square::resolve(facts, die)),
        }),
        verdict: vec![format!("{} The die must be lower than {value} [E square].", rounded(sum.total, value))],
        sums: vec![("Number".to_owned(), sum)],
        faces: vec![("square".to_owned(), faces.collect())],
        chances: vec![Chances { of: "Chances".to_owned(), list }],
        result,
    }
}

/// Says so where a total was rounded down.
fn rounded(total: i16, value: i16) -> String {
    if total == value * 4 { String::new() } else { format!("{} is rounded down [E P2, our ruling].", points(total, 4)) }
}

/// Answers for morale.
pub(crate) fn morale(args: &MoraleArgs, out: &mut dyn Write) -> Done {
    let house = args.common.rules()?;
    let facts: morale::Facts = match args.common.read(&args.phrase)? {
        Some(facts) => facts,
        None => unit(&args.phrase, &IN_MORALE, false)?,
    };
    let die = args.common.one_die()?;
    let found = Found { faults: morale::check(&facts), report: morale_report(&facts, &house, die) };
    args.common.answer(&house, found, out)
}

const fn nerve(nerve: Nerve) -> &'static str {
    match nerve {
        Nerve::Pass => "passes",
        Nerve::Fallback => "falls back",
        Nerve::Rout => "routs",
    }
}

fn morale_report(facts: &morale::Facts, house: &HouseRules, die: Option<u8>) -> Report {
    let sum = morale::breakdown(facts);
    let value = morale::value(facts);
    let list = named(&morale::odds(facts), ["passes", "falls back", "routs"]);
    let unit = Words::unit(eagles::empire::units::Nation::Other, facts.class, Some(facts.ce), facts.formation)
        .markers(facts.hits, facts.status)
        .with(facts.leader, "leader attached")
        .with(facts.leader_killed, "leader killed")
        .with(facts.out_of_command, "out of command")
        .with(facts.pinned, "pinned by cavalry")
        .with(facts.blown, "blown")
        .with(facts.unsupported, "unsupported");
    let faces = (1..=10).map(|die| {
        match morale::resolve(facts, house, die).nerve {
            Nerve::Pass => "-",
            Nerve::Fallback => "F",
            Nerve::Rout => "R",
        }
        .to_owned()
    });
    let mut verdict = vec![format!(
        "{} The die must be lower than {value}; the same falls back, higher routs [E morale-results].",
        rounded(sum.total, value)
    )];
    if facts.hits < morale::FIRST_CHECK {
        verdict.push("With fewer than four hits no check is due [E morale].".to_owned());
    }
    let result = die.map_or_else(Vec::new, |die| {
        let found = morale::resolve(facts, house, die);
        let mut lines = vec![format!("Die {die}: it {}.", nerve(found.nerve))];
        match found.nerve {
            Nerve::Pass => {}
            Nerve::Fallback => lines.push(
                "It goes back 4 inches, out of 3 inches of every enemy; a HIT and a DISORDER marker [E markers]."
                    .to_owned(),
            ),
            Nerve::Rout if facts.class.arm() == Arm::Artillery => lines.push(
                "The crew runs and leaves the guns to the first formed enemy who touches them [E P38, house rule of ours]."
                    .to_owned(),
            ),
            Nerve::Rout => lines
                .push("It runs 12 inches away from the enemy and is worth 0 until it rallies [E markers].".to_owned()),
        }
        if found.is_hit {
            lines.push("A natural 1 costs a hit besides, by the house rule [E A29].".to_owned());
        }
        lines
    });
    Report {
        title: vec!["Morale check".to_owned(), unit.text()],
        json: json!({
            "facts": facts,
            "sum": sum,
            "value": value,
            "odds": odds_json(&list),
            "result": die.map(|die| morale::resolve(facts, house, die)),
        }),
        verdict,
        sums: vec![("Number".to_owned(), sum)],
        faces: vec![("result".to_owned(), faces.collect())],
        chances: vec![Chances { of: "Chances".to_owned(), list }],
        result,
    }
}
