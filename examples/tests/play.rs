//! Sessions at the keyboard, typed by a script.

mod common;

use common::{Ran, file, run};

/// Plays with these lines typed, without Special cards: what is typed fits the decks of these seeds.
fn play(args: &[&str], lines: &[&str]) -> Ran {
    let mut all = vec!["play"];
    if !args.contains(&"--resume") {
        all.push("--no-specials");
    }
    all.extend(args);
    run(&all, &format!("{}\n", lines.join("\n")))
}

/// The text, wherever its lines end.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The parts appear in this order, wherever lines end.
fn in_order(text: &str, parts: &[&str]) {
    let text = squeezed(text);
    let mut rest = text.as_str();
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => panic!("`{part}` is missing, or too early, in:\n{text}"),
        }
    }
}

#[test]
fn deploying_undoing_and_asking_why() {
    let ran = play(
        &["--as", "british", "--seed", "11"],
        &[
            "pack center square",
            "why 146 left",
            "kiel left",
            "170 right",
            "1c",
            "0 right",
            "undo",
            "redo",
            "why s9-ac",
            "why pack right",
            "end",
            "152 center",
            "cavalry center",
            "board",
            "end",
            "quit",
        ],
    );
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    in_order(
        &ran.out,
        &[
            "They are face-down: only their player sees them.",
            "The British Muster",
            "behind his screen",
            "Pack's Brigade is deployed face-down in the British Center in Square. 8 left",
            "Allowed: it is taken back and put down there.",
            "Kielmansegge's Brigade is deployed face-down in the British Left. 7 left",
            "is not in your Reserve; choose a card that is. [W 4.1]",
            "Pack's Brigade is deployed face-down in the British Right in Square.",
            "Taken back",
            "No card of yours stands in that slot",
            "No face-down card lies in the British Center; deploy one there first. [W 4.1, W r6]",
            "The British have deployed.",
            "The French have deployed.",
            "a face-down card",
            "== Turn 1: French",
            "== Turn 2: British",
        ],
    );
}

#[test]
fn nothing_of_the_enemy_shows_before_it_is_turned_up() {
    // What the French player holds and has deployed, from the same seed told by the referee.
    let ran = play(&["--as", "british", "--seed", "11"], &["auto", "text", "board", "story", "info jamin", "quit"]);
    let before = ran.out.split("info jamin").next().unwrap_or_default();
    for hidden in ["Jamin", "Campi", "Piré", "Bauduin", "Guard Light"] {
        assert!(!before.contains(hidden), "{hidden}");
    }
    // What is printed on a card is no secret.
    assert!(ran.out.contains("30 Jamin's Brigade - French Infantry"));
}

/// Two people deploy, and the French attack the British Right: the British are on turn.
const ATTACKED: [&str; 22] = [
    "",
    "pack center square",
    "kiel left",
    "170 left",
    "line right",
    "cavalry center",
    "cooke left",
    "116 right",
    "end",
    // The French.
    "",
    "",
    "jamin left column",
    "campi left column",
    "ney left",
    "piré center",
    "bauduin right",
    "end",
    "jamin ar",
    "campi ar",
    "ney ar",
    "end",
    "",
];

#[test]
fn two_hands_that_look_the_same_give_the_same_screens() {
    let svg = file("screen.svg");
    let draw = format!("svg {svg}");
    let seen = |left: &str, right: &str| {
        let (left, right) = (format!("{left} left"), format!("{right} right"));
        let mut lines = vec!["", "pack center", "kiel left", "170 left", "line right", "116 right", "end", "", ""];
        lines.extend([left.as_str(), "piré center", right.as_str(), "ney left", "end", "end", "", ""]);
        lines.extend([
            "board",
            "menu",
            "text",
            "story",
            "hint",
            "odds 170 2",
            "why kiel 2",
            "why pack al",
            "info jamin",
        ]);
        lines.extend([draw.as_str(), "undo", "end", "", ""]);
        let ran = play(&["--players", "human,human", "--seed", "11"], &lines);
        assert_eq!(ran.code, 0);
        // What was on the screen while the British player sat at it.
        let sittings = ran.out.split("British player, take the screen").skip(1);
        let screens: Vec<&str> = sittings.filter_map(|s| s.split("Enter clears the screen").next()).collect();
        (screens.concat(), std::fs::read_to_string(&svg).unwrap_or_default())
    };
    let (one, other) = (seen("jamin", "bauduin"), seen("campi", "jamin"));
    assert!(one.0.contains("The bot would do") && one.0.contains("What you have seen") && one.1.starts_with("<svg"));
    assert_eq!(one, other);
}

