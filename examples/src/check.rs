//! `eagles check`: card sets of one's own.

use crate::fail::{Done, Fail};
use crate::files;
use crate::page::{STRONG, WARNING, count, paint};
use clap::Args;
use eagles::waterloo::CardSet;
use eagles::waterloo::cards::{CardFiles, EMBEDDED, MAX_BYTES};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Check card sets and list all their faults.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  eagles check my-cards/                       a folder
  eagles check cards.csv battles.csv           single files; the others are the shipped ones
Exit codes: 0 no faults, 1 faults, 2 a file cannot be read.")]
pub(crate) struct CheckArgs {
    /// A folder with cards.csv, programs.json and battles.csv, or such files
    #[arg(required = true, value_name = "FILES")]
    files: Vec<PathBuf>,
    /// Write the faults as JSON
    #[arg(long)]
    json: bool,
}

const NAMES: [&str; 3] = ["cards.csv", "programs.json", "battles.csv"];

/// Checks them.
pub(crate) fn run(args: &CheckArgs, out: &mut dyn Write) -> Done {
    let mut paths: [Option<PathBuf>; 3] = [const { None }; 3];
    for path in &args.files {
        if !path.exists() {
            return Err(Fail::bad(format!("there is no {}; name a folder or a file that is there", path.display())));
        }
        let here: Vec<PathBuf> = if path.is_dir() {
            NAMES.iter().map(|name| path.join(name)).filter(|p| p.exists()).collect()
        } else {
            vec![path.clone()]
        };
        if here.is_empty() {
            return Err(Fail::bad(format!("{} holds none of {}", path.display(), NAMES.join(", "))));
        }
        for file in here {
            let place = which(&file)?;
            if let Some(other) = paths[place].replace(file) {
                return Err(Fail::bad(format!(
                    "{} is one {} too many; check sets one by one",
                    other.display(),
                    NAMES[place]
                )));
            }
        }
    }
    let read = |place: usize, embedded: &str| match &paths[place] {
        Some(path) => files::text(path, MAX_BYTES),
        None => Ok(embedded.to_owned()),
    };
    let (cards, programs, battles) =
        (read(0, EMBEDDED.cards)?, read(1, EMBEDDED.programs)?, read(2, EMBEDDED.battles)?);
    match CardSet::from_csv(CardFiles { cards: &cards, programs: &programs, battles: &battles }) {
        Ok(set) => {
            if args.json {
                writeln!(out, "[]")?;
            } else {
                let text = format!(
                    "No faults: {}, {} battles, hash {}.",
                    count(set.cards().len() as u64, "card"),
                    set.battles().len(),
                    set.hash()
                );
                writeln!(out, "{}", paint(STRONG, &text))?;
            }
            Ok(())
        }
        Err(faults) => {
            if args.json {
                writeln!(out, "{}", serde_json::to_string_pretty(&faults.0).map_err(Fail::bad)?)?;
                return Err(Fail::No);
            }
            for fault in &faults.0 {
                // The file as it was named, where it was.
                let path = NAMES.iter().position(|name| *name == fault.file).and_then(|place| paths[place].as_deref());
                let file = path.map_or_else(|| format!("{} (shipped)", fault.file), |path| path.display().to_string());
                let text = fault.to_string();
                writeln!(out, "{file}{}", text.strip_prefix(fault.file).unwrap_or(&text))?;
            }
            writeln!(out, "{}", paint(WARNING, &format!("{}.", count(faults.0.len() as u64, "fault"))))?;
            Err(Fail::No)
        }
    }
}

/// Which of the three files it is, by its name.
fn which(path: &Path) -> Result<usize, Fail> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    ["card", "program", "battle"].iter().position(|part| name.contains(part)).ok_or_else(|| {
        Fail::bad(format!(
            "{}: name the file like cards.csv, programs.json or battles.csv, so that it is clear what it holds",
            path.display()
        ))
    })
}
