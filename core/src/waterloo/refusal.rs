//! Why an action is not allowed, with codes, parameters and citations. `text.rs` renders it in English.

use super::types::{Attack, CardId, Formation, Place};
use crate::cite::coded;

use serde::Serialize;

/// Why an action is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "snake_case")]
pub enum Refusal {
    /// The game is over.
    GameOver,
    /// It is the other player's turn or choice.
    NotYours,
    /// The action belongs to another phase.
    WrongPhase,
    /// Something else must be decided first.
    ChooseFirst,
    /// The card is not in the player's Reserve.
    NotInReserve {
        /// The card.
        card: CardId,
    },
    /// No card of the player stands in that slot.
    NoSuchSlot,
    /// There is no such Terrain.
    NoSuchGround,
    /// The number does not name a Position or a card of this game.
    OutOfRange,
    /// Deployment is only in one's own Positions.
    NotOwnPosition,
    /// Four face-down cards lie there already.
    PositionFull {
        /// Where.
        at: Place,
    },
    /// What is left in the Reserve could not hold the Positions that are still empty.
    PositionsUncovered,
    /// A Position holds no face-down card.
    PositionEmpty {
        /// Which.
        at: Place,
    },
    /// The French player adjusts last.
    FrenchLast,
    /// The player has finished deploying.
    AlreadyReady,
    /// Too many changes during deployment.
    TooManyChanges,
    /// Only Infantry has formations.
    NoFormation,
    /// It is in that formation already.
    SameFormation {
        /// Which.
        formation: Formation,
    },
    /// It has changed formation this turn already.
    AlreadyFormed,
    /// It Disengaged this turn.
    FormedAfterDisengaging,
    /// A formation change while engaged is a Move of its own.
    FormsEngaged,
    /// No Column or Square in a Building.
    LineInBuilding,
    /// A card goes to the Reserve without a marker.
    FormsInReserve,
    /// Terrain is not played to that Position.
    WrongPosition {
        /// Where it belongs.
        at: Place,
    },
    /// Terrain is only laid in unengaged Positions.
    TerrainEngaged {
        /// Where.
        at: Place,
    },
    /// Terrain cannot be moved or taken back.
    TerrainFixed,
    /// No more Terrain can be in play.
    TooMuchTerrain,
    /// The Terrain is full.
    GroundFull,
    /// The Terrain is elsewhere.
    GroundElsewhere,
    /// Only Infantry may stand there.
    GroundForInfantry,
    /// Cavalry and Artillery occupy only Hills of their own battleline.
    GroundNotOwnHill,
    /// Nothing occupies a River.
    GroundRiver,
    /// The enemy holds it.
    GroundHeld,
    /// It stands there already.
    GroundAlready,
    /// It stands on no Terrain.
    GroundNone,
    /// This card type is not occupying Terrain.
    GroundNotTroop,
    /// Decoys are not in use.
    NoDecoys,
    /// This card cannot be a decoy.
    NotADecoy,
    /// A decoy may only be laid in own unengaged Positions.
    DecoyPlace,
    /// A decoy cannot do that.
    DecoyCannot,
    /// A Special is played for its effect, it does not move up.
    SpecialIsPlayed,
    /// The card has no Battle Move left.
    NoMoveLeft,
    /// It has fired or used Shock.
    HasActed,
    /// It is there already.
    SamePlace,
    /// The two places are not next to each other.
    NotAdjacent {
        /// From.
        from: Place,
        /// To.
        to: Place,
    },
    /// It is engaged and may only Disengage.
    Pinned {
        /// Where.
        at: Place,
    },
    /// The way back is engaged.
    WayBackEngaged {
        /// Where.
        at: Place,
    },
    /// Engaging and Disengaging in one turn.
    EngageAndDisengage,
    /// Foot Artillery never engages nor crosses the Middle Ground.
    FootArtillery,
    /// A General enters an enemy Position only where friends are.
    GeneralAlone {
        /// Where.
        at: Place,
    },
    /// The River's Move Limit is reached.
    RiverLimit {
        /// The limit.
        limit: u8,
    },
    /// The Stacking Limit could not be met any more.
    Stacking {
        /// Where.
        at: Place,
    },
    /// More than one General could not be sorted out any more.
    OneGeneral {
        /// Where.
        at: Place,
    },
    /// The phase cannot end while a Position holds too many cards.
    StackingAtEnd {
        /// Where.
        at: Place,
    },
    /// The phase cannot end with two Generals in a Position.
    OneGeneralAtEnd {
        /// Where.
        at: Place,
    },
    /// No more cards can stand on the battlefield.
    TableFull,
    /// It has left the Reserve or may not leave it this turn.
    ReserveSpent,
    /// Prussians keep to the British Left and the French Right.
    PrussianGround,
    /// The Prussians have not arrived.
    PrussiansNotArrived,
    /// A chief of staff stays in the Reserve while his commander is present.
    ChiefInReserve {
        /// The commander.
        commander: CardId,
    },
    /// The chief of staff must go home first.
    ChiefMustReturn,
    /// Nothing to attack with.
    CannotAttack,
    /// The card moved this turn.
    HasMoved,
    /// It is not engaged.
    NotEngaged,
    /// Long range needs an unengaged Position.
    LongEngaged,
    /// Long range never into friends.
    LongFriends,
    /// Only Artillery fires across the Middle Ground.
    LongArtillery,
    /// Artillery has no Shock.
    NoShock,
    /// Infantry uses Shock only in Column.
    ShockNeedsColumn,
    /// A card in a Building cannot use Shock.
    ShockFromBuilding,
    /// Blown Cavalry cannot use Shock.
    ShockBlown,
    /// Enemy cards lie face-down there: commit first.
    CommitFirst,
    /// Everything there is face-up: attack at once.
    NothingHidden,
    /// No such enemy card there.
    NoTarget,
    /// A General is not a target.
    TargetGeneral,
    /// No Shock against a Square.
    TargetSquare,
    /// No Shock against Infantry in a Building.
    TargetBuilding,
    /// Only Infantry attacks a card in Woods.
    TargetWoods,
    /// Infantry cannot Shock Cavalry.
    TargetCavalry,
    /// Cavalry may Shock only blown Cavalry.
    TargetFresh,
    /// No dice would be left.
    NoDice,
    /// The card was hit this turn and others there were not.
    TargetSpread,
    /// Nothing there may be attacked like that.
    NothingToAttack {
        /// How.
        how: Attack,
    },
    /// The card has no hits to test.
    NoHits,
    /// Generals roll first.
    GeneralsFirst,
    /// The card cannot take this Terrain.
    CannotCapture,
    /// At least one card must take the Terrain.
    MustCapture,
    /// Morale rolls are still to be made.
    RollsLeft,
    /// This card is not a Prussian General to be shown.
    NotShown,
    /// The card has no effect of its own: it is not a Special, or nothing is known of what it does.
    NotSpecial {
        /// The card.
        card: CardId,
    },
    /// The Special is played at other moments.
    NotNow {
        /// The card.
        card: CardId,
    },
    /// The Special is not played on that.
    SpecialAim {
        /// The card.
        card: CardId,
    },
    /// The Special's army has no Troop card and no face-up General in that Position.
    SpecialAlone {
        /// Where.
        at: Place,
    },
    /// The Special's army has no Troop card and no face-up General in any Position.
    SpecialNobody,
    /// It must be played on the Position that the moment is about.
    SpecialElsewhere {
        /// That Position.
        at: Place,
    },
    /// The player has played two Specials there in this phase.
    SpecialTwo {
        /// Where.
        at: Place,
    },
    /// The player has played the same Special there in this phase.
    SpecialSame {
        /// Where.
        at: Place,
    },
    /// A condition of the Special is not met.
    SpecialNeed {
        /// The card.
        card: CardId,
        /// Which of its needs, counted from 0.
        need: u8,
    },
    /// Too much is in force, or too much is going on at once.
    SpecialRoom,
    /// A Special forbids it.
    Barred {
        /// The Special.
        by: CardId,
    },
    /// A Special allows no more cards to Engage there.
    EngagersLimit {
        /// Where.
        at: Place,
        /// The Special.
        by: Option<CardId>,
    },
    /// That is not among what may be chosen.
    NotOffered,
    /// Something must be chosen.
    MustChoose,
    /// There is nothing to pass on.
    NothingToPass,
}

