//! What is wrong with an effect program, all of it at once.
//!
//! Whatever passes can be played: every list ends, everything named is there, nothing is asked of *it* where there is none,
//! and what it needs at once fits on the agenda and among what is in force (W N65).

mod conds;
mod known;
mod ops;

use super::force::FORCES;
use super::program::{Aim, Amount, Choice, Op, Program, Window};
use crate::waterloo::agenda::AGENDA;
use crate::waterloo::cards::CardSet;
use crate::words::quote;
use known::Known;
use serde::Serialize;
use std::fmt;

/// The most operations of one list.
pub const LIST: usize = 64;
/// The most lists of operations in a program, those inside each other counted.
pub const LISTS: usize = 64;
/// How deep lists may stand inside each other.
pub const NESTED: usize = 6;
/// The most entries of the agenda that the operations of one card may need at once; one that needs more than are free may
/// not be played for the moment (W N65).
pub const ROOM: usize = AGENDA - 4;
/// The same for what happens when a card has entered a Position, which may be in the middle of another Special.
const ENTERED: usize = AGENDA - ROOM;
/// The most operations that may be carried out at once.
pub const WORK: usize = 1 << 16;
/// The most parts that a program may declare.
pub const PARTS: usize = 16;
/// The most choices that a program may declare.
pub const CHOICES: usize = 8;
/// The most answers of one choice.
pub const OPTIONS: usize = 16;
/// The most entries of a list of names.
pub const NAMES: usize = 32;
/// How deep conditions may stand inside each other.
pub const CONDS: usize = 6;
/// The longest text, in characters.
pub const TEXT: usize = 2_000;

/// One thing that is wrong with a program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProgramFault {
    /// Where, such as `effect[0].modify.who`.
    pub path: String,
    /// A stable code, such as `no-it`.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// What to write instead, if that can be said.
    pub suggestion: Option<String>,
}

impl fmt::Display for ProgramFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.message)?;
        match &self.suggestion {
            Some(suggestion) => write!(f, "; {suggestion}"),
            None => Ok(()),
        }
    }
}

impl Program {
    /// All that is wrong with it, for the cards and battles of a set.
    #[must_use]
    pub fn faults(&self, set: &CardSet) -> Vec<ProgramFault> {
        Checker::new(set).faults(self)
    }
}

/// Checks programs against one card set.
#[derive(Clone, Debug)]
pub struct Checker {
    known: Known,
}

impl Checker {
    /// A checker for the cards and battles of a set. The names on the embedded cards are known besides.
    #[must_use]
    pub fn new(set: &CardSet) -> Self {
        Self { known: Known::new(set) }
    }

    /// All that is wrong with a program.
    #[must_use]
    pub fn faults(&self, program: &Program) -> Vec<ProgramFault> {
        let mut check = Check {
            program,
            known: &self.known,
            faults: Vec::new(),
            path: String::new(),
            lists: 0,
            part: false,
            lasting: false,
        };
        check.program();
        check.faults
    }
}

/// What *it* is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum It {
    /// Nothing.
    Nothing,
    /// A Position or Terrain.
    Place,
    /// A card on the table, or one that may have come there from the Reserve.
    Card,
    /// A card of the Reserve.
    Reserve,
    /// What a handler says.
    Any,
}

struct Check<'a> {
    program: &'a Program,
    known: &'a Known,
    faults: Vec<ProgramFault>,
    path: String,
    lists: usize,
    /// Whether this is inside a part for handlers.
    part: bool,
    /// Whether this is asked while something is in force.
    lasting: bool,
}

