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
        // Three times every card in turn, for every card: nobody would see the end of it.
        ("effect", nested(3, hit.clone()), "too-much", "effect"),
        // Whether a card may move depends on what is in force, and so on itself.
        (
            "effect",
            modify("span", json!({ "until": "turn", "when": { "not": "may_advance" } })),
            "never-ends",
            "effect[0].modify.span.when.not.may_advance",
        ),
        // Offered to the enemy: cards of which he knows the back alone.
        (
            "effect",
            json!([{ "choose": { "who": { "of": "own", "at": "aim" }, "by": "foe", "min": 1, "max": 1, "effect": [hit] } }]),
            "tells-secrets",
            "effect[0].choose",
        ),
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

/// A stream of small numbers.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 9) as usize % n.max(1)
    }
}

/// All parts of a tree.
fn parts(value: &Value, out: &mut Vec<Value>) {
    out.push(value.clone());
    match value {
        Value::Array(list) => list.iter().for_each(|item| parts(item, out)),
        Value::Object(fields) => fields.values().for_each(|item| parts(item, out)),
        _ => {}
    }
}

/// The n-th part of a tree, to be changed.
fn nth<'v>(value: &'v mut Value, n: &mut usize) -> Option<&'v mut Value> {
    if *n == 0 {
        return Some(value);
    }
    *n -= 1;
    match value {
        Value::Array(list) => list.iter_mut().find_map(|item| nth(item, n)),
        Value::Object(fields) => fields.values_mut().find_map(|item| nth(item, n)),
        _ => None,
    }
}

/// Changes a tree somewhere: another part, another number, something left out or twice.
fn mutate(value: &mut Value, pool: &[Value], dice: &mut Dice) {
    let mut all = Vec::new();
    parts(value, &mut all);
    let mut n = dice.below(all.len());
    let Some(part) = nth(value, &mut n) else { return };
    match (dice.below(4), &mut *part) {
        (0, Value::Number(_)) => *part = json!([0, 1, 2, 3, 7, 64, 255, -1, -128, 300][dice.below(10)]),
        (0 | 1, Value::Array(list)) if !list.is_empty() => {
            let item = list[dice.below(list.len())].clone();
            if dice.below(2) == 0 { list.push(item) } else { drop(list.pop()) }
        }
        (0 | 1, Value::Object(fields)) if !fields.is_empty() => {
            let key = fields.keys().nth(dice.below(fields.len())).cloned();
            key.and_then(|key| fields.remove(&key));
        }
        _ => {
            // Something of the same sort, so that it is often a program still.
            let same: Vec<&Value> = pool.iter().filter(|other| alike(other, part)).collect();
            if let Some(other) = same.get(dice.below(same.len())) {
                *part = (*other).clone();
            }
        }
    }
}

fn alike(a: &Value, b: &Value) -> bool {
    let first = |value: &Value| value.as_object().and_then(|fields| fields.keys().next().cloned());
    std::mem::discriminant(a) == std::mem::discriminant(b) && (first(a).is_some() == first(b).is_some())
}

/// Plays one random game in which a Special is played whenever one may be.
fn play(set: &std::sync::Arc<CardSet>, battle: &str, id: &str, dice: &mut Dice) -> Result<usize, String> {
    use eagles::chance::{Seed, Seeded};
    use eagles::game::{Game, Quiet};
    use eagles::waterloo::{Action, Setup, Waterloo};
    let game = Waterloo::new(set.clone(), Setup::battle(battle)).map_err(|faults| faults.to_string())?;
    let mut draws = Seeded::new(Seed::from_number(dice.below(1 << 20) as u64));
    let (mut state, mut list, mut played) = (game.start(), Vec::new(), 0);
    for _ in 0..40_000 {
        let Some(player) = game.next_to_ask(&state) else { return Ok(played) };
        list.clear();
        game.legal(&state, player, &mut list);
        if list.is_empty() {
            return Err(format!("nothing to do: {}", game.write_position(&state)));
        }
        let ours = |action: &&Action| matches!(action, Action::Play { card, .. } if game.card(*card).id == id);
        let plays: Vec<&Action> = list.iter().filter(ours).collect();
        let action = if plays.is_empty() { list[dice.below(list.len())] } else { *plays[dice.below(plays.len())] };
        played += usize::from(!plays.is_empty());
        if let Err(error) = game.apply(&mut state, player, &action, &mut draws, &mut Quiet) {
            return Err(format!("{error}: {}", game.write_position(&state)));
        }
    }
    Err(format!("no end: {}", game.write_position(&state)))
}

