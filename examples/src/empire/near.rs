//! The known word that was perhaps meant.

use crate::fold::fold;

/// How many known words a message lists at most.
const LISTED: usize = 24;

/// The known word that differs from `word` least, if by little.
pub(crate) fn near<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let word: Vec<char> = fold(word).chars().take(40).collect();
    let measured = known.iter().map(|other| {
        let letters: Vec<char> = other.chars().collect();
        (distance(&word, &letters), 1 + letters.len() / 4, *other)
    });
    measured.filter(|(off, allowed, _)| off <= allowed).min_by_key(|(off, ..)| *off).map(|(.., other)| other)
}

/// What to say of an unknown word: the known one that is near, or what there is.
pub(crate) fn hint(word: &str, known: &[&str]) -> String {
    match near(word, known) {
        Some(near) => format!("perhaps `{near}` is meant"),
        None if known.len() > LISTED => format!("known are {}, ...", known[..LISTED].join(", ")),
        None => format!("known are {}", known.join(", ")),
    }
}

/// The Levenshtein distance.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let (mut corner, mut left) = (i, i + 1);
        for (y, above) in b.iter().zip(row.iter_mut().skip(1)) {
            let cost = (corner + usize::from(x != y)).min(left + 1).min(*above + 1);
            (corner, left) = (*above, cost);
            *above = cost;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{hint, near};

    #[test]
    fn a_slip_of_the_keyboard_is_found() {
        let known = ["column", "line", "square"];
        assert_eq!(near("colum", &known), Some("column"));
        assert_eq!(near("Sqaure", &known), Some("square"));
        assert_eq!(near("battery", &known), None);
        assert_eq!(hint("battery", &known), "known are column, line, square");
    }
}
