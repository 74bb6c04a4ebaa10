//! What happened, with codes, parameters and citations. `text.rs` renders it in English.

use super::agenda::Subject;
use super::state::Ending;
use super::types::{Army, Attack, CardId, Formation, Place, Slot};
use crate::cite::coded;
use crate::explain::Breakdown;
use crate::game::Player;
use serde::Serialize;

/// A card on the battlefield as an event names it: the slot always, the card only for a viewer who may see it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Piece {
    /// Whose it is.
    pub player: Player,
    /// The colour of its back.
    pub army: Army,
    /// Its slot.
    pub slot: Slot,
    /// The card, where the viewer may see it.
    pub card: Option<CardId>,
}

/// Why a card is out of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Loss {
    /// It failed a Morale roll (W 6.0).
    Routed,
    /// A General rolled a 6 (W 12.4).
    Killed,
    /// A General stood alone among enemies (W 12.4).
    Alone,
    /// A decoy was found (W 14.0).
    Decoy,
}

/// What sort of move it was.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MoveKind {
    /// Between friendly or empty places (W 8.0).
    Plain,
    /// Into a Position with enemy cards (W 8.1).
    Engage,
    /// Out of an engagement (W 8.2).
    Disengage,
    /// Sent by a Special card (W 13.0).
    Sent,
}

/// The phases of a Battle Turn (W 5.0).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TurnPhase {
    /// Morale.
    Morale,
    /// Combat.
    Combat,
    /// Reinforce.
    Reinforce,
}

