//! Who comes into sight (Q12), and whom cavalry threatens (P46).

use super::scene::{Other, Scene, TOUCH};
use super::track::Track;
use crate::chance::Draws;
use crate::empire::context::Ctx;
use crate::empire::event::Event;
use crate::empire::geometry::{Block, INCH, Pose, gap_within, overlap, step, sweep};
use crate::empire::profile::Empire;
use crate::empire::state::{Marks, Pending, State, UnitId};
use crate::empire::units::{Arm, Formation};
use crate::game::Sink;

/// How near a hidden unit is seen whatever stands between (Q12), in thousandths of an inch.
const SEEN_AT: i32 = 3 * INCH;
/// How near a hidden unit is seen in line of sight (Q12), in thousandths of an inch.
const SEEN_IN_SIGHT: i32 = 6 * INCH;
/// How finely a place short of an ambush is looked for (Q12), in thousandths of an inch.
const SHORT_STEP: i32 = INCH / 4;

/// Whether somebody hidden lies on the way of the part that a unit has just carried out: then it stops 3 inches short of him, or
/// where the part began (Q12). `met` is how many friends it had passed and guns it had taken by then.
pub(super) fn ambush(
    track: &mut Track<'_, '_>,
    pose: Pose,
    formation: Formation,
    met: (usize, usize),
) -> Option<UnitId> {
    let scene = track.scene;
    let hidden = || scene.others.iter().filter(|other| other.is_hidden);
    for n in 0..track.slides.len() {
        let (block, delta) = &track.slides[n].clone();
        let hits = hidden().filter_map(|other| Some((sweep(block, *delta, &other.block)?, other)));
        let Some((mil, by)) = hits.min_by_key(|(mil, other)| (*mil, other.id)) else { continue };
        let mut stop = mil;
        let free = |at: &Block| {
            track.bars_in(at, formation).is_ok()
                && !gap_within(at, &by.block, SEEN_AT)
                && scene.others.iter().all(|other| !gap_within(at, &other.block, TOUCH) || !other.is_enemy)
                && scene.others.iter().all(|other| !overlap(at, &other.block))
        };
        while stop > 0 && !free(&block.moved(step(*delta, stop))) {
            stop = (stop - SHORT_STEP).max(0);
        }
        let by = by.id;
        track.formation = formation;
        track.pose = if stop > 0 {
            let facing = if track.slides.len() > 1 {
                crate::empire::build::toward(block.centre(), block.centre().moved(*delta), pose.facing)
            } else {
                track.pose.facing
            };
            Pose { at: block.centre().moved(step(*delta, stop)), facing }
        } else {
            pose
        };
        track.slides.truncate(if stop > 0 { n } else { 0 });
        if stop > 0 {
            track.slides.push((*block, step(*delta, stop)));
        }
        track.forget_beyond(met);
        return Some(by);
    }
    let block = track.block();
    let house = scene.game.ground().building(track.pose.at).filter(|_| track.formation == Formation::Garrison);
    let holds = |other: &Other| house.is_some() && scene.game.ground().building(other.block.centre()) == house;
    let by = hidden().find(|other| gap_within(&block, &other.block, TOUCH) || holds(other))?.id;
    (track.pose, track.formation) = (pose, formation);
    track.slides.clear();
    track.forget_beyond(met);
    Some(by)
}

impl Track<'_, '_> {
    /// Keeps, of those whom the last part would have passed and taken, whom it has met on its way as far as it went; those before
    /// `passed` and `taken` were met before.
    fn forget_beyond(&mut self, (passed, taken): (usize, usize)) {
        let (scene, slides) = (self.scene, &self.slides);
        let met = |id: &UnitId| {
            let other = scene.others.iter().find(|other| other.id == *id);
            other.is_some_and(|other| slides.iter().any(|(block, way)| sweep(block, *way, &other.block).is_some()))
        };
        for (list, before) in [(&mut self.passed, passed), (&mut self.taken, taken)] {
            let new: Vec<UnitId> = list.drain(before..).filter(met).collect();
            list.extend(new);
        }
    }
}

