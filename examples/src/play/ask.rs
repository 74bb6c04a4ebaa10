//! Real dice and real cards, typed in.

use super::Session;
use super::console::Console;
use crate::fail::{Done, Fail};
use crate::page::{FAINT, WARNING, paint, width, wrap};
use crate::setup::any_seed;
use eagles::chance::{Draws as _, Kind, Needed, Request, Seeded, Unmet};
use eagles::game::Player;
use eagles::play::ApplyError;
use eagles::waterloo::agenda::Task;
use eagles::waterloo::state::State;
use eagles::waterloo::{Action, CardId, Refusal, Waterloo};
use std::io::Write;

/// The most bytes that are read as draws.
const LONGEST: usize = 300;

/// How an action went.
pub(super) enum Went {
    /// It is done.
    Done,
    /// The rules refuse it.
    Refused(Refusal),
    /// The player thought better of it before any draw was handed in.
    Dropped,
    /// The script of a card failed; the battle is as it was before the action.
    Failed(String),
    /// The player leaves, or the input has ended.
    Left,
}

/// What is typed when draws are asked for.
enum Answer {
    Values(Vec<u16>),
    /// Nothing more is asked for until somebody decides something.
    RollAll,
    Save(String),
    Undo,
    Quit,
    Ended,
}

impl Session<'_> {
    /// Applies an action; asks for the draws that it needs as long as it needs any. `may_drop` lets the player drop it.
    pub(super) fn apply_asking(&mut self, player: Player, action: &Action, may_drop: bool) -> Result<Went, Fail> {
        // The match before any draw, to take draws back; where they come from a seed none are asked for.
        let before = self.hosted.draw_counts().is_none().then(|| self.hosted.clone());
        let mut given: Vec<Vec<u16>> = Vec::new();
        loop {
            let needed = match self.hosted.apply(player, action) {
                Ok(()) => return Ok(Went::Done),
                Err(ApplyError::Refused(refusal)) => return Ok(Went::Refused(refusal)),
                Err(ApplyError::Unmet(Unmet::Needed(needed))) => needed,
                Err(ApplyError::Unmet(Unmet::Impossible { request, value })) => {
                    let game = self.hosted.game();
                    let (what, shown) = (game.draw_text(&request), show_value(game, &request, value));
                    let text = format!("{shown} cannot come of {what}; give it again, with all that follows.");
                    let mut good = self.hosted.supplied().len();
                    for values in &mut given {
                        values.truncate(good);
                        good -= values.len();
                    }
                    given.retain(|values| !values.is_empty());
                    self.say(WARNING, &text)?;
                    continue;
                }
                Err(ApplyError::Unmet(Unmet::Script(fault))) => {
                    // Nothing that was drawn for it stands either.
                    if let Some(before) = before {
                        self.hosted = before;
                    }
                    return Ok(Went::Failed(crate::fail::script_text(&fault)));
                }
                Err(other) => return Err(Fail::bad(other)),
            };
            if self.rolling {
                self.hosted.supply(&roll(&needed)?).map_err(Fail::bad)?;
                continue;
            }
            let cause = cause(self.hosted.state(), action, &needed.request);
            match ask(self.hosted.game(), &needed, cause, may_drop, &self.console, self.out)? {
                Answer::Values(values) => {
                    self.hosted.supply(&values).map_err(Fail::bad)?;
                    given.push(values);
                }
                Answer::RollAll => self.rolling = true,
                Answer::Save(file) => self.save(&file)?,
                Answer::Undo => match (given.pop(), &before) {
                    (Some(_), Some(before)) => {
                        self.hosted = before.clone();
                        for values in &given {
                            self.hosted.supply(values).map_err(Fail::bad)?;
                        }
                        self.say(FAINT, "What was typed last is taken back.")?;
                    }
                    _ if may_drop && needed.have == 0 => return Ok(Went::Dropped),
                    _ => self.say(FAINT, "Nothing has been given for this yet; `quit` leaves the battle.")?,
                },
                Answer::Quit if !self.may_leave()? => {}
                Answer::Quit | Answer::Ended => return Ok(Went::Left),
            }
        }
    }
}

