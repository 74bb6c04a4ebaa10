//! Counting the ways in which one army's unseen cards can lie, and picking one of them.
//!
//! The sets of types that a face-down slot may take are nested or apart: Infantry; Cavalry; both and Horse Artillery; all
//! Troops; anything. So cards that nobody has seen yet can be counted from the narrowest slots outwards, as a product:
//! each slot takes any card of its types that no narrower slot has taken. Returned cards fit only slots that were filled
//! after they returned. They are counted first, the latest return before the earlier ones, because what it may fill the
//! earlier ones may fill too: all that matters of the choices so far is how many slots of each class they took.

use crate::chance::{Draws, Kind as Draw, Request, Unmet};
use crate::waterloo::streams::SAMPLES;
use crate::waterloo::types::{Army, CardId, KINDS, Kind, SLOTS, Slot, nth_card};
use std::collections::BTreeMap;

/// The purpose of its draws.
pub(super) const CODE: &str = "determinise";

/// What a face-down card can be, from the narrowest to the widest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Class {
    Infantry,
    Cavalry,
    Mobile,
    Troop,
    Any,
}

const CLASSES: [Class; 5] = [Class::Infantry, Class::Cavalry, Class::Mobile, Class::Troop, Class::Any];
const OTHERS: [Kind; 3] = [Kind::General, Kind::Terrain, Kind::Special];
const TROOPS: [Kind; 4] = [Kind::Infantry, Kind::Cavalry, Kind::HorseArtillery, Kind::FootArtillery];

impl Class {
    pub(super) const fn takes(self, kind: Kind) -> bool {
        match self {
            Self::Infantry => matches!(kind, Kind::Infantry),
            Self::Cavalry => matches!(kind, Kind::Cavalry),
            Self::Mobile => kind.is_troop() && !matches!(kind, Kind::FootArtillery),
            Self::Troop => kind.is_troop(),
            Self::Any => true,
        }
    }
}

/// A face-down slot; or, from 64 on, a card in the Reserve that a Special acts on in secret.
#[derive(Clone)]
pub(super) struct Spot {
    pub(super) slot: Slot,
    pub(super) class: Class,
    /// How many returned cards may have come up to it: the first so many.
    pub(super) since: u8,
}

/// A returned card that has not been seen since.
#[derive(Clone)]
pub(super) struct Marked {
    pub(super) card: CardId,
    pub(super) kind: Kind,
    /// Its place in the list of returns.
    pub(super) index: usize,
}

/// What is hidden of one army.
#[derive(Clone)]
pub(super) struct Hidden {
    pub(super) army: Army,
    pub(super) spots: Vec<Spot>,
    /// Oldest return first.
    pub(super) marked: Vec<Marked>,
    /// Unseen cards that are known to be in the Reserve.
    pub(super) named: u128,
    /// The other unseen cards, by kind.
    pub(super) free: [u128; KINDS],
    /// Other unseen cards in the Reserve.
    pub(super) reserve: usize,
    /// How many free cards of each kind can have been drawn.
    pub(super) caps: [usize; KINDS],
}

/// One way in which they can lie.
pub(super) struct Filled {
    pub(super) slots: Vec<(Slot, CardId)>,
    /// The unseen cards in the Reserve.
    pub(super) reserve: u128,
    /// Of these, the cards that a Special acts on in secret.
    pub(super) secrets: Vec<CardId>,
    /// How many of all these are Troops.
    pub(super) troops: usize,
}

/// How many slots of each class are taken.
type Taken = [usize; CLASSES.len()];

/// How many free cards of each kind are drawn: the Troops in their order, then all others together.
type Drawn = [usize; TROOPS.len() + 1];

fn falling(n: usize, k: usize) -> f64 {
    if k > n { 0.0 } else { (0..k).map(|i| (n - i) as f64).product() }
}

fn binomial(n: usize, k: usize) -> f64 {
    if k > n { 0.0 } else { (0..k.min(n - k)).fold(1.0, |ways, i| ways * (n - i) as f64 / (i + 1) as f64) }
}

