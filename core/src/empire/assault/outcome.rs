//! What comes of an assault (P23, A7, A8, P40).

use super::combats::Combat;
use super::fight::loser_first;
use crate::chance::{Draws, Unmet};
use crate::empire::context::Ctx;
use crate::empire::effects::Due;
use crate::empire::few::Few;
use crate::empire::geometry::Point;
use crate::empire::profile::Empire;
use crate::empire::state::{Followers, Following, Marks, Pending, UnitId};
use crate::empire::units::{Arm, Effect};
use crate::game::{Player, Sink};

impl<D: Draws, S: Sink<Empire>> Ctx<'_, D, S> {
    /// Applies the results, the loser's first; then morale; then the winners may follow up. `leads` and `effects` are of the side
    /// that rolled and of the other; `charged` are those who charged.
    pub(super) fn outcome(
        &mut self,
        leads: [UnitId; 2],
        effects: [Effect; 2],
        winner: Option<Player>,
        combat: &Combat,
        charged: &[UnitId],
    ) -> Result<(), Unmet> {
        let roller = self.profile(leads[0]).player;
        let mut stood: Few<(UnitId, Point), 16> = combat.units().map(|id| (id, self.unit(id).pose.at)).collect();
        stood.sort_unstable_by_key(|(id, _)| *id);
        let mut due = Due::new();
        for player in loser_first(winner, roller) {
            let n = usize::from(player != roller);
            let (lead, foe) = (leads[n], leads[1 - n]);
            let lost = winner == Some(Empire::enemy(player));
            self.side_suffers(combat, [lead, foe], effects[n], lost, &mut due);
        }
        self.check_all(&mut due)?;
        if let Some(winner) = winner {
            for &id in combat.side(winner) {
                self.edit(id, |unit| unit.marks.set(Marks::WON));
            }
            let may = self.who_follows(combat, winner, &stood, charged);
            if !may.is_empty() {
                self.state.pending = Pending::Follow { may };
            }
        }
        Ok(())
    }

    /// P23: disorder, fallback and rout fall on every unit of a side, hits on its lead alone. Each goes back from the enemy's lead
    /// where it touches that one, else from the first whom it touches (P39).
    fn side_suffers(&mut self, combat: &Combat, [lead, enemy]: [UnitId; 2], effect: Effect, lost: bool, due: &mut Due) {
        for &id in combat.side(self.profile(lead).player) {
            let is_lead = id == lead;
            let touched = combat.contacts_of(id).find_map(|contact| contact.foe_of(id));
            let foe = if combat.between(id, enemy).is_some() { enemy } else { touched.unwrap_or(enemy) };
            let checks = match effect {
                Effect::None => false,
                Effect::Disorder | Effect::Rout => self.suffer(id, effect, Some(foe)),
                Effect::Fallback => self.beaten(id, Some(foe), is_lead),
                Effect::Hit | Effect::TwoHits => is_lead && self.suffer(id, effect, Some(foe)),
            };
            if matches!(effect, Effect::Hit | Effect::TwoHits) && lost && self.game.house().loser_gives_ground {
                self.beaten(id, Some(foe), false);
            }
            if checks {
                due.push((id, Some(foe)));
            }
        }
    }

    /// The winners who may do something (P40): infantry that struck, onto the ground of an enemy who has left it (L9); cavalry
    /// that is free, and with that ground if it charged (L8).
    fn who_follows(&self, combat: &Combat, winner: Player, stood: &[(UnitId, Point)], charged: &[UnitId]) -> Followers {
        let place = |id: UnitId| stood.binary_search_by_key(&id, |(unit, _)| *unit).ok().map(|n| stood[n].1);
        let mut may = Followers::new();
        for &id in combat.side(winner) {
            let unit = self.unit(id);
            if !unit.is_steady() || unit.marks.has(Marks::RETREATED) || self.game.in_contact(self.state, id) {
                continue;
            }
            let left = combat.contacts_of(id).filter_map(|contact| contact.foe_of(id)).find_map(|foe| {
                let was = place(foe)?;
                let gone = !self.unit(foe).is_here() || self.unit(foe).pose.at != was;
                gone.then_some(was)
            });
            let struck = combat.contacts_of(id).any(|contact| contact.struck_by(id));
            match self.profile(id).arm() {
                Arm::Infantry if struck && left.is_some() => may.push(Following { unit: id, ground: left }),
                Arm::Cavalry => {
                    may.push(Following { unit: id, ground: left.filter(|_| charged.contains(&id)) });
                }
                _ => {}
            }
        }
        may
    }
}
