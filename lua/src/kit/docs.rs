//! `docs`: a page for each card, and an index.

use super::prose::{Prose, window};
use eagles::waterloo::specials::Program;
use eagles::waterloo::specials::program::Aim;
use eagles::waterloo::{Card, CardSet};
use std::fmt::Write;

/// One page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The name of its file, such as `fr-spe-tirailleurs.md`.
    pub file: String,
    /// What it says, as Markdown.
    pub text: String,
}

/// The pages of these cards of a set, in the order given, and an index `README.md` before them.
#[must_use]
pub fn pages(title: &str, set: &CardSet, ids: &[&str]) -> Vec<Page> {
    let cards: Vec<(&Card, &Program)> = ids.iter().filter_map(|id| Some((set.by_id(id)?, set.program(id)?))).collect();
    let mut pages = vec![Page { file: "README.md".to_owned(), text: index(title, &cards) }];
    pages.extend(cards.iter().map(|(card, program)| Page { file: file(card), text: page(card, program, set) }));
    pages
}

fn file(card: &Card) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' || c == '_' { c } else { '_' };
    format!("{}.md", card.id.chars().map(plain).collect::<String>())
}

/// A text inside a cell or a line of Markdown.
fn plain(text: &str) -> String {
    text.replace('|', "\\|").split_whitespace().collect::<Vec<_>>().join(" ")
}

fn index(title: &str, cards: &[(&Card, &Program)]) -> String {
    let mut out = format!("# {title}\n\n");
    if cards.is_empty() {
        out.push_str("There are no cards.\n");
        return out;
    }
    out.push_str("| card | army | battles | BP | when | |\n|---|---|---|---|---|---|\n");
    for (card, program) in cards {
        let when: Vec<String> = program.windows.iter().map(|w| format!("`{}`", w.name())).collect();
        let _ = writeln!(
            out,
            "| [{}]({}) | {} | {} | {} | {} | {} |",
            plain(&card.name),
            file(card),
            card.army,
            card.battles.join(" "),
            card.bp,
            when.join(" "),
            plain(&program.text.effect)
        );
    }
    out
}

/// The page of one card.
#[must_use]
pub fn page(card: &Card, program: &Program, set: &CardSet) -> String {
    let prose = Prose::new(set);
    let mut out = format!("# {}\n\n", plain(&card.name));
    let _ = writeln!(
        out,
        "`{}`, a {} Special of {} BP. Battles: {}.\n",
        card.id,
        card.army,
        card.bp,
        if card.battles.is_empty() { "none".to_owned() } else { card.battles.join(", ") }
    );
    let text = &program.text;
    out.push_str("## On the card\n\n");
    for (head, what) in [("Effect", &text.effect), ("Duration", &text.duration), ("Limits", &text.limits)] {
        if !what.trim().is_empty() {
            let _ = writeln!(out, "**{head}:** {}\n", plain(what));
        }
    }
    if !text.history.trim().is_empty() {
        let _ = writeln!(out, "*{}*\n", plain(&text.history));
    }
    out.push_str("## When\n\n");
    for open in &program.windows {
        let _ = writeln!(out, "- `{}`: {}", open.name(), window(*open));
    }
    out.push_str("\n## On what\n\n");
    let aim = prose.aim(&program.aim);
    let _ = writeln!(out, "It is played on {aim}.");
    if program.aim != Aim::Nothing {
        out.push_str("Its Position must hold a Troop card or a face-up General of the army.\n");
    }
    if !program.needs.is_empty() {
        out.push_str("\n## What must hold\n\n");
        for need in &program.needs {
            let _ = writeln!(out, "- {} ({})", plain(&need.say), prose.cond(&need.cond));
        }
    }
    out.push_str("\n## What happens\n\n");
    for told in prose.effect(program) {
        let _ = writeln!(out, "{}- {}", "  ".repeat(told.depth), told.text);
    }
    out.push_str("\n*It* is the card that an operation acts on: at first what was named, then the card that was chosen, reached or drawn.\n");
    if !program.rules.is_empty() {
        let _ = writeln!(out, "\n## Rules\n\n{}", program.rules.join(", "));
    }
    out
}
