//! The shipped cards: `lua/cards/` and the programs of the core are the same, and are loaded fast.

use eagles::waterloo::CardSet;
use eagles_lua::{card, write};
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("cards")
}

/// What stands in the first lines of a card file.
fn title(set: &CardSet, id: &str) -> String {
    let card = set.by_id(id).unwrap_or_else(|| panic!("no card {id}"));
    format!("{} ({}; {})", card.name, card.army, card.battles.join(", "))
}

/// `lua/cards/` holds what the core plays. After a change of programs.json, `EAGLES_BLESS=1` writes anew the files that
/// build something else.
#[test]
fn the_cards_build_the_programs_of_the_core() {
    let set = CardSet::embedded();
    assert_eq!(set.programs().len(), 40);
    let bless = std::env::var_os("EAGLES_BLESS").is_some();
    for program in set.programs() {
        let file = format!("{}.lua", program.id);
        let path = folder().join(&file);
        let source = std::fs::read_to_string(&path).unwrap_or_default();
        let built = card::load(&file, &source);
        if bless && built.as_ref().map_or(true, |card| card.program != *program) {
            let text = write::card_file(&title(&set, &program.id), program);
            std::fs::write(&path, text).unwrap_or_else(|error| panic!("{file}: {error}"));
            continue;
        }
        let card = built.unwrap_or_else(|faults| {
            let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
            panic!("{}", faults.join("\n"))
        });
        assert_eq!(card.warnings, [], "{file}");
        assert_eq!(card.program, *program, "{file}: run this test with EAGLES_BLESS=1, or change programs.json");
    }
    let mut files: Vec<String> = std::fs::read_dir(folder())
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    files.sort();
    let mut known: Vec<String> = set.programs().iter().map(|program| format!("{}.lua", program.id)).collect();
    known.sort();
    assert_eq!(files, known, "a card file without a card");
}

#[test]
fn a_program_written_as_a_card_file_is_the_same_program() {
    let set = CardSet::embedded();
    for program in set.programs() {
        let text = write::card_file(&title(&set, &program.id), program);
        match card::load("card.lua", &text) {
            Ok(card) => assert_eq!(card.program, *program, "{text}"),
            Err(faults) => panic!("{faults:#?}\n{text}"),
        }
        let wide = text.lines().find(|line| line.chars().count() > 120);
        assert_eq!(wide, None, "{}", program.id);
    }
}

/// Damaged card files are refused with a place, and never end the process.
#[test]
fn damaged_card_files_are_refused_in_order() {
    let set = CardSet::embedded();
    let sources: Vec<String> =
        set.programs().iter().map(|program| write::card_file(&title(&set, &program.id), program)).collect();
    let checker = eagles::waterloo::specials::check::Checker::new(&set);
    let mut state = 0x1815_0618_u64;
    let mut below = |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 9) as usize % n.max(1)
    };
    let bits = [
        "{",
        "}",
        "(",
        ")",
        "\"",
        ",",
        "nil",
        "0/0",
        "-1",
        "9e99",
        "own.",
        "foe.troops {}",
        "function() end",
        "\u{e9}",
        "=",
        "{}",
    ];
    let (mut sound, mut refused) = (0, 0);
    for round in 0..1_500 {
        let mut source = sources[round % sources.len()].clone();
        for _ in 0..=below(3) {
            let mut at = below(source.len());
            while !source.is_char_boundary(at) {
                at -= 1;
            }
            match below(3) {
                0 => source.insert_str(at, bits[below(bits.len())]),
                1 => drop(source.drain(at..at + source[at..].chars().next().map_or(0, char::len_utf8))),
                _ => {
                    // A word or a number is replaced by another one of the file.
                    let words: Vec<&str> =
                        source.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| !w.is_empty()).collect();
                    let (from, to) = (words[below(words.len())].to_owned(), words[below(words.len())].to_owned());
                    source = source.replacen(&from, &to, 1);
                }
            }
        }
        match card::load("card.lua", &source) {
            Ok(card) => {
                sound += 1;
                let _ = eagles_lua::set::check(&checker, &card);
            }
            Err(faults) => {
                refused += 1;
                assert!(!faults.is_empty());
                for fault in faults {
                    let known = fault.line.is_none_or(|line| line >= 1 && line as usize <= source.lines().count() + 1);
                    assert!(known && !fault.message.is_empty(), "{fault}\n{source}");
                }
            }
        }
    }
    assert!(sound > 50 && refused > 300, "{sound} sound, {refused} refused");
}
