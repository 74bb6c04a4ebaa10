//! Lists that are written without being made.

use serde::{Serialize, Serializer};

/// What an iterator gives, as a list.
#[derive(Clone)]
pub(crate) struct Listed<I>(pub(crate) I);

impl<I: Iterator<Item: Serialize> + Clone> Serialize for Listed<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.clone())
    }
}
