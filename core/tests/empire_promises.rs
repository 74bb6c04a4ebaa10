//! The promises, kept by *Empire*: the same properties as those of the small second game and of Waterloo.

mod common;
mod empire_games;

use common::properties::{self, Chooser, atomic, fuzz, replay, seeds, undo, visibility, windows};
use eagles::bot::{self, Random, chance_of};
use eagles::chance::Seed;
use eagles::empire::state::{Host, Marks, State, UnitId};
use eagles::empire::{Action, Empire};
use eagles::game::{Game, Player, Viewer};
use eagles::play::{Match, MatchOptions};
use eagles::simulate::{Control, Plan, Summary, simulate};
use empire_games::{battles, in_hiding, melee, moment, shipped, skirmish_of, thicket};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Arc;

/// No small battle has more actions.
const MOST: usize = 6_000;

/// The battles that are small enough to be played to their end.
fn small() -> [Arc<Empire>; 4] {
    [shipped("tutorial"), skirmish_of(8, 5), thicket(), melee()]
}

#[test]
fn games_end() {
    for game in small() {
        properties::ends(&game, seeds(3), MOST);
    }
}

#[test]
fn an_action_is_applied_whole_or_not_at_all() {
    for (game, most) in battles() {
        atomic::applies_or_nothing(&game, seeds(2), most);
    }
}

#[test]
fn a_host_can_throw_the_dice() {
    for (game, most) in battles() {
        atomic::host_supplies_the_same(&game, seeds(1), most / 2);
    }
}

#[test]
fn only_who_may_act_acts() {
    for (game, most) in battles() {
        atomic::refuses_the_others(&game, seeds(1), most / 3);
    }
}

#[test]
fn a_state_is_a_value() {
    for (game, most) in battles() {
        replay::round_trips(&game, seeds(1), 2 * most);
    }
}

#[test]
fn a_record_is_the_game() {
    for game in small() {
        replay::replays_the_same(&game, seeds(1), MOST);
    }
    for (game, most) in battles() {
        replay::resumes_alike(&game, seeds(1), most);
    }
}

#[test]
fn events_come_once() {
    for game in small() {
        replay::events_come_once(&game, seeds(1), MOST);
    }
}

#[test]
fn analysis_goes_back_and_forth() {
    for game in [thicket(), shipped("tutorial")] {
        undo::undoes_and_redoes(&game, seeds(1), 60);
        undo::draws_again_as_chosen(&game, seeds(2), 200);
        undo::forks(&game, seeds(1), 80);
    }
}

#[test]
fn players_take_back_what_told_nobody_anything() {
    for (game, most) in battles() {
        undo::strict_undo(&game, seeds(1), most / 3);
    }
}

#[test]
fn players_take_back_by_consent() {
    for (game, most) in battles() {
        undo::undo_by_consent(&game, seeds(3), most / 2);
    }
}

#[test]
fn samples_look_alike() {
    for (game, most) in battles() {
        visibility::determinises(&game, seeds(2), most);
    }
}

#[test]
fn hidden_things_do_not_show() {
    for (game, most) in battles() {
        visibility::hides_what_is_hidden(&game, seeds(1), most / 2);
    }
}

#[test]
fn what_others_do_and_draw_does_not_show() {
    for (game, most) in battles() {
        visibility::hides_what_others_do(&game, seeds(1), most / 2);
        // How long an order takes only its own side learns.
        visibility::hides_what_others_draw(&game, seeds(2), most / 4, |request| {
            (request.code == "order").then_some(Player(request.stream.0))
        });
    }
}

#[test]
fn what_is_done_unseen_leaves_no_trace() {
    for (game, most) in battles() {
        visibility::hides_what_is_done_unseen(&game, seeds(1), most / 2);
        visibility::requests_are_named(&game, seeds(1), most / 2);
    }
}

#[test]
fn a_match_stands_still_in_the_middle_of_anything() {
    let mut met = BTreeMap::<String, usize>::new();
    for (game, n) in [(thicket(), 20), (melee(), 400), (shipped("tutorial"), 5), (skirmish_of(8, 5), 3)] {
        for (name, count) in windows::holds_in_the_middle(&game, seeds(n), MOST, 2, moment) {
            *met.entry(name).or_default() += count;
        }
    }
    println!("{met:?}");
    for name in ["command", "rally", "march", "fire", "assault", "charge", "threat", "lead", "follow", "breakthrough"] {
        assert!(met.contains_key(name), "never in the middle of {name}: {met:?}");
    }
}

