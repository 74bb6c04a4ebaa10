//! A commander who weighs what each action is worth at once, and takes the best.
//!
//! He knows what his side may see and the exact odds of the charts; he does not look ahead. Divisions go for objectives that
//! the enemy holds, guns stay where they have targets, battalions close to musketry and go in where the attack value is good,
//! cavalry keeps for what it beats, and whoever is charged forms square.

mod march;
mod worth;

use super::action::{Action, Answer, Pursuit};
use super::profile::Empire;
use super::state::{Host, Marks, Pending, State, UnitId};
use super::units::{Arm, Order, Status};
use super::view::Glance;
use crate::bot::{Bot, Sight};
use crate::chance::{Draws, Kind, Request, Seeded, Stream};
use crate::game::{Player, Viewer};

/// How the greedy commander weighs things, in hundredths of a hit on an average battalion. The defaults are what he plays with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights {
    /// An inch nearer to what his division is to take.
    pub ground: i32,
    /// What an assault must promise before a unit goes in.
    pub dare: i32,
    /// Standing where cavalry may charge, without much hope of a square.
    pub horse: i32,
    /// Standing under fire, for each point of it.
    pub fire: i32,
}

impl Default for Weights {
    fn default() -> Self {
        Self { ground: 12, dare: 20, horse: 120, fire: 60 }
    }
}

/// The greedy commander.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy {
    /// His weights.
    pub weights: Weights,
}

/// What he looks at: the battle as his side sees it.
pub(super) struct Mind<'a> {
    game: &'a Empire,
    /// Read only through what his side may see, or to ask the rules about his own units.
    state: &'a State,
    seen: Glance<'a>,
    player: Player,
    weights: Weights,
}

impl Bot<Empire> for Greedy {
    fn name(&self) -> &'static str {
        "greedy"
    }

    fn choose(&mut self, sight: &Sight<'_, Empire>, legal: &[Action], draws: &mut Seeded) -> usize {
        let Some(among) = u16::try_from(legal.len()).ok().filter(|n| *n > 1) else { return 0 };
        let (game, state, player) = (sight.game(), sight.position(), sight.player());
        let seen = game.glance(state, Viewer::Player(player));
        let mind = Mind { game, state, seen, player, weights: self.weights };
        let mut worths = Vec::with_capacity(legal.len());
        mind.weigh(sight, legal, &mut worths);
        // Of equals the first one behind a place that is drawn: else his left would always move first.
        let request = Request { code: "choice", subject: 0, stream: Stream(0), kind: Kind::Pick { among } };
        let from = draws.pick(request, |n| n).map_or(0, usize::from);
        let order = (from..legal.len()).chain(0..from);
        let best = order.fold(None, |best: Option<usize>, n| match best {
            Some(old) if worths[old] >= worths[n] => Some(old),
            _ => Some(n),
        });
        best.unwrap_or(0)
    }
}

