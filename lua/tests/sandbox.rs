//! What scripts can do, and what the host sees of it.

use eagles_lua::sandbox::{
    FUNCTION_KEY, FunctionRef, Limit, Limits, MOST, Pool, Sandbox, Script, ScriptError, Vocabulary, whole,
};
use serde_json::{Value, json};
use std::sync::Arc;

fn words() -> Arc<Vocabulary> {
    Arc::new(
        Vocabulary::new()
            .word("card", |_, arguments| Ok(arguments.first().cloned().unwrap_or_default()))
            .word("where", |context, _| Ok(json!(format!("{}:{}", context.script, context.line))))
            .word("dice.roll", |context, _| match context.host.and_then(|host| host.downcast_ref::<i64>()) {
                Some(die) => Ok(json!(die)),
                None => Err("there are no dice now".to_owned()),
            })
            .constant("FRENCH", json!(0))
            .constant("KINDS", json!(["infantry", "cavalry"])),
    )
}

fn script(source: &str) -> Result<Script, ScriptError> {
    Script::new("mud.lua", source.as_bytes(), &words(), &Limits::default())
}

fn load(source: &str) -> Result<Value, ScriptError> {
    let script = script(source)?;
    Sandbox::new(&Limits::default())?.load(&script).map(|loaded| loaded.value)
}

/// Loads a script and calls its first function.
fn call(source: &str, arguments: &[Value]) -> Result<Value, ScriptError> {
    let mut sandbox = Sandbox::new(&Limits::default())?;
    sandbox.load(&script(source)?)?;
    sandbox.call(&FunctionRef { script: "mud.lua".into(), number: 0 }, arguments, Some(Arc::new(6_i64)))
}

