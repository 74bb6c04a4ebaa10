//! Battles made up by the dice: a meeting engagement of any size.
//!
//! The ground and the armies of the southern side are drawn; the northern side is the same turned about the middle of the
//! table, so that neither has the better of it.

use super::{
    AreaKind, AreaSpec, Clock, CorpsSpec, Date, DivisionSpec, Edge, Inches, LeaderSpec, LineKind, LineSpec,
    ObjectiveSpec, Scenario, SideSpec, Spot, UnitSpec, inch, three_inches,
};
use crate::chance::{Draws, Kind, Request, Seed, Seeded};
use crate::empire::house::HouseRules;
use crate::empire::streams;
use crate::empire::units::{Class, Formation, Nation, Order, Rank, Size, Weather};

/// The fewest units of a side in [`meeting`].
pub const FEWEST: u16 = 4;
/// The most units of a side in [`meeting`].
pub const MOST: u16 = 2_000;

/// The units of a division, about.
const DIVISION: usize = 9;
/// The divisions of a corps, about; more where an army would have too many corps.
const CORPS: usize = 4;
/// The most corps of an army.
const MOST_CORPS: usize = 30;
/// The ground of a division as it is set up: four units wide, three deep, in thousandths of an inch.
const BOX: (i32, i32) = (10_000, 5_500);
/// From unit to unit in a division, in thousandths of an inch.
const PITCH: (i32, i32) = (2_500, 1_750);
/// From the edge of the table to the first troops, in thousandths of an inch.
const MARGIN: i32 = 4_000;
/// The ground between the armies, in thousandths of an inch.
const BETWEEN: i32 = 32_000;
/// The ground of one piece of terrain, in thousandths of an inch.
const CELL: i32 = 12_000;

/// Two nations of which the sheet says the same.
const FOES: [(Nation, Nation); 6] = [
    (Nation::Prussian, Nation::Saxon),
    (Nation::Austrian, Nation::Bavarian),
    (Nation::Russian, Nation::Polish),
    (Nation::Austrian, Nation::Italian),
    (Nation::Russian, Nation::Saxon),
    (Nation::Prussian, Nation::Polish),
];

/// A meeting engagement with `units_a_side` units on either side, [`FEWEST`] to [`MOST`]; a number beyond is taken as the
/// nearest within. The same number and seed give the same scenario. It is always valid.
#[must_use]
pub fn meeting(units_a_side: u16, seed: Seed) -> Scenario {
    let units = usize::from(units_a_side.clamp(FEWEST, MOST));
    Maker { draws: Seeded::new(seed) }.make(units)
}

/// A unit before it has a place.
#[derive(Clone, Copy)]
struct Raised {
    class: Class,
    ce: u8,
    stands: u8,
    screen: u8,
}

struct Maker {
    draws: Seeded,
}

impl Maker {
    /// A number below `among`, drawn for `code`.
    fn pick(&mut self, code: &'static str, subject: usize, among: u16) -> u16 {
        let kind = Kind::Pick { among: among.max(1) };
        let request = Request { code, subject: subject as u16, stream: streams::SCENARIO, kind };
        // A seed answers every pick.
        self.draws.pick(request, |n| n).unwrap_or(0)
    }

    fn make(mut self, units: usize) -> Scenario {
        let divisions = self.raise(units);
        // Three lines and more where the table would get too wide: it takes 58 divisions side by side.
        let rows = match divisions.len() {
            0..=5 => 1,
            6..=40 => 2,
            41..=120 => 3,
            _ => 4,
        };
        let wide = divisions.len().div_ceil(rows);
        let width = (wide as i32 * BOX.0 + 2 * MARGIN + 8_000).clamp(36_000, 600_000);
        let front = MARGIN + rows as i32 * BOX.1;
        let depth = 2 * front + BETWEEN;
        let table = (width, depth);

        let foes = FOES[usize::from(self.pick("meeting-nations", 0, FOES.len() as u16)) % FOES.len()];
        let objective = self.objectives(table);
        let mut scenario = Scenario {
            id: format!("meeting-{units}"),
            name: format!("Meeting engagement, {units} units a side"),
            about: "Two armies of the same strength meet on ground that favours neither. Made by the dice.".into(),
            date: Date { year: 1813, month: 5 + self.pick("meeting-month", 0, 6) as u8, day: 20 },
            start: Clock { minutes: 9 * 60 },
            minutes: 20,
            weather: if self.pick("meeting-weather", 0, 6) == 0 { Weather::Rain } else { Weather::Clear },
            turns: 16,
            table: Spot(Inches(width), Inches(depth)),
            yards: 50,
            house: HouseRules::default(),
            side: vec![side("south", foes.0, Edge::South), side("north", foes.1, Edge::North)],
            corps: Vec::new(),
            division: Vec::new(),
            unit: Vec::with_capacity(2 * units),
            area: self.areas(table, front, &objective),
            line: roads(table, &objective),
            crossing: Vec::new(),
            objective,
        };
        let plan = Plan { table, wide, front, ratings: self.ratings(divisions.len()) };
        for side in [0, 1] {
            plan.muster(&mut scenario, side, &divisions);
        }
        scenario
    }

