//! What the ground costs, covers and hides (E movement-modifiers, P19, P31, P44, Q17).

use eagles::empire::geometry::{Block, Facing, Point, Pose, Size};
use eagles::empire::ground::Ground;
use eagles::empire::refusal::Refusal;
use eagles::empire::scenario::Scenario;
use eagles::empire::units::{Arm, Cover};

/// A table of 40 by 40 inches with this ground.
fn ground(terrain: &str) -> Ground {
    let text = format!(
        r#"
        id = "ground"
        name = "Ground"
        date = "1815-06-16"
        start = "12:00"
        minutes = 20
        turns = 4
        table = [40, 40]
        yards = 50
        side = []
        corps = []
        division = []
        unit = []
        {terrain}
        "#
    );
    Ground::new(&toml::from_str::<Scenario>(&text).expect("a scenario"))
}

fn at(x: i32, y: i32) -> Point {
    Point::new(x * 1_000, y * 1_000)
}

fn line(x: i32, y: i32) -> Block {
    Block::new(Pose { at: at(x, y), facing: Facing::new(0) }, Size::new(3_000, 500))
}

const WOOD: &str = "[[area]]\nkind = \"light-woods\"\npoints = [[10, 10], [20, 10], [20, 20], [10, 20]]\n";

#[test]
fn woods_cost_inside_only() {
    let ground = ground(WOOD);
    let way = ground.stretch(at(5, 15), at(15, 15));
    assert_eq!((way.length, way.light, way.heavy), (10_000, 5_000, 0));
    let along = ground.stretch(at(5, 10), at(25, 10));
    assert_eq!(along.light, 0, "along the edge");
}

#[test]
fn guns_stay_out_of_woods_and_nobody_stands_in_houses_or_water() {
    let wood = ground(WOOD);
    assert_eq!(wood.bars(&line(15, 15), Arm::Artillery), Some(Refusal::Ground { arm: Arm::Artillery }));
    assert_eq!(wood.bars(&line(15, 15), Arm::Infantry), None);
    assert_eq!(wood.bars(&line(5, 5), Arm::Artillery), None);
    let house = ground("[[area]]\nkind = \"building\"\npoints = [[10, 10], [12, 10], [12, 12], [10, 12]]\n");
    assert_eq!(house.bars(&line(10, 10), Arm::Infantry), Some(Refusal::Ground { arm: Arm::Infantry }));
    let river = ground(
        "[[line]]\nkind = \"river\"\npoints = [[0, 10], [40, 10]]\n[[crossing]]\nkind = \"bridge\"\nat = [20, 10]\n",
    );
    assert_eq!(river.bars(&line(5, 10), Arm::Infantry), Some(Refusal::River));
    assert_eq!(river.bars(&line(20, 10), Arm::Infantry), None, "on the bridge");
    assert!(river.stretch(at(5, 5), at(5, 15)).river);
    let over = river.stretch(at(20, 5), at(20, 15));
    assert_eq!((over.river, over.fords), (false, 0));
}

#[test]
fn fords_and_brooks_and_walls_count_each_time() {
    let ford = ground(
        "[[line]]\nkind = \"river\"\npoints = [[0, 10], [40, 10]]\n[[crossing]]\nkind = \"ford\"\nat = [20, 10]\n",
    );
    assert_eq!(ford.stretch(at(20, 5), at(20, 15)).fords, 1);
    let brook = ground("[[line]]\nkind = \"brook\"\npoints = [[0, 10], [40, 10]]\n");
    let way = brook.stretch(at(5, 5), at(5, 15));
    assert_eq!((way.river, way.fords), (false, 1));
    let walls = ground(
        "[[line]]\nkind = \"wall\"\npoints = [[0, 10], [40, 10]]\n[[line]]\nkind = \"wall\"\npoints = [[0, 12], [40, 12]]\n",
    );
    assert_eq!(walls.stretch(at(5, 5), at(5, 15)).walls, 2);
}

#[test]
fn walls_and_works_cover_against_what_crosses_them() {
    let wall = ground("[[line]]\nkind = \"wall\"\npoints = [[10, 10], [20, 10]]\n");
    assert_eq!(wall.cover(&line(15, 9), at(15, 15)), Cover::Wall);
    assert_eq!(wall.cover(&line(15, 9), at(15, 2)), Cover::Open, "from behind");
    assert_eq!(wall.cover(&line(15, 7), at(15, 15)), Cover::Open, "too far behind it");
    let works =
        ground("[[area]]\nkind = \"works\"\ncover = \"heavy\"\npoints = [[10, 10], [20, 10], [20, 14], [10, 14]]\n");
    assert_eq!(works.cover(&line(15, 12), at(15, 20)), Cover::HeavyWorks);
    assert_eq!(works.cover(&line(15, 12), at(12, 12)), Cover::Open, "from inside");
}

#[test]
fn of_two_covers_the_best_counts() {
    let both = ground(&format!("{WOOD}[[line]]\nkind = \"hedge\"\npoints = [[10, 16], [20, 16]]\n"));
    assert_eq!(both.cover(&line(15, 15), at(15, 25)), Cover::LightWoods);
    assert_eq!(both.cover(&line(25, 15), at(25, 25)), Cover::Open);
}

#[test]
fn a_crest_covers_at_the_edge_from_below() {
    let hill = ground("[[area]]\nkind = \"hill\"\npoints = [[10, 10], [30, 10], [30, 30], [10, 30]]\n");
    assert_eq!(hill.cover(&line(20, 11), at(20, 2)), Cover::Hillcrest);
    assert_eq!(hill.cover(&line(20, 11), at(20, 20)), Cover::Open, "from above");
    assert_eq!(hill.cover(&line(20, 15), at(20, 2)), Cover::Open, "behind the crest");
    assert_eq!((hill.level(at(20, 20)), hill.level(at(5, 5))), (1, 0));
}

#[test]
fn sight_ends_in_woods_behind_houses_and_behind_crests() {
    let wood = ground(WOOD);
    assert!(wood.sight(at(5, 15), at(12, 15)), "2 inches in");
    assert!(!wood.sight(at(5, 15), at(13, 15)));
    assert!(!wood.sight(at(5, 15), at(25, 15)));
    let hill = ground("[[area]]\nkind = \"hill\"\npoints = [[10, 10], [30, 10], [30, 30], [10, 30]]\n");
    assert!(hill.sight(at(20, 2), at(20, 12)), "on the crest");
    assert!(!hill.sight(at(20, 2), at(20, 14)), "behind it");
    assert!(!hill.sight(at(20, 14), at(20, 2)), "both ways");
    assert!(!hill.sight(at(20, 2), at(20, 38)), "over it");
    assert!(hill.sight(at(20, 12), at(20, 28)), "on it");
    let house = ground("[[area]]\nkind = \"building\"\npoints = [[10, 10], [12, 10], [12, 12], [10, 12]]\n");
    assert!(!house.sight(at(5, 11), at(20, 11)));
    assert!(house.sight(at(11, 11), at(20, 11)), "out of it");
    assert_eq!(house.building(at(11, 11)), Some(0));
    assert!(house.shelters(at(11, 11)) && !house.wooded(at(11, 11)));
}

#[test]
fn roads_lead_along_their_bends() {
    let road = ground("[[line]]\nkind = \"road\"\npoints = [[0, 10], [10, 10], [10, 30]]\n");
    let along = road.road(at(4, 10), at(11, 20)).expect("on the road");
    assert_eq!((along.length, along.way), (16_000, vec![at(4, 10), at(10, 10), at(10, 20)]));
    assert!(road.road(at(4, 14), at(11, 20)).is_none());
}
