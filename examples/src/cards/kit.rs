//! `eagles cards lint`, `test`, `new`, `watch`, `docs` and `console`: the modder's kit.

use super::watch;
use crate::fail::{Done, Fail};
use crate::files;
use crate::page::{FAINT, HEADING, STRONG, WARNING, count, paint};
use crate::setup;
use clap::{Args, Subcommand};
use eagles::chance::Seed;
use eagles::waterloo::{Army, CardSet, Kind};
use eagles_lua::api::{Fault, Severity};
use eagles_lua::kit::console::Console;
use eagles_lua::kit::{Checked, Play, Ran, check, compare, docs, files as kit_files, report, template, test, together};
use serde_json::json;
use std::io::{BufRead as _, IsTerminal as _, Write};
use std::path::{Path, PathBuf};

/// What can be done with cards besides looking at them.
#[derive(Subcommand, Clone, Debug)]
pub(super) enum Kit {
    Lint(LintArgs),
    Test(TestArgs),
    New(NewArgs),
    Watch(WatchArgs),
    Docs(DocsArgs),
    Console(ConsoleArgs),
}

/// Say all that is wrong with card files and mods.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  eagles cards lint mud                     a mod's folder
  eagles cards lint mud/cards/mud.lua       one file of it
  eagles cards lint mods --json             every mod in a folder, for programs
Exit codes: 0 no errors, 1 errors, 2 a path that cannot be read.")]
pub(super) struct LintArgs {
    /// Card files, mods, or folders of mods
    #[arg(required = true, value_name = "FILE|DIR")]
    paths: Vec<PathBuf>,
    /// Write the faults as JSON
    #[arg(long)]
    json: bool,
}

/// Run the tests of mods.
///
/// Tests are Lua files whose name ends in `_test.lua`, beside the card or in the folder `tests` of the mod.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  eagles cards test mud                     all tests of a mod
  eagles cards test mud --filter guns       those whose name holds a word
Exit codes: 0 all pass, 1 one fails or the cards have errors, 2 a path that
cannot be read.")]
pub(super) struct TestArgs {
    /// Card files, test files, mods, or folders of mods
    #[arg(required = true, value_name = "FILE|DIR")]
    paths: Vec<PathBuf>,
    /// Only scenarios whose name holds this text
    #[arg(long, value_name = "TEXT", default_value = "")]
    filter: String,
    /// Write the results as JSON
    #[arg(long)]
    json: bool,
}

/// Write a mod to begin with: a card, its row, its tests, and types for editors.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  eagles cards new Mud                          a French card, in the folder mud
  eagles cards new \"Night March\" --army prussian
  eagles cards new Volley --army british --reaction
Exit codes: 0 done, 2 bad usage or a folder that is there already.")]
pub(super) struct NewArgs {
    /// The name of the card
    name: String,
    /// The folder in which the mod's folder is made
    #[arg(long, value_name = "DIR", default_value = ".")]
    dir: PathBuf,
    /// Whose card it is: french, british or prussian
    #[arg(long, default_value = "french", value_parser = setup::army)]
    army: Army,
    /// A card that answers an attack, with a roll of a die
    #[arg(long)]
    reaction: bool,
}

/// Lint and test whenever a file changes.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Example:
  eagles cards watch mud
Exit codes: 130 broken off with Ctrl-C, 2 a path that cannot be read.")]
pub(super) struct WatchArgs {
    /// Mods, or folders of mods
    #[arg(required = true, value_name = "DIR")]
    paths: Vec<PathBuf>,
}

/// Write a page for each card.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  eagles cards docs                         the shipped Specials, on the screen
  eagles cards docs mud --out pages         the cards of a mod, as files
