use super::super::agenda::{Subject, Task};
use super::super::scatter::specials::any_task;
use super::super::scatter::{Rng, games, playout, scatter};
use super::super::types::{ALLIED, Attack, CardId, FRENCH, Formation, Place};
use super::super::{Action, CardSet, Setup, State, Waterloo};
use crate::game::{Game, ParseError, Player};

fn battle(code: &str) -> Waterloo {
    Waterloo::new(CardSet::embedded(), Setup::battle(code)).unwrap()
}

fn card(game: &Waterloo, number: u16) -> CardId {
    super::Cursor { text: &number.to_string(), column: 1 }.card(game).unwrap()
}

#[test]
fn a_line_by_hand() {
    let game = battle("QB");
    let state = game.read_position("combat / fc 56 / ac 131* 2:132c 56.1").map(|_| ());
    assert_eq!(state.unwrap_err().column, 33, "a card stands in one place");
    let state =
        game.read_position("combat / fc 56 71? / ac 131* 9:132c@177 133 / ground 88 177 / ar 23 / reserve 3 25m");
    assert_eq!(state.unwrap_err(), ParseError { column: 36, message: "this Terrain lies in another Position".into() });
    let text =
        "combat 4 french / fc 56 71? / ac 131* 9:132@178i 133 / ground 88 178 / fl 23c / reserve 3 25m / deck f3";
    let state = game.read_position(text).unwrap();
    assert_eq!((state.turn, state.on_turn), (4, FRENCH));
    let allied = state.side(ALLIED);
    assert_eq!(allied.card[9], card(&game, 132));
    assert_eq!(allied.card[1], card(&game, 133));
    assert_eq!(allied.at[Place::of(ALLIED, 1).index()], 0b10_0000_0011);
    assert_eq!(allied.hits[0], 1);
    assert_eq!(allied.known_infantry & allied.known_troop, 1 << 9);
    assert_eq!(state.side(FRENCH).up, 0b101);
    assert_eq!(state.side(FRENCH).column, 0b100);
    assert_eq!(state.hand(crate::waterloo::Army::French).left(), 3);
    assert_eq!(
        game.write_position(&state),
        "combat 4 french / fl 2:23c / fc 0:56 1:71? / ac 0:131* 1:133 9:132@178 / ground 88 178 / reserve 3 25m / deck f3"
    );
}

