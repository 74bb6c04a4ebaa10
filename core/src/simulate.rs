//! Many games on all cores.
//!
//! Game number n of a [`Plan`] has the seed `plan.seed.child(n)` and nothing else to depend on, and results are handed over
//! in the order of their numbers: any number of workers gives the same answer. A playout keeps its buffers and makes no
//! events, no record and no copies.

use crate::bot::{Bot, Sight, chance_of};
use crate::chance::{Seed, Seeded, Unmet};
use crate::game::{Game, Outcome, Player, Quiet};
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Games that one set of bots plays before fresh ones take over: fixed, so that no result depends on the workers.
const CHUNK: u64 = 16;
/// Games whose results wait at most before they are handed over.
const BATCH: u64 = 4_096;

/// How many games to play, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The number of the first game: series can be played in slices.
    pub first: u64,
    /// How many games.
    pub games: u64,
    /// The seed of them all.
    pub seed: Seed,
    /// How many workers; all cores when not given.
    pub workers: Option<NonZeroUsize>,
    /// Actions after which a game is broken off.
    pub max_actions: u32,
}

impl Plan {
    /// `games` games on all cores, broken off after 100,000 actions.
    #[must_use]
    pub fn new(games: u64, seed: Seed) -> Self {
        Self { first: 0, games, seed, workers: None, max_actions: 100_000 }
    }
}

/// What one game came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Its number, from 0.
    pub game: u64,
    /// Its seed; the game can be played again from it.
    pub seed: Seed,
    /// Actions made.
    pub actions: u32,
    /// Decisions between two or more actions.
    pub decisions: u32,
    /// Actions listed in those decisions.
    pub listed: u64,
    /// How it ended; nothing when it was broken off.
    pub outcome: Option<Outcome>,
}

/// Why games could not be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SimulateError {
    /// There must be a bot for every player.
    #[error("game {game}: {have} bots for {players} players")]
    Bots {
        /// The game.
        game: u64,
        /// How many bots there are.
        have: usize,
        /// How many there must be.
        players: u8,
    },
    /// A bot chose what it was not offered.
    #[error("game {game}, action {action}: {bot} chose number {chosen} of {offered} actions")]
    Choice {
        /// The game.
        game: u64,
        /// The action, from 0.
        action: u32,
        /// The bot.
        bot: &'static str,
        /// What it chose.
        chosen: usize,
        /// How many there were.
        offered: usize,
    },
    /// The rules leave a player who must act without an action.
    #[error("game {game}, action {action}: player {} must act and has no action", player.0)]
    Stuck {
        /// The game.
        game: u64,
        /// The action, from 0.
        action: u32,
        /// The player.
        player: Player,
    },
    /// The rules ask for a draw that a seed cannot give.
    #[error("game {game}, action {action}: {unmet}")]
    Unmet {
        /// The game.
        game: u64,
        /// The action, from 0.
        action: u32,
        /// What is missing.
        unmet: Unmet,
    },
    /// No worker could be started.
    #[error("cannot start {workers} workers: {reason}")]
    Workers {
        /// How many were asked for.
        workers: usize,
        /// What the system says.
        reason: String,
    },
}

/// How far a simulation has come: games of this plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Games whose results were handed over: numbers 0 to this, without it.
    pub games: u64,
    /// Whether it was cancelled before the end.
    pub cancelled: bool,
}

/// What the caller may watch and stop, and whose threads do the work.
#[derive(Clone, Copy, Default)]
pub struct Control<'a> {
    /// Called now and then, from any worker, with the games played so far.
    pub progress: Option<&'a (dyn Fn(u64) + Sync)>,
    /// Set it to stop; games in play are finished first.
    pub cancel: Option<&'a AtomicBool>,
    /// Whose threads the workers are; those of the standard library when not given.
    pub crew: Option<&'a dyn Crew>,
}

