//! Points, facings, and where a body of men stands.

use serde::{Deserialize, Serialize};

use super::exact::{between, direction, narrow, root, round_shift, square};
use super::{HIGH, LOW, OutOfRange, SIDE_MAX, SIDE_MIN};

/// A point of the table: `x` mil east and `y` mil north of its south-west corner. Written `[x, y]`.
///
/// The geometry is sound for coordinates of [`LOW`] to [`HIGH`]; reading a point checks it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "[i32; 2]", into = "[i32; 2]")]
pub struct Point {
    /// Mil east of the south-west corner of the table.
    pub x: i32,
    /// Mil north of it.
    pub y: i32,
}

impl Point {
    /// The point `x` mil east and `y` mil north of the south-west corner.
    pub const fn new(x: i32, y: i32) -> Point {
        Point { x, y }
    }

    /// Whether both coordinates are [`LOW`] to [`HIGH`], so that all that is said of this point is sound.
    pub fn in_range(self) -> bool {
        (LOW..=HIGH).contains(&self.x) && (LOW..=HIGH).contains(&self.y)
    }

    /// This point shifted by so many mil east and north.
    pub fn moved(self, by: (i32, i32)) -> Point {
        Point { x: self.x.saturating_add(by.0), y: self.y.saturating_add(by.1) }
    }

    /// How far east and north `to` lies, in mil.
    pub fn delta(self, to: Point) -> (i32, i32) {
        let (x, y) = between(self, to);
        (narrow(x), narrow(y))
    }

    /// The point `mil` ahead in a direction (behind, when negative), to the nearest mil, halves away from zero.
    pub fn ahead(self, facing: Facing, mil: i32) -> Point {
        let (east, north) = direction(facing.0);
        let part = |way: i64| narrow(round_shift(way * i64::from(mil), 30));
        self.moved((part(east), part(north)))
    }

    /// The distance to another point in mil, rounded down.
    pub fn distance(self, to: Point) -> i32 {
        root(square(between(self, to)))
    }

    /// Whether another point is at most `mil` away, exactly. Nothing is within less than 0.
    pub fn within(self, to: Point, mil: i32) -> bool {
        mil >= 0 && square(between(self, to)) <= i64::from(mil).unsigned_abs().pow(2)
    }
}

impl From<Point> for [i32; 2] {
    fn from(point: Point) -> [i32; 2] {
        [point.x, point.y]
    }
}

impl TryFrom<[i32; 2]> for Point {
    type Error = OutOfRange;

    fn try_from([x, y]: [i32; 2]) -> Result<Point, OutOfRange> {
        let point = Point { x, y };
        if point.in_range() { Ok(point) } else { Err(OutOfRange::Point { x, y }) }
    }
}

/// A direction in whole degrees of the compass, 0 to 359: 0 is north (up the table), 90 east. Written as a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(extend("maximum" = 359)))]
#[serde(try_from = "u16", into = "u16")]
pub struct Facing(u16);

impl Facing {
    /// Up the table.
    pub const NORTH: Facing = Facing(0);
    /// To the right of the table.
    pub const EAST: Facing = Facing(90);
    /// Down the table.
    pub const SOUTH: Facing = Facing(180);
    /// To the left of the table.
    pub const WEST: Facing = Facing(270);

    /// The facing of so many degrees clockwise from north; any number is taken round the circle.
    pub const fn new(degrees: i32) -> Facing {
        Facing(degrees.rem_euclid(360) as u16)
    }

    /// Degrees clockwise from north, 0 to 359.
    pub const fn degrees(self) -> i32 {
        self.0 as i32
    }

    /// This facing turned so many degrees to the right (to the left, when negative).
    pub const fn turned(self, degrees: i32) -> Facing {
        Facing::new(self.0 as i32 + degrees.rem_euclid(360))
    }

    /// The facing of the other way round.
    pub const fn reversed(self) -> Facing {
        self.turned(180)
    }

    /// The facing nearest to the way from one point to another; exactly between two, the one further clockwise; north
    /// when the points are the same.
    pub fn to(from: Point, to: Point) -> Facing {
        let (east, north) = between(from, to);
        let (quarter, across, ahead) = match (east.signum(), north.signum()) {
            (0, 0) => return Facing::NORTH,
            (0 | 1, 1) => (0, east, north),
            (1, _) => (90, -north, east),
            (_, -1) => (180, -east, -north),
            _ => (270, north, -east),
        };
        // Beyond how many of the lines that halve the angles between neighbours does the way lie?
        let (mut beyond, mut short) = (0, 90);
        while beyond < short {
            let middle = (beyond + short) / 2;
            let (low, high) = (direction(middle), direction(middle + 1));
            if across * (low.1 + high.1) >= ahead * (low.0 + high.0) {
                beyond = middle + 1;
            } else {
                short = middle;
            }
        }
        Facing::new(quarter + i32::from(beyond))
    }

