//! Fuzz targets of Empire, each with a bounded run: actions, positions and scenarios from outside. Nothing may panic, hang or be
//! half done; what a check lets through must be playable. `EAGLES_FULL=1` runs ten times as many.

mod common;
mod empire_games;

use common::properties::{Chooser, fuzz, play};
use eagles::chance::{Seed, Seeded};
use eagles::empire::scenario::{Scenario, read_toml, shipped as texts};
use eagles::empire::state::State;
use eagles::empire::{Action, Empire, Event, picture};
use eagles::game::{Failure, Game as _, Player, Viewer};
use empire_games::{melee, shipped, skirmish_of, thicket};
use serde_json::Value;
use std::sync::Arc;

fn runs(tenth: usize) -> usize {
    if std::env::var_os("EAGLES_FULL").is_some() { tenth * 10 } else { tenth }
}

fn games() -> [Arc<Empire>; 3] {
    [thicket(), shipped("tutorial"), skirmish_of(6, 9)]
}

/// A number that somebody might try.
fn number(pick: &mut Chooser) -> i64 {
    const ODD: [i64; 22] = [
        0,
        1,
        -1,
        2,
        3,
        7,
        45,
        90,
        127,
        128,
        255,
        256,
        359,
        360,
        1_000,
        32_767,
        65_535,
        600_000,
        1_200_000,
        -600_000,
        2_147_483_647,
        -2_147_483_648,
    ];
    match pick.below(3) {
        0 => *pick.one_of(&ODD),
        1 => pick.below(60) as i64,
        _ => pick.below(60_000) as i64 - 20_000,
    }
}

/// The places of a JSON document that hold nothing further, as pointers, and the texts in it.
fn leaves(value: &Value, at: &str, out: &mut Vec<String>, words: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                words.push(name.clone());
                leaves(value, &format!("{at}/{name}"), out, words);
            }
        }
        Value::Array(items) => {
            out.push(at.to_owned());
            for (n, value) in items.iter().enumerate() {
                leaves(value, &format!("{at}/{n}"), out, words);
            }
        }
        Value::String(text) => {
            words.push(text.clone());
            out.push(at.to_owned());
        }
        _ => out.push(at.to_owned()),
    }
}

/// Breaks a JSON document in one to three places, so that it mostly still has its form.
fn mangle(document: &mut Value, pick: &mut Chooser) {
    for _ in 0..=pick.below(3) {
        let (mut places, mut words) = (Vec::new(), Vec::new());
        leaves(document, "", &mut places, &mut words);
        if places.is_empty() {
            return;
        }
        let at = pick.one_of(&places).clone();
        let other = document.pointer(pick.one_of(&places).as_str()).cloned();
        let Some(place) = document.pointer_mut(&at) else { continue };
        let kept = place.clone();
        *place = match kept {
            Value::Number(_) if pick.below(6) > 0 => number(pick).into(),
            Value::Bool(is) => Value::Bool(!is),
            Value::String(_) if pick.below(4) > 0 => Value::String(pick.one_of(&words).clone()),
            Value::Array(mut items) if !items.is_empty() => {
                let n = pick.below(items.len());
                match pick.below(4) {
                    0 => drop(items.remove(n)),
                    1 => items.push(items[n].clone()),
                    2 => {
                        let m = pick.below(items.len());
                        items.swap(n, m);
                    }
                    _ => items[n] = items[pick.below(items.len())].clone(),
                }
                Value::Array(items)
            }
            Value::Null => number(pick).into(),
            kept => other.unwrap_or(kept),
        };
    }
}

