//! Movement of Eagles over the Empire: charts, pins, contact, retreats, rallies, screens, arrivals, and random walks.

#[path = "empire_table/mod.rs"]
mod table;

use Manoeuvre::{Ahead, Back, Face, Form, Into, Oblique, Road, To, Wheel};
use eagles::chance::{Seed, Seeded};
use eagles::empire::action::{Answer, Manoeuvre};
use eagles::empire::geometry::{Facing, Point, Pose, distance, gap_within, overlap};
use eagles::empire::refusal::Refusal;
use eagles::empire::state::{Host, LeaderId, Marks, Pending, Presence, Stage};
use eagles::empire::units::{Arm, Facet, Formation, Order, Status};
use eagles::empire::{Action, Event, Scenario};
use eagles::game::{Game, Player, Quiet};
use table::{Table, inch};

fn north() -> Facing {
    Facing::new(0)
}

#[test]
fn a_move_is_as_long_as_the_chart_says_and_no_longer() {
    let table = Table::new("f line-infantry french 20,10 line").march(0);
    table.may("f", &[Ahead(6_000)]);
    table.refused("f", &[Ahead(6_001)], Refusal::TooFar { used: 6_001, may: 6_000 });
    table.refused("f", &[], Refusal::NothingToDo);
    table.refused("f", &[Ahead(0)], Refusal::OutOfRange);
    table.refused("f", &[Ahead(-1)], Refusal::OutOfRange);
    table.refused("f", &[Ahead(10); 13], Refusal::TooManyParts);
    let column = Table::new("f line-infantry french 20,10 column").march(0);
    column.may("f", &[Ahead(8_000)]);
    let mut moved = column.clone();
    moved.go("f", &[Ahead(5_000)]);
    assert_eq!(moved.unit("f").pose.at, inch(20, 15));
    assert!(moved.unit("f").marks.has(Marks::MOVED.and(Marks::FAR).and(Marks::DONE)));
    moved.refused("f", &[Ahead(1_000)], Refusal::HasMoved);
    let mut short = column.clone();
    short.go("f", &[Ahead(4_000)]);
    assert!(!short.unit("f").marks.has(Marks::FAR), "half is not over half");
}

#[test]
fn wheels_cost_the_way_of_the_outer_corner() {
    // A line of 4 stands is 3 inches wide: a quarter circle is 4.712 inches of its 6.
    let table = Table::new("f line-infantry french 20,10 line").march(0);
    table.may("f", &[Wheel(90), Ahead(1_287)]);
    table.refused("f", &[Wheel(90), Ahead(1_289)], Refusal::TooFar { used: 6_001, may: 6_000 });
    table.refused("f", &[Wheel(0)], Refusal::OutOfRange);
    table.refused("f", &[Wheel(181)], Refusal::OutOfRange);
    let mut wheeled = table.clone();
    wheeled.go("f", &[Wheel(-90)]);
    assert_eq!(wheeled.unit("f").pose.facing, Facing::new(270));
    // A friend in the sweep of the wheel stops it, though the end would be free.
    let crowd = Table::new("f line-infantry french 20,10 line\ng line-infantry french 21.2,12.6 column").march(0);
    let g = crowd.id("g");
    crowd.refused("f", &[Wheel(-90)], Refusal::Blocked { by: g });
}

#[test]
fn a_line_wheels_away_from_the_neighbour_with_whom_it_is_dressed() {
    // Three lines of 3 inches side by side, without a gap.
    let units =
        "e line-infantry french 17,10 line\nf line-infantry french 20,10 line\ng line-infantry french 23,10 line";
    let table = Table::new(units).march(0);
    let (e, g) = (table.id("e"), table.id("g"));
    for degrees in [15, 30, 60] {
        table.may("f", &[Wheel(degrees)]);
        table.may("f", &[Wheel(-degrees)]);
    }
    // By so little it would end in his files.
    table.refused("f", &[Wheel(3)], Refusal::Blocked { by: e });
    table.refused("f", &[Wheel(-3)], Refusal::Blocked { by: g });
}

#[test]
fn lines_pay_for_turning_on_the_spot_and_columns_only_beyond_45_degrees() {
    let line = Table::new("f line-infantry french 20,10 line").march(0);
    line.may("f", &[Face(Facing::new(10)), Ahead(4_500)]);
    line.refused("f", &[Face(Facing::new(10)), Ahead(4_501)], Refusal::TooFar { used: 6_001, may: 6_000 });
    line.refused("f", &[Face(Facing::new(180)), Ahead(3_001)], Refusal::TooFar { used: 6_001, may: 6_000 });
    let column = Table::new("f line-infantry french 20,10 column").march(0);
    column.may("f", &[Face(Facing::new(45)), Ahead(8_000)]);
    column.refused("f", &[Face(Facing::new(46)), Ahead(6_001)], Refusal::TooFar { used: 8_001, may: 8_000 });
    // Turns add up over the move: no zigzag for nothing.
    column.refused(
        "f",
        &[Face(Facing::new(45)), Ahead(4_000), Face(north()), Ahead(4_000)],
        Refusal::TooFar { used: 10_000, may: 8_000 },
    );
    column.may("f", &[To(inch(20, 16))]);
}

#[test]
fn back_costs_double_and_slanting_its_length() {
    let table = Table::new("f line-infantry french 20,20 line").march(0);
    table.may("f", &[Back(3_000)]);
    table.refused("f", &[Back(3_001)], Refusal::TooFar { used: 6_002, may: 6_000 });
    table.may("f", &[Oblique { degrees: -45, mil: 6_000 }]);
    table.refused("f", &[Oblique { degrees: 46, mil: 1_000 }], Refusal::OutOfRange);
}

#[test]
fn a_change_of_formation_is_half_the_slower_move_and_comes_once() {
    let table = Table::new("f line-infantry french 20,10 column").march(0);
    table.may("f", &[Form(Formation::Line), Ahead(3_000)]);
    table.refused("f", &[Form(Formation::Line), Ahead(3_001)], Refusal::TooFar { used: 3_001, may: 3_000 });
    table.refused("f", &[Form(Formation::Line), Form(Formation::Column)], Refusal::FormsOnce);
    table.refused("f", &[Form(Formation::Column)], Refusal::SameFormation { formation: Formation::Column });
    let limbered = Formation::Limbered;
    table.refused("f", &[Form(limbered)], Refusal::NoSuchFormation { formation: limbered });
    // To and from square is the whole move, and a square does not move.
    let square = Formation::Square;
    table.may("f", &[Form(square)]);
    table.refused("f", &[Ahead(100), Form(square)], Refusal::TooFar { used: 100, may: 0 });
    table.refused("f", &[Form(square), Ahead(1)], Refusal::CannotMove { formation: square });
    // The front stays where it is.
    let mut formed = table.clone();
    let front = formed.block("f").front().middle();
    formed.go("f", &[Form(Formation::Line)]);
    assert_eq!(formed.block("f").front().middle(), front);
}

