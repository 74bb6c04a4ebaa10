//! A script set: the shipped cards and mods, loaded, checked against a card set, and ready to answer handlers.

use crate::api::{self, Api, Fault, Severity, Source};
use crate::card::{self, CardFile};
use crate::handlers::{self, Asked};
use crate::mods::{Mod, file_fault, in_order};
use crate::sandbox::{FunctionRef, Log, LogLine, Pool, Sandbox, Vocabulary};
use eagles::waterloo::CardSet;
use eagles::waterloo::specials::handler::{Call, HandlerError, Handlers, Reply};
use eagles::waterloo::specials::{Program, check::Checker};
use sha2::{Digest, Sha256};
use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Lines that the log of handlers keeps until they are taken.
const LOG: usize = 1_000;

/// Cards and scripts that go together: what a battle is made from.
#[derive(Debug)]
pub struct ScriptSet {
    cards: Arc<CardSet>,
    answers: Arc<Answers>,
    files: Vec<CardFile>,
    mods: Vec<(String, String)>,
}

/// Answers the handlers of a script set.
#[derive(Debug)]
struct Answers {
    pool: Pool,
    set: Arc<CardSet>,
    cards: BTreeMap<String, Card>,
    hash: u64,
    log: Mutex<Log>,
}

#[derive(Debug)]
struct Card {
    /// The functions by the names of the handlers.
    functions: BTreeMap<String, FunctionRef>,
    /// The lines in which the handlers begin, where they can be told.
    lines: BTreeMap<String, u32>,
    /// The choices that are among answers in words.
    options: Arc<BTreeSet<String>>,
    /// A hash over the script.
    hash: u64,
}

impl ScriptSet {
    /// The shipped cards: their programs are part of the core, and none of them has a handler.
    ///
    /// # Errors
    /// Only if the machine has no memory for a sandbox.
    pub fn shipped() -> Result<Self, Vec<Fault>> {
        Self::with_mods(&CardSet::embedded(), &[])
    }

    /// A card set with mods, in the order of their dependencies, then of their ids.
    ///
    /// # Errors
    /// All that is wrong with the mods and their cards.
    pub fn with_mods(base: &CardSet, mods: &[Mod]) -> Result<Self, Vec<Fault>> {
        Self::with_api(&Api::current(), &card::words(), base, mods)
    }

    /// The same from folders.
    ///
    /// # Errors
    /// All that is wrong with the mods and their cards.
    pub fn from_folders(base: &CardSet, folders: &[PathBuf]) -> Result<Self, Vec<Fault>> {
        let mut faults = Vec::new();
        let mut mods = Vec::new();
        for folder in folders {
            match Mod::from_folder(folder) {
                Ok(one) => mods.push(one),
                Err(found) => faults.extend(found),
            }
        }
        if faults.is_empty() { Self::with_mods(base, &mods) } else { Err(faults) }
    }

    /// The same with another table of the API, as tests of renamed words need it.
    ///
    /// # Errors
    /// All that is wrong with the mods and their cards.
    pub fn with_api(api: &Api, words: &Arc<Vocabulary>, base: &CardSet, mods: &[Mod]) -> Result<Self, Vec<Fault>> {
        let order = in_order(mods, api.version)?;
        let mut faults = Vec::new();
        let mut cards = base.clone();
        let mut files: Vec<CardFile> = Vec::new();
        let mut sandbox =
            Sandbox::new(&card::limits()).map_err(|error| vec![file_fault("sandbox", "limit", error.message, None)])?;
        for one in &order {
            let mut loaded = Vec::new();
            for (name, source) in &one.files {
                let file = format!("{}/{name}", one.label(&order));
                match card::load_in(&mut sandbox, api, words, &file, source) {
                    Ok(card) => loaded.push(card.of_mod(&one.manifest.api)),
                    Err(found) => faults.extend(found),
                }
            }
            clashes(&cards, &files, one, &mut loaded, &mut faults);
            let programs: Vec<Program> = loaded.iter().map(|file| file.program.clone()).collect();
            match cards.extended(&one.cards, &programs) {
                Ok(extended) => cards = extended,
                Err(found) => place(&cards, &one.label(&order), &loaded, found, &mut faults),
            }
            files.extend(loaded);
        }
        if faults.iter().any(|fault| fault.severity == Severity::Error) {
            return Err(faults);
        }
        let cards = Arc::new(cards);
        let answers = Answers::new(&cards, &files)?;
        let mods = order.iter().map(|one| (one.manifest.id.clone(), one.manifest.version.to_string())).collect();
        Ok(Self { cards, answers: Arc::new(answers), files, mods })
    }

    /// The cards, for [`eagles::waterloo::Waterloo::new`].
    #[must_use]
    pub fn cards(&self) -> Arc<CardSet> {
        self.cards.clone()
    }

