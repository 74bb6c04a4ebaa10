//! The list of legal actions, made from sets; the conditions themselves stand in the modules of their chapters.

use super::action::{Action, NO_GROUND};
use super::state::{Pending, Phase, State};
use super::types::{Army, Attack, CardId, Formation, GroundKind, Kind, Place, Slot, armies, bit, cards, slots};
use super::{FRENCH, Waterloo};
use crate::game::Player;

const FORMATIONS: [Formation; 3] = [Formation::Line, Formation::Column, Formation::Square];

impl Waterloo {
    pub(super) fn list_legal(&self, s: &State, player: Player, out: &mut Vec<Action>) {
        match (s.phase, s.pending) {
            (Phase::Deal, _) if player == FRENCH => out.push(Action::Deal),
            (Phase::Deployment, _) if !s.ready.has(player) => self.list_deployment(s, player, out),
            _ if player != s.on_turn => {}
            (Phase::Morale, _) => {
                out.extend(self.to_test(s, player).map(|card| Action::Roll { card }));
                self.list_shows(s, player, out);
            }
            (Phase::Combat, Pending::Nothing) => self.list_combat(s, player, out),
            (Phase::Combat, Pending::Target { slot, how }) => {
                out.extend(slots(self.targets(s, player, slot, how)).map(|target| Action::Attack {
                    slot,
                    how,
                    target,
                }));
            }
            (Phase::Combat, Pending::Capture { ground, taken }) => {
                out.extend(slots(self.capture_choices(s, ground, taken)).map(|slot| Action::Capture { slot }));
                if taken > 0 {
                    out.push(Action::End);
                }
            }
            (Phase::Reinforce, _) => {
                self.list_shows(s, player, out);
                out.push(Action::End);
            }
            _ => {}
        }
    }

    fn list_shows(&self, s: &State, player: Player, out: &mut Vec<Action>) {
        out.extend(cards(Army::Prussian, self.to_show(s, player)).map(|card| Action::Show { card }));
    }

    fn list_deployment(&self, s: &State, player: Player, out: &mut Vec<Action>) {
        let mut offer = |action: Action| {
            if self.action_refusal(s, player, &action).is_none() {
                out.push(action);
            }
        };
        for &army in armies(player) {
            for card in cards(army, s.hand(army).reserve) {
                let kind = self.profile(card).kind;
                for lane in 0..3 {
                    let to = Place::of(player, lane);
                    for formation in if kind == Kind::Infantry { &FORMATIONS[..] } else { &FORMATIONS[..1] } {
                        let deploy = |on, decoy| Action::Deploy { card, to, formation: *formation, on, decoy };
                        offer(deploy(NO_GROUND, false));
                        for (on, _) in s.grounds.numbered().filter(|(_, g)| g.at == to) {
                            offer(deploy(on, false));
                        }
                        if self.options().decoys && !kind.is_troop() {
                            offer(deploy(NO_GROUND, true));
                        }
                    }
                }
            }
        }
        for slot in slots(s.side(player).all()) {
            offer(Action::Move { slot, to: Place::RESERVE, formation: Formation::Line });
            for formation in FORMATIONS {
                offer(Action::Form { slot, formation });
            }
            let at = s.side(player).place(slot);
            for (ground, _) in s.grounds.numbered().filter(|(_, g)| Some(g.at) == at) {
                offer(Action::Occupy { slot, ground });
            }
            offer(Action::Leave { slot });
        }
        offer(Action::End);
    }

