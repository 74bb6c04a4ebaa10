//! The ground, and who stands on it.

use super::armies::Tree;
use super::{Check, MAX_POINTS, at, of};
use crate::cite::Cite;
use crate::empire::footprint::footprint;
use crate::empire::geometry::{Block, Facing, Point, Polygon, PolygonFault, Pose, Segment, gap_within, overlap};
use crate::empire::ground::CROSSING_REACH;
use crate::empire::movement::scene::TOUCH;
use crate::empire::scenario::{AreaKind, AreaSpec, LineKind, LineSpec, Spot};
use crate::empire::units::{Arm, Formation};

/// The most that a building may measure either way, in thousandths of an inch: who goes in comes out on any side (P27, Q28).
const BUILDING_MAX: i32 = 6_000;

/// A unit as it is set up.
struct Placed {
    /// Its place in the list.
    unit: usize,
    block: Block,
    turn: u8,
    side: Option<usize>,
    garrison: bool,
}

/// An area whose corners are sound.
struct Ground {
    area: usize,
    polygon: Polygon,
}

impl Check<'_> {
    /// Whether a place lies on the table, its edge included.
    pub(super) fn on_table(&self, spot: Spot) -> bool {
        let table = self.scenario.table;
        !self.known("table") || ((0..=table.0.0).contains(&spot.0.0) && (0..=table.1.0).contains(&spot.1.0))
    }

    pub(super) fn terrain(&mut self) {
        let s = self.scenario;
        for (i, area) in s.area.iter().enumerate() {
            self.area(i, area);
        }
        for (i, line) in s.line.iter().enumerate() {
            self.line(i, line);
        }
        for (i, crossing) in s.crossing.iter().enumerate() {
            if !(500..=24_000).contains(&crossing.width.0) {
                let message = format!("a width of {} inches; it must be 0.5 to 24", crossing.width);
                self.form(&of("crossing", i, "width"), "out-of-range", message);
            }
            let spot = crossing.at.point();
            let wet = |line: &LineSpec| {
                let water = matches!(line.kind, LineKind::River | LineKind::Brook);
                water && legs(line).any(|leg| leg.within(spot, line.width.0.max(CROSSING_REACH) / 2))
            };
            if self.rows_known("line") && !s.line.iter().any(wet) {
                let message = "a crossing must lie on a river or a brook; none is here".to_owned();
                self.fault(&of("crossing", i, "at"), Cite("E P19"), "dry-crossing", message);
            }
        }
    }

    fn all_on_table(&mut self, path: &str, points: &[Spot]) {
        for (i, &spot) in points.iter().take(MAX_POINTS).enumerate() {
            if !self.on_table(spot) {
                let message = format!("the point [{}, {}] lies off the table", spot.0, spot.1);
                self.form(&at(path, i), "off-table", message);
            }
        }
    }

    fn area(&mut self, i: usize, area: &AreaSpec) {
        let path = of("area", i, "points");
        self.all_on_table(&path, &area.points);
        let corners: Vec<Point> = area.points.iter().map(|spot| spot.point()).collect();
        for fault in Polygon::faults(&corners) {
            // A corner far away has been told as one off the table.
            if !matches!(fault, PolygonFault::Outside { .. }) {
                self.form(&path, "bad-area", fault.to_string());
            }
        }
        let wide = |of: fn(&Point) -> i32| {
            let (low, high) = (corners.iter().map(of).min(), corners.iter().map(of).max());
            low.zip(high).map_or(0, |(low, high)| high.saturating_sub(low))
        };
        if area.kind == AreaKind::Building && wide(|p| p.x).max(wide(|p| p.y)) > BUILDING_MAX {
            let message =
                "a building holds one battalion and is at most 6 inches either way: make a village of several";
            self.fault(&path, Cite("E P27"), "large-building", message.to_owned());
        }
        let built = matches!(area.kind, AreaKind::Building | AreaKind::Works);
        if built != area.cover.is_some() && self.all_known(&at("area", i), &["kind", "cover"]) {
            let message = if built {
                "buildings and works need their class: `cover` is light, medium or heavy"
            } else {
                "only buildings and works have a class; leave `cover` out"
            };
            self.fault(&of("area", i, "cover"), Cite("E A48"), "cover", message.to_owned());
        }
    }

    fn line(&mut self, i: usize, line: &LineSpec) {
        let path = of("line", i, "points");
        self.all_on_table(&path, &line.points);
        if !(2..=MAX_POINTS).contains(&line.points.len()) {
            let message = format!("a line has 2 to {MAX_POINTS} points, not {}", line.points.len());
            self.form(&path, "bad-line", message);
        }
        if line.points.windows(2).any(|pair| pair[0] == pair[1]) {
            self.form(&path, "bad-line", "the same point twice in a row; leave one out".to_owned());
        }
        if !(100..=12_000).contains(&line.width.0) {
            let message = format!("a width of {} inches; it must be 0.1 to 12", line.width);
            self.form(&of("line", i, "width"), "out-of-range", message);
        }
    }

    /// Every unit where it stands: on the table, on ground that bears it, apart from everybody else.
    pub(super) fn deployment(&mut self) {
        let s = self.scenario;
        let tree = self.tree();
        let ground: Vec<Ground> =
            s.area.iter().enumerate().filter_map(|(area, spec)| self.ground(area, spec)).collect();
        let placed: Vec<Placed> = (0..s.unit.len()).filter_map(|unit| self.placed(unit, &tree)).collect();
        let mut garrisons: Vec<Option<usize>> = vec![None; s.area.len()];
        for one in &placed {
            self.stands(one, &ground, &mut garrisons);
        }
        self.apart(&placed);
    }

    fn ground(&self, area: usize, spec: &AreaSpec) -> Option<Ground> {
        let known = self.all_known(&at("area", area), &["kind", "points"]);
        let corners = spec.points.iter().map(|spot| spot.point()).collect();
        Polygon::new(corners).ok().filter(|_| known).map(|polygon| Ground { area, polygon })
    }

    fn placed(&self, unit: usize, tree: &Tree) -> Option<Placed> {
        let spec = self.scenario.unit.get(unit)?;
        let sound = self.all_known(&at("unit", unit), &["at", "facing", "class", "formation", "stands"]);
        let apt = spec.formation.suits(spec.class.arm()) && (1..=8).contains(&spec.stands);
        let pose = Pose { at: spec.at.point(), facing: Facing::new(spec.facing) };
        let size = footprint(spec.class.arm(), spec.formation, spec.stands);
        (sound && apt && pose.at.in_range()).then(|| Placed {
            unit,
            block: Block::new(pose, size),
            turn: self.turn_of(spec, tree.unit[unit]),
            side: tree.side_of_unit(unit),
            garrison: spec.formation == Formation::Garrison,
        })
    }

    fn stands(&mut self, one: &Placed, ground: &[Ground], garrisons: &mut [Option<usize>]) {
        let s = self.scenario;
        let (spec, path) = (&s.unit[one.unit], of("unit", one.unit, "at"));
        let id = &spec.id;
        let (low, high) = one.block.bounds();
        let off = low.x < 0 || low.y < 0 || high.x > s.table.0.0 || high.y > s.table.1.0;
        if off && self.known("table") {
            let message = format!("{id} stands over the edge of the table, which is {} by {}", s.table.0, s.table.1);
            self.fault(&path, Cite("E P39"), "off-table", message);
        }
        let mut home = None;
        for Ground { area, polygon } in ground {
            let spec_area = &s.area[*area];
            if one.garrison && spec_area.kind == AreaKind::Building && polygon.contains(one.block.centre()) {
                home = Some(*area);
                continue;
            }
            if one.garrison || !polygon.overlaps(&one.block) {
                continue;
            }
            let place = if spec_area.name.is_empty() { format!("area {area}") } else { spec_area.name.clone() };
            match spec_area.kind {
                AreaKind::Impassable => {
                    let message = format!("{id} stands in {place}, where nobody can go");
                    self.fault(&path, Cite("E P14"), "impassable", message);
                }
                AreaKind::LightWoods | AreaKind::HeavyWoods if spec.class.arm() == Arm::Artillery => {
                    let message = format!("{id} stands in the woods of {place}; guns cannot enter woods");
                    self.fault(&path, Cite("E movement-modifiers"), "guns-in-woods", message);
                }
                AreaKind::Building => {
                    let message = format!("{id} stands on the building {place}; only a garrison stands there");
                    self.fault(&path, Cite("E P27"), "on-building", message);
                }
                _ => {}
            }
        }
        if one.garrison {
            self.garrison(one, home, garrisons);
        }
        self.in_water(one, &path);
    }

    fn garrison(&mut self, one: &Placed, home: Option<usize>, garrisons: &mut [Option<usize>]) {
        let s = self.scenario;
        let (id, path) = (&s.unit[one.unit].id, of("unit", one.unit, "at"));
        match home {
            None if self.rows_known("area") => {
                let message = format!("{id} is a garrison and its place is in no building");
                self.fault(&path, Cite("E P27"), "no-building", message);
            }
            Some(area) => {
                if let Some(first) = garrisons[area].replace(one.unit) {
                    let message = format!("{id} and {} are both in one building; it holds one", s.unit[first].id);
                    self.fault(&path, Cite("E P27"), "building-full", message);
                }
            }
            None => {}
        }
    }

    fn in_water(&mut self, one: &Placed, path: &str) {
        let s = self.scenario;
        let centre = one.block.centre();
        let over = s.crossing.iter().any(|crossing| centre.within(crossing.at.point(), crossing.width.0));
        let wet = |line: &&LineSpec| {
            line.kind == LineKind::River && legs(line).any(|leg| one.block.segment_within(leg, line.width.0 / 2))
        };
        if !over && s.line.iter().any(|line| wet(&line)) {
            let message =
                format!("{} stands in a river; only at a ford or a bridge can one stand in it", s.unit[one.unit].id);
            self.fault(path, Cite("E P19"), "in-river", message);
        }
    }

    /// No two units that arrive together stand on each other or touch an enemy. One fault a unit is enough.
    fn apart(&mut self, placed: &[Placed]) {
        let mut order: Vec<(i32, i32, &Placed)> = placed
            .iter()
            .map(|one| {
                let (low, high) = one.block.bounds();
                (low.x, high.x, one)
            })
            .collect();
        order.sort_by_key(|(low, _, one)| (*low, one.unit));
        let mut clashes = Vec::new();
        for (i, (_, east, one)) in order.iter().enumerate() {
            let near =
                order[i + 1..].iter().take_while(|(west, _, _)| *west <= east + TOUCH).map(|(_, _, other)| *other);
            for other in near.filter(|other| other.turn == one.turn) {
                let foes = one.side.zip(other.side).is_some_and(|(a, b)| a != b);
                let garrison = one.garrison || other.garrison;
                let over = !garrison && overlap(&one.block, &other.block);
                if over || (foes && gap_within(&one.block, &other.block, TOUCH)) {
                    clashes.push((one.unit.max(other.unit), one.unit.min(other.unit), over));
                    break;
                }
            }
        }
        clashes.sort_unstable();
        for (unit, other, over) in clashes {
            let (a, b) = (&self.scenario.unit[unit].id, &self.scenario.unit[other].id);
            let path = of("unit", unit, "at");
            if over {
                self.fault(
                    &path,
                    Cite("E P25"),
                    "overlap",
                    format!("{a} and {b} stand on the same ground; move one of them"),
                );
            } else {
                let message = format!("{a} touches {b}, an enemy, before the battle begins; move one of them");
                self.fault(&path, Cite("E Q27"), "in-contact", message);
            }
        }
    }
}

/// The legs of a line.
fn legs(line: &LineSpec) -> impl Iterator<Item = Segment> + '_ {
    line.points.windows(2).take(MAX_POINTS).map(|pair| Segment { a: pair[0].point(), b: pair[1].point() })
}
