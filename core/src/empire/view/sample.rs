//! Positions that fit a view.
//!
//! What an enemy hides are orders on their way and units in hiding. A hidden unit has not moved, or it would have been seen: it is
//! where and how the scenario puts it. An order on its way is any that [`Empire::comings`] allows, each as likely as the others.
//! A leader who seems to be alone on the very spot of a hidden unit may be with it.

use super::super::command::ORDERS;
use super::super::profile::Empire;
use super::super::roster::Units;
use super::super::state::{Coming, DivisionId, Host, LeaderId, Marks, Presence, Stage, State, Unit, UnitId};
use super::super::streams;
use super::View;
use crate::chance::{Draws, Kind, Request, Unmet};
use crate::game::{Player, Viewer};

/// The longest delay of the orders table.
pub(in super::super) const MAX_DELAY: u8 = 4;

impl Empire {
    /// Every combination of an order on its way to a division and of having been sent one this turn: in the command stage an
    /// order of this turn is on its way and has been sent, an older one has not; later nobody asks when it was sent.
    pub(in super::super) fn comings(&self, state: &State, division: DivisionId) -> Vec<(Option<Coming>, bool)> {
        let turn = state.turn;
        let mut found = vec![(None, false)];
        let mut add = |turns: std::ops::RangeInclusive<u8>, sent: bool| {
            for turn in turns {
                found.extend(ORDERS.map(|order| (Some(Coming { order, turn }), sent)));
            }
        };
        if state.stage != Stage::Command {
            add(turn + 1..=turn + MAX_DELAY, false);
            return found;
        }
        if turn > 1 {
            add(turn + 1..=turn + MAX_DELAY - 1, false);
        }
        let attached = |n: usize| {
            let id = LeaderId(n as u16);
            state.leaders[n].presence == Presence::Table
                && self.commands(id, division)
                && self.is_with_division(state, id, division)
        };
        let soonest = if (0..state.leaders.len()).any(attached) { turn } else { turn + 1 };
        add(soonest..=turn + MAX_DELAY, true);
        found
    }

    pub(in super::super) fn determinise_view<D: Draws>(&self, view: &View, draws: &mut D) -> Result<State, Unmet> {
        let knows = |side: Player| view.viewer == Viewer::Referee || view.viewer == Viewer::Player(side);
        let mut units: Vec<Unit> = Vec::with_capacity(self.units.len());
        let opening = self.opening();
        let mut seen = view.units.iter().peekable();
        for (id, unit) in opening.units.iter() {
            match seen.next_if(|unit| unit.id == id) {
                Some(unit) => units.push(unit.unit()),
                None => units.push(Unit { presence: self.presence_unseen(view, id, unit), ..*unit }),
            }
        }
        let mut state = State {
            turn: view.turn,
            stage: view.stage,
            on_turn: view.on_turn,
            ready: view.ready,
            initiative: view.initiative,
            pending: view.pending.clone(),
            pursuits: view.pursuits.iter().copied().collect(),
            units: Units::new(units),
            leaders: view.leaders.clone(),
            divisions: view.divisions.clone(),
            objectives: view.objectives.clone(),
            contacts: view.contacts.clone(),
            fires: view.fires.clone(),
            ending: view.ending,
        };
        for n in 0..state.leaders.len() {
            let leader = LeaderId(n as u16);
            if !knows(self.leaders[n].player)
                && state.leaders[n].host == Host::None
                && state.leaders[n].presence == Presence::Table
            {
                let hosts = self.hidden_hosts(&state, leader);
                if !hosts.is_empty() {
                    let chosen = pick(draws, "leader-host", leader.0, hosts.len() + 1)?;
                    state.leaders[n].host = hosts.get(chosen).map_or(Host::None, |unit| Host::Unit(*unit));
                }
            }
        }
        for n in 0..state.divisions.len() {
            if !knows(self.divisions[n].player) {
                let all = self.comings(&state, DivisionId(n as u16));
                let chosen = pick(draws, "coming-order", n as u16, all.len())?;
                let (coming, sent) = all.get(chosen).copied().unwrap_or_default();
                (state.divisions[n].coming, state.divisions[n].sent) = (coming, sent);
            }
        }
        Ok(state)
    }

    /// Whether a unit that is not seen has come onto the table: it comes at the start of its side's movement, unless somebody
    /// stands in its place (Q15).
    fn presence_unseen(&self, view: &View, id: UnitId, unit: &Unit) -> Presence {
        let profile = self.unit(id);
        if profile.arrives <= 1 || unit.presence != Presence::Waiting {
            return unit.presence;
        }
        let first = view
            .initiative
            .map_or(Player(0), |holder| if self.house().initiative_moves_first { holder } else { Self::enemy(holder) });
        let has_begun = match view.stage {
            Stage::Command => false,
            Stage::Rally | Stage::March => profile.player == first || view.on_turn == profile.player,
            _ => true,
        };
        let is_due = profile.arrives < view.turn || (profile.arrives == view.turn && has_begun);
        let place = self.block(id, unit);
        let taken = || {
            view.units.iter().any(|other| {
                other.presence == Presence::Table
                    && super::super::geometry::overlap(&place, &self.block(other.id, &other.unit()))
            })
        };
        if is_due && !taken() { Presence::Table } else { Presence::Waiting }
    }

    /// The hidden units on whose spot a leader stands, and that he may be with (Q16).
    fn hidden_hosts(&self, state: &State, leader: LeaderId) -> Vec<UnitId> {
        let at = state.leaders[leader.index()].at;
        let with = |(id, unit): &(UnitId, &Unit)| {
            let profile = self.unit(*id);
            unit.marks.has(Marks::HIDDEN)
                && unit.presence == Presence::Table
                && unit.pose.at == at
                && profile.player == self.leaders[leader.index()].player
                && self.leads_unit(&self.leaders[leader.index()], profile.division)
        };
        state.units.iter().filter(with).map(|(id, _)| id).collect()
    }
}

/// One of `n`, each as likely.
fn pick<D: Draws>(draws: &mut D, code: &'static str, subject: u16, n: usize) -> Result<usize, Unmet> {
    let among = u16::try_from(n).unwrap_or(u16::MAX).max(1);
    let request = Request { code, subject, stream: streams::SAMPLES, kind: Kind::Pick { among } };
    Ok(usize::from(draws.pick(request, |i| i)?))
}
