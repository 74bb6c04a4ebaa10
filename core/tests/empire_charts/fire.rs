//! Each line of the sums of fire, where it holds and where it does not.

use super::line;
use eagles::empire::charts::Ce;
use eagles::empire::fire::{
    Battery, Facts, Firer, Target, breakdown, explain, is_bombarding, odds, range, resolve, screen_strength, total,
};
use eagles::empire::house::HouseRules;
use eagles::empire::units::{Class, Cover, Effect, Facet, Formation, Nation, Status};
use eagles::explain::Sum;

type Fire = Facts<Vec<Battery>>;

fn house() -> HouseRules {
    HouseRules::default()
}

fn foot(formation: Formation) -> Firer {
    Firer::new(Class::LineInfantry, Nation::Prussian, Ce::new(9), formation)
}

fn battery(class: Class) -> Firer {
    Firer::new(class, Nation::Prussian, Ce::new(7), Formation::Unlimbered)
}

fn at(class: Class, formation: Formation) -> Target {
    Target::new(class, formation)
}

fn line_ahead() -> Target {
    at(Class::LineInfantry, Formation::Line)
}

fn fire(firer: Firer, target: Target, distance: i32) -> Fire {
    Facts::new(firer, target, distance)
}

/// The sum, which both ways of adding agree on.
fn sum_by(facts: &Fire, house: &HouseRules) -> String {
    let breakdown = breakdown(facts, house);
    let mut sum = Sum::default();
    total(facts, house, &mut sum);
    assert_eq!(sum.0, breakdown.total);
    line(&breakdown)
}

fn volley(firer: Firer, target: Target) -> String {
    sum_by(&fire(firer, target, 2_000), &house())
}

fn shot(firer: Firer, target: Target, distance: i32) -> String {
    sum_by(&fire(firer, target, distance), &house())
}

#[test]
fn the_status_of_infantry() {
    let worn = Firer { hits: 2, status: Status::Disordered, leader: Some(3), unmoved: true, ..foot(Formation::Line) };
    assert_eq!(volley(worn, line_ahead()), "ce 9, hits -2, disordered -1, leader 3, unmoved-line 1 = 10");
    let british = Firer { nation: Nation::British, unmoved: true, ..foot(Formation::Line) };
    assert_eq!(volley(british, line_ahead()), "ce 9, unmoved-british-line 2 = 11");
    for formation in [Formation::Column, Formation::Square, Formation::Garrison] {
        let unit = Firer { unmoved: true, ..foot(formation) };
        assert_eq!(volley(unit, line_ahead()), "ce 9 = 9", "P18: full strength without the line's bonus");
    }
    let half = HouseRules { half_fire: true, ..house() };
    for (formation, sum) in [
        (Formation::Column, "ce 9, half -4.5 = 4.5"),
        (Formation::Square, "ce 9, half -4.5 = 4.5"),
        (Formation::Line, "ce 9 = 9"),
        (Formation::Garrison, "ce 9 = 9"),
    ] {
        assert_eq!(sum_by(&fire(foot(formation), line_ahead(), 2_000), &half), sum);
    }
    let result = resolve(&fire(foot(Formation::Column), line_ahead(), 2_000), &half, 1);
    assert_eq!((result.value, result.row), (4, Some("0-4")), "A38: 4.5 is not yet 5");
}

#[test]
fn the_targets_of_infantry() {
    let from = foot(Formation::Line);
    assert_eq!(volley(from, at(Class::LineInfantry, Formation::Skirmish)), "ce 9, at-skirmishers -4 = 5");
    assert_eq!(volley(from, at(Class::Cavalry, Formation::Skirmish)), "ce 9, at-skirmishers -4 = 5", "P8");
    let charge = Target { charging: true, ..at(Class::Lancers, Formation::Line) };
    assert_eq!(volley(from, charge), "ce 9, charging-cavalry -4 = 5");
    assert_eq!(volley(from, at(Class::Lancers, Formation::Line)), "ce 9 = 9");
    assert_eq!(volley(from, at(Class::HeavyFoot, Formation::Limbered)), "ce 9, at-guns -3 = 6");
    assert_eq!(volley(from, at(Class::LightInfantry, Formation::Square)), "ce 9, at-square 4 = 13");
    let routed = |target| Target { status: Status::Routed, ..target };
    assert_eq!(volley(from, routed(at(Class::LineInfantry, Formation::Square))), "ce 9 = 9", "P7");
    assert_eq!(volley(from, routed(at(Class::LineInfantry, Formation::Skirmish))), "ce 9 = 9", "P7");
    assert_eq!(
        volley(from, routed(at(Class::HeavyFoot, Formation::Unlimbered))),
        "ce 9, at-guns -3 = 6",
        "P7: the arm"
    );
}

