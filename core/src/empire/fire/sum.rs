//! The sum of the firer, and what comes of it (E fire-table, infantry-modifiers, artillery-modifiers, skirmish-ratings).
//!
//! Infantry, screens and batteries fire, each by its own list. Several batteries at one target are one roll: the lead
//! battery's strength and status, the lines of the target once, size and distance of every battery (E A43).
//!
//! ```
//! use eagles::empire::charts::Ce;
//! use eagles::empire::fire::{Battery, Facts, Firer, Target, resolve};
//! use eagles::empire::house::HouseRules;
//! use eagles::empire::units::{Class, Effect, Formation, Nation};
//!
//! // A line that stood still fires at a square.
//! let mut line = Firer::new(Class::LineInfantry, Nation::Austrian, Ce::new(9), Formation::Line);
//! (line.unmoved, line.hits) = (true, 2);
//! let square = Target::new(Class::LineInfantry, Formation::Square);
//! let facts = Facts::<[Battery; 0]>::new(line, square, 2_500);
//! let result = resolve(&facts, &HouseRules::default(), 6);
//! assert_eq!((result.value, result.effect), (12, Effect::TwoHits));
//! ```

use super::table::{TABLE, distance_modifier, max_range, row_of, size_modifier};
use crate::cite::Cite;
use crate::empire::assault::{aimed_at, cover};
use crate::empire::charts::{Ce, FactFault, Faults, Markers, Tenths, face, floor, is_assault_column, unmoved_line};
use crate::empire::house::HouseRules;
use crate::empire::units::{Arm, Class, Cover, Effect, Facet, Formation, Nation, POINT, Size, Status};
use crate::explain::{Breakdown, Sum, Tally};
use serde::{Deserialize, Serialize};

/// Who fires: a battalion, a screen, or the lead battery.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Firer {
    /// What troops it is.
    pub class: Class,
    /// Whose.
    #[serde(default = "other")]
    pub nation: Nation,
    /// Its strength as printed, 1 to 20 points; left out for a screen, whose stands are its strength (E A41).
    #[serde(default)]
    pub ce: Ce,
    /// How it stands.
    pub formation: Formation,
    /// Stands of skirmishers: of a screen its own; of a formed battalion those in front of it, which count only by
    /// [`HouseRules::screen_adds_to_parent`].
    #[serde(default)]
    pub stands: u8,
    /// Its HIT markers.
    #[serde(default)]
    pub hits: u8,
    /// Its order.
    #[serde(default)]
    pub status: Status,
    /// The rating of the leader attached to it, -1 to 4 (E A26).
    #[serde(default)]
    pub leader: Option<i8>,
    /// It has not moved, turned or changed formation this turn (E A18, A46).
    #[serde(default)]
    pub unmoved: bool,
    /// Guns: unlimbered this turn.
    #[serde(default)]
    pub unlimbered: bool,
    /// Guns: from where they see the target (E P4, L2).
    #[serde(default)]
    pub facet: Facet,
}

fn other() -> Nation {
    Nation::Other
}

impl Firer {
    /// A firer in good order of which nothing more is to be said.
    #[must_use]
    pub const fn new(class: Class, nation: Nation, ce: Ce, formation: Formation) -> Self {
        Self {
            class,
            nation,
            ce,
            formation,
            stands: 0,
            hits: 0,
            status: Status::Good,
            leader: None,
            unmoved: false,
            unlimbered: false,
            facet: Facet::Front,
        }
    }

    /// Whether its stands are its strength.
    fn is_screen(&self) -> bool {
        self.formation == Formation::Skirmish && self.stands > 0
    }
}

/// A further battery at the same target (E A43).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Battery {
    /// What battery it is.
    pub class: Class,
    /// How far it stands from the target, in thousandths of an inch, written in inches.
    #[serde(with = "crate::empire::lengths")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::empire::scenario::Inches"))]
    pub distance: i32,
    /// Its order.
    #[serde(default)]
    pub status: Status,
    /// It is limbered, and so does not fire (E P11).
    #[serde(default)]
    pub limbered: bool,
    /// Unlimbered this turn.
    #[serde(default)]
    pub unlimbered: bool,
}

impl Battery {
    /// A battery in good order that stood ready.
    #[must_use]
    pub const fn new(class: Class, distance: i32) -> Self {
        Self { class, distance, status: Status::Good, limbered: false, unlimbered: false }
    }

