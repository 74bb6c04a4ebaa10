//! Doc comments as descriptions: without the marks of rustdoc.

use crate::empire::geometry::{HIGH, LOW};
use crate::empire::scenario::MAX_FAULTS;
use crate::waterloo::action::NO_GROUND;
use crate::waterloo::specials::handler::PARTS;
use crate::waterloo::types::Army;
use crate::waterloo::view::hidden_card;
use crate::{chance, record};
use schemars::Schema;
use schemars::transform::transform_subschemas;

/// Constants that doc comments name; their numbers say more to a reader who has no Rust before him.
const NUMBERS: [(&str, i64); 11] = [
    ("FORMAT", record::FORMAT as i64),
    ("HIGH", HIGH as i64),
    ("LOW", LOW as i64),
    ("MAX_COUNT", record::MAX_COUNT as i64),
    ("MAX_DICE", chance::MAX_DICE as i64),
    ("MAX_FAULTS", MAX_FAULTS as i64),
    ("MAX_NOTE", record::MAX_NOTE as i64),
    ("MAX_NOTES", record::MAX_NOTES as i64),
    ("NO_GROUND", NO_GROUND as i64),
    ("PARTS", PARTS as i64),
    ("STREAMS", chance::STREAMS as i64),
];

/// A title for a file of this name: `waterloo-view` is `Waterloo view`.
pub(super) fn title(name: &str) -> String {
    let words = name.replace('-', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Makes every description plain.
pub(super) fn plain(schema: &mut Schema) {
    if let Some(serde_json::Value::String(text)) = schema.get_mut("description") {
        *text = unlinked(text);
    }
    transform_subschemas(&mut plain, schema);
}

/// The text without links.
fn unlinked(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('[') {
        out.push_str(before);
        let Some((inner, behind)) = after.split_once(']') else {
            out.push('[');
            rest = after;
            continue;
        };
        match (behind.strip_prefix('(').and_then(|target| target.split_once(')')), path(inner)) {
            (Some((_, behind)), _) => {
                out.push_str(inner);
                rest = behind;
            }
            (None, Some(path)) => {
                out.push_str(&named(path));
                rest = behind;
            }
            // Brackets that are no link.
            (None, None) => {
                out.push('[');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    // Lines are broken for the source, paragraphs for the reader.
    out.split("\n\n").map(|paragraph| paragraph.replace('\n', " ")).collect::<Vec<_>>().join("\n\n")
}

/// What a link that is code names.
fn path(inner: &str) -> Option<&str> {
    inner.strip_prefix('`')?.strip_suffix('`').filter(|path| !path.contains('`'))
}

/// A path as a reader of JSON may know it: the number of a constant, a type or field without its modules.
fn named(path: &str) -> String {
    let last = path.rsplit("::").next().unwrap_or(path);
    if let Some((_, number)) = NUMBERS.iter().find(|(name, _)| *name == last) {
        return number.to_string();
    }
    if last == "hidden_card" {
        return [Army::French, Army::British, Army::Prussian]
            .map(|army| format!("{} ({army})", hidden_card(army).0))
            .join(", ");
    }
    let own: Vec<_> = path.split("::").skip_while(|part| !part.starts_with(char::is_uppercase)).collect();
    let field = own.last().is_some_and(|part| part.starts_with(char::is_lowercase));
    format!("`{}`", if own.is_empty() { last.to_owned() } else { own.join(if field { "." } else { "::" }) })
}
