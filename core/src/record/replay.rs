//! Playing a record through again.

use super::{Hash, Logged, Record, Traced, Trail};
use crate::chance::Unmet;
use crate::game::{Failure, Game, ParseError, Player, Quiet, Sink};
use crate::play::Entry;

/// How an action of a record differs from what the rules give.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Difference {
    /// Its word cannot be read.
    #[error("it cannot be read: {0}")]
    Unreadable(ParseError),
    /// There is no such player.
    #[error("there is no player {}", .0.0)]
    NoSuchPlayer(Player),
    /// The rules refuse it.
    #[error("it is refused ({code}): {message}")]
    Refused {
        /// The code of the refusal.
        code: &'static str,
        /// The refusal in English.
        message: String,
    },
    /// The rules ask for another draw.
    #[error("{0}")]
    Draw(Unmet),
    /// The record holds draws that the rules do not ask for.
    #[error("it holds {count} draws that the rules do not ask for, the first for {code}")]
    SpareDraws {
        /// How many.
        count: usize,
        /// What the first is for.
        code: String,
    },
    /// It leads to another position.
    #[error("the record gives the position after it the hash {expected}, the rules give {found}")]
    Hash {
        /// The hash in the record.
        expected: Hash,
        /// The hash of the position reached.
        found: Hash,
    },
}

/// Where a record and the rules part.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("first divergence at action {action} (`{word}`): {what}")]
pub struct Divergence {
    /// The action, counted from 1.
    pub action: usize,
    /// Its word.
    pub word: String,
    /// How they differ.
    pub what: Difference,
}

/// Why a record cannot be taken up by a game.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LoadError {
    /// A record of another game.
    #[error("field header.game: this is a record of `{found}`, not of `{expected}`")]
    Game {
        /// The record's game.
        found: String,
        /// This one.
        expected: &'static str,
    },
    /// The parameters cannot be read.
    #[error("field header.params: {0}")]
    Params(String),
    /// The game was made from something else.
    #[error("field header.params: the record was made with other parameters than this game; make the game from them")]
    OtherParams,
    /// Other material.
    #[error(
        "field header.material: the record was made with material {found}, this game has {expected}; load the same cards or charts"
    )]
    Material {
        /// The record's.
        found: Hash,
        /// This game's.
        expected: Hash,
    },
    /// Other scripts.
    #[error(
        "field header.scripts: the record was made with scripts {found}, this game has {expected} ({differ}); load the same scripts"
    )]
    Scripts {
        /// The record's.
        found: Hash,
        /// This game's.
        expected: Hash,
        /// Which of them differ, in words.
        differ: String,
    },
    /// Other rules.
    #[error(
        "field header.rules_version: the record was made under version {found} of the rules, these are {expected}; `rerun` shows where they part, and its last position can be gone on from"
    )]
    RulesVersion {
        /// The record's.
        found: u32,
        /// The present one.
        expected: u32,
    },
    /// The first position cannot be read.
    #[error("field start: {0}")]
    Start(ParseError),
    /// The last position cannot be read.
    #[error("field position: {0}")]
    Position(ParseError),
    /// The last position is not the one the actions lead to.
    #[error("field position: it is not the position that the actions lead to")]
    OtherPosition,
    /// A player who resigned is none.
    #[error("field settled: there is no player {}", .0.0)]
    NoSuchPlayer(Player),
    /// The players cannot have ended it.
    #[error("field settled: the game had ended by its rules already; take the field out")]
    AlreadyOver,
    /// The counts of the seed do not fit the draws.
    #[error(
        "field header.draws.counts: stream {stream} is to have given {count} words, the draws of the actions use {used}; only draws that were taken back for good (`redraw` fresh) leave a difference, and never a smaller count"
    )]
    Counts {
        /// The stream.
        stream: usize,
        /// Its count in the record.
        count: u64,
        /// The words that the recorded draws use.
        used: u64,
    },
    /// The actions do not replay.
    #[error(transparent)]
    Diverged(#[from] Divergence),
}

/// One action with its draws and the hash after it, as the journal or a record holds it.
pub(crate) trait Step<G: Game> {
    fn player(&self) -> Player;
    fn action(&self, game: &G, state: &G::State) -> Result<G::Action, ParseError>;
    fn hash(&self) -> u64;
}

impl<G: Game> Step<G> for Logged {
    fn player(&self) -> Player {
        self.player
    }
    fn action(&self, game: &G, state: &G::State) -> Result<G::Action, ParseError> {
        game.read_action(state, self.player, &self.word)
    }
    fn hash(&self) -> u64 {
        self.hash.0
    }
}

impl<G: Game> Step<G> for Entry<G::Action> {
    fn player(&self) -> Player {
        self.player
    }
    fn action(&self, _: &G, _: &G::State) -> Result<G::Action, ParseError> {
        Ok(self.action.clone())
    }
    fn hash(&self) -> u64 {
        self.hash
    }
}

