//! Texts and numbers that were chosen so that they fall together in the interpreter's hash tables, and emptied tables.
//! Every attack ends at its steps, in equal steps in a fresh and in a used interpreter, and soon.

use eagles_lua::sandbox::{FunctionRef, Limit, Limits, Sandbox, Script, ScriptError, Shape, Vocabulary};
use serde_json::{Value, json};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// Far more than any run takes, and far less than one that walks along the chains.
const SOON: Duration = Duration::from_secs(2);

fn limits() -> Limits {
    Limits { patience: Duration::from_secs(600), ..Limits::default() }
}

fn words() -> &'static Arc<Vocabulary> {
    static WORDS: OnceLock<Arc<Vocabulary>> = OnceLock::new();
    WORDS.get_or_init(|| {
        Arc::new(Vocabulary::new().word("size", |_, arguments| Ok(json!(arguments.len()))).builder(
            "made",
            Shape::Table,
            &["a"],
            |_, _| Ok(json!({})),
        ))
    })
}

fn read(name: &str, source: &str) -> Script {
    Script::new(name, source.as_bytes(), words(), &limits()).unwrap_or_else(|error| panic!("{error}"))
}

fn fresh() -> Sandbox {
    Sandbox::new(&limits()).unwrap()
}

/// Loads, and calls if it can; what it gave, and the steps of the load and the call.
fn run(sandbox: &mut Sandbox, script: &Script) -> (Result<Value, ScriptError>, u64, u64) {
    let loaded = sandbox.load(script);
    let load = sandbox.spent().steps;
    match loaded {
        Err(error) => (Err(error), load, 0),
        Ok(loaded) if loaded.functions == 0 => (Ok(loaded.value), load, 0),
        Ok(_) => {
            let function = FunctionRef { script: script.name().into(), number: 0 };
            (sandbox.call(&function, &[json!(5)], None), load, sandbox.spent().steps)
        }
    }
}

/// Runs a source in a fresh and a used interpreter.
fn flood(name: &str, source: &str, used: &mut Sandbox) -> (Result<Value, ScriptError>, u64, u64) {
    let script = match Script::new("bad.lua", source.as_bytes(), words(), &limits()) {
        Ok(script) => script,
        Err(error) if error.limit == Some(Limit::Keys) => return (Err(error), 0, 0),
        Err(error) => panic!("{name}: {error}"),
    };
    let mut times = Vec::new();
    let mut timed = |sandbox: &mut Sandbox| {
        let start = Instant::now();
        let answer = run(sandbox, &script);
        times.push(start.elapsed());
        answer
    };
    let mut sandbox = fresh();
    let first = timed(&mut sandbox);
    assert_eq!(first, timed(&mut sandbox), "{name}: the same interpreter");
    assert_eq!(first, timed(used), "{name}: a used interpreter");
    let time = times.into_iter().min().unwrap();
    if std::env::var_os("EAGLES_TIMES").is_some() {
        let (answer, load, call) = &first;
        println!("{time:>9.2?} {load:>7} {call:>7} steps  {name}: {:?}", answer.as_ref().map_err(|e| e.limit));
    }
    assert!(time < SOON, "{name}: {time:?} {first:?}");
    first
}

/// It must have hit its budget of steps, or be refused when it is loaded.
fn stopped(name: &str, source: &str, used: &mut Sandbox) {
    let (answer, _, call) = flood(name, source, used);
    let limit = answer.as_ref().err().and_then(|error| error.limit);
    assert!(limit == Some(Limit::Steps) || (limit == Some(Limit::Keys) && call == 0), "{name}: {answer:?}");
}

/// The hash that the interpreter gives to texts of less than 32 bytes; it goes over them from the end.
fn hash(mut state: u32, bytes: &[u8]) -> u32 {
    for byte in bytes.iter().rev() {
        state ^= (state << 5).wrapping_add(state >> 2).wrapping_add(u32::from(*byte));
    }
    state
}

/// Its hash of numbers.
fn number_hash(number: f64) -> u32 {
    let mix = |a: u32, b: u32| (a ^ b).wrapping_mul(0x5bd1_e995);
    let (low, high) = (number.to_bits() as u32, (number.to_bits() >> 32) as u32);
    let low = mix(low, high >> 18);
    let high = mix(high, low >> 22);
    let low = mix(low, high >> 17);
    mix(high, low >> 19)
}

