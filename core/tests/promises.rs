//! The promises, kept by *Waterloo*: the same properties as those of the small second game.

mod common;

use common::properties::{self, atomic, fuzz, replay, seeds, undo, visibility};
use eagles::waterloo::{ALLIED, Army, CardSet, Deal, FRENCH, Setup, Waterloo, streams};
use std::sync::Arc;

const BATTLES: [&str; 5] = ["QB", "LI", "WA", "WV", "CH"];
/// No game has more actions.
const MOST: usize = 20_000;

fn made(setup: Setup) -> Arc<Waterloo> {
    Arc::new(Waterloo::new(CardSet::embedded(), setup).unwrap())
}

fn battle(code: &str) -> Arc<Waterloo> {
    made(Setup::battle(code))
}

/// Every battle, and one with decoys and decks by quota.
fn battles() -> Vec<Arc<Waterloo>> {
    let mut decoys = Setup::battle("QB");
    decoys.options.decoys = true;
    for army in [Army::French, Army::British] {
        decoys.deals.insert(army, Deal::Quota(None));
    }
    BATTLES.into_iter().map(battle).chain([made(decoys)]).collect()
}

#[test]
fn games_end() {
    for game in battles() {
        properties::ends(&game, seeds(3), MOST);
    }
}

#[test]
fn an_action_is_applied_whole_or_not_at_all() {
    for game in battles() {
        atomic::applies_or_nothing(&game, seeds(2), 400);
    }
}

#[test]
fn a_host_can_throw_the_dice_and_draw_the_cards() {
    for game in battles() {
        atomic::host_supplies_the_same(&game, seeds(1), 250);
    }
}

#[test]
fn only_who_may_act_acts() {
    for game in battles() {
        atomic::refuses_the_others(&game, seeds(1), 150);
    }
}

#[test]
fn a_state_is_a_value() {
    for game in battles() {
        replay::round_trips(&game, seeds(1), 500);
    }
}

#[test]
fn a_record_is_the_game() {
    for game in battles() {
        replay::replays_the_same(&game, seeds(2), MOST);
        replay::resumes_alike(&game, seeds(1), 120);
    }
}

#[test]
fn events_come_once() {
    for game in battles() {
        replay::events_come_once(&game, seeds(2), MOST);
    }
}

#[test]
fn analysis_goes_back_and_forth() {
    undo::undoes_and_redoes(&battle("QB"), seeds(1), 120);
    undo::draws_again_as_chosen(&battle("WA"), seeds(2), 300);
    undo::forks(&battle("LI"), seeds(1), 100);
}

#[test]
fn players_take_back_what_told_nobody_anything() {
    for game in battles() {
        undo::strict_undo(&game, seeds(1), 120);
    }
}

#[test]
fn players_take_back_by_consent() {
    for game in battles() {
        undo::undo_by_consent(&game, seeds(3), 200);
    }
}

#[test]
fn samples_look_alike() {
    for game in battles() {
        visibility::determinises(&game, seeds(2), 400);
    }
}

#[test]
fn hidden_things_do_not_show() {
    for game in battles() {
        visibility::hides_what_is_hidden(&game, seeds(1), 250);
    }
}

#[test]
fn what_others_do_and_draw_does_not_show() {
    for game in battles() {
        visibility::hides_what_others_do(&game, seeds(1), 250);
        visibility::hides_what_others_draw(&game, seeds(1), 250, |request| {
            // Cards are drawn from the streams of the decks, each army's for its player.
            [Army::French, Army::British, Army::Prussian]
                .into_iter()
                .find(|&army| request.stream == streams::deck(army))
                .map(|army| if army == Army::French { FRENCH } else { ALLIED })
        });
    }
}

#[test]
fn what_is_done_unseen_leaves_no_trace() {
    for game in battles() {
        visibility::hides_what_is_done_unseen(&game, seeds(1), 120);
        visibility::requests_are_named(&game, seeds(1), 200);
    }
}

#[test]
fn hostile_saves_are_refused() {
    let game = battle("QB");
    fuzz::reads_hostile_records(&game, 1, 120, 200);
    fuzz::reads_hostile_fields(&game, 2, 120, 100);
    fuzz::reads_hostile_notation(&game, 3, 120, 20);
}
