//! Battle Deployment (W 4.1, 4.2), and playing cards from the Reserve.

use super::action::NO_GROUND;
use super::event::{Event, MoveKind};
use super::refusal::Refusal;
use super::stacking::{Crowds, STACKING_LIMIT};
use super::state::{Location, Phase, State};
use super::terrain::ground_card;
use super::turn::Ctx;
use super::types::{Army, CardId, Formation, GroundKind, Kind, Place, Slot, armies, bit, cards, slots};
use super::{ALLIED, FRENCH, Waterloo};
use crate::chance::Draws;
use crate::game::{Player, Players, Sink};

/// Changes a player may make to what he has deployed (W N60).
pub(super) const MAX_CHANGES: u8 = 200;

/// How a card is put down from the Reserve, as in [`super::Action::Deploy`].
#[derive(Clone, Copy)]
pub(super) struct Put {
    pub(super) card: CardId,
    pub(super) to: Place,
    pub(super) formation: Formation,
    pub(super) on: u8,
    pub(super) decoy: bool,
}

impl Waterloo {
    /// Why what has been deployed may not be changed any more (W N60).
    pub(super) fn change_refusal(&self, s: &State, player: Player) -> Option<Refusal> {
        (s.changes[player.index() & 1] >= MAX_CHANGES).then_some(Refusal::TooManyChanges)
    }

    /// How many cards of the Reserve could be put down face-down: Troops, and decoys where they are in use.
    fn coverers(&self, s: &State, player: Player) -> u32 {
        let of = |army: Army| {
            let roster = self.roster(army);
            let troops = roster.kinds.iter().enumerate().filter(|(kind, _)| Kind::ALL[*kind].is_troop());
            let troops = troops.fold(0, |set, (_, kind)| set | kind) & s.hand(army).reserve;
            if !self.options().decoys {
                return troops.count_ones();
            }
            let decoys = [Kind::General, Kind::Terrain, Kind::Special];
            let decoys = decoys.into_iter().fold(0, |set, kind| set | roster.kinds[kind as usize]);
            let decoys = cards(army, decoys & s.hand(army).reserve).filter(|&c| self.confined_by(s, c).is_none());
            troops.count_ones() + decoys.count() as u32
        };
        armies(player).iter().map(|&army| of(army)).sum()
    }

    /// Whether the Reserve, after giving up `spent` face-down cards to a Position, still covers the empty ones (W 4.1, r6).
    fn covers(&self, s: &State, player: Player, filled: Option<Place>, spent: u32) -> bool {
        let stacked = s.side(player).stacked();
        let empty = |lane: u8| {
            let at = Place::of(player, lane);
            s.side(player).at[at.index()] & stacked == 0 && filled != Some(at)
        };
        let open = (0..3).filter(|&lane| empty(lane)).count() as u32;
        self.coverers(s, player) >= open + spent
    }

