//! What is wrong with a scenario.

use crate::cite::Cite;
use serde::Serialize;
use std::fmt;

/// The most faults that are listed at once; one more says that there are more.
pub const MAX_FAULTS: usize = 200;

/// The rule that a scenario is well-formed: its own row of the catalogue.
pub(super) const SCENARIO: Cite = Cite("E scenario");

/// One fault of a scenario.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fault {
    /// The file, as the reader was told; empty for a scenario that was not read from a file.
    pub file: String,
    /// The line, from 1; 0 for a scenario that was not read from a file.
    pub line: u32,
    /// The column in characters, from 1; 0 for a scenario that was not read from a file.
    pub column: u32,
    /// What it is about, as in `unit[12].at`; places in lists count from 0. Empty where the whole file is meant.
    pub path: String,
    /// The rule that it breaks.
    pub cite: Cite,
    /// A stable code.
    pub code: &'static str,
    /// What is wrong and what to write instead.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "{}:{}:{}: ", self.file, self.line, self.column)?;
        } else if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        write!(f, "{} ({})", self.message, self.cite)
    }
}

/// All faults of a scenario, in the order of the file, at most [`MAX_FAULTS`] and a last one that says that there are more.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Faults(pub Vec<Fault>);

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}

/// Says at the end of a list how many faults it leaves out.
pub(super) fn cut(faults: &mut Vec<Fault>, more: usize) {
    if let Some(last) = faults.last().filter(|_| more > 0).cloned() {
        faults.push(Fault {
            path: String::new(),
            cite: SCENARIO,
            code: "more-faults",
            message: format!("and {more} more faults: mend these first"),
            ..last
        });
    }
}
