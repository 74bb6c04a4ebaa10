//! 3.0 and 4.0: who leads, where leaders are, and who has the initiative. Orders are in `issue`, rides in `riding`, the loss of
//! leaders and their successors in `succession`.

mod issue;
mod riding;
mod succession;

pub(super) use issue::ORDERS;

use super::context::Ctx;
use super::event::Event;
use super::geometry::Point;
use super::initiative::{self, Command, Facts};
use super::profile::Empire;
use super::state::{Division, DivisionId, Host, LeaderId, Marks, Presence, State, Unit, UnitId};
use super::units::{Arm, Order, Rank, Status};
use crate::chance::{Draws, Unmet};
use crate::cite::Cite;
use crate::explain::{Breakdown, Tally};
use crate::game::{Player, Players, Sink};

/// After so many ties of a first roll the first side has the initiative: a source of dice that always ties must not hang a
/// battle (Q45).
const REROLLS: u8 = 20;

impl Empire {
    /// Where a leader is: with the unit that he is attached to, beside the leader of the division that he is with, or where he
    /// rode.
    ///
    /// # Panics
    /// For a number that names no leader.
    #[must_use]
    pub fn leader_place(&self, state: &State, id: LeaderId) -> Point {
        let leader = &state.leaders[id.index()];
        match leader.host {
            Host::None => leader.at,
            Host::Unit(unit) => state.units.get(unit).map_or(leader.at, |unit| unit.pose.at),
            Host::Division(division) => match self.present_leader(state, division) {
                Some(other) if !matches!(state.leaders[other.index()].host, Host::Division(_)) => {
                    self.leader_place(state, other)
                }
                _ => leader.at,
            },
        }
    }

    /// The leader of a division, if he is alive and on the table.
    #[must_use]
    pub fn present_leader(&self, state: &State, division: DivisionId) -> Option<LeaderId> {
        let leader = state.divisions.get(division.index())?.leader?;
        (state.leaders.get(leader.index())?.presence == Presence::Table).then_some(leader)
    }

    /// Whether a division has nobody to lead it: neither its leader nor a successor (E integrity, initiative).
    #[must_use]
    pub fn is_leaderless(&self, state: &State, division: DivisionId) -> bool {
        self.present_leader(state, division).is_none() && !state.divisions[division.index()].acting
    }

    /// From where a division is led, as seen from `from`: its leader's place, else that of its nearest unit on the table, with
    /// which a successor is (P32) and to which the way of an order is measured (P33). `None` without any.
    #[must_use]
    pub fn headquarters(&self, state: &State, division: DivisionId, from: Point) -> Option<Point> {
        if let Some(leader) = self.present_leader(state, division) {
            return Some(self.leader_place(state, leader));
        }
        let places = self.on_table(state, division).map(|(_, unit)| unit.pose.at);
        places.min_by_key(|at| at.distance(from))
    }

    /// The units of a division that stand on the table, without screens, in order.
    pub(super) fn on_table<'a>(
        &'a self,
        state: &'a State,
        division: DivisionId,
    ) -> impl Iterator<Item = (UnitId, &'a Unit)> + 'a {
        let units = self.divisions.get(division.index()).map_or(&[][..], |profile| &profile.units);
        units.iter().filter_map(|&id| Some((id, state.units.get(id)?))).filter(|(_, unit)| unit.is_here())
    }

    /// What counts for the initiative (E initiative, A61). Only what both sides can see counts: hidden units do not, and a
    /// division counts when a unit of it is in sight on the table (Q45).
    #[must_use]
    pub fn initiative_facts(&self, state: &State) -> Facts {
        let side = |player: Player| {
            let mut command = Command { had_it: state.initiative == Some(player), ..Command::default() };
            for (n, _) in self.divisions.iter().enumerate().filter(|(_, profile)| profile.player == player) {
                let id = DivisionId(n as u16);
                let seen = |unit: &Unit| !unit.marks.has(Marks::HIDDEN);
                let (mut present, mut steady) = (false, false);
                for (unit, stands) in self.on_table(state, id).filter(|(_, unit)| seen(unit)) {
                    present = true;
                    steady |= stands.is_steady();
                    let rides = self.unit(unit).arm() == Arm::Cavalry && stands.status != Status::Routed;
                    command.cavalry = command.cavalry.saturating_add(u8::from(rides));
                }
                let attacks = steady && state.divisions[n].order == Order::Attack;
                command.leaderless =
                    command.leaderless.saturating_add(u8::from(present && self.is_leaderless(state, id)));
                command.attacking = command.attacking.saturating_add(u8::from(attacks));
            }
            let present = |n: &usize| state.leaders[*n].presence == Presence::Table;
            let own = (0..self.leaders.len()).filter(|n| self.leaders[*n].player == player).filter(present);
            command.commander = own.map(|n| (self.leaders[n].rank, self.leaders[n].rating)).max().map_or(0, |(_, r)| r);
            command
        };
        Facts { sides: [side(Player(0)), side(Player(1))] }
    }
}

impl<D: Draws, S: Sink<Empire>> Ctx<'_, D, S> {
    /// The command stage ends: orders of leaders on the spot act (A66, Q52), then the roll for initiative (A61).
    pub(super) fn roll_initiative(&mut self) -> Result<(), Unmet> {
        self.orders_act();
        for division in &mut self.state.divisions {
            division.sent = false;
        }
        let facts = self.game.initiative_facts(self.state);
        let mut dice = [0; 2];
        let mut holder = None;
        for _ in 0..REROLLS {
            for player in Players::first(2).iter() {
                dice[player.index()] = self.die("initiative", u16::from(player.0), player)?;
            }
            holder = initiative::resolve(&facts, dice).winner;
            if holder.is_some() {
                break;
            }
        }
        let holder = holder.unwrap_or(Player(0));
        self.state.initiative = Some(holder);
        self.tell(|_, _| {
            let roll = |player: Player| {
                let mut roll = Breakdown::new("initiative");
                roll.add("die", i16::from(dice[player.index()]), Cite("E A61"), String::new);
                initiative::total(&facts, player, &mut roll);
                roll
            };
            Event::Initiative { rolls: [roll(Player(0)), roll(Player(1))], holder }
        });
        Ok(())
    }

    /// Orders that are due take effect (A65).
    pub(super) fn orders_act(&mut self) {
        for n in 0..self.state.divisions.len() {
            let due = self.state.divisions[n].coming.filter(|coming| coming.turn <= self.state.turn);
            if let Some(coming) = due {
                let division = DivisionId(n as u16);
                self.state.divisions[n].coming = None;
                self.take_order(division, coming.order);
                self.tell(|_, _| Event::OrderActs { division, order: coming.order });
            }
        }
    }

    /// Puts a division under an order. One that is to defend does so where its units stand now (L11).
    pub(super) fn take_order(&mut self, division: DivisionId, order: Order) {
        if let Some(Division { order: was, .. }) = self.state.divisions.get_mut(division.index()) {
            *was = order;
        }
        if order == Order::Defend {
            let game = self.game;
            for &id in game.divisions.get(division.index()).map_or(&[][..], |profile| &profile.units) {
                self.edit(id, |unit| unit.anchor = unit.pose.at);
            }
        }
    }
}

/// Whether a leader of this rank commands divisions.
const fn is_higher(rank: Rank) -> bool {
    matches!(rank, Rank::Corps | Rank::Army)
}
