//! Odds and numbers, in words.

use crate::page::{FAINT, PLAIN, STRONG, count, paint, width, wrap};
use eagles::explain::Breakdown;
use eagles::odds::Fraction;
use eagles::waterloo::Waterloo;
use eagles::waterloo::odds::AttackOdds;

/// A chance in whole per cent; `<1 %` and `>99 %` where rounding would say never or always.
pub(crate) fn percent(chance: Fraction) -> String {
    let value = (chance.to_f64() * 100.0).round();
    match value {
        0.0 if chance.num() > 0 => "<1 %".to_owned(),
        100.0 if chance.num() < chance.den() => ">99 %".to_owned(),
        _ => format!("{value} %"),
    }
}

/// A chance with its fraction: `16 % (919/5832)`.
pub(crate) fn exact(chance: Option<Fraction>) -> String {
    chance.map_or_else(
        || "too many dice for an exact fraction".to_owned(),
        |chance| match (chance.num(), chance.den()) {
            (0, _) => "never".to_owned(),
            (1, 1) => "always".to_owned(),
            _ => format!("{} ({chance})", percent(chance)),
        },
    )
}

/// What is said of an attack before it is made, in lines.
fn odds_lines(odds: &AttackOdds) -> Vec<String> {
    let faces = match odds.power {
        0 => "nothing".to_owned(),
        1 => "6".to_owned(),
        power => format!("{}-6", 7 - power.min(4)),
    };
    let mut lines =
        vec![format!("{} that hit on {faces}.", count(u64::from(odds.dice), "die").replace("dies", "dice"))];
    if !odds.hits.is_empty() {
        let each: Vec<String> =
            odds.hits.iter().enumerate().map(|(n, chance)| format!("{n}: {}", exact(Some(*chance)))).collect();
        lines.push(format!("Hits - {}.", each.join(", ")));
    }
    lines.push(match odds.morale {
        Some(value) => format!("At Morale {value} the target routs: {}.", exact(odds.rout)),
        None => "The target lies face-down: its Morale is not known.".to_owned(),
    });
    if odds.general.is_some() {
        lines.push(format!("The General there falls: {}.", exact(odds.general)));
    }
    lines
}

/// The same, printed.
pub(crate) fn odds(odds: &AttackOdds) -> Vec<String> {
    let mut lines = Vec::new();
    for text in odds_lines(odds) {
        let style = if text.contains("routs") { STRONG } else { PLAIN };
        lines.extend(wrap("  ", &text, width()).iter().map(|line| paint(style, line)));
    }
    lines
}

/// Breakdowns in lines, with their rules.
pub(crate) fn breakdowns(game: &Waterloo, list: &[Breakdown]) -> Vec<String> {
    let line = |b: &Breakdown| format!("{}.", game.breakdown_text(b));
    list.iter().flat_map(|b| wrap("  ", &line(b), width())).map(|line| paint(FAINT, &line)).collect()
}
