//! decoys
