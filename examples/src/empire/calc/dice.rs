//! Initiative and the loss of leaders.

use super::phrase;
use super::report::{Chances, Report, chance};
use super::words::{Field, Kind, field, flag};
use super::{Common, Found, joined, made, two};
use crate::fail::{Done, Fail};
use clap::Args;
use eagles::empire::{initiative, leaders};
use eagles::game::Player;
use eagles::odds::Fraction;
use serde_json::json;
use std::io::Write;

/// Initiative: what both sides add to their dice, and who has it
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Each side is a phrase: commander=2 (rating of the highest), cavalry=4 (regiments
that are not routed), attacking=3 (divisions on Attack), leaderless=1 (divisions
without a leader), had-it (last turn); a name may stand with them.
With --die the two dice in this order, as 4,6.
Examples:
  eagles empire initiative 'french commander=2 cavalry=4 attacking=3' \\
      'allied commander=3 cavalry=3 had-it'
  eagles empire initiative 'commander=1' 'commander=2 leaderless=1' --die 4,6
Exit codes: 0 done, 1 facts that cannot be, 2 bad usage.")]
pub(crate) struct InitiativeArgs {
    /// The two sides
    #[arg(value_name = "SIDE SIDE", required_unless_present = "facts")]
    phrases: Vec<String>,
    #[command(flatten)]
    common: Common,
}

/// The loss of a leader: killed, shaken or unhurt
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
What befell his unit: `in-assault` when it fought an assault this turn,
`unit-destroyed` when it was destroyed, or nothing.
Examples:
  eagles empire leader in-assault
  eagles empire leader in-assault --die 3
Exit codes: 0 done, 2 bad usage.")]
pub(crate) struct LeaderArgs {
    /// What befell his unit
    #[arg(value_name = "WORDS")]
    phrase: Vec<String>,
    #[command(flatten)]
    common: Common,
}

const COMMANDER: Field = field("commander", Kind::Whole(-128, 127)).also(&["leader", "rating"]);
const CAVALRY: Field = field("cavalry", Kind::Whole(0, 255)).also(&["regiments"]);
const ATTACKING: Field = field("attacking", Kind::Whole(0, 255)).also(&["attack", "on-attack"]);
const LEADERLESS: Field = field("leaderless", Kind::Whole(0, 255)).also(&["without-leader"]);
const HAD_IT: Field = flag("had-it", &["had-initiative", "had", "held"]);
const SIDE: [&Field; 5] = [&COMMANDER, &CAVALRY, &ATTACKING, &LEADERLESS, &HAD_IT];

/// Answers for initiative.
pub(crate) fn initiative(args: &InitiativeArgs, out: &mut dyn Write) -> Done {
    let house = args.common.rules()?;
    let mut names = ["The first side".to_owned(), "The second side".to_owned()];
    let facts: initiative::Facts = match args.common.read(&args.phrases)? {
        Some(facts) => facts,
        None => {
            let example = "eagles empire initiative 'french commander=2' 'allied commander=3 had-it'";
            let phrases = two(&args.phrases, ["the first side", "the second side"], example)?;
            let mut faults = Vec::new();
            let mut sides = Vec::new();
            for (phrase, name) in phrases.iter().zip(&mut names) {
                let mut words = phrase::units(phrase).concat();
                // A word that begins the phrase and is no fact is the name.
                let is_name = |word: &String| !word.contains('=') && !SIDE.iter().any(|field| field.is(word));
                if words.first().is_some_and(|word| is_name(word) && phrase::number(word).is_none()) {
                    *name = format!("The {} side", crate::page::capital(&words.remove(0)));
                }
                sides.push(phrase::read(&words, &SIDE, name, &mut faults).unit);
            }
            made(json!({ "sides": sides }), faults)?
        }
    };
    let dice = match args.common.die[..] {
        [] => None,
        [a, b] => Some([a, b]),
        _ => return Err(Fail::bad("both sides roll: give both dice, as --die 4,6")),
    };
    let report = initiative_report(&facts, &names, dice);
    args.common.answer(&house, Found { faults: initiative::check(&facts), report }, out)
}