impl Check<'_> {
    fn fault(&mut self, code: &'static str, message: impl Into<String>) {
        self.faults.push(ProgramFault { path: self.path.clone(), code, message: message.into(), suggestion: None });
    }

    fn hint(&mut self, code: &'static str, message: impl Into<String>, hint: impl Into<String>) {
        self.faults.push(ProgramFault {
            path: self.path.clone(),
            code,
            message: message.into(),
            suggestion: Some(hint.into()),
        });
    }

    fn within<T>(&mut self, step: &str, check: impl FnOnce(&mut Self) -> T) -> T {
        let length = self.path.len();
        if !self.path.is_empty() && !step.starts_with('[') {
            self.path.push('.');
        }
        self.path.push_str(step);
        let result = check(self);
        self.path.truncate(length);
        result
    }

    fn program(&mut self) {
        let program = self.program;
        self.texts();
        self.within("rules", |c| {
            c.names(&program.rules, "rules");
            for (i, rule) in program.rules.iter().enumerate() {
                c.within(&format!("[{i}]"), |c| c.rule(rule));
            }
        });
        self.windows();
        let it = match &program.aim {
            Aim::Nothing => It::Nothing,
            Aim::Position(_) | Aim::Terrain(_) => It::Place,
            Aim::Card(_) | Aim::Event => It::Card,
        };
        self.within("aim", |c| match &program.aim {
            Aim::Card(who) => c.within("card", |c| c.who(who, It::Nothing, true)),
            Aim::Terrain(classes) if classes.is_empty() => {
                c.hint("empty", "no class of Terrain can be named", "write some, such as `building`");
            }
            _ => {}
        });
        self.within("needs", |c| {
            c.size(program.needs.len(), NAMES, "needs");
            for (i, need) in program.needs.iter().enumerate() {
                c.within(&format!("[{i}]"), |c| {
                    c.text("say", &need.say, true);
                    c.within("if", |c| c.cond(&need.cond, it, 1));
                });
            }
        });
        self.within("effect", |c| {
            c.list(&program.effect, it, 1);
            c.room(&program.effect, ROOM);
        });
        self.handlers();
        self.in_force();
    }

    fn texts(&mut self) {
        let text = &self.program.text;
        self.within("text", |c| {
            c.text("effect", &text.effect, true);
            c.text("duration", &text.duration, true);
            c.text("limits", &text.limits, false);
            c.text("history", &text.history, false);
        });
    }

    fn text(&mut self, name: &str, text: &str, must: bool) {
        self.within(name, |c| {
            if must && text.trim().is_empty() {
                c.hint("no-text", "says nothing", "write what the player is to read");
            } else if text.chars().count() > TEXT {
                c.fault("too-long", format!("has more than {TEXT} characters"));
            }
        });
    }

    fn rule(&mut self, rule: &str) {
        if !known::is_rule(rule) {
            let message = format!("there is no rule {}", quote(rule));
            let hint = known::rule_hint(rule);
            self.hint("unknown-rule", message, hint);
        }
    }

    fn windows(&mut self) {
        let program = self.program;
        let windows = &program.windows;
        self.within("windows", |c| {
            if windows.is_empty() {
                c.hint("no-window", "the card can never be played", "write when, such as `own_combat`");
            }
            for (i, window) in windows.iter().enumerate() {
                if windows[..i].contains(window) {
                    c.fault("twice", format!("`{window}` stands there twice"));
                }
            }
        });
        if program.effect.is_empty() {
            self.within("effect", |c| c.hint("no-effect", "the card does nothing", "write what happens"));
        }
        if program.aim == Aim::Event {
            let cards = [Window::OwnRout, Window::OwnGeneral];
            self.within("aim", |c| {
                for window in windows.iter().filter(|window| !cards.contains(window)) {
                    c.hint(
                        "no-event",
                        format!("the window `{window}` gives no card of the own side that could be named"),
                        "name the card of the event only in `own_rout` and `own_general`",
                    );
                }
            });
        }
    }

    /// Whether all windows are among these.
    fn only_in(&mut self, windows: &[Window], what: &str) {
        let list: Vec<&str> = windows.iter().map(|window| window.name()).collect();
        for window in self.program.windows.iter().filter(|window| !windows.contains(window)) {
            let message = format!("the window `{window}` gives no {what}");
            self.hint("no-event", message, format!("only {} do", list.join(", ")));
        }
    }

    fn size(&mut self, count: usize, most: usize, what: &str) {
        if count > most {
            self.fault("too-many", format!("there are {count} {what}; at most {most} are allowed"));
        }
    }

    /// Checks a list of operations.
    fn list(&mut self, ops: &[Op], it: It, depth: usize) {
        self.lists += 1;
        if self.lists == LISTS + 1 {
            self.fault("too-many", format!("the program has more than {LISTS} lists of operations"));
        }
        if depth > NESTED {
            self.fault("too-deep", format!("lists of operations stand more than {NESTED} deep inside each other"));
            return;
        }
        self.size(ops.len(), LIST, "operations in one list");
        for (i, op) in ops.iter().take(LIST).enumerate() {
            self.within(&format!("[{i}]"), |c| c.op(op, it, depth));
        }
    }

    /// What is to be done at once must fit on the agenda, and come to an end soon.
    fn room(&mut self, ops: &[Op], most: usize) {
        let parts = self.program.parts.values().map(|ops| ops::work(ops, 0)).max().unwrap_or(0);
        if ops::work(ops, parts) > WORK {
            self.hint(
                "too-much",
                format!("more than {WORK} operations might be carried out at once"),
                "let fewer `each` and `choose` stand inside each other",
            );
        }
        let need = ops::room(ops, self.program.parts_room());
        if need > most {
            self.hint(
                "too-deep",
                format!("its operations need {need} places on the agenda at once; {most} are there for them"),
                "let fewer operations stand inside each other",
            );
        }
    }

    fn handlers(&mut self) {
        let program = self.program;
        let mut names = Vec::new();
        collect(&program.effect, &mut names);
        let asks = !names.is_empty();
        self.within("parts", |c| {
            c.size(program.parts.len(), PARTS, "parts");
            if !program.parts.is_empty() && !asks {
                c.hint(
                    "unused",
                    "no operation asks a handler, so that no part is ever run",
                    "ask one, or leave them out",
                );
            }
            c.part = true;
            for (name, ops) in &program.parts {
                c.within(name, |c| {
                    c.name(name);
                    c.list(ops, It::Any, 2);
                });
            }
            c.part = false;
        });
        self.within("choices", |c| {
            c.size(program.choices.len(), CHOICES, "choices");
            if !program.choices.is_empty() && !asks {
                c.hint("unused", "no operation asks a handler, so that nobody chooses", "ask one, or leave them out");
            }
            for (name, choice) in &program.choices {
                c.within(name, |c| {
                    c.name(name);
                    c.choice(choice);
                });
            }
        });
        if asks && program.parts.is_empty() {
            self.within("parts", |c| c.hint("missing", "a handler is asked and has no parts to run", "declare some"));
        }
    }

    fn choice(&mut self, choice: &Choice) {
        self.whose(choice.by);
        match &choice.who {
            Some(who) => {
                self.shown_to(choice.by, who);
                self.within("who", |c| c.who(who, It::Any, false));
                if !choice.options.is_empty() {
                    self.fault("two-choices", "it is among cards or among answers, not both");
                }
            }
            None if choice.options.len() < 2 => {
                self.hint("empty", "there is nothing to choose from", "write `who`, or at least two `options`");
            }
            None => {}
        }
        self.size(choice.options.len(), OPTIONS, "answers");
        for (i, option) in choice.options.iter().enumerate() {
            self.within("options", |c| c.text(&format!("[{i}]"), option, true));
        }
    }

    fn name(&mut self, name: &str) {
        let letters = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_';
        if name.is_empty() || name.len() > 40 || !name.bytes().all(letters) {
            let message = format!("{} is no name", quote(name));
            self.hint("bad-name", message, "write up to 40 small letters, digits and `_`");
        }
    }

    fn in_force(&mut self) {
        // As `code` counts them.
        let program = self.program;
        let parts = program.parts.values().flatten();
        let count: usize = program.effect.iter().chain(parts).map(Op::forces).sum();
        if self.lists <= LISTS && count > FORCES {
            let message = format!("it may put {count} entries in force at once; at most {FORCES} are possible (W N65)");
            self.fault("too-many", message);
        }
    }

    fn names(&mut self, list: &[String], what: &str) {
        self.size(list.len(), NAMES, what);
        for (i, name) in list.iter().enumerate() {
            if list[..i].contains(name) {
                self.fault("twice", format!("{} stands there twice", quote(name)));
            }
        }
    }

    /// A number that an operation uses.
    fn amount(&mut self, name: &str, by: Amount, range: std::ops::RangeInclusive<i8>) {
        self.within(name, |c| match by {
            Amount::Fixed(n) if !range.contains(&n) => {
                c.fault("out-of-range", format!("must be from {} to {}, not {n}", range.start(), range.end()));
            }
            Amount::Given(_) if !c.part => {
                c.hint(
                    "not-given",
                    "`given` is the number that a handler gives, and here none does",
                    "use it in `parts`",
                );
            }
            _ => {}
        });
    }

    fn range(&mut self, name: &str, n: u8, range: std::ops::RangeInclusive<u8>) {
        if !range.contains(&n) {
            let message = format!("must be from {} to {}, not {n}", range.start(), range.end());
            self.within(name, |c| c.fault("out-of-range", message));
        }
    }
}

/// The names of the handlers that are asked.
fn collect<'a>(ops: &'a [Op], names: &mut Vec<&'a str>) {
    for op in ops {
        if let Op::Handler { name } = op {
            names.push(name);
        }
        op.lists().into_iter().for_each(|list| collect(list, names));
    }
}

impl Program {
    fn parts_room(&self) -> usize {
        self.parts.values().map(|ops| ops::room(ops, 0)).max().unwrap_or(0)
    }

    /// How many entries of the agenda its operations may need at once.
    #[must_use]
    pub fn room(&self) -> usize {
        ops::room(&self.effect, self.parts_room())
    }

    /// The names of the handlers that it asks, sorted.
    #[must_use]
    pub fn handlers(&self) -> Vec<&str> {
        let mut names = Vec::new();
        collect(&self.effect, &mut names);
        self.parts.values().for_each(|ops| collect(ops, &mut names));
        names.sort_unstable();
        names.dedup();
        names
    }
}