/// Where the threads of workers come from.
pub trait Crew: Sync {
    /// Runs `work`, which does not panic, on up to `workers` threads at once, and returns when all of them have ended.
    ///
    /// # Errors
    /// What the system says when no thread could be started; `work` has not run then.
    fn run(&self, workers: NonZeroUsize, work: &(dyn Fn() + Sync)) -> Result<(), String>;
}

/// Threads of the standard library.
#[derive(Clone, Copy, Debug, Default)]
pub struct Threads;

impl Crew for Threads {
    fn run(&self, workers: NonZeroUsize, work: &(dyn Fn() + Sync)) -> Result<(), String> {
        std::thread::scope(|scope| {
            let mut threads = Vec::new();
            for _ in 0..workers.get() {
                match std::thread::Builder::new().spawn_scoped(scope, work) {
                    Ok(thread) => threads.push(thread),
                    // Those that run do all there is to do.
                    Err(_) if !threads.is_empty() => break,
                    Err(error) => return Err(error.to_string()),
                }
            }
            // Joined one by one: the end of the scope does not wait for what a thread does after its work.
            threads.into_iter().for_each(|thread| drop(thread.join()));
            Ok(())
        })
    }
}

/// Does the tasks from 0 to `count` with a crew, each worker taking the next one that is left, and gives what came of them, in
/// order.
fn share<T: Send>(
    crew: &dyn Crew,
    workers: NonZeroUsize,
    count: usize,
    task: impl Fn(usize) -> T + Sync,
) -> Result<Vec<T>, SimulateError> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(count));
    let panicked = Mutex::new(None);
    let work = || {
        let caught = catch_unwind(AssertUnwindSafe(|| {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= count {
                    break;
                }
                let result = task(number);
                done.lock().unwrap_or_else(PoisonError::into_inner).push((number, result));
            }
        }));
        if let Err(panic) = caught {
            next.store(count, Ordering::Relaxed);
            *panicked.lock().unwrap_or_else(PoisonError::into_inner) = Some(panic);
        }
    };
    crew.run(workers, &work).map_err(|reason| SimulateError::Workers { workers: workers.get(), reason })?;
    if let Some(panic) = panicked.into_inner().unwrap_or_else(PoisonError::into_inner) {
        resume_unwind(panic);
    }
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_unstable_by_key(|&(number, _)| number);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}

/// One game played from `state` by bots, in place.
///
/// When several players may act, the game says whom to ask first ([`Game::next_to_ask`]). `legal` is a buffer to be used again.
///
/// # Errors
/// When a bot or the rules break their contract.
pub fn playout<G: Game, B: Bot<G>>(
    game: &G,
    state: &mut G::State,
    (number, seed): (u64, Seed),
    bots: &mut [B],
    legal: &mut Vec<G::Action>,
    max_actions: u32,
) -> Result<Summary, SimulateError> {
    let mut summary = Summary { game: number, seed, actions: 0, decisions: 0, listed: 0, outcome: None };
    if bots.len() != usize::from(game.players()) {
        return Err(SimulateError::Bots { game: number, have: bots.len(), players: game.players() });
    }
    let mut draws = Seeded::new(seed);
    let mut chances: Vec<Seeded> = (0..game.players()).map(|p| chance_of(&seed, Player(p))).collect();
    for (bot, player) in bots.iter_mut().zip(0..) {
        bot.begin(game, Player(player));
    }
    while summary.actions < max_actions {
        let Some(player) = game.next_to_ask(state) else { break };
        let (Some(bot), Some(chance)) = (bots.get_mut(player.index()), chances.get_mut(player.index())) else {
            return Err(SimulateError::Stuck { game: number, action: summary.actions, player });
        };
        legal.clear();
        game.legal(state, player, legal);
        let chosen = match legal.len() {
            0 => return Err(SimulateError::Stuck { game: number, action: summary.actions, player }),
            1 => 0,
            offered => {
                summary.decisions += 1;
                summary.listed += offered as u64;
                bot.choose(&Sight::new(game, state, player), legal, chance)
            }
        };
        let Some(action) = legal.get(chosen) else {
            let (action, bot, offered) = (summary.actions, bot.name(), legal.len());
            return Err(SimulateError::Choice { game: number, action, bot, chosen, offered });
        };
        game.advance(state, player, action, &mut draws, &mut Quiet).map_err(|unmet| SimulateError::Unmet {
            game: number,
            action: summary.actions,
            unmet,
        })?;
        summary.actions += 1;
    }
    summary.outcome = game.outcome(state);
    Ok(summary)
}

