//! Names of units, leaders, divisions and objectives.

use super::super::profile::Empire;
use super::super::state::{DivisionId, LeaderId, UnitId};
use std::collections::HashMap;
use std::fmt::Write as _;

/// A leader's name as notation writes it: small letters and digits, with hyphens between the words.
fn slug(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars().flat_map(char::to_lowercase) {
        match c {
            'à' | 'á' | 'â' | 'ã' => out.push('a'),
            'ä' | 'æ' => out.push_str("ae"),
            'ç' => out.push('c'),
            'è' | 'é' | 'ê' | 'ë' => out.push('e'),
            'ì' | 'í' | 'î' | 'ï' => out.push('i'),
            'ñ' => out.push('n'),
            'ò' | 'ó' | 'ô' | 'õ' => out.push('o'),
            'ö' | 'œ' => out.push_str("oe"),
            'ù' | 'ú' | 'û' => out.push('u'),
            'ü' => out.push_str("ue"),
            'ß' => out.push_str("ss"),
            // "D'Erlon" is one word.
            '\'' | '’' => {}
            c if c.is_ascii_alphanumeric() => out.push(c),
            _ if !out.is_empty() && !out.ends_with('-') => out.push('-'),
            _ => {}
        }
    }
    out.truncate(out.trim_end_matches('-').len());
    if out.is_empty() { "leader".to_owned() } else { out }
}

impl Empire {
    /// The names of all leaders as notation writes them, by number.
    #[must_use]
    pub fn leader_words(&self) -> Vec<String> {
        let mut times: HashMap<String, u32> = HashMap::new();
        let named = self.leaders.iter().map(|leader| {
            let mut name = slug(&leader.name);
            let n = times.entry(name.clone()).or_default();
            *n += 1;
            if *n > 1 {
                let _ = write!(name, ".{n}");
            }
            name
        });
        named.collect()
    }
}

/// The names of a battle, to look up: one by one for an action, by an index for a whole position.
pub(super) struct Names<'a> {
    game: &'a Empire,
    units: HashMap<&'a str, UnitId>,
    leaders: Vec<String>,
}

impl<'a> Names<'a> {
    /// To look up a few.
    pub(super) fn few(game: &'a Empire) -> Self {
        Self { game, units: HashMap::new(), leaders: Vec::new() }
    }

    /// To look up many.
    pub(super) fn all(game: &'a Empire) -> Self {
        let units = (0..).map(UnitId).zip(&game.units).map(|(id, unit)| (unit.id.as_str(), id)).collect();
        Self { game, units, leaders: game.leader_words() }
    }

    pub(super) fn unit(&self, word: &str) -> Option<UnitId> {
        let found = if self.units.is_empty() {
            self.game.units.iter().position(|unit| unit.id == word).map(|n| UnitId(n as u16))
        } else {
            self.units.get(word).copied()
        };
        found.or_else(|| number(word).map(UnitId))
    }

    pub(super) fn division(&self, word: &str) -> Option<DivisionId> {
        let found = self.game.divisions.iter().position(|division| division.id == word);
        found.map(|n| DivisionId(n as u16)).or_else(|| number(word).map(DivisionId))
    }

    pub(super) fn leader(&self, word: &str) -> Option<LeaderId> {
        let found = if self.leaders.is_empty() {
            self.game.leader_words().iter().position(|name| name == word)
        } else {
            self.leaders.iter().position(|name| name == word)
        };
        found.map(|n| LeaderId(n as u16)).or_else(|| number(word).map(LeaderId))
    }
}

/// `#7`.
fn number(word: &str) -> Option<u16> {
    let digits = word.strip_prefix('#')?;
    digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse().ok())?
}
