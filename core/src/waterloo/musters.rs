//! musters
