//! Events: the story of a battle, exact enough to check.

use super::super::Waterloo;
use super::super::agenda::Subject;
use super::super::event::{Event, Loss, MoveKind, Piece, TurnPhase};
use super::super::state::Ending;
use super::super::types::{Attack, CardId, Place, foe};
use super::{army_text, attack_text, capital, count, dice_text, hits_on, marked, part_text};
use crate::explain::Breakdown;

/// The parts of a number, without rules: `3 printed, +1 on a Hill (Bussy)`.
fn parts(breakdown: &Breakdown) -> String {
    let parts: Vec<_> = breakdown.parts.iter().enumerate().map(|(i, p)| part_text(breakdown.what, p, i == 0)).collect();
    parts.join(", ")
}

/// Whether there is more to a number than the printed value.
fn is_plain(breakdown: &Breakdown) -> bool {
    matches!(breakdown.parts.as_slice(), [one] if one.code == "printed")
}

impl Waterloo {
    /// What a Special is played on, after its name: ` on the French Left`.
    fn aim_text(&self, aim: Subject, at: Option<Place>) -> String {
        match (aim, at) {
            (Subject::Card(card), _) => format!(" for {}", self.card_text(card)),
            (Subject::Slot { slot, .. }, Some(at)) => format!(" on slot {slot} in {}", self.place_text(at)),
            (Subject::Ground(number), Some(at)) => format!(" on Terrain {number} in {}", self.place_text(at)),
            (_, Some(at)) => format!(" on {}", self.place_text(at)),
            (_, None) => String::new(),
        }
    }

