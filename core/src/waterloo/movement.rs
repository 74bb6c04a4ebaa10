//! Battle Moves (W 8.0), Engaging and Disengaging (8.1, 8.2).

use super::Waterloo;
use super::event::{Event, MoveKind};
use super::refusal::Refusal;
use super::specials::hook;
use super::specials::program::{Bound, Permission, Verb};
use super::stacking::Crowds;
use super::state::State;
use super::turn::Ctx;
use super::types::{CardId, Formation, Kind, Place, Slot, bit, slots};
use super::validate::CROSSINGS;
use crate::chance::Draws;
use crate::game::{Player, Sink};

/// The rules behind which Specials change who may Engage and Disengage.
const TURN_HOOKS: u32 = hook::verb(Verb::Engage)
    | hook::verb(Verb::Disengage)
    | hook::permission(Permission::EngageAndDisengage)
    | hook::bound(Bound::Engagers);
/// The rules behind which Specials change who may move at all.
const MOVE_HOOKS: u32 = hook::verb(Verb::Move) | hook::permission(Permission::ExtraMove);

impl Waterloo {
    /// The slots that have a Battle Move left (W 8.0, 8.3).
    #[inline]
    pub(super) fn with_moves(s: &State, player: Player) -> u64 {
        let side = s.side(player);
        let twice = side.cavalry() | side.generals();
        !side.acted & (!side.moved | (twice & !side.moved_twice))
    }

    /// The same with what Specials forbid and allow (W 13.0).
    #[inline]
    pub(super) fn able_to_move(&self, s: &State, player: Player) -> u64 {
        let able = Self::with_moves(s, player);
        if s.forces.hooks & MOVE_HOOKS == 0 {
            return able;
        }
        let more = self.permitted(s, player, Permission::ExtraMove) & !s.side(player).acted;
        (able | more) & !self.barred(s, player, Verb::Move)
    }

    /// Why a card may not spend a Move where it stands (on a formation, on Terrain).
    #[inline]
    pub(super) fn spend_refusal(&self, s: &State, player: Player, slot: Slot) -> Option<Refusal> {
        let side = s.side(player);
        if side.acted & bit(slot) != 0 {
            return Some(Refusal::HasActed);
        }
        if self.barred(s, player, Verb::Move) & bit(slot) != 0 {
            return self.barring(s, player, slot, Verb::Move).map(|by| Refusal::Barred { by });
        }
        if self.able_to_move(s, player) & bit(slot) == 0 {
            return Some(Refusal::NoMoveLeft);
        }
        self.stacking_after_move(s, player, slot, &Crowds::default())
    }

    /// The slots that may go from a Position one step home: to the Reserve, or back across the Middle Ground.
    pub(super) fn homeward(&self, s: &State, player: Player, at: Place) -> u64 {
        let side = s.side(player);
        let able = side.at[at.index()] & self.able_to_move(s, player);
        if at.owner() == player {
            let able = if s.is_engaged(player, at) { able & self.may_disengage(s, player) } else { able };
            // N11: decoys are pulled back freely.
            return able | (side.at[at.index()] & side.decoys());
        }
        let home = at.opposite();
        if s.is_engaged(player, at) {
            if s.would_engage(player, home) { 0 } else { able & self.may_disengage(s, player) }
        } else if s.would_engage(player, home) {
            // N19: going home into an engaged Position is an Engage move.
            let able = able & self.may_engage(s, player, home) & !side.kind[Kind::FootArtillery as usize];
            if side.at[home.index()] & side.troops() == 0 { able & !side.generals() } else { able }
        } else {
            able
        }
    }

    /// The slots that may Disengage as far as this turn and Specials are concerned (W 8.3).
    #[inline]
    pub(super) fn may_disengage(&self, s: &State, player: Player) -> u64 {
        let side = s.side(player);
        if s.forces.hooks & TURN_HOOKS == 0 {
            return !side.engaged;
        }
        let both = self.permitted(s, player, Permission::EngageAndDisengage);
        (!side.engaged | both) & !self.barred(s, player, Verb::Disengage)
    }

