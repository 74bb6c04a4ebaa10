//! Exact odds of attacks, without a game (W 6.0, 7.0, 12.4).
//!
//! A die of an attack routs its target when it hits and the Morale roll for that hit fails, and the dice do not know of each
//! other: with `h` faces that hit and a Morale value `v`, each die routs with `h (6 - v) / 36`. Everything here follows from
//! that. Functions ending in `_exact` give fractions and `None` where the numbers do not fit into 128 bits.

use super::combat::{MAX_POWER, hits_on};
use super::morale::RANGE;
use super::refusal::Refusal;
use super::state::State;
use super::types::{bit, foe};
use super::{Action, Waterloo};
use crate::game::{Game, Player};
use crate::odds::Fraction;

/// How many faces of a die hit with a power (W 7.2): the power itself, at most 4.
#[must_use]
pub const fn faces(power: u8) -> u8 {
    7 - hits_on(power)
}

/// How many faces fail against a Morale value (W 6.0): it is held to 1..5.
#[must_use]
pub const fn failing(morale: i16) -> u8 {
    let held = if morale < RANGE.0 {
        RANGE.0
    } else if morale > RANGE.1 {
        RANGE.1
    } else {
        morale
    };
    (6 - held) as u8
}

/// The chance that `dice` dice of a power rout a card of a Morale value.
#[inline]
#[must_use]
pub fn rout_chance(dice: u8, power: u8, morale: i16) -> f64 {
    let safe = f64::from(36 - faces(power) * failing(morale)) / 36.0;
    1.0 - safe.powi(i32::from(dice))
}

/// [`rout_chance`] as a fraction.
#[inline]
#[must_use]
pub fn rout_chance_exact(dice: u8, power: u8, morale: i16) -> Option<Fraction> {
    at_least_once(u128::from(faces(power)) * u128::from(failing(morale)), 36, dice)
}

/// The chance that `dice` enemy dice at a General's Position kill him (W 12.4).
#[inline]
#[must_use]
pub fn general_death(dice: u8) -> f64 {
    1.0 - (35.0f64 / 36.0).powi(i32::from(dice))
}

/// [`general_death`] as a fraction.
#[must_use]
pub fn general_death_exact(dice: u8) -> Option<Fraction> {
    at_least_once(1, 36, dice)
}

/// The chance that a card with `hits` hits routs when it is tested (W 6.0).
#[must_use]
pub fn rout_of_hits(hits: u8, morale: i16) -> Option<Fraction> {
    at_least_once(u128::from(failing(morale)), 6, hits)
}

/// The chance of at least one success in `n` trials of `num / den` each.
fn at_least_once(num: u128, den: u128, n: u8) -> Option<Fraction> {
    Fraction::new(den - num, den)?.checked_pow(u32::from(n))?.complement()
}

/// The chance of each number of hits, from 0 to `dice` (W 7.2).
#[must_use]
pub fn hit_distribution(dice: u8, power: u8) -> Option<Vec<Fraction>> {
    let (hit, miss) = (u128::from(faces(power)), 6 - u128::from(faces(power)));
    let whole = 6u128.checked_pow(u32::from(dice))?;
    let mut ways = 1u128;
    (0..=dice)
        .map(|k| {
            if k > 0 {
                ways = ways.checked_mul(u128::from(dice - k + 1))? / u128::from(k);
            }
            let these = hit.checked_pow(u32::from(k))?.checked_mul(miss.checked_pow(u32::from(dice - k))?)?;
            Fraction::new(ways.checked_mul(these)?, whole)
        })
        .collect()
}

/// The odds of one attack, as far as the attacker can know them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AttackOdds {
    /// Dice to be rolled.
    pub dice: u8,
    /// Firepower or shock, 0 to 4.
    pub power: u8,
    /// The target's Morale value, 1 to 5, if it lies face-up; a commander whom the attacker does not see is taken to be
    /// absent (W N14).
    pub morale: Option<i16>,
    /// The chance of each number of hits, from 0; empty where the fractions do not fit into 128 bits.
    pub hits: Vec<Fraction>,
    /// The chance that these hits rout the target when it is tested, if its Morale is known.
    pub rout: Option<Fraction>,
    /// The chance that 1s among the dice kill a General who lies face-up there (W 12.4).
    pub general: Option<Fraction>,
}

