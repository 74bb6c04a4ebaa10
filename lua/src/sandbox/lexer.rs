//! Cuts a source into words and signs. Whatever is not known here is refused.

use super::error::Fault;
use std::borrow::Cow;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Name,
    Keyword,
    Number,
    /// A text; its bytes are in [`Token::bytes`].
    Text,
    /// The parts of `` `a{x}b{y}c` ``: `a` opens, `b` is between, `c` closes.
    Opens,
    Between,
    Closes,
    Sign,
    End,
}

#[derive(Clone, Debug)]
pub(crate) struct Token<'a> {
    pub(crate) kind: Kind,
    pub(crate) text: &'a str,
    pub(crate) bytes: Vec<u8>,
    pub(crate) line: u32,
    pub(crate) column: u32,
}

const KEYWORDS: [&str; 21] = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "if", "in", "local", "nil", "not", "or",
    "repeat", "return", "then", "true", "until", "while",
];

/// Longest first.
const SIGNS: [&str; 43] = [
    "...", "..=", "//=", "==", "~=", "<=", ">=", "..", "::", "+=", "-=", "*=", "/=", "%=", "^=", "//", "->", "+", "-",
    "*", "/", "%", "^", "#", "<", ">", "=", "(", ")", "{", "}", "[", "]", ";", ":", ",", ".", "|", "&", "?", "@", "!",
    "~",
];

struct Lexer<'a> {
    source: &'a str,
    at: usize,
    line: u32,
    line_start: usize,
    /// For every open `` ` ``: how many braces are open inside its `{`.
    braces: Vec<u32>,
    tokens: Vec<Token<'a>>,
}