    fn list_combat(&self, s: &State, player: Player, out: &mut Vec<Action>) {
        self.list_entries(s, player, out);
        let side = s.side(player);
        let movable = Self::with_moves(s, player);
        let decoys = side.decoys();
        // W N41: moves that give up an engaged Position for good are offered last.
        let mut losing = [(0, Place::RESERVE); 8];
        let mut lost = 0;
        for at in Place::POSITIONS {
            let here = side.at[at.index()];
            if here == 0 {
                continue;
            }
            let engaged = s.is_engaged(player, at);
            let last = at.owner() == player && engaged && (here & side.troops()).count_ones() == 1;
            for slot in slots(here) {
                let b = bit(slot);
                if movable & b != 0 || decoys & b != 0 {
                    if at.owner() == player && self.may_step(s, player, slot, at, Place::RESERVE) {
                        if last && side.troops() & b != 0 && lost < losing.len() {
                            losing[lost] = (slot, Place::RESERVE);
                            lost += 1;
                        } else {
                            out.push(Action::Move { slot, to: Place::RESERVE, formation: Formation::Line });
                        }
                    }
                    if self.may_step(s, player, slot, at, at.opposite()) {
                        self.list_steps(s, player, slot, at.opposite(), engaged, out);
                    }
                }
                if side.acted & b == 0 {
                    self.list_in_place(s, player, slot, at, engaged, movable & b != 0, out);
                    self.list_attacks(s, player, slot, at, engaged, out);
                }
            }
        }
        self.list_shows(s, player, out);
        if self.end_combat_refusal(s, player).is_none() {
            out.push(Action::End);
        }
        out.extend(losing[..lost].iter().map(|&(slot, to)| Action::Move { slot, to, formation: Formation::Line }));
    }

    /// A step across the Middle Ground, in every formation that the card may take on the way.
    #[inline]
    fn list_steps(&self, s: &State, player: Player, slot: Slot, to: Place, engaged: bool, out: &mut Vec<Action>) {
        let side = s.side(player);
        let now = side.formation(slot);
        let free = !engaged && side.infantry() & bit(slot) != 0 && Self::free_change_refusal(s, player, slot).is_none();
        if free {
            out.extend(FORMATIONS.map(|formation| Action::Move { slot, to, formation }));
        } else {
            out.push(Action::Move { slot, to, formation: now });
        }
    }

    /// Formations and Terrain.
    #[inline]
    fn list_in_place(
        &self,
        s: &State,
        player: Player,
        slot: Slot,
        at: Place,
        engaged: bool,
        may_move: bool,
        out: &mut Vec<Action>,
    ) {
        let side = s.side(player);
        let b = bit(slot);
        let cover = self.cover(s, player, slot);
        let may_spend = may_move && (s.grounds.iter().any(|g| g.at == at) || engaged) && {
            side.troops() & b != 0 && self.stacking_after_move(s, player, slot).is_none()
        };
        if side.infantry() & b != 0 && cover != Some(GroundKind::Building) {
            let may = if engaged { may_spend } else { Self::free_change_refusal(s, player, slot).is_none() };
            if may {
                let now = side.formation(slot);
                out.extend(
                    FORMATIONS.into_iter().filter(|&f| f != now).map(|formation| Action::Form { slot, formation }),
                );
            }
        }
        if may_spend {
            let kind = self.profile(side.card[usize::from(slot)]).kind;
            for (ground, g) in s.grounds.numbered() {
                let there = g.holder == player && g.occupants & b != 0;
                if g.at == at && !there && self.ground_refusal(s, player, kind, ground).is_none() {
                    out.push(Action::Occupy { slot, ground });
                }
            }
            if cover.is_some() {
                out.push(Action::Leave { slot });
            }
        }
    }

    #[inline]
    fn list_attacks(&self, s: &State, player: Player, slot: Slot, at: Place, engaged: bool, out: &mut Vec<Action>) {
        let side = s.side(player);
        if side.troops() & bit(slot) == 0 {
            return;
        }
        let ways: &[Attack] = if engaged { &[Attack::Fire, Attack::Shock] } else { &[Attack::Long] };
        let hidden = engaged && self.hidden_enemies(s, player, at);
        for &how in ways {
            if self.attacker_refusal(s, player, slot, how).is_some() {
                continue;
            }
            let targets = self.targets(s, player, slot, how);
            if targets == 0 || self.stacking_after_spending(s, player, slot).is_some() {
                continue;
            }
            if hidden {
                out.push(Action::Commit { slot, how });
            } else {
                out.extend(slots(targets).map(|target| Action::Attack { slot, how, target }));
            }
        }
    }

