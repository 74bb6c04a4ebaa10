//! Orders (E orders-table, orders-modifiers): how many turns pass before an order takes effect.
//!
//! ```
//! use eagles::empire::orders::{Facts, resolve};
//! use eagles::empire::units::Nation;
//!
//! let facts = Facts { receiver: Some(1), nation: Nation::French, distance: 35_000, ..Facts::new(2) };
//! let result = resolve(&facts, 4);
//! assert_eq!((result.value, result.delay), (5, 2));
//! ```

use super::charts::{FactFault, Faults, Tenths, face};
use super::units::{Nation, Order};
use crate::cite::Cite;
use crate::explain::{Breakdown, Sum, Tally};
use serde::{Deserialize, Serialize};

/// Turns until the order acts: rating -1 to 4 of the sender down, modified die 1-2, 3-4, 5-6, 7-8, 9-10 across.
#[rustfmt::skip]
pub const TABLE: [[u8; 5]; 6] = [
    [4, 4, 3, 3, 3],
    [4, 3, 3, 3, 2],
    [3, 3, 3, 2, 2],
    [3, 3, 2, 2, 1],
    [3, 2, 2, 1, 1],
    [2, 2, 1, 1, 1],
];

/// The step of distance that costs a point, in thousandths of an inch (E A64).
const STEP: i32 = 30_000;

/// An order on its way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Facts {
    /// The rating of the leader who sends it, -1 to 4 (E A62).
    pub sender: i8,
    /// The rating of the leader who receives it, -1 to 4; a division without one counts as -1 (E P33).
    #[serde(default)]
    pub receiver: Option<i8>,
    /// The nation of the division that receives it (E P50).
    #[serde(default = "other")]
    pub nation: Nation,
    /// The division is cavalry (E A63).
    #[serde(default)]
    pub cavalry: bool,
    /// How far the leaders are apart, in thousandths of an inch, written in inches; to the nearest unit of a division without a
    /// leader (E P33).
    #[serde(default, with = "crate::empire::lengths")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::empire::scenario::Inches"))]
    pub distance: i32,
    /// The division is in tactical combat.
    #[serde(default)]
    pub engaged: bool,
    /// The order that the division has.
    #[serde(default)]
    pub from: Order,
    /// The order that it is to have.
    #[serde(default)]
    pub to: Order,
    /// The division occupies dominating ground.
    #[serde(default)]
    pub dominating: bool,
    /// The sender, who leads a corps or the army, is attached to the division (E A66).
    #[serde(default)]
    pub attached: bool,
}

fn other() -> Nation {
    Nation::Other
}

impl Facts {
    /// An order of which nothing more is to be said.
    #[must_use]
    pub const fn new(sender: i8) -> Self {
        Self {
            sender,
            receiver: None,
            nation: Nation::Other,
            cavalry: false,
            distance: 0,
            engaged: false,
            from: Order::Defend,
            to: Order::Defend,
            dominating: false,
            attached: false,
        }
    }
}

/// Adds up the modified die, in points, held to 1 to 10 (E A62).
///
/// The codes of the parts: `die`, `receiver`, `no-receiver`, `french`, `british`, `cavalry`, `distance`, `engaged`, `reserve`,
/// `defend-to-attack`, `dominating`, `limit`.
pub fn total<T: Tally>(facts: &Facts, die: u8, tally: &mut T) {
    tally.add("die", i16::from(face(die)), Cite("E orders-table"), String::new);
    modifiers(facts, tally);
    tally.clamp(1, 10, Cite("E A62"));
}

/// The points that a distance costs: one for each full 30 inches (E A64).
#[must_use]
pub fn steps(distance: i32) -> i32 {
    distance.max(0) / STEP
}

/// Adds up what is added to the die, in points.
pub fn modifiers<T: Tally>(facts: &Facts, tally: &mut T) {
    let chart = Cite("E orders-modifiers");
    let steps = i16::try_from(steps(facts.distance)).unwrap_or(i16::MAX);
    let (receiver, rating) = facts.receiver.map_or(("no-receiver", -1), |rating| ("receiver", rating));
    let lines = [
        (receiver, i16::from(rating), if facts.receiver.is_some() { chart } else { Cite("E P33") }),
        ("french", i16::from(facts.nation == Nation::French), Cite("E P50")),
        ("british", i16::from(facts.nation == Nation::British), Cite("E P50")),
        ("cavalry", 2 * i16::from(facts.cavalry), Cite("E A63")),
        ("distance", -steps, Cite("E A64")),
        ("engaged", -i16::from(facts.engaged), chart),
        ("reserve", 2 * i16::from(facts.from == Order::Reserve), chart),
        ("defend-to-attack", -i16::from(facts.from == Order::Defend && facts.to == Order::Attack), chart),
        ("dominating", i16::from(facts.dominating), chart),
    ];
    for (code, n, cite) in lines {
        if n != 0 {
            tally.add(code, n, cite, String::new);
        }
    }
}

/// The modified die, part by part.
#[must_use]
pub fn breakdown(facts: &Facts, die: u8) -> Breakdown {
    let mut breakdown = Breakdown::new("orders");
    breakdown.parts.reserve(10);
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
    /// The turns until the order acts, counted from this one: 1 is the command phase of the next (E A65), 0 is this one, by a
    /// leader who is there himself (E A66).
    pub delay: u8,
}

/// What a die of 1 to 10 gives.
#[must_use]
pub fn resolve(facts: &Facts, die: u8) -> Resolution {
    let mut sum = Sum::default();
    total(facts, die, &mut sum);
    let value = sum.total();
    let delay = if facts.attached { 0 } else { delay(facts.sender, value) };
    Resolution { value, die: face(die), delay }
}

/// The cell of the table. Ratings and dice outside it use its edges (E A62).
#[must_use]
pub fn delay(sender: i8, value: i16) -> u8 {
    let row = usize::from((sender.clamp(-1, 4) + 1).unsigned_abs());
    let column = usize::from((value.clamp(1, 10) - 1).unsigned_abs()) / 2;
    TABLE[row][column]
}

/// How many of the ten faces give a delay of 0, 1, 2, 3 and 4 turns.
#[must_use]
pub fn odds(facts: &Facts) -> Tenths<5> {
    Tenths::of(|die| usize::from(resolve(facts, die).delay))
}

/// All that is wrong with the facts.
#[must_use]
pub fn check(facts: &Facts) -> Vec<FactFault> {
    let mut found = Vec::new();
    let mut faults = Faults { at: "", found: &mut found };
    faults.rating("sender", Some(facts.sender));
    faults.rating("receiver", facts.receiver);
    faults.length("distance", facts.distance, 0);
    found
}
