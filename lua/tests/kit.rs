//! The modder's kit: what lint finds and how it says it, what tests show, what a new mod is, and the guide.

use eagles::waterloo::{Army, CardSet};
use eagles_lua::api::Severity;
use eagles_lua::kit::console::Console;
use eagles_lua::kit::{Checked, Ran, check, docs, files, report, scenario, template, test};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A folder for one test.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("kit").join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    path
}

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    let parent = path.parent().unwrap_or(folder);
    std::fs::create_dir_all(parent).unwrap_or_else(|error| panic!("{name}: {error}"));
    std::fs::write(&path, text).unwrap_or_else(|error| panic!("{name}: {error}"));
}

fn checked(paths: &[PathBuf]) -> Vec<Checked> {
    let roots = files::gather(paths).unwrap_or_else(|error| panic!("{error}"));
    let set = CardSet::embedded();
    roots.into_iter().map(|root| check(root, &set)).collect()
}

/// The only root of a path.
fn only(path: &Path) -> Checked {
    let mut all = checked(&[path.to_owned()]);
    assert_eq!(all.len(), 1, "{}", path.display());
    all.remove(0)
}

/// The faults as they are shown, with the folder of the test left out.
fn told(checked: &Checked) -> String {
    report::render_all(&checked.wanted(), &checked.sources()).replace(&checked.root.shown, "")
}

fn failed(ran: &[Ran]) -> String {
    ran.iter().flat_map(|ran| &ran.faults).map(|fault| format!("{fault}\n")).collect()
}

/// A mod whose files lint and whose tests pass.
fn sound(path: &Path) -> usize {
    let checked = only(path);
    assert_eq!(told(&checked), "");
    let ran = test(&checked, "");
    assert_eq!(failed(&ran), "", "{}", path.display());
    ran.len()
}

fn new(folder: &Path, name: &str, army: Army, reaction: bool) -> PathBuf {
    let plan = template::Plan { name: name.to_owned(), army, reaction };
    let id = template::id(name).unwrap_or_else(|error| panic!("{error}"));
    let made = plan.files(&CardSet::embedded()).unwrap_or_else(|error| panic!("{error}"));
    for file in made {
        write(folder, &format!("{id}/{}", file.name), &file.text);
    }
    folder.join(id)
}

#[test]
fn a_new_mod_passes_lint_and_tests_for_every_army() {
    let folder = folder("new");
    for (i, &army) in Army::ALL.iter().enumerate() {
        for reaction in [false, true] {
            let path = new(&folder, &format!("Night March {i}{reaction}"), army, reaction);
            assert_eq!(sound(&path), 2, "{army} {reaction}");
        }
    }
    assert_eq!(checked(&[folder]).len(), 6);
}

#[test]
fn a_name_gives_an_id_or_a_reason() {
    assert_eq!(template::id("Night March!").as_deref(), Ok("night-march"));
    assert_eq!(template::id("Ney's Mud").as_deref(), Ok("neys-mud"));
    for bad in ["", "!", "7th", "a", &"x".repeat(50)] {
        let error = template::id(bad).expect_err("no id");
        assert!(error.contains("write 2 to 40 letters"), "{error}");
    }
}

/// The mod of the guide with one piece of its card changed.
fn broken(name: &str, piece: &str, by: &str) -> String {
    let folder = folder(name);
    let mut changed = false;
    for (file, text) in guide() {
        if let Some(inner) = file.strip_prefix("mud/") {
            let text = if inner == "cards/mud.lua" {
                changed = text.contains(piece);
                text.replacen(piece, by, 1)
            } else {
                text
            };
            write(&folder, inner, &text);
        }
    }
    assert!(changed, "{piece}");
    let checked = only(&folder);
    assert!(report::failed(&checked.faults) && checked.play.is_none(), "{piece} -> {by} is no fault");
    told(&checked)
}

