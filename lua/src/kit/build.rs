//! From the files of a root to cards that can be played.

use super::Checked;
use super::files::{CARDS, MANIFEST, Root};
use super::lint::{program, row};
use super::report::failed;
use crate::api::{Fault, Severity, nearest};
use crate::card::CardFile;
use crate::mods::{Manifest, Mod};
use crate::set::{ScriptSet, folders, log_text};
use eagles::waterloo::setup::SetupFaults;
use eagles::waterloo::specials::Program;
use eagles::waterloo::specials::check::Checker;
use eagles::waterloo::{CardSet, Setup, Waterloo};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// Cards that can be played: the shipped ones with those of mods.
#[derive(Clone, Debug)]
pub struct Play {
    /// The cards and what they do.
    pub set: Arc<CardSet>,
    /// What should be changed, though everything can be used.
    pub warnings: Vec<Fault>,
    /// The scripts of mods, if there are any.
    scripts: Option<Arc<ScriptSet>>,
}

impl Play {
    /// Cards without mods.
    #[must_use]
    pub const fn plain(set: Arc<CardSet>) -> Self {
        Self { set, warnings: Vec::new(), scripts: None }
    }

    /// The mods in use, in the order in which they were loaded: id and version.
    #[must_use]
    pub fn mods(&self) -> &[(String, String)] {
        self.scripts.as_ref().map_or(&[], |scripts| scripts.mods())
    }

    /// A battle with these cards.
    ///
    /// # Errors
    /// All that is wrong with the setup.
    pub fn battle(&self, setup: Setup) -> Result<Waterloo, SetupFaults> {
        match &self.scripts {
            Some(scripts) => scripts.battle(setup),
            None => Waterloo::new(Arc::clone(&self.set), setup),
        }
    }

    /// A battle with options that differ from the usual ones, as a setup spells them.
    ///
    /// # Errors
    /// What is wrong with it, and what there is.
    pub(crate) fn game(&self, battle: &str, options: &Map<String, Value>) -> Result<Waterloo, String> {
        let codes = self.set.battles();
        if !codes.contains(&battle) {
            let hint = nearest(battle, codes.iter().copied())
                .map_or_else(|| format!("there are {}", codes.join(", ")), |near| format!("did you mean `{near}`?"));
            return Err(format!("there is no battle `{battle}`; {hint}"));
        }
        let setup: Setup = serde_json::from_value(json!({ "battle": battle, "options": options }))
            .map_err(|error| format!("options: {error}"))?;
        self.battle(setup).map_err(|faults| format!("the battle cannot be: {faults}"))
    }

    /// What handlers have printed since this was last asked, line by line.
    #[must_use]
    pub fn printed(&self) -> Vec<String> {
        let Some(scripts) = &self.scripts else { return Vec::new() };
        let log = scripts.take_log();
        let mut lines: Vec<String> = log.lines.iter().map(log_text).collect();
        if log.lost > 0 {
            lines.push(format!("... and {} lines more", log.lost));
        }
        lines
    }
}

/// A program that does next to nothing, to stand for one that is not there or has faults.
fn stub(id: &str) -> Program {
    let text = json!({ "effect": "-", "duration": "-", "limits": "", "history": "" });
    let program = json!({
        "id": id, "text": text, "rules": ["W 13.0"], "windows": ["own_combat"], "effect": [{ "draw": { "count": 1 } }],
    });
    serde_json::from_value(program).unwrap_or_default()
}

