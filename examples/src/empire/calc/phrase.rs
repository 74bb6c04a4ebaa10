//! Phrases: the facts of a unit in any order of words, `french line-infantry 9 column hits=2 leader=1`.

use super::words::{Field, Kind, NOISE, Place};
use crate::empire::near::hint;
use crate::fold::fold;
use eagles::empire::scenario::Inches;
use serde_json::{Map, Number, Value};

/// The most words that make one: `light horse battery`.
const JOINED: usize = 4;

/// What a phrase says.
#[derive(Default)]
pub(super) struct Said {
    /// Of the unit.
    pub(super) unit: Map<String, Value>,
    /// Of its side.
    pub(super) side: Map<String, Value>,
    /// Of everything.
    pub(super) whole: Map<String, Value>,
}

impl Said {
    /// Whether a field of the unit is said.
    pub(super) fn has(&self, name: &str) -> bool {
        self.unit.contains_key(name)
    }

    /// A word of the unit.
    pub(super) fn word(&self, name: &str) -> Option<&str> {
        self.unit.get(name).and_then(Value::as_str)
    }

    /// Says a field of the unit unless it is said.
    pub(super) fn or(&mut self, name: &str, value: impl Into<Value>) {
        self.unit.entry(name.to_owned()).or_insert_with(|| value.into());
    }
}

/// The words of a phrase, split where a lone `+` brings in a further unit.
pub(super) fn units(phrase: &str) -> Vec<Vec<String>> {
    let mut units = vec![Vec::new()];
    for word in phrase.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty()) {
        match word.strip_prefix('+') {
            Some("") => units.push(Vec::new()),
            Some(rest) if rest.starts_with(char::is_alphabetic) => units.push(vec![plain(rest)]),
            _ => {
                if let Some(unit) = units.last_mut() {
                    unit.push(plain(word));
                }
            }
        }
    }
    units
}

fn plain(word: &str) -> String {
    fold(word).replace('_', "-")
}

/// A number as people write one: `9`, `+1`, `2.5"`, `2.5in`.
pub(super) fn number(word: &str) -> Option<f64> {
    let word = word.trim_end_matches(['"', '”', '\'']).trim_end_matches("in");
    let word = word.strip_prefix('+').unwrap_or(word);
    let looks = word.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '.');
    word.parse::<f64>().ok().filter(|n| looks && n.is_finite())
}

/// Inches as they are said, in thousandths.
pub(crate) fn inches(word: &str) -> Option<i32> {
    let mil = number(word)? * 1_000.0;
    ((mil - mil.round()).abs() < 1e-6 && mil.abs() < 1e9).then_some(mil.round() as i32)
}

/// A length as facts hold it.
pub(super) fn written(mil: i32) -> Value {
    serde_json::to_value(Inches(mil)).unwrap_or_default()
}

/// Reads the words of one unit. `at` names it in messages; what is wrong goes to `faults`.
pub(super) fn read(words: &[String], fields: &[&Field], at: &str, faults: &mut Vec<String>) -> Said {
    let mut reader = Reader { fields, at, faults, said: Said::default() };
    let mut rest = words;
    while !rest.is_empty() {
        let used = reader.next(rest).clamp(1, rest.len());
        rest = &rest[used..];
    }
    reader.said
}

struct Reader<'a> {
    fields: &'a [&'a Field],
    at: &'a str,
    faults: &'a mut Vec<String>,
    said: Said,
}

