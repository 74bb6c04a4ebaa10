//! How fast battles of *Eagles over the Empire* are: `cargo bench --bench empire`.
//!
//! One core, release. Times are those of the processor, where the system tells them, and the best of several rounds, so that
//! other work on the machine falls out. `-- --only NAME` runs one group: `position`, `turns` or `state`;
//! `EAGLES_UNITS=N` plays the turns of one size alone.

use eagles::bot::{Bot, Random, Sight, chance_of};
use eagles::chance::{Seed, Seeded};
use eagles::empire::greedy::Greedy;
use eagles::empire::scenario::generate::meeting;
use eagles::empire::state::{Marks, Stage, Unit};
use eagles::empire::{Action, Empire, State};
use eagles::game::{Game, Player, Quiet};
use eagles::play::{Match, MatchOptions};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// The time that this thread has had.
#[cfg(unix)]
fn clock() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

#[cfg(not(unix))]
fn clock() -> Duration {
    static BEGIN: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    BEGIN.get_or_init(std::time::Instant::now).elapsed()
}

/// Units a side.
const SIZES: [u16; 6] = [50, 100, 200, 500, 1_000, 2_000];
/// How many turns are played and timed: the armies meet in the third.
const TURNS: u8 = 8;

fn main() {
    let mut args = std::env::args().skip_while(|arg| arg != "--only").skip(1);
    let only = args.next();
    let runs = |name: &str| only.as_deref().is_none_or(|only| only == name);
    if runs("position") {
        position();
    }
    if runs("turns") {
        turns();
    }
    if runs("state") {
        memory();
    }
}

fn battle(units: u16) -> Empire {
    Empire::new(meeting(units, Seed::from_number(7))).expect("a generated battle is sound")
}

/// What a stage of one turn cost.
#[derive(Clone, Copy, Default)]
struct Cost {
    time: Duration,
    actions: u64,
    listed: u64,
    allocations: u64,
}

/// Two players with their chance, as a playout has them.
struct Table<B> {
    bots: [B; 2],
    chances: [Seeded; 2],
    dice: Seeded,
    legal: Vec<Action>,
}

impl<B: Bot<Empire>> Table<B> {
    fn new(bots: [B; 2], seed: u64) -> Self {
        let seed = Seed::from_number(seed);
        Self {
            bots,
            chances: [chance_of(&seed, Player(0)), chance_of(&seed, Player(1))],
            dice: Seeded::new(seed),
            legal: Vec::new(),
        }
    }

    /// Plays as long as `goes`; says what was paid for it.
    fn play(&mut self, game: &Empire, state: &mut State, goes: impl Fn(&State) -> bool) -> Cost {
        let mut cost = Cost::default();
        let region = Region::new(ALLOCATOR);
        let begin = clock();
        while goes(state) {
            let Some(player) = game.next_to_ask(state) else { break };
            self.legal.clear();
            game.legal(state, player, &mut self.legal);
            let chosen = match self.legal.len() {
                1 => 0,
                _ => {
                    let sight = Sight::new(game, state, player);
                    self.bots[player.index()].choose(&sight, &self.legal, &mut self.chances[player.index()])
                }
            };
            let action = &self.legal[chosen];
            game.advance(state, player, action, &mut self.dice, &mut Quiet).expect("dice do not run out");
            cost.actions += 1;
            cost.listed += self.legal.len() as u64;
        }
        cost.time = clock() - begin;
        cost.allocations = region.change().allocations as u64;
        cost
    }
}

/// A battle in `turn` and `stage`, with greedy commanders; `contact` whether somebody must be in contact.
fn at(game: &Empire, stage: Stage, turn: u8) -> State {
    let mut state = game.start();
    let mut table = Table::new([Greedy::default(), Greedy::default()], 3);
    table.play(game, &mut state, |s| s.stage != Stage::Over && (s.turn < turn || s.stage != stage));
    state
}

