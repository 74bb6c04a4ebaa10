//! Generals (W 12.0): command, corps, chiefs of staff.

use super::state::{Location, State};
use super::types::{CardId, Kind, Place};
use super::{Rank, Waterloo};
use crate::cite::Cite;
use crate::explain::Tally;
use crate::game::Viewer;

impl Waterloo {
    /// What a General adds to the Morale of a Troop card in his Position (W 12.1, 12.2).
    ///
    /// In a Position of the enemy's battleline he uses his Offense rating, in one of his own his Defense rating (W r20). He
    /// supports cards of his own army and corps (W N43, r28, r30), with army rank all cards of his army, and nobody while he is a
    /// chief of staff without function (W N16).
    ///
    /// `times` is how often his Offense counts, after Specials.
    ///
    /// Whether a commander is absent may depend on a hidden Reserve. Eyes that do not see him take a General who stands in
    /// for him at his word.
    pub(super) fn support<T: Tally>(
        &self,
        s: &State,
        general: CardId,
        times: i16,
        (at, card): (Place, CardId),
        eyes: Viewer,
        tally: &mut T,
    ) {
        let (lead, led) = (self.profile(general), self.profile(card));
        if general.army() != card.army() {
            return;
        }
        let absent = |commander: Option<CardId>| match commander {
            Some(c) if self.sees_card(s, eyes, c) => Self::is_absent(s, commander),
            _ => true,
        };
        let helps = match lead.rank {
            Rank::Corps => lead.corps == led.corps,
            Rank::Army => true,
            Rank::Chief(commander) => absent(commander),
            Rank::Second(commander) => lead.corps == led.corps || absent(commander),
        };
        if !helps {
            return;
        }
        let (amount, cite) = if at.owner() == general.army().player() {
            (i16::from(lead.defense), Cite("W 12.1"))
        } else {
            (i16::from(lead.offense) * times, Cite("W r20"))
        };
        tally.add("general", amount, cite, || self.card(general).name.clone());
    }

    /// Whether a commander is absent (W 12.3, r29, N14): not part of the battle, undrawn or dead. One who lies face-down as
    /// a decoy is not (W N51).
    pub(super) fn is_absent(s: &State, commander: Option<CardId>) -> bool {
        commander.is_none_or(|c| matches!(s.locate(c), Location::Undrawn | Location::Eliminated))
    }

    /// The commander whose presence keeps this chief of staff in the Reserve (W 12.3).
    #[inline]
    pub(super) fn confined_by(&self, s: &State, card: CardId) -> Option<CardId> {
        match self.profile(card) {
            p if p.kind != Kind::General => None,
            p => match p.rank {
                Rank::Chief(commander) if !Self::is_absent(s, commander) => commander,
                _ => None,
            },
        }
    }
}
