//! Riding and attaching (E leader-moves, P14, Q16, Q49).

use super::super::action::Action;
use super::super::allowance;
use super::super::context::Ctx;
use super::super::event::Event;
use super::super::geometry::{Facing, Point};
use super::super::profile::{Empire, LeaderProfile};
use super::super::refusal::Refusal;
use super::super::state::{DivisionId, Host, LeaderId, Marks, Presence, State, UnitId};
use super::super::units::{Order, Rank, Status};
use super::is_higher;
use crate::chance::{Draws, Unmet};
use crate::game::{Player, Sink};

/// The most rides that are offered at once.
const OFFERS: usize = 12;

impl Empire {
    /// The leader of that number if `player` may have him ride now.
    fn rider(&self, state: &State, player: Player, leader: LeaderId) -> Result<&LeaderProfile, Refusal> {
        let profile = self.leaders.get(leader.index()).ok_or(Refusal::NoSuch)?;
        if profile.player != player {
            return Err(Refusal::NotOwn);
        }
        let who = &state.leaders[leader.index()];
        if who.presence != Presence::Table {
            return Err(Refusal::NoLeader);
        }
        if who.moved {
            return Err(Refusal::HasRidden);
        }
        if let Host::Unit(unit) = who.host {
            let host = &state.units[unit];
            let routed_now = host.status == Status::Routed && host.marks.has(Marks::ROUTED_NOW);
            if host.presence == Presence::Lost || routed_now {
                return Err(Refusal::CarriedAway);
            }
        }
        Ok(profile)
    }

    /// Whether somebody may ride straight from one point to another: over any ground but rivers and what nobody enters (P14, Q49).
    fn is_rideable(&self, from: Point, to: Point) -> bool {
        if from == to {
            return true;
        }
        let way = self.ground.stretch(from, to);
        !way.impassable && !way.river
    }

    pub(in super::super) fn may_ride(
        &self,
        state: &State,
        player: Player,
        leader: LeaderId,
        to: Point,
    ) -> Result<(), Refusal> {
        let profile = self.rider(state, player, leader)?;
        if !to.in_range() || to.x < 0 || to.y < 0 || to.x > self.table.width || to.y > self.table.depth {
            return Err(Refusal::OffTable);
        }
        let from = self.leader_place(state, leader);
        if from == to {
            return Err(Refusal::NothingToDo);
        }
        let may = allowance::leader(profile.rank);
        if !from.within(to, may) {
            return Err(Refusal::TooFarToRide { far: from.distance(to).max(may + 1), may });
        }
        if !self.is_rideable(from, to) {
            return Err(Refusal::Impassable);
        }
        match self.enemy_over(state, player, to) {
            Some(by) => Err(Refusal::Blocked { by }),
            None => Ok(()),
        }
    }

    /// The enemy unit in sight that covers a point.
    fn enemy_over(&self, state: &State, player: Player, at: Point) -> Option<UnitId> {
        let mut near = Vec::new();
        state.units.near(at, self.longest() + 1, &mut near);
        near.into_iter().find(|&id| {
            let unit = &state.units[id];
            self.unit(id).player != player && !unit.marks.has(Marks::HIDDEN) && self.block(id, unit).contains(at)
        })
    }

    pub(in super::super) fn may_attach(
        &self,
        state: &State,
        player: Player,
        leader: LeaderId,
        host: Host,
    ) -> Result<(), Refusal> {
        let profile = self.rider(state, player, leader)?;
        if state.leaders[leader.index()].host == host {
            return Err(Refusal::NothingToDo);
        }
        let (from, may) = (self.leader_place(state, leader), allowance::leader(profile.rank));
        let (far, to) = match host {
            Host::None => return Ok(()),
            Host::Unit(id) => {
                let (Some(unit), Some(joined)) = (state.units.get(id), self.units.get(id.index())) else {
                    return Err(Refusal::NoSuch);
                };
                if joined.player != player {
                    return Err(Refusal::NotOwn);
                }
                if joined.parent.is_some() || !self.leads_unit(profile, joined.division) {
                    return Err(Refusal::NotHisTroops);
                }
                if !unit.is_here() {
                    return Err(Refusal::NotHere);
                }
                if unit.marks.has(Marks::ABANDONED) {
                    return Err(Refusal::Abandoned);
                }
                (self.block(id, unit).distance_to(from), unit.pose.at)
            }
            Host::Division(id) => {
                let joined = self.divisions.get(id.index()).ok_or(Refusal::NoSuch)?;
                if joined.player != player {
                    return Err(Refusal::NotOwn);
                }
                if !is_higher(profile.rank) || !self.commands(leader, id) {
                    return Err(Refusal::NotHisTroops);
                }
                let to = self.headquarters(state, id, from).ok_or(Refusal::NotHere)?;
                if self.on_table(state, id).next().is_none() {
                    return Err(Refusal::NotHere);
                }
                (from.distance(to), to)
            }
        };
        if far > may {
            return Err(Refusal::TooFarToRide { far, may });
        }
        if self.is_rideable(from, to) { Ok(()) } else { Err(Refusal::Impassable) }
    }

