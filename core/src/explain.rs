//! Numbers with their breakdown.
//!
//! A rule that adds something up is written once, over a [`Tally`]. With [`Sum`] it costs an addition; with
//! [`Breakdown`] it also says what each part was, where it came from and under which rule.

use crate::cite::Cite;
use serde::Serialize;

/// Receives the parts of a number as a rule adds them up.
pub trait Tally {
    /// Adds one part. `source` names the card, unit or place it comes from and is only called when someone will read it.
    fn add(&mut self, code: &'static str, amount: i16, cite: Cite, source: impl FnOnce() -> String);
    /// Holds the total to `min..=max`, with the rule that says so.
    fn clamp(&mut self, min: i16, max: i16, cite: Cite);
    /// Replaces the total so far, as when a printed value does not apply.
    fn replace(&mut self, code: &'static str, value: i16, cite: Cite);
    /// Multiplies the total so far by `factor`; a total below 0 stays as it is.
    fn multiply(&mut self, code: &'static str, factor: i16, cite: Cite);
    /// The total so far.
    fn total(&self) -> i16;
}

/// The bare total.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sum(pub i16);

impl Tally for Sum {
    #[inline]
    fn add(&mut self, _: &'static str, amount: i16, _: Cite, _: impl FnOnce() -> String) {
        self.0 = self.0.saturating_add(amount);
    }
    #[inline]
    fn clamp(&mut self, min: i16, max: i16, _: Cite) {
        self.0 = self.0.clamp(min, max);
    }
    #[inline]
    fn replace(&mut self, _: &'static str, value: i16, _: Cite) {
        self.0 = value;
    }
    #[inline]
    fn multiply(&mut self, _: &'static str, factor: i16, _: Cite) {
        self.0 = self.0.max(self.0.saturating_mul(factor));
    }
    #[inline]
    fn total(&self) -> i16 {
        self.0
    }
}

/// One part of a number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Part {
    /// What it is: `printed`, `hill`, `column-fire`, `general` and so on.
    pub code: &'static str,
    /// How much it adds; for a part that replaces, caps or multiplies the total, the change it made.
    pub amount: i16,
    /// The card or place it comes from; empty when the rule itself is the source.
    pub source: String,
    /// The rule.
    pub cite: Cite,
}

/// A number, part by part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Breakdown {
    /// What the number is: `cv`, `firepower`, `shock`, `morale`.
    pub what: &'static str,
    /// The parts in the order in which they were added.
    pub parts: Vec<Part>,
    /// The sum of all parts.
    pub total: i16,
    /// How many of the units in which `parts` and `total` count make one point: 1, or 4 where a game reckons in quarter points.
    #[serde(skip_serializing_if = "is_one")]
    pub per: u8,
}

fn is_one(per: &u8) -> bool {
    *per == 1
}

impl Breakdown {
    /// An empty breakdown of `what`.
    #[must_use]
    pub fn new(what: &'static str) -> Self {
        Self { what, parts: Vec::new(), total: 0, per: 1 }
    }

    /// An empty breakdown of `what` in quarter points.
    #[must_use]
    pub fn in_quarters(what: &'static str) -> Self {
        Self { per: 4, ..Self::new(what) }
    }

    fn push(&mut self, code: &'static str, amount: i16, cite: Cite, source: String) {
        self.parts.push(Part { code, amount, source, cite });
        self.total = self.total.saturating_add(amount);
    }
}

impl Tally for Breakdown {
    fn add(&mut self, code: &'static str, amount: i16, cite: Cite, source: impl FnOnce() -> String) {
        self.push(code, amount, cite, source());
    }
    fn clamp(&mut self, min: i16, max: i16, cite: Cite) {
        let held = self.total.clamp(min, max);
        if held != self.total {
            self.push("limit", held - self.total, cite, String::new());
        }
    }
    fn replace(&mut self, code: &'static str, value: i16, cite: Cite) {
        if value != self.total {
            self.push(code, value - self.total, cite, String::new());
        }
    }
    fn multiply(&mut self, code: &'static str, factor: i16, cite: Cite) {
        let total = self.total.max(self.total.saturating_mul(factor));
        if total != self.total {
            self.push(code, total - self.total, cite, String::new());
        }
    }
    fn total(&self) -> i16 {
        self.total
    }
}
