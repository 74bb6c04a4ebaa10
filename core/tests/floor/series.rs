//! Many games, any number of workers, the same answer.

use crate::common::skirmish::Skirmish;
use eagles::bot::{self, Bot, Random, Sight, chance_of};
use eagles::chance::{Seed, Seeded};
use eagles::game::{Game, Player};
use eagles::play::{Match, MatchOptions};
use eagles::simulate::{Control, Crew, Plan, Played, SimulateError, Summary, simulate, summaries};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

fn plan(games: u64, workers: usize) -> Plan {
    Plan { workers: NonZeroUsize::new(workers), ..Plan::new(games, Seed::from_number(1815)) }
}

fn randoms() -> Vec<Random> {
    vec![Random, Random]
}

/// Takes the first action offered and remembers, against the rules, how often it was asked in its life.
struct Sloppy(u32);

impl Bot<Skirmish> for Sloppy {
    fn name(&self) -> &'static str {
        "sloppy"
    }
    fn choose(&mut self, sight: &Sight<'_, Skirmish>, legal: &[<Skirmish as Game>::Action], _: &mut Seeded) -> usize {
        assert!(legal.iter().all(|action| sight.allows(action)));
        self.0 += 1;
        self.0 as usize % legal.len()
    }
}

/// Chooses what is not there.
struct Wild;

impl Bot<Skirmish> for Wild {
    fn name(&self) -> &'static str {
        "wild"
    }
    fn choose(&mut self, _: &Sight<'_, Skirmish>, legal: &[<Skirmish as Game>::Action], _: &mut Seeded) -> usize {
        legal.len()
    }
}

#[test]
fn any_number_of_workers_gives_the_same_answer() {
    let game = Skirmish::default();
    let one = summaries(&game, &plan(500, 1), randoms, Control::default()).unwrap();
    assert_eq!(one.len(), 500);
    assert!(one.iter().zip(0..).all(|(summary, n)| summary.game == n), "in order");
    assert!(one.iter().all(|summary| summary.outcome.is_some()));
    for workers in [2, 3, 7] {
        assert_eq!(summaries(&game, &plan(500, workers), randoms, Control::default()).unwrap(), one);
    }
    // Even a bot that keeps what it should forget.
    let sloppy = || vec![Sloppy(0), Sloppy(0)];
    let one = summaries(&game, &plan(100, 1), sloppy, Control::default()).unwrap();
    assert_eq!(summaries(&game, &plan(100, 3), sloppy, Control::default()).unwrap(), one);
    // More games only add to those before.
    let more = summaries(&game, &plan(333, 2), randoms, Control::default()).unwrap();
    assert_eq!(summaries(&game, &plan(100, 2), randoms, Control::default()).unwrap(), more[..100]);
}

#[test]
fn a_simulated_game_is_the_hosted_game() {
    let game = Arc::new(Skirmish::default());
    let mut ends = Vec::new();
    let measure = |game: &Skirmish, state: &_, summary: &Summary| (game.state_hash(state), *summary);
    simulate(&*game, &plan(20, 2), randoms, measure, |end| ends.push(end), Control::default()).unwrap();
    for (hash, summary) in ends {
        let mut hosted = Match::new(Arc::clone(&game), MatchOptions::seeded(summary.seed));
        let mut chances = [Player(0), Player(1)].map(|player| chance_of(&summary.seed, player));
        while let Some(player) = game.next_to_ask(hosted.state()) {
            let action = bot::choose(&hosted, player, &mut Random, &mut chances[player.index()]).unwrap();
            hosted.apply(player, &action).unwrap();
        }
        assert_eq!(hosted.state_hash(), hash);
        assert!(hosted.journal().len() <= summary.actions as usize, "the match passes by itself");
        assert_eq!(bot::choose(&hosted, Player(0), &mut Random, &mut chances[0]), None);
    }
}

