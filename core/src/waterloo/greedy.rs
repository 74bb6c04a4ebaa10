//! A player who weighs what each action is worth at once, and takes the best.
//!
//! It knows what its view shows, the printed cards and the exact odds of an attack; it does not look ahead. Special cards it
//! weighs by what their programs do to the cards it sees (`specials`).

mod specials;
mod who;

use super::action::{Action, NO_GROUND};
use super::odds::{general_death, rout_chance};
use super::state::Phase;
use super::types::{Attack, CardId, Formation, GroundKind, Kind, POSITIONS, Place, Slot, foe};
use super::view::{Marks, SlotView, View};
use super::{FRENCH, Profile, Waterloo};
use crate::bot::{Bot, Sight};
use crate::chance::{Draws, Kind as Draw, Request, Seeded, Stream};
use crate::game::Player;

/// What a card is taken to be worth that nobody has seen: an Infantry card of the common sort.
const UNKNOWN: f64 = 2.6;

/// How the greedy player weighs things. The defaults are what it plays with.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weights {
    /// How much stronger an attack must be than the defence before it goes in.
    pub odds_to_engage: f64,
    /// The worth of a General killed, in cards.
    pub general: f64,
    /// The worth of keeping Cavalry fresh, in expected routs.
    pub fresh: f64,
    /// Troop cards to keep in each Position in front of which the enemy is free.
    pub garrison: f64,
    /// What a Special must be worth to be played, in cards.
    pub special: f64,
}

impl Default for Weights {
    fn default() -> Self {
        Self { odds_to_engage: 1.2, general: 1.0, fresh: 0.05, garrison: 2.0, special: 0.4 }
    }
}

/// The greedy player.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy {
    /// Its weights.
    pub weights: Weights,
}

/// What stands in one Position, as far as a player can tell.
#[derive(Clone, Copy, Default)]
struct Stand {
    /// Own Troop cards, and their strength.
    own: u8,
    strength: f64,
    /// Of those, Infantry and Cavalry that have not acted or moved, and their strength.
    strikers: u8,
    striking: f64,
    /// Own artillery.
    guns: u8,
    /// An own General.
    general: bool,
    /// Enemy Troop cards, and their strength.
    foes: u8,
    menace: f64,
    /// Of those, the ones known to be Cavalry.
    horse: u8,
    /// Of those, the ones known to be Artillery.
    batteries: u8,
    /// Whether enemy cards there still have hits to test.
    shaken: f64,
}

/// How much a card weighs in a fight: its dice by its better way of hitting, and its steadiness.
fn weight(card: &Profile) -> f64 {
    let power = f64::from(card.fire.max(card.shock));
    f64::from(card.cv) * power / 6.0 + f64::from(card.morale) / 3.0
}

struct Table<'a> {
    game: &'a Waterloo,
    view: &'a View,
    player: Player,
    at: [Stand; POSITIONS],
    /// Troop cards in the Reserve.
    reserve: usize,
    weights: Weights,
}

impl<'a> Table<'a> {
    fn new(game: &'a Waterloo, view: &'a View, player: Player, weights: Weights) -> Self {
        let mut at = [Stand::default(); POSITIONS];
        for slot in &view.slots {
            let stand = &mut at[slot.at.index()];
            let card = slot.card.map(|c| game.profile(c));
            if slot.player == player {
                match card {
                    Some(card) if card.kind == Kind::General => stand.general |= slot.up,
                    Some(card) if card.kind.is_troop() => {
                        let weight = weight(card);
                        stand.own += 1;
                        stand.strength += weight;
                        if card.kind.is_artillery() {
                            stand.guns += 1;
                        } else if !slot.marks.has(Marks::MOVED) && !slot.marks.has(Marks::ACTED) {
                            stand.strikers += 1;
                            stand.striking += weight;
                        }
                    }
                    _ => {}
                }
            } else if card.is_none_or(|c| c.kind.is_troop()) {
                stand.foes += 1;
                let weight = card.map_or(UNKNOWN, weight);
                // A card under hits may not live to fight.
                let lives = card.map_or(1.0, |c| 1.0 - rout_of(slot.hits, c.morale));
                stand.menace += weight * lives;
                stand.shaken += weight * (1.0 - lives);
                stand.horse += u8::from(card.is_some_and(|c| c.kind == Kind::Cavalry));
                stand.batteries += u8::from(card.is_some_and(|c| c.kind.is_artillery()));
            }
        }
        let hands = view.armies.iter().filter_map(|army| army.hand.as_ref());
        let reserve = hands.flat_map(|hand| &hand.reserve).filter(|&&card| game.profile(card).kind.is_troop()).count();
        Self { game, view, player, at, reserve, weights }
    }

