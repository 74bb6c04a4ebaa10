//! Morale (W 6.0).

use super::agenda::{Subject, Task};
use super::event::{Event, Loss};
use super::refusal::Refusal;
use super::specials::program::{Quantity, Window};
use super::state::{Location, Phase, State};
use super::turn::{Ctx, ROLLS};
use super::types::{CardId, Formation, Kind, Place, armies, foe, slots};
use super::{Waterloo, streams};
use crate::chance::{Draws, Kind as Draw, MAX_DICE, Request, Unmet};
use crate::cite::Cite;
use crate::explain::{Breakdown, Sum, Tally};
use crate::game::{Player, Sink, Viewer};

/// The lowest and the highest Morale value after all modifiers: a 1 always passes, a 6 always fails (W 6.0, r18).
pub const RANGE: (i16, i16) = (1, 5);

/// Whether one die fails against a value (W 6.0).
#[must_use]
pub const fn fails(die: u8, value: i16) -> bool {
    die == 6 || (die != 1 && die as i16 > value)
}

/// Completes a Morale value that holds what is printed and what the General adds: +1 in Square (W 9.3), what the Terrain
/// adds (W r19), held to 1..5 (W r18).
pub fn complete<T: Tally>(square: bool, terrain: i16, tally: &mut T, ground: impl FnOnce() -> String) {
    if square {
        tally.add("square", 1, Cite("W 9.3"), String::new);
    }
    if terrain != 0 {
        tally.add("terrain", terrain, Cite("W r19"), ground);
    }
    tally.clamp(RANGE.0, RANGE.1, Cite("W r18"));
}

impl Waterloo {
    /// The Morale value of a Troop card where it stands (W 6.0): printed, with its General (W 12.1), a Square (W 9.3) and
    /// Terrain (W r19), held to 1..5 (W r18). A face-down General counts for nothing (W N12).
    pub fn morale<T: Tally>(&self, state: &State, card: CardId, tally: &mut T) {
        self.morale_seen(state, card, Viewer::Referee, tally);
    }

    /// The same as far as these eyes can tell: a commander whom they do not see is taken to be absent (W N14).
    pub fn morale_seen<T: Tally>(&self, state: &State, card: CardId, eyes: Viewer, tally: &mut T) {
        let profile = self.profile(card);
        tally.add("printed", i16::from(profile.morale), Cite("W 6.0"), || self.card(card).name.clone());
        let player = card.army().player();
        let side = state.side(player);
        let (mut square, mut ground, mut stands) = (false, None, None);
        if let Some((slot, at)) = side.slot_of(card).and_then(|slot| Some((slot, side.place(slot)?))) {
            for general in slots(side.generals() & side.at[at.index()]) {
                let times = self.offense_times(state, player, general);
                self.support(state, side.card[usize::from(general)], times, (at, card), eyes, tally);
            }
            square = side.formation(slot) == Formation::Square;
            ground = state.ground_of(player, slot).and_then(|n| state.grounds.get(n)).map(|g| g.card);
            stands = Some(slot);
        }
        if let Some(slot) = stands {
            self.modify(state, Quantity::Morale, (player, slot), None, tally);
        }
        let bonus = ground.map_or(0, |card| i16::from(self.profile(card).terrain_morale));
        complete(square, bonus, tally, || ground.map_or_else(String::new, |card| self.card(card).name.clone()));
    }

    /// The Morale value of a card as far as these eyes can tell: a commander whom they do not see is taken to be absent
    /// (W N14).
    #[must_use]
    pub fn morale_to(&self, state: &State, card: CardId, eyes: Viewer) -> i16 {
        let mut value = Sum(0);
        self.morale_seen(state, card, eyes, &mut value);
        value.total()
    }

    /// The bare Morale value of a card.
    #[must_use]
    pub fn morale_value(&self, state: &State, card: CardId) -> i16 {
        let mut value = Sum(0);
        self.morale(state, card, &mut value);
        value.total()
    }

    /// Where a card of one's own carries hits: its Position, or the Reserve (W N20).
    fn tested_at(&self, s: &State, card: CardId) -> Option<Place> {
        match s.locate(card) {
            Location::Slot(slot) => s.side(card.army().player()).place(slot),
            Location::Reserve => Some(Place::RESERVE),
            _ => None,
        }
    }

