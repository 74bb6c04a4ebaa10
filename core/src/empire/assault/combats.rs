//! Which assaults are still to be fought (P37, A9, P42).

use crate::empire::few::Few;
use crate::empire::profile::Empire;
use crate::empire::state::{Contact, Marks, State, UnitId};
use crate::empire::units::Status;
use crate::game::Player;
use smallvec::{SmallVec, smallvec};
use std::ops::Range;

/// All units that a chain of contact joins (P37).
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::empire) struct Combat {
    /// The units of either player, in order.
    pub(in crate::empire) sides: [Few<UnitId, 16>; 2],
    /// The contacts that join them.
    contacts: Few<Contact, 16>,
    /// Who has which contact, in order.
    ends: Few<End, 32>,
}

/// One end of a contact: the unit, and the number of the contact.
type End = (UnitId, u32);

/// The ends of some contacts, in order.
fn ends_of(contacts: &[Contact]) -> Few<End, 32> {
    let mut ends: Few<End, 32> =
        (0..).zip(contacts).flat_map(|(n, contact)| [(contact.attacker, n), (contact.defender, n)]).collect();
    ends.sort_unstable();
    ends
}

/// Where the ends of a unit lie among all of them.
fn range_of(ends: &[End], unit: UnitId) -> Range<usize> {
    let from = ends.partition_point(|end| end.0 < unit);
    from..from + ends[from..].partition_point(|end| end.0 == unit)
}

impl Combat {
    /// The units of a player.
    pub(in crate::empire) fn side(&self, player: Player) -> &[UnitId] {
        &self.sides[player.index() & 1]
    }

    /// All units in it: those of the first player in order, then those of the second.
    pub(in crate::empire) fn units(&self) -> impl Iterator<Item = UnitId> {
        self.sides.iter().flatten().copied()
    }

    /// Whether a unit takes part.
    pub(in crate::empire) fn has(&self, unit: UnitId) -> bool {
        self.sides.iter().any(|side| side.binary_search(&unit).is_ok())
    }

    /// The contacts of a unit in it.
    pub(in crate::empire) fn contacts_of(&self, unit: UnitId) -> impl Iterator<Item = &Contact> {
        let own = &self.ends[range_of(&self.ends, unit)];
        own.iter().filter_map(|&(_, n)| self.contacts.get(n as usize)).inspect(|_| count::step())
    }

    /// The contact of two units in it.
    pub(in crate::empire) fn between(&self, one: UnitId, two: UnitId) -> Option<&Contact> {
        self.contacts_of(one).find(|contact| contact.foe_of(one) == Some(two))
    }
}

/// All contacts that are still to be fought, ready to be taken apart into combats: each unit and each contact is looked at once,
/// however they hang together.
struct Web {
    contacts: Few<Contact, 16>,
    ends: Few<End, 32>,
    /// Which contacts have gone into a combat.
    taken: Few<bool, 16>,
    /// Which units have, at their first end.
    joined: Few<bool, 32>,
}

impl Web {
    fn of(game: &Empire, state: &State) -> Self {
        let contacts: Few<Contact, 16> = game.due_contacts(state).copied().collect();
        let ends = ends_of(&contacts);
        let (taken, joined) = (SmallVec::from_elem(false, contacts.len()), SmallVec::from_elem(false, ends.len()));
        Self { contacts, ends, taken, joined }
    }

