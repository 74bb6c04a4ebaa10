//! Whole-number arithmetic that the geometry shares: vectors, exact roots, and the one rounding rule.
//!
//! Vectors are pairs of `i64`. Points lie at most 1,800,000 mil apart on each axis (see [`super::LOW`] and
//! [`super::HIGH`]), so one product of two vectors needs 43 bits and two such products 86: the second kind is done in
//! 128 bits.

use super::Point;

/// A difference of two points, in mil.
pub(super) type Vector = (i64, i64);

/// The sines of 0 to 90 degrees, scaled by 2^30 and rounded to the nearest whole number.
#[rustfmt::skip]
const SINES: [i64; 91] = [
    0, 18_739_379, 37_473_049, 56_195_305, 74_900_443, 93_582_766, 112_236_583, 130_856_211, 149_435_979, 167_970_228,
    186_453_311, 204_879_599, 223_243_478, 241_539_355, 259_761_657, 277_904_834, 295_963_357, 313_931_728, 331_804_471, 349_576_144,
    367_241_333, 384_794_656, 402_230_767, 419_544_355, 436_730_145, 453_782_903, 470_697_435, 487_468_587, 504_091_252, 520_560_366,
    536_870_912, 553_017_922, 568_996_477, 584_801_711, 600_428_808, 615_873_009, 631_129_609, 646_193_961, 661_061_475, 675_727_625,
    690_187_940, 704_438_018, 718_473_518, 732_290_163, 745_883_746, 759_250_125, 772_385_229, 785_285_058, 797_945_680, 810_363_241,
    822_533_958, 834_454_122, 846_120_104, 857_528_349, 868_675_383, 879_557_810, 890_172_315, 900_515_665, 910_584_710, 920_376_381,
    929_887_697, 939_115_760, 948_057_759, 956_710_970, 965_072_759, 973_140_576, 980_911_966, 988_384_560, 995_556_083, 1_002_424_350,
    1_008_987_269, 1_015_242_840, 1_021_189_159, 1_026_824_413, 1_032_146_887, 1_037_154_959, 1_041_847_103, 1_046_221_891, 1_050_277_989, 1_054_014_162,
    1_057_429_273, 1_060_522_280, 1_063_292_242, 1_065_738_315, 1_067_859_754, 1_069_655_912, 1_071_126_243, 1_072_270_298, 1_073_087_729, 1_073_578_288,
    1_073_741_824,
];

/// The sine and cosine of a bearing of 0 to 359 degrees, scaled by 2^30: how far east and how far north it leads.
pub(super) fn direction(degrees: u16) -> Vector {
    let turn = usize::from(degrees % 90);
    let (across, ahead) = (SINES[turn], SINES[90 - turn]);
    match degrees / 90 {
        0 => (across, ahead),
        1 => (ahead, -across),
        2 => (-across, -ahead),
        _ => (-ahead, across),
    }
}

/// The way from one point to another.
pub(super) fn between(from: Point, to: Point) -> Vector {
    (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y))
}

pub(super) fn plus(a: Vector, b: Vector) -> Vector {
    (a.0 + b.0, a.1 + b.1)
}

pub(super) fn minus(a: Vector, b: Vector) -> Vector {
    (a.0 - b.0, a.1 - b.1)
}

/// Twice the area between two vectors: positive when `b` points to the left of `a`.
pub(super) fn cross(a: Vector, b: Vector) -> i64 {
    a.0 * b.1 - a.1 * b.0
}

pub(super) fn dot(a: Vector, b: Vector) -> i64 {
    a.0 * b.0 + a.1 * b.1
}

/// The square of a vector's length.
pub(super) fn square(a: Vector) -> u64 {
    dot(a, a).unsigned_abs()
}

/// The square of a whole number, wide.
pub(super) fn wide_square(a: i64) -> u128 {
    let a = u128::from(a.unsigned_abs());
    a * a
}

/// `value` / 2^`bits` to the nearest whole number, halves away from zero.
pub(super) fn round_shift(value: i64, bits: u32) -> i64 {
    let size = (value.unsigned_abs() + (1 << (bits - 1))) >> bits;
    if value < 0 { -(size as i64) } else { size as i64 }
}

/// `value` / `by` to the nearest whole number, halves away from zero; `by` is positive.
pub(super) fn round_divide(value: i128, by: i128) -> i128 {
    let size = (2 * value.abs() + by) / (2 * by);
    if value < 0 { -size } else { size }
}

