//! The reference part of the guide, made from the table.

use super::types::NODES;
use super::values::ALL;
use super::{Api, Key, Node, Type, read::usage};
use crate::handlers::{CONTEXT, FACTS, FILTER};
use std::fmt::Write;

fn holds(holds: Type) -> String {
    match holds {
        Type::Text => "a text".into(),
        Type::Flag => "`true` or `false`".into(),
        Type::Number(least, most) => format!("a number from {least} to {most}"),
        Type::Amount => "a number, or `given`".into(),
        Type::One(values) => format!("[{}](#{})", values.means, values.name.to_lowercase()),
        Type::Many(values) => format!("one or a list of: [{}](#{})", values.means, values.name.to_lowercase()),
        Type::Texts => "one or a list of texts".into(),
        Type::Faces => "one or a list of faces, 1 to 6".into(),
        Type::Node(node) => node.means().into(),
        Type::Nodes(node) => format!("a list; each is {}", node.means()),
        Type::Named(node) => format!("a table of names; each is {}", node.means()),
        Type::NamedLists(node) => format!("a table of names; each a list of which each is {}", node.means()),
        Type::Functions => "a table of functions by name".into(),
        Type::Fields(_) => "a table, see below".into(),
    }
}

fn keys(out: &mut String, keys: &[Key]) {
    if keys.is_empty() {
        return;
    }
    out.push_str("\n| key | holds | if left out | |\n|---|---|---|---|\n");
    for key in keys {
        let or = match (key.must, key.or) {
            (true, _) => "must be there",
            (false, "") => "no matter",
            (false, or) => or,
        };
        let _ = writeln!(out, "| `{}` | {} | {or} | {} |", key.name, holds(key.holds), key.doc);
    }
    for key in keys {
        if let Type::Fields(inner) = key.holds {
            let _ = write!(out, "\n`{}` holds:\n", key.name);
            self::keys(out, inner);
        }
    }
}

/// The reference as Markdown.
#[must_use]
pub fn reference(api: &Api) -> String {
    let mut out =
        format!("# The words of card files\n\nVersion {} of the API. Made from the table of the API.\n", api.version);
    for node in NODES {
        let what = node.means();
        let _ = writeln!(out, "\n## {}{}", what[..1].to_uppercase(), &what[1..]);
        for constant in api.constants.iter().filter(|constant| constant.node == Some(node)) {
            let _ = writeln!(out, "\n- `{}`: {}", constant.name, constant.doc);
        }
        if node == Node::Who {
            out.push_str(
                "\nThe first name says whose cards, the second which: `own` (the card's own army), `side` (the own player, of \
                 either army), `foe` (the enemy), `all` (anybody); `troops`, `infantry`, `cavalry`, `artillery`, \
                 `foot_artillery`, `horse_artillery`, `generals`, or `cards` with `kind` for several types. All that is said \
                 must hold; a list is met by any of its entries.\n",
            );
            if let Some(word) = api.word("own.cards") {
                keys(&mut out, &word.keys);
            }
            continue;
        }
        for word in api.words.iter().filter(|word| word.makes == node) {
            let _ = writeln!(out, "\n### `{}`\n\n`{}`\n\n{} ({})", word.name, usage(word), word.doc, word.rule);
            keys(&mut out, &word.keys);
        }
    }
    out.push_str("\n## In handlers\n");
    for call in &api.calls {
        let parameters: Vec<&str> = call.parameters.iter().map(|(name, _)| *name).collect();
        let _ = writeln!(out, "\n### `{0}`\n\n`{0}({1})`\n\n{2}", call.name, parameters.join(", "), call.doc);
    }
    for (name, fields) in [
        ("What a handler gets", &CONTEXT[..]),
        ("A card as handlers see it", &FACTS[..]),
        ("The filter of `cards`", &FILTER[..]),
    ] {
        let _ = writeln!(out, "\n### {name}\n\n| field | holds | |\n|---|---|---|");
        for (field, holds, doc) in fields {
            let _ = writeln!(out, "| `{field}` | `{}` | {doc} |", holds.replace('|', "\\|"));
        }
    }
    out.push_str("\n## Texts\n");
    for values in ALL {
        let _ = writeln!(out, "\n### {}\n\n{}:\n", values.name, values.means);
        for (text, doc) in values.list {
            let _ = writeln!(out, "- `\"{text}\"`: {doc}");
        }
    }
    out
}

/// The words in short, for the guide.
#[must_use]
pub fn overview(api: &Api) -> String {
    let mut out = String::new();
    for node in NODES {
        let what = node.means();
        let _ = writeln!(out, "\n**{}{}**\n", what[..1].to_uppercase(), &what[1..]);
        if node == Node::Who {
            out.push_str(
                "- `own.infantry { ... }`: the first name is `own`, `side`, `foe` or `all`, the second `troops`, ",
            );
            out.push_str(
                "`infantry`, `cavalry`, `artillery`, `foot_artillery`, `horse_artillery`, `generals` or `cards`\n",
            );
            let keys: Vec<String> = api
                .word("own.cards")
                .map_or_else(Vec::new, |word| word.keys.iter().map(|key| format!("`{}`", key.name)).collect());
            let _ = writeln!(out, "- keys: {}", keys.join(", "));
            continue;
        }
        for constant in api.constants.iter().filter(|constant| constant.node == Some(node)) {
            let _ = writeln!(out, "- `{}`: {}", constant.name, constant.doc);
        }
        for word in api.words.iter().filter(|word| word.makes == node) {
            let _ = writeln!(out, "- `{}`: {}", usage(word).replace("{  }", "{ ... }"), word.doc);
        }
    }
    out.push_str("\n**In handlers**\n\n");
    for call in &api.calls {
        let parameters: Vec<&str> = call.parameters.iter().map(|(name, _)| *name).collect();
        let _ = writeln!(out, "- `{}({})`: {}", call.name, parameters.join(", "), call.doc);
    }
    if let Some(windows) = ALL.iter().find(|values| values.name == "Window") {
        out.push_str("\n**Windows**\n\n");
        for (text, doc) in windows.list {
            let _ = writeln!(out, "- `\"{text}\"`: {doc}");
        }
    }
    out.push('\n');
    out
}
