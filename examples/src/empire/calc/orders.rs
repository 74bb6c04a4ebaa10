//! Orders and moves.

use super::describe::{class, nation, order, standing};
use super::phrase;
use super::report::{Chances, Report, chance, inches as said, length};
use super::words::{CHANGES_FROM, CLASS, FORMATION, Field, Kind, NATION, ORDERS, STATUS, field, flag};
use super::{Common, Found, complete, joined, made};
use crate::fail::{Done, Fail};
use crate::page::{capital, count};
use clap::Args;
use eagles::empire::HouseRules;
use eagles::empire::allowance::{self, Who};
use eagles::empire::orders::{self, breakdown};
use eagles::odds::Fraction;
use serde_json::{Value, json};
use std::io::Write;

/// An order: how many turns pass until it acts
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
A phrase: sender=2 and receiver=1 (ratings of the leaders), the nation of the
division, distance=35 (inches between the leaders), the order it has and the one
it is to have (`defend to attack`), cavalry, engaged, dominating (it stands on
dominating ground), attached (the sender is with the division himself).
Examples:
  eagles empire order 'sender=2 receiver=1 french distance=35 defend to attack'
  eagles empire order 'sender=3 receiver=0 british cavalry to attack' --die 4
Exit codes: 0 done, 1 facts that cannot be, 2 bad usage.")]
pub(crate) struct OrderArgs {
    /// The order
    #[arg(value_name = "ORDER", required_unless_present = "facts")]
    phrase: Vec<String>,
    #[command(flatten)]
    common: Common,
}

/// A move: how far a unit or a leader may go
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
A unit with its formation at the end of the move, or a leader by his rank
(division leader, corps leader, army leader), and of the way: from=column (its
formation before a change), withdrawing (from an enemy that pins it), on-road,
open=3, light-woods=2, heavy-woods=1 (inches of the way in each), walls=1,
fords=1, routed (its rout move of later turns).
Examples:
  eagles empire move 'infantry line open=3 light-woods=2 walls=1'
  eagles empire move 'cuirassiers column fords=1'
  eagles empire move 'infantry line from=column'
  eagles empire move 'medium horse battery limbered on-road'
  eagles empire move 'corps leader'
Exit codes: 0 done, 1 facts that cannot be, 2 bad usage.")]
pub(crate) struct MoveArgs {
    /// Who moves, and over what
    #[arg(value_name = "WHO", required_unless_present = "facts")]
    phrase: Vec<String>,
    #[command(flatten)]
    common: Common,
}

const SENDER: Field = field("sender", Kind::Whole(-1, 4)).also(&["from-leader", "rating"]);
const RECEIVER: Field = field("receiver", Kind::Whole(-1, 4)).also(&["leader"]);
const LEADERLESS: Field = flag("leaderless", &["without-leader", "no-leader"]);
const DISTANCE: Field = field("distance", Kind::Inches).also(&["apart", "away"]);
const FROM: Field = field("from", ORDERS);
const TO: Field = field("to", ORDERS);
const CAVALRY: Field = flag("cavalry", &[]);
const ENGAGED: Field = flag("engaged", &["in-combat"]);
const DOMINATING: Field = flag("dominating", &["dominating-ground", "dominating-terrain"]);
const ATTACHED: Field = flag("attached", &["in-person"]);

/// Answers for orders.
pub(crate) fn order_of(args: &OrderArgs, out: &mut dyn Write) -> Done {
    let house = args.common.rules()?;
    let facts: orders::Facts = match args.common.read(&args.phrase)? {
        Some(facts) => facts,
        None => order_facts(&args.phrase)?,
    };
    let die = args.common.one_die()?;
    let found = Found { faults: orders::check(&facts), report: order_report(&facts, die) };
    args.common.answer(&house, found, out)
}

