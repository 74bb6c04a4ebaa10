//! Combat (W 7.0): who may attack whom, with how many dice, hitting on what.
//!
//! The sums here are the calculators too: [`Waterloo::strike`] and [`Waterloo::strike_breakdown`] serve the game, the odds and the
//! breakdowns alike.

mod attack;
mod sums;

use sums::parts_of_power;
pub use sums::{MAX_POWER, Roll, Strike, dice, hits_on, power};

use super::Waterloo;
use super::agenda::Task;
use super::refusal::Refusal;
use super::specials::hook;
use super::specials::program::{Permission, Quantity, Verb};
use super::stacking::Crowds;
use super::state::{Side, State};
use super::types::{Attack, GroundKind, Kind, Place, Slot, bit, foe};
use crate::chance::MAX_DICE;
use crate::cite::Cite;
use crate::explain::{Breakdown, Sum, Tally};
use crate::game::Player;

/// The rules behind which Specials change who may attack at all.
const ATTACK_HOOKS: u32 = hook::verb(Verb::Fire)
    | hook::verb(Verb::Shock)
    | hook::verb(Verb::Long)
    | hook::permission(Permission::LongEngaged)
    | hook::permission(Permission::ShockAfterMove);

impl Waterloo {
    /// The class of Terrain that a slot stands in.
    #[must_use]
    pub fn cover(&self, state: &State, player: Player, slot: Slot) -> Option<GroundKind> {
        let ground = state.grounds.get(state.ground_of(player, slot)?)?;
        Some(self.profile(ground.card).ground)
    }

    /// The dice that a card rolls (W 7.1): its cv, +1 on a Hill that it holds (W 11.1, r55), -1 for Infantry that attacks
    /// a card in Woods (W 11.2, r56), never less than the option for Woods leaves (W r57).
    ///
    /// On the sheet: W QRS infantry-hills-targeting, QRS cavalry-hills, QRS artillery-hills, QRS infantry-woods-targeted. A card
    /// on a Hill is a target as usual, one in Woods attacks as usual: W QRS infantry-hills-targeted, QRS infantry-woods-targeting.
    fn basic_dice<T: Tally>(
        &self,
        state: &State,
        player: Player,
        slot: Slot,
        cover: Option<GroundKind>,
        target_in_woods: bool,
        tally: &mut T,
    ) {
        let card = state.side(player).card_in(slot);
        let profile = self.profile(card);
        let facts = Roll {
            cv: profile.cv,
            on_hill: cover == Some(GroundKind::Hill),
            at_woods: target_in_woods && profile.kind == Kind::Infantry,
            woods_minimum: self.options().woods_minimum,
        };
        dice(facts, tally, || self.card(card).name.clone(), || self.ground_name(state, player, slot));
    }

    /// The dice of an attack on a target (W 7.1): what the card has, and what Specials change of it.
    pub(super) fn dice<T: Tally>(&self, state: &State, aimed: Aimed, tally: &mut T) {
        let Aimed { player, slot, how, target, fixed } = aimed;
        let woods = self.cover(state, foe(player), target) == Some(GroundKind::Woods);
        self.basic_dice(state, player, slot, self.cover(state, player, slot), woods, tally);
        if let [Some(dice), _] = fixed {
            tally.replace("special", i16::from(dice), Cite("W 13.0"));
        } else {
            self.modify(state, Quantity::Dice, (player, slot), Some((how, target)), tally);
        }
    }

    fn ground_name(&self, state: &State, player: Player, slot: Slot) -> String {
        let ground = state.ground_of(player, slot).and_then(|n| state.grounds.get(n));
        ground.map_or_else(String::new, |g| self.card(g.card).name.clone())
    }

