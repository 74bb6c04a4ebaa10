//! Which scripts a record was made with, one by one: notes of the record, so that a loader can say which card differs.

use super::Record;
use crate::game::Game;
use std::collections::BTreeMap;

/// What the names of these notes begin with; a number follows.
pub(super) const NOTE: &str = "scripts ";
/// The most bytes of one such note.
const BYTES: usize = 900;
/// The most such notes.
const NOTES: usize = 24;

/// The notes of a record: `id=hash` with blanks between, the hash in eight hexadecimal digits.
pub(crate) fn notes<G: Game>(game: &G) -> BTreeMap<String, String> {
    let mut texts: Vec<String> = Vec::new();
    for (id, hash) in game.scripts() {
        let entry = format!("{id}={:08x}", hash as u32);
        match texts.last_mut() {
            Some(text) if text.len() + 1 + entry.len() <= BYTES => {
                text.push(' ');
                text.push_str(&entry);
            }
            _ => texts.push(entry),
        }
    }
    texts.truncate(NOTES);
    texts.into_iter().enumerate().map(|(i, text)| (format!("{NOTE}{:02}", i + 1), text)).collect()
}

/// How the scripts of a game differ from those of a record, in words.
pub(crate) fn differ<G: Game>(game: &G, record: &Record) -> String {
    let mut theirs: BTreeMap<&str, &str> = BTreeMap::new();
    for text in record.notes.iter().filter(|(name, _)| name.starts_with(NOTE)).map(|(_, text)| text) {
        theirs.extend(text.split(' ').filter_map(|entry| entry.split_once('=')));
    }
    if theirs.is_empty() {
        return "the record does not say which".to_owned();
    }
    let ours: BTreeMap<String, String> =
        game.scripts().into_iter().map(|(id, hash)| (id, format!("{:08x}", hash as u32))).collect();
    let list = |what: &str, ids: Vec<&str>| (!ids.is_empty()).then(|| format!("{what}: {}", ids.join(", ")));
    let changed = ours.iter().filter(|(id, hash)| theirs.get(id.as_str()).is_some_and(|h| h != hash));
    let missing = theirs.keys().filter(|id| !ours.contains_key(**id)).copied();
    let added = ours.keys().filter(|id| !theirs.contains_key(id.as_str()));
    let parts = [
        list("other programs", changed.map(|(id, _)| id.as_str()).collect()),
        list("missing here", missing.collect()),
        list("not in the record", added.map(String::as_str).collect()),
    ];
    let told: Vec<String> = parts.into_iter().flatten().collect();
    if told.is_empty() { "none that the record names".to_owned() } else { told.join("; ") }
}
