//! The checks of effect programs: the shipped ones pass, every fault is found, and whatever passes can be played.

use eagles::waterloo::CardSet;
use eagles::waterloo::cards::EMBEDDED;
use eagles::waterloo::specials::Program;
use serde_json::{Value, json};

fn program(value: &Value) -> Program {
    serde_json::from_value(value.clone()).unwrap_or_else(|error| panic!("{error}\n{value:#}"))
}

/// A sound program with one effect.
fn sound() -> Value {
    json!({
        "id": "fr-spe-forced-march",
        "text": { "effect": "It does.", "duration": "this phase", "limits": "", "history": "" },
        "rules": ["W 7.2"],
        "windows": ["own_combat"],
        "aim": { "position": "own" },
        "needs": [{ "if": { "some": { "of": "own", "at": "aim" } }, "say": "somebody must be there" }],
        "effect": [{ "modify": { "what": "power", "by": 1, "who": { "of": "own", "at": "aim" }, "span": { "until": "turn" } } }],
    })
}

#[test]
fn the_shipped_programs_pass() {
    let set = CardSet::embedded();
    for program in set.programs() {
        let faults: Vec<String> = program.faults(&set).iter().map(ToString::to_string).collect();
        assert!(faults.is_empty(), "{}:\n{}", program.id, faults.join("\n"));
    }
    assert_eq!(set.programs().len(), 40);
    assert_eq!(program(&sound()).faults(&set), []);
}

