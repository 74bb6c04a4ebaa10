//! The ground a body of men covers: a rectangle turned to its facing.
//!
//! The corners are rounded to whole mil. Since halves are rounded away from zero, opposite corners lie exactly opposite
//! each other about the centre, so that a block is always a parallelogram, and two blocks are compared by their
//! centres and half-diagonals along the four directions of their sides.

use super::exact::{Vector, between, cross, direction, dot, minus, narrow, plus, root, round_shift};
use super::segment::apart;
use super::{Facing, Point, Pose, Segment, Size};

/// The ground a body covers: its four corners in the order front-left, front-right, rear-right, rear-left (clockwise).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Block {
    /// Front-left, front-right, rear-right, rear-left.
    pub corners: [Point; 4],
    centre: Point,
}

/// Number of the front-left corner.
pub(super) const FRONT_LEFT: usize = 0;
/// Number of the front-right corner.
pub(super) const FRONT_RIGHT: usize = 1;

impl Block {
    /// The block of a size at a pose, its corners to the nearest mil, halves away from zero. A side shorter or longer
    /// than [`super::SIDE_MIN`] to [`super::SIDE_MAX`] is taken as the nearest that is not.
    pub fn new(pose: Pose, size: Size) -> Block {
        let size = size.clamped();
        let (east, north) = direction(pose.facing.degrees() as u16);
        let (width, depth) = (i64::from(size.width), i64::from(size.depth));
        let ahead = (east * depth, north * depth);
        let right = (north * width, -east * width);
        let corner = |way: Vector| (narrow(round_shift(way.0, 31)), narrow(round_shift(way.1, 31)));
        let (left, right) = (corner(minus(ahead, right)), corner(plus(ahead, right)));
        let back = |way: (i32, i32)| (-way.0, -way.1);
        let at = pose.at;
        Block { corners: [at.moved(left), at.moved(right), at.moved(back(left)), at.moved(back(right))], centre: at }
    }

    /// Its centre: the point of its pose.
    pub fn centre(&self) -> Point {
        self.centre
    }

    /// This block shifted by so many mil east and north.
    pub fn moved(&self, by: (i32, i32)) -> Block {
        Block { corners: self.corners.map(|corner| corner.moved(by)), centre: self.centre.moved(by) }
    }

    /// The front edge, from front-left to front-right.
    pub fn front(&self) -> Segment {
        Segment { a: self.corners[0], b: self.corners[1] }
    }

    /// The rear edge, from rear-left to rear-right.
    pub fn rear(&self) -> Segment {
        Segment { a: self.corners[3], b: self.corners[2] }
    }

    /// The left and the right side, each from front to rear.
    pub fn sides(&self) -> [Segment; 2] {
        [Segment { a: self.corners[0], b: self.corners[3] }, Segment { a: self.corners[1], b: self.corners[2] }]
    }

    /// All four edges, clockwise from the front.
    pub fn edges(&self) -> [Segment; 4] {
        let [a, b, c, d] = self.corners;
        [Segment { a, b }, Segment { a: b, b: c }, Segment { a: c, b: d }, Segment { a: d, b: a }]
    }

    /// The corners of the upright box around it: south-west and north-east.
    pub fn bounds(&self) -> (Point, Point) {
        let [a, b, c, d] = self.corners;
        let low = Point { x: a.x.min(b.x).min(c.x).min(d.x), y: a.y.min(b.y).min(c.y).min(d.y) };
        let high = Point { x: a.x.max(b.x).max(c.x).max(d.x), y: a.y.max(b.y).max(c.y).max(d.y) };
        (low, high)
    }

    /// Whether a point lies in it or on its edge.
    pub fn contains(&self, point: Point) -> bool {
        let (half, to) = (Half::of(self), between(self.centre, point));
        half.edges().iter().all(|&edge| cross(edge, to).abs() <= half.area)
    }

    /// The distance to a point in mil, rounded down; 0 inside and on the edge.
    pub fn distance_to(&self, point: Point) -> i32 {
        if self.contains(point) {
            return 0;
        }
        root(self.edges().iter().map(|edge| edge.square_distance(point)).min().unwrap_or_default())
    }

    /// Whether a point is at most `mil` away, exactly.
    pub fn within(&self, point: Point, mil: i32) -> bool {
        mil >= 0 && (self.contains(point) || self.edges().iter().any(|edge| edge.within(point, mil)))
    }