/// Whatever is asked about an action gives an answer, and it is done whole or not at all.
fn tried(game: &Empire, state: &State, player: Player, action: &Action, seed: u64) -> bool {
    let at = || format!("{action:?} by {} at {}", player.0, game.write_state(state));
    let refusal = game.refusal(state, player, action);
    assert_eq!(refusal.is_some(), game.explain(state, player, action).is_err(), "{}", at());
    let _ = (game.totals(state, player, action), game.is_barrier(state, player, action));
    let word = game.write_action(state, player, action);
    // What is far too much to say cannot be read back; what can be is the same.
    if let Ok(read) = game.read_action(state, player, &word) {
        assert_eq!(&read, action, "{word}");
    }
    assert!(!game.action_text(&game.view(state, Viewer::Public), player, action).is_empty(), "{}", at());
    let (mut after, mut events) = (state.clone(), Vec::<Event>::new());
    let done = game.apply(&mut after, player, action, &mut Seeded::new(Seed::from_number(seed)), &mut events);
    match (&refusal, done) {
        (Some(refusal), Err(Failure::Refused(same))) => {
            assert_eq!(refusal, &same, "{}", at());
            assert!(!refusal.to_string().is_empty() && !game.refusal_text(refusal).is_empty());
            assert!(&after == state && events.is_empty(), "{}", at());
            false
        }
        (None, Ok(())) => {
            if let Err(why) = game.check_state(&after) {
                panic!("{why} after {}\n-> {}", at(), game.write_state(&after));
            }
            for event in &events {
                assert!(!game.event_text(event).is_empty());
            }
            true
        }
        (refusal, done) => panic!("{refusal:?} and {done:?}: {}", at()),
    }
}

#[test]
fn any_action_is_done_or_refused() {
    for (n, game) in (0..).zip(games()) {
        let mut pick = Chooser::new(100 + n);
        let (mut done, mut refused) = (0, 0);
        let mut pool: Vec<Action> = Vec::new();
        for seed in 0..2 {
            play(&game, 40 + seed, 500, |hosted, chooser| {
                for player in hosted.to_act().iter() {
                    pool.extend(hosted.legal(player));
                }
                if chooser.below(4) > 0 || pool.is_empty() {
                    return;
                }
                for _ in 0..runs(40) {
                    let model = &pool[pool.len() - 1 - pick.below(pool.len().min(300))];
                    let action = match pick.below(3) {
                        0 => {
                            let bytes: Vec<u8> = (0..2 + pick.below(14))
                                .map(|_| if pick.below(2) == 0 { pick.below(16) } else { pick.below(256) } as u8)
                                .collect();
                            postcard::from_bytes(&bytes).ok()
                        }
                        1 => {
                            let mut document = serde_json::to_value(model).unwrap();
                            mangle(&mut document, &mut pick);
                            serde_json::from_value(document).ok()
                        }
                        _ => Some(model.clone()),
                    };
                    let Some(action) = action else { continue };
                    let by =
                        if pick.below(8) == 0 { Player(pick.below(256) as u8) } else { Player(pick.below(2) as u8) };
                    if tried(&game, hosted.state(), by, &action, seed) { done += 1 } else { refused += 1 }
                }
            });
        }
        println!("{}: {done} done, {refused} refused", game.scenario().id);
        assert!(done > 20 && refused > 100, "{done} done, {refused} refused");
    }
}

/// A position that was let through can be shown, written, and played for a while.
fn lives(game: &Arc<Empire>, start: &State, pick: &mut Chooser) {
    let text = game.write_state(start);
    match game.read_state(&text) {
        Ok(back) => assert_eq!(&back, start, "{text}"),
        Err(error) => panic!("{error}\n{text}"),
    }
    let mut state = start.clone();
    let mut dice = Seeded::new(Seed::from_number(pick.below(60_000) as u64));
    for ply in 0..50 {
        let at = |state: &State| format!("from {text}\nply {ply}: {}", game.write_state(state));
        for viewer in [Viewer::Public, Viewer::Referee, Viewer::Player(Player(0)), Viewer::Player(Player(1))] {
            if ply % 10 != 0 {
                continue;
            }
            let view = game.view(&state, viewer);
            assert!(
                !game.view_text(&view).is_empty() && !picture::svg(game, &view, &picture::Show::default()).is_empty()
            );
            let sample = game.determinise(&view, &mut dice).unwrap();
            if let Err(why) = game.check_state(&sample) {
                panic!("a sample is no position: {why}\n{}\n{}", at(&state), game.write_state(&sample));
            }
        }
        let Some(player) = pick.player(game.to_act(&state)) else { return };
        let mut legal = Vec::new();
        game.legal(&state, player, &mut legal);
        assert!(!legal.is_empty(), "nothing to do {}", at(&state));
        for action in &legal {
            let refusal = game.refusal(&state, player, action);
            assert!(refusal.is_none(), "{action:?} is listed and refused: {refusal:?}\n{}", at(&state));
        }
        let few = legal.len() - usize::from(legal.len() > 1 && pick.below(3) > 0);
        let action = &legal[pick.below(few)];
        assert!(game.explain(&state, player, action).is_ok(), "{}", at(&state));
        let (before, mut events) = (state.clone(), Vec::<Event>::new());
        game.advance(&mut state, player, action, &mut dice, &mut events).unwrap();
        if let Err(why) = game.check_state(&state) {
            panic!("{why} after {action:?}\n{}\n-> {}", at(&before), game.write_state(&state));
        }
        for event in &events {
            assert!(!game.event_text(event).is_empty());
            for viewer in [Viewer::Public, Viewer::Player(Player(0)), Viewer::Player(Player(1))] {
                let _ = game.redact(&state, viewer, event);
            }
        }
    }
}