    /// The units of an army by divisions: about seven in ten on foot, two mounted, one of guns.
    fn raise(&mut self, units: usize) -> Vec<Vec<Raised>> {
        let guns = (units * 12 + 50).div_euclid(100).max(1);
        let horse = (units * 18 + 50).div_euclid(100).max(1);
        let foot = units - guns - horse;
        let (foot_divisions, horse_divisions) = (foot.div_ceil(DIVISION - 1), horse.div_ceil(DIVISION - 1));
        let mut divisions = vec![Vec::new(); foot_divisions + horse_divisions];
        // Cavalry stands between the infantry, spread evenly.
        let total = divisions.len();
        let mounted = |d: usize| (d + 1) * horse_divisions / total > d * horse_divisions / total;
        let on_foot: Vec<usize> = (0..total).filter(|&d| !mounted(d)).collect();
        let on_horse: Vec<usize> = (0..total).filter(|&d| mounted(d)).collect();
        for n in 0..guns {
            let horse_guns = n % 5 == 4;
            let battery = self.battery(n, horse_guns);
            let to = if horse_guns { on_horse[n / 5 % on_horse.len()] } else { on_foot[(n - n / 5) % on_foot.len()] };
            divisions[to].push(battery);
        }
        for n in 0..foot {
            let battalion = self.battalion(n);
            divisions[on_foot[n % on_foot.len()]].push(battalion);
        }
        for n in 0..horse {
            let regiment = self.regiment(n);
            divisions[on_horse[n % on_horse.len()]].push(regiment);
        }
        divisions
    }

    fn battalion(&mut self, n: usize) -> Raised {
        let light = self.pick("meeting-battalion", n, 6) == 0;
        let ce = 7 + self.pick("meeting-ce", n, 4) as u8 + u8::from(light);
        let stands = 4 + self.pick("meeting-stands", n, 2) as u8;
        let class = if light { Class::LightInfantry } else { Class::LineInfantry };
        Raised { class, ce, stands, screen: if light { 2 } else { 1 } }
    }

    fn regiment(&mut self, n: usize) -> Raised {
        let (class, least) = match self.pick("meeting-regiment", n, 4) {
            0 => (Class::SabreCavalry, 10),
            1 => (Class::Lancers, 8),
            _ => (Class::Cavalry, 8),
        };
        let ce = least + self.pick("meeting-ce", n, 2) as u8;
        Raised { class, ce, stands: 3 + self.pick("meeting-stands", n, 2) as u8, screen: 0 }
    }

    fn battery(&mut self, n: usize, horse: bool) -> Raised {
        let class = match (horse, self.pick("meeting-battery", n, 6)) {
            (true, 0..=2) => Class::LightHorse,
            (true, _) => Class::MediumHorse,
            (false, 0) => Class::LightFoot,
            (false, 1) => Class::HeavyFoot,
            (false, _) => Class::MediumFoot,
        };
        Raised { class, ce: 6 + self.pick("meeting-ce", n, 3) as u8, stands: 3, screen: 0 }
    }

    /// The ratings of the leaders of the divisions, and last of the commander.
    fn ratings(&mut self, divisions: usize) -> Vec<i8> {
        let rating = |(n, among): (usize, u16)| self.pick("meeting-rating", n, among) as i8 + i8::from(among == 3);
        let all = (0..divisions).map(|n| (n, 4)).chain([(divisions, 3)]);
        all.map(rating).collect()
    }

