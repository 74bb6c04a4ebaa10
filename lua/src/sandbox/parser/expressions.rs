//! Expressions.

use super::{CHAIN, LIST, Parsed, Parser, Prefix};
use crate::sandbox::error::Fault;
use crate::sandbox::lexer::Kind;
use crate::sandbox::library::gone_from_math;
use crate::sandbox::scope::Origin;
use std::collections::BTreeSet;

impl<'a> Parser<'a, '_> {
    pub(super) fn expressions(&mut self) -> Parsed {
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

    pub(super) fn expression(&mut self) -> Parsed {
        self.binary(0).map(drop)
    }

    /// An expression that must give a number.
    pub(super) fn numeric(&mut self, limit: u8) -> Parsed {
        self.catch_up();
        let start = self.out.len();
        let surely = self.binary(limit)?;
        self.number(start, surely);
        Ok(())
    }

    /// An expression of operators that bind more than `limit`; true if it surely gives a number.
    pub(super) fn binary(&mut self, limit: u8) -> Parsed<bool> {
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
                    7 if p.is("%") => {
                        p.marks.push((start, " __m("));
                        p.catch_up();
                        p.raw(" ,");
                        p.skip()?;
                        p.binary(power)?;
                        p.raw(" )");
                    }
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

    pub(super) fn no_power(&self) -> Fault {
        self.fault("`^` is not available: fractional powers differ between machines. Multiply instead")
    }

    pub(super) fn cast(&mut self) -> Parsed<bool> {
        let surely = self.simple()?;
        while self.is("::") {
            self.skip()?;
            self.ty()?;
        }
        Ok(surely)
    }

    /// A value without operators; true if it surely is a number.
    pub(super) fn simple(&mut self) -> Parsed<bool> {
        let token = self.token();
        let surely = token.kind == Kind::Number;
        match (token.kind, token.text) {
            (Kind::Number | Kind::Text, _) => self.copy(),
            (Kind::Keyword, "nil" | "true" | "false") => self.copy(),
            (Kind::Sign, "...") => match self.functions.last() {
                Some((_, true)) => self.copy(),
                _ => Err(self.fault("`...` is not a parameter of this function")),
            },
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

    pub(super) fn if_expression(&mut self) -> Parsed {
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

    pub(super) fn interpolation(&mut self) -> Parsed {
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

    pub(super) fn table(&mut self) -> Parsed {
        self.acts += 1;
        self.deeper(|p| {
            p.catch_up();
            p.raw(" __t(");
            let open = p.at;
            p.copy()?;
            let (mut keys, mut elements) = (BTreeSet::new(), 0);
            while !p.is("}") {
                elements += 1;
                if p.is("[") {
                    let place = p.place()?;
                    p.key(&place);
                    p.expect("=")?;
                } else if p.kind() == Kind::Name && p.next_is("=") {
                    let key = p.token().text;
                    if !keys.insert(key) {
                        let twice = p.fault(format!("the key `{key}` is in this table already; leave one of them out"));
                        return Err(p.left_open(open, twice));
                    }
                    p.copy()?;
                    p.copy()?;
                }
                p.expression()?;
                if p.is(",") || p.is(";") {
                    p.copy()?;
                } else if !p.is("}") {
                    return Err(p.left_open(open, p.unexpected("`,` or `}`")));
                }
            }
            p.copy()?;
            p.raw(" )");
            p.room = p.room.max(elements);
            Ok(())
        })
    }

    /// A key in brackets.
    pub(super) fn place(&mut self) -> Parsed<Prefix<'a>> {
        self.copy()?;
        let start = self.out.len();
        let text = self.kind() == Kind::Text && self.next_is("]");
        self.expression()?;
        let end = self.out.len();
        self.expect("]")?;
        Ok(if text { Prefix::Field } else { Prefix::Place(start, end) })
    }

    pub(super) fn prefix(&mut self) -> Parsed<Prefix<'a>> {
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
            let open = self.at;
            self.copy()?;
            let surely = self.binary(0)?;
            self.expect_closing(open)?;
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
                    let field = self.token().text;
                    if let (Prefix::Name("math", Origin::Global, _), Some(why)) = (&found, gone_from_math(field)) {
                        return Err(self.fault(format!("`math.{field}` is not available in cards: {why}")));
                    }
                    self.name("the name of a field")?;
                    Prefix::Field
                }
                (Kind::Sign, "[") => self.place()?,
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

    pub(super) fn arguments(&mut self) -> Parsed {
        self.acts += 1;
        let token = self.token();
        match (token.kind, token.text) {
            (Kind::Sign, "(") => {
                if token.line > self.line {
                    return Err(
                        self.fault("a call that begins on a new line: end the line before with `;`, or join the lines")
                    );
                }
                let open = self.at;
                self.copy()?;
                if !self.is(")") {
                    self.expressions()?;
                }
                self.expect_closing(open)
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
    pub(super) fn function_body(&mut self, method: bool) -> Parsed {
        self.acts += 1;
        self.deeper(|p| {
            p.generics()?;
            p.scope.enter_function();
            p.functions.push((0, false));
            if method {
                p.declare("self")?;
            }
            p.expect("(")?;
            let mut parts = 0;
            while !p.is(")") {
                p.chain(&mut parts, LIST)?;
                if p.is("...") {
                    if let Some((_, rest)) = p.functions.last_mut() {
                        *rest = true;
                    }
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
            p.functions.pop();
            p.scope.leave_function();
            Ok(())
        })
    }
}
