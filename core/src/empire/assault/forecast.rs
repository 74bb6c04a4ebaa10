//! What a move into contact would come to: for players who want to know before they commit themselves.

use super::leads::{Mass, Named};
use super::{Combatant, Facts, Side};
use crate::chance::{Seed, Seeded};
use crate::empire::action::{Action, Answer, Manoeuvre};
use crate::empire::profile::Empire;
use crate::empire::refusal::Refusal;
use crate::empire::state::{Marks, Pending, Presence, State, UnitId};
use crate::game::{Game, Player, Quiet};

impl Empire {
    /// The facts of the assault to which a move into contact would lead if the enemy stood as he is, nobody fired and nobody else
    /// moved: with the mover and its target as the leads. It rests on what the player sees.
    ///
    /// # Errors
    /// Why the move is not allowed; [`Refusal::NoCombat`] where it does not end in contact.
    pub fn assault_forecast(
        &self,
        state: &State,
        player: Player,
        action: &Action,
    ) -> Result<Facts<Vec<Combatant>>, Refusal> {
        if let Some(refusal) = self.refusal(state, player, action) {
            return Err(refusal);
        }
        let (unit, target) = match action {
            Action::Move { unit, steps } => match steps.last() {
                Some(Manoeuvre::Into(target)) => (*unit, *target),
                _ => return Err(Refusal::NoCombat),
            },
            _ => return Err(Refusal::NoCombat),
        };
        let mut after = self.as_seen(state, player);
        // No die decides a move into contact; should one, it is the same each time.
        let mut draws = Seeded::new(Seed::from_number(0));
        let moved = self.advance(&mut after, player, action, &mut draws, &mut Quiet);
        moved.map_err(|_| Refusal::NoCombat)?;
        if let Pending::Charge { target, .. } = after.pending {
            let stands = Action::React { unit: target, how: Answer::Stand };
            let stood = self.advance(&mut after, Self::enemy(player), &stands, &mut draws, &mut Quiet);
            stood.map_err(|_| Refusal::NoCombat)?;
        }
        self.combat_forecast(&after, unit, target).ok_or(Refusal::NoCombat)
    }

    /// The facts of an assault that is still to be fought, with these two leads; `None` where they do not fight each other.
    #[must_use]
    pub fn combat_forecast(&self, state: &State, unit: UnitId, target: UnitId) -> Option<Facts<Vec<Combatant>>> {
        let combat = self.combat_of(state, unit)?;
        let (one, two) = (self.units.get(unit.index())?, self.units.get(target.index())?);
        if one.player == two.player || !combat.has(target) {
            return None;
        }
        let mut leads = [unit, target];
        if one.player == Player(1) {
            leads.swap(0, 1);
        }
        let facts = self.assault_facts(state, &combat, leads.map(|lead| Named { lead, spare: &[] })).facts;
        let Facts { attacker, defender, roller, weather } = facts;
        let listed = |side: Side<Mass>| {
            let Side { lead, mass, support, frontage } = side;
            Side { lead, mass: mass.into_vec(), support, frontage }
        };
        Some(Facts { attacker: listed(attacker), defender: listed(defender), roller, weather })
    }

    /// The position without the enemies that a player does not see.
    fn as_seen(&self, state: &State, player: Player) -> State {
        let mut seen = state.clone();
        for n in 0..seen.units.len() {
            let id = UnitId(n as u16);
            if self.unit(id).player != player && seen.units[id].marks.has(Marks::HIDDEN) {
                seen.units.set_presence(id, Presence::Waiting);
            }
        }
        seen
    }
}