#[test]
fn odds_orders_and_refusals_in_battle() {
    let mut lines = ATTACKED.to_vec();
    lines.extend([
        "",
        "odds line jamin",
        "why line shock jamin",
        "why cavalry left",
        "3 shock 0",
        "3 fire 0",
        "undo",
        "n",
        "brunswick left",
        "menu s1",
        "hint",
        "99",
        "fire",
        "resign",
        "n",
        "resign",
        "y",
        "story",
        "",
    ]);
    let ran = play(&["--players", "human,human", "--seed", "11"], &lines);
    assert_eq!(ran.code, 0);
    in_order(
        &ran.out,
        &[
            "Jamin's Brigade advances from the French Left and engages in the British Right in Column.",
            "GIVES THE BATTLE AWAY",
            "+3 for a General (Marshal Ney)",
            "At Morale 5 the target routs: 16 % (919/5832).",
            "The General there falls: 8 %",
            "Infantry uses Shock only in Column",
            "[W 7.32]",
            "[W 8.0]",
            "[W 7.32]",
            "Brunswick Line Brigade fires at Jamin's Brigade",
            "ask the other player",
            "it stands",
            "say more",
            "form Column",
            "The bot would do:",
            "Give the battle up?",
            "The British have given up: the French win.",
            "French victory after 2 battle turns",
            "What you have seen:",
        ],
    );
}

#[test]
fn saved_and_taken_up() {
    let path = file("Session.JSON");
    let first = play(&["--as", "british", "--seed", "11"], &["auto", "end", &format!("save {path}"), "quit"]);
    assert!(first.out.contains("it is kept in"), "{}", first.out);
    // Who sits where is kept with it.
    let resume = ["--resume", path.as_str()];
    let (one, two) = (play(&resume, &["board", "quit"]), play(&resume, &["board", "quit"]));
    assert!(one.code == 0 && squeezed(&one.out).contains("Taken up where it was left"), "{}", one.out);
    assert_eq!(one.out, two.out);
    // It goes on to its end, and the end is kept.
    let mut lines = vec!["auto"; 400];
    let save = format!("save {path}");
    lines.extend([save.as_str(), "n", save.as_str(), "y", save.as_str(), ""]);
    let again = play(&resume, &[&lines[..400], &["", ""]].concat());
    let end = play(&resume, &lines);
    assert_eq!((end.code, end.err.as_str()), (0, ""));
    in_order(
        &end.out,
        &["wins the battle at once (4.3)", "Write over it?", "left as it was", "Write over it?", "Kept in"],
    );
    assert_eq!(end.out.matches("Write over it?").count(), 2, "its own file is written again without a question");
    // The bots go on by the save's own seed: the same save and the same input give the same battle.
    let told = |out: &str| out.split("`save FILE` keeps it").next().map(str::to_owned);
    assert_eq!(told(&end.out), told(&again.out));
    let verify = run(&["verify", &path], "");
    assert!(verify.code == 0 && verify.out.contains("victory"), "{}", verify.out);
    // Why it ended is told the same when it is taken up again, and at the end of the story.
    let over = play(&["--resume", &path], &["story", ""]);
    let why = |out: &str| out.split("\n\n").filter(|part| part.contains(" win: ")).map(squeezed).collect::<Vec<_>>();
    assert_eq!(why(&over.out).len(), 2, "{}", over.out);
    assert!(why(&over.out)[0] == why(&end.out)[0] && why(&over.out)[1].contains(&why(&over.out)[0]), "{}", over.out);
    // A file that cannot be written ends nothing.
    let ran = play(&["--seed", "1"], &["save /no/such/folder/x.json", "board", "quit"]);
    assert!(ran.code == 0 && ran.out.contains("cannot write"));
    assert_eq!(play(&["--resume", "no-such-file"], &[]).code, 2);
}

