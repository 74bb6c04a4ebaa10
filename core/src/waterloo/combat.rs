//! Combat (W 7.0): who may attack whom, with how many dice, hitting on what.
//!
//! The sums here are the calculators too: [`Waterloo::dice`] and [`Waterloo::power`] serve the game, the odds and the
//! breakdowns alike.

use super::event::{Event, Loss};
use super::refusal::Refusal;
use super::stacking::Crowds;
use super::state::{Pending, State};
use super::turn::Ctx;
use super::types::{Attack, Formation, GroundKind, Kind, Place, Slot, bit, foe, slots};
use super::{Profile, Waterloo, streams};
use crate::chance::{Draws, Kind as Draw, Request, Unmet};
use crate::cite::Cite;
use crate::explain::{Breakdown, Sum, Tally};
use crate::game::{Player, Sink};

/// The highest firepower and shock (W 7.2, r37).
pub const MAX_POWER: i16 = 4;

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
    pub fn dice<T: Tally>(
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

    fn ground_name(&self, state: &State, player: Player, slot: Slot) -> String {
        let ground = state.ground_of(player, slot).and_then(|n| state.grounds.get(n));
        ground.map_or_else(String::new, |g| self.card(g.card).name.clone())
    }

    /// The firepower or shock of an attack (W 7.2, 7.3): 0 to 4. See [`power`].
    pub fn power<T: Tally>(&self, state: &State, player: Player, slot: Slot, how: Attack, target: Slot, tally: &mut T) {
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
        power(self.profile(card), facts, tally, || self.card(card).name.clone());
    }

    /// Dice and lowest hitting face of an attack, without a breakdown.
    #[must_use]
    pub fn strike(&self, state: &State, player: Player, slot: Slot, how: Attack, target: Slot) -> (u8, u8) {
        let (mut dice, mut strength) = (Sum(0), Sum(0));
        let woods = self.cover(state, foe(player), target) == Some(GroundKind::Woods);
        self.dice(state, player, slot, self.cover(state, player, slot), woods, &mut dice);
        self.power(state, player, slot, how, target, &mut strength);
        (dice.total().max(0) as u8, hits_on(strength.total().max(0) as u8))
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
        let mut cv = Breakdown::new("cv");
        let mut strength = Breakdown::new(if how == Attack::Shock { "shock" } else { "firepower" });
        let woods = self.cover(state, foe(player), target) == Some(GroundKind::Woods);
        self.dice(state, player, slot, self.cover(state, player, slot), woods, &mut cv);
        self.power(state, player, slot, how, target, &mut strength);
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
        // W 7.24: Horse Artillery moves and fires.
        if side.moved & b != 0 && side.kind[Kind::HorseArtillery as usize] & b == 0 {
            return Some(Refusal::HasMoved);
        }
        let engaged = s.is_engaged(player, at);
        match how {
            Attack::Long => {
                if side.artillery() & b == 0 {
                    Some(Refusal::LongArtillery)
                } else if engaged {
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
        let ready = side.at[at.index()] & side.troops() & !side.acted & (!side.moved | horse);
        let engaged = s.is_engaged(player, at);
        match how {
            Attack::Long if engaged || side.at[at.opposite().index()] != 0 => 0,
            Attack::Long => ready & side.artillery(),
            _ if !engaged => 0,
            Attack::Fire => ready,
            // No card in a Building is in Column (W 11.4).
            Attack::Shock => ready & ((side.infantry() & side.column) | (side.cavalry() & !side.blown)),
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
                self.dice(s, player, slot, self.cover(s, player, slot), true, &mut dice);
            }
            // W 11.2, N38: Infantry only, and not without dice (W r57, N18).
            if dice.total() <= 0 {
                targets &= !aim.woods;
            }
        }
        if how == Attack::Shock {
            // W 7.33, 7.34.
            targets &= !enemy.square & !aim.buildings;
            let cavalry = (enemy.cavalry() & enemy.up) | enemy.known_cavalry;
            targets &= if infantry { !cavalry } else { !cavalry | enemy.blown };
        }
        targets
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

    /// Whether enemy cards lie face-down in a Position where `player` would attack at short range (W N3).
    #[inline]
    pub(super) fn hidden_enemies(&self, s: &State, player: Player, at: Place) -> bool {
        let enemy = s.side(foe(player));
        enemy.at[at.index()] & !enemy.up != 0
    }

    pub(super) fn commit_refusal(&self, s: &State, player: Player, slot: Slot, how: Attack) -> Option<Refusal> {
        let Some(at) = s.side(player).place(slot) else { return Some(Refusal::NoSuchSlot) };
        if self.attackers(s, player, at, how) & bit(slot) == 0 {
            return Some(self.attacker_refusal(s, player, slot, how).unwrap_or(Refusal::CannotAttack));
        }
        if how == Attack::Long || !self.hidden_enemies(s, player, at) {
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
        match s.pending {
            Pending::Target { slot: committed, how: way } => {
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
        if how != Attack::Long && self.hidden_enemies(s, player, stands) {
            return Some(Refusal::CommitFirst);
        }
        if self.targets(s, player, slot, how) & bit(target) == 0 {
            return Some(self.target_refusal(s, player, slot, how, target));
        }
        if s.pending == Pending::Nothing {
            self.stacking_after_spending(s, player, slot, &Crowds::default())
        } else {
            None
        }
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
            Some(GroundKind::Building) if how == Attack::Shock => return Refusal::TargetBuilding,
            _ => {}
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
    tally.clamp(0, MAX_POWER, Cite("W r37"));
}

impl<D: Draws, S: Sink<Waterloo>> Ctx<'_, D, S> {
    /// Commits a card to an attack: all cards in the Position are revealed, then the target is to be chosen (W N3).
    pub(super) fn commit(&mut self, player: Player, slot: Slot, how: Attack) {
        let Some(at) = self.s.side(player).place(slot) else { return };
        self.tell(|g, s| Event::Committed { piece: g.piece(s, player, slot), how });
        self.open(at);
        if self.g.targets(self.s, player, slot, how) == 0 {
            // W N45: the attacker has acted; Cavalry is not blown by it.
            self.s.side_mut(player).acted |= bit(slot);
            self.tell(|g, s| Event::AttackLost { piece: g.piece(s, player, slot), how });
        } else {
            self.s.pending = Pending::Target { slot, how };
        }
    }

    /// Reveals all cards in a Position because an attack is made there (W r31).
    fn open(&mut self, at: Place) {
        self.s.opened |= 1 << at.0;
        self.reveal_all(at);
    }

    /// Makes an attack (W 7.0). All hits stay on the target (W r43). Long Fire is blind, only a hit turns the target up (W r32),
    /// and a decoy turned up is gone (W N29). Shock blows Cavalry even when it misses (W r42).
    pub(super) fn attack(&mut self, player: Player, slot: Slot, how: Attack, target: Slot) -> Result<(), Unmet> {
        let Some(stands) = self.s.side(player).place(slot) else { return Ok(()) };
        self.s.pending = Pending::Nothing;
        let at = if how == Attack::Long {
            self.reveal(player, slot);
            stands.opposite()
        } else {
            self.open(stands);
            stands
        };
        let (count, lowest) = self.g.strike(self.s, player, slot, how, target);
        let told = S::LIVE.then(|| self.g.strike_breakdown(self.s, player, slot, how, target));
        let dice = self.draws.dice(Request {
            code: how.name(),
            subject: u16::from(slot),
            stream: streams::dice(player),
            kind: Draw::Dice { count, sides: 6 },
        })?;
        let hits = dice.faces().iter().filter(|&&face| face >= lowest).count() as u8;
        let ones = dice.faces().iter().filter(|&&face| face == 1).count() as u8;

        let b = bit(slot);
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
                dice: dice.faces().to_vec(),
                hits,
            });
        }
        if blown {
            self.tell(|g, s| Event::Blown { piece: g.piece(s, player, slot) });
        }
        if ones > 0 {
            self.hit_generals(foe(player), at, ones, target);
        }
        // W 14.0: Artillery that hits a decoy eliminates it.
        if hits > 0 && self.s.side(foe(player)).troops() & bit(target) == 0 {
            self.remove(foe(player), target, Loss::Decoy);
            self.settle(at, None);
        }
        Ok(())
    }

    /// Each 1 is a hit on the General at the Position attacked (W 12.4, r24); a face-down one is safe (W r25), also
    /// when he is the target and has just been turned up.
    fn hit_generals(&mut self, owner: Player, at: Place, ones: u8, target: Slot) {
        let side = self.s.side(owner);
        for slot in slots(side.generals() & side.at[at.index()] & !bit(target)) {
            let tally = &mut self.s.side_mut(owner).hits[usize::from(slot)];
            *tally = tally.saturating_add(ones);
            self.tell(|g, s| Event::GeneralHit { piece: g.piece(s, owner, slot), hits: ones });
        }
    }
}
