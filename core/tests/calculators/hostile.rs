//! Whatever is handed in as facts, there is an answer or an error, and an error says what to do.

use super::{answer, faults, wrong};
use eagles::host::Status;
use eagles::host::calculators::{MAX_FACTS, calculate, calculators};
use serde_json::{Map, Value, json};

#[test]
fn bytes_that_are_no_facts() {
    let deep = "[".repeat(100_000);
    let deep_object = "{\"attacker\":".repeat(50_000);
    let text = "x".repeat(1_000_000);
    let long_text = format!("{{\"firer\": \"{text}\", \"{text}\": 1}}");
    for calculator in calculators() {
        let name = calculator.name;
        let cases: [(&[u8], Status); 12] = [
            (b"", Status::Form),
            (b"null", Status::Form),
            (b"[]", Status::Form),
            (b"\"facts\"", Status::Form),
            (b"{\"die\": NaN}", Status::Form),
            (b"{\"die\": Infinity}", Status::Form),
            (b"{\"die\": 1e999}", Status::Form),
            (b"{\"die\": 4} {}", Status::Form),
            (b"\xff\xfe", Status::Utf8),
            (deep.as_bytes(), Status::Form),
            (deep_object.as_bytes(), Status::Form),
            (long_text.as_bytes(), if long_text.len() > MAX_FACTS { Status::Range } else { Status::Form }),
        ];
        for (bytes, status) in cases {
            let error = calculate(name, bytes).expect_err("no facts");
            assert_eq!(
                error.status,
                status,
                "{name} {}: {error}",
                String::from_utf8_lossy(&bytes[..bytes.len().min(60)])
            );
            assert!(error.message.len() < 20_000, "{name}: a message is not as long as what was handed in");
            assert!(error.to_json().len() < 50_000);
        }
    }
}

#[test]
fn a_megabyte_is_read_and_no_more() {
    let text = format!("{{\"{}\": 1}}", "x".repeat(MAX_FACTS - 8));
    assert!(text.len() <= MAX_FACTS);
    let error = calculate("empire.leader", text.as_bytes()).expect_err("no such field");
    assert_eq!((error.status, error.message.len() < 1_000), (Status::Form, true));
    let error = calculate("empire.leader", " ".repeat(MAX_FACTS + 1).as_bytes()).expect_err("too long");
    assert_eq!((error.status, error.code.as_ref()), (Status::Range, "too-long"));
    // A list of as many things as fit.
    let many = format!("{{\"strengths\": [{}1]}}", "1,".repeat(400_000));
    let error = calculate("empire.integrity", many.as_bytes()).expect_err("too many");
    assert_eq!(faults(&error), ["strengths number"]);
    let many = format!("{{\"strengths\": [{}1]}}", "{},".repeat(300_000));
    let error = calculate("empire.integrity", many.as_bytes()).expect_err("no strengths");
    assert!(faults(&error).len() <= 50 && error.message.len() < 20_000);
}

#[test]
fn an_unknown_calculator_names_the_known_ones() {
    let error = calculate("empire.asault", b"{}").expect_err("unknown");
    assert_eq!(error.status, Status::Unknown);
    assert!(error.message.contains("empire.assault") && error.message.contains("waterloo.attack"));
    let error = calculate(&"e".repeat(1 << 20), b"{}").expect_err("unknown");
    assert!(error.message.len() < 1_000);
}

#[test]
fn what_is_needed_is_said_with_what_may_stand_there() {
    let error = wrong("empire.assault", &json!({}));
    assert_eq!(faults(&error), ["attacker missing", "defender missing"]);
    assert!(error.message.contains("`attacker` is needed: an object with lead, mass, support or frontage"), "{error}");
    let error = wrong("empire.morale", &json!({ "hits": 4 }));
    assert_eq!(faults(&error), ["class missing", "ce missing", "formation missing"]);
    assert!(error.message.contains("`class` is needed: one of line-infantry,"), "{error}");
    assert!(error.message.contains("`ce` is needed: a strength in points"), "{error}");
    let error = wrong("empire.fire", &json!({ "firer": {}, "target": { "class": "cavalry", "formation": "line" } }));
    assert_eq!(faults(&error), ["firer.class missing", "firer.formation missing", "distance missing"]);
    assert!(error.message.contains("`distance` is needed: inches, with at most three decimals"), "{error}");
    let error = wrong("empire.order", &json!({ "sender": 1.5, "distance": 0.0001, "die": 0 }));
    assert_eq!(faults(&error), ["sender wrong-value", "distance wrong-value", "die wrong-value"]);
    for said in [
        "`sender` must be a whole number from -128 to 127, not 1.5",
        "`distance` must be inches, with at most three decimals, up to 1200 either way, not 0.0001",
        "`die` must be what the ten-sided die shows, 1 to 10 (its 0 is 10), not 0",
    ] {
        assert!(error.message.contains(said), "{error}");
    }
    let error = wrong("empire.move", &json!({ "who": { "unit": { "class": "cavalry" } }, "open": "far" }));
    assert_eq!(faults(&error), ["who.unit.formation missing", "open wrong-value"]);
    assert_eq!(faults(&wrong("empire.move", &json!({ "who": "leader" }))), ["who.leader missing"]);
    assert_eq!(
        faults(&wrong("empire.move", &json!({ "who": { "leader": { "rank": "king" } } }))),
        ["who.leader.rank wrong-value"]
    );
    assert_eq!(faults(&wrong("empire.initiative", &json!({ "sides": [{}] }))), ["sides wrong-value"]);
    assert_eq!(faults(&wrong("empire.initiative", &json!({ "dice": [1, 2, 3] }))), ["dice wrong-value"]);
    assert_eq!(
        faults(&wrong("waterloo.attack", &json!({ "cv": 3, "power": 1, "how": "bite", "kind": 7 }))),
        ["how wrong-value", "kind wrong-value"]
    );
    assert_eq!(faults(&wrong("waterloo.morale", &json!({ "morale": "E" }))), ["morale wrong-value"]);
}