/// The cards of a root with those of a set, and what stands in the way of playing them.
pub(crate) fn play(root: &Root, cards: &[CardFile], base: &CardSet) -> (Option<Play>, Vec<Fault>) {
    let mut faults = Vec::new();
    let rows = root.rows.as_ref().map(|text| text.text.as_str()).unwrap_or_default();
    let shown = root.rows.as_ref().map_or_else(|| format!("{}{CARDS}", root.shown), |text| text.shown.clone());
    let below = match below(root, &mut faults) {
        Ok(below) => below,
        Err(()) => return (None, faults),
    };
    let raw = base;
    let base = match below.as_deref() {
        None | Some([]) => base.clone(),
        Some(mods) => match ScriptSet::with_mods(base, mods) {
            Ok(scripts) => (*scripts.cards()).clone(),
            Err(found) => {
                faults.extend(found.into_iter().map(|fault| shown_as(root, fault)));
                return (None, faults);
            }
        },
    };
    // First the rows alone, with stubs for what the cards do.
    let mut stubs: Vec<Program> = Vec::new();
    let mut plain = base.extended(rows, &stubs);
    if let Err(found) = &plain {
        stubs.extend(found.0.iter().filter(|fault| fault.file == "programs.json").map(|fault| stub(&fault.column)));
        if !stubs.is_empty() {
            plain = base.extended(rows, &stubs);
        }
    }
    let plain = match plain {
        Ok(set) => set,
        Err(found) => {
            faults.extend(found.0.iter().map(|fault| in_rows(&shown, rows, fault)));
            return (None, faults);
        }
    };
    let checker = Checker::new(&plain);
    for card in cards {
        row(card, &plain, &shown, &mut faults);
        program(card, &checker, &mut faults);
        twice(card, cards, &mut faults);
    }
    let files: Vec<&str> = cards.iter().map(|card| card.program.id.as_str()).collect();
    for missing in stubs.iter().filter(|stub| !files.contains(&stub.id.as_str())) {
        // Where a file could not be read, that is what is told.
        if cards.len() == root.cards.len() {
            let id = &missing.id;
            let message = format!("the Special `{id}` has a row and no card file");
            let hint = format!("write cards/{id}.lua, which returns a card with `id = \"{id}\"`");
            faults.push(Fault { suggestion: Some(hint), ..of_file(&shown, line_of(rows, id), "no-file", message) });
        }
    }
    if failed(&faults) || cards.len() < root.cards.len() {
        return (None, faults);
    }
    let warnings: Vec<Fault> = cards.iter().flat_map(|card| card.warnings.iter().cloned()).collect();
    let Some(mut mods) = below else {
        // Loose files: they take the places of shipped programs.
        let programs: Vec<Program> = cards.iter().map(|card| card.program.clone()).collect();
        return match base.extended(rows, &programs) {
            Ok(set) => (Some(Play { set: Arc::new(set), warnings, scripts: None }), faults),
            Err(found) => {
                faults.extend(found.0.iter().map(|fault| in_rows(&shown, rows, fault)));
                (None, faults)
            }
        };
    };
    mods.extend(as_mod(root));
    match ScriptSet::with_mods(raw, &mods) {
        Ok(scripts) => {
            let set = scripts.cards();
            (Some(Play { set, warnings, scripts: Some(Arc::new(scripts)) }), faults)
        }
        Err(found) => {
            faults.extend(found.into_iter().map(|fault| shown_as(root, fault)));
            (None, faults)
        }
    }
}

fn of_file(file: &str, line: Option<u32>, code: &'static str, message: String) -> Fault {
    Fault {
        file: file.to_owned(),
        line,
        column: None,
        severity: Severity::Error,
        code,
        path: String::new(),
        message,
        suggestion: None,
    }
}

/// The line of a row with this id.
fn line_of(rows: &str, id: &str) -> Option<u32> {
    let has = |line: &str| line.split(',').any(|cell| cell.trim().trim_matches('"') == id);
    rows.lines().position(has).map(|line| line as u32 + 1)
}

/// A fault of a card set as one of the mod's rows.
fn in_rows(shown: &str, rows: &str, fault: &eagles::waterloo::cards::Fault) -> Fault {
    let line = u32::try_from(fault.line).ok();
    if fault.file != CARDS {
        let id = fault.column.split('.').next().unwrap_or_default();
        return of_file(shown, line_of(rows, id), "row", fault.message.clone());
    }
    let (message, hint) = match fault.message.split_once("; ") {
        Some((message, hint)) => (message.to_owned(), Some(hint.to_owned())),
        None => (fault.message.clone(), None),
    };
    let about = if fault.column.is_empty() { String::new() } else { format!("`{}`: ", fault.column) };
    Fault { suggestion: hint, ..of_file(shown, line, "row", format!("{about}{message}")) }
}