    /// The firepower or shock of an attack (W 7.2, 7.3): 0 to 4, with what Specials change of it. See [`power`].
    pub(super) fn power<T: Tally>(&self, state: &State, aimed: Aimed, tally: &mut T) {
        let Aimed { player, slot, how, target, fixed } = aimed;
        let enemy = state.side(foe(player));
        let b = bit(target);
        let card = state.side(player).card_in(slot);
        let facts = Strike {
            how,
            formation: state.side(player).formation(slot),
            blown: state.side(player).blown & bit(slot) != 0,
            at_artillery: enemy.artillery() & enemy.up & b != 0,
            at_formation: enemy.formation(target),
            at_building: self.cover(state, foe(player), target) == Some(GroundKind::Building),
        };
        parts_of_power(self.profile(card), facts, tally, || self.card(card).name.clone());
        if let [_, Some(power)] = fixed {
            tally.replace("special", i16::from(power), Cite("W 13.0"));
        } else {
            self.modify(state, Quantity::Power, (player, slot), Some((how, target)), tally);
        }
        tally.clamp(0, MAX_POWER, Cite("W r37"));
    }

    /// Dice and lowest hitting face of an attack, without a breakdown.
    #[must_use]
    pub fn strike(&self, state: &State, player: Player, slot: Slot, how: Attack, target: Slot) -> (u8, u8) {
        self.strike_of(state, Aimed { player, slot, how, target, fixed: [None; 2] })
    }

    pub(super) fn strike_of(&self, state: &State, aimed: Aimed) -> (u8, u8) {
        let (mut dice, mut strength) = (Sum(0), Sum(0));
        self.dice(state, aimed, &mut dice);
        self.power(state, aimed, &mut strength);
        (dice.total().clamp(0, MAX_DICE as i16) as u8, hits_on(strength.total().max(0) as u8))
    }

    /// The same with the breakdowns: cv and power.
    #[must_use]
    pub fn strike_breakdown(
        &self,
        state: &State,
        player: Player,
        slot: Slot,
        how: Attack,
        target: Slot,
    ) -> [Breakdown; 2] {
        self.strike_breakdown_of(state, Aimed { player, slot, how, target, fixed: [None; 2] })
    }

    pub(super) fn strike_breakdown_of(&self, state: &State, aimed: Aimed) -> [Breakdown; 2] {
        let mut cv = Breakdown::new("cv");
        let mut strength = Breakdown::new(if aimed.how == Attack::Shock { "shock" } else { "firepower" });
        self.dice(state, aimed, &mut cv);
        self.power(state, aimed, &mut strength);
        [cv, strength]
    }

    /// Why a card may not attack like this at all, whatever the target (W 7.2, 7.3).
    ///
    /// Judged as things stand when it attacks (W r33, N32). A card that came up into its own engaged Position has moved (W r44);
    /// Horse Artillery fires after a Move of any sort (W r50, N7, QRS horse-artillery-fire). No Shock at all: W QRS line-targeting,
    /// QRS square-targeting, QRS infantry-buildings-targeting, QRS artillery-no-shock.
    #[inline]
    pub(super) fn attacker_refusal(&self, s: &State, player: Player, slot: Slot, how: Attack) -> Option<Refusal> {
        let side = s.side(player);
        let b = bit(slot);
        let Some(at) = side.place(slot) else { return Some(Refusal::NoSuchSlot) };
        if side.troops() & b == 0 {
            return Some(Refusal::CannotAttack);
        }
        if side.acted & b != 0 {
            return Some(Refusal::HasActed);
        }
        let verb = verb_of(how);
        if self.barred(s, player, verb) & b != 0 {
            return self.barring(s, player, slot, verb).map(|by| Refusal::Barred { by });
        }
        // W 7.24: Horse Artillery moves and fires.
        let after_move = side.kind[Kind::HorseArtillery as usize] & b != 0
            || (how == Attack::Shock && side.engaged & self.permitted(s, player, Permission::ShockAfterMove) & b != 0);
        if side.moved & b != 0 && !after_move {
            return Some(Refusal::HasMoved);
        }
        let engaged = s.is_engaged(player, at);
        match how {
            Attack::Long => {
                if side.artillery() & b == 0 {
                    Some(Refusal::LongArtillery)
                } else if engaged && self.permitted(s, player, Permission::LongEngaged) & b == 0 {
                    Some(Refusal::LongEngaged)
                } else if side.at[at.opposite().index()] != 0 {
                    Some(Refusal::LongFriends)
                } else {
                    None
                }
            }
            Attack::Fire => (!engaged).then_some(Refusal::NotEngaged),
            Attack::Shock => {
                if side.artillery() & b != 0 {
                    Some(Refusal::NoShock)
                } else if !engaged {
                    Some(Refusal::NotEngaged)
                } else if side.infantry() & b != 0 {
                    if self.cover(s, player, slot) == Some(GroundKind::Building) {
                        Some(Refusal::ShockFromBuilding)
                    } else {
                        (side.column & b == 0).then_some(Refusal::ShockNeedsColumn)
                    }
                } else {
                    (side.blown & b != 0).then_some(Refusal::ShockBlown)
                }
            }
        }
    }

