//! What is in force, as the rules ask for it: changed numbers, what is forbidden and allowed, changed limits.

use super::force::{ALWAYS, Force, moment};
use super::hook;
use super::program::{Amount, Bound, Cond, Op, Permission, Quantity, Span, Start, Until, Verb, Whose};
use super::who::Gaze;
use crate::cite::Cite;
use crate::explain::Tally;
use crate::game::Player;
use crate::waterloo::Waterloo;
use crate::waterloo::agenda::Subject;
use crate::waterloo::combat::verb_of;
use crate::waterloo::state::{Phase, State};
use crate::waterloo::types::{Army, Attack, CardId, Place, Slot, bit, foe};

/// The moment it is now.
#[must_use]
pub(in crate::waterloo) fn now(s: &State) -> u16 {
    moment(
        s.turn,
        match s.phase {
            Phase::Deal | Phase::Deployment | Phase::Morale => 0,
            Phase::Combat => 1,
            Phase::Reinforce => 2,
            Phase::Over => 3,
        },
    )
}

/// From when until when a span counts that begins now, for a card of `player`.
#[must_use]
pub(in crate::waterloo) fn span(s: &State, player: Player, span: &Span) -> (u16, u16) {
    // The turn of the player in question that comes next, or this one where it counts as the first.
    let next = |of: Player| if s.on_turn == of { s.turn + 2 } else { s.turn + 1 };
    let nth = |of: Player, n: u8| {
        let first = if s.on_turn == of { s.turn } else { s.turn + 1 };
        first.saturating_add(2 * u16::from(n.saturating_sub(1)))
    };
    let from = match span.from {
        Start::Now => now(s),
        Start::OwnTurn => moment(next(player), 0),
        Start::FoeTurn => moment(next(foe(player)), 0),
        Start::OwnCombat => moment(next(player), 1),
    };
    let until = match span.until {
        Until::Phase => now(s).max(from),
        Until::Turn => moment(from / 4, 3),
        Until::OwnMorale => moment(next(player), 0),
        Until::OwnCombat => moment(next(player), 1),
        Until::OwnTurns(n) => moment(nth(player, n), 3),
        Until::FoeTurns(n) => moment(nth(foe(player), n), 3),
        Until::Captured | Until::Battle => ALWAYS,
    };
    (from, until)
}

impl Op {
    /// The rules that must look at it while it is in force.
    #[must_use]
    pub(in crate::waterloo) fn hooks(&self) -> u32 {
        use super::program::When;
        match self {
            Self::Modify { what, .. } => hook::quantity(*what),
            Self::Recoil { .. } => hook::RECOIL,
            Self::Exposed { .. } => hook::EXPOSED,
            Self::Forgive { .. } => hook::FORGIVE,
            Self::Forbid { what, .. } => what.iter().fold(0, |set, &verb| set | hook::verb(verb)),
            Self::Retire { .. } => hook::verb(Verb::LeaveReserve),
            Self::Permit { what, .. } => hook::permission(*what),
            Self::Limit { what, .. } => hook::bound(*what),
            Self::Watch { on: When::Entered, .. } => hook::ENTERED,
            _ => 0,
        }
    }
}

/// The most often that Specials may let the Offense of a General count; more changes nothing (W r18).
const OFFENSE: i16 = 64;

/// An entry in force with its operation.
pub(in crate::waterloo) struct Standing<'a> {
    /// Its place among the entries.
    pub(in crate::waterloo) index: usize,
    /// The entry.
    pub(in crate::waterloo) force: &'a Force,
    /// The operation.
    pub(in crate::waterloo) op: &'a Op,
    /// How its filters are to be read.
    pub(in crate::waterloo) gaze: Gaze,
}

/// Whether an attack is one of these ways; all when none is named.
fn among(ways: &[Attack], how: Attack) -> bool {
    ways.is_empty() || ways.contains(&how)
}

impl Waterloo {
    /// The program of a Special in this battle.
    #[inline]
    pub(in crate::waterloo) fn code(&self, card: CardId) -> Option<&super::Code> {
        self.specials.codes.get(usize::from(self.profile(card).special))
    }