const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// A name of five letters; another for each number.
fn name(i: usize) -> [u8; 5] {
    [1, 52, 52 * 52, 52 * 52 * 52, 52 * 52 * 52 * 52].map(|part| LETTERS[i / part % LETTERS.len()])
}

/// Names of five letters that share the low bits of their hash.
fn names(n: usize, bits: u32) -> Vec<String> {
    let found = (0..).map(name).filter(|name| hash(5, name) & ((1 << bits) - 1) == 7);
    found.filter_map(|name| String::from_utf8(name.to_vec()).ok()).take(n).collect()
}

/// Numbers of a row that share the low bits of their hash.
fn numbers(row: impl Iterator<Item = f64>, n: usize, bits: u32) -> Vec<f64> {
    row.filter(|number| number_hash(*number) & ((1 << bits) - 1) == 7).take(n).collect()
}

fn list<T: std::fmt::Debug>(values: &[T]) -> String {
    values.iter().map(|value| format!("{value:?},")).collect()
}

/// Looks up `x`, which stands behind all others, as often as a step can hold.
fn looks(times: usize) -> String {
    let nested = "k[".repeat(40) + "x" + &"]".repeat(40);
    format!("while true do {} end", format!("x = {nested}\n").repeat(times))
}

#[test]
fn chains_of_texts() {
    let mut used = fresh();
    for (n, bits) in [(15, 5), (30, 6), (120, 7), (500, 9), (2_000, 11), (4_000, 12)] {
        let all = names(n + 1, bits);
        let (absent, kept) = all.split_last().unwrap();
        let fields: String = kept.iter().map(|name| format!("{name} = '{absent}',")).collect();
        let start = format!("local k = {{ {fields} }}\n");
        for times in [1, 12] {
            let name = format!("{n} names, {times}");
            let x = format!("local x = '{}'\n", kept[n / 2]);
            let source =
                format!("{start} return {{ on = function() {x} {} end }}", looks(times).replace("k[x]", "k[x] and x"));
            stopped(&name, &source, &mut used);
            let source = format!("{start} {x} {}", looks(times).replace("k[x]", "k[x] and x"));
            stopped(&format!("{name}, loading"), &source, &mut used);
        }
        let source = format!(
            "{start} return {{ on = function() local x while true do {} end end }}",
            format!("x = {}\n", format!("k.{absent} or ").repeat(100) + "nil").repeat(4)
        );
        stopped(&format!("{n} names, one is not there"), &source, &mut used);
        let source = format!(
            "local n = {{ {} }} return {{ on = function() local x, k = n[1], {{}} for i = 1, #n do k[n[i]] = n[i] end {} end }}",
            list(kept),
            looks(12)
        );
        stopped(&format!("{n} keys of a list"), &source, &mut used);
    }
}

