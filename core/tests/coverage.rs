//! Every rule of Waterloo is shown by a rule case and cited by the code that carries it out, and nothing is cited that is
//! no rule. `cargo test -p eagles --test coverage -- --nocapture` prints the table.

mod harness;

use harness::case;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// One line of `rules.csv`.
#[derive(serde::Deserialize)]
struct Rule {
    id: String,
    chapter: u8,
    summary: String,
    status: String,
    code: String,
}

fn data(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/waterloo").join(file)
}

fn rules() -> Vec<Rule> {
    let mut reader = csv::Reader::from_path(data("rules.csv")).expect("rules.csv can be opened");
    reader.deserialize().map(|row| row.expect("a row of rules.csv")).collect()
}

fn sources(dir: &Path, out: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(dir).expect("the sources can be listed").map(|e| e.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") && path.file_stem().is_some_and(|s| s != "tests") {
            out.push(path);
        }
    }
}

/// The next citation token: a number of the book, a ruling, or a row of the sheet.
fn token(text: &str) -> Option<(String, &str)> {
    let end = |pred: fn(char) -> bool, text: &str| text.find(|c| !pred(c)).unwrap_or(text.len());
    if let Some(rest) = text.strip_prefix("QRS ") {
        let n = end(|c| c.is_ascii_lowercase() || c == '-', rest);
        return (n > 0).then(|| (format!("QRS {}", &rest[..n]), &rest[n..]));
    }
    if let Some(rest) = text.strip_prefix(['r', 'N']) {
        let n = end(|c| c.is_ascii_digit(), rest);
        return (n > 0).then(|| (text[..=n].to_owned(), &rest[n..]));
    }
    let whole = end(|c| c.is_ascii_digit(), text);
    let rest = text[whole..].strip_prefix('.')?;
    let part = end(|c| c.is_ascii_digit(), rest);
    (whole > 0 && part > 0).then(|| (text[..whole + 1 + part].to_owned(), &rest[part..]))
}

/// The ids cited in a text: `W 7.21`, and lists and ranges as in `W 7.3, 7.31, N45` and `W 11.1 to 11.4`.
fn citations(text: &str, order: &[String]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (at, _) in text.match_indices("W ") {
        if text[..at].chars().next_back().is_some_and(char::is_alphanumeric) {
            continue;
        }
        let Some((first, mut rest)) = token(&text[at + 2..]) else { continue };
        let mut last = format!("W {first}");
        found.insert(last.clone());
        let joint = |rest: &str| {
            let joints = [", ", " and ", " to "];
            joints.into_iter().find_map(|j| rest.strip_prefix(j).map(|tail| (j == " to ", rest.len() - tail.len())))
        };
        while let Some((is_range, skip)) = joint(rest) {
            let tail = &rest[skip..];
            let Some((next, tail)) = token(tail.strip_prefix("W ").unwrap_or(tail)) else { break };
            let next = format!("W {next}");
            let place = |id: &String| order.iter().position(|known| known == id);
            if let (true, Some(a), Some(b)) = (is_range, place(&last), place(&next)) {
                found.extend(order[a.min(b)..=b.max(a)].iter().cloned());
            }
            found.insert(next.clone());
            last = next;
            rest = tail;
        }
    }
    found
}

/// A text with its comments joined, so that lists of citations go on over the end of a line.
fn joined(text: &str) -> String {
    let line = |line: &str| line.trim_start().trim_start_matches(['/', '!']).trim_start().to_owned();
    text.lines().map(line).collect::<Vec<_>>().join(" ")
}

/// Where each rule is cited in the code, by id.
fn in_code(order: &[String]) -> BTreeMap<String, BTreeSet<String>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a source can be read");
        let name = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
        for id in citations(&joined(&text), order) {
            found.entry(id).or_default().insert(name.clone());
        }
    }
    found
}

/// The cases that cite each rule, by id.
fn in_cases() -> BTreeMap<String, Vec<String>> {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, file) in case::load().expect("the case files can be read") {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        for case in file.cases {
            assert!(!case.rule.is_empty(), "{name}: {} cites no rule", case.name);
            for id in case.rule {
                found.entry(id).or_default().push(format!("{name}: {}", case.name));
            }
        }
    }
    found
}

#[test]
fn the_catalogue_is_sound() {
    let rules = rules();
    let mut seen = BTreeSet::new();
    for rule in &rules {
        assert!(seen.insert(&rule.id), "{} stands twice in rules.csv", rule.id);
        assert!(
            ["now", "specials", "campaign", "note"].contains(&rule.status.as_str()),
            "{}: {}",
            rule.id,
            rule.status
        );
        assert!(["yes", "no"].contains(&rule.code.as_str()), "{}: {}", rule.id, rule.code);
        assert!(!rule.summary.is_empty() && (1..=18).contains(&rule.chapter), "{}", rule.id);
    }
    let missing: Vec<u16> = (1..=74).filter(|n| !seen.contains(&format!("W r{n}"))).collect();
    assert!(missing.is_empty(), "rulings {missing:?} are missing");
}

