//! Battles that the promises of Empire are tried on.

// Each test crate uses its part, and the names say what things are.
#![allow(dead_code, unreachable_pub, missing_docs)]

use eagles::chance::Seed;
use eagles::empire::scenario::generate::meeting;
use eagles::empire::state::{Marks, Pending, Stage, State, UnitId};
use eagles::empire::{Empire, Scenario};
use eagles::game::Player;
use std::sync::Arc;

pub fn made(scenario: Scenario) -> Arc<Empire> {
    Arc::new(Empire::new(scenario).unwrap_or_else(|faults| panic!("{faults:?}")))
}

pub fn shipped(id: &str) -> Arc<Empire> {
    made(Scenario::shipped(id).expect("shipped"))
}

pub fn skirmish_of(units: u16, seed: u64) -> Arc<Empire> {
    made(meeting(units, Seed::from_number(seed)))
}

/// A small battle in which both sides hide units, wait for others, have skirmishers to deploy and cavalry within reach, so that
/// everything that must be decided comes up soon.
pub fn thicket() -> Arc<Empire> {
    made(Scenario::from_toml(THICKET, "thicket.toml").unwrap_or_else(|faults| panic!("{faults}")))
}

const THICKET: &str = r#"
id = "thicket"
name = "The thicket"
date = "1813-08-26"
start = "10:00"
minutes = 15
turns = 5
table = [34, 30]
yards = 50
side = [
  { name = "french", nation = "french", edge = "south" },
  { name = "prussian", nation = "prussian", edge = "north" },
]
corps = [
  { id = "F", name = "French corps", side = "french", rank = "corps", leader = { name = "Marshal", rating = 2, at = [15, 6] } },
  { id = "P", name = "Prussian corps", side = "prussian", rank = "corps", leader = { name = "Chief", rating = 2, with = "p-line" } },
]
division = [
  { id = "FI", name = "French foot", corps = "F", order = "attack", leader = { name = "Foy", rating = 2, with = "f-line" }, objective = "farm" },
  { id = "FR", name = "French reserve", corps = "F", order = "reserve", arrives = 2, leader = { name = "Late", rating = 1, at = [17, 1] } },
  { id = "FC", name = "French horse", corps = "F", order = "attack", leader = { name = "Milhaud", rating = 1, with = "f-lancers" } },
  { id = "PI", name = "Prussian foot", corps = "P", order = "defend", leader = { name = "Borstell", rating = 1, with = "p-wood" }, objective = "farm" },
  { id = "PC", name = "Prussian horse", corps = "P", order = "attack", leader = { name = "Oppen", rating = 1, at = [27, 25] } },
]
unit = [
  { id = "f-light", name = "Light", division = "FI", class = "light-infantry", ce = 10, stands = 4, screen = 4, at = [14, 10], facing = 0, formation = "line" },
  { id = "f-line", name = "Line", division = "FI", class = "line-infantry", ce = 9, stands = 4, screen = 2, at = [18, 10], facing = 0, formation = "column" },
  { id = "f-wood", name = "Voltigeurs", division = "FI", class = "light-infantry", ce = 9, stands = 3, at = [5, 13], facing = 0, formation = "line", hidden = true },
  { id = "f-late", name = "Late battalion", division = "FR", class = "line-infantry", ce = 8, stands = 4, at = [16, 2], facing = 0, formation = "column" },
  { id = "f-guns", name = "Battery", division = "FI", class = "medium-foot", ce = 7, stands = 4, at = [22, 8], facing = 0, formation = "unlimbered" },
  { id = "f-cuirassiers", name = "Cuirassiers", division = "FC", class = "sabre-cavalry", ce = 10, stands = 4, at = [26, 11], facing = 0, formation = "line" },
  { id = "f-chasseurs", name = "Chasseurs", division = "FC", class = "cavalry", ce = 9, stands = 4, at = [10, 6], facing = 0, formation = "line" },
  { id = "f-lancers", name = "Lancers", division = "FC", class = "lancers", ce = 9, stands = 3, at = [31, 8], facing = 0, formation = "line", hidden = true },
  { id = "p-line", name = "Musketeers", division = "PI", class = "line-infantry", ce = 9, stands = 4, screen = 2, at = [16, 18], facing = 180, formation = "line" },
  { id = "p-fusiliers", name = "Fusiliers", division = "PI", class = "light-infantry", ce = 9, stands = 4, screen = 2, at = [21, 19], facing = 180, formation = "column" },
  { id = "p-wood", name = "Jaeger", division = "PI", class = "light-infantry", ce = 10, stands = 3, at = [6, 21], facing = 180, formation = "line", hidden = true },
  { id = "p-guns", name = "Battery", division = "PI", class = "light-foot", ce = 7, stands = 4, at = [12, 20], facing = 180, formation = "unlimbered" },
  { id = "p-late", name = "Late guns", division = "PI", class = "light-horse", ce = 7, stands = 3, at = [20, 28], facing = 180, formation = "limbered", arrives = 2 },
  { id = "p-hussars", name = "Hussars", division = "PC", class = "cavalry", ce = 9, stands = 4, at = [26, 21], facing = 180, formation = "line" },
  { id = "p-dragoons", name = "Dragoons", division = "PC", class = "sabre-cavalry", ce = 9, stands = 4, at = [26, 23.5], facing = 180, formation = "line" },
  { id = "p-uhlans", name = "Uhlans", division = "PC", class = "lancers", ce = 9, stands = 3, at = [31, 27], facing = 180, formation = "line", hidden = true },
  { id = "p-later", name = "Late hussars", division = "PC", class = "cavalry", ce = 8, stands = 3, at = [12, 28], facing = 180, formation = "line", hidden = true, arrives = 3 },
]
area = [
  { name = "the western wood", kind = "light-woods", points = [[2, 11], [9, 11], [9, 15], [2, 15]] },
  { name = "the northern wood", kind = "light-woods", points = [[3, 19], [9, 19], [9, 23], [3, 23]] },
  { name = "the farm", kind = "building", cover = "medium", points = [[15.1, 13.6], [16.9, 13.6], [16.9, 15.4], [15.1, 15.4]] },
]
line = [{ name = "lane", kind = "road", points = [[13, 0], [13, 30]] }]
objective = [{ id = "farm", name = "the farm", at = [16, 14.5], points = 4 }]
"#;

