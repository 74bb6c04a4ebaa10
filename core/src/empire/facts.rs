//! What the charts ask of a unit, read from a position.

use super::charts::Ce;
use super::few::Few;
use super::fire;
use super::geometry::{Block, Point, Sector, sector};
use super::morale;
use super::profile::Empire;
use super::state::{Contact, Host, LeaderId, Marks, State, Unit, UnitId};
use super::units::{Arm, Facet, Formation};

/// How near friends must be so that guns are supported, in thousandths of an inch (A50).
const SUPPORT: i32 = 4_000;
/// How near columns must be to count as closed up, in thousandths of an inch (A47, Q41).
const CLOSED_UP: i32 = 100;

impl Contact {
    /// Whether `unit` is one of the two.
    #[must_use]
    pub fn has(&self, unit: UnitId) -> bool {
        self.attacker == unit || self.defender == unit
    }

    /// The enemy of `unit` in it.
    #[must_use]
    pub fn foe_of(&self, unit: UnitId) -> Option<UnitId> {
        match unit {
            _ if unit == self.attacker => Some(self.defender),
            _ if unit == self.defender => Some(self.attacker),
            _ => None,
        }
    }

    /// Whether `unit` moved into it (Q1, A6).
    #[must_use]
    pub fn struck_by(&self, unit: UnitId) -> bool {
        self.attacker == unit || (self.met && self.defender == unit)
    }
}

impl Unit {
    /// Whether it fires and is struck alike on all sides (P30): squares, skirmishers, garrisons.
    #[must_use]
    pub fn is_all_round(&self) -> bool {
        matches!(self.formation, Formation::Square | Formation::Skirmish | Formation::Garrison)
    }

    /// Whether it stood still, so that a line has its bonus and guns bombard (A18, A46).
    #[must_use]
    pub fn stood_still(&self) -> bool {
        !self.marks.any(Marks::MOVED.and(Marks::TRIED_SQUARE).and(Marks::RETREATED).and(Marks::UNLIMBERED))
    }
}

impl Empire {
    /// The strength of a unit as printed; of a screen by its stands (A41).
    #[must_use]
    pub fn strength(&self, state: &State, id: UnitId) -> Ce {
        self.strength_of(id, &state.units[id])
    }

    /// The same for a unit as it stands.
    #[must_use]
    pub fn strength_of(&self, id: UnitId, unit: &Unit) -> Ce {
        let profile = self.unit(id);
        match profile.parent {
            Some(_) => fire::screen_strength(profile.nation, unit.stands, self.scenario().date.year, self.house()),
            None => Ce::new(i16::from(profile.ce)),
        }
    }

    /// The leader who is with a unit; of several the one with the best rating, the first of equals.
    #[must_use]
    pub fn leader_with(&self, state: &State, id: UnitId) -> Option<LeaderId> {
        let with = |n: &usize| {
            let leader = &state.leaders[*n];
            leader.host == Host::Unit(id) && leader.is_here()
        };
        let best = (0..state.leaders.len()).filter(with).max_by_key(|n| {
            let rating = self.leaders().get(*n).map_or(i8::MIN, |l| l.rating);
            (rating, usize::MAX - n)
        });
        best.map(|n| LeaderId(n as u16))
    }

    /// The rating of the leader who is with a unit.
    #[must_use]
    pub fn rating_with(&self, state: &State, id: UnitId) -> Option<i8> {
        self.leader_with(state, id).and_then(|leader| self.leaders().get(leader.index())).map(|l| l.rating)
    }

    /// The ground that a unit covers now.
    pub(super) fn block_of(&self, state: &State, id: UnitId) -> Block {
        self.block(id, &state.units[id])
    }

    /// Whether a unit is in contact with an enemy.
    #[must_use]
    pub fn in_contact(&self, state: &State, id: UnitId) -> bool {
        state.contacts.iter().any(|contact| contact.has(id))
    }

