//! What stands between a foreign caller and the library: pointers are checked, panics are caught, one call at a time.

use crate::error::{eagles_error, eagles_status};
use eagles::host::{HostError, Status};
use std::any::Any;
use std::cell::UnsafeCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::slice;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The most bytes or entries that a caller may hand in with one pointer.
pub(crate) const MAX_INPUT: u64 = 64 << 20;

/// What a handle is, written at its beginning, so that a pointer to another kind is found out.
pub(crate) trait Kind {
    /// Eight letters.
    const TAG: u64;
    /// How errors name it.
    const NAME: &'static str;
}

/// The tag of a handle that was freed.
const FREED: u64 = u64::from_be_bytes(*b"eaglfree");

/// A handle whose calls run one at a time.
#[repr(C)]
pub(crate) struct Handle<T> {
    tag: AtomicU64,
    busy: AtomicBool,
    poisoned: AtomicBool,
    value: UnsafeCell<T>,
}

impl<T: Kind> Handle<T> {
    /// A new handle, owned by the caller.
    pub(crate) fn give(value: T) -> *mut Self {
        Box::into_raw(Box::new(Self {
            tag: AtomicU64::new(T::TAG),
            busy: AtomicBool::new(false),
            poisoned: AtomicBool::new(false),
            value: UnsafeCell::new(value),
        }))
    }

    /// Frees a handle; null and a handle of another kind are left alone.
    ///
    /// # Safety
    /// `handle` is null or came from [`Handle::give`] and was not freed.
    pub(crate) unsafe fn free(handle: *mut Self) {
        // SAFETY: every handle begins with a tag, and the caller promises that this is one or null.
        let Some(held) = (unsafe { handle.as_ref() }) else { return };
        if held.tag.compare_exchange(T::TAG, FREED, Ordering::AcqRel, Ordering::Relaxed).is_ok() {
            // SAFETY: it came from `give`, and the tag says that nobody freed it before.
            let owned = unsafe { Box::from_raw(handle) };
            // Dropping runs foreign destructors (scripts); a panic in one must not leave the library.
            let _ = catch_unwind(AssertUnwindSafe(|| drop(owned)));
        }
    }

    /// Looks at what never changes, from any thread.
    ///
    /// # Safety
    /// `handle` is null or a live handle.
    pub(crate) unsafe fn look<'a>(handle: *const Self) -> Result<&'a T, HostError> {
        // SAFETY: the caller promises a live handle or null.
        let held = unsafe { Self::checked(handle) }?;
        // SAFETY: handles that are looked at from several threads are never changed after `give`.
        Ok(unsafe { &*held.value.get() })
    }

    unsafe fn checked<'a>(handle: *const Self) -> Result<&'a Self, HostError> {
        // SAFETY: the caller promises a live handle or null.
        let held = unsafe { handle.as_ref() }.ok_or_else(|| null(T::NAME))?;
        if held.tag.load(Ordering::Relaxed) == T::TAG {
            return Ok(held);
        }
        Err(HostError::new(Status::Handle, "handle", format!("the pointer is not to {}, or it was freed", T::NAME)))
    }

    /// Runs `body` on the value, alone. A panic poisons the handle.
    ///
    /// # Safety
    /// `handle` is null or a live handle.
    unsafe fn alone<R>(
        handle: *const Self,
        poisoned_too: bool,
        body: impl FnOnce(&mut T) -> Result<R, HostError>,
    ) -> Result<R, HostError> {
        // SAFETY: the caller promises a live handle or null.
        let held = unsafe { Self::checked(handle) }?;
        if held.busy.swap(true, Ordering::Acquire) {
            let message = format!("another thread is using {} at this moment: one call at a time", T::NAME);
            return Err(HostError::new(Status::Busy, "busy", message));
        }
        let done = if held.poisoned.load(Ordering::Relaxed) && !poisoned_too {
            let message = format!("a call on {} has failed inside the library: save and free it", T::NAME);
            Err(HostError::new(Status::Poisoned, "poisoned", message))
        } else {
            // SAFETY: `busy` keeps everybody else away.
            let value = unsafe { &mut *held.value.get() };
            catch_unwind(AssertUnwindSafe(|| body(value))).unwrap_or_else(|panic| {
                held.poisoned.store(true, Ordering::Relaxed);
                Err(internal(&*panic))
            })
        };
        held.busy.store(false, Ordering::Release);
        done
    }
}

