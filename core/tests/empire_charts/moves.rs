//! Moves: the printed ones, and each loss and gain.

use super::line;
use eagles::empire::allowance::{Facts, breakdown, printed, value};
use eagles::empire::house::HouseRules;
use eagles::empire::units::{Class, Formation, Rank};

fn house() -> HouseRules {
    HouseRules::default()
}

fn sum(facts: Facts) -> String {
    let breakdown = breakdown(&facts, &house());
    assert_eq!(value(&facts, &house()), i32::from(breakdown.total) * 10);
    line(&breakdown)
}

fn foot(formation: Formation) -> Facts {
    Facts::unit(Class::LineInfantry, formation)
}

fn horse(formation: Formation) -> Facts {
    Facts::unit(Class::Lancers, formation)
}

#[test]
fn the_printed_moves() {
    use Formation::{Column, Garrison, Limbered, Line, RoadColumn, Skirmish, Square, Unlimbered};
    for (class, formation, inches) in [
        (Class::LineInfantry, Line, 6),
        (Class::LineInfantry, Column, 8),
        (Class::LightInfantry, RoadColumn, 8),
        (Class::LightInfantry, Skirmish, 12),
        (Class::LineInfantry, Square, 0),
        (Class::LineInfantry, Garrison, 0),
        (Class::Cavalry, Line, 10),
        (Class::SabreCavalry, Column, 14),
        (Class::Lancers, Skirmish, 16),
        (Class::LightFoot, Limbered, 14),
        (Class::MediumFoot, Limbered, 10),
        (Class::HeavyFoot, Limbered, 8),
        (Class::LightHorse, Limbered, 17),
        (Class::MediumHorse, Limbered, 13),
        (Class::HeavyHorse, Limbered, 11),
        (Class::HeavyFoot, Unlimbered, 1),
    ] {
        assert_eq!(printed(class, formation), inches * 1_000, "{class:?} {formation:?}");
        assert_eq!(value(&Facts::unit(class, formation), &house()), inches * 1_000);
    }
    for (rank, inches) in [(Rank::Division, 14), (Rank::Corps, 10), (Rank::Army, 10)] {
        assert_eq!(sum(Facts::leader(rank)), format!("leader {inches} = {inches}"));
    }
    assert_eq!(sum(Facts::rout(Class::LineInfantry, Formation::Line)), "rout 16 = 16");
    assert_eq!(sum(Facts::rout(Class::Cavalry, Formation::Line)), "rout 20 = 20");
    assert_eq!(value(&Facts::rout(Class::LightHorse, Formation::Limbered), &house()), 0, "A57: the crew runs");
}

#[test]
fn changes_of_formation() {
    let change = |facts, from| sum(Facts { changes_from: Some(from), ..facts });
    assert_eq!(change(foot(Formation::Line), Formation::Column), "move 6, change -3 = 3", "L5: of the slower");
    assert_eq!(change(foot(Formation::Column), Formation::Line), "move 6, change -3 = 3");
    assert_eq!(change(horse(Formation::Skirmish), Formation::Column), "move 14, change -7 = 7");
    assert_eq!(value(&Facts { changes_from: Some(Formation::Square), ..foot(Formation::Line) }, &house()), 0);
    assert_eq!(value(&Facts { changes_from: Some(Formation::Column), ..foot(Formation::Square) }, &house()), 0);
    assert_eq!(change(foot(Formation::Column), Formation::Garrison), "move 8, change -4 = 4", "P27");
    assert_eq!(change(foot(Formation::Line), Formation::Line), "move 6 = 6", "no change at all");
    let horse_guns = Facts::unit(Class::MediumHorse, Formation::Unlimbered);
    assert_eq!(change(horse_guns, Formation::Limbered), "move 13, change -6.5 = 6.5", "A59");
    let limber = Facts::unit(Class::MediumHorse, Formation::Limbered);
    assert_eq!(change(limber, Formation::Unlimbered), "move 13, change -6.5 = 6.5");
    assert_eq!(sum(Facts { withdrawing: true, ..foot(Formation::Line) }), "move 6, withdrawal -3 = 3", "P34");
}

