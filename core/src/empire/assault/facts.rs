//! What is said of an assault, and all that can be wrong with it (E assault-table).

use crate::cite::Cite;
use crate::empire::charts::{Ce, FactFault, Faults, is_assault_column};
use crate::empire::units::{Arm, Class, Cover, Facet, Formation, Nation, Status, Weather};
use serde::{Deserialize, Serialize};

/// Who moved into contact and who was struck (E A4). Not who rolls: that is the side with initiative.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Moved into contact.
    #[default]
    Attacker,
    /// Was struck.
    Defender,
}

impl Role {
    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Attacker => Self::Defender,
            Self::Defender => Self::Attacker,
        }
    }
}

/// One unit in an assault.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Combatant {
    /// What troops it is.
    pub class: Class,
    /// Whose.
    #[serde(default = "other")]
    pub nation: Nation,
    /// Its strength as printed, 1 to 20 points.
    pub ce: Ce,
    /// How it stands.
    pub formation: Formation,
    /// Its HIT markers.
    #[serde(default)]
    pub hits: u8,
    /// Its order.
    #[serde(default)]
    pub status: Status,
    /// The rating of the leader attached to it, -1 to 4 (E A26).
    #[serde(default)]
    pub leader: Option<i8>,
    /// It has not moved, turned or changed formation this turn, nor tried to form square (E A18).
    #[serde(default)]
    pub unmoved: bool,
    /// The best cover that counts against this attack (E P31, P44); only defenders have any.
    #[serde(default)]
    pub cover: Cover,
    /// From where it strikes the enemy that it touches (E L2); front for one who has no flank (E P30). Only attackers gain by it
    /// (E Q1).
    #[serde(default)]
    pub facet: Facet,
    /// Its own role, where it is not its side's (E Q1, A6).
    #[serde(default)]
    pub role: Option<Role>,
    /// Infantry: it changed formation while pinned, this turn. A square made by its roll has not (E P21).
    #[serde(default)]
    pub changed_while_pinned: bool,
    /// Infantry: it tried to form square this turn and failed (E P45).
    #[serde(default)]
    pub failed_square: bool,
    /// Infantry: British in line that moves against enemy infantry within 3 inches (E P9).
    #[serde(default)]
    pub counter_attacking: bool,
    /// Infantry: closed up with other columns, a mass for guns (E A47).
    #[serde(default)]
    pub closed_up: bool,
    /// Cavalry: it charges or counter-charges, in the first assault of this contact (E P20, P28).
    #[serde(default)]
    pub charging: bool,
    /// Cavalry: it bears a BLOWN marker.
    #[serde(default)]
    pub blown: bool,
    /// Guns: unlimbered this turn.
    #[serde(default)]
    pub unlimbered: bool,
    /// Guns: without friends near (E A50).
    #[serde(default)]
    pub unsupported: bool,
}

fn other() -> Nation {
    Nation::Other
}

impl Combatant {
    /// A unit in good order of which nothing more is to be said.
    #[must_use]
    pub const fn new(class: Class, nation: Nation, ce: Ce, formation: Formation) -> Self {
        Self {
            class,
            nation,
            ce,
            formation,
            hits: 0,
            status: Status::Good,
            leader: None,
            unmoved: false,
            cover: Cover::Open,
            facet: Facet::Front,
            role: None,
            changed_while_pinned: false,
            failed_square: false,
            counter_attacking: false,
            closed_up: false,
            charging: false,
            blown: false,
            unlimbered: false,
            unsupported: false,
        }
    }

    /// Its role, where that of its side is `side`.
    pub(super) fn role(&self, side: Role) -> Role {
        self.role.unwrap_or(side)
    }

    pub(super) fn is_assault_column(&self) -> bool {
        is_assault_column(self.nation, self.class, self.formation)
    }

    pub(super) fn is_square(&self) -> bool {
        self.formation == Formation::Square && self.status != Status::Routed
    }
}

/// How many friends support a side by fire (E A51, P5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Support {
    /// Infantry in line, garrisons among them (E Q10).
    pub lines: u8,
    /// Infantry in column or square.
    pub columns: u8,
    /// Unlimbered batteries.
    pub guns: u8,
}

