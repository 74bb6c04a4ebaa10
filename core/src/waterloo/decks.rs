//! Battle Decks (W 2.0), Musters by number (W 3.0), custom decks (W 15.0) and collections (W 18.0): from a [`Setup`],
//! which may be wrong, to the armies' lists of cards, or to all that is wrong with it.

mod collection;
mod fill;

pub use collection::{Collection, DECK_CARDS, Rarity};

use super::cards::{Card, CardSet, ChartRow};
use super::setup::{Deal, Scale, Setup, SetupFault, SetupFaults};
use super::specials::Specials;
use super::types::{ALLIED, ARMY_CARDS, Army, FRENCH, GroundKind, KINDS, Kind};
use super::validate::TURNS;
use super::{Roster, Waterloo};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The smallest Battle Deck that a scale may give (W N24).
const SMALLEST_DECK: u32 = 6;
/// The smallest Muster: one card for each Position (W 4.1, r2).
const SMALLEST_MUSTER: u16 = 3;
/// How often a card may be in a custom deck (W 15.0).
const COPIES: usize = 3;

impl Waterloo {
    /// The battle that `setup` describes, played with the cards of `set`.
    ///
    /// # Errors
    /// All that is wrong with the setup.
    pub fn new(set: Arc<CardSet>, setup: Setup) -> Result<Self, SetupFaults> {
        let mut faults = Vec::new();
        check_options(&setup, &mut faults);
        let chart = set.battle(&setup.battle);
        let mut rosters: [Roster; 3] = Default::default();
        let mut name = String::new();
        if let Some(first) = chart.first() {
            first.name.clone_into(&mut name);
            for &army in setup.deals.keys().filter(|&&army| chart.iter().all(|row| row.army != army)) {
                faults.push(SetupFault::NotThere { army, battle: name.clone() });
            }
            for row in &chart {
                let maker = Maker { set: &set, setup: &setup, row, faults: &mut faults };
                if let Some(roster) = rosters.get_mut(row.army.index()) {
                    *roster = maker.roster();
                }
            }
            // Before this, every fault is one of a number or a card; a deck that has none may still be no army.
            if faults.is_empty() {
                check_troops(&rosters, &mut faults);
            }
        } else {
            faults.push(SetupFault::UnknownBattle { code: setup.battle.clone(), known: set.battles().join(", ") });
        }
        if !faults.is_empty() {
            return Err(SetupFaults(faults));
        }
        let specials = Specials::new(&set, &mut rosters);
        Ok(Self { set, setup, name, rosters, specials })
    }

    /// The armies that fight this battle, in order.
    pub fn armies(&self) -> impl Iterator<Item = Army> + Clone {
        Army::ALL.iter().copied().filter(|&army| !self.roster(army).cards.is_empty())
    }

    /// The chart's row of an army (W 2.0).
    #[must_use]
    pub fn chart_row(&self, army: Army) -> Option<&ChartRow> {
        self.set.chart.iter().find(|row| row.battle == self.setup.battle && row.army == army)
    }
}

/// The Battle Points of cards, given by number, copies counted (W 15.0); numbers that are no cards cost nothing.
#[must_use]
pub fn cost(set: &CardSet, numbers: &[u16]) -> u32 {
    numbers.iter().filter_map(|&number| set.by_number(number)).map(|card| u32::from(card.bp)).sum()
}

/// The Battle Points that a custom deck of `row` may cost (W 15.0): the chart's, scaled, rounded down.
#[must_use]
pub fn limit(row: &ChartRow, scale: Scale) -> u32 {
    scaled(row.bp, scale)
}

fn scaled(value: u16, scale: Scale) -> u32 {
    u32::from(value) * u32::from(scale.by) / u32::from(scale.over).max(1)
}

fn narrow(value: usize) -> u16 {
    u16::try_from(value).unwrap_or(u16::MAX)
}

fn check_options(setup: &Setup, faults: &mut Vec<SetupFault>) {
    let mut fault = |option, message| faults.push(SetupFault::Option { option, message });
    if setup.scale.by == 0 || setup.scale.over == 0 {
        fault("scale", "write two whole numbers of at least 1, such as 1/2 or 2/1");
    }
    if setup.options.woods_minimum > 1 {
        fault("woods_minimum", "write 0 or 1");
    }
    if setup.options.turn_cap == Some(0) {
        fault("turn_cap", "write at least 1 turn a side, or nothing for no cap");
    }
    if setup.options.turn_cap.is_some_and(|cap| cap > TURNS / 2) {
        fault("turn_cap", "write at most 8000 turns a side: no battle is longer");
    }
}

