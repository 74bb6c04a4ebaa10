//! How fast the library is, beside its peers in the same run: `cargo bench`.
//!
//! One core, release. Each figure is the best of many short rounds, peers and we in turn, so that other work on the machine
//! falls out.

use cozy_chess::{Board, GameStatus};
use eagles::bot::{Bot, Random};
use eagles::chance::{Draws, Kind, Request, Seed, Seeded, Stream};
use eagles::empire::assault::{self as contact, Combatant, Side};
use eagles::empire::charts::Ce;
use eagles::empire::fire::{self, Battery, Firer, Target};
use eagles::empire::house::HouseRules;
use eagles::empire::units::{Class, Cover, Facet, Formation, Nation, Status};
use eagles::encode::Encoded as _;
use eagles::game::{Game, Player, Quiet, Viewer};
use eagles::simulate::{Control, Plan, playout, simulate};
use eagles::waterloo::greedy::Greedy;
use eagles::waterloo::odds::{Blow, MAX_TARGETS, NO_TARGET, assault, assault_exact, rout_chance, rout_chance_exact};
use eagles::waterloo::{CardSet, Setup, State, Waterloo};
use rayon::prelude::*;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::hint::black_box;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// What playouts did.
#[derive(Clone, Copy, Default)]
struct Tally {
    games: u64,
    actions: u64,
    decisions: u64,
    listed: u64,
    time: Duration,
}

impl Tally {
    fn per_second(&self, n: u64) -> f64 {
        n as f64 / self.time.as_secs_f64()
    }
}

