//! What a player does.

use super::agenda::Subject;
use super::types::{Attack, CardId, Formation, Place, Slot};
use serde::{Deserialize, Serialize};

/// A number of no Terrain, in [`Action::Deploy`].
pub const NO_GROUND: u8 = u8::MAX;

/// One action of a player. Own cards in the Reserve are named by card, cards on the battlefield by slot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Deal the Musters (W 3.0). The French player asks for it; nothing is chosen.
    Deal,
    /// Finish what is going on: deployment, the Combat Phase, a capture, the Reinforce Phase.
    End,
    /// Play a card from the Reserve: deploy it (W 4.1), move it up (W 8.0), lay Terrain (W 11.0) or a decoy (W 14.0).
    Deploy {
        /// The card.
        card: CardId,
        /// The Position. For Terrain it is the one printed on the card.
        to: Place,
        /// The formation, for Infantry; Line for everything else.
        formation: Formation,
        /// The Terrain there that it occupies, by number, or [`NO_GROUND`].
        on: u8,
        /// Whether a General, Terrain or Special card is put down face-down.
        decoy: bool,
    },
    /// Make a Battle Move (W 8.0) with a card on the battlefield, or take it back during deployment.
    Move {
        /// The card.
        slot: Slot,
        /// A Position or the Reserve.
        to: Place,
        /// The formation it moves in: Infantry may change it freely where it stands unengaged (W 9.0).
        formation: Formation,
    },
    /// Change formation (W 9.0).
    Form {
        /// The card.
        slot: Slot,
        /// The new formation.
        formation: Formation,
    },
    /// Occupy Terrain in the same Position (W 11.5).
    Occupy {
        /// The card.
        slot: Slot,
        /// The Terrain, by number.
        ground: u8,
    },
    /// Step off Terrain, staying in the Position (W r54).
    Leave {
        /// The card.
        slot: Slot,
    },
    /// Commit a card to an attack where enemy cards still lie face-down: all are revealed, then the target is chosen (W N3).
    Commit {
        /// The attacker.
        slot: Slot,
        /// Fire or Shock.
        how: Attack,
    },
    /// Attack (W 7.0).
    Attack {
        /// The attacker.
        slot: Slot,
        /// Fire, Shock or Fire at long range.
        how: Attack,
        /// The enemy's slot.
        target: Slot,
    },
    /// Make the Morale rolls of one card (W 6.0, 12.4).
    Roll {
        /// A card of one's own that has hits.
        card: CardId,
    },
    /// Take vacant Terrain with this card (W N6).
    Capture {
        /// A card of Infantry engaged there.
        slot: Slot,
        /// The Terrain, by number: the one in question, or other vacant Terrain of the same Position that the player would
        /// rather take first (W N54).
        ground: u8,
    },
    /// Show a Prussian General in the Reserve: the Prussians arrive (W N22).
    Show {
        /// The General.
        card: CardId,
    },
    /// Play a Special card from the Reserve (W 13.0).
    Play {
        /// The Special.
        card: CardId,
        /// What it is played on, as its program asks.
        aim: Subject,
    },
    /// Choose what a Special lets one choose: a card on the table, a card of the Reserve or the deck, an answer.
    Choose {
        /// What.
        what: Subject,
    },
    /// Play no Special now, choose nothing more.
    Pass,
}
