//! Views that are kept.

use crate::bytes::{eagles_bytes, write};
use crate::error::{clear, eagles_error, eagles_status};
use crate::guard::{Handle, Kind, call, place, text};
use eagles::host::{HostError, Seen, forms};
use std::ffi::c_char;

/// What one viewer saw at one moment. Immutable. Thread rule: share it between any number of threads; free it once, when no
/// call uses it. It does not need its match.
pub struct eagles_view {
    _behind: Handle<Box<dyn Seen>>,
}

impl Kind for Box<dyn Seen> {
    const TAG: u64 = u64::from_be_bytes(*b"eaglview");
    const NAME: &'static str = "a view";
}

pub(crate) fn give(seen: Box<dyn Seen>) -> *mut eagles_view {
    Handle::give(seen).cast()
}

/// What is behind a view.
///
/// # Safety
/// `view` is null or live.
unsafe fn seen<'a>(view: *const eagles_view) -> Result<&'a dyn Seen, HostError> {
    // SAFETY: promised by the caller; views never change.
    unsafe { Handle::look(view.cast::<Handle<Box<dyn Seen>>>()) }.map(|seen| &**seen)
}

/// Frees a view. Null is fine. Thread rule: any thread, once, when no other call uses it.
///
/// # Safety
/// `view` is null or live, and nobody uses it any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_view_free(view: *mut eagles_view) {
    // SAFETY: promised by the caller.
    unsafe { Handle::free(view.cast::<Handle<Box<dyn Seen>>>()) }
}

/// Whose eyes: a player, `EAGLES_PUBLIC` or `EAGLES_REFEREE`.
///
/// Errors: `EAGLES_E_NULL`, `EAGLES_E_HANDLE`. Thread rule: any thread.
///
/// # Safety
/// `view` is live; `viewer` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_view_viewer(
    view: *const eagles_view,
    viewer: *mut u8,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        call(err, || {
            place(viewer, "the viewer")?.write(seen(view)?.viewer());
            Ok(())
        })
    }
}

/// The view as JSON, as `eagles_match_view_json` gives it.
///
/// Errors: `EAGLES_E_NULL`, `EAGLES_E_HANDLE`. Thread rule: any thread.
///
/// # Safety
/// `view` is live; `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_view_json(
    view: *const eagles_view,
    out: *mut eagles_bytes,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        clear(out);
        call(err, || {
            write(out, 0, |bytes| {
                seen(view)?.json(bytes);
                Ok(())
            })
            .map(|_| ())
        })
    }
}

/// The view in plain text.
///
/// Errors: `EAGLES_E_NULL`, `EAGLES_E_HANDLE`. Thread rule: any thread.
///
/// # Safety
/// `view` is live; `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_view_text(
    view: *const eagles_view,
    out: *mut eagles_bytes,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        clear(out);
        call(err, || {
            write(out, 0, |bytes| {
                seen(view)?.text(bytes);
                Ok(())
            })
            .map(|_| ())
        })
    }
}

/// The view as an SVG picture; `options` as for `eagles_match_svg`, without ways.
///
/// Errors: `EAGLES_E_FORM`, `EAGLES_E_UNSUPPORTED`, `EAGLES_E_NULL`, `EAGLES_E_HANDLE`. Thread rule: any thread.
///
/// # Safety
/// `view` is live; the text is as long as it says; `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_view_svg(
    view: *const eagles_view,
    options: *const c_char,
    options_len: u64,
    out: *mut eagles_bytes,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        clear(out);
        call(err, || {
            write(out, 0, |bytes| {
                let form = forms::read("the options of a picture", text(options, options_len, "the options")?)?;
                seen(view)?.svg(&form, bytes)
            })
            .map(|_| ())
        })
    }
}
