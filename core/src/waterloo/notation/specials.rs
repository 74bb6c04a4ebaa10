//! What Specials are played on, what is under way, what is in force.

use super::{Cursor, PLACES, fail, name};
use crate::game::{ParseError, Player};
use crate::waterloo::agenda::{ANSWERS, Frame, Subject, THROW, Task};
use crate::waterloo::specials::force::{ALWAYS, Force};
use crate::waterloo::specials::program::{When, Window};
use crate::waterloo::types::{ALLIED, Attack, FRENCH, Place, SLOTS, bit, foe, slots};
use crate::waterloo::{State, Waterloo};
use std::fmt::{Display, Write as _};

/// The letter of a way to attack.
pub(super) const fn way(how: Attack) -> char {
    match how {
        Attack::Fire => 'f',
        Attack::Shock => 's',
        Attack::Long => 'l',
    }
}

/// The letters of a slot: those of its side in a position, those of the one who acts in a word.
fn letters(actor: Option<Player>) -> [(char, Player); 2] {
    match actor {
        None => [('f', FRENCH), ('a', ALLIED)],
        Some(player) => [('s', player), ('e', foe(player))],
    }
}

fn list(numbers: impl Iterator<Item = impl Display>) -> String {
    numbers.map(|n| n.to_string()).collect::<Vec<_>>().join(".")
}

impl Waterloo {
    /// What a Special is about: in a word of `actor`, or in a position.
    pub(super) fn put_subject(&self, out: &mut String, subject: Subject, actor: Option<Player>) {
        // Writing into a `String` does not fail.
        let _ = match subject {
            Subject::Nothing => write!(out, "-"),
            Subject::Place(at) => match PLACES.get(at.index()) {
                Some(name) => write!(out, "{name}"),
                None => write!(out, "p{}", at.0),
            },
            Subject::Slot { player, slot } => match letters(actor).into_iter().find(|(_, p)| *p == player) {
                Some((letter, _)) => write!(out, "{letter}{slot}"),
                None => write!(out, "s{slot}:{}", player.0),
            },
            Subject::Ground(number) => write!(out, "g{number}"),
            Subject::Card(card) => {
                self.put_card(out, card);
                Ok(())
            }
            Subject::Option(n) => write!(out, "o{n}"),
        };
    }

    pub(super) fn read_subject(&self, cursor: &mut Cursor<'_>, actor: Option<Player>) -> Result<Subject, ParseError> {
        const WHAT: &str = "a place such as `fl`, a slot, Terrain such as `g2`, a card, or `-` for nothing";
        if cursor.eat('-') {
            return Ok(Subject::Nothing);
        }
        if cursor.at_digit() || cursor.peek() == Some('#') {
            return cursor.card(self).map(Subject::Card);
        }
        let mut after = cursor.clone();
        let letter = after.next();
        if let (Some(letter), true) = (letter, after.at_digit()) {
            let side = letters(actor).into_iter().find(|(l, _)| *l == letter).map(|(_, player)| player);
            let number = after.number(255, "a number")? as u8;
            let found = match (letter, side) {
                ('s', side) if after.eat(':') || side.is_none() => {
                    let player = Player(after.number(255, "the number of a player")? as u8);
                    Subject::Slot { player, slot: number }
                }
                (_, Some(player)) => Subject::Slot { player, slot: number },
                ('g', _) => Subject::Ground(number),
                ('o', _) => Subject::Option(number),
                ('p', _) => Subject::Place(Place(number)),
                _ => return cursor.expected(WHAT),
            };
            *cursor = after;
            return Ok(found);
        }
        match cursor.place() {
            Some(place) => Ok(Subject::Place(place)),
            None => cursor.expected(WHAT),
        }
    }

