//! A game is a value, and a saved game is the game.

use super::{apply, fingerprint, play, seeded, text, viewers};
use eagles::game::Game;
use eagles::play::Match;
use eagles::record;
use std::sync::Arc;

/// State and actions survive cloning, JSON, binary and the notation, at every step.
pub fn round_trips<G: Game>(game: &Arc<G>, seeds: std::ops::Range<u64>, max: usize) {
    for seed in seeds {
        play(game, seed, max, |hosted, _| {
            let state = hosted.state();
            let hash = game.state_hash(state);
            assert_eq!(&state.clone(), state);
            let json = serde_json::to_string(state).expect("a state has a JSON form");
            let back: G::State = serde_json::from_str(&json).expect("and reads it");
            assert_eq!(&back, state, "seed {seed}: JSON of {}", text(hosted));
            let bytes = postcard::to_allocvec(state).expect("a state has a binary form");
            let back: G::State = postcard::from_bytes(&bytes).expect("and reads it");
            assert_eq!(&back, state, "seed {seed}: postcard of {}", text(hosted));
            assert_eq!(game.state_hash(&back), hash);

            let line = game.write_state(state);
            assert!(!line.contains('\n'), "a position is one line: {line}");
            match game.read_state(&line) {
                Ok(back) => assert_eq!(&back, state, "seed {seed}: {line}"),
                Err(error) => panic!("seed {seed}: {error}\n{line}"),
            }
            for player in hosted.to_act().iter() {
                let mut words = std::collections::BTreeSet::new();
                for action in hosted.legal(player) {
                    let word = game.write_action(state, player, &action);
                    assert!(!word.is_empty() && !word.contains(char::is_whitespace), "`{word}` is one word");
                    assert_eq!(game.read_action(state, player, &word).as_ref(), Ok(&action), "seed {seed}: `{word}`");
                    assert!(words.insert(word.clone()), "seed {seed}: `{word}` means two actions");
                    let json = serde_json::to_string(&action).expect("an action has a JSON form");
                    assert_eq!(serde_json::from_str::<G::Action>(&json).expect("and reads it"), action);
                }
            }
        });
    }
}

/// The same seed and actions give the same game; its record in both forms verifies, reruns and is taken up again as the
/// same match, which then goes on alike.
pub fn replays_the_same<G: Game>(game: &Arc<G>, seeds: std::ops::Range<u64>, max: usize) {
    for seed in seeds {
        let original = play(game, seed, max, |_, _| {});
        let mut again = seeded(game, seed);
        for entry in original.journal() {
            apply(&mut again, entry.player, &entry.action, seed);
        }
        assert_eq!(fingerprint(&original), fingerprint(&again), "seed {seed}");

        let record = original.record();
        let json = record::to_json(&record);
        let binary = record::to_binary(&record);
        assert_eq!(record::read(json.as_bytes()).as_ref(), Ok(&record), "seed {seed}");
        assert_eq!(record::read(&binary).as_ref(), Ok(&record), "seed {seed}");
        assert!(binary.len() < json.len());
        assert_eq!(record::verify(&**game, &record), Ok(()), "seed {seed}");
        let rerun = record::rerun(&**game, &record).expect("it is of this game");
        assert_eq!((rerun.first, rerun.played), (None, record.actions.len()), "seed {seed}");
        assert_eq!(record.params::<G>(), Ok(game.params()));

        let resumed = Match::from_record(Arc::clone(game), &record).expect("it verifies");
        assert_eq!(fingerprint(&original), fingerprint(&resumed), "seed {seed}");
    }
}

/// A match taken up half-way goes on exactly as the one that was never put down.
pub fn resumes_alike<G: Game>(game: &Arc<G>, seeds: std::ops::Range<u64>, half: usize) {
    for seed in seeds {
        let original = play(game, seed, half, |_, _| {});
        let mut resumed = Match::from_record(Arc::clone(game), &original.record()).expect("it verifies");
        let mut whole = original.clone();
        let mut chooser = super::Chooser::new(seed + 1);
        for _ in 0..half {
            let Some((player, action)) = chooser.action(&whole) else { break };
            apply(&mut whole, player, &action, seed);
            apply(&mut resumed, player, &action, seed);
        }
        assert_eq!(fingerprint(&whole), fingerprint(&resumed), "seed {seed}");
    }
}

/// Asking for events piece by piece gives what asking at once gives.
pub fn events_come_once<G: Game>(game: &Arc<G>, seeds: std::ops::Range<u64>, max: usize) {
    for seed in seeds {
        let all = viewers(&**game);
        let mut cursors = vec![0; all.len()];
        let mut told = vec![Vec::new(); all.len()];
        let hosted = play(game, seed, max, |hosted, _| {
            for ((viewer, cursor), told) in all.iter().zip(&mut cursors).zip(&mut told) {
                let (events, next) = hosted.events_since(*cursor, *viewer);
                assert_eq!(next, *cursor + events.len());
                told.extend(events.iter().cloned());
                *cursor = next;
            }
        });
        for (viewer, told) in all.iter().zip(&told) {
            assert_eq!(hosted.events_since(0, *viewer).0, &told[..], "seed {seed}: {viewer:?}");
            assert!(hosted.events_since(usize::MAX, *viewer).0.is_empty());
            for item in told {
                if let eagles::play::Item::Event(event) = &**item {
                    assert!(!game.event_text(event).is_empty());
                }
            }
        }
    }
}
