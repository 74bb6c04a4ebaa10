//! `eagles cards`: what the card set holds.

mod kit;
mod watch;

use crate::fail::{Done, Fail};
use crate::files;
use crate::fold::fold;
use crate::page::{FAINT, HEADING, capital, colour, count, fit, paint, width, wrap};
use crate::setup::{army, battle_code};
use clap::{Args, ValueEnum};
use eagles::waterloo::cards::Card;
use eagles::waterloo::specials::window_text;
use eagles::waterloo::{Army, CardSet, Kind};
use std::io::Write;
use std::path::PathBuf;

/// How a list is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    /// For reading
    Table,
    /// For spreadsheets
    Csv,
    /// For programs
    Json,
}

/// Show cards: a table, or one card in full.
#[derive(Args, Clone, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
Examples:
  eagles cards maitland                      one card in full
  eagles cards 127                           the same by its number
  eagles cards br-inf-maitland               the same by its id
  eagles cards --battle QB --type general    a table
  eagles cards --army prussian --format csv  for a spreadsheet
  eagles cards new Mud                       begin a mod with a card of your own
Exit codes: 0 done, 1 no card fits, 2 bad usage or bad card set."
)]
pub(crate) struct CardsArgs {
    #[command(subcommand)]
    kit: Option<kit::Kit>,
    /// The number of a card, its id, or a part of its name
    name: Vec<String>,
    /// Only cards of this battle
    #[arg(long)]
    battle: Option<String>,
    /// Only cards of this army: french, british or prussian
    #[arg(long, value_parser = army)]
    army: Option<Army>,
    /// Only this type: general, infantry, cavalry, artillery, terrain or special
    #[arg(long = "type", value_name = "TYPE", value_parser = kinds)]
    kinds: Option<Kinds>,
    /// How to write the list
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    /// Your own card set: a folder with cards.csv, programs.json and battles.csv
    #[arg(long, value_name = "FOLDER")]
    card_set: Option<PathBuf>,
}

/// The width of a page from which the table has a column for the ids.
const IDS: usize = 108;

/// The types that a word on the command line names.
#[derive(Clone, Debug)]
struct Kinds(Vec<Kind>);

fn kinds(text: &str) -> Result<Kinds, String> {
    let name = text.to_lowercase().replace('-', "_");
    let name = name.strip_suffix('s').filter(|name| *name != "terrain").unwrap_or(&name);
    match name {
        "artillery" => Ok(Kinds(vec![Kind::FootArtillery, Kind::HorseArtillery])),
        name => Kind::from_name(name).map(|kind| Kinds(vec![kind])).ok_or_else(|| {
            "write general, infantry, cavalry, artillery, foot_artillery, horse_artillery, terrain or special"
                .to_owned()
        }),
    }
}

/// Shows them.
pub(crate) fn run(args: &CardsArgs, out: &mut dyn Write) -> Done {
    if let Some(kit) = &args.kit {
        return kit::run(kit, out);
    }
    let set = files::card_set(args.card_set.as_deref())?;
    let battle = args.battle.as_ref().map(|battle| battle_code(&set, battle)).transpose()?;
    let name = args.name.join(" ");
    let fits = |card: &&Card| {
        battle.as_ref().is_none_or(|battle| card.fights_at(battle))
            && args.army.is_none_or(|army| card.army == army)
            && args.kinds.as_ref().is_none_or(|kinds| kinds.0.contains(&card.kind))
            && (name.is_empty()
                || name.parse() == Ok(card.number)
                || name.parse::<u16>().is_err() && (fold(&card.name).contains(&fold(&name)) || has_id(card, &name)))
    };
    let mut cards: Vec<&Card> = set.cards().iter().filter(fits).collect();
    // A whole id means that card and no other.
    if let Some(card) = cards.iter().copied().find(|card| card.id == name) {
        cards = vec![card];
    }
    match (args.format, &cards[..]) {
        (_, []) => {
            writeln!(out, "No card fits; leave an option out, or look through `eagles cards`.")?;
            return Err(Fail::No);
        }
        (Format::Json, cards) => {
            let text = serde_json::to_string_pretty(cards).map_err(Fail::bad)?;
            writeln!(out, "{text}")?;
        }
        (Format::Csv, cards) => csv(cards, out)?,
        (Format::Table, [card]) if !name.is_empty() => {
            for line in full(card, &set) {
                writeln!(out, "{line}")?;
            }
        }
        (Format::Table, cards) => table(cards, out)?,
    }
    Ok(())
}

