//! Names as they are typed: without case and accents.

/// The text in small letters without accents: `pire` for `Piré`.
pub(crate) fn fold(text: &str) -> String {
    let mut plain = String::new();
    for c in text.chars().flat_map(char::to_lowercase) {
        match c {
            'à'..='å' => plain.push('a'),
            'æ' => plain.push_str("ae"),
            'ç' => plain.push('c'),
            'è'..='ë' => plain.push('e'),
            'ì'..='ï' => plain.push('i'),
            'ñ' => plain.push('n'),
            'ò'..='ö' | 'ø' => plain.push('o'),
            'œ' => plain.push_str("oe"),
            'ß' => plain.push_str("ss"),
            'ù'..='ü' => plain.push('u'),
            'ý' | 'ÿ' => plain.push('y'),
            '’' => plain.push('\''),
            // Accents that stand behind their letter.
            '\u{300}'..='\u{36f}' => {}
            other => plain.push(other),
        }
    }
    plain
}

/// Whether `word` is a part of a printed name: it must have a letter, so that a number is none.
pub(crate) fn is_part(word: &str, name: &str) -> bool {
    word.chars().any(char::is_alphabetic) && fold(name).contains(&fold(word))
}

#[cfg(test)]
mod tests {
    use super::{fold, is_part};

    #[test]
    fn case_and_accents_do_not_matter() {
        assert_eq!(fold("Piré, BLÜCHER, Château d’Œuf"), "pire, blucher, chateau d'oeuf");
        assert_eq!(fold("Pire\u{301}"), "pire");
        assert!(is_part("PIRE", "Piré's Division") && is_part("piré", "Piré's Division"));
        assert!(!is_part("1", "1st Foot Guards") && !is_part("pira", "Piré's Division"));
    }
}
