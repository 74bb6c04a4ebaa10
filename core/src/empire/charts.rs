//! What all charts share (E key): strengths in quarter points (E P1), the ten-sided die, exact chances, and what can be wrong
//! with the facts that a calculator is given.
//!
//! A calculator is a `Facts` value and a few functions of it: `check` lists all that is wrong with the facts, `total` adds
//! the number up over a [`Tally`], `resolve` says what a die gives and `odds` what all ten give. The
//! functions take any facts without a panic; facts that `check` faults give numbers that mean nothing.
//!
//! ```
//! use eagles::empire::charts::{Ce, Tenths};
//!
//! let screen = Ce::from_quarters(6);
//! assert_eq!(screen.to_string(), "1.5");
//! let low = Tenths::of(|die| usize::from(die <= 3));
//! assert_eq!(low.0, [7, 3]);
//! assert_eq!(low.chance(1).to_string(), "3/10");
//! ```

use super::house::HouseRules;
use super::scenario::Inches;
use super::text::{arm_text, formation_text};
use super::units::{Arm, Class, Effect, Formation, Nation, POINT, Status};
use crate::cite::{Cite, Coded};
use crate::explain::Tally;
use crate::odds::Fraction;
use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// The greatest strength that a unit can have (E integrity-base, L10).
pub const MAX_CE: i16 = 20;

/// A strength, the combat effectiveness of the sheet, exact in quarter points (E P1). At most 100 points either way.
///
/// Written as a number in points: `9`, or `1.5` for a screen of skirmishers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Ce(i16);

impl Ce {
    const LIMIT: i16 = 100 * POINT;

    /// So many quarter points; more than 100 points are 100.
    #[must_use]
    pub const fn from_quarters(quarters: i16) -> Self {
        if quarters > Self::LIMIT {
            Self(Self::LIMIT)
        } else if quarters < -Self::LIMIT {
            Self(-Self::LIMIT)
        } else {
            Self(quarters)
        }
    }

    /// So many points; more than 100 are 100.
    #[must_use]
    pub const fn new(points: i16) -> Self {
        Self::from_quarters(points.saturating_mul(POINT))
    }

    /// In quarter points.
    #[must_use]
    pub const fn quarters(self) -> i16 {
        self.0
    }

    /// Whether it is a whole number of points.
    #[must_use]
    pub const fn is_whole(self) -> bool {
        self.0 % POINT == 0
    }
}

impl fmt::Display for Ce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.0.unsigned_abs();
        let sign = if self.0 < 0 { "-" } else { "" };
        let part = ["", ".25", ".5", ".75"][usize::from(size % 4)];
        write!(f, "{sign}{}{part}", size / 4)
    }
}

impl Serialize for Ce {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !serializer.is_human_readable() {
            serializer.serialize_i16(self.0)
        } else if self.is_whole() {
            serializer.serialize_i16(self.0 / POINT)
        } else {
            // A quarter is exact in binary.
            serializer.serialize_f64(f64::from(self.0) / f64::from(POINT))
        }
    }
}

impl<'de> Deserialize<'de> for Ce {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Points;
        impl Visitor<'_> for Points {
            type Value = Ce;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a strength in points, from -100 to 100 and whole in quarters, such as 9 or 1.5")
            }

            fn visit_i64<E: de::Error>(self, points: i64) -> Result<Ce, E> {
                match i16::try_from(points) {
                    Ok(points @ -100..=100) => Ok(Ce::new(points)),
                    _ => Err(E::invalid_value(de::Unexpected::Signed(points), &self)),
                }
            }

            fn visit_u64<E: de::Error>(self, points: u64) -> Result<Ce, E> {
                i64::try_from(points)
                    .map_err(|_| E::invalid_value(de::Unexpected::Unsigned(points), &self))
                    .and_then(|points| self.visit_i64(points))
            }

            fn visit_f64<E: de::Error>(self, points: f64) -> Result<Ce, E> {
                let quarters = points * f64::from(POINT);
                if quarters.fract() == 0.0 && quarters.abs() <= f64::from(Ce::LIMIT) {
                    Ok(Ce(quarters as i16))
                } else {
                    Err(E::invalid_value(de::Unexpected::Float(points), &self))
                }
            }
        }
        if deserializer.is_human_readable() {
            deserializer.deserialize_any(Points)
        } else {
            i16::deserialize(deserializer).map(Self::from_quarters)
        }
    }
}

