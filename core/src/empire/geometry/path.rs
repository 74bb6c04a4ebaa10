//! Lines of the table that have a width: roads, rivers, walls, hedges.

use serde::{Deserialize, Serialize};

use super::exact::{between, cross, dot, fine_length, narrow, root};
use super::{Block, Point, Segment};

/// The most points a path may have.
pub const POINTS_MAX: usize = 256;

/// A line of straight legs with a width: a road, river, wall or hedge. It may close on itself: then its last point is
/// its first.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "RawPath", into = "RawPath")]
pub struct Path {
    points: Vec<Point>,
    width: i32,
}

/// A path as it is written, before it is checked.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPath {
    points: Vec<Point>,
    #[serde(default)]
    width: i32,
}

impl TryFrom<RawPath> for Path {
    type Error = PathFault;

    fn try_from(raw: RawPath) -> Result<Path, PathFault> {
        Path::new(raw.points, raw.width)
    }
}

impl From<Path> for RawPath {
    fn from(path: Path) -> RawPath {
        RawPath { points: path.points, width: path.width }
    }
}

/// Why a list of points is no path. Points are numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum PathFault {
    /// Fewer than 2 points.
    #[error("a line needs at least 2 points, not {points}")]
    TooFew {
        /// How many there are.
        points: usize,
    },
    /// More than [`POINTS_MAX`].
    #[error("a line has at most 256 points, not {points}: leave some out or cut it in two")]
    TooMany {
        /// How many there are.
        points: usize,
    },
    /// A point too far off the table.
    #[error("point {} lies too far off the table", point + 1)]
    Outside {
        /// Which point.
        point: usize,
    },
    /// Two points in a row that are the same.
    #[error("points {} and {} are the same: leave one out", point + 1, point + 2)]
    Repeated {
        /// The first of the two.
        point: usize,
    },
    /// A width below 0 or beyond the widest block.
    #[error("a line is 0 to 200000 mil (200 inches) wide, not {width}")]
    Width {
        /// The width given.
        width: i32,
    },
}

/// The way along a path between two points near it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Along {
    /// The length along the middle of the path, in mil, rounded down.
    pub length: i32,
    /// The way: the place on the path nearest to the first point, the path's own points between, and the place nearest
    /// to the second; no point twice in a row.
    pub way: Vec<Point>,
}

impl Path {
    /// The line through these points, so many mil wide (0 to 200,000).
    ///
    /// # Errors
    ///
    /// The first of [`Path::faults`].
    pub fn new(points: Vec<Point>, width: i32) -> Result<Path, PathFault> {
        match Path::faults(&points, width).first() {
            Some(&fault) => Err(fault),
            None => Ok(Path { points, width }),
        }
    }

    /// All that is wrong with a list of points and a width.
    pub fn faults(points: &[Point], width: i32) -> Vec<PathFault> {
        let mut faults = Vec::new();
        if points.len() < 2 {
            faults.push(PathFault::TooFew { points: points.len() });
        }
        if points.len() > POINTS_MAX {
            faults.push(PathFault::TooMany { points: points.len() });
        }
        let outside = |(point, at): (usize, &Point)| (!at.in_range()).then_some(PathFault::Outside { point });
        faults.extend(points.iter().enumerate().filter_map(outside));
        let repeated = |(point, pair): (usize, &[Point])| (pair[0] == pair[1]).then_some(PathFault::Repeated { point });
        faults.extend(points.windows(2).enumerate().filter_map(repeated));
        if !(0..=super::SIDE_MAX).contains(&width) {
            faults.push(PathFault::Width { width });
        }
        faults
    }

    /// Its points in order.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// Its width in mil.
    pub fn width(&self) -> i32 {
        self.width
    }