/// Two files for one card.
fn twice(card: &CardFile, cards: &[CardFile], faults: &mut Vec<Fault>) {
    let earlier =
        cards.iter().take_while(|other| other.file != card.file).find(|other| other.program.id == card.program.id);
    if let Some(other) = earlier {
        let place = card.places.find("id");
        let message = format!("the card `{}` is that of {} already", card.program.id, other.file);
        let fault = of_file(&card.file, place.map(|place| place.0), "twice", message);
        faults.push(Fault {
            column: place.and_then(|place| place.1),
            suggestion: Some("give one of them another id, or leave one out".to_owned()),
            ..fault
        });
    }
}

/// A root as a mod; none for a folder of loose files, or where the manifest is wrong.
fn as_mod(root: &Root) -> Option<Mod> {
    let manifest = Manifest::read(&root.manifest.as_ref()?.text).ok()?;
    let cards = root.rows.as_ref().map(|text| text.text.clone()).unwrap_or_default();
    let files = root.cards.iter().map(|text| (text.name.clone(), text.text.clone())).collect();
    let folder = if root.shown.is_empty() { manifest.id.clone() } else { root.folder.display().to_string() };
    Some(Mod { folder, manifest, cards, files })
}

/// The mods that a mod needs, as far as they lie beside it; none for a folder of loose files.
fn below(root: &Root, faults: &mut Vec<Fault>) -> Result<Option<Vec<Mod>>, ()> {
    let Some(text) = &root.manifest else { return Ok(None) };
    let manifest = match Manifest::read(&text.text) {
        Ok(manifest) => manifest,
        Err(found) => {
            faults.extend(found.into_iter().map(|fault| Fault { file: text.shown.clone(), ..fault }));
            return Err(());
        }
    };
    let mut wanted: Vec<String> = manifest.needs.keys().cloned().collect();
    let mut mods: Vec<Mod> = Vec::new();
    if wanted.is_empty() {
        return Ok(Some(mods));
    }
    let parent =
        std::path::absolute(&root.folder).ok().and_then(|folder| folder.parent().map(std::path::Path::to_owned));
    // One that cannot be read is missed where it is needed.
    let beside: Vec<Mod> =
        parent.iter().flat_map(|parent| folders(parent)).filter_map(|folder| Mod::from_folder(&folder).ok()).collect();
    while let Some(id) = wanted.pop() {
        let there = id == manifest.id || mods.iter().any(|one| one.manifest.id == id);
        if let Some(one) = beside.iter().find(|one| one.manifest.id == id).filter(|_| !there) {
            wanted.extend(one.manifest.needs.keys().cloned());
            mods.push(one.clone());
        }
    }
    Ok(Some(mods))
}

/// A fault of a script set, in a file as messages show it.
fn shown_as(root: &Root, fault: Fault) -> Fault {
    let inner =
        as_mod(root).and_then(|one| fault.file.strip_prefix(&format!("{}/", one.label(&[]))).map(str::to_owned));
    let file = match inner {
        Some(inner) => format!("{}{inner}", root.shown),
        None if fault.file == MANIFEST => format!("{}{MANIFEST}", root.shown),
        None => fault.file.clone(),
    };
    let (message, suggestion) = match (fault.message.split_once("; "), &fault.suggestion) {
        (Some((message, hint)), None) => (message.to_owned(), Some(hint.to_owned())),
        _ => (fault.message.clone(), fault.suggestion.clone()),
    };
    Fault { file, message, suggestion, ..fault }
}

/// The cards of several mods together, with those that they need.
///
/// # Errors
/// What stands in the way, such as two mods that bring the same card.
pub fn together(all: &[Checked], base: &CardSet) -> Result<Play, String> {
    if let [one] = all {
        return one.play.clone().ok_or_else(|| "the cards have errors".to_owned());
    }
    let mut mods: Vec<Mod> = all.iter().filter_map(|checked| as_mod(&checked.root)).collect();
    for checked in all {
        for one in below(&checked.root, &mut Vec::new()).ok().flatten().into_iter().flatten() {
            if !mods.iter().any(|other| other.manifest.id == one.manifest.id) {
                mods.push(one);
            }
        }
    }
    let warnings =
        all.iter().filter_map(|checked| checked.play.as_ref()).flat_map(|play| play.warnings.clone()).collect();
    match ScriptSet::with_mods(base, &mods) {
        Ok(scripts) => Ok(Play { set: scripts.cards(), warnings, scripts: Some(Arc::new(scripts)) }),
        Err(faults) => Err(faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")),
    }
}
