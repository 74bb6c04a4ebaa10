//! Reading positions.

use super::{Cursor, DECKS, HELD, MARKS, PHASES, READY, SECTIONS, begun, fail};
use crate::game::{ParseError, Player, Players};
use crate::waterloo::agenda::AGENDA;
use crate::waterloo::deployment::MAX_CHANGES;
use crate::waterloo::specials::force::FORCES;
use crate::waterloo::state::{Ending, FIXED, Ground, Phase, RESERVE_HITS, RETURNED};
use crate::waterloo::types::{
    ALLIED, ARMY_CARDS, Army, CardId, FRENCH, GroundKind, KINDS, Kind, Place, SLOTS, Slot, bit, foe,
};
use crate::waterloo::validate::{About, StateFault, TURNS, resting_step};
use crate::waterloo::{State, Waterloo};

impl Waterloo {
    /// Reads a position and checks it; [the notation](super) says how it is written.
    ///
    /// # Errors
    /// The column and what was expected there, or what is wrong with the position that the line describes.
    pub fn read_position(&self, text: &str) -> Result<State, ParseError> {
        let mut reader = Reader::new(self, text);
        reader.head()?;
        while reader.section()? {}
        reader.finish()
    }
}

/// The marks of a card in a Position.
#[derive(Default)]
struct Marks {
    down: bool,
    /// As numbers in [`MARKS`].
    sets: u16,
    twice: bool,
    hits: u8,
    since: u8,
    /// The Terrain, and where it is named.
    on: Option<(CardId, usize)>,
}

/// A card in a Position. Slots are given out when the whole line is known.
struct Placed {
    card: CardId,
    column: usize,
    slot: Option<Slot>,
    at: Place,
    marks: Marks,
}

struct Reader<'a> {
    game: &'a Waterloo,
    words: Vec<Cursor<'a>>,
    next: usize,
    end: usize,
    state: State,
    placed: Vec<Placed>,
    /// Where each card, and each section, was named.
    named: Vec<(CardId, usize)>,
    sections: [usize; SECTIONS.len()],
    /// Cards that are not undrawn.
    gone: [u128; 3],
    reserve_hits: usize,
    /// What is under way and what is in force: read when all else is known.
    tasks: Vec<Cursor<'a>>,
    forces: Vec<Cursor<'a>>,
}

impl<'a> Reader<'a> {
    fn new(game: &'a Waterloo, text: &'a str) -> Self {
        let mut words: Vec<Cursor<'a>> = Vec::new();
        let (mut column, mut start) = (1, None);
        for (i, c) in text.char_indices() {
            match (c.is_whitespace(), start) {
                (true, Some((from, column))) => {
                    words.push(Cursor { text: &text[from..i], column });
                    start = None;
                }
                (false, None) => start = Some((i, column)),
                _ => {}
            }
            column += 1;
        }
        if let Some((from, column)) = start {
            words.push(Cursor { text: &text[from..], column });
        }
        let mut state = State::EMPTY;
        state.arrived = !game.prussians_arrive();
        Self {
            game,
            words,
            next: 0,
            end: column,
            state,
            placed: Vec::new(),
            named: Vec::new(),
            sections: [0; SECTIONS.len()],
            gone: [0; 3],
            reserve_hits: 0,
            tasks: Vec::new(),
            forces: Vec::new(),
        }
    }