    /// One village or three on the middle line.
    fn objectives(&mut self, table: (i32, i32)) -> Vec<ObjectiveSpec> {
        let middle = (table.0 / 2, table.1 / 2);
        let village = |id: &str, name: &str, x, points| ObjectiveSpec {
            id: id.into(),
            name: name.into(),
            at: spot((x, middle.1)),
            radius: three_inches(),
            points,
            held: None,
            decides: None,
        };
        let mut all = vec![village("middle", "the middle village", middle.0, 4)];
        let far = table.0 / 3;
        let three = self.pick("meeting-villages", 0, 3);
        if far >= 12_000 && three > 0 {
            all.push(village("west", "the western village", middle.0 - far, 3));
            all.push(village("east", "the eastern village", middle.0 + far, 3));
        }
        all
    }

    /// Woods, hills and fields between the armies, and the villages on the middle line.
    fn areas(&mut self, table: (i32, i32), front: i32, villages: &[ObjectiveSpec]) -> Vec<AreaSpec> {
        let mut all = Vec::new();
        let cells = table.0 / CELL;
        let start = (table.0 - cells * CELL) / 2;
        for cell in 0..cells {
            let centre = (start + cell * CELL + CELL / 2, front + 1_500 + CELL / 2 - 500);
            let (name, kind) = match self.pick("meeting-ground", cell as usize, 8) {
                0 => ("wood", AreaKind::LightWoods),
                1 => ("forest", AreaKind::HeavyWoods),
                2 | 3 => ("hill", AreaKind::Hill),
                4 => ("fields", AreaKind::Fields),
                _ => continue,
            };
            let points = self.blob(cell as usize, centre);
            for turned in [false, true] {
                let points = points.iter().map(|&p| spot(if turned { turn(p, table) } else { p })).collect();
                all.push(AreaSpec { name: name.into(), kind, cover: None, points });
            }
        }
        for village in villages {
            let (x, y) = (village.at.0.0, village.at.1.0);
            for way in [1, -1] {
                let (x, y) = (x + way * 1_700, y + way * 1_700);
                let corners = [(-850, -850), (850, -850), (850, 850), (-850, 850)];
                let points = corners.map(|(east, north)| spot((x + east, y + north))).to_vec();
                all.push(AreaSpec {
                    name: village.name.clone(),
                    kind: AreaKind::Building,
                    cover: Some(Size::Medium),
                    points,
                });
            }
        }
        all
    }

    /// An uneven shape of eight corners in a cell.
    fn blob(&mut self, cell: usize, centre: (i32, i32)) -> Vec<(i32, i32)> {
        const WAYS: [(i32, i32); 8] = [(10, 0), (7, 7), (0, 10), (-7, 7), (-10, 0), (-7, -7), (0, -10), (7, -7)];
        let reach = |(x, y): (i32, i32)| {
            let far = 280 + 20 * i32::from(self.pick("meeting-shape", cell, 12));
            (centre.0 + x * far, centre.1 + y * far)
        };
        WAYS.map(reach).to_vec()
    }
}

/// How the armies are set up.
struct Plan {
    table: (i32, i32),
    wide: usize,
    front: i32,
    ratings: Vec<i8>,
}

