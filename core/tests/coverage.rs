//! Every rule of both games is shown by a rule case and cited by the code that carries it out, and nothing is cited that is
//! no rule. `cargo test -p eagles --test coverage -- --nocapture` prints the tables.

mod harness;

use harness::{case, empire, shared};
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

/// A game whose rules are counted.
#[derive(Clone, Copy)]
struct Book {
    /// Its directory among data, sources and cases.
    game: &'static str,
    /// What citations begin with.
    letter: char,
    /// The letters of its rulings, which have a row in RULINGS.md.
    rulings: &'static [char],
    /// Whether comments of its sources may cite rulings by their bare numbers, as in `(A12, P37)`.
    is_bare: bool,
    /// Tests besides cases that may show a rule: files and directories that begin so.
    tests: Option<&'static str>,
}

const WATERLOO: Book = Book { game: "waterloo", letter: 'W', rulings: &['r', 'N'], is_bare: false, tests: None };
const EMPIRE: Book =
    Book { game: "empire", letter: 'E', rulings: &['A', 'L', 'P', 'Q'], is_bare: true, tests: Some("empire_") };

impl Book {
    fn data(self, file: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(self.game).join(file)
    }

    fn rules(self) -> Vec<Rule> {
        let mut reader = csv::Reader::from_path(self.data("rules.csv")).expect("rules.csv can be opened");
        reader.deserialize().map(|row| row.expect("a row of rules.csv")).collect()
    }

    fn ids(self) -> Vec<String> {
        self.rules().into_iter().map(|rule| rule.id).collect()
    }

    fn id(self, token: &str) -> String {
        format!("{} {token}", self.letter)
    }