    /// Cards that may come up from the Reserve.
    fn list_entries(&self, s: &State, player: Player, out: &mut Vec<Action>) {
        if s.side(player).all() == u64::MAX {
            return;
        }
        for &army in armies(player) {
            let hand = s.hand(army);
            let ready = hand.reserve & !hand.spent;
            if ready == 0 {
                continue;
            }
            let roster = self.roster(army);
            let fresh = ready & !hand.moved;
            for lane in 0..3 {
                let to = Place::of(player, lane);
                if self.army_refusal(s, army, to).is_some() {
                    continue;
                }
                let may = |kind, facts| self.entry_refusal(s, player, kind, facts, to).is_none();
                for kind in [Kind::Infantry, Kind::FootArtillery, Kind::HorseArtillery] {
                    let these = ready & roster.kinds[kind as usize];
                    if these != 0 && may(kind, (false, false)) {
                        self.list_entering(s, player, cards(army, these), kind, to, out);
                    }
                }
                let cavalry = ready & roster.kinds[Kind::Cavalry as usize];
                for (these, facts) in [
                    (cavalry & fresh, (false, true)),
                    (cavalry & !fresh & !hand.withdrew, (false, false)),
                    (cavalry & !fresh & hand.withdrew, (true, false)),
                ] {
                    if these != 0 && may(Kind::Cavalry, facts) {
                        self.list_entering(s, player, cards(army, these), Kind::Cavalry, to, out);
                    }
                }
                for card in cards(army, ready & roster.kinds[Kind::General as usize]) {
                    if self.confined_by(s, card).is_none()
                        && may(Kind::General, Self::reserve_facts(s, card, Kind::General))
                    {
                        out.push(plain(card, to, Formation::Line));
                    }
                }
                let others = ready & (roster.kinds[Kind::Terrain as usize] | roster.kinds[Kind::Special as usize]);
                for card in cards(army, others) {
                    if self.profile(card).kind == Kind::Terrain && self.lay_refusal(s, player, card, to).is_none() {
                        out.push(plain(card, to, Formation::Line));
                    }
                }
                if self.options().decoys {
                    for card in cards(army, others | ready & roster.kinds[Kind::General as usize]) {
                        if self.decoy_refusal(s, player, card, to).is_none() {
                            let (formation, on) = (Formation::Line, NO_GROUND);
                            out.push(Action::Deploy { card, to, formation, on, decoy: true });
                        }
                    }
                }
            }
        }
    }

    fn list_entering(
        &self,
        s: &State,
        player: Player,
        these: impl Iterator<Item = CardId>,
        kind: Kind,
        to: Place,
        out: &mut Vec<Action>,
    ) {
        let grounds =
            s.grounds.numbered().filter(|(n, g)| g.at == to && self.ground_refusal(s, player, kind, *n).is_none());
        let mut open = [(NO_GROUND, GroundKind::Hill); 16];
        let mut count = 0;
        for (number, g) in grounds {
            open[count] = (number, self.profile(g.card).ground);
            count += 1;
        }
        let formations = if kind == Kind::Infantry { &FORMATIONS[..] } else { &FORMATIONS[..1] };
        for card in these {
            out.extend(formations.iter().map(|&formation| plain(card, to, formation)));
            for &(on, class) in &open[..count] {
                let fit = if class == GroundKind::Building { &FORMATIONS[..1] } else { formations };
                out.extend(fit.iter().map(|&formation| Action::Deploy { card, to, formation, on, decoy: false }));
            }
        }
    }
}

const fn plain(card: CardId, to: Place, formation: Formation) -> Action {
    Action::Deploy { card, to, formation, on: NO_GROUND, decoy: false }
}
