//! The sum of each side of an assault, and what comes of it (E assault-table, infantry-modifiers, cavalry-modifiers,
//! artillery-modifiers).
//!
//! Each side names one unit its lead; the other units in the combat are its mass (E P13, A14). The lead's strength and status,
//! its terrain and its formation add up, then a flank or rear multiplies, then come the rest of group 4, support and mass
//! (E A12). The attack value is the difference as the side with initiative sees it, cut toward zero (E A38).
//!
//! ```
//! use eagles::empire::assault::{Combatant, Facts, Side, resolve};
//! use eagles::empire::charts::Ce;
//! use eagles::empire::house::HouseRules;
//! use eagles::empire::units::{Class, Effect, Formation, Nation};
//!
//! // A column strikes an equal line that has not moved.
//! let column = Combatant::new(Class::LineInfantry, Nation::Austrian, Ce::new(9), Formation::Column);
//! let mut line = Combatant::new(Class::LineInfantry, Nation::Prussian, Ce::new(9), Formation::Line);
//! line.unmoved = true;
//! let facts = Facts::<[Combatant; 0]>::new(Side::of(column), Side::of(line));
//! let result = resolve(&facts, &HouseRules::default(), 4);
//! assert_eq!((result.value, result.attacker, result.defender), (-1, Effect::Disorder, Effect::None));
//! ```

use super::facts::{Combatant, Facts, Role, Side, Support};
use super::table::{Cell, lookup};
use crate::cite::Cite;
use crate::empire::charts::{Markers, Tenths, face, unmoved_line};
use crate::empire::house::HouseRules;
use crate::empire::units::{Arm, Class, Cover, Effect, Facet, Formation, Nation, POINT, Status, Weather};
use crate::explain::{Breakdown, Sum, Tally};
use serde::Serialize;

/// What one sum of a unit rests on.
#[derive(Clone, Copy)]
struct Sight<'a> {
    unit: &'a Combatant,
    role: Role,
    /// The enemy's lead decides every line that speaks of an enemy (E P13).
    foe: &'a Combatant,
    /// Whether that lead is the whole of the enemy, and so whom the unit has struck.
    alone: bool,
    weather: Weather,
    house: &'a HouseRules,
}

const fn points(n: i16) -> i16 {
    n * POINT
}

