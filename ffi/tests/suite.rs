//! The interface from C: a suite that uses every function, run plainly and under the checkers there are; the example of the
//! manual; threads; what the library exports and needs; and that it can be unloaded.

#![cfg(target_os = "linux")]

mod tools;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::{env, fs};
use tools::{Scratch, run, tool};

fn here() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn sources() -> PathBuf {
    here().join("tests/c")
}

/// The shared library that was built with this test.
fn library() -> PathBuf {
    let test = env::current_exe().expect("the path of this test");
    // The test is in `deps`; the library is beside it under its own name, and in the folder above once it was asked for.
    let folders = test.ancestors().skip(1).take(2);
    let found = folders.map(|folder| folder.join("libeagles_ffi.so")).filter(|file| file.is_file());
    let newest = found.max_by_key(|file| fs::metadata(file).and_then(|data| data.modified()).ok());
    newest.expect("cargo builds the shared library before the tests of its package").canonicalize().expect("a path")
}

/// What C programs are linked to: a folder that holds the library under the names that linker and loader look for.
fn linked() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("linked");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        let about = run(Command::new(tool("readelf", "binutils").expect("binutils come with a compiler"))
            .arg("-dW")
            .arg(library()));
        let name = about.lines().find(|line| line.contains("(SONAME)")).and_then(|line| line.split(['[', ']']).nth(1));
        for name in ["libeagles.so", name.expect("the library has a name of its own")] {
            std::os::unix::fs::symlink(library(), folder.join(name)).expect("a link");
        }
        folder
    })
}

/// A C compiler, which Rust needs too.
fn compiler(name: &str) -> PathBuf {
    tools::find(name).unwrap_or_else(|| panic!("{name} is missing: install build-essential"))
}

/// Builds a program from C files with these words to the compiler.
fn build(scratch: &Scratch, name: &str, compiler: &Path, words: &[&str], files: &[PathBuf]) -> PathBuf {
    let program = scratch.path().join(name);
    let mut rpath = std::ffi::OsString::from("-Wl,-rpath,");
    rpath.push(linked());
    let mut command = Command::new(compiler);
    command.args(["-g", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]).args(words).arg("-I").arg(here().join("include"));
    command.args(files).arg("-o").arg(&program).arg("-L").arg(linked()).arg("-leagles").arg(rpath).arg("-lpthread");
    run(&mut command);
    program
}

const C: &str = "-std=c11";

/// The files of the suite, without the programs of their own.
fn suite_files() -> Vec<PathBuf> {
    let files = fs::read_dir(sources()).expect("the C tests").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<_> = files
        .filter(|file| file.extension().is_some_and(|end| end == "c"))
        .filter(|file| !["threads.c", "unload.c"].iter().any(|other| file.ends_with(other)))
        .collect();
    files.sort();
    files
}

const VALGRIND: [&str; 6] = [
    "--quiet",
    "--error-exitcode=9",
    "--leak-check=full",
    "--show-leak-kinds=definite,indirect,possible",
    "--errors-for-leak-kinds=definite,indirect,possible",
    "--num-callers=30",
];

#[test]
fn the_example_of_the_manual_compiles_and_plays() {
    let scratch = Scratch::new("example");
    let example = here().join("include/example.c");
    let strict = build(&scratch, "c", &compiler("cc"), &[C], std::slice::from_ref(&example));
    assert!(run(&mut Command::new(strict)).starts_with("over: 1"), "the battle ends");
    let cpp = scratch.path().join("example.cpp");
    fs::copy(&example, &cpp).expect("a copy");
    let cpp = build(&scratch, "cpp", &compiler("c++"), &["-std=c++17"], &[cpp]);
    assert!(run(&mut Command::new(cpp)).starts_with("over: 1"), "the battle ends");
}

#[test]
fn the_suite_passes() {
    let scratch = Scratch::new("suite");
    let suite = build(&scratch, "suite", &compiler("cc"), &[C], &suite_files());
    assert!(run(&mut Command::new(suite)).contains("17 tests"), "all were run");
}

#[test]
fn the_suite_uses_every_function() {
    let manifest = fs::read_to_string(here().join("abi-symbols.txt")).expect("the manifest");
    let source: String = suite_files().iter().map(|file| fs::read_to_string(file).expect("a C test")).collect();
    let called = |name: &&str| source.contains(&format!("{name}("));
    let missing: Vec<_> = manifest.lines().filter(|name| !called(name)).collect();
    assert!(missing.is_empty(), "no C test calls {missing:?}");
}

