//! 6.0: fire is declared, then all of it is resolved at once (A40, P43).

use super::{Battery, Facts, Firer, Target, resolve, total};
use crate::chance::{Draws, Unmet};
use crate::empire::charts::Ce;
use crate::empire::context::Ctx;
use crate::empire::effects::Due;
use crate::empire::event::Event;
use crate::empire::few::Few;
use crate::empire::geometry::{Point, distance};
use crate::empire::profile::Empire;
use crate::empire::state::{Contact, Fire, Followers, Following, Marks, Pending, State, UnitId};
use crate::empire::units::{Arm, Effect, Facet, Formation};
use crate::explain::{Breakdown, Sum, Tally};
use crate::game::Sink;

impl Empire {
    /// The facts of fire by these units, the lead first, at one target; the caller knows that there is one.
    #[must_use]
    pub fn fire_facts(&self, state: &State, with: &[UnitId], target: UnitId) -> Facts<Vec<Battery>> {
        let Facts { firer, target, distance, batteries, year } = self.few_facts(state, with, target);
        Facts { firer, target, distance, batteries: batteries.into_vec(), year }
    }

    /// The same, allocating nothing for a few batteries.
    fn few_facts(&self, state: &State, with: &[UnitId], target: UnitId) -> Facts<Few<Battery, 8>> {
        let lead = with.first().copied().unwrap_or(target);
        let (unit, profile) = (&state.units[lead], self.unit(lead));
        let (aim, of) = (&state.units[target], self.unit(target));
        let at = self.block_of(state, target);
        let far = |id: UnitId| distance(&self.block_of(state, id), &at);
        let is_screen = profile.parent.is_some();
        let screen = profile.skirmishers.map(|id| &state.units[id]).filter(|screen| screen.is_here());
        let stands = match (is_screen, unit.formation) {
            (true, _) => unit.stands,
            (false, Formation::Skirmish) => 0,
            (false, _) => screen.map_or(0, |screen| screen.stands),
        };
        let is_gun = profile.arm() == Arm::Artillery;
        let firer = Firer {
            stands,
            hits: unit.hits,
            status: unit.status,
            leader: self.rating_with(state, lead),
            unmoved: unit.stood_still(),
            unlimbered: is_gun && unit.marks.has(Marks::UNLIMBERED),
            facet: if is_gun { self.facet_from(state, target, unit.pose.at) } else { Facet::Front },
            ..Firer::new(
                profile.class,
                profile.nation,
                if is_screen { Ce::default() } else { self.strength(state, lead) },
                unit.formation,
            )
        };
        let target_facts = Target {
            status: aim.status,
            cover: self.ground().cover(&at, unit.pose.at),
            charging: of.arm() == Arm::Cavalry && aim.marks.has(Marks::CHARGING),
            closed_up: self.is_closed_up(state, target),
            ..Target::new(of.class, aim.formation)
        };
        let battery = |id: &UnitId| Battery {
            status: state.units[*id].status,
            limbered: state.units[*id].formation == Formation::Limbered,
            unlimbered: state.units[*id].marks.has(Marks::UNLIMBERED),
            ..Battery::new(self.unit(*id).class, far(*id))
        };
        Facts {
            batteries: with.iter().skip(1).map(battery).collect(),
            year: self.scenario().date.year,
            ..Facts::new(firer, target_facts, far(lead))
        }
    }

    /// The firers' total, for one who thinks of declaring this.
    pub(in crate::empire) fn fire_numbers(&self, state: &State, with: &[UnitId], target: UnitId) -> Vec<Breakdown> {
        vec![super::breakdown(&self.fire_facts(state, with, target), self.house())]
    }

    /// The bare total of the firers.
    pub(in crate::empire) fn fire_total(&self, state: &State, with: &[UnitId], target: UnitId) -> i16 {
        let mut sum = Sum::default();
        total(&self.few_facts(state, with, target), self.house(), &mut sum);
        sum.total()
    }
}

/// Fire as it was resolved, before anything comes of it.
struct Shot {
    target: UnitId,
    effect: Effect,
    /// From whom the target goes back if its morale fails (P39).
    from: UnitId,
}

/// All fire of a stage.
type Shots = Few<Shot, 64>;
/// All contacts before it, and where their units stood.
type Touched = Few<(Contact, [Point; 2]), 16>;

