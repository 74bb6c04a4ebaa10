//! Which names a place of the source can see, and how long the bodies of its functions are.

use std::collections::HashMap;

/// Local variables that one function may have at once; the compiler has no room for more.
const LOCALS: usize = 180;

/// Where a name comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A local variable of the function that is being read.
    Own,
    /// A local variable of a function around it: it is captured.
    Captured,
    /// No local variable.
    Global,
}

#[derive(Debug, Default)]
pub(crate) struct Scope<'a> {
    /// For each name, the functions (by depth) that have a local of it, innermost last.
    levels: HashMap<&'a str, Vec<u32>>,
    /// All locals in view, in order.
    names: Vec<&'a str>,
    /// For each open function, how many locals were in view when it began.
    starts: Vec<usize>,
    /// Tokens of each open body.
    bodies: Vec<u32>,
    /// The longest body so far.
    pub(crate) longest: u32,
}

impl<'a> Scope<'a> {
    pub(crate) fn mark(&self) -> usize {
        self.names.len()
    }

    /// Forgets the locals declared since `mark`.
    pub(crate) fn leave(&mut self, mark: usize) {
        while self.names.len() > mark {
            if let Some(levels) = self.names.pop().and_then(|name| self.levels.get_mut(name)) {
                levels.pop();
            }
        }
    }

    /// Declares a local; false when the function has too many.
    #[must_use]
    pub(crate) fn declare(&mut self, name: &'a str) -> bool {
        self.levels.entry(name).or_default().push(self.starts.len() as u32);
        self.names.push(name);
        self.names.len() - self.starts.last().copied().unwrap_or(0) <= LOCALS
    }

    pub(crate) fn origin(&self, name: &str) -> Origin {
        match self.levels.get(name).and_then(|levels| levels.last()) {
            None => Origin::Global,
            Some(level) if *level == self.starts.len() as u32 => Origin::Own,
            Some(_) => Origin::Captured,
        }
    }

    pub(crate) fn enter_function(&mut self) {
        self.starts.push(self.names.len());
        self.bodies.push(0);
    }

    pub(crate) fn leave_function(&mut self) {
        if let Some(start) = self.starts.pop() {
            self.leave(start);
        }
        self.leave_body();
    }

    /// A loop outside functions counts as a body of its own.
    pub(crate) fn enter_loop(&mut self) {
        if self.starts.is_empty() {
            self.bodies.push(0);
        }
    }

    pub(crate) fn leave_loop(&mut self) {
        if self.starts.is_empty() {
            self.leave_body();
        }
    }

    fn leave_body(&mut self) {
        let tokens = self.bodies.pop().unwrap_or(0);
        self.longest = self.longest.max(tokens);
        // A loop within a loop outside functions: what the inner one holds runs as part of the outer one too.
        if self.starts.is_empty()
            && let Some(outer) = self.bodies.last_mut()
        {
            *outer += tokens;
        }
    }

    /// Counts a token; gives the length of the body so far.
    pub(crate) fn count(&mut self) -> u32 {
        self.bodies.last_mut().map_or(0, |body| {
            *body += 1;
            *body
        })
    }
}
