//! Who stands near a unit that moves: gathered once for a move.

use crate::empire::footprint::{GUN_DEPTH, STAND_WIDTH};
use crate::empire::geometry::{Block, Point, gap_within};
use crate::empire::profile::Empire;
use crate::empire::state::{Marks, State, Unit, UnitId};
use crate::empire::units::{Arm, Formation};
use crate::game::Player;
use std::cell::OnceCell;

/// Two units touch when they are no further apart than this (Q27), in thousandths of an inch.
pub(in crate::empire) const TOUCH: i32 = 10;

/// Somebody who stands near.
#[derive(Clone, Copy, Debug)]
pub(in crate::empire) struct Other {
    /// Who.
    pub(in crate::empire) id: UnitId,
    /// Where.
    pub(in crate::empire) block: Block,
    /// The upright box around that: south-west and north-east.
    bounds: (Point, Point),
    /// Whether he is an enemy.
    pub(in crate::empire) is_enemy: bool,
    /// An enemy who has not been seen (Q12): what is allowed does not depend on him.
    pub(in crate::empire) is_hidden: bool,
    /// Enemy guns without a crew (P38).
    pub(in crate::empire) is_abandoned: bool,
    /// Cannot be passed through by anybody: a square or a garrison (P25).
    pub(in crate::empire) is_solid: bool,
}

impl Other {
    /// Whether its box comes within [`TOUCH`] of another.
    #[inline]
    pub(in crate::empire) fn is_near(&self, (low, high): (Point, Point)) -> bool {
        let (own_low, own_high) = self.bounds;
        own_low.x <= high.x + TOUCH
            && low.x <= own_high.x + TOUCH
            && own_low.y <= high.y + TOUCH
            && low.y <= own_high.y + TOUCH
    }
}

/// The box around two boxes.
pub(in crate::empire) fn around_both(one: (Point, Point), two: (Point, Point)) -> (Point, Point) {
    (Point::new(one.0.x.min(two.0.x), one.0.y.min(two.0.y)), Point::new(one.1.x.max(two.1.x), one.1.y.max(two.1.y)))
}

/// The surroundings of a unit.
#[derive(Clone, Debug)]
pub(in crate::empire) struct Scene<'a> {
    /// The battle.
    pub(in crate::empire) game: &'a Empire,
    /// The position.
    pub(in crate::empire) state: &'a State,
    /// Who moves.
    pub(in crate::empire) id: UnitId,
    /// Who stands near, by number.
    pub(in crate::empire) others: Vec<Other>,
    /// Whether a hidden enemy is among them.
    pub(in crate::empire) has_hidden: bool,
    /// Who pins the mover, once it has been asked.
    pinner: OnceCell<Option<UnitId>>,
    /// Which cavalry pins it, once it has been asked.
    cavalry: OnceCell<Option<UnitId>>,
}

impl<'a> Scene<'a> {
    /// Everybody who may come within `reach` of the block of a unit, in thousandths of an inch.
    pub(in crate::empire) fn new(game: &'a Empire, state: &'a State, id: UnitId, reach: i32) -> Self {
        let (unit, profile) = (&state.units[id], game.unit(id));
        let player = profile.player;
        // Its own ground, before and after a change of formation, and far enough to see who pins it.
        let own = game.size(id, unit);
        let broad = i32::from(profile.stands.max(1)) * (STAND_WIDTH + GUN_DEPTH);
        let half = (own.width + own.depth) / 2 + broad / 2;
        let reach = reach.max(game.house().cavalry_range).saturating_add(half);
        let at = unit.pose.at;
        let wanted = (at.moved((-reach, -reach)), at.moved((reach, reach)));
        let mut near = Vec::with_capacity(64);
        state.units.near(at, reach.saturating_add(game.longest()), &mut near);
        let (mut others, mut has_hidden) = (Vec::with_capacity(near.len()), false);
        for other in near.into_iter().filter(|other| *other != id) {
            let standing = &state.units[other];
            if !game.may_reach(other, standing, wanted, TOUCH) {
                continue;
            }
            let block = game.block(other, standing);
            let is_enemy = game.rolls.kinds[other.index()].player != player;
            let is_hidden = is_enemy && standing.marks.has(Marks::HIDDEN);
            let found = Other {
                id: other,
                block,
                bounds: block.bounds(),
                is_enemy,
                is_hidden,
                is_abandoned: standing.marks.has(Marks::ABANDONED),
                is_solid: matches!(standing.formation, Formation::Square | Formation::Garrison) && standing.is_steady(),
            };
            if found.is_near(wanted) {
                has_hidden |= is_hidden;
                others.push(found);
            }
        }
        Self { game, state, id, others, has_hidden, pinner: OnceCell::new(), cavalry: OnceCell::new() }
    }

    /// Those whom the mover's side knows of.
    pub(in crate::empire) fn seen(&self) -> impl Iterator<Item = &Other> {
        self.others.iter().filter(|other| !other.is_hidden)
    }

    /// The enemies whom the mover's side knows of.
    pub(in crate::empire) fn enemies(&self) -> impl Iterator<Item = &Other> {
        self.seen().filter(|other| other.is_enemy)
    }