#[test]
fn guns_limber_to_go_and_stay_where_they_unlimber() {
    let table = Table::new("g medium-foot french 20,10 unlimbered\nl medium-foot french 30,10 limbered").march(0);
    table.may("g", &[Ahead(1_000)]);
    table.refused("g", &[Ahead(1_001)], Refusal::TooFar { used: 1_001, may: 1_000 });
    table.may("g", &[Form(Formation::Limbered), Ahead(5_000)]);
    table.refused("g", &[Form(Formation::Limbered), Ahead(5_001)], Refusal::TooFar { used: 5_001, may: 5_000 });
    table.may("l", &[Ahead(5_000), Form(Formation::Unlimbered)]);
    let unlimbered = Formation::Unlimbered;
    table.refused("l", &[Form(unlimbered), Ahead(100)], Refusal::CannotMove { formation: unlimbered });
    let mut done = table.clone();
    done.go("l", &[Ahead(2_000), Form(unlimbered)]);
    assert!(done.unit("l").marks.has(Marks::UNLIMBERED));
    let mut prolonged = table.clone();
    prolonged.go("g", &[Ahead(500)]);
    assert!(!prolonged.unit("g").marks.has(Marks::UNLIMBERED), "moved by hand is not unlimbered (P48)");
}

#[test]
fn the_ground_takes_its_share() {
    let wood = "[[area]]\nkind = \"light-woods\"\npoints = [[10, 12], [30, 12], [30, 30], [10, 30]]\n";
    let table = Table::with("f line-infantry french 20,12 line\ng light-foot french 14,10 limbered", wood).march(0);
    table.may("f", &[Ahead(3_000)]);
    table.refused("f", &[Ahead(3_001)], Refusal::TooFar { used: 3_001, may: 3_000 });
    table.refused("g", &[Ahead(6_000)], Refusal::Ground { arm: Arm::Artillery });
    // Half of the way in the open: 2 inches out, then 2 of woods for the other 4.
    let table = Table::with("f line-infantry french 20,10 line", wood).march(0);
    table.may("f", &[Ahead(4_000)]);
    let why = table.why("f", &[Ahead(4_100)]);
    assert!(matches!(why, Refusal::TooFar { used: 4_100, may } if may < 4_100), "{why:?}");
    let brook = "[[line]]\nkind = \"brook\"\npoints = [[0, 12], [40, 12]]\n";
    let forded = Table::with("f line-infantry french 20,10 line\nh cavalry french 10,10 line", brook).march(0);
    forded.refused("f", &[Ahead(3_001)], Refusal::TooFar { used: 3_001, may: 3_000 });
    forded.may("h", &[Ahead(7_000)]);
    forded.refused("h", &[Ahead(7_001)], Refusal::TooFar { used: 7_001, may: 7_000 });
    let river =
        "[[line]]\nkind = \"river\"\npoints = [[0, 12], [40, 12]]\n[[crossing]]\nkind = \"bridge\"\nat = [30, 12]\n";
    let wet = Table::with("f line-infantry french 20,10 line\nc line-infantry french 30,10 column", river).march(0);
    wet.refused("f", &[Ahead(4_000)], Refusal::River);
    wet.may("c", &[Ahead(6_000)]);
    let walls = "[[line]]\nkind = \"wall\"\npoints = [[0, 12], [40, 12]]\n[[line]]\nkind = \"wall\"\npoints = [[0, 12.5], [40, 12.5]]\n";
    let walled = Table::with("f line-infantry french 20,11 column", walls).march(0);
    walled.may("f", &[Ahead(2_000)]);
    walled.refused("f", &[Ahead(2_001)], Refusal::TooFar { used: 2_001, may: 2_000 });
}

#[test]
fn a_road_doubles_the_move_only_when_all_of_it_is_on_the_road() {
    let road = "[[line]]\nkind = \"road\"\npoints = [[20, 0], [20, 20], [36, 20]]\n[[area]]\nkind = \"heavy-woods\"\npoints = [[10, 12], [38, 12], [38, 30], [10, 30]]\n";
    let table =
        Table::with("f line-infantry french 20,5 road-column\ng line-infantry french 30,5 column", road).march(0);
    table.may("f", &[Road(inch(20, 20))]);
    table.may("f", &[Road(inch(21, 20))]);
    let why = table.why("f", &[Road(inch(22, 20))]);
    assert_eq!(why, Refusal::TooFar { used: 17_000, may: 16_000 });
    // A step off it, and it is a plain march.
    let why = table.why("f", &[Road(inch(20, 12)), Ahead(2_000)]);
    assert!(matches!(why, Refusal::TooFar { may, .. } if may <= 8_000), "{why:?}");
    table.refused("g", &[Road(inch(20, 12))], Refusal::NoRoad);
    let mut gone = table.clone();
    gone.go("f", &[Road(inch(21, 20))]);
    assert_eq!(gone.unit("f").pose.facing, Facing::new(90));
}

#[test]
fn nobody_leaves_the_table_of_his_own_will() {
    let table = Table::new("f line-infantry french 20,2 line").march(0);
    table.refused("f", &[Face(Facing::new(180)), Ahead(2_000)], Refusal::OffTable);
    table.may("f", &[Face(Facing::new(180)), Ahead(1_700)]);
}

