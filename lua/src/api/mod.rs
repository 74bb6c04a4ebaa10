//! The API of card files, as one table.
//!
//! Every word that a card file may use stands in [`Api::words`], with its keys, their types, what is said when they are
//! left out, the rule, and since when it is there. The words in the sandbox, the checks, the files of types for editors
//! (`lua/types/`) and the reference are made from it, so that they cannot differ.

mod build;
mod conditions;
mod effects;
mod forms;
mod locate;
mod read;
mod reference;
mod types;
pub mod values;

pub use build::vocabulary;
pub(crate) use locate::Source;

pub(crate) use read::nearest;
pub use read::{Fault, Newer, Places, Read, Severity, read};
pub use reference::{overview, reference};
pub use types::{luals, luau};

use eagles::kept::Kept;
use serde_json::Value;
use std::sync::Arc;
use values::Values;

/// The version of the API that this crate offers. A card file or mod names the versions that it was written for.
pub const VERSION: u32 = 1;

/// What a word builds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Node {
    /// A whole card.
    Special,
    /// A condition for playing it, with its words.
    Need,
    /// What is named when it is played.
    Aim,
    /// An operation.
    Op,
    /// A condition.
    Cond,
    /// A choice of cards.
    Who,
    /// How long something lasts.
    Until,
    /// Faces of a die and what they do.
    Branch,
    /// A choice that a handler may ask for.
    Choice,
    /// A part that a handler runs.
    Run,
}

impl Node {
    /// The name of its type in the files for editors.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Special => "Special",
            Self::Need => "Need",
            Self::Aim => "Aim",
            Self::Op => "Op",
            Self::Cond => "Cond",
            Self::Who => "Who",
            Self::Until => "Until",
            Self::Branch => "Branch",
            Self::Choice => "Choice",
            Self::Run => "Run",
        }
    }

    /// What it is, in a sentence.
    #[must_use]
    pub const fn means(self) -> &'static str {
        match self {
            Self::Special => "a card",
            Self::Need => "a need",
            Self::Aim => "an aim",
            Self::Op => "an operation",
            Self::Cond => "a condition",
            Self::Who => "a filter of cards",
            Self::Until => "a duration",
            Self::Branch => "a branch",
            Self::Choice => "a choice",
            Self::Run => "a part to run",
        }
    }
}

