//! Terrain (W 11.0): laying, occupying, capturing, and the limits of Rivers.

use super::Waterloo;
use super::agenda::Task;
use super::event::Event;
use super::refusal::Refusal;
use super::specials::hook;
use super::specials::program::Bound;
use super::state::{GROUNDS, Ground, Phase, State};
use super::turn::Ctx;
use super::types::{CardId, Formation, GroundKind, Kind, Place, Slot, bit, foe, slots};
use crate::chance::Draws;
use crate::game::{Player, Sink};

impl Waterloo {
    /// The Position that a Terrain card is played to (W 4.2).
    #[must_use]
    pub fn terrain_place(&self, card: CardId) -> Place {
        Place::of(card.army().player(), self.profile(card).lane)
    }

    /// The Move Limit of a lane: that of its tightest River (W 11.3, r61); `None` without one.
    #[must_use]
    pub fn river_limit(&self, state: &State, lane: usize) -> Option<u8> {
        let here = state.grounds.iter().filter(|g| g.at.lane() == lane).map(|g| self.profile(g.card));
        here.filter(|p| p.ground == GroundKind::River).map(|p| p.move_limit).min()
    }

    /// The Terrain with this number, if `player` can know of it: what the enemy lays behind his screen is not there for him
    /// (W 4.1).
    #[inline]
    pub(super) fn known_ground<'a>(&self, s: &'a State, player: Player, number: u8) -> Option<&'a Ground> {
        let open = |g: &&Ground| {
            let owner = g.card.army().player();
            s.phase != Phase::Deployment || owner == player || s.ready.has(owner)
        };
        s.grounds.get(number).filter(open)
    }

    /// How many Troop cards may cross a lane in this turn: the River's limit, and what Specials make of it.
    #[inline]
    pub(super) fn crossing_limit(&self, s: &State, lane: usize) -> Option<u8> {
        let limit = self.river_limit(s, lane);
        if s.forces.hooks & hook::bound(Bound::Crossings) == 0 {
            return limit;
        }
        let to = Place(lane as u8);
        let limit = self.bound(s, s.on_turn, Bound::Crossings, (Some(to), None), limit.unwrap_or(u8::MAX));
        (limit != u8::MAX).then_some(limit)
    }

    /// How many more Troop cards may cross a lane this turn.
    #[inline]
    pub(super) fn crossings_left(&self, s: &State, lane: usize) -> u8 {
        self.crossing_limit(s, lane).map_or(u8::MAX, |limit| limit.saturating_sub(s.crossings[lane]))
    }

    /// How many cards Terrain holds (W 11.0), with what Specials add.
    #[inline]
    pub(super) fn capacity(&self, s: &State, number: u8) -> u8 {
        let Some(ground) = s.grounds.get(number) else { return 0 };
        let printed = self.profile(ground.card).capacity;
        self.bound(s, ground.holder, Bound::Capacity, (None, Some(number)), printed)
    }

    /// Whether Terrain may be laid now (W 11.0). A River counts the crossings made before it lay there (W N23).
    pub(super) fn lay_refusal(&self, s: &State, player: Player, card: CardId, to: Place) -> Option<Refusal> {
        let at = self.terrain_place(card);
        if to != at {
            return Some(Refusal::WrongPosition { at });
        }
        if s.phase != Phase::Deployment && s.is_engaged(player, at) {
            return Some(Refusal::TerrainEngaged { at });
        }
        if s.grounds.iter().filter(|g| g.card.army().player() == player).count() >= GROUNDS {
            return Some(Refusal::TooMuchTerrain);
        }
        let profile = self.profile(card);
        if profile.ground == GroundKind::River && s.phase == Phase::Combat {
            let left = profile.move_limit.saturating_sub(s.crossings[at.lane()]);
            return self.stacking_with_crossings(s, player, at.lane(), left.min(self.crossings_left(s, at.lane())));
        }
        None
    }

    /// Why a card of this kind may not stand on a Terrain (W 11.0 to 11.5), wherever it comes from.
    ///
    /// On the sheet: W QRS cavalry-woods-targeted, QRS cavalry-buildings-targeted, QRS artillery-woods-targeted,
    /// QRS artillery-buildings-targeted.
    #[inline]
    pub(super) fn ground_refusal(&self, s: &State, player: Player, kind: Kind, number: u8) -> Option<Refusal> {
        let Some(ground) = self.known_ground(s, player, number) else { return Some(Refusal::NoSuchGround) };
        let profile = self.profile(ground.card);
        if !kind.is_troop() {
            return Some(Refusal::GroundNotTroop);
        }
        if profile.ground == GroundKind::River {
            return Some(Refusal::GroundRiver);
        }
        if kind != Kind::Infantry {
            if profile.ground != GroundKind::Hill {
                return Some(Refusal::GroundForInfantry);
            }
            // N26: a Hill of the own side in the own battleline, vacant or held by friends.
            if ground.card.army().player() != player {
                return Some(Refusal::GroundNotOwnHill);
            }
        }
        let full = ground.occupants.count_ones() >= u32::from(self.capacity(s, number));
        if ground.holder == player {
            full.then_some(Refusal::GroundFull)
        } else {
            (ground.occupants != 0).then_some(Refusal::GroundHeld)
        }
    }

    pub(super) fn occupy_refusal(&self, s: &State, player: Player, slot: Slot, number: u8) -> Option<Refusal> {
        let side = s.side(player);
        let b = bit(slot);
        let Some(at) = side.place(slot) else { return Some(Refusal::NoSuchSlot) };
        let Some(ground) = self.known_ground(s, player, number) else { return Some(Refusal::NoSuchGround) };
        if side.decoys() & b != 0 {
            return Some(Refusal::DecoyCannot);
        }
        if ground.at != at {
            return Some(Refusal::GroundElsewhere);
        }
        if ground.holder == player && ground.occupants & b != 0 {
            return Some(Refusal::GroundAlready);
        }
        let kind = self.profile(side.card[usize::from(slot)]).kind;
        if let Some(refusal) = self.ground_refusal(s, player, kind, number) {
            return Some(refusal);
        }
        if s.phase == Phase::Deployment {
            return self.change_refusal(s, player);
        }
        self.spend_refusal(s, player, slot)
    }

    pub(super) fn leave_refusal(&self, s: &State, player: Player, slot: Slot) -> Option<Refusal> {
        if s.side(player).place(slot).is_none() {
            return Some(Refusal::NoSuchSlot);
        }
        if s.ground_of(player, slot).is_none() {
            return Some(Refusal::GroundNone);
        }
        if s.phase == Phase::Deployment {
            return self.change_refusal(s, player);
        }
        self.spend_refusal(s, player, slot)
    }

    /// The cards that could take vacant Terrain now: engaged Infantry of the side that does not hold it, not on other
    /// Terrain (W N6, N8, N54).
    #[inline]
    pub(super) fn captors(&self, s: &State, number: u8) -> u64 {
        let Some(ground) = s.grounds.get(number) else { return 0 };
        if ground.occupants != 0
            || self.capture_barred(s, number).is_some()
            || self.profile(ground.card).ground == GroundKind::River
        {
            return 0;
        }
        let captor = foe(ground.holder);
        let side = s.side(captor);
        let here = side.infantry() & side.at[ground.at.index()];
        if here == 0 || !s.is_engaged(captor, ground.at) { 0 } else { here & !s.on_ground(captor) }
    }

    /// The cards that may still join the capture that is being decided.
    pub(super) fn capture_choices(&self, s: &State, number: u8, taken: u8) -> u64 {
        let Some(ground) = s.grounds.get(number) else { return 0 };
        if taken == 0 {
            return self.captors(s, number);
        }
        let side = s.side(ground.holder);
        if ground.occupants.count_ones() >= u32::from(self.capacity(s, number)) {
            return 0;
        }
        side.infantry() & side.at[ground.at.index()] & !s.on_ground(ground.holder)
    }

    /// The Terrain that may be taken next while the capture of one is being decided: that one, and before any card has
    /// taken it, other vacant Terrain of the same Position (W N54: in his own turn the owner picks).
    pub(super) fn capturable(&self, s: &State, number: u8, taken: u8) -> impl Iterator<Item = u8> {
        let at = s.grounds.get(number).map(|g| g.at);
        let others = s.grounds.numbered().filter(move |(n, g)| *n == number || (taken == 0 && Some(g.at) == at));
        others
            .filter(move |(n, g)| *n == number || self.captors(s, *n) != 0 && foe(g.holder) == s.on_turn)
            .map(|(n, _)| n)
    }

    pub(super) fn capture_refusal(&self, s: &State, slot: Slot, ground: u8) -> Option<Refusal> {
        match s.task() {
            Some(Task::Capture { ground: number, taken }) => {
                let open = self.capturable(s, number, taken).any(|n| n == ground);
                let may = open && self.capture_choices(s, ground, taken) & bit(slot) != 0;
                (!may).then_some(Refusal::CannotCapture)
            }
            _ => Some(Refusal::WrongPhase),
        }
    }
}

