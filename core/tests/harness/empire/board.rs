//! From the lines of a case's board to a scenario and a position of it.
//!
//! In the scenario all units stand in two rows at the edges, so that nobody is in contact there; the position has them
//! where the board puts them.

use crate::harness::Outcome;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// What a board says.
pub(crate) struct Board {
    /// The scenario, as it is serialised.
    pub(crate) scenario: Value,
    /// A position in the notation.
    pub(crate) position: String,
}

/// The two sides: first letter, name, edge, division and its leader, spare division and its leader, corps leader, where the
/// leader of the division is, the row of the start, where the spare unit stands.
const SIDES: [Side; 2] = [
    Side { letter: 'f', name: "french", edge: "south", leaders: ["Foy", "Bachelu", "Reille"], at: 14.0, row: 3.0 },
    Side { letter: 'b', name: "british", edge: "north", leaders: ["Picton", "Cole", "Hill"], at: 26.0, row: 45.0 },
];

struct Side {
    letter: char,
    name: &'static str,
    edge: &'static str,
    leaders: [&'static str; 3],
    at: f64,
    row: f64,
}

struct Builder {
    scenario: Value,
    head: Vec<String>,
    turn: u32,
    stage: String,
    on_turn: usize,
    initiative: Option<usize>,
    is_first: bool,
    units: String,
    leaders: String,
    divisions: String,
    objectives: String,
    contacts: String,
    fires: String,
    placed: [u32; 2],
    alone: bool,
}

/// Reads a board.
pub(crate) fn build(lines: &str, house: &toml::Table) -> Outcome<Board> {
    let house = serde_json::to_value(house).map_err(|e| e.to_string())?;
    let mut builder = Builder::new(house);
    for line in lines.lines() {
        let line = line.trim();
        if !line.is_empty() && !line.starts_with('#') {
            builder.line(line).map_err(|e| format!("board line `{line}`: {e}"))?;
        }
    }
    builder.finish()
}

fn number(word: &str) -> Outcome<f64> {
    word.parse().map_err(|_| format!("`{word}` is no number"))
}

fn spot(word: &str) -> Outcome<Value> {
    let (x, y) = word.split_once(',').ok_or_else(|| format!("`{word}` is no place"))?;
    Ok(json!([number(x)?, number(y)?]))
}

/// A value of a scenario: a number, a truth, or a word.
fn scalar(word: &str) -> Value {
    match (word, word.parse::<i64>()) {
        ("true" | "false", _) => (word == "true").into(),
        (_, Ok(n)) => n.into(),
        _ => word.into(),
    }
}

fn side(word: &str) -> Outcome<usize> {
    SIDES.iter().position(|side| side.name == word).ok_or_else(|| format!("`{word}` is no side"))
}

fn of_letter(id: &str) -> Outcome<usize> {
    SIDES.iter().position(|side| id.starts_with(side.letter)).ok_or_else(|| format!("whose is `{id}`? f or b"))
}

impl Builder {
    fn new(house: Value) -> Self {
        let mut corps = Vec::new();
        let mut division = Vec::new();
        let mut sides = Vec::new();
        for side in &SIDES {
            let (l, [leader, second, chief]) = (side.letter, side.leaders);
            sides.push(json!({ "name": side.name, "nation": side.name, "edge": side.edge }));
            let head = json!({ "name": chief, "rating": 2, "at": [4, side.at] });
            corps.push(
                json!({ "id": format!("{l}c"), "name": chief, "side": side.name, "rank": "corps", "leader": head }),
            );
            for (id, name, x, order) in [("d", leader, 20.0, "attack"), ("s", second, 40.0, "defend")] {
                let head = json!({ "name": name, "rating": 1, "at": [x, side.at] });
                division.push(json!({
                    "id": format!("{l}{id}"), "name": name, "corps": format!("{l}c"), "order": order, "leader": head
                }));
            }
        }
        let scenario = json!({
            "id": "case", "name": "Case", "date": "1815-06-18", "start": "12:00", "minutes": 15, "turns": 12,
            "table": [48, 48], "yards": 50, "house": house, "side": sides, "corps": corps, "division": division,
            "unit": [], "area": [], "line": [], "crossing": [], "objective": []
        });
        Self {
            scenario,
            head: Vec::new(),
            turn: 2,
            stage: "march".into(),
            on_turn: 0,
            initiative: None,
            is_first: false,
            units: String::new(),
            leaders: String::new(),
            divisions: String::new(),
            objectives: String::new(),
            contacts: String::new(),
            fires: String::new(),
            placed: [0; 2],
            alone: false,
        }
    }

