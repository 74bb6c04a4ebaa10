//! What the C interface costs, beside the same work in Rust in the same run: `cargo bench -p eagles-ffi`.
//!
//! One core, release. Each figure is the best of many short rounds, Rust and C in turn, so that other work on the machine falls
//! out.

use eagles::bot::{Bot, Random, Sight, chance_of};
use eagles::chance::{Seed, Seeded};
use eagles::empire::{Empire, Scenario};
use eagles::game::{Game, Player, Quiet, Viewer};
use eagles::play::{Match, MatchOptions};
use eagles::waterloo::{CardSet, Setup, State, Waterloo};
use eagles_ffi::*;
use eagles_lua::host::Loaded;
use serde_json::{Value, json};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::hint::black_box;
use std::ptr::null_mut;
use std::sync::Arc;
use std::time::Instant;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn rounds() -> usize {
    std::env::var("EAGLES_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(200)
}

fn ok(status: eagles_status) {
    assert_eq!(status, EAGLES_OK);
}

/// A text as two arguments.
macro_rules! given {
    ($text:expr) => {{
        let text: &str = $text;
        (text.as_ptr().cast::<std::ffi::c_char>(), text.len() as u64)
    }};
}

fn rules(game: &str, options: &str) -> *mut eagles_rules {
    let ((game, game_len), (options, options_len)) = (given!(game), given!(options));
    let mut out = null_mut();
    // SAFETY: the texts are as long as they say.
    ok(unsafe { eagles_rules_new(game, game_len, options, options_len, &mut out, null_mut()) });
    out
}

fn open(rules: *mut eagles_rules, setup: &str, options: &str) -> *mut eagles_match {
    let ((setup, setup_len), (options, options_len)) = (given!(setup), given!(options));
    let mut out = null_mut();
    // SAFETY: the rules are live.
    ok(unsafe { eagles_match_open(rules, setup, setup_len, options, options_len, &mut out, null_mut()) });
    out
}

/// Nanoseconds of one call of each, the best of many rounds of `calls` calls, in turn.
fn in_turn<const N: usize>(calls: u32, mut each: [&mut dyn FnMut(); N]) -> [f64; N] {
    let mut best = [f64::MAX; N];
    for _ in 0..rounds() {
        for (best, call) in best.iter_mut().zip(&mut each) {
            let begin = Instant::now();
            for _ in 0..calls {
                call();
            }
            *best = best.min(begin.elapsed().as_secs_f64() * 1e9 / f64::from(calls));
        }
    }
    best
}

fn waterloo(battle: &str) -> Waterloo {
    Waterloo::new(CardSet::embedded(), Setup::battle(battle)).expect("the shipped battles are sound")
}

/// A choice by chance, the same for both sides of a comparison.
struct Pick(u64);

impl Pick {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * n as u64) >> 32) as usize
    }
}

fn main() {
    let only = std::env::args().skip_while(|arg| arg != "--only").nth(1).unwrap_or_default();
    let wanted = |name: &str| only.is_empty() || only == name;
    if wanted("calls") {
        typed_calls();
    }
    if wanted("playouts") {
        playouts();
    }
    if wanted("views") {
        views();
    }
    if wanted("open") {
        opening();
    }
    if wanted("memory") {
        memory();
    }
}

