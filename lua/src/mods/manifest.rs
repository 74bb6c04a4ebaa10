//! `mod.toml`: who a mod is, for which versions of the API it was written, and which other mods it needs.

use super::file_fault;
use crate::api::{Fault, VERSION};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;

/// A version, such as `1.2.0`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Version(pub [u16; 3]);

impl Version {
    /// Reads `1`, `1.2` or `1.2.3`.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let mut parts = [0; 3];
        let numbers: Vec<&str> = text.split('.').collect();
        if numbers.len() > 3 {
            return None;
        }
        for (part, number) in parts.iter_mut().zip(numbers) {
            *part = number.bytes().all(|b| b.is_ascii_digit()).then(|| number.parse().ok())??;
        }
        Some(Self(parts))
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c] = self.0;
        write!(f, "{a}.{b}.{c}")
    }
}

/// Versions that will do: from the first, and below the second if there is one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Range {
    /// From this one on.
    pub from: Version,
    /// Below this one.
    pub below: Option<Version>,
}

impl Range {
    /// Reads `1.2` (any that is not older and does not begin with a higher number), `>=1.2`, `>=1.2, <3`, `=1.2.3` or `*`.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        if text == "*" {
            return Some(Self::default());
        }
        if let Some(exact) = text.strip_prefix('=') {
            let Version([a, b, c]) = Version::read(exact.trim())?;
            return Some(Self { from: Version([a, b, c]), below: Some(Version([a, b, c.checked_add(1)?])) });
        }
        if let Some(version) = Version::read(text) {
            return Some(Self { from: version, below: Some(Version([version.0[0].checked_add(1)?, 0, 0])) });
        }
        let mut range = Self::default();
        for part in text.split(',').map(str::trim) {
            if let Some(version) = part.strip_prefix(">=") {
                range.from = Version::read(version.trim())?;
            } else if let Some(version) = part.strip_prefix('<') {
                range.below = Some(Version::read(version.trim())?);
            } else {
                return None;
            }
        }
        Some(range)
    }

    /// Whether a version will do.
    #[must_use]
    pub fn has(&self, version: Version) -> bool {
        version >= self.from && self.below.is_none_or(|below| version < below)
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.below {
            Some(below) => write!(f, ">={}, <{below}", self.from),
            None => write!(f, ">={}", self.from),
        }
    }
}

/// What `mod.toml` says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Manifest {
    /// The mod's id: small letters, digits and hyphens. The ids of its cards are this one, or begin with it and a hyphen.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// Its version.
    pub version: Version,
    /// The versions of the API that it was written for.
    pub api: Range,
    /// The mods that it needs, with the versions that will do.
    pub needs: BTreeMap<String, Range>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    id: String,
    name: Option<String>,
    version: String,
    api: toml::Value,
    #[serde(default)]
    needs: BTreeMap<String, String>,
}

/// Whether a text is an id.
pub(crate) fn is_id(id: &str) -> bool {
    let part = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    id.len() <= 40 && id.split('-').all(part)
}

impl Manifest {
    /// Reads `mod.toml`.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn read(text: &str) -> Result<Self, Vec<Fault>> {
        let raw: Raw = toml::from_str(text).map_err(|error| {
            let line = error
                .span()
                .map(|span| text.get(..span.start).map_or(1, |before| before.matches('\n').count() as u32 + 1));
            vec![file_fault("mod.toml", "manifest", error.message().to_owned(), line)]
        })?;
        let mut faults = Vec::new();
        let mut fault = |key: &str, message: String| {
            let line = text.lines().position(|line| line.trim_start().starts_with(key)).map(|line| line as u32 + 1);
            faults.push(file_fault("mod.toml", "manifest", message, line));
        };
        if !is_id(&raw.id) {
            fault("id", format!("`{}` is no id: write small letters and digits with single hyphens between", raw.id));
        }
        let version = Version::read(&raw.version).unwrap_or_else(|| {
            fault("version", format!("`{}` is no version: write one such as 1.2.0", raw.version));
            Version::default()
        });
        let api = match &raw.api {
            toml::Value::Integer(number) => Range::read(&number.to_string()),
            toml::Value::String(text) => Range::read(text),
            _ => None,
        };
        let api = api.unwrap_or_else(|| {
            fault(
                "api",
                format!("`{}` is no range of versions: write `api = {VERSION}` or `api = \">=1, <3\"`", raw.api),
            );
            Range::default()
        });
        let mut needs = BTreeMap::new();
        for (id, range) in &raw.needs {
            match Range::read(range) {
                Some(range) if is_id(id) => {
                    needs.insert(id.clone(), range);
                }
                _ => fault(
                    id,
                    format!("`{id} = \"{range}\"` is no mod with a range of versions: write `{id} = \">=1.0\"`"),
                ),
            }
        }
        if faults.is_empty() {
            Ok(Self { name: raw.name.unwrap_or_else(|| raw.id.clone()), id: raw.id, version, api, needs })
        } else {
            Err(faults)
        }
    }
}
