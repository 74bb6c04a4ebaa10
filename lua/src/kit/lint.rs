//! `lint`: everything that is wrong with a mod or with card files, all of it at once.

use super::Play;
use super::files::{Root, Text, script_name};
use super::report::{Sources, failed};
use super::scenario::{self, Scenario};
use crate::api::{Fault, Severity, Source, nearest};
use crate::card::{self, CardFile};
use crate::mods::Manifest;
use eagles::waterloo::specials::Program;
use eagles::waterloo::specials::check::Checker;
use eagles::waterloo::{CardSet, Kind};

/// A mod, or a folder of card files, as it was found.
#[derive(Debug)]
pub struct Checked {
    /// Its files.
    pub root: Root,
    /// The cards that could be read, with the names of their files.
    pub cards: Vec<CardFile>,
    /// The scenarios of the tests that could be read.
    pub scenarios: Vec<Scenario>,
    /// What is wrong, in order of file and line.
    pub faults: Vec<Fault>,
    /// The cards in use, if nothing stands in the way of playing them.
    pub play: Option<Play>,
}

impl Checked {
    /// Its files, for showing faults.
    #[must_use]
    pub fn sources(&self) -> Sources {
        self.root.sources()
    }

    /// The faults of the files that were asked for, and those that stand in the way of playing at all.
    #[must_use]
    pub fn wanted(&self) -> Vec<Fault> {
        let files: Vec<&Text> = self.root.cards.iter().chain(&self.root.tests).collect();
        let left_out = |fault: &Fault| files.iter().any(|text| text.shown == fault.file && !self.root.wants(text));
        self.faults.iter().filter(|fault| !left_out(fault)).cloned().collect()
    }
}

/// Reads and checks everything in a root, as it plays with the cards of a set.
#[must_use]
pub fn check(root: Root, base: &CardSet) -> Checked {
    let mut faults = Vec::new();
    let mut cards = Vec::new();
    let manifest = root.manifest.as_ref().and_then(|text| Manifest::read(&text.text).ok());
    for text in &root.cards {
        match card_file(text) {
            Ok(card) => cards.push(match &manifest {
                Some(manifest) => card.of_mod(&manifest.api),
                None => card,
            }),
            Err(found) => faults.extend(found),
        }
    }
    let mut scenarios = Vec::new();
    for text in &root.tests {
        match scenario::load(&text.shown, &text.text) {
            Ok(found) => scenarios.extend(found),
            Err(found) => faults.extend(found),
        }
    }
    for card in &cards {
        if let Some(text) = root.cards.iter().find(|text| text.shown == card.file) {
            faults.extend(card.warnings.iter().cloned());
            handlers(card, &text.text, &mut faults);
        }
    }
    let (play, found) = super::build::play(&root, &cards, base);
    faults.extend(found);
    faults.extend(unmade(&root));
    faults.extend(root.stray.iter().map(|text| Fault {
        severity: Severity::Warning,
        suggestion: Some("move it into the folder cards, or name it ..._test.lua if it holds tests".to_owned()),
        ..scenario::fault(&text.shown, None, None, "not-loaded", "the mod does not load this file".to_owned(), None)
    }));
    faults.sort_by(|a, b| {
        let place = |fault: &Fault| (fault.file.clone(), fault.line.unwrap_or(0), fault.column.unwrap_or(0));
        place(a).cmp(&place(b))
    });
    faults.dedup();
    let play = play
        .filter(|_| !failed(&faults.iter().filter(|fault| !is_of_tests(&root, fault)).cloned().collect::<Vec<_>>()));
    Checked { root, cards, scenarios, faults, play }
}

/// Cards that two of these mods bring, told at the later one.
pub fn compare(all: &mut [Checked]) {
    for i in 1..all.len() {
        let (before, rest) = all.split_at_mut(i);
        let Some(one) = rest.first_mut() else { return };
        let others: Vec<&CardFile> = before.iter().flat_map(|checked| &checked.cards).collect();
        for card in &one.cards {
            let Some(other) = others.iter().find(|other| other.program.id == card.program.id) else { continue };
            let place = card.places.find("id");
            let message = format!("the card `{}` is that of {} too", card.program.id, other.file);
            let hint = Some("give one of them another id; as it is the two mods do not go together".to_owned());
            let (line, column) = (place.map(|place| place.0), place.and_then(|place| place.1));
            one.faults.push(scenario::fault(&card.file, line, column, "card-twice", message, hint));
        }
    }
}

/// A folder that is laid out as a mod, with a folder `cards` or rows, and says nowhere what it is.
fn unmade(root: &Root) -> Option<Fault> {
    let mod_like = root.rows.is_some() || root.cards.iter().any(|text| text.name.starts_with("cards/"));
    let file = format!("{}{}", root.shown, super::files::MANIFEST);
    let message = "this folder has cards and no mod.toml, so it is no mod".to_owned();
    (root.manifest.is_none() && root.only.is_empty() && mod_like).then(|| Fault {
        suggestion: Some(
            "write one with `id`, `version` and `api`: `eagles cards new` writes one as an example".into(),
        ),
        ..scenario::fault(&file, None, None, "no-manifest", message, None)
    })
}

fn is_of_tests(root: &Root, fault: &Fault) -> bool {
    root.tests.iter().any(|text| text.shown == fault.file)
}

/// Reads one card file, and tells of it under the name that messages show.
pub(crate) fn card_file(text: &Text) -> Result<CardFile, Vec<Fault>> {
    let named = |mut faults: Vec<Fault>| {
        faults.iter_mut().for_each(|fault| fault.file.clone_from(&text.shown));
        faults
    };
    match card::load(&script_name(&text.name), &text.text) {
        Ok(card) => Ok(CardFile { file: text.shown.clone(), warnings: named(card.warnings), ..card }),
        Err(faults) => Err(named(faults)),
    }
}

