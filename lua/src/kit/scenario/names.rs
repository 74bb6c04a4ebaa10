//! Names of cards, places and players, as scenarios and the console write them.

use super::Outcome;
use eagles::game::Player;
use eagles::waterloo::{ALLIED, Army, CardId, FRENCH, Place, Waterloo};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// `french` or `allied`; an army's name means its player.
pub(crate) fn player(word: &str) -> Option<Player> {
    match word {
        "french" => Some(FRENCH),
        "allied" | "british" | "prussian" => Some(ALLIED),
        _ => None,
    }
}

/// A player's name as scenarios have it.
pub(crate) fn player_name(player: Player) -> &'static str {
    if player == FRENCH { "french" } else { "allied" }
}

const CODES: [&str; 7] = ["FL", "FC", "FR", "AL", "AC", "AR", "reserve"];

/// The word of a place.
pub(crate) fn code(at: Place) -> &'static str {
    CODES.get(at.index()).copied().unwrap_or("nowhere")
}

/// `FL FC FR AL AC AR` for the Positions, `reserve` for the Reserve.
pub(crate) fn place(word: &str) -> Option<Place> {
    CODES.iter().position(|&c| c.eq_ignore_ascii_case(word)).map(|i| Place(i as u8))
}

/// The complaint about a word that is no place.
pub(crate) fn no_place(word: &str) -> String {
    format!("`{word}` is no place; write FL, FC, FR, AL, AC, AR (French or Allied Left, Center, Right) or reserve")
}

/// A Position: a place that is not the Reserve.
pub(crate) fn position(word: &str) -> Outcome<Place> {
    place(word).filter(|place| !place.is_reserve()).ok_or_else(|| no_place(word).replace(" or reserve", ""))
}

/// Every card of the game.
pub(crate) fn all_cards(game: &Waterloo) -> impl Iterator<Item = CardId> {
    Army::ALL.iter().flat_map(|&army| (0..game.roster(army).cards.len()).map(move |i| CardId::new(army, i)))
}

/// A text with the ids of cards in place of their visible names of several words, where only one card has the name.
pub(crate) fn with_ids<'t>(game: &Waterloo, text: &'t str) -> Cow<'t, str> {
    if !text.trim().contains(' ') {
        return Cow::Borrowed(text);
    }
    let mut named: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for card in all_cards(game).map(|card| game.card(card)).filter(|card| card.name.contains(' ')) {
        named.entry(card.name.to_ascii_lowercase()).or_default().insert(&card.id);
    }
    let mut names: Vec<(String, &str)> = named
        .into_iter()
        .filter(|(_, ids)| ids.len() == 1)
        .filter_map(|(name, ids)| Some((name, *ids.first()?)))
        .collect();
    names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    let mut text = Cow::Borrowed(text);
    for (name, id) in names {
        let plain = text.to_ascii_lowercase();
        let letter = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '-' || c == '_');
        let whole = plain.match_indices(&name).find(|(at, _)| {
            let (before, after) = (plain.get(..*at), plain.get(at + name.len()..));
            !letter(before.and_then(|text| text.chars().next_back()))
                && !letter(after.and_then(|text| text.chars().next()))
        });
        if let Some((at, _)) = whole {
            text.to_mut().replace_range(at..at + name.len(), id);
        }
    }
    text
}

/// The card that `word` names: its id (`fr-inf-soye`), or the end of its id or its visible name as long as that is clear
/// (`soye`, `Marshal Ney`). `#2` behind it means the second copy in a custom deck.
pub(crate) fn card(game: &Waterloo, word: &str) -> Outcome<CardId> {
    let (name, copy) = match word.split_once('#') {
        Some((name, n)) => (name, n.parse::<usize>().map_err(|_| format!("`{word}`: which copy?"))?),
        None => (word, 1),
    };
    let mut found: Vec<CardId> =
        all_cards(game).filter(|&c| game.card(c).id == name || short(game, c) == name).collect();
    if found.is_empty() {
        let tail = format!("-{name}");
        found = all_cards(game).filter(|&c| game.card(c).id.ends_with(&tail)).collect();
    }
    if found.is_empty() {
        found = all_cards(game).filter(|&c| game.card(c).name.eq_ignore_ascii_case(name)).collect();
    }
    let mut numbers: Vec<u16> = found.iter().map(|&c| game.card(c).number).collect();
    numbers.dedup();
    if numbers.len() > 1 {
        let ids: Vec<&str> = found.iter().map(|&c| game.card(c).id.as_str()).collect();
        return Err(format!("`{word}` may be any of {}; write the whole id", ids.join(", ")));
    }
    found.get(copy.wrapping_sub(1)).copied().ok_or_else(|| stranger(game, word, name))
}

/// What to say of a card that is not of this battle.
fn stranger(game: &Waterloo, word: &str, name: &str) -> String {
    let battle = game.battle_name();
    let elsewhere = game.card_set().cards().iter().find(|card| {
        card.id == name || card.id.ends_with(&format!("-{name}")) || card.id.splitn(3, '-').nth(2) == Some(name)
    });
    if let Some(card) = elsewhere {
        let battles = if card.battles.is_empty() { "none".to_owned() } else { card.battles.join(", ") };
        return format!(
            "`{word}` ({}) is no card of {battle}: its row of cards.csv names the battles {battles}",
            card.id
        );
    }
    let shorts: Vec<&str> = all_cards(game).map(|c| short(game, c)).collect();
    match crate::api::nearest(name, shorts.into_iter()) {
        Some(near) => format!("`{word}` is no card of {battle}; did you mean `{near}`?"),
        None => format!("`{word}` is no card of {battle}; `eagles cards` lists the cards with their battles"),
    }
}

/// The id without army and type: `soye` for `fr-inf-soye`; the whole id where it is not of that form.
fn short(game: &Waterloo, card: CardId) -> &str {
    let id = game.card(card).id.as_str();
    let mut parts = id.splitn(3, '-');
    let standard = matches!(parts.next(), Some("fr" | "br" | "pr"));
    parts.nth(1).filter(|_| standard).unwrap_or(id)
}

/// The name a message gives a card.
pub(crate) fn name_of(game: &Waterloo, card: CardId) -> String {
    if game.has_card(card) { short(game, card).to_owned() } else { format!("card:{}", card.0) }
}
