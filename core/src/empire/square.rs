//! Forming square (E square): the die must be lower than strength and modifiers.
//!
//! ```
//! use eagles::empire::charts::Ce;
//! use eagles::empire::house::HouseRules;
//! use eagles::empire::square::{Facts, odds, resolve};
//! use eagles::empire::units::{Formation, Nation};
//!
//! let mut facts = Facts::new(Nation::British, Ce::new(8), Formation::Column);
//! facts.pinned = true;
//! assert_eq!(odds(&facts).0, [6, 4]);
//! assert!(resolve(&facts, 6).is_formed);
//! ```

use super::charts::{Ce, FactFault, Faults, Tenths, face, floor};
use super::units::{Arm, Class, Formation, Nation, POINT, Status};
use crate::cite::Cite;
use crate::explain::{Breakdown, Sum, Tally};
use serde::{Deserialize, Serialize};

/// A battalion that tries to form square (E square, P46).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Facts {
    /// What troops it is.
    #[serde(default = "line_infantry")]
    pub class: Class,
    /// Whose.
    #[serde(default = "other")]
    pub nation: Nation,
    /// Its strength as printed, 1 to 20 points.
    pub ce: Ce,
    /// How it stands now.
    pub formation: Formation,
    /// Its HIT markers.
    #[serde(default)]
    pub hits: u8,
    /// Its order.
    #[serde(default)]
    pub status: Status,
    /// A leader is attached; his rating does not matter.
    #[serde(default)]
    pub leader: bool,
    /// Cavalry pinned it, within 6 inches, when the movement phase began (E L1).
    #[serde(default)]
    pub pinned: bool,
    /// The cavalry comes on by a breakthrough (E L8).
    #[serde(default)]
    pub breakthrough: bool,
    /// It is further from its leader than the command radius (E L3).
    #[serde(default)]
    pub out_of_command: bool,
    /// It is in contact with an enemy.
    #[serde(default)]
    pub in_contact: bool,
}

fn other() -> Nation {
    Nation::Other
}

fn line_infantry() -> Class {
    Class::LineInfantry
}

impl Facts {
    /// A battalion in good order of which nothing more is to be said.
    #[must_use]
    pub const fn new(nation: Nation, ce: Ce, formation: Formation) -> Self {
        Self {
            class: Class::LineInfantry,
            nation,
            ce,
            formation,
            hits: 0,
            status: Status::Good,
            leader: false,
            pinned: false,
            breakthrough: false,
            out_of_command: false,
            in_contact: false,
        }
    }
}

/// Adds up the number to roll under, in quarter points.
///
/// The codes of the parts: `ce`, `hits`, `disordered`, `pinned`, `breakthrough`, `out-of-command`, `leader`, `british-line`,
/// `column`, `british-column`.
pub fn total<T: Tally>(facts: &Facts, tally: &mut T) {
    let chart = Cite("E square");
    let british = facts.nation == Nation::British;
    tally.add("ce", facts.ce.quarters(), chart, String::new);
    let hits = i16::from(facts.hits);
    let lines = [
        (hits > 0, "hits", -hits, chart),
        (facts.status == Status::Disordered, "disordered", -2, chart),
        (facts.pinned, "pinned", -4, Cite("E L1")),
        (facts.breakthrough, "breakthrough", -5, Cite("E L8")),
        (facts.out_of_command, "out-of-command", -3, Cite("E L3")),
        (facts.leader, "leader", 4, chart),
        (british && facts.formation == Formation::Line, "british-line", 2, chart),
        (british && facts.formation.is_column(), "british-column", 3, Cite("E A17")),
        (!british && facts.formation.is_column(), "column", 2, chart),
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
    let mut breakdown = Breakdown::in_quarters("square");
    breakdown.parts.reserve(8);
    total(facts, &mut breakdown);
    breakdown
}

/// The number to roll under in points, rounded down (E P2). Nothing passes or fails by itself (E A36).
#[must_use]
pub fn value(facts: &Facts) -> i16 {
    let mut sum = Sum::default();
    total(facts, &mut sum);
    floor(sum.total())
}

/// What comes of an attempt.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub struct Resolution {
    /// The number to roll under.
    pub value: i16,
    /// The die, 1 to 10.
    pub die: u8,
    /// Whether the square is formed.
    pub is_formed: bool,
}

/// What a die of 1 to 10 gives.
#[must_use]
pub fn resolve(facts: &Facts, die: u8) -> Resolution {
    let (value, die) = (value(facts), face(die));
    Resolution { value, die, is_formed: i16::from(die) < value }
}

/// How many of the ten faces form the square, and how many do not.
#[must_use]
pub fn odds(facts: &Facts) -> Tenths<2> {
    let value = value(facts);
    Tenths::of(|die| usize::from(i16::from(die) >= value))
}

/// All that is wrong with the facts (E P46).
#[must_use]
pub fn check(facts: &Facts) -> Vec<FactFault> {
    let mut found = Vec::new();
    let mut faults = Faults { at: "", found: &mut found };
    faults.unit(facts.class, facts.formation, facts.ce, facts.hits);
    let is_disordered = facts.status == Status::Disordered;
    for (is_so, why) in [
        (facts.class.arm() != Arm::Infantry, "only infantry forms square: leave it out"),
        (facts.formation == Formation::Square, "it is in square already: no roll is needed"),
        (facts.formation == Formation::Skirmish, "skirmishers do not form square: let them evade"),
        (facts.formation == Formation::Garrison, "a garrison needs no square: cavalry does not charge it"),
        (facts.status == Status::Routed, "routed units do not form square: rally them first"),
        (facts.in_contact && is_disordered, "disordered infantry in contact does not form square: fight it out"),
    ] {
        faults.unable(is_so, why, &[Cite("E P46")]);
    }
    found
}