impl Sight<'_> {
    fn is_attacker(&self) -> bool {
        self.role == Role::Attacker
    }

    /// Groups 1 to 3, or the unit's own list (E P16).
    fn value<T: Tally>(&self, tally: &mut T) {
        let unit = self.unit;
        tally.add("ce", unit.ce.quarters(), Cite("E assault-table"), String::new);
        if unit.status == Status::Routed {
            tally.replace("routed", 0, Cite("E A28"));
            return;
        }
        match unit.class.arm() {
            Arm::Infantry => self.infantry(tally),
            Arm::Cavalry => self.cavalry(tally),
            Arm::Artillery => self.guns(tally),
        }
    }

    /// Hits, disorder and the leader.
    fn markers<T: Tally>(&self, tally: &mut T) {
        let Combatant { class, hits, status, leader, .. } = *self.unit;
        Markers { arm: class.arm(), hits, status, leader }.add(self.house, tally);
    }

    /// Groups 1 to 3 of infantry (E infantry-modifiers).
    fn infantry<T: Tally>(&self, tally: &mut T) {
        let (unit, foe) = (self.unit, self.foe);
        let is_british = unit.nation == Nation::British;
        self.markers(tally);
        if unit.unmoved && unit.formation == Formation::Line {
            let (code, n) = unmoved_line(unit.nation);
            tally.add(code, points(n), Cite("E A18"), String::new);
        }
        if self.house.literal_assault_column && unit.is_assault_column() {
            tally.add("assault-column", points(-4), Cite("E A16"), String::new);
        }
        if foe.class.arm() == Arm::Artillery && foe.unsupported {
            tally.add("unsupported-guns", points(2), Cite("E A50"), String::new);
        }
        self.terrain(tally);
        if unit.formation == Formation::Square {
            match foe.class.arm() {
                Arm::Cavalry if is_british => {
                    tally.add("british-square", points(7), Cite("E A17"), String::new);
                }
                Arm::Cavalry => tally.add("square-against-cavalry", points(5), Cite("E A20"), String::new),
                Arm::Infantry => {
                    tally.add("square-against-infantry", points(-3), Cite("E infantry-modifiers"), String::new);
                }
                Arm::Artillery => {}
            }
        }
        if unit.changed_while_pinned {
            tally.add("changed-while-pinned", points(-2), Cite("E P21"), String::new);
        }
    }

    /// Group 2, which serves infantry and guns that are struck (E P3, P17).
    fn terrain<T: Tally>(&self, tally: &mut T) {
        if self.is_attacker() {
            return;
        }
        let (code, n) = cover(self.unit.cover);
        if n > 0 {
            tally.add(code, points(n), Cite("E A4"), String::new);
        }
    }

    /// The list of cavalry but for the wider front (E cavalry-modifiers).
    fn cavalry<T: Tally>(&self, tally: &mut T) {
        let (unit, foe) = (self.unit, self.foe);
        let against = foe.class.arm();
        self.markers(tally);
        if against == Arm::Cavalry {
            if self.is_attacker() && unit.class == Class::SabreCavalry && self.house.sabre_against_cavalry {
                tally.add("sabre", points(3), Cite("E A21"), String::new);
            }
            if unit.blown {
                tally.add("blown", points(-5), Cite("E A23"), String::new);
            }
            if unit.charging && !foe.charging {
                tally.add("against-non-charging", points(4), Cite("E A25"), String::new);
            }
            return;
        }
        if !self.is_attacker() {
            return;
        }
        if self.weather == Weather::Rain {
            let (code, n) = if unit.class == Class::Lancers { ("lancers-in-rain", 2) } else { ("rain", 1) };
            tally.add(code, points(n), Cite("E A22"), String::new);
        }
        if against == Arm::Infantry {
            if foe.failed_square && !foe.is_square() {
                tally.add("failed-to-square", points(6), Cite("E A19"), String::new);
            } else if !foe.is_square() && foe.formation != Formation::Garrison {
                tally.add("not-in-square", points(3), Cite("E A19"), String::new);
            }
        }
        if unit.formation.is_column() {
            let (code, n, cite) = if against == Arm::Infantry {
                ("column-against-infantry", 1, Cite("E A20"))
            } else {
                ("column-against-guns", -1, Cite("E cavalry-modifiers"))
            };
            tally.add(code, points(n), cite, String::new);
        }
        if unit.class == Class::SabreCavalry {
            tally.add("sabre", points(3), Cite("E A21"), String::new);
        }
    }

    /// The list of artillery as far as it speaks of assaults, and terrain (E artillery-modifiers, P3).
    fn guns<T: Tally>(&self, tally: &mut T) {
        self.markers(tally);
        if self.unit.formation != Formation::Limbered {
            let (code, n) = aimed_at(self.foe.class.arm(), self.foe.formation, self.foe.closed_up, false);
            if n != 0 && self.foe.status != Status::Routed {
                tally.add(code, points(n), Cite("E P3"), String::new);
            }
            if self.unit.unlimbered {
                tally.add("unlimbered", points(-3), Cite("E artillery-modifiers"), String::new);
            }
        }
        self.terrain(tally);
    }

    /// The factor of an attack on a flank or rear, with its code (E A13, A14, P30, Q1). It is about the place of the unit, and
    /// so about whom it has struck: an enemy lead who has no flank takes it only from those who have struck nobody else.
    fn factor(&self) -> (&'static str, i16) {
        let has_flank = !self.alone || (self.foe.formation.has_flank() && self.foe.status != Status::Routed);
        match self.unit.facet {
            Facet::Flank if self.is_attacker() && has_flank => ("flank", 2),
            Facet::Rear if self.is_attacker() && has_flank => ("rear", 3),
            _ => ("front", 1),
        }
    }

    /// What a further unit brings: half of its value, with its own factor, at least 0 (E A52, A14).
    fn mass(&self) -> i16 {
        let mut sum = Sum::default();
        self.value(&mut sum);
        let (code, factor) = self.factor();
        sum.multiply(code, factor, Cite("E A13"));
        sum.total().max(0) / 2
    }
}

/// The line of the artillery list for a target, with its code (E artillery-modifiers, A47, Q10). Cavalry in skirmish order is
/// a line in an assault and skirmishers under fire (E P8, Q8).
pub(in crate::empire) const fn aimed_at(
    arm: Arm,
    formation: Formation,
    closed_up: bool,
    is_fire: bool,
) -> (&'static str, i16) {
    match (arm, formation) {
        (Arm::Infantry, Formation::Square) => ("at-square", 3),
        (Arm::Infantry, Formation::Skirmish) => ("at-skirmishers", -4),
        (Arm::Infantry, Formation::Column | Formation::RoadColumn) if closed_up => ("at-mass", 3),
        (Arm::Infantry, Formation::Column | Formation::RoadColumn) => ("at-infantry-column", 2),
        (Arm::Infantry, _) => ("at-infantry-line", 1),
        (Arm::Cavalry, Formation::Skirmish) if is_fire => ("at-skirmishers", -4),
        (Arm::Cavalry, Formation::Column | Formation::RoadColumn) => ("at-cavalry-column", 3),
        (Arm::Cavalry, _) => ("at-cavalry-line", 2),
        (Arm::Artillery, Formation::Unlimbered) => ("at-unlimbered-guns", -2),
        (Arm::Artillery, _) => ("at-limbered-guns", 0),
    }
}