    /// One thing that is under way.
    pub(super) fn put_task(&self, out: &mut String, state: &State, task: Task) {
        let subject = |out: &mut String, subject| {
            out.push(',');
            self.put_subject(out, subject, None);
        };
        let _ = match task {
            Task::Nothing => write!(out, "nothing"),
            Task::Window { window, player, at, event } => {
                let _ = write!(out, "ask={window},{}", name(player));
                subject(out, Subject::Place(at));
                subject(out, event);
                Ok(())
            }
            Task::Target { slot, how } => write!(out, "commit=s{slot}{}", way(how)),
            Task::Capture { ground, taken } => {
                out.push_str("capture=");
                self.put_ground(out, state, ground);
                write!(out, "+{taken}")
            }
            Task::Attack { player, slot, how, target, special } => {
                write!(out, "attack={},{slot}{}{target}{}", name(player), way(how), if special { "!" } else { "" })
            }
            Task::Excess => write!(out, "excess"),
            Task::Leave { card, failed } => {
                out.push_str("leave=");
                self.put_card(out, card);
                write!(out, ",{failed}")
            }
            Task::Play { card, aim } => {
                out.push_str("play=");
                self.put_card(out, card);
                subject(out, aim);
                Ok(())
            }
            Task::Run(Frame { card, aim, it, value, list, at }) => {
                out.push_str("run=");
                self.put_card(out, card);
                let _ = write!(out, ":{list}.{at}");
                subject(out, aim);
                subject(out, it);
                if value == 0 { Ok(()) } else { write!(out, ",v{value}") }
            }
            Task::Choose { chosen: 0, .. } => write!(out, "choose"),
            Task::Choose { chosen, .. } => write!(out, "choose={}", list(slots(chosen))),
            Task::Each { next } => write!(out, "each={next}"),
            Task::Watch { when, next } => write!(out, "watch={when},{next}"),
            Task::Throw { left: 0, .. } => write!(out, "throw"),
            Task::Throw { left, faces } => write!(out, "throw={}", list(faces.iter().take(usize::from(left)))),
            Task::Draw { left } => write!(out, "draw={left}"),
            Task::Aim => write!(out, "aim"),
            Task::Place => write!(out, "place"),
            Task::Show => write!(out, "show"),
            Task::Search => write!(out, "search"),
            Task::Peek { stage, left } => write!(out, "peek={stage},{left}"),
            Task::Handler { wait, len: 0, .. } => write!(out, "handler={wait}"),
            Task::Handler { wait, len, answers } => {
                write!(out, "handler={wait},{}", list(answers.iter().take(usize::from(len))))
            }
        };
    }

    pub(super) fn read_task(&self, word: &mut Cursor<'_>, state: &State) -> Result<Task, ParseError> {
        for (text, task) in [
            ("nothing", Task::Nothing),
            ("excess", Task::Excess),
            ("aim", Task::Aim),
            ("place", Task::Place),
            ("show", Task::Show),
            ("search", Task::Search),
        ] {
            if word.eat_text(text) {
                return Ok(task);
            }
        }
        let comma = |word: &mut Cursor<'_>| if word.eat(',') { Ok(()) } else { word.expected("`,`") };
        if word.eat_text("ask=") {
            let window = word.named("a window such as `own_rout`", Window::from_name)?;
            comma(word)?;
            let player = word.side()?;
            comma(word)?;
            let Some(at) = word.place() else { return word.expected("a place: fl, fc, fr, al, ac, ar or r") };
            comma(word)?;
            return Ok(Task::Window { window, player, at, event: self.read_subject(word, None)? });
        }
        if word.eat_text("commit=") {
            let slot = if word.eat('s') { word.slot()? } else { return word.expected("a slot such as `s3`") };
            let how = match word.peek() {
                Some('f') => Attack::Fire,
                Some('s') => Attack::Shock,
                _ => return word.expected("`f` for Fire or `s` for Shock"),
            };
            word.next();
            return Ok(Task::Target { slot, how });
        }
        if word.eat_text("capture=") {
            let ground = self.read_ground(word, state)?;
            if !word.eat('+') {
                return word.expected("`+` and how many cards have taken the Terrain, as in `178+0`");
            }
            let taken = word.number(SLOTS as u16, "how many cards have taken the Terrain")? as u8;
            return Ok(Task::Capture { ground, taken });
        }
        if word.eat_text("attack=") {
            let player = word.side()?;
            comma(word)?;
            let slot = word.slot()?;
            let Some(&how) = Attack::ALL.iter().find(|&&how| word.eat(way(how))) else {
                return word.expected("`f`, `s` or `l` for the way to attack");
            };
            let target = word.slot()?;
            return Ok(Task::Attack { player, slot, how, target, special: word.eat('!') });
        }
        if word.eat_text("leave=") {
            let card = word.card(self)?;
            comma(word)?;
            return Ok(Task::Leave { card, failed: word.number(255, "how many rolls failed")? as u8 });
        }
        if word.eat_text("play=") {
            let card = word.card(self)?;
            comma(word)?;
            return Ok(Task::Play { card, aim: self.read_subject(word, None)? });
        }
        if word.eat_text("run=") {
            let card = word.card(self)?;
            let (list, at) = word.operation()?;
            comma(word)?;
            let aim = self.read_subject(word, None)?;
            comma(word)?;
            let it = self.read_subject(word, None)?;
            let value = if word.eat_text(",v") { word.signed()? } else { 0 };
            return Ok(Task::Run(Frame { card, aim, it, value, list, at }));
        }
        if word.eat_text("choose") {
            let chosen = if word.eat('=') { word.dotted(SLOTS, SLOTS as u16 - 1)? } else { Vec::new() };
            let set = chosen.iter().fold(0, |set, &slot| set | bit(slot));
            return Ok(Task::Choose { count: set.count_ones() as u8, chosen: set });
        }
        if word.eat_text("each=") {
            return Ok(Task::Each { next: word.number(2 * SLOTS as u16, "a slot")? as u8 });
        }
        if word.eat_text("watch=") {
            let when = word.named("a moment such as `turn_end`", When::from_name)?;
            comma(word)?;
            return Ok(Task::Watch { when, next: word.number(255, "the number of an entry")? as u8 });
        }
        if word.eat_text("throw") {
            let fell = if word.eat('=') { word.dotted(THROW, 6)? } else { Vec::new() };
            let mut faces = [0; THROW];
            faces.iter_mut().zip(&fell).for_each(|(face, &fell)| *face = fell);
            return Ok(Task::Throw { left: fell.len() as u8, faces });
        }
        if word.eat_text("draw=") {
            return Ok(Task::Draw { left: word.number(255, "how many cards")? as u8 });
        }
        if word.eat_text("peek=") {
            let stage = word.number(2, "0 to take a card, 1 for the bottom, 2 for the top")? as u8;
            comma(word)?;
            return Ok(Task::Peek { stage, left: word.number(255, "how many cards")? as u8 });
        }
        if word.eat_text("handler=") {
            let wait = word.number(255, "the number of a choice")? as u8;
            let given = if word.eat(',') { word.dotted(ANSWERS, 255)? } else { Vec::new() };
            let mut answers = [0; ANSWERS];
            answers.iter_mut().zip(&given).for_each(|(answer, &given)| *answer = given);
            return Ok(Task::Handler { wait, len: given.len() as u8, answers });
        }
        word.expected("something that is under way, such as `ask=own_rout,french,fl,56`")
    }

