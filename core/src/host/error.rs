//! Why a host did not get what it asked for, in one form for every face.

use crate::chance::{BadSeed, Needed, Unmet};
use crate::cite::Coded;
use crate::game::{Failure, ParseError};
use crate::odds::OddsError;
use crate::play::{ApplyError, BadState, MatchError, ReloadError};
use crate::record::{LoadError, ReadError};
use serde::Serialize;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::fmt;

/// The kind of an answer, by number. Numbers are never given a new meaning.
///
/// 0 is success; 1 to 99 mean that the same call is to be made again with what it asks for; 100 and up are failures, by the
/// hundred: the call itself, the game's no, what was handed in, scripts and draws, the library.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[repr(i32)]
pub enum Status {
    /// A draw must be supplied: supply it, then make the same call again.
    NeedsDraw = 1,
    /// The handler of a card must be answered by the host: answer it, then make the same call again.
    NeedsAnswer = 2,
    /// A pointer is null that must not be.
    Null = 100,
    /// Text is not UTF-8.
    Utf8 = 101,
    /// A length or a number is out of range, or a buffer is too small.
    Range = 102,
    /// JSON does not have the form that is wanted.
    Form = 103,
    /// A name, player, viewer or action is not known.
    Unknown = 104,
    /// Another thread is using the handle at this moment.
    Busy = 105,
    /// The handle is none of this kind, or was freed.
    Handle = 106,
    /// A call on this handle has failed inside the library: only saving and freeing are allowed.
    Poisoned = 107,
    /// This game has nothing of the kind.
    Unsupported = 108,
    /// The rules do not allow the action.
    Refused = 200,
    /// The match does not allow what was asked (undo, redo, offers, consent).
    NotAllowed = 201,
    /// The match is over.
    Over = 202,
    /// Something is full that has a stated cap.
    Full = 203,
    /// Draws have been supplied for another action, which must be finished first.
    Unfinished = 204,
    /// The setup or scenario has faults.
    InvalidSetup = 300,
    /// The position is not one of this game.
    InvalidPosition = 301,
    /// The action cannot be read.
    InvalidAction = 302,
    /// The saved game is broken, or does not play as it says.
    InvalidSave = 303,
    /// The saved game was made with other rules, cards or scripts.
    VersionMismatch = 304,
    /// A card set or a mod has faults.
    InvalidCards = 305,
    /// The facts of a calculator cannot be by the rules.
    InvalidFacts = 306,
    /// A script failed; nothing has changed.
    Script = 400,
    /// A supplied draw is not possible.
    Draw = 401,
    /// More ways than the limit allows.
    TooMany = 402,
    /// The library has failed. It is a fault of ours: please report it.
    Internal = 500,
}

impl Status {
    /// Every status, in the order of the numbers.
    pub const ALL: [Self; 27] = [
        Self::NeedsDraw,
        Self::NeedsAnswer,
        Self::Null,
        Self::Utf8,
        Self::Range,
        Self::Form,
        Self::Unknown,
        Self::Busy,
        Self::Handle,
        Self::Poisoned,
        Self::Unsupported,
        Self::Refused,
        Self::NotAllowed,
        Self::Over,
        Self::Full,
        Self::Unfinished,
        Self::InvalidSetup,
        Self::InvalidPosition,
        Self::InvalidAction,
        Self::InvalidSave,
        Self::VersionMismatch,
        Self::InvalidCards,
        Self::InvalidFacts,
        Self::Script,
        Self::Draw,
        Self::TooMany,
        Self::Internal,
    ];
}

/// Why a host did not get what it asked for. Nothing has changed.
#[derive(Clone, PartialEq, Debug)]
pub struct HostError {
    /// The kind.
    pub status: Status,
    /// A stable code: that of the refusal, of the fault, of the draw.
    pub code: Cow<'static, str>,
    /// In English, saying what to do.
    pub message: String,
    /// The rules it rests on; none where no rule is concerned.
    pub cites: Vec<&'static str>,
    /// The parameters, as data.
    pub params: Value,
}

impl fmt::Display for HostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for HostError {}

/// A value as JSON; nothing in our values is without a form in it.
pub(super) fn value(of: &impl Serialize) -> Value {
    serde_json::to_value(of).unwrap_or_default()
}

