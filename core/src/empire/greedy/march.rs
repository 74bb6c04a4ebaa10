//! Where to go.

use super::Mind;
use super::worth::Stand;
use crate::empire::action::Manoeuvre;
use crate::empire::few::Few;
use crate::empire::geometry::{Block, INCH, Point, Pose, distance, sees};
use crate::empire::movement::scene::Scene;
use crate::empire::profile::Empire;
use crate::empire::state::{Marks, UnitId};
use crate::empire::units::{Arm, Formation, Order, Status};

/// How far around a unit enemies are thought of, from middle to middle, in thousandths of an inch.
const CARE: i32 = 28 * INCH;
/// How many enemies are thought of.
const MOST: usize = 8;
/// How far cavalry comes in a turn with its wheel, in thousandths of an inch.
const CHARGE: i32 = 14 * INCH;
/// Beyond this nothing but fire matters, edge to edge, in thousandths of an inch.
const SIGNAL: i32 = 16 * INCH;
/// How near infantry wants to be, edge to edge, in thousandths of an inch.
const MUSKETRY: i32 = 2_900;

/// An enemy near the unit.
struct Foe {
    id: UnitId,
    block: Block,
    charges: bool,
    shoots: bool,
    /// How far from its middle it matters at most, but for being fired at.
    matters: i32,
    /// Half its diagonal.
    half: i32,
}

/// The thoughts about one unit's move.
pub(super) struct March<'a> {
    mind: &'a Mind<'a>,
    scene: Scene<'a>,
    id: UnitId,
    foes: Few<Foe, MOST>,
    goal: Option<Point>,
    order: Order,
}

impl<'a> March<'a> {
    pub(super) fn new(mind: &'a Mind<'a>, id: UnitId) -> Self {
        let unit = &mind.state.units[id];
        // Whoever is further away than it comes does not decide whether a move is allowed.
        let scene = mind.game.scene_of(mind.state, id);
        let mut near: Few<(i32, UnitId), 64> = Few::new();
        let enemies = mind.game.rolls.units_of(Empire::enemy(mind.player));
        mind.state.units.around_of(Some(enemies), unit.pose.at, CARE, |enemy, standing| {
            if mind.game.is_threat(enemy, standing, mind.player) {
                near.push((unit.pose.at.distance(standing.pose.at), enemy));
            }
        });
        near.sort_unstable();
        near.truncate(MOST);
        let foes = near.into_iter().map(|(_, enemy)| mind.foe(enemy)).collect();
        let division = mind.game.unit(id).division;
        let order = mind.state.divisions.get(division.index()).map_or(Order::Defend, |d| d.order);
        let goal = mind.goal(id, order);
        Self { mind, scene, id, foes, goal, order }
    }

    /// The worth of a move of these parts; without any, of staying.
    pub(super) fn of(&self, steps: &[Manoeuvre]) -> i32 {
        let mind = self.mind;
        let unit = self.scene.unit();
        let profile = mind.game.unit(self.id);
        if steps.is_empty() {
            let stand = Stand { at: unit.pose.at, formation: unit.formation, moved: false, unlimbered: false };
            return self.stand(unit.pose, &stand);
        }
        let Ok(plan) = mind.game.plan(&self.scene, steps, false, false) else { return -10_000 };
        // Who has closed with the enemy fights it out: whoever goes back has had the losses for nothing.
        if mind.game.in_contact(mind.state, self.id) && steps.iter().any(|part| matches!(part, Manoeuvre::Back(_))) {
            return -10_000;
        }
        if let Some(target) = plan.struck {
            let worth = mind.assault(self.id, target, unit.pose.at, plan.is_charge);
            let here = Stand { at: unit.pose.at, formation: unit.formation, moved: false, unlimbered: false };
            // Whoever attacks gives up his fire and his place.
            return self.stand(unit.pose, &here).max(0) / 2 + 2 * worth - mind.weights.dare;
        }
        let unlimbered = plan.formation == Formation::Unlimbered && unit.formation != Formation::Unlimbered;
        let stand = Stand { at: plan.pose.at, formation: plan.formation, moved: true, unlimbered };
        // Who holds a house that is to be held stays in it.
        let leaves = unit.formation == Formation::Garrison && plan.formation != Formation::Garrison;
        let house = if leaves && self.order != Order::Attack { 150 } else { 0 };
        let tired = if profile.arm() == Arm::Artillery && unit.formation == Formation::Unlimbered { 10 } else { 0 };
        self.stand(plan.pose, &stand) - tired - house - 1
    }