/// The ways to fill so many slots of each class with free cards of so many of each kind.
fn ways_to_stand(cards: Drawn, slots: Taken) -> f64 {
    let [infantry, cavalry, horse, foot, others] = cards;
    let [only_infantry, only_cavalry, mobile, troop, any] = slots;
    let mut ways = falling(infantry, only_infantry) * falling(cavalry, only_cavalry);
    let mut left = (infantry + cavalry + horse).saturating_sub(only_infantry + only_cavalry);
    ways *= falling(left, mobile);
    left = left.saturating_sub(mobile) + foot;
    ways *= falling(left, troop);
    left = left.saturating_sub(troop) + others;
    ways * falling(left, any)
}

impl Hidden {
    /// Holds the draw to a deck by quota, unless the cards that are out do not come from such a deck.
    pub(super) fn limit(&mut self, quota: [u16; KINDS], out: [usize; KINDS], left: u16) {
        let deck: usize = quota.iter().map(|&n| usize::from(n)).sum();
        let drawn = out.iter().sum::<usize>() + (self.spots.len() + self.reserve).saturating_sub(self.marked.len());
        let fits = quota.iter().zip(out).all(|(&q, out)| out <= usize::from(q));
        if fits && drawn + usize::from(left) == deck {
            for (k, cap) in self.caps.iter_mut().enumerate() {
                *cap = (*cap).min(usize::from(quota[k]) - out[k]);
            }
        }
    }

    fn count(&self, kind: Kind) -> usize {
        self.free[kind as usize].count_ones() as usize
    }

    fn is_capped(&self) -> bool {
        (0..KINDS).any(|k| self.caps[k] < self.free[k].count_ones() as usize)
    }

    /// For each total, in how many ways so many free cards of `kinds` can be drawn; one row for each kind and what is
    /// behind it.
    fn draws_of(&self, kinds: &[Kind], most: usize) -> Vec<Vec<f64>> {
        let mut rows = vec![vec![0.0; most + 1]; kinds.len() + 1];
        rows[kinds.len()][0] = 1.0;
        for (i, &kind) in kinds.iter().enumerate().rev() {
            for total in 0..=most {
                rows[i][total] = (0..=total.min(self.caps[kind as usize]))
                    .map(|n| binomial(self.count(kind), n) * rows[i + 1][total - n])
                    .sum();
            }
        }
        rows
    }

    /// Draws `total` free cards of `kinds`, each set of them as likely as any other.
    fn draw<D: Draws>(
        &self,
        kinds: &[Kind],
        mut total: usize,
        sampler: &mut Sampler<'_, D>,
        out: &mut [u128; KINDS],
    ) -> Result<(), Unmet> {
        let rows = self.draws_of(kinds, total);
        for (i, &kind) in kinds.iter().enumerate() {
            let weights: Vec<f64> = (0..=total.min(self.caps[kind as usize]))
                .map(|n| binomial(self.count(kind), n) * rows[i + 1][total - n])
                .collect();
            let n = sampler.weighted(self.army, &weights)?;
            out[kind as usize] |= sampler.some(self.army, self.free[kind as usize], n)?;
            total -= n;
        }
        Ok(())
    }

    /// One way in which the cards can lie, drawn fairly.
    ///
    /// `least` and `rest` matter while a player deploys out of sight: then his armies, this one and those in `rest`, hold
    /// at least so many Troops.
    pub(super) fn fill<D: Draws>(
        &self,
        least: usize,
        rest: &[Self],
        sampler: &mut Sampler<'_, D>,
    ) -> Result<Filled, Unmet> {
        let mut filled = self.try_fill(least, rest, sampler);
        if self.is_capped() && matches!(filled, Err(Unmet::Nothing { .. })) {
            // A position set up by hand, whose cards are of no deck by quota.
            filled = self.without_caps().try_fill(least, rest, sampler);
        }
        let mut filled = filled?;
        filled.reserve |= self.named;
        for &(slot, card) in filled.slots.iter().filter(|(slot, _)| usize::from(*slot) >= SLOTS) {
            filled.reserve |= card.bit();
            let number = usize::from(slot) - SLOTS;
            let len = filled.secrets.len().max(number + 1);
            filled.secrets.resize(len, CardId::NONE);
            filled.secrets[number] = card;
        }
        filled.slots.retain(|(slot, _)| usize::from(*slot) < SLOTS);
        Ok(filled)
    }

