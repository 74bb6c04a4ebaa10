//! What scripts can do, and what the host sees of it.

use eagles_lua::sandbox::{FunctionRef, Limits, Sandbox, Script, ScriptError, Vocabulary};
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
