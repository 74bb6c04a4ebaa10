//! What one viewer sees of a position (W 1.0, 4.1, 8.1, N27).
//!
//! [`Waterloo::seen`] decides which cards lie open to whom, and everything else that hides or shows a card asks it: views,
//! events, texts and pictures. A [`View`] is built from what is allowed, field by field; it never starts from the state
//! and takes things away.

mod events;
mod lean;
mod marks;
mod shown;
mod specials;

pub use marks::Marks;
pub use specials::{ForceView, PlayedView, hidden_army, hidden_card};

use super::agenda::Task;
use super::state::{Ending, Hand, Phase, State};
use super::types::{ARMY_CARDS, Army, CardId, Formation, KINDS, Kind, Place, Slot, bit, slots};
use super::{ALLIED, FRENCH, Waterloo};
use crate::game::{Player, Players, Viewer};
use lean::lean;
use serde::Deserialize;

/// The most bytes that a view of a battle of the chart has as JSON, in the positions of games; a battle that is dealt larger
/// than the chart says (W N24) may have more.
pub const VIEW_BYTES: usize = 12 << 10;

/// About how many bytes a card on the battlefield takes in it, and all the rest.
const BYTES: [usize; 2] = [160, 4_096];

/// What one viewer sees of a position: public facts, and the cards that lie open to him.
///
/// Lists are ordered by slot, by number or by card, so that their order tells nothing; only [`ArmyView::returned`] has an
/// order of its own, which everybody watched. A full position can be made from it once the hidden cards are chosen.
///
/// In text, what is empty, 0 or not so is left out, but for what every view has.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(transform = crate::schema::lean))]
pub struct View {
    /// The battle's code, as in [`super::Setup::battle`].
    pub battle: String,
    /// Whose eyes it is for.
    pub viewer: Viewer,
    /// The phase.
    pub phase: Phase,
    /// Whose turn it is.
    pub on_turn: Player,
    /// The Battle Turns begun, counted over both players from 1; 0 before the first.
    pub turn: u16,
    /// Who may act now.
    pub to_act: Players,
    /// The players who have finished deploying.
    pub ready: Players,
    /// The cards on the battlefield that the viewer sees lying there, French slots first.
    pub slots: Vec<SlotView>,
    /// Terrain in play, by number.
    pub grounds: Vec<GroundView>,
    /// The armies of this battle.
    pub armies: Vec<ArmyView>,
    /// How far the phase has come, as in [`State::step`].
    #[serde(default)]
    pub step: u8,
    /// What is still to be done before the phase goes on, innermost last. A card that the viewer may not know is
    /// a [`hidden_card`] in it, and how far the enemy has come with cards that he looks at in secret is not told.
    #[serde(default)]
    pub agenda: Vec<Task>,
    /// What Specials have in force, oldest first.
    #[serde(default)]
    pub forces: Vec<ForceView>,
    /// Specials that have been played on a Position in this phase (W 13.0).
    #[serde(default)]
    pub played: Vec<PlayedView>,
    /// Hits on cards in a Reserve, by card: they were seen when they were hit (W N20).
    #[serde(default)]
    pub reserve_hits: Vec<(CardId, u8)>,
    /// Troop cards that crossed each lane this turn (W 11.3).
    #[serde(default)]
    pub crossings: [u8; 3],
    /// The Positions in which an attack has been made in this Combat Phase, as bits (W r31).
    #[serde(default)]
    pub opened: u8,
    /// Changes made during deployment, French then Allied; only for a player who is the viewer.
    #[serde(default)]
    pub changes: [Option<u8>; 2],
    /// Whether the Prussians may be played (W 10.0).
    #[serde(default)]
    pub arrived: bool,
    /// How the battle ended.
    #[serde(default)]
    pub ending: Option<Ending>,
}
lean!(View {
    battle, viewer, phase, on_turn, turn, to_act, ready, slots, grounds, armies;
    step, agenda, forces, played, reserve_hits, crossings, opened, changes, arrived, ending
});

