//! Windows: whoever can only pass is passed over, and nobody else finds out; a match can be put down, taken up, taken back
//! and forked in the middle of anything.

use super::visibility::{after_passes, all_seen, same};
use super::{Chooser, apply, fingerprint, play, players, text};
use eagles::chance::{Kind, Recorded, Request, Seed, Unmet};
use eagles::game::{Game, Player, Quiet, Viewer};
use eagles::play::{ApplyError, DrawsFrom, Match, MatchOptions};
use eagles::record;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A match of which is known what it made by itself.
struct Watched<G: Game> {
    hosted: Match<G>,
    /// All actions, those of the match included.
    done: Vec<(Player, G::Action)>,
    /// How many draws have been supplied.
    drawn: usize,
}

impl<G: Game> Watched<G> {
    fn new(game: &Arc<G>, state: G::State) -> Self {
        let hosted = Match::from_state(Arc::clone(game), state, MatchOptions::hosted()).expect("a position");
        Self { hosted, done: Vec::new(), drawn: 0 }
    }

    /// Applies an action with the draws that have fallen, or new ones, and notes what the match makes by itself behind it.
    /// Says no where the action is not possible or asks for another draw.
    fn apply(
        &mut self,
        player: Player,
        action: &G::Action,
        fallen: &mut Vec<(Request, Vec<u16>)>,
        chooser: &mut Chooser,
    ) -> bool {
        let before = self.hosted.state().clone();
        loop {
            let needed = match self.hosted.apply(player, action) {
                Ok(()) => break,
                Err(ApplyError::Unmet(Unmet::Needed(needed))) => needed,
                Err(_) => return false,
            };
            if self.drawn == fallen.len() {
                let values = match needed.request.kind {
                    Kind::Dice { count, sides } => (0..count).map(|_| 1 + chooser.below(sides.into()) as u16).collect(),
                    Kind::Pick { .. } => vec![*chooser.one_of(&needed.options)],
                };
                fallen.push((needed.request, values));
            }
            let (request, values) = &fallen[self.drawn];
            let possible = needed.options.is_empty() || needed.options.contains(&values[0]);
            if *request != needed.request || !possible {
                return false;
            }
            self.hosted.supply(values).expect("few values");
            self.drawn += 1;
        }
        self.done.push((player, action.clone()));
        // What the match made by itself: the same again, step by step.
        let (game, entry) = (&**self.hosted.game(), self.hosted.journal().last().expect("just applied"));
        let (mut state, mut draws) = (before, Recorded::new(&entry.draws));
        game.advance(&mut state, player, action, &mut draws, &mut Quiet).expect("it was possible");
        while let Some((player, action)) = game.automatic(&state) {
            game.advance(&mut state, player, &action, &mut draws, &mut Quiet).expect("it was possible");
            self.done.push((player, action));
        }
        assert_eq!(&state, self.hosted.state(), "a match does what is automatic and no more");
        true
    }
}

/// Promise 4 for windows: of two matches that look alike to a player, one passes for the other player by itself, in the
/// other he is asked and passes. Nothing that the first gets differs: events, view, save, what he may do and take back.
///
/// `vary` gives a position that differs in nothing but what `player` holds hidden in his hand.
pub fn passing_leaves_no_trace<G: Game>(
    game: &Arc<G>,
    seeds: std::ops::Range<u64>,
    max: usize,
    vary: impl Fn(&G::State, Player, &mut Chooser) -> Option<G::State>,
) {
    let (mut compared, mut told_apart) = (0, 0);
    for seed in seeds {
        play(game, seed, max, |hosted, chooser| {
            let Some(by) = chooser.player(hosted.to_act()) else { return };
            let legal = hosted.legal(by);
            // Windows lie behind what tells something.
            let telling: Vec<_> = legal.iter().filter(|a| game.is_barrier(hosted.state(), by, a)).collect();
            let mut probes = vec![chooser.one_of(&legal).clone()];
            if !telling.is_empty() {
                probes.extend([0; 2].map(|_| (*chooser.one_of(&telling)).clone()));
            }
            for (action, holder) in probes.iter().flat_map(|a| players(&**game).map(move |p| (a, p))) {
                let Some(varied) = vary(hosted.state(), holder, chooser) else { continue };
                let Some(pair) = both(game, [hosted.state().clone(), varied], (by, action), chooser) else { continue };
                let apart = pair[0].hosted.journal().len() != pair[1].hosted.journal().len();
                told_apart += usize::from(apart);
                let asked = if apart { "not asked" } else { "asked" };
                for viewer in players(&**game).filter(|&p| p != holder) {
                    let why = format!("seed {seed}: {viewer:?} finds out that {holder:?} was {asked} after {action:?}");
                    looks_alike(&pair[0].hosted, &pair[1].hosted, viewer, &why);
                    compared += 1;
                }
            }
        });
    }
    assert!(told_apart > 0 && compared > told_apart, "{told_apart} of {compared} were asked in one match only");
}

/// Carries out an action in two matches; whoever is asked behind it in one of them only, passes there. Nothing when they come
/// to different things.
fn both<G: Game>(
    game: &Arc<G>,
    [a, b]: [G::State; 2],
    (by, action): (Player, &G::Action),
    chooser: &mut Chooser,
) -> Option<[Watched<G>; 2]> {
    let (a, b) = after_passes(&**game, a, b)?;
    let mut pair = [Watched::new(game, a), Watched::new(game, b)];
    let mut fallen = Vec::new();
    if !pair.iter_mut().all(|one| one.apply(by, action, &mut fallen, chooser)) {
        return None;
    }
    while pair[0].done.len() != pair[1].done.len() {
        let behind = usize::from(pair[0].done.len() > pair[1].done.len());
        let (player, pass) = pair[1 - behind].done[pair[behind].done.len()].clone();
        if !pair[behind].apply(player, &pass, &mut fallen, chooser) {
            return None;
        }
    }
    let [a, b] = &pair;
    (a.done == b.done && a.drawn == b.drawn).then_some(pair)
}