    /// The slots that may Engage in a Position as far as this turn and Specials are concerned (W 8.3).
    #[inline]
    pub(super) fn may_engage(&self, s: &State, player: Player, to: Place) -> u64 {
        let side = s.side(player);
        if s.forces.hooks & TURN_HOOKS == 0 {
            return !side.withdrew;
        }
        let both = self.permitted(s, player, Permission::EngageAndDisengage);
        let may = (!side.withdrew | both) & !self.barred(s, player, Verb::Engage);
        if self.engagers_left(s, player, to) == 0 { may & side.generals() } else { may }
    }

    /// The slots that may go from a Position across the Middle Ground, back or forward, limits of stacking apart (W 8.0 to
    /// 8.3, 11.3, 12.0), with so many crossings left in the lane; [`Waterloo::step_refusal`] says why the others may not.
    #[inline]
    pub(super) fn across(&self, s: &State, player: Player, at: Place, crossings: u8) -> u64 {
        let side = s.side(player);
        let to = at.opposite();
        let mut able = if at.owner() == player {
            // W r46: nobody goes forward from an engaged Position; W N9: Foot Artillery stays on its side.
            if s.is_engaged(player, at) {
                return 0;
            }
            let here = side.at[at.index()] & !side.kind[Kind::FootArtillery as usize] & !side.decoys();
            let mut able = here & (self.able_to_move(s, player) | self.going_on(s, player));
            if side.at[to.index()] & side.troops() == 0 {
                able &= !side.generals();
            }
            if s.would_engage(player, to) { able & self.may_engage(s, player, to) } else { able }
        } else {
            self.homeward(s, player, at)
        };
        if crossings == 0 {
            able &= side.generals();
        }
        for slot in slots(able & side.generals()) {
            if at.owner() == player && self.confined_by(s, side.card[usize::from(slot)]).is_some() {
                able &= !bit(slot);
            }
        }
        able
    }

    /// The slots that may go forward although they have used their Move: a Special lets cards that came up from the Reserve
    /// go on (W 13.0).
    #[inline]
    fn going_on(&self, s: &State, player: Player) -> u64 {
        if s.forces.hooks & hook::permission(Permission::GoOn) == 0 {
            return 0;
        }
        let side = s.side(player);
        let once = side.came_up & side.moved & !side.moved_twice & !side.acted;
        once & self.permitted(s, player, Permission::GoOn) & !self.barred(s, player, Verb::Move)
    }

    /// The slots that may go from a Position to an adjacent place, limits of stacking apart.
    #[inline]
    pub(super) fn steps(&self, s: &State, player: Player, at: Place, to: Place) -> u64 {
        if !to.is_reserve() {
            if to == at.opposite() { self.across(s, player, at, self.crossings_left(s, at.lane())) } else { 0 }
        } else if at.owner() == player {
            self.homeward(s, player, at)
        } else {
            0
        }
    }

