//! Trying cards on a position: a line in, lines out.

use super::Play;
use super::prose::{Prose, window};
use super::scenario::names::{self, player_name};
use super::scenario::{FORMS, asked, describe_card, draw, refused, steps, unmet_text};
use eagles::bot;
use eagles::chance::{Dice, Draws, Request, Seed, Seeded, Supplied, Unmet};
use eagles::game::{Failure, Game, Sink, Viewer};
use eagles::play::{Match, MatchOptions};
use eagles::waterloo::agenda::Subject;
use eagles::waterloo::greedy::Greedy;
use eagles::waterloo::state::{Location, Phase};
use eagles::waterloo::types::{Place, cards, slots};
use eagles::waterloo::{ALLIED, Action, Army, CardId, Event, FRENCH, Kind, Refusal, State, Waterloo};
use serde_json::{Map, Value};
use std::sync::Arc;

/// How many steps can be taken back.
const UNDO: usize = 200;
/// How many actions are listed at once.
const LISTED: usize = 60;

/// Draws as they are given, and where none are given those of the seed. Dice wait for dice, cards for cards.
#[derive(Debug)]
struct Mixed {
    dice: Supplied,
    cards: Supplied,
    seeded: Seeded,
}

impl Mixed {
    /// How many results wait.
    fn laid(&self) -> usize {
        self.dice.rest().len() + self.cards.rest().len()
    }

    /// How many results wait, in words.
    fn laid_text(&self) -> String {
        match self.laid() {
            1 => "1 result is laid ready.".to_owned(),
            laid => format!("{laid} results are laid ready."),
        }
    }

    /// Lays other results ready instead of those that wait.
    fn lay(&mut self, dice: Vec<u16>, cards: Vec<u16>) {
        for (given, values) in [(&mut self.dice, dice), (&mut self.cards, cards)] {
            given.clear();
            given.settle();
            given.supply(values);
        }
    }
}

impl Draws for Mixed {
    type Mark = (<Supplied as Draws>::Mark, <Supplied as Draws>::Mark, <Seeded as Draws>::Mark);

    fn mark(&self) -> Self::Mark {
        (self.dice.mark(), self.cards.mark(), self.seeded.mark())
    }

    fn reset(&mut self, mark: Self::Mark) {
        self.dice.reset(mark.0);
        self.cards.reset(mark.1);
        self.seeded.reset(mark.2);
    }

    fn dice(&mut self, request: Request) -> Result<Dice, Unmet> {
        if self.dice.rest().is_empty() { self.seeded.dice(request) } else { self.dice.dice(request) }
    }

    fn pick(&mut self, request: Request, label: impl Fn(u16) -> u16) -> Result<u16, Unmet> {
        if self.cards.rest().is_empty() { self.seeded.pick(request, label) } else { self.cards.pick(request, label) }
    }
}

#[derive(Default)]
struct Told(Vec<String>);

impl Sink<Waterloo> for Told {
    const LIVE: bool = true;
    fn emit(&mut self, game: &Waterloo, _: &State, event: Event) {
        self.0.push(game.event_text(&event));
    }
    fn mark(&self) -> usize {
        self.0.len()
    }
    fn discard(&mut self, mark: usize) {
        self.0.truncate(mark);
    }
}

/// What a line led to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// What is to be shown.
    pub lines: Vec<String>,
    /// Whether what was asked for was done.
    pub done: bool,
    /// Whether the console is to be left.
    pub leave: bool,
    /// Whether the cards are to be read again; the host does so and calls [`Console::reload`].
    pub reload: bool,
}

impl Reply {
    fn done(lines: Vec<String>) -> Self {
        Self { lines, done: true, ..Self::default() }
    }

    fn no(line: impl Into<String>) -> Self {
        Self { lines: vec![line.into()], ..Self::default() }
    }
}