    /// Its legs in order.
    pub fn legs(&self) -> impl Iterator<Item = Segment> + '_ {
        self.points.windows(2).map(|pair| Segment { a: pair[0], b: pair[1] })
    }

    /// Its length along the middle in mil, rounded down.
    pub fn length(&self) -> i32 {
        length(&self.points)
    }

    /// Whether a point is at most `mil` from its middle line, exactly.
    pub fn near(&self, point: Point, mil: i32) -> bool {
        self.legs().any(|leg| leg.within(point, mil))
    }

    /// Whether a point lies on its middle line, exactly.
    pub fn has(&self, point: Point) -> bool {
        self.legs().any(|leg| leg.side(point) == 0 && leg.within(point, 0))
    }

    /// The distance from a point to its middle line in mil, rounded down.
    pub fn distance(&self, point: Point) -> i32 {
        root(self.legs().map(|leg| leg.square_distance(point)).min().unwrap_or_default())
    }

    /// Whether any part of a block is at most `half_width` from its middle line, exactly: with half its own width, the
    /// block stands on it at least in part.
    pub fn covers(&self, block: &Block, half_width: i32) -> bool {
        self.legs().any(|leg| block.segment_within(leg, half_width))
    }

    /// The distance from a block to its middle line in mil, rounded down; 0 when they touch.
    pub fn distance_to_block(&self, block: &Block) -> i32 {
        self.legs().map(|leg| block.distance_to_segment(leg)).min().unwrap_or_default()
    }

    /// How many times the straight way between two points crosses its middle line from one side to the other, at a
    /// corner of the path too. To begin, end, or turn back on the line is no crossing, nor is passing its very end.
    pub fn crosses(&self, a: Point, b: Point) -> u32 {
        let mut count = 0;
        self.each_crossing(a, b, |_| count += 1);
        count
    }

    /// Where the straight way between two points crosses its middle line, as [`Self::crosses`] counts it, in the order of the
    /// path, to the mil.
    pub fn crossings(&self, a: Point, b: Point) -> Vec<Point> {
        let way = between(a, b);
        let mut found = Vec::new();
        self.each_crossing(a, b, |leg| {
            let (near, far) = (cross(way, between(a, leg.a)), cross(way, between(a, leg.b)));
            let along = leg.a.delta(leg.b);
            let part = |whole: i32| {
                (i128::from(whole) * i128::from(near.abs()) / i128::from((near.abs() + far.abs()).max(1))) as i32
            };
            found.push(leg.a.moved((part(along.0), part(along.1))));
        });
        found
    }

    /// Visits the legs on which a straight way goes over to the other side.
    fn each_crossing(&self, a: Point, b: Point, mut visit: impl FnMut(Segment)) {
        let way = Segment { a, b };
        let closed = self.points.first() == self.points.last();
        // A closed line is walked round from a point that is not on the way.
        let start = self.points.iter().position(|&point| way.side(point) != 0);
        let (Some(start), legs) = (start, self.points.len() - 1) else { return };
        let around = |n: usize| if closed { self.points[(start + n) % legs] } else { self.points[start + n] };
        let steps = if closed { legs } else { legs - start };
        let (mut side, mut free) = (way.side(around(0)), true);
        for n in 1..=steps {
            let (from, to) = (around(n - 1), around(n));
            let new = way.side(to);
            if new == 0 {
                // A point of the path on the line of the way: is it strictly between its ends?
                let ends = (between(to, a), between(to, b));
                free &= dot(ends.0, ends.1) < 0;
                continue;
            }
            if new != side {
                let leg = Segment { a: from, b: to };
                let through = if way.side(from) == 0 { free } else { leg.side(a) * leg.side(b) < 0 };
                if through {
                    visit(leg);
                }
            }
            (side, free) = (new, true);
        }
    }

    /// The way along the path between two points that are both at most `half_width` from its middle line; `None` when
    /// one is not. Each point joins the leg nearest to it (the first, when two are equally near to a square mil). A
    /// closed path is not followed across its first point.
    pub fn along(&self, from: Point, to: Point, half_width: i32) -> Option<Along> {
        if self.near(to, half_width) { self.toward(from, to, half_width) } else { None }
    }

    /// The same to the place on the path that is nearest to `to`, however far that is from it.
    pub fn toward(&self, from: Point, to: Point, half_width: i32) -> Option<Along> {
        let (first, start) = self.join(from, half_width)?;
        let (last, end) = self.join(to, i32::MAX)?;
        let mut way = vec![start];
        if first <= last {
            way.extend_from_slice(&self.points[first + 1..=last]);
        } else {
            way.extend(self.points[last + 1..=first].iter().rev());
        }
        way.push(end);
        way.dedup();
        Some(Along { length: length(&way), way })
    }

    /// The leg nearest to a point, and the place on it, when that is at most `mil` away.
    fn join(&self, point: Point, mil: i32) -> Option<(usize, Point)> {
        let (number, leg) = self.legs().enumerate().min_by_key(|(_, leg)| leg.square_distance(point))?;
        self.near(point, mil).then(|| (number, leg.nearest(point)))
    }
}

