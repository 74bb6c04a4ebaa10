//! 9.0: divisional integrity (E integrity, failed-integrity), then objectives and victory (L12). Leaders are rolled for in
//! [`super::command`].

use super::charts::Ce;
use super::context::Ctx;
use super::event::{Event, Retreat};
use super::geometry::{Block, Point};
use super::integrity::{self, Facts, Failure};
use super::profile::Empire;
use super::retreat::SAFE;
use super::state::{DivisionId, Ending, Host, Marks, ObjectiveId, Presence, Stage, State, Unit, UnitId};
use super::units::{Cover, Status};
use crate::chance::{Draws, Unmet};
use crate::cite::Cite;
use crate::game::{Outcome, Player, Sink};

impl Empire {
    /// How the battle ended.
    pub(super) fn result(&self, state: &State) -> Option<Outcome> {
        let (how, winner) = state.ending?;
        let code = match how {
            Ending::Time => "time",
            Ending::Objective => "objective",
            Ending::Swept => "swept",
        };
        Some(Outcome { winner, code, cite: Cite("E L12") })
    }

    /// The victory points of both sides as they are now (L12): what it started with, objectives that it holds, enemy divisions
    /// that are broken.
    #[must_use]
    pub fn points(&self, state: &State) -> [i16; 2] {
        [Player(0), Player(1)].map(|player| {
            let spec = self.scenario.side.get(player.index());
            let mut points = spec.map_or(0, |side| i32::from(side.handicap));
            for (objective, holder) in self.objectives.iter().zip(&state.objectives) {
                points += if *holder == Some(player) { i32::from(objective.points) } else { 0 };
            }
            let each = spec.map_or(1, |side| i32::from(side.per_division));
            for (profile, division) in self.divisions.iter().zip(&state.divisions) {
                points += if profile.player != player && division.broken { each } else { 0 };
            }
            points.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16
        })
    }

    /// What counts for the integrity of a division (E integrity, A71 to A75, P15, Q6).
    #[must_use]
    pub fn integrity_facts(&self, state: &State, id: DivisionId) -> Facts {
        let profile = &self.divisions[id.index()];
        let mut facts = Facts::new(profile.units.iter().map(|&unit| Ce::new(i16::from(self.unit(unit).ce))).collect());
        for unit in profile.units.iter().filter_map(|&unit| state.units.get(unit)) {
            let now = unit.marks.has(Marks::ROUTED_NOW);
            facts.routed_this_turn = facts.routed_this_turn.saturating_add(u8::from(now));
            facts.routed = facts.routed.saturating_add(u8::from(now || counts_as_routed(unit)));
            let worn = unit.is_here() && unit.hits >= 3;
            facts.worn = facts.worn.saturating_add(u8::from(worn));
        }
        facts.leaderless = self.is_leaderless(state, id);
        facts.lost_objective = state.divisions[id.index()].lost_objective;
        facts
    }

    /// Whether a division must check its integrity this turn (A70, P47, Q6); `fell` when its objective has just fallen.
    fn must_check(&self, state: &State, id: DivisionId, fell: bool) -> bool {
        let (profile, division) = (&self.divisions[id.index()], &state.divisions[id.index()]);
        if division.routed || self.on_table(state, id).next().is_none() {
            return false;
        }
        let killed = profile.leader.is_some_and(|leader| state.leaders[leader.index()].killed == state.turn);
        let suffers = |unit: &Unit| {
            unit.marks.has(Marks::ROUTED_NOW)
                || (unit.is_here() && unit.status == Status::Routed && !unit.marks.has(Marks::ABANDONED))
        };
        fell || killed || profile.units.iter().filter_map(|&unit| state.units.get(unit)).any(suffers)
    }

