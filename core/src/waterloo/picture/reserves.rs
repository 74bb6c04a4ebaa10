//! The Reserves and the decks.

use super::super::text::army_text;
use super::super::types::{Army, CardId, Kind, armies};
use super::super::view::{ArmyView, View};
use super::board::{Board, GAP, MARGIN, WIDTH};
use super::cards::{self, H, Marker, W};
use super::paint::{INK, Type, colour, lattice};
use crate::game::Player;

/// The space between two Reserves.
const BETWEEN: i32 = 12;
/// The room left of the cards, for words, and right of them, for the deck.
const SIDES: (i32, i32) = (124, 108);

/// How the cards of a Reserve are spread.
#[derive(Clone, Copy)]
struct Spread {
    /// Their size in thousandths.
    scale: i32,
    /// From one to the next.
    step: i32,
    /// How many lie in a row.
    row: i32,
    /// How high a row is.
    high: i32,
}

impl Spread {
    /// Backs may overlap; where faces would, they lie smaller and in rows.
    fn of(view: &View, army: &ArmyView) -> Self {
        let total = i32::from(army.reserve).max(1);
        let room = width(view, army.army.player()) - SIDES.0 - SIDES.1;
        let one_row = |scale: i32| {
            let card = W * scale / 1000;
            let step = ((room - card) / (total - 1).max(1)).min(card + GAP);
            Self { scale, step, row: total, high: H * scale / 1000 + GAP }
        };
        let large = one_row(860);
        let faces = !known(army).is_empty();
        if !faces || large.step >= W * large.scale / 1000 {
            return large;
        }
        let card = W * 560 / 1000;
        Self { scale: 560, step: card + 5, row: (room - card) / (card + 5) + 1, high: H * 560 / 1000 + 5 }
    }

    fn rows(self, total: i32) -> i32 {
        (total + self.row - 1) / self.row.max(1)
    }
}

/// The Reserve cards whose faces the viewer sees.
fn known(army: &ArmyView) -> &[CardId] {
    army.hand.as_ref().map_or(&army.open, |hand| &hand.reserve)
}

fn there(view: &View, player: Player) -> impl Iterator<Item = &ArmyView> {
    armies(player).iter().filter_map(|&army| view.army(army))
}

/// The width of each Reserve of a player.
fn width(view: &View, player: Player) -> i32 {
    let count = there(view, player).count().max(1) as i32;
    (WIDTH - 2 * MARGIN - (count - 1) * BETWEEN) / count
}

/// The height of a player's Reserves.
pub(super) fn reserve_height(view: &View, player: Player) -> i32 {
    let high = |army: &ArmyView| {
        let spread = Spread::of(view, army);
        spread.rows(i32::from(army.reserve)) * spread.high + 16
    };
    there(view, player).map(high).max().unwrap_or(0).max(122)
}

impl Board<'_> {
    /// A player's Reserves, from (margin, y) down.
    pub(super) fn reserves(&mut self, player: Player, y: i32) {
        let view = self.view;
        let (w, h) = (width(view, player), reserve_height(view, player));
        for (i, army) in there(view, player).enumerate() {
            self.reserve(army, [MARGIN + i as i32 * (w + BETWEEN), y, w, h]);
        }
    }

    fn reserve(&mut self, army: &ArmyView, [x, y, w, h]: [i32; 4]) {
        let edge = colour(army.army);
        let dashed = r#"stroke-width="2" stroke-dasharray="7 4""#;
        self.p.rect([x, y, w, h], 10, format_args!(r##"fill="#e4dab6" stroke="{edge}" {dashed}"##));
        self.p.text(x + 14, y + 30, Type::serif(190).bold().fill(edge), army_text(army.army));
        self.p.text(x + 14, y + 50, Type::serif(160).italic().fill(edge), "Reserve");
        let cards = if army.reserve == 1 { "card" } else { "cards" };
        self.p.text(x + 14, y + 76, Type::sans(140).fill(INK), format_args!("{} {cards}", army.reserve));
        let special = |card: &&CardId| self.game.profile(**card).kind == Kind::Special;
        let played = army.eliminated.iter().filter(special).count();
        let lost = army.eliminated.len() - played;
        if played > 0 {
            self.p.text(x + 14, y + 95, Type::sans(115).fill(INK), format_args!("{lost} lost, {played} played"));
        } else {
            self.p.text(x + 14, y + 95, Type::sans(140).fill(INK), format_args!("{lost} lost"));
        }
        if army.army == Army::Prussian && !self.view.arrived {
            self.p.text(x + 14, y + 113, Type::sans(110).italic().fill("#7b1f1f"), "not arrived");
        }
        self.deck(army, x + w - 92, y + (h - 94) / 2);
        let spread = Spread::of(self.view, army);
        let top = y + (h - spread.rows(i32::from(army.reserve)) * spread.high + 5) / 2;
        for i in 0..i32::from(army.reserve) {
            let card = known(army).get(i as usize).copied();
            let (column, row) = (i % spread.row, i / spread.row);
            self.lying(army, card, x + SIDES.0 + column * spread.step, top + row * spread.high, spread.scale);
        }
    }

    fn lying(&mut self, army: &ArmyView, card: Option<CardId>, x: i32, y: i32, scale: i32) {
        let (game, view) = (self.game, self.view);
        let spent = card.is_some_and(|c| army.hand.as_ref().is_some_and(|hand| hand.spent.contains(&c)));
        let hits = card.and_then(|card| view.reserve_hits.iter().find(|(c, _)| *c == card));
        self.p.group(x, y, scale, |p| {
            p.rect([-2, 3, W, H], 8, r##"fill="#000" fill-opacity=".18""##);
            match card {
                Some(card) => {
                    p.tip(&format!("{}: {}", game.card_name(card), game.values_text(card)));
                    cards::face(p, game, card, false);
                }
                None => cards::back(p, army.army, "", ""),
            }
            if spent {
                p.rect([0, 0, W, H], 7, r##"fill="#e4dab6" fill-opacity=".55""##);
            }
            if let Some((_, hits)) = hits {
                cards::marker(p, Marker::Hits(*hits), W - 8, 8);
            }
        });
    }

    fn deck(&mut self, army: &ArmyView, x: i32, y: i32) {
        let edge = colour(army.army);
        if army.left == 0 {
            let dashed = r#"stroke-width="1.6" stroke-dasharray="4 4""#;
            self.p.rect([x, y, 67, 94], 6, format_args!(r#"fill="none" stroke="{edge}" {dashed}"#));
            self.p.text(x + 33, y + 45, Type::sans(120).middle(), "deck");
            self.p.text(x + 33, y + 61, Type::sans(120).middle(), "empty");
            return;
        }
        for layer in (1..i32::from(army.left.min(3))).rev() {
            let back = format!(r##"fill="url(#{})" stroke="#fff8e6" stroke-width="1""##, lattice(army.army));
            self.p.rect([x + 3 - layer * 3, y + layer * 3, 67, 94], 6, back);
        }
        self.p.group(x + 3, y, 800, |p| cards::back(p, army.army, &army.left.to_string(), "deck"));
    }
}
