//! The host in C, built against the library as it is, and played through a pipe.

mod tools;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use tools::{Scratch, run, tool};

/// The program, in a folder beside the tests; `None` without a compiler.
fn host() -> Option<&'static Path> {
    static HOST: OnceLock<Option<PathBuf>> = OnceLock::new();
    HOST.get_or_init(build).as_deref()
}

fn build() -> Option<PathBuf> {
    tool("cc", "gcc")?;
    let make = tool("make", "make")?;
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let prefix = Path::new(env!("CARGO_TARGET_TMPDIR")).join("c-host");
    let _ = fs::remove_dir_all(&prefix);
    for folder in ["include", "lib", "src"] {
        fs::create_dir_all(prefix.join(folder)).expect("a folder");
    }
    // Cargo has built the shared library beside the tests; programs look for it under its soname.
    let tests = std::env::current_exe().expect("this test");
    let library = tests.parent().expect("a folder").join("libeagles_ffi.so");
    for name in ["libeagles.so", "libeagles.so.0.1"] {
        fs::copy(&library, prefix.join("lib").join(name)).expect("the shared library");
    }
    fs::copy(here.join("include/eagles.h"), prefix.join("include/eagles.h")).expect("the header");
    let source = here.join("../examples/hosts/c");
    for file in ["eagles-c.c", "Makefile"] {
        fs::copy(source.join(file), prefix.join("src").join(file)).expect("the source");
    }
    run(Command::new(make).arg("-C").arg(prefix.join("src")).arg(format!("EAGLES_PREFIX={}", prefix.display())));
    Some(prefix.join("src/eagles-c"))
}

/// Runs a command with these lines for input, and gives what it printed; it must end with 0.
fn talk(command: &mut Command, lines: &str) -> String {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    // A program that has ended reads no more.
    let _ = child.stdin.take().expect("a pipe").write_all(lines.as_bytes());
    let output = child.wait_with_output().expect("it ends");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}: {}\n{out}\n{err}", output.status);
    out.into_owned()
}

fn play(host: &Path, arguments: &str, lines: &str) -> String {
    talk(Command::new(host).args(arguments.split(' ')), lines)
}

#[track_caller]
fn has(text: &str, what: &str) {
    assert!(text.contains(what), "nothing says `{what}` in:\n{text}");
}

#[test]
fn whole_battles_of_both_games() {
    let Some(host) = host() else { return };
    for battle in ["waterloo QB", "empire tutorial"] {
        has(&play(host, &format!("{battle} --seed 3 --bots"), ""), "The match is over");
        for side in ["french", "british"] {
            // A person who lets the bot decide, first one by one and then to the end.
            let out = play(host, &format!("{battle} --seed 3 --as {side}"), "bot\nbot\nauto\n");
            has(&out, "The match is over");
            has(&out, "You have ");
        }
    }
}

#[test]
fn a_person_is_told_the_rule_the_odds_and_what_he_may_see() {
    let Some(host) = host() else { return };
    let out = play(host, "waterloo QB --seed 3 --as british", "why end\n999\nnonsense\nodds 1\n1\nmore\nundo\nredo\n");
    has(&out, "[W 4.1, W r6]");
    has(&out, "There is no number 999 in the list.");
    has(&out, "column 1");
    has(&out, "there are no chances to tell");
    has(&out, "is deployed face-down in the British Left");
    has(&out, "Taken back");
    has(&out, "The French Muster receives a French card.");
    has(&out, "Goodbye");
    assert!(!out.contains("receives Marshal Ney"), "the enemy's hand is hidden:\n{out}");
    let out = play(
        host,
        "empire tutorial --seed 3 --as french",
        "1\nundo\n1\nwhy order:bachelu>F1:attack\nfire:light-2>foot-33\n",
    );
    has(&out, "Taken back");
    has(&out, " [E ");
}

#[test]
fn what_told_something_is_taken_back_by_consent() {
    let Some(host) = host() else { return };
    let out = play(host, "waterloo QB --seed 3 --as french", "1\nundo\n");
    has(&out, "You ask, and the bot agrees.");
}

#[test]
fn a_match_is_saved_and_taken_up_again() {
    let Some(host) = host() else { return };
    let scratch = Scratch::new("c-host");
    for (battle, title) in [("waterloo QB", "Quatre Bras"), ("empire tutorial", "Turn 1 of 8")] {
        let (file, picture) = (scratch.path().join("match.json"), scratch.path().join("match.svg"));
        let typed = format!("bot\nsave {}\nsvg {}\n", file.display(), picture.display());
        has(&play(host, &format!("{battle} --seed 3 --as french"), &typed), "Written to ");
        assert!(fs::read_to_string(&picture).expect("a picture").starts_with("<svg"));
        let out = play(host, &format!("--load {} --as french", file.display()), "auto\n");
        has(&out, title);
        has(&out, "The match is over");
    }
    let out = Command::new(host).args(["--load", "/dev/null"]).output().expect("it runs");
    assert_eq!(out.status.code(), Some(1));
}

#[test]
fn real_dice_and_cards_are_asked_for() {
    let Some(host) = host() else { return };
    let deal = "0 1 2 3 4 5 6 7 8 9\n";
    let out = play(host, "waterloo QB --dice ask", &format!("1\nx\n77\n{}quit\n", deal.repeat(3)));
    has(&out, "a draw is needed: one of 26 cards for the French Muster");
    has(&out, "Marshal Ney");
    has(&out, "`x` is no number");
    has(&out, "Goodbye");
    // Sixes and threes as often as somebody is asked: whoever it is asks for as many as he needs.
    let out = play(host, "empire tutorial --dice ask --as french", &format!("auto\n{}", "4 3 5\n".repeat(3000)));
    has(&out, "The match is over");
}

#[test]
fn wrong_words_at_the_start_get_the_usage() {
    let Some(host) = host() else { return };
    for wrong in
        ["", "waterloo", "waterloo QB --as turkish", "waterloo QB --seed -3", "empire tut\"orial", "waterloo QB --dice"]
    {
        let out = Command::new(host).args(wrong.split(' ')).output().expect("it runs");
        assert_eq!(out.status.code(), Some(2), "{wrong}");
        has(&String::from_utf8_lossy(&out.stderr), "usage: eagles-c");
    }
    for unknown in ["chess QB", "waterloo Nowhere"] {
        let out = Command::new(host).args(unknown.split(' ')).output().expect("it runs");
        assert_eq!(out.status.code(), Some(1), "{unknown}");
    }
}

#[test]
fn nothing_leaks() {
    let (Some(host), Some(valgrind)) = (host(), tool("valgrind", "valgrind")) else { return };
    let lines = "list\nwhy end\nodds 1\n1\nundo\nredo\nhelp\nnonsense\n999\nsvg /nonexistent/x\nbot\n";
    for battle in ["waterloo QB", "empire tutorial"] {
        let mut command = Command::new(&valgrind);
        command.args(["-q", "--leak-check=full", "--error-exitcode=9"]).arg(host).args(battle.split(' '));
        talk(command.args(["--seed", "3"]), lines);
    }
}