/// Whether a word is a card's id, or the end of it: `fr-inf-soye`, `inf-soye`, `soye`.
fn has_id(card: &Card, word: &str) -> bool {
    card.id.strip_suffix(&word.to_lowercase()).is_some_and(|rest| rest.is_empty() || rest.ends_with('-'))
}

fn table(cards: &[&Card], out: &mut dyn Write) -> Done {
    // 4 + 1 + name + 1 + 8 type + 1 + values + 1 + corps + 1 + bp + 1 + battles, and 1 + id where there is room.
    let ids = width() >= IDS;
    let name = width().saturating_sub(if ids { 88 } else { 56 }).clamp(18, 36);
    let head = format!(
        "{:>4} {} {:<8} {:<12} {:<5} {:>2} {:<14}{}",
        "no",
        fit("name", name),
        "type",
        "values",
        "corps",
        "bp",
        "battles",
        if ids { " id" } else { "" }
    );
    let head = head.trim_end();
    writeln!(out, "{}", paint(HEADING, head))?;
    for card in cards {
        let kind = match card.kind {
            Kind::FootArtillery => "foot art",
            Kind::HorseArtillery => "horse ar",
            kind => kind.name(),
        };
        let line = format!(
            "{:>4} {} {:<8} {:<12} {:<5} {:>2} {:<14} {}",
            card.number,
            fit(&card.name, name),
            kind,
            values(card),
            card.corps,
            card.bp,
            card.battles.join(" "),
            if ids { card.id.as_str() } else { "" }
        );
        writeln!(out, "{}", paint(colour(card.army), line.trim_end()))?;
    }
    let more = if ids { "" } else { ", with its id; `--format csv` lists all ids" };
    let foot = format!("{}. A name, number or id shows a card in full{more}.", count(cards.len() as u64, "card"));
    for line in wrap("", &foot, width()) {
        writeln!(out, "{}", paint(FAINT, &line))?;
    }
    Ok(())
}

const LETTERS: [&str; 5] = ["-", "D", "C", "B", "A"];

fn letter(morale: u8) -> &'static str {
    LETTERS.get(usize::from(morale)).copied().unwrap_or("-")
}

/// The numbers of a card in the least space.
fn values(card: &Card) -> String {
    match card.kind {
        Kind::General => format!("{}/{}", card.offense, card.defense),
        Kind::Infantry | Kind::Cavalry => format!("{} F{} S{} {}", card.cv, card.fire, card.shock, letter(card.morale)),
        Kind::FootArtillery | Kind::HorseArtillery => {
            format!("{} F{}/F{} {}", card.cv, card.long, card.fire, letter(card.morale))
        }
        Kind::Terrain => {
            let class = card.ground.map_or("", |ground| ground.name());
            format!("{class} {}", ["L", "C", "R"][usize::from(card.lane) % 3])
        }
        Kind::Special => String::new(),
    }
}

