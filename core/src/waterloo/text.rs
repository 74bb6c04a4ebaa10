//! English for every event, refusal, draw and breakdown part: the one place where codes become sentences.

use super::refusal::Refusal;
use crate::cite::Coded;
use std::fmt;

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}
