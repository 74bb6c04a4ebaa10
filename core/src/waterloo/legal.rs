//! The list of legal actions, made from sets; the conditions themselves stand in the modules of their chapters.

use super::action::{Action, NO_GROUND};
use super::agenda::{Subject, Task};
use super::specials::hook;
use super::specials::program::{Bound, Permission, Verb, Window};
use super::stacking::{Crowds, STACKING_LIMIT};
use super::state::{Phase, Side, State};
use super::turn::{ACTIONS, ROLLS};
use super::types::{
    Army, Attack, CardId, Formation, GroundKind, Kind, POSITIONS, Place, Slot, armies, bit, cards, more_than, slots,
};
use super::{FRENCH, Waterloo};
use crate::game::Player;

const FORMATIONS: [Formation; 3] = [Formation::Line, Formation::Column, Formation::Square];
const TROOPS: [Kind; 4] = [Kind::Infantry, Kind::Cavalry, Kind::FootArtillery, Kind::HorseArtillery];

/// The Terrain of a Position, as sets of its numbers.
#[derive(Clone, Copy, Default)]
struct Grounds {
    /// All of it.
    any: u16,
    /// What Infantry may occupy now, and what other Troops may.
    infantry: u16,
    others: u16,
    /// The Buildings.
    buildings: u16,
    /// The player's slots that occupy any of it, and those in Buildings.
    standing: u64,
    indoors: u64,
    /// Whether a River lies before it.
    rivers: bool,
}

impl Grounds {
    fn fit(&self, infantry: bool) -> impl Iterator<Item = u8> {
        slots(u64::from(if infantry { self.infantry } else { self.others }))
    }
}

impl Waterloo {
    pub(super) fn list_legal(&self, s: &State, player: Player, out: &mut Vec<Action>) {
        if player.index() > 1 {
            return;
        }
        match (s.phase, s.task()) {
            (Phase::Deal, _) if player == FRENCH => out.push(Action::Deal),
            (Phase::Deployment, _) if !s.ready.has(player) => self.list_deployment(s, player, out),
            (Phase::Over, _) => {}
            (_, Some(task)) => self.list_task(s, player, task, out),
            _ if player != s.on_turn => {}
            (Phase::Morale, _) if s.step == ROLLS => {
                out.extend(self.to_test(s, player).map(|card| Action::Roll { card }));
                self.list_shows(s, player, out);
            }
            (Phase::Combat, _) if s.step == ACTIONS => self.list_combat(s, player, out),
            (Phase::Reinforce, _) => {
                self.list_shows(s, player, out);
                out.push(Action::End);
            }
            _ => {}
        }
    }

    /// What may be done about the first thing on the agenda.
    fn list_task(&self, s: &State, player: Player, task: Task, out: &mut Vec<Action>) {
        match task {
            Task::Target { slot, how } if player == s.on_turn => {
                out.extend(slots(self.targets(s, player, slot, how)).map(|target| Action::Attack {
                    slot,
                    how,
                    target,
                }));
            }
            Task::Capture { ground, taken } if player == s.on_turn => {
                for ground in self.capturable(s, ground, taken) {
                    let choices = slots(self.capture_choices(s, ground, taken));
                    out.extend(choices.map(|slot| Action::Capture { slot, ground }));
                }
                if taken > 0 {
                    out.push(Action::End);
                }
            }
            Task::Excess if player == s.on_turn => {
                let what = |slot| Action::Choose { what: Subject::slot(player, slot) };
                out.extend(slots(self.excess(s, player)).map(what));
            }
            Task::Window { window, player: asked, .. } if asked == player => {
                self.list_plays(s, player, window, out);
                if window == Window::OwnMorale {
                    self.list_shows(s, player, out);
                }
                out.push(Action::Pass);
            }
            Task::Target { .. } | Task::Capture { .. } | Task::Excess | Task::Window { .. } => {}
            _ => self.list_choices(s, player, task, out),
        }
    }

    fn list_shows(&self, s: &State, player: Player, out: &mut Vec<Action>) {
        out.extend(cards(Army::Prussian, self.to_show(s, player)).map(|card| Action::Show { card }));
    }