/// The Special that makes somebody draw from his own deck: the one that is played, or that goes on now.
fn cause(state: &State, action: &Action, request: &Request) -> Option<CardId> {
    if !request.code.starts_with("reinforcement") {
        return None;
    }
    let played = if let Action::Play { card, .. } = *action { Some(card) } else { None };
    let under_way = state.agenda.tasks().iter().rev().filter_map(|task| match *task {
        Task::Play { card, .. } => Some(card),
        Task::Run(frame) => Some(frame.card),
        _ => None,
    });
    played.into_iter().chain(under_way).find(|card| card.army() as u16 == request.subject)
}

fn ask(
    game: &Waterloo,
    needed: &Needed,
    cause: Option<CardId>,
    may_drop: bool,
    console: &Console,
    out: &mut dyn Write,
) -> Result<Answer, Fail> {
    let request = &needed.request;
    let have = if needed.have > 0 { format!(" ({} given)", needed.have) } else { String::new() };
    let what = game.draw_text(request);
    let cause = cause.map_or_else(String::new, |card| format!(" ({})", game.card_text(card)));
    let text = format!("Needs {what}{cause}{have}.");
    for line in wrap("", &text, width()) {
        writeln!(out, "{line}")?;
    }
    loop {
        let prompt = match request.kind {
            Kind::Dice { .. } => "dice>",
            Kind::Pick { .. } => "card>",
        };
        let Some(line) = console.ask(prompt, out)? else { return Ok(Answer::Ended) };
        // File names keep their case.
        if let Some((word, file)) = line.split_once(char::is_whitespace)
            && word.eq_ignore_ascii_case("save")
        {
            return Ok(Answer::Save(file.trim().to_owned()));
        }
        match line.to_lowercase().as_str() {
            "" | "help" | "h" => help(request, may_drop, out)?,
            "r" | "roll" => return Ok(Answer::Values(roll(needed)?)),
            "r all" | "roll all" => return Ok(Answer::RollAll),
            "cancel" if may_drop && needed.have == 0 => return Ok(Answer::Undo),
            "undo" | "u" => return Ok(Answer::Undo),
            "quit" | "q" | "exit" => return Ok(Answer::Quit),
            "save" => writeln!(out, "{}", paint(WARNING, "name a file: `save battle.json`"))?,
            "?" => options(game, needed, out)?,
            words if words.len() > LONGEST => {
                writeln!(out, "{}", paint(WARNING, "that is too long; `help` shows what can be typed"))?
            }
            words => match read(game, needed, words) {
                Ok(values) => return Ok(Answer::Values(values)),
                Err(error) => {
                    writeln!(out, "{}", paint(WARNING, &format!("{error} (`help` shows what can be typed)")))?
                }
            },
        }
    }
}

fn help(request: &Request, may_drop: bool, out: &mut dyn Write) -> Done {
    let how = match request.kind {
        Kind::Dice { .. } => {
            "Throw the dice and type the faces, as in `2 5 6` or `256`; `r` lets the program throw them all"
        }
        Kind::Pick { .. } => {
            "Draw from the deck and type the number printed on the card, or on several in their order; `?` lists the \
             cards that it may be, `r` lets the program draw one"
        }
    };
    let drop = if may_drop { "; `cancel` drops the action before anything is given" } else { "" };
    let text = format!(
        "{how}, `r all` everything until the next decision. `undo` takes back what was typed last{drop}. `save FILE` \
         keeps the battle as it stood before this, `quit` leaves it."
    );
    for line in wrap("", &text, width()) {
        writeln!(out, "{}", paint(FAINT, &line))?;
    }
    Ok(())
}

