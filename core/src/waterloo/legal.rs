//! The list of legal actions, made from sets; the conditions themselves stand in the modules of their chapters.

use super::action::{Action, NO_GROUND};
use super::movement::STACKING_LIMIT;
use super::state::{GROUNDS, Pending, Phase, State};
use super::types::{Army, Attack, CardId, Formation, GroundKind, Kind, Place, Slot, armies, bit, cards, slots};
use super::{FRENCH, Waterloo};
use crate::game::Player;

const FORMATIONS: [Formation; 3] = [Formation::Line, Formation::Column, Formation::Square];
const TROOPS: [Kind; 4] = [Kind::Infantry, Kind::Cavalry, Kind::FootArtillery, Kind::HorseArtillery];

/// The Terrain of a Position that Infantry may occupy now, and the one that other Troops may.
#[derive(Clone, Copy)]
struct OpenGrounds {
    list: [[(u8, GroundKind); 2 * GROUNDS]; 2],
    len: [usize; 2],
}

impl OpenGrounds {
    const NONE: Self = Self { list: [[(NO_GROUND, GroundKind::Hill); 2 * GROUNDS]; 2], len: [0; 2] };

    fn fit(&self, kind: Kind) -> &[(u8, GroundKind)] {
        let i = usize::from(kind != Kind::Infantry);
        &self.list[i][..self.len[i]]
    }
}

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
                for ground in self.capturable(s, ground, taken) {
                    let choices = slots(self.capture_choices(s, ground, taken));
                    out.extend(choices.map(|slot| Action::Capture { slot, ground }));
                }
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
        let full = s.side(player).all() == u64::MAX;
        for &army in armies(player) {
            let hand = s.hand(army);
            if hand.reserve == 0 || full {
                continue;
            }
            for lane in 0..3 {
                let to = Place::of(player, lane);
                if self.army_refusal(s, army, to).is_some() {
                    continue;
                }
                let open = self.open_grounds(s, player, to);
                let of = |kind: Kind| hand.reserve & self.roster(army).kinds[kind as usize];
                if self.placing_refusal(s, player, Kind::Infantry, false, to).is_none() {
                    for kind in TROOPS {
                        self.list_entering(cards(army, of(kind)), kind, to, &open, out);
                    }
                }
                if of(Kind::General) != 0 && self.placing_refusal(s, player, Kind::General, false, to).is_none() {
                    let free = cards(army, of(Kind::General)).filter(|&card| self.confined_by(s, card).is_none());
                    out.extend(free.map(|card| plain(card, to, Formation::Line)));
                }
                let laid = cards(army, of(Kind::Terrain)).filter(|&card| self.may_lay(s, player, card, to));
                out.extend(laid.map(|card| plain(card, to, Formation::Line)));
                if self.options().decoys && self.placing_refusal(s, player, Kind::General, true, to).is_none() {
                    self.list_decoys(
                        s,
                        player,
                        cards(army, of(Kind::General) | of(Kind::Terrain) | of(Kind::Special)),
                        to,
                        out,
                    );
                }
            }
        }
        if self.change_refusal(s, player).is_none() {
            self.list_changes(s, player, out);
        }
        if self.ready_refusal(s, player).is_none() {
            out.push(Action::End);
        }
    }

    /// What may be changed of what has been deployed.
    fn list_changes(&self, s: &State, player: Player, out: &mut Vec<Action>) {
        let side = s.side(player);
        for lane in 0..3 {
            let at = Place::of(player, lane);
            let open = self.open_grounds(s, player, at);
            for slot in slots(side.at[at.index()]) {
                out.push(Action::Move { slot, to: Place::RESERVE, formation: Formation::Line });
                let cover = self.cover(s, player, slot);
                if side.infantry() & bit(slot) != 0 && cover != Some(GroundKind::Building) {
                    let now = side.formation(slot);
                    let others = FORMATIONS.into_iter().filter(|&f| f != now);
                    out.extend(others.map(|formation| Action::Form { slot, formation }));
                }
                let there = s.ground_of(player, slot);
                if side.troops() & bit(slot) != 0 {
                    let kind = self.profile(side.card[usize::from(slot)]).kind;
                    let fit = open.fit(kind).iter().filter(|(number, _)| Some(*number) != there);
                    out.extend(fit.map(|&(ground, _)| Action::Occupy { slot, ground }));
                }
                if there.is_some() {
                    out.push(Action::Leave { slot });
                }
            }
        }
    }

    fn list_combat(&self, s: &State, player: Player, out: &mut Vec<Action>) {
        let grounds = s.grounds.iter().fold(0u8, |set, g| set | 1 << g.at.0);
        let mut open = [OpenGrounds::NONE; 3];
        for (lane, open) in (0..3).zip(&mut open) {
            let at = Place::of(player, lane);
            if grounds >> at.0 & 1 == 1 {
                *open = self.open_grounds(s, player, at);
            }
        }
        self.list_entries(s, player, &open, out);
        let side = s.side(player);
        let movable = Self::with_moves(s, player);
        let still = side.troops() & !side.acted;
        // W N41: moves that give up an engaged Position for good are offered last.
        let mut losing = [0; 3];
        for at in Place::POSITIONS {
            let here = side.at[at.index()];
            if here == 0 {
                continue;
            }
            let engaged = s.is_engaged(player, at);
            let crowded = self.is_crowded(s, player, at);
            if at.owner() == player {
                let home = self.homeward(s, player, at);
                let last = engaged && (here & side.troops()).count_ones() == 1;
                let lost = if last { home & side.troops() } else { 0 };
                losing[at.lane()] = lost;
                let formation = Formation::Line;
                out.extend(slots(home & !lost).map(|slot| Action::Move { slot, to: Place::RESERVE, formation }));
            }
            let to = at.opposite();
            let across = self.across(s, player, at);
            if across != 0 {
                let room = !crowded && side.stacked_at(to).count_ones() < u32::from(STACKING_LIMIT);
                for slot in slots(across) {
                    let fits = room && side.generals() & bit(slot) == 0;
                    if fits || self.crossing_stacking(s, player, slot, at, to).is_none() {
                        self.list_steps(s, player, slot, to, engaged, out);
                    }
                }
            }
            if still & here != 0 {
                let any_ground = grounds >> at.0 & 1 == 1;
                let open = match at.owner() == player {
                    true => open[usize::from(at.0 % 3)],
                    false if any_ground => self.open_grounds(s, player, at),
                    false => OpenGrounds::NONE,
                };
                let state = Here { engaged, crowded, any_ground, open };
                for slot in slots(still & here) {
                    self.list_in_place(s, player, slot, &state, movable & bit(slot) != 0, out);
                }
                self.list_attacks(s, player, at, &state, out);
            }
        }
        self.list_shows(s, player, out);
        if self.end_combat_refusal(s, player).is_none() {
            out.push(Action::End);
        }
        for slot in losing.into_iter().flat_map(slots) {
            out.push(Action::Move { slot, to: Place::RESERVE, formation: Formation::Line });
        }
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
    fn list_in_place(&self, s: &State, player: Player, slot: Slot, here: &Here, may_move: bool, out: &mut Vec<Action>) {
        let side = s.side(player);
        let b = bit(slot);
        let there = if here.any_ground { s.ground_of(player, slot) } else { None };
        let spends = may_move
            && (here.engaged || here.any_ground)
            && (!here.crowded || self.stacking_after_move(s, player, slot).is_none());
        let infantry = side.infantry() & b != 0;
        let in_building = there.is_some() && self.cover(s, player, slot) == Some(GroundKind::Building);
        if infantry && !in_building {
            let may = if here.engaged { spends } else { Self::free_change_refusal(s, player, slot).is_none() };
            if may {
                let now = side.formation(slot);
                let others = FORMATIONS.into_iter().filter(|&f| f != now);
                out.extend(others.map(|formation| Action::Form { slot, formation }));
            }
        }
        if spends && here.any_ground {
            let kind = if infantry { Kind::Infantry } else { Kind::Cavalry };
            let fit = here.open.fit(kind).iter().filter(|(number, _)| Some(*number) != there);
            out.extend(fit.map(|&(ground, _)| Action::Occupy { slot, ground }));
            if there.is_some() {
                out.push(Action::Leave { slot });
            }
        }
    }

    #[inline]
    fn list_attacks(&self, s: &State, player: Player, at: Place, here: &Here, out: &mut Vec<Action>) {
        let (ways, to) =
            if here.engaged { (&[Attack::Fire, Attack::Shock][..], at) } else { (&[Attack::Long][..], at.opposite()) };
        let aim = self.aim(s, player, to);
        if aim.targets == 0 {
            return;
        }
        let hidden = here.engaged && self.hidden_enemies(s, player, at);
        for &how in ways {
            for slot in slots(self.attackers(s, player, at, how)) {
                let targets = self.targets_of(s, player, slot, how, &aim);
                if targets == 0 || (here.crowded && self.stacking_after_spending(s, player, slot).is_some()) {
                    continue;
                }
                if hidden {
                    out.push(Action::Commit { slot, how });
                } else {
                    out.extend(slots(targets).map(|target| Action::Attack { slot, how, target }));
                }
            }
        }
    }

    /// The Terrain of a Position that cards of `player` may occupy now.
    fn open_grounds(&self, s: &State, player: Player, at: Place) -> OpenGrounds {
        let mut open = OpenGrounds::NONE;
        for (number, ground) in s.grounds.numbered().filter(|(_, g)| g.at == at) {
            for (i, kind) in [Kind::Infantry, Kind::Cavalry].into_iter().enumerate() {
                if self.ground_refusal(s, player, kind, number).is_none()
                    && let Some(free) = open.list[i].get_mut(open.len[i])
                {
                    *free = (number, self.profile(ground.card).ground);
                    open.len[i] += 1;
                }
            }
        }
        open
    }

    fn may_lay(&self, s: &State, player: Player, card: CardId, to: Place) -> bool {
        self.lay_refusal(s, player, card, to).is_none() && self.uncovering(s, player).is_none()
    }

    fn list_decoys(
        &self,
        s: &State,
        player: Player,
        these: impl Iterator<Item = CardId>,
        to: Place,
        out: &mut Vec<Action>,
    ) {
        let may = these.filter(|&card| self.decoy_refusal(s, player, card, to).is_none());
        let (formation, on) = (Formation::Line, NO_GROUND);
        out.extend(may.map(|card| Action::Deploy { card, to, formation, on, decoy: true }));
    }

    /// Cards that may come up from the Reserve, also onto the Terrain that is `open` in the own Positions.
    fn list_entries(&self, s: &State, player: Player, open: &[OpenGrounds; 3], out: &mut Vec<Action>) {
        let ready = |army: Army| s.hand(army).reserve & !s.hand(army).spent;
        if s.side(player).all() == u64::MAX || armies(player).iter().all(|&army| ready(army) == 0) {
            return;
        }
        for (lane, open) in (0..3).zip(open) {
            let to = Place::of(player, lane);
            let may = |kind, facts| self.entry_refusal(s, player, kind, facts, to).is_none();
            // What may come in with its only Move left may come in with two.
            let once = may(Kind::Infantry, (false, false));
            let twice = once || may(Kind::Cavalry, (false, true));
            let engage = s.would_engage(player, to);
            for &army in armies(player) {
                let hand = s.hand(army);
                let of = |kind: Kind| ready(army) & self.roster(army).kinds[kind as usize];
                if ready(army) == 0 || self.army_refusal(s, army, to).is_some() {
                    continue;
                }
                if once {
                    self.list_entering(cards(army, of(Kind::Infantry)), Kind::Infantry, to, open, out);
                    // W r48: Foot Artillery never Engages.
                    let guns = of(Kind::HorseArtillery) | if engage { 0 } else { of(Kind::FootArtillery) };
                    self.list_entering(cards(army, guns), Kind::HorseArtillery, to, open, out);
                }
                if twice {
                    // W 8.3: not after Disengaging.
                    let tired = if !once {
                        hand.moved
                    } else if engage {
                        hand.withdrew
                    } else {
                        0
                    };
                    self.list_entering(cards(army, of(Kind::Cavalry) & !tired), Kind::Cavalry, to, open, out);
                }
                for card in cards(army, of(Kind::General)) {
                    if self.confined_by(s, card).is_none()
                        && may(Kind::General, Self::reserve_facts(s, card, Kind::General))
                    {
                        out.push(plain(card, to, Formation::Line));
                    }
                }
                let laid = cards(army, of(Kind::Terrain)).filter(|&card| self.may_lay(s, player, card, to));
                out.extend(laid.map(|card| plain(card, to, Formation::Line)));
                if self.options().decoys {
                    let these = of(Kind::General) | of(Kind::Terrain) | of(Kind::Special);
                    self.list_decoys(s, player, cards(army, these), to, out);
                }
            }
        }
    }

    fn list_entering(
        &self,
        these: impl Iterator<Item = CardId>,
        kind: Kind,
        to: Place,
        open: &OpenGrounds,
        out: &mut Vec<Action>,
    ) {
        let formations = if kind == Kind::Infantry { &FORMATIONS[..] } else { &FORMATIONS[..1] };
        for card in these {
            out.extend(formations.iter().map(|&formation| plain(card, to, formation)));
            for &(on, class) in open.fit(kind) {
                let fit = if class == GroundKind::Building { &FORMATIONS[..1] } else { formations };
                out.extend(fit.iter().map(|&formation| Action::Deploy { card, to, formation, on, decoy: false }));
            }
        }
    }
}

/// What the legal list needs to know of a Position, looked up once.
struct Here {
    engaged: bool,
    /// Too many cards are here or across: what a card spends may matter (W N13).
    crowded: bool,
    any_ground: bool,
    open: OpenGrounds,
}

const fn plain(card: CardId, to: Place, formation: Formation) -> Action {
    Action::Deploy { card, to, formation, on: NO_GROUND, decoy: false }
}