    fn is_ruling(self, id: &str) -> bool {
        let number = |rest: &str| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit());
        id.strip_prefix(self.letter)
            .and_then(|rest| rest.strip_prefix(' '))
            .and_then(|rest| rest.strip_prefix(self.rulings))
            .is_some_and(number)
    }

    /// The next citation token: a number of the book, a ruling, or a chart.
    fn token(self, text: &str) -> Option<(String, &str)> {
        let end = |pred: fn(char) -> bool, text: &str| text.find(|c| !pred(c)).unwrap_or(text.len());
        if let Some(rest) = text.strip_prefix(self.rulings) {
            let n = end(|c| c.is_ascii_digit(), rest);
            return (n > 0).then(|| (text[..=n].to_owned(), &rest[n..]));
        }
        let (chart, rest) = text.strip_prefix("QRS ").map_or(("", text), |rest| ("QRS ", rest));
        if self.letter == 'E' || !chart.is_empty() {
            let n = rest[..end(|c| c.is_ascii_lowercase() || c == '-', rest)].trim_end_matches('-').len();
            return (n > 0).then(|| (format!("{chart}{}", &rest[..n]), &rest[n..]));
        }
        let whole = end(|c| c.is_ascii_digit(), text);
        let rest = text[whole..].strip_prefix('.')?;
        let part = end(|c| c.is_ascii_digit(), rest);
        (whole > 0 && part > 0).then(|| (text[..whole + 1 + part].to_owned(), &rest[part..]))
    }

    /// The ids cited in a text: `W 7.21`, and lists and ranges as in `W 7.3, 7.31, N45` and `W 11.1 to 11.4`.
    fn citations(self, text: &str, order: &[String]) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        for (at, _) in text.match_indices(&self.id("")) {
            if !text[..at].chars().next_back().is_some_and(char::is_alphanumeric) {
                self.list(&text[at + 2..], order, &mut found);
            }
        }
        found
    }

    /// The rulings that comments cite without the letter of the game.
    fn bare(self, comments: &str, order: &[String], found: &mut BTreeSet<String>) {
        for (at, _) in comments.match_indices(self.rulings) {
            let before = comments[..at].chars().next_back();
            let Some((_, rest)) = self.token(&comments[at..]) else { continue };
            let joins = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
            let is_alone = !before.is_some_and(|c| joins(c) || c == '`') && !rest.starts_with(joins);
            if is_alone {
                self.list(&comments[at..], order, found);
            }
        }
    }

    /// A token, and those that are joined to it.
    fn list(self, text: &str, order: &[String], found: &mut BTreeSet<String>) {
        let Some((first, mut rest)) = self.token(text) else { return };
        let mut last = self.id(&first);
        found.insert(last.clone());
        let joint = |rest: &str| {
            let joints = [", ", "; ", " and ", " to "];
            joints.into_iter().find_map(|j| rest.strip_prefix(j).map(|tail| (j == " to ", rest.len() - tail.len())))
        };
        let place = |id: &String| order.iter().position(|known| known == id);
        while let Some((is_range, skip)) = joint(rest) {
            let tail = &rest[skip..];
            let Some((next, tail)) = self.token(tail.strip_prefix(&self.id("")).unwrap_or(tail)) else { break };
            let is_word = next.starts_with(|c: char| c.is_ascii_lowercase());
            let next = self.id(&next);
            // A word that is no chart is prose.
            if self.letter == 'E' && is_word && place(&next).is_none() {
                break;
            }
            if let (true, Some(a), Some(b)) = (is_range, place(&last), place(&next)) {
                found.extend(order[a.min(b)..=b.max(a)].iter().cloned());
            }
            found.insert(next.clone());
            last = next;
            rest = tail;
        }
    }

    /// Where each rule is cited in these files, by id.
    fn cited(self, files: &[PathBuf], root: &Path, order: &[String]) -> BTreeMap<String, BTreeSet<String>> {
        let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for path in files {
            let text = std::fs::read_to_string(path).expect("a source can be read");
            let name = path.strip_prefix(root).unwrap_or(path).display().to_string();
            let mut ids = self.citations(&joined(&text), order);
            if self.is_bare && (name.starts_with(self.game) || self.tests.is_some_and(|t| name.starts_with(t))) {
                self.bare(&comments(&text), order, &mut ids);
            }
            for id in ids {
                found.entry(id).or_default().insert(name.clone());
            }
        }
        found
    }

    /// Where each rule is cited in the code, by id.
    fn in_code(self, order: &[String]) -> BTreeMap<String, BTreeSet<String>> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut files = Vec::new();
        sources(&root, &mut files);
        self.cited(&files, &root, order)
    }

    /// Where each rule is cited by tests that are no cases, by id.
    fn in_tests(self, order: &[String]) -> BTreeMap<String, BTreeSet<String>> {
        let Some(start) = self.tests else { return BTreeMap::new() };
        let root = harness::tests_dir();
        let mut files = Vec::new();
        sources(&root, &mut files);
        files.retain(|path| path.strip_prefix(&root).is_ok_and(|path| path.to_string_lossy().starts_with(start)));
        self.cited(&files, &root, order)
    }

    /// The cases of this game: the file, the name, the rules, and the codes of refusals and of events that it shows.
    fn cases(self) -> Vec<Shown> {
        let mut out = Vec::new();
        let mut put = |path: &Path, name: String, rule, refused: [&[String]; 2], events: [&[String]; 2]| {
            let first = |text: &str| text.split_whitespace().next().unwrap_or_default().to_owned();
            let behind = |line: &String| line.split_once(": ").map(|(_, text)| first(text));
            let direct = |list: &[String]| list.iter().map(|text| first(text)).collect::<Vec<_>>();
            let after = |list: &[String]| list.iter().filter_map(behind).collect::<Vec<_>>();
            let name = format!("{}: {name}", shared::stem(path));
            let (refused, events) =
                ([direct(refused[0]), after(refused[1])].concat(), [direct(events[0]), after(events[1])].concat());
            out.push(Shown { name, rule, refused, events });
        };
        if self.letter == 'W' {
            for (path, file) in case::load().expect("the case files can be read") {
                for case in file.cases {
                    let refused = [case.refused.as_slice(), &case.may_not];
                    put(&path, case.name, case.rule, refused, [&case.events, &case.seen]);
                }
            }
        } else {
            for (path, file) in empire::case::load().expect("the case files can be read") {
                for case in file.cases {
                    let refused = [case.refused.as_slice(), &case.may_not];
                    put(&path, case.name, case.rule, refused, [&case.events, &case.seen]);
                }
            }
        }
        out
    }

    /// The cases that cite each rule, by id.
    fn in_cases(self) -> BTreeMap<String, Vec<String>> {
        let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for case in self.cases() {
            assert!(!case.rule.is_empty(), "{} cites no rule", case.name);
            for id in case.rule {
                found.entry(id).or_default().push(case.name.clone());
            }
        }
        found
    }
}

