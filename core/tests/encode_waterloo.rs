//! Action ids and observations of Waterloo: ids and legal actions go one to one, the published table is the one in use, the
//! observation has no gap and tells no more than the view.

mod walks;

use eagles::chance::{Seed, Seeded};
use eagles::encode::Encoded as _;
use eagles::game::{Game as _, Player, Viewer};
use eagles::waterloo::ids::table::{ACTION_IDS, PARTS, REST, page};
use eagles::waterloo::{ALLIED, Action, FRENCH, State, Waterloo};
use std::collections::BTreeSet;
use walks::{Walk, amount, games, line};

/// What the ids of many decisions came to.
#[derive(Default, Debug)]
struct Tally {
    decisions: usize,
    actions: usize,
    /// Actions without a place of their own in the table, and the most at one decision.
    rest: usize,
    most: usize,
    /// Decisions at which there are any.
    over: usize,
    /// Which parts of the table came up.
    parts: BTreeSet<&'static str>,
}

/// Checks the ids of all that a player may do.
fn one_to_one(game: &Waterloo, state: &State, player: Player, tally: &mut Tally) {
    let mut legal = Vec::new();
    game.legal(state, player, &mut legal);
    let mut ids = Vec::new();
    game.each_id(state, player, &legal, |id| ids.push(id));
    let why = |action: &Action| format!("{action:?} of {player:?} at {}", line(game, state));
    assert_eq!(ids.len(), legal.len());
    let mut mask = vec![7; ACTION_IDS];
    game.mask(state, player, &mut Vec::new(), &mut mask);
    let (mut seen, mut rest) = (vec![0u8; ACTION_IDS], 0);
    for (action, id) in legal.iter().zip(&ids) {
        let id = id.unwrap_or_else(|| panic!("no id: {}", why(action)));
        assert_eq!(std::mem::replace(&mut seen[usize::from(id)], 1), 0, "twice {id}: {}", why(action));
        let beyond = usize::from(id) >= REST.first;
        rest += usize::from(beyond);
        let part = PARTS.iter().find(|part| (part.first..part.first + part.size()).contains(&usize::from(id)));
        tally.parts.extend(part.map(|part| part.name));
        // The rest is found by listing: every one of many would take long.
        if !beyond || rest % 16 == 1 {
            assert_eq!(game.action_of(state, player, id).as_ref(), Some(action), "{id}: {}", why(action));
            assert_eq!(game.action_id(state, player, action), Some(id), "{}", why(action));
        }
    }
    assert_eq!(mask, seen, "{player:?} at {}", line(game, state));
    tally.decisions += 1;
    tally.actions += legal.len();
    tally.rest += rest;
    tally.most = tally.most.max(rest);
    tally.over += usize::from(rest > 0);
}

/// Whatever an id means is an action whose id is this one.
fn meaning(game: &Waterloo, state: &State, player: Player) -> usize {
    let mut means = 0;
    for id in 0..REST.first as u16 {
        if let Some(action) = game.action_of(state, player, id) {
            means += 1;
            assert_eq!(
                game.action_id(state, player, &action),
                Some(id),
                "{action:?} of {player:?} at {}",
                line(game, state)
            );
        }
    }
    for id in [ACTION_IDS as u16, u16::MAX] {
        assert_eq!(game.action_of(state, player, id), None);
    }
    means
}

#[test]
fn ids_and_legal_actions_go_one_to_one() {
    let mut parts = BTreeSet::new();
    for (number, (name, game)) in games().iter().enumerate() {
        let mut tally = Tally::default();
        for seed in 0..amount(60) as u64 {
            let mut walk = Walk::new(game, 41_000 + number as u64 * 1_000 + seed);
            while !walk.is_over() {
                for player in [FRENCH, ALLIED] {
                    if game.to_act(&walk.state).has(player) {
                        one_to_one(game, &walk.state, player, &mut tally);
                    }
                    if walk.steps.is_multiple_of(97) {
                        assert!(meaning(game, &walk.state, player) > 0);
                    }
                }
                walk.step();
            }
        }
        println!("{name:12} {tally:?}");
        parts.extend(tally.parts);
    }
    for part in PARTS {
        assert!(parts.contains(part.name), "no action of the part {} came up", part.name);
    }
}

/// Players who keep everything in the Reserve, and players who throw everything forward, in the battles with the most
/// cards: the worst that the table has to bear.
#[test]
fn the_largest_reserves_and_the_fullest_tables_have_ids() {
    let mut all = Tally::default();
    for (name, game) in games().iter().filter(|(name, _)| name.ends_with(" any") || name.ends_with(" all")) {
        let mut tally = Tally::default();
        for seed in 0..amount(40).max(6) as u64 {
            let mut draws = Seeded::new(Seed::from_number(seed));
            let mut dice = walks::Dice::new(seed + 5);
            let mut state = game.start();
            let mut legal = Vec::new();
            let mut steps = 0;
            while let Some(player) = game.next_to_ask(&state) {
                legal.clear();
                game.legal(&state, player, &mut legal);
                one_to_one(game, &state, player, &mut tally);
                let wanted = |action: &&Action| match seed % 3 {
                    0 => matches!(action, Action::End | Action::Pass),
                    1 => matches!(action, Action::Deploy { .. }),
                    _ => matches!(action, Action::Move { to, .. } if to.is_reserve()),
                };
                let pick = legal.iter().find(wanted).filter(|_| !dice.one_in(4));
                let action = pick.copied().unwrap_or_else(|| legal[dice.below(legal.len())]);
                game.advance(&mut state, player, &action, &mut draws, &mut eagles::game::Quiet).unwrap();
                steps += 1;
                if steps > 3_000 {
                    break;
                }
            }
        }
        println!("{name:12} {tally:?}");
        all.most = all.most.max(tally.most);
    }
    assert!(all.most > 100, "the worst was not so bad: {all:?}");
}

