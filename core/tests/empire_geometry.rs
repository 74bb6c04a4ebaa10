//! The geometry of *Eagles over the Empire* on random cases: against the `geo` crate, which works in floats, and against
//! itself where it promises something for whole numbers.
//!
//! `geo` is given the rounded corners, on which the answers are exact. A case is left out only where floats cannot tell:
//! when a length comes out on the other side of a whole number, or an overlap is a sliver. Left-out cases are counted,
//! and must be fewer than 2 in 100.

use eagles::empire::geometry::{
    Block, Facing, HIGH, LOW, Path, Point, Polygon, Pose, SIDE_MAX, SIDE_MIN, Sector, Segment, Size, distance,
    gap_within, overlap, sector, sees, segment_distance, segment_distance_within, segments_cross, segments_meet, slide,
    step, sweep, touching, wheel, wheel_hits, wheel_stop,
};
use geo::line_intersection::{LineIntersection, line_intersection};
use geo::{Area, BooleanOps, Contains, ConvexHull, Coord, Distance, Euclidean, Intersects, Length, Line, LineString};

/// Cases of each kind.
const CASES: u32 = 20_000;
/// What floats cannot tell, in mil.
const BLUR: f64 = 1e-3;

/// A small generator: the cases are the same on every run.
struct Cases(u64);

impl Cases {
    fn number(&mut self, low: i32, high: i32) -> i32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let span = (i64::from(high) - i64::from(low) + 1) as u64;
        (i64::from(low) + ((mixed ^ (mixed >> 31)) % span) as i64) as i32
    }

    fn one_in(&mut self, n: i32) -> bool {
        self.number(1, n) == 1
    }

    fn point(&mut self, reach: i32) -> Point {
        Point::new(self.number(-reach, reach), self.number(-reach, reach))
    }

    /// Facings of any degree, the quarters and diagonals more often than others.
    fn facing(&mut self) -> Facing {
        if self.one_in(3) { Facing::new(45 * self.number(0, 7)) } else { Facing::new(self.number(0, 359)) }
    }

    fn size(&mut self) -> Size {
        Size::new(self.number(200, 6_000), self.number(200, 3_000))
    }

    fn pose(&mut self, reach: i32) -> Pose {
        Pose::new(self.point(reach), self.facing())
    }

    fn block(&mut self, reach: i32) -> Block {
        Block::new(self.pose(reach), self.size())
    }

    /// An area about the middle of the table: corners at rising bearings, so that it never crosses itself.
    fn area(&mut self, reach: i32) -> Polygon {
        loop {
            let corners = self.number(3, 24);
            let middle = self.point(reach / 2);
            let list = (0..corners)
                .map(|n| {
                    middle.ahead(
                        Facing::new(360 * n / corners + self.number(0, 300 / corners)),
                        self.number(reach / 8, reach),
                    )
                })
                .collect();
            if let Ok(area) = Polygon::new(list) {
                return area;
            }
        }
    }
}

/// Counts the cases that floats cannot tell.
#[derive(Default)]
struct Left(u32);

impl Left {
    /// Checks a length that is rounded down against its float. Where the float is so near a whole number that it may be
    /// on the wrong side of it, the two may differ by one, and the case is left out.
    fn floor(&mut self, mil: i32, exact: f64, what: impl std::fmt::Debug) {
        let mil = f64::from(mil);
        if mil != exact.floor() {
            let close = (exact - exact.round()).abs() < 1e-6 && (mil - exact).abs() < 1.0 + 1e-6;
            assert!(close, "{mil} for {exact}: {what:?}");
            self.0 += 1;
        }
    }

    fn few(&self, what: &str) {
        println!("{what}: {} of {CASES} left out", self.0);
        assert!(self.0 * 50 < CASES, "{what}: {} cases left out", self.0);
    }
}

fn coord(point: Point) -> Coord {
    Coord { x: f64::from(point.x), y: f64::from(point.y) }
}

fn shape(corners: &[Point]) -> geo::Polygon {
    geo::Polygon::new(corners.iter().map(|&corner| coord(corner)).collect::<LineString>(), vec![])
}

fn line(segment: Segment) -> Line {
    Line::new(coord(segment.a), coord(segment.b))
}

fn common(one: &geo::Polygon, two: &geo::Polygon) -> f64 {
    one.intersection(two).unsigned_area()
}

