//! The rule cases of both games, `core/tests/cases/*.jsonl`, through the C interface: the same events, refusals, numbers and
//! positions, byte for byte where the record has them, and as the games themselves give them where it has not.

mod abi;

use abi::{No, REFEREE, Rules, Table, calculate, core_tests};
use eagles::chance::{Supplied, Unmet};
use eagles::cite::Coded;
use eagles::empire::{Empire, Scenario};
use eagles::game::{Failure, Game, Player, Quiet};
use eagles::waterloo::cards::{CardFiles, EMBEDDED};
use eagles::waterloo::{CardSet, Setup, Waterloo};
use eagles_ffi::*;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

fn records(name: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(core_tests().join("cases").join(name)).expect("the records can be read");
    text.lines().map(|line| serde_json::from_str(line).expect("a record is JSON")).collect()
}

fn list<'a>(record: &'a Value, key: &str) -> &'a [Value] {
    record.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_else(|| panic!("{key} is a text in {value}"))
}

fn value(of: &impl Serialize) -> Value {
    serde_json::to_value(of).expect("JSON")
}

/// What was looked at.
#[derive(Default, Debug)]
struct Tally {
    cases: usize,
    faulty: usize,
    steps: usize,
    refused: usize,
    draws: usize,
    probes: usize,
    numbers: usize,
    /// Steps after which the match made something by itself.
    automatic: usize,
    /// Steps of the record that the match had made by itself already.
    made: usize,
}

/// One record, through C and through the game itself.
struct Run<'a, G> {
    game: &'a G,
    rules: &'a Rules,
    setup: String,
    record: &'a Value,
    tally: &'a mut Tally,
}