coded!(Refusal {
    GameOver => "game-over" ["W 4.3"],
    NotYours => "not-yours" ["W 5.0"],
    WrongPhase => "wrong-phase" ["W 5.0"],
    ChooseFirst => "choose-first" ["W N3", "W N6"],
    NotInReserve => "not-in-reserve" ["W 4.1"],
    NoSuchSlot => "no-such-slot" ["W 4.0"],
    NoSuchGround => "no-such-ground" ["W 11.0"],
    OutOfRange => "out-of-range" ["W 4.0"],
    NotOwnPosition => "not-own-position" ["W 4.1"],
    PositionFull => "position-full" ["W 4.1"],
    PositionsUncovered => "positions-uncovered" ["W 4.1", "W r6"],
    PositionEmpty => "position-empty" ["W 4.1", "W r6"],
    FrenchLast => "french-last" ["W 4.1", "W r8"],
    AlreadyReady => "already-ready" ["W 4.1"],
    TooManyChanges => "too-many-changes" ["W N60"],
    NoFormation => "no-formation" ["W 9.0"],
    SameFormation => "same-formation" ["W 9.0"],
    AlreadyFormed => "already-formed" ["W r52"],
    FormedAfterDisengaging => "formed-after-disengaging" ["W N50"],
    FormsEngaged => "forms-engaged" ["W 9.0", "W N4"],
    LineInBuilding => "line-in-building" ["W 11.4", "W r59"],
    FormsInReserve => "forms-in-reserve" ["W r52"],
    WrongPosition => "wrong-position" ["W 4.2"],
    TerrainEngaged => "terrain-engaged" ["W 11.0"],
    TerrainFixed => "terrain-fixed" ["W 4.2"],
    TooMuchTerrain => "too-much-terrain" ["W N61"],
    GroundFull => "ground-full" ["W 11.0", "W r54"],
    GroundElsewhere => "ground-elsewhere" ["W 11.5"],
    GroundForInfantry => "ground-for-infantry" ["W 11.2", "W 11.4"],
    GroundNotOwnHill => "ground-not-own-hill" ["W r60", "W N26"],
    GroundRiver => "ground-river" ["W 11.3"],
    GroundHeld => "ground-held" ["W 11.5"],
    GroundAlready => "ground-already" ["W 11.5"],
    GroundNone => "ground-none" ["W r54"],
    GroundNotTroop => "ground-not-troop" ["W 11.0"],
    NoDecoys => "no-decoys" ["W 14.0"],
    NotADecoy => "not-a-decoy" ["W 14.0"],
    DecoyPlace => "decoy-place" ["W 14.0", "W N11"],
    DecoyCannot => "decoy-cannot" ["W r67"],
    SpecialIsPlayed => "special-is-played" ["W r10"],
    NoMoveLeft => "no-move-left" ["W 8.0", "W 8.3"],
    HasActed => "has-acted" ["W 5.0", "W 7.0"],
    SamePlace => "same-place" ["W 8.0"],
    NotAdjacent => "not-adjacent" ["W 8.0"],
    Pinned => "pinned" ["W 8.2", "W r46"],
    WayBackEngaged => "way-back-engaged" ["W 8.2", "W r47"],
    EngageAndDisengage => "engage-and-disengage" ["W 8.3", "W 12.0", "W r49"],
    FootArtillery => "foot-artillery" ["W 8.1", "W r48", "W N9"],
    GeneralAlone => "general-alone" ["W r26", "W N10", "W N48"],
    RiverLimit => "river-limit" ["W 11.3", "W r61"],
    Stacking => "stacking" ["W 8.4", "W N13"],
    OneGeneral => "one-general" ["W 12.0", "W N55"],
    StackingAtEnd => "stacking-at-end" ["W 8.4", "W r51"],
    OneGeneralAtEnd => "one-general-at-end" ["W 12.0", "W r23"],
    TableFull => "table-full" ["W N61"],
    ReserveSpent => "reserve-spent" ["W 8.0", "W 8.3"],
    PrussianGround => "prussian-ground" ["W 10.0"],
    PrussiansNotArrived => "prussians-not-arrived" ["W 10.0", "W r63"],
    ChiefInReserve => "chief-in-reserve" ["W 12.3", "W r29"],
    ChiefMustReturn => "chief-must-return" ["W N14", "W N15"],
    CannotAttack => "cannot-attack" ["W 7.1"],
    HasMoved => "has-moved" ["W 5.0", "W 7.21"],
    NotEngaged => "not-engaged" ["W 7.21", "W 7.22"],
    LongEngaged => "long-engaged" ["W 7.23", "W r34"],
    LongFriends => "long-friends" ["W 7.23", "W N19"],
    LongArtillery => "long-artillery" ["W 7.23"],
    NoShock => "no-shock" ["W 7.3"],
    ShockNeedsColumn => "shock-needs-column" ["W 7.32"],
    ShockFromBuilding => "shock-from-building" ["W 11.4"],
    ShockBlown => "shock-blown" ["W 7.31"],
    CommitFirst => "commit-first" ["W N3"],
    NothingHidden => "nothing-hidden" ["W N3"],
    NoTarget => "no-target" ["W 7.4"],
    TargetGeneral => "target-general" ["W 12.4"],
    TargetSquare => "target-square" ["W 7.33", "W 9.3"],
    TargetBuilding => "target-building" ["W 7.33", "W 11.4"],
    TargetWoods => "target-woods" ["W 11.2", "W N38"],
    TargetCavalry => "target-cavalry" ["W 7.34"],
    TargetFresh => "target-fresh" ["W 7.34"],
    NoDice => "no-dice" ["W r57", "W N18"],
    TargetSpread => "target-spread" ["W 7.4", "W N17"],
    NothingToAttack => "nothing-to-attack" ["W 7.4"],
    NoHits => "no-hits" ["W 6.0"],
    GeneralsFirst => "generals-first" ["W 12.4"],
    CannotCapture => "cannot-capture" ["W N6"],
    MustCapture => "must-capture" ["W N6"],
    RollsLeft => "rolls-left" ["W 6.0"],
    NotShown => "not-shown" ["W N22"],
    NotSpecial => "not-special" ["W 13.0"],
    NotNow => "not-now" ["W 13.0", "W r66", "W N28", "W N63"],
    SpecialAim => "special-aim" ["W 13.0"],
    SpecialAlone => "special-alone" ["W 13.0", "W N21"],
    SpecialNobody => "special-nobody" ["W 13.0", "W N49"],
    SpecialElsewhere => "special-elsewhere" ["W N28"],
    SpecialTwo => "special-two" ["W 13.0", "W N21"],
    SpecialSame => "special-same" ["W 13.0", "W r65"],
    SpecialNeed => "special-need" ["W 13.0"],
    SpecialRoom => "special-room" ["W N65"],
    Barred => "barred" ["W 13.0"],
    EngagersLimit => "engagers-limit" ["W 13.0", "W 8.1"],
    NotOffered => "not-offered" ["W 13.0"],
    MustChoose => "must-choose" ["W 13.0"],
    NothingToPass => "nothing-to-pass" ["W 13.0"],
});

impl std::error::Error for Refusal {}
