//! formations
