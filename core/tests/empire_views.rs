//! What each side of *Eagles over the Empire* sees: everything but orders on their way and units in hiding.

mod common;

use common::properties::{play, players, seeds, visibility};
use eagles::chance::{Seed, Seeded};
use eagles::empire::event::Event;
use eagles::empire::state::{Coming, Host, LeaderId, Marks, UnitId};
use eagles::empire::units::Order;
use eagles::empire::{Action, Empire, Scenario, State};
use eagles::game::{Game, Player, Viewer};
use eagles::play::{Match, MatchOptions};
use std::collections::BTreeSet;
use std::sync::Arc;

fn made(change: impl FnOnce(&mut Scenario)) -> Arc<Empire> {
    let mut scenario = Scenario::shipped("tutorial").expect("shipped");
    change(&mut scenario);
    Arc::new(Empire::new(scenario).expect("sound"))
}

fn tutorial() -> Arc<Empire> {
    made(|_| {})
}

/// The tutorial with two Allied units and a French one in hiding.
fn ambush() -> Arc<Empire> {
    made(|scenario| {
        for unit in &mut scenario.unit {
            unit.hidden = ["bremen", "hussars-1", "line-72-1"].contains(&unit.id.as_str());
        }
    })
}

fn unit(game: &Empire, id: &str) -> UnitId {
    UnitId(game.units().iter().position(|unit| unit.id == id).expect("a unit") as u16)
}

const FRENCH: Viewer = Viewer::Player(Player(0));
const ALLIED: Viewer = Viewer::Player(Player(1));

#[test]
fn whatever_fits_a_view_looks_like_it() {
    visibility::determinises(&tutorial(), seeds(2), 250);
    visibility::determinises(&ambush(), seeds(3), 250);
}

#[test]
fn nothing_betrays_what_is_hidden() {
    visibility::hides_what_is_hidden(&ambush(), seeds(2), 60);
}

#[test]
fn orders_leave_no_trace_on_the_other_side() {
    visibility::hides_what_is_done_unseen(&tutorial(), seeds(2), 60);
    visibility::hides_what_others_do(&tutorial(), seeds(2), 60);
}

#[test]
fn the_die_for_an_order_is_the_senders_secret() {
    let game = tutorial();
    let order = game.read_word("order:bachelu>F1:reserve").unwrap();
    let matches = [1, 10].map(|die| {
        let mut hosted = Match::new(Arc::clone(&game), MatchOptions::hosted());
        hosted.supply(&[die]).unwrap();
        hosted.apply(Player(0), &order).expect("allowed");
        hosted
    });
    let [slow, fast] = &matches;
    assert_ne!(slow.state(), fast.state());
    assert_ne!(slow.view(FRENCH), fast.view(FRENCH));
    visibility::same(slow, fast, Player(1), "the die for the order shows");
    let mut nothing = Match::new(Arc::clone(&game), MatchOptions::hosted());
    visibility::same(slow, &nothing, Player(1), "the order shows");
    for hosted in [&mut slow.fork(None), &mut nothing] {
        hosted.apply(Player(0), &Action::End).expect("allowed");
        assert_eq!(hosted.events_since(0, ALLIED).0.len(), 1);
    }
}

#[test]
fn an_order_on_its_way_is_seen_by_its_own_side_and_the_referee() {
    let game = tutorial();
    let mut state = game.start();
    let coming = Some(Coming { order: Order::Defend, turn: 3 });
    (state.divisions[0].coming, state.divisions[0].sent) = (coming, true);
    for (viewer, seen) in [(FRENCH, true), (Viewer::Referee, true), (ALLIED, false), (Viewer::Public, false)] {
        let view = game.view(&state, viewer);
        assert_eq!(view.divisions[0].coming.is_some(), seen, "{viewer:?}");
        assert_eq!(view.divisions[0].sent, seen, "{viewer:?}");
        assert_eq!(view == game.view(&game.start(), viewer), !seen, "{viewer:?}");
        let sent = Event::OrderSent {
            leader: LeaderId(0),
            division: eagles::empire::state::DivisionId(0),
            order: Order::Defend,
            roll: None,
            delay: 2,
        };
        assert_eq!(game.redact(&state, viewer, &sent).is_some(), seen, "{viewer:?}");
    }
}

