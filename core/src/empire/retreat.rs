//! Going back: fallback, rout, flight, evasion (E markers, P39, A11, A57, P25, Q31).
//!
//! A unit goes back in a straight line. The line straight away from the enemy is tried first, then lines at 15 degrees more to
//! the one side and the other, up to 90, of those who run up to 120; on each line the shortest way that serves.

use super::allowance::{self, FALLBACK, Facts, ROUT_AT_ONCE, printed};
use super::context::Ctx;
use super::event::{Event, Loss, Retreat};
use super::geometry::{Block, Facing, INCH, Point, Pose, gap_within, overlap, sweep, way_apart};
use super::movement::scene::{Scene, TOUCH};
use super::profile::Empire;
use super::state::{Marks, Presence, Stage, State, UnitId};
use super::units::{Arm, Formation};
use crate::chance::Draws;
use crate::game::Sink;

/// The lines that are tried, in degrees from straight away (Q31).
const LINES: [i32; 17] = [0, 15, -15, 30, -30, 45, -45, 60, -60, 75, -75, 90, -90, 105, -105, 120, -120];
/// How much longer a way is tried each time (Q31), in thousandths of an inch.
const LENGTH_STEP: i32 = INCH / 2;
/// How far beyond its length a rout goes on to find a place (Q31).
const ROUT_SLACK: i32 = 4 * INCH;
/// The shortest way of a unit that must stop short (Q31); one that cannot go so far has no way.
const LEAST: i32 = 2 * INCH;
/// Where a division that falls back is safe: so far from every enemy (E failed-integrity).
pub(super) const SAFE: i32 = 12 * INCH;

/// What a retreat must be like.
struct Wish {
    /// The direction that is tried first.
    away: Facing,
    /// The least way.
    least: i32,
    /// The longest way.
    most: i32,
    /// How far from every enemy it must end.
    clear: i32,
    /// Whether it looks where it goes.
    turns: bool,
    /// Whether it goes over the edge of the table rather than aside.
    may_leave: bool,
    /// Whether it goes the whole way, less what the ground takes.
    by_chart: bool,
    /// Whether it may stop short where no line is free for its length.
    may_stop: bool,
    /// Whether hidden enemies are left out: for what its owner may ask before it goes (Q12).
    known: bool,
}

/// Where a retreat leads.
enum Way {
    /// To a place, through these friends.
    To(Pose, Vec<UnitId>),
    /// Off the table.
    Off,
    /// Nowhere.
    None,
}

impl Empire {
    /// The direction straight away from an enemy, or from the nearest one; toward the own edge when there is none (P39). From one
    /// within pinning range it is square to the side that parts the two, so that nobody goes along the front that has struck him
    /// off his middle; from one further off, the line of the two middles (Q31).
    fn away(&self, state: &State, id: UnitId, from: Option<UnitId>) -> Facing {
        let (unit, player) = (&state.units[id], self.unit(id).player);
        let from = from.or_else(|| self.nearest_enemy(state, player, unit.pose.at).map(|(enemy, _)| enemy));
        let Some((from, enemy)) = from.and_then(|from| Some((from, state.units.get(from)?))) else {
            return self.homeward(player);
        };
        let (own, other) = (self.block(id, unit), self.block(from, enemy));
        if gap_within(&own, &other, self.house().tactical_range) {
            way_apart((&other, enemy.pose.facing), (&own, unit.pose.facing))
        } else {
            Facing::to(enemy.pose.at, unit.pose.at)
        }
    }

    /// Where a unit evades to (P36, P41): its full move away from whoever comes; `None` when the way is not free. `known` as far
    /// as its owner knows.
    pub(super) fn escape(&self, state: &State, id: UnitId, from: UnitId, known: bool) -> Option<Pose> {
        let unit = &state.units[id];
        let most = printed(self.unit(id).class, unit.formation);
        let wish = Wish {
            away: self.away(state, id, Some(from)),
            least: most,
            most,
            clear: TOUCH,
            turns: unit.formation == Formation::Limbered,
            may_leave: false,
            by_chart: true,
            may_stop: false,
            known,
        };
        match self.way_back(state, id, &wish, unit.formation, 90) {
            Way::To(pose, _) => Some(pose),
            Way::Off | Way::None => None,
        }
    }