/// What is wrong with a program, at the lines that built it.
pub(crate) fn program(card: &CardFile, checker: &Checker, faults: &mut Vec<Fault>) {
    let source = Source::new(&card.source);
    for found in checker.faults(&card.program) {
        let place = named(&source, &found.message).or_else(|| card.places.find(&found.path));
        faults.push(Fault {
            file: card.file.clone(),
            line: place.map(|place| place.0),
            column: place.and_then(|place| place.1),
            severity: Severity::Error,
            code: found.code,
            message: said(&found.path, &found.message),
            path: found.path,
            suggestion: found.suggestion,
        });
    }
}

/// Where the text stands that a message names first, if the file says it just once.
fn named(source: &Source<'_>, message: &str) -> Option<(u32, Option<u32>)> {
    let name = message.split('`').nth(1)?;
    source.text(name).map(|(line, column)| (line, Some(column)))
}

/// A message about a part of a program, with the key that it is about.
fn said(path: &str, message: &str) -> String {
    let key = path.rsplit('.').next().unwrap_or_default().split('[').next().unwrap_or_default();
    let begins =
        message.starts_with("must be") || message.starts_with("says nothing") || message.starts_with("has more");
    if begins && !key.is_empty() { format!("`{key}` {message}") } else { message.to_owned() }
}

/// The card of a file must be a Special of the set.
pub(crate) fn row(card: &CardFile, set: &CardSet, rows: &str, faults: &mut Vec<Fault>) {
    let id = card.program.id.as_str();
    let place = Source::new(&card.source).text(id).map(|(line, column)| (line, Some(column)));
    let place = place.or_else(|| card.places.find("id"));
    let mut add = |code, message: String, hint: String| {
        faults.push(Fault {
            file: card.file.clone(),
            line: place.map(|place| place.0),
            column: place.and_then(|place| place.1),
            severity: Severity::Error,
            code,
            path: "id".to_owned(),
            message,
            suggestion: Some(hint),
        });
    };
    match set.by_id(id) {
        Some(found) if found.kind == Kind::Special => {}
        Some(found) => {
            let message = format!("the card `{id}` is {}, and only a Special has a file", found.kind.name());
            add("not-special", message, "give the card of this file another id".to_owned());
        }
        None => {
            let specials = set.cards().iter().filter(|card| card.kind == Kind::Special).map(|card| card.id.as_str());
            let hint = match nearest(id, specials) {
                Some(near) => format!("did you mean `{near}`? Else add a row for `{id}` to {rows}"),
                None => format!("add a row for `{id}` to {rows}: `eagles cards new` writes one as an example"),
            };
            add("unknown-card", format!("no row of the cards has the id `{id}`"), hint);
        }
    }
}

/// Handlers, parts and choices must fit each other: what is asked is there, and what is there is asked.
fn handlers(card: &CardFile, source: &str, faults: &mut Vec<Fault>) {
    let program: &Program = &card.program;
    let asked = program.handlers();
    let mut add = |severity, code, path: String, place: Option<(u32, Option<u32>)>, message: String, hint: String| {
        faults.push(Fault {
            file: card.file.clone(),
            line: place.map(|place| place.0),
            column: place.and_then(|place| place.1),
            severity,
            code,
            path,
            message,
            suggestion: Some(hint),
        });
    };
    let at = |path: &str| card.places.find(path);
    for name in asked.iter().filter(|name| !card.handlers.contains_key(**name)) {
        let place = Source::new(source).text(name).map(|(line, column)| (line, Some(column))).or_else(|| at("effect"));
        let hint = match nearest(name, card.handlers.keys().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("add `handler = {{ {name} = function(context) ... end }}` to the card"),
        };
        add(Severity::Error, "unknown-handler", "handler".into(), place, format!("there is no handler `{name}`"), hint);
    }
    for name in card.handlers.keys().filter(|name| !asked.contains(&name.as_str())) {
        let hint = format!("ask it with `ask_handler(\"{name}\")`, or leave it out");
        let place = Source::new(source).name(name).map(|(line, column)| (line, Some(column))).or_else(|| at(""));
        add(
            Severity::Warning,
            "unused-handler",
            "handler".into(),
            place,
            format!("nothing asks the handler `{name}`"),
            hint,
        );
    }
    if card.handlers.is_empty() {
        return;
    }
    let source = Source::new(source);
    let calls = source.calls();
    for (word, what, known) in [
        ("run", "part", program.parts.keys().map(String::as_str).collect::<Vec<_>>()),
        ("ask", "choice", program.choices.keys().map(String::as_str).collect()),
    ] {
        for call in calls.iter().filter(|call| call.word == word && !known.contains(&call.name)) {
            let hint = match nearest(call.name, known.iter().copied()) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => format!("declare it under `{what}s` of the card"),
            };
            let (code, place) =
                (if what == "part" { "unknown-part" } else { "unknown-choice" }, (call.line, Some(call.column)));
            add(
                Severity::Error,
                code,
                format!("{what}s"),
                Some(place),
                format!("the card declares no {what} \"{}\"", call.name),
                hint,
            );
        }
        // A name that is put together while the handler runs cannot be seen here.
        let all_literal = source.all_literal(word);
        for name in known
            .iter()
            .filter(|name| all_literal && !calls.iter().any(|call| call.word == word && call.name == **name))
        {
            let path = format!("{what}s.{name}");
            let (place, verb) = (at(&path), if what == "part" { "runs" } else { "asks for" });
            add(
                Severity::Warning,
                "unused",
                path,
                place,
                format!("no handler {verb} the {what} \"{name}\""),
                format!("use it, or leave it out of `{what}s`"),
            );
        }
    }
}
