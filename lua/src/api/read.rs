//! From what a card file returned to a program: checked against the table, with all faults at once.

use super::build::{LINE, SPARE, WORD, describe};
use super::locate::Source;
use super::values::Values;
use super::{Api, Form, Key, Node, Takes, Type, Word};
use crate::sandbox::{FUNCTION_KEY, distance};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fmt;

/// How bad a fault is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// The card cannot be used.
    Error,
    /// It can, but something should be changed.
    Warning,
}

/// One thing that is wrong with a card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Fault {
    /// The file, relative to the mod's folder.
    pub file: String,
    /// The line, from 1, when known.
    pub line: Option<u32>,
    /// The column in bytes, from 1, when known.
    pub column: Option<u32>,
    /// How bad it is.
    pub severity: Severity,
    /// A stable code, such as `unknown-key`.
    pub code: &'static str,
    /// Where in the program, such as `effect[0].modify.who`; empty for the whole card.
    pub path: String,
    /// What is wrong.
    pub message: String,
    /// What to write instead, if that can be said.
    pub suggestion: Option<String>,
}

impl Fault {
    /// Its place in the file, to put faults in order.
    pub(crate) fn place(&self) -> (u32, u32) {
        (self.line.unwrap_or(0), self.column.unwrap_or(0))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
            if let Some(column) = self.column {
                write!(f, ":{column}")?;
            }
        }
        let severity = if self.severity == Severity::Error { "error" } else { "warning" };
        write!(f, ": {severity}[{}]: {}", self.code, self.message)?;
        match &self.suggestion {
            Some(suggestion) => write!(f, "; {suggestion}"),
            None => Ok(()),
        }
    }
}

/// Which line and column of the file built which part of the program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Places(BTreeMap<String, (u32, Option<u32>)>);

impl Places {
    /// The place of a part of the program, or of the smallest part around it that has one.
    #[must_use]
    pub fn find(&self, path: &str) -> Option<(u32, Option<u32>)> {
        let mut path = path;
        loop {
            if let Some(place) = self.0.get(path) {
                return Some(*place);
            }
            if path.is_empty() {
                return None;
            }
            path = path.rfind(['.', '[']).map_or("", |at| &path[..at]);
        }
    }
}

/// A word or key that is there only since a later version of the API.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Newer {
    /// The version that brought it.
    pub since: u32,
    /// Where it stands, and what it is.
    pub fault: Fault,
}

impl Newer {
    /// What is to be said of it in a card, or a card of a mod, that is meant for older versions too.
    #[must_use]
    pub fn warning(&self, what: &str, from: u32) -> Option<Fault> {
        let since = self.since;
        (from < since).then(|| Fault {
            message: format!("{}, and the {what} is written for versions from {from}", self.fault.message),
            suggestion: Some(format!("write `api = {since}` for the {what}, or do without")),
            ..self.fault.clone()
        })
    }
}

/// What was read of a card file.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Read {
    /// The program as data, for [`eagles::waterloo::specials::Program`].
    pub program: Value,
    /// The handlers: name and number of the function.
    pub handlers: BTreeMap<String, usize>,
    /// The version of the API that the card says it was written for.
    pub api: Option<u32>,
    /// The words and keys in it that came after the first version of the API.
    pub newer: Vec<Newer>,
    /// Where what was built.
    pub places: Places,
    /// What is wrong.
    pub faults: Vec<Fault>,
}

/// Reads what a card file returned.
#[must_use]
pub fn read(api: &Api, file: &str, source: &str, value: &Value) -> Read {
    let mut reader = Reader {
        api,
        file,
        source: Source::new(source),
        read: Read::default(),
        stack: Vec::new(),
        path: String::new(),
    };
    if value.as_object().and_then(|fields| fields.get(WORD)).and_then(Value::as_str) == Some("special") {
        reader.read.program = reader.node(Node::Special, value).unwrap_or_default();
    } else {
        let message = format!("the file returns {}; a card file returns a card", describe(value));
        reader.fault("no-card", message, Some("end it with `return special { ... }`".to_owned()));
    }
    let mut read = reader.read;
    read.faults.sort_by_key(Fault::place);
    read.faults.dedup();
    read.newer.sort_by_key(|newer| newer.fault.place());
    read.newer.dedup();
    read
}

struct Reader<'a> {
    api: &'a Api,
    file: &'a str,
    source: Source<'a>,
    read: Read,
    /// The words around what is being read, with their lines.
    stack: Vec<(String, u32)>,
    path: String,
}

/// How deep words may stand inside each other.
const DEPTH: usize = 40;

