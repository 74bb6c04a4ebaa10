//! Every rule case of `tests/cases/` holds.

mod harness;

use eagles::chance::Supplied;
use eagles::cite::Coded;
use eagles::empire::{Empire, Scenario};
use eagles::game::{Failure, Game, Player};
use eagles::waterloo::{Setup, Waterloo};
use harness::{case, empire, run, shared};
use serde_json::{Value, json};
use std::path::Path;

/// The cases in a form that needs no harness, one line of JSON each.
const RECORDS: &str = "cases/waterloo.jsonl";
const EMPIRE: &str = "cases/empire.jsonl";

#[test]
fn every_rule_case_holds() {
    let files = case::load().expect("the case files can be read");
    let mut games = run::Games::default();
    let mut tally = Tally::default();
    for (path, file) in &files {
        for case in &file.cases {
            tally.run(&shared::stem(path), &case.name, &case.rule, || run::run(&mut games, file, case).faults);
        }
    }
    tally.end(files.len());
}

#[test]
fn every_rule_case_of_empire_holds() {
    let files = empire::case::load().expect("the case files can be read");
    let mut tally = Tally::default();
    for (path, file) in &files {
        for case in &file.cases {
            tally.run(&shared::stem(path), &case.name, &case.rule, || empire::run::run(file, case).faults);
        }
    }
    tally.end(files.len());
}

/// Counts cases and keeps what differed.
#[derive(Default)]
struct Tally {
    cases: usize,
    failed: Vec<String>,
}

impl Tally {
    fn run(&mut self, file: &str, name: &str, rule: &[String], run: impl FnOnce() -> Vec<String>) {
        let title = format!("{file}: {name}");
        if !shared::is_wanted(&title) {
            return;
        }
        self.cases += 1;
        let faults = run();
        if !faults.is_empty() {
            self.failed.push(format!("{title} {rule:?}\n    {}", faults.join("\n    ")));
        }
    }

    fn end(&self, files: usize) {
        let Self { cases, failed } = self;
        assert!(*cases > 0 || std::env::var_os("EAGLES_CASE").is_some(), "no case was run");
        println!("{cases} rule cases in {files} files");
        assert!(failed.is_empty(), "{} of {cases} cases differ:\n\n{}\n", failed.len(), failed.join("\n\n"));
    }
}

/// `EAGLES_BLESS=1` writes the file anew; read what has changed in it.
#[test]
fn the_records_for_other_languages_are_up_to_date() {
    let mut games = run::Games::default();
    let mut text = String::new();
    for (path, file) in case::load().expect("the case files can be read") {
        for case in &file.cases {
            put(&mut text, &path, run::run(&mut games, &file, case).record);
        }
    }
    shared::records_hold(RECORDS, &text);
}

#[test]
fn the_records_of_empire_are_up_to_date() {
    let mut text = String::new();
    for (path, file) in empire::case::load().expect("the case files can be read") {
        for case in &file.cases {
            put(&mut text, &path, empire::run::run(&file, case).record);
        }
    }
    shared::records_hold(EMPIRE, &text);
}

fn put(text: &mut String, path: &Path, mut record: Value) {
    record["file"] = shared::stem(path).into();
    text.push_str(&record.to_string());
    text.push('\n');
}

/// The records are whole: a runner that knows nothing of boards and names comes to the same end.
#[test]
fn the_records_run_without_the_harness() {
    let text = std::fs::read_to_string(harness::tests_dir().join(RECORDS)).expect("the records can be read");
    for line in text.lines() {
        let record: Value = serde_json::from_str(line).expect("a record is JSON");
        let patch = serde_json::from_value(record.get("patch").cloned().unwrap_or_else(|| json!({}))).expect("a patch");
        let setup: Setup = serde_json::from_value(record["setup"].clone()).expect("a setup");
        let programs = serde_json::from_value(record.get("programs").cloned().unwrap_or_else(|| json!({})));
        let set = harness::card_set(&patch, &programs.expect("programs")).expect("a card set");
        if record.get("faults").is_some() {
            assert!(Waterloo::new(set, setup).is_err(), "{line}");
            continue;
        }
        rerun(&Waterloo::new(set, setup).expect("a sound setup"), &record);
    }
}