/// One card on the battlefield, face-up or face-down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(transform = crate::schema::lean))]
pub struct SlotView {
    /// Its slot.
    pub slot: Slot,
    /// Whose it is.
    pub player: Player,
    /// The colour of its back.
    pub army: Army,
    /// Its Position.
    pub at: Place,
    /// The card, where the viewer sees its face or owns it.
    #[serde(default)]
    pub card: Option<CardId>,
    /// Whether it lies face-up.
    #[serde(default)]
    pub up: bool,
    /// Its formation; Line for all but Infantry with a marker (W r9, N27).
    #[serde(default)]
    pub formation: Formation,
    /// Whether it is blown (W 7.31).
    #[serde(default)]
    pub blown: bool,
    /// Hits not yet tested; markers lie open.
    #[serde(default)]
    pub hits: u8,
    /// The Terrain it occupies, by number.
    #[serde(default)]
    pub on: Option<u8>,
    /// For a face-down card, how many entries [`ArmyView::returned`] had when it left the Reserve: it may be one of those
    /// cards and none of the later ones.
    #[serde(default)]
    pub since: u8,
    /// What everybody has seen it do.
    #[serde(default)]
    pub marks: Marks,
}
lean!(SlotView { slot, player, army, at; card, up, formation, blown, hits, on, since, marks });

impl SlotView {
    /// Whether a viewer who does not see the card must reckon with this type. `decoys` is the option of W 14.0.
    #[must_use]
    pub fn may_be(&self, kind: Kind, decoys: bool) -> bool {
        let marks = self.marks;
        if marks.has(Marks::KNOWN_INFANTRY) || self.formation != Formation::Line {
            return kind == Kind::Infantry;
        }
        if marks.has(Marks::KNOWN_CAVALRY) {
            return kind == Kind::Cavalry;
        }
        match kind {
            Kind::FootArtillery => !marks.has(Marks::KNOWN_MOBILE),
            Kind::Infantry | Kind::Cavalry | Kind::HorseArtillery => true,
            _ => decoys && !marks.has(Marks::KNOWN_TROOP) && !marks.has(Marks::KNOWN_MOBILE),
        }
    }
}

/// A Terrain card in play (W 11.0).
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(transform = crate::schema::lean))]
pub struct GroundView {
    /// Its number.
    pub number: u8,
    /// The card.
    pub card: CardId,
    /// Its Position; for a River, the Position of its owner that it lies in front of.
    pub at: Place,
    /// The player whom it faces.
    pub holder: Player,
    /// The holder's slots that occupy it.
    #[serde(default)]
    pub occupants: Vec<Slot>,
}
lean!(GroundView { number, card, at, holder; occupants });

/// One army: its Reserve, its deck, its losses.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(transform = crate::schema::lean))]
pub struct ArmyView {
    /// The army.
    pub army: Army,
    /// How many cards lie in its Reserve; while its battleline is screened, all that it has drawn.
    pub reserve: u16,
    /// How many cards its Reinforcement deck has left.
    pub left: u16,
    /// Whether its owner knows which cards the deck holds: he has looked through it, or it was made of all there are.
    #[serde(default)]
    pub known: bool,
    /// Reserve cards that everybody sees: shown Generals, and cards under hit markers.
    #[serde(default)]
    pub open: Vec<CardId>,
    /// Generals that have been shown, wherever they are now (W N57).
    #[serde(default)]
    pub shown: Vec<CardId>,
    /// Cards that went back to the Reserve face-up and have not been seen since, oldest first: each is in the Reserve or
    /// lies face-down.
    #[serde(default)]
    pub returned: Vec<CardId>,
    /// Cards out of the game: lost, and Specials that have been played.
    #[serde(default)]
    pub eliminated: Vec<CardId>,
    /// The cards whose place the viewer does not know: they are undrawn, in the Reserve or face-down, or were never in the
    /// deck. Empty for an army of his own.
    #[serde(default)]
    pub unseen: Vec<CardId>,
    /// What only its own player sees.
    #[serde(default)]
    pub hand: Option<HandView>,
}
lean!(ArmyView { army, reserve, left; known, open, shown, returned, eliminated, unseen, hand });