impl HostError {
    /// An error without citations and parameters.
    pub fn new(status: Status, code: &'static str, message: impl Into<String>) -> Self {
        Self {
            status,
            code: Cow::Borrowed(code),
            message: message.into(),
            cites: Vec::new(),
            params: Value::Object(serde_json::Map::new()),
        }
    }

    /// The same with parameters.
    #[must_use]
    pub fn with(self, params: Value) -> Self {
        Self { params, ..self }
    }

    /// A list of faults under one code: `params` is `{"faults": [...]}`, and the message has a line for each.
    pub fn faults(status: Status, code: &'static str, faults: &[impl Serialize + fmt::Display]) -> Self {
        let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
        Self::new(status, code, lines.join("\n")).with(json!({ "faults": value(&faults) }))
    }

    /// JSON that does not have the form wanted; `what` names it, as in "the options of a match".
    #[must_use]
    pub fn form(what: &str, error: &serde_json::Error) -> Self {
        Self::new(Status::Form, "form", format!("{what}: {error}"))
            .with(json!({ "what": what, "line": error.line(), "column": error.column() }))
    }

    /// Something that is not known by this name, with what there is.
    #[must_use]
    pub fn unknown(what: &str, name: &str, known: &[&str]) -> Self {
        let shown: String = name.chars().take(80).collect();
        Self::new(Status::Unknown, "unknown", format!("there is no {what} `{shown}`; there are {}", known.join(", ")))
            .with(json!({ "what": what, "name": shown, "known": known }))
    }

    /// A refusal, with its citations and parameters.
    pub fn refused<R: std::error::Error + Serialize + Coded>(refusal: &R) -> Self {
        Self {
            status: Status::Refused,
            code: Cow::Borrowed(refusal.code()),
            message: refusal.to_string(),
            cites: refusal.cites().iter().map(|cite| cite.0).collect(),
            params: value(refusal),
        }
    }

    /// The error as one JSON object: `status`, `code`, `message`, `cites`, `params`.
    #[must_use]
    pub fn to_json(&self) -> String {
        value(&super::sheets::ErrorSheet {
            status: self.status as i32,
            code: &self.code,
            message: &self.message,
            cites: &self.cites,
            params: &self.params,
        })
        .to_string()
    }
}

impl From<BadSeed> for HostError {
    fn from(error: BadSeed) -> Self {
        Self::new(Status::Form, "seed", error.to_string())
    }
}

impl From<BadState> for HostError {
    fn from(error: BadState) -> Self {
        Self::new(Status::InvalidPosition, "position", error.to_string())
    }
}

impl From<MatchError> for HostError {
    fn from(error: MatchError) -> Self {
        let (status, code) = match &error {
            MatchError::NoSuchPlayer(_) => (Status::Unknown, "no-such-player"),
            MatchError::Ended => (Status::Over, "over"),
            MatchError::TooFew { .. } => (Status::NotAllowed, "too-few"),
            MatchError::Barrier => (Status::NotAllowed, "barrier"),
            MatchError::OtherActed => (Status::NotAllowed, "other-acted"),
            MatchError::NothingToRedo => (Status::NotAllowed, "nothing-to-redo"),
            MatchError::CannotRedo { .. } => (Status::NotAllowed, "cannot-redo"),
            MatchError::AlreadyAsked => (Status::NotAllowed, "already-asked"),
            MatchError::NothingAsked => (Status::NotAllowed, "nothing-asked"),
            MatchError::TalkedOut => (Status::Full, "talked-out"),
            MatchError::ToldAll => (Status::Full, "told-all"),
            MatchError::Unfinished => (Status::Unfinished, "unfinished"),
            MatchError::NotSupplied => (Status::NotAllowed, "not-supplied"),
            MatchError::TooMuchSupplied => (Status::Full, "too-much-supplied"),
            MatchError::Replay(_) => (Status::Internal, "replay"),
        };
        Self::new(status, code, error.to_string())
    }
}

impl From<ReloadError> for HostError {
    fn from(error: ReloadError) -> Self {
        let (status, code) = match &error {
            ReloadError::Other(_) => (Status::VersionMismatch, "other-game"),
            ReloadError::InUse(_) => (Status::NotAllowed, "in-use"),
            ReloadError::Unfinished => (Status::Unfinished, "unfinished"),
        };
        Self::new(status, code, error.to_string())
    }
}

