//! The measured table: points, blocks of men, areas and lines, in whole numbers only.
//!
//! Lengths are thousandths of an inch, *mil*; `x` runs east and `y` north from the south-west corner of the table.
//! Facings are whole degrees of the compass from a table of directions. A point that is worked out (a corner, a place
//! along a way) is rounded to the nearest mil, halves away from zero; everything that is asked of such points is then
//! answered exactly, in 64 or 128 bits. So a game goes the same way on every machine.
//!
//! Edges: a block *overlaps* another when their insides meet, and *touches* it when anything does. The edge of an area
//! is inside it for points, and is not enough for a way that leads through it.

mod arc;
mod block;
mod exact;
mod grid;
mod motion;
mod path;
mod point;
mod polygon;
mod segment;

pub use arc::{Sector, sector, sees};
pub use block::{Block, distance, gap_within, overlap, touching, way_apart};
pub use exact::step;
pub use grid::Grid;
pub use motion::{slide, sweep, wheel, wheel_degrees, wheel_hits, wheel_length, wheel_stop};
pub use path::{Along, POINTS_MAX, Path, PathFault};
pub use point::{Facing, Point, Pose, Size};
pub use polygon::{CORNERS_MAX, Polygon, PolygonFault};
pub use segment::{Segment, segment_distance, segment_distance_within, segments_cross, segments_meet};

/// One inch of the table, in mil.
pub const INCH: i32 = 1_000;
/// The longest side of a table, in mil: 600 inches.
pub const TABLE_MAX: i32 = 600 * INCH;
/// The least coordinate of a point, in mil: as far off the table as it may be long.
pub const LOW: i32 = -TABLE_MAX;
/// The greatest coordinate of a point, in mil.
pub const HIGH: i32 = 2 * TABLE_MAX;
/// The shortest side of a block, in mil; a shorter one might vanish when corners are rounded.
pub const SIDE_MIN: i32 = 10;
/// The longest side of a block, in mil: 200 inches.
pub const SIDE_MAX: i32 = 200 * INCH;

/// A value that is read and lies outside the range of the geometry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum OutOfRange {
    /// A point too far off the table.
    #[error("the point [{x}, {y}] is too far off the table: coordinates are -600000 to 1200000 mil")]
    Point {
        /// Mil east.
        x: i32,
        /// Mil north.
        y: i32,
    },
    /// A facing that is no whole degree of the compass.
    #[error("a facing is 0 to 359 degrees, not {degrees}")]
    Facing {
        /// The number given.
        degrees: u16,
    },
    /// A block too small or too large.
    #[error("a frontage and a depth are 10 to 200000 mil, not {width} by {depth}")]
    Size {
        /// The frontage given, in mil.
        width: i32,
        /// The depth given, in mil.
        depth: i32,
    },
}