    fn push(&mut self, list: &str, value: Value) {
        if let Some(list) = self.scenario[list].as_array_mut() {
            list.push(value);
        }
    }

    fn line(&mut self, line: &str) -> Outcome<()> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let rest = &words[1..];
        match words[0] {
            "turn" => {
                for word in rest {
                    match (word.parse(), side(word)) {
                        (Ok(turn), _) => self.turn = turn,
                        (_, Ok(player)) => self.on_turn = player,
                        _ => self.stage = (*word).to_owned(),
                    }
                }
            }
            "initiative" if rest == ["none"] => self.is_first = true,
            "initiative" => self.initiative = Some(side(rest.first().unwrap_or(&""))?),
            "head" => self.head.extend(rest.iter().map(|w| (*w).to_owned())),
            "alone" => self.alone = true,
            "weather" | "date" => self.scenario[words[0]] = rest.join(" ").into(),
            "turns" => self.scenario["turns"] = scalar(rest.first().unwrap_or(&"")),
            "table" => self.scenario["table"] = spot(rest.first().unwrap_or(&""))?,
            "side" => {
                let n = side(rest.first().unwrap_or(&""))?;
                for (key, value) in rest[1..].iter().filter_map(|w| w.split_once('=')) {
                    self.scenario["side"][n][key] = scalar(value);
                }
            }
            "contact" => self.contacts += &format!(" {}", rest.join(" ")),
            "fire" => self.fires += &format!(" {}", rest.join(" ")),
            "area" => self.area(rest)?,
            "line" => {
                let mut value = json!({ "kind": rest.first() });
                self.points(&mut value, &rest[1..])?;
                self.push("line", value);
            }
            "crossing" => {
                let mut value = json!({ "kind": rest.first(), "at": spot(rest.get(1).unwrap_or(&""))? });
                self.points(&mut value, &rest[2..])?;
                value.as_object_mut().and_then(|map| map.remove("points"));
                self.push("crossing", value);
            }
            "objective" => self.objective(rest)?,
            "corps" => self.corps(rest)?,
            "division" => self.division(rest)?,
            "leader" => self.leader(rest)?,
            _ => self.unit(&words)?,
        }
        Ok(())
    }

    /// `area heavy-woods 10,10 20,20`: two points are the corners of a rectangle. `building:heavy` has a class.
    fn area(&mut self, rest: &[&str]) -> Outcome<()> {
        let (kind, cover) =
            rest.first().map_or(("", None), |w| w.split_once(':').map_or((*w, None), |(k, c)| (k, Some(c))));
        let mut value = json!({ "kind": kind });
        if let Some(cover) = cover {
            value["cover"] = cover.into();
        }
        self.points(&mut value, &rest[1..])?;
        if let Some([a, b]) = value["points"].as_array().map(Vec::as_slice) {
            value["points"] = json!([[a[0], a[1]], [b[0], a[1]], [b[0], b[1]], [a[0], b[1]]]);
        }
        self.push("area", value);
        Ok(())
    }

    fn points(&self, value: &mut Value, words: &[&str]) -> Outcome<()> {
        let mut points = Vec::new();
        for word in words {
            match word.split_once('=') {
                Some((key, of)) => value[key] = number(of).map_or_else(|_| of.into(), |n| json!(n)),
                None => points.push(spot(word)?),
            }
        }
        value["points"] = points.into();
        Ok(())
    }