/// What one case shows.
struct Shown {
    name: String,
    rule: Vec<String>,
    refused: Vec<String>,
    events: Vec<String>,
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

/// A text with its comments joined, so that lists of citations go on over the end of a line.
fn joined(text: &str) -> String {
    let line = |line: &str| line.trim_start().trim_start_matches(['/', '!']).trim_start().to_owned();
    text.lines().map(line).collect::<Vec<_>>().join(" ")
}

/// The comments of a text alone.
fn comments(text: &str) -> String {
    let line = |line: &str| {
        let comment = line.trim_start().strip_prefix("//").or_else(|| line.split_once(" // ").map(|(_, rest)| rest));
        comment.map(|rest| rest.trim_start_matches(['/', '!']).trim().to_owned())
    };
    text.lines().filter_map(line).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_catalogues_are_sound() {
    for book in [WATERLOO, EMPIRE] {
        let rules = book.rules();
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
        let all = |letter: &str, last: u8| (1..=last).map(|n| book.id(&format!("{letter}{n}"))).collect::<Vec<_>>();
        let wanted = match book.letter {
            'W' => all("r", 74),
            _ => [all("A", 75), all("L", 12), all("P", 50), all("Q", 11)].concat(),
        };
        let missing: Vec<_> = wanted.iter().filter(|id| !seen.contains(id)).collect();
        assert!(missing.is_empty(), "rulings {missing:?} are missing");
    }
}

#[test]
fn nothing_is_cited_that_is_no_rule() {
    let mut wrong = String::new();
    for book in [WATERLOO, EMPIRE] {
        let order = book.ids();
        let known: BTreeSet<&String> = order.iter().collect();
        for (id, places) in book.in_code(&order).iter().filter(|(id, _)| !known.contains(id)) {
            let _ = writeln!(wrong, "{id} is cited in {places:?}");
        }
        for (id, places) in book.in_cases().iter().filter(|(id, _)| !known.contains(id)) {
            let _ = writeln!(wrong, "{id} is cited by {places:?}");
        }
    }
    assert!(wrong.is_empty(), "not in rules.csv:\n{wrong}");
}

#[test]
fn every_rule_in_force_is_cited_by_code_and_by_a_case() {
    let mut gaps = Vec::new();
    for book in [WATERLOO, EMPIRE] {
        let (rules, order) = (book.rules(), book.ids());
        let (code, cases, tests) = (book.in_code(&order), book.in_cases(), book.in_tests(&order));
        let mut table = String::from("rule                                 status    code cases tests  summary\n");
        let (mut in_force, before) = (0, gaps.len());
        for rule in &rules {
            let count = |places: &BTreeMap<String, BTreeSet<String>>| places.get(&rule.id).map_or(0, BTreeSet::len);
            let (files, others) = (count(&code), count(&tests));
            let shown = cases.get(&rule.id).map_or(0, Vec::len);
            let Rule { id, status, summary, .. } = rule;
            let _ = writeln!(table, "{id:<36} {status:<9} {files:>4} {shown:>5} {others:>5}  {summary}");
            if rule.status != "now" {
                continue;
            }
            in_force += 1;
            if shown + others == 0 {
                gaps.push(format!("{}: no case cites it", rule.id));
            }
            if files == 0 && rule.code == "yes" {
                gaps.push(format!("{}: no code cites it", rule.id));
            }
        }
        println!("{table}\n{in_force} rules in force of {}, {} gaps\n", rules.len(), gaps.len() - before);
    }
    assert!(gaps.is_empty(), "{} gaps:\n{}", gaps.len(), gaps.join("\n"));
}

#[test]
fn rulings_md_explains_every_ruling() {
    let mut wrong = Vec::new();
    for book in [WATERLOO, EMPIRE] {
        let text = std::fs::read_to_string(book.data("RULINGS.md")).expect("RULINGS.md can be read");
        let rows: BTreeSet<&str> = text.lines().filter_map(|l| l.strip_prefix("| ")?.split(" |").next()).collect();
        let order = book.ids();
        let cited = book.in_code(&order).into_keys();
        for id in cited.chain(order.iter().cloned()).filter(|id| book.is_ruling(id)) {
            if !rows.contains(&id[2..]) {
                wrong.push(format!("RULINGS.md of {} has no row for {id}", book.game));
            }
        }
        for row in rows.iter().filter(|row| book.is_ruling(&book.id(row))) {
            if !order.contains(&book.id(row)) {
                wrong.push(format!("RULINGS.md of {} explains {row}, which rules.csv does not have", book.game));
            }
        }
    }
    wrong.sort();
    wrong.dedup();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What Empire's catalogue says of a ruling is what RULINGS.md says.
#[test]
fn catalogue_and_rulings_agree() {
    let text = std::fs::read_to_string(EMPIRE.data("RULINGS.md")).expect("RULINGS.md can be read");
    let rows: BTreeMap<String, String> = text
        .lines()
        .filter_map(|line| {
            let mut columns = line.strip_prefix("| ")?.split(" | ");
            let (id, said) = (columns.next()?, columns.nth(1)?);
            Some((EMPIRE.id(id), said.trim().trim_end_matches('.').to_owned()))
        })
        .collect();
    let differ = |rule: &Rule| rows.get(&rule.id).is_some_and(|said| *said != rule.summary);
    let wrong: Vec<String> = EMPIRE.rules().into_iter().filter(differ).map(|rule| rule.id).collect();
    assert!(wrong.is_empty(), "rules.csv and RULINGS.md say different things of {wrong:?}");
}

/// Every switch of the house rules stands in RULINGS.md, nothing stands there that is none, and a case turns each.
#[test]
fn every_switch_is_named_and_turned() {
    let text = std::fs::read_to_string(EMPIRE.data("RULINGS.md")).expect("RULINGS.md can be read");
    let house = serde_json::to_value(eagles::empire::HouseRules::default()).expect("house rules");
    let switches: BTreeSet<String> = house.as_object().expect("a table").keys().cloned().collect();
    let columns = |line: &str| line.split(" | ").map(|c| c.trim().to_owned()).collect::<Vec<_>>();
    let rows = text.lines().filter(|line| line.starts_with("| ")).map(columns).filter(|row| row.len() > 3);
    let named: BTreeSet<String> =
        rows.flat_map(|row| row[3].split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>()).collect();
    assert_eq!(named, switches);
    let files = empire::case::load().expect("the case files can be read");
    let turned: BTreeSet<String> =
        files.iter().flat_map(|(_, f)| &f.cases).flat_map(|c| c.house.keys().cloned()).collect();
    assert_eq!(turned, switches, "every switch is turned in some case");
}

/// Refusals that no case can show, with the reason.
const NOT_SHOWN: [(&str, &str); 1] = [("specials-out", "the deal leaves Specials out, so nobody holds one")];

impl Book {
    /// The codes of a `coded!` table whose variants the engine makes.
    fn codes(self, file: &str, name: &str) -> Vec<String> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(self.game);
        let mut files = Vec::new();
        sources(&root, &mut files);
        let is_other = |path: &PathBuf| !path.ends_with(file) && !path.starts_with(root.join("text"));
        let read = |path: PathBuf| std::fs::read_to_string(path).expect("a source can be read");
        let made: String = files.into_iter().filter(is_other).map(read).collect();
        let text = read(root.join(file));
        let coded = |line: &str| {
            let (variant, rest) = line.trim().split_once(" => \"")?;
            let code = rest.split_once(&format!("\" [\"{}", self.id("")))?.0;
            let is_made = made
                .match_indices(&format!("{name}::{variant}"))
                .any(|(at, m)| !made[at + m.len()..].starts_with(|c: char| c.is_alphanumeric()));
            is_made.then(|| code.to_owned())
        };
        text.lines().filter_map(coded).collect()
    }
}

#[test]
fn every_refusal_and_every_event_is_shown_by_a_case() {
    let mut wrong = String::new();
    for book in [WATERLOO, EMPIRE] {
        let (mut refused, mut happened) = (BTreeSet::new(), BTreeSet::new());
        for case in book.cases() {
            refused.extend(case.refused);
            happened.extend(case.events);
        }
        refused.extend(NOT_SHOWN.iter().map(|(code, _)| (*code).to_owned()));
        let (refusals, events) = (book.codes("refusal.rs", "Refusal"), book.codes("event.rs", "Event"));
        assert!(refusals.len() > 50 && events.len() > 20, "the tables of codes of {} were not found", book.game);
        for (what, list, shown) in [("refusals", refusals, &refused), ("events", events, &happened)] {
            let unseen: Vec<_> = list.iter().filter(|code| !shown.contains(*code)).collect();
            if !unseen.is_empty() {
                let _ = writeln!(wrong, "no case of {} shows the {what} {unseen:?}", book.game);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
