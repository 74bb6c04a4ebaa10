//! Undo, redo and fork lead to the very positions they name.

use super::{Chooser, apply, fingerprint, text, viewers};
use eagles::chance::Seed;
use eagles::game::{Game, Viewer};
use eagles::play::{DrawsFrom, Item, Match, MatchError, MatchOptions, Note, Redraw};
use std::sync::Arc;

/// In analysis: from every position back any number of actions and forward again, with the same draws.
pub fn undoes_and_redoes<G: Game>(game: &Arc<G>, seeds: std::ops::Range<u64>, max: usize) {
    for seed in seeds {
        for snapshot_every in [1, 3, 16] {
            let options = MatchOptions { snapshot_every, ..MatchOptions::seeded(Seed::from_number(seed)).analysis() };
            let mut hosted = Match::new(Arc::clone(game), options);
            let mut chooser = Chooser::new(seed);
            let mut states = vec![hosted.state().clone()];
            let mut counts = vec![hosted.draw_counts()];
            for _ in 0..max {
                let Some((player, action)) = chooser.action(&hosted) else { break };
                apply(&mut hosted, player, &action, seed);
                states.push(hosted.state().clone());
                counts.push(hosted.draw_counts());
                let n = 1 + chooser.below(hosted.journal().len());
                let at = states.len() - 1 - n;
                hosted.undo(player, n).expect("free in analysis");
                assert_eq!(hosted.state(), &states[at], "seed {seed}: back {n} from {}", states.len() - 1);
                assert_eq!(hosted.draw_counts(), counts[at], "seed {seed}: the same draws come again");
                let seen = hosted.events_since(0, Viewer::Referee).0;
                assert!(matches!(seen.last().map(|i| &**i), Some(Item::Match(Note::Rewound { .. }))));
                for (state, count) in states.iter().zip(&counts).skip(at + 1) {
                    hosted.redo(player).expect("it was taken back");
                    assert_eq!(hosted.state(), state, "seed {seed}: forward again");
                    assert_eq!(&hosted.draw_counts(), count);
                }
                assert_eq!(hosted.redo(player), Err(MatchError::NothingToRedo));
            }
            let have = hosted.journal().len();
            assert_eq!(hosted.undo(eagles::game::Player(0), have + 1), Err(MatchError::TooFew { have }));
            assert_eq!(hosted.undo(eagles::game::Player(0), 0), Err(MatchError::TooFew { have }));
            assert_eq!(eagles::record::verify(&**game, &hosted.record()), Ok(()), "seed {seed}");
        }
    }
}

/// With the same draws an action that is taken back and done again has the same dice; with fresh ones the words go on.
pub fn draws_again_as_chosen<G: Game>(game: &Arc<G>, seeds: std::ops::Range<u64>, max: usize) {
    for seed in seeds {
        for redraw in [Redraw::Same, Redraw::Fresh] {
            let options = MatchOptions { redraw, ..MatchOptions::seeded(Seed::from_number(seed)).analysis() };
            let mut hosted = Match::new(Arc::clone(game), options);
            let mut chooser = Chooser::new(seed);
            for _ in 0..max {
                let Some((player, action)) = chooser.action(&hosted) else { break };
                let before = hosted.draw_counts();
                apply(&mut hosted, player, &action, seed);
                let (after, hash) = (hosted.draw_counts(), hosted.state_hash());
                hosted.undo(player, 1).expect("free in analysis");
                assert_eq!(hosted.draw_counts(), if redraw == Redraw::Same { before } else { after });
                apply(&mut hosted, player, &action, seed);
                if redraw == Redraw::Same || before == after {
                    assert_eq!(hosted.state_hash(), hash, "seed {seed}: {}", text(&hosted));
                }
            }
        }
    }
}

/// A fork goes its own way and leaves the match alone; with the same draws it can go the same way.
pub fn forks<G: Game>(game: &Arc<G>, seeds: std::ops::Range<u64>, max: usize) {
    for seed in seeds {
        super::play(game, seed, max, |hosted, chooser| {
            let Some((player, action)) = chooser.action(hosted) else { return };
            let before = fingerprint(hosted);
            let (mut same, mut twin) = (hosted.fork(None), hosted.fork(None));
            let mut fresh = hosted.fork(Some(DrawsFrom::Seed(Seed::from_number(seed ^ 0xf0))));
            for fork in [&mut same, &mut twin, &mut fresh] {
                apply(fork, player, &action, seed);
            }
            assert_eq!(fingerprint(&same), fingerprint(&twin), "seed {seed}");
            assert_eq!(fingerprint(hosted), before, "seed {seed}: a fork changed its origin");
            assert_eq!(fresh.journal().len(), hosted.journal().len() + 1);
            assert_eq!(eagles::record::verify(&**game, &fresh.record()), Ok(()));
        });
    }
}