#[test]
fn blocks_against_blocks() {
    let (mut cases, mut left) = (Cases(1), Left::default());
    let mut overlaps = 0;
    for _ in 0..CASES {
        let (one, two) = (cases.block(4_000), cases.block(4_000));
        let (ours, theirs) = (shape(&one.corners), shape(&two.corners));
        let gap = Euclidean.distance(&ours, &theirs);
        left.floor(distance(&one, &two), gap, (one, two));
        assert_eq!(distance(&one, &two), distance(&two, &one));
        assert_eq!(touching(&one, &two), ours.intersects(&theirs), "{one:?} {two:?}");
        let area = common(&ours, &theirs);
        // Sides are 200 mil and more: an overlap of a thousandth of a mil has more than a sliver's area.
        if gap == 0.0 && area < 1.0 {
            left.0 += 1;
        } else {
            assert_eq!(overlap(&one, &two), area >= 1.0, "{one:?} {two:?}: {area}");
        }
        overlaps += u32::from(overlap(&one, &two));
        let mil = cases.number(0, 3_000);
        if (gap - f64::from(mil)).abs() > BLUR {
            assert_eq!(gap_within(&one, &two, mil), gap <= f64::from(mil), "{one:?} {two:?} {mil}");
        }
        let floor = distance(&one, &two);
        assert!(gap_within(&one, &two, floor + 1) && !gap_within(&one, &two, floor - 1));
    }
    assert!(overlaps > CASES / 10 && overlaps < CASES * 9 / 10, "{overlaps}");
    left.few("blocks");
}

#[test]
fn blocks_against_points_and_segments() {
    let (mut cases, mut left) = (Cases(2), Left::default());
    for _ in 0..CASES {
        let (block, segment) = (cases.block(2_000), Segment::new(cases.point(6_000), cases.point(6_000)));
        let (theirs, along) = (shape(&block.corners), line(segment));
        let point = if cases.one_in(8) { segment.middle() } else { segment.a };
        let gap = Euclidean.distance(&geo::Point(coord(point)), &theirs);
        left.floor(block.distance_to(point), gap, (block, point));
        assert_eq!(block.contains(point), theirs.intersects(&coord(point)), "{block:?} {point:?}");
        let gap = Euclidean.distance(&along, &theirs);
        left.floor(block.distance_to_segment(segment), gap, (block, segment));
        assert_eq!(block.touched_by(segment), along.intersects(&theirs), "{block:?} {segment:?}");
        let mil = cases.number(0, 3_000);
        if (gap - f64::from(mil)).abs() > BLUR {
            assert_eq!(block.segment_within(segment, mil), gap <= f64::from(mil), "{block:?} {segment:?} {mil}");
        }
        let inside: f64 = Euclidean.length(&theirs.clip(&geo::MultiLineString::new(vec![along.into()]), false));
        if inside > 0.1 || gap > BLUR {
            assert_eq!(block.crossed_by(segment), inside > 0.1, "{block:?} {segment:?}");
        } else {
            left.0 += 1;
        }
    }
    left.few("points and segments");
}

#[test]
fn segments_against_segments() {
    let (mut cases, mut left) = (Cases(3), Left::default());
    for round in 0..CASES {
        // Every other case on a coarse lattice, where lines touch and run along each other.
        let reach = if round % 2 == 0 { 4 } else { 5_000 };
        let one = Segment::new(cases.point(reach), cases.point(reach));
        let two = Segment::new(cases.point(reach), cases.point(reach));
        let met = line_intersection(line(one), line(two));
        let proper = matches!(met, Some(LineIntersection::SinglePoint { is_proper: true, .. }));
        assert_eq!(segments_cross(one, two), proper, "{one:?} {two:?}");
        assert_eq!(segments_meet(one, two), line(one).intersects(&line(two)), "{one:?} {two:?}");
        let gap = if met.is_some() { 0.0 } else { Euclidean.distance(&line(one), &line(two)) };
        if reach > 4 {
            left.floor(segment_distance(one, two), gap, (one, two));
        }
        let mil = cases.number(0, reach);
        if (gap - f64::from(mil)).abs() > 1e-9 {
            assert_eq!(segment_distance_within(one, two, mil), gap <= f64::from(mil), "{one:?} {two:?} {mil}");
        }
        let point = cases.point(reach);
        if one.a != one.b {
            let foot = coord(one.nearest(point));
            let (least, ours) = (
                Euclidean.distance(&geo::Point(coord(point)), &line(one)),
                Euclidean.distance(&geo::Point(coord(point)), &geo::Point(foot)),
            );
            assert!((least - ours).abs() < 0.7072 + BLUR, "{one:?} {point:?}");
        }
    }
    left.few("segments");
}

