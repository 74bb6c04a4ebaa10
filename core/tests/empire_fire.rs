//! 6.0: fire on the table (A40, A41, A43, P11, P18, P22, P24, P43, Q12, Q18, Q35).

mod field;

use eagles::empire::event::Event;
use eagles::empire::state::{Marks, Pending, Presence, Stage};
use eagles::empire::units::{Facet, Formation, Status};
use eagles::empire::{Action, Refusal};
use field::{BRITISH, FRENCH, Plan};

/// A battery of three sections: 2.25 inches wide, 0.75 deep.
fn battery(plan: Plan, id: &str, class: &str, x: f64, y: f64) -> Plan {
    let facing = if id.starts_with('f') { 0 } else { 180 };
    plan.unit(id, class, 7, 3, "unlimbered", (x, y, facing))
}

#[test]
fn muskets_reach_three_inches_from_edge_to_edge() {
    let field = Plan::new().line("f1", 20.0, 20.0).line("b1", 20.0, 23.5).set(Stage::Fire, BRITISH);
    assert_eq!(field.refusal(FRENCH, &field.fire(&["f1"], "b1")), None, "exactly 3 inches");
    let far = Plan::new().line("f1", 20.0, 20.0).line("b1", 20.0, 23.501).set(Stage::Fire, BRITISH);
    let refusal = far.refusal(FRENCH, &far.fire(&["f1"], "b1"));
    assert_eq!(refusal, Some(Refusal::OutOfReach { far: 3_001, may: 3_000 }));
}

#[test]
fn only_the_front_fires_but_squares_and_skirmishers_all_round() {
    let mut field = Plan::new().line("f1", 20.0, 20.0).line("b1", 20.0, 17.5).set(Stage::Fire, BRITISH);
    assert_eq!(field.refusal(FRENCH, &field.fire(&["f1"], "b1")), Some(Refusal::OutOfArc));
    for formation in [Formation::Square, Formation::Skirmish] {
        field.form("f1", formation);
        assert_eq!(field.refusal(FRENCH, &field.fire(&["f1"], "b1")), None, "{formation:?}");
    }
}

#[test]
fn who_cannot_fire_does_not() {
    let plan =
        Plan::new().line("f1", 20.0, 20.0).line("b1", 20.0, 22.0).unit("f2", "cavalry", 8, 4, "line", (30.0, 20.0, 0));
    let mut field = battery(plan, "f3", "medium-foot", 26.0, 20.0).set(Stage::Fire, BRITISH);
    let shot = field.fire(&["f1"], "b1");
    assert_eq!(field.refusal(FRENCH, &field.fire(&["f2"], "b1")), Some(Refusal::CannotFire));
    assert_eq!(field.refusal(FRENCH, &field.fire(&["f3"], "b1")), Some(Refusal::OutOfArc));
    field.form("f3", Formation::Limbered);
    assert_eq!(field.refusal(FRENCH, &field.fire(&["f3"], "b1")), Some(Refusal::CannotFire));
    for mark in [Marks::RECOVERING, Marks::CLOSED] {
        let mut other = Plan::new().line("f1", 20.0, 20.0).line("b1", 20.0, 22.0).set(Stage::Fire, BRITISH);
        other.mark("f1", mark);
        assert_eq!(other.refusal(FRENCH, &shot), Some(Refusal::CannotFire));
    }
    field.status("f1", Status::Routed);
    assert_eq!(field.refusal(FRENCH, &shot), Some(Refusal::IsRouted));
    field.status("f1", Status::Disordered);
    assert_eq!(field.refusal(FRENCH, &shot), None);
    field.act(FRENCH, &shot, &[]);
    assert_eq!(field.refusal(FRENCH, &shot), Some(Refusal::HasFired));
    assert_eq!(field.refusal(FRENCH, &field.fire(&["b1"], "f1")), Some(Refusal::NotOwn));
    assert_eq!(field.refusal(FRENCH, &field.fire(&[], "b1")), Some(Refusal::NoSuch));
}