    /// `objective village 20,20 points=3 held=french decides=british now=british`.
    fn objective(&mut self, rest: &[&str]) -> Outcome<()> {
        let id = rest.first().ok_or("which objective?")?;
        let mut value = json!({ "id": id, "name": id, "at": spot(rest.get(1).unwrap_or(&""))?, "points": 3 });
        for (key, of) in rest[2..].iter().filter_map(|w| w.split_once('=')) {
            if key == "now" {
                self.objectives += &format!(" {id}={of}");
            } else {
                value[key] = scalar(of);
            }
        }
        self.push("objective", value);
        Ok(())
    }

    /// `corps fa Ney rank=army rating=2 at=4,10`: another corps, or an army's head, without divisions.
    fn corps(&mut self, rest: &[&str]) -> Outcome<()> {
        let (id, name) = (rest.first().ok_or("which corps?")?, rest.get(1).ok_or("whose?")?);
        let side = &SIDES[of_letter(id)?];
        let mut value = json!({
            "id": id, "name": name, "side": side.name, "rank": "corps",
            "leader": { "name": name, "rating": 2, "at": [8, side.at] }
        });
        for (key, of) in rest[2..].iter().filter_map(|w| w.split_once('=')) {
            match key {
                "rating" => value["leader"]["rating"] = scalar(of),
                "at" => value["leader"]["at"] = spot(of)?,
                _ => value[key] = scalar(of),
            }
        }
        self.push("corps", value);
        Ok(())
    }

    /// `division fd attack objective=village nation=italian leader=none coming=defend@5`: a division that is there already, or a
    /// new one; keys of the scenario first, the rest is notation.
    fn division(&mut self, rest: &[&str]) -> Outcome<()> {
        let id = *rest.first().ok_or("which division?")?;
        let list = self.scenario["division"].as_array().map_or(0, Vec::len);
        let n = match (0..list).find(|&n| self.scenario["division"][n]["id"] == id) {
            Some(n) => n,
            None => {
                let side = &SIDES[of_letter(id)?];
                let leader = json!({ "name": format!("Of-{id}"), "rating": 1, "at": [30.0, side.at] });
                self.push(
                    "division",
                    json!({ "id": id, "name": id, "corps": format!("{}c", side.letter), "order": "attack", "leader": leader }),
                );
                list
            }
        };
        let mut more = Vec::new();
        for word in &rest[1..] {
            match word.split_once('=') {
                Some(("leader", "none")) => {
                    self.scenario["division"][n].as_object_mut().and_then(|map| map.remove("leader"));
                }
                Some((key @ ("objective" | "nation" | "corps" | "arrives"), of)) => {
                    self.scenario["division"][n][key] = scalar(of);
                }
                None if ["attack", "defend", "reserve"].contains(word) => {
                    self.scenario["division"][n]["order"] = (*word).into();
                }
                _ => more.push(*word),
            }
        }
        if !more.is_empty() {
            let order = self.scenario["division"][n]["order"].as_str().unwrap_or_default().to_owned();
            let _ = write!(self.divisions, " {id}:{order} {}", more.join(" "));
        }
        Ok(())
    }

    /// `leader foy 20,10 rating=2 with=f1`: the leader of a division or a corps; what is no rating is notation.
    fn leader(&mut self, rest: &[&str]) -> Outcome<()> {
        let (name, at) = (rest.first().ok_or("which leader?")?, rest.get(1).ok_or("where?")?);
        let is_his = |spec: &Value| spec["leader"]["name"].as_str().is_some_and(|known| known.to_lowercase() == *name);
        let place = ["division", "corps"].into_iter().find_map(|list| {
            let n = self.scenario[list].as_array()?.iter().position(is_his)?;
            Some((list, n))
        });
        let (list, n) = place.ok_or_else(|| format!("there is no leader `{name}`"))?;
        let leader = &mut self.scenario[list][n]["leader"];
        leader["at"] = spot(at)?;
        let mut more = String::new();
        for word in &rest[2..] {
            match word.split_once('=') {
                Some(("rating", of)) => leader["rating"] = scalar(of),
                _ => more += &format!(" {word}"),
            }
        }
        let _ = write!(self.leaders, " {name}@{at}{more}");
        Ok(())
    }