#[test]
fn sweeps_against_hulls() {
    let (mut cases, mut left) = (Cases(4), Left::default());
    let mut stops = 0;
    for _ in 0..CASES {
        let (mover, other) = (cases.block(1_000), cases.block(9_000));
        let delta = cases.point(12_000);
        let (delta, length) = ((delta.x, delta.y), f64::from(delta.x).hypot(f64::from(delta.y)));
        let theirs = shape(&other.corners);
        // All that the mover passes over in the first so many mil.
        let passed = |mil: f64| {
            let by = Coord { x: f64::from(delta.0) * mil / length, y: f64::from(delta.1) * mil / length };
            let corners = mover.corners.iter().flat_map(|&corner| [coord(corner), coord(corner) + by]);
            common(&corners.collect::<geo::MultiPoint>().convex_hull(), &theirs)
        };
        match sweep(&mover, delta, &other) {
            None if length > 0.0 => {
                let area = passed(length);
                assert!(area < 1.0, "{mover:?} {delta:?} {other:?}: meets by {area}");
                assert!(!overlap(&mover.moved(delta), &other));
            }
            None => assert!(!overlap(&mover, &other)),
            Some(0) if overlap(&mover, &other) => {}
            Some(mil) => {
                stops += 1;
                let placed = mover.moved(step(delta, mil));
                assert!(!overlap(&placed, &other), "{mover:?} {delta:?} {other:?} {mil}");
                assert!(passed(f64::from(mil)) < 1.0, "{mover:?} {delta:?} {other:?} {mil}");
                // It could not have gone much further: by how much depends on how slowly the two close in.
                let further = passed((f64::from(mil) + 3.0).min(length));
                if further > 1e-6 {
                    assert!(distance(&placed, &other) <= 3, "{mover:?} {delta:?} {other:?} {mil}");
                } else {
                    left.0 += 1;
                    assert!(passed(length) > 0.0, "{mover:?} {delta:?} {other:?} {mil}");
                }
            }
        }
    }
    assert!(stops > CASES / 10, "{stops}");
    left.few("sweeps");
}

#[test]
fn slides_and_wheels_leave_nobody_overlapping() {
    let mut cases = Cases(5);
    let (mut stopped, mut hits) = (0, 0);
    for _ in 0..CASES / 10 {
        let (pose, size) = (cases.pose(500), cases.size());
        let mover = Block::new(pose, size);
        let mut others: Vec<Block> = (0..12).map(|_| cases.block(15_000)).collect();
        others.retain(|other| !overlap(&mover, other));
        let delta = cases.point(20_000);
        let delta = (delta.x, delta.y);
        let placed = match slide(&mover, delta, &others) {
            Some(mil) => {
                stopped += 1;
                mover.moved(step(delta, mil))
            }
            None => mover.moved(delta),
        };
        assert!(others.iter().all(|other| !overlap(&placed, other)), "{mover:?} {delta:?}");
        let degrees = cases.number(-180, 180);
        for other in &others {
            // A slow definition of the wheel: one degree after the other.
            let mut at = pose;
            let mut turned = 0;
            while turned < degrees.abs() && !overlap(&Block::new(wheel(at, size, degrees.signum()), size), other) {
                at = wheel(at, size, degrees.signum());
                turned += 1;
            }
            let stop = (turned < degrees.abs()).then_some(turned + 1);
            assert_eq!(wheel_stop(pose, size, degrees, other), stop, "{pose:?} {size:?} {degrees} {other:?}");
            assert_eq!(wheel_hits(pose, size, degrees, other), stop.is_some());
            hits += u32::from(stop.is_some());
        }
    }
    assert!(stopped > CASES / 40 && hits > CASES / 40, "{stopped} {hits}");
}