/// What an army's own player sees of its Reserve and deck.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(transform = crate::schema::lean))]
pub struct HandView {
    /// Cards in the Reserve.
    pub reserve: Vec<CardId>,
    /// Cards left in the deck that have no fixed place, by [`Kind`]; all in the first entry unless dealt by quota.
    pub left: [u8; KINDS],
    /// Of the cards in the Reserve, the ones that have used a Battle Move this turn.
    #[serde(default)]
    pub moved: Vec<CardId>,
    /// Of those, the ones that may not leave it any more this turn.
    #[serde(default)]
    pub spent: Vec<CardId>,
    /// Of those, the ones that Disengaged this turn.
    #[serde(default)]
    pub withdrew: Vec<CardId>,
    /// Cards not drawn yet, without those that have a fixed place. Nobody knows which of them the deck holds, unless it is
    /// [known](ArmyView::known): then they are its cards.
    #[serde(default)]
    pub undrawn: Vec<CardId>,
    /// Cards that he knows to lie on top of the deck, the next one to be drawn first.
    #[serde(default)]
    pub top: Vec<CardId>,
    /// Cards that he knows to lie at the bottom of the deck, the uppermost first.
    #[serde(default)]
    pub bottom: Vec<CardId>,
}
lean!(HandView { reserve, left; moved, spent, withdrew, undrawn, top, bottom });

impl View {
    /// What comes first on the agenda.
    #[must_use]
    pub fn task(&self) -> Option<Task> {
        self.agenda.last().copied()
    }

    /// The cards of `player` at a Position, by slot.
    pub fn at(&self, player: Player, at: Place) -> impl Iterator<Item = &SlotView> {
        self.slots.iter().filter(move |s| s.player == player && s.at == at)
    }

    /// The card in a slot, if the viewer sees that the slot is taken.
    #[must_use]
    pub fn slot(&self, player: Player, slot: Slot) -> Option<&SlotView> {
        self.slots.iter().find(|s| s.player == player && s.slot == slot)
    }

    /// The Terrain with this number.
    #[must_use]
    pub fn ground(&self, number: u8) -> Option<&GroundView> {
        self.grounds.iter().find(|g| g.number == number)
    }

    /// An army of this battle.
    #[must_use]
    pub fn army(&self, army: Army) -> Option<&ArmyView> {
        self.armies.iter().find(|a| a.army == army)
    }

    /// Whether `player`'s battleline is hidden from this viewer: he is still deploying (W 4.1).
    #[must_use]
    pub fn screens(&self, player: Player) -> bool {
        screened(self.phase, self.ready, self.viewer, player)
    }
}

/// Whether `viewer` sees whatever `player` sees.
pub(super) fn is_own(viewer: Viewer, player: Player) -> bool {
    viewer == Viewer::Referee || viewer == Viewer::Player(player)
}

/// A battleline is hidden from the others until its player has finished deploying (W 4.1, N58).
pub(super) fn screened(phase: Phase, ready: Players, viewer: Viewer, player: Player) -> bool {
    matches!(phase, Phase::Deal | Phase::Deployment) && !ready.has(player) && !is_own(viewer, player)
}

impl Waterloo {
    /// Whom the position waits for (W 3.0, 4.1, 5.0): the French player to deal, whoever still deploys, the player on
    /// turn; nobody once the battle is over.
    #[must_use]
    pub(super) fn acting(&self, state: &State) -> Players {
        match state.phase {
            Phase::Deal => Players::only(FRENCH),
            Phase::Deployment => Players(Players::only(FRENCH).and(Players::only(ALLIED)).0 & !state.ready.0),
            Phase::Over => Players::NONE,
            _ => Players::only(state.task().map_or(state.on_turn, |task| self.decider(state, task))),
        }
    }

    /// All cards of `army` in this game, as a set.
    pub(super) fn all_cards(&self, army: Army) -> u128 {
        let len = self.roster(army).cards.len();
        if len >= ARMY_CARDS { u128::MAX } else { (1 << len) - 1 }
    }

