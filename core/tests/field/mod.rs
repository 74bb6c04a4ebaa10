//! A small battle of Empire, set up unit by unit: player 0 is French and comes from the south, player 1 British from the north.
#![allow(dead_code, unreachable_pub)]

use eagles::chance::Supplied;
use eagles::empire::geometry::{Facing, Point, Pose};
use eagles::empire::state::{Contact, Host, LeaderId, Marks, Pending, Presence, Stage, UnitId};
use eagles::empire::units::{Facet, Formation, Status};
use eagles::empire::{Action, Empire, Event, Refusal, Scenario, State};
use eagles::game::{Game, Player};

pub const FRENCH: Player = Player(0);
pub const BRITISH: Player = Player(1);

/// A battle that is being described.
#[derive(Default)]
pub struct Plan {
    units: String,
    extra: String,
    house: String,
    weather: &'static str,
    places: Vec<(f64, f64, i32)>,
    open: bool,
}

impl Plan {
    pub fn new() -> Self {
        Self { weather: "clear", ..Self::default() }
    }

    /// A unit: `id` begins with `f` or `b`; place in inches; facing in degrees.
    pub fn unit(self, id: &str, class: &str, ce: u8, stands: u8, formation: &str, place: (f64, f64, i32)) -> Self {
        self.with(id, class, ce, stands, formation, place, "")
    }

    #[allow(clippy::too_many_arguments)]
    pub fn with(
        mut self,
        id: &str,
        class: &str,
        ce: u8,
        stands: u8,
        formation: &str,
        place: (f64, f64, i32),
        more: &str,
    ) -> Self {
        let (division, facing, y) = if id.starts_with('f') { ("first", 0, 8) } else { ("third", 180, 72) };
        // A battle begins with nobody in contact: where they are to stand they are put afterwards.
        let x = 6 + 6 * self.places.len();
        self.places.push(place);
        self.units += &format!(
            "[[unit]]\nid = \"{id}\"\nname = \"{id}\"\ndivision = \"{division}\"\nclass = \"{class}\"\nce = {ce}\n\
             stands = {stands}\nat = [{x}, {y}]\nfacing = {facing}\nformation = \"{formation}\"\n{more}\n"
        );
        self
    }

    /// Infantry of the line, CE 9, 6 stands, in line: 4.5 inches wide, half an inch deep.
    pub fn line(self, id: &str, x: f64, y: f64) -> Self {
        let facing = if id.starts_with('f') { 0 } else { 180 };
        self.unit(id, "line-infantry", 9, 6, "line", (x, y, facing))
    }

    pub fn terrain(mut self, text: &str) -> Self {
        self.extra += text;
        self.extra.push('\n');
        self
    }

    pub fn house(mut self, rule: &str) -> Self {
        self.house += rule;
        self.house.push('\n');
        self
    }

    /// A combat far away that keeps the assault stage open.
    pub fn open(mut self) -> Self {
        self.open = true;
        self.line("f9", 60.0, 60.0).line("b9", 60.0, 60.5)
    }

    pub fn rain(mut self) -> Self {
        self.weather = "rain";
        self
    }

    /// The position in a stage, the initiative with `holder`.
    pub fn set(self, stage: Stage, holder: Player) -> Field {
        let text = format!(
            r#"
            id = "field"
            name = "Field"
            date = "1815-06-18"
            start = "12:00"
            minutes = 20
            weather = "{}"
            turns = 20
            table = [80, 80]
            yards = 50
            [house]
            {}
            [[side]]
            name = "french"
            nation = "french"
            edge = "south"
            [[side]]
            name = "british"
            nation = "british"
            edge = "north"
            [[corps]]
            id = "i"
            name = "I"
            side = "french"
            rank = "corps"
            leader = {{ name = "Ney", rating = 3, at = [20, 2] }}
            [[corps]]
            id = "ii"
            name = "II"
            side = "british"
            rank = "corps"
            leader = {{ name = "Wellington", rating = 4, at = [20, 78] }}
            [[division]]
            id = "first"
            name = "First"
            corps = "i"
            leader = {{ name = "Quiot", rating = 1, at = [22, 2] }}
            order = "attack"
            [[division]]
            id = "third"
            name = "Third"
            corps = "ii"
            leader = {{ name = "Alten", rating = 2, at = [22, 78] }}
            order = "defend"
            {}
            {}
            "#,
            self.weather, self.house, self.units, self.extra
        );
        let scenario: Scenario = toml::from_str(&text).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
        let game = Empire::new(scenario).unwrap_or_else(|faults| panic!("{faults:#?}"));
        let mut state = game.start();
        state.stage = stage;
        state.initiative = Some(holder);
        state.on_turn = if stage == Stage::Fire { Empire::enemy(holder) } else { holder };
        for (n, (x, y, facing)) in self.places.iter().enumerate() {
            let at = Point::new((x * 1_000.0).round() as i32, (y * 1_000.0).round() as i32);
            state.units.place(UnitId(n as u16), Pose::new(at, Facing::new(*facing)));
            state.units.edit(UnitId(n as u16), |unit| (unit.origin, unit.anchor) = (at, at));
        }
        let mut field = Field { game, state, events: Vec::new() };
        if self.open {
            field.touch("f9", "b9", Facet::Front);
        }
        field
    }
}

/// A position that is played on.
pub struct Field {
    pub game: Empire,
    pub state: State,
    pub events: Vec<Event>,
}

impl Field {
    pub fn id(&self, name: &str) -> UnitId {
        let found = self.game.units().iter().position(|unit| unit.id == name);
        UnitId(found.unwrap_or_else(|| panic!("no unit {name}")) as u16)
    }

