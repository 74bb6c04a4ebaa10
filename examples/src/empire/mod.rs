//! `eagles empire`: *Eagles over the Empire*, the miniatures game, in the terminal.

mod calc;
mod near;
mod rules;

use crate::fail::Done;
use clap::{Args, Subcommand};
use std::io::Write;

/// Eagles over the Empire: battles with figures on a measured table, and every chart as a calculator
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Calculators, for people with figures on a table:
  eagles empire assault 'french 9 column' 'british 9 line unmoved'
  eagles empire fire 'british 10 line unmoved' 'french column' --distance 2.5
  eagles empire square '8 column pinned leader' --die 4
  eagles empire COMMAND --help                 more, with examples
Rules are cited as [E ...]: charts of the sheet by name, rulings by number (A, L,
P, Q; in core/data/empire/RULINGS.md). House rules of ours are marked as such.")]
pub(crate) struct EmpireArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Clone, Debug)]
enum Command {
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
    match &args.command {
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
