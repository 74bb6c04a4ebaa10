//! Naming the leads (A14, Q2), who supports (A51, P5), and the facts of an assault.

use super::combats::{Combat, count};
use super::{Combatant, Facts, Role, Side, Support, breakdown, total};
use crate::empire::action::{Action, MAX_NAMED};
use crate::empire::few::Few;
use crate::empire::geometry::{gap_within, sees};
use crate::empire::profile::Empire;
use crate::empire::refusal::Refusal;
use crate::empire::state::{Contact, Marks, Pending, Stage, State, UnitId};
use crate::empire::units::{Arm, Cover, Facet, Formation, Status};
use crate::explain::{Breakdown, Sum, Tally};
use crate::game::Player;

/// How many leads a player is offered.
const OFFERED: usize = 8;

/// A side's lead, and those who are kept from supporting it.
#[derive(Clone, Copy)]
pub(in crate::empire) struct Named<'a> {
    pub(in crate::empire) lead: UnitId,
    pub(in crate::empire) spare: &'a [UnitId],
}

/// The further units of a side.
pub(in crate::empire) type Mass = Few<Combatant, 8>;

/// An assault as it stands, ready for the dice.
pub(in crate::empire) struct Ready {
    pub(in crate::empire) facts: Facts<Mass>,
    /// Who supports, of both sides, in order.
    pub(in crate::empire) support: Few<UnitId, 16>,
    /// Whose side is the first of the facts.
    pub(in crate::empire) attacker: Player,
}

impl Ready {
    /// The part that a player's side has in the facts.
    pub(in crate::empire) fn role(&self, player: Player) -> Role {
        if player == self.attacker { Role::Attacker } else { Role::Defender }
    }
}

impl Empire {
    /// Why `player` may not name this lead, and keep these from supporting.
    pub(in crate::empire) fn may_lead(
        &self,
        state: &State,
        player: Player,
        unit: UnitId,
        spare: &[UnitId],
    ) -> Result<(), Refusal> {
        let answers = match &state.pending {
            Pending::Lead { first, .. } => Some(*first),
            Pending::None if state.stage == Stage::Assault => None,
            Pending::None => return Err(Refusal::WrongStage),
            _ => return Err(Refusal::DecideFirst),
        };
        state.units.get(unit).ok_or(Refusal::NoSuch)?;
        if self.unit(unit).player != player {
            return Err(Refusal::NotOwn);
        }
        if spare.len() > MAX_NAMED || spare.iter().enumerate().any(|(n, id)| spare[..n].contains(id)) {
            return Err(Refusal::NamedTwice);
        }
        let combat = self.combat_of(state, answers.unwrap_or(unit)).ok_or(Refusal::NoCombat)?;
        if !combat.has(unit) {
            return Err(Refusal::NoCombat);
        }
        if !self.may_be_lead(state, &combat, unit) {
            return Err(Refusal::IsRouted);
        }
        for id in spare {
            state.units.get(*id).ok_or(Refusal::NoSuch)?;
            if self.unit(*id).player != player {
                return Err(Refusal::NotOwn);
            }
            if !self.supports(state, &combat, *id) {
                return Err(Refusal::NotSupporting { unit: *id });
            }
        }
        Ok(())
    }

    /// Appends the leads that `player` may name: of every combat, or of the one that has been named.
    pub(in crate::empire) fn suggest_leads(&self, state: &State, player: Player, out: &mut Vec<Action>) {
        let may = match &state.pending {
            Pending::Lead { first, .. } => self
                .combat_of(state, *first)
                .map_or_else(Few::new, |combat| self.leads_in(state, &combat, player).take(OFFERED).collect()),
            _ => self.leads_of(state, player),
        };
        out.extend(may.into_iter().take(OFFERED).map(|unit| Action::Lead { unit, spare: Vec::new() }));
    }

    /// The totals of both sides, for one who thinks of naming this lead: the own one first. Where the enemy has still to choose,
    /// he is taken to choose what serves him best, of the leads that he is offered.
    pub(in crate::empire) fn lead_numbers(
        &self,
        state: &State,
        player: Player,
        unit: UnitId,
        spare: &[UnitId],
    ) -> Vec<Breakdown> {
        let ready = self.expected(state, player, unit, spare);
        let side = |ready: &Ready, side| breakdown(&ready.facts, ready.role(side), self.house());
        ready.map_or_else(Vec::new, |ready| [player, Self::enemy(player)].map(|who| side(&ready, who)).into())
    }

    /// The same without the parts: the bare totals, the own one first.
    pub(in crate::empire) fn lead_totals(
        &self,
        state: &State,
        player: Player,
        unit: UnitId,
        spare: &[UnitId],
    ) -> Option<[i16; 2]> {
        self.expected(state, player, unit, spare).map(|ready| self.both(&ready, player))
    }