#[test]
fn chains_of_texts_that_are_built() {
    let letters = LETTERS;
    let triples: Vec<[u8; 3]> = letters
        .iter()
        .flat_map(|a| letters.iter().flat_map(move |b| letters.iter().map(move |c| [*a, *b, *c])))
        .collect();
    let mut state = 31;
    let mut pairs = Vec::new();
    for _ in 0..9 {
        let mut seen = std::collections::HashMap::new();
        let found = triples.iter().find_map(|t| seen.insert(hash(state, t), t).map(|other| (other, t)));
        let (a, b) = found.expect("two texts with one hash");
        assert_eq!(hash(state, a), hash(state, b));
        pairs.push(format!("{{'{}','{}'}}", String::from_utf8_lossy(a), String::from_utf8_lossy(b)));
        state = hash(state, a);
    }
    let heads = triples.iter().flat_map(|t| letters.iter().map(|l| [*l, t[0], t[1], t[2]]));
    let heads: Vec<String> = heads
        .filter(|head| hash(state, head) & 0xffff == 7)
        .take(24)
        .map(|head| format!("'{}'", String::from_utf8_lossy(&head)))
        .collect();
    let tails = format!(
        "local pairs, heads = {{ {} }}, {{ {} }}\nlocal tails = {{ '' }}\nfor i = 1, 9 do\n local more = {{}}\n \
         for _, tail in ipairs(tails) do\n for j = 1, 2 do more[#more + 1] = pairs[i][j] .. tail end\n end\n tails = more\nend\n",
        pairs.join(","),
        heads.join(",")
    );
    let mut used = fresh();
    let keys = "local k = {}\nfor i = 1, #heads do\n local head = heads[i]\n for j = 1, 512 do k[head .. tails[j]] = j end\nend\n";
    let on = "return { on = function() local x = heads[2] .. tails[2] while true do x = k[x] and x end end }";
    stopped("keys", &format!("{tails}{keys}{on}"), &mut used);
    // Without any table: the interpreter finds a text again in its own table of texts.
    for make in ["heads[i] .. tails[j]", "`{heads[i]}{tails[j]}`", "(heads[i] .. '.' .. tails[j]):gsub('%.', '')"] {
        let text = format!(
            "{tails}return {{ on = function()\nwhile true do\nfor i = 1, #heads do for j = 1, 512 do local x = {make} end end\nend\nend }}"
        );
        stopped(&format!("texts: {make}"), &text, &mut used);
    }
    let again = format!(
        "{tails}return {{ on = function()\nfor i = 1, #heads do for j = 1, 512 do local x = heads[i] .. tails[j] end end\n\
         end }}"
    );
    stopped("texts, once each", &again, &mut used);
}

#[test]
fn chains_of_numbers() {
    let mut used = fresh();
    let whole = |from: u32| (from..).map(f64::from);
    let rows: Vec<(&str, Vec<f64>)> = vec![
        ("whole", numbers(whole(257), 2_000, 11)),
        ("small and whole", numbers(whole(1), 120, 7)),
        ("below nothing", numbers(whole(1).map(|n| -n), 2_000, 11)),
        ("fractions", numbers(whole(1).map(|n| 1.0 + n / 4_294_967_296.0), 2_000, 11)),
        ("halves", numbers(whole(1).map(|n| n / 2.0), 2_000, 11)),
        ("multiples of 2^20", numbers(whole(1).map(|n| n * 1_048_576.0), 2_000, 11)),
        ("multiples of 2^40", numbers(whole(1).map(|n| n * 1_099_511_627_776.0), 2_000, 11)),
        ("huge", numbers((1..).map(|n: u64| f64::from_bits(0x7000_0000_0000_0000 + (n << 30))), 1_000, 10)),
    ];
    for (name, row) in rows {
        let shown: Vec<String> = row.iter().map(|number| format!("{number}")).collect();
        let huge = row[0] > 1e200;
        let all = match huge {
            // Digits enough to be the same number again would not fit.
            true => row.iter().map(|n| format!("{}/1e0,", format_args!("{n:e}"))).collect::<String>(),
            false => shown.join(","),
        };
        let start = format!("local n = {{ {all} }}\n");
        let on = |fill: &str| {
            format!("{start} return {{ on = function() local x, k = n[2], {{}} {fill} {} end }}", looks(12))
        };
        stopped(name, &on("for i = 1, #n do k[n[i]] = n[i] end"), &mut used);
        stopped(
            &format!("{name}, twice"),
            &on("for i = 1, #n do local j = n[i] k[j], x = j, j end x = n[2]"),
            &mut used,
        );
        stopped(
            &format!("{name}, constructors"),
            &on("for i = 1, #n do local j = n[i] x = { [j] = { [j] = {} } } k[j] = j end x = n[2]"),
            &mut used,
        );
        if name != "fractions" && name != "halves" && !huge && !name.starts_with("multiples") {
            stopped(&format!("{name}, inserted"), &on("for i = 1, #n do table.insert(k, n[i], n[i]) end"), &mut used);
            stopped(&format!("{name}, moved"), &on("for i = 1, #n do table.move(n, i, i, n[i], k) end"), &mut used);
            stopped(
                &format!("{name}, added to"),
                &on("for i = 1, #n do if n[i] then k[n[i]] = 0 k[n[i]] += n[i] end end"),
                &mut used,
            );
        }
    }
    // All of a row, as a script would make them.
    for step in
        ["i", "i * 2", "i * 1048576", "i * 4294967296", "i * 1e15", "i / 2", "i / 1024", "-i", "1e300 * i", "i / 1e300"]
    {
        let source = format!(
            "return {{ on = function() local x, k = nil, {{}} for i = 1, 100000 do local j = {step} k[j] = j x = k[j] end end }}"
        );
        stopped(step, &source, &mut used);
    }
    // A list of which only what falls together is kept.
    let source = format!(
        "local n = {{ {} }} return {{ on = function() local k, keep = table.create(16384, 1), {{}} for _, i in n do keep[i] = true end \
         for i = 1, 16384 do k[i] = keep[i] and i or nil end k.x = 1 k.y = 2 local x = n[3] {} end }}",
        list(&numbers(whole(1), 100, 7).iter().map(|n| *n as u32).collect::<Vec<_>>()),
        looks(12)
    );
    stopped("a list with holes", &source, &mut used);
}

