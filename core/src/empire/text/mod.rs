//! English for every action, event, refusal, draw and breakdown part: the one place where codes become sentences.
//!
//! What rests on a ruling of ours (L, P or Q) says so: `(house rule L3)`.

mod actions;
mod events;
mod parts;
mod refusals;
#[cfg(test)]
mod tests;
mod views;

pub use parts::{marks_text, part_name};

use super::geometry::{Facing, Point};
use super::profile::Empire;
use super::scenario::Inches;
use super::state::{DivisionId, Host, LeaderId, ObjectiveId, UnitId};
use super::units::{Arm, Effect, Facet, Formation, Order};
use crate::chance::{Kind, Request};
use crate::cite::Cite;
use crate::explain::{Breakdown, Part};
use crate::game::Player;
use std::fmt::Write as _;

/// The finest length that people are told, in thousandths of an inch.
const HUNDREDTH: i32 = 10;

/// Whether a citation is a ruling that the sheet does not give: a house rule of ours (L), or one that completes them (P, Q).
fn is_ours(cite: Cite) -> bool {
    let number = cite.0.strip_prefix("E ").unwrap_or_default();
    let digits = number.get(1..).unwrap_or_default();
    number.starts_with(['L', 'P', 'Q']) && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

/// ` (house rule L3)` for what rests on rulings of ours, else nothing.
#[must_use]
pub fn label(cites: &[Cite]) -> String {
    let ours: Vec<_> =
        cites.iter().filter(|cite| is_ours(**cite)).map(|cite| cite.0.trim_start_matches("E ")).collect();
    match ours.as_slice() {
        [] => String::new(),
        [one] => format!(" (house rule {one})"),
        [first @ .., last] => format!(" (house rules {} and {last})", first.join(", ")),
    }
}

/// A number in units of which `per` make a point: `4½`, `-1¼`, `7.25`.
#[must_use]
pub fn number_text(n: i16, per: u8) -> String {
    let per = u16::from(per.max(1));
    let size = n.unsigned_abs();
    let (whole, part) = (size / per, size % per);
    let sign = if n < 0 { "-" } else { "" };
    match (per, part) {
        (_, 0) => format!("{sign}{whole}"),
        (4, quarters) => {
            let glyph = ["¼", "½", "¾"][usize::from(quarters - 1)];
            if whole == 0 { format!("{sign}{glyph}") } else { format!("{sign}{whole}{glyph}") }
        }
        _ => {
            let text = format!("{sign}{whole}.{:02}", u32::from(part) * 100 / u32::from(per));
            text.trim_end_matches('0').to_owned()
        }
    }
}

/// A part of a breakdown: `+1 unmoved line (95th, house rule P8)`; the `first` has no plus.
#[must_use]
pub fn part_text(part: &Part, per: u8, first: bool) -> String {
    let sign = if part.amount >= 0 && !first { "+" } else { "" };
    let mut text = format!("{sign}{} {}", number_text(part.amount, per), part_name(part.code));
    let ours = is_ours(part.cite).then(|| format!("house rule {}", part.cite.0.trim_start_matches("E ")));
    let source = (!part.source.is_empty()).then(|| part.source.clone());
    let notes: Vec<_> = source.into_iter().chain(ours).collect();
    if !notes.is_empty() {
        let _ = write!(text, " ({})", notes.join(", "));
    }
    text
}

/// A breakdown in one line: `9½: 8 strength, -1 hits, +2½ leader`.
#[must_use]
pub fn breakdown_text(number: &Breakdown) -> String {
    let parts: Vec<_> = number.parts.iter().enumerate().map(|(n, part)| part_text(part, number.per, n == 0)).collect();
    let total = number_text(number.total, number.per);
    if parts.is_empty() { total } else { format!("{total}: {}", parts.join(", ")) }
}

/// `1 hit`, `2 hits`.
fn count(n: u32, one: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") }
}

/// `a, b and c`.
fn join(items: impl IntoIterator<Item = String>) -> String {
    let items: Vec<_> = items.into_iter().collect();
    match items.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The sentence with a capital at its head.
fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// A length: `6 in`, `1.5 in`; cut to hundredths, so that what is told can be done.
fn inches(mil: i32) -> String {
    format!("{} in", Inches(mil / HUNDREDTH * HUNDREDTH))
}

/// A length that is too long, to the next hundredth above.
fn inches_over(mil: i32) -> String {
    inches(mil.saturating_add(HUNDREDTH - 1))
}

/// A place: `12.5, 30`, to hundredths.
#[must_use]
pub fn place(at: Point) -> String {
    let near = |mil: i32| Inches(mil.saturating_add(HUNDREDTH / 2).div_euclid(HUNDREDTH).saturating_mul(HUNDREDTH));
    format!("{}, {}", near(at.x), near(at.y))
}

/// A direction: `north`, `south-east`, `120 degrees`.
fn facing_text(facing: Facing) -> String {
    match facing.degrees() {
        0 => "north".to_owned(),
        45 => "north-east".to_owned(),
        90 => "east".to_owned(),
        135 => "south-east".to_owned(),
        180 => "south".to_owned(),
        225 => "south-west".to_owned(),
        270 => "west".to_owned(),
        315 => "north-west".to_owned(),
        degrees => format!("{degrees} degrees"),
    }
}

/// A result of the charts in words.
#[must_use]
pub const fn effect_text(effect: Effect) -> &'static str {
    match effect {
        Effect::None => "nothing",
        Effect::Disorder => "disorder",
        Effect::Fallback => "fallback",
        Effect::Hit => "1 hit",
        Effect::TwoHits => "2 hits",
        Effect::Rout => "rout",
    }
}

/// How a unit stands, behind its name: `in line`, `as a garrison`.
#[must_use]
pub const fn formation_text(formation: Formation) -> &'static str {
    match formation {
        Formation::Line => "in line",
        Formation::Column => "in column",
        Formation::RoadColumn => "in road column",
        Formation::Square => "in square",
        Formation::Skirmish => "in skirmish order",
        Formation::Garrison => "as a garrison",
        Formation::Limbered => "limbered",
        Formation::Unlimbered => "unlimbered",
    }
}