    fn stand(&self, place: Place) -> &Stand {
        &self.at[place.index() % POSITIONS]
    }

    fn slot(&self, slot: Slot) -> Option<&SlotView> {
        self.view.slot(self.player, slot)
    }

    /// What an action is worth; 0 is what doing nothing is worth.
    fn worth(&self, sight: &Sight<'_, Waterloo>, action: &Action) -> f64 {
        match *action {
            Action::Deal | Action::Roll { .. } | Action::Show { .. } => 1000.0,
            Action::End => 0.0,
            Action::Attack { how, target, slot } => self.attack(sight, action, slot, how, target),
            Action::Commit { how, slot } => {
                let card = self.slot(slot).and_then(|s| s.card).map(|c| self.game.profile(c));
                let power = card.map_or(1, |c| if how == Attack::Shock { c.shock } else { c.fire });
                4.0 + f64::from(power)
            }
            Action::Capture { slot, .. } => {
                let card = self.slot(slot).and_then(|s| s.card).map(|c| self.game.profile(c));
                1.0 + card.map_or(0.0, |c| f64::from(c.fire))
            }
            Action::Deploy { card, to, formation, on, decoy } if self.view.phase == Phase::Deployment => {
                self.deploy(card, to, formation, on, decoy)
            }
            Action::Deploy { card, to, formation, on, decoy } => self.bring_up(card, to, formation, on, decoy),
            Action::Move { slot, to, formation } if self.view.phase == Phase::Combat => self.step(slot, to, formation),
            Action::Occupy { slot, ground } => self.occupy(slot, ground),
            Action::Move { .. } | Action::Form { .. } | Action::Leave { .. } => -1.0,
            Action::Play { card, aim } => self.play(card, aim),
            Action::Choose { what } => self.choice(what),
            Action::Pass => 0.0,
        }
    }

    fn attack(&self, sight: &Sight<'_, Waterloo>, action: &Action, slot: Slot, how: Attack, target: Slot) -> f64 {
        let [Some(dice), Some(power), morale] = sight.totals(action) else { return 0.0 };
        let (dice, power) = (dice.clamp(0, 32) as u8, power.clamp(0, 4) as u8);
        let aim = self.view.slot(foe(self.player), target);
        let card = aim.and_then(|s| s.card).map(|c| self.game.profile(c));
        let value = card.map_or(UNKNOWN, weight);
        let mut worth = 5.0 + 10.0 * value * rout_chance(dice, power, morale.unwrap_or(2));
        if let Some(aim) = aim {
            let general = self
                .view
                .at(foe(self.player), aim.at)
                .any(|s| s.up && s.card.is_some_and(|c| self.game.profile(c).kind == Kind::General));
            if general {
                worth += 10.0 * self.weights.general * general_death(dice);
            }
        }
        if how == Attack::Shock
            && self.slot(slot).and_then(|s| s.card).is_some_and(|c| self.game.profile(c).kind == Kind::Cavalry)
        {
            worth -= 10.0 * self.weights.fresh;
        }
        worth
    }

