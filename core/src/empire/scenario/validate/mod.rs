//! Everything that would make a battle impossible, all of it at once.

mod armies;
mod ground;
mod heading;
mod names;

use super::Scenario;
use super::fault::{Fault, MAX_FAULTS, SCENARIO, cut};
use crate::cite::Cite;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The most units of a side.
pub const MAX_UNITS: usize = 2_200;
/// The most corps and headquarters, of both sides together.
pub const MAX_CORPS: usize = 64;
/// The most divisions, of both sides together.
pub const MAX_DIVISIONS: usize = 512;
/// The most areas of terrain.
pub const MAX_AREAS: usize = 512;
/// The most roads, rivers and the like, and as many crossings.
pub const MAX_LINES: usize = 512;
/// The most objectives.
pub const MAX_OBJECTIVES: usize = 64;
/// The most points of an area or a line.
pub const MAX_POINTS: usize = 64;

impl Scenario {
    /// All that is wrong with it, in the order of its parts; empty for a valid one. The faults have a path, and neither file
    /// nor line: [`super::read_toml`] places them.
    #[must_use]
    pub fn validate(&self) -> Vec<Fault> {
        let mut faults = check(self, &BTreeSet::new());
        let more = faults.len().saturating_sub(MAX_FAULTS);
        faults.truncate(MAX_FAULTS);
        cut(&mut faults, more);
        faults
    }
}

/// As [`Scenario::validate`], where the values at the paths `unknown` could not be read: nothing is concluded from them.
pub(super) fn check(scenario: &Scenario, unknown: &BTreeSet<String>) -> Vec<Fault> {
    let mut check = Check { scenario, unknown, unsure: unsure(unknown), faults: Vec::new() };
    check.heading();
    // What is far too large is refused unread.
    if check.counts() {
        check.names();
        check.armies();
        check.terrain();
        check.deployment();
    }
    check.faults
}

/// The lists that cannot be searched: see [`Check::unsure`].
fn unsure(unknown: &BTreeSet<String>) -> BTreeSet<&str> {
    let searched = ["id", "name", "side", "corps", "division", "kind", "points", "width"];
    let lost = |path: &&str| {
        let last = path.rsplit('.').next().unwrap_or(path);
        last == *path || last.ends_with(']') || searched.contains(&last)
    };
    let paths = unknown.iter().map(String::as_str).filter(lost);
    paths.map(|path| path.split(['.', '[']).next().unwrap_or(path)).collect()
}

/// A validation under way.
struct Check<'a> {
    scenario: &'a Scenario,
    unknown: &'a BTreeSet<String>,
    /// The lists of which a row was lost, or something by which other rows find it or it finds them.
    unsure: BTreeSet<&'a str>,
    faults: Vec<Fault>,
}

impl Check<'_> {
    /// Notes a fault, unless the value that it is about could not be read.
    fn fault(&mut self, path: &str, cite: Cite, code: &'static str, message: String) {
        if self.known(path) {
            let path = path.to_owned();
            self.faults.push(Fault { file: String::new(), line: 0, column: 0, path, cite, code, message });
        }
    }

    /// A fault of the file's own form.
    fn form(&mut self, path: &str, code: &'static str, message: String) {
        self.fault(path, SCENARIO, code, message);
    }

    /// Whether the value at a path could be read.
    fn known(&self, path: &str) -> bool {
        if self.unknown.is_empty() || self.unknown.contains(path) {
            return self.unknown.is_empty();
        }
        // A whole row may be lost.
        path.match_indices(['.', '[']).all(|(at, _)| !self.unknown.contains(&path[..at]))
    }

    /// Whether all rows of a list could be read, as far as others look for them.
    fn rows_known(&self, list: &str) -> bool {
        !self.unsure.contains(list)
    }

    /// Whether all these values of a row could be read.
    fn all_known(&self, row: &str, keys: &[&str]) -> bool {
        self.unknown.is_empty() || keys.iter().all(|key| self.known(&format!("{row}.{key}")))
    }
}

/// The path of a row.
fn at(list: &str, i: usize) -> String {
    let mut path = String::with_capacity(list.len() + 8);
    // Writing to a text does not fail.
    let _ = write!(path, "{list}[{i}]");
    path
}

/// The path of a value in a row.
fn of(list: &str, i: usize, key: &str) -> String {
    let mut path = at(list, i);
    path.push('.');
    path.push_str(key);
    path
}