#[test]
fn lint_says_where_and_what_instead() {
    let cases = [
        ("two keys", "what = \"move\", who", "what = \"moves\", whom"),
        ("no duration", ", lasts = foe_turns(2) },\n        watch", " },\n        watch"),
        ("no such rule", "\"W 8.0\"", "\"W 8.00\""),
        ("a misspelled word", "foe.artillery { at = \"across\" }, lasts", "foe.artilery { at = \"across\" }, lasts"),
        ("a nation that no card has", "{ at = \"across\" }, lasts", "{ at = \"across\", nation = \"Britsh\" }, lasts"),
        ("a corps that no card has", "{ at = \"across\" }, lasts", "{ at = \"across\", corps = \"XX\" }, lasts"),
        ("an id that no card has", "{ at = \"across\" }, lasts", "{ at = \"across\", id = \"fr-inf-soy\" }, lasts"),
        ("another id", "id = \"mud\"", "id = \"mut\""),
        ("nobody is it", "forbid {", "hit(1),\n        forbid {"),
        ("a handler that is not there", "lapse()", "ask_handler(\"dry\")"),
        ("a word that is not called", "lapse()", "lapse"),
        ("a word of keys that is not called", "some(foe.artillery { at = \"across\" })", "some(foe.artillery)"),
        ("a brace too few after the texts", "    },\n    rules", "\n    rules"),
        ("a brace too few in the effects", "        },\n    },\n}", "        },\n}"),
        ("a parenthesis too few", "{ lapse() }) } },", "{ lapse() } } },"),
        ("a brace too few", "        },\n    },\n}", "        },\n    }"),
    ];
    let mut all = String::new();
    for (i, (what, piece, by)) in cases.into_iter().enumerate() {
        all += &format!("## {what}\n\n{}", broken(&format!("lint{i}"), piece, by));
    }
    expect_test::expect_file!["expected/lint.txt"].assert_eq(&all);
}

#[test]
fn handlers_parts_and_choices_must_fit_each_other() {
    let folder = folder("handlers");
    for (file, text) in guide() {
        if let Some(inner) = file.strip_prefix("rockets/") {
            let text = text
                .replace("run(\"backfire\"", "run(\"backfires\"")
                .replace("ask(\"target\")", "ask(\"targt\")")
                .replace("salvo = function", "salvos = function");
            write(&folder, inner, &text);
        }
    }
    let checked = only(&folder);
    let codes: BTreeSet<&str> = checked.faults.iter().map(|fault| fault.code).collect();
    let told = told(&checked);
    for code in ["unknown-handler", "unused-handler", "unknown-part", "unknown-choice", "unused"] {
        assert!(codes.contains(code), "{code} is missing in\n{told}");
    }
    assert!(told.contains("did you mean `salvos`?") && told.contains("did you mean \"backfire\"?"), "{told}");
    assert!(checked.faults.iter().any(|fault| fault.severity == Severity::Warning));
}

#[test]
fn a_handler_that_fails_is_shown_with_its_line() {
    let folder = folder("script");
    for (file, text) in guide() {
        if let Some(inner) = file.strip_prefix("rockets/") {
            write(&folder, inner, &text.replace("roll[1] == roll[2]", "roll[1].x == roll[2]"));
        }
    }
    let checked = only(&folder);
    let ran = test(&checked, "enough");
    let told = report::render_all(&ran[0].faults, &checked.sources()).replace(&checked.root.shown, "");
    for part in [
        "error[script]: rockets: handler `salvo`",
        "attempt to index number",
        " = cards/rockets.lua:29: if roll[1].x == roll[2] then",
    ] {
        assert!(told.contains(part), "{part} is missing in\n{told}");
    }
}