    /// The totals of both sides, that of `player` first.
    fn both(&self, ready: &Ready, player: Player) -> [i16; 2] {
        [player, Self::enemy(player)].map(|side| {
            let mut sum = Sum::default();
            total(&ready.facts, ready.role(side), self.house(), &mut sum);
            sum.total()
        })
    }

    /// The assault that `player` has to expect when he names this lead.
    fn expected(&self, state: &State, player: Player, unit: UnitId, spare: &[UnitId]) -> Option<Ready> {
        let combat = self.combat_of(state, unit)?;
        let enemy = Self::enemy(player);
        let ready = |lead: UnitId, kept: &[UnitId]| {
            let mut named = [Named { lead: unit, spare }; 2];
            named[enemy.index() & 1] = Named { lead, spare: kept };
            self.assault_facts(state, &combat, named)
        };
        if let Pending::Lead { first, spare } = &state.pending {
            return Some(ready(*first, spare));
        }
        let leads = self.leads_in(state, &combat, enemy).take(OFFERED);
        leads.map(|lead| ready(lead, &[])).min_by_key(|ready| {
            let [own, other] = self.both(ready, player);
            own - other
        })
    }

    /// Whether a unit can support its side in a combat (A51, P5): formed infantry or unlimbered guns outside all contact, within
    /// tactical range of an enemy in the combat that lies in their front arc, that have neither gone back nor supported this turn.
    pub(in crate::empire) fn supports(&self, state: &State, combat: &Combat, id: UnitId) -> bool {
        let foes = combat.side(Self::enemy(self.unit(id).player));
        self.may_support(state, id)
            && !self.in_contact(state, id)
            && foes.iter().any(|foe| self.bears_on(state, id, *foe))
    }

    /// Whether a unit could support somebody if it is in no contact (A51, P5).
    fn may_support(&self, state: &State, id: UnitId) -> bool {
        let (unit, profile) = (&state.units[id], self.unit(id));
        let fires = match profile.arm() {
            Arm::Infantry => true,
            Arm::Cavalry => false,
            Arm::Artillery => unit.formation == Formation::Unlimbered,
        };
        // Who recovers has given up his fire (P35).
        let barred = Marks::RETREATED.and(Marks::FALLING_BACK).and(Marks::SUPPORTED).and(Marks::RECOVERING);
        fires && unit.is_formed() && !unit.marks.any(barred.and(Marks::HIDDEN))
    }

    /// Whether an enemy is within tactical range of a unit, and in its front arc (A51).
    fn bears_on(&self, state: &State, id: UnitId, foe: UnitId) -> bool {
        let (block, at) = (self.block_of(state, id), self.block_of(state, foe));
        gap_within(&block, &at, self.house().tactical_range) && (state.units[id].is_all_round() || sees(&block, &at))
    }

    /// Whether `player` has a supporter in this combat whom he could keep for another one (A51, P42).
    pub(in crate::empire) fn may_spare(&self, state: &State, combat: &Combat, player: Player) -> bool {
        let supporters = self.supporters(state, combat, player, &[]);
        if supporters.is_empty() {
            return false;
        }
        let others = self.due_contacts(state).filter(|contact| !combat.has(contact.attacker));
        let foes = others.flat_map(|c| [c.attacker, c.defender]).filter(|id| self.unit(*id).player != player);
        let foes = in_order(foes);
        let range = self.house().tactical_range;
        let bears = |id: UnitId| {
            let near = self.around(state, id, range);
            near.into_iter().any(|foe| foes.binary_search(&foe).is_ok() && self.bears_on(state, id, foe))
        };
        !foes.is_empty() && supporters.into_iter().any(bears)
    }