#[test]
fn woods() {
    let light = Facts { light_woods: 1_000, ..foot(Formation::Line) };
    let heavy = Facts { heavy_woods: 1_000, ..foot(Formation::Line) };
    assert_eq!(sum(light), "move 6, woods -3 = 3", "A53: a half lost");
    assert_eq!(sum(heavy), "move 6, woods -4.5 = 1.5", "three quarters lost");
    // P19: an inch in light woods costs two. One inch inside of five in all uses up six.
    assert_eq!(sum(Facts { open: 4_000, ..light }), "move 6, woods -1 = 5");
    assert_eq!(sum(Facts { open: 2_000, ..heavy }), "move 6, woods -3 = 3", "an inch in heavy woods costs four");
    let kept = HouseRules { woods_kept: true, ..house() };
    assert_eq!((value(&light, &kept), value(&heavy, &kept)), (3_000, 4_500), "A53 by its switch");
    assert_eq!(
        value(&Facts { heavy_woods: 1_000, ..Facts::rout(Class::LineInfantry, Formation::Line) }, &house()),
        4_000
    );
    assert_eq!(value(&Facts { heavy_woods: 1_000, walls: 1, ..Facts::leader(Rank::Corps) }, &house()), 10_000, "P14");
    let guns = Facts::unit(Class::LightFoot, Formation::Limbered);
    assert_eq!(sum(Facts { light_woods: 1, ..guns }), "move 14, impassable -14 = 0");
    assert_eq!(sum(Facts { walls: 1, ..guns }), "move 14, impassable -14 = 0");
}

#[test]
fn walls_and_fords() {
    assert_eq!(sum(Facts { walls: 1, ..foot(Formation::Column) }), "move 8, wall -4 = 4");
    assert_eq!(sum(Facts { walls: 2, ..horse(Formation::Line) }), "move 10, wall -5, wall -2.5 = 2.5", "P19: one each");
    assert_eq!(sum(Facts { fords: 1, ..foot(Formation::Column) }), "move 8, ford -4 = 4");
    assert_eq!(sum(Facts { fords: 1, ..Facts::unit(Class::LightFoot, Formation::Limbered) }), "move 14, ford -7 = 7");
    assert_eq!(sum(Facts { fords: 1, ..horse(Formation::Column) }), "move 14, ford -3 = 11");
    let slow = Facts { fords: 2, changes_from: Some(Formation::Column), ..horse(Formation::Line) };
    assert_eq!(sum(slow), "move 10, change -5, ford -3, ford -3, limit 1 = 0", "P19: never below 0");
}

#[test]
fn losses_come_in_their_order() {
    let all = |facts| Facts { changes_from: Some(Formation::Column), light_woods: 500, walls: 1, fords: 1, ..facts };
    assert_eq!(sum(all(foot(Formation::Line))), "move 6, change -3, woods -1.5, wall -0.75, ford -0.38 = 0.37");
    let ride = Facts { light_woods: 500, fords: 1, ..horse(Formation::Column) };
    assert_eq!(sum(ride), "move 14, woods -7, ford -3 = 4", "P19: the ford's 3 inches last");
}

#[test]
fn roads() {
    let road = |facts| Facts { on_road: true, ..facts };
    assert_eq!(sum(road(foot(Formation::RoadColumn))), "move 8, road 8 = 16");
    assert_eq!(sum(road(foot(Formation::Column))), "move 8 = 8", "A56: in road column only");
    assert_eq!(sum(road(Facts::unit(Class::LightHorse, Formation::Limbered))), "move 17, road 17 = 34");
    let free = Facts { light_woods: 500, fords: 1, walls: 1, ..road(foot(Formation::RoadColumn)) };
    assert_eq!(sum(free), "move 8, road 8 = 16", "P19: no losses on a road");
    let late = Facts { changes_from: Some(Formation::Line), ..road(foot(Formation::RoadColumn)) };
    assert_eq!(sum(late), "move 6, change -3 = 3", "A56: the whole move");
    assert_eq!(
        sum(road(Facts::rout(Class::LineInfantry, Formation::RoadColumn))),
        "rout 16 = 16",
        "P19: routers gain nothing"
    );
    assert_eq!(sum(road(Facts::leader(Rank::Division))), "leader 14 = 14", "P14");
}