impl From<ReadError> for HostError {
    fn from(error: ReadError) -> Self {
        let status =
            if matches!(error, ReadError::Format { .. }) { Status::VersionMismatch } else { Status::InvalidSave };
        Self::new(status, "unreadable", error.to_string())
    }
}

impl From<LoadError> for HostError {
    fn from(error: LoadError) -> Self {
        let (status, code) = match &error {
            LoadError::Material { .. } => (Status::VersionMismatch, "material"),
            LoadError::Scripts { .. } => (Status::VersionMismatch, "scripts"),
            LoadError::RulesVersion { .. } => (Status::VersionMismatch, "rules-version"),
            LoadError::Game { .. } => (Status::InvalidSave, "game"),
            LoadError::Diverged(_) => (Status::InvalidSave, "diverged"),
            _ => (Status::InvalidSave, "save"),
        };
        let error_params = match &error {
            LoadError::Diverged(divergence) => json!({ "action": divergence.action, "word": divergence.word }),
            _ => json!({}),
        };
        Self::new(status, code, error.to_string()).with(error_params)
    }
}

impl From<ParseError> for HostError {
    fn from(error: ParseError) -> Self {
        Self::new(Status::InvalidAction, "notation", error.to_string()).with(value(&error))
    }
}

/// What a draw that waits for the host looks like: the request, what a pick may give, how many dice are there already. The
/// message has a line for each thing that a pick may give, for hosts that read no JSON.
#[must_use]
pub fn needed(needed: &Needed, text: &str, options: &[String]) -> HostError {
    let mut message = format!("a draw is needed: {text}; supply it and call again");
    for (label, option) in needed.options.iter().zip(options) {
        message.push_str(&format!("\n{label:>4}  {option}"));
    }
    HostError::new(Status::NeedsDraw, "draw-needed", message).with(json!({
        "request": value(&needed.request),
        "options": needed.options,
        "option_texts": options,
        "have": needed.have,
        "text": text,
    }))
}

impl From<Unmet> for HostError {
    fn from(unmet: Unmet) -> Self {
        let message = unmet.to_string();
        match unmet {
            Unmet::Needed(draw) => needed(&draw, draw.request.code, &[]),
            Unmet::Impossible { request, value: given } => Self::new(Status::Draw, "draw-impossible", message)
                .with(json!({ "request": value(&request), "value": given })),
            Unmet::Script(fault) => Self::new(Status::Script, "script", message).with(value(&fault)),
            Unmet::TooMany { limit } => Self::new(Status::TooMany, "too-many", message).with(json!({ "limit": limit })),
            Unmet::Nothing { .. } => Self::new(Status::Draw, "nothing-possible", message),
            Unmet::Diverged { .. } | Unmet::NotOfSeed { .. } | Unmet::TooManyDice(_) => {
                Self::new(Status::Internal, "draw", message)
            }
        }
    }
}

impl<R: std::error::Error + Serialize + Coded> From<Failure<R>> for HostError {
    fn from(failure: Failure<R>) -> Self {
        match failure {
            Failure::Refused(refusal) => Self::refused(&refusal),
            Failure::Unmet(unmet) => unmet.into(),
        }
    }
}

impl<R: std::error::Error + Serialize + Coded> From<ApplyError<R>> for HostError {
    fn from(error: ApplyError<R>) -> Self {
        let message = error.to_string();
        match error {
            ApplyError::Refused(refusal) => Self::refused(&refusal),
            ApplyError::Unmet(unmet) => unmet.into(),
            ApplyError::NoSuchPlayer(player) => {
                Self::new(Status::Unknown, "no-such-player", message).with(json!({ "player": player.0 }))
            }
            ApplyError::Ended => Self::new(Status::Over, "over", message),
            ApplyError::Full => Self::new(Status::Full, "full", message),
            ApplyError::ToldAll => Self::new(Status::Full, "told-all", message),
            ApplyError::Unfinished(player) => {
                Self::new(Status::Unfinished, "unfinished", message).with(json!({ "player": player.0 }))
            }
        }
    }
}

impl<R: std::error::Error + Serialize + Coded> From<OddsError<R>> for HostError {
    fn from(error: OddsError<R>) -> Self {
        let message = error.to_string();
        match error {
            OddsError::Refused(refusal) => Self::refused(&refusal),
            OddsError::Unmet(unmet) => unmet.into(),
            OddsError::Overflow => Self::new(Status::TooMany, "overflow", message),
        }
    }
}