    /// What it adds in points: size and distance, 1 less when disordered or just unlimbered; nothing when it cannot fire.
    #[must_use]
    pub fn adds(&self) -> Option<i16> {
        let size = self.class.size()?;
        if self.limbered || self.status == Status::Routed || self.distance > max_range(size) {
            return None;
        }
        let is_hindered = self.status == Status::Disordered || self.unlimbered;
        Some(size_modifier(size) + distance_modifier(self.distance) - i16::from(is_hindered))
    }
}

/// At whom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Target {
    /// What troops it is.
    pub class: Class,
    /// How it stands.
    pub formation: Formation,
    /// Its order.
    #[serde(default)]
    pub status: Status,
    /// The best cover that counts against this fire (E P31, P44).
    #[serde(default)]
    pub cover: Cover,
    /// Cavalry: it charges.
    #[serde(default)]
    pub charging: bool,
    /// Infantry in column: closed up with other columns (E A47).
    #[serde(default)]
    pub closed_up: bool,
}

impl Target {
    /// A target in the open of which nothing more is to be said.
    #[must_use]
    pub const fn new(class: Class, formation: Formation) -> Self {
        Self { class, formation, status: Status::Good, cover: Cover::Open, charging: false, closed_up: false }
    }
}

/// Fire at one target. `B` holds the further batteries: a `Vec` in a file, a borrowed slice in the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(bound = "B: schemars::JsonSchema + Default + Serialize")
)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Facts<B = Vec<Battery>> {
    /// Who fires.
    pub firer: Firer,
    /// At whom.
    pub target: Target,
    /// How far, in thousandths of an inch, edge to edge; written in inches.
    #[serde(with = "crate::empire::lengths")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::empire::scenario::Inches"))]
    pub distance: i32,
    /// Further batteries at the same target.
    #[serde(default)]
    pub batteries: B,
    /// The year, 1792 to 1815: skirmishers of most nations were worse before 1813 (E A42).
    #[serde(default = "waterloo")]
    pub year: u16,
}

fn waterloo() -> u16 {
    1815
}

impl<B: Default> Facts<B> {
    /// Fire by one unit alone, in 1815.
    #[must_use]
    pub fn new(firer: Firer, target: Target, distance: i32) -> Self {
        Self { firer, target, distance, batteries: B::default(), year: waterloo() }
    }
}

const fn points(n: i16) -> i16 {
    n * POINT
}

/// What a stand of skirmishers is worth (E skirmish-ratings). 1812 is early, but for [`HouseRules::late_1812`] (E A42).
#[must_use]
pub const fn skirmish_rating(nation: Nation, year: u16, house: &HouseRules) -> Ce {
    let is_late = year > 1812 || (year == 1812 && house.late_1812);
    match nation {
        Nation::French | Nation::British => Ce::new(2),
        _ if is_late => Ce::new(1),
        _ => Ce::from_quarters(POINT / 2),
    }
}

/// The strength of a screen: its stands times their rating (E A41).
#[must_use]
pub const fn screen_strength(nation: Nation, stands: u8, year: u16, house: &HouseRules) -> Ce {
    Ce::from_quarters(skirmish_rating(nation, year, house).quarters() * stands as i16)
}

/// How far a unit of this class fires, in thousandths of an inch (E A40, L1, artillery-size); `None` for cavalry, which never
/// does (E P18).
#[must_use]
pub const fn range(class: Class, house: &HouseRules) -> Option<i32> {
    match (class.arm(), class.size()) {
        (Arm::Infantry, _) => Some(house.tactical_range),
        (_, Some(size)) => Some(max_range(size)),
        _ => None,
    }
}

/// Whether guns bombard: they did not move, turn or unlimber, and fire beyond tactical range (E A46); moving by hand is
/// moving (E P48).
#[must_use]
pub fn is_bombarding<B>(facts: &Facts<B>, house: &HouseRules) -> bool {
    let firer = &facts.firer;
    let is_still = firer.unmoved && !firer.unlimbered;
    firer.class.arm() == Arm::Artillery && is_still && facts.distance > house.tactical_range
}

/// Whether the firer is able to fire at all: not routed (E A28), not limbered (E P11), no cavalry (E P18), within range.
fn may_fire<B>(facts: &Facts<B>, house: &HouseRules) -> bool {
    let firer = &facts.firer;
    firer.status != Status::Routed
        && firer.formation != Formation::Limbered
        && range(firer.class, house).is_some_and(|range| facts.distance <= range)
}