    /// Why a card may not go from one place to the next, formations and limits of stacking apart (W 8.0 to 8.3, 10.0, 11.3,
    /// 12.0). The Reserve is a place to disengage to (W r45, N44); in a lane engaged at both ends nobody moves but home from
    /// the own Position (W N32).
    #[inline]
    pub(super) fn step_refusal(&self, s: &State, player: Player, slot: Slot, to: Place) -> Option<Refusal> {
        let side = s.side(player);
        let b = bit(slot);
        let Some(from) = side.place(slot) else { return Some(Refusal::NoSuchSlot) };
        if to == from {
            return Some(Refusal::SamePlace);
        }
        let adjacent = if to.is_reserve() { from.owner() == player } else { to == from.opposite() };
        if !adjacent {
            return Some(Refusal::NotAdjacent { from, to });
        }
        if side.decoys() & b != 0 {
            // N11, r67: back to the Reserve at any time, nowhere else.
            return (!to.is_reserve()).then_some(Refusal::DecoyCannot);
        }
        if side.acted & b != 0 {
            return Some(Refusal::HasActed);
        }
        if self.barred(s, player, Verb::Move) & b != 0 {
            return self.barring(s, player, slot, Verb::Move).map(|by| Refusal::Barred { by });
        }
        let card = side.card[usize::from(slot)];
        let homeward = to.is_reserve() || to.owner() == player;
        let on = if homeward { 0 } else { self.going_on(s, player) };
        if (self.able_to_move(s, player) | on) & b == 0 {
            return Some(Refusal::NoMoveLeft);
        }
        if !homeward && self.confined_by(s, card).is_some() {
            return Some(Refusal::ChiefMustReturn);
        }
        let general = side.generals() & b != 0;
        let engaged = s.is_engaged(player, from);
        if engaged {
            if !homeward {
                return Some(Refusal::Pinned { at: from });
            }
            if !to.is_reserve() && s.would_engage(player, to) {
                return Some(Refusal::WayBackEngaged { at: to });
            }
            if self.may_disengage(s, player) & b == 0 {
                let by = self.barring(s, player, slot, Verb::Disengage);
                return Some(by.map_or(Refusal::EngageAndDisengage, |by| Refusal::Barred { by }));
            }
        }
        if to.is_reserve() {
            return None;
        }
        if !homeward && side.kind[Kind::FootArtillery as usize] & b != 0 {
            return Some(Refusal::FootArtillery);
        }
        if s.would_engage(player, to) {
            let foot = side.kind[Kind::FootArtillery as usize] & b != 0;
            if let Some(refusal) = self.engage_refusal(s, player, false, general, foot, to) {
                return Some(refusal);
            }
            if self.may_engage(s, player, to) & b == 0 {
                return Some(self.engage_barred(s, player, slot, to));
            }
        } else if general && !homeward && side.at[to.index()] & side.troops() == 0 {
            return Some(Refusal::GeneralAlone { at: to });
        }
        if !general && self.crossings_left(s, from.lane()) == 0 {
            return Some(Refusal::RiverLimit { limit: self.crossing_limit(s, from.lane()).unwrap_or(0) });
        }
        None
    }

    /// Why a card may not Engage by moving to a Position with enemy cards (W 8.1, 8.3, N10, N48); W QRS foot-artillery-engage,
    /// QRS horse-artillery-engage.
    #[inline]
    fn engage_refusal(
        &self,
        s: &State,
        player: Player,
        withdrew: bool,
        general: bool,
        foot: bool,
        to: Place,
    ) -> Option<Refusal> {
        let side = s.side(player);
        if foot {
            return Some(Refusal::FootArtillery);
        }
        if withdrew {
            return Some(Refusal::EngageAndDisengage);
        }
        let friends = side.at[to.index()] & side.troops() != 0;
        let enemies = s.is_engaged(player, to);
        (general && !friends && (enemies || to.owner() != player)).then_some(Refusal::GeneralAlone { at: to })
    }

    /// Why a card is not among [`Waterloo::may_engage`].
    fn engage_barred(&self, s: &State, player: Player, slot: Slot, at: Place) -> Refusal {
        if let Some(by) = self.barring(s, player, slot, Verb::Engage) {
            Refusal::Barred { by }
        } else if self.engagers_left(s, player, at) == 0 {
            Refusal::EngagersLimit { at, by: self.bounding(s, Bound::Engagers, at) }
        } else {
            Refusal::EngageAndDisengage
        }
    }

