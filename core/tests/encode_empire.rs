//! Action ids and observations of Empire.

// Each test crate uses its part of the battles.
#![allow(dead_code)]

mod empire_games;

use eagles::chance::{Seed, Seeded};
use eagles::empire::encode::ACTION_IDS;
use eagles::empire::{Action, Empire, State};
use eagles::encode::Encoded as _;
use eagles::game::{Game as _, Player, Quiet, Viewer};
use empire_games::{melee, shipped, skirmish_of, thicket};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Battles, each with the number of decisions that are looked at.
fn battles() -> Vec<(&'static str, Arc<Empire>, usize)> {
    vec![
        ("tutorial", shipped("tutorial"), 1_500),
        ("thicket", thicket(), 1_500),
        ("melee", melee(), 1_500),
        ("quatre-bras", shipped("quatre-bras"), 600),
        ("meeting", skirmish_of(30, 3), 600),
    ]
}

/// Plays at random and shows every position with the player who decides and what he may do.
fn play(game: &Empire, seed: u64, most: usize, mut each: impl FnMut(&State, Player, &[Action], usize)) {
    let mut draws = Seeded::new(Seed::from_number(seed));
    let mut state = game.start();
    let (mut legal, mut number) = (Vec::new(), seed ^ 0x5eed);
    for step in 0..most {
        let Some(player) = game.next_to_ask(&state) else { return };
        legal.clear();
        game.legal(&state, player, &mut legal);
        each(&state, player, &legal, step);
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let action = legal[(number >> 33) as usize % legal.len()].clone();
        game.advance(&mut state, player, &action, &mut draws, &mut Quiet).unwrap();
        game.automate(&mut state, &mut draws, &mut Quiet).unwrap();
    }
}

fn seen(game: &Empire, state: &State, viewer: Viewer) -> Vec<f32> {
    let mut out = vec![9.0; game.observation_len()];
    game.observe(state, viewer, &mut out);
    out
}

#[test]
fn ids_are_places_in_the_list() {
    for (name, game, most) in battles() {
        let mut longest = 0;
        for seed in 0..2 {
            play(&game, seed, most, |state, player, legal, step| {
                longest = longest.max(legal.len());
                let mut ids = Vec::new();
                game.each_id(state, player, legal, |id| ids.push(id));
                assert_eq!(ids.len(), legal.len());
                let mut mask = vec![7; game.action_ids()];
                game.mask(state, player, &mut Vec::new(), &mut mask);
                for (n, (action, id)) in legal.iter().zip(&ids).enumerate() {
                    assert_eq!(*id, Some(n as u16));
                    assert_eq!(mask[n], 1);
                    // Listing is most of the work: a few of each list.
                    if (n + step) % 5 == 0 {
                        assert_eq!(game.action_of(state, player, n as u16).as_ref(), Some(action), "{name} {step}");
                        assert_eq!(game.action_id(state, player, action), Some(n as u16), "{name} {step}");
                    }
                }
                assert!(mask[legal.len()..].iter().all(|n| *n == 0));
                assert_eq!(game.action_of(state, player, legal.len() as u16), None);
                let enemy = Player(1 - player.0);
                if !game.to_act(state).has(enemy) {
                    assert_eq!(game.action_of(state, enemy, 0), None, "{name} {step}");
                }
            });
        }
        println!("{name}: at most {longest} of {ACTION_IDS}");
        assert!(longest > 4 && longest < 100);
    }
}

#[test]
fn numbers_tell_what_the_view_tells() {
    for (name, game, most) in battles() {
        let mut told = 0;
        let mut last: Option<State> = None;
        play(&game, 7, most, |state, _, _, step| {
            if step % 3 == 1
                && let Some(before) = &last
            {
                for viewer in [Viewer::Player(Player(0)), Viewer::Player(Player(1)), Viewer::Public, Viewer::Referee] {
                    let (now, then) = (seen(&game, state, viewer), seen(&game, before, viewer));
                    assert!(now.iter().all(|n| (-1.0..=1.0).contains(n)));
                    assert_eq!(now, seen(&game, state, viewer));
                    let same = game.view(state, viewer) == game.view(before, viewer);
                    assert_eq!(
                        same,
                        now == then,
                        "{name} {step} {viewer:?}:\n{}\n{}",
                        game.write_state(before),
                        game.write_state(state)
                    );
                    told += usize::from(!same);
                }
            }
            last = Some(state.clone());
        });
        assert!(told > 20, "{name}: {told}");
    }
}

/// Both sides of a battle that is the same from either edge see the same at its beginning.
#[test]
fn own_things_come_first_and_the_own_edge_is_at_the_bottom() {
    let game = skirmish_of(12, 9);
    let state = game.start();
    let [one, two] = [0, 1].map(|n| seen(&game, &state, Viewer::Player(Player(n))));
    let near = |a: &[f32], b: &[f32]| a.iter().zip(b).filter(|(a, b)| (*a - *b).abs() > 1e-3).count();
    // The nations differ, which the numbers do not tell; the side that is counted first may come first.
    assert!(near(&one, &two) <= 8, "{}", near(&one, &two));
}

#[test]
fn the_layout_has_no_gap() {
    for (_, game, _) in battles() {
        let mut next = 0;
        let mut names = BTreeSet::new();
        for block in game.observation_layout() {
            assert_eq!(block.offset, next, "{}", block.name);
            assert!(names.insert(block.name) && block.low < block.high);
            assert_eq!(block.fields.iter().collect::<BTreeSet<_>>().len(), block.fields.len(), "{}", block.name);
            next += block.len();
        }
        assert_eq!(next, game.observation_len());
    }
}
