//! What one viewer sees of a position, borrowed from it: the one place from which views are made and written.
//!
//! A [`View`] is collected from it, and its text can be written without making one. Both name the same fields in the same
//! order; lists are [`Listed`] here, and made as they are written.

use super::lean::{Lean, lean};
use super::specials::played;
use super::{ArmyView, ForceView, GroundView, HandView, PlayedView, SlotView, View};
use super::{is_own, knows_deck, open, screened, table};
use crate::game::{Player, Players, Viewer};
use crate::listed::Listed;
use crate::waterloo::Waterloo;
use crate::waterloo::agenda::Task;
use crate::waterloo::state::{Ending, Hand, Phase, RESERVE_HITS, State};
use crate::waterloo::types::{ALLIED, ARMY_CARDS, Army, CardId, FRENCH, KINDS, Place, cards, slots};
use serde::{Serialize, Serializer};

impl<I: Iterator + Clone> Lean for Listed<I> {
    fn goes_without_saying(&self) -> bool {
        self.0.clone().next().is_none()
    }
}

/// Cards of one army.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Cards<'a> {
    /// By number.
    Set(Army, u128),
    /// In an order of their own.
    Row(Army, &'a [u8]),
}

impl Cards<'_> {
    fn iter(self) -> impl Iterator<Item = CardId> {
        let (army, set, row) = match self {
            Self::Set(army, set) => (army, set, [].as_slice()),
            Self::Row(army, row) => (army, 0, row),
        };
        cards(army, set).chain(row.iter().map(move |&i| CardId::new(army, usize::from(i) % ARMY_CARDS)))
    }

    fn made(self) -> Vec<CardId> {
        match self {
            Self::Set(army, set) => cards(army, set).collect(),
            row @ Self::Row(..) => row.iter().collect(),
        }
    }
}

impl Serialize for Cards<'_> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_seq(self.iter())
    }
}

impl Lean for Cards<'_> {
    fn goes_without_saying(&self) -> bool {
        matches!(self, Self::Set(_, 0) | Self::Row(_, []))
    }
}

/// Hits on cards in a Reserve, by card; the first `len` count.
#[derive(Clone, Copy)]
pub(super) struct Hits {
    list: [(CardId, u8); RESERVE_HITS],
    len: usize,
}

impl Hits {
    fn of(state: &State) -> Self {
        let mut list = state.reserve_hits;
        // No card is the greatest number.
        list.sort_unstable();
        Self { list, len: list.iter().filter(|(card, _)| *card != CardId::NONE).count() }
    }

    fn list(&self) -> &[(CardId, u8)] {
        &self.list[..self.len]
    }
}

impl Serialize for Hits {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        self.list().serialize(s)
    }
}

impl Lean for Hits {
    fn goes_without_saying(&self) -> bool {
        self.len == 0
    }
}

/// A [`View`] in the making.
pub(super) struct Shown<'a, S, G, A, T, F, P> {
    battle: &'a str,
    viewer: Viewer,
    phase: Phase,
    on_turn: Player,
    turn: u16,
    to_act: Players,
    ready: Players,
    slots: Listed<S>,
    grounds: Listed<G>,
    armies: Listed<A>,
    step: u8,
    agenda: Listed<T>,
    forces: Listed<F>,
    played: Listed<P>,
    reserve_hits: Hits,
    crossings: [u8; 3],
    opened: u8,
    changes: [Option<u8>; 2],
    arrived: bool,
    ending: Option<Ending>,
}

impl<'a, S, G, A, T, F, P> Serialize for Shown<'a, S, G, A, T, F, P>
where
    S: Iterator<Item = SlotView> + Clone,
    G: Iterator<Item = GroundShown> + Clone,
    A: Iterator<Item = ArmyShown<'a>> + Clone,
    T: Iterator<Item = Task> + Clone,
    F: Iterator<Item = ForceView> + Clone,
    P: Iterator<Item = PlayedView> + Clone,
{
    lean!(fields View {
        battle, viewer, phase, on_turn, turn, to_act, ready, slots, grounds, armies;
        step, agenda, forces, played, reserve_hits, crossings, opened, changes, arrived, ending
    });
}