#[test]
fn mangled_positions_are_refused_or_playable() {
    let mut pick = Chooser::new(7);
    let (mut accepted, mut refused, mut unread) = (0, 0, 0);
    for game in games() {
        for seed in 0..3 {
            play(&game, 60 + seed, 600, |hosted, chooser| {
                if chooser.below(8) > 0 {
                    return;
                }
                for _ in 0..runs(24) {
                    let read: Option<State> = if pick.below(4) == 0 {
                        let mut bytes = postcard::to_allocvec(hosted.state()).unwrap();
                        for _ in 0..=pick.below(3) {
                            let at = pick.below(bytes.len());
                            bytes[at] = if pick.below(2) == 0 { pick.below(8) } else { pick.below(256) } as u8;
                        }
                        postcard::from_bytes(&bytes).ok()
                    } else {
                        let mut document = serde_json::to_value(hosted.state()).unwrap();
                        mangle(&mut document, &mut pick);
                        serde_json::from_value(document).ok()
                    };
                    let Some(state) = read else {
                        unread += 1;
                        continue;
                    };
                    if game.check_state(&state).is_err() {
                        refused += 1;
                        continue;
                    }
                    accepted += 1;
                    lives(&game, &state, &mut pick);
                }
            });
        }
    }
    println!("{accepted} accepted, {refused} refused, {unread} unread");
    assert!(accepted > 600 && refused > 200 && unread > 200, "{accepted} accepted, {refused} refused, {unread} unread");
}

/// Something to decide, contacts and fire that may be none.
fn odd_moment(state: &mut State, pick: &mut Chooser) {
    use eagles::empire::state::{Contact, Fire, Followers, Following, Pending, Stage, UnitId};
    use eagles::empire::units::Facet;
    let count = state.units.len();
    let places: Vec<_> = state.units.iter().map(|(_, unit)| unit.pose.at).collect();
    let unit = |pick: &mut Chooser| {
        let beyond = usize::from(pick.below(40) == 0);
        UnitId(pick.below(count + beyond) as u16)
    };
    let some = |pick: &mut Chooser| {
        let n = pick.below(4);
        (0..n).map(|_| unit(pick)).collect::<Vec<_>>()
    };
    let follow = |pick: &mut Chooser| {
        let ground = |pick: &mut Chooser| (pick.below(2) == 0).then(|| *pick.one_of(&places));
        let more = 1 + pick.below(3);
        (0..more).map(|_| Following { unit: unit(pick), ground: ground(pick) }).collect::<Followers>()
    };
    let pending = match pick.below(6) {
        0 => Pending::None,
        1 => Pending::Charge { unit: unit(pick), target: unit(pick), breakthrough: pick.below(2) == 0 },
        2 => Pending::Threat { unit: unit(pick), may: some(pick) },
        3 => Pending::Lead { first: unit(pick), spare: some(pick) },
        _ => Pending::Follow { may: follow(pick) },
    };
    let pursuits = if pick.below(4) == 0 { follow(pick) } else { Followers::new() };
    for _ in 0..pick.below(4) {
        let facet = *pick.one_of(&[Facet::Front, Facet::Flank, Facet::Rear]);
        let (attacker, defender) = (unit(pick), unit(pick));
        let (met, fresh) = (pick.below(2) == 0, pick.below(2) == 0);
        state.contacts.push(Contact { attacker, defender, facet, met, fresh });
    }
    if pick.below(3) == 0 {
        state.fires.push(Fire { with: some(pick), target: unit(pick) });
    }
    state.stage = match pending {
        _ if pick.below(6) == 0 => {
            *pick.one_of(&[Stage::Command, Stage::Rally, Stage::March, Stage::Fire, Stage::Assault, Stage::Over])
        }
        Pending::Charge { breakthrough: false, .. } | Pending::Threat { .. } => Stage::March,
        _ => Stage::Assault,
    };
    if let (Stage::Assault, Some(holder)) = (state.stage, state.initiative) {
        state.on_turn = holder;
    }
    state.ready = eagles::game::Players::NONE;
    (state.pending, state.pursuits) = (pending, pursuits);
}

