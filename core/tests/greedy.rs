//! The greedy player is worth playing against.

use eagles::bot::{Bot, Random};
use eagles::chance::Seed;
use eagles::simulate::{Control, Plan, summaries};
use eagles::waterloo::greedy::{Greedy, Weights};
use eagles::waterloo::{ALLIED, CardSet, FRENCH, Setup, Waterloo};

fn wins(battle: &str, french_greedy: bool, games: u64) -> (usize, f64) {
    let game = Waterloo::new(CardSet::embedded(), Setup::battle(battle)).unwrap();
    let bots = || -> Vec<Box<dyn Bot<Waterloo>>> {
        if french_greedy {
            vec![Box::new(Greedy::default()), Box::new(Random)]
        } else {
            vec![Box::new(Random), Box::new(Greedy::default())]
        }
    };
    let all = summaries(&game, &Plan::new(games, Seed::from_number(1815)), bots, Control::default()).unwrap();
    let side = if french_greedy { FRENCH } else { ALLIED };
    let won = all.iter().filter(|s| s.outcome.is_some_and(|o| o.winner == Some(side))).count();
    let actions: u32 = all.iter().map(|s| s.actions).sum();
    (won, f64::from(actions) / games as f64)
}

#[test]
fn greedy_beats_random_from_each_side_of_quatre_bras() {
    for french in [true, false] {
        let (won, actions) = wins("QB", french, 1000);
        println!("greedy as {}: {won} of 1000, {actions:.0} actions a game", if french { "French" } else { "British" });
        assert!(won >= 900, "greedy won {won} of 1000 (French: {french})");
    }
}

/// The same player, but that he never plays a Special unless he must.
fn without() -> Greedy {
    Greedy { weights: Weights { special: f64::INFINITY, ..Weights::default() } }
}

/// How many of the games are won by the side that plays its Specials, each side in turn.
fn won_with_specials(battle: &str, games: u64) -> (u32, u32) {
    let game = Waterloo::new(CardSet::embedded(), Setup::battle(battle)).unwrap();
    let (mut won, mut lost) = (0, 0);
    for side in [FRENCH, ALLIED] {
        let bots = || {
            let mut bots = vec![without(), without()];
            bots[side.index()] = Greedy::default();
            bots
        };
        let all = summaries(&game, &Plan::new(games, Seed::from_number(1815)), bots, Control::default()).unwrap();
        for winner in all.iter().filter_map(|s| s.outcome.and_then(|o| o.winner)) {
            if winner == side { won += 1 } else { lost += 1 }
        }
    }
    (won, lost)
}

#[test]
fn greedy_gains_by_playing_specials() {
    let (mut won, mut lost) = (0, 0);
    for battle in ["QB", "LI", "WA", "WV", "CH"] {
        let (w, l) = won_with_specials(battle, 500);
        println!("{battle}: {w} won and {l} lost with Specials against without");
        (won, lost) = (won + w, lost + l);
    }
    // Four standard deviations above chance.
    let margin = 4.0 * f64::from(won + lost).sqrt();
    assert!(f64::from(won) - f64::from(lost) > margin, "{won} won, {lost} lost");
}
