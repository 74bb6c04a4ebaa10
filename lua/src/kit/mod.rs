//! The modder's kit: what helps to write, check, test and tell cards.
//!
//! - [`files`] which files a path means
//! - [`lint`] all that is wrong with them, [`report`] how that is shown
//! - [`scenario`] tests of cards in Lua
//! - [`prose`] what a program does, in words; [`docs`] pages of cards
//! - [`template`] a mod to begin with
//! - [`console`] trying a card on a position
//!
//! The terminal program offers them as `eagles cards lint`, `test`, `new`, `watch`, `docs` and `console`.

mod build;
pub mod console;
pub mod docs;
pub mod files;
pub mod lint;
pub mod prose;
pub mod report;
pub mod scenario;
pub mod template;

pub use build::{Play, together};
pub use lint::{Checked, check, compare};

use crate::api::Fault;
use eagles::waterloo::CardSet;
use serde::Serialize;

/// How one scenario went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ran {
    /// The file.
    pub file: String,
    /// The line in which it begins.
    pub line: u32,
    /// What it shows.
    pub name: String,
    /// What was found instead; nothing when all is as expected.
    pub faults: Vec<Fault>,
}

/// Runs the scenarios of the files that were asked for, those whose name holds `filter`. Nothing runs where the cards
/// cannot be played.
#[must_use]
pub fn test(checked: &Checked, filter: &str) -> Vec<Ran> {
    let Some(play) = &checked.play else { return Vec::new() };
    let wanted = |file: &str| checked.root.tests.iter().any(|text| text.shown == file && checked.root.wants(text));
    let cards_alone = !checked.root.only.is_empty() && !checked.root.tests.iter().any(|text| checked.root.wants(text));
    let scenarios = checked.scenarios.iter().filter(|scenario| cards_alone || wanted(&scenario.file));
    let named = scenarios.filter(|scenario| scenario.name.to_lowercase().contains(&filter.to_lowercase()));
    named
        .map(|scenario| Ran {
            file: scenario.file.clone(),
            line: scenario.line,
            name: scenario.name.clone(),
            faults: scenario::run(play, scenario).into_iter().map(|fault| in_card(checked, fault)).collect(),
        })
        .collect()
}

/// A handler that failed, with the line of the card that it was in.
fn in_card(checked: &Checked, fault: Fault) -> Fault {
    let line = || {
        let frame = fault.message.lines().find_map(|line| line.trim().strip_prefix("at "))?;
        let (file, rest) = frame.split_once(".lua:")?;
        let number: usize = rest.split(' ').next()?.parse().ok()?;
        let inner = format!("{}.lua", file.split_once('/')?.1);
        let text = checked.root.cards.iter().find(|text| text.name == inner)?;
        let line = text.text.lines().nth(number.checked_sub(1)?)?;
        Some(format!("{}:{number}: {}", text.shown, line.trim()))
    };
    match line().filter(|_| fault.code == "script") {
        Some(line) => Fault { suggestion: Some(line), ..fault },
        None => fault,
    }
}

/// The name of a card with this id, or the id.
pub(crate) fn card_name(set: &CardSet, id: &str) -> String {
    set.by_id(id).map_or_else(|| format!("`{id}`"), |card| card.name.clone())
}
