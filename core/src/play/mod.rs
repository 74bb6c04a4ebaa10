//! A hosted match.
//!
//! A [`Match`] owns what a state does not: the source of draws, the journal, what every viewer has been told, undo, offers
//! and resignation. The host pumps: who must act ([`Match::to_act`]), what may he do ([`Match::legal`]), do it
//! ([`Match::apply`]), show each viewer what is new for him ([`Match::events_since`]).
//!
//! Where a player can only pass and must not be noticed to have nothing else, the match passes for him
//! ([`Game::automatic`]), in one step with the action that came before. Once a player has decided nobody can tell whether he
//! was asked; that he is being asked shows in [`Match::to_act`] while he thinks, and in the moment at which a host must
//! supply the next draw. A host that wants to hide that too lets a little time pass before it shows what came of an action
//! behind which somebody might have been asked.
//!
//! Everything that a viewer gets is decided by the game's allow-list at the moment it happens, and counted in his own
//! numbers: nobody can tell from a cursor, a refusal or an answer how often another player acted unseen.

mod apply;
mod errors;
mod feed;
mod offers;
mod past;
mod reload;
mod save;
mod snapshots;
mod source;
mod undo;

pub use errors::{ApplyError, BadState, MAX_ACTIONS, MAX_ITEMS, MAX_SUPPLIED, MAX_TALK, MatchError};
pub use feed::{Item, Note, Shared};
pub use reload::ReloadError;
pub use save::PlayerSave;
pub use source::DrawsFrom;

pub use crate::chance::Redraw;
use crate::chance::{Counts, Drawn, Draws, Needed, Recorder, Seed, Unmet};
use crate::explain::Breakdown;
use crate::game::{Failure, Game, Outcome, Player, Players, Viewer};
use crate::record::{self, Divergence, Settled};
use feed::{Feeds, Forms, Gather};
use offers::Proposal;
use serde::Serialize;
use snapshots::Snapshots;
use source::Source;
use std::sync::Arc;

/// How a match is to be hosted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchOptions {
    /// Where draws come from.
    pub draws: DrawsFrom,
    /// Whether anybody may take back and redo anything at any time.
    pub analysis: bool,
    /// What becomes of draws that are taken back.
    pub redraw: Redraw,
    /// How many actions lie between two kept positions, at least 1: more saves memory, fewer make undo faster. A match keeps
    /// at most 128 positions; in a longer one they lie twice as far apart, and so on.
    pub snapshot_every: u16,
}

impl MatchOptions {
    /// Draws from a seed, strict undo. The same seed and actions give the same game; draws that are taken back by consent
    /// are gone ([`Redraw::Fresh`]), so that nobody knows the next ones.
    #[must_use]
    pub fn seeded(seed: Seed) -> Self {
        Self { draws: DrawsFrom::Seed(seed), analysis: false, redraw: Redraw::Fresh, snapshot_every: 16 }
    }

    /// Draws supplied by the host, strict undo.
    #[must_use]
    pub fn hosted() -> Self {
        Self { draws: DrawsFrom::Host, ..Self::seeded(Seed([0; 32])) }
    }

    /// The same, with free undo; draws that are taken back come again ([`Redraw::Same`]).
    #[must_use]
    pub fn analysis(self) -> Self {
        Self { analysis: true, redraw: Redraw::Same, ..self }
    }
}

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// By the rules of the game.
    Rules(Outcome),
    /// A player gave up.
    Resigned {
        /// Who.
        by: Player,
        /// The other player, where there are two.
        winner: Option<Player>,
    },
    /// A draw was agreed.
    Agreed,
}

impl Ending {
    /// The winner; nobody in a draw.
    #[must_use]
    pub fn winner(&self) -> Option<Player> {
        match self {
            Self::Rules(outcome) => outcome.winner,
            Self::Resigned { winner, .. } => *winner,
            Self::Agreed => None,
        }
    }