#[test]
fn infantry_fires_at_the_nearest_in_order_and_guns_at_any() {
    let plan = Plan::new().line("f1", 20.0, 20.0).line("b1", 17.6, 22.5).line("b2", 22.4, 22.0);
    let mut field = battery(plan, "f2", "light-foot", 20.0, 14.0).set(Stage::Fire, BRITISH);
    let (one, two) = (field.fire(&["f1"], "b1"), field.fire(&["f1"], "b2"));
    assert_eq!(field.refusal(FRENCH, &one), Some(Refusal::Priority { target: field.id("b2") }));
    assert_eq!(field.refusal(FRENCH, &two), None);
    // A routed enemy claims no fire, a hidden one neither, and equal distances are free.
    field.status("b2", Status::Routed);
    assert_eq!(field.refusal(FRENCH, &one), None);
    assert_eq!(field.refusal(FRENCH, &two), None);
    field.status("b2", Status::Good).mark("b2", Marks::HIDDEN);
    assert_eq!(field.refusal(FRENCH, &one), None);
    assert_eq!(field.refusal(FRENCH, &two), Some(Refusal::NotHere));
    let mut field = Plan::new().line("f1", 20.0, 20.0).line("b1", 17.6, 22.0).line("b2", 22.4, 22.0);
    field = battery(field, "f2", "light-foot", 12.0, 14.0);
    let field = field.set(Stage::Fire, BRITISH);
    assert_eq!(field.refusal(FRENCH, &field.fire(&["f1"], "b1")), None);
    assert_eq!(field.refusal(FRENCH, &field.fire(&["f1"], "b2")), None);
    assert_eq!(field.refusal(FRENCH, &field.fire(&["f2"], "b1")), None);
}

#[test]
fn formed_bodies_hide_what_is_behind_them_and_hills_show_it() {
    let plan = || battery(Plan::new(), "f1", "medium-foot", 20.0, 20.0).line("b1", 20.0, 30.0);
    let clear = plan().set(Stage::Fire, BRITISH);
    assert_eq!(clear.refusal(FRENCH, &clear.fire(&["f1"], "b1")), None);
    let mut hidden = plan().line("f2", 20.0, 25.0).set(Stage::Fire, BRITISH);
    let shot = hidden.fire(&["f1"], "b1");
    assert_eq!(hidden.refusal(FRENCH, &shot), Some(Refusal::NoSight));
    // Skirmishers hide nothing, nor does a flying mob.
    hidden.form("f2", Formation::Skirmish);
    assert_eq!(hidden.refusal(FRENCH, &shot), None);
    hidden.form("f2", Formation::Line).status("f2", Status::Routed);
    assert_eq!(hidden.refusal(FRENCH, &shot), None);
    // An enemy between hides as well, but is a target himself.
    let enemy = plan().line("b2", 20.0, 25.0).set(Stage::Fire, BRITISH);
    assert_eq!(enemy.refusal(FRENCH, &shot), Some(Refusal::NoSight));
    assert_eq!(enemy.refusal(FRENCH, &enemy.fire(&["f1"], "b2")), None);
    // Half of the target shows past a narrow body.
    let aside = plan().line("f2", 17.0, 25.0).set(Stage::Fire, BRITISH);
    assert_eq!(aside.refusal(FRENCH, &shot), None);
    // From a hill one fires over heads.
    let hill = "[[area]]\nkind = \"hill\"\npoints = [[15, 15], [25, 15], [25, 21], [15, 21]]";
    let above = plan().line("f2", 20.0, 25.0).terrain(hill).set(Stage::Fire, BRITISH);
    assert_eq!(above.refusal(FRENCH, &shot), None);
}

#[test]
fn a_battalion_does_not_fire_through_its_own_screen() {
    let plan = Plan::new().with("f1", "light-infantry", 9, 6, "column", (20.0, 20.0, 0), "screen = 2").unit(
        "b1",
        "line-infantry",
        9,
        4,
        "column",
        (20.0, 24.0, 180),
    );
    let mut field = plan.set(Stage::Fire, BRITISH);
    let shot = field.fire(&["f1"], "b1");
    assert_eq!(field.refusal(FRENCH, &shot), None);
    field.screen("f1", 2, 20_000, 21_500);
    assert_eq!(field.refusal(FRENCH, &shot), Some(Refusal::NoSight));
    let screen = field.fire(&["f1-screen"], "b1");
    assert_eq!(field.refusal(FRENCH, &screen), None);
    // Two stands at 2 points: 4, on the lowest row; a column is no line.
    field.act(FRENCH, &screen, &[]).act(FRENCH, &Action::End, &[]).act(BRITISH, &Action::End, &[2]);
    let total = field.events.iter().find_map(|event| match event {
        Event::Fired { total, effect, .. } => Some((total.total, *effect)),
        _ => None,
    });
    assert_eq!(total, Some((16, eagles::empire::units::Effect::Hit)));
    assert_eq!(field.unit("b1").hits, 1);
}

