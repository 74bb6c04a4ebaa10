//! What one viewer sees of a position (W 1.0, 4.1, 8.1, N27).
//!
//! [`Waterloo::seen`] decides which cards lie open to whom, and everything else that hides or shows a card asks it: views,
//! events, texts and pictures. A [`View`] is built from what is allowed, field by field; it never starts from the state
//! and takes things away.

use super::agenda::Task;
use super::event::{Event, Piece};
use super::state::{Ending, Hand, MARKS, Phase, Side, State};
use super::types::{ARMY_CARDS, Army, CardId, Formation, KINDS, Kind, Place, Slot, bit, cards, slots};
use super::{ALLIED, FRENCH, Waterloo};
use crate::game::{Player, Players, Viewer};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

/// What one viewer sees of a position: public facts, and the cards that lie open to him.
///
/// Lists are ordered by slot, by number or by card, so that their order tells nothing; only [`ArmyView::returned`] has an
/// order of its own, which everybody watched. A full position can be made from it once the hidden cards are chosen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
    /// What is still to be done before the phase goes on, innermost last.
    pub agenda: Vec<Task>,
    /// Who may act now.
    pub to_act: Players,
    /// The cards on the battlefield that the viewer sees lying there, French slots first.
    pub slots: Vec<SlotView>,
    /// Terrain in play, by number.
    pub grounds: Vec<GroundView>,
    /// The armies of this battle.
    pub armies: Vec<ArmyView>,
    /// Hits on cards in a Reserve, by card: they were seen when they were hit (W N20).
    pub reserve_hits: Vec<(CardId, u8)>,
    /// Troop cards that crossed each lane this turn (W 11.3).
    pub crossings: [u8; 3],
    /// The Positions in which an attack has been made in this Combat Phase, as bits (W r31).
    pub opened: u8,
    /// The players who have finished deploying.
    pub ready: Players,
    /// Changes made during deployment, French then Allied; only for a player who is the viewer.
    pub changes: [Option<u8>; 2],
    /// Whether the Prussians may be played (W 10.0).
    pub arrived: bool,
    /// How the battle ended.
    pub ending: Option<Ending>,
}

/// One card on the battlefield, face-up or face-down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
    pub card: Option<CardId>,
    /// Whether it lies face-up.
    pub up: bool,
    /// Its formation; Line for all but Infantry with a marker (W r9, N27).
    pub formation: Formation,
    /// Whether it is blown (W 7.31).
    pub blown: bool,
    /// Hits not yet tested; markers lie open.
    pub hits: u8,
    /// The Terrain it occupies, by number.
    pub on: Option<u8>,
    /// For a face-down card, how many entries [`ArmyView::returned`] had when it left the Reserve: it may be one of those
    /// cards and none of the later ones.
    pub since: u8,
    /// What everybody has seen it do.
    pub marks: Marks,
}

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

/// What everybody has seen a card on the battlefield do: this turn, and while it has lain face-down.
///
/// In text it is a list of names, in binary a number with bit `i` for the i-th name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Marks(u16);

impl Marks {
    /// Has used a Battle Move this turn.
    pub const MOVED: Self = Self(1);
    /// Has used a second one (W 8.3).
    pub const MOVED_TWICE: Self = Self(1 << 1);
    /// Has fired or used Shock this turn.
    pub const ACTED: Self = Self(1 << 2);
    /// Has changed formation this turn (W r52).
    pub const FORMED: Self = Self(1 << 3);
    /// Has Engaged this turn.
    pub const ENGAGED: Self = Self(1 << 4);
    /// Has Disengaged this turn.
    pub const WITHDREW: Self = Self(1 << 5);
    /// Has taken a hit in this Battle Turn (W 7.4).
    pub const STRUCK: Self = Self(1 << 6);
    /// Has come up from the Reserve this turn.
    pub const CAME_UP: Self = Self(1 << 7);
    /// Known to be Infantry.
    pub const KNOWN_INFANTRY: Self = Self(1 << 8);
    /// Known to be Cavalry.
    pub const KNOWN_CAVALRY: Self = Self(1 << 9);
    /// Known not to be Foot Artillery.
    pub const KNOWN_MOBILE: Self = Self(1 << 10);
    /// Known to be a Troop card.
    pub const KNOWN_TROOP: Self = Self(1 << 11);

