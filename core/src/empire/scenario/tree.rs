//! The parsed file as the reader walks it: every value knows its place, and what is wrong is noted instead of stopping.

use super::{Clock, Date, Inches, Spot};
use crate::words::{either, near, quote};
use serde::de::{DeserializeOwned, IntoDeserializer, value::StrDeserializer};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// How many faults of form are noted; a list shows far fewer.
const MAX_NOTES: usize = 10_000;
/// The longest list that is read; the rules of the scenario allow less.
const MAX_LIST: usize = 5_000;

/// A fault of form: where, what about, code, message.
pub(super) struct Note {
    pub(super) span: Range<usize>,
    pub(super) path: String,
    pub(super) code: &'static str,
    pub(super) message: String,
}

/// All faults of form so far, and the paths whose values nobody knows.
#[derive(Default)]
pub(super) struct Notes {
    pub(super) notes: RefCell<Vec<Note>>,
    pub(super) unknown: RefCell<BTreeSet<String>>,
}

impl Notes {
    fn note(&self, span: Range<usize>, path: &str, code: &'static str, message: String) {
        let mut notes = self.notes.borrow_mut();
        if notes.len() < MAX_NOTES {
            notes.push(Note { span, path: path.to_owned(), code, message });
        }
    }

    fn wrong(&self, value: &Spanned<DeValue<'_>>, path: &str, wanted: &str) {
        let found = match value.get_ref() {
            DeValue::String(text) => quote(text),
            DeValue::Integer(n) => quote(&n.to_string()),
            DeValue::Float(n) => quote(n.as_str()),
            DeValue::Boolean(b) => quote(if *b { "true" } else { "false" }),
            DeValue::Datetime(_) => "a date".to_owned(),
            DeValue::Array(_) => "a list".to_owned(),
            DeValue::Table(_) => "a table".to_owned(),
        };
        self.lost(path);
        let key = path.rsplit('.').next().unwrap_or(path);
        self.note(value.span(), path, "wrong-value", format!("`{key}` must be {wanted}, not {found}"));
    }

    fn lost(&self, path: &str) {
        self.unknown.borrow_mut().insert(path.to_owned());
    }
}

/// What can be read from a value. On failure the fault has been noted.
pub(super) trait Read: Sized {
    fn read(value: &Spanned<DeValue<'_>>, path: &str, notes: &Notes) -> Option<Self>;
}

/// A table of known keys.
pub(super) trait FromRow: Sized {
    /// What it is called in messages.
    const NAME: &'static str;

    fn from_row(row: &Row<'_, '_>) -> Self;
}

/// A table being read.
pub(super) struct Row<'a, 'i> {
    table: &'a DeTable<'i>,
    span: Range<usize>,
    path: &'a str,
    notes: &'a Notes,
    known: RefCell<Vec<&'static str>>,
    missing: RefCell<Vec<&'static str>>,
}

impl<'a, 'i> Row<'a, 'i> {
    /// Reads a whole table and notes the keys that nobody asked for.
    pub(super) fn all<T: FromRow>(table: &'a DeTable<'i>, span: Range<usize>, path: &'a str, notes: &'a Notes) -> T {
        let row = Row { table, span, path, notes, known: RefCell::default(), missing: RefCell::default() };
        let read = T::from_row(&row);
        row.close(T::NAME);
        read
    }

