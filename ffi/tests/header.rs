//! The header is what the source says, its versions are those of the package, and the library exports what it declares.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn here() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The parts of the header: the first function of each, its title, and what is said before it.
const SECTIONS: [(&str, &str, &str); 10] = [
    ("eagles_status_name", "Errors", "Every call that can fail returns a status and, if asked, an error."),
    ("eagles_abi_version", "The library", "Versions. What changes when: see the top of this file."),
    ("eagles_bytes_free", "Bytes", "What the library writes for the caller."),
    ("eagles_rules_new", "Rules", "A game with its cards and mods, shared by all that is played with it."),
    (
        "eagles_match_open",
        "Matches: playing",
        "Open, ask who acts, list, explain, apply, draw, answer, let bots choose.",
    ),
    ("eagles_match_events", "Matches: seeing", "What each viewer sees and is told, by one allow-list."),
    (
        "eagles_match_undo",
        "Matches: taking back, talking, other lines",
        "Undo, consent, draws, resignation, forks, samples, scripts.",
    ),
    ("eagles_match_save", "Matches: saving", "Saved games, and what they say by themselves."),
    ("eagles_match_encoding", "Matches: numbers for machine players", "Ids, masks, observations."),
    ("eagles_view_free", "Views", "What one viewer saw at one moment, for any thread."),
];

/// The same for the parts that follow.
const MORE: [(&str, &str, &str); 3] = [
    ("eagles_batch_new", "Batches", "Many positions at once, numbers only."),
    ("eagles_simulation_new", "Simulations", "Many games between bots."),
    ("eagles_calculators", "Calculators", "Every chart and sum, without a game."),
];

/// The header as the source says it.
fn header() -> String {
    let config = cbindgen::Config::from_file(here().join("cbindgen.toml")).expect("cbindgen.toml");
    let bindings = cbindgen::Builder::new().with_crate(here()).with_config(config).generate().expect("cbindgen");
    let mut bytes = Vec::new();
    bindings.write(&mut bytes);
    let made = String::from_utf8(bytes).expect("UTF-8");
    let manual = fs::read_to_string(here().join("include/manual.txt")).expect("the manual");
    let example = fs::read_to_string(here().join("include/example.c")).expect("the example");
    let mut top = String::from("/*\n");
    for line in manual.lines() {
        let line = if line.trim() == "@example" { None } else { Some(line) };
        match line {
            Some(line) => top.push_str(format!(" * {line}").trim_end()),
            // A comment cannot hold another: the example has none of the old style.
            None => example.lines().for_each(|line| {
                top.push_str(format!(" *     {line}").trim_end());
                top.push('\n');
            }),
        }
        if line.is_some() {
            top.push('\n');
        }
    }
    top.push_str(" */\n\n");
    let mut text = made;
    text = text
        .replace("/// # Safety\n", "/// The caller promises:\n")
        .replace("///\n/// The caller promises:", "/// The caller promises:");
    for (function, title, about) in SECTIONS.iter().chain(&MORE) {
        let at = text.find(&format!(" {function}(")).or_else(|| text.find(&format!("*{function}(")));
        let at = at.unwrap_or_else(|| panic!("{function} is not in the header"));
        let before = &text[..at];
        // Its documentation begins after the last empty line.
        let start = before.rfind("\n\n").map_or(0, |at| at + 2);
        let rule = "-".repeat(100usize.saturating_sub(title.len()));
        text.insert_str(start, &format!("// ---- {title} {rule}\n// {about}\n\n"));
    }
    top + &text
}

/// Compares with the committed file, or writes it.
fn same(path: &Path, made: &str) {
    if env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(path, made).expect("a file that can be written");
        return;
    }
    let kept = fs::read_to_string(path).unwrap_or_default();
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    assert!(
        kept == made,
        "{name} is not what the source says: UPDATE_EXPECT=1 cargo test -p eagles-ffi --test header writes it"
    );
}

/// The functions that a header declares.
fn declared(header: &str) -> BTreeSet<String> {
    let code: String = header
        .lines()
        .filter(|line| !line.trim_start().starts_with("//") && !line.trim_start().starts_with('*'))
        .collect::<Vec<_>>()
        .join("\n");
    let mut names = BTreeSet::new();
    for (at, _) in code.match_indices("eagles_") {
        let name: String = code[at..].chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
        let before = code[..at].chars().next_back();
        let called = code[at + name.len()..].starts_with('(');
        if called && before.is_none_or(|c| !c.is_ascii_alphanumeric() && c != '_') {
            names.insert(name);
        }
    }
    names
}

#[test]
fn the_header_is_what_the_source_says() {
    let made = header();
    same(&here().join("include/eagles.h"), &made);
    let symbols: Vec<_> = declared(&made).into_iter().collect();
    same(&here().join("abi-symbols.txt"), &(symbols.join("\n") + "\n"));
}

#[test]
fn the_versions_are_those_of_the_package() {
    let header = header();
    for (name, value) in [
        ("MAJOR", env!("CARGO_PKG_VERSION_MAJOR")),
        ("MINOR", env!("CARGO_PKG_VERSION_MINOR")),
        ("PATCH", env!("CARGO_PKG_VERSION_PATCH")),
    ] {
        let line = format!("#define EAGLES_VERSION_{name} {value}");
        assert!(header.lines().any(|l| l == line), "the header lacks `{line}`");
    }
}