/// Adds up the firer's total, in quarter points.
///
/// The codes of the parts: `ce`, `stands`, `half`, `routed`, `hits`, `disordered`, `leader`, `unmoved-line`,
/// `unmoved-british-line`, `screen`, `at-` what, `charging-cavalry`, `assault-column`, the cover; of guns also `unlimbered`,
/// `bombarding`, `flank` or `rear`, `size`, `distance` and `battery`.
pub fn total<B: AsRef<[Battery]>, T: Tally>(facts: &Facts<B>, house: &HouseRules, tally: &mut T) {
    let firer = &facts.firer;
    if firer.is_screen() {
        let strength = screen_strength(firer.nation, firer.stands, facts.year, house);
        tally.add("stands", strength.quarters(), Cite("E A41"), String::new);
    } else {
        tally.add("ce", firer.ce.quarters(), Cite("E fire-table"), String::new);
    }
    if firer.status == Status::Routed {
        tally.replace("routed", 0, Cite("E A28"));
        return;
    }
    match firer.class.arm() {
        Arm::Infantry => infantry(facts, house, tally),
        Arm::Artillery => guns(facts, house, tally),
        Arm::Cavalry => {}
    }
}

fn markers<T: Tally>(firer: &Firer, house: &HouseRules, tally: &mut T) {
    let Firer { class, hits, status, leader, .. } = *firer;
    Markers { arm: class.arm(), hits, status, leader }.add(house, tally);
}

/// The list of infantry (E infantry-modifiers), the values of cover taken off (E A27). A routed target has no formation
/// (E P7).
fn infantry<B, T: Tally>(facts: &Facts<B>, house: &HouseRules, tally: &mut T) {
    let (firer, target) = (&facts.firer, &facts.target);
    if house.half_fire && (firer.formation.is_column() || firer.formation == Formation::Square) {
        tally.add("half", firer.ce.quarters() / 2 - firer.ce.quarters(), Cite("E P18"), String::new);
    }
    markers(firer, house, tally);
    if firer.unmoved && firer.formation == Formation::Line {
        let (code, n) = unmoved_line(firer.nation);
        tally.add(code, points(n), Cite("E A18"), String::new);
    }
    if house.screen_adds_to_parent && firer.stands > 0 && !firer.is_screen() {
        let screen = screen_strength(firer.nation, firer.stands, facts.year, house);
        tally.add("screen", screen.quarters(), Cite("E A41"), String::new);
    }
    let is_ordered = target.status != Status::Routed;
    let list = Cite("E infantry-modifiers");
    if is_ordered && target.formation == Formation::Skirmish {
        let cite = if target.class.arm() == Arm::Cavalry { Cite("E P8") } else { list };
        tally.add("at-skirmishers", points(-4), cite, String::new);
    }
    if is_ordered && target.charging && target.class.arm() == Arm::Cavalry {
        tally.add("charging-cavalry", points(-4), list, String::new);
    }
    if target.class.arm() == Arm::Artillery {
        tally.add("at-guns", points(-3), list, String::new);
    }
    if is_ordered && target.formation == Formation::Square {
        tally.add("at-square", points(4), list, String::new);
    }
    if is_assault_column(firer.nation, firer.class, firer.formation) {
        tally.add("assault-column", points(-4), Cite("E A16"), String::new);
    }
    let (code, n) = cover(target.cover);
    if n > 0 {
        tally.add(code, -points(n), Cite("E A27"), String::new);
    }
}

