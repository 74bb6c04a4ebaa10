//! The ground a body of men covers: a rectangle turned to its facing.
//!
//! The corners are rounded to whole mil. Since halves are rounded away from zero, opposite corners lie exactly opposite
//! each other about the centre, so that a block is always a parallelogram, and two blocks are compared by their
//! centres and half-diagonals along the four directions of their sides.

use super::exact::{Vector, between, cross, direction, minus, narrow, plus, root, round_shift};
use super::segment::apart;
use super::{Point, Pose, Segment, Size};

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

    /// The directions of its edges: along the front, and from rear to front. Each as long as half that edge and half
    /// the other would be if they were put end to end; only the direction and scale matter.
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
    for (from, to) in [(one, two), (two, one)] {
        for edge in from.edges() {
            for corner in to.corners {
                least = least.min(edge.square_distance(corner));
            }
        }
    }
    root(least)
}

/// Whether two blocks are at most `mil` apart, edge to edge, exactly.
pub fn gap_within(one: &Block, two: &Block, mil: i32) -> bool {
    if mil < 0 || !near(one.bounds(), two.bounds(), mil) {
        return false;
    }
    touching(one, two)
        || [(one, two), (two, one)]
            .iter()
            .any(|(from, to)| from.edges().iter().any(|edge| to.corners.iter().any(|&corner| edge.within(corner, mil))))
}

/// Whether two upright boxes are at most `mil` apart on both axes.
pub(super) fn near(one: (Point, Point), two: (Point, Point), mil: i32) -> bool {
    let mil = i64::from(mil);
    let close = |high: i32, low: i32| i64::from(low) - i64::from(high) <= mil;
    close(one.1.x, two.0.x) && close(two.1.x, one.0.x) && close(one.1.y, two.0.y) && close(two.1.y, one.0.y)
}
