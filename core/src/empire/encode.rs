//! Actions and positions as numbers, for machine players.
//!
//! Actions are parametric here, so an id is a place in the list of suggestions: 0 for the first that
//! [`crate::game::Game::legal`] gives, and so on. That list is for one unit at a time and short.
//!
//! An observation is made of what a [`Glance`] shows. It has as many rows for either side as the larger of the two has units, leaders or
//! divisions, own ones first, each by its place in the scenario; what never changes about the ground is not repeated
//! in it. Lengths are parts of the table as the viewer sees it with his own edge at the bottom, `x` to the right and `y` ahead.

use super::action::Action;
use super::geometry::{Facing, Point};
use super::profile::Empire;
use super::scenario::Edge;
use super::state::{DivisionId, Ending, Host, LeaderId, Marks, Pending, Presence, Stage, State, Unit, UnitId};
use super::units::{Formation, Order};
use super::view::Glance;
use crate::encode::{Block, Encoded, Entry, Pen, blocks, width};
use crate::game::{Game, Player, Viewer};

/// The version of ids and observations.
pub const VERSION: u32 = 1;

/// How many action ids there are. The longest list known has 89 actions, at 400 units a side; suggestions beyond this number have
/// no id.
pub const ACTION_IDS: usize = 1_024;

const BATTLE: &[&str] = &[
    "turn",
    "turns-left",
    "stage:6",
    "own-turn",
    "own-decision",
    "enemy-decision",
    "own-ready",
    "enemy-ready",
    "own-initiative",
    "enemy-initiative",
    "pending:5",
    "breakthrough",
    "own-points",
    "enemy-points",
    "time",
    "objective",
    "swept",
    "won",
    "lost",
];
const UNIT: &[&str] = &[
    "seen",
    "waiting",
    "table",
    "folded",
    "lost",
    "x",
    "y",
    "right",
    "ahead",
    "class:11",
    "effectiveness",
    "stands",
    "screen",
    "is-screen",
    "division",
    "formation:8",
    "disordered",
    "routed",
    "hits",
    "deployed",
    "origin-x",
    "origin-y",
    "anchor-x",
    "anchor-y",
    "arrives",
    "marks:29",
    "attacks",
    "attacked",
    "facet:3",
    "met",
    "fresh",
    "contact",
    "fires",
    "fires-at",
    "asked",
    "acts",
    "named",
    "spare",
    "may-follow",
    "follow-later",
    "ground-x",
    "ground-y",
];
const LEADER: &[&str] = &[
    "known",
    "waiting",
    "table",
    "lost",
    "x",
    "y",
    "rank:3",
    "rating",
    "with-unit",
    "with-division",
    "moved",
    "no-rally",
    "no-orders",
    "killed",
];
const DIVISION: &[&str] = &[
    "there",
    "order:3",
    "coming:3",
    "coming-in",
    "sent",
    "leader",
    "successor",
    "acting",
    "routed",
    "broken",
    "lost-objective",
    "objective",
    "cavalry",
];
const OBJECTIVE: &[&str] = &["own", "enemy", "x", "y", "radius", "points", "own-decides", "enemy-decides"];

const UNIT_WIDTH: usize = width(UNIT);
const LEADER_WIDTH: usize = width(LEADER);
const DIVISION_WIDTH: usize = width(DIVISION);