/// The resolutions and the lists of one unit inside a battle of 100 units a side.
fn position() {
    println!("empire position, 100 units a side");
    let game = battle(100);
    let mut state = at(&game, Stage::March, 3);
    let ids: Vec<_> = state.units.here().map(|(id, _)| id).collect();
    for id in &ids {
        state.units.edit(*id, |unit| unit.marks.clear(Marks::DONE));
    }
    let mut out = Vec::new();
    let mut listed = 0;
    let all = per_call(20, 1, || {
        listed = 0;
        for id in &ids {
            out.clear();
            game.candidates(black_box(&state), *id, &mut out);
            listed += out.len();
        }
    });
    let each = all / ids.len() as f64;
    let mut worst = 0.0f64;
    for id in &ids {
        let one = per_call(20, 4, || {
            out.clear();
            game.candidates(black_box(&state), *id, &mut out);
        });
        worst = worst.max(one);
    }
    println!(
        "  the moves of one unit: {:.1} us (at most 15), {:.1} of them; of the worst unit {:.1} us",
        each / 1e3,
        listed as f64 / ids.len() as f64,
        worst / 1e3
    );

    let state = at(&game, Stage::Fire, 4);
    let Some(player) = game.next_to_ask(&state) else { return };
    let mut offers = Vec::new();
    let own: Vec<_> = state.units.here().map(|(id, _)| id).filter(|id| game.unit(*id).player == player).collect();
    let all = per_call(20, 1, || {
        offers.clear();
        for id in &own {
            game.fire_candidates(black_box(&state), *id, &mut offers);
        }
    });
    println!("  the targets of one unit: {:.2} us, {} in all", all / own.len() as f64 / 1e3, offers.len());
    resolution(&game, &state, player, &offers, "fire");
    for turn in 3..10 {
        let state = at(&game, Stage::Assault, turn);
        let Some(player) = game.next_to_ask(&state) else { continue };
        offers.clear();
        game.legal(&state, player, &mut offers);
        if offers.iter().any(|action| matches!(action, Action::Lead { .. })) {
            resolution(&game, &state, player, &offers, "an assault");
            break;
        }
    }
}

/// A resolution as a player sees it before he declares it: may he, the facts from the position, the breakdowns.
fn resolution(game: &Empire, state: &State, player: Player, offers: &[Action], what: &str) {
    if offers.is_empty() {
        return;
    }
    let per = |time: f64| time / offers.len() as f64;
    let told = per(per_call(20, 4, || {
        for action in offers {
            black_box(game.explain(black_box(state), player, action)).ok();
        }
    }));
    let checked = per(per_call(20, 4, || {
        for action in offers {
            black_box(game.refusal(black_box(state), player, action));
        }
    }));
    let bare = per(per_call(20, 4, || {
        for action in offers {
            black_box(game.totals(black_box(state), player, action));
        }
    }));
    let region = Region::new(ALLOCATOR);
    for action in offers {
        black_box(game.totals(state, player, action));
    }
    let allocations = region.change().allocations as f64 / offers.len() as f64;
    println!(
        "  {what} from the position: allowed? {checked:.0} ns; facts and breakdowns {:.0} ns; facts and totals {bare:.0} ns, \
         {allocations:.2} allocations",
        told - checked
    );
}

/// Whole turns of both sides, by the size of the armies.
fn turns() {
    println!("empire turns, both sides, {TURNS} turns from the start");
    let sizes: Vec<u16> = match std::env::var("EAGLES_UNITS").ok().and_then(|n| n.parse().ok()) {
        Some(n) => vec![n],
        None => SIZES.to_vec(),
    };
    let mut first = None;
    for units in sizes {
        let game = battle(units);
        let rounds = (2_000 / usize::from(units)).clamp(1, 5);
        let (greedy, hash) = rounds_of(&game, rounds, || Table::new([Greedy::default(), Greedy::default()], 3));
        let (random, other) = rounds_of(&game, rounds, || Table::new([Random, Random], 3));
        let mean = |costs: &[[Cost; 5]]| {
            let all: Duration = costs.iter().flatten().map(|c| c.time).sum();
            all.as_secs_f64() * 1e3 / costs.len() as f64
        };
        let worst = greedy.iter().map(|turn| turn.iter().map(|c| c.time).sum::<Duration>()).max().unwrap_or_default();
        let per_unit = mean(&greedy) * 1e3 / (2.0 * f64::from(units));
        let law = f64::from(units).log2();
        let base = *first.get_or_insert(per_unit / law);
        println!(
            "  {units:5} a side: greedy {:8.2} ms a turn (worst {:8.2}), {per_unit:6.1} us a unit, against n log n {:.2}; random {:8.2} ms; \
             they end as {hash:016x} and {other:016x}",
            mean(&greedy),
            worst.as_secs_f64() * 1e3,
            per_unit / law / base,
            mean(&random),
        );
        let stage = |n: usize| {
            let sum = greedy.iter().map(|turn| turn[n]).fold(Cost::default(), |a, c| Cost {
                time: a.time + c.time,
                actions: a.actions + c.actions,
                listed: a.listed + c.listed,
                allocations: a.allocations + c.allocations,
            });
            let turns = greedy.len() as f64;
            let each = |n: u64| n as f64 / turns;
            format!(
                "{:.2} ms {:.0} actions {:.1} listed {:.1} allocations",
                sum.time.as_secs_f64() * 1e3 / turns,
                each(sum.actions),
                sum.listed as f64 / sum.actions.max(1) as f64,
                sum.allocations as f64 / sum.actions.max(1) as f64
            )
        };
        for (n, name) in ["orders", "rally", "march", "fire", "assault"].into_iter().enumerate() {
            println!("          {name:8}{}", stage(n));
        }
    }
}

