//! `eagles odds`: the chances of an attack, without a game.
//!
//! Between two cards the rules themselves are asked, so that an attack which they refuse is refused here, with the rule.

use crate::advice;
use crate::fail::{Done, Fail};
use crate::files;
use crate::fold::is_part;
use crate::page::{HEADING, WARNING, paint, width, wrap};
use clap::{Args, ValueEnum};
use eagles::cite::{Cite, Coded as _};
use eagles::explain::{Breakdown, Tally as _};
use eagles::host::calculators::waterloo::{Duel, DuelFacts};
use eagles::odds::Fraction;
use eagles::waterloo::cards::Card;
use eagles::waterloo::odds::AttackOdds;
use eagles::waterloo::types::{Attack, Formation, GroundKind};
use eagles::waterloo::{CardSet, Kind, Refusal, Setup, Waterloo};
use eagles::waterloo::{combat, morale};
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

/// A formation on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Form {
    Line,
    Column,
    Square,
}

/// Terrain on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Cover {
    Hill,
    Woods,
    Building,
}

impl Form {
    const fn formation(self) -> Formation {
        match self {
            Self::Line => Formation::Line,
            Self::Column => Formation::Column,
            Self::Square => Formation::Square,
        }
    }
}

impl Cover {
    const fn kind(self) -> GroundKind {
        match self {
            Self::Hill => GroundKind::Hill,
            Self::Woods => GroundKind::Woods,
            Self::Building => GroundKind::Building,
        }
    }
}

/// The odds of an attack without a game: from bare numbers, or between two cards.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  eagles odds --cv 3 --power 2 --morale A               three dice at F2 or S2
  eagles odds --cv 3 --power 2 --morale C --general 1   with a General's +1
  eagles odds 25 --fire 127                             one card at another
  eagles odds maitland --fire soye                      or by their names
  eagles odds 25 --shock 130 --formation column --at square
  eagles odds 71 --long 146 --at column --json
Exit codes: 0 done, 1 the rules refuse the attack, 2 bad usage.")]
pub(crate) struct OddsArgs {
    /// The attacking card: its number or a part of its name
    #[arg(value_name = "CARD", conflicts_with_all = ["cv", "power", "morale", "square"])]
    card: Option<String>,
    /// It fires at this card, engaged
    #[arg(long, value_name = "CARD", requires = "card", conflicts_with_all = ["shock", "long"])]
    fire: Option<String>,
    /// It uses Shock on this card
    #[arg(long, value_name = "CARD", requires = "card", conflicts_with = "long")]
    shock: Option<String>,
    /// It fires at this card across the Middle Ground
    #[arg(long, value_name = "CARD", requires = "card")]
    long: Option<String>,
    /// The attacker's formation
    #[arg(long, value_enum, requires = "card")]
    formation: Option<Form>,
    /// The target's formation
    #[arg(long, value_enum, requires = "card")]
    at: Option<Form>,
    /// The Terrain that the target occupies
    #[arg(long, value_enum, requires = "card")]
    cover: Option<Cover>,
    /// The attacking Cavalry is blown
    #[arg(long, requires = "card")]
    blown: bool,
    /// The Cavalry attacked is blown
    #[arg(long, requires = "card")]
    target_blown: bool,
    /// A General with the target: his card in a question of cards, else the bonus he gives
    #[arg(long, value_name = "CARD or BONUS", allow_negative_numbers = true)]
    general: Option<String>,
    /// The attacker stands on a Hill of its own
    #[arg(long)]
    hill: bool,
    /// The attacker's combat value
    #[arg(long, allow_negative_numbers = true, value_parser = crate::setup::whole::<u8>(1, 32), required_unless_present = "card")]
    cv: Option<u8>,
    /// The firepower or shock, 1 to 4
    #[arg(long, allow_negative_numbers = true, value_parser = crate::setup::whole::<u8>(1, 4), required_unless_present = "card")]
    power: Option<u8>,
    /// The target's Morale: A, B, C or D
    #[arg(long, value_parser = morale, required_unless_present = "card")]
    morale: Option<u8>,
    /// The target is in Square: Morale +1
    #[arg(long)]
    square: bool,
    /// Infantry attacks Woods: one die less
    #[arg(long, conflicts_with = "card")]
    woods: bool,
    /// Write JSON
    #[arg(long)]
    json: bool,
    /// Your own card set
    #[arg(long, value_name = "FOLDER")]
    card_set: Option<PathBuf>,
}

fn morale(text: &str) -> Result<u8, String> {
    match text.to_uppercase().as_str() {
        "A" | "4" => Ok(4),
        "B" | "3" => Ok(3),
        "C" | "2" => Ok(2),
        "D" | "1" => Ok(1),
        _ => Err("write A, B, C or D".to_owned()),
    }
}

/// What is found out about an attack.
struct Found {
    title: String,
    parts: Vec<Breakdown>,
    odds: AttackOdds,
}

