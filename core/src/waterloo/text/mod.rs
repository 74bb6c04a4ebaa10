//! English for every action, event, refusal, draw and breakdown part: the one place where codes become sentences.

mod actions;
mod aims;
mod events;
mod refusals;
mod specials;
#[cfg(test)]
mod tests;
mod views;

pub use aims::{fact_text, type_text};
pub use refusals::window_text;

use super::event::Piece;
use super::types::{Army, Attack, CardId, Formation, Kind, Place};
use super::{ALLIED, FRENCH, Waterloo};
use crate::chance::{self, Request};
use crate::explain::{Breakdown, Part};
use crate::game::Player;

/// An army's name as an adjective.
pub(super) const fn army_text(army: Army) -> &'static str {
    match army {
        Army::French => "French",
        Army::British => "British",
        Army::Prussian => "Prussian",
    }
}

/// A type's name in a sentence.
pub(super) const fn kind_text(kind: Kind) -> &'static str {
    match kind {
        Kind::General => "General",
        Kind::Infantry => "Infantry",
        Kind::Cavalry => "Cavalry",
        Kind::FootArtillery => "Foot Artillery",
        Kind::HorseArtillery => "Horse Artillery",
        Kind::Terrain => "Terrain",
        Kind::Special => "Special",
    }
}

/// The morale letter of a value (W 6.0).
pub(super) const fn morale_letter(value: u8) -> &'static str {
    match value {
        4 => "A",
        3 => "B",
        2 => "C",
        1 => "D",
        _ => "-",
    }
}

/// The faces that hit at a firepower or shock of 1 to 4 (W 7.2).
pub(super) const fn hits_on(power: i16) -> &'static str {
    match power {
        1 => "6",
        2 => "5-6",
        3 => "4-6",
        4 => "3-6",
        _ => "nothing",
    }
}

/// A formation in a sentence.
pub(super) const fn formation_text(formation: Formation) -> &'static str {
    match formation {
        Formation::Line => "in Line",
        Formation::Column => "in Column",
        Formation::Square => "in Square",
    }
}

/// A formation worth a word behind a place: all but Line.
fn marked(formation: Formation) -> String {
    if formation == Formation::Line { String::new() } else { format!(" {}", formation_text(formation)) }
}

/// The lane of a Position as its owner calls it.
fn lane_text(at: Place) -> &'static str {
    ["Left", "Center", "Right"][at.index() % 3]
}

const fn attack_text(how: Attack) -> &'static str {
    match how {
        Attack::Fire => "Fire",
        Attack::Shock => "Shock",
        Attack::Long => "Fire at long range",
    }
}

/// A number of things: `1 hit`, `2 hits`.
fn count(n: u32, one: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") }
}

/// Dice as they fell: `2, 5, 6`.
fn dice_text(dice: &[u8]) -> String {
    join(dice.iter().map(ToString::to_string), ", ", ", ")
}

/// A list with its own last separator: `a, b and c`.
fn join(items: impl IntoIterator<Item = String>, between: &str, last: &str) -> String {
    let items: Vec<_> = items.into_iter().collect();
    match items.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., end] => format!("{}{last}{end}", first.join(between)),
    }
}

/// The sentence with a capital at its head.
fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