/// `defend to attack`, `defend > attack`, `to=attack`: the orders among the words come by their names.
fn order_facts(phrase: &[String]) -> Result<orders::Facts, Fail> {
    let text = joined(phrase).replace("->", " to ").replace('>', " to ");
    let words = phrase::units(&text).concat();
    let mut named = Vec::new();
    let Kind::Words(known) = ORDERS else { return Err(Fail::bad("orders have names")) };
    let is_order = |word: &str| known.iter().any(|(said, _)| *said == word);
    let mut seen = 0;
    for (n, word) in words.iter().enumerate() {
        let before = n.checked_sub(1).and_then(|n| words.get(n)).map(String::as_str);
        if matches!(word.as_str(), "to" | "from") && words.get(n + 1).is_some_and(|next| is_order(next)) {
            continue;
        }
        if is_order(word) {
            let key = match before {
                Some("from") => "from",
                Some("to") => "to",
                // A lone order is the one that is sent.
                _ if seen == 0 && words[n + 1..].iter().any(|word| is_order(word)) => "from",
                _ => "to",
            };
            seen += 1;
            named.push(format!("{key}={word}"));
        } else {
            named.push(word.clone());
        }
    }
    let fields =
        [&SENDER, &RECEIVER, &LEADERLESS, &NATION, &CAVALRY, &DISTANCE, &ENGAGED, &FROM, &TO, &DOMINATING, &ATTACHED];
    let mut faults = Vec::new();
    let mut said = phrase::read(&named, &fields, "", &mut faults);
    let leaderless = said.unit.remove("leaderless").is_some_and(|yes| yes == Value::Bool(true));
    if !leaderless && !said.has("receiver") {
        faults.push("who receives it? Say his rating, as in `receiver=1`, or `leaderless`".to_owned());
    }
    if leaderless && said.has("receiver") {
        faults.push("`receiver` and `leaderless` exclude each other: leave one out".to_owned());
    }
    if !said.has("to") {
        faults.push("which order? Say attack, defend or reserve, as in `defend to attack`".to_owned());
    }
    if !said.has("sender") {
        faults.push("who sends it? Say his rating, as in `sender=2`".to_owned());
    }
    made(said.unit.into(), faults)
}

fn order_report(facts: &orders::Facts, die: Option<u8>) -> Report {
    let tenths = orders::odds(facts);
    let turns = |delay: usize| match delay {
        0 => "at once".to_owned(),
        n => format!("in {}", count(n as u64, "turn")),
    };
    let list: Vec<(String, Fraction)> = (0..5).map(|delay| (turns(delay), tenths.chance(delay))).collect();
    let receiver = facts.receiver.map_or_else(|| "nobody".to_owned(), |rating| format!("a leader of rating {rating}"));
    let mut title = format!(
        "from a leader of rating {} to {receiver}, {}{}, {} apart, from {} to {}",
        facts.sender,
        nation(facts.nation),
        if facts.cavalry { "cavalry" } else { "division" },
        length(facts.distance),
        order(facts.from),
        order(facts.to)
    );
    for (is_so, words) in [
        (facts.engaged, ", engaged"),
        (facts.dominating, ", on dominating ground"),
        (facts.attached, ", the sender with it"),
    ] {
        title.push_str(if is_so { words } else { "" });
    }
    let sum = breakdown(facts, die.unwrap_or(1));
    let odds: serde_json::Map<_, _> =
        list.iter().enumerate().map(|(delay, (_, f))| (delay.to_string(), chance(*f))).collect();
    let mut shown = sum.clone();
    if die.is_none() {
        // Without its die: what is added to it.
        shown.parts.retain(|part| part.code != "die" && part.code != "limit");
        shown.total = shown.parts.iter().map(|part| part.amount).sum();
    }
    let result = die.map(|die| orders::resolve(facts, die));
    Report {
        title: vec!["Order".to_owned(), title],
        verdict: vec![if facts.attached {
            "The order of a corps or army leader who is with the division acts at once [E A66].".to_owned()
        } else if die.is_none() {
            format!(
                "{:+} on the die, held to 1 to 10; the row is that of a sender of rating {} [E orders-table].",
                shown.total, facts.sender
            )
        } else {
            format!("The row is that of a sender of rating {} [E orders-table].", facts.sender)
        }],
        faces: vec![("turns".to_owned(), (1..=10).map(|die| orders::resolve(facts, die).delay.to_string()).collect())],
        chances: vec![Chances { of: "It acts".to_owned(), list }],
        result: result.map_or_else(Vec::new, |found| {
            let text = match found.delay {
                0 => "in this command phase".to_owned(),
                1 => "in the command phase of the next turn".to_owned(),
                n => format!("in the command phase {} from now", count(u64::from(n), "turn")),
            };
            vec![format!("Die {}: the order acts {text} [E A65].", found.die)]
        }),
        json: json!({ "facts": facts, "sum": sum, "odds": odds, "result": result }),
        sums: vec![(if die.is_some() { "Modified die" } else { "On the die" }.to_owned(), shown)],
    }
}

