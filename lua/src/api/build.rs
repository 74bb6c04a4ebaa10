//! The words in the sandbox: each wraps what it is given with its own name and line; nothing is checked before the whole
//! card is there, so that all faults are told at once.

use super::{Api, Takes, Word};
use crate::handlers::calls;
use crate::sandbox::{Context, LINE_KEY, Shape, Vocabulary, WORD_KEY};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// The key under which a table says which word made it.
pub(super) const WORD: &str = WORD_KEY;
/// The key under which a table says in which line.
pub(super) const LINE: &str = LINE_KEY;
/// The key under which a word keeps what it could not take.
pub(super) const SPARE: &str = "$spare";

/// The words and constants of an API for scripts.
#[must_use]
pub fn vocabulary(api: &Api) -> Arc<Vocabulary> {
    let mut vocabulary = calls(Vocabulary::new());
    for constant in &api.constants {
        vocabulary = vocabulary.constant(constant.name, Value::from(constant.value));
    }
    for word in &api.words {
        let renamed = word.was.filter(|(_, at)| *at == api.version).map(|(old, _)| old);
        for name in [Some(word.name.as_str()), renamed].into_iter().flatten() {
            let shape = match word.takes {
                Takes::Table => Shape::Table,
                Takes::Places => Shape::Places,
                Takes::List => Shape::List,
            };
            let keys: Vec<&str> = word.keys.iter().map(|key| key.name).collect();
            let (word, called) = (word.clone(), name.to_owned());
            let wrap = move |context: &Context<'_>, arguments: &[Value]| Ok(wrap(&word, &called, context, arguments));
            vocabulary = vocabulary.builder(name, shape, &keys, wrap);
        }
    }
    Arc::new(vocabulary)
}

fn wrap(word: &Word, called: &str, context: &Context<'_>, arguments: &[Value]) -> Value {
    let mut fields = Map::new();
    let mut spare = Vec::new();
    match (word.takes, arguments) {
        (Takes::Table, []) => {}
        (Takes::Table | Takes::Places, [Value::Object(keys)]) if is_table(keys) && !word.keys.is_empty() => {
            fields.clone_from(keys);
        }
        (Takes::Table, [Value::Array(list)]) if list.is_empty() => {}
        (Takes::List, [only]) => insert(&mut fields, word, 0, only),
        (Takes::List, _) => insert(&mut fields, word, 0, &Value::Array(arguments.to_vec())),
        (Takes::Places, _) => {
            for (i, value) in arguments.iter().enumerate() {
                if i < word.keys.len() {
                    insert(&mut fields, word, i, value);
                } else if !(value.as_array().is_some_and(Vec::is_empty) || value.is_null()) {
                    spare.push(describe(value));
                }
            }
        }
        (Takes::Table, _) => spare.extend(arguments.iter().map(describe)),
    }
    fields.insert(WORD.to_owned(), json!(called));
    fields.insert(LINE.to_owned(), json!(context.line));
    if !spare.is_empty() {
        fields.insert(SPARE.to_owned(), json!(spare));
    }
    Value::Object(fields)
}

fn insert(fields: &mut Map<String, Value>, word: &Word, i: usize, value: &Value) {
    if let Some(key) = word.keys.get(i).filter(|_| !value.is_null()) {
        fields.insert(key.name.to_owned(), value.clone());
    }
}

/// A table of keys that no word has made.
fn is_table(fields: &Map<String, Value>) -> bool {
    !fields.contains_key(WORD) && !fields.contains_key("$function")
}

/// What a value is, in a few words.
pub(super) fn describe(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::Bool(truth) => truth.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => {
            let short: String = text.chars().take(40).collect();
            let more = if short.len() < text.len() { "..." } else { "" };
            format!("\"{}{more}\"", short.escape_debug())
        }
        Value::Array(_) => "a list".to_owned(),
        Value::Object(fields) => match fields.get(WORD).and_then(Value::as_str) {
            Some(word) => format!("`{word}`"),
            None if fields.contains_key("$function") => "a function".to_owned(),
            None => "a table".to_owned(),
        },
    }
}