/// The commands, and what they do.
pub const COMMANDS: [(&str, &str); 13] = [
    ("show", "the position, who holds what, what is in force, who is asked"),
    ("hand CARD", "put a card into its player's Reserve"),
    ("dice 6 1", "the dice that fall next, and cards by id that are drawn next; else those of the seed"),
    ("why ACTION", "why it is refused, or the sums behind it"),
    ("when CARD", "when and on what a Special may be played, and on what now"),
    ("tell CARD", "what a Special does, in words"),
    ("where CARD", "where a card is, and how"),
    ("legal [WORD]", "what may be done now; only what holds the word"),
    ("undo", "take the last step back"),
    ("reload", "read the cards again and keep the position"),
    ("position", "the position in the notation"),
    ("help", "this"),
    ("quit", "leave"),
];

/// Cards and a position to try them on.
#[derive(Debug)]
pub struct Console {
    battle: String,
    set: Play,
    game: Arc<Waterloo>,
    state: State,
    earlier: Vec<State>,
    draws: Mixed,
}

impl Console {
    /// A battle with these cards, at a position in the notation, or where two bots have deployed for it.
    ///
    /// # Errors
    /// What is wrong with the battle or the position.
    pub fn new(set: Play, battle: &str, position: Option<&str>, seed: Seed) -> Result<Self, String> {
        let game = Arc::new(set.game(battle, &Map::new())?);
        let state = match position {
            Some(text) => game.read_state(text).map_err(|error| format!("position: {error}"))?,
            None => deployed(&game, seed)?,
        };
        let draws = Mixed { dice: Supplied::new(), cards: Supplied::new(), seeded: Seeded::new(seed) };
        Ok(Self { battle: battle.to_owned(), set, game, state, earlier: Vec::new(), draws })
    }

    /// What is shown before the first line.
    #[must_use]
    pub fn greeting(&self) -> Vec<String> {
        vec![format!("{}. `show` shows the position, `help` what can be typed.", self.game.battle_name())]
    }

    /// Plays on with cards that were read again.
    ///
    /// # Errors
    /// Why the position cannot be kept; then all stays as it was.
    pub fn reload(&mut self, set: Play) -> Result<(), String> {
        if set.set.hash() != self.set.set.hash() {
            return Err("the rows of cards.csv have changed: leave the console and begin anew".to_owned());
        }
        let game = set.game(&self.battle, &Map::new())?;
        game.check_state(&self.state).map_err(|error| {
            format!(
                "the position does not fit the new script ({error}): `undo` to before the card was played, then reload"
            )
        })?;
        self.game.in_use(&self.state, &game).map_err(|what| {
            format!("{what}: `undo` to before the card was played or play on until that is over, then reload")
        })?;
        self.earlier.retain(|state| game.check_state(state).is_ok() && self.game.in_use(state, &game).is_ok());
        self.set = set;
        self.game = Arc::new(game);
        Ok(())
    }

    /// Does what a line says.
    pub fn line(&mut self, line: &str) -> Reply {
        let line = line.split('#').next().unwrap_or_default().trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match (word, rest) {
            ("", _) => Reply::done(Vec::new()),
            ("help", _) => Reply::done(help()),
            ("quit" | "exit", _) => Reply { leave: true, ..Reply::done(Vec::new()) },
            ("reload", _) => Reply { reload: true, ..Reply::done(Vec::new()) },
            ("show", "") => Reply::done(self.show()),
            ("position", _) => Reply::done(vec![self.game.write_state(&self.state)]),
            ("undo", _) => match self.earlier.pop() {
                Some(state) => {
                    self.state = state;
                    Reply::done(self.moment())
                }
                None => Reply::no("there is nothing to take back"),
            },
            ("dice" | "draws", _) => self.dice(rest),
            ("hand", _) => self.hand(rest),
            ("why", _) => self.why(rest),
            ("when", _) => self.when(rest),
            ("tell", _) => self.tell(rest),
            ("where", _) => match names::card(&self.game, rest) {
                Ok(card) => Reply::done(vec![describe_card(&self.game, &self.state, card)]),
                Err(message) => Reply::no(message),
            },
            ("legal", _) => self.legal(rest),
            _ => self.act(line),
        }
    }

