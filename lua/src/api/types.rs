//! The files of types for editors, made from the table.

use super::values::ALL;
use super::{Api, Key, Node, Takes, Type};
use crate::handlers::{CONTEXT, FACTS, FILTER, KINDS, positions};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Nodes that are made of words, in the order of the files.
pub(super) const NODES: [Node; 9] =
    [Node::Special, Node::Need, Node::Aim, Node::Op, Node::Cond, Node::Who, Node::Until, Node::Branch, Node::Choice];

/// The Luau type of what a key holds.
fn luau_type(holds: Type) -> String {
    match holds {
        Type::Text => "string".into(),
        Type::Flag => "boolean".into(),
        Type::Number(..) => "number".into(),
        Type::Amount => "number | \"given\"".into(),
        Type::One(values) => values.name.into(),
        Type::Many(values) => format!("{0} | {{{0}}}", values.name),
        Type::Texts => "string | {string}".into(),
        Type::Faces => "number | {number}".into(),
        Type::Node(node) => node.name().into(),
        Type::Nodes(node) => format!("{{{}}}", node.name()),
        Type::Named(node) => format!("{{ [string]: {} }}", node.name()),
        Type::NamedLists(node) => format!("{{ [string]: {{{}}} }}", node.name()),
        Type::Functions => "{ [string]: (Context) -> (Run | {Run} | nil) }".into(),
        Type::Fields(keys) => format!("{{ {} }}", luau_keys(keys)),
    }
}

fn luau_keys(keys: &[Key]) -> String {
    let keys: Vec<String> = keys
        .iter()
        .map(|key| match key.must {
            true => format!("{}: {}", key.name, luau_type(key.holds)),
            false => format!("{}: ({})?", key.name, luau_type(key.holds)),
        })
        .collect();
    keys.join(", ")
}

fn texts<'t>(texts: impl Iterator<Item = &'t str>) -> String {
    texts.map(|text| format!("\"{text}\"")).collect::<Vec<_>>().join(" | ")
}

