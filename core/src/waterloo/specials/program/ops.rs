//! The operations: what stays in force and what happens at once.

use super::filters::{Cond, Who, is_default};
use crate::waterloo::types::{Attack, Formation, named};
use serde::{Deserialize, Serialize};

/// From when on something is in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename_all = "snake_case"))]
#[repr(u8)]
pub enum Start {
    /// At once.
    #[default]
    Now,
    /// From the beginning of the own next turn.
    OwnTurn,
    /// From the beginning of the enemy's next turn.
    FoeTurn,
    /// From the beginning of the own next Combat Phase.
    OwnCombat,
}
named!(Start { Now = "now", OwnTurn = "own_turn", FoeTurn = "foe_turn", OwnCombat = "own_combat" });

/// Until when something is in force: to the end of what is named.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Until {
    /// This phase.
    #[default]
    Phase,
    /// This turn.
    Turn,
    /// The own next Morale Phase.
    OwnMorale,
    /// The own next Combat Phase (not this one).
    OwnCombat,
    /// So many own turns, this one included if it is one; the view shows as many counters.
    OwnTurns(u8),
    /// So many enemy turns, this one included if it is one; the view shows as many counters.
    FoeTurns(u8),
    /// The Terrain that was named is captured.
    Captured,
    /// The end of the battle.
    Battle,
}

/// From when to when, and on which live condition.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Span {
    /// From when on.
    #[serde(skip_serializing_if = "is_default")]
    pub from: Start,
    /// Until when.
    pub until: Until,
    /// Only while this holds.
    #[serde(skip_serializing_if = "is_default")]
    pub when: Option<Cond>,
}

/// A number that the rules add up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename_all = "snake_case"))]
#[repr(u8)]
pub enum Quantity {
    /// The Morale value (W 6.0).
    Morale,
    /// The dice of an attack (W 7.1).
    Dice,
    /// Firepower or shock (W 7.2, 7.3).
    Power,
    /// What a General's Offense rating adds (W 12.1); the amount multiplies it.
    Offense,
}
named!(Quantity { Morale = "morale", Dice = "dice", Power = "power", Offense = "offense" });

/// What may be forbidden.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename_all = "snake_case"))]
#[repr(u8)]
pub enum Verb {
    /// Any Battle Move, Terrain and formation changes that cost one included.
    Move,
    /// To Engage.
    Engage,
    /// To Disengage.
    Disengage,
    /// To change formation.
    Form,
    /// To fire at short range.
    Fire,
    /// To use Shock.
    Shock,
    /// To fire at long range.
    Long,
    /// To leave the Reserve.
    LeaveReserve,
    /// To capture the Terrain that was named.
    Capture,
}
named!(Verb {
    Move = "move",
    Engage = "engage",
    Disengage = "disengage",
    Form = "form",
    Fire = "fire",
    Shock = "shock",
    Long = "long",
    LeaveReserve = "leave_reserve",
    Capture = "capture",
});

/// What may be allowed beyond the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename_all = "snake_case"))]
#[repr(u8)]
pub enum Permission {
    /// One Battle Move more than its type has (W 8.0).
    ExtraMove,
    /// One more Battle Move, forward over the Middle Ground only, for a card that came up from the Reserve this turn.
    GoOn,
    /// To Engage and Disengage in one turn (W 8.3).
    EngageAndDisengage,
    /// To fire at long range from an engaged Position (W 7.23).
    LongEngaged,
    /// To use Shock against Infantry in the Building that was named (W 7.33).
    ShockBuilding,
    /// To use Shock after it has Engaged in this turn (W 7.0).
    ShockAfterMove,
}
named!(Permission {
    ExtraMove = "extra_move",
    GoOn = "go_on",
    EngageAndDisengage = "engage_and_disengage",
    LongEngaged = "long_engaged",
    ShockBuilding = "shock_building",
    ShockAfterMove = "shock_after_move",
});

/// A limit of the rules, by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename_all = "snake_case"))]
#[repr(u8)]
pub enum Bound {
    /// How many cards a player may have in the Position that was named (W 8.4). What is added is for the own army alone.
    Stacking,
    /// How many cards the Terrain that was named holds (W 11.0).
    Capacity,
    /// How many Troop cards may Engage the Position that was named in a turn (W 8.1).
    Engagers,
    /// How many Troop cards may cross the lane that was named in a turn (W 11.3).
    Crossings,
    /// How many cards are drawn in a Reinforce Phase (W 10.0).
    Draws,
}
named!(Bound {
    Stacking = "stacking",
    Capacity = "capacity",
    Engagers = "engagers",
    Crossings = "crossings",
    Draws = "draws",
});

