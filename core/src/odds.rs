//! Exact distributions.
//!
//! [`outcome_distribution`] plays an action once for every way its draws can fall and says how likely each position is, as
//! an exact [`Fraction`]. Dice of one throw are counted without their order: no rule depends on it, and twelve dice fall in
//! 6,188 ways instead of two thousand million.

use crate::chance::{Dice, Draws, Kind, Request, Unmet};
use crate::game::{Failure, Game, Player, Quiet};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;

/// An exact number of at least 0, in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fraction {
    num: u128,
    den: u128,
}

const fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Fraction {
    /// Nothing.
    pub const ZERO: Self = Self { num: 0, den: 1 };
    /// Certainty.
    pub const ONE: Self = Self { num: 1, den: 1 };

    /// `num / den` in lowest terms; `None` when `den` is 0.
    #[must_use]
    pub const fn new(num: u128, den: u128) -> Option<Self> {
        if den == 0 {
            return None;
        }
        let by = gcd(num, den);
        Some(Self { num: num / by, den: den / by })
    }

    /// The numerator, in lowest terms.
    #[must_use]
    pub const fn num(self) -> u128 {
        self.num
    }

    /// The denominator, in lowest terms.
    #[must_use]
    pub const fn den(self) -> u128 {
        self.den
    }

    /// The sum; `None` when it does not fit.
    #[must_use]
    pub fn checked_add(self, other: Self) -> Option<Self> {
        let by = gcd(self.den, other.den);
        let (left, right) = (other.den / by, self.den / by);
        let num = self.num.checked_mul(left)?.checked_add(other.num.checked_mul(right)?)?;
        Self::new(num, self.den.checked_mul(left)?)
    }

    /// The difference; `None` when it is below 0 or does not fit.
    #[must_use]
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        let by = gcd(self.den, other.den);
        let (left, right) = (other.den / by, self.den / by);
        let num = self.num.checked_mul(left)?.checked_sub(other.num.checked_mul(right)?)?;
        Self::new(num, self.den.checked_mul(left)?)
    }

    /// The product; `None` when it does not fit.
    #[must_use]
    pub fn checked_mul(self, other: Self) -> Option<Self> {
        let (a, b) = (gcd(self.num, other.den), gcd(other.num, self.den));
        let num = (self.num / a).checked_mul(other.num / b)?;
        let den = (self.den / b).checked_mul(other.den / a)?;
        Some(Self { num, den })
    }

    /// This to the power of `n`; `None` when it does not fit.
    #[must_use]
    pub fn checked_pow(self, n: u32) -> Option<Self> {
        // Lowest terms stay lowest terms.
        Some(Self { num: self.num.checked_pow(n)?, den: self.den.checked_pow(n)? })
    }

    /// What is missing to certainty; `None` when this is more than that.
    #[must_use]
    pub fn complement(self) -> Option<Self> {
        Self::ONE.checked_sub(self)
    }

    /// As a floating-point number within two roundings, for showing; never for deciding.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        self.num as f64 / self.den as f64
    }
}

impl Ord for Fraction {
    /// Compares exactly, whatever the size: by whole parts, then by what is left, turned over.
    fn cmp(&self, other: &Self) -> Ordering {
        let (mut a, mut b) = (*self, *other);
        let mut turned = false;
        loop {
            let order = (a.num / a.den).cmp(&(b.num / b.den));
            let (ra, rb) = (a.num % a.den, b.num % b.den);
            let order = match (order, ra, rb) {
                (Ordering::Equal, 0, 0) => Ordering::Equal,
                (Ordering::Equal, 0, _) => Ordering::Less,
                (Ordering::Equal, _, 0) => Ordering::Greater,
                (Ordering::Equal, _, _) => {
                    (a, b) = (Self { num: a.den, den: ra }, Self { num: b.den, den: rb });
                    turned = !turned;
                    continue;
                }
                (order, _, _) => order,
            };
            return if turned { order.reverse() } else { order };
        }
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Fraction {
    /// As `91/216`; a whole number without a denominator.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.den == 1 { write!(f, "{}", self.num) } else { write!(f, "{}/{}", self.num, self.den) }
    }
}

impl fmt::Debug for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Text that is not a fraction.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a fraction: write it as 91/216, or as a whole number")]
pub struct BadFraction(pub String);

impl std::str::FromStr for Fraction {
    type Err = BadFraction;

    fn from_str(text: &str) -> Result<Self, BadFraction> {
        let (num, den) = text.split_once('/').unwrap_or((text, "1"));
        let whole = |part: &str| part.bytes().all(|b| b.is_ascii_digit()).then(|| part.parse().ok()).flatten();
        whole(num)
            .zip(whole(den))
            .and_then(|(num, den)| Self::new(num, den))
            .ok_or_else(|| BadFraction(text.chars().take(80).collect()))
    }
}

/// Why there is no exact answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OddsError<R: std::error::Error> {
    /// The rules do not allow the action.
    #[error(transparent)]
    Refused(R),
    /// Too many branches, or a script that failed.
    #[error(transparent)]
    Unmet(#[from] Unmet),
    /// The probabilities no longer fit into 128 bits.
    #[error("the exact fractions grow beyond 128 bits; sample with `simulate`")]
    Overflow,
}

impl<R: std::error::Error> From<Failure<R>> for OddsError<R> {
    fn from(failure: Failure<R>) -> Self {
        match failure {
            Failure::Refused(refusal) => Self::Refused(refusal),
            Failure::Unmet(unmet) => Self::Unmet(unmet),
        }
    }
}

/// One draw on the present path through the tree.
#[derive(Clone, Debug)]
enum Fork {
    /// A throw: its faces in rising order.
    Dice { faces: Vec<u8>, sides: u8 },
    /// A pick: the place of the label.
    Pick { at: u16, among: u16 },
}

impl Fork {
    fn first(kind: Kind) -> Self {
        match kind {
            Kind::Dice { count, sides } => Self::Dice { faces: vec![1; usize::from(count)], sides },
            Kind::Pick { among } => Self::Pick { at: 0, among },
        }
    }

