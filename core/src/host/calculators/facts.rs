//! What stands beside the facts: dice and house rules.

use super::Wrong;
use super::read::{Fault, read};
use serde::de::{DeserializeOwned, Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};
use std::fmt;

macro_rules! die {
    ($(#[$doc:meta])* $name:ident, $called:literal, $sides:literal, $wanted:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $name(u8);

        impl $name {
            /// The number of its faces.
            pub const SIDES: u8 = $sides;

            /// What it shows; `None` for what it cannot show.
            #[must_use]
            pub const fn new(face: u8) -> Option<Self> {
                if face >= 1 && face <= $sides { Some(Self(face)) } else { None }
            }

            /// What it shows.
            #[must_use]
            pub const fn face(self) -> u8 {
                self.0
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_u8(self.0)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Face;
                impl Visitor<'_> for Face {
                    type Value = $name;

                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str($wanted)
                    }

                    fn visit_u64<E: Error>(self, face: u64) -> Result<$name, E> {
                        let die = u8::try_from(face).ok().and_then($name::new);
                        die.ok_or_else(|| E::invalid_value(Unexpected::Unsigned(face), &self))
                    }
                }
                deserializer.deserialize_any(Face)
            }
        }

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                $called.into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "description": concat!("Here stands ", $wanted, "."), "type": "integer", "minimum": 1, "maximum": $sides })
            }
        }
    };
}

die!(
    /// What a ten-sided die shows, 1 to 10.
    Die, "Die", 10, "what the ten-sided die shows, 1 to 10 (its 0 is 10)"
);
die!(
    /// What a six-sided die shows, 1 to 6.
    D6, "SixSided", 6, "what the die shows, 1 to 6"
);

/// Fields that stand beside the facts, in the same object.
pub(super) trait Beside: DeserializeOwned {
    const FIELDS: &'static [&'static str];
}

/// Reads facts and what stands beside them.
pub(super) fn asked<F: DeserializeOwned, B: Beside>(value: &Value) -> Result<(F, B), Wrong> {
    let mut beside = Map::new();
    if let Value::Object(all) = value {
        let known = all.iter().filter(|(key, _)| B::FIELDS.contains(&key.as_str()));
        beside.extend(known.map(|(key, value)| (key.clone(), value.clone())));
    }
    match (read::<F>(value, B::FIELDS), read::<B>(&Value::Object(beside), &[])) {
        (Ok(facts), Ok(beside)) => Ok((facts, beside)),
        (facts, beside) => {
            let (facts, beside): (Option<Vec<Fault>>, Option<Vec<Fault>>) = (facts.err(), beside.err());
            Err(Wrong::Form(facts.into_iter().chain(beside).flatten().collect()))
        }
    }
}

/// Facts and what stands beside them, as hosts write them.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "it is a form, and holds nothing")]
pub(crate) struct Asked<F, B> {
    #[schemars(flatten)]
    facts: F,
    #[schemars(flatten)]
    beside: B,
}