#[test]
fn friends_pass_through_each_other_at_a_price() {
    // Column through line: free. Line through line: both are disordered. Through a square: not at all.
    let units = "a line-infantry french 20,10 column\nb line-infantry french 20,13 line\nc line-infantry french 10,10 line\nd line-infantry french 10,12 line\ne line-infantry french 30,10 column\ns line-infantry french 30,13 square";
    let table = Table::new(units).march(0);
    let mut free = table.clone();
    free.go("a", &[Ahead(6_000)]);
    assert_eq!((free.unit("a").status, free.unit("b").status), (Status::Good, Status::Good));
    let mut bad = table.clone();
    bad.go("c", &[Ahead(5_000)]);
    assert_eq!((bad.unit("c").status, bad.unit("d").status), (Status::Disordered, Status::Disordered));
    table.refused("c", &[Ahead(2_000)], Refusal::Blocked { by: table.id("d") });
    table.refused("e", &[Ahead(6_000)], Refusal::NoPassage { by: table.id("s") });
    // With the enemy within 3 inches the column pays too.
    let near = format!("{units}\nx line-infantry british 20,16.2 line 180");
    let mut near = Table::new(&near).march(0);
    near.refused("a", &[Ahead(6_000)], Refusal::WouldTouch { enemy: near.id("x") });
    near.go("a", &[Ahead(4_200)]);
    assert_eq!((near.unit("a").status, near.unit("b").status), (Status::Disordered, Status::Disordered));
}

#[test]
fn the_enemy_is_touched_only_by_going_into_him() {
    let table = Table::new("f line-infantry french 20,10 line\nx line-infantry british 20,15 line 180").march(0);
    let x = table.id("x");
    table.refused("f", &[Ahead(4_500)], Refusal::WouldTouch { enemy: x });
    table.may("f", &[Ahead(4_489)]);
    table.refused("f", &[Into(x), Ahead(1)], Refusal::IntoLast);
    table.refused("f", &[Face(Facing::new(45)), Into(x)], Refusal::NotAhead { target: x });
    table.refused("f", &[Into(table.id("f"))], Refusal::NotEnemy);
    let mut struck = table.clone();
    let events = struck.go("f", &[Into(x)]);
    assert!(distance(&struck.block("f"), &struck.block("x")) <= 10);
    let contact = struck.state.contacts[0];
    assert_eq!((contact.attacker, contact.defender, contact.facet), (struck.id("f"), x, Facet::Front));
    assert!(contact.fresh && !contact.met);
    assert!(struck.unit("f").marks.has(Marks::CLOSED) && !struck.unit("f").marks.has(Marks::COUNTER));
    assert!(events.iter().any(|event| matches!(event, Event::Contacted { .. })));
    struck.state.on_turn = Player(1);
    struck.refused("x", &[Back(1_000)], Refusal::InContact);
    let mut far = table.clone();
    far.edit("f", |unit| unit.marks.set(Marks::DONE));
    far.refused("f", &[Into(x)], Refusal::HasMoved);
}

#[test]
fn guns_and_skirmishers_do_not_assault() {
    let table = Table::new("g medium-foot french 20,10 limbered\ns light-infantry french 26,10 skirmish\nx line-infantry british 20,15 line 180 stands=8\ny line-infantry british 27,15 line 180").march(0);
    table.refused("g", &[Into(table.id("x"))], Refusal::GunsAssault);
    table.refused("s", &[Into(table.id("y"))], Refusal::CannotMove { formation: Formation::Skirmish });
}

#[test]
fn british_infantry_in_line_counter_attacks_who_came_near() {
    let mut table = Table::new("x line-infantry british 20,10 line\nf line-infantry french 20,13 line 180").march(1);
    table.go("x", &[Into(table.id("f"))]);
    assert!(table.unit("x").marks.has(Marks::COUNTER));
    let mut far = Table::new("x line-infantry british 20,10 line\nf line-infantry french 20,15 line 180").march(1);
    far.go("x", &[Into(far.id("f"))]);
    assert!(!far.unit("x").marks.has(Marks::COUNTER));
}

#[test]
fn a_pinned_unit_has_little_choice() {
    let table = Table::new("f line-infantry french 20,10 line\nx line-infantry british 20,13 line 180\ny line-infantry british 30,18 line 180\nt line-infantry french 30,10 line").march(0);
    let (f, x) = (table.id("f"), table.id("x"));
    assert_eq!(table.game.pinned_by(&table.state, f), Some(x));
    assert_eq!(table.game.pinned_by(&table.state, table.id("t")), None);
    let by = Refusal::Pinned { by: x };
    table.refused("f", &[Ahead(500)], by);
    table.refused("f", &[Wheel(10), Into(x)], by);
    table.refused("f", &[Back(500), Ahead(100)], by);
    table.may("f", &[Into(x)]);
    // Away at half move, facing him, for its plain length.
    table.may("f", &[Back(3_000)]);
    table.refused("f", &[Back(3_001)], Refusal::TooFar { used: 3_001, may: 3_000 });
    let mut formed = table.clone();
    formed.go("f", &[Form(Formation::Column)]);
    assert!(formed.unit("f").marks.has(Marks::CHANGED));
    // From behind nobody pins.
    let mut behind = table.clone();
    behind.edit("x", |unit| unit.status = Status::Routed);
    assert_eq!(behind.game.pinned_by(&behind.state, f), None, "routed troops pin nobody");
    let away = Table::new("f line-infantry french 20,10 line\nx line-infantry british 20,13 line 0").march(0);
    assert_eq!(away.game.pinned_by(&away.state, away.id("f")), None, "its back is turned");
    // Guns may limber and go; skirmishers are pinned by cavalry alone.
    let guns = Table::new("g light-foot french 20,10 unlimbered\nx line-infantry british 20,13 line 180").march(0);
    guns.may("g", &[Form(Formation::Limbered), Face(Facing::new(180)), Ahead(7_000)]);
    let skirmish =
        Table::new("s light-infantry french 20,10 skirmish\nx line-infantry british 20,13 line 180").march(0);
    assert_eq!(skirmish.game.pinned_by(&skirmish.state, skirmish.id("s")), None);
    let horse = Table::new("s light-infantry french 20,10 skirmish\nx cavalry british 20,13 line 180").march(0);
    assert!(horse.game.pinned_by(&horse.state, horse.id("s")).is_some());
}

#[test]
fn infantry_pinned_by_cavalry_may_only_form_square_and_rolls_for_it() {
    let table = Table::new("f line-infantry french 20,10 column\nx cavalry british 20,16 line 180").march(0);
    let (f, x) = (table.id("f"), table.id("x"));
    assert_eq!(table.game.pinned_by(&table.state, f), None);
    assert_eq!(table.game.pinned_by_cavalry(&table.state, f), Some(x));
    table.refused("f", &[Form(Formation::Line)], Refusal::OnlySquare { by: x });
    table.refused("f", &[Ahead(100), Form(Formation::Square)], Refusal::SquareOwed);
    // CE 9 and 2 for the column: 11, less 4 where cavalry pinned it as movement began.
    let mut made = table.clone();
    made.roll("f", &[Form(Formation::Square)], &[10]);
    assert_eq!(made.unit("f").formation, Formation::Square);
    assert!(!made.unit("f").marks.any(Marks::CHANGED.and(Marks::OWES_MOVE)));
    let mut failed = table.clone();
    failed.edit("f", |unit| unit.marks.set(Marks::PINNED_AT_START));
    failed.roll("f", &[Form(Formation::Square)], &[7]);
    assert_eq!(failed.unit("f").formation, Formation::Column);
    assert!(failed.unit("f").marks.has(Marks::FAILED_SQUARE.and(Marks::TRIED_SQUARE).and(Marks::DONE)));
}

