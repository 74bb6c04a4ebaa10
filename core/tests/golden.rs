//! Golden playthroughs: one whole battle of each, played by greedy players from a fixed seed and written out as text.
//!
//! They pin everything at once: the mapping of draws, the rules, the players, the notation, the English. A difference is
//! either a fault or a change of the rules, and then `RULES_VERSION` must be raised: a file names the version that it was
//! made with, and a changed file with an unchanged version fails. `UPDATE_EXPECT=1 cargo test --test golden` writes them.

use eagles::bot::{Bot, chance_of};
use eagles::chance::{Drawn, Seed};
use eagles::game::{Game, Player, Viewer};
use eagles::play::{Item, Match, MatchOptions};
use eagles::waterloo::greedy::Greedy;
use eagles::waterloo::state::Phase;
use eagles::waterloo::{CardSet, RULES_VERSION, Setup, Waterloo};
use std::fmt::Write as _;

fn draws_text(game: &Waterloo, draws: &[Drawn]) -> String {
    let one = |d: &Drawn| match d.code.as_str() {
        "muster" | "reinforcement" => d
            .values
            .iter()
            .map(|&v| game.card(eagles::waterloo::CardId(v)).number.to_string())
            .collect::<Vec<_>>()
            .join(","),
        _ => d.values.iter().map(ToString::to_string).collect::<Vec<_>>().join(","),
    };
    draws.iter().map(|d| format!("{}:{}", d.code, one(d))).collect::<Vec<_>>().join(" ")
}

fn playthrough(battle: &str, number: u64) -> String {
    let game = Waterloo::new(CardSet::embedded(), Setup::battle(battle)).expect("the shipped battles are sound");
    let seed = Seed::from_number(number);
    let mut hosted = Match::new(std::sync::Arc::new(game), MatchOptions::seeded(seed));
    let mut bots = [Greedy::default(), Greedy::default()];
    let mut chance = [chance_of(&seed, Player(0)), chance_of(&seed, Player(1))];
    let mut text = String::new();
    let _ = writeln!(text, "game {} rules {RULES_VERSION} battle {battle} seed {seed}", hosted.game().name());
    let _ = writeln!(text, "cards {:016x}", hosted.game().material_hash());
    let (mut cursor, mut turn) = (0, 0);
    while let Some(player) = hosted.game().next_to_ask(hosted.state()) {
        let legal = hosted.legal(player);
        let game = hosted.game().clone();
        let sight = eagles::bot::Sight::new(&*game, hosted.state(), player);
        let i = bots[player.index()].choose(&sight, &legal, &mut chance[player.index()]);
        let word = game.write_action(hosted.state(), player, &legal[i]);
        hosted.apply(player, &legal[i]).expect("a listed action is allowed");
        let entry = hosted.journal().last().expect("it was just made");
        let _ = write!(text, "{} {word} (of {})", game.player_name(player), legal.len());
        if !entry.draws.is_empty() {
            let _ = write!(text, " [{}]", draws_text(&game, &entry.draws));
        }
        let _ = writeln!(text);
        let (items, next) = hosted.events_since(cursor, Viewer::Referee);
        for item in items {
            match &**item {
                Item::Event(event) => {
                    let _ = writeln!(text, "    {}", game.event_text(event));
                }
                other => {
                    let _ = writeln!(text, "    {other:?}");
                }
            }
        }
        cursor = next;
        if hosted.state().turn != turn && hosted.state().phase != Phase::Over {
            turn = hosted.state().turn;
            let _ = writeln!(text, "  = {}", game.write_state(hosted.state()));
            let _ = writeln!(text, "  # {:016x}", hosted.state_hash());
        }
    }
    let _ = writeln!(text, "  = {}", hosted.game().write_state(hosted.state()));
    let _ = writeln!(text, "  # {:016x} after {} actions", hosted.state_hash(), hosted.journal().len());
    text
}

fn check(battle: &str, seed: u64, golden: &expect_test::ExpectFile) {
    golden.assert_eq(&playthrough(battle, seed));
}

#[test]
fn quatre_bras() {
    check("QB", 1815, &expect_test::expect_file!["golden/quatre-bras.txt"]);
}

#[test]
fn ligny() {
    check("LI", 1815, &expect_test::expect_file!["golden/ligny.txt"]);
}

#[test]
fn waterloo() {
    check("WA", 1815, &expect_test::expect_file!["golden/waterloo.txt"]);
}

#[test]
fn wavre() {
    check("WV", 1815, &expect_test::expect_file!["golden/wavre.txt"]);
}

#[test]
fn charleroi() {
    check("CH", 1815, &expect_test::expect_file!["golden/charleroi.txt"]);
}
