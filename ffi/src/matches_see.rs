//! Matches: what a viewer sees and has been told.

use crate::bytes::{eagles_bytes, write};
use crate::error::{clear, eagles_error, eagles_status};
use crate::guard::{place, text};
use crate::matches::{bytes_of, eagles_match, on};
use crate::view::{eagles_view, give};
use eagles::host::forms;
use std::ffi::c_char;

/// The onlooker among viewers: what lies open. Players are 0 and up.
pub const EAGLES_PUBLIC: u8 = 254;
/// The referee among viewers: everything. Never show a player what the referee sees.
pub const EAGLES_REFEREE: u8 = 255;

const _: () = assert!(EAGLES_PUBLIC == forms::PUBLIC && EAGLES_REFEREE == forms::REFEREE);

/// What a viewer has been told from his item number `cursor` on, as JSON (schemas `waterloo-news.json`,
/// `empire-news.json`): `items`, each an `event` of the game with its `code`, `cites` and English `text`, or a `match`
/// note; and `cursor`, which is also written to `*next`. Start with 0. An item `rewound` means that his items from its
/// number on no longer stand.
///
/// Errors: `EAGLES_E_UNKNOWN` for a viewer there is not; else, and thread rule, as `eagles_match_standing`.
///
/// # Safety
/// `match` is live; `next` is null or may be written to; `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_events(
    r#match: *const eagles_match,
    viewer: u8,
    cursor: u64,
    next: *mut u64,
    out: *mut eagles_bytes,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        bytes_of(r#match, out, err, |hosted, bytes| {
            let from = usize::try_from(cursor).unwrap_or(usize::MAX);
            let cursor = hosted.events(viewer, from, bytes)?;
            if let Some(next) = next.as_mut() {
                *next = cursor as u64;
            }
            Ok(())
        })
    }
}

/// The same in plain text, a line for each thing, for hosts that read no JSON.
///
/// Errors: `EAGLES_E_UNKNOWN` for a viewer there is not; else, and thread rule, as `eagles_match_standing`.
///
/// # Safety
/// `match` is live; `next` is null or may be written to; `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_story(
    r#match: *const eagles_match,
    viewer: u8,
    cursor: u64,
    next: *mut u64,
    out: *mut eagles_bytes,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        bytes_of(r#match, out, err, |hosted, bytes| {
            let from = usize::try_from(cursor).unwrap_or(usize::MAX);
            let cursor = hosted.story(viewer, from, bytes)?;
            if let Some(next) = next.as_mut() {
                *next = cursor as u64;
            }
            Ok(())
        })
    }
}

/// What a viewer sees, as JSON (schemas `waterloo-view.json`, `empire-view.json`). Cards and units are numbers of
/// `eagles_match_catalogue`. One allocation, whose size is guessed from the last view.
///
/// Errors: `EAGLES_E_UNKNOWN` for a viewer there is not; else, and thread rule, as `eagles_match_standing`.
///
/// # Safety
/// `match` is live; `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_view_json(
    r#match: *const eagles_match,
    viewer: u8,
    out: *mut eagles_bytes,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        clear(out);
        on(r#match, err, |table| {
            let len = write(out, table.room + table.room / 8, |bytes| table.hosted.view(viewer, bytes))?;
            table.room = len;
            Ok(())
        })
    }
}

/// What a viewer sees now, as a handle of its own that may be read from any thread while the match goes on.
///
/// Ownership: `*out` is the caller's, freed with `eagles_view_free`. Errors: `EAGLES_E_UNKNOWN` for a viewer there is not;
/// else, and thread rule, as `eagles_match_standing`.
///
/// # Safety
/// `match` is live; `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_view(
    r#match: *const eagles_match,
    viewer: u8,
    out: *mut *mut eagles_view,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        on(r#match, err, |table| {
            let out = place(out, "the view")?.write(std::ptr::null_mut());
            *out = give(table.hosted.look(viewer)?);
            Ok(())
        })
    }
}

/// What a viewer sees, in plain text that a screen reader can follow.
///
/// Errors: `EAGLES_E_UNKNOWN` for a viewer there is not; else, and thread rule, as `eagles_match_standing`.
///
/// # Safety
/// `match` is live; `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_text(
    r#match: *const eagles_match,
    viewer: u8,
    out: *mut eagles_bytes,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe { bytes_of(r#match, out, err, |hosted, bytes| hosted.text(viewer, bytes)) }
}

/// What a viewer sees, as an SVG picture that needs no other file. `options` is JSON (schema `picture-options.json`), for
/// Empire: `command`, `orders`, `arcs` (unit numbers), `trails-since` (a cursor of `eagles_match_events`: the ways that
/// units have gone since).
///
/// Errors: `EAGLES_E_UNSUPPORTED` for options that the game does not have; `EAGLES_E_FORM`; `EAGLES_E_UNKNOWN` for a viewer
/// there is not; else, and thread rule, as `eagles_match_standing`.
///
/// # Safety
/// `match` is live; the text is as long as it says; `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_svg(
    r#match: *const eagles_match,
    viewer: u8,
    options: *const c_char,
    options_len: u64,
    out: *mut eagles_bytes,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        bytes_of(r#match, out, err, |hosted, bytes| {
            let form = forms::read("the options of a picture", text(options, options_len, "the options")?)?;
            hosted.svg(viewer, &form, bytes)
        })
    }
}

/// All that `player` may remember: what he has been told and what he sees, as JSON (schemas
/// `waterloo-information-state.json`, `empire-information-state.json`). Its named hash, the same for equal ones, is
/// written to `*hash`.
///
/// Errors: `EAGLES_E_UNKNOWN` for a player there is not; else, and thread rule, as `eagles_match_standing`.
///
/// # Safety
/// `match` is live; `hash` is null or may be written to; `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_information_state(
    r#match: *const eagles_match,
    player: u8,
    hash: *mut u64,
    out: *mut eagles_bytes,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        bytes_of(r#match, out, err, |hosted, bytes| {
            let found = hosted.information_state(player, bytes)?;
            if let Some(hash) = hash.as_mut() {
                *hash = found;
            }
            Ok(())
        })
    }
}

/// The whole position as a line of the notation. For the referee: it shows what players may not see.
///
/// Errors and thread rule: as `eagles_match_standing`.
///
/// # Safety
/// `match` is live; `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_position(
    r#match: *const eagles_match,
    out: *mut eagles_bytes,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        bytes_of(r#match, out, err, |hosted, bytes| {
            hosted.position(bytes);
            Ok(())
        })
    }
}

/// The named hash of the whole position: equal positions have equal ones, on every machine. For the referee.
///
/// Errors and thread rule: as `eagles_match_standing`.
///
/// # Safety
/// `match` is live; `hash` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_state_hash(
    r#match: *const eagles_match,
    hash: *mut u64,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        on(r#match, err, |table| {
            place(hash, "the hash")?.write(table.hosted.state_hash());
            Ok(())
        })
    }
}

/// The actions that stand, in order, with their draws, as a JSON array (schemas `waterloo-journal.json`,
/// `empire-journal.json`). For the referee.
///
/// Errors and thread rule: as `eagles_match_standing`.
///
/// # Safety
/// `match` is live; `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_journal(
    r#match: *const eagles_match,
    out: *mut eagles_bytes,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        bytes_of(r#match, out, err, |hosted, bytes| {
            hosted.journal(bytes);
            Ok(())
        })
    }
}
