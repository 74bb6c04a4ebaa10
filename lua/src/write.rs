//! Programs as card files: the other way round, so that what is data can be read and gone on with by hand.

use crate::api::{Api, Form, Key, Node, Takes, Type, Word};
use eagles::waterloo::specials::Program;
use serde_json::{Map, Value};
use std::fmt::Write;

/// How wide a line of a card file is.
const WIDTH: usize = 110;

/// A program as the text of a card file that builds it; `title` stands in its first lines as a comment.
///
/// Handlers are functions and are no part of a program: the file declares none.
#[must_use]
pub fn card_file(title: &str, program: &Program) -> String {
    let api = Api::current();
    let value = serde_json::to_value(program).unwrap_or_default();
    let mut out = String::from("--!strict\n");
    for line in title.lines() {
        let _ = writeln!(out, "-- {line}");
    }
    out.push_str("return ");
    let fields = value.as_object().cloned().unwrap_or_default();
    if let Some(word) = api.word("special") {
        // Always over several lines: a card is a page, not a line.
        let mut doc = built(&api, word, &fields);
        if let Doc::Group { open: wide, .. } = &mut doc {
            *wide = true;
        }
        render(&doc, 0, &mut out);
    }
    out.push('\n');
    out
}

/// Something to be laid out.
enum Doc {
    Text(String),
    /// A long text, which may be cut.
    Long(String),
    Group {
        before: String,
        after: &'static str,
        items: Vec<(Option<String>, Doc)>,
        /// Whether it stands over several lines in any case.
        open: bool,
        /// Whether blanks stand within.
        spaced: bool,
    },
}

fn table(before: String, items: Vec<(Option<String>, Doc)>) -> Doc {
    Doc::Group { before: before + "{", after: "}", items, open: false, spaced: true }
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            c => out.push(c),
        }
    }
    out + "\""
}

/// A table built by a word.
fn built(api: &Api, word: &Word, fields: &Map<String, Value>) -> Doc {
    let mut items = Vec::new();
    for key in &word.keys {
        if let Some((field, value)) = key.sets
            && fields.get(field).and_then(Value::as_str) != Some(value)
        {
            continue;
        }
        let value = match key.to.split_once('.') {
            Some((group, field)) => fields.get(group).and_then(|group| group.get(field)),
            None => fields.get(key.to),
        };
        let Some(value) = value.filter(|value| key.must || key.sets.is_some() || !left_out(key, value)) else {
            continue;
        };
        items.push((Some(key.name.to_owned()), held(api, key.holds, value)));
    }
    written(word, items)
}

fn written(word: &Word, mut items: Vec<(Option<String>, Doc)>) -> Doc {
    match word.takes {
        Takes::Table => table(format!("{} ", word.name), items),
        Takes::List => match items.pop() {
            Some((_, Doc::Group { items, .. })) => table(format!("{} ", word.name), items),
            Some((_, one)) => table(format!("{} ", word.name), vec![(None, one)]),
            None => table(format!("{} ", word.name), Vec::new()),
        },
        Takes::Places => {
            let items = items.into_iter().map(|(_, item)| (None, item)).collect();
            Doc::Group { before: format!("{}(", word.name), after: ")", items, open: false, spaced: false }
        }
    }
}

/// Whether a value is what holds without it.
fn left_out(key: &Key, value: &Value) -> bool {
    match (value, key.holds) {
        (Value::Null | Value::Bool(false), _) => true,
        (Value::Array(list), _) => list.is_empty(),
        (Value::Object(fields), _) => fields.is_empty(),
        (Value::String(text), Type::Text) => text.is_empty(),
        (Value::String(text), Type::One(values)) => match values.name {
            "At" => text == "aim",
            "Start" => text == "now",
            _ => text == "own",
        },
        (Value::String(text), Type::Node(Node::Aim)) => text == "nothing",
        (Value::Number(n), Type::Number(..)) if key.name == "min" => n.as_u64() == Some(0),
        (Value::Number(n), Type::Number(..)) if key.name == "max" => n.as_u64() == Some(255),
        _ => false,
    }
}