const fn order_text(order: Order) -> &'static str {
    match order {
        Order::Attack => "attack",
        Order::Defend => "defend",
        Order::Reserve => "reserve",
    }
}

const fn facet_text(facet: Facet) -> &'static str {
    match facet {
        Facet::Front => "in front",
        Facet::Flank => "in the flank",
        Facet::Rear => "in the rear",
    }
}

pub(super) const fn arm_text(arm: Arm) -> &'static str {
    match arm {
        Arm::Infantry => "infantry",
        Arm::Cavalry => "cavalry",
        Arm::Artillery => "guns",
    }
}

impl Empire {
    /// A unit's name.
    fn unit_text(&self, id: UnitId) -> String {
        self.units.get(id.index()).map_or_else(|| format!("unit {}", id.0), |unit| unit.name.clone())
    }

    fn units_text(&self, ids: &[UnitId]) -> String {
        join(ids.iter().map(|id| self.unit_text(*id)))
    }

    fn leader_text(&self, id: LeaderId) -> String {
        self.leaders.get(id.index()).map_or_else(|| format!("leader {}", id.0), |leader| leader.name.clone())
    }

    fn division_text(&self, id: DivisionId) -> String {
        self.divisions.get(id.index()).map_or_else(|| format!("division {}", id.0), |division| division.name.clone())
    }

    fn objective_text(&self, id: ObjectiveId) -> String {
        self.objectives.get(id.index()).map_or_else(|| format!("objective {}", id.0), |o| o.name.clone())
    }

    /// A side as an adjective: `French`.
    fn side_text(&self, player: Player) -> String {
        self.sides.get(player.index()).map_or_else(|| "nobody".to_owned(), |side| capital(&side.name))
    }

    fn host_text(&self, host: Host) -> String {
        match host {
            Host::None => String::new(),
            Host::Unit(unit) => format!("with {}", self.unit_text(unit)),
            Host::Division(division) => format!("with the staff of {}", self.division_text(division)),
        }
    }

    pub(super) fn text_of_draw(&self, request: &Request) -> String {
        let dice = match request.kind {
            Kind::Dice { count: 1, sides } => format!("d{sides}"),
            Kind::Dice { count, sides } => format!("{count}d{sides}"),
            Kind::Pick { among } => format!("1 of {among}"),
        };
        let n = request.subject;
        let purpose = match request.code {
            "initiative" => format!("the initiative of the {}", self.side_text(Player(n.min(255) as u8))),
            "order" => format!("the order to {}", self.division_text(DivisionId(n))),
            "integrity" => format!("the integrity of {}", self.division_text(DivisionId(n))),
            "failed-integrity" => format!("what becomes of {}", self.division_text(DivisionId(n))),
            "leader" => format!("the fate of {}", self.leader_text(LeaderId(n))),
            "coming-order" => format!("the order on its way to {}", self.division_text(DivisionId(n))),
            "leader-host" => format!("whom {} is with", self.leader_text(LeaderId(n))),
            "fire" => format!("the fire of {}", self.unit_text(UnitId(n))),
            "assault" => format!("the assault led by {}", self.unit_text(UnitId(n))),
            "square" => format!("the square of {}", self.unit_text(UnitId(n))),
            "morale" => format!("the morale of {}", self.unit_text(UnitId(n))),
            "rally" => format!("the rally of {}", self.unit_text(UnitId(n))),
            code => code.replace('-', " "),
        };
        format!("{dice} for {purpose}")
    }
}
