//! The terminal game: bots' battles told as stories, play at the keyboard, and the tools around them.

mod board;
mod fail;
mod files;
mod page;
mod players;
mod setup;
mod story;
mod tale;

use clap::{Parser, Subcommand};
use std::io::Write as _;
use std::process::ExitCode;

/// Eagles: Waterloo in the terminal.
///
/// Without a command, two bots fight Quatre Bras and the battle is told.
#[derive(Parser, Debug)]
#[command(name = "eagles", version, args_conflicts_with_subcommands = true, after_help = AFTER)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    story: story::StoryArgs,
}

const AFTER: &str = "\
Examples:
  eagles                          the story of a battle at Quatre Bras
  eagles --seed 7 --battle WA     another one, at Waterloo
Exit codes:
  0  done
  1  the answer is no: a game does not verify, a card set or a deck has faults
  2  the command line or a file cannot be used; the message says what to do
  130  broken off with Ctrl-C";

#[derive(Subcommand, Debug)]
enum Command {
    /// Let bots fight a battle and tell it (what happens without a command)
    Story(story::StoryArgs),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = anstream::AutoStream::auto(std::io::stdout()).lock();
    let done = match &cli.command {
        None => story::run(&cli.story, &mut out),
        Some(Command::Story(args)) => story::run(args, &mut out),
    };
    match done.and_then(|()| out.flush().map_err(Into::into)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fail) => fail.report(),
    }
}
