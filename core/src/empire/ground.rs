//! The ground of a battle: what it costs, what it covers, what it hides.

use super::geometry::{Block, Point};
use super::refusal::Refusal;
use super::scenario::Scenario;
use super::units::{Arm, Cover};

/// What a straight stretch of ground does to whoever moves over it (E movement-modifiers, P19). Lengths are thousandths of an
/// inch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stretch {
    /// How long it is.
    pub length: i32,
    /// How much of it lies in light woods.
    pub light: i32,
    /// How much of it lies in heavy woods.
    pub heavy: i32,
    /// How many walls it crosses.
    pub walls: u8,
    /// How many fords and brooks it crosses.
    pub fords: u8,
    /// Whether it crosses a river where there is neither ford nor bridge.
    pub river: bool,
    /// Whether it enters ground that nobody enters.
    pub impassable: bool,
}

/// The ground, ready for questions.
#[derive(Clone, Debug, Default)]
pub struct Ground {}

impl Ground {
    /// The ground of a scenario that has been validated.
    #[must_use]
    pub fn new(_scenario: &Scenario) -> Self {
        Self {}
    }

    /// What lies on the straight way from `a` to `b`.
    #[must_use]
    pub fn stretch(&self, a: Point, b: Point) -> Stretch {
        Stretch { length: a.distance(b), ..Stretch::default() }
    }

    /// Why a block of this arm cannot stand there; `None` when it can.
    #[must_use]
    pub fn bars(&self, _block: &Block, _arm: Arm) -> Option<Refusal> {
        None
    }

    /// The best cover of a block against what comes from `from` (P31, P44).
    #[must_use]
    pub fn cover(&self, _block: &Block, _from: Point) -> Cover {
        Cover::Open
    }

    /// Whether one can see from `a` to `b` (Q17).
    #[must_use]
    pub fn sight(&self, _a: Point, _b: Point) -> bool {
        true
    }

    /// The building that a point lies in, by number.
    #[must_use]
    pub fn building(&self, _at: Point) -> Option<usize> {
        None
    }

    /// Whether a point lies in woods, a building or works: cover of any sort, for A74.
    #[must_use]
    pub fn shelters(&self, _at: Point) -> bool {
        false
    }

    /// The level of a point, 0 on the plain.
    #[must_use]
    pub fn level(&self, _at: Point) -> u8 {
        0
    }

    /// Whether a block stands in road column on a road.
    #[must_use]
    pub fn on_road(&self, _block: &Block) -> bool {
        false
    }

    /// The way along a road from `a` to the point of that road nearest to `b`: the points between, the last one included, and
    /// their length. `None` when `a` lies on no road that leads there.
    #[must_use]
    pub fn road(&self, _a: Point, _b: Point) -> Option<(Vec<Point>, i32)> {
        None
    }
}