#[test]
fn it_can_be_watched_and_stopped() {
    let game = Skirmish::default();
    let (last, calls) = (AtomicU64::new(0), AtomicU64::new(0));
    let progress = |done: u64| {
        last.fetch_max(done, Ordering::Relaxed);
        calls.fetch_add(1, Ordering::Relaxed);
    };
    let control = Control { progress: Some(&progress), cancel: None, ..Control::default() };
    summaries(&game, &plan(200, 2), randoms, control).unwrap();
    assert_eq!(last.load(Ordering::Relaxed), 200);
    assert!(calls.load(Ordering::Relaxed) > 5);

    let cancel = AtomicBool::new(false);
    let progress = |done: u64| cancel.store(done >= 100, Ordering::Relaxed);
    let control = Control { progress: Some(&progress), cancel: Some(&cancel), ..Control::default() };
    let mut taken = Vec::new();
    let played = simulate(&game, &plan(5_000, 2), randoms, |_, _, s| s.game, |n| taken.push(n), control).unwrap();
    assert!(played.cancelled && played.games < 5_000, "{played:?}");
    assert_eq!(taken, (0..played.games).collect::<Vec<_>>(), "what is handed over has no gap");

    let cancel = AtomicBool::new(true);
    let control = Control { progress: None, cancel: Some(&cancel), ..Control::default() };
    let played = simulate(&game, &plan(10, 1), randoms, |_, _, _| (), |()| {}, control).unwrap();
    assert_eq!(played, Played { games: 0, cancelled: true });
    let none = simulate(&game, &plan(0, 1), randoms, |_, _, _| (), |()| {}, Control::default()).unwrap();
    assert_eq!(none, Played { games: 0, cancelled: false });
}

#[test]
fn broken_contracts_are_named() {
    let game = Skirmish::default();
    let error = summaries(&game, &plan(3, 1), || vec![Random], Control::default()).unwrap_err();
    assert_eq!(error, SimulateError::Bots { game: 0, have: 1, players: 2 });
    let error = summaries(&game, &plan(3, 1), || vec![Wild, Wild], Control::default()).unwrap_err();
    assert!(error.to_string().starts_with("game 0, action 1: wild chose number"), "{error}");
    // Broken off games have no outcome.
    let short = Plan { max_actions: 5, ..plan(3, 1) };
    let all = summaries(&game, &short, randoms, Control::default()).unwrap();
    assert!(all.iter().all(|summary| summary.actions == 5 && summary.outcome.is_none()));
}

/// A crew of which only one ever comes.
struct Lonely;

impl Crew for Lonely {
    fn run(&self, _: NonZeroUsize, work: &(dyn Fn() + Sync)) -> Result<(), String> {
        work();
        Ok(())
    }
}

/// A crew that does not come.
struct Nobody;

impl Crew for Nobody {
    fn run(&self, _: NonZeroUsize, _: &(dyn Fn() + Sync)) -> Result<(), String> {
        Err("all are ill".to_owned())
    }
}

#[test]
fn the_crew_makes_no_difference() {
    let game = Skirmish::default();
    let with = |crew| Control { crew: Some(crew), ..Control::default() };
    let usual = summaries(&game, &plan(100, 4), randoms, Control::default()).unwrap();
    assert_eq!(summaries(&game, &plan(100, 4), randoms, with(&Lonely)).unwrap(), usual);
    let error = summaries(&game, &plan(100, 4), randoms, with(&Nobody)).unwrap_err();
    assert_eq!(error, SimulateError::Workers { workers: 4, reason: "all are ill".to_owned() });
    assert_eq!(summaries(&game, &plan(100, 1), randoms, with(&Nobody)).unwrap(), usual, "one worker needs no crew");
}

#[test]
fn a_panic_of_a_worker_comes_through() {
    let game = Skirmish::default();
    let fall = |_: &Skirmish, _: &_, summary: &Summary| assert!(summary.game != 50, "game 50 falls over");
    let caught =
        std::panic::catch_unwind(|| simulate(&game, &plan(100, 2), randoms, fall, |()| {}, Control::default()));
    let panic = caught.expect_err("it panics here too");
    assert_eq!(panic.downcast_ref::<&str>(), Some(&"game 50 falls over"));
}

#[test]
fn random_chooses_evenly() {
    let game = Skirmish::default();
    let (state, mut draws) = (game.start(), Seeded::new(Seed::from_number(3)));
    let legal = [<Skirmish as Game>::Action::Pass; 7];
    let mut counts = [0u64; 7];
    for _ in 0..14_000 {
        counts[Random.choose(&Sight::new(&game, &state, Player(0)), &legal, &mut draws)] += 1;
    }
    let off = crate::common::properties::visibility::chi_square(counts, 7);
    assert!(off < crate::common::properties::visibility::chi_square_limit(6), "{counts:?}");
}