    /// The cards of `player` that have hits to test, whoever's turn they are from (W r16), in any order of his (W N35); Generals
    /// alone while any of them has (W 12.4, r17).
    pub(super) fn to_test(&self, s: &State, player: Player) -> impl Iterator<Item = CardId> {
        let side = s.side(player);
        let general = |card: CardId| self.profile(card).kind == Kind::General;
        let generals_first = slots(side.generals()).any(|slot| side.hits[usize::from(slot)] > 0)
            || s.reserve_hits
                .iter()
                .any(|(card, _)| *card != CardId::NONE && armies(player).contains(&card.army()) && general(*card));
        let on_field = slots(side.all()).filter(move |&slot| side.hits[usize::from(slot)] > 0);
        let on_field = on_field.map(move |slot| side.card[usize::from(slot)]);
        let in_reserve = s
            .reserve_hits
            .iter()
            .filter(move |(card, hits)| *card != CardId::NONE && *hits > 0 && armies(player).contains(&card.army()));
        let all = on_field.chain(in_reserve.map(|(card, _)| *card));
        all.filter(move |&card| !generals_first || self.profile(card).kind == Kind::General)
    }

    pub(super) fn roll_refusal(&self, s: &State, player: Player, card: CardId) -> Option<Refusal> {
        if s.phase != Phase::Morale || s.step != ROLLS {
            return Some(Refusal::WrongPhase);
        }
        if card.army().player() != player || s.hits(card) == 0 || self.tested_at(s, card).is_none() {
            return Some(Refusal::NoHits);
        }
        (!self.to_test(s, player).any(|c| c == card)).then_some(Refusal::GeneralsFirst)
    }
}

impl<D: Draws, S: Sink<Waterloo>> Ctx<'_, D, S> {
    /// One card makes all its rolls (W 6.0, 12.4).
    pub(super) fn roll(&mut self, player: Player, card: CardId) -> Result<(), Unmet> {
        let Some(at) = self.g.tested_at(self.s, card) else { return Ok(()) };
        if let Some(slot) = self.s.side(player).slot_of(card) {
            // Everybody sees the value that it rolls against.
            self.reveal(player, slot);
        }
        let hits = self.s.hits(card);
        let general = self.g.profile(card).kind == Kind::General;
        let value = if general { RANGE.1 } else { self.g.morale_value(self.s, card) };
        let told = (S::LIVE && !general).then(|| {
            let mut told = Breakdown::new("morale");
            self.g.morale(self.s, card, &mut told);
            told
        });
        let (mut faces, mut failed, mut left) = (Vec::new(), 0, usize::from(hits));
        while left > 0 {
            let count = left.min(MAX_DICE) as u8;
            left -= usize::from(count);
            let dice = self.draws.dice(Request {
                code: if general { "general" } else { "morale" },
                subject: card.0,
                stream: streams::dice(player),
                kind: Draw::Dice { count, sides: 6 },
            })?;
            failed += dice.faces().iter().filter(|&&die| fails(die, value)).count() as u8;
            if S::LIVE {
                faces.extend_from_slice(dice.faces());
            }
        }
        self.tell(|_, _| Event::Rolled { card, at, dice: faces, value: told, failed });
        let failed = self.forgive(card, failed);
        if failed == 0 {
            self.clear_hits(card);
            return Ok(());
        }
        let window = if general { Window::OwnGeneral } else { Window::OwnRout };
        self.s.agenda.push(Task::Leave { card, failed });
        self.ask(window, player, at, Subject::Card(card));
        Ok(())
    }

    /// A card that has failed its rolls leaves the game (W 6.0, 12.4), unless a Special has taken it away.
    pub(super) fn leave_game(&mut self, card: CardId) {
        let player = card.army().player();
        let general = self.g.profile(card).kind == Kind::General;
        let at = match self.s.locate(card) {
            Location::Slot(slot) => {
                let Some(at) = self.s.side(player).place(slot) else { return };
                let vacated = self.remove(player, slot, if general { Loss::Killed } else { Loss::Routed });
                self.settle(at, vacated);
                at
            }
            Location::Reserve if self.s.hits(card) > 0 => {
                self.clear_hits(card);
                self.lose_from_reserve(card);
                Place::RESERVE
            }
            _ => return,
        };
        if !general && self.s.phase == Phase::Morale && player == self.s.on_turn {
            self.ask(Window::FoeRout, foe(player), at, Subject::Card(card));
        }
    }

    /// The hits are off (W 6.0).
    pub(super) fn clear_hits(&mut self, card: CardId) {
        let side = self.s.side_mut(card.army().player());
        if let Some(slot) = side.slot_of(card) {
            side.hits[usize::from(slot)] = 0;
        }
        for entry in self.s.reserve_hits.iter_mut().filter(|(c, _)| *c == card) {
            *entry = (CardId::NONE, 0);
        }
    }
}