#[test]
fn hostile_saves_are_refused() {
    for game in [thicket(), shipped("tutorial")] {
        fuzz::reads_hostile_records(&game, 1, 80, 60);
        fuzz::reads_hostile_fields(&game, 2, 80, 40);
        fuzz::reads_hostile_notation(&game, 3, 60, 8);
    }
}

#[test]
fn any_number_of_workers_gives_the_same_answer() {
    let game = thicket();
    let plan = |workers| Plan { workers: NonZeroUsize::new(workers), ..Plan::new(40, Seed::from_number(1815)) };
    let randoms = || vec![Random, Random];
    let measure = |game: &Empire, state: &State, summary: &Summary| (game.state_hash(state), *summary);
    let all = |workers| {
        let mut ends = Vec::new();
        let played =
            simulate(&*game, &plan(workers), randoms, measure, |end| ends.push(end), Control::default()).unwrap();
        assert_eq!((played.games, ends.len()), (40, 40));
        ends
    };
    let one = all(1);
    assert!(one.iter().zip(0..).all(|((_, summary), n)| summary.game == n && summary.outcome.is_some()));
    for workers in [2, 3] {
        assert_eq!(all(workers), one);
    }
    // And a simulated battle is the hosted one.
    for &(hash, summary) in &one[..4] {
        let mut hosted = Match::new(Arc::clone(&game), MatchOptions::seeded(summary.seed));
        let mut chances = [Player(0), Player(1)].map(|player| chance_of(&summary.seed, player));
        while let Some(player) = game.next_to_ask(hosted.state()) {
            let action = bot::choose(&hosted, player, &mut Random, &mut chances[player.index()]).unwrap();
            hosted.apply(player, &action).unwrap();
        }
        assert_eq!((hosted.state_hash(), hosted.journal().len()), (hash, summary.actions as usize));
    }
}

/// Plays a random battle until something holds.
fn until(game: &Arc<Empire>, seed: u64, holds: impl Fn(&State) -> bool) -> Option<State> {
    let mut found = None;
    properties::play(game, seed, MOST, |hosted, _| {
        if found.is_none() && holds(hosted.state()) {
            found = Some(hosted.state().clone());
        }
    });
    found
}

/// What is hidden from a player is drawn evenly: orders on their way to each division of the enemy, and with which hidden unit a
/// leader is who seems to be alone where it stands.
#[test]
fn samples_are_even() {
    use eagles::empire::state::Stage;
    let game = thicket();
    for (stage, turn) in [(Stage::Command, 1), (Stage::Command, 2), (Stage::March, 2)] {
        let state = until(&game, 3, |state| state.stage == stage && state.turn == turn).expect("it comes to that");
        let viewer = Player(0);
        assert!(!in_hiding(&game, &state, Player(1)).is_empty());
        let view = game.view(&state, Viewer::Player(viewer));
        let counts = visibility::samples(&*game, &view, 12_000);
        // Each way of filling in what is hidden, seen one by one.
        for n in 0..game.divisions().len() {
            let mut ways = BTreeMap::<String, u64>::new();
            for (text, count) in &counts {
                let sample = game.read_state(text).expect("it was written");
                let division = sample.divisions[n];
                let way = format!("{:?} {}", division.coming.map(|c| (c.order, c.turn)), division.sent);
                *ways.entry(way).or_default() += count;
            }
            if game.divisions()[n].player == viewer {
                assert_eq!(ways.len(), 1, "his own are known");
                continue;
            }
            let cells = ways.len();
            assert!(cells > 6, "{ways:?}");
            let off = visibility::chi_square(ways.values().copied(), cells);
            assert!(off < visibility::chi_square_limit(cells - 1), "{stage:?} {turn}: {ways:?}");
        }
        for (n, leader) in game.leaders().iter().enumerate() {
            let mut hosts = BTreeMap::<String, u64>::new();
            for (text, count) in &counts {
                let host = game.read_state(text).expect("it was written").leaders[n].host;
                *hosts.entry(format!("{host:?}")).or_default() += count;
            }
            let hidden = match state.leaders[n].host {
                Host::Unit(unit) => state.units[unit].marks.has(Marks::HIDDEN),
                _ => false,
            };
            let cells = if leader.player != viewer && hidden { 2 } else { 1 };
            assert_eq!(hosts.len(), cells, "{}: {hosts:?}", leader.name);
            if cells > 1 {
                let off = visibility::chi_square(hosts.values().copied(), cells);
                assert!(off < visibility::chi_square_limit(cells - 1), "{}: {hosts:?}", leader.name);
            }
        }
    }
}

