//! Which assaults are still to be fought (P37, A9, P42).

use crate::empire::profile::Empire;
use crate::empire::state::{Contact, Marks, State, UnitId};
use crate::empire::units::Status;
use crate::game::Player;

/// All units that a chain of contact joins (P37).
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::empire) struct Combat {
    /// The units of either player, in order.
    pub(in crate::empire) sides: [Vec<UnitId>; 2],
    /// The contacts that join them.
    pub(in crate::empire) contacts: Vec<Contact>,
}

impl Combat {
    /// The units of a player.
    pub(in crate::empire) fn side(&self, player: Player) -> &[UnitId] {
        &self.sides[player.index() & 1]
    }

    /// Whether a unit takes part.
    pub(in crate::empire) fn has(&self, unit: UnitId) -> bool {
        self.sides.iter().any(|side| side.contains(&unit))
    }

    /// The contact of two units in it.
    pub(in crate::empire) fn between(&self, one: UnitId, two: UnitId) -> Option<&Contact> {
        self.contacts.iter().find(|contact| contact.foe_of(one) == Some(two))
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
        let mut left: Vec<Contact> = self.due_contacts(state).copied().collect();
        let mut joined = vec![unit];
        let mut contacts = Vec::new();
        let mut next = 0;
        while let Some(&at) = joined.get(next) {
            next += 1;
            left.retain(|contact| {
                let Some(foe) = contact.foe_of(at) else { return true };
                if !joined.contains(&foe) {
                    joined.push(foe);
                }
                contacts.push(*contact);
                false
            });
        }
        if contacts.is_empty() {
            return None;
        }
        joined.sort_unstable();
        let sides = [Player(0), Player(1)];
        let sides = sides.map(|player| joined.iter().copied().filter(|id| self.unit(*id).player == player).collect());
        Some(Combat { sides, contacts })
    }

    /// Whether a unit may lead its side of a combat: routed units only where nobody else can (A28).
    pub(in crate::empire) fn may_be_lead(&self, state: &State, combat: &Combat, unit: UnitId) -> bool {
        let routed = |id: &UnitId| state.units[*id].status == Status::Routed;
        let side = combat.side(self.unit(unit).player);
        side.contains(&unit) && (!routed(&unit) || side.iter().all(routed))
    }
}
