//! Schemas are as they are published, and what crosses is as they say.

use eagles::schema::published;
use std::collections::BTreeSet;
use std::path::PathBuf;

fn folder() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "data", "schemas"].iter().collect()
}

#[test]
fn what_is_published_follows_from_the_types() {
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut kept: BTreeSet<String> = std::fs::read_dir(folder())
        .expect("the folder of schemas is in the repository")
        .map(|file| file.expect("a file").file_name().into_string().expect("a plain name"))
        .collect();
    for published in published() {
        let (file, text) = (format!("{}.json", published.name), published.text());
        let path = folder().join(&file);
        if update {
            std::fs::write(&path, &text).expect("schemas are written with UPDATE_EXPECT=1");
        }
        let there = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(there, text, "{file} is not what the types say: run this test with UPDATE_EXPECT=1");
        kept.remove(&file);
    }
    assert!(kept.is_empty(), "these files belong to no schema: {kept:?}");
}

#[test]
fn descriptions_are_plain_and_nothing_is_without_one() {
    fn look(file: &str, value: &serde_json::Value) {
        match value {
            serde_json::Value::Object(fields) => {
                if let Some(serde_json::Value::String(text)) = fields.get("description") {
                    let shouted = text
                        .split('`')
                        .skip(1)
                        .step_by(2)
                        .any(|code| code.len() > 2 && code.bytes().all(|b| b.is_ascii_uppercase() || b == b'_'));
                    assert!(!text.contains("[`") && !text.contains("crate::") && !shouted, "{file}: {text}");
                }
                fields.values().for_each(|value| look(file, value));
            }
            serde_json::Value::Array(values) => values.iter().for_each(|value| look(file, value)),
            _ => {}
        }
    }
    for published in published() {
        let schema = published.schema.as_value();
        look(published.name, schema);
        let mut documented =
            schema["$defs"].as_object().into_iter().flatten().filter(|(_, one)| one["description"].is_null());
        assert_eq!(documented.next(), None, "{}", published.name);
        assert!(schema["description"].is_string(), "{}", published.name);
        // Two types of one name would be told apart by a number.
        let twice =
            schema["$defs"].as_object().into_iter().flatten().find(|(name, _)| name.ends_with(char::is_numeric));
        assert!(twice.is_none_or(|(name, _)| name.starts_with("Tenths")), "{}: {twice:?}", published.name);
    }
}
