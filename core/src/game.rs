//! What a game is.
//!
//! A [`Game`] is the unchanging part: the rules, the cards or tables in use, the options, the sides. A state is a plain
//! value: clone it, compare it, hash it, keep it. The host asks who may act, what they may do and why not, and applies an
//! action by a player; the game answers with events. Nothing here knows a particular game, and nothing here keeps a seed,
//! a history or a clock: that is the match ([`crate::play`]).

use crate::chance::{Draws, Request, Unmet};
use crate::cite::{Cite, Coded};
use crate::explain::Breakdown;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::fmt::Debug;

/// A player, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Player(pub u8);

impl Player {
    /// The player's number as an index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of players: in text a number in which player n is bit n.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Players(pub u8);

impl Players {
    /// Nobody.
    pub const NONE: Self = Self(0);

    /// This player alone; nobody for a player that no set can hold (8 and above).
    #[must_use]
    pub const fn only(player: Player) -> Self {
        if player.0 < 8 { Self(1 << player.0) } else { Self::NONE }
    }

    /// Both sets together.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The first `count` players, at most 8.
    #[must_use]
    pub const fn first(count: u8) -> Self {
        if count >= 8 { Self(u8::MAX) } else { Self((1 << count) - 1) }
    }

    /// This set without `player`.
    #[must_use]
    pub const fn without(self, player: Player) -> Self {
        if player.0 < 8 { Self(self.0 & !(1 << player.0)) } else { self }
    }

    /// Whether `player` is in the set.
    #[must_use]
    pub const fn has(self, player: Player) -> bool {
        player.0 < 8 && self.0 >> player.0 & 1 == 1
    }

    /// Whether nobody is in it.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The players in it, lowest first.
    pub fn iter(self) -> impl Iterator<Item = Player> {
        (0..8).map(Player).filter(move |&p| self.has(p))
    }
}

/// Whose eyes a view, an event or an explanation is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Viewer {
    /// A player: what lies open, and what is his.
    Player(Player),
    /// An onlooker: what lies open.
    Public,
    /// The referee: everything.
    Referee,
}

/// How a game ended by its rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Outcome {
    /// The winner; nobody in a draw.
    pub winner: Option<Player>,
    /// A stable code for the way it ended.
    pub code: &'static str,
    /// The rule that ended it.
    pub cite: Cite,
}

/// Receives the events of an action as they happen, with the state at that moment.
///
/// Only an action that succeeds leaves its events behind: [`Game::apply`] calls [`Sink::discard`] when one fails.
pub trait Sink<G: Game> {
    /// Whether anyone listens. Where it is false, events and breakdowns are not even made.
    const LIVE: bool;
    /// Takes one event. `state` is the state just after it: visibility is decided now.
    fn emit(&mut self, game: &G, state: &G::State, event: G::Event);
    /// Where the sink stands.
    fn mark(&self) -> usize;
    /// Forgets the events since `mark`.
    fn discard(&mut self, mark: usize);
}

/// Nobody listens.
#[derive(Clone, Copy, Debug, Default)]
pub struct Quiet;

impl<G: Game> Sink<G> for Quiet {
    const LIVE: bool = false;
    #[inline]
    fn emit(&mut self, _: &G, _: &G::State, _: G::Event) {}
    #[inline]
    fn mark(&self) -> usize {
        0
    }
    #[inline]
    fn discard(&mut self, _: usize) {}
}

/// Keeps the full events, as the referee sees them.
impl<G: Game> Sink<G> for Vec<G::Event> {
    const LIVE: bool = true;
    fn emit(&mut self, _: &G, _: &G::State, event: G::Event) {
        self.push(event);
    }
    fn mark(&self) -> usize {
        self.len()
    }
    fn discard(&mut self, mark: usize) {
        self.truncate(mark);
    }
}

