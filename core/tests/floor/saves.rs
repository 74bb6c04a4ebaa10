//! Saved games: every format for ever, and errors that say where.

use crate::common::properties::{fuzz::checksum, play};
use crate::common::skirmish::{Params, Skirmish};
use crate::skirmish;
use eagles::chance::Unmet;
use eagles::empire::{Empire, Scenario};
use eagles::game::{Game, Player};
use eagles::play::{Match, Redraw};
use eagles::record::{self, Difference, Hash, LoadError, ReadError, Record, SavedDraws};
use eagles::waterloo::{CardSet, Setup, Waterloo};
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/saves")
}

fn sample() -> Record {
    play(&skirmish(), 1815, 45, |_, _| {}).record()
}

/// A saved game loads: whole under the rules and with the cards it was made with, from its last position with others.
fn loads<G: Game>(game: Arc<G>, record: &Record) {
    let header = &record.header;
    let same = (header.rules_version, header.material.0, header.scripts.0)
        == (game.rules_version(), game.material_hash(), game.script_hash());
    if same {
        assert_eq!(record::verify(&*game, record), Ok(()));
        let hosted = Match::from_record(Arc::clone(&game), record).unwrap();
        assert_eq!(hosted.journal().len(), record.actions.len());
    } else {
        let error = record::verify(&*game, record).unwrap_err();
        match error {
            LoadError::RulesVersion { found, expected } => {
                assert_eq!((found, expected), (header.rules_version, game.rules_version()));
                assert!(error.to_string().contains("its last position can be gone on from"), "{error}");
            }
            LoadError::Material { .. } | LoadError::Scripts { .. } => {}
            _ => panic!("{error:?}"),
        }
        assert_eq!(Match::from_record(Arc::clone(&game), record).map(|_| ()), Err(error));
    }
    assert!(record::rerun(&*game, record).is_ok());
    let hosted = Match::from_position(Arc::clone(&game), record).unwrap();
    let position = game.read_state(&record.position).unwrap();
    // Under later rules a window may stand open there in which its player can only pass.
    if game.automatic(&position).is_none() {
        assert_eq!(&position, hosted.state());
    }
}

#[test]
fn every_format_loads_for_ever() {
    let (mut forms, mut rules) = (std::collections::BTreeSet::new(), std::collections::BTreeSet::new());
    for entry in std::fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        let record = record::read(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        match record.header.game.as_str() {
            "skirmish" => loads(Arc::new(Skirmish(record.params::<Skirmish>().unwrap())), &record),
            "waterloo" => {
                let setup: Setup = record.params::<Waterloo>().unwrap();
                loads(Arc::new(Waterloo::new(CardSet::embedded(), setup).unwrap()), &record);
            }
            "empire" => {
                let scenario: Scenario = record.params::<Empire>().unwrap();
                loads(Arc::new(Empire::new(scenario).unwrap()), &record);
            }
            other => panic!("{}: a save of `{other}`", path.display()),
        }
        let form = path.extension().unwrap().to_string_lossy().into_owned();
        forms.insert((record.header.game.clone(), record.header.format, form.clone()));
        rules.insert((record.header.game, record.header.rules_version, form));
    }
    for form in ["json", "eagles"] {
        for (game, version) in [
            ("skirmish", skirmish().rules_version()),
            ("waterloo", waterloo().rules_version()),
            ("empire", empire().rules_version()),
        ] {
            assert!(
                rules.contains(&(game.to_owned(), version, form.to_owned())),
                "no {form} fixture of {game} under version {version} of its rules; `NEW_FIXTURES=1 cargo test -p eagles \
                 --test floor` writes it"
            );
        }
    }
    for format in 1..=record::FORMAT {
        for form in ["json", "eagles"] {
            for game in ["skirmish", "waterloo", "empire"] {
                assert!(
                    forms.contains(&(game.to_owned(), format, form.to_owned())),
                    "no {form} fixture of {game} in format {format}; `NEW_FIXTURES=1 cargo test -p eagles --test floor` \
                     writes it"
                );
            }
        }
    }
}

