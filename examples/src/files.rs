//! Files: saved games, card sets, decks and collections.

use crate::fail::Fail;
use eagles::game::Game;
use eagles::play::Match;
use eagles::record::{self, Record};
use eagles::waterloo::cards::{CardFiles, EMBEDDED, Fault, MAX_BYTES};
use eagles::waterloo::decks::Collection;
use eagles::waterloo::{CardSet, Waterloo};
use eagles_lua::kit::Play;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Reads a file of at most `most` bytes.
pub(crate) fn read(path: &Path, most: usize) -> Result<Vec<u8>, Fail> {
    let cannot = |error: std::io::Error| Fail::bad(format!("cannot read {}: {error}", path.display()));
    let mut bytes = Vec::new();
    File::open(path).map_err(cannot)?.take(most as u64 + 1).read_to_end(&mut bytes).map_err(cannot)?;
    if bytes.len() > most {
        return Err(Fail::bad(format!("{} is larger than {most} bytes, the most that is read", path.display())));
    }
    Ok(bytes)
}

/// Reads a text file of at most `most` bytes.
pub(crate) fn text(path: &Path, most: usize) -> Result<String, Fail> {
    String::from_utf8(read(path, most)?).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Fail::bad(format!("{} is no text: byte {at} is not UTF-8; save it as UTF-8", path.display()))
    })
}

/// The new file that is written before it takes the name of the old one.
fn fresh(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    path.with_file_name(name)
}

/// Finds out before long work whether its result can be written. What is there stays unless `force`.
pub(crate) fn may_write(path: &Path, force: bool) -> Result<(), Fail> {
    if path.exists() && !force {
        return Err(Fail::bad(format!(
            "there is a {} already; name another file, or write over it with `--force`",
            path.display()
        )));
    }
    let cannot = |error: &dyn std::fmt::Display| Fail::bad(format!("cannot write {}: {error}", path.display()));
    if path.is_dir() || path.file_name().is_none() {
        return Err(cannot(&"it is a folder; name a file in it"));
    }
    let fresh = fresh(path);
    fs::write(&fresh, []).map_err(|error| cannot(&error))?;
    fs::remove_file(&fresh).map_err(|error| cannot(&error))
}

/// Pictures are SVG: a name that promises another form is refused.
pub(crate) fn may_be_svg(path: &Path) -> Result<(), Fail> {
    const OTHERS: [&str; 7] = ["png", "jpg", "jpeg", "gif", "pdf", "webp", "bmp"];
    let end = path.extension().map(|end| end.to_string_lossy().to_lowercase());
    match end.filter(|end| OTHERS.contains(&end.as_str())) {
        None => Ok(()),
        Some(end) => Err(Fail::bad(format!(
            "{}: the picture is an SVG, not {end}; name it .svg, and let a browser or a drawing program convert it",
            path.display()
        ))),
    }
}

/// Writes a file whole: into a new one first, so that a full disk leaves the old one as it was.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Fail> {
    let cannot = |error: std::io::Error| Fail::bad(format!("cannot write {}: {error}", path.display()));
    let fresh = fresh(path);
    fs::write(&fresh, bytes).map_err(cannot)?;
    fs::rename(&fresh, path).map_err(|error| {
        let _ = fs::remove_file(&fresh);
        cannot(error)
    })
}

/// A saved game.
pub(crate) fn record(path: &Path) -> Result<Record, Fail> {
    record::read(&read(path, record::MAX_BYTES)?).map_err(|error| Fail::bad(format!("{}: {error}", path.display())))
}

/// Saves a match with these notes beside those of its scripts: in the compact binary form where the name ends in `.eagles`, else as JSON.
pub(crate) fn save<G: Game>(path: &Path, hosted: &Match<G>, notes: &BTreeMap<String, String>) -> Result<(), Fail> {
    let mut record = hosted.record();
    // What an earlier save said of its scripts is no longer so.
    let own = notes.iter().filter(|(name, _)| !name.starts_with("scripts "));
    record.notes.extend(own.map(|(name, text)| (name.clone(), text.clone())));
    if path.extension().is_some_and(|end| end == "eagles") {
        write(path, &record::to_binary(&record))
    } else {
        write(path, record::to_json(&record).as_bytes())
    }
}

/// The game that a record was played under, with these cards.
pub(crate) fn game_of(record: &Record, cards: &Play) -> Result<Arc<Waterloo>, Fail> {
    let params = record.params::<Waterloo>().map_err(Fail::bad)?;
    let game = cards.battle(params);
    game.map(Arc::new).map_err(|faults| {
        let mods = crate::mods::misfit(record, cards).map_or_else(String::new, |what| format!("\n{what}"));
        Fail::bad(format!("field header.params: this battle cannot be played:\n{faults}{mods}"))
    })
}

/// The card set of a folder, or the embedded one. Files that the folder lacks are the embedded ones.
pub(crate) fn card_set(folder: Option<&Path>) -> Result<Arc<CardSet>, Fail> {
    let Some(folder) = folder else { return Ok(CardSet::embedded()) };
    let file = |name: &str, embedded: &str| {
        let path = folder.join(name);
        if path.exists() { text(&path, MAX_BYTES) } else { Ok(embedded.to_owned()) }
    };
    if !folder.join("cards.csv").exists() {
        return Err(Fail::bad(format!("{} holds no cards.csv; name the folder of a card set", folder.display())));
    }
    let (cards, programs, battles) = (
        file("cards.csv", EMBEDDED.cards)?,
        file("programs.json", EMBEDDED.programs)?,
        file("battles.csv", EMBEDDED.battles)?,
    );
    let files = CardFiles { cards: &cards, programs: &programs, battles: &battles };
    CardSet::from_csv(files).map(Arc::new).map_err(|faults| Fail::bad(format!("the card set has faults:\n{faults}")))
}

/// The numbers of a deck file: whole numbers between blanks, commas or line ends; `#` begins a remark.
pub(crate) fn numbers(path: &Path) -> Result<Vec<u16>, Fail> {
    let text = text(path, MAX_BYTES)?;
    let mut numbers = Vec::new();
    for (line, content) in text.lines().enumerate() {
        let content = content.split('#').next().unwrap_or_default();
        for word in content.split([' ', '\t', ',', ';']).filter(|word| !word.is_empty()) {
            let number = word.parse().map_err(|_| {
                Fail::bad(format!("{}:{}: `{word}` is not the number of a card", path.display(), line + 1))
            })?;
            numbers.push(number);
        }
    }
    Ok(numbers)
}

/// A collection of cards.
pub(crate) fn collection(path: &Path, set: &CardSet) -> Result<Collection, Fail> {
    Collection::from_csv(&text(path, MAX_BYTES)?, set).map_err(|faults| {
        // The file as it was named.
        let line = |fault: &Fault| {
            let text = fault.to_string();
            format!("{}{}", path.display(), text.strip_prefix(fault.file).unwrap_or(&text))
        };
        Fail::bad(format!("the collection has faults:\n{}", faults.0.iter().map(line).collect::<Vec<_>>().join("\n")))
    })
}
