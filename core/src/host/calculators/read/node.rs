//! A value at its place, which a type reads.

use super::access::{Entries, Fields, Places, Variant};
use super::{Instead, Notes, named};
use crate::words::{either, near, quote};
use serde::de::{self, DeserializeSeed, Expected, Unexpected, Visitor};
use serde_json::{Map, Value, json};
use std::cell::RefCell;
use std::fmt;

/// Where a value stands.
#[derive(Clone, Copy)]
pub(super) enum At<'a> {
    Top,
    Field(&'a At<'a>, &'a str),
    Place(&'a At<'a>, usize),
}

impl At<'_> {
    pub(super) fn text(&self) -> String {
        match self {
            At::Top => String::new(),
            At::Place(above, n) => format!("{}[{n}]", above.text()),
            At::Field(above, key) => {
                let (above, key) = (above.text(), shown(key));
                if above.is_empty() { key } else { format!("{above}.{key}") }
            }
        }
    }
}

/// The name of a field, short and on one line.
fn shown(key: &str) -> String {
    quote(key).trim_matches('`').to_owned()
}

/// What stands at a place.
#[derive(Clone, Copy)]
pub(super) enum Given<'a> {
    Value(&'a Value),
    Needed,
    Filler,
}

/// A value at its place.
#[derive(Clone, Copy)]
pub(super) struct Node<'v, 'p> {
    pub(super) given: Given<'v>,
    pub(super) at: At<'p>,
    pub(super) beside: &'static [&'static str],
    pub(super) notes: &'p RefCell<Notes>,
}

/// What ended a walk.
#[derive(Debug)]
pub(super) struct Wrong {
    pub(super) at: Option<String>,
    pub(super) given: String,
    pub(super) what: What,
}

#[derive(Debug)]
pub(super) enum What {
    /// What may stand there.
    Wanted(String),
    /// A field that is needed.
    Missing(&'static str),
    /// What the type says.
    Said(String),
}

impl Wrong {
    fn of(what: What) -> Self {
        Self { at: None, given: String::new(), what }
    }

    /// The same with its place, unless it has one.
    pub(super) fn at(self, node: &Node<'_, '_>) -> Self {
        if self.at.is_some() {
            return self;
        }
        let at = match self.what {
            What::Missing(field) => At::Field(&node.at, field).text(),
            _ => node.at.text(),
        };
        Self { at: Some(at), given: node.described(), what: self.what }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl std::error::Error for Wrong {}

impl de::Error for Wrong {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::of(What::Said(message.to_string().chars().take(400).collect()))
    }
    fn invalid_type(_: Unexpected<'_>, wanted: &dyn Expected) -> Self {
        Self::of(What::Wanted(wanted.to_string()))
    }
    fn invalid_value(_: Unexpected<'_>, wanted: &dyn Expected) -> Self {
        Self::of(What::Wanted(wanted.to_string()))
    }
    fn invalid_length(_: usize, wanted: &dyn Expected) -> Self {
        Self::of(What::Wanted(wanted.to_string()))
    }
    fn unknown_variant(_: &str, known: &'static [&'static str]) -> Self {
        Self::of(What::Wanted(format!("one of {}", either(known))))
    }
    fn missing_field(field: &'static str) -> Self {
        Self::of(What::Missing(field))
    }
}

impl<'v, 'p> Node<'v, 'p> {
    /// What was given, as messages show it.
    fn described(&self) -> String {
        match self.given {
            Given::Value(Value::Null) => "null".to_owned(),
            Given::Value(Value::Bool(b)) => b.to_string(),
            Given::Value(Value::Number(n)) => shown(&n.to_string()),
            Given::Value(Value::String(text)) => quote(text),
            Given::Value(Value::Array(_)) => "a list".to_owned(),
            Given::Value(Value::Object(_)) => "an object".to_owned(),
            Given::Needed | Given::Filler => "nothing".to_owned(),
        }
    }

    /// Notes that something else stands here than may.
    pub(super) fn wrong(&self, wanted: &str, hint: &str) {
        let at = self.at.text();
        let (code, message) = match self.given {
            Given::Filler => return,
            Given::Needed => ("missing", format!("{} is needed: {wanted}", named(&at))),
            Given::Value(_) => {
                let given = self.described();
                ("wrong-value", format!("{} must be {wanted}, not {given}{hint}", named(&at)))
            }
        };
        let params = json!({ "wanted": wanted, "given": self.described() });
        self.notes.borrow_mut().add(at, code, message, params);
    }

