//! Divisional integrity.

use super::phrase::{self, number};
use super::report::{Chances, Report, chance};
use super::words::{Field, Kind, field, flag};
use super::{Common, Found, joined, made};
use crate::fail::{Done, Fail};
use crate::page::count;
use clap::Args;
use eagles::empire::charts::Ce;
use eagles::empire::integrity::{Facts, Failure, base, breakdown, check, failed, mean, odds, resolve};
use eagles::odds::Fraction;
use serde_json::{Value, json};
use std::io::Write;

/// Divisional integrity: whether a division holds, and what it does if not
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
The strengths of all units of the division, as printed, lost ones too (9x3 is
three of 9), and: routed=1 (routed now), routed-this-turn=1 (of them, this turn),
leaderless, lost-objective, worn=2 (units with three or more hits).
With --die the first die, or both as 8,2 (the second is for one that failed).
Examples:
  eagles empire integrity '9 9 10 8 routed=1 routed-this-turn=1'
  eagles empire integrity 9x4 10x2 worn=3 lost-objective --die 8,2
Exit codes: 0 done, 1 facts that cannot be, 2 bad usage.")]
pub(crate) struct IntegrityArgs {
    /// Strengths, and what has happened to the division
    #[arg(value_name = "DIVISION", required_unless_present = "facts")]
    phrase: Vec<String>,
    #[command(flatten)]
    common: Common,
}

const ROUTED: Field = field("routed", Kind::Whole(0, 255));
const NOW: Field = field("routed-this-turn", Kind::Whole(0, 255)).also(&["routed-now"]);
const WORN: Field = field("worn", Kind::Whole(0, 255));
const LEADERLESS: Field = flag("leaderless", &["without-leader", "no-leader"]);
const LOST: Field = flag("lost-objective", &["lost-its-objective"]);

/// Answers.
pub(crate) fn run(args: &IntegrityArgs, out: &mut dyn Write) -> Done {
    let house = args.common.rules()?;
    let facts: Facts = match args.common.read(&args.phrase)? {
        Some(facts) => facts,
        None => facts(&args.phrase)?,
    };
    if args.common.die.len() > 2 {
        return Err(Fail::bad("two dice at most are rolled here: give --die as 8 or 8,2"));
    }
    let found = Found { faults: check(&facts), report: report(&facts, &args.common.die) };
    args.common.answer(&house, found, out)
}

fn facts(phrase: &[String]) -> Result<Facts, Fail> {
    let words = phrase::units(&joined(phrase)).concat();
    let (mut strengths, mut rest, mut faults) = (Vec::new(), Vec::new(), Vec::new());
    for (n, word) in words.iter().enumerate() {
        let named = n > 0 && words.get(n - 1).is_some_and(|before| [&ROUTED, &NOW, &WORN].iter().any(|f| f.is(before)));
        let times = word.split_once(['x', '*']).and_then(|(ce, times)| Some((number(ce)?, times.parse().ok()?)));
        match (number(word).filter(|_| !named), times) {
            (Some(ce), _) => strengths.push(ce),
            (_, Some((ce, times @ 1..=255_usize))) => strengths.extend(std::iter::repeat_n(ce, times)),
            _ => rest.push(word.clone()),
        }
    }
    let mut unit = phrase::read(&rest, &[&ROUTED, &NOW, &WORN, &LEADERLESS, &LOST], "", &mut faults).unit;
    if strengths.is_empty() {
        faults.push("say the strengths of its units, as in `9 9 10 8`".to_owned());
    }
    // Whole numbers as such, so that a fault shows them so.
    let whole = |ce: &f64| if ce.fract() == 0.0 { Value::from(*ce as i64) } else { Value::from(*ce) };
    unit.insert("strengths".to_owned(), strengths.iter().map(whole).collect());
    made(unit.into(), faults)
}

fn report(facts: &Facts, dice: &[u8]) -> Report {
    let sum = breakdown(facts);
    let odds = odds(facts);
    let names = ["holds", "routs", "falls back"];
    let list: Vec<(String, Fraction)> =
        names.iter().enumerate().map(|(n, what)| ((*what).to_owned(), odds.chance(n))).collect();
    let strengths: Vec<String> = facts.strengths.iter().map(Ce::to_string).collect();
    let mut title = format!("{} of strengths {}", count(facts.strengths.len() as u64, "unit"), strengths.join(", "));
    for (n, what) in [
        (facts.routed, "routed"),
        (facts.routed_this_turn, "routed this turn"),
        (facts.worn, "with three or more hits"),
    ] {
        if n > 0 {
            title.push_str(&format!("; {n} {what}"));
        }
    }
    title.push_str(if facts.leaderless { "; without a leader" } else { "" });
    title.push_str(if facts.lost_objective { "; has lost its objective" } else { "" });
    let mut result = Vec::new();
    let mut json_result = Value::Null;
    if let Some(&die) = dice.first() {
        let found = resolve(facts, die);
        json_result = json!({ "check": found });
        if found.is_passed {
            result.push(format!("Die {die}: the division holds."));
        } else {
            result.push(format!("Die {die}: the division fails."));
            match dice.get(1).map(|die| (die, failed(*die))) {
                None => result.push(
                    "Roll again: 1 to 3 all its units rout, 4 to 10 they fall back disordered [E failed-integrity]."
                        .to_owned(),
                ),
                Some((die, what)) => {
                    json_result["failed"] = json!({ "die": die, "failure": what });
                    result.push(match what {
                        Failure::Rout => format!("Second die {die}: all its units rout [E A75]."),
                        Failure::Fallback => format!(
                            "Second die {die}: all its units fall back disordered, without a hit, until they are 12 inches \
                             from every enemy or in cover [E A74]."
                        ),
                    });
                }
            }
        }
    }
    let odds: serde_json::Map<_, _> = list.iter().map(|(what, f)| (what.replace(' ', "_"), chance(*f))).collect();
    Report {
        title: vec!["Divisional integrity".to_owned(), title],
        verdict: vec![format!(
            "A mean strength of {} has base {} [E integrity-base]. The die may not exceed {} [E integrity].",
            mean(&facts.strengths),
            base(&facts.strengths),
            sum.total
        )],
        faces: vec![
            (
                "first".to_owned(),
                (1..=10).map(|die| if resolve(facts, die).is_passed { "holds" } else { "fails" }.to_owned()).collect(),
            ),
            (
                "then".to_owned(),
                (1..=10).map(|die| if failed(die) == Failure::Rout { "routs" } else { "back" }.to_owned()).collect(),
            ),
        ],
        chances: vec![Chances { of: "Chances".to_owned(), list }],
        result,
        json: json!({ "facts": facts, "sum": sum, "value": sum.total, "odds": odds, "result": json_result }),
        sums: vec![("Number".to_owned(), sum)],
    }
}
