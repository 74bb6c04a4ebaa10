//! What a match makes by itself, case by case; and scripts that fail.

use crate::common::properties::fingerprint;
use crate::common::skirmish::{Action, HITS, Params, Phase, Point, Side, Skirmish, State, Strike, Token};
use crate::skirmish;
use eagles::bot::Random;
use eagles::chance::{Seed, Unmet};
use eagles::game::{Game, Player, Players, Viewer};
use eagles::odds::{OddsError, outcome_distribution};
use eagles::play::{ApplyError, Item, Match, MatchError, MatchOptions};
use eagles::record;
use eagles::simulate::{Control, Plan, SimulateError, summaries};
use std::num::NonZeroUsize;
use std::sync::Arc;

const SOUTH: Player = Player(0);
const NORTH: Player = Player(1);
const STRIKE: Action = Action::Strike { token: 0, target: 1, card: None };

/// South's token of kind 2 faces north's, who holds these orders.
fn facing(north: u16) -> State {
    let token = |x, kind| Some(Token { at: Point { x, y: 500 }, kind, left: HITS, up: false });
    let side = |hand| Side { placed: [None; 3], tokens: [token(1, 2), token(2, 0), token(3, 1)], hand };
    let (south, all) = (0b11, 0xff);
    let deck = all & !south & !north;
    State { phase: Phase::Play(SOUTH), turn: 5, sides: [side(south), side(north)], deck, spent: 0 }
}

/// North holds orders, and none to guard with.
const ODD: u16 = 0b1010_0000;
/// North could guard.
const EVEN: u16 = 0b1100;

/// The strike has been declared already.
fn declared(north: u16) -> State {
    let mut state = facing(north);
    state.phase = Phase::Answer(Strike { by: SOUTH, token: 0, target: 1, card: None });
    if let Some(striker) = &mut state.sides[0].tokens[0] {
        striker.up = true;
    }
    state
}

fn at(state: State, options: MatchOptions) -> Match<Skirmish> {
    Match::from_state(skirmish(), state, options).unwrap()
}

fn seeded() -> MatchOptions {
    MatchOptions::seeded(Seed::from_number(1815))
}

fn codes(hosted: &Match<Skirmish>, viewer: Viewer) -> Vec<&'static str> {
    use eagles::cite::Coded;
    let (items, _) = hosted.events_since(0, viewer);
    items.iter().filter_map(|item| if let Item::Event(event) = &**item { Some(event.code()) } else { None }).collect()
}

#[test]
fn an_action_and_the_passes_behind_it_are_one() {
    let mut hosted = at(facing(ODD), seeded());
    let before = hosted.state().clone();
    hosted.apply(SOUTH, &STRIKE).unwrap();
    assert_eq!(hosted.to_act(), Players::only(NORTH), "the dice have fallen and the turn has passed");
    assert_eq!(hosted.journal().len(), 1);
    assert_eq!((hosted.journal()[0].player, hosted.journal()[0].draws.len()), (SOUTH, 1));
    assert_eq!(hosted.journal()[0].hash, hosted.state_hash());
    assert_eq!(codes(&hosted, Viewer::Public)[..3], ["revealed", "declared", "struck"]);
    assert_eq!(hosted.undo(SOUTH, 1), Err(MatchError::Barrier));
    assert_eq!(hosted.undo(NORTH, 1), Err(MatchError::TooFew { have: 0 }), "he has done nothing");
    hosted.ask_undo(SOUTH, 1).unwrap();
    hosted.consent(NORTH).unwrap();
    assert_eq!(hosted.state(), &before, "one step back");

    let mut asked = at(facing(EVEN), seeded());
    asked.apply(SOUTH, &STRIKE).unwrap();
    assert_eq!(asked.to_act(), Players::only(NORTH));
    assert_eq!(codes(&asked, Viewer::Public), ["revealed", "declared"], "he can guard");
    asked.apply(NORTH, &Action::Pass).unwrap();
    assert_eq!(asked.journal().len(), 2);
    // To south it was the same.
    assert_eq!(asked.undo(SOUTH, 1), Err(MatchError::Barrier));
    let mut twin = at(facing(ODD), seeded());
    twin.apply(SOUTH, &STRIKE).unwrap();
    let told = |hosted: &Match<Skirmish>| serde_json::to_string(&hosted.save_for(SOUTH)).unwrap();
    assert_eq!(told(&asked), told(&twin));
    // What the other was asked shows in nothing but his own journal.
    assert_eq!(record::verify(&*skirmish(), &asked.record()), Ok(()));
    assert_eq!(record::verify(&*skirmish(), &twin.record()), Ok(()));
}