#[test]
fn arcs_against_cut_out_arcs() {
    let (mut cases, mut left) = (Cases(6), Left::default());
    let mut seen = 0;
    for _ in 0..CASES {
        let (block, target) = (cases.block(1_000), cases.block(9_000));
        let front = block.front();
        let (a, b) = (coord(front.a), coord(front.b));
        let ahead = Coord { x: a.y - b.y, y: b.x - a.x };
        // Far enough for anything that stands within 9 inches.
        let far = 100_000.0 / ahead.x.hypot(ahead.y);
        let arc = LineString(vec![a, b, b + (ahead + (b - a)) * far, a + (ahead - (b - a)) * far]);
        let arc = geo::Polygon::new(arc, vec![]);
        let theirs = shape(&target.corners);
        let area = common(&arc, &theirs);
        let gap = Euclidean.distance(&arc, &theirs);
        if area > 1.0 || gap > BLUR {
            assert_eq!(sees(&block, &target), area > 1.0, "{block:?} {target:?}: {area}");
        } else {
            left.0 += 1;
        }
        seen += u32::from(sees(&block, &target));
        let point = target.centre();
        let on_limit = Euclidean.distance(&geo::Point(coord(point)), arc.exterior()) < BLUR;
        if on_limit {
            left.0 += 1;
        } else {
            let in_front = arc.contains(&coord(point));
            assert_eq!(sector(&block, point) == Sector::Front, in_front, "{block:?} {point:?}");
            let rear = block.rear();
            let behind = rear.side(point) < 0;
            assert_eq!(sector(&block, point) == Sector::Rear, behind && !in_front, "{block:?} {point:?}");
        }
    }
    assert!(seen > CASES / 10 && seen < CASES * 9 / 10, "{seen}");
    left.few("arcs");
}

#[test]
fn areas_against_areas() {
    let (mut cases, mut left) = (Cases(7), Left::default());
    let (mut held, mut cut, mut through) = (0, 0, 0);
    for _ in 0..CASES {
        let reach = 12_000;
        let (area, block) = (cases.area(reach), cases.block(reach));
        let (ours, theirs) = (shape(area.corners()), shape(&block.corners));
        let point = if cases.one_in(6) { area.corners()[0] } else { cases.point(reach) };
        let gap = Euclidean.distance(&geo::Point(coord(point)), &ours);
        left.floor(area.distance_to(point), gap, (&area, point));
        assert_eq!(area.contains(point), ours.intersects(&coord(point)), "{area:?} {point:?}");
        let gap = Euclidean.distance(&ours, &theirs);
        left.floor(area.distance_to_block(&block), gap, (&area, block));
        let mil = cases.number(0, 3_000);
        if (gap - f64::from(mil)).abs() > BLUR {
            assert_eq!(area.block_within(&block, mil), gap <= f64::from(mil), "{area:?} {block:?} {mil}");
        }
        let (common, whole) = (common(&ours, &theirs), theirs.unsigned_area());
        if (gap == 0.0 && common < 4.0) || (common < whole && whole - common < 4.0) {
            // A sliver inside, or a sliver outside: only that the two answers agree with each other.
            left.0 += u32::from(common < 4.0 || !area.holds(&block));
            assert!(area.overlaps(&block) || !area.holds(&block));
        } else {
            assert_eq!(area.overlaps(&block), common >= 4.0, "{area:?} {block:?}: {common}");
            assert_eq!(area.holds(&block), common >= whole, "{area:?} {block:?}: {common} of {whole}");
        }
        held += u32::from(area.holds(&block));
        cut += u32::from(area.overlaps(&block));
        let from = if cases.one_in(6) { area.corners()[1] } else { cases.point(reach) };
        let to = if cases.one_in(6) { area.corners()[2] } else { cases.point(reach) };
        let way = geo::MultiLineString::new(vec![line(Segment::new(from, to)).into()]);
        let inside = Euclidean.length(&ours.clip(&way, false));
        let length = area.inside_length(from, to);
        let along_an_edge = from == area.corners()[1] && to == area.corners()[2];
        if !along_an_edge {
            assert!(
                f64::from(length) < inside + 0.05 && f64::from(length) > inside - 1.05,
                "{length} {inside}: {area:?} {from:?} {to:?}"
            );
            if inside > 0.05 {
                assert!(area.crossing(from, to), "{inside}: {area:?} {from:?} {to:?}");
            }
        }
        assert!(area.crossing(from, to) || length == 0);
        if area.crossing(from, to) && inside < 0.001 {
            left.0 += 1;
        }
        through += u32::from(length > 0);
        assert_eq!(area.inside_length(to, from), length, "{area:?} {from:?} {to:?}");
    }
    assert!(held > CASES / 50 && cut > held && cut < CASES * 9 / 10 && through > CASES / 4, "{held} {cut} {through}");
    left.few("areas");
}

