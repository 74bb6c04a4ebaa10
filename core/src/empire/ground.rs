//! The ground of a battle: what it costs, what it covers, what it hides.
//!
//! A unit is where its centre is (Q55): it is in a wood when its centre is, and the way of its centre decides what it
//! crosses. Higher ground is in levels; the edge of a hill is its crest.

use super::cells::{Bounds, Cells};
use super::geometry::{Along, Block, INCH, Path, Point, Polygon, Segment, segment_distance_within};
use super::refusal::Refusal;
use super::scenario::{AreaKind, CrossingKind, LineKind, Scenario};
use super::units::{Arm, Cover, Size};

/// How near a wall, a hedge or a crest a block must stand to be covered by it (Q56), in thousandths of an inch.
pub const COVER_REACH: i32 = INCH;
/// As how wide a narrow stream counts when it is asked which water a ford or a bridge is over, in thousandths of an inch.
pub(super) const CROSSING_REACH: i32 = 2 * INCH;
/// How deep one sees into woods (Q17), in thousandths of an inch; half as deep into heavy ones.
pub const WOODS_SIGHT: i32 = 2 * INCH;
/// How far behind its crest a unit on a hill is seen from below (Q17), in thousandths of an inch.
pub const CREST_SIGHT: i32 = 2 * INCH;

/// What a straight stretch of ground does to whoever moves over it (E movement-modifiers, P19). Lengths are thousandths of an
/// inch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stretch {
    /// How long it is.
    pub length: i32,
    /// How much of it lies in light woods.
    pub light: i32,
    /// How much of it lies in heavy woods.
    pub heavy: i32,
    /// How many walls it crosses.
    pub walls: u8,
    /// How many fords and brooks it crosses.
    pub fords: u8,
    /// Whether it crosses a river where there is neither ford nor bridge.
    pub river: bool,
    /// Whether it enters ground that nobody enters.
    pub impassable: bool,
}

#[derive(Clone, Debug)]
struct Area {
    kind: AreaKind,
    cover: Cover,
    /// For a hill: its level, 1 on the plain.
    level: u8,
    shape: Polygon,
}

#[derive(Clone, Debug)]
struct Line {
    kind: LineKind,
    path: Path,
    /// The upright box around it.
    bounds: Bounds,
}

impl Line {
    /// Whether its box comes within `mil` of another.
    fn is_near(&self, (low, high): Bounds, mil: i32) -> bool {
        let (own_low, own_high) = self.bounds;
        own_low.x.saturating_sub(mil) <= high.x
            && low.x <= own_high.x.saturating_add(mil)
            && own_low.y.saturating_sub(mil) <= high.y
            && low.y <= own_high.y.saturating_add(mil)
    }

    /// Whether a point lies on it, by its width.
    fn is_under(&self, at: Point) -> bool {
        let half = self.path.width() / 2;
        self.is_near((at, at), half) && self.path.near(at, half)
    }
}

#[derive(Clone, Copy, Debug)]
struct Crossing {
    kind: CrossingKind,
    at: Point,
    half: i32,
}

/// The ground, ready for questions.
#[derive(Clone, Debug, Default)]
pub struct Ground {
    areas: Vec<Area>,
    /// Where the areas lie.
    cells: Cells,
    has_buildings: bool,
    roads: Vec<Line>,
    /// Everything but roads.
    lines: Vec<Line>,
    crossings: Vec<Crossing>,
}

impl Ground {
    /// The ground of a scenario that has been validated; what is wrong in any other is left out.
    #[must_use]
    pub fn new(scenario: &Scenario) -> Self {
        let shapes = scenario.area.iter().filter_map(|area| {
            let corners = area.points.iter().map(|spot| spot.point()).collect();
            Some((area, Polygon::new(corners).ok()?))
        });
        let mut areas: Vec<Area> = shapes
            .map(|(area, shape)| Area { kind: area.kind, cover: covers(area.kind, area.cover), level: 0, shape })
            .collect();
        for i in 0..areas.len() {
            let inside = areas[i].shape.corners().first().copied().unwrap_or_default();
            let under = areas.iter().enumerate();
            let under = under.filter(|(n, a)| *n != i && a.kind == AreaKind::Hill && a.shape.contains(inside));
            areas[i].level = if areas[i].kind == AreaKind::Hill { under.count().min(200) as u8 + 1 } else { 0 };
        }
        let lines = scenario.line.iter().filter_map(|line| {
            let points = line.points.iter().map(|spot| spot.point()).collect();
            let path = Path::new(points, line.width.0).ok()?;
            let bounds = path.legs().map(Segment::bounds).reduce(around)?;
            Some(Line { kind: line.kind, path, bounds })
        });
        let (roads, lines) = lines.partition(|line| line.kind == LineKind::Road);
        let bounds: Vec<Bounds> = areas.iter().map(|area| area.shape.bounds()).collect();
        let table = (scenario.table.0.0, scenario.table.1.0);
        let crossings = scenario.crossing.iter();
        let crossings = crossings.map(|c| Crossing { kind: c.kind, at: c.at.point(), half: c.width.0 / 2 });
        Self {
            cells: Cells::new(table, &bounds),
            has_buildings: areas.iter().any(|area| area.kind == AreaKind::Building),
            areas,
            roads,
            lines,
            crossings: crossings.collect(),
        }
    }