    /// An event in English, one sentence or two.
    #[must_use]
    pub fn event_text(&self, event: &Event) -> String {
        let piece = |p: &Piece| self.piece_text(p);
        let place = |p: Place| self.place_text(p);
        let text = match event {
            Event::Drew { army, card, left, muster } => {
                let what = card.map_or_else(|| format!("a {} card", army_text(*army)), |c| self.card_text(c));
                let side = self.side_text(army.player());
                if *muster {
                    format!("the {side} Muster receives {what}")
                } else {
                    format!(
                        "the {side} Reserve draws {what}; {} left in the {} deck",
                        cards_left(*left),
                        army_text(*army)
                    )
                }
            }
            Event::DealtAgain { player, troops } => format!(
                "the {} Muster has only {}, too few for three Positions: it is dealt again",
                self.side_text(*player),
                count(u32::from(*troops), "Troop card")
            ),
            Event::Deployed { piece: p, at, formation, on, up } => format!(
                "{} is deployed {} in {}{}{}",
                piece(p),
                if *up { "face-up" } else { "face-down" },
                place(*at),
                marked(*formation),
                self.stands_on(*on)
            ),
            Event::TookBack { piece: p, from } => format!("{} is taken back from {}", piece(p), place(*from)),
            Event::Laid { card, at, .. } => format!("{} is laid in {}", self.card_text(*card), place(*at)),
            Event::Ready { player } => format!("the {} side has finished deploying", self.side_text(*player)),
            Event::Lined { piece: p, at, formation, on } => {
                format!("{} stands in {}{}{}", piece(p), place(*at), marked(*formation), self.stands_on(*on))
            }
            Event::TurnBegan { turn, player } => format!("Battle Turn {turn}: {}", self.side_text(*player)),
            Event::PhaseBegan { player, phase } => format!(
                "{} {} Phase",
                self.side_text(*player),
                match phase {
                    TurnPhase::Morale => "Morale",
                    TurnPhase::Combat => "Combat",
                    TurnPhase::Reinforce => "Reinforce",
                }
            ),
            Event::Played { player, card, aim, at } => {
                let on = self.aim_text(*aim, *at);
                format!("the {} player plays {}{on}", self.side_text(*player), self.card_text(*card))
            }
            Event::Cancelled { card } => format!("{} is answered and has no effect", self.card_text(*card)),
            Event::Threw { card, player, dice } => format!(
                "the {} player rolls {} for {}",
                self.side_text(*player),
                dice_text(dice),
                self.card_text(*card)
            ),
            Event::Hit { by, piece: p, hits } => {
                format!("{} puts {} on {}", self.card_text(*by), count(u32::from(*hits), "hit"), piece(p))
            }
            Event::Used { by, piece: p } => format!("{} makes use of {}", piece(p), self.card_text(*by)),
            Event::Forgave { by, card, dice } => format!(
                "{} of {} counts as passed ({})",
                count(u32::from(*dice), "failed roll"),
                self.card_text(*card),
                self.card_text(*by)
            ),
            Event::Shown { card } => format!("{} is shown in the Reserve", self.card_text(*card)),
            Event::Searched { army, card } => {
                let found = card.map_or_else(|| "nothing that fits".to_owned(), |card| self.card_text(card));
                format!("the {} deck is looked through; it gives {found}", army_text(*army))
            }
            Event::Peeked { army, count: n, cards } => {
                let names: Vec<_> = cards.iter().map(|&card| self.card_text(card)).collect();
                let which = if names.is_empty() { String::new() } else { format!(": {}", names.join(", ")) };
                let are = if *n == 1 { "is" } else { "are" };
                format!(
                    "the top {} of the {} deck {are} looked at{which}",
                    count(u32::from(*n), "card"),
                    army_text(*army)
                )
            }
            Event::SetAside { piece: p, from } => format!("{} is set aside from {}", piece(p), place(*from)),
            Event::CameBack { card } => format!("{} is back in the Reserve", self.card_text(*card)),
            Event::Lapsed { card } => format!("{} is over", self.card_text(*card)),
            Event::Rolled { card, at, dice, value, failed } => self.rolled(*card, *at, dice, value.as_ref(), *failed),
            Event::Removed { piece: p, from, why } => match why {
                Loss::Routed => format!("{} routs from {} and is eliminated", piece(p), place(*from)),
                Loss::Killed => format!("{} is killed in {}", piece(p), place(*from)),
                Loss::Alone => {
                    format!("{} is left alone among enemies in {} and is eliminated", piece(p), place(*from))
                }
                Loss::Decoy => format!("{} was a decoy in {}; it is found and eliminated", piece(p), place(*from)),
            },
            Event::Moved { piece: p, from, to, kind, formation } => {
                let (p, from, to, how) = (piece(p), place(*from), place(*to), marked(*formation));
                match kind {
                    MoveKind::Plain => format!("{p} moves from {from} to {to}{how}"),
                    MoveKind::Engage => format!("{p} advances from {from} and engages in {to}{how}"),
                    MoveKind::Disengage => format!("{p} disengages from {from} to {to}{how}"),
                    MoveKind::Sent => format!("{p} is sent from {from} to {to}{how}"),
                }
            }
            Event::Retired { piece: p, from, kind, .. } => {
                let verb = match kind {
                    MoveKind::Disengage => "disengages",
                    MoveKind::Sent => "is sent back",
                    _ => "goes back",
                };
                format!("{} {verb} from {} to the Reserve", piece(p), place(*from))
            }
            Event::CameUp { piece: p, to, kind, formation, on } => format!(
                "{} comes up from the Reserve {} {}{}{}",
                piece(p),
                if *kind == MoveKind::Engage { "and engages in" } else { "to" },
                place(*to),
                marked(*formation),
                self.stands_on(*on)
            ),
            Event::Formed { piece: p, formation, cost } => format!(
                "{} forms {}{}",
                piece(p),
                capital(formation.name()),
                if *cost { ", which is its Move" } else { "" }
            ),
            Event::Occupied { piece: p, ground } => format!("{} occupies {}", piece(p), self.card_text(*ground)),
            Event::Left { piece: p, ground } => format!("{} steps off {}", piece(p), self.card_text(*ground)),
            Event::CaptureOpen { player, ground } => {
                format!(
                    "{} lies vacant: the {} side chooses who takes it",
                    self.card_text(*ground),
                    self.side_text(*player)
                )
            }
            Event::Captured { piece: p, ground } => format!("{} captures {}", piece(p), self.card_text(*ground)),
            Event::Revealed { piece: p, at } => format!("{} is revealed in {}", piece(p), place(*at)),
            Event::Committed { piece: p, how } => format!("{} is committed to {}", piece(p), attack_text(*how)),
            Event::AttackLost { piece: p, how } => {
                format!("{} finds nothing to attack; its {} is lost", piece(p), attack_text(*how))
            }
            Event::Attacked { piece: p, how, target, at, cv, power, dice, hits } => {
                let verb = match how {
                    Attack::Fire => "fires at",
                    Attack::Shock => "charges",
                    Attack::Long => "fires at long range at",
                };
                let cv_parts = if is_plain(cv) { format!("{} cv", cv.total) } else { parts(cv) };
                let letter = if *how == Attack::Shock { 'S' } else { 'F' };
                let power_parts = if is_plain(power) { String::new() } else { format!(": {}", parts(power)) };
                format!(
                    "{} {verb} {} in {}: {} ({cv_parts}), hits on {} ({letter}{}{power_parts}), rolled {}: {}",
                    piece(p),
                    piece(target),
                    place(*at),
                    if cv.total == 1 { "1 die".to_owned() } else { format!("{} dice", cv.total) },
                    hits_on(power.total),
                    power.total,
                    dice_text(dice),
                    if *hits == 0 { "no hit".to_owned() } else { count(u32::from(*hits), "hit") }
                )
            }
            Event::GeneralHit { piece: p, hits: 1 } => format!("a 1 among the dice hits {}", piece(p)),
            Event::GeneralHit { piece: p, hits } => format!("{hits} dice showing 1 hit {}", piece(p)),
            Event::Blown { piece: p } => format!("{} is blown", piece(p)),
            Event::Recovered { piece: p } => format!("{} has recovered", piece(p)),
            Event::Arrived { card } => format!("{} shows himself: the Prussians have arrived", self.card_text(*card)),
            Event::DeckEmpty { army } => format!("the {} deck is empty; nothing is drawn", army_text(*army)),
            Event::Ended { ending } => self.ending_text(ending),
        };
        format!("{}.", capital(&text))
    }

