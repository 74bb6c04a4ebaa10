//! Tests of the notation.
