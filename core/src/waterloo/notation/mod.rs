//! The notation: one line of text for any position, one short word for any action.
//!
//! Test cases, stories, bug reports and failing random runs speak it. It is read and written by
//! [`Waterloo::read_position`](super::Waterloo::read_position), [`Waterloo::write_position`](super::Waterloo::write_position),
//! [`Waterloo::read_word`](super::Waterloo::read_word) and [`Waterloo::write_word`](super::Waterloo::write_word). Reading
//! what was written gives the same position and the same action; what is read is checked, and errors name the column.
//! The battle, its cards and its options are not part of a line: they are the game that reads it.
//!
//! ```
//! use eagles::game::Quiet;
//! use eagles::waterloo::{CardSet, FRENCH, Setup, Waterloo};
//! use eagles::{chance::Supplied, game::Game};
//!
//! let game = Waterloo::new(CardSet::embedded(), Setup::battle("QB"))?;
//! let mut state = game.read_position("combat / ac 56 131 132c")?;
//! let charge = game.read_word(&state, FRENCH, "s0s0")?;
//! // Piré's 5 cv charge a brigade in Line with S3: every 4, 5 and 6 hits.
//! game.apply(&mut state, FRENCH, &charge, &mut Supplied::of([1, 3, 4, 6, 2]), &mut Quiet)?;
//! assert_eq!(game.write_position(&state), "combat 1 french opened=ac / ac 0:56ba 0:131h*2 1:132c");
//! assert_eq!(game.read_position("combat / ac 56s").unwrap_err().to_string(), "column 13: only Infantry has formations (W 9.0)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Names
//!
//! | text | means |
//! |---|---|
//! | `25` | the card with the printed number 25 |
//! | `25.2` | its second copy, in a custom deck |
//! | `#300` | a card by its raw [`CardId`], written only for one that is not in this battle |
//! | `fl` `fc` `fr` | the French Left, Center and Right |
//! | `al` `ac` `ar` | the Allied Left, Center and Right |
//! | `r` | the Reserve of whoever acts (words only) |
//! | `s3`, `e3` | slot 3 of whoever acts, of his enemy (words only) |
//! | `f3`, `a3` | slot 3 of the French, of the Allied player (sections only) |
//! | `g2` | Terrain in play by its number |
//!
//! # A position
//!
//! A line is a head and sections, with ` / ` between them. In the shortest useful case it takes seconds to write:
//!
//! ```text
//! combat / fc 56 / ac 131* 132c / reserve 3 25
//! ```
//!
//! It is the French Combat Phase of the first Battle Turn; card 56 stands in the French Center, facing two cards of which one
//! took a hit and one is in Column; two French cards are in Reserve. All cards not named are undrawn, and no deck has cards
//! left.
//!
//! **The head** begins with the phase: `deal`, `deployment`, `morale`, `combat`, `reinforce` or `over`. Then, in any order:
//!
//! | word | means | when it is left out |
//! |---|---|---|
//! | `7` | the Battle Turn, counted over both players | 0 up to the battle; then 1, or 2 for the Allied player |
//! | `french`, `allied` | the player on turn | French up to the battle and in odd turns, Allied in even ones |
//! | `step=4` | how far the phase has come, as in [`State::step`] | where the phase waits for its player |
//! | `commit=s3f`, `commit=s3s` | the card in slot 3 must choose its target, for Fire or Shock | no such choice |
//! | `capture=178+1` | Terrain 178 is to be captured; one card has taken it | no such choice |
//! | `crossed=1,0,2` | Troop cards that crossed the lanes of the French Left, Center, Right this turn | none |
//! | `opened=fl,ac` | Positions in which an attack was made in this phase | none |
//! | `ready=none`, `ready=french`, `ready=allied`, `ready=both` | who has finished deploying | none up to the battle, then both |
//! | `changes=3,0` | changes made in deployment, French then Allied | `0,0` |
//! | `arrived` | the Prussians have arrived | they have not, where they must arrive at all |
//! | `won=french@ac`, `draw=no-win`, `draw=turn-cap` | how the battle ended; only with `over` | |
//!
//! **The sections**, each at most once, in any order:
//!
//! | section | its items | when it is left out |
//! |---|---|---|
//! | `fl` `fc` `fr` `al` `ac` `ar` | the cards of both sides in a Position | nobody is there |
//! | `ground 178 87x` | Terrain in play, of each owner in the order of laying; `x`: the enemy has captured it | none |
//! | `reserve 25 40m*2` | cards in the Reserves | none |
//! | `shown 201` | Prussian Generals that have been shown | none |
//! | `returned 25 40` | cards that went back to a Reserve and have not been seen since, of each army oldest first | none |
//! | `dead 31 32` | cards out of the game: lost, and Specials that were played; **cards named nowhere are undrawn** | none |
//! | `out 33` | cards that were not in a deck when its owner looked through it | none |
//! | `top 25 40` | cards that their owner knows to lie on top of a deck, the next one first | none |
//! | `bottom 41` | the same at the bottom, the uppermost first | none |
//! | `played 103@fl` | Specials played on a Position in this phase, by player and Position in their order | none |
//! | `force 103:0.1,fl,-,9-9` | what Specials have in force, oldest first | nothing |
//! | `agenda ask=own_rout,french,fl,56` | what is under way, innermost last | nothing but `commit=` or `capture=` |
//! | `deck f14 b9 p24` | cards left in the decks of the French, the British, the Prussians; for a quota deal by kind, as `f1,8,3,2` | none left, before the deal all |
//!
//! Only `reserve` keeps an order of its own: cards with hits are remembered in it, and `-` stands for an empty place among
//! them. A quota counts General, Infantry, Cavalry, Foot Artillery, Horse Artillery, Terrain, Special.
//!
//! **A card in a Position** is `[slot:]card[marks]`, as in `3:25c?t`. Without a slot it takes the lowest that no other card of
//! its player takes, in the order of the line. The marks, in any order:
//!
//! | mark | means | | mark | means |
//! |---|---|---|---|---|
//! | `?` | face-down (else face-up) | | `a` | has fired or used Shock this turn |
//! | `c` | in Column | | `f` | has changed formation this turn |
//! | `s` | in Square | | `e` | has Engaged this turn |
//! | `b` | blown | | `w` | has Disengaged this turn |
//! | `*`, `*3` | one hit, three hits to be tested | | `h` | was hit this turn |
//! | `m`, `mm` | has used one, two Battle Moves | | `@178` | occupies this Terrain |
//! | `u` | has come up from the Reserve this turn | | | |
//! | `i` | known to be Infantry; goes without saying with `c` and `s`, in Woods and in a Building | | `v` | known to be Cavalry |
//! | `t` | known to be a Troop card; goes without saying on Terrain | | `x` | known not to be Foot Artillery |
//! | `r2` | left the Reserve when `returned` had two cards of its army | | | |
//!
//! **A card in a Reserve** is `card[marks]`: `m` has used a Battle Move, `p` may not leave the Reserve this turn, `w`
//! Disengaged this turn, `*`, `*3` hits.
//!
//! **What is in force** is `card:operation,aim,it,from-until`: the Special and an operation of its program by list and place
//! in the list; what it was played on; what it acts on; the first and the last moment, four a Battle Turn, without the last
//! one for the rest of the battle. Behind that stand `,v2` the number that a handler gave, `,n1` how often it was used, `,k2`
//! the counter of the card, each where it is not 0. An aim is a place, a slot, Terrain, a card, or `-` for nothing. A General
//! who is set aside is named here and nowhere else.
//!
//! **What is under way**:
//!
//! | word | means |
//! |---|---|
//! | `ask=own_rout,french,fl,56` | the French player is asked for a Special in this window, about this Position and this card |
//! | `commit=s3f`, `capture=178+1` | as in the head |
//! | `attack=french,3f7` | the French slot 3 has declared Fire at slot 7; with `!` behind it for a Special |
//! | `excess` | the player on turn sends home what is too much |
//! | `leave=56,2` | card 56 has failed two rolls and leaves |
//! | `play=103,fl` | a Special takes effect on the French Left |
//! | `run=103:0.1,fl,f3` | it goes on with this operation, played on the French Left, acting on the French slot 3; `,v2` as above |
//! | `choose`, `choose=3.5` | a player chooses cards; slots 3 and 5 have been chosen |
//! | `each=12` | the same is done to one card after another, up to slot 12; enemies count from 64 |
//! | `watch=turn_end,1` | what waits for this moment is done, up to this entry in force |
//! | `throw=3.6` | dice that have fallen and not been looked at |
//! | `draw=2` | so many cards are still to be drawn |
//! | `aim`, `place`, `show`, `search` | an attack is aimed; a card is placed; a General is shown; a deck is searched |
//! | `peek=1,2` | cards on top of a deck are dealt with: `0` one is taken, `1` to the bottom, `2` on top; so many are left |
//! | `handler=1,3.5` | a handler waits for this choice, after these answers |
//! | `nothing` | something that was cancelled |
//!
//! # A word
//!
//! | word | action |
//! |---|---|
//! | `deal` | deal the Musters |
//! | `end` | finish what is going on |
//! | `25-fc` | play card 25 from the Reserve to the French Center |
//! | `25-fc=c@178` | the same in Column (`=s` Square), onto Terrain 178 |
//! | `25-fc?` | the same face-down, as a decoy |
//! | `s3-fc`, `s3-r` | move the card in slot 3 to the French Center, to the Reserve |
//! | `s3-fc=c` | move it and change its formation: `=l` Line, `=c` Column, `=s` Square |
//! | `s3=c` | change its formation where it stands |
//! | `s3@178`, `s3@off` | occupy Terrain 178, step off Terrain |
//! | `s3f`, `s3s` | commit it to Fire, to Shock |
//! | `s3f7`, `s3s7`, `s3l7` | Fire, Shock, Fire at long range at the enemy's slot 7 |
//! | `roll25` | make the Morale rolls of card 25 |
//! | `take3@178` | capture the vacant Terrain 178 with the card in slot 3 |
//! | `show201` | show the Prussian General 201 |
//! | `play103@fl`, `play103@s3`, `play103@e7`, `play103@g2`, `play103@56` | play Special 103 on a Position, on an own card, on an enemy card, on Terrain, on a card that leaves |
//! | `play103` | play it on nothing |
//! | `choose@s3`, `choose@e7`, `choose@25`, `choose@o1` | choose a card on the battlefield, a card in hand or deck, answer 1 of those offered |
//! | `pass` | play no Special, choose nothing more |
//!
//! A card that is played is in Line unless its word says otherwise. A card that moves keeps its formation, and leaves it
//! behind on the way to the Reserve. Numbers that fit no card, Terrain or place of the position are written `#700`, `@g9`,
//! `p9`, so that every action has a word, also one that the rules refuse.