/// The same of everything for a player and for an onlooker, also when it is taken back.
fn looks_alike<G: Game>(a: &Match<G>, b: &Match<G>, viewer: Player, why: &str) {
    same(a, b, viewer, why);
    let public = |hosted: &Match<G>| {
        let (events, _) = hosted.events_since(0, Viewer::Public);
        (format!("{events:?}"), hosted.view(Viewer::Public))
    };
    assert_eq!(public(a), public(b), "{why}: an onlooker");
    let (mut a, mut b) = (a.fork(None), b.fork(None));
    let asks = [a.ask_undo(viewer, 1), b.ask_undo(viewer, 1)];
    assert_eq!(asks[0], asks[1], "{why}: asking to take back");
    same(&a, &b, viewer, &format!("{why}, when taking back is asked"));
    if asks[0].is_ok() {
        for hosted in [&mut a, &mut b] {
            let others: Vec<_> = players(&**hosted.game()).filter(|&p| p != viewer).collect();
            others.into_iter().for_each(|p| hosted.consent(p).expect("he is asked"));
        }
        same(&a, &b, viewer, &format!("{why}, and it is taken back"));
    }
}

/// In the middle of everything that `pending` names, at most `each` times a name: the match is cloned, saved in both forms
/// and loaded, taken back and played again, and forked, and comes to the same. Says how often each name was met.
pub fn holds_in_the_middle<G: Game>(
    game: &Arc<G>,
    seeds: std::ops::Range<u64>,
    max: usize,
    each: usize,
    pending: impl Fn(&G::State) -> Option<String>,
) -> BTreeMap<String, usize> {
    let mut met = BTreeMap::new();
    for seed in seeds {
        play(game, seed, max, |hosted, chooser| {
            let Some(name) = pending(hosted.state()) else { return };
            let count: &mut usize = met.entry(name.clone()).or_default();
            *count += 1;
            if *count > each {
                return;
            }
            let why = format!("seed {seed}: {name} at {}", text(hosted));
            assert!(game.automatic(hosted.state()).is_none(), "{why}: nobody is asked what he can only pass");
            assert_eq!(game.check_state(hosted.state()), Ok(()), "{why}");
            let record = hosted.record();
            for bytes in [record::to_json(&record).into_bytes(), record::to_binary(&record)] {
                assert_eq!(record::read(&bytes).as_ref(), Ok(&record), "{why}");
            }
            assert_eq!(record::verify(&**game, &record), Ok(()), "{why}");
            let mut loaded = Match::from_record(Arc::clone(game), &record).expect("it verifies");
            assert_eq!(fingerprint(&loaded), fingerprint(hosted), "{why}");
            let position = Match::from_position(Arc::clone(game), &record).expect("a position");
            assert_eq!(position.state(), hosted.state(), "{why}");

            let Some((player, action)) = chooser.action(hosted) else { panic!("{why}: nobody acts") };
            let (mut clone, mut fork) = (hosted.clone(), hosted.fork(None));
            let mut other = hosted.fork(Some(DrawsFrom::Seed(Seed::from_number(seed ^ 0x5a))));
            for one in [&mut loaded, &mut clone, &mut fork, &mut other] {
                apply(one, player, &action, seed);
            }
            assert_eq!(fingerprint(&loaded), fingerprint(&clone), "{why}: {action:?}");
            assert_eq!(fingerprint(&loaded), fingerprint(&fork), "{why}: {action:?}");
            assert_eq!(record::verify(&**game, &other.record()), Ok(()), "{why}: {action:?}");

            // Back and forth over the choice, and over the action that led to it.
            let mut free = record;
            free.header.analysis = true;
            free.header.redraw = eagles::chance::Redraw::Same;
            let mut free = Match::from_record(Arc::clone(game), &free).expect("it verifies");
            apply(&mut free, player, &action, seed);
            let (after, back) = (free.state().clone(), free.journal().len().min(2));
            free.undo(player, 1).expect("free in analysis");
            assert_eq!(free.state(), hosted.state(), "{why}: {action:?} taken back");
            free.redo(player).expect("it was taken back");
            assert_eq!(free.state(), &after, "{why}: {action:?} again");
            free.undo(player, back).expect("free in analysis");
            (0..back).for_each(|_| free.redo(player).expect("it was taken back"));
            assert_eq!(free.state(), &after, "{why}: from before {action:?} again");

            // Between players it takes what it always takes: a barrier, and the others' consent.
            let strict = clone.fork(None).undo(player, 1);
            let barrier = game.is_barrier(hosted.state(), player, &action);
            assert!(strict.is_err() || !barrier, "{why}: {action:?} is taken back alone");
            if clone.outcome().is_some() {
                return;
            }
            clone.ask_undo(player, 1).expect("he has acted");
            for other in players(&**game).filter(|&p| p != player) {
                clone.consent(other).expect("he is asked");
            }
            assert_eq!(clone.state(), hosted.state(), "{why}: {action:?} taken back with consent");
            for viewer in players(&**game) {
                assert!(!all_seen(&clone, viewer).is_empty());
            }
        });
    }
    met
}
