//! The loss of leaders (E leader-casualty): every leader attached to a unit that was fired at or assaulted rolls once a turn
//! (E A67).
//!
//! ```
//! use eagles::empire::leaders::{Facts, Fate, odds, resolve};
//!
//! let facts = Facts { in_assault: true, ..Facts::default() };
//! assert_eq!(resolve(&facts, 2).fate, Fate::Killed);
//! assert_eq!(odds(&facts).0, [3, 3, 4]);
//! ```

use super::charts::{Tenths, face};
use crate::cite::Cite;
use crate::explain::{Breakdown, Sum, Tally};
use serde::{Deserialize, Serialize};

/// A leader who was in danger.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Facts {
    /// His unit fought in an assault this turn.
    pub in_assault: bool,
    /// His unit was destroyed; that counts as an assault does (E P32).
    pub unit_destroyed: bool,
}

/// What becomes of him.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// Killed.
    Killed,
    /// Shaken: he may not rally anyone in the next turn (E A68).
    Shaken,
    /// Unhurt.
    Unhurt,
}

/// Adds up the modified die, in points; below 1 counts as 1 (E A67).
///
/// The codes of the parts: `die`, `in-assault`, `unit-destroyed`, `limit`.
pub fn total<T: Tally>(facts: &Facts, die: u8, tally: &mut T) {
    let chart = Cite("E leader-casualty");
    tally.add("die", i16::from(face(die)), chart, String::new);
    if facts.in_assault {
        tally.add("in-assault", -2, chart, String::new);
    } else if facts.unit_destroyed {
        tally.add("unit-destroyed", -2, Cite("E P32"), String::new);
    }
    tally.clamp(1, 10, Cite("E A67"));
}

/// The modified die, part by part.
#[must_use]
pub fn breakdown(facts: &Facts, die: u8) -> Breakdown {
    let mut breakdown = Breakdown::new("leader-casualty");
    total(facts, die, &mut breakdown);
    breakdown
}

/// What comes of a roll.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub struct Resolution {
    /// The modified die, 1 to 10.
    pub value: i16,
    /// The die, 1 to 10.
    pub die: u8,
    /// What becomes of him.
    pub fate: Fate,
}

/// What a die of 1 to 10 gives.
#[must_use]
pub fn resolve(facts: &Facts, die: u8) -> Resolution {
    let mut sum = Sum::default();
    total(facts, die, &mut sum);
    let fate = match sum.total() {
        ..=1 => Fate::Killed,
        2..=4 => Fate::Shaken,
        _ => Fate::Unhurt,
    };
    Resolution { value: sum.total(), die: face(die), fate }
}

/// How many of the ten faces kill him, shake him, leave him unhurt.
#[must_use]
pub fn odds(facts: &Facts) -> Tenths<3> {
    Tenths::of(|die| resolve(facts, die).fate as usize)
}
