//! The same script with the same input gives the same answer and uses the same steps: twice, in fresh and used
//! interpreters, on other threads. And so do whole games with scripts, by any number of workers and in another process.

mod common;

use common::{BATTLES, Counting, all, battle};
use eagles::bot::{Bot, Random, Sight};
use eagles::chance::{Seed, Seeded};
use eagles::game::Game;
use eagles::simulate::{Control, Plan, simulate};
use eagles::waterloo::{Action, CardSet, Setup, Waterloo};
use eagles_lua::ScriptSet;
use eagles_lua::sandbox::{FunctionRef, Limit, Limits, Sandbox, Script, ScriptError, Vocabulary};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};

const HANDLERS: [&str; 8] = [
    "local s = 0; for i = 1, n do s += i end; return s",
    "local t = {}; for i = 1, n do t['k' .. i % 7] = i end; local s = ''; for k, v in t do s ..= k .. v end; return s",
    "local t = {}; for i = 1, n do t[i] = (i * 7919) % 101 end; table.sort(t, function(a, b) return a > b end); return t",
    "local s = ''; for w in ('the quick brown fox'):rep(n % 9 + 1):gmatch('%a+') do s = w:sub(1, 2) .. s:sub(1, 40) end; return s",
    "local function f(k) if k < 2 then return k end; return f(k - 1) + f(k - 2) end; return f(n % 15)",
    "local ok, why = pcall(function() if n % 3 == 0 then error('three') end; return n + {} end); return tostring(why)",
    "return (('x'):rep(n % 50):gsub('x', function(c) return c .. n end))",
    "local t = {}; for i = 1, n do t[#t + 1] = { i, tostring(i) } end; local u = table.clone(t); table.remove(u, 1); return #u",
];

/// Handlers that hit a limit, each.
const OVER: [(&str, Limit); 5] = [
    ("local s = 0; while true do s += n end", Limit::Steps),
    ("local t = {}; while true do t[#t + 1] = ('x'):rep(8000) .. #t end", Limit::Memory),
    ("local function f() return f() + 1 end; return f()", Limit::Depth),
    ("return ('a'):rep(60):find(('a*'):rep(20) .. 'b')", Limit::Steps),
    ("local s = 'x'; for i = 1, 99 do s ..= s end", Limit::Text),
];

fn scripts() -> Vec<Script> {
    let words = Arc::new(Vocabulary::new().constant("FRENCH", json!(0)));
    let bodies = HANDLERS.iter().copied().chain(OVER.iter().map(|(body, _)| *body));
    bodies
        .enumerate()
        .map(|(i, body)| {
            let source = format!("local base = {{ FRENCH, {i} }}\nreturn {{ on = function(n) {body} end }}");
            Script::new(&format!("card{i}.lua"), source.as_bytes(), &words, &limits()).unwrap()
        })
        .collect()
}

fn fresh(scripts: &[Script]) -> Sandbox {
    let mut sandbox = Sandbox::new(&limits()).unwrap();
    for script in scripts {
        sandbox.load(script).unwrap();
    }
    sandbox
}

/// The default limits, but that the clock decides nothing, however busy the machine is.
fn limits() -> Limits {
    Limits { patience: std::time::Duration::from_secs(600), ..Limits::default() }
}

type Answer = (Result<Value, ScriptError>, u64);

fn call(sandbox: &mut Sandbox, card: usize, n: i64) -> Answer {
    let function = FunctionRef { script: format!("card{card}.lua").into(), number: 0 };
    (sandbox.call(&function, &[json!(n)], None), sandbox.spent().steps)
}

