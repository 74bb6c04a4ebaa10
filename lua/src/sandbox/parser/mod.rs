//! Reads a source and writes what is compiled: the same program, line by line, in which
//! - every table that a script makes is known to the runtime (`__t`), so that it can be frozen after loading,
//! - joining texts (`..`, and `` ` `` texts) is measured (`__c`),
//! - arithmetic takes numbers only, never a text that looks like one (`__n`): reading it would take long and depend on
//!   the locale of the host; the remainder is of whole numbers only (`__m`), because that of fractions depends on how
//!   the interpreter was compiled,
//! - loops over a table go over sorted keys and refuse objects as keys (`__i`),
//! - keys that are not written out are counted where a table is written to (`__k`),
//! - types are gone (they are for editors), and so are comments and odd spellings.
//!
//! It refuses what would keep something between two calls or depend on the machine. The compiler sees nothing of the
//! source but what was understood here.

mod expressions;
mod statements;
mod types;

use super::error::Fault;
use super::lexer::{Kind, Token};
use super::limits::{Limit, Limits};
use super::scope::{Origin, Scope};

/// Parts of one expression, list or chain: calls, operators, arguments. The compiler recurses over them.
const CHAIN: u32 = 120;
/// Values in one list of arguments, results or targets.
const LIST: u32 = 100;

/// What the parser gives.
#[derive(Debug)]
pub(crate) struct Translated {
    pub(crate) text: String,
    /// Tokens of the longest body.
    pub(crate) longest: u32,
    /// Elements of the longest table that is written out.
    pub(crate) room: usize,
}

pub(crate) struct Parser<'a, 'n> {
    tokens: &'n [Token<'a>],
    at: usize,
    out: String,
    line: u32,
    /// What is to be written at an earlier place of `out`, once it is known that it belongs there.
    marks: Vec<(usize, &'static str)>,
    pub(crate) scope: Scope<'a>,
    depth: u32,
    /// For each open function: the loops open in it, and whether it takes `...`.
    functions: Vec<(u32, bool)>,
    /// Calls, tables and functions so far.
    acts: u32,
    room: usize,
    limits: &'n Limits,
    /// Says whether a global is known; if not, why or what is meant.
    globals: &'n dyn Fn(&str) -> Result<(), String>,
}

type Parsed<T = ()> = Result<T, Fault>;

/// What a prefix expression turned out to be.
enum Prefix<'a> {
    Name(&'a str, Origin, usize),
    Field,
    /// `x[key]`, with where the key was written.
    Place(usize, usize),
    Call,
    /// In parentheses; true if surely a number.
    Other(bool),
}

/// Reads a whole source.
pub(crate) fn translate<'a>(
    tokens: &[Token<'a>],
    limits: &Limits,
    globals: &dyn Fn(&str) -> Result<(), String>,
) -> Parsed<Translated> {
    let mut parser = Parser {
        tokens,
        at: 0,
        out: String::new(),
        line: 1,
        marks: Vec::new(),
        scope: Scope::default(),
        depth: 0,
        functions: vec![(0, true)],
        acts: 0,
        room: 0,
        limits,
        globals,
    };
    parser.block()?;
    if parser.kind() != Kind::End {
        return Err(parser.unexpected("the end of the file"));
    }
    Ok(Translated { longest: parser.scope.longest, room: parser.room, text: parser.written(0) })
}

impl<'a, 'n> Parser<'a, 'n> {
    /// What was written from a place on, with the marks.
    fn written(&self, start: usize) -> String {
        // Of marks at one place, what was found later stands around what was found before.
        let mut marks: Vec<_> = self.marks.iter().enumerate().filter(|(_, (at, _))| *at >= start).collect();
        marks.sort_by_key(|(found, (at, _))| (*at, std::cmp::Reverse(*found)));
        let mut text = String::with_capacity(self.out.len() - start + marks.len() * 5);
        let mut from = start;
        for (_, (at, mark)) in marks {
            text.push_str(&self.out[from..*at]);
            text.push_str(mark);
            from = *at;
        }
        text.push_str(&self.out[from..]);
        text
    }

    /// Wraps what was written from `start` on, unless it is surely a number.
    fn number(&mut self, start: usize, surely: bool) {
        if !surely {
            self.marks.push((start, " __n("));
            self.raw(" )");
        }
    }

    /// The key of `x[key]` is written to: it is counted (`__k`).
    fn key(&mut self, target: &Prefix<'a>) {
        if let Prefix::Place(start, end) = *target {
            self.marks.push((start, " __k("));
            self.marks.push((end, " )"));
        }
    }

    // Tokens.