    pub(super) fn filler(self) -> Self {
        Self { given: Given::Filler, ..self }
    }

    /// The value in a field or at a place of this one; `None` where it counts as not given.
    pub(super) fn inside<'b>(&'b self, at: At<'b>, value: Option<&'v Value>) -> Option<Node<'v, 'b>> {
        let given = match self.given {
            Given::Value(_) => {
                let notes = self.notes.borrow();
                let instead = if notes.instead.is_empty() { None } else { notes.instead.get(&at.text()).copied() };
                match (instead, value) {
                    (Some(Instead::Nothing), _) | (None, None) => return None,
                    (Some(Instead::Needed), _) => Given::Needed,
                    (Some(Instead::Filler), _) => Given::Filler,
                    (None, Some(value)) => Given::Value(value),
                }
            }
            Given::Needed | Given::Filler => Given::Filler,
        };
        Some(Node { given, at, beside: &[], notes: self.notes })
    }

    /// Hands a value inside this one to who reads it.
    pub(super) fn hand<S: DeserializeSeed<'v>>(
        &self,
        at: At<'_>,
        value: Option<&'v Value>,
        seed: S,
    ) -> Result<S::Value, Wrong> {
        let filler = Node { given: Given::Filler, at, beside: &[], notes: self.notes };
        let node = self.inside(at, value).unwrap_or(filler);
        seed.deserialize(node).map_err(|wrong| wrong.at(&node))
    }

    fn whole<V: Visitor<'v>>(self, visitor: V, (min, max): (i128, i128), unsigned: bool) -> Result<V::Value, Wrong> {
        let number = match self.given {
            Given::Value(Value::Number(n)) => {
                n.as_i64().map(i128::from).or_else(|| n.as_u64().map(i128::from)).or_else(|| {
                    // 9.0 is a whole number too.
                    n.as_f64().filter(|n| n.fract() == 0.0 && n.abs() < 9e15).map(|n| n as i128)
                })
            }
            _ => None,
        };
        let number = number.filter(|n| (min..=max).contains(n)).unwrap_or_else(|| {
            self.wrong(&format!("a whole number from {min} to {max}"), "");
            0.clamp(min, max)
        });
        if unsigned { visitor.visit_u64(number as u64) } else { visitor.visit_i64(number as i64) }
    }

    /// The fields of an object; of nothing where something else stands here.
    fn fields(&self, wanted: &str) -> Option<&'v Map<String, Value>> {
        match self.given {
            Given::Value(Value::Object(map)) => Some(map),
            _ => {
                self.wrong(wanted, "");
                None
            }
        }
    }

    /// An object of known fields.
    pub(super) fn object<V: Visitor<'v>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value, Wrong> {
        let wanted = format!("an object with {}", either(fields));
        let map = self.fields(&wanted);
        let node = if map.is_some() { self } else { self.filler() };
        for key in map.into_iter().flat_map(Map::keys) {
            if fields.contains(&key.as_str()) || self.beside.contains(&key.as_str()) {
                continue;
            }
            let all = [fields, self.beside].concat();
            let hint = match near(key, &all) {
                Some(near) => format!("perhaps `{near}` is meant; known are {}", either(&all)),
                None => format!("known are {}", either(&all)),
            };
            let at = At::Field(&self.at, key).text();
            let message = format!("there is no `{at}`; {hint}");
            self.notes.borrow_mut().add(at, "unknown-field", message, json!({ "known": all }));
        }
        let access = Fields { node: &node, map, fields, next: 0, key: "" };
        visitor.visit_map(access).map_err(|wrong| wrong.at(&node))
    }

    /// A list, of a stated length or of any.
    pub(super) fn list<V: Visitor<'v>>(self, length: Option<usize>, visitor: V) -> Result<V::Value, Wrong> {
        let wanted = length.map_or_else(|| "a list".to_owned(), |n| format!("a list of {n}"));
        let values: &[Value] = match self.given {
            Given::Value(Value::Array(list)) if length.is_none_or(|n| n == list.len()) => list,
            _ => {
                self.wrong(&wanted, "");
                let left = length.unwrap_or(0);
                let node = self.filler();
                return visitor.visit_seq(Places { node: &node, values: &[], next: 0, left }).map_err(|w| w.at(&node));
            }
        };
        visitor.visit_seq(Places { node: &self, values, next: 0, left: values.len() }).map_err(|w| w.at(&self))
    }
}