#[test]
fn batteries_fire_together_as_one_roll_or_apart() {
    let plan = || {
        let plan = battery(Plan::new(), "f1", "heavy-foot", 20.0, 20.0);
        let plan = battery(plan, "f2", "medium-foot", 23.0, 20.0);
        plan.unit("b1", "line-infantry", 12, 6, "column", (21.5, 26.5, 180)).line("f3", 30.0, 20.0).open()
    };
    let mut field = plan().set(Stage::Fire, BRITISH);
    field.mark("f1", Marks::MOVED).mark("f2", Marks::MOVED);
    assert_eq!(field.refusal(FRENCH, &field.fire(&["f1", "f1"], "b1")), Some(Refusal::NamedTwice));
    assert!(matches!(field.refusal(FRENCH, &field.fire(&["f1", "f3"], "b1")), Some(Refusal::NotTogether)));
    let both = field.fire(&["f1", "f2"], "b1");
    let suggested = field.legal(FRENCH);
    assert!(suggested.contains(&both), "{suggested:?}");
    // 7, column +2, heavy +2 and within 6 inches +2, the other +1 and +2: 16.
    let numbers = eagles::game::Game::explain(&field.game, &field.state, FRENCH, &both).expect("allowed");
    assert_eq!(numbers[0].total, 16 * 4);
    field.act(FRENCH, &both, &[]).act(FRENCH, &Action::End, &[]).act(BRITISH, &Action::End, &[9]);
    assert_eq!(field.unit("b1").hits, 2);
    let apart = plan().house("batteries-apart = true").set(Stage::Fire, BRITISH);
    assert_eq!(apart.refusal(FRENCH, &apart.fire(&["f1", "f2"], "b1")), Some(Refusal::NotTogether));
    assert!(apart.legal(FRENCH).iter().all(|action| match action {
        Action::Fire { with, .. } => with.len() == 1,
        _ => true,
    }));
}

#[test]
fn all_fire_is_at_once() {
    // Both destroy each other: the one that is resolved first does not save itself.
    let plan = Plan::new().unit("f1", "line-infantry", 16, 6, "line", (20.0, 20.0, 0)).unit(
        "b1",
        "line-infantry",
        16,
        6,
        "line",
        (20.0, 23.0, 180),
    );
    let mut field = plan.open().set(Stage::Fire, BRITISH);
    field.hits("f1", 14).hits("b1", 14);
    let (one, two) = (field.fire(&["f1"], "b1"), field.fire(&["b1"], "f1"));
    field.act(FRENCH, &one, &[]).act(FRENCH, &Action::End, &[]).act(BRITISH, &two, &[]);
    // 16 - 14 + 1 = 3 and British 4: the lowest row hits once on a 2.
    field.act(BRITISH, &Action::End, &[2, 2, 10, 10]);
    let order: Vec<_> =
        field.codes().into_iter().filter(|code| ["fired", "hit", "morale-checked"].contains(code)).collect();
    assert_eq!(order, ["fired", "fired", "hit", "hit", "morale-checked", "morale-checked"]);
    let checks = field.events.iter().filter_map(|event| match event {
        Event::MoraleChecked { unit, .. } => Some(*unit),
        _ => None,
    });
    assert_eq!(checks.collect::<Vec<_>>(), field.ids(&["b1", "f1"]), "the side with initiative checks first");
    assert_eq!((field.unit("f1").status, field.unit("b1").status), (Status::Routed, Status::Routed));
}

#[test]
fn hits_that_reach_the_strength_destroy_without_a_check() {
    let plan = Plan::new().line("f1", 20.0, 20.0).unit("b1", "line-infantry", 4, 4, "line", (20.0, 22.0, 180)).open();
    let mut field = plan.set(Stage::Fire, BRITISH);
    field.hits("b1", 3);
    let shot = field.fire(&["f1"], "b1");
    // 9 + 1 for the line that stood: row 8-10 hits once on a 4.
    field.act(FRENCH, &shot, &[]).act(FRENCH, &Action::End, &[]).act(BRITISH, &Action::End, &[4]);
    assert_eq!(field.unit("b1").presence, Presence::Lost);
    assert!(!field.codes().contains(&"morale-checked"));
}