    fn token(&self) -> &'n Token<'a> {
        // The last token is `End`, and nothing steps over it.
        &self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    fn ahead(&self) -> &'n Token<'a> {
        &self.tokens[(self.at + 1).min(self.tokens.len() - 1)]
    }

    fn kind(&self) -> Kind {
        self.token().kind
    }

    fn is(&self, text: &str) -> bool {
        let token = self.token();
        matches!(token.kind, Kind::Sign | Kind::Keyword) && token.text == text
    }

    fn is_word(&self, word: &str) -> bool {
        self.kind() == Kind::Name && self.token().text == word
    }

    fn next_is(&self, sign: &str) -> bool {
        self.ahead().kind == Kind::Sign && self.ahead().text == sign
    }

    fn fault(&self, message: impl Into<String>) -> Fault {
        Fault::at(self.token().line, self.token().column, message)
    }

    fn unexpected(&self, wanted: &str) -> Fault {
        let token = self.token();
        let found = if token.kind == Kind::End { "the file ends" } else { "there is" };
        let text: String = token.text.chars().take(40).collect();
        let text = if token.kind == Kind::End { String::new() } else { format!(" `{}`", text.escape_default()) };
        self.fault(format!("expected {wanted}, but here {found}{text}"))
    }

    fn limit(&self, limit: Limit) -> Fault {
        Fault { limit: Some(limit), ..self.fault(limit.message()) }
    }

    /// Steps over a token that is not written.
    fn skip(&mut self) -> Parsed {
        if self.kind() != Kind::End {
            self.at += 1;
        }
        if self.scope.count() > self.limits.body { Err(self.limit(Limit::Body)) } else { Ok(()) }
    }

    /// Brings what is written to the line of the token.
    fn catch_up(&mut self) {
        while self.line < self.token().line {
            self.out.push('\n');
            self.line += 1;
        }
    }

    /// Writes the token and steps over it.
    fn copy(&mut self) -> Parsed {
        self.catch_up();
        let token = self.token();
        self.out.push(' ');
        match token.kind {
            Kind::Text | Kind::Opens | Kind::Between | Kind::Closes => self.write_text(&token.bytes)?,
            Kind::Number => self.out.push_str(std::str::from_utf8(&token.bytes).unwrap_or("0")),
            _ => self.out.push_str(token.text),
        }
        self.skip()
    }

    fn write_text(&mut self, bytes: &[u8]) -> Parsed {
        if bytes.len() > self.limits.text {
            return Err(self.limit(Limit::Text));
        }
        self.out.push('"');
        for byte in bytes {
            match byte {
                b'"' | b'\\' | 0..=31 | 127.. => {
                    self.out.push('\\');
                    for digit in [byte / 100, byte / 10 % 10, byte % 10] {
                        self.out.push(char::from(b'0' + digit));
                    }
                }
                byte => self.out.push(char::from(*byte)),
            }
        }
        self.out.push('"');
        Ok(())
    }

    fn raw(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn expect(&mut self, text: &str) -> Parsed {
        if self.is(text) { self.copy() } else { Err(self.unexpected(&format!("`{text}`"))) }
    }

    /// Expects the parenthesis that closes the one at `open`.
    fn expect_closing(&mut self, open: usize) -> Parsed {
        self.expect(")").map_err(|fault| self.left_open(open, fault))
    }

    /// Asks for the bracket that is still open here, where the layout of the source tells which it is.
    fn left_open(&self, open: usize, fault: Fault) -> Fault {
        let here = self.token();
        let unclosed = match self.kind() {
            Kind::End => self.outdented().or(self.tokens.get(open)),
            // Something begins no further in than the line of the bracket.
            _ => self.tokens.get(open).filter(|bracket| {
                here.line > bracket.line && self.indent(here) == here.column && here.column <= self.indent(bracket)
            }),
        };
        match unclosed.filter(|bracket| bracket.line < here.line) {
            Some(bracket) => {
                let message = format!("{}; is the `{}` in line {} closed?", fault.message, bracket.text, bracket.line);
                Fault { message, ..fault }
            }
            None => fault,
        }
    }

    /// The column in which the line of a token begins.
    fn indent(&self, token: &Token<'a>) -> u32 {
        let first = self.tokens.partition_point(|other| other.line < token.line);
        self.tokens.get(first).map_or(token.column, |first| first.column)
    }

    /// The first bracket whose partner begins a line that is further out than its own: it has taken that of another.
    fn outdented(&self) -> Option<&'n Token<'a>> {
        let mut open: Vec<&Token<'a>> = Vec::new();
        for token in self.tokens.iter().filter(|token| token.kind == Kind::Sign) {
            match token.text {
                "{" | "(" | "[" => open.push(token),
                "}" | ")" | "]" => {
                    let bracket = open.pop()?;
                    let begins = bracket.line < token.line && self.indent(token) == token.column;
                    if begins && token.column < self.indent(bracket) {
                        return Some(bracket);
                    }
                }
                _ => {}
            }
        }
        None
    }

    fn expect_skip(&mut self, text: &str) -> Parsed {
        if self.is(text) { self.skip() } else { Err(self.unexpected(&format!("`{text}`"))) }
    }

    fn name(&mut self, what: &str) -> Parsed<&'a str> {
        if self.kind() != Kind::Name {
            return Err(self.unexpected(what));
        }
        let name = self.token().text;
        self.copy()?;
        Ok(name)
    }

    fn declare(&mut self, name: &'a str) -> Parsed {
        if self.scope.declare(name) { Ok(()) } else { Err(self.fault("too many local variables in one function")) }
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.depth += 1;
        if self.depth > self.limits.nesting {
            return Err(self.limit(Limit::Nesting));
        }
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn chain(&self, parts: &mut u32, most: u32) -> Parsed {
        *parts += 1;
        if *parts > most { Err(self.limit(Limit::Nesting)) } else { Ok(()) }
    }
}
