//! Special cards at the keyboard: played, answered, passed, chosen, refused.

mod common;

use common::{Ran, file, run};

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

/// The French are on turn with guns and Cavalry, the Allies hold the ground; both have Specials.
const BOARD: &str = "combat 3 french / fl 25 26 / fc 71 85 29 / fr 56? 64 / al 127 130 / ac 128 240 / ar 131 129 \
                     / reserve 98 99 106 187 191 194 197 299 / deck f9 b9 p9";

/// Plays on from a position of Charleroi with one's own dice and cards.
fn play(name: &str, position: &str, players: &str, lines: &[&str]) -> Ran {
    let path = file(name);
    let saved = run(&["play", "CH", "--dice", "ask", "--players", "human,human"], &format!("save {path}\nquit\n"));
    assert_eq!((saved.code, saved.err.as_str()), (0, ""), "{}", saved.out);
    let text = std::fs::read_to_string(&path).expect("it was saved");
    let mut record: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    record["position"] = position.into();
    std::fs::write(&path, record.to_string()).expect("it is written");
    let args = ["play", "--resume", &path, "--position", "--players", players];
    let ran = run(&args, &format!("{}\n", lines.join("\n")));
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    ran
}

#[test]
fn specials_are_played_answered_passed_and_chosen_for() {
    let svg = file("specials.svg");
    let draw = format!("svg {svg}");
    let lines = [
        "",
        "99 on soye",
        "play 106",
        // The Allied player is asked before it takes effect.
        "",
        "",
        "why 191 left",
        "",
        &draw,
        "299",
        "2",
        "27 28",
        // It was not cancelled: the French have drawn.
        "",
        "",
        "99 center",
        "board",
        "56 al",
        "end",
        "",
        "",
        "end",
        "play 191",
        "why omp",
        "maitland",
        "choose kiel",
        "pass",
        "r all",
        "quit",
    ];
    let ran = play("exchange.json", BOARD, "human,human", &lines);
    in_order(
        &ran.out,
        &[
            "99 Grand Battery Special",
            "play on your Center",
            "Specials not to be played now: 98 Vive l'Empereur!. `why 98` says why.",
            "99 on soye Grand Battery: the Position must hold two friendly Artillery cards.",
            "The French player plays Forced March.",
            "Enter clears the screen for the Allied player.",
            "Forced March has been played and is about to take effect. You may play a Special; `pass` plays none.",
            "299 Captured Despatches Special 1 play Play in answer to an enemy Special, before it takes effect.",
            "2 pass",
            "Allied, answer> why 191 left",
            "Form Square! is played when a reveal has shown enemy cards that Engaged.",
            // An empty line lists again; only `pass` passes.
            "Forced March has been played",
            "Drawn in",
            "Needs 1d6 for the effect of Captured Despatches. dice> 2",
            "cards for the French reinforcements (Forced March). card> 27 28",
            "The Allied player rolls 2 for Captured Despatches.",
            "French player, take the screen",
            "The French Reserve draws Devilliers's Brigade",
            "The French player plays Grand Battery on the French Center.",
            "French Specials played (2): Grand Battery, Forced March",
            "In force: Forced March: cards drawn in the Reinforce Phase: -1, until the end of Battle Turn 3",
            "In force: Grand Battery on your Center: +1 to Firepower or Shock, until the end of the French Combat Phase",
            "Turned up in the Allied Left: Piré's Division.",
            "The French cards that engaged in the Allied Left are turned up. You may play a Special;",
            "Allied, they have engaged> end Something must be decided first",
            "The Allied player plays Form Square! on the Allied Left.",
            "Form Square! lets you choose.",
            "1 choose Maitland's Brigade (slot 0) 2 choose Ompteda's Brigade (slot 1)",
            "Allied, choose> why omp",
            "allowed",
            "Maitland's Brigade forms Square.",
            "Form Square! lets you choose again.",
            "choose no more (pass)",
            "`kiel` is not among what may be chosen",
            "Allied, choose> pass",
            "cards for the French reinforcements. card> r all",
        ],
    );
    // Only one of the two was chosen.
    assert!(!ran.out.contains("Ompteda's Brigade forms"), "{}", ran.out);
    let picture = std::fs::read_to_string(&svg).expect("it was drawn");
    assert!(picture.contains(">Forced March is played and may be answered</text>"));
    // The other player, who is not asked, has seen nothing of what the Allies hold.
    let french = ran.out.split("French player, take the screen");
    let screens = french.skip(1).filter_map(|screen| screen.split("Enter clears the screen").next());
    assert!(!screens.collect::<String>().contains("Form Square!"), "{}", ran.out);
}

