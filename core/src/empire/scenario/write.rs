//! A scenario as a tidy file: the head, then a row for each thing.

use super::{
    AreaSpec, CorpsSpec, CrossingSpec, DivisionSpec, LeaderSpec, LineSpec, ObjectiveSpec, Scenario, SideSpec, Spot,
    UnitSpec, inch, three_inches, two_inches,
};
use crate::empire::house::HouseRules;
use crate::empire::units::{Order, Weather};
use serde::Serialize;
use std::fmt::Write as _;

/// The text of a TOML file that reads back as this scenario. What has its default is left out.
#[must_use]
pub fn to_toml(scenario: &Scenario) -> String {
    let s = scenario;
    let mut out = String::new();
    let mut line = |key: &str, value: String| {
        let _ = writeln!(out, "{key} = {value}");
    };
    line("id", text(&s.id));
    line("name", text(&s.name));
    if !s.about.is_empty() {
        line("about", text(&s.about));
    }
    line("date", text(&s.date.to_string()));
    line("start", text(&s.start.to_string()));
    line("minutes", s.minutes.to_string());
    if s.weather != Weather::default() {
        line("weather", word(&s.weather));
    }
    line("turns", s.turns.to_string());
    line("table", spot(s.table));
    line("yards", s.yards.to_string());
    if let Some(house) = house(&s.house) {
        line("house", house);
    }
    rows(&mut out, "side", &s.side);
    rows(&mut out, "corps", &s.corps);
    rows(&mut out, "division", &s.division);
    rows(&mut out, "unit", &s.unit);
    rows(&mut out, "area", &s.area);
    rows(&mut out, "line", &s.line);
    rows(&mut out, "crossing", &s.crossing);
    rows(&mut out, "objective", &s.objective);
    out
}

/// The house rules that differ from the default.
fn house(house: &HouseRules) -> Option<String> {
    let plain = serde_json::to_value(HouseRules::default()).ok()?;
    let own = serde_json::to_value(house).ok()?;
    let mut cells = Cells::new();
    for (key, value) in own.as_object()?.iter().filter(|(key, value)| plain.get(*key) != Some(*value)) {
        cells.put(key, value.to_string());
    }
    (!cells.0.is_empty()).then(|| cells.done())
}

/// A list of rows, one a line. A list that must be there is written even when it is empty.
fn rows<T: AsRow>(out: &mut String, key: &str, rows: &[T]) {
    if rows.is_empty() && !T::NEEDED {
        return;
    }
    let _ = writeln!(out, "\n{key} = [");
    for row in rows {
        let mut cells = Cells::new();
        row.cells(&mut cells);
        let _ = writeln!(out, "  {},", cells.done());
    }
    out.push_str("]\n");
}

/// A text between quotes.
fn text(text: &str) -> String {
    // A JSON text is a TOML text, but for the delete character.
    serde_json::Value::from(text).to_string().replace('\u{7f}', "\\u007F")
}

/// The word of an enumeration.
fn word(word: &impl Serialize) -> String {
    serde_json::to_string(word).unwrap_or_default()
}

fn spot(spot: Spot) -> String {
    format!("[{}, {}]", spot.0, spot.1)
}

fn spots(spots: &[Spot]) -> String {
    let all: Vec<_> = spots.iter().copied().map(spot).collect();
    format!("[{}]", all.join(", "))
}

/// The cells of a row.
struct Cells(String);

impl Cells {
    fn new() -> Self {
        Self(String::new())
    }

    fn put(&mut self, key: &str, value: String) {
        let mark = if self.0.is_empty() { "" } else { ", " };
        let _ = write!(self.0, "{mark}{key} = {value}");
    }

    /// A cell that is left out where it has its default.
    fn unless<T: PartialEq>(&mut self, key: &str, value: &T, default: &T, written: impl Fn(&T) -> String) {
        if value != default {
            self.put(key, written(value));
        }
    }

    fn some<T>(&mut self, key: &str, value: Option<&T>, written: impl Fn(&T) -> String) {
        if let Some(value) = value {
            self.put(key, written(value));
        }
    }

    fn done(self) -> String {
        format!("{{ {} }}", self.0)
    }
}

trait AsRow {
    const NEEDED: bool = false;

