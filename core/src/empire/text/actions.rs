//! Actions, in a few words.

use super::super::action::{Action, Answer, Manoeuvre, Pursuit};
use super::super::profile::Empire;
use super::super::state::Host;
use super::super::view::View;
use super::{count, facing_text, formation_text, inches, join, order_text, place};
use crate::game::Player;

fn angle(degrees: i32) -> String {
    let side = if degrees < 0 { "left" } else { "right" };
    format!("{} degrees {side}", degrees.unsigned_abs())
}

impl Empire {
    pub(in super::super) fn text_of_action(&self, _: &View, _: Player, action: &Action) -> String {
        let unit = |id| self.unit_text(id);
        match action {
            Action::Order { leader, division, order } => format!(
                "{} orders {} {}",
                self.leader_text(*leader),
                self.division_text(*division),
                match order {
                    super::super::units::Order::Reserve => "into reserve".to_owned(),
                    order => format!("to {}", order_text(*order)),
                }
            ),
            Action::Ride { leader, to } => format!("{} rides to {}", self.leader_text(*leader), place(*to)),
            Action::Attach { leader, host: Host::None } => {
                format!("{} leaves those he is with", self.leader_text(*leader))
            }
            Action::Attach { leader, host: Host::Unit(id) } => {
                format!("{} joins {}", self.leader_text(*leader), unit(*id))
            }
            Action::Attach { leader, host: Host::Division(id) } => {
                format!("{} joins the staff of {}", self.leader_text(*leader), self.division_text(*id))
            }
            Action::Rally { unit: id } => format!("rally {}", unit(*id)),
            Action::Recover { unit: id } => format!("{} stands to recover its order", unit(*id)),
            Action::Move { unit: id, steps } => {
                let steps = join(steps.iter().map(|step| self.step_text(step)));
                if steps.is_empty() {
                    format!("{} moves nowhere", unit(*id))
                } else {
                    format!("{}: {steps}", unit(*id))
                }
            }
            Action::Hold { unit: id } => format!("{} holds", unit(*id)),
            Action::Screen { unit: id, stands: 0 } => format!("{} draws in its skirmishers", unit(*id)),
            Action::Screen { unit: id, stands } => {
                format!("{} deploys {} of skirmishers", unit(*id), count(u32::from(*stands), "stand"))
            }
            Action::React { unit: id, how } => {
                let how = match how {
                    Answer::Stand => "stands",
                    Answer::Square => "tries to form square",
                    Answer::CounterCharge => "counter-charges",
                    Answer::Evade => "evades",
                };
                format!("{} {how}", unit(*id))
            }
            Action::Fire { with, target } => match with.as_slice() {
                [] => format!("nobody fires at {}", unit(*target)),
                [one] => format!("{} fires at {}", unit(*one), unit(*target)),
                many => format!("{} fire together at {}", self.units_text(many), unit(*target)),
            },
            Action::Lead { unit: id, spare } if spare.is_empty() => format!("{} leads", unit(*id)),
            Action::Lead { unit: id, spare } => {
                format!("{} leads, without the support of {}", unit(*id), self.units_text(spare))
            }
            Action::Follow { unit: id, how } => match how {
                Pursuit::Stay => format!("{} stays where it is", unit(*id)),
                Pursuit::Advance => format!("{} takes the ground", unit(*id)),
                Pursuit::Reform(facing) => format!("{} re-forms to face {}", unit(*id), facing_text(*facing)),
                Pursuit::Form(formation) => format!("{} goes {}", unit(*id), formation_text(*formation)),
                Pursuit::Break { degrees: 0, target } => {
                    format!("{} breaks through into {}", unit(*id), unit(*target))
                }
                Pursuit::Break { degrees, target } => {
                    format!("{} turns {} and breaks through into {}", unit(*id), angle(*degrees), unit(*target))
                }
            },
            Action::End => "done".to_owned(),
        }
    }

    fn step_text(&self, step: &Manoeuvre) -> String {
        match step {
            Manoeuvre::Ahead(mil) => format!("{} ahead", inches(*mil)),
            Manoeuvre::Back(mil) => format!("{} back", inches(*mil)),
            Manoeuvre::Oblique { degrees, mil } => format!("{} ahead at {}", inches(*mil), angle(*degrees)),
            Manoeuvre::Wheel(degrees) => format!("wheel {}", angle(*degrees)),
            Manoeuvre::Face(facing) => format!("face {}", facing_text(*facing)),
            Manoeuvre::Form(formation) => format!("go {}", formation_text(*formation)),
            Manoeuvre::To(at) => format!("to {}", place(*at)),
            Manoeuvre::Road(at) => format!("by road to {}", place(*at)),
            Manoeuvre::Into(unit) => format!("into {}", self.unit_text(*unit)),
        }
    }
}