#[test]
fn a_charge_goes_straight_over_open_ground_after_one_wheel() {
    let units = "h cavalry french 20,10 line\nx line-infantry british 20,18 line 180\ng line-infantry british 30,12 garrison 180";
    let house = "[[area]]\nkind = \"building\"\ncover = \"light\"\npoints = [[29, 11], [31, 11], [31, 13], [29, 13]]\n";
    let table = Table::with(units, house).march(0);
    let x = table.id("x");
    table.may("h", &[Into(x)]);
    table.refused("h", &[Ahead(100), Into(x)], Refusal::CrookedCharge);
    table.refused("h", &[Face(Facing::new(90)), Into(table.id("g"))], Refusal::NotAgainst);
    let mut blown = table.clone();
    blown.edit("h", |unit| unit.marks.set(Marks::BLOWN));
    blown.refused("h", &[Into(x)], Refusal::CannotCharge);
    let mut disordered = table.clone();
    disordered.edit("h", |unit| unit.status = Status::Disordered);
    disordered.refused("h", &[Into(x)], Refusal::CannotCharge);
    let wall = "[[line]]\nkind = \"wall\"\npoints = [[0, 14], [40, 14]]\n";
    let walled = Table::with("h cavalry french 20,10 line\nx line-infantry british 20,18 line 180", wall).march(0);
    walled.refused("h", &[Into(walled.id("x"))], Refusal::ChargeGround);
    // Walking up and striking from near by is no way round that.
    table.refused("h", &[Ahead(5_000), Into(x)], Refusal::CrookedCharge);
    blown.refused("h", &[Ahead(5_000), Into(x)], Refusal::CannotCharge);
    // At less than 3 inches it is no charge, and blown cavalry may go.
    let mut near = Table::new("h cavalry french 20,10 line\nx medium-foot british 20,13 unlimbered 180").march(0);
    near.edit("h", |unit| unit.marks.set(Marks::BLOWN));
    near.edit("x", |unit| unit.pose.facing = Facing::new(180));
    near.go("h", &[Into(near.id("x"))]);
    assert!(!near.unit("h").marks.has(Marks::CHARGING) && near.unit("h").marks.has(Marks::CLOSED));
}

#[test]
fn a_charge_is_answered_by_square_or_by_standing() {
    let table = Table::new("h cavalry french 20,10 line\nx line-infantry british 20,18 line 180").march(0);
    let (h, x) = (table.id("h"), table.id("x"));
    let mut charged = table.clone();
    charged.go("h", &[Into(x)]);
    assert_eq!(charged.state.pending, Pending::Charge { unit: h, target: x, breakthrough: false });
    assert_eq!(charged.unit("h").pose.at, inch(20, 10), "it waits for the answer");
    assert!(charged.unit("h").marks.has(Marks::CHARGING.and(Marks::DONE)));
    assert!(charged.game.to_act(&charged.state).has(Player(1)));
    let react = |how| Action::React { unit: x, how };
    let refused = |how| charged.game.refusal(&charged.state, Player(1), &react(how));
    assert_eq!(refused(Answer::CounterCharge), Some(Refusal::CannotAnswer));
    assert_eq!(refused(Answer::Evade), Some(Refusal::CannotAnswer));
    // CE 9, British line 2, out of command 3: 8.
    let mut squared = charged.clone();
    squared.act(1, &react(Answer::Square), &[7]);
    assert_eq!(squared.unit("x").formation, Formation::Square);
    assert!(squared.unit("x").marks.has(Marks::OWES_MOVE) && !squared.unit("x").marks.has(Marks::CHANGED));
    assert_eq!(squared.state.contacts.len(), 1, "the charge goes on into the square");
    assert!(distance(&squared.block("h"), &squared.block("x")) <= 10);
    let mut failed = charged.clone();
    failed.act(1, &react(Answer::Square), &[8]);
    assert!(failed.unit("x").marks.has(Marks::FAILED_SQUARE) && failed.unit("x").formation == Formation::Line);
    assert_eq!(failed.state.contacts.len(), 1);
    let mut stood = charged.clone();
    stood.act(1, &react(Answer::Stand), &[]);
    assert_eq!(stood.state.contacts.len(), 1);
    assert_eq!(stood.state.pending, Pending::None);
    // Whatever the answer, a charge that strikes home leaves the cavalry blown when the assaults are over (L7).
    for table in [&squared, &failed, &stood] {
        assert!(table.unit("h").marks.has(Marks::WINDED));
    }
    // A square made in the enemy's movement pays with its own next one.
    squared.state.stage = Stage::Rally;
    squared.state.on_turn = Player(1);
    squared.state.contacts.clear();
    squared.act(1, &Action::End, &[]);
    squared.refused("x", &[Form(Formation::Line)], Refusal::HasMoved);
    assert!(!squared.unit("x").marks.has(Marks::OWES_MOVE));
}

#[test]
fn cavalry_that_comes_near_makes_infantry_think_of_squares() {
    let mut table = Table::new(
        "h cavalry french 20,10 line\nx line-infantry british 20,22 line 180\ny line-infantry british 24,22 line 180",
    )
    .march(0);
    let (h, x, y) = (table.id("h"), table.id("x"), table.id("y"));
    table.go("h", &[Ahead(6_500)]);
    assert_eq!(table.state.pending, Pending::Threat { unit: h, may: vec![x, y] });
    let mut asked = Vec::new();
    table.game.legal(&table.state, Player(1), &mut asked);
    assert!(asked.contains(&Action::React { unit: x, how: Answer::Square }));
    table.act(1, &Action::React { unit: y, how: Answer::Square }, &[1]);
    assert_eq!(table.state.pending, Pending::Threat { unit: h, may: vec![x] });
    table.act(1, &Action::End, &[]);
    assert_eq!(table.state.pending, Pending::None);
    assert!(table.game.to_act(&table.state).has(Player(0)));
}

