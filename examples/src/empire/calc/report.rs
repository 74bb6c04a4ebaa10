//! What a calculator found, printed alike for all of them.

use crate::advice;
use crate::empire::rules::{cited, ruling};
use crate::fail::{Done, Fail};
use crate::page::{FAINT, HEADING, STRONG, WARNING, paint, width, wrap};
use eagles::cite::{Cite, Coded as _};
use eagles::empire::charts::FactFault;
use eagles::empire::text::part_name;
use eagles::explain::Breakdown;
use eagles::odds::Fraction;
use serde_json::{Value, json};
use std::io::Write;

/// The chances of one side or of the whole: what, how likely.
pub(super) struct Chances {
    pub(super) of: String,
    pub(super) list: Vec<(String, Fraction)>,
}

/// What a calculator found.
#[derive(Default)]
pub(super) struct Report {
    /// What was asked.
    pub(super) title: Vec<String>,
    /// The sums, each under a heading; with the unit of its total.
    pub(super) sums: Vec<(String, Breakdown)>,
    /// What the sums come to.
    pub(super) verdict: Vec<String>,
    /// What the faces 1 to 10 give, line by line.
    pub(super) faces: Vec<(String, Vec<String>)>,
    /// The chances.
    pub(super) chances: Vec<Chances>,
    /// What the die gave, and what is to be done.
    pub(super) result: Vec<String>,
    /// The same for programs.
    pub(super) json: Value,
}

