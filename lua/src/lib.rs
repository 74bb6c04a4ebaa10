//! The sandboxed script runtime of Eagles: special cards are written in Luau and build data that the core runs.

#![forbid(unsafe_code)]

pub mod api;
pub mod card;
mod handlers;
pub mod host;
pub mod kit;
pub mod mods;
pub mod sandbox;
pub mod set;
pub mod write;

pub use mods::Mod;
pub use set::ScriptSet;
