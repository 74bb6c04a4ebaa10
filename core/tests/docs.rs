//! What the documents name is there.

use std::path::Path;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

fn read(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// All that stands between backticks outside code blocks.
fn quoted(text: &str) -> Vec<&str> {
    let outside = text.split("```").step_by(2);
    outside.flat_map(|part| part.split('`').skip(1).step_by(2)).collect()
}

#[test]
fn paths_in_the_documents_exist() {
    for name in ["README.md", "ARCHITECTURE.md", "core/tests/cases/README.md"] {
        let text = read(name);
        for path in quoted(&text).into_iter().filter(|q| q.contains('/') && !q.contains([' ', '*', '<', ':', '='])) {
            let here = Path::new(name).parent().unwrap_or(Path::new(""));
            assert!(
                root().join(path).exists() || root().join(here).join(path).exists(),
                "{name} names {path}, which is not there"
            );
        }
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if !link.contains("://") {
                assert!(root().join(link).exists(), "{name} links to {link}, which is not there");
            }
        }
    }
}

#[test]
fn the_promises_name_tests_that_exist() {
    let text = read("ARCHITECTURE.md");
    let (_, table) = text.split_once("## The seven promises").unwrap();
    let table = table.split("\n## ").next().unwrap();
    let mut named = 0;
    for row in table.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| promise")) {
        let names: Vec<&str> = quoted(row).into_iter().filter(|q| !q.contains(['/', ' '])).collect();
        let files: Vec<String> = quoted(row).into_iter().filter(|q| q.ends_with(".rs")).map(read).collect();
        assert!(!files.is_empty(), "no file guards: {row}");
        for name in names {
            let found = files.iter().any(|file| file.contains(&format!("fn {name}(")));
            assert!(found, "no file of this row has a test {name}: {row}");
            named += 1;
        }
    }
    assert!(named >= 8, "only {named} tests are named");
}

/// The modules that ARCHITECTURE.md lists for each game are the ones there are, apart from helpers of tests.
#[test]
fn every_module_of_the_games_is_on_the_map() {
    for game in ["waterloo", "empire"] {
        modules_are_on_the_map(game);
    }
}

fn modules_are_on_the_map(game: &str) {
    let text = read("ARCHITECTURE.md");
    let (_, text) = text
        .to_lowercase()
        .split_once(&format!("## {game}"))
        .map(|(a, b)| (a.to_owned(), b.to_owned()))
        .unwrap_or_default();
    let modules = read(&format!("core/src/{game}/mod.rs"));
    let mut test_only = false;
    for line in modules.lines() {
        if line == "#[cfg(test)]" {
            test_only = true;
            continue;
        }
        let name = line.trim_start_matches("pub ").strip_prefix("mod ").and_then(|rest| rest.strip_suffix(';'));
        if let Some(name) = name {
            let known = ["action", "event", "refusal", "types"];
            assert!(
                test_only || known.contains(&name) || text.contains(&format!("`{name}`")),
                "ARCHITECTURE.md does not name {game}/{name}"
            );
        }
        test_only = false;
    }
}