/// A battle with decoys, in the middle of something.
fn waterloo() -> Arc<Waterloo> {
    let mut setup = Setup::battle("WA");
    setup.options.decoys = true;
    Arc::new(Waterloo::new(CardSet::embedded(), setup).unwrap())
}

/// A battle in the middle of something: orders on their way, cavalry that has charged.
fn empire() -> Arc<Empire> {
    Arc::new(Empire::new(Scenario::shipped("tutorial").unwrap()).unwrap())
}

/// Writes the fixtures of a new format, or of new rules, once; those that are there stay as they are.
#[test]
fn fixtures_are_written_once() {
    if std::env::var_os("NEW_FIXTURES").is_none() {
        assert!(folder().is_dir());
        return;
    }
    std::fs::create_dir_all(folder()).unwrap();
    let waterloo = play(&waterloo(), 1815, 150, |_, _| {}).record();
    let empire = play(&empire(), 1815, 150, |_, _| {}).record();
    for record in [sample(), waterloo, empire] {
        let name = format!("{}-{}-rules-{}", record.header.game, record::FORMAT, record.header.rules_version);
        for (form, bytes) in [("json", record::to_json(&record).into_bytes()), ("eagles", record::to_binary(&record))] {
            let path = folder().join(format!("{name}.{form}"));
            if !path.exists() {
                std::fs::write(path, bytes).unwrap();
            }
        }
    }
}

#[test]
fn a_damaged_file_says_what_is_wrong() {
    let record = sample();
    let binary = record::to_binary(&record);
    let json = record::to_json(&record);
    assert_eq!(record::read(b""), Err(ReadError::NotARecord));
    assert_eq!(record::read(b"  [1]"), Err(ReadError::NotARecord));
    assert_eq!(record::read(b"PK\x03\x04"), Err(ReadError::NotARecord));
    for end in 7..binary.len() {
        let cut = record::read(&binary[..end]).unwrap_err();
        assert!(matches!(cut, ReadError::Checksum { .. } | ReadError::Binary(_)), "{end}: {cut:?}");
    }
    for at in 7..binary.len() {
        let mut bad = binary.clone();
        bad[at] ^= 0x10;
        assert!(matches!(record::read(&bad), Err(ReadError::Checksum { .. })), "a changed byte at {at}");
    }
    let mut newer = binary.clone();
    newer[7] = 9;
    newer.truncate(binary.len() - 8);
    newer.extend(checksum(&newer.clone()));
    assert_eq!(record::read(&newer), Err(ReadError::Format { found: 9 }));
    let error = record::read(json.replacen("\"format\":1", "\"format\":77", 1).as_bytes()).unwrap_err();
    assert_eq!(error, ReadError::Format { found: 77 });
    assert!(error.to_string().contains("Update"), "{error}");

    let cases = [
        ("\"rules_version\":2", "\"rules_version\":\"two\"", "line 2 column"),
        ("\"material\"", "\"matter\"", "unknown field `matter`"),
        ("\"redraw\":\"fresh\"", "\"redraw\":\"twice\"", "unknown variant `twice`"),
        ("\"commit_reveal\":null", "\"commit_reveal\":3", "line"),
        ("\"start\":", "\"begin\":", "unknown field `begin`"),
        ("\"hash\":\"", "\"hash\":\"0", "16 hexadecimal digits"),
        ("\"seed\":\"1815\"", "\"seed\":\"-3\"", "is not a seed"),
    ];
    for (old, new, expected) in cases {
        assert!(json.contains(old), "{old} is in\n{json}");
        let error = record::read(json.replacen(old, new, 1).as_bytes()).unwrap_err().to_string();
        assert!(error.contains(expected), "{new}: {error}");
    }
    let deep = format!("{{\"header\":{{\"format\":1,\"params\":{}", "[".repeat(100_000));
    assert!(matches!(record::read(deep.as_bytes()), Err(ReadError::Json(_))), "no stack is deep enough");
    let huge = vec![b' '; record::MAX_BYTES + 1];
    assert_eq!(record::read(&huge), Err(ReadError::TooLarge { bytes: huge.len() }));
}