#[test]
fn cavalry_meets_a_charge_half_way() {
    let table = Table::new("h cavalry french 20,10 line\nx cavalry british 20,18.5 line 180").march(0);
    let x = table.id("x");
    let mut met = table.clone();
    met.go("h", &[Into(x)]);
    let answer = Action::React { unit: x, how: Answer::CounterCharge };
    let mut blown = met.clone();
    blown.edit("x", |unit| unit.marks.set(Marks::BLOWN));
    assert_eq!(blown.game.refusal(&blown.state, Player(1), &answer), Some(Refusal::CannotAnswer));
    met.act(1, &answer, &[]);
    let contact = met.state.contacts[0];
    assert!(contact.met && contact.facet == Facet::Front);
    assert!(met.unit("h").marks.has(Marks::CHARGING) && met.unit("x").marks.has(Marks::CHARGING));
    assert!(
        met.unit("h").marks.has(Marks::WINDED) && met.unit("x").marks.has(Marks::WINDED),
        "both are blown by it (L7)"
    );
    assert!((met.unit("x").pose.at.y - 14_500).abs() < 300, "{:?}", met.unit("x").pose);
    assert!(distance(&met.block("h"), &met.block("x")) <= 10);
    // From the flank it cannot.
    let flank = Table::new("h cavalry french 20,10 line\nx cavalry british 20,18.5 line 90").march(0);
    let mut flank = flank;
    flank.go("h", &[Into(flank.id("x"))]);
    assert_eq!(flank.state.pending, Pending::None, "it has no answer, so nobody is asked");
    assert_eq!(flank.state.contacts[0].facet, Facet::Flank);
}

#[test]
fn a_walk_into_contact_blows_nobody_and_a_meeting_is_of_two() {
    let mut walk = Table::new("h cavalry french 20,10 line\nx medium-foot british 20,13 unlimbered 180").march(0);
    walk.go("h", &[Into(walk.id("x"))]);
    assert!(!walk.unit("h").marks.any(Marks::WINDED.and(Marks::CHARGING)));
    // x meets h; y, who stands where they meet, has only been struck.
    let units =
        "h cavalry french 20,10 line\nx cavalry british 20,18.5 line 180\ny line-infantry british 22.3,14.5 column 180";
    let mut met = Table::new(units).march(0);
    let (x, y) = (met.id("x"), met.id("y"));
    met.go("h", &[Into(x)]);
    // As if y had come up just where the two lines are to meet.
    met.state.units.place(y, Pose::new(Point::new(22_250, 14_750), Facing::new(180)));
    met.act(1, &Action::React { unit: x, how: Answer::CounterCharge }, &[]);
    for contact in &met.state.contacts {
        assert_eq!(contact.met, contact.defender == x, "{contact:?}");
    }
    assert!(met.state.contacts.iter().any(|contact| contact.met), "{:?}", met.state.contacts);
}

#[test]
fn skirmishers_form_no_square() {
    let square = Form(Formation::Square);
    let mut table = Table::new("f light-infantry french 20,10 skirmish\nx cavalry british 20,30 line 180").march(0);
    table.refused("f", &[square], Refusal::CannotMove { formation: Formation::Skirmish });
    table.state.units.place(table.id("x"), Pose::new(inch(20, 15), Facing::new(180)));
    table.refused("f", &[square], Refusal::CannotMove { formation: Formation::Skirmish });
    assert_eq!(table.unit("f").formation, Formation::Skirmish);
}

#[test]
fn a_garrison_assaults_out_as_a_column() {
    let units = "f line-infantry french 20,10 garrison\nx line-infantry british 20,16 line 180";
    let house = "[[area]]\nkind = \"building\"\ncover = \"light\"\npoints = [[19, 9], [21, 9], [21, 11], [19, 11]]\n";
    let table = Table::with(units, house).march(0);
    let x = table.id("x");
    let line = Formation::Line;
    table.refused("f", &[Form(line), Into(x)], Refusal::CannotMove { formation: line });
    table.may("f", &[Form(Formation::Column), Into(x)]);
    let mut near = table.clone();
    near.state.units.place(x, Pose::new(inch(20, 14), Facing::new(0)));
    near.may("f", &[Form(Formation::Column), Into(x)]);
    near.refused("f", &[Form(line), Into(x)], Refusal::CannotMove { formation: line });
}

#[test]
fn a_screen_keeps_its_hits_and_so_the_stands_that_can_bear_them() {
    let table =
        Table::new("f light-infantry french 20,10 line screen=4\nx line-infantry british 20,36 line 180").march(0);
    let f = table.id("f");
    let screen = table.game.unit(f).skirmishers.expect("a screen");
    let mut worn = table.clone();
    worn.state.units.edit(screen, |unit| unit.hits = 4);
    let deploy = |stands| Action::Screen { unit: f, stands };
    assert_eq!(worn.game.refusal(&worn.state, Player(0), &deploy(2)), Some(Refusal::NoScreen), "4 hits of 4");
    assert_eq!(worn.game.refusal(&worn.state, Player(0), &deploy(3)), None);
    assert_eq!(table.game.refusal(&table.state, Player(0), &deploy(2)), None);
}

#[test]
fn skirmishers_and_limbered_guns_evade() {
    for target in ["light-infantry british 20,16 skirmish 180", "light-horse british 20,16 limbered 0"] {
        let mut table = Table::new(&format!("h cavalry french 20,8 line\nx {target}")).march(0);
        let x = table.id("x");
        table.go("h", &[Into(x)]);
        let before = table.unit("h").pose.at;
        table.act(1, &Action::React { unit: x, how: Answer::Evade }, &[]);
        assert!(table.state.contacts.is_empty());
        assert!(table.unit("x").pose.at.y > 26_000, "{target}: {:?}", table.unit("x").pose);
        assert!(table.unit("h").pose.at.distance(before) > 4_000, "the charge ran on");
    }
}