    /// A stable code: the game's own, `resigned` or `agreed`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Rules(outcome) => outcome.code,
            Self::Resigned { .. } => "resigned",
            Self::Agreed => "agreed",
        }
    }
}

/// One action of the journal.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry<A> {
    /// Who acted.
    pub player: Player,
    /// What he did.
    pub action: A,
    /// The same as a word of the notation.
    pub word: String,
    /// The draws it made.
    pub draws: Vec<Drawn>,
    /// The hash of the position after it, and after what the match made by itself behind it.
    pub hash: u64,
    /// Whether it told somebody something.
    barrier: bool,
    /// How many actions were made up to here, those of the match itself included.
    made: u32,
    /// Names the entry for as long as the match lasts.
    serial: u32,
    /// How many items each viewer had before it.
    marks: Vec<u32>,
    /// The viewers who saw any of its events, as bits.
    saw: u16,
    /// The viewers who saw any that came before the first action of the match itself.
    saw_first: u16,
    /// Whether its draws came from another source than the present one, before a fork.
    foreign: bool,
}

impl<A> Entry<A> {
    fn disown(&mut self) {
        self.foreign = true;
    }
}

/// A game being played.
pub struct Match<G: Game> {
    game: Arc<G>,
    options: MatchOptions,
    state: G::State,
    source: Source,
    journal: Vec<Entry<G::Action>>,
    snapshots: Snapshots<G::State>,
    undone: Vec<Entry<G::Action>>,
    feeds: Feeds<G::Event>,
    serial: u32,
    talk: Vec<u16>,
    draw_offer: Option<Proposal>,
    undo_ask: Option<Proposal>,
    settled: Option<Settled>,
    /// The action that waits for draws from the host.
    pending: Option<Pending<G::Action>>,
}

/// An action that has been tried and has not been carried out.
#[derive(Clone, Debug)]
struct Pending<A> {
    player: Player,
    action: A,
    /// No draw helps: a script failed. Nobody is bound to it.
    stuck: bool,
}

impl<G: Game> Clone for Match<G> {
    fn clone(&self) -> Self {
        Self {
            game: Arc::clone(&self.game),
            options: self.options,
            state: self.state.clone(),
            source: self.source.clone(),
            journal: self.journal.clone(),
            snapshots: self.snapshots.clone(),
            undone: self.undone.clone(),
            feeds: self.feeds.clone(),
            serial: self.serial,
            talk: self.talk.clone(),
            draw_offer: self.draw_offer,
            undo_ask: self.undo_ask,
            settled: self.settled,
            pending: self.pending.clone(),
        }
    }
}

impl<G: Game> std::fmt::Debug for Match<G> {
    /// Says nothing that a player may not know: a match is often printed by accident.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Match").field("game", &self.game.name()).field("settled", &self.settled).finish_non_exhaustive()
    }
}

/// Everything that one player has been told, in order, and what he sees now: what he may remember.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InformationState<'a, E, V> {
    /// Whose.
    pub player: Player,
    /// What he has been told.
    pub events: &'a [Shared<E>],
    /// What he sees.
    pub view: V,
}

impl<E: Serialize, V: Serialize> InformationState<'_, E, V> {
    /// The named hash of its JSON form.
    #[must_use]
    pub fn hash(&self) -> u64 {
        record::json_hash(self)
    }
}

impl<G: Game> Match<G> {
    /// A match of `game` from its start.
    pub fn new(game: Arc<G>, options: MatchOptions) -> Self {
        let state = game.start();
        let mut hosted = Self::at(game, state, options);
        hosted.begin();
        hosted
    }