/// What cover is worth on the infantry list, with its code (E A48, A54).
pub(in crate::empire) const fn cover(cover: Cover) -> (&'static str, i16) {
    match cover {
        Cover::Open => ("open", 0),
        Cover::Hillcrest => ("hillcrest", 1),
        Cover::Hedge => ("hedge", 1),
        Cover::LightWoods => ("light-woods", 1),
        Cover::HeavyWoods => ("heavy-woods", 2),
        Cover::Wall => ("wall", 2),
        Cover::LightWorks | Cover::MediumWorks | Cover::HeavyWorks => ("works", 2),
    }
}

/// Whether `own` is at least `num / den` times as wide (E A15, A24).
fn is_wider(own: Option<i32>, enemy: Option<i32>, num: i64, den: i64) -> bool {
    match (own, enemy) {
        (Some(own), Some(enemy)) if own > 0 && enemy > 0 => i64::from(own) * den >= i64::from(enemy) * num,
        _ => false,
    }
}

/// The bonus of the wider front, with its code (E A15, A24); whether the enemy has a flank is not asked (Q63).
fn width<M>(own: &Side<M>, enemy: &Side<M>) -> (&'static str, i16, Cite) {
    let wider = |num, den| is_wider(own.frontage, enemy.frontage, num, den);
    match (own.lead.class.arm(), enemy.lead.class.arm()) {
        (Arm::Infantry, _) if wider(2, 1) => ("twice-as-wide", 2, Cite("E A15")),
        (Arm::Cavalry, Arm::Cavalry) if wider(3, 1) => ("thrice-as-wide", 4, Cite("E A24")),
        (Arm::Cavalry, Arm::Cavalry) if wider(2, 1) => ("twice-as-wide", 3, Cite("E A24")),
        (Arm::Cavalry, Arm::Cavalry) if wider(3, 2) => ("half-again-as-wide", 2, Cite("E A24")),
        _ => ("not-wider", 0, Cite("E A24")),
    }
}

/// Adds up one side, in quarter points (E A12).
///
/// The codes of the parts: `ce`, `routed`, `hits`, `disordered`, `leader`; of infantry `unmoved-line`, `unmoved-british-line`,
/// `assault-column`, `unsupported-guns`, the cover, `square-against-cavalry`, `british-square`, `square-against-infantry`,
/// `changed-while-pinned`; of cavalry `rain`, `lancers-in-rain`, `not-in-square`, `failed-to-square`,
/// `column-against-infantry`, `column-against-guns`, `sabre`, `blown`, `against-non-charging`; of guns `at-` what and
/// `unlimbered`; then `flank` or `rear`, the wider front, `assault-column-charge`, `counter-attack`, `support-columns`,
/// `support-lines`, `support-guns` and `mass`.
pub fn total<M: AsRef<[Combatant]>, T: Tally>(facts: &Facts<M>, role: Role, house: &HouseRules, tally: &mut T) {
    let (own, enemy) = (facts.side(role), facts.side(role.other()));
    let alone = enemy.mass.as_ref().is_empty();
    let sight = |unit| Sight { unit, role: unit.role(role), foe: &enemy.lead, alone, weather: facts.weather, house };
    let lead = sight(&own.lead);
    lead.value(tally);
    if own.lead.status == Status::Routed {
        return;
    }
    let (code, factor) = lead.factor();
    if factor > 1 {
        tally.multiply(code, factor, Cite("E A13"));
    }
    if factor == 1 || house.cumulative_enfilade {
        let (code, n, cite) = width(own, enemy);
        if n > 0 {
            tally.add(code, points(n), cite, String::new);
        }
    }
    if lead.is_attacker() && own.lead.is_assault_column() {
        tally.add("assault-column-charge", points(1), Cite("E A16"), String::new);
    }
    if counter_attacks(&lead) {
        tally.add("counter-attack", points(1), Cite("E P9"), String::new);
    }
    let Support { lines, columns, guns } = own.support;
    for (code, count, each) in [("support-columns", columns, 1), ("support-lines", lines, 2), ("support-guns", guns, 2)]
    {
        if count > 0 {
            tally.add(code, points(i16::from(count) * each), Cite("E P5"), String::new);
        }
    }
    for unit in own.mass.as_ref() {
        let half = sight(unit).mass();
        if half > 0 {
            tally.add("mass", half, Cite("E A52"), String::new);
        }
    }
}

/// British infantry in line that moves against infantry (E P9).
fn counter_attacks(lead: &Sight<'_>) -> bool {
    let unit = lead.unit;
    lead.is_attacker()
        && unit.counter_attacking
        && unit.nation == Nation::British
        && unit.class.arm() == Arm::Infantry
        && unit.formation == Formation::Line
        && lead.foe.class.arm() == Arm::Infantry
}

