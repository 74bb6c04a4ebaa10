//! Looking at the table.

use super::Session;
use super::names::{Names, Thing, Whose};
use crate::empire::calc::describe::{class, cover, order, standing};
use crate::empire::calc::length;
use crate::empire::told::{side, side_colour};
use crate::fail::Done;
use crate::page::{FAINT, HEADING, PLAIN, STRONG, WARNING, capital, count, paint, width, wrap};
use eagles::empire::View;
use eagles::empire::geometry::{Facing, Sector, distance, sector};
use eagles::empire::state::{DivisionId, Host, LeaderId, Presence, Stage, UnitId};
use eagles::empire::text::{marks_text, place};
use eagles::empire::units::{Cover, Status};
use eagles::empire::view::UnitView;
use eagles::game::{Game as _, Player};

/// How far `near` looks, in thousandths of an inch.
const NEAR: i32 = 16_000;

impl Session<'_> {
    /// `look`, `look 95-1`.
    pub(super) fn look(&mut self, player: Player, words: &[String]) -> Done {
        let view = self.view(player);
        let words: Vec<String> = words.iter().filter(|word| !matches!(word.as_str(), "at" | "all")).cloned().collect();
        if words.is_empty() {
            return self.look_around(&view);
        }
        let names = Names { game: &self.game, view: &view, player };
        match names.anything(&words) {
            Ok((Thing::Unit(id), _)) => self.look_unit(&view, id),
            Ok((Thing::Leader(id), _)) => self.look_leader(&view, id),
            Ok((Thing::Division(id), _)) => self.look_division(&view, id),
            Ok((Thing::Objective(id), _)) => {
                let goal = &self.game.objectives()[id.index()];
                let holder = view.objectives.get(id.index()).copied().flatten();
                let holder =
                    holder.map_or_else(|| "nobody".to_owned(), |player| format!("the {}", side(&self.game, player)));
                let text = format!(
                    "{} at {}: {} to who holds it, within {}; held by {holder}.",
                    capital(&goal.name),
                    place(goal.at),
                    count(u64::from(goal.points), "point"),
                    length(goal.radius)
                );
                self.say(PLAIN, &text)
            }
            Err(text) => self.say(WARNING, &format!("{}.", capital(&text))),
        }
    }

    /// The table in words, in colour.
    fn look_around(&mut self, view: &View) -> Done {
        let mut view = view.clone();
        // Fire that has been resolved is no news.
        if view.stage != Stage::Fire {
            view.fires.clear();
        }
        let text = self.game.view_text(&view);
        for line in text.lines() {
            let bullet = if line.starts_with("- ") { "  - " } else { "" };
            let style = match line {
                _ if line.starts_with("The ") && line.ends_with(" army.") => HEADING,
                _ if line.ends_with("is lost.") => FAINT,
                _ => PLAIN,
            };
            for line in wrap(bullet, line.trim_start_matches("- "), width()) {
                writeln!(self.out, "{}", paint(style, &line))?;
            }
        }
        Ok(())
    }

    fn unit_facts(&self, view: &View, unit: &UnitView) -> Vec<String> {
        let profile = self.game.unit(unit.id);
        let state = self.hosted.state();
        let mut facts = vec![
            format!("{}, strength {}", class(profile.class), self.game.strength(state, unit.id)),
            format!("{} at {}, facing {}", standing(unit.formation), place(unit.pose.at), facing(unit.pose.facing)),
        ];
        if unit.hits > 0 {
            facts.push(count(u64::from(unit.hits), "hit"));
        }
        match unit.status {
            Status::Good => {}
            Status::Disordered => facts.push("disordered".to_owned()),
            Status::Routed => facts.push("routed".to_owned()),
        }
        facts.extend(marks_text(unit.marks).map(str::to_owned));
        for (n, leader) in view.leaders.iter().enumerate() {
            if leader.host == Host::Unit(unit.id) {
                let profile = &self.game.leaders()[n];
                facts.push(format!("{} is with it, rating {}", profile.name, profile.rating));
            }
        }
        facts
    }

    fn look_unit(&mut self, view: &View, id: UnitId) -> Done {
        let Some(unit) = view.unit(id).copied() else { return Ok(()) };
        let profile = self.game.unit(id);
        let head = format!("{} ({}), {}", profile.name, profile.id, side(&self.game, profile.player));
        let colour = side_colour(&self.game, profile.player);
        let player = profile.player;
        let division = profile.division;
        self.say(colour.bold(), &head)?;
        match unit.presence {
            Presence::Waiting => {
                let text = format!("Arrives in turn {}.", self.game.unit(id).arrives);
                return self.say(PLAIN, &text);
            }
            Presence::Lost => return self.say(PLAIN, "Lost."),
            Presence::Folded => return self.say(PLAIN, "With its battalion."),
            Presence::Table => {}
        }
        let facts = self.unit_facts(view, &unit);
        self.say(PLAIN, &format!("{}.", capital(&facts.join("; "))))?;
        let state = self.hosted.state();
        let mut more = Vec::new();
        if let Some(now) = view.divisions.get(division.index()) {
            more.push(format!("{}, on orders to {}", self.game.divisions()[division.index()].name, order(now.order)));
        }
        if self.game.out_of_command(state, id) {
            more.push("out of command".to_owned());
        }
        let seen = |enemy: &UnitId| view.unit(*enemy).is_some();
        if let Some(enemy) = self.game.pinned_by(state, id).filter(seen) {
            more.push(format!("pinned by {}", self.game.unit(enemy).name));
        } else if let Some(enemy) = self.game.pinned_by_cavalry(state, id).filter(seen) {
            more.push(format!("pinned by the cavalry of {}", self.game.unit(enemy).name));
        }
        let block = self.game.block(id, &unit.unit());
        let ahead = unit.pose.at.ahead(unit.pose.facing, 6_000);
        let what = self.game.ground().cover(&block, ahead);
        if what != Cover::Open {
            more.push(format!("{} toward its front", cover(what)));
        }
        for contact in &view.contacts {
            if let Some(foe) = contact.foe_of(id) {
                more.push(format!("in contact with {}", self.game.unit(foe).name));
            }
        }
        self.say(PLAIN, &format!("{}.", capital(&more.join("; "))))?;
        let around = self.around(view, id, player, 4);
        around.iter().try_for_each(|line| self.say(FAINT, line))
    }

    /// Who stands around a unit, nearest first.
    fn around(&self, view: &View, id: UnitId, player: Player, most: usize) -> Vec<String> {
        let Some(unit) = view.unit(id) else { return Vec::new() };
        let block = self.game.block(id, &unit.unit());
        let mut found: Vec<(i32, UnitId)> = view
            .units
            .iter()
            .filter(|other| other.id != id && other.unit().is_here())
            .map(|other| (distance(&block, &self.game.block(other.id, &other.unit())), other.id))
            .filter(|(far, _)| *far <= NEAR)
            .collect();
        found.sort_unstable();
        let enemies = found.iter().filter(|(_, other)| self.game.unit(*other).player != player).take(most);
        let friends = found.iter().filter(|(_, other)| self.game.unit(*other).player == player).take(most);
        let text = |(far, other): &(i32, UnitId), whose: &str| {
            let Some(there) = view.unit(*other) else { return String::new() };
            let place = match sector(&block, there.pose.at) {
                Sector::Front => "ahead",
                Sector::Flank => "on its flank",
                Sector::Rear => "behind it",
            };
            let profile = self.game.unit(*other);
            let state = match there.status {
                Status::Good => "",
                Status::Disordered => ", disordered",
                Status::Routed => ", routed",
            };
            let hits =
                if there.hits > 0 { format!(", {}", count(u64::from(there.hits), "hit")) } else { String::new() };
            format!(
                "{whose} {} ({}) {}{state}{hits}, {} {place}",
                profile.name,
                profile.id,
                standing(there.formation),
                length(*far)
            )
        };
        enemies.map(|one| text(one, "Enemy:")).chain(friends.map(|one| text(one, "Friend:"))).collect()
    }

    /// `near 95-1`.
    pub(super) fn near(&mut self, player: Player, words: &[String]) -> Done {
        let view = self.view(player);
        let names = Names { game: &self.game, view: &view, player };
        let id = match names.unit(words, Whose::Any) {
            Ok((id, _)) => id,
            Err(text) => return self.say(WARNING, &format!("{}.", capital(&text))),
        };
        let owner = self.game.unit(id).player;
        let lines = self.around(&view, id, owner, 8);
        if lines.is_empty() {
            return self.say(PLAIN, &format!("Nobody within {}.", length(NEAR)));
        }
        for line in lines {
            let style = if line.starts_with("Enemy") { STRONG } else { PLAIN };
            self.say(style, &line)?;
        }
        Ok(())
    }

    fn look_leader(&mut self, view: &View, id: LeaderId) -> Done {
        let (Some(leader), Some(profile)) = (view.leaders.get(id.index()), self.game.leaders().get(id.index())) else {
            return Ok(());
        };
        let with = match leader.host {
            Host::None => String::new(),
            Host::Unit(unit) => format!(", with {}", self.game.unit(unit).name),
            Host::Division(division) => format!(", with {}", self.game.divisions()[division.index()].name),
        };
        let what = match leader.presence {
            Presence::Lost => "killed".to_owned(),
            Presence::Waiting => format!("arrives in turn {}", profile.arrives),
            _ => format!("at {}{with}{}", place(leader.at), if leader.moved { ", has ridden" } else { "" }),
        };
        let rank = format!("{:?}", profile.rank).to_lowercase();
        let text = format!(
            "{}, {}, leads {}, rating {}: {what}.",
            profile.name,
            side(&self.game, profile.player),
            match profile.division.and_then(|division| self.game.divisions().get(division.index())) {
                Some(division) => division.name.clone(),
                None => format!("{} {rank}", if rank == "army" { "the" } else { "a" }),
            },
            profile.rating
        );
        self.say(PLAIN, &text)
    }

    fn look_division(&mut self, view: &View, id: DivisionId) -> Done {
        let (Some(now), Some(profile)) = (view.divisions.get(id.index()), self.game.divisions().get(id.index())) else {
            return Ok(());
        };
        let mut facts = vec![format!("on orders to {}", order(now.order))];
        if let Some(coming) = now.coming {
            facts.push(format!("orders to {} come in turn {}", order(coming.order), coming.turn));
        }
        if let Some(leader) = now.leader.and_then(|leader| self.game.leaders().get(leader.index())) {
            facts.push(format!("led by {}, rating {}", leader.name, leader.rating));
        }
        for (is_so, text) in [
            (now.leader.is_none() && !now.acting, "without a leader"),
            (now.acting, "led by a successor"),
            (now.routed, "routed"),
            (now.broken, "broken"),
            (now.lost_objective, "has lost its objective"),
        ] {
            if is_so {
                facts.push(text.to_owned());
            }
        }
        if let Some(goal) = profile.objective.and_then(|goal| self.game.objectives().get(goal.index())) {
            facts.push(format!("its objective is {}", goal.name));
        }
        let head = format!("{} ({}): {}.", capital(&profile.name), profile.id, facts.join("; "));
        let units = profile.units.clone();
        self.say(HEADING, &head)?;
        for id in units {
            let Some(unit) = view.unit(id).copied() else { continue };
            let name = format!("{} ({})", self.game.unit(id).name, self.game.unit(id).id);
            let text = match unit.presence {
                Presence::Table => self.unit_facts(view, &unit).join("; "),
                Presence::Waiting => format!("arrives in turn {}", self.game.unit(id).arrives),
                Presence::Folded => continue,
                Presence::Lost => "lost".to_owned(),
            };
            for line in wrap("  - ", &format!("{name}: {text}."), width()) {
                writeln!(self.out, "{line}")?;
            }
        }
        Ok(())
    }
}

fn facing(facing: Facing) -> String {
    match facing.degrees() {
        0 => "north".to_owned(),
        90 => "east".to_owned(),
        180 => "south".to_owned(),
        270 => "west".to_owned(),
        degrees => format!("{degrees} degrees"),
    }
}
