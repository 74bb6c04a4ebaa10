//! `eagles empire`: the calculators, battles told, kept and checked, and play at the keyboard.

mod common;

use common::{Ran, eagles, file, run};
use expect_test::expect;
use serde_json::Value;

fn empire(args: &[&str]) -> Ran {
    eagles(&[&["empire"], args].concat())
}

fn json(args: &[&str]) -> Value {
    let ran = empire(args);
    serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {}{}", ran.out, ran.err))
}

/// The text on one line.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn an_assault_from_the_command_line() {
    let ran = empire(&["assault", "french 9 column leader=1", "british 9 line unmoved hits=1 hedge"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    expect![[r#"
        Assault
          Attacker: French line infantry 9 in column, leader of rating 1
          Defender: British line infantry 9 in line, 1 hit, has stood still, behind a
          hedge

        Attacker
               9  strength                               [E assault-table]
              +1  leader attached                        [E A26, our ruling]
              +1  French assault column strikes          [E A16, our departure]
              11  in all

        Defender
               9  strength                               [E assault-table]
              -1  hits                                   [E infantry-modifiers]
              +2  British line that stood still          [E A18, our ruling]
              +1  hedge                                  [E A4, our ruling]
              11  in all

        Attack value 0: 11 against 11, as the attacker has it, who rolls with initiative
        [E assault-table].

          die        1   2   3   4   5   6   7   8   9  10
          attacker   1   F   D   D   .   .   D   .   D   D
          defender   D   D   .   D   .   .   D   D   F   1

        Attacker: nothing 30 % (3/10), disordered 50 % (1/2), falls back 10 % (1/10), 1
                  hit 10 % (1/10).
        Defender: nothing 30 % (3/10), disordered 50 % (1/2), falls back 10 % (1/10), 1
                  hit 10 % (1/10).
        Who wins: the attacker 30 % (3/10), nobody 40 % (2/5), the defender 30 % (3/10).
    "#]]
    .assert_eq(&ran.out);
}

#[test]
fn last_nights_charge() {
    // The worked sum of the rulings: +11, a rout on half of the faces.
    let charge = ["assault", "cuirassiers 10 line charging", "infantry 8 line failed-square"];
    let found = json(&[&charge[..], &["--json"]].concat());
    assert_eq!(found["value"], 11);
    assert_eq!(found["odds"]["defender"]["routs"]["fraction"], "1/2");
    let ran = empire(&[&charge[..], &["--die", "0"]].concat());
    assert!(ran.out.contains("Die 10: ./R. The attacker wins."), "{}", ran.out);
    // Die 2 is where the sheet is at odds with itself.
    let misprint = |house: &[&str]| json(&[&charge[..], &["--die", "2", "--json"], house].concat());
    assert_eq!(misprint(&[])["result"]["attacker"], "none");
    assert_eq!(misprint(&["--house", "errata"])["result"]["attacker"], "disorder");
    // The same against a British square.
    let square = json(&["assault", "cuirassiers 10 line charging", "british 10 square", "--json"]);
    assert_eq!(square["value"], -4);
    // Mass, the flank, support and width.
    let mass = json(&["assault", "prussian 9 column + 9 column + 9 column", "saxon 9 line", "--json"]);
    assert_eq!(mass["attacker"]["total"], 72);
    let flank = json(&["assault", "9 line", "9 line flank", "--json"]);
    assert_eq!(flank["value"], 9);
    let helped = json(&[
        "assault",
        "9 line",
        "9 line",
        "--defender-support",
        "line column guns",
        "--attacker-frontage",
        "12",
        "--defender-frontage",
        "6",
        "--initiative",
        "defender",
        "--json",
    ]);
    assert_eq!(helped["defender"]["total"], 56);
    assert_eq!((&helped["attacker"]["total"], &helped["value"]), (&Value::from(44), &Value::from(3)));
}

#[test]
fn words_in_any_order_and_without_quotes() {
    let one = empire(&["assault", "cuirassiers", "10", "line", "charging", "vs", "hussars", "8", "column"]);
    let other = empire(&["assault", "charging line 10 cuirassiers", "8 column of hussars"]);
    assert_eq!((one.code, &one.out), (0, &other.out));
}

#[test]
fn help_fits_a_page() {
    for command in [
        "",
        "play",
        "scenarios",
        "check",
        "simulate",
        "replay",
        "verify",
        "rerun",
        "picture",
        "assault",
        "fire",
        "bombard",
        "square",
        "morale",
        "initiative",
        "leader",
        "integrity",
        "order",
        "move",
    ] {
        let args: Vec<&str> = [command, "--help"].into_iter().filter(|word| !word.is_empty()).collect();
        let ran = empire(&args);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{command}");
        assert!(ran.out.lines().all(|line| line.chars().count() <= 80), "{command}: {}", ran.out);
    }
}

#[test]
fn every_calculator_answers() {
    for (args, told) in [
        (&["fire", "9 line unmoved hits=2", "infantry square", "--distance", "2.5"][..], "Total 12, row 11-12"),
        (&["fire", "british 10 line unmoved", "cavalry line charging", "--distance", "3"], "row 8-10"),
        (&["fire", "heavy-foot 7 + medium-foot", "infantry column", "--distance", "6"], "Total 16, row 16+"),
        (&["fire", "french light infantry stands=4", "infantry line", "--distance", "2"], "row 8-10"),
        (&["fire", "prussian stands=2 year=1809", "infantry line", "--distance", "2"], "Total 1, row 0-4"),
        (&["bombard", "heavy battery 8", "infantry column", "--distance", "12"], "+1 bombarding"),
        (&["square", "british 8 column pinned"], "forms square 60 % (3/5)"),
        (&["square", "9 line leader=2", "--die", "3"], "it forms square"),
        (&["morale", "8 column hits=4 leader"], "passes 70 % (7/10), falls back 10 % (1/10), routs 20 % (1/5)"),
        (&["morale", "cuirassiers 10 line hits=5 blown", "--die", "4"], "Die 4: it falls back"),
        (&["initiative", "french commander=2 attacking=1", "allied"], "The French side 72 % (18/25)"),
        (&["initiative", "commander=1", "commander=2 had-it", "--die", "6,4"], "7 against 7: The second side"),
        (&["leader", "in-assault", "--die", "3"], "he is killed"),
        (&["leader"], "killed 10 % (1/10), shaken 30 % (3/10), unhurt 60 % (3/5)"),
        (&["integrity", "9 10 routed=1 routed-this-turn=1"], "holds 50 % (1/2), routs 15 % (3/20)"),
        (&["integrity", "9x3", "worn=2", "--die", "10,2"], "the division holds"),
        (&["order", "sender=2 receiver=1 french distance=35 reserve to defend"], "It acts: in 1 turn"),
        (&["order", "sender=2 receiver=1 french distance=35 to defend", "--die", "4"], "2 turns from now"),
        (&["move", "infantry line open=3 light-woods=2 walls=1"], "It may go 2.14 inches"),
        (&["move", "medium horse battery limbered on-road"], "It may go 26 inches"),
        (&["move", "corps leader"], "It may go 10 inches"),
    ] {
        let ran = empire(args);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{args:?}: {}", ran.out);
        assert!(flat(&ran.out).contains(told), "{args:?}: {}", ran.out);
        assert!(ran.out.lines().all(|line| line.chars().count() <= 80), "{}", ran.out);
    }
    // What is no sheet's is said to be ours.
    let ran = empire(&["morale", "8 line hits=4 out-of-command"]);
    assert!(ran.out.contains("[E L3, house rule of ours]") && ran.out.contains("Ours, not on the sheet - L3:"));
}

#[test]
fn facts_from_a_file_and_back() {
    let path = file("charge.json");
    let found = json(&["assault", "french 9 column", "british 9 line unmoved", "--json"]);
    std::fs::write(&path, found["facts"].to_string()).expect("the facts are written");
    let again = json(&["assault", "--facts", &path, "--json"]);
    assert_eq!(again, found);
    let from_input = run(&["empire", "assault", "--facts", "-", "--json"], &found["facts"].to_string());
    assert_eq!(serde_json::from_str::<Value>(&from_input.out).ok(), Some(found));
    std::fs::write(&path, "{\"attacker\": {}}").expect("the facts are written");
    let ran = empire(&["assault", "--facts", &path]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("missing field `lead`"), "{}", ran.err);
}

#[test]
fn all_faults_at_once() {
    let ran = empire(&["assault", "frech 9 colum", "british line hits=two"]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    for part in [
        "attacker: what is `frech`? perhaps `french` is meant",
        "attacker: what is `colum`? perhaps `column` is meant",
        "attacker: how does it stand?",
        "defender: `hits=two`: write a whole number",
        "defender: how strong is it?",
    ] {
        assert!(ran.err.contains(part), "{part}: {}", ran.err);
    }
    // Facts that cannot be are refused with their rules.
    let ran = empire(&["assault", "guns 7", "cavalry 30 square charging blown"]);
    assert_eq!(ran.code, 1);
    for part in [
        "guns never assault",
        "[E P3, our ruling]",
        "cavalry cannot stand in square",
        "outside 1 to 20",
        "`charging` and `blown`",
    ] {
        assert!(flat(&ran.out).contains(part), "{part}: {}", ran.out);
    }
    let faults = json(&["assault", "guns 7", "9 line", "--json"]);
    assert_eq!(faults["faults"][0]["code"], "unable");
    let ran = empire(&["square", "9 line", "--house", "exten", "--house", "errata=maybe"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("perhaps `extend` is meant") && ran.err.contains("write yes or no"), "{}", ran.err);
    for (args, told) in [
        (&["assault", "french 9 column"][..], "two phrases in quotes"),
        (&["square", "9 line", "--die", "11"], "1 to 10"),
        (&["fire", "9 line", "9 line", "--distance", "far"], "write inches"),
        (&["move", "infantry line", "--die", "3"], "no die is rolled"),
    ] {
        let ran = empire(args);
        assert_eq!(ran.code, 2, "{args:?}");
        assert!(ran.err.contains(told), "{told}: {}", ran.err);
    }
    let ran = empire(&["bombard", "heavy-foot 8", "infantry column", "--distance", "2"]);
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains("[E A46"), "{}", ran.out);
}

#[test]
fn a_battle_is_told() {
    let (first, again, other) = (empire(&[]), empire(&[]), empire(&["--seed", "2"]));
    assert_eq!((first.code, first.err.as_str()), (0, ""));
    assert_eq!(first.out, again.out);
    assert_ne!(first.out, other.out);
    assert!(first.out.lines().all(|line| line.chars().count() <= 80), "{}", first.out);
    let told = flat(&first.out);
    for part in ["Three Elms", "== Turn 1 of 8, 15:00", "have the initiative", "die", "Points:", "seed 1815"] {
        assert!(told.contains(part), "{part}");
    }
    let head: Vec<&str> = first.out.lines().take(12).collect();
    expect![[r#"
        Three Elms
        A small fight on made-up ground, to learn by. A French brigade comes up the road
        and must have the village of Three Elms; a rearguard of Wellington's army holds
        it, with guns on the hill behind. Open the fire with the battery, screen the
        columns with the light infantry, break into the village with two battalions at
        once, and keep the cuirassiers for whoever leaves his square. The regiments are
        real ones of June 1815; they never met here.
        French: 6 units, greedy; Allied: 6 units, greedy. 8 turns. They fight for Three
        Elms (4 points, held by the Allied), the hill (3 points, held by the Allied).

        == Turn 1 of 8, 15:00 ==========================================================
        Orders"#]]
    .assert_eq(&head.join("\n"));
    let quiet = empire(&["--quiet", "--players", "random"]);
    assert!(quiet.out.starts_with(|c: char| c.is_alphabetic()) && quiet.out.lines().count() <= 3, "{}", quiet.out);
    let map = empire(&["--map", "--players", "random"]);
    assert!(map.out.contains("infantry, cavalry, guns"), "{}", map.out);
    let made = empire(&["--units", "6", "--players", "random", "--quiet", "--house", "errata"]);
    assert_eq!((made.code, made.err.as_str()), (0, ""));
}

#[test]
fn a_battle_is_kept_checked_and_drawn() {
    let (path, svg) = (file("elms.json"), file("elms.svg"));
    let folder = file("elms-pictures");
    let ran = empire(&["--save", &path, "--players", "random", "--svg", &folder, "--force"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(std::fs::read_dir(&folder).is_ok_and(|pictures| pictures.count() >= 4));
    // Both the commands of the other game and its own know it.
    for verify in [&["verify", &path][..], &["empire", "verify", &path]] {
        let ran = eagles(verify);
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(flat(&ran.out).contains("verified"), "{}", ran.out);
    }
    for replay in
        [&["replay", &path][..], &["empire", "replay", &path, "--as", "french"], &["replay", &path, "--as", "public"]]
    {
        let ran = eagles(replay);
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(ran.out.contains("== Turn 2"), "{}", ran.out);
    }
    let rerun = eagles(&["rerun", &path]);
    assert_eq!(rerun.code, 0, "{}", rerun.out);
    assert!(rerun.out.contains("the same way to the same position"), "{}", rerun.out);
    let drawn = eagles(&["picture", &path, "--out", &svg, "--after", "3"]);
    assert_eq!(drawn.code, 0, "{}", drawn.err);
    assert!(std::fs::read_to_string(&svg).is_ok_and(|text| text.starts_with("<svg") || text.contains("<svg")));
    let nobody = eagles(&["replay", &path, "--as", "prussian"]);
    assert_eq!(nobody.code, 2);
    assert!(nobody.err.contains("its sides are french and allied"), "{}", nobody.err);
    // One that was tampered with does not verify.
    let text = std::fs::read_to_string(&path).expect("the battle is kept");
    std::fs::write(&path, text.replacen("\"end\"", "\"hold:line-61-1\"", 1)).expect("it is written");
    assert_ne!(eagles(&["verify", &path]).code, 0);
}

#[test]
fn scenarios_are_listed_and_checked() {
    let listed = empire(&["scenarios"]);
    for name in ["tutorial", "quatre-bras", "derlon"] {
        assert!(listed.out.contains(name), "{}", listed.out);
    }
    assert_eq!(json(&["scenarios", "--json"]).as_array().map(Vec::len), Some(3));
    let path = file("wrong.toml");
    std::fs::write(&path, "id = \"x\"\nname = 3\nturns = 900\n").expect("it is written");
    let ran = empire(&["check", &path]);
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains("wrong.toml:2:") && ran.out.contains("faults."), "{}", ran.out);
    assert!(json(&["check", &path, "--json"]).as_array().is_some_and(|faults| faults.len() > 1));
    let ran = empire(&[&path]);
    assert_eq!(ran.code, 2);
    let ran = empire(&["quatrebas"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("perhaps `quatre-bras` is meant"), "{}", ran.err);
    let counted = json(&["simulate", "--games", "4", "--players", "random", "--json"]);
    assert_eq!(counted["games"], 4);
}

#[test]
fn a_person_plays_the_tutorial() {
    let (path, svg) = (file("played.json"), file("played.svg"));
    let input = format!(
        "look\nlook 61-1\norder husson attack\norder guiton reserve\nend\nend\nwhat can 61-1 do\nnear 61-1\n\
         61-1 ahead 40\nwhy not 61-1 ahead 40\n61-1 wheel right 10 ahead 3\nundo\n61-1 ahed 3\n61 ahead 2\n\
         odds cuirassiers into luneburg\nodds 18 at luneburg\nmap\npicture {svg} 61-1\nsave {path}\nauto\nlist\nquit\n"
    );
    let ran = run(&["empire", "play", "--seed", "5"], &input);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let told = flat(&ran.out);
    for part in [
        "Type `help` at any time.",
        "French, orders> look",
        "line infantry, strength",
        "on orders to attack",
        // The division has that order.
        "The division has that order already, or it is on its way [E A65, our ruling]",
        "orders Guiton's cuirassiers to stay in reserve",
        "Type a number, or the move in your own words",
        "Friend: ",
        "`what can line-61-1 do` lists moves that are allowed.",
        "what is `ahed`? perhaps `ahead` is meant",
        "`61` may be line-61-1 (1/61st Line), line-61-2 (2/61st Line): say more",
        "[E P27, house rule of ours; E P29, house rule of ours]",
        "row",
        "Kept in",
    ] {
        assert!(told.to_lowercase().contains(&part.to_lowercase()), "{part}: {}", ran.out);
    }
    assert!(std::fs::metadata(&svg).is_ok());
    // And goes on where it was kept.
    let ran = run(&["empire", "play", "--load", &path], "hold 61-1\nwhat can 61-1 do\nquit\n");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(ran.out.contains("French, move> hold 61-1") && ran.out.contains("Nothing for"), "{}", ran.out);
}

#[test]
fn the_whole_battle_by_deputy_and_by_own_dice() {
    let ran = run(&["empire", "play", "--seed", "7", "--as", "allied"], &"auto\n".repeat(200));
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(ran.out.contains("seed 7."), "{}", ran.out);
    // Real dice are asked for, and what is no die is refused.
    let ran = run(&["empire", "play", "--two", "--dice", "ask"], "\nend\n\nend\neleven\n11\n0\n4\nquit\n");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let told = flat(&ran.out);
    assert!(told.contains("Roll d10 for") && told.contains("Type what the die shows"), "{}", ran.out);
    assert!(told.contains("have the initiative"), "{}", ran.out);
}

#[test]
fn undo_goes_back_to_a_decision() {
    // In analysis: over all that the bot has answered.
    let input = "undo\nend\nend\nend\nundo\nhold 61-2\nundo\nredo\nhold 61-2\nquit\n";
    let ran = run(&["empire", "play", "--seed", "5", "--analysis"], input);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let told = flat(&ran.out);
    for part in [
        "orders> undo There is nothing to take back.",
        "fire> undo * Taken back",
        "move> hold 61-2 2/61st Line holds: that was its move.",
        "move> undo * Taken back",
        "move> hold 61-2 It has had its movement this turn",
    ] {
        assert!(told.contains(part), "{part}: {}", ran.out);
    }
    // Without: what has been answered since stands, and is named.
    let ran = run(&["empire", "play", "--seed", "5"], "order guiton reserve\nundo\nend\nend\nend\nundo\nquit\n");
    let told = flat(&ran.out);
    assert!(told.contains("rolled dice or may have shown something: it stands"), "{}", ran.out);
    assert!(!told.contains("ask the other player") && !told.contains("ask him"), "{}", ran.out);
}

#[test]
fn a_silent_answer_is_named_or_goes_back_too() {
    let input = "end\nend\ncuir to 31,16\nundo\ncuir to 31,16\nquit\n";
    let strict = run(&["empire", "play", "--seed", "5"], input);
    let said =
        "The Allied side has answered since (Bremen battalion did not form square): it cannot be taken back alone";
    assert!(flat(&strict.out).contains(said), "{}", strict.out);
    let free = run(&["empire", "play", "--seed", "5", "--analysis"], input);
    assert_eq!(free.out.matches("8th Cuirassiers to 31, 16").count(), 2, "{}", free.out);
}

#[test]
fn refusals_say_where_one_stands() {
    let input = "fire 61-1 at luneburg\nend\nend\n18 ahead 20\n61-1 to 24,17\nlist\nend\n18+61-1 at luneburg\nodds 18 + 61-1 at \
                 luneburg\n?\nhelp zebra\nwhy\nodds\nquit\n";
    let ran = run(&["empire", "play", "--seed", "5"], input);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let told = flat(&ran.out);
    for part in [
        "fire comes when both sides have moved; now orders are given, and `end` goes on [E turn]",
        "Others that may still move:",
        "fire> 18+61-1 at luneburg Only batteries fire together",
        "fire> odds 18 + 61-1 at luneburg Only batteries fire together",
        "fire> ? Looking look",
        "its parts are looking, asking, orders",
        "Say what is not allowed",
        "Say of what",
    ] {
        assert!(told.contains(part), "{part}: {}", ran.out);
    }
}

#[test]
fn a_charge_is_weighed_before_it_is_answered() {
    let input = format!("{}odds stand\nevade\nend\nquit\n", "auto\n".repeat(6));
    let ran = run(&["empire", "play", "--seed", "2", "--as", "allied"], &input);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let told = flat(&ran.out);
    for part in ["If it stands: attack value", "If it forms square: attack value"] {
        assert!(told.contains(part), "{part}: {}", ran.out);
    }
}

#[test]
fn a_slip_in_a_command_is_seen() {
    for (args, told) in [
        (&["asault", "french 9 column", "british 9 line"][..], "perhaps `eagles empire assault` is meant"),
        (&["asault"], "perhaps `eagles empire assault` is meant"),
        (&["assault"], "for example: eagles empire assault 'french 9 column' 'british 9 line unmoved'"),
        (&["fire"], "'cavalry line charging' --distance 2.5"),
        (&["order", "sender=2"], "who receives it? Say his rating, as in `receiver=1`, or `leaderless`"),
        (&["order", "sender=2"], "which order?"),
        (&["assault", "9 column hits=-4 leader=1.5", "9 line"], "`hits=-4`: write a whole number from 0 to 20"),
        (&["assault", "9 column hits=-4 leader=1.5", "9 line"], "`leader=1.5`: write a whole number from -1 to 4"),
    ] {
        let ran = empire(args);
        assert_eq!(ran.code, 2, "{args:?}");
        assert!(ran.err.contains(told), "{told}: {}", ran.err);
    }
    let ran = empire(&["order", "sender=2 leaderless distance=1 to defend"]);
    assert!(flat(&ran.out).contains("to nobody, division, 1 inch apart"), "{}", ran.out);
    // What `--json` writes is read again whole.
    let all = json(&["square", "british 8 column pinned", "--json"]);
    let again = run(&["empire", "square", "--facts", "-", "--json"], &all.to_string());
    assert_eq!(serde_json::from_str::<Value>(&again.out).ok(), Some(all));
}

#[test]
fn pictures_of_another_battle_are_in_the_way() {
    let folder = file("album");
    let battle = |more: &[&str]| empire(&[&["--players", "random", "--quiet", "--svg", &folder], more].concat());
    assert_eq!(battle(&["--force"]).code, 0);
    let caption = |name: &str| std::fs::read_to_string(format!("{folder}/{name}")).unwrap_or_default();
    assert!(caption("turn-00.svg").contains("turn 1 of 8") && caption("turn-02.svg").contains("turn 2 of 8"));
    std::fs::write(format!("{folder}/turn-77.svg"), "old").expect("it is written");
    let ran = battle(&[]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("replace them with `--force`"), "{}", ran.err);
    assert_eq!(battle(&["--force"]).code, 0);
    assert!(caption("turn-77.svg").is_empty());
}
