//! Undo, offers, draws and caps of a match, case by case.

use crate::common::skirmish::{Action, Event, Params, Phase, Point, Skirmish};
use crate::skirmish;
use eagles::chance::{Seed, Unmet};
use eagles::game::{Game, Player, Players, Viewer};
use eagles::play::{
    ApplyError, DrawsFrom, Ending, Item, MAX_ACTIONS, MAX_ITEMS, MAX_SUPPLIED, MAX_TALK, Match, MatchError,
    MatchOptions, Note,
};
use eagles::record::SavedDraws;
use eagles::waterloo::{CardSet, Setup, Waterloo};
use std::sync::Arc;

const SOUTH: Player = Player(0);
const NORTH: Player = Player(1);

fn place(player: Player, kind: u8, x: u16) -> Action {
    Action::Place { kind, at: Point { x, y: if player == SOUTH { 5 } else { 994 } } }
}

fn new() -> Match<Skirmish> {
    Match::new(skirmish(), MatchOptions::seeded(Seed::from_number(1815)))
}

/// Dealt, nothing placed.
fn dealt() -> Match<Skirmish> {
    let mut hosted = new();
    hosted.apply(SOUTH, &Action::Deal).unwrap();
    hosted
}

/// Both lines stand; south is to act.
fn lined() -> Match<Skirmish> {
    let mut hosted = dealt();
    for player in [SOUTH, NORTH] {
        for kind in 0..3 {
            hosted.apply(player, &place(player, kind, 100 * u16::from(kind) + 50)).unwrap();
        }
        hosted.apply(player, &Action::Ready).unwrap();
    }
    hosted
}

fn notes(hosted: &Match<Skirmish>, viewer: Viewer) -> Vec<Note> {
    let (items, _) = hosted.events_since(0, viewer);
    items.iter().filter_map(|item| if let Item::Match(note) = &**item { Some(*note) } else { None }).collect()
}

fn placed(hosted: &Match<Skirmish>, player: Player) -> usize {
    hosted.state().sides[player.index()].placed.iter().flatten().count()
}

const MOVE: Action = Action::Move { token: 0, to: Point { x: 50, y: 100 } };

#[test]
fn what_another_did_unseen_stays_done() {
    let mut hosted = dealt();
    let dealt = hosted.events_since(0, Viewer::Player(SOUTH)).1;
    hosted.apply(SOUTH, &place(SOUTH, 0, 10)).unwrap();
    hosted.apply(NORTH, &place(NORTH, 2, 20)).unwrap();
    hosted.apply(NORTH, &place(NORTH, 1, 30)).unwrap();
    hosted.undo(SOUTH, 1).unwrap();
    assert_eq!((placed(&hosted, SOUTH), placed(&hosted, NORTH)), (0, 2));
    assert_eq!(notes(&hosted, Viewer::Player(SOUTH)), [Note::Rewound { to: dealt }]);
    assert_eq!(notes(&hosted, Viewer::Player(NORTH)), [], "he never saw the token");
    assert_eq!(notes(&hosted, Viewer::Public), []);
    // The referee is told of north's placing again, behind the rewinding.
    let (items, _) = hosted.events_since(0, Viewer::Referee);
    let last: Vec<_> = items.iter().rev().take(3).rev().map(|item| (**item).clone()).collect();
    let (Action::Place { at: two, .. }, Action::Place { at: one, .. }) = (place(NORTH, 2, 20), place(NORTH, 1, 30))
    else {
        panic!("both are placings")
    };
    assert_eq!(
        last,
        [
            Item::Match(Note::Rewound { to: 4 }),
            Item::Event(Event::Placed { player: NORTH, kind: 2, at: two }),
            Item::Event(Event::Placed { player: NORTH, kind: 1, at: one }),
        ]
    );
    // North's own count still fits his feed.
    let had = hosted.events_since(0, Viewer::Player(NORTH)).1;
    hosted.undo(NORTH, 2).unwrap();
    assert_eq!(notes(&hosted, Viewer::Player(NORTH)), [Note::Rewound { to: had - 2 }]);
    assert_eq!(placed(&hosted, NORTH), 0);
    // Both can do it again, in whichever order.
    hosted.redo(SOUTH).unwrap();
    hosted.redo(NORTH).unwrap();
    hosted.redo(NORTH).unwrap();
    assert_eq!((placed(&hosted, SOUTH), placed(&hosted, NORTH)), (1, 2));
    assert_eq!(hosted.redo(NORTH), Err(MatchError::NothingToRedo));
}

