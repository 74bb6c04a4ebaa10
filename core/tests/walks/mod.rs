//! Random games for the tests: all five battles, every sort of deck, and players with odd tastes, so that rare positions
//! come up.
//!
//! The tests that use it play a tenth of their games by default and all of them with `EAGLES_FULL=1` in the environment.
#![allow(dead_code, unreachable_pub)]

use eagles::chance::{Draws as _, Kind as Draw, Request, Seed, Seeded, Stream};
use eagles::game::{Game as _, Player, Quiet};
use eagles::waterloo::setup::Scale;
use eagles::waterloo::state::Phase;
use eagles::waterloo::{Action, Army, CardSet, Deal, Kind, Setup, State, Waterloo};

/// `full` with `EAGLES_FULL=1`, a tenth of it otherwise.
pub fn amount(full: usize) -> usize {
    if std::env::var("EAGLES_FULL").is_ok_and(|v| v == "1") { full } else { full.div_ceil(10) }
}

/// A small random source of its own.
pub struct Dice(Seeded);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(Seeded::new(Seed::from_number(seed)))
    }

    /// A number below `n`, which is at least 1.
    pub fn below(&mut self, n: usize) -> usize {
        let kind = Draw::Pick { among: n as u16 };
        let request = Request { code: "test", subject: 0, stream: Stream(8), kind };
        usize::from(self.0.pick(request, |i| i).unwrap())
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

pub const BATTLES: [&str; 5] = ["QB", "LI", "WA", "WV", "CH"];

/// Every battle with every sort of deck and option, each with a name.
pub fn games() -> Vec<(String, Waterloo)> {
    let set = CardSet::embedded();
    let mut all = Vec::new();
    let mut add = |name: String, setup: Setup| {
        let game = Waterloo::new(set.clone(), setup).unwrap_or_else(|faults| panic!("{name}: {faults}"));
        all.push((name, game));
    };
    for battle in BATTLES {
        let plain = Setup::battle(battle);
        let armies: Vec<Army> = set.battle(battle).iter().map(|row| row.army).collect();
        let with = |deal: &dyn Fn(Army) -> Deal| {
            let mut setup = plain.clone();
            setup.deals = armies.iter().map(|&a| (a, deal(a))).collect();
            setup
        };
        add(format!("{battle} plain"), plain.clone());
        let mut decoys = plain.clone();
        decoys.options.decoys = true;
        add(format!("{battle} decoys"), decoys);
        let mut quota = with(&|_| Deal::Quota(None));
        quota.options.woods_minimum = 1;
        add(format!("{battle} quota"), quota);
        let mut custom = with(&|army| custom(&set, battle, army));
        custom.options.decoys = true;
        custom.options.woods_minimum = u8::from(battle != "QB" && battle != "WA");
        add(format!("{battle} custom"), custom);
        let mut any = with(&|_| Deal::Any);
        any.options.decoys = true;
        // The larger battles have too few cards to be doubled.
        let fits = |(by, over): &(u16, u16)| {
            let scale = Scale { by: *by, over: *over };
            Waterloo::new(set.clone(), Setup { scale, ..any.clone() }).is_ok()
        };
        let (by, over) = [(2, 1), (5, 3), (3, 2), (4, 3)].into_iter().find(fits).expect("a larger battle");
        assert!(by == 2 || ["LI", "WA", "CH"].contains(&battle), "{battle} cannot be doubled");
        any.scale = Scale { by, over };
        add(format!("{battle} any"), any);
        add(format!("{battle} all"), with(&|_| Deal::AllHistorical));
        let mut half = plain.clone();
        half.options.decoys = true;
        half.scale = Scale { by: 1, over: 2 };
        add(format!("{battle} half"), half);
    }
    all
}

/// A custom deck of the cheapest cards of each type, three copies where allowed, with Terrain and Generals.
fn custom(set: &CardSet, battle: &str, army: Army) -> Deal {
    let limit = set.battle(battle).iter().find(|row| row.army == army).map_or(0, |row| u32::from(row.bp));
    let mut deck = Vec::new();
    let mut cost = 0;
    let mut take = |number: u16, bp: u8, copies: usize| {
        for _ in 0..copies {
            if cost + u32::from(bp) <= limit && deck.len() < 100 {
                cost += u32::from(bp);
                deck.push(number);
            }
        }
    };
    let cheap = |kind: Kind| {
        let mut list: Vec<_> = set.of_army(army).filter(|c| c.kind == kind).collect();
        list.retain(|c| kind != Kind::Terrain || c.fights_at(battle));
        list.sort_by_key(|c| (c.bp, c.number));
        list
    };
    for card in cheap(Kind::Terrain).into_iter().take(4).chain(cheap(Kind::General).into_iter().take(3)) {
        take(card.number, card.bp, 1);
    }
    let troops = [Kind::Infantry, Kind::Cavalry, Kind::HorseArtillery, Kind::FootArtillery].map(cheap);
    for round in 0..12 {
        for list in &troops {
            if let Some(card) = list.get(round) {
                take(card.number, card.bp, 3);
            }
        }
    }
    Deal::Custom(deck)
}

/// What a random player likes.
#[derive(Clone, Copy, Debug)]
pub enum Taste {
    /// Anything.
    Plain,
    /// Over the Middle Ground.
    Engage,
    /// More cards where there are many.
    Pile,
    /// Generals on the move.
    Generals,
    /// Terrain laid, occupied, left.
    Terrain,
    /// Fire and Shock before all.
    Fight,
    /// Home.
    Home,
    /// Keep busy: the phase ends late.
    Busy,
}

const TASTES: [Taste; 8] =
    [Taste::Plain, Taste::Engage, Taste::Pile, Taste::Generals, Taste::Terrain, Taste::Fight, Taste::Home, Taste::Busy];

/// A game under way.
pub struct Walk<'a> {
    pub game: &'a Waterloo,
    pub state: State,
    pub draws: Seeded,
    pub dice: Dice,
    pub taste: [Taste; 2],
    /// The player who acts next, and what he may do.
    pub player: Player,
    pub legal: Vec<Action>,
    pub steps: usize,
    /// The position before the last action, who did it, and what it was.
    pub last: Option<(State, Player, Action)>,
}