    /// Goes on to the next way it can fall, if there is one.
    fn advance(&mut self) -> bool {
        match self {
            Self::Pick { at, among } => {
                *at += 1;
                *at < *among
            }
            Self::Dice { faces, sides } => {
                let Some(i) = faces.iter().rposition(|face| face < sides) else { return false };
                let next = faces[i] + 1;
                faces[i..].fill(next);
                true
            }
        }
    }

    /// How likely it is to fall this way.
    fn chance(&self) -> Option<Fraction> {
        match self {
            Self::Pick { among, .. } => Fraction::new(1, u128::from(*among)),
            Self::Dice { faces, sides } => {
                let factorial = |n: usize| (1..=n as u128).product::<u128>();
                let ways =
                    faces.chunk_by(|a, b| a == b).fold(factorial(faces.len()), |n, run| n / factorial(run.len()));
                Fraction::new(ways, u128::from(*sides).checked_pow(u32::try_from(faces.len()).ok()?)?)
            }
        }
    }
}

/// A source that goes through every way in which draws can fall, one path a run.
#[derive(Clone, Debug, Default)]
pub struct Enumerated {
    path: Vec<Fork>,
    at: usize,
}

impl Enumerated {
    fn next(&mut self, request: Request) -> &Fork {
        if self.at == self.path.len() {
            self.path.push(Fork::first(request.kind));
        }
        self.at += 1;
        &self.path[self.at - 1]
    }

    /// Goes on to the next path, if there is one.
    fn advance(&mut self) -> bool {
        self.at = 0;
        while let Some(fork) = self.path.last_mut() {
            if fork.advance() {
                return true;
            }
            self.path.pop();
        }
        false
    }

    fn chance(&self) -> Option<Fraction> {
        self.path.iter().try_fold(Fraction::ONE, |chance, fork| chance.checked_mul(fork.chance()?))
    }
}

impl Draws for Enumerated {
    type Mark = usize;

    fn mark(&self) -> usize {
        self.at
    }

    fn reset(&mut self, mark: usize) {
        self.at = mark;
    }

    fn dice(&mut self, request: Request) -> Result<Dice, Unmet> {
        if let Kind::Dice { count, .. } = request.kind {
            crate::chance::few(request, count)?;
        }
        let mut dice = Dice::EMPTY;
        if let Fork::Dice { faces, .. } = self.next(request) {
            faces.iter().for_each(|&face| dice.push(face));
        }
        Ok(dice)
    }

    fn pick(&mut self, request: Request, label: impl Fn(u16) -> u16) -> Result<u16, Unmet> {
        Ok(match self.next(request) {
            Fork::Pick { at, .. } => label(*at),
            Fork::Dice { .. } => label(0),
        })
    }
}

/// Runs `play` once for every way in which its draws can fall, in a fixed order, and hands each result with its
/// probability to `take`. `play` must depend on nothing but its draws.
///
/// # Errors
/// When there are more than `limit` ways, when the fractions grow too large, or what `play` returns.
pub fn enumerate<T, R: std::error::Error>(
    limit: usize,
    mut play: impl FnMut(&mut Enumerated) -> Result<T, OddsError<R>>,
    mut take: impl FnMut(T, Fraction) -> Option<()>,
) -> Result<(), OddsError<R>> {
    let mut draws = Enumerated::default();
    for _ in 0..limit {
        let result = play(&mut draws)?;
        let chance = draws.chance().ok_or(OddsError::Overflow)?;
        take(result, chance).ok_or(OddsError::Overflow)?;
        if !draws.advance() {
            return Ok(());
        }
    }
    Err(Unmet::TooMany { limit }.into())
}

/// What can come of something, each with its exact probability.
pub type Distribution<T> = Vec<(T, Fraction)>;

/// Every position that `action` can lead to in a match, with all that the match makes by itself behind it
/// ([`Game::automatic`]), and its exact probability; equal positions are one, in the order in which
/// they are first met.
///
/// # Errors
/// The refusal; [`Unmet::TooMany`] when the draws can fall in more than `limit` ways; [`Unmet::Script`] when a script fails
/// in one of them; or fractions beyond 128 bits.
pub fn outcome_distribution<G: Game>(
    game: &G,
    state: &G::State,
    player: Player,
    action: &G::Action,
    limit: usize,
) -> Result<Distribution<G::State>, OddsError<G::Refusal>> {
    if let Some(refusal) = game.refusal(state, player, action) {
        return Err(OddsError::Refused(refusal));
    }
    let play = |draws: &mut Enumerated| {
        let mut next = state.clone();
        game.advance(&mut next, player, action, draws, &mut Quiet)?;
        game.automate(&mut next, draws, &mut Quiet)?;
        Ok(next)
    };
    let mut found: Vec<(G::State, Fraction)> = Vec::new();
    let mut places: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    enumerate(limit, play, |next: G::State, chance| {
        let same_hash = places.entry(game.state_hash(&next)).or_default();
        if let Some(&i) = same_hash.iter().find(|&&i| found[i].0 == next) {
            found[i].1 = found[i].1.checked_add(chance)?;
        } else {
            same_hash.push(found.len());
            found.push((next, chance));
        }
        Some(())
    })?;
    Ok(found)
}
