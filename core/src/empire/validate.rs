//! Whether a position made by other means than the rules is one of this battle.
//!
//! What comes from a file may say anything. A position that passes here is safe for every function of the game: every number
//! names something, every place is on or near the table, and whoever must act has something to do.

use super::action::MAX_NAMED;
use super::footprint::most_touching;
use super::geometry::Point;
use super::notation::words::ALL_MARKS;
use super::profile::Empire;
use super::state::{
    Contact, DivisionId, Fire, Following, Host, LeaderId, Marks, Pending, Presence, Stage, State, Unit, UnitId,
};
use super::units::{Arm, Formation, Rank};
use crate::game::{Player, Players};
use std::collections::HashSet;

type Checked = Result<(), String>;

/// Fails with a message when something is not so.
macro_rules! must {
    ($so:expr, $($message:tt)+) => {
        if !$so {
            return Err(format!($($message)+));
        }
    };
}

const fn is_player(player: Player) -> bool {
    player.0 < 2
}

impl Empire {
    /// Whether every function of the game may be called on a position.
    pub(super) fn validate(&self, state: &State) -> Checked {
        self.check_lengths(state)?;
        for (id, unit) in state.units.iter() {
            self.check_unit(id, unit).map_err(|what| format!("unit {}: {what}", self.unit(id).id))?;
        }
        for n in 0..state.leaders.len() {
            self.check_leader(state, LeaderId(n as u16))
                .map_err(|what| format!("leader {}: {what}", self.leaders[n].name))?;
        }
        self.check_contacts(state)?;
        self.check_fires(state)?;
        self.check_stage(state)?;
        for n in 0..state.divisions.len() {
            self.check_division(state, DivisionId(n as u16))
                .map_err(|what| format!("division {}: {what}", self.divisions[n].id))?;
        }
        self.check_pending(state)?;
        let idle = state.stage == Stage::Assault && state.pending == Pending::None && !self.has_combat(state);
        must!(!idle, "no combat is left to be fought in the assault stage");
        Ok(())
    }

    fn check_lengths(&self, state: &State) -> Checked {
        let lists = [
            ("units", state.units.len(), self.units.len()),
            ("leaders", state.leaders.len(), self.leaders.len()),
            ("divisions", state.divisions.len(), self.divisions.len()),
            ("objectives", state.objectives.len(), self.objectives.len()),
        ];
        for (what, has, needs) in lists {
            must!(has == needs, "{has} {what} in a battle of {needs}");
        }
        let turns = self.scenario.turns.max(1);
        must!((1..=turns).contains(&state.turn), "turn {} of a battle of {turns}", state.turn);
        Ok(())
    }

    /// Whether a point is one of the table.
    fn is_on_table(&self, at: Point) -> bool {
        (0..=self.table.width).contains(&at.x) && (0..=self.table.depth).contains(&at.y)
    }

    fn check_unit(&self, id: UnitId, unit: &Unit) -> Checked {
        let profile = self.unit(id);
        let is_screen = profile.parent.is_some();
        for at in [unit.pose.at, unit.origin, unit.anchor] {
            must!(at.in_range(), "[{}, {}] is too far off the table", at.x, at.y);
        }
        must!(unit.presence != Presence::Folded || is_screen, "only a screen is folded");
        must!(unit.presence != Presence::Waiting || !is_screen, "a screen does not wait: it is folded");
        must!(unit.marks.0 & !ALL_MARKS.0 == 0, "unknown marks");
        must!(unit.formation.suits(profile.arm()), "cannot stand as {:?}", unit.formation);
        if is_screen {
            must!(unit.formation == Formation::Skirmish, "a screen is in skirmish order");
            must!(unit.stands <= profile.stands, "{} of {} stands", unit.stands, profile.stands);
        } else {
            must!(unit.stands == profile.stands, "{} stands instead of {}", unit.stands, profile.stands);
        }
        if unit.is_here() {
            must!(self.is_on_table(unit.pose.at), "stands off the table");
            must!(!is_screen || unit.stands > 0, "a screen without stands");
        }
        let whole = is_screen || unit.presence == Presence::Lost || unit.hits < profile.ce;
        must!(whole, "{} hits destroy a unit of CE {}", unit.hits, profile.ce);
        must!(unit.hits <= 100, "{} hits", unit.hits);
        let guns = profile.arm() == Arm::Artillery;
        must!(guns || !unit.marks.has(Marks::ABANDONED), "only guns are abandoned");
        Ok(())
    }