    /// A match of `game` from any position that the game itself knows ([`Game::check_state`]).
    ///
    /// What the match makes by itself in that position ([`Game::automatic`]) is the first step of its journal. If that lacks
    /// a draw from the host, its player is asked after all.
    ///
    /// # Errors
    /// What is wrong with the position.
    pub fn from_state(game: Arc<G>, state: G::State, options: MatchOptions) -> Result<Self, BadState> {
        game.check_state(&state).map_err(BadState)?;
        let mut hosted = Self::at(game, state, options);
        hosted.begin();
        Ok(hosted)
    }

    /// A match from a position that has been checked.
    fn at(game: Arc<G>, state: G::State, options: MatchOptions) -> Self {
        let players = game.players();
        Self {
            options: MatchOptions { snapshot_every: options.snapshot_every.max(1), ..options },
            source: Source::new(options.draws),
            journal: Vec::new(),
            snapshots: Snapshots::new(state.clone(), usize::from(options.snapshot_every)),
            undone: Vec::new(),
            feeds: Feeds::new(players),
            serial: 0,
            talk: vec![0; usize::from(players)],
            draw_offer: None,
            undo_ask: None,
            settled: None,
            pending: None,
            state,
            game,
        }
    }

    /// Makes what the match makes by itself in its first position.
    fn begin(&mut self) {
        let Some((player, action)) = self.game.automatic(&self.state) else { return };
        if let Ok(done) = step(&*self.game, &self.state, player, &action, &mut self.source) {
            self.source.settle();
            self.commit(done, false);
        }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// How the match is hosted.
    #[must_use]
    pub fn options(&self) -> &MatchOptions {
        &self.options
    }

    /// The whole position. For the referee: it shows what players may not see.
    #[must_use]
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// The named hash of the whole position. For the referee.
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        self.game.state_hash(&self.state)
    }

    /// The actions that stand, in order. For the referee.
    #[must_use]
    pub fn journal(&self) -> &[Entry<G::Action>] {
        &self.journal
    }

    /// The players who may act now; nobody once the match is over.
    #[must_use]
    pub fn to_act(&self) -> Players {
        if self.settled.is_some() { Players::NONE } else { self.game.to_act(&self.state) }
    }

    /// Whom to ask first where several may act; nobody once the match is over. A host that asks one player after another
    /// asks this one: another in [`Match::to_act`] may have to wait and have nothing to do for the moment.
    #[must_use]
    pub fn next_to_ask(&self) -> Option<Player> {
        if self.to_act().is_empty() { None } else { self.game.next_to_ask(&self.state) }
    }

    /// What `player` may do now. Where actions are parametric these are suggestions; [`Match::explain`] is the authority.
    #[must_use]
    pub fn legal(&self, player: Player) -> Vec<G::Action> {
        let mut actions = Vec::new();
        if self.to_act().has(player) {
            self.game.legal(&self.state, player, &mut actions);
        }
        actions
    }

    /// The numbers behind an action, or why it is not allowed.
    ///
    /// # Errors
    /// The refusal, or that the match is over.
    pub fn explain(&self, player: Player, action: &G::Action) -> Result<Vec<Breakdown>, ApplyError<G::Refusal>> {
        self.open(player)?;
        self.game.explain(&self.state, player, action).map_err(ApplyError::Refused)
    }

    /// What `viewer` sees. An unknown player sees what an onlooker sees.
    #[must_use]
    pub fn view(&self, viewer: Viewer) -> G::View {
        self.game.view(&self.state, self.eyes(viewer))
    }

    /// Appends the same as JSON.
    pub fn write_view(&self, viewer: Viewer, out: &mut Vec<u8>) {
        self.game.write_view(&self.state, self.eyes(viewer), out);
    }

    fn eyes(&self, viewer: Viewer) -> Viewer {
        match viewer {
            Viewer::Player(player) if player.0 >= self.game.players() => Viewer::Public,
            viewer => viewer,
        }
    }

    /// What `viewer` has been told from his item number `cursor` on, and the cursor for the next call. Start with 0.
    #[must_use]
    pub fn events_since(&self, cursor: usize, viewer: Viewer) -> (&[Shared<G::Event>], usize) {
        let feed = self.feeds.of(viewer);
        (&feed[cursor.min(feed.len())..], feed.len())
    }