    /// Why a card on the battlefield may not make a Battle Move in a formation.
    pub(super) fn move_refusal(
        &self,
        s: &State,
        player: Player,
        slot: Slot,
        to: Place,
        formation: Formation,
    ) -> Option<Refusal> {
        let side = s.side(player);
        let Some(from) = side.place(slot) else { return Some(Refusal::NoSuchSlot) };
        if self.steps(s, player, from, to) & bit(slot) == 0 {
            return Some(self.step_refusal(s, player, slot, to).unwrap_or(Refusal::NotAdjacent { from, to }));
        }
        if to.is_reserve() {
            return (formation != Formation::Line).then_some(Refusal::FormsInReserve);
        }
        if formation != side.formation(slot) {
            let kind = self.profile(side.card[usize::from(slot)]).kind;
            if let Some(refusal) = Self::formation_refusal(kind, formation, None) {
                return Some(refusal);
            }
            if s.is_engaged(player, from) {
                return Some(Refusal::FormsEngaged);
            }
            if let Some(refusal) = self.free_change_refusal(s, player, slot) {
                return Some(refusal);
            }
        }
        self.crossing_stacking(s, player, slot, from, to, &Crowds::default())
    }

    /// [`Waterloo::move_refusal`] without the formation.
    pub(super) fn may_step(&self, s: &State, player: Player, slot: Slot, from: Place, to: Place) -> bool {
        self.steps(s, player, from, to) & bit(slot) != 0
            && (to.is_reserve() || self.crossing_stacking(s, player, slot, from, to, &Crowds::default()).is_none())
    }

    /// Why no card of this kind may come up from the Reserve to a Position, whichever card it is; `withdrew` and `again`
    /// (whether it has a second Move after this one) are its own facts.
    #[inline]
    pub(super) fn entry_refusal(
        &self,
        s: &State,
        player: Player,
        kind: Kind,
        (withdrew, again): (bool, bool),
        to: Place,
        crowds: &Crowds,
    ) -> Option<Refusal> {
        if to.is_reserve() || to.owner() != player {
            return Some(Refusal::NotAdjacent { from: Place::RESERVE, to });
        }
        if s.would_engage(player, to) {
            let refusal =
                self.engage_refusal(s, player, withdrew, kind == Kind::General, kind == Kind::FootArtillery, to);
            if refusal.is_some() {
                return refusal;
            }
            if kind != Kind::General && self.engagers_left(s, player, to) == 0 {
                return Some(Refusal::EngagersLimit { at: to, by: self.bounding(s, Bound::Engagers, to) });
            }
        }
        self.entry_stacking(s, player, kind, again, to, crowds)
    }
}