/// The blocks of a battle, in order.
fn layout(game: &Empire) -> [Entry; 8] {
    let rows = Rows::of(game);
    [
        (
            "battle",
            1,
            BATTLE,
            "The turn and the turns left, of 60; the stage; whose turn and whose decision it is; who is ready; who has the initiative; \
             what must be decided first, as nothing, charge, threat, lead, pursuit; victory points, of 100; how it ended.",
        ),
        (
            "own-units",
            rows.units,
            UNIT,
            "Own units, those of the scenario first, then their screens. `right` and `ahead` are the way it faces. Effectiveness \
             and stands of 16, hits of 8, turns of 60. A row of the other side is named by its number from 1, as a part of \
             all rows: `contact` and `fires-at`; so are divisions. Of several contacts of a unit the last counts. `asked` has \
             to answer or to follow up; `acts` charges, threatens; `named` is its target, or the lead that was named; \
             `ground` is where the loser stood.",
        ),
        ("enemy-units", rows.units, UNIT, "The same of the enemy; rows of units that the viewer does not see are 0."),
        (
            "own-leaders",
            rows.leaders,
            LEADER,
            "Own leaders. The rating of 4; the row, from 1, of the own unit or division that he is with; turns until he may rally \
             and send orders again, and since he fell, of 60.",
        ),
        ("enemy-leaders", rows.leaders, LEADER, "The same of the enemy."),
        (
            "own-divisions",
            rows.divisions,
            DIVISION,
            "Own divisions: Attack, Defend or Reserve; the same of an order on its way, and in how many turns it takes effect, of 60; the row \
             of the leader; turns until a successor takes over, of 60; the number of its objective.",
        ),
        ("enemy-divisions", rows.divisions, DIVISION, "The same of the enemy; orders on their way are not known."),
        (
            "objectives",
            game.objectives.len(),
            OBJECTIVE,
            "Who holds it; where it is and how near one must be, as a part of the table; points of 16; whom it decides for.",
        ),
    ]
}

/// How many rows each side has.
#[derive(Clone, Copy)]
struct Rows {
    units: usize,
    leaders: usize,
    divisions: usize,
}

impl Rows {
    fn of(game: &Empire) -> Self {
        let larger = |sides: &mut dyn Iterator<Item = Player>| {
            let mut counts = [0; 2];
            sides.for_each(|side| counts[side.index() & 1] += 1);
            counts[0].max(counts[1])
        };
        Self {
            units: larger(&mut game.units.iter().map(|unit| unit.player)),
            leaders: larger(&mut game.leaders.iter().map(|leader| leader.player)),
            divisions: larger(&mut game.divisions.iter().map(|division| division.player)),
        }
    }
}

/// The row of each of a list, from 1, among those of its side.
fn numbered(sides: impl Iterator<Item = Player>) -> Vec<u16> {
    let mut counts = [0u16; 2];
    let mut next = |side: Player| {
        let count = &mut counts[side.index() & 1];
        *count += 1;
        *count
    };
    sides.map(&mut next).collect()
}

/// What fights and decisions say about one unit.
#[derive(Clone, Copy, Default)]
struct Part {
    attacks: bool,
    attacked: bool,
    facet: Option<usize>,
    met: bool,
    fresh: bool,
    contact: u16,
    fires: bool,
    fires_at: u16,
    asked: bool,
    acts: bool,
    named: bool,
    spare: bool,
    may_follow: bool,
    follow_later: bool,
    ground: Option<Point>,
}

/// Someone who looks.
struct Look<'a> {
    game: &'a Empire,
    glance: Glance<'a>,
    side: Player,
    rows: Rows,
    units: Vec<u16>,
    leaders: Vec<u16>,
    divisions: Vec<u16>,
    parts: Vec<Part>,
}

impl<'a> Look<'a> {
    fn new(game: &'a Empire, state: &'a State, viewer: Viewer) -> Self {
        let side = match viewer {
            Viewer::Player(player) if player.index() < 2 => player,
            _ => Player(0),
        };
        let glance = Glance::new(game, state, viewer);
        let units = numbered(game.units.iter().map(|unit| unit.player));
        let leaders = numbered(game.leaders.iter().map(|leader| leader.player));
        let divisions = numbered(game.divisions.iter().map(|division| division.player));
        let parts = vec![Part::default(); game.units.len()];
        let mut look = Self { game, glance, side, rows: Rows::of(game), units, leaders, divisions, parts };
        look.take_part();
        look
    }

    fn row(&self, id: UnitId) -> u16 {
        self.units.get(id.index()).copied().unwrap_or(0)
    }

    fn part(&mut self, id: UnitId, change: impl FnOnce(&mut Part)) {
        if let Some(part) = self.parts.get_mut(id.index()) {
            change(part);
        }
    }

