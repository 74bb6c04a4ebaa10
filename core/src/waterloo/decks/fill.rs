//! From printed cards to the numbers that the rules use.

use super::NO_GROUND;
use crate::waterloo::cards::{Card, CardSet};
use crate::waterloo::types::{ARMY_CARDS, Army, CardId, KINDS};
use crate::waterloo::{Profile, Rank};

/// The corps of army rank (W 12.2).
const ARMY_RANK: &str = "A";

/// The profiles of `cards`, which are in order of number, copies together, and at most [`ARMY_CARDS`]; and the cards of
/// each type as sets.
pub(super) fn profiles(set: &CardSet, army: Army, cards: &[&Card]) -> (Vec<Profile>, [u128; KINDS]) {
    let mut corps: Vec<&str> = vec![""];
    let mut kinds = [0; KINDS];
    let mut list: Vec<Profile> = Vec::new();
    for (index, card) in cards.iter().enumerate().take(ARMY_CARDS) {
        let place = set.place_of(card.number).unwrap_or_default() as u16;
        let copy = list.last().filter(|last| last.card == place).map_or(0, |last| last.copy + 1);
        let number = corps.iter().position(|&known| known == card.corps).unwrap_or_else(|| {
            corps.push(&card.corps);
            corps.len() - 1
        });
        let here = |id: &String| cards.iter().position(|other| other.id == *id).map(|i| CardId::new(army, i));
        let rank = match (&card.chief_of, &card.second_to) {
            (Some(commander), _) => Rank::Chief(here(commander)),
            _ if card.corps == ARMY_RANK => Rank::Army,
            (_, Some(commander)) => Rank::Second(here(commander)),
            _ => Rank::Corps,
        };
        kinds[card.kind as usize] |= 1 << index;
        list.push(Profile {
            card: place,
            copy,
            kind: card.kind,
            cv: card.cv,
            fire: card.fire,
            long: card.long,
            shock: card.shock,
            morale: card.morale,
            offense: card.offense,
            defense: card.defense,
            corps: number as u8,
            rank,
            ground: card.ground.unwrap_or(NO_GROUND),
            lane: card.lane,
            capacity: card.capacity,
            terrain_morale: card.terrain_morale,
            move_limit: card.move_limit,
            special: u16::MAX,
        });
    }
    (list, kinds)
}