#[test]
fn a_missing_die_behind_a_pass_changes_nothing() {
    let mut hosted = at(facing(ODD), MatchOptions::hosted());
    let before = fingerprint(&hosted);
    let needed = match hosted.apply(SOUTH, &STRIKE) {
        Err(ApplyError::Unmet(Unmet::Needed(needed))) => needed,
        other => panic!("{other:?}"),
    };
    assert_eq!((needed.request.code, needed.have), ("strike", 0));
    assert_eq!(fingerprint(&hosted), before);
    assert_eq!(hosted.needed(SOUTH, &STRIKE), Some(*needed));
    hosted.supply(&[6, 5]).unwrap();
    assert!(matches!(hosted.apply(SOUTH, &STRIKE), Err(ApplyError::Unmet(Unmet::Needed(n))) if n.have == 2));
    assert_eq!(fingerprint(&hosted), before);
    assert_eq!(hosted.apply(SOUTH, &Action::Pass), Err(ApplyError::Unfinished(SOUTH)), "he has seen two dice");
    hosted.supply(&[1]).unwrap();
    hosted.apply(SOUTH, &STRIKE).unwrap();
    assert_eq!(hosted.state().sides[1].tokens[1].unwrap().left, 0);
    assert_eq!(hosted.journal().len(), 1);
}

#[test]
fn a_match_may_begin_with_a_pass() {
    let hosted = at(declared(ODD), seeded());
    assert_eq!(hosted.to_act(), Players::only(NORTH));
    assert!(matches!(hosted.state().phase, Phase::Play(NORTH)), "{:?}", hosted.state().phase);
    assert_eq!(codes(&hosted, Viewer::Player(SOUTH))[0], "struck");
    assert_eq!(hosted.journal().len(), 1);
    assert_eq!((hosted.journal()[0].player, &hosted.journal()[0].action), (NORTH, &Action::Pass));
    let record = hosted.record();
    assert_eq!(record::verify(&*skirmish(), &record), Ok(()));
    let again = Match::from_record(skirmish(), &record).unwrap();
    assert_eq!(fingerprint(&again), fingerprint(&hosted));

    // From a position alone as well; but nobody goes on with a game that was given up.
    let mut standing = record.clone();
    standing.position = skirmish().write_state(&declared(ODD));
    let hosted = Match::from_position(skirmish(), &standing).unwrap();
    assert_eq!(hosted.journal().len(), 1);
    standing.settled = Some(record::Settled::Resigned { by: NORTH });
    let hosted = Match::from_position(skirmish(), &standing).unwrap();
    assert_eq!(hosted.state(), &declared(ODD));

    // In analysis one step back is the beginning.
    let mut free = at(declared(ODD), seeded().analysis());
    let after = free.state().clone();
    free.undo(SOUTH, 1).unwrap();
    assert_eq!(free.state(), &declared(ODD));
    assert_eq!(Match::from_record(skirmish(), &free.record()).unwrap().state(), &declared(ODD));
    free.redo(SOUTH).unwrap();
    assert_eq!(free.state(), &after);
}

