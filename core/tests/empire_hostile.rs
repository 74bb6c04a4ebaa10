//! What a hostile file, host or player may try on a battle of Empire, once found to work.

mod empire_table;

use eagles::empire::Action;
use eagles::empire::action::{Answer, Manoeuvre};
use eagles::empire::geometry::{Facing, Point, Pose};
use eagles::empire::refusal::Refusal;
use eagles::empire::state::{Contact, Marks, Pending, Presence, Stage};
use eagles::empire::units::{Arm, Facet, Formation, Status};
use eagles::game::{Game, Player};
use empire_table::Table;

/// The stage of a position in which the French act.
fn stage(table: &mut Table, stage: Stage) {
    table.state.stage = stage;
    (table.state.on_turn, table.state.initiative) = (Player(0), Some(Player(0)));
}

/// The same with a unit in a far corner.
fn without(table: &Table, name: &str) -> Table {
    let mut other = table.clone();
    let id = other.id(name);
    other.state.units.place(id, Pose::new(Point::new(38_000, 1_500), Facing::new(180)));
    other
}

fn put(table: &mut Table, name: &str, x: i32, y: i32) {
    let (id, facing) = (table.id(name), table.unit(name).pose.facing);
    table.state.units.place(id, Pose::new(Point::new(x, y), facing));
}

fn line(kind: &str, y: &str) -> String {
    format!("[[line]]\nkind = \"{kind}\"\nwidth = 1\npoints = [[0, {y}], [40, {y}]]\n")
}

#[test]
fn any_number_of_walls_is_counted() {
    let mut ground = String::new();
    for n in 0..6 {
        let points: Vec<_> = (0..64)
            .map(|i| format!("[{}, {:.3}]", 15 + i % 2 * 10, 20.5 + f64::from(n) * 0.7 + f64::from(i) * 0.01))
            .collect();
        ground += &format!("[[line]]\nkind = \"wall\"\nwidth = 0.1\npoints = [{}]\n", points.join(", "));
        ground += &format!("[[line]]\nkind = \"brook\"\nwidth = 0.1\npoints = [{}]\n", points.join(", "));
    }
    let table = Table::with("a line-infantry french 20,19 column", &ground).march(0);
    table.refused("a", &[Manoeuvre::Ahead(6_000)], Refusal::TooFar { used: 6_000, may: 0 });
}

#[test]
fn an_ambush_is_no_free_look() {
    // The turns of a battery that unlimbers in the end cost nothing; stopped before that it must stop all the same.
    let units = "g medium-foot french 10,10 limbered\nh line-infantry british 10,13.2 line 180 hidden=true";
    let mut table = Table::new(units).march(0);
    let turns = [180, 0].map(|degrees| Manoeuvre::Face(Facing::new(degrees)));
    let steps =
        [turns[0], Manoeuvre::Ahead(500), turns[1], Manoeuvre::Ahead(2_500), Manoeuvre::Form(Formation::Unlimbered)];
    table.go("g", &steps);
    assert!(table.unit("g").marks.has(Marks::DONE) && !table.unit("h").marks.has(Marks::HIDDEN));
}

#[test]
fn who_is_stopped_takes_no_guns_beyond() {
    let units = "a line-infantry french 10,10 column\nh line-infantry british 10,14.2 skirmish 180 hidden=true stands=2\n\
                 q medium-foot british 10,17 unlimbered 180\nf line-infantry french 10.2,11.6 line 0 stands=2";
    let mut table = Table::new(units).march(0);
    table.edit("q", |guns| {
        guns.marks.set(Marks::ABANDONED);
        guns.status = Status::Routed;
    });
    let mut open = without(&table, "h");
    open.go("a", &[Manoeuvre::Ahead(7_800)]);
    assert_eq!(open.unit("q").presence, Presence::Lost);
    table.go("a", &[Manoeuvre::Ahead(7_800)]);
    assert!(table.unit("a").pose.at.y < 14_000 && table.unit("q").is_here());
}

#[test]
fn a_lead_is_of_a_combat_that_is_still_to_be_fought() {
    let mut table = Table::new("a line-infantry french 10,10 line\nb line-infantry british 10,11 line 180");
    stage(&mut table, Stage::Assault);
    let (attacker, defender) = (table.id("a"), table.id("b"));
    table.state.contacts = vec![Contact { attacker, defender, facet: Facet::Front, met: false, fresh: true }];
    table.state.pending = Pending::Lead { first: attacker, spare: vec![] };
    assert_eq!(table.game.check_state(&table.state), Ok(()));
    table.state.contacts[0].fresh = false;
    ["a", "b"].into_iter().for_each(|name| table.edit(name, |unit| unit.marks.set(Marks::FOUGHT)));
    assert!(table.game.check_state(&table.state).is_err(), "nobody could answer");
}

#[test]
fn sums_tell_nothing_of_who_is_hidden() {
    let units = "g medium-foot french 10,5 unlimbered\nc line-infantry british 10,15 column 180\n\
                 h line-infantry british 11.55,15 column 180 hidden=true";
    let mut table = Table::new(units);
    stage(&mut table, Stage::Fire);
    let fire = Action::Fire { with: vec![table.id("g")], target: table.id("c") };
    let numbers =
        |table: &Table, action: &Action| table.game.explain(&table.state, Player(0), action).expect("allowed");
    assert_eq!(numbers(&table, &fire), numbers(&without(&table, "h"), &fire));
    table.edit("h", |column| column.marks.clear(Marks::HIDDEN));
    assert_ne!(numbers(&table, &fire), numbers(&without(&table, "h"), &fire), "two columns are a mass");

    let units = "a line-infantry french 10,10 line\nb medium-foot british 10,10.64 unlimbered 180\n\
                 h line-infantry british 10,14.5 line 180 hidden=true";
    let mut table = Table::new(units);
    stage(&mut table, Stage::Assault);
    let (attacker, defender) = (table.id("a"), table.id("b"));
    table.state.contacts = vec![Contact { attacker, defender, facet: Facet::Front, met: false, fresh: true }];
    let lead = Action::Lead { unit: attacker, spare: vec![] };
    assert_eq!(numbers(&table, &lead), numbers(&without(&table, "h"), &lead));
    table.edit("h", |line| line.marks.clear(Marks::HIDDEN));
    assert_ne!(numbers(&table, &lead), numbers(&without(&table, "h"), &lead), "guns with friends near");
}