#[test]
fn two_volleys_are_one_check_at_the_final_count() {
    let plan = Plan::new().line("f1", 18.0, 20.0).line("f2", 22.6, 20.0).unit(
        "b1",
        "line-infantry",
        12,
        6,
        "column",
        (20.3, 23.0, 180),
    );
    let mut field = plan.open().set(Stage::Fire, BRITISH);
    field.hits("b1", 3).lead(3, "b1");
    let shots = [field.fire(&["f1"], "b1"), field.fire(&["f2"], "b1")];
    field.act(FRENCH, &shots[0], &[]).act(FRENCH, &shots[1], &[]).act(FRENCH, &Action::End, &[]);
    // 5 hits; 12 - 5 + 1 column + 3 leader = 11: cannot fail.
    field.act(BRITISH, &Action::End, &[4, 4, 10]);
    let checks = field.events.iter().filter_map(|event| match event {
        Event::MoraleChecked { need, die, .. } => Some((need.total, *die)),
        _ => None,
    });
    assert_eq!(checks.collect::<Vec<_>>(), [(44, 10)]);
}

#[test]
fn a_total_below_nothing_throws_no_die_and_endangers_nobody() {
    let plan = Plan::new().unit("f1", "line-infantry", 3, 6, "line", (20.0, 20.0, 0)).unit(
        "b1",
        "medium-foot",
        7,
        3,
        "limbered",
        (20.0, 22.0, 180),
    );
    let mut field = plan.set(Stage::Fire, BRITISH);
    field.mark("f1", Marks::MOVED).hits("f1", 1);
    field.form("b1", Formation::Limbered);
    let shot = field.fire(&["f1"], "b1");
    field.act(FRENCH, &shot, &[]).act(FRENCH, &Action::End, &[]).act(BRITISH, &Action::End, &[]);
    assert!(field.events.iter().any(|e| matches!(e, Event::Fired { die: 0, total, .. } if total.total == -4)));
    assert!(!field.marked("b1", Marks::UNDER_FIRE));
}

#[test]
fn who_fires_shows_himself() {
    let plan = Plan::new().with("f1", "line-infantry", 9, 6, "line", (20.0, 20.0, 0), "hidden = true");
    let mut field = plan.line("b1", 20.0, 23.0).set(Stage::Fire, BRITISH);
    assert!(field.marked("f1", Marks::HIDDEN));
    let shot = field.fire(&["f1"], "b1");
    field.act(FRENCH, &shot, &[]);
    assert!(!field.marked("f1", Marks::HIDDEN));
    assert!(field.codes().contains(&"revealed"));
}

#[test]
fn fire_in_and_into_contact() {
    // f1 has struck b1 in front, f3 has struck b1's flank; f2 and b2 stand by.
    let plan = Plan::new()
        .line("f1", 20.0, 20.0)
        .line("b1", 20.0, 20.5)
        .line("f2", 26.0, 20.0)
        .line("b2", 26.0, 22.5)
        .unit("f3", "line-infantry", 9, 6, "line", (17.5, 20.5, 90));
    let mut field = plan.set(Stage::Fire, FRENCH);
    field.touch("f1", "b1", Facet::Front).touch("f3", "b1", Facet::Flank);
    // b1 fires at the one in front only; b2 at neither, nor f2 at b1.
    assert_eq!(field.refusal(BRITISH, &field.fire(&["b1"], "f1")), None);
    let before = field.id("f1");
    assert_eq!(field.refusal(BRITISH, &field.fire(&["b1"], "f3")), Some(Refusal::Priority { target: before }));
    assert_eq!(field.refusal(BRITISH, &field.fire(&["b1"], "f2")), Some(Refusal::Priority { target: before }));
    assert_eq!(field.refusal(BRITISH, &field.fire(&["b2"], "f1")), Some(Refusal::Engaged));
    field.act(BRITISH, &Action::End, &[]);
    assert_eq!(field.refusal(FRENCH, &field.fire(&["f1"], "b1")), Some(Refusal::CannotFire), "it has just closed");
    assert_eq!(field.refusal(FRENCH, &field.fire(&["f2"], "b1")), Some(Refusal::Engaged));
    assert_eq!(field.refusal(FRENCH, &field.fire(&["f2"], "b2")), None, "those in contact claim no fire");
    // In the turn after, who struck fires too.
    let id = field.id("f1");
    field.state.units.edit(id, |unit| unit.marks.clear(Marks::CLOSED));
    assert_eq!(field.refusal(FRENCH, &field.fire(&["f1"], "b1")), None);
}