impl Plan {
    /// Sets up one side: 0 in the south as drawn, 1 turned about the middle.
    fn muster(&self, scenario: &mut Scenario, side: usize, divisions: &[Vec<Raised>]) {
        let letter = if side == 0 { 'S' } else { 'N' };
        let name = scenario.side[side].name.clone();
        let place = |p| spot(if side == 0 { p } else { turn(p, self.table) });
        let leader = |name: String, rating, at| LeaderSpec { name, rating, at: Some(place(at)), with: None };
        let rating = |n: usize| self.ratings.get(n).copied().unwrap_or(0);
        let head = leader(format!("{letter} commander"), rating(divisions.len()), (self.table.0 / 2, 1_000));
        scenario.corps.push(CorpsSpec {
            id: format!("{letter}HQ"),
            name: "Headquarters".into(),
            side: name.clone(),
            rank: Rank::Army,
            leader: head,
            arrives: 1,
        });
        let corps = divisions.len().div_ceil(CORPS).min(MOST_CORPS);
        let facing = if side == 0 { 0 } else { 180 };
        let mut number = 0;
        let mut last = usize::MAX;
        for (d, division) in divisions.iter().enumerate() {
            let corner = self.corner(d, divisions.len());
            let own = d * corps / divisions.len();
            let corps_id = format!("{letter}{}", own + 1);
            if own != last {
                last = own;
                scenario.corps.push(CorpsSpec {
                    id: corps_id.clone(),
                    name: format!("Corps {}", own + 1),
                    side: name.clone(),
                    rank: Rank::Corps,
                    leader: leader(format!("Corps leader {letter}{}", own + 1), rating(d), (corner.0, corner.1 - 500)),
                    arrives: 1,
                });
            }
            let id = format!("{letter}-{}", d + 1);
            let x = (corner.0 + BOX.0 / 2, corner.1);
            let near = |o: &&ObjectiveSpec| (o.at.0.0 - place(x).0.0).abs();
            scenario.division.push(DivisionSpec {
                id: id.clone(),
                name: format!("Division {}", d + 1),
                corps: corps_id,
                leader: Some(leader(format!("General {letter}{}", d + 1), rating(d), x)),
                nation: None,
                order: Order::Attack,
                objective: scenario.objective.iter().min_by_key(near).map(|o| o.id.clone()),
                arrives: 1,
            });
            for (n, unit) in division.iter().enumerate() {
                number += 1;
                let (across, back) = ((n % 4) as i32, (n / 4) as i32);
                let x = corner.0 + PITCH.0 / 2 + across * PITCH.0;
                let y = corner.1 + BOX.1 - PITCH.1 / 2 - back * PITCH.1;
                let guns = unit.class.size().is_some();
                scenario.unit.push(UnitSpec {
                    id: format!("{}{number}", letter.to_ascii_lowercase()),
                    name: format!("{} {number}", called(unit.class)),
                    division: id.clone(),
                    class: unit.class,
                    nation: None,
                    ce: unit.ce,
                    stands: unit.stands,
                    screen: unit.screen,
                    at: place((x, y)),
                    facing,
                    formation: if guns { Formation::Unlimbered } else { Formation::Column },
                    hidden: false,
                    hits: 0,
                    arrives: None,
                });
            }
        }
    }

    /// The south-west corner of a division's ground: rows from the front to the rear, each in the middle of the table.
    fn corner(&self, division: usize, all: usize) -> (i32, i32) {
        let row = division / self.wide;
        let in_row = self.wide.min(all - row * self.wide) as i32;
        let x = (self.table.0 - in_row * BOX.0) / 2 + (division % self.wide) as i32 * BOX.0;
        (x, self.front - (row as i32 + 1) * BOX.1)
    }
}

fn called(class: Class) -> &'static str {
    match class {
        Class::LineInfantry => "Battalion",
        Class::LightInfantry => "Light battalion",
        Class::Cavalry => "Light horse",
        Class::SabreCavalry => "Cuirassiers",
        Class::Lancers => "Lancers",
        _ => "Battery",
    }
}

fn side(name: &str, nation: Nation, edge: Edge) -> SideSpec {
    SideSpec { name: name.into(), nation, edge, per_division: 1, handicap: 0 }
}

const fn spot((x, y): (i32, i32)) -> Spot {
    Spot(Inches(x), Inches(y))
}

/// A place turned about the middle of the table.
const fn turn((x, y): (i32, i32), table: (i32, i32)) -> (i32, i32) {
    (table.0 - x, table.1 - y)
}

/// A road along the middle line, and one through each village from edge to edge.
fn roads(table: (i32, i32), villages: &[ObjectiveSpec]) -> Vec<LineSpec> {
    let road = |name: &str, from, to| LineSpec {
        name: name.into(),
        kind: LineKind::Road,
        width: inch(),
        points: vec![spot(from), spot(to)],
    };
    let along = road("cross road", (0, table.1 / 2), (table.0, table.1 / 2));
    let down = villages.iter().map(|v| road("high road", (v.at.0.0, 0), (v.at.0.0, table.1)));
    std::iter::once(along).chain(down).collect()
}
