//! The measured table: deterministic integers, no floats.

use serde::{Deserialize, Serialize};

/// A point, in thousandths of an inch: x runs east, y north.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "[i32; 2]", into = "[i32; 2]")]
pub struct Point {
    /// East.
    pub x: i32,
    /// North.
    pub y: i32,
}

impl From<[i32; 2]> for Point {
    fn from([x, y]: [i32; 2]) -> Self {
        Self { x, y }
    }
}

impl From<Point> for [i32; 2] {
    fn from(p: Point) -> Self {
        [p.x, p.y]
    }
}

/// A direction in compass degrees, 0 to 359.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Facing(pub u16);

/// Where a block stands and where it looks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Pose {
    /// The centre.
    pub at: Point,
    /// Where it looks.
    pub facing: Facing,
}

/// How large a block is, in thousandths of an inch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Size {
    /// Across the front.
    pub width: i32,
    /// From front to rear.
    pub depth: i32,
}