/// How many of the ten faces of the die give each of `N` results. They add up to 10.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tenths<const N: usize>(pub [u8; N]);

impl<const N: usize> Tenths<N> {
    /// Counts the faces 1 to 10 by the place of their result; a place that is not there counts nowhere.
    #[must_use]
    pub fn of(place: impl Fn(u8) -> usize) -> Self {
        let mut counts = [0; N];
        for die in 1..=10 {
            if let Some(count) = counts.get_mut(place(die)) {
                *count += 1;
            }
        }
        Self(counts)
    }

    /// The exact chance of one result; 0 for a place that is not there.
    #[must_use]
    pub fn chance(&self, place: usize) -> Fraction {
        let count = self.0.get(place).copied().unwrap_or_default();
        Fraction::new(u128::from(count), 10).unwrap_or(Fraction::ZERO)
    }
}

impl Tenths<6> {
    /// How many faces give an effect.
    #[must_use]
    pub const fn faces(&self, effect: Effect) -> u8 {
        self.0[effect as usize]
    }
}

impl<const N: usize> Serialize for Tenths<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0)
    }
}

/// Holds a die to its faces 1 to 10.
#[must_use]
pub(crate) fn face(die: u8) -> u8 {
    die.clamp(1, 10)
}

/// A total in quarter points, rounded down to points (E P1, P2).
#[must_use]
pub const fn floor(quarters: i16) -> i16 {
    quarters.div_euclid(POINT)
}

/// Whether hits have destroyed a unit of this strength (E A35).
#[must_use]
pub const fn is_destroyed(ce: Ce, hits: u8) -> bool {
    hits as i16 * POINT >= ce.quarters()
}

/// Whether troops of this kind are in assault column: a French battalion in column, but not in road column (E Q11).
#[must_use]
pub fn is_assault_column(nation: Nation, class: Class, formation: Formation) -> bool {
    nation == Nation::French && class.arm() == Arm::Infantry && formation == Formation::Column
}

/// What infantry has for standing still in line, in points, with its code (E infantry-modifiers, A17, A18).
pub(crate) fn unmoved_line(nation: Nation) -> (&'static str, i16) {
    if nation == Nation::British { ("unmoved-british-line", 2) } else { ("unmoved-line", 1) }
}

/// The first lines of every list: hits, disorder, and the leader where he counts.
#[derive(Clone, Copy)]
pub(crate) struct Markers {
    pub(crate) arm: Arm,
    pub(crate) hits: u8,
    pub(crate) status: Status,
    pub(crate) leader: Option<i8>,
}

impl Markers {
    /// Adds them (E infantry-modifiers, cavalry-modifiers, artillery-modifiers, A26, A49).
    #[inline]
    pub(crate) fn add<T: Tally>(self, house: &HouseRules, tally: &mut T) {
        let (list, disorder) = match self.arm {
            Arm::Infantry => (Cite("E infantry-modifiers"), (-1, Cite("E infantry-modifiers"))),
            Arm::Cavalry => (Cite("E cavalry-modifiers"), (-1, Cite("E cavalry-modifiers"))),
            Arm::Artillery => (Cite("E artillery-modifiers"), (-2, Cite("E A49"))),
        };
        if self.hits > 0 {
            tally.add("hits", -POINT * i16::from(self.hits), list, String::new);
        }
        if self.status == Status::Disordered {
            tally.add("disordered", POINT * disorder.0, disorder.1, String::new);
        }
        if let Some(rating) = self.leader.filter(|_| self.arm == Arm::Infantry || house.leaders_for_all_arms) {
            tally.add("leader", POINT * i16::from(rating), Cite("E A26"), String::new);
        }
    }
}

