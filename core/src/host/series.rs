//! Many games between bots, a slice at a time: the host watches and stops by looking between slices.

use super::error::{HostError, Status, value};
use super::forms::SeriesForm;
use super::hostable::{Hostable, bot};
use super::sheets::{Report, Seat};
use crate::bot::Bot;
use crate::chance::Seed;
use crate::game::Player;
use crate::simulate::{Control, Crew, Plan, SimulateError, Summary, simulate};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The most players a series has.
const SEATS: usize = 8;
/// The most workers.
pub const MAX_WORKERS: usize = 1_024;

/// What one game came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C)]
pub struct Row {
    /// Its number in the series, from 0.
    pub game: u64,
    /// Actions listed in decisions between two or more.
    pub listed: u64,
    /// Actions made.
    pub actions: u32,
    /// Decisions between two or more actions.
    pub decisions: u32,
    /// The winner; 255 for none.
    pub winner: u8,
    /// 1 when it ended by the rules, 0 when it was broken off.
    pub over: u8,
    /// 0.
    pub reserved: [u8; 6],
}

/// How far a series has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C)]
pub struct Progress {
    /// Games played, in order from the first.
    pub played: u64,
    /// Games of the whole series.
    pub games: u64,
    /// 1 once it has been cancelled.
    pub cancelled: u32,
    /// 1 once all games are played.
    pub done: u32,
}

/// What may be looked at and done from any thread while a slice runs.
#[derive(Debug, Default)]
pub struct Watch {
    played: AtomicU64,
    games: AtomicU64,
    cancel: AtomicBool,
}

impl Watch {
    /// Stops the slice that runs, soon, and lets no other begin.
    pub fn cancel(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }

    /// How far it is.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let (played, games) = (self.played.load(Ordering::Relaxed), self.games.load(Ordering::Relaxed));
        let cancelled = u32::from(self.cancel.load(Ordering::Relaxed));
        Progress { played, games, cancelled, done: u32::from(played == games) }
    }
}

/// A series of games between bots.
pub trait Running: Send {
    /// What may be watched from other threads.
    fn watch(&self) -> Arc<Watch>;
    /// Plays up to `games` more games with `workers` workers of `crew` (0: one for each core), and hands each row to `take` in
    /// order. All workers are gone when it returns. The results do not depend on slices or workers.
    ///
    /// # Errors
    /// When a script fails or the rules break their contract; the games before it count.
    fn run(
        &mut self,
        games: u64,
        workers: usize,
        crew: &dyn Crew,
        take: &mut (dyn FnMut(Row) + Send),
    ) -> Result<Progress, HostError>;
    /// What all games so far came to, as JSON: wins by player, draws, endings by code, actions.
    fn report(&self, out: &mut Vec<u8>);
}

/// A series of one game.
pub(super) struct Series<G: Hostable> {
    game: Arc<G>,
    players: Vec<String>,
    seed: Seed,
    max_actions: u32,
    watch: Arc<Watch>,
    totals: Totals,
}

/// Sums over the games so far.
#[derive(Default)]
struct Totals {
    played: u64,
    wins: [u64; SEATS],
    draws: u64,
    broken_off: u64,
    endings: BTreeMap<&'static str, u64>,
    actions: u64,
    decisions: u64,
    fewest: Option<u32>,
    most: u32,
}

impl Totals {
    fn add(&mut self, summary: &Summary) {
        self.played += 1;
        self.actions += u64::from(summary.actions);
        self.decisions += u64::from(summary.decisions);
        self.fewest = Some(self.fewest.map_or(summary.actions, |fewest| fewest.min(summary.actions)));
        self.most = self.most.max(summary.actions);
        match &summary.outcome {
            None => self.broken_off += 1,
            Some(outcome) => {
                *self.endings.entry(outcome.code).or_default() += 1;
                match outcome.winner {
                    Some(winner) => self.wins[winner.index() % SEATS] += 1,
                    None => self.draws += 1,
                }
            }
        }
    }
}

