//! The small drawings: type symbols, Terrain, Rivers, swords.

use super::super::types::{GroundKind, Kind};
use super::paint::{INK, Paint, Type};

/// The symbol of a type in a box 44 wide and 28 high, with its top left corner at (x, y).
pub(super) fn symbol(p: &mut Paint, kind: Kind, x: i32, y: i32, colour: &str) {
    let line = format!(r#"fill="none" stroke="{colour}" stroke-width="2.4" stroke-linecap="round""#);
    let framed = |p: &mut Paint| {
        p.rect([x, y, 44, 28], 2, format_args!(r##"fill="#fffdf5" stroke="{colour}" stroke-width="2.4""##))
    };
    match kind {
        Kind::Infantry => {
            framed(p);
            p.path(format_args!("M{x} {y}l44 28m0 -28l-44 28"), &line);
        }
        Kind::Cavalry => {
            framed(p);
            p.path(format_args!("M{x} {}l44 -28", y + 28), &line);
        }
        Kind::FootArtillery => {
            framed(p);
            p.circle(x + 22, y + 14, 7, format_args!(r#"fill="{colour}""#));
        }
        Kind::HorseArtillery => {
            framed(p);
            p.path(format_args!("M{x} {}l44 -28", y + 28), &line);
            p.circle(x + 22, y + 14, 7, format_args!(r##"fill="{colour}" stroke="#fffdf5" stroke-width="2""##));
        }
        Kind::General => star(p, x + 22, y + 15, colour),
        Kind::Special => p.path(
            format_args!("M{} {}l4 -16l8 9l6 -13l6 13l8 -9l4 16z", x + 4, y + 24),
            format_args!(r#"fill="{colour}""#),
        ),
        Kind::Terrain => {}
    }
}

/// A star of five points around (x, y).
pub(super) fn star(p: &mut Paint, x: i32, y: i32, colour: &str) {
    p.path(
        format_args!("M{x} {}l5 13h14l-11 8l4 14l-12 -8l-12 8l4 -14l-11 -8h14z", y - 20),
        format_args!(r##"fill="#d8a928" stroke="{colour}" stroke-width="1.6" stroke-linejoin="round""##),
    );
}

/// Two crossed swords around (x, y): an engagement.
pub(super) fn swords(p: &mut Paint, x: i32, y: i32) {
    p.circle(x, y, 17, r##"fill="#fff7dd" stroke="#7b1f1f" stroke-width="2""##);
    for turn in [45, -45] {
        p.turned(turn, x, y, |p| {
            p.path(
                format_args!("M{} {}l2 -4l2 4v15h-4z", x - 2, y - 11),
                r##"fill="#8d99a3" stroke="#3d454c" stroke-width=".8""##,
            );
            p.path(
                format_args!("M{} {}h12m-6 0v6", x - 6, y + 5),
                r##"fill="none" stroke="#7b4a1f" stroke-width="2.4""##,
            );
        });
    }
}

/// The country of a Terrain card, `w` wide and `h` high, with its top left corner at (x, y).
pub(super) fn country(p: &mut Paint, kind: GroundKind, [x, y, w, h]: [i32; 4]) {
    match kind {
        GroundKind::Hill => {
            let (cx, cy) = (x + w / 2, y + h / 2 + 6);
            for (i, shade) in ["#cdb67c", "#d9c48d", "#e5d3a2"].into_iter().enumerate() {
                let i = i as i32;
                let (rx, ry) = (w / 2 - 8 - i * w / 9, h / 2 - 12 - i * h / 9);
                p.raw(format_args!(
                    r##"<ellipse cx="{cx}" cy="{}" rx="{rx}" ry="{ry}" fill="{shade}" stroke="#9a7f45" stroke-width="1.4" stroke-dasharray="5 2.5"/>"##,
                    cy - i * 4
                ));
            }
        }
        GroundKind::Woods => {
            let mut row = 0;
            let mut ty = y + 30;
            while ty < y + h - 2 {
                let mut tx = x + 12 + (row % 2) * 10;
                while tx < x + w - 6 {
                    p.path(format_args!("M{tx} {ty}v7"), r##"stroke="#5b4426" stroke-width="2.4""##);
                    p.circle(tx, ty - 3, 8, r##"fill="#4f7a3c" stroke="#35582a" stroke-width="1.2""##);
                    p.circle(tx - 2, ty - 6, 3, r##"fill="#76a15c""##);
                    tx += 21;
                }
                ty += 18;
                row += 1;
            }
        }
        GroundKind::Building => {
            let mut row = 0;
            let mut hy = y + 30;
            while hy < y + h - 18 {
                let mut hx = x + 9 + (row % 2) * 14;
                while hx < x + w - 26 {
                    house(p, hx, hy);
                    hx += 32;
                }
                hy += 30;
                row += 1;
            }
        }
        GroundKind::River => {
            for i in 0..3 {
                wave(p, x + 4, y + 34 + i * 26, w - 8, 14);
            }
        }
    }
}

fn house(p: &mut Paint, x: i32, y: i32) {
    p.rect([x, y + 8, 22, 12], 0, r##"fill="#efe3c8" stroke="#6d5a3a" stroke-width="1""##);
    p.path(format_args!("M{} {}l4 -8h18l4 8z", x - 2, y + 8), r##"fill="#b4553a" stroke="#6d3322" stroke-width="1""##);
    p.rect([x + 9, y + 13, 4, 7], 0, r##"fill="#6d5a3a""##);
}

/// A stretch of water, from (x, y) to the right.
pub(super) fn wave(p: &mut Paint, x: i32, y: i32, w: i32, width: i32) {
    let steps = (w / 64).max(1);
    let step = w / steps;
    let mut d = format!("M{x} {y}");
    for i in 0..steps {
        let up = if i % 2 == 0 { -7 } else { 7 };
        d.push_str(&format!("q{} {up} {step} 0", step / 2));
    }
    for (stroke, width) in [("#557f9c", width + 4), ("#7fb2d3", width), ("#b8d9ea", 2)] {
        p.path(&d, format_args!(r#"fill="none" stroke="{stroke}" stroke-width="{width}""#));
    }
}

/// The bridge of a River around (x, y), with its Move Limit.
pub(super) fn bridge(p: &mut Paint, x: i32, y: i32, limit: u8) {
    p.rect([x - 17, y - 17, 34, 34], 2, r##"fill="#b89465" stroke="#5f4524" stroke-width="2""##);
    for i in 0..4 {
        p.path(format_args!("M{} {}h34", x - 17, y - 10 + i * 7), r##"stroke="#8d6d43" stroke-width="1.2""##);
    }
    p.circle(x, y, 11, r##"fill="#fff7dd" stroke="#5f4524" stroke-width="1.6""##);
    p.text(x, y + 5, Type::sans(140).bold().middle().fill(INK), limit);
}