fn csv(cards: &[&Card], out: &mut dyn Write) -> Done {
    let quoted = |text: &str| {
        if text.contains([',', '"']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
    };
    writeln!(out, "number,id,name,army,type,corps,cv,fire,long,shock,morale,offense,defense,bp,battles")?;
    for card in cards {
        writeln!(
            out,
            "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}",
            card.number,
            quoted(&card.id),
            quoted(&card.name),
            card.army,
            card.kind,
            quoted(&card.corps),
            card.cv,
            card.fire,
            card.long,
            card.shock,
            letter(card.morale),
            card.offense,
            card.defense,
            card.bp,
            card.battles.join(";")
        )?;
    }
    Ok(())
}

/// A card in full.
pub(crate) fn full(card: &Card, set: &CardSet) -> Vec<String> {
    let kind = match card.kind {
        Kind::FootArtillery => "Foot Artillery",
        Kind::HorseArtillery => "Horse Artillery",
        Kind::General => "General",
        Kind::Infantry => "Infantry",
        Kind::Cavalry => "Cavalry",
        Kind::Terrain => "Terrain",
        Kind::Special => "Special",
    };
    let title = format!("{} {} - {} {kind}", card.number, card.name, capital(card.army.name()));
    let mut facts = Vec::new();
    match card.kind {
        Kind::General => {
            facts.push(format!(
                "Offense {}, Defense {} (added to the Morale of his troops)",
                card.offense, card.defense
            ));
            facts.push(if card.corps == "A" {
                "Army rank: helps every corps of his army".to_owned()
            } else {
                format!("Helps cards of corps {}", card.corps)
            });
            if let Some(chief) = card.chief_of.as_ref().and_then(|id| set.by_id(id)) {
                facts.push(format!("Chief of staff: leads only while {} is absent or dead", chief.name));
            }
            if let Some(first) = card.second_to.as_ref().and_then(|id| set.by_id(id)) {
                facts.push(format!("Has army rank while {} is absent or dead", first.name));
            }
        }
        Kind::Infantry | Kind::Cavalry => facts.push(format!(
            "{} cv: {} dice; Fire F{}, Shock S{}; Morale {} (stands on {} or less)",
            card.cv,
            card.cv,
            card.fire,
            card.shock,
            letter(card.morale),
            card.morale
        )),
        Kind::FootArtillery | Kind::HorseArtillery => facts.push(format!(
            "{} cv: {} dice; Fire F{} at long range, F{} at short range; Morale {} (stands on {} or less)",
            card.cv,
            card.cv,
            card.long,
            card.fire,
            letter(card.morale),
            card.morale
        )),
        Kind::Terrain => {
            let class = card.ground.map_or_else(String::new, |ground| capital(ground.name()));
            let lane = ["Left", "Center", "Right"][usize::from(card.lane) % 3];
            facts.push(if card.move_limit > 0 {
                format!("{class} before the {lane}, Move Limit {}", card.move_limit)
            } else {
                format!("{class} in the {lane}, for {}", count(u64::from(card.capacity), "card"))
            });
        }
        Kind::Special => {}
    }
    if let Some(program) = set.program(&card.id) {
        let when: Vec<&str> = program.windows.iter().map(|&window| window_text(window)).collect();
        facts.push(format!("When: {}", when.join(", or ")));
        facts.push(format!("Effect: {}", program.text.effect));
        let stop = |text: &str| format!("{}.", text.trim_end_matches('.'));
        facts.push(format!("For: {} Limits: {}", stop(&program.text.duration), stop(&program.text.limits)));
        facts.push(format!("Changes: {}", program.rules.join(", ")));
    }
    let order: Vec<&str> = [&card.corps, &card.division, &card.brigade]
        .into_iter()
        .map(String::as_str)
        .filter(|part| !part.is_empty())
        .collect();
    if !order.is_empty() && card.kind != Kind::Special {
        let strength = card.strength.map_or_else(String::new, |strength| format!(", strength {strength}"));
        facts.push(format!("Order of battle: {}{strength}", order.join("/")));
    }
    facts.push(format!("Id: {}; battles: {}; {} BP", card.id, card.battles.join(", "), card.bp));
    if !card.flavour.is_empty() {
        facts.push(card.flavour.clone());
    }
    if !card.notes.is_empty() {
        facts.push(card.notes.clone());
    }
    let mut lines = vec![paint(colour(card.army).bold(), &title)];
    lines.extend(facts.iter().flat_map(|fact| wrap("  ", fact.trim(), width())));
    lines
}