    /// Whether a unit that falls back with its division has got away: outside 12 inches of every enemy in sight, or in cover
    /// (E failed-integrity, A74, Q62).
    #[must_use]
    pub fn is_safe(&self, state: &State, id: UnitId) -> bool {
        state.units.get(id).is_none_or(|unit| {
            let open = || self.enemy_near(state, id, |block, at| self.ground.cover(block, at) == Cover::Open);
            self.ground.shelters(unit.pose.at) || !open()
        })
    }

    /// Whether a unit stands in cover (A74): in woods, a building or works, or behind a wall, a hedge or a crest as all enemies in
    /// sight within 12 inches see it (Q62). A line of cover is none where there is nobody before it.
    fn in_cover(&self, state: &State, id: UnitId) -> bool {
        self.ground.shelters(state.units[id].pose.at)
            || (self.is_safe(state, id) && self.enemy_near(state, id, |_, _| true))
    }

    /// Whether there is an enemy in sight within 12 inches of a unit who is so, by the block of the unit and his place.
    fn enemy_near(&self, state: &State, id: UnitId, asks: impl Fn(&Block, Point) -> bool) -> bool {
        let (player, block) = (self.unit(id).player, self.block_of(state, id));
        let counts = |enemy: UnitId, unit: &Unit| self.is_threat(enemy, unit, player) && asks(&block, unit.pose.at);
        self.first_enemy(state, player, &block, SAFE, counts).is_some()
    }

