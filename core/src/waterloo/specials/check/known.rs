//! What programs may name: nations, corps, tags, ids, battles; and the rules.

use crate::kept::Kept;
use crate::waterloo::cards::{CardSet, EMBEDDED};
use crate::waterloo::types::Kind;
use crate::words::near;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The rules there are.
fn rules() -> Arc<BTreeSet<&'static str>> {
    static RULES: Kept<BTreeSet<&'static str>> = Kept::new();
    RULES.get(|| {
        let rows = include_str!("../../../../data/waterloo/rules.csv").lines().skip(1);
        rows.filter_map(|row| row.split(',').next()).collect()
    })
}

/// Whether there is such a rule.
pub(super) fn is_rule(rule: &str) -> bool {
    rules().contains(rule)
}

/// The nearest rule, or how one is written.
pub(super) fn rule_hint(rule: &str) -> String {
    let rules = rules();
    let list: Vec<&str> = rules.iter().copied().collect();
    let guess = if rule.starts_with("W ") { rule.to_owned() } else { format!("W {rule}") };
    match rules.get(guess.as_str()).copied().or_else(|| near(&guess, &list)) {
        Some(near) => format!("perhaps `{near}` is meant"),
        None => "write one such as `W 7.21`".to_owned(),
    }
}

/// The names that filters may use.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    pub(super) nations: BTreeSet<String>,
    pub(super) corps: BTreeSet<String>,
    pub(super) tags: BTreeSet<String>,
    pub(super) ids: BTreeSet<String>,
    pub(super) generals: BTreeSet<String>,
    pub(super) battles: BTreeSet<String>,
}

/// The names on the embedded cards. They are known in every set: a program may speak of a card that an owner has left out.
fn printed() -> Known {
    let mut known = Known::default();
    let mut rows = csv::Reader::from_reader(EMBEDDED.cards.as_bytes());
    let columns: Vec<String> =
        rows.headers().map_or_else(|_| Vec::new(), |head| head.iter().map(str::to_owned).collect());
    for row in rows.records().flatten() {
        let text = |name: &str| {
            let place = columns.iter().position(|column| column == name);
            place.and_then(|place| row.get(place)).unwrap_or_default()
        };
        known.card(text("id"), text("type") == Kind::General.name(), text("nationality"), text("corps"));
        known.tags.extend(text("tags").split(';').map(str::to_owned));
    }
    let mut rows = csv::Reader::from_reader(EMBEDDED.battles.as_bytes());
    known.battles.extend(rows.records().flatten().filter_map(|row| row.get(0).map(str::to_owned)));
    known
}

impl Known {
    /// The names of a set, with those of the embedded cards.
    pub(super) fn new(set: &CardSet) -> Self {
        static PRINTED: Kept<Known> = Kept::new();
        let mut known = Known::clone(&PRINTED.get(printed));
        for card in set.cards() {
            known.card(&card.id, card.kind == Kind::General, &card.nationality, &card.corps);
            known.tags.extend(card.tags.iter().cloned());
        }
        known.battles.extend(set.battles().into_iter().map(str::to_owned));
        for names in [&mut known.nations, &mut known.corps, &mut known.tags] {
            names.remove("");
        }
        known
    }

    fn card(&mut self, id: &str, general: bool, nation: &str, corps: &str) {
        self.ids.insert(id.to_owned());
        if general {
            self.generals.insert(id.to_owned());
        }
        self.nations.insert(nation.to_owned());
        self.corps.insert(corps.to_owned());
    }
}

/// The nearest of some names, as a suggestion.
pub(super) fn hint(name: &str, known: &BTreeSet<String>) -> Option<String> {
    let list: Vec<&str> = known.iter().map(String::as_str).collect();
    near(name, &list).map(|near| format!("perhaps `{near}` is meant"))
}
