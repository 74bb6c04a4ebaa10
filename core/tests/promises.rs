//! The promises, kept by *Waterloo*: the same properties as those of the small second game.

mod common;

use common::properties::{self, Chooser, atomic, fuzz, replay, seeds, undo, visibility, windows};
use eagles::game::{Game, Player};
use eagles::waterloo::agenda::Task;
use eagles::waterloo::types::{armies, cards};
use eagles::waterloo::{ALLIED, Army, Card, CardId, CardSet, Deal, FRENCH, Kind, Setup, State, Waterloo, streams};
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

/// Every battle, one with decoys and decks by quota, and one full of Special cards.
fn battles() -> Vec<Arc<Waterloo>> {
    let mut decoys = Setup::battle("QB");
    decoys.options.decoys = true;
    for army in [Army::French, Army::British] {
        decoys.deals.insert(army, Deal::Quota(None));
    }
    BATTLES.into_iter().map(battle).chain([made(decoys), loaded("WA")]).collect()
}

/// A battle with decks full of Special cards: the fullest collection of each army that still has Troops enough.
fn loaded(code: &str) -> Arc<Waterloo> {
    let (mut setup, set) = (Setup::battle(code), CardSet::embedded());
    for &army in Army::ALL {
        let of = |special: bool, most: usize| {
            let fits = move |card: &&Card| {
                card.army == army
                    && (card.kind == Kind::Special) == special
                    && card.kind != Kind::Terrain
                    && card.battles.iter().any(|b| b == code)
            };
            set.cards().iter().filter(fits).take(most).map(|card| card.number).collect::<Vec<_>>()
        };
        let all = [of(true, 20), of(false, 34)].concat();
        if !all.is_empty() {
            setup.deals.insert(army, Deal::Collection(all));
        }
    }
    made(setup)
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

/// One hidden card of a player's Reserve changes places with one that he has not drawn: nobody else can know.
fn other_hand(game: &Waterloo, state: &State, holder: Player, chooser: &mut Chooser) -> Option<State> {
    let army = *chooser.one_of(armies(holder));
    let hand = state.hand(army);
    let seen = hand.returned().iter().fold(hand.shown, |set, &card| set | 1 << card);
    let hits = state.reserve_hits.iter().filter(|(card, n)| *n > 0 && card.army() == army);
    let seen = hits.fold(seen, |set, (card, _)| set | card.bit());
    let held: Vec<CardId> = cards(army, hand.reserve & !seen & !hand.moved & !hand.spent & !hand.withdrew).collect();
    let deck: Vec<CardId> = cards(army, hand.undrawn).collect();
    if held.is_empty() || deck.is_empty() {
        return None;
    }
    let swap = chooser.one_of(&held).bit() | chooser.one_of(&deck).bit();
    let mut other = state.clone();
    let hand = &mut other.hands[army.index()];
    hand.reserve ^= swap;
    hand.undrawn ^= swap;
    game.check_state(&other).is_ok().then_some(other)
}

#[test]
fn nobody_finds_out_who_could_only_pass() {
    for game in [battle("QB"), battle("WV"), loaded("WA"), loaded("LI")] {
        let vary = |state: &State, holder: Player, chooser: &mut Chooser| other_hand(&game, state, holder, chooser);
        windows::passing_leaves_no_trace(&game, seeds(2), 400, vary);
    }
}

/// What a player must decide about, by name.
fn pending(state: &State) -> Option<String> {
    state.agenda.top().map(|task| match task {
        Task::Window { window, .. } => window.name().to_owned(),
        other => format!("{other:?}").split([' ', '(']).next().unwrap_or_default().to_owned(),
    })
}

#[test]
fn a_match_stands_still_in_the_middle_of_anything() {
    let mut met = std::collections::BTreeMap::<String, usize>::new();
    for game in [battle("QB"), battle("CH"), loaded("WA"), loaded("LI")] {
        for (name, count) in windows::holds_in_the_middle(&game, seeds(6), 1_500, 2, pending) {
            *met.entry(name).or_default() += count;
        }
    }
    // The shipped cards have nothing for the moment when an attack is declared.
    for name in [
        "own_morale",
        "own_rout",
        "own_general",
        "foe_morale",
        "foe_rout",
        "foe_combat",
        "foe_engage",
        "foe_combat_end",
        "foe_reinforce",
        "answer",
        "Target",
        "Capture",
        "Choose",
        "Aim",
        "Place",
        "Show",
        "Search",
        "Peek",
    ] {
        assert!(met.contains_key(name), "never in the middle of {name}: {met:?}");
    }
}

#[test]
fn hostile_saves_are_refused() {
    let game = battle("QB");
    fuzz::reads_hostile_records(&game, 1, 120, 200);
    fuzz::reads_hostile_fields(&game, 2, 120, 100);
    fuzz::reads_hostile_notation(&game, 3, 120, 20);
}