    /// Whether a segment passes through its inside; running along an edge or touching a corner is not enough.
    pub fn crossed_by(&self, segment: Segment) -> bool {
        !self.misses(segment, |reach, gap| gap >= reach) && {
            let half = Half::of(self);
            let way = between(segment.a, segment.b);
            way == (0, 0) || cross(way, between(segment.a, self.centre)).abs() < half.extent(way)
        }
    }

    /// Whether a segment has a point in common with it, its edge included.
    pub fn touched_by(&self, segment: Segment) -> bool {
        !self.misses(segment, |reach, gap| gap > reach) && {
            let half = Half::of(self);
            let way = between(segment.a, segment.b);
            cross(way, between(segment.a, self.centre)).abs() <= half.extent(way)
        }
    }

    /// The distance to a segment in mil, rounded down; 0 when they touch.
    pub fn distance_to_segment(&self, segment: Segment) -> i32 {
        if self.touched_by(segment) { 0 } else { root(self.apart_from(segment)) }
    }

    /// Whether a segment is at most `mil` away, exactly.
    pub fn segment_within(&self, segment: Segment, mil: i32) -> bool {
        mil >= 0
            && near(self.bounds(), segment.bounds(), mil)
            && (self.touched_by(segment)
                || self.corners.iter().any(|&corner| segment.within(corner, mil))
                || self.edges().iter().any(|edge| edge.within(segment.a, mil) || edge.within(segment.b, mil)))
    }

    /// The square of the distance to a segment that does not touch it, rounded down.
    pub(super) fn apart_from(&self, segment: Segment) -> u64 {
        self.edges().iter().map(|&edge| apart(edge, segment)).min().unwrap_or_default()
    }

    /// Whether a segment lies wholly beyond one of the four edges.
    fn misses(&self, segment: Segment, beyond: impl Fn(i64, i64) -> bool) -> bool {
        let half = Half::of(self);
        let (a, b) = (between(self.centre, segment.a), between(self.centre, segment.b));
        half.edges().iter().any(|&edge| {
            let (a, b) = (cross(edge, a), cross(edge, b));
            (a > 0) == (b > 0) && beyond(half.area, a.abs().min(b.abs()))
        })
    }
}

/// A block as its two front corners seen from its centre.
pub(super) struct Half {
    left: Vector,
    right: Vector,
    /// How far the block reaches along the normal of either of its edges, on the scale of the product with that edge.
    pub(super) area: i64,
}

impl Half {
    pub(super) fn of(block: &Block) -> Half {
        let left = between(block.centre, block.corners[FRONT_LEFT]);
        let right = between(block.centre, block.corners[FRONT_RIGHT]);
        Half { left, right, area: cross(left, right).abs() }
    }

    /// Its edges as vectors: along the front from left to right, and along the side from rear to front.
    pub(super) fn edges(&self) -> [Vector; 2] {
        [minus(self.right, self.left), plus(self.right, self.left)]
    }

    /// How far it reaches to either side of its centre across the direction `way`.
    pub(super) fn extent(&self, way: Vector) -> i64 {
        cross(way, self.left).abs().max(cross(way, self.right).abs())
    }

    /// How far it reaches east and north of its centre.
    fn spread(&self) -> Vector {
        (self.left.0.abs().max(self.right.0.abs()), self.left.1.abs().max(self.right.1.abs()))
    }
}

/// Whether two blocks' insides have a point in common. Touching along an edge or at a corner is no overlap.
pub fn overlap(one: &Block, two: &Block) -> bool {
    !separated(one, two, |gap, reach| gap >= reach)
}

/// Whether two blocks have a point in common, their edges included.
pub fn touching(one: &Block, two: &Block) -> bool {
    !separated(one, two, |gap, reach| gap > reach)
}

/// Whether some line keeps the two apart; `beyond` says whether a gap between the centres clears both reaches.
fn separated(one: &Block, two: &Block, beyond: impl Fn(i64, i64) -> bool) -> bool {
    let (a, b) = (Half::of(one), Half::of(two));
    let way = between(one.centre, two.centre);
    let (spread, other) = (a.spread(), b.spread());
    beyond(way.0.abs(), spread.0 + other.0)
        || beyond(way.1.abs(), spread.1 + other.1)
        || a.edges().iter().any(|&edge| beyond(cross(edge, way).abs(), a.area + b.extent(edge)))
        || b.edges().iter().any(|&edge| beyond(cross(edge, way).abs(), b.area + a.extent(edge)))
}

