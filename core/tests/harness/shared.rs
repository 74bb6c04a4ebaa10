//! What the cases of every game need: their files, their records, what must hold in every position.

use super::Outcome;
use eagles::cite::Coded;
use eagles::game::{Game, Player};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// All case files of a game, by path.
pub(crate) fn load<F: DeserializeOwned>(game: &str) -> Outcome<Vec<(PathBuf, F)>> {
    let dir = super::tests_dir().join("cases").join(game);
    let mut paths: Vec<PathBuf> = std::fs::read_dir(&dir)
        .map_err(|e| format!("{}: {e}", dir.display()))?
        .filter_map(|entry| entry.ok().map(|e| e.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "toml"))
        .collect();
    paths.sort();
    paths.into_iter().map(|path| read(&path).map(|file| (path, file))).collect()
}

fn read<F: DeserializeOwned>(path: &Path) -> Outcome<F> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    toml::from_str(&text).map_err(|e| format!("{}: {e}", path.display()))
}

/// The name of a case file without its ending.
pub(crate) fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Whether a case is wanted: all, or those whose title holds the text in `EAGLES_CASE`.
pub(crate) fn is_wanted(title: &str) -> bool {
    title.contains(&std::env::var("EAGLES_CASE").unwrap_or_default())
}

/// Fails unless the records in `name` are `text`; `EAGLES_BLESS=1` writes them anew.
pub(crate) fn records_hold(name: &str, text: &str) {
    let path = super::tests_dir().join(name);
    if std::env::var_os("EAGLES_BLESS").is_some() {
        std::fs::write(&path, text).expect("the records can be written");
        return;
    }
    let kept = std::fs::read_to_string(&path).expect("the records can be read");
    for (line, (old, new)) in kept.lines().zip(text.lines()).enumerate() {
        assert_eq!(old, new, "line {} of {name}; EAGLES_BLESS=1 writes it anew", line + 1);
    }
    assert_eq!(
        kept.lines().count(),
        text.lines().count(),
        "cases were added or dropped; EAGLES_BLESS=1 writes {name} anew"
    );
}

/// Fails unless every case of a file has a name of its own.
pub(crate) fn names_differ<'a>(path: &Path, names: impl Iterator<Item = &'a str>) {
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    for pair in names.windows(2) {
        assert_ne!(pair[0], pair[1], "{}", path.display());
    }
}

/// What a player is offered.
pub(crate) fn legal<G: Game>(game: &G, state: &G::State, player: Player) -> Vec<G::Action> {
    let mut out = Vec::new();
    game.legal(state, player, &mut out);
    out
}

/// Checks what must hold in every position: the legal list and the refusals agree, and the notation carries it.
pub(crate) fn healthy<G: Game>(game: &G, state: &G::State, when: &str, faults: &mut Vec<String>) {
    for player in game.to_act(state).iter() {
        for action in legal(game, state, player) {
            let word = game.write_action(state, player, &action);
            if let Some(refusal) = game.refusal(state, player, &action) {
                faults.push(format!("{when}: {word} is in the legal list and refused with {}", show(&refusal)));
            }
            if game.read_action(state, player, &word).as_ref() != Ok(&action) {
                faults.push(format!("{when}: the word {word} is read back as another action than {action:?}"));
            }
        }
    }
    if let Err(why) = game.check_state(state) {
        faults.push(format!("{when}: it is no position: {why}"));
    }
    let line = game.write_state(state);
    match game.read_state(&line) {
        Ok(back) if back == *state => {}
        Ok(_) => faults.push(format!("{when}: the position is read back as another: {line}")),
        Err(e) => faults.push(format!("{when}: the position cannot be read back: {e}\n      {line}")),
    }
}

/// `ACTION: WHAT`.
pub(crate) fn split(line: &str) -> Outcome<(&str, &str)> {
    line.split_once(": ").ok_or_else(|| format!("`{line}` is not `ACTION: WHAT`"))
}

/// A code with its parameters.
pub(crate) fn show<T: Coded + serde::Serialize>(thing: &T) -> String {
    let value = serde_json::to_value(thing).unwrap_or(Value::Null);
    match value.get(thing.code()) {
        Some(inner) => format!("{} {inner}", thing.code()),
        None => thing.code().to_owned(),
    }
}