/// A [`GroundView`] in the making.
#[derive(Clone)]
pub(super) struct GroundShown {
    number: u8,
    card: CardId,
    at: Place,
    holder: Player,
    occupants: Occupants,
}

impl Serialize for GroundShown {
    lean!(fields GroundView { number, card, at, holder; occupants });
}

/// Slots, as bits.
#[derive(Clone, Copy, PartialEq, Default)]
struct Occupants(u64);

impl Serialize for Occupants {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_seq(slots(self.0))
    }
}

/// An [`ArmyView`] in the making.
#[derive(Clone)]
pub(super) struct ArmyShown<'a> {
    army: Army,
    reserve: u16,
    left: u16,
    known: bool,
    open: Cards<'a>,
    shown: Cards<'a>,
    returned: Cards<'a>,
    eliminated: Cards<'a>,
    unseen: Cards<'a>,
    hand: Option<HandShown<'a>>,
}

impl Serialize for ArmyShown<'_> {
    lean!(fields ArmyView { army, reserve, left; known, open, shown, returned, eliminated, unseen, hand });
}

/// A [`HandView`] in the making.
#[derive(Clone, PartialEq)]
struct HandShown<'a> {
    reserve: Cards<'a>,
    left: [u8; KINDS],
    moved: Cards<'a>,
    spent: Cards<'a>,
    withdrew: Cards<'a>,
    undrawn: Cards<'a>,
    top: Cards<'a>,
    bottom: Cards<'a>,
}

impl Serialize for HandShown<'_> {
    lean!(fields HandView { reserve, left; moved, spent, withdrew, undrawn, top, bottom });
}

impl Waterloo {
    /// What `viewer` sees of a position, field by field.
    pub(super) fn shown<'a>(
        &'a self,
        state: &'a State,
        viewer: Viewer,
    ) -> Shown<
        'a,
        impl Iterator<Item = SlotView> + Clone,
        impl Iterator<Item = GroundShown> + Clone,
        impl Iterator<Item = ArmyShown<'a>> + Clone,
        impl Iterator<Item = Task> + Clone,
        impl Iterator<Item = ForceView> + Clone,
        impl Iterator<Item = PlayedView> + Clone,
    > {
        let is_screened = move |player| screened(state.phase, state.ready, viewer, player);
        let changes = |player: Player| is_own(viewer, player).then_some(state.changes[player.index()]);
        Shown {
            battle: &self.setup.battle,
            viewer,
            phase: state.phase,
            on_turn: state.on_turn,
            turn: state.turn,
            to_act: self.acting(state),
            ready: state.ready,
            slots: Listed(
                [FRENCH, ALLIED]
                    .into_iter()
                    .filter(move |&p| !is_screened(p))
                    .flat_map(move |p| slots(state.side(p).all()).map(move |s| (p, s)))
                    .filter_map(move |(p, s)| self.slot_view(state, viewer, p, s)),
            ),
            grounds: Listed(state.grounds.numbered().filter(move |(_, g)| !is_screened(g.card.army().player())).map(
                |(number, g)| {
                    let (card, at, holder, occupants) = (g.card, g.at, g.holder, Occupants(g.occupants));
                    GroundShown { number, card, at, holder, occupants }
                },
            )),
            armies: Listed(self.armies().map(move |army| self.army_shown(state, viewer, army))),
            step: state.step,
            agenda: Listed(self.agenda_seen(state, viewer)),
            forces: Listed(state.forces.list().iter().map(move |force| self.force_view(viewer, force))),
            played: Listed(played(state)),
            reserve_hits: Hits::of(state),
            crossings: state.crossings,
            opened: state.opened,
            changes: [changes(FRENCH), changes(ALLIED)],
            arrived: state.arrived,
            ending: state.ending,
        }
    }

    fn army_shown<'a>(&self, state: &'a State, viewer: Viewer, army: Army) -> ArmyShown<'a> {
        let (player, hand, all) = (army.player(), state.hand(army), self.all_cards(army));
        let on_table = table(state, army);
        let own = is_own(viewer, player);
        let screen = screened(state.phase, state.ready, viewer, player);
        ArmyShown {
            army,
            reserve: (hand.reserve | if screen { on_table } else { 0 }).count_ones() as u16,
            left: hand.left(),
            known: knows_deck(hand),
            open: Cards::Set(army, open(state, army)),
            shown: Cards::Set(army, hand.shown),
            returned: Cards::Row(army, hand.returned()),
            eliminated: Cards::Set(army, hand.gone & all),
            unseen: Cards::Set(army, all & !self.seen(state, viewer, army)),
            hand: own.then(|| hand_shown(army, hand)),
        }
    }
}

