//! Odds and numbers, in words.

use crate::page::{FAINT, PLAIN, STRONG, count, paint, width, wrap};
use eagles::explain::Breakdown;
use eagles::game::Player;
use eagles::odds::Fraction;
use eagles::waterloo::Waterloo;
use eagles::waterloo::odds::{general_death_exact, hit_distribution, rout_chance_exact};
use eagles::waterloo::state::State;
use eagles::waterloo::types::Slot;
use eagles::waterloo::view::View;

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

/// What is said of an attack before it is made.
pub(crate) struct Odds {
    /// Dice.
    pub(crate) dice: u8,
    /// Power.
    pub(crate) power: u8,
    /// The Morale values that the target may have; none when it lies face-down.
    pub(crate) morale: Vec<i16>,
    /// Whether a General stands with the target.
    pub(crate) general: bool,
}

impl Odds {
    /// In lines.
    pub(crate) fn lines(&self) -> Vec<String> {
        let faces = match self.power {
            0 => "nothing".to_owned(),
            1 => "6".to_owned(),
            power => format!("{}-6", 7 - power.min(4)),
        };
        let mut lines =
            vec![format!("{} that hit on {faces}.", count(u64::from(self.dice), "die").replace("dies", "dice"))];
        if let Some(hits) = hit_distribution(self.dice, self.power) {
            let each: Vec<String> =
                hits.iter().enumerate().map(|(n, chance)| format!("{n}: {}", exact(Some(*chance)))).collect();
            lines.push(format!("Hits - {}.", each.join(", ")));
        }
        for &value in &self.morale {
            let chance = exact(rout_chance_exact(self.dice, self.power, value));
            lines.push(format!("At Morale {value} the target routs: {chance}."));
        }
        if self.morale.is_empty() {
            lines.push("The target lies face-down: its Morale is not known.".to_owned());
        }
        if self.general {
            lines.push(format!("The General there falls: {}.", exact(general_death_exact(self.dice))));
        }
        lines
    }

    /// Printed.
    pub(crate) fn styled(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for text in self.lines() {
            let style = if text.contains("routs") { STRONG } else { PLAIN };
            lines.extend(wrap("  ", &text, width()).iter().map(|line| paint(style, line)));
        }
        lines
    }
}

/// Breakdowns in lines, with their rules.
pub(crate) fn breakdowns(game: &Waterloo, list: &[Breakdown]) -> Vec<String> {
    let line = |b: &Breakdown| format!("{}.", game.breakdown_text(b));
    list.iter().flat_map(|b| wrap("  ", &line(b), width())).map(|line| paint(FAINT, &line)).collect()
}

/// The Morale value of a card as far as a viewer can know it; none for one whose face he does not see.
pub(crate) fn morale_value(game: &Waterloo, state: &State, view: &View, slot: Slot, owner: Player) -> Option<i16> {
    let card = view.slot(owner, slot)?.card?;
    game.profile(card).kind.is_troop().then(|| game.morale_to(state, card, view.viewer))
}
