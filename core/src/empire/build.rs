//! From a scenario to a battle, and its first position.

use super::footprint::footprint;
use super::geometry::{Facing, Point, Pose, Size};
use super::ground::Ground;
use super::profile::{DivisionProfile, Empire, LeaderProfile, ObjectiveProfile, Profile, SideProfile};
use super::rolls::Rolls;
use super::roster::Units;
use super::scenario::{Fault, LeaderSpec, Scenario};
use super::state::{
    Division, DivisionId, Followers, Host, Leader, LeaderId, Marks, ObjectiveId, Pending, Presence, Stage, State, Unit,
    UnitId,
};
use super::units::{Arm, Formation, Rank, Status};
use crate::game::{Player, Players};
use std::sync::Arc;

impl Empire {
    /// The battle that a scenario describes.
    ///
    /// # Errors
    /// All faults of the scenario.
    pub fn new(scenario: Scenario) -> Result<Self, Vec<Fault>> {
        let faults = scenario.validate();
        if faults.is_empty() { Ok(Self::build(scenario)) } else { Err(faults) }
    }

    /// A scenario that has been validated: every name in it is known.
    fn build(scenario: Scenario) -> Self {
        let place = |found: Option<usize>| found.unwrap_or(0) as u16;
        let side = |name: &str| Player(place(scenario.side.iter().position(|s| s.name == name)) as u8);
        let corps = |id: &str| place(scenario.corps.iter().position(|c| c.id == id));
        let unit_id = |id: &str| UnitId(place(scenario.unit.iter().position(|u| u.id == id)));
        let sides = scenario.side.iter().map(|s| SideProfile { name: s.name.clone(), nation: s.nation, edge: s.edge });
        let sides: Vec<_> = sides.collect();
        let corps_side = |id: &str| scenario.corps.iter().find(|c| c.id == id).map_or(Player(0), |c| side(&c.side));

        let objectives = scenario.objective.iter().map(|o| ObjectiveProfile {
            id: o.id.clone(),
            name: o.name.clone(),
            at: o.at.point(),
            radius: o.radius.0,
            points: o.points,
            held: o.held.as_deref().map(side),
            decides: o.decides.as_deref().map(side),
        });
        let objectives: Vec<_> = objectives.collect();

        let first_of = |division: &str| scenario.unit.iter().find(|u| u.division == division).map(|u| u.at.point());
        let leader =
            |spec: &LeaderSpec, player, rank, corps, division: Option<DivisionId>, arrives, home: Option<Point>| {
                let with = spec.with.as_deref().map(unit_id);
                let beside = with.and_then(|id| scenario.unit.get(id.index())).map(|u| u.at.point());
                let at = beside.or(spec.at.map(|at| at.point())).or(home).unwrap_or_default();
                LeaderProfile {
                    name: spec.name.clone(),
                    player,
                    rank,
                    rating: spec.rating,
                    corps,
                    division,
                    arrives,
                    at,
                    with,
                }
            };
        let mut leaders: Vec<LeaderProfile> = Vec::new();
        for (i, c) in scenario.corps.iter().enumerate() {
            let home = scenario.division.iter().find(|d| d.corps == c.id).and_then(|d| first_of(&d.id));
            leaders.push(leader(&c.leader, side(&c.side), c.rank, i as u16, None, c.arrives, home));
        }
        let mut divisions: Vec<DivisionProfile> = Vec::new();
        for (i, d) in scenario.division.iter().enumerate() {
            let player = corps_side(&d.corps);
            let id = DivisionId(i as u16);
            let leads = d.leader.as_ref().map(|spec| {
                leaders.push(leader(
                    spec,
                    player,
                    Rank::Division,
                    corps(&d.corps),
                    Some(id),
                    d.arrives,
                    first_of(&d.id),
                ));
                LeaderId(leaders.len() as u16 - 1)
            });
            let own = |(_, u): &(usize, &super::scenario::UnitSpec)| u.division == d.id;
            let units: Vec<_> = scenario.unit.iter().enumerate().filter(own).map(|(n, _)| UnitId(n as u16)).collect();
            let classes = || scenario.unit.iter().filter(|u| u.division == d.id).map(|u| u.class);
            divisions.push(DivisionProfile {
                id: d.id.clone(),
                name: d.name.clone(),
                player,
                nation: d.nation.unwrap_or(sides[player.index() & 1].nation),
                corps: corps(&d.corps),
                leader: leads,
                units,
                order: d.order,
                objective: d
                    .objective
                    .as_ref()
                    .and_then(|id| scenario.objective.iter().position(|o| o.id == *id).map(|n| ObjectiveId(n as u16))),
                cavalry: classes().any(|c| c.arm() == Arm::Cavalry)
                    && classes().all(|c| c.arm() == Arm::Cavalry || c.is_horse()),
            });
        }

        let mut units: Vec<Profile> = Vec::new();
        for u in &scenario.unit {
            let division = DivisionId(place(scenario.division.iter().position(|d| d.id == u.division)));
            let of = &divisions[division.index()];
            let arrives = u.arrives.unwrap_or(scenario.division[division.index()].arrives);
            units.push(Profile {
                id: u.id.clone(),
                name: u.name.clone(),
                player: of.player,
                division,
                nation: u.nation.unwrap_or(of.nation),
                class: u.class,
                ce: u.ce,
                stands: u.stands,
                screen: u.screen,
                parent: None,
                skirmishers: None,
                arrives,
                start: Pose { at: u.at.point(), facing: Facing::new(u.facing) },
                formation: u.formation,
                hidden: u.hidden,
                hits: u.hits,
            });
        }
        for n in 0..units.len() {
            if units[n].screen == 0 {
                continue;
            }
            let screen = Profile {
                id: format!("{}-screen", units[n].id),
                name: format!("{}, skirmishers", units[n].name),
                ce: 0,
                stands: units[n].screen,
                screen: 0,
                parent: Some(UnitId(n as u16)),
                formation: Formation::Skirmish,
                hidden: false,
                hits: 0,
                ..units[n].clone()
            };
            units[n].skirmishers = Some(UnitId(units.len() as u16));
            units.push(screen);
        }

        let reach = |unit: &Profile| {
            let suits = Formation::ALL.into_iter().filter(|f| f.suits(unit.arm()));
            let half = suits.map(|f| footprint(unit.arm(), f, unit.stands)).map(|s| (s.width + s.depth) / 2);
            half.max().unwrap_or(0)
        };
        let longest = units.iter().map(reach).max().unwrap_or(0);
        let table = Size { width: scenario.table.0.0, depth: scenario.table.1.0 };
        let ground = Ground::new(&scenario);
        let rolls = Rolls::new(&units, &leaders, &divisions);
        Self {
            scenario: Arc::new(scenario),
            table,
            sides,
            units,
            leaders,
            divisions,
            objectives,
            longest,
            ground,
            rolls,
        }
    }

