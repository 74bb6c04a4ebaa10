//! The table of the API against what the core understands, and against the files made from it.

use eagles::waterloo::specials::Program;
use eagles::waterloo::specials::program as core;
use eagles::waterloo::types::{Attack, Formation, GroundKind};
use eagles_lua::api::values::{self, Values};
use eagles_lua::api::{Api, Form, Key, Node, Severity, Type, Word, read};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::path::Path;

/// The names in the core's complaint about one that it does not know.
fn known<T: DeserializeOwned>(value: Value) -> BTreeSet<String> {
    let Err(error) = serde_json::from_value::<T>(value) else { panic!("a name that nobody knows is taken") };
    let error = error.to_string();
    let Some((_, list)) = error.split_once("expected") else {
        assert!(error.contains("there are no fields"), "{error}");
        return BTreeSet::new();
    };
    list.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The fields that the words of one part of a program fill.
fn filled<'w>(words: impl Iterator<Item = &'w Word>) -> BTreeSet<String> {
    let mut fields = BTreeSet::new();
    for word in words {
        let keys = word.keys.iter().filter(|key| key.to != "-");
        fields.extend(keys.map(|key| key.to.split('.').next().unwrap_or_default().to_owned()));
        fields.extend(word.keys.iter().filter_map(|key| key.sets.map(|(field, _)| field.to_owned())));
        fields.extend(word.sets.iter().map(|(field, _)| (*field).to_owned()));
    }
    fields
}

/// The variants of one part of a program: their names, and the fields of those that have any.
fn variants<T: DeserializeOwned>(makes: Node) {
    let api = Api::current();
    let names = known::<T>(json!({ "$no": {} }));
    let words: BTreeSet<String> =
        api.words.iter().filter(|w| w.makes == makes).filter_map(|w| w.form.name()).map(str::to_owned).collect();
    let constants = api.constants.iter().filter(|c| c.node == Some(makes)).map(|c| c.value.to_owned());
    assert_eq!(words.into_iter().chain(constants).collect::<BTreeSet<_>>(), names, "{makes:?}");
    for name in names {
        let of = || api.words.iter().filter(|w| w.makes == makes && w.form.name() == Some(name.as_str()));
        if of().any(|word| matches!(word.form, Form::Struct(_))) {
            assert_eq!(filled(of()), known::<T>(json!({ &name: { "$no": 1 } })), "{name}");
        }
    }
}

#[test]
fn the_table_and_the_core_have_the_same_words() {
    variants::<core::Op>(Node::Op);
    variants::<core::Cond>(Node::Cond);
    variants::<core::Aim>(Node::Aim);
    variants::<core::Until>(Node::Until);
    let bare = |node: Node, name: &str| {
        let api = Api::current();
        let words = api.words.iter();
        filled(words.filter(move |w| w.makes == node && (name.is_empty() || w.name == name)))
    };
    assert_eq!(bare(Node::Special, ""), known::<Program>(json!({ "$no": 1 })));
    assert_eq!(bare(Node::Need, ""), known::<core::Need>(json!({ "$no": 1 })));
    assert_eq!(bare(Node::Branch, ""), known::<core::Branch>(json!({ "$no": 1 })));
    assert_eq!(bare(Node::Choice, ""), known::<core::Choice>(json!({ "$no": 1 })));
    for of in ["own", "side", "foe", "all"] {
        assert_eq!(bare(Node::Who, &format!("{of}.cards")), known::<core::Who>(json!({ "$no": 1 })));
    }
    let spans = ["span.until", "span.from", "span.when"].map(|to| to.trim_start_matches("span.").to_owned());
    assert_eq!(BTreeSet::from(spans), known::<core::Span>(json!({ "$no": 1 })));
    let text = Api::current().word("special").and_then(|w| w.key("text")).map(|key| key.holds);
    let Some(Type::Fields(keys)) = text else { panic!("no text") };
    let keys: BTreeSet<_> = keys.iter().map(|key| key.to.to_owned()).collect();
    assert_eq!(keys, known::<core::Text>(json!({ "$no": 1 })));
}

