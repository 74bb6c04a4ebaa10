//! Faults as a modder reads them: the place, what is wrong, the line with a caret under it, and what to write instead.

use crate::api::{Fault, Severity};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The texts of files by the names under which faults know them.
pub type Sources = BTreeMap<String, String>;

/// How many columns a shown line has at most; a longer one is cut.
const WIDE: usize = 160;

/// One fault, with the line of its file if that is known.
#[must_use]
pub fn render(fault: &Fault, sources: &Sources) -> String {
    let severity = if fault.severity == Severity::Error { "error" } else { "warning" };
    let mut out = fault.file.clone();
    if let Some(line) = fault.line {
        let _ = write!(out, ":{line}");
        if let Some(column) = fault.column {
            let _ = write!(out, ":{column}");
        }
    }
    let _ = write!(out, ": {severity}[{}]: {}", fault.code, fault.message);
    let source = sources.get(&fault.file);
    let line = fault.line.and_then(|n| shown(source?, n));
    let margin = line.map_or(0, |(n, _)| n.to_string().len());
    if let Some((n, text)) = line {
        let text: String = text.trim_end().chars().take(WIDE).collect();
        let _ = write!(out, "\n{:margin$} |\n{n} | {text}", "");
        if let Some(mark) = caret(&text, fault.column.filter(|_| fault.line == Some(n))) {
            let _ = write!(out, "\n{:margin$} | {mark}", "");
        }
    }
    if let Some(suggestion) = &fault.suggestion {
        let _ = write!(out, "\n{:margin$} = {suggestion}", "");
    }
    out
}

/// A line of a file with its number; the last one that says something where the file has ended before.
fn shown(source: &str, n: u32) -> Option<(u32, &str)> {
    let n = (n as usize).checked_sub(1)?;
    let mut lines = source.lines().enumerate().take(n + 1).filter(|(i, line)| *i == n || !line.trim().is_empty());
    lines.by_ref().last().map(|(i, line)| (i as u32 + 1, line))
}

/// Carets under the word at a column of bytes, counted from 1; under the whole line where no column is known.
fn caret(text: &str, column: Option<u32>) -> Option<String> {
    let start = match column {
        Some(column) => (column as usize).checked_sub(1)?,
        None => text.len() - text.trim_start().len(),
    };
    let (before, rest) = (text.get(..start)?, text.get(start..)?);
    if rest.is_empty() {
        return None;
    }
    let blank: String = before.chars().map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
    let first = rest.chars().next()?;
    let length = match (column, first) {
        (None, _) => rest.chars().count(),
        (_, '"' | '\'') => rest.chars().skip(1).position(|c| c == first).map_or(1, |end| end + 2),
        _ => rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_' || *c == '.').count().max(1),
    };
    Some(blank + &"^".repeat(length))
}

/// All of them, with blank lines between.
#[must_use]
pub fn render_all(faults: &[Fault], sources: &Sources) -> String {
    faults.iter().map(|fault| render(fault, sources) + "\n\n").collect()
}

/// How many errors and warnings there are, in words.
#[must_use]
pub fn count(faults: &[Fault]) -> String {
    let errors = faults.iter().filter(|fault| fault.severity == Severity::Error).count();
    let many = |n: usize, what: &str| if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") };
    match (errors, faults.len() - errors) {
        (0, 0) => "no faults".to_owned(),
        (errors, 0) => many(errors, "error"),
        (0, warnings) => many(warnings, "warning"),
        (errors, warnings) => format!("{} and {}", many(errors, "error"), many(warnings, "warning")),
    }
}

/// Whether any of them is an error.
#[must_use]
pub fn failed(faults: &[Fault]) -> bool {
    faults.iter().any(|fault| fault.severity == Severity::Error)
}

#[cfg(test)]
mod tests {
    use super::{Sources, render};
    use crate::api::{Fault, Severity};

    #[test]
    fn a_caret_stands_under_the_word_whatever_is_before_it() {
        let sources = Sources::from([("mud.lua".to_owned(), "x\n\té = forbids {}\n".to_owned())]);
        let fault = Fault {
            file: "mud.lua".into(),
            line: Some(2),
            column: Some(7),
            severity: Severity::Error,
            code: "syntax",
            path: String::new(),
            message: "no".into(),
            suggestion: Some("write `forbid`".into()),
        };
        let told = render(&fault, &sources);
        assert_eq!(
            told,
            "mud.lua:2:7: error[syntax]: no\n  |\n2 | \té = forbids {}\n  | \t    ^^^^^^^\n  = write `forbid`"
        );
        let whole = render(&Fault { column: None, suggestion: None, ..fault.clone() }, &sources);
        assert_eq!(whole, "mud.lua:2: error[syntax]: no\n  |\n2 | \té = forbids {}\n  | \t^^^^^^^^^^^^^^");
        let gone = render(&Fault { line: Some(9), suggestion: None, ..fault }, &sources);
        assert_eq!(gone, "mud.lua:9:7: error[syntax]: no\n  |\n2 | \té = forbids {}\n  | \t^^^^^^^^^^^^^^");
    }
}