impl Empire {
    /// Who of the hidden is in the way of a unit that is put somewhere, and where it stops (Q12). It goes there straight, or where
    /// it only turns or forms anew stands so at once.
    pub(super) fn stopped(&self, state: &State, id: UnitId, to: Pose, formation: Formation) -> Option<(Pose, UnitId)> {
        let before = state.units[id];
        let scene = Scene::new(self, state, id, before.pose.at.distance(to.at) + SEEN_AT);
        if !scene.has_hidden {
            return None;
        }
        let mut track = Track::new(&scene);
        if to.at != before.pose.at && (formation == before.formation || formation == Formation::Garrison) {
            track.slides.push((track.block(), before.pose.at.delta(to.at)));
        }
        (track.pose, track.formation) = (to, formation);
        let by = ambush(&mut track, before.pose, before.formation, (0, 0))?;
        Some((track.pose, by))
    }
}

impl<D: Draws, S: Sink<Empire>> Ctx<'_, D, S> {
    /// Before a unit is put somewhere as far as its owner knows: whether somebody hidden stops it. He is seen then, and the unit
    /// keeps its formation and stands where it was stopped (Q12).
    pub(in crate::empire) fn is_stopped(&mut self, id: UnitId, to: Pose, formation: Formation) -> bool {
        let Some((pose, by)) = self.game.stopped(self.state, id, to, formation) else { return false };
        let before = *self.unit(id);
        self.edit(id, |unit| unit.marks.set(Marks::MOVED));
        if pose != before.pose {
            self.put(id, pose);
            let used = before.pose.at.distance(pose.at);
            let path = vec![before.pose, pose];
            self.tell(|_, _| Event::Moved { unit: id, path, formation: before.formation, used });
        }
        self.tell(|_, _| Event::Ambushed { unit: id, by });
        self.reveal(by);
        self.see_around(id);
        true
    }

    /// A hidden unit is seen (Q12).
    pub(in crate::empire) fn reveal(&mut self, id: UnitId) {
        if self.unit(id).marks.has(Marks::HIDDEN) {
            self.edit(id, |unit| unit.marks.clear(Marks::HIDDEN));
            let (at, formation) = (self.unit(id).pose, self.unit(id).formation);
            self.tell(|_, _| Event::Revealed { unit: id, at, formation });
        }
    }

    /// After a unit has moved: it is seen itself, and sees hidden enemies (Q12).
    pub(in crate::empire) fn see_around(&mut self, id: UnitId) {
        self.reveal(id);
        if !self.unit(id).is_here() {
            return;
        }
        let game = self.game;
        let (block, player) = (game.block(id, self.unit(id)), self.profile(id).player);
        let mut found = Vec::new();
        let state = &*self.state;
        state.units.around(block.centre(), SEEN_IN_SIGHT + 2 * game.longest(), |other, unit| {
            if unit.marks.has(Marks::HIDDEN) && game.unit(other).player != player {
                let hidden = game.block(other, unit);
                let seen = gap_within(&block, &hidden, SEEN_AT)
                    || (gap_within(&block, &hidden, SEEN_IN_SIGHT)
                        && game.ground().sight(block.centre(), hidden.centre()));
                if seen {
                    found.push(other);
                }
            }
        });
        found.sort_unstable();
        found.into_iter().for_each(|other| self.reveal(other));
    }

    /// Cavalry has come near: who may form square is asked (P46), save whom it has struck.
    pub(super) fn threaten(&mut self, id: UnitId) {
        let game = self.game;
        let unit = self.unit(id);
        if game.unit(id).arm() != Arm::Cavalry || !unit.is_steady() || self.state.pending != Pending::None {
            return;
        }
        let block = game.block(id, unit);
        let player = game.unit(id).player;
        let mut may = Vec::new();
        let state = &*self.state;
        state.units.around(block.centre(), game.house().cavalry_range + 2 * game.longest(), |other, infantry| {
            if game.unit(other).player != player
                && !infantry.marks.has(Marks::HIDDEN)
                && gap_within(&block, &game.block(other, infantry), game.house().cavalry_range)
                && !state.contacts.iter().any(|contact| contact.has(id) && contact.has(other))
                && game.may_try_square(state, other, false)
            {
                may.push(other);
            }
        });
        if !may.is_empty() {
            may.sort_unstable();
            self.state.pending = Pending::Threat { unit: id, may };
        }
    }
}
