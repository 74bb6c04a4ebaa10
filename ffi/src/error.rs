//! Statuses and errors.

use crate::bytes::eagles_bytes;
use eagles::host::{HostError, Status};
use std::ffi::{CString, c_char};

/// The answer of every function that can fail: `EAGLES_OK`, or one of the numbers below. Numbers keep their meaning for
/// ever; later versions may add some, so treat an unknown one by its hundred: 1 to 99 ask for something and are not
/// failures (give it, then make the same call again), 100 to 199 are mistakes of the caller, 200 to 299 the game's or
/// the match's no, 300 to 399 faults of what was handed in, 400 to 499 scripts and draws, 500 and up failures of the
/// library.
pub type eagles_status = i32;

/// Done.
pub const EAGLES_OK: eagles_status = 0;
/// A draw must be supplied by the host (`eagles_match_supply`); then make the same call again. The error's `params`
/// describe it: `request`, `options` with `option_texts` for a pick, `have`, `text`.
pub const EAGLES_NEEDS_DRAW: eagles_status = 1;
/// The handler of a card must be answered by the host (`eagles_match_answer`); then make the same call again. The error's
/// `params` hold the `question`.
pub const EAGLES_NEEDS_ANSWER: eagles_status = 2;
/// A pointer is null that must not be.
pub const EAGLES_E_NULL: eagles_status = 100;
/// A text is not UTF-8.
pub const EAGLES_E_UTF8: eagles_status = 101;
/// A length or number is out of range, or a buffer has the wrong size.
pub const EAGLES_E_RANGE: eagles_status = 102;
/// JSON does not have the form that is wanted.
pub const EAGLES_E_FORM: eagles_status = 103;
/// A name, a player or a viewer is not known.
pub const EAGLES_E_UNKNOWN: eagles_status = 104;
/// Another thread is using this handle at this moment.
pub const EAGLES_E_BUSY: eagles_status = 105;
/// The pointer is to a handle of another kind.
pub const EAGLES_E_HANDLE: eagles_status = 106;
/// An earlier call on this handle failed inside the library: only saving and freeing are allowed.
pub const EAGLES_E_POISONED: eagles_status = 107;
/// This game has nothing of the kind.
pub const EAGLES_E_UNSUPPORTED: eagles_status = 108;
/// The rules do not allow the action; the error has code, citations and parameters of the refusal.
pub const EAGLES_E_REFUSED: eagles_status = 200;
/// The match does not allow what was asked (undo, redo, offers, consent).
pub const EAGLES_E_NOT_ALLOWED: eagles_status = 201;
/// The match is over.
pub const EAGLES_E_OVER: eagles_status = 202;
/// Something is full that has a stated cap.
pub const EAGLES_E_FULL: eagles_status = 203;
/// Draws have been supplied for another action of this player, which must be finished first.
pub const EAGLES_E_UNFINISHED: eagles_status = 204;
/// The setup or scenario has faults; the error's `params` list all of them.
pub const EAGLES_E_INVALID_SETUP: eagles_status = 300;
/// The position cannot be read, or is not one of this game.
pub const EAGLES_E_INVALID_POSITION: eagles_status = 301;
/// The action cannot be read.
pub const EAGLES_E_INVALID_ACTION: eagles_status = 302;
/// The saved game is broken, or does not play as it says.
pub const EAGLES_E_INVALID_SAVE: eagles_status = 303;
/// The saved game was made with other rules, cards or scripts.
pub const EAGLES_E_VERSION: eagles_status = 304;
/// The card set or a mod has faults; the error's `params` list all of them.
pub const EAGLES_E_INVALID_CARDS: eagles_status = 305;
/// The facts of a calculator are wrong; the error's `params` list all faults.
pub const EAGLES_E_INVALID_FACTS: eagles_status = 306;
/// A script failed. Nothing has changed.
pub const EAGLES_E_SCRIPT: eagles_status = 400;
/// A supplied draw is not possible; supply another.
pub const EAGLES_E_DRAW: eagles_status = 401;
/// There are more ways than the limit allows.
pub const EAGLES_E_TOO_MANY: eagles_status = 402;
/// The library has failed: a fault of ours, please report it. The handle is poisoned.
pub const EAGLES_E_INTERNAL: eagles_status = 500;

