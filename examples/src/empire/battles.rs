//! Which battle is fought: a shipped one, a file, or one made up by the dice.

use super::calc::house;
use super::near::hint;
use crate::fail::Fail;
use crate::files;
use crate::fold::fold;
use clap::Args;
use eagles::chance::Seed;
use eagles::empire::scenario::generate::meeting;
use eagles::empire::scenario::{MAX_BYTES, read_toml, shipped};
use eagles::empire::{Empire, HouseRules, Scenario};
use std::path::Path;
use std::sync::Arc;

/// The battle that is fought when none is named.
pub(super) const DEFAULT: &str = "tutorial";

/// A battle on the command line.
#[derive(Args, Clone, Debug)]
pub(crate) struct BattleArgs {
    /// The battle: a shipped scenario (`eagles empire scenarios`) or a .toml file
    #[arg(value_name = "SCENARIO")]
    pub(super) scenario: Option<String>,
    /// Make up a meeting of so many units a side instead, 4 to 2000
    #[arg(long, value_name = "N", conflicts_with = "scenario", value_parser = crate::setup::whole::<u16>(4, 2_000))]
    pub(super) units: Option<u16>,
    /// A house rule: `extend`, `tactical-range=4`; any number of times
    #[arg(long, value_name = "KEY=VALUE")]
    house: Vec<String>,
}

impl BattleArgs {
    /// The battle; the seed makes up the one that is not named.
    pub(super) fn load(&self, seed: Seed) -> Result<Arc<Empire>, Fail> {
        let (mut scenario, file) = match (self.units, &self.scenario) {
            (Some(units), _) => (meeting(units, seed), "the battle that was made up".to_owned()),
            (None, name) => read(name.as_deref().unwrap_or(DEFAULT))?,
        };
        if !self.house.is_empty() {
            scenario.house = house::changing(&scenario.house, &self.house)?;
        }
        game(scenario, &file)
    }
}

/// A battle as it is fought.
pub(super) fn game(scenario: Scenario, file: &str) -> Result<Arc<Empire>, Fail> {
    Empire::new(scenario).map(Arc::new).map_err(|faults| {
        let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
        Fail::bad(format!("{file} cannot be fought:\n{}", lines.join("\n")))
    })
}

/// The scenario of a file or of a shipped name, with the name of its file.
fn read(name: &str) -> Result<(Scenario, String), Fail> {
    let path = Path::new(name);
    if path.extension().is_some_and(|end| end == "toml") || path.is_file() {
        let text = files::text(path, MAX_BYTES)?;
        let scenario = read_toml(&text, name).map_err(|faults| {
            Fail::bad(format!("{name} cannot be fought; `eagles empire check {name}` lists the same:\n{faults}"))
        })?;
        return Ok((scenario, name.to_owned()));
    }
    let plain = |text: &str| fold(text).chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    let wanted = plain(name);
    let known: Vec<&str> = shipped().iter().map(|(id, _)| *id).collect();
    let found: Vec<&str> =
        known.iter().copied().filter(|id| !wanted.is_empty() && plain(id).starts_with(&wanted)).collect();
    let by_name = || {
        let all = known.iter().filter_map(|id| Scenario::shipped(id));
        all.into_iter().find(|scenario| plain(&scenario.name).contains(&wanted))
    };
    let scenario = match found[..] {
        [id] => Scenario::shipped(id),
        [] => by_name(),
        _ => None,
    };
    scenario.map(|scenario| (scenario, name.to_owned())).ok_or_else(|| {
        Fail::bad(format!(
            "there is no scenario `{name}`; {}. A file ends in .toml; `--units 20` makes up a battle",
            super::slip(name).unwrap_or_else(|| hint(&fold(name), &known))
        ))
    })
}

/// The house rules of a battle that differ from the usual.
pub(super) fn house_text(rules: &HouseRules) -> Option<String> {
    let changed = house::changed(rules);
    (!changed.is_empty()).then(|| format!("House rules: {}.", changed.join(", ")))
}
