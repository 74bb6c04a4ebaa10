//! How far a unit or leader may move (E infantry-moves, cavalry-moves, artillery-moves, leader-moves, movement-modifiers).
//!
//! Losses are taken in one order: a change of formation, woods, walls, fords (E P19). The sum is kept in hundredths of an inch,
//! each step rounded toward zero.
//!
//! ```
//! use eagles::empire::allowance::{Facts, value};
//! use eagles::empire::house::HouseRules;
//! use eagles::empire::units::{Class, Formation};
//!
//! // A line goes through light woods and over a wall.
//! let mut facts = Facts::unit(Class::LineInfantry, Formation::Line);
//! (facts.light_woods, facts.walls) = (1_500, 1);
//! assert_eq!(value(&facts, &HouseRules::default()), 1_500);
//! ```

use super::charts::{FactFault, Faults};
use super::house::HouseRules;
use super::units::{Arm, Class, Formation, Rank, Size};
use crate::cite::Cite;
use crate::explain::{Breakdown, Sum, Tally};
use serde::{Deserialize, Serialize};

/// How many of the steps of a sum make one inch.
pub const PER_INCH: u8 = 100;

/// How far a unit falls back at once, in thousandths of an inch (E markers, A11).
pub const FALLBACK: i32 = 4_000;

/// How far a unit runs at once when it routs, in thousandths of an inch (E markers, A57). In later turns it makes its
/// rout move.
pub const ROUT_AT_ONCE: i32 = 12_000;

/// Who moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum Who {
    /// A unit.
    Unit {
        /// What troops it is.
        class: Class,
        /// How it stands at the end of the move.
        formation: Formation,
        /// It is routed, and makes its rout move.
        #[serde(default)]
        routed: bool,
    },
    /// A leader.
    Leader {
        /// His rank.
        rank: Rank,
    },
}

/// A move. Lengths are in thousandths of an inch, and written in inches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Facts {
    /// Who moves.
    pub who: Who,
    /// The formation that it had before, if it changes in this move (E L5, A59).
    #[serde(default)]
    pub changes_from: Option<Formation>,
    /// It withdraws from an enemy that pins it, facing it (E P34).
    #[serde(default)]
    pub withdrawing: bool,
    /// The whole move is on a road, in road column or limbered (E A56).
    #[serde(default)]
    pub on_road: bool,
    /// The length of the way in the open. Only its share of the way matters; without any way all is open.
    #[serde(default, with = "crate::empire::lengths")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::empire::scenario::Inches"))]
    pub open: i32,
    /// The length of the way inside light woods.
    #[serde(default, with = "crate::empire::lengths")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::empire::scenario::Inches"))]
    pub light_woods: i32,
    /// The length of the way inside heavy woods (E A54).
    #[serde(default, with = "crate::empire::lengths")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::empire::scenario::Inches"))]
    pub heavy_woods: i32,
    /// Walls crossed.
    #[serde(default)]
    pub walls: u8,
    /// Fords crossed.
    #[serde(default)]
    pub fords: u8,
}

impl Facts {
    const fn new(who: Who) -> Self {
        Self {
            who,
            changes_from: None,
            withdrawing: false,
            on_road: false,
            open: 0,
            light_woods: 0,
            heavy_woods: 0,
            walls: 0,
            fords: 0,
        }
    }

    /// A unit in the open that keeps its formation.
    #[must_use]
    pub const fn unit(class: Class, formation: Formation) -> Self {
        Self::new(Who::Unit { class, formation, routed: false })
    }

    /// A routed unit in the open.
    #[must_use]
    pub const fn rout(class: Class, formation: Formation) -> Self {
        Self::new(Who::Unit { class, formation, routed: true })
    }

    /// A leader.
    #[must_use]
    pub const fn leader(rank: Rank) -> Self {
        Self::new(Who::Leader { rank })
    }
}