fn options(game: &Waterloo, needed: &Needed, out: &mut dyn Write) -> Done {
    let text = match needed.request.kind {
        Kind::Dice { sides, .. } => format!("Faces from 1 to {sides}."),
        Kind::Pick { .. } => {
            let mut labels = needed.options.clone();
            labels.dedup();
            labels.iter().map(|&label| game.option_text(&needed.request, label)).collect::<Vec<_>>().join("; ")
        }
    };
    for line in wrap("  ", &text, width()) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// The program's own throw.
fn roll(needed: &Needed) -> Result<Vec<u16>, Fail> {
    let mut seeded = Seeded::new(any_seed());
    let mut request = needed.request;
    match request.kind {
        Kind::Dice { count, sides } => {
            request.kind = Kind::Dice { count: count.saturating_sub(needed.have), sides };
            let dice = seeded.dice(request).map_err(Fail::bad)?;
            Ok(dice.faces().iter().map(|&face| u16::from(face)).collect())
        }
        Kind::Pick { .. } => {
            let label = |i: u16| needed.options.get(usize::from(i)).copied().unwrap_or_default();
            Ok(vec![seeded.pick(request, label).map_err(Fail::bad)?])
        }
    }
}

fn is_kind(request: &Request) -> bool {
    request.code.ends_with("-kind")
}

/// Reads faces, card numbers or types.
fn read(game: &Waterloo, needed: &Needed, words: &str) -> Result<Vec<u16>, String> {
    match needed.request.kind {
        Kind::Dice { count, sides } => {
            let faces = faces(words)?;
            let most = usize::from(count - needed.have.min(count));
            if faces.len() > most {
                return Err(format!("that is {} dice; {most} are needed", faces.len()));
            }
            match faces.iter().find(|&&face| face < 1 || face > u16::from(sides)) {
                Some(face) => Err(format!("{face} is no face of a die with {sides} sides; type what was thrown")),
                None => Ok(faces),
            }
        }
        Kind::Pick { .. } => {
            let words = words.split([' ', ',']).filter(|word| !word.is_empty());
            // Later words answer later draws of the same action; the match checks them in turn.
            let mut values = Vec::new();
            for (place, word) in words.enumerate() {
                let value = if is_kind(&needed.request) && place == 0 {
                    kind(word).ok_or_else(|| format!("`{word}` is no type of card; `?` lists them"))?
                } else {
                    card(game, word)
                        .ok_or_else(|| format!("`{word}` is the number of no card of this battle; `?` lists them"))?
                };
                if place == 0 && !needed.options.contains(&value) {
                    return Err(format!("`{word}` cannot be drawn here; `?` lists what can"));
                }
                values.push(value);
                if is_kind(&needed.request) {
                    break;
                }
            }
            Ok(values)
        }
    }
}

/// `2 5 6`, `2,5,6` or `256`.
fn faces(words: &str) -> Result<Vec<u16>, String> {
    let words: Vec<&str> = words.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let bad = |word: &str| format!("`{word}` is no throw; type faces as in `2 5 6`");
    match words[..] {
        [one] if one.len() > 1 => {
            one.chars().map(|c| c.to_digit(10).map(|d| d as u16).ok_or_else(|| bad(one))).collect()
        }
        _ => words.iter().map(|word| word.parse().map_err(|_| bad(word))).collect(),
    }
}

fn kind(word: &str) -> Option<u16> {
    let wanted = word.to_lowercase().replace('-', "_");
    eagles::waterloo::Kind::ALL.iter().position(|kind| kind.name() == wanted).map(|place| place as u16)
}

/// The card with a printed number, `25` or `25.2` for a second copy.
fn card(game: &Waterloo, word: &str) -> Option<u16> {
    let (number, copy) = word.split_once('.').unwrap_or((word, "1"));
    let (number, copy): (u16, u16) = (number.parse().ok()?, copy.parse().ok()?);
    game.armies().find_map(|army| {
        let cards = 0..game.roster(army).cards.len();
        let mut ids = cards.map(|index| CardId::new(army, index));
        ids.find(|&id| game.card(id).number == number && u16::from(game.profile(id).copy) + 1 == copy).map(|id| id.0)
    })
}

fn show_value(game: &Waterloo, request: &Request, value: u16) -> String {
    match request.kind {
        Kind::Dice { .. } => value.to_string(),
        Kind::Pick { .. } => game.option_text(request, value),
    }
}