    /// Setting up: even lines, guns on Hills, Infantry in the Buildings, a General where most of his corps stand.
    fn deploy(&self, card: CardId, to: Place, formation: Formation, on: u8, decoy: bool) -> f64 {
        let profile = self.game.profile(card);
        let here = self.stand(to);
        if decoy || formation != Formation::Line {
            return -1.0;
        }
        match profile.kind {
            Kind::Terrain if profile.ground == GroundKind::River && self.player == FRENCH => -1.0,
            Kind::Terrain => 100.0,
            Kind::General => {
                let led = self.led_by(card, to);
                if led > 0 { 1.0 + f64::from(led) } else { -1.0 }
            }
            Kind::Special => -1.0,
            kind => {
                let guns = if kind.is_artillery() { f64::from(here.guns) * 8.0 } else { 0.0 };
                let ground = self.ground_worth(kind, on, to);
                50.0 - 4.0 * here.strength - guns + ground
            }
        }
    }

    /// What standing on Terrain is worth to a card of this kind.
    fn ground_worth(&self, kind: Kind, on: u8, at: Place) -> f64 {
        if on == NO_GROUND {
            return 0.0;
        }
        let Some(ground) = self.view.ground(on) else { return 0.0 };
        match (self.game.profile(ground.card).ground, kind) {
            (GroundKind::Hill, kind) if kind.is_artillery() => 3.0,
            (GroundKind::Hill, _) => 1.0,
            // Building keep Shock away; the attacker needs his Infantry free.
            (GroundKind::Building | GroundKind::Woods, Kind::Infantry) if at.owner() == self.player => 2.0,
            _ => 0.5,
        }
    }

    /// How many Troop cards in a Position a General would support.
    fn led_by(&self, general: CardId, at: Place) -> u8 {
        let lead = self.game.profile(general);
        let rank = !matches!(lead.rank, super::Rank::Corps);
        let led = self.view.at(self.player, at).filter_map(|s| s.card).filter(|&c| {
            let profile = self.game.profile(c);
            profile.kind.is_troop() && c.army() == general.army() && (rank || profile.corps == lead.corps)
        });
        led.count() as u8
    }

    /// How badly an own Position needs another card: 0 when it is safe.
    fn need(&self, at: Place) -> f64 {
        let here = self.stand(at);
        let beyond = self.stand(at.opposite());
        if here.foes > 0 {
            return 8.0 + 4.0 * (here.menace - here.strength).max(0.0) + if here.own <= 1 { 20.0 } else { 0.0 };
        }
        // While the enemy across is engaged by our own cards he cannot come over.
        let free = if beyond.own > 0 && beyond.foes > 0 { 0.3 } else { 1.0 };
        let bare = if here.own == 0 { 40.0 } else { 0.0 };
        free * (4.0 * (self.weights.garrison - f64::from(here.own)).max(0.0) + (beyond.menace - here.strength).max(0.0))
            + bare
    }

    fn bring_up(&self, card: CardId, to: Place, formation: Formation, on: u8, decoy: bool) -> f64 {
        let profile = self.game.profile(card);
        if decoy {
            return -1.0;
        }
        let here = self.stand(to);
        match profile.kind {
            Kind::Terrain if profile.ground == GroundKind::River && self.player == FRENCH => return -1.0,
            Kind::Terrain => return 30.0,
            Kind::General => {
                let led = self.led_by(card, to);
                return if here.general || led < 2 { -1.0 } else { f64::from(led) };
            }
            Kind::Special => return -1.0,
            _ => {}
        }
        if here.own >= 4 {
            return -1.0;
        }
        let support = if self.stand(to.opposite()).own > 0 { 3.0 } else { 0.0 };
        let wanted = if here.foes == 0 || on != NO_GROUND { Formation::Line } else { Formation::Column };
        let shape = if formation == wanted { 0.2 } else { 0.0 };
        let guns = if profile.kind.is_artillery() { 2.0 * f64::from(here.guns) } else { 0.0 };
        self.need(to) + support + 1.0 + shape + self.ground_worth(profile.kind, on, to) - guns + weight(profile) / 10.0
    }