#[test]
fn rows_and_files_must_fit_each_other() {
    let folder = folder("rows");
    for (file, text) in guide() {
        if let Some(inner) = file.strip_prefix("mud/") {
            write(&folder, inner, &text);
        }
    }
    let row = "auto,mud,french,special,Mud,QB;LI;WA;WV;CH,2\n";
    let head = "number,id,side,type,name,battles,bp\n";
    for (rows, wanted) in [
        (head.to_owned(), "error[unknown-card]: no row of the cards has the id `mud`"),
        (
            format!("{head}{row}auto,mud-two,french,special,Mud Two,QB,2\n"),
            "error[no-file]: the Special `mud-two` has a row and no card file",
        ),
        (format!("{head}{}", row.replace("french", "frensh")), "cards.csv:2: error[row]: `side`:"),
        (format!("{head}{}", row.replace("auto", "1")), "cards.csv:2: error[row]: `number`:"),
        (format!("{head}{}", row.replace("QB", "QQ")), "cards.csv:2: error[row]: `battles`:"),
        (head.replace("bp", "points"), "cards.csv:1: error[row]:"),
    ] {
        write(&folder, "cards.csv", &rows);
        let checked = only(&folder);
        let told = told(&checked);
        assert!(told.contains(wanted), "{wanted} is missing in\n{told}");
        assert!(checked.play.is_none() && test(&checked, "").is_empty());
    }
    write(&folder, "cards.csv", &format!("{head}{row}"));
    write(&folder, "mod.toml", "id = \"Mud!\"\nversion = \"1\"\napi = 1\n");
    assert!(told(&only(&folder)).contains("mod.toml:1: error[manifest]: `Mud!` is no id"), "{}", told(&only(&folder)));
    write(&folder, "mod.toml", "id = \"mud\"\nversion = \"1\"\napi = 99\n");
    assert!(told(&only(&folder)).contains("error[api-version]"), "{}", told(&only(&folder)));
    write(&folder, "mod.toml", "id = \"mud\"\nversion = \"1\"\napi = 1\n[needs]\nrain = \"1\"\n");
    assert!(told(&only(&folder)).contains("error[unmet-need]"), "{}", told(&only(&folder)));
    write(&folder, "mod.toml", "id = \"mud\"\nversion = \"1\"\napi = 1\n");
    write(&folder, "helper.lua", "return {}\n");
    assert!(told(&only(&folder)).contains("helper.lua: warning[not-loaded]"), "{}", told(&only(&folder)));
}

#[test]
fn what_a_path_means() {
    let folder = folder("paths");
    let mud = new(&folder, "Mud", Army::French, false);
    let card = mud.join("cards/mud.lua");
    let tests = mud.join("tests/mud_test.lua");
    // A file stands for itself, and is read with its mod.
    let one = only(&card);
    assert_eq!(
        (one.root.only.as_slice(), one.root.folder.as_path()),
        (&["cards/mud.lua".to_owned()][..], mud.as_path())
    );
    assert_eq!(test(&one, "").len(), 2, "the tests of a card file are those of its mod");
    assert_eq!(test(&only(&tests), "asks for").len(), 1);
    assert_eq!(test(&only(&mud), "no such scenario"), []);
    write(&mud, "cards/worse.lua", "return 7\n");
    assert_eq!(only(&card).wanted(), [], "faults of other files are not told");
    assert!(only(&card).play.is_none());
    assert_eq!(only(&mud).wanted().len(), 1);
    let error = files::gather(&[folder.join("nowhere")]).expect_err("not there");
    assert!(error.contains("there is no") && error.contains("name a card file"), "{error}");
    write(&folder, "notes.txt", "");
    assert!(files::gather(&[folder.join("notes.txt")]).expect_err("no card").contains("must end in .lua"));
    // Stamps change with the files.
    let before = files::stamps(std::slice::from_ref(&mud));
    write(&mud, "cards/worse.lua", "return 77777\n");
    assert_ne!(files::stamps(&[mud]), before);
}

#[test]
fn the_shipped_cards_are_without_faults() {
    let shipped = only(&Path::new(env!("CARGO_MANIFEST_DIR")).join("cards"));
    assert_eq!(told(&shipped), "");
    assert!(shipped.cards.len() >= 40 && shipped.play.is_some());
}

/// A test file of the mod of the guide with other steps, as it fails.
fn fails(name: &str, steps: &str) -> String {
    let folder = folder(name);
    for (file, text) in guide() {
        if let Some(inner) = file.strip_prefix("mud/").filter(|inner| !inner.starts_with("tests/")) {
            write(&folder, inner, &text);
        }
    }
    let board = "turn = \"allied combat 4\", window = \"foe_combat\", FC = \"soye\", AC = \"br-art-1st-division, kempt\", french = \"mud\"";
    let file = format!(
        "return scenario {{\n    name = \"x\",\n    board = {{ {board} }},\n    steps = {{\n        {steps},\n    }},\n}}\n"
    );
    write(&folder, "tests/mud_test.lua", &file);
    let checked = only(&folder);
    let ran = test(&checked, "");
    let faults: Vec<_> = checked.faults.iter().chain(ran.iter().flat_map(|ran| &ran.faults)).cloned().collect();
    assert!(!faults.is_empty(), "{steps} passes");
    report::render_all(&faults, &checked.sources()).replace(&checked.root.shown, "")
}