#[test]
fn where_a_die_is_missing_at_the_beginning_he_is_asked() {
    let mut hosted = at(declared(ODD), MatchOptions::hosted());
    assert_eq!(hosted.state(), &declared(ODD));
    assert!(hosted.journal().is_empty() && hosted.events_since(0, Viewer::Referee).0.is_empty());
    assert_eq!(hosted.legal(NORTH), [Action::Pass]);
    let again = Match::from_record(skirmish(), &hosted.record()).unwrap();
    assert_eq!(fingerprint(&again), fingerprint(&hosted));
    hosted.supply(&[1, 1, 1]).unwrap();
    hosted.apply(NORTH, &Action::Pass).unwrap();
    assert!(matches!(hosted.state().phase, Phase::Play(NORTH)));
}

/// An order whose script fails.
fn broken(order: u8) -> Arc<Skirmish> {
    Arc::new(Skirmish(Params { broken: Some(order), ..Params::default() }))
}

#[test]
fn a_failing_script_leaves_the_match_as_it_was() {
    let game = broken(1);
    let strike = Action::Strike { token: 0, target: 1, card: Some(1) };
    for options in [seeded(), MatchOptions::hosted()] {
        let mut hosted = Match::from_state(Arc::clone(&game), facing(ODD), options).unwrap();
        let before = fingerprint(&hosted);
        if options == MatchOptions::hosted() {
            hosted.supply(&[3, 3, 3]).unwrap();
        }
        let error = hosted.apply(SOUTH, &strike).unwrap_err();
        let ApplyError::Unmet(Unmet::Script(fault)) = &error else { panic!("{error:?}") };
        assert_eq!((fault.card.as_str(), fault.handler.as_str()), ("order 1", "struck"));
        assert!(error.to_string().contains("orders.luau:3:7"), "{error}");
        assert_eq!(fingerprint(&hosted), before);
        assert_eq!(hosted.needed(SOUTH, &strike), None);
        // The dice wait for the script to be mended, and bind nobody to it.
        assert_eq!(hosted.supplied().len(), if options == MatchOptions::hosted() { 3 } else { 0 });
        assert!(hosted.apply(SOUTH, &strike).is_err());
        hosted.apply(SOUTH, &Action::Pass).unwrap();
        assert!(hosted.supplied().is_empty());
    }
    // Where it fails behind an answer, the answer has not been given.
    let game = broken(2);
    let mut hosted = Match::from_state(game, facing(EVEN), seeded()).unwrap();
    hosted.apply(SOUTH, &STRIKE).unwrap();
    let before = fingerprint(&hosted);
    assert!(matches!(hosted.apply(NORTH, &Action::Guard { card: 2 }), Err(ApplyError::Unmet(Unmet::Script(_)))));
    assert_eq!(fingerprint(&hosted), before);
    hosted.apply(NORTH, &Action::Pass).unwrap();
}

#[test]
fn a_failing_script_is_told_by_odds_and_series() {
    let game = broken(1);
    let strike = Action::Strike { token: 0, target: 1, card: Some(1) };
    let error = outcome_distribution(&*game, &facing(ODD), SOUTH, &strike, 10_000).unwrap_err();
    assert!(matches!(&error, OddsError::Unmet(Unmet::Script(_))), "{error:?}");
    assert!(error.to_string().contains("order 1: handler `struck`"), "{error}");
    assert!(outcome_distribution(&*game, &facing(ODD), SOUTH, &STRIKE, 10_000).is_ok());

    let plan = Plan { workers: NonZeroUsize::new(2), ..Plan::new(400, Seed::from_number(7)) };
    let error = summaries(&*game, &plan, || vec![Random, Random], Control::default()).unwrap_err();
    let SimulateError::Unmet { unmet: Unmet::Script(_), .. } = &error else { panic!("{error:?}") };
    assert!(error.to_string().contains("orders.luau:3:7"), "{error}");
    // A record that leads there says so.
    let mut hosted = Match::from_state(skirmish(), facing(ODD), seeded()).unwrap();
    hosted.apply(SOUTH, &strike).unwrap();
    let mut record = hosted.record();
    record.header.params = serde_json::to_value(game.params()).unwrap();
    let error = record::verify(&*game, &record).unwrap_err().to_string();
    assert!(error.starts_with("first divergence at action 1") && error.contains("order 1"), "{error}");
}