#[test]
fn emptied_tables() {
    let mut used = fresh();
    let fills = [
        ("texts", "for i = 1, N do t['k' .. i] = i end", "for i = 1, N do t['k' .. i] = nil end"),
        ("numbers", "for i = 1, N do t[i] = i end", "for i = 1, N do t[i] = nil end"),
        ("numbers apart", "for i = 1, N do t[i * 1000] = i end", "for i = 1, N do t[i * 1000] = nil end"),
        (
            "objects",
            "local o = {} for i = 1, N do local k = {} o[i] = k t[k] = i end",
            "for i = 1, N do t[o[i]] = nil end",
        ),
        ("inserted", "for i = 1, N do table.insert(t, i) end", "for i = 1, N do table.remove(t) end"),
        ("created", "t = table.create(16384, 1)", "table.clear(t)"),
        ("created and moved", "t = table.create(16384, 1)", "table.move({}, 1, 16384, 1, t)"),
        ("split", "t = string.split(('x'):rep(8192), '')", "table.clear(t)"),
        ("cleared", "for i = 1, N do t['k' .. i] = i end", "table.clear(t)"),
        ("all but one", "for i = 1, N do t['k' .. i] = i end", "for i = 1, N - 1 do t['k' .. i] = nil end"),
    ];
    let scans = [
        "next(t)",
        "pairs(t)",
        "for k in t do end",
        "table.clone(t)",
        "table.sort(t)",
        "table.clear(t)",
        "size(t)",
        "size({ t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t })",
        "local x = #t",
        "table.find(t, 1)",
        "table.concat(t)",
        "ipairs(t)",
        "pcall(next, t)",
        "pcall(size, { t, t, t, t, t, t, t, t, print })",
    ];
    for (name, fill, empty) in fills {
        for n in [500, 4_000] {
            for scan in scans {
                let source = format!(
                    "return {{ on = function() local t = {{}}\n{fill}\n{empty}\nwhile true do {scan} end end }}"
                );
                let source = source.replace('N', &n.to_string());
                let (answer, ..) = flood(&format!("{n} {name}, {scan}"), &source, &mut used);
                assert!(answer.is_err(), "{name}, {scan}");
            }
        }
        let source =
            format!("local function on() local t = {{}}\n{fill}\n{empty}\nwhile true do made(t) end end\non()");
        let (answer, ..) = flood(&format!("{name}, a builder"), &source.replace('N', "4000"), &mut used);
        assert!(answer.is_err(), "{name}");
    }
    let written = format!(
        "local t = {{ {} }} for i = #t, 1, -1 do t[i] = nil end local function f() return next(t) end while true do f() end",
        "1,".repeat(40_000)
    );
    stopped("a table that is written out", &written, &mut used);
    // What is handed over at the end.
    let source = "return { on = function() local t, all = {}, {} for i = 1, 1500 do t['k' .. i] = i end table.clear(t) \
                  for i = 1, 250 do all[i] = t end return all end }";
    let (answer, ..) = flood("handed over", source, &mut used);
    assert!(answer.is_ok() || answer.is_err_and(|error| error.limit.is_some()));
}

