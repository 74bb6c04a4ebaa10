//! Writing positions.

use super::{DECKS, HELD, MARKS, PHASES, PLACES, READY, begun, name};
use crate::game::Player;
use crate::waterloo::agenda::Task;
use crate::waterloo::state::{Ending, Phase};
use crate::waterloo::types::{
    ALLIED, ARMY_CARDS, Army, CardId, FRENCH, Formation, GroundKind, KINDS, Place, Slot, bit, cards, slots,
};
use crate::waterloo::validate::resting_step;
use crate::waterloo::{State, Waterloo};
use std::fmt::Write as _;

impl Waterloo {
    /// Whether the Terrain on which a slot stands tells that it is Infantry.
    fn closed(&self, state: &State, number: u8) -> bool {
        state.grounds.get(number).is_some_and(|g| {
            self.has_card(g.card) && matches!(self.profile(g.card).ground, GroundKind::Woods | GroundKind::Building)
        })
    }

    /// What goes without saying of a slot: known to be Infantry, known to be a Troop card.
    fn implied(&self, state: &State, player: Player, slot: Slot) -> (bool, bool) {
        let ground = state.ground_of(player, slot);
        let marker = state.side(player).formation(slot) != Formation::Line;
        (marker || ground.is_some_and(|g| self.closed(state, g)), ground.is_some())
    }

    /// One line of text for a position; [the notation](super) says how to read it.
    #[must_use]
    pub fn write_position(&self, state: &State) -> String {
        let mut out = String::new();
        self.put_head(&mut out, state);
        for at in Place::POSITIONS {
            let mut section = format!(" / {}", PLACES[at.index()]);
            for player in [FRENCH, ALLIED] {
                for slot in slots(state.side(player).at[at.index()]) {
                    section.push(' ');
                    self.put_slot(&mut section, state, player, slot);
                }
            }
            put_section(&mut out, &section);
        }
        let mut section = " / ground".to_owned();
        for ground in state.grounds.iter() {
            section.push(' ');
            self.put_card(&mut section, ground.card);
            if ground.holder != ground.card.army().player() {
                section.push('x');
            }
        }
        put_section(&mut out, &section);
        put_section(&mut out, &self.reserve(state));
        for (title, set) in [("shown", shown as fn(&State, Army) -> Vec<CardId>), ("returned", returned)] {
            self.put_cards(&mut out, title, Army::ALL.iter().flat_map(|&army| set(state, army)));
        }
        self.put_cards(&mut out, "dead", Army::ALL.iter().flat_map(|&army| cards(army, state.hand(army).gone)));
        self.put_decks(&mut out, state);
        self.put_cards(&mut out, "top", Army::ALL.iter().flat_map(|&army| fixed(army, state.hand(army).top())));
        self.put_cards(&mut out, "bottom", Army::ALL.iter().flat_map(|&army| fixed(army, state.hand(army).bottom())));
        self.put_cards(&mut out, "out", self.nowhere(state).into_iter());
        self.put_specials(&mut out, state);
        out
    }

    /// What has been played, what is in force, what is under way.
    fn put_specials(&self, out: &mut String, state: &State) {
        let mut section = " / played".to_owned();
        for (places, at) in state.played.iter().flat_map(|places| places.iter().zip(PLACES)) {
            for &card in places.iter().filter(|&&card| card != CardId::NONE) {
                section.push(' ');
                self.put_card(&mut section, card);
                let _ = write!(section, "@{at}");
            }
        }
        put_section(out, &section);
        let mut section = " / force".to_owned();
        for force in state.forces.list() {
            section.push(' ');
            self.put_force(&mut section, force);
        }
        put_section(out, &section);
        let mut section = " / agenda".to_owned();
        for &task in state.agenda.tasks().iter().filter(|_| !is_plain(state)) {
            section.push(' ');
            self.put_task(&mut section, state, task);
        }
        put_section(out, &section);
    }

    fn put_cards(&self, out: &mut String, title: &str, cards: impl Iterator<Item = CardId>) {
        let mut section = format!(" / {title}");
        for card in cards {
            section.push(' ');
            self.put_card(&mut section, card);
        }
        put_section(out, &section);
    }

    /// The cards that are nowhere.
    fn nowhere(&self, state: &State) -> Vec<CardId> {
        let mut placed = [0_u128; 3];
        let on_table = state.sides.iter().flat_map(|side| slots(side.all()).map(|s| side.card[usize::from(s)]));
        for card in on_table.chain(state.grounds.iter().map(|g| g.card)).filter(|&c| self.has_card(c)) {
            placed[card.army().index()] |= card.bit();
        }
        let mut rest = Vec::new();
        for &army in Army::ALL {
            let hand = state.hand(army);
            let known = placed[army.index()] | hand.undrawn | hand.reserve | hand.gone | hand.fixed();
            rest.extend(cards(army, self.all_cards(army) & !(known | self.aside(state, army))));
        }
        rest
    }