/// By the strict rules: what a player may take back alone is gone as if it had never been, for everyone who saw it and
/// nobody else; whatever is refused changes nothing.
pub fn strict_undo<G: Game>(game: &Arc<G>, seeds: std::ops::Range<u64>, max: usize) {
    let (mut done, mut refused) = (0, 0);
    for seed in seeds {
        let mut hosted = super::seeded(game, seed);
        let mut chooser = Chooser::new(seed);
        for _ in 0..max {
            let Some((player, action)) = chooser.action(&hosted) else { break };
            apply(&mut hosted, player, &action, seed);
            let asker = *chooser.one_of(&super::players(&**game).collect::<Vec<_>>());
            let n = 1 + chooser.below(3);
            let before = fingerprint(&hosted);
            let feeds: Vec<_> =
                viewers(&**game).into_iter().map(|viewer| (viewer, hosted.events_since(0, viewer).1)).collect();
            let mut tried = hosted.fork(None);
            if tried.undo(asker, n).is_err() {
                assert_eq!(fingerprint(&tried), before, "seed {seed}: a refused undo changed the match");
                refused += 1;
                continue;
            }
            done += 1;
            assert_eq!(tried.journal().len() + n, hosted.journal().len());
            assert_eq!(eagles::record::verify(&**game, &tried.record()), Ok(()), "seed {seed}");
            for (viewer, had) in feeds {
                let (now, cursor) = tried.events_since(had, viewer);
                assert!(cursor >= had, "what was seen stays seen");
                match now.first().map(|item| &**item) {
                    None => assert_eq!(tried.view(viewer), hosted.view(viewer), "seed {seed}: unseen, yet it changed"),
                    Some(Item::Match(Note::Rewound { to })) => assert!(*to <= had),
                    other => panic!("seed {seed}: {viewer:?} is told {other:?} after an undo"),
                }
            }
            // All of it can be played again, and leads back.
            for left in (0..n).rev() {
                tried.redo(asker).expect("it was just taken back");
                assert_eq!(tried.redoable(asker), left);
            }
            assert_eq!(tried.state(), hosted.state(), "seed {seed}: undo and redo of {n}");
        }
    }
    assert!(done > 0 && refused > 0, "{done} taken back, {refused} refused: both should happen");
}

/// With consent a match goes back over anything, and what was seen stays in the feed.
pub fn undo_by_consent<G: Game>(game: &Arc<G>, seeds: std::ops::Range<u64>, max: usize) {
    for seed in seeds {
        let hosted = super::play(game, seed, max, |_, _| {});
        if hosted.outcome().is_some() {
            continue;
        }
        let Some(by) = hosted.journal().last().map(|entry| entry.player) else { continue };
        let own = hosted.journal().iter().filter(|entry| entry.player == by).count();
        let n = 1 + Chooser::new(seed).below(own);
        let at = hosted.journal().iter().enumerate().rev().filter(|(_, e)| e.player == by).nth(n - 1);
        let at = at.expect("there are so many").0;
        let others: Vec<_> = super::players(&**game).filter(|&p| p != by).collect();

        let mut declined = hosted.fork(None);
        declined.ask_undo(by, n).expect("there are so many");
        assert_eq!(declined.ask_undo(by, n), Err(MatchError::AlreadyAsked));
        assert_eq!(declined.consent(by), Err(MatchError::NothingAsked), "nobody consents to his own request");
        declined.decline(others[0]).expect("he is asked");
        assert_eq!(declined.state(), hosted.state());
        assert_eq!(declined.consent(others[0]), Err(MatchError::NothingAsked));

        let mut agreed = hosted.fork(None);
        agreed.ask_undo(by, n).expect("there are so many");
        for &other in &others {
            assert_eq!(agreed.undo_asked().map(|(asker, _)| asker), Some(by));
            agreed.consent(other).expect("he is asked");
        }
        assert_eq!(agreed.undo_asked(), None);
        assert_eq!(agreed.journal().len(), at, "seed {seed}");
        let mut replayed = super::seeded(game, seed);
        for entry in &hosted.journal()[..at] {
            apply(&mut replayed, entry.player, &entry.action, seed);
        }
        assert_eq!(agreed.state(), replayed.state(), "seed {seed}");
        assert_eq!(agreed.draw_counts(), hosted.draw_counts(), "seed {seed}: the draws taken back are gone");
        assert_eq!(eagles::record::verify(&**game, &agreed.record()), Ok(()), "seed {seed}");
        for viewer in viewers(&**game) {
            let (old, had) = hosted.events_since(0, viewer);
            assert_eq!(&agreed.events_since(0, viewer).0[..had], old, "what was seen stays seen");
        }
    }
}