#[test]
fn a_resumed_game_seats_its_players() {
    let path = file("seats.eagles");
    play(&["--players", "human,random", "--seed", "11"], &["auto", "end", &format!("save {path}"), "quit"]);
    let french = play(&["--resume", &path], &["quit"]);
    assert!(french.out.contains("French: human, British: random") && french.out.contains("French, "), "{}", french.out);
    let other = play(&["--resume", &path, "--as", "british"], &["quit"]);
    assert!(other.out.contains("French: greedy, British: human"), "{}", other.out);
    let both = play(&["--resume", &path, "--players", "human,human"], &["", "quit"]);
    assert!(both.out.contains("French: human, British: human"), "{}", both.out);
    // A save that does not say it shows nobody's hand.
    let story = file("seats.json");
    assert_eq!(run(&["story", "--quiet", "--save", &story], "").code, 0);
    let ran = play(&["--resume", &story], &["quit"]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("does not say who plays") && ran.err.contains("--as SIDE"), "{}", ran.err);
    assert_eq!(play(&["--resume", &story, "--as", "french"], &["quit"]).code, 0);
    let text = std::fs::read_to_string(&story).expect("it was saved");
    let mut record: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    record["notes"]["players"] = "me".into();
    std::fs::write(&story, record.to_string()).expect("it is written");
    let ran = play(&["--resume", &story], &["quit"]);
    assert!(ran.code == 2 && ran.err.contains("field notes.players"), "{}", ran.err);
}

#[test]
fn a_game_of_other_rules_goes_on_from_its_position() {
    let path = file("old.json");
    play(&["--as", "british", "--seed", "11"], &["auto", "end", &format!("save {path}"), "quit"]);
    let text = std::fs::read_to_string(&path).expect("it was saved");
    let mut record: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    record["header"]["rules_version"] = 0.into();
    std::fs::write(&path, record.to_string()).expect("it is written");
    let refused = play(&["--resume", &path, "--as", "british"], &["quit"]);
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("rules_version") && refused.err.contains("--position"), "{}", refused.err);
    let taken = play(&["--resume", &path, "--position", "--as", "british"], &["board", "quit"]);
    assert!(taken.code == 0 && taken.out.contains("BRITISH LEFT"), "{}{}", taken.out, taken.err);
    assert_eq!(run(&["rerun", &path], "").code, 0);
}

#[test]
fn a_resigned_game_is_kept_as_such() {
    let path = file("resigned.json");
    let ran = play(&["--seed", "1"], &["resign", "y", "nonsense", &format!("save {path}"), ""]);
    in_order(&ran.out, &["The French have given up", "British victory", "The battle is over", "Kept in"]);
    let replay = run(&["replay", &path], "");
    assert_eq!(replay.code, 0);
    in_order(&replay.out, &["The French player gives up.", "The French have given up: the British win."]);
    assert!(play(&["--resume", &path], &[""]).out.contains("given up"));
}

#[test]
fn anything_is_taken_back_in_analysis() {
    let mut lines = ATTACKED.to_vec();
    lines.extend(["", "3 fire 0", "undo", "undo", "", "", "quit"]);
    let ran = play(&["--players", "human,human", "--seed", "11", "--analysis"], &lines);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    // The second one takes back the French end of turn: the screen goes back to the French.
    in_order(
        &ran.out,
        &["fires at Jamin's Brigade", "Taken back", "Taken back", "French player, take the screen", "French, Combat>"],
    );
}