mod action;
mod read;
mod specials;
mod write;

use super::state::{Hand, Phase, Side};
use super::types::{ARMY_CARDS, Army, CardId, Place, Slot};
use super::{State, Waterloo};
use crate::game::{ParseError, Player};
use std::fmt::Write as _;

/// Short names of the places.
const PLACES: [&str; 7] = ["fl", "fc", "fr", "al", "ac", "ar", "r"];

const PHASES: [(&str, Phase); 6] = [
    ("deal", Phase::Deal),
    ("deployment", Phase::Deployment),
    ("morale", Phase::Morale),
    ("combat", Phase::Combat),
    ("reinforce", Phase::Reinforce),
    ("over", Phase::Over),
];
const READY: [&str; 4] = ["none", "french", "allied", "both"];
const SECTIONS: [&str; 18] = [
    "fl", "fc", "fr", "al", "ac", "ar", "ground", "reserve", "shown", "returned", "dead", "deck", "top", "bottom",
    "out", "played", "force", "agenda",
];
const DECKS: [char; 3] = ['f', 'b', 'p'];

/// A letter, and the set of an owner `O` that it stands for.
type Mark<O, S> = (char, fn(&mut O) -> &mut S);

/// Marks that are sets of slots, with their letters.
const MARKS: [Mark<Side, u64>; 14] = [
    ('c', |s| &mut s.column),
    ('s', |s| &mut s.square),
    ('b', |s| &mut s.blown),
    ('a', |s| &mut s.acted),
    ('f', |s| &mut s.formed),
    ('e', |s| &mut s.engaged),
    ('w', |s| &mut s.withdrew),
    ('u', |s| &mut s.came_up),
    ('h', |s| &mut s.struck),
    ('i', |s| &mut s.known_infantry),
    ('v', |s| &mut s.known_cavalry),
    ('x', |s| &mut s.known_mobile),
    ('t', |s| &mut s.known_troop),
    ('m', |s| &mut s.moved),
];

