//! What crosses to a host in random games of both games is as the published schemas say, and what is not so is found.

mod common;
mod empire_games;

use common::properties::{Chooser, apply, play, players, seeds, viewers};
use eagles::chance::{Seed, Unmet};
use eagles::empire::Empire;
use eagles::empire::scenario::Scenario;
use eagles::game::{Game, Viewer};
use eagles::play::{ApplyError, Match, MatchOptions};
use eagles::record;
use eagles::schema::{Direction, published};
use eagles::waterloo::decks::{Collection, Rarity};
use eagles::waterloo::specials::handler::{Call, HandlerError, Handlers, Part, Reply};
use eagles::waterloo::specials::{Program, check::Checker};
use eagles::waterloo::{CardSet, Deal, Setup, Waterloo};
use jsonschema::Validator;
use schemars::{Schema, transform::transform_subschemas};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// A schema as it is published, and one that lets no field pass that it does not name.
struct Checks {
    plain: Validator,
    closed: Validator,
    direction: Direction,
}

/// Closes every object whose fields are named.
fn close(schema: &mut Schema) {
    if let Some(object) = schema.as_object_mut()
        && object.contains_key("properties")
    {
        object.entry("additionalProperties").or_insert(Value::Bool(false));
    }
    transform_subschemas(&mut close, schema);
}

/// What `calculators.rs` holds to its schemas.
fn of_calculators(name: &str) -> bool {
    name == "calculator-fault" || name.ends_with("-facts") || name.ends_with("-answer")
}

/// What `host.rs` holds to its schemas: the forms of hosts.
fn of_hosts(name: &str) -> bool {
    const OWN: [&str; 7] = ["bot", "empire-setup", "encoding", "error", "explanation", "odds", "outcomes"];
    let ends = ["-options", "-catalogue", "-rules", "-journal", "-news", "-offers"];
    OWN.contains(&name)
        || ["rerun", "save-about", "series-report", "standing"].contains(&name)
        || ends.iter().any(|end| name.ends_with(end))
}

/// The published schemas, and how often each was needed.
struct Book {
    checks: BTreeMap<&'static str, Checks>,
    used: Mutex<BTreeMap<&'static str, usize>>,
}

impl Book {
    fn open() -> Self {
        let made = |schema: &Schema| jsonschema::draft202012::new(schema.as_value()).expect("a schema");
        let checks = published().into_iter().map(|published| {
            assert!(jsonschema::draft202012::meta::is_valid(published.schema.as_value()), "{}", published.name);
            let mut closed = published.schema.clone();
            close(&mut closed);
            let (plain, closed) = (made(&published.schema), made(&closed));
            (published.name, Checks { plain, closed, direction: published.direction })
        });
        Self { checks: checks.collect(), used: Mutex::default() }
    }

    /// Checks a value that crosses, and changes of it that must not pass.
    fn check(&self, name: &str, value: &impl Serialize, chooser: &mut Chooser) -> Value {
        let value = serde_json::to_value(value).expect("what crosses has a JSON form");
        let (name, checks) = self.checks.get_key_value(name).unwrap_or_else(|| panic!("no schema {name}"));
        if let Err(error) = checks.closed.validate(&value) {
            panic!("{name}: {error} at {}: {value}", error.instance_path());
        }
        assert!(checks.plain.is_valid(&value), "{name}");
        // Anything may stand in the parameters of a record.
        let open = |path: &str| *name == "record" && path.starts_with("/header/params");
        let mut places = Vec::new();
        walk(&value, String::new(), &mut places);
        places.retain(|path| !open(path));
        for _ in 0..2 {
            let path = chooser.one_of(&places);
            let mut changed = value.clone();
            *changed.pointer_mut(path).expect("a place of it") = json!({ "no such thing": [null] });
            assert!(!checks.plain.is_valid(&changed), "{name} takes anything at {path}");
        }
        let path = chooser.one_of(&places);
        let mut changed = value.clone();
        if let Some(fields) = changed.pointer_mut(path).and_then(Value::as_object_mut) {
            fields.insert("no such field".to_owned(), Value::Null);
            assert!(!checks.closed.is_valid(&changed), "{name} has fields without names at {path}");
        }
        *self.used.lock().expect("nobody has failed").entry(name).or_default() += 1;
        value
    }