/// The list of artillery (E artillery-modifiers): what stands above its line for flanks is multiplied, the rest is not (E P4).
fn guns<B: AsRef<[Battery]>, T: Tally>(facts: &Facts<B>, house: &HouseRules, tally: &mut T) {
    let (firer, target) = (&facts.firer, &facts.target);
    let list = Cite("E artillery-modifiers");
    markers(firer, house, tally);
    let is_ordered = target.status != Status::Routed;
    let (code, n) = aimed_at(target.class.arm(), target.formation, target.closed_up, true);
    if is_ordered && n != 0 {
        let cite = match (target.class.arm(), target.formation) {
            (Arm::Infantry, Formation::Column | Formation::RoadColumn) if target.closed_up => Cite("E A47"),
            (Arm::Infantry, Formation::Garrison) => Cite("E Q10"),
            (Arm::Cavalry, Formation::Skirmish) => Cite("E P8"),
            _ => list,
        };
        tally.add(code, points(n), cite, String::new);
    }
    if firer.unlimbered {
        tally.add("unlimbered", points(-3), list, String::new);
    }
    if is_bombarding(facts, house) {
        tally.add("bombarding", points(1), Cite("E A46"), String::new);
    }
    if house.guns_enfilade && is_ordered && target.formation.has_flank() {
        match firer.facet {
            Facet::Front => {}
            Facet::Flank => tally.multiply("flank", 2, Cite("E P4")),
            Facet::Rear => tally.multiply("rear", 3, Cite("E P4")),
        }
    }
    if let Some(size) = firer.class.size().map(size_modifier).filter(|n| *n > 0) {
        tally.add("size", points(size), Cite("E artillery-size"), String::new);
    }
    let (code, n) = cover_from_guns(target.cover);
    if n > 0 {
        tally.add(code, -points(n), Cite("E A27"), String::new);
    }
    let distance = distance_modifier(facts.distance);
    if distance > 0 {
        tally.add("distance", points(distance), Cite("E fire-distance"), String::new);
    }
    if !house.batteries_apart {
        for added in facts.batteries.as_ref().iter().filter_map(Battery::adds) {
            tally.add("battery", points(added), Cite("E A43"), String::new);
        }
    }
}

/// What cover takes off the fire of guns, with its code (E artillery-modifiers, P6).
const fn cover_from_guns(cover: Cover) -> (&'static str, i16) {
    match cover {
        Cover::Open | Cover::Hillcrest | Cover::Hedge => ("open", 0),
        Cover::LightWoods => ("light-woods", 1),
        Cover::HeavyWoods => ("heavy-woods", 2),
        Cover::Wall => ("wall", 2),
        Cover::LightWorks => ("light-works", 2),
        Cover::MediumWorks => ("medium-works", 3),
        Cover::HeavyWorks => ("heavy-works", 4),
    }
}

/// The sum, part by part.
#[must_use]
pub fn breakdown<B: AsRef<[Battery]>>(facts: &Facts<B>, house: &HouseRules) -> Breakdown {
    let mut breakdown = Breakdown::in_quarters("fire");
    breakdown.parts.reserve(10 + facts.batteries.as_ref().len());
    total(facts, house, &mut breakdown);
    breakdown
}

/// What comes of fire.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub struct Resolution {
    /// The total in quarter points.
    pub total: i16,
    /// The total in points, rounded down (E A38, P1).
    pub value: i16,
    /// The row by which it is looked up; none when nothing is rolled: below 0 (E A37) or unable to fire.
    pub row: Option<&'static str>,
    /// The die, 1 to 10.
    pub die: u8,
    /// What it does to the target.
    pub effect: Effect,
}

fn of_total<B>(facts: &Facts<B>, house: &HouseRules, total: i16, die: u8) -> Resolution {
    let (die, value) = (face(die), floor(total));
    let is_rolled = may_fire(facts, house) && (value >= 0 || house.fire_below_zero);
    let row = is_rolled.then(|| &TABLE[row_of(value)]);
    let effect = row.map_or(Effect::None, |row| row.effect(die));
    Resolution { total, value, row: row.map(|row| row.name), die, effect }
}

fn sum<B: AsRef<[Battery]>>(facts: &Facts<B>, house: &HouseRules) -> i16 {
    let mut sum = Sum::default();
    total(facts, house, &mut sum);
    sum.total()
}

/// What a die of 1 to 10 gives.
#[must_use]
pub fn resolve<B: AsRef<[Battery]>>(facts: &Facts<B>, house: &HouseRules, die: u8) -> Resolution {
    of_total(facts, house, sum(facts, house), die)
}

/// A resolution with its breakdown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub struct Explained {
    /// What comes of it.
    pub resolution: Resolution,
    /// The firer's sum.
    pub firer: Breakdown,
}

/// What a die of 1 to 10 gives, and why.
#[must_use]
pub fn explain<B: AsRef<[Battery]>>(facts: &Facts<B>, house: &HouseRules, die: u8) -> Explained {
    let firer = breakdown(facts, house);
    Explained { resolution: of_total(facts, house, firer.total, die), firer }
}

/// How many of the ten faces give each effect, by [`Effect::ALL`].
#[must_use]
pub fn odds<B: AsRef<[Battery]>>(facts: &Facts<B>, house: &HouseRules) -> Tenths<6> {
    let total = sum(facts, house);
    Tenths::of(|die| of_total(facts, house, total, die).effect as usize)
}

