//! Saved battles of the miniatures game: told again, checked, played again, drawn.

use super::battles;
use super::told::Told;
use crate::fail::{Done, Fail};
use crate::files;
use crate::page::{HEADING, STRONG, WARNING, capital, count, paint, width, wrap};
use crate::replay::{draws_text, step_through};
use clap::Args;
use eagles::empire::Empire;
use eagles::empire::picture::{Show, svg, trails};
use eagles::empire::state::Stage;
use eagles::game::{Game as _, Player, Viewer};
use eagles::play::{Item, MAX_ACTIONS, Match, MatchOptions};
use eagles::record::{self, LoadError, Record};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Tell a saved battle as a story
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  eagles empire replay battle.json
  eagles empire replay battle.json --as french     what the French player saw
Exit codes: 0 done, 1 the game does not replay, 2 the file cannot be used.")]
pub(crate) struct ReplayArgs {
    /// The saved battle
    pub(super) file: PathBuf,
    /// Through whose eyes: a side by its name, public or referee
    #[arg(long = "as", value_name = "VIEWER", default_value = "referee")]
    pub(super) eyes: String,
    /// A sketch of the table at each turn
    #[arg(long)]
    pub(super) map: bool,
}

/// Check saved battles: every action and every position after it
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Example:
  eagles empire verify battle.json
Exit codes: 0 all verify, 1 one does not, 2 a file cannot be used.")]
pub(crate) struct VerifyArgs {
    /// The saved battles
    #[arg(required = true)]
    pub(super) files: Vec<PathBuf>,
}

/// Play the actions of a saved battle under the present rules
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Example:
  eagles empire rerun battle.json
Exit codes: 0 it goes the same way, 1 it goes another, 2 the file cannot be
used.")]
pub(crate) struct RerunArgs {
    /// The saved battle
    pub(super) file: PathBuf,
}

/// Draw the table of a saved battle
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  eagles empire picture battle.json --out table.svg
  eagles empire picture battle.json --out before.svg --after 40 --as french
Exit codes: 0 done, 2 bad usage or a file that cannot be used.")]
pub(crate) struct PictureArgs {
    /// The saved battle
    pub(super) file: PathBuf,
    /// The picture; - for the output
    #[arg(long, value_name = "FILE")]
    pub(super) out: PathBuf,
    /// Through whose eyes: a side by its name, public or referee
    #[arg(long = "as", value_name = "VIEWER", default_value = "public")]
    pub(super) eyes: String,
    /// The table after so many actions, instead of at the end
    #[arg(long, value_name = "ACTIONS", value_parser = crate::setup::whole::<usize>(0, MAX_ACTIONS as u64))]
    pub(super) after: Option<usize>,
}

/// Whether a record is one of this game.
pub(crate) fn is_empire(record: &Record) -> bool {
    record.header.game == "empire"
}

/// The battle of a record.
pub(super) fn game_of(path: &Path, record: &Record) -> Result<Arc<Empire>, Fail> {
    if !is_empire(record) {
        return Err(Fail::bad(format!(
            "{} is no battle of Eagles over the Empire; use `eagles` without `empire`",
            path.display()
        )));
    }
    let scenario = record.params::<Empire>().map_err(|error| Fail::bad(format!("{}: {error}", path.display())))?;
    battles::game(scenario, &path.display().to_string())
}

/// A player by the name of his side.
pub(super) fn player(game: &Empire, word: &str) -> Result<Player, Fail> {
    let wanted = word.to_lowercase();
    let found: Vec<usize> = (0..game.sides().len()).filter(|n| game.sides()[*n].name.starts_with(&wanted)).collect();
    match found[..] {
        [n] if !wanted.is_empty() => Ok(Player(n as u8)),
        _ => {
            let names: Vec<&str> = game.sides().iter().map(|side| side.name.as_str()).collect();
            Err(Fail::bad(format!("there is no side `{word}` in this battle; its sides are {}", names.join(" and "))))
        }
    }
}

/// A viewer by a word.
fn viewer(game: &Empire, word: &str) -> Result<Viewer, Fail> {
    match word.to_lowercase().as_str() {
        "referee" => Ok(Viewer::Referee),
        "public" => Ok(Viewer::Public),
        _ => player(game, word).map(Viewer::Player),
    }
}

/// Tells a record as a story.
pub(crate) fn tell(path: &Path, record: &Record, eyes: &str, out: &mut dyn Write) -> Done {
    replayed(path, record, eyes, false, out)
}