#[test]
fn the_records_of_empire_run_without_the_harness() {
    let text = std::fs::read_to_string(harness::tests_dir().join(EMPIRE)).expect("the records can be read");
    let mut battles = 0;
    for line in text.lines() {
        let record: Value = serde_json::from_str(line).expect("a record is JSON");
        let Some(scenario) = record.get("scenario") else { continue };
        let scenario: Scenario = serde_json::from_value(scenario.clone()).expect("a scenario");
        battles += 1;
        if record.get("faults").is_some() {
            assert!(Empire::new(scenario).is_err(), "{line}");
            continue;
        }
        rerun(&Empire::new(scenario).expect("a sound scenario"), &record);
    }
    assert!(battles > 0, "there are no battles");
}

fn rerun<G: Game>(game: &G, record: &Value) {
    let list = |key: &str| record.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let by = |entry: &Value| {
        (0..game.players()).map(Player).find(|&p| game.player_name(p) == entry["player"]).expect("a player of the game")
    };
    let mut state = game.read_state(&text(&record["position"])).expect("a position");
    for step in list("steps") {
        let player = by(&step);
        let action = game.read_action(&state, player, &text(&step["action"])).expect("an action");
        let values: Vec<u16> =
            step.get("draws").map_or_else(Vec::new, |d| serde_json::from_value(d.clone()).expect("draws"));
        let mut events: Vec<G::Event> = Vec::new();
        match game.apply(&mut state, player, &action, &mut Supplied::of(values), &mut events) {
            Ok(()) => {
                assert_eq!(game.write_state(&state), text(&step["position"]), "{record}");
                assert_eq!(json!(events.iter().map(Coded::code).collect::<Vec<_>>()), step["events"], "{record}");
            }
            Err(Failure::Refused(refusal)) => assert_eq!(refusal.code(), step["refused"], "{record}"),
            Err(Failure::Unmet(unmet)) => panic!("{unmet}: {record}"),
        }
    }
    for entry in list("may").iter().chain(&list("may_not")) {
        let player = by(entry);
        let action = game.read_action(&state, player, &text(&entry["action"])).expect("an action");
        let refused = game.refusal(&state, player, &action).map(|r| r.code());
        assert_eq!(refused, entry.get("refused").and_then(Value::as_str), "{entry} in {record}");
    }
    let outcome = game.outcome(&state);
    assert_eq!(outcome.map(|o| o.code), record.get("outcome").and_then(|o| o["code"].as_str()), "{record}");
}

/// What the README shows is true.
#[test]
fn the_examples_of_the_readme_hold() {
    let text = std::fs::read_to_string(harness::tests_dir().join("cases/README.md")).expect("the README can be read");
    let mut games = run::Games::default();
    let (mut cases, mut empires) = (0, 0);
    for block in text.split("```toml\n").skip(1) {
        let block = block.split("```").next().unwrap_or_default();
        let Ok(file) = toml::from_str::<case::File>(block) else {
            let file: empire::case::File = toml::from_str(block).expect("an example is a file of cases of a game");
            for case in &file.cases {
                empires += 1;
                let faults = empire::run::run(&file, case).faults;
                assert!(faults.is_empty(), "{}: {faults:?}", case.name);
            }
            continue;
        };
        for case in &file.cases {
            cases += 1;
            let faults = run::run(&mut games, &file, case).faults;
            assert!(faults.is_empty(), "{}: {faults:?}", case.name);
        }
    }
    assert!(cases > 1 && empires > 1, "the README has lost its examples");
}

#[test]
fn every_case_has_a_name_of_its_own() {
    for (path, file) in case::load().expect("the case files can be read") {
        shared::names_differ(&path, file.cases.iter().map(|c| c.name.as_str()));
    }
    for (path, file) in empire::case::load().expect("the case files can be read") {
        shared::names_differ(&path, file.cases.iter().map(|c| c.name.as_str()));
    }
}
