//! The name that the shared library has on disk for the programs that are linked to it.
//!
//! It changes when those programs must be built again: with a major version, before 1.0 with a minor one. cargo-c has the same
//! custom. `CMakeLists.txt` installs under this name.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let part = |name: &str| env::var(format!("CARGO_PKG_VERSION_{name}")).unwrap_or_default();
    let (major, minor) = (part("MAJOR"), part("MINOR"));
    let generation = if major == "0" { format!("0.{minor}") } else { major };
    let argument = match env::var("CARGO_CFG_TARGET_OS").as_deref() {
        // Found through the search paths of the program that uses it, so that an installed folder may be moved.
        Ok("macos" | "ios") => format!("-Wl,-install_name,@rpath/libeagles.{generation}.dylib"),
        // A DLL has no such name: the import library names the file itself.
        Ok("windows") => return,
        _ => format!("-Wl,-soname,libeagles.so.{generation}"),
    };
    // cargo-c sets the name itself.
    if env::var_os("CARGO_FEATURE_CAPI").is_none() {
        println!("cargo::rustc-cdylib-link-arg={argument}");
    }
}
