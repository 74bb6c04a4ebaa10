//! The named hashes of values.

use postcard::ser_flavors::Flavor;
use serde::Serialize;
use sha2::{Digest, Sha256};

/// The first eight bytes, big-endian, of the SHA-256 of `bytes`.
pub(crate) fn hash_bytes(bytes: &[u8]) -> u64 {
    first_eight(Sha256::new_with_prefix(bytes))
}

fn first_eight(sum: Sha256) -> u64 {
    sum.finalize().iter().take(8).fold(0, |hash, &byte| hash << 8 | u64::from(byte))
}

/// How many bytes are hashed at once.
const BUFFER: usize = 4_096;

/// Takes what is encoded and hashes it piece by piece, so that a large position is never written out as a whole.
struct Running {
    sum: Sha256,
    buffer: [u8; BUFFER],
    filled: usize,
}

impl Running {
    fn flush(&mut self) {
        self.sum.update(&self.buffer[..self.filled]);
        self.filled = 0;
    }
}

impl Flavor for Running {
    type Output = u64;

    #[inline]
    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        if self.filled == BUFFER {
            self.flush();
        }
        self.buffer[self.filled] = byte;
        self.filled += 1;
        Ok(())
    }

    #[inline]
    fn try_extend(&mut self, bytes: &[u8]) -> postcard::Result<()> {
        if bytes.len() < 16 {
            // Numbers come in a few bytes each.
            return bytes.iter().try_for_each(|&byte| self.try_push(byte));
        }
        if BUFFER - self.filled < bytes.len() {
            self.flush();
        }
        match self.buffer.get_mut(self.filled..self.filled + bytes.len()) {
            Some(room) => {
                room.copy_from_slice(bytes);
                self.filled += bytes.len();
            }
            None => self.sum.update(bytes),
        }
        Ok(())
    }

    fn finalize(mut self) -> postcard::Result<u64> {
        self.flush();
        Ok(first_eight(self.sum))
    }
}

/// The named hash of a value: the first eight bytes, big-endian, of SHA-256 over its postcard encoding.
pub fn hash_of<T: Serialize>(value: &T) -> u64 {
    let running = Running { sum: Sha256::new(), buffer: [0; BUFFER], filled: 0 };
    // Encoding can fail only for types whose length is unknown in advance; states have none.
    postcard::serialize_with_flavor(value, running).unwrap_or_else(|_| hash_bytes(&[]))
}

/// The named hash of what a viewer is given: the first eight bytes, big-endian, of SHA-256 over its compact JSON.
pub fn json_hash<T: Serialize>(value: &T) -> u64 {
    hash_bytes(&serde_json::to_vec(value).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn piece_by_piece_is_as_at_once() {
        for length in [0, 1, 100, BUFFER - 1, BUFFER, BUFFER + 1, 3 * BUFFER + 7] {
            let numbers: Vec<u32> = (0..length as u32).map(|n| n.wrapping_mul(2_654_435_761)).collect();
            let texts: Vec<String> = [3, length, 5].map(|n| "x".repeat(n)).into();
            let value = (numbers, texts, length);
            assert_eq!(hash_of(&value), hash_bytes(&postcard::to_allocvec(&value).unwrap()));
        }
    }
}