    /// Notes who fights whom, and what must be decided.
    fn take_part(&mut self) {
        let glance = self.glance;
        for contact in glance.contacts() {
            let rows = [contact.attacker, contact.defender].map(|id| self.row(id));
            let (met, fresh, facet) = (contact.met, contact.fresh, Some(contact.facet as usize));
            self.part(contact.attacker, |p| {
                *p = Part { attacks: true, met, fresh, facet, contact: rows[1], ..*p };
            });
            self.part(contact.defender, |p| {
                *p = Part { attacked: true, met, fresh, facet, contact: rows[0], ..*p };
            });
        }
        for fire in glance.fires() {
            let target = self.row(fire.target);
            for id in fire.with {
                self.part(id, |p| *p = Part { fires: true, fires_at: target, ..*p });
            }
        }
        match glance.pending().as_ref() {
            Pending::None => {}
            Pending::Charge { unit, target, .. } => {
                self.part(*unit, |p| p.acts = true);
                self.part(*target, |p| (p.asked, p.named) = (true, true));
            }
            Pending::Threat { unit, may } => {
                self.part(*unit, |p| p.acts = true);
                for &id in may {
                    self.part(id, |p| p.asked = true);
                }
            }
            Pending::Lead { first, spare } => {
                self.part(*first, |p| p.named = true);
                for &id in spare {
                    self.part(id, |p| p.spare = true);
                }
            }
            Pending::Follow { may } => {
                for follow in may {
                    self.part(follow.unit, |p| (p.asked, p.may_follow, p.ground) = (true, true, follow.ground));
                }
            }
        }
        for follow in glance.pursuits() {
            self.part(follow.unit, |p| (p.follow_later, p.ground) = (true, follow.ground));
        }
    }

    /// The way to the own edge, as the number of quarter turns that bring it to the bottom.
    fn quarters(&self) -> u8 {
        match self.game.sides[self.side.index() & 1].edge {
            Edge::South => 0,
            Edge::West => 1,
            Edge::North => 2,
            Edge::East => 3,
        }
    }

    fn place(&self, at: Point, pen: &mut Pen<'_>) {
        let table = self.game.table;
        let x = at.x as f32 / table.width.max(1) as f32;
        let y = at.y as f32 / table.depth.max(1) as f32;
        let (x, y) = match self.quarters() {
            0 => (x, y),
            1 => (1.0 - y, x),
            2 => (1.0 - x, 1.0 - y),
            _ => (y, 1.0 - x),
        };
        pen.put(x);
        pen.put(y);
    }

    fn way(&self, facing: Facing, pen: &mut Pen<'_>) {
        const FAR: i32 = 100_000;
        let to = Point::new(0, 0).ahead(facing, FAR);
        let (x, y) = match self.quarters() {
            0 => (to.x, to.y),
            1 => (-to.y, to.x),
            2 => (-to.x, -to.y),
            _ => (to.y, -to.x),
        };
        pen.put(x as f32 / FAR as f32);
        pen.put(y as f32 / FAR as f32);
    }

    fn until(&self, turn: u8, pen: &mut Pen<'_>) {
        pen.part(turn.saturating_sub(self.glance.turn()), 60);
    }

    fn battle(&self, state: &State, pen: &mut Pen<'_>) {
        let (own, enemy) = (self.side, Empire::enemy(self.side));
        let (turn, turns) = (self.glance.turn(), self.game.scenario.turns);
        let acting = self.game.to_act(state);
        pen.part(turn, 60);
        pen.part(turns.saturating_sub(turn), 60);
        pen.one_of(Some(self.glance.stage() as usize), 6);
        pen.flag(self.glance.stage() != Stage::Over && self.glance.on_turn() == own);
        pen.flag(acting.has(own));
        pen.flag(acting.has(enemy));
        pen.flag(self.glance.ready().has(own));
        pen.flag(self.glance.ready().has(enemy));
        let first = self.glance.initiative();
        pen.flag(first.is_some_and(|first| first == own));
        pen.flag(first.is_some_and(|first| first == enemy));
        let (pending, breakthrough) = match self.glance.pending().as_ref() {
            Pending::None => (0, false),
            Pending::Charge { breakthrough, .. } => (1, *breakthrough),
            Pending::Threat { .. } => (2, false),
            Pending::Lead { .. } => (3, false),
            Pending::Follow { .. } => (4, false),
        };
        pen.one_of(Some(pending), 5);
        pen.flag(breakthrough);
        let points = self.glance.points();
        pen.part(points[own.index() & 1], 100);
        pen.part(points[enemy.index() & 1], 100);
        let ending = self.glance.ending();
        for how in [Ending::Time, Ending::Objective, Ending::Swept] {
            pen.flag(ending.is_some_and(|(ending, _)| ending == how));
        }
        pen.flag(ending.is_some_and(|(_, winner)| winner == Some(own)));
        pen.flag(ending.is_some_and(|(_, winner)| winner == Some(enemy)));
    }

