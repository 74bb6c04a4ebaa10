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