    fn moment(&self) -> Vec<String> {
        let view = self.game.view_of(&self.state, Viewer::Referee);
        let mut lines = vec![self.game.moment_text(&view)];
        if self.state.task().is_some() {
            lines.push(format!("Asked: {}.", asked(&self.game, &self.state).join(" ")));
        }
        lines
    }

    fn show(&self) -> Vec<String> {
        let view = self.game.view_of(&self.state, Viewer::Referee);
        let mut lines: Vec<String> = self.game.view_text(&view).lines().map(str::to_owned).collect();
        for &army in Army::ALL {
            let held: Vec<String> =
                cards(army, self.state.hand(army).reserve).map(|card| names::name_of(&self.game, card)).collect();
            if !held.is_empty() {
                lines.push(format!("The {army} Reserve holds {}.", held.join(", ")));
            }
        }
        let mut told: Vec<CardId> = Vec::new();
        for force in self.state.forces.list() {
            if !told.contains(&force.card) {
                told.push(force.card);
                let entries = self.state.forces.list().iter().filter(|other| other.card == force.card).count();
                let name = names::name_of(&self.game, force.card);
                let until = super::scenario::moment_text(force.until);
                lines.push(format!("In force: {name}, {entries} of its operations, until {until}."));
            }
        }
        if self.draws.laid() > 0 {
            lines.push(self.draws.laid_text());
        }
        if self.state.task().is_some() {
            lines.push(format!("Asked: {}.", asked(&self.game, &self.state).join(" ")));
        }
        lines
    }

    fn dice(&mut self, rest: &str) -> Reply {
        let (mut dice, mut cards) = (Vec::new(), Vec::new());
        for word in rest.split([' ', ',']).filter(|word| !word.is_empty()) {
            match draw(&self.game, &Value::from(word)) {
                Ok(value) if word.parse::<u16>().is_ok() => dice.push(value),
                Ok(value) => cards.push(value),
                Err(message) => return Reply::no(message),
            }
        }
        self.draws.lay(dice, cards);
        Reply::done(vec![self.draws.laid_text()])
    }

    fn hand(&mut self, rest: &str) -> Reply {
        let card = match names::card(&self.game, rest) {
            Ok(card) => card,
            Err(message) => return Reply::no(message),
        };
        match self.state.locate(card) {
            Location::Undrawn => {}
            Location::Reserve => return Reply::no(format!("`{rest}` is in the Reserve already")),
            _ => return Reply::no(describe_card(&self.game, &self.state, card)),
        }
        let mut next = self.state.clone();
        let hand = &mut next.hands[card.army().index()];
        hand.undrawn &= !card.bit();
        hand.reserve |= card.bit();
        if hand.left.iter().map(|n| u32::from(*n)).sum::<u32>() > hand.undrawn.count_ones()
            && let Some(left) = hand.left.iter_mut().find(|left| **left > 0)
        {
            *left -= 1;
        }
        if let Err(message) = self.game.check_state(&next) {
            return Reply::no(format!("the card cannot be put there: {message}"));
        }
        self.keep(next);
        Reply::done(vec![format!("{} has {}.", player_name(card.army().player()), self.game.card_name(card))])
    }

    fn keep(&mut self, next: State) {
        let earlier = std::mem::replace(&mut self.state, next);
        self.earlier.push(earlier);
        if self.earlier.len() > UNDO {
            self.earlier.remove(0);
        }
    }

