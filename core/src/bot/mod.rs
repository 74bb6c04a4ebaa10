//! Players.
//!
//! A [`Bot`] sees what its player may see and nothing else: the type of [`Sight`] keeps the position from it. Its own chance
//! comes from a seed of its own, so that it cannot look ahead in the game's.

mod random;

pub use random::Random;

use crate::chance::{Seed, Seeded};
use crate::explain::Breakdown;
use crate::game::{Game, Player, TOTALS, Viewer};
use crate::play::Match;
use std::cell::OnceCell;

/// What a player sees at the moment of a decision. The view is built only when it is looked at.
pub struct Sight<'a, G: Game> {
    game: &'a G,
    state: &'a G::State,
    player: Player,
    view: OnceCell<G::View>,
}

impl<'a, G: Game> Sight<'a, G> {
    /// What `player` sees of `state`.
    #[inline]
    pub fn new(game: &'a G, state: &'a G::State, player: Player) -> Self {
        Self { game, state, player, view: OnceCell::new() }
    }

    /// The game: rules and material, which everyone knows.
    #[must_use]
    pub fn game(&self) -> &'a G {
        self.game
    }

    /// Whose eyes these are.
    #[must_use]
    pub fn player(&self) -> Player {
        self.player
    }

    /// The position itself, for a window on it that shows no more than the view does.
    pub(crate) fn position(&self) -> &'a G::State {
        self.state
    }

    /// The view.
    pub fn view(&self) -> &G::View {
        self.view.get_or_init(|| self.game.view(self.state, Viewer::Player(self.player)))
    }

    /// The numbers behind an action, or why it is refused.
    ///
    /// # Errors
    /// The refusal.
    pub fn explain(&self, action: &G::Action) -> Result<Vec<Breakdown>, G::Refusal> {
        self.game.explain(self.state, self.player, action)
    }

    /// The totals of those numbers, in order, for a legal action.
    #[inline]
    #[must_use]
    pub fn totals(&self, action: &G::Action) -> [Option<i16>; TOTALS] {
        self.game.totals(self.state, self.player, action)
    }

    /// Whether the action is allowed: `legal` gives only suggestions where actions are parametric.
    #[must_use]
    pub fn allows(&self, action: &G::Action) -> bool {
        self.game.refusal(self.state, self.player, action).is_none()
    }
}

/// A player that is a program.
pub trait Bot<G: Game> {
    /// Its short name.
    fn name(&self) -> &'static str;

    /// A new game begins, in which it is `player`. It forgets what it knew.
    fn begin(&mut self, _game: &G, _player: Player) {}

    /// Chooses one of `legal`, which is not empty, by its place. Chance comes from `draws`, stream 0, which is the bot's
    /// own.
    fn choose(&mut self, sight: &Sight<'_, G>, legal: &[G::Action], draws: &mut Seeded) -> usize;
}

impl<G: Game, B: Bot<G> + ?Sized> Bot<G> for Box<B> {
    fn name(&self) -> &'static str {
        (**self).name()
    }
    fn begin(&mut self, game: &G, player: Player) {
        (**self).begin(game, player);
    }
    fn choose(&mut self, sight: &Sight<'_, G>, legal: &[G::Action], draws: &mut Seeded) -> usize {
        (**self).choose(sight, legal, draws)
    }
}

/// The chance of `player`'s bot in the game with this seed: apart from the game's draws and from other bots'.
#[must_use]
pub fn chance_of(seed: &Seed, player: Player) -> Seeded {
    Seeded::new(seed.child(u64::from(player.0)))
}

/// What `bot` does as `player` in a hosted match; `None` when there is nothing to choose.
pub fn choose<G: Game>(
    hosted: &Match<G>,
    player: Player,
    bot: &mut (impl Bot<G> + ?Sized),
    draws: &mut Seeded,
) -> Option<G::Action> {
    let mut legal = hosted.legal(player);
    if legal.is_empty() {
        return None;
    }
    let sight = Sight::new(&**hosted.game(), hosted.state(), player);
    let chosen = bot.choose(&sight, &legal, draws);
    (chosen < legal.len()).then(|| legal.swap_remove(chosen))
}
