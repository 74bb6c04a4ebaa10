//! determinise
