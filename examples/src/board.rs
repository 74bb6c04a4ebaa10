//! The board: six Positions of cards, the viewer's own battleline below.

use crate::page::{FAINT, HEADING, PLAIN, STRONG, capital, colour, count, fit, paint, side_colour, wrap};
use anstyle::Style;
use eagles::game::{Player, Viewer};
use eagles::waterloo::types::{GroundKind, armies, foe};
use eagles::waterloo::view::{ArmyView, GroundView, Marks, SlotView, View};
use eagles::waterloo::{ALLIED, CardId, FRENCH, Formation, Kind, Place, Waterloo};

/// What separates the lanes.
const BAR: &str = "|";
/// What marks a card that lies face-down.
const DOWN: char = '~';

/// One line of a Position.
struct Line {
    text: String,
    style: Style,
}

impl Line {
    fn new(text: impl Into<String>, style: Style) -> Self {
        Self { text: text.into(), style }
    }
}

/// A board of a view.
pub(crate) struct Board<'a> {
    game: &'a Waterloo,
    view: &'a View,
    width: usize,
}

impl<'a> Board<'a> {
    /// The board of `view` on a page of `width` characters.
    pub(crate) fn new(game: &'a Waterloo, view: &'a View, width: usize) -> Self {
        Self { game, view, width }
    }

    /// Its lines, in colour.
    pub(crate) fn lines(&self) -> Vec<String> {
        let below = if self.view.viewer == Viewer::Player(ALLIED) { ALLIED } else { FRENCH };
        let lanes: Vec<Place> = (0..3).map(|lane| Place::of(below, lane)).collect();
        let cell = (self.width - 2 * BAR.len()) / 3;
        let above: Vec<Vec<Line>> = lanes.iter().map(|at| self.position(at.opposite(), cell)).collect();
        let middle: Vec<Vec<Line>> = lanes.iter().map(|at| self.middle(*at, cell)).collect();
        let front: Vec<Vec<Line>> = lanes.iter().map(|at| self.position(*at, cell)).collect();
        let mut lines = Vec::new();
        lines.extend(self.reserves(foe(below)));
        rows(above, cell, &mut lines);
        lines.push(paint(FAINT, &"-".repeat(3 * cell + 2 * BAR.len())));
        if middle.iter().any(|lines| !lines.is_empty()) {
            rows(middle, cell, &mut lines);
            lines.push(paint(FAINT, &"-".repeat(3 * cell + 2 * BAR.len())));
        }
        rows(front, cell, &mut lines);
        lines.extend(self.reserves(below));
        for text in self.game.in_force_text(self.view) {
            lines.extend(wrap("In force: ", &text, self.width).iter().map(|line| paint(HEADING, line)));
        }
        lines
    }

    fn position(&self, at: Place, width: usize) -> Vec<Line> {
        let owner = at.owner();
        let engaged = [owner, foe(owner)].map(|player| self.view.at(player, at).next().is_some()) == [true, true];
        let name = capital(self.game.place_text(at).trim_start_matches("the ")).to_uppercase();
        let style = if engaged { STRONG } else { HEADING };
        let mut lines = vec![Line::new(if engaged { format!("{name} - ENGAGED") } else { name }, style)];
        for ground in self.view.grounds.iter().filter(|g| g.at == at && !self.is_river(g)) {
            lines.extend(self.ground(ground, width));
        }
        if self.view.screens(owner) {
            lines.push(Line::new("behind his screen", FAINT));
        } else if self.view.at(owner, at).next().is_none() {
            lines.push(Line::new("(no cards)", FAINT));
        }
        for slot in self.view.at(owner, at) {
            lines.extend(self.card(slot, width));
        }
        if self.view.at(foe(owner), at).next().is_some() {
            lines.push(Line::new(format!("{} here:", self.game.side_text(foe(owner))), side_colour(foe(owner))));
        }
        for slot in self.view.at(foe(owner), at) {
            lines.extend(self.card(slot, width));
        }
        lines
    }

    fn is_river(&self, ground: &GroundView) -> bool {
        self.game.profile(ground.card).ground == GroundKind::River
    }