/// The cost of each stage of each turn, the best of several rounds of the same battle, and the hash of the last position.
fn rounds_of<B: Bot<Empire>>(game: &Empire, rounds: usize, table: impl Fn() -> Table<B>) -> (Vec<[Cost; 5]>, u64) {
    let mut best: Vec<[Cost; 5]> = Vec::new();
    let mut hash = 0;
    for round in 0..rounds {
        let mut table = table();
        let mut state = game.start();
        let mut costs = Vec::new();
        while state.turn <= TURNS && state.stage != Stage::Over {
            let turn = state.turn;
            let mut cost = [Cost::default(); 5];
            while state.turn == turn && state.stage != Stage::Over {
                let stage = state.stage;
                let now = table.play(game, &mut state, |s| s.turn == turn && s.stage == stage);
                let sum = &mut cost[stage as usize];
                sum.time += now.time;
                sum.actions += now.actions;
                sum.listed += now.listed;
                sum.allocations += now.allocations;
            }
            costs.push(cost);
        }
        hash = game.state_hash(&state);
        if round == 0 {
            best = costs;
            continue;
        }
        for (old, new) in best.iter_mut().flatten().zip(costs.into_iter().flatten()) {
            old.time = old.time.min(new.time);
        }
    }
    (best, hash)
}

/// How large positions are, and what a match keeps of them.
fn memory() {
    println!("empire state");
    for units in [100, 2_000] {
        let game = battle(units);
        let state = at(&game, Stage::March, 3);
        let region = Region::new(ALLOCATOR);
        let mut kept = state.clone();
        let change = region.change();
        let bytes = change.bytes_allocated + size_of::<State>();
        let clone = per_call(40, 20, || {
            kept = black_box(&state).clone();
            black_box(&mut kept);
        });
        let refill = per_call(40, 20, || {
            kept.clone_from(black_box(&state));
            black_box(&mut kept);
        });
        let (from, mut to) = (vec![7u8; bytes], vec![0u8; bytes]);
        let copy = per_call(40, 20, || black_box(&mut to).copy_from_slice(black_box(&from)));
        println!(
            "  {units:5} a side: {bytes} bytes ({} a unit of {}), clone {clone:.0} ns, into its buffers {refill:.0} ns, memcpy {copy:.0} ns: ratio {:.1} and {:.1}; \
             128 positions {:.1} MiB",
            bytes / state.units.len(),
            size_of::<Unit>(),
            clone / copy,
            refill / copy,
            128.0 * bytes as f64 / f64::from(1 << 20),
        );
    }
    let game = Arc::new(battle(2_000));
    let mut table = Table::new([Greedy::default(), Greedy::default()], 3);
    let region = Region::new(ALLOCATOR);
    let begin = clock();
    let mut hosted = Match::new(Arc::clone(&game), MatchOptions::seeded(Seed::from_number(3)));
    let mut most = 0;
    let mut made = 0;
    while hosted.state().turn <= 3 {
        let Some(player) = hosted.next_to_ask() else { break };
        let Some(action) =
            eagles::bot::choose(&hosted, player, &mut table.bots[player.index()], &mut table.chances[player.index()])
        else {
            break;
        };
        hosted.apply(player, &action).expect("what is offered is allowed");
        made += 1;
        if made % 256 == 0 {
            let change = region.change();
            most = most.max(change.bytes_allocated.saturating_sub(change.bytes_deallocated));
        }
    }
    println!(
        "  a match of 2,000 a side, three turns, {made} actions, undo and record: at most {:.1} MiB (64); {:.1} us an action",
        most as f64 / f64::from(1 << 20),
        (clock() - begin).as_secs_f64() * 1e6 / f64::from(made),
    );
}

/// Nanoseconds for one call: the best of `rounds` rounds of `calls` calls.
fn per_call<T>(rounds: u32, calls: u32, mut call: impl FnMut() -> T) -> f64 {
    let round = |call: &mut dyn FnMut() -> T| {
        let begin = clock();
        for _ in 0..calls {
            black_box(call());
        }
        (clock() - begin).as_secs_f64() * 1e9 / f64::from(calls)
    };
    (0..rounds).map(|_| round(&mut call)).fold(f64::MAX, f64::min)
}
