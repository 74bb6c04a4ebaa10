//! Apply or nothing, and by whom.

use super::{Chooser, apply, fingerprint, play, players, seeded, text};
use eagles::chance::{Dice, Draws, Recorder, Request, Unmet};
use eagles::game::{Failure, Game, Viewer};
use eagles::play::{ApplyError, Match, MatchOptions};
use std::sync::Arc;

/// A source that fails at its n-th draw, as a host does that has no more dice.
struct Failing<'a, D> {
    source: &'a mut D,
    left: usize,
}

impl<D: Draws> Failing<'_, D> {
    fn next(&mut self, request: Request) -> Result<(), Unmet> {
        match self.left.checked_sub(1) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(Unmet::Impossible { request, value: 0 }),
        }
    }
}

impl<D: Draws> Draws for Failing<'_, D> {
    type Mark = D::Mark;
    fn mark(&self) -> D::Mark {
        self.source.mark()
    }
    fn reset(&mut self, mark: D::Mark) {
        self.source.reset(mark);
    }
    fn dice(&mut self, request: Request) -> Result<Dice, Unmet> {
        self.next(request)?;
        self.source.dice(request)
    }
    fn pick(&mut self, request: Request, label: impl Fn(u16) -> u16) -> Result<u16, Unmet> {
        self.next(request)?;
        self.source.pick(request, label)
    }
}

/// A draw that fails, at whatever place, leaves state, source and sink as they were.
pub fn applies_or_nothing<G: Game>(game: &Arc<G>, seeds: std::ops::Range<u64>, max: usize) {
    let mut injected = 0;
    for seed in seeds {
        play(game, seed, max, |hosted, chooser| {
            let Some((player, action)) = chooser.action(hosted) else { return };
            let mut source = eagles::chance::Seeded::new(eagles::chance::Seed::from_number(seed));
            let start = source.mark();
            let made = {
                let mut recorder = Recorder::new(&mut source);
                let mut state = hosted.state().clone();
                let applied = game.apply(&mut state, player, &action, &mut recorder, &mut eagles::game::Quiet);
                assert!(applied.is_ok(), "seed {seed}: {action:?} is offered and refused");
                recorder.finish().len()
            };
            source.reset(start);
            for place in 0..made {
                let counts = source.counts();
                let mut state = hosted.state().clone();
                let mut sink = Vec::new();
                let mut failing = Failing { source: &mut source, left: place };
                let result = game.apply(&mut state, player, &action, &mut failing, &mut sink);
                assert!(
                    matches!(result, Err(Failure::Unmet(_))),
                    "seed {seed}: draw {place} of {action:?} went unasked"
                );
                assert_eq!(&state, hosted.state(), "seed {seed}: {action:?} failed at draw {place} and left a trace");
                assert!(sink.is_empty(), "seed {seed}: {action:?} failed at draw {place} and left events");
                assert_eq!(source.counts(), counts, "seed {seed}: {action:?} failed at draw {place} and used draws up");
                injected += 1;
            }
        });
    }
    assert!(injected > 0, "no draw was ever made");
}

/// A match whose host supplies draws one by one comes to the same game as one from the seed, and asking for a draw
/// changes nothing.
pub fn host_supplies_the_same<G: Game>(game: &Arc<G>, seeds: std::ops::Range<u64>, max: usize) {
    for seed in seeds {
        let mut seeded = seeded(game, seed);
        let mut hosted = Match::new(Arc::clone(game), MatchOptions::hosted());
        let mut chooser = Chooser::new(seed);
        for _ in 0..max {
            let Some((player, action)) = chooser.action(&seeded) else { break };
            apply(&mut seeded, player, &action, seed);
            let draws = &seeded.journal().last().expect("just applied").draws;
            let before = fingerprint(&hosted);
            for drawn in draws {
                let needed = match hosted.apply(player, &action) {
                    Err(ApplyError::Unmet(Unmet::Needed(needed))) => needed,
                    other => panic!("seed {seed}: {action:?} should need a draw for {}: {other:?}", drawn.code),
                };
                assert_eq!(needed.request.code, drawn.code, "seed {seed}: {action:?}");
                assert_eq!(needed.request.kind, drawn.kind, "seed {seed}: {action:?}");
                assert!(!game.draw_text(&needed.request).is_empty());
                assert_eq!(
                    before,
                    fingerprint(&hosted),
                    "seed {seed}: {action:?} asked for a draw and changed the match"
                );
                // An impossible value is refused and dropped.
                hosted.supply(&[u16::MAX]).expect("few values");
                let refused = hosted.apply(player, &action);
                assert!(
                    matches!(refused, Err(ApplyError::Unmet(Unmet::Impossible { .. }))),
                    "seed {seed}: {refused:?}"
                );
                assert_eq!(before, fingerprint(&hosted), "seed {seed}: {action:?} took an impossible value");
                hosted.supply(&drawn.values).expect("few values");
            }
            apply(&mut hosted, player, &action, seed);
            assert!(hosted.supplied().is_empty(), "seed {seed}: {action:?} left supplied values unused");
            assert_eq!(hosted.state_hash(), seeded.state_hash(), "seed {seed}: {action:?}\n{}", text(&seeded));
            for viewer in [Viewer::Public, Viewer::Referee].into_iter().chain(players(&**game).map(Viewer::Player)) {
                assert_eq!(hosted.events_since(0, viewer), seeded.events_since(0, viewer), "seed {seed}: {viewer:?}");
            }
        }
    }
}

/// Whoever may not act is refused whatever he tries, and nothing changes. What is legal is not refused.
pub fn refuses_the_others<G: Game>(game: &Arc<G>, seeds: std::ops::Range<u64>, max: usize) {
    for seed in seeds {
        let mut hosted = seeded(game, seed);
        let mut chooser = Chooser::new(seed);
        for _ in 0..max {
            let acting = hosted.to_act();
            let offers: Vec<_> = acting.iter().flat_map(|player| hosted.legal(player)).collect();
            let before = fingerprint(&hosted);
            for other in players(&**game).filter(|&p| !acting.has(p)) {
                assert!(hosted.legal(other).is_empty());
                for action in offers.iter().take(20) {
                    let result = hosted.apply(other, action);
                    assert!(
                        matches!(result, Err(ApplyError::Refused(_))),
                        "seed {seed}: player {} does {action:?} out of turn: {result:?}",
                        other.0
                    );
                }
            }
            let nobody = eagles::game::Player(game.players());
            if let Some(action) = offers.first() {
                assert_eq!(hosted.apply(nobody, action), Err(ApplyError::NoSuchPlayer(nobody)));
            }
            assert_eq!(before, fingerprint(&hosted), "seed {seed}: a refusal changed the match");
            for player in acting.iter() {
                for action in hosted.legal(player) {
                    let refusal = game.refusal(hosted.state(), player, &action);
                    assert!(refusal.is_none(), "seed {seed}: {action:?} is offered and refused: {refusal:?}");
                    assert!(hosted.explain(player, &action).is_ok(), "seed {seed}: {action:?} is legal without a why");
                }
            }
            let Some((player, action)) = chooser.action(&hosted) else { break };
            apply(&mut hosted, player, &action, seed);
        }
    }
}
