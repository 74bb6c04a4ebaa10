//! Words for actions.

use super::specials::way;
use super::{Cursor, PLACES, fail};
use crate::game::{ParseError, Player};
use crate::waterloo::action::NO_GROUND;
use crate::waterloo::agenda::Subject;
use crate::waterloo::types::{Attack, Formation, Place, SLOTS, Slot};
use crate::waterloo::{Action, State, Waterloo};
use std::fmt::Write as _;

impl Waterloo {
    /// One short word for an action of `player`; [the notation](super) lists them.
    #[must_use]
    pub fn write_word(&self, state: &State, player: Player, action: &Action) -> String {
        let mut out = String::new();
        // Writing into a `String` does not fail.
        let _ = match *action {
            Action::Deal => write!(out, "deal"),
            Action::End => write!(out, "end"),
            Action::Deploy { card, to, formation, on, decoy } => {
                self.put_card(&mut out, card);
                put_place(&mut out, to);
                if formation != Formation::Line {
                    put_formation(&mut out, formation);
                }
                if on != NO_GROUND {
                    out.push('@');
                    self.put_known_ground(&mut out, state, player, on);
                }
                if decoy {
                    out.push('?');
                }
                Ok(())
            }
            Action::Move { slot, to, formation } => {
                let _ = write!(out, "s{slot}");
                put_place(&mut out, to);
                if formation != kept(state, player, slot, to) {
                    put_formation(&mut out, formation);
                }
                Ok(())
            }
            Action::Form { slot, formation } => {
                let _ = write!(out, "s{slot}");
                put_formation(&mut out, formation);
                Ok(())
            }
            Action::Occupy { slot, ground } => {
                let _ = write!(out, "s{slot}@");
                self.put_known_ground(&mut out, state, player, ground);
                Ok(())
            }
            Action::Leave { slot } => write!(out, "s{slot}@off"),
            Action::Commit { slot, how } => write!(out, "s{slot}{}", way(how)),
            Action::Attack { slot, how, target } => write!(out, "s{slot}{}{target}", way(how)),
            Action::Roll { card } => {
                out.push_str("roll");
                self.put_card(&mut out, card);
                Ok(())
            }
            Action::Capture { slot, ground } => {
                let _ = write!(out, "take{slot}@");
                self.put_known_ground(&mut out, state, player, ground);
                Ok(())
            }
            Action::Show { card } => {
                out.push_str("show");
                self.put_card(&mut out, card);
                Ok(())
            }
            Action::Play { card, aim } => {
                out.push_str("play");
                self.put_card(&mut out, card);
                if aim != Subject::Nothing {
                    out.push('@');
                    self.put_subject(&mut out, aim, Some(player));
                }
                Ok(())
            }
            Action::Choose { what } => {
                out.push_str("choose@");
                self.put_subject(&mut out, what, Some(player));
                Ok(())
            }
            Action::Pass => write!(out, "pass"),
        };
        out
    }

    /// Reads the word of an action of `player`. The action need not be legal.
    ///
    /// # Errors
    /// The column and what was expected there.
    pub fn read_word(&self, state: &State, player: Player, text: &str) -> Result<Action, ParseError> {
        let trimmed = text.trim_start();
        let column = 1 + text[..text.len() - trimmed.len()].chars().count();
        let mut word = Cursor { text: trimmed.trim_end(), column };
        let action = self.word(&mut word, state, player)?;
        word.end("the end of the word")?;
        Ok(action)
    }

