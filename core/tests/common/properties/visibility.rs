//! A viewer sees what the viewer may see.

use super::{Chooser, play, players, text};
use eagles::chance::{Drawn, Kind, Request, Seed, Seeded, Supplied, Unmet};
use eagles::game::{Failure, Game, Player, Quiet, Viewer};
use eagles::play::{ApplyError, Match, MatchOptions};
use eagles::record::json_hash;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The positions that `determinise` gives look alike to the player, and can be played from.
pub fn determinises<G: Game>(game: &Arc<G>, seeds: std::ops::Range<u64>, max: usize) {
    for seed in seeds {
        play(game, seed, max, |hosted, _| {
            for player in players(&**game) {
                let viewer = Viewer::Player(player);
                let view = hosted.view(viewer);
                let mut draws = Seeded::new(Seed::from_number(seed).child(hosted.journal().len() as u64));
                let sample = game.determinise(&view, &mut draws).expect("a seed answers everything");
                assert_eq!(
                    game.view(&sample, viewer),
                    view,
                    "seed {seed}: {} becomes {}",
                    text(hosted),
                    game.write_state(&sample)
                );
                assert_eq!(game.to_act(&sample), game.to_act(hosted.state()), "seed {seed}: {}", text(hosted));
                if let Err(error) = game.read_state(&game.write_state(&sample)) {
                    panic!("seed {seed}: a sample that cannot be: {error}\n{}", game.write_state(&sample));
                }
            }
        });
    }
}

/// Counts the positions that `determinise` gives for one view.
pub fn samples<G: Game>(game: &G, view: &G::View, count: u64) -> BTreeMap<String, u64> {
    let mut found = BTreeMap::new();
    let mut draws = Seeded::new(Seed::from_number(11));
    for _ in 0..count {
        let sample = game.determinise(view, &mut draws).expect("a seed answers everything");
        *found.entry(game.write_state(&sample)).or_default() += 1;
    }
    found
}

/// Chi-square of counts against all being equally likely, over `cells` cells, some perhaps never met.
pub fn chi_square(counts: impl IntoIterator<Item = u64>, cells: usize) -> f64 {
    let counts: Vec<u64> = counts.into_iter().collect();
    let expected = counts.iter().sum::<u64>() as f64 / cells as f64;
    let off = counts.iter().map(|&n| (n as f64 - expected).powi(2) / expected).sum::<f64>();
    off + expected * (cells - counts.len()) as f64
}

/// A chi-square value that chance exceeds once in about 30,000 times (Wilson and Hilferty's approximation).
pub fn chi_square_limit(freedom: usize) -> f64 {
    let k = freedom as f64;
    k * (1.0 - 2.0 / (9.0 * k) + 4.0 * (2.0 / (9.0 * k)).sqrt()).powi(3)
}

/// Everything that `player` gets out of a match, as text.
pub fn all_seen<G: Game>(hosted: &Match<G>, player: Player) -> String {
    let game = &**hosted.game();
    let view = hosted.view(Viewer::Player(player));
    let information = hosted.information_state(player).expect("a player");
    let legal = hosted.legal(player);
    let words: Vec<_> = legal.iter().map(|action| game.write_action(hosted.state(), player, action)).collect();
    let english: Vec<_> = legal.iter().map(|action| game.action_text(&view, player, action)).collect();
    assert!(english.iter().all(|text| !text.is_empty()));
    let why: Vec<_> = legal.iter().map(|action| hosted.explain(player, action)).collect();
    let barriers: Vec<_> = legal.iter().map(|action| game.is_barrier(hosted.state(), player, action)).collect();
    let save = serde_json::to_string(&hosted.save_for(player).expect("a player")).expect("a save is plain data");
    let chances: Vec<_> = [1, 2, 5]
        .into_iter()
        .map(|n| {
            let mut tried = hosted.fork(None);
            (tried.undo(player, n).map_err(|e| e.to_string()), hosted.redoable(player))
        })
        .collect();
    format!(
        "view {}\ninformation {} {:016x}\nlegal {legal:?}\nwords {words:?}\nenglish {english:?}\nwhy {why:?}\nbarriers {barriers:?}\nsave {save}\n\
         text {}\nto act {:?}\nundo {chances:?}\noutcome {:?}",
        serde_json::to_string(&view).expect("a view is plain data"),
        serde_json::to_string(&information).expect("information is plain data"),
        information.hash(),
        game.view_text(&view),
        hosted.to_act(),
        hosted.outcome(),
    )
}