#[test]
fn a_hidden_unit_is_nowhere() {
    let game = ambush();
    let bremen = unit(&game, "bremen");
    let state = game.start();
    for (viewer, seen) in [(FRENCH, false), (ALLIED, true), (Viewer::Public, false), (Viewer::Referee, true)] {
        let view = game.view(&state, viewer);
        assert_eq!(view.unit(bremen).is_some(), seen, "{viewer:?}");
        assert_eq!(game.view_text(&view).contains("Bremen"), seen, "{viewer:?}");
        let event = Event::Disordered { unit: bremen };
        assert_eq!(game.redact(&state, viewer, &event).is_some(), seen, "{viewer:?}");
    }
}

#[test]
fn a_leader_with_a_hidden_unit_seems_to_be_alone() {
    let game = ambush();
    let bremen = unit(&game, "bremen");
    let harris = LeaderId(game.leaders().iter().position(|leader| leader.name == "Harris").unwrap() as u16);
    let mut state = game.start();
    state.leaders[harris.index()].host = Host::Unit(bremen);
    let place = state.units[bremen].pose.at;
    let leader = game.view(&state, FRENCH).leaders[harris.index()];
    assert_eq!((leader.at, leader.host), (place, Host::None));
    assert_eq!(game.view(&state, ALLIED).leaders[harris.index()].host, Host::Unit(bremen));
    let rode = Event::Rode { leader: harris, to: place, host: Host::Unit(bremen) };
    assert_eq!(game.redact(&state, FRENCH, &rode), Some(Event::Rode { leader: harris, to: place, host: Host::None }));
    // He may be there or not: both are drawn.
    let mut draws = Seeded::new(Seed::from_number(1));
    let view = game.view(&state, FRENCH);
    let hosts: BTreeSet<_> = (0..40)
        .map(|_| game.determinise(&view, &mut draws).unwrap().leaders[harris.index()].host == Host::None)
        .collect();
    assert_eq!(hosts.len(), 2);
}

#[test]
fn hidden_cavalry_and_orders_of_unseen_divisions_do_not_tell_in_the_initiative() {
    let game = ambush();
    let mut state = game.start();
    let hussars = unit(&game, "hussars-1");
    let before = game.initiative_facts(&state);
    assert_eq!((before.sides[1].cavalry, before.sides[0].cavalry), (0, 1));
    let division = game.units()[hussars.index()].division;
    state.divisions[division.index()].order = Order::Attack;
    assert_eq!(game.initiative_facts(&state).sides[1].attacking, before.sides[1].attacking);
    state.units.edit(hussars, |unit| unit.marks.clear(Marks::HIDDEN));
    let after = game.initiative_facts(&state);
    assert_eq!((after.sides[1].cavalry, after.sides[1].attacking), (1, before.sides[1].attacking + 1));
}

/// All orders that may be on their way are drawn as often.
#[test]
fn orders_on_their_way_are_sampled_evenly() {
    let game = tutorial();
    let mut state = game.start();
    let count = |state: &State, cells: usize| {
        let counts = visibility::samples(&*game, &game.view(state, ALLIED), 4_000);
        assert!(counts.len() <= cells);
        let chi = visibility::chi_square(counts.values().copied(), cells);
        assert!(chi < visibility::chi_square_limit(cells - 1), "{chi} over {cells}");
    };
    // Turn 1, orders: none, or one of three in one of four turns, for each of two divisions. Bachelu is with neither.
    count(&state, 13 * 13);
    // Later in the turn the same, but nobody asks when it was sent.
    state = game.read_state("1 march initiative=french").unwrap();
    count(&state, 13 * 13);
    // In a later command stage older orders may be on their way too, and Bachelu is with one of the divisions.
    state = game.read_state("2 command initiative=french / leaders bachelu@20,5 beside=F1").unwrap();
    count(&state, (1 + 9 + 15) * (1 + 9 + 12));
}

#[test]
fn an_order_is_a_barrier_whatever_it_draws() {
    let game = tutorial();
    play(&game, 1, 120, |hosted, _| {
        for player in players(&*game) {
            for action in hosted.legal(player) {
                let barrier = game.is_barrier(hosted.state(), player, &action);
                match action {
                    Action::Order { .. } | Action::End | Action::Rally { .. } => assert!(barrier, "{action:?}"),
                    Action::Hold { .. } | Action::Fire { .. } => assert!(!barrier, "{action:?}"),
                    _ => {}
                }
            }
        }
    });
}