    /// Why a card may not be played from the Reserve (W 4.1, 8.0, 11.0, 12.0, 14.0).
    pub(super) fn deploy_refusal(&self, s: &State, player: Player, put: Put) -> Option<Refusal> {
        let Put { card, to, formation, on, decoy } = put;
        if !matches!(s.phase, Phase::Deployment | Phase::Combat) {
            return Some(Refusal::WrongPhase);
        }
        if !self.has_card(card) || to.0 > Place::RESERVE.0 {
            return Some(Refusal::OutOfRange);
        }
        let hand = s.hand(card.army());
        if card.army().player() != player || hand.reserve & card.bit() == 0 {
            let laid = matches!(s.locate(card), Location::Ground(_)) && card.army().player() == player;
            return Some(if laid { Refusal::TerrainFixed } else { Refusal::NotInReserve { card } });
        }
        if to.is_reserve() || to.owner() != player {
            let moving = s.phase == Phase::Combat && self.profile(card).kind != Kind::Terrain && !decoy;
            let from = Place::RESERVE;
            return Some(if moving { Refusal::NotAdjacent { from, to } } else { Refusal::NotOwnPosition });
        }
        if hand.spent & card.bit() != 0 {
            return Some(Refusal::ReserveSpent);
        }
        if let Some(refusal) = self.army_refusal(s, card.army(), to) {
            return Some(refusal);
        }
        if s.side(player).all() == u64::MAX {
            return Some(Refusal::TableFull);
        }
        let kind = self.profile(card).kind;
        if decoy && let Some(refusal) = self.decoy_refusal(s, player, card, to) {
            return Some(refusal);
        }
        let cover = self.known_ground(s, player, on).map(|g| self.profile(g.card).ground);
        if let Some(refusal) = Self::formation_refusal(kind, formation, cover) {
            return Some(refusal);
        }
        if on != NO_GROUND {
            if decoy {
                return Some(Refusal::DecoyCannot);
            }
            if let Some(refusal) = self.ground_refusal(s, player, kind, on) {
                return Some(refusal);
            }
            if s.grounds.get(on).is_none_or(|g| g.at != to) {
                return Some(Refusal::GroundElsewhere);
            }
        }
        match kind {
            Kind::Special if !decoy => return Some(Refusal::SpecialIsPlayed),
            Kind::Terrain if !decoy => {
                return self.lay_refusal(s, player, card, to).or_else(|| self.uncovering(s, player));
            }
            Kind::General if !decoy => {
                if let Some(commander) = self.confined_by(s, card) {
                    return Some(Refusal::ChiefInReserve { commander });
                }
            }
            _ => {}
        }
        if s.phase == Phase::Deployment {
            self.placing_refusal(s, player, kind, decoy, to)
        } else if decoy {
            None
        } else if kind.is_troop() && self.crowds_out(s, card.army(), to) {
            Some(Refusal::Stacking { at: to })
        } else {
            self.entry_refusal(s, player, kind, Self::reserve_facts(s, card, kind), to, &Crowds::default())
        }
    }

    /// For a card in the Reserve: whether it Disengaged this turn, and whether it has a Move left after coming up.
    #[inline]
    pub(super) fn reserve_facts(s: &State, card: CardId, kind: Kind) -> (bool, bool) {
        let hand = s.hand(card.army());
        (hand.withdrew & card.bit() != 0, kind.moves() == 2 && hand.moved & card.bit() == 0)
    }

    /// Putting down a card that is no Troop must not take the last cover: only where decoys count as cover.
    pub(super) fn uncovering(&self, s: &State, player: Player) -> Option<Refusal> {
        let counts = self.options().decoys && s.phase == Phase::Deployment;
        (counts && !self.covers(s, player, None, 1)).then_some(Refusal::PositionsUncovered)
    }

    /// The limits of deployment itself: one to four face-down cards and one General in each Position (W 4.1, 12.0).
    pub(super) fn placing_refusal(
        &self,
        s: &State,
        player: Player,
        kind: Kind,
        decoy: bool,
        to: Place,
    ) -> Option<Refusal> {
        let side = s.side(player);
        let here = side.at[to.index()];
        if kind == Kind::General && !decoy {
            if here & side.generals() != 0 {
                return Some(Refusal::OneGeneral { at: to });
            }
            return self.uncovering(s, player);
        }
        if (here & side.stacked()).count_ones() >= u32::from(STACKING_LIMIT) {
            return Some(Refusal::PositionFull { at: to });
        }
        (!self.covers(s, player, Some(to), 1)).then_some(Refusal::PositionsUncovered)
    }

    /// Why a card may not be taken back during deployment (W 4.1).
    pub(super) fn take_back_refusal(
        &self,
        s: &State,
        player: Player,
        slot: Slot,
        to: Place,
        formation: Formation,
    ) -> Option<Refusal> {
        let Some(from) = s.side(player).place(slot) else { return Some(Refusal::NoSuchSlot) };
        if !to.is_reserve() {
            return Some(Refusal::NotAdjacent { from, to });
        }
        if formation != Formation::Line {
            return Some(Refusal::FormsInReserve);
        }
        self.change_refusal(s, player)
    }

    /// Why a player may not finish deploying: a Position is empty, or the French must wait (W 4.1, r6, r8). Decoys fill a
    /// Position (W N42).
    pub(super) fn ready_refusal(&self, s: &State, player: Player) -> Option<Refusal> {
        let side = s.side(player);
        let empty = (0..3).map(|lane| Place::of(player, lane)).find(|&at| side.stacked_at(at) == 0);
        if let Some(at) = empty {
            return Some(Refusal::PositionEmpty { at });
        }
        (player == FRENCH && !s.ready.has(ALLIED)).then_some(Refusal::FrenchLast)
    }
}