impl Waterloo {
    /// A side's name as an adjective: the army's where only one fights on that side, else `Allied`.
    #[must_use]
    pub fn side_text(&self, player: Player) -> &'static str {
        let there = |army| !self.roster(army).cards.is_empty();
        match (player, there(Army::British), there(Army::Prussian)) {
            (FRENCH, ..) => "French",
            (_, true, false) => "British",
            (_, false, true) => "Prussian",
            _ => "Allied",
        }
    }

    /// A side's people: `French`, `British`, `Prussians`, `Allies`.
    pub(super) fn people_text(&self, player: Player) -> &'static str {
        match self.side_text(player) {
            "Prussian" => "Prussians",
            "Allied" => "Allies",
            side => side,
        }
    }

    /// A place in a sentence: `the French Left`, `the British Center`, `the Reserve`.
    #[must_use]
    pub fn place_text(&self, place: Place) -> String {
        place_of(self.side_text(FRENCH), self.side_text(ALLIED), place)
    }

    /// A card's name as printed, with the copy where there are several.
    #[must_use]
    pub fn card_name(&self, card: CardId) -> String {
        if !self.has_card(card) {
            return "unknown card".to_owned();
        }
        let name = &self.card(card).name;
        match self.profile(card).copy {
            0 => name.clone(),
            copy => format!("{name} (copy {})", copy + 1),
        }
    }

    /// A card's name in a sentence: with an article, and with the army where batteries of two armies share a name.
    #[must_use]
    pub fn card_text(&self, card: CardId) -> String {
        if !self.has_card(card) {
            return "an unknown card".to_owned();
        }
        let printed = self.card(card);
        format!("{}{}", article(printed.kind, printed.army, &printed.name), self.card_name(card))
    }

    /// A card on the battlefield as an event names it: by name, or as `a face-down British card (slot 3)`.
    #[must_use]
    pub fn piece_text(&self, piece: &Piece) -> String {
        match piece.card {
            Some(card) => self.card_text(card),
            None => format!("a face-down {} card (slot {})", army_text(piece.army), piece.slot),
        }
    }

    /// A number with its parts and their rules: `F3: F2 printed [W 7.2], +1 for Artillery at a Column [W 9.2]`.
    #[must_use]
    pub fn breakdown_text(&self, breakdown: &Breakdown) -> String {
        let parts: Vec<_> = breakdown
            .parts
            .iter()
            .enumerate()
            .map(|(i, part)| format!("{} [{}]", part_text(breakdown.what, part, i == 0), part.cite))
            .collect();
        let total = value_text(breakdown.what, breakdown.total);
        if parts.is_empty() { total } else { format!("{total}: {}", parts.join(", ")) }
    }

    /// A draw in English: `3d6 for the Fire of the French slot 2`.
    ///
    /// The subject of `fire`, `shock` and `long` is the attacker's slot, of `morale` and `general` the card, of `muster`,
    /// `reinforcement`, `muster-kind` and `reinforcement-kind` the army, of `special` the Special card.
    #[must_use]
    pub fn draw_text(&self, request: &Request) -> String {
        let what = match request.kind {
            chance::Kind::Dice { count, sides } => format!("{count}d{sides}"),
            chance::Kind::Pick { among } if request.code.ends_with("-kind") => {
                format!("one card type, drawn among the {}", count(u32::from(among), "card"))
            }
            chance::Kind::Pick { among } => format!("one of {}", count(u32::from(among), "card")),
        };
        let side = self.side_text(Player(request.stream.0));
        let army = Army::ALL.get(usize::from(request.subject)).map_or("unknown", |&a| army_text(a));
        let subject = request.subject;
        let purpose = match request.code {
            "fire" => format!("the Fire of the {side} slot {subject}"),
            "shock" => format!("the Shock of the {side} slot {subject}"),
            "long" => format!("the Fire at long range of the {side} slot {subject}"),
            "morale" => format!("the Morale of {}", self.card_text(CardId(subject))),
            "general" => format!("the life of {}", self.card_text(CardId(subject))),
            "muster" | "muster-kind" => format!("the {army} Muster"),
            "reinforcement" | "reinforcement-kind" => format!("the {army} reinforcements"),
            "special" => format!("the effect of {}", self.card_text(CardId(subject))),
            code => format!("{code} of {subject}"),
        };
        format!("{what} for {purpose}")
    }

    /// One option of a pick: a card's name and number, or a type.
    #[must_use]
    pub fn option_text(&self, request: &Request, label: u16) -> String {
        if request.code.ends_with("-kind") {
            return Kind::ALL
                .get(usize::from(label))
                .map_or_else(|| format!("type {label}"), |&k| kind_text(k).to_owned());
        }
        let card = CardId(label);
        if self.has_card(card) {
            format!("{} (card {})", self.card_name(card), self.card(card).number)
        } else {
            format!("option {label}")
        }
    }
}

/// What stands before a name in a sentence.
fn article(kind: Kind, army: Army, name: &str) -> &'static str {
    const HEADS: [&str; 8] =
        ["Duke of ", "Prince of ", "Earl of ", "Wood of ", "Heights ", "Ridge of ", "River ", "Mill of "];
    const TAILS: [&str; 3] = [" Ridge", " Road", " Brook"];
    let definite = match kind {
        Kind::FootArtillery | Kind::HorseArtillery => match army {
            Army::French => return "the French ",
            Army::Prussian => return "the Prussian ",
            Army::British => true,
        },
        // Brigades of a man need none: Kempt's Brigade, but the Union Brigade.
        Kind::Infantry | Kind::Cavalry => !name.contains("'s ") && !name.contains("s' "),
        _ => HEADS.iter().any(|head| name.starts_with(head)) || TAILS.iter().any(|tail| name.ends_with(tail)),
    };
    if definite { "the " } else { "" }
}

fn place_of(french: &str, allied: &str, place: Place) -> String {
    if place.is_reserve() {
        return "the Reserve".to_owned();
    }
    let side = if place.owner() == FRENCH { french } else { allied };
    format!("the {side} {}", lane_text(place))
}

/// A value in its own unit.
fn value_text(what: &str, value: i16) -> String {
    match what {
        "cv" => format!("{value} cv"),
        "firepower" => format!("F{value}"),
        "shock" => format!("S{value}"),
        "morale" => format!("Morale {value}"),
        other => format!("{other} {value}"),
    }
}

/// One part of a number. An unknown code is shown as it is.
fn part_text(what: &str, part: &Part, first: bool) -> String {
    let why = match part.code {
        "printed" => "printed",
        "hill" => "on a Hill",
        "woods" => "for attacking Woods",
        "column-fire" => "for Fire in Column",
        "square-fire" => "for Fire in Square",
        "blown-fire" => "for Fire of blown Cavalry",
        "cavalry-fire" => "for Fire of Cavalry",
        "infantry-vs-artillery" => "for Infantry at Artillery",
        "artillery-vs-column" => "for Artillery at a Column",
        "artillery-vs-square" => "for Artillery at a Square",
        "general" => "for a General",
        "square" => "in Square",
        "terrain" => "for Terrain",
        "limit" => "by the limit",
        "special" if part.source.is_empty() => "as the Special says",
        "special" => "by a Special",
        code => code,
    };
    let amount = match (first, what) {
        (true, "morale") => part.amount.to_string(),
        (true, _) => value_text(what, part.amount),
        (false, _) => format!("{:+}", part.amount),
    };
    // The printed value is the card's own: its name adds nothing.
    // Which operation of a Special it was is data, for programs.
    let source = part.source.rsplit_once(" (effect ").map_or(part.source.as_str(), |(card, _)| card);
    if source.is_empty() || part.code == "printed" {
        format!("{amount} {why}")
    } else {
        format!("{amount} {why} ({source})")
    }
}
