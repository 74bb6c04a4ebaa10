//! Actions as cases write them.

use super::Outcome;
use super::names;
use eagles::game::Player;
use eagles::waterloo::action::NO_GROUND;
use eagles::waterloo::state::Pending;
use eagles::waterloo::types::{Attack, Slot, foe};
use eagles::waterloo::{Action, CardId, FRENCH, Formation, Place, State, Waterloo};

/// Reads an action, and who does it: the player named in front of it (`allied end`), else the owner of the card, else the
/// player on turn.
pub(crate) fn read(game: &Waterloo, state: &State, text: &str) -> Outcome<(Player, Action)> {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let named = words.first().and_then(|w| names::player(w));
    if named.is_some() {
        words.remove(0);
    }
    let (owner, action) = parse(game, state, named, &words).map_err(|e| format!("action `{text}`: {e}"))?;
    Ok((named.or(owner).unwrap_or(state.on_turn), action))
}

fn parse(game: &Waterloo, state: &State, named: Option<Player>, words: &[&str]) -> Outcome<(Option<Player>, Action)> {
    let who = |word: &str| actor(game, state, named, word);
    Ok(match *words {
        ["deal"] => (Some(FRENCH), Action::Deal),
        ["end"] => (None, Action::End),
        ["roll", card] => with(game, card, |card| Action::Roll { card })?,
        ["show", card] => with(game, card, |card| Action::Show { card })?,
        ["capture", card] => {
            let (player, slot) = who(card)?;
            let ground = if let Pending::Capture { ground, .. } = state.pending { ground } else { 0 };
            (player, Action::Capture { slot, ground })
        }
        ["capture", card, place] => {
            let (player, slot) = who(card)?;
            (player, Action::Capture { slot, ground: ground(game, state, place)? })
        }
        [card, "fires", target] => attack(game, state, named, card, Attack::Fire, target)?,
        [card, "shocks", target] => attack(game, state, named, card, Attack::Shock, target)?,
        [card, "shells", target] => attack(game, state, named, card, Attack::Long, target)?,
        [card, "commits", how] => {
            let (player, slot) = who(card)?;
            let how = Attack::from_name(how).ok_or("commit to `fire` or `shock`")?;
            (player, Action::Commit { slot, how })
        }
        [card, "forms", formation] => {
            let (player, slot) = who(card)?;
            (player, Action::Form { slot, formation: self::formation(formation)? })
        }
        [card, "occupies", ground] => {
            let (player, slot) = who(card)?;
            (player, Action::Occupy { slot, ground: self::ground(game, state, ground)? })
        }
        [card, "leaves"] => {
            let (player, slot) = who(card)?;
            (player, Action::Leave { slot })
        }
        [card, ">", to, ref rest @ ..] => moved(game, state, named, card, to, rest)?,
        _ => return Err("the README of the cases lists what can be written".into()),
    })
}

fn with(game: &Waterloo, word: &str, make: impl Fn(CardId) -> Action) -> Outcome<(Option<Player>, Action)> {
    let card = names::card(game, word)?;
    Ok((game.has_card(card).then(|| card.army().player()), make(card)))
}

/// The slot of a card on the battlefield, or `slot:7` for a slot whatever is in it.
fn actor(game: &Waterloo, state: &State, named: Option<Player>, word: &str) -> Outcome<(Option<Player>, Slot)> {
    if let Some(n) = word.strip_prefix("slot:") {
        return n.parse().map(|slot| (named, slot)).map_err(|_| format!("`{word}` is no slot"));
    }
    let card = names::card(game, word)?;
    let player = card.army().player();
    let slot = state.side(player).slot_of(card).ok_or_else(|| format!("`{word}` is not on the battlefield"))?;
    Ok((Some(player), slot))
}

fn attack(
    game: &Waterloo,
    state: &State,
    named: Option<Player>,
    card: &str,
    how: Attack,
    target: &str,
) -> Outcome<(Option<Player>, Action)> {
    let (player, slot) = actor(game, state, named, card)?;
    let (_, target) = actor(game, state, Some(foe(player.unwrap_or(state.on_turn))), target)?;
    Ok((player, Action::Attack { slot, how, target }))
}

fn formation(word: &str) -> Outcome<Formation> {
    Formation::from_name(word).ok_or_else(|| format!("`{word}` is no formation"))
}

/// The number of Terrain in play, or `ground:7` for a number whatever it is.
pub(crate) fn ground(game: &Waterloo, state: &State, word: &str) -> Outcome<u8> {
    if let Some(n) = word.strip_prefix("ground:") {
        return n.parse().map_err(|_| format!("`{word}` is no Terrain number"));
    }
    let card = names::card(game, word)?;
    state
        .grounds
        .numbered()
        .find(|(_, g)| g.card == card)
        .map(|(n, _)| n)
        .ok_or_else(|| format!("`{word}` is not in play"))
}

fn moved(
    game: &Waterloo,
    state: &State,
    named: Option<Player>,
    card: &str,
    to: &str,
    rest: &[&str],
) -> Outcome<(Option<Player>, Action)> {
    let to = match to.strip_prefix("place:") {
        Some(n) => Place(n.parse().map_err(|_| format!("`{to}` is no place"))?),
        None => names::place(to).ok_or_else(|| format!("`{to}` is no place"))?,
    };
    let (mut form, mut on, mut decoy) = (None, NO_GROUND, false);
    let mut rest = rest.iter();
    while let Some(word) = rest.next() {
        match *word {
            "on" => on = ground(game, state, rest.next().unwrap_or(&""))?,
            "decoy" => decoy = true,
            _ => form = Some(formation(word)?),
        }
    }
    if let Some(n) = card.strip_prefix("slot:") {
        let slot = n.parse().map_err(|_| format!("`{card}` is no slot"))?;
        return Ok((named, Action::Move { slot, to, formation: form.unwrap_or_default() }));
    }
    let id = names::card(game, card)?;
    if !game.has_card(id) {
        return Ok((named, Action::Deploy { card: id, to, formation: form.unwrap_or_default(), on, decoy }));
    }
    let player = id.army().player();
    let action = match state.side(player).slot_of(id) {
        Some(slot) => {
            let kept = if to.is_reserve() { Formation::Line } else { state.side(player).formation(slot) };
            Action::Move { slot, to, formation: form.unwrap_or(kept) }
        }
        None => Action::Deploy { card: id, to, formation: form.unwrap_or_default(), on, decoy },
    };
    Ok((Some(player), action))
}