#[test]
fn valgrind_finds_nothing() {
    let Some(valgrind) = tool("valgrind", "valgrind") else { return };
    let scratch = Scratch::new("memcheck");
    let suite = build(&scratch, "suite", &compiler("cc"), &[C], &suite_files());
    run(Command::new(valgrind).args(VALGRIND).arg(suite).arg("small"));
}

#[test]
fn the_sanitizers_find_nothing() {
    let Some(clang) = tool("clang", "clang") else { return };
    let scratch = Scratch::new("sanitizers");
    let words = [C, "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer"];
    let suite = build(&scratch, "suite", &clang, &words, &suite_files());
    let mut command = Command::new(suite);
    command.env("ASAN_OPTIONS", "detect_leaks=1:detect_stack_use_after_return=1:strict_string_checks=1");
    run(command.env("UBSAN_OPTIONS", "print_stacktrace=1").arg("small"));
}

#[test]
fn eight_threads_get_along() {
    let scratch = Scratch::new("threads");
    let files = [sources().join("threads.c")];
    let threads = build(&scratch, "threads", &compiler("cc"), &[C], &files);
    run(Command::new(&threads).arg("300"));
    // Atomics and locks of the standard library are no secret to the machine, but they are to helgrind, which knows those of
    // pthread alone: so it looks at what threads share and nobody changes. With that it has to be content.
    if let Some(valgrind) = tool("valgrind", "valgrind") {
        let helgrind = ["--tool=helgrind", "--quiet", "--error-exitcode=9"];
        run(Command::new(valgrind).args(helgrind).arg(&threads).args(["20", "apart"]));
    }
    if let Some(clang) = tool("clang", "clang") {
        let watched = build(&scratch, "watched", &clang, &[C, "-fsanitize=thread"], &files);
        // Without random addresses: older runtimes do not find their own memory otherwise.
        let mut command = match tools::find("setarch") {
            Some(setarch) => {
                let mut command = Command::new(setarch);
                command.arg("-R").arg(watched);
                command
            }
            None => Command::new(watched),
        };
        run(command.arg("100"));
    }
}

#[test]
fn it_exports_its_functions_and_nothing_else() {
    let nm = tool("nm", "binutils").expect("binutils come with a compiler");
    let listed = run(Command::new(nm).args(["-D", "--defined-only", "--format=posix"]).arg(library()));
    let exported: BTreeSet<_> = listed.lines().filter_map(|line| line.split(' ').next()).collect();
    let manifest = fs::read_to_string(here().join("abi-symbols.txt")).expect("the manifest");
    assert_eq!(exported, manifest.lines().collect(), "against abi-symbols.txt");
}

#[test]
fn it_needs_only_what_every_system_has() {
    const KNOWN: [&str; 7] =
        ["libc.so.", "libm.so.", "libgcc_s.so.", "libstdc++.so.", "ld-linux", "libpthread.so.", "libdl.so."];
    let readelf = tool("readelf", "binutils").expect("binutils come with a compiler");
    let about = run(Command::new(&readelf).arg("-dW").arg(library()));
    let needed = about.lines().filter(|line| line.contains("(NEEDED)"));
    let needed: Vec<_> = needed.filter_map(|line| line.split(['[', ']']).nth(1)).collect();
    assert!(!needed.is_empty());
    for name in needed {
        assert!(KNOWN.iter().any(|known| name.starts_with(known)), "it needs {name}");
    }
    // Either would keep it in the process for ever.
    assert!(!about.contains("NODELETE"));
    let symbols = run(Command::new(&readelf).args(["-W", "--dyn-syms"]).arg(library()));
    assert!(!symbols.contains("UNIQUE"), "a symbol that is unique in the process");
}

#[test]
fn it_can_be_unloaded_a_thousand_times() {
    let scratch = Scratch::new("unload");
    let program = scratch.path().join("unload");
    let mut command = Command::new(compiler("cc"));
    command.args(["-std=gnu11", "-g", "-Wall", "-Wextra", "-Werror", "-I"]).arg(here().join("include"));
    run(command.arg(sources().join("unload.c")).arg("-o").arg(&program).args(["-ldl", "-lpthread"]));
    // More often than a process has thread-specific keys.
    run(Command::new(program).arg(library()).arg("1100"));
}
