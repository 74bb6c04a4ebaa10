//! Reading and writing records, as JSON and as bytes.

use super::{
    CommitReveal, FORMAT, Hash, MAX_BYTES, MAX_COUNT, MAX_DRAWS, MAX_NOTE, MAX_NOTES, MAX_PARTIES, Record, SavedDraws,
};
use crate::hash::hash_bytes;
use crate::play::MAX_ACTIONS;
use serde::{Deserialize, Serialize};

/// What the binary form begins with; the format follows.
const MAGIC: [u8; 7] = *b"EAGLES\0";
/// The bytes of the checksum at its end.
const SUM: usize = 8;

/// Why bytes are not a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// Too big.
    #[error("the record has {bytes} bytes; at most {MAX_BYTES} are read")]
    TooLarge {
        /// How many it has.
        bytes: usize,
    },
    /// Neither form.
    #[error("this is not a saved game: it begins neither like the JSON form nor like the binary one")]
    NotARecord,
    /// Written by a newer version, or by nothing we know.
    #[error("the record has format {found}; formats 1 to {FORMAT} are known. Update the program to read it")]
    Format {
        /// Its format.
        found: u32,
    },
    /// The JSON form is broken; the message gives the field, the line and the column.
    #[error("the record cannot be read: {0}")]
    Json(String),
    /// The binary form is cut short or altered.
    #[error("the record is damaged: its checksum is {found}, its bytes give {expected}")]
    Checksum {
        /// The checksum in the record.
        found: Hash,
        /// That of its bytes.
        expected: Hash,
    },
    /// The binary form is whole but is not what its format says.
    #[error("the record cannot be read: {0}")]
    Binary(String),
    /// Too many actions.
    #[error("the record has {actions} actions or more; at most {MAX_ACTIONS} are read")]
    TooManyActions {
        /// How many were read before the rest was left.
        actions: usize,
    },
    /// Too many draws.
    #[error("the actions of the record hold {draws} draws or more; at most {MAX_DRAWS} are read")]
    TooManyDraws {
        /// How many were read before the rest was left.
        draws: usize,
    },
    /// Too many parties.
    #[error("field header.commit_reveal: there are {parties} parties or more; at most {MAX_PARTIES} are read")]
    TooManyParties {
        /// How many were read before the rest was left.
        parties: usize,
    },
    /// Too many notes.
    #[error("field notes: there are {notes} or more; at most {MAX_NOTES} are read")]
    TooManyNotes {
        /// How many were read before the rest was left.
        notes: usize,
    },
    /// A note that is too long.
    #[error("field notes: note {note}, counted from 1, has {bytes} bytes with its name; at most {MAX_NOTE} are read")]
    LongNote {
        /// Its place in the order of the names.
        note: usize,
        /// How many bytes its name and its text have.
        bytes: usize,
    },
    /// A count that no game can reach.
    #[error("field header.draws.counts: stream {stream} has given {count} words; at most {MAX_COUNT} are possible")]
    Count {
        /// The stream.
        stream: usize,
        /// Its count.
        count: u64,
    },
}

/// The record as JSON, for reading and for tools: one action a line.
#[must_use]
pub fn to_json(record: &Record) -> String {
    // A record is plain data with text keys: there is nothing in it that JSON cannot say.
    fn json(value: &impl Serialize) -> String {
        serde_json::to_string(value).unwrap_or_default()
    }
    let Record { header, notes, start, actions, settled, position } = record;
    let actions: Vec<String> = actions.iter().map(|action| format!("\n    {}", json(action))).collect();
    format!(
        "{{\n  \"header\": {},\n  \"notes\": {},\n  \"start\": {},\n  \"actions\": [{}\n  ],\n  \"settled\": {},\n  \"position\": {}\n}}\n",
        json(header),
        json(notes),
        json(start),
        actions.join(","),
        json(settled),
        json(position),
    )
}

/// The record in its compact binary form.
#[must_use]
pub fn to_binary(record: &Record) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.push(FORMAT as u8);
    bytes.extend(postcard::to_allocvec(record).unwrap_or_default());
    bytes.extend(hash_bytes(&bytes).to_be_bytes());
    bytes
}

