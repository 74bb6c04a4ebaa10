//! The package as a program outside of the tree finds it: installed by the documented command, moved to another folder, and
//! built against from an empty one with CMake and pkg-config, shared and static; the C++ face; the host in C++.

mod tools;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use tools::{Scratch, run, tool};

fn here() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn symbols() -> Vec<String> {
    let names = fs::read_to_string(here().join("abi-symbols.txt")).expect("abi-symbols.txt");
    names.lines().map(str::to_owned).collect()
}

fn cpp_header() -> String {
    fs::read_to_string(here().join("include/eagles.hpp")).expect("eagles.hpp")
}

/// The example at the top of `eagles.hpp`.
fn cpp_example() -> String {
    let header = cpp_header();
    let (_, rest) = header.split_once("@code\n").expect("an example");
    let (example, _) = rest.split_once(" * @endcode").expect("the end of the example");
    example
        .lines()
        .map(|line| line.trim_start_matches(" *").strip_prefix("     ").unwrap_or("").to_owned() + "\n")
        .collect()
}

/// The prefix of the installed package, in a folder that it was moved to after it had been installed; `None` without CMake.
fn installed() -> Option<&'static Path> {
    static PREFIX: OnceLock<Option<PathBuf>> = OnceLock::new();
    PREFIX.get_or_init(install).as_deref()
}

fn install() -> Option<PathBuf> {
    let cmake = tool("cmake", "cmake")?;
    tool("c++", "g++")?;
    let under = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let target = under.parent().expect("the target folder").to_owned();
    let (build, prefix, moved) = (under.join("package-build"), under.join("package-first"), under.join("package"));
    for old in [&prefix, &moved] {
        let _ = fs::remove_dir_all(old);
    }
    let profile = if cfg!(debug_assertions) { "dev" } else { "release" };
    run(Command::new(&cmake)
        .arg("-S")
        .arg(here())
        .arg("-B")
        .arg(&build)
        .args([format!("-DEAGLES_PROFILE={profile}"), format!("-DEAGLES_CARGO_DIR={}", target.display())]));
    run(Command::new(&cmake).arg("--build").arg(&build));
    run(Command::new(&cmake).arg("--install").arg(&build).arg("--prefix").arg(&prefix));
    fs::rename(&prefix, &moved).expect("the folder can be moved");
    Some(moved)
}

/// Configures and builds a CMake project in an empty folder, and gives that folder.
fn built(project: &Path, prefix: &Path, into: &Path, more: &[&str]) {
    let cmake = tool("cmake", "cmake").expect("it was there before");
    run(Command::new(&cmake)
        .arg("-S")
        .arg(project)
        .arg("-B")
        .arg(into)
        .arg(format!("-DCMAKE_PREFIX_PATH={}", prefix.display()))
        .args(more));
    run(Command::new(&cmake).arg("--build").arg(into));
}

#[test]
fn every_function_has_a_use_in_the_cpp_face() {
    let header = cpp_header();
    let code: String =
        header.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let missing: Vec<_> = symbols().into_iter().filter(|name| !code.contains(&format!("{name}("))).collect();
    assert!(missing.is_empty(), "eagles.hpp does not use {missing:?}");
    let wanted = fs::read_to_string(here().join("include/eagles.h")).expect("eagles.h");
    let statuses =
        wanted.lines().filter_map(|line| line.strip_prefix("#define ")?.split_once(' ')).map(|(name, _)| name);
    for status in statuses.filter(|name| name.starts_with("EAGLES_E_") || name.starts_with("EAGLES_NEEDS_")) {
        assert!(code.contains(&format!("= {status},")), "eagles.hpp has no {status}");
    }
}