    fn under(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    /// The value of a key that may be left out; `None` also where it is wrong.
    pub(super) fn may<T: Read>(&self, key: &'static str) -> Option<T> {
        self.known.borrow_mut().push(key);
        self.table.get(key).and_then(|value| T::read(value, &self.under(key), self.notes))
    }

    /// The value of a key, or `default` where it is left out or wrong.
    pub(super) fn or<T: Read>(&self, key: &'static str, default: T) -> T {
        self.may(key).unwrap_or(default)
    }

    /// The value of a key that must be there, or `stand_in` to go on with.
    pub(super) fn must<T: Read>(&self, key: &'static str, stand_in: T) -> T {
        if !self.table.contains_key(key) {
            self.missing.borrow_mut().push(key);
            self.notes.lost(&self.under(key));
        }
        self.may(key).unwrap_or(stand_in)
    }

    fn close(&self, name: &str) {
        let known = self.known.borrow();
        for key in self.table.keys() {
            let word: &str = key.get_ref();
            if known.contains(&word) {
                continue;
            }
            let hint = match near(word, &known) {
                Some(near) => {
                    // A slip of the pen is one fault, not two.
                    self.missing.borrow_mut().retain(|missing| *missing != near);
                    format!("; perhaps `{near}` is meant")
                }
                None => format!("; known are {}", known.join(", ")),
            };
            let path = self.under(word);
            self.notes.note(key.span(), &path, "unknown-key", format!("{name} has no key {}{hint}", quote(word)));
        }
        for key in self.missing.borrow().iter() {
            let path = self.under(key);
            self.notes.note(self.span.clone(), &path, "missing-key", format!("{name} needs the key `{key}`"));
        }
    }
}

impl<T: FromRow> Read for T {
    fn read(value: &Spanned<DeValue<'_>>, path: &str, notes: &Notes) -> Option<Self> {
        match value.get_ref() {
            DeValue::Table(table) => Some(Row::all(table, value.span(), path, notes)),
            _ => {
                notes.wrong(value, path, &format!("a table: {}", T::NAME));
                None
            }
        }
    }
}

/// A list of tables, points and the like. What cannot be read leaves a gap, so that places keep their numbers.
pub(super) struct List<T>(pub(super) Vec<T>);

/// What stands in a list for an item that cannot be read.
pub(super) trait StandIn {
    fn stand_in() -> Self;
}

impl<T: Read + StandIn> Read for List<T> {
    fn read(value: &Spanned<DeValue<'_>>, path: &str, notes: &Notes) -> Option<Self> {
        let DeValue::Array(items) = value.get_ref() else {
            notes.wrong(value, path, "a list");
            return None;
        };
        if items.len() > MAX_LIST {
            notes.lost(path);
            let message = format!("a list of {} is too long to read; it may have up to {MAX_LIST}", items.len());
            notes.note(value.span(), path, "too-many", message);
            return None;
        }
        let item = |(i, item): (usize, &Spanned<DeValue<'_>>)| {
            T::read(item, &format!("{path}[{i}]"), notes).unwrap_or_else(T::stand_in)
        };
        Some(Self(items.iter().enumerate().map(item).collect()))
    }
}

/// A newtype for values of the types of the standard library and words, which share no trait of ours.
pub(super) struct Plain<T>(pub(super) T);

impl Read for Plain<String> {
    fn read(value: &Spanned<DeValue<'_>>, path: &str, notes: &Notes) -> Option<Self> {
        match value.get_ref().as_str() {
            Some(text) => Some(Self(text.to_owned())),
            None => {
                notes.wrong(value, path, "a text between quotes");
                None
            }
        }
    }
}

impl Read for Plain<bool> {
    fn read(value: &Spanned<DeValue<'_>>, path: &str, notes: &Notes) -> Option<Self> {
        let read = value.get_ref().as_bool().map(Self);
        if read.is_none() {
            notes.wrong(value, path, "true or false");
        }
        read
    }
}

fn whole(value: &DeValue<'_>) -> Option<i64> {
    let n = value.as_integer()?;
    i64::from_str_radix(n.as_str(), n.radix()).ok()
}

macro_rules! whole_numbers {
    ($($type:ty),*) => {$(
        impl Read for Plain<$type> {
            fn read(value: &Spanned<DeValue<'_>>, path: &str, notes: &Notes) -> Option<Self> {
                let read = whole(value.get_ref()).and_then(|n| <$type>::try_from(n).ok()).map(Self);
                if read.is_none() {
                    notes.wrong(value, path, &format!("a whole number, {} to {}", <$type>::MIN, <$type>::MAX));
                }
                read
            }
        }
    )*};
}

whole_numbers!(u8, i8, u16, i16, i32);

impl Read for Inches {
    fn read(value: &Spanned<DeValue<'_>>, path: &str, notes: &Notes) -> Option<Self> {
        let read = match value.get_ref() {
            DeValue::Float(n) => n.as_str().parse().ok().and_then(Self::of),
            other => whole(other).and_then(Self::of_whole),
        };
        if read.is_none() {
            notes.wrong(value, path, "inches, with at most three decimals, up to 1200 either way");
        }
        read
    }
}

impl StandIn for Spot {
    fn stand_in() -> Self {
        Self::default()
    }
}

impl Read for Spot {
    fn read(value: &Spanned<DeValue<'_>>, path: &str, notes: &Notes) -> Option<Self> {
        let items = value.get_ref().as_array().map_or(&[][..], |items| items);
        let [x, y] = items else {
            notes.wrong(value, path, "two numbers, [x, y], in inches");
            return None;
        };
        let read = (Inches::read(x, path, notes), Inches::read(y, path, notes));
        Some(Self(read.0?, read.1?))
    }
}

/// A value that is written as a text, or bare where TOML has dates of its own.
fn written<T: std::str::FromStr<Err = &'static str>>(
    value: &Spanned<DeValue<'_>>,
    path: &str,
    notes: &Notes,
) -> Option<T> {
    let text = match value.get_ref() {
        DeValue::String(text) => text.to_string(),
        DeValue::Datetime(bare) => {
            let text = bare.to_string();
            text.strip_suffix(":00").filter(|_| text.len() == 8).map_or(text.clone(), str::to_owned)
        }
        _ => String::new(),
    };
    match text.parse() {
        Ok(read) => Some(read),
        Err(wanted) => {
            notes.wrong(value, path, wanted);
            None
        }
    }
}

impl Read for Date {
    fn read(value: &Spanned<DeValue<'_>>, path: &str, notes: &Notes) -> Option<Self> {
        written(value, path, notes)
    }
}

impl Read for Clock {
    fn read(value: &Spanned<DeValue<'_>>, path: &str, notes: &Notes) -> Option<Self> {
        written(value, path, notes)
    }
}

/// One of the words of an enumeration.
pub(super) struct Word<T>(pub(super) T);

/// The words that serde would have taken.
#[derive(Debug)]
struct Wanted(&'static [&'static str]);

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&either(self.0))
    }
}

