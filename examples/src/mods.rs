//! The cards in use: a card set of one's own, and mods.

use crate::fail::Fail;
use crate::files;
use crate::page::{WARNING, paint};
use clap::Args;
use eagles::record::{LoadError, MAX_NOTE, Record};
use eagles_lua::kit::{Checked, Play, check, files as kit_files, report, together};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Options that say which cards are in use.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct CardArgs {
    /// Your own card set: a folder with cards.csv, programs.json and battles.csv
    #[arg(long, value_name = "FOLDER")]
    card_set: Option<PathBuf>,
    /// A mod, with the mods that it needs beside it; may be given several times
    #[arg(long = "mod", value_name = "DIR")]
    mods: Vec<PathBuf>,
}

/// The note of a saved game that says which mods it is played with.
const NOTE: &str = "mods";

/// The notes that a saved game with these cards bears: ids and versions of the mods, as far as they find room.
pub(crate) fn notes(cards: &Play) -> BTreeMap<String, String> {
    let mut text = String::new();
    for (id, version) in cards.mods() {
        let more = format!("{}{id} {version}", if text.is_empty() { "" } else { ", " });
        if NOTE.len() + text.len() + more.len() > MAX_NOTE {
            break;
        }
        text.push_str(&more);
    }
    if text.is_empty() { BTreeMap::new() } else { BTreeMap::from([(NOTE.to_owned(), text)]) }
}

/// Notes the mods in use beside what else a saved game notes.
pub(crate) fn note(all: &mut BTreeMap<String, String>, cards: &Play) {
    all.remove(NOTE);
    all.extend(notes(cards));
}

/// What is to be done about the mods of a saved game that does not fit the cards in use; nothing where they are as it notes.
pub(crate) fn misfit(record: &Record, cards: &Play) -> Option<String> {
    let ours = notes(cards);
    match (record.notes.get(NOTE), ours.get(NOTE)) {
        (Some(theirs), Some(ours)) if theirs == ours => None,
        (Some(theirs), ours) => {
            let here = ours.map_or_else(|| "none is loaded".to_owned(), |ours| format!("loaded are {ours}"));
            Some(format!("it was made with the mods {theirs}, and {here}: give `--mod DIR` for each of them"))
        }
        (None, Some(ours)) => Some(format!("it names no mods, and loaded are {ours}: try without `--mod`")),
        (None, None) => None,
    }
}

/// Why a saved game cannot be used with these cards, with what to do.
pub(crate) fn unusable(path: &Path, record: &Record, cards: &Play, error: &LoadError) -> Fail {
    let cards_differ = matches!(error, LoadError::Material { .. } | LoadError::Scripts { .. });
    match misfit(record, cards).filter(|_| cards_differ) {
        Some(what) => Fail::bad(format!("{}: {what} ({error})", path.display())),
        None => Fail::bad(format!("{}: {error}", path.display())),
    }
}

/// A path as a shell takes it.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let plain = |c: char| c.is_alphanumeric() || "/._-+:\\".contains(c);
    if text.chars().all(plain) { text } else { format!("\"{text}\"") }
}

impl CardArgs {
    /// The options that name the same cards again, each with a blank before it.
    pub(crate) fn again(&self) -> String {
        let set = self.card_set.iter().map(|folder| format!(" --card-set {}", quoted(folder)));
        set.chain(self.mods.iter().map(|folder| format!(" --mod {}", quoted(folder)))).collect()
    }

    /// The cards.
    pub(crate) fn load(&self) -> Result<Play, Fail> {
        let set = files::card_set(self.card_set.as_deref())?;
        if self.mods.is_empty() {
            return Ok(Play::plain(set));
        }
        let roots = kit_files::gather(&self.mods).map_err(Fail::bad)?;
        if let Some(root) = roots.iter().find(|root| root.manifest.is_none()) {
            return Err(Fail::bad(format!(
                "{} is no mod: it holds no mod.toml; `eagles cards new NAME` writes a mod to begin with",
                root.folder.display()
            )));
        }
        let all: Vec<Checked> = roots.into_iter().map(|root| check(root, &set)).collect();
        if let Some(checked) = all.iter().find(|checked| checked.play.is_none()) {
            let errors: Vec<_> =
                checked.faults.iter().filter(|fault| report::failed(std::slice::from_ref(fault))).cloned().collect();
            let told = report::render_all(&errors, &checked.sources());
            let folder = checked.root.folder.display();
            return Err(Fail::bad(format!(
                "the mod {folder} has faults ({}); `eagles cards lint {folder}` shows them at any time:\n\n{}",
                report::count(&errors),
                told.trim_end()
            )));
        }
        let play = together(&all, &set).map_err(Fail::bad)?;
        for warning in &play.warnings {
            anstream::eprintln!("{} {warning}", paint(WARNING, "warning:"));
        }
        Ok(play)
    }
}
