//! What results are worth, in hundredths of a hit on an average battalion.

use super::Mind;
use crate::empire::assault::{Combatant, Facts, Side, Support, attack_value, lookup};
use crate::empire::charts::Ce;
use crate::empire::fire::{self, Battery, Firer, TABLE, Target, row_of};
use crate::empire::geometry::{Point, gap_within};
use crate::empire::square;
use crate::empire::state::{Marks, UnitId};
use crate::empire::units::{Arm, Class, Effect, Facet, Formation, Status};
use crate::explain::{Sum, Tally as _};

/// What an effect on an average battalion is worth to the other side.
const fn cost(effect: Effect) -> i32 {
    match effect {
        Effect::None => 0,
        Effect::Disorder => 60,
        Effect::Fallback => 220,
        Effect::Hit => 100,
        Effect::TwoHits => 220,
        Effect::Rout => 600,
    }
}

/// The mean cost of fire with such a total, in quarter points.
fn volley(total: i16) -> i32 {
    if total < 0 {
        return 0;
    }
    let row = &TABLE[row_of(total).min(TABLE.len() - 1)];
    (1..=10).map(|die| cost(row.effect(die))).sum::<i32>() / 10
}

/// One side of an assault, without mass.
type Lone = Side<[Combatant; 0]>;

/// A place and a manner in which a unit might stand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stand {
    pub(super) at: Point,
    pub(super) formation: Formation,
    pub(super) moved: bool,
    pub(super) unlimbered: bool,
}