#[test]
fn answers_are_to_the_point() {
    let long = "x".repeat(200_000);
    let ran = play(
        &["--as", "british", "--seed", "11"],
        &[
            "undo",
            "hint",
            "menu 77",
            "menu s77",
            "save",
            "svg",
            "svg x.png",
            "info",
            &long,
            "auto",
            "hint",
            "end",
            "odds 3 7",
            "why 3 left",
            "3 left",
            "quit",
        ],
    );
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    in_order(
        &ran.out,
        &[
            "There is nothing to take back.",
            "Slot 77: you have no card there.",
            "Slot 77: you have no card there.",
            "`save battle.json`",
            "`svg board.svg`",
            "the picture is an SVG, not png",
            "`info 25`",
            "x...",
            "that is no command",
            "The bot would do: finish deploying (end) British,",
            "odds 3 7 Not yet: the Morale Phase makes the Morale rolls first",
            "why 3 left Not yet",
            "3 left Not yet",
        ],
    );
    assert!(!ran.out.contains(&"x".repeat(201)));
    let help = play(&["--seed", "11"], &["help", "quit"]);
    assert!(help.out.lines().all(|line| line.chars().count() <= 80), "{}", help.out);
}

#[test]
fn names_need_no_accents() {
    let ran = play(&["--seed", "11"], &["pire left", "info PIRE", "why piré right", "legend", "quit"]);
    in_order(
        &ran.out,
        &[
            "Piré's Division is deployed face-down in the French Left",
            "56 Piré's Division - French Cavalry",
            "Allowed: it is taken back and put down there.",
            "F1 hits on 6",
            "names a rule of the rulebook",
        ],
    );
}

#[test]
fn real_dice_and_cards() {
    let ran = play(
        &["--dice", "ask", "--players", "human,human"],
        &[
            "25 26 23",
            "?",
            "127",
            "99999",
            "29 30 56 64 71 85 88",
            "127 128 146 151 152 168 177 111 113",
            "",
            "127 left",
            "128 center",
            "146 right",
            "end",
            "",
            "",
            "25 left",
            "71 center",
            "26 right",
            "end",
            "71 long 1",
            "cancel",
            "71 long 1",
            "7 7 7",
            "1 2 3 4",
            "12",
            "6",
            "undo",
            "n",
            "quit",
        ],
    );
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    in_order(
        &ran.out,
        &[
            "Needs one of 20 cards for the French Muster",
            "Bossu Wood, Southern Edge (card 87)",
            "`127` cannot be drawn here",
            "`99999` is the number of no card",
            "Needs one of 29 cards for the British Muster",
            "10 cards of a deck of 14",
            "== Turn 1: French",
            "Dropped; nothing has changed.",
            "Needs 3d6 for the Fire at long range of the French slot",
            "7 is no face of a die with 6 sides",
            "that is 4 dice; 3 are needed",
            "(2 given)",
            "rolled 1, 2, 6",
            "it stands",
        ],
    );
}