#[test]
fn the_table_and_the_core_have_the_same_texts() {
    macro_rules! same {
        ($($values:ident = $type:ty),+ $(,)?) => {{
            let all = [$((&values::$values, <$type>::ALL.iter().map(|v| v.name()).collect::<Vec<_>>())),+];
            for (values, names) in &all {
                assert_eq!(&values.texts().collect::<Vec<_>>(), names, "{}", values.name);
            }
            let had: Vec<&Values> = all.iter().map(|(values, _)| *values).collect();
            assert!(values::ALL.iter().all(|values| had.contains(values)), "a set that is not compared");
        }};
    }
    same!(
        WINDOW = core::Window,
        LINE = core::Line,
        OF = core::Of,
        TYPE = core::Type,
        AT = core::At,
        FACT = core::Fact,
        GROUND = GroundKind,
        ATTACK = Attack,
        FORMATION = Formation,
        VERB = core::Verb,
        PERMISSION = core::Permission,
        BOUND = core::Bound,
        MOMENT = core::When,
        WHOSE = core::Whose,
        START = core::Start,
    );
}

/// A value that fits.
fn sample(holds: Type) -> Value {
    let word = |node: Node| {
        let name = match node {
            Node::Special => "special",
            Node::Need => "need",
            Node::Aim => return json!("nothing"),
            Node::Op => "recover",
            Node::Cond => "in_force",
            Node::Who => "own.infantry",
            Node::Until => return json!("phase"),
            Node::Branch => "on",
            Node::Choice => "choice",
            Node::Run => return json!({}),
        };
        built(Api::current().word(name).unwrap_or_else(|| panic!("no {name}")), |key| key.must)
    };
    match holds {
        Type::Text => json!("text"),
        Type::Flag => json!(true),
        Type::Number(least, _) => json!(least),
        Type::Amount => json!("given"),
        Type::One(values) | Type::Many(values) => json!(values.list[0].0),
        Type::Texts => json!(["W 13.0"]),
        Type::Faces => json!([1, 6]),
        Type::Node(node) => word(node),
        Type::Nodes(node) => json!([word(node)]),
        Type::Named(node) => json!({ "name": word(node) }),
        Type::NamedLists(node) => json!({ "name": [word(node)] }),
        Type::Functions => json!({ "name": { "$function": 0 } }),
        Type::Fields(keys) => Value::Object(keys.iter().map(|key| (key.name.to_owned(), sample(key.holds))).collect()),
    }
}

fn built(word: &Word, with: impl Fn(&Key) -> bool) -> Value {
    let mut fields = Map::new();
    fields.insert("$word".into(), json!(word.name));
    fields.insert("$line".into(), json!(1));
    let keys = word.keys.iter().filter(|key| with(key));
    fields.extend(keys.map(|key| (key.name.to_owned(), sample(key.holds))));
    Value::Object(fields)
}

/// A card around something.
fn around(node: Node, value: Value) -> Value {
    let mut card = built(Api::current().word("special").unwrap_or_else(|| panic!("no special")), |key| key.must);
    let word = |name: &str, key: &str, value: Value| json!({ "$word": name, "$line": 1, key: value });
    match node {
        Node::Special => return value,
        Node::Need => card["needs"] = json!([value]),
        Node::Aim => card["aim"] = value,
        Node::Op => card["effect"] = json!([value]),
        Node::Cond => card["needs"] = json!([{ "$word": "need", "$line": 1, "cond": value, "say": "x" }]),
        Node::Who => card["effect"] = json!([word("reveal", "who", value)]),
        Node::Until => card["effect"] = json!([word("retire", "hold", value)]),
        Node::Branch => {
            card["effect"] = json!([{ "$word": "roll", "$line": 1, "dice": 1, "table": [value] }]);
        }
        Node::Choice => card["choices"] = json!({ "name": value }),
        Node::Run => {}
    }
    card
}