/// The distance between the nearest points of two blocks in mil, rounded down; 0 when they touch or overlap.
pub fn distance(one: &Block, two: &Block) -> i32 {
    if touching(one, two) {
        return 0;
    }
    let mut least = u64::MAX;
    any_facing(one, two, |edge, corner| {
        least = edge.nearer(corner, least);
        false
    });
    root(least)
}

/// The way straight from one block to another: of the directions of their sides the one in which they lie furthest apart, for
/// equals the first of the one's front, rear, right and left, then of the other's rear, front, left and right. Each comes with
/// its facing.
pub fn way_apart(one: (&Block, Facing), other: (&Block, Facing)) -> Facing {
    let ways = [0, 180, 90, 270].map(|turn| one.1.turned(turn));
    let back = [180, 0, 270, 90].map(|turn| other.1.turned(turn));
    let mut best = (i64::MIN, one.1);
    for way in ways.into_iter().chain(back) {
        let ahead = direction(way.degrees() as u16);
        let along = |corner: Point| dot(ahead, between(Point::default(), corner));
        let front = one.0.corners.into_iter().map(along).max().unwrap_or_default();
        let near = other.0.corners.into_iter().map(along).min().unwrap_or_default();
        if near - front > best.0 {
            best = (near - front, way);
        }
    }
    best.1
}

/// Asks about every edge of either of two blocks that lie apart with every corner of the other that lies before it, until the
/// answer is yes; whether it was. The nearest points of the two are among them: no corner is nearest to an edge that it lies
/// behind.
#[inline]
fn any_facing(one: &Block, two: &Block, mut asks: impl FnMut(Segment, Point) -> bool) -> bool {
    [(one, two), (two, one)].into_iter().any(|(from, to)| {
        from.edges().into_iter().any(|edge| {
            let way = between(edge.a, edge.b);
            to.corners.into_iter().any(|corner| cross(way, between(edge.a, corner)) >= 0 && asks(edge, corner))
        })
    })
}

/// Whether two blocks are at most `mil` apart, edge to edge, exactly.
pub fn gap_within(one: &Block, two: &Block, mil: i32) -> bool {
    if mil < 0 || !near(one.bounds(), two.bounds(), mil) {
        return false;
    }
    touching(one, two) || any_facing(one, two, |edge, corner| edge.within(corner, mil))
}

/// Whether two upright boxes are at most `mil` apart on both axes.
pub(super) fn near(one: (Point, Point), two: (Point, Point), mil: i32) -> bool {
    let mil = i64::from(mil);
    let close = |high: i32, low: i32| i64::from(low) - i64::from(high) <= mil;
    close(one.1.x, two.0.x) && close(two.1.x, one.0.x) && close(one.1.y, two.0.y) && close(two.1.y, one.0.y)
}

#[cfg(test)]
mod tests {
    use super::super::{HIGH, LOW, SIDE_MAX};
    use super::*;

    fn block(x: i32, y: i32, degrees: i32, width: i32, depth: i32) -> Block {
        Block::new(Pose::new(Point::new(x, y), Facing::new(degrees)), Size::new(width, depth))
    }

    fn points(corners: [(i32, i32); 4]) -> [Point; 4] {
        corners.map(|(x, y)| Point::new(x, y))
    }

    #[test]
    fn corners_run_clockwise_from_the_front_left() {
        assert_eq!(block(0, 0, 0, 40, 20).corners, points([(-20, 10), (20, 10), (20, -10), (-20, -10)]));
        assert_eq!(block(0, 0, 90, 40, 20).corners, points([(10, 20), (10, -20), (-10, -20), (-10, 20)]));
        assert_eq!(block(5, 5, 180, 40, 20).corners, points([(25, -5), (-15, -5), (-15, 15), (25, 15)]));
        // Odd sides: halves go away from zero, so the block is a mil wider, and still even about its centre.
        assert_eq!(block(0, 0, 0, 41, 21).corners, points([(-21, 11), (21, 11), (21, -11), (-21, -11)]));
        assert_eq!(block(0, 0, 45, 1_000, 1_000).corners, points([(0, 707), (707, 0), (0, -707), (-707, 0)]));
        let one = block(3, 4, 359, 40, 20);
        assert_eq!(one.front(), Segment { a: one.corners[0], b: one.corners[1] });
        assert_eq!(one.rear(), Segment { a: one.corners[3], b: one.corners[2] });
        assert_eq!(one.sides()[0], Segment { a: one.corners[0], b: one.corners[3] });
        assert_eq!(one.sides()[1], Segment { a: one.corners[1], b: one.corners[2] });
        assert_eq!(block(0, 0, 90, 40, 20).bounds(), (Point::new(-10, -20), Point::new(10, 20)));
    }