/// When something that waits is done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename_all = "snake_case"))]
#[repr(u8)]
pub enum When {
    /// After the last roll of a Morale Phase.
    MoraleEnd,
    /// At the end of a Combat Phase, before the Reinforce Phase.
    CombatEnd,
    /// At the end of a turn.
    TurnEnd,
    /// At the beginning of a turn.
    TurnStart,
    /// When *it* has entered a Position with enemy cards.
    Entered,
}
named!(When {
    MoraleEnd = "morale_end",
    CombatEnd = "combat_end",
    TurnEnd = "turn_end",
    TurnStart = "turn_start",
    Entered = "entered",
});

/// Who decides or whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename_all = "snake_case"))]
#[repr(u8)]
pub enum Whose {
    /// The player of the card.
    #[default]
    Own,
    /// The enemy.
    Foe,
    /// Either.
    Any,
}
named!(Whose { Own = "own", Foe = "foe", Any = "any" });

/// A number in a program: fixed, or the one that a handler gave.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Amount {
    /// This number.
    Fixed(i8),
    /// The number that the handler gave.
    Given(Given),
}

/// The word `given`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Given {
    /// The number that the handler gave.
    Given,
}

impl Default for Amount {
    fn default() -> Self {
        Self::Fixed(1)
    }
}

/// Faces of a die and what happens on them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Branch {
    /// The faces, 1 to 6.
    pub faces: Vec<u8>,
    /// What happens.
    pub effect: Vec<Op>,
}