#[test]
fn nothing_is_cited_that_is_no_rule() {
    let order: Vec<String> = rules().into_iter().map(|r| r.id).collect();
    let known: BTreeSet<&String> = order.iter().collect();
    let mut wrong = String::new();
    for (id, places) in in_code(&order).iter().filter(|(id, _)| !known.contains(id)) {
        let _ = writeln!(wrong, "{id} is cited in {places:?}");
    }
    for (id, places) in in_cases().iter().filter(|(id, _)| !known.contains(id)) {
        let _ = writeln!(wrong, "{id} is cited by {places:?}");
    }
    assert!(wrong.is_empty(), "not in rules.csv:\n{wrong}");
}

#[test]
fn every_rule_in_force_is_cited_by_code_and_by_a_case() {
    let rules = rules();
    let order: Vec<String> = rules.iter().map(|r| r.id.clone()).collect();
    let (code, cases) = (in_code(&order), in_cases());
    let mut table = String::from("rule                                 status    code cases  summary\n");
    let (mut gaps, mut in_force) = (Vec::new(), 0);
    for rule in &rules {
        let (files, shown) = (code.get(&rule.id).map_or(0, BTreeSet::len), cases.get(&rule.id).map_or(0, Vec::len));
        let _ = writeln!(table, "{:<36} {:<9} {files:>4} {shown:>5}  {}", rule.id, rule.status, rule.summary);
        if rule.status != "now" {
            continue;
        }
        in_force += 1;
        if shown == 0 {
            gaps.push(format!("{}: no case cites it", rule.id));
        }
        if files == 0 && rule.code == "yes" {
            gaps.push(format!("{}: no code cites it", rule.id));
        }
    }
    println!("{table}\n{in_force} rules in force of {}, {} gaps", rules.len(), gaps.len());
    assert!(gaps.is_empty(), "{} gaps:\n{}", gaps.len(), gaps.join("\n"));
}

#[test]
fn rulings_md_explains_every_ruling() {
    let text = std::fs::read_to_string(data("RULINGS.md")).expect("RULINGS.md can be read");
    let rows: BTreeSet<&str> = text.lines().filter_map(|l| l.strip_prefix("| ")?.split(" |").next()).collect();
    let order: Vec<String> = rules().into_iter().map(|r| r.id).collect();
    let is_ruling = |id: &str| id.starts_with("W r") || id.starts_with("W N");
    let cited = in_code(&order).into_keys();
    for id in cited.chain(order.iter().cloned()).filter(|id| is_ruling(id)) {
        assert!(rows.contains(&id[2..]), "RULINGS.md has no row for {id}");
    }
    for row in rows.iter().filter(|r| r.starts_with(['r', 'N']) && r[1..].bytes().all(|b| b.is_ascii_digit())) {
        assert!(order.contains(&format!("W {row}")), "RULINGS.md explains {row}, which rules.csv does not have");
    }
}

/// Refusals that cannot happen yet, with the reason.
const NOT_YET: [(&str, &str); 1] = [("specials-out", "the deal leaves Specials out, so nobody holds one")];

/// The codes of a `coded!` table whose variants the engine makes.
fn codes(file: &str, name: &str) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/waterloo");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let is_other = |path: &PathBuf| !path.ends_with(file) && !path.starts_with(root.join("text"));
    let made: String =
        files.into_iter().filter(is_other).map(|p| std::fs::read_to_string(p).expect("a source can be read")).collect();
    let text = std::fs::read_to_string(root.join(file)).expect("a source can be read");
    let coded = |line: &str| {
        let (variant, rest) = line.trim().split_once(" => \"")?;
        let code = rest.split_once("\" [\"W ")?.0;
        let is_made = made
            .match_indices(&format!("{name}::{variant}"))
            .any(|(at, m)| !made[at + m.len()..].starts_with(|c: char| c.is_alphanumeric()));
        is_made.then(|| code.to_owned())
    };
    text.lines().filter_map(coded).collect()
}

#[test]
fn every_refusal_and_every_event_is_shown_by_a_case() {
    let files = case::load().expect("the case files can be read");
    let first = |text: &str| text.split_whitespace().next().unwrap_or_default().to_owned();
    let behind = |line: &String| line.split_once(": ").map(|(_, text)| first(text));
    let (mut refused, mut happened) = (BTreeSet::new(), BTreeSet::new());
    for case in files.iter().flat_map(|(_, file)| &file.cases) {
        refused.extend(case.refused.iter().map(|t| first(t)));
        refused.extend(case.may_not.iter().filter_map(behind));
        happened.extend(case.events.iter().map(|t| first(t)));
        happened.extend(case.seen.iter().filter_map(behind));
    }
    refused.extend(NOT_YET.iter().map(|(code, _)| (*code).to_owned()));
    let (refusals, events) = (codes("refusal.rs", "Refusal"), codes("event.rs", "Event"));
    assert!(refusals.len() > 50 && events.len() > 20, "the tables of codes were not found");
    let unseen: Vec<_> = refusals.iter().filter(|c| !refused.contains(*c)).collect();
    let silent: Vec<_> = events.iter().filter(|c| !happened.contains(*c)).collect();
    assert!(unseen.is_empty() && silent.is_empty(), "no case shows the refusals {unseen:?} and the events {silent:?}");
}