    /// Who answers handlers, for [`eagles::waterloo::Waterloo::with_handlers`].
    #[must_use]
    pub fn handlers(&self) -> Arc<dyn Handlers> {
        self.answers.clone()
    }

    /// The card files that were loaded, in order.
    #[must_use]
    pub fn files(&self) -> &[CardFile] {
        &self.files
    }

    /// The mods, in the order in which they were loaded: id and version.
    #[must_use]
    pub fn mods(&self) -> &[(String, String)] {
        &self.mods
    }

    /// What should be changed, though everything can be used: renamed words and the like.
    pub fn warnings(&self) -> impl Iterator<Item = &Fault> {
        self.files.iter().flat_map(|file| &file.warnings)
    }

    /// What handlers have printed since this was last asked.
    #[must_use]
    pub fn take_log(&self) -> Log {
        std::mem::take(&mut *self.answers.log.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// A battle with these cards.
    ///
    /// # Errors
    /// What is wrong with the setup.
    pub fn battle(
        &self,
        setup: eagles::waterloo::Setup,
    ) -> Result<eagles::waterloo::Waterloo, eagles::waterloo::setup::SetupFaults> {
        let game = eagles::waterloo::Waterloo::new(self.cards(), setup)?;
        Ok(if self.answers.cards.is_empty() { game } else { game.with_handlers(self.handlers()) })
    }
}

/// Cards of a mod that are there already, ids that are not its own, functions that nobody asks.
fn clashes(cards: &CardSet, files: &[CardFile], one: &Mod, loaded: &mut Vec<CardFile>, faults: &mut Vec<Fault>) {
    let id = &one.manifest.id;
    let mut seen: BTreeMap<String, String> =
        files.iter().map(|file| (file.program.id.clone(), file.file.clone())).collect();
    for file in &*loaded {
        let card = &file.program.id;
        if let Some(other) = seen.insert(card.clone(), file.file.clone()) {
            let message = format!("the card `{card}` is in {other} already; give one of them another id");
            faults.push(on_card(file, "card-twice", "id", message));
        } else if cards.program(card).is_some() {
            let message = format!("the card `{card}` is one of the card set already; give it an id of its own");
            faults.push(on_card(file, "card-twice", "id", message));
        } else if card != id && !card.strip_prefix(id.as_str()).is_some_and(|rest| rest.starts_with('-')) {
            let message = format!("the ids of a mod's cards begin with its own: write `{id}-{card}`");
            faults.push(on_card(file, "foreign-id", "id", message));
        }
        faults.extend(unheard(file));
    }
}

/// Handlers that are asked and not there, or there and never asked.
pub(crate) fn unheard(file: &CardFile) -> Vec<Fault> {
    let asked = file.program.handlers();
    let mut faults = Vec::new();
    for name in &asked {
        if !file.handlers.contains_key(*name) {
            let near = api::nearest(name, file.handlers.keys().map(String::as_str));
            let hint = near.map_or_else(
                || format!("; add `handler = {{ {name} = function(ctx) ... end }}`"),
                |near| format!("; did you mean `{near}`?"),
            );
            faults.push(on_card(file, "no-handler", "", format!("the handler `{name}` is asked and not there{hint}")));
        }
    }
    for name in file.handlers.keys().filter(|name| !asked.contains(&name.as_str())) {
        let message = format!("nothing asks the handler `{name}`; write `ask_handler(\"{name}\")`, or leave it out");
        faults.push(on_card(file, "unused", "", message));
    }
    faults
}

/// A fault at a part of a card's program.
fn on_card(file: &CardFile, code: &'static str, path: &str, message: String) -> Fault {
    let place = file.places.find(path);
    Fault {
        line: place.map(|p| p.0),
        column: place.and_then(|p| p.1),
        path: path.to_owned(),
        ..file_fault(&file.file, code, message, None)
    }
}

/// All that is wrong with a card's program, at the places that built it.
#[must_use]
pub fn check(checker: &Checker, file: &CardFile) -> Vec<Fault> {
    let faults = checker
        .faults(&file.program)
        .into_iter()
        .map(|fault| Fault { suggestion: fault.suggestion, ..on_card(file, fault.code, &fault.path, fault.message) });
    faults.chain(unheard(file)).collect()
}

/// Faults of a card set, at the places of the mod's files.
fn place(
    before: &CardSet,
    folder: &str,
    loaded: &[CardFile],
    found: eagles::waterloo::cards::Faults,
    faults: &mut Vec<Fault>,
) {
    for fault in found.0 {
        if fault.file == "cards.csv" {
            let file = format!("{folder}/cards.csv");
            let column = if fault.column.is_empty() { String::new() } else { format!("{}: ", fault.column) };
            faults.push(file_fault(
                &file,
                "cards",
                format!("{column}{}", fault.message),
                u32::try_from(fault.line).ok(),
            ));
            continue;
        }
        let (card, path) = fault.column.split_once('.').unwrap_or((&fault.column, ""));
        match loaded.iter().find(|file| file.program.id == card) {
            Some(_) if before.program(card).is_some() => {}
            Some(file) => faults.push(on_card(file, "program", path, fault.message)),
            None => faults.push(file_fault(&format!("{folder}/cards.csv"), "no-script", fault.message, None)),
        }
    }
}

impl Answers {
    fn new(set: &Arc<CardSet>, files: &[CardFile]) -> Result<Self, Vec<Fault>> {
        let mut cards = BTreeMap::new();
        let mut whole = Sha256::new();
        let with_handlers = || files.iter().filter(|file| !file.handlers.is_empty());
        for file in with_handlers() {
            let function = |number: &usize| FunctionRef { script: file.script.name().into(), number: *number };
            let choices = file.program.choices.iter().filter(|(_, choice)| choice.who.is_none());
            let hash = first(Sha256::new().chain_update(&*file.source).finalize().as_slice());
            whole.update(&file.program.id);
            whole.update(hash.to_be_bytes());
            let card = Card {
                functions: file.handlers.iter().map(|(name, number)| (name.clone(), function(number))).collect(),
                lines: {
                    let source = Source::new(&file.source);
                    let line = |name: &String| Some((name.clone(), source.name(name)?.0));
                    file.handlers.keys().filter_map(line).collect()
                },
                options: Arc::new(choices.map(|(name, _)| name.clone()).collect()),
                hash,
            };
            cards.insert(file.program.id.clone(), card);
        }
        let scripts = with_handlers().map(|file| file.script.clone()).collect();
        let pool = Pool::new(&card::limits(), scripts)
            .map_err(|error| vec![file_fault(&error.script, "script", error.message, error.line)])?;
        let hash = if cards.is_empty() { 0 } else { first(whole.finalize().as_slice()) };
        Ok(Self { pool, set: set.clone(), cards, hash, log: Mutex::new(Log::default()) })
    }

    fn print(&self, log: Log) {
        if log.lines.is_empty() && log.lost == 0 {
            return;
        }
        let mut kept = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        kept.lost += log.lost;
        for line in log.lines {
            if kept.lines.len() < LOG { kept.lines.push(line) } else { kept.lost += 1 }
        }
    }
}

/// The first eight bytes of a hash.
fn first(bytes: &[u8]) -> u64 {
    bytes.iter().take(8).fold(0, |sum, byte| sum << 8 | u64::from(*byte))
}

impl Handlers for Answers {
    fn call(&self, call: &Call<'_>) -> Result<Reply, HandlerError> {
        let fail = |message: String, traceback: Vec<String>| HandlerError {
            card: call.card.to_owned(),
            handler: call.handler.to_owned(),
            message,
            traceback,
        };
        let card = self.cards.get(call.card).and_then(|card| Some((card, card.functions.get(call.handler)?)));
        let Some((card, function)) = card else {
            return Err(fail("no loaded script has this handler".to_owned(), Vec::new()));
        };
        let asked = Arc::new(Asked::new(call, &self.set, &card.options));
        let context = asked.context();
        let host: Arc<dyn Any + Send + Sync> = asked.clone();
        let result = self.pool.call(function, &[context], Some(host), &mut |log| self.print(log));
        match (result, asked.request()) {
            (Err(error), request) if request.is_none() || error.limit.is_some() => {
                let place = error.to_string();
                Err(fail(place, error.traceback))
            }
            (_, Some(request)) => Ok(request),
            (Ok(value), None) => handlers::parts(value).map(Reply::Run).map_err(|message| {
                let line = card.lines.get(call.handler).map_or_else(String::new, |line| format!(":{line}"));
                fail(format!("{}{line}: {message}", function.script), Vec::new())
            }),
            (Err(error), None) => Err(fail(error.to_string(), error.traceback)),
        }
    }

    fn hash(&self) -> u64 {
        self.hash
    }

    fn card_hash(&self, card: &str) -> u64 {
        self.cards.get(card).map_or(0, |card| card.hash)
    }
}

/// A line of the log as text: `mod/cards/mud.lua:12: text`.
#[must_use]
pub fn log_text(line: &LogLine) -> String {
    format!("{}:{}: {}", line.script, line.line, line.text)
}

/// The folders in a folder of mods: those that hold `mod.toml`, by name.
#[must_use]
pub fn folders(of: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(of).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut folders: Vec<PathBuf> = entries.filter(|path| path.join("mod.toml").is_file()).collect();
    folders.sort();
    folders
}