#[test]
fn orders_bind_where_a_move_ends() {
    let mut table = Table::new("f line-infantry french 20,10 column\nx line-infantry british 20,30 line 180").march(0);
    table.state.divisions[0].order = Order::Defend;
    table.edit("f", |unit| unit.anchor = inch(20, 10));
    table.may("f", &[Ahead(6_000)]);
    table.refused("f", &[Ahead(6_500)], Refusal::Order { order: Order::Defend });
    // Who has been driven from his place may come back.
    table.edit("f", |unit| unit.anchor = inch(20, 22));
    table.may("f", &[Ahead(1_000)]);
    table.refused("f", &[Face(Facing::new(90)), Ahead(1_000)], Refusal::Order { order: Order::Defend });
    table.state.divisions[0].order = Order::Reserve;
    table.may("f", &[Ahead(6_000)]);
    table.refused("f", &[Ahead(7_500)], Refusal::Order { order: Order::Reserve });
    // Turning and forming is always allowed.
    table.state.units.place(table.id("x"), Pose::new(inch(20, 16), Facing::new(180)));
    table.may("f", &[Form(Formation::Line)]);
    table.refused("f", &[Ahead(1_000)], Refusal::Order { order: Order::Reserve });
    table.may("f", &[Face(Facing::new(180)), Ahead(3_000)]);
}

#[test]
fn an_ambush_stops_who_runs_into_it() {
    let table = Table::new("f line-infantry french 20,10 column\nx line-infantry british 20,17.5 line 180 hidden=true")
        .march(0);
    let (f, x) = (table.id("f"), table.id("x"));
    assert!(table.unit("x").marks.has(Marks::HIDDEN));
    // What is allowed does not betray him; nor can he be attacked.
    table.may("f", &[Ahead(8_000)]);
    table.refused("f", &[Into(x)], Refusal::NotHere);
    let mut sprung = table.clone();
    let events = sprung.go("f", &[Ahead(8_000)]);
    assert!(events.iter().any(|event| matches!(event, Event::Ambushed { unit, by } if (*unit, *by) == (f, x))));
    assert!(!sprung.unit("x").marks.has(Marks::HIDDEN));
    let gap = distance(&sprung.block("f"), &sprung.block("x"));
    assert!((3_000..3_600).contains(&gap), "{gap}");
    // Who ends near in sight sees him; who moves is seen.
    let mut seen = table.clone();
    seen.go("f", &[Ahead(1_000)]);
    assert!(!seen.unit("x").marks.has(Marks::HIDDEN));
    let mut moved = table.clone().march(1);
    moved.go("x", &[Wheel(5)]);
    assert!(!moved.unit("x").marks.has(Marks::HIDDEN));
    // What shows who hides is never taken back alone, whoever it is that hides.
    let (march, fire) = (Action::Move { unit: x, steps: vec![Wheel(5)] }, Action::Fire { with: vec![x], target: f });
    assert!(table.game.is_barrier(&table.state, Player(1), &march));
    assert!(table.game.is_barrier(&table.state, Player(1), &fire));
    let fire = Action::Fire { with: vec![f], target: x };
    assert!(!table.game.is_barrier(&table.state, Player(0), &fire), "nobody of that side hides");
}

#[test]
fn battalions_go_into_houses_and_out_again() {
    let house = "[[area]]\nkind = \"building\"\ncover = \"light\"\npoints = [[19, 12], [21, 12], [21, 14], [19, 14]]\n";
    let table = Table::with("f line-infantry french 20,10 line\ng line-infantry french 10,10 line\nx line-infantry british 20,18 column 180", house).march(0);
    table.refused("f", &[Ahead(3_000)], Refusal::Ground { arm: Arm::Infantry });
    table.refused("g", &[Form(Formation::Garrison)], Refusal::NoBuilding);
    let mut inside = table.clone();
    inside.go("f", &[Ahead(1_700), Form(Formation::Garrison)]);
    assert_eq!((inside.unit("f").formation, inside.unit("f").pose.at), (Formation::Garrison, inch(20, 13)));
    inside.edit("f", |unit| unit.marks.clear(Marks::DONE));
    inside.refused("f", &[Ahead(1)], Refusal::CannotMove { formation: Formation::Garrison });
    // Out by half a move, on the side it faces.
    let mut out = inside.clone();
    out.go("f", &[Form(Formation::Column), Ahead(500)]);
    assert!(out.unit("f").pose.at.y > 14_000 && out.unit("f").formation == Formation::Column);
    inside.refused("f", &[Form(Formation::Column), Ahead(4_100)], Refusal::WouldTouch { enemy: inside.id("x") });
    // The enemy storms it from the walls.
    let mut stormed = inside.march(1);
    stormed.go("x", &[Into(stormed.id("f"))]);
    assert_eq!(stormed.state.contacts.len(), 1);
    let mut full = stormed;
    full.state.contacts.clear();
    full.state.on_turn = Player(0);
    full.state.units.place(full.id("x"), Pose::new(inch(20, 30), Facing::new(180)));
    full.state.units.place(full.id("g"), Pose::new(inch(20, 11), north()));
    full.refused("g", &[Ahead(300), Form(Formation::Garrison)], Refusal::BuildingFull);
}

#[test]
fn abandoned_guns_are_taken_by_touching_them() {
    let mut table =
        Table::new("f line-infantry french 20,10 line\ng medium-foot british 20,13 unlimbered 180").march(0);
    let g = table.id("g");
    table.edit("g", |unit| {
        unit.status = Status::Routed;
        unit.marks.set(Marks::ABANDONED);
    });
    table.go("f", &[Ahead(4_000)]);
    assert_eq!(table.state.units[g].presence, Presence::Lost);
    assert!(table.state.contacts.is_empty());
    let mut light =
        Table::new("s light-infantry french 20,10 skirmish\ng medium-foot british 20,13 unlimbered 180").march(0);
    light.edit("g", |unit| unit.marks.set(Marks::ABANDONED));
    light.refused("s", &[Ahead(4_000)], Refusal::WouldTouch { enemy: light.id("g") });
}

#[test]
fn routed_troops_run_home_and_off_the_table() {
    let mut table = Table::new(
        "f line-infantry french 20,30 line\nh line-infantry french 30,10 line\nx line-infantry british 20,36 line 180",
    )
    .march(0);
    for name in ["f", "h"] {
        table.edit(name, |unit| unit.status = Status::Routed);
    }
    table.state.stage = Stage::Rally;
    let events = table.act(0, &Action::End, &[]);
    assert_eq!(table.unit("f").pose.at, inch(20, 14), "16 inches toward the own edge");
    assert!(table.unit("f").marks.has(Marks::RETREATED.and(Marks::DONE)));
    assert_eq!(table.unit("h").presence, Presence::Lost);
    let h = table.id("h");
    assert!(events.iter().any(|event| matches!(event, Event::Lost { unit, .. } if *unit == h)));
    table.refused("f", &[Ahead(1_000)], Refusal::HasMoved);
}