/// All that is wrong with the facts.
#[must_use]
pub fn check<B: AsRef<[Battery]>>(facts: &Facts<B>, house: &HouseRules) -> Vec<FactFault> {
    let mut found = Vec::new();
    check_firer(facts, house, &mut found);
    let mut whole = Faults { at: "", found: &mut found };
    whole.length("distance", facts.distance, 0);
    if let Some(range) = range(facts.firer.class, house) {
        whole.range("distance", facts.distance, range);
    }
    whole.number("year", i32::from(facts.year), (1792, 1815));
    let batteries = facts.batteries.as_ref();
    whole.only(!batteries.is_empty(), "batteries", facts.firer.class.arm() == Arm::Artillery);
    whole.unable(
        house.batteries_apart && !batteries.is_empty(),
        "batteries fire each for itself here: resolve them one by one",
        &[Cite("E A43")],
    );
    for (n, battery) in batteries.iter().enumerate() {
        check_battery(battery, &format!("batteries[{n}]"), &mut found);
    }
    let target = &facts.target;
    let arm = target.class.arm();
    let mut faults = Faults { at: "target", found: &mut found };
    faults.formation("formation", target.class, target.formation);
    faults.only(target.charging, "charging", arm == Arm::Cavalry);
    faults.only(target.closed_up, "closed-up", arm == Arm::Infantry && target.formation.is_column());
    faults.conflict(target.charging && target.status == Status::Routed, "charging", "routed");
    found
}

/// All that is wrong with the facts of a bombardment: those of fire, or that it is none (E A46).
#[must_use]
pub fn check_bombardment<B: AsRef<[Battery]>>(facts: &Facts<B>, house: &HouseRules) -> Vec<FactFault> {
    let mut found = check(facts, house);
    let is_none = found.is_empty() && !is_bombarding(facts, house);
    Faults { at: "firer", found: &mut found }.unable(
        is_none,
        "only guns that stood still and fire beyond tactical range bombard: use `fire`",
        &[Cite("E A46")],
    );
    found
}

fn check_firer<B>(facts: &Facts<B>, house: &HouseRules, found: &mut Vec<FactFault>) {
    let firer = &facts.firer;
    let arm = firer.class.arm();
    let mut faults = Faults { at: "firer", found };
    if firer.is_screen() {
        let strength = screen_strength(firer.nation, firer.stands, facts.year, house);
        faults.unit(firer.class, firer.formation, strength, firer.hits);
        faults.conflict(firer.ce != Ce::default(), "stands", "ce");
    } else {
        faults.unit(firer.class, firer.formation, firer.ce, firer.hits);
    }
    let is_keen = firer.class == Class::LightInfantry && matches!(firer.nation, Nation::French | Nation::British);
    faults.number("stands", i32::from(firer.stands), (0, if is_keen { 4 } else { 2 }));
    faults.only(firer.stands > 0, "stands", arm == Arm::Infantry);
    faults.rating("leader", firer.leader);
    faults.only(firer.unlimbered, "unlimbered", arm == Arm::Artillery);
    faults.only(firer.facet != Facet::Front, "facet", arm == Arm::Artillery);
    faults.conflict(firer.unlimbered && firer.unmoved, "unlimbered", "unmoved");
    faults.unable(firer.status == Status::Routed, "routed units do not fire: rally them first", &[Cite("E A28")]);
    faults.unable(
        firer.formation == Formation::Limbered,
        "limbered guns do not fire: unlimber first",
        &[Cite("E P11")],
    );
    faults.unable(arm == Arm::Cavalry, "cavalry does not fire: let it charge", &[Cite("E P18")]);
}

fn check_battery(battery: &Battery, at: &str, found: &mut Vec<FactFault>) {
    let mut faults = Faults { at, found };
    faults.length("distance", battery.distance, 0);
    let size: Option<Size> = battery.class.size();
    faults.unable(size.is_none(), "only batteries fire together: leave it out", &[Cite("E A43")]);
    if let Some(size) = size {
        faults.range("distance", battery.distance, max_range(size));
    }
    faults.unable(battery.status == Status::Routed, "routed units do not fire: rally them first", &[Cite("E A28")]);
    faults.unable(battery.limbered, "limbered guns do not fire: unlimber first", &[Cite("E P11")]);
}