    /// `f1 line-infantry 9 column 20,20/0 stands=4 h2 disordered +moved`: what is no key of the scenario is notation.
    fn unit(&mut self, words: &[&str]) -> Outcome<()> {
        let [id, class, ce, formation, place, more @ ..] = words else {
            return Err("a unit is `ID CLASS CE FORMATION X,Y/FACING ...`".into());
        };
        let n = of_letter(id)?;
        let (at, facing) = place.split_once('/').ok_or_else(|| format!("`{place}` has no facing"))?;
        let slot = self.placed[n];
        self.placed[n] += 1;
        let is_gun = class.ends_with("foot") || class.ends_with("horse");
        let mut value = json!({
            "id": id, "name": id, "division": format!("{}d", SIDES[n].letter), "class": class, "ce": scalar(ce), "stands": 4,
            "at": [3 + 4 * slot, SIDES[n].row], "facing": 180 * n,
            "formation": if is_gun { "limbered" } else { "column" }
        });
        let mut notes = vec![(*formation).to_owned()];
        let mut is_later = false;
        for word in more {
            match word.split_once('=') {
                Some(("div", of)) => value["division"] = of.into(),
                Some((key @ ("stands" | "screen" | "nation" | "arrives"), of)) => {
                    value[key] = scalar(of);
                    is_later |= key == "arrives";
                }
                None if *word == "hidden" => value["hidden"] = true.into(),
                _ => notes.push((*word).to_owned()),
            }
        }
        if is_later {
            value["at"] = spot(at)?;
            value["facing"] = scalar(facing);
            value["formation"] = (*formation).into();
        } else {
            if !notes.iter().any(|note| note.starts_with("anchor=")) {
                notes.push(format!("anchor={at}"));
            }
            let _ = write!(self.units, " {id}@{place} {}", notes.join(" "));
        }
        // The screen that is out stands on a line of its own, as `f1-screen`.
        if id.ends_with("-screen") {
            self.placed[n] -= 1;
            return Ok(());
        }
        self.push("unit", value);
        Ok(())
    }

    fn finish(mut self) -> Outcome<Board> {
        if !self.alone {
            for (n, side) in SIDES.iter().enumerate() {
                let id = format!("{}9", side.letter);
                let place = ["46,2/0", "46,46/180"][n];
                self.unit(&[&id, "line-infantry", "9", "column", place, &format!("div={}s", side.letter)])?;
            }
        }
        let divisions: Vec<Value> =
            self.scenario["unit"].as_array().into_iter().flatten().map(|unit| unit["division"].clone()).collect();
        if let Some(list) = self.scenario["division"].as_array_mut() {
            list.retain(|division| divisions.contains(&division["id"]));
        }
        let holder = self.initiative.unwrap_or(match self.stage.as_str() {
            "assault" => self.on_turn,
            _ => 1 - self.on_turn,
        });
        let mut position = format!("{} {}", self.turn, self.stage);
        if self.on_turn == 1 {
            position += " british";
        }
        if !self.is_first {
            let _ = write!(position, " initiative={}", SIDES[holder].name);
        }
        for word in &self.head {
            let _ = write!(position, " {word}");
        }
        for (title, items) in [
            ("units", &self.units),
            ("leaders", &self.leaders),
            ("divisions", &self.divisions),
            ("objectives", &self.objectives),
            ("contacts", &self.contacts),
            ("fires", &self.fires),
        ] {
            if !items.is_empty() {
                let _ = write!(position, " / {title}{items}");
            }
        }
        Ok(Board { scenario: self.scenario, position })
    }
}