#[test]
fn odd_moments_are_refused_or_playable() {
    let mut pick = Chooser::new(17);
    let (mut accepted, mut refused) = (0, 0);
    for game in [melee(), thicket(), skirmish_of(6, 9)] {
        for seed in 0..4 {
            play(&game, 80 + seed, 400, |hosted, chooser| {
                if chooser.below(6) > 0 || hosted.state().initiative.is_none() {
                    return;
                }
                for _ in 0..runs(40) {
                    let mut state = hosted.state().clone();
                    odd_moment(&mut state, &mut pick);
                    if game.check_state(&state).is_err() {
                        refused += 1;
                        continue;
                    }
                    accepted += 1;
                    lives(&game, &state, &mut pick);
                }
            });
        }
    }
    println!("{accepted} accepted, {refused} refused");
    assert!(accepted > 100 && refused > 500, "{accepted} accepted, {refused} refused");
}

#[test]
fn mangled_notation_is_refused_or_playable() {
    for (n, game) in (0..).zip(games()) {
        fuzz::reads_hostile_notation(&game, n, 120, runs(6));
    }
}

#[test]
fn saved_games() {
    for (n, game) in (0..).zip(games()) {
        fuzz::reads_hostile_records(&game, n, 80, runs(60));
        fuzz::reads_hostile_fields(&game, n, 60, runs(30));
    }
}

/// Whatever a scenario says: it is refused with all its faults, or it is a battle.
fn fought(scenario: Scenario, pick: &mut Chooser) -> bool {
    match Empire::new(scenario) {
        Ok(game) => {
            let game = Arc::new(game);
            let start = game.start();
            assert_eq!(game.check_state(&start), Ok(()), "{}", eagles::empire::scenario::to_toml(game.scenario()));
            lives(&game, &start, pick);
            true
        }
        Err(faults) => {
            assert!(!faults.is_empty());
            false
        }
    }
}

#[test]
fn mangled_scenarios_are_refused_or_fought() {
    let mut pick = Chooser::new(9);
    let (mut accepted, mut refused, mut unread) = (0, 0, 0);
    let tutorial = Scenario::shipped("tutorial").expect("shipped");
    let scenarios = [tutorial, thicket().scenario().clone(), skirmish_of(5, 3).scenario().clone()];
    for n in 0..runs(1_500) {
        let mut document = serde_json::to_value(&scenarios[n % 3]).unwrap();
        mangle(&mut document, &mut pick);
        match serde_json::from_value::<Scenario>(document) {
            Ok(scenario) if fought(scenario.clone(), &mut pick) => accepted += 1,
            Ok(_) => refused += 1,
            Err(_) => unread += 1,
        }
    }
    println!("{accepted} accepted, {refused} refused, {unread} unread");
    assert!(accepted > 30 && refused > 30 && unread > 10, "{accepted} accepted, {refused} refused, {unread} unread");
    // And as text.
    let (_, text) = texts().iter().find(|(id, _)| *id == "tutorial").expect("shipped");
    for _ in 0..runs(200) {
        let mut bytes = text.as_bytes().to_vec();
        for _ in 0..=pick.below(3) {
            let at = pick.below(bytes.len());
            match pick.below(3) {
                0 => bytes[at] = *pick.one_of(b"0123456789.,-\"[]{}= "),
                1 => drop(bytes.remove(at)),
                _ => bytes.truncate(at.max(1)),
            }
        }
        match read_toml(&String::from_utf8_lossy(&bytes), "odd.toml") {
            Ok(scenario) => drop(fought(scenario, &mut pick)),
            Err(faults) => assert!(!faults.0.is_empty() && !faults.to_string().is_empty()),
        }
    }
}