    fn put_head(&self, out: &mut String, state: &State) {
        let phase = PHASES.iter().find(|(_, phase)| *phase == state.phase).map_or("combat", |(name, _)| name);
        out.push_str(phase);
        if begun(state.phase) || state.turn != 0 {
            let _ = write!(out, " {}", state.turn);
        }
        if begun(state.phase) || state.on_turn != FRENCH {
            let _ = write!(out, " {}", name(state.on_turn));
        }
        if state.step != resting_step(state.phase) {
            let _ = write!(out, " step={}", state.step);
        }
        if let (true, Some(task)) = (is_plain(state), state.task()) {
            out.push(' ');
            self.put_task(out, state, task);
        }
        if state.crossings != [0; 3] {
            let [left, center, right] = state.crossings;
            let _ = write!(out, " crossed={left},{center},{right}");
        }
        if state.opened != 0 {
            let open: Vec<_> = (0..6).filter(|i| state.opened >> i & 1 == 1).map(|i| PLACES[i]).collect();
            let _ = write!(out, " opened={}", open.join(","));
        }
        if state.ready.0 != if begun(state.phase) { 3 } else { 0 } {
            let _ = write!(out, " ready={}", READY[usize::from(state.ready.0 & 3)]);
        }
        if state.changes != [0; 2] {
            let _ = write!(out, " changes={},{}", state.changes[0], state.changes[1]);
        }
        if state.arrived && self.prussians_arrive() {
            out.push_str(" arrived");
        }
        let _ = match state.ending {
            None => Ok(()),
            Some(Ending::Victory { winner, at }) => {
                write!(out, " won={}@{}", name(winner), PLACES.get(at.index()).unwrap_or(&"r"))
            }
            Some(Ending::NoWin) => write!(out, " draw=no-win"),
            Some(Ending::TurnCap) => write!(out, " draw=turn-cap"),
        };
    }

    fn put_slot(&self, out: &mut String, state: &State, player: Player, slot: Slot) {
        let mut side = *state.side(player);
        let (i, b) = (usize::from(slot), bit(slot));
        let _ = write!(out, "{slot}:");
        self.put_card(out, side.card[i]);
        if side.up & b == 0 {
            out.push('?');
        }
        let (infantry, troop) = self.implied(state, player, slot);
        for (letter, set) in MARKS {
            let said = (letter == 'i' && infantry) || (letter == 't' && troop);
            if *set(&mut side) & b != 0 && !said {
                out.push(letter);
            }
        }
        if side.moved_twice & b != 0 {
            out.push('m');
        }
        put_hits(out, side.hits[i]);
        if side.since[i] != 0 {
            let _ = write!(out, "r{}", side.since[i]);
        }
        if let Some(ground) = state.ground_of(player, slot) {
            out.push('@');
            self.put_ground(out, state, ground);
        }
    }

    fn reserve(&self, state: &State) -> String {
        let mut out = " / reserve".to_owned();
        let mut left = [state.hands[0].reserve, state.hands[1].reserve, state.hands[2].reserve];
        let used = state.reserve_hits.iter().rposition(|(c, _)| *c != CardId::NONE).map_or(0, |i| i + 1);
        for &(card, hits) in &state.reserve_hits[..used] {
            out.push(' ');
            if card == CardId::NONE {
                out.push('-');
                continue;
            }
            left[card.army().index()] &= !card.bit();
            self.put_held(&mut out, state, card, hits);
        }
        for &army in Army::ALL {
            for card in cards(army, left[army.index()]) {
                out.push(' ');
                self.put_held(&mut out, state, card, 0);
            }
        }
        out
    }

    fn put_held(&self, out: &mut String, state: &State, card: CardId, hits: u8) {
        self.put_card(out, card);
        let mut hand = *state.hand(card.army());
        for (letter, set) in HELD {
            if *set(&mut hand) & card.bit() != 0 {
                out.push(letter);
            }
        }
        put_hits(out, hits);
    }

    fn put_decks(&self, out: &mut String, state: &State) {
        let mut section = " / deck".to_owned();
        for &army in Army::ALL {
            let left = state.hand(army).left;
            let default = if state.phase == Phase::Deal { self.full_deck(army) } else { [0; KINDS] };
            if left == default {
                continue;
            }
            let used = left.iter().rposition(|&n| n != 0).unwrap_or(0);
            let numbers: Vec<_> = left[..=used].iter().map(u8::to_string).collect();
            let _ = write!(section, " {}{}", DECKS[army.index()], numbers.join(","));
        }
        put_section(out, &section);
    }
}

/// Whether nothing is under way but what the head says.
fn is_plain(state: &State) -> bool {
    matches!(state.agenda.tasks(), [Task::Target { .. } | Task::Capture { .. }])
}

fn fixed(army: Army, list: &[u8]) -> impl Iterator<Item = CardId> {
    list.iter().map(move |&i| CardId::new(army, usize::from(i) % ARMY_CARDS))
}

fn shown(state: &State, army: Army) -> Vec<CardId> {
    cards(army, state.hand(army).shown).collect()
}

fn returned(state: &State, army: Army) -> Vec<CardId> {
    state.hand(army).returned().iter().map(|&i| CardId::new(army, usize::from(i))).collect()
}

fn put_section(out: &mut String, section: &str) {
    if section.trim_start_matches(" / ").contains(' ') {
        out.push_str(section);
    }
}

fn put_hits(out: &mut String, hits: u8) {
    let _ = match hits {
        0 => Ok(()),
        1 => write!(out, "*"),
        _ => write!(out, "*{hits}"),
    };
}
