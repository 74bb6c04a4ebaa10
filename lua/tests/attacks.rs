//! Attacks on the sandbox: see `attacks.toml` for those that are small texts. Every one ends within its limits, with the
//! same answer and the same count of steps in a fresh and in a used interpreter, and leaves the interpreter usable.

use eagles_lua::sandbox::{FunctionRef, Limit, Limits, Sandbox, Script, ScriptError, Vocabulary};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// Generous: what is measured here is that nothing hangs. The exact bounds are the budgets.
const PATIENCE: Duration = Duration::from_secs(20);

/// The default limits, but that the clock decides nothing, however busy the machine is.
fn limits() -> Limits {
    Limits { patience: Duration::from_secs(600), ..Limits::default() }
}

#[derive(Deserialize)]
struct Attacks {
    attack: Vec<Attack>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Attack {
    name: String,
    card: Option<String>,
    handler: Option<String>,
    refused: Option<String>,
    fails: Option<String>,
    limit: Option<String>,
    gives: Option<Value>,
}

fn words() -> &'static Arc<Vocabulary> {
    static WORDS: OnceLock<Arc<Vocabulary>> = OnceLock::new();
    WORDS.get_or_init(|| {
        Arc::new(
            Vocabulary::new()
                .word("card", |_, arguments| Ok(arguments.first().cloned().unwrap_or_default()))
                .word("refuse", |_, _| Err("refused by the host".to_owned()))
                .word("dice.roll", |_, _| Ok(json!(6)))
                .constant("KINDS", json!(["infantry", "cavalry"])),
        )
    })
}

fn read(source: &[u8]) -> Result<Script, ScriptError> {
    Script::new("bad.lua", source, words(), &limits())
}

/// Loads and calls; the answer and the steps of each.
fn run(sandbox: &mut Sandbox, script: &Script) -> (Result<Value, ScriptError>, u64) {
    match sandbox.load(script) {
        Err(error) => (Err(error), sandbox.spent().steps),
        Ok(loaded) if loaded.functions == 0 => (Ok(loaded.value), sandbox.spent().steps),
        Ok(_) => {
            let function = FunctionRef { script: "bad.lua".into(), number: 0 };
            (sandbox.call(&function, &[json!(5)], None), sandbox.spent().steps)
        }
    }
}

fn fresh() -> Sandbox {
    Sandbox::new(&limits()).unwrap()
}

/// A script that works, to see that the interpreter still does.
fn well(sandbox: &mut Sandbox) {
    let source =
        b"local t = { 3, 1, 2 }; table.sort(t); return { on = function(n) return { t[n], ('x'):rep(n), `{n}` } end }";
    let script = Script::new("good.lua", source, words(), &limits()).unwrap();
    sandbox.load(&script).unwrap();
    let function = FunctionRef { script: "good.lua".into(), number: 0 };
    assert_eq!(sandbox.call(&function, &[json!(2)], None), Ok(json!([2, "xx", "2"])));
}

/// Runs an attack in a fresh and a used interpreter.
fn attack(source: &[u8], used: &mut Sandbox) -> Result<Value, ScriptError> {
    let start = Instant::now();
    let script = read(source)?;
    let mut sandbox = fresh();
    let (first, steps) = run(&mut sandbox, &script);
    well(&mut sandbox);
    let again = run(&mut sandbox, &script);
    assert_eq!((&first, steps), (&again.0, again.1), "the same interpreter");
    let again = run(used, &script);
    assert_eq!((&first, steps), (&again.0, again.1), "a used interpreter");
    well(used);
    let time = start.elapsed();
    assert!(time < PATIENCE, "took {time:?}");
    if std::env::var_os("EAGLES_TIMES").is_some() {
        println!("{:>9.2?} {:>8} steps  {:>8} bytes", time / 3, steps, sandbox.spent().memory);
    }
    if let Err(error) = &first {
        let text = format!("{error} {:?}", error.traceback);
        assert!(!text.contains("0x0") && !text.contains("0x7") && !text.contains("[runtime]"), "{text}");
    }
    first
}