#[test]
fn caps_hold_when_reading() {
    let mut record = sample();
    let SavedDraws::Seeded { seed, mut counts } = record.header.draws else { panic!("it has a seed") };
    counts[3] = u64::MAX;
    record.header.draws = SavedDraws::Seeded { seed, counts };
    let error = record::read(&record::to_binary(&record)).unwrap_err();
    assert_eq!(error, ReadError::Count { stream: 3, count: u64::MAX });
    let mut record = sample();
    record.actions = vec![record.actions[0].clone(); eagles::play::MAX_ACTIONS + 1];
    let error = record::read(&record::to_binary(&record)).unwrap_err();
    assert_eq!(error, ReadError::TooManyActions { actions: eagles::play::MAX_ACTIONS + 1 });
}

#[test]
fn what_is_too_much_is_not_kept() {
    let forms = |record: &Record| {
        let json = record::to_json(record).into_bytes();
        [record::read(&record::to_binary(record)).unwrap_err(), record::read(&json).unwrap_err()]
    };
    let mut record = sample();
    record.actions = vec![record.actions[5].clone(); 80_000];
    record.actions.iter_mut().for_each(|logged| logged.draws.clear());
    for error in forms(&record) {
        let actions = eagles::play::MAX_ACTIONS + 1;
        assert_eq!(error, ReadError::TooManyActions { actions }, "the rest was left");
    }
    let mut record = sample();
    let drawn = eagles::chance::Drawn { code: String::new(), ..record.actions[0].draws[0].clone() };
    record.actions[0].draws = vec![drawn; record::MAX_DRAWS / 4];
    record.actions = vec![record.actions[0].clone(); 6];
    let error = record::read(&record::to_binary(&record)).unwrap_err();
    assert_eq!(error, ReadError::TooManyDraws { draws: record::MAX_DRAWS + 1 });
    let mut record = sample();
    record.header.commit_reveal =
        Some(record::CommitReveal { commitments: vec![String::new(); 5_000], reveals: vec![None; 3] });
    for error in forms(&record) {
        assert_eq!(error, ReadError::TooManyParties { parties: record::MAX_PARTIES + 1 });
    }
    let mut record = sample();
    record.notes = (0..1_000).map(|n| (n.to_string(), String::new())).collect();
    for error in forms(&record) {
        assert_eq!(error, ReadError::TooManyNotes { notes: record::MAX_NOTES + 1 });
    }
    for params in [
        serde_json::Value::from(vec![serde_json::Value::Null; record::MAX_PARAMS / 5]),
        serde_json::Value::from("x".repeat(record::MAX_PARAMS)),
        serde_json::json!({ "a": [{ "b": "y".repeat(record::MAX_PARAMS) }] }),
    ] {
        let mut record = sample();
        record.header.params = params;
        let [binary, json] = forms(&record);
        assert!(matches!(binary, ReadError::Binary(_)), "{binary}");
        assert!(json.to_string().contains("the parameters are larger than"), "{json}");
    }
    let mut record = sample();
    record.header.params = serde_json::json!({ "a": [1, -1, 1.5, true, null, "x", {}], "b": "" });
    assert_eq!(record::read(record::to_json(&record).as_bytes()), Ok(record.clone()));
    assert_eq!(record::read(&record::to_binary(&record)), Ok(record));
}

#[test]
fn the_hosts_notes_are_kept_and_capped() {
    let mut record = sample();
    for n in 0..record::MAX_NOTES {
        record.notes.insert(format!("{n:02}"), "é".repeat((record::MAX_NOTE - 2) / 2));
    }
    assert_eq!(record::read(record::to_json(&record).as_bytes()), Ok(record.clone()));
    assert_eq!(record::read(&record::to_binary(&record)), Ok(record.clone()));
    assert_eq!(record::verify(&*skirmish(), &record), Ok(()), "nothing in them decides a rule");
    record.notes.insert("more".into(), String::new());
    let error = ReadError::TooManyNotes { notes: record::MAX_NOTES + 1 };
    assert_eq!(record::read(&record::to_binary(&record)), Err(error.clone()));
    assert_eq!(record::read(record::to_json(&record).as_bytes()), Err(error));
    record.notes.retain(|name, _| name.as_str() < "02");
    record.notes.insert("01".into(), "x".repeat(record::MAX_NOTE));
    let error = ReadError::LongNote { note: 2, bytes: record::MAX_NOTE + 2 };
    assert_eq!(record::read(&record::to_binary(&record)), Err(error));
    // A record in JSON without any is one with none.
    let bare = record::to_json(&sample()).replacen("  \"notes\": {},\n", "", 1);
    assert!(!bare.contains("notes"));
    assert_eq!(record::read(bare.as_bytes()), Ok(sample()));
}

