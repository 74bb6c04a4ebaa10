//! What Special cards have in force, and the one that is being played (W 13.0).
//!
//! What is about a Position, a card or Terrain lies there as a small badge; everything else, and the Special that is being
//! played or answered, stands in a strip below the title. What has no room is told by the tip and the description.

use super::super::Waterloo;
use super::super::agenda::{Subject, Task};
use super::super::specials::Window;
use super::super::specials::force::ALWAYS;
use super::super::specials::program::{Bound, Op, Until as Lasts};
use super::super::types::{Army, CardId, Kind, Place, Slot};
use super::super::view::{ForceView, View};
use super::art::symbol;
use super::board::{Board, GAP, MARGIN, WIDTH};
use super::paint::{INK, Paint, Type, colour};
use crate::game::Player;

/// The paper of badges.
const BADGE: &str = "#fff1c4";
/// What is under way stands out.
const NOW: &str = "#f2c84b";
/// The room of a badge beside its words: the sign of Specials, and the end.
const SIDES: i32 = 24;
/// The height of a row of the strip.
const ROW: i32 = 26;
/// The room in the strip before what is in force.
const LABEL: i32 = 70;

/// Where a badge lies.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Spot {
    /// In the strip: it is about no place of the table.
    Strip,
    /// A Position.
    Position(Place),
    /// A card on the battlefield.
    Card(Player, Slot),
    /// Terrain, by its number.
    Ground(u8),
}

/// What one Special has in force in one spot.
pub(super) struct Badge {
    spot: Spot,
    card: CardId,
    /// The Special, or who is set aside by it.
    name: String,
    until: Until,
    counters: u32,
    /// Whether nobody crosses the River there any more.
    pub(super) closes: bool,
    tip: String,
    fill: &'static str,
}

impl Badge {
    fn army(&self) -> Army {
        self.card.army()
    }

    /// Whether it lies in a spot.
    pub(super) fn lies(&self, spot: Spot) -> bool {
        self.spot == spot
    }

    /// The width that shows it whole, at a size in tenths.
    fn width(&self, size: u16) -> i32 {
        let discs = if self.counters > 0 { self.counters.min(3) as i32 * 11 + 2 } else { 0 };
        text_width(&self.label(usize::MAX), size) + SIDES + discs
    }

    /// Its text in at most so many characters: first the phase goes, then the end of the name, then the moment.
    fn label(&self, most: usize) -> String {
        let Until { phase, turn, .. } = &self.until;
        let full = format!("{}{turn}{phase}", self.name);
        if full.chars().count() <= most {
            return full;
        }
        let short = turn.chars().count();
        let turn = if most < short + 8 { "" } else { turn };
        let room = most - turn.chars().count().min(most);
        if self.name.chars().count() <= room {
            return format!("{}{turn}", self.name);
        }
        let head: String = self.name.chars().take(room.saturating_sub(1)).collect();
        format!("{}…{turn}", head.trim_end())
    }