#[test]
fn a_failing_scenario_says_what_was_found_instead() {
    let play = "act.play(\"mud\", \"FC\")";
    let cases = [
        format!("{play}, expect.not_in_force(\"mud\")"),
        format!("{play}, expect.in_force(\"mud\", 3)"),
        format!("{play}, expect.hits(\"soye\", 2)"),
        format!("{play}, expect.at(\"soye\", \"FL\")"),
        format!("{play}, expect.formation(\"soye\", \"square\")"),
        format!("{play}, expect.event(\"threw\", {{ dice = 6 }})"),
        format!("{play}, expect.refused(act.move(\"kempt\", \"AL\"), \"barred\")"),
        format!("{play}, expect.refused(act.move(\"br-art-1st-division\", \"AL\"), \"barred\", \"rain\")"),
        format!("{play}, expect.allowed(act.move(\"br-art-1st-division\", \"AL\"))"),
        format!("{play}, act.finish(), expect.in_force(\"mud\")"),
        format!("draws(6), {play}, expect.in_force(\"mud\")"),
        format!("{play}, expect.asked(\"french\", \"choose\")"),
        "act.play(\"mud\", \"FL\"), expect.in_force(\"mud\")".to_owned(),
        "act.play(\"mudd\", \"FC\"), expect.in_force(\"mud\")".to_owned(),
        "act.plays(\"mud\", \"FC\")".to_owned(),
        "act.attack(\"kempt\", \"fires\", \"soye\")".to_owned(),
        "act.play(\"mud\", \"FC\")".to_owned(),
        "expect.hits(\"soye\")".to_owned(),
        "7".to_owned(),
    ];
    let mut all = String::new();
    for (i, steps) in cases.iter().enumerate() {
        all += &format!("## {steps}\n\n{}", fails(&format!("fails{i}"), steps));
    }
    expect_test::expect_file!["expected/scenarios.txt"].assert_eq(&all);
}

#[test]
fn a_test_file_is_held_to_the_limits_of_a_card() {
    let folder = folder("limits");
    let mud = new(&folder, "Mud", Army::French, false);
    for (source, code) in [
        ("while true do end", "limit"),
        ("return scenari {}", "syntax"),
        ("return 7", "no-scenario"),
        ("return scenario { name = \"x\", steps = {}, bord = {} }", "unknown-key"),
        ("return scenario { name = \"x\", board = { FD = \"soye\" }, steps = { expect.playing() } }", "unknown-key"),
        ("return scenario { steps = { expect.playing() } }", "missing-key"),
        ("return scenario { name = \"x\", battle = 7, steps = { expect.playing() } }", "wrong-type"),
    ] {
        write(&mud, "tests/mud_test.lua", source);
        let checked = only(&mud);
        assert!(checked.faults.iter().any(|fault| fault.code == code), "{source}: {}", told(&checked));
        assert!(checked.play.is_some(), "the cards are sound all the same");
    }
    for (source, wanted) in [
        ("return scenario { name = \"x\", battle = \"QX\", steps = { expect.playing() } }", "there is no battle `QX`"),
        (
            "return scenario { name = \"x\", board = { FC = \"soy\" }, steps = { expect.playing() } }",
            "did you mean `soye`?",
        ),
        (
            "return scenario { name = \"x\", board = { FC = \"soye colum\" }, steps = { expect.playing() } }",
            "no mark of a card",
        ),
        ("return scenario { name = \"x\", position = \"x\", steps = { expect.playing() } }", "position:"),
        ("return scenario { name = \"x\", options = { decoy = true }, steps = { expect.playing() } }", "options:"),
    ] {
        write(&mud, "tests/mud_test.lua", source);
        let ran = test(&only(&mud), "");
        assert!(failed(&ran).contains(wanted), "{source}: {}", failed(&ran));
    }
}

