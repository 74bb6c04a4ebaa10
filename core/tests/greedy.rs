//! The greedy player is worth playing against.

use eagles::bot::{Bot, Random};
use eagles::chance::Seed;
use eagles::simulate::{Control, Plan, summaries};
use eagles::waterloo::greedy::Greedy;
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