    /// The position before the first action: the command stage of turn 1.
    pub(super) fn opening(&self) -> State {
        let units = self.units.iter().map(|p| Unit {
            pose: p.start,
            formation: p.formation,
            status: Status::Good,
            presence: match p.parent {
                Some(_) => Presence::Folded,
                None if p.arrives > 1 => Presence::Waiting,
                None => Presence::Table,
            },
            hits: p.hits,
            stands: if p.parent.is_some() { 0 } else { p.stands },
            marks: if p.hidden { Marks::HIDDEN } else { Marks::default() },
            origin: p.start.at,
            anchor: p.start.at,
        });
        let leaders = self.leaders.iter().map(|p| Leader {
            at: p.at,
            host: p.with.map_or(Host::None, Host::Unit),
            presence: if p.arrives > 1 { Presence::Waiting } else { Presence::Table },
            moved: false,
            no_rally: 0,
            no_orders: 0,
            killed: 0,
        });
        let divisions = self.divisions.iter().map(|p| Division {
            order: p.order,
            coming: None,
            sent: false,
            leader: p.leader,
            successor: 0,
            acting: false,
            routed: false,
            broken: false,
            lost_objective: false,
        });
        State {
            turn: 1,
            stage: Stage::Command,
            on_turn: Player(0),
            ready: Players::NONE,
            initiative: None,
            pending: Pending::None,
            pursuits: Followers::new(),
            units: Units::new(units.collect()),
            leaders: leaders.collect(),
            divisions: divisions.collect(),
            objectives: self.objectives.iter().map(|o| o.held).collect(),
            contacts: Vec::new(),
            fires: Vec::new(),
            ending: None,
        }
    }
}

/// The facing from one point to another, or `or` when they are the same.
pub(super) fn toward(from: Point, to: Point, or: Facing) -> Facing {
    if from == to { or } else { Facing::to(from, to) }
}
