//! Many positions at once, for machine players: no journal, no events, numbers only.

use super::coded::{encoding, no_id, same_len, write_ids, write_mask};
use super::error::{HostError, Status, value};
use super::forms;
use super::hostable::Hostable;
use crate::chance::{Seed, Seeded};
use crate::game::{Player, Quiet};
use std::sync::Arc;

/// The most positions of one batch.
pub const MAX_BATCH: usize = 1 << 20;

/// How one position stands after a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C)]
pub struct Step {
    /// How many actions the player to act has; 0 when the game is over.
    pub legal: u32,
    /// Actions since the start.
    pub actions: u32,
    /// The player to act; 255 when the game is over.
    pub player: u8,
    /// 1 when the game is over.
    pub over: u8,
    /// The winner; 255 for none.
    pub winner: u8,
    /// 0.
    pub reserved: u8,
}

/// Positions of one battle, each with its own draws. The player to act is whom the game says to ask first; what a match makes
/// by itself is made here too.
pub trait Batched: Send {
    /// How many positions there are.
    fn len(&self) -> usize;
    /// Whether there are none; there is always one.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// How a position stands.
    ///
    /// # Errors
    /// When there is no such position.
    fn step(&self, at: usize) -> Result<Step, HostError>;
    /// Begins a position anew, with the draws of `seed`.
    ///
    /// # Errors
    /// When there is no such position.
    fn reset(&mut self, at: usize, seed: Seed) -> Result<Step, HostError>;
    /// Makes one position a copy of another, draws included.
    ///
    /// # Errors
    /// When there is no such position.
    fn copy(&mut self, to: usize, from: usize) -> Result<(), HostError>;
    /// The player to act takes the action at a place of his list.
    ///
    /// # Errors
    /// When there is no such position or place, or a script fails; nothing has changed then.
    fn apply_place(&mut self, at: usize, place: usize) -> Result<Step, HostError>;
    /// The player to act takes the action with this id.
    ///
    /// # Errors
    /// The refusal; or no such position, or an id that means nothing here.
    fn apply_id(&mut self, at: usize, id: u16) -> Result<Step, HostError>;
    /// How many action ids there are.
    fn action_ids(&self) -> usize;
    /// The ids of the list of the player to act, in its order, as far as `out` reaches; 65535 for an action without one.
    ///
    /// # Errors
    /// When there is no such position.
    fn ids(&self, at: usize, out: &mut [u16]) -> Result<usize, HostError>;
    /// 1 for the id of each action in that list, else 0. `out` has [`Batched::action_ids`] entries.
    ///
    /// # Errors
    /// When there is no such position, or the buffer has another length.
    fn mask(&self, at: usize, out: &mut [u8]) -> Result<(), HostError>;
    /// What action ids and observations mean, as JSON.
    fn encoding(&self, out: &mut Vec<u8>);
    /// How many numbers an observation has.
    fn observation_len(&self) -> usize;
    /// What a viewer sees, as numbers. `out` has [`Batched::observation_len`] entries.
    ///
    /// # Errors
    /// When there is no such position or viewer, or the buffer has another length.
    fn observe(&self, at: usize, viewer: u8, out: &mut [f32]) -> Result<(), HostError>;
    /// The named hash of a position.
    ///
    /// # Errors
    /// When there is no such position.
    fn state_hash(&self, at: usize) -> Result<u64, HostError>;
    /// A position in the notation.
    ///
    /// # Errors
    /// When there is no such position.
    fn position(&self, at: usize, out: &mut Vec<u8>) -> Result<(), HostError>;
}

/// One position of a batch.
struct Env<G: Hostable> {
    state: G::State,
    draws: Seeded,
    player: Option<Player>,
    legal: Vec<G::Action>,
    actions: u32,
}

/// Positions of one game.
pub(super) struct Envs<G: Hostable> {
    game: Arc<G>,
    start: G::State,
    /// Actions may fail half-way: a script is asked.
    fallible: bool,
    envs: Vec<Env<G>>,
}

impl<G: Hostable> Envs<G> {
    pub(super) fn new(game: Arc<G>, count: usize, seed: Seed) -> Result<Self, HostError> {
        if count == 0 || count > MAX_BATCH {
            let message = format!("a batch has 1 to {MAX_BATCH} positions, not {count}");
            return Err(HostError::new(Status::Range, "batch", message));
        }
        let start = game.start();
        let env = |n: usize| Env::<G> {
            state: start.clone(),
            draws: Seeded::new(seed.child(n as u64)),
            player: None,
            legal: Vec::new(),
            actions: 0,
        };
        let mut envs: Vec<_> = (0..count).map(env).collect();
        envs.iter_mut().for_each(|env| env.list(&game));
        Ok(Self { fallible: game.may_fail(), start, game, envs })
    }

    fn at(&self, at: usize) -> Result<&Env<G>, HostError> {
        self.envs.get(at).ok_or_else(|| no_place(at, self.envs.len()))
    }
}