fn held(api: &Api, holds: Type, value: &Value) -> Doc {
    let list = |one: &dyn Fn(&Value) -> Doc| match value.as_array().map(Vec::as_slice) {
        Some([only]) => one(only),
        Some(list) => table(String::new(), list.iter().map(|item| (None, one(item))).collect()),
        None => one(value),
    };
    match holds {
        Type::Text => Doc::Long(value.as_str().unwrap_or_default().to_owned()),
        Type::Many(_) | Type::Texts | Type::Faces => list(&plain),
        Type::Amount if value.as_str() == Some("given") => Doc::Text("given".to_owned()),
        Type::Node(node) => node_doc(api, node, value),
        Type::Nodes(node) => nodes(api, node, value),
        Type::Named(node) => named(value, &|value| node_doc(api, node, value)),
        Type::NamedLists(node) => named(value, &|value| nodes(api, node, value)),
        Type::Fields(keys) => {
            let fields = value.as_object().cloned().unwrap_or_default();
            let items = keys.iter().filter_map(|key| {
                let value = fields.get(key.to).filter(|value| key.must || !left_out(key, value))?;
                Some((Some(key.name.to_owned()), held(api, key.holds, value)))
            });
            table(String::new(), items.collect())
        }
        _ => plain(value),
    }
}

fn plain(value: &Value) -> Doc {
    Doc::Text(value.as_str().map_or_else(|| value.to_string(), quoted))
}

fn nodes(api: &Api, node: Node, value: &Value) -> Doc {
    let list = value.as_array().into_iter().flatten();
    table(String::new(), list.map(|item| (None, node_doc(api, node, item))).collect())
}

fn named(value: &Value, one: &dyn Fn(&Value) -> Doc) -> Doc {
    let fields = value.as_object().into_iter().flatten();
    table(String::new(), fields.map(|(name, value)| (Some(name.clone()), one(value))).collect())
}

fn node_doc(api: &Api, node: Node, value: &Value) -> Doc {
    let none = Map::new();
    if let Some(name) = value.as_str() {
        if let Some(constant) = api.constants.iter().find(|c| c.node == Some(node) && c.value == name) {
            return Doc::Text(constant.name.to_owned());
        }
        let word = api.words.iter().find(|word| word.makes == node && word.form == Form::Unit(name_of(word, name)));
        return word.map_or_else(|| plain(value), |word| built(api, word, &none));
    }
    let fields = value.as_object().unwrap_or(&none);
    if node == Node::Who {
        return who(api, fields);
    }
    let bare = api.words.iter().find(|word| word.makes == node && word.form == Form::Bare);
    if let Some(word) = bare {
        return built(api, word, fields);
    }
    let Some((name, inner)) = fields.iter().next() else { return Doc::Text("nil".to_owned()) };
    // Of several words for one operation the one whose own fields are there.
    let fits = |word: &&Word| {
        let own = |field: &str, value: &Value| inner.get(field).unwrap_or(&Value::Bool(false)) == value;
        word.makes == node && word.form.name() == Some(name) && word.sets.iter().all(|(field, value)| own(field, value))
    };
    let most = api.words.iter().filter(fits).max_by_key(|word| word.sets.len());
    let Some(word) = most else { return plain(value) };
    match word.form {
        Form::Value(_) => {
            let items = word.keys.iter().take(1).map(|key| (None, held(api, key.holds, inner)));
            written(word, items.collect())
        }
        _ => built(api, word, inner.as_object().unwrap_or(&none)),
    }
}

/// The name of a unit word if it is this one.
fn name_of(word: &Word, name: &str) -> &'static str {
    match word.form {
        Form::Unit(own) if own == name => own,
        _ => "",
    }
}

