//! N13, N55: could the limits of 8.4 and 12.0 still be met after an action? An honest search over the moves home.

use super::moves::{adjacent, moves_of};
use super::{Board, Ground, Piece};
use eagles::game::Player;
use eagles::waterloo::{Action, Kind, Place};
use std::collections::HashSet;

impl Board<'_> {
    /// Whether `player`, having done `action`, could still end his phase within the limits. Face-down enemy cards count
    /// as Troops, as he knows no better.
    pub(super) fn limits_can_be_met(&self, player: Player, action: &Action) -> bool {
        let mut after = self.clone();
        after.carry_out(player, action);
        (0..3).all(|lane| after.lane_can_be_met(player, lane))
    }

    /// Whether `player` could end his phase within the limits as things stand; a Special may have made that impossible (N67).
    pub fn is_orderly(&self, player: Player) -> bool {
        (0..3).all(|lane| self.lane_can_be_met(player, lane))
    }

    /// What an action does to places and moves.
    fn carry_out(&mut self, player: Player, action: &Action) {
        let me = player.index();
        match *action {
            Action::Deploy { card, to, formation, decoy, .. } => {
                let at = self.reserve[me].iter().position(|h| h.id == card).expect("a card of the Reserve");
                let held = self.reserve[me].remove(at);
                if held.profile.kind == Kind::Terrain && !decoy {
                    self.grounds.push(Ground {
                        number: 99,
                        class: held.profile.ground,
                        owner: player,
                        holder: player,
                        at: to,
                        capacity: usize::from(held.profile.capacity),
                        occupants: 0,
                        limit: held.profile.move_limit,
                    });
                    return;
                }
                let engaged = self.foe_cards(player, to);
                self.pieces[me].push(Piece {
                    id: held.id,
                    slot: 99,
                    at: to,
                    up: held.profile.kind == Kind::General && !decoy,
                    formation,
                    blown: false,
                    moves: held.moves + 1,
                    acted: false,
                    formed: false,
                    engaged,
                    withdrew: held.withdrew,
                    struck: false,
                    came_up: true,
                    hits: 0,
                    seen_twice: false,
                    ground: None,
                    profile: held.profile,
                });
                self.lone_generals_fall();
            }
            Action::Move { slot, to, .. } => {
                self.walk(player, slot, to);
                self.lone_generals_fall();
            }
            Action::Form { slot, .. } => {
                let at = self.piece(player, slot).expect("a card").at;
                if self.foe_troops(player, at) {
                    self.mark(player, slot, |p| p.moves += 1);
                }
            }
            Action::Occupy { slot, .. } | Action::Leave { slot } => self.mark(player, slot, |p| p.moves += 1),
            Action::Attack { slot, .. } | Action::Commit { slot, .. } => self.mark(player, slot, |p| p.acted = true),
            _ => {}
        }
    }

    fn mark(&mut self, player: Player, slot: u8, change: impl Fn(&mut Piece)) {
        self.pieces[player.index()].iter_mut().filter(|p| p.slot == slot).for_each(change);
    }

    fn walk(&mut self, player: Player, slot: u8, to: Place) {
        let piece = self.piece(player, slot).expect("a card").clone();
        let withdrew = self.foe_troops(player, piece.at);
        let engaged = to.0 < 6 && self.foe_cards(player, to);
        if piece.at.0 < 6 && to.0 < 6 && piece.profile.kind != Kind::General {
            self.crossings[to.lane()] += 1;
        }
        if to.is_reserve() {
            self.pieces[player.index()].retain(|p| p.slot != slot);
        } else {
            self.mark(player, slot, |p| {
                p.at = to;
                p.moves += 1;
                p.engaged |= engaged;
                p.withdrew |= withdrew;
            });
        }
    }

    /// W 12.4: Generals alone among enemy Troops are out at once.
    fn lone_generals_fall(&mut self) {
        for player in [Player(0), Player(1)] {
            let gone: Vec<_> = self
                .own(player)
                .iter()
                .filter(|p| p.is_general() && !self.own_troops(player, p.at))
                .filter(|p| self.enemy(player).iter().any(|e| e.at == p.at && (e.is_troop() || e.is_decoy())))
                .map(|p| p.slot)
                .collect();
            self.pieces[player.index()].retain(|p| !gone.contains(&p.slot));
        }
    }

    fn lane_can_be_met(&self, player: Player, lane: usize) -> bool {
        let mut seen = HashSet::new();
        let mut open = vec![self.clone()];
        while let Some(board) = open.pop() {
            if board.lane_fits(player, lane) {
                return true;
            }
            let slots: Vec<_> = board.own(player).iter().filter(|p| p.at.lane() == lane).map(|p| p.slot).collect();
            for slot in slots {
                let piece = board.piece(player, slot).expect("a card");
                let to = if piece.at.owner() == player { Place::RESERVE } else { piece.at.opposite() };
                if !board.can_go_home(player, piece, to) {
                    continue;
                }
                let mut next = board.clone();
                next.walk(player, slot, to);
                if seen.insert(next.lane_key(player, lane)) {
                    open.push(next);
                }
            }
        }
        false
    }

    fn can_go_home(&self, player: Player, piece: &Piece, to: Place) -> bool {
        debug_assert!(adjacent(player, piece.at, to));
        piece.is_decoy() || (!piece.acted && self.step(player, &self.mover(piece), to).is_ok())
    }

    fn lane_fits(&self, player: Player, lane: usize) -> bool {
        Place::POSITIONS.into_iter().filter(|at| at.lane() == lane).all(|at| {
            let here = || self.own(player).iter().filter(|p| p.at == at);
            here().filter(|p| p.stacks()).count() <= self.stacking_limit(player, at)
                && here().filter(|p| p.is_general()).count() <= 1
        })
    }

    /// What matters of a lane for the search: cards that can do the same count as one sort.
    fn lane_key(&self, player: Player, lane: usize) -> Vec<(u8, u8, u8, bool, bool, bool, bool)> {
        let mut key: Vec<_> = self
            .own(player)
            .iter()
            .filter(|p| p.at.lane() == lane)
            .map(|p| {
                let left = moves_of(p.profile.kind).saturating_sub(p.moves);
                (p.at.0, p.profile.kind as u8, left, p.acted, p.engaged, p.withdrew, p.is_decoy())
            })
            .collect();
        key.sort_unstable();
        key
    }
}
