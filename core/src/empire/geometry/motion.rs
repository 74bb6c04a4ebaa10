//! Bodies that move: straight, and wheeling on a corner.

use super::block::{FRONT_LEFT, FRONT_RIGHT, Half, near};
use super::exact::{between, cross, square, step};
use super::{Block, Facing, Point, Pose, Size, overlap};

/// How many mil a block may slide along `delta` (mil east and north, at most its own length) before its inside would
/// meet another's, rounded down; `None` when the whole of `delta` is free.
///
/// At the length given, placed by [`step`], it does not overlap: where rounding would make it, it stops a mil earlier.
/// Touching blocks stop a slide into each other (at 0), not one along or away from each other; blocks that overlap
/// already have 0. Each part of `delta` is at most 1,800,000 mil, with either sign. The line between is free up to the rounding of places: whoever stops short of the length given
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

#[cfg(test)]
mod tests {
    use super::super::{HIGH, LOW, SIDE_MAX};
    use super::*;

    fn block(x: i32, y: i32, degrees: i32, width: i32, depth: i32) -> Block {
        Block::new(Pose::new(Point::new(x, y), Facing::new(degrees)), Size::new(width, depth))
    }

    #[test]
    fn slides_stop_where_insides_would_meet() {
        let mover = block(0, 0, 0, 40, 20);
        for (delta, other, stop) in [
            ((0, 100), block(0, 50, 0, 40, 20), Some(30)),
            ((0, 100), block(39, 50, 0, 40, 20), Some(30)),
            // Side by side: they slide past each other.
            ((0, 100), block(40, 50, 0, 40, 20), None),
            ((0, 100), block(40, 0, 0, 40, 20), None),
            // In contact: ahead is barred, back and sideways are free.
            ((0, 100), block(0, 20, 0, 40, 20), Some(0)),
            ((0, -100), block(0, 20, 0, 40, 20), None),
            ((100, 0), block(0, 20, 0, 40, 20), None),
            ((100, 1), block(0, 20, 0, 40, 20), Some(0)),
            ((100, -1), block(0, 20, 0, 40, 20), None),
            // Just reached, and just not.
            ((0, 30), block(0, 50, 0, 40, 20), None),
            ((0, 31), block(0, 50, 0, 40, 20), Some(30)),
            // Corner to corner.
            ((100, 100), block(40, 20, 0, 40, 20), Some(0)),
            ((100, -100), block(40, 20, 0, 40, 20), None),
            // Away, nowhere, and from inside.
            ((0, -100), block(0, 50, 0, 40, 20), None),
            ((0, 0), block(0, 50, 0, 40, 20), None),
            ((0, 0), block(0, 20, 0, 40, 20), None),
            ((0, 0), block(0, 19, 0, 40, 20), Some(0)),
            ((0, -100), block(0, 19, 0, 40, 20), Some(0)),
            // Slanting: 30 north after 50 along (40, 30) / 50.
            ((400, 300), block(40, 50, 0, 40, 20), Some(50)),
            ((-400, -300), block(-40, -50, 0, 40, 20), Some(50)),
            // Against a corner that points at it.
            ((0, 2_000), block(0, 1_000, 45, 1_000, 1_000), Some(283)),
        ] {
            assert_eq!(sweep(&mover, delta, &other), stop, "{delta:?} {other:?}");
        }
    }

    #[test]
    fn a_slide_along_a_slanting_front_is_free() {
        for degrees in [0, 1, 30, 45, 90, 133, 270, 359] {
            let still = Pose::new(Point::new(0, 0), Facing::new(degrees));
            let other = Block::new(still, Size::new(4_000, 1_000));
            // A block beyond the front edge whose rear edge lies along it: shifted by whole edges of the first.
            let front = other.front();
            let up = other.sides()[0].b.delta(other.sides()[0].a);
            let mover = other.moved(up);
            assert!(touching_only(&mover, &other), "{degrees}");
            let along = front.a.delta(front.b);
            assert_eq!(sweep(&mover, along, &other), None, "{degrees}");
            assert_eq!(sweep(&mover, (-along.0, -along.1), &other), None, "{degrees}");
            assert_eq!(sweep(&mover, up, &other), None, "{degrees}");
            assert_eq!(sweep(&mover, (-up.0, -up.1), &other), Some(0), "{degrees}");
        }
    }

    fn touching_only(one: &Block, two: &Block) -> bool {
        super::super::touching(one, two) && !overlap(one, two)
    }

    #[test]
    fn a_slide_among_many_stops_free_of_all() {
        let mover = block(0, 0, 0, 40, 20);
        let others = [block(0, 300, 0, 40, 20), block(0, 90, 45, 40, 40), block(0, -50, 0, 40, 20)];
        let stop = slide(&mover, (0, 1_000), &others).unwrap();
        assert_eq!(Some(stop), sweep(&mover, (0, 1_000), &others[1]));
        assert_eq!(slide(&mover, (0, 20), &others), None);
        assert_eq!(slide(&mover, (0, 20), &[]), None);
        assert_eq!(slide(&mover, (0, 20), &[mover]), Some(0));
    }

    #[test]
    fn a_stop_beside_a_slanting_front_does_not_graze_it() {
        let mut stepped_back = 0;
        for degrees in 0..360 {
            let other = block(0, 0, degrees, 4_000, 1_000);
            let mover = other.moved(other.sides()[0].b.delta(other.sides()[0].a));
            let along = other.front().a.delta(other.front().b);
            // Somebody further along the front, in the way; where the mover stops, rounding may push it into its neighbour.
            let ahead = mover.moved(along).moved(step(along, 777));
            let delta = (2 * along.0, 2 * along.1);
            let stop = slide(&mover, delta, [&other, &ahead]).unwrap();
            let placed = mover.moved(step(delta, stop));
            assert!(!overlap(&placed, &other) && !overlap(&placed, &ahead), "{degrees}");
            let alone = sweep(&mover, delta, &ahead).unwrap();
            assert!((776..=778).contains(&alone) && stop <= alone && stop > alone - 100, "{degrees}: {stop} {alone}");
            stepped_back += i32::from(stop < alone);
        }
        assert!(stepped_back > 0);
    }

