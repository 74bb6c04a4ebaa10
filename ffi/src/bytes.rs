//! Bytes that the library hands out.

use crate::guard::null;
use eagles::host::HostError;
use std::mem::ManuallyDrop;
use std::ptr;

/// Bytes that the library has written for the caller, most often UTF-8 text or JSON. Not zero-terminated. Owned by the
/// caller, who frees them with `eagles_bytes_free`. A function that fails leaves them empty (`data` null, `len` 0), and
/// what they held before is not freed by it.
#[repr(C)]
pub struct eagles_bytes {
    /// The first byte; null when there are none.
    pub data: *mut u8,
    /// How many bytes there are.
    pub len: u64,
    /// How many the library has set aside for them. For `eagles_bytes_free`: leave it alone.
    pub capacity: u64,
}

impl eagles_bytes {
    /// No bytes.
    pub(crate) const EMPTY: Self = Self { data: ptr::null_mut(), len: 0, capacity: 0 };
}

/// Frees bytes and empties the struct, so that freeing it twice does no harm. Null is fine. Thread rule: any thread.
///
/// # Safety
/// `bytes` is null, or holds what the library has written, unchanged.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_bytes_free(bytes: *mut eagles_bytes) {
    // SAFETY: promised by the caller.
    let Some(bytes) = (unsafe { bytes.as_mut() }) else { return };
    let eagles_bytes { data, len, capacity } = std::mem::replace(bytes, eagles_bytes::EMPTY);
    if !data.is_null() {
        // SAFETY: they came from `write`, and the caller gives them up.
        drop(unsafe { Vec::from_raw_parts(data, len as usize, capacity as usize) });
    }
}

/// Lets `write` fill bytes for the caller; `room` is a guess of how many there will be.
///
/// # Safety
/// `out` is null or may be written to.
pub(crate) unsafe fn write(
    out: *mut eagles_bytes,
    room: usize,
    write: impl FnOnce(&mut Vec<u8>) -> Result<(), HostError>,
) -> Result<usize, HostError> {
    // SAFETY: promised by the caller.
    unsafe { crate::error::clear(out) };
    if out.is_null() {
        return Err(null("the bytes"));
    }
    let mut bytes = Vec::with_capacity(room);
    write(&mut bytes)?;
    let len = bytes.len();
    if bytes.capacity() > 0 {
        let mut bytes = ManuallyDrop::new(bytes);
        let given = eagles_bytes { data: bytes.as_mut_ptr(), len: len as u64, capacity: bytes.capacity() as u64 };
        // SAFETY: not null, and the caller promises that it may be written to.
        unsafe { out.write(given) };
    }
    Ok(len)
}