#[test]
fn an_answer_tells_nothing_of_who_is_hidden() {
    let ground = "[[area]]\nkind = \"impassable\"\npoints = [[3, 0], [7.5, 0], [7.5, 20], [3, 20]]\n\
                  [[area]]\nkind = \"impassable\"\npoints = [[12.5, 0], [17, 0], [17, 20], [12.5, 20]]\n";
    let units = "s light-infantry french 10,17 skirmish 0 stands=2\nk cavalry british 10,26 line 180\n\
                 h line-infantry british 10,2 column 0 hidden=true stands=2";
    let mut table = Table::with(units, ground).march(1);
    let (cavalry, screen) = (table.id("k"), table.id("s"));
    let evade = Action::React { unit: screen, how: Answer::Evade };
    table.state.pending = Pending::Charge { unit: cavalry, target: screen, breakthrough: false };
    let end = {
        let mut free = without(&table, "h");
        free.act(0, &evade, &[]);
        free.unit("s").pose.at
    };
    put(&mut table, "h", end.x, end.y);
    assert_eq!(table.game.refusal(&table.state, Player(0), &evade), None);
    table.edit("h", |column| column.marks.clear(Marks::HIDDEN));
    let why = table.game.refusal(&table.state, Player(0), &evade);
    assert_eq!(why, Some(Refusal::CannotAnswer), "there is no other way");
    table.edit("h", |column| column.marks.set(Marks::HIDDEN));
    table.act(0, &evade, &[]);
    assert_eq!(table.state.contacts.len(), 1, "it is caught where it stands");
}

#[test]
fn a_screen_does_not_leap_over_the_enemy() {
    let units = "a light-infantry french 10,10 line 0 screen=4\nb line-infantry british 10,11.2 skirmish 180 stands=4";
    let mut table = Table::new(units).march(0);
    let unit = table.id("a");
    table.act(0, &Action::Screen { unit, stands: 2 }, &[]);
    assert!(table.unit("a-screen").pose.at.y < 11_200);
}

#[test]
fn a_bridge_leads_over_its_own_river() {
    let ground =
        line("river", "20") + &line("river", "22") + "[[crossing]]\nkind = \"bridge\"\nat = [10, 20]\nwidth = 3\n";
    let table = Table::with("a line-infantry french 10,18 column", &ground).march(0);
    table.may("a", &[Manoeuvre::Ahead(3_000)]);
    table.refused("a", &[Manoeuvre::Ahead(5_500)], Refusal::River);
}

#[test]
fn nobody_changes_formation_to_the_other_bank() {
    let units = "g medium-foot french 10,15 limbered\nr line-infantry french 20,15 road-column 0 stands=8";
    let mut table = Table::with(units, &line("river", "20")).march(0);
    for (name, x, formation) in [("g", 10_000, Formation::Unlimbered), ("r", 20_000, Formation::Line)] {
        put(&mut table, name, x, 19_450);
        table.go(name, &[Manoeuvre::Form(formation)]);
        assert_eq!(table.unit(name).pose.at, Point::new(x, 19_450), "{name}");
    }
    let house =
        "[[area]]\nkind = \"building\"\ncover = \"light\"\npoints = [[9, 20.6], [11, 20.6], [11, 22.6], [9, 22.6]]\n";
    let mut table = Table::with("a line-infantry french 10,15 column", &(line("river", "20") + house)).march(0);
    put(&mut table, "a", 10_000, 19_450);
    table.edit("a", |unit| unit.formation = Formation::RoadColumn);
    table.refused("a", &[Manoeuvre::Form(Formation::Garrison)], Refusal::River);
}

#[test]
fn a_wall_is_not_crossed_in_two_halves() {
    let units = "a line-infantry french 10,18 column\ng medium-foot french 20,18 limbered";
    let table = Table::with(units, &line("wall", "20")).march(0);
    let halves = |first, second| [Manoeuvre::Ahead(first), Manoeuvre::Ahead(second)];
    table.refused("a", &[Manoeuvre::Ahead(8_000)], Refusal::TooFar { used: 8_000, may: 4_000 });
    table.refused("a", &halves(2_000, 6_000), Refusal::TooFar { used: 8_000, may: 4_000 });
    table.may("a", &halves(2_000, 2_000));
    table.refused("g", &halves(2_000, 4_000), Refusal::Ground { arm: Arm::Artillery });
}

#[test]
fn a_long_column_gains_nothing_by_swinging() {
    let table = Table::new("r light-infantry french 10,10 road-column 0 stands=8").march(0);
    let (turn, back) = (Manoeuvre::Wheel(150), Manoeuvre::Wheel(-150));
    let north = Manoeuvre::Face(Facing::new(0));
    let steps = [turn, north, back, north, Manoeuvre::Form(Formation::Skirmish)];
    assert!(matches!(table.why("r", &steps), Refusal::TooFar { .. }));
}
