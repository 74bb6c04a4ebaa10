//! legal