    fn act(&mut self, line: &str) -> Reply {
        let (player, action) = match steps::read(&self.game, &self.state, line) {
            Ok(found) => found,
            Err(message) => {
                let words = COMMANDS.iter().filter_map(|(command, _)| command.split(' ').next());
                let first = line.split_whitespace().next().unwrap_or_default();
                let near = crate::api::nearest(first, words);
                let hint = near.map_or_else(String::new, |near| format!("; or did you mean the command `{near}`?"));
                return Reply::no(format!("{message}{hint}"));
            }
        };
        let mut next = self.state.clone();
        let mut told = Told::default();
        match self.game.apply_whole(&mut next, player, &action, &mut self.draws, &mut told) {
            Ok(_) => {
                self.keep(next);
                let mut lines = told.0;
                lines.extend(self.set.printed().into_iter().map(|line| format!("print: {line}")));
                lines.extend(self.moment());
                if let Some(outcome) = self.game.outcome(&self.state) {
                    let winner = outcome.winner.map_or("nobody", player_name);
                    lines.push(format!("The battle is over: {winner} ({}).", outcome.code));
                }
                Reply::done(lines)
            }
            Err(Failure::Refused(refusal)) => {
                let mut lines = vec![format!("Refused: {}", refused(&self.game, &refusal))];
                if let Some((_, card)) = line.split_once("play ").filter(|_| self.state.task().is_none()) {
                    lines.push(format!(
                        "`when {}` says when it may be played.",
                        card.split(' ').next().unwrap_or_default()
                    ));
                }
                Reply { lines, ..Reply::default() }
            }
            Err(Failure::Unmet(unmet)) => {
                let (_, message, _) = unmet_text(&self.game, &unmet);
                let hint = match unmet {
                    Unmet::Needed(_) | Unmet::Impossible { .. } => "; `dice` lays results ready",
                    _ => "",
                };
                let printed = self.set.printed().into_iter().map(|line| format!("print: {line}"));
                Reply { lines: printed.chain([format!("{message}{hint}")]).collect(), ..Reply::default() }
            }
        }
    }

    fn why(&self, rest: &str) -> Reply {
        let (player, action) = match steps::read(&self.game, &self.state, rest) {
            Ok(found) => found,
            Err(message) => return Reply::no(message),
        };
        match self.game.explain(&self.state, player, &action) {
            Err(refusal) => Reply::done(vec![format!("Refused: {}", refused(&self.game, &refusal))]),
            Ok(sums) => {
                let mut lines = vec!["It is allowed.".to_owned()];
                lines.extend(sums.iter().map(|sum| format!("  {}", self.game.breakdown_text(sum))));
                Reply::done(lines)
            }
        }
    }

    /// The card that a word names, with its program.
    fn special(&self, word: &str) -> Result<(CardId, &eagles::waterloo::specials::Program), String> {
        let card = names::card(&self.game, word)?;
        if self.game.profile(card).kind != Kind::Special {
            return Err(format!("`{word}` is no Special"));
        }
        let program = self.game.card_set().program(&self.game.card(card).id);
        program.map(|program| (card, program)).ok_or_else(|| format!("nothing is known of what `{word}` does"))
    }

    fn when(&self, rest: &str) -> Reply {
        let (card, program) = match self.special(rest) {
            Ok(found) => found,
            Err(message) => return Reply::no(message),
        };
        let prose = Prose::new(self.game.card_set());
        let mut lines: Vec<String> = program.windows.iter().map(|w| format!("{}: {}", w.name(), window(*w))).collect();
        lines.push(format!("Played on {}.", prose.aim(&program.aim)));
        lines.extend(program.needs.iter().map(|need| format!("Needs: {}.", need.say)));
        let player = card.army().player();
        let mut legal = Vec::new();
        if self.game.to_act(&self.state).has(player) {
            self.game.legal(&self.state, player, &mut legal);
        }
        let view = self.game.view_of(&self.state, Viewer::Referee);
        let plays: Vec<String> = legal
            .iter()
            .filter(|action| matches!(action, eagles::waterloo::Action::Play { card: played, .. } if *played == card))
            .map(|action| format!("Now: {}.", self.game.action_text(&view, player, action)))
            .collect();
        match plays.is_empty() {
            false => lines.extend(plays),
            true => lines.push(format!("Now: not at all. {}", self.not_now(card))),
        }
        Reply::done(lines)
    }