    fn list_deployment(&self, s: &State, player: Player, out: &mut Vec<Action>) {
        let full = s.side(player).all() == u64::MAX;
        let grounds = self.grounds_by_place(s, player);
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
                let open = grounds[to.index()];
                let of = |kind: Kind| hand.reserve & !hand.spent & self.roster(army).kinds[kind as usize];
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
            self.list_changes(s, player, &grounds, out);
        }
        if self.ready_refusal(s, player).is_none() {
            out.push(Action::End);
        }
    }

    /// What may be changed of what has been deployed.
    fn list_changes(&self, s: &State, player: Player, grounds: &[Grounds; POSITIONS], out: &mut Vec<Action>) {
        let side = s.side(player);
        for lane in 0..3 {
            let at = Place::of(player, lane);
            let open = grounds[at.index()];
            for slot in slots(side.at[at.index()]) {
                out.push(Action::Move { slot, to: Place::RESERVE, formation: Formation::Line });
                if side.infantry() & !open.indoors & bit(slot) != 0 {
                    list_forms(side, slot, out);
                }
                let there = if open.standing & bit(slot) != 0 { s.ground_of(player, slot) } else { None };
                if side.troops() & bit(slot) != 0 {
                    let fit = open.fit(side.infantry() & bit(slot) != 0).filter(|&number| Some(number) != there);
                    out.extend(fit.map(|ground| Action::Occupy { slot, ground }));
                }
                if there.is_some() {
                    out.push(Action::Leave { slot });
                }
            }
        }
    }

    fn list_combat(&self, s: &State, player: Player, out: &mut Vec<Action>) {
        let grounds = self.grounds_by_place(s, player);
        let crowds = Crowds::default();
        self.list_entries(s, player, &grounds, &crowds, out);
        let side = s.side(player);
        let movable = self.able_to_move(s, player);
        let still = side.troops() & !side.acted;
        let changes = self.free_changes(s, player);
        let limits = hook::bound(Bound::Crossings);
        let left = if grounds.iter().any(|g| g.rivers) || s.forces.hooks & limits != 0 {
            [0, 1, 2].map(|lane| self.crossings_left(s, lane))
        } else {
            [u8::MAX; 3]
        };
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
                let last = engaged && (here & side.troops()).is_power_of_two();
                let lost = if last { home & side.troops() } else { 0 };
                losing[at.lane()] = lost;
                let formation = Formation::Line;
                out.extend(slots(home & !lost).map(|slot| Action::Move { slot, to: Place::RESERVE, formation }));
            }
            let to = at.opposite();
            let mut across = self.across(s, player, at, left[at.lane()]);
            if across != 0 {
                let room = !crowded && !more_than(side.stacked_at(to), STACKING_LIMIT - 1);
                for slot in slots(if room { across & side.generals() } else { across }) {
                    if self.crossing_stacking(s, player, slot, at, to, &crowds).is_some() {
                        across &= !bit(slot);
                    }
                }
                // Infantry takes any formation on the way, unless it is engaged or has changed already (W 9.0).
                let free = if engaged { 0 } else { across & changes };
                for slot in slots(free) {
                    out.extend_from_slice(&FORMATIONS.map(|formation| Action::Move { slot, to, formation }));
                }
                for slot in slots(across & !free) {
                    out.push(Action::Move { slot, to, formation: side.formation(slot) });
                }
            }
            if still & here != 0 {
                let there = if engaged { at } else { to };
                let grounds_there = grounds[there.index()].any != 0;
                let state = Here { engaged, crowded, grounds: grounds[at.index()], grounds_there, crowds: &crowds };
                self.list_in_place(s, player, [still & here & movable, still & here & changes], &state, out);
                self.list_attacks(s, player, at, &state, out);
            }
        }
        self.list_shows(s, player, out);
        self.list_plays(s, player, Window::OwnCombat, out);
        if self.end_combat_refusal(s, player).is_none() {
            out.push(Action::End);
        }
        for slot in losing.into_iter().flat_map(slots) {
            out.push(Action::Move { slot, to: Place::RESERVE, formation: Formation::Line });
        }
    }

    /// Formations and Terrain: of the cards in a Position, those with a Move to spend, and those with a free change of
    /// formation.
    #[inline]
    fn list_in_place(
        &self,
        s: &State,
        player: Player,
        [mut able, changes]: [u64; 2],
        here: &Here<'_>,
        out: &mut Vec<Action>,
    ) {
        let side = s.side(player);
        if !here.engaged && here.grounds.any == 0 {
            able = 0;
        } else if here.crowded {
            for slot in slots(able) {
                if self.stacking_after_move(s, player, slot, here.crowds).is_some() {
                    able &= !bit(slot);
                }
            }
        }
        let forming = if here.engaged { able & side.infantry() & !self.barred(s, player, Verb::Form) } else { changes };
        for slot in slots(forming & !here.grounds.indoors) {
            list_forms(side, slot, out);
        }
        if here.grounds.any != 0 {
            for slot in slots(able) {
                let there = if here.grounds.standing & bit(slot) != 0 { s.ground_of(player, slot) } else { None };
                let fit = here.grounds.fit(side.infantry() & bit(slot) != 0).filter(|&number| Some(number) != there);
                out.extend(fit.map(|ground| Action::Occupy { slot, ground }));
                if there.is_some() {
                    out.push(Action::Leave { slot });
                }
            }
        }
    }

    #[inline]
    fn list_attacks(&self, s: &State, player: Player, at: Place, here: &Here<'_>, out: &mut Vec<Action>) {
        if !here.engaged {
            self.list_ways(s, player, (at, at.opposite()), &[Attack::Long], here, out);
            return;
        }
        self.list_ways(s, player, (at, at), &[Attack::Fire, Attack::Shock], here, out);
        if s.forces.hooks & hook::permission(Permission::LongEngaged) != 0 {
            let here = Here { grounds_there: true, ..*here };
            self.list_ways(s, player, (at, at.opposite()), &[Attack::Long], &here, out);
        }
    }

    #[inline]
    fn list_ways(
        &self,
        s: &State,
        player: Player,
        (at, to): (Place, Place),
        ways: &[Attack],
        here: &Here<'_>,
        out: &mut Vec<Action>,
    ) {
        let aim = self.aim(s, player, to, here.grounds_there);
        if aim.targets == 0 {
            return;
        }
        let commits = at == to && self.commits(s, player, at);
        for &how in ways {
            for slot in slots(self.attackers(s, player, at, how)) {
                let targets = self.targets_of(s, player, slot, how, &aim);
                if targets == 0
                    || (here.crowded && self.stacking_after_spending(s, player, slot, here.crowds).is_some())
                {
                    continue;
                }
                if commits {
                    out.push(Action::Commit { slot, how });
                } else {
                    out.extend(slots(targets).map(|target| Action::Attack { slot, how, target }));
                }
            }
        }
    }

    /// The Terrain of each Position, and what of it cards of `player` may occupy now.
    fn grounds_by_place(&self, s: &State, player: Player) -> [Grounds; POSITIONS] {
        let mut all = [Grounds::default(); POSITIONS];
        for (number, ground) in s.grounds.numbered() {
            let here = &mut all[ground.at.index() % POSITIONS];
            let may = |kind| u16::from(self.ground_refusal(s, player, kind, number).is_none()) << number;
            here.any |= 1 << number;
            here.infantry |= may(Kind::Infantry);
            here.others |= may(Kind::Cavalry);
            let building = self.profile(ground.card).ground == GroundKind::Building;
            here.buildings |= u16::from(building) << number;
            here.rivers |= self.profile(ground.card).ground == GroundKind::River;
            if ground.holder == player {
                here.standing |= ground.occupants;
                here.indoors |= if building { ground.occupants } else { 0 };
            }
        }
        all
    }

    fn may_lay(&self, s: &State, player: Player, card: CardId, to: Place) -> bool {
        self.terrain_place(card) == to
            && self.lay_refusal(s, player, card, to).is_none()
            && self.uncovering(s, player).is_none()
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

    /// Cards that may come up from the Reserve, also onto the Terrain there.
    fn list_entries(
        &self,
        s: &State,
        player: Player,
        grounds: &[Grounds; POSITIONS],
        crowds: &Crowds,
        out: &mut Vec<Action>,
    ) {
        let ready = |army: Army| s.hand(army).reserve & !s.hand(army).spent;
        if s.side(player).all() == u64::MAX || armies(player).iter().all(|&army| ready(army) == 0) {
            return;
        }
        for lane in 0..3 {
            let to = Place::of(player, lane);
            let open = &grounds[to.index()];
            let may = |kind, facts| self.entry_refusal(s, player, kind, facts, to, crowds).is_none();
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
                let (once, twice) = if self.crowds_out(s, army, to) { (false, false) } else { (once, twice) };
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
        open: &Grounds,
        out: &mut Vec<Action>,
    ) {
        let infantry = kind == Kind::Infantry;
        let formations = if infantry { &FORMATIONS[..] } else { &FORMATIONS[..1] };
        for card in these {
            if infantry {
                out.extend_from_slice(&FORMATIONS.map(|formation| plain(card, to, formation)));
            } else {
                out.push(plain(card, to, Formation::Line));
            }
            for on in open.fit(infantry) {
                let fit = if open.buildings >> on & 1 == 1 { &FORMATIONS[..1] } else { formations };
                out.extend(fit.iter().map(|&formation| Action::Deploy { card, to, formation, on, decoy: false }));
            }
        }
    }
}

/// What the legal list needs to know of a Position, looked up once.
struct Here<'a> {
    engaged: bool,
    /// Too many cards are here or across: what a card spends may matter (W N13).
    crowded: bool,
    grounds: Grounds,
    /// Whether there is Terrain where its attacks go.
    grounds_there: bool,
    crowds: &'a Crowds,
}

/// The two formations that a card is not in.
#[inline]
fn list_forms(side: &Side, slot: Slot, out: &mut Vec<Action>) {
    let others = match side.formation(slot) {
        Formation::Line => [Formation::Column, Formation::Square],
        Formation::Column => [Formation::Line, Formation::Square],
        Formation::Square => [Formation::Line, Formation::Column],
    };
    out.extend_from_slice(&others.map(|formation| Action::Form { slot, formation }));
}

const fn plain(card: CardId, to: Place, formation: Formation) -> Action {
    Action::Deploy { card, to, formation, on: NO_GROUND, decoy: false }
}