    /// The combat that a unit is in, once: it is `None` for those who have gone into one.
    fn take(&mut self, game: &Empire, unit: UnitId) -> Option<Combat> {
        let first = range_of(&self.ends, unit).start;
        if self.ends.get(first).is_none_or(|end| end.0 != unit) || std::mem::replace(&mut self.joined[first], true) {
            return None;
        }
        let mut units: Few<UnitId, 32> = smallvec![unit];
        let mut contacts = Few::new();
        let mut next = 0;
        while let Some(&at) = units.get(next) {
            next += 1;
            for end in range_of(&self.ends, at) {
                count::step();
                let n = self.ends[end].1 as usize;
                if std::mem::replace(&mut self.taken[n], true) {
                    continue;
                }
                let contact = self.contacts[n];
                contacts.push(contact);
                let Some(foe) = contact.foe_of(at) else { continue };
                let first = range_of(&self.ends, foe).start;
                if !std::mem::replace(&mut self.joined[first], true) {
                    units.push(foe);
                }
            }
        }
        units.sort_unstable();
        let sides = [Player(0), Player(1)];
        let sides = sides.map(|player| units.iter().copied().filter(|id| game.unit(*id).player == player).collect());
        Some(Combat { sides, ends: ends_of(&contacts), contacts })
    }
}

impl Empire {
    /// Whether a contact is still to be fought this turn (A9): once a turn, and at once when it is new.
    fn is_due(&self, state: &State, contact: &Contact) -> bool {
        let pair = [contact.attacker, contact.defender].map(|id| &state.units[id]);
        pair.iter().all(|unit| unit.is_here() && !unit.marks.has(Marks::ABANDONED))
            && (contact.fresh || pair.iter().any(|unit| !unit.marks.has(Marks::FOUGHT)))
    }

    /// The contacts that are still to be fought this turn.
    pub(in crate::empire) fn due_contacts<'a>(&'a self, state: &'a State) -> impl Iterator<Item = &'a Contact> + 'a {
        state.contacts.iter().filter(move |contact| self.is_due(state, contact))
    }

    /// Whether a combat is still to be fought this turn.
    pub(in crate::empire) fn has_combat(&self, state: &State) -> bool {
        self.due_contacts(state).next().is_some()
    }

    /// The combat that a unit is in and that is still to be fought.
    pub(in crate::empire) fn combat_of(&self, state: &State, unit: UnitId) -> Option<Combat> {
        Web::of(self, state).take(self, unit)
    }

    /// The units of a player who may lead their side in a combat that is still to be fought, in order.
    pub(super) fn leads_of(&self, state: &State, player: Player) -> Few<UnitId, 16> {
        let mut web = Web::of(self, state);
        let mut leads = Few::new();
        for n in 0..web.ends.len() {
            let unit = web.ends[n].0;
            if self.unit(unit).player == player
                && let Some(combat) = web.take(self, unit)
            {
                leads.extend(self.leads_in(state, &combat, player));
            }
        }
        leads.sort_unstable();
        leads
    }

    /// The units of a player who may lead his side of a combat, in order.
    pub(super) fn leads_in<'a>(
        &self,
        state: &'a State,
        combat: &'a Combat,
        player: Player,
    ) -> impl Iterator<Item = UnitId> + use<'a> {
        let side = combat.side(player);
        let routed = |id: &UnitId| state.units[*id].status == Status::Routed;
        let all = side.iter().all(routed);
        side.iter().copied().filter(move |id| all || !routed(id))
    }

    /// Whether a unit may lead its side of a combat: routed units only where nobody else can (A28).
    pub(in crate::empire) fn may_be_lead(&self, state: &State, combat: &Combat, unit: UnitId) -> bool {
        let routed = |id: &UnitId| state.units[*id].status == Status::Routed;
        let side = combat.side(self.unit(unit).player);
        side.binary_search(&unit).is_ok() && (!routed(&unit) || side.iter().all(routed))
    }
}

/// Counts what is looked at, for tests that bound it.
pub(super) mod count {
    #[cfg(test)]
    thread_local! {
        static STEPS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
    }

    /// One more.
    #[inline]
    pub(in crate::empire::assault) fn step() {
        #[cfg(test)]
        STEPS.with(|steps| steps.set(steps.get() + 1));
    }

    /// How many there have been since the last call.
    #[cfg(test)]
    pub(in crate::empire::assault) fn take() -> usize {
        STEPS.with(|steps| steps.replace(0))
    }
}