    /// The cards in a Position that may attack like this, whatever the target (W 7.2, 7.3); [`Waterloo::attacker_refusal`]
    /// says why the others may not.
    #[inline]
    pub(super) fn attackers(&self, s: &State, player: Player, at: Place, how: Attack) -> u64 {
        let side = s.side(player);
        let horse = side.kind[Kind::HorseArtillery as usize];
        let here = side.at[at.index()] & side.troops() & !side.acted;
        let ready = here & (!side.moved | horse);
        let engaged = s.is_engaged(player, at);
        if s.forces.hooks & ATTACK_HOOKS != 0 {
            return self.attackers_under_specials(s, player, at, how, here);
        }
        match how {
            Attack::Long if engaged || side.at[at.opposite().index()] != 0 => 0,
            Attack::Long => ready & side.artillery(),
            _ if !engaged => 0,
            Attack::Fire => ready,
            // No card in a Building is in Column (W 11.4).
            Attack::Shock => ready & Self::shockers(side),
        }
    }

    /// The cards that could use Shock by what they are: Infantry in Column, Cavalry that is not blown (W 7.31, 7.32).
    #[inline]
    fn shockers(side: &Side) -> u64 {
        (side.infantry() & side.column) | (side.cavalry() & !side.blown)
    }

    /// The same as [`Waterloo::attackers`] where a Special forbids or allows attacks (W 13.0).
    #[cold]
    fn attackers_under_specials(&self, s: &State, player: Player, at: Place, how: Attack, here: u64) -> u64 {
        let side = s.side(player);
        let ready = here & (!side.moved | side.kind[Kind::HorseArtillery as usize]);
        let engaged = s.is_engaged(player, at);
        match how {
            Attack::Long if side.at[at.opposite().index()] != 0 => 0,
            Attack::Long => {
                let here = if engaged { ready & self.permitted(s, player, Permission::LongEngaged) } else { ready };
                here & side.artillery() & !self.barred(s, player, Verb::Long)
            }
            _ if !engaged => 0,
            Attack::Fire => ready & !self.barred(s, player, Verb::Fire),
            Attack::Shock => {
                let ready = ready | (here & side.engaged & self.permitted(s, player, Permission::ShockAfterMove));
                ready & Self::shockers(side) & !self.barred(s, player, Verb::Shock)
            }
        }
    }

    /// What there is to attack in a Position; `terrain` may be false where no Terrain lies there.
    #[inline]
    pub(super) fn aim(&self, s: &State, player: Player, at: Place, terrain: bool) -> Aim {
        let enemy = s.side(foe(player));
        let targets = enemy.stacked_at(at);
        let mut aim = Aim { targets, woods: 0, buildings: 0 };
        if targets != 0 && terrain {
            for ground in s.grounds.iter().filter(|g| g.at == at && g.holder != player && g.occupants != 0) {
                match self.profile(ground.card).ground {
                    GroundKind::Woods => aim.woods |= ground.occupants,
                    GroundKind::Building => aim.buildings |= ground.occupants,
                    GroundKind::Hill | GroundKind::River => {}
                }
            }
        }
        aim
    }

