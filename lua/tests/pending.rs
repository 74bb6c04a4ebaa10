//! In the middle of a choice that a handler has asked for: the match can be copied, saved, written down, taken back and
//! guessed at like anywhere else, because a position holds the answers so far and no script.

mod common;

use common::{BATTLES, Counting, all, battle};
use eagles::chance::{Seed, Seeded};
use eagles::game::{Game, Player, Viewer};
use eagles::play::{DrawsFrom, Match, MatchOptions, Redraw};
use eagles::record;
use eagles::waterloo::agenda::Task;
use eagles::waterloo::specials::handler::{Call, Reply, Scene};
use eagles::waterloo::{ALLIED, Action, FRENCH, State, Waterloo};
use eagles_lua::ScriptSet;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The card whose handler waits for a choice, with the choice's number and how many answers it has had.
fn waits(game: &Waterloo, state: &State) -> Option<(String, u8, u8)> {
    match (state.agenda.top(), state.agenda.frame()) {
        (Some(Task::Handler { wait: wait @ 1.., len, .. }), Some(frame)) => {
            Some((game.card(frame.card).id.clone(), *wait, *len))
        }
        _ => None,
    }
}

struct Mix(u64);

impl Mix {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n.max(1)
    }

    /// Any action, a Special where one may be played.
    fn action(&mut self, hosted: &Match<Waterloo>) -> Option<(Player, Action)> {
        let player = hosted.next_to_ask()?;
        let legal = hosted.legal(player);
        let plays: Vec<&Action> = legal.iter().filter(|action| matches!(action, Action::Play { .. })).collect();
        let action = if plays.is_empty() { legal[self.below(legal.len())] } else { *plays[self.below(plays.len())] };
        Some((player, action))
    }
}

/// Plays on for some actions: the hash of every position.
fn on(mut hosted: Match<Waterloo>, seed: u64, actions: usize) -> Vec<u64> {
    let mut mix = Mix(seed | 1);
    let mut hashes = Vec::new();
    for _ in 0..actions {
        let Some((player, action)) = mix.action(&hosted) else { break };
        hosted.apply(player, &action).unwrap_or_else(|error| panic!("{error}"));
        hashes.push(hosted.state_hash());
    }
    hashes
}

/// What waits is one question to one player, who alone may act and whose every answer is taken.
fn asks_one(hosted: &Match<Waterloo>) {
    let game = hosted.game();
    let player = hosted.next_to_ask().expect("somebody is asked");
    let legal = hosted.legal(player);
    assert!(!legal.is_empty() && legal.iter().all(|a| matches!(a, Action::Choose { .. } | Action::Pass)), "{legal:?}");
    let other = if player == FRENCH { ALLIED } else { FRENCH };
    assert!(hosted.legal(other).is_empty());
    for action in &legal {
        let word = game.write_action(hosted.state(), player, action);
        assert_eq!(game.read_action(hosted.state(), player, &word).as_ref(), Ok(action), "{word}");
        let mut answered = hosted.clone();
        answered.apply(player, action).unwrap_or_else(|error| panic!("{word}: {error}"));
        assert_ne!(answered.state(), hosted.state());
    }
}

/// Copied, saved in both forms, written as a position, forked: it is the same and goes on the same way.
fn is_kept(hosted: &Match<Waterloo>, seed: u64) {
    let game = hosted.game();
    let state = hosted.state();
    let text = game.write_state(state);
    let future = on(hosted.clone(), seed, 25);
    assert!(!future.is_empty());
    assert_eq!(game.read_state(&text).as_ref(), Ok(state), "{text}");
    assert_eq!(game.read_position(&game.write_position(state)).as_ref(), Ok(state), "{text}");
    assert_eq!(game.check_state(state), Ok(()), "{text}");
    let plain: State = serde_json::from_str(&serde_json::to_string(state).unwrap()).unwrap();
    assert_eq!(plain, *state);

    let saved = hosted.record();
    assert_eq!(record::verify(&**game, &saved), Ok(()));
    for bytes in [record::to_json(&saved).into_bytes(), record::to_binary(&saved)] {
        let read = record::read(&bytes).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(read, saved);
        let loaded = Match::from_record(game.clone(), &read).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(loaded.state(), state, "{text}");
        assert_eq!(on(loaded, seed, 25), future, "{text}");
        let bare = Match::from_position(game.clone(), &read).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(bare.state(), state, "{text}");
        assert!(!on(bare, seed, 25).is_empty());
    }

    assert_eq!(on(hosted.fork(None), seed, 25), future);
    let other = hosted.fork(Some(DrawsFrom::Seed(Seed::from_number(seed ^ 0xf0))));
    assert_eq!(other.state(), state);
    assert!(!on(other, seed, 25).is_empty());
    assert_eq!(hosted.state(), state, "a fork changed its origin");
}

/// Taken back and played again, in analysis and by the strict rules; a refusal changes nothing.
fn is_taken_back(hosted: &Match<Waterloo>) -> bool {
    let text = hosted.game().write_state(hosted.state());
    let last = hosted.journal().last().map(|entry| entry.player).expect("something was done");
    let mut strict = hosted.clone();
    let allowed = match strict.undo(last, 1) {
        Ok(()) => {
            assert_eq!(strict.journal().len() + 1, hosted.journal().len());
            strict.redo(last).unwrap_or_else(|error| panic!("{error}: {text}"));
            true
        }
        Err(_) => false,
    };
    assert_eq!(strict.state(), hosted.state(), "{text}");

    let saved = hosted.record();
    let analysis = record::Record {
        header: record::Header { analysis: true, redraw: Redraw::Same, ..saved.header.clone() },
        ..saved
    };
    let mut free = Match::from_record(hosted.game().clone(), &analysis).unwrap_or_else(|error| panic!("{error}"));
    let asked = free.next_to_ask().expect("somebody is asked");
    let answer = free.legal(asked)[0];
    free.apply(asked, &answer).unwrap_or_else(|error| panic!("{error}"));
    let after = free.state().clone();
    free.undo(asked, 1).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(free.state(), hosted.state(), "the answer taken back: {text}");
    free.undo(asked, 1).unwrap_or_else(|error| panic!("{error}"));
    assert_ne!(free.state(), hosted.state());
    free.redo(asked).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(free.state(), hosted.state(), "the question asked again: {text}");
    free.redo(asked).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(*free.state(), after, "{text}");
    allowed
}

