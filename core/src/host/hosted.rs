//! A match of either game behind one type.

use super::Rules;
use super::error::HostError;
use super::forms::{BotForm, ForkForm, PictureForm, SaveForm};
use crate::chance::Seed;

/// A match of any game, with text and JSON in place of its types.
///
/// An action is given as a word of the notation or as JSON (JSON begins with `{` or `"`). Viewers are numbers: a player
/// from 0, [`super::forms::PUBLIC`], [`super::forms::REFEREE`]. What is written is appended to `out`. A call that fails has
/// changed nothing.
pub trait Hosted: Send {
    /// The short name of the game, `waterloo` or `empire`.
    fn game(&self) -> &'static str;
    /// How many players there are.
    fn players(&self) -> u8;
    /// What a player is called, in lower case.
    fn player_name(&self, player: u8) -> Option<&str>;
    /// Everything about the match that is no secret, as JSON: players, who may act, how it ended, what is asked.
    fn standing(&self, out: &mut Vec<u8>);
    /// What everybody knows and never changes, as JSON: cards or units by the numbers that views use.
    fn catalogue(&self, out: &mut Vec<u8>);
    /// The setup or scenario it was made from, as JSON.
    fn setup(&self, out: &mut Vec<u8>);

    /// The players who may act now, as bits.
    fn to_act(&self) -> u8;
    /// Whom to ask first; nobody once the match is over.
    fn next_to_ask(&self) -> Option<u8>;
    /// Who won; `Some(None)` in a draw, nothing while it goes on.
    fn winner(&self) -> Option<Option<u8>>;
    /// How many actions are in the list of `player`.
    ///
    /// # Errors
    /// When there is no such player.
    fn legal_count(&mut self, player: u8) -> Result<usize, HostError>;
    /// The list of `player` as JSON: place, id, word, text, action.
    ///
    /// # Errors
    /// When there is no such player.
    fn legal(&mut self, player: u8, out: &mut Vec<u8>) -> Result<(), HostError>;
    /// One entry of that list in the notation.
    ///
    /// # Errors
    /// When there is no such player or place.
    fn word_at(&mut self, player: u8, place: usize, out: &mut Vec<u8>) -> Result<(), HostError>;
    /// One entry of that list in English.
    ///
    /// # Errors
    /// When there is no such player or place.
    fn text_at(&mut self, player: u8, place: usize, out: &mut Vec<u8>) -> Result<(), HostError>;
    /// One action as JSON and as a word, with its text: the form of an entry of [`Hosted::legal`].
    ///
    /// # Errors
    /// When it cannot be read.
    fn describe(&mut self, player: u8, action: &str, out: &mut Vec<u8>) -> Result<(), HostError>;
    /// The numbers behind an action, as JSON.
    ///
    /// # Errors
    /// The refusal.
    fn explain(&self, player: u8, action: &str, out: &mut Vec<u8>) -> Result<(), HostError>;
    /// The same in plain text, a line for each number and each of its parts.
    ///
    /// # Errors
    /// The refusal.
    fn explain_text(&self, player: u8, action: &str, out: &mut Vec<u8>) -> Result<(), HostError>;
    /// What `player` may know of the chances of an action before he does it, as JSON.
    ///
    /// # Errors
    /// The refusal.
    fn odds(&self, player: u8, action: &str, out: &mut Vec<u8>) -> Result<(), HostError>;
    /// The same in plain text, a line for each throw.
    ///
    /// # Errors
    /// The refusal.
    fn odds_text(&self, player: u8, action: &str, out: &mut Vec<u8>) -> Result<(), HostError>;
    /// Everything that can come of an action, with exact chances, as JSON. For the referee: it may tell what is hidden.
    ///
    /// # Errors
    /// The refusal, or that there are more ways than `limit`.
    fn outcomes(&self, player: u8, action: &str, limit: usize, out: &mut Vec<u8>) -> Result<(), HostError>;
    /// Applies an action.
    ///
    /// # Errors
    /// The refusal; or what is needed first ([`super::Status::NeedsDraw`], [`super::Status::NeedsAnswer`]).
    fn apply(&mut self, player: u8, action: &str) -> Result<(), HostError>;
    /// Applies the action at a place of the list of `player`.
    ///
    /// # Errors
    /// As [`Hosted::apply`]; or that the list has no such place.
    fn apply_place(&mut self, player: u8, place: usize) -> Result<(), HostError>;
    /// How many action ids there are.
    fn action_ids(&self) -> usize;
    /// The ids of the list of `player`, in its order, as far as `out` reaches; 65535 for an action without one. Gives how many
    /// there are.
    ///
    /// # Errors
    /// When there is no such player.
    fn ids(&mut self, player: u8, out: &mut [u16]) -> Result<usize, HostError>;
    /// 1 for the id of each action in the list of `player`, else 0. `out` has [`Hosted::action_ids`] entries.
    ///
    /// # Errors
    /// When there is no such player, or the buffer has another length.
    fn mask(&mut self, player: u8, out: &mut [u8]) -> Result<(), HostError>;
    /// Applies the action with this id.
    ///
    /// # Errors
    /// As [`Hosted::apply`]; or that the id means nothing here.
    fn apply_id(&mut self, player: u8, id: u16) -> Result<(), HostError>;
    /// What action ids and observations mean, as JSON.
    fn encoding(&self, out: &mut Vec<u8>);
    /// Supplies draws, in order.
    ///
    /// # Errors
    /// When the draws come from a seed, or too many values wait.
    fn supply(&mut self, values: &[u16]) -> Result<(), HostError>;
    /// Answers the handler that waits, with a reply as JSON.
    ///
    /// # Errors
    /// When none waits, or the reply has not the form.
    fn answer(&mut self, reply: &str) -> Result<(), HostError>;
    /// All answers of the host to handlers, as JSON, to be handed in with the saved game.
    fn answers(&self, out: &mut Vec<u8>);

