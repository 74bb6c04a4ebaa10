//! Rules for hosts, with mods: what [`eagles::host::Rules`] does not know how to load.

use crate::api::{Fault, Severity};
use crate::mods::Mod;
use crate::sandbox::Log;
use crate::set::ScriptSet;
use eagles::host::forms::{ModForm, RulesForm};
use eagles::host::{Cards, HostError, Rules, Status, forms};
use eagles::waterloo::CardSet;
use eagles::waterloo::cards::{CardFiles, EMBEDDED};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;

/// Rules with what belongs to their scripts.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The rules.
    pub rules: Rules,
    scripts: Option<Arc<ScriptSet>>,
}

impl Loaded {
    /// The rules of `game` (`waterloo` or `empire`), with what `form`, JSON, says of cards and mods.
    ///
    /// # Errors
    /// All faults of the cards and mods at once ([`Status::InvalidCards`]), each with file, line and column; or that the form
    /// is wrong.
    pub fn new(game: &str, form: &str) -> Result<Self, HostError> {
        let form: RulesForm = forms::read("the options of rules", form)?;
        if game != "waterloo" {
            let rules = Rules::shipped(game)?;
            if form != RulesForm::default() {
                let message = "card sets and mods are for Waterloo: give these rules no options";
                return Err(HostError::new(Status::Unsupported, "no-cards", message));
            }
            return Ok(Self { rules, scripts: None });
        }
        let own = form.card_set.unwrap_or_default();
        let files = CardFiles {
            cards: own.cards.as_deref().unwrap_or(EMBEDDED.cards),
            programs: own.programs.as_deref().unwrap_or(EMBEDDED.programs),
            battles: own.battles.as_deref().unwrap_or(EMBEDDED.battles),
        };
        let set =
            CardSet::from_csv(files).map_err(|faults| HostError::faults(Status::InvalidCards, "cards", &faults.0))?;
        if form.mods.is_empty() {
            let rules = Rules::Waterloo(Cards { set: Arc::new(set), handlers: None, mods: Vec::new() });
            return Ok(Self { rules, scripts: None });
        }
        let (mut mods, mut faults) = (Vec::new(), Vec::new());
        for one in &form.mods {
            let read = match one {
                ModForm::Folder(path) => Mod::from_folder(Path::new(path)),
                ModForm::Texts { manifest, cards, files } => {
                    let files: Vec<_> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
                    Mod::from_texts(manifest, cards, &files)
                }
            };
            match read {
                Ok(one) => mods.push(one),
                Err(found) => faults.extend(found),
            }
        }
        let scripts = if faults.is_empty() { ScriptSet::with_mods(&set, &mods) } else { Err(faults) };
        let scripts = scripts.map_err(|mut faults| {
            faults.retain(|fault| fault.severity == Severity::Error);
            HostError::faults(Status::InvalidCards, "mods", &faults)
        })?;
        let has_handlers = scripts.files().iter().any(|file| !file.handlers.is_empty());
        let rules = Rules::Waterloo(Cards {
            set: scripts.cards(),
            handlers: has_handlers.then(|| scripts.handlers()),
            mods: scripts.mods().to_vec(),
        });
        Ok(Self { rules, scripts: Some(Arc::new(scripts)) })
    }

    /// What scripts have printed since this was last asked, and what is doubtful about the mods, as JSON.
    #[must_use]
    pub fn log(&self) -> String {
        let Log { lines, lost } = self.scripts.as_ref().map(|scripts| scripts.take_log()).unwrap_or_default();
        let lines = lines.iter().map(|line| json!({ "script": line.script, "line": line.line, "text": line.text }));
        let warnings: Vec<&Fault> = self.scripts.iter().flat_map(|scripts| scripts.warnings()).collect();
        let warnings: Value = serde_json::to_value(&warnings).unwrap_or_default();
        json!({ "lines": lines.collect::<Vec<_>>(), "lost": lost, "warnings": warnings }).to_string()
    }
}
