//! What every part of the rules works with while an action is carried out.

use super::event::Event;
use super::profile::{Empire, Profile};
use super::state::{Presence, State, Unit, UnitId};
use super::streams;
use crate::chance::{Draws, Kind, Request, Unmet};
use crate::explain::Breakdown;
use crate::game::{Player, Sink};

/// The position that an action changes, with its draws and its events.
pub(super) struct Ctx<'a, D, S> {
    pub(super) game: &'a Empire,
    pub(super) state: &'a mut State,
    pub(super) draws: &'a mut D,
    pub(super) sink: &'a mut S,
}

impl<D: Draws, S: Sink<Empire>> Ctx<'_, D, S> {
    /// Whether anybody listens: only then are events and breakdowns made.
    pub(super) const LIVE: bool = S::LIVE;

    /// Tells what happened. `make` is called only when somebody listens.
    #[inline]
    pub(super) fn tell(&mut self, make: impl FnOnce(&Empire, &State) -> Event) {
        if Self::LIVE {
            let event = make(self.game, self.state);
            self.sink.emit(self.game, self.state, event);
        }
    }

    /// One d10 of `player`'s for a purpose, 1 to 10; `subject` is the number of the unit, leader or division it is for.
    pub(super) fn die(&mut self, code: &'static str, subject: u16, player: Player) -> Result<u8, Unmet> {
        let request =
            Request { code, subject, stream: streams::dice(player), kind: Kind::Dice { count: 1, sides: 10 } };
        Ok(self.draws.dice(request)?.faces().first().copied().unwrap_or(1))
    }

    pub(super) fn unit(&self, id: UnitId) -> &Unit {
        &self.state.units[id]
    }

    pub(super) fn profile(&self, id: UnitId) -> &Profile {
        self.game.unit(id)
    }

    /// Changes a unit in anything but its place.
    pub(super) fn edit<T>(&mut self, id: UnitId, change: impl FnOnce(&mut Unit) -> T) -> Option<T> {
        self.state.units.edit(id, change)
    }

    pub(super) fn set_presence(&mut self, id: UnitId, presence: Presence) {
        self.state.units.set_presence(id, presence);
    }

    /// The breakdown that `add` makes, when somebody listens; else an empty one, for an event that is never made.
    pub(super) fn shown(what: &'static str, add: impl FnOnce(&mut Breakdown)) -> Breakdown {
        let mut made = Breakdown::in_quarters(what);
        if Self::LIVE {
            add(&mut made);
        }
        made
    }
}
