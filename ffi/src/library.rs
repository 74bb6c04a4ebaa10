//! The library itself: versions and how it was built.

use crate::bytes::{eagles_bytes, write};
use crate::error::{eagles_error, eagles_status};
use crate::guard::call;
use serde_json::json;
use std::ffi::c_char;

/// The version of this interface. It is raised whenever something is added. A program built against header version N runs
/// with every library for which `eagles_abi_compatible() <= N <= eagles_abi_version()`.
pub const EAGLES_ABI_VERSION: u32 = 1;
/// The oldest header version whose programs run with this library. It is raised only with a new major version of the
/// library, which also has another name on disk (soname).
pub const EAGLES_ABI_COMPATIBLE: u32 = 1;
/// The version of the library this header belongs to.
pub const EAGLES_VERSION_MAJOR: u32 = 0;
/// Raised when something is added.
pub const EAGLES_VERSION_MINOR: u32 = 1;
/// Raised when something is mended.
pub const EAGLES_VERSION_PATCH: u32 = 0;

/// The interface version of the library that was loaded; compare it with the `EAGLES_ABI_VERSION` of the header. Thread
/// rule: any thread.
#[unsafe(no_mangle)]
pub extern "C" fn eagles_abi_version() -> u32 {
    EAGLES_ABI_VERSION
}

/// The oldest header version whose programs run with the library that was loaded. Thread rule: any thread.
#[unsafe(no_mangle)]
pub extern "C" fn eagles_abi_compatible() -> u32 {
    EAGLES_ABI_COMPATIBLE
}

/// The version of the library that was loaded, such as `0.1.0`. Static zero-terminated text, never to be freed. Thread
/// rule: any thread.
#[unsafe(no_mangle)]
pub extern "C" fn eagles_version_string() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

/// How the library was built, as JSON: `version`, `abi`, `abi_compatible`, `rules` (the rules version of each game),
/// `save_format`, `scripts` (the script runtime), `target`, `debug`. Errors: `EAGLES_E_NULL`. Thread rule: any thread.
///
/// # Safety
/// `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_build_info(out: *mut eagles_bytes, err: *mut *mut eagles_error) -> eagles_status {
    let info = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "abi": EAGLES_ABI_VERSION,
        "abi_compatible": EAGLES_ABI_COMPATIBLE,
        "rules": { "waterloo": eagles::waterloo::RULES_VERSION, "empire": eagles::empire::RULES_VERSION },
        "save_format": eagles::record::FORMAT,
        "scripts": "luau",
        "target": format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS),
        "debug": cfg!(debug_assertions),
    });
    // SAFETY: promised by the caller.
    unsafe {
        call(err, || {
            write(out, 0, |bytes| {
                bytes.extend(info.to_string().into_bytes());
                Ok(())
            })
            .map(|_| ())
        })
    }
}