    fn without_caps(&self) -> Self {
        Self { caps: self.free.map(|kind| kind.count_ones() as usize), ..self.clone() }
    }

    fn try_fill<D: Draws>(&self, least: usize, rest: &[Self], sampler: &mut Sampler<'_, D>) -> Result<Filled, Unmet> {
        if least > 0 {
            return self.fill_hand(least, rest, sampler);
        }
        let mut filled = Filled { slots: Vec::new(), reserve: 0, secrets: Vec::new(), troops: 0 };
        let (mut open, taken) = self.fill_marked(sampler, &mut filled)?;
        let marked_in_reserve = self.marked.len() - filled.slots.len();
        let mut free = self.free;
        if self.is_capped() {
            let slots = self.untaken(taken);
            let cases = self.drawn_cases(slots, marked_in_reserve);
            let weights: Vec<f64> = cases.iter().map(|(_, ways)| *ways).collect();
            let (drawn, _) = cases[sampler.weighted(self.army, &weights)?];
            free = [0; KINDS];
            for (kind, n) in TROOPS.into_iter().zip(drawn) {
                free[kind as usize] = sampler.some(self.army, self.free[kind as usize], n)?;
            }
            self.draw(&OTHERS, drawn[TROOPS.len()], sampler, &mut free)?;
        }
        for class in CLASSES {
            let (these, others): (Vec<_>, Vec<_>) = open.into_iter().partition(|&i| self.spots[i].class == class);
            for i in these {
                let able = (0..KINDS).filter(|&k| class.takes(Kind::ALL[k])).fold(0, |set, k| set | free[k]);
                let card = sampler.one(self.army, able)?;
                free.iter_mut().for_each(|set| *set &= !card.bit());
                filled.slots.push((self.spots[i].slot, card));
            }
            open = others;
        }
        let rest = free.iter().fold(0, |set, kind| set | kind);
        let n = self.reserve.saturating_sub(marked_in_reserve);
        filled.reserve |= sampler.some(self.army, rest, n)?;
        Ok(filled)
    }

    /// How many slots of each class there are that were filled after return `index`.
    fn spots_after(&self, index: usize) -> Taken {
        let mut count = [0; CLASSES.len()];
        for spot in self.spots.iter().filter(|s| usize::from(s.since) > index) {
            count[spot.class as usize] += 1;
        }
        count
    }

    /// How many slots of each class are left for free cards.
    fn untaken(&self, taken: Taken) -> Taken {
        let mut left = [0; CLASSES.len()];
        for spot in &self.spots {
            left[spot.class as usize] += 1;
        }
        for (left, taken) in left.iter_mut().zip(taken) {
            *left -= taken;
        }
        left
    }