    fn check_leader(&self, state: &State, id: LeaderId) -> Checked {
        let (leader, profile) = (&state.leaders[id.index()], &self.leaders[id.index()]);
        must!(leader.at.in_range(), "is too far off the table");
        must!(leader.presence != Presence::Folded, "a leader is not folded");
        must!((leader.presence == Presence::Lost) == (leader.killed > 0), "who is killed is lost, and nobody else");
        must!(leader.killed <= state.turn, "killed in turn {} of {}", leader.killed, state.turn);
        match leader.host {
            Host::None => {}
            Host::Unit(unit) => {
                let joined = self.units.get(unit.index()).ok_or("is with a unit that there is not")?;
                must!(joined.player == profile.player, "is with an enemy");
                must!(joined.parent.is_none(), "is with a screen");
            }
            Host::Division(division) => {
                let joined = self.divisions.get(division.index()).ok_or("is beside a division that there is not")?;
                must!(joined.player == profile.player, "is beside an enemy");
                must!(profile.rank != Rank::Division, "a divisional leader is beside no other");
            }
        }
        Ok(())
    }

    fn check_contacts(&self, state: &State) -> Checked {
        let mut pairs = HashSet::new();
        let mut touched = vec![0; state.units.len()];
        for &Contact { attacker, defender, .. } in &state.contacts {
            for id in [attacker, defender] {
                must!(state.units.get(id).is_some_and(Unit::is_here), "unit {} in contact is not on the table", id.0);
                must!(!state.units[id].marks.has(Marks::HIDDEN), "{} is hidden and in contact", self.unit(id).id);
            }
            must!(
                self.unit(attacker).player != self.unit(defender).player,
                "{} is in contact with a friend",
                self.unit(attacker).id
            );
            let pair = (attacker.min(defender), attacker.max(defender));
            must!(pairs.insert(pair), "{} is twice in contact with the same unit", self.unit(attacker).id);
            for id in [attacker, defender] {
                let (profile, count) = (self.unit(id), &mut touched[id.index()]);
                let most = most_touching(profile.stands);
                *count += 1;
                must!(*count <= most, "{} is in contact with more than {most} units", profile.id);
            }
        }
        Ok(())
    }

    fn check_fires(&self, state: &State) -> Checked {
        let may = matches!(state.stage, Stage::Fire | Stage::Assault | Stage::Over);
        must!(may || state.fires.is_empty(), "fire is declared before its stage");
        let mut fired = HashSet::new();
        for Fire { with, target } in &state.fires {
            must!(!with.is_empty() && with.len() <= MAX_NAMED, "{} units fire together", with.len());
            // After the fire stage who fired may be gone.
            let is_there =
                |id: UnitId| state.units.get(id).is_some_and(|unit| unit.is_here() || state.stage != Stage::Fire);
            must!(is_there(*target), "fire at a unit that is not on the table");
            for &id in with {
                must!(is_there(id), "fire by a unit that is not on the table");
                must!(self.unit(id).player != self.unit(*target).player, "{} fires at a friend", self.unit(id).id);
                must!(fired.insert(id), "{} fires twice", self.unit(id).id);
                let marked = state.stage != Stage::Fire || state.units[id].marks.has(Marks::FIRED);
                must!(marked, "{} fires without the mark of it", self.unit(id).id);
            }
        }
        Ok(())
    }

    fn check_stage(&self, state: &State) -> Checked {
        must!(is_player(state.on_turn), "player {} is on turn", state.on_turn.0);
        must!(state.initiative.is_none_or(is_player), "nobody has such an initiative");
        must!(state.objectives.iter().flatten().all(|&side| is_player(side)), "an objective is held by nobody known");
        let both = Players::first(2);
        must!(state.ready.0 & !both.0 == 0, "players are ready that there are not");
        must!(state.stage == Stage::Command || state.ready.is_empty(), "ready outside the command stage");
        must!(state.ready != both, "both sides are ready: the stage is over");
        let opening = state.stage == Stage::Command && state.turn == 1;
        must!(opening || state.initiative.is_some(), "somebody must have the initiative by now");
        must!(
            (state.stage == Stage::Over) == state.ending.is_some(),
            "a battle that is over has an ending, and no other"
        );
        must!(state.ending.is_none_or(|(_, winner)| winner.is_none_or(is_player)), "nobody known has won");
        let holder = state.stage == Stage::Assault && Some(state.on_turn) != state.initiative;
        must!(!holder, "the assault stage belongs to the side with initiative");
        Ok(())
    }