/// One thing that happened.
///
/// Fields that hold an [`Option`] of a card are empty for a viewer who may not see the card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "snake_case")]
pub enum Event {
    /// A card was dealt or drawn into a Reserve.
    Drew {
        /// The army.
        army: Army,
        /// The card.
        card: Option<CardId>,
        /// Cards left in the deck.
        left: u16,
        /// Whether it is part of the Muster.
        muster: bool,
    },
    /// A Muster could not hold three Positions and is dealt again (W r7, N25).
    DealtAgain {
        /// Whose.
        player: Player,
        /// The Troop cards it had.
        troops: u8,
    },
    /// A card was put down from the Reserve during deployment.
    Deployed {
        /// The card.
        piece: Piece,
        /// Where.
        at: Place,
        /// Its formation.
        formation: Formation,
        /// The Terrain it occupies.
        on: Option<CardId>,
        /// Whether it lies face-up.
        up: bool,
    },
    /// A card was taken back during deployment.
    TookBack {
        /// The card.
        piece: Piece,
        /// From where.
        from: Place,
    },
    /// Terrain was laid (W 11.0).
    Laid {
        /// Who laid it.
        player: Player,
        /// The card.
        card: CardId,
        /// Its Position.
        at: Place,
        /// The number it has from now on.
        ground: u8,
    },
    /// A player has finished deploying; what follows shows his battleline.
    Ready {
        /// Who.
        player: Player,
    },
    /// What lies in one slot when a battleline is first seen.
    Lined {
        /// The card.
        piece: Piece,
        /// Where.
        at: Place,
        /// Its formation.
        formation: Formation,
        /// The Terrain it occupies.
        on: Option<CardId>,
    },
    /// A Battle Turn begins (W 5.0).
    TurnBegan {
        /// The Battle Turn, counted over both players from 1.
        turn: u16,
        /// Whose it is.
        player: Player,
    },
    /// A phase begins (W 5.0).
    PhaseBegan {
        /// Whose turn it is.
        player: Player,
        /// The phase.
        phase: TurnPhase,
    },
    /// A card made its Morale rolls.
    Rolled {
        /// The card.
        card: CardId,
        /// Where it is.
        at: Place,
        /// The dice, one a hit.
        dice: Vec<u8>,
        /// The value to roll or less; for a General nothing: he falls on a 6.
        value: Option<Breakdown>,
        /// How many of the dice failed.
        failed: u8,
    },
    /// A card left the game.
    Removed {
        /// The card; it is always known.
        piece: Piece,
        /// From where.
        from: Place,
        /// Why.
        why: Loss,
    },
    /// A card moved between Positions.
    Moved {
        /// The card.
        piece: Piece,
        /// From where.
        from: Place,
        /// To where.
        to: Place,
        /// What sort of move.
        kind: MoveKind,
        /// The formation it is in now.
        formation: Formation,
    },
    /// A card went back to the Reserve.
    Retired {
        /// The card.
        piece: Piece,
        /// From where.
        from: Place,
        /// What sort of move.
        kind: MoveKind,
        /// Whether it lay face-up, so that everybody saw which card went.
        up: bool,
    },
    /// A card came up from the Reserve.
    CameUp {
        /// The card.
        piece: Piece,
        /// To where.
        to: Place,
        /// What sort of move.
        kind: MoveKind,
        /// Its formation.
        formation: Formation,
        /// The Terrain it occupies.
        on: Option<CardId>,
    },
    /// A card changed formation.
    Formed {
        /// The card.
        piece: Piece,
        /// The new formation.
        formation: Formation,
        /// Whether it cost the Move.
        cost: bool,
    },
    /// A card occupied Terrain by a Move.
    Occupied {
        /// The card.
        piece: Piece,
        /// The Terrain.
        ground: CardId,
    },
    /// A card stepped off Terrain.
    Left {
        /// The card.
        piece: Piece,
        /// The Terrain.
        ground: CardId,
    },
    /// Vacant Terrain may be captured: the player must choose who takes it (W N6).
    CaptureOpen {
        /// Who chooses.
        player: Player,
        /// The Terrain.
        ground: CardId,
    },
    /// Terrain was captured (W 11.5).
    Captured {
        /// The card that took it.
        piece: Piece,
        /// The Terrain.
        ground: CardId,
    },
    /// A card was turned face-up (W 8.1).
    Revealed {
        /// The card.
        piece: Piece,
        /// Where.
        at: Place,
    },
    /// A card was committed to an attack (W N3).
    Committed {
        /// The attacker.
        piece: Piece,
        /// Fire or Shock.
        how: Attack,
    },
    /// A committed attack found nothing it may attack, and is lost (W N45).
    AttackLost {
        /// The attacker.
        piece: Piece,
        /// Fire or Shock.
        how: Attack,
    },
    /// A card attacked.
    Attacked {
        /// The attacker.
        piece: Piece,
        /// How.
        how: Attack,
        /// The target.
        target: Piece,
        /// Where the target stands.
        at: Place,
        /// How many dice.
        cv: Breakdown,
        /// The firepower or shock: 1 hits on 6, 4 on 3 to 6.
        power: Breakdown,
        /// The dice.
        dice: Vec<u8>,
        /// Hits on the target.
        hits: u8,
    },
    /// 1s among the dice hit a General (W 12.4).
    GeneralHit {
        /// The General.
        piece: Piece,
        /// How many hits.
        hits: u8,
    },
    /// Cavalry is blown (W 7.31).
    Blown {
        /// The card.
        piece: Piece,
    },
    /// Cavalry recovered (W 7.31).
    Recovered {
        /// The card.
        piece: Piece,
    },
    /// A Prussian General was shown: the Prussians have arrived (W 10.0).
    Arrived {
        /// The General.
        card: CardId,
    },
    /// A deck was empty when a card was to be drawn (W r64).
    DeckEmpty {
        /// The army.
        army: Army,
    },
    /// A Special was played; it is out of the game from then on (W 13.0).
    Played {
        /// Who played it.
        player: Player,
        /// The card.
        card: CardId,
        /// What it was played on.
        aim: Subject,
        /// The Position that it counts for.
        at: Option<Place>,
    },
    /// A Special has no effect: it was answered.
    Cancelled {
        /// The card.
        card: CardId,
    },
    /// Dice were rolled for a Special.
    Threw {
        /// The Special.
        card: CardId,
        /// Who rolled.
        player: Player,
        /// The dice.
        dice: Vec<u8>,
    },
    /// A Special put hits on a card.
    Hit {
        /// The Special.
        by: CardId,
        /// The card hit.
        piece: Piece,
        /// How many.
        hits: u8,
    },
    /// A card does what only a Special allows it to do.
    Used {
        /// The Special.
        by: CardId,
        /// The card.
        piece: Piece,
    },
    /// Failed Morale dice count as passed.
    Forgave {
        /// The Special.
        by: CardId,
        /// The card that rolled.
        card: CardId,
        /// How many dice.
        dice: u8,
    },
    /// A General in the Reserve was shown for a Special.
    Shown {
        /// The General.
        card: CardId,
    },
    /// A player looked through his deck.
    Searched {
        /// The army.
        army: Army,
        /// The card that he took and showed; nothing when there was none to take.
        card: Option<CardId>,
    },
    /// A player looked at the top cards of his deck.
    Peeked {
        /// The army.
        army: Army,
        /// How many.
        count: u8,
        /// Which, for those who may see them; the next one to be drawn first.
        cards: Vec<CardId>,
    },
    /// A General was set aside and will come back (see [`super::specials::program::Op::SetAside`]).
    SetAside {
        /// The card.
        piece: Piece,
        /// From where.
        from: Place,
    },
    /// A General who was set aside is back in the Reserve.
    CameBack {
        /// The card.
        card: CardId,
    },
    /// What a Special had in force has ended.
    Lapsed {
        /// The Special.
        card: CardId,
    },
    /// The battle is over.
    Ended {
        /// How.
        ending: Ending,
    },
}

