//! Golden playthroughs of Empire: whole battles from a fixed seed, written out as text.
//!
//! They pin everything at once: the mapping of draws, the rules, the commander, the notation, the English, every number. A
//! difference is either a fault or a change of the rules, and then `RULES_VERSION` must be raised: a file names the version that
//! it was made with. `UPDATE_EXPECT=1 cargo test --test empire_golden` writes them.

use eagles::bot::{Bot, Random, Sight, chance_of};
use eagles::chance::{Drawn, Seed};
use eagles::empire::greedy::Greedy;
use eagles::empire::scenario::generate::meeting;
use eagles::empire::state::Stage;
use eagles::empire::{Empire, RULES_VERSION, Scenario};
use eagles::game::{Game, Player, Viewer};
use eagles::play::{Item, Match, MatchOptions};
use std::fmt::Write as _;
use std::sync::Arc;

/// How much of a battle is written down.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    /// Every action with its draws, every event with its numbers, the position of each turn.
    All,
    /// The hash of the position at the start of every stage.
    Hashes,
}

fn draws_text(draws: &[Drawn]) -> String {
    let faces = |d: &Drawn| d.values.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    draws.iter().map(|d| format!("{}:{}", d.code, faces(d))).collect::<Vec<_>>().join(" ")
}

/// The whole battle, played by these.
fn playthrough(scenario: Scenario, number: u64, mut bots: [Box<dyn Bot<Empire>>; 2], detail: Detail) -> String {
    let game = Empire::new(scenario).unwrap_or_else(|faults| panic!("{faults:?}"));
    let seed = Seed::from_number(number);
    let mut hosted = Match::new(Arc::new(game), MatchOptions::seeded(seed));
    let game = Arc::clone(hosted.game());
    let mut chance = [chance_of(&seed, Player(0)), chance_of(&seed, Player(1))];
    let mut text = String::new();
    let _ = writeln!(text, "game {} rules {RULES_VERSION} scenario {} seed {seed}", game.name(), game.scenario().id);
    let _ = writeln!(text, "players {} {}", bots[0].name(), bots[1].name());
    let (mut cursor, mut draws) = (0, 0);
    let mut at: Option<(u8, Stage, Player)> = None;
    loop {
        let state = hosted.state();
        let now = (state.turn, state.stage, state.on_turn);
        let is_new = at.is_none_or(|(turn, ..)| turn != now.0);
        if at != Some(now) && (detail == Detail::Hashes || is_new) {
            let actions = hosted.journal().len();
            let (turn, stage, side) = (now.0, now.1, game.player_name(now.2));
            let hash = hosted.state_hash();
            let _ =
                writeln!(text, "# turn {turn} {stage:?} {side}: {hash:016x} after {actions} actions, {draws} draws");
            if detail == Detail::All {
                let _ = writeln!(text, "  = {}", game.write_state(hosted.state()));
            }
        }
        at = Some(now);
        let Some(player) = game.next_to_ask(hosted.state()) else { break };
        let legal = hosted.legal(player);
        let i = {
            let sight = Sight::new(&*game, hosted.state(), player);
            bots[player.index()].choose(&sight, &legal, &mut chance[player.index()])
        };
        let word = game.write_action(hosted.state(), player, &legal[i]);
        hosted.apply(player, &legal[i]).expect("a listed action is allowed");
        let entry = hosted.journal().last().expect("it was just made");
        draws += entry.draws.len();
        if detail == Detail::All {
            let _ = write!(text, "{} {word} (of {})", game.player_name(player), legal.len());
            if !entry.draws.is_empty() {
                let _ = write!(text, " [{}]", draws_text(&entry.draws));
            }
            let _ = writeln!(text);
        }
        let (items, next) = hosted.events_since(cursor, Viewer::Referee);
        for item in items.iter().filter(|_| detail == Detail::All) {
            match &**item {
                Item::Event(event) => drop(writeln!(text, "    {}", game.event_text(event))),
                other => drop(writeln!(text, "    {other:?}")),
            }
        }
        cursor = next;
    }
    let _ = writeln!(text, "  = {}", game.write_state(hosted.state()));
    let view = hosted.view(Viewer::Referee);
    let _ = writeln!(text, "view {:016x}", eagles::record::json_hash(&view));
    let _ = writeln!(text, "outcome {:?}", hosted.outcome());
    text
}

fn commanders() -> [Box<dyn Bot<Empire>>; 2] {
    [Box::new(Greedy::default()), Box::new(Greedy::default())]
}

#[test]
fn tutorial() {
    let scenario = Scenario::shipped("tutorial").expect("shipped");
    let text = playthrough(scenario, 1815, commanders(), Detail::All);
    // The numbers are there with their parts.
    assert!(text.contains("house rule") && text.contains(": 9 strength"), "{text}");
    expect_test::expect_file!["golden/empire-tutorial.txt"].assert_eq(&text);
}

#[test]
fn derlon() {
    let scenario = Scenario::shipped("derlon").expect("shipped");
    let text = playthrough(scenario, 1815, [Box::new(Random), Box::new(Random)], Detail::Hashes);
    expect_test::expect_file!["golden/empire-derlon.txt"].assert_eq(&text);
}

#[test]
fn quatre_bras() {
    let scenario = Scenario::shipped("quatre-bras").expect("shipped");
    let text = playthrough(scenario, 1815, commanders(), Detail::Hashes);
    expect_test::expect_file!["golden/empire-quatre-bras.txt"].assert_eq(&text);
}

#[test]
fn meeting_engagement() {
    let text = playthrough(meeting(6, Seed::from_number(1815)), 1815, commanders(), Detail::All);
    expect_test::expect_file!["golden/empire-meeting.txt"].assert_eq(&text);
}
