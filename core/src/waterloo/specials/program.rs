//! The effect program: what a Special card does, as data (W 13.0).
//!
//! A program says when a card may be played, what it is played on, what must hold, and what then happens. It is a small
//! tree without a loop that could run away. `lua/cards/` builds these trees, `core/data/waterloo/programs.json` holds those
//! of the shipped cards, [`super::check`] finds what is wrong with one, and the rules run it.
//!
//! "Own" is the army of the card that is played, "foe" everything on the other side. *It* is the card that an operation
//! acts on: at first the card that was named when the Special was played, inside [`Op::Choose`], [`Op::Each`] and
//! [`Op::Draw`] the card chosen, reached or drawn.

use crate::waterloo::types::{Attack, Formation, GroundKind, Place, named};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The moments at which a Special may be played (W r66, N28, N63).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Window {
    /// The start of the own Morale Phase, before any roll.
    OwnMorale,
    /// A friendly Troop card has failed its rolls and is about to leave, in either turn.
    OwnRout,
    /// A friendly General has rolled his death and is about to leave (W 12.4).
    OwnGeneral,
    /// Between two actions of the own Combat Phase.
    OwnCombat,
    /// The start of the enemy Morale Phase.
    FoeMorale,
    /// An enemy Troop card has Routed in the enemy Morale Phase.
    FoeRout,
    /// The start of the enemy Combat Phase.
    FoeCombat,
    /// The enemy has declared an attack and not yet rolled.
    FoeAttack,
    /// A reveal has shown enemy cards that Engaged this turn.
    FoeEngage,
    /// The end of the enemy Combat Phase, after captures and the reveal.
    FoeCombatEnd,
    /// The start of the enemy Reinforce Phase.
    FoeReinforce,
    /// The enemy has played a Special and it has not yet taken effect.
    Answer,
}
named!(Window {
    OwnMorale = "own_morale",
    OwnRout = "own_rout",
    OwnGeneral = "own_general",
    OwnCombat = "own_combat",
    FoeMorale = "foe_morale",
    FoeRout = "foe_rout",
    FoeCombat = "foe_combat",
    FoeAttack = "foe_attack",
    FoeEngage = "foe_engage",
    FoeCombatEnd = "foe_combat_end",
    FoeReinforce = "foe_reinforce",
    Answer = "answer",
});

/// How many windows there are.
pub const WINDOWS: usize = 12;

/// What one Special card does.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Program {
    /// The card's id.
    pub id: String,
    /// What is printed on it.
    pub text: Text,
    /// The rules it changes, such as `W 12.1`.
    pub rules: Vec<String>,
    /// When it may be played.
    pub windows: Vec<Window>,
    /// What must be named when it is played.
    pub aim: Aim,
    /// What must hold for it to be played.
    pub needs: Vec<Need>,
    /// What then happens, in order.
    pub effect: Vec<Op>,
    /// Parts that a handler may run, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub parts: BTreeMap<String, Vec<Op>>,
    /// Choices that a handler may ask for, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub choices: BTreeMap<String, Choice>,
}

/// A choice that a handler may ask for.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Choice {
    /// Who chooses.
    #[serde(skip_serializing_if = "is_default")]
    pub by: Whose,
    /// Among these cards on the table.
    #[serde(skip_serializing_if = "is_default")]
    pub who: Option<Who>,
    /// Or among these answers, in words.
    #[serde(skip_serializing_if = "is_default")]
    pub options: Vec<String>,
    /// Whether nothing may be chosen.
    #[serde(skip_serializing_if = "is_default")]
    pub optional: bool,
}

/// What is printed on a Special card, in sentences.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Text {
    /// What it does.
    pub effect: String,
    /// How long.
    pub duration: String,
    /// Within which limits.
    pub limits: String,
    /// Why history has it.
    pub history: String,
}

/// What is named when a card is played. Whatever it is, its Position must hold a Troop card or face-up General of the own
/// army (W 13.0, N21); in the windows of an Engage move, a rout or a death it is the Position where that happened.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Aim {
    /// Nothing. At Waterloo and Charleroi the army needs a card in some Position all the same (W N49).
    #[default]
    Nothing,
    /// A Position.
    Position(Line),
    /// A card on the table.
    Card(Who),
    /// Terrain in play of one of these classes; a River counts for the Position of the own battleline beside it.
    Terrain(Vec<GroundKind>),
    /// The card that the window is about: the one that Routs or dies.
    Event,
}

/// Which Positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
pub enum Line {
    /// All six.
    #[default]
    Any,
    /// The own battleline.
    Own,
    /// The enemy's battleline.
    Foe,
}
named!(Line { Any = "any", Own = "own", Foe = "foe" });

