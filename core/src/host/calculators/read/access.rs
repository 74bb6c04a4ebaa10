//! What stands inside a value: fields, entries, places of a list, what stands under a word.

use super::node::{At, Given, Node, Wrong};
use serde::de::value::{BorrowedStrDeserializer, StrDeserializer};
use serde::de::{self, DeserializeSeed, IntoDeserializer, Visitor};
use serde_json::{Map, Value};

/// The known fields of an object, in their own order.
pub(super) struct Fields<'n, 'v, 'p> {
    pub(super) node: &'n Node<'v, 'p>,
    pub(super) map: Option<&'v Map<String, Value>>,
    pub(super) fields: &'static [&'static str],
    pub(super) next: usize,
    pub(super) key: &'static str,
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
pub(super) struct Entries<'n, 'v, 'p> {
    pub(super) node: &'n Node<'v, 'p>,
    pub(super) left: Option<serde_json::map::Iter<'v>>,
    pub(super) entry: Option<(&'v str, &'v Value)>,
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
pub(super) struct Places<'n, 'v, 'p> {
    pub(super) node: &'n Node<'v, 'p>,
    pub(super) values: &'v [Value],
    pub(super) next: usize,
    pub(super) left: usize,
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
pub(super) struct Variant<'n, 'v, 'p> {
    pub(super) node: &'n Node<'v, 'p>,
    pub(super) word: &'static str,
    pub(super) value: Option<&'v Value>,
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
