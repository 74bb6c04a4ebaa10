//! What is left to a unit in contact (A9, P34, Q57): it stands, turns, changes formation, or goes back.

use super::charge::touches;
use super::scene::{Scene, TOUCH};
use super::track::Track;
use crate::chance::Draws;
use crate::empire::action::Manoeuvre;
use crate::empire::context::Ctx;
use crate::empire::event::Event;
use crate::empire::geometry::{Block, Facing, Pose, Sector, gap_within, overlap, sector, sees, step, sweep};
use crate::empire::profile::Empire;
use crate::empire::refusal::Refusal;
use crate::empire::state::{Contact, State, UnitId};
use crate::empire::units::{Arm, Facet, Formation, Status};
use crate::game::Sink;

impl Empire {
    /// Whether a unit is in a contact that is still to be fought: there it stands (P41, Q57).
    pub(super) fn is_bound(&self, state: &State, id: UnitId) -> bool {
        state.contacts.iter().any(|contact| contact.has(id) && contact.fresh)
    }

    /// The enemies with whom a unit is in contact.
    pub(super) fn foes(&self, state: &State, id: UnitId) -> Vec<UnitId> {
        state.contacts.iter().filter_map(|contact| contact.foe_of(id)).collect()
    }

    /// What a unit in contact may do (Q57), and whether it withdraws: it faces all whom it touches when it goes back.
    pub(super) fn engaged_parts(
        &self,
        scene: &Scene<'_>,
        foes: &[UnitId],
        steps: &[Manoeuvre],
    ) -> Result<bool, Refusal> {
        let (unit, state) = (scene.unit(), scene.state);
        let size = self.size(scene.id, unit);
        let turned = |facing: Facing| Block::new(Pose { facing, ..unit.pose }, size);
        let sees_one = |facing, foe: &UnitId| sees(&turned(facing), &self.block(*foe, &state.units[*foe]));
        // Whom it struck it faces, and who struck its front.
        let faces = |facing: Facing, contact: &Contact| match contact.defender == scene.id {
            _ if facing == unit.pose.facing => contact.attacker == scene.id || contact.facet == Facet::Front,
            true => sector(&turned(facing), state.units[contact.attacker].origin) == Sector::Front,
            false => sector(&turned(facing), state.units[contact.defender].pose.at) == Sector::Front,
        };
        let own = || state.contacts.iter().filter(|contact| contact.has(scene.id));
        let faces_all = |facing| own().all(|contact| faces(facing, contact));
        let is_gun = self.unit(scene.id).arm() == Arm::Artillery;
        match steps {
            [Manoeuvre::Face(facing)] if foes.iter().any(|foe| sees_one(*facing, foe)) => Ok(false),
            _ if unit.formation == Formation::Garrison => Err(Refusal::InContact),
            // No square is made out of disorder in contact (P46).
            [Manoeuvre::Form(formation @ Formation::Square)] if unit.status == Status::Disordered => {
                Err(Refusal::CannotMove { formation: *formation })
            }
            [Manoeuvre::Form(Formation::Garrison), ..] => Err(Refusal::InContact),
            [Manoeuvre::Form(_)] => Ok(false),
            [Manoeuvre::Back(_)] if faces_all(unit.pose.facing) => Ok(true),
            [Manoeuvre::Face(facing), Manoeuvre::Back(_)] if faces_all(*facing) => Ok(true),
            [Manoeuvre::Form(Formation::Limbered), ..] if is_gun => Ok(false),
            _ if is_gun && unit.formation == Formation::Limbered => Ok(false),
            _ => Err(Refusal::InContact),
        }
    }
}

impl Track<'_, '_> {
    /// Carries out one part, in contact with these: the only part of a move must leave it there (Q57).
    pub(super) fn part_among(&mut self, part: &Manoeuvre, is_only: bool, foes: &[UnitId]) -> Result<(), Refusal> {
        if foes.is_empty() {
            return self.part(part);
        }
        match part {
            Manoeuvre::Face(facing) if is_only => self.turn_in_contact(*facing, foes)?,
            _ => self.part(part)?,
        }
        if is_only && matches!(part, Manoeuvre::Face(_) | Manoeuvre::Form(_)) { self.keeps(foes) } else { Ok(()) }
    }

    /// Turns to an enemy in contact (Q57): on the spot, and then as far ahead or back as it takes to touch him with the front.
    fn turn_in_contact(&mut self, facing: Facing, foes: &[UnitId]) -> Result<(), Refusal> {
        if matches!(self.formation, Formation::Square | Formation::Garrison) {
            return self.part(&Manoeuvre::Face(facing));
        }
        let turn = Facing::difference(self.pose.facing, facing).abs();
        let size = self.size();
        let room = size.width + size.depth;
        let behind = Block::new(Pose::new(self.pose.at.ahead(facing, -room), facing), size);
        let way = behind.centre().delta(behind.centre().ahead(facing, 2 * room));
        let others = &self.scene.others;
        let touched = || others.iter().filter(|other| foes.contains(&other.id));
        let run = touched().filter_map(|other| sweep(&behind, way, &other.block)).min();
        let run = run.filter(|run| (run - room).abs() <= room / 2).ok_or(Refusal::InContact)?;
        let block = behind.moved(step(way, run));
        self.on_table(&block)?;
        self.bars(&block)?;
        self.shifts(block.centre())?;
        for other in self.scene.seen().filter(|other| other.is_near(block.bounds())) {
            let is_foe = foes.contains(&other.id);
            if overlap(&block, &other.block) {
                return Err(Refusal::Blocked { by: other.id });
            }
            if other.is_enemy && !is_foe && gap_within(&block, &other.block, TOUCH) {
                return Err(Refusal::WouldTouch { enemy: other.id });
            }
        }
        self.pose = Pose::new(block.centre(), facing);
        self.turned += turn;
        Ok(())
    }

    /// Whether it still touches all whom it touched: nobody gets out of a fight by turning or forming anew (Q57).
    fn keeps(&self, foes: &[UnitId]) -> Result<(), Refusal> {
        let (game, state, block) = (self.scene.game, self.scene.state, self.block());
        let garrison = self.formation == Formation::Garrison;
        if garrison || foes.iter().all(|foe| touches(game, state, &block, *foe)) {
            Ok(())
        } else {
            Err(Refusal::InContact)
        }
    }
}

impl<D: Draws, S: Sink<Empire>> Ctx<'_, D, S> {
    /// After a unit in contact has moved: whom it does not touch any more it has left; who struck it strikes what it shows him now.
    pub(super) fn settle_contacts(&mut self, id: UnitId) {
        let game = self.game;
        if self.unit(id).formation == Formation::Garrison {
            return;
        }
        let block = game.block(id, self.unit(id));
        let mut n = 0;
        while n < self.state.contacts.len() {
            let contact = self.state.contacts[n];
            let (attacker, defender) = (contact.attacker, contact.defender);
            match contact.foe_of(id) {
                Some(foe) if !touches(game, self.state, &block, foe) => {
                    self.state.contacts.remove(n);
                    self.tell(|_, _| Event::Parted { attacker, defender });
                    continue;
                }
                Some(_) if defender == id => {
                    self.state.contacts[n].facet = game.facet(self.state, attacker, id);
                }
                _ => {}
            }
            n += 1;
        }
    }
}