impl Reader<'_> {
    fn add(
        &mut self,
        severity: Severity,
        code: &'static str,
        key: Option<&str>,
        message: String,
        hint: Option<String>,
    ) {
        let here = self.stack.last().map(|(word, line)| {
            let place = key.and_then(|key| self.source.key(word, *line, key)).or_else(|| self.source.word(word, *line));
            place.map_or((*line, None), |(line, column)| (line, Some(column)))
        });
        self.read.faults.push(Fault {
            file: self.file.to_owned(),
            line: here.map(|h| h.0).filter(|line| *line > 0),
            column: here.and_then(|h| h.1),
            severity,
            code,
            path: self.path.clone(),
            message,
            suggestion: hint,
        });
    }

    /// Notes a word, or a key of it, that not every version of the API has.
    fn since(&mut self, since: u32, key: Option<&str>, what: impl FnOnce() -> String) {
        if since > 1 {
            let message = format!("{} came with version {since} of the API", what());
            self.add(Severity::Warning, "newer", key, message, None);
            self.read.newer.extend(self.read.faults.pop().map(|fault| Newer { since, fault }));
        }
    }

    fn fault(&mut self, code: &'static str, message: String, hint: Option<String>) {
        self.add(Severity::Error, code, None, message, hint);
    }

    fn key_fault(&mut self, code: &'static str, key: &str, message: String, hint: Option<String>) {
        self.add(Severity::Error, code, Some(key), message, hint);
    }

    /// Reads within a longer path.
    fn within<T>(&mut self, step: &str, read: impl FnOnce(&mut Self) -> T) -> T {
        let length = self.path.len();
        if !step.is_empty() {
            if !self.path.is_empty() && !step.starts_with('[') {
                self.path.push('.');
            }
            self.path.push_str(step);
        }
        let result = read(self);
        self.path.truncate(length);
        result
    }

    /// Reads what a word has built.
    fn node(&mut self, want: Node, value: &Value) -> Option<Value> {
        let fields = value.as_object()?;
        let called = fields.get(WORD)?.as_str()?;
        let line = fields.get(LINE).and_then(Value::as_u64).unwrap_or(0) as u32;
        let word = self.api.word(called)?;
        if self.stack.len() >= DEPTH {
            self.fault("too-deep", format!("more than {DEPTH} words stand inside each other"), None);
            return None;
        }
        self.stack.push((called.to_owned(), line));
        let place = self.source.word(called, line);
        self.read.places.0.entry(self.path.clone()).or_insert((place.map_or(line, |p| p.0), place.map(|p| p.1)));
        if word.name != called {
            let message = format!("`{called}` is called `{}` now", word.name);
            let hint = format!("write `{}`: the old name goes with the next version of the API", word.name);
            self.add(Severity::Warning, "renamed", None, message, Some(hint));
        }
        self.since(came(word.since, word.was, called), None, || format!("`{}`", word.name));
        let built = if word.makes == want {
            Some(self.word(word, fields))
        } else {
            let message = format!("`{called}` builds {}, and {} is wanted here", word.makes.means(), want.means());
            self.fault("wrong-type", message, some_of(self.api, want));
            None
        };
        self.stack.pop();
        built
    }

    fn word(&mut self, word: &Word, fields: &Map<String, Value>) -> Value {
        if let Some(spare) = fields.get(SPARE).and_then(Value::as_array) {
            let list: Vec<&str> = spare.iter().filter_map(Value::as_str).collect();
            let takes = match word.takes {
                Takes::Table => format!("`{}` takes one table of keys, as in `{}`", word.name, usage(word)),
                _ if word.keys.is_empty() => format!("`{}` takes nothing", word.name),
                _ => format!("`{}` is written `{}`", word.name, usage(word)),
            };
            self.fault("wrong-type", format!("{takes}; it was given {}", list.join(", ")), None);
        }
        let mut out = Map::new();
        for (field, value) in &word.sets {
            out.insert((*field).to_owned(), value.clone());
        }
        match word.form {
            Form::Struct(name) => {
                self.within(name, |reader| reader.fields(&word.keys, fields, &mut out, &word.name));
                json!({ name: out })
            }
            Form::Bare => {
                self.fields(&word.keys, fields, &mut out, &word.name);
                Value::Object(out)
            }
            Form::Value(name) => {
                self.within(name, |reader| {
                    let keys: Vec<Key> = word.keys.iter().map(|key| key.to("")).collect();
                    reader.fields(&keys, fields, &mut out, &word.name);
                });
                json!({ name: out.remove("").unwrap_or_default() })
            }
            Form::Unit(name) => {
                self.fields(&word.keys, fields, &mut out, &word.name);
                Value::from(name)
            }
        }
    }

    /// Reads the keys of a table.
    fn fields(&mut self, keys: &[Key], fields: &Map<String, Value>, out: &mut Map<String, Value>, owner: &str) {
        for (name, value) in fields {
            if name.starts_with('$') || value.is_null() {
                continue;
            }
            let version = self.api.version;
            let found = keys.iter().find(|key| key.name == name);
            let renamed = || keys.iter().find(|key| key.was.is_some_and(|(old, at)| old == name && at == version));
            let Some(key) = found.or_else(renamed) else {
                self.unknown_key(keys, name, owner);
                continue;
            };
            if key.name != name {
                let message = format!("the key `{name}` of `{owner}` is called `{}` now", key.name);
                let hint = format!("write `{}`: the old name goes with the next version of the API", key.name);
                self.add(Severity::Warning, "renamed", Some(name), message, Some(hint));
            }
            self.since(came(key.since, key.was, name), Some(name), || format!("the key `{}` of `{owner}`", key.name));
            let read = self.within(key.to, |reader| reader.value(key, name, value, owner));
            let Some(read) = read else { continue };
            if let Some((field, value)) = key.sets {
                if out.contains_key(field) {
                    let message = format!("`{owner}` changes one number, and `{name}` is a second one");
                    self.key_fault("two-numbers", name, message, Some(format!("write a second `{owner}`")));
                }
                out.insert(field.to_owned(), Value::from(value));
            }
            match key.to.split_once('.') {
                Some((group, field)) => {
                    let group = out.entry(group).or_insert_with(|| json!({}));
                    if let Some(group) = group.as_object_mut() {
                        group.insert(field.to_owned(), read);
                    }
                }
                None if key.to != "-" => {
                    out.insert(key.to.to_owned(), read);
                }
                None => {}
            }
        }
        for key in keys.iter().filter(|key| key.must) {
            let old = key.was.map_or("", |(old, _)| old);
            if !fields.contains_key(key.name) && !fields.contains_key(old) {
                self.missing(key, owner);
            }
        }
        let numbers: Vec<&str> = keys.iter().filter(|key| key.sets.is_some()).map(|key| key.name).collect();
        if !numbers.is_empty() && !numbers.iter().any(|name| fields.contains_key(*name)) {
            let message = format!("`{owner}` does not say which number it changes");
            self.fault("missing-key", message, Some(format!("add one of {}", ticked(numbers.iter().copied()))));
        }
    }

    fn missing(&mut self, key: &Key, owner: &str) {
        if key.to == "span.until" {
            let message = format!("`{owner}` does not say how long it lasts");
            let hint = "add `lasts = this_phase`, `this_turn`, `foe_turns(2)` or another duration".to_owned();
            self.fault("missing-limit", message, Some(hint));
        } else {
            let message = format!("`{owner}` lacks `{}`", key.name);
            let hint = format!("add `{} = ...`: {}", key.name, lower(key.doc));
            self.fault("missing-key", message, Some(hint));
        }
    }

    fn unknown_key(&mut self, keys: &[Key], name: &str, owner: &str) {
        let hint = match nearest(name, keys.iter().map(|key| key.name)) {
            Some(near) => format!("did you mean `{near}`?"),
            None if keys.is_empty() => format!("`{owner}` takes none"),
            None => format!("`{owner}` takes {}", ticked(keys.iter().map(|key| key.name))),
        };
        self.key_fault("unknown-key", name, format!("`{owner}` has no key `{}`", short(name)), Some(hint));
    }

    /// Reads one value.
    fn value(&mut self, key: &Key, name: &str, value: &Value, owner: &str) -> Option<Value> {
        match key.holds {
            Type::Text => match value {
                Value::String(text) => Some(json!(text)),
                _ => self.wrong(owner, name, value, "a text"),
            },
            Type::Flag => match value {
                Value::Bool(_) => Some(value.clone()),
                _ => self.wrong(owner, name, value, "true or false"),
            },
            Type::Number(least, most) => {
                let number = self.number(owner, name, value, least, most)?;
                if key.to == "-" {
                    self.read.api = u32::try_from(number).ok();
                }
                Some(json!(number))
            }
            Type::Amount if value.as_str() == Some("given") => Some(value.clone()),
            Type::Amount => match value {
                Value::Number(_) => self.number(owner, name, value, -128, 127).map(Value::from),
                _ => self.wrong(owner, name, value, "a whole number or `given`"),
            },
            Type::One(values) => self.one(owner, name, value, values),
            Type::Many(values) => {
                self.several(owner, name, value, |reader, item| reader.one(owner, name, item, values))
            }
            Type::Texts => self.several(owner, name, value, |reader, item| match item {
                Value::String(_) => Some(item.clone()),
                _ => reader.wrong(owner, name, item, "a text or a list of texts"),
            }),
            Type::Faces => {
                self.several(owner, name, value, |reader, item| reader.number(owner, name, item, 1, 6).map(Value::from))
            }
            Type::Node(node) => self.child(node, owner, name, value),
            Type::Nodes(node) => self.children(node, owner, name, value),
            Type::Named(node) => {
                self.named(owner, name, value, |reader, owner, name, value| reader.child(node, owner, name, value))
            }
            Type::NamedLists(node) => {
                self.named(owner, name, value, |reader, owner, name, value| reader.children(node, owner, name, value))
            }
            Type::Functions => self.functions(owner, name, value),
            Type::Fields(keys) => match value {
                Value::Object(fields) if !fields.contains_key(WORD) => {
                    let mut out = Map::new();
                    self.fields(keys, fields, &mut out, name);
                    Some(Value::Object(out))
                }
                _ => self.wrong(owner, name, value, "a table of keys"),
            },
        }
    }

    fn wrong(&mut self, owner: &str, name: &str, value: &Value, want: &str) -> Option<Value> {
        let message = format!("`{name}` of `{owner}` must be {want}, not {}", describe(value));
        self.key_fault("wrong-type", name, message, None);
        None
    }

    fn number(&mut self, owner: &str, name: &str, value: &Value, least: i64, most: i64) -> Option<i64> {
        let Some(number) = value.as_i64() else {
            self.wrong(owner, name, value, "a whole number");
            return None;
        };
        if !(least..=most).contains(&number) {
            let message = format!("`{name}` of `{owner}` must be from {least} to {most}, not {number}");
            self.key_fault("out-of-range", name, message, None);
            return None;
        }
        Some(number)
    }

    fn one(&mut self, owner: &str, name: &str, value: &Value, values: &Values) -> Option<Value> {
        let Some(text) = value.as_str() else {
            return self.wrong(owner, name, value, &format!("{}, as a text", values.means));
        };
        if values.texts().any(|known| known == text) {
            return Some(value.clone());
        }
        let hint = match nearest(text, values.texts()) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => format!("there are {}", quoted(values.texts())),
        };
        let message = format!("{} is not {}", describe(value), values.means);
        self.key_fault("unknown-value", name, message, Some(hint));
        None
    }

    fn several(
        &mut self,
        owner: &str,
        name: &str,
        value: &Value,
        mut read: impl FnMut(&mut Self, &Value) -> Option<Value>,
    ) -> Option<Value> {
        match value {
            Value::Array(list) => {
                let mut out = Vec::new();
                for (i, item) in list.iter().enumerate() {
                    let item = self.within(&format!("[{i}]"), |reader| read(reader, item))?;
                    out.push(item);
                }
                Some(Value::Array(out))
            }
            Value::Object(_) => self.wrong(owner, name, value, "one value or a list"),
            _ => read(self, value).map(|one| json!([one])),
        }
    }

    fn child(&mut self, node: Node, owner: &str, name: &str, value: &Value) -> Option<Value> {
        if let Some(text) = value.as_str() {
            let constants = || self.api.constants.iter().filter(|constant| constant.node == Some(node));
            if constants().any(|constant| constant.value == text) {
                return Some(value.clone());
            }
        }
        match value.as_object() {
            Some(fields) if fields.contains_key(WORD) => self.node(node, value),
            Some(fields) if fields.contains_key(FUNCTION_KEY) && self.uncalled(node) => None,
            _ => {
                let message = format!("`{name}` of `{owner}` must be {}, not {}", node.means(), describe(value));
                let hint = some_of(self.api, node);
                self.key_fault("wrong-type", name, message, hint);
                None
            }
        }
    }

    /// Tells of a word that stands there without its call; false if there is none that would do here.
    fn uncalled(&mut self, node: Node) -> bool {
        let word = |name: &str| self.api.word(name).filter(|word| word.makes == node);
        let found = self.source.uncalled(|name| word(name).is_some());
        let Some((word, (line, column))) = found.and_then(|(name, place)| Some((word(&name)?, place))) else {
            return false;
        };
        let message = format!("`{}` is a word, and without its call it is not {}", word.name, node.means());
        let hint = format!("call it: `{}`", usage(word));
        self.fault("not-called", message, Some(hint));
        if let Some(fault) = self.read.faults.last_mut() {
            (fault.line, fault.column) = (Some(line), Some(column));
        }
        true
    }

    fn children(&mut self, node: Node, owner: &str, name: &str, value: &Value) -> Option<Value> {
        match value {
            Value::Array(list) => {
                let mut out = Vec::new();
                for (i, item) in list.iter().enumerate() {
                    let item = self.within(&format!("[{i}]"), |reader| reader.child(node, owner, name, item));
                    out.extend(item);
                }
                Some(Value::Array(out))
            }
            Value::Object(fields) if fields.contains_key(WORD) => {
                let message = format!("`{name}` of `{owner}` is a list, and {} stands there alone", describe(value));
                self.key_fault("wrong-type", name, message, Some("put braces around it".to_owned()));
                None
            }
            _ => self.wrong(owner, name, value, "a list"),
        }
    }

    fn named(
        &mut self,
        owner: &str,
        name: &str,
        value: &Value,
        mut read: impl FnMut(&mut Self, &str, &str, &Value) -> Option<Value>,
    ) -> Option<Value> {
        match value {
            Value::Object(fields) if !fields.contains_key(WORD) => {
                let mut out = Map::new();
                for (entry, value) in fields {
                    let value = self.within(entry, |reader| read(reader, name, entry, value));
                    out.extend(value.map(|value| (entry.clone(), value)));
                }
                Some(Value::Object(out))
            }
            Value::Array(list) if list.is_empty() => Some(json!({})),
            _ => self.wrong(owner, name, value, "a table of names"),
        }
    }

    fn functions(&mut self, owner: &str, name: &str, value: &Value) -> Option<Value> {
        let entries = value.as_object().filter(|fields| !fields.contains_key(WORD));
        let Some(entries) = entries else {
            return self.wrong(owner, name, value, "a table of functions by name");
        };
        for (handler, function) in entries {
            match function.get(FUNCTION_KEY).and_then(Value::as_u64) {
                Some(number) => {
                    self.read.handlers.insert(handler.clone(), number as usize);
                }
                None => {
                    self.wrong(name, handler, function, "a function");
                }
            }
        }
        Some(Value::Null)
    }
}