#[test]
fn the_cpp_face_compiles_with_and_without_exceptions() {
    let scratch = Scratch::new("hpp");
    let source = scratch.path().join("example.cpp");
    // Every member of the templates and of the classes is made, not only those that the example uses.
    let all = "template class eagles::result<eagles::bytes>;\ntemplate class eagles::result<eagles::match>;\n";
    fs::write(&source, cpp_example() + all).expect("a file");
    for (compiler, package) in [("g++", "g++"), ("clang++", "clang")] {
        let Some(compiler) = tool(compiler, package) else { continue };
        for more in [&["-fno-exceptions", "-fno-rtti"][..], &["-fexceptions", "-std=c++20"]] {
            run(Command::new(&compiler)
                .args(["-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror", "-fsyntax-only"])
                .args(more)
                .arg("-I")
                .arg(here().join("include"))
                .arg(&source));
        }
    }
}

#[test]
fn all_that_belongs_to_the_package_is_installed() {
    let Some(prefix) = installed() else { return };
    let generation = concat!(env!("CARGO_PKG_VERSION_MAJOR"), ".", env!("CARGO_PKG_VERSION_MINOR"));
    for file in [
        "include/eagles.h",
        "include/eagles.hpp",
        "lib/libeagles.a",
        "lib/libeagles.so",
        &format!("lib/libeagles.so.{generation}"),
        concat!("lib/libeagles.so.", env!("CARGO_PKG_VERSION")),
        "lib/pkgconfig/eagles.pc",
        "lib/cmake/Eagles/EaglesConfig.cmake",
        "lib/cmake/Eagles/EaglesConfigVersion.cmake",
        "lib/cmake/Eagles/EaglesTargets.cmake",
        "share/licenses/eagles/LICENSE-MIT",
        "share/licenses/eagles/LICENSE-APACHE",
    ] {
        assert!(prefix.join(file).is_file(), "{file} is not installed");
    }
    let count = |folder: PathBuf| fs::read_dir(folder).expect("a folder").count();
    assert_eq!(count(prefix.join("share/eagles/schemas")), count(here().join("../core/data/schemas")), "schemas");
    if let Some(readelf) = tool("readelf", "binutils") {
        let about = run(Command::new(readelf).arg("-dW").arg(prefix.join("lib/libeagles.so")));
        assert!(about.contains(&format!("soname: [libeagles.so.{generation}]")), "{about}");
    }
}

/// A program of one's own that uses the library and shows that it does.
const OWN: &str = r#"
#include <eagles.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  eagles_error *err = NULL;
  eagles_rules *rules = NULL;
  eagles_status status = eagles_rules_new(EAGLES_TEXT("empire"), EAGLES_TEXT(""), &rules, &err);
  printf("%s %s\n", eagles_version_string(), eagles_status_name(status));
  eagles_error_free(err);
  eagles_rules_free(rules);
  return status;
}
"#;

const EXPECTED: &str = concat!(env!("CARGO_PKG_VERSION"), " EAGLES_OK\n");

#[test]
fn a_cmake_project_finds_both_libraries() {
    let Some(prefix) = installed() else { return };
    let scratch = Scratch::new("find");
    let project = scratch.path().join("project");
    fs::create_dir(&project).expect("a folder");
    fs::write(project.join("own.c"), OWN).expect("a file");
    fs::write(project.join("example.cpp"), cpp_example()).expect("a file");
    let version = concat!(env!("CARGO_PKG_VERSION_MAJOR"), ".", env!("CARGO_PKG_VERSION_MINOR"));
    let list = format!(
        "cmake_minimum_required(VERSION 3.18)\nproject(own C CXX)\nset(CMAKE_CXX_STANDARD 17)\n\
         find_package(Eagles {version} REQUIRED COMPONENTS shared static)\nfile(GLOB schemas ${{Eagles_SCHEMAS}}/*.json)\n\
         if(NOT schemas)\n  message(FATAL_ERROR \"no schemas\")\nendif()\n\
         foreach(kind shared static eagles)\n  add_executable(own-${{kind}} own.c)\n  target_link_libraries(own-${{kind}} PRIVATE Eagles::${{kind}})\n\
         add_executable(example-${{kind}} example.cpp)\n  target_link_libraries(example-${{kind}} PRIVATE Eagles::${{kind}})\nendforeach()\n"
    );
    fs::write(project.join("CMakeLists.txt"), list).expect("a file");
    let build = scratch.path().join("build");
    built(&project, prefix, &build, &[]);
    for kind in ["shared", "static", "eagles"] {
        assert_eq!(run(&mut Command::new(build.join(format!("own-{kind}")))), EXPECTED, "{kind}");
        let told = run(&mut Command::new(build.join(format!("example-{kind}"))));
        assert!(told.contains("The match is over") && told.contains("over: 1, "), "{kind}: {told}");
    }
}

