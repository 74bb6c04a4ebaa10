//! 7.0: an assault is fought.

use super::combats::Combat;
use super::leads::Named;
use super::{Role, resolve, total};
use crate::chance::{Draws, Unmet};
use crate::empire::context::Ctx;
use crate::empire::event::{Event, Retreat};
use crate::empire::few::Few;
use crate::empire::profile::Empire;
use crate::empire::state::{Marks, Pending, UnitId};
use crate::empire::units::{Arm, Formation};
use crate::game::{Player, Sink};

impl<D: Draws, S: Sink<Empire>> Ctx<'_, D, S> {
    /// Names a lead. The side with initiative names first (Q2); the other side is asked where it has a choice.
    pub(in crate::empire) fn do_lead(&mut self, unit: UnitId, spare: &[UnitId]) -> Result<(), Unmet> {
        self.tell(|_, _| Event::Led { unit });
        if let Pending::Lead { first, spare: kept } = std::mem::take(&mut self.state.pending) {
            return self.fight(Named { lead: first, spare: &kept }, Named { lead: unit, spare });
        }
        let Some(combat) = self.game.combat_of(self.state, unit) else { return Ok(()) };
        let enemy = Empire::enemy(self.profile(unit).player);
        let leads = {
            let mut may = self.game.leads_in(self.state, &combat, enemy);
            (may.next(), may.next())
        };
        match leads {
            (Some(only), None) if !self.game.may_spare(self.state, &combat, self.profile(only).player) => {
                self.tell(|_, _| Event::Led { unit: only });
                self.fight(Named { lead: unit, spare }, Named { lead: only, spare: &[] })
            }
            _ => {
                self.state.pending = Pending::Lead { first: unit, spare: spare.to_vec() };
                Ok(())
            }
        }
    }

    /// Fights the combat of two leads; the side of the first has initiative and rolls (A4).
    fn fight(&mut self, first: Named<'_>, second: Named<'_>) -> Result<(), Unmet> {
        let Some(combat) = self.game.combat_of(self.state, first.lead) else { return Ok(()) };
        let roller = self.profile(first.lead).player;
        let other = Empire::enemy(roller);
        let mut named = [first; 2];
        named[other.index() & 1] = second;
        let ready = self.game.assault_facts(self.state, &combat, named);
        let die = self.die("assault", first.lead.0, roller)?;
        let house = self.game.house();
        let found = resolve(&ready.facts, house, die);
        let effects = match ready.role(roller) {
            Role::Attacker => [found.attacker, found.defender],
            Role::Defender => [found.defender, found.attacker],
        };
        let winner = found.winner.map(|role| if role == ready.role(roller) { roller } else { other });
        let totals =
            [roller, other].map(|p| Self::shown("assault", |sum| total(&ready.facts, ready.role(p), house, sum)));
        self.tell(|game, _| Event::Fought {
            leads: [first.lead, second.lead],
            others: others(&combat, [first.lead, second.lead]),
            support: ready.support.to_vec(),
            totals,
            value: if game.house().extend { found.value } else { found.value.clamp(-11, 11) },
            die,
            effects,
            winner,
        });
        for &id in &ready.support {
            self.edit(id, |unit| unit.marks.set(Marks::SUPPORTED));
        }
        let charged = self.fought(&combat);
        self.outcome([first.lead, second.lead], effects, winner, &combat, &charged)
    }

    /// Marks that a combat has been fought: what belongs to the first assault of a contact is over (P20). Says who charged in it.
    fn fought(&mut self, combat: &Combat) -> Few<UnitId, 8> {
        let mut charged = Few::new();
        for id in combat.units() {
            if self.unit(id).marks.has(Marks::CHARGING) {
                charged.push(id);
            }
            self.edit(id, |unit| {
                unit.marks.set(Marks::FOUGHT);
                unit.marks.clear(Marks::CHARGING.and(Marks::COUNTER));
            });
        }
        for contact in &mut self.state.contacts {
            if combat.has(contact.attacker) && combat.has(contact.defender) {
                contact.fresh = false;
            }
        }
        charged
    }

    /// Ends the stage: cavalry goes back from squares that it has not beaten (A9, Q9), and is blown (L7).
    pub(in crate::empire) fn end_assaults(&mut self) -> Result<(), Unmet> {
        if self.game.house().cavalry_recoils {
            let mut back: Few<(UnitId, UnitId), 16> = Few::new();
            for contact in &self.state.contacts {
                let pair = [(contact.attacker, contact.defender), (contact.defender, contact.attacker)];
                back.extend(pair.into_iter().filter(|(horse, square)| {
                    self.profile(*horse).arm() == Arm::Cavalry
                        && self.unit(*horse).is_steady()
                        && !self.unit(*horse).marks.has(Marks::WON)
                        && self.unit(*square).is_steady()
                        && self.unit(*square).formation == Formation::Square
                }));
            }
            back.sort_unstable();
            back.dedup_by_key(|(horse, _)| *horse);
            for (horse, square) in back {
                self.edit(horse, |unit| unit.marks.set(Marks::WINDED));
                if !self.retreat(horse, Some(square), Retreat::Recoil) {
                    self.rout(horse, Some(square));
                }
            }
        }
        for n in 0..self.state.units.len() {
            let id = UnitId(n as u16);
            let unit = self.unit(id);
            if unit.is_here() && unit.marks.has(Marks::WINDED) {
                let already = unit.marks.has(Marks::BLOWN);
                self.edit(id, |unit| {
                    unit.marks.clear(Marks::WINDED);
                    unit.marks.set(Marks::BLOWN);
                });
                if !already {
                    self.tell(|_, _| Event::Blown { unit: id });
                }
            }
        }
        self.settle();
        Ok(())
    }
}

/// Everybody in a combat but the leads.
fn others(combat: &Combat, leads: [UnitId; 2]) -> Vec<UnitId> {
    let mut others: Vec<UnitId> = combat.units().filter(|id| !leads.contains(id)).collect();
    others.sort_unstable();
    others
}

/// The players in the order in which results take effect: the loser first.
pub(super) fn loser_first(winner: Option<Player>, roller: Player) -> [Player; 2] {
    let last = winner.unwrap_or(roller);
    [Empire::enemy(last), last]
}