/// What a scan, or a look at a key, costs in steps after a table was filled: more than in a small one.
#[test]
fn large_tables_are_dear() {
    let steps = |n: u32, fill: &str, look: &str| {
        let source = format!(
            "return {{ on = function() local t, x = {{}}, nil for i = 1, {n} do {fill} end table.clear(t) \
             for i = 1, 10000 do {look} end end }}"
        );
        let mut sandbox = Sandbox::new(&Limits { call_steps: 100_000_000, memory: 64 << 20, ..limits() }).unwrap();
        let (answer, _, all) = run(&mut sandbox, &read("scan.lua", &source));
        assert!(answer.is_ok(), "{fill}: {answer:?}");
        all
    };
    for fill in ["t['k' .. i] = i", "t[i * 1000] = i", "t[i] = i", "t[{}] = i", "table.insert(t, i)"] {
        for look in ["next(t)", "x = t[i]"] {
            let (small, large) = (steps(1, fill, look), steps(4_000, fill, look));
            assert!(large > small * 6, "{fill}, {look}: {small} {large}");
        }
    }
    // A chain of numbers is as dear as it is long.
    let row = numbers((257..).map(f64::from), 1_000, 12);
    let source = format!(
        "local n = {{ {} }} return {{ on = function() local k = {{}} for _, i in n do k[i] = 1 end for i = 1, 10 do end end }}",
        row.iter().map(|number| format!("{number},")).collect::<String>()
    );
    let mut sandbox = Sandbox::new(&Limits { call_steps: 100_000_000, ..limits() }).unwrap();
    let (answer, _, steps) = run(&mut sandbox, &read("chain.lua", &source));
    assert!(answer.is_ok() && steps > 30_000, "{answer:?} {steps}");
}

/// However a script comes to a new text, it is counted: the steps after hundreds of them cost more.
#[test]
fn every_new_text_is_counted() {
    let makers = [
        "'a' .. i",
        "i .. 'a'",
        "`{i}`",
        "tostring(i)",
        "('x'):rep(i)",
        "string.rep(i .. '', 2)",
        "long:sub(1, i)",
        "(long:sub(1, i)):reverse()",
        "string.format('%d', i)",
        "string.char(i % 256, i // 256)",
        "('a' .. i):upper()",
        "('A' .. i):lower()",
        "table.concat({ i })",
        "table.concat({ 'a', 'b' }, i)",
        "long:match('x*', i)",
        "long:find('(x*)', i)",
        "long:gmatch(('x'):rep(i % 100 + 1) .. '()')()",
        "long:gsub('x', 'y', i)",
        "pcall(error, i)",
        "pcall(function() error('e' .. i) end)",
        "xpcall(function() error(i) end, function(e) return e end)",
        "print(i)",
    ];
    let steps = |body: &str, i: &str| {
        let source = format!(
            "return {{ on = function() local long = ('x'):rep(1200) for n = 1, 1200 do local i = {i} {body} end \
             for n = 1, 1000 do end end }}"
        );
        let mut sandbox = Sandbox::new(&Limits { call_steps: 100_000_000, memory: 64 << 20, ..limits() }).unwrap();
        let (answer, _, steps) = run(&mut sandbox, &read("texts.lua", &source));
        assert!(answer.is_ok(), "{body}: {answer:?}");
        steps
    };
    for maker in makers {
        let body = format!("local x = {maker}");
        let (few, many) = (steps(&body, "n % 2 + 1"), steps(&body, "n"));
        assert!(many > few + 2_500, "{maker}: {few} {many}");
    }
    // Parts on the way of a replacement, and keys of every kind.
    for (name, body) in [
        ("parts", "local x = ('abc' .. i):gsub('(%w+)', '<%1>')"),
        ("parts by a table", "local x = ('abc' .. i):gsub('%w(%w+)', {})"),
        ("parts by a function", "local x = ('abc' .. i):gsub('%w(%w+)', function() return i end)"),
        ("split", "local x = ('a' .. i .. ' b' .. i):split(' ')"),
    ] {
        let least = steps(
            &body
                .replace("gsub", "find")
                .replace("split", "find")
                .replace(", '<%1>'", "")
                .replace(", {}", "")
                .replace(", function() return i end", ""),
            "n",
        );
        assert!(steps(body, "n") > least, "{name}");
    }
    for (few, many) in [
        ("local t = {} t[i % 2] = 1", "local t = {} t[i + 256] = 1"),
        ("local t = {} t[i % 2] = 1", "local t = {} t[i / 4096] = 1"),
        ("local t = { [i % 2] = 1 }", "local t = { [-i] = 1 }"),
        ("local t = {} table.insert(t, 1, i)", "local t = {} table.insert(t, i + 256, i)"),
        ("table.move({ 1 }, 1, 1, 1, {})", "table.move({ 1 }, 1, 1, i + 256, {})"),
        ("local t = { 0, 0 } t[1], t[i % 2] = 1, 2", "local t = { 0, 0 } t[1], t[-i] = 1, 2"),
    ] {
        assert!(steps(many, "n") > steps(few, "n") + 2_500, "{many}");
    }
}

