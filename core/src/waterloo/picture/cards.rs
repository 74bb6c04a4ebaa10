//! Cards: faces, backs and Terrain.

use super::super::specials::Window;
use super::super::text::{army_text, morale_letter};
use super::super::types::{Army, CardId, Formation, GroundKind, Kind};
use super::super::view::{Marks, SlotView};
use super::super::{Rank, Waterloo};
use super::art::{country, star, symbol};
use super::paint::{INK, PAPER, Paint, Type, colour, lattice, wrap};

/// The width of a card.
pub(super) const W: i32 = 84;
/// The height of a card.
pub(super) const H: i32 = 118;
/// How far the name of a Terrain card stands out above its occupants.
pub(super) const STRIP: i32 = 22;
/// The height of a Terrain card.
pub(super) const GROUND_H: i32 = H + STRIP + 6;

/// The face of a card; `hidden` for one's own card that lies face-down.
pub(super) fn face(p: &mut Paint, game: &Waterloo, card: CardId, hidden: bool) {
    if !game.has_card(card) {
        return;
    }
    let (printed, profile) = (game.card(card), game.profile(card));
    let army = card.army();
    let ink = colour(army);
    p.rect([0, 0, W, H], 7, format_args!(r#"fill="{PAPER}" stroke="{ink}" stroke-width="2.2""#));
    let band = if hidden { format!("url(#{})", lattice(army)) } else { ink.to_owned() };
    p.path(format_args!("M1 8q0 -7 7 -7h{}q7 0 7 7v22h-{}z", W - 16, W - 2), format_args!(r#"fill="{band}""#));
    let name = wrap(&printed.name, 15);
    let longest = name.iter().map(|line| line.chars().count()).max().unwrap_or(1).max(1);
    let (size, lines): (usize, &[i32]) = match name.len() {
        1 => (96, &[20]),
        2 => (94, &[14, 25]),
        _ => (80, &[11, 19, 27]),
    };
    let set = Type::serif(size.min(1350 / longest) as u16).bold().middle().fill("#fff8e6");
    name.iter().zip(lines).for_each(|(line, &y)| p.text(W / 2, y, set, line));
    let small = Type::sans(74).fill("#7a6f58");
    if hidden {
        p.text(W / 2, 41, small.italic().middle(), "face-down");
    } else if profile.kind != Kind::Terrain {
        let order: Vec<_> =
            [&printed.corps, &printed.division].into_iter().filter(|s| !s.is_empty()).map(String::as_str).collect();
        // A name as long as the card is left to the tooltip.
        let order = if order.concat().chars().count() > 12 { order[..1].join("/") } else { order.join("/") };
        p.text(W - 6, 41, small.end(), order);
    }
    match profile.kind {
        Kind::Terrain => {
            country(p, profile.ground, [6, 20, W - 12, 62]);
            p.text(W / 2, 94, Type::sans(90).bold().middle(), ground_effect(profile.ground));
            let lane = ["Left", "Center", "Right"][usize::from(profile.lane % 3)];
            p.text(W / 2, 107, small.middle(), lane);
        }
        Kind::General => {
            symbol(p, Kind::General, 20, 51, ink);
            p.text(
                W / 2,
                100,
                Type::serif(200).bold().middle(),
                format_args!("{}/{}", profile.offense, profile.defense),
            );
            let rank = match profile.rank {
                Rank::Corps => "corps general",
                Rank::Army => "army commander",
                Rank::Chief(_) => "chief of staff",
                Rank::Second(_) => "second in command",
            };
            p.text(W / 2, 111, small.middle(), rank);
        }
        Kind::Special => {
            p.group(W / 2 - 33, 42, 1500, |p| symbol(p, Kind::Special, 0, 0, ink));
            let windows = game.card_set().program(&printed.id).map_or(&[][..], |program| &program.windows);
            let moments: Vec<&str> = windows.iter().map(|&window| moment(window)).collect();
            for (line, y) in wrap(&moments.join(", "), 16).iter().zip([92, 101, 110]) {
                p.text(W / 2, y, small.middle(), line);
            }
        }
        _ => {
            symbol(p, profile.kind, 20, 47, ink);
            stats(p, profile.kind, [profile.cv, profile.fire, profile.long, profile.shock], profile.morale);
        }
    }
}

/// When a Special is played, in the least space.
const fn moment(window: Window) -> &'static str {
    match window {
        Window::OwnMorale => "own Morale",
        Window::OwnRout => "own Rout",
        Window::OwnGeneral => "General's death",
        Window::OwnCombat => "own Combat",
        Window::FoeMorale => "enemy Morale",
        Window::FoeRout => "enemy Rout",
        Window::FoeCombat => "enemy Combat",
        Window::FoeAttack => "enemy attack",
        Window::FoeEngage => "enemy engages",
        Window::FoeCombatEnd => "its end",
        Window::FoeReinforce => "enemy draw",
        Window::Answer => "answer",
    }
}

fn stats(p: &mut Paint, kind: Kind, [cv, fire, long, shock]: [u8; 4], morale: u8) {
    p.text(16, 104, Type::serif(260).bold().middle(), cv);
    p.text(16, 113, Type::sans(70).middle().fill("#7a6f58"), "cv");
    let value = Type::sans(125).bold().middle();
    if kind.is_artillery() {
        p.text(42, 102, Type::sans(112).bold().middle(), format_args!("F{long}/{fire}"));
        p.text(43, 113, Type::sans(66).middle().fill("#7a6f58"), "long/short");
    } else {
        p.text(42, 95, value, format_args!("F{fire}"));
        p.text(42, 109, value, format_args!("S{shock}"));
    }
    let metal = match morale {
        4 => "#e2b93b",
        3 => "#c3ccd3",
        2 => "#cf9a6b",
        _ => "#e9e1cd",
    };
    p.circle(68, 98, 11, format_args!(r##"fill="{metal}" stroke="#6b5a35" stroke-width="1.4""##));
    p.text(68, 103, Type::serif(140).bold().middle(), morale_letter(morale));
}

const fn ground_effect(kind: GroundKind) -> &'static str {
    match kind {
        GroundKind::Hill => "+1 cv",
        GroundKind::Woods => "attack −1 cv",
        GroundKind::River => "barrier",
        GroundKind::Building => "no Shock",
    }
}

/// The back of a card, with a word in its medallion and one below.
pub(super) fn back(p: &mut Paint, army: Army, medal: &str, below: &str) {
    p.rect([0, 0, W, H], 7, format_args!(r##"fill="{PAPER}" stroke="{}" stroke-width="1.4""##, colour(army)));
    p.rect([4, 4, W - 8, H - 8], 5, format_args!(r#"fill="url(#{})""#, lattice(army)));
    p.rect([8, 8, W - 16, H - 16], 3, r##"fill="none" stroke="#fff8e6" stroke-opacity=".55" stroke-width="1.2""##);
    p.circle(W / 2, 52, 22, format_args!(r##"fill="{PAPER}" stroke="#d8a928" stroke-width="2.5""##));
    if medal.is_empty() {
        star(p, W / 2, 54, colour(army));
    } else {
        p.text(W / 2, 60, Type::serif(230).bold().middle(), medal);
    }
    let below = if below.is_empty() { army_text(army) } else { below };
    let size = if below.chars().count() > 13 { 66 } else { 88 };
    p.rect([9, 88, W - 18, 17], 3, format_args!(r#"fill="{PAPER}" fill-opacity=".92""#));
    p.text(W / 2, 100, Type::sans(size).middle().fill(INK), below);
}

/// How much room a card on the battlefield takes from side to side.
pub(super) const fn width(slot: &SlotView) -> i32 {
    if slot.blown { H } else { W }
}

/// A card on the battlefield with its markers, [`width`] wide and [`H`] high.
pub(super) fn standing(p: &mut Paint, game: &Waterloo, slot: &SlotView, known: Option<&str>) {
    let (top, high) = if slot.blown { ((H - W) / 2, W) } else { (0, H) };
    p.rect([3, top + 4, width(slot), high], 8, r##"fill="#000" fill-opacity=".18""##);
    let card = |p: &mut Paint| match slot.card {
        Some(card) => face(p, game, card, !slot.up),
        None => back(p, slot.army, &slot.slot.to_string(), known.unwrap_or_default()),
    };
    if slot.blown {
        // Turned sideways, and set in the middle of its wider place.
        p.group((H - W) / 2, 0, 1000, |p| p.turned(90, W / 2, H / 2, card));
    } else {
        card(p);
    }
    markers(p, slot);
}

/// A marker that may lie on a card.
#[derive(Clone, Copy)]
pub(super) enum Marker {
    /// Hits not yet tested.
    Hits(u8),
    /// Column.
    Column,
    /// Square.
    Square,
    /// Has moved this turn.
    Moved,
    /// Has attacked this turn.
    Acted,
}

/// The markers and their meaning.
pub(super) const LEGEND: &[(Marker, &str)] = &[
    (Marker::Hits(1), "hits to test"),
    (Marker::Column, "Column"),
    (Marker::Square, "Square"),
    (Marker::Moved, "has moved"),
    (Marker::Acted, "has attacked"),
];

/// A marker around (x, y).
pub(super) fn marker(p: &mut Paint, marker: Marker, x: i32, y: i32) {
    match marker {
        Marker::Hits(n) => {
            p.circle(x, y, 12, r##"fill="#c1121f" stroke="#fff8e6" stroke-width="2""##);
            p.text(x, y + 5, Type::sans(150).bold().middle().fill("#fff"), n);
        }
        Marker::Column | Marker::Square => {
            p.rect([x - 13, y - 13, 26, 26], 4, r##"fill="#f2c84b" stroke="#6b5208" stroke-width="1.6""##);
            if matches!(marker, Marker::Square) {
                p.rect([x - 7, y - 7, 14, 14], 0, r##"fill="none" stroke="#3a2d05" stroke-width="3.4""##);
            } else {
                for i in 0..4 {
                    p.rect([x - 5, y - 9 + i * 5, 10, 3], 0, r##"fill="#3a2d05""##);
                }
            }
        }
        Marker::Moved | Marker::Acted => {
            let d = if matches!(marker, Marker::Moved) {
                "M-5 0h9m-4 -4l4 4l-4 4"
            } else {
                "M0 -6v12m-6 -6h12m-10 -4l8 8m0 -8l-8 8"
            };
            p.circle(x, y, 10, r##"fill="#fff8e6" stroke="#4b5d32" stroke-width="1.6""##);
            p.group(x, y, 1000, |p| p.path(d, r##"fill="none" stroke="#4b5d32" stroke-width="1.8""##));
        }
    }
}

fn markers(p: &mut Paint, slot: &SlotView) {
    let w = width(slot);
    // A blown card lies lower and ends earlier than an upright one.
    let top = if slot.blown { (H - W) / 2 } else { 0 };
    if slot.card.is_some() {
        let (edge, y) = (colour(slot.army), if slot.blown { top + W } else { H } - 4);
        p.rect([-5, y, 25, 15], 7, format_args!(r##"fill="#fff8e6" stroke="{edge}" stroke-width="1.4""##));
        p.text(8, y + 12, Type::sans(105).bold().middle(), slot.slot);
    }
    match slot.formation {
        Formation::Line => {}
        Formation::Column => marker(p, Marker::Column, w - 7, top + 60),
        Formation::Square => marker(p, Marker::Square, w - 7, top + 60),
    }
    if slot.hits > 0 {
        marker(p, Marker::Hits(slot.hits), w - 2, top);
    }
    let mut y = top + if slot.blown { 8 } else { 54 };
    for (mark, what) in [(Marks::MOVED, Marker::Moved), (Marks::ACTED, Marker::Acted)] {
        if slot.marks.has(mark) {
            marker(p, what, 9, y);
            y += 22;
        }
    }
    if slot.blown {
        p.text(w / 2, top - 4, Type::serif(115).bold().italic().middle().fill("#7b1f1f"), "blown");
    }
}

/// A Terrain card in play, `w` wide and [`GROUND_H`] high; `turned` when it faces its captor.
pub(super) fn ground(p: &mut Paint, game: &Waterloo, card: CardId, w: i32, turned: bool, holder: &str) {
    let profile = game.profile(card);
    let paper = match profile.ground {
        GroundKind::Hill => "#efe2bd",
        GroundKind::Woods => "#c9dcae",
        GroundKind::River => "#cfe3ee",
        GroundKind::Building => "#e8d9b8",
    };
    p.rect([3, 4, w, GROUND_H], 8, r##"fill="#000" fill-opacity=".16""##);
    p.turned(if turned { 180 } else { 0 }, w / 2, GROUND_H / 2, |p| {
        p.rect([0, 0, w, GROUND_H], 7, format_args!(r#"fill="{paper}" stroke="{holder}" stroke-width="2.6""#));
        country(p, profile.ground, [0, 0, w, GROUND_H - 6]);
        p.path(
            format_args!("M1 7q0 -6 6 -6h{}q6 0 6 6v13h-{}z", w - 14, w - 2),
            format_args!(r##"fill="{PAPER}" fill-opacity=".94""##),
        );
        let name = &game.card(card).name;
        let room = usize::try_from((w - 10) / 6).unwrap_or(0);
        let label = format!("{name} · {}", ground_effect(profile.ground));
        let label = if label.chars().count() <= room { label } else { name.clone() };
        let chars = label.chars().count();
        // The longest names shrink to the width of a card that stands alone.
        let size = if chars <= room { 100 } else { (100 * room / chars.max(1)).max(48) as u16 };
        // Upside down it keeps clear of the number of the card that stands on it.
        let set = Type::serif(size).bold();
        if turned { p.text(9, 15, set, label) } else { p.text(w / 2, 15, set.middle(), label) }
    });
}