/// The move of a unit that is not routed, in thousandths of an inch, as printed (E infantry-moves, cavalry-moves,
/// artillery-moves). Squares and garrisons stand (E A58, P27); unlimbered guns are moved by hand.
#[must_use]
pub const fn printed(class: Class, formation: Formation) -> i32 {
    match (class.arm(), formation) {
        (Arm::Infantry, Formation::Line) => 6_000,
        (Arm::Infantry, Formation::Column | Formation::RoadColumn) => 8_000,
        (Arm::Infantry, Formation::Skirmish) => 12_000,
        (Arm::Cavalry, Formation::Line) => 10_000,
        (Arm::Cavalry, Formation::Column | Formation::RoadColumn) => 14_000,
        (Arm::Cavalry, Formation::Skirmish) => 16_000,
        (Arm::Artillery, Formation::Unlimbered) => 1_000,
        (Arm::Artillery, _) => limbered(class),
        _ => 0,
    }
}

/// The move of a battery by its size, and 3 inches more for horse.
const fn limbered(class: Class) -> i32 {
    let by_size = match class.size() {
        Some(Size::Light) => 14_000,
        Some(Size::Medium) => 10_000,
        Some(Size::Heavy) => 8_000,
        None => 0,
    };
    by_size + if class.is_horse() { 3_000 } else { 0 }
}

/// The rout move of later turns, in thousandths of an inch (E infantry-moves, cavalry-moves). Guns have none: their crew runs
/// (E A57).
#[must_use]
pub const fn rout(arm: Arm) -> i32 {
    match arm {
        Arm::Infantry => 16_000,
        Arm::Cavalry => 20_000,
        Arm::Artillery => 0,
    }
}

/// The move of a leader, in thousandths of an inch (E leader-moves).
#[must_use]
pub const fn leader(rank: Rank) -> i32 {
    match rank {
        Rank::Division => 14_000,
        Rank::Corps | Rank::Army => 10_000,
    }
}

/// Thousandths of an inch in the steps of a sum.
fn steps(length: i32) -> i16 {
    i16::try_from(length / 10).unwrap_or(i16::MAX)
}

/// Takes half of what is left.
fn halve<T: Tally>(code: &'static str, cite: Cite, tally: &mut T) {
    let left = tally.total();
    tally.add(code, left / 2 - left, cite, String::new);
}

/// Adds up the move, in hundredths of an inch.
///
/// The codes of the parts: `move`, `rout`, `leader`, `change`, `square`, `withdrawal`, `impassable`, `woods`, `wall`, `ford`,
/// `road`, `limit`.
pub fn total<T: Tally>(facts: &Facts, house: &HouseRules, tally: &mut T) {
    let (class, formation, routed) = match facts.who {
        // Leaders ignore the ground (E P14).
        Who::Leader { rank } => return tally.add("leader", steps(leader(rank)), Cite("E leader-moves"), String::new),
        Who::Unit { class, formation, routed } => (class, formation, routed),
    };
    let arm = class.arm();
    if routed {
        tally.add("rout", steps(rout(arm)), Cite("E A57"), String::new);
    } else {
        own_move(facts, class, formation, tally);
        if uses_road(facts, formation) {
            return tally.multiply("road", 2, Cite("E A56"));
        }
    }
    ground(facts, arm, house, tally);
}

/// The printed move and what a change or a withdrawal takes of it.
fn own_move<T: Tally>(facts: &Facts, class: Class, formation: Formation, tally: &mut T) {
    let chart = match class.arm() {
        Arm::Infantry => Cite("E infantry-moves"),
        Arm::Cavalry => Cite("E cavalry-moves"),
        Arm::Artillery => Cite("E artillery-moves"),
    };
    match facts.changes_from.filter(|from| *from != formation) {
        None => tally.add("move", steps(printed(class, formation)), chart, String::new),
        Some(from) => {
            let slower = match (class.arm(), from, formation) {
                // A battery goes limbered before or after the change (E A59).
                (Arm::Artillery, ..) => limbered(class),
                // A garrison has no speed of its own (E P27).
                (_, Formation::Garrison, other) | (_, other, Formation::Garrison) => printed(class, other),
                (_, from, to) => printed(class, from).min(printed(class, to)),
            };
            tally.add("move", steps(slower), chart, String::new);
            if [from, formation].contains(&Formation::Square) {
                tally.replace("square", 0, Cite("E L5"));
            } else {
                halve("change", Cite(if class.arm() == Arm::Artillery { "E A59" } else { "E L5" }), tally);
            }
        }
    }
    if facts.withdrawing {
        halve("withdrawal", Cite("E P34"), tally);
    }
}

