//! The floor under any game, proved on a small second one.

#[path = "../common/mod.rs"]
mod common;
mod matches;
mod odds;
mod passes;
mod saves;
mod series;

use common::properties::{self, atomic, fuzz, replay, seeds, undo, visibility, windows};
use common::skirmish::{Phase, Skirmish, State, bits};
use std::sync::Arc;

pub(crate) fn skirmish() -> Arc<Skirmish> {
    Arc::new(Skirmish::default())
}

#[test]
fn games_end() {
    properties::ends(&skirmish(), seeds(40), 400);
    properties::ends(&Arc::new(Skirmish::small()), seeds(40), 400);
}

#[test]
fn an_action_is_applied_whole_or_not_at_all() {
    atomic::applies_or_nothing(&skirmish(), seeds(20), 200);
}

#[test]
fn a_host_can_throw_the_dice() {
    atomic::host_supplies_the_same(&skirmish(), seeds(10), 200);
}

#[test]
fn only_who_may_act_acts() {
    atomic::refuses_the_others(&skirmish(), seeds(5), 200);
}

#[test]
fn a_state_is_a_value() {
    replay::round_trips(&skirmish(), seeds(10), 200);
}

#[test]
fn a_record_is_the_game() {
    replay::replays_the_same(&skirmish(), seeds(10), 200);
    replay::resumes_alike(&skirmish(), seeds(10), 40);
}

#[test]
fn events_come_once() {
    replay::events_come_once(&skirmish(), seeds(10), 200);
}

#[test]
fn analysis_goes_back_and_forth() {
    undo::undoes_and_redoes(&skirmish(), seeds(4), 60);
    undo::draws_again_as_chosen(&skirmish(), seeds(10), 100);
    undo::forks(&skirmish(), seeds(4), 100);
}

#[test]
fn players_take_back_what_told_nobody_anything() {
    undo::strict_undo(&skirmish(), seeds(20), 100);
}

#[test]
fn players_take_back_by_consent() {
    undo::undo_by_consent(&skirmish(), seeds(40), 40);
}

#[test]
fn samples_look_alike() {
    visibility::determinises(&skirmish(), seeds(10), 200);
    visibility::determinises(&Arc::new(Skirmish::small()), seeds(20), 200);
}

#[test]
fn hidden_things_do_not_show() {
    visibility::hides_what_is_hidden(&skirmish(), seeds(6), 100);
    visibility::hides_what_is_hidden(&Arc::new(Skirmish::small()), seeds(6), 100);
    visibility::hides_what_others_do(&skirmish(), seeds(10), 100);
    visibility::hides_what_others_draw(&skirmish(), seeds(10), 100, |request| {
        (request.code == "order").then_some(eagles::game::Player(request.subject as u8))
    });
    visibility::hides_what_is_done_unseen(&skirmish(), seeds(20), 40);
    visibility::requests_are_named(&skirmish(), seeds(10), 100);
}

#[test]
fn nobody_finds_out_who_could_only_pass() {
    // What changes hands is hidden: an order of the deck for one that is held.
    let vary = |state: &State, holder: eagles::game::Player, chooser: &mut properties::Chooser| {
        let mut varied = state.clone();
        let hand = &mut varied.sides[holder.index()].hand;
        let (held, deck): (Vec<u8>, Vec<u8>) = (bits(*hand).collect(), bits(state.deck).collect());
        if held.is_empty() || deck.is_empty() {
            return None;
        }
        let swap = 1 << *chooser.one_of(&held) | 1 << *chooser.one_of(&deck);
        *hand ^= swap;
        varied.deck ^= swap;
        Some(varied)
    };
    windows::passing_leaves_no_trace(&skirmish(), seeds(20), 200, vary);
    windows::passing_leaves_no_trace(&Arc::new(Skirmish::small()), seeds(20), 200, vary);
}

#[test]
fn a_match_stands_still_in_a_window() {
    let pending = |state: &State| matches!(state.phase, Phase::Answer(_)).then(|| "answer".to_owned());
    let met = windows::holds_in_the_middle(&skirmish(), seeds(20), 200, 40, pending);
    assert!(met.get("answer").is_some_and(|&n| n >= 10), "{met:?}");
}

#[test]
fn hostile_saves_are_refused() {
    fuzz::reads_hostile_records(&skirmish(), 1, 60, 600);
    fuzz::reads_hostile_fields(&skirmish(), 2, 60, 300);
    fuzz::reads_hostile_notation(&skirmish(), 3, 60, 10);
}
