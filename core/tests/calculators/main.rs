//! Every calculator by name: facts and answers as JSON.

mod forms;
mod hostile;
mod sums;
mod waterloo;

use eagles::host::HostError;
use eagles::host::calculators::{calculate, calculators};
use serde_json::Value;

/// The answer of a calculator.
fn answer(name: &str, facts: &Value) -> Value {
    let text = calculate(name, facts.to_string().as_bytes()).unwrap_or_else(|error| panic!("{name} {facts}: {error}"));
    serde_json::from_str(&text).expect("an answer is JSON")
}

/// What is wrong with facts.
fn wrong(name: &str, facts: &Value) -> HostError {
    match calculate(name, facts.to_string().as_bytes()) {
        Ok(answer) => panic!("{name} {facts} answers {answer}"),
        Err(error) => error,
    }
}

/// The faults of an error: where, and its code.
fn faults(error: &HostError) -> Vec<String> {
    let list = error.params["faults"].as_array().unwrap_or_else(|| panic!("{error} lists its faults"));
    let text = |fault: &Value, key: &str| fault[key].as_str().unwrap_or_default().to_owned();
    list.iter().map(|fault| format!("{} {}", text(fault, "at"), text(fault, "code"))).collect()
}

#[test]
fn every_calculator_answers_its_example() {
    for calculator in calculators() {
        let facts: Value = serde_json::from_str(calculator.example).expect(calculator.name);
        let answer = answer(calculator.name, &facts);
        assert!(answer.is_object() && !calculator.help.is_empty() && !calculator.cites.is_empty());
        if let Some(again) = answer.get("facts") {
            assert_eq!(self::answer(calculator.name, again)["facts"], *again, "facts are read as they are written");
        }
    }
}

#[test]
fn names_are_what_they_are() {
    let names: Vec<&str> = calculators().iter().map(|calculator| calculator.name).collect();
    assert_eq!(
        names,
        [
            "waterloo.attack",
            "waterloo.duel",
            "waterloo.morale",
            "waterloo.general",
            "waterloo.assault",
            "empire.assault",
            "empire.fire",
            "empire.bombard",
            "empire.square",
            "empire.morale",
            "empire.initiative",
            "empire.leader",
            "empire.integrity",
            "empire.failed-integrity",
            "empire.order",
            "empire.move",
        ]
    );
}