/// Why an action was not carried out. The state, the draws and the sink are as they were.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure<R: std::error::Error> {
    /// The rules do not allow it.
    #[error(transparent)]
    Refused(R),
    /// A draw could not be made; supply it and apply the same action again.
    #[error(transparent)]
    Unmet(#[from] Unmet),
}

/// Text that could not be read, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[error("column {column}: {message}")]
pub struct ParseError {
    /// The column, counted in characters from 1.
    pub column: usize,
    /// What was expected there.
    pub message: String,
}

/// How many numbers [`Game::totals`] gives.
pub const TOTALS: usize = 3;

/// How many actions in a row a match makes by itself at most.
pub const AUTOMATIC: u16 = 256;

/// A game: rules, material and options, without any position.
///
/// Implementors write `legal`, `refusal` and `advance`; hosts call `apply`, or have a match ([`crate::play`]) call
/// `apply_whole`.
pub trait Game: Sized {
    /// A position, whole: plain data without pointers, seeds or clocks.
    type State: Clone + PartialEq + Eq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// What a player does.
    type Action: Clone + PartialEq + Eq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// What happened.
    type Event: Clone + PartialEq + Debug + Serialize + Coded + Send + Sync;
    /// What one viewer sees of a position.
    type View: Clone + PartialEq + Debug + Serialize + Send + Sync;
    /// Why an action is not allowed.
    type Refusal: std::error::Error + Clone + PartialEq + Serialize + Coded + Send + Sync + 'static;
    /// What the game was made from besides its material (a setup with its options), as saves write it.
    type Params: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;

