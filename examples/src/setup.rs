//! The battle that the command line asks for.

use crate::fail::Fail;
use crate::files;
use crate::mods::CardArgs;
use clap::Args;
use eagles::chance::Seed;
use eagles::waterloo::setup::Scale;
use eagles::waterloo::{Army, CardSet, Deal, Options, Setup, Waterloo};
use eagles_lua::kit::Play;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// Options that describe a battle.
#[derive(Args, Clone, Debug)]
pub(crate) struct SetupArgs {
    /// How decks are dealt: from the cards of the battle, all of them, from all cards of the army, or by type
    #[arg(long, value_name = "DEAL", default_value = "historical", value_parser = ["historical", "all", "any", "quota"])]
    deal: String,
    /// An army's custom deck: a file of card numbers (see `eagles deck --help`)
    #[arg(long, value_name = "ARMY=FILE")]
    custom: Vec<String>,
    /// An army's collection to deal from: a file as `eagles collection` writes it
    #[arg(long, value_name = "ARMY=FILE")]
    collection: Vec<String>,
    /// The size of the battle, such as 1/2 or 2
    #[arg(long, value_name = "RATIO", default_value = "1", allow_negative_numbers = true, value_parser = scale)]
    scale: Scale,
    /// Allow face-down Generals, Terrain and Specials as decoys (rule 14.0)
    #[arg(long)]
    decoys: bool,
    /// Deal no Special cards (rule 13.0)
    #[arg(long)]
    no_specials: bool,
    /// Battle Turns a side after which it is a draw, or `none`; 60 where no person plays, else none
    #[arg(long, value_name = "TURNS", allow_negative_numbers = true, value_parser = turn_cap)]
    turn_cap: Option<TurnCap>,
    /// Play on when neither side can win any more, instead of calling it a draw
    #[arg(long)]
    play_on: bool,
    /// The least cv that attackers of Woods keep, 0 or 1
    #[arg(long, value_name = "CV", default_value_t = 0, allow_negative_numbers = true, value_parser = whole::<u8>(0, 1))]
    woods_minimum: u8,
    #[command(flatten)]
    cards: CardArgs,
}

/// The turn cap as the command line gives it.
#[derive(Clone, Copy, Debug)]
struct TurnCap(Option<u16>);

/// A parser of whole numbers that says which there may be.
pub(crate) fn whole<N: TryFrom<u64>>(from: u64, to: u64) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync {
    move |text| {
        let number = text.parse().ok().filter(|number| (from..=to).contains(number));
        number
            .and_then(|number| N::try_from(number).ok())
            .ok_or_else(|| format!("write a whole number from {from} to {to}"))
    }
}

fn turn_cap(text: &str) -> Result<TurnCap, String> {
    match text {
        "none" => Ok(TurnCap(None)),
        _ => match text.parse() {
            Ok(turns @ 1..) => Ok(TurnCap(Some(turns))),
            _ => Err("write a number of turns from 1 to 65535, or `none`".to_owned()),
        },
    }
}

fn scale(text: &str) -> Result<Scale, String> {
    let (by, over) = text.split_once('/').unwrap_or((text, "1"));
    match (by.parse(), over.parse()) {
        (Ok(by @ 1..), Ok(over @ 1..)) => Ok(Scale { by, over }),
        _ => Err("write a ratio of two whole numbers from 1 to 65535 such as 1/2, or one such as 2".to_owned()),
    }
}

/// A seed from the command line.
pub(crate) fn seed(text: &str) -> Result<Seed, String> {
    text.parse().map_err(|error: eagles::chance::BadSeed| error.to_string())
}

/// A seed that nobody chose and nobody can guess: whoever knows it knows every hand and every die to come.
pub(crate) fn any_seed() -> Seed {
    use std::hash::{BuildHasher, Hasher};
    // The hashers' keys come from the system's own chance.
    let word = |_| std::collections::hash_map::RandomState::new().build_hasher().finish().to_le_bytes();
    let mut bytes = [0; 32];
    bytes.chunks_mut(8).zip((0..4).map(word)).for_each(|(part, word)| part.copy_from_slice(&word));
    Seed(bytes)
}

/// An army from the command line.
pub(crate) fn army(text: &str) -> Result<Army, String> {
    Army::from_name(&text.to_lowercase()).ok_or_else(|| format!("`{text}` is not french, british or prussian"))
}