/// The length of a line through points in mil, rounded down.
fn length(points: &[Point]) -> i32 {
    let sum: u64 = points.windows(2).map(|pair| fine_length(between(pair[0], pair[1]))).sum();
    narrow((sum >> 16) as i64)
}

#[cfg(test)]
mod tests {
    use super::super::{Facing, HIGH, LOW, Pose, Size};
    use super::*;

    fn at(x: i32, y: i32) -> Point {
        Point::new(x, y)
    }

    fn path(points: &[(i32, i32)]) -> Path {
        Path::new(points.iter().map(|&(x, y)| at(x, y)).collect(), 20).unwrap()
    }

    #[test]
    fn faults_are_named() {
        use PathFault::{Outside, Repeated, TooFew, TooMany, Width};
        assert_eq!(Path::faults(&[at(0, 0)], -1), [TooFew { points: 1 }, Width { width: -1 }]);
        assert_eq!(Path::faults(&[], 200_001), [TooFew { points: 0 }, Width { width: 200_001 }]);
        let many: Vec<_> = (0..257).map(|x| at(x, 0)).collect();
        assert_eq!(Path::faults(&many, 0), [TooMany { points: 257 }]);
        assert_eq!(Path::faults(&many[1..], 200_000), []);
        assert_eq!(
            Path::faults(&[at(0, 0), at(1, 1), at(1, 1), at(LOW - 1, 0)], 5),
            [Outside { point: 3 }, Repeated { point: 1 }]
        );
        assert!(serde_json::from_str::<Path>(r#"{"points":[[0,0]],"width":5}"#).is_err());
        let read: Path = serde_json::from_str(r#"{"points":[[0,0],[5,5]]}"#).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), r#"{"points":[[0,0],[5,5]],"width":0}"#);
    }

    #[test]
    fn nearness() {
        let bend = path(&[(0, 0), (100, 0), (100, 100)]);
        assert_eq!((bend.length(), bend.width(), bend.legs().count()), (200, 20, 2));
        assert_eq!((bend.distance(at(50, 30)), bend.distance(at(130, 50)), bend.distance(at(-3, 4))), (30, 30, 5));
        assert!(bend.near(at(103, -4), 5) && !bend.near(at(103, -4), 4) && !bend.near(at(0, 0), -1));
        let unit = |x, y| Block::new(Pose::new(at(x, y), Facing::new(0)), Size::new(40, 20));
        assert!(bend.covers(&unit(50, 20), 10) && !bend.covers(&unit(50, 21), 10));
        assert!(bend.covers(&unit(50, 0), 0) && bend.covers(&unit(130, 60), 10) && !bend.covers(&unit(131, 60), 10));
        assert!(!bend.covers(&unit(50, 0), -1));
        assert_eq!((bend.distance_to_block(&unit(50, 25)), bend.distance_to_block(&unit(50, 0))), (15, 0));
    }

    #[test]
    fn crossings_are_from_side_to_side() {
        let bend = path(&[(0, 0), (100, 0), (100, 100)]);
        for (a, b, count) in [
            (at(50, -50), at(50, 50), 1),
            (at(50, 0), at(50, 50), 0),
            (at(50, -50), at(50, 0), 0),
            (at(50, 50), at(150, 50), 1),
            // Across both legs, and across the bend itself, which turns away or is passed.
            (at(20, -60), at(160, 80), 2),
            (at(50, -50), at(150, 50), 0),
            (at(50, 50), at(150, -50), 1),
            // Past the very ends, along a leg, and along it with a turn at the end.
            (at(0, -50), at(0, 50), 0),
            (at(-50, 0), at(150, 0), 0),
            (at(100, -50), at(100, 150), 0),
            (at(30, 0), at(60, 0), 0),
            (at(50, 50), at(50, 50), 0),
        ] {
            assert_eq!((bend.crosses(a, b), bend.crosses(b, a)), (count, count), "{a:?} {b:?}");
        }
        // A line that comes from below, runs along the way, and goes on above it.
        let step = path(&[(0, -50), (0, 0), (100, 0), (100, 50)]);
        assert_eq!((step.crosses(at(-50, 0), at(150, 0)), step.crosses(at(150, 0), at(-50, 0))), (1, 1));
        assert_eq!((step.crosses(at(50, 0), at(150, 0)), step.crosses(at(-50, 0), at(100, 0))), (0, 0));
        let dent = path(&[(0, -50), (0, 0), (100, 0), (100, -50)]);
        assert_eq!(dent.crosses(at(-50, 0), at(150, 0)), 0);
        // A closed wall, crossed through the corner where it closes.
        let wall = path(&[(0, 0), (100, 0), (100, 100), (0, 100), (0, 0)]);
        assert_eq!(wall.crosses(at(-50, -50), at(50, 50)), 1);
        assert_eq!(wall.crosses(at(-50, -50), at(150, 150)), 2);
        assert_eq!(wall.crosses(at(-50, 50), at(50, -50)), 0);
        assert_eq!(wall.crosses(at(20, 20), at(80, 70)), 0);
    }

    #[test]
    fn the_way_along() {
        let road = path(&[(0, 0), (100, 0), (100, 100), (200, 100)]);
        let along = road.along(at(20, 5), at(150, 95), 10).unwrap();
        assert_eq!(along, Along { length: 230, way: vec![at(20, 0), at(100, 0), at(100, 100), at(150, 100)] });
        let back = road.along(at(150, 95), at(20, 5), 10).unwrap();
        assert_eq!(back.length, 230);
        assert_eq!(back.way, along.way.iter().rev().copied().collect::<Vec<_>>());
        assert_eq!(road.along(at(20, 11), at(150, 95), 10), None);
        assert_eq!(road.along(at(20, 5), at(150, 70), 10), None);
        let same = road.along(at(70, 0), at(30, 3), 10).unwrap();
        assert_eq!(same, Along { length: 40, way: vec![at(70, 0), at(30, 0)] });
        let nowhere = road.along(at(70, 0), at(70, 3), 10).unwrap();
        assert_eq!(nowhere, Along { length: 0, way: vec![at(70, 0)] });
        // At a bend both legs are equally near: the point of the bend is not told twice.
        let bend = road.along(at(100, 0), at(100, 50), 10).unwrap();
        assert_eq!(bend, Along { length: 50, way: vec![at(100, 0), at(100, 50)] });
        // Beyond the end of the road, but near it.
        assert_eq!(road.along(at(-6, 8), at(10, 0), 10).unwrap().way, [at(0, 0), at(10, 0)]);
        // Slanting legs: 3 x 1.414 is 4.24, rounded down once.
        assert_eq!(path(&[(0, 0), (1, 1), (2, 0), (3, 1)]).length(), 4);
    }

    #[test]
    fn the_range_does_not_overflow() {
        let zigzag: Vec<_> = (0..256).map(|n| at(if n % 2 == 0 { LOW } else { HIGH }, LOW + n * 7_000)).collect();
        let path = Path::new(zigzag, 200_000).unwrap();
        assert_eq!(path.length(), 459_003_470);
        assert_eq!(path.crosses(at(0, LOW), at(0, HIGH)), 255);
        let along = path.along(at(LOW, LOW), at(HIGH, LOW + 255 * 7_000), 0).unwrap();
        assert_eq!((along.way.len(), along.length), (256, 459_003_470));
        assert!(path.near(at(HIGH, HIGH), 20_000));
    }
}