#[test]
fn the_table_is_published() {
    assert_eq!(PARTS.iter().map(|part| part.size()).sum::<usize>(), ACTION_IDS);
    for pair in PARTS.windows(2) {
        assert_eq!(pair[0].first + pair[0].size(), pair[1].first);
    }
    expect_test::expect_file!["../data/waterloo/ACTIONS.md"].assert_eq(&page());
}

fn seen(game: &Waterloo, state: &State, viewer: Viewer) -> Vec<f32> {
    let mut out = vec![9.0; game.observation_len()];
    game.observe(state, viewer, &mut out);
    out
}

/// The blocks in which two observations differ.
fn differing(game: &Waterloo, a: &[f32], b: &[f32]) -> Vec<(&'static str, usize)> {
    let at = (0..a.len()).filter(|&i| a[i] != b[i]);
    at.map(|i| {
        let layout = game.observation_layout();
        let block = layout.iter().find(|block| (block.offset..block.offset + block.len()).contains(&i)).unwrap();
        (block.name, i - block.offset)
    })
    .collect()
}

/// What a player cannot see changes no number and no id; what he sees does.
#[test]
fn numbers_tell_what_the_view_tells() {
    let games = games();
    let share = amount(4_000).div_ceil(games.len());
    let (mut hidden, mut shown) = (0, 0);
    for (number, (name, game)) in games.iter().enumerate() {
        let (mut done, mut seed) = (0, 52_000 + number as u64 * 1_000);
        while done < share {
            let mut walk = Walk::new(game, seed);
            seed += 1;
            while done < share && !walk.is_over() {
                let before = walk.state.clone();
                walk.step();
                if !walk.dice.one_in(5) {
                    continue;
                }
                done += 1;
                for viewer in [Viewer::Player(FRENCH), Viewer::Player(ALLIED), Viewer::Public, Viewer::Referee] {
                    let [view, old] = [&walk.state, &before].map(|state| game.view(state, viewer));
                    let [now, then] = [&walk.state, &before].map(|state| seen(game, state, viewer));
                    assert!(now.iter().all(|n| (-1.0..=1.0).contains(n)), "{name}: {}", line(game, &walk.state));
                    assert_eq!(now, seen(game, &walk.state, viewer));
                    let why = || format!("{viewer:?} at\n{}\n{}", line(game, &before), line(game, &walk.state));
                    if view == old {
                        assert_eq!(differing(game, &now, &then), [], "{}", why());
                    } else {
                        assert_ne!(now, then, "{}", why());
                        shown += 1;
                    }
                    let Viewer::Player(player) = viewer else { continue };
                    let mut draws = Seeded::new(Seed::from_number(seed + walk.steps as u64));
                    let other = game.determinise(&view, &mut draws).unwrap();
                    hidden += usize::from(other != walk.state);
                    let also = seen(game, &other, viewer);
                    assert_eq!(
                        differing(game, &now, &also),
                        [],
                        "{player:?} at\n{}\n{}",
                        line(game, &walk.state),
                        line(game, &other)
                    );
                    for id in (0..ACTION_IDS as u16).step_by(if done.is_multiple_of(8) { 1 } else { 7 }) {
                        if usize::from(id) < REST.first || id % 32 == 0 {
                            let [one, two] = [&walk.state, &other].map(|state| game.action_of(state, player, id));
                            assert_eq!(
                                one,
                                two,
                                "{id} of {player:?} at\n{}\n{}",
                                line(game, &walk.state),
                                line(game, &other)
                            );
                        }
                    }
                    let masks = [&walk.state, &other].map(|state| {
                        let mut mask = vec![0; ACTION_IDS];
                        game.mask(state, player, &mut Vec::new(), &mut mask);
                        mask
                    });
                    assert_eq!(masks[0], masks[1], "{player:?} at {}", line(game, &walk.state));
                }
            }
        }
    }
    println!("{hidden} with other hidden cards, {shown} with another view");
    assert!(hidden > 100 && shown > 100);
}

#[test]
fn the_layout_has_no_gap() {
    for (_, game) in games() {
        let mut next = 0;
        let mut names = BTreeSet::new();
        for block in game.observation_layout() {
            assert_eq!(block.offset, next, "{}", block.name);
            assert!(names.insert(block.name) && !block.is_empty() && block.low < block.high);
            assert_eq!(block.fields.iter().collect::<BTreeSet<_>>().len(), block.fields.len(), "{}", block.name);
            next += block.len();
        }
        assert_eq!(next, game.observation_len());
    }
}

/// Room of another size is filled as far as it goes.
#[test]
fn short_and_long_room_are_no_harm() {
    let (_, game) = games().swap_remove(0);
    let state = game.start();
    for len in [0, 1, 100, game.observation_len() + 3] {
        let mut out = vec![9.0; len];
        game.observe(&state, Viewer::Public, &mut out);
        assert!(out.iter().all(|n| *n != 9.0));
        let mut mask = vec![9; len];
        game.mask(&state, FRENCH, &mut Vec::new(), &mut mask);
        assert!(mask.iter().all(|n| *n != 9));
    }
    for player in [Player(2), Player(255)] {
        assert_eq!(game.action_of(&state, player, 0), None);
        assert_eq!(game.action_id(&state, player, &Action::Deal), None);
        game.observe(&state, Viewer::Player(player), &mut vec![0.0; game.observation_len()]);
    }
}