    /// Whether an area that contains a point is so; they are asked by number.
    fn over(&self, at: Point, asks: impl Fn(&Area) -> bool) -> bool {
        self.cells.any((at, at), |n| asks(&self.areas[n]) && self.areas[n].shape.contains(at))
    }

    /// What lies on the straight way from `a` to `b`. What it ends on exactly it has crossed, what it begins on it has not: who
    /// crosses in two parts pays as who crosses in one.
    #[must_use]
    pub fn stretch(&self, a: Point, b: Point) -> Stretch {
        let mut found = Stretch { length: a.distance(b), ..Stretch::default() };
        let way = Segment::new(a, b).bounds();
        self.cells.any(way, |n| {
            let area = &self.areas[n];
            match area.kind {
                AreaKind::LightWoods => found.light += area.shape.inside_length(a, b),
                AreaKind::HeavyWoods => found.heavy += area.shape.inside_length(a, b),
                AreaKind::Impassable => found.impassable |= area.shape.crossing(a, b),
                AreaKind::Building | AreaKind::Works | AreaKind::Hill | AreaKind::Fields => {}
            }
            false
        });
        // Where woods overlap the thicker ones count.
        found.heavy = found.heavy.min(found.length);
        found.light = found.light.min(found.length - found.heavy);
        for line in self.lines.iter().filter(|line| line.is_near(way, 0)) {
            let times = match line.kind {
                LineKind::Road | LineKind::Hedge => continue,
                LineKind::Wall | LineKind::Brook | LineKind::River => {
                    let ends = line.path.has(b) && !line.path.has(a);
                    (line.path.crosses(a, b) + u32::from(ends)).min(200) as u8
                }
            };
            match line.kind {
                _ if times == 0 => {}
                LineKind::Wall => found.walls = found.walls.saturating_add(times),
                _ => {
                    let mut at = line.path.crossings(a, b);
                    if usize::from(times) > at.len() {
                        at.push(b);
                    }
                    for at in at {
                        match self.crossing(&line.path, (a, b), at) {
                            Some(CrossingKind::Bridge) => {}
                            Some(CrossingKind::Ford) => found.fords = found.fords.saturating_add(1),
                            None if line.kind == LineKind::Brook => found.fords = found.fords.saturating_add(1),
                            None => found.river = true,
                        }
                    }
                }
            }
        }
        found
    }

    /// The ford or bridge on which a straight way crosses this water at a place (Q53). One over another river is of no use, nor is
    /// one elsewhere on the same.
    fn crossing(&self, water: &Path, (a, b): (Point, Point), at: Point) -> Option<CrossingKind> {
        let reach = water.width().max(CROSSING_REACH) / 2;
        let near = |c: &&Crossing| {
            c.at.within(at, c.half + reach) && Segment::new(a, b).within(c.at, c.half) && water.near(c.at, reach)
        };
        self.crossings.iter().find(near).map(|c| c.kind)
    }

    /// Why a block of this arm cannot stand there; `None` when it can. Buildings are for garrisons, which are not asked about.
    #[must_use]
    pub fn bars(&self, block: &Block, arm: Arm) -> Option<Refusal> {
        self.barred(block, arm, false)
    }

    /// As [`Self::bars`], for guns that march along a road: with their middle on it they stand in a wood too (Q58).
    #[must_use]
    pub fn bars_on_road(&self, block: &Block, arm: Arm) -> Option<Refusal> {
        self.barred(block, arm, self.on_road(block.centre()))
    }