#[test]
fn the_project_of_the_readme_plays_a_battle() {
    let Some(prefix) = installed() else { return };
    let readme = fs::read_to_string(here().join("README.md")).expect("README.md");
    let block = |language: &str| {
        let (_, rest) = readme.split_once(&format!("```{language}\n")).expect("a block");
        rest.split_once("```").expect("its end").0.to_owned()
    };
    let scratch = Scratch::new("readme");
    fs::write(scratch.path().join("CMakeLists.txt"), block("cmake")).expect("a file");
    fs::write(scratch.path().join("main.cpp"), block("cpp")).expect("a file");
    let build = scratch.path().join("build");
    built(scratch.path(), prefix, &build, &["-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror"]);
    let told = run(&mut Command::new(build.join("battle")));
    assert!(told.contains("The match is over"), "{told}");
}

#[test]
fn pkg_config_finds_the_library() {
    let Some(prefix) = installed() else { return };
    let (Some(pkg_config), Some(cc)) = (tool("pkg-config", "pkg-config"), tool("cc", "gcc")) else { return };
    let scratch = Scratch::new("pc");
    fs::write(scratch.path().join("own.c"), OWN).expect("a file");
    let flags = |more: &str| -> Vec<String> {
        let text = run(Command::new(&pkg_config)
            .env("PKG_CONFIG_PATH", prefix.join("lib/pkgconfig"))
            .args(more.split(' '))
            .arg("eagles"));
        text.split_whitespace().map(str::to_owned).collect()
    };
    let program = scratch.path().join("own");
    let compile = |libraries: Vec<String>| {
        run(Command::new(&cc)
            .args(["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror"])
            .arg(scratch.path().join("own.c"))
            .args(flags("--cflags"))
            .arg("-o")
            .arg(&program)
            .args(libraries));
        run(Command::new(&program).env("LD_LIBRARY_PATH", prefix.join("lib")))
    };
    assert_eq!(compile(flags("--libs")), EXPECTED);
    // The archive by its name, with what it needs.
    let libraries = flags("--static --libs")
        .into_iter()
        .map(|flag| if flag == "-leagles" { "-l:libeagles.a".into() } else { flag });
    assert_eq!(compile(libraries.collect()), EXPECTED);
}

/// A host with a scripting language of its own that has the same names, and with exceptions of its own.
const OWN_LUA: &str = r#"
#include <eagles.hpp>
#include <cstdio>
#include <stdexcept>
extern "C" {
void *lua_newstate() { return nullptr; }
void *luaL_newstate() { return nullptr; }
int lua_pcall() { return 1815; }
int lua_pcallk() { return 1815; }
void lua_close() { std::abort(); }
void lua_settop() { std::abort(); }
int lua_gettop() { std::abort(); }
void *lua_newthread() { std::abort(); }
void luaL_openlibs() { std::abort(); }
int luaL_loadbufferx() { std::abort(); }
void luaL_register() { std::abort(); }
void luau_load() { std::abort(); }
void luaC_step() { std::abort(); }
void luaD_call() { std::abort(); }
void luaH_new() { std::abort(); }
}
int main(int, char **given) {
  int caught = 0;
  try {
    throw std::runtime_error("ours");
  } catch (const std::exception &) {
    ++caught;
  }
  // A mod runs its scripts, so that the language inside is used.
  auto rules = eagles::rules::make("waterloo", "{\"mods\": [\"" + std::string(given[1]) + "\"]}");
  if (!rules) return std::puts(rules.error().message().data()), 1;
  auto match = rules->open("{\"battle\": \"QB\"}", "{\"seed\": 1}");
  if (!match) return std::puts(match.error().message().data()), 1;
  try {
    match->apply(0, "nonsense").value();
  } catch (const eagles::exception &why) {
    caught += why.error().status() == eagles::status::invalid_action;
  }
  std::printf("%d %d\n", lua_pcall(), caught);
}
"#;