/// The same for cards in a Reserve.
const HELD: [Mark<Hand, u128>; 3] = [('m', |h| &mut h.moved), ('p', |h| &mut h.spent), ('w', |h| &mut h.withdrew)];

const fn name(player: Player) -> &'static str {
    if player.0 == 0 { "french" } else { "allied" }
}

const fn begun(phase: Phase) -> bool {
    !matches!(phase, Phase::Deal | Phase::Deployment)
}

/// A piece of text being read, and the column that it has reached.
#[derive(Clone)]
struct Cursor<'a> {
    text: &'a str,
    column: usize,
}

impl<'a> Cursor<'a> {
    fn peek(&self) -> Option<char> {
        self.text.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.text = &self.text[c.len_utf8()..];
        self.column += 1;
        Some(c)
    }

    fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.next();
        }
        found
    }

    /// Eats `wanted`, which is in ASCII.
    fn eat_text(&mut self, wanted: &str) -> bool {
        let Some(rest) = self.text.strip_prefix(wanted) else { return false };
        self.text = rest;
        self.column += wanted.len();
        true
    }

    fn at_digit(&self) -> bool {
        self.peek().is_some_and(|c| c.is_ascii_digit())
    }

    fn expected<T>(&self, what: &str) -> Result<T, ParseError> {
        let found = self.peek().map_or_else(|| "the end".to_owned(), |c| format!("`{}`", c.escape_debug()));
        fail(self.column, format!("expected {what}, found {found}"))
    }

    fn end(&self, what: &str) -> Result<(), ParseError> {
        if self.text.is_empty() { Ok(()) } else { self.expected(what) }
    }

    /// A whole number up to `most`.
    fn number(&mut self, most: u16, what: &str) -> Result<u16, ParseError> {
        if !self.at_digit() {
            return self.expected(what);
        }
        let column = self.column;
        let mut value = 0_u32;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            value = (value * 10 + digit).min(1_000_000);
            self.next();
        }
        match u16::try_from(value) {
            Ok(value) if value <= most => Ok(value),
            _ => fail(column, format!("expected {what}, a number up to {most}")),
        }
    }

    fn slot(&mut self) -> Result<Slot, ParseError> {
        self.number(255, "the number of a slot").map(|n| n as Slot)
    }

    /// `25`, `25.2` or `#300`.
    fn card(&mut self, game: &Waterloo) -> Result<CardId, ParseError> {
        let column = self.column;
        if self.eat('#') {
            return self.number(u16::MAX, "the raw number of a card").map(CardId);
        }
        let number = self.number(u16::MAX, "the number of a card")?;
        let copy = if self.eat('.') { self.number(255, "the number of a copy, from 2")? } else { 1 };
        let found = Army::ALL.iter().find_map(|&army| {
            let cards = &game.roster(army).cards;
            let index = cards.iter().take(ARMY_CARDS).position(|p| {
                u16::from(p.copy) + 1 == copy
                    && game.set.cards.get(usize::from(p.card)).is_some_and(|c| c.number == number)
            })?;
            Some(CardId::new(army, index))
        });
        match found {
            Some(card) => Ok(card),
            None if copy == 1 => fail(column, format!("card {number} is not in this battle")),
            None => fail(column, format!("there is no copy {copy} of card {number} in this battle")),
        }
    }

    /// `fl` and the like, or `r` where a Reserve will do.
    fn place(&mut self) -> Option<Place> {
        let i = PLACES.iter().position(|name| self.text.starts_with(name))?;
        self.eat_text(PLACES[i]);
        Some(Place(i as u8))
    }
}

