//! The card set (W 1.0, 18.0): 300 cards, what the Specials do, and the Battles Chart.
//!
//! The reconstructed set is embedded; owners of printed cards put their own values into files of the same form.

mod parse;
pub(crate) mod table;

pub use table::{MAX_BYTES, MAX_CARDS};

use super::specials::program::Program;
use super::types::{Army, GroundKind, Kind};
use crate::kept::Kept;
use serde::Serialize;
use std::fmt;
use std::sync::Arc;

/// One of the cards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Card {
    /// The number, from 1; two cards with one number are duplicates (W r3).
    pub number: u16,
    /// The id, such as `fr-inf-soye`.
    pub id: String,
    /// The army.
    pub army: Army,
    /// The type.
    pub kind: Kind,
    /// The name.
    pub name: String,
    /// The corps, `A` for army rank (W 12.2); empty for Terrain and Specials.
    pub corps: String,
    /// The division.
    pub division: String,
    /// The brigade.
    pub brigade: String,
    /// Men, sabres or guns.
    pub strength: Option<u32>,
    /// Combat value, 1 to 5 (W 7.1); 0 for cards that are not Troops.
    pub cv: u8,
    /// Firepower in an engagement, 1 to 3 (W 7.2); for Artillery at short range.
    pub fire: u8,
    /// Firepower at long range (W 7.23); 0 for all but Artillery.
    pub long: u8,
    /// Shock, 2 to 4 (W 7.3); 0 for cards without.
    pub shock: u8,
    /// Morale value, 4 for A to 1 for D (W 6.0); 0 for cards that are not Troops.
    pub morale: u8,
    /// Offense rating of a General (W 12.1).
    pub offense: u8,
    /// Defense rating of a General (W 12.1).
    pub defense: u8,
    /// For a chief of staff, the id of his commander (W 12.3).
    pub chief_of: Option<String>,
    /// For a second in command who gains army rank, the id of his commander (W 12.3, N46): the tag `second:ID`.
    pub second_to: Option<String>,
    /// Codes of the battles it belongs to.
    pub battles: Vec<String>,
    /// For Terrain, its class (W 11.1 to 11.4).
    pub ground: Option<GroundKind>,
    /// For Terrain, the Position of its own side: 0 Left, 1 Center, 2 Right (W 4.2).
    pub lane: u8,
    /// For Terrain, how many Troop cards it covers (W 11.0).
    pub capacity: u8,
    /// For Terrain, what it adds to the Morale of its occupants (W r19).
    pub terrain_morale: i8,
    /// For a River, the Move Limit (W 11.3).
    pub move_limit: u8,
    /// Battle Points (W 15.0).
    pub bp: u8,
    /// Nationality.
    pub nationality: String,
    /// Marks that cards and mods may name.
    pub tags: Vec<String>,
    /// `star` for wounded, `cross` for killed, or empty (W 17.3).
    pub symbol: String,
    /// A line about the card.
    pub flavour: String,
    /// Where the facts come from.
    pub source: String,
    /// Notes.
    pub notes: String,
}

impl Card {
    /// No card of any set.
    pub(super) fn blank() -> &'static Self {
        static BLANK: Card = Card {
            number: 0,
            id: String::new(),
            army: Army::French,
            kind: Kind::Special,
            name: String::new(),
            corps: String::new(),
            division: String::new(),
            brigade: String::new(),
            strength: None,
            cv: 0,
            fire: 0,
            long: 0,
            shock: 0,
            morale: 0,
            offense: 0,
            defense: 0,
            chief_of: None,
            second_to: None,
            battles: Vec::new(),
            ground: None,
            lane: 0,
            capacity: 0,
            terrain_morale: 0,
            move_limit: 0,
            bp: 0,
            nationality: String::new(),
            tags: Vec::new(),
            symbol: String::new(),
            flavour: String::new(),
            source: String::new(),
            notes: String::new(),
        };
        &BLANK
    }
}

/// One army's row of the Battles Chart (W 2.0, 3.0).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChartRow {
    /// The battle's code, such as `QB`.
    pub battle: String,
    /// The battle's name.
    pub name: String,
    /// The army.
    pub army: Army,
    /// D: cards in the Battle Deck.
    pub deck: u16,
    /// M: cards in the Muster; 0 for the Prussians at Waterloo.
    pub muster: u16,
    /// R: cards drawn a turn.
    pub reinforce: u8,
    /// Battle Points for a custom deck (W 15.0).
    pub bp: u16,
    /// Notes on commanders.
    pub commander_restrictions: String,
    /// Other notes.
    pub special_notes: String,
    /// Where each value comes from.
    pub provenance: String,
}

/// The texts of the three files of a card set.
#[derive(Clone, Copy, Debug)]
pub struct CardFiles<'a> {
    /// `cards.csv`.
    pub cards: &'a str,
    /// `programs.json`: what the Specials do.
    pub programs: &'a str,
    /// `battles.csv`.
    pub battles: &'a str,
}

/// The embedded files.
pub const EMBEDDED: CardFiles<'static> = CardFiles {
    cards: include_str!("../../data/waterloo/cards.csv"),
    programs: include_str!("../../data/waterloo/programs.json"),
    battles: include_str!("../../data/waterloo/battles.csv"),
};

