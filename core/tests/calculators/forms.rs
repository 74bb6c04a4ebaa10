//! Facts, answers and faults are as the published schemas say.

use super::hostile::{odd_values, spoilt};
use eagles::host::Status;
use eagles::host::calculators::{calculate, calculators};
use eagles::schema::{Direction, published};
use jsonschema::Validator;
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn schemas() -> BTreeMap<&'static str, (Direction, Validator)> {
    let made = |schema: &Value| jsonschema::draft202012::new(schema).expect("a schema");
    published().iter().map(|one| (one.name, (one.direction, made(one.schema.as_value())))).collect()
}

fn holds(schema: &Validator, value: &Value, what: &str) {
    let found: Vec<String> =
        schema.iter_errors(value).map(|error| format!("{error} at {}", error.instance_path())).collect();
    assert!(found.is_empty(), "{what}: {found:?} in {value}");
}

/// Facts of every calculator beyond its example, with dice and house rules.
fn more(name: &str) -> Vec<Value> {
    let house = json!({ "extend": true, "tactical-range": 4000 });
    match name {
        "waterloo.attack" => vec![json!({
            "cv": 3, "power": 2, "how": "shock", "kind": "infantry", "formation": "column", "hill": true,
            "target": { "kind": "infantry", "formation": "square", "cover": "hill", "morale": 4, "terrain": 1, "general": 1 },
            "dice": [1, 2, 3, 6], "rolls": [6], "woods-minimum": 1
        })],
        "waterloo.duel" => {
            vec![json!({ "card": 71, "target": 146, "how": "long", "target-formation": "column", "hill": true })]
        }
        "waterloo.morale" => vec![json!({ "morale": "A", "hits": 1, "general": 2, "rolls": [4] })],
        "waterloo.general" => vec![json!({ "hits": 2, "rolls": [6, 1] })],
        "waterloo.assault" => vec![json!({ "targets": ["D"], "attacks": vec![json!({ "dice": 32, "power": 4 }); 9] })],
        "empire.initiative" => vec![json!({ "dice": [1, 10], "house": house }), json!({})],
        "empire.move" => vec![json!({ "who": { "leader": { "rank": "corps" } }, "house": house })],
        "empire.failed-integrity" => vec![json!({ "die": 10, "house": house })],
        name => {
            let calculator = calculators().iter().find(|one| one.name == name).expect("it is known");
            let mut facts: Value = serde_json::from_str(calculator.example).expect("an example");
            (facts["die"], facts["house"]) = (json!(10), house);
            vec![facts]
        }
    }
}

#[test]
fn what_crosses_is_as_the_schemas_say() {
    let schemas = schemas();
    let fault = &schemas["calculator-fault"].1;
    for calculator in calculators() {
        // Bombardment has the forms of fire.
        let name = calculator.name.replace("bombard", "fire").replace('.', "-");
        let [asked, answered] = ["facts", "answer"].map(|end| &schemas[format!("{name}-{end}").as_str()]);
        assert_eq!((asked.0, answered.0), (Direction::Read, Direction::Written));
        let example: Value = serde_json::from_str(calculator.example).expect("an example");
        let (mut whole, mut refused) = (example.clone(), 0);
        for facts in more(calculator.name).into_iter().chain([example]) {
            holds(&asked.1, &facts, calculator.name);
            let text = calculate(calculator.name, facts.to_string().as_bytes()).expect("an answer");
            let answer: Value = serde_json::from_str(&text).expect("JSON");
            holds(&answered.1, &answer, calculator.name);
            if let Some(facts) = answer.get("facts") {
                holds(&asked.1, facts, calculator.name);
                whole = facts.clone();
            }
        }
        // Whatever is read is as the schema says, and what is not of the form is told in the form of faults.
        let mut spoiled = Vec::new();
        odd_values().iter().for_each(|odd| spoilt(&whole, odd, &mut spoiled));
        for facts in spoiled {
            match calculate(calculator.name, facts.to_string().as_bytes()) {
                Ok(answer) => {
                    holds(&asked.1, &facts, calculator.name);
                    holds(&answered.1, &serde_json::from_str(&answer).expect("JSON"), calculator.name);
                }
                Err(error) => {
                    refused += usize::from(!asked.1.is_valid(&facts));
                    let wrong = error.params["faults"].as_array().expect("faults");
                    wrong.iter().for_each(|one| holds(fault, one, calculator.name));
                    assert!(
                        error.status == Status::Form || asked.1.is_valid(&facts),
                        "{}: {facts} has the form, but not by the schema: {error}",
                        calculator.name
                    );
                }
            }
        }
        assert!(refused > 20, "{}: the schema forbids what the reader does", calculator.name);
    }
}