Exit codes: 0 done, 1 the cards have errors, 2 bad usage or a folder that
cannot be written.")]
pub(super) struct DocsArgs {
    /// A mod, or a folder of mods; without it the shipped Specials
    dir: Option<PathBuf>,
    /// The folder for the pages; without it they are printed
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Try cards on a position, line by line.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  eagles cards console --battle QB --mod mud       where two bots have deployed
  eagles cards console position.txt --battle WA    a position in the notation
  eagles cards console --mod mud < steps.txt       steps from a file
At the prompt `help` shows what can be typed. Exit codes: 0 done, 1 a mod has
errors, or steps from a file could not be done, 2 bad usage, 130 broken off
with Ctrl-C.")]
pub(super) struct ConsoleArgs {
    /// A position in the notation, or a file with one
    position: Option<String>,
    /// The battle: QB, LI, WA, WV, CH, or its name
    #[arg(long, default_value = "QB")]
    battle: String,
    /// A mod to play with
    #[arg(long = "mod", value_name = "DIR")]
    mods: Vec<PathBuf>,
    /// The seed of the dice that are not given, and of the bots that deploy
    #[arg(long, allow_negative_numbers = true, value_parser = setup::seed, default_value_t = Seed::from_number(1815))]
    seed: Seed,
}

/// Does it.
pub(super) fn run(kit: &Kit, out: &mut dyn Write) -> Done {
    match kit {
        Kit::Lint(args) => lint(args, out),
        Kit::Test(args) => run_tests(args, out),
        Kit::New(args) => new(args, out),
        Kit::Watch(args) => watch::watch(&args.paths, out),
        Kit::Docs(args) => write_docs(args, out),
        Kit::Console(args) => console(args, out),
    }
}

/// Reads and checks what the paths mean.
pub(super) fn checked(paths: &[PathBuf]) -> Result<Vec<Checked>, Fail> {
    let roots = kit_files::gather(paths).map_err(Fail::bad)?;
    if let Some(root) =
        roots.iter().find(|root| root.cards.is_empty() && root.tests.is_empty() && root.manifest.is_none())
    {
        return Err(Fail::bad(format!(
            "{} holds no card files; name a mod's folder, or write a mod with `eagles cards new NAME`",
            root.folder.display()
        )));
    }
    let set = CardSet::embedded();
    Ok(roots.into_iter().map(|root| check(root, &set)).collect())
}

/// Shows faults, with the lines that they are about.
pub(super) fn show(checked: &Checked, faults: &[Fault], out: &mut dyn Write) -> Done {
    let sources = checked.sources();
    for fault in faults {
        let text = report::render(fault, &sources);
        let style = if fault.severity == Severity::Error { WARNING } else { STRONG };
        let (head, rest) = text.split_once('\n').unwrap_or((&text, ""));
        writeln!(out, "{}", paint(style, head))?;
        if !rest.is_empty() {
            writeln!(out, "{rest}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn lint(args: &LintArgs, out: &mut dyn Write) -> Done {
    let mut all = checked(&args.paths)?;
    compare(&mut all);
    let faults: Vec<Fault> = all.iter().flat_map(Checked::wanted).collect();
    if args.json {
        writeln!(out, "{:#}", json!({ "faults": faults }))?;
    } else {
        for checked in &all {
            show(checked, &checked.wanted(), out)?;
        }
        let read: usize = all.iter().map(|checked| checked.root.cards.len() + checked.root.tests.len()).sum();
        writeln!(out, "{}: {}.", count(read as u64, "file"), report::count(&faults))?;
    }
    if report::failed(&faults) { Err(Fail::No) } else { Ok(()) }
}

/// The errors of the cards themselves, without which no test can run.
pub(super) fn in_the_way(checked: &Checked) -> Vec<Fault> {
    checked.faults.iter().filter(|fault| fault.severity == Severity::Error).cloned().collect()
}

/// One line for each scenario, and what was found instead.
pub(super) fn tell(checked: &Checked, ran: &[Ran], out: &mut dyn Write) -> Done {
    for ran in ran {
        let (mark, style) = if ran.faults.is_empty() { ("pass", FAINT) } else { ("FAIL", WARNING) };
        writeln!(out, "{} {}:{}: {}", paint(style, mark), ran.file, ran.line, ran.name)?;
        if !ran.faults.is_empty() {
            writeln!(out)?;
            show(checked, &ran.faults, out)?;
        }
    }
    Ok(())
}

/// The last line of tests.
pub(super) fn summary(passed: usize, failed: usize) -> String {
    let all = count((passed + failed) as u64, "scenario");
    if failed == 0 { format!("{all}: all pass.") } else { format!("{all}: {passed} pass, {failed} fail.") }
}

fn run_tests(args: &TestArgs, out: &mut dyn Write) -> Done {
    let all = checked(&args.paths)?;
    let (mut errors, mut results) = (Vec::new(), Vec::new());
    for checked in &all {
        let errors_here = in_the_way(checked);
        let ran = test(checked, &args.filter);
        if !args.json {
            show(checked, &errors_here, out)?;
            tell(checked, &ran, out)?;
        }
        errors.extend(errors_here);
        results.extend(ran);
    }
    let failed = results.iter().filter(|ran| !ran.faults.is_empty()).count();
    let passed = results.len() - failed;
    if args.json {
        let summary = json!({ "passed": passed, "failed": failed, "errors": errors.len() });
        writeln!(out, "{:#}", json!({ "errors": errors, "scenarios": results, "summary": summary }))?;
    } else if results.is_empty() && errors.is_empty() {
        let why = match all.iter().map(|checked| checked.scenarios.len()).sum::<usize>() {
            0 => "There are no tests; write some into tests/NAME_test.lua.".to_owned(),
            n => format!("No scenario fits; there are {n}. Leave `--filter` out to run them."),
        };
        writeln!(out, "{why}")?;
    } else if !errors.is_empty() {
        writeln!(out, "{} must be mended before the tests say anything.", report::count(&errors))?;
    } else {
        writeln!(out, "{}", paint(if failed == 0 { HEADING } else { WARNING }, &summary(passed, failed)))?;
    }
    if failed > 0 || !errors.is_empty() || results.is_empty() { Err(Fail::No) } else { Ok(()) }
}

fn new(args: &NewArgs, out: &mut dyn Write) -> Done {
    let id = template::id(&args.name).map_err(Fail::bad)?;
    let plan = template::Plan { name: args.name.clone(), army: args.army, reaction: args.reaction };
    let made = plan.files(&CardSet::embedded()).map_err(Fail::bad)?;
    let folder = if args.dir == Path::new(".") { PathBuf::from(&id) } else { args.dir.join(&id) };
    if folder.exists() {
        return Err(Fail::bad(format!(
            "there is a {} already; choose another name, or another folder with `--dir`",
            folder.display()
        )));
    }
    for file in &made {
        let path = folder.join(&file.name);
        let parent = path.parent().unwrap_or(&folder);
        std::fs::create_dir_all(parent)
            .map_err(|error| Fail::bad(format!("cannot make {}: {error}", parent.display())))?;
        files::write(&path, file.text.as_bytes())?;
    }
    let shown = folder.display();
    writeln!(out, "The mod {shown} has:")?;
    for (name, what) in [
        ("mod.toml".to_owned(), "what the mod is"),
        ("cards.csv".to_owned(), "the row of the card: army, battles, Battle Points"),
        (format!("cards/{id}.lua"), "what the card does"),
        (format!("tests/{id}_test.lua"), "what must then be so"),
        ("types/".to_owned(), "types for editors, with .luarc.json, .luaurc and .vscode"),
    ] {
        writeln!(out, "  {name:<28} {what}")?;
    }
    writeln!(out, "\nNow try")?;
    for (command, what) in [
        (format!("eagles cards watch {shown}"), "lint and tests on every change"),
        (format!("eagles cards console --mod {shown}"), "the card on a position"),
        (format!("eagles play --mod {shown}"), "the card in a battle"),
    ] {
        writeln!(out, "  {command:<40} {what}")?;
    }
    Ok(())
}

fn write_docs(args: &DocsArgs, out: &mut dyn Write) -> Done {
    let mut pages = Vec::new();
    match &args.dir {
        None => {
            let set = CardSet::embedded();
            let ids: Vec<&str> =
                set.cards().iter().filter(|card| card.kind == Kind::Special).map(|card| card.id.as_str()).collect();
            pages.extend(docs::pages("Special cards", &set, &ids));
        }
        Some(dir) => {
            let all = checked(std::slice::from_ref(dir))?;
            let many = all.len() > 1;
            for checked in &all {
                let faults = in_the_way(checked);
                let Some(play) = checked.play.as_ref() else {
                    show(checked, &faults, out)?;
                    writeln!(out, "{} must be mended before the cards can be told.", report::count(&faults))?;
                    return Err(Fail::No);
                };
                let ids: Vec<&str> = checked.cards.iter().map(|card| card.program.id.as_str()).collect();
                let name =
                    checked.root.folder.file_name().map_or_else(|| "Cards".into(), |name| name.to_string_lossy());
                let here = docs::pages(&crate::page::capital(&name), &play.set, &ids);
                pages.extend(here.into_iter().map(|page| docs::Page {
                    file: if many { format!("{name}/{}", page.file) } else { page.file },
                    ..page
                }));
            }
        }
    }
    match &args.out {
        None => {
            for (i, page) in pages.iter().enumerate() {
                let rule = if i == 0 { "" } else { "\n---\n\n" };
                write!(out, "{rule}{}", page.text)?;
            }
        }
        Some(folder) => {
            for page in &pages {
                let path = folder.join(&page.file);
                let parent = path.parent().unwrap_or(folder);
                std::fs::create_dir_all(parent)
                    .map_err(|error| Fail::bad(format!("cannot make {}: {error}", parent.display())))?;
                files::write(&path, page.text.as_bytes())?;
            }
            writeln!(out, "{} written to {}.", count(pages.len() as u64, "page"), folder.display())?;
        }
    }
    Ok(())
}

/// The cards of mods, or their faults on the output.
fn cards_of(mods: &[PathBuf], out: &mut dyn Write) -> Result<Play, Fail> {
    let all = checked(mods)?;
    for checked in &all {
        let faults = in_the_way(checked);
        if checked.play.is_none() {
            show(checked, &faults, out)?;
            return Err(Fail::No);
        }
    }
    match all.as_slice() {
        [] => Ok(Play::plain(CardSet::embedded())),
        all => together(all, &CardSet::embedded()).map_err(Fail::bad),
    }
}

fn console(args: &ConsoleArgs, out: &mut dyn Write) -> Done {
    let play = cards_of(&args.mods, out)?;
    let battle = setup::battle_code(&play.set, &args.battle)?;
    let position = match &args.position {
        Some(text) if Path::new(text).is_file() => Some(files::text(Path::new(text), 1 << 16)?),
        other => other.clone(),
    };
    let mut console = Console::new(play, &battle, position.as_deref().map(str::trim), args.seed).map_err(Fail::bad)?;
    let terminal = std::io::stdin().is_terminal();
    for line in console.greeting() {
        writeln!(out, "{line}")?;
    }
    let mut fine = true;
    let mut lines = std::io::stdin().lock().lines();
    loop {
        if terminal {
            write!(out, "> ")?;
        }
        out.flush()?;
        let Some(line) = lines.next() else { break };
        let line = line.map_err(|error| Fail::bad(format!("cannot read the input: {error}")))?;
        if !terminal && !line.trim().is_empty() {
            writeln!(out, "> {}", line.trim())?;
        }
        let reply = console.line(&line);
        for text in &reply.lines {
            writeln!(out, "{text}")?;
        }
        if reply.reload {
            let told = match cards_of(&args.mods, out) {
                Ok(play) => console.reload(play),
                Err(Fail::Bad(message)) => Err(message),
                Err(Fail::No) => Err("the cards have errors: the earlier ones stay".to_owned()),
                Err(other) => return Err(other),
            };
            match told {
                Ok(()) => writeln!(out, "The cards have been read again; the position is kept.")?,
                Err(message) => {
                    writeln!(out, "Not reloaded: {message}.")?;
                    fine = false;
                }
            }
        }
        fine &= reply.done;
        if reply.leave {
            break;
        }
    }
    if fine || terminal { Ok(()) } else { Err(Fail::No) }
}
