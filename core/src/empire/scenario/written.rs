//! How lengths, days and times are written.

use super::{Clock, Date, Inches};
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// The longest length there is, in thousandths of an inch.
pub(super) const FAR: i32 = 1_200_000;

impl Inches {
    /// Inches with at most three decimals, within 1,200 either way; `None` for anything else.
    #[must_use]
    pub fn of(inches: f64) -> Option<Self> {
        let mil = (inches * 1_000.0).round();
        let exact = (mil - inches * 1_000.0).abs() < 1e-6 && mil.abs() <= f64::from(FAR);
        exact.then_some(Self(mil as i32))
    }

    /// Whole inches, within 1,200 either way.
    #[must_use]
    pub fn of_whole(inches: i64) -> Option<Self> {
        let mil = inches.checked_mul(1_000).filter(|mil| mil.abs() <= i64::from(FAR));
        mil.map(|mil| Self(mil as i32))
    }
}

impl fmt::Display for Inches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, mil) = (if self.0 < 0 { "-" } else { "" }, self.0.unsigned_abs());
        let text = format!("{sign}{}.{:03}", mil / 1_000, mil % 1_000);
        f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

impl Serialize for Inches {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % 1_000 == 0 {
            serializer.serialize_i32(self.0 / 1_000)
        } else {
            serializer.serialize_f64(f64::from(self.0) / 1_000.0)
        }
    }
}

struct InchesVisitor;

impl Visitor<'_> for InchesVisitor {
    type Value = Inches;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("inches, with at most three decimals, up to 1200 either way")
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Inches, E> {
        Inches::of_whole(value).ok_or_else(|| E::invalid_value(Unexpected::Signed(value), &self))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Inches, E> {
        self.visit_i64(i64::try_from(value).unwrap_or(i64::MAX))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Inches, E> {
        Inches::of(value).ok_or_else(|| E::invalid_value(Unexpected::Float(value), &self))
    }
}

impl<'de> Deserialize<'de> for Inches {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(InchesVisitor)
    }
}

/// Two or three numbers with `mark` between them.
fn numbers<const N: usize>(text: &str, mark: char) -> Option<[u16; N]> {
    let mut parts = text.split(mark);
    let mut found = [0; N];
    for number in &mut found {
        *number = parts.next().filter(|part| part.bytes().all(|b| b.is_ascii_digit()))?.parse().ok()?;
    }
    parts.next().is_none().then_some(found)
}

impl FromStr for Date {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match numbers(text, '-') {
            Some([year @ 1792..=1815, month @ 1..=12, day @ 1..=31]) => {
                Ok(Self { year, month: month as u8, day: day as u8 })
            }
            _ => Err("a day between 1792 and 1815, as in 1815-06-18"),
        }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl FromStr for Clock {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match numbers(text, ':') {
            Some([hours @ 0..=23, minutes @ 0..=59]) => Ok(Self { minutes: hours * 60 + minutes }),
            _ => Err("a time of the day, as in 14:30"),
        }
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.minutes / 60 % 24, self.minutes % 60)
    }
}

macro_rules! as_text {
    ($type:ty) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    };
}

as_text!(Date);
as_text!(Clock);