    fn units(&self, player: Player, pen: &mut Pen<'_>) {
        let mut left = self.rows.units;
        for (n, profile) in self.game.units.iter().enumerate().filter(|(_, profile)| profile.player == player) {
            left -= 1;
            let id = UnitId(n as u16);
            match self.glance.unit(id) {
                Some(unit) => self.unit(id, unit, profile, pen),
                None => pen.skip(UNIT_WIDTH),
            }
        }
        pen.skip(left * UNIT_WIDTH);
    }

    fn unit(&self, id: UnitId, unit: &Unit, profile: &super::Profile, pen: &mut Pen<'_>) {
        pen.flag(true);
        pen.one_of(Some(unit.presence as usize), 4);
        let here = unit.presence == Presence::Table;
        if here {
            self.place(unit.pose.at, pen);
            self.way(unit.pose.facing, pen);
        } else {
            pen.skip(4);
        }
        pen.one_of(Some(profile.class as usize), 11);
        pen.part(profile.ce, 16);
        pen.part(profile.stands, 16);
        pen.part(profile.screen, 16);
        pen.flag(profile.parent.is_some());
        self.division(profile.division, pen);
        pen.one_of(Formation::ALL.iter().position(|&f| f == unit.formation), 8);
        pen.flag(unit.status == super::units::Status::Disordered);
        pen.flag(unit.status == super::units::Status::Routed);
        pen.part(unit.hits, 8);
        pen.part(unit.stands, 16);
        if here {
            self.place(unit.origin, pen);
            self.place(unit.anchor, pen);
        } else {
            pen.skip(4);
        }
        self.until(if unit.presence == Presence::Waiting { profile.arrives } else { 0 }, pen);
        for n in 0..MARKS {
            pen.flag(unit.marks.has(Marks(1 << n)));
        }
        let part = self.parts.get(id.index()).copied().unwrap_or_default();
        pen.flag(part.attacks);
        pen.flag(part.attacked);
        pen.one_of(part.facet, 3);
        pen.flag(part.met);
        pen.flag(part.fresh);
        pen.part(part.contact, self.rows.units as u16);
        pen.flag(part.fires);
        pen.part(part.fires_at, self.rows.units as u16);
        for flag in [part.asked, part.acts, part.named, part.spare, part.may_follow, part.follow_later] {
            pen.flag(flag);
        }
        match part.ground {
            Some(at) => self.place(at, pen),
            None => pen.skip(2),
        }
    }

    fn division(&self, id: DivisionId, pen: &mut Pen<'_>) {
        pen.part(self.divisions.get(id.index()).copied().unwrap_or(0), self.rows.divisions as u16);
    }

    fn leaders(&self, player: Player, pen: &mut Pen<'_>) {
        let mut left = self.rows.leaders;
        for (n, profile) in self.game.leaders.iter().enumerate().filter(|(_, profile)| profile.player == player) {
            left -= 1;
            let Some(leader) = self.glance.leader(LeaderId(n as u16)) else {
                pen.skip(LEADER_WIDTH);
                continue;
            };
            pen.flag(true);
            pen.flag(leader.presence == Presence::Waiting);
            pen.flag(leader.is_here());
            pen.flag(leader.presence == Presence::Lost);
            if leader.is_here() {
                self.place(leader.at, pen);
            } else {
                pen.skip(2);
            }
            pen.one_of(Some(profile.rank as usize), 3);
            pen.part(profile.rating, 4);
            let (unit, division) = match leader.host {
                Host::None => (0, 0),
                Host::Unit(id) => (self.row(id), 0),
                Host::Division(id) => (0, self.divisions.get(id.index()).copied().unwrap_or(0)),
            };
            pen.part(unit, self.rows.units as u16);
            pen.part(division, self.rows.divisions as u16);
            pen.flag(leader.moved);
            // He may again in the turn after the one that is noted.
            for noted in [leader.no_rally, leader.no_orders] {
                self.until(if noted == 0 { 0 } else { noted.saturating_add(1) }, pen);
            }
            pen.part(if leader.killed == 0 { 0 } else { self.glance.turn().saturating_sub(leader.killed) + 1 }, 60);
        }
        pen.skip(left * LEADER_WIDTH);
    }