    fn barred(&self, block: &Block, arm: Arm, by_road: bool) -> Option<Refusal> {
        // Of several the first counts.
        let mut first: Option<(usize, Refusal)> = None;
        self.cells.any(block.bounds(), |n| {
            let area = &self.areas[n];
            let why = match area.kind {
                AreaKind::Impassable => Refusal::Impassable,
                AreaKind::Building => Refusal::Ground { arm },
                AreaKind::LightWoods | AreaKind::HeavyWoods if arm == Arm::Artillery && !by_road => {
                    Refusal::Ground { arm }
                }
                _ => return false,
            };
            if first.as_ref().is_none_or(|(before, _)| n < *before) && area.shape.overlaps(block) {
                first = Some((n, why));
            }
            false
        });
        if let Some((_, why)) = first {
            return Some(why);
        }
        let centre = block.centre();
        let wet = |line: &Line| line.kind == LineKind::River && line.is_under(centre);
        let dry = |c: &Crossing| c.at.within(centre, c.half);
        let drowned = self.lines.iter().any(wet) && !self.crossings.iter().any(dry);
        drowned.then_some(Refusal::River)
    }

    /// The best cover of a block against what comes from `from` (P31, P44).
    #[must_use]
    pub fn cover(&self, block: &Block, from: Point) -> Cover {
        let centre = block.centre();
        let mut best = Cover::Open;
        self.cells.any((centre, centre), |n| {
            let area = &self.areas[n];
            let covers = match area.kind {
                AreaKind::LightWoods | AreaKind::HeavyWoods | AreaKind::Building => area.shape.contains(centre),
                AreaKind::Works => area.shape.contains(centre) && !area.shape.contains(from),
                AreaKind::Hill => {
                    area.shape.contains(centre)
                        && !area.shape.contains(from)
                        && area.shape.edges().any(|edge| {
                            block.segment_within(edge, COVER_REACH)
                                && segment_distance_within(edge, Segment::new(from, centre), 0)
                        })
                }
                AreaKind::Impassable | AreaKind::Fields => false,
            };
            if covers {
                best = best.max(area.cover);
            }
            false
        });
        for line in self.lines.iter().filter(|line| line.is_near(block.bounds(), COVER_REACH)) {
            let cover = match line.kind {
                LineKind::Wall => Cover::Wall,
                LineKind::Hedge => Cover::Hedge,
                LineKind::Road | LineKind::River | LineKind::Brook => continue,
            };
            if cover > best && line.path.covers(block, COVER_REACH) && line.path.crosses(from, centre) % 2 == 1 {
                best = cover;
            }
        }
        best
    }

    /// Whether one can see from `a` to `b` (Q17): through at most 2 inches of light woods or 1 of heavy ones, not through a
    /// building that neither stands in, not over ground higher than both, and up to a hill only as far as 2 inches behind its
    /// crest.
    #[must_use]
    pub fn sight(&self, a: Point, b: Point) -> bool {
        let (mut light, mut heavy) = (0, 0);
        let mut levels = None;
        let blocked = self.cells.any(Segment::new(a, b).bounds(), |n| {
            let area = &self.areas[n];
            match area.kind {
                AreaKind::LightWoods => light += area.shape.inside_length(a, b),
                AreaKind::HeavyWoods => heavy += area.shape.inside_length(a, b),
                AreaKind::Building => {
                    return area.shape.crossing(a, b) && !area.shape.contains(a) && !area.shape.contains(b);
                }
                AreaKind::Hill if area.shape.crossing(a, b) => {
                    let (at_a, at_b) = *levels.get_or_insert_with(|| (self.level(a), self.level(b)));
                    return match (area.shape.contains(a), area.shape.contains(b)) {
                        (true, true) => false,
                        (false, false) => area.level > at_a.max(at_b),
                        (true, false) => at_b < area.level && area.shape.inside_length(a, b) > CREST_SIGHT,
                        (false, true) => at_a < area.level && area.shape.inside_length(a, b) > CREST_SIGHT,
                    };
                }
                AreaKind::Hill | AreaKind::Works | AreaKind::Impassable | AreaKind::Fields => {}
            }
            light + 2 * heavy > WOODS_SIGHT
        });
        !blocked
    }

    /// The building that a point lies in, by its number among the areas of the scenario.
    #[must_use]
    pub fn building(&self, at: Point) -> Option<usize> {
        let mut found = None;
        self.cells.any((at, at), |n| {
            let is_in = self.areas[n].kind == AreaKind::Building && self.areas[n].shape.contains(at);
            found = is_in.then_some(n);
            is_in
        });
        found
    }

    /// The shape of a building, by number.
    #[must_use]
    pub fn building_shape(&self, number: usize) -> Option<&Polygon> {
        self.areas.get(number).filter(|area| area.kind == AreaKind::Building).map(|area| &area.shape)
    }

