//! A position of the game, whole and flat.
//!
//! What stands on the table is kept by slot, as sets of slots; what lies in Reserves and decks by card, as sets of cards.
//! The state means nothing without its game ([`super::Waterloo`]), which knows what each card is.

use super::agenda::{Agenda, Task};
use super::specials::force::Forces;
use super::types::{Army, CardId, KINDS, POSITIONS, Place, Slot, armies, bit, foe};
use crate::game::Player;
use serde::{Deserialize, Serialize};
use serde_big_array::BigArray;

pub use super::grounds::{GROUNDS, Ground, Grounds};
pub use super::side::{MARKS, OF_TURN, Side};

/// How many returned cards an army's opponent keeps in mind.
pub const RETURNED: usize = 64;
/// How many cards of a deck can have a fixed place, on top and at the bottom each.
pub const FIXED: usize = 8;

/// The cards of one army that are not on the battlefield. Cards in none of these sets and in no slot are eliminated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Hand {
    /// Cards that have not been drawn and have no fixed place in the deck. Which of them the Reinforcement deck holds is
    /// unknown to everybody until they are drawn, and drawing picks among them; once its owner has looked through the
    /// deck they are exactly its cards.
    pub undrawn: u128,
    /// How many of them the Reinforcement deck has left, by kind; all in the first entry unless dealt by quota.
    pub left: [u8; KINDS],
    /// Cards on top of the deck that its owner has seen, the next one to be drawn first; unused entries hold 0.
    pub top: [u8; FIXED],
    /// Cards that its owner has put at the bottom of the deck, the uppermost first; unused entries hold 0.
    pub bottom: [u8; FIXED],
    /// How many entries of `top` and `bottom` count.
    pub fixed: [u8; 2],
    /// Cards out of the game, for everybody to see: eliminated, or Specials that have been played.
    pub gone: u128,
    /// Cards in the Reserve.
    pub reserve: u128,
    /// Prussian Generals that have been shown; they lie open whenever they are in the Reserve (W N22, N57). A bit stays for
    /// the battle, wherever the card is.
    pub shown: u128,
    /// Of those in the Reserve, the ones that have used a Battle Move this turn.
    pub moved: u128,
    /// Of those, the ones that may not leave it any more this turn.
    pub spent: u128,
    /// Of those, the ones that Disengaged this turn.
    pub withdrew: u128,
    /// The cards that went back to the Reserve face-up and have not been seen since, oldest first: the enemy knows that
    /// each is in the Reserve or lies face-down somewhere.
    #[serde(with = "BigArray")]
    pub returned: [u8; RETURNED],
    /// How many entries of `returned` count.
    pub returned_len: u8,
}

impl Hand {
    const EMPTY: Self = Self {
        undrawn: 0,
        left: [0; KINDS],
        top: [0; FIXED],
        bottom: [0; FIXED],
        fixed: [0; 2],
        gone: 0,
        reserve: 0,
        shown: 0,
        moved: 0,
        spent: 0,
        withdrew: 0,
        returned: [0; RETURNED],
        returned_len: 0,
    };

    /// How many cards the Reinforcement deck has left, those with a fixed place included.
    #[inline]
    #[must_use]
    pub fn left(&self) -> u16 {
        self.left.iter().chain(&self.fixed).map(|&n| u16::from(n)).sum()
    }

    /// The cards on top of the deck that have a fixed place, the next one to be drawn first.
    #[must_use]
    pub fn top(&self) -> &[u8] {
        self.top.get(..usize::from(self.fixed[0])).unwrap_or(&self.top)
    }

    /// The cards at the bottom of the deck, the uppermost first.
    #[must_use]
    pub fn bottom(&self) -> &[u8] {
        self.bottom.get(..usize::from(self.fixed[1])).unwrap_or(&self.bottom)
    }

    /// The cards with a fixed place, as a set.
    #[must_use]
    pub fn fixed(&self) -> u128 {
        self.top().iter().chain(self.bottom()).fold(0, |set, &c| set | 1 << (c % 128))
    }

