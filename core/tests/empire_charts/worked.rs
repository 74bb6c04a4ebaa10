//! The twelve worked sums of the rulings.

use super::line;
use eagles::empire::assault::{self, Combatant, Role, Side};
use eagles::empire::charts::Ce;
use eagles::empire::fire::{self, Battery, Firer, Target};
use eagles::empire::house::HouseRules;
use eagles::empire::units::{Class, Effect, Facet, Formation, Nation};
use eagles::empire::{integrity, morale, orders};

fn house() -> HouseRules {
    HouseRules::default()
}

fn foot(nation: Nation, ce: i16, formation: Formation) -> Combatant {
    Combatant::new(Class::LineInfantry, nation, Ce::new(ce), formation)
}

fn value(attacker: Combatant, defender: Combatant) -> i16 {
    assault::attack_value(&assault::Facts::<Vec<Combatant>>::new(Side::of(attacker), Side::of(defender)), &house())
}

/// A line of 9 that has not moved.
fn still_line() -> Combatant {
    Combatant { unmoved: true, ..foot(Nation::Prussian, 9, Formation::Line) }
}

#[test]
fn a_worn_line_fires_at_a_square() {
    let firer = Firer {
        unmoved: true,
        hits: 2,
        ..Firer::new(Class::LineInfantry, Nation::Prussian, Ce::new(9), Formation::Line)
    };
    let facts = fire::Facts::<Vec<Battery>>::new(firer, Target::new(Class::LineInfantry, Formation::Square), 3_000);
    assert_eq!(line(&fire::breakdown(&facts, &house())), "ce 9, hits -2, unmoved-line 1, at-square 4 = 12");
    assert_eq!(fire::resolve(&facts, &house(), 1).row, Some("11-12"));
}

#[test]
fn a_british_line_fires_at_a_charge() {
    let firer =
        Firer { unmoved: true, ..Firer::new(Class::LineInfantry, Nation::British, Ce::new(10), Formation::Line) };
    let target = Target { charging: true, ..Target::new(Class::Cavalry, Formation::Line) };
    let facts = fire::Facts::<Vec<Battery>>::new(firer, target, 3_000);
    assert_eq!(line(&fire::breakdown(&facts, &house())), "ce 10, unmoved-british-line 2, charging-cavalry -4 = 8");
    assert_eq!(fire::resolve(&facts, &house(), 1).row, Some("8-10"));
}

#[test]
fn columns_against_a_line() {
    assert_eq!(value(foot(Nation::Austrian, 9, Formation::Column), still_line()), -1);
    assert_eq!(value(foot(Nation::French, 9, Formation::Column), still_line()), 0, "an assault column");
}

#[test]
fn a_flank_is_struck() {
    let attacker = Combatant { facet: Facet::Flank, ..foot(Nation::Austrian, 9, Formation::Line) };
    let facts =
        assault::Facts::<Vec<Combatant>>::new(Side::of(attacker), Side::of(foot(Nation::Prussian, 9, Formation::Line)));
    let odds = assault::odds(&facts, &house());
    assert_eq!(assault::attack_value(&facts, &house()), 9);
    assert_eq!(odds.defender.faces(Effect::Rout), 3);
    assert_eq!(odds.faces[0], (Effect::Disorder, Effect::Hit), "at worst");
}

#[test]
fn sabres_against_squares() {
    let sabres = Combatant::new(Class::SabreCavalry, Nation::French, Ce::new(10), Formation::Line);
    let failed = Combatant { failed_square: true, ..foot(Nation::Prussian, 8, Formation::Line) };
    let facts = assault::Facts::<Vec<Combatant>>::new(Side::of(sabres), Side::of(failed));
    assert_eq!(assault::attack_value(&facts, &house()), 11);
    assert_eq!(assault::odds(&facts, &house()).defender.faces(Effect::Rout), 5);
    assert_eq!(value(sabres, foot(Nation::British, 10, Formation::Square)), -4);
}

#[test]
fn three_battalions_in_mass() {
    let unit = foot(Nation::Austrian, 9, Formation::Column);
    let attacker = Side { mass: vec![unit; 2], ..Side::of(unit) };
    let facts = assault::Facts::new(attacker, Side::of(still_line()));
    assert_eq!(line(&assault::breakdown(&facts, Role::Attacker, &house())), "ce 9, mass 4.5, mass 4.5 = 18");
}

#[test]
fn two_batteries_at_a_column() {
    let lead = Firer::new(Class::HeavyFoot, Nation::French, Ce::new(7), Formation::Unlimbered);
    let target = Target::new(Class::LineInfantry, Formation::Column);
    let mut facts = fire::Facts::<Vec<Battery>>::new(lead, target, 6_000);
    assert_eq!(line(&fire::breakdown(&facts, &house())), "ce 7, at-infantry-column 2, size 2, distance 2 = 13");
    facts.batteries.push(Battery::new(Class::MediumFoot, 6_000));
    let result = fire::resolve(&facts, &house(), 10);
    assert_eq!((result.value, result.row, result.effect), (16, Some("16+"), Effect::TwoHits));
}

#[test]
fn a_column_with_its_leader_checks_morale() {
    let facts = morale::Facts {
        hits: 4,
        leader: true,
        ..morale::Facts::new(Class::LineInfantry, Ce::new(8), Formation::Column)
    };
    assert_eq!(line(&morale::breakdown(&facts)), "ce 8, hits -4, column 1, leader 3 = 8");
    assert_eq!(morale::odds(&facts).0, [7, 1, 2]);
}

#[test]
fn an_order_to_a_french_division() {
    let facts = orders::Facts { receiver: Some(1), nation: Nation::French, distance: 35_000, ..orders::Facts::new(2) };
    assert_eq!(line(&orders::breakdown(&facts, 4)), "die 4, receiver 1, french 1, distance -1 = 5");
    assert_eq!(orders::resolve(&facts, 4).delay, 2);
}

#[test]
fn a_division_with_a_unit_that_has_just_routed() {
    let facts = integrity::Facts { routed: 1, routed_this_turn: 1, ..integrity::Facts::new([Ce::new(9), Ce::new(10)]) };
    assert_eq!(line(&integrity::breakdown(&facts)), "base 11, routed -3, routed-this-turn -3 = 5");
    assert_eq!(integrity::odds(&facts).chance(0).to_string(), "1/2");
}