fn typed_calls() {
    println!("typed calls, Rust and C");
    let game = Arc::new(waterloo("WA"));
    let hosted = Match::new(Arc::clone(&game), MatchOptions::seeded(Seed::from_number(1)));
    let mut table = eagles::host::Rules::shipped("waterloo")
        .and_then(|rules| rules.open(r#"{"battle": "WA"}"#, r#"{"seed": 1}"#, || Seed([0; 32])))
        .expect("sound");
    let own = rules("waterloo", "");
    let c = open(own, r#"{"battle": "WA"}"#, r#"{"seed": 1}"#);
    let (mut a, mut b, mut count) = (0, 0, 0);
    let say = |name: &str, [rust, c]: [f64; 2]| {
        println!("  {name}: {rust:.1} ns and {c:.1} ns: {:.1} ns more (at most 20)", c - rust);
    };
    // SAFETY: the handles are live, the places are ours.
    unsafe {
        let found = in_turn(
            20_000,
            [&mut || _ = black_box(black_box(&hosted).to_act()), &mut || {
                ok(eagles_match_to_act(black_box(c), &mut a, null_mut()));
            }],
        );
        say("to_act", found);
        let found = in_turn(
            20_000,
            [&mut || _ = black_box(black_box(&hosted).next_to_ask()), &mut || {
                ok(eagles_match_next_to_ask(black_box(c), &mut a, null_mut()));
            }],
        );
        say("next_to_ask", found);
        let found = in_turn(
            20_000,
            [&mut || _ = black_box(black_box(&hosted).outcome()), &mut || {
                ok(eagles_match_over(black_box(c), &mut a, &mut b, null_mut()));
            }],
        );
        say("over", found);
        let found = in_turn(
            20_000,
            [&mut || drop(black_box(black_box(&mut table).legal_count(0))), &mut || {
                ok(eagles_match_legal_count(black_box(c), 0, &mut count, null_mut()));
            }],
        );
        say("legal_count of a list that is kept", found);
        let found = in_turn(
            2_000,
            [&mut || _ = black_box(black_box(&hosted).state_hash()), &mut || {
                ok(eagles_match_state_hash(black_box(c), &mut count, null_mut()));
            }],
        );
        say("state_hash", found);
        let loaded = Loaded::new("waterloo", "").expect("sound");
        let batch = loaded.rules.batch(r#"{"battle": "WA"}"#, 1, Seed::from_number(1)).expect("sound");
        let ours = new_batch(own, r#"{"battle": "WA"}"#);
        let mut step = eagles_step { legal: 0, actions: 0, player: 0, over: 0, winner: 0, reserved: 0 };
        let found = in_turn(
            20_000,
            [&mut || drop(black_box(black_box(&batch).step(0))), &mut || {
                ok(eagles_batch_step(black_box(ours), 0, &mut step, null_mut()));
            }],
        );
        say("a position of a batch", found);
        eagles_batch_free(ours);
        eagles_match_free(c);
        eagles_rules_free(own);
    }
}

fn new_batch(rules: *mut eagles_rules, setup: &str) -> *mut eagles_batch {
    let ((setup, setup_len), (seed, seed_len)) = (given!(setup), given!("1"));
    let mut out = null_mut();
    // SAFETY: the rules are live.
    ok(unsafe { eagles_batch_new(rules, setup, setup_len, 1, seed, seed_len, &mut out, null_mut()) });
    out
}

/// A random game in Rust: actions, actions listed, the position at its end.
fn rust_game<G: Game>(
    game: &G,
    start: &G::State,
    seed: u64,
    state: &mut G::State,
    legal: &mut Vec<G::Action>,
) -> [u64; 3] {
    let mut draws = Seeded::new(Seed::from_number(seed));
    let mut pick = Pick(seed + 1);
    state.clone_from(start);
    let (mut actions, mut listed) = (0, 0);
    while let Some(player) = game.next_to_ask(state) {
        legal.clear();
        game.legal(state, player, legal);
        listed += legal.len() as u64;
        let action = &legal[pick.below(legal.len())];
        game.advance(state, player, action, &mut draws, &mut Quiet).expect("draws of a seed never lack");
        game.automate(state, &mut draws, &mut Quiet).expect("draws of a seed never lack");
        actions += 1;
    }
    [actions, listed, game.state_hash(state)]
}

/// The same game through a batch in C.
fn c_game(batch: *mut eagles_batch, seed: u64) -> [u64; 3] {
    let text = seed.to_string();
    let (written, len) = given!(&text);
    let mut pick = Pick(seed + 1);
    let mut step = eagles_step { legal: 0, actions: 0, player: 0, over: 0, winner: 0, reserved: 0 };
    let (mut listed, mut hash) = (0, 0);
    // SAFETY: the batch is live, the places are ours.
    unsafe {
        ok(eagles_batch_reset(batch, 0, written, len, &mut step, null_mut()));
        while step.over == 0 {
            listed += u64::from(step.legal);
            let place = pick.below(step.legal as usize) as u64;
            ok(eagles_batch_apply_place(batch, 0, place, &mut step, null_mut()));
        }
        ok(eagles_batch_state_hash(batch, 0, &mut hash, null_mut()));
    }
    [u64::from(step.actions), listed, hash]
}

fn playouts() {
    println!("random playouts, Rust and C");
    let one = |name: &str, rules: *mut eagles_rules, setup: &str, mut rust: Box<dyn FnMut(u64) -> [u64; 3]>| {
        let batch = new_batch(rules, setup);
        let mut best = [[f64::MAX; 2]; 8];
        let mut actions = 0;
        for round in 0..rounds() {
            let at = round % best.len();
            for (which, best) in best[at].iter_mut().enumerate() {
                let begin = Instant::now();
                let mut came = [0; 3];
                for game in 0..4 {
                    let seed = (at * 4 + game) as u64;
                    came = if which == 0 { rust(seed) } else { c_game(batch, seed) };
                }
                *best = best.min(begin.elapsed().as_secs_f64());
                black_box(came);
            }
        }
        for seed in 0..best.len() as u64 * 4 {
            let (a, b) = (rust(seed), c_game(batch, seed));
            assert_eq!(a, b, "the same game");
            actions += a[0];
        }
        let [a, b] = [0, 1].map(|which| best.iter().map(|best| best[which]).sum::<f64>());
        println!(
            "  {name}: {:.2} M and {:.2} M actions/s: {:.2} (at least 0.9)",
            actions as f64 / a / 1e6,
            actions as f64 / b / 1e6,
            a / b
        );
        // SAFETY: they are ours.
        unsafe {
            eagles_batch_free(batch);
            eagles_rules_free(rules);
        }
    };
    let game = waterloo("WA");
    let (start, mut state, mut legal) = (game.start(), game.start(), Vec::new());
    let rust = move |seed| rust_game(&game, &start, seed, &mut state, &mut legal);
    one("Waterloo, 36 v 36 + 24", rules("waterloo", ""), r#"{"battle": "WA"}"#, Box::new(rust));
    let game = Empire::new(Scenario::shipped("tutorial").expect("shipped")).expect("sound");
    let (start, mut state, mut legal) = (game.start(), game.start(), Vec::new());
    let rust = move |seed| rust_game(&game, &start, seed, &mut state, &mut legal);
    one("Empire, the tutorial", rules("empire", ""), r#"{"shipped": "tutorial"}"#, Box::new(rust));
}

/// Every so many positions of random games.
fn positions(game: &Waterloo, games: u64, every: usize) -> Vec<State> {
    let mut kept = Vec::new();
    for seed in 0..games {
        let seed = Seed::from_number(seed);
        let (mut state, mut draws) = (game.start(), Seeded::new(seed));
        let mut chances = [Player(0), Player(1)].map(|player| chance_of(&seed, player));
        let (mut legal, mut n) = (Vec::new(), 0);
        while let Some(player) = game.next_to_ask(&state) {
            legal.clear();
            game.legal(&state, player, &mut legal);
            let i = Random.choose(&Sight::new(game, &state, player), &legal, &mut chances[player.index()]);
            game.advance(&mut state, player, &legal[i], &mut draws, &mut Quiet).expect("what is legal can be done");
            n += 1;
            if n % every == 0 {
                kept.push(state.clone());
            }
        }
    }
    kept
}

fn views() {
    println!("views of Waterloo as JSON, Rust and C");
    let own = rules("waterloo", "");
    for battle in ["QB", "WA"] {
        let game = waterloo(battle);
        let kept = positions(&game, 20, 61);
        let setup = json!({ "battle": battle }).to_string();
        let tables: Vec<_> = kept
            .iter()
            .map(|state| open(own, &setup, &json!({ "seed": 1, "position": game.write_state(state) }).to_string()))
            .collect();
        let mut len = 0;
        let mut look = |table: *mut eagles_match| {
            let mut bytes = eagles_bytes { data: null_mut(), len: 0, capacity: 0 };
            // SAFETY: the match is live, the bytes are ours.
            unsafe {
                ok(eagles_match_view_json(table, 0, &mut bytes, null_mut()));
                len += bytes.len;
                black_box(&bytes);
                eagles_bytes_free(&mut bytes);
            }
        };
        tables.iter().for_each(|table| look(*table));
        let region = Region::new(ALLOCATOR);
        tables.iter().for_each(|table| look(*table));
        let change = region.change();
        let allocations = (change.allocations + change.reallocations) as f64 / kept.len() as f64;
        let bytes = kept
            .iter()
            .map(|state| {
                let mut out = Vec::new();
                game.write_view(state, Viewer::Player(Player(0)), &mut out);
                out.len()
            })
            .sum::<usize>() as f64;
        let mut out = Vec::with_capacity(1 << 16);
        let [rust, c] = in_turn(
            1,
            [
                &mut || {
                    for state in &kept {
                        out.clear();
                        game.write_view(state, Viewer::Player(Player(0)), &mut out);
                        black_box(&out);
                    }
                },
                &mut || tables.iter().for_each(|table| look(*table)),
            ],
        );
        let n = kept.len() as f64;
        println!(
            "  {battle}: {:.0} bytes; {:.0} ns and {:.0} ns: {:.0} and {:.0} MB/s (at least 400), {allocations:.2} allocations a call (1)",
            bytes / n,
            rust / n,
            c / n,
            bytes / rust * 1e3,
            bytes / c * 1e3,
        );
        // SAFETY: they are ours.
        tables.into_iter().for_each(|table| unsafe { eagles_match_free(table) });
    }
    // SAFETY: they are ours.
    unsafe { eagles_rules_free(own) }
}

fn opening() {
    println!("opening and closing a match, Rust and C (at most 100 us)");
    let mods = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../lua/tests/mods");
    let folders: Vec<_> = ["ambush", "drums", "fortune", "mud"].iter().map(|name| mods.join(name)).collect();
    let with_mods = json!({ "mods": folders }).to_string();
    let one = |name: &str, game: &str, options: &str, setup: &str| {
        let (own, loaded) = (rules(game, options), Loaded::new(game, options).expect("sound"));
        let region = Region::new(ALLOCATOR);
        drop(loaded.rules.open(setup, r#"{"seed": 1}"#, || Seed([0; 32])));
        let allocations = region.change().allocations;
        let [rust, c] = in_turn(
            10,
            [
                &mut || drop(black_box(loaded.rules.open(setup, r#"{"seed": 1}"#, || Seed([0; 32])))),
                // SAFETY: it is ours.
                &mut || unsafe { eagles_match_free(open(own, setup, r#"{"seed": 1}"#)) },
            ],
        );
        println!("  {name}: {:.1} us and {:.1} us, {allocations} allocations", rust / 1e3, c / 1e3);
        // SAFETY: they are ours.
        unsafe { eagles_rules_free(own) }
    };
    one("Waterloo, all cards", "waterloo", "", r#"{"battle": "WA"}"#);
    one("Waterloo, all cards and four mods", "waterloo", &with_mods, r#"{"battle": "WA"}"#);
    one("Empire, the tutorial", "empire", "", r#"{"shipped": "tutorial"}"#);
    one("Empire, Quatre Bras", "empire", "", r#"{"shipped": "quatre-bras"}"#);
}

fn memory() {
    println!("memory of a match, at its start and at the end of a battle between greedy players");
    for (name, game, setup) in [
        ("Waterloo, Quatre Bras", "waterloo", r#"{"battle": "QB"}"#),
        ("Waterloo, Waterloo", "waterloo", r#"{"battle": "WA"}"#),
        ("Empire, the tutorial", "empire", r#"{"shipped": "tutorial"}"#),
        ("Empire, Quatre Bras", "empire", r#"{"shipped": "quatre-bras"}"#),
    ] {
        let own = rules(game, "");
        let region = Region::new(ALLOCATOR);
        let held = || {
            let change = region.change();
            (change.bytes_allocated as f64 - change.bytes_deallocated as f64) / 1024.0
        };
        let table = open(own, setup, r#"{"seed": 1}"#);
        let start = held();
        let (mut player, mut actions) = (0, 0);
        let (bot, bot_len) = given!(r#"{"name": "greedy"}"#);
        // SAFETY: the match is live, the places are ours.
        unsafe {
            loop {
                ok(eagles_match_next_to_ask(table, &mut player, null_mut()));
                if player == EAGLES_NOBODY {
                    break;
                }
                let mut bytes = eagles_bytes { data: null_mut(), len: 0, capacity: 0 };
                ok(eagles_match_choose(table, player, bot, bot_len, &mut bytes, null_mut()));
                let offer: Value =
                    serde_json::from_slice(std::slice::from_raw_parts(bytes.data, bytes.len as usize)).expect("JSON");
                eagles_bytes_free(&mut bytes);
                let place = offer["place"].as_u64().expect("a place");
                drop(offer);
                ok(eagles_match_apply_place(table, player, place, null_mut()));
                actions += 1;
            }
            println!("  {name}: {start:.0} KiB, {:.0} KiB after {actions} actions", held());
            eagles_match_free(table);
            println!("    freed: {:.1} KiB are left", held());
            eagles_rules_free(own);
        }
    }
}