#[test]
fn the_static_library_shows_only_its_own_names() {
    let Some(prefix) = installed() else { return };
    let archive = prefix.join("lib/libeagles.a");
    if let Some(readelf) = tool("readelf", "binutils") {
        let table = run(Command::new(readelf).arg("-sW").arg(&archive));
        let mut shown = Vec::new();
        for line in table.lines() {
            let words: Vec<_> = line.split_whitespace().collect();
            let [_, _, _, _, bind, _, at, name] = words[..] else { continue };
            // Names that are unique in a process cannot be hidden: they are renamed.
            if at != "UND" && ["GLOBAL", "WEAK", "UNIQUE"].contains(&bind) && !name.starts_with("eagles.private.") {
                shown.push(name.to_owned());
            }
        }
        shown.sort();
        assert_eq!(shown, symbols());
    }
    let Some(compiler) = tool("g++", "g++") else { return };
    let scratch = Scratch::new("lua");
    let source = scratch.path().join("own.cpp");
    fs::write(&source, OWN_LUA).expect("a file");
    let program = scratch.path().join("own");
    run(Command::new(compiler)
        .args(["-std=c++17", "-DEAGLES_STATIC", "-I"])
        .arg(prefix.join("include"))
        .arg(&source)
        .arg(&archive)
        .args(["-lutil", "-lrt", "-lpthread", "-lm", "-ldl", "-o"])
        .arg(&program));
    let module = here().join("../lua/tests/mods/drums");
    assert_eq!(run(Command::new(&program).arg(module)), "1815 2\n");
}

/// A plugin that is linked to the static library, and a program that loads it, uses it and lets it go.
const PLUGIN: &str = r#"
#include <eagles.hpp>
extern "C" __attribute__((visibility("default"))) int go() {
  auto rules = eagles::rules::make("waterloo");
  return rules && rules->open("{\"battle\": \"QB\"}") ? 0 : 1;
}
"#;

const LOADER: &str = r#"
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
int main(int count, char **given) {
  char line[4096];
  int left = 0;
  FILE *maps;
  void *plugin = count == 2 ? dlopen(given[1], RTLD_NOW | RTLD_LOCAL) : NULL;
  int (*go)(void);
  if (!plugin) return puts("not loaded"), 1;
  *(void **)&go = dlsym(plugin, "go");
  printf("go: %d, ours seen: %d, ", go(), dlsym(plugin, "eagles_rules_new") != NULL);
  dlclose(plugin);
  maps = fopen("/proc/self/maps", "r");
  while (fgets(line, sizeof line, maps)) left += strstr(line, given[1]) != NULL;
  printf("left: %d\n", left);
  return 0;
}
"#;