/// The definitions for luau-lsp and luau-analyze.
#[must_use]
pub fn luau(api: &Api) -> String {
    let mut out = format!(
        "-- Types of Eagles card files for luau-lsp and luau-analyze, version {} of the API.\n\
         -- Made from the table of the API: do not change it by hand.\n\n",
        api.version
    );
    for node in NODES.into_iter().chain([Node::Run]) {
        let constants = api.constants.iter().filter(|constant| constant.node == Some(node));
        let also: String = constants.map(|constant| format!(" | \"{}\"", constant.value)).collect();
        let _ = writeln!(out, "-- {}", node.means());
        let _ = writeln!(out, "type {0} = {{ read __{1}: never }}{also}", node.name(), node.name().to_lowercase());
    }
    for values in ALL {
        let _ = writeln!(out, "-- {}", values.means);
        let _ = writeln!(out, "type {} = {}", values.name, texts(values.texts()));
    }
    let _ = writeln!(out, "-- one of the six Positions\ntype Position = {}", texts(positions()));
    let _ = writeln!(out, "-- a type of cards that handlers can ask for\ntype Kind = {}", texts(KINDS.into_iter()));
    for (name, means, fields) in [
        ("Facts", "a card on the table, as the player of the Special sees it", &FACTS[..]),
        ("Context", "what a handler gets to see first", &CONTEXT[..]),
    ] {
        let _ = writeln!(out, "-- {means}\ntype {name} = {{");
        for (field, holds, doc) in fields {
            let _ = writeln!(out, "\t-- {doc}\n\t{field}: {holds},");
        }
        out.push_str("}\n");
    }
    out.push_str("-- which cards `cards` gives\ntype Filter = {\n");
    for (field, holds, doc) in FILTER {
        let _ = writeln!(out, "\t-- {doc}\n\t{field}: ({holds})?,");
    }
    out.push_str("}\n\n");
    let mut groups: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for word in &api.words {
        let result = word.makes.name();
        let parameters = match word.takes {
            Takes::Table => format!("{{ {} }}", luau_keys(&word.keys)),
            Takes::List => word.keys.iter().map(|key| luau_type(key.holds)).collect(),
            Takes::Places => {
                let places: Vec<String> =
                    word.keys.iter().map(|k| format!("{}: {}", k.name, luau_type(k.holds))).collect();
                places.join(", ")
            }
        };
        match word.name.split_once('.') {
            Some((group, name)) => {
                groups
                    .entry(group)
                    .or_default()
                    .push(format!("\t-- {}\n\t{name}: ({parameters}) -> {result},\n", word.doc));
            }
            None => {
                let parameters = match word.takes {
                    Takes::Table => format!("keys: {parameters}"),
                    Takes::List => format!("list: {parameters}"),
                    Takes::Places => parameters,
                };
                let _ = writeln!(out, "-- {} ({})", word.doc, word.rule);
                for key in &word.keys {
                    let or = if key.or.is_empty() { String::new() } else { format!(" If left out: {}.", key.or) };
                    let _ = writeln!(out, "-- {}: {}{or}", key.name, key.doc);
                }
                let _ = writeln!(out, "declare function {}({parameters}): {result}", word.name);
            }
        }
    }
    for (group, members) in groups {
        let _ = writeln!(out, "declare {group}: {{\n{}}}", members.concat());
    }
    for constant in &api.constants {
        let holds = constant.node.map_or("\"given\"", Node::name);
        let _ = writeln!(out, "-- {}\ndeclare {}: {holds}", constant.doc, constant.name);
    }
    for call in &api.calls {
        let parameters: Vec<String> = call.parameters.iter().map(|(name, holds)| format!("{name}: {holds}")).collect();
        let _ = writeln!(out, "-- In handlers: {}", call.doc);
        let _ = writeln!(out, "declare function {}({}): {}", call.name, parameters.join(", "), call.gives);
    }
    out
}

/// The type of what a key holds for LuaLS.
fn luals_type(holds: Type) -> String {
    match holds {
        Type::Amount => "integer|\"given\"".into(),
        Type::Number(..) => "integer".into(),
        Type::One(values) => values.name.into(),
        Type::Many(values) => format!("{0}|{0}[]", values.name),
        Type::Texts => "string|string[]".into(),
        Type::Faces => "integer|integer[]".into(),
        Type::Nodes(node) => format!("{}[]", node.name()),
        Type::Named(node) => format!("table<string, {}>", node.name()),
        Type::NamedLists(node) => format!("table<string, {}[]>", node.name()),
        Type::Functions => "table<string, fun(ctx: Context): Run|Run[]|nil>".into(),
        Type::Fields(keys) => {
            let keys: Vec<String> = keys
                .iter()
                .map(|key| format!("{}{}: {}", key.name, if key.must { "" } else { "?" }, luals_type(key.holds)))
                .collect();
            format!("{{ {} }}", keys.join(", "))
        }
        other => luau_type(other),
    }
}

/// A Luau type as LuaLS writes it.
fn plain(holds: &str) -> String {
    let holds = holds.replace(" | ", "|").replace("number", "integer");
    let (inner, maybe) = holds.strip_suffix('?').map_or((holds.as_str(), ""), |inner| (inner, "|nil"));
    let list = inner.strip_prefix('{').and_then(|inner| inner.strip_suffix('}')).filter(|inner| !inner.contains(':'));
    format!("{}{maybe}", list.map_or_else(|| inner.to_owned(), |inner| format!("{inner}[]")))
}