#[test]
fn redo_ends_by_what_is_seen_and_by_nothing_else() {
    let mut hosted = dealt();
    for kind in 0..3 {
        hosted.apply(NORTH, &place(NORTH, kind, 10 + u16::from(kind))).unwrap();
    }
    hosted.apply(SOUTH, &place(SOUTH, 0, 10)).unwrap();
    hosted.undo(SOUTH, 1).unwrap();
    hosted.apply(NORTH, &Action::Lift { kind: 0 }).unwrap();
    hosted.apply(NORTH, &place(NORTH, 0, 77)).unwrap();
    assert_eq!(hosted.redoable(SOUTH), 1, "he saw nothing of it");
    hosted.apply(NORTH, &Action::Ready).unwrap();
    assert_eq!(hosted.redoable(SOUTH), 0, "he sees north's line now");
    hosted.apply(SOUTH, &place(SOUTH, 0, 10)).unwrap();
    hosted.undo(SOUTH, 1).unwrap();
    hosted.apply(SOUTH, &place(SOUTH, 1, 10)).unwrap();
    assert_eq!(hosted.redo(SOUTH), Err(MatchError::NothingToRedo), "he played something else");
}

#[test]
fn a_barrier_and_another_action_stop_undo() {
    let mut hosted = lined();
    assert_eq!(hosted.undo(NORTH, 1), Err(MatchError::Barrier), "Ready showed his line");
    assert_eq!(hosted.undo(SOUTH, 1), Err(MatchError::Barrier), "and his own, whatever north did since");
    hosted.apply(SOUTH, &MOVE).unwrap();
    assert_eq!(hosted.undo(NORTH, 1), Err(MatchError::Barrier));
    hosted.undo(SOUTH, 1).unwrap();
    assert_eq!(hosted.to_act(), Players::only(SOUTH));
    hosted.redo(SOUTH).unwrap();
    hosted.apply(NORTH, &Action::Pass).unwrap();
    assert_eq!(hosted.undo(SOUTH, 1), Err(MatchError::OtherActed));
    assert_eq!(hosted.undo(SOUTH, 7), Err(MatchError::TooFew { have: 6 }));
    assert_eq!(hosted.undo(SOUTH, 0), Err(MatchError::TooFew { have: 6 }));
    assert_eq!(hosted.undo(Player(2), 1), Err(MatchError::NoSuchPlayer(Player(2))));
    hosted.undo(NORTH, 1).unwrap();
    hosted.ask_undo(SOUTH, 1).unwrap();
    hosted.consent(NORTH).unwrap();
    assert_eq!(hosted.to_act(), Players::only(SOUTH));
    let told = notes(&hosted, Viewer::Public);
    let [.., Note::UndoAsked { by: SOUTH, to }, Note::Rewound { to: back }, Note::UndoAgreed { by: NORTH }] = told[..]
    else {
        panic!("{told:?}")
    };
    assert_eq!(to, Some(back));
}

#[test]
fn a_request_lapses_with_its_action_and_not_otherwise() {
    let mut hosted = lined();
    hosted.apply(SOUTH, &MOVE).unwrap();
    hosted.ask_undo(SOUTH, 1).unwrap();
    hosted.apply(NORTH, &Action::Pass).unwrap();
    assert!(hosted.undo_asked().is_some(), "acting is no answer");
    assert_eq!(hosted.ask_undo(NORTH, 1), Err(MatchError::AlreadyAsked));
    hosted.undo(NORTH, 1).unwrap();
    assert!(hosted.undo_asked().is_some());
    hosted.undo(SOUTH, 1).unwrap();
    assert_eq!(hosted.undo_asked(), None, "he took it back himself");
    assert_eq!(hosted.consent(NORTH), Err(MatchError::NothingAsked));
    hosted.redo(SOUTH).unwrap();
    assert_eq!(hosted.consent(NORTH), Err(MatchError::NothingAsked), "it was asked of the former");
    hosted.ask_undo(SOUTH, 1).unwrap();
    hosted.decline(SOUTH).unwrap();
    assert_eq!(notes(&hosted, Viewer::Public).last(), Some(&Note::UndoDeclined { by: SOUTH }));
}

