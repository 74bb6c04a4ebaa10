//! The table: where everything lies.

use super::super::state::Ending;
use super::super::state::Phase;
use super::super::text::{army_text, kind_text};
use super::super::types::{Army, GroundKind, Kind, Place, foe};
use super::super::view::{GroundView, SlotView, View};
use super::super::{ALLIED, FRENCH, Waterloo};
use super::art::{bridge, swords, wave};
use super::cards::{self, GROUND_H, H, STRIP, W};
use super::paint::{INK, Paint, SANS, SERIF, Type, colour, escape, lattice, side_colour};
use super::reserves::reserve_height;
use super::specials::{Badge, RIVER_BADGE, Spot, badges, card_badges, strip_height, struck_out};
use crate::game::Player;

/// The picture's width.
pub(super) const WIDTH: i32 = 1600;
/// The outer margin.
pub(super) const MARGIN: i32 = 16;
/// A Position's size.
const POSITION: (i32, i32) = (512, 336);
/// From one lane to the next.
const LANE: i32 = POSITION.0 + 16;
/// The height of the Middle Ground.
const MIDDLE: i32 = 64;
/// The space between cards.
pub(super) const GAP: i32 = 8;

/// One thing in a row of a Position.
enum Item<'a> {
    /// Terrain with the cards that stand on it.
    Ground(&'a GroundView, Vec<&'a SlotView>),
    /// A card on its own.
    Card(&'a SlotView),
}

impl Item<'_> {
    fn width(&self) -> i32 {
        match self {
            Self::Ground(_, on) if on.is_empty() => W + 24,
            // Land is seen beside its occupants as well as above them.
            Self::Ground(_, on) => on.iter().map(|s| cards::width(s) + GAP).sum::<i32>() + 44,
            Self::Card(slot) => cards::width(slot),
        }
    }
}

/// How much room a row takes from side to side.
fn total(items: &[Item<'_>]) -> i32 {
    items.iter().map(|i| i.width() + GAP).sum::<i32>() - GAP
}

/// A picture of one view.
pub(super) struct Board<'a> {
    pub(super) game: &'a Waterloo,
    pub(super) view: &'a View,
    pub(super) p: Paint,
    /// Where the rows of the table begin: Reserve, battleline, Middle Ground, battleline, Reserve, legend.
    pub(super) rows: [i32; 6],
    /// What Specials have in force.
    pub(super) badges: Vec<Badge>,
}

impl<'a> Board<'a> {
    pub(super) fn new(game: &'a Waterloo, view: &'a View) -> Self {
        let badges = badges(game, view);
        let top = 70 + strip_height(&badges);
        let heights = [top, reserve_height(view, ALLIED), POSITION.1, MIDDLE, POSITION.1, reserve_height(view, FRENCH)];
        let mut next = -GAP;
        let rows = heights.map(|height| {
            next += height + GAP;
            next
        });
        Self { game, view, p: Paint::default(), rows, badges }
    }

    pub(super) fn draw(mut self) -> String {
        self.open();
        self.header();
        self.strip();
        self.middle_ground();
        for at in Place::POSITIONS {
            self.position(at);
        }
        self.reserves(ALLIED, self.rows[0]);
        self.reserves(FRENCH, self.rows[4]);
        self.legend();
        self.banner();
        self.p.raw("</svg>\n");
        self.p.finish()
    }

