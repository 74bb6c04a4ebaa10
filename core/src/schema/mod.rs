//! JSON Schemas of every value that crosses to a host as JSON.
//!
//! They are made from the types and their doc comments, and published in `core/data/schemas/`, one file a value; a test
//! holds the two equal. A schema of what is only written lists every field that is always there as required; a schema of
//! what is read too ([`Direction::Read`]) asks for no more than a reader does. Neither forbids fields that it does not
//! know, unless the reader of that value does: later versions may add some.

mod forms;
mod list;
mod prose;

pub(crate) use forms::{lean, map, names, option_map};
pub use list::published;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

/// Which way a value crosses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// Hosts read it.
    Written,
    /// Hosts write it; where the rules write it too, that form is one of those they read.
    Read,
}

/// A schema as it is published.
#[derive(Clone, PartialEq, Debug)]
pub struct Published {
    /// Its name, as in `waterloo-view`; the file is called so, with `.json`.
    pub name: &'static str,
    /// Which way the value crosses.
    pub direction: Direction,
    /// The schema, of JSON Schema 2020-12.
    pub schema: Schema,
}

impl Published {
    fn of<T: JsonSchema>(name: &'static str, direction: Direction) -> Self {
        let settings = SchemaSettings::draft2020_12();
        let settings = match direction {
            Direction::Written => settings.for_serialize(),
            Direction::Read => settings.for_deserialize(),
        };
        let mut schema = settings.with_transform(prose::plain).into_generator().into_root_schema_for::<T>();
        schema.insert("$id".to_owned(), format!("{name}.json").into());
        schema.insert("title".to_owned(), prose::title(name).into());
        Self { name, direction, schema }
    }

    /// The file's text.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = serde_json::to_string_pretty(&self.schema).unwrap_or_default();
        text.push('\n');
        text
    }
}
