//! Fuzz targets for everything that comes from outside, each with a bounded run: card files, saved games, positions and
//! action words, and actions themselves. Nothing may panic, hang or be half done. `EAGLES_FULL=1` runs ten times as many.

mod common;

use common::properties::{Chooser, fuzz};
use eagles::chance::{Seed, Seeded};
use eagles::game::{Failure, Game, Player, Viewer};
use eagles::play::{Match, MatchOptions};
use eagles::waterloo::action::Action;
use eagles::waterloo::agenda::Subject;
use eagles::waterloo::cards::{CardFiles, EMBEDDED};
use eagles::waterloo::types::{Attack, CardId, Formation, Place};
use eagles::waterloo::{CardSet, Event, Setup, State, Waterloo};
use std::sync::Arc;

fn runs(tenth: usize) -> usize {
    if std::env::var_os("EAGLES_FULL").is_some() { tenth * 10 } else { tenth }
}

fn battle(code: &str, decoys: bool) -> Arc<Waterloo> {
    let mut setup = Setup::battle(code);
    setup.options.decoys = decoys;
    Arc::new(Waterloo::new(CardSet::embedded(), setup).unwrap())
}

/// Breaks a text in one to four places.
fn broken(text: &str, pick: &mut Chooser) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=pick.below(3) {
        let at = pick.below(bytes.len().clamp(1, 65_000)).min(bytes.len().saturating_sub(1));
        match pick.below(5) {
            0 => bytes[at] = pick.below(256) as u8,
            1 => drop(bytes.remove(at)),
            2 => bytes.insert(at, *pick.one_of(b",;\"\n\r\t -0123456789/=*?@")),
            3 => bytes.truncate(at.max(1)),
            _ => {
                let end = (at + pick.below(200)).min(bytes.len());
                let piece = bytes[at..end].to_vec();
                let to = pick.below(bytes.len().clamp(1, 65_000));
                bytes.splice(to..to, piece);
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn card_files() {
    let mut pick = Chooser::new(11);
    for _ in 0..runs(150) {
        let mut texts = [EMBEDDED.cards, EMBEDDED.battles, EMBEDDED.programs].map(str::to_owned);
        let which = pick.below(texts.len());
        texts[which] = broken(&texts[which], &mut pick);
        let files = CardFiles { cards: &texts[0], battles: &texts[1], programs: &texts[2] };
        match CardSet::from_csv(files) {
            // What is accepted can be played, or says why not.
            Ok(set) => drop(Waterloo::new(Arc::new(set), Setup::battle("QB")).map(|game| game.start())),
            Err(faults) => assert!(!faults.0.is_empty() && !faults.to_string().is_empty()),
        }
    }
}

#[test]
fn saved_games() {
    for (i, code) in ["QB", "LI", "WA", "WV", "CH"].into_iter().enumerate() {
        fuzz::reads_hostile_records(&battle(code, i % 2 == 0), i as u64, 120, runs(150));
        fuzz::reads_hostile_fields(&battle(code, i % 2 == 1), i as u64, 60, runs(60));
    }
}

#[test]
fn positions_and_words() {
    for (i, code) in ["QB", "LI", "WA", "WV", "CH"].into_iter().enumerate() {
        fuzz::reads_hostile_notation(&battle(code, i % 2 == 0), i as u64, 120, runs(300));
    }
}

/// Any action at all, most of them nonsense.
fn any_action(pick: &mut Chooser) -> Action {
    let slot = if pick.below(4) > 0 { pick.below(12) } else { pick.below(256) } as u8;
    let other = if pick.below(4) > 0 { pick.below(12) } else { pick.below(256) } as u8;
    let card = CardId(if pick.below(4) > 0 { pick.below(3) * 128 + pick.below(40) } else { pick.below(65_535) } as u16);
    let to = Place(if pick.below(8) > 0 { pick.below(7) } else { pick.below(256) } as u8);
    let formation = *pick.one_of(&[Formation::Line, Formation::Column, Formation::Square]);
    let how = *pick.one_of(&[Attack::Fire, Attack::Shock, Attack::Long]);
    let ground = *pick.one_of(&[0, 1, 8, 9, 15, 16, 200, 255]);
    let subject = match pick.below(6) {
        0 => Subject::Nothing,
        1 => Subject::Place(to),
        2 => Subject::Slot { player: Player(ground % 3), slot: other },
        3 => Subject::Ground(ground),
        4 => Subject::Card(card),
        _ => Subject::Option(other),
    };
    match pick.below(16) {
        12 | 13 => Action::Play { card, aim: subject },
        14 => Action::Choose { what: subject },
        15 => Action::Pass,
        0 => Action::Deal,
        1 => Action::End,
        2 | 3 => Action::Deploy { card, to, formation, on: ground, decoy: pick.below(3) == 0 },
        4 | 5 => Action::Move { slot, to, formation },
        6 => Action::Form { slot, formation },
        7 => {
            if pick.below(2) == 0 {
                Action::Occupy { slot, ground }
            } else {
                Action::Leave { slot }
            }
        }
        8 => Action::Commit { slot, how },
        9 => Action::Attack { slot, how, target: other },
        10 => Action::Roll { card },
        _ => {
            if pick.below(2) == 0 {
                Action::Capture { slot, ground }
            } else {
                Action::Show { card }
            }
        }
    }
}

/// One position under fire: every action is either refused, with a reason, and nothing has changed, or carried out whole.
fn bombard(game: &Waterloo, state: &State, pick: &mut Chooser, shots: usize) {
    let mut draws = Seeded::new(Seed::from_number(1));
    for _ in 0..shots {
        let (player, action) = (Player(pick.below(5) as u8), any_action(pick));
        let mut next = state.clone();
        let mut events: Vec<Event> = Vec::new();
        match game.apply(&mut next, player, &action, &mut draws, &mut events) {
            Ok(()) => {
                let faults = game.validate(&next);
                assert!(faults.is_empty(), "{action:?} at {}: {faults:?}", game.write_position(state));
                events.iter().for_each(|event| assert!(!game.event_text(event).is_empty()));
            }
            Err(Failure::Refused(refusal)) => {
                assert_eq!((&next, events.len()), (state, 0), "{action:?} was refused and changed something");
                assert!(!game.refusal_text(&refusal).is_empty() && game.explain(state, player, &action).is_err());
            }
            Err(Failure::Unmet(unmet)) => panic!("seeded draws never lack: {unmet}"),
        }
        assert!(!game.action_text(&game.view(state, Viewer::Player(player)), player, &action).is_empty());
        let word = game.write_word(state, player, &action);
        if player.index() < 2 {
            drop(game.read_word(state, player, &word));
        }
    }
}

#[test]
fn actions() {
    let mut pick = Chooser::new(5);
    for (i, code) in ["QB", "LI", "WA", "WV", "CH"].into_iter().enumerate() {
        let game = battle(code, i % 2 == 0);
        let mut hosted = Match::new(game.clone(), MatchOptions::seeded(Seed::from_number(i as u64)));
        let mut moves = 0;
        while let Some((player, action)) = pick.action(&hosted) {
            if moves % 8 == 0 {
                bombard(&game, hosted.state(), &mut pick, runs(12));
                let view = game.view(hosted.state(), Viewer::Public);
                assert!(!game.view_text(&view).is_empty());
            }
            hosted.apply(player, &action).unwrap();
            moves += 1;
        }
    }
}