    fn check_division(&self, state: &State, id: DivisionId) -> Checked {
        let (division, profile) = (&state.divisions[id.index()], &self.divisions[id.index()]);
        if let Some(leader) = division.leader {
            must!(profile.leader == Some(leader), "is led by a stranger");
            must!(state.leaders[leader.index()].presence != Presence::Lost, "is led by a dead man");
        }
        must!(division.successor <= state.turn.saturating_add(2), "a successor in turn {}", division.successor);
        let way = (division.coming, division.sent);
        must!(self.comings(state, id).contains(&way), "no order can be on its way like this: {:?}", division.coming);
        Ok(())
    }

    fn check_pending(&self, state: &State) -> Checked {
        // Who has anything to decide is in sight (Q12).
        let here =
            |id: UnitId| state.units.get(id).is_some_and(|unit| unit.is_here() && !unit.marks.has(Marks::HIDDEN));
        let side = |id: UnitId| self.unit(id).player;
        let quiet = matches!(state.stage, Stage::Command | Stage::Rally | Stage::Fire | Stage::Over);
        must!(!quiet || state.pending == Pending::None, "nothing is to be decided in this stage");
        match &state.pending {
            Pending::None => {}
            Pending::Charge { unit, target, breakthrough } => {
                must!(here(*unit) && here(*target), "a charge by or at a unit that is not on the table");
                must!(side(*unit) != side(*target), "a charge at a friend");
                must!(!breakthrough || self.unit(*unit).arm() == Arm::Cavalry, "only cavalry breaks through");
                // Infantry that goes at skirmishers is answered as a charge is (P36).
                must!(self.unit(*unit).arm() != Arm::Artillery, "guns do not charge");
                let stage = if *breakthrough { Stage::Assault } else { Stage::March };
                must!(state.stage == stage, "a charge in the wrong stage");
            }
            Pending::Threat { unit, may } => {
                must!(here(*unit), "a threat by a unit that is not on the table");
                must!(state.stage == Stage::March, "a threat outside the march");
                check_list(may, |id| here(id) && side(id) != side(*unit))?;
                must!(!may.is_empty(), "nobody is threatened");
            }
            Pending::Lead { first, spare } => {
                must!(state.stage == Stage::Assault, "a lead outside the assault stage");
                let combat = self.combat_of(state, *first);
                let leads = combat.is_some_and(|combat| self.may_be_lead(state, &combat, *first));
                must!(here(*first) && leads, "a lead that is in no combat still to be fought");
                check_list(spare, |id| here(id) && side(id) == side(*first))?;
            }
            Pending::Follow { may } => {
                must!(state.stage == Stage::Assault, "a pursuit outside the assault stage");
                must!(!may.is_empty(), "nobody follows up");
                self.check_following(may, here)?;
            }
        }
        let breaks = matches!(state.pending, Pending::Charge { breakthrough: true, .. });
        must!(breaks || state.pursuits.is_empty(), "winners wait for no breakthrough");
        // Who was to follow up later may be gone by then.
        self.check_following(&state.pursuits, |id| state.units.get(id).is_some())
    }

    /// Winners, each once; of both sides where fire has broken contacts (P24).
    fn check_following(&self, may: &[Following], is_there: impl Fn(UnitId) -> bool) -> Checked {
        let who: Vec<_> = may.iter().map(|following| following.unit).collect();
        check_list(&who, is_there)?;
        let near = may.iter().filter_map(|following| following.ground).all(Point::in_range);
        must!(near, "ground too far off the table");
        Ok(())
    }
}

/// A list of units, each once, for each of which something holds.
fn check_list(ids: &[UnitId], holds: impl Fn(UnitId) -> bool) -> Checked {
    let mut met = HashSet::new();
    for &id in ids {
        must!(holds(id), "unit {} does not belong in the list of those who may decide", id.0);
        must!(met.insert(id), "unit {} is twice in a list", id.0);
    }
    Ok(())
}
