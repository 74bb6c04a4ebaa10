//! `eagles`: bots fight a battle, and it is told.

use crate::fail::{Done, Fail, script_text};
use crate::files;
use crate::mods;
use crate::page::{HEADING, PLAIN, paint, width, wrap};
use crate::players::{self, Bots, Pair, turn_order};
use crate::setup::{self, SetupArgs};
use crate::tale::{BOTH, Tale, summary, title};
use clap::Args;
use eagles::chance::{Seed, Unmet};
use eagles::game::Viewer;
use eagles::play::{ApplyError, Match, MatchOptions};
use eagles::waterloo::Waterloo;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

/// The seed of the story that is told when none is named.
const SEED: u64 = 1815;

/// Let bots fight a battle and tell it.
#[derive(Args, Clone, Debug)]
pub(crate) struct StoryArgs {
    /// The battle: QB, LI, WA, WV, CH, or its name
    #[arg(long = "battle", value_name = "BATTLE", id = "battle", default_value = "QB")]
    battle: String,
    /// The players, French first: greedy or random
    #[arg(long, value_name = "FRENCH,ALLIED", default_value = "greedy,greedy", value_parser = players::bots)]
    players: Pair,
    /// The seed of all dice, cards and bots; a number or 64 hexadecimal digits
    #[arg(long, allow_negative_numbers = true, value_parser = setup::seed, default_value_t = Seed::from_number(SEED))]
    seed: Seed,
    /// Say only how it ended
    #[arg(long, short)]
    quiet: bool,
    /// Leave the boards out
    #[arg(long)]
    no_boards: bool,
    /// Keep the game in a file, to replay, verify or picture
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Write over the file if there is one
    #[arg(long, requires = "save")]
    force: bool,
    #[command(flatten)]
    setup: SetupArgs,
}

/// The same with the battle in its place, as other commands take it.
#[derive(Args, Clone, Debug)]
pub(crate) struct NamedArgs {
    /// The battle: QB, LI, WA, WV, CH, or its name
    #[arg(value_name = "BATTLE", conflicts_with = "battle")]
    name: Option<String>,
    #[command(flatten)]
    story: StoryArgs,
}

/// `eagles story`.
pub(crate) fn named(args: &NamedArgs, out: &mut dyn Write) -> Done {
    run(&args.story, args.name.as_deref(), out)
}

/// Plays and tells the battle of that name, or that of the options.
pub(crate) fn run(args: &StoryArgs, battle: Option<&str>, out: &mut dyn Write) -> Done {
    let cards = args.setup.cards()?;
    let game = args.setup.game_with(&cards, battle.unwrap_or(&args.battle), false)?;
    let notes = mods::notes(&cards);
    // A battle that cannot be kept is not fought.
    if let Some(path) = &args.save {
        files::may_write(path, args.force)?;
    }
    let mut hosted = Match::new(Arc::clone(&game), MatchOptions::seeded(args.seed));
    let mut bots = Bots::new(&*game, args.players, &args.seed);
    let mut tale = Tale::new(&game, Viewer::Referee, !args.no_boards);
    let fought = if args.quiet {
        play_out(&mut hosted, &mut bots, |_| Ok(()))
    } else {
        opening(&game, args.players, out)?;
        play_out(&mut hosted, &mut bots, |hosted| tale.go_on(hosted, out))
    };
    if let Err(fail) = fought {
        return broken_off(fail, args, &hosted, &notes);
    }
    if !args.quiet {
        tale.end(&hosted, out)?;
        writeln!(out)?;
    }
    for line in wrap("", &summary(&game, &hosted, &format!("seed {}", args.seed)), width()) {
        writeln!(out, "{}", paint(HEADING, &line))?;
    }
    if let Some(path) = &args.save {
        files::save(path, &hosted, &notes)?;
    }
    if !args.quiet {
        closing(args, out)?;
    }
    Ok(())
}

/// The notes of a saved game.
type Notes = BTreeMap<String, String>;

/// A battle that could not be fought to its end: what there is of it is kept where it was to be kept.
fn broken_off(fail: Fail, args: &StoryArgs, hosted: &Match<Waterloo>, notes: &Notes) -> Done {
    let (Fail::Bad(message), Some(path)) = (&fail, &args.save) else { return Err(fail) };
    files::save(path, hosted, notes)?;
    Err(Fail::bad(format!("{message}\nThe battle as it stood before is kept in {}.", path.display())))
}

/// Lets bots act until the battle is over, and calls `after` each action.
pub(crate) fn play_out(
    hosted: &mut Match<Waterloo>,
    bots: &mut Bots<Waterloo>,
    mut after: impl FnMut(&Match<Waterloo>) -> Done,
) -> Done {
    loop {
        let Some(&player) = turn_order(hosted).first() else { return Ok(()) };
        let Some(action) = bots.choose(hosted, player) else { return Ok(()) };
        hosted.apply(player, &action).map_err(|error| match error {
            ApplyError::Unmet(Unmet::Script(fault)) => Fail::bad(script_text(&fault)),
            other => Fail::bad(other),
        })?;
        after(hosted)?;
    }
}

fn opening(game: &Waterloo, who: Pair, out: &mut dyn Write) -> Done {
    let width = width();
    writeln!(out, "{}", paint(HEADING, &title(game)))?;
    let sides: Vec<String> =
        BOTH.iter().zip(who).map(|(&player, who)| format!("{} ({})", game.side_text(player), who.name())).collect();
    let aim = "A side wins the moment its Infantry or Cavalry stands in an enemy Position that no enemy Troops hold.";
    for line in wrap("", &format!("{} against {}. {aim}", sides[0], sides[1]), width) {
        writeln!(out, "{line}")?;
    }
    writeln!(out)?;
    Ok(())
}

fn closing(args: &StoryArgs, out: &mut dyn Write) -> Done {
    let kept = args.save.as_ref().map_or_else(String::new, |path| {
        format!(" It is kept in {0}: `eagles replay {0}{1}` tells it again.", path.display(), args.setup.again())
    });
    let text = format!(
        "The same seed tells the same battle; `--seed N` another. `eagles play` lets you fight it yourself, \
         `eagles --help` shows what else there is.{kept}"
    );
    for line in wrap("", &text, width()) {
        writeln!(out, "{}", paint(PLAIN, &line))?;
    }
    Ok(())
}