    /// The units on the table, `id` left out, whose blocks may lie within `mil` of its block; in order.
    pub(super) fn around(&self, state: &State, id: UnitId, mil: i32) -> Few<UnitId, 64> {
        let unit = &state.units[id];
        let reach = self.size(id, unit).reach() + self.longest();
        let mut found = Few::new();
        state.units.around(unit.pose.at, reach.saturating_add(mil), |other, _| {
            if other != id {
                found.push(other);
            }
        });
        state.units.order(&mut found);
        found
    }

    /// Whether guns are without friends near (A50): no formed infantry or cavalry that is not in contact itself within 4 inches.
    /// Who is hidden does not count, as he does not support (Q12): the sums of the enemy would tell where he is.
    #[must_use]
    pub fn is_unsupported(&self, state: &State, id: UnitId) -> bool {
        let profile = self.unit(id);
        if profile.arm() != Arm::Artillery {
            return false;
        }
        let supports = |friend: UnitId, unit: &Unit| {
            let of = self.unit(friend);
            friend != id
                && of.player == profile.player
                && of.arm() != Arm::Artillery
                && unit.is_formed()
                && !unit.marks.has(Marks::HIDDEN)
                && !self.in_contact(state, friend)
        };
        self.first_within(state, &self.block_of(state, id), SUPPORT, supports).is_none()
    }

    /// Whether an infantry column stands closed up with another of its side, a mass for guns (A47, Q41). Who is hidden does not
    /// count.
    #[must_use]
    pub fn is_closed_up(&self, state: &State, id: UnitId) -> bool {
        let player = self.unit(id).player;
        let is_column = |id: UnitId| {
            let unit = &state.units[id];
            self.unit(id).arm() == Arm::Infantry && unit.formation.is_column() && unit.is_steady()
        };
        if !is_column(id) {
            return false;
        }
        let joins = |friend: UnitId, unit: &Unit| {
            friend != id && self.unit(friend).player == player && is_column(friend) && !unit.marks.has(Marks::HIDDEN)
        };
        self.first_within(state, &self.block_of(state, id), CLOSED_UP, joins).is_some()
    }

    /// From where a point sees a unit (L2); what has no flank is seen from the front (P30).
    #[must_use]
    pub fn facet_from(&self, state: &State, id: UnitId, from: Point) -> Facet {
        if !state.units[id].formation.has_flank() {
            return Facet::Front;
        }
        match sector(&self.block_of(state, id), from) {
            Sector::Front => Facet::Front,
            Sector::Flank => Facet::Flank,
            Sector::Rear => Facet::Rear,
        }
    }

    /// Whether a leader whose death shakes a unit was killed in this turn or the last one: its own, or its division's (A33).
    /// Leaders fall when all morale of their turn has been checked: what shakes is the turn after.
    fn leader_fell(&self, state: &State, id: UnitId) -> bool {
        let division = self.unit(id).division;
        self.leaders().iter().zip(&state.leaders).any(|(of, leader)| {
            leader.killed > 0
                && leader.killed.saturating_add(1) >= state.turn
                && (of.division == Some(division) || leader.host == Host::Unit(id))
        })
    }

    /// The facts of a morale check (E morale).
    #[must_use]
    pub fn morale_facts(&self, state: &State, id: UnitId) -> morale::Facts {
        let (unit, profile) = (&state.units[id], self.unit(id));
        morale::Facts {
            hits: unit.hits,
            status: unit.status,
            leader: self.leader_with(state, id).is_some(),
            leader_killed: self.leader_fell(state, id),
            out_of_command: self.out_of_command(state, id),
            pinned: profile.arm() != Arm::Cavalry && self.pinned_by_cavalry(state, id).is_some(),
            blown: profile.arm() == Arm::Cavalry && unit.marks.has(Marks::BLOWN),
            unsupported: self.is_unsupported(state, id),
            ..morale::Facts::new(profile.class, self.strength(state, id), unit.formation)
        }
    }
}