#[test]
fn everything_in_the_table_is_a_program() {
    let api = Api::current();
    for word in &api.words {
        let numbers: Vec<&str> = word.keys.iter().filter(|k| k.sets.is_some()).map(|k| k.name).collect();
        let mut cases: Vec<Value> = vec![built(word, |key| key.must || numbers.first() == Some(&key.name))];
        for key in &word.keys {
            let only = |k: &Key| {
                k.must
                    || k.name == key.name
                    || k.sets.is_some() && key.sets.is_none() && numbers.first() == Some(&k.name)
            };
            cases.push(built(word, only));
            if let Type::One(values) | Type::Many(values) = key.holds {
                for text in values.texts() {
                    let mut value = built(word, only);
                    value[key.name] = json!(text);
                    cases.push(value);
                }
            }
        }
        for case in cases {
            let read = read(&api, "card.lua", "", &around(word.makes, case.clone()));
            assert_eq!(read.faults, [], "{} in {case}", word.name);
            if let Err(error) = serde_json::from_value::<Program>(read.program.clone()) {
                panic!("{}: {error}\n{case}\n{}", word.name, read.program);
            }
        }
    }
}

#[test]
fn every_entry_of_the_table_says_what_it_is() {
    let api = Api::current();
    let mut names = BTreeSet::new();
    let all = api.words.iter().map(|w| (w.name.as_str(), w.doc.as_str()));
    for (name, doc) in
        all.chain(api.constants.iter().map(|c| (c.name, c.doc))).chain(api.calls.iter().map(|c| (c.name, c.doc)))
    {
        assert!(names.insert(name.to_owned()), "{name} is there twice");
        assert!(doc.ends_with('.') && doc.len() > 8, "{name}: {doc}");
    }
    for word in &api.words {
        assert!(word.rule.starts_with("W ") && (1..=api.version).contains(&word.since), "{}", word.name);
        for key in &word.keys {
            assert!(!key.doc.is_empty() && (1..=api.version).contains(&key.since), "{} of {}", key.name, word.name);
        }
    }
}

/// Compares a file with what the table makes of it; `EAGLES_BLESS=1` writes it anew.
fn drift(file: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if std::env::var_os("EAGLES_BLESS").is_some() {
        std::fs::write(&path, text).unwrap_or_else(|error| panic!("{file}: {error}"));
    }
    let had = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(had == text, "{file} is not what the table of the API makes: run this test with EAGLES_BLESS=1");
}

#[test]
fn the_files_for_editors_are_those_of_the_table() {
    drift("types/eagles.d.luau", &eagles_lua::api::luau(&Api::current()));
    drift("types/eagles.lua", &eagles_lua::api::luals(&Api::current()));
    drift("types/REFERENCE.md", &eagles_lua::api::reference(&Api::current()));
}

const MUD: &str = r#"--!strict
-- Mud: the guns stick.
return special {
    id = "mud",
    text = {
        effect = "Enemy Artillery in the chosen Position may not move.",
        duration = "two enemy turns; it ends early on a 6",
        limits = "Play at the start of the enemy Combat Phase.",
    },
    rules = { "W 8.0" },
    windows = "foe_combat",
    aim = position("foe"),
    needs = {
        need(some(foe.artillery { at = "aim" }), "the Position must hold enemy Artillery"),
    },
    effect = {
        forbid { what = "move", who = foe.artillery { at = "aim" }, lasts = foe_turns(2) },
        watch {
            on = "turn_end", turn = "foe", lasts = foe_turns(2),
            effect = { roll { dice = 1, table = { on(6, { lapse() }) } } },
        },
    },
}
"#;

