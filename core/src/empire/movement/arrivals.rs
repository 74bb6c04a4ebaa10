//! The ends of a side's movement: who comes onto the table (Q15), whose attack lapses (Q14), who has his breath back (L7).

use super::scene::TOUCH;
use crate::chance::{Draws, Unmet};
use crate::empire::context::Ctx;
use crate::empire::event::Event;
use crate::empire::profile::Empire;
use crate::empire::state::{DivisionId, Marks, Presence, UnitId};
use crate::empire::units::Order;
use crate::game::{Player, Sink};

impl<D: Draws, S: Sink<Empire>> Ctx<'_, D, S> {
    /// Who is due comes onto the table (Q15).
    pub(in crate::empire) fn arrivals(&mut self, player: Player) {
        for n in 0..self.state.units.len() {
            let id = UnitId(n as u16);
            let profile = self.profile(id);
            if profile.player != player
                || self.unit(id).presence != Presence::Waiting
                || profile.arrives > self.state.turn
            {
                continue;
            }
            let at = profile.start;
            let block = self.game.block(id, self.unit(id));
            let taken = self.game.first_within(self.state, &block, TOUCH, |_, _| true);
            if let Some(by) = taken {
                // Else the delay would tell of him (Q12).
                self.reveal(by);
                self.tell(|_, _| Event::Delayed { unit: id });
                continue;
            }
            self.state.units.place(id, at);
            self.set_presence(id, Presence::Table);
            self.edit(id, |unit| unit.anchor = at.at);
            self.set_out(id);
            self.tell(|_, _| Event::Arrived { unit: id, at });
        }
    }

    /// Ends a side's movement: screens that were left behind are drawn in (P36), attack orders that did not close lapse (Q14).
    pub(in crate::empire) fn end_march(&mut self, player: Player) -> Result<(), Unmet> {
        self.draw_in(player);
        for n in 0..self.state.divisions.len() {
            let division = DivisionId(n as u16);
            let Some(profile) = self.game.divisions().get(n) else { continue };
            if profile.player == player && self.state.divisions[n].order == Order::Attack && self.lapses(division) {
                self.take_order(division, Order::Defend);
                self.tell(|_, _| Event::AttackLapsed { division });
            }
        }
        Ok(())
    }

    /// Whether a division on Attack has not closed in this movement (Q14).
    fn lapses(&self, division: DivisionId) -> bool {
        let Some(profile) = self.game.divisions().get(division.index()) else { return false };
        let goal = profile.objective.and_then(|id| self.game.objectives().get(id.index())).map(|goal| goal.at);
        let mut able = false;
        for &id in &profile.units {
            let unit = self.unit(id);
            if !unit.is_steady() {
                continue;
            }
            able = true;
            let block = self.game.block(id, unit);
            let range = self.game.house().tactical_range;
            if self.game.in_contact(self.state, id)
                || self.game.enemy_within(self.state, profile.player, &block, range).is_some()
            {
                return false;
            }
            if !unit.marks.has(Marks::MOVED) {
                continue;
            }
            let now = block.front().middle();
            if goal.is_some_and(|goal| now.distance(goal) < unit.origin.distance(goal)) {
                return false;
            }
            let far = |from| self.game.nearest_enemy(self.state, profile.player, from).map(|(_, far)| far);
            if far(now).zip(far(unit.origin)).is_some_and(|(now, then)| now < then) {
                return false;
            }
        }
        able
    }

    /// Before a turn begins: cavalry that did not move over half nor fight in the last one is blown no more (L7).
    pub(in crate::empire) fn rested(&mut self) {
        for n in 0..self.state.units.len() {
            let id = UnitId(n as u16);
            let unit = self.unit(id);
            let tired = Marks::FAR.and(Marks::FOUGHT).and(Marks::WINDED).and(Marks::CHARGING).and(Marks::RETREATED);
            let tired = tired.and(Marks::BROKE_THROUGH);
            if unit.marks.has(Marks::BLOWN) && !unit.marks.any(tired) && !self.game.in_contact(self.state, id) {
                self.edit(id, |unit| unit.marks.clear(Marks::BLOWN));
                if self.unit(id).is_here() {
                    self.tell(|_, _| Event::Fresh { unit: id });
                }
            }
        }
    }
}