    /// The game's short name, as saves write it.
    fn name(&self) -> &'static str;
    /// Raised whenever the same seed and actions may give another game than before.
    fn rules_version(&self) -> u32;
    /// What the game was made from; a save holds it, and a host makes the same game from it again.
    fn params(&self) -> Self::Params;
    /// The hash of the material in use (the card set, the charts).
    fn material_hash(&self) -> u64;
    /// The hash of the scripts in use; 0 without any.
    fn script_hash(&self) -> u64 {
        0
    }
    /// The scripts in use by name, each with its hash, so that a save can tell which of them differ.
    fn scripts(&self) -> Vec<(String, u64)> {
        Vec::new()
    }
    /// Whether a match in this position may go on under `next`, the same game with other scripts: nothing of what has changed
    /// may be in the middle of something or in force.
    ///
    /// # Errors
    /// What is in the way, in English.
    fn in_use(&self, state: &Self::State, next: &Self) -> Result<(), String> {
        let _ = (state, next);
        Ok(())
    }
    /// How many players there are, at most 8.
    fn players(&self) -> u8;
    /// The name of a player, in lower case.
    fn player_name(&self, player: Player) -> &str;
    /// The position before the first action. Dealing, where there is any, is an action.
    fn start(&self) -> Self::State;
    /// Whether a position made by other means than the rules (by hand, from a file) is one of this game, so that every
    /// function here may be called on it. A game whose state type has no wrong values says yes to all.
    ///
    /// # Errors
    /// What is wrong with it, in English.
    fn check_state(&self, state: &Self::State) -> Result<(), String> {
        let _ = state;
        Ok(())
    }
    /// The players who may act now; nobody once the game is over. Where several may, one of them may have to wait for another
    /// and have no legal action for the moment; [`Game::next_to_ask`] never does.
    fn to_act(&self, state: &Self::State) -> Players;
    /// Whom to ask first where several may act, for hosts and playouts that ask one after another: the lowest, unless the
    /// game has an order of its own. Nobody once the game is over.
    #[inline]
    fn next_to_ask(&self, state: &Self::State) -> Option<Player> {
        self.to_act(state).iter().next()
    }
    /// The action that a match makes for a player without asking, because he can do nothing else and nobody must notice that
    /// he was not asked: passing where he holds nothing to play. None in most games.
    ///
    /// It is made together with the action that led to it, as one step of the journal ([`Game::apply_whole`]). Whatever may
    /// lead to it must be a barrier ([`Game::is_barrier`]), so that no undo tells whether it was made.
    fn automatic(&self, state: &Self::State) -> Option<(Player, Self::Action)> {
        let _ = state;
        None
    }
    /// Appends what `player` may do now. Where actions are parametric these are suggestions and [`Game::refusal`] is the
    /// authority. The order tells nothing that the player may not know.
    fn legal(&self, state: &Self::State, player: Player, out: &mut Vec<Self::Action>);
    /// Why `player` may not do `action` now; `None` when he may.
    fn refusal(&self, state: &Self::State, player: Player, action: &Self::Action) -> Option<Self::Refusal>;
    /// The numbers behind a legal action, or why it is refused.
    ///
    /// # Errors
    /// The refusal.
    fn explain(
        &self,
        state: &Self::State,
        player: Player,
        action: &Self::Action,
    ) -> Result<Vec<Breakdown>, Self::Refusal>;
    /// The totals of what [`Game::explain`] adds up for a legal action, in the same order, at most [`TOTALS`], without
    /// building any breakdown.
    fn totals(&self, state: &Self::State, player: Player, action: &Self::Action) -> [Option<i16>; TOTALS] {
        let numbers = self.explain(state, player, action).unwrap_or_default();
        std::array::from_fn(|i| numbers.get(i).map(|n| n.total))
    }
    /// Carries out an action that [`Game::refusal`] allows, in place and without looking back: when a draw is missing the
    /// state is left half-way. Playouts call it on a state they own; everyone else calls [`Game::apply`].
    ///
    /// # Errors
    /// [`Unmet`] when a draw cannot be made; throw the state away then.
    fn advance<D: Draws, S: Sink<Self>>(
        &self,
        state: &mut Self::State,
        player: Player,
        action: &Self::Action,
        draws: &mut D,
        sink: &mut S,
    ) -> Result<(), Unmet>;
    /// Carries out, in place, all that a match makes by itself in this position ([`Game::automatic`]), and says how many
    /// actions that was. After [`AUTOMATIC`] of them the next player is asked all the same.
    ///
    /// # Errors
    /// [`Unmet`] when a draw cannot be made; throw the state away then.
    fn automate<D: Draws, S: Sink<Self>>(
        &self,
        state: &mut Self::State,
        draws: &mut D,
        sink: &mut S,
    ) -> Result<u16, Unmet> {
        let mut made = 0;
        while made < AUTOMATIC {
            let Some((player, action)) = self.automatic(state) else { break };
            self.advance(state, player, &action, draws, sink)?;
            made += 1;
        }
        Ok(made)
    }
    /// How the game ended, if it has.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;
    /// What `viewer` sees.
    fn view(&self, state: &Self::State, viewer: Viewer) -> Self::View;
    /// Appends what `viewer` sees as JSON: the bytes of [`Game::view`], which a game may write without making it.
    fn write_view(&self, state: &Self::State, viewer: Viewer, out: &mut Vec<u8>) {
        // Memory takes everything, and a view has a form in text.
        let _ = serde_json::to_writer(out, &self.view(state, viewer));
    }
    /// What `viewer` sees of an event that has just happened; `None` when he notices nothing.
    fn redact(&self, state: &Self::State, viewer: Viewer, event: &Self::Event) -> Option<Self::Event>;
    /// Whether doing `action` here tells anybody something (dice, a revealed card), so that it cannot be taken back alone.
    fn is_barrier(&self, state: &Self::State, player: Player, action: &Self::Action) -> bool;
    /// A full position that fits what a player's view shows, drawn at random so that every fitting one is as likely as
    /// any other.
    ///
    /// # Errors
    /// [`Unmet`] when a draw cannot be made.
    fn determinise<D: Draws>(&self, view: &Self::View, draws: &mut D) -> Result<Self::State, Unmet>;