/// What anybody sees fits a sample made from it, which can be played on; what waits is in the sample.
fn is_guessed(hosted: &Match<Waterloo>, seed: u64) {
    let game = hosted.game();
    let state = hosted.state();
    let text = game.write_state(state);
    for viewer in [Viewer::Player(FRENCH), Viewer::Player(ALLIED), Viewer::Public, Viewer::Referee] {
        let view = hosted.view(viewer);
        assert!(!game.view_text(&view).is_empty());
        for n in 0..3 {
            let sample = game
                .determinise(&view, &mut Seeded::new(Seed::from_number(seed + n)))
                .unwrap_or_else(|error| panic!("{error}: {viewer:?} at {text}"));
            assert!(game.view(&sample, viewer) == view, "{viewer:?} at {text}\n{}", game.write_state(&sample));
            assert_eq!(game.validate(&sample), [], "{viewer:?} at {text}");
            assert_eq!(waits(game, &sample), waits(game, state), "{viewer:?} at {text}");
            let guessed = Match::from_state(game.clone(), sample, MatchOptions::seeded(Seed::from_number(n)));
            let guessed = guessed.unwrap_or_else(|error| panic!("{error}: {viewer:?} at {text}"));
            let Viewer::Player(player) = viewer else { continue };
            assert_eq!(guessed.legal(player), hosted.legal(player), "{player:?} at {text}");
            assert!(!on(guessed, seed, 10).is_empty());
        }
    }
    for player in [FRENCH, ALLIED] {
        let saved = hosted.save_for(player).map(|save| serde_json::to_value(&save).map(|value| value.is_object()));
        assert!(matches!(saved, Some(Ok(true))));
    }
}

#[test]
fn everything_can_be_done_while_a_handler_waits_for_a_choice() {
    let set = all();
    let counting = Counting::new(&set);
    let mut seen: BTreeMap<(String, u8, u8), usize> = BTreeMap::new();
    let (mut taken_back, mut barriers) = (0, 0);
    for name in BATTLES {
        let game = Arc::new(battle(&set, name, &counting));
        for seed in 1..=8 {
            let mut mix = Mix(seed * 0x9e37_79b9 + 1);
            let mut hosted = Match::new(game.clone(), MatchOptions::seeded(Seed::from_number(seed)));
            while let Some((player, action)) = mix.action(&hosted) {
                hosted.apply(player, &action).unwrap_or_else(|error| panic!("{name} {seed}: {error}"));
                let Some(what) = waits(&game, hosted.state()) else { continue };
                let times = seen.entry(what).or_default();
                *times += 1;
                // Saving a long match verifies it from its beginning: some of each are enough.
                if *times > 4 {
                    continue;
                }
                asks_one(&hosted);
                is_kept(&hosted, seed);
                is_guessed(&hosted, seed);
                if is_taken_back(&hosted) { taken_back += 1 } else { barriers += 1 }
            }
        }
    }
    let cards = ["drums-pas-de-charge", "drums-rally", "fortune-lucky-shot", "fortune-lucky-shot-fr"];
    for card in cards {
        assert!(seen.keys().any(|(id, ..)| id == card), "{card} never waits: {seen:?}");
    }
    let target = |card: &str| seen.keys().any(|(id, wait, len)| id == card && *wait == 2 && *len == 3);
    let later = cards[2..].iter().any(|card| target(card));
    assert!(later, "no handler waits for a second choice after dice and a first one: {seen:?}");
    assert!(barriers > 0, "{taken_back} taken back, {barriers} refused");
    assert!(counting.calls() > 100, "{} calls", counting.calls());
}

/// The same call always has the same answer, also where the interpreter has answered others in between: going on after a
/// load needs no more than the answers in the position.
#[test]
fn a_handler_asked_again_from_its_beginning_asks_the_same() {
    let answers = |set: &ScriptSet, given: &[i16]| {
        let scene = Scene {
            player: FRENCH,
            turn: 3,
            own_turn: true,
            aim: eagles::waterloo::agenda::Subject::Nothing,
            place: None,
            it: eagles::waterloo::agenda::Subject::Nothing,
            counter: 0,
            cards: Vec::new(),
        };
        let handlers = set.handlers();
        handlers.call(&Call { card: "fortune-lucky-shot-fr", handler: "shoot", answers: given.to_vec(), scene })
    };
    let used = all();
    let steps: [(&[i16], Reply); 4] = [
        (&[], Reply::Roll(2)),
        (&[3, 6], Reply::Choose("mood".to_owned())),
        (&[3, 6, 0], Reply::Choose("target".to_owned())),
        (&[3, 6, 0, -1], Reply::Run(Vec::new())),
    ];
    for round in 0..20 {
        for (given, reply) in steps.iter().cycle().skip(round % 4).take(4) {
            assert_eq!(answers(&used, given).as_ref(), Ok(reply), "{given:?}");
        }
    }
    for (given, reply) in &steps {
        assert_eq!(answers(&all(), given).as_ref(), Ok(reply), "{given:?}");
    }
}