/// Each side must be able to hold its three Positions with what it musters (W 4.1, N25).
fn check_troops(rosters: &[Roster; 3], faults: &mut Vec<SetupFault>) {
    for (player, name) in [(FRENCH, "French"), (ALLIED, "Allied")] {
        let armies = super::types::armies(player).iter().filter_map(|army| rosters.get(army.index()));
        let have = armies.map(|roster| roster.muster.min(roster.troops())).sum();
        if have < SMALLEST_MUSTER {
            faults.push(SetupFault::TooFewTroops { player: name, have });
        }
    }
}

impl Roster {
    /// How many Troop cards the Battle Deck can hold.
    fn troops(&self) -> u16 {
        match &self.quota {
            Some(quota) => Kind::ALL.iter().zip(quota).filter(|(kind, _)| kind.is_troop()).map(|(_, n)| n).sum(),
            None => narrow(self.cards.iter().filter(|card| card.kind.is_troop()).count()),
        }
    }
}

/// Makes one army's roster.
struct Maker<'a> {
    set: &'a CardSet,
    setup: &'a Setup,
    row: &'a ChartRow,
    faults: &'a mut Vec<SetupFault>,
}

impl<'a> Maker<'a> {
    fn army(&self) -> Army {
        self.row.army
    }

    fn roster(mut self) -> Roster {
        let deal = self.setup.deals.get(&self.army()).unwrap_or(&Deal::Historical);
        // The scale makes no deck that is given whole (W 2.0, 15.0).
        let whole = matches!(deal, Deal::AllHistorical | Deal::Custom(_));
        let size = if whole { None } else { self.deck_size() };
        let scale = if *deal == Deal::AllHistorical { Scale::default() } else { self.setup.scale };
        let cards = self.pool(deal);
        let have = narrow(cards.len());
        let deck = match deal {
            Deal::AllHistorical | Deal::Custom(_) => have,
            _ => size.unwrap_or(0),
        };
        let muster = match deal {
            _ if self.row.muster == 0 => 0,
            Deal::Custom(_) => deck / 2,
            _ => scaled(self.row.muster, scale).try_into().unwrap_or(u16::MAX).max(SMALLEST_MUSTER),
        };
        if cards.len() > ARMY_CARDS {
            self.faults.push(SetupFault::TooManyCards { army: self.army(), have: cards.len(), most: ARMY_CARDS });
            return Roster::default();
        }
        if muster > 0 && muster < SMALLEST_MUSTER {
            self.faults.push(SetupFault::SmallMuster { army: self.army(), muster });
        }
        let need = deck.max(muster);
        if need > have {
            self.faults.push(SetupFault::TooFewCards { army: self.army(), need, have });
        }
        let quota = match deal {
            Deal::Quota(asked) if size.is_some() && need <= have => self.quota(asked.as_ref(), &cards, deck),
            _ => None,
        };
        let reinforce = scaled(u16::from(self.row.reinforce), scale).clamp(1, u32::from(u8::MAX)) as u8;
        let (cards, kinds) = fill::profiles(self.set, self.army(), &cards);
        Roster { cards, kinds, deck, muster, reinforce, quota }
    }

    /// D, scaled (W 2.0, N24).
    fn deck_size(&mut self) -> Option<u16> {
        let Scale { by, over } = self.setup.scale;
        if by == 0 || over == 0 {
            return None;
        }
        let deck = self.row.deck;
        let size = scaled(deck, self.setup.scale);
        let whole = u32::from(deck) * u32::from(by) % u32::from(over) == 0;
        if by != over && (!whole || size < SMALLEST_DECK) {
            self.faults.push(SetupFault::Scale { by, over, army: self.army(), deck });
            return None;
        }
        u16::try_from(size).ok()
    }