#[test]
fn the_shortest_lines() {
    let game = battle("WA");
    for (text, written) in [
        ("combat", "combat 1 french"),
        (" combat   allied ", "combat 2 allied"),
        ("morale 7 / fc 56*", "morale 7 french / fc 0:56*"),
        ("deal", "deal"),
        ("over won=allied@fc", "over 1 french won=allied@fc"),
        ("over draw=turn-cap 9 allied arrived", "over 9 allied arrived draw=turn-cap"),
        ("combat opened=al,fr crossed=1 changes=2,3", "combat 1 french crossed=1,0,0 opened=fr,al changes=2,3"),
        (
            "deployment ready=allied / reserve 15 16 17 / al 127? / ac 128? / ar 129?",
            "deployment ready=allied / al 0:127? / ac 1:128? / ar 2:129? / reserve 15 16 17",
        ),
    ] {
        let state = game.read_position(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(game.write_position(&state), written);
    }
}

#[test]
fn errors_name_the_column() {
    let game = battle("QB");
    for (text, column, message) in [
        ("", 1, "expected a phase: deal, deployment, morale, combat, reinforce or over, found the end"),
        ("  fire", 3, "expected a phase: deal, deployment, morale, combat, reinforce or over, found `f`"),
        ("combat 3 4", 10, "this was said before"),
        ("combat 40000", 8, "expected the Battle Turn, a number up to 16000"),
        ("combat ready=him", 14, "expected none, french, allied or both, found `h`"),
        ("combat / fc 56\u{e9}", 15, "expected a mark: ? c s b * m a f e w u h i v x t r @"),
        ("combat / fc 1", 13, "card 1 is not in this battle"),
        ("combat / fc 56.2", 13, "there is no copy 2 of card 56 in this battle"),
        ("combat / fc #700", 13, "this card is not in this battle"),
        ("combat / fc 64:56", 13, "expected a slot from 0 to 63, a number up to 63"),
        ("combat / fc 2:56 2:63", 18, "slot 2 is taken"),
        ("combat / fc 56mmm", 17, "this mark was there before"),
        ("combat / fc 56*256", 16, "expected hits, a number up to 255"),
        ("combat / fc 23 / fc 56", 18, "the section `fc` was there before"),
        (
            "combat / left 23",
            10,
            "expected a section: fl, fc, fr, al, ac, ar, ground, reserve, shown, returned, dead, deck, top, bottom, out, played, force, agenda",
        ),
        ("combat /", 9, "expected the name of a section"),
        ("combat / reserve 23 / dead 23", 28, "this card is somewhere else already"),
        ("combat / ground 23", 17, "this is no Terrain card"),
        ("combat / fc 23 56c", 16, "only Infantry has formations (W 9.0)"),
        ("combat / fc 23? / ac 71", 22, "Foot Artillery never crosses the Middle Ground (W 8.1, N9)"),
        ("combat / fl 3?", 13, "decoys are not in use (W 14.0)"),
        (
            "combat / returned 23",
            10,
            "a returned card is in the Reserve, or face-down in a slot that it may have come up to since",
        ),
        ("combat / deck f99", 10, "its deck has more cards left than there are cards undrawn"),
        ("combat / reserve 23 / deck x1", 28, "expected `f`, `b` or `p` and a number of cards, found `x`"),
        (
            "combat commit=s3f",
            1,
            "a target is chosen in the Combat Phase, for Fire or Shock that a card of the player on turn may make (W N3)",
        ),
        ("combat capture=178+0", 16, "this Terrain is not in play"),
        ("combat arrived arrived", 16, "this was said before"),
        ("over", 1, "a battle has an ending when it is over, and only then"),
        ("combat / ground 88 / fc 23@88 24@88", 17, "it holds more cards than it covers (W 11.0)"),
        (
            "combat / ground 88 / fc 56@88",
            17,
            "it is occupied by cards of a kind that it does not take (W 11.1 to 11.4)",
        ),
        ("combat / ground 88 / fc 23c@88", 17, "in a Building cards are in Line (W 11.4)"),
        (
            "combat / ground 88 / fc 131@88",
            28,
            "the other player holds this Terrain; captured Terrain is written as in `ground 178x`",
        ),
    ] {
        let error = game.read_position(text).expect_err(text);
        assert_eq!((error.column, &*error.message), (column, message), "{text}");
    }
}

#[test]
fn positions_come_back() {
    let mut rng = Rng::new(2);
    for game in games() {
        for _ in 0..150 {
            let state = scatter(&game, &mut rng);
            let text = game.write_position(&state);
            assert_eq!(game.read_position(&text), Ok(state), "{text}");
        }
    }
}

#[test]
fn words() {
    let game = battle("QB");
    let line = "combat commit=s1f / fl 24 / fc 56 23c 131 / ground 88 178 / reserve 3 25";
    let state = game.read_position(line).unwrap();
    assert_eq!(state.task(), Some(Task::Target { slot: 1, how: Attack::Fire }));
    let fc = Place::of(FRENCH, 1);
    let deploy = |formation, on, decoy| Action::Deploy { card: card(&game, 25), to: fc, formation, on, decoy };
    for (word, action) in [
        ("deal", Action::Deal),
        ("end", Action::End),
        ("25-fc", deploy(Formation::Line, 255, false)),
        ("25-fc=c@88", deploy(Formation::Column, 0, false)),
        ("25-fc@178", deploy(Formation::Line, 8, false)),
        ("25-fc@g3?", deploy(Formation::Line, 3, true)),
        ("s2-fc", Action::Move { slot: 2, to: fc, formation: Formation::Column }),
        ("s2-fc=l", Action::Move { slot: 2, to: fc, formation: Formation::Line }),
        ("s1-p9=s", Action::Move { slot: 1, to: Place(9), formation: Formation::Square }),
        ("s2-r", Action::Move { slot: 2, to: Place::RESERVE, formation: Formation::Line }),
        ("s2=l", Action::Form { slot: 2, formation: Formation::Line }),
        ("s2@88", Action::Occupy { slot: 2, ground: 0 }),
        ("s2@g255", Action::Occupy { slot: 2, ground: 255 }),
        ("s2@off", Action::Leave { slot: 2 }),
        ("s2f", Action::Commit { slot: 2, how: Attack::Fire }),
        ("s2s", Action::Commit { slot: 2, how: Attack::Shock }),
        ("s255l255", Action::Attack { slot: 255, how: Attack::Long, target: 255 }),
        ("s2s0", Action::Attack { slot: 2, how: Attack::Shock, target: 0 }),
        ("roll25", Action::Roll { card: card(&game, 25) }),
        ("take2@g3", Action::Capture { slot: 2, ground: 3 }),
        ("show#65535", Action::Show { card: CardId::NONE }),
        ("play98", Action::Play { card: card(&game, 98), aim: Subject::Nothing }),
        ("play98@fc", Action::Play { card: card(&game, 98), aim: Subject::Place(fc) }),
        ("play98@s2", Action::Play { card: card(&game, 98), aim: Subject::slot(FRENCH, 2) }),
        ("play98@e7", Action::Play { card: card(&game, 98), aim: Subject::slot(ALLIED, 7) }),
        ("play98@s3:77", Action::Play { card: card(&game, 98), aim: Subject::slot(Player(77), 3) }),
        ("play98@g9", Action::Play { card: card(&game, 98), aim: Subject::Ground(9) }),
        ("choose@25", Action::Choose { what: Subject::Card(card(&game, 25)) }),
        ("choose@o1", Action::Choose { what: Subject::Option(1) }),
        ("choose@p77", Action::Choose { what: Subject::Place(Place(77)) }),
        ("choose@-", Action::Choose { what: Subject::Nothing }),
        ("pass", Action::Pass),
    ] {
        assert_eq!(game.read_word(&state, FRENCH, word), Ok(action), "{word}");
        assert_eq!(game.write_word(&state, FRENCH, &action), word);
        assert_eq!(game.read_word(&state, FRENCH, &format!("  {word} ")), Ok(action));
    }
    for (word, column, message) in [
        (
            "",
            1,
            "expected a card such as `25`, a slot such as `s3`, or `deal`, `end`, `roll`, `show`, `take`, `play`, `choose`, `pass`, found the end",
        ),
        (" dealt", 6, "expected the end of the word, found `t`"),
        ("25>fc", 3, "expected `-` and a place: a card in the Reserve is played as in `25-fc`, found `>`"),
        ("25-fx", 4, "expected a place: fl, fc, fr, al, ac, ar or r, found `f`"),
        ("25-fc=q", 7, "expected a formation: l, c or s"),
        (
            "s2x7",
            3,
            "expected `-` and a place, `=` and a formation, `@` and Terrain, or `f`, `s`, `l` to attack, found `x`",
        ),
        ("s2f\u{e9}", 4, "expected the number of a slot, found `\u{e9}`"),
        ("s256f", 2, "expected the number of a slot, a number up to 255"),
        ("s2@87", 4, "this Terrain is not in play"),
        ("roll1", 5, "card 1 is not in this battle"),
        (
            "play98@x",
            8,
            "expected a place such as `fl`, a slot, Terrain such as `g2`, a card, or `-` for nothing, found `x`",
        ),
        ("choose25", 7, "expected `@` and what is chosen, as in `choose@s3`, found `2`"),
    ] {
        let error = game.read_word(&state, FRENCH, word).expect_err(word);
        assert_eq!((error.column, &*error.message), (column, message), "{word}");
    }
}

/// Any action at all, within the range of its numbers.
fn any_action(rng: &mut Rng) -> Action {
    let mut byte = |narrow: usize| if rng.chance(80) { rng.below(narrow) as u8 } else { rng.below(256) as u8 };
    let (slot, target, to, ground) = (byte(20), byte(20), Place(byte(7)), byte(16));
    let card = if rng.chance(80) { CardId(rng.below(360) as u16) } else { CardId(rng.below(65535) as u16 + 1) };
    let formation = Formation::ALL[rng.below(3)];
    let how = Attack::ALL[rng.below(3)];
    let subject = match rng.below(6) {
        0 => Subject::Nothing,
        1 => Subject::Place(to),
        2 => Subject::Slot { player: Player(ground % 3), slot },
        3 => Subject::Ground(ground),
        4 => Subject::Card(card),
        _ => Subject::Option(slot),
    };
    match rng.below(15) {
        12 => Action::Play { card, aim: subject },
        13 => Action::Choose { what: subject },
        14 => Action::Pass,
        0 => Action::Deal,
        1 => Action::End,
        2 => {
            Action::Deploy { card, to, formation, on: if rng.chance(50) { 255 } else { ground }, decoy: rng.chance(30) }
        }
        3 => Action::Move { slot, to, formation },
        4 => Action::Form { slot, formation },
        5 => Action::Occupy { slot, ground },
        6 => Action::Leave { slot },
        7 => Action::Commit { slot, how },
        8 => Action::Attack { slot, how, target },
        9 => Action::Roll { card },
        10 => Action::Capture { slot, ground: slot % 16 },
        _ => Action::Show { card },
    }
}

#[test]
fn every_action_has_a_word() {
    let mut rng = Rng::new(3);
    for game in games() {
        let state = scatter(&game, &mut rng);
        for _ in 0..2000 {
            let action = any_action(&mut rng);
            for player in [FRENCH, ALLIED] {
                let word = game.write_word(&state, player, &action);
                assert!(word.len() <= 24 && !word.contains(' '), "{word}");
                assert_eq!(game.read_word(&state, player, &word), Ok(action), "{word}");
            }
        }
    }
}

#[test]
fn whatever_is_under_way_has_a_word() {
    let mut rng = Rng::new(7);
    for game in games() {
        let state = scatter(&game, &mut rng);
        for _ in 0..500 {
            let task = any_task(&game, &state, &mut rng);
            let mut word = String::new();
            game.put_task(&mut word, &state, task);
            assert!(!word.contains(' '), "{word}");
            let mut cursor = super::Cursor { text: &word, column: 1 };
            assert_eq!(game.read_task(&mut cursor, &state), Ok(task), "{word}");
            assert_eq!(cursor.text, "", "{word}");
        }
    }
}

/// A line with a few characters changed.
fn garble(text: &str, rng: &mut Rng) -> String {
    const PIECES: [&str; 24] = [
        " ",
        "/",
        "?",
        "@",
        "*",
        ":",
        "-",
        "=",
        ",",
        "#",
        ".",
        "0",
        "7",
        "99999999999",
        "m",
        "r",
        "x",
        "s",
        "fl",
        "\u{e9}",
        "\u{1f480}",
        "\u{0}",
        "deck",
        "-1",
    ];
    let mut chars: Vec<String> = text.chars().map(String::from).collect();
    for _ in 0..1 + rng.below(3) {
        let at = rng.below(chars.len().max(1)).min(chars.len());
        match rng.below(4) {
            0 if at < chars.len() => {
                chars.remove(at);
            }
            1 => chars.insert(at, PIECES[rng.below(PIECES.len())].to_owned()),
            2 if at < chars.len() => chars[at] = PIECES[rng.below(PIECES.len())].to_owned(),
            _ if at < chars.len() => {
                let other = rng.below(chars.len());
                chars.swap(at, other);
            }
            _ => {}
        }
    }
    chars.concat()
}

fn reads_back(game: &Waterloo, text: &str) -> bool {
    match game.read_position(text) {
        Ok(state) => {
            let written = game.write_position(&state);
            assert_eq!(game.read_position(&written), Ok(state), "{text}");
            true
        }
        Err(ParseError { column, message }) => {
            assert!((1..=text.chars().count() + 1).contains(&column) && !message.is_empty(), "{text}");
            false
        }
    }
}

#[test]
fn garbled_lines_do_no_harm() {
    let mut rng = Rng::new(4);
    let mut accepted = 0;
    for game in games() {
        for _ in 0..20 {
            let state = scatter(&game, &mut rng);
            let text = game.write_position(&state);
            for _ in 0..40 {
                accepted += u32::from(reads_back(&game, &garble(&text, &mut rng)));
            }
            for _ in 0..40 {
                let word = garble(&game.write_word(&state, FRENCH, &any_action(&mut rng)), &mut rng);
                if let Ok(action) = game.read_word(&state, FRENCH, &word) {
                    let again = game.write_word(&state, FRENCH, &action);
                    assert_eq!(game.read_word(&state, FRENCH, &again), Ok(action), "{word}");
                }
            }
        }
        for _ in 0..500 {
            let bytes: Vec<u8> = (0..rng.below(60)).map(|_| rng.below(256) as u8).collect();
            let text = String::from_utf8_lossy(&bytes).into_owned();
            reads_back(&game, &text);
            let _ = game.read_word(&State::EMPTY, ALLIED, &text);
        }
    }
    assert!(accepted > 100, "only {accepted} garbled lines were still positions");
}

#[test]
fn every_position_of_a_game_is_valid_and_comes_back() {
    let mut legal = Vec::new();
    for (n, game) in games().iter().enumerate() {
        for seed in 0..3 {
            playout(game, 100 * n as u64 + seed, |state| {
                let text = game.write_position(state);
                assert_eq!(game.validate(state), [], "{text}");
                assert_eq!(game.read_position(&text).as_ref(), Ok(state), "{text}");
                for player in game.to_act(state).iter() {
                    legal.clear();
                    game.legal(state, player, &mut legal);
                    for action in &legal {
                        let word = game.write_word(state, player, action);
                        assert_eq!(game.read_word(state, player, &word), Ok(*action), "{word} in {text}");
                    }
                }
            });
        }
    }
}