/// A condition for playing the card, and how to say that it is not met.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Need {
    /// The condition.
    #[serde(rename = "if")]
    pub cond: Cond,
    /// What is wanted, as the referee says it: "the Position must hold a friendly Infantry card".
    pub say: String,
}

/// Whose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
pub enum Of {
    /// The own army's (W r65).
    #[default]
    Own,
    /// The own player's, of either army.
    Side,
    /// The enemy's.
    Foe,
    /// Anybody's.
    All,
}
named!(Of { Own = "own", Side = "side", Foe = "foe", All = "all" });

/// The type of a card, or a group of types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Type {
    /// Infantry, Cavalry and Artillery.
    Troop,
    /// Infantry.
    Infantry,
    /// Cavalry.
    Cavalry,
    /// Artillery of either sort.
    Artillery,
    /// Foot Artillery.
    FootArtillery,
    /// Horse Artillery.
    HorseArtillery,
    /// A face-up General.
    General,
    /// Whatever counts for the Stacking Limit: a Troop card or a decoy (W 8.4, r67).
    Stacked,
}
named!(Type {
    Troop = "troop",
    Infantry = "infantry",
    Cavalry = "cavalry",
    Artillery = "artillery",
    FootArtillery = "foot_artillery",
    HorseArtillery = "horse_artillery",
    General = "general",
    Stacked = "stacked",
});

/// Where.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
pub enum At {
    /// The Position that was named.
    #[default]
    Aim,
    /// The Position across the Middle Ground from it.
    Across,
    /// Both of these: the lane of what was named.
    Lane,
    /// On the Terrain that was named.
    Terrain,
    /// The Position of *it*.
    It,
    /// The Position across from *it*.
    AcrossIt,
    /// The Position that the window is about.
    Event,
    /// Any Position of the own battleline.
    OwnLine,
    /// Any Position of the enemy's battleline.
    FoeLine,
    /// Any Position.
    Anywhere,
    /// The French Left.
    FrenchLeft,
    /// The French Center.
    FrenchCenter,
    /// The French Right.
    FrenchRight,
    /// The Allied Left.
    AlliedLeft,
    /// The Allied Center.
    AlliedCenter,
    /// The Allied Right.
    AlliedRight,
}
named!(At {
    Aim = "aim",
    Across = "across",
    Lane = "lane",
    Terrain = "terrain",
    It = "it",
    AcrossIt = "across_it",
    Event = "event",
    OwnLine = "own_line",
    FoeLine = "foe_line",
    Anywhere = "anywhere",
    FrenchLeft = "french_left",
    FrenchCenter = "french_center",
    FrenchRight = "french_right",
    AlliedLeft = "allied_left",
    AlliedCenter = "allied_center",
    AlliedRight = "allied_right",
});

impl At {
    /// The Position that it names outright.
    #[must_use]
    pub const fn named(self) -> Option<Place> {
        match self {
            Self::FrenchLeft => Some(Place(0)),
            Self::FrenchCenter => Some(Place(1)),
            Self::FrenchRight => Some(Place(2)),
            Self::AlliedLeft => Some(Place(3)),
            Self::AlliedCenter => Some(Place(4)),
            Self::AlliedRight => Some(Place(5)),
            _ => None,
        }
    }
}

