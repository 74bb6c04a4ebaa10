//! The card set, decks and setups (W 1.0, 2.0, 3.0, 15.0, 18.0).

use eagles::waterloo::cards::{CardSet, EMBEDDED};
use eagles::waterloo::{Setup, Waterloo};

#[test]
fn the_embedded_set_is_sound() {
    let set = CardSet::from_csv(EMBEDDED).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(set.cards.len(), 300);
    assert_eq!(*CardSet::embedded(), set);
}

#[test]
fn every_battle_can_be_set_up() {
    for code in CardSet::embedded().battles() {
        let game = Waterloo::new(CardSet::embedded(), Setup::battle(code)).unwrap_or_else(|faults| panic!("{faults}"));
        for army in game.armies() {
            let row = game.chart_row(army).expect("a row");
            let roster = game.roster(army);
            assert_eq!((roster.deck, roster.muster, roster.reinforce), (row.deck, row.muster, row.reinforce));
        }
    }
}