    fn open(&mut self) {
        let (w, h) = (WIDTH, self.rows[5] + 34);
        let title = escape(&format!("{}: {}", self.game.battle_name(), self.game.moment_text(self.view)));
        let text = escape(&self.game.view_text(self.view));
        self.p.raw(format_args!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}" role="img" aria-labelledby="board-title board-text">"#
        ));
        self.p.raw(format_args!("<title id=\"board-title\">{title}</title><desc id=\"board-text\">{text}</desc>"));
        self.p.raw(format_args!("<style>.s{{font-family:{SERIF}}}.n{{font-family:{SANS}}}</style><defs>"));
        for &army in Army::ALL {
            self.p.raw(format_args!(
                r##"<pattern id="{}" width="12" height="12" patternUnits="userSpaceOnUse"><rect width="12" height="12" fill="{}"/><path d="M0 6l6 -6l6 6l-6 6z" fill="none" stroke="#fff8e6" stroke-opacity=".34" stroke-width="1.1"/><circle cx="6" cy="6" r="1.1" fill="#fff8e6" fill-opacity=".45"/></pattern>"##,
                lattice(army),
                colour(army)
            ));
        }
        self.p.raw(
            r##"<linearGradient id="table" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#cfc59c"/><stop offset=".5" stop-color="#bcc48d"/><stop offset="1" stop-color="#cfc59c"/></linearGradient><pattern id="grass" width="46" height="22" patternUnits="userSpaceOnUse"><path d="M6 16l2 -7m2 7l1 -9m3 9l3 -6M30 9l2 -6m1 6l1 -7m3 7l2 -5" fill="none" stroke="#7d8f4c" stroke-opacity=".5" stroke-width="1.3"/></pattern><pattern id="screen" width="18" height="18" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="9" height="18" fill="#8a7f66" fill-opacity=".28"/></pattern></defs>"##,
        );
        self.p.rect([0, 0, w, h], 0, r#"fill="url(#table)""#);
    }

    fn header(&mut self) {
        let w = WIDTH;
        self.p.rect([0, 0, w, 58], 0, r##"fill="#2f2a20""##);
        self.p.rect([0, 58, w, 3], 0, r##"fill="#d8a928""##);
        let pale = "#f4e9c9";
        self.p.text(MARGIN + 4, 39, Type::serif(300).bold().fill(pale), self.game.battle_name());
        let moment = self.game.moment_text(self.view);
        self.p.text(w / 2 + 40, 38, Type::serif(220).middle().fill("#fff8e6"), moment);
        let decks: Vec<_> = self.view.armies.iter().map(|a| format!("{} deck {}", army_text(a.army), a.left)).collect();
        self.p.text(w - MARGIN, 26, Type::sans(140).end().fill(pale), decks.join("  ·  "));
        let eyes = format!("as {}", self.game.viewer_text(self.view.viewer));
        self.p.text(w - MARGIN, 46, Type::serif(140).italic().end().fill("#c9bd98"), eyes);
    }

    fn middle_ground(&mut self) {
        let (y, w) = (self.rows[2], WIDTH - 2 * MARGIN);
        self.p.rect([MARGIN, y, w, MIDDLE], 6, r##"fill="#b3bf7d" stroke="#7d8a4a" stroke-width="1.4""##);
        self.p.rect([MARGIN, y, w, MIDDLE], 6, r#"fill="url(#grass)""#);
        for lane in 0..3 {
            let x = MARGIN + lane * LANE;
            let at = [Place(lane as u8), Place(lane as u8).opposite()];
            let rivers: Vec<_> = self.view.grounds.iter().filter(|g| at.contains(&g.at) && self.is_river(g)).collect();
            let crossed = self.view.crossings.get(lane as usize).copied().unwrap_or(0);
            let room = MIDDLE / (rivers.len() as i32).max(1);
            for (i, river) in rivers.iter().enumerate() {
                let level = y + room * i as i32 + room / 2;
                let name = self.game.card(river.card).name.clone();
                let limit = self.game.profile(river.card).move_limit;
                self.p.raw("<g>");
                self.p.tip(&format!("{name}: {}", self.game.values_text(river.card)));
                wave(&mut self.p, x + 5, level, POSITION.0 - 10, (room - 16).min(30));
                bridge(&mut self.p, x + POSITION.0 / 2, level, limit);
                if self.ground_badges(river.number).any(|badge| badge.closes) {
                    struck_out(&mut self.p, x + POSITION.0 / 2, level);
                }
                self.p.raw("</g>");
                let spot = Spot::Ground(river.number);
                card_badges(&mut self.p, &self.badges, spot, [x + POSITION.0 / 2 + 24, level - 8, RIVER_BADGE], 105);
                self.p.text(x + 18, level + 6, Type::serif(145).bold().italic().fill("#173f5f"), name);
            }
            if rivers.is_empty() && lane == 1 {
                let set = Type::serif(200).italic().middle().fill("#5d6a33");
                self.p.text(x + POSITION.0 / 2, y + 39, set, "Middle Ground");
            }
            if crossed > 0 {
                let text = format!("{crossed} crossed this turn");
                self.p.text(x + POSITION.0 - 14, y + MIDDLE / 2 + 5, Type::sans(130).end().fill("#3f4a1f"), text);
            }
        }
    }

    fn is_river(&self, ground: &GroundView) -> bool {
        self.game.profile(ground.card).ground == GroundKind::River
    }

    fn position(&mut self, at: Place) {
        let (owner, (w, h)) = (at.owner(), POSITION);
        let above = owner == ALLIED;
        let (x, y) = (MARGIN + at.lane() as i32 * LANE, if above { self.rows[1] } else { self.rows[3] });
        let edge = side_colour(owner, self.game.side_text(owner));
        self.p.rect([x, y, w, h], 10, format_args!(r##"fill="#ece4c8" stroke="{edge}" stroke-width="3""##));
        self.p.rect([x, y, w, h], 10, format_args!(r#"fill="{edge}" fill-opacity=".07""#));
        self.p.rect([x, y, w, h], 10, r#"fill="url(#grass)" fill-opacity=".45""#);
        let name = self.game.place_text(at);
        let name = name.trim_start_matches("the ").to_uppercase();
        let line = if above { y + 21 } else { y + h - 9 };
        self.p.text(x + w / 2, line, Type::serif(150).bold().middle().fill(edge), name);
        self.position_badges(at, [x + 8, x + w - 8, line - 13, w / 2 - 100]);
        if self.view.screens(owner) {
            self.p.rect([x, y, w, h], 10, r#"fill="url(#screen)""#);
            let text = "still deploying behind a screen";
            self.p.text(x + w / 2, y + h / 2, Type::serif(220).italic().middle().fill("#5d533c"), text);
            return;
        }
        // The owner's row lies at his edge, intruders come from the Middle Ground.
        let inner = y + if above { 26 } else { 4 };
        let rows = [inner, inner + GROUND_H + 10];
        let (own, foreign) = if above { (rows[0], rows[1]) } else { (rows[1], rows[0]) };
        let intruder = foe(owner);
        let (mut at_home, mut intruders) = (self.items(owner, at), self.items(intruder, at));
        let held = |items: &[Item<'_>]| items.iter().any(|i| !matches!(i, Item::Ground(_, on) if on.is_empty()));
        let engaged = held(&at_home) && held(&intruders);
        if intruders.is_empty() && total(&at_home) > w {
            // A crowd spreads over the whole Position while it has it to itself.
            intruders = at_home.split_off(at_home.len().div_ceil(2));
        }
        if intruders.is_empty() {
            let lane = ["Left", "Center", "Right"][at.index() % 3];
            let set = Type::serif(640).italic().middle().fill(edge);
            self.p.raw(r#"<g opacity=".1">"#);
            self.p.text(x + w / 2, foreign + GROUND_H / 2 + 22, set, lane);
            self.p.raw("</g>");
        }
        self.row(&at_home, x, own, w);
        self.row(&intruders, x, foreign, w);
        if engaged {
            swords(&mut self.p, x + w - 24, inner + GROUND_H + 3);
        }
    }

    fn items(&self, player: Player, at: Place) -> Vec<Item<'a>> {
        let view = self.view;
        let lying = view.grounds.iter().filter(|g| g.at == at && g.holder == player && !self.is_river(g));
        let mut items: Vec<_> =
            lying.map(|g| Item::Ground(g, view.at(player, at).filter(|s| s.on == Some(g.number)).collect())).collect();
        let is_general = |s: &SlotView| s.card.is_some_and(|c| self.game.profile(c).kind == Kind::General);
        for generals in [false, true] {
            let free = view.at(player, at).filter(|s| s.on.is_none() && is_general(s) == generals);
            items.extend(free.map(Item::Card));
        }
        items
    }

    fn row(&mut self, items: &[Item<'_>], x: i32, y: i32, w: i32) {
        let total = total(items);
        if total <= 0 {
            return;
        }
        let room = w - 32;
        // A crowded row is drawn smaller, so that every card stays whole.
        let scale = (room * 1000 / total).min(1000);
        let (left, top) = (x + (w - total * scale / 1000) / 2, y + GROUND_H * (1000 - scale) / 2000);
        let (game, view, badges, mut p) = (self.game, self.view, &self.badges, std::mem::take(&mut self.p));
        p.group(left, top, scale, |p| {
            let mut x = 0;
            for item in items {
                match item {
                    Item::Ground(ground, on) => {
                        let owner = ground.card.army().player();
                        let holder = side_colour(ground.holder, game.side_text(ground.holder));
                        let turned = ground.holder != owner;
                        p.group(x, 0, 1000, |p| {
                            p.tip(&format!("{}: {}", game.card_name(ground.card), game.values_text(ground.card)));
                            cards::ground(p, game, ground.card, item.width(), turned, holder);
                        });
                        let mut step = x + 10;
                        for slot in on {
                            standing(p, game, view, badges, slot, [step, if turned { 6 } else { STRIP }]);
                            step += cards::width(slot) + GAP;
                        }
                        // Along the edge where neither its name nor a badge of its occupants lies.
                        let taken = on.iter().any(|s| badges.iter().any(|b| b.lies(Spot::Card(s.player, s.slot))));
                        let edge = if turned || taken { -8 } else { GROUND_H - 9 };
                        let spot = Spot::Ground(ground.number);
                        card_badges(p, badges, spot, [x + 24, edge, item.width() - 26], 90);
                    }
                    Item::Card(slot) => standing(p, game, view, badges, slot, [x, (GROUND_H - H) / 2]),
                }
                x += item.width() + GAP;
            }
        });
        self.p = p;
    }

    /// What the markers mean, along the lower edge.
    fn legend(&mut self) {
        let y = self.rows[5] + 13;
        let mut x = MARGIN + 10;
        for (marker, text) in cards::LEGEND {
            self.p.group(x, y, 800, |p| cards::marker(p, *marker, 0, 0));
            self.p.text(x + 18, y + 5, Type::sans(130).fill("#4d4430"), text);
            x += 46 + text.chars().count() as i32 * 7;
        }
        let text = "cv: dice  ·  F, S: Fire and Shock, hits on 6, 5-6, 4-6, 3-6  ·  A-D: Morale 4 to 1";
        self.p.text(WIDTH - MARGIN, y + 5, Type::sans(130).end().fill("#4d4430"), text);
    }

    fn banner(&mut self) {
        let Some(ending) = self.view.ending.filter(|_| self.view.phase == Phase::Over) else { return };
        let text = self.game.ending_text(&ending);
        let (headline, rest) = text.split_once(": ").unwrap_or((text.as_str(), ""));
        let (cx, y) = (WIDTH / 2, self.rows[2] - 12);
        let edge = match ending {
            Ending::Victory { winner, .. } => side_colour(winner, self.game.side_text(winner)),
            _ => "#5d533c",
        };
        for side in [-1, 1] {
            self.p.path(
                format_args!(
                    "M{} {}h{}l{} 40l{} 40h{}z",
                    cx + side * 480,
                    y + 16,
                    side * 110,
                    side * -26,
                    side * 26,
                    side * -110
                ),
                format_args!(r##"fill="{edge}" stroke="#2f2a20" stroke-width="2""##),
            );
        }
        self.p.rect([cx - 520, y, 1040, 88], 8, format_args!(r##"fill="#fff6da" stroke="{edge}" stroke-width="5""##));
        self.p.rect([cx - 512, y + 8, 1024, 72], 4, r##"fill="none" stroke="#d8a928" stroke-width="2""##);
        self.p.text(cx, y + 44, Type::serif(350).bold().middle().fill(edge), headline);
        let mut rest = rest.chars();
        let rest: String = rest.next().map(|c| c.to_ascii_uppercase()).into_iter().chain(rest).collect();
        self.p.text(cx, y + 69, Type::serif(180).italic().middle().fill(INK), rest);
    }
}

fn standing(p: &mut Paint, game: &Waterloo, view: &View, badges: &[Badge], slot: &SlotView, [x, y]: [i32; 2]) {
    let decoys = game.options().decoys;
    let only: Vec<_> = Kind::ALL.iter().filter(|k| slot.card.is_none() && slot.may_be(**k, decoys)).collect();
    let known = if let [one] = only.as_slice() { Some(kind_text(**one)) } else { None };
    p.group(x, y, 1000, |p| {
        p.tip(&game.slot_line(view, slot));
        cards::standing(p, game, slot, known);
        // Beside the number along the lower edge.
        let edge = if slot.blown { (H + W) / 2 } else { H };
        card_badges(p, badges, Spot::Card(slot.player, slot.slot), [21, edge - 5, cards::width(slot) - 17], 75);
    });
}