impl Mind<'_> {
    /// How much a unit is worth beside an average battalion, in hundredths.
    fn weight(&self, id: UnitId) -> i32 {
        let profile = self.game.unit(id);
        match (profile.parent, profile.arm()) {
            (Some(_), _) => 25,
            (_, Arm::Artillery) => 130,
            _ => 40 + 7 * i32::from(profile.ce),
        }
    }

    /// What fire at a target promises.
    pub(super) fn fire(&self, with: &[UnitId], target: UnitId) -> i32 {
        let facts = self.game.fire_facts(self.state, with, target);
        let mut total = Sum::default();
        fire::total(&facts, self.game.house(), &mut total);
        volley(total.total()) * self.weight(target) / 100
    }

    /// What fire at a target would promise if a unit stood so; `far` edge to edge, in thousandths of an inch.
    pub(super) fn fire_from(&self, id: UnitId, stand: &Stand, target: UnitId, far: i32) -> i32 {
        let (Some(unit), Some(aim)) = (self.seen.unit(id), self.seen.unit(target)) else { return 0 };
        let (own, foe) = (self.game.unit(id), self.game.unit(target));
        let mut firer = Firer::new(own.class, own.nation, self.game.strength(self.state, id), stand.formation);
        firer.hits = unit.hits;
        firer.status = unit.status;
        firer.unmoved = !stand.moved && unit.stood_still();
        firer.unlimbered = stand.unlimbered;
        firer.stands = unit.stands;
        let block = self.game.block(target, aim);
        let mut target_facts = Target::new(foe.class, aim.formation);
        target_facts.status = aim.status;
        target_facts.cover = self.game.ground().cover(&block, stand.at);
        let facts = fire::Facts::<[Battery; 0]> {
            firer,
            target: target_facts,
            distance: far,
            batteries: [],
            year: self.game.scenario().date.year,
        };
        let mut total = Sum::default();
        fire::total(&facts, self.game.house(), &mut total);
        volley(total.total()) * self.weight(target) / 100
    }

    fn combatant(&self, id: UnitId) -> Combatant {
        let (unit, profile) = (&self.state.units[id], self.game.unit(id));
        let mut fighter =
            Combatant::new(profile.class, profile.nation, self.game.strength(self.state, id), unit.formation);
        fighter.hits = unit.hits;
        fighter.status = unit.status;
        fighter.blown = profile.arm() == Arm::Cavalry && unit.marks.has(Marks::BLOWN);
        fighter
    }

    /// What an assault on `target` by a unit that comes from `from` promises: what the enemy loses less what the unit does.
    pub(super) fn assault(&self, id: UnitId, target: UnitId, from: Point, charges: bool) -> i32 {
        let (Some(aim), Some(_)) = (self.seen.unit(target), self.seen.unit(id)) else { return -1_000 };
        let (own, foe) = (self.game.unit(id), self.game.unit(target));
        if aim.marks.has(Marks::ABANDONED) {
            return 150;
        }
        let block = self.game.block(target, aim);
        let mut attacker = self.combatant(id);
        if attacker.formation == Formation::Garrison {
            attacker.formation = Formation::Column;
        }
        attacker.facet = self.game.facet_from(self.state, target, from);
        attacker.charging = charges && own.arm() == Arm::Cavalry;
        let mut defender = self.combatant(target);
        defender.unmoved = aim.stood_still();
        defender.cover = self.game.ground().cover(&block, from);
        defender.failed_square = aim.marks.has(Marks::FAILED_SQUARE);
        let mut first: Lone = Side::of(attacker);
        let mut second: Lone = Side::of(defender);
        let (friends, foes, with) = self.company(id, target);
        first.support = friends;
        second.support = foes;
        let mut bonus = 0;
        if with > 0 {
            // Others are at it already: half of this unit's strength comes on top of theirs.
            bonus = i32::from(attacker.ce.quarters()) / 2;
        }
        let is_foot = foe.arm() == Arm::Infantry && foe.parent.is_none();
        let may_square = is_foot
            && own.arm() == Arm::Cavalry
            && matches!(aim.formation, Formation::Line | Formation::Column | Formation::RoadColumn)
            && aim.status != Status::Routed
            && !aim.marks.has(Marks::TRIED_SQUARE);
        if !may_square {
            return self.exchange(id, target, first, second, bonus);
        }
        let chance = i32::from(square::value(&self.game.square_facts(self.state, target, !charges)) - 1).clamp(0, 10);
        second.lead.failed_square = true;
        second.lead.unmoved = false;
        let open = self.exchange(id, target, first, second, bonus);
        second.lead.failed_square = false;
        second.lead.formation = Formation::Square;
        first.lead.facet = Facet::Front;
        let square = self.exchange(id, target, first, second, bonus);
        (open * (10 - chance) + square * chance) / 10
    }

    /// What the target loses less what the attacker does, on the mean of the die; `bonus` in quarter points.
    fn exchange(&self, id: UnitId, target: UnitId, attacker: Lone, defender: Lone, bonus: i32) -> i32 {
        let value = i32::from(attack_value(&Facts::new(attacker, defender), self.game.house())) + bonus / 4;
        let cells = (1..=10).map(|die| lookup(value.clamp(-11, 11) as i16, die, self.game.house()));
        let (own, enemy) = (self.weight(id), self.weight(target));
        cells.map(|cell| cost(cell.other) * enemy - cost(cell.roller) * own).sum::<i32>() / 1_000
    }

    /// Who would support each side in an assault by `id` on `target`, roughly, and how many friends are at it already.
    fn company(&self, id: UnitId, target: UnitId) -> (Support, Support, u8) {
        let mut near = Vec::new();
        let aim = &self.state.units[target];
        let block = self.game.block(target, aim);
        let range = self.game.house().tactical_range;
        self.seen.near(aim.pose.at, range + 2 * self.game.longest(), &mut near);
        let (mut friends, mut foes, mut with) = (Support::default(), Support::default(), 0);
        for other in near {
            if other == id || other == target {
                continue;
            }
            let unit = &self.state.units[other];
            let profile = self.game.unit(other);
            let own = profile.player == self.player;
            if own && self.state.contacts.iter().any(|c| c.attacker == other && c.defender == target) {
                with += 1;
                continue;
            }
            if !unit.is_formed() || self.game.in_contact(self.state, other) {
                continue;
            }
            if !gap_within(&block, &self.game.block(other, unit), range) {
                continue;
            }
            let side = if own { &mut friends } else { &mut foes };
            match (profile.arm(), unit.formation) {
                (Arm::Infantry, Formation::Line | Formation::Garrison) => side.lines += 1,
                (Arm::Infantry, _) => side.columns += 1,
                (Arm::Artillery, Formation::Unlimbered) => side.guns += 1,
                _ => {}
            }
        }
        (friends, foes, with)
    }

    /// What a unit has to fear from cavalry if it stood so and were charged.
    pub(super) fn horse(&self, id: UnitId, stand: &Stand) -> i32 {
        let (unit, profile) = (&self.state.units[id], self.game.unit(id));
        match (profile.arm(), stand.formation) {
            (_, Formation::Square | Formation::Garrison) | (Arm::Cavalry, _) => 0,
            (Arm::Artillery, _) => self.weights.horse,
            (Arm::Infantry, Formation::Skirmish) => self.weights.horse / 4,
            (Arm::Infantry, _) => {
                let mut facts = square::Facts::new(profile.nation, Ce::new(i16::from(profile.ce)), stand.formation);
                facts.hits = unit.hits;
                facts.status = unit.status;
                let made = i32::from(square::value(&facts) - 1).clamp(0, 10);
                self.weights.horse * (10 - made) / 10 + 4
            }
        }
    }

    /// How far a unit fires, if it stood so.
    pub(super) fn range(&self, class: Class, formation: Formation) -> i32 {
        match formation {
            Formation::Limbered => 0,
            _ => fire::range(class, self.game.house()).unwrap_or(0),
        }
    }
}
