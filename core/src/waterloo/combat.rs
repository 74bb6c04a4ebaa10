//! Combat (W 7.0): who may attack whom, with how many dice, hitting on what.
//!
//! The sums here are the calculators too: [`Waterloo::dice`] and [`Waterloo::power`] serve the game, the odds and the
//! breakdowns alike.

use super::agenda::{Subject, Task};
use super::event::{Event, Loss};
use super::refusal::Refusal;
use super::specials::hook;
use super::specials::program::{Permission, Quantity, Verb, Window};
use super::stacking::Crowds;
use super::state::{Side, State};
use super::turn::Ctx;
use super::types::{Attack, Formation, GroundKind, Kind, Place, Slot, bit, foe, slots};
use super::{Profile, Waterloo, streams};
use crate::chance::{Draws, Kind as Draw, MAX_DICE, Request, Unmet};
use crate::cite::Cite;
use crate::explain::{Breakdown, Sum, Tally};
use crate::game::{Player, Sink};

/// The highest firepower and shock (W 7.2, r37).
pub const MAX_POWER: i16 = 4;

/// The rules behind which Specials change who may attack at all.
const ATTACK_HOOKS: u32 = hook::verb(Verb::Fire)
    | hook::verb(Verb::Shock)
    | hook::verb(Verb::Long)
    | hook::permission(Permission::LongEngaged)
    | hook::permission(Permission::ShockAfterMove);

/// The lowest face that hits (W 7.2): 6 for a power of 1, 3 for 4; 7, which no die shows, for 0.
#[must_use]
pub const fn hits_on(power: u8) -> u8 {
    7 - if power > MAX_POWER as u8 { MAX_POWER as u8 } else { power }
}

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
            }
        }
        if how != Attack::Long && self.commits(s, player, stands) {
            return Some(Refusal::CommitFirst);
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

/// The facts that decide the power of an attack, for people who play with real cards as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strike {
    /// How the card attacks.
    pub how: Attack,
    /// The attacker's formation; Line for all but Infantry.
    pub formation: Formation,
    /// Whether attacking Cavalry is blown.
    pub blown: bool,
    /// Whether the target is Artillery.
    pub at_artillery: bool,
    /// The target's formation; Line for all but Infantry.
    pub at_formation: Formation,
    /// Whether the target stands in a Building.
    pub at_building: bool,
}

/// The facts that decide how many dice an attack rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roll {
    /// The printed cv.
    pub cv: u8,
    /// Whether the attacker holds a Hill (W 11.1, r55).
    pub on_hill: bool,
    /// Whether it is Infantry that attacks a card in Woods (W 11.2).
    pub at_woods: bool,
    /// The option for Woods: the least that they leave (W r57), 0 or 1.
    pub woods_minimum: u8,
}

/// The dice of an attack (W 7.1, 11.1, 11.2): the cv, +1 on a Hill, -1 into Woods.
pub fn dice<T: Tally>(facts: Roll, tally: &mut T, name: impl FnOnce() -> String, hill: impl FnOnce() -> String) {
    tally.add("printed", i16::from(facts.cv), Cite("W 7.1"), name);
    if facts.on_hill {
        tally.add("hill", 1, Cite("W 11.1"), hill);
    }
    if facts.at_woods {
        tally.add("woods", -1, Cite("W 11.2"), String::new);
        tally.clamp(i16::from(facts.woods_minimum.min(1)), i16::MAX, Cite("W r57"));
    }
}

/// The firepower or shock of an attack (W 7.2, 7.3, 9.1 to 9.3): 0 to 4.
///
/// Infantry in Column or Square fires at F1 (W 7.32, 9.2, 9.3); Infantry in Line or Column has +1 against engaged
/// Artillery (W 7.4, r38); Artillery has +1 against Column and Square outside Buildings (W 9.2, 9.3, r40); the sum never
/// passes 4 (W r37). On the sheet: W QRS line-targeting, QRS column-targeting, QRS square-targeting, QRS column-targeted,
/// QRS square-targeted, QRS cavalry-blown, QRS artillery-targeted; a Column fires at F1 whatever is printed (W r39).
pub fn power<T: Tally>(card: &Profile, facts: Strike, tally: &mut T, name: impl Fn() -> String) {
    parts_of_power(card, facts, tally, name);
    tally.clamp(0, MAX_POWER, Cite("W r37"));
}

