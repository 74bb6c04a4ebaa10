//! Names and ids: well formed, unique, and pointing at something.

use super::{Check, SCENARIO, of};
use crate::words::{near, quote};
use std::collections::BTreeMap;

/// The longest id, in characters.
const MAX_ID: usize = 32;
/// The longest name, in characters.
const MAX_NAME: usize = 80;
/// The longest text about the scenario, in characters.
const MAX_ABOUT: usize = 8_000;

/// An id: a letter, then letters, digits and single hyphens.
fn is_id(text: &str) -> bool {
    text.len() <= MAX_ID
        && text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
}

impl Check<'_> {
    pub(super) fn names(&mut self) {
        let s = self.scenario;
        let lower = |id: &str| is_id(id) && !id.bytes().any(|b| b.is_ascii_uppercase());
        if !lower(&s.id) {
            self.form(
                "id",
                "bad-id",
                format!("the id {} must be lower-case letters, digits and hyphens", quote(&s.id)),
            );
        }
        self.name("name", &s.name, false);
        if s.about.chars().count() > MAX_ABOUT {
            self.form("about", "bad-name", format!("the text must have at most {MAX_ABOUT} characters"));
        }
        for (i, side) in s.side.iter().enumerate() {
            let path = of("side", i, "name");
            if !is_id(&side.name) || side.name.bytes().any(|b| !b.is_ascii_lowercase() && b != b'-') {
                let message = format!("the side's name {} must be lower-case letters and hyphens", quote(&side.name));
                self.form(&path, "bad-id", message);
            }
        }
        for (i, name) in s.corps.iter().map(|x| (&x.name, &x.leader)).enumerate() {
            self.name(&of("corps", i, "name"), name.0, false);
            self.name(&of("corps", i, "leader.name"), &name.1.name, false);
        }
        for (i, division) in s.division.iter().enumerate() {
            self.name(&of("division", i, "name"), &division.name, false);
            if let Some(leader) = &division.leader {
                self.name(&of("division", i, "leader.name"), &leader.name, false);
            }
        }
        for (list, names) in [
            ("unit", s.unit.iter().map(|x| &x.name).collect::<Vec<_>>()),
            ("objective", s.objective.iter().map(|x| &x.name).collect()),
        ] {
            for (i, name) in names.into_iter().enumerate() {
                self.name(&of(list, i, "name"), name, false);
            }
        }
        for (i, area) in s.area.iter().enumerate() {
            self.name(&of("area", i, "name"), &area.name, true);
        }
        for (i, line) in s.line.iter().enumerate() {
            self.name(&of("line", i, "name"), &line.name, true);
        }
        self.unique("side", "name", s.side.iter().map(|x| &*x.name));
        self.unique("corps", "id", s.corps.iter().map(|x| &*x.id));
        self.unique("division", "id", s.division.iter().map(|x| &*x.id));
        self.unique("unit", "id", s.unit.iter().map(|x| &*x.id));
        self.unique("objective", "id", s.objective.iter().map(|x| &*x.id));
        self.references();
    }

    fn name(&mut self, path: &str, name: &str, may_be_empty: bool) {
        let long = name.chars().nth(MAX_NAME).is_some();
        if (name.trim().is_empty() && !may_be_empty) || long || name.chars().any(char::is_control) {
            let message = format!("the name {} must be 1 to {MAX_NAME} characters on one line", quote(name));
            self.form(path, "bad-name", message);
        }
    }

    /// Ids are well formed, and no two differ by case alone.
    fn unique<'t>(&mut self, list: &'static str, key: &str, ids: impl Iterator<Item = &'t str>) {
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        for (i, id) in ids.enumerate() {
            let path = of(list, i, key);
            if key == "id" && !is_id(id) {
                let message = format!(
                    "the id {} must begin with a letter and have letters, digits and hyphens only, {MAX_ID} at most",
                    quote(id)
                );
                self.form(&path, "bad-id", message);
            } else if list == "unit" && id.ends_with("-screen") {
                let message = format!("the id {} must not end in `-screen`: skirmishers are called so", quote(id));
                self.form(&path, "bad-id", message);
            } else if self.known(&path)
                && let Some(first) = seen.insert(id.to_ascii_lowercase(), i)
            {
                let message = format!("{} is the {key} of {list} {first} already, counted from 0", quote(id));
                self.fault(&path, SCENARIO, "twice", message);
            }
        }
    }

    /// Whether a name points at something; where some of the names could not be read, nothing is said.
    fn points(&mut self, path: &str, name: &str, list: &str, known: &[&str]) {
        if !self.rows_known(list) || known.contains(&name) {
            return;
        }
        let hint = near(name, known).map_or_else(String::new, |near| format!("; perhaps `{near}` is meant"));
        self.form(path, "dangling", format!("there is no {list} {}{hint}", quote(name)));
    }

    fn references(&mut self) {
        let s = self.scenario;
        let sides: Vec<&str> = s.side.iter().map(|x| &*x.name).collect();
        let corps: Vec<&str> = s.corps.iter().map(|x| &*x.id).collect();
        let objectives: Vec<&str> = s.objective.iter().map(|x| &*x.id).collect();
        for (i, x) in s.corps.iter().enumerate() {
            self.points(&of("corps", i, "side"), &x.side, "side", &sides);
        }
        for (i, x) in s.division.iter().enumerate() {
            self.points(&of("division", i, "corps"), &x.corps, "corps", &corps);
            if let Some(objective) = &x.objective {
                let path = of("division", i, "objective");
                self.points(&path, objective, "objective", &objectives);
            }
        }
        for (i, x) in s.objective.iter().enumerate() {
            for (key, side) in [("held", &x.held), ("decides", &x.decides)] {
                if let Some(side) = side {
                    self.points(&of("objective", i, key), side, "side", &sides);
                }
            }
        }
        // Long lists are looked through once, not once for each name.
        let divisions: BTreeMap<&str, usize> = s.division.iter().enumerate().map(|(i, x)| (&*x.id, i)).collect();
        for (i, x) in s.unit.iter().enumerate().filter(|(_, x)| !divisions.contains_key(&*x.division)) {
            let known: Vec<&str> = s.division.iter().map(|x| &*x.id).collect();
            self.points(&of("unit", i, "division"), &x.division, "division", &known);
        }
        let units: BTreeMap<&str, usize> = s.unit.iter().enumerate().map(|(i, x)| (&*x.id, i)).collect();
        let leaders = s.corps.iter().enumerate().map(|(i, x)| (of("corps", i, "leader.with"), Some(&x.leader)));
        let more = s.division.iter().enumerate().map(|(i, x)| (of("division", i, "leader.with"), x.leader.as_ref()));
        for (path, leader) in leaders.chain(more) {
            if let Some(with) = leader.and_then(|leader| leader.with.as_deref())
                && !units.contains_key(with)
            {
                let known: Vec<&str> = s.unit.iter().map(|x| &*x.id).collect();
                self.points(&path, with, "unit", &known);
            }
        }
    }
}