    /// The cards that can be dealt, by number; copies follow each other.
    fn pool(&mut self, deal: &Deal) -> Vec<&'a Card> {
        let (set, army, battle) = (self.set, self.army(), self.setup.battle.as_str());
        let fits = |card: &&Card| match card.kind {
            Kind::Special => self.setup.options.specials,
            Kind::Terrain => card.fights_at(battle),
            _ => true,
        };
        match deal {
            Deal::Historical | Deal::AllHistorical | Deal::Quota(_) => {
                set.of_army(army).filter(fits).filter(|card| card.fights_at(battle)).collect()
            }
            Deal::Any => set.of_army(army).filter(fits).collect(),
            Deal::Collection(numbers) => {
                let numbers: BTreeSet<u16> = numbers.iter().copied().collect();
                numbers.into_iter().filter_map(|number| self.own_card(number)).filter(fits).collect()
            }
            Deal::Custom(numbers) => self.custom(numbers),
        }
    }

    /// The card of this army with a number; another number is a fault.
    fn own_card(&mut self, number: u16) -> Option<&'a Card> {
        let card = self.set.by_number(number).filter(|card| card.army == self.army());
        if card.is_none() {
            self.faults.push(SetupFault::NotACard { army: self.army(), number });
        }
        card
    }

    /// A custom deck (W 15.0).
    fn custom(&mut self, numbers: &[u16]) -> Vec<&'a Card> {
        let mut counts: BTreeMap<u16, usize> = BTreeMap::new();
        for &number in numbers {
            *counts.entry(number).or_default() += 1;
        }
        let mut cards = Vec::new();
        for (number, times) in counts {
            let Some(card) = self.own_card(number) else { continue };
            let most = if matches!(card.kind, Kind::General | Kind::Terrain) { 1 } else { COPIES };
            let name = card.name.clone();
            match card.kind {
                Kind::Special if !self.setup.options.specials => self.faults.push(SetupFault::Special { name }),
                Kind::Terrain if !card.fights_at(&self.setup.battle) => {
                    self.faults.push(SetupFault::ForeignTerrain { name, battle: self.row.name.clone() });
                }
                _ if times > most => self.faults.push(SetupFault::Duplicate { number, name, times, most }),
                _ => {}
            }
            cards.extend(std::iter::repeat_n(card, times));
        }
        let (cost, limit) = (cost(self.set, numbers), limit(self.row, self.setup.scale));
        if cost > limit {
            self.faults.push(SetupFault::BattlePoints { army: self.army(), cost, limit });
        }
        cards
    }

    /// How many cards of each type the deck has (W r4).
    fn quota(&mut self, asked: Option<&BTreeMap<Kind, u16>>, cards: &[&Card], deck: u16) -> Option<[u16; KINDS]> {
        let mut have = [0_u16; KINDS];
        for card in cards {
            have[card.kind as usize] += 1;
        }
        let Some(asked) = asked else { return Some(shares(&have, deck)) };
        let mut quota = [0; KINDS];
        let mut sum = 0_u32;
        for (&kind, &asked) in asked {
            let have = have[kind as usize];
            if asked > have {
                self.faults.push(SetupFault::Quota { army: self.army(), kind, asked, have });
            }
            quota[kind as usize] = asked;
            sum += u32::from(asked);
        }
        if sum != u32::from(deck) {
            self.faults.push(SetupFault::QuotaSum { army: self.army(), sum, deck });
        }
        Some(quota)
    }
}

/// Shares of `deck` in the proportions of `have`, by largest remainder; of equal remainders the first type goes first.
fn shares(have: &[u16; KINDS], deck: u16) -> [u16; KINDS] {
    let all = have.iter().map(|&n| u32::from(n)).sum::<u32>().max(1);
    let exact = |n: u16| u32::from(n) * u32::from(deck);
    let mut quota = have.map(|n| (exact(n) / all) as u16);
    let mut order: Vec<usize> = (0..KINDS).collect();
    order.sort_by_key(|&kind| std::cmp::Reverse(have.get(kind).map_or(0, |&n| exact(n) % all)));
    let rest = usize::from(deck.saturating_sub(quota.iter().sum()));
    for kind in order.into_iter().take(rest) {
        quota[kind] += 1;
    }
    quota
}

/// The class of Terrain that other cards carry, where it means nothing.
const NO_GROUND: GroundKind = GroundKind::Hill;