// The numbers are those of the core; the header needs them written out.
const _: () = {
    assert!(Status::ALL.len() == 27);
    assert!(EAGLES_NEEDS_DRAW == Status::NeedsDraw as i32);
    assert!(EAGLES_NEEDS_ANSWER == Status::NeedsAnswer as i32);
    assert!(EAGLES_E_NULL == Status::Null as i32);
    assert!(EAGLES_E_UTF8 == Status::Utf8 as i32);
    assert!(EAGLES_E_RANGE == Status::Range as i32);
    assert!(EAGLES_E_FORM == Status::Form as i32);
    assert!(EAGLES_E_UNKNOWN == Status::Unknown as i32);
    assert!(EAGLES_E_BUSY == Status::Busy as i32);
    assert!(EAGLES_E_HANDLE == Status::Handle as i32);
    assert!(EAGLES_E_POISONED == Status::Poisoned as i32);
    assert!(EAGLES_E_UNSUPPORTED == Status::Unsupported as i32);
    assert!(EAGLES_E_REFUSED == Status::Refused as i32);
    assert!(EAGLES_E_NOT_ALLOWED == Status::NotAllowed as i32);
    assert!(EAGLES_E_OVER == Status::Over as i32);
    assert!(EAGLES_E_FULL == Status::Full as i32);
    assert!(EAGLES_E_UNFINISHED == Status::Unfinished as i32);
    assert!(EAGLES_E_INVALID_SETUP == Status::InvalidSetup as i32);
    assert!(EAGLES_E_INVALID_POSITION == Status::InvalidPosition as i32);
    assert!(EAGLES_E_INVALID_ACTION == Status::InvalidAction as i32);
    assert!(EAGLES_E_INVALID_SAVE == Status::InvalidSave as i32);
    assert!(EAGLES_E_VERSION == Status::VersionMismatch as i32);
    assert!(EAGLES_E_INVALID_CARDS == Status::InvalidCards as i32);
    assert!(EAGLES_E_INVALID_FACTS == Status::InvalidFacts as i32);
    assert!(EAGLES_E_SCRIPT == Status::Script as i32);
    assert!(EAGLES_E_DRAW == Status::Draw as i32);
    assert!(EAGLES_E_TOO_MANY == Status::TooMany as i32);
    assert!(EAGLES_E_INTERNAL == Status::Internal as i32);
};

/// Why a call was not done, or what it asks for. Nothing has changed. Owned by the caller; free it with
/// `eagles_error_free`. Never changes, may be read from any thread.
pub struct eagles_error {
    status: eagles_status,
    code: CString,
    message: CString,
    cites: CString,
    json: CString,
}

/// Text for C: a zero byte would end it early.
fn c_text(text: &str) -> CString {
    CString::new(text.replace('\0', "\u{fffd}")).unwrap_or_default()
}

impl eagles_error {
    fn new(error: &HostError) -> Self {
        Self {
            status: error.status as i32,
            code: c_text(&error.code),
            message: c_text(&error.message),
            cites: c_text(&error.cites.join(", ")),
            json: c_text(&error.to_json()),
        }
    }
}

/// Gives the status of what was done, and the error to who wants it.
///
/// # Safety
/// `err` is null or may be written to.
pub(crate) unsafe fn report(done: Result<(), HostError>, err: *mut *mut eagles_error) -> eagles_status {
    let (status, error) = match &done {
        Ok(()) => (EAGLES_OK, std::ptr::null_mut()),
        Err(error) if err.is_null() => (error.status as i32, std::ptr::null_mut()),
        Err(error) => (error.status as i32, Box::into_raw(Box::new(eagles_error::new(error)))),
    };
    if !err.is_null() {
        // SAFETY: not null, and the caller promises that it may be written to.
        unsafe { err.write(error) };
    }
    status
}

