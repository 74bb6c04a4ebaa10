//! *Eagles: Waterloo*, the card battle game, one module a chapter of its rulebook.

pub mod action;
pub mod agenda;
pub mod cards;
pub mod combat;
pub mod decks;
mod decoys;
mod deployment;
mod determinise;
pub mod event;
mod formations;
mod generals;
pub mod greedy;
mod grounds;
pub mod ids;
mod legal;
pub mod morale;
mod movement;
mod musters;
pub mod notation;
mod observation;
pub mod odds;
pub mod picture;
pub mod refusal;
mod reinforcements;
mod rules;
#[cfg(test)]
mod scatter;
#[cfg(test)]
mod scene;
pub mod setup;
mod side;
pub mod specials;
mod stacking;
pub mod state;
mod terrain;
mod text;
mod turn;
pub mod types;
pub mod validate;
mod victory;
pub mod view;

pub use action::Action;
pub use cards::{Card, CardSet};
pub use event::Event;
pub use refusal::Refusal;
pub use setup::{Deal, Options, Setup};
pub use state::State;
pub use types::{ALLIED, Army, CardId, FRENCH, Formation, Kind, Place};
pub use view::View;

use crate::chance::Stream;
use std::sync::Arc;
use types::{GroundKind, KINDS};

/// Raised whenever the same seed and actions may give another battle than before.
pub const RULES_VERSION: u32 = 2;

/// The streams of this game's draws.
pub mod streams {
    use super::Stream;
    use super::types::Army;

    /// Dice of the French player (0) and of the Allied player (1).
    #[must_use]
    pub const fn dice(player: crate::game::Player) -> Stream {
        Stream(player.0)
    }
    /// Cards of an army, for Musters and reinforcements.
    #[must_use]
    pub const fn deck(army: Army) -> Stream {
        Stream(2 + army as u8)
    }
    /// What bots choose.
    pub const BOTS: Stream = Stream(8);
    /// What [`crate::game::Game::determinise`] samples.
    pub const SAMPLES: Stream = Stream(9);
    /// Cards and rarities of 60-card decks that are opened into a collection (W 18.0).
    pub const COLLECTION: Stream = Stream(10);
}

/// The rank of a General (W 12.2, 12.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rank {
    /// He supports his own corps.
    #[default]
    Corps,
    /// He supports every corps of his army.
    Army,
    /// A chief of staff: army rank while his commander is absent or dead. The commander is a card of this game, if he
    /// is part of it.
    Chief(Option<CardId>),
    /// A second in command: his own corps, and every corps while his commander is absent or dead.
    Second(Option<CardId>),
}

/// The numbers of one card that the rules use, at hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Profile {
    /// The card's place in [`CardSet::cards`].
    pub card: u16,
    /// Which copy it is, from 0.
    pub copy: u8,
    /// The type.
    pub kind: Kind,
    /// Combat value (W 7.1).
    pub cv: u8,
    /// Firepower, for Artillery at short range (W 7.2).
    pub fire: u8,
    /// Firepower at long range (W 7.23).
    pub long: u8,
    /// Shock (W 7.3).
    pub shock: u8,
    /// Morale value (W 6.0).
    pub morale: u8,
    /// Offense rating (W 12.1).
    pub offense: u8,
    /// Defense rating (W 12.1).
    pub defense: u8,
    /// The corps, as a number within the army.
    pub corps: u8,
    /// The rank of a General.
    pub rank: Rank,
    /// The class of Terrain; `Hill` for other cards, where it means nothing.
    pub ground: GroundKind,
    /// The lane of Terrain: 0 Left, 1 Center, 2 Right.
    pub lane: u8,
    /// How many cards Terrain covers (W 11.0).
    pub capacity: u8,
    /// What Terrain adds to Morale (W r19).
    pub terrain_morale: i8,
    /// A River's Move Limit (W 11.3).
    pub move_limit: u8,
    /// The number of a Special's program in this battle; none for [`u16::MAX`].
    pub special: u16,
}

