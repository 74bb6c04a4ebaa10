//! Views as plain text that a screen reader can follow: short sentences, one thing a line.

use super::super::profile::Empire;
use super::super::state::{Division, DivisionId, Ending, Host, LeaderId, ObjectiveId, Pending, Presence, Stage};
use super::super::units::Status;
use super::super::view::{UnitView, View};
use super::events::order_phrase;
use super::{capital, count, facet_text, facing_text, formation_text, join, marks_text, place};
use crate::game::Player;
use std::fmt::Write as _;

impl Empire {
    /// A view in English.
    pub(in super::super) fn text_of_view(&self, view: &View) -> String {
        let mut out = String::new();
        self.head_text(&mut out, view);
        for (n, holder) in view.objectives.iter().enumerate() {
            let Some(profile) = self.objectives.get(n) else { continue };
            let name = self.objective_text(ObjectiveId(n as u16));
            let holder = holder.map_or_else(|| "nobody".to_owned(), |player| format!("the {}", self.side_text(player)));
            let points = count(u32::from(profile.points), "point");
            let _ = writeln!(out, "{name} at {}, {points}, held by {holder}.", place(profile.at));
        }
        for player in [Player(0), Player(1)] {
            let _ = writeln!(out, "The {} army.", self.side_text(player));
            self.leaders_text(&mut out, view, player);
            for (n, division) in view.divisions.iter().enumerate() {
                if self.divisions.get(n).is_some_and(|profile| profile.player == player) {
                    self.division_lines(&mut out, view, DivisionId(n as u16), division);
                }
            }
        }
        for contact in &view.contacts {
            let (one, other) = (self.unit_text(contact.attacker), self.unit_text(contact.defender));
            let _ = writeln!(out, "{one} is in contact with {other}, {}.", facet_text(contact.facet));
        }
        for fire in &view.fires {
            let _ = writeln!(out, "{} will fire at {}.", self.units_text(&fire.with), self.unit_text(fire.target));
        }
        out
    }

    fn head_text(&self, out: &mut String, view: &View) {
        let turns = self.scenario.turns;
        let stage = match view.stage {
            Stage::Command => "Both sides give orders.".to_owned(),
            Stage::Over => "The battle is over.".to_owned(),
            stage => {
                let what = match stage {
                    Stage::Rally => "ride and rally",
                    Stage::March => "move",
                    Stage::Fire => "declare fire",
                    _ => "choose assaults",
                };
                format!("The {} {what}.", self.side_text(view.on_turn))
            }
        };
        let _ = writeln!(out, "Turn {} of {turns}, {}. {stage}", view.turn, self.clock_text(view.turn));
        for player in view.ready.iter() {
            let _ = writeln!(out, "The {} have given their orders.", self.side_text(player));
        }
        if let Some(holder) = view.initiative {
            let _ = writeln!(out, "The {} have the initiative.", self.side_text(holder));
        }
        let points = join((0..2).map(|n| format!("{} {}", self.side_text(Player(n)), view.points[usize::from(n)])));
        let _ = writeln!(out, "Points: {points}.");
        let pending = match &view.pending {
            Pending::None => String::new(),
            Pending::Charge { unit, target, .. } => {
                format!("{} comes at {}, which must answer.", self.unit_text(*unit), self.unit_text(*target))
            }
            Pending::Threat { unit, may } => {
                format!("{} is near: {} may form square.", self.unit_text(*unit), self.units_text(may))
            }
            Pending::Lead { first, .. } => {
                format!("{} leads one side; the other must name its lead.", self.unit_text(*first))
            }
            Pending::Follow { may } => {
                let who: Vec<_> = may.iter().map(|following| following.unit).collect();
                format!("{} may follow up.", self.units_text(&who))
            }
        };
        if !pending.is_empty() {
            let _ = writeln!(out, "{pending}");
        }
        if let Some((how, winner)) = view.ending {
            let how = match how {
                Ending::Time => "by time",
                Ending::Objective => "by an objective",
                Ending::Swept => "because one side was swept away",
            };
            let winner = winner.map_or_else(|| "It is a draw".to_owned(), |p| format!("The {} win", self.side_text(p)));
            let _ = writeln!(out, "{winner} {how}.");
        }
    }

    fn leaders_text(&self, out: &mut String, view: &View, player: Player) {
        for (n, leader) in view.leaders.iter().enumerate() {
            let Some(profile) = self.leaders.get(n).filter(|profile| profile.player == player) else { continue };
            let name = self.leader_text(LeaderId(n as u16));
            let _ = match leader.presence {
                Presence::Lost => writeln!(out, "{name} was killed in turn {}.", leader.killed),
                Presence::Waiting => writeln!(out, "{name} arrives in turn {}.", profile.arrives),
                _ => {
                    let with = match leader.host {
                        Host::None => String::new(),
                        host => format!(", {}", self.host_text(host)),
                    };
                    let rode = if leader.moved { ", has ridden" } else { "" };
                    writeln!(out, "{name}, rating {}, at {}{with}{rode}.", profile.rating, place(leader.at))
                }
            };
        }
    }

    fn division_lines(&self, out: &mut String, view: &View, id: DivisionId, division: &Division) {
        let profile = &self.divisions[id.index()];
        let mut facts = vec![format!("orders to {}", order_phrase(division.order))];
        if let Some(coming) = division.coming {
            facts.push(format!("orders to {} on the way for turn {}", order_phrase(coming.order), coming.turn));
        }
        let flags = [
            (division.leader.is_none() && !division.acting, "without leader"),
            (division.acting, "led by a successor"),
            (division.routed, "routed"),
            (division.broken, "broken"),
            (division.lost_objective, "has lost its objective"),
        ];
        facts.extend(flags.into_iter().filter(|(set, _)| *set).map(|(_, text)| text.to_owned()));
        let _ = writeln!(out, "{}: {}.", capital(&profile.name), facts.join(", "));
        for unit in &profile.units {
            for id in [Some(*unit), self.unit(*unit).skirmishers].into_iter().flatten() {
                if let Some(unit) = view.unit(id) {
                    self.unit_line(out, unit);
                }
            }
        }
    }

    fn unit_line(&self, out: &mut String, unit: &UnitView) {
        let profile = self.unit(unit.id);
        let name = format!("{} ({})", self.unit_text(unit.id), profile.id);
        let _ = match unit.presence {
            Presence::Folded => return,
            Presence::Waiting => writeln!(out, "- {name} arrives in turn {}.", profile.arrives),
            Presence::Lost => writeln!(out, "- {name} is lost."),
            Presence::Table => {
                let mut facts = vec![
                    formation_text(unit.formation).to_owned(),
                    format!("at {}", place(unit.pose.at)),
                    format!("facing {}", facing_text(unit.pose.facing)),
                ];
                if unit.hits > 0 {
                    facts.push(count(u32::from(unit.hits), "hit"));
                }
                match unit.status {
                    Status::Good => {}
                    Status::Disordered => facts.push("disordered".to_owned()),
                    Status::Routed => facts.push("routed".to_owned()),
                }
                facts.extend(marks_text(unit.marks).map(str::to_owned));
                writeln!(out, "- {name}: {}.", facts.join(", "))
            }
        };
    }
}