    /// Looks for a way back. Lines on which nobody is disordered come first (P25).
    fn way_back(&self, state: &State, id: UnitId, wish: &Wish, formation: Formation, widest: i32) -> Way {
        let scene = Scene::new(self, state, id, wish.most + wish.clear.max(INCH));
        let mut off = false;
        for short in [false, true].into_iter().take(1 + usize::from(wish.may_stop)) {
            let mut second = None;
            for line in LINES.into_iter().filter(|line| line.abs() <= widest) {
                match self.along_line(&scene, wish, formation, wish.away.turned(line), short) {
                    Way::To(pose, passed) if passed.is_empty() => return Way::To(pose, passed),
                    Way::To(pose, passed) => second = second.or(Some((pose, passed))),
                    Way::Off if line == 0 && wish.may_leave => return Way::Off,
                    Way::Off => off = true,
                    Way::None => {}
                }
            }
            if let Some((pose, passed)) = second {
                return Way::To(pose, passed);
            }
        }
        if off && wish.may_leave { Way::Off } else { Way::None }
    }

    /// The shortest way on one line that serves; for one that has its length by the chart, the longest.
    fn along_line(&self, scene: &Scene<'_>, wish: &Wish, formation: Formation, facing: Facing, short: bool) -> Way {
        let (id, unit) = (scene.id, scene.unit());
        let from = unit.pose.at;
        let size = self.size(id, &super::state::Unit { formation, ..*unit });
        let start = Block::new(unit.pose, self.size(id, unit));
        let least = if wish.by_chart { self.by_ground(id, formation, scene, facing, wish.most) } else { wish.least };
        if least <= 0 {
            return Way::None;
        }
        let table = self.table();
        let on = |p: Point| (0..=table.width).contains(&p.x) && (0..=table.depth).contains(&p.y);
        let tries = (wish.most - wish.least).max(0) / LENGTH_STEP;
        let lengths: Vec<i32> = match (short, wish.by_chart) {
            (true, _) => (1..least / LENGTH_STEP).map(|n| least - n * LENGTH_STEP).filter(|n| *n >= LEAST).collect(),
            (false, true) => vec![least],
            (false, false) => (0..=tries).map(|n| least + n * LENGTH_STEP).collect(),
        };
        for mil in lengths {
            let to = from.ahead(facing, mil);
            if !on(to) {
                if mil <= least {
                    return Way::Off;
                }
                continue;
            }
            if let Some(found) = self.place_back(scene, wish, &start, size, to, facing) {
                return Way::To(found.0, found.1);
            }
        }
        Way::None
    }

    /// How far the chart lets it go on a line (A57, P19).
    fn by_ground(&self, id: UnitId, formation: Formation, scene: &Scene<'_>, facing: Facing, most: i32) -> i32 {
        let (class, unit) = (self.unit(id).class, scene.unit());
        let mut mil = most;
        for _ in 0..3 {
            let way = self.ground().stretch(unit.pose.at, unit.pose.at.ahead(facing, mil));
            let mut facts =
                if unit.is_steady() { Facts::unit(class, formation) } else { Facts::rout(class, formation) };
            facts.open = (way.length - way.light - way.heavy).max(0);
            (facts.light_woods, facts.heavy_woods) = (way.light, way.heavy);
            (facts.walls, facts.fords) = (way.walls, way.fords);
            let may = allowance::value(&facts, self.house());
            if may >= mil {
                break;
            }
            mil = may;
        }
        mil
    }