impl<'a> Reader<'a> {
    /// Reads what the words begin with, and says how many they were.
    fn next(&mut self, words: &[String]) -> usize {
        let Some(first) = words.first() else { return 0 };
        if let Some((key, value)) = first.split_once(['=', ':']) {
            self.set_named(key, value);
            return 1;
        }
        let fields = self.fields;
        let after = |n: usize| words.get(n).map(String::as_str);
        if number(first).is_some() {
            // `2 hits`, but in `9 hits 2` the 9 is the strength.
            let counted = after(1).and_then(|next| fields.iter().find(|f| f.is_number() && f.is(next)));
            return match counted {
                Some(field) if after(2).is_none_or(|next| number(next).is_none()) => {
                    self.set(field, first);
                    2
                }
                _ => {
                    self.bare(first);
                    1
                }
            };
        }
        for used in (1..=JOINED.min(words.len())).rev() {
            let word = words[..used].join("-");
            for field in fields {
                let (taken, value) = match &field.kind {
                    Kind::Words(known) if known.iter().any(|(said, _)| *said == word) => (used, word.as_str()),
                    Kind::Words(known) if field.is(&word) => match after(used) {
                        Some(next) if known.iter().any(|(said, _)| *said == next) => (used + 1, next),
                        _ => continue,
                    },
                    Kind::Flag if field.is(&word) => (used, "yes"),
                    Kind::Flag
                        if ["no-", "not-"].iter().any(|no| word.strip_prefix(no).is_some_and(|w| field.is(w))) =>
                    {
                        (used, "no")
                    }
                    Kind::Whole(..) | Kind::Points | Kind::Inches if field.is(&word) => match after(used) {
                        Some(next) if number(next).is_some() => (used + 1, next),
                        _ => {
                            self.fault(&format!("`{word}` needs a number: write `{}=2`", field.name));
                            return used;
                        }
                    },
                    _ => continue,
                };
                self.set(field, value);
                return taken;
            }
        }
        if !NOISE.contains(&first.as_str()) {
            let known = self.known();
            self.fault(&format!("what is `{first}`? {}", hint(first, &known)));
        }
        1
    }

    fn known(&self) -> Vec<&'static str> {
        let mut known = Vec::new();
        for field in self.fields {
            known.push(field.name);
            known.extend(field.also);
            if let Kind::Words(words) = &field.kind {
                known.extend(words.iter().map(|(said, _)| said));
            }
        }
        known
    }

    fn fault(&mut self, what: &str) {
        self.faults.push(if self.at.is_empty() { what.to_owned() } else { format!("{}: {what}", self.at) });
    }

    /// A number by itself is the strength.
    fn bare(&mut self, word: &str) {
        match self.fields.iter().find(|field| field.name == "ce") {
            Some(field) => self.set(field, word),
            None => self.fault(&format!("`{word}` of what? Write its name before it, as in `hits={word}`")),
        }
    }

    fn set_named(&mut self, key: &str, value: &str) {
        match self.fields.iter().find(|field| field.is(key)) {
            Some(field) => self.set(field, value),
            None => {
                let known: Vec<&str> = self.fields.iter().map(|field| field.name).collect();
                self.fault(&format!("there is no `{key}` here; {}", hint(key, &known)));
            }
        }
    }

    fn set(&mut self, field: &Field, word: &str) {
        let Some(value) = self.value(field, word) else { return };
        let map = match field.place {
            Place::Unit => &mut self.said.unit,
            Place::Side => &mut self.said.side,
            Place::Whole => &mut self.said.whole,
        };
        let before = map.insert(field.name.to_owned(), value.clone());
        if let Some(before) = before.filter(|before| *before != value) {
            let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let name = if field.name == "ce" { "strength" } else { field.name };
            self.fault(&format!("two values of {name}, {} and {}: leave one out", text(&before), text(&value)));
        }
    }

    fn value(&mut self, field: &Field, word: &str) -> Option<Value> {
        let name = field.name;
        match &field.kind {
            Kind::Words(words) => match words.iter().find(|(said, _)| *said == word) {
                Some((_, value)) => return Some(Value::from(*value)),
                None => {
                    let known: Vec<&str> = words.iter().map(|(said, _)| *said).collect();
                    self.fault(&format!("`{word}` is no {name}; {}", hint(word, &known)));
                }
            },
            Kind::Flag => match yes(word) {
                Some(yes) => return Some(Value::from(yes)),
                None => self.fault(&format!("`{name}={word}`: write {name}=yes or {name}=no")),
            },
            Kind::Whole(min, max) => match number(word).filter(|n| n.fract() == 0.0) {
                Some(n) if (*min as f64..=*max as f64).contains(&n) => return Some(Value::from(n as i64)),
                _ => self.fault(&format!("`{name}={word}`: write a whole number from {min} to {max}")),
            },
            Kind::Points => match number(word).filter(|n| (n * 4.0).fract() == 0.0 && n.abs() <= 100.0) {
                Some(n) if n.fract() == 0.0 => return Some(Value::from(n as i64)),
                Some(n) => return Number::from_f64(n).map(Value::Number),
                None => {
                    self.fault(&format!("`{word}` is no strength: write points, whole or in quarters, as 9 or 1.5"))
                }
            },
            Kind::Inches => match inches(word) {
                Some(mil) => return Some(written(mil)),
                None => self.fault(&format!("`{name}={word}`: write inches with at most three decimals, as 2.5")),
            },
        }
        None
    }
}