#[test]
fn answers_and_steps_are_the_same_everywhere() {
    let scripts = scripts();
    let wanted: Vec<Vec<Answer>> =
        (0..scripts.len()).map(|card| [3, 40, 41].map(|n| call(&mut fresh(&scripts), card, n)).to_vec()).collect();
    for (i, (_, limit)) in OVER.iter().enumerate() {
        let answers = &wanted[HANDLERS.len() + i];
        assert!(
            answers.iter().all(|(answer, _)| answer.as_ref().is_err_and(|e| e.limit == Some(*limit))),
            "{answers:?}"
        );
    }
    assert!(wanted[..HANDLERS.len()].iter().flatten().all(|(answer, _)| answer.is_ok()));
    // A used interpreter, in another order each time, with the garbage of what ran before.
    let mut used = fresh(&scripts);
    for round in 0..100 {
        for place in 0..scripts.len() {
            let card = (place * 5 + round) % scripts.len();
            let which = (round + place) % 3;
            assert_eq!(call(&mut used, card, [3, 40, 41][which]), wanted[card][which], "card {card} round {round}");
        }
    }
    // On other threads.
    let threads: Vec<_> = (0..2)
        .map(|_| {
            let (scripts, wanted) = (scripts.clone(), wanted.clone());
            std::thread::spawn(move || {
                let mut sandbox = fresh(&scripts);
                for (card, answers) in wanted.iter().enumerate().rev() {
                    assert_eq!(&call(&mut sandbox, card, 41), &answers[2]);
                }
            })
        })
        .collect();
    threads.into_iter().for_each(|thread| thread.join().unwrap());
}

/// The count itself is pinned: a change of it changes which scripts fail.
#[test]
fn steps_are_pinned() {
    let scripts = scripts();
    let steps: Vec<u64> = (0..HANDLERS.len()).map(|card| call(&mut fresh(&scripts), card, 40).1).collect();
    assert_eq!(steps, [285, 974, 1320, 1696, 1416, 28, 390, 619]);
}

/// Just enough is enough, one step less is not.
#[test]
fn the_budget_is_exact() {
    let words = Arc::new(Vocabulary::new());
    let source = "return { on = function(n) local s = 0; for i = 1, n do s += i; pcall(error, 'x') end; return s end }";
    let run = |steps: u64| {
        let limits = Limits { call_steps: steps, ..limits() };
        let script = Script::new("card0.lua", source.as_bytes(), &words, &limits).unwrap();
        let mut sandbox = Sandbox::new(&limits).unwrap();
        sandbox.load(&script).unwrap();
        call(&mut sandbox, 0, 100)
    };
    let (answer, steps) = run(1_000_000);
    assert_eq!(answer, Ok(json!(5050)));
    for _ in 0..5 {
        assert_eq!(run(steps), (Ok(json!(5050)), steps));
        let (answer, _) = run(steps - 1);
        assert_eq!(answer.unwrap_err().limit, Some(Limit::Steps));
    }
}

/// 40 files in a fresh sandbox, by the numbers that the design asks for; times are for `cargo bench`.
#[test]
fn forty_cards_take_little_memory() {
    let words =
        Arc::new(Vocabulary::new().word("card", |_, arguments| Ok(arguments.first().cloned().unwrap_or_default())));
    let scripts: Vec<Script> = (0..40)
        .map(|i| {
            let source = format!(
                "-- A card.\nlocal strength = {i}\nreturn card {{\n    id = 'card{i}', window = 'attack', limit = {{ 'once', 'own_turn' }},\n    \
                 effects = {{ {{ add = strength, to = 'fire', when = {{ terrain = 'hill' }} }}, {{ add = -1, to = 'morale' }} }},\n    \
                 on_play = function(ctx)\n        local sum = 0\n        for _, unit in ctx.units do\n            if unit.kind == 'infantry' then sum += unit.strength end\n        end\n        return {{ add = sum }}\n    end,\n}}\n"
            );
            Script::new(&format!("card{i}.lua"), source.as_bytes(), &words, &limits()).unwrap()
        })
        .collect();
    let start = std::time::Instant::now();
    let rounds = 20;
    (0..rounds).for_each(|_| drop(fresh(&scripts)));
    let each = start.elapsed() / rounds;
    let mut sandbox = fresh(&scripts);
    let empty = {
        let start = std::time::Instant::now();
        let sandbox = Sandbox::new(&limits()).unwrap();
        (start.elapsed(), sandbox.memory())
    };
    let units = json!({ "units": [{"kind": "infantry", "strength": 3}, {"kind": "cavalry", "strength": 2}] });
    let function = FunctionRef { script: "card3.lua".into(), number: 0 };
    let start = std::time::Instant::now();
    for _ in 0..1000 {
        assert_eq!(sandbox.call(&function, std::slice::from_ref(&units), None), Ok(json!({"add": 3})));
    }
    let mut after = fresh(&scripts);
    println!("collected {:?}", after.collect());
    println!(
        "fresh with 40: {each:?}, {} bytes; empty: {empty:?}; a call: {:?}",
        fresh(&scripts).memory(),
        start.elapsed() / 1000
    );
    assert!(fresh(&scripts).memory() < 1 << 20);
}