/// `replay`.
pub(crate) fn replay(args: &ReplayArgs, out: &mut dyn Write) -> Done {
    replayed(&args.file, &files::record(&args.file)?, &args.eyes, args.map, out)
}

fn unusable(path: &Path, error: &LoadError) -> Fail {
    Fail::bad(format!("{}: {error}", path.display()))
}

fn replayed(path: &Path, record: &Record, eyes: &str, maps: bool, out: &mut dyn Write) -> Done {
    let game = game_of(path, record)?;
    let eyes = viewer(&game, eyes)?;
    let problem = record::verify(&*game, record).err();
    if let Some(problem @ (LoadError::Material { .. } | LoadError::Start(_) | LoadError::RulesVersion { .. })) =
        &problem
    {
        return Err(unusable(path, problem));
    }
    writeln!(out, "{}", paint(HEADING, &game.scenario().name))?;
    let mut told = Told::new(&game, eyes, maps);
    let start = game.read_state(&record.start).map_err(|error| Fail::bad(format!("field start: {error}")))?;
    let before = Match::from_state(Arc::clone(&game), start, MatchOptions::hosted()).map_err(Fail::bad)?;
    told.begin(&before, out)?;
    let hosted = step_through(&game, record, usize::MAX, |hosted| told.go_on(hosted, out))?;
    told.flush(out)?;
    if let Some(problem) = problem {
        writeln!(out, "\n{}", paint(WARNING, &format!("It breaks off: {problem}.")))?;
        return Err(Fail::No);
    }
    writeln!(out)?;
    for line in wrap("", &told.summary(&hosted, &draws_text(record)), width()) {
        writeln!(out, "{}", paint(STRONG, &line))?;
    }
    Ok(())
}

/// Checks a record, and says whether it verifies.
pub(crate) fn check(path: &Path, record: &Record, out: &mut dyn Write) -> Result<bool, Fail> {
    let game = game_of(path, record)?;
    match Match::from_record(Arc::clone(&game), record) {
        Ok(hosted) => {
            let mut told = Told::new(&game, Viewer::Referee, false);
            told.skip(&hosted);
            let text = told.summary(&hosted, &draws_text(record));
            let head = format!("{}: {} verified. {text}", path.display(), count(record.actions.len() as u64, "action"));
            for line in wrap("", &head, width()) {
                writeln!(out, "{line}")?;
            }
            Ok(true)
        }
        Err(LoadError::Diverged(_) | LoadError::OtherPosition | LoadError::Position(_)) => {
            let problem = record::verify(&*game, record).err().map_or_else(String::new, |problem| problem.to_string());
            writeln!(out, "{}", paint(WARNING, &format!("{}: {problem}.", path.display())))?;
            Ok(false)
        }
        Err(error) => Err(unusable(path, &error)),
    }
}

/// `verify`.
pub(crate) fn verify(args: &VerifyArgs, out: &mut dyn Write) -> Done {
    let mut fine = true;
    for path in &args.files {
        fine &= check(path, &files::record(path)?, out)?;
    }
    if fine { Ok(()) } else { Err(Fail::No) }
}

/// `rerun`.
pub(crate) fn rerun(args: &RerunArgs, out: &mut dyn Write) -> Done {
    again(&files::record(&args.file)?, out)
}