#[test]
fn the_fire_of_assault_columns() {
    let french = |formation| Firer { nation: Nation::French, ..foot(formation) };
    assert_eq!(volley(french(Formation::Column), line_ahead()), "ce 9, assault-column -4 = 5");
    assert_eq!(volley(french(Formation::RoadColumn), line_ahead()), "ce 9 = 9");
    assert_eq!(volley(french(Formation::Line), line_ahead()), "ce 9 = 9");
    assert_eq!(volley(foot(Formation::Column), line_ahead()), "ce 9 = 9");
}

#[test]
fn cover_takes_off_what_it_gives_in_an_assault_and_more_from_guns() {
    for (cover, code, n, from_guns, by) in [
        (Cover::Hillcrest, "hillcrest", 1, "", 0),
        (Cover::Hedge, "hedge", 1, "", 0),
        (Cover::LightWoods, "light-woods", 1, ", light-woods -1", 1),
        (Cover::HeavyWoods, "heavy-woods", 2, ", heavy-woods -2", 2),
        (Cover::Wall, "wall", 2, ", wall -2", 2),
        (Cover::LightWorks, "works", 2, ", light-works -2", 2),
        (Cover::MediumWorks, "works", 2, ", medium-works -3", 3),
        (Cover::HeavyWorks, "works", 2, ", heavy-works -4", 4),
    ] {
        let target = Target { cover, ..line_ahead() };
        assert_eq!(volley(foot(Formation::Line), target), format!("ce 9, {code} -{n} = {}", 9 - n), "A27");
        let sum = format!("ce 7, at-infantry-line 1{from_guns} = {}", 8 - by);
        assert_eq!(shot(battery(Class::LightFoot), target, 11_000), sum, "A27, P6");
    }
    let horse = Target { cover: Cover::LightWoods, ..at(Class::Cavalry, Formation::Skirmish) };
    assert_eq!(
        volley(foot(Formation::Line), horse),
        "ce 9, at-skirmishers -4, light-woods -1 = 4",
        "P17: in fire it does"
    );
}

#[test]
fn screens() {
    let screen = Firer { ce: Ce::default(), stands: 2, nation: Nation::French, ..foot(Formation::Skirmish) };
    assert_eq!(volley(screen, line_ahead()), "stands 4 = 4");
    let early =
        Fire { year: 1809, ..fire(Firer { nation: Nation::Austrian, stands: 3, ..screen }, line_ahead(), 2_000) };
    assert_eq!(sum_by(&early, &house()), "stands 1.5 = 1.5");
    assert_eq!((resolve(&early, &house(), 2).value, resolve(&early, &house(), 2).effect), (1, Effect::Hit));
    let twelve = Fire { year: 1812, ..early.clone() };
    assert_eq!(sum_by(&twelve, &house()), "stands 1.5 = 1.5", "A42");
    assert_eq!(sum_by(&twelve, &HouseRules { late_1812: true, ..house() }), "stands 3 = 3");
    assert_eq!(screen_strength(Nation::Austrian, 3, 1812, &house()), Ce::from_quarters(6));
    let parent = Firer { stands: 2, ..foot(Formation::Line) };
    assert_eq!(volley(parent, line_ahead()), "ce 9 = 9", "A41: apart");
    let adds = HouseRules { screen_adds_to_parent: true, ..house() };
    assert_eq!(sum_by(&fire(parent, line_ahead(), 2_000), &adds), "ce 9, screen 2 = 11");
    assert_eq!(sum_by(&fire(screen, line_ahead(), 2_000), &adds), "stands 4 = 4", "not to itself");
    let skirmishing = foot(Formation::Skirmish);
    assert_eq!(volley(skirmishing, line_ahead()), "ce 9 = 9", "a battalion that is all in skirmish order");
}

#[test]
fn the_targets_of_guns() {
    for (target, part) in [
        (line_ahead(), ", at-infantry-line 1"),
        (at(Class::LightInfantry, Formation::Garrison), ", at-infantry-line 1"),
        (at(Class::LineInfantry, Formation::Column), ", at-infantry-column 2"),
        (at(Class::LineInfantry, Formation::RoadColumn), ", at-infantry-column 2"),
        (Target { closed_up: true, ..at(Class::LineInfantry, Formation::Column) }, ", at-mass 3"),
        (Target { closed_up: true, ..line_ahead() }, ", at-infantry-line 1"),
        (at(Class::LineInfantry, Formation::Square), ", at-square 3"),
        (at(Class::LineInfantry, Formation::Skirmish), ", at-skirmishers -4"),
        (at(Class::Cavalry, Formation::Skirmish), ", at-skirmishers -4"),
        (at(Class::Cavalry, Formation::Line), ", at-cavalry-line 2"),
        (Target { charging: true, ..at(Class::Cavalry, Formation::Column) }, ", at-cavalry-column 3"),
        (at(Class::HeavyFoot, Formation::Unlimbered), ", at-unlimbered-guns -2"),
        (at(Class::HeavyFoot, Formation::Limbered), ""),
        (Target { status: Status::Routed, ..at(Class::LineInfantry, Formation::Column) }, ""),
        (Target { status: Status::Routed, ..at(Class::HeavyFoot, Formation::Unlimbered) }, ""),
    ] {
        let sum = shot(battery(Class::LightHorse), target, 11_000);
        assert!(sum.starts_with(&format!("ce 7{part} = ")), "{target:?}: {sum}");
    }
}

