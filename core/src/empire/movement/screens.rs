//! Screens of skirmishers: out and in again (P36, Q32).

use super::march::SCREEN_RADIUS;
use super::scene::{Scene, TOUCH};
use crate::chance::{Draws, Unmet};
use crate::empire::charts::is_destroyed;
use crate::empire::context::Ctx;
use crate::empire::event::Event;
use crate::empire::fire;
use crate::empire::footprint::footprint;
use crate::empire::geometry::{Block, INCH, Point, Pose, Size, gap_within, overlap, sweep};
use crate::empire::profile::Empire;
use crate::empire::refusal::Refusal;
use crate::empire::state::{Marks, Presence, State, Unit, UnitId};
use crate::empire::units::{Arm, Formation, Status};
use crate::game::{Player, Sink};

/// How far before its battalion a screen is set up, tried in this order (Q32), in thousandths of an inch.
const AHEAD: [i32; 5] = [3 * INCH, 2 * INCH, INCH, INCH / 2, INCH / 10];

impl Empire {
    /// Whether a battalion may put out a screen of so many stands, or draw it in with 0.
    pub(in crate::empire) fn may_screen(
        &self,
        state: &State,
        player: Player,
        id: UnitId,
        stands: u8,
    ) -> Result<(), Refusal> {
        let unit = state.units.get(id).ok_or(Refusal::NoSuch)?;
        let profile = self.unit(id);
        if profile.player != player {
            return Err(Refusal::NotOwn);
        }
        if !unit.is_here() {
            return Err(Refusal::NotHere);
        }
        let screen = profile.skirmishers.ok_or(Refusal::NoScreen)?;
        let out = state.units.get(screen).ok_or(Refusal::NoScreen)?;
        if out.presence == Presence::Lost || stands > profile.screen {
            return Err(Refusal::NoScreen);
        }
        if out.marks.has(Marks::DONE) {
            return Err(Refusal::HasMoved);
        }
        if unit.status == Status::Routed {
            return Err(Refusal::IsRouted);
        }
        if stands == 0 {
            return match out.presence {
                Presence::Table if self.in_contact(state, screen) => Err(Refusal::InContact),
                Presence::Table if out.status == Status::Routed => Err(Refusal::IsRouted),
                Presence::Table => Ok(()),
                _ => Err(Refusal::ScreenOut),
            };
        }
        if out.presence == Presence::Table {
            return Err(Refusal::ScreenOut);
        }
        let strength = fire::screen_strength(profile.nation, stands, self.scenario().date.year, self.house());
        if is_destroyed(strength, out.hits) {
            return Err(Refusal::NoScreen);
        }
        if matches!(unit.formation, Formation::Square | Formation::Garrison | Formation::Skirmish) {
            return Err(Refusal::CannotMove { formation: unit.formation });
        }
        if self.in_contact(state, id) {
            return Err(Refusal::InContact);
        }
        if let Some(by) = self.pinned_by(state, id) {
            return Err(Refusal::Pinned { by });
        }
        self.screen_place(state, id, stands).map(|_| ()).ok_or(Refusal::Blocked { by: id })
    }

