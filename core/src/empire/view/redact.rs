//! What each viewer hears of what happens.

use super::super::event::Event;
use super::super::profile::Empire;
use super::super::state::{Host, State, UnitId};
use super::Glance;
use crate::game::Viewer;

/// The units without which an event is nothing.
fn subjects(event: &Event) -> [Option<UnitId>; 2] {
    match event {
        Event::Arrived { unit, .. }
        | Event::Delayed { unit }
        | Event::Revealed { unit, .. }
        | Event::Rallied { unit, .. }
        | Event::Moved { unit, .. }
        | Event::Formed { unit, .. }
        | Event::Screened { unit, .. }
        | Event::SquareTried { unit, .. }
        | Event::CounterCharged { unit, .. }
        | Event::Evaded { unit, .. }
        | Event::Hit { unit, .. }
        | Event::Disordered { unit }
        | Event::Retreated { unit, .. }
        | Event::Routed { unit }
        | Event::Abandoned { unit }
        | Event::Lost { unit, .. }
        | Event::MoraleChecked { unit, .. }
        | Event::Led { unit }
        | Event::Followed { unit, .. }
        | Event::Blown { unit }
        | Event::Fresh { unit }
        | Event::Reformed { unit, .. } => [Some(*unit), None],
        Event::Folded { screen } => [Some(*screen), None],
        Event::Ambushed { unit, by } => [Some(*unit), Some(*by)],
        Event::Charged { unit, target } => [Some(*unit), Some(*target)],
        Event::Contacted { attacker, defender, .. } | Event::Parted { attacker, defender } => {
            [Some(*attacker), Some(*defender)]
        }
        Event::Declared { target, .. } | Event::Fired { target, .. } => [Some(*target), None],
        Event::Fought { leads, .. } => leads.map(Some),
        Event::TurnBegan { .. }
        | Event::StageBegan { .. }
        | Event::Ready { .. }
        | Event::OrderSent { .. }
        | Event::OrderActs { .. }
        | Event::AttackLapsed { .. }
        | Event::Initiative { .. }
        | Event::LeaderArrived { .. }
        | Event::Rode { .. }
        | Event::LeaderRolled { .. }
        | Event::Succeeded { .. }
        | Event::IntegrityChecked { .. }
        | Event::IntegrityFailed { .. }
        | Event::Broken { .. }
        | Event::Taken { .. }
        | Event::Ended { .. } => [None; 2],
    }
}

impl Empire {
    pub(in super::super) fn redact_event(&self, state: &State, viewer: Viewer, event: &Event) -> Option<Event> {
        let seen: Glance<'_> = self.glance(state, viewer);
        if !subjects(event).into_iter().flatten().all(|id| seen.sees(id)) {
            return None;
        }
        let mut event = event.clone();
        match &mut event {
            Event::OrderSent { division, .. } => {
                let side = self.divisions.get(division.index())?.player;
                if !seen.knows(side) {
                    return None;
                }
            }
            Event::Rode { host, .. } => {
                if matches!(*host, Host::Unit(unit) if !seen.sees(unit)) {
                    *host = Host::None;
                }
            }
            Event::Declared { with, .. } | Event::Fired { with, .. } => with.retain(|id| seen.sees(*id)),
            Event::Fought { others, support, .. } => {
                others.retain(|id| seen.sees(*id));
                support.retain(|id| seen.sees(*id));
            }
            _ => {}
        }
        Some(event)
    }
}