    /// The same for a value that hosts write: it is read again, and whatever can be read is as the schema says.
    fn read<T>(&self, name: &str, value: &T, chooser: &mut Chooser)
    where
        T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug,
    {
        assert_eq!(self.checks[name].direction, Direction::Read, "{name}");
        let whole = self.check(name, value, chooser);
        assert_eq!(serde_json::from_value::<T>(whole.clone()).as_ref().ok(), Some(value), "{name}");
        let mut places = Vec::new();
        walk(&whole, String::new(), &mut places);
        for _ in 0..4 {
            let mut changed = whole.clone();
            let path = chooser.one_of(&places);
            let place = changed.pointer_mut(path).expect("a place of it");
            match place {
                Value::Object(fields) if !fields.is_empty() => {
                    let keys: Vec<String> = fields.keys().cloned().collect();
                    let key = chooser.one_of(&keys);
                    let taken = fields.remove(key).expect("a key of it");
                    if chooser.below(3) == 0 {
                        fields.insert("odd".to_owned(), taken);
                    }
                }
                Value::Array(items) if !items.is_empty() => drop(items.pop()),
                Value::Number(_) => *place = chooser.one_of(&[json!(0), json!(-1), json!(70_000), json!(2.5)]).clone(),
                Value::String(_) => *place = chooser.one_of(&[json!("odd"), json!(""), json!(3), Value::Null]).clone(),
                _ => *place = Value::Null,
            }
            if let Ok(read) = serde_json::from_value::<T>(changed.clone()) {
                let valid = self.checks[name].plain.is_valid(&changed);
                assert!(valid, "{name}: {changed} is read as {read:?} and is not as its schema says");
            }
        }
    }

    /// Every schema that a name belongs to has been needed.
    fn all_used(&self, which: impl Fn(&str) -> bool) {
        let used = self.used.lock().expect("nobody has failed");
        let idle: Vec<_> = self.checks.keys().filter(|name| which(name) && !used.contains_key(*name)).collect();
        assert!(idle.is_empty(), "nothing was seen of {idle:?}");
    }
}

/// The places of a value, as pointers.
fn walk(value: &Value, at: String, out: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                walk(value, format!("{at}/{}", key.replace('~', "~0").replace('/', "~1")), out);
            }
        }
        Value::Array(items) => items.iter().enumerate().for_each(|(i, item)| walk(item, format!("{at}/{i}"), out)),
        _ => {}
    }
    out.push(at);
}

/// Everything that a match of a game gives its host, in random games. `of` is the name of the game.
fn crosses<G: Game>(book: &Book, of: &str, game: &Arc<G>, seeds: std::ops::Range<u64>, most: usize) {
    let name = |what: &str| format!("{of}-{what}");
    for seed in seeds {
        let mut cursors = vec![0; viewers(&**game).len()];
        let mut past: Vec<G::Action> = Vec::new();
        let mut hosted = play(game, seed, most, |hosted, chooser| {
            for (cursor, viewer) in cursors.iter_mut().zip(viewers(&**game)) {
                let (items, next) = hosted.events_since(*cursor, viewer);
                for item in items {
                    book.check(&name("item"), &**item, chooser);
                    match &**item {
                        eagles::play::Item::Event(event) => book.check(&name("event"), event, chooser),
                        eagles::play::Item::Match(note) => book.check("note", note, chooser),
                    };
                }
                *cursor = next;
                book.check("viewer", &viewer, chooser);
                if chooser.below(4) == 0 {
                    book.check(&name("view"), &hosted.view(viewer), chooser);
                }
            }
            let acting = hosted.to_act();
            for player in players(&**game) {
                let legal = hosted.legal(player);
                for action in legal.iter().take(3) {
                    book.read(&name("action"), action, chooser);
                    for breakdown in hosted.explain(player, action).expect("what is legal has its sums") {
                        book.check("breakdown", &breakdown, chooser);
                    }
                }
                if !legal.is_empty() && past.len() < 400 {
                    past.push(chooser.one_of(&legal).clone());
                }
                // What was possible once, for anybody.
                for _ in 0..if acting.has(player) { 6 } else { 1 } {
                    if past.is_empty() {
                        break;
                    }
                    if let Some(refusal) = game.refusal(hosted.state(), player, &chooser.one_of(&past).clone()) {
                        book.check(&name("refusal"), &refusal, chooser);
                    }
                }
                if chooser.below(60) == 0 {
                    saved(book, of, hosted, chooser);
                }
            }
        });
        let mut chooser = Chooser::new(seed + 1);
        saved(book, of, &hosted, &mut chooser);
        if hosted.outcome().is_none() {
            hosted.resign(eagles::game::Player(0)).expect("a player may give up");
        }
        let ending = hosted.outcome().expect("it is over");
        book.check("ending", &ending, &mut chooser);
        if let eagles::play::Ending::Rules(outcome) = ending {
            book.check("outcome", &outcome, &mut chooser);
        }
    }
}

