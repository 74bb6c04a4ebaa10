//! Sending orders (E orders-table, orders-modifiers; A62 to A66, P33, P47, P50, Q47).

use super::super::action::Action;
use super::super::context::Ctx;
use super::super::event::Event;
use super::super::orders::{self, Facts, resolve};
use super::super::profile::Empire;
use super::super::refusal::Refusal;
use super::super::rolls;
use super::super::state::{Coming, DivisionId, Host, LeaderId, Presence, State};
use super::super::units::Order;
use super::is_higher;
use crate::chance::{Draws, Unmet};
use crate::explain::Breakdown;
use crate::game::{Player, Sink};
use std::cmp::Reverse;

/// The orders that there are (L11).
pub(in super::super) const ORDERS: [Order; 3] = [Order::Attack, Order::Defend, Order::Reserve];

impl Empire {
    /// Whether `leader` commands `division`: the leader of its corps, or one of the army (Q47).
    pub(in super::super) fn commands(&self, leader: LeaderId, division: DivisionId) -> bool {
        let pair = (self.leaders.get(leader.index()), self.divisions.get(division.index()));
        matches!(pair, (Some(leader), Some(division)) if rolls::commands(leader, division))
    }

    /// Whether a corps or army leader is with a division, so that his order is automatic (A66): beside its leader, or attached
    /// to one of its units.
    pub(in super::super) fn is_with_division(&self, state: &State, leader: LeaderId, division: DivisionId) -> bool {
        match state.leaders[leader.index()].host {
            Host::None => false,
            Host::Division(with) => with == division,
            Host::Unit(unit) => self.units.get(unit.index()).is_some_and(|unit| unit.division == division),
        }
    }

    pub(in super::super) fn may_order(
        &self,
        state: &State,
        player: Player,
        leader: LeaderId,
        division: DivisionId,
        order: Order,
    ) -> Result<(), Refusal> {
        let (Some(who), Some(whom)) = (self.leaders.get(leader.index()), self.divisions.get(division.index())) else {
            return Err(Refusal::NoSuch);
        };
        if who.player != player || whom.player != player {
            return Err(Refusal::NotOwn);
        }
        let (sender, receiver) = (&state.leaders[leader.index()], &state.divisions[division.index()]);
        if sender.presence != Presence::Table {
            return Err(Refusal::NoLeader);
        }
        if sender.no_orders >= state.turn {
            return Err(Refusal::NoOrders);
        }
        if !is_higher(who.rank) || !self.commands(leader, division) {
            return Err(Refusal::NotUnderHim);
        }
        if self.on_table(state, division).next().is_none() {
            return Err(Refusal::NotHere);
        }
        if receiver.sent {
            return Err(Refusal::OrderSent);
        }
        if receiver.routed {
            return Err(Refusal::DivisionRouted);
        }
        if receiver.coming.map_or(receiver.order, |coming| coming.order) == order {
            return Err(Refusal::SameOrder);
        }
        Ok(())
    }

    /// What counts for the delay of an order.
    pub(in super::super) fn order_facts(
        &self,
        state: &State,
        leader: LeaderId,
        division: DivisionId,
        order: Order,
    ) -> Facts {
        let profile = &self.divisions[division.index()];
        let from = self.leader_place(state, leader);
        let receiver = match self.present_leader(state, division) {
            Some(receiver) => Some(self.leaders[receiver.index()].rating),
            None => state.divisions[division.index()].acting.then_some(0),
        };
        let in_division = |unit: super::super::state::UnitId| self.unit(unit).division == division;
        Facts {
            sender: self.leaders[leader.index()].rating,
            receiver,
            nation: profile.nation,
            cavalry: profile.cavalry,
            distance: self.headquarters(state, division, from).map_or(0, |to| from.distance(to)),
            engaged: state.contacts.iter().any(|c| in_division(c.attacker) || in_division(c.defender)),
            from: state.divisions[division.index()].order,
            to: order,
            dominating: self.dominates(state, division),
            attached: self.is_with_division(state, leader, division),
        }
    }

    /// Whether a division occupies dominating ground: half of its units on the table or more stand on a hill (Q47).
    fn dominates(&self, state: &State, division: DivisionId) -> bool {
        let (mut high, mut all) = (0, 0);
        for (_, unit) in self.on_table(state, division) {
            all += 1;
            high += u32::from(self.ground.level(unit.pose.at) > 0);
        }
        high > 0 && 2 * high >= all
    }

    /// Offers for each division that may be sent one, every other order by its best sender.
    pub(in super::super) fn suggest_orders(&self, state: &State, player: Player, out: &mut Vec<Action>) {
        for &division in self.rolls.divisions_of(player) {
            let receiver = &state.divisions[division.index()];
            if receiver.sent || receiver.routed {
                continue;
            }
            let able = |id: &&LeaderId| {
                let sender = &state.leaders[id.index()];
                sender.presence == Presence::Table && sender.no_orders < state.turn
            };
            let senders = self.rolls.senders[division.index()].iter().filter(able);
            let best = senders.min_by_key(|&&id| Reverse(self.worth_as_sender(state, id, division)));
            let Some(&leader) = best else { continue };
            let fits = |order: &Order| self.may_order(state, player, leader, division, *order).is_ok();
            out.extend(ORDERS.into_iter().filter(fits).map(|order| Action::Order { leader, division, order }));
        }
    }

    /// How soon the order of a leader is likely to act: who is on the spot first; else a point of rating is worth two of the
    /// die, and 30 inches cost one.
    fn worth_as_sender(&self, state: &State, leader: LeaderId, division: DivisionId) -> (bool, i32) {
        let from = self.leader_place(state, leader);
        let far = self.headquarters(state, division, from).map_or(0, |to| from.distance(to));
        let rating = i32::from(self.leaders[leader.index()].rating);
        (self.is_with_division(state, leader, division), 2 * rating - orders::steps(far))
    }

    /// The die's modifiers; nothing for an order that is automatic.
    pub(in super::super) fn order_numbers(
        &self,
        state: &State,
        leader: LeaderId,
        division: DivisionId,
        order: Order,
    ) -> Vec<Breakdown> {
        let facts = self.order_facts(state, leader, division, order);
        if facts.attached {
            return Vec::new();
        }
        let mut numbers = Breakdown::new("orders");
        orders::modifiers(&facts, &mut numbers);
        vec![numbers]
    }
}

impl<D: Draws, S: Sink<Empire>> Ctx<'_, D, S> {
    pub(in super::super) fn do_order(
        &mut self,
        leader: LeaderId,
        division: DivisionId,
        order: Order,
    ) -> Result<(), Unmet> {
        let facts = self.game.order_facts(self.state, leader, division, order);
        let die = if facts.attached {
            None
        } else {
            Some(self.die("order", division.0, self.game.divisions[division.index()].player)?)
        };
        let delay = resolve(&facts, die.unwrap_or(1)).delay;
        let turn = self.state.turn.saturating_add(delay);
        let receiver = &mut self.state.divisions[division.index()];
        receiver.sent = true;
        receiver.coming = Some(Coming { order, turn });
        self.tell(|_, _| {
            let roll = die.map(|die| orders::breakdown(&facts, die));
            Event::OrderSent { leader, division, order, roll, delay }
        });
        Ok(())
    }
}