#[test]
fn the_console_tries_a_card() {
    let folder = folder("console");
    let mud = new(&folder, "Mud", Army::French, false);
    let play = only(&mud).play.unwrap_or_else(|| panic!("the mod is sound"));
    let seed = eagles::chance::Seed::from_number(1815);
    let mut console = Console::new(play.clone(), "QB", None, seed).unwrap_or_else(|error| panic!("{error}"));
    let mut say = |line: &str| {
        let reply = console.line(line);
        (reply.done, reply.lines.join("\n"))
    };
    assert!(say("help").1.contains("play CARD [on WHAT]"));
    assert!(say("show").1.contains("Reserve"));
    assert_eq!(say("hand mud"), (true, "french has Mud.".to_owned()));
    assert!(!say("hand mud").0, "it is there already");
    // A visible name does where an id does.
    let soye = say("where soye");
    assert!(soye.0 && say("where fr-inf-soye") == soye && say("where Soye's Brigade") == soye);
    assert!(say("where marshal ney").0 && say("where Marshal Ney") == say("where fr-gen-ney"));
    assert_eq!(say("why play Marshal Ney on AR"), say("why play fr-gen-ney on AR"));
    assert!(!say("where Marshal").0 && !say("where Marshal Neyy").0);
    let (done, why) = say("why play mud on AR");
    assert!(done && why.contains("special-alone"), "{why}");
    assert!(say("when mud").1.contains("Now: "));
    assert!(say("tell mud").1.contains("firepower"));
    assert!(say("legal mud").1.contains("Mud"));
    assert!(!say("pley mud").0);
    assert!(say("hnad mud").1.contains("did you mean the command `hand`?"));
    let (_, where_) = say("position");
    assert!(say("undo").0 && say("position").1 != where_, "the card is taken out of the hand again");
    assert!(!say("undo").0);
    assert!(say("dice 6 1").1.starts_with("2 results"));
    assert!(!say("dice x").0);
    assert!(console.reload(play).is_ok());
    assert!(console.line("quit").leave && console.line("reload").reload);
}

#[test]
fn pages_tell_the_program() {
    let folder = folder("docs");
    for (file, text) in guide() {
        write(&folder, &file, &text);
    }
    let mud = only(&folder.join("mud"));
    let set = mud.play.unwrap_or_else(|| panic!("the mod is sound")).set;
    let pages = docs::pages("Mud", &set, &["mud"]);
    let told: String = pages.iter().map(|page| format!("==== {}\n{}", page.file, page.text)).collect();
    expect_test::expect_file!["expected/docs.txt"].assert_eq(&told);
    // Every shipped card can be told, and nothing of it is left out.
    let set = CardSet::embedded();
    for program in set.programs() {
        let page = &docs::pages("x", &set, &[&program.id])[1].text;
        assert!(
            page.contains("## What happens") && !page.contains("  -  ") && !page.contains("**Effect:** \n"),
            "{page}"
        );
        for rule in &program.rules {
            assert!(page.contains(rule.as_str()), "{rule} is missing in {page}");
        }
    }
}

/// The listings of the guide: the file that each is, and its text.
fn guide() -> Vec<(String, String)> {
    listings()
        .into_iter()
        .filter(|(info, _)| info.contains('/'))
        .map(|(info, text)| (info.split(' ').nth(1).unwrap_or_default().to_owned(), text))
        .collect()
}

fn listings() -> Vec<(String, String)> {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap_or_default();
    let mut found = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(info) = line.strip_prefix("```") {
            let inner: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            found.push((info.to_owned(), inner.join("\n") + "\n"));
        }
    }
    found
}

