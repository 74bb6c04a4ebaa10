//! Attacks and Morale of *Eagles: Waterloo*, from what is printed on the cards (W 6.0, 7.0, 12.4).

mod assault;
mod attack;
mod duel;
mod letter;
mod morale;

pub use assault::{Alone, AssaultAnswer, AssaultFacts, Routed, Strikes};
pub use attack::{AttackAnswer, AttackFacts, AttackResult, Fallen, Target};
pub use duel::{Duel, DuelAnswer, DuelError, DuelFacts};
pub use letter::Letter;
pub use morale::{GeneralAnswer, GeneralFacts, MoraleAnswer, MoraleFacts, MoraleResult, Test, Tested};

pub(super) use assault::ASSAULT;
pub(super) use attack::ATTACK;
pub(super) use duel::DUEL;
pub(super) use morale::{GENERAL, MORALE};

use super::facts::{Beside, D6, asked};
use super::read::Fault;
use super::{Wrong, written};
use crate::cite::Coded;
use crate::waterloo::Refusal;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// The most dice of an attack.
const MAX_DICE: u8 = crate::chance::MAX_DICE as u8;

/// Reads the facts, checks them and answers.
fn answer<F: DeserializeOwned, B: Beside, A: Serialize>(
    value: &Value,
    check: impl FnOnce(&F, &B) -> Vec<Fault>,
    run: impl FnOnce(F, B) -> A,
) -> Result<String, Wrong> {
    let (facts, beside) = asked::<F, B>(value)?;
    let faults = check(&facts, &beside);
    if faults.is_empty() { Ok(written(&run(facts, beside))) } else { Err(Wrong::Facts(faults)) }
}

/// The same where facts are found wrong on the way to the answer, with nothing beside them.
fn answer_with<F: DeserializeOwned, A: Serialize>(
    value: &Value,
    run: impl FnOnce(F) -> Result<A, Fault>,
) -> Result<String, Wrong> {
    let (facts, Alone {}) = asked::<F, Alone>(value)?;
    run(facts).map(|answer| written(&answer)).map_err(|fault| Wrong::Facts(vec![fault]))
}

/// Faults of facts, as they are found.
#[derive(Default)]
struct Found(Vec<Fault>);

impl Found {
    fn number(&mut self, at: impl Into<String>, given: i64, min: i64, max: i64) {
        let at = at.into();
        if !(min..=max).contains(&given) {
            let message = format!("`{at}` must be a whole number from {min} to {max}, not {given}");
            let params = json!({ "min": min, "max": max, "given": given });
            self.0.push(Fault { at, code: "number", message, cites: Vec::new(), params });
        }
    }

    fn unable(&mut self, is_so: bool, at: &str, code: &'static str, message: &str, cites: &[&'static str]) {
        if is_so {
            let (at, message) = (at.to_owned(), message.to_owned());
            self.0.push(Fault { at, code, message, cites: cites.to_vec(), params: Value::Null });
        }
    }

    fn refused(&mut self, is_so: bool, at: &str, refusal: Refusal) {
        let cites: Vec<&'static str> = refusal.cites().iter().map(|cite| cite.0).collect();
        self.unable(is_so, at, refusal.code(), &format!("`{at}`: {refusal}"), &cites);
    }

    /// How many dice were given, and how many are rolled.
    fn count(&mut self, at: &str, dice: &Option<Vec<D6>>, rolled: usize) {
        let given = dice.as_ref().map_or(rolled, Vec::len);
        if given != rolled {
            let message = format!("`{at}`: {rolled} dice are rolled here, not {given}: give what each of them shows");
            let params = json!({ "rolled": rolled, "given": given });
            self.0.push(Fault { at: at.to_owned(), code: "dice", message, cites: Vec::new(), params });
        }
    }
}