#[test]
fn whatever_passes_can_be_played() {
    let set = CardSet::embedded();
    let programs: Vec<Value> =
        set.programs().iter().map(|program| serde_json::to_value(program).unwrap_or_default()).collect();
    let mut pool = Vec::new();
    programs.iter().for_each(|program| parts(program, &mut pool));
    let checker = eagles::waterloo::specials::check::Checker::new(&set);
    let mut dice = Dice(0x5eed);
    let (mut read, mut passed, mut played) = (0, 0, 0);
    for round in 0..12_000 {
        let mut value = programs[round % programs.len()].clone();
        for _ in 0..=dice.below(4) {
            mutate(&mut value, &pool, &mut dice);
        }
        let Ok(mut program) = serde_json::from_value::<Program>(value.clone()) else { continue };
        read += 1;
        program.id.clone_from(&set.programs()[round % programs.len()].id);
        if !checker.faults(&program).is_empty() || program == set.programs()[round % programs.len()] {
            continue;
        }
        passed += 1;
        // Handlers are answered by nobody here.
        if passed % 4 != 0 || !program.handlers().is_empty() {
            continue;
        }
        let changed = match set.extended("", &[program.clone()]) {
            Ok(changed) => std::sync::Arc::new(changed),
            Err(faults) => panic!("the set finds what the check has not: {faults}"),
        };
        let card = set.by_id(&program.id).expect("it is a card");
        let battle = &card.battles[dice.below(card.battles.len())];
        match play(&changed, battle, &program.id, &mut dice) {
            Ok(n) => played += n,
            Err(error) => panic!("round {round}: {error}\n{value:#}"),
        }
    }
    println!("{read} read, {passed} passed, {played} played");
    assert!(read > 2_000 && passed > 800 && played > 50, "{read} read, {passed} passed, {played} played");
}

#[test]
fn random_trees_never_panic() {
    let set = CardSet::embedded();
    let checker = eagles::waterloo::specials::check::Checker::new(&set);
    let words: Vec<String> = {
        let mut pool = Vec::new();
        set.programs().iter().for_each(|p| parts(&serde_json::to_value(p).unwrap_or_default(), &mut pool));
        let keys = pool.iter().filter_map(Value::as_object).flat_map(|fields| fields.keys().cloned());
        keys.chain(pool.iter().filter_map(|v| v.as_str().filter(|s| s.len() < 20).map(str::to_owned))).collect()
    };
    let mut dice = Dice(77);
    fn tree(depth: usize, words: &[String], dice: &mut Dice) -> Value {
        match dice.below(if depth == 0 { 3 } else { 6 }) {
            0 => json!(words[dice.below(words.len())]),
            1 => json!(dice.below(300) as i64 - 40),
            2 => json!(dice.below(2) == 0),
            3 => (0..dice.below(5)).map(|_| tree(depth - 1, words, dice)).collect(),
            _ => {
                let n = dice.below(5);
                Value::Object(
                    (0..n).map(|_| (words[dice.below(words.len())].clone(), tree(depth - 1, words, dice))).collect(),
                )
            }
        }
    }
    let mut read = 0;
    for _ in 0..20_000 {
        let mut value = sound();
        let key = ["effect", "needs", "aim", "windows", "rules", "parts", "choices"][dice.below(7)];
        value[key] = tree(5, &words, &mut dice);
        if let Ok(program) = serde_json::from_value::<Program>(value) {
            read += 1;
            let _ = checker.faults(&program);
        }
    }
    assert!(read > 50, "{read}");
}
