//! Reads facts and finds all that is wrong with their form at once.
//!
//! A value is read by the type's own `Deserialize`, walked by a reader that notes a fault where another would stop: it puts in
//! something harmless and goes on. What only the type itself can judge ends a walk; then the walk is made again without the
//! value in question. Nothing that is read so is used when there is any fault.

use crate::words::{either, near, quote};
use serde::Serialize;
use serde::de::value::{BorrowedStrDeserializer, StrDeserializer};
use serde::de::{self, DeserializeOwned, DeserializeSeed, Expected, IntoDeserializer, Unexpected, Visitor};
use serde_json::{Map, Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;

/// The most faults that are listed.
pub(super) const MAX_FAULTS: usize = 50;
/// The most walks through one value.
const MAX_WALKS: usize = 200;

/// One thing that is wrong with the facts.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fault {
    /// The field, as in `attacker.mass[1].ce`; empty where the whole is meant.
    pub at: String,
    /// A stable code: `missing`, `unknown-field`, `wrong-value`, or that of the fact that cannot be.
    pub code: &'static str,
    /// What was given, and what may stand there.
    pub message: String,
    /// The rules it rests on; none for a fault of form.
    pub cites: Vec<&'static str>,
    /// The parameters, as data.
    pub params: Value,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// What is put in for a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Instead {
    /// It counts as not given.
    Nothing,
    /// It is needed and was not given: to be said once.
    Needed,
    /// Anything that fits, in silence.
    Filler,
}

#[derive(Default)]
struct Notes {
    faults: Vec<Fault>,
    instead: BTreeMap<String, Instead>,
}

impl Notes {
    fn add(&mut self, at: String, code: &'static str, message: String, params: Value) {
        let known = self.faults.iter().any(|fault| fault.at == at && fault.code == code);
        if !known && self.faults.len() < MAX_FAULTS {
            self.faults.push(Fault { at, code, message, cites: Vec::new(), params });
        }
    }
}

/// Reads a `T`. `beside` are fields that others read at the top of the same object.
///
/// # Errors
/// All that is wrong with the form, at most [`MAX_FAULTS`].
pub(super) fn read<T: DeserializeOwned>(value: &Value, beside: &'static [&'static str]) -> Result<T, Vec<Fault>> {
    let notes = RefCell::new(Notes::default());
    let mut read = None;
    for _ in 0..MAX_WALKS {
        let node = Node { given: Given::Value(value), at: At::Top, beside, notes: &notes };
        match T::deserialize(node) {
            Ok(done) => {
                read = Some(done);
                break;
            }
            Err(wrong) => {
                if !mend(&mut notes.borrow_mut(), wrong) {
                    break;
                }
            }
        }
    }
    let mut notes = notes.into_inner();
    match read {
        Some(read) if notes.faults.is_empty() => Ok(read),
        _ => {
            if notes.faults.is_empty() {
                let message = "these facts do not fit together".to_owned();
                notes.add(String::new(), "wrong-value", message, Value::Null);
            }
            Err(notes.faults)
        }
    }
}

/// Notes what ended a walk, and what to put in on the next one; false when nothing helps.
fn mend(notes: &mut Notes, wrong: Wrong) -> bool {
    let at = wrong.at.unwrap_or_default();
    let before = notes.instead.get(&at).copied();
    let next = match (before, wrong.what) {
        (None, What::Missing(_)) => Instead::Needed,
        (None, What::Wanted(wanted)) => {
            let message = format!("{} must be {wanted}, not {}", named(&at), wrong.given);
            notes.add(at.clone(), "wrong-value", message, json!({ "wanted": wanted, "given": wrong.given }));
            Instead::Nothing
        }
        (None, What::Said(said)) => {
            let message = format!("{}: {said}", named(&at));
            notes.add(at.clone(), "wrong-value", message, json!({ "given": wrong.given }));
            Instead::Nothing
        }
        (Some(Instead::Nothing), _) => Instead::Filler,
        (Some(Instead::Needed), _) => {
            notes.add(at.clone(), "missing", format!("{} is needed", named(&at)), Value::Null);
            return false;
        }
        (Some(Instead::Filler), _) => return false,
    };
    notes.instead.insert(at, next).is_none_or(|before| before != next)
}

/// A field as messages name it.
fn named(at: &str) -> String {
    if at.is_empty() { "the whole".to_owned() } else { format!("`{at}`") }
}

/// Where a value stands.
#[derive(Clone, Copy)]
enum At<'a> {
    Top,
    Field(&'a At<'a>, &'a str),
    Place(&'a At<'a>, usize),
}

impl At<'_> {
    fn text(&self) -> String {
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
enum Given<'a> {
    Value(&'a Value),
    Needed,
    Filler,
}

/// A value at its place.
#[derive(Clone, Copy)]
struct Node<'v, 'p> {
    given: Given<'v>,
    at: At<'p>,
    beside: &'static [&'static str],
    notes: &'p RefCell<Notes>,
}

/// What ended a walk.
#[derive(Debug)]
struct Wrong {
    at: Option<String>,
    given: String,
    what: What,
}