/// Every fitting position is met: the hidden part of the true one among them.
#[test]
fn samples_miss_nothing() {
    let game = thicket();
    for seed in 0..3 {
        properties::play(&game, seed, 400, |hosted, chooser: &mut Chooser| {
            if chooser.below(60) > 0 {
                return;
            }
            for viewer in [Player(0), Player(1)] {
                let view = hosted.view(Viewer::Player(viewer));
                let counts = visibility::samples(&*game, &view, 400);
                let samples: Vec<State> = counts.keys().map(|text| game.read_state(text).unwrap()).collect();
                for (n, profile) in game.divisions().iter().enumerate() {
                    let truth = hosted.state().divisions[n];
                    let met = samples.iter().any(|s| s.divisions[n].coming == truth.coming);
                    assert!(met, "seed {seed}: {} never has {:?} on its way", profile.id, truth.coming);
                }
                for (n, profile) in game.leaders().iter().enumerate() {
                    let truth = hosted.state().leaders[n].host;
                    let met = samples.iter().any(|s| s.leaders[n].host == truth);
                    assert!(met, "seed {seed}: {} is never with {truth:?}", profile.name);
                }
            }
        });
    }
}

/// Nothing that a bot can ask tells of what its player does not see: it sees by the view, and by the glance, which is the same.
#[test]
fn a_glance_shows_what_a_view_shows() {
    use eagles::bot::Sight;
    for (game, most) in battles() {
        properties::play(&game, 7, most, |hosted, _| {
            for player in [Player(0), Player(1)] {
                let sight = Sight::new(&*game, hosted.state(), player);
                let (glance, view) = (sight.glance(), sight.view());
                assert_eq!(view, &hosted.view(Viewer::Player(player)));
                let units: Vec<_> = glance.units().map(|(id, unit)| (id, *unit)).collect();
                assert_eq!(units, view.units.iter().map(|unit| (unit.id, unit.unit())).collect::<Vec<_>>());
                assert_eq!(glance.leaders().map(|(_, leader)| leader).collect::<Vec<_>>(), view.leaders);
                assert_eq!(glance.divisions().map(|(_, division)| division).collect::<Vec<_>>(), view.divisions);
                assert_eq!(glance.contacts().collect::<Vec<_>>(), view.contacts);
                assert_eq!(glance.fires().collect::<Vec<_>>(), view.fires);
                assert_eq!(*glance.pending(), view.pending);
                assert_eq!(glance.pursuits().collect::<Vec<_>>(), view.pursuits);
                for id in (0..game.units().len() as u16 + 3).map(UnitId) {
                    assert_eq!(glance.unit(id).copied(), view.unit(id).map(|unit| unit.unit()));
                }
                let mut near = Vec::new();
                let middle = eagles::empire::geometry::Point::new(17_000, 15_000);
                glance.near(middle, 1_000_000, &mut near);
                let here: Vec<_> = glance.units().filter(|(_, unit)| unit.is_here()).map(|(id, _)| id).collect();
                assert_eq!(near, here);
                for enemy in in_hiding(&game, hosted.state(), Player(1 - player.0)) {
                    assert!(!glance.sees(enemy) && view.unit(enemy).is_none() && !near.contains(&enemy));
                }
                let mut legal: Vec<Action> = Vec::new();
                game.legal(hosted.state(), player, &mut legal);
                assert!(legal.iter().all(|action| sight.allows(action)));
            }
        });
    }
}
