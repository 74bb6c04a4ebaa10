//! The named hashes of values.

use serde::Serialize;
use sha2::{Digest, Sha256};

/// The first eight bytes, big-endian, of the SHA-256 of `bytes`.
pub(crate) fn hash_bytes(bytes: &[u8]) -> u64 {
    Sha256::digest(bytes).iter().take(8).fold(0, |hash, &byte| hash << 8 | u64::from(byte))
}

/// The named hash of a value: the first eight bytes, big-endian, of SHA-256 over its postcard encoding.
pub fn hash_of<T: Serialize>(value: &T) -> u64 {
    // Encoding into a growing vector can fail only for types whose length is unknown in advance; states have none.
    hash_bytes(&postcard::to_allocvec(value).unwrap_or_default())
}

/// The named hash of what a viewer is given: the first eight bytes, big-endian, of SHA-256 over its compact JSON.
pub fn json_hash<T: Serialize>(value: &T) -> u64 {
    hash_bytes(&serde_json::to_vec(value).unwrap_or_default())
}