    /// The enemy that pins the mover (P34).
    pub(super) fn pinner(&self) -> Option<UnitId> {
        *self.pinner.get_or_init(|| {
            let own = self.game.block(self.id, self.unit());
            let range = self.game.house().tactical_range;
            self.enemies().find(|enemy| self.game.pins_from(self.state, self.id, &own, enemy, range)).map(|e| e.id)
        })
    }

    /// The cavalry that pins the mover for changes of formation (L1, Q3).
    pub(super) fn cavalry(&self) -> Option<UnitId> {
        *self.cavalry.get_or_init(|| {
            let (own, range) = (self.game.block(self.id, self.unit()), self.game.house().cavalry_range);
            let horse = |enemy: &&Other| {
                self.game.unit(enemy.id).arm() == Arm::Cavalry
                    && self.game.holds(self.state, &own, enemy.id, &enemy.block, range)
            };
            if self.game.unit(self.id).arm() == Arm::Cavalry { None } else { self.enemies().find(horse).map(|e| e.id) }
        })
    }

    /// The unit as it stands.
    pub(in crate::empire) fn unit(&self) -> &'a Unit {
        &self.state.units[self.id]
    }
}

impl Empire {
    /// The enemies of `player` that he knows of and that are not mere wrecks: what he reckons with.
    pub(in crate::empire) fn is_threat(&self, id: UnitId, unit: &Unit, player: Player) -> bool {
        self.rolls.kinds[id.index()].player != player && !unit.marks.any(Marks::HIDDEN.and(Marks::ABANDONED))
    }

    /// The first enemy of `player` that he knows of within `mil` of a block, edge to edge; guns without a crew do not count.
    pub(in crate::empire) fn enemy_within(
        &self,
        state: &State,
        player: Player,
        block: &Block,
        mil: i32,
    ) -> Option<UnitId> {
        self.first_enemy(state, player, block, mil, |id, unit| self.is_threat(id, unit, player))
    }

    /// The enemy of `player` of the lowest number within `mil` of a block, edge to edge, of whom `asks` holds.
    pub(in crate::empire) fn first_enemy(
        &self,
        state: &State,
        player: Player,
        block: &Block,
        mil: i32,
        asks: impl Fn(UnitId, &Unit) -> bool,
    ) -> Option<UnitId> {
        self.first_of(state, Some(self.rolls.units_of(Self::enemy(player))), block, mil, asks)
    }

    /// The unit of the lowest number within `mil` of a block, edge to edge, of which `asks` holds.
    pub(in crate::empire) fn first_within(
        &self,
        state: &State,
        block: &Block,
        mil: i32,
        asks: impl Fn(UnitId, &Unit) -> bool,
    ) -> Option<UnitId> {
        self.first_of(state, None, block, mil, asks)
    }

    fn first_of(
        &self,
        state: &State,
        among: Option<&[u64]>,
        block: &Block,
        mil: i32,
        asks: impl Fn(UnitId, &Unit) -> bool,
    ) -> Option<UnitId> {
        let (low, high) = block.bounds();
        let reach = low.distance(high) / 2 + 1;
        let mut found: Option<UnitId> = None;
        state.units.around_of(among, block.centre(), mil + reach + self.longest(), |id, unit| {
            if found.is_none_or(|best| id < best)
                && self.may_reach(id, unit, (low, high), mil)
                && asks(id, unit)
                && gap_within(block, &self.block(id, unit), mil)
            {
                found = Some(id);
            }
        });
        found
    }

    /// Whether a unit may lie within `mil` of a box: a quick look that never says no where it does.
    #[inline]
    pub(in crate::empire) fn may_reach(&self, id: UnitId, unit: &Unit, (low, high): (Point, Point), mil: i32) -> bool {
        let (at, size) = (unit.pose.at, self.size(id, unit));
        // No side of the box around a block is longer than both its sides together.
        let half = (size.width + size.depth) / 2 + 2 + mil;
        at.x + half >= low.x && at.x - half <= high.x && at.y + half >= low.y && at.y - half <= high.y
    }

    /// The enemy nearest to a point, centre to centre, of those that `player` knows of, and how far he is; of equals the
    /// first. Looks in rings that double, so that its cost does not grow with the armies.
    pub(in crate::empire) fn nearest_enemy(&self, state: &State, player: Player, at: Point) -> Option<(UnitId, i32)> {
        let table = self.table();
        let most = table.width.saturating_add(table.depth).saturating_mul(2);
        let enemies = self.rolls.units_of(Self::enemy(player));
        let mut radius = 8_000;
        loop {
            let mut best: Option<(i32, UnitId)> = None;
            state.units.around_of(Some(enemies), at, radius, |id, unit| {
                if !self.is_threat(id, unit, player) {
                    return;
                }
                let (dx, dy) = at.delta(unit.pose.at);
                let square = i64::from(dx).pow(2) + i64::from(dy).pow(2);
                // Roots are slow, and most are further than the best.
                if best.is_none_or(|(far, _)| square < (i64::from(far) + 1).pow(2)) {
                    let found = (at.distance(unit.pose.at), id);
                    best = Some(best.map_or(found, |best| best.min(found)));
                }
            });
            match best {
                Some((far, id)) => return Some((id, far)),
                None if radius >= most => return None,
                None => radius = radius.saturating_mul(2),
            }
        }
    }
}