    /// The next word of this section or of the head.
    fn word(&mut self) -> Option<Cursor<'a>> {
        let word = self.words.get(self.next).filter(|w| w.text != "/")?.clone();
        self.next += 1;
        Some(word)
    }

    fn head(&mut self) -> Result<(), ParseError> {
        let end = Cursor { text: "", column: self.end };
        let first = self.word().unwrap_or_else(|| self.words.first().cloned().unwrap_or(end));
        let Some(&(_, phase)) = PHASES.iter().find(|(name, _)| *name == first.text) else {
            return first.expected("a phase: deal, deployment, morale, combat, reinforce or over");
        };
        self.state.phase = phase;
        self.state.ready = Players(if begun(phase) { 3 } else { 0 });
        if phase == Phase::Deal {
            for &army in Army::ALL {
                self.state.hand_mut(army).left = self.game.full_deck(army);
            }
        }
        let (mut turn, mut player) = (None, None);
        let mut seen: Vec<&str> = Vec::new();
        while let Some(mut word) = self.word() {
            let key = if word.at_digit() { "turn" } else { word.text.split('=').next().unwrap_or_default() };
            let key = if key == "allied" { "french" } else { key };
            if seen.contains(&key) {
                return fail(word.column, "this was said before");
            }
            seen.push(key);
            match word.text {
                "french" => player = Some(FRENCH),
                "allied" => player = Some(ALLIED),
                "arrived" => self.state.arrived = true,
                _ if key == "turn" => {
                    turn = Some(word.number(TURNS, "the Battle Turn")?);
                    word.end("the end of the Battle Turn")?;
                }
                _ => self.setting(word)?,
            }
        }
        if !seen.contains(&"step") {
            self.state.step = resting_step(phase);
        }
        self.state.on_turn = player.unwrap_or(match turn {
            Some(turn) if begun(phase) && turn % 2 == 0 => ALLIED,
            _ => FRENCH,
        });
        let first_turn = if begun(phase) { 1 + u16::from(self.state.on_turn.0) } else { 0 };
        self.state.turn = turn.unwrap_or(first_turn);
        Ok(())
    }

    /// A word of the form `key=value`.
    fn setting(&mut self, mut word: Cursor<'a>) -> Result<(), ParseError> {
        if word.text.starts_with("commit=") || word.text.starts_with("capture=") {
            self.tasks.push(word);
            return Ok(());
        }
        if word.eat_text("step=") {
            self.state.step = word.number(255, "a step of the phase")? as u8;
        } else if word.eat_text("crossed=") {
            let mut crossed = [0; 3];
            numbers(&mut word, &mut crossed, 255)?;
            self.state.crossings = crossed;
        } else if word.eat_text("changes=") {
            let mut changes = [0; 2];
            numbers(&mut word, &mut changes, u16::from(MAX_CHANGES))?;
            self.state.changes = changes;
        } else if word.eat_text("opened=") {
            loop {
                match word.place() {
                    Some(at) if !at.is_reserve() => self.state.opened |= 1 << at.0,
                    _ => return word.expected("a Position: fl, fc, fr, al, ac or ar"),
                }
                if !word.eat(',') {
                    break;
                }
            }
        } else if word.eat_text("ready=") {
            let Some(i) = READY.iter().position(|name| *name == word.text) else {
                return word.expected("none, french, allied or both");
            };
            self.state.ready = Players(i as u8);
            return Ok(());
        } else if word.eat_text("won=") {
            let winner = if word.eat_text("french@") {
                FRENCH
            } else if word.eat_text("allied@") {
                ALLIED
            } else {
                return word.expected("`french@` or `allied@`");
            };
            match word.place() {
                Some(at) if !at.is_reserve() => self.state.ending = Some(Ending::Victory { winner, at }),
                _ => return word.expected("a Position: fl, fc, fr, al, ac or ar"),
            }
        } else if word.eat_text("draw=") {
            self.state.ending = Some(if word.eat_text("no-win") {
                Ending::NoWin
            } else if word.eat_text("turn-cap") {
                Ending::TurnCap
            } else {
                return word.expected("`no-win` or `turn-cap`");
            });
        } else {
            return fail(
                word.column,
                "expected a Battle Turn, `french`, `allied`, `arrived`, a setting such as `ready=both`, or ` / ` and a section",
            );
        }
        word.end("the end of the word")
    }

    /// Reads one section; whether there was one.
    fn section(&mut self) -> Result<bool, ParseError> {
        if self.next >= self.words.len() {
            return Ok(false);
        }
        // The loops below stop at a slash or at the end only.
        self.next += 1;
        let Some(title) = self.word() else {
            let column = self.words.get(self.next).map_or(self.end, |w| w.column);
            return fail(column, "expected the name of a section");
        };
        let Some(which) = SECTIONS.iter().position(|name| *name == title.text) else {
            return fail(title.column, format!("expected a section: {}", SECTIONS.join(", ")));
        };
        if self.sections[which] != 0 {
            return fail(title.column, format!("the section `{}` was there before", title.text));
        }
        self.sections[which] = title.column;
        while let Some(word) = self.word() {
            match SECTIONS[which] {
                "ground" => self.ground(word)?,
                "reserve" => self.reserve(word)?,
                "shown" => {
                    let card = self.listed(word)?;
                    self.state.hand_mut(card.army()).shown |= card.bit();
                }
                "returned" => self.returned(word)?,
                "dead" => {
                    let column = word.column;
                    let card = self.listed(word)?;
                    self.once(card, column)?;
                    self.state.hand_mut(card.army()).gone |= card.bit();
                }
                "out" => {
                    let column = word.column;
                    let card = self.listed(word)?;
                    self.once(card, column)?;
                }
                "top" => self.fixed(word, 0)?,
                "bottom" => self.fixed(word, 1)?,
                "played" => self.played(word)?,
                "force" => self.forces.push(word),
                "agenda" => self.tasks.push(word),
                "deck" => self.deck(word)?,
                _ => self.position(Place(which as u8), word)?,
            }
        }
        Ok(true)
    }

    /// A word that is a card and nothing else.
    fn listed(&self, mut word: Cursor<'a>) -> Result<CardId, ParseError> {
        let card = self.known(&mut word)?;
        word.end("the end of the card")?;
        Ok(card)
    }

    /// A card of this battle.
    fn known(&self, word: &mut Cursor<'a>) -> Result<CardId, ParseError> {
        let column = word.column;
        let card = word.card(self.game)?;
        if self.game.has_card(card) { Ok(card) } else { fail(column, "this card is not in this battle") }
    }

    /// Notes that a card is not undrawn and where the line says so.
    fn once(&mut self, card: CardId, column: usize) -> Result<(), ParseError> {
        let gone = &mut self.gone[card.army().index()];
        if *gone & card.bit() != 0 {
            return fail(column, "this card is somewhere else already");
        }
        *gone |= card.bit();
        self.named.push((card, column));
        Ok(())
    }

    fn position(&mut self, at: Place, mut word: Cursor<'a>) -> Result<(), ParseError> {
        let column = word.column;
        let slot = match word.text.split_once(':') {
            Some(_) => {
                let slot = word.number(SLOTS as u16 - 1, "a slot from 0 to 63")? as Slot;
                if !word.eat(':') {
                    return word.expected("`:` after the slot");
                }
                Some(slot)
            }
            None => None,
        };
        let card = self.known(&mut word)?;
        self.once(card, column)?;
        let marks = self.marks(&mut word)?;
        self.placed.push(Placed { card, column, slot, at, marks });
        Ok(())
    }

    fn marks(&self, word: &mut Cursor<'a>) -> Result<Marks, ParseError> {
        let mut marks = Marks::default();
        while let Some(c) = word.peek() {
            let column = word.column;
            word.next();
            let again = match c {
                '?' => std::mem::replace(&mut marks.down, true),
                '*' => std::mem::replace(&mut marks.hits, hits(word)?) != 0,
                'r' => std::mem::replace(&mut marks.since, word.number(RETURNED as u16, "how many cards")? as u8) != 0,
                '@' => {
                    let on = (self.known(word)?, column);
                    marks.on.replace(on).is_some()
                }
                _ => {
                    let Some(i) = MARKS.iter().position(|(letter, _)| *letter == c) else {
                        return fail(column, "expected a mark: ? c s b * m a f e w u h i v x t r @");
                    };
                    let again = marks.sets >> i & 1 == 1;
                    marks.sets |= 1 << i;
                    if again && c == 'm' { std::mem::replace(&mut marks.twice, true) } else { again }
                }
            };
            if again {
                return fail(column, "this mark was there before");
            }
        }
        Ok(marks)
    }

    fn ground(&mut self, mut word: Cursor<'a>) -> Result<(), ParseError> {
        let column = word.column;
        let card = self.known(&mut word)?;
        self.once(card, column)?;
        let owner = card.army().player();
        let profile = self.game.profile(card);
        if profile.kind != Kind::Terrain {
            return fail(column, "this is no Terrain card");
        }
        let holder = if word.eat('x') { foe(owner) } else { owner };
        word.end("`x` for captured Terrain, or the end of the card")?;
        let at = Place::of(owner, profile.lane.min(2));
        match self.state.grounds.push(Ground { card, at, holder, occupants: 0 }) {
            Some(_) => Ok(()),
            None => fail(column, "each player can have 8 Terrain cards in play (W N61)"),
        }
    }

    fn reserve(&mut self, mut word: Cursor<'a>) -> Result<(), ParseError> {
        let column = word.column;
        if word.text == "-" {
            self.reserve_hits += 1;
            return Ok(());
        }
        let card = self.known(&mut word)?;
        self.once(card, column)?;
        let hand = self.state.hand_mut(card.army());
        hand.reserve |= card.bit();
        while let Some(c) = word.peek() {
            let column = word.column;
            word.next();
            if let Some((_, set)) = HELD.iter().find(|(letter, _)| *letter == c) {
                let set = set(self.state.hand_mut(card.army()));
                if *set & card.bit() != 0 {
                    return fail(column, "this mark was there before");
                }
                *set |= card.bit();
            } else if c == '*' {
                let hits = hits(&mut word)?;
                let Some(free) = self.state.reserve_hits.get_mut(self.reserve_hits) else {
                    return fail(column, format!("at most {RESERVE_HITS} cards in the Reserves can carry hits"));
                };
                *free = (card, hits);
                self.reserve_hits += 1;
                break;
            } else {
                return fail(column, "expected a mark: m p w *");
            }
        }
        word.end("the end of the card")
    }

    fn returned(&mut self, word: Cursor<'a>) -> Result<(), ParseError> {
        let column = word.column;
        let card = self.listed(word)?;
        let hand = self.state.hand_mut(card.army());
        match hand.returned.get_mut(usize::from(hand.returned_len)) {
            Some(free) => *free = card.index() as u8,
            None => return fail(column, format!("at most {RETURNED} returned cards of an army are kept in mind")),
        }
        hand.returned_len += 1;
        Ok(())
    }

    /// A card on top (0) or at the bottom (1) of a deck.
    fn fixed(&mut self, word: Cursor<'a>, list: usize) -> Result<(), ParseError> {
        let column = word.column;
        let card = self.listed(word)?;
        self.once(card, column)?;
        let hand = self.state.hand_mut(card.army());
        let places = if list == 0 { &mut hand.top } else { &mut hand.bottom };
        match places.get_mut(usize::from(hand.fixed[list])) {
            Some(free) => *free = card.index() as u8,
            None => return fail(column, format!("at most {FIXED} cards have a fixed place there")),
        }
        hand.fixed[list] += 1;
        Ok(())
    }

    fn played(&mut self, mut word: Cursor<'a>) -> Result<(), ParseError> {
        let column = word.column;
        let card = self.known(&mut word)?;
        if !word.eat('@') {
            return word.expected("`@` and a Position");
        }
        let Some(at) = word.place().filter(|at| !at.is_reserve()) else {
            return word.expected("a Position: fl, fc, fr, al, ac or ar");
        };
        let played = &mut self.state.played[card.army().player().index()][at.index()];
        match played.iter_mut().find(|free| **free == CardId::NONE) {
            Some(free) => *free = card,
            None => return fail(column, "a player plays two Specials on a Position in a phase (W 13.0)"),
        }
        word.end("the end of the Position")
    }

    fn deck(&mut self, mut word: Cursor<'a>) -> Result<(), ParseError> {
        let Some(i) = word.peek().and_then(|c| DECKS.iter().position(|&d| d == c)) else {
            return word.expected("`f`, `b` or `p` and a number of cards");
        };
        word.next();
        let mut left = [0; KINDS];
        numbers(&mut word, &mut left, ARMY_CARDS as u16)?;
        self.state.hands[i].left = left;
        word.end("the end of the deck")
    }

    /// Gives out slots, fills in what goes without saying, and checks the whole.
    fn finish(mut self) -> Result<State, ParseError> {
        let mut used = [0_u64; 2];
        for card in &self.placed {
            let Some(slot) = card.slot else { continue };
            let used = &mut used[card.card.army().player().index()];
            if *used & bit(slot) != 0 {
                return fail(card.column, format!("slot {slot} is taken"));
            }
            *used |= bit(slot);
        }
        let mut columns = [[0; SLOTS]; 2];
        for card in std::mem::take(&mut self.placed) {
            let player = card.card.army().player();
            let used = &mut used[player.index()];
            let slot = card.slot.unwrap_or((!*used).trailing_zeros() as Slot);
            if usize::from(slot) >= SLOTS {
                return fail(card.column, "a player has at most 64 cards on the battlefield (W N61)");
            }
            *used |= bit(slot);
            columns[player.index()][usize::from(slot)] = card.column;
            self.stand(player, slot, &card)?;
        }
        for mut word in std::mem::take(&mut self.forces) {
            let force = self.game.read_force(&mut word)?;
            word.end("the end of what is in force")?;
            if !self.state.forces.push(force) {
                return fail(word.column, format!("at most {FORCES} things are in force (W N65)"));
            }
        }
        for mut word in std::mem::take(&mut self.tasks) {
            let task = self.game.read_task(&mut word, &self.state)?;
            word.end("the end of the word")?;
            if !self.state.agenda.push(task) {
                return fail(word.column, format!("at most {AGENDA} things are under way (W N65)"));
            }
        }
        self.state.forces.hooks = self.game.hooks_of(&self.state.forces);
        for &army in Army::ALL {
            let rest = self.game.all_cards(army) & !(self.gone[army.index()] | self.game.aside(&self.state, army));
            self.state.hand_mut(army).undrawn = rest;
        }
        match self.game.validate(&self.state).first() {
            None => Ok(self.state),
            Some(fault) => fail(self.column_of(fault, &columns), fault.message),
        }
    }

    fn stand(&mut self, player: Player, slot: Slot, placed: &Placed) -> Result<(), ParseError> {
        let b = bit(slot);
        let kind = self.game.profile(placed.card).kind;
        let marks = &placed.marks;
        let side = self.state.side_mut(player);
        side.card[usize::from(slot)] = placed.card;
        side.hits[usize::from(slot)] = marks.hits;
        side.since[usize::from(slot)] = marks.since;
        side.at[placed.at.index()] |= b;
        side.kind[kind as usize] |= b;
        for (i, (_, set)) in MARKS.iter().enumerate() {
            if marks.sets >> i & 1 == 1 {
                *set(side) |= b;
            }
        }
        if !marks.down {
            side.up |= b;
        }
        if marks.twice {
            side.moved_twice |= b;
        }
        if (side.column | side.square) & b != 0 {
            side.known_infantry |= b;
        }
        let Some((terrain, column)) = marks.on else { return Ok(()) };
        side.known_troop |= b;
        let number = self.state.grounds.numbered().find(|(_, g)| g.card == terrain).map(|(n, _)| n);
        let Some(ground) = number.and_then(|n| self.state.grounds.get_mut(n)) else {
            return fail(column, "this Terrain is not in play: name it in the section `ground`");
        };
        if ground.holder != player {
            return fail(
                column,
                "the other player holds this Terrain; captured Terrain is written as in `ground 178x`",
            );
        }
        if ground.at != placed.at {
            return fail(column, "this Terrain lies in another Position");
        }
        ground.occupants |= b;
        if matches!(self.game.profile(terrain).ground, GroundKind::Woods | GroundKind::Building) {
            self.state.side_mut(player).known_infantry |= b;
        }
        Ok(())
    }

    /// Where the line says what the fault is about.
    fn column_of(&self, fault: &StateFault, columns: &[[usize; SLOTS]; 2]) -> usize {
        let card = |card: CardId| self.named.iter().find(|(c, _)| *c == card).map(|(_, column)| *column);
        let section = |name: &str| {
            SECTIONS.iter().position(|s| *s == name).map(|i| self.sections[i]).filter(|&column| column != 0)
        };
        let found = match fault.about {
            About::Game => None,
            About::Hand(_) => section("deck").or_else(|| section("returned")).or_else(|| section("shown")),
            About::Card(c) => card(c).or_else(|| section("returned")),
            About::Slot(player, slot) => columns
                .get(player.index())
                .and_then(|side| side.get(usize::from(slot)))
                .copied()
                .filter(|&column| column != 0),
            About::Ground(number) => self.state.grounds.get(number).and_then(|g| card(g.card)),
        };
        found.or_else(|| self.words.first().map(|w| w.column)).unwrap_or(1)
    }
}

/// Numbers with commas between them; those left out are 0.
fn numbers(word: &mut Cursor<'_>, out: &mut [u8], most: u16) -> Result<(), ParseError> {
    for (i, number) in out.iter_mut().enumerate() {
        if i > 0 && !word.eat(',') {
            return Ok(());
        }
        *number = word.number(most, "a number")? as u8;
    }
    Ok(())
}

/// The hits behind a `*`.
fn hits(word: &mut Cursor<'_>) -> Result<u8, ParseError> {
    if !word.at_digit() {
        return Ok(1);
    }
    match word.clone().number(255, "hits")? {
        0 => word.expected("at least one hit"),
        _ => word.number(255, "hits").map(|n| n as u8),
    }
}
