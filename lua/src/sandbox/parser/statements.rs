//! Statements.

use super::{CHAIN, LIST, Parsed, Parser, Prefix};
use crate::sandbox::error::Fault;
use crate::sandbox::lexer::Kind;
use crate::sandbox::limits::Limit;
use crate::sandbox::scope::Origin;

impl<'a> Parser<'a, '_> {
    pub(super) fn ends_block(&self) -> bool {
        self.kind() == Kind::End || ["end", "else", "elseif", "until"].iter().any(|word| self.is(word))
    }

    pub(super) fn block(&mut self) -> Parsed {
        let mark = self.scope.mark();
        self.statements()?;
        self.scope.leave(mark);
        Ok(())
    }

    pub(super) fn statements(&mut self) -> Parsed {
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
    pub(super) fn statement(&mut self) -> Parsed<bool> {
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
    pub(super) fn continues(&self) -> bool {
        let next = self.ahead();
        next.kind == Kind::Text || (next.kind == Kind::Sign && !matches!(next.text, ";" | "..." | "@"))
    }

    pub(super) fn in_loop(&self) -> Parsed {
        match self.functions.last() {
            Some((0, _)) | None => Err(self.fault(format!("`{}` outside a loop", self.token().text))),
            Some(_) => Ok(()),
        }
    }

    pub(super) fn looped(&mut self, read: impl FnOnce(&mut Self) -> Parsed) -> Parsed {
        self.scope.enter_loop();
        if let Some((loops, _)) = self.functions.last_mut() {
            *loops += 1;
        }
        read(self)?;
        if let Some((loops, _)) = self.functions.last_mut() {
            *loops -= 1;
        }
        self.scope.leave_loop();
        Ok(())
    }

    pub(super) fn if_statement(&mut self) -> Parsed {
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

    pub(super) fn for_statement(&mut self) -> Parsed {
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

    pub(super) fn function_statement(&mut self) -> Parsed {
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

    pub(super) fn local_statement(&mut self) -> Parsed {
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

    pub(super) fn expression_statement(&mut self) -> Parsed {
        self.catch_up();
        let (start, acts) = (self.out.len(), self.acts);
        let first = self.prefix()?;
        if matches!(first, Prefix::Call) {
            return Ok(());
        }
        self.target(&first)?;
        if self.kind() == Kind::Sign && matches!(self.token().text, "+=" | "-=" | "*=" | "/=" | "//=" | "%=" | "..=") {
            return self.compound(start, acts, &first);
        }
        self.key(&first);
        let mut parts = 1;
        while self.is(",") {
            self.chain(&mut parts, LIST)?;
            self.copy()?;
            let target = self.prefix()?;
            self.target(&target)?;
            self.key(&target);
        }
        if self.is("^=") {
            return Err(self.no_power());
        }
        self.expect("=")?;
        self.expressions()
    }

    /// `a.b += c` is written as `a.b = a.b + c`.
    pub(super) fn compound(&mut self, start: usize, acts: u32, first: &Prefix<'a>) -> Parsed {
        // The target is written twice, so it must do nothing.
        if self.acts != acts {
            return Err(self.fault("a call to the left of this: keep what it gives in a local first"));
        }
        let target = self.written(start).replace('\n', " ");
        self.key(first);
        let sign = self.token().text.trim_end_matches('=');
        self.catch_up();
        if matches!(sign, ".." | "%") {
            let word = if sign == "%" { "__m" } else { "__c" };
            self.raw(&format!(" = {word}({target} ,"));
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
    pub(super) fn target(&self, target: &Prefix<'a>) -> Parsed {
        match *target {
            Prefix::Name(name, origin, at) => self.assignable(name, origin, at),
            Prefix::Field | Prefix::Place(..) => Ok(()),
            Prefix::Call | Prefix::Other(_) => Err(self.unexpected("a call, or a variable and `=`")),
        }
    }

    pub(super) fn assignable(&self, name: &str, origin: Origin, at: usize) -> Parsed {
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
    pub(super) fn use_name(&self, name: &str, at: usize, write: bool) -> Parsed<Origin> {
        let origin = self.scope.origin(name);
        if write {
            self.assignable(name, origin, at)?;
        } else if origin == Origin::Global {
            let token = &self.tokens[at.min(self.tokens.len() - 1)];
            (self.globals)(name).map_err(|message| Fault::at(token.line, token.column, message))?;
        }
        Ok(origin)
    }
}