    /// Who supports `player` in a combat, but for those who are kept from it.
    fn supporters(&self, state: &State, combat: &Combat, player: Player, spare: &[UnitId]) -> Few<UnitId, 16> {
        let touching = in_order(state.contacts.iter().flat_map(|contact| [contact.attacker, contact.defender]));
        let range = self.house().tactical_range;
        let mut found = Few::new();
        for &foe in combat.side(Self::enemy(player)) {
            let could = |id: &UnitId| {
                count::step();
                self.unit(*id).player == player
                    && self.may_support(state, *id)
                    && touching.binary_search(id).is_err()
                    && !spare.contains(id)
                    && self.bears_on(state, *id, foe)
            };
            found.extend(self.around(state, foe, range).into_iter().filter(could));
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The facts of an assault with the leads of player 0 and player 1.
    pub(in crate::empire) fn assault_facts(&self, state: &State, combat: &Combat, named: [Named<'_>; 2]) -> Ready {
        let initiative = state.initiative.unwrap_or(Player(0));
        let roles = [0, 1].map(|n| role_in(combat, named[n].lead, Some(named[1 - n].lead)));
        let attacker = match roles {
            [Role::Attacker, Role::Defender] => Player(0),
            [Role::Defender, Role::Attacker] => Player(1),
            _ => initiative,
        };
        let mut support = Few::new();
        let sides = [Player(0), Player(1)].map(|player| {
            let n = player.index();
            let foe = named[1 - n].lead;
            let fighter = |id: UnitId| self.fighter(state, combat, id, foe);
            let lead = named[n].lead;
            let others = combat.side(player).iter().filter(|id| **id != lead);
            let own = self.supporters(state, combat, player, named[n].spare);
            let mut counted = Support::default();
            for id in &own {
                let count = match state.units[*id].formation {
                    Formation::Line | Formation::Garrison => &mut counted.lines,
                    Formation::Unlimbered => &mut counted.guns,
                    _ => &mut counted.columns,
                };
                *count = count.saturating_add(1);
            }
            support.extend(own);
            let width = |id: &UnitId| self.size(*id, &state.units[*id]).width;
            // Routed units are no mass and widen nothing (A28, P10).
            let ordered = |id: &&UnitId| **id == lead || state.units[**id].status != Status::Routed;
            Side {
                lead: fighter(lead),
                mass: others.map(|id| fighter(*id)).collect(),
                support: counted,
                frontage: Some(combat.side(player).iter().filter(ordered).map(width).sum()),
            }
        });
        let [one, two] = sides;
        let (first, second) = if attacker == Player(0) { (one, two) } else { (two, one) };
        support.sort_unstable();
        let facts = Facts {
            attacker: first,
            defender: second,
            roller: if attacker == initiative { Role::Attacker } else { Role::Defender },
            weather: self.scenario().weather,
        };
        Ready { facts, support, attacker }
    }

    /// A unit in a combat whose other side is led by `foe`.
    fn fighter(&self, state: &State, combat: &Combat, id: UnitId, foe: UnitId) -> Combatant {
        let (unit, profile) = (&state.units[id], self.unit(id));
        let role = role_in(combat, id, Some(foe));
        let arm = profile.arm();
        let is_foot = arm == Arm::Infantry;
        let is_horse = arm == Arm::Cavalry;
        let marked = |mark: Marks| unit.marks.has(mark);
        Combatant {
            hits: unit.hits,
            status: unit.status,
            leader: self.rating_with(state, id),
            unmoved: unit.stood_still(),
            cover: if role == Role::Defender { self.cover_of(state, combat, id, foe) } else { Cover::Open },
            facet: if role == Role::Attacker { self.strikes_from(state, combat, id) } else { Facet::Front },
            role: Some(role),
            changed_while_pinned: is_foot && marked(Marks::CHANGED),
            failed_square: is_foot && marked(Marks::FAILED_SQUARE),
            counter_attacking: is_foot && marked(Marks::COUNTER),
            closed_up: is_foot && self.is_closed_up(state, id),
            charging: is_horse && marked(Marks::CHARGING),
            blown: is_horse && marked(Marks::BLOWN),
            unlimbered: marked(Marks::UNLIMBERED),
            unsupported: self.is_unsupported(state, id),
            ..Combatant::new(profile.class, profile.nation, self.strength(state, id), unit.formation)
        }
    }

    /// From where a unit strikes: of several enemies whom it has struck, the one whom it has worst (A14). What has no flank is
    /// struck in front (P30).
    fn strikes_from(&self, state: &State, combat: &Combat, id: UnitId) -> Facet {
        let struck = combat.contacts_of(id).filter(|contact| contact.attacker == id);
        let facet = |contact: &Contact| {
            let foe = &state.units[contact.defender];
            let has_flank = foe.formation.has_flank() && foe.status != Status::Routed;
            if has_flank { contact.facet } else { Facet::Front }
        };
        struck.map(facet).max().unwrap_or_default()
    }

    /// The cover of a unit that was struck (P31): against the enemy lead where that one struck it, else against the first who did.
    fn cover_of(&self, state: &State, combat: &Combat, id: UnitId, foe: UnitId) -> Cover {
        let strikers = || combat.contacts_of(id).filter_map(|c| c.foe_of(id).filter(|other| c.struck_by(*other)));
        let from = strikers().find(|other| *other == foe).or_else(|| strikers().next()).unwrap_or(foe);
        self.ground().cover(&self.block_of(state, id), state.units[from].origin)
    }
}

/// Each unit of some once, in order.
fn in_order(units: impl Iterator<Item = UnitId>) -> Few<UnitId, 64> {
    let mut units: Few<UnitId, 64> = units.collect();
    units.sort_unstable();
    units.dedup();
    units
}

/// The part that a unit has in a combat (Q1): toward the enemy lead where it touches that one; else an attacker if it has moved
/// into any contact of the combat.
fn role_in(combat: &Combat, id: UnitId, foe: Option<UnitId>) -> Role {
    let with_lead = foe.and_then(|foe| combat.between(id, foe));
    let strikes = match with_lead {
        Some(contact) => contact.struck_by(id),
        None => combat.contacts_of(id).any(|contact| contact.struck_by(id)),
    };
    if strikes { Role::Attacker } else { Role::Defender }
}
