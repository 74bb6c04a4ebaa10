//! Orders about Special cards: which one, on what, and what is chosen.

use super::names::{Named, Names, slot_number};
use super::talk::say;
use super::windows;
use crate::fail::Done;
use crate::fold::is_part;
use crate::page::{PLAIN, WARNING, capital};
use eagles::game::Game as _;
use eagles::waterloo::action::Action;
use eagles::waterloo::agenda::Subject;
use eagles::waterloo::specials::program::{Aim, Of};
use eagles::waterloo::types::foe;
use eagles::waterloo::{ALLIED, CardId, FRENCH, Kind, Place};
use std::io::Write;

/// The actions of the player now.
fn legal(names: &Names<'_>) -> Vec<Action> {
    let mut list = Vec::new();
    names.game.legal(names.state, names.player, &mut list);
    list
}

/// The Special that a word names in the player's Reserve.
pub(super) fn held_special(names: &Names<'_>, word: &str) -> Option<CardId> {
    match names.own(word) {
        Ok(Named::Held(card)) if names.game.profile(card).kind == Kind::Special => Some(card),
        _ => None,
    }
}

/// What words behind a Special mean: the plays that they may stand for.
///
/// Without words it is all that it may be played on now, or, when that is nothing, all that one might have in mind: the
/// rules say of each why not.
pub(super) fn play(names: &Names<'_>, card: CardId, words: &[&str]) -> Result<Vec<Action>, String> {
    let of_card = |action: &Action| matches!(action, Action::Play { card: other, .. } if *other == card);
    let now: Vec<Action> = legal(names).into_iter().filter(of_card).collect();
    let play = |aim: Subject| Action::Play { card, aim };
    if words.is_empty() {
        return Ok(if now.is_empty() { untried(names, card) } else { now });
    }
    let program = names.game.card_set().program(&names.game.card(card).id);
    let word = words.join(" ");
    let aims = match program.map(|program| &program.aim) {
        None | Some(Aim::Nothing | Aim::Event) => {
            let name = names.game.card_text(card);
            return Err(format!("{name} is played without naming anything: `play {}`", names.game.card(card).number));
        }
        Some(Aim::Position(_)) => vec![Subject::Place(position(names, &word)?)],
        Some(Aim::Card(who)) => cards(names, who.of, &word)?,
        Some(Aim::Terrain(_)) => grounds(names, &word)?,
    };
    Ok(aims.into_iter().map(play).collect())
}

/// A Position, or that of a card.
fn position(names: &Names<'_>, word: &str) -> Result<Place, String> {
    // A Position as the texts name it, too: `british left`.
    let long = word.replace("british", "allied").replace("prussian", "allied").replace(' ', "-");
    if let Some(at) = names.place(word).or_else(|| names.place(&long)) {
        return if at.is_reserve() {
            Err("it is played on a Position: left, center or right".to_owned())
        } else {
            Ok(at)
        };
    }
    let there = match names.any(word)? {
        Named::Own(slot) => names.view.slot(names.player, slot),
        Named::Foe(slot) => names.view.slot(foe(names.player), slot),
        Named::Held(_) => None,
    };
    there.map(|slot| slot.at).ok_or_else(|| format!("`{word}` is in no Position; name one: left, center or right"))
}

/// Cards on the table, of those whom the Special is for.
fn cards(names: &Names<'_>, of: Of, word: &str) -> Result<Vec<Subject>, String> {
    let own = match names.own(word) {
        Ok(Named::Own(slot)) => Ok(Subject::slot(names.player, slot)),
        Ok(_) => Err(format!("`{word}` is in the Reserve; name a card on the battlefield")),
        Err(error) => Err(error),
    };
    let enemy = names.foe(word).map(|slot| Subject::slot(foe(names.player), slot));
    match of {
        Of::Own | Of::Side => Ok(vec![own?]),
        Of::Foe => Ok(vec![enemy?]),
        Of::All => match (own, enemy) {
            (Err(error), Err(_)) => Err(error),
            (own, enemy) => Ok(own.into_iter().chain(enemy).collect()),
        },
    }
}

/// Terrain by its card, or all that lies in a Position.
fn grounds(names: &Names<'_>, word: &str) -> Result<Vec<Subject>, String> {
    if let Some(number) = names.ground(word) {
        return Ok(vec![Subject::Ground(number)]);
    }
    let at = names.place(word).ok_or_else(|| format!("there is no Terrain `{word}` in play"))?;
    let there = names.view.grounds.iter().filter(|ground| ground.at == at);
    let there: Vec<Subject> = there.map(|ground| Subject::Ground(ground.number)).collect();
    if there.is_empty() { Err(format!("no Terrain lies in {}", names.game.place_text(at))) } else { Ok(there) }
}