impl<G: Hostable> Series<G> {
    pub(super) fn new(game: Arc<G>, form: SeriesForm) -> Result<Self, HostError> {
        let seats = usize::from(game.players());
        let players = if form.players.is_empty() { vec!["greedy".to_owned(); seats] } else { form.players };
        if players.len() != seats {
            let message = format!("`players` names {} players; this game has {seats}", players.len());
            return Err(HostError::new(Status::Form, "players", message));
        }
        players.iter().try_for_each(|name| bot::<G>(name).map(|_| ()))?;
        let watch = Watch::default();
        watch.games.store(form.games, Ordering::Relaxed);
        Ok(Self {
            game,
            players,
            seed: form.seed.unwrap_or(Seed([0; 32])),
            max_actions: form.max_actions.unwrap_or(100_000),
            watch: Arc::new(watch),
            totals: Totals::default(),
        })
    }
}

fn broken(error: SimulateError) -> HostError {
    match error {
        SimulateError::Unmet { unmet, game, .. } => {
            let error = HostError::from(unmet);
            HostError { message: format!("game {game}: {}", error.message), ..error }
        }
        SimulateError::Workers { .. } => HostError::new(Status::Range, "workers", error.to_string()),
        error => HostError::new(Status::Internal, "series", error.to_string()),
    }
}

impl<G: Hostable> Running for Series<G> {
    fn watch(&self) -> Arc<Watch> {
        Arc::clone(&self.watch)
    }

    fn run(
        &mut self,
        games: u64,
        workers: usize,
        crew: &dyn Crew,
        take: &mut (dyn FnMut(Row) + Send),
    ) -> Result<Progress, HostError> {
        if workers > MAX_WORKERS {
            let message = format!("{workers} workers; at most {MAX_WORKERS} may run");
            return Err(HostError::new(Status::Range, "workers", message));
        }
        let whole = self.watch.games.load(Ordering::Relaxed);
        let plan = Plan {
            first: self.totals.played,
            games: games.min(whole - self.totals.played),
            seed: self.seed,
            workers: Some(
                NonZeroUsize::new(workers)
                    .or_else(|| std::thread::available_parallelism().ok())
                    .unwrap_or(NonZeroUsize::MIN),
            ),
            max_actions: self.max_actions,
        };
        let Self { game, players, watch, totals, .. } = self;
        let bots = || -> Vec<Box<dyn Bot<G>>> { players.iter().filter_map(|name| bot(name).ok()).collect() };
        let before = plan.first;
        let progress = |played: u64| watch.played.store(before + played, Ordering::Relaxed);
        let taken = |summary: Summary| {
            totals.add(&summary);
            let winner = summary.outcome.and_then(|outcome| outcome.winner);
            take(Row {
                game: summary.game,
                listed: summary.listed,
                actions: summary.actions,
                decisions: summary.decisions,
                winner: winner.map_or(u8::MAX, |winner| winner.0),
                over: u8::from(summary.outcome.is_some()),
                reserved: [0; 6],
            });
        };
        let control = Control { progress: Some(&progress), cancel: Some(&watch.cancel), crew: Some(crew) };
        let ran = simulate(&**game, &plan, bots, |_, _, summary| *summary, taken, control);
        watch.played.store(totals.played, Ordering::Relaxed);
        ran.map_err(broken)?;
        Ok(watch.progress())
    }

    fn report(&self, out: &mut Vec<u8>) {
        let Totals { played, wins, draws, broken_off, endings, actions, decisions, fewest, most } = &self.totals;
        let players = (0..self.game.players()).zip(&self.players).map(|(player, bot)| Seat {
            player,
            name: self.game.player_name(Player(player)),
            bot,
            wins: wins[usize::from(player) % SEATS],
        });
        let report = Report {
            game: self.game.name(),
            title: self.game.title(),
            seed: self.seed,
            played: *played,
            players: players.collect(),
            draws: *draws,
            broken_off: *broken_off,
            endings,
            actions: *actions,
            fewest_actions: *fewest,
            most_actions: *most,
            decisions: *decisions,
        };
        out.extend(value(&report).to_string().into_bytes());
    }
}
