//! Words carried out inside the interpreter against the same words in Rust.

use super::*;
use crate::card;

fn both(source: &str) -> [Result<Value, ScriptError>; 2] {
    let script = Script::new("card.lua", source.as_bytes(), &card::words(), &card::limits())
        .unwrap_or_else(|error| panic!("{error}\n{source}"));
    let mut sandbox = Sandbox::new(&card::limits()).unwrap();
    let quick = sandbox.load(&script).map(|loaded| loaded.value);
    let mut sandbox = Sandbox::new(&card::limits()).unwrap();
    let (careful, _) = sandbox.run_file(&script, true);
    [quick, careful.map(|loaded| loaded.value)]
}

#[test]
fn builders_give_what_their_words_give() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("cards");
    let mut cards = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let source = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let [quick, careful] = both(&source);
        assert!(quick.is_ok());
        assert_eq!(quick, careful);
        cards += 1;
    }
    assert_eq!(cards, 40);
}

#[test]
fn builders_take_odd_arguments_as_their_words_do() {
    let odd = [
        "",
        "nil",
        "{}",
        "1",
        "'x'",
        "true",
        "{ 1 }",
        "{ 1, 2 }",
        "{ nil, 2 }",
        "{ at = 'aim' }",
        "{ at = 1, 2 }",
        "{ [3] = 1 }",
        "{ at = 0/0 }",
        "{ at = 1.5 }",
        "{ at = { 1, x = 2 } }",
        "{ [true] = 1 }",
        "lapse()",
        "{ lapse() }",
        "some(own.troops {})",
        "{ ['$word'] = 'on' }",
        "{ ['$function'] = 0 }",
        "{ at = print }",
        "print",
        "nil, nil",
        "1, nil",
        "nil, 1",
        "1, 2",
        "{ 1 }, 2",
        "{ at = 1 }, 2",
        "1, 2, 3, 4, 5, 6, 7, 8, 9",
        "lapse(), lapse()",
        "1e300",
        "-0",
        "table.freeze({ at = 'aim' })",
        "'\\255'",
        "{ ['\\255'] = 1 }",
    ];
    // One that takes a table, one that takes a table but has no keys, those with one, two and more places, and a list.
    let words = ["own.troops", "lapse", "foe_turns", "on", "need", "card", "position", "all_of", "modify", "special"];
    let mut refused = 0;
    for word in words {
        for arguments in odd {
            for source in
                [format!("return {word}({arguments})"), format!("\n\nreturn {{ a = {{ {word}({arguments}) }} }}")]
            {
                let [quick, careful] = both(&source);
                refused += usize::from(careful.is_err());
                assert_eq!(quick, careful, "{source}");
            }
        }
    }
    assert!(refused > 100, "{refused}");
}

#[test]
fn what_builders_made_can_not_be_changed() {
    for source in [
        "local made = modify { morale = 1 } made.morale = 2",
        "local made = all_of(lapse()) made.conds = 1",
        "local made = all_of(lapse(), lapse()) for key, list in made do if type(list) == 'table' then list[1] = 1 end end",
        "local made = foe_turns(2) table.clear(made)",
        "local made = run('part') made.part = 'other'",
        "local made = run('part', { value = 1 }) made.value = 2",
    ] {
        let [quick, careful] = both(source);
        for error in [quick, careful] {
            assert!(error.is_err_and(|error| error.message.contains("readonly")), "{source}");
        }
    }
    // A list that a builder holds holds the builder: it is read again with the list as it was.
    let [quick, careful] = both("local list = {} local made = all_of(list) list[1] = made return made");
    assert_eq!(quick, careful);
    // Shared tables are counted as often as they stand there.
    let source = "local made = all_of { lapse() } for i = 1, 30 do made = all_of { made, made } end return made";
    let [quick, careful] = both(source);
    for error in [quick, careful] {
        assert_eq!(error.map_err(|error| error.limit), Err(Some(Limit::Value)));
    }
}