pub fn same<G: Game>(a: &Match<G>, b: &Match<G>, player: Player, why: &str) {
    let (seen, other) = (all_seen(a, player), all_seen(b, player));
    if seen == other {
        return;
    }
    for (line, other) in seen.lines().zip(other.lines()) {
        let (line, other): (Vec<char>, Vec<char>) = (line.chars().collect(), other.chars().collect());
        let at = line.iter().zip(&other).take_while(|(x, y)| x == y).count();
        if line != other {
            let name: String = line.iter().take_while(|&&c| c != ' ').collect();
            let near = |line: &[char]| line.iter().skip(at.saturating_sub(150)).take(300).collect::<String>();
            panic!("{why}\n{}\n{}\n{name}:\n  {}\n  {}", text(a), text(b), near(&line), near(&other));
        }
    }
    panic!("{why}: one is told more lines than the other");
}

/// Actions from all over a game, of both players and by sort: most of them are not allowed where they are tried.
struct Pool<A>(BTreeMap<String, Vec<A>>);

impl<A: Clone + serde::Serialize> Pool<A> {
    /// Remembers what is allowed here.
    fn fill<G: Game<Action = A>>(&mut self, hosted: &Match<G>) {
        for player in players(&**hosted.game()) {
            for action in hosted.legal(player) {
                let sort = match serde_json::to_value(&action).expect("an action has a JSON form") {
                    serde_json::Value::Object(fields) => fields.keys().next().cloned().unwrap_or_default(),
                    other => other.to_string(),
                };
                self.0.entry(sort).or_default().push(action);
            }
        }
    }

    fn some(&self, chooser: &mut Chooser) -> Vec<A> {
        let latest = |all: &[A], chooser: &mut Chooser| all[all.len() - 1 - chooser.below(all.len().min(500))].clone();
        self.0.values().flat_map(|all| [latest(all, chooser), latest(all, chooser)]).collect()
    }
}

/// Whatever a player asks about, also about what he may not do, he gets the same answers; says how many were refusals.
fn same_answers<G: Game>(a: &Match<G>, b: &Match<G>, player: Player, asked: &[G::Action], why: &str) -> usize {
    let game = &**a.game();
    let mut refused = 0;
    for action in asked {
        let answer = |hosted: &Match<G>| {
            let state = hosted.state();
            let word = game.write_action(state, player, action);
            let refusal = game.refusal(state, player, action);
            let (totals, barrier) = (game.totals(state, player, action), game.is_barrier(state, player, action));
            let explained = game.explain(state, player, action).map_err(|refusal| refusal.to_string());
            let read = game.read_action(state, player, &word);
            format!("`{word}` {read:?}\n{refusal:?}\n{totals:?}\n{barrier}\n{explained:?}")
        };
        refused += usize::from(game.refusal(a.state(), player, action).is_some());
        let (seen, other) = (answer(a), answer(b));
        assert!(seen == other, "{why}: asked about {action:?}\n{}\n{}\n{seen}\nor\n{other}", text(a), text(b));
    }
    refused
}

/// The request for the first draw of each action itself, which the player hears too; the options of a pick are the
/// referee's. What the match goes on to by itself tells a host who throws the dice that nobody is asked in between.
fn requests<G: Game>(hosted: &Match<G>, player: Player) -> Vec<String> {
    let game = &**hosted.game();
    let needed = |action: &G::Action| {
        let mut state = hosted.state().clone();
        match game.apply(&mut state, player, action, &mut Supplied::new(), &mut Quiet) {
            Err(Failure::Unmet(Unmet::Needed(needed))) => {
                format!("{:?} {} {}", needed.request, needed.have, game.draw_text(&needed.request))
            }
            _ => String::new(),
        }
    };
    hosted.legal(player).iter().map(needed).collect()
}

/// Two positions that look alike to a player, each after what a match makes by itself in either: where one of them would
/// ask, the answer is the other's pass. Nothing when that pass is not possible there.
pub fn after_passes<G: Game>(game: &G, mut a: G::State, mut b: G::State) -> Option<(G::State, G::State)> {
    while let Some((player, pass)) = game.automatic(&a).or_else(|| game.automatic(&b)) {
        let results = [&mut a, &mut b].map(|state| game.apply(state, player, &pass, &mut Supplied::new(), &mut Quiet));
        match results {
            [Ok(()), Ok(())] => {}
            // Where dice are missing, a match asks whoever could only pass.
            [Err(Failure::Unmet(_)), Err(Failure::Unmet(_))] => break,
            _ => return None,
        }
    }
    Some((a, b))
}

/// Matches from such positions, for a host who throws the dice.
pub fn pair<G: Game>(game: &Arc<G>, a: G::State, b: G::State) -> Option<(Match<G>, Match<G>)> {
    let (a, b) = after_passes(&**game, a, b)?;
    let hosted = |state| Match::from_state(Arc::clone(game), state, MatchOptions::hosted()).expect("a position");
    Some((hosted(a), hosted(b)))
}