    #[test]
    fn the_way_apart_is_square_to_the_side_between() {
        let way = |one: (i32, i32, i32), other: (i32, i32, i32)| {
            let (a, b) = (block(one.0, one.1, one.2, 40, 20), block(other.0, other.1, other.2, 100, 20));
            way_apart((&a, Facing::new(one.2)), (&b, Facing::new(other.2))).degrees()
        };
        // Before the front, in the middle and off it, touching and not.
        for x in [0, 30, -30, 69] {
            for gap in [0, 1, 50] {
                assert_eq!(way((x, 20 + gap, 180), (0, 0, 0)), 180, "{x} {gap}");
                assert_eq!(way((x, -20 - gap, 0), (0, 0, 0)), 0, "behind {x} {gap}");
            }
        }
        // On the flank.
        assert_eq!(way((60, 0, 270), (0, 0, 0)), 270);
        assert_eq!(way((-60, 5, 90), (0, 0, 0)), 90);
        // A corner against the front: square to the front.
        assert_eq!(way((40, 32, 225), (0, 0, 0)), 180);
        // One inside the other, and two in the same place.
        assert_eq!(way((0, 0, 0), (0, 0, 0)), 0);
    }

    #[test]
    fn every_facing_gives_a_parallelogram_near_the_true_rectangle() {
        for degrees in 0..360 {
            for (width, depth) in [(10, 10), (10, 200_000), (200_000, 10), (3_001, 777), (1, 1)] {
                let one = block(1_000, -2_000, degrees, width, depth);
                let [a, b, c, d] = one.corners;
                assert_eq!((a.x + c.x, a.y + c.y), (2_000, -4_000));
                assert_eq!((b.x + d.x, b.y + d.y), (2_000, -4_000));
                assert!(one.edges().iter().all(|edge| edge.side(one.centre()) == -1), "{degrees} {width} {depth}");
                let angle = f64::from(degrees).to_radians();
                let (wide, deep) = (f64::from(width.max(10)) / 2.0, f64::from(depth.max(10)) / 2.0);
                for (corner, hand) in [(a, -1.0), (b, 1.0)] {
                    let x = angle.sin() * deep + angle.cos() * wide * hand + 1_000.0;
                    let y = angle.cos() * deep - angle.sin() * wide * hand - 2_000.0;
                    assert!((x - f64::from(corner.x)).abs() < 0.5001 && (y - f64::from(corner.y)).abs() < 0.5001);
                }
                let reach = Size::new(width, depth).reach();
                assert!(one.corners.iter().all(|&corner| one.centre().within(corner, reach)));
            }
        }
    }

    #[test]
    fn touching_is_not_overlapping() {
        let one = block(0, 0, 0, 40, 20);
        for (other, touch, over, gap) in [
            (block(40, 0, 0, 40, 20), true, false, 0),
            (block(41, 0, 0, 40, 20), false, false, 1),
            (block(39, 0, 0, 40, 20), true, true, 0),
            (block(40, 20, 0, 40, 20), true, false, 0),
            (block(43, 24, 0, 40, 20), false, false, 5),
            (block(0, 20, 180, 40, 20), true, false, 0),
            (block(0, 30, 90, 40, 20), true, false, 0),
            (block(0, 0, 90, 40, 20), true, true, 0),
            (block(0, 0, 0, 40, 20), true, true, 0),
            (block(0, 0, 45, 12, 12), true, true, 0),
        ] {
            assert_eq!((touching(&one, &other), overlap(&one, &other)), (touch, over), "{other:?}");
            assert_eq!((touching(&other, &one), overlap(&other, &one)), (touch, over), "{other:?}");
            assert_eq!((distance(&one, &other), distance(&other, &one)), (gap, gap), "{other:?}");
            assert!(gap_within(&one, &other, gap) && gap_within(&other, &one, gap), "{other:?}");
            assert!(!gap_within(&one, &other, gap - 1) && !gap_within(&other, &one, gap - 1), "{other:?}");
        }
        // A turned square whose corner meets an edge: its corner is 707 mil from its centre.
        let wide = block(0, 0, 0, 4_000, 2_000);
        assert!(
            touching(&wide, &block(0, 1_707, 45, 1_000, 1_000)) && !overlap(&wide, &block(0, 1_707, 45, 1_000, 1_000))
        );
        assert!(overlap(&wide, &block(0, 1_706, 45, 1_000, 1_000)));
        assert!(!touching(&wide, &block(0, 1_708, 45, 1_000, 1_000)));
        // Boxes overlap, blocks do not.
        assert!(!touching(&wide, &block(2_400, 1_400, 45, 1_000, 1_000)));
        assert_eq!(
            distance(&wide, &block(2_400, 1_400, 45, 1_000, 1_000)),
            65,
            "400 and 400 less 707, over the root of 2"
        );
    }