impl std::error::Error for Wanted {}

impl serde::de::Error for Wanted {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self(&[])
    }

    fn unknown_variant(_: &str, expected: &'static [&'static str]) -> Self {
        Self(expected)
    }
}

impl<T: DeserializeOwned> Read for Word<T> {
    fn read(value: &Spanned<DeValue<'_>>, path: &str, notes: &Notes) -> Option<Self> {
        // No word is empty, so that what is no text fails too and tells the words.
        let text = value.get_ref().as_str().unwrap_or_default();
        let words: StrDeserializer<'_, Wanted> = text.into_deserializer();
        match T::deserialize(words) {
            Ok(read) => Some(Self(read)),
            Err(Wanted(known)) => {
                notes.wrong(value, path, &format!("one of {}", either(known)));
                if let (Some(near), Some(last)) = (near(text, known), notes.notes.borrow_mut().last_mut()) {
                    last.message.push_str(&format!("; perhaps `{near}` is meant"));
                }
                None
            }
        }
    }
}

/// A table of switches and numbers whose keys and types are those of `T`'s default.
pub(super) struct Like<T>(pub(super) T);

impl<T: Default + DeserializeOwned + serde::Serialize> Read for Like<T> {
    fn read(value: &Spanned<DeValue<'_>>, path: &str, notes: &Notes) -> Option<Self> {
        let DeValue::Table(table) = value.get_ref() else {
            notes.wrong(value, path, "a table of house rules");
            return None;
        };
        let Ok(serde_json::Value::Object(mut all)) = serde_json::to_value(T::default()) else { return None };
        for (key, value) in table {
            let (word, path): (&str, _) = (key.get_ref(), format!("{path}.{}", key.get_ref()));
            let known: Vec<&str> = all.keys().map(String::as_str).collect();
            let hint = near(word, &known).map_or_else(String::new, |near| format!("; perhaps `{near}` is meant"));
            match all.get_mut(word) {
                None => notes.note(
                    key.span(),
                    &path,
                    "unknown-key",
                    format!("there is no house rule {}{hint}", quote(word)),
                ),
                Some(switch @ serde_json::Value::Bool(_)) => {
                    if let Some(Plain(on)) = Plain::<bool>::read(value, &path, notes) {
                        *switch = on.into();
                    }
                }
                Some(number) => {
                    if let Some(Plain(n)) = Plain::<i32>::read(value, &path, notes) {
                        *number = n.into();
                    }
                }
            }
        }
        serde_json::from_value(serde_json::Value::Object(all)).ok().map(Self)
    }
}
