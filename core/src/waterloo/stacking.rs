//! The Stacking Limits (W 8.4) and the one General of a Position (W 12.0): tested when all moves are over, and looked ahead
//! to before (W N13, N55).

use super::Waterloo;
use super::refusal::Refusal;
use super::specials::hook;
use super::specials::program::Bound;
use super::state::State;
use super::types::{Army, CardId, Kind, Place, Slot, bit, foe, more_than, slots};
use crate::game::Player;
use std::cell::OnceCell;

/// Cards of one player in a Position (W 8.4).
pub(super) const STACKING_LIMIT: u8 = 4;
/// Generals of one player in a Position (W 12.0).
pub(super) const GENERALS_LIMIT: u8 = 1;

/// How crowded a lane is for one player, and what can still leave (W N13).
#[derive(Clone, Copy, Debug, Default)]
struct Crowd {
    /// Cards in the enemy's Position.
    ahead: u8,
    /// Of those, the ones that may step back, and the ones that may then step back again.
    ahead_out: [u8; 2],
    /// Cards in the own Position.
    home: u8,
    /// Of those, the ones that may go to the Reserve.
    home_out: u8,
    /// The slots in both Positions that may go one step home.
    leaving: u64,
    /// How many cards may stay in the enemy's Position, and in the own one.
    most: [u8; 2],
}

/// What the three lanes hold for one player in one position, looked up once for a whole list of actions.
#[derive(Default)]
pub(super) struct Crowds([OnceCell<Crowd>; 3]);

impl Crowd {
    /// Whether the limit can still be met: cards leave along the chain enemy Position, own Position, Reserve.
    fn fits(&self, crossings: u8) -> bool {
        let ahead = self.ahead.saturating_sub(self.most[0]);
        let home = (self.home + ahead).saturating_sub(self.most[1]);
        ahead <= self.ahead_out[0].min(crossings) && home <= self.home_out + ahead.min(self.ahead_out[1])
    }
}

/// Which limit is meant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Limit {
    Stacking,
    Generals,
}

impl Waterloo {
    fn crowd(&self, s: &State, player: Player, lane: usize, limit: Limit) -> Crowd {
        let side = s.side(player);
        let home = if player.0 == 0 { Place(lane as u8) } else { Place(5 - lane as u8) };
        let ahead = home.opposite();
        let which = if limit == Limit::Stacking { !side.generals() } else { side.generals() };
        let out = self.homeward(s, player, ahead) & which;
        let twice = if s.is_engaged(player, home) { 0 } else { out & !side.moved & (side.cavalry() | side.generals()) };
        let back = self.homeward(s, player, home) & which;
        Crowd {
            ahead: (side.at[ahead.index()] & which).count_ones() as u8,
            ahead_out: [out.count_ones() as u8, twice.count_ones() as u8],
            home: (side.at[home.index()] & which).count_ones() as u8,
            home_out: back.count_ones() as u8,
            leaving: out | back,
            most: [ahead, home].map(|at| self.most(s, player, at, limit)),
        }
    }

    /// How many cards of `player` may stay in a Position (W 8.4, 12.0), with what Specials add.
    #[inline]
    fn most(&self, s: &State, player: Player, at: Place, limit: Limit) -> u8 {
        match limit {
            Limit::Stacking => self.stacking_limit(s, player, at),
            Limit::Generals => GENERALS_LIMIT,
        }
    }

    /// The Stacking Limit of a Position for `player` (W 8.4), with what Specials add.
    #[inline]
    pub(super) fn stacking_limit(&self, s: &State, player: Player, at: Place) -> u8 {
        self.bound(s, player, Bound::Stacking, (Some(at), None), STACKING_LIMIT)
    }

    /// Where a Special has raised the Stacking Limit of a Position for its army alone: whether a card of `army` would be one
    /// too many of the others there (W 8.4).
    pub(super) fn crowds_out(&self, s: &State, army: Army, at: Place) -> bool {
        let player = army.player();
        if s.forces.hooks & hook::bound(Bound::Stacking) == 0 {
            return false;
        }
        let raised = self.raised_for(s, at);
        let side = s.side(player);
        let others = slots(side.stacked_at(at)).filter(|&slot| Some(side.card_in(slot).army()) != raised).count();
        raised.is_some_and(|raised| raised != army) && others >= usize::from(STACKING_LIMIT)
    }

    /// The army for which a Special has raised the Stacking Limit of a Position.
    fn raised_for(&self, s: &State, at: Place) -> Option<Army> {
        self.bounding(s, Bound::Stacking, at).map(CardId::army)
    }