impl<G: Game> Run<'_, G> {
    fn open(&self, position: &str) -> Table {
        let options = json!({ "draws": "host", "position": position }).to_string();
        self.rules.open(&self.setup, &options).unwrap_or_else(|no| panic!("{no:?}: {}", self.record))
    }

    fn by(&self, entry: &Value) -> u8 {
        let name = text(entry, "player");
        (0..self.game.players()).find(|&p| self.game.player_name(Player(p)) == name).expect("a player of the game")
    }

    fn state(&self, position: &str) -> G::State {
        self.game.read_state(position).expect("a position of the record")
    }

    /// The whole case.
    fn all(&mut self) {
        self.tally.cases += 1;
        let mut position = text(self.record, "position").to_owned();
        let mut table = self.open(&position);
        let steps = list(self.record, "steps");
        for (n, step) in steps.iter().enumerate() {
            if table.position() != position {
                table = self.open(&position);
            }
            if table.position() != position {
                // The match passes by itself at once where nothing else can be done.
                let mut state = self.state(&position);
                let made = self.game.automate(&mut state, &mut Supplied::new(), &mut Quiet).expect("no draws");
                assert!(made > 0 && table.position() == self.game.write_state(&state), "{}", self.record);
                assert!(step.get("refused").is_none(), "{}", self.record);
                self.tally.made += 1;
                position = text(step, "position").to_owned();
                continue;
            }
            let rest: Vec<u16> = steps[n..]
                .iter()
                .flat_map(|step| list(step, "draws"))
                .map(|draw| draw.as_u64().expect("a number") as u16)
                .collect();
            if let Some(next) = self.step(&table, &position, step, &rest) {
                position = next;
            }
        }
        if table.position() != position {
            table = self.open(&position);
        }
        self.probes(&table, &position);
        self.outcome(&table, &position);
    }

    /// One step; the position of the record after it.
    fn step(&mut self, table: &Table, position: &str, step: &Value, rest: &[u16]) -> Option<String> {
        let (by, word, record) = (self.by(step), text(step, "action"), self.record);
        let (hash, (_, cursor)) = (table.state_hash(), table.events(REFEREE, 0).expect("the referee"));
        let mut state = self.state(position);
        let action = self.game.read_action(&state, Player(by), word).expect("an action of the record");
        let mut events: Vec<G::Event> = Vec::new();
        let mut rest = rest.to_vec();
        let (applied, used) = loop {
            let mut supplied = Supplied::of(rest.iter().copied());
            let applied = self.game.apply_whole(&mut state, Player(by), &action, &mut supplied, &mut events);
            // What the match makes by itself behind the last step may draw, too.
            let Err(Failure::Unmet(Unmet::Needed(needed))) = &applied else {
                break (applied, rest.len() - supplied.rest().len());
            };
            rest.push(needed.options.first().copied().unwrap_or(1));
        };
        // Every draw is asked for, and asking changes nothing.
        if used > 0 && applied.is_ok() {
            self.tally.draws += used;
            let no = table.apply(by, word).expect_err("a draw is asked for");
            assert_eq!(no.status, EAGLES_NEEDS_DRAW, "{no:?} {record}");
            let params = no.value()["params"].clone();
            assert!(params["request"].is_object() && params["text"].is_string(), "{no:?}");
            assert_eq!(list(&params, "options").len(), list(&params, "option_texts").len());
            table.supply(&rest[..used]).unwrap_or_else(|no| panic!("{no:?}: {record}"));
        }
        assert_eq!(table.state_hash(), hash);
        match (applied, step.get("refused")) {
            (Ok(automatic), None) => {
                table.apply(by, word).unwrap_or_else(|no| panic!("{no:?}: {word} in {record}"));
                self.tally.steps += 1;
                let (news, next) = table.events(REFEREE, cursor).expect("the referee");
                let news: Value = serde_json::from_str(&news).expect("news");
                let items = list(&news, "items");
                assert_eq!((next - cursor) as usize, items.len());
                let (told, notes): (Vec<&Value>, Vec<&Value>) =
                    items.iter().partition(|item| item.get("event").is_some_and(|event| !event.is_null()));
                // The match itself says nothing but that it is over.
                assert_eq!(notes.len(), usize::from(table.over().0), "{news}");
                assert!(notes.iter().all(|note| note["match"]["ended"].is_object()), "{news}");
                assert_eq!(told.len(), events.len(), "{news} {record}");
                for (told, event) in told.iter().zip(&events) {
                    assert_eq!(told["event"], value(event), "{record}");
                    assert_eq!(told["code"], event.code());
                    assert_eq!(told["cites"], value(&event.cites()));
                    assert_eq!(told["text"], self.game.event_text(event));
                }
                let codes: Vec<Value> = told.iter().map(|told| told["code"].clone()).collect();
                let wanted = list(step, "events");
                assert_eq!(table.position(), self.game.write_state(&state), "{word} in {record}");
                assert_eq!(table.state_hash(), self.game.state_hash(&state));
                if automatic == 0 {
                    assert_eq!(table.position(), text(step, "position"), "{record}");
                    assert_eq!(codes, wanted, "{record}");
                } else {
                    self.tally.automatic += 1;
                    assert!(codes.starts_with(wanted), "{codes:?} {record}");
                }
                Some(text(step, "position").to_owned())
            }
            (Err(Failure::Refused(refusal)), Some(code)) => {
                let no = table.apply(by, word).expect_err("a refusal");
                assert_eq!((Value::from(no.code()), table.state_hash()), (code.clone(), hash), "{record}");
                self.is_refusal(&no, &refusal);
                None
            }
            (other, wanted) => panic!("{word} gives {other:?}, not {wanted:?}: {record}"),
        }
    }

    /// The error is this refusal, whole.
    fn is_refusal(&mut self, no: &No, refusal: &G::Refusal) {
        self.tally.refused += 1;
        // An action in a battle that is over gets the status of that.
        let over = no.status == EAGLES_E_OVER && refusal.code() == "game-over";
        assert!(no.status == EAGLES_E_REFUSED || over, "{no:?}");
        assert_eq!(no.code(), refusal.code());
        assert_eq!(no.cites(), refusal.cites().iter().map(|cite| cite.0).collect::<Vec<_>>());
        assert!(!no.cites().is_empty(), "a refusal says by which rule: {no:?}");
        assert_eq!(no.value()["params"], value(refusal));
        assert_eq!(no.value()["message"], refusal.to_string());
    }

    fn probes(&mut self, table: &Table, position: &str) {
        let (here, hash) = (table.position(), table.state_hash());
        let state = self.state(&here);
        for entry in list(self.record, "may").iter().chain(list(self.record, "may_not")) {
            let (by, word) = (self.by(entry), text(entry, "action"));
            let Ok(action) = self.game.read_action(&state, Player(by), word) else {
                assert_ne!(here, position);
                continue;
            };
            self.tally.probes += 1;
            let (explained, found) = (table.explain(by, word), self.game.explain(&state, Player(by), &action));
            match found {
                Ok(numbers) => {
                    let json = explained.unwrap_or_else(|no| panic!("{no:?}: {entry} in {}", self.record));
                    assert_eq!(json, format!("{{\"numbers\":{}}}", serde_json::to_string(&numbers).expect("JSON")));
                    assert!(here != position || entry.get("refused").is_none(), "{entry} in {}", self.record);
                }
                Err(refusal) => {
                    let no = explained.expect_err("a refusal");
                    self.is_refusal(&no, &refusal);
                    let tried = table.apply(by, word).expect_err("a refusal");
                    assert!(tried == no || (table.over().0 == 1 && tried.status == EAGLES_E_OVER), "{tried:?}");
                    assert!(here != position || entry["refused"] == no.code(), "{entry} in {}", self.record);
                }
            }
        }
        for entry in list(self.record, "numbers") {
            let (by, word) = (self.by(entry), text(entry, "action"));
            if here != position {
                continue;
            }
            self.tally.numbers += 1;
            let json = table.explain(by, word).unwrap_or_else(|no| panic!("{no:?}: {entry} in {}", self.record));
            let explained: Value = serde_json::from_str(&json).expect("an explanation");
            let numbers = list(&explained, "numbers");
            if let Value::Object(totals) = &entry["totals"] {
                for (what, total) in totals {
                    let sum = numbers.iter().find(|sum| sum["what"] == **what);
                    assert_eq!(sum.map(|sum| &sum["total"]), Some(total), "{entry} in {}", self.record);
                }
            } else {
                let totals: Vec<Value> = numbers.iter().map(|sum| json!([sum["what"], sum["total"]])).collect();
                assert_eq!(totals, list(entry, "totals"), "{entry} in {}", self.record);
            }
            for part in numbers.iter().flat_map(|sum| list(sum, "parts")) {
                assert!(!text(part, "cite").is_empty(), "every part is cited: {part}");
            }
            let lines = table.explain_text(by, word).expect("it is allowed");
            assert!(lines.lines().count() >= numbers.len(), "{lines}");
        }
        assert_eq!(table.state_hash(), hash, "asking changes nothing");
    }

    fn outcome(&self, table: &Table, position: &str) {
        let standing: Value = serde_json::from_str(&table.standing()).expect("a standing");
        if table.position() != position {
            return;
        }
        let Some(outcome) = self.record.get("outcome") else {
            assert!(standing["ending"].is_null() && table.over() == (0, EAGLES_NOBODY), "{standing} {}", self.record);
            return;
        };
        assert_eq!(standing["ending"]["code"], outcome["code"], "{}", self.record);
        let winner = outcome["winner"].as_str().map(|name| {
            (0..self.game.players()).find(|&p| self.game.player_name(Player(p)) == name).expect("a player")
        });
        assert_eq!(table.over(), (1, winner.unwrap_or(EAGLES_NOBODY)));
        assert_eq!((table.to_act(), table.next_to_ask()), (0, None));
    }
}

