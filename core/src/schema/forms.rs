//! The forms of values that write themselves by hand.

use crate::empire::charts::{Ce, Tenths};
use crate::empire::scenario::{Clock, Date, Inches};
use crate::record::Hash;
use crate::waterloo::types::Place;
use crate::waterloo::view::Marks;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::Value;
use std::borrow::Cow;

/// Implements `JsonSchema` for a value that writes itself by hand.
macro_rules! form {
    ($type:ty, $name:literal, $generator:ident => $schema:expr) => {
        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                $name.into()
            }
            fn schema_id() -> Cow<'static, str> {
                concat!(module_path!(), "::", $name, stringify!($type)).into()
            }
            fn json_schema($generator: &mut SchemaGenerator) -> Schema {
                $schema
            }
        }
    };
}

form!(Hash, "Hash", _g => json_schema!({
    "description": "A named hash: 16 hexadecimal digits.",
    "type": "string",
    "pattern": "^[0-9a-fA-F]{16}$",
}));

form!(Place, "Place", _g => json_schema!({
    "description": "One of the six Positions (W 4.0), each as its own side sees it, or the Reserve of whoever acts.",
    "type": "string",
    "enum": (0..=6).map(|n| Place(n).name()).collect::<Vec<_>>(),
}));

form!(Marks, "Marks", _g => {
    let mut schema = names(Marks::ALL.names());
    let text = "What everybody has seen a card on the battlefield do: this turn, and while it has lain face-down.";
    schema.insert("description".to_owned(), text.into());
    schema
});

form!(Inches, "Inches", _g => json_schema!({
    "description": "A length or a coordinate in inches, with at most three decimals.",
    "type": "number",
    "minimum": -1200,
    "maximum": 1200,
}));

form!(Date, "Date", _g => json_schema!({
    "description": "A day, 1792 to 1815.",
    "type": "string",
    "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
    "examples": ["1815-06-18"],
}));

form!(Clock, "Clock", _g => json_schema!({
    "description": "A time of the day.",
    "type": "string",
    "pattern": "^[0-9]{2}:[0-9]{2}$",
    "examples": ["14:30"],
}));

form!(Ce, "Ce", _g => json_schema!({
    "description": "A combat effectiveness or a sum of such, in points and whole in quarters.",
    "type": "number",
    "multipleOf": 0.25,
}));

impl<const N: usize> JsonSchema for Tenths<N> {
    fn schema_name() -> Cow<'static, str> {
        format!("Tenths{N}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "How many faces of a ten-sided die give each result.",
            "type": "array",
            "items": { "type": "integer", "minimum": 0, "maximum": 10 },
            "minItems": N,
            "maxItems": N,
        })
    }
}

/// A list of some of these names, each once.
pub(crate) fn names(all: impl IntoIterator<Item = &'static str>) -> Schema {
    json_schema!({
        "type": "array",
        "items": { "type": "string", "enum": all.into_iter().collect::<Vec<_>>() },
        "uniqueItems": true,
    })
}

/// A map whose keys are names of `K`.
pub(crate) fn map<K: JsonSchema, V: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": "object",
        "propertyNames": generator.subschema_for::<K>(),
        "additionalProperties": generator.subschema_for::<V>(),
    })
}

/// The same, or nothing.
pub(crate) fn option_map<K: JsonSchema, V: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    let mut schema = map::<K, V>(generator);
    schema.insert("type".to_owned(), ["object", "null"].as_slice().into());
    schema
}

/// What is left out where it is empty, 0 or not so: a field that has a default need not be there.
pub(crate) fn lean(schema: &mut Schema) {
    let Some(fields) = schema.get("properties").and_then(Value::as_object) else { return };
    let lean: Vec<_> =
        fields.iter().filter(|(_, field)| field.get("default").is_some()).map(|(n, _)| n.clone()).collect();
    if let Some(Value::Array(required)) = schema.get_mut("required") {
        required.retain(|name| name.as_str().is_none_or(|name| !lean.iter().any(|field| field == name)));
    }
}
