//! Who may fire at whom (A40, L1, L2, P11, P18, P22, Q17, Q18, Q35, Q36).

use super::range;
use crate::empire::action::{Action, MAX_NAMED};
use crate::empire::geometry::{Point, Segment, distance, sees};
use crate::empire::profile::Empire;
use crate::empire::refusal::Refusal;
use crate::empire::state::{Marks, State, UnitId};
use crate::empire::units::{Arm, Facet, Formation, Status};
use crate::game::Player;

/// How many targets a unit is offered.
const OFFERED: usize = 4;

impl Empire {
    /// Why `player` may not have these units fire at that one.
    pub(in crate::empire) fn may_fire(
        &self,
        state: &State,
        player: Player,
        with: &[UnitId],
        target: UnitId,
    ) -> Result<(), Refusal> {
        let lead = *with.first().ok_or(Refusal::NoSuch)?;
        if with.len() > MAX_NAMED || with.iter().enumerate().any(|(n, id)| with[..n].contains(id)) {
            return Err(Refusal::NamedTwice);
        }
        let aim = state.units.get(target).ok_or(Refusal::NoSuch)?;
        for id in with {
            state.units.get(*id).ok_or(Refusal::NoSuch)?;
            if self.unit(*id).player != player {
                return Err(Refusal::NotOwn);
            }
        }
        if self.unit(target).player == player {
            return Err(Refusal::NotEnemy);
        }
        if !aim.is_here() || aim.marks.has(Marks::HIDDEN) {
            return Err(Refusal::NotHere);
        }
        if aim.marks.has(Marks::ABANDONED) {
            return Err(Refusal::Abandoned);
        }
        for id in with {
            self.can_fire(state, *id)?;
        }
        if with.len() > 1
            && (self.house().batteries_apart || with.iter().any(|id| self.unit(*id).arm() != Arm::Artillery))
        {
            return Err(Refusal::NotTogether);
        }
        for id in with {
            self.can_hit(state, *id, target)?;
        }
        if self.unit(lead).arm() == Arm::Infantry && !self.in_contact(state, lead) {
            let far = distance(&self.block_of(state, lead), &self.block_of(state, target));
            if let Some(nearer) = self.nearest_target(state, lead, far) {
                return Err(Refusal::Priority { target: nearer });
            }
        }
        Ok(())
    }

    /// Why a unit does not fire at all.
    fn can_fire(&self, state: &State, id: UnitId) -> Result<(), Refusal> {
        let unit = &state.units[id];
        if !unit.is_here() {
            return Err(Refusal::NotHere);
        }
        if unit.marks.has(Marks::ABANDONED) {
            return Err(Refusal::Abandoned);
        }
        if unit.status == Status::Routed {
            return Err(Refusal::IsRouted);
        }
        if unit.marks.has(Marks::FIRED) {
            return Err(Refusal::HasFired);
        }
        if range(self.unit(id).class, self.house()).is_none()
            || unit.formation == Formation::Limbered
            || unit.marks.any(Marks::RECOVERING.and(Marks::CLOSED))
        {
            return Err(Refusal::CannotFire);
        }
        Ok(())
    }

    /// Why a unit that fires does not fire at this enemy, but for the nearest one being owed the fire.
    fn can_hit(&self, state: &State, id: UnitId, target: UnitId) -> Result<(), Refusal> {
        let may = range(self.unit(id).class, self.house()).ok_or(Refusal::CannotFire)?;
        let unit = &state.units[id];
        if self.in_contact(state, id) {
            return match self.before_its_front(state, id, target) {
                true => Ok(()),
                false => {
                    let other = self.foes_touching(state, id).find(|foe| self.before_its_front(state, id, *foe));
                    Err(other.map_or(Refusal::Engaged, |target| Refusal::Priority { target }))
                }
            };
        }
        if self.in_contact(state, target) {
            return Err(Refusal::Engaged);
        }
        let (from, to) = (self.block_of(state, id), self.block_of(state, target));
        let far = distance(&from, &to);
        if far > may {
            return Err(Refusal::OutOfReach { far, may });
        }
        if !unit.is_all_round() && !sees(&from, &to) {
            return Err(Refusal::OutOfArc);
        }
        if !self.sees_clear(state, id, target) {
            return Err(Refusal::NoSight);
        }
        Ok(())
    }