/// The codes of the faults of a setup.
fn fault_codes(no: &No) -> Vec<Value> {
    assert_eq!(no.status, EAGLES_E_INVALID_SETUP, "{no:?}");
    let value = no.value();
    list(&value["params"], "faults").iter().map(|fault| fault["code"].clone()).collect()
}

/// The texts of the card set with what a record changes.
fn files(record: &Value) -> (String, String) {
    let patch: BTreeMap<String, BTreeMap<String, String>> =
        record.get("patch").map(|patch| serde_json::from_value(patch.clone()).expect("a patch")).unwrap_or_default();
    let mut reader = csv::Reader::from_reader(EMBEDDED.cards.as_bytes());
    let header = reader.headers().expect("a header").clone();
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(&header).expect("memory");
    for row in reader.records() {
        let mut row: Vec<String> = row.expect("a row").iter().map(str::to_owned).collect();
        for (column, value) in patch.get(&row[1]).into_iter().flatten() {
            let at = header.iter().position(|name| name == column).expect("a column");
            row[at].clone_from(value);
        }
        writer.write_record(&row).expect("memory");
    }
    let cards = String::from_utf8(writer.into_inner().expect("memory")).expect("UTF-8");
    let mut programs: Vec<Value> = serde_json::from_str(EMBEDDED.programs).expect("programs");
    for (id, fields) in record.get("programs").and_then(Value::as_object).into_iter().flatten() {
        let program = programs.iter_mut().find(|program| program["id"] == id.as_str()).expect("a program");
        for (key, value) in fields.as_object().expect("fields") {
            program[key] = value.clone();
        }
    }
    (cards, serde_json::to_string(&programs).expect("JSON"))
}