    /// Whose formed unit is nearest to an objective within its radius (Q50); nobody when both sides are as near or nobody is there.
    fn nearest_at(&self, state: &State, id: ObjectiveId) -> Option<Player> {
        let objective = &self.objectives[id.index()];
        let mut near = Vec::new();
        state.units.near(objective.at, objective.radius + self.longest(), &mut near);
        let mut best = [i32::MAX; 2];
        for other in near {
            let (unit, profile) = (&state.units[other], self.unit(other));
            let holds = unit.is_formed()
                && profile.parent.is_none()
                && !unit.marks.has(Marks::HIDDEN)
                && !state.divisions[profile.division.index()].routed;
            if holds {
                let block = self.block(other, unit);
                if block.within(objective.at, objective.radius) {
                    let side = &mut best[profile.player.index() & 1];
                    *side = (*side).min(block.distance_to(objective.at));
                }
            }
        }
        match best[0].cmp(&best[1]) {
            std::cmp::Ordering::Less => Some(Player(0)),
            std::cmp::Ordering::Greater => Some(Player(1)),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// Whether a division is broken: it routed by integrity, or half of its units are routed, destroyed or without their crews
    /// (L12).
    fn is_broken(&self, state: &State, id: DivisionId) -> bool {
        let units = &self.divisions[id.index()].units;
        let gone = |unit: &Unit| {
            let there = !matches!(unit.presence, Presence::Lost);
            !there || (unit.is_here() && !unit.is_steady())
        };
        let gone = units.iter().filter_map(|&unit| state.units.get(unit)).filter(|unit| gone(unit)).count();
        !units.is_empty() && 2 * gone >= units.len()
    }

    /// Whether a side has nobody left in order, on the table or to come.
    fn is_swept(&self, state: &State, player: Player) -> bool {
        !state.units.iter().any(|(id, unit)| {
            let profile = self.unit(id);
            profile.player == player
                && profile.parent.is_none()
                && (unit.is_steady() || unit.presence == Presence::Waiting)
        })
    }

    /// The side with more points; nobody when they are equal.
    fn ahead(&self, state: &State) -> Option<Player> {
        let [first, second] = self.points(state);
        match first.cmp(&second) {
            std::cmp::Ordering::Greater => Some(Player(0)),
            std::cmp::Ordering::Less => Some(Player(1)),
            std::cmp::Ordering::Equal => None,
        }
    }
}

/// Whether a unit counts as routed besides those that routed this turn: routed on the table, or destroyed since the last check
/// (A75). Guns without a crew count only in the turn in which they are lost (Q6).
fn counts_as_routed(unit: &Unit) -> bool {
    if unit.marks.has(Marks::ABANDONED) {
        return false;
    }
    match unit.presence {
        Presence::Table => unit.status == Status::Routed,
        Presence::Lost => unit.marks.has(Marks::LOSS_COUNTS),
        Presence::Waiting | Presence::Folded => false,
    }
}

impl<D: Draws, S: Sink<Empire>> Ctx<'_, D, S> {
    /// 9.0: objectives change hands, then every division that must check does, those of the side with initiative first.
    pub(super) fn integrity(&mut self) -> Result<(), Unmet> {
        let fell = self.objectives_fall();
        let first = self.state.initiative.unwrap_or(Player(0));
        for player in [first, Empire::enemy(first)] {
            for n in 0..self.state.divisions.len() {
                let id = DivisionId(n as u16);
                if self.game.divisions[n].player == player && self.game.must_check(self.state, id, fell.contains(&id)) {
                    self.check_integrity(id)?;
                }
            }
        }
        Ok(())
    }

    /// Objectives change hands (L12, Q50). Says which divisions have just lost theirs.
    fn objectives_fall(&mut self) -> Vec<DivisionId> {
        let mut fell = Vec::new();
        for n in 0..self.state.objectives.len() {
            let objective = ObjectiveId(n as u16);
            let before = self.state.objectives[n];
            let Some(by) = self.game.nearest_at(self.state, objective) else { continue };
            if before == Some(by) {
                continue;
            }
            self.state.objectives[n] = Some(by);
            self.tell(|_, _| Event::Taken { objective, by });
            let game = self.game;
            for (d, profile) in game.divisions.iter().enumerate().filter(|(_, p)| p.objective == Some(objective)) {
                if profile.player == by {
                    self.state.divisions[d].lost_objective = false;
                } else if before == Some(profile.player) {
                    self.state.divisions[d].lost_objective = true;
                    fell.push(DivisionId(d as u16));
                }
            }
        }
        fell
    }

    fn check_integrity(&mut self, division: DivisionId) -> Result<(), Unmet> {
        let facts = self.game.integrity_facts(self.state, division);
        let player = self.game.divisions[division.index()].player;
        let die = self.die("integrity", division.0, player)?;
        let passed = integrity::resolve(&facts, die).is_passed;
        self.tell(|_, _| {
            let need = integrity::breakdown(&facts);
            Event::IntegrityChecked { division, need, die, passed }
        });
        let game = self.game;
        for &id in &game.divisions[division.index()].units {
            // A destroyed unit has counted once after the turn in which it was lost (A75).
            if !self.unit(id).marks.has(Marks::ROUTED_NOW) {
                self.edit(id, |unit| unit.marks.clear(Marks::LOSS_COUNTS));
            }
        }
        if passed {
            return Ok(());
        }
        let die = self.die("failed-integrity", division.0, player)?;
        let routs = integrity::failed(die) == Failure::Rout;
        self.tell(|_, _| Event::IntegrityFailed { division, die, routs });
        self.come_to_light(division);
        if routs {
            self.division_routs(division)
        } else {
            self.division_falls_back(division);
            self.leaders_of_the_lost()
        }
    }

    /// What happens to a division shows where its hidden units are (Q12, Q48).
    fn come_to_light(&mut self, division: DivisionId) {
        let game = self.game;
        for &id in &game.divisions[division.index()].units {
            if self.unit(id).is_here() && self.unit(id).marks.has(Marks::HIDDEN) {
                self.edit(id, |unit| unit.marks.clear(Marks::HIDDEN));
                self.tell(|_, state| {
                    let unit = &state.units[id];
                    Event::Revealed { unit: id, at: unit.pose, formation: unit.formation }
                });
            }
        }
    }

    /// All units rout (A75). The leader goes with the nearest of them (P32), if he lives (Q64).
    fn division_routs(&mut self, division: DivisionId) -> Result<(), Unmet> {
        let game = self.game;
        self.state.divisions[division.index()].routed = true;
        let leader = game.present_leader(self.state, division);
        let from = leader.map(|leader| game.leader_place(self.state, leader));
        for &id in &game.divisions[division.index()].units {
            let unit = self.unit(id);
            if unit.is_here() && !unit.marks.has(Marks::ABANDONED) {
                self.rout(id, None);
            }
        }
        self.leaders_of_the_lost()?;
        let leader = leader.filter(|leader| self.state.leaders[leader.index()].presence == Presence::Table);
        if let (Some(leader), Some(from)) = (leader, from) {
            let left = game.on_table(self.state, division).filter(|(_, unit)| !unit.marks.has(Marks::ABANDONED));
            let nearest = left.map(|(id, unit)| (unit.pose.at.distance(from), id)).min();
            let turn = self.state.turn;
            let who = &mut self.state.leaders[leader.index()];
            who.no_orders = turn.saturating_add(1);
            if let Some((_, id)) = nearest {
                (who.at, who.host) = (self.state.units[id].pose.at, Host::Unit(id));
            }
        }
        self.division_breaks(division);
        Ok(())
    }

    /// All units fall back, disordered and without a hit (A74): 4 inches at once, and on in later turns until they are safe.
    /// Routed units go on routing; who is in cover and not in contact stays there, disordered.
    fn division_falls_back(&mut self, division: DivisionId) {
        let game = self.game;
        for &id in &game.divisions[division.index()].units {
            let unit = *self.unit(id);
            if !unit.is_steady() {
                continue;
            }
            self.disorder(id);
            let in_contact = self.state.contacts.iter().any(|c| c.attacker == id || c.defender == id);
            if !in_contact && game.in_cover(self.state, id) {
                continue;
            }
            // Guns limber to get away (Q7) and a garrison leaves its house, if there is a way.
            if !self.retreat(id, None, Retreat::Division) {
                if self.unit(id).is_here() {
                    self.rout(id, None);
                }
                continue;
            }
            if self.unit(id).is_here() && !game.is_safe(self.state, id) {
                self.edit(id, |unit| unit.marks.set(Marks::FALLING_BACK));
            }
        }
    }

    fn division_breaks(&mut self, division: DivisionId) {
        if !std::mem::replace(&mut self.state.divisions[division.index()].broken, true) {
            self.tell(|_, _| Event::Broken { division });
        }
    }

    /// Broken divisions are counted, and the battle may end (L12).
    pub(super) fn end_turn(&mut self) {
        for n in 0..self.state.divisions.len() {
            let id = DivisionId(n as u16);
            if self.game.is_broken(self.state, id) {
                self.division_breaks(id);
            }
        }
        if let Some((how, winner)) = self.battle_ends() {
            self.state.stage = Stage::Over;
            self.state.ending = Some((how, winner));
            self.tell(|game, state| Event::Ended { how, winner, points: game.points(state) });
        }
    }

    fn battle_ends(&self) -> Option<(Ending, Option<Player>)> {
        let (game, state) = (self.game, &*self.state);
        let decided = |player: Player| {
            let won = |(objective, holder): (&super::profile::ObjectiveProfile, &Option<Player>)| {
                objective.decides == Some(player) && *holder == Some(player)
            };
            game.objectives.iter().zip(&state.objectives).any(won)
        };
        let swept = |player: Player| game.is_swept(state, Empire::enemy(player));
        for (how, wins) in
            [(Ending::Objective, [0, 1].map(|n| decided(Player(n)))), (Ending::Swept, [0, 1].map(|n| swept(Player(n))))]
        {
            match wins {
                [true, false] => return Some((how, Some(Player(0)))),
                [false, true] => return Some((how, Some(Player(1)))),
                // Both at once: the points tell (Q51).
                [true, true] => return Some((how, game.ahead(state))),
                [false, false] => {}
            }
        }
        (state.turn >= game.scenario.turns).then(|| (Ending::Time, game.ahead(state)))
    }
}
