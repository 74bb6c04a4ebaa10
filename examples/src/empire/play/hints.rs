//! What a refusal means here and now: which part of the turn this is, what must be decided, why an answer is not open.

use super::{Session, help};
use crate::empire::calc::length;
use crate::empire::rules;
use crate::fail::Done;
use crate::page::{FAINT, WARNING, capital};
use eagles::cite::Coded as _;
use eagles::empire::action::{Answer, Manoeuvre};
use eagles::empire::allowance::printed;
use eagles::empire::geometry::{Point, Polygon};
use eagles::empire::scenario::AreaKind;
use eagles::empire::state::{Marks, Pending, Stage, UnitId};
use eagles::empire::units::{Arm, Formation, Status};
use eagles::empire::{Action, Empire, Refusal, State};
use eagles::game::Player;

impl Session<'_> {
    /// Says why an action is refused, and what can be done instead.
    pub(super) fn refused(&mut self, player: Player, action: &Action, refusal: &Refusal) -> Done {
        let cited: Vec<String> = refusal.cites().iter().map(|cite| rules::cited(*cite)).collect();
        let text = self.game.refusal_text(refusal);
        // The text itself says which of its rules are ours.
        let text = text.split(" (house rule").next().unwrap_or_default();
        let why = self.here(action, refusal);
        let why = if why.is_empty() { why } else { format!(": {why}") };
        let text = format!("{}{why} [{}]", capital(text.trim_end_matches('.')), cited.join("; "));
        self.say(WARNING, &text)?;
        if *refusal != Refusal::DecideFirst {
            return Ok(());
        }
        match self.hosted.state().pending.clone() {
            Pending::None => {
                self.say(FAINT, help::stage(self.hosted.state().stage))?;
                self.list(player)
            }
            asked => self.question(player, &asked),
        }
    }

    /// What more is to be said of a refusal in this position.
    fn here(&self, action: &Action, refusal: &Refusal) -> String {
        let state = self.hosted.state();
        match refusal {
            Refusal::WrongStage => format!("{}; {}", belongs(action), now(state.stage)),
            Refusal::CannotAnswer => match action {
                Action::React { unit, how } => closed(&self.game, state, *unit, *how),
                _ => String::new(),
            },
            Refusal::Ground { .. } => match action {
                Action::Move { unit, steps } => on_the_way(&self.game, state, *unit, steps),
                _ => String::new(),
            },
            _ => String::new(),
        }
    }
}

/// To which part of the turn an action belongs.
const fn belongs(action: &Action) -> &'static str {
    match action {
        Action::Order { .. } => "orders are given when a turn begins",
        Action::Ride { .. } | Action::Attach { .. } => "leaders ride in your own rallies and moves",
        Action::Rally { .. } | Action::Recover { .. } => "units rally before your moves",
        Action::Move { .. } | Action::Hold { .. } | Action::Screen { .. } => "moves come after your rallies",
        Action::Fire { .. } => "fire comes when both sides have moved",
        Action::Lead { .. } => "leads are named in the assaults",
        Action::React { .. } => "nobody charges now",
        Action::Follow { .. } => "nobody follows up now",
        Action::End => "there is nothing to end",
    }
}

/// Which part of the turn this is, and what to type.
const fn now(stage: Stage) -> &'static str {
    match stage {
        Stage::Command => "now orders are given, and `end` goes on",
        Stage::Rally => "now leaders ride and units rally, and `end` goes on to moves",
        Stage::March => "now units move, and `end` ends your moves",
        Stage::Fire => "now fire is declared, and `end` goes on to the assaults",
        Stage::Assault => "now assaults are fought: `list` shows what can be chosen",
        Stage::Over => "the battle is over",
    }
}