/// Something wrong with the facts that a calculator was given. `at` is the place, such as `attacker.mass[1]`.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum FactFault {
    /// A strength that no unit has.
    #[error(
        "{at}: a strength of {ce} is outside 1 to 20 (a screen: 0.5 to 20): give the strength printed for the unit"
    )]
    Strength {
        /// Where.
        at: String,
        /// What was given.
        ce: Ce,
    },
    /// Half a point of strength in a formed unit.
    #[error("{at}: only a screen of skirmishers has a strength of {ce}: give a whole number")]
    Fraction {
        /// Where.
        at: String,
        /// What was given.
        ce: Ce,
    },
    /// A leader's rating outside -1 to 4.
    #[error("{at}: a rating of {rating} is outside -1 to 4: give the leader's rating")]
    Rating {
        /// Where.
        at: String,
        /// What was given.
        rating: i8,
    },
    /// A formation in which this arm cannot stand.
    #[error("{at}: {} cannot stand {}: give a formation of that arm", arm_text(*arm), formation_text(*formation))]
    Formation {
        /// Where.
        at: String,
        /// What was given.
        formation: Formation,
        /// Of what arm.
        arm: Arm,
    },
    /// A unit that is no more.
    #[error("{at}: {hits} hits destroy a unit of strength {ce}: take it off the table")]
    Destroyed {
        /// Where.
        at: String,
        /// Its hits.
        hits: u8,
        /// Its strength.
        ce: Ce,
    },
    /// A length that must be above 0.
    #[error("{at}: a length of {}: give one above 0", Inches(*length))]
    Length {
        /// Where.
        at: String,
        /// What was given, in thousandths of an inch; written in inches.
        #[serde(serialize_with = "super::lengths::serialize")]
        length: i32,
    },
    /// A target beyond the range.
    #[error("{at}: {} inches is beyond the range of {}: choose a nearer target", Inches(*distance), Inches(*range))]
    Range {
        /// Where.
        at: String,
        /// How far, in thousandths of an inch; written in inches.
        #[serde(serialize_with = "super::lengths::serialize")]
        distance: i32,
        /// How far it reaches, likewise.
        #[serde(serialize_with = "super::lengths::serialize")]
        range: i32,
    },
    /// A fact that says nothing of this arm or formation.
    #[error("{at}: {}", foreign(fact))]
    Foreign {
        /// Where.
        at: String,
        /// The fact.
        fact: &'static str,
    },
    /// Two facts of which only one can be.
    #[error("{at}: `{one}` and `{other}` cannot both be: leave one out")]
    Conflict {
        /// Where.
        at: String,
        /// The first.
        one: &'static str,
        /// The second.
        other: &'static str,
    },
    /// Something that this unit cannot do.
    #[error("{at}: {why}")]
    Unable {
        /// Where.
        at: String,
        /// What it cannot do, and what to do instead.
        why: &'static str,
        /// The rules.
        rules: &'static [Cite],
    },
    /// A number outside its range.
    #[error("{at}: {number} is outside {min} to {max}: give a number in that range")]
    Number {
        /// Where.
        at: String,
        /// What was given.
        number: i32,
        /// The least.
        min: i32,
        /// The most.
        max: i32,
    },
}

fn foreign(fact: &str) -> String {
    match fact {
        "facet" => "only who strikes has a flank or rear to strike at: say `facet` of the attacker".to_owned(),
        _ => format!("`{fact}` does not concern this unit: leave it out"),
    }
}

impl Coded for FactFault {
    fn code(&self) -> &'static str {
        match self {
            Self::Strength { .. } => "strength",
            Self::Fraction { .. } => "fraction",
            Self::Rating { .. } => "rating",
            Self::Formation { .. } => "formation",
            Self::Destroyed { .. } => "destroyed",
            Self::Length { .. } => "length",
            Self::Range { .. } => "range",
            Self::Foreign { .. } => "foreign",
            Self::Conflict { .. } => "conflict",
            Self::Unable { .. } => "unable",
            Self::Number { .. } => "number",
        }
    }

    fn cites(&self) -> &'static [Cite] {
        match self {
            Self::Strength { .. } => &[Cite("E L10"), Cite("E integrity-base")],
            Self::Fraction { .. } => &[Cite("E A41"), Cite("E P1")],
            Self::Rating { .. } => &[Cite("E orders-table")],
            Self::Destroyed { .. } => &[Cite("E A35")],
            Self::Formation { .. } => &[Cite("E infantry-moves"), Cite("E cavalry-moves"), Cite("E artillery-moves")],
            Self::Length { .. } => &[Cite("E A24")],
            Self::Range { .. } => &[Cite("E artillery-size"), Cite("E A40"), Cite("E L1")],
            Self::Foreign { .. } | Self::Conflict { .. } => &[Cite("E P16")],
            Self::Unable { rules, .. } => rules,
            Self::Number { .. } => &[Cite("E key")],
        }
    }
}

