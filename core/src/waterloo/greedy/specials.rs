//! What Special cards are worth to the greedy player (W 13.0), by what their programs do to the cards that he sees.
//!
//! Worth is counted in cards of the common sort that the other side loses, or one does not lose, taken from the printed
//! numbers: nothing is tried out and nothing foreseen.

use super::who::Gaze;
use super::{Table, UNKNOWN, rout_of, weight};
use crate::waterloo::agenda::{Subject, Task};
use crate::waterloo::specials::program::{
    Amount, Bound, Cond, Op, Permission, Quantity, Span, Start, Until, Verb, Who, Whose,
};
use crate::waterloo::state::Phase;
use crate::waterloo::types::{Attack, CardId, Formation, Kind, Place};
use crate::waterloo::view::{Marks, SlotView};

/// What one hit on a card nobody knows is worth.
const HIT: f64 = 0.5 * UNKNOWN;
/// Hits to be expected on a card in a fight before it is next tested.
const EXPECTED: f64 = 0.4;
/// What a card drawn is worth, and what a draw is worth that comes later.
const DRAWN: f64 = 0.8;
const LATER: f64 = 0.5;

impl Table<'_> {
    /// The Position that the open window is about.
    pub(super) fn window_at(&self) -> Option<Place> {
        self.view.agenda.iter().rev().find_map(|task| match *task {
            Task::Window { at, .. } => (!at.is_reserve()).then_some(at),
            _ => None,
        })
    }

    /// What playing a Special on something is worth: nothing less than its price is worth playing.
    pub(super) fn play(&self, card: CardId, aim: Subject) -> f64 {
        let gaze = Gaze { card, aim, it: aim };
        let Some(code) = self.game.code(card) else { return -1.0 };
        let worth = code.lists.first().map_or(0.0, |list| self.sum(&list.ops, &gaze));
        if worth > self.weights.special { 500.0 + 10.0 * worth } else { -1.0 }
    }

    /// What a choice for a Special is worth; 0 is what choosing nothing is worth.
    pub(super) fn choice(&self, what: Subject) -> f64 {
        let frame =
            self.view.agenda.iter().rev().find_map(|t| if let Task::Run(frame) = t { Some(*frame) } else { None });
        let held = |card: CardId| {
            let profile = self.game.profile(card);
            if profile.kind.is_troop() { weight(profile) } else { 1.5 }
        };
        let (task, Some(frame)) = (self.view.task(), frame) else {
            // Too many stand in a Position: the weakest goes.
            return 1.0 - self.piece(what).map_or(0.0, |piece| self.value(piece)) / 100.0;
        };
        let gaze = Gaze { card: frame.card, aim: frame.aim, it: what };
        let op = self.game.frame_op(&frame);
        match (task, what) {
            (Some(Task::Choose { .. }), _) => {
                let Some(Op::Choose { effect, .. }) = op else { return 0.0 };
                let worth = self.sum(effect, &gaze);
                if gaze.owner() == self.player { worth } else { -worth }
            }
            (Some(Task::Aim), _) => 1.0 + self.piece(what).map_or(0.0, |target| self.blow(target, 1.0)),
            (Some(Task::Search | Task::Peek { stage: 0, .. }), Subject::Card(card)) => 1.0 + held(card),
            // What is better than most is wanted soon.
            (Some(Task::Peek { stage: 1, .. }), Subject::Card(card)) => 0.8 * UNKNOWN - held(card),
            // The last one put on top is drawn first.
            (Some(Task::Peek { .. }), Subject::Card(card)) => 100.0 - held(card),
            (Some(Task::Handler { .. }), Subject::Slot { player, .. }) if player == self.player => {
                1.0 + self.piece(what).map_or(0.0, |piece| self.value(piece)) / 10.0
            }
            (Some(Task::Handler { .. }), _) => 1.0 + self.piece(what).map_or(0.0, |piece| self.value(piece)),
            _ => 1.0,
        }
    }

    /// What a card on the table is worth.
    fn value(&self, piece: &SlotView) -> f64 {
        let Some(card) = piece.card.map(|card| self.game.profile(card)) else { return UNKNOWN };
        match card.kind {
            Kind::General => self.weights.general * UNKNOWN,
            kind if kind.is_troop() => weight(card),
            _ => 0.3,
        }
    }

    /// What `hits` on a card are worth to the side that deals them.
    fn blow(&self, piece: &SlotView, hits: f64) -> f64 {
        let morale = piece.card.map_or(2, |card| self.game.profile(card).morale);
        let (before, one) = (rout_of(piece.hits, morale), rout_of(1, morale));
        let after = 1.0 - (1.0 - before) * (1.0 - one).powf(hits);
        self.value(piece) * (after - before)
    }

    /// The dice and the power with which a card may attack next, in one of these ways.
    fn strike(&self, piece: &SlotView, ways: &[Attack], own_turn: bool) -> Option<(f64, f64)> {
        let spent = piece.marks.has(Marks::ACTED) || piece.marks.has(Marks::MOVED);
        if own_turn && spent {
            return None;
        }
        let allows = |way: Attack| ways.is_empty() || ways.contains(&way);
        let Some(card) = piece.card.map(|card| self.game.profile(card)).filter(|card| card.kind.is_troop()) else {
            return (piece.card.is_none() && self.pinned(piece.at) && allows(Attack::Fire)).then_some((2.5, 1.5));
        };
        let dice = f64::from(card.cv);
        if self.pinned(piece.at) {
            let shock = match card.kind {
                Kind::Cavalry => !piece.blown,
                Kind::Infantry => piece.formation == Formation::Column,
                _ => false,
            };
            if shock && allows(Attack::Shock) {
                return Some((dice, f64::from(card.shock)));
            }
            let fire = if piece.formation == Formation::Line { card.fire } else { 1 };
            return allows(Attack::Fire).then_some((dice, f64::from(fire)));
        }
        let beyond = self.stand(piece.at.opposite());
        let target = if piece.player == self.player { beyond.foes > 0 } else { beyond.own > 0 };
        (card.kind.is_artillery() && target && allows(Attack::Long)).then_some((dice, f64::from(card.long)))
    }

    /// What several operations are worth together, to the player whose Special it is.
    fn sum(&self, ops: &[Op], gaze: &Gaze) -> f64 {
        ops.iter().map(|op| self.op(op, gaze)).sum()
    }

    /// The sum of something over the cards that a filter means: for friends of the owner, against his enemies.
    fn over(&self, who: &Who, gaze: &Gaze, each: impl Fn(&SlotView) -> f64) -> f64 {
        let sign = |piece: &SlotView| if piece.player == gaze.owner() { 1.0 } else { -1.0 };
        self.meant(who, gaze).map(|(piece, chance)| chance * sign(piece) * each(piece)).sum()
    }

    /// What one operation is worth.
    fn op(&self, op: &Op, gaze: &Gaze) -> f64 {
        let own_turn = self.view.on_turn == gaze.owner();
        let piece = self.piece(gaze.it);
        // Good for a friend is good, good for an enemy is bad.
        let side = piece.map_or(1.0, |piece| if piece.player == gaze.owner() { 1.0 } else { -1.0 });
        match op {
            Op::Modify { what, by, who, ways, against, span } => {
                let by = number(*by);
                let aimed = against.as_ref().is_none_or(|who| self.meant(who, gaze).next().is_some());
                if !aimed {
                    return 0.0;
                }
                let each = |piece: &SlotView| self.modified(*what, by, piece, ways, span, own_turn);
                lasting(span) * self.over(who, gaze, each)
            }
            Op::Recoil { who, ways, faces, span } => {
                let share = faces.len() as f64 / 6.0;
                let each = |piece: &SlotView| match self.strike(piece, ways, own_turn) {
                    Some((dice, _)) => -self.blow(piece, dice * share),
                    None => 0.0,
                };
                lasting(span) * self.over(who, gaze, each)
            }
            Op::Exposed { who, faces, span } => {
                lasting(span) * self.over(who, gaze, |piece| -0.1 * faces.len() as f64 * self.value(piece))
            }
            Op::Forgive { who, dice, .. } => {
                let each = |piece: &SlotView| self.saved(piece) * f64::from((*dice).min(2));
                self.over(who, gaze, each)
            }
            Op::Forbid { what, who, span, .. } => {
                let each = |piece: &SlotView| -what.iter().map(|&verb| self.hindered(verb, piece)).sum::<f64>();
                lasting(span) * self.over(who, gaze, each)
            }
            Op::Permit { what, who, uses, span } => {
                let each = |piece: &SlotView| self.permitted(*what, piece, own_turn);
                let all = self.over(who, gaze, each);
                let count = self.meant(who, gaze).count().max(1) as f64;
                let used = uses.map_or(count, |n| f64::from(n).min(count));
                lasting(span) * all * used / count
            }
            Op::Limit { what, of, to, by, span } => self.limited(*what, *of, (*to, *by), span, gaze),
            Op::Watch { effect, .. } => 0.6 * self.sum(effect, gaze),
            Op::Draw { count, effect } => number(*count) * (DRAWN + self.sum(effect, &gaze.on(Subject::Nothing))),
            Op::Search { effect, .. } => 1.5 + self.sum(effect, &gaze.on(Subject::Nothing)),
            Op::Peek { .. } => DRAWN + 0.2,
            Op::Place {} => 0.3,
            Op::Show { .. } | Op::End {} | Op::Count { .. } => 0.0,
            Op::Choose { who, by, min, max, effect, otherwise, .. } => {
                self.chosen(who, *by, (*min, *max), effect, otherwise, gaze)
            }
            Op::Each { who, effect } => {
                let each = |piece: &SlotView| self.sum(effect, &gaze.on(Subject::slot(piece.player, piece.slot)));
                self.meant(who, gaze).map(|(piece, chance)| chance * each(piece)).sum()
            }
            Op::If { cond, effect, otherwise } => {
                let likely = self.likely(cond, gaze);
                likely * self.sum(effect, gaze) + (1.0 - likely) * self.sum(otherwise, gaze)
            }
            Op::Roll { dice, table } => {
                let branch = |faces: &[u8], effect| faces.len() as f64 / 6.0 * self.sum(effect, gaze);
                f64::from(*dice) * table.iter().map(|b| branch(&b.faces, &b.effect)).sum::<f64>()
            }
            Op::Hit { hits } => -side * piece.map_or(0.0, |piece| self.blow(piece, number(*hits))),
            Op::Form { to } => side * piece.map_or(0.0, |piece| self.formed(piece, *to)),
            Op::Recover {} => side * piece.filter(|p| p.blown).map_or(0.0, |piece| self.fresh(piece)),
            Op::Reveal { who } => 0.05 * -self.over(who, gaze, |piece| f64::from(u8::from(!piece.up))),
            Op::Retire { heal, hold } => side * piece.map_or(0.0, |piece| self.retired(piece, *heal, hold.is_some())),
            Op::Advance {} => piece.map_or(0.0, |piece| {
                let open = self.stand(piece.at.opposite()).foes == 0;
                if open && gaze.owner() == self.player { 1e5 } else { 0.3 }
            }),
            Op::Attack { how, who, dice, power, .. } => self.attacked(*how, who, (*dice, *power), gaze),
            Op::MoraleRoll { fail } => piece.map_or(0.0, |piece| {
                let morale = piece.card.map_or(2, |card| self.game.profile(card).morale);
                rout_of(1, morale) * self.sum(fail, gaze)
            }),
            Op::SetAside { .. } => self.weights.general * UNKNOWN,
            Op::Spend { action } => side * if *action { -0.3 } else { -0.1 },
            Op::Cancel {} => self.answered(gaze),
            Op::Handler { .. } => self.weights.special + 0.2,
        }
    }

    /// What a change of a number is worth to one card.
    fn modified(&self, what: Quantity, by: f64, piece: &SlotView, ways: &[Attack], span: &Span, own_turn: bool) -> f64 {
        match what {
            Quantity::Morale | Quantity::Offense => {
                let Some(card) = piece.card.map(|card| self.game.profile(card)) else { return 0.3 * by };
                if !card.kind.is_troop() {
                    return if what == Quantity::Offense { 0.3 * by } else { 0.0 };
                }
                let tested_now = self.view.phase == Phase::Morale && span.until == Until::Phase;
                let later = if tested_now || !self.pinned(piece.at) { 0.0 } else { EXPECTED };
                let passes = |morale: f64| (morale.clamp(1.0, 5.0) / 6.0).powf(f64::from(piece.hits) + later);
                let morale = f64::from(card.morale);
                weight(card) * (passes(morale + by) - passes(morale))
            }
            Quantity::Dice => match self.strike(piece, ways, own_turn) {
                Some((dice, power)) => ((dice + by).max(0.0) - dice) * power / 6.0 * HIT,
                None => 0.0,
            },
            Quantity::Power => match self.strike(piece, ways, own_turn) {
                Some((dice, power)) => dice * ((power + by).clamp(0.0, 4.0) - power) / 6.0 * HIT,
                None => 0.0,
            },
        }
    }

    /// What one failed die that counts as passed is worth to a card.
    fn saved(&self, piece: &SlotView) -> f64 {
        let morale = piece.card.map_or(2, |card| self.game.profile(card).morale);
        let hits = f64::from(piece.hits) + if self.pinned(piece.at) { 2.0 * EXPECTED } else { 0.0 };
        0.8 * self.value(piece) * (1.0 - (1.0 - rout_of(1, morale)).powf(hits))
    }

    /// What it costs a card when something is forbidden to it.
    fn hindered(&self, verb: Verb, piece: &SlotView) -> f64 {
        let lost = |ways: &[Attack]| {
            let strike = self.strike(piece, ways, self.view.on_turn == piece.player);
            strike.map_or(0.0, |(dice, power)| dice * power / 6.0 * HIT)
        };
        match verb {
            Verb::Fire if !self.pinned(piece.at) => 0.0,
            Verb::Fire => 0.6 * lost(&[Attack::Fire]),
            Verb::Shock => 0.8 * lost(&[Attack::Shock]),
            Verb::Long => lost(&[Attack::Long]),
            Verb::Engage if !self.pinned(piece.at) => 0.12 * self.value(piece),
            Verb::Move => 0.1 * self.value(piece),
            Verb::Disengage if self.pinned(piece.at) => 0.05 * self.value(piece),
            Verb::Form => 0.05,
            Verb::LeaveReserve | Verb::Capture => 0.2,
            Verb::Engage | Verb::Disengage => 0.0,
        }
    }

    /// What a permission is worth to a card.
    fn permitted(&self, what: Permission, piece: &SlotView, own_turn: bool) -> f64 {
        let spent = own_turn && piece.marks.has(Marks::ACTED);
        let Some(card) = piece.card.map(|card| self.game.profile(card)).filter(|_| !spent) else { return 0.0 };
        let dice = f64::from(card.cv);
        match what {
            Permission::ExtraMove | Permission::GoOn => 0.25,
            Permission::EngageAndDisengage => 0.05,
            Permission::LongEngaged => dice * f64::from(card.long) / 6.0 * HIT,
            Permission::ShockBuilding | Permission::ShockAfterMove => dice * f64::from(card.shock) / 6.0 * HIT,
        }
    }

    /// What a changed limit is worth.
    fn limited(&self, what: Bound, of: Whose, (to, by): (Option<u8>, Option<i8>), span: &Span, gaze: &Gaze) -> f64 {
        let sign = if of == Whose::Foe { -1.0 } else { 1.0 };
        let more = match (to, by) {
            (_, Some(by)) => f64::from(by),
            // A limit that is set is tighter than what the rules leave open.
            (Some(to), None) => -3.0 / (1.0 + f64::from(to)),
            (None, None) => 0.0,
        };
        let threatened = |at: Place| {
            let stand = self.stand(at);
            let own_line = at.owner() == gaze.owner();
            if own_line && stand.foes + self.stand(at.opposite()).foes > 2 { 1.0 } else { 0.2 }
        };
        let at = self.place_of(gaze.owner(), gaze.aim);
        let weight = match what {
            Bound::Draws => LATER,
            Bound::Stacking | Bound::Capacity => {
                0.3 * at.map_or(0.5, |at| if self.stand(at).own >= 4 { 1.5 } else { 0.4 })
            }
            Bound::Engagers | Bound::Crossings => 0.4 * at.map_or(0.5, threatened),
        };
        lasting(span) * sign * weight * more
    }

    /// What choosing cards for an effect is worth, when each side chooses best for itself.
    fn chosen(&self, who: &Who, by: Whose, (min, max): (u8, u8), effect: &[Op], otherwise: &[Op], gaze: &Gaze) -> f64 {
        // The best few, in order; a choice of more counts as one of these.
        let mut best = [f64::NEG_INFINITY; 4];
        let mut found = 0;
        let sign = if by == Whose::Foe { -1.0 } else { 1.0 };
        for (piece, chance) in self.meant(who, gaze) {
            let mut worth = sign * chance * self.sum(effect, &gaze.on(Subject::slot(piece.player, piece.slot)));
            found += 1;
            for kept in &mut best {
                if worth > *kept {
                    std::mem::swap(kept, &mut worth);
                }
            }
        }
        if found == 0 {
            return self.sum(otherwise, gaze);
        }
        let count = usize::from(max).min(best.len()).min(found);
        let taken = best.iter().take(count).enumerate();
        sign * taken.map(|(i, &worth)| if i < usize::from(min) { worth } else { worth.max(0.0) }).sum::<f64>()
    }

    /// How likely a condition will hold; even chances where that is not to be seen.
    fn likely(&self, cond: &Cond, gaze: &Gaze) -> f64 {
        match cond {
            Cond::Some(who) => f64::from(u8::from(self.meant(who, gaze).next().is_some())),
            Cond::Not(cond) => 1.0 - self.likely(cond, gaze),
            Cond::All(conds) => conds.iter().map(|cond| self.likely(cond, gaze)).product(),
            Cond::Any(conds) => 1.0 - conds.iter().map(|cond| 1.0 - self.likely(cond, gaze)).product::<f64>(),
            _ => 0.5,
        }
    }

    /// What another formation is worth to a card.
    fn formed(&self, piece: &SlotView, to: Formation) -> f64 {
        let Some(card) = piece.card.map(|card| self.game.profile(card)) else { return 0.0 };
        let fight = |power: u8| f64::from(card.cv) * f64::from(power) / 6.0 * HIT;
        let stand = self.stand(piece.at);
        let riders = piece.player == self.player && stand.horse > 0;
        let of = |formation: Formation| match formation {
            _ if !self.pinned(piece.at) => 0.0,
            Formation::Line => fight(card.fire),
            Formation::Column => fight(card.shock),
            Formation::Square => fight(1) + if riders { 1.2 } else { 0.2 },
        };
        of(to) - of(piece.formation)
    }

    /// What it is worth to Cavalry to be fresh again.
    fn fresh(&self, piece: &SlotView) -> f64 {
        let Some(card) = piece.card.map(|card| self.game.profile(card)) else { return 0.5 };
        f64::from(card.cv) * (f64::from(card.shock) - 1.0).max(0.0) / 6.0 * HIT
    }

    /// What it is worth to a card to go home.
    fn retired(&self, piece: &SlotView, heal: bool, held: bool) -> f64 {
        let leaving =
            self.view.agenda.iter().any(|task| matches!(task, Task::Leave { card, .. } if piece.card == Some(*card)));
        let value = self.value(piece);
        let morale = piece.card.map_or(2, |card| self.game.profile(card).morale);
        let kept = if leaving {
            value
        } else if heal {
            value * rout_of(piece.hits, morale)
        } else {
            0.0
        };
        // It is away from where it stands, and longer so when it is held.
        let away = if held { 0.35 } else { 0.2 };
        kept - if leaving { 0.0 } else { away * value }
    }

    /// What an attack that a Special makes is worth.
    fn attacked(&self, how: Attack, who: &Who, (dice, power): (Option<u8>, Option<u8>), gaze: &Gaze) -> f64 {
        let striker = self.piece(gaze.it);
        let card = striker.and_then(|piece| piece.card).map(|card| self.game.profile(card));
        let printed = card.map_or((2, 2), |card| {
            let power = match how {
                Attack::Fire => card.fire,
                Attack::Shock => card.shock,
                Attack::Long => card.long,
            };
            (card.cv, power)
        });
        let (dice, power) = (dice.unwrap_or(printed.0), power.unwrap_or(printed.1));
        let hits = f64::from(dice) * f64::from(power) / 6.0;
        let best = self.meant(who, gaze).map(|(target, chance)| chance * self.blow(target, hits)).fold(0.0, f64::max);
        if striker.is_some_and(|piece| piece.player != gaze.owner()) { -best } else { best }
    }

    /// What it is worth that the Special being answered has no effect.
    fn answered(&self, gaze: &Gaze) -> f64 {
        let played = self.view.agenda.iter().rev().find_map(|task| match *task {
            Task::Play { card, aim } if card.army().player() != gaze.owner() => Some(Gaze { card, aim, it: aim }),
            _ => None,
        });
        let Some(played) = played else { return 0.0 };
        let code = self.game.code(played.card);
        code.and_then(|code| code.lists.first()).map_or(0.0, |list| self.sum(&list.ops, &played).min(3.0))
    }
}

/// A number of a program; one that a handler gives is not known.
fn number(amount: Amount) -> f64 {
    match amount {
        Amount::Fixed(n) => f64::from(n),
        Amount::Given(_) => 1.0,
    }
}

/// How much more something is worth that lasts.
fn lasting(span: &Span) -> f64 {
    let turns = match span.until {
        Until::Phase | Until::Turn | Until::OwnMorale | Until::OwnCombat => 1.0,
        Until::OwnTurns(n) | Until::FoeTurns(n) => f64::from(n.clamp(1, 4)),
        Until::Captured | Until::Battle => 4.0,
    };
    let soon = if span.from == Start::Now { 1.0 } else { 0.8 };
    let live = if span.when.is_some() { 0.6 } else { 1.0 };
    turns * soon * live
}