/// One side of an assault. `M` holds its mass: a `Vec` in a file, a borrowed slice in the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(bound = "M: schemars::JsonSchema + Default + Serialize")
)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Side<M = Vec<Combatant>> {
    /// The unit whose own sum counts in full.
    pub lead: Combatant,
    /// The further units in the combat (E A52).
    #[serde(default)]
    pub mass: M,
    /// Who supports it.
    #[serde(default)]
    pub support: Support,
    /// The frontage of all its units in contact, in thousandths of an inch (E A24, P10), written in inches; without it nobody is
    /// wider.
    #[serde(default, with = "crate::empire::lengths::option")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::empire::scenario::Inches>"))]
    pub frontage: Option<i32>,
}

impl<M: Default> Side<M> {
    /// One unit alone.
    #[must_use]
    pub fn of(lead: Combatant) -> Self {
        Self { lead, mass: M::default(), support: Support::default(), frontage: None }
    }
}

/// An assault.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(bound = "M: schemars::JsonSchema + Default + Serialize")
)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", bound(deserialize = "M: Deserialize<'de> + Default"))]
pub struct Facts<M = Vec<Combatant>> {
    /// The side that moved into contact.
    pub attacker: Side<M>,
    /// The side that was struck.
    pub defender: Side<M>,
    /// The side that has initiative and therefore rolls (E A4).
    #[serde(default)]
    pub roller: Role,
    /// The weather.
    #[serde(default)]
    pub weather: Weather,
}

impl<M> Facts<M> {
    /// An assault in clear weather by the side that has initiative.
    #[must_use]
    pub const fn new(attacker: Side<M>, defender: Side<M>) -> Self {
        Self { attacker, defender, roller: Role::Attacker, weather: Weather::Clear }
    }

    /// One side.
    #[must_use]
    pub const fn side(&self, role: Role) -> &Side<M> {
        match role {
            Role::Attacker => &self.attacker,
            Role::Defender => &self.defender,
        }
    }
}

/// All that is wrong with the facts.
#[must_use]
pub fn check<M: AsRef<[Combatant]>>(facts: &Facts<M>) -> Vec<FactFault> {
    let mut found = Vec::new();
    for (role, name) in [(Role::Attacker, "attacker"), (Role::Defender, "defender")] {
        let side = facts.side(role);
        check_unit(&side.lead, role, &format!("{name}.lead"), &mut found);
        for (n, unit) in side.mass.as_ref().iter().enumerate() {
            check_unit(unit, role, &format!("{name}.mass[{n}]"), &mut found);
        }
        if let Some(frontage) = side.frontage {
            Faults { at: name, found: &mut found }.length("frontage", frontage, 1);
        }
    }
    found
}

fn check_unit(unit: &Combatant, side: Role, at: &str, found: &mut Vec<FactFault>) {
    let arm = unit.class.arm();
    let is_attacker = unit.role(side) == Role::Attacker;
    let mut faults = Faults { at, found };
    faults.unit(unit.class, unit.formation, unit.ce, unit.hits);
    faults.rating("leader", unit.leader);
    for (is_said, fact, whose) in [
        (unit.changed_while_pinned, "changed-while-pinned", Arm::Infantry),
        (unit.failed_square, "failed-square", Arm::Infantry),
        (unit.counter_attacking, "counter-attacking", Arm::Infantry),
        (unit.closed_up, "closed-up", Arm::Infantry),
        (unit.charging, "charging", Arm::Cavalry),
        (unit.blown, "blown", Arm::Cavalry),
        (unit.unlimbered, "unlimbered", Arm::Artillery),
        (unit.unsupported, "unsupported", Arm::Artillery),
    ] {
        faults.only(is_said, fact, arm == whose);
    }
    faults.only(unit.facet != Facet::Front, "facet", is_attacker);
    faults.conflict(unit.charging && unit.blown, "charging", "blown");
    faults.conflict(unit.charging && unit.unmoved, "charging", "unmoved");
    faults.conflict(unit.counter_attacking && unit.unmoved, "counter-attacking", "unmoved");
    faults.conflict(unit.changed_while_pinned && unit.unmoved, "changed-while-pinned", "unmoved");
    faults.conflict(unit.failed_square && unit.unmoved, "failed-square", "unmoved");
    faults.conflict(unit.unlimbered && unit.unmoved, "unlimbered", "unmoved");
    faults.unable(
        is_attacker && arm == Arm::Artillery,
        "guns never assault: make them the side that was struck",
        &[Cite("E P3")],
    );
    faults.unable(
        is_attacker && unit.formation == Formation::Garrison,
        "a garrison assaults out as a column: give that formation",
        &[Cite("E P27")],
    );
}