    fn word(&self, word: &mut Cursor<'_>, state: &State, player: Player) -> Result<Action, ParseError> {
        for (name, action) in [("deal", Action::Deal), ("end", Action::End), ("pass", Action::Pass)] {
            if word.eat_text(name) {
                return Ok(action);
            }
        }
        if word.eat_text("roll") {
            return Ok(Action::Roll { card: word.card(self)? });
        }
        if word.eat_text("show") {
            return Ok(Action::Show { card: word.card(self)? });
        }
        if word.eat_text("play") {
            let card = word.card(self)?;
            let aim = if word.eat('@') { self.read_subject(word, Some(player))? } else { Subject::Nothing };
            return Ok(Action::Play { card, aim });
        }
        if word.eat_text("choose") {
            if !word.eat('@') {
                return word.expected("`@` and what is chosen, as in `choose@s3`");
            }
            return Ok(Action::Choose { what: self.read_subject(word, Some(player))? });
        }
        if word.eat_text("take") {
            let slot = word.slot()?;
            if !word.eat('@') {
                return word.expected("`@` and the Terrain that the card takes");
            }
            return Ok(Action::Capture { slot, ground: self.read_known_ground(word, state, player)? });
        }
        if word.eat('s') {
            let slot = word.slot()?;
            return self.of_slot(word, state, player, slot);
        }
        if !word.at_digit() && word.peek() != Some('#') {
            return word.expected("a card such as `25`, a slot such as `s3`, or `deal`, `end`, `roll`, `show`, `take`, `play`, `choose`, `pass`");
        }
        let card = word.card(self)?;
        if !word.eat('-') {
            return word.expected("`-` and a place: a card in the Reserve is played as in `25-fc`");
        }
        let to = read_place(word)?;
        let formation = if word.eat('=') { read_formation(word)? } else { Formation::Line };
        let on = if word.eat('@') { self.read_known_ground(word, state, player)? } else { NO_GROUND };
        Ok(Action::Deploy { card, to, formation, on, decoy: word.eat('?') })
    }

    fn of_slot(&self, word: &mut Cursor<'_>, state: &State, player: Player, slot: Slot) -> Result<Action, ParseError> {
        if word.eat('-') {
            let to = read_place(word)?;
            let formation = if word.eat('=') { read_formation(word)? } else { kept(state, player, slot, to) };
            return Ok(Action::Move { slot, to, formation });
        }
        if word.eat('=') {
            return Ok(Action::Form { slot, formation: read_formation(word)? });
        }
        if word.eat_text("@off") {
            return Ok(Action::Leave { slot });
        }
        if word.eat('@') {
            return Ok(Action::Occupy { slot, ground: self.read_known_ground(word, state, player)? });
        }
        let how = match word.peek() {
            Some('f') => Attack::Fire,
            Some('s') => Attack::Shock,
            Some('l') => Attack::Long,
            _ => {
                return word
                    .expected("`-` and a place, `=` and a formation, `@` and Terrain, or `f`, `s`, `l` to attack");
            }
        };
        word.next();
        Ok(if word.text.is_empty() {
            Action::Commit { slot, how }
        } else {
            Action::Attack { slot, how, target: word.slot()? }
        })
    }
}

/// The formation in which a card moves unless its word says otherwise.
fn kept(state: &State, player: Player, slot: Slot, to: Place) -> Formation {
    if to.is_reserve() || usize::from(slot) >= SLOTS { Formation::Line } else { state.side(player).formation(slot) }
}

fn put_place(out: &mut String, place: Place) {
    let _ = match PLACES.get(place.index()) {
        Some(name) => write!(out, "-{name}"),
        None => write!(out, "-p{}", place.0),
    };
}

fn read_place(word: &mut Cursor<'_>) -> Result<Place, ParseError> {
    if word.eat('p') {
        return word.number(255, "the number of a place").map(|n| Place(n as u8));
    }
    match word.place() {
        Some(place) => Ok(place),
        None => word.expected("a place: fl, fc, fr, al, ac, ar or r"),
    }
}

fn put_formation(out: &mut String, formation: Formation) {
    out.push_str(match formation {
        Formation::Line => "=l",
        Formation::Column => "=c",
        Formation::Square => "=s",
    });
}

fn read_formation(word: &mut Cursor<'_>) -> Result<Formation, ParseError> {
    for (letter, formation) in [('l', Formation::Line), ('c', Formation::Column), ('s', Formation::Square)] {
        if word.eat(letter) {
            return Ok(formation);
        }
    }
    fail(word.column, "expected a formation: l, c or s")
}