#[test]
fn another_game_or_material_is_named() {
    let game = skirmish();
    let error = |change: &dyn Fn(&mut Record)| {
        let mut record = sample();
        change(&mut record);
        let error = record::verify(&*game, &record).unwrap_err();
        assert_eq!(Match::from_record(Arc::clone(&game), &record).err(), Some(error.clone()));
        error.to_string()
    };
    assert!(
        error(&|r| r.header.game = "waterloo".into()).starts_with("field header.game: this is a record of `waterloo`")
    );
    assert!(error(&|r| r.header.params = serde_json::json!({ "width": -1 })).starts_with("field header.params: "));
    assert!(error(&|r| r.header.material = Hash(8)).starts_with("field header.material: "));
    assert!(error(&|r| r.header.scripts = Hash(8)).starts_with("field header.scripts: "));
    assert!(error(&|r| r.header.rules_version = 9).starts_with("field header.rules_version: "));
    assert!(error(&|r| r.start = "deal 0".into()).starts_with("field start: column "));
    assert!(error(&|r| r.position = String::new()).starts_with("field position: column "));
    assert!(error(&|r| r.position = r.start.clone()).contains("not the position that the actions lead to"));
    assert!(error(&|r| r.settled = Some(record::Settled::Resigned { by: Player(9) })).starts_with("field settled: "));
    let other = Skirmish(Params { cap: 61, ..Params::default() });
    assert_eq!(record::verify(&other, &sample()), Err(LoadError::OtherParams));
}

#[test]
fn the_first_divergence_is_named() {
    let game = skirmish();
    let whole = sample();
    let found = |change: &dyn Fn(&mut Record)| {
        let mut record = whole.clone();
        change(&mut record);
        let Err(LoadError::Diverged(divergence)) = record::verify(&*game, &record) else { panic!("it verifies") };
        let rerun = record::rerun(&*game, &record).unwrap();
        assert_eq!(rerun.first.as_ref(), Some(&divergence));
        let stops = !matches!(divergence.what, Difference::Hash { .. });
        assert_eq!(rerun.stopped.is_some(), stops);
        assert_eq!(rerun.played, if stops { divergence.action - 1 } else { record.actions.len() });
        assert!(divergence.to_string().starts_with(&format!("first divergence at action {} (`", divergence.action)));
        (divergence.action, divergence.what)
    };
    let (at, what) = found(&|r| r.actions[20].hash = Hash(1));
    assert!(at == 21 && matches!(what, Difference::Hash { expected: Hash(1), .. }), "{what:?}");
    let (at, what) = found(&|r| r.actions[10].word = "dance".into());
    assert!(at == 11 && matches!(what, Difference::Unreadable(ref e) if e.column == 1), "{what:?}");
    let (at, what) = found(&|r| r.actions[0].player = Player(1));
    assert!(at == 1 && matches!(what, Difference::Refused { code: "not-yours", .. }), "{what:?}");
    let (at, what) = found(&|r| r.actions[0].player = Player(200));
    assert!(at == 1 && what == Difference::NoSuchPlayer(Player(200)), "{what:?}");
    let (at, what) = found(&|r| r.actions[0].draws[0].values[0] = 99);
    assert!(at == 1 && matches!(what, Difference::Draw(_)), "{what:?}");
    let (at, what) = found(&|r| {
        r.actions[0].draws.pop();
    });
    assert!(at == 1 && matches!(what, Difference::Draw(_)), "{what:?}");
    let (at, what) = found(&|r| {
        let spare = r.actions[0].draws[0].clone();
        r.actions[2].draws.push(spare);
    });
    assert!(at == 3 && matches!(what, Difference::SpareDraws { count: 1, .. }), "{what:?}");
}