/// The version that brought a word or key by the name that it is called by.
fn came(since: u32, was: Option<(&str, u32)>, called: &str) -> u32 {
    was.filter(|(old, _)| *old != called).map_or(since, |(_, renamed)| since.max(renamed))
}

/// The known word that is nearest, if one is near.
pub(crate) fn nearest<'k>(word: &str, known: impl Iterator<Item = &'k str>) -> Option<&'k str> {
    let best = known.map(|other| (distance(word, other), other)).min()?;
    (best.0 <= 1 + best.1.len() / 4 && best.0 < word.chars().count()).then_some(best.1)
}

fn short(text: &str) -> String {
    text.chars().take(40).collect::<String>().escape_debug().to_string()
}

fn lower(text: &str) -> String {
    let mut chars = text.trim_end_matches('.').chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

fn ticked<'t>(texts: impl Iterator<Item = &'t str>) -> String {
    texts.map(|text| format!("`{text}`")).collect::<Vec<_>>().join(", ")
}

fn quoted<'t>(texts: impl Iterator<Item = &'t str>) -> String {
    texts.map(|text| format!("\"{text}\"")).collect::<Vec<_>>().join(", ")
}

/// Words that build what is wanted.
fn some_of(api: &Api, want: Node) -> Option<String> {
    let constants = api.constants.iter().filter(|constant| constant.node == Some(want)).map(|constant| constant.name);
    let words = api.words.iter().filter(|word| word.makes == want).map(|word| word.name.as_str());
    let names: Vec<&str> = constants.chain(words).take(6).collect();
    (!names.is_empty()).then(|| format!("write {} or the like", ticked(names.into_iter())))
}

/// How a word is written, in short.
pub(crate) fn usage(word: &Word) -> String {
    let keys = word.keys.iter().map(|key| key.name);
    match word.takes {
        Takes::Table => {
            let must: Vec<String> =
                word.keys.iter().filter(|key| key.must).map(|key| format!("{} = ...", key.name)).collect();
            let must = if must.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", must.join(", ")) };
            format!("{} {must}", word.name)
        }
        Takes::Places => format!("{}({})", word.name, keys.collect::<Vec<_>>().join(", ")),
        Takes::List => format!("{} {{ ... }}", word.name),
    }
}