    /// How many of [`MARKS`] are seen as marks.
    const COUNT: usize = 12;

    /// Whether all of `marks` are set.
    #[must_use]
    pub const fn has(self, marks: Self) -> bool {
        self.0 & marks.0 == marks.0
    }

    /// Sets `marks`.
    pub const fn set(&mut self, marks: Self) {
        self.0 |= marks.0;
    }

    /// The names of those that are set.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        MARKS
            .iter()
            .copied()
            .take(Self::COUNT)
            .enumerate()
            .filter(move |(i, _)| self.0 >> i & 1 == 1)
            .map(|(_, name)| name)
    }

    /// What the enemy has seen: a face-down card that came up from the Reserve may be any card of it, so that nobody sees
    /// what it did before (W r53).
    fn shown(side: &Side, slot: Slot) -> Self {
        let marks = Self::of(side, slot);
        let known = (side.up | side.known_cavalry) & bit(slot) != 0;
        if known { marks } else { Self(marks.0 & !(Self::MOVED_TWICE.0 | Self::WITHDREW.0)) }
    }

    fn of(side: &Side, slot: Slot) -> Self {
        let b = bit(slot);
        let sets = side.marks();
        Self(sets.iter().take(Self::COUNT).enumerate().fold(0, |marks, (i, set)| marks | u16::from(set & b != 0) << i))
    }
}

impl Serialize for Marks {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        if s.is_human_readable() { s.collect_seq(self.names()) } else { s.serialize_u16(self.0) }
    }
}

impl<'de> Deserialize<'de> for Marks {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        if !d.is_human_readable() {
            let marks = u16::deserialize(d)?;
            return if marks >> Self::COUNT == 0 { Ok(Self(marks)) } else { Err(D::Error::custom("unknown mark")) };
        }
        let names = Vec::<std::borrow::Cow<'_, str>>::deserialize(d)?;
        names.iter().try_fold(Self::default(), |marks, name| {
            match MARKS.iter().take(Self::COUNT).position(|n| n == name) {
                Some(i) => Ok(Self(marks.0 | 1 << i)),
                None => Err(D::Error::custom(format!("`{name}` is not one of {}", MARKS[..Self::COUNT].join(", ")))),
            }
        })
    }
}

/// A Terrain card in play (W 11.0).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
    pub occupants: Vec<Slot>,
}

/// One army: its Reserve, its deck, its losses.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ArmyView {
    /// The army.
    pub army: Army,
    /// How many cards lie in its Reserve; while its battleline is screened, all that it has drawn.
    pub reserve: u16,
    /// How many cards its Reinforcement deck has left.
    pub left: u16,
    /// Reserve cards that everybody sees: shown Generals, and cards under hit markers.
    pub open: Vec<CardId>,
    /// Generals that have been shown, wherever they are now (W N57).
    pub shown: Vec<CardId>,
    /// Cards that went back to the Reserve face-up and have not been seen since, oldest first: each is in the Reserve or
    /// lies face-down.
    pub returned: Vec<CardId>,
    /// Cards out of the game.
    pub eliminated: Vec<CardId>,
    /// The cards whose place the viewer does not know: they are undrawn, in the Reserve or face-down. Empty for an army of
    /// his own.
    pub unseen: Vec<CardId>,
    /// What only its own player sees.
    pub hand: Option<HandView>,
}