    /// What a viewer has been told from `cursor` on, as JSON; gives the cursor for the next call.
    ///
    /// # Errors
    /// When there is no such viewer.
    fn events(&self, viewer: u8, cursor: usize, out: &mut Vec<u8>) -> Result<usize, HostError>;
    /// The same in plain text, a line for each thing.
    ///
    /// # Errors
    /// When there is no such viewer.
    fn story(&self, viewer: u8, cursor: usize, out: &mut Vec<u8>) -> Result<usize, HostError>;
    /// What a viewer sees, as JSON.
    ///
    /// # Errors
    /// When there is no such viewer.
    fn view(&self, viewer: u8, out: &mut Vec<u8>) -> Result<(), HostError>;
    /// The same in plain text.
    ///
    /// # Errors
    /// When there is no such viewer.
    fn text(&self, viewer: u8, out: &mut Vec<u8>) -> Result<(), HostError>;
    /// The same as a picture, SVG.
    ///
    /// # Errors
    /// When there is no such viewer, or the form asks for what the game does not have.
    fn svg(&self, viewer: u8, form: &PictureForm, out: &mut Vec<u8>) -> Result<(), HostError>;
    /// What a viewer sees now, to be kept and read from any thread.
    ///
    /// # Errors
    /// When there is no such viewer.
    fn look(&self, viewer: u8) -> Result<Box<dyn Seen>, HostError>;
    /// How many numbers an observation has.
    fn observation_len(&self) -> usize;
    /// What a viewer sees, as numbers. `out` has [`Hosted::observation_len`] entries.
    ///
    /// # Errors
    /// When there is no such viewer, or the buffer has another length.
    fn observe(&self, viewer: u8, out: &mut [f32]) -> Result<(), HostError>;
    /// All that a player may remember, as JSON; gives its named hash.
    ///
    /// # Errors
    /// When there is no such player.
    fn information_state(&self, player: u8, out: &mut Vec<u8>) -> Result<u64, HostError>;
    /// The whole position in the notation. For the referee.
    fn position(&self, out: &mut Vec<u8>);
    /// The named hash of the whole position. For the referee.
    fn state_hash(&self) -> u64;
    /// The actions that stand, as JSON. For the referee.
    fn journal(&self, out: &mut Vec<u8>);

    /// Takes back the last `n` actions of `player`.
    ///
    /// # Errors
    /// When he may not do so without asking.
    fn undo(&mut self, player: u8, n: usize) -> Result<(), HostError>;
    /// Plays again what `player` took back last.
    ///
    /// # Errors
    /// When there is nothing, or it is not allowed any more.
    fn redo(&mut self, player: u8) -> Result<(), HostError>;
    /// What players say to each other.
    ///
    /// # Errors
    /// When it does not fit what was said before.
    fn say(&mut self, player: u8, what: Word) -> Result<(), HostError>;
    /// A match that goes on from here on its own.
    fn fork(&self, form: &ForkForm) -> Box<dyn Hosted>;
    /// A match from a position drawn at random among those that fit what `player` sees, for search: for analysis, its draws
    /// from `seed`. Where another is to act who holds nothing to play in it, the match has passed for him.
    ///
    /// # Errors
    /// When there is no such player, or no position fits.
    fn sample(&self, player: u8, seed: Seed) -> Result<Box<dyn Hosted>, HostError>;
    /// What a bot would do for `player`, as an entry of [`Hosted::legal`]. The same match and form give the same answer.
    ///
    /// # Errors
    /// When there is no such bot, or nothing to do.
    fn choose(&mut self, player: u8, form: &BotForm, out: &mut Vec<u8>) -> Result<(), HostError>;
    /// The same as a word of the notation alone.
    ///
    /// # Errors
    /// As [`Hosted::choose`].
    fn choose_word(&mut self, player: u8, form: &BotForm, out: &mut Vec<u8>) -> Result<(), HostError>;

    /// The match as a saved game. For the referee: it holds everything.
    ///
    /// # Errors
    /// When the notes are too many or too long.
    fn save(&self, form: &SaveForm, out: &mut Vec<u8>) -> Result<(), HostError>;
    /// What `player` may keep of the match, as JSON.
    ///
    /// # Errors
    /// When there is no such player.
    fn save_for(&self, player: u8, out: &mut Vec<u8>) -> Result<(), HostError>;
    /// Goes on with the same game under the scripts of `rules`.
    ///
    /// # Errors
    /// When more than scripts differ, or what has changed is in use.
    fn reload(&mut self, rules: &Rules) -> Result<(), HostError>;
}

/// What a player can say besides actions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    /// Asks the others to take back his last actions, so many.
    AskUndo(usize),
    /// Agrees to the taking back.
    Consent,
    /// Does not agree to it, or no longer asks for it.
    Decline,
    /// Offers a draw.
    OfferDraw,
    /// Agrees to a draw.
    AcceptDraw,
    /// Does not agree to a draw, or no longer offers it.
    DeclineDraw,
    /// Gives up.
    Resign,
}

/// What one viewer saw at one moment.
pub trait Seen: Send + Sync {
    /// Whose eyes.
    fn viewer(&self) -> u8;
    /// As JSON.
    fn json(&self, out: &mut Vec<u8>);
    /// In plain text.
    fn text(&self, out: &mut Vec<u8>);
    /// As a picture, SVG; without ways.
    ///
    /// # Errors
    /// When the form asks for what the game does not have.
    fn svg(&self, form: &PictureForm, out: &mut Vec<u8>) -> Result<(), HostError>;
}