impl Profile {
    /// A card of which only the type and one printed power for every attack are known, as for somebody who plays with real cards.
    #[must_use]
    pub fn printed(kind: Kind, power: u8) -> Self {
        Self { kind, fire: power, long: power, shock: power, ..Self::BLANK }
    }

    /// A card that can do nothing.
    const BLANK: Self = Self {
        card: u16::MAX,
        copy: 0,
        kind: Kind::Special,
        cv: 0,
        fire: 0,
        long: 0,
        shock: 0,
        morale: 0,
        offense: 0,
        defense: 0,
        corps: 0,
        rank: Rank::Corps,
        ground: GroundKind::Hill,
        lane: 0,
        capacity: 0,
        terrain_morale: 0,
        move_limit: 0,
        special: u16::MAX,
    };
}

/// One army's part in the battle.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Roster {
    /// The cards it may draw, as the army's list; a card's [`CardId::index`] is its place here.
    pub cards: Vec<Profile>,
    /// The same by kind, as sets.
    pub kinds: [u128; KINDS],
    /// Cards in the Battle Deck (W 2.0).
    pub deck: u16,
    /// Cards in the Muster (W 3.0).
    pub muster: u16,
    /// Cards drawn a turn (W 10.0).
    pub reinforce: u8,
    /// For a quota deal, the cards of each kind in the deck.
    pub quota: Option<[u16; KINDS]>,
}

/// A battle as it is to be played: the card set, the armies' cards, the options. Immutable; share it between threads.
#[derive(Clone, Debug)]
pub struct Waterloo {
    set: Arc<CardSet>,
    setup: Setup,
    name: String,
    rosters: [Roster; 3],
    specials: specials::Specials,
}

impl Waterloo {
    /// The card set in use.
    #[must_use]
    pub fn card_set(&self) -> &CardSet {
        &self.set
    }

    /// Whether some Special of the card set asks a handler, which may fail.
    #[must_use]
    pub fn asks_handlers(&self) -> bool {
        self.set.programs().iter().any(|program| !program.handlers().is_empty())
    }

    /// The same battle with somebody who answers the handlers of Special cards.
    #[must_use]
    pub fn with_handlers(mut self, handlers: Arc<dyn specials::handler::Handlers>) -> Self {
        self.specials.handlers = Some(handlers);
        self
    }

    /// The setup it was made from.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The name of the battle.
    #[must_use]
    pub fn battle_name(&self) -> &str {
        &self.name
    }

    /// The options in force.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.setup.options
    }

    /// An army's part in the battle; empty for one that is not there.
    #[must_use]
    pub fn roster(&self, army: Army) -> &Roster {
        &self.rosters[army.index()]
    }

    /// Whether `card` is a card of this game.
    #[must_use]
    pub fn has_card(&self, card: CardId) -> bool {
        usize::from(card.0) < 3 * types::ARMY_CARDS && card.index() < self.roster(card.army()).cards.len()
    }

    /// The printed card; a blank Special for one that is not of this game.
    #[must_use]
    pub fn card(&self, card: CardId) -> &Card {
        self.set.cards.get(usize::from(self.profile(card).card)).unwrap_or_else(|| Card::blank())
    }

    /// The numbers of a card; those of a blank Special for one that is not of this game.
    #[inline]
    #[must_use]
    pub fn profile(&self, card: CardId) -> &Profile {
        self.rosters[card.army().index()].cards.get(card.index()).unwrap_or(&Profile::BLANK)
    }

    /// Whether Prussian cards must arrive first and keep to the British Left and the French Right (W 10.0): where they
    /// have a deck and no Muster, beside a British army.
    #[must_use]
    pub fn prussians_arrive(&self) -> bool {
        let prussian = self.roster(Army::Prussian);
        !prussian.cards.is_empty() && prussian.muster == 0 && !self.roster(Army::British).cards.is_empty()
    }
}