#[test]
fn passing_is_left_to_nobody_who_can_do_nothing_else() {
    // Without the despatches the Allies have no answer: the French go on at once, and nothing shows.
    let board = BOARD.replace(" 299", "");
    let ran = play("unanswered.json", &board, "human,human", &["", "play 106", "27", "28", "why 106", "quit"]);
    in_order(&ran.out, &["Needs one of", "(Forced March)", "draws Piat's Brigade", "you hold no Forced March"]);
    assert!(!ran.out.contains("Allied player, take the screen"), "{}", ran.out);
    // A person against a bot is not asked either, and is told what there is at the moments when he is.
    let ran = play("asked.json", BOARD, "human,random", &["p", "pass", "why pass", "why 98", "hint", "quit"]);
    in_order(
        &ran.out,
        &[
            "There is nothing to pass on; end the phase, or act.",
            "There is nothing to pass on; end the phase, or act.",
            "There is nothing to pass on; end the phase, or act.",
            "Vive l'Empereur! is played at the start of your Morale Phase, before any roll.",
            "The bot would do:",
        ],
    );
}

#[test]
fn why_a_special_cannot_be_played_is_told_for_each_position_once() {
    let board =
        "combat 3 french / fl 26 / fc 29 / fr 56 / al 128 / ac 127 / ar 131 64 / reserve 99 106 299 / deck f9 b9 p9";
    let lines = ["", "why 99", "99", "why 106 left", "99 nowhere", "play 25", "why play", "info 99", "quit"];
    let ran = play("refused.json", board, "human,human", &lines);
    in_order(
        &ran.out,
        &[
            "On the French Left, the French Center, the French Right: Grand Battery: the Position must hold two",
            "On the Allied Left: No Troop card and no face-up General of its army is in the Allied Left;",
            "On the Allied Right: Grand Battery: the Position must not be engaged.",
            "there is nothing on which it may be played now; `why 99` says why",
            "Forced March is played without naming anything: `play 106`",
            "`nowhere`",
            "you hold no Special `25`",
            "99 Grand Battery - French Special",
            "When: in your Combat Phase, between two actions",
        ],
    );
}

#[test]
fn sessions_with_specials_of_a_player_who_types_at_random() {
    // A small generator of its own, so that the lines are the same everywhere.
    let mut state = 7_u32;
    let mut below = |n: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) % n
    };
    let targets = ["left", "right", "on 1", "ac", "kiel", "", "on the french center", "19"];
    for (round, battle) in ["QB", "LI", "WA", "WV", "CH", "WA"].into_iter().enumerate() {
        let mut lines = vec!["auto".to_owned(), "end".to_owned()];
        for _ in 0..250 {
            let (number, target) = (below(30), targets[below(8) as usize]);
            let special = [98, 187, 288][below(3) as usize] + below(13);
            lines.push(match below(20) {
                0..=3 => number.to_string(),
                4 | 5 => "end".to_owned(),
                6 => "roll".to_owned(),
                7..=9 => "auto".to_owned(),
                10 => "undo".to_owned(),
                11 | 12 => format!("why {special} {target}"),
                13 | 14 => format!("{special} {target}"),
                15 => format!("play {special}"),
                16 => format!("choose {number}"),
                17 => "pass".to_owned(),
                18 => "hint".to_owned(),
                _ => String::new(),
            });
        }
        let players = ["human,random", "greedy,human", "human,human"][round % 3];
        let mut args = vec!["play", battle, "--players", players];
        args.extend(if round == 5 { ["--dice", "ask"] } else { ["--seed", "9"] });
        args.extend((round % 2 == 0).then_some("--decoys"));
        let ran = run(&args, &format!("{}\n", lines.join("\n")));
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{battle}: {}", ran.out);
    }
}