    /// Places the returned cards; gives the slots that are still open, by place in `spots`, and how many of each class
    /// were taken.
    fn fill_marked<D: Draws>(
        &self,
        sampler: &mut Sampler<'_, D>,
        filled: &mut Filled,
    ) -> Result<(Vec<usize>, Taken), Unmet> {
        let order: Vec<&Marked> = self.marked.iter().rev().collect();
        let room: Vec<Taken> = order.iter().map(|m| self.spots_after(m.index)).collect();
        // In how many ways the first so many cards can have taken so many slots of each class.
        let mut layers = vec![BTreeMap::from([([0; CLASSES.len()], 1.0)])];
        for (card, room) in order.iter().zip(&room) {
            let mut next: BTreeMap<Taken, f64> = BTreeMap::new();
            for (&taken, &ways) in &layers[layers.len() - 1] {
                *next.entry(taken).or_default() += ways;
                for class in CLASSES.into_iter().filter(|class| class.takes(card.kind)) {
                    let c = class as usize;
                    let free = room[c].saturating_sub(taken[c]);
                    if free > 0 {
                        let mut more = taken;
                        more[c] += 1;
                        *next.entry(more).or_default() += ways * free as f64;
                    }
                }
            }
            layers.push(next);
        }
        let last = &layers[order.len()];
        let ends: Vec<Taken> = last.keys().copied().collect();
        let weights: Vec<f64> = last.iter().map(|(&taken, ways)| ways * self.ways_behind(taken)).collect();
        let end = ends[sampler.weighted(self.army, &weights)?];
        // Backwards: which class each card took.
        let mut taken = end;
        let mut classes = vec![None; order.len()];
        for (j, card) in order.iter().enumerate().rev() {
            let before = &layers[j];
            let mut cases = vec![(None, before.get(&taken).copied().unwrap_or_default())];
            for class in CLASSES.into_iter().filter(|class| class.takes(card.kind)) {
                let c = class as usize;
                if taken[c] > 0 {
                    let mut less = taken;
                    less[c] -= 1;
                    let ways = before.get(&less).copied().unwrap_or_default();
                    cases.push((Some(class), ways * room[j][c].saturating_sub(less[c]) as f64));
                }
            }
            let weights: Vec<f64> = cases.iter().map(|(_, ways)| *ways).collect();
            classes[j] = cases[sampler.weighted(self.army, &weights)?].0;
            if let Some(class) = classes[j] {
                taken[class as usize] -= 1;
            }
        }
        // Forwards: which slot of the class.
        let mut open: Vec<usize> = (0..self.spots.len()).collect();
        for (card, class) in order.iter().zip(classes) {
            let Some(class) = class else {
                filled.reserve |= card.card.bit();
                continue;
            };
            let able = |&i: &usize| self.spots[i].class == class && usize::from(self.spots[i].since) > card.index;
            let able: Vec<usize> = open.iter().copied().filter(able).collect();
            let i = able[sampler.below(self.army, able.len())?];
            filled.slots.push((self.spots[i].slot, card.card));
            open.retain(|&other| other != i);
        }
        Ok((open, end))
    }

    /// In how many ways the free cards can lie once the returned ones have taken so many slots of each class.
    fn ways_behind(&self, taken: Taken) -> f64 {
        let marked_in_reserve = self.marked.len() - taken.iter().sum::<usize>();
        if marked_in_reserve > self.reserve {
            return 0.0;
        }
        let slots = self.untaken(taken);
        if self.is_capped() {
            return self.drawn_cases(slots, marked_in_reserve).iter().map(|(_, ways)| ways).sum();
        }
        let others = OTHERS.iter().map(|&kind| self.count(kind)).sum();
        let [infantry, cavalry, horse, foot] = TROOPS.map(|kind| self.count(kind));
        let cards = [infantry, cavalry, horse, foot, others];
        let standing = slots.iter().sum::<usize>();
        let rest = cards.iter().sum::<usize>().saturating_sub(standing);
        ways_to_stand(cards, slots) * binomial(rest, self.reserve - marked_in_reserve)
    }

    /// How many free cards of each kind can have been drawn, and in how many ways they can then lie.
    fn drawn_cases(&self, slots: Taken, marked_in_reserve: usize) -> Vec<(Drawn, f64)> {
        let total = slots.iter().sum::<usize>() + self.reserve.saturating_sub(marked_in_reserve);
        let others = self.draws_of(&OTHERS, total).swap_remove(0);
        let [infantry, cavalry, horse, foot] = TROOPS.map(|kind| self.caps[kind as usize].min(total));
        let ways = |kind: usize, n: usize| binomial(self.count(TROOPS[kind]), n);
        let mut cases = Vec::new();
        for i in 0..=infantry {
            for c in 0..=cavalry.min(total - i) {
                let so_far = ways(0, i) * ways(1, c);
                for h in 0..=horse.min(total - i - c) {
                    for f in 0..=foot.min(total - i - c - h) {
                        let rest = total - i - c - h - f;
                        let drawn = [i, c, h, f, rest];
                        let ways = so_far * ways(2, h) * ways(3, f) * others[rest] * ways_to_stand(drawn, slots);
                        if ways > 0.0 {
                            cases.push((drawn, ways));
                        }
                    }
                }
            }
        }
        cases
    }