/// Whatever a Special might be played on.
fn untried(names: &Names<'_>, card: CardId) -> Vec<Action> {
    let program = names.game.card_set().program(&names.game.card(card).id);
    let aims: Vec<Subject> = match program.map(|program| &program.aim) {
        None | Some(Aim::Nothing) => vec![Subject::Nothing],
        Some(Aim::Event) => vec![names.state.agenda.window().map_or(Subject::Nothing, |(_, _, event)| event)],
        Some(Aim::Position(_)) => Place::POSITIONS.into_iter().map(Subject::Place).collect(),
        Some(Aim::Card(who)) => {
            let sides: &[_] = match who.of {
                Of::Own | Of::Side => &[names.player],
                Of::Foe => &[foe(names.player)],
                Of::All => &[FRENCH, ALLIED],
            };
            let there = names.view.slots.iter().filter(|slot| sides.contains(&slot.player));
            there.map(|slot| Subject::slot(slot.player, slot.slot)).collect()
        }
        Some(Aim::Terrain(_)) => names.view.grounds.iter().map(|ground| Subject::Ground(ground.number)).collect(),
    };
    let aims = if aims.is_empty() { vec![Subject::Nothing] } else { aims };
    aims.into_iter().map(|aim| Action::Play { card, aim }).collect()
}

/// Of several plays of a Special that are allowed, the one that is meant; there is none when several are.
pub(super) fn only(names: &Names<'_>, actions: &[Action]) -> Result<(), String> {
    let allowed = actions.iter().filter(|action| names.game.refusal(names.state, names.player, action).is_none());
    let aims: Vec<(CardId, String)> = allowed
        .filter_map(|action| match *action {
            Action::Play { card, aim } => Some((card, windows::subject(names, aim).unwrap_or_default())),
            _ => None,
        })
        .collect();
    if let [(card, first), _, ..] = &aims[..] {
        let all: Vec<&str> = aims.iter().map(|(_, aim)| aim.as_str()).collect();
        let (name, number) = (names.game.card_text(*card), names.game.card(*card).number);
        return Err(format!("{name} may be played on {}; say which, as in `{number} on {first}`", all.join(", ")));
    }
    if let ([], [Action::Play { card, .. }, _, ..]) = (&aims[..], actions) {
        let refusals = actions.iter().filter_map(|a| names.game.refusal(names.state, names.player, a));
        let mut texts: Vec<String> = refusals.map(|refusal| names.game.refusal_text(&refusal)).collect();
        texts.dedup();
        let number = names.game.card(*card).number;
        return Err(match &texts[..] {
            [one] => one.clone(),
            _ => format!("there is nothing on which it may be played now; `why {number}` says why"),
        });
    }
    Ok(())
}

/// The choice that words name: a card by its slot, number or a part of its name, or an answer.
pub(super) fn choice(names: &Names<'_>, words: &[&str]) -> Result<Action, String> {
    let word = words.join(" ");
    let choices: Vec<(Action, Subject)> = legal(names)
        .into_iter()
        .filter_map(|action| if let Action::Choose { what } = action { Some((action, what)) } else { None })
        .collect();
    if choices.is_empty() {
        return Err("there is nothing to choose now; Enter lists what you can do".to_owned());
    }
    let named = |what: Subject| match what {
        Subject::Slot { player, slot } => {
            let by_slot = slot_number(&word) == Some(slot);
            by_slot
                || names.view.slot(player, slot).and_then(|seen| seen.card).is_some_and(|card| is(names, card, &word))
        }
        Subject::Card(card) => is(names, card, &word),
        Subject::Ground(_) | Subject::Place(_) | Subject::Nothing | Subject::Option(_) => {
            is_part(&word, &names.game.deed_text(names.view, names.player, &Action::Choose { what }))
        }
    };
    let found: Vec<Action> = choices.iter().filter(|(_, what)| named(*what)).map(|(action, _)| *action).collect();
    match found[..] {
        [action] => Ok(action),
        [] => Err(format!("`{word}` is not among what may be chosen; Enter lists it")),
        _ => Err(format!("`{word}` may be several of them; Enter lists them by number")),
    }
}

/// Whether a word names a card, by number or by a part of its name.
fn is(names: &Names<'_>, card: CardId, word: &str) -> bool {
    let printed = names.game.card(card);
    word.parse() == Ok(printed.number) || is_part(word, &printed.name)
}

/// Why a Special may be played on some of what was named and not on the rest; what is refused alike is told once.
pub(super) fn why(names: &Names<'_>, actions: &[Action], out: &mut dyn Write) -> Done {
    let mut may: Vec<String> = Vec::new();
    let mut refused: Vec<(String, Vec<String>)> = Vec::new();
    let mut card = None;
    for action in actions {
        let Action::Play { card: special, aim } = *action else { continue };
        card = Some(special);
        let on = windows::subject(names, aim).unwrap_or_else(|| "nothing".to_owned());
        match names.game.refusal(names.state, names.player, action) {
            None => may.push(on),
            Some(refusal) => {
                let text = names.game.refusal_text(&refusal);
                match refused.iter_mut().find(|(other, _)| *other == text) {
                    Some((_, all)) => all.push(on),
                    None => refused.push((text, vec![on])),
                }
            }
        }
    }
    let name = card.map_or_else(String::new, |card| capital(&names.game.card_text(card)));
    if !may.is_empty() {
        return say(PLAIN, &format!("{name} may be played on {}.", may.join(", ")), out);
    }
    let single = refused.len() == 1;
    for (text, all) in refused {
        // What holds of everything is about the moment, not about what it is played on.
        let text = if single { text } else { format!("On {}: {text}", all.join(", ")) };
        say(WARNING, &text, out)?;
    }
    Ok(())
}