    fn all_divisions(&self, player: Player, pen: &mut Pen<'_>) {
        const fn order(order: Order) -> usize {
            match order {
                Order::Attack => 0,
                Order::Defend => 1,
                Order::Reserve => 2,
            }
        }
        let mut left = self.rows.divisions;
        for (n, profile) in self.game.divisions.iter().enumerate().filter(|(_, profile)| profile.player == player) {
            left -= 1;
            let Some(division) = self.glance.division(DivisionId(n as u16)) else {
                pen.skip(DIVISION_WIDTH);
                continue;
            };
            pen.flag(true);
            pen.one_of(Some(order(division.order)), 3);
            pen.one_of(division.coming.map(|coming| order(coming.order)), 3);
            self.until(division.coming.map_or(0, |coming| coming.turn), pen);
            pen.flag(division.sent);
            let leader = division.leader.and_then(|id| self.leaders.get(id.index()).copied());
            pen.part(leader.unwrap_or(0), self.rows.leaders as u16);
            self.until(division.successor, pen);
            for flag in [division.acting, division.routed, division.broken, division.lost_objective] {
                pen.flag(flag);
            }
            pen.part(profile.objective.map_or(0, |id| id.0 + 1), self.game.objectives.len() as u16);
            pen.flag(profile.cavalry);
        }
        pen.skip(left * DIVISION_WIDTH);
    }

    fn objectives(&self, pen: &mut Pen<'_>) {
        let (own, enemy) = (Some(self.side), Some(Empire::enemy(self.side)));
        for (profile, &held) in self.game.objectives.iter().zip(self.glance.objectives()) {
            pen.flag(held == own);
            pen.flag(held == enemy);
            self.place(profile.at, pen);
            pen.put(profile.radius as f32 / self.game.table.width.max(1) as f32);
            pen.part(profile.points, 16);
            pen.flag(profile.decides == own);
            pen.flag(profile.decides == enemy);
        }
    }
}

/// How many marks a unit can bear.
const MARKS: u32 = 29;

impl Encoded for Empire {
    fn encoding_version(&self) -> u32 {
        VERSION
    }
    fn action_ids(&self) -> usize {
        ACTION_IDS
    }
    fn each_id(&self, _: &State, _: Player, legal: &[Action], each: impl FnMut(Option<u16>)) {
        (0..legal.len()).map(|n| (n < ACTION_IDS).then_some(n as u16)).for_each(each);
    }
    fn action_id(&self, state: &State, player: Player, action: &Action) -> Option<u16> {
        let mut legal = Vec::new();
        self.legal(state, player, &mut legal);
        legal.iter().take(ACTION_IDS).position(|other| other == action).map(|n| n as u16)
    }
    fn action_of(&self, state: &State, player: Player, id: u16) -> Option<Action> {
        let mut legal = Vec::new();
        self.legal(state, player, &mut legal);
        let n = Some(usize::from(id)).filter(|&n| n < legal.len().min(ACTION_IDS))?;
        Some(legal.swap_remove(n))
    }
    fn observation_len(&self) -> usize {
        layout(self).iter().map(|(_, rows, fields, _)| rows * width(fields)).sum()
    }
    fn observe(&self, state: &State, viewer: Viewer, out: &mut [f32]) {
        let look = Look::new(self, state, viewer);
        let (own, enemy) = (look.side, Empire::enemy(look.side));
        let mut pen = Pen::new(out);
        look.battle(state, &mut pen);
        look.units(own, &mut pen);
        look.units(enemy, &mut pen);
        look.leaders(own, &mut pen);
        look.leaders(enemy, &mut pen);
        look.all_divisions(own, &mut pen);
        look.all_divisions(enemy, &mut pen);
        look.objectives(&mut pen);
        debug_assert_eq!(pen.at(), self.observation_len());
    }
    fn observation_layout(&self) -> Vec<Block> {
        blocks(&layout(self))
    }
}