    /// Why a Special cannot be played on anything now: what most of what it might be played on is refused for, and where
    /// no aim is one at all, what stands in the way of it.
    fn not_now(&self, card: CardId) -> String {
        let places = (0..6).map(|place| Subject::Place(Place(place)));
        let grounds = self.state.grounds.numbered().map(|(number, _)| Subject::Ground(number));
        let table = [FRENCH, ALLIED]
            .into_iter()
            .flat_map(|whose| slots(self.state.side(whose).all()).map(move |slot| Subject::slot(whose, slot)));
        let player = card.army().player();
        let refusals = [Subject::Nothing]
            .into_iter()
            .chain(places)
            .chain(grounds)
            .chain(table)
            .filter_map(|aim| self.game.refusal(&self.state, player, &Action::Play { card, aim }));
        let mut told: Vec<(Refusal, usize)> = Vec::new();
        for refusal in refusals {
            match told.iter_mut().find(|(other, _)| *other == refusal) {
                Some((_, times)) => *times += 1,
                None => told.push((refusal, 1)),
            }
        }
        // What cannot be aimed at says least, then where none of its army stands.
        let weight = |(refusal, times): &&(Refusal, usize)| match refusal {
            Refusal::SpecialAim { .. } => (0, *times),
            Refusal::SpecialAlone { .. } => (1, *times),
            _ => (2, *times),
        };
        let most = told.iter().max_by_key(weight);
        most.map_or_else(String::new, |(refusal, _)| self.game.refusal_text(refusal))
    }

    fn tell(&self, rest: &str) -> Reply {
        match self.special(rest) {
            Ok((card, program)) => {
                let mut lines = vec![self.game.card_name(card)];
                let told = Prose::new(self.game.card_set()).effect(program);
                lines.extend(told.into_iter().map(|told| format!("{}- {}", "  ".repeat(told.depth), told.text)));
                Reply::done(lines)
            }
            Err(message) => Reply::no(message),
        }
    }

    fn legal(&self, word: &str) -> Reply {
        let view = self.game.view_of(&self.state, Viewer::Referee);
        let mut lines = Vec::new();
        for player in [FRENCH, ALLIED].into_iter().filter(|player| self.game.to_act(&self.state).has(*player)) {
            let mut legal = Vec::new();
            self.game.legal(&self.state, player, &mut legal);
            let texts = legal.iter().map(|action| self.game.action_text(&view, player, action));
            let texts = texts.filter(|text| text.to_lowercase().contains(&word.to_lowercase()));
            lines.extend(texts.map(|text| format!("{}: {text}", player_name(player))));
        }
        let more = lines.len().saturating_sub(LISTED);
        lines.truncate(LISTED);
        if more > 0 {
            lines.push(format!("and {more} more; `legal WORD` lists those with a word"));
        }
        if lines.is_empty() {
            lines.push("Nothing fits.".to_owned());
        }
        Reply::done(lines)
    }
}

fn help() -> Vec<String> {
    let line = |(form, doc): &(&str, &str)| format!("  {form:<24} {doc}");
    let mut lines = vec!["Commands:".to_owned()];
    lines.extend(COMMANDS.iter().map(line));
    lines.push("Actions (a card by its id or the end of it, a Position as FL FC FR AL AC AR):".to_owned());
    lines.extend(FORMS.iter().map(line));
    lines
}

/// The first Combat Phase after two bots have deployed.
fn deployed(game: &Arc<Waterloo>, seed: Seed) -> Result<State, String> {
    let mut hosted = Match::new(Arc::clone(game), MatchOptions::seeded(seed));
    let mut bots = [FRENCH, ALLIED].map(|player| {
        let mut bot = Greedy::default();
        bot::Bot::<Waterloo>::begin(&mut bot, game, player);
        (player, bot, bot::chance_of(&seed, player))
    });
    for _ in 0..2_000 {
        if hosted.state().phase == Phase::Combat {
            return Ok(hosted.state().clone());
        }
        // The French adjust last (W 4.1).
        let mut players: Vec<_> = hosted.to_act().iter().filter(|player| !hosted.legal(*player).is_empty()).collect();
        if hosted.state().phase == Phase::Deployment {
            players.reverse();
        }
        let Some(&player) = players.first() else { break };
        let Some((_, bot, chance)) = bots.iter_mut().find(|(whose, ..)| *whose == player) else { break };
        let Some(action) = bot::choose(&hosted, player, bot, chance) else { break };
        hosted.apply(player, &action).map_err(|error| error.to_string())?;
    }
    Err("the bots did not deploy: give a position".to_owned())
}
