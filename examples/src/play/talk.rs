//! Questions: why not, what are the chances, what is this card.

use super::menu::{Menu, warning};
use super::names::{Named, Names};
use super::plays;
use crate::advice;
use crate::fail::Done;
use crate::page::{FAINT, HEADING, PLAIN, WARNING, paint, width, wrap};
use eagles::chance::Supplied;
use eagles::game::{Failure, Game as _, Quiet};
use eagles::waterloo::action::{Action, NO_GROUND};
use eagles::waterloo::state::Phase;
use eagles::waterloo::types::{Attack, Slot, bit, foe};
use eagles::waterloo::{CardId, Formation, Kind, Place, Refusal, Waterloo};
use std::io::Write;

/// The ways to attack, as they are asked for.
const WAYS: [Attack; 3] = [Attack::Fire, Attack::Shock, Attack::Long];

pub(super) fn say(style: anstyle::Style, text: &str, out: &mut dyn Write) -> Done {
    for line in wrap("", text, width()) {
        writeln!(out, "{}", paint(style, &line))?;
    }
    Ok(())
}

/// The actions that a card and a target, or a word of the notation, may mean.
fn meant(names: &Names<'_>, menu: &Menu, words: &[&str]) -> Result<Vec<Action>, String> {
    match words {
        [] => {
            Err("name a card and a target, an action of the list or a word of the notation: `why 3 left`, `why s3f7`"
                .into())
        }
        ["p"] => Ok(vec![Action::Pass]),
        ["choose" | "take", rest @ ..] if !rest.is_empty() => plays::choice(names, rest).map(|action| vec![action]),
        ["play", word, rest @ ..] => {
            let card = plays::held_special(names, word)
                .ok_or_else(|| format!("you hold no Special `{word}`; the board lists your Reserve"))?;
            plays::play(names, card, &plain(rest))
        }
        // Slots come first; what is the number of no slot of one's own may be that of a Special.
        [word, rest @ ..] if (!rest.is_empty() || menu.choose(word).is_none()) && is_special(names, word, rest) => {
            let card = plays::held_special(names, word).ok_or("that Special is not in your Reserve")?;
            plays::play(names, card, &plain(rest))
        }
        [word] => {
            if let Some(action) = menu.choose(word) {
                return Ok(vec![action]);
            }
            if let Ok(action) = plays::choice(names, words) {
                return Ok(vec![action]);
            }
            if let Some(card) = names.printed(word)
                && names.game.profile(card).kind == Kind::Special
            {
                let name = names.game.card_text(card);
                return Err(format!("you hold no {name}; the board lists your Reserve and what has been played"));
            }
            if word.trim_end_matches(['l', 'c', 's']).bytes().all(|b| b.is_ascii_digit()) {
                return Err(format!(
                    "the list has no `{word}`; Enter shows it, and a card goes with a target: `{word} left`"
                ));
            }
            let read = names.game.read_action(names.state, names.player, word);
            read.map(|action| vec![action]).map_err(|error| format!("`{word}`: {error}"))
        }
        [card, rest @ ..] => {
            let card = names.own(card)?;
            let formation = rest.iter().find_map(|word| super::names::formation(word));
            let target: Vec<&str> =
                plain(rest).into_iter().filter(|word| super::names::formation(word).is_none()).collect();
            pair(names, card, &target, formation)
        }
    }
}

/// The words that name something.
fn plain<'a>(words: &[&'a str]) -> Vec<&'a str> {
    words.iter().copied().filter(|word| !matches!(*word, "at" | "to" | "on" | "the" | "for")).collect()
}

/// Whether words are about a Special in the Reserve that is played for its effect, and not laid as a decoy.
fn is_special(names: &Names<'_>, word: &str, rest: &[&str]) -> bool {
    !rest.contains(&"decoy") && plays::held_special(names, word).is_some()
}

