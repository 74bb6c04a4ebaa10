//! Hostile saves and notation: an error or a sound match, never a panic.

use super::{Chooser, play, text};
use eagles::game::Game;
use eagles::play::Match;
use eagles::record::{self, Record};
use std::sync::Arc;

fn mutate(bytes: &mut Vec<u8>, chooser: &mut Chooser) {
    for _ in 0..=chooser.below(4) {
        if bytes.is_empty() {
            return;
        }
        // The choosers' numbers have 16 bits; two make a place in a long file.
        let at = (chooser.below(0xffff) * 0xffff + chooser.below(0xffff)) % bytes.len();
        match chooser.below(6) {
            0 => bytes[at] = chooser.below(256) as u8,
            1 => bytes[at] ^= 1 << chooser.below(8),
            2 => bytes.truncate(at),
            3 => {
                bytes.remove(at);
            }
            4 => bytes.insert(at, chooser.below(256) as u8),
            _ => {
                let end = bytes.len().min(at + 1 + chooser.below(40));
                let copy = bytes[at..end].to_vec();
                bytes.splice(at..at, copy);
            }
        }
    }
}

/// Whatever is read must be a record; whatever is taken up must be a match that can be played and saved.
fn take_up<G: Game>(game: &Arc<G>, record: &Record, chooser: &mut Chooser) -> bool {
    let _ = record::rerun(&**game, record);
    let verified = record::verify(&**game, record);
    let loaded = Match::from_record(Arc::clone(game), record);
    assert_eq!(verified.is_ok(), loaded.is_ok(), "verifying and loading agree");
    // A line of play that does not hold need not lead anywhere; the position must be one all the same.
    if let Ok(hosted) = Match::from_position(Arc::clone(game), record) {
        plays_on(hosted, chooser);
    }
    let Ok(mut hosted) = loaded else { return false };
    for _ in 0..5 {
        let Some((player, action)) = chooser.action(&hosted) else { break };
        super::apply(&mut hosted, player, &action, 0);
    }
    assert_eq!(record::verify(&**game, &hosted.record()), Ok(()), "{}", text(&hosted));
    true
}

/// Mutated records in both forms.
pub fn reads_hostile_records<G: Game>(game: &Arc<G>, seed: u64, actions: usize, runs: usize) {
    let hosted = play(game, seed, actions, |_, _| {});
    let record = hosted.record();
    let json = record::to_json(&record).into_bytes();
    let binary = record::to_binary(&record);
    let mut chooser = Chooser::new(seed + 7);
    let (mut read, mut refused) = (0, 0);
    for run in 0..runs {
        let mut bytes = if run % 2 == 0 { json.clone() } else { binary.clone() };
        mutate(&mut bytes, &mut chooser);
        if run % 4 == 1 {
            // A forger mends the checksum.
            let end = bytes.len().saturating_sub(8);
            bytes.truncate(end);
            let sum = checksum(&bytes);
            bytes.extend(sum);
        }
        match record::read(&bytes) {
            Ok(found) => {
                read += 1;
                take_up(game, &found, &mut chooser);
            }
            Err(error) => {
                refused += 1;
                assert!(!error.to_string().is_empty());
            }
        }
    }
    assert!(refused > 0 && read > 0, "{read} read, {refused} refused: both should happen");
}

/// The checksum of the binary form, as its documentation gives it.
pub fn checksum(bytes: &[u8]) -> [u8; 8] {
    use sha2::{Digest, Sha256};
    let mut sum = [0; 8];
    sum.copy_from_slice(&Sha256::digest(bytes)[..8]);
    sum
}