macro_rules! whole_numbers {
    ($($name:ident $type:ty, $unsigned:literal;)+) => {$(
        fn $name<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value, Wrong> {
            self.whole(visitor, (<$type>::MIN as i128, <$type>::MAX as i128), $unsigned).map_err(|wrong| wrong.at(&self))
        }
    )+};
}

impl<'v> de::Deserializer<'v> for Node<'v, '_> {
    type Error = Wrong;

    whole_numbers! {
        deserialize_u8 u8, true;
        deserialize_u16 u16, true;
        deserialize_u32 u32, true;
        deserialize_u64 u64, true;
        deserialize_i8 i8, false;
        deserialize_i16 i16, false;
        deserialize_i32 i32, false;
        deserialize_i64 i64, false;
    }

    fn deserialize_any<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match self.given {
            Given::Needed | Given::Filler => {
                self.wrong(&(&visitor as &dyn Expected).to_string(), "");
                visitor.visit_u64(1)
            }
            Given::Value(Value::Null) => visitor.visit_unit(),
            Given::Value(Value::Bool(b)) => visitor.visit_bool(*b),
            Given::Value(Value::String(text)) => visitor.visit_borrowed_str(text),
            Given::Value(Value::Number(n)) => match (n.as_u64(), n.as_i64()) {
                (Some(n), _) => visitor.visit_u64(n),
                (_, Some(n)) => visitor.visit_i64(n),
                _ => visitor.visit_f64(n.as_f64().unwrap_or_default()),
            },
            Given::Value(Value::Array(_)) => return self.list(None, visitor),
            Given::Value(Value::Object(_)) => return self.deserialize_map(visitor),
        }
        .map_err(|wrong: Wrong| wrong.at(&self))
    }

    fn deserialize_bool<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value, Wrong> {
        let is_so = match self.given {
            Given::Value(Value::Bool(b)) => *b,
            _ => {
                self.wrong("true or false", "");
                false
            }
        };
        visitor.visit_bool(is_so)
    }

    fn deserialize_str<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value, Wrong> {
        let text = match self.given {
            Given::Value(Value::String(text)) => text,
            _ => {
                self.wrong("a text", "");
                ""
            }
        };
        visitor.visit_borrowed_str(text)
    }

    fn deserialize_string<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value, Wrong> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match self.given {
            Given::Value(Value::Null) | Given::Filler | Given::Needed => visitor.visit_none(),
            Given::Value(_) => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'v>>(self, _: &'static str, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value, Wrong> {
        self.list(None, visitor)
    }

    fn deserialize_tuple<V: Visitor<'v>>(self, length: usize, visitor: V) -> Result<V::Value, Wrong> {
        self.list(Some(length), visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'v>>(
        self,
        _: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        self.list(Some(length), visitor)
    }

    fn deserialize_map<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value, Wrong> {
        let map = self.fields("an object");
        let node = if map.is_some() { self } else { self.filler() };
        let access = Entries { node: &node, left: map.map(Map::iter), entry: None };
        visitor.visit_map(access).map_err(|wrong| wrong.at(&node))
    }

    fn deserialize_struct<V: Visitor<'v>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        self.object(fields, visitor)
    }

    fn deserialize_enum<V: Visitor<'v>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        let said = match self.given {
            Given::Value(Value::String(word)) => Some((word.as_str(), None)),
            Given::Value(Value::Object(map)) if map.len() == 1 => {
                map.iter().next().map(|(word, value)| (word.as_str(), Some(value)))
            }
            _ => None,
        };
        let known = said.and_then(|(word, value)| variants.iter().find(|known| **known == word).map(|k| (*k, value)));
        let (node, word, value) = match known {
            Some((word, value)) => (self, word, value),
            None => {
                let hint = said.and_then(|(word, _)| near(word, variants));
                let hint = hint.map_or_else(String::new, |near| format!("; perhaps `{near}` is meant"));
                self.wrong(&format!("one of {}", either(variants)), &hint);
                (self.filler(), variants.first().copied().unwrap_or_default(), None)
            }
        };
        visitor.visit_enum(Variant { node: &node, word, value }).map_err(|wrong| wrong.at(&node))
    }

    fn deserialize_identifier<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value, Wrong> {
        self.deserialize_str(visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! {
        <W: Visitor<'v>>
        f32 f64 i128 u128 char bytes byte_buf unit unit_struct
    }
}
