//! `eagles replay`, `verify`, `rerun` and `picture`: what can be done with saved games.

use crate::empire::records;
use crate::fail::{Done, Fail};
use crate::files;
use crate::mods::{self, CardArgs};
use crate::page::{HEADING, STRONG, WARNING, count, paint};
use crate::setup;
use crate::tale::{Tale, summary, title};
use clap::Args;
use eagles::game::{Game, Viewer};
use eagles::play::{DrawsFrom, MAX_ACTIONS, Match, MatchOptions};
use eagles::record::{self, LoadError, Record, SavedDraws, Settled};
use eagles::waterloo::types::foe;
use eagles::waterloo::{ALLIED, Army, FRENCH, picture};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

/// A viewer from the command line, and the army that he was named by.
#[derive(Clone, Copy, Debug)]
struct Eyes {
    viewer: Viewer,
    army: Option<Army>,
}

impl Eyes {
    /// The word that names the viewer, for games with other sides.
    fn word(self) -> &'static str {
        match (self.viewer, self.army) {
            (_, Some(army)) => army.name(),
            (Viewer::Public, _) => "public",
            (Viewer::Referee, _) => "referee",
            (Viewer::Player(_), _) => "allied",
        }
    }
}

fn eyes(text: &str) -> Result<Eyes, String> {
    let word = text.to_lowercase();
    let army = Army::from_name(&word);
    let viewer = match (word.as_str(), army) {
        (_, Some(army)) => Viewer::Player(army.player()),
        ("allied", _) => Viewer::Player(ALLIED),
        ("public", _) => Viewer::Public,
        ("referee", _) => Viewer::Referee,
        _ => return Err("write french, british, prussian, allied, public or referee".to_owned()),
    };
    Ok(Eyes { viewer, army })
}

/// Tell a saved game as a story.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  eagles replay battle.json                   everything, as the referee sees it
  eagles replay battle.json --as british      what the British player saw
Exit codes: 0 done, 1 the game does not replay, 2 the file cannot be used.")]
pub(crate) struct ReplayArgs {
    /// The saved game
    file: PathBuf,
    /// Through whose eyes: french, british, prussian, allied, public or referee
    #[arg(long = "as", value_name = "VIEWER", default_value = "referee", value_parser = eyes)]
    eyes: Eyes,
    /// Leave the boards out
    #[arg(long)]
    no_boards: bool,
    #[command(flatten)]
    cards: CardArgs,
}

/// Check saved games: every action and every position after it.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Example:
  eagles verify battle.json other.json
Exit codes: 0 all verify, 1 one does not, 2 a file cannot be used.")]
pub(crate) struct VerifyArgs {
    /// The saved games
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    cards: CardArgs,
}

/// Play the actions of a saved game under the present rules.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Example:
  eagles rerun battle.json
Exit codes: 0 it goes the same way, 1 it goes another, 2 the file cannot be
used.")]
pub(crate) struct RerunArgs {
    /// The saved game
    file: PathBuf,
    #[command(flatten)]
    cards: CardArgs,
}

/// Draw the board of a saved game.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  eagles picture battle.json --out board.svg
  eagles picture battle.json --out before.svg --after 40 --as french
Exit codes: 0 done, 2 bad usage or a file that cannot be used.")]
pub(crate) struct PictureArgs {
    /// The saved game
    file: PathBuf,
    /// The picture; - for the output
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Through whose eyes: french, british, prussian, allied, public or referee
    #[arg(long = "as", value_name = "VIEWER", default_value = "public", value_parser = eyes)]
    eyes: Eyes,
    /// The board after so many actions, instead of at the end
    #[arg(long, value_name = "ACTIONS", allow_negative_numbers = true, value_parser = setup::whole::<usize>(0, MAX_ACTIONS as u64))]
    after: Option<usize>,
    #[command(flatten)]
    cards: CardArgs,
}