    #[test]
    fn a_gap_that_is_no_whole_mil_is_told_exactly() {
        // Corner to corner: 1 east and 1 north.
        let (one, other) = (block(0, 0, 0, 40, 20), block(41, 21, 0, 40, 20));
        assert_eq!(distance(&one, &other), 1);
        assert!(!gap_within(&one, &other, 1) && gap_within(&one, &other, 2));
    }

    #[test]
    fn points_and_segments() {
        let one = block(0, 0, 0, 40, 20);
        for (x, y, gap) in [(0, 0, 0), (20, 10, 0), (20, 0, 0), (21, 0, 1), (23, 14, 5), (-21, -11, 1), (0, -25, 15)] {
            let point = Point::new(x, y);
            assert_eq!(one.distance_to(point), gap, "{point:?}");
            assert_eq!(one.contains(point), gap == 0, "{point:?}");
        }
        assert!(!one.within(Point::new(-21, -11), 1) && one.within(Point::new(-21, -11), 2));
        assert!(!one.within(Point::new(0, 0), -1));
        let line = |a: (i32, i32), b: (i32, i32)| Segment { a: Point::new(a.0, a.1), b: Point::new(b.0, b.1) };
        for (segment, crossed, touched, gap) in [
            (line((-50, 0), (50, 0)), true, true, 0),
            (line((-50, 10), (50, 10)), false, true, 0),
            (line((-50, 11), (50, 11)), false, false, 1),
            (line((20, 10), (30, 20)), false, true, 0),
            (line((0, 30), (40, -10)), false, true, 0),
            (line((0, 29), (40, -11)), true, true, 0),
            (line((0, 31), (40, -9)), false, false, 0),
            (line((20, -50), (20, 50)), false, true, 0),
            (line((0, 0), (1, 1)), true, true, 0),
            (line((0, 10), (0, 50)), false, true, 0),
            (line((0, 9), (0, 50)), true, true, 0),
            (line((0, 10), (0, 10)), false, true, 0),
            (line((3, 3), (3, 3)), true, true, 0),
            (line((0, 12), (0, 12)), false, false, 2),
            (line((25, -90), (25, 90)), false, false, 5),
        ] {
            for segment in [segment, Segment { a: segment.b, b: segment.a }] {
                assert_eq!(one.crossed_by(segment), crossed, "{segment:?}");
                assert_eq!(one.touched_by(segment), touched, "{segment:?}");
                assert_eq!(one.distance_to_segment(segment), gap, "{segment:?}");
                assert_eq!(one.segment_within(segment, 0), touched, "{segment:?}");
                assert!(!one.segment_within(segment, -1) && one.segment_within(segment, gap + 1), "{segment:?}");
            }
        }
    }

    #[test]
    fn the_range_does_not_overflow() {
        let spots = [(LOW, LOW), (LOW, HIGH), (HIGH, HIGH), (HIGH, LOW), (300_000, 300_000)];
        let blocks: Vec<Block> = spots
            .iter()
            .flat_map(|&(x, y)| [0, 1, 45, 90, 133, 359].map(|turn| block(x, y, turn, SIDE_MAX, SIDE_MAX)))
            .collect();
        for one in &blocks {
            for two in &blocks {
                let gap = distance(one, two);
                assert_eq!(gap, distance(two, one));
                assert!(gap_within(one, two, gap + 1));
                assert_eq!(one.centre() == two.centre(), overlap(one, two));
            }
        }
    }
}