#[test]
fn the_status_of_guns() {
    let worn = Firer { hits: 1, status: Status::Disordered, unlimbered: true, ..battery(Class::LightFoot) };
    assert_eq!(
        shot(worn, line_ahead(), 11_000),
        "ce 7, hits -1, disordered -2, at-infantry-line 1, unlimbered -3 = 2",
        "A49"
    );
    let led = Firer { leader: Some(2), ..battery(Class::LightFoot) };
    assert_eq!(shot(led, line_ahead(), 11_000), "ce 7, at-infantry-line 1 = 8", "A26");
    let all = HouseRules { leaders_for_all_arms: true, ..house() };
    assert_eq!(sum_by(&fire(led, line_ahead(), 11_000), &all), "ce 7, leader 2, at-infantry-line 1 = 10");
}

#[test]
fn bombarding() {
    let still = Firer { unmoved: true, ..battery(Class::LightFoot) };
    assert_eq!(shot(still, line_ahead(), 11_000), "ce 7, at-infantry-line 1, bombarding 1 = 9");
    assert!(!is_bombarding(&fire(still, line_ahead(), 3_000), &house()), "A46: beyond tactical range only");
    assert!(is_bombarding(&fire(still, line_ahead(), 3_001), &house()));
    assert!(!is_bombarding(&fire(Firer { unlimbered: true, ..still }, line_ahead(), 9_000), &house()));
    assert!(!is_bombarding(&fire(battery(Class::LightFoot), line_ahead(), 9_000), &house()));
    assert!(!is_bombarding(&fire(Firer { unmoved: true, ..foot(Formation::Line) }, line_ahead(), 9_000), &house()));
}

#[test]
fn sizes_and_distances() {
    for (class, distance, parts) in [
        (Class::LightFoot, 3_000, ", distance 4"),
        (Class::MediumFoot, 3_001, ", size 1, distance 2"),
        (Class::HeavyFoot, 10_000, ", size 2, distance 1"),
        (Class::HeavyHorse, 15_500, ", size 2"),
    ] {
        let sum = shot(battery(class), line_ahead(), distance);
        assert!(sum.starts_with(&format!("ce 7, at-infantry-line 1{parts} = ")), "{sum}");
    }
}

#[test]
fn guns_into_flanks() {
    let heavy = |facet| Firer { facet, unmoved: true, hits: 1, ..battery(Class::HeavyFoot) };
    let target = Target { cover: Cover::LightWoods, ..line_ahead() };
    assert_eq!(
        shot(heavy(Facet::Flank), target, 9_000),
        "ce 7, hits -1, at-infantry-line 1, bombarding 1, flank 8, size 2, light-woods -1, distance 1 = 18",
        "P4: the lines above it"
    );
    assert_eq!(
        shot(heavy(Facet::Rear), line_ahead(), 2_000),
        "ce 7, hits -1, at-infantry-line 1, rear 14, size 2, distance 4 = 27"
    );
    for target in [
        at(Class::LineInfantry, Formation::Square),
        at(Class::LineInfantry, Formation::Skirmish),
        at(Class::LineInfantry, Formation::Garrison),
        Target { status: Status::Routed, ..line_ahead() },
    ] {
        assert!(!shot(heavy(Facet::Rear), target, 2_000).contains("rear"), "P30: {target:?}");
    }
    let spent = Firer { hits: 6, status: Status::Disordered, ..heavy(Facet::Flank) };
    let sum = shot(spent, at(Class::HeavyFoot, Formation::Unlimbered), 2_000);
    assert_eq!(sum, "ce 7, hits -6, disordered -2, at-unlimbered-guns -2, size 2, distance 4 = 3", "never below 0");
    let off = HouseRules { guns_enfilade: false, ..house() };
    assert!(!sum_by(&fire(heavy(Facet::Flank), line_ahead(), 2_000), &off).contains("flank"));
    let infantry = Firer { facet: Facet::Flank, ..foot(Formation::Line) };
    assert_eq!(volley(infantry, line_ahead()), "ce 9 = 9", "a flank is nothing to muskets");
}

