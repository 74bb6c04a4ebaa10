//! Straight lines between two points.

use serde::{Deserialize, Serialize};

use super::Point;
use super::exact::{between, cross, dot, narrow, root, round_divide, square, wide_square};

/// The straight line from `a` to `b`, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Segment {
    /// Where it begins.
    pub a: Point,
    /// Where it ends.
    pub b: Point,
}

impl Segment {
    /// The line from `a` to `b`.
    pub const fn new(a: Point, b: Point) -> Segment {
        Segment { a, b }
    }

    /// Its length in mil, rounded down.
    pub fn length(self) -> i32 {
        self.a.distance(self.b)
    }

    /// Its middle, to the nearest mil, halves away from zero.
    pub fn middle(self) -> Point {
        let half = |a: i32, b: i32| narrow(round_divide(i128::from(a) + i128::from(b), 2) as i64);
        Point { x: half(self.a.x, self.b.x), y: half(self.a.y, self.b.y) }
    }

    /// The corners of the upright box around it: south-west and north-east.
    pub fn bounds(self) -> (Point, Point) {
        let (a, b) = (self.a, self.b);
        (Point { x: a.x.min(b.x), y: a.y.min(b.y) }, Point { x: a.x.max(b.x), y: a.y.max(b.y) })
    }

    /// 1 when `point` lies to the left of the line as one looks from `a` to `b`, -1 to the right, 0 on the line
    /// however far it is drawn out.
    pub fn side(self, point: Point) -> i64 {
        cross(between(self.a, self.b), between(self.a, point)).signum()
    }

    /// Whether `point` lies on the segment.
    pub fn holds(self, point: Point) -> bool {
        let (to_a, to_b) = (between(point, self.a), between(point, self.b));
        cross(to_a, to_b) == 0 && dot(to_a, to_b) <= 0
    }

    /// The distance to a point in mil, rounded down.
    pub fn distance(self, point: Point) -> i32 {
        root(self.square_distance(point))
    }

    /// Whether a point is at most `mil` away, exactly.
    pub fn within(self, point: Point, mil: i32) -> bool {
        if mil < 0 {
            return false;
        }
        let most = i64::from(mil).unsigned_abs().pow(2);
        match self.gap(point) {
            Gap::Whole(square) => square <= most,
            Gap::Part { cross, length } => wide_square(cross) <= u128::from(most) * u128::from(length),
        }
    }

    /// The point of the segment nearest to `point`, to the nearest mil, halves away from zero.
    pub fn nearest(self, point: Point) -> Point {
        let (way, to) = (between(self.a, self.b), between(self.a, point));
        let (along, length) = (dot(to, way), dot(way, way));
        if along <= 0 {
            self.a
        } else if along >= length {
            self.b
        } else {
            let part = |way: i64| round_divide(i128::from(way) * i128::from(along), i128::from(length)) as i64;
            self.a.moved((narrow(part(way.0)), narrow(part(way.1))))
        }
    }

    /// The square of the distance to a point, rounded down, or `than` if that is not greater.
    pub(super) fn nearer(self, point: Point, than: u64) -> u64 {
        match self.gap(point) {
            Gap::Whole(square) => square.min(than),
            // To divide is slow, and mostly it is further.
            Gap::Part { cross, length } if wide_square(cross) >= u128::from(than) * u128::from(length) => than,
            Gap::Part { .. } => self.square_distance(point).min(than),
        }
    }

    /// The square of the distance to a point, rounded down.
    pub(super) fn square_distance(self, point: Point) -> u64 {
        match self.gap(point) {
            Gap::Whole(square) => square,
            Gap::Part { cross, length } => {
                let cross = cross.unsigned_abs();
                match cross.checked_mul(cross) {
                    Some(small) => small / length,
                    None => (u128::from(cross) * u128::from(cross) / u128::from(length)) as u64,
                }
            }
        }
    }

    /// The square of the distance to a point, exactly.
    fn gap(self, point: Point) -> Gap {
        let (way, to) = (between(self.a, self.b), between(self.a, point));
        let (along, length) = (dot(to, way), dot(way, way));
        if along <= 0 {
            Gap::Whole(square(to))
        } else if along >= length {
            Gap::Whole(square(between(self.b, point)))
        } else {
            Gap::Part { cross: cross(way, to), length: length.unsigned_abs() }
        }
    }
}

/// A squared distance: a whole number, or `cross` squared over `length`.
enum Gap {
    Whole(u64),
    Part { cross: i64, length: u64 },
}

/// Whether two segments cross: each has one end on either side of the other. Touching, and lying along each other, is
/// no crossing.
pub fn segments_cross(one: Segment, two: Segment) -> bool {
    one.side(two.a) * one.side(two.b) < 0 && two.side(one.a) * two.side(one.b) < 0
}

/// Whether two segments have a point in common, ends included.
pub fn segments_meet(one: Segment, two: Segment) -> bool {
    let ((low, high), (other_low, other_high)) = (one.bounds(), two.bounds());
    low.x <= other_high.x
        && other_low.x <= high.x
        && low.y <= other_high.y
        && other_low.y <= high.y
        && one.side(two.a) * one.side(two.b) <= 0
        && two.side(one.a) * two.side(one.b) <= 0
}

