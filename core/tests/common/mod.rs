//! What the integration tests share: a small second game, and properties that any game must have.

// Each test crate uses its part, and the names say what things are.
#![allow(dead_code, unreachable_pub, missing_docs)]

pub mod properties;
pub mod skirmish;