/// What [`power`] adds up.
fn parts_of_power<T: Tally>(card: &Profile, facts: Strike, tally: &mut T, name: impl Fn() -> String) {
    match (card.kind, facts.how) {
        (_, Attack::Long) => tally.add("printed", i16::from(card.long), Cite("W 7.23"), name),
        (_, Attack::Shock) => tally.add("printed", i16::from(card.shock), Cite("W 7.3"), name),
        (_, Attack::Fire) => {
            let cite = if card.kind.is_artillery() { Cite("W 7.23") } else { Cite("W 7.2") };
            tally.add("printed", i16::from(card.fire), cite, name);
            match (card.kind, facts.formation) {
                (Kind::Infantry, Formation::Column) => tally.replace("column-fire", 1, Cite("W 9.2")),
                (Kind::Infantry, Formation::Square) => tally.replace("square-fire", 1, Cite("W 9.3")),
                (Kind::Cavalry, _) if facts.blown => tally.replace("blown-fire", 1, Cite("W 7.31")),
                _ => {}
            }
        }
    }
    if card.kind == Kind::Infantry && facts.at_artillery && facts.formation != Formation::Square {
        tally.add("infantry-vs-artillery", 1, Cite("W 7.4"), String::new);
    }
    if card.kind.is_artillery() && !facts.at_building {
        match facts.at_formation {
            Formation::Column => tally.add("artillery-vs-column", 1, Cite("W 9.2"), String::new),
            Formation::Square => tally.add("artillery-vs-square", 1, Cite("W 9.3"), String::new),
            Formation::Line => {}
        }
    }
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

impl<D: Draws, S: Sink<Waterloo>> Ctx<'_, D, S> {
    /// Commits a card to an attack: all cards in the Position are revealed, then the target is to be chosen (W N3).
    pub(super) fn commit(&mut self, player: Player, slot: Slot, how: Attack) {
        let Some(at) = self.s.side(player).place(slot) else { return };
        self.tell(|g, s| Event::Committed { piece: g.piece(s, player, slot), how });
        self.s.agenda.push(Task::Target { slot, how });
        self.open(at);
    }

    /// A committed card whose turn to choose has come: it needs a target.
    pub(super) fn aim_committed(&mut self, slot: Slot, how: Attack) -> bool {
        let player = self.s.on_turn;
        if self.g.targets(self.s, player, slot, how) != 0 {
            return false;
        }
        self.s.agenda.pop();
        self.lose_attack(player, slot, how);
        true
    }

    /// W N45: an attack without a target is lost; the attacker has acted, Cavalry is not blown by it.
    pub(super) fn lose_attack(&mut self, player: Player, slot: Slot, how: Attack) {
        if self.s.side(player).all() & bit(slot) == 0 {
            return;
        }
        self.s.side_mut(player).acted |= bit(slot);
        self.tell(|g, s| Event::AttackLost { piece: g.piece(s, player, slot), how });
    }

    /// Reveals all cards in a Position because an attack is made there (W r31).
    fn open(&mut self, at: Place) {
        self.show_engaged(at);
        self.s.opened |= 1 << at.0;
        self.reveal_all(at);
    }

    /// Declares an attack (W 7.0): the enemy may answer it, then the dice are rolled (W N28).
    pub(super) fn declare(&mut self, player: Player, slot: Slot, how: Attack, target: Slot, special: bool) {
        if let Some(Task::Target { .. }) = self.s.task() {
            self.s.agenda.pop();
        }
        let Some(at) = self.s.side(player).place(slot) else { return };
        self.s.agenda.push(Task::Attack { player, slot, how, target, special });
        if how == Attack::Long {
            self.reveal(player, slot);
        } else {
            self.open(at);
        }
        let at = if how == Attack::Long { at.opposite() } else { at };
        let event = Subject::slot(foe(player), target);
        self.ask(Window::FoeAttack, foe(player), at, event);
    }

    /// Makes an attack that has been declared (W 7.0). All hits stay on the target (W r43). Long Fire is blind, only a hit turns
    /// the target up (W r32), and a decoy turned up is gone (W N29). Shock blows Cavalry even when it misses (W r42).
    pub(super) fn attack(
        &mut self,
        player: Player,
        slot: Slot,
        how: Attack,
        target: Slot,
        special: bool,
    ) -> Result<(), Unmet> {
        let Some(stands) = self.s.side(player).place(slot) else { return Ok(()) };
        let at = if how == Attack::Long { stands.opposite() } else { stands };
        let (fixed, legal) = if special {
            (self.fixed_strike(), self.s.side(foe(player)).place(target) == Some(at))
        } else {
            ([None; 2], self.g.targets(self.s, player, slot, how) & bit(target) != 0)
        };
        if !legal {
            self.lose_attack(player, slot, how);
            return Ok(());
        }
        let aimed = Aimed { player, slot, how, target, fixed };
        let (count, lowest) = self.g.strike_of(self.s, aimed);
        let told = S::LIVE.then(|| self.g.strike_breakdown_of(self.s, aimed));
        let dice = self.draws.dice(Request {
            code: how.name(),
            subject: u16::from(slot),
            stream: streams::dice(player),
            kind: Draw::Dice { count, sides: 6 },
        })?;
        let faces = dice.faces();
        let hits = faces.iter().filter(|&&face| face >= lowest).count() as u8;

        let b = bit(slot);
        let recoil = self.g.recoil(self.s, player, slot, how, faces);
        if how == Attack::Shock {
            // Before the card has acted: what allows it may ask for a fresh one.
            self.use_permission(player, slot, target);
        }
        let side = self.s.side_mut(player);
        side.acted |= b;
        let blown = how == Attack::Shock && side.cavalry() & b != 0;
        if blown {
            side.blown |= b;
        }
        if hits > 0 {
            self.reveal(foe(player), target);
            let enemy = self.s.side_mut(foe(player));
            let tally = &mut enemy.hits[usize::from(target)];
            *tally = tally.saturating_add(hits);
            enemy.struck |= bit(target);
        }
        if let Some([cv, strength]) = told {
            self.tell(|g, s| Event::Attacked {
                piece: g.piece(s, player, slot),
                how,
                target: g.piece(s, foe(player), target),
                at,
                cv,
                power: strength,
                dice: faces.to_vec(),
                hits,
            });
        }
        if blown {
            self.tell(|g, s| Event::Blown { piece: g.piece(s, player, slot) });
        }
        self.hit_generals(foe(player), at, faces, target);
        if let Some((by, hits)) = recoil {
            self.put_hits(by, player, slot, hits);
        }
        // W 14.0: Artillery that hits a decoy eliminates it.
        if hits > 0 && self.s.side(foe(player)).troops() & bit(target) == 0 {
            self.remove(foe(player), target, Loss::Decoy);
            self.settle(at, None);
        }
        Ok(())
    }

    /// Each 1 is a hit on the General at the Position attacked (W 12.4, r24), and what else a Special says; a face-down one is
    /// safe (W r25), also when he is the target and has just been turned up.
    fn hit_generals(&mut self, owner: Player, at: Place, faces: &[u8], target: Slot) {
        let side = self.s.side(owner);
        for slot in slots(side.generals() & side.at[at.index()] & !bit(target)) {
            let exposed = self.g.exposed(self.s, owner, slot);
            let hits = faces.iter().filter(|&&face| exposed >> face & 1 == 1).count() as u8;
            if hits > 0 {
                let tally = &mut self.s.side_mut(owner).hits[usize::from(slot)];
                *tally = tally.saturating_add(hits);
                self.tell(|g, s| Event::GeneralHit { piece: g.piece(s, owner, slot), hits });
            }
        }
    }
}