#[test]
fn a_card_is_a_program() {
    let card = eagles_lua::card::load("cards/mud.lua", MUD).unwrap_or_else(|faults| panic!("{faults:?}"));
    let program = serde_json::to_value(&card.program).unwrap_or_default();
    let guns = json!({ "of": "foe", "kind": ["artillery"], "at": "aim" });
    let expected = json!({
        "id": "mud",
        "text": {
            "effect": "Enemy Artillery in the chosen Position may not move.",
            "duration": "two enemy turns; it ends early on a 6",
            "limits": "Play at the start of the enemy Combat Phase.",
            "history": "",
        },
        "rules": ["W 8.0"],
        "windows": ["foe_combat"],
        "aim": { "position": "foe" },
        "needs": [{ "if": { "some": guns }, "say": "the Position must hold enemy Artillery" }],
        "effect": [
            { "forbid": { "what": ["move"], "who": guns, "span": { "until": { "foe_turns": 2 } } } },
            { "watch": {
                "on": "turn_end", "turn": "foe", "span": { "until": { "foe_turns": 2 } },
                "effect": [{ "roll": { "dice": 1, "table": [{ "faces": [6], "effect": [{ "end": {} }] }] } }],
            } },
        ],
    });
    assert_eq!(program, expected);
    assert_eq!(card.places.find("effect[1].watch.effect[0].roll.table[0].faces"), Some((20, Some(51))));
    assert_eq!(card.places.find("effect[0].forbid.who.at"), Some((17, Some(39))));
}

/// Changes one piece of the card above, and tells what is wrong.
fn told(piece: &str, by: &str) -> Vec<String> {
    assert!(MUD.contains(piece), "{piece}");
    match eagles_lua::card::load("mud.lua", &MUD.replacen(piece, by, 1)) {
        Ok(card) => card.warnings.iter().map(ToString::to_string).collect(),
        Err(faults) => {
            assert!(faults.iter().any(|fault| fault.severity == Severity::Error));
            faults.iter().map(ToString::to_string).collect()
        }
    }
}

#[test]
fn faults_say_where_and_what_instead() {
    let cases = [
        ("on = \"turn_end\", turn", "on = \"turn_ends\", tun"),
        (", lasts = foe_turns(2) },\n        watch", " },\n        watch"),
        ("foe.artillery { at = \"aim\" }, lasts", "foe.artilery { at = \"aim\" }, lasts"),
        ("foe.artillery { at = \"aim\" }, lasts", "foe.artillery { at = 3 }, lasts"),
        ("need(some(foe.artillery { at = \"aim\" }), ", "need(foe.artillery { at = \"aim\" }, "),
        ("on(6, { lapse() })", "on(7, lapse())"),
        ("foe_turns(2) },\n        watch", "foe_turns(2), 5 },\n        watch"),
        ("windows = \"foe_combat\",", ""),
        ("return special", "local x = special"),
        ("forbid {", "forbids {"),
        (
            "effect = {\n        forbid",
            "effect = {\n        modify { who = own.troops {}, lasts = this_phase },\n        forbid",
        ),
        ("position(\"foe\")", "position(\"foe\", 3)"),
        ("id = \"mud\",", "id = \"mud\", api = 2,"),
    ];
    let mut all = String::new();
    for (piece, by) in cases {
        all += &format!("{}\n", by.lines().map(str::trim).collect::<Vec<_>>().join(" "));
        for line in told(piece, by) {
            all += &format!("    {line}\n");
        }
    }
    expect_test::expect_file!["expected/faults.txt"].assert_eq(&all);
}

#[test]
fn a_renamed_word_works_for_one_version_and_says_so() {
    use eagles_lua::{api, card};
    let load = |version: u32| {
        let mut api = Api { version, ..Api::clone(&Api::current()) };
        for word in &mut api.words {
            if word.name == "forbid" {
                word.was = Some(("ban", 2));
                word.keys.iter_mut().filter(|key| key.name == "what").for_each(|key| key.was = Some(("action", 2)));
            }
        }
        let source = MUD.replace("forbid { what", "ban { action");
        card::load_with(&api, &api::vocabulary(&api), "mud.lua", &source)
    };
    let card = load(2).unwrap_or_else(|faults| panic!("{faults:?}"));
    let told: Vec<String> = card.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "mud.lua:17:9: warning[renamed]: `ban` is called `forbid` now; write `forbid`: the old name goes with the next version of the API",
            "mud.lua:17:15: warning[renamed]: the key `action` of `forbid` is called `what` now; write `what`: the old name goes with the next version of the API",
        ]
    );
    assert!(card.program.effect.len() == 2);
    let Err(faults) = load(3) else { panic!("the old name still works") };
    assert!(faults[0].to_string().starts_with("mud.lua:17:9: error[syntax]: `ban` is not known here"), "{faults:?}");
}