fn judge(case: &Attack, answer: &Result<Value, ScriptError>) -> bool {
    match (case, answer) {
        (Attack { gives: Some(wanted), .. }, Ok(value)) => wanted == value,
        (Attack { refused: Some(part), .. }, Err(error)) => {
            error.message.contains(part.as_str()) && error.column.is_some() && error.line.is_some()
        }
        (Attack { fails: Some(part), .. }, Err(error)) => {
            error.message.contains(part.as_str()) && error.column.is_none() && error.limit.is_none()
        }
        (Attack { limit: Some(limit), .. }, Err(error)) => error.limit.is_some_and(|hit| hit.name() == limit),
        _ => false,
    }
}

#[test]
fn small_attacks() {
    let attacks: Attacks =
        toml::from_str(include_str!("attacks.toml")).unwrap_or_else(|error| panic!("{}", error.message()));
    let mut used = fresh();
    let mut wrong = Vec::new();
    for case in &attacks.attack {
        if std::env::var_os("EAGLES_TIMES").is_some() {
            println!("{}", case.name);
        }
        let source = match (&case.card, &case.handler) {
            (Some(card), None) => card.clone(),
            (None, Some(body)) => format!("return {{ on = function(a) {body} end }}"),
            _ => panic!("{}: either card or handler", case.name),
        };
        let answer = attack(source.as_bytes(), &mut used);
        if !judge(case, &answer) {
            wrong.push(format!("{}: {answer:?}", case.name));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), attacks.attack.len(), wrong.join("\n"));
    assert!(attacks.attack.len() >= 150);
}