coded!(Event {
    Drew => "drew" ["W 3.0", "W 10.0"],
    DealtAgain => "dealt-again" ["W r7", "W N25"],
    Deployed => "deployed" ["W 4.1"],
    TookBack => "took-back" ["W 4.1"],
    Laid => "laid" ["W 11.0", "W 4.2"],
    Ready => "ready" ["W 4.1"],
    Lined => "lined" ["W 4.1"],
    TurnBegan => "turn-began" ["W 5.0"],
    PhaseBegan => "phase-began" ["W 5.0"],
    Rolled => "rolled" ["W 6.0", "W 12.4"],
    Removed => "removed" ["W 6.0", "W 12.4", "W 14.0"],
    Moved => "moved" ["W 8.0"],
    Retired => "retired" ["W 8.0", "W r45"],
    CameUp => "came-up" ["W 8.0"],
    Formed => "formed" ["W 9.0"],
    Occupied => "occupied" ["W 11.5"],
    Left => "left" ["W r54"],
    CaptureOpen => "capture-open" ["W N6"],
    Captured => "captured" ["W 11.5"],
    Revealed => "revealed" ["W 8.1"],
    Committed => "committed" ["W N3"],
    AttackLost => "attack-lost" ["W N45"],
    Attacked => "attacked" ["W 7.0"],
    GeneralHit => "general-hit" ["W 12.4"],
    Blown => "blown" ["W 7.31"],
    Recovered => "recovered" ["W 7.31"],
    Arrived => "arrived" ["W 10.0", "W N22"],
    DeckEmpty => "deck-empty" ["W r64"],
    Played => "played" ["W 13.0"],
    Cancelled => "cancelled" ["W 13.0"],
    Threw => "threw" ["W 13.0"],
    Hit => "hit" ["W 13.0", "W 7.4"],
    Used => "used" ["W 13.0"],
    Forgave => "forgave" ["W 13.0", "W 6.0"],
    Shown => "shown" ["W 13.0"],
    Searched => "searched" ["W 13.0"],
    Peeked => "peeked" ["W 13.0"],
    SetAside => "set-aside" ["W 13.0", "W 12.4"],
    CameBack => "came-back" ["W 13.0"],
    Lapsed => "lapsed" ["W 13.0"],
    Ended => "ended" ["W 4.3"],
});
