//! The promises as properties, written once over any game.
//!
//! Each function plays random matches and panics with the seed and the action where a promise is broken.

pub mod atomic;
pub mod fuzz;
pub mod replay;
pub mod undo;
pub mod visibility;
pub mod windows;

use eagles::chance::{Draws, Kind, Request, Seed, Seeded, Stream};
use eagles::game::{Game, Player, Players, Viewer};
use eagles::play::{Match, MatchOptions};
use std::sync::Arc;

/// `n` seeds, or ten times as many with `EAGLES_FULL=1` in the environment.
pub fn seeds(n: u64) -> std::ops::Range<u64> {
    if std::env::var("EAGLES_FULL").is_ok_and(|v| v == "1") { 0..10 * n } else { 0..n }
}

/// Chooses at random, the same again for the same seed, and apart from the draws of the game.
pub struct Chooser(Seeded);

impl Chooser {
    pub fn new(seed: u64) -> Self {
        Self(Seeded::new(Seed::from_number(seed).child(99)))
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        let among = u16::try_from(n).expect("few choices").max(1);
        let request = Request { code: "choice", subject: 0, stream: Stream(0), kind: Kind::Pick { among } };
        usize::from(self.0.pick(request, |i| i).expect("a seed answers everything"))
    }

    pub fn one_of<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// One of the players who may act.
    pub fn player(&mut self, players: Players) -> Option<Player> {
        let all: Vec<Player> = players.iter().collect();
        if all.is_empty() { None } else { Some(*self.one_of(&all)) }
    }

    /// A player who may act and an action of his.
    pub fn action<G: Game>(&mut self, hosted: &Match<G>) -> Option<(Player, G::Action)> {
        let player = self.player(hosted.to_act())?;
        let legal = hosted.legal(player);
        assert!(!legal.is_empty(), "player {} must act and has no action: {}", player.0, text(hosted));
        Some((player, self.one_of(&legal).clone()))
    }
}

/// The position as one line, for messages.
pub fn text<G: Game>(hosted: &Match<G>) -> String {
    hosted.game().write_state(hosted.state())
}

pub fn seeded<G: Game>(game: &Arc<G>, seed: u64) -> Match<G> {
    Match::new(Arc::clone(game), MatchOptions::seeded(Seed::from_number(seed)))
}

/// Plays a random match of at most `max` actions; `each` sees it before every action and at the end.
pub fn play<G: Game>(game: &Arc<G>, seed: u64, max: usize, mut each: impl FnMut(&Match<G>, &mut Chooser)) -> Match<G> {
    let mut hosted = seeded(game, seed);
    let mut chooser = Chooser::new(seed);
    for _ in 0..max {
        each(&hosted, &mut chooser);
        let Some((player, action)) = chooser.action(&hosted) else { break };
        apply(&mut hosted, player, &action, seed);
    }
    each(&hosted, &mut chooser);
    hosted
}

/// Applies an action that must succeed.
pub fn apply<G: Game>(hosted: &mut Match<G>, player: Player, action: &G::Action, seed: u64) {
    let before = text(hosted);
    if let Err(error) = hosted.apply(player, action) {
        panic!("seed {seed}: player {} is offered {action:?} and gets: {error}\n{before}", player.0);
    }
}

/// All players of a game.
pub fn players<G: Game>(game: &G) -> impl Iterator<Item = Player> {
    (0..game.players()).map(Player)
}

/// All viewers of a game.
pub fn viewers<G: Game>(game: &G) -> Vec<Viewer> {
    players(game).map(Viewer::Player).chain([Viewer::Public, Viewer::Referee]).collect()
}

/// What the whole match shows to its referee, to find out whether anything changed.
pub fn fingerprint<G: Game>(hosted: &Match<G>) -> String {
    let feeds: Vec<_> = viewers(&**hosted.game())
        .into_iter()
        .map(|viewer| serde_json::to_string(hosted.events_since(0, viewer).0).expect("events have a JSON form"))
        .collect();
    let record = serde_json::to_string(&hosted.record()).expect("a record has a JSON form");
    format!("{record}\n{feeds:?}\n{:?} {:?}", hosted.draw_counts(), hosted.outcome())
}

/// A game ends, and nobody who must act is without an action.
pub fn ends<G: Game>(game: &Arc<G>, seeds: std::ops::Range<u64>, max: usize) {
    for seed in seeds {
        let hosted = play(game, seed, max, |hosted, _| {
            let over = game.outcome(hosted.state()).is_some();
            assert_eq!(over, hosted.to_act().is_empty(), "seed {seed}: over or somebody's turn: {}", text(hosted));
        });
        assert!(hosted.outcome().is_some(), "seed {seed}: no end after {max} actions: {}", text(&hosted));
    }
}