/// Thousandths of an inch in inches.
pub(crate) fn inches(mil: i32) -> String {
    let size = mil.unsigned_abs();
    let sign = if mil < 0 { "-" } else { "" };
    let text = format!("{sign}{}.{:03}", size / 1_000, size % 1_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A length as people say it: `1 inch`, `2.5 inches`, to hundredths.
pub(crate) fn length(mil: i32) -> String {
    let mil = mil / 10 * 10;
    format!("{} {}", inches(mil), if mil == 1_000 { "inch" } else { "inches" })
}

/// An amount of a sum in points.
pub(crate) fn points(amount: i16, per: u8) -> String {
    let per = i32::from(per.max(1));
    inches(i32::from(amount) * 1_000 / per)
}

/// A part of a sum with its sign; the first part of a sum has none.
fn signed(amount: i16, per: u8, first: bool) -> String {
    let text = points(amount, per);
    if first || text.starts_with('-') { text } else { format!("+{text}") }
}

/// The lines of a breakdown, one a part, with its rule.
pub(crate) fn sum_lines(sum: &Breakdown, unit: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for (n, part) in sum.parts.iter().enumerate() {
        let text = match (sum.what, part.code) {
            ("move", "leader") => "move of a leader",
            (_, code) => part_name(code),
        };
        let amount = signed(part.amount, sum.per, n == 0);
        lines.push(format!("  {amount:>6}  {text:<38} {}", paint(FAINT, &format!("[{}]", cited(part.cite)))));
    }
    lines.push(paint(HEADING, &format!("  {:>6}  {unit}in all", points(sum.total, sum.per))));
    lines
}

impl Report {
    /// Prints it: everything, or the chances alone.
    pub(super) fn print(&self, only_odds: bool, house: &[String], out: &mut dyn Write) -> Done {
        let wide = width();
        for (n, line) in self.title.iter().enumerate() {
            let style = if n == 0 { HEADING } else { crate::page::PLAIN };
            for line in wrap(if n == 0 { "" } else { "  " }, line, wide) {
                writeln!(out, "{}", paint(style, &line))?;
            }
        }
        if !house.is_empty() {
            writeln!(out, "  House rules: {}.", house.join(", "))?;
        }
        if only_odds {
            return self.print_chances(out);
        }
        for (heading, sum) in &self.sums {
            writeln!(out)?;
            writeln!(out, "{heading}")?;
            let unit = if sum.per == 100 { "inches " } else { "" };
            for line in sum_lines(sum, unit) {
                writeln!(out, "{line}")?;
            }
        }
        writeln!(out)?;
        for line in &self.verdict {
            for line in wrap("", line, wide) {
                writeln!(out, "{line}")?;
            }
        }
        if self.result.is_empty() {
            self.print_faces(out)?;
            self.print_chances(out)?;
        } else {
            writeln!(out)?;
            for (n, line) in self.result.iter().enumerate() {
                let style = if n == 0 { STRONG } else { crate::page::PLAIN };
                for line in wrap("", line, wide) {
                    writeln!(out, "{}", paint(style, &line))?;
                }
            }
        }
        self.print_ours(out)
    }

    fn print_faces(&self, out: &mut dyn Write) -> Done {
        if self.faces.is_empty() {
            return Ok(());
        }
        let label = self.faces.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0).max(3);
        let cells = self.faces.iter().flat_map(|(_, cells)| cells);
        let wide = cells.map(|cell| cell.chars().count()).max().unwrap_or(1).max(2) + 2;
        writeln!(out)?;
        let dice: String = (1..=10).map(|die| format!("{die:>wide$}")).collect();
        writeln!(out, "{}", paint(HEADING, &format!("  {:<label$}{dice}", "die")))?;
        for (name, cells) in &self.faces {
            let cells: String = cells.iter().map(|cell| format!("{cell:>wide$}")).collect();
            writeln!(out, "  {name:<label$}{cells}")?;
        }
        Ok(())
    }

    fn print_chances(&self, out: &mut dyn Write) -> Done {
        if !self.chances.is_empty() {
            writeln!(out)?;
        }
        for Chances { of, list } in &self.chances {
            let said: Vec<String> = list
                .iter()
                .filter(|(_, chance)| chance.num() > 0)
                .map(|(what, chance)| format!("{what} {}", advice::exact(Some(*chance))))
                .collect();
            for line in wrap(&format!("{of}: "), &format!("{}.", said.join(", ")), width()) {
                writeln!(out, "{line}")?;
            }
        }
        Ok(())
    }

    /// Says in full which of the lines above are house rules.
    fn print_ours(&self, out: &mut dyn Write) -> Done {
        let mut told: Vec<Cite> = Vec::new();
        let cites = self.sums.iter().flat_map(|(_, sum)| sum.parts.iter().map(|part| part.cite));
        for cite in cites {
            if told.contains(&cite) {
                continue;
            }
            told.push(cite);
            let Some(ruling) = ruling(cite).filter(|ruling| ruling.mark == "house rule") else { continue };
            let head = format!("Ours, not on the sheet - {}: ", ruling.number);
            for line in wrap("", &format!("{head}{}", ruling.text), width()) {
                writeln!(out, "{}", paint(FAINT, &line))?;
            }
        }
        Ok(())
    }
}

/// A chance for programs.
pub(super) fn chance(fraction: Fraction) -> Value {
    json!({ "fraction": fraction.to_string(), "chance": fraction.to_f64() })
}

/// What is wrong with the facts, as a player reads it.
pub(super) fn fault_text(fault: &FactFault) -> String {
    let rules: Vec<String> = fault.cites().iter().map(|cite| cited(*cite)).collect();
    let text = fault.to_string();
    format!("{text} [{}]", rules.join("; ")).trim_start_matches(": ").to_owned()
}

/// Refuses facts that cannot be: all that is wrong with them.
pub(super) fn refuse(faults: &[FactFault], json: bool, out: &mut dyn Write) -> Fail {
    let said: Result<(), std::io::Error> = if json {
        let list: Vec<Value> = faults
            .iter()
            .map(|fault| json!({ "code": fault.code(), "rules": fault.cites(), "text": fault_text(fault), "fault": fault }))
            .collect();
        writeln!(out, "{:#}", json!({ "faults": list }))
    } else {
        let lines = faults.iter().flat_map(|fault| wrap("- ", &fault_text(fault), width()));
        let mut all = vec![paint(WARNING, "These facts cannot be:")];
        all.extend(lines);
        all.iter().try_for_each(|line| writeln!(out, "{line}"))
    };
    said.map_or_else(Fail::from, |()| Fail::No)
}