impl<D: Draws, S: Sink<Empire>> Ctx<'_, D, S> {
    /// Declares fire. Who fires shows himself (Q12).
    pub(in crate::empire) fn do_fire(&mut self, with: &[UnitId], target: UnitId) -> Result<(), Unmet> {
        for &id in with {
            self.edit(id, |unit| unit.marks.set(Marks::FIRED));
            self.reveal(id);
        }
        self.state.fires.push(Fire { with: with.to_vec(), target });
        self.tell(|_, _| Event::Declared { with: with.to_vec(), target });
        Ok(())
    }

    /// Everything that was declared is resolved at once: all dice on the position as it stands, then all results, then morale
    /// (A40, P43). Who has lost the enemy he was in contact with may advance (P24).
    pub(in crate::empire) fn resolve_fire(&mut self) -> Result<(), Unmet> {
        let fires = std::mem::take(&mut self.state.fires);
        let resolved = self.roll_fire(&fires);
        self.state.fires = fires;
        let shots = resolved?;
        let touched: Touched = self.state.contacts.iter().map(|contact| (*contact, self.places(contact))).collect();
        let mut due = Due::new();
        for shot in &shots {
            if self.suffer(shot.target, shot.effect, Some(shot.from)) {
                due.push((shot.target, self.nearest_of(shot.target, &shots)));
            }
        }
        self.check_all(&mut due)?;
        self.settle();
        self.contacts_broken(&touched);
        Ok(())
    }

    /// Rolls all fire on the position as it stands.
    fn roll_fire(&mut self, fires: &[Fire]) -> Result<Shots, Unmet> {
        let mut shots = Shots::new();
        for fire in fires {
            let Some(&lead) = fire.with.first() else { continue };
            let facts = self.game.few_facts(self.state, &fire.with, fire.target);
            let is_rolled = resolve(&facts, self.game.house(), 1).row.is_some();
            let die = if is_rolled { self.die("fire", lead.0, self.profile(lead).player)? } else { 0 };
            let effect = if is_rolled { resolve(&facts, self.game.house(), die).effect } else { Effect::None };
            let total = Self::shown("fire", |sum| total(&facts, self.game.house(), sum));
            if is_rolled {
                self.edit(fire.target, |unit| unit.marks.set(Marks::UNDER_FIRE));
            }
            let (with, target) = (&fire.with, fire.target);
            self.tell(|_, _| Event::Fired { with: with.clone(), target, total, die, effect });
            shots.push(Shot { target, effect, from: lead });
        }
        Ok(shots)
    }

    /// The nearest of those who hit a unit (P39), the first of equals.
    fn nearest_of(&self, id: UnitId, shots: &[Shot]) -> Option<UnitId> {
        let at = self.unit(id).pose.at;
        let hits = |shot: &&Shot| shot.target == id && shot.effect >= Effect::Hit;
        shots
            .iter()
            .filter(hits)
            .map(|shot| shot.from)
            .min_by_key(|from| (at.distance(self.unit(*from).pose.at), *from))
    }

    /// Where the two units of a contact stand.
    fn places(&self, contact: &Contact) -> [Point; 2] {
        [contact.attacker, contact.defender].map(|id| self.unit(id).pose.at)
    }

    /// P24, P49: contacts that fire has broken are no assaults, and a charge that goes back under it is over. Who moved into one
    /// is not blown, and may advance onto the ground that the enemy has left.
    fn contacts_broken(&mut self, touched: &[(Contact, [Point; 2])]) {
        let mut may = Followers::new();
        for (contact, places) in touched {
            let pair = [contact.attacker, contact.defender];
            if self.state.contacts.iter().any(|now| pair.iter().all(|id| now.has(*id))) {
                continue;
            }
            for (id, foe, ground) in [(pair[0], pair[1], places[1]), (pair[1], pair[0], places[0])] {
                if !contact.struck_by(id) || self.game.in_contact(self.state, id) {
                    continue;
                }
                self.edit(id, |unit| unit.marks.clear(Marks::WINDED));
                let unit = self.unit(id);
                let left = !self.unit(foe).is_here() || self.unit(foe).pose.at != ground;
                if left && unit.is_steady() && !unit.marks.has(Marks::RETREATED) && may.iter().all(|f| f.unit != id) {
                    may.push(Following { unit: id, ground: Some(ground) });
                }
            }
        }
        if !may.is_empty() {
            let first = self.state.initiative;
            may.sort_unstable_by_key(|f| (Some(self.game.unit(f.unit).player) != first, f.unit));
            self.state.pending = Pending::Follow { may };
        }
    }
}