#[test]
fn house_rules_are_checked() {
    let error = wrong("empire.leader", &json!({ "house": { "tactical-range": 3, "command-radius": -1 } }));
    assert_eq!(faults(&error), ["house.tactical-range wrong-value", "house.command-radius wrong-value"]);
    assert!(error.message.contains("thousandths of an inch"));
    let near = json!({ "sender": 2, "house": { "tactical-range": 4000 } });
    assert!(answer("empire.order", &near).is_object());
}

/// Values that fit almost nowhere.
pub(super) fn odd_values() -> Vec<Value> {
    vec![
        Value::Null,
        json!(true),
        json!(-1),
        json!(0),
        json!(255),
        json!(256),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(1e308),
        json!(-0.0),
        json!(0.30000000000000004),
        json!(""),
        json!("line"),
        json!("x".repeat(2_000)),
        json!("\u{0}\u{202e}\n`"),
        json!([]),
        json!([[[]]]),
        json!({}),
        json!({ "unit": null }),
        json!({ "": 1 }),
    ]
}

/// Puts every odd value in every place of `value` in turn.
pub(super) fn spoilt(value: &Value, with: &Value, into: &mut Vec<Value>) {
    into.push(with.clone());
    match value {
        Value::Object(map) => {
            for (key, inner) in map {
                let mut inside = Vec::new();
                spoilt(inner, with, &mut inside);
                into.extend(inside.into_iter().map(|new| {
                    let mut map = map.clone();
                    map.insert(key.clone(), new);
                    Value::Object(map)
                }));
                let mut without = map.clone();
                without.remove(key);
                into.push(Value::Object(without));
                let mut more = map.clone();
                more.insert(format!("{key}x"), with.clone());
                into.push(Value::Object(more));
            }
        }
        Value::Array(list) => {
            for n in 0..list.len() {
                let mut inside = Vec::new();
                spoilt(&list[n], with, &mut inside);
                into.extend(inside.into_iter().map(|new| {
                    let mut list = list.clone();
                    list[n] = new;
                    Value::Array(list)
                }));
            }
        }
        _ => {}
    }
}

#[test]
pub(super) fn spoilt_facts_are_answered_or_faulted() {
    for calculator in calculators() {
        let mut whole: Value = serde_json::from_str(calculator.example).expect("an example");
        // All fields that there are, with the dice and the house.
        if let Ok(text) = calculate(calculator.name, calculator.example.as_bytes()) {
            let answer: Value = serde_json::from_str(&text).expect("an answer");
            if let Some(facts) = answer.get("facts") {
                whole = facts.clone();
            }
        }
        if calculator.name.starts_with("empire.") {
            whole["house"] = json!({ "extend": true, "command-radius": 12_000 });
        }
        let (mut asked, mut faulted) = (Vec::new(), 0);
        for odd in odd_values() {
            spoilt(&whole, &odd, &mut asked);
        }
        for facts in &asked {
            match calculate(calculator.name, facts.to_string().as_bytes()) {
                Ok(answer) => assert!(serde_json::from_str::<Map<String, Value>>(&answer).is_ok()),
                Err(error) => {
                    faulted += 1;
                    assert!(matches!(error.status, Status::Form | Status::InvalidFacts), "{facts}: {error}");
                    assert!(!faults(&error).is_empty() && !error.message.is_empty(), "{facts}");
                    assert!(error.message.len() < 20_000, "{facts}");
                    assert!(!error.message.contains("do not fit together"), "{facts}: {error}");
                }
            }
        }
        assert!(faulted > asked.len() / 4, "{}: {faulted} of {}", calculator.name, asked.len());
    }
}
