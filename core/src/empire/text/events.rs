//! Events: the story of a battle, exact enough to check.

use super::super::event::{Casualty, Event, Loss, Morale, Retreat};
use super::super::profile::Empire;
use super::super::state::{Ending, Host, Stage};
use super::{
    breakdown_text, capital, count, effect_text, facet_text, facing_text, formation_text, join, label, number_text,
    order_text, place,
};
use crate::cite::Coded;
use crate::game::Player;

const fn stage_text(stage: Stage) -> &'static str {
    match stage {
        Stage::Command => "orders",
        Stage::Rally => "leaders ride, units rally",
        Stage::March => "movement",
        Stage::Fire => "fire",
        Stage::Assault => "assaults",
        Stage::Over => "over",
    }
}

impl Empire {
    /// An event in English, one sentence or two.
    pub(in super::super) fn text_of_event(&self, event: &Event) -> String {
        let text = self.event_words(event);
        capital(&format!("{text}{}.", label(event.cites())))
    }

    fn event_words(&self, event: &Event) -> String {
        let unit = |id| self.unit_text(id);
        match event {
            Event::TurnBegan { turn } => format!("turn {turn}, {}", self.clock_text(*turn)),
            Event::StageBegan { stage, player } => match player {
                Some(player) => format!("{}: {}", self.side_text(*player), stage_text(*stage)),
                None => stage_text(*stage).to_owned(),
            },
            Event::Ready { player } => format!("the {} have given their orders", self.side_text(*player)),
            Event::OrderSent { leader, division, order, roll, delay } => {
                let roll = roll
                    .as_ref()
                    .map_or_else(|| "he is there himself".to_owned(), |roll| format!("die {}", breakdown_text(roll)));
                let when = match delay {
                    0 => "it acts at once".to_owned(),
                    n => format!("it acts in {}", count(u32::from(*n), "turn")),
                };
                format!(
                    "{} orders {} to {}: {when} ({roll})",
                    self.leader_text(*leader),
                    self.division_text(*division),
                    order_phrase(*order)
                )
            }
            Event::OrderActs { division, order } => {
                format!("{} is now under orders to {}", self.division_text(*division), order_phrase(*order))
            }
            Event::AttackLapsed { division } => {
                format!("{} did not close with the enemy and defends from now on", self.division_text(*division))
            }
            Event::Initiative { rolls, holder } => {
                let roll =
                    |n: u8| format!("{} {}", self.side_text(Player(n)), breakdown_text(&rolls[usize::from(n & 1)]));
                format!("the {} have the initiative ({}; {})", self.side_text(*holder), roll(0), roll(1))
            }
            Event::Arrived { unit: id, at } => format!("{} arrives at {}", unit(*id), place(at.at)),
            Event::Delayed { unit: id } => format!("{} waits: its place is taken", unit(*id)),
            Event::LeaderArrived { leader, at } => {
                format!("{} arrives at {}", self.leader_text(*leader), place(*at))
            }
            Event::Revealed { unit: id, at, formation } => {
                format!("{} is seen at {}, {}", unit(*id), place(at.at), formation_text(*formation))
            }
            Event::Rode { leader, to, host } => {
                let with = if *host == Host::None { "alone".to_owned() } else { self.host_text(*host) };
                format!("{} is at {}, {with}", self.leader_text(*leader), place(*to))
            }
            Event::Rallied { unit: id, need, die, success } => match need {
                None => format!("{} recovers its order", unit(*id)),
                Some(need) => format!(
                    "{} {} (die {die}, below {} needed)",
                    unit(*id),
                    if *success { "rallies" } else { "does not rally" },
                    breakdown_text(need)
                ),
            },
            Event::Moved { unit: id, path, formation, used } => {
                let to = path
                    .last()
                    .map_or_else(String::new, |to| format!(" to {}, facing {}", place(to.at), facing_text(to.facing)));
                format!("{} moves{to}, {} ({} used)", unit(*id), formation_text(*formation), super::inches(*used))
            }
            Event::Ambushed { unit: id, by } => format!("{} is stopped: {} was hidden there", unit(*id), unit(*by)),
            Event::Formed { unit: id, formation } => format!("{} is now {}", unit(*id), formation_text(*formation)),
            Event::Screened { unit: id, stands, at, .. } => format!(
                "{} deploys {} of skirmishers at {}",
                unit(*id),
                count(u32::from(*stands), "stand"),
                place(at.at)
            ),
            Event::Folded { screen } => format!("{} go back to their battalion", unit(*screen)),
            Event::Charged { unit: id, target } => format!("{} charges {}", unit(*id), unit(*target)),
            Event::SquareTried { unit: id, need, die, formed } => format!(
                "{} {} (die {die}, below {} needed)",
                unit(*id),
                if *formed { "forms square" } else { "fails to form square" },
                breakdown_text(need)
            ),
            Event::CounterCharged { unit: id, .. } => format!("{} counter-charges", unit(*id)),
            Event::Evaded { unit: id, at } => format!("{} evades to {}", unit(*id), place(at.at)),
            Event::Contacted { attacker, defender, facet } => {
                format!("{} strikes {} {}", unit(*attacker), unit(*defender), facet_text(*facet))
            }
            Event::Parted { attacker, defender } => {
                format!("{} and {} are no longer in contact", unit(*attacker), unit(*defender))
            }
            Event::Declared { with, target } => {
                format!("{} will fire at {}", self.units_text(with), unit(*target))
            }
            Event::Fired { with, target, total, die, effect } => {
                let die = if *die == 0 { "no die".to_owned() } else { format!("die {die}") };
                format!(
                    "{} at {}: {die} on {}: {}",
                    self.units_text(with),
                    unit(*target),
                    breakdown_text(total),
                    effect_text(*effect)
                )
            }
            Event::Hit { unit: id, hits, now } => {
                format!("{} takes {} and has {now}", unit(*id), count(u32::from(*hits), "hit"))
            }
            Event::Disordered { unit: id } => format!("{} is disordered", unit(*id)),
            Event::Retreated { unit: id, why, to } => {
                let how = match why {
                    Retreat::Fallback => "falls back",
                    Retreat::Rout => "runs",
                    Retreat::Flight => "runs on",
                    Retreat::Recoil => "recoils from the square",
                    Retreat::Division => "falls back with its division",
                };
                format!("{} {how} to {}", unit(*id), place(to.at))
            }
            Event::Routed { unit: id } => format!("{} routs", unit(*id)),
            Event::Abandoned { unit: id } => format!("the crew of {} leaves its guns", unit(*id)),
            Event::Lost { unit: id, why } => {
                let why = match why {
                    Loss::Hits => "it has taken all the hits that it can bear",
                    Loss::LeftTable => "it leaves the table",
                    Loss::NoWay => "there is no way out",
                    Loss::Taken => "the enemy takes the guns",
                    Loss::Screen => "the skirmishers are caught or have no battalion",
                };
                format!("{} is lost: {why}", unit(*id))
            }
            Event::MoraleChecked { unit: id, need, die, result } => {
                let result = match result {
                    Morale::Pass => "stands",
                    Morale::Fallback => "falls back",
                    Morale::Rout => "breaks",
                };
                format!("morale of {}: it {result} (die {die}, below {} needed)", unit(*id), breakdown_text(need))
            }
            Event::Led { unit: id } => format!("{} leads", unit(*id)),
            Event::Fought { leads, others, support, totals, value, die, effects, winner } => {
                let with = |what: &str, ids: &[super::super::state::UnitId]| {
                    if ids.is_empty() { String::new() } else { format!("; {what} {}", self.units_text(ids)) }
                };
                format!(
                    "{} ({}) against {} ({}){}{}: attack value {}, die {die}: {} for {}, {} for {}; {}",
                    unit(leads[0]),
                    breakdown_text(&totals[0]),
                    unit(leads[1]),
                    breakdown_text(&totals[1]),
                    with("with", others),
                    with("support by", support),
                    number_text(*value, 1),
                    effect_text(effects[0]),
                    unit(leads[0]),
                    effect_text(effects[1]),
                    unit(leads[1]),
                    winner.map_or_else(|| "nobody wins".to_owned(), |p| format!("the {} win", self.side_text(p)))
                )
            }
            Event::Followed { unit: id, to } => format!("{} follows up to {}", unit(*id), place(to.at)),
            Event::Blown { unit: id } => format!("{} is blown", unit(*id)),
            Event::Fresh { unit: id } => format!("{} has its breath back", unit(*id)),
            Event::LeaderRolled { leader, roll, result } => {
                let result = match result {
                    Casualty::Killed => "is killed",
                    Casualty::Shaken => "is shaken and rallies nobody next turn",
                    Casualty::None => "is unhurt",
                };
                format!("{} {result} (die {})", self.leader_text(*leader), breakdown_text(roll))
            }
            Event::Succeeded { division } => {
                format!("a successor takes over {}", self.division_text(*division))
            }
            Event::IntegrityChecked { division, need, die, passed } => format!(
                "{} {} (die {die}, at most {} needed)",
                self.division_text(*division),
                if *passed { "holds together" } else { "loses heart" },
                breakdown_text(need)
            ),
            Event::IntegrityFailed { division, die, routs } => format!(
                "{} {} (die {die})",
                self.division_text(*division),
                if *routs { "routs" } else { "falls back disordered" }
            ),
            Event::Broken { division } => format!("{} is broken", self.division_text(*division)),
            Event::Taken { objective, by } => {
                format!("{} is in {} hands", self.objective_text(*objective), self.side_text(*by))
            }
            Event::Ended { how, winner, points } => {
                let how = match how {
                    Ending::Time => "the last turn is over",
                    Ending::Objective => "what decides the battle is taken",
                    Ending::Swept => "one side has nobody left in order",
                };
                let winner = winner.map_or_else(|| "a draw".to_owned(), |p| format!("the {} win", self.side_text(p)));
                let points = join((0..2).map(|n| format!("{} {}", self.side_text(Player(n)), points[usize::from(n)])));
                format!("{how}: {winner}. Points: {points}")
            }
            Event::Reformed { unit: id, facing } => {
                format!("{} re-forms, facing {}", unit(*id), facing_text(*facing))
            }
        }
    }

    /// The time of the day at which a turn begins.
    pub(super) fn clock_text(&self, turn: u8) -> String {
        let start = u32::from(self.scenario.start.minutes);
        let minutes = start + u32::from(self.scenario.minutes) * u32::from(turn.saturating_sub(1));
        format!("{:02}:{:02}", minutes / 60 % 24, minutes % 60)
    }
}

pub(super) const fn order_phrase(order: super::super::units::Order) -> &'static str {
    match order {
        super::super::units::Order::Reserve => "stay in reserve",
        other => order_text(other),
    }
}
