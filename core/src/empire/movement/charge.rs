//! Going into contact: the answer of the one who is struck, the run, the contact (A4, P28, Q1, Q27).

use super::march::{CHARGE_MIN, CHARGE_WHEEL};
use super::scene::{Scene, TOUCH};
use super::seen::ambush;
use super::track::Track;
use crate::chance::{Draws, Unmet};
use crate::empire::action::Manoeuvre;
use crate::empire::allowance::printed;
use crate::empire::context::Ctx;
use crate::empire::event::{Event, Loss};
use crate::empire::geometry::{Block, Pose, Sector, gap_within, overlap, sector, step, sweep, wheel_length};
use crate::empire::profile::Empire;
use crate::empire::state::{Contact, Marks, Pending, State, UnitId};
use crate::empire::units::{Arm, Facet};
use crate::game::Sink;

/// How well the wheel before a charge is known by where it began, in thousandths of an inch.
const WHEEL_SLACK: i32 = 5;

impl Empire {
    /// From where an attacker strikes a defender (L2): by where the middle of its front stood when its move began. Squares,
    /// skirmishers, garrisons and routed units have no flank (P30).
    #[must_use]
    pub fn facet(&self, state: &State, attacker: UnitId, defender: UnitId) -> Facet {
        let (from, unit) = (state.units[attacker].origin, &state.units[defender]);
        if !unit.formation.has_flank() || !unit.is_steady() {
            return Facet::Front;
        }
        match sector(&self.block(defender, unit), from) {
            Sector::Front => Facet::Front,
            Sector::Flank => Facet::Flank,
            Sector::Rear => Facet::Rear,
        }
    }

    /// How far straight ahead of where it stands, after turning on its inner corner by so many degrees (right positive), a
    /// unit is from a target, until the two touch; `None` when it does not lie ahead, somebody stands before it, the ground
    /// forbids it (P28, P29), or it is further than `most` along the way. What a breakthrough asks (L8).
    #[must_use]
    pub fn run_to(&self, state: &State, id: UnitId, target: UnitId, degrees: i32, most: i32) -> Option<i32> {
        let scene = Scene::new(self, state, id, most + self.longest());
        let mut track = Track::new(&scene);
        track.charging = self.unit(id).arm() == Arm::Cavalry;
        if degrees != 0 {
            track.pivot(degrees)?;
        }
        let enemy = state.units.get(target).filter(|enemy| enemy.is_here() && !enemy.marks.has(Marks::HIDDEN))?;
        if track.charging && self.ground().shelters(enemy.pose.at) {
            return None;
        }
        track.part(&Manoeuvre::Into(target)).ok()?;
        track.struck.map(|(_, run)| run).filter(|run| *run <= most)
    }
}

impl Empire {
    /// How far a charge may run that stands before its run: its move less the wheel that it began with (P28); in a breakthrough
    /// half a move (L8). By where the middle of its front stood when it set out the wheel is known.
    pub(super) fn breath(&self, state: &State, id: UnitId, breakthrough: bool) -> i32 {
        let (unit, size) = (&state.units[id], self.size(id, &state.units[id]));
        let move_ = printed(self.unit(id).class, unit.formation);
        if breakthrough {
            return move_ / 2;
        }
        let block = Block::new(unit.pose, size);
        let turned_by = |degrees: i32, side: i32| {
            let (corner, facing) = (block.corners[usize::from(side > 0)], unit.pose.facing.turned(-side * degrees));
            corner.ahead(facing.turned(-side * 90), size.width / 2).within(unit.origin, WHEEL_SLACK)
        };
        let wheel = (1..=CHARGE_WHEEL).find(|degrees| turned_by(*degrees, 1) || turned_by(*degrees, -1));
        move_ - wheel.map_or(0, |degrees| wheel_length(size.width, degrees))
    }
}

impl Track<'_, '_> {
    /// Turns on the spot without cost, as a winner may (P40); `None` when there is no room.
    pub(super) fn pivot(&mut self, degrees: i32) -> Option<()> {
        let pose = self.pose.turned(degrees);
        let block = Block::new(pose, self.size());
        let free = self.on_table(&block).is_ok() && self.scene.seen().all(|other| !overlap(&block, &other.block));
        if !free {
            return None;
        }
        self.pose = pose;
        Some(())
    }
}