    #[inline]
    fn crowd_of(&self, s: &State, player: Player, lane: usize, limit: Limit, crowds: &Crowds) -> Crowd {
        match limit {
            Limit::Stacking => *crowds.0[lane].get_or_init(|| self.crowd(s, player, lane, limit)),
            Limit::Generals => self.crowd(s, player, lane, limit),
        }
    }

    fn crossings_for(&self, s: &State, lane: usize, limit: Limit) -> u8 {
        if limit == Limit::Stacking { self.crossings_left(s, lane) } else { u8::MAX }
    }

    fn crowded(at: Place, limit: Limit) -> Refusal {
        if limit == Limit::Stacking { Refusal::Stacking { at } } else { Refusal::OneGeneral { at } }
    }

    /// Whether the limits of a lane can be met after laying a River that leaves so many crossings (W N55).
    pub(super) fn stacking_with_crossings(&self, s: &State, player: Player, lane: usize, left: u8) -> Option<Refusal> {
        let crowd = self.crowd(s, player, lane, Limit::Stacking);
        let at = Place::of(foe(player), if player.0 == 0 { 2 - lane as u8 } else { lane as u8 });
        (!crowd.fits(left)).then_some(Refusal::Stacking { at })
    }

    /// Whether a Position or the one across it holds more cards of a player than may stay.
    #[inline]
    pub(super) fn is_crowded(&self, s: &State, player: Player, at: Place) -> bool {
        let side = s.side(player);
        let over = |p: Place| more_than(side.stacked_at(p), STACKING_LIMIT);
        over(at) || over(at.opposite())
    }

    /// Whether the Stacking Limit can still be met once a card has attacked where it stands and so stays there (W N13).
    #[inline]
    pub(super) fn stacking_after_spending(
        &self,
        s: &State,
        player: Player,
        slot: Slot,
        crowds: &Crowds,
    ) -> Option<Refusal> {
        let side = s.side(player);
        let at = side.place(slot)?;
        if !self.is_crowded(s, player, at) {
            return None;
        }
        let mut crowd = self.crowd_of(s, player, at.lane(), Limit::Stacking, crowds);
        if crowd.leaving & bit(slot) != 0 {
            if at.owner() == player {
                crowd.home_out -= 1;
            } else {
                let two = side.kind[Kind::Cavalry as usize] & !side.moved & bit(slot) != 0;
                crowd.ahead_out[1] -= u8::from(two && crowd.ahead_out[1] > 0);
                crowd.ahead_out[0] -= 1;
            }
        }
        let fits = crowd.fits(self.crossings_left(s, at.lane()));
        (!fits).then_some(Refusal::Stacking { at })
    }

    /// Whether the Stacking Limit can still be met once a card has spent a Move where it stands (W N13). Cavalry in its own
    /// battleline may still go home with its second one.
    #[inline]
    pub(super) fn stacking_after_move(
        &self,
        s: &State,
        player: Player,
        slot: Slot,
        crowds: &Crowds,
    ) -> Option<Refusal> {
        let side = s.side(player);
        let again = side.cavalry() & !side.moved & bit(slot) != 0;
        let at_home = side.place(slot).is_some_and(|at| at.owner() == player);
        if again && at_home { None } else { self.stacking_after_spending(s, player, slot, crowds) }
    }

    /// Whether the limits can still be met once a card has entered an own Position from the Reserve (W N13, N55).
    #[inline]
    pub(super) fn entry_stacking(
        &self,
        s: &State,
        player: Player,
        kind: Kind,
        again: bool,
        to: Place,
        crowds: &Crowds,
    ) -> Option<Refusal> {
        let side = s.side(player);
        let (limit, most, which) = if kind == Kind::General {
            (Limit::Generals, GENERALS_LIMIT, side.generals())
        } else {
            (Limit::Stacking, STACKING_LIMIT, !side.generals())
        };
        let set = |p: Place| side.at[p.index()] & which;
        if !more_than(set(to), most - 1) && !more_than(set(to.opposite()), most) {
            return None;
        }
        let mut crowd = self.crowd_of(s, player, to.lane(), limit, crowds);
        crowd.home += 1;
        // A card with a second Move goes back again, unless it has come into a fight.
        crowd.home_out += u8::from(again && !s.is_engaged(player, to));
        (!crowd.fits(self.crossings_for(s, to.lane(), limit))).then_some(Self::crowded(to, limit))
    }

