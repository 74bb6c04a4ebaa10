//! A small table for tests: units by a line each, ground as a scenario writes it.

#![allow(dead_code, missing_docs, unreachable_pub)]

use eagles::chance::Supplied;
use eagles::empire::action::Manoeuvre;
use eagles::empire::geometry::{Block, Point};
use eagles::empire::refusal::Refusal;
use eagles::empire::state::{Pending, Stage, State, Unit, UnitId};
use eagles::empire::{Action, Empire, Event, Scenario};
use eagles::game::{Game, Player, Sink};

/// A place in whole inches.
pub fn inch(x: i32, y: i32) -> Point {
    Point::new(x * 1_000, y * 1_000)
}

/// A battle and a position of it.
#[derive(Clone)]
pub struct Table {
    pub game: Empire,
    pub state: State,
}

/// Keeps the events.
#[derive(Default)]
pub struct Story(pub Vec<Event>);

impl Sink<Empire> for Story {
    const LIVE: bool = true;
    fn emit(&mut self, _: &Empire, _: &State, event: Event) {
        self.0.push(event);
    }
    fn mark(&self) -> usize {
        self.0.len()
    }
    fn discard(&mut self, mark: usize) {
        self.0.truncate(mark);
    }
}

/// A scenario of 40 by 40 inches. A line of `units`: id, class, nation (french are player 0, british player 1), `x,y` in inches,
/// formation, and if wanted the facing, then `key=value` pairs of the scenario.
pub fn scenario(units: &str, ground: &str) -> Scenario {
    let mut text = String::from(
        "id = \"test\"\nname = \"Test\"\ndate = \"1815-06-18\"\nstart = \"12:00\"\nminutes = 15\nturns = 9\ntable = [40, 40]\nyards = 50\n",
    );
    text += "[[side]]\nname = \"french\"\nnation = \"french\"\nedge = \"south\"\n[[side]]\nname = \"british\"\nnation = \"british\"\nedge = \"north\"\n";
    for (side, y) in [("french", 1), ("british", 39)] {
        let cap = &side[..1];
        text += &format!(
            "[[corps]]\nid = \"{cap}c\"\nname = \"{side}\"\nside = \"{side}\"\nrank = \"corps\"\nleader = {{ name = \"{side} chief\", rating = 1, at = [20, {y}] }}\n"
        );
        text += &format!(
            "[[division]]\nid = \"{cap}d\"\nname = \"{side}\"\ncorps = \"{cap}c\"\norder = \"attack\"\nleader = {{ name = \"{side} leader\", rating = 1, at = [20, {y}] }}\n"
        );
    }
    for unit in units.lines().filter(|line| !line.trim().is_empty()) {
        let mut words = unit.split_whitespace();
        let mut next = || words.next().unwrap_or_else(|| panic!("a word is missing in {unit}"));
        let (id, class, side, at, formation) = (next(), next(), next(), next(), next());
        let more: Vec<_> = words.collect();
        let facing = more.iter().find(|word| !word.contains('=')).unwrap_or(&"0");
        text +=
            &format!("[[unit]]\nid = \"{id}\"\nname = \"{id}\"\ndivision = \"{}d\"\nclass = \"{class}\"\n", &side[..1]);
        text += &format!("at = [{at}]\nfacing = {facing}\nformation = \"{formation}\"\n");
        for (key, value) in [("ce", "9"), ("stands", "4")] {
            if !more.iter().any(|word| word.starts_with(&format!("{key}="))) {
                text += &format!("{key} = {value}\n");
            }
        }
        for pair in more.iter().filter(|word| word.contains('=')) {
            text += &format!("{}\n", pair.replace('=', " = "));
        }
    }
    text += ground;
    Scenario::from_toml(&text, "test.toml").unwrap_or_else(|faults| panic!("{faults:?}\n{text}"))
}

impl Table {
    pub fn new(units: &str) -> Self {
        Self::with(units, "")
    }

    pub fn with(units: &str, ground: &str) -> Self {
        let both = ["french", "british"].map(|side| units.contains(&format!(" {side} ")));
        // Both sides must have somebody: far away, in a corner.
        let mut units = units.to_string();
        for ((side, there), at) in ["french", "british"].into_iter().zip(both).zip(["2,2", "38,38"]) {
            if !there {
                units += &format!("\nspare-{side} line-infantry {side} {at} column");
            }
        }
        let game = Empire::new(scenario(&units, ground)).unwrap_or_else(|faults| panic!("{faults:?}"));
        let state = game.start();
        Self { game, state }
    }

    /// In the march stage of a player.
    pub fn march(mut self, player: u8) -> Self {
        self.state.stage = Stage::March;
        self.state.on_turn = Player(player);
        self.state.initiative = Some(Player(1 - player));
        self.state.pending = Pending::None;
        self
    }

    pub fn id(&self, name: &str) -> UnitId {
        let n = self.game.units().iter().position(|unit| unit.id == name);
        UnitId(n.unwrap_or_else(|| panic!("no unit {name}")) as u16)
    }

    pub fn unit(&self, name: &str) -> Unit {
        self.state.units[self.id(name)]
    }

    pub fn block(&self, name: &str) -> Block {
        self.game.block(self.id(name), &self.unit(name))
    }

    pub fn edit(&mut self, name: &str, change: impl FnOnce(&mut Unit)) {
        let id = self.id(name);
        self.state.units.edit(id, change);
    }

    fn order(&self, name: &str, steps: &[Manoeuvre]) -> (Player, Action) {
        let unit = self.id(name);
        (self.game.unit(unit).player, Action::Move { unit, steps: steps.to_vec() })
    }

    /// A move must be allowed.
    #[track_caller]
    pub fn may(&self, name: &str, steps: &[Manoeuvre]) {
        let (player, action) = self.order(name, steps);
        assert_eq!(self.game.refusal(&self.state, player, &action), None, "{name} {steps:?}");
    }

    /// A move must be refused for this reason.
    #[track_caller]
    pub fn refused(&self, name: &str, steps: &[Manoeuvre], why: Refusal) {
        assert_eq!(self.why(name, steps), why, "{name} {steps:?}");
    }

    /// Why a move is refused.
    #[track_caller]
    pub fn why(&self, name: &str, steps: &[Manoeuvre]) -> Refusal {
        let (player, action) = self.order(name, steps);
        let why = self.game.refusal(&self.state, player, &action);
        why.unwrap_or_else(|| panic!("{name} may do {steps:?}"))
    }

    /// Carries out an action that must be allowed, with these dice.
    #[track_caller]
    pub fn act(&mut self, player: u8, action: &Action, dice: &[u16]) -> Vec<Event> {
        let player = Player(player);
        assert_eq!(self.game.refusal(&self.state, player, action), None, "{action:?}");
        let (mut dice, mut story) = (Supplied::of(dice.iter().copied()), Story::default());
        self.game
            .advance(&mut self.state, player, action, &mut dice, &mut story)
            .unwrap_or_else(|unmet| panic!("{action:?}: {unmet:?}"));
        assert!(dice.rest().is_empty(), "dice are left: {:?}", dice.rest());
        story.0
    }

    /// Makes a move that must be allowed.
    #[track_caller]
    pub fn go(&mut self, name: &str, steps: &[Manoeuvre]) -> Vec<Event> {
        self.roll(name, steps, &[])
    }

    /// The same with dice.
    #[track_caller]
    pub fn roll(&mut self, name: &str, steps: &[Manoeuvre], dice: &[u16]) -> Vec<Event> {
        let (player, action) = self.order(name, steps);
        self.act(player.0, &action, dice)
    }
}