    /// What `player` may remember: all he has been told, and his view. `None` for a player there is not.
    #[must_use]
    pub fn information_state(&self, player: Player) -> Option<InformationState<'_, G::Event, G::View>> {
        if player.0 >= self.game.players() {
            return None;
        }
        let viewer = Viewer::Player(player);
        Some(InformationState { player, events: self.feeds.of(viewer), view: self.view(viewer) })
    }

    /// How the match ended, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Ending> {
        match self.settled {
            Some(Settled::Resigned { by }) => {
                let others = Players::first(self.game.players()).without(by);
                let winner = others.iter().next().filter(|&p| others == Players::only(p));
                Some(Ending::Resigned { by, winner })
            }
            Some(Settled::Agreed) => Some(Ending::Agreed),
            None => self.game.outcome(&self.state).map(Ending::Rules),
        }
    }

    /// Hands in draws, in order: the faces of dice, the labels of picks.
    ///
    /// They serve the action that asked for them (or, if none has asked, the next to be applied) and no other. What is left
    /// over when it is done is dropped. Until it is done they are seen and bind its player: outside analysis he can apply
    /// or take back nothing else, while others may do what needs no draws. In analysis, or when nothing was supplied yet,
    /// he may turn to another action, and what waits is dropped. A consented undo, the end of the match and a position in
    /// which the action is no longer allowed set him free. What waits is not saved: a host that saves in between gives the
    /// same values again.
    ///
    /// # Errors
    /// When the draws come from a seed, or too many values wait.
    pub fn supply(&mut self, values: &[u16]) -> Result<(), MatchError> {
        let Source::Host(supplied) = &mut self.source else { return Err(MatchError::NotSupplied) };
        if supplied.rest().len() + values.len() > MAX_SUPPLIED {
            return Err(MatchError::TooMuchSupplied);
        }
        supplied.supply(values.iter().copied());
        Ok(())
    }

    /// The words each stream of the seed has given; nothing where the host supplies draws. For the referee.
    #[must_use]
    pub fn draw_counts(&self) -> Option<Counts> {
        match &self.source {
            Source::Seeded(seeded) => Some(seeded.counts()),
            Source::Host(_) => None,
        }
    }

    /// The supplied values that wait for their draws.
    #[must_use]
    pub fn supplied(&self) -> &[u16] {
        match &self.source {
            Source::Seeded(_) => &[],
            Source::Host(supplied) => supplied.rest(),
        }
    }

    /// The draw that `player`'s `action` waits for, without applying anything; `None` when it needs none from the host.
    #[must_use]
    pub fn needed(&self, player: Player, action: &G::Action) -> Option<Needed> {
        self.open(player).ok()?;
        let other = self.is_for_another(player, action);
        let mut source = if other { self.source.unsupplied() } else { self.source.clone() };
        match step(&*self.game, &self.state, player, action, &mut source) {
            Err(Failure::Unmet(Unmet::Needed(needed))) => Some(*needed),
            _ => None,
        }
    }

    /// A match that goes on from here on its own, with its whole past: with the same draws to come, or others.
    ///
    /// With others the draws of the past stand as they fell. If they are taken back they do not come again, whatever
    /// [`Redraw`] says: the new source gives new ones. A record of such a fork says how much of its past came from
    /// elsewhere ([`record::SavedDraws::Forked`]).
    #[must_use]
    pub fn fork(&self, draws: Option<DrawsFrom>) -> Self {
        let mut fork = self.clone();
        if let Some(from) = draws {
            fork.source = Source::new(from);
            fork.options.draws = from;
            fork.journal.iter_mut().chain(&mut fork.undone).for_each(Entry::disown);
            fork.pending = None;
        }
        fork
    }

    /// Makes `done` the last action. `again` says that it was redone, so that more may be.
    fn commit(&mut self, done: Done<G>, again: bool) {
        let by = done.player;
        let saw = self.push(done, |_| true);
        if self.options.analysis {
            if !again {
                self.undone.clear();
            }
        } else {
            // Nobody's chance to redo ends by what he cannot see.
            self.undone.retain(|entry| if entry.player == by { again } else { saw >> entry.player.0 & 1 == 0 });
        }
        if let Some(outcome) = self.game.outcome(&self.state) {
            self.feeds.tell(Note::Ended { ending: Ending::Rules(outcome) });
        }
    }

    /// Adds `done` to the journal and tells the viewers that `to` lets through.
    fn push(&mut self, done: Done<G>, to: impl Fn(usize) -> bool) -> u16 {
        let Done { player, action, word, barrier, draws, state, events, first, automatic } = done;
        let marks = self.feeds.marks();
        let (first, rest) = events.split_at(first.min(events.len()));
        let saw_first = self.feeds.take(first, &to);
        let saw = saw_first | self.feeds.take(rest, &to);
        self.state = state;
        let hash = self.state_hash();
        self.serial = self.serial.wrapping_add(1);
        self.journal.push(Entry {
            player,
            action,
            word,
            draws,
            hash,
            barrier,
            made: self.made().saturating_add(1 + u32::from(automatic)),
            serial: self.serial,
            marks,
            saw,
            saw_first,
            foreign: false,
        });
        self.snapshots.reached(self.journal.len(), &self.state);
        saw
    }

    /// The position before action `at`.
    fn state_at(&self, at: usize) -> Result<G::State, Box<Divergence>> {
        let (from, kept) = self.snapshots.before(at);
        let mut state = kept.clone();
        for (i, entry) in self.journal.iter().enumerate().take(at).skip(from) {
            record::replay(
                &*self.game,
                &mut state,
                entry,
                record::Traced::unchecked(&entry.draws),
                &mut crate::game::Quiet,
            )
            .map_err(|what| Box::new(Divergence { action: i + 1, word: entry.word.clone(), what }))?;
        }
        Ok(state)
    }
}

