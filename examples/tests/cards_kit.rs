//! `eagles cards lint`, `test`, `new`, `watch`, `docs`, `console`, and `--mod`: what they print, and with which exit code.

mod common;

use common::{eagles, run};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cards_kit").join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("the folder can be made");
    path
}

fn text(path: &Path) -> &str {
    path.to_str().expect("the path is text")
}

/// A new mod in a folder.
fn mud(name: &str) -> PathBuf {
    let folder = folder(name);
    let ran = eagles(&["cards", "new", "Mud", "--dir", text(&folder)]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    folder.join("mud")
}

fn change(path: &Path, from: &str, to: &str) {
    let had = std::fs::read_to_string(path).expect("it can be read");
    assert!(had.contains(from), "{from} is not in {}", path.display());
    std::fs::write(path, had.replacen(from, to, 1)).expect("it can be written");
}

#[test]
fn a_new_mod_is_sound_and_nothing_is_written_over() {
    let mud = mud("new");
    let lint = eagles(&["cards", "lint", text(&mud)]);
    assert_eq!((lint.code, lint.out.as_str()), (0, "2 files: no faults.\n"));
    let test = eagles(&["cards", "test", text(&mud)]);
    assert_eq!(test.code, 0, "{}", test.out);
    assert!(test.out.ends_with("2 scenarios: all pass.\n"), "{}", test.out);
    let again = eagles(&["cards", "new", "Mud", "--dir", text(mud.parent().expect("a folder"))]);
    assert_eq!(again.code, 2);
    assert!(again.err.contains("already") && again.err.contains("--dir"), "{}", again.err);
    let bad = eagles(&["cards", "new", "!!"]);
    assert!(bad.code == 2 && bad.err.contains("gives no id"), "{}", bad.err);
    let none = eagles(&["cards", "lint", text(&mud.join("nowhere"))]);
    assert!(none.code == 2 && none.err.contains("there is no"), "{}", none.err);
}

#[test]
fn lint_shows_the_line_and_json_holds_the_same() {
    let mud = mud("lint");
    let card = mud.join("cards/mud.lua");
    change(&card, "power = 1", "powr = 1");
    let ran = eagles(&["cards", "lint", text(&card)]);
    assert_eq!(ran.code, 1);
    for part in [
        "cards/mud.lua:17:18: error[unknown-key]: `modify` has no key `powr`",
        "17 |         modify { powr = 1",
        "                  ^^^^\n",
        " = did you mean `power`?",
    ] {
        assert!(ran.out.contains(part), "{part} is missing in\n{}", ran.out);
    }
    let json = eagles(&["cards", "lint", text(&card), "--json"]);
    let value: serde_json::Value = serde_json::from_str(&json.out).expect("it is JSON");
    let first = &value["faults"][1];
    assert_eq!(
        (json.code, &first["code"], &first["line"], &first["column"]),
        (1, &"unknown-key".into(), &17.into(), &18.into())
    );
    // Tests do not run then, and say why.
    let test = eagles(&["cards", "test", text(&mud)]);
    assert!(test.code == 1 && test.out.contains("must be mended before the tests"), "{}", test.out);
    // Nor does a battle begin.
    let story = eagles(&["story", "--mod", text(&mud)]);
    assert!(
        story.code == 2 && story.err.contains("error[unknown-key]") && story.err.contains("eagles cards lint"),
        "{}",
        story.err
    );
}

#[test]
fn a_failing_test_says_what_was_found() {
    let mud = mud("test");
    let tests = mud.join("tests/mud_test.lua");
    change(&tests, "expect.in_force(\"mud\", 1)", "expect.in_force(\"mud\", 2)");
    let ran = eagles(&["cards", "test", text(&mud)]);
    assert_eq!(ran.code, 1);
    for part in ["FAIL", "error[expectation]", "it has 1 entry in force", "2 scenarios: 1 pass, 1 fail."] {
        assert!(ran.out.contains(part), "{part} is missing in\n{}", ran.out);
    }
    let other = eagles(&["cards", "test", text(&mud), "--filter", "asks for"]);
    assert_eq!((other.code, other.out.lines().last()), (0, Some("1 scenario: all pass.")));
    let none = eagles(&["cards", "test", text(&mud), "--filter", "no such"]);
    assert!(none.code == 1 && none.out.contains("No scenario fits; there are 2."), "{}", none.out);
    let json = eagles(&["cards", "test", text(&mud), "--json"]);
    let value: serde_json::Value = serde_json::from_str(&json.out).expect("it is JSON");
    assert_eq!((json.code, &value["summary"]["failed"], &value["summary"]["passed"]), (1, &1.into(), &1.into()));
}

#[test]
fn docs_are_pages() {
    let shipped = eagles(&["cards", "docs"]);
    assert_eq!(shipped.code, 0);
    assert!(
        shipped.out.contains("# Swarm of Skirmishers") && shipped.out.contains("## What happens"),
        "{}",
        shipped.out
    );
    let mud = mud("docs");
    let pages = mud.join("pages");
    let ran = eagles(&["cards", "docs", text(&mud), "--out", text(&pages)]);
    assert!(ran.code == 0 && ran.out.starts_with("2 pages written"), "{}", ran.out);
    let page = std::fs::read_to_string(pages.join("mud.md")).expect("the page is there");
    assert!(page.contains("The firepower or shock of friendly Infantry cards"), "{page}");
    assert!(std::fs::read_to_string(pages.join("README.md")).expect("the index").contains("[Mud](mud.md)"));
}

#[test]
fn the_console_runs_steps_from_its_input() {
    let mud = mud("console");
    let steps = "hand mud\nwhy play mud on AL   # nobody is there\ntell mud\nlegal mud\nundo\nquit\nnever read\n";
    let ran = run(&["cards", "console", "--mod", text(&mud)], steps);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    for part in ["> hand mud\nfrench has Mud.", "special-alone", "- The firepower or shock of friendly Infantry cards"]
    {
        assert!(ran.out.contains(part), "{part} is missing in\n{}", ran.out);
    }
    assert!(!ran.out.contains("never read"));
    let wrong = run(&["cards", "console", "--mod", text(&mud)], "pley mud\n");
    assert!(wrong.code == 1 && wrong.out.contains("did you mean"), "{}", wrong.out);
    let battle = run(&["cards", "console", "--battle", "XX"], "");
    assert!(battle.code == 2 && battle.err.contains("there is no battle"), "{}", battle.err);
}

#[test]
fn a_reload_takes_the_new_script_and_keeps_the_position() {
    let mud = mud("reload");
    let card = mud.join("cards/mud.lua");
    let mut child = Command::new(env!("CARGO_BIN_EXE_eagles"))
        .args(["cards", "console", "--mod", text(&mud)])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut keys = child.stdin.take().expect("a pipe");
    let mut told = child.stdout.take().expect("a pipe");
    use std::io::Write as _;
    writeln!(keys, "hand mud\ntell mud").expect("it reads");
    keys.flush().expect("it reads");
    wait_for(&mut told, "raised by 1");
    change(&card, "power = 1", "power = 2");
    writeln!(keys, "reload\ntell mud\nhand mud\nquit").expect("it reads");
    drop(keys);
    let mut rest = String::new();
    told.read_to_string(&mut rest).expect("it is text");
    assert!(
        rest.contains("the position is kept")
            && rest.contains("raised by 2")
            && rest.contains("in the Reserve already"),
        "{rest}"
    );
    child.wait().expect("it ends");
}

#[test]
fn a_reload_is_refused_while_a_changed_card_is_in_force() {
    let mud = mud("in-force");
    let mut child = Command::new(env!("CARGO_BIN_EXE_eagles"))
        .args(["cards", "console", "--mod", text(&mud)])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut keys = child.stdin.take().expect("a pipe");
    let mut told = child.stdout.take().expect("a pipe");
    use std::io::Write as _;
    // Played and perhaps answered: from then on it is in force, or about to be.
    writeln!(keys, "hand mud\nplay mud on FC\nwhere mud").expect("it reads");
    keys.flush().expect("it reads");
    wait_for(&mut told, "> where mud");
    change(&mud.join("cards/mud.lua"), "power = 1", "power = 2");
    writeln!(keys, "reload\nundo\nreload\ntell mud\nquit").expect("it reads");
    drop(keys);
    let mut rest = String::new();
    told.read_to_string(&mut rest).expect("it is text");
    let refused = rest.find("Not reloaded: Mud has changed and is in force or going on");
    let taken = rest.find("the position is kept");
    assert!(refused.is_some() && refused < taken && rest.contains("raised by 2"), "{rest}");
    child.wait().expect("it ends");
}

/// A mod whose only card fails when it is played.
fn boom(name: &str) -> PathBuf {
    let folder = folder(name);
    assert_eq!(eagles(&["cards", "new", "Boom", "--dir", text(&folder)]).code, 0);
    let card = "--!strict\nreturn special {\n    id = \"boom\",\n    text = { effect = \"Nothing.\", duration = \"none\", \
                limits = \"none\" },\n    rules = { \"W 13.0\" },\n    windows = \"own_combat\",\n    effect = { \
                ask_handler(\"go\") },\n    parts = { one = { draw { count = 1 } } },\n    handler = { go = function(context)\n        \
                error(\"boom\")\n    end },\n}\n";
    std::fs::write(folder.join("boom/cards/boom.lua"), card).expect("it can be written");
    folder.join("boom")
}

#[test]
fn a_handler_that_fails_is_told_and_dice_wait_for_dice() {
    let boom = boom("boom");
    let ran = run(&["cards", "console", "--mod", text(&boom)], "hand boom\ndice 6\nplay boom\npass\nshow\n");
    assert!(ran.out.contains("handler `go`") && ran.out.contains(": boom"), "{}{}", ran.out, ran.err);
    assert!(ran.out.matches("1 result is laid ready.").count() == 2, "{}", ran.out);
    assert!(!ran.out.contains("lays results ready"), "{}", ran.out);
    // Battles with it stop there: what there is of them is kept, and the seed is told.
    let saved = boom.join("battle.json");
    let story = |seed: &str| {
        let _ = std::fs::remove_file(&saved);
        let args = [
            "story",
            "--players",
            "random,random",
            "--quiet",
            "--mod",
            text(&boom),
            "--seed",
            seed,
            "--save",
            text(&saved),
        ];
        eagles(&args)
    };
    let many = eagles(&["simulate", "--games", "200", "--players", "random,random", "--mod", text(&boom)]);
    assert_eq!(many.code, 2, "{}", many.out);
    let seed = many.err.split("with the seed ").nth(1).and_then(|rest| rest.split(';').next()).expect("a seed");
    let broken = story(seed);
    assert!(broken.code == 2 && broken.err.contains("is kept in") && saved.exists(), "{}{}", broken.out, broken.err);
    let lines = "save F\nquit\n".replace('F', text(&boom.join("again.json")));
    let played = run(&["play", "--resume", text(&saved), "--players", "random,human", "--mod", text(&boom)], &lines);
    assert!(
        !played.out.contains("it was not saved") && boom.join("again.json").exists(),
        "{}{}",
        played.out,
        played.err
    );
}

/// Reads until a text comes, for at most 20 seconds' worth of output.
fn wait_for(from: &mut impl std::io::Read, wanted: &str) -> String {
    let begun = Instant::now();
    let (mut all, mut byte) = (Vec::new(), [0]);
    while begun.elapsed() < Duration::from_secs(60) && from.read(&mut byte).expect("it can be read") > 0 {
        all.push(byte[0]);
        if String::from_utf8_lossy(&all).ends_with(wanted) {
            return String::from_utf8_lossy(&all).into_owned();
        }
    }
    panic!("{wanted} did not come in\n{}", String::from_utf8_lossy(&all));
}

#[cfg(unix)]
#[test]
fn watch_sees_a_change_and_ends_with_ctrl_c() {
    let mud = mud("watch");
    let mut child = Command::new(env!("CARGO_BIN_EXE_eagles"))
        .args(["cards", "watch", text(&mud)])
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut told = child.stdout.take().expect("a pipe");
    wait_for(&mut told, "2 scenarios: all pass.");
    wait_for(&mut told, "Ctrl-C ends it.");
    change(&mud.join("cards/mud.lua"), "lasts = this_phase", "last = this_phase");
    let seen = wait_for(&mut told, "did you mean `lasts`?");
    assert!(seen.contains("mud.lua has changed"), "{seen}");
    change(&mud.join("cards/mud.lua"), "last = this_phase", "lasts = this_phase");
    wait_for(&mut told, "2 scenarios: all pass.");
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill is there");
    assert!(killed.success());
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
}

#[test]
fn a_battle_with_a_mod_is_saved_and_tells_which_card_differs() {
    let mud = mud("save");
    let saved = mud.join("battle.json");
    let story = eagles(&["story", "--mod", text(&mud), "--quiet", "--save", text(&saved)]);
    assert_eq!((story.code, story.err.as_str()), (0, ""), "{}", story.out);
    let fine = eagles(&["verify", text(&saved), "--mod", text(&mud)]);
    assert!(fine.code == 0 && fine.out.contains("verified"), "{}{}", fine.out, fine.err);
    change(&mud.join("cards/mud.lua"), "power = 1", "power = 2");
    let other = eagles(&["verify", text(&saved), "--mod", text(&mud)]);
    assert!(other.code == 2 && other.err.contains("other programs: mud"), "{}{}", other.out, other.err);
    let without = eagles(&["verify", text(&saved)]);
    assert!(
        without.code == 2 && without.err.contains("made with the mods mud 0.1.0"),
        "{}{}",
        without.out,
        without.err
    );
    let told = eagles(&["replay", text(&saved), "--mod", text(&mud)]);
    assert!(told.code == 2 && told.out.is_empty() && told.err.contains("other programs: mud"), "{}", told.out);
    let kept = text(&mud.join("kept.json")).to_owned();
    let played = run(&["play", "--mod", text(&mud)], &format!("save {kept}\nquit\n"));
    let words = played.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains(&format!("--resume {kept} --mod {}` goes on", text(&mud))), "{words}");
    let bare = run(&["play", "--resume", &kept], "quit\n");
    assert!(bare.code == 2 && bare.err.contains("none is loaded: give `--mod DIR`"), "{}", bare.err);
    let no_mod = eagles(&["story", "--mod", text(&mud.join("cards"))]);
    assert!(no_mod.code == 2, "{}", no_mod.err);
}

#[test]
fn several_mods_load_together_and_clashes_name_both() {
    let folder = folder("several");
    for name in ["Mud", "Snow"] {
        assert_eq!(eagles(&["cards", "new", name, "--dir", text(&folder)]).code, 0);
    }
    let (mud, snow) = (folder.join("mud"), folder.join("snow"));
    let both = eagles(&["story", "--quiet", "--mod", text(&mud), "--mod", text(&snow)]);
    assert_eq!((both.code, both.err.as_str()), (0, ""), "{}", both.out);
    assert_eq!(eagles(&["cards", "lint", text(&folder)]).code, 0);
    change(&snow.join("mod.toml"), "id = \"snow\"", "id = \"mud\"");
    change(&snow.join("cards/snow.lua"), "id = \"snow\"", "id = \"mud-snow\"");
    change(&snow.join("cards.csv"), "snow", "mud-snow");
    let twice = eagles(&["story", "--quiet", "--mod", text(&mud), "--mod", text(&snow)]);
    assert!(twice.code == 2 && twice.err.contains("there twice"), "{}", twice.err);
}