/// The card set and the rules of a record.
type Material = (Arc<CardSet>, Rules);

fn material(record: &Value) -> Material {
    if record.get("patch").is_none() && record.get("programs").is_none() {
        return (CardSet::embedded(), Rules::shipped("waterloo"));
    }
    let (cards, programs) = files(record);
    let set = CardSet::from_csv(CardFiles { cards: &cards, programs: &programs, ..EMBEDDED }).expect("a card set");
    let options = json!({ "card-set": { "cards": cards, "programs": programs } }).to_string();
    (Arc::new(set), Rules::new("waterloo", &options).unwrap_or_else(|no| panic!("{no:?}: {record}")))
}

#[test]
fn waterloo() {
    let mut tally = Tally::default();
    let mut kept: BTreeMap<String, Material> = BTreeMap::new();
    for record in records("waterloo.jsonl") {
        let key = format!("{} {}", record["patch"], record["programs"]);
        let (set, rules) = kept.entry(key).or_insert_with(|| material(&record));
        let setup = record["setup"].to_string();
        if record.get("faults").is_some() {
            let no = rules.check(&setup).expect_err("a faulty setup");
            assert_eq!(fault_codes(&no), list(&record, "faults"), "{record}");
            assert_eq!(rules.open(&setup, "").expect_err("a faulty setup"), no);
            tally.faulty += 1;
            continue;
        }
        rules.check(&setup).unwrap_or_else(|no| panic!("{no:?}: {record}"));
        let made: Setup = serde_json::from_str(&setup).expect("a setup");
        let game = Waterloo::new(Arc::clone(set), made).expect("a sound setup");
        Run { game: &game, rules, setup, record: &record, tally: &mut tally }.all();
    }
    println!("{tally:?}");
    assert!(tally.cases > 750 && tally.faulty > 5 && tally.steps > 900 && tally.refused > 150, "{tally:?}");
    assert!(tally.automatic * 3 < tally.steps && tally.made * 4 < tally.steps, "{tally:?}");
}

#[test]
fn empire() {
    let mut tally = Tally::default();
    let rules = Rules::shipped("empire");
    for record in records("empire.jsonl") {
        let Some(scenario) = record.get("scenario") else { continue };
        let setup = json!({ "scenario": scenario }).to_string();
        if record.get("faults").is_some() {
            let no = rules.check(&setup).expect_err("a faulty scenario");
            assert_eq!(fault_codes(&no), list(&record, "faults"), "{record}");
            tally.faulty += 1;
            continue;
        }
        let made: Scenario = serde_json::from_value(scenario.clone()).expect("a scenario");
        let game = Empire::new(made).expect("a sound scenario");
        Run { game: &game, rules: &rules, setup, record: &record, tally: &mut tally }.all();
    }
    println!("{tally:?}");
    assert!(tally.cases > 300 && tally.steps > 300 && tally.refused > 30, "{tally:?}");
    assert!(tally.automatic + tally.made < tally.steps / 10, "{tally:?}");
}

