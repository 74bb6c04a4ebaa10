//! Morale (E morale, morale-results): checked at the fourth HIT marker and at each further one; the die must be lower than
//! strength and modifiers.
//!
//! ```
//! use eagles::empire::charts::Ce;
//! use eagles::empire::house::HouseRules;
//! use eagles::empire::morale::{Facts, odds};
//! use eagles::empire::units::{Class, Formation};
//!
//! // A column with four hits and its leader.
//! let mut facts = Facts::new(Class::LineInfantry, Ce::new(8), Formation::Column);
//! (facts.hits, facts.leader) = (4, true);
//! assert_eq!(odds(&facts).0, [7, 1, 2]);
//! ```

use super::charts::{Ce, FactFault, Faults, Tenths, face, floor, is_destroyed};
use super::house::HouseRules;
use super::units::{Arm, Class, Formation, POINT, Status};
use crate::cite::Cite;
use crate::explain::{Breakdown, Sum, Tally};
use serde::{Deserialize, Serialize};

/// The HIT markers from which on morale is checked (E morale).
pub const FIRST_CHECK: u8 = 4;

/// A unit whose morale is checked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Facts {
    /// What troops it is.
    pub class: Class,
    /// Its strength as printed, 1 to 20 points.
    pub ce: Ce,
    /// How it stands.
    pub formation: Formation,
    /// Its HIT markers, all of this event among them (E A30).
    #[serde(default)]
    pub hits: u8,
    /// Its order; disorder does not count (E A34).
    #[serde(default)]
    pub status: Status,
    /// A leader is attached; his rating does not matter.
    #[serde(default)]
    pub leader: bool,
    /// The leader attached to it, or of its division, was killed this turn (E A33).
    #[serde(default)]
    pub leader_killed: bool,
    /// It is further from its leader than the command radius (E L3).
    #[serde(default)]
    pub out_of_command: bool,
    /// Infantry and guns: cavalry pins it, within 6 inches (E L1).
    #[serde(default)]
    pub pinned: bool,
    /// Cavalry: it bears a BLOWN marker.
    #[serde(default)]
    pub blown: bool,
    /// Guns: without friends near (E A50).
    #[serde(default)]
    pub unsupported: bool,
}

impl Facts {
    /// A unit in good order of which nothing more is to be said.
    #[must_use]
    pub const fn new(class: Class, ce: Ce, formation: Formation) -> Self {
        Self {
            class,
            ce,
            formation,
            hits: 0,
            status: Status::Good,
            leader: false,
            leader_killed: false,
            out_of_command: false,
            pinned: false,
            blown: false,
            unsupported: false,
        }
    }
}

/// Whether hits that went up from `before` to `after` in one event call for a check: once, at four or more (E A30). Routed
/// units check no more (E P12), destroyed ones neither (E A35).
#[must_use]
pub fn is_due(ce: Ce, status: Status, before: u8, after: u8) -> bool {
    after > before && after >= FIRST_CHECK && status != Status::Routed && !is_destroyed(ce, after)
}

/// Adds up the number to roll under, in quarter points.
///
/// The codes of the parts: `ce`, `hits`, `blown`, `leader-killed`, `pinned`, `out-of-command`, `column`, `square`, `leader`,
/// `unsupported`.
pub fn total<T: Tally>(facts: &Facts, tally: &mut T) {
    let chart = Cite("E morale");
    let arm = facts.class.arm();
    let (is_foot, hits) = (arm == Arm::Infantry, i16::from(facts.hits));
    tally.add("ce", facts.ce.quarters(), chart, String::new);
    let lines = [
        (hits > 0, "hits", -hits, chart),
        (facts.blown && arm == Arm::Cavalry, "blown", -1, Cite("E A23")),
        (facts.leader_killed, "leader-killed", -2, Cite("E A33")),
        (facts.pinned && arm != Arm::Cavalry, "pinned", -3, Cite("E A32")),
        (facts.out_of_command, "out-of-command", -2, Cite("E L3")),
        (is_foot && facts.formation.is_column(), "column", 1, chart),
        (is_foot && facts.formation == Formation::Square, "square", 2, Cite("E A32")),
        (facts.leader, "leader", 3, chart),
        (facts.unsupported && arm == Arm::Artillery, "unsupported", -2, Cite("E A50")),
    ];
    for (holds, code, n, cite) in lines {
        if holds {
            tally.add(code, n * POINT, cite, String::new);
        }
    }
}

/// The number, part by part.
#[must_use]
pub fn breakdown(facts: &Facts) -> Breakdown {
    let mut breakdown = Breakdown::in_quarters("morale");
    breakdown.parts.reserve(8);
    total(facts, &mut breakdown);
    breakdown
}

/// The number to roll under in points, rounded down (E P2). Nothing passes or fails by itself (E A36). Rallying is rolled
/// against the same number (E L6).
#[must_use]
pub fn value(facts: &Facts) -> i16 {
    let mut sum = Sum::default();
    total(facts, &mut sum);
    floor(sum.total())
}

/// A result of the check (E morale-results).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Nerve {
    /// The die is lower: it stands.
    Pass,
    /// The die is equal: it falls back, and the hit of the marker is the one of the chart (E A29).
    Fallback,
    /// The die is higher: it routs.
    Rout,
}

/// What comes of a check.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub struct Resolution {
    /// The number to roll under.
    pub value: i16,
    /// The die, 1 to 10.
    pub die: u8,
    /// The result.
    pub nerve: Nerve,
    /// A natural 1 costs a hit besides, by [`HouseRules::morale_one_hits`] (E A29).
    pub is_hit: bool,
}

fn nerve(value: i16, die: u8) -> Nerve {
    match i16::from(die).cmp(&value) {
        std::cmp::Ordering::Less => Nerve::Pass,
        std::cmp::Ordering::Equal => Nerve::Fallback,
        std::cmp::Ordering::Greater => Nerve::Rout,
    }
}

/// What a die of 1 to 10 gives.
#[must_use]
pub fn resolve(facts: &Facts, house: &HouseRules, die: u8) -> Resolution {
    let (value, die) = (value(facts), face(die));
    Resolution { value, die, nerve: nerve(value, die), is_hit: house.morale_one_hits && die == 1 }
}

/// How many of the ten faces pass, fall back and rout.
#[must_use]
pub fn odds(facts: &Facts) -> Tenths<3> {
    let value = value(facts);
    Tenths::of(|die| nerve(value, die) as usize)
}

/// All that is wrong with the facts.
#[must_use]
pub fn check(facts: &Facts) -> Vec<FactFault> {
    let mut found = Vec::new();
    let arm = facts.class.arm();
    let mut faults = Faults { at: "", found: &mut found };
    faults.unit(facts.class, facts.formation, facts.ce, facts.hits);
    faults.only(facts.blown, "blown", arm == Arm::Cavalry);
    faults.only(facts.pinned, "pinned", arm != Arm::Cavalry);
    faults.only(facts.unsupported, "unsupported", arm == Arm::Artillery);
    faults.unable(facts.status == Status::Routed, "routed units check no morale: rally them instead", &[Cite("E P12")]);
    found
}