    /// Rivers lie in the Middle Ground between two Positions (W 11.3).
    fn middle(&self, at: Place, width: usize) -> Vec<Line> {
        let rivers = self.view.grounds.iter().filter(|g| (g.at == at || g.at == at.opposite()) && self.is_river(g));
        let text = |g: &GroundView| {
            let card = self.game.card(g.card);
            format!("{} {}: River, Move Limit {}", card.number, card.name, card.move_limit)
        };
        rivers.flat_map(|g| wrap("= ", &text(g), width)).map(|line| Line::new(line, PLAIN)).collect()
    }

    fn ground(&self, ground: &GroundView, width: usize) -> Vec<Line> {
        let card = self.game.card(ground.card);
        let class = capital(self.game.profile(ground.card).ground.name());
        let held = match (ground.occupants.is_empty(), ground.holder == ground.at.owner()) {
            (true, true) => "vacant",
            (true, false) => "vacant, lost",
            (false, true) => "held",
            (false, false) => "lost",
        };
        let text = format!("{} {}: {class} for {}, {held}", card.number, card.name, card.capacity);
        wrap("# ", &text, width).into_iter().map(|line| Line::new(line, side_colour(ground.holder))).collect()
    }

    fn card(&self, slot: &SlotView, width: usize) -> Vec<Line> {
        let style = colour(slot.army);
        let down = if slot.up { ' ' } else { DOWN };
        let Some(card) = slot.card else {
            let mut lines = vec![Line::new(format!("{:>2}{down}face-down{}", slot.slot, self.known(slot)), style)];
            lines.extend(self.marks(slot, width));
            return lines;
        };
        let values = values(self.game, card);
        let room = width.saturating_sub(4 + values.chars().count());
        let name = fit(&short_name(&self.game.card(card).name, room), room);
        let mut lines = vec![Line::new(format!("{:>2}{down}{name} {values}", slot.slot), style)];
        lines.extend(self.marks(slot, width));
        lines
    }

    /// The type of a face-down card, where everybody can tell it.
    fn known(&self, slot: &SlotView) -> &'static str {
        let decoys = self.game.options().decoys;
        let mut kinds = Kind::ALL.iter().filter(|kind| **kind != Kind::Special && slot.may_be(**kind, decoys));
        match (kinds.next(), kinds.next()) {
            (Some(Kind::Infantry), None) => " Infantry",
            (Some(Kind::Cavalry), None) => " Cavalry",
            _ => "",
        }
    }

    /// Formation, hits and the like, on lines of their own.
    fn marks(&self, slot: &SlotView, width: usize) -> Vec<Line> {
        let mut marks: Vec<String> = Vec::new();
        if slot.formation != Formation::Line {
            marks.push(capital(slot.formation.name()));
        }
        if slot.hits > 0 {
            marks.push(count(u64::from(slot.hits), "hit").to_uppercase());
        }
        if slot.blown {
            marks.push("blown".to_owned());
        }
        if let Some(ground) = slot.on.and_then(|number| self.view.ground(number)) {
            marks.push(format!("on #{}", self.game.card(ground.card).number));
        }
        for (mark, text) in [(Marks::ACTED, "attacked"), (Marks::ENGAGED, "engaged now"), (Marks::WITHDREW, "withdrew")]
        {
            if slot.marks.has(mark) {
                marks.push(text.to_owned());
            }
        }
        if slot.marks.has(Marks::MOVED) && !slot.marks.has(Marks::ENGAGED) && !slot.marks.has(Marks::WITHDREW) {
            marks.push("moved".to_owned());
        }
        if marks.is_empty() {
            return Vec::new();
        }
        let style = if slot.hits > 0 { STRONG } else { colour(slot.army) };
        wrap("   ", &marks.join(", "), width).into_iter().map(|line| Line::new(line, style)).collect()
    }

    /// The Reserves and decks of a player, and what he has lost.
    fn reserves(&self, player: Player) -> Vec<String> {
        let views = armies(player).iter().filter_map(|&army| self.view.army(army));
        views.flat_map(|army| self.reserve(army)).collect()
    }

    fn reserve(&self, army: &ArmyView) -> Vec<String> {
        let name = capital(army.army.name());
        let style = colour(army.army);
        let what = match &army.hand {
            Some(hand) => self.list(&hand.reserve),
            None if army.open.is_empty() => String::new(),
            None => format!("of them open: {}", self.list(&army.open)),
        };
        let arrived = if self.game.roster(army.army).muster == 0 && !self.view.arrived { ", not arrived" } else { "" };
        let head = format!("{name} Reserve ({}; deck {}{arrived})", count(u64::from(army.reserve), "card"), army.left);
        let text = if what.is_empty() { head } else { format!("{head}: {what}") };
        let mut lines: Vec<String> = wrap("", &text, self.width).iter().map(|line| paint(style, line)).collect();
        let special = |card: &CardId| self.game.profile(*card).kind == Kind::Special;
        let (played, lost): (Vec<CardId>, Vec<CardId>) = army.eliminated.iter().partition(|card| special(card));
        for (what, list) in [("losses", lost), ("Specials played", played)] {
            if !list.is_empty() {
                let names: Vec<_> = list.iter().map(|&card| self.game.card(card).name.as_str()).collect();
                let text = format!("{name} {what} ({}): {}", names.len(), names.join(", "));
                lines.extend(wrap("", &text, self.width).iter().map(|line| paint(FAINT, line)));
            }
        }
        lines
    }

    fn list(&self, cards: &[CardId]) -> String {
        let one = |&card: &CardId| {
            let printed = self.game.card(card);
            format!("{} {} {}", printed.number, short_name(&printed.name, 18), values(self.game, card))
        };
        cards.iter().map(one).collect::<Vec<_>>().join("; ")
    }
}