    /// Whether a unit may end a retreat there, with the friends whom it would disorder.
    fn place_back(
        &self,
        scene: &Scene<'_>,
        wish: &Wish,
        start: &Block,
        size: super::geometry::Size,
        to: Point,
        facing: Facing,
    ) -> Option<(Pose, Vec<UnitId>)> {
        let (id, unit) = (scene.id, scene.unit());
        let arm = self.unit(id).arm();
        let way = self.ground().stretch(unit.pose.at, to);
        if way.river || way.impassable || (arm == Arm::Artillery && (way.light > 0 || way.heavy > 0 || way.walls > 0)) {
            return None;
        }
        // Nobody runs through a house, but who held one comes out of it (P27).
        if self.ground().goes_indoors(unit.pose.at, to, self.ground().building(unit.pose.at)) {
            return None;
        }
        let poses =
            [Pose::new(to, if wish.turns { facing } else { unit.pose.facing }), Pose::new(to, unit.pose.facing)];
        let table = self.table();
        let on = |p: &Point| (0..=table.width).contains(&p.x) && (0..=table.depth).contains(&p.y);
        let others = || scene.others.iter().filter(|other| !(wish.known && other.is_hidden));
        let fits = |block: &Block| {
            self.ground().bars(block, arm).is_none()
                && (block.corners.iter().all(on) || !start.corners.iter().all(on) || wish.may_leave)
                && others().all(|other| {
                    if other.is_enemy && !other.is_abandoned {
                        !gap_within(block, &other.block, if other.is_hidden { TOUCH } else { wish.clear.max(TOUCH) })
                    } else {
                        !overlap(block, &other.block)
                    }
                })
        };
        let pose = poses.into_iter().find(|pose| fits(&Block::new(*pose, size)))?;
        let delta = unit.pose.at.delta(to);
        let mut passed = Vec::new();
        for other in others() {
            let Some(mil) = sweep(start, delta, &other.block) else { continue };
            if other.is_enemy && !other.is_abandoned {
                // One does not run through the enemy; from one whom it touched it goes away.
                if mil > TOUCH || self.goes_toward(unit.pose.at, to, other.block.centre()) {
                    return None;
                }
            } else if other.is_solid {
                return None;
            } else if !other.is_enemy {
                let friend = &scene.state.units[other.id];
                if friend.is_formed() && self.unit(other.id).arm() != Arm::Artillery {
                    passed.push(other.id);
                }
            }
        }
        Some((pose, passed))
    }

    /// Whether a way leads nearer to a point than it begins.
    fn goes_toward(&self, from: Point, to: Point, point: Point) -> bool {
        to.distance(point) <= from.distance(point)
    }
}

impl<D: Draws, S: Sink<Empire>> Ctx<'_, D, S> {
    /// Moves a unit back, by P39 away from `from` (or from the nearest enemy), and says whether it found a place as the rule asks:
    /// `false` for a fallback that cannot end outside 3 inches of every enemy, which then must rout (A11). Contacts are
    /// broken first. A unit that leaves the table or finds no way is lost. Sets [`super::state::Marks::RETREATED`].
    pub(super) fn retreat(&mut self, id: UnitId, from: Option<UnitId>, why: Retreat) -> bool {
        self.part(id);
        let game = self.game;
        let unit = *self.unit(id);
        if !unit.is_here() {
            return true;
        }
        let (class, player) = (game.unit(id).class, game.unit(id).player);
        let arm = class.arm();
        let formation = match unit.formation {
            Formation::Unlimbered => Formation::Limbered,
            Formation::Garrison => Formation::Column,
            other => other,
        };
        let clear = game.house().tactical_range + 1;
        let full = full_move(game, id, formation);
        let wish = match why {
            Retreat::Fallback | Retreat::Recoil => Wish {
                away: game.away(self.state, id, from),
                least: FALLBACK,
                most: full.max(FALLBACK),
                clear,
                turns: formation == Formation::Limbered,
                may_leave: false,
                by_chart: false,
                may_stop: false,
                known: false,
            },
            Retreat::Division => {
                let later = matches!(self.state.stage, Stage::Rally | Stage::March);
                let least = if later { full.max(FALLBACK) } else { FALLBACK };
                Wish {
                    away: game.away(self.state, id, from),
                    least,
                    most: least.max(full),
                    clear,
                    turns: formation == Formation::Limbered,
                    may_leave: false,
                    by_chart: later,
                    may_stop: later,
                    known: false,
                }
            }
            Retreat::Rout => Wish {
                away: game.away(self.state, id, from),
                least: ROUT_AT_ONCE,
                most: ROUT_AT_ONCE + ROUT_SLACK,
                clear: TOUCH,
                turns: true,
                may_leave: true,
                by_chart: false,
                may_stop: true,
                known: false,
            },
            Retreat::Flight => Wish {
                away: game.homeward(player),
                least: allowance::rout(arm),
                most: allowance::rout(arm),
                clear: TOUCH,
                turns: true,
                may_leave: true,
                by_chart: true,
                may_stop: true,
                known: false,
            },
        };
        self.edit(id, |unit| unit.marks.set(Marks::RETREATED.and(Marks::MOVED)));
        // Who falls back goes away from the enemy (E markers); who runs may have to come past him (Q31).
        let widest = if matches!(why, Retreat::Rout | Retreat::Flight) { 120 } else { 90 };
        match game.way_back(self.state, id, &wish, formation, widest) {
            Way::To(to, passed) => {
                self.edit(id, |unit| unit.formation = formation);
                self.put(id, to);
                self.tell(|_, _| Event::Retreated { unit: id, why, to });
                passed.into_iter().for_each(|friend| self.disorder(friend));
                self.see_around(id);
                true
            }
            Way::Off => {
                self.lose(id, Loss::LeftTable);
                true
            }
            Way::None if matches!(why, Retreat::Rout | Retreat::Flight) => {
                self.lose(id, Loss::NoWay);
                true
            }
            Way::None => false,
        }
    }

    /// Takes a unit out of the battle, with its contacts, its screen and its leader (P32).
    pub(super) fn lose(&mut self, id: UnitId, why: Loss) {
        if self.unit(id).presence == Presence::Lost {
            return;
        }
        self.part(id);
        self.leader_of_lost(id);
        let counts = self.profile(id).parent.is_none();
        let abandoned = self.unit(id).marks.has(Marks::ABANDONED);
        self.edit(id, |unit| {
            unit.marks.clear(Marks::FALLING_BACK.and(Marks::HIDDEN));
            // Guns that were lost before they are taken have counted then (Q6).
            if counts && !abandoned {
                unit.marks.set(Marks::ROUTED_NOW.and(Marks::LOSS_COUNTS));
            }
        });
        self.set_presence(id, Presence::Lost);
        self.tell(|_, _| Event::Lost { unit: id, why });
        if let Some(screen) = self.profile(id).skirmishers {
            if self.unit(screen).is_here() {
                self.lose(screen, Loss::Screen);
            } else {
                self.set_presence(screen, Presence::Lost);
            }
        }
    }

    /// Breaks all contacts of a unit.
    pub(super) fn part(&mut self, id: UnitId) {
        while let Some(n) = self.state.contacts.iter().position(|contact| contact.has(id)) {
            let contact = self.state.contacts.remove(n);
            let (attacker, defender) = (contact.attacker, contact.defender);
            self.tell(|_, _| Event::Parted { attacker, defender });
        }
    }
}