/// What is kept of a match.
fn saved<G: Game>(book: &Book, of: &str, hosted: &Match<G>, chooser: &mut Chooser) {
    book.read("record", &hosted.record(), chooser);
    let json: Value = serde_json::from_str(&record::to_json(&hosted.record())).expect("a record is JSON");
    assert!(book.checks["record"].closed.is_valid(&json));
    for player in players(&**hosted.game()) {
        book.check(&format!("{of}-player-save"), &hosted.save_for(player).expect("a player of it"), chooser);
        let told = hosted.information_state(player).expect("a player of it");
        book.check(&format!("{of}-information-state"), &told, chooser);
    }
}

/// All that players can ask of a match around the game.
fn talk<G: Game>(book: &Book, game: &Arc<G>, seed: u64) {
    let mut chooser = Chooser::new(seed);
    let mut hosted = play(game, seed, 30, |_, _| {});
    let [one, other] = [0, 1].map(eagles::game::Player);
    // Asking leaves a trace whatever comes of it.
    for decline in [true, false] {
        let _ = hosted.ask_undo(one, 1);
        let _ = if decline { hosted.decline(other) } else { hosted.consent(other) };
    }
    hosted.offer_draw(one).expect("anybody may offer a draw");
    hosted.decline_draw(other).expect("and the other decline");
    hosted.offer_draw(other).expect("anybody may offer a draw");
    let mut forked = hosted.fork(None);
    hosted.accept_draw(one).expect("and the other accept");
    forked.resign(other).expect("a player may give up");
    for hosted in [&hosted, &forked] {
        for viewer in viewers(&**game) {
            for item in hosted.events_since(0, viewer).0 {
                if let eagles::play::Item::Match(note) = &**item {
                    book.check("note", note, &mut chooser);
                }
            }
        }
        book.check("ending", &hosted.outcome().expect("over"), &mut chooser);
        book.read("record", &hosted.record(), &mut chooser);
    }
}

/// What a host must supply, and is told so.
fn needs<G: Game>(book: &Book, game: &Arc<G>, seed: u64, most: usize) {
    let mut hosted = Match::new(Arc::clone(game), MatchOptions::hosted());
    let mut chooser = Chooser::new(seed);
    for _ in 0..most {
        let Some((player, action)) = chooser.action(&hosted) else { break };
        loop {
            match hosted.apply(player, &action) {
                Ok(()) => break,
                Err(ApplyError::Unmet(Unmet::Needed(needed))) => {
                    book.check("needed", &*needed, &mut chooser);
                    book.check("request", &needed.request, &mut chooser);
                    let one = match needed.request.kind {
                        eagles::chance::Kind::Dice { sides, .. } => 1 + chooser.below(usize::from(sides)) as u16,
                        eagles::chance::Kind::Pick { .. } => *chooser.one_of(&needed.options),
                    };
                    hosted.supply(&[one]).expect("a value that may be");
                }
                Err(error) => panic!("{action:?}: {error}"),
            }
        }
    }
    book.read("record", &hosted.record(), &mut chooser);
}

fn battle(code: &str, decoys: bool) -> Arc<Waterloo> {
    let mut setup = Setup::battle(code);
    setup.options.decoys = decoys;
    Arc::new(Waterloo::new(CardSet::embedded(), setup).expect("a battle of the chart"))
}

#[test]
fn waterloo() {
    let book = Book::open();
    let mut chooser = Chooser::new(5);
    for (i, code) in ["QB", "LI", "WA", "WV", "CH"].into_iter().enumerate() {
        let game = battle(code, i % 2 == 0);
        let from = 100 * i as u64;
        crosses(&book, "waterloo", &game, from..from + seeds(2).end, 260);
        needs(&book, &game, from, 80);
    }
    talk(&book, &battle("QB", false), 3);
    // What a battle is made of.
    let set = CardSet::embedded();
    set.cards().iter().for_each(|card| drop(book.check("waterloo-card", card, &mut chooser)));
    for code in ["QB", "LI", "WA", "WV", "CH"] {
        set.battle(code).iter().for_each(|row| drop(book.check("waterloo-battle", row, &mut chooser)));
    }
    set.programs().iter().for_each(|program| book.read("waterloo-program", program, &mut chooser));
    let mut collection = Collection::new();
    [(1, Rarity::Gold, 1), (1, Rarity::Bronze, 3), (7, Rarity::Silver, 2)]
        .into_iter()
        .for_each(|(number, rarity, count)| collection.add(number, rarity, count));
    book.read("waterloo-collection", &collection, &mut chooser);
    setups(&book, &mut chooser);
    handlers(&book);
    faults(&book, &mut chooser);
    book.all_used(|name| !name.starts_with("empire") && !of_calculators(name) && !of_hosts(name));
}