    /// Whether a leader's own troops are of this division (Q16): a divisional leader's his division, a higher one's all under
    /// him.
    pub(in super::super) fn leads_unit(&self, leader: &LeaderProfile, division: DivisionId) -> bool {
        match leader.rank {
            Rank::Division => leader.division == Some(division),
            Rank::Corps => self.divisions[division.index()].corps == leader.corps,
            Rank::Army => true,
        }
    }

    /// Offers rides for the leaders of a side, most urgent first, at most [`OFFERS`]: to a routed or a disordered unit that he may
    /// rally, to a division on attack orders, back to his troops.
    pub(in super::super) fn suggest_rides(&self, state: &State, player: Player, out: &mut Vec<Action>) {
        let mut found: Vec<(u8, Action)> = Vec::new();
        for &leader in self.rolls.leaders_of(player) {
            let Ok(profile) = self.rider(state, player, leader) else { continue };
            let ride = match profile.rank {
                Rank::Division => profile.division.and_then(|division| self.divisional_ride(state, leader, division)),
                Rank::Corps | Rank::Army => self.higher_ride(state, leader),
            };
            found.extend(ride);
        }
        found.sort_by_key(|(urgency, _)| *urgency);
        out.extend(found.into_iter().take(OFFERS).map(|(_, action)| action));
    }

    /// To the routed unit of his division in reach, the disordered one, or back to his division when he is far from it.
    fn divisional_ride(&self, state: &State, leader: LeaderId, division: DivisionId) -> Option<(u8, Action)> {
        let player = self.leaders[leader.index()].player;
        let (host, from) = (state.leaders[leader.index()].host, self.leader_place(state, leader));
        let worth = |id: UnitId| match state.units[id].status {
            Status::Routed => 0,
            Status::Disordered => 1,
            Status::Good => 4,
        };
        if let Host::Unit(with) = host
            && worth(with) < 4
        {
            return None;
        }
        let mut best: Option<(u8, i32, UnitId)> = None;
        let mut nearest: Option<(i32, UnitId)> = None;
        for (id, unit) in self.on_table(state, division).filter(|(_, unit)| !unit.marks.has(Marks::ABANDONED)) {
            let far = unit.pose.at.distance(from);
            if nearest.is_none_or(|(least, _)| far < least) {
                nearest = Some((far, id));
            }
            let key = (worth(id), far, id);
            if key.0 < 4
                && best.is_none_or(|best| key < best)
                && self.may_attach(state, player, leader, Host::Unit(id)).is_ok()
            {
                best = Some(key);
            }
        }
        if let Some((urgency, _, id)) = best {
            return Some((urgency, Action::Attach { leader, host: Host::Unit(id) }));
        }
        let (far, id) = nearest?;
        if far <= self.house().command_radius / 2 {
            return None;
        }
        Some((3, self.toward(state, leader, Host::Unit(id), state.units[id].pose.at)?))
    }

    /// To the nearest division under him that is on attack orders and on the table.
    fn higher_ride(&self, state: &State, leader: LeaderId) -> Option<(u8, Action)> {
        if !matches!(state.leaders[leader.index()].host, Host::None) {
            return None;
        }
        let from = self.leader_place(state, leader);
        let under = self.rolls.under[leader.index()].iter().copied();
        let attacking = under.filter(|id| state.divisions[id.index()].order == Order::Attack);
        let places = attacking.filter_map(|id| Some((self.headquarters(state, id, from)?, id)));
        let (to, division) = places.min_by_key(|(to, _)| to.distance(from))?;
        Some((2, self.toward(state, leader, Host::Division(division), to)?))
    }

    /// Attaches him there if that is within reach, else rides as far as he can that way.
    fn toward(&self, state: &State, leader: LeaderId, host: Host, to: Point) -> Option<Action> {
        let profile = &self.leaders[leader.index()];
        if self.may_attach(state, profile.player, leader, host).is_ok() {
            return Some(Action::Attach { leader, host });
        }
        let from = self.leader_place(state, leader);
        let way = Facing::to(from, to);
        let far = from.distance(to).min(allowance::leader(profile.rank) - 10);
        let to = from.ahead(way, far);
        self.may_ride(state, profile.player, leader, to).is_ok().then_some(Action::Ride { leader, to })
    }
}

impl<D: Draws, S: Sink<Empire>> Ctx<'_, D, S> {
    pub(in super::super) fn do_ride(&mut self, leader: LeaderId, to: Point) -> Result<(), Unmet> {
        let who = &mut self.state.leaders[leader.index()];
        (who.at, who.host, who.moved) = (to, Host::None, true);
        self.tell(|_, _| Event::Rode { leader, to, host: Host::None });
        Ok(())
    }

    pub(in super::super) fn do_attach(&mut self, leader: LeaderId, host: Host) -> Result<(), Unmet> {
        let at = self.game.leader_place(self.state, leader);
        let to = match host {
            Host::None => at,
            Host::Unit(unit) => self.unit(unit).pose.at,
            Host::Division(division) => self.game.headquarters(self.state, division, at).unwrap_or(at),
        };
        let who = &mut self.state.leaders[leader.index()];
        (who.at, who.host) = (to, host);
        // Who only parts from his host has not ridden.
        who.moved |= host != Host::None;
        self.tell(|_, _| Event::Rode { leader, to, host });
        Ok(())
    }
}
