//! Seeds, and how they are written.

use rand_chacha::ChaCha12Rng;
use rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A 256-bit seed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(extend("pattern" = "^([0-9]+|[0-9a-fA-F]{64})$")))]
#[serde(try_from = "String", into = "String")]
pub struct Seed(pub [u8; 32]);

impl Seed {
    /// The seed written as a small number: its little-endian bytes, then zeros.
    #[must_use]
    pub fn from_number(n: u64) -> Self {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&n.to_le_bytes());
        Self(bytes)
    }

    /// The seed of game `index` of a series: streams apart, the same for any number of workers.
    #[must_use]
    pub fn child(&self, index: u64) -> Self {
        let mut rng = ChaCha12Rng::from_seed(self.0);
        rng.set_stream(CHILDREN | index);
        let mut bytes = [0; 32];
        rng.fill_bytes(&mut bytes);
        Self(bytes)
    }
}

/// Streams with the top bit set make child seeds; draws never use them.
const CHILDREN: u64 = 1 << 63;

/// A seed that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a seed: write a whole number from 0 to 18446744073709551615, or 64 hexadecimal digits")]
pub struct BadSeed(pub String);

impl std::str::FromStr for Seed {
    type Err = BadSeed;

    fn from_str(text: &str) -> Result<Self, BadSeed> {
        let bad = || BadSeed(text.chars().take(80).collect());
        if text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit()) {
            let mut bytes = [0; 32];
            for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
                let pair = std::str::from_utf8(pair).map_err(|_| bad())?;
                *byte = u8::from_str_radix(pair, 16).map_err(|_| bad())?;
            }
            return Ok(Self(bytes));
        }
        if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
            return Err(bad());
        }
        text.parse().map(Self::from_number).map_err(|_| bad())
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0[8..].iter().all(|&b| b == 0) {
            let mut low = [0; 8];
            low.copy_from_slice(&self.0[..8]);
            return write!(f, "{}", u64::from_le_bytes(low));
        }
        self.0.iter().try_for_each(|b| write!(f, "{b:02x}"))
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seed({self})")
    }
}

impl TryFrom<String> for Seed {
    type Error = BadSeed;
    fn try_from(text: String) -> Result<Self, BadSeed> {
        text.parse()
    }
}

impl From<Seed> for String {
    fn from(seed: Seed) -> Self {
        seed.to_string()
    }
}