#[test]
fn consent_reaches_behind_dice_and_reveals() {
    let mut hosted = lined();
    let before = hosted.state().clone();
    let counts = hosted.draw_counts();
    for y in [150, 290, 430, 570] {
        hosted.apply(SOUTH, &Action::Move { token: 0, to: Point { x: 50, y } }).unwrap();
        hosted.apply(NORTH, &Action::Pass).unwrap();
    }
    hosted.apply(SOUTH, &Action::Move { token: 0, to: Point { x: 50, y: 710 } }).unwrap();
    hosted.apply(NORTH, &Action::Strike { token: 0, target: 0, card: None }).unwrap();
    assert_eq!(hosted.undo(NORTH, 1), Err(MatchError::Barrier));
    assert!(matches!(hosted.state().phase, Phase::Answer(_)), "south could guard");
    hosted.apply(SOUTH, &Action::Pass).unwrap();
    assert_eq!(hosted.undo(NORTH, 1), Err(MatchError::Barrier));
    assert_eq!(hosted.undo(SOUTH, 1), Err(MatchError::Barrier), "the dice have fallen");
    assert_ne!(hosted.draw_counts(), counts);
    let seen = hosted.events_since(0, Viewer::Player(SOUTH)).0.to_vec();
    hosted.ask_undo(SOUTH, 6).unwrap();
    hosted.consent(NORTH).unwrap();
    assert_eq!(hosted.state(), &before);
    assert_ne!(hosted.draw_counts(), counts, "other dice will fall: these have been seen");
    assert_eq!(eagles::record::verify(&*skirmish(), &hosted.record()), Ok(()));
    let (now, _) = hosted.events_since(0, Viewer::Player(SOUTH));
    assert_eq!(&now[..seen.len()], &seen[..], "what was seen stays seen");
}

#[test]
fn resigning_ends_it() {
    let mut hosted = lined();
    assert_eq!(hosted.outcome(), None);
    hosted.resign(SOUTH).unwrap();
    let ending = Ending::Resigned { by: SOUTH, winner: Some(NORTH) };
    assert_eq!(hosted.outcome(), Some(ending));
    assert_eq!((ending.winner(), ending.code()), (Some(NORTH), "resigned"));
    assert_eq!(hosted.to_act(), Players::NONE);
    assert!(hosted.legal(SOUTH).is_empty());
    assert_eq!(hosted.apply(SOUTH, &Action::Pass), Err(ApplyError::Ended));
    assert_eq!(hosted.explain(SOUTH, &Action::Pass), Err(ApplyError::Ended));
    for result in [hosted.resign(NORTH), hosted.offer_draw(NORTH), hosted.undo(NORTH, 1), hosted.ask_undo(NORTH, 1)] {
        assert_eq!(result, Err(MatchError::Ended));
    }
    for viewer in [Viewer::Player(SOUTH), Viewer::Player(NORTH), Viewer::Public, Viewer::Referee] {
        assert_eq!(notes(&hosted, viewer), [Note::Resigned { by: SOUTH }, Note::Ended { ending }]);
    }
    let again = Match::from_record(skirmish(), &hosted.record()).unwrap();
    assert_eq!(again.outcome(), Some(ending));

    let mut free = Match::new(skirmish(), MatchOptions::seeded(Seed::from_number(1)).analysis());
    free.apply(SOUTH, &Action::Deal).unwrap();
    free.resign(SOUTH).unwrap();
    free.undo(NORTH, 1).unwrap();
    assert_eq!(free.outcome(), None, "in analysis one may go on from before");
}