/// Two lines that stand within musketry of each other, horse on the wings: it comes to blows at once, several against one.
pub fn melee() -> Arc<Empire> {
    let mut text = String::from(MELEE);
    let mut unit = |id: &str, class: &str, at: &str, formation: &str| {
        let (side, facing) = if id.starts_with('f') { ("F1", 0) } else { ("P1", 180) };
        text += &format!(
            "[[unit]]\nid = \"{id}\"\nname = \"{id}\"\ndivision = \"{side}\"\nclass = \"{class}\"\nce = 9\nstands = 4\n\
             at = [{at}]\nfacing = {facing}\nformation = \"{formation}\"\n"
        );
    };
    for (n, x) in [4.0, 5.8, 10.0, 11.8, 16.0, 17.8].into_iter().enumerate() {
        unit(&format!("f-{n}"), "line-infantry", &format!("{x}, 8"), "column");
    }
    for (n, x) in [5.0, 11.0, 17.0].into_iter().enumerate() {
        unit(&format!("p-{n}"), "line-infantry", &format!("{x}, 10.5"), "line");
        unit(&format!("p-{n}-rear"), "light-infantry", &format!("{x}, 13.5"), "column");
    }
    for x in [1.5, 22.5] {
        unit(&format!("f-horse-{}", x as i32), "sabre-cavalry", &format!("{x}, 6"), "column");
        unit(&format!("p-horse-{}", x as i32), "cavalry", &format!("{x}, 12.5"), "column");
    }
    made(Scenario::from_toml(&text, "melee.toml").unwrap_or_else(|faults| panic!("{faults}")))
}

const MELEE: &str = r#"
id = "melee"
name = "The melee"
date = "1813-08-26"
start = "10:00"
minutes = 15
turns = 4
table = [24, 20]
yards = 50
side = [
  { name = "french", nation = "french", edge = "south" },
  { name = "prussian", nation = "prussian", edge = "north" },
]
corps = [
  { id = "F", name = "French corps", side = "french", rank = "corps", leader = { name = "Marshal", rating = 2, at = [12, 3] } },
  { id = "P", name = "Prussian corps", side = "prussian", rank = "corps", leader = { name = "Chief", rating = 2, at = [12, 17] } },
]
division = [
  { id = "F1", name = "French", corps = "F", order = "attack", leader = { name = "Foy", rating = 2, at = [12, 5] } },
  { id = "P1", name = "Prussians", corps = "P", order = "attack", leader = { name = "Borstell", rating = 1, with = "p-1" } },
]
"#;

/// The battles of the promises, each with about how many actions are enough.
pub fn battles() -> [(Arc<Empire>, usize); 5] {
    [(shipped("tutorial"), 300), (shipped("derlon"), 200), (skirmish_of(8, 5), 300), (thicket(), 300), (melee(), 150)]
}

/// What a player must decide about, by name.
pub fn pending(state: &State) -> Option<String> {
    let name = match &state.pending {
        Pending::None => return None,
        Pending::Charge { breakthrough: true, .. } => "breakthrough",
        Pending::Charge { .. } => "charge",
        Pending::Threat { .. } => "threat",
        Pending::Lead { .. } => "lead",
        Pending::Follow { .. } => "follow",
    };
    Some(name.to_owned())
}

/// The same, or the stage where nothing is to be decided first.
pub fn moment(state: &State) -> Option<String> {
    pending(state).or_else(|| {
        let name = match state.stage {
            Stage::Command => "command",
            Stage::Rally => "rally",
            Stage::March => "march",
            Stage::Fire => "fire",
            Stage::Assault => "assault",
            Stage::Over => return None,
        };
        Some(name.to_owned())
    })
}

/// The hidden units of a side on the table.
pub fn in_hiding(game: &Empire, state: &State, player: Player) -> Vec<UnitId> {
    let hides = |id: UnitId| state.units[id].marks.has(Marks::HIDDEN) && game.unit(id).player == player;
    state.units.here().map(|(id, _)| id).filter(|&id| hides(id)).collect()
}