/// Plays a Special whenever one may be played, and anything else otherwise; notes what it has played.
struct Eager<'p> {
    played: &'p Mutex<BTreeSet<String>>,
    mine: BTreeSet<String>,
    places: Vec<usize>,
}

impl<'p> Eager<'p> {
    fn pair(played: &'p Mutex<BTreeSet<String>>) -> Vec<Self> {
        (0..2).map(|_| Self { played, mine: BTreeSet::new(), places: Vec::new() }).collect()
    }
}

impl Bot<Waterloo> for Eager<'_> {
    fn name(&self) -> &'static str {
        "eager"
    }

    fn choose(&mut self, sight: &Sight<'_, Waterloo>, legal: &[Action], draws: &mut Seeded) -> usize {
        self.places.clear();
        self.places.extend((0..legal.len()).filter(|&i| matches!(legal[i], Action::Play { .. })));
        if self.places.is_empty() {
            return Random.choose(sight, legal, draws);
        }
        let list: Vec<Action> = self.places.iter().map(|&i| legal[i]).collect();
        let chosen = self.places[Random.choose(sight, &list, draws)];
        if let Action::Play { card, .. } = legal[chosen] {
            let id = &sight.game().card(card).id;
            if !self.mine.contains(id) {
                self.mine.insert(id.clone());
            }
        }
        chosen
    }
}

impl Drop for Eager<'_> {
    fn drop(&mut self) {
        self.played.lock().unwrap_or_else(std::sync::PoisonError::into_inner).append(&mut self.mine);
    }
}

/// What a game came to: the hash of its last position, and how many actions and decisions led there.
type Came = (u64, u32, u32, u64);

/// Games of every battle, each to its end; `games` in all.
fn games(
    set: &ScriptSet,
    counting: &Arc<Counting>,
    games: u64,
    workers: usize,
    played: &Mutex<BTreeSet<String>>,
) -> Vec<Came> {
    let mut all = Vec::new();
    for (n, name) in (0..).zip(BATTLES) {
        let game = battle(set, name, counting);
        let plan = Plan {
            workers: NonZeroUsize::new(workers),
            ..Plan::new(games / BATTLES.len() as u64, Seed::from_number(1815 + n))
        };
        let done = simulate(
            &game,
            &plan,
            || Eager::pair(played),
            |game, state, summary| {
                assert!(summary.outcome.is_some(), "{name}: game {} does not end", summary.game);
                (game.state_hash(state), summary.actions, summary.decisions, summary.listed)
            },
            |one| all.push(one),
            Control::default(),
        );
        assert!(done.is_ok(), "{name}: {done:?}");
    }
    all
}

/// A tenth of the games that the full runs play.
fn amount(full: u64) -> u64 {
    if std::env::var_os("EAGLES_FULL").is_some() { full } else { full / 10 }
}