#[test]
fn a_draw_is_offered_and_agreed() {
    let mut hosted = lined();
    assert_eq!(hosted.accept_draw(NORTH), Err(MatchError::NothingAsked));
    hosted.offer_draw(SOUTH).unwrap();
    assert_eq!(hosted.draw_offered(), Some((SOUTH, Players::only(NORTH))));
    assert_eq!(hosted.accept_draw(SOUTH), Err(MatchError::NothingAsked), "nobody accepts his own offer");
    assert_eq!(hosted.offer_draw(NORTH), Err(MatchError::AlreadyAsked));
    hosted.apply(SOUTH, &Action::Pass).unwrap();
    assert!(hosted.draw_offered().is_some(), "acting is no answer");
    hosted.decline_draw(NORTH).unwrap();
    assert_eq!(hosted.decline_draw(NORTH), Err(MatchError::NothingAsked));
    hosted.offer_draw(NORTH).unwrap();
    hosted.decline_draw(NORTH).unwrap();
    hosted.offer_draw(NORTH).unwrap();
    hosted.accept_draw(SOUTH).unwrap();
    assert_eq!(hosted.outcome(), Some(Ending::Agreed));
    assert_eq!((Ending::Agreed.winner(), Ending::Agreed.code()), (None, "agreed"));
    let told = notes(&hosted, Viewer::Public);
    assert!(told.ends_with(&[Note::DrawAgreed { by: SOUTH }, Note::Ended { ending: Ending::Agreed }]), "{told:?}");
}

#[test]
fn the_end_by_the_rules_is_told() {
    let hosted = crate::common::properties::play(&skirmish(), 3, 500, |_, _| {});
    let ending = hosted.outcome().unwrap();
    assert!(matches!(ending, Ending::Rules(_)));
    let mut over = hosted.fork(None);
    assert_eq!(notes(&hosted, Viewer::Public).last(), Some(&Note::Ended { ending }));
    assert!(matches!(over.apply(SOUTH, &Action::Pass), Err(ApplyError::Refused(_))));
    assert_eq!(over.resign(SOUTH), Err(MatchError::Ended));
    assert_eq!(over.undo(SOUTH, 1), Err(MatchError::Ended));
}

#[test]
fn supplied_values_serve_the_action_that_asked() {
    let mut hosted = Match::new(skirmish(), MatchOptions::hosted());
    let needed = |result| match result {
        Err(ApplyError::Unmet(Unmet::Needed(needed))) => needed,
        other => panic!("{other:?}"),
    };
    let first = needed(hosted.apply(SOUTH, &Action::Deal));
    assert_eq!((first.request.code, first.options.len(), first.have), ("order", 8, 0));
    hosted.supply(&[3, 1, 0]).unwrap();
    let last = needed(hosted.apply(SOUTH, &Action::Deal));
    assert_eq!(last.options, [2, 4, 5, 6, 7]);
    assert_eq!(hosted.supplied(), [3, 1, 0], "they wait");
    assert_eq!(hosted.needed(SOUTH, &Action::Deal), Some(*last));
    hosted.supply(&[1]).unwrap();
    let dealt_twice = hosted.apply(SOUTH, &Action::Deal);
    assert!(matches!(dealt_twice, Err(ApplyError::Unmet(Unmet::Impossible { value: 1, .. }))), "{dealt_twice:?}");
    assert_eq!(hosted.supplied(), [3, 1, 0], "only the impossible one is dropped");
    hosted.supply(&[7]).unwrap();
    hosted.apply(SOUTH, &Action::Deal).unwrap();
    assert_eq!((hosted.state().sides[0].hand, hosted.state().sides[1].hand), (1 << 3 | 1, 1 << 1 | 1 << 7));
    assert!(hosted.supplied().is_empty());

    for player in [SOUTH, NORTH] {
        for kind in 0..3 {
            hosted.apply(player, &place(player, kind, 100 * u16::from(kind) + 50)).unwrap();
        }
        hosted.apply(player, &Action::Ready).unwrap();
    }
    for y in [150, 290, 430, 570, 700] {
        hosted.apply(SOUTH, &Action::Move { token: 2, to: Point { x: 250, y } }).unwrap();
        hosted.apply(NORTH, &Action::Pass).unwrap();
    }
    let strike = Action::Strike { token: 2, target: 2, card: None };
    assert_eq!(needed(hosted.apply(SOUTH, &strike)).request.kind, eagles::chance::Kind::Dice { count: 3, sides: 6 });
    hosted.supply(&[6, 6]).unwrap();
    assert_eq!(needed(hosted.apply(SOUTH, &strike)).have, 2);
    let refused = hosted.apply(SOUTH, &Action::Ready);
    assert!(matches!(refused, Err(ApplyError::Refused(_))));
    assert_eq!(hosted.supplied(), [6, 6], "a refusal changes nothing");
    // He has seen two dice: he may not turn away from them.
    let pass = hosted.apply(SOUTH, &Action::Pass);
    assert_eq!(pass, Err(ApplyError::Unfinished(SOUTH)));
    assert_eq!(hosted.undo(SOUTH, 1), Err(MatchError::Unfinished));
    assert_eq!(hosted.redo(SOUTH), Err(MatchError::Unfinished));
    assert_eq!(hosted.needed(SOUTH, &Action::Strike { token: 2, target: 2, card: None }).unwrap().have, 2);
    let mut agreed = hosted.clone();
    agreed.ask_undo(SOUTH, 1).unwrap();
    agreed.consent(NORTH).unwrap();
    assert!(agreed.supplied().is_empty(), "with consent he may");
    let mut record = hosted.record();
    record.header.analysis = true;
    let mut free = Match::from_record(skirmish(), &record).unwrap();
    free.supply(&[6, 6]).unwrap();
    assert_eq!(needed(free.apply(SOUTH, &strike)).have, 2);
    free.apply(SOUTH, &Action::Pass).unwrap();
    assert!(free.supplied().is_empty(), "the dice of an action that was not made are not used for another");
    // What is too much serves nothing else.
    hosted.supply(&[6, 5, 5, 5]).unwrap();
    hosted.apply(SOUTH, &strike).unwrap();
    assert_eq!(hosted.journal().last().unwrap().draws[0].values, [6, 6, 6]);
    assert!(hosted.supplied().is_empty());
}