/// Plays a record through, and calls `each` after every action.
pub(crate) fn step_through<G: Game>(
    game: &Arc<G>,
    record: &Record,
    most: usize,
    mut each: impl FnMut(&Match<G>) -> Done,
) -> Result<Match<G>, Fail> {
    let state = game.read_state(&record.start).map_err(|error| Fail::bad(format!("field start: {error}")))?;
    // Its draws are handed in as they were made: a tale needs the position at every step.
    let mut hosted = Match::from_state(Arc::clone(game), state, MatchOptions::hosted()).map_err(Fail::bad)?;
    for logged in record.actions.iter().take(most) {
        let Ok(action) = game.read_action(hosted.state(), logged.player, &logged.word) else { return Ok(hosted) };
        let values: Vec<u16> = logged.draws.iter().flat_map(|drawn| drawn.values.iter().copied()).collect();
        // An action that does not fit is what `verify` reports.
        let _ = hosted.apply(logged.player, &action);
        if hosted.supply(&values).is_err() {
            return Ok(hosted);
        }
        if !values.is_empty() && hosted.apply(logged.player, &action).is_err() {
            return Ok(hosted);
        }
        each(&hosted)?;
    }
    if record.actions.len() <= most {
        settle(&mut hosted, record)?;
        each(&hosted)?;
    }
    Ok(hosted)
}

/// Ends a match as its players ended it.
fn settle<G: Game>(hosted: &mut Match<G>, record: &Record) -> Done {
    match record.settled {
        Some(Settled::Resigned { by }) => hosted.resign(by).map_err(Fail::bad),
        Some(Settled::Agreed) => {
            hosted.offer_draw(FRENCH).map_err(Fail::bad)?;
            hosted.accept_draw(foe(FRENCH)).map_err(Fail::bad)
        }
        None => Ok(()),
    }
}

pub(crate) fn draws_text(record: &Record) -> String {
    match record.header.draws {
        SavedDraws::Seeded { seed, .. } | SavedDraws::Forked { seed, .. } => format!("seed {seed}"),
        SavedDraws::Host => "real dice and cards".to_owned(),
    }
}

/// `eagles replay`.
pub(crate) fn replay(args: &ReplayArgs, out: &mut dyn Write) -> Done {
    let record = files::record(&args.file)?;
    if records::is_empire(&record) {
        return records::tell(&args.file, &record, args.eyes.word(), out);
    }
    let cards = args.cards.load()?;
    let game = files::game_of(&record, &cards)?;
    setup::fights(&game, args.eyes.army)?;
    let problem = record::verify(&*game, &record).err();
    if let Some(
        problem @ (LoadError::Material { .. }
        | LoadError::Scripts { .. }
        | LoadError::Start(_)
        | LoadError::RulesVersion { .. }),
    ) = problem
    {
        return Err(mods::unusable(&args.file, &record, &cards, &problem));
    }
    writeln!(out, "{}\n", paint(HEADING, &title(&game)))?;
    let mut tale = Tale::new(&game, args.eyes.viewer, !args.no_boards);
    let hosted = step_through(&game, &record, usize::MAX, |hosted| tale.go_on(hosted, out))?;
    if let Some(problem) = problem {
        writeln!(out, "\n{}", paint(WARNING, &format!("It breaks off: {problem}.")))?;
        return Err(Fail::No);
    }
    tale.end(&hosted, out)?;
    writeln!(out, "\n{}", paint(STRONG, &summary(&game, &hosted, &draws_text(&record))))?;
    Ok(())
}

/// `eagles verify`.
pub(crate) fn verify(args: &VerifyArgs, out: &mut dyn Write) -> Done {
    let mut fine = true;
    let cards = args.cards.load()?;
    for path in &args.files {
        let record = files::record(path)?;
        if records::is_empire(&record) {
            fine &= records::check(path, &record, out)?;
            continue;
        }
        let game = files::game_of(&record, &cards)?;
        match Match::from_record(Arc::clone(&game), &record) {
            Ok(hosted) => {
                let text = summary(&game, &hosted, &draws_text(&record));
                writeln!(out, "{}: {} verified. {text}", path.display(), count(record.actions.len() as u64, "action"))?;
            }
            Err(LoadError::Diverged(_) | LoadError::OtherPosition | LoadError::Position(_)) => {
                // `verify` words it; the match stops at the same place.
                let problem =
                    record::verify(&*game, &record).err().map_or_else(String::new, |problem| problem.to_string());
                writeln!(out, "{}", paint(WARNING, &format!("{}: {problem}.", path.display())))?;
                fine = false;
            }
            Err(error) => return Err(mods::unusable(path, &record, &cards, &error)),
        }
    }
    if fine { Ok(()) } else { Err(Fail::No) }
}