#[test]
fn rallying_needs_a_leader_and_recovering_needs_peace() {
    let mut table = Table::new(
        "f line-infantry french 20,10 line\ng line-infantry french 30,10 line\nx line-infantry british 30,13 line 180",
    )
    .march(0);
    table.state.stage = Stage::Rally;
    let (f, g, x) = (table.id("f"), table.id("g"), table.id("x"));
    let why = |table: &Table, action: Action| table.game.refusal(&table.state, Player(0), &action);
    assert_eq!(why(&table, Action::Recover { unit: f }), Some(Refusal::InGoodOrder));
    for name in ["f", "g"] {
        table.edit(name, |unit| unit.status = Status::Disordered);
    }
    assert_eq!(why(&table, Action::Rally { unit: f }), Some(Refusal::NobodyToRally));
    assert_eq!(why(&table, Action::Recover { unit: g }), Some(Refusal::EnemyNear { enemy: x }));
    let mut recovered = table.clone();
    recovered.act(0, &Action::Recover { unit: f }, &[]);
    assert_eq!(recovered.unit("f").status, Status::Good);
    assert!(recovered.unit("f").marks.has(Marks::RECOVERING.and(Marks::DONE)));
    // With a leader: CE 9 and 3; it moves all the same.
    let leader =
        (0..table.state.leaders.len()).find(|n| table.game.leaders()[*n].division.is_some()).unwrap_or_default();
    table.state.leaders[leader].host = Host::Unit(f);
    let mut rallied = table.clone();
    rallied.act(0, &Action::Rally { unit: f }, &[10]);
    assert_eq!(rallied.unit("f").status, Status::Good);
    assert!(!rallied.unit("f").marks.has(Marks::DONE));
    let mut shaken = table.clone();
    shaken.state.leaders[LeaderId(leader as u16).index()].no_rally = shaken.state.turn;
    assert_eq!(why(&shaken, Action::Rally { unit: f }), Some(Refusal::NobodyToRally));
    // A routed unit that rallies is disordered and stays; one that fails runs.
    table.edit("f", |unit| {
        unit.status = Status::Routed;
        unit.hits = 5;
    });
    let mut stayed = table.clone();
    stayed.act(0, &Action::Rally { unit: f }, &[1]);
    assert_eq!(stayed.unit("f").status, Status::Disordered);
    stayed.act(0, &Action::End, &[]);
    assert_eq!(stayed.unit("f").pose.at, inch(20, 10));
    stayed.refused("f", &[Ahead(100)], Refusal::HasMoved);
    table.act(0, &Action::Rally { unit: f }, &[10]);
    assert_eq!(why(&table, Action::Rally { unit: f }), Some(Refusal::HasTried));
    table.act(0, &Action::End, &[]);
    assert_eq!(table.state.units[f].presence, Presence::Lost, "16 inches from there is off the table");
}

#[test]
fn screens_go_out_before_their_battalion_and_stay_near() {
    let mut table =
        Table::new("f light-infantry french 20,10 line 0 screen=4\nx line-infantry british 20,30 line 180").march(0);
    let f = table.id("f");
    let put = |stands| Action::Screen { unit: f, stands };
    assert_eq!(table.game.refusal(&table.state, Player(0), &put(5)), Some(Refusal::NoScreen));
    assert_eq!(table.game.refusal(&table.state, Player(0), &put(0)), Some(Refusal::ScreenOut));
    table.act(0, &put(2), &[]);
    let screen = table.unit("f-screen");
    assert_eq!((screen.presence, screen.stands), (Presence::Table, 2));
    assert!(screen.pose.at.y > 13_000);
    assert_eq!(table.game.refusal(&table.state, Player(0), &put(0)), Some(Refusal::HasMoved));
    table.edit("f-screen", |unit| unit.marks.clear(Marks::DONE));
    table.refused("f-screen", &[Ahead(4_000)], Refusal::TooFarFromParent);
    table.may("f-screen", &[Ahead(2_500)]);
    let mut left = table.clone();
    left.go("f-screen", &[Ahead(2_500)]);
    left.go("f", &[Face(Facing::new(180)), Ahead(3_000)]);
    left.state.initiative = Some(Player(0));
    left.act(0, &Action::End, &[]);
    assert_eq!(left.unit("f-screen").presence, Presence::Folded, "left behind, it comes in");
    table.act(0, &put(0), &[]);
    assert_eq!(table.unit("f-screen").presence, Presence::Folded);
    assert_eq!(table.game.refusal(&table.state, Player(0), &put(1)), Some(Refusal::HasMoved), "once a turn");
}

#[test]
fn who_is_due_arrives_unless_somebody_stands_there() {
    let mut table = Table::new(
        "f line-infantry french 20,2 column 0 arrives=2\ng line-infantry french 20,10 column\nx line-infantry british 20,30 line 180",
    );
    assert_eq!(table.unit("f").presence, Presence::Waiting);
    table.state.turn = 2;
    // The commands of both sides, then the roll for initiative: the French are first to move.
    table.act(0, &Action::End, &[]);
    let mut blocked = table.clone();
    blocked.state.units.place(blocked.id("g"), Pose::new(inch(20, 2), north()));
    table.act(1, &Action::End, &[1, 10]);
    assert_eq!(table.unit("f").presence, Presence::Table);
    assert_eq!(table.unit("f").anchor, inch(20, 2));
    let events = blocked.act(1, &Action::End, &[1, 10]);
    assert_eq!(blocked.unit("f").presence, Presence::Waiting);
    assert!(events.iter().any(|event| matches!(event, Event::Delayed { .. })));
}

#[test]
fn who_hides_where_somebody_is_to_arrive_is_seen() {
    let mut table = Table::new(
        "f line-infantry french 20,2 column 0 arrives=2\ng line-infantry french 20,10 column\nx line-infantry british 20,30 line 180 hidden=true",
    );
    table.state.turn = 2;
    table.state.units.place(table.id("x"), Pose::new(inch(20, 2), north()));
    table.act(0, &Action::End, &[]);
    let events = table.act(1, &Action::End, &[1, 10]);
    assert_eq!(table.unit("f").presence, Presence::Waiting);
    assert!(events.iter().any(|event| matches!(event, Event::Revealed { .. })), "else the delay would tell");
    assert!(!table.unit("x").marks.has(Marks::HIDDEN));
}

