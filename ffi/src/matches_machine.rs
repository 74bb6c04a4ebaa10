//! Matches: numbers for machine players.

use crate::bytes::eagles_bytes;
use crate::error::{eagles_error, eagles_status};
use crate::guard::{entries_mut, place};
use crate::matches::{bytes_of, eagles_match, on};

/// What action ids and observations mean, as JSON (schema `encoding.json`): how many ids there are and the version of their
/// table; the blocks of an observation with name, offset, shape and range. The meaning of an id changes only with a major
/// version of the library.
///
/// Errors and thread rule: as `eagles_match_standing`.
///
/// # Safety
/// `match` is live; `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_encoding(
    r#match: *const eagles_match,
    out: *mut eagles_bytes,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        bytes_of(r#match, out, err, |hosted, bytes| {
            hosted.encoding(bytes);
            Ok(())
        })
    }
}

/// How many action ids there are, which is the length of a mask, and how many numbers an observation has.
///
/// Errors and thread rule: as `eagles_match_standing`.
///
/// # Safety
/// `match` is live; `ids` and `numbers` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_sizes(
    r#match: *const eagles_match,
    ids: *mut u64,
    numbers: *mut u64,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        on(r#match, err, |table| {
            place(ids, "the ids")?.write(table.hosted.action_ids() as u64);
            place(numbers, "the numbers")?.write(table.hosted.observation_len() as u64);
            Ok(())
        })
    }
}

/// The ids of what `player` may do, in the order of his list, into the caller's buffer, as far as it reaches; 65535 for an
/// action without an id. How many there are is written to `*count`.
///
/// Errors: `EAGLES_E_UNKNOWN` for a player there is not; else, and thread rule, as `eagles_match_standing`.
///
/// # Safety
/// `match` is live; `ids` has `capacity` entries; `count` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_ids(
    r#match: *const eagles_match,
    player: u8,
    ids: *mut u16,
    capacity: u64,
    count: *mut u64,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        on(r#match, err, |table| {
            let count = place(count, "the count")?;
            count.write(table.hosted.ids(player, entries_mut(ids, capacity, "the ids")?)? as u64);
            Ok(())
        })
    }
}

/// The mask of `player` into the caller's buffer: 1 for the id of each action he may do, else 0.
///
/// Errors: `EAGLES_E_RANGE` when the buffer has not one entry for each id; `EAGLES_E_UNKNOWN` for a player there is not;
/// else, and thread rule, as `eagles_match_standing`.
///
/// # Safety
/// `match` is live; `mask` has `len` entries; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_mask(
    r#match: *const eagles_match,
    player: u8,
    mask: *mut u8,
    len: u64,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe { on(r#match, err, |table| table.hosted.mask(player, entries_mut(mask, len, "the mask")?)) }
}

/// `player` does the action with this id. As `eagles_match_apply`; `EAGLES_E_INVALID_ACTION` for an id that means nothing
/// here.
///
/// # Safety
/// `match` is live; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_apply_id(
    r#match: *mut eagles_match,
    player: u8,
    id: u16,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe { on(r#match, err, |table| table.hosted.apply_id(player, id)) }
}

/// What a viewer sees, as 32-bit floats into the caller's buffer, by the layout of `eagles_match_encoding`.
///
/// Errors: `EAGLES_E_RANGE` when the buffer has another length; `EAGLES_E_UNKNOWN` for a viewer there is not; else, and
/// thread rule, as `eagles_match_standing`.
///
/// # Safety
/// `match` is live; `numbers` has `len` entries; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_observe(
    r#match: *const eagles_match,
    viewer: u8,
    numbers: *mut f32,
    len: u64,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe { on(r#match, err, |table| table.hosted.observe(viewer, entries_mut(numbers, len, "the observation")?)) }
}
