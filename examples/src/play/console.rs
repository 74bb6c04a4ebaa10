//! What the players type.

use crate::fail::{Done, Fail};
use crate::page::{FAINT, HEADING, paint, width, wrap};
use std::cell::Cell;
use std::io::{self, BufRead as _, IsTerminal as _, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// The most characters of a line that are read.
const LONGEST: usize = 1_000;
/// The most characters of a line that a script types which are shown.
const SHOWN: usize = 200;

enum Input {
    Line(String),
    End,
    Interrupt,
}

/// The keyboard.
pub(crate) struct Console {
    input: Receiver<Input>,
    /// Whether a person sits at the keyboard; what a script types is shown, so that a transcript can be read.
    live: bool,
    /// Whether the screen can be cleared.
    screen: bool,
    /// Whether the input has ended: nothing more will come.
    ended: Cell<bool>,
}

impl Console {
    /// Listens to the keyboard and to Ctrl-C.
    pub(crate) fn open() -> Result<Self, Fail> {
        let (sender, input) = channel();
        let interrupts = sender.clone();
        ctrlc::set_handler(move || {
            let _ = interrupts.send(Input::Interrupt);
        })
        .map_err(|error| Fail::bad(format!("cannot listen to Ctrl-C: {error}")))?;
        thread::spawn(move || listen(&sender));
        Ok(Self { input, live: io::stdin().is_terminal(), screen: io::stdout().is_terminal(), ended: Cell::new(false) })
    }

    /// Whether a person sits at the keyboard.
    pub(crate) fn is_live(&self) -> bool {
        self.live
    }

    /// Asks for a line; nothing when the input has ended. Ctrl-C twice breaks off.
    pub(crate) fn ask(&self, prompt: &str, out: &mut dyn Write) -> Result<Option<String>, Fail> {
        let mut interrupted = false;
        while !self.ended.get() {
            write!(out, "{} ", paint(HEADING, prompt))?;
            out.flush()?;
            match self.input.recv() {
                Ok(Input::Line(line)) => {
                    if !self.live {
                        let cut = line.chars().count() > SHOWN;
                        let shown: String = line.chars().take(SHOWN).collect();
                        writeln!(out, "{shown}{}", if cut { "..." } else { "" })?;
                    }
                    return Ok(Some(line.trim().to_owned()));
                }
                Ok(Input::Interrupt) if interrupted => {
                    writeln!(out)?;
                    return Err(Fail::Interrupted);
                }
                Ok(Input::Interrupt) => {
                    interrupted = true;
                    let text = "Ctrl-C: `save FILE` keeps the battle; press it again to leave without.";
                    writeln!(out, "\n{}", paint(FAINT, text))?;
                }
                Ok(Input::End) | Err(_) => {
                    writeln!(out)?;
                    self.ended.set(true);
                }
            }
        }
        Ok(None)
    }

    /// Asks until yes or no is answered; the end of the input is no.
    pub(crate) fn yes(&self, question: &str, out: &mut dyn Write) -> Result<bool, Fail> {
        let question = wrap("", question, width()).join("\n");
        loop {
            let Some(answer) = self.ask(&format!("{question} [y/n]"), out)? else { return Ok(false) };
            match answer.to_lowercase().as_str() {
                "y" | "yes" => return Ok(true),
                "n" | "no" => return Ok(false),
                _ => {}
            }
        }
    }

    /// Takes everything off the screen and out of what can be scrolled back to; a line where there is no screen.
    pub(crate) fn clear(&self, out: &mut dyn Write) -> Done {
        if self.screen {
            write!(out, "\x1b[2J\x1b[3J\x1b[H")?;
        } else {
            writeln!(out, "{}", "-".repeat(40))?;
        }
        Ok(())
    }
}

fn listen(sender: &Sender<Input>) {
    let mut keyboard = io::stdin().lock();
    loop {
        let mut bytes = Vec::new();
        match keyboard.read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => {
                let _ = sender.send(Input::End);
                return;
            }
            Ok(_) => {
                if sender.send(Input::Line(plain(&String::from_utf8_lossy(&bytes)))).is_err() {
                    return;
                }
            }
        }
    }
}

/// The line without what keys such as the arrows send, and without other control characters.
fn plain(line: &str) -> String {
    let mut text = String::new();
    let mut chars = line.chars().take(LONGEST).peekable();
    while let Some(c) = chars.next() {
        if c == '\u{1b}' {
            if chars.next_if(|&c| c == '[' || c == 'O').is_some() {
                while chars.next_if(|c| !c.is_alphabetic() && *c != '~').is_some() {}
                chars.next();
            }
        } else if !c.is_control() {
            text.push(c);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn keys_leave_nothing_behind() {
        assert_eq!(plain("3 \u{1b}[Aleft\u{1b}[4~\u{1b}OP\r\n"), "3 left");
        assert_eq!(plain("Pir\u{e9} \u{1b}"), "Pir\u{e9} ");
        assert_eq!(plain(&"x".repeat(5_000)).len(), super::LONGEST);
    }
}