    /// The enemy slots that a card could attack like this if none had been hit yet; what lies face-down is judged by what
    /// both players know of it.
    ///
    /// Woods: W r41, r58, QRS cavalry-woods-targeting, QRS artillery-woods-targeting. Fire only: W QRS square-targeted,
    /// QRS infantry-buildings-targeted, QRS cavalry-buildings-targeting, QRS artillery-buildings-targeting. Cavalry as a target
    /// of Shock: W QRS column-targeting, QRS cavalry-shock. Line is a target for everything: W QRS line-targeted.
    #[inline]
    fn attackable(&self, s: &State, player: Player, slot: Slot, how: Attack, aim: &Aim) -> u64 {
        let enemy = s.side(foe(player));
        let infantry = s.side(player).infantry() & bit(slot) != 0;
        let mut targets = aim.targets;
        if aim.woods != 0 {
            let mut dice = Sum(0);
            if infantry {
                self.basic_dice(s, player, slot, self.cover(s, player, slot), true, &mut dice);
            }
            // W 11.2, N38: Infantry only, and not without dice (W r57, N18).
            if dice.total() <= 0 {
                targets &= !aim.woods;
            }
        }
        if how == Attack::Shock {
            // W 7.33, 7.34.
            let buildings = aim.buildings & !self.shockable_buildings(s, player, slot);
            targets &= !enemy.square & !buildings;
            let cavalry = (enemy.cavalry() & enemy.up) | enemy.known_cavalry;
            targets &= if infantry { !cavalry } else { !cavalry | enemy.blown };
        }
        targets & !self.spared(s, player, slot, how)
    }

    /// The enemy slots that a card may attack like this (W 7.4, N17), out of what there is.
    #[inline]
    pub(super) fn targets_of(&self, s: &State, player: Player, slot: Slot, how: Attack, aim: &Aim) -> u64 {
        let these = self.attackable(s, player, slot, how, aim);
        let struck = s.side(foe(player)).struck;
        if these & struck == 0 {
            return these;
        }
        let any_way = match how {
            Attack::Long => these,
            Attack::Fire | Attack::Shock => {
                let other = if how == Attack::Fire { Attack::Shock } else { Attack::Fire };
                let able = self.attacker_refusal(s, player, slot, other).is_none();
                these | if able { self.attackable(s, player, slot, other, aim) } else { 0 }
            }
        };
        if any_way & !struck != 0 { these & !struck } else { these }
    }

    /// The enemy slots that a card may attack like this.
    pub(super) fn targets(&self, s: &State, player: Player, slot: Slot, how: Attack) -> u64 {
        let Some(stands) = s.side(player).place(slot) else { return 0 };
        let at = if how == Attack::Long { stands.opposite() } else { stands };
        self.targets_of(s, player, slot, how, &self.aim(s, player, at, true))
    }

    /// Whether a card must be committed to an attack at short range in a Position before its target is chosen (W N3): enemy
    /// cards lie face-down there, or cards have Engaged and the enemy has not yet had his say about it (W N28, N53).
    #[inline]
    pub(super) fn commits(&self, s: &State, player: Player, at: Place) -> bool {
        let (side, enemy) = (s.side(player), s.side(foe(player)));
        let news = side.at[at.index()] & side.engaged & side.troops() != 0 && s.opened >> at.0 & 1 == 0;
        enemy.at[at.index()] & !enemy.up != 0 || news
    }

    pub(super) fn commit_refusal(&self, s: &State, player: Player, slot: Slot, how: Attack) -> Option<Refusal> {
        let Some(at) = s.side(player).place(slot) else { return Some(Refusal::NoSuchSlot) };
        if self.attackers(s, player, at, how) & bit(slot) == 0 {
            return Some(self.attacker_refusal(s, player, slot, how).unwrap_or(Refusal::CannotAttack));
        }
        if how == Attack::Long || !self.commits(s, player, at) {
            return Some(Refusal::NothingHidden);
        }
        if self.targets(s, player, slot, how) == 0 {
            return Some(Refusal::NothingToAttack { how });
        }
        self.stacking_after_spending(s, player, slot, &Crowds::default())
    }