/// One operation. Those that stay in force until their [`Span`] ends come first, those that happen at once after them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Op {
    /// Changes a number of the rules.
    Modify {
        /// Which number.
        what: Quantity,
        /// By how much; for [`Quantity::Offense`] how often it counts.
        by: Amount,
        /// For whose rolls, attacks or support.
        who: Who,
        /// In these ways of attacking; all when empty.
        #[serde(default, skip_serializing_if = "is_default")]
        ways: Vec<Attack>,
        /// Only against such targets.
        #[serde(default, skip_serializing_if = "is_default")]
        against: Option<Who>,
        /// How long.
        #[serde(default)]
        span: Span,
    },
    /// Attackers hit themselves: once for each of their dice that shows one of these faces.
    Recoil {
        /// Which attackers.
        who: Who,
        /// In these ways of attacking; all when empty.
        #[serde(default, skip_serializing_if = "is_default")]
        ways: Vec<Attack>,
        /// The faces.
        faces: Vec<u8>,
        /// How long.
        #[serde(default)]
        span: Span,
    },
    /// A General is hit by these faces, in place of 1s only (W 12.4).
    Exposed {
        /// Which General.
        who: Who,
        /// The faces.
        faces: Vec<u8>,
        /// How long.
        #[serde(default)]
        span: Span,
    },
    /// So many of the failed dice of one Morale test count as passed.
    Forgive {
        /// Whose.
        who: Who,
        /// How many.
        dice: u8,
        /// How long; it is used up by the first test that needs it.
        #[serde(default)]
        span: Span,
    },
    /// Forbids.
    Forbid {
        /// What.
        what: Vec<Verb>,
        /// To whom.
        who: Who,
        /// For attacks, only against such targets.
        #[serde(default, skip_serializing_if = "is_default")]
        against: Option<Who>,
        /// How long.
        #[serde(default)]
        span: Span,
    },
    /// Allows.
    Permit {
        /// What.
        what: Permission,
        /// To whom.
        who: Who,
        /// How often; without limit when left out.
        #[serde(default, skip_serializing_if = "is_default")]
        uses: Option<u8>,
        /// How long.
        #[serde(default)]
        span: Span,
    },
    /// Changes a limit: either `to` a number or `by` a number.
    Limit {
        /// Which limit.
        what: Bound,
        /// For whom.
        #[serde(default)]
        of: Whose,
        /// The new limit.
        #[serde(default, skip_serializing_if = "is_default")]
        to: Option<u8>,
        /// What is added.
        #[serde(default, skip_serializing_if = "is_default")]
        by: Option<i8>,
        /// How long.
        #[serde(default)]
        span: Span,
    },
    /// Waits, and does something at each such moment while it is in force.
    Watch {
        /// The moment.
        on: When,
        /// In whose turn.
        #[serde(default)]
        turn: Whose,
        /// What is done; *it* is the one of the moment when this came into force.
        effect: Vec<Op>,
        /// How long.
        #[serde(default)]
        span: Span,
    },
    /// Draws cards from the own Reinforcement deck into the Reserve; *it* is each of them in turn.
    Draw {
        /// How many.
        count: Amount,
        /// What is done with each.
        #[serde(default, skip_serializing_if = "is_default")]
        effect: Vec<Op>,
    },
    /// Looks through the own deck for one card of a sort, takes it into the Reserve, shows it and shuffles; nothing more
    /// happens when there is none.
    Search {
        /// What sort: types, nations, corps, tags or ids.
        who: Who,
        /// What happens when one was taken; *it* is that card.
        #[serde(default, skip_serializing_if = "is_default")]
        effect: Vec<Op>,
    },
    /// Looks at the top cards of the own deck, takes one into the Reserve and puts each of the others on the top or the
    /// bottom, unseen by the enemy.
    Peek {
        /// How many.
        count: u8,
    },
    /// The player may place *it*, a card of his Reserve, in an unengaged Position of his own battleline, in any formation.
    /// That is its Move. A card that is not placed stays in the Reserve for this turn.
    Place {},
    /// The player may show one of these Generals, by id, if he is in the Reserve and none of them is face-up in a Position.
    Show {
        /// The Generals.
        general: Vec<String>,
        /// Whether he must.
        #[serde(default, skip_serializing_if = "is_default")]
        must: bool,
    },
    /// A player chooses cards one after another, and the effect happens to each at once.
    Choose {
        /// Among which.
        who: Who,
        /// Who chooses.
        #[serde(default, skip_serializing_if = "is_default")]
        by: Whose,
        /// At least so many, if there are as many.
        #[serde(default, skip_serializing_if = "is_default")]
        min: u8,
        /// At most so many; no more choosing than that. 255: any number.
        max: u8,
        /// Choose only while this holds.
        #[serde(default, skip_serializing_if = "is_default")]
        when: Option<Cond>,
        /// What happens to each; *it* is the card chosen.
        effect: Vec<Op>,
        /// What happens when there was nothing to choose from.
        #[serde(default, skip_serializing_if = "is_default")]
        otherwise: Vec<Op>,
    },
    /// Something happens to each of these cards, own slots first.
    Each {
        /// Which.
        who: Who,
        /// What; *it* is the card.
        effect: Vec<Op>,
    },
    /// One thing or another.
    If {
        /// The condition.
        cond: Cond,
        /// What happens when it holds.
        effect: Vec<Op>,
        /// What happens when it does not.
        #[serde(default, skip_serializing_if = "is_default")]
        otherwise: Vec<Op>,
    },
    /// Rolls dice of the own player and does, for each, what its face says.
    Roll {
        /// How many dice.
        dice: u8,
        /// Faces and what they do; no face twice.
        table: Vec<Branch>,
    },
    /// Puts hits on *it*, which reveals it.
    Hit {
        /// How many.
        hits: Amount,
    },
    /// Changes the formation of *it* at once, without a Move.
    Form {
        /// The new formation.
        to: Formation,
    },
    /// *It* is blown no more.
    Recover {},
    /// Turns up such cards.
    Reveal {
        /// Which.
        who: Who,
    },
    /// *It* goes to its owner's Reserve.
    Retire {
        /// Whether its hits are taken off.
        #[serde(default, skip_serializing_if = "is_default")]
        heal: bool,
        /// Until when it may not leave the Reserve.
        #[serde(default, skip_serializing_if = "is_default")]
        hold: Option<Until>,
    },
    /// *It* moves over the Middle Ground into the opposing Position, as its Move.
    Advance {},
    /// *It* makes an attack at once on a target that its owner chooses.
    Attack {
        /// How.
        how: Attack,
        /// Among which cards; what the rules allow as a target, unless `free`.
        who: Who,
        /// So many dice, whatever is printed.
        #[serde(default, skip_serializing_if = "is_default")]
        dice: Option<u8>,
        /// This firepower or shock, whatever is printed.
        #[serde(default, skip_serializing_if = "is_default")]
        power: Option<u8>,
        /// Whether any of the cards named may be the target, but for the spreading of hits (W 7.4).
        #[serde(default, skip_serializing_if = "is_default")]
        free: bool,
    },
    /// *It* makes one extra Morale roll; `fail` says what happens when it fails.
    MoraleRoll {
        /// What happens to *it* when it fails.
        fail: Vec<Op>,
    },
    /// *It*, a General who has just been killed, is set aside, and comes back to the Reserve at the end of the last of so
    /// many own turns, this one included if it is one.
    SetAside {
        /// How many.
        turns: u8,
    },
    /// *It* has used its Move, or its action.
    Spend {
        /// Whether it is the action: the card can do nothing more this turn.
        #[serde(default, skip_serializing_if = "is_default")]
        action: bool,
    },
    /// The Special that is being answered has no effect.
    Cancel {},
    /// All that this card has in force ends.
    End {},
    /// Adds to the counter of this card.
    Count {
        /// How much.
        by: Amount,
    },
    /// Asks the handler of this name which parts to run.
    Handler {
        /// Its name.
        name: String,
    },
}