#[test]
fn what_grows_has_a_cap() {
    let mut hosted = new();
    assert_eq!(hosted.supply(&[1]), Err(MatchError::NotSupplied));
    let mut manual = Match::new(skirmish(), MatchOptions::hosted());
    manual.supply(&vec![1; MAX_SUPPLIED]).unwrap();
    assert_eq!(manual.supply(&[1]), Err(MatchError::TooMuchSupplied));

    hosted.apply(SOUTH, &Action::Deal).unwrap();
    for _ in 0..MAX_TALK / 2 {
        hosted.offer_draw(NORTH).unwrap();
        hosted.decline_draw(NORTH).unwrap();
    }
    assert_eq!(hosted.offer_draw(NORTH), Err(MatchError::TalkedOut));
    hosted.offer_draw(SOUTH).unwrap();
    assert_eq!(hosted.accept_draw(NORTH), Err(MatchError::TalkedOut));
    hosted.resign(NORTH).unwrap();

    let mut long = Match::new(Arc::new(Skirmish(Params { cards: 0, ..Params::default() })), MatchOptions::hosted());
    long.apply(SOUTH, &Action::Deal).unwrap();
    for n in 1..MAX_ACTIONS {
        let action = if n % 2 == 1 { place(SOUTH, 0, 1) } else { Action::Lift { kind: 0 } };
        long.apply(SOUTH, &action).unwrap();
    }
    let full = long.apply(NORTH, &place(NORTH, 0, 1));
    assert_eq!(full, Err(ApplyError::Full));
    long.undo(SOUTH, 20_000).unwrap();
    assert_eq!(long.journal().len(), MAX_ACTIONS - 20_000);
    long.apply(NORTH, &place(NORTH, 0, 1)).unwrap();
}

#[test]
fn analysis_has_a_cap_too() {
    let mut free = dealt_freely();
    let mut told = None;
    while told.is_none() {
        told = free.apply(SOUTH, &place(SOUTH, 0, 1)).err();
        if told.is_none() && free.undo(SOUTH, 1).is_err() {
            break;
        }
    }
    assert!(free.events_since(0, Viewer::Referee).1 <= MAX_ITEMS + 1);
    assert_eq!(free.apply(SOUTH, &place(SOUTH, 1, 2)), Err(ApplyError::ToldAll));
    assert_eq!(free.undo(SOUTH, 1), Err(MatchError::ToldAll));
    let mut again = Match::from_record(skirmish(), &free.record()).unwrap();
    again.undo(SOUTH, 1).unwrap();
}