    /// Degrees to turn from `a` to face `b`, -179 to 180: to the right when positive.
    pub const fn difference(a: Facing, b: Facing) -> i32 {
        let turn = (b.0 as i32 - a.0 as i32).rem_euclid(360);
        if turn > 180 { turn - 360 } else { turn }
    }
}

impl From<Facing> for u16 {
    fn from(facing: Facing) -> u16 {
        facing.0
    }
}

impl TryFrom<u16> for Facing {
    type Error = OutOfRange;

    fn try_from(degrees: u16) -> Result<Facing, OutOfRange> {
        if degrees < 360 { Ok(Facing(degrees)) } else { Err(OutOfRange::Facing { degrees }) }
    }
}

/// Where a body stands and which way it faces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Pose {
    /// Its centre.
    pub at: Point,
    /// The way its front faces.
    pub facing: Facing,
}

impl Pose {
    /// The pose at a point with a facing.
    pub const fn new(at: Point, facing: Facing) -> Pose {
        Pose { at, facing }
    }

    /// The same facing, `mil` straight ahead (back, when negative).
    pub fn ahead(self, mil: i32) -> Pose {
        Pose { at: self.at.ahead(self.facing, mil), ..self }
    }

    /// The same facing, shifted by so many mil east and north.
    pub fn moved(self, by: (i32, i32)) -> Pose {
        Pose { at: self.at.moved(by), ..self }
    }

    /// The same place, turned on the centre so many degrees to the right (to the left, when negative).
    pub const fn turned(self, degrees: i32) -> Pose {
        Pose { at: self.at, facing: self.facing.turned(degrees) }
    }
}

/// The width and depth of a body or a table, in thousandths of an inch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Ground"))]
#[serde(try_from = "RawSize")]
pub struct Size {
    /// From left to right along the front, in thousandths of an inch.
    pub width: i32,
    /// From front to rear, in thousandths of an inch.
    pub depth: i32,
}

/// A size as it is read, before it is checked.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct RawSize {
    width: i32,
    depth: i32,
}

impl TryFrom<RawSize> for Size {
    type Error = OutOfRange;

    fn try_from(raw: RawSize) -> Result<Size, OutOfRange> {
        let size = Size { width: raw.width, depth: raw.depth };
        if size.in_range() { Ok(size) } else { Err(OutOfRange::Size { width: raw.width, depth: raw.depth }) }
    }
}

impl Size {
    /// A frontage and a depth in mil.
    pub const fn new(width: i32, depth: i32) -> Size {
        Size { width, depth }
    }

    /// Whether both sides are [`SIDE_MIN`] to [`SIDE_MAX`].
    pub fn in_range(self) -> bool {
        (SIDE_MIN..=SIDE_MAX).contains(&self.width) && (SIDE_MIN..=SIDE_MAX).contains(&self.depth)
    }

    /// The nearest size within the range.
    pub(super) fn clamped(self) -> Size {
        Size { width: self.width.clamp(SIDE_MIN, SIDE_MAX), depth: self.depth.clamp(SIDE_MIN, SIDE_MAX) }
    }