/// Cells side by side.
fn rows(cells: Vec<Vec<Line>>, width: usize, out: &mut Vec<String>) {
    let height = cells.iter().map(Vec::len).max().unwrap_or_default();
    for row in 0..height {
        let last = cells.len().saturating_sub(1);
        let mut text = String::new();
        for (i, cell) in cells.iter().enumerate() {
            match cell.get(row) {
                Some(line) if i == last => text.push_str(&paint(line.style, fit(&line.text, width).trim_end())),
                Some(line) => text.push_str(&paint(line.style, &fit(&line.text, width))),
                None if i == last => {}
                None => text.push_str(&" ".repeat(width)),
            }
            if i < last {
                text.push_str(&paint(FAINT, BAR));
            }
        }
        out.push(text);
    }
}

/// The printed values of a card in the least space: type and cv, firepower (long/short for Artillery), shock, morale.
pub(crate) fn values(game: &Waterloo, card: CardId) -> String {
    let p = game.profile(card);
    let morale = ["-", "D", "C", "B", "A"].get(usize::from(p.morale)).copied().unwrap_or("-");
    match p.kind {
        Kind::Infantry => format!("I{} F{} S{} {morale}", p.cv, p.fire, p.shock),
        Kind::Cavalry => format!("C{} F{} S{} {morale}", p.cv, p.fire, p.shock),
        Kind::FootArtillery => format!("A{} F{}/{} {morale}", p.cv, p.long, p.fire),
        Kind::HorseArtillery => format!("H{} F{}/{} {morale}", p.cv, p.long, p.fire),
        Kind::General => format!("G {}/{} {}", p.offense, p.defense, game.card(card).corps),
        Kind::Terrain if p.ground == GroundKind::River => format!("River {}", p.move_limit),
        Kind::Terrain => {
            format!("{} {}{}", capital(p.ground.name()), ["L", "C", "R"][usize::from(p.lane) % 3], p.capacity)
        }
        Kind::Special => "Special".to_owned(),
    }
}