#[test]
fn a_save_of_other_rules_goes_on_from_its_position() {
    let mut record = sample();
    record.header.rules_version = 0;
    assert!(matches!(Match::from_record(skirmish(), &record), Err(LoadError::RulesVersion { found: 0, expected: 2 })));
    assert_eq!(record::rerun(&*skirmish(), &record).unwrap().rules_version, 0);
    let hosted = Match::from_position(skirmish(), &record).unwrap();
    assert_eq!(skirmish().write_state(hosted.state()), record.position);
    assert!(hosted.journal().is_empty());
}

#[test]
fn a_players_save_holds_nothing_that_is_not_his() {
    let hosted = play(&skirmish(), 1815, 45, |_, _| {});
    assert!(hosted.save_for(Player(2)).is_none());
    for player in [Player(0), Player(1)] {
        let save = hosted.save_for(player).unwrap();
        let json = serde_json::to_string(&save).unwrap();
        assert_eq!(save.view_hash, Hash(record::json_hash(&save.view)));
        for secret in ["seed", "counts", "1815", &Hash(hosted.state_hash()).to_string()] {
            assert!(!json.contains(secret), "{secret} is in\n{json}");
        }
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        let keys: Vec<_> = json.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(
            keys,
            [
                "ending",
                "events",
                "format",
                "game",
                "material",
                "params",
                "player",
                "rules_version",
                "scripts",
                "view",
                "view_hash"
            ]
        );
    }
}

#[test]
fn undo_modes_are_saved() {
    let mut record = sample();
    record.header.analysis = true;
    record.header.redraw = Redraw::Fresh;
    let mut hosted = Match::from_record(skirmish(), &record).unwrap();
    assert_eq!(hosted.record().header, record.header);
    let counts = hosted.draw_counts();
    hosted.undo(Player(0), record.actions.len()).unwrap();
    assert_eq!(hosted.draw_counts(), counts, "fresh draws stay gone");
    assert_eq!(hosted.state(), &skirmish().start());
}

/// An action of the sample that drew, and the position it was done in.
fn drawing(record: &Record) -> usize {
    record.actions.iter().rposition(|logged| !logged.draws.is_empty()).unwrap()
}