#[test]
fn a_plugin_with_the_static_library_shows_none_of_it_and_can_be_unloaded() {
    let Some(prefix) = installed() else { return };
    let scratch = Scratch::new("plugin");
    let project = scratch.path().join("project");
    fs::create_dir(&project).expect("a folder");
    fs::write(project.join("plugin.cpp"), PLUGIN).expect("a file");
    fs::write(project.join("loader.c"), LOADER).expect("a file");
    let list = "cmake_minimum_required(VERSION 3.18)\nproject(plugin C CXX)\nset(CMAKE_CXX_STANDARD 17)\nset(CMAKE_CXX_VISIBILITY_PRESET hidden)\n\
                find_package(Eagles REQUIRED)\nadd_library(plugin MODULE plugin.cpp)\ntarget_link_libraries(plugin PRIVATE Eagles::static)\n\
                add_executable(loader loader.c)\ntarget_link_libraries(loader PRIVATE dl)\n";
    fs::write(project.join("CMakeLists.txt"), list).expect("a file");
    let build = scratch.path().join("build");
    built(&project, prefix, &build, &[]);
    let told = run(Command::new(build.join("loader")).arg(build.join("libplugin.so")));
    assert_eq!(told, "go: 0, ours seen: 0, left: 0\n");
}

/// Types at the host in C++ and gives what it writes.
fn typed(program: &Path, arguments: &[&str], lines: &str) -> (String, bool) {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the host starts");
    let mut input = child.stdin.take().expect("a pipe");
    let typed = lines.to_owned();
    let writer = std::thread::spawn(move || input.write_all(typed.as_bytes()));
    let Output { status, stdout, stderr } = child.wait_with_output().expect("the host ends");
    let _ = writer.join();
    assert!(stderr.is_empty(), "{}", String::from_utf8_lossy(&stderr));
    (String::from_utf8(stdout).expect("UTF-8"), status.success())
}

#[test]
fn the_host_in_cpp_plays_both_games_to_the_end() {
    let Some(prefix) = installed() else { return };
    let scratch = Scratch::new("host");
    let project = here().join("../examples/hosts/cpp");
    built(
        &project,
        prefix,
        scratch.path(),
        &["-DCMAKE_CXX_FLAGS=-Wall -Wextra -Wpedantic -Werror", "-DBUILD_SHARED_LIBS=OFF"],
    );
    let program = scratch.path().join("eagles-cpp");
    let saved = scratch.path().join("battle.save");
    let keep = format!("save {0}\nload {0}\n", saved.display());

    // Odds before everything that a bot does for the person, as long as the battle may last.
    let careful = format!("{}bot\n", (0..8).map(|at| format!("odds {at}\n")).collect::<String>()).repeat(80);
    let asked = "help\nlist\nwhy 0\nwhy nonsense\nbot\nwhy deal\n";
    let script = format!("{asked}{keep}bot\nbot\nundo\nredo\ntry 0\nundo ask\n{careful}bot all\n");
    let quatre_bras = ["waterloo", "QB", "--as", "allied", "--seed", "7"];
    let (told, over) = typed(&program, &quatre_bras, &script);
    assert!(over, "{told}");
    let wanted = [
        "as the British player sees it",
        "Saved.",
        "In 200 tries",
        "You may.",
        "(notation)",
        "(wrong-phase)",
        "hits: 0 ",
        "You have ",
    ];
    for wanted in wanted {
        assert!(told.contains(wanted), "{wanted} is not in:\n{told}");
    }
    // The French hand stays hidden.
    assert!(told.contains("receives a French card"), "{told}");
    assert_eq!(typed(&program, &quatre_bras, &script).0, told, "the same seed and input tell the same story");

    let script = format!("try 0\nbot\nbot\nundo\n{keep}bot\nwhy 0\n{careful}bot all\n");
    let (told, over) = typed(&program, &["empire", "tutorial", "--as", "allied", "--seed", "7"], &script);
    assert!(over, "{told}");
    for wanted in ["as far as you can know", "target: nothing ", "(barrier)", "The match is over"] {
        assert!(told.contains(wanted), "{wanted} is not in:\n{told}");
    }

    // What ends in the middle is not over, and a name that is none is said to be so.
    let (told, over) = typed(&program, &["waterloo", "QB", "--seed", "1"], "bot\n");
    assert!(!over && told.contains("Left before the end."), "{told}");
    let wrong = Command::new(&program).args(["waterloo", "XX"]).output().expect("it runs");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(!wrong.stderr.is_empty());
}
