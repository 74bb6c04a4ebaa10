//! Both games behind one type: what hosts hand in and get, and that it is as the published schemas say.

use eagles::chance::Seed;
use eagles::host::forms::{BotForm, ForkForm, PUBLIC, PictureForm, REFEREE, SaveForm};
use eagles::host::{HostError, Hosted, Rules, Status, Word, about};
use eagles::schema::published;
use eagles::simulate::Threads;
use jsonschema::Validator;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The published schemas by name.
struct Book(BTreeMap<&'static str, Validator>);

impl Book {
    fn open() -> Self {
        let made =
            |one: &eagles::schema::Published| jsonschema::draft202012::new(one.schema.as_value()).expect("a schema");
        Self(published().iter().map(|one| (one.name, made(one))).collect())
    }

    /// A text that is JSON as the schema says.
    fn check(&self, name: &str, text: &[u8]) -> Value {
        let value: Value = serde_json::from_slice(text).expect("JSON");
        if let Err(error) = self.0[name].validate(&value) {
            panic!("{name}: {error} at {}: {value}", error.instance_path());
        }
        value
    }
}

fn written(write: impl FnOnce(&mut Vec<u8>) -> Result<(), HostError>) -> Vec<u8> {
    let mut out = Vec::new();
    write(&mut out).expect("it is written");
    out
}

fn bot(name: &str) -> BotForm {
    BotForm { name: name.to_owned(), seed: Some(Seed::from_number(7)), nodes: None }
}

fn open(game: &str) -> (Rules, Box<dyn Hosted>) {
    let rules = Rules::shipped(game).expect("a game");
    let setup = if game == "waterloo" { r#"{"battle": "QB"}"# } else { r#"{"shipped": "tutorial"}"# };
    let hosted = rules.open(setup, r#"{"seed": 1815}"#, || unreachable!("the seed is given")).expect("a match");
    (rules, hosted)
}

/// Plays on with random bots until somebody has won or so many actions are played.
fn play(hosted: &mut dyn Hosted, actions: usize) {
    for _ in 0..actions {
        let Some(player) = hosted.next_to_ask() else { return };
        let word = written(|out| hosted.choose_word(player, &bot("random"), out));
        hosted.apply(player, std::str::from_utf8(&word).expect("UTF-8")).expect("what a bot chooses is legal");
    }
}

#[test]
fn everything_that_a_host_gets_is_as_published() {
    let book = Book::open();
    for game in ["waterloo", "empire"] {
        let named = |name: &str| format!("{game}-{name}");
        let (rules, mut hosted) = open(game);
        book.check(&named("rules"), rules.catalogue().as_bytes());
        book.check(
            &named("catalogue"),
            &written(|out| {
                hosted.catalogue(out);
                Ok(())
            }),
        );
        let mut refused = 0;
        for round in 0..6 {
            play(&mut *hosted, 25);
            let standing = book.check(
                "standing",
                &written(|out| {
                    hosted.standing(out);
                    Ok(())
                }),
            );
            assert_eq!(standing["next_to_ask"].as_u64(), hosted.next_to_ask().map(u64::from));
            book.check(
                "encoding",
                &written(|out| {
                    hosted.encoding(out);
                    Ok(())
                }),
            );
            for viewer in [0, 1, PUBLIC, REFEREE] {
                book.check(&named("view"), &written(|out| hosted.view(viewer, out)));
                book.check(&named("news"), &written(|out| hosted.events(viewer, 0, out).map(|_| ())));
                let look = hosted.look(viewer).expect("a viewer");
                assert_eq!(
                    written(|out| {
                        look.json(out);
                        Ok(())
                    }),
                    written(|out| hosted.view(viewer, out))
                );
            }
            book.check(
                &named("journal"),
                &written(|out| {
                    hosted.journal(out);
                    Ok(())
                }),
            );
            for player in 0..2 {
                let offers = book.check(&named("offers"), &written(|out| hosted.legal(player, out)));
                book.check(
                    &named("information-state"),
                    &written(|out| hosted.information_state(player, out).map(|_| ())),
                );
                book.check(&named("player-save"), &written(|out| hosted.save_for(player, out)));
                for offer in offers.as_array().expect("a list").iter().take(4) {
                    let word = offer["word"].as_str().expect("a word");
                    book.check("explanation", &written(|out| hosted.explain(player, word, out)));
                    // The same action as JSON.
                    let action = offer["action"].to_string();
                    assert_eq!(
                        written(|out| hosted.explain(player, &action, out)),
                        written(|out| hosted.explain(player, word, out)),
                    );
                    let mut outcomes = Vec::new();
                    match hosted.outcomes(player, word, 300, &mut outcomes) {
                        Ok(()) => drop(book.check("outcomes", &outcomes)),
                        Err(error) => assert_eq!(error.status, Status::TooMany, "{error}"),
                    }
                    // The other player may not do it, unless both are to act.
                    if let Err(error) = hosted.explain(1 - player, word, &mut Vec::new()) {
                        book.check("error", error.to_json().as_bytes());
                        refused += 1;
                    }
                }
            }
            if round == 2 && hosted.winner().is_none() {
                hosted.say(0, Word::OfferDraw).expect("an offer");
            }
        }
        assert!(refused > 3, "{refused}");
        let saved = written(|out| hosted.save(&SaveForm::default(), out));
        book.check("record", &saved);
        book.check("save-about", about(&saved).expect("a save").as_bytes());
        book.check("rerun", rules.rerun(&saved, "").expect("a rerun").as_bytes());
        rules.verify(&saved, "").expect("it is true");
        let loaded = rules.load(&saved, "").expect("it loads");
        assert_eq!(loaded.state_hash(), hosted.state_hash());
        let setup = if game == "waterloo" { r#"{"battle": "LI"}"# } else { r#"{"meeting": {"units": 6}}"# };
        let form = r#"{"games": 20, "players": ["random", "random"], "seed": 4}"#;
        let mut series = rules.simulate(setup, form).expect("a series");
        let mut rows = Vec::new();
        series.run(7, 1, &Threads, &mut |row| rows.push(row)).expect("a slice");
        let progress = series.run(100, 2, &Threads, &mut |row| rows.push(row)).expect("the rest");
        assert_eq!((progress.played, progress.done, rows.len()), (20, 1, 20));
        let sliced = written(|out| {
            series.report(out);
            Ok(())
        });
        book.check("series-report", &sliced);
        let mut whole = rules.simulate(setup, form).expect("a series");
        whole.run(20, 2, &Threads, &mut |_| ()).expect("all");
        assert_eq!(
            sliced,
            written(|out| {
                whole.report(out);
                Ok(())
            }),
            "slices and workers change nothing"
        );
    }
}

#[test]
fn odds_are_of_what_is_thrown_and_add_up() {
    let book = Book::open();
    for game in ["waterloo", "empire"] {
        let (_, mut hosted) = open(game);
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..200 {
            let Some(player) = hosted.next_to_ask() else { break };
            let offers: Value = serde_json::from_slice(&written(|out| hosted.legal(player, out))).expect("JSON");
            for offer in offers.as_array().expect("a list").iter().take(12) {
                let word = offer["word"].as_str().expect("a word");
                let odds = book.check("odds", &written(|out| hosted.odds(player, word, out)));
                let lines = written(|out| hosted.odds_text(player, word, out));
                let throws = odds["throws"].as_array().expect("a list");
                assert_eq!(lines.split(|&byte| byte == b'\n').count(), throws.len() + 1);
                for throw in throws {
                    let results = throw["results"].as_array().expect("a list");
                    let all: f64 = results.iter().filter_map(|one| one["p"].as_f64()).sum();
                    assert!((all - 1.0).abs() < 1e-9, "{throw}");
                    seen.insert(throw["of"].to_string());
                }
            }
            play(&mut *hosted, 1);
        }
        assert!(seen.len() >= 2, "{seen:?}");
    }
}

#[test]
fn what_hosts_hand_in_is_as_published() {
    let book = Book::open();
    let good = [
        ("bot", json!({ "name": "greedy", "seed": 3, "nodes": 10 })),
        (
            "match-options",
            json!({ "seed": "12", "draws": "host", "analysis": true, "redraw": "same", "answers": false }),
        ),
        ("fork-options", json!({ "seed": 5 })),
        ("load-options", json!({ "from-position": true, "answers": [{ "question": {}, "reply": { "roll": 2 } }] })),
        ("save-options", json!({ "form": "binary", "notes": { "french": "a person" } })),
        ("series-options", json!({ "games": 5, "players": ["greedy", "random"] })),
        ("picture-options", json!({ "command": true, "arcs": [1, 2], "trails-since": 0 })),
        ("rules-options", json!({ "mods": ["a/folder", { "manifest": "", "files": { "cards/a.lua": "" } }] })),
        ("empire-setup", json!({ "meeting": { "units": 10, "seed": 1 } })),
        ("waterloo-setup", json!({ "battle": "QB" })),
    ];
    for (name, value) in good {
        book.check(name, value.to_string().as_bytes());
        let wrong = json!({ "no-such-field": 1 });
        assert!(!book.0[name].is_valid(&wrong), "{name} takes any field");
    }
}

#[test]
fn the_same_match_and_bot_give_the_same_answer() {
    for game in ["waterloo", "empire"] {
        let (_, mut hosted) = open(game);
        play(&mut *hosted, 30);
        let player = hosted.next_to_ask().expect("it goes on");
        let first = written(|out| hosted.choose(player, &bot("greedy"), out));
        assert_eq!(first, written(|out| hosted.choose(player, &bot("greedy"), out)));
        let mut fork = hosted.fork(&ForkForm::default());
        assert_eq!(first, written(|out| fork.choose(player, &bot("greedy"), out)));
        play(&mut *fork, 5);
        assert_ne!(fork.state_hash(), hosted.state_hash(), "a fork goes its own way");
    }
}

#[test]
fn a_sample_is_what_its_player_sees() {
    for game in ["waterloo", "empire"] {
        let (_, mut hosted) = open(game);
        let mut compared = [0, 0];
        for _ in 0..60 {
            play(&mut *hosted, 1);
            // Where another is to act, he may hold nothing in the sample, and the match has passed for him.
            let Some(player) = hosted.next_to_ask() else { break };
            let sample = hosted.sample(player, Seed::from_number(3)).expect("a position that fits");
            let seen = |hosted: &dyn Hosted| {
                String::from_utf8(written(|out| hosted.view(player, out))).expect("a view is UTF-8")
            };
            assert_eq!(seen(&*hosted), seen(&*sample));
            compared[usize::from(player)] += 1;
        }
        assert!(compared.iter().all(|&times| times > 3), "{compared:?}");
    }
}

#[test]
fn a_place_a_viewer_and_a_bot_that_are_not_there_are_named() {
    let (_, mut hosted) = open("waterloo");
    let status = |error: Result<(), HostError>| error.expect_err("it is not there").status;
    assert_eq!(status(hosted.apply_place(0, 99_999)), Status::Range);
    assert_eq!(status(hosted.apply(7, "deal")), Status::Unknown);
    assert_eq!(status(hosted.view(9, &mut Vec::new())), Status::Unknown);
    assert_eq!(status(hosted.choose(0, &bot("napoleon"), &mut Vec::new())), Status::Unknown);
    assert_eq!(
        status(hosted.svg(0, &PictureForm { command: true, ..PictureForm::default() }, &mut Vec::new())),
        Status::Unsupported
    );
    assert_eq!(status(hosted.answer(r#"{"roll": 1}"#)), Status::NotAllowed);
    assert_eq!(status(Rules::shipped("chess").map(|_| ())), Status::Unknown);
    let rules = Rules::shipped("empire").expect("a game");
    assert_eq!(status(rules.check("{}")), Status::Form);
    assert_eq!(status(rules.check(r#"{"shipped": "borodino"}"#)), Status::Unknown);
    assert_eq!(status(rules.check(r#"{"toml": "id = 3"}"#)), Status::InvalidSetup);
}
