//! What the catalogue says of a rule: whether it is printed on the sheet, a reading of it, or a house rule of ours.

use eagles::cite::Cite;

/// The catalogue of rulings in our words.
const RULINGS: &str = include_str!("../../../core/data/empire/RULINGS.md");

/// A ruling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ruling {
    /// Its number, `A12`.
    pub(crate) number: &'static str,
    /// reading, ruling, house rule, departure.
    pub(crate) mark: &'static str,
    /// What it says.
    pub(crate) text: &'static str,
}

/// The ruling of a citation; none for a chart of the sheet.
pub(crate) fn ruling(cite: Cite) -> Option<Ruling> {
    let wanted = cite.0.strip_prefix("E ")?;
    RULINGS.lines().find_map(|line| {
        let mut cells = line.strip_prefix('|')?.split('|').map(str::trim);
        let number = cells.next().filter(|number| *number == wanted)?;
        Some(Ruling { number, mark: cells.next()?, text: cells.next()? })
    })
}

/// A citation as a player reads it: `E A50, our ruling`, `E L3, house rule of ours`, `E square`.
pub(crate) fn cited(cite: Cite) -> String {
    match ruling(cite).map(|ruling| ruling.mark) {
        Some("house rule") => format!("{cite}, house rule of ours"),
        Some("ruling") => format!("{cite}, our ruling"),
        Some("departure") => format!("{cite}, our departure"),
        _ => cite.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Cite, cited, ruling};

    #[test]
    fn every_ruling_has_its_mark() {
        assert_eq!(cited(Cite("E L3")), "E L3, house rule of ours");
        assert_eq!(cited(Cite("E A62")), "E A62, our ruling");
        assert_eq!(cited(Cite("E square")), "E square");
        assert_eq!(ruling(Cite("E L3")).map(|r| r.mark), Some("house rule"));
    }
}