impl AttackOdds {
    /// The odds of `dice` dice of a power at a card of a Morale value, where that is known, beside a General or not.
    #[must_use]
    pub fn new(dice: u8, power: u8, morale: Option<i16>, general: bool) -> Self {
        Self {
            dice,
            power,
            morale,
            hits: hit_distribution(dice, power).unwrap_or_default(),
            rout: morale.and_then(|morale| rout_chance_exact(dice, power, morale)),
            general: if general { general_death_exact(dice) } else { None },
        }
    }
}

impl Waterloo {
    /// The odds of an attack that `player` could make now (W 6.0, 7.0); `None` when `action` is no attack.
    ///
    /// # Errors
    /// The refusal, when the attack is not allowed.
    pub fn attack_odds(&self, state: &State, player: Player, action: &Action) -> Result<Option<AttackOdds>, Refusal> {
        let Action::Attack { target, .. } = *action else { return Ok(None) };
        if let Some(refusal) = self.refusal(state, player, action) {
            return Err(refusal);
        }
        let [dice, power, morale] = self.totals(state, player, action);
        let (dice, power) = (dice.unwrap_or(0).clamp(0, 32) as u8, power.unwrap_or(0).clamp(0, MAX_POWER) as u8);
        let enemy = state.side(foe(player));
        let at = enemy.at.iter().copied().find(|set| set & bit(target) != 0).unwrap_or(0);
        Ok(Some(AttackOdds::new(dice, power, morale, enemy.generals() & at != 0)))
    }
}

/// How many cards an assault may be aimed at.
pub const MAX_TARGETS: usize = 6;

/// One attack of an assault on a Position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Blow {
    /// Dice against each target.
    pub dice: [u8; MAX_TARGETS],
    /// Power against each target.
    pub power: [u8; MAX_TARGETS],
    /// The targets it could attack at all in any way, as bits: they must all have been hit before one is hit twice (W 7.4,
    /// N17).
    pub can: u8,
    /// The targets in the order in which it prefers them; it takes the first that it may attack. [`NO_TARGET`] ends the
    /// list.
    pub order: [u8; MAX_TARGETS],
}

/// Ends the list of a [`Blow`]'s targets.
pub const NO_TARGET: u8 = u8::MAX;

/// What comes of an assault: the chance of every set of routed targets.
#[derive(Clone, PartialEq, Debug)]
pub struct Assault<T> {
    targets: usize,
    /// The chance of each set of routed targets; bit `i` of the index stands for target `i`.
    pub routed: Vec<T>,
}

impl Assault<f64> {
    /// The chance that target `i` routs.
    #[must_use]
    pub fn routs(&self, i: usize) -> f64 {
        self.routed.iter().enumerate().filter(|(set, _)| set >> i & 1 == 1).map(|(_, p)| p).sum()
    }

    /// The chance that all of them rout.
    #[must_use]
    pub fn clears(&self) -> f64 {
        self.routed.last().copied().unwrap_or(0.0)
    }

    /// The number of routed targets to be expected.
    #[must_use]
    pub fn expected(&self) -> f64 {
        self.routed.iter().enumerate().map(|(set, p)| f64::from(set.count_ones()) * p).sum()
    }
}

/// Successive attacks on one Position, target after target as W 7.4 spreads them, and the Morale rolls that follow. Exact
/// up to floating point.
///
/// `morale` holds the targets' Morale values; those beyond [`MAX_TARGETS`] are left out.
#[must_use]
pub fn assault(morale: &[i16], blows: &[Blow]) -> Assault<f64> {
    let (targets, weights) = run::<f64>(morale, blows).unwrap_or((0, vec![1.0]));
    Assault { targets, routed: weights }
}

/// [`assault`] in fractions.
#[must_use]
pub fn assault_exact(morale: &[i16], blows: &[Blow]) -> Option<Assault<Fraction>> {
    let (targets, weights) = run::<u128>(morale, blows)?;
    let whole = 36u128.checked_pow(blows.iter().map(|b| u32::from(b.most())).sum())?;
    let routed = weights.into_iter().map(|ways| Fraction::new(ways, whole)).collect::<Option<_>>()?;
    Some(Assault { targets, routed })
}

