//! The quick forms of the words against the words themselves.

use super::*;
use crate::card;
use crate::sandbox::{Entry, FunctionRef, Sandbox, Script, ScriptError};
use eagles::waterloo::types::{Formation, Kind, Place};
use eagles::waterloo::{ALLIED, FRENCH};
use std::any::Any;

/// Twelve cards of both players: face-up and face-down, of every type, known and unknown.
fn scene(cards: &CardSet) -> Scene {
    let numbers: Vec<u16> = cards.cards().iter().map(|card| card.number).collect();
    let facts = |slot: u8| {
        let printed = (slot % 4 != 3).then(|| numbers[usize::from(slot) * 7 % numbers.len()]);
        CardFacts {
            player: if slot < 7 { FRENCH } else { ALLIED },
            slot,
            card: None,
            printed,
            kind: (slot != 5).then_some(Kind::ALL[usize::from(slot) % Kind::ALL.len()]),
            at: Place(slot % 6),
            up: !slot.is_multiple_of(3),
            formation: Formation::ALL[usize::from(slot) % 3],
            blown: slot == 4,
            hits: slot % 3,
            cv: printed.map(|_| slot % 5),
        }
    };
    Scene {
        player: FRENCH,
        turn: 3,
        own_turn: false,
        aim: Subject::slot(FRENCH, 2),
        place: Some(Place(2)),
        it: Subject::slot(ALLIED, 8),
        counter: 0,
        cards: (0..12).map(facts).collect(),
    }
}

/// What a handler says and the steps that it took: with the quick forms, and with the words alone.
fn both(body: &str, answers: &[i16]) -> [(Result<Value, ScriptError>, u64); 2] {
    let quick = calls(Vocabulary::new());
    let mut plain = quick.clone();
    for entry in plain.entries.values_mut() {
        if let Entry::Quick { word, .. } = entry {
            *entry = Entry::Word(word.clone());
        }
    }
    let cards = CardSet::embedded();
    let options = Arc::new(BTreeSet::from(["mood".to_owned()]));
    let call = Call { card: "card", handler: "go", answers: answers.to_vec(), scene: scene(&cards) };
    let cards = Arc::new(cards);
    let source = format!("return function(ctx) {body} end");
    [quick, plain].map(|words| {
        let script = Script::new("card", source.as_bytes(), &Arc::new(words), &card::limits())
            .unwrap_or_else(|error| panic!("{error}\n{source}"));
        let mut sandbox = Sandbox::new(&card::limits()).unwrap();
        sandbox.load(&script).unwrap();
        let function = FunctionRef { script: "card".into(), number: 0 };
        let mut steps = Vec::new();
        let mut results = Vec::new();
        for _ in 0..3 {
            let asked = Arc::new(Asked::new(&call, &cards, &options));
            let host: Arc<dyn Any + Send + Sync> = asked.clone();
            results.push(sandbox.call(&function, &[asked.context()], Some(host)));
            steps.push(sandbox.spent().steps);
        }
        assert!(results.iter().all(|result| *result == results[0]), "{body}");
        assert!(steps.iter().all(|count| *count == steps[0]), "{body}: {steps:?}");
        (results.swap_remove(0), steps[0])
    })
}

/// Gives what both say, which is the same.
fn same(body: &str, answers: &[i16]) -> Result<Value, ScriptError> {
    let [(quick, _), (plain, _)] = both(body, answers);
    assert_eq!(quick, plain, "{body}");
    quick
}

#[test]
fn cards_lists_what_its_word_lists() {
    let cards = CardSet::embedded();
    let known = scene(&cards).cards[0].printed.and_then(|number| cards.by_number(number)).unwrap().clone();
    let mut filters: Vec<String> =
        ["", "nil", "{}", "{ kind = nil }", "table.freeze({ up = true })"].map(str::to_owned).into();
    for (key, ..) in FILTER {
        let odd = ["1", "-1", "''", "'?'", "{}", "0/0", "'general'", "'\\255'", "('x'):rep(100)", "'é'"];
        filters.extend(odd.map(|value| format!("{{ {key} = {value} }}")));
        filters.extend([true, false].map(|flag| format!("{{ {key} = {flag} }}")));
    }
    filters.extend(KINDS.map(|kind| format!("{{ kind = '{kind}' }}")));
    filters.extend(positions().map(|at| format!("{{ at = '{at}', up = true }}")));
    filters.extend(["own", "foe"].map(|of| format!("{{ of = '{of}', hit = true, blown = false }}")));
    filters.extend(["line", "column", "square"].map(|formation| format!("{{ formation = '{formation}' }}")));
    filters.push(format!("{{ id = '{}' }}", known.id));
    filters.push(format!("{{ corps = \"{}\", nation = \"{}\" }}", known.corps, known.nationality));
    filters.extend(known.tags.iter().map(|tag| format!("{{ tag = '{tag}', of = 'own' }}")));
    filters.extend(
        ["'x'", "7", "{ 1 }", "{ up = true, 1 }", "{ knd = 'troop' }", "{}, 1", "{ [true] = 1 }"].map(str::to_owned),
    );
    let (mut listed, mut refused) = (0, 0);
    for filter in filters {
        match same(&format!("return cards({filter})"), &[]) {
            Ok(Value::Array(list)) => listed += list.len(),
            Ok(other) => panic!("{filter}: {other}"),
            Err(_) => refused += 1,
        }
    }
    assert!(listed > 100 && refused > 80, "{listed} {refused}");
    let mine = same(&format!("return cards {{ id = '{}' }}", known.id), &[]).unwrap();
    assert_eq!(mine[0]["number"], 1);
}

#[test]
fn what_cards_gives_is_a_plain_table() {
    // The keys that are there, in order, and no more; a script may change it, and the next list has it as it was.
    let body = "local keys = {} for i, card in cards() do for key in pairs(card) do table.insert(keys, key) end end
        local one = cards()[6] one.at, one.mark = nil, 1 table.insert(keys, one.mark)
        return { keys, cards()[6], ctx.it, ctx.aim, #cards { of = 'foe' } }";
    let given = same(body, &[]).unwrap();
    assert_eq!(given[1]["at"], place_name(Place(5)));
    assert!(given[1].get("kind").is_none() && given[1].get("mark").is_none());
    assert_eq!(given[2]["number"], 9);
}

#[test]
fn ask_gives_what_its_word_gives() {
    for (answer, wanted) in [(-1, Value::Null), (3, json!(4)), (0, json!(1))] {
        assert_eq!(same("return ask('mood')", &[answer]).unwrap(), wanted);
    }
    for index in 0..12 {
        assert_eq!(same("return ask('target')", &[index]).unwrap()["number"], index + 1);
    }
    assert_eq!(same("return ask('target')", &[-1]).unwrap(), Value::Null);
    assert_eq!(same("return ask('target')", &[12]).unwrap(), Value::Null);
    assert_eq!(same("return { ask('mood'), ask('target').number }", &[1, 4]).unwrap(), json!([2, 5]));
    for odd in ["", "nil", "1", "'a', 2", "{}", "print", "'mood'"] {
        assert!(same(&format!("return ask({odd})"), &[]).is_err(), "{odd}");
    }
}

#[test]
fn listing_cards_is_paid_for() {
    let [(_, short), _] = both("return cards { id = 'nobody' }", &[]);
    let [(_, long), _] = both("return cards { of = 'own' }", &[]);
    assert!(long > short, "{short} {long}");
    let [(endless, _), _] = both("while true do cards() end", &[]);
    assert!(endless.is_err_and(|error| error.limit.is_some()));
}