fn no_place(at: usize, len: usize) -> HostError {
    HostError::new(Status::Range, "position", format!("the batch has positions 0 to {}, not {at}", len - 1))
}

impl<G: Hostable> Env<G> {
    /// Lists what the player to act may do.
    fn list(&mut self, game: &G) {
        self.legal.clear();
        self.player = game.next_to_ask(&self.state);
        if let Some(player) = self.player {
            game.legal(&self.state, player, &mut self.legal);
        }
    }

    fn step(&self, game: &G) -> Step {
        let over = self.player.is_none();
        let winner = if over { game.outcome(&self.state).and_then(|outcome| outcome.winner) } else { None };
        Step {
            legal: self.legal.len() as u32,
            actions: self.actions,
            player: self.player.map_or(u8::MAX, |player| player.0),
            over: u8::from(over),
            winner: winner.map_or(u8::MAX, |winner| winner.0),
            reserved: 0,
        }
    }
}

impl<G: Hostable> Batched for Envs<G> {
    fn len(&self) -> usize {
        self.envs.len()
    }

    fn step(&self, at: usize) -> Result<Step, HostError> {
        Ok(self.at(at)?.step(&self.game))
    }

    fn reset(&mut self, at: usize, seed: Seed) -> Result<Step, HostError> {
        let len = self.envs.len();
        let env = self.envs.get_mut(at).ok_or_else(|| no_place(at, len))?;
        env.state.clone_from(&self.start);
        (env.draws, env.actions) = (Seeded::new(seed), 0);
        env.list(&self.game);
        Ok(env.step(&self.game))
    }

    fn copy(&mut self, to: usize, from: usize) -> Result<(), HostError> {
        let len = self.envs.len();
        let source = self.at(from)?;
        let (state, draws, actions) = (source.state.clone(), source.draws.clone(), source.actions);
        let env = self.envs.get_mut(to).ok_or_else(|| no_place(to, len))?;
        (env.state, env.draws, env.actions) = (state, draws, actions);
        env.list(&self.game);
        Ok(())
    }

    fn apply_place(&mut self, at: usize, place: usize) -> Result<Step, HostError> {
        let len = self.envs.len();
        let env = self.envs.get_mut(at).ok_or_else(|| no_place(at, len))?;
        let (Some(player), Some(action)) = (env.player, env.legal.get(place)) else {
            let message = format!("the list has {} places, not {place}", env.legal.len());
            return Err(HostError::new(Status::Range, "place", message));
        };
        if self.fallible {
            self.game.apply_whole(&mut env.state, player, action, &mut env.draws, &mut Quiet)?;
        } else {
            // The action is of the list, and draws of a seed never fail.
            self.game.advance(&mut env.state, player, action, &mut env.draws, &mut Quiet)?;
            self.game.automate(&mut env.state, &mut env.draws, &mut Quiet)?;
        }
        env.actions += 1;
        env.list(&self.game);
        Ok(env.step(&self.game))
    }

    fn apply_id(&mut self, at: usize, id: u16) -> Result<Step, HostError> {
        let env = self.at(at)?;
        let action = env.player.and_then(|player| self.game.action_of(&env.state, player, id));
        let place = action.and_then(|action| env.legal.iter().position(|legal| *legal == action));
        self.apply_place(at, place.ok_or_else(|| no_id(id))?)
    }

    fn action_ids(&self) -> usize {
        self.game.action_ids()
    }

    fn ids(&self, at: usize, out: &mut [u16]) -> Result<usize, HostError> {
        let env = self.at(at)?;
        let Some(player) = env.player else { return Ok(0) };
        Ok(write_ids(&*self.game, &env.state, player, &env.legal, out))
    }

    fn mask(&self, at: usize, out: &mut [u8]) -> Result<(), HostError> {
        let env = self.at(at)?;
        same_len("mask", self.game.action_ids(), out.len())?;
        match env.player {
            Some(player) => write_mask(&*self.game, &env.state, player, &env.legal, out),
            None => out.fill(0),
        }
        Ok(())
    }

    fn encoding(&self, out: &mut Vec<u8>) {
        out.extend(value(&encoding(&*self.game)).to_string().into_bytes());
    }

    fn observation_len(&self) -> usize {
        self.game.observation_len()
    }

    fn observe(&self, at: usize, viewer: u8, out: &mut [f32]) -> Result<(), HostError> {
        let env = self.at(at)?;
        same_len("observation", self.game.observation_len(), out.len())?;
        self.game.observe(&env.state, forms::viewer(viewer, self.game.players())?, out);
        Ok(())
    }

    fn state_hash(&self, at: usize) -> Result<u64, HostError> {
        Ok(self.game.state_hash(&self.at(at)?.state))
    }

    fn position(&self, at: usize, out: &mut Vec<u8>) -> Result<(), HostError> {
        out.extend(self.game.write_state(&self.at(at)?.state).into_bytes());
        Ok(())
    }
}
