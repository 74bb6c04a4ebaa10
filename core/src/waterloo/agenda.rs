//! What is still to be done before the phase goes on, innermost last: windows for Special cards, attacks that have been
//! declared, Specials taking effect, choices. The last entry is what happens or is asked next; with none left the phase
//! itself goes on.

use super::specials::program::{When, Window};
use super::types::{Attack, CardId, Place, Slot};
use crate::game::Player;
use serde::{Deserialize, Serialize};

/// What a Special is played on, or what it is doing something to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// Nothing.
    #[default]
    Nothing,
    /// A Position.
    Place(Place),
    /// A card on the table.
    Slot {
        /// Whose.
        player: Player,
        /// Its slot.
        slot: Slot,
    },
    /// Terrain in play, by its number.
    Ground(u8),
    /// A card that is not on the table.
    Card(CardId),
    /// One of several answers, counted from 0.
    Option(u8),
}

impl Subject {
    /// A card on the table.
    #[must_use]
    pub const fn slot(player: Player, slot: Slot) -> Self {
        Self::Slot { player, slot }
    }
}

/// Where a Special stands in its program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Frame {
    /// The Special.
    pub card: CardId,
    /// What it was played on.
    pub aim: Subject,
    /// What its operations act on now.
    pub it: Subject,
    /// The number that a handler gave.
    pub value: i8,
    /// The list of operations, by its number in the program.
    pub list: u8,
    /// The next operation of that list.
    pub at: u8,
}

/// How many dice one operation of a Special may roll.
pub const THROW: usize = 8;
/// How many answers a handler may ask for.
pub const ANSWERS: usize = 8;

/// One thing still to be done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Task {
    /// Nothing: what stood here has been cancelled.
    #[default]
    Nothing,
    /// A player may play a Special (W r66, N28).
    Window {
        /// Which window.
        window: Window,
        /// Who is asked.
        player: Player,
        /// The Position that it is about, or the Reserve.
        at: Place,
        /// The card that it is about.
        event: Subject,
    },
    /// A card committed to an attack must choose its target (W N3).
    Target {
        /// The attacker.
        slot: Slot,
        /// Fire or Shock.
        how: Attack,
    },
    /// An attack has been declared; its dice come next.
    Attack {
        /// Who attacks.
        player: Player,
        /// The attacker.
        slot: Slot,
        /// How.
        how: Attack,
        /// The target.
        target: Slot,
        /// Whether the Special in the frame below makes it.
        special: bool,
    },
    /// Vacant Terrain falls to engaged Infantry: which cards take it (W N6, N8)?
    Capture {
        /// The Terrain, by its number in [`super::State::grounds`].
        ground: u8,
        /// How many cards have taken it so far; after the first the player may stop.
        taken: u8,
    },
    /// A Special has left a Position too full to be sorted out by moves: the player on turn sends cards to the Reserve until
    /// the limits are met (W N67).
    Excess,
    /// A card that has failed its rolls leaves, unless a Special has kept it.
    Leave {
        /// The card.
        card: CardId,
        /// How many of its rolls failed.
        failed: u8,
    },
    /// A Special has been played and takes effect next.
    Play {
        /// The Special.
        card: CardId,
        /// What it was played on.
        aim: Subject,
    },
    /// A Special goes on with its program.
    Run(Frame),
    /// The operation of the frame below lets a player choose cards.
    Choose {
        /// How many have been chosen.
        count: u8,
        /// Which, by slot.
        chosen: u64,
    },
    /// The operation of the frame below goes on with the next card.
    Each {
        /// The first slot not yet reached: the card's own player's from 0, the enemy's from 64.
        next: u8,
    },
    /// What waits for a moment is done, one entry in force after another.
    Watch {
        /// The moment.
        when: When,
        /// The first entry not yet looked at.
        next: u8,
    },
    /// The operation of the frame below goes on with the next die.
    Throw {
        /// How many dice are left.
        left: u8,
        /// Their faces, the next one first.
        faces: [u8; THROW],
    },
    /// The operation of the frame below draws more cards.
    Draw {
        /// How many.
        left: u8,
    },
    /// The owner of the attacker chooses the target of the attack that the frame below makes.
    Aim,
    /// The owner may place the card of the frame below (see [`super::specials::program::Op::Place`]).
    Place,
    /// The owner may show a General.
    Show,
    /// The owner takes a card out of his deck.
    Search,
    /// The owner has looked at the top of his deck: he takes one card, then says which go to the bottom, then in which order
    /// the others lie on top.
    Peek {
        /// 0: take one; 1: to the bottom; 2: on top.
        stage: u8,
        /// How many of the cards on top have not been dealt with.
        left: u8,
    },
    /// The handler of the frame below is asked again with these answers.
    Handler {
        /// What it waits for: 0 nothing, else a choice of the program by number, from 1.
        wait: u8,
        /// How many answers there are.
        len: u8,
        /// The answers: dice as they fell, choices by slot or number.
        answers: [u8; ANSWERS],
    },
}

/// How deep it may go. A Special may only be played where [`ROOM`] entries are free.
pub const AGENDA: usize = 16;
/// What one Special can need: itself, its answer, nested lists, a choice, an attack with its window.
pub const ROOM: usize = 8;

/// What is still to be done, innermost last.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Agenda {
    tasks: [Task; AGENDA],
    len: u8,
}

impl Agenda {
    pub(super) const EMPTY: Self = Self { tasks: [Task::Nothing; AGENDA], len: 0 };

    /// What comes next.
    #[inline]
    #[must_use]
    pub fn top(&self) -> Option<&Task> {
        self.tasks.get(usize::from(self.len).wrapping_sub(1))
    }

    #[inline]
    pub(super) fn top_mut(&mut self) -> Option<&mut Task> {
        self.tasks.get_mut(usize::from(self.len).wrapping_sub(1))
    }

    /// All of it, outermost first.
    #[must_use]
    pub fn tasks(&self) -> &[Task] {
        self.tasks.get(..usize::from(self.len)).unwrap_or(&self.tasks)
    }

    pub(super) fn tasks_mut(&mut self) -> &mut [Task] {
        let len = usize::from(self.len).min(AGENDA);
        &mut self.tasks[..len]
    }

    /// Whether nothing is left to do.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many more entries there may be.
    #[must_use]
    pub fn room(&self) -> usize {
        AGENDA.saturating_sub(usize::from(self.len))
    }

    /// Adds an entry; says whether there was room.
    #[inline]
    pub(super) fn push(&mut self, task: Task) -> bool {
        let Some(entry) = self.tasks.get_mut(usize::from(self.len)) else { return false };
        *entry = task;
        self.len += 1;
        true
    }

    /// Takes the last entry off. Entries not in use are [`Task::Nothing`], so that equal agendas are equal bytes.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<Task> {
        let i = usize::from(self.len).checked_sub(1)?;
        self.len -= 1;
        self.tasks.get_mut(i).map(std::mem::take)
    }

    /// The frame of the Special that is acting: the innermost.
    #[must_use]
    pub fn frame(&self) -> Option<Frame> {
        self.tasks().iter().rev().find_map(|task| if let Task::Run(frame) = task { Some(*frame) } else { None })
    }

    /// The window that is open or was opened last around what happens now.
    #[must_use]
    pub fn window(&self) -> Option<(Window, Place, Subject)> {
        self.tasks().iter().rev().find_map(|task| match *task {
            Task::Window { window, at, event, .. } => Some((window, at, event)),
            _ => None,
        })
    }
}