/// Plays the games of `plan` and hands what `measure` makes of each to `take`, in the order of their numbers.
///
/// `bots` makes one bot a player. Memory does not grow with the number of games.
///
/// # Errors
/// When a bot or the rules break their contract; `take` has had the games before that one.
pub fn simulate<G, B, T>(
    game: &G,
    plan: &Plan,
    bots: impl Fn() -> Vec<B> + Sync,
    measure: impl Fn(&G, &G::State, &Summary) -> T + Sync,
    mut take: impl FnMut(T) + Send,
    control: Control<'_>,
) -> Result<Played, SimulateError>
where
    G: Game + Sync,
    B: Bot<G>,
    T: Send,
{
    let done = AtomicU64::new(0);
    let cancelled = || control.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed));
    let start = game.start();
    let chunk = |first: u64, end: u64| {
        let mut bots = bots();
        let mut legal = Vec::new();
        let mut results = Vec::with_capacity((end - first) as usize);
        let mut state = start.clone();
        for number in first..end {
            let number = plan.first + number;
            if cancelled() {
                return (results, Stop::Cancelled);
            }
            state.clone_from(&start);
            let seed = plan.seed.child(number);
            match playout(game, &mut state, (number, seed), &mut bots, &mut legal, plan.max_actions) {
                Ok(summary) => results.push(measure(game, &state, &summary)),
                Err(error) => return (results, Stop::Failed(error)),
            }
        }
        let so_far = done.fetch_add(end - first, Ordering::Relaxed) + (end - first);
        if let Some(progress) = control.progress {
            progress(so_far);
        }
        (results, Stop::No)
    };
    let workers = plan.workers.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
    let crew = control.crew.unwrap_or(&Threads);
    let mut games = 0;
    while games < plan.games {
        let end = plan.games.min(games.saturating_add(BATCH));
        let spans: Vec<_> = (games..end).step_by(CHUNK as usize).map(|first| (first, end.min(first + CHUNK))).collect();
        let mut hand_over = |(results, stop): (Vec<T>, Stop)| {
            games += results.len() as u64;
            results.into_iter().for_each(&mut take);
            match stop {
                Stop::No => Ok(None),
                Stop::Cancelled => Ok(Some(Played { games, cancelled: true })),
                Stop::Failed(error) => Err(error),
            }
        };
        if workers == NonZeroUsize::MIN {
            for (first, end) in spans {
                if let Some(played) = hand_over(chunk(first, end))? {
                    return Ok(played);
                }
            }
        } else {
            for chunk in share(crew, workers, spans.len(), |number| chunk(spans[number].0, spans[number].1))? {
                if let Some(played) = hand_over(chunk)? {
                    return Ok(played);
                }
            }
        }
    }
    Ok(Played { games, cancelled: false })
}

/// Why a chunk ended early, if it did.
enum Stop {
    No,
    Cancelled,
    Failed(SimulateError),
}

/// Plays the games of `plan` and keeps the summary of each.
///
/// # Errors
/// When a bot or the rules break their contract.
pub fn summaries<G: Game + Sync, B: Bot<G>>(
    game: &G,
    plan: &Plan,
    bots: impl Fn() -> Vec<B> + Sync,
    control: Control<'_>,
) -> Result<Vec<Summary>, SimulateError> {
    let mut all = Vec::new();
    simulate(game, plan, bots, |_, _, summary| *summary, |summary| all.push(summary), control)?;
    Ok(all)
}