fn hand_shown(army: Army, hand: &Hand) -> HandShown<'_> {
    HandShown {
        reserve: Cards::Set(army, hand.reserve),
        left: hand.left,
        moved: Cards::Set(army, hand.moved),
        spent: Cards::Set(army, hand.spent),
        withdrew: Cards::Set(army, hand.withdrew),
        undrawn: Cards::Set(army, hand.undrawn),
        top: Cards::Row(army, hand.top()),
        bottom: Cards::Row(army, hand.bottom()),
    }
}

impl<'a, S, G, A, T, F, P> From<Shown<'a, S, G, A, T, F, P>> for View
where
    S: Iterator<Item = SlotView>,
    G: Iterator<Item = GroundShown>,
    A: Iterator<Item = ArmyShown<'a>>,
    T: Iterator<Item = Task>,
    F: Iterator<Item = ForceView>,
    P: Iterator<Item = PlayedView>,
{
    fn from(shown: Shown<'a, S, G, A, T, F, P>) -> Self {
        Self {
            battle: shown.battle.to_owned(),
            viewer: shown.viewer,
            phase: shown.phase,
            on_turn: shown.on_turn,
            turn: shown.turn,
            to_act: shown.to_act,
            ready: shown.ready,
            slots: shown.slots.0.collect(),
            grounds: shown.grounds.0.map(GroundView::from).collect(),
            armies: shown.armies.0.map(ArmyView::from).collect(),
            step: shown.step,
            agenda: shown.agenda.0.collect(),
            forces: shown.forces.0.collect(),
            played: shown.played.0.collect(),
            reserve_hits: shown.reserve_hits.list().to_vec(),
            crossings: shown.crossings,
            opened: shown.opened,
            changes: shown.changes,
            arrived: shown.arrived,
            ending: shown.ending,
        }
    }
}

impl From<GroundShown> for GroundView {
    fn from(shown: GroundShown) -> Self {
        let GroundShown { number, card, at, holder, occupants } = shown;
        Self { number, card, at, holder, occupants: slots(occupants.0).collect() }
    }
}

impl From<ArmyShown<'_>> for ArmyView {
    fn from(shown: ArmyShown<'_>) -> Self {
        Self {
            army: shown.army,
            reserve: shown.reserve,
            left: shown.left,
            known: shown.known,
            open: shown.open.made(),
            shown: shown.shown.made(),
            returned: shown.returned.made(),
            eliminated: shown.eliminated.made(),
            unseen: shown.unseen.made(),
            hand: shown.hand.map(HandView::from),
        }
    }
}

impl From<HandShown<'_>> for HandView {
    fn from(shown: HandShown<'_>) -> Self {
        Self {
            reserve: shown.reserve.made(),
            left: shown.left,
            moved: shown.moved.made(),
            spent: shown.spent.made(),
            withdrew: shown.withdrew.made(),
            undrawn: shown.undrawn.made(),
            top: shown.top.made(),
            bottom: shown.bottom.made(),
        }
    }
}
