//! Positions and actions of *Eagles over the Empire* as text, and what positions made by hand must be.

mod common;

use common::properties::{fuzz, play, players, replay, seeds};
use eagles::chance::{Seed, Seeded};
use eagles::empire::action::{Answer, Manoeuvre, Pursuit};
use eagles::empire::geometry::{Facing, Point};
use eagles::empire::scenario::generate::meeting;
use eagles::empire::state::{DivisionId, Host, LeaderId, Marks, Pending, Stage, UnitId};
use eagles::empire::units::{Formation, Order};
use eagles::empire::{Action, Empire, Scenario, State};
use eagles::game::{Game, Player, Quiet};
use std::sync::Arc;

fn tutorial() -> Arc<Empire> {
    Arc::new(Empire::new(Scenario::shipped("tutorial").expect("shipped")).expect("sound"))
}

/// A position somewhere in a random game.
fn somewhere(game: &Empire, seed: u64, actions: usize) -> State {
    let mut draws = Seeded::new(Seed::from_number(seed));
    let mut state = game.start();
    for n in 0..actions {
        let Some(player) = game.next_to_ask(&state) else { break };
        let mut legal = Vec::new();
        game.legal(&state, player, &mut legal);
        let action = legal[(n * 7 + seed as usize) % legal.len()].clone();
        game.apply(&mut state, player, &action, &mut draws, &mut Quiet).expect("it was offered");
    }
    state
}

#[test]
fn the_first_position_is_two_words() {
    let game = tutorial();
    assert_eq!(game.write_position(&game.start()), "1 command");
    assert_eq!(game.read_position("1 command"), Ok(game.start()));
}

#[test]
fn positions_and_actions_of_random_games_come_back_as_they_were() {
    let game = tutorial();
    let mut longest = 0;
    for seed in seeds(6) {
        play(&game, seed, 400, |hosted, _| {
            let state = hosted.state();
            let line = game.write_position(state);
            assert_eq!(game.read_position(&line).as_ref(), Ok(state), "seed {seed}: {line}");
            longest = longest.max(line.len());
            for player in players(&*game) {
                for action in hosted.legal(player) {
                    let word = game.write_word(&action);
                    assert!(!word.contains(char::is_whitespace), "{word}");
                    assert_eq!(game.read_word(&word).as_ref(), Ok(&action), "{word}");
                }
            }
        });
    }
    assert!(longest > 500, "nothing happened");
}

#[test]
fn matches_are_saved_and_replayed() {
    replay::round_trips(&tutorial(), seeds(2), 150);
    replay::replays_the_same(&tutorial(), seeds(2), 150);
}

#[test]
fn every_sort_of_action_has_its_word() {
    let game = tutorial();
    let unit =
        |id: &str| UnitId(game.units().iter().position(|unit| unit.id == id).expect("a unit of the tutorial") as u16);
    let (line, guns, foe) = (unit("line-61-1"), unit("battery-18"), unit("foot-33"));
    let at = Point::new(12_500, -250);
    let steps = vec![
        Manoeuvre::Ahead(1),
        Manoeuvre::Back(1_050),
        Manoeuvre::Oblique { degrees: -30, mil: 4_000 },
        Manoeuvre::Wheel(-30),
        Manoeuvre::Face(Facing::new(270)),
        Manoeuvre::Form(Formation::RoadColumn),
        Manoeuvre::To(at),
        Manoeuvre::Road(at),
        Manoeuvre::Into(foe),
    ];
    let cases = [
        (
            Action::Order { leader: LeaderId(0), division: DivisionId(1), order: Order::Reserve },
            "order:bachelu>FC:reserve",
        ),
        (Action::Ride { leader: LeaderId(0), to: at }, "ride:bachelu@12.5,-0.25"),
        (Action::Attach { leader: LeaderId(0), host: Host::None }, "detach:bachelu"),
        (Action::Attach { leader: LeaderId(0), host: Host::Unit(line) }, "attach:bachelu>line-61-1"),
        (Action::Attach { leader: LeaderId(0), host: Host::Division(DivisionId(0)) }, "join:bachelu>F1"),
        (Action::Rally { unit: line }, "rally:line-61-1"),
        (Action::Recover { unit: line }, "recover:line-61-1"),
        (
            Action::Move { unit: line, steps },
            "move:line-61-1:ahead=0.001,back=1.05,oblique=-30/4,wheel=-30,face=270,form=road-column,\
             to=12.5/-0.25,road=12.5/-0.25,into=foot-33",
        ),
        (Action::Move { unit: line, steps: Vec::new() }, "move:line-61-1"),
        (Action::Hold { unit: line }, "hold:line-61-1"),
        (Action::Screen { unit: line, stands: 2 }, "screen:line-61-1=2"),
        (Action::React { unit: line, how: Answer::CounterCharge }, "react:line-61-1=counter-charge"),
        (Action::Fire { with: vec![guns, line], target: foe }, "fire:battery-18+line-61-1>foot-33"),
        (Action::Lead { unit: line, spare: Vec::new() }, "lead:line-61-1"),
        (Action::Lead { unit: line, spare: vec![guns, foe] }, "lead:line-61-1:battery-18+foot-33"),
        (Action::Follow { unit: line, how: Pursuit::Stay }, "follow:line-61-1:stay"),
        (Action::Follow { unit: line, how: Pursuit::Reform(Facing::new(9)) }, "follow:line-61-1:reform=9"),
        (Action::Follow { unit: line, how: Pursuit::Form(Formation::Column) }, "follow:line-61-1:form=column"),
        (
            Action::Follow { unit: line, how: Pursuit::Break { degrees: -45, target: foe } },
            "follow:line-61-1:break=-45>foot-33",
        ),
        (Action::End, "end"),
    ];
    for (action, word) in cases {
        assert_eq!(game.write_word(&action), word);
        assert_eq!(game.read_word(word), Ok(action), "{word}");
    }
}

