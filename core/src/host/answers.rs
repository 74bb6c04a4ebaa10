//! Handlers of cards that the host answers: no callback, a question that waits.
//!
//! A handler is pure: the same question has the same answer. So the answers are kept by their questions, serve again when
//! actions are taken back and played again, and can be handed in with a saved game.

use super::error::{HostError, Status};
use super::forms::AnswerForm;
use crate::waterloo::specials::handler::{Call, HandlerError, Handlers, Reply};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The most answers that one match keeps.
pub const MAX_ANSWERS: usize = 65_535;
/// What a record says of its scripts where the host answers.
const BY_HOST: u64 = 0x686f_7374;

/// Questions and answers of one match and its forks.
#[derive(Debug, Default)]
pub(super) struct Answers {
    held: Mutex<Held>,
}

#[derive(Debug, Default)]
struct Held {
    given: BTreeMap<String, Reply>,
    asked: Option<String>,
    /// The question that was answered last.
    last: Option<String>,
}

impl Answers {
    /// With what was answered before.
    pub(super) fn with(given: &[AnswerForm]) -> Self {
        let given = given.iter().take(MAX_ANSWERS);
        let given = given.map(|answer| (answer.question.to_string(), answer.reply.clone())).collect();
        Self { held: Mutex::new(Held { given, ..Held::default() }) }
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The question that waits, as an error that asks for its answer.
    pub(super) fn waiting(&self) -> Option<HostError> {
        let asked = self.held().asked.clone()?;
        let question: Value = serde_json::from_str(&asked).unwrap_or_default();
        let part = |key: &str| question.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        let message =
            format!("the card `{}` asks its handler `{}`: answer it and call again", part("card"), part("handler"));
        Some(HostError::new(Status::NeedsAnswer, "answer-needed", message).with(json!({ "question": question })))
    }

    /// Forgets which question waits.
    pub(super) fn forget(&self) {
        self.held().asked = None;
    }

    /// Answers the question that waits.
    pub(super) fn answer(&self, reply: Reply) -> Result<(), HostError> {
        let mut held = self.held();
        if held.given.len() >= MAX_ANSWERS {
            return Err(HostError::new(
                Status::Full,
                "answers",
                format!("{MAX_ANSWERS} answers are kept, the most there may be"),
            ));
        }
        let asked = held.asked.take().ok_or_else(|| {
            HostError::new(Status::NotAllowed, "nothing-asked", "no handler waits for an answer: apply an action first")
        })?;
        held.last = Some(asked.clone());
        held.given.insert(asked, reply);
        Ok(())
    }

    /// Takes the last answer back: it did not fit the card.
    pub(super) fn withdraw(&self) {
        let mut held = self.held();
        if let Some(last) = held.last.take() {
            held.given.remove(&last);
        }
    }

    /// All that was answered.
    pub(super) fn all(&self) -> Vec<AnswerForm> {
        let held = self.held();
        let form = |(question, reply): (&String, &Reply)| AnswerForm {
            question: serde_json::from_str(question).unwrap_or_default(),
            reply: reply.clone(),
        };
        held.given.iter().map(form).collect()
    }
}

impl Handlers for Answers {
    fn call(&self, call: &Call<'_>) -> Result<Reply, HandlerError> {
        let asked = serde_json::to_value(call).unwrap_or_default().to_string();
        let mut held = self.held();
        if let Some(reply) = held.given.get(&asked) {
            return Ok(reply.clone());
        }
        held.asked = Some(asked);
        Err(HandlerError {
            card: call.card.to_owned(),
            handler: call.handler.to_owned(),
            message: "the host has not answered it yet".to_owned(),
            traceback: Vec::new(),
        })
    }

    fn hash(&self) -> u64 {
        BY_HOST
    }
}
