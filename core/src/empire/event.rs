//! What happened, with codes, parameters and citations. `text` renders it in English.

use super::geometry::{Facing, Point, Pose};
use super::state::{DivisionId, Ending, Host, LeaderId, ObjectiveId, Stage, UnitId};
use super::units::{Effect, Facet, Formation, Order};
use crate::cite::coded;
use crate::explain::Breakdown;
use crate::game::Player;
use serde::Serialize;

/// Why a unit is out of the battle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Loss {
    /// Hits as many as its combat effectiveness (A35).
    Hits,
    /// It left the table in flight (A35, P39).
    LeftTable,
    /// It could not get away (P25).
    NoWay,
    /// Guns without a crew, taken by the enemy (P38).
    Taken,
    /// A screen that was caught or whose parent is gone (P36).
    Screen,
}

/// Why a unit goes back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Retreat {
    /// Fallback (E markers).
    Fallback,
    /// Rout (E markers).
    Rout,
    /// A routed unit's move in its own movement (A57).
    Flight,
    /// Cavalry in front of a square (A9).
    Recoil,
    /// With its division (A74).
    Division,
}

/// What came of a morale check.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Morale {
    /// Passed.
    Pass,
    /// Falls back.
    Fallback,
    /// Routs.
    Rout,
}

/// What came of the roll for a leader (E leader-casualty).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Casualty {
    /// Killed.
    Killed,
    /// May not rally anybody next turn.
    Shaken,
    /// Nothing.
    None,
}