    /// The hand of a player who deploys out of sight: everything that his armies were dealt, with enough Troops among it.
    fn fill_hand<D: Draws>(&self, least: usize, rest: &[Self], sampler: &mut Sampler<'_, D>) -> Result<Filled, Unmet> {
        let hands = self.hands();
        let weights: Vec<f64> = hands
            .iter()
            .enumerate()
            .map(|(troops, ways)| ways * ways_with(least.saturating_sub(troops), rest))
            .collect();
        let troops = sampler.weighted(self.army, &weights)?;
        let mut drawn = [0; KINDS];
        self.draw(&TROOPS, troops, sampler, &mut drawn)?;
        self.draw(&OTHERS, self.reserve - troops, sampler, &mut drawn)?;
        let reserve = drawn.iter().fold(0, |set, kind| set | kind);
        Ok(Filled { slots: Vec::new(), reserve, secrets: Vec::new(), troops })
    }

    /// In how many ways the hand can be dealt, by the number of Troops in it.
    fn hands(&self) -> Vec<f64> {
        let troops = self.draws_of(&TROOPS, self.reserve).swap_remove(0);
        let others = self.draws_of(&OTHERS, self.reserve).swap_remove(0);
        troops.iter().zip(others.iter().rev()).map(|(troops, others)| troops * others).collect()
    }
}

/// In how many ways these hands can be dealt with at least so many Troops among them.
fn ways_with(least: usize, hands: &[Hidden]) -> f64 {
    match hands {
        [] => f64::from(u8::from(least == 0)),
        [first, rest @ ..] => first
            .hands()
            .iter()
            .enumerate()
            .map(|(troops, ways)| ways * ways_with(least.saturating_sub(troops), rest))
            .sum(),
    }
}

/// Fair choices by named draws.
pub(super) struct Sampler<'a, D> {
    pub(super) draws: &'a mut D,
}

impl<D: Draws> Sampler<'_, D> {
    /// A number below `n`; nothing is drawn when there is but one.
    pub(super) fn below(&mut self, army: Army, n: usize) -> Result<usize, Unmet> {
        match u16::try_from(n) {
            Ok(0) | Err(_) => Err(Unmet::Nothing { code: CODE }),
            Ok(1) => Ok(0),
            Ok(among) => {
                let kind = Draw::Pick { among };
                let request = Request { code: CODE, subject: army as u16, stream: SAMPLES, kind };
                self.draws.pick(request, |i| i).map(usize::from)
            }
        }
    }

    /// One of several cases, by weight.
    fn weighted(&mut self, army: Army, weights: &[f64]) -> Result<usize, Unmet> {
        let total: f64 = weights.iter().sum();
        let mut possible = weights.iter().enumerate().filter(|(_, w)| **w > 0.0).map(|(i, _)| i);
        let Some(first) = possible.next() else { return Err(Unmet::Nothing { code: CODE }) };
        let Some(last) = possible.next_back() else { return Ok(first) };
        // Four picks of 13 bits make a fraction of 52 bits.
        let mut fraction = 0.0;
        for _ in 0..4 {
            fraction = (fraction + self.below(army, 1 << 13)? as f64) / f64::from(1 << 13);
        }
        let mut rest = fraction * total;
        for (i, &weight) in weights.iter().enumerate().take(last) {
            if rest < weight {
                return Ok(i);
            }
            rest -= weight;
        }
        Ok(last)
    }

    fn one(&mut self, army: Army, set: u128) -> Result<CardId, Unmet> {
        let n = self.below(army, set.count_ones() as usize)?;
        Ok(nth_card(army, set, n as u16))
    }

    /// `n` cards of `set`.
    pub(super) fn some(&mut self, army: Army, mut set: u128, n: usize) -> Result<u128, Unmet> {
        let mut chosen = 0;
        for _ in 0..n {
            let card = self.one(army, set)?;
            set &= !card.bit();
            chosen |= card.bit();
        }
        Ok(chosen)
    }
}