/// What an army's own player sees of its Reserve and deck.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandView {
    /// Cards in the Reserve.
    pub reserve: Vec<CardId>,
    /// Of those, the ones that have used a Battle Move this turn.
    pub moved: Vec<CardId>,
    /// Of those, the ones that may not leave it any more this turn.
    pub spent: Vec<CardId>,
    /// Of those, the ones that Disengaged this turn.
    pub withdrew: Vec<CardId>,
    /// Cards not drawn yet; nobody knows which of them the deck holds.
    pub undrawn: Vec<CardId>,
    /// Cards left in the deck by [`Kind`]; all in the first entry unless dealt by quota.
    pub left: [u8; KINDS],
}

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
fn is_own(viewer: Viewer, player: Player) -> bool {
    viewer == Viewer::Referee || viewer == Viewer::Player(player)
}

/// A battleline is hidden from the others until its player has finished deploying (W 4.1, N58).
fn screened(phase: Phase, ready: Players, viewer: Viewer, player: Player) -> bool {
    matches!(phase, Phase::Deal | Phase::Deployment) && !ready.has(player) && !is_own(viewer, player)
}

fn list(army: Army, set: u128) -> Vec<CardId> {
    cards(army, set).collect()
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
    /// face-up on the battlefield, Terrain in play, Reserve cards that lie open, and cards out of the game. This is the one
    /// place where it is decided what is hidden.
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
        let eliminated = all & !(hand.undrawn | hand.reserve | of(side.all()) | ground);
        let open = eliminated | open(state, army);
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
        let armies = self.armies();
        let mut reserve_hits: Vec<_> = state.reserve_hits.iter().copied().filter(|(c, _)| *c != CardId::NONE).collect();
        reserve_hits.sort_unstable();
        let is_screened = |player| screened(state.phase, state.ready, viewer, player);
        let changes = |player: Player| is_own(viewer, player).then_some(state.changes[player.index()]);
        View {
            battle: self.setup.battle.clone(),
            viewer,
            phase: state.phase,
            on_turn: state.on_turn,
            turn: state.turn,
            agenda: state.agenda.tasks().to_vec(),
            to_act: self.acting(state),
            slots: [FRENCH, ALLIED]
                .into_iter()
                .filter(|&p| !is_screened(p))
                .flat_map(|p| slots(state.side(p).all()).filter_map(move |s| self.slot_view(state, viewer, p, s)))
                .collect(),
            grounds: state
                .grounds
                .numbered()
                .filter(|(_, g)| !is_screened(g.card.army().player()))
                .map(|(number, g)| GroundView {
                    number,
                    card: g.card,
                    at: g.at,
                    holder: g.holder,
                    occupants: slots(g.occupants).collect(),
                })
                .collect(),
            armies: armies.map(|army| self.army_view(state, viewer, army)).collect(),
            reserve_hits,
            crossings: state.crossings,
            opened: state.opened,
            ready: state.ready,
            changes: [changes(FRENCH), changes(ALLIED)],
            arrived: state.arrived,
            ending: state.ending,
        }
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

    fn army_view(&self, state: &State, viewer: Viewer, army: Army) -> ArmyView {
        let (player, hand, all) = (army.player(), state.hand(army), self.all_cards(army));
        let on_table = table(state, army);
        let own = is_own(viewer, player);
        let screen = screened(state.phase, state.ready, viewer, player);
        ArmyView {
            army,
            reserve: (hand.reserve | if screen { on_table } else { 0 }).count_ones() as u16,
            left: hand.left(),
            open: list(army, open(state, army)),
            shown: list(army, hand.shown),
            returned: hand.returned().iter().map(|&i| CardId::new(army, usize::from(i))).collect(),
            eliminated: list(army, all & !(hand.undrawn | hand.reserve | on_table)),
            unseen: list(army, all & !self.seen(state, viewer, army)),
            hand: own.then(|| hand_view(army, hand)),
        }
    }

    fn see(&self, state: &State, viewer: Viewer, piece: &mut Piece) {
        piece.card = piece.card.filter(|&card| self.sees_card(state, viewer, card));
    }

    /// What `viewer` sees of an event that has just left `state` behind; `None` when he notices nothing.
    ///
    /// What an opponent does behind his screen is not noticed; what follows his `Ready` shows his battleline, and is no
    /// news to himself.
    #[must_use]
    pub fn redact_event(&self, state: &State, viewer: Viewer, event: &Event) -> Option<Event> {
        let mut event = event.clone();
        let own_news = |player| viewer == Viewer::Player(player);
        let deploying = matches!(state.phase, Phase::Deal | Phase::Deployment);
        let hides = |player| screened(state.phase, state.ready, viewer, player);
        match &mut event {
            Event::Drew { army, card, .. } => {
                if !is_own(viewer, army.player()) {
                    *card = None;
                }
            }
            Event::Laid { player, .. } => {
                if hides(*player) || deploying && state.ready.has(*player) && own_news(*player) {
                    return None;
                }
            }
            Event::Lined { piece, .. } => {
                if own_news(piece.player) || hides(piece.player) {
                    return None;
                }
                self.see(state, viewer, piece);
            }
            Event::Retired { piece, up, .. } => {
                if hides(piece.player) {
                    return None;
                }
                if !*up {
                    self.see(state, viewer, piece);
                }
            }
            Event::Attacked { piece, target, .. } => {
                self.see(state, viewer, piece);
                self.see(state, viewer, target);
            }
            Event::Deployed { piece, .. }
            | Event::TookBack { piece, .. }
            | Event::Removed { piece, .. }
            | Event::Moved { piece, .. }
            | Event::CameUp { piece, .. }
            | Event::Formed { piece, .. }
            | Event::Occupied { piece, .. }
            | Event::Left { piece, .. }
            | Event::Captured { piece, .. }
            | Event::Revealed { piece, .. }
            | Event::Committed { piece, .. }
            | Event::AttackLost { piece, .. }
            | Event::GeneralHit { piece, .. }
            | Event::Blown { piece }
            | Event::Hit { piece, .. }
            | Event::SetAside { piece, .. }
            | Event::Recovered { piece } => {
                if hides(piece.player) {
                    return None;
                }
                self.see(state, viewer, piece);
            }
            // Nothing in these is hidden: cards with hits have been seen, and a shown General lies open.
            Event::DealtAgain { .. }
            | Event::Ready { .. }
            | Event::TurnBegan { .. }
            | Event::PhaseBegan { .. }
            | Event::Rolled { .. }
            | Event::CaptureOpen { .. }
            | Event::Arrived { .. }
            | Event::DeckEmpty { .. }
            | Event::Played { .. }
            | Event::Cancelled { .. }
            | Event::Threw { .. }
            | Event::Forgave { .. }
            | Event::Shown { .. }
            | Event::Searched { .. }
            | Event::CameBack { .. }
            | Event::Lapsed { .. }
            | Event::Ended { .. } => {}
            Event::Peeked { army, cards, .. } => {
                if !is_own(viewer, army.player()) {
                    cards.clear();
                }
            }
        }
        Some(event)
    }
}

/// The cards of `army` on the battlefield, Terrain in play included.
fn table(state: &State, army: Army) -> u128 {
    let side = state.side(army.player());
    let standing = slots(side.all()).map(|s| side.card[usize::from(s)]);
    let laid = state.grounds.iter().map(|g| g.card);
    standing.chain(laid).filter(|c| c.army() == army).fold(0, |set, card| set | card.bit())
}

/// The Reserve cards of `army` that lie open to everybody: shown Generals, and cards under hit markers.
fn open(state: &State, army: Army) -> u128 {
    let hand = state.hand(army);
    let marked = state.reserve_hits.iter().filter(|(c, _)| *c != CardId::NONE && c.army() == army);
    hand.reserve & marked.fold(hand.shown, |set, (card, _)| set | card.bit())
}

fn hand_view(army: Army, hand: &Hand) -> HandView {
    HandView {
        reserve: list(army, hand.reserve),
        moved: list(army, hand.moved),
        spent: list(army, hand.spent),
        withdrew: list(army, hand.withdrew),
        undrawn: list(army, hand.undrawn),
        left: hand.left,
    }
}

#[cfg(test)]
mod tests;
