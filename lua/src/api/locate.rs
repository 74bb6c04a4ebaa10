//! Where in a source a word and its keys stand: the interpreter knows the line of a call, editors want the column too.

/// A source, cut into names, texts and signs with their places.
#[derive(Debug)]
pub(crate) struct Source<'a> {
    tokens: Vec<Token<'a>>,
}

#[derive(Clone, Copy, Debug)]
struct Token<'a> {
    text: &'a str,
    line: u32,
    column: u32,
}

impl<'a> Source<'a> {
    /// Cuts a source up; comments are left out.
    pub(crate) fn new(source: &'a str) -> Self {
        let mut tokens = Vec::new();
        let bytes = source.as_bytes();
        let (mut at, mut line, mut start) = (0, 1, 0);
        while let Some(&byte) = bytes.get(at) {
            let from = at;
            let column = (at - start) as u32 + 1;
            let first = line;
            match byte {
                b'\n' => {
                    (at, line) = (at + 1, line + 1);
                    start = at;
                    continue;
                }
                b' ' | b'\t' | b'\r' => {
                    at += 1;
                    continue;
                }
                b'-' if bytes.get(at + 1) == Some(&b'-') => {
                    at = match long_bracket(bytes, at + 2) {
                        Some(end) => end,
                        None => bytes[at..].iter().position(|b| *b == b'\n').map_or(bytes.len(), |n| at + n),
                    };
                }
                b'[' if long_bracket(bytes, at).is_some() => at = long_bracket(bytes, at).unwrap_or(at + 1),
                b'"' | b'\'' | b'`' => {
                    at += 1;
                    while let Some(&b) = bytes.get(at).filter(|b| **b != byte && **b != b'\n') {
                        at += if b == b'\\' { 2 } else { 1 };
                    }
                    at += 1;
                }
                b if word(b) => {
                    while bytes.get(at).is_some_and(|b| word(*b)) {
                        at += 1;
                    }
                }
                _ => at += 1,
            }
            at = at.min(bytes.len());
            for (i, _) in bytes[from..at].iter().enumerate().filter(|(_, b)| **b == b'\n') {
                line += 1;
                start = from + i + 1;
            }
            if byte == b'-' && bytes.get(from + 1) == Some(&b'-') {
                continue;
            }
            if let Some(text) = source.get(from..at) {
                tokens.push(Token { text, line: first, column });
            } else {
                // Within a letter of several bytes.
                while !source.is_char_boundary(at) {
                    at += 1;
                }
            }
        }
        Self { tokens }
    }

    /// Where the call of a word begins that the interpreter places in `line`, as an index of its last name.
    fn call(&self, name: &str, line: u32) -> Option<usize> {
        let parts: Vec<&str> = name.split('.').collect();
        let fits = |i: usize| {
            let from = (i + 2).checked_sub(2 * parts.len())?;
            let names = parts.iter().enumerate().all(|(n, part)| {
                let dot = n == 0 || self.tokens.get(from + 2 * n - 1).is_some_and(|t| t.text == ".");
                dot && self.tokens.get(from + 2 * n).is_some_and(|t| t.text == *part)
            });
            let called =
                self.tokens.get(i + 1).is_some_and(|t| matches!(t.text.as_bytes().first(), Some(b'(' | b'{' | b'"')));
            let member = from.checked_sub(1).and_then(|i| self.tokens.get(i)).is_some_and(|t| t.text == ".");
            (names && called && !member).then_some(i)
        };
        // The interpreter gives the line in which the call begins or ends.
        let all = || (0..self.tokens.len()).filter_map(fits);
        let here = all().find(|&i| self.tokens[i].line == line);
        here.or_else(|| all().rfind(|&i| self.tokens[i].line <= line)).or_else(|| all().next())
    }

    /// The line and column of a word that was called in `line`.
    pub(crate) fn word(&self, name: &str, line: u32) -> Option<(u32, u32)> {
        let dots = name.matches('.').count();
        self.call(name, line).and_then(|i| self.place(i.checked_sub(2 * dots)?))
    }

