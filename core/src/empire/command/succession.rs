//! What becomes of leaders: arrival, flight with their unit, death, and who takes over (E leader-casualty, A67, A68, P32).

use super::super::context::Ctx;
use super::super::event::{Casualty, Event};
use super::super::geometry::Point;
use super::super::leaders::{self, Facts, Fate};
use super::super::profile::Empire;
use super::super::state::{DivisionId, Host, LeaderId, Marks, Presence, UnitId};
use crate::chance::{Draws, Unmet};
use crate::game::Sink;

impl<D: Draws, S: Sink<Empire>> Ctx<'_, D, S> {
    /// Leaders who are due come onto the table (Q15).
    pub(in super::super) fn leaders_arrive(&mut self) {
        for n in 0..self.state.leaders.len() {
            let arrives = self.game.leaders[n].arrives;
            let who = &mut self.state.leaders[n];
            if who.presence == Presence::Waiting && arrives <= self.state.turn {
                who.presence = Presence::Table;
                let leader = LeaderId(n as u16);
                self.tell(|game, state| Event::LeaderArrived { leader, at: game.leader_place(state, leader) });
            }
        }
    }

    /// Successors take over (P32).
    pub(in super::super) fn successors(&mut self) {
        let turn = self.state.turn;
        for n in 0..self.state.divisions.len() {
            let state = &mut self.state.divisions[n];
            if state.successor != 0 && state.successor <= turn {
                state.successor = 0;
                state.acting = true;
                self.tell(|_, _| Event::Succeeded { division: DivisionId(n as u16) });
            }
        }
    }

    /// Writes down where those are who are beside a leader, before he falls.
    fn settle_beside(&mut self, leader: LeaderId) {
        let Some(division) = self.game.leaders[leader.index()].division else { return };
        for n in 0..self.state.leaders.len() {
            if self.state.leaders[n].host == Host::Division(division) {
                self.state.leaders[n].at = self.game.leader_place(self.state, LeaderId(n as u16));
            }
        }
    }

    /// A unit is destroyed: a leader with it stays where it fell until the leaders are rolled for (P32). Called when the unit
    /// is taken off, before or after.
    pub(in super::super) fn leader_of_lost(&mut self, unit: UnitId) {
        for n in 0..self.state.leaders.len() {
            if self.state.leaders[n].host == Host::Unit(unit) {
                self.state.leaders[n].at = self.on_the_table(self.unit(unit).pose.at);
            }
        }
    }

    /// A unit routs: a leader with it goes with it (P32), so there is nothing to do but to write down where he is.
    pub(in super::super) fn leader_routs(&mut self, unit: UnitId) {
        for n in 0..self.state.leaders.len() {
            if self.state.leaders[n].host == Host::Unit(unit) {
                self.state.leaders[n].at = self.on_the_table(self.unit(unit).pose.at);
            }
        }
    }

    /// One of its units has rallied: the division that had routed holds together again (P47).
    pub(in super::super) fn division_rallies(&mut self, unit: UnitId) {
        let division = self.profile(unit).division;
        if let Some(state) = self.state.divisions.get_mut(division.index()) {
            state.routed = false;
        }
    }

    /// The nearest point of the table.
    fn on_the_table(&self, at: Point) -> Point {
        let table = self.game.table();
        Point { x: at.x.clamp(0, table.width), y: at.y.clamp(0, table.depth) }
    }

    /// 8.0: who was with a unit that was fired at, fought or was destroyed this turn rolls (A67, P32).
    pub(in super::super) fn leader_casualties(&mut self) -> Result<(), Unmet> {
        for n in 0..self.state.leaders.len() {
            let leader = LeaderId(n as u16);
            let who = self.state.leaders[n];
            let Host::Unit(with) = who.host else { continue };
            if who.presence != Presence::Table {
                continue;
            }
            let unit = self.unit(with);
            let facts =
                Facts { in_assault: unit.marks.has(Marks::FOUGHT), unit_destroyed: unit.presence == Presence::Lost };
            if facts.in_assault || facts.unit_destroyed || unit.marks.has(Marks::UNDER_FIRE) {
                self.roll_for(leader, facts, with)?;
            }
        }
        Ok(())
    }

    /// A check of integrity is over: who was with a unit that it has cost rolls at once, at -2 (P32, Q64); who has rolled this turn
    /// already (A67) is only parted from it.
    pub(in super::super) fn leaders_of_the_lost(&mut self) -> Result<(), Unmet> {
        for n in 0..self.state.leaders.len() {
            let leader = LeaderId(n as u16);
            let who = self.state.leaders[n];
            let Host::Unit(with) = who.host else { continue };
            let unit = *self.unit(with);
            if who.presence != Presence::Table || unit.presence != Presence::Lost {
                continue;
            }
            if unit.marks.any(Marks::FOUGHT.and(Marks::UNDER_FIRE)) {
                self.leaves_lost(leader, with);
            } else {
                self.roll_for(leader, Facts { in_assault: false, unit_destroyed: true }, with)?;
            }
        }
        Ok(())
    }

    /// A leader stands alone where his unit was lost.
    fn leaves_lost(&mut self, leader: LeaderId, unit: UnitId) {
        let at = self.on_the_table(self.unit(unit).pose.at);
        let who = &mut self.state.leaders[leader.index()];
        (who.at, who.host) = (at, Host::None);
    }

    /// The roll for a leader who is with a unit (E leader-casualty).
    fn roll_for(&mut self, leader: LeaderId, facts: Facts, with: UnitId) -> Result<(), Unmet> {
        let die = self.die("leader", leader.0, self.game.leaders[leader.index()].player)?;
        let result = match leaders::resolve(&facts, die).fate {
            Fate::Killed => Casualty::Killed,
            Fate::Shaken => Casualty::Shaken,
            Fate::Unhurt => Casualty::None,
        };
        if facts.unit_destroyed {
            self.leaves_lost(leader, with);
        }
        match result {
            Casualty::Killed => self.kill(leader),
            Casualty::Shaken => self.state.leaders[leader.index()].no_rally = self.state.turn.saturating_add(1),
            Casualty::None => {}
        }
        self.tell(|_, _| Event::LeaderRolled { leader, roll: leaders::breakdown(&facts, die), result });
        Ok(())
    }

    /// A leader falls. His division has nobody until a successor takes over in the second command phase after this one (P32).
    fn kill(&mut self, leader: LeaderId) {
        self.settle_beside(leader);
        let at = self.on_the_table(self.game.leader_place(self.state, leader));
        let turn = self.state.turn;
        let who = &mut self.state.leaders[leader.index()];
        (who.at, who.presence, who.killed) = (at, Presence::Lost, turn);
        for division in &mut self.state.divisions {
            if division.leader == Some(leader) {
                division.leader = None;
                division.successor = turn.saturating_add(2);
            }
        }
    }
}