    fn cells(&self, cells: &mut Cells);
}

fn number<T: ToString>(n: &T) -> String {
    n.to_string()
}

impl AsRow for SideSpec {
    const NEEDED: bool = true;

    fn cells(&self, cells: &mut Cells) {
        cells.put("name", text(&self.name));
        cells.put("nation", word(&self.nation));
        cells.put("edge", word(&self.edge));
        cells.unless("per-division", &self.per_division, &1, number);
        cells.unless("handicap", &self.handicap, &0, number);
    }
}

impl AsRow for LeaderSpec {
    fn cells(&self, cells: &mut Cells) {
        cells.put("name", text(&self.name));
        cells.put("rating", self.rating.to_string());
        cells.some("at", self.at.as_ref(), |&at| spot(at));
        cells.some("with", self.with.as_ref(), |name| text(name));
    }
}

fn leader(leader: &LeaderSpec) -> String {
    let mut cells = Cells::new();
    leader.cells(&mut cells);
    cells.done()
}

impl AsRow for CorpsSpec {
    const NEEDED: bool = true;

    fn cells(&self, cells: &mut Cells) {
        cells.put("id", text(&self.id));
        cells.put("name", text(&self.name));
        cells.put("side", text(&self.side));
        cells.put("rank", word(&self.rank));
        cells.put("leader", leader(&self.leader));
        cells.unless("arrives", &self.arrives, &1, number);
    }
}

impl AsRow for DivisionSpec {
    const NEEDED: bool = true;

    fn cells(&self, cells: &mut Cells) {
        cells.put("id", text(&self.id));
        cells.put("name", text(&self.name));
        cells.put("corps", text(&self.corps));
        cells.some("leader", self.leader.as_ref(), leader);
        cells.some("nation", self.nation.as_ref(), word);
        cells.unless("order", &self.order, &Order::default(), word);
        cells.some("objective", self.objective.as_ref(), |name| text(name));
        cells.unless("arrives", &self.arrives, &1, number);
    }
}

impl AsRow for UnitSpec {
    const NEEDED: bool = true;

    fn cells(&self, cells: &mut Cells) {
        cells.put("id", text(&self.id));
        cells.put("name", text(&self.name));
        cells.put("division", text(&self.division));
        cells.put("class", word(&self.class));
        cells.some("nation", self.nation.as_ref(), word);
        cells.put("ce", self.ce.to_string());
        cells.put("stands", self.stands.to_string());
        cells.unless("screen", &self.screen, &0, number);
        cells.put("at", spot(self.at));
        cells.put("facing", self.facing.to_string());
        cells.put("formation", word(&self.formation));
        cells.unless("hidden", &self.hidden, &false, number);
        cells.unless("hits", &self.hits, &0, number);
        cells.some("arrives", self.arrives.as_ref(), number);
    }
}

impl AsRow for AreaSpec {
    fn cells(&self, cells: &mut Cells) {
        cells.unless("name", &self.name, &String::new(), |name| text(name));
        cells.put("kind", word(&self.kind));
        cells.some("cover", self.cover.as_ref(), word);
        cells.put("points", spots(&self.points));
    }
}

impl AsRow for LineSpec {
    fn cells(&self, cells: &mut Cells) {
        cells.unless("name", &self.name, &String::new(), |name| text(name));
        cells.put("kind", word(&self.kind));
        cells.unless("width", &self.width, &inch(), number);
        cells.put("points", spots(&self.points));
    }
}

impl AsRow for CrossingSpec {
    fn cells(&self, cells: &mut Cells) {
        cells.put("kind", word(&self.kind));
        cells.put("at", spot(self.at));
        cells.unless("width", &self.width, &two_inches(), number);
    }
}

impl AsRow for ObjectiveSpec {
    fn cells(&self, cells: &mut Cells) {
        cells.put("id", text(&self.id));
        cells.put("name", text(&self.name));
        cells.put("at", spot(self.at));
        cells.unless("radius", &self.radius, &three_inches(), number);
        cells.put("points", self.points.to_string());
        cells.some("held", self.held.as_ref(), |name| text(name));
        cells.some("decides", self.decides.as_ref(), |name| text(name));
    }
}