    /// Draws it from (x, y) down, at most `w` wide; gives its width.
    pub(super) fn draw(&self, p: &mut Paint, x: i32, y: i32, w: i32, size: u16) -> i32 {
        let w = w.min(self.width(size));
        let h = i32::from(size) / 10 + 6;
        let edge = colour(self.army());
        p.raw("<g>");
        p.tip(&self.tip);
        p.rect([x, y, w, h], h / 2, format_args!(r#"fill="{}" stroke="{edge}" stroke-width="1.4""#, self.fill));
        p.group(x + 4, y + h / 2 - 5, 340, |p| symbol(p, Kind::Special, 0, -2, edge));
        let discs = self.counters.min(3) as i32;
        let room = w - SIDES - if discs > 0 { discs * 11 + 2 } else { 0 };
        let most = usize::try_from(room * 1000 / (char_width(size)).max(1)).unwrap_or(0);
        p.text(x + 20, y + h - 5, Type::sans(size).bold().fill(INK), self.label(most));
        for i in 0..discs {
            let (cx, cy) = (x + w - 9 - i * 11, y + h / 2);
            p.circle(cx, cy, 5, r##"fill="#7b1f1f" stroke="#fff8e6" stroke-width="1""##);
        }
        if self.counters > 3 {
            p.text(x + w - 9, y + h / 2 + 3, Type::sans(80).bold().middle().fill("#fff"), self.counters);
        }
        p.raw("</g>");
        w
    }
}

/// Thousandths of a unit that a character of bold type takes.
const fn char_width(size: u16) -> i32 {
    size as i32 * 63
}

fn text_width(text: &str, size: u16) -> i32 {
    text.chars().count() as i32 * char_width(size) / 1000 + 2
}

/// What is in force, by spot, and what is being played.
pub(super) fn badges(game: &Waterloo, view: &View) -> Vec<Badge> {
    let mut all: Vec<Badge> = under_way(game, view).into_iter().collect();
    for force in &view.forces {
        let op = game.code(force.card).and_then(|code| code.op(force.op));
        let spot = spot_of(view, force);
        let tip = game.force_text(view, force);
        let until = until(force, op);
        let closes = matches!(op, Some(Op::Limit { what: Bound::Crossings, to: Some(0), .. }));
        let counters = game.counters(view, force).unwrap_or(0);
        let name = match (op, force.it) {
            (Some(Op::SetAside { .. }), Subject::Card(card)) => format!("{} set aside", game.card_name(card)),
            (Some(Op::Retire { .. }), Subject::Card(card)) if game.has_card(card) => {
                format!("{} held back", game.card_name(card))
            }
            _ => game.card_name(force.card),
        };
        match all.iter_mut().find(|b| b.spot == spot && b.card == force.card && b.name == name && b.fill == BADGE) {
            Some(badge) => {
                badge.tip.push_str("; ");
                badge.tip.push_str(&tip);
                badge.counters = badge.counters.max(counters);
                badge.closes |= closes;
                if until.at > badge.until.at {
                    badge.until = until;
                }
            }
            None => all.push(Badge { spot, card: force.card, name, until, counters, closes, tip, fill: BADGE }),
        }
    }
    all
}

/// Where something in force lies.
fn spot_of(view: &View, force: &ForceView) -> Spot {
    let spot = |subject: Subject| match subject {
        Subject::Slot { player, slot } if view.slot(player, slot).is_some() => Some(Spot::Card(player, slot)),
        Subject::Place(at) if !at.is_reserve() => Some(Spot::Position(at)),
        Subject::Ground(number) if view.ground(number).is_some() => Some(Spot::Ground(number)),
        _ => None,
    };
    match force.it {
        Subject::Card(_) => Spot::Strip,
        it => spot(it).or_else(|| spot(force.aim)).unwrap_or(Spot::Strip),
    }
}

/// Until when something is in force.
#[derive(Default)]
struct Until {
    at: u16,
    /// ` · to T9`.
    turn: String,
    /// ` Combat`, where it ends before the turn does.
    phase: &'static str,
}

fn until(force: &ForceView, op: Option<&Op>) -> Until {
    let at = force.until;
    if op.and_then(Op::span).is_some_and(|span| span.until == Lasts::Captured) {
        return Until { at, turn: " · to capture".to_owned(), phase: "" };
    }
    if at == ALWAYS {
        return Until { at, turn: " · to the end".to_owned(), phase: "" };
    }
    let phase = match at % 4 {
        0 => " Morale",
        1 => " Combat",
        _ => "",
    };
    Until { at, turn: format!(" · to T{}", at / 4), phase }
}

/// The Special that is being played, may be answered, or takes effect.
fn under_way(game: &Waterloo, view: &View) -> Option<Badge> {
    let (card, aim, plays) = view.agenda.iter().rev().find_map(|task| match *task {
        Task::Play { card, aim } => Some((card, aim, true)),
        Task::Run(frame) => Some((frame.card, frame.aim, false)),
        _ => None,
    })?;
    let answer = matches!(view.task(), Some(Task::Window { window: Window::Answer, .. }));
    let what = match (plays, answer) {
        (true, true) => "is played and may be answered",
        (true, false) => "is played",
        (false, _) => "takes effect",
    };
    let name = format!("{}{} {what}", game.card_name(card), game.played_on(view, aim));
    let tip =
        game.card_set().program(&game.card(card).id).map_or_else(String::new, |program| program.text.effect.clone());
    let until = Until::default();
    Some(Badge { spot: Spot::Strip, card, name, until, counters: 0, closes: false, tip, fill: NOW })
}

/// The widths of what stands in the strip, and in which row each begins: at x, in row n.
fn lay_out(badges: &[Badge]) -> Vec<(i32, i32)> {
    let (mut x, mut row) = (MARGIN + LABEL, 0);
    let mut places = Vec::new();
    for badge in badges.iter().filter(|badge| badge.spot == Spot::Strip) {
        let w = badge.width(130).min(WIDTH - 2 * MARGIN - LABEL);
        if x + w > WIDTH - MARGIN && x > MARGIN + LABEL {
            (x, row) = (MARGIN + LABEL, row + 1);
        }
        places.push((x, row));
        x += w + GAP;
    }
    places
}

/// The height of the strip; nothing when nothing stands in it.
pub(super) fn strip_height(badges: &[Badge]) -> i32 {
    lay_out(badges).last().map_or(0, |(_, row)| (row + 1) * ROW)
}

impl Board<'_> {
    /// The strip below the title.
    pub(super) fn strip(&mut self) {
        let places = lay_out(&self.badges);
        if places.is_empty() {
            return;
        }
        let y = 66;
        self.p.text(MARGIN + 4, y + 15, Type::serif(140).italic().fill("#4d4430"), "Specials:");
        let there = self.badges.iter().filter(|badge| badge.spot == Spot::Strip);
        for (badge, (x, row)) in there.zip(places) {
            badge.draw(&mut self.p, x, y + row * ROW, WIDTH - MARGIN - x, 130);
        }
    }

    /// Badges in two places beside a name, each `w` wide, the left one from (x, y), the right one ending at `right`.
    pub(super) fn position_badges(&mut self, at: Place, [x, right, y, w]: [i32; 4]) {
        let here: Vec<_> = self.badges.iter().filter(|badge| badge.spot == Spot::Position(at)).collect();
        let left = here.len().div_ceil(2);
        let (first, second) = here.split_at(left);
        for (list, from, to) in [(first, x, x + w), (second, right - w, right)] {
            let each = (w + 4) / (list.len() as i32).max(1) - 4;
            // The ones on the right end at the edge.
            let widths: Vec<i32> = list.iter().map(|badge| badge.width(95).min(each)).collect();
            let all = widths.iter().sum::<i32>() + 4 * (list.len() as i32 - 1).max(0);
            let mut next = if to == right { right - all } else { from };
            for (badge, width) in list.iter().zip(widths) {
                badge.draw(&mut self.p, next, y, width, 95);
                next += width + 4;
            }
        }
    }

    /// The badges of Terrain.
    pub(super) fn ground_badges(&self, number: u8) -> impl Iterator<Item = &Badge> {
        self.badges.iter().filter(move |badge| badge.spot == Spot::Ground(number))
    }
}

/// The badges of a card on the battlefield, `w` wide, along an edge at `y`; more than one share the room.
pub(super) fn card_badges(p: &mut Paint, badges: &[Badge], spot: Spot, [x, y, w]: [i32; 3], size: u16) {
    let here: Vec<_> = badges.iter().filter(|badge| badge.spot == spot).collect();
    let each = (w + 2) / (here.len() as i32).max(1) - 2;
    for (i, badge) in here.iter().enumerate() {
        badge.draw(p, x + i as i32 * (each + 2), y, each, size);
    }
}

/// A River that nobody crosses: its bridge is struck out.
pub(super) fn struck_out(p: &mut Paint, x: i32, y: i32) {
    p.path(
        format_args!("M{} {}l36 36m0 -36l-36 36", x - 18, y - 18),
        r##"fill="none" stroke="#c1121f" stroke-width="6" stroke-linecap="round""##,
    );
}

/// How wide the badge of a River may be.
pub(super) const RIVER_BADGE: i32 = 215;