fn digest(games: &[Came]) -> u64 {
    games.iter().fold(0xcbf2_9ce4_8422_2325, |sum: u64, (hash, actions, decisions, listed)| {
        let more = hash ^ u64::from(*actions) << 40 ^ u64::from(*decisions) << 20 ^ listed;
        (sum.rotate_left(7) ^ more).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Set for the other process: how many games it plays.
const OTHER: &str = "EAGLES_OTHER_PROCESS";
const DIGEST: &str = "digest of the games: ";

/// Random games with all shipped cards and the mods with handlers, 10,000 of them in full runs: the same twice, with one
/// worker and two, in used interpreters and fresh ones, and in another process.
#[test]
fn games_with_handlers_are_the_same_everywhere() {
    let played = Mutex::new(BTreeSet::new());
    let used = all();
    let counting = Counting::new(&used);
    if let Some(count) = std::env::var(OTHER).ok().and_then(|count| count.parse().ok()) {
        println!("\n{DIGEST}{:016x}", digest(&games(&used, &counting, count, 2, &played)));
        return;
    }
    let count = amount(10_000);
    let wanted = games(&used, &counting, count, 1, &played);
    assert_eq!(wanted.len() as u64, count);
    let calls = counting.calls();
    assert!(calls as u64 > count / 2, "only {calls} calls of handlers in {count} games");
    let mut ids: BTreeSet<String> = CardSet::embedded().programs().iter().map(|program| program.id.clone()).collect();
    ids.extend(used.files().iter().map(|file| file.program.id.clone()));
    assert_eq!(*played.lock().unwrap(), ids, "every card is played somewhere");

    let again = games(&used, &counting, count, 2, &played);
    let first = wanted.iter().zip(&again).position(|(a, b)| a != b);
    assert_eq!(first, None, "in used interpreters, with two workers");
    assert_eq!(counting.calls(), 2 * calls);

    let fresh = all();
    let again = games(&fresh, &Counting::new(&fresh), count, 2, &played);
    let first = wanted.iter().zip(&again).position(|(a, b)| a != b);
    assert_eq!(first, None, "in fresh interpreters");

    let name = "games_with_handlers_are_the_same_everywhere";
    let other = std::process::Command::new(std::env::current_exe().unwrap())
        .args([name, "--exact", "--nocapture"])
        .env(OTHER, count.to_string())
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&other.stdout);
    let found = told.lines().find_map(|line| line.strip_prefix(DIGEST));
    assert_eq!(found, Some(format!("{:016x}", digest(&wanted)).as_str()), "in another process: {told}");
}

/// The shipped cards are data: no script is asked in any game, though all of them are played.
#[test]
fn shipped_cards_call_no_script() {
    let played = Mutex::new(BTreeSet::new());
    let shipped = ScriptSet::shipped().unwrap();
    let counting = Counting::new(&shipped);
    let with = games(&shipped, &counting, amount(10_000), 2, &played);
    assert_eq!(counting.calls(), 0);
    let ids: BTreeSet<String> = CardSet::embedded().programs().iter().map(|program| program.id.clone()).collect();
    assert!(ids.len() == 40 && *played.lock().unwrap() == ids, "every shipped card is played somewhere");
    // And a host without scripts plays the same games.
    let bare = Waterloo::new(CardSet::embedded(), Setup::battle("QB")).unwrap();
    assert_eq!(bare.state_hash(&bare.start()), {
        let game = battle(&shipped, "QB", &counting);
        game.state_hash(&game.start())
    });
    let plan = Plan::new(20, Seed::from_number(1815));
    let mut plain = Vec::new();
    let done = simulate(
        &bare,
        &plan,
        || Eager::pair(&played),
        |game, state, summary| (game.state_hash(state), summary.actions, summary.decisions, summary.listed),
        |one| plain.push(one),
        Control::default(),
    );
    assert!(done.is_ok(), "{done:?}");
    assert_eq!(plain, with[..20]);
}