/// Each case changes the sound program: where, to what, and the fault that must be found.
#[test]
fn every_fault_is_found() {
    let set = CardSet::embedded();
    let modify = |key: &str, value: Value| {
        let mut op = sound()["effect"][0].clone();
        op["modify"][key] = value;
        json!([op])
    };
    let who = |key: &str, value: Value| {
        let mut who = json!({ "of": "own", "at": "aim" });
        who[key] = value;
        modify("who", who)
    };
    let nested = |n: usize, inner: Value| {
        (0..n).fold(json!([inner]), |list, _| json!([{ "each": { "who": { "of": "own" }, "effect": list } }]))
    };
    let conds = |n: usize| (0..n).fold(json!("placed"), |cond, _| json!({ "not": cond }));
    let need = |cond: Value| json!([{ "if": cond, "say": "so" }]);
    let hit = json!({ "hit": { "hits": 1 } });
    let cases = [
        ("windows", json!([]), "no-window", "windows"),
        ("windows", json!(["own_combat", "own_combat"]), "twice", "windows"),
        ("effect", json!([]), "no-effect", "effect"),
        ("aim", json!("event"), "no-event", "aim"),
        ("aim", json!({ "terrain": [] }), "empty", "aim"),
        ("aim", json!("nothing"), "no-aim", "needs[0].if.some.at"),
        ("rules", json!(["7.2"]), "unknown-rule", "rules[0]"),
        ("rules", json!(["W 7.2", "W 7.2"]), "twice", "rules"),
        ("text", json!({ "effect": "", "duration": "x" }), "no-text", "text.effect"),
        ("text", json!({ "effect": "x".repeat(2001), "duration": "x" }), "too-long", "text.effect"),
        ("needs", json!([{ "if": "placed", "say": " " }]), "no-text", "needs[0].say"),
        ("needs", need(conds(9)), "too-deep", "needs[0].if.not.not.not.not.not.not"),
        ("needs", need(json!({ "all": [] })), "empty", "needs[0].if.all"),
        ("needs", need(json!({ "count": { "who": {}, "min": 3, "max": 2 } })), "never", "needs[0].if.count"),
        ("needs", need(json!({ "foe_turn": { "min": 3, "max": 2 } })), "never", "needs[0].if.foe_turn"),
        ("needs", need(json!({ "battle": ["XX"] })), "unknown-name", "needs[0].if.battle[0]"),
        ("needs", need(json!({ "deck": 0 })), "out-of-range", "needs[0].if.deck"),
        ("needs", need(json!({ "general": ["fr-gen-nobody"] })), "unknown-name", "needs[0].if.general[0]"),
        ("needs", need(json!({ "has_general": [] })), "empty", "needs[0].if.has_general"),
        ("needs", need(json!({ "engaged": "terrain" })), "no-aim", "needs[0].if.engaged"),
        ("needs", need(json!({ "occupied": "own" })), "no-aim", "needs[0].if.occupied"),
        ("needs", need(json!({ "event": {} })), "no-event", "needs[0].if.event"),
        ("needs", need(json!({ "failed": 1 })), "no-event", "needs[0].if.failed"),
        ("needs", need(json!({ "some": { "at": "event" } })), "no-event", "needs[0].if.some.at"),
        ("needs", need(json!({ "some": { "it": true } })), "no-it", "needs[0].if.some.it"),
        ("effect", who("nation", json!(["Brittish"])), "unknown-name", "effect[0].modify.who.nation[0]"),
        ("effect", who("corps", json!(["nobody's"])), "unknown-name", "effect[0].modify.who.corps[0]"),
        ("effect", who("not_tag", json!(["gard"])), "unknown-name", "effect[0].modify.who.not_tag[0]"),
        ("effect", who("id", json!(["x"])), "unknown-name", "effect[0].modify.who.id[0]"),
        ("effect", who("is", json!(["ready"])), "never", "effect[0].modify.who"),
        ("effect", modify("by", json!(9)), "out-of-range", "effect[0].modify.by"),
        ("effect", modify("by", json!("given")), "not-given", "effect[0].modify.by"),
        (
            "effect",
            modify("span", json!({ "until": { "own_turns": 0 } })),
            "out-of-range",
            "effect[0].modify.span.until",
        ),
        ("effect", modify("span", json!({ "until": "captured" })), "no-aim", "effect[0].modify.span.until"),
        ("effect", json!([hit]), "no-it", "effect[0].hit"),
        ("effect", nested(1, json!({ "hit": { "hits": 0 } })), "out-of-range", "effect[0].each.effect[0].hit.hits"),
        ("effect", nested(7, hit.clone()), "too-deep", &format!("effect{}", "[0].each.effect".repeat(6))),
        ("effect", nested(6, hit.clone()), "too-deep", "effect"),
        (
            "effect",
            json!([{ "roll": { "dice": 9, "table": [{ "faces": [1], "effect": [] }] } }]),
            "out-of-range",
            "effect[0].roll.dice",
        ),
        (
            "effect",
            json!([{ "roll": { "dice": 1, "table": [{ "faces": [7], "effect": [] }] } }]),
            "out-of-range",
            "effect[0].roll.table[0].faces",
        ),
        (
            "effect",
            json!([{ "roll": { "dice": 1, "table": [{ "faces": [1] }, { "faces": [1] }] } }]),
            "twice",
            "effect[0].roll.table[1].faces",
        ),
        ("effect", json!([{ "roll": { "dice": 1, "table": [] } }]), "empty", "effect[0].roll.table"),
        (
            "effect",
            nested(1, json!({ "attack": { "how": "fire", "who": {}, "dice": 0 } })),
            "out-of-range",
            "effect[0].each.effect[0].attack.dice",
        ),
        (
            "effect",
            nested(1, json!({ "attack": { "how": "fire", "who": {}, "power": 5 } })),
            "out-of-range",
            "effect[0].each.effect[0].attack.power",
        ),
        ("effect", json!([{ "draw": { "count": 9 } }]), "out-of-range", "effect[0].draw.count"),
        ("effect", json!([{ "peek": { "count": 0 } }]), "out-of-range", "effect[0].peek"),
        ("effect", json!([{ "place": {} }]), "no-it", "effect[0]"),
        ("effect", json!([{ "cancel": {} }]), "no-event", "effect[0].cancel"),
        ("effect", json!([{ "limit": { "what": "draws" } }]), "missing", "effect[0].limit"),
        ("effect", json!([{ "limit": { "what": "draws", "to": 1, "by": 1 } }]), "two-numbers", "effect[0].limit"),
        ("effect", json!([{ "limit": { "what": "capacity", "to": 1 } }]), "no-aim", "effect[0].limit"),
        ("effect", json!([{ "limit": { "what": "engagers", "by": 1 } }]), "no-meaning", "effect[0].limit"),
        (
            "effect",
            json!([{ "choose": { "who": {}, "min": 2, "max": 1, "effect": [hit] } }]),
            "never",
            "effect[0].choose",
        ),
        (
            "effect",
            json!([{ "choose": { "who": {}, "max": 0, "effect": [hit] } }]),
            "out-of-range",
            "effect[0].choose.max",
        ),
        (
            "effect",
            json!([{ "choose": { "who": {}, "max": 1, "by": "any", "effect": [hit] } }]),
            "no-meaning",
            "effect[0].choose.by",
        ),
        (
            "effect",
            json!([{ "choose": { "who": { "of": "all" }, "max": 1, "effect": [hit] } }]),
            "two-sides",
            "effect[0].choose",
        ),
        ("effect", json!([{ "handler": { "name": "x" } }]), "missing", "parts"),
        ("effect", json!([{ "handler": { "name": "X y" } }]), "bad-name", "effect[0].handler.name"),
        ("parts", json!({ "x": [hit] }), "unused", "parts"),
        ("parts", json!({ "x": [{ "handler": { "name": "x" } }] }), "never-ends", "parts.x[0].handler"),
        ("choices", json!({ "x": { "options": ["one"] } }), "empty", "choices.x"),
        ("effect", Value::Array(vec![sound()["effect"][0].clone(); 65]), "too-many", "effect"),
        ("effect", Value::Array(vec![sound()["effect"][0].clone(); 17]), "too-many", ""),
    ];
    let mut missed = String::new();
    for (key, value, code, path) in cases {
        let mut case = sound();
        case[key] = value;
        let faults = program(&case).faults(&set);
        if !faults.iter().any(|fault| fault.code == code && fault.path == path) {
            let found: Vec<String> = faults.iter().map(|f| format!("    {} at {}: {f}", f.code, f.path)).collect();
            missed += &format!("{code} at {path} in {key} = {}\n{}\n", case[key], found.join("\n"));
        }
    }
    assert!(missed.is_empty(), "{missed}");
}

#[test]
fn a_card_set_with_bad_programs_is_refused() {
    let mut bad = sound();
    bad["windows"] = json!(["own_combat", "own_combat"]);
    bad["rules"] = json!(["W 99.9"]);
    let mut stranger = sound();
    stranger["id"] = json!("fr-spe-forced-marsh");
    let text = serde_json::to_string_pretty(&json!([bad, sound(), stranger])).unwrap_or_default();
    let Err(faults) = CardSet::from_csv(eagles::waterloo::cards::CardFiles { programs: &text, ..EMBEDDED }) else {
        panic!("it is taken");
    };
    let told = faults.to_string();
    for piece in [
        "programs.json:",
        "fr-spe-forced-march.windows: `own_combat` stands there twice",
        "fr-spe-forced-march.rules[0]: there is no rule `W 99.9`",
        "fr-spe-forced-march.id: `fr-spe-forced-march` stands there twice",
        "no program is that of the Special `br-spe-riflemen`",
    ] {
        assert!(told.contains(piece), "{piece} is not in\n{told}");
    }
}