/// Every sum in an answer, wherever it stands.
fn sums<'a>(answer: &'a Value, found: &mut Vec<&'a Value>) {
    match answer {
        Value::Object(map) if map.contains_key("parts") && map.contains_key("total") => found.push(answer),
        Value::Object(map) => map.values().for_each(|value| sums(value, found)),
        Value::Array(array) => array.iter().for_each(|value| sums(value, found)),
        _ => {}
    }
}

/// How many make a point.
fn per(sum: &Value) -> i64 {
    sum["per"].as_i64().unwrap_or(1)
}

/// The parts of a sum as the records write them: `ce:9+hits:-1`, in points.
fn parts(sum: &Value) -> String {
    let per = per(sum);
    let one = |part: &Value| {
        let amount = part["amount"].as_i64().expect("a number");
        let points =
            if amount % per == 0 { (amount / per).to_string() } else { (amount as f64 / per as f64).to_string() };
        format!("{}:{points}", text(part, "code"))
    };
    list(sum, "parts").iter().map(one).collect::<Vec<_>>().join("+")
}

/// Whether `wanted` stands somewhere in `answer`: an object with at least its fields.
fn holds(answer: &Value, wanted: &Value) -> bool {
    let here = match (answer, wanted) {
        (Value::Object(answer), Value::Object(wanted)) => {
            wanted.iter().all(|(key, value)| answer.get(key).is_some_and(|found| found == value || value.is_null()))
        }
        _ => answer == wanted,
    };
    here || match answer {
        Value::Object(map) => map.values().any(|value| holds(value, wanted)),
        Value::Array(array) => array.iter().any(|value| holds(value, wanted)),
        _ => false,
    }
}

#[test]
fn charts() {
    let (mut cases, mut faulty, mut rolls) = (0, 0, 0);
    for record in records("empire.jsonl") {
        let Some(chart) = record.get("chart").and_then(Value::as_str) else { continue };
        let name = format!("empire.{}", if chart == "orders" { "order" } else { chart });
        let ask = |dice: Option<&Value>| {
            let mut facts = record["facts"].clone();
            if facts.is_null() {
                facts = json!({});
            }
            if let Some(house) = record.get("house") {
                facts["house"] = house.clone();
            }
            match dice.and_then(Value::as_array) {
                Some(dice) if chart == "initiative" => facts["dice"] = json!(dice),
                Some(dice) => facts["die"] = dice[0].clone(),
                None => {}
            }
            calculate(&name, &facts.to_string())
        };
        if record.get("faults").is_some() {
            let no = ask(None).expect_err("faulty facts");
            assert_eq!(no.status, EAGLES_E_INVALID_FACTS, "{no:?}");
            let found = no.value();
            let codes: Vec<Value> =
                list(&found["params"], "faults").iter().map(|fault| fault["code"].clone()).collect();
            assert_eq!(codes, list(&record, "faults"), "{no:?} {record}");
            faulty += 1;
            continue;
        }
        cases += 1;
        let answers: Vec<Value> = std::iter::once(None)
            .chain(list(&record, "rolls").iter().map(|roll| Some(&roll["dice"])))
            .map(|dice| {
                let json = ask(dice).unwrap_or_else(|no| panic!("{name}: {no:?} {record}"));
                serde_json::from_str(&json).expect("an answer")
            })
            .collect();
        let mut found = Vec::new();
        answers.iter().for_each(|answer| sums(answer, &mut found));
        for wanted in list(&record, "sums") {
            let fits = |sum: &&&Value| {
                sum["total"] == wanted["total"] && per(sum) == per(wanted) && parts(sum) == text(wanted, "parts")
            };
            let all: Vec<String> = found.iter().map(|sum| parts(sum)).collect();
            assert!(found.iter().any(|sum| fits(&sum)), "{name}: {wanted} is not among {all:?} {record}");
        }
        for (roll, answer) in list(&record, "rolls").iter().zip(&answers[1..]) {
            rolls += 1;
            assert!(holds(answer, &roll["result"]), "{name} {roll}: {answer}");
        }
    }
    println!("{cases} charts, {rolls} rolls, {faulty} with faults");
    assert!(cases > 200 && rolls > 100 && faulty > 0);
}
