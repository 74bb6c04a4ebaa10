//! Matches: saving and taking up, and saved games by themselves.

use crate::bytes::{eagles_bytes, write};
use crate::error::{clear, eagles_error, eagles_status};
use crate::guard::{Handle, call, entries, place, text, with_poisoned};
use crate::matches::{Table, bytes_of, eagles_match, give};
use crate::rules::{eagles_rules, loaded};
use eagles::host::{about, forms};
use std::ffi::c_char;

/// The match as a saved game. `options` is JSON (schema `save-options.json`): `form`, `json` or `binary`, and `notes`, the
/// host's own, by name. For the referee: it holds the seed and everything hidden; what a player may keep is
/// `eagles_match_save_for`. Works on a poisoned match too. What waits for draws is not saved.
///
/// Errors: `EAGLES_E_FULL` for notes that are too many or too long; `EAGLES_E_FORM`; else, and thread rule, as
/// `eagles_match_standing`.
///
/// # Safety
/// `match` is live; the text is as long as it says; `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_save(
    r#match: *const eagles_match,
    options: *const c_char,
    options_len: u64,
    out: *mut eagles_bytes,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        clear(out);
        with_poisoned(r#match.cast::<Handle<Table>>(), err, |table| {
            let form = forms::read("the options of saving", text(options, options_len, "the options")?)?;
            write(out, 0, |bytes| table.hosted.save(&form, bytes)).map(|_| ())
        })
    }
}

/// What `player` may keep of the match, as JSON (schemas `waterloo-player-save.json`, `empire-player-save.json`): what
/// he was told, what he sees, how it ended. There is no seed in it, and nothing that follows from what he does not see.
///
/// Errors: `EAGLES_E_UNKNOWN` for a player there is not; else, and thread rule, as `eagles_match_standing`.
///
/// # Safety
/// `match` is live; `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_save_for(
    r#match: *const eagles_match,
    player: u8,
    out: *mut eagles_bytes,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe { bytes_of(r#match, out, err, |hosted, bytes| hosted.save_for(player, bytes)) }
}

/// Takes up a saved game of any format there ever was, JSON or binary, under rules of its game with its cards and scripts.
/// Every action is played and compared. `options` is JSON (schema `load-options.json`): `from-position` (go on from the
/// last position alone, for a game of other rules), `host-answers` and `answers` (as `eagles_match_answers` gave them).
///
/// Ownership: `*out` is the caller's, freed with `eagles_match_free`. Returns `EAGLES_NEEDS_ANSWER` when the host must
/// answer a handler first: add the answer to `answers` and call again. Errors: `EAGLES_E_INVALID_SAVE` with what is wrong
/// and where; `EAGLES_E_VERSION` for other rules, cards or scripts; `EAGLES_E_UNSUPPORTED` for another game;
/// `EAGLES_E_FORM`. Thread rule: any thread.
///
/// # Safety
/// `rules` is live; `bytes` has `len` bytes; texts are as long as they say; `out` may be written to; `err` is null or
/// may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_load(
    rules: *const eagles_rules,
    bytes: *const u8,
    len: u64,
    options: *const c_char,
    options_len: u64,
    out: *mut *mut eagles_match,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        call(err, || {
            let out = place(out, "the match")?.write(std::ptr::null_mut());
            let options = text(options, options_len, "the options")?;
            *out = give(loaded(rules)?.rules.load(entries(bytes, len, "the saved game")?, options)?);
            Ok(())
        })
    }
}

/// What a saved game says of itself, as JSON (schema `save-about.json`), without playing it: `header` (game, versions,
/// hashes, parameters; no seed), `notes`, `actions`, `settled`. It tells which rules and mods to load.
///
/// Errors: `EAGLES_E_INVALID_SAVE`, `EAGLES_E_VERSION` for a format that is newer than the library. Thread rule: any
/// thread.
///
/// # Safety
/// `bytes` has `len` bytes; `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_save_about(
    bytes: *const u8,
    len: u64,
    out: *mut eagles_bytes,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        clear(out);
        call(err, || {
            write(out, 0, |out| {
                out.extend(about(entries(bytes, len, "the saved game")?)?.into_bytes());
                Ok(())
            })
            .map(|_| ())
        })
    }
}

/// Plays a saved game through and compares every position, and every draw with its seed. Success means that it is what it
/// says.
///
/// Errors: as `eagles_match_load`. Thread rule: any thread.
///
/// # Safety
/// `rules` is live; `bytes` has `len` bytes; texts are as long as they say; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_save_verify(
    rules: *const eagles_rules,
    bytes: *const u8,
    len: u64,
    options: *const c_char,
    options_len: u64,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        call(err, || {
            let options = text(options, options_len, "the options")?;
            loaded(rules)?.rules.verify(entries(bytes, len, "the saved game")?, options)
        })
    }
}

/// Plays the actions and draws of a saved game under the present rules and says, as JSON (schema `rerun.json`), where they
/// lead elsewhere: `first`, the first action that went differently; `stopped`, the one at which it could not go on;
/// `played`; `position`.
///
/// Errors: as `eagles_match_load`, without those of versions. Thread rule: any thread.
///
/// # Safety
/// `rules` is live; `bytes` has `len` bytes; texts are as long as they say; `out` may be written to; `err` is null or
/// may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_save_rerun(
    rules: *const eagles_rules,
    bytes: *const u8,
    len: u64,
    options: *const c_char,
    options_len: u64,
    out: *mut eagles_bytes,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        clear(out);
        call(err, || {
            write(out, 0, |out| {
                let options = text(options, options_len, "the options")?;
                let saved = entries(bytes, len, "the saved game")?;
                out.extend(loaded(rules)?.rules.rerun(saved, options)?.into_bytes());
                Ok(())
            })
            .map(|_| ())
        })
    }
}
