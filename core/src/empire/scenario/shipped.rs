//! The scenarios that come with the library.

use super::{Faults, Scenario, read_toml};

const SHIPPED: &[(&str, &str)] = &[
    ("tutorial", include_str!("../../../data/empire/scenarios/tutorial.toml")),
    ("quatre-bras", include_str!("../../../data/empire/scenarios/quatre-bras.toml")),
    ("derlon", include_str!("../../../data/empire/scenarios/derlon.toml")),
];

/// The shipped scenarios: the id and the TOML text of each.
#[must_use]
pub const fn shipped() -> &'static [(&'static str, &'static str)] {
    SHIPPED
}

impl Scenario {
    /// The shipped scenario of this id; `None` when there is no such one.
    #[must_use]
    pub fn shipped(id: &str) -> Option<Self> {
        let (id, text) = SHIPPED.iter().find(|(known, _)| *known == id)?;
        // The tests prove the shipped files sound.
        read_toml(text, &format!("{id}.toml")).ok()
    }

    /// Reads a scenario from a TOML text; see [`read_toml`].
    ///
    /// # Errors
    /// All faults at once.
    pub fn from_toml(text: &str, file: &str) -> Result<Self, Faults> {
        read_toml(text, file)
    }
}