#[test]
fn forged_draws_are_found_by_the_seed() {
    let game = skirmish();
    let refused = |record: &Record| {
        let error = record::verify(&*game, record).unwrap_err();
        assert_eq!(Match::from_record(Arc::clone(&game), record).err(), Some(error.clone()));
        error
    };
    // The last draw is another, and all that follows from it is made to fit.
    let honest = sample();
    let at = drawing(&honest);
    let mut forged = honest.clone();
    let mut hosted = Match::new(Arc::clone(&game), eagles::play::MatchOptions::hosted());
    let apply = |hosted: &mut Match<Skirmish>, logged: &record::Logged| {
        let action = game.read_action(hosted.state(), logged.player, &logged.word).unwrap();
        hosted.supply(&logged.draws.iter().flat_map(|d| d.values.clone()).collect::<Vec<_>>()).unwrap();
        hosted.apply(logged.player, &action).unwrap();
    };
    honest.actions[..at].iter().for_each(|logged| apply(&mut hosted, logged));
    let drawn = forged.actions[at].draws.last_mut().unwrap();
    let place = drawn.values.len() - 1;
    let old = drawn.values[place];
    let action = game.read_action(hosted.state(), forged.actions[at].player, &forged.actions[at].word).unwrap();
    let _ = hosted.apply(forged.actions[at].player, &action);
    let other = (0..8).filter(|&v| v != old).find(|&value| {
        let mut tried = hosted.clone();
        let mut values: Vec<u16> = honest.actions[at].draws.iter().flat_map(|d| d.values.clone()).collect();
        *values.last_mut().unwrap() = value;
        tried.supply(&values).unwrap();
        tried.apply(honest.actions[at].player, &action).is_ok()
    });
    forged.actions[at].draws.last_mut().unwrap().values[place] = other.unwrap();
    let logged = forged.actions[at].clone();
    apply(&mut hosted, &logged);
    let whole = hosted.record();
    forged.actions = whole.actions;
    forged.position = whole.position;
    let mut host = forged.clone();
    host.header.draws = SavedDraws::Host;
    assert_eq!(record::verify(&*game, &host), Ok(()), "all but the seed fits");
    // The actions behind it are gone, and perhaps the words they used.
    let SavedDraws::Seeded { seed, mut counts } = forged.header.draws else { panic!("it has a seed") };
    let used = |record: &Record, stream: usize| -> u64 {
        let draws = record.actions.iter().flat_map(|a| &a.draws);
        draws.filter(|d| usize::from(d.stream.0) == stream).map(eagles::chance::Drawn::words).sum()
    };
    for (stream, count) in counts.iter_mut().enumerate() {
        *count = used(&forged, stream);
    }
    forged.header.draws = SavedDraws::Seeded { seed, counts };
    let error = refused(&forged);
    let LoadError::Diverged(ref divergence) = error else { panic!("{error}") };
    assert_eq!(divergence.action, at + 1);
    let draws = honest.actions[at].draws.len();
    assert!(matches!(&divergence.what, Difference::Draw(Unmet::NotOfSeed { draw, .. }) if *draw == draws), "{error}");
    assert!(error.to_string().contains(&format!("draw {draws}, for ")), "{error}");

    // Counts and streams.
    let stream = usize::from(honest.actions[at].draws[0].stream.0);
    for (redraw, off, right) in [(Redraw::Fresh, -1, false), (Redraw::Fresh, 5, true), (Redraw::Same, 5, false)] {
        let mut record = honest.clone();
        record.header.redraw = redraw;
        let SavedDraws::Seeded { seed, mut counts } = record.header.draws else { panic!("it has a seed") };
        counts[stream] = counts[stream].wrapping_add_signed(off);
        record.header.draws = SavedDraws::Seeded { seed, counts };
        if right {
            assert_eq!(record::verify(&*game, &record), Ok(()), "five words were taken back");
        } else {
            assert!(matches!(refused(&record), LoadError::Counts { stream: s, .. } if s == stream));
        }
    }
    let mut record = honest.clone();
    record.actions[at].draws[0].stream.0 = 9;
    record.header.draws = SavedDraws::Host;
    assert!(matches!(refused(&record), LoadError::Diverged(d) if matches!(d.what, Difference::Draw(_))));
}

#[test]
fn draws_behind_others_that_were_taken_back_are_found() {
    let game = skirmish();
    let options = eagles::play::MatchOptions {
        redraw: Redraw::Fresh,
        ..eagles::play::MatchOptions::seeded(eagles::chance::Seed::from_number(5)).analysis()
    };
    let mut hosted = Match::new(Arc::clone(&game), options);
    for _ in 0..50 {
        let action = hosted.legal(Player(0))[0];
        hosted.apply(Player(0), &action).unwrap();
        hosted.undo(Player(0), 1).unwrap();
    }
    let action = hosted.legal(Player(0))[0];
    hosted.apply(Player(0), &action).unwrap();
    let mut record = hosted.record();
    assert_eq!(record::verify(&*game, &record), Ok(()));
    assert_eq!(Match::from_record(Arc::clone(&game), &record).unwrap().record(), record);
    record.header.redraw = Redraw::Same;
    assert!(record::verify(&*game, &record).is_err(), "nothing may lie between them");
}

#[test]
fn nobody_gives_up_a_game_that_is_over() {
    let game = skirmish();
    let mut record = play(&game, 3, 500, |_, _| {}).record();
    assert_eq!(record::verify(&*game, &record), Ok(()));
    for settled in [record::Settled::Agreed, record::Settled::Resigned { by: Player(0) }] {
        record.settled = Some(settled);
        assert_eq!(record::verify(&*game, &record), Err(LoadError::AlreadyOver));
        assert_eq!(Match::from_record(Arc::clone(&game), &record).err(), Some(LoadError::AlreadyOver));
        assert_eq!(Match::from_position(Arc::clone(&game), &record).err(), Some(LoadError::AlreadyOver));
    }
}