    /// One thing that is in force.
    pub(super) fn put_force(&self, out: &mut String, force: &Force) {
        self.put_card(out, force.card);
        let _ = write!(out, ":{}.{},", force.op.0, force.op.1);
        self.put_subject(out, force.aim, None);
        out.push(',');
        self.put_subject(out, force.it, None);
        let _ = write!(out, ",{}-", force.from);
        if force.until != ALWAYS {
            let _ = write!(out, "{}", force.until);
        }
        for (letter, number) in
            [('v', i16::from(force.value)), ('n', i16::from(force.used)), ('k', i16::from(force.counter))]
        {
            if number != 0 {
                let _ = write!(out, ",{letter}{number}");
            }
        }
    }

    pub(super) fn read_force(&self, word: &mut Cursor<'_>) -> Result<Force, ParseError> {
        let card = word.card(self)?;
        let op = word.operation()?;
        let comma = |word: &mut Cursor<'_>| if word.eat(',') { Ok(()) } else { word.expected("`,`") };
        comma(word)?;
        let aim = self.read_subject(word, None)?;
        comma(word)?;
        let it = self.read_subject(word, None)?;
        comma(word)?;
        let from = word.number(u16::MAX, "the first moment")?;
        if !word.eat('-') {
            return word.expected("`-` and the last moment");
        }
        let until = if word.at_digit() { word.number(u16::MAX, "the last moment")? } else { ALWAYS };
        let mut force = Force { card, op, aim, it, from, until, value: 0, used: 0, counter: 0 };
        if word.eat_text(",v") {
            force.value = word.signed()?;
        }
        if word.eat_text(",n") {
            force.used = word.number(255, "how often it was used")? as u8;
        }
        if word.eat_text(",k") {
            force.counter = word.number(255, "the counter")? as u8;
        }
        Ok(force)
    }
}

impl Cursor<'_> {
    /// `french` or `allied`.
    fn side(&mut self) -> Result<Player, ParseError> {
        match [FRENCH, ALLIED].into_iter().find(|&player| self.eat_text(name(player))) {
            Some(player) => Ok(player),
            None => self.expected("`french` or `allied`"),
        }
    }

    /// The name of something, up to a comma.
    fn named<T>(&mut self, what: &str, find: impl Fn(&str) -> Option<T>) -> Result<T, ParseError> {
        let text = self.text.split(',').next().unwrap_or_default();
        match find(text) {
            Some(found) if self.eat_text(text) => Ok(found),
            _ => self.expected(what),
        }
    }

    /// `:2.1`: an operation of a program, by list and place in it.
    fn operation(&mut self) -> Result<(u8, u8), ParseError> {
        if !self.eat(':') {
            return self.expected("`:` and an operation such as `0.1`");
        }
        let list = self.number(255, "the number of a list")? as u8;
        if !self.eat('.') {
            return self.expected("`.` and a place in the list");
        }
        Ok((list, self.number(255, "a place in the list")? as u8))
    }

    fn signed(&mut self) -> Result<i8, ParseError> {
        let column = self.column;
        let minus = self.eat('-');
        let number = i32::from(self.number(128, "a number")?);
        match i8::try_from(if minus { -number } else { number }) {
            Ok(number) => Ok(number),
            Err(_) => fail(column, "expected a number from -128 to 127"),
        }
    }

    /// Numbers with dots between them.
    fn dotted(&mut self, most: usize, highest: u16) -> Result<Vec<u8>, ParseError> {
        let mut numbers = Vec::new();
        loop {
            let column = self.column;
            numbers.push(self.number(highest, "a number")? as u8);
            if numbers.len() > most {
                return fail(column, format!("at most {most} numbers stand here"));
            }
            if !self.eat('.') {
                return Ok(numbers);
            }
        }
    }
}