impl<D: Draws, S: Sink<Waterloo>> Ctx<'_, D, S> {
    /// Makes a Battle Move with a card on the battlefield (W 8.0).
    pub(super) fn make_move(&mut self, player: Player, slot: Slot, to: Place, formation: Formation) {
        let Some(from) = self.s.side(player).place(slot) else { return };
        let b = bit(slot);
        let side = self.s.side(player);
        let decoy = side.decoys() & b != 0;
        let card = side.card_in(slot);
        let kind = if self.s.is_engaged(player, from) {
            MoveKind::Disengage
        } else if !to.is_reserve() && self.s.would_engage(player, to) {
            MoveKind::Engage
        } else {
            MoveKind::Plain
        };
        // A Move beyond what its type has uses up what allows it.
        let beyond = Waterloo::with_moves(self.s, player) & b == 0 && !decoy;
        if beyond {
            let what = if to.is_reserve() || to.owner() == player { Permission::ExtraMove } else { Permission::GoOn };
            if !self.take_use(player, slot, what) {
                self.take_use(player, slot, Permission::ExtraMove);
            }
        }
        let vacated = self.step_off(player, slot);
        if to.is_reserve() {
            self.retire(player, slot, from, kind, u8::from(!decoy));
            if decoy {
                // N11: a decoy pulled back is not played again this turn.
                let army = card.army();
                self.s.hand_mut(army).spent |= card.bit();
            }
            self.settle(from, vacated);
            return;
        }
        let troop = self.s.side(player).troops() & b != 0;
        let side = self.s.side_mut(player);
        side.spend_move(slot);
        // W 8.3, unless it was a Special that let it move twice.
        if side.moved_twice & b != 0 && !beyond {
            side.known_cavalry |= b;
        }
        side.known_troop |= b;
        side.known_mobile |= b;
        match kind {
            MoveKind::Engage => side.engaged |= b,
            MoveKind::Disengage => side.withdrew |= b,
            MoveKind::Plain | MoveKind::Sent => {}
        }
        if side.formation(slot) != formation {
            side.formed |= b;
            side.set_formation(slot, formation);
        }
        side.relocate(slot, to);
        if troop {
            let crossed = &mut self.s.crossings[from.lane()];
            *crossed = crossed.saturating_add(1).min(CROSSINGS);
        }
        self.tell(|g, s| Event::Moved { piece: g.piece(s, player, slot), from, to, kind, formation });
        self.arrive(player, slot, to, kind);
        if self.s.ending.is_none() {
            self.settle(from, vacated);
        }
    }

    /// Spends a Move of a card where it stands; says whether it is one beyond what its type has, which uses up what allows it.
    pub(super) fn spend_in_place(&mut self, player: Player, slot: Slot) -> bool {
        let beyond = Waterloo::with_moves(self.s, player) & bit(slot) == 0;
        if beyond {
            self.take_use(player, slot, Permission::ExtraMove);
        }
        self.s.side_mut(player).spend_move(slot);
        beyond
    }

    /// What happens at the Position that a card has moved to: decoys are found, cards in a fight that has begun turn up,
    /// and it may be taken.
    pub(super) fn arrive(&mut self, player: Player, slot: Slot, at: Place, kind: MoveKind) {
        if kind == MoveKind::Engage {
            let troop = self.s.side(player).troops() & bit(slot) != 0;
            if troop {
                self.count_engager(at);
            }
            if self.s.opened >> at.0 & 1 == 1 {
                self.reveal(player, slot);
                if troop {
                    self.s.shown |= 1 << at.0;
                }
            }
            self.entered(player, slot);
        }
        self.settle(at, None);
    }

    /// Brings a card up from the Reserve onto the battlefield, face-down for all but Generals (W N2); gives its slot.
    pub(super) fn come_up(&mut self, card: CardId, to: Place, up: bool) -> Option<Slot> {
        let player = card.army().player();
        let hand = self.s.hand_mut(card.army());
        let since = hand.returned_len;
        let (moved, withdrew) = (hand.moved & card.bit() != 0, hand.withdrew & card.bit() != 0);
        self.take_from_reserve(card);
        let kind = self.g.profile(card).kind;
        let hits = self.s.take_reserve_hits(card);
        let side = self.s.side_mut(player);
        let slot = side.enter(card, kind, to, since)?;
        side.hits[usize::from(slot)] = hits;
        if moved {
            side.moved |= bit(slot);
        }
        if withdrew {
            side.withdrew |= bit(slot);
        }
        if up {
            self.mark_up(player, slot);
        }
        Some(slot)
    }

    /// Takes a card from the battlefield to the Reserve, where it is hidden again (W r53). `spends` says how many Battle
    /// Moves that costs it.
    pub(super) fn retire(&mut self, player: Player, slot: Slot, from: Place, kind: MoveKind, spends: u8) {
        let side = self.s.side(player);
        let b = bit(slot);
        let card = side.card[usize::from(slot)];
        let used = side.moves_used(slot) + spends;
        let most = self.g.profile(card).kind.moves();
        let up = side.up & b != 0;
        let withdrew = side.withdrew & b != 0 || kind == MoveKind::Disengage;
        let engaged = side.engaged & b != 0;
        let hits = side.hits[usize::from(slot)];
        self.tell(|g, s| Event::Retired { piece: g.piece(s, player, slot), from, up, kind });
        self.s.side_mut(player).vacate(slot);
        self.release(player, slot);
        self.s.put_reserve_hits(card, hits);
        if up {
            self.remember_return(card);
        }
        let hand = self.s.hand_mut(card.army());
        hand.reserve |= card.bit();
        if used > 0 {
            hand.moved |= card.bit();
        }
        if used >= most || engaged {
            hand.spent |= card.bit();
        }
        if withdrew {
            hand.withdrew |= card.bit();
        }
    }
}
