//! The table drawn with letters.

use super::told::{side, side_colour};
use crate::page::{FAINT, STRONG, paint, wrap};
use anstyle::Style;
use eagles::empire::Empire;
use eagles::empire::geometry::Point;
use eagles::empire::scenario::Inches;
use eagles::empire::units::{Arm, Status};
use eagles::empire::view::View;
use eagles::game::Player;

/// The most lines of a sketch.
const TALL: usize = 40;

/// About where: `12.5, 30`, to a tenth of an inch.
pub(super) fn about(at: Point) -> String {
    let tenth = |mil: i32| Inches((mil + 50).div_euclid(100) * 100);
    format!("{}, {}", tenth(at.x), tenth(at.y))
}

/// A sketch of the table, north up, at most `width` characters wide, with a key below.
pub(super) fn sketch(game: &Empire, view: &View, width: usize) -> Vec<String> {
    let table = game.table();
    let (wide, deep) = (i64::from(table.width.max(1)), i64::from(table.depth.max(1)));
    // A letter is about twice as high as it is wide.
    let columns = width.saturating_sub(6).clamp(20, 100) as i64;
    let columns = columns.min(2 * TALL as i64 * wide / deep).max(10);
    let rows = (columns * deep / (2 * wide)).clamp(4, TALL as i64);
    let cell = |at: Point| {
        let column = (i64::from(at.x) * columns / wide).clamp(0, columns - 1);
        let row = (i64::from(at.y) * rows / deep).clamp(0, rows - 1);
        ((rows - 1 - row) as usize, column as usize)
    };
    let mut grid: Vec<Vec<(char, Style)>> = Vec::new();
    for row in 0..rows {
        let y = deep * (2 * (rows - 1 - row) + 1) / (2 * rows);
        let line = (0..columns).map(|column| {
            let x = wide * (2 * column + 1) / (2 * columns);
            (land(game, Point { x: x as i32, y: y as i32 }), FAINT)
        });
        grid.push(line.collect());
    }
    let mut put = |at: Point, letter: char, style: Style| {
        let (row, column) = cell(at);
        if let Some(spot) = grid.get_mut(row).and_then(|line| line.get_mut(column)) {
            *spot = (letter, style);
        }
    };
    for objective in game.objectives() {
        put(objective.at, '*', STRONG);
    }
    for unit in view.units.iter().filter(|unit| unit.unit().is_here()) {
        let profile = game.unit(unit.id);
        let letter = match (profile.parent, profile.arm()) {
            (Some(_), _) => 's',
            (_, Arm::Infantry) => 'i',
            (_, Arm::Cavalry) => 'c',
            (_, Arm::Artillery) => 'g',
        };
        let letter = if profile.player == Player(0) { letter.to_ascii_uppercase() } else { letter };
        let colour = side_colour(game, profile.player);
        put(unit.pose.at, letter, if unit.status == Status::Good { colour.bold() } else { colour });
    }
    let mut lines = Vec::new();
    for (row, line) in grid.iter().enumerate() {
        let y = deep * (2 * (rows - 1 - row as i64) + 1) / (2 * rows);
        let mark = if row % 4 == 0 { format!("{:>3} ", y / 1_000) } else { "    ".to_owned() };
        let text: String = line
            .iter()
            .map(|(letter, style)| if *letter == ' ' { " ".to_owned() } else { paint(*style, &letter.to_string()) })
            .collect();
        lines.push(format!("{}|{text}|", paint(FAINT, &mark)));
    }
    let mut scale = String::from("     ");
    let step = (columns / 6).max(8);
    for column in (0..columns).step_by(step as usize) {
        let text = format!("{:<wide$}", wide * column / columns / 1_000, wide = step as usize);
        scale.push_str(&text);
    }
    lines.push(paint(FAINT, scale.trim_end()));
    let key = format!(
        "I C G S {}, i c g s {}: infantry, cavalry, guns, skirmishers; * objective, % woods, # buildings, ^ high ground, \
         . road. Inches from the south-west corner.",
        side(game, Player(0)),
        side(game, Player(1))
    );
    lines.extend(wrap("     ", &key, width).iter().map(|line| paint(FAINT, line)));
    lines
}

/// What lies at a place.
fn land(game: &Empire, at: Point) -> char {
    let ground = game.ground();
    if ground.building(at).is_some() {
        '#'
    } else if ground.wooded(at) {
        '%'
    } else if ground.on_road(at) {
        '.'
    } else if ground.level(at) > 0 {
        '^'
    } else {
        ' '
    }
}
