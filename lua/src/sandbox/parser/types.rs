//! Types in a source are for editors: they are read, held to their grammar, and left out.

use super::{Parsed, Parser};
use crate::sandbox::lexer::Kind;

impl Parser<'_, '_> {
    /// `: T`, if it is there.
    pub(super) fn annotation(&mut self) -> Parsed {
        if self.is(":") {
            self.skip()?;
            self.pack()?;
        }
        Ok(())
    }

    /// The type of what a function returns, if it is there.
    pub(super) fn result_type(&mut self) -> Parsed {
        self.annotation()
    }

    /// `<T, U...>`, if it is there.
    pub(super) fn generics(&mut self) -> Parsed {
        if !self.is("<") {
            return Ok(());
        }
        self.skip()?;
        while !self.is(">") {
            self.type_name()?;
            if self.is("...") {
                self.skip()?;
            }
            if self.is("=") {
                self.skip()?;
                self.pack()?;
            }
            if self.is(",") {
                self.skip()?;
            } else if !self.is(">") {
                return Err(self.unexpected("`>`"));
            }
        }
        self.skip()
    }

    /// `type Name<T> = ...`.
    pub(super) fn type_alias(&mut self) -> Parsed {
        self.skip()?;
        self.type_name()?;
        self.generics()?;
        self.expect_skip("=")?;
        self.ty()
    }

    pub(super) fn type_name(&mut self) -> Parsed {
        if self.kind() == Kind::Name { self.skip() } else { Err(self.unexpected("the name of a type")) }
    }

    /// A type, or `...T`.
    pub(super) fn pack(&mut self) -> Parsed {
        if self.is("...") {
            self.skip()?;
        }
        self.ty()
    }

    pub(super) fn ty(&mut self) -> Parsed {
        self.deeper(|p| {
            if p.is("|") || p.is("&") {
                p.skip()?;
            }
            loop {
                p.simple_type()?;
                while p.is("?") {
                    p.skip()?;
                }
                if !p.is("|") && !p.is("&") {
                    return Ok(());
                }
                p.skip()?;
            }
        })
    }

    pub(super) fn simple_type(&mut self) -> Parsed {
        match self.kind() {
            Kind::Text => return self.skip(),
            Kind::Keyword if self.is("nil") || self.is("true") || self.is("false") => return self.skip(),
            Kind::Name => {
                if self.is_word("typeof") {
                    return Err(self.fault("typeof is not available in types"));
                }
                self.skip()?;
                while self.is(".") {
                    self.skip()?;
                    self.type_name()?;
                }
                if self.is("<") {
                    self.skip()?;
                    while !self.is(">") {
                        self.pack()?;
                        if self.is(",") {
                            self.skip()?;
                        } else if !self.is(">") {
                            return Err(self.unexpected("`>`"));
                        }
                    }
                    self.skip()?;
                }
                if self.is("...") {
                    self.skip()?;
                }
                return Ok(());
            }
            _ => {}
        }
        if self.is("{") {
            return self.table_type();
        }
        self.generics()?;
        self.expect_skip("(")?;
        while !self.is(")") {
            if self.kind() == Kind::Name && self.next_is(":") {
                self.skip()?;
                self.skip()?;
            }
            self.pack()?;
            if self.is(",") {
                self.skip()?;
            } else if !self.is(")") {
                return Err(self.unexpected("`)`"));
            }
        }
        self.skip()?;
        if self.is("->") {
            self.skip()?;
            self.pack()?;
        }
        Ok(())
    }

    pub(super) fn table_type(&mut self) -> Parsed {
        self.expect_skip("{")?;
        while !self.is("}") {
            if (self.is_word("read") || self.is_word("write")) && !self.next_is(":") {
                self.skip()?;
            }
            if self.is("[") {
                self.skip()?;
                self.ty()?;
                self.expect_skip("]")?;
                self.expect_skip(":")?;
            } else if self.kind() == Kind::Name && self.next_is(":") {
                self.skip()?;
                self.skip()?;
            }
            self.ty()?;
            if self.is(",") || self.is(";") {
                self.skip()?;
            } else if !self.is("}") {
                return Err(self.unexpected("`}`"));
            }
        }
        self.skip()
    }
}