impl<T> Assault<T> {
    /// How many targets there are.
    #[must_use]
    pub const fn targets(&self) -> usize {
        self.targets
    }
}

impl Blow {
    /// The most dice it may roll.
    fn most(&self) -> u8 {
        self.dice.iter().copied().max().unwrap_or(0)
    }

    /// The target it takes when those in `struck` have been hit.
    fn target(&self, struck: usize) -> Option<usize> {
        let unhit = usize::from(self.can) & !struck;
        let open = if unhit != 0 { unhit } else { usize::from(self.can) };
        let order = self.order.iter().map(|&t| usize::from(t)).take_while(|&t| t < MAX_TARGETS);
        order.into_iter().find(|&t| open >> t & 1 == 1)
    }
}

/// What an assault counts with: a chance, or ways out of 36 to the power of all dice.
trait Weight: Copy + PartialEq {
    const NONE: Self;
    const ALL: Self;
    fn plus(self, other: Self) -> Option<Self>;
    fn times(self, other: Self) -> Option<Self>;
    fn less(self, other: Self) -> Self;
    /// `dice` dice, each in `num` of 36 cases, of a blow that may roll `most`.
    fn of(num: u8, dice: u8, most: u8) -> Option<Self>;
}

impl Weight for f64 {
    const NONE: Self = 0.0;
    const ALL: Self = 1.0;
    #[inline]
    fn plus(self, other: Self) -> Option<Self> {
        Some(self + other)
    }
    #[inline]
    fn times(self, other: Self) -> Option<Self> {
        Some(self * other)
    }
    #[inline]
    fn less(self, other: Self) -> Self {
        self - other
    }
    #[inline]
    fn of(num: u8, dice: u8, _: u8) -> Option<Self> {
        Some((Self::from(num) / 36.0).powi(i32::from(dice)))
    }
}

impl Weight for u128 {
    const NONE: Self = 0;
    const ALL: Self = 1;
    #[inline]
    fn plus(self, other: Self) -> Option<Self> {
        self.checked_add(other)
    }
    #[inline]
    fn times(self, other: Self) -> Option<Self> {
        self.checked_mul(other)
    }
    #[inline]
    fn less(self, other: Self) -> Self {
        self.saturating_sub(other)
    }
    fn of(num: u8, dice: u8, most: u8) -> Option<Self> {
        Self::from(num).checked_pow(u32::from(dice))?.checked_mul(Self::checked_pow(36, u32::from(most - dice))?)
    }
}