/// Answers.
pub(crate) fn run(args: &OddsArgs, out: &mut dyn Write) -> Done {
    let set = files::card_set(args.card_set.as_deref())?;
    let game;
    let found = match (&args.card, args.cv, args.power, args.morale) {
        (None, Some(cv), Some(power), Some(morale)) => {
            game = Waterloo::new(Arc::clone(&set), Setup::battle(set.battles().first().unwrap_or(&"QB")))
                .map_err(Fail::bad)?;
            bare(args, cv, power, morale)?
        }
        (Some(card), ..) => {
            let (how, target) = match (&args.fire, &args.shock, &args.long) {
                (Some(target), ..) => (Attack::Fire, target),
                (_, Some(target), _) => (Attack::Shock, target),
                (.., Some(target)) => (Attack::Long, target),
                _ => return Err(Fail::bad("say how and at what: --fire, --shock or --long with a card")),
            };
            let (duel, title) = duel(args, &set, card, how, target)?;
            let found = duel.odds();
            game = duel.game;
            match found {
                Ok((parts, odds)) => Found { title, parts, odds },
                Err(refusal) => {
                    refused(args, &game, &refusal, out)?;
                    return Err(Fail::No);
                }
            }
        }
        _ => return Err(Fail::bad("name --cv, --power and --morale, or two cards; `eagles odds --help` shows how")),
    };
    if args.json {
        writeln!(out, "{:#}", found.json())?;
        return Ok(());
    }
    writeln!(out, "{}", paint(HEADING, &found.title))?;
    for line in advice::breakdowns(&game, &found.parts) {
        writeln!(out, "{line}")?;
    }
    for line in advice::odds(&found.odds) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn refused(args: &OddsArgs, game: &Waterloo, refusal: &Refusal, out: &mut dyn Write) -> Done {
    let text = game.refusal_text(refusal);
    if args.json {
        writeln!(out, "{:#}", json!({ "refusal": refusal.code(), "rules": refusal.cites(), "text": text }))?;
        return Ok(());
    }
    for line in wrap("", &text, width()) {
        writeln!(out, "{}", paint(WARNING, &line))?;
    }
    Ok(())
}

/// From bare numbers.
fn bare(args: &OddsArgs, cv: u8, power: u8, morale: u8) -> Result<Found, Fail> {
    let general = args.general.as_ref().map_or(Ok(0), |text| text.parse::<u8>());
    let general = general.map_err(|_| Fail::bad("--general: write the bonus that he gives, from 0 to 255"))?;
    let mut dice = Breakdown::new("cv");
    let facts = combat::Roll { cv, on_hill: args.hill, at_woods: args.woods, woods_minimum: 0 };
    combat::dice(facts, &mut dice, String::new, String::new);
    let mut value = Breakdown::new("morale");
    value.add("printed", i16::from(morale), Cite("W 6.0"), String::new);
    if general > 0 {
        value.add("general", i16::from(general), Cite("W 12.1"), String::new);
    }
    morale::complete(args.square, 0, &mut value, String::new);
    Ok(Found {
        title: format!(
            "{} cv at power {power} against Morale {}:",
            cv,
            ["-", "D", "C", "B", "A"][usize::from(morale) % 5]
        ),
        odds: AttackOdds::new(u8::try_from(dice.total()).unwrap_or(0), power, Some(value.total()), general > 0),
        parts: vec![dice, value],
    })
}

impl Found {
    fn json(&self) -> Value {
        let chance = |fraction: Option<Fraction>| match fraction {
            Some(fraction) => json!({ "fraction": fraction.to_string(), "chance": fraction.to_f64() }),
            None => Value::Null,
        };
        let odds = &self.odds;
        let hits: Vec<Value> = odds.hits.iter().map(|&f| chance(Some(f))).collect();
        json!({
            "attack": self.title.trim_end_matches(':'),
            "dice": odds.dice,
            "power": odds.power,
            "morale": odds.morale,
            "breakdowns": self.parts,
            "hits": hits,
            "rout": chance(odds.rout),
            "general_falls": chance(odds.general),
        })
    }
}

/// The position in which one card may attack another, and what it is called.
fn duel(args: &OddsArgs, set: &Arc<CardSet>, card: &str, how: Attack, target: &str) -> Result<(Duel, String), Fail> {
    let (from, to) = (printed(set, card, Kind::is_troop)?, printed(set, target, fights)?);
    if from.army.player() == to.army.player() {
        return Err(Fail::bad(format!("{} and {} are on the same side", from.name, to.name)));
    }
    let general = args.general.as_deref();
    let general = general.map(|word| printed(set, word, |kind| kind == Kind::General)).transpose()?;
    let facts = DuelFacts {
        formation: args.formation.map_or(Formation::Line, Form::formation),
        target_formation: args.at.map_or(Formation::Line, Form::formation),
        cover: args.cover.map(Cover::kind),
        hill: args.hill,
        blown: args.blown,
        target_blown: args.target_blown,
        general: general.map(|card| card.number),
        ..DuelFacts::new(from.number, how, to.number)
    };
    let duel = Duel::new(set, &facts).map_err(|error| Fail::bad(format!("this cannot be set up: {error}")))?;
    let verb = match how {
        Attack::Fire => "fires at",
        Attack::Shock => "uses Shock on",
        Attack::Long => "fires at long range at",
    };
    Ok((duel, format!("{} {verb} {}:", from.name, to.name)))
}

/// Whether such a card can be attacked.
fn fights(kind: Kind) -> bool {
    kind.is_troop() || kind == Kind::General
}

/// The card that is meant by its number or a part of its name, of some kinds.
fn printed<'a>(set: &'a CardSet, word: &str, wanted: impl Fn(Kind) -> bool) -> Result<&'a Card, Fail> {
    let named = |card: &&Card| word.parse() == Ok(card.number) || is_part(word, &card.name);
    let found: Vec<&Card> = set.cards().iter().filter(|card| wanted(card.kind)).filter(named).collect();
    match &found[..] {
        [] => {
            Err(Fail::bad(format!("`{word}` is no card that fits here; `eagles cards` lists their numbers and names")))
        }
        [card] => Ok(card),
        many => {
            let mut names: Vec<String> =
                many.iter().take(5).map(|card| format!("{} {}", card.number, card.name)).collect();
            names.extend((many.len() > 5).then(|| "others".to_owned()));
            Err(Fail::bad(format!("`{word}` may be {}; say more, or give the number", names.join(" or "))))
        }
    }
}
