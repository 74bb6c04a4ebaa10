//! Bodies that move: straight, and wheeling on a corner.

use super::block::{FRONT_LEFT, FRONT_RIGHT, Half, near};
use super::exact::{between, cross, square, step};
use super::{Block, Facing, Point, Pose, Size, overlap};

/// How many mil a block may slide along `delta` (mil east and north, at most its own length) before its inside would
/// meet another's, rounded down; `None` when the whole of `delta` is free.
///
/// At the length given, placed by [`step`], it does not overlap: where rounding would make it, it stops a mil earlier.
/// Touching blocks stop a slide into each other (at 0), not one along or away from each other; blocks that overlap
/// already have 0. The line between is free up to the rounding of places: whoever stops short of the length given
/// should ask [`overlap`] there, or use [`slide`].
pub fn sweep(mover: &Block, delta: (i32, i32), other: &Block) -> Option<i32> {
    let (a, b) = (Half::of(mover), Half::of(other));
    let (gap, way) = (between(mover.centre(), other.centre()), (i64::from(delta.0), i64::from(delta.1)));
    // When, in parts of delta, the two begin and cease to overlap across each direction: fractions over a positive.
    let mut entry: Option<(i64, i64)> = None;
    let mut exit: Option<(i64, i64)> = None;
    let less = |x: (i64, i64), y: (i64, i64)| i128::from(x.0) * i128::from(y.1) < i128::from(y.0) * i128::from(x.1);
    let ours = a.edges().map(|edge| (edge, a.area + b.extent(edge)));
    let theirs = b.edges().map(|edge| (edge, b.area + a.extent(edge)));
    for (edge, reach) in ours.into_iter().chain(theirs) {
        let (mut speed, mut gap) = (cross(edge, way), cross(edge, gap));
        if speed == 0 {
            if gap.abs() >= reach {
                return None;
            }
            continue;
        }
        if speed < 0 {
            (speed, gap) = (-speed, -gap);
        }
        if gap + reach <= 0 || gap - reach >= speed {
            return None;
        }
        let (from, until) = ((gap - reach, speed), (gap + reach, speed));
        if entry.is_none_or(|entry| less(entry, from)) {
            entry = Some(from);
        }
        if exit.is_none_or(|exit| less(until, exit)) {
            exit = Some(until);
        }
    }
    let (Some(entry), Some(exit)) = (entry, exit) else { return Some(0) };
    if !less(entry, exit) {
        return None;
    }
    if entry.0 <= 0 {
        return Some(0);
    }
    let wide = |value: i64| u128::from(value.unsigned_abs());
    let square = wide(entry.0) * wide(entry.0) * u128::from(square(way)) / (wide(entry.1) * wide(entry.1));
    let mut mil = square.isqrt() as i32;
    while mil > 0 && overlap(&mover.moved(step(delta, mil)), other) {
        mil -= 1;
    }
    Some(mil)
}

/// How many mil a block may slide along `delta` among others, rounded down, so that where it stops it overlaps none of
/// them; `None` when the whole of `delta` is free.
pub fn slide<'a>(
    mover: &Block,
    delta: (i32, i32),
    others: impl IntoIterator<Item = &'a Block, IntoIter: Clone>,
) -> Option<i32> {
    let others = others.into_iter();
    let mut mil = others.clone().filter_map(|other| sweep(mover, delta, other)).min()?;
    let blocked = |mil: i32| {
        let placed = mover.moved(step(delta, mil));
        others.clone().any(|other| overlap(&placed, other))
    };
    while mil > 0 && blocked(mil) {
        mil -= 1;
    }
    Some(mil)
}

/// The most degrees that a wheel is taken to have: once round.
const ROUND: i32 = 360;

/// Where a body stands after a wheel of so many degrees on its inner front corner: on the right one, to the right, when
/// positive; on the left one when negative. The pivot does not move at all, so wheels add up exactly.
pub fn wheel(pose: Pose, size: Size, degrees: i32) -> Pose {
    let pivot = pivot(pose, size, degrees);
    wheeled(pivot, pose.facing.turned(degrees), size, degrees)
}

/// The length of the outer front corner's way in a wheel, in mil to the nearest, halves up: the frontage times the
/// angle, with 355 / 113 for pi (which is too much by less than a mil in a hundred thousand inches). At most once round.
pub fn wheel_length(width: i32, degrees: i32) -> i32 {
    let product = i64::from(width.max(0)) * i64::from(degrees.saturating_abs().min(ROUND)) * 355;
    super::exact::narrow((product + 90 * 113) / (180 * 113))
}

/// The most degrees, up to once round, that a body of a frontage may wheel within `mil` by [`wheel_length`].
pub fn wheel_degrees(width: i32, mil: i32) -> i32 {
    if mil < 0 {
        return 0;
    }
    let (mut fits, mut fails) = (0, ROUND + 1);
    while fails - fits > 1 {
        let middle = (fits + fails) / 2;
        if wheel_length(width, middle) <= mil {
            fits = middle;
        } else {
            fails = middle;
        }
    }
    fits
}

/// Whether a body that wheels overlaps another at any whole degree, from where it stands to the end of the wheel.
/// More than once round is once round.
pub fn wheel_hits(pose: Pose, size: Size, degrees: i32, other: &Block) -> bool {
    wheel_stop(pose, size, degrees, other).is_some()
}

/// After how many whole degrees of a wheel (0 to `degrees`, without sign) a body would first overlap another; `None`
/// when the wheel is free. It may wheel one degree less than the answer; at 0 it overlaps where it stands.
pub fn wheel_stop(pose: Pose, size: Size, degrees: i32, other: &Block) -> Option<i32> {
    let pivot = pivot(pose, size, degrees);
    if !near((pivot, pivot), other.bounds(), 2 * size.reach()) {
        return None;
    }
    let hand = degrees.signum();
    (0..=degrees.saturating_abs().min(ROUND)).find(|turn| {
        let pose = wheeled(pivot, pose.facing.turned(hand * turn), size, degrees);
        overlap(&Block::new(pose, size), other)
    })
}

/// The corner on which a body wheels.
fn inner(degrees: i32) -> usize {
    if degrees >= 0 { FRONT_RIGHT } else { FRONT_LEFT }
}

/// Where the corner on which it wheels stands.
fn pivot(pose: Pose, size: Size, degrees: i32) -> Point {
    Block::new(pose, size).corners[inner(degrees)]
}

/// The pose of a body with a facing whose inner corner stands on the pivot.
fn wheeled(pivot: Point, facing: Facing, size: Size, degrees: i32) -> Pose {
    let corner = Block::new(Pose { at: Point::default(), facing }, size).corners[inner(degrees)];
    Pose { at: pivot.moved((-corner.x, -corner.y)), facing }
}
