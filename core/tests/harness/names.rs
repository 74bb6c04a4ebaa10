//! Names of cards, places and players as cases write them.

use super::Outcome;
use eagles::game::Player;
use eagles::waterloo::types::armies;
use eagles::waterloo::{ALLIED, Army, CardId, FRENCH, Place, Waterloo};

/// `french` or `allied`.
pub(crate) fn player(word: &str) -> Option<Player> {
    match word {
        "french" => Some(FRENCH),
        "allied" => Some(ALLIED),
        _ => None,
    }
}

const CODES: [&str; 7] = ["FL", "FC", "FR", "AL", "AC", "AR", "reserve"];

/// The word of a place.
pub(crate) fn code(at: Place) -> &'static str {
    CODES.get(at.index()).copied().unwrap_or("nowhere")
}

/// `FL FC FR AL AC AR` for the Positions, `reserve` for the Reserve.
pub(crate) fn place(word: &str) -> Option<Place> {
    CODES.iter().position(|&c| c == word).map(|i| Place(i as u8))
}

/// Every card of the game.
pub(crate) fn all_cards(game: &Waterloo) -> impl Iterator<Item = CardId> {
    Army::ALL.iter().flat_map(|&army| (0..game.roster(army).cards.len()).map(move |i| CardId::new(army, i)))
}

/// The card that `word` names: its id (`fr-inf-soye`), or the end of its id as long as that is clear (`soye`). `#2` behind
/// it means the second copy in a custom deck; `card:7` is a card by its number in the state, whatever it is.
pub(crate) fn card(game: &Waterloo, word: &str) -> Outcome<CardId> {
    if let Some(number) = word.strip_prefix("card:") {
        return number.parse().map(CardId).map_err(|_| format!("`{word}` is no card number"));
    }
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
    let mut numbers: Vec<u16> = found.iter().map(|&c| game.card(c).number).collect();
    numbers.dedup();
    if numbers.len() > 1 {
        let ids: Vec<&str> = found.iter().map(|&c| game.card(c).id.as_str()).collect();
        return Err(format!("`{word}` may be any of {}", ids.join(", ")));
    }
    found
        .get(copy.wrapping_sub(1))
        .copied()
        .ok_or_else(|| format!("`{word}` is no card of {} as it is set up", game.battle_name()))
}

/// The id without army and type.
fn short(game: &Waterloo, card: CardId) -> &str {
    let id = game.card(card).id.as_str();
    id.splitn(3, '-').nth(2).unwrap_or(id)
}

/// The name a message gives a card.
pub(crate) fn name_of(game: &Waterloo, card: CardId) -> String {
    if game.has_card(card) { short(game, card).to_owned() } else { format!("card:{}", card.0) }
}

/// The armies of a player that are part of this game.
pub(crate) fn armies_of(game: &Waterloo, player: Player) -> impl Iterator<Item = Army> {
    armies(player).iter().copied().filter(|&a| !game.roster(a).cards.is_empty())
}