/// Mutated fields of a record that is otherwise whole: words, draws, hashes, players, positions.
pub fn reads_hostile_fields<G: Game>(game: &Arc<G>, seed: u64, actions: usize, runs: usize) {
    let hosted = play(game, seed, actions, |_, _| {});
    let record = hosted.record();
    let mut chooser = Chooser::new(seed + 8);
    let scramble = |text: &mut String, chooser: &mut Chooser| {
        let mut bytes = text.clone().into_bytes();
        mutate(&mut bytes, chooser);
        *text = String::from_utf8_lossy(&bytes).into_owned();
    };
    for _ in 0..runs {
        let mut bad = record.clone();
        let at = chooser.below(bad.actions.len());
        match chooser.below(7) {
            0 => scramble(&mut bad.start, &mut chooser),
            1 => scramble(&mut bad.position, &mut chooser),
            2 => scramble(&mut bad.actions[at].word, &mut chooser),
            3 => bad.actions[at].player.0 = chooser.below(256) as u8,
            4 => bad.actions[at].hash.0 ^= 1 << chooser.below(64),
            5 => {
                let draws = &mut bad.actions[at].draws;
                if let Some(drawn) = draws.first_mut() {
                    drawn.values.push(chooser.below(0xffff) as u16);
                    drawn.stream.0 = chooser.below(256) as u8;
                } else if let Some(drawn) = record.actions.iter().find_map(|a| a.draws.first()) {
                    draws.push(drawn.clone());
                }
            }
            _ => {
                bad.actions.remove(at);
            }
        }
        take_up(game, &bad, &mut chooser);
    }
}

/// A match from wherever can be shown, everything listed is allowed, and what comes of it is a position again.
fn plays_on<G: Game>(mut odd: Match<G>, chooser: &mut Chooser) {
    let game = Arc::clone(odd.game());
    let start = text(&odd);
    for viewer in super::viewers(&*game) {
        let _ = game.view_text(&odd.view(viewer));
    }
    for _ in 0..3 {
        let before = text(&odd);
        for player in odd.to_act().iter() {
            for action in odd.legal(player) {
                let refusal = game.refusal(odd.state(), player, &action);
                assert!(refusal.is_none(), "{action:?} is listed and refused: {refusal:?}\n{before}");
            }
        }
        // In an odd position somebody may be stuck; that is no fault of it.
        let able: Vec<_> = odd.to_act().iter().filter(|&player| !odd.legal(player).is_empty()).collect();
        if able.is_empty() {
            break;
        }
        let player = *chooser.one_of(&able);
        let action = chooser.one_of(&odd.legal(player)).clone();
        if let Err(error) = odd.apply(player, &action) {
            panic!("{action:?} is listed and fails: {error}\n{before}");
        }
        let after = text(&odd);
        match game.read_state(&after) {
            Ok(back) => assert_eq!(&back, odd.state(), "{action:?} at\n{before}\nleads to\n{after}"),
            Err(error) => panic!("{action:?} at\n{before}\nleads to what cannot be read: {error}\n{after}"),
        }
        assert_eq!(game.check_state(odd.state()), Ok(()), "{action:?} at\n{before}\nleads to\n{after}");
    }
    assert_eq!(record::verify(&*game, &odd.record()), Ok(()), "from {start}");
}

/// Mutated notation of positions and actions.
pub fn reads_hostile_notation<G: Game>(game: &Arc<G>, seed: u64, actions: usize, runs: usize) {
    let mut chooser = Chooser::new(seed + 9);
    play(game, seed, actions, |hosted, _| {
        for _ in 0..runs {
            let mut bytes = text(hosted).into_bytes();
            mutate(&mut bytes, &mut chooser);
            let line = String::from_utf8_lossy(&bytes).into_owned();
            match game.read_state(&line) {
                Ok(state) => {
                    // What is read is a position: it can be shown, written and played from.
                    let back = game.read_state(&game.write_state(&state));
                    assert_eq!(back.as_ref(), Ok(&state), "{line}");
                    let options = eagles::play::MatchOptions::seeded(eagles::chance::Seed::from_number(seed));
                    let odd = Match::from_state(Arc::clone(game), state, options);
                    plays_on(odd.unwrap_or_else(|error| panic!("{error}: {line}")), &mut chooser);
                }
                Err(error) => assert!(error.column >= 1 && error.column <= line.chars().count() + 1, "{error}: {line}"),
            }
            let Some(player) = hosted.to_act().iter().next() else { continue };
            let legal = hosted.legal(player);
            let mut bytes = game.write_action(hosted.state(), player, chooser.one_of(&legal)).into_bytes();
            mutate(&mut bytes, &mut chooser);
            let word = String::from_utf8_lossy(&bytes).into_owned();
            match game.read_action(hosted.state(), player, &word) {
                Ok(action) => {
                    let refusal = game.refusal(hosted.state(), player, &action);
                    assert_eq!(refusal.is_some(), hosted.fork(None).apply(player, &action).is_err(), "{word}");
                }
                Err(error) => assert!(error.column >= 1 && error.column <= word.chars().count() + 1, "{error}: {word}"),
            }
        }
    });
}