/// One side, part by part.
#[must_use]
pub fn breakdown<M: AsRef<[Combatant]>>(facts: &Facts<M>, role: Role, house: &HouseRules) -> Breakdown {
    let mut breakdown = Breakdown::in_quarters("assault");
    breakdown.parts.reserve(8 + facts.side(role).mass.as_ref().len());
    total(facts, role, house, &mut breakdown);
    breakdown
}

/// What comes of an assault.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub struct Resolution {
    /// The totals of attacker and defender, in quarter points.
    pub totals: [i16; 2],
    /// The attack value as the side that rolls has it, in points, before it is held to the table.
    pub value: i16,
    /// The die, 1 to 10.
    pub die: u8,
    /// The cell.
    pub cell: Cell,
    /// What it does to the attacker.
    pub attacker: Effect,
    /// What it does to the defender.
    pub defender: Effect,
    /// Who wins, the side with the milder result (E A8) by the order of the table (E A7); nobody when they are alike.
    pub winner: Option<Role>,
}

fn of_totals(totals: [i16; 2], roller: Role, house: &HouseRules, die: u8) -> Resolution {
    let die = face(die);
    let value = difference(totals, roller);
    let cell = lookup(value, die, house);
    let (attacker, defender) = match roller {
        Role::Attacker => (cell.roller, cell.other),
        Role::Defender => (cell.other, cell.roller),
    };
    let winner = match attacker.cmp(&defender) {
        std::cmp::Ordering::Less => Some(Role::Attacker),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(Role::Defender),
    };
    Resolution { totals, value, die, cell, attacker, defender, winner }
}

/// The difference in points as the roller sees it, cut toward zero (E A38).
fn difference([attacker, defender]: [i16; 2], roller: Role) -> i16 {
    let difference = attacker.saturating_sub(defender) / POINT;
    match roller {
        Role::Attacker => difference,
        Role::Defender => -difference,
    }
}

fn totals<M: AsRef<[Combatant]>>(facts: &Facts<M>, house: &HouseRules) -> [i16; 2] {
    [Role::Attacker, Role::Defender].map(|role| {
        let mut sum = Sum::default();
        total(facts, role, house, &mut sum);
        sum.total()
    })
}

/// The attack value as the side that rolls has it, in points, before it is held to the table.
#[must_use]
pub fn attack_value<M: AsRef<[Combatant]>>(facts: &Facts<M>, house: &HouseRules) -> i16 {
    difference(totals(facts, house), facts.roller)
}

/// What a die of 1 to 10 gives. Neither die nor value changes after the roll (E A5).
#[must_use]
pub fn resolve<M: AsRef<[Combatant]>>(facts: &Facts<M>, house: &HouseRules, die: u8) -> Resolution {
    of_totals(totals(facts, house), facts.roller, house, die)
}

/// A resolution with the breakdown of both sides.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub struct Explained {
    /// What comes of it.
    pub resolution: Resolution,
    /// The attacker's sum.
    pub attacker: Breakdown,
    /// The defender's sum.
    pub defender: Breakdown,
}

/// What a die of 1 to 10 gives, and why.
#[must_use]
pub fn explain<M: AsRef<[Combatant]>>(facts: &Facts<M>, house: &HouseRules, die: u8) -> Explained {
    let [attacker, defender] = [Role::Attacker, Role::Defender].map(|role| breakdown(facts, role, house));
    let resolution = of_totals([attacker.total, defender.total], facts.roller, house, die);
    Explained { resolution, attacker, defender }
}

/// What all ten faces of the die give.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub struct Odds {
    /// The results of the faces 1 to 10: attacker, defender.
    pub faces: [(Effect, Effect); 10],
    /// How many faces give the attacker each effect, by [`Effect::ALL`].
    pub attacker: Tenths<6>,
    /// How many faces give the defender each effect, by [`Effect::ALL`].
    pub defender: Tenths<6>,
    /// How many faces the attacker wins, nobody wins, the defender wins.
    pub winner: Tenths<3>,
}

/// The exact chances.
#[must_use]
pub fn odds<M: AsRef<[Combatant]>>(facts: &Facts<M>, house: &HouseRules) -> Odds {
    let totals = totals(facts, house);
    let result = |die| of_totals(totals, facts.roller, house, die);
    let mut faces = [(Effect::None, Effect::None); 10];
    for (face, die) in faces.iter_mut().zip(1..) {
        let result = result(die);
        *face = (result.attacker, result.defender);
    }
    Odds {
        faces,
        attacker: Tenths::of(|die| result(die).attacker as usize),
        defender: Tenths::of(|die| result(die).defender as usize),
        winner: Tenths::of(|die| match result(die).winner {
            Some(Role::Attacker) => 0,
            None => 1,
            Some(Role::Defender) => 2,
        }),
    }
}
