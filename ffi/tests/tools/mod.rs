//! Programs that tests need and a machine may lack: compilers for C and C++, CMake, valgrind.
//!
//! On a machine without one the test that needs it says so, counts it and passes; where the environment variable `CI` is set,
//! it fails.

#![allow(dead_code, reason = "each test takes what it needs")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs};

/// How many things were not run in this test binary for want of a tool.
static NOT_RUN: AtomicUsize = AtomicUsize::new(0);

/// The program `name`, or `None` after a word on which Debian package brings it. With `CI` in the environment a missing one
/// is a failure.
#[must_use]
pub fn tool(name: &str, package: &str) -> Option<PathBuf> {
    if let Some(found) = find(name) {
        return Some(found);
    }
    assert!(env::var_os("CI").is_none(), "{name} is missing: install {package}");
    let count = NOT_RUN.fetch_add(1, Ordering::Relaxed) + 1;
    eprintln!("NOT RUN, install {package} ({name} is missing; {count} not run here so far)");
    None
}

/// The program `name` where the shell would find it.
#[must_use]
pub fn find(name: &str) -> Option<PathBuf> {
    let paths = env::var_os("PATH")?;
    env::split_paths(&paths).map(|path| path.join(name)).find(|file| file.is_file())
}

/// Runs a command to its end and gives what it wrote; fails with all of that when the command does.
///
/// # Panics
/// When the command cannot be started or ends with anything but 0.
pub fn run(command: &mut Command) -> String {
    let Output { status, stdout, stderr } = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let (out, err) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    assert!(status.success(), "{command:?}: {status}\n{out}\n{err}");
    out.into_owned()
}

/// A new empty folder outside of the source tree, which is removed when the value goes.
pub struct Scratch(PathBuf);

impl Scratch {
    /// Makes the folder; `name` is part of its name.
    ///
    /// # Panics
    /// When the system's folder for such things cannot be written to.
    #[must_use]
    pub fn new(name: &str) -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let next = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("eagles-{name}-{}-{next}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a temporary folder");
        Self(path)
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
