//! How a command ends.

use eagles::chance::ScriptFault;
use std::fmt::Display;
use std::io;
use std::process::ExitCode;

/// The answer is no: a record does not verify, a card set has faults, an action is refused.
const NO: u8 = 1;
/// The command line or a file cannot be used.
const BAD: u8 = 2;
/// Broken off with Ctrl-C, as shells count it.
const INTERRUPTED: u8 = 130;

/// Why a command did not do what was asked.
#[derive(Debug)]
pub(crate) enum Fail {
    /// The answer is no; everything has been said.
    No,
    /// Something in the command line or in a file is wrong; the message says what to do.
    Bad(String),
    /// The player broke off.
    Interrupted,
    /// The output cannot be written.
    Output(io::Error),
}

/// What a command gives.
pub(crate) type Done = Result<(), Fail>;

impl Fail {
    /// Bad input, with what is wrong and what to do.
    pub(crate) fn bad(message: impl Display) -> Self {
        Self::Bad(message.to_string())
    }

    /// Says what is to be said on the error stream, and gives the exit code.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Self::No => NO.into(),
            Self::Interrupted => INTERRUPTED.into(),
            Self::Bad(message) => {
                let style = crate::page::WARNING;
                anstream::eprintln!("{style}error:{style:#} {message}");
                BAD.into()
            }
            // Whoever reads has had enough: `eagles | head` is no failure.
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Self::Output(error) => {
                anstream::eprintln!("error: cannot write: {error}");
                BAD.into()
            }
        }
    }
}

/// A script that failed: what went wrong, and how the script got there.
pub(crate) fn script_text(fault: &ScriptFault) -> String {
    let trace: String = fault.traceback.iter().map(|frame| format!("\n  at {frame}")).collect();
    format!("The script of a card failed: {fault}{trace}")
}

impl From<io::Error> for Fail {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}