#[test]
fn every_listing_of_the_guide_is_what_it_says() {
    let folder = folder("guide");
    let (mut kinds, mut fails) = (BTreeSet::new(), 0);
    for (i, (info, text)) in listings().into_iter().enumerate() {
        let (kind, what) = info.split_once(' ').unwrap_or((info.as_str(), ""));
        kinds.insert(kind.to_owned());
        match what.split_once('=') {
            Some(("fails", code)) => {
                let name = format!("fails{i}/card.lua");
                write(&folder, &name, &text);
                let codes: Vec<&str> = only(&folder.join(format!("fails{i}"))).faults.iter().map(|f| f.code).collect();
                assert!(codes.contains(&code), "{code} is not among {codes:?}");
                fails += 1;
            }
            _ if what.contains('/') => write(&folder, what, &text),
            _ if kind == "toml" => drop(text.parse::<toml::Table>().unwrap_or_else(|error| panic!("{text}: {error}"))),
            _ => panic!("the listing `{info}` is run by nothing"),
        }
    }
    assert_eq!(kinds, ["csv", "lua", "toml"].map(str::to_owned).into());
    assert_eq!((sound(&folder.join("mud")), sound(&folder.join("rockets")), fails), (3, 2, 2));
}

#[test]
fn what_the_guide_shows_of_the_screen_is_so() {
    let folder = folder("screen");
    for (file, text) in guide() {
        write(&folder, &file, &text);
    }
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap_or_default();
    let ran = test(&only(&folder.join("mud")), "");
    for ran in &ran {
        let line = format!("    pass mud/tests/mud_test.lua:{}: {}\n", ran.line, ran.name);
        assert!(text.contains(&line), "{line}");
    }
    let fault = broken("screen2", ", lasts = foe_turns(2) },\n        watch", " },\n        watch");
    let shown: String = format!("mud/{fault}").trim_end().lines().map(|line| format!("    {line}\n")).collect();
    assert!(text.contains(&shown), "{shown}");
    let codes = text.lines().filter(|line| line.starts_with("| `")).flat_map(|line| line.split('`').skip(1).step_by(2));
    let told = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/expected/lint.txt"));
    let codes: Vec<&str> = codes.collect();
    for line in told.unwrap_or_default().lines() {
        if let Some((_, code)) =
            line.split_once(": error[").and_then(|(_, rest)| rest.split_once(']').map(|(c, _)| ((), c)))
        {
            assert!(codes.contains(&code), "the guide does not tell of `{code}`");
        }
    }
}

/// Compares a file with what the tables make of it; `EAGLES_BLESS=1` writes it anew.
fn drift(file: &str, make: impl Fn(&str) -> String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let had = std::fs::read_to_string(&path).unwrap_or_default();
    let text = make(&had);
    if std::env::var_os("EAGLES_BLESS").is_some() {
        std::fs::write(&path, &text).unwrap_or_else(|error| panic!("{file}: {error}"));
        return;
    }
    assert!(had == text, "{file} is not what the tables make: run this test with EAGLES_BLESS=1");
}

#[test]
fn the_list_of_events_is_that_of_the_core() {
    let codes: Vec<&str> = scenario::EVENTS.iter().map(|(code, _)| *code).collect();
    assert_eq!(codes, eagles::waterloo::Event::CODES);
}

#[test]
fn types_and_references_are_those_of_the_tables() {
    drift("types/eagles_tests.d.luau", |_| scenario::luau());
    drift("types/eagles_tests.lua", |_| scenario::luals());
    drift("types/TESTS.md", |_| scenario::reference());
    drift("README.md", |had| {
        let (open, close) = ("<!-- words -->\n", "<!-- /words -->");
        let (before, rest) = had.split_once(open).unwrap_or_else(|| panic!("the guide has no place for the words"));
        let after = rest.split_once(close).map_or("", |(_, after)| after);
        format!("{before}{open}{}{close}{after}", eagles_lua::api::overview(&eagles_lua::api::Api::current()))
    });
}

#[test]
fn mods_that_bring_the_same_card_are_told_and_a_folder_without_manifest_is_no_mod() {
    let folder = folder("same");
    let first = new(&folder.join("aa"), "Mud", Army::French, false);
    let second = new(&folder.join("bb"), "Mud", Army::French, false);
    let mut all = checked(&[first.clone(), second]);
    eagles_lua::kit::compare(&mut all);
    assert_eq!(told(&all[0]), "");
    assert!(told(&all[1]).contains("error[card-twice]: the card `mud` is that of "), "{}", told(&all[1]));
    std::fs::remove_file(first.join("mod.toml")).expect("it is there");
    let unmade = only(&first);
    assert!(told(&unmade).contains("error[no-manifest]: this folder has cards and no mod.toml"), "{}", told(&unmade));
}