/// One fault of a card file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fault {
    /// The file, as in `cards.csv`.
    pub file: &'static str,
    /// The line, from 1.
    pub line: u64,
    /// The column's name, or empty where the whole line or file is meant.
    pub column: String,
    /// What is wrong and what to write instead.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)?;
        if !self.column.is_empty() {
            write!(f, ": {}", self.column)?;
        }
        write!(f, ": {}", self.message)
    }
}

/// All faults of a card set, in order of file and line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Faults(pub Vec<Fault>);

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}

/// A checked card set. The default is the empty one.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct CardSet {
    /// The cards, by number.
    pub(crate) cards: Vec<Card>,
    /// What the Specials do.
    pub(crate) programs: Vec<Program>,
    /// The Battles Chart.
    pub(crate) chart: Vec<ChartRow>,
    /// SHA-256 over the parsed values, in hexadecimal: two sets with the same hash play the same. The layout of the
    /// files does not count, nor do remarks, flavour and sources.
    pub(crate) hash: String,
    /// Over what the Specials do: a game asks for it whenever it is made.
    #[serde(skip)]
    pub(crate) programs_hash: u64,
}

impl CardSet {
    /// The embedded set, read once for the process.
    #[must_use]
    pub fn embedded() -> Arc<Self> {
        static SET: Kept<CardSet> = Kept::new();
        // The tests prove the embedded files sound. Were they not, the set would be empty and every setup refused.
        SET.get(|| Self::from_csv(EMBEDDED).unwrap_or_default())
    }

    /// Reads a card set from the texts of its three files.
    ///
    /// A byte order mark, either sort of line end, blanks around values and any order of the columns are accepted. Each
    /// file may have up to [`MAX_BYTES`] bytes, a set up to [`MAX_CARDS`] cards.
    ///
    /// # Errors
    /// All faults of all files at once.
    pub fn from_csv(files: CardFiles<'_>) -> Result<Self, Faults> {
        parse::read(files)
    }

    /// This set with the cards of a mod: rows as in `cards.csv`, from which columns that none of them uses may be left out and
    /// where the number may be `auto` (the next free one from 1001 on), and programs. A program of a card that has one
    /// takes its place; each new Special needs one.
    ///
    /// # Errors
    /// All that is wrong with the rows and programs, clashes with the cards of this set among it.
    pub fn extended(&self, rows: &str, programs: &[Program]) -> Result<Self, Faults> {
        parse::extend(self, rows, programs)
    }

    /// The cards, by number.
    #[must_use]
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// The Battles Chart, in the order of its file.
    #[must_use]
    pub fn chart(&self) -> &[ChartRow] {
        &self.chart
    }

    /// SHA-256 over the parsed values, in hexadecimal: two sets with the same hash play the same. The layout of the
    /// files does not count, nor do remarks, flavour and sources.
    #[must_use]
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// The card with this number.
    #[must_use]
    pub fn by_number(&self, number: u16) -> Option<&Card> {
        self.place_of(number).and_then(|place| self.cards.get(place))
    }

    /// The card with this id.
    #[must_use]
    pub fn by_id(&self, id: &str) -> Option<&Card> {
        self.cards.iter().find(|card| card.id == id)
    }

    /// What the Specials do, in the order of their file.
    #[must_use]
    pub fn programs(&self) -> &[Program] {
        &self.programs
    }

    /// What a Special does.
    #[must_use]
    pub fn program(&self, id: &str) -> Option<&Program> {
        self.programs.iter().find(|program| program.id == id)
    }

    /// A hash over what the Specials do; their texts do not count.
    #[must_use]
    pub const fn programs_hash(&self) -> u64 {
        self.programs_hash
    }

    /// The cards of an army, by number.
    pub fn of_army(&self, army: Army) -> impl Iterator<Item = &Card> {
        self.cards.iter().filter(move |card| card.army == army)
    }

    /// The rows of the Battles Chart for a battle, in the order of the armies; empty for an unknown code.
    #[must_use]
    pub fn battle(&self, code: &str) -> Vec<&ChartRow> {
        let mut rows: Vec<_> = self.chart.iter().filter(|row| row.battle == code).collect();
        rows.sort_by_key(|row| row.army);
        rows
    }

    /// The codes of the battles, in the order of the chart.
    #[must_use]
    pub fn battles(&self) -> Vec<&str> {
        let mut codes: Vec<&str> = Vec::new();
        for row in &self.chart {
            if !codes.contains(&row.battle.as_str()) {
                codes.push(&row.battle);
            }
        }
        codes
    }

    /// Where in [`CardSet::cards`] the card with this number is.
    pub(crate) fn place_of(&self, number: u16) -> Option<usize> {
        self.cards.binary_search_by_key(&number, |card| card.number).ok()
    }
}

impl Card {
    /// Whether it belongs to a battle's historical pool.
    #[must_use]
    pub fn fights_at(&self, battle: &str) -> bool {
        self.battles.iter().any(|code| code == battle)
    }
}