/// The name of a status, such as `EAGLES_E_REFUSED`; `EAGLES_E_UNKNOWN_STATUS` for a number that is none. Static text,
/// never to be freed. Thread rule: any thread.
#[unsafe(no_mangle)]
pub extern "C" fn eagles_status_name(status: eagles_status) -> *const c_char {
    let name = match status {
        EAGLES_OK => c"EAGLES_OK",
        EAGLES_NEEDS_DRAW => c"EAGLES_NEEDS_DRAW",
        EAGLES_NEEDS_ANSWER => c"EAGLES_NEEDS_ANSWER",
        EAGLES_E_NULL => c"EAGLES_E_NULL",
        EAGLES_E_UTF8 => c"EAGLES_E_UTF8",
        EAGLES_E_RANGE => c"EAGLES_E_RANGE",
        EAGLES_E_FORM => c"EAGLES_E_FORM",
        EAGLES_E_UNKNOWN => c"EAGLES_E_UNKNOWN",
        EAGLES_E_BUSY => c"EAGLES_E_BUSY",
        EAGLES_E_HANDLE => c"EAGLES_E_HANDLE",
        EAGLES_E_POISONED => c"EAGLES_E_POISONED",
        EAGLES_E_UNSUPPORTED => c"EAGLES_E_UNSUPPORTED",
        EAGLES_E_REFUSED => c"EAGLES_E_REFUSED",
        EAGLES_E_NOT_ALLOWED => c"EAGLES_E_NOT_ALLOWED",
        EAGLES_E_OVER => c"EAGLES_E_OVER",
        EAGLES_E_FULL => c"EAGLES_E_FULL",
        EAGLES_E_UNFINISHED => c"EAGLES_E_UNFINISHED",
        EAGLES_E_INVALID_SETUP => c"EAGLES_E_INVALID_SETUP",
        EAGLES_E_INVALID_POSITION => c"EAGLES_E_INVALID_POSITION",
        EAGLES_E_INVALID_ACTION => c"EAGLES_E_INVALID_ACTION",
        EAGLES_E_INVALID_SAVE => c"EAGLES_E_INVALID_SAVE",
        EAGLES_E_VERSION => c"EAGLES_E_VERSION",
        EAGLES_E_INVALID_CARDS => c"EAGLES_E_INVALID_CARDS",
        EAGLES_E_INVALID_FACTS => c"EAGLES_E_INVALID_FACTS",
        EAGLES_E_SCRIPT => c"EAGLES_E_SCRIPT",
        EAGLES_E_DRAW => c"EAGLES_E_DRAW",
        EAGLES_E_TOO_MANY => c"EAGLES_E_TOO_MANY",
        EAGLES_E_INTERNAL => c"EAGLES_E_INTERNAL",
        _ => c"EAGLES_E_UNKNOWN_STATUS",
    };
    name.as_ptr()
}

/// The status that came with the error; `EAGLES_OK` for null. Thread rule: any thread.
///
/// # Safety
/// `error` is null or a live error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_error_status(error: *const eagles_error) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe { error.as_ref() }.map_or(EAGLES_OK, |error| error.status)
}

/// A stable code, such as `not-in-range` for a refusal: switch on it, it never changes its meaning. Zero-terminated UTF-8,
/// borrowed: valid until the error is freed. Empty for null. Thread rule: any thread.
///
/// # Safety
/// `error` is null or a live error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_error_code(error: *const eagles_error) -> *const c_char {
    // SAFETY: promised by the caller.
    unsafe { error.as_ref() }.map_or(c"".as_ptr(), |error| error.code.as_ptr())
}

/// What is wrong and what to do, in English. Zero-terminated UTF-8, borrowed: valid until the error is freed. Empty for
/// null. Thread rule: any thread.
///
/// # Safety
/// `error` is null or a live error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_error_message(error: *const eagles_error) -> *const c_char {
    // SAFETY: promised by the caller.
    unsafe { error.as_ref() }.map_or(c"".as_ptr(), |error| error.message.as_ptr())
}

/// The rules that a refusal rests on, as in `W 7.21, W N17`. Zero-terminated UTF-8, borrowed: valid until the error is freed.
/// Empty for null and where no rule is concerned. Thread rule: any thread.
///
/// # Safety
/// `error` is null or a live error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_error_cites(error: *const eagles_error) -> *const c_char {
    // SAFETY: promised by the caller.
    unsafe { error.as_ref() }.map_or(c"".as_ptr(), |error| error.cites.as_ptr())
}

/// The whole error as JSON (schema `error.json`): `status`, `code`, `message`, `cites` (rule citations, as in `W 7.21`) and
/// `params`. Zero-terminated UTF-8, borrowed: valid until the error is freed. Empty for null. Thread rule: any thread.
///
/// # Safety
/// `error` is null or a live error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_error_json(error: *const eagles_error) -> *const c_char {
    // SAFETY: promised by the caller.
    unsafe { error.as_ref() }.map_or(c"".as_ptr(), |error| error.json.as_ptr())
}

/// Frees an error. Null is fine. Thread rule: any thread, once.
///
/// # Safety
/// `error` is null or a live error that nobody uses any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_error_free(error: *mut eagles_error) {
    if !error.is_null() {
        // SAFETY: it came from `report`, and the caller gives it up.
        drop(unsafe { Box::from_raw(error) });
    }
}

/// Clears a place for bytes before anything can fail.
///
/// # Safety
/// `out` is null or may be written to.
pub(crate) unsafe fn clear(out: *mut eagles_bytes) {
    if !out.is_null() {
        // SAFETY: not null, and the caller promises that it may be written to.
        unsafe { out.write(eagles_bytes::EMPTY) };
    }
}
