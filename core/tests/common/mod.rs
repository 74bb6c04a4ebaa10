//! What the integration tests share: a small second game, and properties that any game must have.

// Each test crate uses its part.
#![allow(dead_code)]

pub mod properties;
pub mod skirmish;
