//! Areas of the table: woods, fields, villages, hills, marshes.

use serde::{Deserialize, Serialize};

use super::block::near;
use super::exact::{between, cross, dot, root, round_divide};
use super::{Block, Point, Segment, segments_meet};

/// The most corners an area may have.
pub const CORNERS_MAX: usize = 64;

/// An area with 3 to 64 straight edges that do not cross or touch each other. Written as the list of its corners.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<Point>", into = "Vec<Point>")]
pub struct Polygon {
    corners: Vec<Point>,
    low: Point,
    high: Point,
}

/// Why a list of corners is no area. Corners and edges are numbered from 0; edge n runs from corner n to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum PolygonFault {
    /// Fewer than 3 corners.
    #[error("an area needs at least 3 corners, not {corners}")]
    TooFew {
        /// How many there are.
        corners: usize,
    },
    /// More than [`CORNERS_MAX`].
    #[error("an area has at most 64 corners, not {corners}: leave some out or cut it in two")]
    TooMany {
        /// How many there are.
        corners: usize,
    },
    /// A corner too far off the table.
    #[error("corner {} lies too far off the table", corner + 1)]
    Outside {
        /// Which corner.
        corner: usize,
    },
    /// The same point twice.
    #[error("corners {} and {} are the same point: leave one out", first + 1, second + 1)]
    Repeated {
        /// The earlier corner.
        first: usize,
        /// The later corner.
        second: usize,
    },
    /// Two edges that cross, touch or run back along each other.
    #[error("the edges after corners {} and {} cross or touch: give the corners in order around the area", first + 1, second + 1)]
    Crossing {
        /// The earlier edge.
        first: usize,
        /// The later edge.
        second: usize,
    },
    /// All corners lie on one line.
    #[error("all corners lie on one line: the area is empty")]
    NoArea,
}

impl TryFrom<Vec<Point>> for Polygon {
    type Error = PolygonFault;

    fn try_from(corners: Vec<Point>) -> Result<Polygon, PolygonFault> {
        Polygon::new(corners)
    }
}

impl From<Polygon> for Vec<Point> {
    fn from(polygon: Polygon) -> Vec<Point> {
        polygon.corners
    }
}

/// Where a point lies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Inside,
    Edge,
    Outside,
}

/// Where an edge meets the line of a segment: `over` / `under` along it, and whether a line just to its left, and just
/// to its right, passes from inside to outside or back there.
#[derive(Clone, Copy, Default)]
struct Cut {
    over: i64,
    under: i64,
    left: bool,
    right: bool,
}

impl Cut {
    fn before(&self, other: &Cut) -> bool {
        i128::from(self.over) * i128::from(other.under) < i128::from(other.over) * i128::from(self.under)
    }
}

impl Polygon {
    /// The area with these corners, in order around it, either way round.
    ///
    /// # Errors
    ///
    /// The first of [`Polygon::faults`].
    pub fn new(corners: Vec<Point>) -> Result<Polygon, PolygonFault> {
        if let Some(&fault) = Polygon::faults(&corners).first() {
            return Err(fault);
        }
        let mut low = corners.first().copied().unwrap_or_default();
        let mut high = low;
        for corner in &corners {
            low = Point { x: low.x.min(corner.x), y: low.y.min(corner.y) };
            high = Point { x: high.x.max(corner.x), y: high.y.max(corner.y) };
        }
        Ok(Polygon { corners, low, high })
    }

    /// All that is wrong with a list of corners. With a wrong number of corners or one too far away nothing else is
    /// looked at; with a point given twice or no area the edges are not.
    pub fn faults(corners: &[Point]) -> Vec<PolygonFault> {
        let count = corners.len();
        if count < 3 {
            return vec![PolygonFault::TooFew { corners: count }];
        }
        if count > CORNERS_MAX {
            return vec![PolygonFault::TooMany { corners: count }];
        }
        let outside =
            |(corner, point): (usize, &Point)| (!point.in_range()).then_some(PolygonFault::Outside { corner });
        let mut faults: Vec<_> = corners.iter().enumerate().filter_map(outside).collect();
        if !faults.is_empty() {
            return faults;
        }
        let pairs = || (0..count).flat_map(|first| (first + 1..count).map(move |second| (first, second)));
        faults.extend(
            pairs()
                .filter(|&(first, second)| corners[first] == corners[second])
                .map(|(first, second)| PolygonFault::Repeated { first, second }),
        );
        if corners.iter().all(|&corner| Segment { a: corners[0], b: corners[1] }.side(corner) == 0) && faults.is_empty()
        {
            faults.push(PolygonFault::NoArea);
        }
        if !faults.is_empty() {
            return faults;
        }
        let edge = |n: usize| Segment { a: corners[n], b: corners[(n + 1) % count] };
        let clash = |&(first, second): &(usize, usize)| {
            let (one, two) = (edge(first), edge(second));
            let folded = |one: Segment, two: Segment| {
                let (one, two) = (between(one.a, one.b), between(two.a, two.b));
                cross(one, two) == 0 && dot(one, two) < 0
            };
            if second == first + 1 {
                folded(one, two)
            } else if (second + 1) % count == first {
                folded(two, one)
            } else {
                segments_meet(one, two)
            }
        };
        faults.extend(pairs().filter(clash).map(|(first, second)| PolygonFault::Crossing { first, second }));
        faults
    }