    /// Where a screen is set up: straight before its battalion, as far as 3 inches where there is room.
    fn screen_place(&self, state: &State, id: UnitId, stands: u8) -> Option<Pose> {
        let unit = &state.units[id];
        let (own, size) = (self.size(id, unit), footprint(Arm::Infantry, Formation::Skirmish, stands));
        let player = self.unit(id).player;
        let table = self.table();
        // It goes there from the middle of its battalion: not through an enemy.
        let lane = Block::new(unit.pose, Size::new(own.width.min(size.width), size.depth));
        let stands_across = |to: Point| {
            move |other: UnitId, standing: &Unit| {
                self.unit(other).player != player
                    && !standing.marks.has(Marks::HIDDEN)
                    && sweep(&lane, unit.pose.at.delta(to), &self.block(other, standing)).is_some()
            }
        };
        let ahead = AHEAD.into_iter().map(|gap| unit.pose.ahead(own.depth / 2 + gap + size.depth / 2));
        ahead.into_iter().find(|pose| {
            let block = Block::new(*pose, size);
            let on = |p: &crate::empire::geometry::Point| {
                (0..=table.width).contains(&p.x) && (0..=table.depth).contains(&p.y)
            };
            let way = self.ground().stretch(unit.pose.at, pose.at);
            block.corners.iter().all(on)
                && !way.river
                && !way.impassable
                && self.ground().bars(&block, Arm::Infantry).is_none()
                && !overlap(&block, &self.block(id, unit))
                && self
                    .first_within(state, &block, TOUCH, |other, standing| {
                        let is_enemy = self.unit(other).player != player;
                        let is_in_way = || match is_enemy {
                            true => !standing.marks.has(Marks::HIDDEN),
                            false => overlap(&block, &self.block(other, standing)),
                        };
                        other != id && is_in_way()
                    })
                    .is_none()
                && self.first_within(state, &lane, AHEAD[0] + own.depth + size.depth, stands_across(pose.at)).is_none()
        })
    }
}

impl<D: Draws, S: Sink<Empire>> Ctx<'_, D, S> {
    /// Puts out a screen, or draws it in.
    pub(in crate::empire) fn do_screen(&mut self, id: UnitId, stands: u8) -> Result<(), Unmet> {
        let Some(screen) = self.profile(id).skirmishers else { return Ok(()) };
        self.edit(screen, |unit| unit.marks.set(Marks::DONE));
        if stands == 0 {
            self.fold(screen);
            return Ok(());
        }
        let Some(pose) = self.game.screen_place(self.state, id, stands) else { return Ok(()) };
        let game = self.game;
        let scene_free = {
            let block = Block::new(pose, footprint(Arm::Infantry, Formation::Skirmish, stands));
            let scene = Scene::new(game, self.state, id, SCREEN_RADIUS);
            scene.others.iter().find(|other| gap_within(&block, &other.block, TOUCH) && other.is_hidden).map(|o| o.id)
        };
        if let Some(by) = scene_free {
            self.tell(|_, _| Event::Ambushed { unit: screen, by });
            self.reveal(by);
            return Ok(());
        }
        self.edit(screen, |unit| {
            unit.stands = stands;
            unit.formation = Formation::Skirmish;
            unit.marks.set(Marks::MOVED);
            unit.origin = pose.at;
            unit.anchor = pose.at;
        });
        self.state.units.place(screen, pose);
        self.set_presence(screen, Presence::Table);
        self.tell(|_, _| Event::Screened { unit: id, screen, stands, at: pose });
        self.see_around(screen);
        self.reveal(id);
        Ok(())
    }

    /// A screen goes back to its battalion, and stays as worn and disordered as it is (Q61).
    pub(super) fn fold(&mut self, screen: UnitId) {
        self.set_presence(screen, Presence::Folded);
        self.tell(|_, _| Event::Folded { screen });
    }

    /// Screens that their battalion has left behind are drawn in (P36, Q32).
    pub(super) fn draw_in(&mut self, player: Player) {
        for n in 0..self.state.units.len() {
            let screen = UnitId(n as u16);
            let Some(parent) = self.profile(screen).parent else { continue };
            let here = self.unit(screen).is_here() && self.profile(screen).player == player;
            // Skirmishers who run do not come back to their battalion (Q61).
            if !here || self.unit(screen).status == Status::Routed || self.game.in_contact(self.state, screen) {
                continue;
            }
            let near = {
                let (one, two) = (self.unit(screen), self.unit(parent));
                gap_within(&self.game.block(screen, one), &self.game.block(parent, two), SCREEN_RADIUS)
            };
            if !near {
                self.fold(screen);
            }
        }
    }
}