/// The distance between two segments in mil, rounded down; 0 when they meet.
pub fn segment_distance(one: Segment, two: Segment) -> i32 {
    if segments_meet(one, two) { 0 } else { root(apart(one, two)) }
}

/// Whether two segments are at most `mil` apart, exactly.
pub fn segment_distance_within(one: Segment, two: Segment, mil: i32) -> bool {
    mil >= 0
        && (segments_meet(one, two)
            || one.within(two.a, mil)
            || one.within(two.b, mil)
            || two.within(one.a, mil)
            || two.within(one.b, mil))
}

/// The square of the distance between two segments that do not meet, rounded down.
pub(super) fn apart(one: Segment, two: Segment) -> u64 {
    one.square_distance(two.a)
        .min(one.square_distance(two.b))
        .min(two.square_distance(one.a))
        .min(two.square_distance(one.b))
}

#[cfg(test)]
mod tests {
    use super::super::{HIGH, LOW};
    use super::*;

    fn line(a: (i32, i32), b: (i32, i32)) -> Segment {
        Segment { a: Point::new(a.0, a.1), b: Point::new(b.0, b.1) }
    }

    #[test]
    fn crossing_needs_both_sides_and_meeting_does_not() {
        let level = line((0, 0), (10, 0));
        for (other, cross, meet) in [
            (line((5, -5), (5, 5)), true, true),
            (line((5, 0), (5, 5)), false, true),
            (line((10, 0), (20, 5)), false, true),
            (line((10, -5), (10, 5)), false, true),
            (line((11, -5), (11, 5)), false, false),
            (line((3, 0), (7, 0)), false, true),
            (line((10, 0), (20, 0)), false, true),
            (line((11, 0), (20, 0)), false, false),
            (line((0, 1), (10, 1)), false, false),
            (line((5, 0), (5, 0)), false, true),
            (line((5, 1), (5, 1)), false, false),
            (line((-5, -6), (5, 6)), false, true),
            (line((4, -6), (6, 6)), true, true),
        ] {
            assert_eq!(segments_cross(level, other), cross, "{other:?}");
            assert_eq!(segments_cross(other, level), cross, "{other:?}");
            assert_eq!(segments_meet(level, other), meet, "{other:?}");
            assert_eq!(segments_meet(other, level), meet, "{other:?}");
            assert_eq!(segment_distance_within(level, other, 0), meet, "{other:?}");
            assert_eq!(segment_distance(level, other) == 0, meet, "{other:?}");
        }
    }

    #[test]
    fn distances_know_ends_and_middles() {
        let slope = line((0, 0), (30, 40));
        assert_eq!(slope.length(), 50);
        assert_eq!(slope.distance(Point::new(-3, -4)), 5);
        assert_eq!(slope.distance(Point::new(33, 44)), 5);
        assert_eq!(slope.distance(Point::new(15 - 8, 20 + 6)), 10);
        assert!(slope.within(Point::new(7, 26), 10) && !slope.within(Point::new(7, 26), 9));
        // The distance is 0.8: rounded down to 0, but not within 0.
        assert_eq!(slope.distance(Point::new(1, 0)), 0);
        assert!(!slope.within(Point::new(1, 0), 0) && slope.within(Point::new(1, 0), 1));
        assert!(!slope.within(Point::new(0, 0), -1));
        let point = line((4, 4), (4, 4));
        assert_eq!((point.distance(Point::new(7, 8)), point.nearest(Point::new(9, 9))), (5, Point::new(4, 4)));
        assert!(!segment_distance_within(line((0, 0), (9, 0)), line((0, 5), (9, 5)), 4));
        assert!(segment_distance_within(line((0, 0), (9, 0)), line((0, 5), (9, 5)), 5));
        assert!(!segment_distance_within(line((0, 0), (9, 0)), line((0, 0), (9, 0)), -1));
    }

    #[test]
    fn the_nearest_place_is_rounded() {
        let slope = line((0, 0), (3, 1));
        assert_eq!(slope.nearest(Point::new(1, 2)), Point::new(2, 1), "1.5 and 0.5");
        assert_eq!(line((0, 0), (-3, -1)).nearest(Point::new(-1, -2)), Point::new(-2, -1));
        assert_eq!(slope.nearest(Point::new(-5, 0)), Point::new(0, 0));
        assert_eq!(slope.nearest(Point::new(50, 0)), Point::new(3, 1));
        assert_eq!(slope.middle(), Point::new(2, 1));
        assert_eq!(line((0, 0), (-3, -1)).middle(), Point::new(-2, -1));
    }

    #[test]
    fn the_range_does_not_overflow() {
        let long = line((LOW, LOW), (HIGH, HIGH));
        assert_eq!(long.distance(Point::new(LOW, HIGH)), 1_272_792);
        assert!(long.within(Point::new(LOW, HIGH), 1_272_793) && !long.within(Point::new(LOW, HIGH), 1_272_792));
        assert_eq!(long.nearest(Point::new(LOW, HIGH)), Point::new(300_000, 300_000));
        assert!(segments_cross(long, line((LOW, HIGH), (HIGH, LOW))));
        assert!(long.within(Point::new(HIGH, LOW), i32::MAX));
        assert_eq!(line((LOW, LOW), (LOW, HIGH)).distance(Point::new(HIGH, HIGH)), 1_800_000);
    }
}