    /// The cards that the enemy knows to be in the Reserve or face-down, oldest return first.
    #[must_use]
    pub fn returned(&self) -> &[u8] {
        self.returned.get(..usize::from(self.returned_len)).unwrap_or(&self.returned)
    }
}

/// Where the game stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The Musters are to be dealt (W 3.0).
    Deal,
    /// Both players deploy (W 4.1).
    Deployment,
    /// The Morale Phase of the player on turn (W 6.0).
    Morale,
    /// His Combat Phase (W 7.0).
    Combat,
    /// His Reinforce Phase (W 10.0), when something is left to decide in it.
    Reinforce,
    /// The game is over.
    Over,
}

/// How a battle ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "BattleEnding"))]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// Sole occupation of an enemy Position (W 4.3).
    Victory {
        /// The winner.
        winner: Player,
        /// The Position taken.
        at: Place,
    },
    /// Neither side can ever win (W r15).
    NoWin,
    /// The turn cap (W N31).
    TurnCap,
}

/// How many cards in the Reserves can carry hits.
pub const RESERVE_HITS: usize = 24;

/// A position of the game.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    /// The battlefield, French then Allied.
    pub sides: [Side; 2],
    /// Reserves and decks, by army.
    pub hands: [Hand; 3],
    /// Terrain in play.
    pub grounds: Grounds,
    /// Hits on cards in a Reserve (W N20); unused entries hold [`CardId::NONE`].
    pub reserve_hits: [(CardId, u8); RESERVE_HITS],
    /// The phase.
    pub phase: Phase,
    /// Whose turn it is.
    pub on_turn: Player,
    /// The Battle Turns begun, counted over both players from 1; 0 before the first.
    pub turn: u16,
    /// How far the phase has come: see `turn.rs`.
    pub step: u8,
    /// What is still to be done before the phase goes on.
    pub agenda: Agenda,
    /// What Special cards have in force.
    pub forces: Forces,
    /// The Specials that each player has played on each Position in this phase (W 13.0, N21).
    pub played: [[[CardId; 2]; POSITIONS]; 2],
    /// Troop cards that crossed each lane this turn (W 11.3).
    pub crossings: [u8; 3],
    /// The Positions in which an attack has been made in this Combat Phase, as bits (W r31).
    pub opened: u8,
    /// The Positions in which a reveal has just shown cards that Engaged, as bits: the other player is asked next.
    pub shown: u8,
    /// The players who have finished deploying.
    pub ready: crate::game::Players,
    /// Changes made to what had been deployed, by player; capped so that deployment ends.
    pub changes: [u8; 2],
    /// Whether the Prussians may be played (W 10.0); always true where they muster.
    pub arrived: bool,
    /// How the battle ended.
    pub ending: Option<Ending>,
}

impl State {
    /// Nothing dealt.
    pub(super) const EMPTY: Self = Self {
        sides: [Side::EMPTY; 2],
        hands: [Hand::EMPTY; 3],
        grounds: Grounds::EMPTY,
        reserve_hits: [(CardId::NONE, 0); RESERVE_HITS],
        phase: Phase::Deal,
        on_turn: Player(0),
        turn: 0,
        step: 0,
        agenda: Agenda::EMPTY,
        forces: Forces::EMPTY,
        played: [[[CardId::NONE; 2]; POSITIONS]; 2],
        crossings: [0; 3],
        opened: 0,
        shown: 0,
        ready: crate::game::Players::NONE,
        changes: [0; 2],
        arrived: true,
        ending: None,
    };

    /// The battlefield of `player`.
    #[inline]
    #[must_use]
    pub fn side(&self, player: Player) -> &Side {
        &self.sides[player.index() & 1]
    }

    #[inline]
    pub(super) fn side_mut(&mut self, player: Player) -> &mut Side {
        &mut self.sides[player.index() & 1]
    }

    /// Reserve and deck of `army`.
    #[inline]
    #[must_use]
    pub fn hand(&self, army: Army) -> &Hand {
        &self.hands[army.index()]
    }

    #[inline]
    pub(super) fn hand_mut(&mut self, army: Army) -> &mut Hand {
        &mut self.hands[army.index()]
    }