/// Something that happened.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "snake_case")]
pub enum Event {
    /// A turn begins.
    TurnBegan {
        /// Its number, from 1.
        turn: u8,
    },
    /// A stage begins.
    StageBegan {
        /// Which.
        stage: Stage,
        /// Whose, where it is one side's.
        player: Option<Player>,
    },
    /// A player is done with a stage in which both act.
    Ready {
        /// Who.
        player: Player,
    },
    /// An order was sent. Only its own side learns of it.
    OrderSent {
        /// By whom.
        leader: LeaderId,
        /// To whom.
        division: DivisionId,
        /// What.
        order: Order,
        /// The die as it was modified (E orders-modifiers); none for an order that is automatic (A66).
        roll: Option<Breakdown>,
        /// In how many turns it takes effect.
        delay: u8,
    },
    /// An order took effect.
    OrderActs {
        /// For whom.
        division: DivisionId,
        /// What.
        order: Order,
    },
    /// A division on attack orders did not close and defends from now on (Q14).
    AttackLapsed {
        /// Which.
        division: DivisionId,
    },
    /// The roll for initiative (E initiative).
    Initiative {
        /// The die and the modifiers of each side.
        rolls: [Breakdown; 2],
        /// Who has it.
        holder: Player,
    },
    /// A unit came onto the table.
    Arrived {
        /// Which.
        unit: UnitId,
        /// Where.
        at: Pose,
    },
    /// A unit could not come onto the table because somebody stands there.
    Delayed {
        /// Which.
        unit: UnitId,
    },
    /// A leader came onto the table.
    LeaderArrived {
        /// Who.
        leader: LeaderId,
        /// Where.
        at: Point,
    },
    /// A hidden unit was seen (Q12).
    Revealed {
        /// Which.
        unit: UnitId,
        /// Where.
        at: Pose,
        /// How it stands.
        formation: Formation,
    },
    /// A leader rode.
    Rode {
        /// Who.
        leader: LeaderId,
        /// Where to.
        to: Point,
        /// With whom he is now.
        host: Host,
    },
    /// A unit tried to rally or to recover (L6).
    Rallied {
        /// Which.
        unit: UnitId,
        /// The number below which the die must stay; none where it recovers by itself (P35).
        need: Option<Breakdown>,
        /// The die; 0 where none was thrown.
        die: u8,
        /// Whether it did.
        success: bool,
    },
    /// A unit moved.
    Moved {
        /// Which.
        unit: UnitId,
        /// The places where it stood between the parts of its move, from the first to the last.
        path: Vec<Pose>,
        /// Its formation now.
        formation: Formation,
        /// The length of the way, turns included, in thousandths of an inch.
        used: i32,
    },
    /// A unit stopped short: something that was hidden stood in its way (Q12).
    Ambushed {
        /// Which.
        unit: UnitId,
        /// By whom.
        by: UnitId,
    },
    /// A unit changed formation where it stood.
    Formed {
        /// Which.
        unit: UnitId,
        /// The new formation.
        formation: Formation,
    },
    /// A screen was deployed.
    Screened {
        /// The battalion.
        unit: UnitId,
        /// The screen.
        screen: UnitId,
        /// Its stands.
        stands: u8,
        /// Where.
        at: Pose,
    },
    /// A screen went back to its battalion.
    Folded {
        /// The screen.
        screen: UnitId,
    },
    /// Cavalry declared a charge (P28).
    Charged {
        /// Who.
        unit: UnitId,
        /// Whom.
        target: UnitId,
    },
    /// A unit tried to form square (E square).
    SquareTried {
        /// Which.
        unit: UnitId,
        /// The number below which the die must stay.
        need: Breakdown,
        /// The die.
        die: u8,
        /// Whether it did.
        formed: bool,
    },
    /// Cavalry met a charge with its own (P28).
    CounterCharged {
        /// Which.
        unit: UnitId,
        /// Where it is now.
        at: Pose,
    },
    /// A unit evaded a charge (P41).
    Evaded {
        /// Which.
        unit: UnitId,
        /// Where it is now.
        at: Pose,
    },
    /// A unit moved into contact.
    Contacted {
        /// Which.
        attacker: UnitId,
        /// Whom it struck.
        defender: UnitId,
        /// From where.
        facet: Facet,
    },
    /// Two units are no longer in contact.
    Parted {
        /// The one.
        attacker: UnitId,
        /// The other.
        defender: UnitId,
    },
    /// Fire was declared.
    Declared {
        /// Who fires.
        with: Vec<UnitId>,
        /// At whom.
        target: UnitId,
    },
    /// Fire was resolved (E fire-table).
    Fired {
        /// Who fired.
        with: Vec<UnitId>,
        /// At whom.
        target: UnitId,
        /// The firers' total.
        total: Breakdown,
        /// The die; 0 where none was thrown because the total was below 0 (A37).
        die: u8,
        /// The result on the target.
        effect: Effect,
    },
    /// A unit took hits.
    Hit {
        /// Which.
        unit: UnitId,
        /// How many.
        hits: u8,
        /// How many it has now.
        now: u8,
    },
    /// A unit was disordered.
    Disordered {
        /// Which.
        unit: UnitId,
    },
    /// A unit went back.
    Retreated {
        /// Which.
        unit: UnitId,
        /// Why.
        why: Retreat,
        /// Where it is now.
        to: Pose,
    },
    /// A unit routed.
    Routed {
        /// Which.
        unit: UnitId,
    },
    /// A crew left its guns (P38).
    Abandoned {
        /// The battery.
        unit: UnitId,
    },
    /// A unit is out of the battle.
    Lost {
        /// Which.
        unit: UnitId,
        /// Why.
        why: Loss,
    },
    /// A morale check (E morale).
    MoraleChecked {
        /// Who.
        unit: UnitId,
        /// The number below which the die must stay.
        need: Breakdown,
        /// The die.
        die: u8,
        /// What came of it.
        result: Morale,
    },
    /// A lead was named (Q2).
    Led {
        /// Which.
        unit: UnitId,
    },
    /// An assault was fought (E assault-table).
    Fought {
        /// The leads: of the side that rolled, and of the other.
        leads: [UnitId; 2],
        /// Everybody else in the combat.
        others: Vec<UnitId>,
        /// Who supported.
        support: Vec<UnitId>,
        /// The totals, in the same order.
        totals: [Breakdown; 2],
        /// The attack value, after A38 and A1.
        value: i16,
        /// The die.
        die: u8,
        /// The results, in the same order.
        effects: [Effect; 2],
        /// Who won (A8); nobody in a draw.
        winner: Option<Player>,
    },
    /// A winner followed up.
    Followed {
        /// Who.
        unit: UnitId,
        /// Where it stands now.
        to: Pose,
    },
    /// Cavalry is blown (L7).
    Blown {
        /// Which.
        unit: UnitId,
    },
    /// Cavalry has its breath back (L7).
    Fresh {
        /// Which.
        unit: UnitId,
    },
    /// The roll for a leader (E leader-casualty).
    LeaderRolled {
        /// Who.
        leader: LeaderId,
        /// The die with its modifier.
        roll: Breakdown,
        /// What came of it.
        result: Casualty,
    },
    /// A successor took over a division (P32).
    Succeeded {
        /// Which.
        division: DivisionId,
    },
    /// A check of divisional integrity (E integrity).
    IntegrityChecked {
        /// Which.
        division: DivisionId,
        /// The number that the die must not exceed.
        need: Breakdown,
        /// The die.
        die: u8,
        /// Whether it held.
        passed: bool,
    },
    /// What a division does that failed (E failed-integrity).
    IntegrityFailed {
        /// Which.
        division: DivisionId,
        /// The die.
        die: u8,
        /// Whether it routs; else it falls back.
        routs: bool,
    },
    /// A division is broken (L12).
    Broken {
        /// Which.
        division: DivisionId,
    },
    /// An objective changed hands (L12).
    Taken {
        /// Which.
        objective: ObjectiveId,
        /// Who holds it.
        by: Player,
    },
    /// The battle is over.
    Ended {
        /// How.
        how: Ending,
        /// Who won; nobody in a draw.
        winner: Option<Player>,
        /// The victory points of both sides.
        points: [i16; 2],
    },
    /// Cavalry changed its facing after a win.
    Reformed {
        /// Which.
        unit: UnitId,
        /// Where it looks.
        facing: Facing,
    },
}