fn who(api: &Api, fields: &Map<String, Value>) -> Doc {
    let of = fields.get("of").and_then(Value::as_str).unwrap_or("own");
    let kinds = fields.get("kind").and_then(Value::as_array).filter(|kinds| !kinds.is_empty());
    let exact = api.words.iter().find(|word| {
        word.makes == Node::Who
            && word.name.split('.').next() == Some(of)
            && !word.name.ends_with(".cards")
            && word.sets.iter().find(|(field, _)| *field == "kind").and_then(|(_, kinds)| kinds.as_array()) == kinds
    });
    match exact.or_else(|| api.word(&format!("{of}.cards"))) {
        Some(word) => built(api, word, fields),
        None => Doc::Text("nil".to_owned()),
    }
}

/// The text on one line, if it may stand there.
fn flat(doc: &Doc) -> Option<String> {
    match doc {
        Doc::Text(text) => Some(text.clone()),
        Doc::Long(text) => Some(quoted(text)),
        Doc::Group { open: true, .. } => None,
        Doc::Group { before, after, items, spaced, .. } => {
            let mut inner = Vec::new();
            for (key, item) in items {
                let item = flat(item)?;
                inner.push(key.as_ref().map_or_else(|| item.clone(), |key| format!("{key} = {item}")));
            }
            let blank = if *spaced && !items.is_empty() { " " } else { "" };
            Some(format!("{before}{blank}{}{blank}{after}", inner.join(", ")))
        }
    }
}

fn render(doc: &Doc, indent: usize, out: &mut String) {
    let used = out.rfind('\n').map_or(out.len(), |at| out.len() - at - 1);
    if let Some(line) = flat(doc).filter(|line| used + line.chars().count() < WIDTH) {
        out.push_str(&line);
        return;
    }
    match doc {
        Doc::Text(text) => out.push_str(text),
        Doc::Long(text) => long(text, indent, out),
        Doc::Group { before, after, items, .. } => {
            out.push_str(before);
            // A single thing in parentheses stays where it is.
            if let ([(None, only)], &")") = (items.as_slice(), after) {
                render(only, indent, out);
                out.push(')');
                return;
            }
            // Short things, and a table behind them, begin on the same line.
            if let ([first @ .., (None, table @ Doc::Group { .. })], &")") = (items.as_slice(), after)
                && let Some(first) = first.iter().map(|(_, item)| flat(item)).collect::<Option<Vec<_>>>()
                && used + first.concat().len() < WIDTH / 2
            {
                first.iter().for_each(|item| out.push_str(&format!("{item}, ")));
                render(table, indent, out);
                out.push(')');
                return;
            }
            let last = items.len();
            for (i, (key, item)) in items.iter().enumerate() {
                let _ = write!(out, "\n{}", "    ".repeat(indent + 1));
                if let Some(key) = key {
                    let _ = write!(out, "{key} = ");
                }
                render(item, indent + 1, out);
                // The last one in parentheses has no comma behind it.
                if *after != ")" || i + 1 < last {
                    out.push(',');
                }
            }
            let _ = write!(out, "\n{}{after}", "    ".repeat(indent));
        }
    }
}

/// A long text over several lines.
fn long(text: &str, indent: usize, out: &mut String) {
    let inner = "    ".repeat(indent + 1);
    let room = WIDTH.saturating_sub(inner.len() + 8).max(40);
    let mut lines = vec![String::new()];
    for word in text.split_inclusive(' ') {
        let fits =
            lines.last().is_some_and(|line| line.is_empty() || line.chars().count() + word.chars().count() <= room);
        match lines.last_mut().filter(|_| fits) {
            Some(line) => line.push_str(word),
            None => lines.push(word.to_owned()),
        }
    }
    out.truncate(out.trim_end().len());
    for (i, line) in lines.iter().enumerate() {
        let _ = write!(out, "\n{inner}{}{}", if i > 0 { ".. " } else { "" }, quoted(line));
    }
}
