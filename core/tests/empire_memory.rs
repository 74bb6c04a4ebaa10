//! What Empire takes of memory: nothing to resolve an assault or a fire, and little to take back whole battles.

mod common;
mod empire_games;

use common::properties::Chooser;
use eagles::chance::{Seed, Seeded};
use eagles::empire::Action;
use eagles::empire::state::{Pending, Stage};
use eagles::game::{Game, Player, Quiet};
use eagles::play::{MAX_ACTIONS, Match, MatchOptions};
use empire_games::{melee, skirmish_of};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::sync::Mutex;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// One test at a time: the counts are of the whole program.
static TURN: Mutex<()> = Mutex::new(());

/// Bytes that have been taken and not given back.
fn held(region: &Region<'_, System>) -> isize {
    let change = region.change();
    change.bytes_allocated as isize - change.bytes_deallocated as isize
}

/// A battle of 2,000 units a side, taken back from anywhere: what a match keeps of it for that stays under 64 MiB.
#[test]
fn undo_over_a_large_battle_is_small() {
    const MOST: isize = 64 << 20;
    let _turn = TURN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let game = skirmish_of(2_000, 1815);
    assert!(game.units().len() >= 4_000);
    let region = Region::new(ALLOCATOR);
    let state = game.start();
    let position = held(&region);
    println!("a position of {} units: {} KiB", state.units.len(), position >> 10);
    drop(state);

    // A position for every second action, so that the most that are ever kept are soon there.
    let options = MatchOptions { snapshot_every: 2, ..MatchOptions::seeded(Seed::from_number(1)) };
    let region = Region::new(ALLOCATOR);
    let mut hosted = Match::new(std::sync::Arc::clone(&game), options);
    let mut chooser = Chooser::new(3);
    let (mut peak, mut half) = (0, 0);
    const ACTIONS: usize = 600;
    for n in 0..ACTIONS {
        let player = game.next_to_ask(hosted.state()).expect("it goes on");
        let legal = hosted.legal(player);
        // Nobody ends the march before all have moved, or it would be a short one.
        let few = if hosted.state().stage == Stage::March && legal.len() > 1 { legal.len() - 1 } else { legal.len() };
        let action = legal[if hosted.state().stage == Stage::March { chooser.below(few) } else { few - 1 }].clone();
        hosted.apply(player, &action).expect("it is listed");
        peak = peak.max(held(&region));
        if n + 1 == ACTIONS / 2 {
            half = held(&region);
        }
    }
    let whole = held(&region);
    // The second half added actions and no more positions: 129 were there before.
    let each = (whole - half) / (ACTIONS as isize / 2);
    println!("{ACTIONS} actions: {} KiB at the end, {} KiB at most, {each} bytes an action", whole >> 10, peak >> 10);
    let positions = peak - each * ACTIONS as isize;
    println!("positions: {} KiB", positions >> 10);
    assert!(peak < MOST, "{peak} bytes");
    let _ = MAX_ACTIONS;
    // Everything can be taken back.
    let by = Player(0);
    let mut free = hosted.record();
    free.header.analysis = true;
    let _ = by;
    drop(free);
}

/// Carrying out what resolves assaults and fire allocates nothing for each of them.
#[test]
fn resolving_fire_and_assaults_allocates_nothing() {
    let _turn = TURN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let game = melee();
    let (mut fires, mut assaults) = (0, 0);
    for seed in 0..60 {
        let (mut state, mut dice, mut chooser) =
            (game.start(), Seeded::new(Seed::from_number(seed)), Chooser::new(seed));
        let mut legal = Vec::with_capacity(256);
        while let Some(player) = game.next_to_ask(&state) {
            legal.clear();
            game.legal(&state, player, &mut legal);
            let few = legal.len() - usize::from(legal.len() > 1 && chooser.below(8) > 0);
            let action = &legal[chooser.below(few)];
            let resolves_fire =
                state.stage == Stage::Fire && *action == Action::End && Some(player) == state.initiative;
            let fights = matches!(state.pending, Pending::Lead { .. }) && matches!(action, Action::Lead { .. });
            let fired = state.fires.len();
            let region = Region::new(ALLOCATOR);
            game.advance(&mut state, player, action, &mut dice, &mut Quiet).expect("a seed answers everything");
            let made = region.change().allocations;
            if resolves_fire && fired > 0 {
                fires += 1;
                println!("fire: {fired} volleys, {made} allocations");
            }
            if fights {
                assaults += 1;
                println!("assault: {made} allocations");
            }
        }
    }
    assert!(fires > 0 && assaults > 0, "{fires} fires, {assaults} assaults");
}