    /// One line of text for a position, as FEN is for chess.
    fn write_state(&self, state: &Self::State) -> String;
    /// Reads a position and checks it.
    ///
    /// # Errors
    /// The column and what was expected there.
    fn read_state(&self, text: &str) -> Result<Self::State, ParseError>;
    /// One word for an action, as SAN is for chess.
    fn write_action(&self, state: &Self::State, player: Player, action: &Self::Action) -> String;
    /// Reads an action. It need not be legal.
    ///
    /// # Errors
    /// The column and what was expected there.
    fn read_action(&self, state: &Self::State, player: Player, text: &str) -> Result<Self::Action, ParseError>;

    /// An action of `player` in English, as whoever `view` is for reads it: in a few words, without a capital or a full stop.
    /// It tells no more than the view does, and need not be legal.
    fn action_text(&self, view: &Self::View, player: Player, action: &Self::Action) -> String;
    /// An event in English.
    fn event_text(&self, event: &Self::Event) -> String;
    /// A view as plain text that a screen reader can follow.
    fn view_text(&self, view: &Self::View) -> String;
    /// A draw in English, as in "3d6 for the fire of slot 2".
    fn draw_text(&self, request: &Request) -> String;
    /// The name of one option of a pick.
    fn option_text(&self, request: &Request, label: u16) -> String;

    /// The named hash of a position: the first eight bytes, big-endian, of SHA-256 over its postcard encoding.
    fn state_hash(&self, state: &Self::State) -> u64 {
        crate::hash::hash_of(state)
    }

    /// Applies `action` by `player`, or changes nothing. What a match makes by itself afterwards ([`Game::automatic`]) is
    /// left to be done.
    ///
    /// # Errors
    /// The refusal, or the draw that is missing.
    fn apply<D: Draws, S: Sink<Self>>(
        &self,
        state: &mut Self::State,
        player: Player,
        action: &Self::Action,
        draws: &mut D,
        sink: &mut S,
    ) -> Result<(), Failure<Self::Refusal>> {
        on_scratch(self, state, (player, action), draws, sink, |next, draws, sink| {
            self.advance(next, player, action, draws, sink)
        })
    }

    /// Applies `action` by `player` with all that a match makes by itself afterwards, as one, or changes nothing; says how
    /// many actions those were.
    ///
    /// # Errors
    /// The refusal, or the draw that is missing, also one of the actions that follow.
    fn apply_whole<D: Draws, S: Sink<Self>>(
        &self,
        state: &mut Self::State,
        player: Player,
        action: &Self::Action,
        draws: &mut D,
        sink: &mut S,
    ) -> Result<u16, Failure<Self::Refusal>> {
        on_scratch(self, state, (player, action), draws, sink, |next, draws, sink| {
            self.advance(next, player, action, draws, sink)?;
            self.automate(next, draws, sink)
        })
    }
}

/// Lets `advance` work on a copy of the position, and keeps the copy if it succeeds; else draws and sink go back.
fn on_scratch<G: Game, D: Draws, S: Sink<G>, T>(
    game: &G,
    state: &mut G::State,
    (player, action): (Player, &G::Action),
    draws: &mut D,
    sink: &mut S,
    advance: impl FnOnce(&mut G::State, &mut D, &mut S) -> Result<T, Unmet>,
) -> Result<T, Failure<G::Refusal>> {
    if let Some(refusal) = game.refusal(state, player, action) {
        return Err(Failure::Refused(refusal));
    }
    let (draw_mark, event_mark) = (draws.mark(), sink.mark());
    let mut scratch = state.clone();
    match advance(&mut scratch, draws, sink) {
        Ok(done) => {
            *state = scratch;
            Ok(done)
        }
        Err(unmet) => {
            draws.reset(draw_mark);
            sink.discard(event_mark);
            Err(unmet.into())
        }
    }
}