/// A whole number as `i32`, stopped at the ends of its range.
pub(super) fn narrow(value: i64) -> i32 {
    value.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

/// The root of a square of mil, rounded down.
pub(super) fn root(square: u64) -> i32 {
    narrow(square.isqrt() as i64)
}

/// The length of a vector in 65,536ths of a mil, rounded down.
pub(super) fn fine_length(way: Vector) -> u64 {
    (u128::from(square(way)) << 32).isqrt() as u64
}

/// The point `mil` along the vector `delta` from its start, each coordinate to the nearest mil.
/// The zero vector leads nowhere.
///
/// This is where anything that moves straight stands after `mil`; nothing else rounds such a place.
pub fn step(delta: (i32, i32), mil: i32) -> (i32, i32) {
    let length = square((i64::from(delta.0), i64::from(delta.1)));
    if length == 0 {
        return (0, 0);
    }
    let along = |part: i32| {
        let product = i64::from(part) * i64::from(mil);
        // Twice the exact value, rounded down, tells the nearest whole number.
        let twice = match product.unsigned_abs().checked_mul(2).and_then(|p| p.checked_mul(p)) {
            Some(small) => (small / length).isqrt(),
            None => (4 * wide_square(product) / u128::from(length)).isqrt() as u64,
        };
        let size = narrow(twice.div_ceil(2) as i64);
        if product < 0 { -size } else { size }
    };
    (along(delta.0), along(delta.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sines_are_the_sines() {
        for (degrees, &sine) in SINES.iter().enumerate() {
            let exact = (degrees as f64).to_radians().sin() * f64::from(1 << 30);
            assert!((exact - sine as f64).abs() < 0.500_001, "{degrees}: {sine} for {exact}");
        }
        assert!(SINES.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn every_direction_is_its_bearing_and_turns_by_quarters() {
        for degrees in 0..360u16 {
            let (east, north) = direction(degrees);
            let exact = f64::from(degrees).to_radians();
            assert!((east as f64 / f64::from(1 << 30) - exact.sin()).abs() < 1e-9, "{degrees}");
            assert!((north as f64 / f64::from(1 << 30) - exact.cos()).abs() < 1e-9, "{degrees}");
            assert_eq!(direction((degrees + 90) % 360), (north, -east), "{degrees}");
            assert_eq!(direction((degrees + 180) % 360), (-east, -north), "{degrees}");
        }
    }

    #[test]
    fn halves_go_away_from_zero() {
        for (value, nearest) in [(0, 0), (1, 0), (2, 1), (3, 1), (5, 1), (6, 2), (-1, 0), (-2, -1), (-5, -1), (-6, -2)]
        {
            assert_eq!(round_shift(value, 2), nearest, "{value} / 4");
            assert_eq!(round_divide(i128::from(value), 4), i128::from(nearest), "{value} / 4");
        }
        assert_eq!(round_divide(7, 3), 2);
        assert_eq!(round_divide(8, 3), 3);
    }

    #[test]
    fn steps_are_the_nearest_point() {
        assert_eq!(step((0, 0), 500), (0, 0));
        assert_eq!(step((3, 4), 10), (6, 8));
        assert_eq!(step((3, 4), -10), (-6, -8));
        assert_eq!(step((3_000, 4_000), 5_000), (3_000, 4_000));
        assert_eq!(step((-7, 24), 25), (-7, 24));
        assert_eq!(step((0, -9), 4), (0, -4));
        assert_eq!(step((1, 0), 1_800_000), (1_800_000, 0));
        assert_eq!(step((30, 40), 24), (14, 19), "14.4 and 19.2");
        assert_eq!(step((30, -40), 26), (16, -21), "15.6 and 20.8");
        assert_eq!(step((5, 12), 13), (5, 12));
        for (dx, dy, mil) in [(1_799_999, -1_800_000, 2_545_000), (-1, 1_800_000, 1_799_999), (17, 5, 123_457)] {
            let (x, y) = step((dx, dy), mil);
            let length = f64::from(dx).hypot(f64::from(dy));
            assert!((f64::from(x) - f64::from(dx) * f64::from(mil) / length).abs() < 0.51);
            assert!((f64::from(y) - f64::from(dy) * f64::from(mil) / length).abs() < 0.51);
        }
    }
}
