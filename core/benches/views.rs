//! How large the views of Waterloo are as JSON, and how fast they are made and written: `cargo bench --bench views`.
//!
//! One core, release. Sizes are those of all positions of random games; speeds are the best of many short rounds.

use eagles::bot::{Bot, Random, Sight, chance_of};
use eagles::chance::{Seed, Seeded};
use eagles::game::{Game, Player, Quiet, Viewer};
use eagles::waterloo::{CardSet, Setup, State, Waterloo};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::hint::black_box;
use std::time::Instant;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const VIEWERS: [(&str, Viewer); 4] = [
    ("French", Viewer::Player(Player(0))),
    ("Allied", Viewer::Player(Player(1))),
    ("public", Viewer::Public),
    ("referee", Viewer::Referee),
];

/// Every position of a random game.
fn positions(game: &Waterloo, seed: u64, mut each: impl FnMut(&State)) {
    let seed = Seed::from_number(seed);
    let (mut state, mut draws) = (game.start(), Seeded::new(seed));
    let mut chances = [Player(0), Player(1)].map(|player| chance_of(&seed, player));
    let mut legal = Vec::new();
    each(&state);
    while let Some(player) = game.next_to_ask(&state) {
        legal.clear();
        game.legal(&state, player, &mut legal);
        let i = Random.choose(&Sight::new(game, &state, player), &legal, &mut chances[player.index()]);
        game.advance(&mut state, player, &legal[i], &mut draws, &mut Quiet).expect("what is legal can be done");
        each(&state);
    }
}

/// Seconds of the best of many rounds.
fn best(mut round: impl FnMut()) -> f64 {
    (0..60)
        .map(|_| {
            let from = Instant::now();
            round();
            from.elapsed().as_secs_f64()
        })
        .fold(f64::MAX, f64::min)
}

fn main() {
    for battle in ["QB", "LI", "WA", "WV", "CH"] {
        let game = Waterloo::new(CardSet::embedded(), Setup::battle(battle)).expect("the shipped battle is sound");
        let mut kept = Vec::new();
        let mut sizes = [(0, 0, 0); 4];
        for seed in 0..30 {
            let mut n = 0;
            positions(&game, seed, |state| {
                n += 1;
                if n % 7 == 0 {
                    for (size, (_, viewer)) in sizes.iter_mut().zip(VIEWERS) {
                        let now = serde_json::to_vec(&game.view(state, viewer)).expect("JSON").len();
                        *size = (size.0.max(now), size.1 + now, size.2 + 1);
                    }
                }
                if n % 61 == 0 {
                    kept.push(state.clone());
                }
            });
        }
        kept.truncate(400);
        print!("{battle}:");
        for ((name, _), (most, sum, count)) in VIEWERS.into_iter().zip(sizes) {
            print!("  {name} {most} at most, {} on average;", sum / count);
        }
        println!("  {} positions", sizes[0].2);
        let viewer = VIEWERS[0].1;
        let views: Vec<_> = kept.iter().map(|state| game.view(state, viewer)).collect();
        let bytes: usize = views.iter().map(|view| serde_json::to_vec(view).expect("JSON").len()).sum();
        let mut out = Vec::with_capacity(1 << 16);
        let make = best(|| kept.iter().for_each(|state| drop(black_box(game.view(state, viewer)))));
        let write = best(|| {
            for view in &views {
                out.clear();
                serde_json::to_writer(&mut out, view).expect("JSON");
                black_box(&out);
            }
        });
        let straight = best(|| {
            for state in &kept {
                let mut out = Vec::new();
                game.write_view(state, viewer, &mut out);
                black_box(&out);
            }
        });
        let region = Region::new(ALLOCATOR);
        for state in &kept {
            let mut out = Vec::new();
            game.write_view(state, viewer, &mut out);
        }
        let change = region.change();
        let once = (change.allocations + change.reallocations) as f64 / kept.len() as f64;
        let region = Region::new(ALLOCATOR);
        kept.iter().for_each(|state| drop(black_box(game.view(state, viewer))));
        let allocations = region.change().allocations;
        let n = kept.len() as f64;
        println!(
            "  {:.0} bytes: made in {:.0} ns with {:.1} allocations, written in {:.0} ns ({:.0} MB/s), both {:.0} MB/s; \
             written without being made in {:.0} ns ({:.0} MB/s) with {once:.1} allocations",
            bytes as f64 / n,
            make * 1e9 / n,
            allocations as f64 / n,
            write * 1e9 / n,
            bytes as f64 / write / 1e6,
            bytes as f64 / (make + write) / 1e6,
            straight * 1e9 / n,
            bytes as f64 / straight / 1e6,
        );
    }
}