    /// A length in mil that no corner of a block of this size exceeds from its centre, whatever its facing.
    pub fn reach(self) -> i32 {
        let size = self.clamped();
        root(square((i64::from(size.width), i64::from(size.depth)))) / 2 + 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CENTRE: Point = Point::new(0, 0);

    #[test]
    fn facings_go_round_the_circle() {
        for (given, degrees) in [(0, 0), (360, 0), (-1, 359), (725, 5), (-720, 0), (i32::MAX, 127), (i32::MIN, 232)] {
            assert_eq!(Facing::new(given).degrees(), degrees, "{given}");
        }
        assert_eq!(Facing::new(350).turned(20), Facing::new(10));
        assert_eq!(Facing::new(10).turned(-20), Facing::new(350));
        assert_eq!(Facing::new(359).turned(i32::MAX), Facing::new(126));
        assert_eq!(Facing::new(90).reversed(), Facing::WEST);
        assert_eq!(Facing::new(270).reversed(), Facing::EAST);
    }

    #[test]
    fn differences_are_the_shorter_turn() {
        for a in 0..360 {
            for b in 0..360 {
                let turn = Facing::difference(Facing::new(a), Facing::new(b));
                assert!((-179..=180).contains(&turn), "{a} {b}: {turn}");
                assert_eq!(Facing::new(a).turned(turn), Facing::new(b));
            }
        }
        assert_eq!(Facing::difference(Facing::NORTH, Facing::SOUTH), 180);
        assert_eq!(Facing::difference(Facing::SOUTH, Facing::NORTH), 180);
        assert_eq!(Facing::difference(Facing::new(10), Facing::new(350)), -20);
    }

    #[test]
    fn the_way_to_a_point_has_the_nearest_facing() {
        assert_eq!(Facing::to(CENTRE, CENTRE), Facing::NORTH);
        for (x, y, degrees) in
            [(0, 9, 0), (9, 9, 45), (9, 0, 90), (9, -9, 135), (0, -9, 180), (-9, -9, 225), (-9, 0, 270)]
        {
            assert_eq!(Facing::to(CENTRE, Point::new(x, y)).degrees(), degrees, "{x} {y}");
        }
        assert_eq!(Facing::to(CENTRE, Point::new(-9, 9)).degrees(), 315);
        // Just west of north is north, not 360.
        assert_eq!(Facing::to(CENTRE, Point::new(-1, 1_000)), Facing::NORTH);
        assert_eq!(Facing::to(CENTRE, Point::new(-10, 1_000)), Facing::new(359));
        // Around half a degree: tan 0.5 is 0.008726867.
        assert_eq!(Facing::to(CENTRE, Point::new(8_726, 1_000_000)), Facing::NORTH);
        assert_eq!(Facing::to(CENTRE, Point::new(8_727, 1_000_000)), Facing::new(1));
        for degrees in 0..360 {
            let facing = Facing::new(degrees);
            assert_eq!(Facing::to(CENTRE, CENTRE.ahead(facing, 1_000)), facing);
            assert_eq!(Facing::to(Point::new(7, -3), Point::new(7, -3).ahead(facing, 1_200_000)), facing);
        }
    }

    #[test]
    fn ahead_rounds_halves_away_from_zero() {
        let thirty = Facing::new(30);
        // The sine of 30 degrees is exactly a half.
        assert_eq!(CENTRE.ahead(thirty, 1), Point::new(1, 1));
        assert_eq!(CENTRE.ahead(thirty, -1), Point::new(-1, -1));
        assert_eq!(CENTRE.ahead(thirty, 3).x, 2);
        assert_eq!(CENTRE.ahead(thirty, -3).x, -2);
        assert_eq!(Point::new(10, 10).ahead(Facing::WEST, 25), Point::new(-15, 10));
        assert_eq!(Pose::new(CENTRE, Facing::SOUTH).ahead(5), Pose::new(Point::new(0, -5), Facing::SOUTH));
        assert_eq!(Point::new(i32::MAX, i32::MIN).ahead(Facing::new(135), i32::MAX).x, i32::MAX);
    }

    #[test]
    fn distances_are_rounded_down_and_within_is_exact() {
        let far = Point::new(1, 1);
        assert_eq!(CENTRE.distance(far), 1);
        assert!(CENTRE.within(far, 2) && !CENTRE.within(far, 1));
        assert!(CENTRE.within(Point::new(3, 4), 5) && !CENTRE.within(Point::new(3, 4), 4));
        assert!(CENTRE.within(CENTRE, 0) && !CENTRE.within(CENTRE, -1));
        let (low, high) = (Point::new(LOW, LOW), Point::new(HIGH, HIGH));
        assert_eq!(low.distance(high), 2_545_584);
        assert!(low.within(high, 2_545_585) && !low.within(high, 2_545_584));
    }

    #[test]
    fn what_is_read_is_checked() {
        let point: Point = serde_json::from_str("[-600000,1200000]").unwrap();
        assert_eq!(serde_json::to_string(&point).unwrap(), "[-600000,1200000]");
        assert!(serde_json::from_str::<Point>("[-600001,0]").is_err());
        assert!(serde_json::from_str::<Point>("[0,1200001]").is_err());
        assert_eq!(serde_json::from_str::<Facing>("359").unwrap(), Facing::new(-1));
        assert!(serde_json::from_str::<Facing>("360").is_err());
        assert!(serde_json::from_str::<Size>(r#"{"width":10,"depth":200000}"#).is_ok());
        assert!(serde_json::from_str::<Size>(r#"{"width":9,"depth":500}"#).is_err());
        assert!(serde_json::from_str::<Size>(r#"{"width":900,"depth":200001}"#).is_err());
        let pose = Pose::new(Point::new(1, 2), Facing::EAST);
        assert_eq!(serde_json::to_string(&pose).unwrap(), r#"{"at":[1,2],"facing":90}"#);
    }
}