    fn step(&self, slot: Slot, to: Place, formation: Formation) -> f64 {
        let Some(piece) = self.slot(slot) else { return -1.0 };
        let Some(card) = piece.card else { return -1.0 };
        let profile = self.game.profile(card);
        if to.is_reserve() || to.owner() == self.player {
            return -1.0;
        }
        let from = self.stand(piece.at);
        let there = self.stand(to);
        let fighter = matches!(profile.kind, Kind::Infantry | Kind::Cavalry);
        if fighter && there.foes == 0 {
            // The Position lies open: the battle is won.
            return 1e6;
        }
        if profile.kind == Kind::General {
            let gain = i16::from(self.led_by(card, to)) - i16::from(self.led_by(card, piece.at));
            return if there.general || there.own < 2 { -1.0 } else { f64::from(gain) };
        }
        if !fighter || there.own >= 4 {
            return -1.0;
        }
        // All that could go in this turn against all that stands there, up to four cards.
        let room = f64::from(4 - there.own.min(4));
        let share = (room / f64::from(from.strikers.max(1))).min(1.0);
        let force = there.strength + from.striking * share;
        let odds = force / (there.menace + 0.3 * there.shaken).max(0.1);
        let wanted = match profile.kind {
            Kind::Infantry if there.batteries == 0 && profile.shock > profile.fire && there.horse == 0 => {
                Formation::Column
            }
            _ => Formation::Line,
        };
        let shape = if formation == wanted { 0.5 } else { 0.0 };
        let behind = if piece.on.is_some() { 0.5 } else { 0.0 };
        // The last card leaves an open Position behind, and with no Reserve nobody will fill it.
        let bare = match (from.own, self.reserve) {
            (0 | 1, 0) => 6.0,
            (0 | 1, _) => 1.0,
            _ => 0.0,
        };
        6.0 * (odds - self.weights.odds_to_engage) + shape - behind - bare + 2.0 * f64::from(there.own.min(2))
    }

    fn occupy(&self, slot: Slot, ground: u8) -> f64 {
        let Some(piece) = self.slot(slot) else { return -1.0 };
        let Some(card) = piece.card else { return -1.0 };
        let here = self.stand(piece.at);
        if piece.on.is_some() || here.foes > 0 || piece.at.owner() != self.player {
            return -1.0;
        }
        let guns = self.game.profile(card).kind.is_artillery();
        let gain = self.ground_worth(self.game.profile(card).kind, ground, piece.at);
        // Guns that can fire do that first.
        if guns && self.stand(piece.at.opposite()).foes > 0 { gain - 4.0 } else { gain - 0.5 }
    }
}

/// The chance that a card routs of its hits, as floating point.
fn rout_of(hits: u8, morale: u8) -> f64 {
    1.0 - (f64::from(morale.clamp(1, 5)) / 6.0).powi(i32::from(hits))
}

impl Bot<Waterloo> for Greedy {
    fn name(&self) -> &'static str {
        "greedy"
    }

    fn choose(&mut self, sight: &Sight<'_, Waterloo>, legal: &[Action], draws: &mut Seeded) -> usize {
        if legal.len() < 2 {
            return 0;
        }
        let table = Table::new(sight.game(), sight.view(), sight.player(), self.weights);
        let mut any = |among: u16| {
            let request = Request { code: "choice", subject: 0, stream: Stream(0), kind: Draw::Pick { among } };
            draws.pick(request, |n| n).unwrap_or(0)
        };
        // The enemy will see the order in which face-down cards were put down: a Troop card is taken at random, and then its
        // place is chosen.
        let troop = |action: &Action| match *action {
            Action::Deploy { card, .. } if table.view.phase == Phase::Deployment => {
                table.game.profile(card).kind.is_troop().then_some(card)
            }
            _ => None,
        };
        let (mut drawn, mut count) = (None, 0);
        for card in legal.iter().filter_map(troop) {
            if drawn != Some(card) {
                count += 1;
                if any(count) == 0 {
                    drawn = Some(card);
                }
            }
        }
        let (mut best, mut most, mut ties) = (0, f64::NEG_INFINITY, 0u16);
        for (i, action) in legal.iter().enumerate() {
            if troop(action).is_some_and(|card| Some(card) != drawn) {
                continue;
            }
            let worth = table.worth(sight, action);
            if worth > most {
                (best, most, ties) = (i, worth, 1);
            } else if worth == most {
                // Of equals each is taken with the same chance.
                ties += 1;
                if any(ties) == 0 {
                    best = i;
                }
            }
        }
        best
    }
}