/// Plays a record again under the present rules.
pub(crate) fn again(record: &Record, out: &mut dyn Write) -> Done {
    let game = game_of(Path::new("the saved battle"), record)?;
    let rerun = record::rerun(&*game, record).map_err(Fail::bad)?;
    writeln!(
        out,
        "Played {} of {} under version {} of the rules; it was made under version {}.",
        rerun.played,
        count(record.actions.len() as u64, "action"),
        game.rules_version(),
        rerun.rules_version
    )?;
    if let Some(first) = &rerun.first {
        writeln!(out, "{}", paint(WARNING, &format!("{}.", capital(&first.to_string()))))?;
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
    let points = game.points(hosted.state());
    writeln!(out, "Turn {}; points {} to {}.", hosted.state().turn, points[0], points[1])?;
    if rerun.first.is_none() && game.write_state(&rerun.state) == record.position {
        writeln!(out, "{}", paint(STRONG, "It goes the same way to the same position."))?;
        Ok(())
    } else {
        Err(Fail::No)
    }
}

/// `picture`.
pub(crate) fn picture(args: &PictureArgs, out: &mut dyn Write) -> Done {
    let record = files::record(&args.file)?;
    draw(&args.file, &record, &args.eyes, args.after, &args.out, out)
}

/// Draws a record.
pub(crate) fn draw(
    path: &Path,
    record: &Record,
    eyes: &str,
    after: Option<usize>,
    to: &Path,
    out: &mut dyn Write,
) -> Done {
    files::may_be_svg(to)?;
    let game = game_of(path, record)?;
    let eyes = viewer(&game, eyes)?;
    let hosted = match after {
        None => Match::from_record(Arc::clone(&game), record).map_err(|error| unusable(path, &error))?,
        Some(most) if most > record.actions.len() => {
            let all = count(record.actions.len() as u64, "action");
            return Err(Fail::bad(format!("--after {most}: the game has {all}")));
        }
        Some(most) => {
            record::verify(&*game, record).map_err(|error| unusable(path, &error))?;
            step_through(&game, record, most, |_| Ok(()))?
        }
    };
    let picture = svg(&game, &hosted.view(eyes), &Show { command: true, orders: true, ..Show::default() });
    if to.as_os_str() == "-" {
        out.write_all(picture.as_bytes())?;
        return Ok(());
    }
    files::write(to, picture.as_bytes())?;
    writeln!(out, "Drawn in {}.", to.display())?;
    Ok(())
}

/// Draws a picture of every turn into a folder, with the turn's moves as arrows.
pub(super) struct Album {
    folder: PathBuf,
    cursor: usize,
    turn: u8,
    /// The position when the turn began.
    from: eagles::empire::View,
}

/// The pictures of turns that a folder has.
fn pictures(folder: &Path) -> Vec<PathBuf> {
    let is_turn = |path: &PathBuf| {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let number = name.strip_prefix("turn-").and_then(|rest| rest.strip_suffix(".svg"));
        number.is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
    };
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    files.filter(is_turn).collect()
}

impl Album {
    /// An album in a folder, which is made if need be, with the deployment as its first picture. Pictures of another
    /// battle are in the way unless they may be removed.
    pub(super) fn new(folder: &Path, force: bool, hosted: &Match<Empire>) -> Result<Self, Fail> {
        let shown = folder.display();
        std::fs::create_dir_all(folder)
            .map_err(|error| Fail::bad(format!("cannot make the folder {shown}: {error}")))?;
        let old = pictures(folder);
        if !old.is_empty() && !force {
            return Err(Fail::bad(format!(
                "{shown} holds {} of turns already; name another folder, or replace them with `--force`",
                count(old.len() as u64, "picture")
            )));
        }
        for path in old {
            std::fs::remove_file(&path)
                .map_err(|error| Fail::bad(format!("cannot remove {}: {error}", path.display())))?;
        }
        let from = hosted.view(Viewer::Referee);
        let album = Self { folder: folder.to_owned(), cursor: 0, turn: hosted.state().turn, from };
        album.draw(hosted, &album.from, 0, Vec::new())?;
        Ok(album)
    }

    fn draw(
        &self,
        hosted: &Match<Empire>,
        view: &eagles::empire::View,
        number: u8,
        trails: Vec<eagles::empire::picture::Trail>,
    ) -> Done {
        let picture = svg(hosted.game(), view, &Show { command: true, orders: true, trails, ..Show::default() });
        files::write(&self.folder.join(format!("turn-{number:02}.svg")), picture.as_bytes())
    }

    /// Draws the turn that is over, if one is.
    pub(super) fn look(&mut self, hosted: &Match<Empire>) -> Done {
        let now = hosted.state().turn;
        if now == self.turn && hosted.outcome().is_none() {
            return Ok(());
        }
        let (items, cursor) = hosted.events_since(self.cursor, Viewer::Referee);
        let events: Vec<_> = items
            .iter()
            .filter_map(|item| match &**item {
                Item::Event(event) => Some(event),
                Item::Match(_) => None,
            })
            .collect();
        let view = hosted.view(Viewer::Referee);
        let trails = trails(&self.from, events.iter().copied());
        // The turn that the picture shows is the one that is over.
        let stage = if hosted.outcome().is_none() { Stage::Assault } else { view.stage };
        let shown = eagles::empire::View { turn: self.turn, stage, ..view.clone() };
        self.draw(hosted, &shown, self.turn, trails)?;
        (self.cursor, self.turn, self.from) = (cursor, now, view);
        Ok(())
    }
}