/// Many scripts, each within its budget, whose texts fall together in the one table of texts that they share.
#[test]
fn scripts_that_flood_together() {
    let all = names(1_600, 14);
    let scripts: Vec<Script> = all
        .chunks(16)
        .enumerate()
        .map(|(n, names)| read(&format!("bad{n}.lua"), &format!("return {{ {} }}", list(names))))
        .collect();
    let mut sandbox = fresh();
    let loaded = scripts.iter().map(|script| sandbox.load(script).map(drop)).collect::<Vec<_>>();
    let refused = loaded.iter().position(Result::is_err).expect("refused");
    assert!((2..10).contains(&refused), "{refused}");
    assert_eq!(loaded[refused].as_ref().unwrap_err().limit, Some(Limit::Keys));
    // Garbage of calls does not gather, and honest scripts still load.
    let body: String = all.iter().map(|name| format!("'{}',", &name[..4])).take(60).collect();
    let good =
        read("good.lua", &format!("local s = {{ {body} }} return {{ on = function(a) return s[a] .. 'x' end }}"));
    assert_eq!(run(&mut sandbox, &good).0.map(|value| value.is_string()), Ok(true));
    let calls = read(
        "calls.lua",
        "return { on = function(list) local x for _, p in list do x = p[1] .. p[2] end return x end }",
    );
    let growth = |together: bool| {
        let mut sandbox = fresh();
        sandbox.load(&calls).unwrap();
        let function = FunctionRef { script: "calls.lua".into(), number: 0 };
        let before = sandbox.collect();
        for (n, names) in all.chunks(16).enumerate() {
            let own = |name: &String| if together { name.clone() } else { format!("{n}{}", &name[1..]) };
            let list: Vec<Value> = names.iter().map(own).map(|name| json!([name[..2], name[2..]])).collect();
            sandbox.call(&function, &[json!(list)], None).unwrap();
        }
        sandbox.memory() - before
    };
    let (together, apart) = (growth(true), growth(false));
    assert!(together * 2 < apart, "{together} {apart}");
}

/// What falls together for the interpreter or the compiler (which hashes in another way) before the first step.
#[test]
fn sources_that_flood() {
    let compiled = |text: &[u8; 5]| {
        text.iter().fold(2_166_136_261_u32, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(16_777_619))
    };
    let of_compiler: Vec<String> = (0..)
        .map(name)
        .filter(|name| compiled(name) & 0xfff == 7)
        .filter_map(|name| String::from_utf8(name.to_vec()).ok())
        .take(25_000)
        .collect();
    for (what, names, refused) in
        [("interpreter", names(25_000, 12), true), ("compiler", of_compiler, false), ("a few", names(600, 12), true)]
    {
        let source = format!("local t = {{ {} }} return 1", list(&names));
        let start = Instant::now();
        let script = Script::new("bad.lua", source.as_bytes(), words(), &limits());
        let limit = script.as_ref().err().map(|error| error.limit);
        assert_eq!(limit, refused.then_some(Some(Limit::Keys)), "{what}");
        if let Ok(script) = script {
            assert_eq!(fresh().load(&script).map(|loaded| loaded.value), Ok(json!(1)), "{what}");
        }
        assert!(start.elapsed() < SOON, "{what}: {:?}", start.elapsed());
    }
}