/// Why an answer is not open to a unit.
fn closed(game: &Empire, state: &State, id: UnitId, how: Answer) -> String {
    let name = |id: UnitId| game.unit(id).name.clone();
    let (unit, arm) = (&state.units[id], game.unit(id).arm());
    let (from, breakthrough) = match &state.pending {
        Pending::Charge { target, .. } if *target != id => return format!("{} is charged, and answers", name(*target)),
        Pending::Charge { unit, breakthrough, .. } => (*unit, *breakthrough),
        Pending::Threat { may, .. } if !may.contains(&id) => {
            let who: Vec<String> = may.iter().map(|id| name(*id)).collect();
            return format!("only {} may form square now", who.join(" or "));
        }
        Pending::Threat { .. } if matches!(how, Answer::CounterCharge | Answer::Evade) => {
            return "nobody charges yet: form square, or `end`".to_owned();
        }
        Pending::Threat { unit, .. } => (*unit, false),
        _ => return String::new(),
    };
    let why = match how {
        Answer::Stand => "",
        Answer::Square if game.unit(from).arm() != Arm::Cavalry => "squares are formed against cavalry",
        Answer::Square => match unit.formation {
            _ if arm != Arm::Infantry => "only infantry forms square",
            Formation::Square => "it stands in square",
            Formation::Garrison => "it stands in a building",
            Formation::Skirmish => "skirmishers form no square",
            _ if unit.status == Status::Routed => "it is routed",
            _ if unit.status == Status::Disordered && game.in_contact(state, id) => "it is disordered and in contact",
            _ if unit.marks.has(Marks::TRIED_SQUARE) => "it has tried this turn",
            _ => "it has no room for a square",
        },
        Answer::CounterCharge if arm != Arm::Cavalry || game.unit(from).arm() != Arm::Cavalry => {
            "only cavalry counter-charges, and only against cavalry"
        }
        Answer::CounterCharge => match () {
            () if breakthrough => "a breakthrough is not met by a counter-charge",
            () if unit.status != Status::Good => "it is not in good order",
            () if unit.marks.has(Marks::BLOWN) => "it is blown",
            () if game.in_contact(state, id) => "it is in contact with the enemy",
            () if game.pinned_by(state, id).is_some() => "it is pinned",
            () => "the charge does not come from its front",
        },
        Answer::Evade => match arm {
            Arm::Artillery if unit.formation != Formation::Limbered => "only limbered guns and skirmishers evade",
            Arm::Infantry | Arm::Cavalry if unit.formation != Formation::Skirmish => {
                "only skirmishers and limbered guns evade"
            }
            _ if unit.status == Status::Routed => "it is routed",
            _ if game.in_contact(state, id) => "it is in contact with the enemy",
            _ => "its way back is not free",
        },
    };
    why.to_owned()
}

/// The ground that stops a straight move, and how far the unit goes on open ground.
fn on_the_way(game: &Empire, state: &State, id: UnitId, steps: &[Manoeuvre]) -> String {
    let (unit, profile) = (&state.units[id], game.unit(id));
    let mut said = Vec::new();
    let end = match steps {
        [Manoeuvre::Ahead(mil)] => Some(unit.pose.at.ahead(unit.pose.facing, *mil)),
        [Manoeuvre::To(at) | Manoeuvre::Road(at)] => Some(*at),
        _ => None,
    };
    if let Some(name) = end.and_then(|end| barrier(game, profile.arm(), id, state, end)) {
        said.push(format!("{name} is in its way"));
    }
    let formation = steps.iter().rev().find_map(|step| if let Manoeuvre::Form(to) = step { Some(*to) } else { None });
    let may = printed(profile.class, formation.unwrap_or(unit.formation));
    if may > 0 {
        said.push(format!("in the open it goes {}", length(may)));
    }
    said.join("; ")
}

/// The name of the area that bars the way from where a unit stands.
fn barrier(game: &Empire, arm: Arm, id: UnitId, state: &State, end: Point) -> Option<String> {
    let from = state.units[id].pose;
    let steps = (from.at.distance(end) / 250).clamp(1, 400);
    let bars = |kind: AreaKind| match kind {
        AreaKind::Building => true,
        AreaKind::LightWoods | AreaKind::HeavyWoods => arm == Arm::Artillery,
        _ => false,
    };
    let areas = game.scenario().area.iter().filter(|area| bars(area.kind));
    let areas: Vec<_> = areas
        .filter_map(|area| Some((area, Polygon::new(area.points.iter().map(|spot| spot.point()).collect()).ok()?)))
        .collect();
    for n in 0..=steps {
        let part = |a: i32, b: i32| a + ((i64::from(b) - i64::from(a)) * i64::from(n) / i64::from(steps)) as i32;
        let mut there = state.units[id];
        there.pose.at = Point::new(part(from.at.x, end.x), part(from.at.y, end.y));
        let block = game.block(id, &there);
        if let Some((area, _)) = areas.iter().find(|(_, shape)| shape.overlaps(&block)) {
            let what = match area.kind {
                AreaKind::Building => "a building",
                _ => "a wood",
            };
            return Some(if area.name.is_empty() { what.to_owned() } else { area.name.clone() });
        }
    }
    None
}