/// All tokens of a source, with one `End`.
pub(crate) fn tokens(source: &str) -> Result<Vec<Token<'_>>, Fault> {
    let source = source.strip_prefix('\u{feff}').unwrap_or(source);
    let mut lexer = Lexer {
        source,
        at: 0,
        line: 1,
        line_start: 0,
        braces: Vec::new(),
        tokens: Vec::with_capacity(source.len() / 4),
    };
    while lexer.token()? {}
    Ok(lexer.tokens)
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a [u8] {
        self.source.as_bytes().get(self.at..).unwrap_or_default()
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.source.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    fn done(&self) -> bool {
        self.at >= self.source.len()
    }

    fn column(&self) -> u32 {
        (self.at - self.line_start) as u32 + 1
    }

    fn fault(&self, message: impl Into<String>) -> Fault {
        Fault::at(self.line, self.column(), message)
    }

    /// Steps over one byte, counting lines.
    fn step(&mut self) -> u8 {
        let byte = self.peek(0);
        self.at += 1;
        if byte == b'\n' {
            self.line += 1;
            self.line_start = self.at;
        }
        byte
    }

    fn push(&mut self, kind: Kind, from: usize, line: u32, column: u32, bytes: Vec<u8>) {
        let text = self.source.get(from..self.at).unwrap_or_default();
        self.tokens.push(Token { kind, text, bytes, line, column });
    }

    fn token(&mut self) -> Result<bool, Fault> {
        self.blank()?;
        let (from, line, column) = (self.at, self.line, self.column());
        if self.done() {
            if !self.braces.is_empty() {
                return Err(self.fault("a text with ` is not closed"));
            }
            self.push(Kind::End, from, line, column, Vec::new());
            return Ok(false);
        }
        let byte = self.peek(0);
        let unclosed = Fault::at(line, column, "this text is not closed");
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                while self.peek(0).is_ascii_alphanumeric() || self.peek(0) == b'_' {
                    self.at += 1;
                }
                let word = &self.source[from..self.at];
                if word.starts_with("__") {
                    return Err(Fault::at(line, column, format!("`{word}`: names that begin with __ cannot be used")));
                }
                let kind = if KEYWORDS.binary_search(&word).is_ok() { Kind::Keyword } else { Kind::Name };
                self.push(kind, from, line, column, Vec::new());
            }
            b'0'..=b'9' => self.number(from, line, column)?,
            b'.' if self.peek(1).is_ascii_digit() => self.number(from, line, column)?,
            b'"' | b'\'' => {
                self.at += 1;
                let bytes = self.quoted(byte, unclosed)?.0;
                self.push(Kind::Text, from, line, column, bytes);
            }
            b'`' => {
                self.at += 1;
                let (bytes, open) = self.quoted(b'`', unclosed)?;
                if open {
                    self.braces.push(0);
                    if self.braces.len() > 16 {
                        return Err(self.fault("texts with ` nest too deep"));
                    }
                }
                self.push(if open { Kind::Opens } else { Kind::Text }, from, line, column, bytes);
            }
            b'}' if self.braces.last() == Some(&0) => {
                self.at += 1;
                let (bytes, open) = self.quoted(b'`', unclosed)?;
                if !open {
                    self.braces.pop();
                }
                self.push(if open { Kind::Between } else { Kind::Closes }, from, line, column, bytes);
            }
            b'[' if self.long_level().is_some() => {
                let bytes = self.long()?;
                self.push(Kind::Text, from, line, column, bytes);
            }
            _ => {
                let rest = self.rest();
                for (foreign, ours) in [("!=", "~="), ("&&", "and"), ("||", "or")] {
                    if rest.starts_with(foreign.as_bytes()) {
                        return Err(self.fault(format!("`{foreign}` is not of this language: write `{ours}`")));
                    }
                }
                let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(sign.as_bytes())) else {
                    let sign = self.source[self.at..].chars().next().unwrap_or(' ');
                    return Err(self.fault(format!("`{}` has no meaning here", sign.escape_default())));
                };
                self.at += sign.len();
                match (*sign, self.braces.last_mut()) {
                    ("{", Some(open)) => *open += 1,
                    ("}", Some(open)) => *open -= 1,
                    _ => {}
                }
                self.push(Kind::Sign, from, line, column, Vec::new());
            }
        }
        Ok(true)
    }

    /// Blanks and comments.
    fn blank(&mut self) -> Result<(), Fault> {
        loop {
            match self.peek(0) {
                b' ' | b'\t' | b'\r' | b'\n' if !self.done() => {
                    self.step();
                }
                b'-' if self.peek(1) == b'-' => {
                    self.at += 2;
                    if self.peek(0) == b'[' && self.long_level().is_some() {
                        self.long()?;
                    } else {
                        while !self.done() && self.peek(0) != b'\n' {
                            self.at += 1;
                        }
                    }
                }
                _ => return Ok(()),
            }
        }
    }

    fn number(&mut self, from: usize, line: u32, column: u32) -> Result<(), Fault> {
        let mut exponent = false;
        let hex = self.peek(0) == b'0' && matches!(self.peek(1), b'x' | b'X' | b'b' | b'B');
        while self.peek(0).is_ascii_alphanumeric()
            || matches!(self.peek(0), b'_' | b'.')
            || (exponent && matches!(self.peek(0), b'+' | b'-'))
        {
            exponent = !hex && matches!(self.peek(0), b'e' | b'E');
            self.at += 1;
        }
        let text: String = self.source[from..self.at].chars().filter(|c| *c != '_').collect();
        let digits = text.get(2..).unwrap_or_default();
        let plain = |d: u8| d.is_ascii_digit() || matches!(d, b'.' | b'e' | b'E' | b'+' | b'-');
        let number = match text.as_bytes() {
            [b'0', b'x' | b'X', ..] if digits.len() <= 13 => hex_number(digits, 16),
            [b'0', b'b' | b'B', ..] if digits.len() <= 52 => hex_number(digits, 2),
            _ if text.len() <= 60 && text.bytes().all(plain) => text.parse::<f64>().ok().and_then(written),
            _ => None,
        };
        let Some(number) = number else {
            let shown: String = text.chars().take(40).collect();
            return Err(Fault::at(line, column, format!("`{shown}` is not a number that can be used here")));
        };
        self.push(Kind::Number, from, line, column, number.into_bytes());
        Ok(())
    }

    /// The level of the long bracket that begins here, if one does.
    fn long_level(&self) -> Option<usize> {
        let level = self.rest().iter().skip(1).take_while(|b| **b == b'=').count();
        (self.peek(level + 1) == b'[').then_some(level)
    }

    fn long(&mut self) -> Result<Vec<u8>, Fault> {
        let level = self.long_level().unwrap_or(0);
        let opened = self.fault("this text or comment is not closed");
        let close: Cow<'_, str> = if level == 0 { "]]".into() } else { format!("]{}]", "=".repeat(level)).into() };
        self.at += level + 2;
        let Some(length) = self.source.get(self.at..).and_then(|rest| rest.find(close.as_ref())) else {
            return Err(opened);
        };
        let inner = &self.source[self.at..self.at + length];
        for _ in 0..length + close.len() {
            self.step();
        }
        let inner = inner.strip_prefix("\r\n").or_else(|| inner.strip_prefix('\n')).unwrap_or(inner);
        Ok(inner.replace("\r\n", "\n").into_bytes())
    }

    /// The rest of a quoted text, and whether it stopped at the `{` of an interpolation.
    fn quoted(&mut self, quote: u8, unclosed: Fault) -> Result<(Vec<u8>, bool), Fault> {
        let mut bytes = Vec::new();
        loop {
            if self.done() {
                return Err(unclosed);
            }
            let at_brace = self.fault("write \\{ for a brace");
            match self.step() {
                byte if byte == quote => return Ok((bytes, false)),
                b'\n' | b'\r' => return Err(unclosed),
                b'{' if quote == b'`' => {
                    if self.peek(0) == b'{' {
                        return Err(at_brace);
                    }
                    return Ok((bytes, true));
                }
                b'\\' => self.escape(&mut bytes)?,
                byte => bytes.push(byte),
            }
        }
    }

    fn escape(&mut self, bytes: &mut Vec<u8>) -> Result<(), Fault> {
        let wrong = self.fault("this escape has no meaning");
        match self.step() {
            b'a' => bytes.push(7),
            b'b' => bytes.push(8),
            b'f' => bytes.push(12),
            b'n' | b'\n' => bytes.push(b'\n'),
            b'r' => bytes.push(b'\r'),
            b't' => bytes.push(b'\t'),
            b'v' => bytes.push(11),
            byte @ (b'\\' | b'"' | b'\'' | b'`' | b'{') => bytes.push(byte),
            b'z' => {
                while self.peek(0).is_ascii_whitespace() {
                    self.step();
                }
            }
            b'x' => {
                let digits = self.source.get(self.at..self.at + 2).ok_or_else(|| wrong.clone())?;
                bytes.push(u8::from_str_radix(digits, 16).map_err(|_| wrong)?);
                self.at += 2;
            }
            b'u' => {
                let rest = self.source.get(self.at..).unwrap_or_default();
                let digits = rest.strip_prefix('{').and_then(|r| r.split_once('}')).map(|(digits, _)| digits);
                let digits = digits.filter(|d| (1..=6).contains(&d.len())).ok_or_else(|| wrong.clone())?;
                let sign = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32).ok_or(wrong)?;
                bytes.extend_from_slice(sign.encode_utf8(&mut [0; 4]).as_bytes());
                self.at += digits.len() + 2;
            }
            digit @ b'0'..=b'9' => {
                let mut number = u32::from(digit - b'0');
                for _ in 0..2 {
                    if self.peek(0).is_ascii_digit() {
                        number = number * 10 + u32::from(self.step() - b'0');
                    }
                }
                bytes.push(u8::try_from(number).map_err(|_| wrong)?);
            }
            _ => return Err(wrong),
        }
        Ok(())
    }
}

fn hex_number(digits: &str, base: u32) -> Option<String> {
    let plain = digits.bytes().all(|d| d.is_ascii_alphanumeric());
    u64::from_str_radix(digits, base).ok().filter(|_| plain).map(|number| number.to_string())
}

/// A number in whole numbers alone, which the compiler reads alike in every locale: 1.5 is `(3/2)`.
fn written(number: f64) -> Option<String> {
    if !number.is_finite() || number > 1e300 {
        return None;
    }
    let (mut top, mut bottom) = (number, 1.0_f64);
    while top.fract() != 0.0 {
        if bottom > 1e300 {
            return None;
        }
        (top, bottom) = (top * 2.0, bottom * 2.0);
    }
    Some(if bottom > 1.0 { format!("({top}/{bottom})") } else { format!("{top}") })
}
