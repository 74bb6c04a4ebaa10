//! The largest battles that there may be.

use eagles::chance::Seed;
use eagles::empire::Empire;
use eagles::empire::scenario::generate::meeting;
use eagles::play::{Match, MatchOptions};
use eagles::record;
use std::sync::Arc;

#[test]
fn the_largest_battle_is_saved_and_taken_up_again() {
    let scenario = meeting(2_000, Seed::from_number(5));
    let game = Arc::new(Empire::new(scenario).expect("a valid scenario"));
    let hosted = Match::new(Arc::clone(&game), MatchOptions::seeded(Seed::from_number(5)));
    let json = record::to_json(&hosted.record());
    let record = record::read(json.as_bytes()).expect("a save reads back");
    let again = Match::from_record(game, &record).expect("and goes on");
    assert_eq!(again.state(), hosted.state());
}