const WITHDRAWING: Field = flag("withdrawing", &["withdraws", "withdrawal"]);
const ON_ROAD: Field = flag("on-road", &["road"]);
const OPEN: Field = field("open", Kind::Inches);
const LIGHT_WOODS: Field = field("light-woods", Kind::Inches).also(&["woods"]);
const HEAVY_WOODS: Field = field("heavy-woods", Kind::Inches).also(&["medium-woods"]);
const WALLS: Field = field("walls", Kind::Whole(0, 255)).also(&["wall"]);
const FORDS: Field = field("fords", Kind::Whole(0, 255)).also(&["ford"]);
const RANK: Field = field(
    "rank",
    Kind::Words(&[
        ("division-leader", "division"),
        ("divisional-leader", "division"),
        ("corps-leader", "corps"),
        ("army-leader", "army"),
        ("commander", "army"),
        ("division", "division"),
        ("corps", "corps"),
        ("army", "army"),
    ]),
);

/// Answers for moves.
pub(crate) fn move_of(args: &MoveArgs, out: &mut dyn Write) -> Done {
    let house = args.common.rules()?;
    if !args.common.die.is_empty() || args.common.odds {
        return Err(Fail::bad("no die is rolled for a move: leave --die and --odds out"));
    }
    let facts: allowance::Facts = match args.common.read(&args.phrase)? {
        Some(facts) => facts,
        None => move_facts(&args.phrase)?,
    };
    let found = Found { faults: allowance::check(&facts), report: move_report(&facts, &house) };
    args.common.answer(&house, found, out)
}

fn move_facts(phrase: &[String]) -> Result<allowance::Facts, Fail> {
    let words = phrase::units(&joined(phrase)).concat();
    let fields = [
        &NATION,
        &CLASS,
        &FORMATION,
        &STATUS,
        &CHANGES_FROM,
        &WITHDRAWING,
        &ON_ROAD,
        &OPEN,
        &LIGHT_WOODS,
        &HEAVY_WOODS,
        &WALLS,
        &FORDS,
        &RANK,
    ];
    let mut faults = Vec::new();
    // His strength says nothing of a move.
    let words: Vec<String> = words
        .iter()
        .enumerate()
        .filter(|(n, word)| {
            let named =
                n.checked_sub(1).and_then(|n| words.get(n)).is_some_and(|before| fields.iter().any(|f| f.is(before)));
            phrase::number(word).is_none() || named
        })
        .map(|(_, word)| word.clone())
        .collect();
    let mut said = phrase::read(&words, &fields, "", &mut faults);
    said.unit.remove("nation");
    let mut take = |name: &str| said.unit.remove(name);
    let who = match take("rank") {
        Some(rank) => json!({ "leader": { "rank": rank } }),
        None => {
            complete(&mut said, false, "the unit", &mut faults);
            let mut take = |name: &str| said.unit.remove(name);
            let routed = take("status").is_some_and(|status| status == "routed");
            json!({ "unit": { "class": take("class"), "formation": take("formation"), "routed": routed } })
        }
    };
    said.unit.insert("who".to_owned(), who);
    made(Value::Object(said.unit), faults)
}

fn move_report(facts: &allowance::Facts, house: &HouseRules) -> Report {
    let sum = allowance::breakdown(facts, house);
    let value = allowance::value(facts, house);
    let mut title = match facts.who {
        Who::Leader { rank } => format!("{rank:?} leader"),
        Who::Unit { class: of, formation, routed } => {
            let how = if routed { "routed" } else { standing(formation) };
            capital(&format!("{} {how}", class(of)))
        }
    };
    if let Some(from) = facts.changes_from {
        title.push_str(&format!(", {} before", standing(from)));
    }
    title.push_str(if facts.withdrawing { ", withdrawing" } else { "" });
    title.push_str(if facts.on_road { ", on a road" } else { "" });
    for (way, what) in
        [(facts.open, "in the open"), (facts.light_woods, "in light woods"), (facts.heavy_woods, "in heavy woods")]
    {
        if way > 0 {
            title.push_str(&format!(", {} {what}", self::length(way)));
        }
    }
    for (n, what) in [(facts.walls, "wall"), (facts.fords, "ford")] {
        if n > 0 {
            title.push_str(&format!(", over {}", count(u64::from(n), what)));
        }
    }
    Report {
        title: vec!["Move".to_owned(), title],
        verdict: vec![format!("It may go {}.", length(value))],
        json: json!({ "facts": facts, "sum": sum, "value": value, "inches": said(value) }),
        sums: vec![("Inches".to_owned(), sum)],
        ..Report::default()
    }
}