/// Sources that are large or deep. Reading is not budgeted, so each must be refused early, or be read in time.
#[test]
fn large_sources() {
    let deep = |open: &str, middle: &str, close: &str, n: usize| open.repeat(n) + middle + &close.repeat(n);
    let statement = |text: &str| format!("local x = 1; {text}");
    let cases: Vec<(&str, String, Option<&str>)> = vec![
        ("parentheses", format!("return {}", deep("(", "1", ")", 60_000)), Some("nesting")),
        ("tables", format!("return {}", deep("{", "", "}", 60_000)), Some("nesting")),
        ("functions", format!("return {}", deep("function() return ", "1", " end", 9_000)), Some("nesting")),
        ("blocks", deep("do ", "", " end ", 30_000), Some("nesting")),
        ("loops", deep("while true do ", "", " end ", 9_000), Some("nesting")),
        ("ifs", deep("if x then ", "", " end ", 9_000).replace('x', "1"), Some("nesting")),
        ("ifs in else", deep("if 1 then else ", "", " end ", 9_000), Some("nesting")),
        ("elseif", format!("if 1 then {} end", "elseif 1 then ".repeat(15_000)), Some("nesting")),
        ("if expressions", format!("return {}", deep("if 1 then 1 else ", "1", "", 9_000)), Some("nesting")),
        (
            "elseif expressions",
            format!("return if 1 then 1 {} else 1", "elseif 1 then 1 ".repeat(9_000)),
            Some("nesting"),
        ),
        ("signs", format!("return {}1", "- ".repeat(100_000)), Some("nesting")),
        ("nots", format!("return {}1", "not ".repeat(60_000)), Some("nesting")),
        ("sums", format!("return 1{}", "+1".repeat(100_000)), Some("nesting")),
        ("joins", format!("return 1{}", " ..1".repeat(60_000)), Some("nesting")),
        ("ands", format!("return 1{}", " and 1".repeat(40_000)), Some("nesting")),
        ("calls", format!("return print{}", "()".repeat(100_000)), Some("nesting")),
        ("calls of calls", format!("return {}", deep("print(", "", ")", 30_000)), Some("nesting")),
        ("fields", format!("return print{}", ".a".repeat(100_000)), Some("nesting")),
        ("places", format!("return {}", deep("print[", "1", "]", 30_000)), Some("nesting")),
        ("methods", format!("return print{}", ":a()".repeat(60_000)), Some("nesting")),
        ("texts of texts", format!("return {}", deep("`{", "1", "}`", 60_000)), None),
        ("parts of texts", format!("return `{}`", "{1}".repeat(60_000)), Some("nesting")),
        ("types", format!("local x: {} = 1", deep("{", "T", "}", 60_000)), Some("nesting")),
        ("types of types", format!("local x: {} = 1", deep("A<", "T", ">", 60_000)), Some("nesting")),
        ("casts", format!("return 1{}", " :: T".repeat(40_000)), Some("ok")),
        ("names of fields", format!("function x{}() end", ".a".repeat(100_000)), None),
        ("locals", (0..20_000).map(|i| format!("local a{i}\n")).collect(), None),
        ("one local", statement(&"local x = x\n".repeat(20_000)), None),
        ("arguments", format!("return print({}1)", "1,".repeat(100_000)), Some("nesting")),
        ("results", format!("return {}1", "1,".repeat(100_000)), Some("nesting")),
        ("targets", format!("local x; x{} = 1", ",x".repeat(100_000)), Some("nesting")),
        ("parameters", format!("return function({}a) end", "a,".repeat(100_000)), Some("nesting")),
        ("names of a loop", format!("for {}a in print do end", "a,".repeat(100_000)), None),
        ("elements", format!("return {{ {} }}", "1,".repeat(60_000)), Some("value")),
        (
            "entries",
            format!(
                "local t = {{ {} }} return {{ t.x7 }}",
                (0..15_000).map(|i| format!("x{i} = 1,")).collect::<String>()
            ),
            Some("ok"),
        ),
        ("constants", format!("return {{ {} }}", (0..20_000).map(|i| format!("'t{i}',")).collect::<String>()), None),
        ("assignments", statement(&"x = x + 1\n".repeat(20_000)), Some("ok")),
        ("a long body", format!("return function(x) {} end", "x = x + 1\n".repeat(20_000)), Some("body")),
        ("a long loop", statement(&format!("while true do {} end", "x = x + 1\n".repeat(20_000))), Some("body")),
        (
            "a loop around long loops",
            statement(&format!(
                "while true do {} end",
                format!("while true do {} end ", "x = x + 1\n".repeat(500)).repeat(20)
            )),
            Some("body"),
        ),
        ("many functions", "local function f() end\n".repeat(10_000), None),
        ("small functions", "print(function() end)\n".repeat(10_000), Some("ok")),
        ("semicolons", ";".repeat(100_000), None),
        ("blanks", " ".repeat(262_144), Some("ok")),
        ("lines", "\n".repeat(262_144), Some("ok")),
        ("a comment", format!("--{}", "x".repeat(262_000)), Some("ok")),
        ("comments", "--[[]]".repeat(40_000), Some("ok")),
        ("open brackets", "--[==[".repeat(40_000), None),
        ("a long text", format!("return '{}'", "x".repeat(262_000)), Some("text")),
        ("too long", " ".repeat(262_145), Some("source")),
        ("open braces", "return ".to_owned() + &"{".repeat(262_000), Some("nesting")),
        ("open quotes", "`{".repeat(131_000), None),
        ("equals", format!("return [{}", "=".repeat(262_000)), None),
        ("equals again and again", "[====".repeat(50_000), None),
        ("digits", format!("return {}", "9".repeat(200_000)), None),
    ];
    let mut used = fresh();
    let mut wrong = Vec::new();
    for (name, source, wanted) in cases {
        let start = Instant::now();
        let answer = attack(source.as_bytes(), &mut used);
        if std::env::var_os("EAGLES_TIMES").is_some() {
            println!(
                "{name} {:?} {}",
                start.elapsed(),
                answer.as_ref().map_or_else(ToString::to_string, |_| "ok".into())
            );
        }
        let good = match (wanted, &answer) {
            (Some("ok"), Ok(_)) => true,
            (Some(limit), Err(error)) => error.limit.is_some_and(|hit| hit.name() == limit),
            (None, Err(_)) => true,
            _ => false,
        };
        if !good {
            wrong.push(format!("{name}: {}", answer.map_or_else(|error| format!("{error:?}"), |_| "works".to_owned())));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_not_text() {
    let compiled = mlua::chunk::Compiler::new().compile("return 1").unwrap();
    let mut used = fresh();
    for source in [
        compiled.as_slice(),
        b"\x1bLua",
        b"\x03return 1",
        b"return '\xff'",
        b"return 1\0",
        b"\xef\xbb\xbf\xef\xbb\xbfreturn 1",
    ] {
        let error = attack(source, &mut used).unwrap_err();
        assert!(error.line.is_some() && error.column.is_some(), "{error}");
    }
    assert_eq!(attack(b"\xef\xbb\xbfreturn 1", &mut used), Ok(json!(1)));
    for name in ["", "/etc/passwd", "a\nb", "a:1: b", &"x".repeat(101)] {
        assert!(Script::new(name, b"return 1", words(), &limits()).is_err(), "{name}");
    }
}

/// Deep calls through the interpreter's own C code need stack of the thread; half a megabyte is enough.
#[test]
fn a_small_stack_is_enough() {
    let attacks: Attacks =
        toml::from_str(include_str!("attacks.toml")).unwrap_or_else(|error| panic!("{}", error.message()));
    let deep = attacks.attack.into_iter().filter(|case| case.limit.as_deref() == Some("depth"));
    let bodies: Vec<String> = deep.filter_map(|case| case.handler).collect();
    assert!(bodies.len() > 6);
    let nested = format!("return {}", "{".repeat(30) + &"}".repeat(30));
    let thread = std::thread::Builder::new().stack_size(512 << 10).spawn(move || {
        for body in bodies {
            let source = format!("return {{ on = function(a) {body} end }}");
            assert!(run(&mut fresh(), &read(source.as_bytes()).unwrap()).0.is_err());
        }
        assert!(read(nested.as_bytes()).is_ok_and(|script| run(&mut fresh(), &script).0.is_err()));
    });
    thread.unwrap().join().unwrap();
}

/// Code without loops and calls runs between two points of the budget: its length is part of the price.
#[test]
fn slow_operations_in_long_bodies() {
    let mut used = fresh();
    let start = "local a, b, d, x, t = ('a'):rep(8000) .. 'a', ('a'):rep(8000) .. 'b', ('1'):rep(8000), 1, {}";
    for (operation, n) in [
        ("x = a < b\n", 1_500),
        ("x = d + 1\n", 1_500),
        ("x = -d\n", 1_500),
        ("t = {}\n", 1_500),
        ("t[x] = {{{{}}}}\n", 500),
        ("x = a .. b\n", 1_500),
        ("x = #t\n", 1_500),
        ("x = function() return x, a, b, d, t end\n", 400),
        ("t[x], x = x, x + 1\n", 600),
    ] {
        let source = format!("return {{ on = function() {start} while true do {} end end }}", operation.repeat(n));
        let start = Instant::now();
        let answer = attack(source.as_bytes(), &mut used);
        if std::env::var_os("EAGLES_TIMES").is_some() {
            println!("{operation} {:?} {answer:?}", start.elapsed());
        }
        assert!(answer.is_err(), "{operation}");
    }
}

/// Memory runs out at every place where it is asked for: in the library, in words of the host, in errors, in loading.
#[test]
fn memory_runs_out_anywhere() {
    let source = b"local names = {}
        for i = 1, 20 do names[i] = 'name ' .. i end
        local function deep(n) if n == 0 then error('deep ' .. tostring(names[n])) end return deep(n - 1) .. 'x' end
        return card { names = names, on = function(a)
            local made = {}
            for i = 1, 12 do
                made[i] = card { a .. i, { i }, x = nil, ('ab'):rep(i):gsub('a', function(c) return c .. i end) }
                print(i, made[i][1])
                local ok, why = pcall(deep, i)
                made[i] = { why, `{i}{ok}`, table.clone(names) }
                pcall(refuse)
                table.sort(made[i][3], function(x, y) return x > y end)
                for word in ('one two three'):gmatch('%a+') do made[#made + 1] = { word:upper() } end
                for k, v in pairs({ b = 1, a = 2, i }) do made[#made + 1] = { k, v } end
                for j = #made, 13, -1 do table.remove(made, j) end
            end
            return #made
        end }";
    let (mut good, mut full) = (0, 0);
    for memory in (200..400_000).step_by(if std::env::var_os("EAGLES_FULL").is_some() { 97 } else { 997 }) {
        let limits = Limits { memory, ..limits() };
        let script = Script::new("bad.lua", source, words(), &limits).unwrap();
        let mut sandbox = Sandbox::new(&limits).unwrap();
        for _ in 0..2 {
            match run(&mut sandbox, &script).0 {
                Ok(value) => {
                    assert_eq!(value, json!(12));
                    good += 1;
                }
                Err(error) => {
                    assert_eq!(error.limit, Some(Limit::Memory), "{error} {memory}");
                    full += 1;
                }
            }
        }
    }
    assert!(good > 100 && full > 100, "{good} good, {full} full");
}