/// Whether the move is doubled, and free of losses (E A56, P19).
fn uses_road(facts: &Facts, formation: Formation) -> bool {
    let marches = matches!(formation, Formation::RoadColumn | Formation::Limbered);
    facts.on_road && marches && facts.changes_from.is_none_or(|from| from == formation) && !facts.withdrawing
}

/// What woods, walls and fords take, in this order (E P19).
fn ground<T: Tally>(facts: &Facts, arm: Arm, house: &HouseRules, tally: &mut T) {
    let [open, light, heavy] = [facts.open, facts.light_woods, facts.heavy_woods].map(|n| i64::from(n.max(0)));
    let is_wooded = light + heavy > 0;
    if arm == Arm::Artillery && (is_wooded || facts.walls > 0) {
        return tally.replace("impassable", 0, Cite("E movement-modifiers"));
    }
    if is_wooded {
        // In thirds of an inch of the move for an inch of the way (E A53).
        let (in_light, in_heavy) = if house.woods_kept { (6, 4) } else { (6, 12) };
        let (way, cost) = (3 * (open + light + heavy), 3 * open + in_light * light + in_heavy * heavy);
        let left = i64::from(tally.total());
        let kept = i16::try_from(left * way / cost).unwrap_or_default();
        let cite = Cite(if house.woods_kept { "E A53" } else { "E P19" });
        tally.add("woods", kept - tally.total(), cite, String::new);
    }
    for _ in 0..facts.walls {
        halve("wall", Cite("E A55"), tally);
    }
    for _ in 0..facts.fords {
        if arm == Arm::Cavalry {
            tally.add("ford", -steps(3_000), Cite("E A55"), String::new);
        } else {
            halve("ford", Cite("E A55"), tally);
        }
    }
    tally.clamp(0, i16::MAX, Cite("E P19"));
}

/// The move, part by part, in hundredths of an inch.
#[must_use]
pub fn breakdown(facts: &Facts, house: &HouseRules) -> Breakdown {
    let mut breakdown = Breakdown { per: PER_INCH, ..Breakdown::new("move") };
    breakdown.parts.reserve(6);
    total(facts, house, &mut breakdown);
    breakdown
}

/// The move in thousandths of an inch: how far it may go along a way with these shares of open ground and woods.
#[must_use]
pub fn value(facts: &Facts, house: &HouseRules) -> i32 {
    let mut sum = Sum::default();
    total(facts, house, &mut sum);
    i32::from(sum.total()) * 10
}

/// All that is wrong with the facts.
#[must_use]
pub fn check(facts: &Facts) -> Vec<FactFault> {
    let mut found = Vec::new();
    let mut faults = Faults { at: "", found: &mut found };
    for (field, length) in
        [("open", facts.open), ("light-woods", facts.light_woods), ("heavy-woods", facts.heavy_woods)]
    {
        faults.length(field, length, 0);
    }
    match facts.who {
        Who::Leader { .. } => {
            faults.only(facts.changes_from.is_some(), "changes-from", false);
            faults.only(facts.withdrawing, "withdrawing", false);
            faults.only(facts.on_road, "on-road", false);
        }
        Who::Unit { class, formation, routed } => {
            faults.formation("formation", class, formation);
            if let Some(from) = facts.changes_from {
                faults.formation("changes-from", class, from);
            }
            let is_gun = class.arm() == Arm::Artillery;
            let marches = matches!(formation, Formation::RoadColumn | Formation::Limbered);
            faults.conflict(routed && facts.changes_from.is_some(), "routed", "changes-from");
            faults.conflict(routed && facts.withdrawing, "routed", "withdrawing");
            faults.conflict(routed && facts.on_road, "routed", "on-road");
            faults.conflict(facts.on_road && facts.changes_from.is_some(), "on-road", "changes-from");
            faults.only(facts.on_road, "on-road", marches);
            faults.unable(
                is_gun && (facts.light_woods > 0 || facts.heavy_woods > 0 || facts.walls > 0),
                "guns enter no woods and cross no walls: go round",
                &[Cite("E movement-modifiers")],
            );
        }
    }
    found
}
