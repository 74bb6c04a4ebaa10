//! What the words of a command mean: cards, places, Terrain, formations.

use crate::fold::is_part;
use eagles::game::{Player, Viewer};
use eagles::waterloo::state::State;
use eagles::waterloo::types::{ARMY_CARDS, Slot, armies, cards, foe};
use eagles::waterloo::view::View;
use eagles::waterloo::{Army, CardId, Formation, Place, Waterloo};

/// A card as a player names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Named {
    /// One of his own on the battlefield.
    Own(Slot),
    /// One of his own in the Reserve.
    Held(CardId),
    /// One of the enemy's on the battlefield.
    Foe(Slot),
}

/// What a player can name.
pub(super) struct Names<'a> {
    pub(super) game: &'a Waterloo,
    pub(super) state: &'a State,
    pub(super) view: &'a View,
    pub(super) player: Player,
}

impl<'a> Names<'a> {
    /// What `player` can name. `view` must be his.
    pub(super) fn new(game: &'a Waterloo, state: &'a State, view: &'a View, player: Player) -> Self {
        debug_assert_eq!(view.viewer, Viewer::Player(player));
        Self { game, state, view, player }
    }

    /// A card of his own: `s3`, `3` for a slot, else the number of a card or a part of its name.
    pub(super) fn own(&self, word: &str) -> Result<Named, String> {
        let slots = || self.view.slots.iter().filter(|s| s.player == self.player);
        if let Some(slot) = slot_number(word) {
            if slots().any(|s| s.slot == slot) {
                return Ok(Named::Own(slot));
            }
            if word.starts_with('s') {
                return Err(format!("you have no card in slot {slot}; the board shows the slots"));
            }
        }
        let all = slots().filter_map(|s| Some((Named::Own(s.slot), s.card?)));
        let held = self.held().map(|card| (Named::Held(card), card));
        self.find(word, all.chain(held), "you have no card")
    }

    /// A card of the enemy on the battlefield: its slot, or the number or a part of the name of one that lies open.
    pub(super) fn foe(&self, word: &str) -> Result<Slot, String> {
        let slots = || self.view.slots.iter().filter(|s| s.player == foe(self.player));
        if let Some(slot) = slot_number(word)
            && slots().any(|s| s.slot == slot)
        {
            return Ok(slot);
        }
        let all = slots().filter_map(|s| Some((Named::Foe(s.slot), s.card?)));
        match self.find(word, all, "the enemy has no open card")? {
            Named::Foe(slot) => Ok(slot),
            _ => Err(format!("`{word}` is no card of the enemy")),
        }
    }

    /// Any card whose face the player may see: his own, the enemy's open ones.
    pub(super) fn any(&self, word: &str) -> Result<Named, String> {
        self.own(word).or_else(|error| self.foe(word).map(Named::Foe).map_err(|_| error))
    }

    /// The cards in his Reserves.
    pub(super) fn held(&self) -> impl Iterator<Item = CardId> + '_ {
        let hands = armies(self.player).iter().filter_map(|&army| self.view.army(army)?.hand.as_ref());
        hands.flat_map(|hand| hand.reserve.iter().copied())
    }

    fn find(&self, word: &str, all: impl Iterator<Item = (Named, CardId)>, nothing: &str) -> Result<Named, String> {
        let (number, copy) = word.split_once('.').unwrap_or((word, ""));
        let mut found = Vec::new();
        for (named, card) in all {
            let printed = self.game.card(card);
            let by_number = number.parse() == Ok(printed.number)
                && (copy.is_empty() || copy.parse() == Ok(u16::from(self.game.profile(card).copy) + 1));
            let by_name = is_part(word, &printed.name);
            if by_number || by_name {
                found.push((named, printed.name.clone(), by_number));
            }
        }
        if found.iter().any(|(.., by_number)| *by_number) {
            found.retain(|(.., by_number)| *by_number);
        }
        match &found[..] {
            [] => Err(format!("{nothing} `{word}`; name a slot, the number of a card or a part of its name")),
            [(named, ..), rest @ ..] if rest.is_empty() || number.parse() == Ok(0) => Ok(*named),
            // Copies in one's hand are as good as each other; different cards are not.
            [(named, name, _), rest @ ..] if rest.iter().all(|(_, other, _)| other == name) => Ok(*named),
            many => {
                let names: Vec<&str> = many.iter().map(|(_, name, _)| name.as_str()).collect();
                Err(format!("`{word}` may be {}; say more", names.join(" or ")))
            }
        }
    }

    /// A place: `left`, `center`, `right` of his own, `fl` to `ar`, `reserve`.
    pub(super) fn place(&self, word: &str) -> Option<Place> {
        let own = |lane| Place::of(self.player, lane);
        Some(match word.to_lowercase().as_str() {
            "l" | "left" => own(0),
            "c" | "center" | "centre" => own(1),
            "r" | "right" => own(2),
            "fl" => Place(0),
            "fc" => Place(1),
            "fr" => Place(2),
            "al" => Place(3),
            "ac" => Place(4),
            "ar" => Place(5),
            "res" | "reserve" | "back" => Place::RESERVE,
            other => return Place::from_name(other),
        })
    }

    /// Terrain in play, by the number or a part of the name of its card.
    pub(super) fn ground(&self, word: &str) -> Option<u8> {
        let word = word.trim_start_matches(['@', '#']);
        let is = |card: CardId| {
            let printed = self.game.card(card);
            word.parse() == Ok(printed.number) || is_part(word, &printed.name)
        };
        self.view.grounds.iter().find(|g| is(g.card)).map(|g| g.number)
    }

    /// A card by its number or a part of its name, wherever it is, among all cards of this battle: what is printed on it is
    /// no secret.
    pub(super) fn printed(&self, word: &str) -> Option<CardId> {
        let all = |army: Army| {
            let len = self.game.roster(army).cards.len().min(ARMY_CARDS);
            cards(army, if len >= ARMY_CARDS { u128::MAX } else { (1 << len) - 1 })
        };
        let mut every = Army::ALL.iter().flat_map(|&army| all(army));
        every.find(|&card| {
            let printed = self.game.card(card);
            word.parse() == Ok(printed.number) || is_part(word, &printed.name)
        })
    }

    /// The face of a card, where the player may see it.
    pub(super) fn card(&self, named: Named) -> Option<CardId> {
        match named {
            Named::Own(slot) => self.view.slot(self.player, slot)?.card,
            Named::Held(card) => Some(card),
            Named::Foe(slot) => self.view.slot(foe(self.player), slot)?.card,
        }
    }
}

/// `s3` or `3`.
pub(super) fn slot_number(word: &str) -> Option<Slot> {
    let digits = word.strip_prefix('s').unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    digits.parse().ok()
}

/// A formation: `line`, `column`, `square` or their first letters.
pub(super) fn formation(word: &str) -> Option<Formation> {
    match word.to_lowercase().as_str() {
        "line" | "=l" => Some(Formation::Line),
        "column" | "col" | "=c" => Some(Formation::Column),
        "square" | "sq" | "=s" => Some(Formation::Square),
        _ => None,
    }
}