#[test]
fn several_batteries() {
    let with = |further: Battery, house: &HouseRules| {
        let mut facts = fire(battery(Class::LightFoot), line_ahead(), 11_000);
        facts.batteries.push(further);
        sum_by(&facts, house)
    };
    let plain = "ce 7, at-infantry-line 1";
    let heavy = Battery::new(Class::HeavyFoot, 6_000);
    assert_eq!(with(heavy, &house()), format!("{plain}, battery 4 = 12"));
    let hindered = Battery { status: Status::Disordered, unlimbered: true, ..heavy };
    assert_eq!(with(hindered, &house()), format!("{plain}, battery 3 = 11"), "A43: 1 less, once");
    assert_eq!(with(Battery { unlimbered: true, ..heavy }, &house()), format!("{plain}, battery 3 = 11"));
    let light = Battery { unlimbered: true, ..Battery::new(Class::LightFoot, 12_000) };
    assert_eq!(with(light, &house()), format!("{plain}, battery -1 = 7"));
    for silent in [
        Battery { status: Status::Routed, ..heavy },
        Battery { limbered: true, ..heavy },
        Battery { distance: 20_001, ..heavy },
        Battery { class: Class::Cavalry, ..heavy },
    ] {
        assert_eq!(with(silent, &house()), format!("{plain} = 8"), "{silent:?}");
    }
    let apart = HouseRules { batteries_apart: true, ..house() };
    assert_eq!(with(heavy, &apart), format!("{plain} = 8"));
}

#[test]
fn who_cannot_fire_does_nothing() {
    let none = |firer, distance| {
        let facts = fire(firer, line_ahead(), distance);
        assert_eq!(odds(&facts, &house()).0, [10, 0, 0, 0, 0, 0]);
        assert_eq!(resolve(&facts, &house(), 1).row, None);
    };
    none(Firer { status: Status::Routed, ..foot(Formation::Line) }, 2_000);
    none(Firer { formation: Formation::Limbered, ..battery(Class::LightFoot) }, 2_000);
    none(Firer::new(Class::Cavalry, Nation::French, Ce::new(9), Formation::Line), 2_000);
    none(foot(Formation::Line), 3_001);
    none(battery(Class::LightFoot), 12_001);
    assert_eq!(range(Class::LineInfantry, &HouseRules { tactical_range: 4_000, ..house() }), Some(4_000));
    assert_eq!(range(Class::MediumHorse, &house()), Some(16_000));
    assert_eq!(range(Class::Lancers, &house()), None);
    assert_ne!(odds(&fire(battery(Class::HeavyFoot), line_ahead(), 20_000), &house()).faces(Effect::None), 10);
    let routed = fire(Firer { status: Status::Routed, ..foot(Formation::Line) }, line_ahead(), 2_000);
    assert_eq!(sum_by(&routed, &house()), "ce 9, routed -9 = 0", "A28");
}

#[test]
fn a_total_below_0() {
    let spent = Firer { ce: Ce::new(4), hits: 3, ..foot(Formation::Line) };
    let facts = fire(spent, at(Class::HeavyFoot, Formation::Unlimbered), 2_000);
    assert_eq!(resolve(&facts, &house(), 1).value, -2);
    assert_eq!(odds(&facts, &house()).0, [10, 0, 0, 0, 0, 0], "A37");
    assert_eq!(odds(&facts, &HouseRules { fire_below_zero: true, ..house() }).0, [8, 1, 0, 1, 0, 0]);
    // Half a point below 0 is below 0, and 0 is not.
    let screen = |stands, hits| Firer { ce: Ce::default(), stands, hits, ..foot(Formation::Skirmish) };
    let early = |firer| Fire { year: 1800, ..fire(firer, line_ahead(), 2_000) };
    assert_eq!(resolve(&early(screen(1, 1)), &house(), 1).row, None);
    assert_eq!(resolve(&early(screen(2, 1)), &house(), 1).row, Some("0-4"));
}

#[test]
fn chances_of_every_row() {
    for (ce, chances) in [
        (4, [8, 1, 0, 1, 0, 0]),
        (5, [7, 2, 0, 1, 0, 0]),
        (8, [6, 3, 0, 1, 0, 0]),
        (11, [4, 3, 0, 2, 1, 0]),
        (13, [2, 4, 0, 3, 1, 0]),
        (16, [0, 4, 0, 4, 2, 0]),
    ] {
        let facts = fire(Firer { ce: Ce::new(ce), ..foot(Formation::Line) }, line_ahead(), 2_000);
        assert_eq!(odds(&facts, &house()).0, chances, "ce {ce}");
        let explained = explain(&facts, &house(), 3);
        assert_eq!(explained.resolution, resolve(&facts, &house(), 3));
        assert_eq!(explained.firer.total, explained.resolution.total);
    }
}