/// Reads a record in either form, of any format there ever was.
///
/// It need not be true: [`super::verify`] plays it through.
///
/// # Errors
/// What is wrong and where.
pub fn read(bytes: &[u8]) -> Result<Record, ReadError> {
    if bytes.len() > MAX_BYTES {
        return Err(ReadError::TooLarge { bytes: bytes.len() });
    }
    let record = if bytes.starts_with(&MAGIC) { read_binary(bytes)? } else { read_json(bytes)? };
    if record.actions.len() > MAX_ACTIONS {
        return Err(ReadError::TooManyActions { actions: record.actions.len() });
    }
    let draws = record.actions.iter().map(|logged| logged.draws.len()).sum();
    if draws > MAX_DRAWS {
        return Err(ReadError::TooManyDraws { draws });
    }
    if let Some(CommitReveal { commitments, reveals }) = &record.header.commit_reveal {
        let parties = commitments.len().max(reveals.len());
        if parties > MAX_PARTIES {
            return Err(ReadError::TooManyParties { parties });
        }
    }
    if record.notes.len() > MAX_NOTES {
        return Err(ReadError::TooManyNotes { notes: record.notes.len() });
    }
    let mut sizes = record.notes.iter().map(|(name, text)| name.len() + text.len()).enumerate();
    if let Some((place, bytes)) = sizes.find(|&(_, bytes)| bytes > MAX_NOTE) {
        return Err(ReadError::LongNote { note: place + 1, bytes });
    }
    if let SavedDraws::Seeded { counts, .. } | SavedDraws::Forked { counts, .. } = &record.header.draws
        && let Some((stream, &count)) = counts.iter().enumerate().find(|&(_, &count)| count > MAX_COUNT)
    {
        return Err(ReadError::Count { stream, count });
    }
    Ok(record)
}

fn read_binary(bytes: &[u8]) -> Result<Record, ReadError> {
    let (Some(&format), Some(end)) = (bytes.get(MAGIC.len()), bytes.len().checked_sub(SUM)) else {
        return Err(ReadError::Binary("it ends after its first bytes".to_owned()));
    };
    let Some(body) = bytes.get(MAGIC.len() + 1..end) else {
        return Err(ReadError::Binary("it ends after its first bytes".to_owned()));
    };
    let found = Hash(bytes[end..].iter().fold(0, |sum, &byte| sum << 8 | u64::from(byte)));
    let expected = Hash(hash_bytes(&bytes[..end]));
    if found != expected {
        return Err(ReadError::Checksum { found, expected });
    }
    match format {
        1 => {
            let (record, rest) =
                postcard::take_from_bytes::<Record>(body).map_err(|error| ReadError::Binary(error.to_string()))?;
            if !rest.is_empty() {
                return Err(ReadError::Binary(format!("{} bytes too many at its end", rest.len())));
            }
            same_format(record, 1)
        }
        found => Err(ReadError::Format { found: u32::from(found) }),
    }
}

fn read_json(bytes: &[u8]) -> Result<Record, ReadError> {
    #[derive(Deserialize)]
    struct Probe {
        header: ProbeHeader,
    }
    #[derive(Deserialize)]
    struct ProbeHeader {
        format: u32,
    }
    if bytes.iter().find(|b| !b.is_ascii_whitespace()) != Some(&b'{') {
        return Err(ReadError::NotARecord);
    }
    let broken = |error: serde_json::Error| ReadError::Json(error.to_string());
    let probe: Probe = serde_json::from_slice(bytes).map_err(broken)?;
    match probe.header.format {
        1 => serde_json::from_slice(bytes).map_err(broken).and_then(|record| same_format(record, 1)),
        found => Err(ReadError::Format { found }),
    }
}

fn same_format(record: Record, format: u32) -> Result<Record, ReadError> {
    if record.header.format == format { Ok(record) } else { Err(ReadError::Format { found: record.header.format }) }
}