#[test]
fn what_names_nothing_is_written_all_the_same() {
    let game = tutorial();
    for action in [
        Action::Rally { unit: UnitId(60_000) },
        Action::Fire { with: Vec::new(), target: UnitId(9_999) },
        Action::Order { leader: LeaderId(500), division: DivisionId(501), order: Order::Attack },
        Action::Move { unit: UnitId(0), steps: vec![Manoeuvre::Ahead(i32::MIN), Manoeuvre::Wheel(i32::MAX)] },
    ] {
        let word = game.write_word(&action);
        assert_eq!(game.read_word(&word), Ok(action), "{word}");
    }
}

#[test]
fn faults_of_an_action_name_the_column() {
    let game = tutorial();
    for (word, column, what) in [
        ("", 1, "expected an action"),
        ("moves:line-61-1", 1, "expected an action"),
        ("move:line-61", 6, "no unit `line-61`"),
        ("move:line-61-1:ahead=6,whel=30", 24, "expected ahead"),
        ("move:line-61-1:ahead=6.1234", 22, "three decimals"),
        ("move:line-61-1:face=360", 21, "0 to 359"),
        ("order:husson", 13, "expected `>`"),
        ("order:husson>F1:retreat", 17, "attack, defend or reserve"),
        ("order:héro>F1:attack", 7, "no leader"),
        ("ride:bachelu@1;2", 17, "expected `,`"),
        ("follow:line-61-1:break=0", 25, "expected `>`"),
    ] {
        let error = game.read_word(word).expect_err(word);
        assert!(error.column == column && error.message.contains(what), "{word}: {error}");
    }
}

#[test]
fn faults_of_a_position_name_the_column_or_what_is_wrong() {
    let game = tutorial();
    for (line, column, what) in [
        ("", 1, "the turn"),
        ("1", 2, "the stage"),
        ("1 rest", 3, "expected command"),
        ("1 command prussian", 11, "expected a side"),
        ("1 command / troops", 13, "expected units"),
        ("1 command / units line-61-1@10", 31, "its facing"),
        ("1 command / units line-61-1@1000,1300/0", 29, "too far off"),
        ("1 command / units line-61-1@10,10/0 +flying", 38, "no mark"),
        ("1 command / units line-61-1@10,10/0 tired", 37, "nothing that a unit is"),
        ("1 command / units line-61-1@60,10/0", 1, "off the table"),
        ("1 command / units line-61-1@10,10/0 h9", 1, "hits destroy"),
        ("1 command / units line-61-1@10,10/0 limbered", 1, "cannot stand"),
        ("1 command / units line-61-1@10,10/0 s3", 1, "stands"),
        ("9 march initiative=french", 1, "turn 9"),
        ("2 march", 1, "initiative"),
        ("1 command ready=both", 1, "both sides"),
        ("1 over initiative=french", 1, "ending"),
        ("1 assault initiative=french", 1, "no combat is left"),
        ("2 assault allied initiative=french", 1, "belongs to the side"),
        ("1 march initiative=french threat=hussars-1>hussars-1", 1, "does not belong"),
        ("1 march initiative=french charge=battery-18>foot-33", 1, "guns do not charge"),
        ("1 command / leaders husson@10,10 with=foot-33", 1, "with an enemy"),
        ("1 command / leaders husson@10,10 lost", 1, "killed"),
        ("1 command / leaders husson@10,10 beside=FC", 1, "beside no other"),
        ("1 command / divisions F1:attack coming=defend@9", 1, "on its way"),
        ("2 command initiative=french / divisions F1:attack sent", 1, "on its way"),
        ("1 march initiative=french / contacts line-61-1>line-61-2:front", 1, "a friend"),
        ("1 march initiative=french / contacts line-61-1>foot-33:front foot-33>line-61-1:front", 1, "twice in contact"),
        ("1 march initiative=french / fires line-61-1>foot-33", 1, "before its stage"),
        ("1 fire initiative=french / fires line-61-1>foot-33", 1, "without the mark"),
        (
            "1 fire initiative=french / units line-61-1@21.5,6/0 +fired / fires line-61-1>foot-33 line-61-1>foot-73",
            1,
            "fires twice",
        ),
    ] {
        let error = game.read_position(line).expect_err(line);
        assert!(error.column == column && error.message.contains(what), "{line}: {error}");
    }
}

