//! Pictures of the table: they are well formed, say the same for the same view, and show what they are asked for.

use eagles::bot::{Random, chance_of, choose};
use eagles::chance::Seed;
use eagles::empire::picture::{Show, svg, trails};
use eagles::empire::state::UnitId;
use eagles::empire::{Empire, Scenario};
use eagles::game::{Player, Viewer};
use eagles::play::{Item, Match, MatchOptions};
use std::sync::Arc;

fn battle(id: &str) -> Arc<Empire> {
    let scenario = Scenario::shipped(id).expect("a shipped scenario");
    Arc::new(Empire::new(scenario).expect("a valid scenario"))
}

/// Every element is closed in its order, and text holds no bare bracket.
fn well_formed(svg: &str) {
    let mut open: Vec<&str> = Vec::new();
    for part in svg.split('<').skip(1) {
        let (tag, _) = part.split_once('>').expect("a tag ends");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "closed out of order");
        } else if !tag.ends_with('/') {
            open.push(tag.split_whitespace().next().expect("a tag has a name"));
        }
    }
    assert!(open.is_empty(), "left open: {open:?}");
}

#[test]
fn pictures_of_a_battle() {
    let game = battle("tutorial");
    let seed = Seed::from_number(7);
    let mut hosted = Match::new(Arc::clone(&game), MatchOptions::seeded(seed));
    let mut bots = [chance_of(&seed, Player(0)), chance_of(&seed, Player(1))];
    let show = Show { command: true, arcs: vec![UnitId(4), UnitId(0)], orders: true, trails: Vec::new() };
    let mut turn = 0;
    let mut cursor = 0;
    let mut before = hosted.view(Viewer::Referee);
    for _ in 0..3_000 {
        if hosted.view(Viewer::Referee).turn != turn {
            let view = hosted.view(Viewer::Referee);
            turn = view.turn;
            let (items, next) = hosted.events_since(cursor, Viewer::Referee);
            let events = items.iter().filter_map(|item| match &**item {
                Item::Event(event) => Some(event),
                Item::Match(_) => None,
            });
            let show = Show { trails: trails(&before, events), ..show.clone() };
            let drawn = svg(&game, &view, &show);
            well_formed(&drawn);
            assert_eq!(drawn, svg(&game, &view, &show));
            let file = format!("{}/table-{turn}.svg", env!("CARGO_TARGET_TMPDIR"));
            std::fs::write(file, drawn).expect("written");
            (cursor, before) = (next, view);
        }
        let Some(player) = hosted.next_to_ask() else { break };
        let action = choose(&hosted, player, &mut Random, &mut bots[player.index()]).expect("something to do");
        hosted.apply(player, &action).unwrap_or_else(|error| panic!("{action:?}: {error}"));
    }
    assert!(turn >= 2, "the battle goes on");
}
