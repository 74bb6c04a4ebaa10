//! Running the built program.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// What a run gave.
pub(crate) struct Ran {
    /// The exit code.
    pub(crate) code: i32,
    /// The output.
    pub(crate) out: String,
    /// The error stream.
    pub(crate) err: String,
}

/// Runs the program with these arguments and this input.
pub(crate) fn run(args: &[&str], input: &str) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_eagles"))
        .args(args)
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut keyboard = child.stdin.take().expect("its input is a pipe");
    // A program that has ended reads no more: that is no failure of the test.
    let _ = keyboard.write_all(input.as_bytes());
    drop(keyboard);
    let output = child.wait_with_output().expect("it ends");
    Ran {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).expect("its output is text"),
        err: String::from_utf8(output.stderr).expect("its messages are text"),
    }
}

/// The same without input.
#[allow(dead_code)]
pub(crate) fn eagles(args: &[&str]) -> Ran {
    run(args, "")
}

/// A file for one test, in the folder that cargo keeps for tests.
#[allow(dead_code)]
pub(crate) fn file(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path.to_str().expect("the folder's name is text").to_owned()
}