/// Setups, right and wrong.
fn setups(book: &Book, chooser: &mut Chooser) {
    let good = [
        json!({ "battle": "QB" }),
        json!({ "battle": "WA", "deals": { "french": "historical", "british": { "quota": null }, "prussian": "any" } }),
        json!({ "battle": "LI", "deals": { "french": { "quota": { "infantry": 9, "foot_artillery": 2 } } } }),
        json!({ "battle": "LI", "scale": { "by": 1, "over": 2 }, "options": { "decoys": true, "turn_cap": null } }),
        json!({ "battle": "WV", "deals": { "french": { "custom": [1, 2, 3] }, "prussian": { "collection": [] } } }),
    ];
    for setup in good {
        assert!(book.checks["waterloo-setup"].plain.is_valid(&setup), "{setup}");
        let setup: Setup = serde_json::from_value(setup).expect("a setup");
        book.read("waterloo-setup", &setup, chooser);
        if let Err(faults) = Waterloo::new(CardSet::embedded(), setup) {
            book.check("waterloo-setup-faults", &faults, chooser);
        }
    }
    let bad = [
        json!({ "battle": 4 }),
        json!({ "battle": "QB", "battles": 2 }),
        json!({ "battle": "QB", "deals": { "austrian": "any" } }),
        json!({ "battle": "QB", "deals": { "french": { "quota": { "lancers": 3 } } } }),
        json!({ "battle": "QB", "options": { "decoy": true } }),
        json!({}),
    ];
    for setup in bad {
        assert!(!book.checks["waterloo-setup"].plain.is_valid(&setup), "{setup}");
        assert!(serde_json::from_value::<Setup>(setup).is_err());
    }
    let every = json!({ "battle": "QB", "deals": {
        "french": { "custom": [1, 1, 1, 1, 1, 400, 150] }, "british": { "quota": { "general": 90 } }, "prussian": "any" },
        "scale": { "by": 7, "over": 9 }, "options": { "woods_minimum": 9, "turn_cap": 60_000 } });
    let faults =
        Waterloo::new(CardSet::embedded(), serde_json::from_value(every).expect("a setup")).expect_err("wrong");
    assert!(faults.0.len() > 3, "{faults}");
    book.check("waterloo-setup-faults", &faults, chooser);
    let gone = Waterloo::new(CardSet::embedded(), Setup::battle("XX")).expect_err("no such battle");
    book.check("waterloo-setup-faults", &gone, chooser);
}

/// Files that cannot be read, programs that cannot be run, words that mean nothing.
fn faults(book: &Book, chooser: &mut Chooser) {
    use eagles::waterloo::cards::{CardFiles, EMBEDDED};
    let cards = EMBEDDED.cards.replace("infantry", "infantri");
    let error = CardSet::from_csv(CardFiles { cards: &cards, ..EMBEDDED }).expect_err("no such kind");
    book.check("waterloo-card-faults", &error, chooser);
    let set = CardSet::embedded();
    let mut program = set.programs().first().expect("there are Specials").clone();
    program.windows.clear();
    program.text.effect = "x".repeat(100_000);
    let faults = Checker::new(&set).faults(&program);
    assert!(!faults.is_empty());
    faults.iter().for_each(|fault| drop(book.check("waterloo-program-fault", fault, chooser)));
    let game = battle("QB", false);
    let error = game.read_action(&game.start(), eagles::game::Player(0), "fly").expect_err("no such action");
    book.check("parse-error", &error, chooser);
}

/// A host that answers handlers by itself.
#[derive(Debug, Default)]
struct Heard(Mutex<Vec<Value>>);

impl Handlers for Heard {
    fn call(&self, call: &Call<'_>) -> Result<Reply, HandlerError> {
        let heard = serde_json::to_value(call).expect("a call is JSON");
        self.0.lock().expect("nobody has failed").push(heard);
        Ok(match call.answers.len() {
            0 => Reply::Roll(2),
            _ => Reply::Run(vec![Part { part: "then".to_owned(), card: None, value: 1 }]),
        })
    }
    fn hash(&self) -> u64 {
        1
    }
}