#[test]
fn an_attack_that_does_not_close_lapses() {
    let table = Table::new("f line-infantry french 20,10 column\nx line-infantry british 20,30 line 180").march(0);
    let mut idle = table.clone();
    idle.act(0, &Action::End, &[]);
    assert_eq!(idle.state.divisions[0].order, Order::Defend);
    assert_eq!(idle.unit("f").anchor, inch(20, 10));
    let mut closes = table.clone();
    closes.go("f", &[Ahead(1_000)]);
    closes.act(0, &Action::End, &[]);
    assert_eq!(closes.state.divisions[0].order, Order::Attack);
    let mut away = table;
    away.go("f", &[Face(Facing::new(180)), Ahead(1_000)]);
    away.act(0, &Action::End, &[]);
    assert_eq!(away.state.divisions[0].order, Order::Defend);
}

/// Two lines of battle of all arms on broken ground.
fn armies() -> Scenario {
    let mut units = String::new();
    for (side, y, facing, step) in [("french", 8, 0, 1), ("british", 24, 180, -1)] {
        for n in 0..5 {
            let x = 4 + 7 * n;
            units += &format!("{side}-i{n} line-infantry {side} {x},{y} line {facing}\n");
            units += &format!("{side}-l{n} light-infantry {side} {x},{} column {facing} screen=2\n", y - 3 * step);
        }
        for (n, x) in [7, 28].into_iter().enumerate() {
            units += &format!("{side}-g{n} medium-foot {side} {},{y} unlimbered {facing} stands=3\n", x + 1);
        }
        units += &format!("{side}-c0 cavalry {side} 15,{} column {facing}\n", y - 6 * step);
        units += &format!("{side}-c1 sabre-cavalry {side} 22,{} column {facing}\n", y - 6 * step);
    }
    let ground = "[[area]]\nkind = \"light-woods\"\npoints = [[4, 12], [12, 12], [12, 18], [4, 18]]\n[[area]]\nkind = \"building\"\ncover = \"light\"\npoints = [[20, 15], [22, 15], [22, 17], [20, 17]]\n[[line]]\nkind = \"wall\"\npoints = [[26, 14], [34, 14]]\n[[line]]\nkind = \"brook\"\npoints = [[0, 20], [40, 20]]\n";
    table::scenario(&units, ground)
}

/// Random candidates, a whole battle: every offer is allowed, nobody overlaps anybody, nobody touches an enemy without a
/// contact, nobody is stuck.
#[test]
fn random_walks_keep_the_table_in_order() {
    let game = eagles::empire::Empire::new(armies()).unwrap_or_else(|faults| panic!("{faults:?}"));
    let mut moves = 0;
    for seed in 0..6_u64 {
        let mut state = game.start();
        let mut dice = Seeded::new(Seed::from_number(seed));
        let mut word = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut random = |n: usize| {
            word ^= word << 13;
            word ^= word >> 7;
            word ^= word << 17;
            (word >> 33) as usize % n.max(1)
        };
        for step in 0..1_500 {
            let Some(player) = game.next_to_ask(&state) else { break };
            let mut offers = Vec::new();
            game.legal(&state, player, &mut offers);
            assert!(
                !offers.is_empty(),
                "seed {seed}, step {step}: {player:?} is stuck in {:?} {:?}",
                state.stage,
                state.pending
            );
            for offer in &offers {
                assert_eq!(game.refusal(&state, player, offer), None, "seed {seed}, step {step}: {offer:?}");
            }
            // Ending a march early is dull: as rarely as not.
            let mut pick = random(offers.len());
            if state.stage == Stage::March && offers[pick] == Action::End && offers.len() > 1 && random(20) != 0 {
                pick = random(offers.len() - 1);
            }
            let action = offers[pick].clone();
            moves += usize::from(matches!(action, Action::Move { .. }));
            game.advance(&mut state, player, &action, &mut dice, &mut Quiet)
                .unwrap_or_else(|unmet| panic!("seed {seed}, step {step}: {action:?}: {unmet:?}"));
            let here: Vec<_> = state.units.here().map(|(id, unit)| (id, *unit, game.block(id, unit))).collect();
            for (n, (id, unit, block)) in here.iter().enumerate() {
                for (other, another, blocks) in &here[n + 1..] {
                    let both = (unit.formation, another.formation);
                    if both.0 == Formation::Garrison || both.1 == Formation::Garrison {
                        continue;
                    }
                    assert!(!overlap(block, blocks), "seed {seed}, step {step}: {id:?} on {other:?} after {action:?}");
                    let foes = game.unit(*id).player != game.unit(*other).player;
                    let known = state.contacts.iter().any(|c| c.has(*id) && c.has(*other));
                    let wreck = unit.marks.has(Marks::ABANDONED) || another.marks.has(Marks::ABANDONED);
                    assert!(
                        !foes || known || wreck || !gap_within(block, blocks, 10),
                        "seed {seed}, step {step}: {id:?} touches {other:?} after {action:?}"
                    );
                }
            }
            if state.stage == Stage::Over {
                break;
            }
        }
    }
    assert!(moves > 300, "only {moves} moves");
}

/// Places far off, to see that the index of places forgets and remembers.
#[test]
fn the_index_of_places_follows_every_change() {
    let mut table = Table::new("f line-infantry french 20,10 line\nx line-infantry british 20,30 line 180");
    let f = table.id("f");
    let near = |table: &Table, at: Point| {
        let mut found = Vec::new();
        table.state.units.near(at, 3_000, &mut found);
        found
    };
    assert_eq!(near(&table, inch(20, 10)), vec![f]);
    table.state.units.place(f, Pose::new(inch(35, 5), north()));
    assert_eq!((near(&table, inch(20, 10)), near(&table, inch(35, 5))), (vec![], vec![f]));
    table.state.units.set_presence(f, Presence::Lost);
    assert_eq!(near(&table, inch(35, 5)), vec![]);
    table.state.units.set_presence(f, Presence::Table);
    let text = serde_json::to_string(&table.state).unwrap_or_default();
    let read: eagles::empire::State = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}"));
    assert!(read == table.state);
    table.state = read;
    assert_eq!(near(&table, inch(35, 5)), vec![f]);
    table.state.units.place(f, Pose::new(inch(39, 900), north()));
    assert_eq!(near(&table, inch(39, 900)), vec![f], "beyond the table too");
}
