//! How the facts of the charts write their lengths: in inches for people, as in scenario files; in thousandths for machines.

use super::scenario::Inches;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Writes thousandths of an inch.
pub(super) fn serialize<S: Serializer>(mil: &i32, serializer: S) -> Result<S::Ok, S::Error> {
    if serializer.is_human_readable() { Inches(*mil).serialize(serializer) } else { serializer.serialize_i32(*mil) }
}

/// Reads them.
pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i32, D::Error> {
    if deserializer.is_human_readable() {
        Inches::deserialize(deserializer).map(|Inches(mil)| mil)
    } else {
        i32::deserialize(deserializer)
    }
}

/// A length that need not be said.
pub(super) mod option {
    use super::{Deserialize, Deserializer, Inches, Serialize, Serializer};

    /// Writes it.
    pub(in crate::empire) fn serialize<S: Serializer>(mil: &Option<i32>, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() { mil.map(Inches).serialize(serializer) } else { mil.serialize(serializer) }
    }

    /// Reads it.
    pub(in crate::empire) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i32>, D::Error> {
        if deserializer.is_human_readable() {
            Ok(Option::<Inches>::deserialize(deserializer)?.map(|Inches(mil)| mil))
        } else {
            Option::deserialize(deserializer)
        }
    }
}
