//! Reading no more into memory than a record may hold.
//!
//! Whatever goes past a cap is read over without being kept, so that [`super::read`] can say that there is too much of it.

use super::{Logged, MAX_DRAWS, MAX_NOTES, MAX_PARAMS, MAX_PARTIES};
use crate::chance::Drawn;
use crate::play::MAX_ACTIONS;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

/// Keeps the elements for which `keep` has room.
struct Kept<T, F> {
    keep: F,
    of: PhantomData<T>,
}

impl<'de, T: Deserialize<'de>, F: FnMut(&mut Vec<T>, T)> Visitor<'de> for Kept<T, F> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<Vec<T>, A::Error> {
        let mut kept = Vec::new();
        while let Some(next) = list.next_element()? {
            (self.keep)(&mut kept, next);
        }
        Ok(kept)
    }
}

/// A list of at most `most` elements, and one more when there are more.
fn at_most<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D, most: usize) -> Result<Vec<T>, D::Error> {
    let keep = |kept: &mut Vec<T>, next| {
        if kept.len() <= most {
            kept.push(next);
        }
    };
    from.deserialize_seq(Kept { keep, of: PhantomData })
}

/// The actions, with their draws.
pub(super) fn actions<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Logged>, D::Error> {
    let mut left = MAX_DRAWS + 1;
    let keep = |kept: &mut Vec<Logged>, mut next: Logged| {
        if kept.len() <= MAX_ACTIONS {
            next.draws.truncate(left);
            left -= next.draws.len();
            kept.push(next);
        }
    };
    from.deserialize_seq(Kept { keep, of: PhantomData })
}

/// The draws of one action.
pub(super) fn draws<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Drawn>, D::Error> {
    at_most(from, MAX_DRAWS)
}

/// What parties committed to or revealed.
pub(super) fn parties<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<Vec<T>, D::Error> {
    at_most(from, MAX_PARTIES)
}

/// The host's notes.
pub(super) fn notes<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<String, String>, D::Error> {
    struct Notes;
    impl<'de> Visitor<'de> for Notes {
        type Value = BTreeMap<String, String>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("notes by name")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut kept = BTreeMap::new();
            while let Some((name, text)) = map.next_entry::<String, String>()? {
                if kept.len() <= MAX_NOTES || kept.contains_key(&name) {
                    kept.insert(name, text);
                }
            }
            Ok(kept)
        }
    }
    from.deserialize_map(Notes)
}

/// Parameters stay readable when they grow: JSON within JSON, and JSON text within the binary form.
pub(super) mod params {
    use super::{
        Budget, Cell, Deserialize, DeserializeSeed, Deserializer, Error, MAX_PARAMS, Serialize, Serializer, Value,
    };

    pub(crate) fn serialize<S: Serializer>(value: &Value, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() { value.serialize(serializer) } else { serializer.collect_str(value) }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
        let left = Cell::new(MAX_PARAMS);
        if deserializer.is_human_readable() {
            return Budget(&left).deserialize(deserializer);
        }
        let text = String::deserialize(deserializer)?;
        let mut reader = serde_json::Deserializer::from_str(&text);
        let value = Budget(&left).deserialize(&mut reader).map_err(Error::custom)?;
        reader.end().map_err(Error::custom)?;
        Ok(value)
    }
}

/// Reads any value as long as its parts and texts have room: [`PART`] bytes each part, and the bytes of the texts.
#[derive(Clone, Copy)]
struct Budget<'a>(&'a Cell<usize>);

/// What a part of the parameters counts, in bytes.
const PART: usize = 8;

impl Budget<'_> {
    fn spend<E: Error>(self, bytes: usize) -> Result<(), E> {
        let left = self.0.get().checked_sub(PART + bytes);
        self.0.set(left.ok_or_else(|| E::custom(format_args!("the parameters are larger than {MAX_PARAMS} bytes")))?);
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for Budget<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Value, D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Budget<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("parameters")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        self.spend(0).map(|()| Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        self.spend(0).map(|()| value.into())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        self.spend(0).map(|()| value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        self.spend(0).map(|()| value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        self.spend(0).map(|()| value.into())
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        self.spend(value.len()).map(|()| value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        self.spend(0)?;
        let mut values = Vec::new();
        while let Some(value) = list.next_element_seed(self)? {
            values.push(value);
        }
        Ok(values.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        self.spend(0)?;
        let mut values = Map::new();
        while let Some(name) = map.next_key::<String>()? {
            self.spend(name.len())?;
            values.insert(name, map.next_value_seed(self)?);
        }
        Ok(values.into())
    }
}