impl Field {
    fn is_number(&self) -> bool {
        matches!(self.kind, Kind::Whole(..) | Kind::Points | Kind::Inches)
    }
}

/// Yes or no as people write it.
pub(super) fn yes(word: &str) -> Option<bool> {
    match word {
        "yes" | "y" | "true" | "on" | "1" => Some(true),
        "no" | "n" | "false" | "off" | "0" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::words::{CE, CLASS, FORMATION, HITS, LEADER, NATION, STATUS};
    use super::{inches, read, units};
    use serde_json::{Value, json};

    fn said(phrase: &str) -> (Value, Vec<String>) {
        let mut faults = Vec::new();
        let fields = [&NATION, &CLASS, &CE, &FORMATION, &HITS, &LEADER, &STATUS];
        let said = read(&units(phrase)[0], &fields, "", &mut faults);
        (Value::Object(said.unit), faults)
    }

    #[test]
    fn the_order_of_words_does_not_matter() {
        let all = json!({ "nation": "french", "class": "line-infantry", "ce": 9, "formation": "column", "hits": 2,
            "leader": 1 });
        for phrase in [
            "french line-infantry 9 column hits=2 leader=1",
            "Column, 9, hits 2, French line infantry, leader +1",
            "2 hits leader:1 a battalion of the french in column strength=9",
        ] {
            assert_eq!(said(phrase), (all.clone(), vec![]), "{phrase}");
        }
    }

    #[test]
    fn words_that_belong_together() {
        let (unit, faults) = said("british heavy horse battery 7 unlimbered");
        assert_eq!((unit["class"].as_str(), unit["formation"].as_str()), (Some("heavy-horse"), Some("unlimbered")));
        assert_eq!(faults, Vec::<String>::new());
        assert_eq!(said("light infantry 8 line").0["class"], "light-infantry");
        assert_eq!(said("line infantry 8 line").0["formation"], "line");
    }

    #[test]
    fn all_faults_at_once() {
        let (_, faults) = said("frech 9 8 colum hits=300 hits wings=2 leader=1.5");
        assert_eq!(
            faults,
            [
                "what is `frech`? perhaps `french` is meant",
                "two values of strength, 9 and 8: leave one out",
                "what is `colum`? perhaps `column` is meant",
                "`hits=300`: write a whole number from 0 to 20",
                "`hits` needs a number: write `hits=2`",
                "there is no `wings` here; known are nation, class, ce, formation, hits, leader, status",
                "`leader=1.5`: write a whole number from -1 to 4",
            ]
        );
    }

    #[test]
    fn further_units_and_inches() {
        assert_eq!(units("a b + c +d hits=+1"), [vec!["a", "b"], vec!["c"], vec!["d", "hits=+1"]]);
        assert_eq!(
            (inches("2.5\""), inches("10"), inches("0.0001"), inches("far")),
            (Some(2_500), Some(10_000), None, None)
        );
    }
}
