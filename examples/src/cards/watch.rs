//! `eagles cards watch`: lint and tests on every change.

use super::kit::{checked, in_the_way, show, summary, tell};
use crate::fail::{Done, Fail};
use crate::page::{FAINT, HEADING, WARNING, paint};
use eagles_lua::kit::{files, report, test};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How often the files are looked at.
const LOOK: Duration = Duration::from_millis(300);
/// How often it is seen whether somebody has broken off.
const NOD: Duration = Duration::from_millis(50);

/// Lints and tests, and does so again whenever a file has changed, until it is broken off.
pub(super) fn watch(paths: &[PathBuf], out: &mut dyn Write) -> Done {
    let stop = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&stop);
    ctrlc::set_handler(move || asked.store(true, Ordering::Relaxed)).map_err(Fail::bad)?;
    let mut seen = files::stamps(paths);
    once(paths, out)?;
    writeln!(out, "{}", paint(FAINT, "Watching; Ctrl-C ends it."))?;
    out.flush()?;
    while !stop.load(Ordering::Relaxed) {
        let begun = Instant::now();
        while begun.elapsed() < LOOK && !stop.load(Ordering::Relaxed) {
            sleep(NOD);
        }
        let now = files::stamps(paths);
        if now == seen {
            continue;
        }
        let changed = now.iter().find(|(path, stamp)| seen.get(*path) != Some(stamp)).map(|(path, _)| path);
        let gone = || seen.keys().find(|path| !now.contains_key(*path));
        if let Some(path) = changed.or_else(gone) {
            writeln!(out, "\n{}", paint(HEADING, &format!("== {} has changed", path.display())))?;
        }
        seen.clone_from(&now);
        // A file that is being written may not be whole: what cannot be read is told, and looked at again.
        match once(paths, out) {
            Err(Fail::Bad(message)) => writeln!(out, "{}", paint(WARNING, &message))?,
            other => other?,
        }
        out.flush()?;
    }
    Err(Fail::Interrupted)
}

fn once(paths: &[PathBuf], out: &mut dyn Write) -> Done {
    let begun = Instant::now();
    let (mut passed, mut failed, mut errors) = (0, 0, 0);
    for checked in checked(paths)? {
        show(&checked, &checked.faults, out)?;
        errors += in_the_way(&checked).len();
        let ran = test(&checked, "");
        let bad: Vec<_> = ran.iter().filter(|ran| !ran.faults.is_empty()).cloned().collect();
        tell(&checked, &bad, out)?;
        failed += bad.len();
        passed += ran.len() - bad.len();
        if errors > 0 {
            writeln!(out, "{}.", report::count(&checked.faults))?;
        }
    }
    if errors == 0 {
        let style = if failed == 0 { HEADING } else { WARNING };
        let time = format!("{} ms", begun.elapsed().as_millis());
        writeln!(out, "{} {}", paint(style, &summary(passed, failed)), paint(FAINT, &format!("({time})")))?;
    }
    Ok(())
}