    /// How many cards `player` has in his Reserve.
    #[must_use]
    pub fn reserve_count(&self, player: Player) -> u32 {
        armies(player).iter().map(|&a| self.hand(a).reserve.count_ones()).sum()
    }

    /// The Troop cards that `player`'s enemy has at a Position. Face-down cards count: nobody can know better (W r36).
    #[inline]
    #[must_use]
    pub fn enemy_troops(&self, player: Player, at: Place) -> u64 {
        self.side(foe(player)).stacked_at(at)
    }

    /// Whether a Position is engaged for `player`: an enemy Troop card is there (W r27, r34).
    #[inline]
    #[must_use]
    pub fn is_engaged(&self, player: Player, at: Place) -> bool {
        self.enemy_troops(player, at) != 0
    }

    /// Whether moving to a Position is an Engage move for `player`: Troops, Generals or decoys of the enemy are there;
    /// Terrain alone does not count (W N9).
    #[inline]
    #[must_use]
    pub fn would_engage(&self, player: Player, at: Place) -> bool {
        self.side(foe(player)).at[at.index()] != 0
    }

    /// The Terrain that a slot occupies.
    #[inline]
    #[must_use]
    pub fn ground_of(&self, player: Player, slot: Slot) -> Option<u8> {
        let b = bit(slot);
        self.grounds.numbered().find(|(_, g)| g.holder == player && g.occupants & b != 0).map(|(n, _)| n)
    }

    /// The slots of `player` that occupy any Terrain.
    #[inline]
    #[must_use]
    pub fn on_ground(&self, player: Player) -> u64 {
        self.grounds.iter().filter(|g| g.holder == player).fold(0, |set, g| set | g.occupants)
    }

    /// Hits on a card, wherever it is.
    #[must_use]
    pub fn hits(&self, card: CardId) -> u8 {
        let side = self.side(card.army().player());
        side.slot_of(card).map_or_else(
            || self.reserve_hits.iter().find(|(c, _)| *c == card).map_or(0, |(_, n)| *n),
            |slot| side.hits[usize::from(slot)],
        )
    }

    /// Takes the hits of a card in a Reserve off the list.
    pub(super) fn take_reserve_hits(&mut self, card: CardId) -> u8 {
        let found = self.reserve_hits.iter_mut().find(|(c, _)| *c == card);
        found.map_or(0, |entry| std::mem::replace(entry, (CardId::NONE, 0)).1)
    }

    /// Notes the hits of a card that goes to a Reserve; with all entries taken they are dropped.
    pub(super) fn put_reserve_hits(&mut self, card: CardId, hits: u8) {
        if hits > 0
            && let Some(entry) = self.reserve_hits.iter_mut().find(|(c, _)| *c == CardId::NONE)
        {
            *entry = (card, hits);
        }
    }

    /// Where a card is.
    #[must_use]
    pub fn locate(&self, card: CardId) -> Location {
        let hand = self.hand(card.army());
        if hand.undrawn & card.bit() != 0 {
            return Location::Undrawn;
        }
        if hand.reserve & card.bit() != 0 {
            return Location::Reserve;
        }
        if let Some(slot) = self.side(card.army().player()).slot_of(card) {
            return Location::Slot(slot);
        }
        if let Some((number, _)) = self.grounds.numbered().find(|(_, g)| g.card == card) {
            return Location::Ground(number);
        }
        if hand.fixed() & card.bit() != 0 {
            return Location::Undrawn;
        }
        Location::Eliminated
    }

    /// Whether nothing must be done or decided before the phase goes on.
    #[inline]
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        self.agenda.is_empty() && self.shown == 0
    }

    /// The decision or step that comes first, if any.
    #[inline]
    #[must_use]
    pub fn task(&self) -> Option<Task> {
        self.agenda.top().copied()
    }
}

/// Where a card is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Location {
    /// Not drawn.
    Undrawn,
    /// In its owner's Reserve.
    Reserve,
    /// On the battlefield, in this slot.
    Slot(Slot),
    /// Terrain in play, by its number in [`State::grounds`].
    Ground(u8),
    /// Out of the game.
    Eliminated,
}
