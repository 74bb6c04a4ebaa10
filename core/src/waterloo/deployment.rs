//! deployment
