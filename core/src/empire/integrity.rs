//! Divisional integrity (E integrity, integrity-base, failed-integrity): the die must be at most base and modifiers; a
//! division that fails rolls again.
//!
//! ```
//! use eagles::empire::charts::Ce;
//! use eagles::empire::integrity::{Facts, base, odds, value};
//!
//! let facts = Facts { routed: 1, routed_this_turn: 1, ..Facts::new([Ce::new(9), Ce::new(10)]) };
//! assert_eq!((base(&facts.strengths), value(&facts)), (11, 5));
//! assert_eq!(odds(&facts).0, [50, 15, 35]);
//! ```

use super::charts::{Ce, FactFault, Faults, MAX_CE, face};
use super::units::POINT;
use crate::cite::Cite;
use crate::explain::{Breakdown, Sum, Tally};
use crate::odds::Fraction;
use serde::{Deserialize, Serialize};

/// The highest mean strength of a band and its base, as printed (E integrity-base).
pub const BASES: [(i16, i16); 7] = [(6, 7), (8, 9), (10, 11), (12, 13), (14, 15), (16, 17), (20, 20)];

/// A division that checks. `U` holds the strengths: a `Vec` in a file, a borrowed slice in the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Facts<U = Vec<Ce>> {
    /// The strengths, as printed, of all its units: guns, detached and destroyed ones too, screens not (E A71).
    pub strengths: U,
    /// Units that are routed now; one destroyed since the last check counts (E A75), lost guns only in their turn (E Q6).
    #[serde(default)]
    pub routed: u8,
    /// Units that routed or were destroyed this turn; they count as routed besides (E A72).
    #[serde(default)]
    pub routed_this_turn: u8,
    /// It has no leader.
    #[serde(default)]
    pub leaderless: bool,
    /// It has lost its objective.
    #[serde(default)]
    pub lost_objective: bool,
    /// Units on the table with three or more HIT markers, routed ones too (E P15).
    #[serde(default)]
    pub worn: u8,
}

impl<U> Facts<U> {
    /// A division of which nothing more is to be said.
    #[must_use]
    pub const fn new(strengths: U) -> Self {
        Self { strengths, routed: 0, routed_this_turn: 0, leaderless: false, lost_objective: false, worn: 0 }
    }
}

/// The mean strength in points, rounded half up; 0 without units (E A71).
#[must_use]
pub fn mean(strengths: &[Ce]) -> i16 {
    let count = i64::try_from(strengths.len()).unwrap_or(i64::MAX);
    let sum: i64 = strengths.iter().map(|ce| i64::from(ce.quarters())).sum();
    let per = count * i64::from(POINT);
    if per == 0 { 0 } else { i16::try_from((2 * sum + per).div_euclid(2 * per)).unwrap_or(MAX_CE) }
}

/// The base of a division (E integrity-base). Means outside 1 to 20 use the end rows (E A71).
#[must_use]
pub fn base(strengths: &[Ce]) -> i16 {
    let mean = mean(strengths);
    BASES.iter().find(|(to, _)| mean <= *to).map_or(20, |(_, base)| *base)
}

/// Adds up the number that the die may not exceed, in points.
///
/// The codes of the parts: `base`, `routed`, `routed-this-turn`, `leaderless`, `lost-objective`, `worn`.
pub fn total<U: AsRef<[Ce]>, T: Tally>(facts: &Facts<U>, tally: &mut T) {
    let chart = Cite("E integrity");
    tally.add("base", base(facts.strengths.as_ref()), Cite("E integrity-base"), String::new);
    let lines = [
        ("routed", -3 * i16::from(facts.routed), Cite("E A72")),
        ("routed-this-turn", -3 * i16::from(facts.routed_this_turn), Cite("E A72")),
        ("leaderless", -3 * i16::from(facts.leaderless), chart),
        ("lost-objective", -2 * i16::from(facts.lost_objective), chart),
        ("worn", -i16::from(facts.worn / 2), Cite("E A73")),
    ];
    for (code, n, cite) in lines {
        if n != 0 {
            tally.add(code, n, cite, String::new);
        }
    }
}

/// The number, part by part.
#[must_use]
pub fn breakdown<U: AsRef<[Ce]>>(facts: &Facts<U>) -> Breakdown {
    let mut breakdown = Breakdown::new("integrity");
    breakdown.parts.reserve(6);
    total(facts, &mut breakdown);
    breakdown
}

/// The number that the die may not exceed, in points.
#[must_use]
pub fn value<U: AsRef<[Ce]>>(facts: &Facts<U>) -> i16 {
    let mut sum = Sum::default();
    total(facts, &mut sum);
    sum.total()
}

/// What comes of a check.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub struct Resolution {
    /// The number that the die may not exceed.
    pub value: i16,
    /// The die, 1 to 10 (E A69).
    pub die: u8,
    /// Whether the division holds.
    pub is_passed: bool,
}

/// What a die of 1 to 10 gives.
#[must_use]
pub fn resolve<U: AsRef<[Ce]>>(facts: &Facts<U>, die: u8) -> Resolution {
    let (value, die) = (value(facts), face(die));
    Resolution { value, die, is_passed: i16::from(die) <= value }
}

/// What a division that failed does (E failed-integrity).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Failure {
    /// All its units rout (E A75).
    Rout,
    /// All its units fall back disordered, without a hit, until out of reach or in cover (E A74).
    Fallback,
}

/// What the second die of 1 to 10 gives.
#[must_use]
pub fn failed(die: u8) -> Failure {
    if face(die) <= 3 { Failure::Rout } else { Failure::Fallback }
}

/// How many of the hundred throws of both dice hold, rout, and fall back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Hundredths(pub [u8; 3]);

impl Hundredths {
    /// The exact chance of one result; 0 for a place that is not there.
    #[must_use]
    pub fn chance(&self, place: usize) -> Fraction {
        let count = self.0.get(place).copied().unwrap_or_default();
        Fraction::new(u128::from(count), 100).unwrap_or(Fraction::ZERO)
    }
}

/// The exact chances.
#[must_use]
pub fn odds<U: AsRef<[Ce]>>(facts: &Facts<U>) -> Hundredths {
    let passing = u8::try_from(value(facts).clamp(0, 10)).unwrap_or_default();
    let failing = 10 - passing;
    Hundredths([passing * 10, failing * 3, failing * 7])
}

/// All that is wrong with the facts.
#[must_use]
pub fn check<U: AsRef<[Ce]>>(facts: &Facts<U>) -> Vec<FactFault> {
    let strengths = facts.strengths.as_ref();
    let mut found = Vec::new();
    let mut faults = Faults { at: "", found: &mut found };
    let count = i32::try_from(strengths.len()).unwrap_or(i32::MAX);
    faults.number("strengths", count, (1, 255));
    for (field, n) in [("routed", facts.routed), ("worn", facts.worn)] {
        faults.number(field, i32::from(n), (0, count));
    }
    faults.number("routed-this-turn", i32::from(facts.routed_this_turn), (0, i32::from(facts.routed)));
    for (n, ce) in strengths.iter().enumerate() {
        let at = format!("strengths[{n}]");
        Faults { at: &at, found: &mut found }.strength(*ce);
    }
    found
}