fn main() {
    let rounds: usize = std::env::var("EAGLES_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(200);
    let battle = |specials: bool| {
        let mut setup = Setup::battle("WA");
        setup.options.specials = specials;
        Waterloo::new(CardSet::embedded(), setup).expect("the shipped battle is sound")
    };
    let (game, plain) = (battle(true), battle(false));

    // For a counter of instructions: `valgrind --tool=callgrind BINARY --only waterloo` plays nothing but this, and
    // `--only chess` the peer's share; `--only empire` times the charts of Empire, `--only numbers` action ids and observations.
    let mut args = std::env::args().skip_while(|arg| arg != "--only").skip(1);
    if let Some(only) = args.next() {
        if only == "empire" {
            return empire_charts();
        }
        if only == "numbers" {
            return numbers(&game);
        }
        let t = match only.as_str() {
            "chess" => chess_playouts(100, 0),
            "plain" => waterloo_playouts(&plain, 100, 0, Random),
            _ => waterloo_playouts(&game, 100, 0, Random),
        };
        println!("{} actions, {} decisions, {} listed", t.actions, t.decisions, t.listed);
        return;
    }

    println!("random playouts, one core");
    let [mut ours, mut bare, mut chess] = [[Tally::default(); BATCHES]; 3];
    for round in 0..rounds {
        let batch = round % BATCHES;
        keep_best(&mut chess[batch], chess_playouts(24, batch as u64));
        keep_best(&mut ours[batch], waterloo_playouts(&game, 5, batch as u64, Random));
        keep_best(&mut bare[batch], waterloo_playouts(&plain, 5, batch as u64, Random));
    }
    let (ours, bare, chess) = (total(&ours), total(&bare), total(&chess));
    report("Waterloo, 36 v 36 + 24", &ours);
    report("without Special cards", &bare);
    report("cozy-chess", &chess);
    let [with, without] = [&ours, &bare].map(|t| t.per_second(t.listed) / chess.per_second(chess.listed));
    println!(
        "  actions listed per second, Waterloo / cozy-chess: {without:.2} (aim 0.5 or more), with Special cards {with:.2}"
    );
    let ratio = ours.per_second(ours.listed) / bare.per_second(bare.listed);
    println!("  actions listed per second, with Special cards / without: {ratio:.2} (aim 0.5 or more)");

    println!("state");
    let state = midgame(&game);
    let size = size_of::<State>();
    let mut kept = state.clone();
    let clone = per_call(4_000, || {
        kept = black_box(&state).clone();
        black_box(&mut kept);
    });
    let bytes = vec![7u8; size];
    let mut to = vec![0u8; size];
    let copy = per_call(4_000, || black_box(&mut to).copy_from_slice(black_box(&bytes)));
    println!(
        "  {size} bytes (at most 3,072); clone {clone:.0} ns, memcpy {copy:.0} ns: ratio {:.1} (at most 3)",
        clone / copy
    );
    println!(
        "  allocations per decision in a playout: {:.6} with Special cards and windows, {:.6} without (0)",
        allocations(&game),
        allocations(&plain)
    );

    println!("odds");
    let f = per_call(40_000, || rout_chance(black_box(3), black_box(2), black_box(3)));
    let e = per_call(4_000, || rout_chance_exact(black_box(3), black_box(2), black_box(3)));
    println!("  rout chance {f:.1} ns as f64 (at most 30), {e:.0} ns as a fraction (at most 200)");
    let blows = eight_blows();
    let a = per_call(80, || assault(black_box(&[4, 3, 2, 1]), black_box(&blows))) / 1000.0;
    let x = per_call(20, || assault_exact(black_box(&[4, 3, 2, 1]), black_box(&blows))) / 1000.0;
    println!("  eight attacks on four cards {a:.1} us (at most 20); in fractions {x:.1} us");

    numbers(&game);
    empire_charts();

    println!("players");
    let mut bests = [[Tally::default(); BATCHES]; 2];
    for round in 0..rounds {
        let batch = round % BATCHES;
        keep_best(&mut bests[0][batch], waterloo_playouts(&game, 5, batch as u64, Random));
        keep_best(&mut bests[1][batch], waterloo_playouts(&game, 3, batch as u64, Greedy::default()));
    }
    let [random, greedy] = bests.map(|b| total(&b)).map(|t| t.time.as_secs_f64() / t.decisions as f64);
    println!(
        "  a greedy decision {:.2} us, a random one {:.2} us: ratio {:.1} (at most 10)",
        greedy * 1e6,
        random * 1e6,
        greedy / random
    );

    println!("two workers against one");
    let (mut ours, mut chess) = (0.0f64, 0.0f64);
    for round in 0..(rounds as u64).div_ceil(10) {
        ours = ours.max(waterloo_scaling(&game, round));
        chess = chess.max(chess_scaling(round));
    }
    println!(
        "  Waterloo {ours:.2}, the same rayon loop over cozy-chess {chess:.2}: ratio {:.2} (0.97 or more)",
        ours / chess
    );
}

/// How many different batches of games are played in turn; of each the fastest round counts.
const BATCHES: usize = 8;

fn keep_best(best: &mut Tally, now: Tally) {
    if best.games == 0 || now.time < best.time {
        *best = now;
    }
}

fn total(batches: &[Tally]) -> Tally {
    batches.iter().fold(Tally::default(), |sum, t| Tally {
        games: sum.games + t.games,
        actions: sum.actions + t.actions,
        decisions: sum.decisions + t.decisions,
        listed: sum.listed + t.listed,
        time: sum.time + t.time,
    })
}

fn report(name: &str, t: &Tally) {
    println!(
        "  {name}: {:.2} M decisions/s, {:.1} M actions listed/s, {:.0} games/s ({:.0} actions, {:.1} choices each)",
        t.per_second(t.decisions) / 1e6,
        t.per_second(t.listed) / 1e6,
        t.per_second(t.games),
        t.actions as f64 / t.games as f64,
        t.listed as f64 / t.decisions as f64,
    );
}

fn waterloo_playouts<B: Bot<Waterloo> + Copy>(game: &Waterloo, games: u64, round: u64, bot: B) -> Tally {
    let seed = Seed::from_number(round);
    let mut legal = Vec::with_capacity(1024);
    let mut bots = [bot, bot];
    let mut tally = Tally::default();
    let begin = Instant::now();
    for number in 0..games {
        let mut state = game.start();
        let s = playout(game, &mut state, (number, seed.child(number)), &mut bots, &mut legal, 100_000).expect("plays");
        tally.games += 1;
        tally.actions += u64::from(s.actions);
        tally.decisions += u64::from(s.decisions);
        tally.listed += s.listed;
    }
    tally.time = begin.elapsed();
    tally
}

/// One random game of chess, to its end or 300 plies; only decisions with two or more moves count.
fn chess_game(draws: &mut Seeded, moves: &mut Vec<cozy_chess::Move>, tally: &mut Tally) {
    let mut board = Board::default();
    for _ in 0..300 {
        if board.status() != GameStatus::Ongoing {
            break;
        }
        moves.clear();
        board.generate_moves(|set| {
            moves.extend(set);
            false
        });
        if moves.is_empty() {
            break;
        }
        tally.actions += 1;
        let mut i = 0;
        if moves.len() >= 2 {
            tally.decisions += 1;
            tally.listed += moves.len() as u64;
            let among = moves.len() as u16;
            let request = Request { code: "choice", subject: 0, stream: Stream(0), kind: Kind::Pick { among } };
            i = usize::from(draws.pick(request, |i| i).unwrap_or(0));
        }
        board.play_unchecked(moves[i]);
    }
    tally.games += 1;
}

fn chess_playouts(games: u64, round: u64) -> Tally {
    let seed = Seed::from_number(round);
    let mut moves = Vec::with_capacity(256);
    let mut tally = Tally::default();
    let begin = Instant::now();
    for number in 0..games {
        chess_game(&mut Seeded::new(seed.child(number)), &mut moves, &mut tally);
    }
    tally.time = begin.elapsed();
    tally
}

/// A position in the middle of a random battle.
fn midgame(game: &Waterloo) -> State {
    let mut state = game.start();
    let mut draws = Seeded::new(Seed::from_number(18));
    let mut choice = Seeded::new(Seed::from_number(6));
    let mut legal = Vec::new();
    while state.turn < 6 {
        let Some(player) = game.next_to_ask(&state) else { return game.start() };
        legal.clear();
        game.legal(&state, player, &mut legal);
        let among = legal.len() as u16;
        let request = Request { code: "choice", subject: 0, stream: Stream(0), kind: Kind::Pick { among } };
        let i = choice.pick(request, |i| i).unwrap_or(0);
        game.advance(&mut state, player, &legal[usize::from(i)], &mut draws, &mut Quiet)
            .expect("seeded draws never lack");
    }
    state
}

/// Nanoseconds for one call: the best of many rounds of `calls` calls.
fn per_call<T>(calls: u32, mut call: impl FnMut() -> T) -> f64 {
    let round = |call: &mut dyn FnMut() -> T| {
        let begin = Instant::now();
        for _ in 0..calls {
            black_box(call());
        }
        begin.elapsed().as_secs_f64() * 1e9 / f64::from(calls)
    };
    (0..400).map(|_| round(&mut call)).fold(f64::MAX, f64::min)
}

/// Allocations per decision: those of whole games beyond those of games of one action.
fn allocations(game: &Waterloo) -> f64 {
    let mut legal = Vec::with_capacity(4096);
    let mut bots = [Random, Random];
    let mut play = |number, most| {
        let mut state = game.start();
        let region = Region::new(ALLOCATOR);
        let seed = Seed::from_number(3).child(number);
        let s = playout(game, &mut state, (number, seed), &mut bots, &mut legal, most).expect("plays");
        (region.change().allocations, s.decisions)
    };
    let (mut count, mut decisions) = (0, 0);
    for number in 0..20 {
        let (once, (whole, n)) = (play(number, 1).0, play(number, 100_000));
        count += whole - once;
        decisions += n;
    }
    count as f64 / f64::from(decisions)
}

/// What ids, masks and observations of a random battle cost, for each decision.
fn numbers(game: &Waterloo) {
    println!("numbers for machine players, Waterloo");
    let mut positions: Vec<(State, Player)> = Vec::new();
    let (mut state, mut draws) = (game.start(), Seeded::new(Seed::from_number(18)));
    let mut choice = Seeded::new(Seed::from_number(6));
    let mut legal = Vec::with_capacity(1024);
    while let Some(player) = game.next_to_ask(&state) {
        legal.clear();
        game.legal(&state, player, &mut legal);
        let among = legal.len() as u16;
        let request = Request { code: "choice", subject: 0, stream: Stream(0), kind: Kind::Pick { among } };
        let i = usize::from(choice.pick(request, |i| i).unwrap_or(0));
        if legal.len() > 1 {
            positions.push((state.clone(), player));
        }
        game.advance(&mut state, player, &legal[i], &mut draws, &mut Quiet).expect("seeded draws never lack");
    }
    let lists: Vec<Vec<_>> = positions
        .iter()
        .map(|(state, player)| {
            let mut legal = Vec::new();
            game.legal(state, *player, &mut legal);
            legal
        })
        .collect();
    let (decisions, listed) = (positions.len() as f64, lists.iter().map(Vec::len).sum::<usize>() as f64);
    let mut mask = vec![0; game.action_ids()];
    let mut seen = vec![0.0; game.observation_len()];
    let list = per_call(1, || {
        for (state, player) in &positions {
            legal.clear();
            game.legal(black_box(state), *player, &mut legal);
        }
    });
    let ids = per_call(1, || {
        let mut sum = 0;
        for ((state, player), legal) in positions.iter().zip(&lists) {
            game.each_id(black_box(state), *player, legal, |id| sum += u64::from(id.unwrap_or(0)));
        }
        sum
    });
    let masks = per_call(1, || {
        for (state, player) in &positions {
            game.mask(black_box(state), *player, &mut legal, &mut mask);
            black_box(&mut mask);
        }
    });
    let back = per_call(1, || {
        let mut some = 0;
        for ((state, player), legal) in positions.iter().zip(&lists) {
            if let Some(id) = game.action_id(black_box(state), *player, &legal[legal.len() / 2]) {
                some += usize::from(game.action_of(state, *player, id).is_some());
            }
        }
        some
    });
    let observe = per_call(1, || {
        for (state, player) in &positions {
            game.observe(black_box(state), Viewer::Player(*player), &mut seen);
            black_box(&mut seen);
        }
    });
    println!(
        "  {decisions:.0} decisions of {:.1} actions: listing {:.0} ns, all ids {:.0} ns ({:.1} ns each), mask with listing {:.0} ns, \
         one id and back {:.0} ns, observing {} numbers {:.0} ns",
        listed / decisions,
        list / decisions,
        ids / decisions,
        ids / listed,
        masks / decisions,
        back / decisions,
        seen.len(),
        observe / decisions,
    );
}

/// One resolution of an assault and of fire, and what it allocates.
fn empire_charts() {
    println!("empire charts");
    let house = HouseRules::default();
    let horse = Combatant {
        charging: true,
        hits: 1,
        facet: Facet::Flank,
        ..Combatant::new(Class::SabreCavalry, Nation::French, Ce::new(10), Formation::Line)
    };
    let foot = Combatant {
        unmoved: true,
        leader: Some(2),
        status: Status::Disordered,
        ..Combatant::new(Class::LineInfantry, Nation::British, Ce::new(9), Formation::Line)
    };
    let support = contact::Support { lines: 1, columns: 1, guns: 1 };
    let charge = contact::Facts::<&[Combatant]>::new(
        Side { lead: horse, mass: std::slice::from_ref(&horse), support, frontage: Some(5_000) },
        Side { lead: foot, mass: std::slice::from_ref(&foot), support, frontage: Some(2_000) },
    );
    let bare = per_call(40_000, || contact::resolve(black_box(&charge), &house, black_box(4)));
    let told = per_call(10_000, || contact::explain(black_box(&charge), &house, black_box(4)));
    println!("  an assault {bare:.0} ns (at most 50), with both breakdowns {told:.0} ns (at most 300)");
    let lead = Firer {
        unmoved: true,
        hits: 1,
        ..Firer::new(Class::HeavyFoot, Nation::French, Ce::new(7), Formation::Unlimbered)
    };
    let further = [Battery::new(Class::MediumFoot, 6_000)];
    let column = Target { cover: Cover::LightWoods, ..Target::new(Class::LineInfantry, Formation::Column) };
    let volley =
        fire::Facts::<&[Battery]> { firer: lead, target: column, distance: 6_000, batteries: &further, year: 1815 };
    let bare = per_call(40_000, || fire::resolve(black_box(&volley), &house, black_box(4)));
    let told = per_call(10_000, || fire::explain(black_box(&volley), &house, black_box(4)));
    println!("  fire {bare:.0} ns (at most 50), with its breakdown {told:.0} ns (at most 300)");
    let region = Region::new(ALLOCATOR);
    black_box((contact::resolve(&charge, &house, 4), fire::resolve(&volley, &house, 4)));
    println!("  allocations without a breakdown: {} (0)", region.change().allocations);
}

fn eight_blows() -> Vec<Blow> {
    (0..8u8)
        .map(|i| {
            let mut order = [NO_TARGET; MAX_TARGETS];
            (0..4u8).for_each(|k| order[usize::from(k)] = (i + k) % 4);
            Blow { dice: [2 + i % 3; MAX_TARGETS], power: [1 + i % 3; MAX_TARGETS], can: 0b1111, order }
        })
        .collect()
}

fn waterloo_scaling(game: &Waterloo, round: u64) -> f64 {
    let time = |workers: usize| {
        let mut plan = Plan::new(1000, Seed::from_number(round));
        plan.workers = NonZeroUsize::new(workers);
        let begin = Instant::now();
        let mut listed = 0;
        simulate(game, &plan, || vec![Random, Random], |_, _, s| s.listed, |n| listed += n, Control::default())
            .expect("plays");
        black_box(listed);
        begin.elapsed().as_secs_f64()
    };
    time(1) / time(2)
}

fn chess_scaling(round: u64) -> f64 {
    let time = |workers: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(workers).build().expect("a pool");
        let seed = Seed::from_number(round);
        let begin = Instant::now();
        let listed: u64 = pool.install(|| {
            (0..3000u64)
                .into_par_iter()
                .map_init(
                    || Vec::with_capacity(256),
                    |moves, number| {
                        let mut tally = Tally::default();
                        chess_game(&mut Seeded::new(seed.child(number)), moves, &mut tally);
                        tally.listed
                    },
                )
                .sum()
        });
        black_box(listed);
        begin.elapsed().as_secs_f64()
    };
    time(1) / time(2)
}
