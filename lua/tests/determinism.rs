//! The same script with the same input gives the same answer and uses the same steps: twice, in fresh and used
//! interpreters, on other threads.

use eagles_lua::sandbox::{FunctionRef, Limit, Limits, Sandbox, Script, ScriptError, Vocabulary};
use serde_json::{Value, json};
use std::sync::Arc;

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
    ("local t = {}; while true do t[#t + 1] = ('x'):rep(900) .. #t end", Limit::Memory),
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
    assert_eq!(steps, [285, 654, 1079, 1766, 1416, 28, 192, 379]);
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