#[test]
fn a_card_becomes_data() {
    let source = r#"--!strict
type Effect = { add: number, to: string? }
export type Map<K, V> = { [K]: V, read names: {string}, f: (a: number, ...string) -> (number, string) }
local two: number = 1 + 1
local name = `Mud {"no"} {two or 0}`
local function effect(add: number, to: string?): Effect
    return { add = add, to = to or "artillery" } :: Effect
end
local list = {}
for i = 1, 3 do list[#list + 1] = i * 2 end
for place, value in list do list[place] = value + 1 end
return card {
    title = name:gsub(" %d", ""),
    effects = { effect(-two), effect(3, "cavalry") },
    list = list,
    joined = "a" .. 1 .. 'b' .. -2 .. [[
c]],
    half = 7 // 2, nested = { { x = if two > 1 then "yes" else "no" } },
    on_play = function(ctx) return ctx.n + 1 end,
    french = FRENCH, kind = KINDS[2],
    at = where(),
    none = nil,
}
"#;
    let value = load(source);
    let expected = json!({
        "title": "Mud no", "effects": [{"add": -2, "to": "artillery"}, {"add": 3, "to": "cavalry"}],
        "list": [3, 5, 7], "joined": "a1b-2c", "half": 3, "nested": [{"x": "yes"}], "on_play": {"$function": 0},
        "french": 0, "kind": "cavalry", "at": "mud.lua:21",
    });
    assert_eq!(value, Ok(expected));
}

#[test]
fn a_handler_is_called() {
    let source = "return { on = function(ctx, n) local sum = 0\nfor _, u in ctx.units do sum += u end\nreturn { sum = sum * n, die = dice.roll() } end }";
    assert_eq!(call(source, &[json!({"units": [1, 2, 3]}), json!(2)]), Ok(json!({"sum": 12, "die": 6})));
}

/// Mistakes as modders make them, and what they are told.
#[test]
fn errors_name_the_place() {
    let load = |source: &str| load(source).map(|_| ()).unwrap_err();
    let told = |source: &str| load(source).to_string();
    assert_eq!(
        told("local x = 1\nreturn crad { x = x }"),
        "mud.lua:2:8: `crad` is not known here: did you mean `card`?"
    );
    assert_eq!(told("return card { x = }"), "mud.lua:1:19: expected a value, but here there is `}`");
    assert_eq!(told("return card { x = 1"), "mud.lua:1:20: expected `,` or `}`, but here the file ends");
    // A bracket that is not closed, where the layout tells which.
    let open = |source: &str| told(source).split_once("; is the `").map(|(_, rest)| rest.to_owned());
    assert_eq!(open("return card {\n x = 1").as_deref(), Some("{` in line 1 closed?"));
    assert_eq!(open("return card {\n a = {\n  1,\n b = 2,\n}\n").as_deref(), Some("{` in line 2 closed?"));
    assert_eq!(open("return card {\n a = { 1,\n b = {\n  2\n },\n a = 3 } }").as_deref(), None);
    assert_eq!(open("return card {\n a = { a = 1,\n a = 3 }").as_deref(), Some("{` in line 2 closed?"));
    assert_eq!(open("local x = (1 +\n 2\nreturn x").as_deref(), Some("(` in line 1 closed?"));
    assert_eq!(open("print(1,\n 2\nreturn x").as_deref(), Some("(` in line 1 closed?"));
    assert_eq!(open("return {\n 1\n 2 }").as_deref(), None);
    assert_eq!(open("return { 1, '{', `{1}`, --[[{]] 2 }\n}").as_deref(), None);
    assert_eq!(told("if FRENCH then\nreturn 1"), "mud.lua:2:9: expected `end`, but here the file ends");
    assert_eq!(told("x = 1"), "mud.lua:1:1: `x` is not a local variable: write `local x`");
    assert_eq!(told("return 'abc"), "mud.lua:1:8: this text is not closed");
    assert_eq!(told("\n\nreturn (nil).x"), "mud.lua:3: attempt to index nil with 'x'");
    assert_eq!(told("return card {\n x = 1.5 }"), "mud.lua:1: `card argument 1.x` must be a whole number, not 1.5");
    assert_eq!(
        told("return { a = { 1, { b = 0/0 } } }"),
        "mud.lua: `the value of the script.a[2].b` is not a number (0/0)"
    );
    assert_eq!(told("\nlocal r = dice.roll()"), "mud.lua:2: there are no dice now");
    assert_eq!(
        told("\nfor i = 1, 2 do local x = table.insert(i, 1) end"),
        "mud.lua:2: table.insert: expected a table, not number"
    );
    assert_eq!(told("local s = {}\ntable.sort({ 1, s })"), "mud.lua:2: attempt to compare table < number");
    let error = load(
        "local function inner(n)\n error('deep ' .. n)\nend\nlocal function outer()\n inner(3)\n return 1\nend\nouter()",
    );
    assert_eq!((error.line, error.message.as_str()), (Some(2), "deep 3"));
    let trace = ["mud.lua:2 in function 'inner'", "mud.lua:5 in function 'outer'", "mud.lua:8"];
    assert_eq!(error.traceback, trace);
    let error = load("local n = 0\nwhile true do\n n += 1\nend");
    assert_eq!((error.line.is_some_and(|line| (2..5).contains(&line)), error.limit), (true, Some(Limit::Steps)));
    let error = load("local ok, why = pcall(function()\n error('x')\nend)\nerror(why)");
    assert_eq!(error.to_string(), "mud.lua:4: mud.lua:2: x");
}

#[test]
fn print_goes_to_the_log() {
    let mut sandbox = Sandbox::new(&Limits::default()).unwrap();
    let source = "print('loading', 1, nil, {})\nreturn { on = function(n)\n for i = 1, n do print(i) end\n print(('x'):rep(600)) end }";
    sandbox.load(&script(source).unwrap()).unwrap();
    let log = sandbox.take_log();
    assert_eq!((log.lines.len(), log.lost), (1, 0));
    assert_eq!((log.lines[0].script.as_str(), log.lines[0].line), ("mud.lua", 1));
    assert_eq!(log.lines[0].text, "loading 1 nil table");
    let function = FunctionRef { script: "mud.lua".into(), number: 0 };
    sandbox.call(&function, &[json!(2)], None).unwrap();
    let log = sandbox.take_log();
    let lines: Vec<_> = log.lines.iter().map(|line| (line.line, line.text.len())).collect();
    assert_eq!(lines, [(3, 1), (3, 1), (4, 515)]);
    sandbox.call(&function, &[json!(300)], None).unwrap();
    let log = sandbox.take_log();
    assert_eq!((log.lines.len(), log.lost), (200, 101));
    assert_eq!(sandbox.take_log().lines.len(), 0);
}

#[test]
fn functions_keep_their_numbers() {
    let source = "local function f() return 'f' end\nlocal function g() return 'g' end\ncard { f, { g, f } }\nreturn { a = g, b = f, c = function() return 'c' end }";
    let mut sandbox = Sandbox::new(&Limits::default()).unwrap();
    let loaded = sandbox.load(&script(source).unwrap()).unwrap();
    let number = |n: usize| json!({ FUNCTION_KEY: n });
    assert_eq!(loaded.value, json!({"a": number(1), "b": number(0), "c": number(2)}));
    assert_eq!(loaded.functions, 3);
    let mut told = |number| sandbox.call(&FunctionRef { script: "mud.lua".into(), number }, &[], None);
    assert_eq!((told(0), told(1), told(2)), (Ok(json!("f")), Ok(json!("g")), Ok(json!("c"))));
    assert_eq!(told(3).unwrap_err().to_string(), "mud.lua: function 3 of this script is not loaded");
}

#[test]
fn scripts_do_not_meet() {
    let limits = Limits::default();
    let mut sandbox = Sandbox::new(&limits).unwrap();
    let script = |name, source: &str| Script::new(name, source.as_bytes(), &words(), &limits).unwrap();
    sandbox
        .load(&script("a.lua", "local shared = { 1 }\nreturn { on = function() return { KINDS, shared } end }"))
        .unwrap();
    let hostile = "pcall(function() KINDS[1] = 'x' end) pcall(function() string.len = nil end) return { on = function() return 2 end }";
    sandbox.load(&script("b.lua", hostile)).unwrap();
    let call =
        |sandbox: &mut Sandbox, name: &str| sandbox.call(&FunctionRef { script: name.into(), number: 0 }, &[], None);
    assert_eq!(call(&mut sandbox, "a.lua"), Ok(json!([["infantry", "cavalry"], [1]])));
    // Loaded anew under the same name: the old one is gone, also when the new one fails.
    sandbox.load(&script("b.lua", "return { on = function() return 3 end }")).unwrap();
    assert_eq!(call(&mut sandbox, "b.lua"), Ok(json!(3)));
    sandbox.load(&script("b.lua", "local x = { on = card(function() end) }\nerror('no')")).unwrap_err();
    call(&mut sandbox, "b.lua").unwrap_err();
    call(&mut sandbox, "a.lua").unwrap();
}

#[test]
fn a_pool_serves_threads() {
    let limits = Limits::default();
    let source = "local base = { 5 }\nreturn { on = function(n) local t = {}\nfor i = 1, n do t[i] = base[1] * i .. '' end\nreturn { table.concat(t, ' '), dice.roll() } end }";
    let pool = Arc::new(Pool::new(&limits, vec![script(source).unwrap()]).unwrap());
    assert_eq!(pool.loaded()[0].functions, 1);
    let threads: Vec<_> = (0..4)
        .map(|thread: i64| {
            let pool = pool.clone();
            std::thread::spawn(move || {
                let function = FunctionRef { script: "mud.lua".into(), number: 0 };
                for n in 0..200 {
                    let answer = pool.call(&function, &[json!(n % 5)], Some(Arc::new(thread)), &mut |_| {}).unwrap();
                    let texts: Vec<String> = (1..=n % 5).map(|i| (5 * i).to_string()).collect();
                    assert_eq!(answer, json!([texts.join(" "), thread]));
                }
            })
        })
        .collect();
    threads.into_iter().for_each(|thread| thread.join().unwrap());
}

#[test]
fn whole_numbers_only() {
    for (number, wanted) in
        [(0.0, 0), (-0.0, 0), (-3.0, -3), (9_007_199_254_740_991.0, MOST), (-9_007_199_254_740_991.0, -MOST)]
    {
        assert_eq!(whole(number), Ok(wanted));
    }
    for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.5, -1e-9, 9_007_199_254_740_992.0, -1e300] {
        assert!(whole(number).is_err(), "{number}");
    }
}

#[test]
fn keys_are_written_once_and_chance_is_refused_by_name() {
    let twice = load("return { a = 1, b = 2,\n a = 3 }").expect_err("a key is there twice");
    assert!(twice.to_string().contains("the key `a` is in this table already"), "{twice}");
    assert_eq!(twice.line, Some(2));
    assert!(load("return { a = { a = 1 }, b = { a = 2 } }").is_ok());
    let chance = load("local n = math.random(6)\nreturn n").expect_err("there is no chance");
    assert!(chance.to_string().contains("`math.random` is not available in cards: write `roll`"), "{chance}");
}
