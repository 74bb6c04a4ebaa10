//! generals
