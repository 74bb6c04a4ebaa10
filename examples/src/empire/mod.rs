//! `eagles empire`: *Eagles over the Empire*, the miniatures game, in the terminal.

mod battles;
mod bots;
mod calc;
mod near;
mod play;
pub(crate) mod records;
mod rules;
mod sketch;
mod story;
mod told;

use crate::fail::Done;
use clap::{Args, Subcommand};
use std::io::Write;

/// Eagles over the Empire: battles with figures on a measured table, and every chart as a calculator.
///
/// Without a command, two bots fight a battle and it is told.
#[derive(Args, Clone, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
Battles:
  eagles empire                                a small one, told as a story
  eagles empire quatre-bras --seed 7 --map     another, with sketches
  eagles empire --units 20 --svg pictures      one made up, a picture a turn
  eagles empire play                           fight one yourself
Calculators, for people with figures on a table:
  eagles empire assault 'french 9 column' 'british 9 line unmoved'
  eagles empire fire 'british 10 line unmoved' 'french column' --distance 2.5
  eagles empire square '8 column pinned leader' --die 4
  eagles empire COMMAND --help                 more, with examples
Rules are cited as [E ...]: charts of the sheet by name, rulings by number (A,
L, P, Q, in core/data/empire/RULINGS.md). House rules of ours are marked as such.
Exit codes: 0 done, 1 the answer is no, 2 bad usage or a file that cannot be
used, 130 broken off with Ctrl-C."
)]
pub(crate) struct EmpireArgs {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    story: story::StoryArgs,
}

#[derive(Subcommand, Clone, Debug)]
enum Command {
    Play(play::PlayArgs),
    Scenarios(story::ScenariosArgs),
    Check(story::CheckArgs),
    Simulate(story::SimulateArgs),
    Replay(records::ReplayArgs),
    Verify(records::VerifyArgs),
    Rerun(records::RerunArgs),
    Picture(records::PictureArgs),
    Assault(Box<calc::AssaultArgs>),
    Fire(calc::FireArgs),
    Bombard(calc::BombardArgs),
    Square(calc::SquareArgs),
    Morale(calc::MoraleArgs),
    Initiative(calc::InitiativeArgs),
    Leader(calc::LeaderArgs),
    Integrity(calc::IntegrityArgs),
    Order(calc::OrderArgs),
    Move(calc::MoveArgs),
}

/// Does what is asked.
pub(crate) fn run(args: &EmpireArgs, out: &mut dyn Write) -> Done {
    let Some(command) = &args.command else { return story::run(&args.story, out) };
    match command {
        Command::Play(args) => play::run(args, out),
        Command::Scenarios(args) => story::scenarios(args, out),
        Command::Check(args) => story::check(args, out),
        Command::Simulate(args) => story::simulate(args, out),
        Command::Replay(args) => records::replay(args, out),
        Command::Verify(args) => records::verify(args, out),
        Command::Rerun(args) => records::rerun(args, out),
        Command::Picture(args) => records::picture(args, out),
        Command::Assault(args) => calc::assault(args, out),
        Command::Fire(args) => calc::fire(args, out),
        Command::Bombard(args) => calc::bombard(args, out),
        Command::Square(args) => calc::square(args, out),
        Command::Morale(args) => calc::morale(args, out),
        Command::Initiative(args) => calc::initiative(args, out),
        Command::Leader(args) => calc::leader(args, out),
        Command::Integrity(args) => calc::integrity(args, out),
        Command::Order(args) => calc::order(args, out),
        Command::Move(args) => calc::movement(args, out),
    }
}

/// The names of the commands.
fn commands() -> Vec<String> {
    let all = EmpireArgs::augment_args(clap::Command::new("empire"));
    all.get_subcommands().map(|command| command.get_name().to_owned()).collect()
}

/// The command that was perhaps meant by a word that names none.
fn slip(word: &str) -> Option<String> {
    let known = commands();
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    let meant = near::near(word, &known).filter(|meant| *meant != word)?;
    Some(format!("perhaps `eagles empire {meant}` is meant"))
}

/// What helps one whose words after `eagles empire` cannot be read: the command that was perhaps meant, or an example.
pub(crate) fn advice(words: &[String]) -> Option<String> {
    let first = words.first().filter(|word| !word.starts_with('-'))?;
    if let Some(text) = slip(first) {
        return Some(format!("there is no command `{first}`; {text}"));
    }
    let all = EmpireArgs::augment_args(clap::Command::new("empire"));
    let help = all.find_subcommand(first)?.get_after_help()?.to_string();
    // An example may go on where its line ends in a backslash.
    let example = help.split_once("\nExample")?.1.split_once('\n')?.1.replace("\\\n", " ");
    let example: Vec<&str> = example.lines().next()?.split_whitespace().collect();
    Some(format!("for example: {}", example.join(" ")))
}
