//! Victory (W 4.3) and the draws of the rulings.

use super::event::Event;
use super::state::{Ending, Phase, State};
use super::turn::Ctx;
use super::types::{Army, Kind, Place, armies, foe};
use super::validate::TURNS;
use super::{ALLIED, FRENCH, Waterloo};
use crate::chance::Draws;
use crate::game::{Player, Sink};

impl Waterloo {
    /// Whether `player` occupies a Position of the enemy's battleline unopposed, with Infantry or Cavalry (W 4.3, r11), in
    /// whatever state (W r14); Artillery alone does not do (W r13).
    #[must_use]
    pub fn has_taken(&self, state: &State, player: Player, at: Place) -> bool {
        let side = state.side(player);
        let here = side.at[at.index()];
        at.owner() != player
            && here & (side.infantry() | side.cavalry()) != 0
            && state.side(foe(player)).troops() & state.side(foe(player)).at[at.index()] == 0
    }

    /// Whether `player` can ever have Infantry or Cavalry again: in play, in the Reserve, or still to be drawn (W r15).
    fn can_ever_win(&self, s: &State, player: Player) -> bool {
        let side = s.side(player);
        (side.infantry() | side.cavalry()) != 0
            || armies(player).iter().any(|&army| {
                let (hand, roster) = (s.hand(army), self.roster(army));
                // W 10.0: an army that waits for a General and can have none will never come.
                let general = roster.kinds[Kind::General as usize];
                let fixed = hand.fixed();
                let comes = (hand.reserve | fixed) & general != 0 || (hand.left() > 0 && hand.undrawn & general != 0);
                if army == Army::Prussian && !s.arrived && !comes {
                    return false;
                }
                [Kind::Infantry, Kind::Cavalry].into_iter().any(|kind| {
                    let cards = roster.kinds[kind as usize];
                    let drawable = if roster.quota.is_some() { hand.left[kind as usize] > 0 } else { hand.left() > 0 };
                    (hand.reserve | fixed) & cards != 0 || (drawable && hand.undrawn & cards != 0)
                })
            })
    }
}

impl<D: Draws, S: Sink<Waterloo>> Ctx<'_, D, S> {
    /// The battle is over as soon as a Position is taken, in whoever's turn (W 4.3, r12).
    pub(super) fn test_victory(&mut self, at: Place) {
        let winner = foe(at.owner());
        if self.s.ending.is_none() && self.g.has_taken(self.s, winner, at) {
            self.end_battle(Ending::Victory { winner, at });
        }
    }

    /// Draws at the end of a Battle Turn (W r15, N31).
    pub(super) fn test_draws(&mut self) {
        if self.s.ending.is_some() {
            return;
        }
        let options = self.g.options();
        if options.no_win_draw && !self.g.can_ever_win(self.s, FRENCH) && !self.g.can_ever_win(self.s, ALLIED) {
            self.end_battle(Ending::NoWin);
        } else if self.s.turn >= TURNS
            || options.turn_cap.is_some_and(|cap| u32::from(self.s.turn) >= 2 * u32::from(cap))
        {
            self.end_battle(Ending::TurnCap);
        }
    }

    fn end_battle(&mut self, ending: Ending) {
        self.s.ending = Some(ending);
        self.s.phase = Phase::Over;
        self.tell(|_, _| Event::Ended { ending });
    }
}