/// Promise 4: two matches that look alike to a player so far give him the same of everything, and go on doing so while he
/// does what tells nobody anything.
pub fn hides_what_is_hidden<G: Game>(game: &Arc<G>, seeds: std::ops::Range<u64>, max: usize) {
    let (mut differing, mut steps, mut refused) = (0, 0, 0);
    for seed in seeds {
        let mut pool = Pool(BTreeMap::new());
        play(game, seed, max, |hosted, chooser| {
            pool.fill(hosted);
            for player in players(&**game) {
                let view = hosted.view(Viewer::Player(player));
                let mut draws = Seeded::new(Seed::from_number(seed).child(1000 + hosted.journal().len() as u64));
                let sample = game.determinise(&view, &mut draws).expect("a seed answers everything");
                differing += u32::from(&sample != hosted.state());
                let Some((mut a, mut b)) = pair(game, hosted.state().clone(), sample) else { continue };
                let why = format!("seed {seed}, action {}, player {}", hosted.journal().len(), player.0);
                same(&a, &b, player, &why);
                refused += same_answers(&a, &b, player, &pool.some(chooser), &why);
                assert_eq!(requests(&a, player), requests(&b, player), "{why}: requests for draws");
                for _ in 0..3 {
                    let quiet: Vec<G::Action> = a
                        .legal(player)
                        .into_iter()
                        .filter(|action| {
                            !game.is_barrier(a.state(), player, action) && a.needed(player, action).is_none()
                        })
                        .collect();
                    if quiet.is_empty() {
                        break;
                    }
                    let action = chooser.one_of(&quiet).clone();
                    let results = (a.apply(player, &action), b.apply(player, &action));
                    assert_eq!(results.0, results.1, "{why}: {action:?}");
                    same(&a, &b, player, &format!("{why} after {action:?}"));
                    steps += 1;
                }
            }
        });
    }
    assert!(differing > 0 && steps > 0, "{differing} samples differed, {steps} steps were made: both should happen");
    assert!(refused > 0, "nothing was ever asked that is not allowed");
}

/// Promise 4, the other way round: where two matches look alike to a player, what another player does in both, and what
/// tells nobody anything, looks alike to him too.
pub fn hides_what_others_do<G: Game>(game: &Arc<G>, seeds: std::ops::Range<u64>, max: usize) {
    let mut compared = 0;
    for seed in seeds {
        let mut pool = Pool(BTreeMap::new());
        play(game, seed, max, |hosted, chooser| {
            pool.fill(hosted);
            for player in players(&**game) {
                let Some(other) = chooser.player(hosted.to_act().without(player)) else { continue };
                let mut draws = Seeded::new(Seed::from_number(seed).child(2000 + hosted.journal().len() as u64));
                let view = hosted.view(Viewer::Player(player));
                let sample = game.determinise(&view, &mut draws).expect("a seed answers everything");
                let Some((mut a, mut b)) = pair(game, hosted.state().clone(), sample) else { continue };
                let possible = b.legal(other);
                let quiet: Vec<G::Action> = a
                    .legal(other)
                    .into_iter()
                    .filter(|action| possible.contains(action))
                    .filter(|action| {
                        [&a, &b].into_iter().all(|side| {
                            !game.is_barrier(side.state(), other, action) && side.needed(other, action).is_none()
                        })
                    })
                    .collect();
                if quiet.is_empty() {
                    continue;
                }
                let action = chooser.one_of(&quiet).clone();
                super::apply(&mut a, other, &action, seed);
                super::apply(&mut b, other, &action, seed);
                let why = format!("seed {seed}: player {} sees more of {action:?} than he may", player.0);
                same(&a, &b, player, &why);
                same_answers(&a, &b, player, &pool.some(chooser), &why);
                compared += 1;
            }
        });
    }
    assert!(compared > 0, "nothing was compared");
}