    /// The enemies in contact with a unit.
    pub(in crate::empire) fn foes_touching<'a>(
        &'a self,
        state: &'a State,
        id: UnitId,
    ) -> impl Iterator<Item = UnitId> + 'a {
        state.contacts.iter().filter_map(move |contact| contact.foe_of(id))
    }

    /// Whether an enemy is in contact with a unit's front (P22): whom it has struck itself, or who struck it there; what fires all
    /// round has a front on every side.
    fn before_its_front(&self, state: &State, id: UnitId, foe: UnitId) -> bool {
        let mut shared = state.contacts.iter().filter(|contact| contact.foe_of(id) == Some(foe));
        let all_round = state.units[id].is_all_round();
        shared.any(|contact| all_round || contact.struck_by(id) || contact.facet == Facet::Front)
    }

    /// An enemy nearer than `far` at which infantry must fire first (Q18, P22): one in order, not in contact, in range, arc and
    /// sight.
    fn nearest_target(&self, state: &State, id: UnitId, far: i32) -> Option<UnitId> {
        let player = self.unit(id).player;
        let block = self.block_of(state, id);
        let all_round = state.units[id].is_all_round();
        let mut nearest: Option<(i32, UnitId)> = None;
        for other in self.around(state, id, far) {
            let unit = &state.units[other];
            let counts = self.unit(other).player != player && unit.is_steady() && !unit.marks.has(Marks::HIDDEN);
            if !counts || self.in_contact(state, other) {
                continue;
            }
            let at = self.block_of(state, other);
            let off = distance(&block, &at);
            if off < nearest.map_or(far, |(off, _)| off)
                && (all_round || sees(&block, &at))
                && self.sees_clear(state, id, other)
            {
                nearest = Some((off, other));
            }
        }
        nearest.map(|(_, other)| other)
    }

    /// Whether the line from a unit to another is clear (Q17, Q35): to the middle of the target, or to the middle of either half
    /// of it. Formed infantry and cavalry in between hide what stands no higher, and a battalion does not fire through its own
    /// screen (A41).
    #[must_use]
    pub fn sees_clear(&self, state: &State, id: UnitId, target: UnitId) -> bool {
        let (from, to) = (self.block_of(state, id), self.block_of(state, target));
        let eye = if state.units[id].is_all_round() { from.centre() } else { from.front().middle() };
        let centre = to.centre();
        let [left, right] = to.sides().map(|side| Segment::new(centre, side.middle()).middle());
        let reach = eye.distance(centre) / 2 + self.longest() + self.size(target, &state.units[target]).reach();
        let mut near = Vec::new();
        let heights = (self.ground().level(eye), self.ground().level(centre));
        // Whoever lies wholly to one side of all three lines hides nothing.
        let lines = [centre, left, right].map(|aim| Segment::new(eye, aim));
        let (low, high) = lines.map(Segment::bounds).into_iter().fold((eye, eye), |(low, high), (from, to)| {
            (Point::new(low.x.min(from.x), low.y.min(from.y)), Point::new(high.x.max(to.x), high.y.max(to.y)))
        });
        state.units.around(lines[0].middle(), reach, |other, unit| {
            let (at, half) = (unit.pose.at, self.longest());
            let beside = at.x + half < low.x || high.x < at.x - half || at.y + half < low.y || high.y < at.y - half;
            if !beside && other != id && other != target && self.hides(state, id, other, heights) {
                near.push(self.block(other, unit));
            }
        });
        lines
            .into_iter()
            .any(|line| self.ground().sight(eye, line.b) && !near.iter().any(|block| block.crossed_by(line)))
    }

    /// Whether a unit hides what is behind it from `id`.
    fn hides(&self, state: &State, id: UnitId, other: UnitId, heights: (u8, u8)) -> bool {
        let (unit, of) = (&state.units[other], self.unit(other));
        if of.parent == Some(id) {
            return unit.is_steady();
        }
        unit.is_formed()
            && of.arm() != Arm::Artillery
            && !unit.marks.has(Marks::HIDDEN)
            && heights.0.max(heights.1) <= self.ground().level(unit.pose.at)
    }

    /// Appends the fire that a unit may declare: at the nearest targets, each battery alone and with all that can join it.
    pub fn fire_candidates(&self, state: &State, id: UnitId, out: &mut Vec<Action>) {
        if state.units.get(id).is_none() || self.can_fire(state, id).is_err() {
            return;
        }
        let player = self.unit(id).player;
        let block = self.block_of(state, id);
        let may = range(self.unit(id).class, self.house()).unwrap_or_default();
        let mut targets: Vec<(i32, UnitId)> = Vec::new();
        for other in self.around(state, id, may) {
            if self.unit(other).player != player && state.units[other].is_here() {
                let far = distance(&block, &self.block_of(state, other));
                if far <= may {
                    targets.push((far, other));
                }
            }
        }
        targets.sort_unstable();
        let offered = out.len() + OFFERED;
        for (_, target) in targets {
            if out.len() >= offered {
                break;
            }
            if self.may_fire(state, player, &[id], target).is_err() {
                continue;
            }
            let mut with = vec![id];
            if self.unit(id).arm() == Arm::Artillery && !self.house().batteries_apart {
                let aim = state.units[target].pose.at;
                with.extend(self.batteries_on(state, player, aim, target).into_iter().filter(|other| *other != id));
                with.truncate(MAX_NAMED);
            }
            if with.len() > 1 {
                out.push(Action::Fire { with, target });
            }
            out.push(Action::Fire { with: vec![id], target });
        }
    }

    /// The batteries of a side that may fire at a target, in order.
    fn batteries_on(&self, state: &State, player: Player, aim: Point, target: UnitId) -> Vec<UnitId> {
        let mut found = Vec::new();
        let reach = super::max_range(crate::empire::units::Size::Heavy);
        let reach = reach + self.longest() + self.size(target, &state.units[target]).reach();
        state.units.near(aim, reach, &mut found);
        found.retain(|id| {
            let of = self.unit(*id);
            of.player == player
                && of.arm() == Arm::Artillery
                && self.can_fire(state, *id).is_ok()
                && self.can_hit(state, *id, target).is_ok()
        });
        found
    }

    /// Appends what the next unit that still has a target may fire at: they come in order, beginning behind the one that fired
    /// last, so that those who have no target are not asked again and again.
    pub(in crate::empire) fn suggest_fire(&self, state: &State, player: Player, out: &mut Vec<Action>) {
        let before = out.len();
        let last = state.fires.last().and_then(|fire| fire.with.first()).filter(|id| self.unit(**id).player == player);
        let from = last.map_or(0, |id| id.index() + 1);
        let all = (from..state.units.len()).chain(0..from).map(|n| UnitId(n as u16));
        for id in all.filter(|id| self.unit(*id).player == player) {
            let unit = &state.units[id];
            if unit.is_here() && !unit.marks.has(Marks::FIRED) {
                self.fire_candidates(state, id, out);
                if out.len() > before {
                    return;
                }
            }
        }
    }
}