/// What the short values mean, and the words of the game.
const LEGEND: [&str; 4] = [
    "Reading a card: slot, ~ if face-down, name, type (I Infantry, C Cavalry, A Foot and H Horse Artillery) and cv, its \
     dice; F Fire (long/short for Artillery) and S Shock: F1 hits on 6, F2 on 5-6, F3 on 4-6, F4 on 3-6; Morale A to D. \
     G is a General: offense/defense, corps. # is Terrain.",
    "Morale A is 4, B 3, C 2, D 1: each hit is a die, that or less stands, a 6 never does, and one failed die routs the \
     card. Muster: the cards dealt at the start. Engaged: in one Position with the enemy. Blown: Cavalry after its \
     Shock, F1 and no Shock until it disengages.",
    "Line fires. Column uses Shock or F1, and Artillery hits it better. Square: F1, Morale +1, safe from Shock.",
    "[W 7.4] names a rule of the rulebook, r and N those of core/data/waterloo/RULINGS.md.",
];

/// The legend on a page of `width` characters.
pub(crate) fn legend(width: usize) -> Vec<String> {
    LEGEND.iter().flat_map(|text| wrap("", text, width)).map(|line| paint(FAINT, &line)).collect()
}

/// A name that fits into `room` characters, by leaving out what the board says anyway.
pub(crate) fn short_name(name: &str, room: usize) -> String {
    const SHORTER: [(&str, &str); 37] = [
        ("'s Brigade", ""),
        ("'s Division", ""),
        (" Brigade", ""),
        (" Regiment", ""),
        (", First Group", " 1st"),
        (", Second Group", " 2nd"),
        (", Light Group", " Light"),
        (", Heavy Group", " Heavy"),
        ("6-pounders", "6-pdr"),
        ("12-pounders", "12-pdr"),
        ("6-pounder", "6-pdr"),
        ("Royal Horse Artillery", "RHA"),
        ("Horse Artillery", "Horse Art."),
        ("Foot Artillery", "Foot Art."),
        ("Divisional Artillery", "Div. Art."),
        ("Artillery", "Art."),
        ("Cavalry", "Cav."),
        ("Landwehr", "Lw."),
        ("Netherlands", "Neth."),
        ("Division", "Div."),
        ("Duke of ", ""),
        ("Earl of ", ""),
        ("Prince of ", "Pr. "),
        ("Field Marshal ", ""),
        ("Marshal ", ""),
        ("Sir ", ""),
        ("Brunswick", "Brunsw."),
        ("Guard", "Gd"),
        ("Reserve", "Res."),
        ("Infantry", "Inf."),
        ("Hussars", "Huss."),
        ("Dragoons", "Drag."),
        // The letter of the type says these.
        (" Horse Art.", ""),
        (" Foot Art.", ""),
        (" Art.", ""),
        (" Foot Batteries", ""),
        (" Lw.", ""),
    ];
    let mut short = name.to_owned();
    for (long, abbreviation) in SHORTER {
        if short.chars().count() <= room {
            break;
        }
        short = short.replace(long, abbreviation);
    }
    short
}

#[cfg(test)]
mod tests {
    use super::short_name;

    #[test]
    fn names_are_shortened_only_as_far_as_they_must_be() {
        assert_eq!(short_name("Maitland's Brigade", 20), "Maitland's Brigade");
        assert_eq!(short_name("Maitland's Brigade", 12), "Maitland");
        assert_eq!(short_name("Field Marshal Bl\u{fc}cher", 12), "Bl\u{fc}cher");
        assert_eq!(short_name("2nd Kurmark Landwehr Regiment", 12), "2nd Kurmark");
        assert_eq!(short_name("II Corps Divisional Artillery", 20), "II Corps Div. Art.");
    }

    #[test]
    fn shortened_names_stay_apart_within_a_type() {
        let set = eagles::waterloo::CardSet::embedded();
        for battle in set.battles() {
            let mut seen = std::collections::BTreeMap::new();
            let here = set.cards().iter().filter(|card| card.fights_at(battle) && card.kind.is_troop());
            for card in here {
                let short = crate::page::fit(&short_name(&card.name, 18), 18);
                let other = seen.insert((card.army, card.kind, short.clone()), &card.name);
                assert!(other.is_none(), "{battle}: {} and {other:?} are both {short}", card.name);
            }
        }
    }
}
