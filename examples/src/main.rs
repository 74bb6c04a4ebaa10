//! The terminal game: bots' battles told as stories, play at the keyboard, and the tools around them.

mod advice;
mod board;
mod cards;
mod check;
mod decks;
mod empire;
mod fail;
mod files;
mod fold;
mod mods;
mod odds;
mod page;
mod play;
mod players;
mod replay;
mod setup;
mod simulate;
mod story;
mod tale;

use clap::{Parser, Subcommand};
use std::io::Write as _;
use std::process::ExitCode;

/// Eagles in the terminal: Waterloo with cards, and `eagles empire` with miniatures.
///
/// Without a command, two bots fight Quatre Bras with cards and the battle is told.
#[derive(Parser, Debug)]
#[command(name = "eagles", version, max_term_width = 80, args_conflicts_with_subcommands = true, after_help = AFTER)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    story: story::StoryArgs,
}

const AFTER: &str = "\
Examples:
  eagles                                     Quatre Bras, told as a story
  eagles --seed 7 --battle WA                another one, at Waterloo
  eagles play --as british                   play against a bot
  eagles simulate --games 1000               who wins how often
  eagles odds --cv 3 --power 2 --morale B    the chances of an attack
  eagles empire                              the miniatures game, and its charts
  eagles COMMAND --help                      more, with examples
Exit codes:
  0  done
  1  the answer is no: a game does not verify, a card set or a deck has faults
  2  the command line or a file cannot be used; the message says what to do
  130  broken off with Ctrl-C";

#[derive(Subcommand, Debug)]
enum Command {
    /// Let bots fight a battle and tell it (what happens without a command)
    #[command(after_help = "\
Examples:
  eagles story ligny --players greedy,random
  eagles story --save battle.json --quiet
Exit codes: 0 done, 2 bad usage or a file that cannot be used.")]
    Story(story::NamedArgs),
    Play(play::PlayArgs),
    Replay(replay::ReplayArgs),
    Verify(replay::VerifyArgs),
    Rerun(replay::RerunArgs),
    Simulate(simulate::SimulateArgs),
    Odds(odds::OddsArgs),
    Cards(cards::CardsArgs),
    Check(check::CheckArgs),
    Picture(replay::PictureArgs),
    Collection(decks::CollectionArgs),
    Deck(decks::DeckArgs),
    Empire(empire::EmpireArgs),
}

fn main() -> ExitCode {
    let cli = Cli::try_parse().unwrap_or_else(|error| explain(&error));
    let mut out = anstream::AutoStream::auto(std::io::stdout()).lock();
    let done = match &cli.command {
        None => story::run(&cli.story, None, &mut out),
        Some(Command::Story(args)) => story::named(args, &mut out),
        Some(Command::Play(args)) => play::run(args, &mut out),
        Some(Command::Replay(args)) => replay::replay(args, &mut out),
        Some(Command::Verify(args)) => replay::verify(args, &mut out),
        Some(Command::Rerun(args)) => replay::rerun(args, &mut out),
        Some(Command::Simulate(args)) => simulate::run(args, &mut out),
        Some(Command::Odds(args)) => odds::run(args, &mut out),
        Some(Command::Cards(args)) => cards::run(args, &mut out),
        Some(Command::Check(args)) => check::run(args, &mut out),
        Some(Command::Picture(args)) => replay::draw(args, &mut out),
        Some(Command::Collection(args)) => decks::collection(args, &mut out),
        Some(Command::Deck(args)) => decks::deck(args, &mut out),
        Some(Command::Empire(args)) => empire::run(args, &mut out),
    };
    match done.and_then(|()| out.flush().map_err(Into::into)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fail) => fail.report(),
    }
}

/// Says what is wrong with the command line, or the help that was asked for, and leaves.
fn explain(error: &clap::Error) -> ! {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let advice = match words.split_first() {
        Some((first, rest)) if first == "empire" && error.use_stderr() => empire::advice(rest),
        _ => None,
    };
    if let Some(advice) = advice {
        // Should the error stream be closed, the exit code still says it.
        let _ = error.print();
        eprintln!("\n{advice}");
        std::process::exit(error.exit_code());
    }
    error.exit()
}