    pub(super) fn attack_refusal(
        &self,
        s: &State,
        player: Player,
        slot: Slot,
        how: Attack,
        target: Slot,
    ) -> Option<Refusal> {
        let Some(stands) = s.side(player).place(slot) else { return Some(Refusal::NoSuchSlot) };
        match s.task() {
            Some(Task::Target { slot: committed, how: way }) => {
                if (slot, how) != (committed, way) {
                    return Some(Refusal::ChooseFirst);
                }
            }
            _ => {
                if self.attackers(s, player, stands, how) & bit(slot) == 0 {
                    return Some(self.attacker_refusal(s, player, slot, how).unwrap_or(Refusal::CannotAttack));
                }
                if how != Attack::Long && self.commits(s, player, stands) {
                    return Some(Refusal::CommitFirst);
                }
            }
        }
        if self.targets(s, player, slot, how) & bit(target) == 0 {
            return Some(self.target_refusal(s, player, slot, how, target));
        }
        if s.agenda.is_empty() { self.stacking_after_spending(s, player, slot, &Crowds::default()) } else { None }
    }

    /// Why this enemy may not be attacked by this card, which may attack as such.
    fn target_refusal(&self, s: &State, player: Player, slot: Slot, how: Attack, target: Slot) -> Refusal {
        let (side, enemy) = (s.side(player), s.side(foe(player)));
        let t = bit(target);
        let stands = side.place(slot).unwrap_or(Place::RESERVE);
        let at = if how == Attack::Long { stands.opposite() } else { stands };
        if enemy.place(target) != Some(at) {
            return Refusal::NoTarget;
        }
        if enemy.generals() & t != 0 {
            return Refusal::TargetGeneral;
        }
        let infantry = side.infantry() & bit(slot) != 0;
        match self.cover(s, foe(player), target) {
            Some(GroundKind::Woods) if !infantry => return Refusal::TargetWoods,
            Some(GroundKind::Woods)
                if self.attackable(s, player, slot, Attack::Fire, &self.aim(s, player, at, true)) & t == 0 =>
            {
                return Refusal::NoDice;
            }
            Some(GroundKind::Building)
                if how == Attack::Shock && self.shockable_buildings(s, player, slot) & t == 0 =>
            {
                return Refusal::TargetBuilding;
            }
            _ => {}
        }
        if self.spared(s, player, slot, how) & t != 0 {
            return self
                .barring(s, player, slot, verb_of(how))
                .map_or(Refusal::TargetSpread, |by| Refusal::Barred { by });
        }
        if how == Attack::Shock {
            if enemy.square & t != 0 {
                return Refusal::TargetSquare;
            }
            if enemy.cavalry() & t != 0 && infantry {
                return Refusal::TargetCavalry;
            }
            if enemy.cavalry() & t != 0 && enemy.blown & t == 0 {
                return Refusal::TargetFresh;
            }
        }
        Refusal::TargetSpread
    }
}

/// The enemies in a Position, and those of them in Woods and in Buildings.
#[derive(Clone, Copy)]
pub(super) struct Aim {
    pub(super) targets: u64,
    woods: u64,
    buildings: u64,
}

/// The verb of an attack, as Specials forbid it.
pub(super) const fn verb_of(how: Attack) -> Verb {
    match how {
        Attack::Fire => Verb::Fire,
        Attack::Shock => Verb::Shock,
        Attack::Long => Verb::Long,
    }
}

/// An attack on a target; `fixed` are the dice and the power that a Special prescribes.
#[derive(Clone, Copy)]
pub(super) struct Aimed {
    pub(super) player: Player,
    pub(super) slot: Slot,
    pub(super) how: Attack,
    pub(super) target: Slot,
    pub(super) fixed: [Option<u8>; 2],
}
