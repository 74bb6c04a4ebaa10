//! Reads a source and writes what is compiled: the same program, line by line, in which
//! - every table that a script makes is known to the runtime (`__t`), so that it can be frozen after loading,
//! - joining texts (`..`, and `` ` `` texts) is measured (`__c`),
//! - arithmetic takes numbers only, never a text that looks like one (`__n`): reading it would take long and depend on
//!   the locale of the host,
//! - loops over a table go over sorted keys and refuse objects as keys (`__i`),
//! - types are gone (they are for editors), and so are comments and odd spellings.
//!
//! It refuses what would keep something between two calls or depend on the machine. The compiler sees nothing of the
//! source but what was understood here.

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
    loops: Vec<u32>,
    /// Calls, tables and functions so far.
    acts: u32,
    limits: &'n Limits,
    /// Says whether a global is known; if not, why or what is meant.
    globals: &'n dyn Fn(&str) -> Result<(), String>,
}

type Parsed<T = ()> = Result<T, Fault>;

/// What a prefix expression turned out to be.
enum Prefix<'a> {
    Name(&'a str, Origin, usize),
    Field,
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
        loops: vec![0],
        acts: 0,
        limits,
        globals,
    };
    parser.block()?;
    if parser.kind() != Kind::End {
        return Err(parser.unexpected("the end of the file"));
    }
    Ok(Translated { longest: parser.scope.longest, text: parser.written(0) })
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

    // Tokens.

    fn token(&self) -> &'n Token<'a> {
        // The last token is `End`, and nothing steps over it.
        &self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    fn ahead(&self) -> &'n Token<'a> {
        &self.tokens[(self.at + 1).min(self.tokens.len() - 1)]
    }

    pub(crate) fn kind(&self) -> Kind {
        self.token().kind
    }

    pub(crate) fn is(&self, text: &str) -> bool {
        let token = self.token();
        matches!(token.kind, Kind::Sign | Kind::Keyword) && token.text == text
    }

    pub(crate) fn is_word(&self, word: &str) -> bool {
        self.kind() == Kind::Name && self.token().text == word
    }

    pub(crate) fn next_is(&self, sign: &str) -> bool {
        self.ahead().kind == Kind::Sign && self.ahead().text == sign
    }

    pub(crate) fn fault(&self, message: impl Into<String>) -> Fault {
        Fault::at(self.token().line, self.token().column, message)
    }

    pub(crate) fn unexpected(&self, wanted: &str) -> Fault {
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
    pub(crate) fn skip(&mut self) -> Parsed {
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

    pub(crate) fn expect_skip(&mut self, text: &str) -> Parsed {
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

    pub(crate) fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
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

    // Statements.

    fn ends_block(&self) -> bool {
        self.kind() == Kind::End || ["end", "else", "elseif", "until"].iter().any(|word| self.is(word))
    }

    fn block(&mut self) -> Parsed {
        let mark = self.scope.mark();
        self.statements()?;
        self.scope.leave(mark);
        Ok(())
    }

    fn statements(&mut self) -> Parsed {
        self.deeper(|p| {
            while !p.ends_block() {
                let last = p.statement()?;
                if p.is(";") {
                    p.copy()?;
                }
                if last && !p.ends_block() {
                    return Err(p.unexpected("the end of the block"));
                }
            }
            Ok(())
        })
    }

    /// One statement; true if nothing may follow it.
    fn statement(&mut self) -> Parsed<bool> {
        let token = self.token();
        match (token.kind, token.text) {
            (Kind::Keyword, "if") => self.if_statement()?,
            (Kind::Keyword, "while") => {
                self.copy()?;
                self.looped(|p| {
                    p.expression()?;
                    p.expect("do")?;
                    p.block()
                })?;
                self.expect("end")?;
            }
            (Kind::Keyword, "do") => {
                self.copy()?;
                self.block()?;
                self.expect("end")?;
            }
            (Kind::Keyword, "for") => self.for_statement()?,
            (Kind::Keyword, "repeat") => {
                self.copy()?;
                self.looped(|p| {
                    let mark = p.scope.mark();
                    p.statements()?;
                    p.expect("until")?;
                    p.expression()?;
                    p.scope.leave(mark);
                    Ok(())
                })?;
            }
            (Kind::Keyword, "function") => self.function_statement()?,
            (Kind::Keyword, "local") => self.local_statement()?,
            (Kind::Keyword, "return") => {
                self.copy()?;
                if !self.ends_block() && !self.is(";") {
                    self.expressions()?;
                }
                return Ok(true);
            }
            (Kind::Keyword, "break") => {
                self.in_loop()?;
                self.copy()?;
                return Ok(true);
            }
            (Kind::Name, "continue") if !self.continues() => {
                self.in_loop()?;
                self.copy()?;
                return Ok(true);
            }
            (Kind::Name, "type") if self.ahead().kind == Kind::Name => self.type_alias()?,
            (Kind::Name, "export") if self.ahead().text == "type" => {
                self.skip()?;
                self.type_alias()?;
            }
            _ => self.expression_statement()?,
        }
        Ok(false)
    }

    /// Whether the word after `continue` makes it a variable.
    fn continues(&self) -> bool {
        let next = self.ahead();
        next.kind == Kind::Text || (next.kind == Kind::Sign && !matches!(next.text, ";" | "..." | "@"))
    }

    fn in_loop(&self) -> Parsed {
        match self.loops.last() {
            Some(0) | None => Err(self.fault(format!("`{}` outside a loop", self.token().text))),
            Some(_) => Ok(()),
        }
    }

    fn looped(&mut self, read: impl FnOnce(&mut Self) -> Parsed) -> Parsed {
        self.scope.enter_loop();
        if let Some(loops) = self.loops.last_mut() {
            *loops += 1;
        }
        read(self)?;
        if let Some(loops) = self.loops.last_mut() {
            *loops -= 1;
        }
        self.scope.leave_loop();
        Ok(())
    }

    fn if_statement(&mut self) -> Parsed {
        let mut parts = 0;
        self.copy()?;
        loop {
            self.chain(&mut parts, CHAIN)?;
            self.expression()?;
            self.expect("then")?;
            self.block()?;
            if self.is("elseif") {
                self.copy()?;
                continue;
            }
            if self.is("else") {
                self.copy()?;
                self.block()?;
            }
            return self.expect("end");
        }
    }

    fn for_statement(&mut self) -> Parsed {
        self.copy()?;
        let mut names = vec![self.name("a name")?];
        self.annotation()?;
        let counts = self.is("=");
        if counts {
            self.copy()?;
            self.numeric(0)?;
            self.expect(",")?;
            self.numeric(0)?;
            if self.is(",") {
                self.copy()?;
                self.numeric(0)?;
            }
        } else {
            while self.is(",") {
                self.copy()?;
                names.push(self.name("a name")?);
                self.annotation()?;
            }
            self.expect("in")?;
            self.raw(" __i(");
            self.expressions()?;
            self.raw(" )");
        }
        self.looped(|p| {
            p.expect("do")?;
            let mark = p.scope.mark();
            for name in names {
                p.declare(name)?;
            }
            p.statements()?;
            p.scope.leave(mark);
            Ok(())
        })?;
        self.expect("end")
    }

    fn function_statement(&mut self) -> Parsed {
        self.copy()?;
        let at = self.at;
        let name = self.name("the name of a function")?;
        let field = self.is(".") || self.is(":");
        self.use_name(name, at, !field)?;
        let mut parts = 0;
        while self.is(".") {
            self.chain(&mut parts, CHAIN)?;
            self.copy()?;
            self.name("a name")?;
        }
        let method = self.is(":");
        if method {
            self.copy()?;
            self.name("a name")?;
        }
        self.function_body(method)
    }

    fn local_statement(&mut self) -> Parsed {
        self.copy()?;
        if self.is("function") {
            self.copy()?;
            let name = self.name("the name of a function")?;
            self.declare(name)?;
            return self.function_body(false);
        }
        let mut names = Vec::new();
        loop {
            names.push(self.name("a name")?);
            self.annotation()?;
            if names.len() > LIST as usize {
                return Err(self.limit(Limit::Nesting));
            }
            if !self.is(",") {
                break;
            }
            self.copy()?;
        }
        if self.is("=") {
            self.copy()?;
            self.expressions()?;
        }
        names.into_iter().try_for_each(|name| self.declare(name))
    }

    fn expression_statement(&mut self) -> Parsed {
        self.catch_up();
        let (start, acts) = (self.out.len(), self.acts);
        let first = self.prefix()?;
        if matches!(first, Prefix::Call) {
            return Ok(());
        }
        self.target(&first)?;
        if self.kind() == Kind::Sign && matches!(self.token().text, "+=" | "-=" | "*=" | "/=" | "//=" | "%=" | "..=") {
            return self.compound(start, acts);
        }
        let mut parts = 1;
        while self.is(",") {
            self.chain(&mut parts, LIST)?;
            self.copy()?;
            let target = self.prefix()?;
            self.target(&target)?;
        }
        if self.is("^=") {
            return Err(self.no_power());
        }
        self.expect("=")?;
        self.expressions()
    }

    /// `a.b += c` is written as `a.b = a.b + c`.
    fn compound(&mut self, start: usize, acts: u32) -> Parsed {
        // The target is written twice, so it must do nothing.
        if self.acts != acts {
            return Err(self.fault("a call to the left of this: keep what it gives in a local first"));
        }
        let target = self.written(start).replace('\n', " ");
        let sign = self.token().text.trim_end_matches('=');
        self.catch_up();
        if sign == ".." {
            self.raw(&format!(" = __c({target} ,"));
            self.skip()?;
            self.expression()?;
            self.raw(" )");
            return Ok(());
        }
        self.raw(&format!(" = __n({target} ) {sign} ("));
        self.skip()?;
        self.numeric(0)?;
        self.raw(" )");
        Ok(())
    }

    /// Whether something may be assigned here.
    fn target(&self, target: &Prefix<'a>) -> Parsed {
        match *target {
            Prefix::Name(name, origin, at) => self.assignable(name, origin, at),
            Prefix::Field => Ok(()),
            Prefix::Call | Prefix::Other(_) => Err(self.unexpected("a call, or a variable and `=`")),
        }
    }

    fn assignable(&self, name: &str, origin: Origin, at: usize) -> Parsed {
        let token = &self.tokens[at.min(self.tokens.len() - 1)];
        let message = match origin {
            Origin::Own => return Ok(()),
            Origin::Captured => format!(
                "`{name}` belongs to the code around this function and cannot be changed in here: a script keeps nothing \
                 between calls. Return the value, or collect it in a table made in the same call"
            ),
            Origin::Global => format!("`{name}` is not a local variable: write `local {name}`"),
        };
        Err(Fault::at(token.line, token.column, message))
    }

    /// A name is used: as a target when `write`.
    fn use_name(&self, name: &str, at: usize, write: bool) -> Parsed<Origin> {
        let origin = self.scope.origin(name);
        if write {
            self.assignable(name, origin, at)?;
        } else if origin == Origin::Global {
            let token = &self.tokens[at.min(self.tokens.len() - 1)];
            (self.globals)(name).map_err(|message| Fault::at(token.line, token.column, message))?;
        }
        Ok(origin)
    }

    // Expressions.

    fn expressions(&mut self) -> Parsed {
        let mut parts = 0;
        loop {
            self.chain(&mut parts, LIST)?;
            self.expression()?;
            if !self.is(",") {
                return Ok(());
            }
            self.copy()?;
        }
    }

    fn expression(&mut self) -> Parsed {
        self.binary(0).map(drop)
    }

    /// An expression that must give a number.
    fn numeric(&mut self, limit: u8) -> Parsed {
        self.catch_up();
        let start = self.out.len();
        let surely = self.binary(limit)?;
        self.number(start, surely);
        Ok(())
    }

    /// An expression of operators that bind more than `limit`; true if it surely gives a number.
    fn binary(&mut self, limit: u8) -> Parsed<bool> {
        self.deeper(|p| {
            p.catch_up();
            let start = p.out.len();
            let mut surely = true;
            if p.is("-") {
                p.copy()?;
                p.numeric(8)?;
            } else if p.is("not") || p.is("#") {
                surely = p.is("#");
                p.copy()?;
                p.binary(8)?;
            } else {
                surely = p.cast()?;
            }
            let mut parts = 0;
            loop {
                let power = match p.token().text {
                    _ if !matches!(p.kind(), Kind::Sign | Kind::Keyword) => return Ok(surely),
                    "^" => return Err(p.no_power()),
                    "*" | "/" | "//" | "%" => 7,
                    "+" | "-" => 6,
                    ".." => 5,
                    "==" | "~=" | "<" | "<=" | ">" | ">=" => 3,
                    "and" => 2,
                    "or" => 1,
                    _ => return Ok(surely),
                };
                if power <= limit {
                    return Ok(surely);
                }
                p.chain(&mut parts, CHAIN)?;
                match power {
                    6.. => {
                        p.number(start, surely);
                        p.copy()?;
                        p.numeric(power)?;
                    }
                    5 => {
                        p.marks.push((start, " __c("));
                        while p.is("..") {
                            p.chain(&mut parts, CHAIN)?;
                            p.catch_up();
                            p.raw(" ,");
                            p.skip()?;
                            p.binary(power)?;
                        }
                        p.raw(" )");
                    }
                    _ => {
                        p.copy()?;
                        p.binary(power)?;
                    }
                }
                surely = power >= 6;
            }
        })
    }

    fn no_power(&self) -> Fault {
        self.fault("`^` is not available: fractional powers differ between machines. Multiply instead")
    }

    fn cast(&mut self) -> Parsed<bool> {
        let surely = self.simple()?;
        while self.is("::") {
            self.skip()?;
            self.ty()?;
        }
        Ok(surely)
    }

    /// A value without operators; true if it surely is a number.
    fn simple(&mut self) -> Parsed<bool> {
        let token = self.token();
        let surely = token.kind == Kind::Number;
        match (token.kind, token.text) {
            (Kind::Number | Kind::Text, _) => self.copy(),
            (Kind::Keyword, "nil" | "true" | "false") | (Kind::Sign, "...") => self.copy(),
            (Kind::Keyword, "function") => {
                self.copy()?;
                self.function_body(false)
            }
            (Kind::Keyword, "if") => self.if_expression(),
            (Kind::Sign, "{") => self.table(),
            (Kind::Opens, _) => self.interpolation(),
            _ => return self.prefix().map(|prefix| matches!(prefix, Prefix::Other(true))),
        }?;
        Ok(surely)
    }

    fn if_expression(&mut self) -> Parsed {
        let mut parts = 0;
        self.copy()?;
        loop {
            self.chain(&mut parts, CHAIN / 4)?;
            self.expression()?;
            self.expect("then")?;
            self.expression()?;
            if self.is("else") {
                self.copy()?;
                return self.expression();
            }
            self.expect("elseif")?;
        }
    }

    fn interpolation(&mut self) -> Parsed {
        self.acts += 1;
        self.catch_up();
        self.raw(" __c(");
        self.copy()?;
        let mut parts = 0;
        loop {
            self.chain(&mut parts, LIST / 2)?;
            self.raw(" , __s(");
            self.expression()?;
            self.raw(" ) ,");
            match self.kind() {
                Kind::Between => self.copy()?,
                Kind::Closes => {
                    self.copy()?;
                    self.raw(" )");
                    return Ok(());
                }
                _ => return Err(self.unexpected("`}`")),
            }
        }
    }

    fn table(&mut self) -> Parsed {
        self.acts += 1;
        self.deeper(|p| {
            p.catch_up();
            p.raw(" __t(");
            p.copy()?;
            while !p.is("}") {
                if p.is("[") {
                    p.copy()?;
                    p.expression()?;
                    p.expect("]")?;
                    p.expect("=")?;
                } else if p.kind() == Kind::Name && p.next_is("=") {
                    p.copy()?;
                    p.copy()?;
                }
                p.expression()?;
                if p.is(",") || p.is(";") {
                    p.copy()?;
                } else if !p.is("}") {
                    return Err(p.unexpected("`,` or `}`"));
                }
            }
            p.copy()?;
            p.raw(" )");
            Ok(())
        })
    }

    fn prefix(&mut self) -> Parsed<Prefix<'a>> {
        let mut found = if self.kind() == Kind::Name {
            let at = self.at;
            let name = self.name("a name")?;
            let origin = self.scope.origin(name);
            // A global before `=` is judged as a target, which has the better message.
            if !(origin == Origin::Global && self.kind() == Kind::Sign && self.token().text == "=") {
                self.use_name(name, at, false)?;
            }
            Prefix::Name(name, origin, at)
        } else if self.is("(") {
            self.copy()?;
            let surely = self.binary(0)?;
            self.expect(")")?;
            Prefix::Other(surely)
        } else {
            return Err(self.unexpected("a value"));
        };
        let mut parts = 0;
        loop {
            self.chain(&mut parts, CHAIN)?;
            let token = self.token();
            found = match (token.kind, token.text) {
                (Kind::Sign, ".") => {
                    self.copy()?;
                    self.name("the name of a field")?;
                    Prefix::Field
                }
                (Kind::Sign, "[") => {
                    self.copy()?;
                    self.expression()?;
                    self.expect("]")?;
                    Prefix::Field
                }
                (Kind::Sign, ":") => {
                    self.copy()?;
                    self.name("the name of a method")?;
                    self.arguments()?;
                    Prefix::Call
                }
                (Kind::Sign, "(" | "{") | (Kind::Text | Kind::Opens, _) => {
                    self.arguments()?;
                    Prefix::Call
                }
                _ => return Ok(found),
            };
        }
    }

    fn arguments(&mut self) -> Parsed {
        self.acts += 1;
        let token = self.token();
        match (token.kind, token.text) {
            (Kind::Sign, "(") => {
                if token.line > self.line {
                    return Err(
                        self.fault("a call that begins on a new line: end the line before with `;`, or join the lines")
                    );
                }
                self.copy()?;
                if !self.is(")") {
                    self.expressions()?;
                }
                self.expect(")")
            }
            // The bracket stays on the line of the function.
            (Kind::Sign, "{") | (Kind::Text | Kind::Opens, _) => {
                self.raw(" (");
                match token.kind {
                    Kind::Text => self.copy()?,
                    Kind::Opens => self.interpolation()?,
                    _ => self.table()?,
                }
                self.raw(" )");
                Ok(())
            }
            _ => Err(self.unexpected("the arguments of a call")),
        }
    }

    /// From the parameters to `end`.
    fn function_body(&mut self, method: bool) -> Parsed {
        self.acts += 1;
        self.deeper(|p| {
            p.generics()?;
            p.scope.enter_function();
            p.loops.push(0);
            if method {
                p.declare("self")?;
            }
            p.expect("(")?;
            let mut parts = 0;
            while !p.is(")") {
                p.chain(&mut parts, LIST)?;
                if p.is("...") {
                    p.copy()?;
                    p.annotation()?;
                    break;
                }
                let name = p.name("the name of a parameter")?;
                p.declare(name)?;
                p.annotation()?;
                if !p.is(",") {
                    break;
                }
                p.copy()?;
            }
            p.expect(")")?;
            p.result_type()?;
            p.block()?;
            p.expect("end")?;
            p.loops.pop();
            p.scope.leave_function();
            Ok(())
        })
    }
}
