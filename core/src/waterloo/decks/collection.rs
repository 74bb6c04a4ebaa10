//! Decks of 60 random cards, opened into a collection (W 1.0, 18.0).

use crate::chance::{Draws, Kind, Request, Unmet};
use crate::waterloo::cards::table::{Fields, Form, Table};
use crate::waterloo::cards::{CardSet, Faults};
use crate::waterloo::streams;
use crate::waterloo::types::Army;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// How many cards a deck has (W 1.0).
pub const DECK_CARDS: usize = 60;

/// The print of a card; it has no effect on play (W 18.0).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename_all = "snake_case"))]
#[repr(u8)]
pub enum Rarity {
    /// One in ten.
    Gold,
    /// Three in ten.
    Silver,
    /// Six in ten.
    Bronze,
}
crate::waterloo::types::named!(Rarity { Gold = "gold", Silver = "silver", Bronze = "bronze" });

impl Rarity {
    /// The rarity that a die of ten sides gives: 1 gold, 2 to 4 silver, 5 to 10 bronze (W 18.0).
    #[must_use]
    pub const fn of_die(face: u8) -> Self {
        match face {
            0..=1 => Self::Gold,
            2..=4 => Self::Silver,
            _ => Self::Bronze,
        }
    }
}

/// A player's cards: how many of each number and rarity.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "Vec<Entry>"))]
pub struct Collection {
    cards: BTreeMap<(u16, Rarity), u32>,
}

const COLUMNS: &[&str] = &["number", "rarity", "count"];
const FORM: Form = Form { file: "collection.csv", columns: COLUMNS, needs: COLUMNS, most: 3 * 4_000 };
/// The most of one card and rarity that a file may name.
const MOST: i64 = 1_000_000;

impl Collection {
    /// No cards.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How many cards of a number and rarity there are.
    #[must_use]
    pub fn count(&self, number: u16, rarity: Rarity) -> u32 {
        self.cards.get(&(number, rarity)).copied().unwrap_or(0)
    }

    /// Number, rarity and count of all cards, by number, gold first; every count is at least 1.
    pub fn iter(&self) -> impl Iterator<Item = (u16, Rarity, u32)> {
        self.cards.iter().map(|(&(number, rarity), &count)| (number, rarity, count))
    }

    /// Adds cards of one number and rarity.
    pub fn add(&mut self, number: u16, rarity: Rarity, count: u32) {
        if count > 0 {
            let had = self.cards.entry((number, rarity)).or_default();
            *had = had.saturating_add(count);
        }
    }

    /// The numbers of the cards of one army, each once (W r3): what [`crate::waterloo::Deal::Collection`] deals from.
    #[must_use]
    pub fn numbers(&self, set: &CardSet, army: Army) -> Vec<u16> {
        let own = |&number: &u16| set.by_number(number).is_some_and(|card| card.army == army);
        let mut numbers: Vec<u16> = self.cards.keys().map(|&(number, _)| number).filter(own).collect();
        numbers.dedup();
        numbers
    }

    /// Opens a deck of [`DECK_CARDS`] different cards, each as likely as the others, and adds them (W 1.0, 18.0). A set
    /// that has fewer cards gives all of them.
    ///
    /// # Errors
    /// [`Unmet`] when the source cannot answer; then nothing has been added and the source stands where it stood.
    pub fn open_deck<D: Draws>(&mut self, set: &CardSet, draws: &mut D) -> Result<Vec<(u16, Rarity)>, Unmet> {
        let mark = draws.mark();
        match draw_deck(set, draws) {
            Ok(deck) => {
                deck.iter().for_each(|&(number, rarity)| self.add(number, rarity, 1));
                Ok(deck)
            }
            Err(unmet) => {
                draws.reset(mark);
                Err(unmet)
            }
        }
    }

    /// Reads the text form: a first line `number,rarity,count`, then a line for each. The same number and rarity again
    /// adds up.
    ///
    /// # Errors
    /// All faults by line, as of a file `collection.csv`.
    pub fn from_csv(text: &str, set: &CardSet) -> Result<Self, Faults> {
        let mut faults = Vec::new();
        let table = Table::read(&FORM, text, &mut faults);
        let mut collection = Self::new();
        for row in &table.rows {
            if let Some((number, rarity, count)) = entry(&mut table.fields(row, &mut faults), set) {
                collection.add(number, rarity, count);
            }
        }
        faults.sort_by_key(|fault| fault.line);
        if faults.is_empty() { Ok(collection) } else { Err(Faults(faults)) }
    }

    /// The text form that [`Collection::from_csv`] reads.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let mut text = String::from("number,rarity,count\n");
        for (number, rarity, count) in self.iter() {
            // Writing into a String cannot fail.
            let _ = writeln!(text, "{number},{rarity},{count}");
        }
        text
    }
}

fn entry(fields: &mut Fields<'_>, set: &CardSet) -> Option<(u16, Rarity, u32)> {
    let number = fields.number("number", 1..=i64::from(u16::MAX)).and_then(|n| u16::try_from(n).ok());
    let names: Vec<_> = Rarity::ALL.iter().map(|rarity| rarity.name()).collect();
    let rarity = fields.choice("rarity", &names).and_then(|place| Rarity::ALL.get(place)).copied();
    let count = fields.number("count", 1..=MOST).and_then(|n| u32::try_from(n).ok());
    if let Some(number) = number.filter(|&number| set.by_number(number).is_none()) {
        fields.fault("number", format!("the card set has no card {number}; take the line out"));
        return None;
    }
    Some((number?, rarity?, count?))
}

fn draw_deck<D: Draws>(set: &CardSet, draws: &mut D) -> Result<Vec<(u16, Rarity)>, Unmet> {
    let mut rest: Vec<u16> = set.cards.iter().map(|card| card.number).collect();
    let mut deck = Vec::new();
    for place in 1..=DECK_CARDS.min(rest.len()) as u16 {
        let among = rest.len() as u16;
        let request =
            Request { code: "deck-card", subject: place, stream: streams::COLLECTION, kind: Kind::Pick { among } };
        let number = draws.pick(request, |i| rest.get(usize::from(i)).copied().unwrap_or_default())?;
        rest.retain(|&other| other != number);
        let kind = Kind::Dice { count: 1, sides: 10 };
        let request = Request { code: "deck-rarity", subject: number, stream: streams::COLLECTION, kind };
        let face = draws.dice(request)?.faces().first().copied().unwrap_or(10);
        deck.push((number, Rarity::of_die(face)));
    }
    Ok(deck)
}

/// One entry as it is serialised.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct Entry {
    number: u16,
    rarity: Rarity,
    count: u32,
}

impl Serialize for Collection {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(|(number, rarity, count)| Entry { number, rarity, count }))
    }
}

impl<'de> Deserialize<'de> for Collection {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut collection = Self::new();
        for Entry { number, rarity, count } in Vec::<Entry>::deserialize(deserializer)? {
            if number == 0 || count == 0 {
                return Err(D::Error::custom("numbers and counts of cards are at least 1"));
            }
            collection.add(number, rarity, count);
        }
        Ok(collection)
    }
}
