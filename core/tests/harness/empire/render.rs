//! Events, refusals and sums as cases write them.

use crate::harness::Outcome;
use eagles::cite::Coded;
use eagles::empire::Empire;
use eagles::explain::Breakdown;
use serde::Serialize;
use serde_json::Value;

/// Thousandths as cases write them: `4`, `2.5`.
fn thousandths(n: i64) -> String {
    let text = format!("{}{}.{:03}", if n < 0 { "-" } else { "" }, n.abs() / 1_000, n.abs() % 1_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A number of a sum in points.
fn points(n: i64, per: i64) -> String {
    thousandths(n * 1_000 / per)
}

/// The total of a sum in points.
pub(crate) fn total(of: &Breakdown) -> String {
    points(of.total.into(), of.per.into())
}

/// The parts of a sum in points: `ce:9+hits:-2`.
pub(crate) fn parts(of: &Breakdown) -> String {
    let part = |part: &eagles::explain::Part| format!("{}:{}", part.code, points(part.amount.into(), of.per.into()));
    of.parts.iter().map(part).collect::<Vec<_>>().join("+")
}

/// Whether a sum is as wanted: its total, its parts, or `PARTS = TOTAL`.
pub(crate) fn is_sum(of: &Breakdown, wanted: &str) -> bool {
    match wanted.split_once(" = ") {
        Some((first, second)) => parts(of) == first && total(of) == second,
        None if wanted.contains(':') => parts(of) == wanted,
        None => total(of) == wanted,
    }
}

/// A sum in full.
pub(crate) fn sum(of: &Breakdown) -> String {
    format!("{} = {}", parts(of), total(of))
}

/// One value of an event, and where it is a sum its parts besides.
struct Shown {
    text: String,
    parts: Option<String>,
}

/// The values of an event, with their keys.
pub(crate) struct Told {
    code: String,
    values: Vec<(String, Shown)>,
}

impl Told {
    pub(crate) fn of<T: Coded + Serialize>(game: &Empire, thing: &T) -> Self {
        let value = serde_json::to_value(thing).unwrap_or(Value::Null);
        let code = thing.code();
        let fields = value.as_object().and_then(|map| map.values().next()).and_then(Value::as_object);
        let show = |(key, value): (&String, &Value)| {
            // Who takes an objective is a side.
            let kind = if code == "taken" && key == "by" { "player" } else { key.as_str() };
            (key.clone(), Shown { text: render(game, kind, value), parts: breakdown_parts(value) })
        };
        Self { code: code.to_owned(), values: fields.into_iter().flatten().map(show).collect() }
    }

    /// Whether it is what `CODE KEY=VALUE ...` says.
    pub(crate) fn fits(&self, wanted: &str) -> bool {
        let mut words = wanted.split_whitespace();
        words.next() == Some(self.code.as_str())
            && words.all(|word| {
                let Some((key, wanted)) = word.split_once('=') else { return false };
                self.values.iter().any(|(known, shown)| {
                    known == key && (shown.text == wanted || shown.parts.as_deref() == Some(wanted))
                })
            })
    }

    /// Whether `wanted` names only keys that it has; for messages only.
    pub(crate) fn text(&self) -> String {
        let mut out = self.code.clone();
        for (key, shown) in &self.values {
            out += &format!(" {key}={}", shown.text);
            if let Some(parts) = &shown.parts {
                out += &format!(" ({parts})");
            }
        }
        out
    }
}

fn breakdown_parts(value: &Value) -> Option<String> {
    if let Some(list) = value.as_array() {
        let parts: Vec<String> = list.iter().filter_map(breakdown_parts).collect();
        return (!parts.is_empty()).then(|| parts.join(","));
    }
    let per = value.get("per").and_then(Value::as_i64).unwrap_or(1);
    let part = |part: &Value| {
        let amount = points(part["amount"].as_i64().unwrap_or_default(), per);
        format!("{}:{amount}", part["code"].as_str().unwrap_or_default())
    };
    Some(value.get("parts")?.as_array()?.iter().map(part).collect::<Vec<_>>().join("+"))
}

fn render(game: &Empire, key: &str, value: &Value) -> String {
    if let Some([x, y]) = value.as_array().map(Vec::as_slice)
        && let (Some(x), Some(y)) = (x.as_i64(), y.as_i64())
        && ["at", "to"].contains(&key)
    {
        return format!("{},{}", thousandths(x), thousandths(y));
    }
    if let Some(list) = value.as_array() {
        return list.iter().map(|one| render(game, key, one)).collect::<Vec<_>>().join(",");
    }
    if let Some(total) = value.get("total").and_then(Value::as_i64) {
        return points(total, value.get("per").and_then(Value::as_i64).unwrap_or(1));
    }
    if let (Some(at), Some(facing)) = (value.get("at"), value["facing"].as_i64()) {
        return format!("{}/{facing}", render(game, "at", at));
    }
    if let Some((kind, inner)) = value.as_object().and_then(|map| map.iter().next()) {
        return render(game, kind, inner);
    }
    let index = value.as_i64().and_then(|n| usize::try_from(n).ok());
    let named = |found: Option<String>| found.unwrap_or_else(|| plain(value));
    match key {
        "unit" | "target" | "attacker" | "defender" | "by" | "screen" | "leads" | "others" | "support" | "with"
        | "enemy" => named(index.and_then(|n| game.units().get(n)).map(|unit| unit.id.clone())),
        "leader" => named(index.and_then(|n| game.leader_words().get(n).cloned())),
        "division" => named(index.and_then(|n| game.divisions().get(n)).map(|division| division.id.clone())),
        "objective" => named(index.and_then(|n| game.objectives().get(n)).map(|objective| objective.id.clone())),
        "player" | "winner" | "holder" => {
            named(index.and_then(|n| game.sides().get(n)).map(|side| side.name.clone()).or(Some("nobody".into())))
        }
        "used" | "far" | "may" => value.as_i64().map_or_else(|| plain(value), thousandths),
        _ => plain(value),
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Compares sums with `WHAT=SUM WHAT=SUM ...`, in order, all of them.
pub(crate) fn numbers(found: &[Breakdown], wanted: &str) -> Outcome<()> {
    let wanted: Vec<&str> = wanted.split_whitespace().collect();
    let fits = found.len() == wanted.len()
        && found.iter().zip(&wanted).all(|(of, wanted)| {
            wanted.split_once('=').is_some_and(|(what, value)| of.what == what && is_sum(of, value))
        });
    let list = || found.iter().map(|of| format!("{}={}", of.what, sum(of))).collect::<Vec<_>>().join(" | ");
    if fits { Ok(()) } else { Err(format!("the numbers are {}, expected {}", list(), wanted.join(" "))) }
}
