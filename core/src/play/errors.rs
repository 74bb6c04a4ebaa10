//! Why a match does not do what it is asked.

use crate::chance::Unmet;
use crate::game::{Failure, Player};
use crate::record::Divergence;

/// The most actions a match keeps in its journal.
pub const MAX_ACTIONS: usize = 65_535;
/// How often one player may undo, redo, ask, offer and answer in a match.
pub const MAX_TALK: u16 = 4_096;
/// The most supplied values that may wait for their draws.
pub const MAX_SUPPLIED: usize = 4_096;

/// The most items that a viewer is told in one match, taken back or not.
pub const MAX_ITEMS: usize = 1 << 20;

/// A position that the game does not know.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no match can begin in this position: {0}")]
pub struct BadState(pub String);

/// Why an action was not applied. The match is as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ApplyError<R: std::error::Error> {
    /// The rules do not allow it.
    #[error(transparent)]
    Refused(R),
    /// A draw could not be made: supply it, then apply the same action again.
    #[error(transparent)]
    Unmet(Unmet),
    /// There is no such player.
    #[error("there is no player {}", .0.0)]
    NoSuchPlayer(Player),
    /// A player resigned, or a draw was agreed.
    #[error("the match is over")]
    Ended,
    /// The journal is full.
    #[error(
        "the journal holds {MAX_ACTIONS} actions, the most there may be: save the position and go on in a new match"
    )]
    Full,
    /// A viewer has been told as much as one can be.
    #[error("a viewer has been told {MAX_ITEMS} things, the most there may be: save the match and take it up again")]
    ToldAll,
    /// A player has seen a draw of an action and has not finished it.
    #[error("player {}'s action has drawn and waits for more draws: supply them and apply it again first", .0.0)]
    Unfinished(Player),
}

impl<R: std::error::Error> From<Failure<R>> for ApplyError<R> {
    fn from(failure: Failure<R>) -> Self {
        match failure {
            Failure::Refused(refusal) => Self::Refused(refusal),
            Failure::Unmet(unmet) => Self::Unmet(unmet),
        }
    }
}

/// Why a match refuses something other than an action. It is as it was.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MatchError {
    /// There is no such player.
    #[error("there is no player {}", .0.0)]
    NoSuchPlayer(Player),
    /// The match is over.
    #[error("the match is over")]
    Ended,
    /// Fewer actions than that can be taken back.
    #[error("only {have} actions can be taken back, and at least one must be")]
    TooFew {
        /// How many there are.
        have: usize,
    },
    /// The action told somebody something.
    #[error("that action rolled dice or revealed something: ask the other player to take it back")]
    Barrier,
    /// Another player has acted since.
    #[error("another player has acted since: ask him to take it back")]
    OtherActed,
    /// Nothing was taken back, or something else was played since.
    #[error("there is nothing to redo")]
    NothingToRedo,
    /// What was taken back cannot be played in the present position.
    #[error("cannot redo `{word}`: {reason}")]
    CannotRedo {
        /// The action.
        word: String,
        /// Why not.
        reason: String,
    },
    /// Something of the kind is on the table already.
    #[error("that is already asked: answer it or take it back first")]
    AlreadyAsked,
    /// Nothing is asked of this player.
    #[error("nothing of the kind is asked of this player")]
    NothingAsked,
    /// The player has used up his share.
    #[error("this player has undone, asked or answered {MAX_TALK} times in this match, the most there may be")]
    TalkedOut,
    /// A viewer has been told as much as one can be.
    #[error("a viewer has been told {MAX_ITEMS} things, the most there may be: save the match and take it up again")]
    ToldAll,
    /// The player has seen a draw of an action and has not finished it.
    #[error("this player's action has drawn and waits for more draws: supply them and apply it again first")]
    Unfinished,
    /// The draws come from a seed.
    #[error("the draws of this match come from its seed; nothing can be supplied")]
    NotSupplied,
    /// Too many values wait.
    #[error("more than {MAX_SUPPLIED} supplied values would wait for their draws; supply what is asked for")]
    TooMuchSupplied,
    /// The rules did not give the same game again. The game breaks its contract.
    #[error("the journal does not replay: {0}")]
    Replay(Box<Divergence>),
}