    #[test]
    fn wheels_turn_on_the_inner_front_corner() {
        let size = Size::new(4_000, 1_000);
        let pose = Pose::new(Point::new(10_000, 10_000), Facing::NORTH);
        // To the right by 90: the front-right corner (12000, 10500) stays, the front faces east.
        assert_eq!(wheel(pose, size, 90), Pose::new(Point::new(11_500, 12_500), Facing::EAST));
        assert_eq!(wheel(pose, size, -90), Pose::new(Point::new(8_500, 12_500), Facing::WEST));
        assert_eq!(wheel(pose, size, 0), pose);
        assert_eq!(wheel(pose, size, 360), pose);
        for degrees in [-133, -45, -1, 1, 45, 90, 179] {
            for facing in [0, 45, 90, 359] {
                let pose = Pose::new(Point::new(-77, 123), Facing::new(facing));
                let corner = inner(degrees);
                let after = wheel(pose, size, degrees);
                assert_eq!(Block::new(after, size).corners[corner], Block::new(pose, size).corners[corner]);
                assert_eq!(after.facing, Facing::new(facing + degrees));
                // Degree by degree comes to the same place, and back again.
                let by_degrees = (0..degrees.abs()).fold(pose, |pose, _| wheel(pose, size, degrees.signum()));
                assert_eq!(by_degrees, after);
            }
        }
    }

    #[test]
    fn wheels_are_paid_by_the_outer_corner() {
        assert_eq!(wheel_length(4_000, 90), 6_283);
        assert_eq!(wheel_length(4_000, -90), 6_283);
        assert_eq!(wheel_length(4_000, 0), 0);
        assert_eq!(wheel_length(0, 90), 0);
        assert_eq!(wheel_length(SIDE_MAX, 360), 1_256_637);
        assert_eq!(wheel_length(SIDE_MAX, i32::MIN), 1_256_637);
        for width in [10, 1_000, 4_321, 60_000] {
            for degrees in 0..=360 {
                let exact = f64::from(width) * f64::from(degrees).to_radians();
                assert!((exact - f64::from(wheel_length(width, degrees))).abs() < 0.6, "{width} {degrees}");
                let mil = wheel_length(width, degrees);
                let fits = wheel_degrees(width, mil);
                assert!(fits >= degrees && wheel_length(width, fits) <= mil);
            }
        }
        assert_eq!(wheel_degrees(4_000, 69), 0);
        assert_eq!(wheel_degrees(4_000, 70), 1);
        assert_eq!(wheel_degrees(4_000, -1), 0);
        assert_eq!(wheel_degrees(0, 5), 360);
    }

    #[test]
    fn wheels_hit_what_they_pass_over() {
        let size = Size::new(4_000, 1_000);
        let pose = Pose::new(Point::new(0, 0), Facing::NORTH);
        // A small block ahead of the left half, passed over and left behind by a wheel of 90 to the right.
        let post = block(0, 2_000, 0, 100, 100);
        assert!(wheel_hits(pose, size, 90, &post));
        assert!(!overlap(&Block::new(wheel(pose, size, 120), size), &post));
        assert!(wheel_hits(pose, size, 120, &post));
        let stop = wheel_stop(pose, size, 90, &post).unwrap();
        assert!(!wheel_hits(pose, size, stop - 1, &post) && wheel_hits(pose, size, stop, &post));
        assert!(!wheel_hits(pose, size, -30, &block(1_900, 2_000, 0, 100, 100)));
        assert!(!wheel_hits(pose, size, 90, &block(20_000, 0, 0, 4_000, 1_000)));
        // A neighbour on the right: in a wheel to the left, the right rear swings into it.
        let neighbour = block(4_000, 0, 0, 4_000, 1_000);
        assert!(!wheel_hits(pose, size, 0, &neighbour));
        assert_eq!(wheel_stop(pose, size, -1, &neighbour), Some(1));
        assert_eq!(wheel_stop(pose, size, 90, &neighbour), None, "the rear swings away to the left");
        assert_eq!(wheel_stop(pose, size, 1, &Block::new(pose, size)), Some(0));
        assert!(wheel_hits(pose, size, i32::MIN, &post) && wheel_hits(pose, size, i32::MAX, &post));
    }

    #[test]
    fn the_range_does_not_overflow() {
        let spots = [(LOW, LOW), (LOW, HIGH), (HIGH, HIGH), (HIGH, LOW)];
        for &(x, y) in &spots {
            for &(to_x, to_y) in &spots {
                for degrees in [0, 1, 45, 359] {
                    let mover = block(x, y, degrees, SIDE_MAX, SIDE_MAX);
                    let other = block(to_x, to_y, 90 - degrees, SIDE_MAX, SIDE_MAX);
                    let delta = mover.centre().delta(other.centre());
                    let stop = sweep(&mover, delta, &other);
                    assert!(stop.is_some());
                    let placed = mover.moved(step(delta, stop.unwrap_or_default()));
                    assert_eq!(overlap(&placed, &other), delta == (0, 0));
                    wheel_hits(Pose::new(mover.centre(), Facing::new(degrees)), Size::new(SIDE_MAX, 10), 360, &other);
                }
            }
        }
    }
}