coded!(Event {
    TurnBegan => "turn-began" ["E turn"],
    StageBegan => "stage-began" ["E turn"],
    Ready => "ready" ["E turn"],
    OrderSent => "order-sent" ["E orders-table", "E A62"],
    OrderActs => "order-acts" ["E A65"],
    AttackLapsed => "attack-lapsed" ["E L11", "E Q14"],
    Initiative => "initiative" ["E initiative", "E A61"],
    Arrived => "arrived" ["E Q15"],
    Delayed => "delayed" ["E Q15"],
    LeaderArrived => "leader-arrived" ["E Q15"],
    Revealed => "revealed" ["E Q12"],
    Rode => "rode" ["E leader-moves"],
    Rallied => "rallied" ["E L6", "E P35"],
    Moved => "moved" ["E infantry-moves", "E cavalry-moves", "E artillery-moves"],
    Ambushed => "ambushed" ["E Q12"],
    Formed => "formed" ["E L5"],
    Screened => "screened" ["E P36"],
    Folded => "folded" ["E P36"],
    Charged => "charged" ["E P28"],
    SquareTried => "square-tried" ["E square"],
    CounterCharged => "counter-charged" ["E P28"],
    Evaded => "evaded" ["E P41"],
    Contacted => "contacted" ["E A4"],
    Parted => "parted" ["E P20"],
    Declared => "declared" ["E A40"],
    Fired => "fired" ["E fire-table"],
    Hit => "hit" ["E markers"],
    Disordered => "disordered" ["E markers"],
    Retreated => "retreated" ["E markers", "E P39", "E Q31"],
    Routed => "routed" ["E markers", "E A57", "E Q42"],
    Abandoned => "abandoned" ["E P38"],
    Lost => "lost" ["E A35"],
    MoraleChecked => "morale-checked" ["E morale", "E Q38"],
    Led => "led" ["E A14", "E Q2"],
    Fought => "fought" ["E assault-table", "E P23", "E Q40"],
    Followed => "followed" ["E P40", "E L9", "E Q43"],
    Blown => "blown" ["E L7"],
    Fresh => "fresh" ["E L7"],
    LeaderRolled => "leader-rolled" ["E leader-casualty"],
    Succeeded => "succeeded" ["E P32"],
    IntegrityChecked => "integrity-checked" ["E integrity"],
    IntegrityFailed => "integrity-failed" ["E failed-integrity"],
    Broken => "broken" ["E L12"],
    Taken => "taken" ["E L12"],
    Ended => "ended" ["E L12"],
    Reformed => "reformed" ["E P40"],
});