impl Mind<'_> {
    /// The worth of each action.
    fn weigh(&self, sight: &Sight<'_, Empire>, legal: &[Action], out: &mut Vec<i32>) {
        let mover = legal.iter().find_map(|action| match action {
            Action::Move { unit, .. } | Action::Hold { unit } => Some(*unit),
            _ => None,
        });
        let march = mover.map(|unit| march::March::new(self, unit));
        for action in legal {
            out.push(match action {
                // Everybody is thought of before the march is over.
                Action::End if march.is_some() => i32::MIN,
                Action::End => 0,
                Action::Order { division, order, .. } => self.order(division.index(), *order),
                Action::Rally { .. } => 1_000,
                Action::Recover { unit } => self.recover(*unit),
                Action::Attach { leader, host } => self.attach(leader.index(), *host),
                Action::Ride { .. } => -1,
                Action::Move { steps, .. } => march.as_ref().map_or(0, |march| march.of(steps)),
                Action::Hold { .. } => march.as_ref().map_or(1, |march| march.of(&[])),
                Action::Screen { unit, stands } => self.screen(*unit, *stands, march.as_ref()),
                Action::React { unit, how } => self.answer(*unit, *how),
                Action::Fire { with, target } => 10 + self.fire(with, *target),
                Action::Lead { .. } => {
                    // Both totals, the own side's first for the side that names first.
                    let [first, second, _] = sight.totals(action);
                    i32::from(first.unwrap_or(0)) - i32::from(second.unwrap_or(0))
                }
                Action::Follow { unit, how } => self.follow(*unit, *how),
            });
        }
    }

    /// What a division ought to do.
    fn wish(&self, division: usize) -> Order {
        let profile = &self.game.divisions()[division];
        let held = |id: super::state::ObjectiveId| self.seen.objectives().get(id.index()).copied().flatten();
        match profile.objective {
            Some(id) if held(id) == Some(self.player) => Order::Defend,
            Some(_) => Order::Attack,
            // Who is ahead waits, who is behind goes; in between nothing is changed.
            None => {
                let points = self.seen.points();
                let (own, enemy) = (points[self.player.index() & 1], points[1 - (self.player.index() & 1)]);
                let now = self.state.divisions.get(division).map_or(Order::Attack, |now| now.order);
                if own > enemy + 3 {
                    Order::Defend
                } else if own <= enemy {
                    Order::Attack
                } else {
                    now
                }
            }
        }
    }

    fn order(&self, division: usize, order: Order) -> i32 {
        let Some(now) = self.state.divisions.get(division) else { return -1 };
        let coming = now.coming.map_or(now.order, |coming| coming.order);
        let wish = self.wish(division);
        if order == wish && coming != wish { 100 } else { -100 }
    }

    fn recover(&self, unit: UnitId) -> i32 {
        let at = self.state.units[unit].pose.at;
        match self.game.nearest_enemy(self.state, self.player, at) {
            Some((_, far)) if far < 9_000 => -50,
            _ => 200,
        }
    }

    /// Leaders go to units that need rallying, or to where it will be hot.
    fn attach(&self, leader: usize, host: Host) -> i32 {
        let need = |id: UnitId| {
            let unit = &self.state.units[id];
            let near =
                self.game.nearest_enemy(self.state, self.player, unit.pose.at).is_some_and(|(_, far)| far < 12_000);
            match unit.status {
                Status::Routed => 300,
                Status::Disordered => 200,
                Status::Good if near => 60 + i32::from(unit.hits) * 10,
                Status::Good => 5,
            }
        };
        let now = match self.state.leaders.get(leader).map(|l| l.host) {
            Some(Host::Unit(id)) => need(id) + 30,
            _ => 20,
        };
        match host {
            Host::Unit(id) => need(id) - now,
            Host::Division(_) | Host::None => -1,
        }
    }

    /// Skirmishers go out when the enemy is near and come in when he is upon them.
    fn screen(&self, unit: UnitId, stands: u8, march: Option<&march::March<'_>>) -> i32 {
        let at = self.state.units[unit].pose.at;
        let far = self.game.nearest_enemy(self.state, self.player, at).map_or(i32::MAX, |(_, far)| far);
        let stay = march.map_or(0, |march| march.of(&[]));
        match stands {
            0 if far < 4_000 => stay + 1,
            0 => stay - 100,
            _ if (7_000..16_000).contains(&far) => stay + 15,
            _ => stay - 100,
        }
    }

    fn answer(&self, unit: UnitId, how: Answer) -> i32 {
        let charged = matches!(self.state.pending, Pending::Charge { .. });
        match how {
            Answer::Stand => 0,
            Answer::Evade => 300,
            Answer::CounterCharge => 100,
            // A square is for those who are charged: to form it early costs the next move.
            Answer::Square => {
                let breakthrough = matches!(self.state.pending, Pending::Charge { breakthrough: true, .. });
                let need = super::square::value(&self.game.square_facts(self.state, unit, breakthrough));
                if charged { i32::from(need) * 10 - 15 } else { -1 }
            }
        }
    }

    fn follow(&self, unit: UnitId, how: Pursuit) -> i32 {
        match how {
            Pursuit::Stay => 0,
            Pursuit::Advance => {
                let garrison = self.game.ground().building(self.state.units[unit].pose.at).is_some();
                if garrison { -10 } else { 10 }
            }
            Pursuit::Reform(_) | Pursuit::Form(_) => -1,
            Pursuit::Break { target, .. } => {
                let from = self.state.units[unit].pose.at;
                self.assault(unit, target, from, true) - self.weights.dare
            }
        }
    }

    /// Whether a unit is of the enemy cavalry that may charge next turn.
    fn is_charger(&self, id: UnitId) -> bool {
        self.seen.unit(id).is_some_and(|unit| {
            self.game.unit(id).player != self.player
                && self.game.unit(id).arm() == Arm::Cavalry
                && unit.is_steady()
                && unit.status == Status::Good
                && !unit.marks.has(Marks::BLOWN)
        })
    }
}