#[test]
fn fire_at_charging_cavalry_and_its_end() {
    // The square fires at the cavalry that has charged it: 9 - 4.
    let plan = || {
        Plan::new()
            .unit("f1", "cavalry", 8, 4, "line", (20.0, 20.0, 0))
            .unit("b1", "line-infantry", 9, 6, "square", (20.0, 21.25, 180))
            .open()
    };
    let set = || {
        let mut field = plan().set(Stage::Fire, FRENCH);
        field.charge("f1", "b1", Facet::Front);
        field
    };
    let mut field = set();
    let shot = field.fire(&["b1"], "f1");
    field.act(BRITISH, &shot, &[]).act(BRITISH, &Action::End, &[]).act(FRENCH, &Action::End, &[3]);
    assert!(field.events.iter().any(|e| matches!(e, Event::Fired { total, .. } if total.total == 20)));
    assert_eq!(field.unit("f1").hits, 1, "it charges on");
    assert!(field.touching("f1", "b1"));
    // A fourth hit calls for morale: 8 - 4 - 2 out of command; it routs, the charge is over, and it is not blown (P49, P24).
    let mut field = set();
    field.hits("f1", 3);
    field.act(BRITISH, &shot, &[]).act(BRITISH, &Action::End, &[]).act(FRENCH, &Action::End, &[3, 9]);
    assert_eq!(field.unit("f1").status, Status::Routed);
    assert!(!field.touching("f1", "b1"));
    assert!(!field.marked("f1", Marks::WINDED));
    assert!(!field.is_pending(), "the square stays where it is");
}

#[test]
fn when_fire_drives_the_defender_off_the_attacker_may_advance() {
    let plan = Plan::new()
        .unit("f1", "cavalry", 8, 4, "line", (20.0, 20.0, 0))
        .unit("b1", "line-infantry", 4, 6, "line", (20.0, 20.5, 180))
        .line("f2", 24.7, 20.0)
        .open();
    let mut field = plan.set(Stage::Fire, FRENCH);
    field.charge("f1", "b1", Facet::Front);
    // Nobody fires into a combat; what removes the defender here is a hit that it already owes.
    field.hits("b1", 3);
    let b1 = field.id("b1");
    field.state.fires.push(eagles::empire::state::Fire { with: field.ids(&["f2"]), target: b1 });
    field.act(BRITISH, &Action::End, &[]).act(FRENCH, &Action::End, &[4]);
    assert_eq!(field.unit("b1").presence, Presence::Lost);
    let Pending::Follow { may } = &field.state.pending else { panic!("{:?}", field.state.pending) };
    assert_eq!((may.len(), may[0].unit), (1, field.id("f1")));
    assert!(!field.marked("f1", Marks::WINDED));
    let unit = field.id("f1");
    use eagles::empire::action::Pursuit;
    let reform = Action::Follow { unit, how: Pursuit::Reform(eagles::empire::geometry::Facing::new(30)) };
    assert_eq!(field.refusal(FRENCH, &reform), Some(Refusal::CannotFollow), "it has won nothing");
    field.legal(FRENCH);
    field.act(FRENCH, &Action::Follow { unit, how: Pursuit::Advance }, &[]);
    assert_eq!(field.unit("f1").pose.at.y, 20_500);
    assert!(!field.codes().contains(&"fought"));
    assert_eq!(field.state.stage, Stage::Assault);
}

#[test]
fn guns_fire_into_a_flank_by_where_they_stand() {
    let plan = battery(Plan::new(), "f1", "light-foot", 20.0, 20.0);
    let mut field = plan.unit("b1", "line-infantry", 12, 6, "line", (20.0, 30.0, 90)).set(Stage::Fire, BRITISH);
    field.mark("f1", Marks::MOVED);
    let shot = field.fire(&["f1"], "b1");
    // (7 + 1) x 2, nothing for 7.4 inches but +1.
    let numbers = eagles::game::Game::explain(&field.game, &field.state, FRENCH, &shot).expect("allowed");
    assert_eq!(numbers[0].total, 17 * 4);
    field.form("b1", Formation::Square);
    let numbers = eagles::game::Game::explain(&field.game, &field.state, FRENCH, &shot).expect("allowed");
    assert_eq!(numbers[0].total, (7 + 3 + 1) * 4, "a square has no flank");
}
