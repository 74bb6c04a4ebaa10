//! The greedy commander beats a random player from either side, and his battles end.

use eagles::bot::{Bot, Random};
use eagles::chance::Seed;
use eagles::empire::greedy::Greedy;
use eagles::empire::{Empire, Scenario};
use eagles::game::Player;
use eagles::simulate::{Control, Plan, Summary, summaries};

/// `n` games, or ten times as many with `EAGLES_FULL=1`.
fn full(n: u64) -> u64 {
    if std::env::var_os("EAGLES_FULL").is_some() { 10 * n } else { n }
}

fn games(game: &Empire, count: u64, greedy: Player) -> Vec<Summary> {
    let bots = || {
        let mut bots: Vec<Box<dyn Bot<Empire>>> = vec![Box::new(Random), Box::new(Random)];
        bots[greedy.index()] = Box::new(Greedy::default());
        bots
    };
    summaries(game, &Plan::new(count, Seed::from_number(1815)), bots, Control::default()).expect("the rules hold")
}

/// In how many games of a hundred greedy wins from each side.
fn wins(game: &Empire, count: u64) -> [u64; 2] {
    [Player(0), Player(1)].map(|player| {
        let played = games(game, count, player);
        assert!(played.iter().all(|summary| summary.outcome.is_some()), "a battle did not end");
        let won = played.iter().filter(|summary| summary.outcome.is_some_and(|o| o.winner == Some(player)));
        won.count() as u64 * 100 / count
    })
}

fn beats_random(game: &Empire, name: &str, count: u64) {
    let won = wins(game, count);
    println!("{name}: greedy wins {won:?} of 100 against random, from the first and the second side");
    assert!(won.iter().all(|&share| share >= 90), "{name}: {won:?}");
}

#[test]
fn greedy_beats_random_in_the_shipped_scenarios() {
    for (id, _) in eagles::empire::scenario::shipped() {
        let scenario = Scenario::shipped(id).expect("a shipped scenario");
        beats_random(&Empire::new(scenario).expect("valid"), id, full(20));
    }
}

#[test]
fn greedy_beats_random_in_a_meeting_engagement() {
    let scenario = eagles::empire::scenario::generate::meeting(12, Seed::from_number(3));
    beats_random(&Empire::new(scenario).expect("valid"), "meeting", full(20));
}