/// A view from a hostile server is shown or sampled, never a panic.
#[test]
fn numbers_that_name_nothing_are_harmless() {
    use eagles::empire::action::{Answer, Manoeuvre, Pursuit};
    use eagles::empire::geometry::{Facing, Point};
    use eagles::empire::state::{DivisionId, Host, LeaderId, UnitId};
    use eagles::empire::units::{Formation, Order};
    let (nobody, leader, division) = (UnitId(65_535), LeaderId(65_535), DivisionId(9_999));
    let far = Point::new(1_200_000, -600_000);
    let mut odd = vec![
        Action::Order { leader, division, order: Order::Attack },
        Action::Order { leader: LeaderId(0), division, order: Order::Attack },
        Action::Ride { leader, to: far },
        Action::Ride { leader: LeaderId(0), to: far },
        Action::Attach { leader, host: Host::Unit(nobody) },
        Action::Attach { leader: LeaderId(0), host: Host::Unit(nobody) },
        Action::Attach { leader: LeaderId(0), host: Host::Division(division) },
        Action::Rally { unit: nobody },
        Action::Recover { unit: nobody },
        Action::Move { unit: nobody, steps: vec![Manoeuvre::Ahead(1_000)] },
        Action::Hold { unit: nobody },
        Action::Screen { unit: nobody, stands: 255 },
        Action::React { unit: nobody, how: Answer::Square },
        Action::Fire { with: Vec::new(), target: nobody },
        Action::Fire { with: vec![nobody; 500], target: UnitId(0) },
        Action::Fire { with: vec![UnitId(0); 500], target: nobody },
        Action::Lead { unit: nobody, spare: vec![nobody; 500] },
        Action::Lead { unit: UnitId(0), spare: vec![UnitId(1); 500] },
        Action::Follow { unit: nobody, how: Pursuit::Break { degrees: i32::MIN, target: nobody } },
    ];
    for step in [
        Manoeuvre::Ahead(i32::MAX),
        Manoeuvre::Ahead(i32::MIN),
        Manoeuvre::Back(i32::MIN),
        Manoeuvre::Back(i32::MAX),
        Manoeuvre::Oblique { degrees: i32::MIN, mil: i32::MAX },
        Manoeuvre::Oblique { degrees: 45, mil: i32::MIN },
        Manoeuvre::Wheel(i32::MIN),
        Manoeuvre::Wheel(i32::MAX),
        Manoeuvre::To(Point::new(i32::MAX, i32::MIN)),
        Manoeuvre::Road(Point::new(i32::MIN, i32::MAX)),
        Manoeuvre::Into(nobody),
        Manoeuvre::Face(Facing::new(i32::MIN)),
        Manoeuvre::Form(Formation::Unlimbered),
    ] {
        for unit in [0, 3, 8] {
            odd.push(Action::Move { unit: UnitId(unit), steps: vec![step] });
            odd.push(Action::Move { unit: UnitId(unit), steps: vec![step; 2_000] });
        }
    }
    let game = thicket();
    let mut met = std::collections::BTreeSet::new();
    for seed in 0..4 {
        play(&game, seed, 800, |hosted, _| {
            let moment = empire_games::moment(hosted.state()).unwrap_or_default();
            if !met.insert((seed / 2, moment, hosted.state().on_turn.0)) {
                return;
            }
            for player in [Player(0), Player(1), Player(2), Player(200)] {
                for action in &odd {
                    tried(&game, hosted.state(), player, action, 1);
                    assert!(serde_json::to_string(action).is_ok());
                }
            }
            let mut candidates = Vec::new();
            game.candidates(hosted.state(), nobody, &mut candidates);
            assert!(candidates.is_empty());
        });
    }
}
