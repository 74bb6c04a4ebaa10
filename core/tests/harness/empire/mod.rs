//! Runs the rule cases of `tests/cases/empire/*.toml`.

pub(crate) mod board;
pub(crate) mod case;
pub(crate) mod charts;
pub(crate) mod expect;
pub(crate) mod render;
pub(crate) mod run;
