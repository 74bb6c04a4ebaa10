//! One card file: read, run once, checked, and made a program.

use crate::api::{self, Api, Fault, Newer, Places, Severity, Source};
use crate::mods::Range;
use crate::sandbox::{Limits, Sandbox, Script, ScriptError, Vocabulary};
use eagles::kept::Kept;
use eagles::waterloo::specials::Program;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A card file that was loaded.
#[derive(Clone, Debug)]
pub struct CardFile {
    /// The file, relative to its mod's folder.
    pub file: String,
    /// What the card does.
    pub program: Program,
    /// The handlers: name and number of the function in the script.
    pub handlers: BTreeMap<String, usize>,
    /// The version of the API that it says it was written for.
    pub api: Option<u32>,
    /// The words and keys in it that came after the first version of the API.
    pub newer: Vec<Newer>,
    /// Which line built which part of the program.
    pub places: Places,
    /// What should be changed, though the card can be used.
    pub warnings: Vec<Fault>,
    /// The source.
    pub source: Arc<str>,
    /// The script, to be loaded again where its handlers are called.
    pub script: Script,
}

/// The limits of card files: those of the sandbox, with room for what words build out of words.
#[must_use]
pub fn limits() -> Limits {
    Limits { value_depth: 48, values: 16_384, value_bytes: 256 << 10, ..Limits::default() }
}

/// Loads one card file with an API.
///
/// # Errors
/// All that is wrong with it, in order of line.
pub fn load_with(api: &Api, words: &Arc<Vocabulary>, file: &str, source: &str) -> Result<CardFile, Vec<Fault>> {
    let mut sandbox = Sandbox::new(&limits()).map_err(|error| vec![script_fault(api, file, source, &error)])?;
    load_in(&mut sandbox, api, words, file, source)
}

/// Loads one card file with the present API.
///
/// # Errors
/// All that is wrong with it, in order of line.
pub fn load(file: &str, source: &str) -> Result<CardFile, Vec<Fault>> {
    load_with(&Api::current(), &words(), file, source)
}

/// The words of the present API, made once.
#[must_use]
pub fn words() -> Arc<Vocabulary> {
    static WORDS: Kept<Arc<Vocabulary>> = Kept::new();
    Arc::clone(&WORDS.get(|| api::vocabulary(&Api::current())))
}

/// Loads one card file into a sandbox.
pub(crate) fn load_in(
    sandbox: &mut Sandbox,
    api: &Api,
    words: &Arc<Vocabulary>,
    file: &str,
    source: &str,
) -> Result<CardFile, Vec<Fault>> {
    let failed = |error: &ScriptError| vec![script_fault(api, file, source, error)];
    let script = Script::new(file, source.as_bytes(), words, sandbox.limits()).map_err(|error| failed(&error))?;
    let loaded = sandbox.load(&script).map_err(|error| failed(&error))?;
    let mut read = api::read(api, file, source, &loaded.value);
    if let Some(wanted) = read.api.filter(|&wanted| wanted != api.version) {
        let newer = wanted > api.version;
        let message = format!("the card was written for version {wanted} of the API, this is version {}", api.version);
        let hint = if newer { "use a newer release" } else { "see what was renamed, then change `api`" };
        let severity = if newer { Severity::Error } else { Severity::Warning };
        let place = read.places.find("");
        read.faults.push(Fault {
            file: file.to_owned(),
            line: place.map(|p| p.0),
            column: place.and_then(|p| p.1),
            severity,
            code: "api-version",
            path: String::new(),
            message,
            suggestion: Some(hint.to_owned()),
        });
    }
    if let Some(from) = read.api {
        read.faults.extend(read.newer.iter().filter_map(|newer| newer.warning("card", from)));
        read.faults.sort_by_key(Fault::place);
    }
    if read.faults.iter().any(|fault| fault.severity == Severity::Error) {
        return Err(read.faults);
    }
    let program: Program = match serde_json::from_value(read.program.clone()) {
        Ok(program) => program,
        Err(error) => {
            read.faults.push(whole(file, &read.places, "program", error.to_string()));
            return Err(read.faults);
        }
    };
    Ok(CardFile {
        file: file.to_owned(),
        program,
        handlers: read.handlers,
        api: read.api,
        newer: read.newer,
        places: read.places,
        warnings: read.faults,
        source: source.into(),
        script,
    })
}

impl CardFile {
    /// As a card of a mod that is written for these versions of the API. What the card says of itself comes first.
    #[must_use]
    pub fn of_mod(mut self, api: &Range) -> Self {
        let from = u32::from(api.from.0[0]);
        let warnings = self.newer.iter().filter_map(|newer| newer.warning("mod", from));
        self.warnings.extend(warnings.filter(|_| self.api.is_none()));
        self.warnings.sort_by_key(Fault::place);
        self
    }
}

fn whole(file: &str, places: &Places, code: &'static str, message: String) -> Fault {
    let place = places.find("");
    Fault {
        file: file.to_owned(),
        line: place.map(|p| p.0),
        column: place.and_then(|p| p.1),
        severity: Severity::Error,
        code,
        path: String::new(),
        message,
        suggestion: None,
    }
}

/// An error of the script as a fault.
fn script_fault(api: &Api, file: &str, source: &str, error: &ScriptError) -> Fault {
    // A word that is not there is nothing, and calling nothing says little: look which one it was.
    let stranger = || {
        let line = error.line.filter(|_| error.message.contains("nil"))?;
        Source::new(source).stranger(line, |group, member| {
            let mut members =
                api.words.iter().filter_map(|word| word.name.split_once('.')).filter(|(g, _)| *g == group);
            let names: Vec<&str> = members.by_ref().map(|(_, name)| name).collect();
            if names.is_empty() || names.contains(&member) {
                return None;
            }
            let near = api::nearest(member, names.iter().copied());
            let hint = near.map_or_else(
                || {
                    format!(
                        "there are {}",
                        names.iter().map(|n| format!("`{group}.{n}`")).collect::<Vec<_>>().join(", ")
                    )
                },
                |near| format!("did you mean `{group}.{near}`?"),
            );
            Some(format!("`{group}.{member}` is not known here: {hint}"))
        })
    };
    let (column, message) = match stranger() {
        Some((column, message)) => (Some(column), message),
        None => (error.column, error.message.clone()),
    };
    let code = match error.limit {
        Some(_) => "limit",
        None if error.column.is_some() => "syntax",
        None => "script",
    };
    Fault {
        file: file.to_owned(),
        line: error.line,
        column,
        severity: Severity::Error,
        code,
        path: String::new(),
        message,
        suggestion: None,
    }
}
