//! terrain