    /// Its corners in order.
    pub fn corners(&self) -> &[Point] {
        &self.corners
    }

    /// The corners of the upright box around it: south-west and north-east.
    pub fn bounds(&self) -> (Point, Point) {
        (self.low, self.high)
    }

    /// Its edges in order: edge n runs from corner n to the next.
    pub fn edges(&self) -> impl Iterator<Item = Segment> + '_ {
        let (first, rest) = self.corners.split_at(1);
        self.corners.iter().zip(rest.iter().chain(first)).map(|(&a, &b)| Segment { a, b })
    }

    /// Whether a point lies in it; its edge counts as inside.
    pub fn contains(&self, point: Point) -> bool {
        self.place(point) != Place::Outside
    }

    /// The distance from a point in mil, rounded down; 0 inside and on the edge.
    pub fn distance_to(&self, point: Point) -> i32 {
        if self.contains(point) {
            return 0;
        }
        root(self.edges().map(|edge| edge.square_distance(point)).min().unwrap_or_default())
    }

    /// Whether a point is at most `mil` away, exactly.
    pub fn within(&self, point: Point, mil: i32) -> bool {
        mil >= 0
            && near(self.bounds(), (point, point), mil)
            && (self.contains(point) || self.edges().any(|edge| edge.within(point, mil)))
    }

    /// Whether the insides of the area and of a block have a point in common.
    pub fn overlaps(&self, block: &Block) -> bool {
        near(self.bounds(), block.bounds(), 0) && (self.cuts_into(block) || self.contains(block.centre()))
    }

    /// Whether a block lies wholly in the area, edge included.
    pub fn holds(&self, block: &Block) -> bool {
        self.contains(block.centre()) && !self.cuts_into(block)
    }

    /// The distance from a block in mil, rounded down; 0 when they touch or overlap.
    pub fn distance_to_block(&self, block: &Block) -> i32 {
        if self.touches(block) {
            return 0;
        }
        root(self.edges().map(|edge| block.apart_from(edge)).min().unwrap_or_default())
    }

    /// Whether a block is at most `mil` away, exactly.
    pub fn block_within(&self, block: &Block, mil: i32) -> bool {
        mil >= 0
            && near(self.bounds(), block.bounds(), mil)
            && (self.contains(block.centre()) || self.edges().any(|edge| block.segment_within(edge, mil)))
    }

    /// Whether the straight way between two points leads through the inside of the area; running along an edge or
    /// touching a corner is not enough.
    pub fn crossing(&self, a: Point, b: Point) -> bool {
        if a == b {
            return self.place(a) == Place::Inside;
        }
        self.stretches(a, b, |_, _| true)
    }

    /// How much of the straight way between two points lies inside, in mil. Every place where the way meets an edge is
    /// taken to the nearest 65,536th of a mil, and the sum is rounded down. Running along an edge is outside.
    pub fn inside_length(&self, a: Point, b: Point) -> i32 {
        let mut length = None;
        let mut sum = 0;
        self.stretches(a, b, |from, to| {
            let square = || (u128::from(super::exact::square(between(a, b))) << 64).isqrt() as i128;
            let length = *length.get_or_insert_with(square);
            let along = |over: i64, under: i64| round_divide(length * i128::from(over), i128::from(under) << 16);
            sum += along(to.0, to.1) - along(from.0, from.1);
            false
        });
        (sum >> 16) as i32
    }

    /// Visits the stretches of the way from `a` to `b` that lie inside, from and to in parts of the way, in order, until
    /// one is accepted; says whether one was.
    fn stretches(&self, a: Point, b: Point, mut accept: impl FnMut((i64, i64), (i64, i64)) -> bool) -> bool {
        let way = between(a, b);
        if way == (0, 0) || !near(self.bounds(), Segment { a, b }.bounds(), 0) {
            return false;
        }
        // All meetings of the edges with the line drawn out both ways, sorted along it.
        let mut cuts = [Cut::default(); CORNERS_MAX];
        let mut count = 0;
        for edge in self.edges() {
            let (start, run) = (between(a, edge.a), between(edge.a, edge.b));
            let (side, end) = (cross(way, start), cross(way, between(a, edge.b)));
            let (left, right) = ((side > 0) != (end > 0), (side < 0) != (end < 0));
            if !left && !right {
                continue;
            }
            let (over, under) = (cross(start, run), cross(way, run));
            let cut = Cut { over: over * under.signum(), under: under.abs(), left, right };
            let mut place = count;
            while place > 0 && cut.before(&cuts[place - 1]) {
                cuts[place] = cuts[place - 1];
                place -= 1;
            }
            cuts[place] = cut;
            count += 1;
        }
        let (mut left, mut right) = (false, false);
        for pair in cuts[..count].windows(2) {
            left ^= pair[0].left;
            right ^= pair[0].right;
            let from = if pair[0].over > 0 { (pair[0].over, pair[0].under) } else { (0, 1) };
            let to = if pair[1].over < pair[1].under { (pair[1].over, pair[1].under) } else { (1, 1) };
            let longer = i128::from(from.0) * i128::from(to.1) < i128::from(to.0) * i128::from(from.1);
            // On an edge, only one side is inside.
            if left && right && longer && accept(from, to) {
                return true;
            }
        }
        false
    }

    /// Whether some edge passes through the inside of a block.
    fn cuts_into(&self, block: &Block) -> bool {
        self.edges().any(|edge| block.crossed_by(edge))
    }

    /// Whether the area and a block have a point in common, edges included.
    fn touches(&self, block: &Block) -> bool {
        self.contains(block.centre()) || self.edges().any(|edge| block.touched_by(edge))
    }

    fn place(&self, point: Point) -> Place {
        if !near(self.bounds(), (point, point), 0) {
            return Place::Outside;
        }
        let mut inside = false;
        for edge in self.edges() {
            if edge.holds(point) {
                return Place::Edge;
            }
            if (edge.a.y > point.y) != (edge.b.y > point.y) {
                let upward = edge.b.y > edge.a.y;
                inside ^= (edge.side(point) > 0) == upward;
            }
        }
        if inside { Place::Inside } else { Place::Outside }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Facing, HIGH, LOW, Pose, Size};
    use super::*;

    fn points(corners: &[(i32, i32)]) -> Vec<Point> {
        corners.iter().map(|&(x, y)| Point::new(x, y)).collect()
    }

    fn area(corners: &[(i32, i32)]) -> Polygon {
        Polygon::new(points(corners)).unwrap()
    }

    fn block(x: i32, y: i32, degrees: i32, width: i32, depth: i32) -> Block {
        Block::new(Pose::new(Point::new(x, y), Facing::new(degrees)), Size::new(width, depth))
    }

    /// An open jaw: 0 to 100 wide, its notch from (40, 100) down to (50, 20) and up to (60, 100).
    fn jaw() -> Polygon {
        area(&[(0, 0), (100, 0), (100, 100), (60, 100), (50, 20), (40, 100), (0, 100)])
    }

    #[test]
    fn faults_are_named() {
        use PolygonFault::{Crossing, NoArea, Outside, Repeated, TooFew, TooMany};
        let faults = |corners: &[(i32, i32)]| Polygon::faults(&points(corners));
        assert_eq!(faults(&[]), [TooFew { corners: 0 }]);
        assert_eq!(faults(&[(0, 0), (5, 5)]), [TooFew { corners: 2 }]);
        assert_eq!(faults(&[(0, 0); 65]), [TooMany { corners: 65 }]);
        assert_eq!(
            faults(&[(0, 0), (9, 0), (LOW - 1, 5), (0, HIGH + 1)]),
            [Outside { corner: 2 }, Outside { corner: 3 }]
        );
        assert_eq!(faults(&[(0, 0), (9, 0), (0, 0), (0, 9)]), [Repeated { first: 0, second: 2 }]);
        assert_eq!(faults(&[(0, 0), (9, 0), (4, 0)]), [NoArea]);
        assert_eq!(faults(&[(0, 0), (0, 0), (0, 0)]).len(), 3);
        // A bow tie.
        assert_eq!(faults(&[(0, 0), (9, 9), (9, 0), (0, 9)]), [Crossing { first: 0, second: 2 }]);
        // A corner on another edge touches both edges of that corner.
        assert_eq!(
            faults(&[(0, 0), (10, 0), (10, 10), (5, 0), (0, 10)]),
            [Crossing { first: 0, second: 2 }, Crossing { first: 0, second: 3 }]
        );
        // A spike that runs back along itself, also over the first corner.
        assert!(faults(&[(0, 0), (10, 0), (10, 10), (10, 5), (0, 5)]).contains(&Crossing { first: 1, second: 2 }));
        assert!(faults(&[(0, 0), (10, 0), (10, 10), (20, 0)]).contains(&Crossing { first: 0, second: 3 }));
        // A corner in the middle of a straight side is no fault.
        assert_eq!(faults(&[(0, 0), (5, 0), (10, 0), (10, 10)]), []);
        assert_eq!(Polygon::new(points(&[(0, 0), (9, 9), (9, 0), (0, 9)])), Err(Crossing { first: 0, second: 2 }));
        assert!(serde_json::from_str::<Polygon>("[[0,0],[9,9],[9,0],[0,9]]").is_err());
        let read: Polygon = serde_json::from_str("[[0,0],[9,0],[9,9]]").unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), "[[0,0],[9,0],[9,9]]");
        let edges: Vec<_> = read.edges().collect();
        assert_eq!((edges[0].a, edges[0].b, edges[2].b), (Point::new(0, 0), Point::new(9, 0), Point::new(0, 0)));
    }

    #[test]
    fn points_in_on_and_off() {
        let jaw = jaw();
        for (x, y, gap) in [
            (0, 0, 0),
            (50, 0, 0),
            (50, 20, 0),
            (45, 60, 0),
            (50, 10, 0),
            (20, 100, 0),
            (40, 100, 0),
            (10, 20, 0),
            (50, 21, 0),
            (50, 100, 9),
            (103, 104, 5),
            (-1, 100, 1),
            (50, -7, 7),
        ] {
            let point = Point::new(x, y);
            assert_eq!(jaw.distance_to(point), gap, "{point:?}");
            assert!(jaw.within(point, gap + 1) && !jaw.within(point, gap - 1), "{point:?}");
        }
        assert!(jaw.contains(Point::new(50, 20)) && jaw.contains(Point::new(100, 100)));
        // In the notch, less than a mil from its edge.
        assert!(
            !jaw.contains(Point::new(50, 21))
                && !jaw.within(Point::new(50, 21), 0)
                && !jaw.contains(Point::new(50, 90))
        );
        // Level with corners: the line of sight of the test runs through them.
        assert!(
            !jaw.contains(Point::new(-5, 100)) && !jaw.contains(Point::new(-5, 0)) && !jaw.contains(Point::new(-5, 20))
        );
    }

    #[test]
    fn blocks_in_and_about() {
        let jaw = jaw();
        for (one, over, held, gap) in [
            (block(20, 50, 0, 20, 20), true, true, 0),
            (block(10, 10, 0, 20, 20), true, true, 0),
            (block(-10, 50, 0, 20, 20), false, false, 0),
            (block(-9, 50, 0, 20, 20), true, false, 0),
            (block(-15, 50, 90, 20, 20), false, false, 5),
            (block(50, 95, 0, 10, 10), false, false, 3),
            (block(50, 95, 0, 16, 10), false, false, 0),
            (block(50, 95, 0, 18, 10), true, false, 0),
            (block(50, 50, 0, 60, 20), true, false, 0),
            (block(50, 50, 0, 500, 500), true, false, 0),
            (block(50, 10, 0, 60, 20), true, true, 0),
            (block(50, 12, 0, 60, 20), true, false, 0),
            (block(50, -10, 0, 60, 20), false, false, 0),
            (block(108, 109, 0, 10, 10), false, false, 5),
        ] {
            assert_eq!((jaw.overlaps(&one), jaw.holds(&one)), (over, held), "{one:?}");
            assert_eq!(jaw.distance_to_block(&one), gap, "{one:?}");
            assert!(jaw.block_within(&one, gap + 1) && !jaw.block_within(&one, gap - 1), "{one:?}");
        }
    }

    #[test]
    fn ways_through() {
        let jaw = jaw();
        let square = area(&[(0, 0), (100, 0), (100, 100), (0, 100)]);
        for (polygon, a, b, length) in [
            (&square, (-50, 50), (150, 50), 100),
            (&square, (50, 50), (150, 50), 50),
            (&square, (20, 50), (30, 50), 10),
            (&square, (0, 0), (100, 100), 141),
            (&square, (-100, -100), (300, 300), 141),
            // Along an edge, past a corner, up to an edge, from an edge away.
            (&square, (-50, 0), (150, 0), 0),
            (&square, (100, 0), (0, 0), 0),
            (&square, (-50, 50), (50, 150), 0),
            (&square, (-50, 50), (0, 50), 0),
            (&square, (0, 50), (-50, 50), 0),
            (&square, (0, 50), (3, 50), 3),
            (&square, (50, 50), (50, 50), 0),
            (&square, (200, 0), (200, 100), 0),
            // Both jaws at the height where the notch is 10 wide, and at its lowest point.
            (&jaw, (0, 60), (100, 60), 90),
            (&jaw, (-9, 20), (109, 20), 100),
            (&jaw, (0, 100), (100, 100), 0),
            (&jaw, (50, 200), (50, -5), 20),
            (&jaw, (50, 200), (50, 20), 0),
            // Down one side of the notch, and on into the area.
            (&jaw, (40, 100), (50, 20), 0),
            (&jaw, (40, 100), (52, 4), 16),
        ] {
            let (a, b) = (Point::new(a.0, a.1), Point::new(b.0, b.1));
            for (a, b) in [(a, b), (b, a)] {
                assert_eq!(polygon.inside_length(a, b), length, "{a:?} {b:?}");
                assert_eq!(polygon.crossing(a, b), length > 0 || a == b, "{a:?} {b:?}");
            }
        }
        let on_edge = Point::new(0, 50);
        assert!(!square.crossing(on_edge, on_edge));
        // Less than a mil inside is a crossing all the same.
        let (a, b) = (Point::new(-1_000, 1_001), Point::new(1_001, -1_000));
        assert!(square.crossing(a, b));
        assert_eq!(square.inside_length(a, b), 1, "from (0, 1) to (1, 0)");
    }

    #[test]
    fn a_comb_is_passed_tooth_by_tooth() {
        // 15 teeth, 10 wide and 10 apart: 62 corners and a base.
        let mut corners = vec![(0, -10)];
        for tooth in 0..15 {
            corners.extend([(20 * tooth, 0), (20 * tooth, 50), (20 * tooth + 10, 50), (20 * tooth + 10, 0)]);
        }
        corners.push((290, -10));
        let comb = Polygon::new(points(&corners));
        let comb = comb.unwrap();
        assert_eq!(comb.corners().len(), 62);
        let at = |x: i32, y: i32| Point::new(x, y);
        assert_eq!(comb.inside_length(at(-50, 25), at(400, 25)), 150);
        assert_eq!(comb.inside_length(at(400, 25), at(-50, 25)), 150);
        assert_eq!(comb.inside_length(at(5, 25), at(285, 25)), 140);
        assert_eq!(comb.inside_length(at(-50, 50), at(400, 50)), 0);
        assert_eq!(comb.inside_length(at(-50, 0), at(400, 0)), 150, "through the feet, along the gaps");
        assert_eq!(comb.inside_length(at(-50, -5), at(400, -5)), 290);
        assert!(!comb.crossing(at(12, 1), at(18, 90)));
    }

    #[test]
    fn the_range_does_not_overflow() {
        let all = area(&[(LOW, LOW), (HIGH, LOW), (HIGH, HIGH), (LOW, HIGH)]);
        let (low, high) = (Point::new(LOW, LOW), Point::new(HIGH, HIGH));
        assert_eq!(all.inside_length(low, high), 2_545_584);
        assert!(all.contains(low) && all.contains(high) && all.crossing(low, high));
        let sliver = area(&[(LOW, LOW), (HIGH, HIGH), (HIGH - 1, HIGH)]);
        assert!(!sliver.crossing(low, high));
        assert!(sliver.crossing(Point::new(LOW, HIGH), Point::new(HIGH, LOW)));
        assert_eq!(sliver.distance_to(Point::new(HIGH, LOW)), 1_272_792);
        assert!(!sliver.holds(&block(HIGH, HIGH, 45, 200_000, 200_000)));
        assert!(sliver.overlaps(&block(HIGH, HIGH, 45, 200_000, 200_000)));
        assert_eq!(sliver.distance_to_block(&block(HIGH, LOW, 45, 200_000, 200_000)), 1_172_792);
    }
}