/// What a card may do with a target: attack an enemy, go to a place, change formation, occupy Terrain.
fn pair(names: &Names<'_>, card: Named, target: &[&str], formation: Option<Formation>) -> Result<Vec<Action>, String> {
    let ways = target.iter().find_map(|word| way(word));
    let target: Vec<&str> = target.iter().copied().filter(|word| way(word).is_none()).collect();
    let Some(&word) = target.first() else {
        return match (card, formation) {
            (Named::Own(slot), Some(formation)) => Ok(vec![Action::Form { slot, formation }]),
            _ => Err("name a target as well: a card of the enemy, a place or Terrain".to_owned()),
        };
    };
    if let Some(extra) =
        target.get(1..).and_then(|rest| rest.iter().find(|w| **w != "decoy" && names.ground(w).is_none()))
    {
        return Err(format!("what is `{extra}`? name one card and one target"));
    }
    let on = target.get(1).and_then(|word| names.ground(word)).unwrap_or(NO_GROUND);
    if let Some(to) = names.place(word) {
        return Ok(vec![match card {
            Named::Held(card) => Action::Deploy {
                card,
                to,
                formation: formation.unwrap_or_default(),
                on,
                decoy: target.contains(&"decoy"),
            },
            Named::Own(slot) | Named::Foe(slot) => {
                let kept =
                    if to.is_reserve() { Formation::Line } else { names.state.side(names.player).formation(slot) };
                Action::Move { slot, to, formation: formation.unwrap_or(kept) }
            }
        }]);
    }
    let Named::Own(slot) = card else {
        return Err("a card in the Reserve goes to a place first: left, center or right".to_owned());
    };
    match names.foe(word) {
        Ok(enemy) => {
            let ways = ways.map_or_else(|| WAYS.to_vec(), |way| vec![way]);
            Ok(ways.into_iter().map(|how| aimed(names, slot, how, enemy)).collect())
        }
        Err(error) => match names.ground(word) {
            Some(ground) => Ok(vec![Action::Occupy { slot, ground }]),
            None => Err(error),
        },
    }
}

/// The attack itself, or the commitment to it where cards lie face-down (W N3).
fn aimed(names: &Names<'_>, slot: Slot, how: Attack, target: Slot) -> Action {
    let enemy = names.state.side(foe(names.player));
    let stands = names.state.side(names.player).place(slot);
    let hidden =
        stands.is_some_and(|at| enemy.at[at.index()] & !enemy.up != 0 && enemy.at[at.index()] & bit(target) != 0);
    if hidden && how != Attack::Long { Action::Commit { slot, how } } else { Action::Attack { slot, how, target } }
}

/// A way to attack.
pub(super) fn way(word: &str) -> Option<Attack> {
    match word.to_lowercase().as_str() {
        "fire" => Some(Attack::Fire),
        "shock" => Some(Attack::Shock),
        "long" => Some(Attack::Long),
        _ => None,
    }
}

/// The one action that words mean: of several ways to attack the first that is allowed, or the first.
pub(super) fn order(names: &Names<'_>, menu: &Menu, words: &[&str]) -> Result<Action, String> {
    let meant = meant(names, menu, words)?;
    plays::only(names, &meant)?;
    let allowed = meant.iter().find(|action| names.game.refusal(names.state, names.player, action).is_none());
    allowed
        .or(meant.first())
        .copied()
        .ok_or_else(|| "nothing can be made of that; `help` shows what can be typed".to_owned())
}

/// While deploying, the two actions that take a card back and put it down elsewhere, or why it may not lie there.
pub(super) fn shift(names: &Names<'_>, slot: Slot, to: Place, formation: Formation) -> Result<[Action; 2], Refusal> {
    let card = names.state.side(names.player).card[usize::from(slot)];
    let back = Action::Move { slot, to: Place::RESERVE, formation: Formation::Line };
    let down = Action::Deploy { card, to, formation, on: NO_GROUND, decoy: false };
    let mut after = names.state.clone();
    match names.game.apply(&mut after, names.player, &back, &mut Supplied::new(), &mut Quiet) {
        Err(Failure::Refused(refusal)) => return Err(refusal),
        // Nothing is thrown for it.
        Err(Failure::Unmet(_)) | Ok(()) => {}
    }
    names.game.refusal(&after, names.player, &down).map_or(Ok([back, down]), Err)
}

/// When actions are done that the present phase does not allow, each of them (W 5.0).
fn later(names: &Names<'_>, actions: &[Action]) -> Option<&'static str> {
    let early = |action: &Action| names.game.refusal(names.state, names.player, action) == Some(Refusal::WrongPhase);
    (!actions.is_empty() && actions.iter().all(early)).then(|| phase_of(names.state.phase, actions)).flatten()
}

/// What the present phase is for, and which one does what was asked for.
pub(super) fn phase_of(phase: Phase, actions: &[Action]) -> Option<&'static str> {
    let rolls = actions.iter().any(|action| matches!(action, Action::Roll { .. }));
    match phase {
        Phase::Morale => Some(
            "Not yet: the Morale Phase makes the Morale rolls first (`roll` makes them all); moves and attacks belong to \
             the Combat Phase behind it. [W 5.0]",
        ),
        Phase::Deployment => Some("Not yet: both deploy first; attacks belong to the Combat Phase of a turn. [W 5.0]"),
        Phase::Combat if rolls => Some("Too late: the Morale rolls of this turn have been made. [W 5.0]"),
        _ => None,
    }
}