#[test]
fn small_areas_on_a_lattice() {
    // Corners, points and ways on few places: every touch there can be. Checked against a plain definition: the edges
    // cut the way into pieces, and the middle of each is asked.
    let mut cases = Cases(8);
    let (mut tried, mut through) = (0, 0);
    while tried < CASES {
        let count = cases.number(3, 7);
        let corners: Vec<Point> = (0..count).map(|_| Point::new(cases.number(0, 6), cases.number(0, 6))).collect();
        let Ok(area) = Polygon::new(corners) else { continue };
        tried += 1;
        let ours = shape(area.corners());
        let (from, to) = (
            Point::new(cases.number(-1, 7), cases.number(-1, 7)),
            Point::new(cases.number(-1, 7), cases.number(-1, 7)),
        );
        for x in -1..=7 {
            let point = Point::new(x, from.y);
            assert_eq!(area.contains(point), ours.intersects(&coord(point)), "{area:?} {point:?}");
        }
        if from == to {
            assert_eq!(area.crossing(from, to), ours.contains(&coord(from)), "{area:?} {from:?}");
            continue;
        }
        // Meetings lie at fractions with a denominator of at most 2 x 8 x 6; no piece is shorter than 1 / 96^2.
        let way = coord(to) - coord(from);
        let mut cuts = vec![0.0, 1.0];
        for edge in area.edges() {
            let run = coord(edge.b) - coord(edge.a);
            let across = way.x * run.y - way.y * run.x;
            if across != 0.0 {
                let start = coord(edge.a) - coord(from);
                cuts.push(((start.x * run.y - start.y * run.x) / across).clamp(0.0, 1.0));
            }
        }
        cuts.sort_by(f64::total_cmp);
        let mut inside = 0.0;
        for pair in cuts.windows(2).filter(|pair| pair[1] - pair[0] > 1e-6) {
            let middle = coord(from) + way * ((pair[0] + pair[1]) / 2.0);
            let on_edge = Euclidean.distance(&geo::Point(middle), ours.exterior()) < 1e-9;
            inside += if !on_edge && ours.contains(&middle) { pair[1] - pair[0] } else { 0.0 };
        }
        let inside = inside * way.x.hypot(way.y);
        assert_eq!(area.crossing(from, to), inside > 1e-6, "{area:?} {from:?} {to:?}: {inside}");
        assert!(
            (f64::from(area.inside_length(from, to)) - (inside + 1e-5).floor()).abs() < 0.5,
            "{area:?} {from:?} {to:?}: {inside}"
        );
        through += u32::from(inside > 0.0);
    }
    assert!(through > CASES / 8, "{through}");
}

#[test]
fn lines_against_lines() {
    let (mut cases, mut left) = (Cases(9), Left::default());
    for round in 0..CASES {
        let reach = if round % 2 == 0 { 6 } else { 9_000 };
        let mut points: Vec<Point> = (0..cases.number(2, 9)).map(|_| cases.point(reach)).collect();
        if cases.one_in(4) {
            points.push(points[0]);
        }
        let Ok(path) = Path::new(points, 400) else { continue };
        let theirs: LineString = path.points().iter().map(|&point| coord(point)).collect();
        let (from, to) = (cases.point(reach), cases.point(reach));
        let gap = Euclidean.distance(&geo::Point(coord(from)), &theirs);
        if reach > 6 {
            left.floor(path.distance(from), gap, (&path, from));
        }
        let mil = cases.number(0, reach / 2);
        if (gap - f64::from(mil)).abs() > 1e-9 {
            assert_eq!(path.near(from, mil), gap <= f64::from(mil), "{path:?} {from:?} {mil}");
        }
        // The way crosses every leg that it crosses properly; at corners at least the number of sides must fit.
        let way = Segment::new(from, to);
        let proper = |leg: Segment| {
            matches!(
                line_intersection(line(leg), line(way)),
                Some(LineIntersection::SinglePoint { is_proper: true, .. })
            )
        };
        let (crosses, clear) = (
            path.legs().filter(|&leg| proper(leg)).count() as u32,
            path.points().iter().all(|&point| !way.holds(point)),
        );
        assert!(path.crosses(from, to) >= crosses, "{path:?} {way:?}");
        assert_eq!(path.crosses(from, to), path.crosses(to, from), "{path:?} {way:?}");
        if clear {
            assert_eq!(path.crosses(from, to), crosses, "{path:?} {way:?}");
        }
        let block = cases.block(9_000);
        let block_gap = Euclidean.distance(&theirs, &shape(&block.corners));
        if (block_gap - 200.0).abs() > BLUR {
            assert_eq!(path.covers(&block, 200), block_gap <= 200.0, "{path:?} {block:?}");
        }
        if let Some(along) = path.along(from, to, reach / 3) {
            let walked: LineString = along.way.iter().map(|&point| coord(point)).collect();
            let length = Euclidean.length(&walked);
            assert!((f64::from(along.length) + 0.5 - length).abs() < 0.5 + BLUR, "{along:?}");
            assert!(along.way.iter().all(|&point| path.near(point, 1)));
            let back = path.along(to, from, reach / 3).map(|back| back.length);
            assert_eq!(back, Some(along.length), "{path:?} {from:?} {to:?}");
        }
    }
    left.few("lines");
}

