//! Formations (W 9.0).

use super::Waterloo;
use super::event::Event;
use super::refusal::Refusal;
use super::specials::program::Verb;
use super::state::{Phase, State};
use super::turn::Ctx;
use super::types::{Formation, GroundKind, Kind, Slot, bit};
use crate::chance::Draws;
use crate::game::{Player, Sink};

impl Waterloo {
    /// Whether a card of this kind may be in a formation, standing on such Terrain (W 9.0, 11.4). Only Buildings ask for Line
    /// (W N39); W QRS cavalry-formation, QRS artillery-formation.
    #[inline]
    pub(super) fn formation_refusal(kind: Kind, formation: Formation, cover: Option<GroundKind>) -> Option<Refusal> {
        if formation == Formation::Line {
            None
        } else if kind != Kind::Infantry {
            Some(Refusal::NoFormation)
        } else {
            (cover == Some(GroundKind::Building)).then_some(Refusal::LineInBuilding)
        }
    }

    /// The Infantry that may still make its free change this turn, where it stands unengaged (W r52, N50); one that has fired
    /// does nothing more (W 7.0).
    #[inline]
    pub(super) fn free_changes(&self, s: &State, player: Player) -> u64 {
        let side = s.side(player);
        side.infantry() & !side.acted & !side.formed & !side.withdrew & !self.barred(s, player, Verb::Form)
    }

    /// Why a card is not among the [`Waterloo::free_changes`].
    #[inline]
    pub(super) fn free_change_refusal(&self, s: &State, player: Player, slot: Slot) -> Option<Refusal> {
        let side = s.side(player);
        let b = bit(slot);
        if self.barred(s, player, Verb::Form) & b != 0 {
            self.barring(s, player, slot, Verb::Form).map(|by| Refusal::Barred { by })
        } else if side.acted & b != 0 {
            Some(Refusal::HasActed)
        } else if side.formed & b != 0 {
            Some(Refusal::AlreadyFormed)
        } else {
            (side.withdrew & b != 0).then_some(Refusal::FormedAfterDisengaging)
        }
    }

    pub(super) fn form_refusal(&self, s: &State, player: Player, slot: Slot, formation: Formation) -> Option<Refusal> {
        let side = s.side(player);
        let Some(at) = side.place(slot) else { return Some(Refusal::NoSuchSlot) };
        if side.infantry() & bit(slot) == 0 {
            return Some(Refusal::NoFormation);
        }
        if side.formation(slot) == formation {
            return Some(Refusal::SameFormation { formation });
        }
        if let Some(refusal) = Self::formation_refusal(Kind::Infantry, formation, self.cover(s, player, slot)) {
            return Some(refusal);
        }
        if s.phase == Phase::Deployment {
            return self.change_refusal(s, player);
        }
        if s.is_engaged(player, at) {
            if self.barred(s, player, Verb::Form) & bit(slot) != 0 {
                return self.barring(s, player, slot, Verb::Form).map(|by| Refusal::Barred { by });
            }
            return self.spend_refusal(s, player, slot);
        }
        self.free_change_refusal(s, player, slot)
    }
}

impl<D: Draws, S: Sink<Waterloo>> Ctx<'_, D, S> {
    /// Changes formation: free when unengaged, a Move when engaged (W 9.0).
    pub(super) fn form(&mut self, player: Player, slot: Slot, formation: Formation) {
        let Some(at) = self.s.side(player).place(slot) else { return };
        let cost = self.s.phase == Phase::Combat && self.s.is_engaged(player, at);
        let deploying = self.s.phase == Phase::Deployment;
        if cost {
            self.spend_in_place(player, slot);
        }
        let side = self.s.side_mut(player);
        side.set_formation(slot, formation);
        if !deploying {
            side.formed |= bit(slot);
        } else {
            self.count_change(player);
        }
        self.tell(|g, s| Event::Formed { piece: g.piece(s, player, slot), formation, cost });
    }
}
