//! The cards in use: a card set of one's own, and mods.

use crate::fail::Fail;
use crate::files;
use crate::page::{WARNING, paint};
use clap::Args;
use eagles_lua::kit::{Checked, Play, check, files as kit_files, report, together};
use std::path::PathBuf;

/// Options that say which cards are in use.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct CardArgs {
    /// Your own card set: a folder with cards.csv, programs.json and battles.csv
    #[arg(long, value_name = "FOLDER")]
    card_set: Option<PathBuf>,
    /// A mod, with the mods that it needs beside it; may be given several times
    #[arg(long = "mod", value_name = "DIR")]
    mods: Vec<PathBuf>,
}

impl CardArgs {
    /// The cards.
    pub(crate) fn load(&self) -> Result<Play, Fail> {
        let set = files::card_set(self.card_set.as_deref())?;
        if self.mods.is_empty() {
            return Ok(Play::plain(set));
        }
        let roots = kit_files::gather(&self.mods).map_err(Fail::bad)?;
        if let Some(root) = roots.iter().find(|root| root.manifest.is_none()) {
            return Err(Fail::bad(format!(
                "{} is no mod: it holds no mod.toml; `eagles cards new NAME` writes a mod to begin with",
                root.folder.display()
            )));
        }
        let all: Vec<Checked> = roots.into_iter().map(|root| check(root, &set)).collect();
        if let Some(checked) = all.iter().find(|checked| checked.play.is_none()) {
            let errors: Vec<_> =
                checked.faults.iter().filter(|fault| report::failed(std::slice::from_ref(fault))).cloned().collect();
            let told = report::render_all(&errors, &checked.sources());
            let folder = checked.root.folder.display();
            return Err(Fail::bad(format!(
                "the mod {folder} has faults ({}); `eagles cards lint {folder}` shows them at any time:\n\n{}",
                report::count(&errors),
                told.trim_end()
            )));
        }
        let play = together(&all, &set).map_err(Fail::bad)?;
        for warning in &play.warnings {
            anstream::eprintln!("{} {warning}", paint(WARNING, "warning:"));
        }
        Ok(play)
    }
}