/// An action carried out on a copy of the position, with everything that goes into the journal.
struct Done<G: Game> {
    player: Player,
    action: G::Action,
    word: String,
    barrier: bool,
    draws: Vec<Drawn>,
    state: G::State,
    events: Vec<Forms<G::Event>>,
    /// How many of the events came before the first action that the match made by itself.
    first: usize,
    /// How many actions the match made by itself.
    automatic: u16,
}

/// Carries out an action, and what the match makes by itself behind it, on a copy of the position; a failure leaves the source of draws as it was.
fn step<G: Game, D: Draws>(
    game: &G,
    before: &G::State,
    player: Player,
    action: &G::Action,
    draws: &mut D,
) -> Result<Done<G>, Failure<G::Refusal>> {
    if let Some(refusal) = game.refusal(before, player, action) {
        return Err(Failure::Refused(refusal));
    }
    let word = game.write_action(before, player, action);
    let barrier = game.is_barrier(before, player, action);
    let mark = draws.mark();
    let mut state = before.clone();
    let mut gather = Gather::new();
    let mut recorder = Recorder::new(draws);
    let advanced = game.advance(&mut state, player, action, &mut recorder, &mut gather);
    let first = gather.events.len();
    let advanced = advanced.and_then(|()| game.automate(&mut state, &mut recorder, &mut gather));
    let made = recorder.finish();
    let automatic = match advanced {
        Ok(automatic) => automatic,
        Err(unmet) => {
            draws.reset(mark);
            return Err(unmet.into());
        }
    };
    let barrier = barrier || automatic > 0 || !made.is_empty();
    let (action, events) = (action.clone(), gather.events);
    Ok(Done { player, action, word, barrier, draws: made, state, events, first, automatic })
}
