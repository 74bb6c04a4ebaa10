//! E L2: what lies before a body's front, on its flank, and in its rear.
//!
//! The rays are drawn at 45 degrees to the front edge as its corners are rounded, so that all is exact in whole numbers.

use serde::{Deserialize, Serialize};

use super::exact::{Vector, between, cross, minus, plus};
use super::{Block, Point};

/// E L2: where a point lies as seen from a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sector {
    /// In the arc ahead of the front edge, out to 45 degrees from its corners, the limits included.
    Front,
    /// Neither in the front arc nor behind the line of the rear edge.
    Flank,
    /// Behind the rear edge, however far its line is drawn out; a point on that line is on the flank.
    Rear,
}

/// The front arc: the front edge and a ray from either of its corners.
struct FrontArc {
    left: Point,
    right: Point,
    edge: Vector,
    left_ray: Vector,
    right_ray: Vector,
}

impl FrontArc {
    fn of(block: &Block) -> FrontArc {
        let front = block.front();
        let edge = between(front.a, front.b);
        let ahead = (-edge.1, edge.0);
        FrontArc { left: front.a, right: front.b, edge, left_ray: minus(ahead, edge), right_ray: plus(ahead, edge) }
    }

    /// How far a point is within each of the three limits, in no common unit; negative when beyond.
    fn depths(&self, point: Point) -> [i64; 3] {
        let (from_left, from_right) = (between(self.left, point), between(self.right, point));
        [cross(self.edge, from_left), -cross(self.left_ray, from_left), cross(self.right_ray, from_right)]
    }
}

/// E L2: whether any part of the target's inside lies in the front arc of a body. A target that only touches the arc
/// from outside, such as a neighbour in line, does not count.
pub fn sees(from: &Block, target: &Block) -> bool {
    let arc = FrontArc::of(from);
    let depths = target.corners.map(|corner| arc.depths(corner));
    if (0..3).any(|limit| depths.iter().all(|depth| depth[limit] <= 0)) {
        return false;
    }
    if depths.iter().any(|depth| depth.iter().all(|&depth| depth > 0)) {
        return true;
    }
    // The arc is out of sight when it lies wholly beyond one edge of the target (whose corners run clockwise).
    !target.edges().iter().any(|edge| {
        let way = between(edge.a, edge.b);
        cross(way, arc.left_ray) >= 0
            && cross(way, arc.right_ray) >= 0
            && cross(way, between(edge.a, arc.left)) >= 0
            && cross(way, between(edge.a, arc.right)) >= 0
    })
}

/// E L2: where a point lies as seen from a body.
pub fn sector(block: &Block, point: Point) -> Sector {
    let arc = FrontArc::of(block);
    if arc.depths(point).iter().all(|&depth| depth >= 0) {
        Sector::Front
    } else if cross(arc.edge, between(block.rear().a, point)) < 0 {
        Sector::Rear
    } else {
        Sector::Flank
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Facing, HIGH, LOW, Pose, SIDE_MAX, Size};
    use super::*;

    fn block(x: i32, y: i32, degrees: i32, width: i32, depth: i32) -> Block {
        Block::new(Pose::new(Point::new(x, y), Facing::new(degrees)), Size::new(width, depth))
    }

    #[test]
    fn sectors_of_points() {
        // Front from (-20, 10) to (20, 10), rear line at -10.
        let one = block(0, 0, 0, 40, 20);
        for (x, y, place) in [
            (0, 50, Sector::Front),
            (0, 10, Sector::Front),
            (20, 10, Sector::Front),
            (60, 50, Sector::Front),
            (61, 50, Sector::Flank),
            (-60, 50, Sector::Front),
            (-61, 50, Sector::Flank),
            (21, 10, Sector::Flank),
            (0, 9, Sector::Flank),
            (100, 0, Sector::Flank),
            (100, -10, Sector::Flank),
            (100, -11, Sector::Rear),
            (0, -11, Sector::Rear),
            (-500, -11, Sector::Rear),
        ] {
            assert_eq!(sector(&one, Point::new(x, y)), place, "{x} {y}");
            // The same, turned by quarters.
            assert_eq!(sector(&block(0, 0, 90, 40, 20), Point::new(y, -x)), place, "east {x} {y}");
            assert_eq!(sector(&block(0, 0, 180, 40, 20), Point::new(-x, -y)), place, "south {x} {y}");
            assert_eq!(sector(&block(0, 0, 270, 40, 20), Point::new(-y, x)), place, "west {x} {y}");
        }
        // Facing 45 degrees, the rays run along the axes.
        let slant = block(0, 0, 45, 1_000, 1_000);
        assert_eq!(sector(&slant, Point::new(0, 5_000)), Sector::Front);
        assert_eq!(sector(&slant, Point::new(-1, 5_000)), Sector::Flank);
        assert_eq!(sector(&slant, Point::new(5_000, 0)), Sector::Front);
        assert_eq!(sector(&slant, Point::new(5_000, -1)), Sector::Flank);
    }

    #[test]
    fn a_body_sees_what_reaches_into_its_front_arc() {
        let one = block(0, 0, 0, 40, 20);
        for (target, seen) in [
            (block(0, 100, 180, 40, 20), true),
            // In contact with the front.
            (block(0, 20, 180, 40, 20), true),
            // Level with it on either side, and a mil further up.
            (block(40, 0, 0, 40, 20), false),
            (block(40, 1, 0, 40, 20), true),
            (block(-40, 0, 0, 40, 20), false),
            (block(100, 0, 0, 40, 20), false),
            (block(100, 50, 0, 40, 20), false),
            (block(100, 90, 0, 40, 20), true),
            // Its left edge at 80, its top at 70: the corner lies on the ray, which is not enough.
            (block(100, 60, 0, 40, 20), false),
            (block(100, 61, 0, 40, 20), true),
            (block(-100, 61, 0, 40, 20), true),
            (block(0, -100, 0, 40, 20), false),
            (block(0, -20, 0, 40, 20), false),
            // Larger than the arc is wide there: no corner of it lies in the arc.
            (block(0, 40, 0, 1_000, 20), true),
            (block(0, 0, 0, 1_000, 1_000), true),
            (block(0, -100, 0, 1_000, 220), false),
            (block(0, -99, 0, 1_000, 220), true),
        ] {
            assert_eq!(sees(&one, &target), seen, "{target:?}");
        }
        // A slanting target whose box meets the arc though the target does not.
        assert!(!sees(&one, &block(1_000, 400, 135, 4_000, 600)));
        assert!(sees(&one, &block(1_000, 700, 135, 4_000, 600)));
    }

    #[test]
    fn the_range_does_not_overflow() {
        let spots = [(LOW, LOW), (LOW, HIGH), (HIGH, HIGH), (HIGH, LOW)];
        for &(x, y) in &spots {
            for &(to_x, to_y) in &spots {
                for degrees in 0..360 {
                    let from = block(x, y, degrees, SIDE_MAX, SIDE_MAX);
                    let seen = sees(&from, &block(to_x, to_y, 77, SIDE_MAX, 10));
                    let place = sector(&from, Point::new(to_x, to_y));
                    assert!(seen || place != Sector::Front || (x, y) == (to_x, to_y));
                }
            }
        }
    }
}
