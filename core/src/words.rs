//! Words in messages: values quoted, lists, the known word that was perhaps meant.

/// How many characters of a value a message shows.
pub(crate) const SHOWN: usize = 40;

/// A value as a message shows it: short and on one line.
pub(crate) fn quote(text: &str) -> String {
    let mut shown: String = text.chars().take(SHOWN).flat_map(char::escape_debug).collect();
    if text.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    format!("`{shown}`")
}

/// `a, b or c`.
pub(crate) fn either(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// `; perhaps X is meant`, if a known word is near; otherwise some of the known words.
pub(crate) fn nearest(word: &str, known: &[&str]) -> String {
    match near(word, known) {
        Some(near) => format!("; perhaps `{near}` is meant"),
        None if known.is_empty() => String::new(),
        None => {
            let more = if known.len() > MANY { ", …" } else { "" };
            let some: Vec<_> = known.iter().take(MANY).copied().collect();
            format!("; known are {}{more}", some.join(", "))
        }
    }
}

/// How many known words a message lists.
const MANY: usize = 32;
/// Among how many known words a near one is looked for.
const SEARCHED: usize = 400;

/// The known word that differs from `word` least, if by little.
pub(crate) fn near<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let word: Vec<char> = word.to_lowercase().chars().take(SHOWN).collect();
    let mut best = None;
    for &other in known.iter().take(SEARCHED) {
        let letters: Vec<char> = other.to_lowercase().chars().collect();
        let allowed = 1 + letters.len() / 4;
        if letters.len().abs_diff(word.len()) > allowed {
            continue;
        }
        let d = distance(&word, &letters);
        if d <= allowed && best.is_none_or(|(least, _)| d < least) {
            best = Some((d, other));
        }
    }
    best.map(|(_, other)| other)
}

/// The Levenshtein distance.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut corner = i;
        let mut left = i + 1;
        for (y, above) in b.iter().zip(row.iter_mut().skip(1)) {
            let cost = (corner + usize::from(x != y)).min(left + 1).min(*above + 1);
            corner = *above;
            *above = cost;
            left = cost;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().unwrap_or(0)
}