#[test]
fn what_is_asked_for_can_be_left_kept_or_taken_back() {
    let path = file("Asked.json");
    let save = format!("save {path}");
    let ran = play(&["--dice", "ask"], &["undo", "25 26", "23", "undo", "help", "save", &save, "26", "quit"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    in_order(
        &ran.out,
        &[
            "Nothing has been given",
            "taken back",
            "`r all` everything",
            "name a file",
            "Kept in",
            "drawn",
            "it is kept in",
        ],
    );
    // It was kept as it stood before the deal.
    let resumed = play(&["--resume", &path], &["r", "r all", "", "auto", "end", "r all", "quit"]);
    assert_eq!((resumed.code, resumed.err.as_str()), (0, ""), "{}", resumed.out);
    in_order(&resumed.out, &["one of 20 cards", "one of 19 cards", "The French Muster", "French, Combat>"]);
    assert_eq!(resumed.out.matches("card>").count(), 2, "{}", resumed.out);
    assert_eq!(resumed.out.matches("Whoever handles the cards").count(), 1, "{}", resumed.out);
}

#[test]
fn a_card_drawn_twice_is_refused() {
    let ran = play(&["--dice", "ask"], &["25 25", "26 23 29 30 56 64 71 85 88", "r", "quit"]);
    in_order(&ran.out, &["cannot come of one of", "give it again"]);
    assert_eq!(ran.code, 0);
}

#[test]
fn two_people_pass_the_screen() {
    let ran = play(
        &["--players", "human,human", "--seed", "11"],
        &["", "auto", "end", "", "", "auto", "end", "undo", "n", "draw", "y", ""],
    );
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    in_order(
        &ran.out,
        &[
            "British player, take the screen and press Enter",
            "They are face-down: only their player sees them.",
            "The British Muster",
            "Enter clears the screen for the French player.",
            "French player, take the screen",
            "The French Muster",
            "Infantry:",
            "The British Muster",
            "They are face-down",
            "British player, do you let it be taken back?",
            "it stands",
            "British player, do you agree to a draw?",
            "agreed on a draw",
            "Draw after 1 battle turn",
        ],
    );
    // What the British saw is not told to the French.
    let french = ran.out.split("French player, take the screen").nth(1).unwrap_or_default();
    assert!(!french.contains("Kielmansegge"), "{french}");
}

#[test]
fn the_end_of_the_input_ends_cleanly() {
    let ran = run(&["play", "--seed", "1"], "");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(ran.out.contains("The input has ended") && ran.out.contains("it was not saved"));
    let ran = run(&["play", "--dice", "ask"], "25 26");
    assert!(ran.code == 0 && ran.err.is_empty(), "{}", ran.err);
    // Nobody has taken the screen: nothing hidden is shown.
    let ran = run(&["play", "--players", "human,human"], "");
    assert!(ran.code == 0 && !ran.out.contains("Muster"), "{}", ran.out);
    let ran = play(&["--players", "human,human"], &["", "auto", "end", ""]);
    assert!(ran.code == 0 && !ran.out.contains("French, Deployment>"), "{}", ran.out);
}

#[test]
fn sessions_of_a_player_who_types_at_random() {
    // A small generator of its own, so that the lines are the same everywhere.
    let mut state = 1_u32;
    let mut below = |n: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) % n
    };
    let targets = ["left", "right", "1", "2", "shock 1", "fc", "al", "square"];
    for (round, battle) in ["QB", "LI", "WA", "WV", "CH", "QB", "WA"].into_iter().enumerate() {
        let mut lines = Vec::new();
        for _ in 0..250 {
            let (number, target) = (below(30), targets[below(8) as usize]);
            lines.push(match below(20) {
                0..=9 => format!("{}{}", number, ["", "", "c", "s"][below(4) as usize]),
                10 | 11 => "end".to_owned(),
                12 => "roll".to_owned(),
                13 => "auto".to_owned(),
                14 => "undo".to_owned(),
                15 => format!("odds {number}"),
                16 => format!("why {} {target}", below(10)),
                17 => format!("{} {target}", below(10)),
                18 => "hint".to_owned(),
                _ => String::new(),
            });
        }
        let players = ["human,random", "random,human", "human,human"][round % 3];
        let mut args = vec![battle, "--players", players];
        args.extend(if round == 6 { ["--dice", "ask"] } else { ["--seed", "9"] });
        args.extend((round % 2 == 0).then_some("--decoys"));
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let ran = play(&args, &lines);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{battle}: {}", ran.out);
    }
}

#[test]
fn anything_can_be_typed() {
    let ran = play(
        &["--seed", "1"],
        &[
            "",
            "help",
            "text",
            "legend",
            "menu sx",
            "info",
            "info nobody",
            "why",
            "odds",
            "why 1",
            "odds 1",
            "odds x y",
            "save",
            "s99",
            "-1",
            "0",
            "999999999999",
            "25-",
            "é",
            "\u{1b}[A",
            "roll",
            "undo",
            "redo",
            "deal",
            "why why why",
            "3 3 3",
            "1q",
            "s1-zz",
            "quit",
        ],
    );
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
}