/// What a key may hold.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Type {
    /// A text.
    Text,
    /// True or false.
    Flag,
    /// A whole number of a range.
    Number(i64, i64),
    /// A whole number, or `given`: the one that the handler gave.
    Amount,
    /// One of some texts.
    One(&'static Values),
    /// One or several of some texts.
    Many(&'static Values),
    /// One or several texts.
    Texts,
    /// One or several faces of a die.
    Faces,
    /// What a word of this sort builds.
    Node(Node),
    /// A list of it.
    Nodes(Node),
    /// It, by name.
    Named(Node),
    /// Lists of it, by name.
    NamedLists(Node),
    /// Functions by name.
    Functions,
    /// A table with these keys.
    Fields(&'static [Key]),
}

/// One key of a word.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub holds: Type,
    /// Whether it must be there.
    pub must: bool,
    /// What holds when it is left out, in words.
    pub or: &'static str,
    /// What it says, in a line.
    pub doc: &'static str,
    /// Where in the program it goes: the name of a field, or `span.until`.
    pub to: &'static str,
    /// A field that it sets beside: `what = "morale"` for the key `morale`.
    pub sets: Option<(&'static str, &'static str)>,
    /// The version of the API that brought it.
    pub since: u32,
    /// The name that it had before, and the version that renamed it.
    pub was: Option<(&'static str, u32)>,
}

/// A key that may be left out.
#[must_use]
pub const fn key(name: &'static str, holds: Type, doc: &'static str) -> Key {
    Key { name, holds, must: false, or: "", doc, to: name, sets: None, since: 1, was: None }
}

impl Key {
    /// It must be there.
    #[must_use]
    pub const fn must(self) -> Self {
        Self { must: true, ..self }
    }

    /// What holds when it is left out.
    #[must_use]
    pub const fn or(self, or: &'static str) -> Self {
        Self { or, ..self }
    }

    /// Where it goes.
    #[must_use]
    pub const fn to(self, to: &'static str) -> Self {
        Self { to, ..self }
    }

    /// What it sets beside.
    #[must_use]
    pub const fn sets(self, field: &'static str, value: &'static str) -> Self {
        Self { sets: Some((field, value)), ..self }
    }
}

/// How a word takes what it is given.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Takes {
    /// A table of keys: `modify { morale = 1 }`.
    Table,
    /// Its keys one after another: `need(some(...), "...")`.
    Places,
    /// A list, which is its only key: `all_of { ... }`.
    List,
}

/// Where what a word builds goes in the program.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Form {
    /// A structure under this name.
    Struct(&'static str),
    /// The value of the only key under this name.
    Value(&'static str),
    /// The name alone.
    Unit(&'static str),
    /// Its keys as they are.
    Bare,
}

impl Form {
    /// The name in the program.
    #[must_use]
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Self::Struct(name) | Self::Value(name) | Self::Unit(name) => Some(name),
            Self::Bare => None,
        }
    }
}

/// One word.
#[derive(Clone, PartialEq, Debug)]
pub struct Word {
    /// Its name; with a dot it stands in a table, as in `own.infantry`.
    pub name: String,
    /// What it builds.
    pub makes: Node,
    /// Where that goes.
    pub form: Form,
    /// How it takes its keys.
    pub takes: Takes,
    /// Its keys.
    pub keys: Vec<Key>,
    /// Fields that it sets by itself.
    pub sets: Vec<(&'static str, Value)>,
    /// What it does, in a line.
    pub doc: String,
    /// The rule behind it.
    pub rule: &'static str,
    /// The version of the API that brought it.
    pub since: u32,
    /// The name that it had before, and the version that renamed it.
    pub was: Option<(&'static str, u32)>,
}

impl Word {
    fn new(name: impl Into<String>, makes: Node, form: Form, takes: Takes, keys: Vec<Key>, doc: &str) -> Self {
        Self {
            name: name.into(),
            makes,
            form,
            takes,
            keys,
            sets: Vec::new(),
            doc: doc.to_owned(),
            rule: "W 13.0",
            since: 1,
            was: None,
        }
    }

    fn rule(self, rule: &'static str) -> Self {
        Self { rule, ..self }
    }

    /// The key of this name.
    #[must_use]
    pub fn key(&self, name: &str) -> Option<&Key> {
        self.keys.iter().find(|key| key.name == name)
    }
}

/// A name that stands for a text: `this_phase` for `"phase"`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Constant {
    /// The name.
    pub name: &'static str,
    /// The text.
    pub value: &'static str,
    /// What it is.
    pub node: Option<Node>,
    /// What it means, in a line.
    pub doc: &'static str,
}

/// A word that only handlers can call, while a battle is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Call {
    /// Its name.
    pub name: &'static str,
    /// Its parameters, as Luau types.
    pub parameters: &'static [(&'static str, &'static str)],
    /// What it gives, as a Luau type.
    pub gives: &'static str,
    /// What it does, in a line.
    pub doc: &'static str,
}

/// The table.
#[derive(Clone, PartialEq, Debug)]
pub struct Api {
    /// Its version.
    pub version: u32,
    /// The words that build programs.
    pub words: Vec<Word>,
    /// The constants.
    pub constants: Vec<Constant>,
    /// The words for handlers.
    pub calls: Vec<Call>,
}

impl Api {
    /// The table of [`VERSION`].
    #[must_use]
    pub fn current() -> Arc<Self> {
        static API: Kept<Api> = Kept::new();
        API.get(|| Self {
            version: VERSION,
            words: forms::words().into_iter().chain(effects::words()).chain(conditions::words()).collect(),
            constants: forms::CONSTANTS.to_vec(),
            calls: forms::CALLS.to_vec(),
        })
    }

    /// The word of this name, or the one that was called so before and may still be.
    #[must_use]
    pub fn word(&self, name: &str) -> Option<&Word> {
        let now = self.words.iter().find(|word| word.name == name);
        now.or_else(|| {
            self.words.iter().find(|word| word.was.is_some_and(|(old, at)| old == name && at == self.version))
        })
    }

    /// The word that builds this part of a program.
    #[must_use]
    pub fn builder(&self, makes: Node, name: &str) -> Option<&Word> {
        self.words.iter().find(|word| word.makes == makes && word.form.name() == Some(name))
    }
}
