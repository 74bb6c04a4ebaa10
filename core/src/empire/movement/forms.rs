//! Changes of formation, into buildings and out of them (L5, P27, Q25, Q28).

use super::track::Track;
use crate::empire::footprint::footprint;
use crate::empire::geometry::{Block, INCH, Point, Pose};
use crate::empire::refusal::Refusal;
use crate::empire::units::{Arm, Formation};

/// How near to a building a battalion must be to occupy it (Q28), in thousandths of an inch.
pub(in crate::empire) const DOOR: i32 = INCH / 2;
/// How finely places beside a building are looked for (Q28), in thousandths of an inch.
const BUILDING_STEP: i32 = INCH / 4;

impl Track<'_, '_> {
    /// Changes formation (L5, Q25).
    pub(super) fn form(&mut self, formation: Formation) -> Result<(), Refusal> {
        // A screen is in skirmish order and stays so (P36).
        if !formation.suits(self.class.arm()) || self.scene.game.unit(self.scene.id).parent.is_some() {
            return Err(Refusal::NoSuchFormation { formation });
        }
        if self.has_formed {
            return Err(Refusal::FormsOnce);
        }
        if formation == self.formation {
            return Err(Refusal::SameFormation { formation });
        }
        // Skirmishers form no square (P46).
        if (self.formation, formation) == (Formation::Skirmish, Formation::Square) {
            return Err(Refusal::CannotMove { formation: self.formation });
        }
        let pose = match (self.formation, formation) {
            (_, Formation::Garrison) => self.enter_building()?,
            (Formation::Garrison, _) => self.leave_building(formation)?,
            _ => self.room(formation)?,
        };
        self.pose = pose;
        self.formation = formation;
        self.has_formed = true;
        self.off_road = true;
        Ok(())
    }

    /// Where it would stand in another formation: its front stays where it is; if there is no room so, its middle; else its rear
    /// (Q25).
    pub(super) fn room(&self, formation: Formation) -> Result<Pose, Refusal> {
        let (old, new) = (self.size(), footprint(self.class.arm(), formation, self.stands));
        let mut first = None;
        for shift in [(old.depth - new.depth) / 2, 0, (new.depth - old.depth) / 2] {
            let pose = self.pose.ahead(shift);
            let block = Block::new(pose, new);
            let stands = self.clear(&block).and_then(|()| self.bars_in(&block, formation));
            match stands.and_then(|()| self.shifts(pose.at)) {
                Ok(()) => return Ok(pose),
                Err(why) => first = first.or(Some(why)),
            }
        }
        Err(first.unwrap_or(Refusal::Impassable))
    }

    /// Whether its middle may come to a place by a change of formation: not over what nobody crosses, nor guns over walls and
    /// through woods.
    pub(super) fn shifts(&self, to: Point) -> Result<(), Refusal> {
        if to == self.pose.at {
            return Ok(());
        }
        let stretch = self.scene.game.ground().stretch(self.pose.at, to);
        if stretch.impassable {
            return Err(Refusal::Impassable);
        }
        if stretch.river {
            return Err(Refusal::River);
        }
        if self.class.arm() == Arm::Artillery && (stretch.light > 0 || stretch.heavy > 0 || stretch.walls > 0) {
            return Err(Refusal::Ground { arm: Arm::Artillery });
        }
        Ok(())
    }

    /// Occupies the building beside it (P27, Q28).
    fn enter_building(&self) -> Result<Pose, Refusal> {
        let ground = self.scene.game.ground();
        let block = self.block();
        let mut refusal = Refusal::NoBuilding;
        for number in ground.buildings_near(&block, DOOR) {
            let Some(inside) = ground.inside(number) else { continue };
            let held = self.scene.seen().any(|other| {
                self.scene.state.units[other.id].formation == Formation::Garrison
                    && ground.building(other.block.centre()) == Some(number)
            });
            if held {
                refusal = Refusal::BuildingFull;
                continue;
            }
            // Where its ground is larger than the house, nobody may stand on it outside (Q59).
            let pose = Pose::new(inside, self.pose.facing);
            let block = Block::new(pose, footprint(self.class.arm(), Formation::Garrison, self.stands));
            match self.shifts(inside).and_then(|()| self.clear(&block)) {
                Ok(()) => return Ok(pose),
                Err(why) => refusal = why,
            }
        }
        Err(refusal)
    }

    /// Comes out of a building on the side that it faces, or if there is no room on another (Q28).
    pub(super) fn leave_building(&self, formation: Formation) -> Result<Pose, Refusal> {
        if matches!(formation, Formation::Square) {
            return Err(Refusal::CannotMove { formation });
        }
        let ground = self.scene.game.ground();
        let size = footprint(self.class.arm(), formation, self.stands);
        let Some(number) = ground.building(self.pose.at) else { return self.room(formation) };
        let Some(shape) = ground.building_shape(number) else { return Err(Refusal::NoBuilding) };
        let mut refusal = Refusal::Impassable;
        for turn in [0, 90, -90, 180] {
            let facing = self.pose.facing.turned(turn);
            let outside = (1..160).map(|n| Pose::new(self.pose.at.ahead(facing, n * BUILDING_STEP), facing));
            let Some(pose) = outside.into_iter().find(|pose| !shape.overlaps(&Block::new(*pose, size))) else {
                continue;
            };
            let block = Block::new(pose, size);
            match self.clear(&block).and_then(|()| self.bars(&block)).and_then(|()| self.shifts(pose.at)) {
                Ok(()) => return Ok(pose),
                Err(why) => refusal = why,
            }
        }
        Err(refusal)
    }
}
