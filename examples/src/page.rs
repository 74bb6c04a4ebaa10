//! Text on a page: colours, widths, wrapping.

use anstyle::{Ansi256Color, AnsiColor, Style};
use eagles::game::Player;
use eagles::waterloo::Army;
use eagles::waterloo::types::armies;
use std::io::IsTerminal as _;

/// Headings.
pub(crate) const HEADING: Style = Style::new().bold();
/// What happens to matter: routs, captures, the end.
pub(crate) const STRONG: Style = AnsiColor::Yellow.on_default().bold();
/// What is said in passing.
pub(crate) const FAINT: Style = Style::new().dimmed();
/// Refusals and errors.
pub(crate) const WARNING: Style = AnsiColor::Red.on_default().bold();
/// Nothing special.
pub(crate) const PLAIN: Style = Style::new();

/// The narrowest page that is laid out.
const NARROW: usize = 60;
/// The widest.
const WIDE: usize = 132;
/// The page when the output is no terminal.
const PAPER: usize = 80;

/// The colour of an army's backs (W 1.0).
pub(crate) const fn colour(army: Army) -> Style {
    match army {
        Army::French => AnsiColor::BrightBlue.on_default(),
        Army::British => AnsiColor::BrightRed.on_default(),
        Army::Prussian => Ansi256Color(245).on_default(),
    }
}

/// The colour of a player: that of his first army.
pub(crate) fn side_colour(player: Player) -> Style {
    armies(player).first().map_or(PLAIN, |&army| colour(army))
}

/// The width of the page.
pub(crate) fn width() -> usize {
    let terminal = std::io::stdout().is_terminal().then(terminal_size::terminal_size).flatten();
    terminal.map_or(PAPER, |(width, _)| usize::from(width.0)).clamp(NARROW, WIDE)
}

/// The text in a style.
pub(crate) fn paint(style: Style, text: &str) -> String {
    if style == PLAIN { text.to_owned() } else { format!("{style}{text}{style:#}") }
}

/// The text cut or filled to `width` characters.
pub(crate) fn fit(text: &str, width: usize) -> String {
    let length = text.chars().count();
    if length <= width {
        return format!("{text}{}", " ".repeat(width - length));
    }
    let mut cut: String = text.chars().take(width.saturating_sub(1)).collect();
    cut.push('.');
    cut
}

/// Lines of at most `width` characters; the first begins with `first`, the others with as many blanks.
pub(crate) fn wrap(first: &str, text: &str, width: usize) -> Vec<String> {
    let indent = " ".repeat(first.chars().count());
    let mut lines = Vec::new();
    let mut line = first.to_owned();
    let mut used = 0;
    for word in words(text) {
        let length = word.chars().count();
        if used > 0 && line.chars().count() + 1 + length > width {
            lines.push(std::mem::replace(&mut line, indent.clone()));
            used = 0;
        }
        if used > 0 {
            line.push(' ');
        }
        line.push_str(&word);
        used += 1;
    }
    lines.push(line);
    lines
}

/// The words of a text; what stands in square brackets stays together, and so does a number with its per cent.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut open = false;
    for word in text.split_whitespace() {
        match words.last_mut() {
            Some(last) if open || word.starts_with('%') => {
                last.push(' ');
                last.push_str(word);
            }
            _ => words.push(word.to_owned()),
        }
        open = match (word.rfind('['), word.rfind(']')) {
            (Some(begin), Some(end)) => begin > end,
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (None, None) => open,
        };
    }
    words
}

/// A number of things: `1 card`, `2 cards`.
pub(crate) fn count(n: u64, one: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") }
}

/// The text with a capital at its head.
pub(crate) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