/// A null pointer where there must be none.
pub(crate) fn null(what: &str) -> HostError {
    HostError::new(Status::Null, "null", format!("the pointer to {what} is null"))
}

/// A panic, told.
fn internal(panic: &(dyn Any + Send)) -> HostError {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
    HostError::new(Status::Internal, "internal", format!("the library has failed, please report it: {text}"))
}

/// Runs the body of a function that works on no handle, or on one that never changes.
///
/// # Safety
/// `err` is null or may be written to.
pub(crate) unsafe fn call(err: *mut *mut eagles_error, body: impl FnOnce() -> Result<(), HostError>) -> eagles_status {
    let done = catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|panic| Err(internal(&*panic)));
    // SAFETY: promised by the caller.
    unsafe { crate::error::report(done, err) }
}

/// Runs the body of a function on the value of a handle.
///
/// # Safety
/// `handle` is null or a live handle, `err` null or may be written to.
pub(crate) unsafe fn with<T: Kind>(
    handle: *const Handle<T>,
    err: *mut *mut eagles_error,
    body: impl FnOnce(&mut T) -> Result<(), HostError>,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe { crate::error::report(Handle::alone(handle, false, body), err) }
}

/// The same for the functions that serve a poisoned handle too.
///
/// # Safety
/// As [`with`].
pub(crate) unsafe fn with_poisoned<T: Kind>(
    handle: *const Handle<T>,
    err: *mut *mut eagles_error,
    body: impl FnOnce(&mut T) -> Result<(), HostError>,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe { crate::error::report(Handle::alone(handle, true, body), err) }
}

/// Entries that the caller hands in. Null is no entries if the length is 0.
///
/// # Safety
/// `data` is null or points to `len` entries that stay as they are during the call.
pub(crate) unsafe fn entries<'a, T>(data: *const T, len: u64, what: &str) -> Result<&'a [T], HostError> {
    if len == 0 {
        return Ok(&[]);
    }
    if data.is_null() {
        return Err(null(what));
    }
    let len = length::<T>(len, what)?;
    // SAFETY: not null, and the caller promises the length.
    Ok(unsafe { slice::from_raw_parts(data, len) })
}

/// Entries that the caller lets us write.
///
/// # Safety
/// `data` is null or points to `len` entries that nobody else uses during the call.
pub(crate) unsafe fn entries_mut<'a, T>(data: *mut T, len: u64, what: &str) -> Result<&'a mut [T], HostError> {
    if len == 0 {
        return Ok(&mut []);
    }
    if data.is_null() {
        return Err(null(what));
    }
    let len = length::<T>(len, what)?;
    // SAFETY: not null, and the caller promises the length.
    Ok(unsafe { slice::from_raw_parts_mut(data, len) })
}

fn length<T>(len: u64, what: &str) -> Result<usize, HostError> {
    let bytes = len.checked_mul(size_of::<T>() as u64).filter(|&bytes| bytes <= MAX_INPUT);
    match bytes.and_then(|_| usize::try_from(len).ok()) {
        Some(len) => Ok(len),
        None => {
            let message = format!("{what}: {len} entries are too many; at most {MAX_INPUT} bytes are taken at once");
            Err(HostError::new(Status::Range, "length", message))
        }
    }
}

/// Text that the caller hands in.
///
/// # Safety
/// As [`entries`].
pub(crate) unsafe fn text<'a>(data: *const std::ffi::c_char, len: u64, what: &str) -> Result<&'a str, HostError> {
    // SAFETY: promised by the caller; `c_char` has the layout of a byte.
    let bytes = unsafe { entries(data.cast::<u8>(), len, what) }?;
    std::str::from_utf8(bytes).map_err(|error| {
        let message = format!("{what} is not UTF-8: byte {} cannot stand there", error.valid_up_to());
        HostError::new(Status::Utf8, "utf8", message)
    })
}

/// A place that the caller lets us write, if it is not null.
///
/// # Safety
/// `out` is null or may be written to.
pub(crate) unsafe fn place<'a, T>(out: *mut T, what: &str) -> Result<&'a mut std::mem::MaybeUninit<T>, HostError> {
    // SAFETY: the caller promises that it may be written to or is null.
    unsafe { out.cast::<std::mem::MaybeUninit<T>>().as_mut() }.ok_or_else(|| null(what))
}

#[cfg(test)]
mod tests;