/// `eagles rerun`.
pub(crate) fn rerun(args: &RerunArgs, out: &mut dyn Write) -> Done {
    let record = files::record(&args.file)?;
    if records::is_empire(&record) {
        return records::again(&record, out);
    }
    let cards = args.cards.load()?;
    let game = files::game_of(&record, &cards)?;
    let rerun = record::rerun(&*game, &record).map_err(|error| mods::unusable(&args.file, &record, &cards, &error))?;
    if let Some(what) = mods::misfit(&record, &cards) {
        writeln!(out, "{}", paint(WARNING, &format!("Other cards than then: {what}.")))?;
    }
    writeln!(
        out,
        "Played {} of {} under version {} of the rules; it was made under version {}.",
        rerun.played,
        count(record.actions.len() as u64, "action"),
        game.rules_version(),
        rerun.rules_version
    )?;
    if let Some(first) = &rerun.first {
        writeln!(out, "{}", paint(WARNING, &format!("{}.", crate::page::capital(&first.to_string()))))?;
    }
    match &rerun.stopped {
        Some(stopped) if rerun.first.as_ref() != Some(stopped) => {
            writeln!(out, "It could not go on after action {}: {}.", stopped.action.saturating_sub(1), stopped.what)?;
        }
        Some(_) => writeln!(out, "It could not go on from there.")?,
        None => {}
    }
    let hosted =
        Match::from_state(Arc::clone(&game), rerun.state.clone(), MatchOptions::hosted()).map_err(Fail::bad)?;
    writeln!(out, "{}", summary(&game, &hosted, &draws_text(&record)))?;
    writeln!(out, "Position: {}", game.write_state(&rerun.state))?;
    if rerun.first.is_none() && game.write_state(&rerun.state) == record.position {
        writeln!(out, "{}", paint(STRONG, "It goes the same way to the same position."))?;
        Ok(())
    } else {
        Err(Fail::No)
    }
}

/// `eagles picture`.
pub(crate) fn draw(args: &PictureArgs, out: &mut dyn Write) -> Done {
    files::may_be_svg(&args.out)?;
    let record = files::record(&args.file)?;
    if records::is_empire(&record) {
        return records::draw(&args.file, &record, args.eyes.word(), args.after, &args.out, out);
    }
    let cards = args.cards.load()?;
    let game = files::game_of(&record, &cards)?;
    let misfit = |error: LoadError| mods::unusable(&args.file, &record, &cards, &error);
    setup::fights(&game, args.eyes.army)?;
    let hosted = match args.after {
        None => Match::from_record(Arc::clone(&game), &record).map_err(misfit)?,
        Some(most) if most > record.actions.len() => {
            return Err(Fail::bad(format!(
                "--after {most}: the game has {}",
                count(record.actions.len() as u64, "action")
            )));
        }
        Some(most) => {
            record::verify(&*game, &record).map_err(misfit)?;
            step_through(&game, &record, most, |_| Ok(()))?
        }
    };
    debug_assert!(matches!(hosted.options().draws, DrawsFrom::Seed(_) | DrawsFrom::Host));
    let svg = picture::svg(&game, &hosted.view(args.eyes.viewer));
    if args.out.as_os_str() == "-" {
        out.write_all(svg.as_bytes())?;
        return Ok(());
    }
    files::write(&args.out, svg.as_bytes())?;
    writeln!(out, "Drawn in {}.", args.out.display())?;
    Ok(())
}
