//! A hosted match.
