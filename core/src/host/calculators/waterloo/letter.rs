//! Printed Morale values.

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A printed Morale value: `A` to `D`, or 4 to 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Letter(u8);

impl Letter {
    const WANTED: &'static str = "a Morale value: A, B, C or D, or 4, 3, 2 or 1";

    /// The value, 4 for A to 1 for D.
    #[must_use]
    pub const fn value(self) -> u8 {
        self.0
    }
}

impl Serialize for Letter {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self.0 {
            4 => "A",
            3 => "B",
            2 => "C",
            _ => "D",
        })
    }
}

impl<'de> Deserialize<'de> for Letter {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Printed;
        impl Visitor<'_> for Printed {
            type Value = Letter;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(Letter::WANTED)
            }

            fn visit_u64<E: Error>(self, value: u64) -> Result<Letter, E> {
                match u8::try_from(value) {
                    Ok(value @ 1..=4) => Ok(Letter(value)),
                    _ => Err(E::invalid_value(serde::de::Unexpected::Unsigned(value), &self)),
                }
            }

            fn visit_str<E: Error>(self, letter: &str) -> Result<Letter, E> {
                let value = match letter {
                    "A" | "a" => 4,
                    "B" | "b" => 3,
                    "C" | "c" => 2,
                    "D" | "d" => 1,
                    _ => return Err(E::invalid_value(serde::de::Unexpected::Str(letter), &self)),
                };
                Ok(Letter(value))
            }
        }
        deserializer.deserialize_any(Printed)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Letter {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Letter".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "description": "A printed Morale value, as the letter or as the number of its card.", "enum": ["A", "B", "C", "D", 4, 3, 2, 1] })
    }
}