/// The full move of a unit in its formation (A11); of one that does not move, that of a column.
fn full_move(game: &Empire, id: UnitId, formation: Formation) -> i32 {
    let class = game.unit(id).class;
    match printed(class, formation) {
        0 => printed(class, Formation::Column),
        mil => mil,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Supplied;
    use crate::empire::Scenario;
    use crate::empire::state::Contact;
    use crate::empire::units::{Facet, Status};
    use crate::game::{Game, Quiet};

    /// The tutorial's armies with nobody but these in the open east of its village: `x`, `y` in inches, and facing. The French
    /// are player 0 and have the southern edge.
    fn field(places: &[(&str, i32, i32, i32)]) -> (Empire, State) {
        let mut scenario = Scenario::shipped("tutorial").expect("the tutorial");
        scenario.line.clear();
        scenario.area.clear();
        scenario.crossing.clear();
        for unit in &mut scenario.unit {
            unit.formation = match unit.class.arm() {
                Arm::Artillery => Formation::Limbered,
                Arm::Infantry | Arm::Cavalry => Formation::Line,
            };
        }
        let game = Empire::new(scenario).unwrap_or_else(|faults| panic!("{faults:?}"));
        let mut state = game.start();
        for n in 0..state.units.len() {
            let id = UnitId(n as u16);
            if state.units[id].is_here() && !places.iter().any(|(name, ..)| *name == game.unit(id).id) {
                state.units.set_presence(id, Presence::Waiting);
            }
        }
        for &(name, x, y, facing) in places {
            state.units.place(unit(&game, name), Pose::new(Point::new(x * INCH, y * INCH), Facing::new(facing)));
        }
        (game, state)
    }

    fn unit(game: &Empire, name: &str) -> UnitId {
        UnitId(game.units().iter().position(|unit| unit.id == name).expect("a unit") as u16)
    }

    fn go(game: &Empire, state: &mut State, name: &str, from: Option<&str>, why: Retreat) -> bool {
        let mut draws = Supplied::new();
        let from = from.map(|name| unit(game, name));
        Ctx { game, state, draws: &mut draws, sink: &mut Quiet }.retreat(unit(game, name), from, why)
    }

    fn place(game: &Empire, state: &State, name: &str) -> Point {
        state.units[unit(game, name)].pose.at
    }

    #[test]
    fn a_fallback_is_four_inches_and_more_only_to_get_clear() {
        let (game, mut state) = field(&[("line-61-1", 20, 16, 0), ("foot-33", 20, 18, 180)]);
        assert!(go(&game, &mut state, "line-61-1", Some("foot-33"), Retreat::Fallback));
        assert_eq!(place(&game, &state, "line-61-1"), Point::new(20_000, 12_000));
        assert_eq!(state.units[unit(&game, "line-61-1")].pose.facing, Facing::new(0), "it faces the enemy still");
        // A second enemy 6 inches behind: 4 inches back is inside his 3, so it goes aside.
        let (game, mut state) = field(&[("line-61-1", 20, 16, 0), ("foot-33", 20, 18, 180), ("foot-73", 20, 11, 0)]);
        assert!(go(&game, &mut state, "line-61-1", Some("foot-33"), Retreat::Fallback));
        let (own, behind) = (unit(&game, "line-61-1"), unit(&game, "foot-73"));
        let gap = super::super::geometry::distance(&game.block_of(&state, own), &game.block_of(&state, behind));
        assert!(gap > 3_000, "{gap}");
    }

    #[test]
    fn who_cannot_get_clear_does_not_fall_back() {
        let ring =
            [("foot-33", 20, 18, 180), ("foot-73", 20, 12, 0), ("bremen", 16, 15, 90), ("hussars-1", 24, 15, 270)];
        let mut places = vec![("line-61-1", 20, 15, 0)];
        places.extend(ring);
        let (game, mut state) = field(&places);
        let before = state.units[unit(&game, "line-61-1")].pose;
        assert!(!go(&game, &mut state, "line-61-1", Some("foot-33"), Retreat::Fallback));
        assert_eq!(state.units[unit(&game, "line-61-1")].pose, before);
        assert!(state.units[unit(&game, "line-61-1")].is_here(), "its rout is the caller's");
    }

    #[test]
    fn a_fallback_goes_away_from_the_enemy_and_at_most_straight_aside() {
        // At the edge of the table with the enemy before it and friends of his to either side: the only way that is 3 inches
        // clear of all leads past him.
        let (game, mut state) =
            field(&[("line-61-1", 20, 1, 0), ("foot-33", 20, 5, 180), ("foot-73", 28, 1, 270), ("bremen", 12, 1, 90)]);
        for name in ["line-61-1", "foot-33", "foot-73", "bremen"] {
            state.units.edit(unit(&game, name), |unit| unit.formation = Formation::Column);
        }
        let own = unit(&game, "line-61-1");
        let before = state.units[own].pose;
        for why in [Retreat::Fallback, Retreat::Recoil] {
            assert!(!go(&game, &mut state.clone(), "line-61-1", Some("foot-33"), why), "{why:?}");
        }
        assert_eq!(state.units[own].pose, before);
        let wish = Wish {
            away: game.away(&state, own, Some(unit(&game, "foot-33"))),
            least: FALLBACK,
            most: 2 * FALLBACK,
            clear: game.house().tactical_range + 1,
            turns: false,
            may_leave: false,
            by_chart: false,
            may_stop: false,
            known: false,
        };
        let way = |widest| game.way_back(&state, own, &wish, Formation::Column, widest);
        assert!(matches!(way(90), Way::None));
    }

    #[test]
    fn at_the_edge_a_fallback_turns_aside_and_a_rout_is_lost() {
        let (game, mut state) = field(&[("line-61-1", 20, 3, 0), ("foot-33", 20, 6, 180)]);
        assert!(go(&game, &mut state.clone(), "line-61-1", Some("foot-33"), Retreat::Fallback));
        assert!(go(&game, &mut state, "line-61-1", Some("foot-33"), Retreat::Rout));
        let lost = state.units[unit(&game, "line-61-1")];
        assert_eq!(lost.presence, Presence::Lost);
        assert!(lost.marks.has(Marks::ROUTED_NOW.and(Marks::LOSS_COUNTS)));
    }

    #[test]
    fn a_rout_breaks_contact_and_runs_twelve_inches_looking_where_it_goes() {
        let (game, mut state) = field(&[("line-61-1", 20, 20, 0), ("foot-33", 20, 21, 180)]);
        let (own, foe) = (unit(&game, "line-61-1"), unit(&game, "foot-33"));
        let met = Contact { attacker: own, defender: foe, facet: Facet::Front, met: false, fresh: true };
        state.contacts.push(met);
        assert!(go(&game, &mut state, "line-61-1", Some("foot-33"), Retreat::Rout));
        assert!(state.contacts.is_empty());
        let run = state.units[own];
        assert_eq!((run.pose.at, run.pose.facing), (Point::new(20_000, 8_000), Facing::new(180)));
        assert!(run.marks.has(Marks::RETREATED));
    }

    #[test]
    fn who_flees_goes_round_friends_and_only_where_he_cannot_through_them() {
        let (game, mut state) = field(&[("line-61-1", 20, 24, 0), ("foot-33", 20, 26, 180), ("line-61-2", 20, 20, 0)]);
        assert!(go(&game, &mut state, "line-61-1", Some("foot-33"), Retreat::Rout));
        assert_eq!(state.units[unit(&game, "line-61-2")].status, Status::Good);
        assert_ne!(place(&game, &state, "line-61-1").x, 20_000, "it went round");
        // Friends all round: it breaks through one of them.
        let friends =
            [("line-61-2", 20, 20, 0), ("line-72-1", 16, 22, 0), ("light-2", 24, 22, 0), ("cuirassiers-8", 16, 25, 0)];
        let mut places = vec![("line-61-1", 20, 24, 0), ("foot-33", 20, 26, 180), ("battery-18", 24, 25, 0)];
        places.extend(friends);
        let (game, mut state) = field(&places);
        for (name, x, y) in [("line-72-1", 16, 21), ("light-2", 24, 21)] {
            state.units.place(unit(&game, name), Pose::new(Point::new(x * INCH, y * INCH), Facing::new(90)));
        }
        assert!(go(&game, &mut state, "line-61-1", Some("foot-33"), Retreat::Rout));
        assert!(state.units[unit(&game, "line-61-1")].is_here());
        // A square in the way turns it aside, always.
        let (game, mut state) = field(&[("line-61-1", 20, 24, 0), ("foot-33", 20, 26, 180), ("line-61-2", 20, 20, 0)]);
        state.units.edit(unit(&game, "line-61-2"), |unit| unit.formation = Formation::Square);
        assert!(go(&game, &mut state, "line-61-1", Some("foot-33"), Retreat::Rout));
        assert_ne!(place(&game, &state, "line-61-1").x, 20_000);
        assert_eq!(state.units[unit(&game, "line-61-2")].status, Status::Good);
    }

    #[test]
    fn whoever_is_shut_in_and_runs_is_lost() {
        let mut places = vec![("line-61-1", 20, 15, 0)];
        places.extend([
            ("foot-33", 20, 16, 180),
            ("foot-73", 20, 14, 0),
            ("bremen", 17, 15, 90),
            ("hussars-1", 23, 15, 270),
        ]);
        let (game, mut state) = field(&places);
        assert!(go(&game, &mut state, "line-61-1", Some("foot-33"), Retreat::Rout));
        assert_eq!(state.units[unit(&game, "line-61-1")].presence, Presence::Lost);
    }

    #[test]
    fn guns_limber_to_fall_back_and_a_lost_battalion_takes_its_screen_along() {
        let (game, mut state) = field(&[("battery-18", 20, 16, 0), ("foot-33", 20, 20, 180), ("light-2", 30, 16, 0)]);
        let guns = unit(&game, "battery-18");
        state.units.edit(guns, |unit| unit.formation = Formation::Unlimbered);
        assert!(go(&game, &mut state, "battery-18", Some("foot-33"), Retreat::Fallback));
        assert_eq!(state.units[guns].formation, Formation::Limbered);
        let light = unit(&game, "light-2");
        let screen = game.unit(light).skirmishers.expect("a screen");
        state.units.edit(screen, |unit| unit.stands = 2);
        state.units.place(screen, Pose::new(Point::new(30_000, 19_000), Facing::new(0)));
        state.units.set_presence(screen, Presence::Table);
        let mut draws = Supplied::new();
        Ctx { game: &game, state: &mut state, draws: &mut draws, sink: &mut Quiet }.lose(light, Loss::Hits);
        assert_eq!(state.units[screen].presence, Presence::Lost);
        assert!(!state.units[screen].marks.has(Marks::LOSS_COUNTS), "a screen counts for nothing");
    }
}