/// Collects the faults of the facts at one place.
pub(crate) struct Faults<'a> {
    pub(crate) at: &'a str,
    pub(crate) found: &'a mut Vec<FactFault>,
}

impl Faults<'_> {
    fn here(&self, field: &str) -> String {
        match (self.at, field) {
            ("", field) => field.to_owned(),
            (at, "") => at.to_owned(),
            (at, field) => format!("{at}.{field}"),
        }
    }

    pub(crate) fn unit(&mut self, class: Class, formation: Formation, ce: Ce, hits: u8) {
        let is_screen = formation == Formation::Skirmish && class.arm() == Arm::Infantry;
        let least = if is_screen { POINT / 2 } else { POINT };
        if ce.quarters() < least || ce.quarters() > MAX_CE * POINT {
            self.found.push(FactFault::Strength { at: self.here("ce"), ce });
        } else if is_destroyed(ce, hits) {
            self.found.push(FactFault::Destroyed { at: self.here("hits"), hits, ce });
        }
        if ce.quarters() % if is_screen { POINT / 2 } else { POINT } != 0 {
            self.found.push(FactFault::Fraction { at: self.here("ce"), ce });
        }
        self.formation("formation", class, formation);
    }

    pub(crate) fn formation(&mut self, field: &str, class: Class, formation: Formation) {
        if !formation.suits(class.arm()) {
            self.found.push(FactFault::Formation { at: self.here(field), formation, arm: class.arm() });
        }
    }

    pub(crate) fn strength(&mut self, ce: Ce) {
        if ce.quarters() < POINT || ce.quarters() > MAX_CE * POINT {
            self.found.push(FactFault::Strength { at: self.here(""), ce });
        } else if !ce.is_whole() {
            self.found.push(FactFault::Fraction { at: self.here(""), ce });
        }
    }

    pub(crate) fn rating(&mut self, field: &str, rating: Option<i8>) {
        if let Some(rating) = rating.filter(|r| !(-1..=4).contains(r)) {
            self.found.push(FactFault::Rating { at: self.here(field), rating });
        }
    }

    pub(crate) fn length(&mut self, field: &str, length: i32, least: i32) {
        if length < least {
            self.found.push(FactFault::Length { at: self.here(field), length });
        }
    }

    pub(crate) fn range(&mut self, field: &str, distance: i32, range: i32) {
        if distance > range {
            self.found.push(FactFault::Range { at: self.here(field), distance, range });
        }
    }

    /// Faults `fact` if it is said of what it does not concern.
    pub(crate) fn only(&mut self, is_said: bool, fact: &'static str, concerns: bool) {
        if is_said && !concerns {
            self.found.push(FactFault::Foreign { at: self.here(""), fact });
        }
    }

    pub(crate) fn conflict(&mut self, is_so: bool, one: &'static str, other: &'static str) {
        if is_so {
            self.found.push(FactFault::Conflict { at: self.here(""), one, other });
        }
    }

    pub(crate) fn unable(&mut self, is_so: bool, why: &'static str, rules: &'static [Cite]) {
        if is_so {
            self.found.push(FactFault::Unable { at: self.here(""), why, rules });
        }
    }

    pub(crate) fn number(&mut self, field: &str, number: i32, (min, max): (i32, i32)) {
        if number < min || number > max {
            self.found.push(FactFault::Number { at: self.here(field), number, min, max });
        }
    }
}

/// Faults a die that has no such face, as when a player types one.
///
/// # Errors
/// A number outside 1 to 10. The 0 of a printed die is 10.
pub fn check_die(die: u8) -> Result<(), FactFault> {
    if (1..=10).contains(&die) {
        Ok(())
    } else {
        Err(FactFault::Number { at: "die".to_owned(), number: i32::from(die), min: 1, max: 10 })
    }
}
