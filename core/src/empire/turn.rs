//! The order of play (E turn): orders, initiative, movement, fire, assault, leaders, integrity.

use super::context::Ctx;
use super::event::Event;
use super::profile::Empire;
use super::state::{Marks, Pending, Stage, State, UnitId};
use crate::chance::{Draws, Unmet};
use crate::game::{Player, Players, Sink};

impl Empire {
    /// Who moves first (L4): the side without initiative, unless the house rules say otherwise.
    pub(super) fn first_mover(&self, state: &State) -> Player {
        let holder = state.initiative.unwrap_or(Player(0));
        if self.house().initiative_moves_first { holder } else { Self::enemy(holder) }
    }

    /// Who may act now.
    pub(super) fn who_acts(&self, state: &State) -> Players {
        match (&state.pending, state.stage) {
            (_, Stage::Over) => Players::NONE,
            (Pending::Charge { target, .. }, _) => Players::only(self.unit(*target).player),
            (Pending::Threat { unit, .. }, _) => Players::only(Self::enemy(self.unit(*unit).player)),
            (Pending::Lead { first, .. }, _) => Players::only(Self::enemy(self.unit(*first).player)),
            (Pending::Follow { may }, _) => {
                may.first().map_or(Players::NONE, |f| Players::only(self.unit(f.unit).player))
            }
            (Pending::None, Stage::Command) => Players(Players::first(2).0 & !state.ready.0),
            (Pending::None, _) => Players::only(state.on_turn),
        }
    }
}

impl<D: Draws, S: Sink<Empire>> Ctx<'_, D, S> {
    /// A turn begins: orders act, leaders arrive, the marks of the last turn come off.
    pub(super) fn begin_turn(&mut self) -> Result<(), Unmet> {
        self.rested();
        self.state.turn = self.state.turn.saturating_add(1);
        let turn = self.state.turn;
        for id in 0..self.state.units.len() {
            self.edit(UnitId(id as u16), |unit| unit.marks.clear(Marks::OF_TURN));
        }
        for leader in &mut self.state.leaders {
            leader.moved = false;
        }
        for division in &mut self.state.divisions {
            division.sent = false;
        }
        self.state.fires.clear();
        self.tell(|_, _| Event::TurnBegan { turn });
        self.leaders_arrive();
        self.successors();
        self.orders_act();
        self.enter(Stage::Command, None);
        Ok(())
    }

    /// A stage begins; `player` is whose it is.
    pub(super) fn enter(&mut self, stage: Stage, player: Option<Player>) {
        self.state.stage = stage;
        self.state.ready = Players::NONE;
        if let Some(player) = player {
            self.state.on_turn = player;
        }
        self.tell(|_, _| Event::StageBegan { stage, player });
    }

    /// A player is done with the stage.
    pub(super) fn end_stage(&mut self, player: Player) -> Result<(), Unmet> {
        if let Pending::Threat { .. } = self.state.pending {
            self.state.pending = Pending::None;
            return Ok(());
        }
        let other = Empire::enemy(player);
        match self.state.stage {
            Stage::Command => {
                self.state.ready = self.state.ready.and(Players::only(player));
                self.tell(|_, _| Event::Ready { player });
                if self.state.ready.has(other) {
                    self.roll_initiative()?;
                    self.mark_pinned();
                    let first = self.game.first_mover(self.state);
                    self.begin_movement(first)?;
                }
            }
            Stage::Rally => {
                self.flights(player)?;
                self.enter(Stage::March, Some(player));
            }
            Stage::March => {
                self.end_march(player)?;
                if player == self.game.first_mover(self.state) {
                    self.begin_movement(other)?;
                } else {
                    let holder = self.state.initiative.unwrap_or(Player(0));
                    self.enter(Stage::Fire, Some(Empire::enemy(holder)));
                }
            }
            Stage::Fire => {
                if Some(player) == self.state.initiative {
                    self.resolve_fire()?;
                    self.enter(Stage::Assault, Some(player));
                    self.after_assault()?;
                } else {
                    self.enter(Stage::Fire, Some(other));
                }
            }
            Stage::Assault | Stage::Over => {}
        }
        Ok(())
    }

    /// One side's movement begins: who is due comes onto the table (Q15).
    fn begin_movement(&mut self, player: Player) -> Result<(), Unmet> {
        self.arrivals(player);
        self.enter(Stage::Rally, Some(player));
        Ok(())
    }

    /// After everything in the assault stage: when nothing is to be decided and no combat is left, the turn ends.
    pub(super) fn after_assault(&mut self) -> Result<(), Unmet> {
        self.next_pursuit();
        if self.state.stage != Stage::Assault || self.state.pending != Pending::None || self.game.has_combat(self.state)
        {
            return Ok(());
        }
        self.end_assaults()?;
        self.leader_casualties()?;
        self.integrity()?;
        self.end_turn();
        if self.state.stage == Stage::Over { Ok(()) } else { self.begin_turn() }
    }
}
