//! Views as JSON: what is written without making a view is the view, it is small, and writing it takes one allocation.

mod common;
mod empire_games;
mod walks;

use common::properties::{play, seeds, viewers};
use eagles::empire::state::Pending;
use eagles::game::Game;
use eagles::waterloo::view::VIEW_BYTES;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::sync::{Mutex, PoisonError};
use walks::{Walk, amount, games};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// One test at a time: the counts are of the whole program.
static TURN: Mutex<()> = Mutex::new(());

/// Writes the views of a position, compares them, and gives the length of the longest. `spare` more allocations may be made.
fn written<G: Game>(game: &G, state: &G::State, spare: usize) -> usize {
    let mut most = 0;
    for viewer in viewers(game) {
        let mut out = Vec::new();
        // Another thread of the test program may allocate meanwhile: then once more.
        let mut allocations = || {
            out = Vec::new();
            let region = Region::new(ALLOCATOR);
            game.write_view(state, viewer, &mut out);
            let change = region.change();
            (change.allocations, change.reallocations)
        };
        let few = |&(allocations, reallocations): &(usize, usize)| allocations <= 1 + spare && reallocations == 0;
        let found = (0..20).map(|_| allocations()).find(few);
        assert!(found.is_some(), "{viewer:?}: more than one allocation in {}", game.write_state(state));
        let view = game.view(state, viewer);
        let made = serde_json::to_vec(&view).expect("a view is plain data");
        assert!(out == made, "{viewer:?}: {} is not {}", String::from_utf8_lossy(&out), String::from_utf8_lossy(&made));
        // What is there already stays.
        game.write_view(state, viewer, &mut out);
        assert_eq!(out.len(), 2 * made.len());
        most = most.max(made.len());
    }
    most
}

#[test]
fn waterloo_is_written_as_it_is_seen_within_twelve_kilobytes() {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    for (number, (name, game)) in games().iter().enumerate() {
        let (mut most, mut position) = (0, String::new());
        for seed in 0..amount(20) as u64 {
            let mut walk = Walk::new(game, 1_815 + 100 * number as u64 + seed);
            while !walk.is_over() && walk.steps < 3_000 {
                walk.step();
                if walk.dice.one_in(5) {
                    let size = written(game, &walk.state, 0);
                    if size > most {
                        (most, position) = (size, game.write_state(&walk.state));
                    }
                }
            }
        }
        // Every army from all its cards, and as large as it can be: more than any battle of the chart.
        let room = if name.ends_with(" any") { VIEW_BYTES * 4 / 3 } else { VIEW_BYTES };
        assert!(most <= room, "{name}: {most} bytes in {position}");
    }
}

#[test]
fn empire_is_written_as_it_is_seen() {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    for (i, (game, actions)) in empire_games::battles().into_iter().enumerate() {
        let (mut most, mut units) = (0, 0);
        for seed in seeds(2) {
            play(&game, 40 * i as u64 + seed, actions, |hosted, _| {
                let state = hosted.state();
                // What must be decided about units that somebody does not see is made for him.
                let spare = usize::from(!matches!(state.pending, Pending::None));
                most = most.max(written(&*game, state, spare));
                units = state.units.len();
            });
        }
        assert!(most <= 256 * units + 4_096, "{units} units: {most} bytes");
    }
}