    pub fn ids(&self, names: &[&str]) -> Vec<UnitId> {
        names.iter().map(|name| self.id(name)).collect()
    }

    pub fn unit(&self, name: &str) -> &eagles::empire::state::Unit {
        &self.state.units[self.id(name)]
    }

    pub fn marked(&self, name: &str, mark: Marks) -> bool {
        self.unit(name).marks.has(mark)
    }

    pub fn mark(&mut self, name: &str, mark: Marks) -> &mut Self {
        let id = self.id(name);
        self.state.units.edit(id, |unit| unit.marks.set(mark));
        self
    }

    pub fn status(&mut self, name: &str, status: Status) -> &mut Self {
        let id = self.id(name);
        self.state.units.edit(id, |unit| unit.status = status);
        self
    }

    pub fn hits(&mut self, name: &str, hits: u8) -> &mut Self {
        let id = self.id(name);
        self.state.units.edit(id, |unit| unit.hits = hits);
        self
    }

    pub fn form(&mut self, name: &str, formation: Formation) -> &mut Self {
        let id = self.id(name);
        self.state.units.edit(id, |unit| unit.formation = formation);
        self
    }

    pub fn place(&mut self, name: &str, x: i32, y: i32, facing: i32) -> &mut Self {
        let id = self.id(name);
        self.state.units.place(id, Pose::new(Point::new(x, y), Facing::new(facing)));
        self
    }

    /// Deploys the screen of a battalion.
    pub fn screen(&mut self, name: &str, stands: u8, x: i32, y: i32) -> &mut Self {
        let parent = self.id(name);
        let id = self.game.unit(parent).skirmishers.expect("skirmishers");
        let facing = self.state.units[parent].pose.facing;
        self.state.units.edit(id, |unit| unit.stands = stands);
        self.state.units.place(id, Pose::new(Point::new(x, y), facing));
        self.state.units.set_presence(id, Presence::Table);
        self
    }

    /// Attaches the leader of this number to a unit.
    pub fn lead(&mut self, leader: u16, name: &str) -> &mut Self {
        let id = self.id(name);
        self.state.leaders[usize::from(leader)].host = Host::Unit(id);
        self
    }

    pub fn leader(&self, leader: u16) -> LeaderId {
        LeaderId(leader)
    }

    /// Puts two units in contact, as if the first had just moved into the second from `facet`.
    pub fn touch(&mut self, attacker: &str, defender: &str, facet: Facet) -> &mut Self {
        let (attacker, defender) = (self.id(attacker), self.id(defender));
        let front = self.game.block(attacker, &self.state.units[attacker]).front().middle();
        self.state.units.edit(attacker, |unit| {
            unit.origin = front.ahead(unit.pose.facing, -4_000);
            for mark in [Marks::MOVED, Marks::CLOSED, Marks::DONE] {
                unit.marks.set(mark);
            }
        });
        self.state.contacts.push(Contact { attacker, defender, facet, met: false, fresh: true });
        self
    }

    /// A charge into contact.
    pub fn charge(&mut self, attacker: &str, defender: &str, facet: Facet) -> &mut Self {
        self.touch(attacker, defender, facet).mark(attacker, Marks::CHARGING).mark(attacker, Marks::WINDED)
    }

    /// Carries an action out with these dice, all of which it must use.
    pub fn act(&mut self, player: Player, action: &Action, dice: &[u16]) -> &mut Self {
        let mut draws = Supplied::of(dice.iter().copied());
        let done = self.game.apply(&mut self.state, player, action, &mut draws, &mut self.events);
        done.unwrap_or_else(|why| panic!("{action:?}: {why}\nevents: {:#?}", self.events));
        assert_eq!(draws.rest(), [] as [u16; 0], "dice left over\nevents: {:#?}", self.events);
        self
    }

    pub fn refusal(&self, player: Player, action: &Action) -> Option<Refusal> {
        self.game.refusal(&self.state, player, action)
    }

    pub fn fire(&self, with: &[&str], target: &str) -> Action {
        Action::Fire { with: self.ids(with), target: self.id(target) }
    }

    pub fn name(&self, lead: &str) -> Action {
        Action::Lead { unit: self.id(lead), spare: Vec::new() }
    }

    /// Whether two units are in contact.
    pub fn touching(&self, one: &str, two: &str) -> bool {
        let (one, two) = (self.id(one), self.id(two));
        self.state.contacts.iter().any(|contact| contact.foe_of(one) == Some(two))
    }

    /// The last assault that was fought: totals in quarter points, attack value, die.
    pub fn fought(&self) -> ([i16; 2], i16, u8) {
        let found = self.events.iter().rev().find_map(|event| match event {
            Event::Fought { totals, value, die, .. } => Some(([totals[0].total, totals[1].total], *value, *die)),
            _ => None,
        });
        found.unwrap_or_else(|| panic!("no assault in {:#?}", self.events))
    }

    pub fn is_pending(&self) -> bool {
        self.state.pending != Pending::None
    }

    /// The codes of the events so far.
    pub fn codes(&self) -> Vec<&'static str> {
        use eagles::cite::Coded;
        self.events.iter().map(Coded::code).collect()
    }

    /// What is suggested to a player, all of which must be allowed.
    pub fn legal(&self, player: Player) -> Vec<Action> {
        let mut out = Vec::new();
        self.game.legal(&self.state, player, &mut out);
        for action in &out {
            assert_eq!(self.refusal(player, action), None, "{action:?}");
        }
        out
    }
}
