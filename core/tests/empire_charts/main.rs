//! The charts of *Eagles over the Empire*: every cell, every line of every sum, and the worked sums of the rulings.

mod assault;
mod facts;
mod fire;
mod moves;
mod rolls;
mod tables;
mod worked;

use eagles::empire::charts::Ce;
use eagles::explain::Breakdown;

/// A breakdown on one line: `ce 9, hits -2 = 7`.
fn line(breakdown: &Breakdown) -> String {
    let amount = |n: i16| match breakdown.per {
        1 => n.to_string(),
        4 => Ce::from_quarters(n).to_string(),
        per => format!("{}", f64::from(n) / f64::from(per)),
    };
    let sum: i16 = breakdown.parts.iter().map(|part| part.amount).sum();
    assert_eq!(sum, breakdown.total, "the parts add up");
    assert!(breakdown.parts.iter().all(|part| part.cite.0.starts_with("E ")), "every part is cited");
    let parts: Vec<String> = breakdown.parts.iter().map(|p| format!("{} {}", p.code, amount(p.amount))).collect();
    format!("{} = {}", parts.join(", "), amount(breakdown.total))
}

/// The codes of faults with their places: `attacker.lead.ce strength`.
fn faults(found: &[eagles::empire::charts::FactFault]) -> Vec<String> {
    use eagles::cite::Coded;
    found
        .iter()
        .map(|fault| {
            assert!(!fault.cites().is_empty(), "{fault} cites a rule");
            let text = fault.to_string();
            let at = text.split(": ").next().unwrap_or_default();
            format!("{at} {}", fault.code())
        })
        .collect()
}
