//! Every command but `play`: what it prints, what it refuses, and with which exit code.

mod common;

use common::{eagles, file, run};
use expect_test::expect;

#[test]
fn the_story_is_the_same_for_a_seed() {
    let (first, again, other) = (eagles(&[]), eagles(&[]), eagles(&["--seed", "2"]));
    assert_eq!((first.code, first.err.as_str()), (0, ""));
    assert_eq!(first.out, again.out);
    assert_ne!(first.out, other.out);
    // A pipe gets plain text that fits a page.
    assert!(!first.out.contains('\u{1b}'));
    assert!(first.out.lines().all(|line| line.chars().count() <= 80 && line == line.trim_end()), "{}", first.out);
    for part in ["The French Muster", "have deployed", "== Turn 1: French", "rolled", "routs", "win", "seed 1815"] {
        // Wherever its lines end.
        let told = first.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(told.contains(part), "{part}");
    }
}

#[test]
fn a_short_story() {
    let ran = eagles(&["--seed", "4", "--players", "random", "--no-boards"]);
    let lines: Vec<&str> = ran.out.lines().collect();
    let turns = lines.iter().position(|line| line.starts_with("== Turn 1")).unwrap_or(0);
    let head = lines[..turns].join("\n");
    expect![[r#"
        Quatre Bras (16 June 1815), at most 120 battle turns (60 a side)
        French (random) against British (random). A side wins the moment its Infantry or
        Cavalry stands in an enemy Position that no enemy Troops hold.

        The French Muster: 10 cards of a deck of 14; 1 drawn a turn.
          Generals: 3 Marshal Ney (G 3/1 A)
          Infantry: 23 Husson's Brigade (I2 F2 S3 C); 26 Soye's Brigade (I4 F2 S3 C); 29
                    Gauthier's Brigade (I3 F2 S3 C); 30 Jamin's Brigade (I3 F2 S3 B)
          Cavalry: 56 Piré's Division (C5 F1 S3 B)
          Horse Artillery: 85 III Cavalry Corps Horse Artillery (H2 F1/2 B)
          Terrain: 88 Gemioncourt (Building C1); 89 Piraumont (Building R1)
          Specials: 100 All-Out Charge
        The British Muster: 9 cards of a deck of 18; 1 drawn a turn.
          Generals: 111 Duke of Wellington (G 2/3 A); 113 Prince of Orange (G 1/0 I);
                    123 Perponcher-Sedlnitzky (G 0/2 I)
          Infantry: 133 Saxe-Weimar's Brigade (I5 F2 S2 C); 146 Pack's Brigade (I3 F3 S3
                    B); 149 Best's Brigade (I3 F1 S2 D)
          Foot Artillery: 165 1st Division Artillery (A2 F2/3 B); 170 Netherlands Foot
                          Artillery (A2 F1/3 C)
          Specials: 197 Rearguard

        The British have deployed.
          Left: Pack's Brigade
          Center: Saxe-Weimar's Brigade in Column, Perponcher-Sedlnitzky
          Right: Duke of Wellington, Best's Brigade, 1st Division Artillery, Netherlands
                 Foot Artillery

        The French have deployed.
          Left: Husson's Brigade in Column
          Center: [Gemioncourt, building], Jamin's Brigade on Gemioncourt, III Cavalry
                  Corps Horse Artillery, Gauthier's Brigade
          Right: [Piraumont, building], Soye's Brigade, Marshal Ney, Piré's Division
    "#]]
    .assert_eq(&head);
    let end = lines.len().saturating_sub(5);
    expect![[r#"
        back to the Reserve, and nobody was left to oppose them.

        British victory after 4 battle turns; cards lost: French 3, British 0; seed 4.
        The same seed tells the same battle; `--seed N` another. `eagles play` lets you
        fight it yourself, `eagles --help` shows what else there is."#]]
    .assert_eq(&lines[end..].join("\n"));
}

#[test]
fn every_battle_is_fought() {
    for battle in ["QB", "ligny", "Waterloo", "WV", "charleroi"] {
        let ran = eagles(&["--quiet", "--battle", battle]);
        assert_eq!(ran.code, 0, "{battle}: {}", ran.err);
        assert!(ran.out.contains("cards lost"), "{}", ran.out);
    }
    assert_eq!(
        eagles(&["-q", "--decoys", "--battle", "WV", "--scale", "1/2", "--deal", "quota", "--turn-cap", "20"]).code,
        0
    );
}

#[test]
fn every_command_has_help_with_its_exit_codes() {
    let commands = [
        "story",
        "play",
        "replay",
        "verify",
        "rerun",
        "simulate",
        "odds",
        "cards",
        "check",
        "picture",
        "collection",
        "deck",
    ];
    for command in commands {
        let ran = eagles(&[command, "--help"]);
        assert_eq!(ran.code, 0, "{command}");
        assert!(ran.out.contains("Example") && ran.out.contains("Exit codes"), "{command}: {}", ran.out);
    }
    let all = eagles(&["--help"]);
    assert!(commands.iter().all(|command| all.out.contains(command)));
    assert!(all.out.contains("Exit codes"));
}

#[test]
fn bad_usage_is_refused_with_what_to_do() {
    for (args, part) in [
        (vec!["--battle", "austerlitz"], "QB for Quatre Bras"),
        (vec!["--seed", "x"], "whole number from 0"),
        (vec!["play", "--seed", "-1"], "whole number from 0"),
        (vec!["picture", "x.json", "--out", "x.svg", "--after", "-1"], "from 0 to"),
        (vec!["odds", "--cv", "3", "--power", "2", "--morale", "A", "--general", "-1"], "from 0 to 255"),
        (vec!["--seed", "18446744073709551616"], "to 18446744073709551615"),
        (vec!["--players", "napoleon"], "greedy, random or human"),
        (vec!["--players", "human"], "eagles play"),
        (vec!["--scale", "1/5"], "W N24"),
        (vec!["--scale", "0"], "1/2"),
        (vec!["--scale", "1/5"], "Scales that fit: 1/2,"),
        (vec!["--scale", "50"], "Scales that fit: 1/2,"),
        (vec!["--turn-cap", "0"], "`none`"),
        (vec!["--custom", "french"], "french=deck.txt"),
        (vec!["play", "--players", "greedy"], "nobody here is human"),
        (vec!["verify", "no-such-file"], "cannot read"),
        (vec!["verify", env!("CARGO_MANIFEST_PATH")], "not a saved game"),
        (vec!["odds", "25"], "--shock"),
        (vec!["odds", "25", "--fire", "26"], "same side"),
        (vec!["odds", "25", "--fire", "9999"], "eagles cards"),
        (vec!["cards", "--battle", "nowhere"], "there is no battle"),
        (vec!["simulate", "--games", "0"], "from 1 to"),
        (vec!["simulate", "--games", "-1"], "from 1 to"),
        (vec!["simulate", "--workers", "0"], "from 1 to 256"),
        (vec!["simulate", "--workers", "10000"], "from 1 to 256"),
        (vec!["--scale", "-1"], "from 1 to 65535"),
        (vec!["--turn-cap", "-1"], "from 1 to 65535"),
        (vec!["--woods-minimum", "-1"], "from 0 to 1"),
        (vec!["collection", "x.csv", "--open", "1001"], "from 0 to 1000"),
        (vec!["odds", "--cv", "0", "--power", "2", "--morale", "A"], "from 1 to 32"),
        (vec!["odds", "--cv", "3", "--power", "5", "--morale", "A"], "from 1 to 4"),
        (vec!["odds", "25", "--fire", "guard foot"], "guard foot"),
        (vec!["odds", "guard", "--fire", "127"], "say more"),
        (vec!["odds", "--cv", "3", "--power", "2", "--morale", "A", "--general", "ney"], "the bonus"),
        (vec!["collection", "no-such-file"], "--open 1"),
        (vec!["marengo"], "unrecognized"),
        (vec!["story", "marengo"], "there is no battle"),
        (vec!["story", "ligny", "--battle", "QB"], "cannot be used with"),
        (vec!["--save", "/no/such/folder/x.json"], "cannot write"),
        (vec!["--save", env!("CARGO_MANIFEST_DIR"), "--force"], "it is a folder"),
        (vec!["--save", env!("CARGO_MANIFEST_PATH")], "--force"),
        (vec!["check", "/nowhere"], "there is no /nowhere"),
        (vec!["picture", "x.json", "--out", "y.png"], "SVG"),
        (vec!["play", "--as", "prussian"], "no prussian army fights"),
    ] {
        let ran = eagles(&args);
        assert_eq!(ran.code, 2, "{args:?}: {}{}", ran.out, ran.err);
        assert!(ran.err.contains(part), "{args:?}: {}", ran.err);
        assert_eq!(ran.out, "", "{args:?}");
    }
}

#[test]
fn what_is_there_is_written_over_only_when_forced() {
    let path = file("forced.json");
    assert_eq!(eagles(&["story", "wavre", "-q", "--seed", "5", "--save", &path]).code, 0);
    let read = || std::fs::read(&path).unwrap_or_default();
    let first = read();
    assert_eq!(eagles(&["-q", "--seed", "6", "--save", &path]).code, 2);
    assert_eq!(read(), first);
    assert_eq!(eagles(&["-q", "--seed", "6", "--save", &path, "--force"]).code, 0);
    assert_ne!(read(), first);
    // An army that is not there has no eyes.
    let ran = eagles(&["replay", &path, "--as", "prussian"]);
    assert!(ran.code == 2 && ran.err.contains("its armies are french and british"), "{}", ran.err);
    assert_eq!(eagles(&["replay", &path, "--as", "allied"]).code, 0);
}

#[test]
fn help_fits_on_a_page() {
    let commands = [
        "play",
        "story",
        "replay",
        "verify",
        "rerun",
        "simulate",
        "odds",
        "cards",
        "check",
        "picture",
        "collection",
        "deck",
    ];
    for command in commands.iter().map(|command| vec![*command, "--help"]).chain([vec!["--help"]]) {
        let help = eagles(&command);
        let long: Vec<&str> = help.out.lines().filter(|line| line.chars().count() > 80).collect();
        assert!(help.code == 0 && long.is_empty(), "{command:?}: {long:#?}");
    }
}

#[test]
fn a_saved_game_is_told_verified_and_drawn() {
    let (json, binary, svg) = (file("saved.json"), file("saved.eagles"), file("saved.svg"));
    let told = eagles(&["--seed", "3", "--save", &json]);
    assert_eq!(eagles(&["-q", "--seed", "3", "--save", &binary]).code, 0);
    let sizes = [&json, &binary].map(|path| std::fs::metadata(path).map_or(0, |file| file.len()));
    assert!(sizes[1] > 0 && sizes[1] * 2 < sizes[0], "{sizes:?}");

    let replay = eagles(&["replay", &json]);
    assert_eq!(replay.code, 0);
    // Turn by turn it is the same story.
    let turns = |text: &str| {
        let begin = text.find("== Turn 1").unwrap_or(0);
        text[begin..text.find("win:").unwrap_or(text.len())].to_owned()
    };
    assert_eq!(turns(&told.out), turns(&replay.out));
    let seen = eagles(&["replay", &binary, "--as", "french"]);
    assert!(seen.out.contains("face-down") && seen.code == 0);

    let verify = eagles(&["verify", &json, &binary]);
    assert_eq!((verify.code, verify.out.matches("verified").count()), (0, 2));
    let rerun = eagles(&["rerun", &json]);
    assert_eq!(rerun.code, 0);
    assert!(rerun.out.contains("same way"));

    assert_eq!(eagles(&["picture", &json, "--out", &svg]).code, 0);
    assert!(std::fs::read_to_string(&svg).unwrap_or_default().starts_with("<svg"));
    let early = eagles(&["picture", &json, "--out", "-", "--after", "1", "--as", "french"]);
    assert!(early.code == 0 && early.out.starts_with("<svg"));
    assert_eq!(eagles(&["picture", &json, "--out", &svg, "--after", "100000"]).code, 2);
}

#[test]
fn a_forged_game_does_not_verify() {
    let path = file("forged.json");
    assert_eq!(eagles(&["-q", "--save", &path]).code, 0);
    let text = std::fs::read_to_string(&path).expect("it was saved");
    // A die of the third attack falls otherwise.
    let mut record: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    let actions = record["actions"].as_array_mut().expect("it has actions");
    let place = actions.iter().position(|a| a["draws"][0]["code"] == "long").expect("somebody fires at long range");
    let die = &mut actions[place]["draws"][0]["values"][0];
    *die = if *die == 6 { 1.into() } else { 6.into() };
    std::fs::write(&path, record.to_string()).expect("it is written");
    let verify = eagles(&["verify", &path]);
    assert_eq!(verify.code, 1);
    assert!(verify.out.contains(&format!("first divergence at action {}", place + 1)), "{}", verify.out);
    assert_eq!(eagles(&["rerun", &path]).code, 1);
    let replay = eagles(&["replay", &path]);
    assert_eq!(replay.code, 1);
    assert!(replay.out.contains("breaks off"));
    // A truncated file names the place.
    std::fs::write(&path, &text[..text.len() / 2]).expect("it is written");
    let verify = eagles(&["verify", &path]);
    assert_eq!(verify.code, 2);
    assert!(verify.err.contains("line"), "{}", verify.err);
}

#[test]
fn hostile_files_are_refused_and_harm_nothing() {
    let (json, binary, hostile) = (file("fine.json"), file("fine.eagles"), file("hostile"));
    assert_eq!(eagles(&["-q", "--seed", "5", "--save", &json]).code, 0);
    assert_eq!(eagles(&["-q", "--seed", "5", "--save", &binary]).code, 0);
    for path in [&json, &binary] {
        let fine = std::fs::read(path).expect("it was saved");
        for round in 0..40 {
            let mut bytes = fine.clone();
            let at = round * (bytes.len() - 1) / 39;
            match round % 4 {
                0 => bytes[at] ^= 1,
                1 => bytes[at] = b'9',
                2 => drop(bytes.drain(at..(at + 7).min(fine.len()))),
                _ => bytes.truncate(at),
            }
            std::fs::write(&hostile, &bytes).expect("it is written");
            let ran = eagles(&["verify", &hostile]);
            // A changed remark in the JSON may still verify; nothing may break down.
            assert!((0..=2).contains(&ran.code), "{path}, {round}: {}{}", ran.out, ran.err);
            assert!(ran.code != 0 || bytes == fine || path == &json, "{path}, {round}");
        }
    }
}

#[test]
fn simulations_do_not_depend_on_workers() {
    let with = |workers| eagles(&["simulate", "--games", "60", "--workers", workers, "--format", "json"]);
    let (one, three) = (with("1"), with("3"));
    assert_eq!((one.code, &one.out), (0, &three.out));
    let value: serde_json::Value = serde_json::from_str(&one.out).expect("it is JSON");
    assert_eq!(value["battles"], 60);
    let total: u64 = value["results"].as_array().into_iter().flatten().filter_map(|r| r["battles"].as_u64()).sum();
    assert_eq!(total, 60);
    let table = eagles(&["simulate", "wavre", "--games", "20", "--players", "greedy,random"]);
    assert!(table.out.contains("95 % interval") && table.out.contains("Cards lost"));
    assert!(
        eagles(&["simulate", "--games", "5", "--format", "csv"]).out.starts_with("result,battles,share,low,high\n")
    );
    // A battle of the list can be told again.
    let each = eagles(&["simulate", "--games", "2", "--each"]).out;
    let row: Vec<&str> = each.lines().nth(2).unwrap_or_default().split(',').collect();
    let told = eagles(&["-q", "--seed", row[1]]);
    assert!(told.out.contains(&format!("after {} battle turn", row[4])), "{each}{}", told.out);
}

#[test]
fn odds_are_exact() {
    expect![[r#"
        3 cv at power 1 against Morale A:
          3 cv: 3 cv printed [W 7.1].
          Morale 4: 4 printed [W 6.0].
          3 dice that hit on 6.
          Hits - 0: 58 % (125/216), 1: 35 % (25/72), 2: 7 % (5/72), 3: <1 % (1/216).
          At Morale 4 the target routs: 16 % (919/5832).
    "#]]
    .assert_eq(&eagles(&["odds", "--cv", "3", "--power", "1", "--morale", "A"]).out);
    expect![[r#"
        II Corps Divisional Artillery fires at long range at Pack's Brigade:
          4 cv: 3 cv printed [W 7.1], +1 on a Hill (Ridge of La Belle Alliance)
          [W 11.1].
          F2: F1 printed [W 7.23], +1 for Artillery at a Column [W 9.2].
          Morale 3: 3 printed [W 6.0].
          4 dice that hit on 5-6.
          Hits - 0: 20 % (16/81), 1: 40 % (32/81), 2: 30 % (8/27), 3: 10 % (8/81), 4:
          1 % (1/81).
          At Morale 3 the target routs: 52 % (671/1296).
    "#]]
    .assert_eq(&eagles(&["odds", "71", "--long", "146", "--at", "column", "--hill"]).out);
    let json = eagles(&["odds", "--cv", "12", "--power", "4", "--morale", "D", "--general", "2", "--json"]);
    let value: serde_json::Value = serde_json::from_str(&json.out).expect("it is JSON");
    // Morale D with +2 stands on 3; a die routs with 4/6 of hitting and 3/6 of failing.
    assert_eq!((&value["morale"], &value["dice"]), (&3.into(), &12.into()));
    let rout = 1.0 - (1.0_f64 - 4.0 * 3.0 / 36.0).powi(12);
    assert!(value["rout"]["chance"].as_f64().is_some_and(|chance| (chance - rout).abs() < 1e-12));
    // Twelve dice kill a General with 29 per cent.
    assert!(value["general_falls"]["chance"].as_f64().is_some_and(|chance| (chance - 0.29).abs() < 0.005));
}

#[test]
fn odds_refuse_what_the_rules_refuse() {
    for (args, rule) in [
        (&["odds", "25", "--shock", "130", "--formation", "column", "--at", "square"][..], "W 7.33"),
        (&["odds", "25", "--shock", "130"], "W 7.32"),
        (&["odds", "56", "--shock", "163"], "W 7.34"),
        (&["odds", "71", "--long", "146", "--cover", "woods"], "W 11.2"),
        (&["odds", "56", "--shock", "130", "--cover", "building"], "W 11.4"),
        (&["odds", "25", "--long", "130"], "W 7.23"),
    ] {
        let ran = eagles(args);
        assert_eq!(ran.code, 1, "{args:?}: {}{}", ran.out, ran.err);
        assert!(ran.out.contains(rule), "{args:?}: {}", ran.out);
    }
    let json = eagles(&["odds", "56", "--shock", "163", "--json"]);
    let value: serde_json::Value = serde_json::from_str(&json.out).expect("it is JSON");
    assert_eq!((json.code, &value["refusal"]), (1, &"target-fresh".into()));
}

#[test]
fn cards_are_listed_and_shown() {
    let one = eagles(&["cards", "maitland"]);
    assert!(one.out.starts_with("127 Maitland's Brigade - British Infantry\n"), "{}", one.out);
    assert!(one.out.contains("Id: br-inf-maitland;"), "{}", one.out);
    assert!(["127", "br-inf-maitland"].iter().all(|word| one.out == eagles(&["cards", word]).out));
    let table = eagles(&["cards", "--battle", "QB", "--army", "french", "--type", "general"]);
    assert!(["Ney", "Reille", "Kellermann", "3 cards"].iter().all(|name| table.out.contains(name)), "{}", table.out);
    assert!(table.out.lines().all(|line| line.chars().count() <= 80));
    assert!(eagles(&["cards", "BLUCHER"]).out.contains("Blücher"));
    let by_name = eagles(&["odds", "maitland", "--fire", "soye"]);
    assert_eq!((by_name.code, &by_name.out), (0, &eagles(&["odds", "127", "--fire", "26"]).out));
    let csv = eagles(&["cards", "--format", "csv"]).out;
    assert_eq!(csv.lines().count(), 301);
    assert!(csv.contains("\n127,br-inf-maitland,Maitland's Brigade,"), "{csv}");
    let json: serde_json::Value = serde_json::from_str(&eagles(&["cards", "1", "--format", "json"]).out).expect("JSON");
    assert_eq!(json[0]["name"], "Napoleon");
    assert_eq!(eagles(&["cards", "no such card"]).code, 1);
}

#[test]
fn card_sets_are_checked_with_all_their_faults() {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../core/data/waterloo");
    let fine = eagles(&["check", data]);
    assert!(fine.code == 0 && fine.out.contains("No faults: 300 cards, 5 battles"), "{}", fine.out);
    let cards = std::fs::read_to_string(format!("{data}/cards.csv")).expect("the data is there");
    let path = file("faulty-cards.csv");
    let mut lines: Vec<String> = cards.lines().map(str::to_owned).collect();
    lines[25] = lines[25].replacen(",infantry,", ",infantri,", 1);
    lines[30] = lines[30].replacen("30,", "3o,", 1);
    std::fs::write(&path, lines.join("\n")).expect("it is written");
    let faulty = eagles(&["check", &path]);
    assert_eq!(faulty.code, 1);
    for part in [":26: type: `infantri`", ":31: number: `3o`", "2 faults", path.as_str()] {
        assert!(faulty.out.contains(part), "{part}: {}", faulty.out);
    }
    let json: serde_json::Value = serde_json::from_str(&eagles(&["check", &path, "--json"]).out).expect("JSON");
    assert_eq!(json[1]["line"], 31);
    assert_eq!(eagles(&["check", "no-cards-here.csv"]).code, 2);
    assert_eq!(eagles(&["check", &path, &path]).code, 2);
}

#[test]
fn collections_and_decks() {
    let (collection, deck) = (file("collection.csv"), file("deck.txt"));
    let opened = eagles(&["collection", &collection, "--open", "3", "--seed", "4"]);
    assert!(opened.code == 0 && opened.out.contains("180 cards in the collection"), "{}", opened.out);
    assert!(eagles(&["collection", &collection]).out.contains("180 cards"));
    let army = format!("french={collection}");
    assert_eq!(eagles(&["-q", "--collection", &army]).code, 0);

    let text = std::fs::read_to_string(&collection).expect("it was written");
    std::fs::write(&collection, text + "x,gold,1\n").expect("it is written");
    let faulty = eagles(&["collection", &collection]);
    assert!(faulty.code == 2 && faulty.err.contains(&format!("\n{collection}:")), "{}", faulty.err);
    assert!(eagles(&["-q", "--collection", &army]).err.contains(&format!("\n{collection}:")));

    std::fs::write(&deck, "3 25, 25 26 # Ney and three brigades\n29;30 56\n64").expect("it is written");
    let fine = eagles(&["deck", &deck, "--army", "french"]);
    assert!(fine.code == 0 && fine.out.contains("57 of 70 Battle Points"), "{}", fine.out);
    let army = format!("french={deck}");
    assert_eq!(eagles(&["-q", "--custom", &army]).code, 0);
    assert_eq!(eagles(&["deck", &deck, "--army", "british"]).code, 1);

    std::fs::write(&deck, "25 25 25 25 3 3 110").expect("it is written");
    let wrong = eagles(&["deck", &deck, "--army", "french"]);
    assert_eq!(wrong.code, 1);
    for part in ["appears 4 times", "appears 2 times"] {
        assert!(wrong.out.contains(part), "{part}: {}", wrong.out);
    }
    std::fs::write(&deck, "25\nx").expect("it is written");
    let bad = eagles(&["deck", &deck, "--army", "french"]);
    assert!(bad.code == 2 && bad.err.contains(":2: `x`"), "{}", bad.err);
}

#[test]
fn colour_is_for_terminals_that_want_it() {
    let coloured = |name: &str, value: &str| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_eagles")).arg("-q").env(name, value).output();
        output.is_ok_and(|output| output.stdout.contains(&0x1b))
    };
    assert!(coloured("CLICOLOR_FORCE", "1"));
    assert!(!coloured("NO_COLOR", "1"));
    let out = run(&["-q"], "").out;
    assert!(out.split_whitespace().collect::<Vec<_>>().ends_with(&["seed", "1815."]), "{out}");
}

/// The picture in the README is what the program draws; `UPDATE_EXPECT=1` draws it again.
#[test]
fn the_picture_in_the_readme() {
    let (game, picture) = (file("readme.json"), file("readme.svg"));
    assert_eq!(eagles(&["story", "--seed", "1815", "--quiet", "--force", "--save", &game]).code, 0);
    assert_eq!(eagles(&["picture", &game, "--out", &picture, "--after", "35", "--as", "british"]).code, 0);
    let drawn = std::fs::read_to_string(&picture).unwrap();
    expect_test::expect_file!["../board.svg"].assert_eq(&drawn);
}

/// And so is the table of the miniatures.
#[test]
fn the_table_in_the_readme() {
    let folder = file("maps");
    assert_eq!(eagles(&["empire", "quatre-bras", "--seed", "1", "--quiet", "--force", "--svg", &folder]).code, 0);
    let drawn = std::fs::read_to_string(format!("{folder}/turn-10.svg")).unwrap();
    expect_test::expect_file!["../table.svg"].assert_eq(&drawn);
}