#[derive(Debug)]
enum What {
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
    fn at(self, node: &Node<'_, '_>) -> Self {
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
    fn wrong(&self, wanted: &str, hint: &str) {
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

    fn filler(self) -> Self {
        Self { given: Given::Filler, ..self }
    }

    /// The value in a field or at a place of this one; `None` where it counts as not given.
    fn inside<'b>(&'b self, at: At<'b>, value: Option<&'v Value>) -> Option<Node<'v, 'b>> {
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
    fn hand<S: DeserializeSeed<'v>>(&self, at: At<'_>, value: Option<&'v Value>, seed: S) -> Result<S::Value, Wrong> {
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
    fn object<V: Visitor<'v>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value, Wrong> {
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
    fn list<V: Visitor<'v>>(self, length: Option<usize>, visitor: V) -> Result<V::Value, Wrong> {
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

/// The known fields of an object, in their own order.
struct Fields<'n, 'v, 'p> {
    node: &'n Node<'v, 'p>,
    map: Option<&'v Map<String, Value>>,
    fields: &'static [&'static str],
    next: usize,
    key: &'static str,
}

impl<'v> de::MapAccess<'v> for Fields<'_, 'v, '_> {
    type Error = Wrong;

    fn next_key_seed<K: DeserializeSeed<'v>>(&mut self, seed: K) -> Result<Option<K::Value>, Wrong> {
        while let Some(&key) = self.fields.get(self.next) {
            self.next += 1;
            let value = self.map.and_then(|map| map.get(key));
            if self.node.inside(At::Field(&self.node.at, key), value).is_some() {
                self.key = key;
                let key: StrDeserializer<'_, Wrong> = key.into_deserializer();
                return seed.deserialize(key).map(Some);
            }
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'v>>(&mut self, seed: V) -> Result<V::Value, Wrong> {
        let value = self.map.and_then(|map| map.get(self.key));
        self.node.hand(At::Field(&self.node.at, self.key), value, seed)
    }
}

/// The entries of an object of any fields.
struct Entries<'n, 'v, 'p> {
    node: &'n Node<'v, 'p>,
    left: Option<serde_json::map::Iter<'v>>,
    entry: Option<(&'v str, &'v Value)>,
}

impl<'v> de::MapAccess<'v> for Entries<'_, 'v, '_> {
    type Error = Wrong;

    fn next_key_seed<K: DeserializeSeed<'v>>(&mut self, seed: K) -> Result<Option<K::Value>, Wrong> {
        while let Some((key, value)) = self.left.as_mut().and_then(Iterator::next) {
            if self.node.inside(At::Field(&self.node.at, key), Some(value)).is_some() {
                self.entry = Some((key, value));
                return seed.deserialize(BorrowedStrDeserializer::new(key)).map(Some);
            }
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'v>>(&mut self, seed: V) -> Result<V::Value, Wrong> {
        let Some((key, value)) = self.entry.take() else { return Err(de::Error::custom("no value")) };
        self.node.hand(At::Field(&self.node.at, key), Some(value), seed)
    }
}

/// The places of a list.
struct Places<'n, 'v, 'p> {
    node: &'n Node<'v, 'p>,
    values: &'v [Value],
    next: usize,
    left: usize,
}

impl<'v> de::SeqAccess<'v> for Places<'_, 'v, '_> {
    type Error = Wrong;

    fn next_element_seed<T: DeserializeSeed<'v>>(&mut self, seed: T) -> Result<Option<T::Value>, Wrong> {
        while self.left > 0 {
            let (n, value) = (self.next, self.values.get(self.next));
            (self.next, self.left) = (n + 1, self.left - 1);
            let at = At::Place(&self.node.at, n);
            if self.node.inside(at, value).is_some() {
                return self.node.hand(at, value, seed).map(Some);
            }
        }
        Ok(None)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left)
    }
}

/// One of the words of an enumeration, and what stands under it.
struct Variant<'n, 'v, 'p> {
    node: &'n Node<'v, 'p>,
    word: &'static str,
    value: Option<&'v Value>,
}

impl<'n, 'v, 'p> de::EnumAccess<'v> for Variant<'n, 'v, 'p> {
    type Error = Wrong;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'v>>(self, seed: S) -> Result<(S::Value, Self), Wrong> {
        let word: StrDeserializer<'_, Wrong> = self.word.into_deserializer();
        Ok((seed.deserialize(word)?, self))
    }
}

impl<'v> Variant<'_, 'v, '_> {
    /// What stands under the word; something needed where nothing does.
    fn under(&self) -> Node<'v, '_> {
        let at = At::Field(&self.node.at, self.word);
        let given = match (self.node.given, self.value) {
            (Given::Value(_), None) => Given::Needed,
            _ => Given::Filler,
        };
        self.node.inside(at, self.value).unwrap_or(Node { given, at, beside: &[], notes: self.node.notes })
    }
}

impl<'v> de::VariantAccess<'v> for Variant<'_, 'v, '_> {
    type Error = Wrong;

    fn unit_variant(self) -> Result<(), Wrong> {
        if self.value.is_some() {
            self.node.wrong(&format!("the word `{}` by itself", self.word), "");
        }
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'v>>(self, seed: T) -> Result<T::Value, Wrong> {
        let node = self.under();
        seed.deserialize(node).map_err(|wrong| wrong.at(&node))
    }

    fn tuple_variant<V: Visitor<'v>>(self, length: usize, visitor: V) -> Result<V::Value, Wrong> {
        self.under().list(Some(length), visitor)
    }

    fn struct_variant<V: Visitor<'v>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value, Wrong> {
        self.under().object(fields, visitor)
    }
}
