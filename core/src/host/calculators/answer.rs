//! What all answers share.

use crate::odds::Fraction;
use serde::Serialize;

/// An exact fraction in lowest terms; numerator and denominator have at most 39 digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ratio {
    /// The numerator.
    pub num: u128,
    /// The denominator.
    pub den: u128,
}

impl From<Fraction> for Ratio {
    fn from(fraction: Fraction) -> Self {
        Self { num: fraction.num(), den: fraction.den() }
    }
}

/// How likely something is.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Chance {
    /// Exactly; `null` where the fraction does not fit into 128 bits.
    pub chance: Option<Ratio>,
    /// As a floating-point number.
    pub p: f64,
}

impl From<Fraction> for Chance {
    fn from(fraction: Fraction) -> Self {
        Self { chance: Some(fraction.into()), p: fraction.to_f64() }
    }
}

impl Chance {
    /// The fraction where it fits, else the number alone.
    pub(super) fn new(exact: Option<Fraction>, p: f64) -> Self {
        exact.map_or(Self { chance: None, p }, Self::from)
    }
}

/// One thing that may come of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "{T}Outcome"))]
pub struct Outcome<T> {
    /// What.
    pub result: T,
    /// How likely, exactly.
    pub chance: Ratio,
    /// The same as a floating-point number.
    pub p: f64,
}

impl<T> Outcome<T> {
    pub(super) fn new(result: T, fraction: Fraction) -> Self {
        Self { result, chance: fraction.into(), p: fraction.to_f64() }
    }
}

/// The outcomes in a fixed order, those that cannot be among them.
pub(super) fn outcomes<T>(results: impl IntoIterator<Item = T>, chance: impl Fn(usize) -> Fraction) -> Vec<Outcome<T>> {
    results.into_iter().enumerate().map(|(n, result)| Outcome::new(result, chance(n))).collect()
}