/// The card of Terrain in play.
pub(super) fn ground_card(s: &State, number: u8) -> CardId {
    s.grounds.get(number).map_or(CardId::NONE, |g| g.card)
}

impl<D: Draws, S: Sink<Waterloo>> Ctx<'_, D, S> {
    /// Lays Terrain from the Reserve (W 11.0).
    pub(super) fn lay(&mut self, player: Player, card: CardId) {
        let at = self.g.terrain_place(card);
        self.take_from_reserve(card);
        if let Some(ground) = self.s.grounds.push(Ground { card, at, holder: player, occupants: 0 }) {
            self.tell(|_, _| Event::Laid { player, card, at, ground });
        }
    }

    /// Puts a slot on Terrain that it may occupy; it leaves what it stood on. Terrain that it left vacant comes back.
    pub(super) fn stand_on(&mut self, player: Player, slot: Slot, number: u8) -> Option<u8> {
        let vacated = self.step_off(player, slot);
        if self.s.grounds.get(number).is_some_and(|ground| ground.holder != player) {
            self.captured(number);
        }
        let Some(ground) = self.s.grounds.get_mut(number) else { return vacated };
        ground.holder = player;
        ground.occupants |= bit(slot);
        let class = self.g.profile(ground.card).ground;
        let side = self.s.side_mut(player);
        side.known_troop |= bit(slot);
        if matches!(class, GroundKind::Woods | GroundKind::Building) {
            side.known_infantry |= bit(slot);
        }
        if class == GroundKind::Building {
            // W r59: Line, at no cost.
            side.set_formation(slot, Formation::Line);
        }
        vacated
    }

    /// Takes a slot off its Terrain; the Terrain comes back if it is vacant now.
    pub(super) fn step_off(&mut self, player: Player, slot: Slot) -> Option<u8> {
        let number = self.s.ground_of(player, slot)?;
        let ground = self.s.grounds.get_mut(number)?;
        ground.occupants &= !bit(slot);
        (ground.occupants == 0).then_some(number)
    }

    pub(super) fn occupy(&mut self, player: Player, slot: Slot, number: u8) {
        let vacated = self.stand_on(player, slot, number);
        if self.s.phase == Phase::Deployment {
            self.count_change(player);
        } else {
            self.spend_on_ground(player, slot);
        }
        self.tell(|g, s| Event::Occupied { piece: g.piece(s, player, slot), ground: ground_card(s, number) });
        self.settle_at(player, slot, vacated);
    }

    pub(super) fn leave(&mut self, player: Player, slot: Slot) {
        let Some(number) = self.s.ground_of(player, slot) else { return };
        let vacated = self.step_off(player, slot);
        if self.s.phase == Phase::Deployment {
            self.count_change(player);
        } else {
            self.spend_on_ground(player, slot);
        }
        self.tell(|g, s| Event::Left { piece: g.piece(s, player, slot), ground: ground_card(s, number) });
        self.settle_at(player, slot, vacated);
    }

    /// Spends a Move on Terrain. A second one tells everybody that the card is Cavalry (W 8.3).
    fn spend_on_ground(&mut self, player: Player, slot: Slot) {
        let beyond = self.spend_in_place(player, slot);
        let side = self.s.side_mut(player);
        if !beyond {
            side.known_cavalry |= side.moved_twice & bit(slot);
        }
    }

    fn settle_at(&mut self, player: Player, slot: Slot, vacated: Option<u8>) {
        if let (Phase::Combat, Some(at)) = (self.s.phase, self.s.side(player).place(slot)) {
            self.settle(at, vacated);
        }
    }

    /// Vacant Terrain falls to engaged Infantry of the other side (W N8). With `ask` the player on turn is left to say
    /// which of his cards take it (W N6).
    pub(super) fn fall(&mut self, number: u8, ask: bool) {
        let Some(&ground) = self.s.grounds.get(number) else { return };
        let captors = self.g.captors(self.s, number);
        if captors == 0 {
            return;
        }
        let captor = foe(ground.holder);
        if ask && captor == self.s.on_turn {
            self.s.agenda.push(Task::Capture { ground: number, taken: 0 });
            self.tell(|_, s| Event::CaptureOpen { player: captor, ground: ground_card(s, number) });
        } else if let Some(slot) = self.first_captor(captor, captors) {
            self.take_ground(captor, slot, number);
        }
    }

    /// Who captures when nobody is asked (W N54): Line before Square before Column, then the highest cv, then the lowest
    /// slot.
    fn first_captor(&self, captor: Player, captors: u64) -> Option<Slot> {
        let side = self.s.side(captor);
        slots(captors).min_by_key(|&slot| {
            let rank = match side.formation(slot) {
                Formation::Line => 0,
                Formation::Square => 1,
                Formation::Column => 2,
            };
            (rank, u8::MAX - self.g.profile(side.card[usize::from(slot)]).cv, slot)
        })
    }

    fn take_ground(&mut self, captor: Player, slot: Slot, number: u8) {
        self.stand_on(captor, slot, number);
        self.tell(|g, s| Event::Captured { piece: g.piece(s, captor, slot), ground: ground_card(s, number) });
    }

    /// The player on turn takes the Terrain in question with a card (W N6).
    pub(super) fn capture(&mut self, player: Player, slot: Slot, ground: u8) {
        let Some(Task::Capture { taken, .. }) = self.s.agenda.pop() else { return };
        self.take_ground(player, slot, ground);
        if self.g.capture_choices(self.s, ground, taken + 1) != 0 {
            self.s.agenda.push(Task::Capture { ground, taken: taken + 1 });
        }
    }

    /// Vacant Terrain falls to engaged Infantry at the end of the mover's Combat Phase (W N8); Building before Hill before
    /// Woods where nobody is asked (W N54). Stops when the player on turn must choose.
    pub(super) fn captures_at_end(&mut self) {
        for class in [GroundKind::Building, GroundKind::Hill, GroundKind::Woods] {
            for number in 0..2 * GROUNDS as u8 {
                let is_class = |g: &Ground| self.g.profile(g.card).ground == class;
                if self.s.grounds.get(number).is_some_and(is_class) {
                    self.fall(number, true);
                    if !self.s.agenda.is_empty() {
                        return;
                    }
                }
            }
        }
    }
}
