//! Rules.

use crate::bytes::{eagles_bytes, write};
use crate::error::{eagles_error, eagles_status};
use crate::guard::{Handle, Kind, call, place, text};
use eagles_lua::host::Loaded;
use std::ffi::c_char;

/// The rules of a game with their material: the card set, mods and charts. Immutable. Thread rule: share it between any
/// number of threads; free it once, when no call uses it. Matches keep what they need of it, so that it may be freed
/// before them.
pub struct eagles_rules {
    _behind: Handle<Loaded>,
}

impl Kind for Loaded {
    const TAG: u64 = u64::from_be_bytes(*b"eaglrule");
    const NAME: &'static str = "rules";
}

/// What is behind rules.
///
/// # Safety
/// `rules` is null or live.
pub(crate) unsafe fn loaded<'a>(rules: *const eagles_rules) -> Result<&'a Loaded, eagles::host::HostError> {
    // SAFETY: promised by the caller; rules never change.
    unsafe { Handle::look(rules.cast::<Handle<Loaded>>()) }
}

/// Makes the rules of `game`, `waterloo` or `empire`. `options` is JSON (schema `rules-options.json`), all of it
/// optional: `card-set` with the texts `cards`, `programs`, `battles` of a card set of one's own, and `mods`, each the
/// path of a folder or an object with the texts `manifest`, `cards` and `files`. Reading a mod runs its scripts in a
/// sandbox with a budget.
///
/// To reload scripts, make new rules and hand them to `eagles_match_reload`.
///
/// Ownership: `*out` is the caller's, freed with `eagles_rules_free`. Errors: `EAGLES_E_UNKNOWN` for a game there is not,
/// `EAGLES_E_FORM`, `EAGLES_E_INVALID_CARDS` with all faults, each with file, line and column. Thread rule: any thread.
///
/// # Safety
/// Texts are as long as they say; `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_rules_new(
    game: *const c_char,
    game_len: u64,
    options: *const c_char,
    options_len: u64,
    out: *mut *mut eagles_rules,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        call(err, || {
            let out = place(out, "the rules")?.write(std::ptr::null_mut());
            let loaded = Loaded::new(text(game, game_len, "the game")?, text(options, options_len, "the options")?)?;
            *out = Handle::give(loaded).cast();
            Ok(())
        })
    }
}

/// Another handle to the same rules, for another owner. Cheap. Ownership: as `eagles_rules_new`. Errors: `EAGLES_E_NULL`,
/// `EAGLES_E_HANDLE`. Thread rule: any thread.
///
/// # Safety
/// `rules` is live; `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_rules_clone(
    rules: *const eagles_rules,
    out: *mut *mut eagles_rules,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        call(err, || {
            let out = place(out, "the rules")?.write(std::ptr::null_mut());
            *out = Handle::give(loaded(rules)?.clone()).cast();
            Ok(())
        })
    }
}

/// Frees rules. Null is fine. Thread rule: any thread, once, when no other call uses this handle.
///
/// # Safety
/// `rules` is null or live, and nobody uses it any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_rules_free(rules: *mut eagles_rules) {
    // SAFETY: promised by the caller.
    unsafe { Handle::free(rules.cast::<Handle<Loaded>>()) }
}

/// What there is to play with, as JSON (schemas `waterloo-rules.json`, `empire-rules.json`): the battles and all cards
/// with their texts, or the shipped scenarios; the version of the rules; the mods. Ask once and keep it: views name
/// cards by number only.
///
/// Errors: `EAGLES_E_NULL`, `EAGLES_E_HANDLE`. Thread rule: any thread.
///
/// # Safety
/// `rules` is live; `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_rules_catalogue(
    rules: *const eagles_rules,
    out: *mut eagles_bytes,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        call(err, || {
            write(out, 0, |bytes| {
                bytes.extend(loaded(rules)?.rules.catalogue().into_bytes());
                Ok(())
            })
            .map(|_| ())
        })
    }
}

/// What scripts have printed since this was last asked, and what is doubtful about the mods, as JSON: `lines` with
/// `script`, `line` and `text`, `lost` (lines that found no room), `warnings`.
///
/// Errors: `EAGLES_E_NULL`, `EAGLES_E_HANDLE`. Thread rule: any thread.
///
/// # Safety
/// `rules` is live; `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_rules_log(
    rules: *const eagles_rules,
    out: *mut eagles_bytes,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        call(err, || {
            write(out, 0, |bytes| {
                bytes.extend(loaded(rules)?.log().into_bytes());
                Ok(())
            })
            .map(|_| ())
        })
    }
}

/// Checks a setup without opening a match. `setup` is JSON: for Waterloo a setup (schema `waterloo-setup.json`, at the
/// least `{"battle": "QB"}`), for Empire one of `shipped`, `toml`, `meeting` and `scenario` (schema
/// `empire-setup.json`, such as `{"shipped": "tutorial"}`).
///
/// Errors: `EAGLES_E_INVALID_SETUP` with all faults at once in `params.faults`; `EAGLES_E_FORM`. Thread rule: any thread.
///
/// # Safety
/// `rules` is live; the text is as long as it says; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_rules_check(
    rules: *const eagles_rules,
    setup: *const c_char,
    setup_len: u64,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe { call(err, || loaded(rules)?.rules.check(text(setup, setup_len, "the setup")?)) }
}