/// What another player draws for himself looks alike, whatever it is. `owner` names the one player who sees the result of a
/// draw, if only one does.
pub fn hides_what_others_draw<G: Game>(
    game: &Arc<G>,
    seeds: std::ops::Range<u64>,
    max: usize,
    owner: impl Fn(&Request) -> Option<Player>,
) {
    let mut compared = 0;
    for seed in seeds {
        let mut hosted = Match::new(Arc::clone(game), MatchOptions::hosted());
        let mut chooser = Chooser::new(seed);
        for _ in 0..max {
            let Some((player, action)) = chooser.action(&hosted) else { break };
            for viewer in players(&**game) {
                let mut twin = hosted.fork(None);
                let mut whole = hosted.fork(None);
                let (mut changed, mut apart) = (false, false);
                while let Err(error) = whole.apply(player, &action) {
                    let Some(first) = supply(&mut whole, &error, &mut chooser) else { panic!("seed {seed}: {error}") };
                    let twins = match twin.apply(player, &action) {
                        Err(ApplyError::Unmet(Unmet::Needed(needed))) => needed,
                        other => panic!("seed {seed}: {other:?}"),
                    };
                    let hidden = |request: &Request| owner(request).is_some_and(|owner| owner != viewer);
                    let same = whole.supplied()[twin.supplied().len()..].to_vec();
                    let faces = match twins.request.kind {
                        Kind::Dice { sides, .. } => (1..=u16::from(sides)).collect(),
                        Kind::Pick { .. } => twins.options.clone(),
                    };
                    let others: Vec<u16> = faces.into_iter().filter(|face| !same.contains(face)).collect();
                    let values = if hidden(&twins.request) && !others.is_empty() {
                        changed = true;
                        same.iter().map(|_| *chooser.one_of(&others)).collect()
                    } else {
                        same
                    };
                    // Another result may lead to other draws, as when a deal must be made again.
                    apart |= twins.request != first.request && !hidden(&first.request);
                    twin.supply(&values).expect("few values");
                    if apart || values.iter().any(|v| !twins.options.is_empty() && !twins.options.contains(v)) {
                        apart = true;
                        break;
                    }
                }
                // Who has drawn something to play is asked next, who has not is passed over.
                if changed && !apart && twin.apply(player, &action).is_ok() && twin.to_act() == whole.to_act() {
                    same(&whole, &twin, viewer, &format!("seed {seed}: player {} sees what {action:?} drew", viewer.0));
                    compared += 1;
                }
            }
            while let Err(error) = hosted.apply(player, &action) {
                assert!(supply(&mut hosted, &error, &mut chooser).is_some(), "seed {seed}: {error}");
            }
        }
    }
    assert!(compared > 0, "no draw was hidden");
}

/// Supplies a random result for the draw that is needed, and says what it was.
fn supply<G: Game>(
    hosted: &mut Match<G>,
    error: &ApplyError<G::Refusal>,
    chooser: &mut Chooser,
) -> Option<eagles::chance::Needed> {
    let ApplyError::Unmet(Unmet::Needed(needed)) = error else { return None };
    let values: Vec<u16> = match needed.request.kind {
        Kind::Dice { count, sides } => (0..count).map(|_| 1 + chooser.below(sides.into()) as u16).collect(),
        Kind::Pick { .. } => vec![*chooser.one_of(&needed.options)],
    };
    hosted.supply(&values).expect("few values");
    Some((**needed).clone())
}

/// Whole matches: what the other player does unseen (as in a hidden deployment) leaves no trace in anything a player gets,
/// whether it was done, done otherwise or taken back.
pub fn hides_what_is_done_unseen<G: Game>(game: &Arc<G>, seeds: std::ops::Range<u64>, max: usize) {
    let mut unseen = 0;
    for seed in seeds {
        let mut with = super::seeded(game, seed);
        let mut chooser = Chooser::new(seed);
        for _ in 0..max {
            let Some((player, action)) = chooser.action(&with) else { break };
            let without = with.fork(None);
            super::apply(&mut with, player, &action, seed);
            for other in players(&**game).filter(|&p| p != player) {
                let before = without.events_since(0, Viewer::Player(other)).1;
                if with.events_since(before, Viewer::Player(other)).0.is_empty()
                    && with.view(Viewer::Player(other)) == without.view(Viewer::Player(other))
                {
                    let why = format!("seed {seed}: {action:?} was not seen by player {}", other.0);
                    same(&without, &with, other, &why);
                    let mut back = with.fork(None);
                    if back.undo(player, 1).is_ok() {
                        same(&without, &back, other, &format!("{why}, nor its undoing"));
                    }
                    unseen += 1;
                }
            }
        }
    }
    assert!(unseen > 0, "nothing was ever done unseen");
}

/// A draw asked for in a match tells its player what the referee is told, without the options.
pub fn requests_are_named<G: Game>(game: &Arc<G>, seeds: std::ops::Range<u64>, max: usize) {
    for seed in seeds {
        let hosted = play(game, seed, max, |_, _| {});
        let mut supplied = Match::new(Arc::clone(game), MatchOptions::hosted());
        for entry in hosted.journal() {
            let draws: &[Drawn] = &entry.draws;
            for drawn in draws {
                let asked = supplied.apply(entry.player, &entry.action);
                let Err(ApplyError::Unmet(Unmet::Needed(needed))) = asked else {
                    panic!("seed {seed}: {asked:?}");
                };
                for &option in &needed.options {
                    assert!(!game.option_text(&needed.request, option).is_empty());
                }
                supplied.supply(&drawn.values).expect("few values");
            }
            super::apply(&mut supplied, entry.player, &entry.action, seed);
        }
        assert_eq!(json_hash(&supplied.state()), json_hash(&hosted.state()));
    }
}