#[test]
fn a_line_may_say_everything() {
    let game = tutorial();
    let line = "3 assault initiative=french lead=line-61-1:battery-18 / units light-2@20.001,13/5 skirmish h2 disordered \
                from=20,9 anchor=17,7 +moved +far line-61-1@21.5,7/0 routed -hidden light-2-screen@1,1/0 here s3 / leaders \
                bachelu@20,5 beside=F1 rode no-orders=4 husson@3,3 lost killed=2 / divisions F1:reserve coming=attack@7 \
                leaderless successor=4 broken lost-objective / objectives hill=nobody village=french / contacts \
                line-61-1>foot-33:flank:met:fresh / fires battery-18>bremen";
    let state = game.read_position(line).expect("sound");
    assert_eq!(state.turn, 3);
    assert!(matches!(&state.pending, Pending::Lead { spare, .. } if spare.len() == 1));
    assert_eq!(game.read_position(&game.write_position(&state)), Ok(state));
}

#[test]
fn hostile_text_is_refused_without_a_panic() {
    fuzz::reads_hostile_notation(&tutorial(), 3, 200, 400);
    fuzz::reads_hostile_fields(&tutorial(), 4, 60, 300);
    fuzz::reads_hostile_records(&tutorial(), 5, 60, 300);
}

#[test]
fn a_position_that_is_accepted_can_be_played_on() {
    let game = tutorial();
    let base = somewhere(&game, 5, 60);
    // Each change is either refused, or everything works on it.
    let changes: [fn(&mut State); 9] = [
        |s| s.turn = 200,
        |s| s.on_turn = Player(7),
        |s| s.stage = Stage::Over,
        |s| s.leaders.truncate(2),
        |s| s.objectives.push(None),
        |s| s.leaders[0].host = Host::Unit(UnitId(900)),
        |s| s.leaders[0].host = Host::Division(DivisionId(900)),
        |s| s.divisions[0].leader = Some(LeaderId(900)),
        |s| s.pending = Pending::Threat { unit: UnitId(900), may: vec![UnitId(1)] },
    ];
    for change in changes {
        let mut state = base.clone();
        change(&mut state);
        assert!(game.check_state(&state).is_err(), "{}", game.write_position(&base));
    }
    assert_eq!(game.check_state(&base), Ok(()));
}

/// Two thousand units a side, all of them moved, marked and hit.
#[test]
fn great_battles_are_one_line_too() {
    let game = Empire::new(meeting(2_000, Seed::from_number(1))).expect("sound");
    let mut state = game.start();
    let ids: Vec<UnitId> = state.units.iter().map(|(id, _)| id).collect();
    for id in ids {
        let pose = state.units[id].pose.turned(i32::from(id.0) % 360);
        state.units.place(id, pose);
        state.units.edit(id, |unit| {
            unit.hits = u8::from(unit.is_here());
            unit.marks.set(Marks::MOVED.and(Marks::FIRED));
        });
    }
    state.initiative = Some(Player(1));
    assert_eq!(game.check_state(&state), Ok(()));
    let line = game.write_position(&state);
    let back = game.read_position(&line).unwrap_or_else(|error| panic!("{error}"));
    assert!(back == state, "another position comes back");
    assert!(line.len() > 100_000 && !line.contains('\n'));
}

/// What is offered for any unit of a side is allowed, however near others stand.
#[test]
fn what_is_offered_is_allowed_also_in_positions_made_by_hand() {
    let game = tutorial();
    for line in [
        "4 march initiative=allied / units battery-18@30.5,8/312 from=30.222,8.251 cuirassiers-8@37,5/0 from=37,5.5",
        "4 march initiative=allied / units battery-18@24,1/0 limbered line-61-1@24,15/0 square line-61-2@24,12/0 road-column",
        "4 march initiative=allied / units light-2@20,10/0 square line-61-1@23,10/0 line line-61-2@24,12/0 skirmish",
    ] {
        let state = game.read_position(line).expect("sound");
        for (id, _) in state.units.here() {
            let player = game.unit(id).player;
            if player != state.on_turn {
                continue;
            }
            let mut offered = Vec::new();
            game.candidates(&state, id, &mut offered);
            for action in offered {
                assert_eq!(game.refusal(&state, player, &action), None, "{}", game.write_word(&action));
            }
        }
    }
}