/// Calls of handlers in a battle where every Special has one.
fn handlers(book: &Book) {
    let mut chooser = Chooser::new(8);
    let set = CardSet::embedded();
    let handed: Vec<Program> = set
        .programs()
        .iter()
        .filter(|program| program.parts.is_empty())
        .map(|program| {
            let mut value = serde_json::to_value(program).expect("a program is JSON");
            value["parts"] = json!({ "then": value["effect"] });
            value["effect"] = json!([{ "handler": { "name": "asked" } }]);
            book.check("waterloo-program", &value, &mut chooser);
            serde_json::from_value(value).expect("a program")
        })
        .filter(|program| Checker::new(&set).faults(program).is_empty())
        .collect();
    assert!(handed.len() > 10, "{}", handed.len());
    let changed = Arc::new(set.extended("", &handed).expect("the cards with other programs"));
    let mut setup = Setup::battle("LI");
    for row in changed.battle("LI") {
        setup.deals.insert(row.army, Deal::AllHistorical);
    }
    let heard = Arc::new(Heard::default());
    let game = Arc::new(Waterloo::new(changed, setup).expect("a battle").with_handlers(heard.clone()));
    for seed in 0..3 {
        let mut hosted = Match::new(Arc::clone(&game), MatchOptions::seeded(Seed::from_number(seed)));
        for _ in 0..700 {
            let Some((player, action)) = chooser.action(&hosted) else { break };
            apply(&mut hosted, player, &action, seed);
            if chooser.below(20) == 0 {
                viewers(&*game)
                    .into_iter()
                    .for_each(|v| drop(book.check("waterloo-view", &hosted.view(v), &mut chooser)));
            }
        }
    }
    let heard = heard.0.lock().expect("nobody has failed");
    assert!(heard.len() > 20, "{} calls", heard.len());
    heard.iter().for_each(|call| drop(book.check("waterloo-handler-call", call, &mut chooser)));
    let part = |card| Part { part: "then".to_owned(), card, value: -3 };
    for reply in [
        Reply::Roll(3),
        Reply::Choose("which".to_owned()),
        Reply::Run(vec![part(None), part(Some(2))]),
        Reply::Run(Vec::new()),
    ] {
        book.read("waterloo-handler-reply", &reply, &mut chooser);
    }
    let fault = HandlerError {
        card: "fr-spc-x".to_owned(),
        handler: "asked".to_owned(),
        message: "no".to_owned(),
        traceback: vec!["here".to_owned()],
    };
    book.check("script-fault", &fault, &mut chooser);
}

#[test]
fn empire() {
    let book = Book::open();
    let mut chooser = Chooser::new(6);
    for (i, (game, most)) in empire_games::battles().into_iter().enumerate() {
        let from = 100 * i as u64;
        crosses(&book, "empire", &game, from..from + seeds(2).end, most);
        needs(&book, &game, from, 60);
        book.read("empire-scenario", &game.params(), &mut chooser);
    }
    talk(&book, &empire_games::melee(), 4);
    let scenario: Scenario = empire_games::thicket().params();
    let mut wrong = serde_json::to_value(&scenario).expect("a scenario is JSON");
    wrong["unit"][0]["ce"] = json!(99);
    wrong["unit"][1]["division"] = json!("nowhere");
    assert!(book.checks["empire-scenario"].plain.is_valid(&wrong), "it is well-formed all the same");
    let faults = Empire::new(serde_json::from_value(wrong.clone()).expect("well-formed")).expect_err("wrong");
    assert!(faults.len() > 1);
    book.check("empire-scenario-faults", &faults, &mut chooser);
    wrong["unit"][0]["class"] = json!("elephants");
    assert!(!book.checks["empire-scenario"].plain.is_valid(&wrong));
    let error = Scenario::from_toml("id = 3", "three.toml").expect_err("no scenario");
    book.check("empire-scenario-faults", &error, &mut chooser);
    let shared = ["waterloo", "outcome", "parse-error", "script-fault"];
    book.all_used(|name| {
        !shared.iter().any(|other| name.starts_with(other)) && !of_calculators(name) && !of_hosts(name)
    });
    assert!(book.checks["viewer"].plain.is_valid(&json!({ "player": 1 })));
    assert_eq!(serde_json::to_value(Viewer::Player(eagles::game::Player(1))).expect("JSON"), json!({ "player": 1 }));
}