fn dealt_freely() -> Match<Skirmish> {
    let mut free = Match::new(skirmish(), MatchOptions::seeded(Seed::from_number(1815)).analysis());
    free.apply(SOUTH, &Action::Deal).unwrap();
    free
}

#[test]
fn after_a_fork_with_another_seed_the_past_is_drawn_anew() {
    let mut free = dealt_freely();
    let counts = free.draw_counts().unwrap();
    let before = free.journal()[0].draws.clone();
    let mut fork = free.fork(Some(DrawsFrom::Seed(Seed::from_number(77))));
    fork.apply(SOUTH, &place(SOUTH, 0, 1)).unwrap();
    assert!(matches!(fork.record().header.draws, SavedDraws::Forked { since: 1, .. }));
    assert_eq!(Match::from_record(skirmish(), &fork.record()).unwrap().record(), fork.record());
    fork.undo(SOUTH, 2).unwrap();
    assert_eq!(fork.draw_counts(), Some([0; 16]), "the new seed has given nothing");
    let mut forward = fork.clone();
    forward.redo(SOUTH).unwrap();
    assert_eq!((forward.draw_counts(), &forward.journal()[0].draws), (Some([0; 16]), &before));
    assert_eq!(eagles::record::verify(&*skirmish(), &forward.record()), Ok(()));
    fork.apply(SOUTH, &Action::Deal).unwrap();
    assert_eq!(fork.draw_counts(), Some(counts));
    assert_ne!(fork.journal()[0].draws, before);
    assert!(matches!(fork.record().header.draws, SavedDraws::Seeded { .. }));
    assert_eq!(eagles::record::verify(&*skirmish(), &fork.record()), Ok(()));
    free.undo(SOUTH, 1).unwrap();
    free.apply(SOUTH, &Action::Deal).unwrap();
    assert_eq!(free.journal()[0].draws, before, "in the match itself they come again");
}

#[test]
fn a_request_does_not_tell_when_something_was_done_unseen() {
    let asked = |before: u8| {
        let mut hosted = dealt();
        for kind in 0..before {
            hosted.apply(NORTH, &place(NORTH, kind, 50 + u16::from(kind))).unwrap();
        }
        hosted.apply(SOUTH, &place(SOUTH, 0, 10)).unwrap();
        for kind in before..3 {
            hosted.apply(NORTH, &place(NORTH, kind, 50 + u16::from(kind))).unwrap();
        }
        hosted.ask_undo(SOUTH, 1).unwrap();
        (hosted.events_since(0, Viewer::Player(NORTH)).0.to_vec(), notes(&hosted, Viewer::Player(SOUTH)))
    };
    let (first, own) = asked(0);
    assert_eq!(asked(3).0, first);
    assert!(matches!(own[..], [Note::UndoAsked { by: SOUTH, to: Some(_) }]));
}

#[test]
fn a_match_begins_in_a_position_of_the_game_only() {
    let mut state = lined().state().clone();
    state.deck ^= 1;
    let error = Match::from_state(skirmish(), state, MatchOptions::hosted()).unwrap_err();
    assert!(error.to_string().contains("every order in exactly one place"), "{error}");
    let game = Arc::new(Waterloo::new(CardSet::embedded(), Setup::battle("QB")).unwrap());
    let mut state = game.start();
    state.turn = 60_000;
    state.sides[0].up = 1 << 40;
    assert!(Match::from_state(Arc::clone(&game), state, MatchOptions::hosted()).is_err());
    assert!(Match::from_state(Arc::clone(&game), game.start(), MatchOptions::hosted()).is_ok());
}

#[test]
fn a_match_does_not_print_its_secrets() {
    let hosted = lined();
    let text = format!("{hosted:?}");
    assert!(!text.contains("1815") && !text.contains("hand"), "{text}");
}