impl<D: Draws, S: Sink<Waterloo>> Ctx<'_, D, S> {
    pub(super) fn count_change(&mut self, player: Player) {
        let count = &mut self.s.changes[player.index() & 1];
        *count = count.saturating_add(1);
    }

    /// Plays a card from the Reserve.
    pub(super) fn deploy(&mut self, player: Player, put: Put) {
        let Put { card, to, formation, on, decoy } = put;
        let kind = self.g.profile(card).kind;
        if kind == Kind::Terrain && !decoy {
            self.lay(player, card);
            return;
        }
        let deploying = self.s.phase == Phase::Deployment;
        let engage = !deploying && self.s.would_engage(player, to);
        let up = kind == Kind::General && !decoy;
        let Some(slot) = self.come_up(card, to, up) else { return };
        let b = bit(slot);
        let side = self.s.side_mut(player);
        side.set_formation(slot, formation);
        if !deploying {
            side.spend_move(slot);
            side.came_up |= b;
            if formation != Formation::Line {
                side.formed |= b;
            }
            if engage {
                side.engaged |= b;
                side.known_mobile |= b;
            }
        }
        let on_ground = (on != NO_GROUND).then_some(on);
        if on_ground.is_some() {
            self.stand_on(player, slot, on);
        }
        if deploying {
            let on = on_ground.map(|n| ground_card(self.s, n));
            self.tell(|g, s| Event::Deployed { piece: g.piece(s, player, slot), at: to, formation, on, up });
        } else {
            let kind = if engage { MoveKind::Engage } else { MoveKind::Plain };
            let on = on_ground.map(|n| ground_card(self.s, n));
            self.tell(|g, s| Event::CameUp { piece: g.piece(s, player, slot), to, kind, formation, on });
            self.arrive(player, slot, to, kind);
        }
    }

    /// Takes a card back during deployment (W 4.1).
    pub(super) fn take_back(&mut self, player: Player, slot: Slot) {
        let Some(from) = self.s.side(player).place(slot) else { return };
        let card = self.s.side(player).card[usize::from(slot)];
        self.step_off(player, slot);
        self.tell(|g, s| Event::TookBack { piece: g.piece(s, player, slot), from });
        self.s.side_mut(player).vacate(slot);
        self.s.hand_mut(card.army()).reserve |= card.bit();
        self.count_change(player);
    }

    /// What a player tried and took back behind his screen shows nothing: a card is known to be Infantry or a Troop by the
    /// marker and the Terrain that it bears now.
    fn forget_trials(&mut self, player: Player) {
        let (mut closed, mut covered) = (0, 0);
        for ground in self.s.grounds.iter().filter(|g| g.holder == player) {
            covered |= ground.occupants;
            if matches!(self.g.profile(ground.card).ground, GroundKind::Woods | GroundKind::Building) {
                closed |= ground.occupants;
            }
        }
        let side = self.s.side_mut(player);
        side.known_infantry = side.column | side.square | closed;
        side.known_troop = covered;
    }

    /// A player has finished deploying: his battleline can be seen. When both have, the first turn begins.
    pub(super) fn ready(&mut self, player: Player) {
        self.s.ready = self.s.ready.and(Players::only(player));
        self.forget_trials(player);
        self.tell(|_, _| Event::Ready { player });
        if S::LIVE {
            let laid: Vec<_> =
                self.s.grounds.numbered().filter(|(_, g)| g.holder == player).map(|(n, g)| (n, *g)).collect();
            for (ground, g) in laid {
                self.tell(|_, _| Event::Laid { player, card: g.card, at: g.at, ground });
            }
            for slot in slots(self.s.side(player).all()) {
                let Some(at) = self.s.side(player).place(slot) else { continue };
                self.tell(|g, s| Event::Lined {
                    piece: g.piece(s, player, slot),
                    at,
                    formation: s.side(player).formation(slot),
                    on: s.ground_of(player, slot).map(|n| ground_card(s, n)),
                });
            }
        }
        if player == FRENCH {
            self.begin_turn(FRENCH);
        }
    }
}
