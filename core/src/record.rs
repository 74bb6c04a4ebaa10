//! Saved games.

use serde::Serialize;
use sha2::{Digest, Sha256};

/// The named hash of a value: the first eight bytes, big-endian, of SHA-256 over its postcard encoding.
pub fn hash_of<T: Serialize>(value: &T) -> u64 {
    // Encoding into a growing vector can fail only for types whose length is unknown in advance; states have none.
    let bytes = postcard::to_allocvec(value).unwrap_or_default();
    let digest = Sha256::digest(&bytes);
    digest.iter().take(8).fold(0, |hash, &byte| hash << 8 | u64::from(byte))
}