/// The code of a battle, from its code or its name in any spelling: `qb`, `Quatre Bras`, `quatre-bras`.
pub(crate) fn battle_code(set: &CardSet, text: &str) -> Result<String, Fail> {
    let plain = |text: &str| -> String {
        text.split('(')
            .next()
            .unwrap_or_default()
            .chars()
            .filter(|c| c.is_alphanumeric())
            .collect::<String>()
            .to_lowercase()
    };
    let wanted = plain(text);
    if let Some(row) = set.chart().iter().find(|row| plain(&row.battle) == wanted || plain(&row.name) == wanted) {
        return Ok(row.battle.clone());
    }
    let known: Vec<_> = set
        .battles()
        .iter()
        .filter_map(|code| set.battle(code).first().map(|row| format!("{code} for {}", row.name)))
        .collect();
    Err(Fail::bad(format!("there is no battle `{text}`; choose {}", known.join(", "))))
}

impl SetupArgs {
    /// The cards in use.
    pub(crate) fn cards(&self) -> Result<Play, Fail> {
        self.cards.load()
    }

    /// The game; `people` says that a person plays (ruling N31: then there is no turn cap unless one is asked for).
    pub(crate) fn game(&self, battle: &str, people: bool) -> Result<Arc<Waterloo>, Fail> {
        self.game_with(&self.cards()?, battle, people)
    }

    /// The options that name the same cards again.
    pub(crate) fn again(&self) -> String {
        self.cards.again()
    }

    /// The game with cards that are there already.
    pub(crate) fn game_with(&self, cards: &Play, battle: &str, people: bool) -> Result<Arc<Waterloo>, Fail> {
        let set = Arc::clone(&cards.set);
        let mut setup = Setup::battle(&battle_code(&set, battle)?);
        let deal = match self.deal.as_str() {
            "all" => Deal::AllHistorical,
            "any" => Deal::Any,
            "quota" => Deal::Quota(None),
            _ => Deal::Historical,
        };
        setup.deals = set.battle(&setup.battle).iter().map(|row| (row.army, deal.clone())).collect();
        if deal == Deal::Historical {
            setup.deals = BTreeMap::new();
        }
        for text in &self.custom {
            let (army, file) = army_file("--custom", text)?;
            setup.deals.insert(army, Deal::Custom(files::numbers(&file)?));
        }
        for text in &self.collection {
            let (army, file) = army_file("--collection", text)?;
            setup.deals.insert(army, Deal::Collection(files::collection(&file, &set)?.numbers(&set, army)));
        }
        setup.scale = self.scale;
        let usual = if people { None } else { Options::default().turn_cap };
        setup.options = Options {
            decoys: self.decoys,
            turn_cap: self.turn_cap.map_or(usual, |cap| cap.0),
            woods_minimum: self.woods_minimum,
            no_win_draw: !self.play_on,
            specials: !self.no_specials,
            ..Options::default()
        };
        cards.battle(setup.clone()).map(Arc::new).map_err(|faults| {
            let scales = if setup.scale == Scale::default() { String::new() } else { scales(&set, &setup) };
            Fail::bad(format!("this battle cannot be played:\n{faults}{scales}"))
        })
    }
}

/// The usual scales at which a battle can be played, in a line of its own.
fn scales(set: &Arc<CardSet>, setup: &Setup) -> String {
    const USUAL: [(u16, u16); 12] =
        [(1, 4), (1, 3), (1, 2), (2, 3), (3, 4), (1, 1), (5, 4), (4, 3), (3, 2), (2, 1), (3, 1), (4, 1)];
    let fits = |&(by, over): &(u16, u16)| {
        Waterloo::new(Arc::clone(set), Setup { scale: Scale { by, over }, ..setup.clone() }).is_ok()
    };
    let text = |(by, over): (u16, u16)| if over == 1 { by.to_string() } else { format!("{by}/{over}") };
    let fitting: Vec<String> = USUAL.into_iter().filter(fits).map(text).collect();
    if fitting.is_empty() { String::new() } else { format!("\nScales that fit: {}.", fitting.join(", ")) }
}

/// A side or a viewer named by an army must have that army.
pub(crate) fn fights(game: &Waterloo, named: Option<Army>) -> Result<(), Fail> {
    match named.filter(|&army| game.armies().all(|there| there != army)) {
        None => Ok(()),
        Some(army) => {
            let there: Vec<&str> = game.armies().map(Army::name).collect();
            Err(Fail::bad(format!("no {army} army fights in this battle; its armies are {}", there.join(" and "))))
        }
    }
}

fn army_file(option: &str, text: &str) -> Result<(Army, PathBuf), Fail> {
    let bad = || Fail::bad(format!("{option} {text}: write an army and a file, as in {option} french=deck.txt"));
    let (name, file) = text.split_once('=').ok_or_else(bad)?;
    Ok((army(name).map_err(|_| bad())?, PathBuf::from(file)))
}