/// A fact about a card on the table, of the moment or of this turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Fact {
    /// It lies face-up.
    Up,
    /// It is in Line (any card that is not in Column or Square).
    Line,
    /// It is in Column.
    Column,
    /// It is in Square.
    Square,
    /// It is blown.
    Blown,
    /// It has used a Move this turn.
    Moved,
    /// It has fired or used Shock this turn.
    Acted,
    /// It has neither moved nor acted this turn.
    Fresh,
    /// It could spend a Move where it stands; never true of what stays in force.
    Ready,
    /// It has changed formation this turn.
    Formed,
    /// It has Engaged this turn.
    Engaged,
    /// It has Disengaged this turn.
    Withdrew,
    /// It has come up from the Reserve this turn.
    CameUp,
    /// It stands in an engaged Position.
    Pinned,
    /// It stands on any Terrain.
    OnTerrain,
    /// It stands on a Hill.
    OnHill,
    /// It stands in Woods.
    InWoods,
    /// It stands in a Building.
    InBuilding,
    /// It has hits.
    Hit,
    /// It has taken a hit in this turn.
    Struck,
}
named!(Fact {
    Up = "up",
    Line = "line",
    Column = "column",
    Square = "square",
    Blown = "blown",
    Moved = "moved",
    Acted = "acted",
    Fresh = "fresh",
    Ready = "ready",
    Formed = "formed",
    Engaged = "engaged",
    Withdrew = "withdrew",
    CameUp = "came_up",
    Pinned = "pinned",
    OnTerrain = "on_terrain",
    OnHill = "on_hill",
    InWoods = "in_woods",
    InBuilding = "in_building",
    Hit = "hit",
    Struck = "struck",
});

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Which cards on the table. All that is said must hold; a list is met by any of its entries. Of enemy cards that lie
/// face-down only what both players know counts: each may be a Troop card.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Who {
    /// Whose.
    pub of: Of,
    /// Of these types; any Troop card when empty.
    #[serde(skip_serializing_if = "is_default")]
    pub kind: Vec<Type>,
    /// Where.
    pub at: At,
    /// Facts that hold.
    #[serde(skip_serializing_if = "is_default")]
    pub is: Vec<Fact>,
    /// Facts that do not hold.
    #[serde(skip_serializing_if = "is_default")]
    pub not: Vec<Fact>,
    /// Of these nationalities.
    #[serde(skip_serializing_if = "is_default")]
    pub nation: Vec<String>,
    /// Of these corps.
    #[serde(skip_serializing_if = "is_default")]
    pub corps: Vec<String>,
    /// With one of these tags.
    #[serde(skip_serializing_if = "is_default")]
    pub tag: Vec<String>,
    /// Without any of these tags.
    #[serde(skip_serializing_if = "is_default")]
    pub not_tag: Vec<String>,
    /// With one of these ids.
    #[serde(skip_serializing_if = "is_default")]
    pub id: Vec<String>,
    /// *It* and no other.
    #[serde(skip_serializing_if = "is_default")]
    pub it: bool,
    /// Of the same corps as *it* (in a choice of several, as the first one chosen).
    #[serde(skip_serializing_if = "is_default")]
    pub same_corps: bool,
    /// The cards that can meet it at all by what is printed on them, by army; all when empty. Filled for a battle.
    #[serde(skip)]
    pub(in crate::waterloo) set: Option<Arc<[u128; 3]>>,
}

/// A condition on the present, or on facts of this turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Cond {
    /// At least one such card.
    Some(Who),
    /// So many such cards.
    Count {
        /// Which.
        who: Who,
        /// At least.
        #[serde(default)]
        min: u8,
        /// At most.
        #[serde(default = "many")]
        max: u8,
    },
    /// More of the ones than of the others.
    More {
        /// These.
        who: Who,
        /// Than those.
        than: Who,
    },
    /// An enemy Troop card is in the Position (for the own player).
    Engaged(At),
    /// No enemy Troop card is in it.
    Unengaged(At),
    /// How many turns the enemy has begun.
    FoeTurn {
        /// At least.
        #[serde(default)]
        min: u8,
        /// At most.
        #[serde(default = "many")]
        max: u8,
    },
    /// The battle is one of these.
    Battle(Vec<String>),
    /// At least so many cards are left in the own Reinforcement deck.
    Deck(u8),
    /// One of these Generals, by id, is face-up in a Position, or has just been shown in the Reserve.
    General(Vec<String>),
    /// One of these Generals is face-up in a Position or in the own Reserve, seen by his owner alone.
    HasGeneral(Vec<String>),
    /// Terrain in a Position.
    Terrain {
        /// Where.
        #[serde(default)]
        at: At,
        /// Of this class.
        class: GroundKind,
        /// Whom it faces.
        #[serde(default)]
        held: Of,
    },
    /// The Terrain that was named faces this side and such cards occupy it.
    Occupied(Of),
    /// The card that the window is about is one of these (types, tags, corps; where it stands is no matter).
    Event(Who),
    /// The window is about a Position.
    Placed,
    /// The card that the window is about failed at most so many rolls.
    Failed(u8),
    /// A card of this id is in force on the same aim already.
    InForce,
    /// The card that was named may move over the Middle Ground into the opposing Position (see [`Op::Advance`]).
    MayAdvance,
    /// The counter of this card stands at least at so much.
    Counter(u8),
    /// Not so.
    Not(Box<Cond>),
    /// All of these.
    All(Vec<Cond>),
    /// Any of these.
    Any(Vec<Cond>),
}

const fn many() -> u8 {
    u8::MAX
}

/// From when on something is in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
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
#[serde(untagged)]
pub enum Amount {
    /// This number.
    Fixed(i8),
    /// The number that the handler gave.
    Given(Given),
}

/// The word `given`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
#[serde(deny_unknown_fields, default)]
pub struct Branch {
    /// The faces, 1 to 6.
    pub faces: Vec<u8>,
    /// What happens.
    pub effect: Vec<Op>,
}

/// One operation. Those that stay in force until their [`Span`] ends come first, those that happen at once after them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
