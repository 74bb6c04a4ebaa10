//! Every rule case of `tests/cases/waterloo/` holds.

mod harness;

use eagles::chance::Supplied;
use eagles::cite::Coded;
use eagles::game::{Failure, Game, Player};
use eagles::waterloo::{Event, Setup, Waterloo};
use harness::{case, run};
use serde_json::{Value, json};

/// The cases in a form that needs no harness, one line of JSON each.
const RECORDS: &str = "cases/waterloo.jsonl";

#[test]
fn every_rule_case_holds() {
    let files = case::load("waterloo").expect("the case files can be read");
    let only = std::env::var("EAGLES_CASE").unwrap_or_default();
    let mut games = run::Games::default();
    let (mut cases, mut failed) = (0, Vec::new());
    for (path, file) in &files {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        for case in &file.cases {
            let title = format!("{name}: {}", case.name);
            if !title.contains(&only) {
                continue;
            }
            cases += 1;
            let faults = run::run(&mut games, file, case).faults;
            if !faults.is_empty() {
                failed.push(format!("{title} {:?}\n    {}", case.rule, faults.join("\n    ")));
            }
        }
    }
    assert!(cases > 0, "no case was run");
    println!("{cases} rule cases in {} files", files.len());
    assert!(failed.is_empty(), "{} of {cases} cases differ:\n\n{}\n", failed.len(), failed.join("\n\n"));
}

/// `EAGLES_BLESS=1` writes the file anew; read what has changed in it.
#[test]
fn the_records_for_other_languages_are_up_to_date() {
    let mut games = run::Games::default();
    let mut text = String::new();
    for (path, file) in case::load("waterloo").expect("the case files can be read") {
        for case in &file.cases {
            let mut record = run::run(&mut games, &file, case).record;
            record["file"] = path.file_stem().unwrap_or_default().to_string_lossy().into();
            text.push_str(&record.to_string());
            text.push('\n');
        }
    }
    let path = harness::tests_dir().join(RECORDS);
    if std::env::var_os("EAGLES_BLESS").is_some() {
        std::fs::write(&path, &text).expect("the records can be written");
        return;
    }
    let kept = std::fs::read_to_string(&path).expect("the records can be read");
    for (line, (old, new)) in kept.lines().zip(text.lines()).enumerate() {
        assert_eq!(old, new, "line {} of {RECORDS}; EAGLES_BLESS=1 writes it anew", line + 1);
    }
    assert_eq!(
        kept.lines().count(),
        text.lines().count(),
        "cases were added or dropped; EAGLES_BLESS=1 writes {RECORDS} anew"
    );
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

fn rerun(game: &Waterloo, record: &Value) {
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
        let mut events: Vec<Event> = Vec::new();
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
    let mut cases = 0;
    for block in text.split("```toml\n").skip(1) {
        let block = block.split("```").next().unwrap_or_default();
        let file: case::File = toml::from_str(block).expect("an example is a file of cases");
        for case in &file.cases {
            cases += 1;
            let faults = run::run(&mut games, &file, case).faults;
            assert!(faults.is_empty(), "{}: {faults:?}", case.name);
        }
    }
    assert!(cases > 1, "the README has lost its examples");
}

#[test]
fn every_case_has_a_name_of_its_own() {
    let files = case::load("waterloo").expect("the case files can be read");
    for (path, file) in &files {
        let mut names: Vec<&str> = file.cases.iter().map(|c| c.name.as_str()).collect();
        names.sort_unstable();
        for pair in names.windows(2) {
            assert_ne!(pair[0], pair[1], "{}", path.display());
        }
    }
}