    /// Whether the limits can still be met once a slot has crossed the Middle Ground, forward or back (W N13, N55).
    #[inline]
    pub(super) fn crossing_stacking(
        &self,
        s: &State,
        player: Player,
        slot: Slot,
        from: Place,
        to: Place,
        crowds: &Crowds,
    ) -> Option<Refusal> {
        let side = s.side(player);
        let b = bit(slot);
        let general = side.generals() & b != 0;
        let (limit, most, which) = if general {
            (Limit::Generals, GENERALS_LIMIT, side.generals())
        } else {
            (Limit::Stacking, STACKING_LIMIT, !side.generals())
        };
        let set = |p: Place| side.at[p.index()] & which;
        if !general && self.crowds_out(s, side.card_in(slot).army(), to) {
            return Some(Refusal::Stacking { at: to });
        }
        if !more_than(set(to), most - 1) && !more_than(set(from), most + 1) {
            return None;
        }
        let mut crowd = self.crowd_of(s, player, from.lane(), limit, crowds);
        let could_leave = crowd.leaving & b != 0;
        let two_moves = (side.cavalry() | side.generals()) & b != 0;
        let first = side.moved & b == 0;
        if to.owner() == player {
            crowd.ahead -= 1;
            crowd.home += 1;
            if could_leave {
                crowd.ahead_out[0] -= 1;
                crowd.ahead_out[1] = crowd.ahead_out[1].saturating_sub(u8::from(two_moves && first));
            }
            let goes_on = two_moves && first && !s.is_engaged(player, to);
            crowd.home_out += u8::from(goes_on);
        } else {
            crowd.home -= 1;
            crowd.home_out -= u8::from(could_leave && crowd.home_out > 0);
            crowd.ahead += 1;
            let comes_back = two_moves && first && !s.is_engaged(player, to);
            crowd.ahead_out[0] += u8::from(comes_back);
        }
        let mut crossings = self.crossings_for(s, from.lane(), limit);
        if crossings != u8::MAX {
            crossings = crossings.saturating_sub(1);
        }
        (!crowd.fits(crossings)).then_some(Self::crowded(to, limit))
    }

    /// The first Position that holds too many cards of `player` for the Combat Phase to end (W 8.4, 12.0, r51).
    pub(super) fn over_limit(&self, s: &State, player: Player) -> Option<Refusal> {
        Place::POSITIONS.into_iter().find_map(|at| self.over_limit_at(s, player, at))
    }

    #[inline]
    fn over_limit_at(&self, s: &State, player: Player, at: Place) -> Option<Refusal> {
        let side = s.side(player);
        let (stacked, generals) = (side.stacked_at(at), side.at[at.index()] & side.generals());
        if more_than(stacked, STACKING_LIMIT) && stacked.count_ones() > u32::from(self.stacking_limit(s, player, at)) {
            Some(Refusal::StackingAtEnd { at })
        } else if more_than(generals, GENERALS_LIMIT) {
            Some(Refusal::OneGeneralAtEnd { at })
        } else {
            None
        }
    }

    /// The cards of `player` in Positions that hold too many: those of which some must go to the Reserve where a Special has
    /// left no other way (W N67).
    pub(super) fn excess(&self, s: &State, player: Player) -> u64 {
        match self.over_limit(s, player) {
            Some(Refusal::StackingAtEnd { at }) => s.side(player).stacked_at(at),
            Some(Refusal::OneGeneralAtEnd { at }) => s.side(player).generals() & s.side(player).at[at.index()],
            _ => 0,
        }
    }

    /// Whether any card can still go a step home in a lane that holds too many (W N67): counting alone does not know that a
    /// raised limit may be for one army only.
    pub(super) fn can_thin_out(&self, s: &State, player: Player) -> bool {
        let generals = s.side(player).generals();
        Place::POSITIONS.into_iter().any(|at| {
            let which = match self.over_limit_at(s, player, at) {
                Some(Refusal::OneGeneralAtEnd { .. }) => generals,
                Some(_) => !generals,
                None => return false,
            };
            [at, at.opposite()].into_iter().any(|at| {
                let home = if at.owner() == player { Place::RESERVE } else { at.opposite() };
                slots(self.homeward(s, player, at) & which).any(|slot| self.may_step(s, player, slot, at, home))
            })
        })
    }

    /// Whether `player` can still meet the limits in every lane before his Combat Phase ends (W N13, N55).
    pub(super) fn can_meet_limits(&self, s: &State, player: Player) -> bool {
        [Limit::Stacking, Limit::Generals]
            .into_iter()
            .all(|limit| (0..3).all(|lane| self.crowd(s, player, lane, limit).fits(self.crossings_for(s, lane, limit))))
    }
}