/// Why an action is refused, or that it is not.
pub(super) fn why(names: &Names<'_>, menu: &Menu, words: &[&str], out: &mut dyn Write) -> Done {
    let actions = match meant(names, menu, words) {
        Ok(actions) => actions,
        Err(error) => return say(WARNING, &error, out),
    };
    if let Some(text) = later(names, &actions) {
        return say(WARNING, text, out);
    }
    if matches!(actions[..], [Action::Play { .. }, _, ..]) {
        return plays::why(names, &actions, out);
    }
    for action in actions {
        if let Action::Move { slot, to, formation } = action
            && names.state.phase == Phase::Deployment
            && !to.is_reserve()
        {
            match shift(names, slot, to, formation) {
                Ok(_) => say(PLAIN, "Allowed: it is taken back and put down there.", out)?,
                Err(refusal) => say(WARNING, &names.game.refusal_text(&refusal), out)?,
            }
            continue;
        }
        let word = names.game.write_action(names.state, names.player, &action);
        let warning = warning(names, &action).map_or_else(String::new, |text| format!(" - {text}"));
        let what = format!("{}{warning}", named(names, &action));
        match names.game.explain(names.state, names.player, &action) {
            Ok(breakdowns) => {
                say(PLAIN, &format!("{what} ({word}): allowed."), out)?;
                for line in advice::breakdowns(names.game, &breakdowns) {
                    writeln!(out, "{line}")?;
                }
            }
            Err(refusal) => say(WARNING, &format!("{what} ({word}): {}", names.game.refusal_text(&refusal)), out)?,
        }
    }
    Ok(())
}

/// An action at the head of an answer.
fn named(names: &Names<'_>, action: &Action) -> String {
    crate::page::capital(&names.game.action_text(names.view, names.player, action))
}

/// The chances of attacks before they are made.
pub(super) fn odds(names: &Names<'_>, menu: &Menu, words: &[&str], out: &mut dyn Write) -> Done {
    let actions = match meant(names, menu, words) {
        Ok(actions) => actions,
        Err(error) => return say(WARNING, &error, out),
    };
    if let Some(text) = later(names, &actions) {
        return say(WARNING, text, out);
    }
    // Of the ways to attack, those that are allowed are told; when none is, why.
    let (game, state, player) = (names.game, names.state, names.player);
    let any = actions.iter().any(|action| game.refusal(state, player, action).is_none());
    for action in &actions {
        let what = named(names, action);
        match (game.explain(state, player, action), game.attack_odds(state, player, action)) {
            (Err(_), _) if any => {}
            (Err(refusal), _) => say(WARNING, &format!("{what}: {}", game.refusal_text(&refusal)), out)?,
            (Ok(parts), Ok(Some(odds))) => {
                say(HEADING, &format!("{what}:"), out)?;
                for line in advice::breakdowns(game, &parts).into_iter().chain(advice::odds(&odds)) {
                    writeln!(out, "{line}")?;
                }
            }
            _ if matches!(action, Action::Commit { .. }) => {
                let text = format!(
                    "{what}: allowed. Cards there lie face-down; all are revealed first, then you choose the target and can ask for its odds."
                );
                say(PLAIN, &text, out)?;
            }
            _ => say(PLAIN, &format!("{what}: nothing is thrown for that."), out)?,
        }
    }
    Ok(())
}

/// A card at length: what is printed on it, and what the player sees of it.
pub(super) fn info(names: &Names<'_>, word: &str, out: &mut dyn Write) -> Done {
    let seen = names.any(word).ok();
    let card = seen.and_then(|named| names.card(named)).or_else(|| names.printed(word));
    let Some(card) = card else {
        return say(WARNING, &format!("there is no card `{word}` in this battle that you can see"), out);
    };
    for line in print_card(names.game, card) {
        writeln!(out, "{line}")?;
    }
    if let Some(Named::Own(slot)) = seen {
        let value = names.game.morale_value(names.state, card);
        if names.game.profile(card).kind.is_troop() {
            say(FAINT, &format!("It stands in slot {slot}; its Morale there is {value}."), out)?;
        }
    }
    Ok(())
}

fn print_card(game: &Waterloo, card: CardId) -> Vec<String> {
    crate::cards::full(game.card(card), game.card_set())
}