    /// Whether there is any building.
    #[must_use]
    pub fn has_buildings(&self) -> bool {
        self.has_buildings
    }

    /// A point inside a building, by number: the middle of it where that is inside, else beside one of its corners.
    #[must_use]
    pub fn inside(&self, number: usize) -> Option<Point> {
        let shape = self.building_shape(number)?;
        let (low, high) = shape.bounds();
        let middle = Segment::new(low, high).middle();
        if shape.contains(middle) {
            return Some(middle);
        }
        let corners = shape.corners();
        let ears = (0..corners.len()).map(|n| {
            let (before, after) = (corners[(n + corners.len() - 1) % corners.len()], corners[(n + 1) % corners.len()]);
            Segment::new(corners[n], Segment::new(before, after).middle()).middle()
        });
        ears.into_iter().find(|&point| shape.contains(point))
    }

    /// The buildings within `mil` of a block, by number.
    pub fn buildings_near(&self, block: &Block, mil: i32) -> impl Iterator<Item = usize> {
        let mut found = Vec::new();
        let (low, high) = block.bounds();
        if self.has_buildings {
            self.cells.any((low.moved((-mil, -mil)), high.moved((mil, mil))), |n| {
                if self.areas[n].kind == AreaKind::Building && self.areas[n].shape.block_within(block, mil) {
                    found.push(n);
                }
                false
            });
            found.sort_unstable();
        }
        found.into_iter()
    }

    /// Whether the straight way between two points leads through a building; that of number `out_of` does not count.
    #[must_use]
    pub fn goes_indoors(&self, a: Point, b: Point, out_of: Option<usize>) -> bool {
        let through = |n: usize| {
            let area = &self.areas[n];
            area.kind == AreaKind::Building && Some(n) != out_of && area.shape.crossing(a, b)
        };
        self.has_buildings && self.cells.any(Segment::new(a, b).bounds(), through)
    }

    /// Whether a point lies in woods, a building or works: defensive cover for a division that falls back (A74).
    #[must_use]
    pub fn shelters(&self, at: Point) -> bool {
        use AreaKind::{Building, HeavyWoods, LightWoods, Works};
        self.over(at, |area| matches!(area.kind, LightWoods | HeavyWoods | Building | Works))
    }

    /// Whether a point lies in woods.
    #[must_use]
    pub fn wooded(&self, at: Point) -> bool {
        self.over(at, |area| matches!(area.kind, AreaKind::LightWoods | AreaKind::HeavyWoods))
    }

    /// The level of a point, 0 on the plain: how many hills lie under it.
    #[must_use]
    pub fn level(&self, at: Point) -> u8 {
        let mut level = 0;
        self.cells.any((at, at), |n| {
            let area = &self.areas[n];
            if area.level > level && area.shape.contains(at) {
                level = area.level;
            }
            false
        });
        level
    }

    /// Whether a point lies on a road.
    #[must_use]
    pub fn on_road(&self, at: Point) -> bool {
        self.roads.iter().any(|road| road.is_under(at))
    }

    /// The way along a road from `a` to the place on that road nearest to `b`. `None` when `a` lies on no road; of several
    /// roads the one that comes nearest to `b` is taken, the first of equals.
    #[must_use]
    pub fn road(&self, a: Point, b: Point) -> Option<Along> {
        let best = self.roads.iter().filter(|road| road.is_under(a)).min_by_key(|road| road.path.distance(b))?;
        best.path.toward(a, b, best.path.width() / 2)
    }
}

/// The box around two boxes.
fn around(one: Bounds, two: Bounds) -> Bounds {
    (Point::new(one.0.x.min(two.0.x), one.0.y.min(two.0.y)), Point::new(one.1.x.max(two.1.x), one.1.y.max(two.1.y)))
}

/// What an area gives to those in it.
fn covers(kind: AreaKind, class: Option<Size>) -> Cover {
    match (kind, class) {
        (AreaKind::LightWoods, _) => Cover::LightWoods,
        (AreaKind::HeavyWoods, _) => Cover::HeavyWoods,
        (AreaKind::Hill, _) => Cover::Hillcrest,
        (AreaKind::Building | AreaKind::Works, Some(Size::Heavy)) => Cover::HeavyWorks,
        (AreaKind::Building | AreaKind::Works, Some(Size::Medium)) => Cover::MediumWorks,
        (AreaKind::Building | AreaKind::Works, _) => Cover::LightWorks,
        (AreaKind::Impassable | AreaKind::Fields, _) => Cover::Open,
    }
}