    /// The cards of `army` whose place `viewer` sees: all for their owner and for the referee; for others those that lie
    /// face-up on the battlefield, Terrain in play, Reserve cards that lie open, Generals who have been set aside, and cards
    /// out of the game. This is the one place where it is decided what is hidden.
    #[must_use]
    pub fn seen(&self, state: &State, viewer: Viewer, army: Army) -> u128 {
        let (player, hand, all) = (army.player(), state.hand(army), self.all_cards(army));
        if is_own(viewer, player) {
            return all;
        }
        let side = state.side(player);
        let of = |set: u64| {
            let of_army = |&card: &CardId| card != CardId::NONE && card.army() == army;
            slots(set).map(|s| side.card[usize::from(s)]).filter(of_army).fold(0, |set, card| set | card.bit())
        };
        let ground = state.grounds.iter().filter(|g| g.card.army() == army).fold(0, |set, g| set | g.card.bit());
        let open = (hand.gone & all) | self.aside(state, army) | open(state, army);
        if screened(state.phase, state.ready, viewer, player) { open } else { open | of(side.up) | ground }
    }

    /// Whether `viewer` sees which card `card` is and where it is. Which cards an army may still draw is no secret;
    /// whether one of them is undrawn, in the Reserve or face-down is.
    #[must_use]
    pub fn sees_card(&self, state: &State, viewer: Viewer, card: CardId) -> bool {
        self.has_card(card) && self.seen(state, viewer, card.army()) & card.bit() != 0
    }

    /// What `viewer` sees of a position.
    #[must_use]
    pub fn view_of(&self, state: &State, viewer: Viewer) -> View {
        self.shown(state, viewer).into()
    }

    /// Appends what `viewer` sees of a position as JSON, the bytes of its [`View`], without making one.
    pub(super) fn write_view_of(&self, state: &State, viewer: Viewer, out: &mut Vec<u8>) {
        let standing = [FRENCH, ALLIED].map(|player| state.side(player).all().count_ones() as usize);
        // Whoever has set room aside knows better.
        if out.capacity() == 0 {
            out.reserve(BYTES[0] * (standing[0] + standing[1]) + BYTES[1]);
        }
        // Memory takes everything, and every part has a form in text.
        let _ = serde_json::to_writer(out, &self.shown(state, viewer));
    }

    fn slot_view(&self, state: &State, viewer: Viewer, player: Player, slot: Slot) -> Option<SlotView> {
        let side = state.side(player);
        let (b, i) = (bit(slot), usize::from(slot));
        let card = side.card[i];
        Some(SlotView {
            slot,
            player,
            army: card.army(),
            at: side.place(slot)?,
            card: (is_own(viewer, player) || side.up & b != 0).then_some(card),
            up: side.up & b != 0,
            formation: side.formation(slot),
            blown: side.blown & b != 0,
            hits: side.hits[i],
            on: state.ground_of(player, slot),
            since: side.since[i],
            marks: if is_own(viewer, player) { Marks::of(side, slot) } else { Marks::shown(side, slot) },
        })
    }
}

/// The cards of `army` on the battlefield, Terrain in play included.
pub(super) fn table(state: &State, army: Army) -> u128 {
    let side = state.side(army.player());
    let standing = slots(side.all()).map(|s| side.card[usize::from(s)]);
    let laid = state.grounds.iter().map(|g| g.card);
    standing.chain(laid).filter(|c| c.army() == army).fold(0, |set, card| set | card.bit())
}

/// The Reserve cards of `army` that lie open to everybody: shown Generals, and cards under hit markers.
pub(super) fn open(state: &State, army: Army) -> u128 {
    let hand = state.hand(army);
    let marked = state.reserve_hits.iter().filter(|(c, _)| *c != CardId::NONE && c.army() == army);
    hand.reserve & marked.fold(hand.shown, |set, (card, _)| set | card.bit())
}

/// Whether the cards not drawn are exactly those of the deck. Everybody can tell: before a search they are more, unless the
/// deck was made of all cards there are.
pub(super) fn knows_deck(hand: &Hand) -> bool {
    hand.left.iter().map(|&n| u32::from(n)).sum::<u32>() == hand.undrawn.count_ones()
}

#[cfg(test)]
mod tests;