fn initiative_report(facts: &initiative::Facts, names: &[String; 2], dice: Option<[u8; 2]>) -> Report {
    let sums = [Player(0), Player(1)].map(|player| initiative::breakdown(facts, player));
    let odds = initiative::odds(facts);
    let part = |n: usize| Fraction::new(u128::from(odds.0[n]), 100).unwrap_or(Fraction::ZERO);
    let mut list: Vec<(String, Fraction)> = names.iter().cloned().zip([part(0), part(1)]).collect();
    list.push(("rolled again".to_owned(), part(2)));
    let mut chances = vec![Chances { of: "One roll".to_owned(), list }];
    if odds.0[2] > 0 {
        let list = names.iter().cloned().zip([Player(0), Player(1)].map(|player| odds.chance(player))).collect();
        chances.push(Chances { of: "In the end".to_owned(), list });
    }
    let result = dice.map_or_else(Vec::new, |dice| {
        let found = initiative::resolve(facts, dice);
        let total = |n: usize| i32::from(found.values[n]) + i32::from(found.dice[n]);
        let who = match found.winner {
            Some(player) => format!("{} has initiative", names[player.index().min(1)]),
            None => "a tie, and nobody had it: roll again".to_owned(),
        };
        vec![format!("Dice {} and {}: {} against {}: {who} [E A61].", dice[0], dice[1], total(0), total(1))]
    });
    let json = json!({
        "facts": facts,
        "sides": sums,
        "odds": [chance(part(0)), chance(part(1)), chance(part(2))],
        "in_the_end": [chance(odds.chance(Player(0))), chance(odds.chance(Player(1)))],
        "result": dice.map(|dice| initiative::resolve(facts, dice)),
    });
    let [a, b] = &sums;
    Report {
        title: vec!["Initiative".to_owned()],
        verdict: vec![format!(
            "{} adds {} to its die, {} adds {}; the higher has initiative [E initiative].",
            names[0],
            a.total,
            names[1].replacen("The", "the", 1),
            b.total
        )],
        sums: names.iter().cloned().zip(sums).collect(),
        chances,
        result,
        json,
        ..Report::default()
    }
}

const IN_ASSAULT: Field = flag("in-assault", &["assault", "fought"]);
const DESTROYED: Field = flag("unit-destroyed", &["destroyed"]);

const fn fate(fate: leaders::Fate) -> &'static str {
    match fate {
        leaders::Fate::Killed => "dies",
        leaders::Fate::Shaken => "shock",
        leaders::Fate::Unhurt => "-",
    }
}

/// Answers for leaders.
pub(crate) fn leader(args: &LeaderArgs, out: &mut dyn Write) -> Done {
    let house = args.common.rules()?;
    let facts: leaders::Facts = match args.common.read(&args.phrase)? {
        Some(facts) => facts,
        None => {
            let mut faults = Vec::new();
            let words = phrase::units(&joined(&args.phrase)).concat();
            made(phrase::read(&words, &[&IN_ASSAULT, &DESTROYED], "", &mut faults).unit.into(), faults)?
        }
    };
    let die = args.common.one_die()?;
    let tenths = leaders::odds(&facts);
    let names = ["killed", "shaken", "unhurt"];
    let list: Vec<_> = names.iter().enumerate().map(|(n, what)| ((*what).to_owned(), tenths.chance(n))).collect();
    let odds: serde_json::Map<_, _> = list.iter().map(|(what, f)| (what.clone(), chance(*f))).collect();
    let result = die.map(|die| leaders::resolve(&facts, die));
    let report = Report {
        title: vec![
            "Loss of a leader".to_owned(),
            match (facts.in_assault, facts.unit_destroyed) {
                (true, _) => "with a unit that fought an assault: -2",
                (_, true) => "with a unit that was destroyed: -2",
                _ => "with a unit that was in danger, but in no assault",
            }
            .to_owned(),
        ],
        sums: die.map(|die| ("Die".to_owned(), leaders::breakdown(&facts, die))).into_iter().collect(),
        verdict: vec![
            "A modified die of 1 kills, 2 to 4 shakes, 5 and more leaves him unhurt [E leader-casualty].".to_owned(),
        ],
        faces: vec![(
            "leader".to_owned(),
            (1..=10).map(|die| fate(leaders::resolve(&facts, die).fate).to_owned()).collect(),
        )],
        chances: vec![Chances { of: "Chances".to_owned(), list }],
        result: result.map_or_else(Vec::new, |found| {
            let text = match found.fate {
                leaders::Fate::Killed => "he is killed. Morale of his unit and his division is at -2 this turn [E A33]",
                leaders::Fate::Shaken => "he is shaken and may rally nobody next turn [E A68]",
                leaders::Fate::Unhurt => "he is unhurt",
            };
            vec![format!("Die {}: {text}.", found.die)]
        }),
        json: json!({ "facts": facts, "odds": odds, "result": result }),
    };
    args.common.answer(&house, Found { faults: Vec::new(), report }, out)
}