    /// The worth of standing so at the end of the move.
    fn stand(&self, pose: Pose, stand: &Stand) -> i32 {
        let mind = self.mind;
        let (unit, profile) = (self.scene.unit(), mind.game.unit(self.id));
        let size = crate::empire::footprint::footprint(profile.arm(), stand.formation, unit.stands);
        let block = Block::new(pose, size);
        let range = mind.range(profile.class, stand.formation);
        let (mut fire, mut danger, mut horse) = (0, 0, 0);
        let mut nearest = i32::MAX;
        let (centre, half) = (block.centre(), size.reach());
        for foe in &self.foes {
            // A quick look first: the exact distance is dear.
            let (dx, dy) = centre.delta(foe.block.centre());
            let most = i64::from(foe.matters.max(range) + foe.half + half);
            if i64::from(dx).pow(2) + i64::from(dy).pow(2) > most.pow(2) {
                continue;
            }
            let far = distance(&block, &foe.block);
            nearest = nearest.min(far);
            let faces = unit.is_all_round() || sees(&block, &foe.block);
            if far <= range
                && faces
                && !unit.marks.has(Marks::RECOVERING)
                && mind.game.ground().sight(pose.at, foe.block.centre())
            {
                fire = fire.max(mind.fire_from(self.id, stand, foe.id, far));
            }
            let standing = &mind.state.units[foe.id];
            let of = mind.game.unit(foe.id);
            if foe.shoots && far <= mind.range(of.class, standing.formation) && sees(&foe.block, &block) {
                danger += match of.arm() {
                    Arm::Artillery => 30 - far / 1_000,
                    _ => 40,
                };
            }
            if foe.charges && far <= CHARGE {
                horse = horse.max(mind.horse(self.id, stand));
            }
        }
        let cover = i32::from(mind.game.ground().shelters(pose.at)) * 25;
        let mut worth = 2 * fire + cover - danger * mind.weights.fire / 100 - horse;
        worth += self.errand(pose.at, stand, nearest);
        worth += match (profile.arm(), stand.formation) {
            // A line fires, a column moves, a road column only marches.
            (Arm::Infantry, Formation::Line) if nearest < 8 * INCH => 12,
            (Arm::Infantry, Formation::Line) => -6,
            (_, Formation::RoadColumn) if nearest < SIGNAL => -60,
            (Arm::Infantry, Formation::Square) => -45,
            (Arm::Artillery, Formation::Limbered) if nearest < SIGNAL => -25,
            _ => 0,
        };
        if profile.arm() == Arm::Artillery && nearest < 4 * INCH {
            worth -= 60;
        }
        if unit.status == Status::Disordered && nearest < 6 * INCH {
            worth -= 20;
        }
        worth
    }

    /// How well a place serves what the division is to do.
    fn errand(&self, at: Point, stand: &Stand, nearest: i32) -> i32 {
        let mind = self.mind;
        let arm = mind.game.unit(self.id).arm();
        let Some(goal) = self.goal else { return 0 };
        let left = at.distance(goal) / 100;
        let inch = mind.weights.ground;
        match (self.order, arm) {
            // Guns that can fire stay and fire.
            (_, Arm::Artillery) if stand.formation == Formation::Unlimbered && nearest < 12 * INCH => -left * inch / 40,
            (_, Arm::Artillery) => -left * inch / 20,
            (Order::Attack, Arm::Cavalry) => -left * inch / 14,
            (Order::Attack, Arm::Infantry) if nearest <= MUSKETRY => -left * inch / 20,
            (Order::Attack, Arm::Infantry) => -left * inch / 10,
            (Order::Defend, _) => -(left - 40).max(0) * inch / 10,
            (Order::Reserve, _) => 0,
        }
    }
}

impl Mind<'_> {
    fn foe(&self, id: UnitId) -> Foe {
        let (unit, profile) = (&self.state.units[id], self.game.unit(id));
        let shoots = unit.is_steady() && profile.arm() != Arm::Cavalry;
        let reach = if shoots { self.range(profile.class, unit.formation) } else { 0 };
        Foe {
            id,
            block: self.game.block(id, unit),
            charges: self.is_charger(id),
            shoots,
            matters: reach.max(SIGNAL),
            half: self.game.size(id, unit).reach(),
        }
    }

    /// Where a unit is wanted.
    fn goal(&self, id: UnitId, order: Order) -> Option<Point> {
        let profile = self.game.unit(id);
        let division = &self.game.divisions()[profile.division.index()];
        let at = self.state.units[id].pose.at;
        let held = |n: usize| self.seen.objectives().get(n).copied().flatten() == Some(self.player);
        let own =
            division.objective.and_then(|o| self.game.objectives().get(o.index()).map(|goal| (o.index(), goal.at)));
        match order {
            Order::Attack => {
                if let Some((n, goal)) = own
                    && !held(n)
                {
                    return Some(goal);
                }
                let open = self.game.objectives().iter().enumerate().filter(|(n, _)| !held(*n));
                let nearest = open.map(|(_, goal)| goal.at).min_by_key(|goal| at.distance(*goal));
                nearest.or_else(|| {
                    let (enemy, _) = self.game.nearest_enemy(self.state, self.player, at)?;
                    Some(self.state.units[enemy].pose.at)
                })
            }
            Order::Defend => own.map(|(_, goal)| goal).or(Some(self.state.units[id].anchor)),
            Order::Reserve => None,
        }
    }
}
