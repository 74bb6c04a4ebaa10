//! Rule citations.
//!
//! Every refusal, every line of a breakdown and every test case names the rule it rests on. A citation is a short stable
//! id: the game's letter and the number printed in its book (`W 7.21`), a row of its sheet (`W QRS column-targeting`), or one
//! of the numbered rulings of the game's `RULINGS.md` (`W r35`, `W N17`).

use serde::Serialize;
use std::fmt;

/// The id of one rule, such as `W 7.21`.
///
/// The catalogue of all ids, each with a summary in our own words, is the game's `rules.csv` under `core/data/`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(extend("pattern" = "^[EW] ")))]
pub struct Cite(pub &'static str);

impl fmt::Display for Cite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl fmt::Debug for Cite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// Something that happened, was refused or was added up, under a stable code.
///
/// The code and the parameters (the value's `Serialize` form) are the truth that hosts switch on; English is rendered from
/// them in the game's `text` module.
pub trait Coded {
    /// A stable, lower-case, hyphenated code.
    fn code(&self) -> &'static str;
    /// The rules it rests on; never empty for a refusal.
    fn cites(&self) -> &'static [Cite];
}

/// Builds the code and citation tables of an enum.
macro_rules! coded {
    ($type:ident { $($variant:ident => $code:literal [$($cite:literal),+]),+ $(,)? }) => {
        impl $type {
            /// Every code, in order.
            pub const CODES: &'static [&'static str] = &[$($code),+];
        }
        impl $crate::cite::Coded for $type {
            fn code(&self) -> &'static str {
                match self { $(Self::$variant { .. } => $code),+ }
            }
            fn cites(&self) -> &'static [$crate::cite::Cite] {
                match self { $(Self::$variant { .. } => &[$($crate::cite::Cite($cite)),+]),+ }
            }
        }
    };
}
pub(crate) use coded;