fn fail<T>(column: usize, message: impl Into<String>) -> Result<T, ParseError> {
    Err(ParseError { column, message: message.into() })
}

impl Waterloo {
    fn put_card(&self, out: &mut String, card: CardId) {
        let card_and_copy = if self.has_card(card) {
            let profile = self.profile(card);
            self.set.cards.get(usize::from(profile.card)).map(|c| (c.number, profile.copy))
        } else {
            None
        };
        // Writing into a `String` does not fail.
        let _ = match card_and_copy {
            Some((number, 0)) => write!(out, "{number}"),
            Some((number, copy)) => write!(out, "{number}.{}", u16::from(copy) + 1),
            None => write!(out, "#{}", card.0),
        };
    }

    /// Terrain by its card, or by its number where there is none.
    fn put_ground(&self, out: &mut String, state: &State, number: u8) {
        match state.grounds.get(number) {
            Some(ground) => self.put_card(out, ground.card),
            None => {
                let _ = write!(out, "g{number}");
            }
        }
    }

    /// The same in a word of `player`, who knows nothing of what the enemy lays behind his screen.
    fn put_known_ground(&self, out: &mut String, state: &State, player: Player, number: u8) {
        if self.known_ground(state, player, number).is_some() {
            self.put_ground(out, state, number);
        } else {
            let _ = write!(out, "g{number}");
        }
    }

    fn read_known_ground(&self, cursor: &mut Cursor<'_>, state: &State, player: Player) -> Result<u8, ParseError> {
        let (column, named) = (cursor.column, cursor.peek() != Some('g'));
        let number = self.read_ground(cursor, state)?;
        if named && self.known_ground(state, player, number).is_none() {
            return fail(column, "this Terrain is not in play");
        }
        Ok(number)
    }

    fn read_ground(&self, cursor: &mut Cursor<'_>, state: &State) -> Result<u8, ParseError> {
        if cursor.eat('g') {
            return cursor.number(255, "the number of a Terrain").map(|n| n as u8);
        }
        let column = cursor.column;
        let card = cursor.card(self)?;
        match state.grounds.numbered().find(|(_, g)| g.card == card) {
            Some((number, _)) => Ok(number),
            None => fail(column, "this Terrain is not in play"),
        }
    }
}

#[cfg(test)]
mod tests;