/// The definitions for LuaLS.
#[must_use]
pub fn luals(api: &Api) -> String {
    let mut out = format!(
        "---@meta\n-- Types of Eagles card files for LuaLS, version {} of the API.\n\
         -- Made from the table of the API: do not change it by hand.\n\n",
        api.version
    );
    for values in ALL {
        let _ = writeln!(out, "---{}\n---@alias {}", values.means, values.name);
        for (text, doc) in values.list {
            let _ = writeln!(out, "---| '\"{text}\"' # {doc}");
        }
        out.push('\n');
    }
    let _ =
        writeln!(out, "---one of the six Positions\n---@alias Position {}\n", texts(positions()).replace(" | ", "|"));
    let kinds = texts(KINDS.into_iter()).replace(" | ", "|");
    let _ = writeln!(out, "---a type of cards that handlers can ask for\n---@alias Kind {kinds}\n");
    for node in NODES.into_iter().chain([Node::Run]) {
        let constants: Vec<_> = api.constants.iter().filter(|constant| constant.node == Some(node)).collect();
        if constants.is_empty() {
            let _ = writeln!(out, "---{}\n---@class {}\n", node.means(), node.name());
        } else {
            let also: String = constants.iter().map(|constant| format!("|\"{}\"", constant.value)).collect();
            let _ =
                writeln!(out, "---@class Built{0}\n---{1}\n---@alias {0} Built{0}{also}\n", node.name(), node.means());
        }
    }
    for (name, means, fields, maybe) in [
        ("Facts", "a card on the table, as the player of the Special sees it", &FACTS[..], ""),
        ("Context", "what a handler gets to see first", &CONTEXT[..], ""),
        ("Filter", "which cards `cards` gives", &FILTER[..], "?"),
    ] {
        let _ = writeln!(out, "---{means}\n---@class {name}");
        for (field, holds, doc) in fields {
            let _ = writeln!(out, "---@field {field}{maybe} {} {doc}", plain(holds));
        }
        out.push('\n');
    }
    for group in ["own", "side", "foe", "all"] {
        let _ = writeln!(out, "{group} = {{}}");
    }
    for word in &api.words {
        let _ = writeln!(out, "\n---{} ({})", word.doc, word.rule);
        let parameters: Vec<&str> = match word.takes {
            Takes::Table => {
                let keys: Vec<String> = word
                    .keys
                    .iter()
                    .map(|key| format!("{}{}: {}", key.name, if key.must { "" } else { "?" }, luals_type(key.holds)))
                    .collect();
                for key in &word.keys {
                    let or = if key.or.is_empty() { String::new() } else { format!(" If left out: {}.", key.or) };
                    let _ = writeln!(out, "---- `{}`: {}{or}", key.name, key.doc);
                }
                let _ = writeln!(out, "---@param keys {{ {} }}", keys.join(", "));
                vec!["keys"]
            }
            Takes::List | Takes::Places => {
                for key in &word.keys {
                    let _ = writeln!(out, "---@param {} {} {}", key.name, luals_type(key.holds), key.doc);
                }
                word.keys.iter().map(|key| key.name).collect()
            }
        };
        let _ =
            writeln!(out, "---@return {}\nfunction {}({}) end", word.makes.name(), word.name, parameters.join(", "));
    }
    for constant in &api.constants {
        let holds = constant.node.map_or("\"given\"", Node::name);
        let _ = writeln!(out, "\n---{}\n---@type {holds}\n{} = \"{}\"", constant.doc, constant.name, constant.value);
    }
    for call in &api.calls {
        let _ = writeln!(out, "\n---In handlers: {}", call.doc);
        for (name, holds) in call.parameters {
            let holds =
                holds.strip_suffix('?').map_or((plain(holds), ""), |inner| (inner.replace("number", "integer"), "?"));
            let holds = (
                holds.0.replace("?:", ":").replace(": Facts?", "?: Facts").replace(": integer?", "?: integer"),
                holds.1,
            );
            let _ = writeln!(out, "---@param {name}{} {}", holds.1, holds.0);
        }
        let names: Vec<&str> = call.parameters.iter().map(|(name, _)| *name).collect();
        let _ = writeln!(out, "---@return {}\nfunction {}({}) end", plain(call.gives), call.name, names.join(", "));
    }
    out
}