impl<'a> Walk<'a> {
    pub fn new(game: &'a Waterloo, seed: u64) -> Self {
        let mut dice = Dice::new(seed ^ 0x5eed_0000);
        let taste = [TASTES[dice.below(8)], TASTES[dice.below(8)]];
        let mut walk = Self {
            game,
            state: game.start(),
            draws: Seeded::new(Seed::from_number(seed)),
            dice,
            taste,
            player: Player(0),
            legal: Vec::new(),
            steps: 0,
            last: None,
        };
        walk.find();
        walk
    }

    pub fn is_over(&self) -> bool {
        self.game.outcome(&self.state).is_some()
    }

    /// Finds who acts next: during deployment now the one, now the other.
    pub fn find(&mut self) {
        self.legal.clear();
        let able: Vec<Player> = self.game.to_act(&self.state).iter().collect();
        if able.is_empty() {
            return;
        }
        let first = self.dice.below(able.len());
        for i in 0..able.len() {
            self.player = able[(first + i) % able.len()];
            self.game.legal(&self.state, self.player, &mut self.legal);
            if !self.legal.is_empty() {
                return;
            }
        }
    }

    /// Chooses an action by taste.
    pub fn choose(&mut self) -> Action {
        let taste = if self.dice.one_in(5) { Taste::Plain } else { self.taste[self.player.index()] };
        let liked: Vec<Action> = self.legal.iter().copied().filter(|a| self.likes(taste, a)).collect();
        let pool = if liked.is_empty() { &self.legal } else { &liked };
        let mut action = pool[self.dice.below(pool.len())];
        if action == Action::End && self.legal.len() > 1 && self.state.phase == Phase::Combat && !self.dice.one_in(3) {
            action = self.legal[self.dice.below(self.legal.len())];
        }
        action
    }

    fn likes(&self, taste: Taste, action: &Action) -> bool {
        let side = self.state.side(self.player);
        let at = |slot: u8| side.place(slot);
        match (taste, action) {
            (Taste::Engage, Action::Move { slot, to, .. }) => {
                !to.is_reserve() && to.owner() != self.player && at(*slot).is_some_and(|p| p.owner() == self.player)
            }
            (Taste::Pile, Action::Move { to, .. } | Action::Deploy { to, .. }) => {
                !to.is_reserve() && side.at[to.index()].count_ones() >= 3
            }
            (Taste::Generals, Action::Move { slot, .. }) => side.kind[Kind::General as usize] >> slot & 1 == 1,
            (Taste::Generals, Action::Deploy { card, .. }) => self.game.profile(*card).kind == Kind::General,
            (Taste::Terrain, Action::Occupy { .. } | Action::Leave { .. } | Action::Capture { .. }) => true,
            (Taste::Terrain, Action::Deploy { card, on, .. }) => {
                *on != u8::MAX || self.game.profile(*card).kind == Kind::Terrain
            }
            (Taste::Fight, Action::Attack { .. } | Action::Commit { .. }) => true,
            (Taste::Home, Action::Move { to, .. }) => to.is_reserve() || to.owner() == self.player,
            (Taste::Busy, action) => *action != Action::End,
            _ => false,
        }
    }

    /// Carries out an action of the player who acts.
    pub fn act(&mut self, action: &Action) {
        self.last = Some((self.state.clone(), self.player, *action));
        self.game.advance(&mut self.state, self.player, action, &mut self.draws, &mut Quiet).unwrap();
        self.steps += 1;
        self.find();
    }

    /// One random step.
    pub fn step(&mut self) {
        assert!(!self.legal.is_empty(), "nobody can go on: {}", line(self.game, &self.state));
        let action = self.choose();
        self.act(&action);
    }
}

/// The Position in the notation, for a message.
pub fn line(game: &Waterloo, state: &State) -> String {
    game.write_state(state)
}