/// The weight of every set of routed targets. On the way each state is a set of targets hit and a set of those that will
/// rout.
fn run<W: Weight>(morale: &[i16], blows: &[Blow]) -> Option<(usize, Vec<W>)> {
    let targets = morale.len().min(MAX_TARGETS);
    let size = 1usize << targets;
    let mut weights = vec![W::NONE; size * size];
    let mut next = weights.clone();
    weights[0] = W::ALL;
    for blow in blows {
        let most = blow.most();
        // For each target: the dice miss; hit without a rout; rout.
        let mut parts = [[W::NONE; 3]; MAX_TARGETS];
        for (t, &value) in morale.iter().enumerate().take(targets) {
            let (dice, hit) = (blow.dice[t], faces(blow.power[t]));
            let missed = W::of(36 - 6 * hit, dice, most)?;
            let stands = W::of(36 - hit * failing(value), dice, most)?;
            parts[t] = [missed, stands.less(missed), W::of(36, dice, most)?.less(stands)];
        }
        let idle = W::of(36, 0, most)?;
        next.fill(W::NONE);
        for struck in 0..size {
            let target = blow.target(struck).filter(|&t| t < targets);
            for routed in 0..size {
                let weight = weights[struck * size + routed];
                if weight == W::NONE {
                    continue;
                }
                let mut add = |struck: usize, routed: usize, part: W| {
                    let entry = &mut next[struck * size + routed];
                    *entry = entry.plus(weight.times(part)?)?;
                    Some(())
                };
                let Some(t) = target else {
                    add(struck, routed, idle)?;
                    continue;
                };
                add(struck, routed, parts[t][0])?;
                add(struck | 1 << t, routed, parts[t][1])?;
                add(struck | 1 << t, routed | 1 << t, parts[t][2])?;
            }
        }
        std::mem::swap(&mut weights, &mut next);
    }
    let mut routed = vec![W::NONE; size];
    for (state, &weight) in weights.iter().enumerate() {
        let entry = &mut routed[state % size];
        *entry = entry.plus(weight)?;
    }
    Some((targets, routed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_rout_chances() {
        // A 3cv battery at F1 and at F2 against A, B, C and D: 16/23/30/36 and 30/42/53/62 per cent.
        let percent = |power, morale| (rout_chance(3, power, morale) * 100.0).round();
        assert_eq!([4, 3, 2, 1].map(|m| percent(1, m)), [16.0, 23.0, 30.0, 36.0]);
        assert_eq!([4, 3, 2, 1].map(|m| percent(2, m)), [30.0, 42.0, 53.0, 62.0]);
        assert_eq!((general_death(12) * 100.0).round(), 29.0);
    }

    #[test]
    fn fractions_agree_with_floating_point() {
        for (dice, power, morale) in (0..=8).flat_map(|d| (0..=5).flat_map(move |p| (-1..=7).map(move |m| (d, p, m)))) {
            let exact = rout_chance_exact(dice, power, morale).map(Fraction::to_f64);
            assert!(exact.is_some_and(|e| (e - rout_chance(dice, power, morale)).abs() < 1e-12));
        }
        assert_eq!(rout_chance_exact(3, 1, 4).map(|f| f.to_string()).as_deref(), Some("919/5832"));
        assert_eq!(
            general_death_exact(12).map(|f| (f.to_f64() * 1e6).round()),
            Some((general_death(12) * 1e6).round())
        );
        assert_eq!(rout_chance_exact(200, 1, 4), None);
    }

    #[test]
    fn hits_sum_to_one() {
        let sum = hit_distribution(6, 3).into_iter().flatten().try_fold(Fraction::ZERO, Fraction::checked_add);
        assert_eq!(sum, Some(Fraction::ONE));
        let one = hit_distribution(2, 2).unwrap_or_default();
        assert_eq!(one.iter().map(ToString::to_string).collect::<Vec<_>>(), ["4/9", "4/9", "1/9"]);
    }

    fn blow(dice: u8, power: u8, can: u8, order: &[u8]) -> Blow {
        let mut list = [NO_TARGET; MAX_TARGETS];
        list[..order.len()].copy_from_slice(order);
        Blow { dice: [dice; MAX_TARGETS], power: [power; MAX_TARGETS], can, order: list }
    }

    #[test]
    fn an_assault_spreads_its_hits() {
        // Two sure hits: the second must go to the other card (W 7.4).
        let sure = |order: &[u8]| blow(9, 4, 0b11, order);
        let both = assault(&[1, 1], &[sure(&[0, 1]), sure(&[0, 1])]);
        assert!((both.routs(1) - rout_chance(9, 4, 1)).abs() < 1e-3);
        // A single target takes everything.
        let alone = assault(&[3], &[blow(3, 2, 1, &[0]), blow(2, 2, 1, &[0])]);
        assert!((alone.clears() - rout_chance(5, 2, 3)).abs() < 1e-12);
        assert!((alone.expected() - alone.routs(0)).abs() < 1e-12);
    }

    #[test]
    fn an_assault_in_fractions_agrees() {
        let blows: Vec<Blow> = (0..8u8)
            .map(|i| blow(2 + i % 2, 1 + i % 3, 0b1111, &[i % 4, (i + 1) % 4, (i + 2) % 4, (i + 3) % 4]))
            .collect();
        let (float, exact) = (assault(&[4, 3, 2, 1], &blows), assault_exact(&[4, 3, 2, 1], &blows));
        let exact = exact.map(|e| e.routed.iter().map(|f| f.to_f64()).collect::<Vec<_>>()).unwrap_or_default();
        assert_eq!(exact.len(), 16);
        assert!(float.routed.iter().zip(&exact).all(|(a, b)| (a - b).abs() < 1e-12));
        assert!((float.routed.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }
}
