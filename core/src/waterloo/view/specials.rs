//! What one viewer sees of Special cards: what is under way, what is in force, what has been played (W 13.0).
//!
//! Special cards act openly, so almost all of it is public. Three things are not: which card an enemy has drawn by one,
//! which face-down card it has sent home, and what he does with cards that he looks at in secret.

use super::{is_own, lean::lean};
use crate::game::{Player, Viewer};
use crate::waterloo::Waterloo;
use crate::waterloo::agenda::{Frame, Subject, Task};
use crate::waterloo::specials::Code;
use crate::waterloo::specials::force::Force;
use crate::waterloo::specials::program::Op;
use crate::waterloo::state::State;
use crate::waterloo::types::{Army, CardId, Place};
use serde::Deserialize;

/// One thing that a Special has in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(transform = crate::schema::lean))]
pub struct ForceView {
    /// The Special.
    pub card: CardId,
    /// The operation of its program, by list and place in the list.
    pub op: (u8, u8),
    /// The first moment at which it counts: four a Battle Turn, one for each phase and one for the end of the turn.
    pub from: u16,
    /// The last one; 65535 for the end of the battle.
    pub until: u16,
    /// What the Special was played on.
    #[serde(default)]
    pub aim: Subject,
    /// What the operation acts on; [`hidden_card`] where the viewer may not know it.
    #[serde(default)]
    pub it: Subject,
    /// The number that a handler gave.
    #[serde(default)]
    pub value: i8,
    /// How often it has been used; for a card held in the Reserve, 1 where everybody saw which card went.
    #[serde(default)]
    pub used: u8,
    /// How often it can still be used, where that is limited.
    #[serde(default)]
    pub uses: Option<u8>,
    /// The counter of its card.
    #[serde(default)]
    pub counter: u8,
}
lean!(ForceView { card, op, from, until; aim, it, value, used, uses, counter });

/// A Special that has been played on a Position in this phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayedView {
    /// Who played it.
    pub player: Player,
    /// On which Position.
    pub at: Place,
    /// The card.
    pub card: CardId,
}

/// What stands for a card of an army where the viewer may not know which one it is.
#[must_use]
pub const fn hidden_card(army: Army) -> CardId {
    CardId(u16::MAX - 1 - army as u16)
}

/// The army of a card of which the viewer may know no more; none for any other card.
#[must_use]
pub const fn hidden_army(card: CardId) -> Option<Army> {
    match u16::MAX.wrapping_sub(1).wrapping_sub(card.0) {
        0 => Some(Army::French),
        1 => Some(Army::British),
        2 => Some(Army::Prussian),
        _ => None,
    }
}

/// A card that the viewer may not know.
const fn hidden(card: CardId) -> Subject {
    Subject::Card(hidden_card(card.army()))
}

/// The Specials played in this phase, French first, by Position.
pub(super) fn played(state: &State) -> impl Iterator<Item = PlayedView> + Clone {
    let places = (0..).map(Player).zip(&state.played).flat_map(|(player, places)| {
        Place::POSITIONS.into_iter().zip(places).map(move |(at, cards)| (player, at, cards))
    });
    places.flat_map(|(player, at, cards)| {
        let there = cards.iter().filter(|&&card| card != CardId::NONE);
        there.map(move |&card| PlayedView { player, at, card })
    })
}

/// Whether a list of operations acts on cards that its player has drawn unseen. A handler's parts may.
fn is_secret(code: &Code, mut list: u8) -> bool {
    while list != 0 {
        let parent = code.lists.iter().zip(0..).find_map(|(ops, number)| {
            let at = ops.subs.iter().position(|subs| subs.contains(&list))?;
            Some((number, &ops.ops[at]))
        });
        match parent {
            Some((_, Op::Search { .. })) => return false,
            Some((_, Op::Draw { .. })) | None => return true,
            Some((number, _)) if number < list => list = number,
            Some(_) => return true,
        }
    }
    false
}

impl Waterloo {
    /// The Generals of an army who have been set aside, as a set: what is in force names them.
    pub(in crate::waterloo) fn aside(&self, state: &State, army: Army) -> u128 {
        state.forces.list().iter().fold(0, |set, force| match (self.force_op(force), force.it) {
            (Some(Op::SetAside { .. }), Subject::Card(card)) if card.army() == army => set | card.bit(),
            _ => set,
        })
    }

    /// The operation of an entry in force.
    pub(in crate::waterloo) fn force_op(&self, force: &Force) -> Option<&Op> {
        self.code(force.card)?.op(force.op)
    }

    /// What is under way, as a viewer sees it.
    pub(in crate::waterloo) fn agenda_seen<'a>(
        &'a self,
        state: &'a State,
        viewer: Viewer,
    ) -> impl Iterator<Item = Task> + Clone + 'a {
        state.agenda.tasks().iter().scan(None, move |frame: &mut Option<&'a Frame>, task| {
            let own = frame.is_none_or(|frame| is_own(viewer, frame.card.army().player()));
            let seen = match *task {
                Task::Run(frame) => Task::Run(Frame { it: self.frame_it(viewer, &frame), ..frame }),
                Task::Peek { stage, left } if stage > 0 && !own => {
                    Task::Peek { stage: 1, left: frame.map_or(left, |frame| self.peeked(state, frame)) }
                }
                task => task,
            };
            if let Task::Run(inner) = task {
                *frame = Some(inner);
            }
            Some(seen)
        })
    }

    /// How many cards are to be put back when a card of those looked at has been taken.
    pub(in crate::waterloo) fn peeked(&self, state: &State, frame: &Frame) -> u8 {
        let left = state.hand(frame.card.army()).left();
        match self.frame_op(frame) {
            Some(Op::Peek { count }) => u16::from(count.saturating_sub(1)).min(left) as u8,
            _ => 0,
        }
    }

    fn frame_it(&self, viewer: Viewer, frame: &Frame) -> Subject {
        let own = is_own(viewer, frame.card.army().player());
        match frame.it {
            Subject::Card(card) if !own && self.code(frame.card).is_none_or(|code| is_secret(code, frame.list)) => {
                hidden(card)
            }
            it => it,
        }
    }

    /// An entry in force, as a viewer sees it.
    pub(in crate::waterloo) fn force_view(&self, viewer: Viewer, force: &Force) -> ForceView {
        let own = is_own(viewer, force.card.army().player());
        let op = self.force_op(force);
        let it = match (force.it, op) {
            (Subject::Card(card), Some(Op::Retire { .. })) => {
                if force.used > 0 || is_own(viewer, card.army().player()) { force.it } else { hidden(card) }
            }
            (Subject::Card(_), Some(Op::SetAside { .. })) => force.it,
            (Subject::Card(card), _)
                if !own && self.code(force.card).is_none_or(|code| is_secret(code, force.op.0)) =>
            {
                hidden(card)
            }
            (it, _) => it,
        };
        let uses = match op {
            Some(Op::Permit { uses, .. }) => uses.map(|n| n.saturating_sub(force.used)),
            Some(Op::Limit { what: crate::waterloo::specials::program::Bound::Engagers, to, .. }) => {
                to.map(|n| n.saturating_sub(force.used))
            }
            _ => None,
        };
        ForceView {
            card: force.card,
            op: force.op,
            from: force.from,
            until: force.until,
            // What is about a card off the table may be played on it.
            aim: if force.aim == force.it { it } else { force.aim },
            it,
            value: force.value,
            used: force.used,
            uses,
            counter: force.counter,
        }
    }
}