    /// How a battle ended.
    #[must_use]
    pub fn ending_text(&self, ending: &Ending) -> String {
        match ending {
            Ending::Victory { winner, at } => format!(
                "{} victory: the {} hold {} and no {} Troops oppose them",
                self.side_text(*winner),
                self.people_text(*winner),
                self.place_text(*at),
                self.side_text(foe(*winner))
            ),
            Ending::NoWin => "A draw: neither side has Infantry or Cavalry left to win with".to_owned(),
            Ending::TurnCap => "A draw: the last Battle Turn is over".to_owned(),
        }
    }

    fn stands_on(&self, on: Option<CardId>) -> String {
        on.map_or_else(String::new, |ground| format!(", occupying {}", self.card_text(ground)))
    }

    fn rolled(&self, card: CardId, at: Place, dice: &[u8], value: Option<&Breakdown>, failed: u8) -> String {
        let (name, at, dice_rolled) = (self.card_text(card), self.place_text(at), dice_text(dice));
        let hits = count(dice.len() as u32, "hit");
        match value {
            None => format!(
                "{name} has {hits} in {at} and rolls {dice_rolled}: he {}",
                if failed == 0 { "is unhurt" } else { "falls" }
            ),
            Some(value) => {
                let parts = if is_plain(value) { String::new() } else { format!(" ({})", parts(value)) };
                let result = match failed {
                    0 => "it stands".to_owned(),
                    n if dice.len() == 1 && n == 1 => "it breaks".to_owned(),
                    n => format!("{n} of {} fail, it breaks", dice.len()),
                };
                format!("{name} tests {hits} in {at} at Morale {}{parts}, rolled {dice_rolled}: {result}", value.total)
            }
        }
    }
}

fn cards_left(n: u16) -> String {
    if n == 0 { "none".to_owned() } else { n.to_string() }
}