/// Plays one recorded action with `draws`, and what the match made by itself after it; on a difference other than the hash the state is as it was.
pub(crate) fn replay<G: Game, S: Sink<G>>(
    game: &G,
    state: &mut G::State,
    step: &impl Step<G>,
    mut draws: Traced<'_>,
    sink: &mut S,
) -> Result<G::Action, Difference> {
    let player = step.player();
    if player.0 >= game.players() {
        return Err(Difference::NoSuchPlayer(player));
    }
    let action = step.action(game, state).map_err(Difference::Unreadable)?;
    let mut next = state.clone();
    let mark = sink.mark();
    game.apply_whole(&mut next, player, &action, &mut draws, sink).map_err(|failure| match failure {
        Failure::Refused(refusal) => {
            use crate::cite::Coded;
            Difference::Refused { code: refusal.code(), message: refusal.to_string() }
        }
        Failure::Unmet(unmet) => Difference::Draw(unmet),
    })?;
    if let [first, ..] = draws.rest() {
        sink.discard(mark);
        return Err(Difference::SpareDraws { count: draws.rest().len(), code: first.code.clone() });
    }
    *state = next;
    let (expected, found) = (Hash(step.hash()), Hash(game.state_hash(state)));
    if expected == found { Ok(action) } else { Err(Difference::Hash { expected, found }) }
}

/// The record is of this game, with the same material, under the same rules.
pub(crate) fn check<G: Game>(game: &G, record: &Record) -> Result<(), LoadError> {
    same_game(game, record)?;
    let header = &record.header;
    if header.rules_version != game.rules_version() {
        return Err(LoadError::RulesVersion { found: header.rules_version, expected: game.rules_version() });
    }
    let (found, expected) = (header.material, Hash(game.material_hash()));
    if found != expected {
        return Err(LoadError::Material { found, expected });
    }
    let (found, expected) = (header.scripts, Hash(game.script_hash()));
    if found != expected {
        return Err(LoadError::Scripts { found, expected, differ: super::scripts::differ(game, record) });
    }
    Ok(())
}

fn same_game<G: Game>(game: &G, record: &Record) -> Result<(), LoadError> {
    if record.header.game != game.name() {
        return Err(LoadError::Game { found: record.header.game.clone(), expected: game.name() });
    }
    if record.params::<G>()? != game.params() {
        return Err(LoadError::OtherParams);
    }
    if let Some(super::Settled::Resigned { by }) = record.settled
        && by.0 >= game.players()
    {
        return Err(LoadError::NoSuchPlayer(by));
    }
    Ok(())
}

impl Record {
    /// What the game was made from, as `G` reads it; make the game from it, then load the record.
    ///
    /// # Errors
    /// When the record is of another sort of game.
    pub fn params<G: Game>(&self) -> Result<G::Params, LoadError> {
        serde_json::from_value(self.header.params.clone()).map_err(|error| LoadError::Params(error.to_string()))
    }
}

/// The players ended it before the rules did, if they did.
pub(crate) fn undecided<G: Game>(game: &G, record: &Record, state: &G::State) -> Result<(), LoadError> {
    if record.settled.is_some() && game.outcome(state).is_some() { Err(LoadError::AlreadyOver) } else { Ok(()) }
}

/// Plays a record through and compares every position; where it has a seed, every draw with what the seed gives.
///
/// Not checked, because a record does not tell it: draws from the host; draws from before a fork with another seed
/// ([`super::SavedDraws::Forked`]); and, where the counts say that draws were taken back for good, at which place in its
/// stream a draw was made. It must be found there in order, within the counts and not past [`super::MAX_GAP`] other words.
///
/// # Errors
/// The first thing that is not as the record says.
pub fn verify<G: Game>(game: &G, record: &Record) -> Result<(), LoadError> {
    check(game, record)?;
    let mut trail = Trail::new(record);
    let mut state = game.read_state(&record.start).map_err(LoadError::Start)?;
    for (i, logged) in record.actions.iter().enumerate() {
        replay(game, &mut state, logged, trail.of(i, logged), &mut Quiet).map_err(|what| Divergence {
            action: i + 1,
            word: logged.word.clone(),
            what,
        })?;
    }
    let position = game.read_state(&record.position).map_err(LoadError::Position)?;
    if position != state {
        return Err(LoadError::OtherPosition);
    }
    trail.finish()?;
    undecided(game, record, &state)
}

/// What became of an old record under the present rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Rerun<S> {
    /// The version of the rules it was made under.
    pub rules_version: u32,
    /// The first action that went differently.
    pub first: Option<Divergence>,
    /// The action at which it could not go on: its word, the action itself or its draws no longer fit.
    pub stopped: Option<Divergence>,
    /// How many actions were played.
    pub played: usize,
    /// The position reached.
    pub state: S,
}

/// Plays the actions and draws of a record under the present rules and material, and reports where they lead elsewhere.
/// The draws are taken as they are recorded: under other rules a seed may give others.
///
/// A position that only hashes differently is noted and played on from.
///
/// # Errors
/// When the record is of another game, or its start cannot be read.
pub fn rerun<G: Game>(game: &G, record: &Record) -> Result<Rerun<G::State>, LoadError> {
    same_game(game, record)?;
    let state = game.read_state(&record.start).map_err(LoadError::Start)?;
    let mut rerun = Rerun { rules_version: record.header.rules_version, first: None, stopped: None, played: 0, state };
    for (i, logged) in record.actions.iter().enumerate() {
        let Err(what) = replay(game, &mut rerun.state, logged, Traced::unchecked(&logged.draws), &mut Quiet) else {
            rerun.played += 1;
            continue;
        };
        let goes_on = matches!(what, Difference::Hash { .. });
        let divergence = Divergence { action: i + 1, word: logged.word.clone(), what };
        rerun.first.get_or_insert_with(|| divergence.clone());
        if !goes_on {
            rerun.stopped = Some(divergence);
            break;
        }
        rerun.played += 1;
    }
    Ok(rerun)
}