impl<D: Draws, S: Sink<Empire>> Ctx<'_, D, S> {
    /// A unit that stands before its run goes into contact, unless the other side has something to decide first.
    pub(in crate::empire) fn close_in(&mut self, id: UnitId, target: UnitId, charges: bool) -> Result<(), Unmet> {
        if charges {
            self.edit(id, |unit| unit.marks.set(Marks::CHARGING));
            self.tell(|_, _| Event::Charged { unit: id, target });
        }
        self.reveal(id);
        if self.game.has_answer(self.state, id, target, false) {
            self.state.pending = Pending::Charge { unit: id, target, breakthrough: false };
            return Ok(());
        }
        self.strike(id, target, false, 0);
        self.threaten(id);
        Ok(())
    }

    /// A unit runs straight ahead into a target and is in contact with it and with whoever else it touches; where it misses it
    /// runs on for `run`, to where it would have struck (Q33). Says whether it struck anybody.
    pub(in crate::empire) fn strike(&mut self, id: UnitId, target: UnitId, met: bool, run: i32) -> bool {
        let game = self.game;
        let before = self.unit(id).pose;
        let found = {
            let scene = Scene::new(game, self.state, id, game.stride(self.state, id, &[]) + CHARGE_MIN);
            let mut track = Track::new(&scene);
            let went = track.part(&Manoeuvre::Into(target));
            went.is_ok().then(|| {
                let formation = track.formation;
                let by = if scene.has_hidden { ambush(&mut track, before, formation, (0, 0)) } else { None };
                (track.pose, track.reckon().used, track.passed, track.taken, by)
            })
        };
        let Some((pose, used, passed, taken, by)) = found else {
            self.run_on(id, run);
            return false;
        };
        self.put(id, pose);
        let formation = self.unit(id).formation;
        if pose != before {
            self.tell(|_, _| Event::Moved { unit: id, path: vec![before, pose], formation, used });
        }
        self.go_past(id, &passed, &taken);
        if let Some(by) = by {
            // Somebody who was hidden stands in the way (Q12).
            self.tell(|_, _| Event::Ambushed { unit: id, by });
            self.reveal(by);
        }
        let struck = self.touch(id, met);
        self.see_around(id);
        struck
    }

    /// Makes contacts with all enemies whom a unit touches (Q27); takes guns without a crew, if it is formed (P38).
    pub(in crate::empire) fn touch(&mut self, id: UnitId, met: bool) -> bool {
        let game = self.game;
        let (block, player) = (game.block(id, self.unit(id)), self.profile(id).player);
        let mut touched = Vec::new();
        let state = &*self.state;
        state.units.around(block.centre(), 2 * game.longest() + TOUCH, |other, unit| {
            if game.unit(other).player != player && touches(game, state, &block, other) {
                touched.push((other, unit.marks.has(Marks::ABANDONED)));
            }
        });
        touched.sort_unstable();
        let mut struck = false;
        for (other, abandoned) in touched {
            if abandoned {
                if self.unit(id).is_formed() {
                    self.lose(other, Loss::Taken);
                }
                continue;
            }
            let known =
                |c: &Contact| (c.attacker, c.defender) == (id, other) || (c.attacker, c.defender) == (other, id);
            struck = true;
            if self.state.contacts.iter().any(known) {
                continue;
            }
            let facet = game.facet(self.state, id, other);
            self.state.contacts.push(Contact { attacker: id, defender: other, facet, met, fresh: true });
            self.reveal(other);
            self.tell(|_, _| Event::Contacted { attacker: id, defender: other, facet });
        }
        if struck {
            self.reveal(id);
            self.edit(id, |unit| {
                unit.marks.set(Marks::CLOSED);
                // A charge that strikes home leaves the horses blown when the assaults are over (L7).
                if unit.marks.has(Marks::CHARGING) {
                    unit.marks.set(Marks::WINDED);
                }
            });
        }
        struck
    }

    /// Runs straight on for `mil` or as far as the way is free, and touches nobody.
    pub(in crate::empire) fn run_on(&mut self, id: UnitId, mil: i32) {
        let game = self.game;
        let (before, formation) = (self.unit(id).pose, self.unit(id).formation);
        let pose = {
            let scene = Scene::new(game, self.state, id, mil + CHARGE_MIN);
            Track::new(&scene).free_ahead(mil)
        };
        if pose == before || self.is_stopped(id, pose, formation) {
            return;
        }
        self.put(id, pose);
        let used = before.at.distance(pose.at);
        self.tell(|_, _| Event::Moved { unit: id, path: vec![before, pose], formation, used });
        self.see_around(id);
    }
}

/// Whether a block touches a unit where it stands; a garrison by its walls.
pub(super) fn touches(game: &Empire, state: &State, block: &Block, other: UnitId) -> bool {
    let unit = &state.units[other];
    if gap_within(block, &game.block(other, unit), TOUCH) {
        return true;
    }
    let ground = game.ground();
    unit.formation == crate::empire::units::Formation::Garrison
        && ground
            .building(unit.pose.at)
            .and_then(|number| ground.building_shape(number))
            .is_some_and(|shape| shape.block_within(block, TOUCH))
}

impl Track<'_, '_> {
    /// Where it comes to straight ahead, at most `mil` on: as far as the way is free and it ends clear of everybody.
    pub(super) fn free_ahead(&mut self, mil: i32) -> Pose {
        let start = self.pose;
        let block = self.block();
        let far = block.centre().delta(block.centre().ahead(start.facing, mil.max(0)));
        let mut stop = mil.max(0);
        for other in self.scene.seen() {
            if let Some(free) = sweep(&block, far, &other.block) {
                stop = stop.min(free - TOUCH - 1);
            }
        }
        while stop > 0 {
            let mut try_out = self.clone();
            if try_out.part(&Manoeuvre::Ahead(stop)).is_ok() {
                return Pose { at: block.centre().moved(step(far, stop)), ..start };
            }
            stop -= 250;
        }
        start
    }
}
