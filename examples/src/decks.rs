//! `eagles collection` and `eagles deck`: cards of one's own (chapters 2, 15 and 18).

use crate::board::short_name;
use crate::fail::{Done, Fail};
use crate::files;
use crate::page::{FAINT, HEADING, STRONG, WARNING, capital, colour, count, paint, width, wrap};
use crate::setup::{army, battle_code};
use clap::Args;
use eagles::chance::{Seed, Seeded};
use eagles::waterloo::decks::{Collection, Rarity, cost, limit};
use eagles::waterloo::setup::Scale;
use eagles::waterloo::{Army, CardSet, Deal, Setup, Waterloo};
use std::io::Write;
use std::path::PathBuf;

/// Open random 60-card decks into a collection, and look at it.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  eagles collection mine.csv --open 3        three decks of 60 cards more
  eagles collection mine.csv                 what is in it
  eagles --collection french=mine.csv        deal from it
Exit codes: 0 done, 2 bad usage or a file that cannot be used.")]
pub(crate) struct CollectionArgs {
    /// The file of the collection; it is made when there is none
    file: PathBuf,
    /// How many decks to open
    #[arg(long, value_name = "DECKS", default_value_t = 0, allow_negative_numbers = true, value_parser = crate::setup::whole::<u16>(0, 1000))]
    open: u16,
    /// The seed of what is in them; without it another each time
    #[arg(long, allow_negative_numbers = true, value_parser = crate::setup::seed)]
    seed: Option<Seed>,
    /// Your own card set
    #[arg(long, value_name = "FOLDER")]
    card_set: Option<PathBuf>,
}

/// `eagles collection`.
pub(crate) fn collection(args: &CollectionArgs, out: &mut dyn Write) -> Done {
    let set = files::card_set(args.card_set.as_deref())?;
    let mut collection = if args.file.exists() {
        files::collection(&args.file, &set)?
    } else if args.open > 0 {
        Collection::new()
    } else {
        return Err(Fail::bad(format!("there is no {}; `--open 1` begins a collection", args.file.display())));
    };
    if args.open > 0 {
        let seed = args.seed.unwrap_or_else(crate::setup::any_seed);
        let mut draws = Seeded::new(seed);
        for number in 1..=args.open {
            let had = collection.clone();
            let deck = collection.open_deck(&set, &mut draws).map_err(Fail::bad)?;
            let new = deck.iter().filter(|(number, _)| Rarity::ALL.iter().all(|&r| had.count(*number, r) == 0)).count();
            let text = format!("Deck {number}: {}, {new} of them new.", count(deck.len() as u64, "card"));
            writeln!(out, "{}", paint(HEADING, &text))?;
            let gold: Vec<String> = deck
                .iter()
                .filter(|(_, rarity)| *rarity == Rarity::Gold)
                .filter_map(|(number, _)| set.by_number(*number))
                .map(|card| format!("{} {}", card.number, short_name(&card.name, 24)))
                .collect();
            for line in wrap("  gold: ", &gold.join(", "), width()) {
                writeln!(out, "{line}")?;
            }
        }
        files::write(&args.file, collection.to_csv().as_bytes())?;
        writeln!(out, "{}", paint(FAINT, &format!("Kept in {}; seed {seed}.", args.file.display())))?;
    }
    show(&collection, &set, out)
}

fn show(collection: &Collection, set: &CardSet, out: &mut dyn Write) -> Done {
    let total: u64 = collection.iter().map(|(.., n)| u64::from(n)).sum();
    writeln!(out, "{} in the collection.", capital(&count(total, "card")))?;
    for &army in Army::ALL {
        let numbers = collection.numbers(set, army);
        let of = |rarity| -> u64 { numbers.iter().map(|&n| u64::from(collection.count(n, rarity))).sum() };
        let all = set.of_army(army).count();
        let text = format!(
            "{}: {} of {all} different cards; {} gold, {} silver, {} bronze",
            capital(army.name()),
            numbers.len(),
            of(Rarity::Gold),
            of(Rarity::Silver),
            of(Rarity::Bronze)
        );
        writeln!(out, "  {}", paint(colour(army), &text))?;
    }
    Ok(())
}

/// Check a custom deck and its Battle Points.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
The file holds card numbers, one or more a line; a number again is another copy,
and # begins a remark.
Examples:
  eagles deck mine.txt --army french --battle QB
  eagles --custom french=mine.txt            fight with it
Exit codes: 0 the deck can be played, 1 it cannot, 2 bad usage or a file that
cannot be used.")]
pub(crate) struct DeckArgs {
    /// The file of the deck
    file: PathBuf,
    /// The army: french, british or prussian
    #[arg(long, value_parser = army)]
    army: Army,
    /// The battle: QB, LI, WA, WV, CH, or its name
    #[arg(long, default_value = "QB")]
    battle: String,
    /// Your own card set
    #[arg(long, value_name = "FOLDER")]
    card_set: Option<PathBuf>,
}

/// `eagles deck`.
pub(crate) fn deck(args: &DeckArgs, out: &mut dyn Write) -> Done {
    let set = files::card_set(args.card_set.as_deref())?;
    let numbers = files::numbers(&args.file)?;
    let code = battle_code(&set, &args.battle)?;
    for &number in &numbers {
        if let Some(card) = set.by_number(number) {
            let text = format!("{:>4} {:<36} {:>2} BP", card.number, card.name, card.bp);
            writeln!(out, "{}", paint(colour(card.army), &text))?;
        }
    }
    let row = set.battle(&code).into_iter().find(|row| row.army == args.army);
    if let Some(row) = row {
        writeln!(
            out,
            "{}: {} of {} Battle Points; the Muster would be {}.",
            count(numbers.len() as u64, "card"),
            cost(&set, &numbers),
            limit(row, Scale::default()),
            if row.muster == 0 { 0 } else { numbers.len() / 2 }
        )?;
    }
    let mut setup = Setup::battle(&code);
    setup.deals.insert(args.army, Deal::Custom(numbers));
    match Waterloo::new(set, setup) {
        Ok(_) => {
            writeln!(out, "{}", paint(STRONG, "The deck can be played."))?;
            Ok(())
        }
        Err(faults) => {
            for fault in &faults.0 {
                for line in wrap("- ", &fault.to_string(), width()) {
                    writeln!(out, "{}", paint(WARNING, &line))?;
                }
            }
            Err(Fail::No)
        }
    }
}