    /// The line and column of a key in the table given to a word that was called in `line`.
    pub(crate) fn key(&self, name: &str, line: u32, key: &str) -> Option<(u32, u32)> {
        let mut depth = 0;
        for i in self.call(name, line)? + 1..self.tokens.len() {
            match self.tokens[i].text {
                "{" | "(" => depth += 1,
                "}" | ")" => {
                    depth -= 1;
                    if depth == 0 {
                        return None;
                    }
                }
                text if depth <= 2 && text.trim_matches(['"', '\'']) == key => {
                    let assigned = self.tokens.get(i + 1).is_some_and(|t| t.text == "=")
                        || self.tokens.get(i + 1).is_some_and(|t| t.text == "]")
                            && self.tokens.get(i + 2).is_some_and(|t| t.text == "=");
                    if assigned {
                        return self.place(i);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// The first `table.name` in a line whose name is none of `known`.
    pub(crate) fn stranger(&self, line: u32, known: impl Fn(&str, &str) -> Option<String>) -> Option<(u32, String)> {
        self.tokens
            .windows(3)
            .filter(|w| w[0].line == line && w[1].text == ".")
            .find_map(|w| known(w[0].text, w[2].text).map(|message| (w[2].column, message)))
    }

    /// The first of some words, such as `lapse` or `own.troops`, that stands there as it is and is not called.
    pub(crate) fn uncalled(&self, words: impl Fn(&str) -> bool) -> Option<(String, (u32, u32))> {
        let at = |i: usize| self.tokens.get(i).map_or("", |token| token.text);
        (0..self.tokens.len()).find_map(|from| {
            let name = if at(from + 1) == "." { format!("{}.{}", at(from), at(from + 2)) } else { at(from).to_owned() };
            let after = at(from + if name.contains('.') { 3 } else { 1 });
            let member = from.checked_sub(1).is_some_and(|i| matches!(at(i), "." | ":"));
            let used = after.starts_with(['(', '{', '"', '\'', '`', '[', '.', '=', ':']);
            (!member && !used && words(&name)).then(|| Some((name, self.place(from)?)))?
        })
    }

    /// The line and column of the text that says this, where there is one and no more.
    pub(crate) fn text(&self, text: &str) -> Option<(u32, u32)> {
        let mut found = (0..self.tokens.len()).filter(|&i| unquoted(self.tokens[i].text) == Some(text));
        let first = found.next().filter(|_| found.next().is_none());
        first.and_then(|i| self.place(i))
    }

    /// The line and column of the first key of this name.
    pub(crate) fn name(&self, name: &str) -> Option<(u32, u32)> {
        self.tokens.windows(2).position(|w| w[0].text == name && w[1].text == "=").and_then(|i| self.place(i))
    }

    /// The calls `word("name")`, in order.
    pub(crate) fn calls(&self) -> Vec<Literal<'a>> {
        let open = |token: &Token<'_>| token.text == "(";
        let literal = |w: &[Token<'a>]| {
            let (word, name) = if open(&w[1]) { (w[0], w[2]) } else { (w[0], w[1]) };
            Some(Literal { word: word.text, name: unquoted(name.text)?, line: name.line, column: name.column })
        };
        self.tokens.windows(3).filter_map(literal).collect()
    }

    /// Whether every use of a word is a call with a plain text.
    pub(crate) fn all_literal(&self, word: &str) -> bool {
        let uses = self.tokens.iter().filter(|token| token.text == word).count();
        uses == self.calls().iter().filter(|call| call.word == word).count()
    }

    fn place(&self, i: usize) -> Option<(u32, u32)> {
        self.tokens.get(i).map(|token| (token.line, token.column))
    }
}

/// A word that is called with a plain text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Literal<'a> {
    /// The word.
    pub(crate) word: &'a str,
    /// The text.
    pub(crate) name: &'a str,
    /// Its line.
    pub(crate) line: u32,
    /// Its column in bytes, from 1.
    pub(crate) column: u32,
}

/// What stands between quotation marks.
fn unquoted(text: &str) -> Option<&str> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    text.strip_prefix(quote)?.strip_suffix(quote)
}

fn word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The end of `[[ ... ]]` or `[=[ ... ]=]` that begins at `at`.
fn long_bracket(bytes: &[u8], at: usize) -> Option<usize> {
    if bytes.get(at) != Some(&b'[') {
        return None;
    }
    let level = bytes.get(at + 1..)?.iter().take_while(|b| **b == b'=').count();
    if bytes.get(at + 1 + level) != Some(&b'[') {
        return None;
    }
    let close: Vec<u8> = [b"]".as_slice(), &vec![b'='; level], b"]"].concat();
    let from = at + 2 + level;
    bytes.get(from..)?.windows(close.len()).position(|w| w == close).map(|n| from + n + close.len())
}
