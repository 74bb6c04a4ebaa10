//! What each viewer has been told, in order.

use crate::game::{Game, Player, Sink, Viewer};
use serde::Serialize;
use std::sync::Arc;

use super::{Ending, MAX_ITEMS};

/// One thing that a viewer is told: an event of the game as he may see it, or one of the match.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Item<E> {
    /// Something happened in the game.
    Event(E),
    /// Something happened around it.
    Match(Note),
}

/// Something that happened to the match rather than in the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "snake_case")]
pub enum Note {
    /// Actions were taken back: the viewer's items from number `to` up to this one no longer stand. Those that still do
    /// and came after it follow again.
    Rewound {
        /// The number of the first item taken back, in the viewer's own count.
        to: usize,
    },
    /// A player asks to take back actions.
    UndoAsked {
        /// Who asks.
        by: Player,
        /// The first item that would be taken back, in the viewer's own count; nothing for a viewer who saw nothing of the
        /// action that is to be taken back, as its place would tell him when it was done.
        to: Option<usize>,
    },
    /// A player agrees to the taking back.
    UndoAgreed {
        /// Who agrees.
        by: Player,
    },
    /// A player does not agree to it; for the one who asked, he no longer wants it.
    UndoDeclined {
        /// Who declines.
        by: Player,
    },
    /// A player offers a draw.
    DrawOffered {
        /// Who offers.
        by: Player,
    },
    /// A player agrees to a draw.
    DrawAgreed {
        /// Who agrees.
        by: Player,
    },
    /// A player does not agree to a draw; for the one who offered it, he takes it back.
    DrawDeclined {
        /// Who declines.
        by: Player,
    },
    /// A player gave up.
    Resigned {
        /// Who.
        by: Player,
    },
    /// The match is over.
    Ended {
        /// How.
        ending: Ending,
    },
}

impl Note {
    /// In English; `name` gives what a player is called, as in `french`.
    pub fn text<S: std::fmt::Display>(self, name: impl Fn(Player) -> S) -> String {
        match self {
            Self::Rewound { .. } => "Taken back; what was told of it does not stand.".to_owned(),
            Self::UndoAsked { by, .. } => format!("The {} player asks to take back his last action.", name(by)),
            Self::UndoAgreed { by } => format!("The {} player agrees to it.", name(by)),
            Self::UndoDeclined { by } => format!("The {} player: it stands.", name(by)),
            Self::DrawOffered { by } => format!("The {} player offers a draw.", name(by)),
            Self::DrawAgreed { by } => format!("The {} player agrees to a draw.", name(by)),
            Self::DrawDeclined { by } => format!("The {} player: no draw.", name(by)),
            Self::Resigned { by } => format!("The {} player gives up.", name(by)),
            Self::Ended { ending } => match ending.winner() {
                Some(winner) => format!("The match is over: the {} player wins ({}).", name(winner), ending.code()),
                None => format!("The match is over: a draw ({}).", ending.code()),
            },
        }
    }
}

/// An item as the feeds share it between viewers.
pub type Shared<E> = Arc<Item<E>>;

/// The forms of one event, one a viewer.
pub(super) type Forms<E> = Vec<Option<Shared<E>>>;

/// All viewers of a game with `players` players, in the order of the feeds.
pub(super) fn viewers(players: u8) -> impl Iterator<Item = Viewer> {
    (0..players).map(|p| Viewer::Player(Player(p))).chain([Viewer::Public, Viewer::Referee])
}

/// Makes every viewer's form of each event at the moment it is emitted.
pub(super) struct Gather<E> {
    pub(super) events: Vec<Forms<E>>,
}

impl<E> Gather<E> {
    pub(super) fn new() -> Self {
        Self { events: Vec::new() }
    }
}

impl<G: Game> Sink<G> for Gather<G::Event> {
    const LIVE: bool = true;

    fn emit(&mut self, game: &G, state: &G::State, event: G::Event) {
        let whole = Arc::new(Item::Event(event));
        let Item::Event(event) = &*whole else { return };
        let forms = viewers(game.players()).map(|viewer| match viewer {
            Viewer::Referee => Some(Arc::clone(&whole)),
            _ => match game.redact(state, viewer, event) {
                Some(seen) if seen == *event => Some(Arc::clone(&whole)),
                seen => seen.map(|seen| Arc::new(Item::Event(seen))),
            },
        });
        self.events.push(forms.collect());
    }

    fn mark(&self) -> usize {
        self.events.len()
    }

    fn discard(&mut self, mark: usize) {
        self.events.truncate(mark);
    }
}

/// What every viewer has been told. Nothing is ever taken out again.
#[derive(Clone, Debug)]
pub(super) struct Feeds<E> {
    seen: Vec<Vec<Shared<E>>>,
}

impl<E> Feeds<E> {
    pub(super) fn new(players: u8) -> Self {
        Self { seen: viewers(players).map(|_| Vec::new()).collect() }
    }

    fn index(&self, viewer: Viewer) -> usize {
        let players = self.seen.len() - 2;
        match viewer {
            Viewer::Player(player) if player.index() < players => player.index(),
            Viewer::Player(_) | Viewer::Public => players,
            Viewer::Referee => players + 1,
        }
    }

    pub(super) fn of(&self, viewer: Viewer) -> &[Shared<E>] {
        &self.seen[self.index(viewer)]
    }

    /// Somebody has been told as much as one can be.
    pub(super) fn full(&self) -> bool {
        self.seen.iter().any(|feed| feed.len() >= MAX_ITEMS)
    }

    /// How many items each viewer has, in the order of [`viewers`].
    pub(super) fn marks(&self) -> Vec<u32> {
        self.seen.iter().map(|feed| feed.len() as u32).collect()
    }

    /// Adds events for the viewers that `to` lets through; says which viewers saw any of them.
    pub(super) fn take(&mut self, events: &[Forms<E>], to: impl Fn(usize) -> bool) -> u16 {
        let mut saw = 0;
        for forms in events {
            for (i, (feed, form)) in self.seen.iter_mut().zip(forms).enumerate() {
                if let Some(form) = form {
                    saw |= 1 << i;
                    if to(i) {
                        feed.push(Arc::clone(form));
                    }
                }
            }
        }
        saw
    }

    /// Tells everyone.
    pub(super) fn tell(&mut self, note: Note) {
        let item = Arc::new(Item::Match(note));
        self.seen.iter_mut().for_each(|feed| feed.push(Arc::clone(&item)));
    }

    /// Tells each viewer what `note` makes for his place in the order of [`viewers`].
    pub(super) fn tell_each(&mut self, note: impl Fn(usize) -> Option<Note>) {
        for (i, feed) in self.seen.iter_mut().enumerate() {
            if let Some(note) = note(i) {
                feed.push(Arc::new(Item::Match(note)));
            }
        }
    }
}