#[test]
fn facings_are_the_nearest_degree() {
    let (mut cases, mut left) = (Cases(10), Left::default());
    for _ in 0..CASES {
        let (from, to) = (cases.point(500_000), cases.point(500_000));
        let exact = f64::from(to.x - from.x).atan2(f64::from(to.y - from.y)).to_degrees().rem_euclid(360.0);
        if (exact.fract() - 0.5).abs() < 1e-6 {
            left.0 += 1;
            continue;
        }
        assert_eq!(Facing::to(from, to), Facing::new(exact.round() as i32), "{from:?} {to:?}: {exact}");
        let (facing, mil) = (cases.facing(), cases.number(-600_000, 600_000));
        let (there, angle) = (from.ahead(facing, mil), f64::from(facing.degrees()).to_radians());
        assert!((f64::from(there.x - from.x) - angle.sin() * f64::from(mil)).abs() < 0.501);
        assert!((f64::from(there.y - from.y) - angle.cos() * f64::from(mil)).abs() < 0.501);
    }
    left.few("facings");
}

#[test]
fn nothing_overflows_anywhere_in_the_range() {
    let mut cases = Cases(11);
    let edge = |cases: &mut Cases| match cases.number(0, 3) {
        0 => LOW,
        1 => HIGH,
        2 => cases.number(LOW, HIGH),
        _ => cases.number(LOW, LOW + 300),
    };
    for _ in 0..CASES {
        let mut point = || Point::new(edge(&mut cases), edge(&mut cases));
        let spots = [point(), point(), point(), point(), point()];
        let sides = [SIDE_MIN, SIDE_MAX, cases.number(SIDE_MIN, SIDE_MAX)];
        let size = Size::new(sides[cases.number(0, 2) as usize], sides[cases.number(0, 2) as usize]);
        let (pose, facing) = (Pose::new(spots[0], cases.facing()), cases.facing());
        let (one, two) = (Block::new(pose, size), Block::new(Pose::new(spots[1], facing), size));
        let gap = distance(&one, &two);
        assert!(gap_within(&one, &two, gap + 1) && (gap == 0 || !gap_within(&one, &two, gap - 1)));
        assert_eq!(overlap(&one, &two), overlap(&two, &one));
        let delta = spots[2].delta(spots[3]);
        if let Some(mil) = sweep(&one, delta, &two) {
            assert!(overlap(&one, &two) || !overlap(&one.moved(step(delta, mil)), &two));
        } else {
            assert!(!overlap(&one.moved(delta), &two));
        }
        wheel_hits(pose, size, cases.number(-4, 4), &two);
        assert!(!sees(&one, &two) || sector(&one, spots[1]) != Sector::Rear || gap < size.reach() * 2);
        let segment = Segment::new(spots[2], spots[3]);
        assert!(segment.within(spots[4], segment.distance(spots[4]) + 1));
        assert!(!one.crossed_by(segment) || one.touched_by(segment));
        assert!(one.segment_within(segment, one.distance_to_segment(segment) + 1));
        segments_meet(segment, Segment::new(spots[1], spots[4]));
        segment.nearest(spots[4]);
        Facing::to(spots[0], spots[4]);
        if let Ok(area) = Polygon::new(spots[1..].to_vec()) {
            let length = area.inside_length(spots[0], spots[2]);
            assert!(length <= spots[0].distance(spots[2]), "{area:?} {spots:?}");
            assert!(area.within(spots[0], area.distance_to(spots[0]) + 1));
            assert!(area.block_within(&one, area.distance_to_block(&one) + 1));
            assert!(area.overlaps(&one) || !area.holds(&one));
        }
        if let Ok(path) = Path::new(spots[1..].to_vec(), 0) {
            assert!(path.near(spots[0], path.distance(spots[0]) + 1));
            assert_eq!(path.crosses(spots[0], spots[2]), path.crosses(spots[2], spots[0]));
            path.along(spots[1], spots[4], 0);
        }
    }
}