    /// The entries that count now, for the rules behind these hooks.
    #[inline]
    pub(in crate::waterloo) fn standing<'a>(
        &'a self,
        s: &'a State,
        hooks: u32,
    ) -> impl Iterator<Item = Standing<'a>> + 'a {
        let list = if s.forces.hooks & hooks == 0 { &[] } else { s.forces.list() };
        let now = now(s);
        list.iter().enumerate().filter_map(move |(index, force)| {
            if now < force.from || now > force.until {
                return None;
            }
            let op = self.code(force.card)?.op(force.op)?;
            if op.hooks() & hooks == 0 {
                return None;
            }
            let gaze = Gaze::of(force);
            let span: Option<&Span> = op.span();
            let live: Option<&Cond> = span.and_then(|span| span.when.as_ref());
            live.is_none_or(|cond| self.holds(s, cond, &gaze)).then_some(Standing { index, force, op, gaze })
        })
    }

    /// Adds what Specials change of a number of one card; `against` is the target of an attack, by player and slot.
    #[inline]
    pub(in crate::waterloo) fn modify<T: Tally>(
        &self,
        s: &State,
        what: Quantity,
        (player, slot): (Player, Slot),
        attack: Option<(Attack, Slot)>,
        tally: &mut T,
    ) {
        if s.forces.hooks & hook::quantity(what) == 0 {
            return;
        }
        for standing in self.standing(s, hook::quantity(what)) {
            let Op::Modify { by, who, ways, against, .. } = standing.op else { continue };
            if attack.is_some_and(|(how, _)| !among(ways, how)) {
                continue;
            }
            if self.mask(s, who, &standing.gaze, player) & bit(slot) == 0 {
                continue;
            }
            if let Some(filter) = against {
                let Some((_, target)) = attack else { continue };
                if self.mask(s, filter, &standing.gaze, foe(player)) & bit(target) == 0 {
                    continue;
                }
            }
            let by = amount(*by, standing.force.value);
            tally.add("special", i16::from(by), Cite("W 13.0"), || self.standing_name(&standing));
        }
    }

    /// The name of an entry in force, as breakdowns give it: the card and its operation.
    pub(in crate::waterloo) fn standing_name(&self, standing: &Standing<'_>) -> String {
        self.force_name(standing.force)
    }

    /// The same for an entry alone.
    pub(in crate::waterloo) fn force_name(&self, force: &Force) -> String {
        let (list, at) = force.op;
        let name = &self.card(force.card).name;
        if list == 0 { format!("{name} (effect {})", at + 1) } else { format!("{name} (effect {list}.{})", at + 1) }
    }

    /// The hits that an attacker's own dice put on him, with the Special that says so.
    pub(in crate::waterloo) fn recoil(
        &self,
        s: &State,
        player: Player,
        slot: Slot,
        how: Attack,
        dice: &[u8],
    ) -> Option<(CardId, u8)> {
        self.standing(s, hook::RECOIL).find_map(|standing| {
            let Op::Recoil { who, ways, faces, .. } = standing.op else { return None };
            if !among(ways, how) || self.mask(s, who, &standing.gaze, player) & bit(slot) == 0 {
                return None;
            }
            let hits = dice.iter().filter(|face| faces.contains(face)).count() as u8;
            (hits > 0).then_some((standing.force.card, hits))
        })
    }

    /// The faces that hit a General, as bits (W 12.4): 1, and what Specials say in its place.
    pub(in crate::waterloo) fn exposed(&self, s: &State, player: Player, slot: Slot) -> u8 {
        self.standing(s, hook::EXPOSED).fold(1 << 1, |set, standing| match standing.op {
            Op::Exposed { who, faces, .. } if self.mask(s, who, &standing.gaze, player) & bit(slot) != 0 => {
                faces.iter().fold(set, |set, &face| set | 1 << (face % 8))
            }
            _ => set,
        })
    }

    /// How often the Offense rating of a General counts (W 12.1).
    pub(in crate::waterloo) fn offense_times(&self, s: &State, player: Player, slot: Slot) -> i16 {
        if s.forces.hooks & hook::quantity(Quantity::Offense) == 0 {
            return 1;
        }
        let mut times = 1;
        for standing in self.standing(s, hook::quantity(Quantity::Offense)) {
            let Op::Modify { by, who, .. } = standing.op else { continue };
            if self.mask(s, who, &standing.gaze, player) & bit(slot) != 0 {
                times = (times * i16::from(amount(*by, standing.force.value))).clamp(0, OFFENSE);
            }
        }
        times
    }

    /// The slots of `player` to which a verb is forbidden whatever the target.
    #[inline]
    pub(in crate::waterloo) fn barred(&self, s: &State, player: Player, verb: Verb) -> u64 {
        if s.forces.hooks & hook::verb(verb) == 0 {
            return 0;
        }
        self.standing(s, hook::verb(verb)).fold(0, |set, standing| match standing.op {
            Op::Forbid { what, who, against: None, .. } if what.contains(&verb) => {
                set | self.mask(s, who, &standing.gaze, player)
            }
            _ => set,
        })
    }

    /// The slots of the enemy that `slot` may not attack like this.
    #[inline]
    pub(in crate::waterloo) fn spared(&self, s: &State, player: Player, slot: Slot, how: Attack) -> u64 {
        let verb = verb_of(how);
        if s.forces.hooks & hook::verb(verb) == 0 {
            return 0;
        }
        self.standing(s, hook::verb(verb)).fold(0, |set, standing| match standing.op {
            Op::Forbid { what, who, against: Some(target), .. } if what.contains(&verb) => {
                let barred = self.mask(s, who, &standing.gaze, player) & bit(slot) != 0;
                set | if barred { self.mask(s, target, &standing.gaze, foe(player)) } else { 0 }
            }
            _ => set,
        })
    }

    /// The Special that forbids a verb to a slot, for the refusal.
    pub(in crate::waterloo) fn barring(&self, s: &State, player: Player, slot: Slot, verb: Verb) -> Option<CardId> {
        self.standing(s, hook::verb(verb)).find_map(|standing| match standing.op {
            Op::Forbid { what, who, .. } if what.contains(&verb) => {
                (self.mask(s, who, &standing.gaze, player) & bit(slot) != 0).then_some(standing.force.card)
            }
            _ => None,
        })
    }

    /// Whether Terrain may not be captured now, and the Special that says so.
    #[inline]
    pub(in crate::waterloo) fn capture_barred(&self, s: &State, number: u8) -> Option<CardId> {
        if s.forces.hooks & hook::verb(Verb::Capture) == 0 {
            return None;
        }
        self.standing(s, hook::verb(Verb::Capture)).find_map(|standing| match standing.op {
            Op::Forbid { what, .. } if what.contains(&Verb::Capture) => {
                (standing.force.aim == Subject::Ground(number)).then_some(standing.force.card)
            }
            _ => None,
        })
    }

    /// Cards that may not leave the Reserve now because a Special holds them there, by army.
    pub(in crate::waterloo) fn held(&self, s: &State, card: CardId) -> bool {
        self.standing(s, hook::verb(Verb::LeaveReserve)).any(|standing| match standing.op {
            Op::Forbid { what, .. } => what.contains(&Verb::LeaveReserve) && standing.force.it == Subject::Card(card),
            Op::Retire { .. } => standing.force.it == Subject::Card(card),
            _ => false,
        })
    }

    /// The slots of `player` to which something is allowed beyond the rules.
    #[inline]
    pub(in crate::waterloo) fn permitted(&self, s: &State, player: Player, what: Permission) -> u64 {
        if s.forces.hooks & hook::permission(what) == 0 {
            return 0;
        }
        self.standing(s, hook::permission(what)).fold(0, |set, standing| match standing.op {
            Op::Permit { what: allowed, who, uses, .. }
                if *allowed == what && uses.is_none_or(|n| standing.force.used < n) =>
            {
                set | self.mask(s, who, &standing.gaze, player)
            }
            _ => set,
        })
    }

    /// The first entry that allows something to a slot, by its place: a use of it is taken.
    pub(in crate::waterloo) fn permission_of(
        &self,
        s: &State,
        player: Player,
        slot: Slot,
        what: Permission,
    ) -> Option<usize> {
        self.standing(s, hook::permission(what)).find_map(|standing| match standing.op {
            Op::Permit { what: allowed, who, uses, .. }
                if *allowed == what && uses.is_none_or(|n| standing.force.used < n) =>
            {
                (self.mask(s, who, &standing.gaze, player) & bit(slot) != 0).then_some(standing.index)
            }
            _ => None,
        })
    }

    /// The enemy slots in Buildings that `slot` may use Shock against (W 7.33).
    pub(in crate::waterloo) fn shockable_buildings(&self, s: &State, player: Player, slot: Slot) -> u64 {
        self.standing(s, hook::permission(Permission::ShockBuilding)).fold(0, |set, standing| match standing.op {
            Op::Permit { what: Permission::ShockBuilding, who, uses, .. }
                if uses.is_none_or(|n| standing.force.used < n)
                    && self.mask(s, who, &standing.gaze, player) & bit(slot) != 0 =>
            {
                let Subject::Ground(n) = standing.force.aim else { return set };
                set | s.grounds.get(n).filter(|g| g.holder != player).map_or(0, |g| g.occupants)
            }
            _ => set,
        })
    }

    /// A limit for `player` after all changes: `base` without any. `place` is the Position, `ground` the Terrain that it is
    /// about.
    pub(in crate::waterloo) fn bound(
        &self,
        s: &State,
        player: Player,
        what: Bound,
        (place, ground): (Option<Place>, Option<u8>),
        base: u8,
    ) -> u8 {
        if s.forces.hooks & hook::bound(what) == 0 {
            return base;
        }
        let mut limit = i16::from(base);
        for standing in self.standing(s, hook::bound(what)) {
            let Op::Limit { what: bound, of, to, by, .. } = standing.op else { continue };
            let mine = match of {
                Whose::Own => player == standing.gaze.player(),
                Whose::Foe => player != standing.gaze.player(),
                Whose::Any => true,
            };
            if *bound != what || !mine || !self.is_about(s, what, &standing, place, ground) {
                continue;
            }
            match (to, by) {
                (Some(to), _) => limit = limit.min(i16::from(*to)),
                (None, by) => limit += i16::from(by.unwrap_or(0)),
            }
        }
        limit.clamp(0, i16::from(u8::MAX)) as u8
    }

    /// How many cards an army draws in a Reinforce Phase (W 10.0): R, and what Specials change of it. Those of the own army
    /// alone when they are its own; every enemy army otherwise.
    pub(in crate::waterloo) fn draws(&self, s: &State, army: Army) -> u8 {
        let mut draws = i16::from(self.roster(army).reinforce);
        for standing in self.standing(s, hook::bound(Bound::Draws)) {
            let Op::Limit { what: Bound::Draws, of, to, by, .. } = standing.op else { continue };
            let mine = match of {
                Whose::Own => army == standing.force.card.army(),
                Whose::Foe => army.player() != standing.gaze.player(),
                Whose::Any => true,
            };
            if mine {
                draws = to.map_or(draws + i16::from(by.unwrap_or(0)), i16::from);
            }
        }
        draws.clamp(0, i16::from(u8::MAX)) as u8
    }

    /// The Special that changes a limit, for the refusal.
    pub(in crate::waterloo) fn bounding(&self, s: &State, what: Bound, place: Place) -> Option<CardId> {
        self.standing(s, hook::bound(what))
            .find(|standing| self.is_about(s, what, standing, Some(place), None))
            .map(|standing| standing.force.card)
    }

    fn is_about(
        &self,
        s: &State,
        what: Bound,
        standing: &Standing<'_>,
        place: Option<Place>,
        ground: Option<u8>,
    ) -> bool {
        let named = self.place_of(s, standing.gaze.player(), standing.force.aim);
        match what {
            Bound::Draws => true,
            Bound::Capacity => {
                ground.is_some() && standing.force.aim == ground.map_or(Subject::Nothing, Subject::Ground)
            }
            Bound::Stacking | Bound::Engagers => named.is_some() && named == place,
            Bound::Crossings => named.is_some() && named.map(Place::lane) == place.map(Place::lane),
        }
    }
}

/// A number of a program.
pub(in crate::waterloo) const fn amount(by: Amount, given: i8) -> i8 {
    match by {
        Amount::Fixed(n) => n,
        Amount::Given(_) => given,
    }
}
