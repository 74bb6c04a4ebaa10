//! 7.0: assaults on the table (A4 to A11, A14, A51, A52, L7 to L9, P13, P20, P23, P37, P38, P40, Q1, Q2, Q9).

mod field;

use eagles::chance::Supplied;
use eagles::empire::action::{Answer, Pursuit};
use eagles::empire::event::Event;
use eagles::empire::geometry::{Facing, Point};
use eagles::empire::state::{Marks, Pending, Presence, Stage};
use eagles::empire::units::{Effect, Facet, Formation, Status};
use eagles::empire::{Action, Refusal};
use eagles::game::Game;
use field::{BRITISH, FRENCH, Field, Plan};

/// A French column that has struck an unmoved British line in front.
fn column_on_line() -> Plan {
    Plan::new()
        .unit("f1", "line-infantry", 9, 6, "column", (20.0, 20.0, 0))
        .unit("b1", "line-infantry", 9, 3, "line", (20.0, 21.0, 180))
        .open()
}

fn fight(plan: Plan, holder: eagles::game::Player) -> Field {
    let mut field = plan.set(Stage::Assault, holder);
    field.touch("f1", "b1", Facet::Front);
    field
}

fn lead(field: &mut Field, player: eagles::game::Player, unit: &str, dice: &[u16]) {
    let action = field.name(unit);
    field.act(player, &action, dice);
}

#[test]
fn a_column_strikes_a_line() {
    let mut field = fight(column_on_line(), FRENCH);
    // 9 + 1 assault column against 9 + 2 British line that stood: -1. Die 6: F/D.
    let numbers = field.game.explain(&field.state, FRENCH, &field.name("f1")).expect("allowed");
    assert_eq!(numbers.iter().map(|n| n.total).collect::<Vec<_>>(), [40, 44]);
    lead(&mut field, FRENCH, "f1", &[4]);
    assert_eq!(field.fought(), ([40, 44], -1, 4));
    assert_eq!((field.unit("f1").status, field.unit("b1").status), (Status::Disordered, Status::Good));
    assert!(field.touching("f1", "b1"), "nobody goes back: they fight on next turn (A9)");
    // Once a turn (A9).
    assert_eq!(field.refusal(FRENCH, &field.name("f1")), Some(Refusal::NoCombat));
    assert!(field.marked("f1", Marks::FOUGHT) && field.marked("b1", Marks::FOUGHT));
    // In the next turn it is fought again, the column still the attacker (P20).
    for name in ["f1", "b1"] {
        let id = field.id(name);
        field.state.units.edit(id, |unit| unit.marks.clear(Marks::OF_TURN));
    }
    lead(&mut field, FRENCH, "f1", &[5]);
    assert_eq!(field.fought().0, [36, 44], "disordered");
}

#[test]
fn who_has_initiative_rolls_and_the_odds_are_the_same() {
    let mut field = fight(column_on_line(), BRITISH);
    lead(&mut field, BRITISH, "b1", &[7]);
    // Seen by the line: +1, and die 7 is die 4 seen from the other side.
    assert_eq!(field.fought(), ([44, 40], 1, 7));
    assert_eq!((field.unit("f1").status, field.unit("b1").status), (Status::Disordered, Status::Good));
}

#[test]
fn only_who_was_struck_has_cover_whoever_has_initiative() {
    let wood = "[[area]]\nkind = \"heavy-woods\"\npoints = [[15, 18], [25, 18], [25, 25], [15, 25]]";
    for holder in [FRENCH, BRITISH] {
        let mut field = fight(column_on_line().terrain(wood), holder);
        let first = if holder == FRENCH { "f1" } else { "b1" };
        lead(&mut field, holder, first, &[5]);
        let (mut totals, ..) = field.fought();
        totals.sort_unstable();
        assert_eq!(totals, [40, 52], "both stand in the wood");
    }
}

#[test]
fn the_defender_keeps_his_cover_while_the_contact_lasts() {
    // A wall along the front of the line, which the column has come over (P20, P31).
    let wall = "[[line]]\nkind = \"wall\"\npoints = [[10, 20.7], [30, 20.7]]";
    let plan = Plan::new()
        .unit("f1", "line-infantry", 9, 6, "column", (20.0, 20.0, 0))
        .unit("b1", "line-infantry", 9, 3, "line", (20.0, 21.0, 180))
        .terrain(wall);
    let mut field = plan.set(Stage::Assault, FRENCH);
    field.touch("f1", "b1", Facet::Front);
    // 10 to 9 + 2 + 2: -3. A 9 leaves them as they are.
    let numbers = field.game.explain(&field.state, FRENCH, &field.name("f1")).expect("allowed");
    assert_eq!(numbers[1].total, 52);
    let mut draws = Supplied::of([9].into_iter().chain([5; 20]));
    let action = field.name("f1");
    field.game.apply(&mut field.state, FRENCH, &action, &mut draws, &mut field.events).expect("allowed");
    assert!(field.touching("f1", "b1"));
    assert_eq!(field.state.stage, Stage::Command);
    field.act(FRENCH, &Action::End, &[]).act(BRITISH, &Action::End, &[9, 2]);
    (field.state.stage, field.state.initiative, field.state.on_turn) = (Stage::Assault, Some(FRENCH), FRENCH);
    let numbers = field.game.explain(&field.state, FRENCH, &field.name("f1")).expect("allowed");
    assert_eq!(numbers[1].total, 52, "{numbers:?}");
}

#[test]
fn two_attackers_from_front_and_flank() {
    let plan = || {
        Plan::new()
            .unit("f1", "line-infantry", 9, 6, "line", (20.0, 20.0, 0))
            .unit("f2", "line-infantry", 8, 6, "line", (17.5, 20.5, 90))
            .unit("b1", "line-infantry", 9, 6, "line", (20.0, 20.5, 180))
            .open()
    };
    let set = || {
        let mut field = plan().set(Stage::Assault, FRENCH);
        field.touch("f1", "b1", Facet::Front).touch("f2", "b1", Facet::Flank);
        field
    };
    // The one on the flank leads: 8 x 2, and half of 9.
    let mut field = set();
    lead(&mut field, FRENCH, "f2", &[5]);
    assert_eq!(field.fought().0, [64 + 18, 44]);
    // The one in front leads: 9, twice as wide together +2, and half of 8 x 2 (A14, A52, P10).
    let mut field = set();
    lead(&mut field, FRENCH, "f1", &[5]);
    assert_eq!(field.fought().0, [36 + 8 + 32, 44]);
    let Some(Event::Fought { others, .. }) = field.events.iter().find(|e| matches!(e, Event::Fought { .. })) else {
        panic!("no assault")
    };
    assert_eq!(*others, field.ids(&["f2"]));
    assert!(field.marked("f2", Marks::FOUGHT));
}

#[test]
fn of_two_enemies_struck_the_worse_facing_counts() {
    // f1 has struck b1 in front and b2, which looks along its line, in the flank (A14).
    let plan = Plan::new()
        .line("f1", 20.0, 20.0)
        .unit("b1", "line-infantry", 9, 3, "line", (18.8, 20.5, 180))
        .unit("b2", "line-infantry", 9, 3, "line", (20.5, 21.4, 90))
        .open();
    let mut field = plan.set(Stage::Assault, BRITISH);
    field.touch("f1", "b1", Facet::Front).touch("f1", "b2", Facet::Flank);
    lead(&mut field, BRITISH, "b1", &[5]);
    assert_eq!(field.fought().0, [44 + 22, 72]);
}

#[test]
fn the_factor_goes_by_whom_a_unit_has_struck() {
    // f1 has struck the line b1 in the flank and the square b2 beside it; whoever leads the British, b1 is taken in the flank.
    let plan = || {
        Plan::new()
            .line("f1", 20.0, 20.0)
            .unit("b1", "line-infantry", 9, 3, "line", (18.8, 21.375, 90))
            .unit("b2", "line-infantry", 9, 6, "square", (21.0, 21.2, 180))
            .open()
    };
    for lead_of_two in ["b1", "b2"] {
        let mut field = plan().set(Stage::Assault, BRITISH);
        field.touch("f1", "b1", Facet::Flank).touch("f1", "b2", Facet::Front);
        lead(&mut field, BRITISH, lead_of_two, &[5]);
        assert_eq!(field.fought().0[1], 72, "{lead_of_two}");
    }
    // A square alone has no flank.
    let mut field = plan().set(Stage::Assault, BRITISH);
    field.touch("f1", "b2", Facet::Flank);
    lead(&mut field, BRITISH, "b2", &[5]);
    assert!(field.fought().0[1] < 72);
}

#[test]
fn a_charge_counts_in_one_assault_only() {
    let mut field = fight(column_on_line(), FRENCH);
    field.mark("f1", Marks::CHARGING.and(Marks::COUNTER));
    lead(&mut field, FRENCH, "f1", &[5]);
    assert!(!field.marked("f1", Marks::CHARGING) && !field.marked("f1", Marks::COUNTER));
}

#[test]
fn a_chain_of_contacts_is_one_combat() {
    // f1 on b1, f2 on b1 and b2, f3 on b2.
    let plan = Plan::new()
        .line("f1", 15.0, 20.0)
        .line("f2", 20.0, 20.0)
        .line("f3", 25.0, 20.0)
        .line("b1", 17.5, 20.5)
        .line("b2", 22.5, 20.5)
        .open();
    let mut field = plan.set(Stage::Assault, FRENCH);
    for (one, two) in [("f1", "b1"), ("f2", "b1"), ("f2", "b2"), ("f3", "b2")] {
        field.touch(one, two, Facet::Front);
    }
    assert_eq!(field.refusal(FRENCH, &field.name("b1")), Some(Refusal::NotOwn));
    lead(&mut field, FRENCH, "f2", &[]);
    // The British have a choice, and must make it first.
    assert!(matches!(field.state.pending, Pending::Lead { .. }));
    assert_eq!(field.refusal(FRENCH, &field.name("f9")), Some(Refusal::NotYours));
    assert_eq!(field.refusal(BRITISH, &field.name("b9")), Some(Refusal::NoCombat), "another combat");
    assert_eq!(field.legal(BRITISH).len(), 2);
    let numbers = field.game.explain(&field.state, BRITISH, &field.name("b2")).expect("allowed");
    assert_eq!(numbers.iter().map(|n| n.total).collect::<Vec<_>>(), [44 + 22, 36 + 36]);
    lead(&mut field, BRITISH, "b2", &[5]);
    assert_eq!(field.fought().0, [36 + 36, 44 + 22]);
    // All five have fought, and none of their four contacts is to be fought again.
    let again: Vec<_> = ["f1", "f2", "f3"].into_iter().filter_map(|n| field.refusal(FRENCH, &field.name(n))).collect();
    assert_eq!(again, [Refusal::NoCombat; 3]);
    assert_eq!(field.legal(FRENCH), [field.name("f9")]);
}

#[test]
fn results_strike_all_but_hits_the_lead_alone() {
    let set = || {
        let plan = Plan::new()
            .unit("f1", "line-infantry", 2, 6, "line", (18.0, 20.0, 0))
            .unit("f2", "line-infantry", 2, 6, "line", (22.6, 20.0, 0))
            .line("b1", 20.3, 20.5)
            .open();
        let mut field = plan.set(Stage::Assault, BRITISH);
        field.touch("f1", "b1", Facet::Front).touch("f2", "b1", Facet::Front);
        field
    };
    // 11 against 2 + 2 for the width + 1: +6. Die 7: two hits on the lead.
    let mut field = set();
    lead(&mut field, BRITISH, "b1", &[]);
    lead(&mut field, FRENCH, "f2", &[6]);
    assert_eq!(field.fought(), ([44, 20], 6, 6));
    assert_eq!((field.unit("f1").hits, field.unit("f2").hits), (0, 1));
    assert!(field.touching("f1", "b1"));
    // Die 3: D/F. Both go back and are disordered, one takes the hit.
    let mut field = set();
    lead(&mut field, BRITISH, "b1", &[]);
    lead(&mut field, FRENCH, "f2", &[3]);
    assert_eq!((field.unit("f1").hits, field.unit("f2").hits), (0, 1));
    for name in ["f1", "f2", "b1"] {
        assert_eq!(field.unit(name).status, Status::Disordered, "{name}");
    }
    assert!(field.marked("f1", Marks::RETREATED) && field.marked("f2", Marks::RETREATED));
    assert!(!field.touching("f1", "b1") && !field.touching("f2", "b1"));
    assert!(!field.is_pending(), "a line that was struck does not follow (L9)");
}

#[test]
fn a_square_answers_to_the_lead_of_the_enemy() {
    let set = || {
        let plan = Plan::new()
            .unit("f1", "line-infantry", 9, 4, "line", (20.0, 20.0, 0))
            .unit("f2", "sabre-cavalry", 10, 4, "line", (18.8125, 21.1875, 90))
            .unit("b1", "line-infantry", 9, 6, "square", (20.0, 21.1875, 180))
            .open();
        let mut field = plan.set(Stage::Assault, FRENCH);
        field.touch("f1", "b1", Facet::Front).charge("f2", "b1", Facet::Front);
        field
    };
    // Infantry leads: the square is at -3; width 6 inches against 1.875: +2; half of 10 + sabre 3.
    let mut field = set();
    lead(&mut field, FRENCH, "f1", &[5]);
    assert_eq!(field.fought().0, [36 + 8 + 26, 24]);
    // Cavalry leads: the British square is at +7.
    let mut field = set();
    lead(&mut field, FRENCH, "f2", &[5]);
    assert_eq!(field.fought().0, [52 + 18, 64]);
}

#[test]
fn support_counts_once_from_who_sees_the_enemy() {
    let plan = column_on_line()
        .line("b2", 23.5, 21.0)
        .unit("b3", "medium-foot", 7, 3, "unlimbered", (17.5, 21.0, 180))
        .unit("b4", "line-infantry", 9, 6, "column", (20.0, 23.5, 180))
        .unit("b5", "cavalry", 9, 4, "line", (20.0, 26.0, 180))
        .unit("b6", "line-infantry", 9, 6, "line", (15.0, 26.0, 0))
        .unit("f2", "line-infantry", 9, 6, "square", (24.0, 19.0, 0));
    let mut field = fight(plan, BRITISH);
    assert_eq!(
        field.refusal(BRITISH, &Action::Lead { unit: field.id("b1"), spare: field.ids(&["b5"]) }),
        Some(Refusal::NotSupporting { unit: field.id("b5") }),
        "cavalry gives none (P5)"
    );
    assert_eq!(
        field.refusal(BRITISH, &Action::Lead { unit: field.id("b1"), spare: field.ids(&["b2", "b2"]) }),
        Some(Refusal::NamedTwice)
    );
    let spare = Action::Lead { unit: field.id("b1"), spare: field.ids(&["b4"]) };
    field.act(BRITISH, &spare, &[5]);
    // 11 + line 2 + guns 2 against 10 + square 1.
    assert_eq!(field.fought().0, [44 + 8 + 8, 40 + 4]);
    for (name, has) in [("b2", true), ("b3", true), ("b4", false), ("b6", false), ("f2", true)] {
        assert_eq!(field.marked(name, Marks::SUPPORTED), has, "{name}");
    }
}

#[test]
fn who_has_gone_back_or_has_supported_supports_nobody() {
    for mark in [Marks::RETREATED, Marks::SUPPORTED, Marks::FALLING_BACK, Marks::RECOVERING] {
        let mut field = fight(column_on_line().line("b2", 23.5, 21.0), FRENCH);
        field.mark("b2", mark);
        lead(&mut field, FRENCH, "f1", &[5]);
        assert_eq!(field.fought().0, [40, 44]);
    }
    let mut field = fight(column_on_line().line("b2", 23.5, 21.0), FRENCH);
    field.status("b2", Status::Disordered);
    lead(&mut field, FRENCH, "f1", &[5]);
    assert_eq!(field.fought().0, [40, 44 + 8], "disordered troops are formed (Q10)");
}

#[test]
fn guns_are_overrun() {
    let plan = || {
        Plan::new()
            .unit("f1", "line-infantry", 9, 6, "line", (20.0, 20.0, 0))
            .unit("b1", "medium-foot", 7, 3, "unlimbered", (20.0, 20.625, 180))
            .open()
    };
    // 9 + 2 unsupported + 2 twice as wide against 7 + 1: +5. Die 4: D/F; guns that are beaten are left and taken.
    let mut field = fight(plan(), FRENCH);
    lead(&mut field, FRENCH, "f1", &[4]);
    assert_eq!(field.fought(), ([52, 32], 5, 4));
    assert_eq!(field.unit("b1").presence, Presence::Lost);
    assert!(field.marked("b1", Marks::ROUTED_NOW), "lost in this turn (Q6)");
    assert!(field.codes().contains(&"abandoned"));
    let unit = field.id("f1");
    field.act(FRENCH, &Action::Follow { unit, how: Pursuit::Advance }, &[]);
    assert_eq!(field.unit("f1").pose.at.y, 20_625, "onto the ground of the guns");
    // With friends near they are supported.
    let mut field = fight(plan().line("b2", 20.0, 24.9), FRENCH);
    field.mark("b2", Marks::SUPPORTED);
    lead(&mut field, FRENCH, "f1", &[1]);
    assert_eq!(field.fought().0, [44, 32]);
}

#[test]
fn infantry_takes_the_ground_that_the_loser_has_left() {
    let mut field = fight(column_on_line(), FRENCH);
    field.hits("b1", 8);
    // 10 - (11 - 8) = +7; die 4 is a hit, which destroys it.
    lead(&mut field, FRENCH, "f1", &[4]);
    assert_eq!(field.unit("b1").presence, Presence::Lost);
    let unit = field.id("f1");
    assert_eq!(field.legal(FRENCH).len(), 2);
    assert_eq!(
        field.refusal(FRENCH, &Action::Follow { unit, how: Pursuit::Reform(Facing::new(20)) }),
        Some(Refusal::CannotFollow),
        "only cavalry re-forms"
    );
    assert_eq!(field.refusal(FRENCH, &field.name("f9")), Some(Refusal::DecideFirst));
    field.act(FRENCH, &Action::Follow { unit, how: Pursuit::Advance }, &[]);
    assert_eq!(field.unit("f1").pose.at.y, 21_000);
    assert!(!field.is_pending());
}

#[test]
fn an_advance_stops_before_whoever_stands_in_the_way() {
    let plan = || column_on_line().unit("b2", "line-infantry", 9, 6, "line", (20.0, 21.8, 180));
    let mut field = fight(plan(), FRENCH);
    field.hits("b1", 8).mark("b2", Marks::SUPPORTED);
    lead(&mut field, FRENCH, "f1", &[4]);
    let unit = field.id("f1");
    field.act(FRENCH, &Action::Follow { unit, how: Pursuit::Advance }, &[]);
    let y = field.unit("f1").pose.at.y;
    assert!((20_500..20_800).contains(&y), "{y}: short of the second line, and not in contact");
    assert!(!field.touching("f1", "b2"));
}

#[test]
fn a_loser_who_cannot_get_away_routs() {
    // The line is struck from the north; behind it stand two enemies who leave it no place within a move.
    let plan = Plan::new()
        .unit("f1", "line-infantry", 9, 6, "column", (20.0, 20.0, 0))
        .unit("b1", "line-infantry", 5, 6, "column", (20.0, 21.5, 180))
        .unit("f2", "line-infantry", 9, 6, "line", (20.0, 27.5, 180))
        .unit("f3", "line-infantry", 9, 6, "line", (26.0, 23.0, 270))
        .unit("f4", "line-infantry", 9, 6, "line", (14.0, 23.0, 90))
        .unit("f5", "line-infantry", 9, 6, "line", (26.0, 18.0, 270))
        .unit("f6", "line-infantry", 9, 6, "line", (14.0, 18.0, 90))
        .unit("f7", "line-infantry", 9, 6, "line", (24.5, 28.0, 200))
        .unit("f8", "line-infantry", 9, 6, "line", (15.5, 28.0, 160))
        .open();
    let mut field = plan.set(Stage::Assault, FRENCH);
    for name in ["f2", "f3", "f4", "f5", "f6", "f7", "f8"] {
        field.mark(name, Marks::SUPPORTED);
    }
    field.touch("f1", "b1", Facet::Front);
    // 10 - 5 = +5, die 4: D/F.
    lead(&mut field, FRENCH, "f1", &[4]);
    assert!(field.codes().contains(&"routed"), "{:#?}", field.events);
    assert_eq!(field.unit("b1").hits, 1);
}

#[test]
fn cavalry_breaks_through_into_a_battalion_that_fails_its_square() {
    let plan = || {
        Plan::new()
            .unit("f1", "sabre-cavalry", 10, 4, "line", (20.0, 20.0, 0))
            .unit("b1", "line-infantry", 4, 6, "line", (20.0, 20.5, 180))
            .unit("b2", "line-infantry", 9, 6, "line", (20.0, 24.5, 180))
            .unit("b3", "line-infantry", 9, 6, "line", (34.0, 24.5, 180))
            .open()
    };
    let set = || {
        let mut field = plan().set(Stage::Assault, FRENCH);
        field.charge("f1", "b1", Facet::Front).hits("b1", 3);
        field
    };
    // 10 + 3 + 3 against 4 - 3 + 2: +13 counts as 11; die 1 is ./1, which destroys it.
    let mut field = set();
    lead(&mut field, FRENCH, "f1", &[1]);
    assert_eq!(field.unit("b1").presence, Presence::Lost);
    let unit = field.id("f1");
    let into = |field: &Field, degrees, target| Action::Follow {
        unit,
        how: Pursuit::Break { degrees, target: field.id(target) },
    };
    assert_eq!(field.refusal(FRENCH, &into(&field, 0, "b3")), Some(Refusal::NotAhead { target: field.id("b3") }));
    assert_eq!(field.refusal(FRENCH, &into(&field, 46, "b2")), Some(Refusal::OutOfRange));
    assert_eq!(
        field.refusal(FRENCH, &Action::Follow { unit, how: Pursuit::Advance }),
        Some(Refusal::CannotFollow),
        "cavalry does not occupy"
    );
    assert!(field.legal(FRENCH).contains(&into(&field, 0, "b2")));
    let action = into(&field, 0, "b2");
    field.act(FRENCH, &action, &[]);
    assert!(matches!(field.state.pending, Pending::Charge { breakthrough: true, .. }));
    // The square at -5: 9 - 5 + 2, and -3 out of command: 3. A 3 fails.
    let answer = Action::React { unit: field.id("b2"), how: Answer::Square };
    field.act(BRITISH, &answer, &[3]);
    assert!(field.touching("f1", "b2"));
    // A new combat of this turn: it charges, and its target has failed to square: 10 + 6 + 3. A line that tried is none that stood.
    lead(&mut field, FRENCH, "f1", &[2]);
    assert_eq!(field.fought().0, [76, 36]);
    // Die 2 at +10: ./1. It has broken through once, and may not again; after the turn it is blown.
    assert_eq!(field.unit("b2").hits, 1);
    assert!(field.touching("f1", "b2"));
    assert!(field.marked("f1", Marks::WINDED));
    // Against a square that is made it charges too.
    let mut field = set();
    lead(&mut field, FRENCH, "f1", &[1]);
    field.act(FRENCH, &action, &[]).act(BRITISH, &answer, &[2]);
    assert_eq!(field.unit("b2").formation, Formation::Square);
    lead(&mut field, FRENCH, "f1", &[5]);
    assert_eq!(field.fought().0, [52, 64], "a British square");
}

#[test]
fn who_did_not_charge_or_is_disordered_does_not_break_through() {
    let plan = || {
        Plan::new()
            .unit("f1", "cavalry", 10, 4, "line", (20.0, 20.0, 0))
            .unit("b1", "line-infantry", 4, 6, "line", (20.0, 20.5, 180))
            .unit("b2", "line-infantry", 9, 6, "line", (20.0, 24.5, 180))
            .open()
    };
    let mut field = plan().set(Stage::Assault, FRENCH);
    field.touch("f1", "b1", Facet::Front).hits("b1", 3);
    let action = Action::Follow { unit: field.id("f1"), how: Pursuit::Break { degrees: 0, target: field.id("b2") } };
    lead(&mut field, FRENCH, "f1", &[1]);
    assert_eq!(field.refusal(FRENCH, &action), Some(Refusal::CannotFollow));
    let mut field = plan().set(Stage::Assault, FRENCH);
    field.charge("f1", "b1", Facet::Front).hits("b1", 3).status("f1", Status::Disordered);
    lead(&mut field, FRENCH, "f1", &[1]);
    assert_eq!(field.refusal(FRENCH, &action), Some(Refusal::CannotCharge));
    let turn = Action::Follow { unit: field.id("f1"), how: Pursuit::Reform(Facing::new(315)) };
    assert_eq!(field.refusal(FRENCH, &turn), None);
    // Or it changes its formation, where it stands (P40).
    let form = |formation| Action::Follow { unit: field.id("f1"), how: Pursuit::Form(formation) };
    let (column, line, square) = (form(Formation::Column), form(Formation::Line), form(Formation::Square));
    assert_eq!(field.refusal(FRENCH, &line), Some(Refusal::SameFormation { formation: Formation::Line }));
    assert_eq!(field.refusal(FRENCH, &square), Some(Refusal::NoSuchFormation { formation: Formation::Square }));
    assert!(field.legal(FRENCH).contains(&column) && !field.legal(FRENCH).contains(&line));
    let mut formed = Field { game: field.game.clone(), state: field.state.clone(), events: Vec::new() };
    formed.act(FRENCH, &column, &[]);
    assert_eq!(formed.unit("f1").formation, Formation::Column);
    assert!(formed.marked("f1", Marks::MOVED) && !formed.is_pending());
    field.act(FRENCH, &turn, &[]);
    assert_eq!(field.unit("f1").pose.facing, Facing::new(315));
}

#[test]
fn two_winners_break_through_one_after_the_other() {
    let plan = Plan::new()
        .unit("f1", "sabre-cavalry", 10, 4, "line", (18.0, 20.0, 0))
        .unit("f2", "sabre-cavalry", 10, 4, "line", (21.2, 20.0, 0))
        .unit("b1", "line-infantry", 4, 6, "line", (19.6, 20.5, 180))
        .unit("b2", "line-infantry", 9, 4, "line", (18.0, 24.5, 180))
        .unit("b3", "line-infantry", 9, 4, "line", (21.2, 24.5, 180))
        .open();
    let mut field = plan.set(Stage::Assault, FRENCH);
    field.charge("f1", "b1", Facet::Front).charge("f2", "b1", Facet::Front).hits("b1", 3);
    lead(&mut field, FRENCH, "f1", &[1]);
    for (horse, foot) in [("f1", "b2"), ("f2", "b3")] {
        let how = Pursuit::Break { degrees: 0, target: field.id(foot) };
        let action = Action::Follow { unit: field.id(horse), how };
        field.act(FRENCH, &action, &[]);
        let stand = Action::React { unit: field.id(foot), how: Answer::Stand };
        field.act(BRITISH, &stand, &[]);
        assert!(field.touching(horse, foot));
    }
    assert!(!field.is_pending() && field.state.pursuits.is_empty());
}

/// Plays what is left of the assault stage with fives, until the next turn.
fn to_next_turn(field: &mut Field) {
    let turn = field.state.turn;
    for _ in 0..40 {
        if field.state.turn != turn {
            return;
        }
        let player = if field.game.to_act(&field.state).has(FRENCH) { FRENCH } else { BRITISH };
        let action = field.legal(player).into_iter().next().expect("something to do");
        let mut draws = Supplied::of([5; 60]);
        field.game.apply(&mut field.state, player, &action, &mut draws, &mut field.events).expect("allowed");
    }
    panic!("the stage does not end");
}

#[test]
fn cavalry_that_does_not_beat_a_square_recoils_and_is_blown() {
    let plan = || {
        Plan::new().unit("f1", "cavalry", 10, 4, "line", (20.0, 20.0, 0)).unit(
            "b1",
            "line-infantry",
            9,
            6,
            "square",
            (20.0, 21.1875, 180),
        )
    };
    // 10 against 9 + 7: -6. Die 10: a hit each way of the diagonal 4: D/D.
    let mut field = plan().set(Stage::Assault, FRENCH);
    field.charge("f1", "b1", Facet::Front);
    let mut draws = Supplied::of([10].into_iter().chain([5; 20]));
    let action = field.name("f1");
    field.game.apply(&mut field.state, FRENCH, &action, &mut draws, &mut field.events).expect("allowed");
    assert!(!field.touching("f1", "b1"));
    assert!(field.marked("f1", Marks::BLOWN) && !field.marked("f1", Marks::WINDED));
    assert!(field.unit("f1").pose.at.y <= 16_000, "4 inches back");
    assert_eq!(field.unit("f1").hits, 0);
    // By the house rule it stays, and is blown by its charge.
    let mut field = plan().house("cavalry-recoils = false").set(Stage::Assault, FRENCH);
    field.charge("f1", "b1", Facet::Front);
    let mut draws = Supplied::of([10].into_iter().chain([5; 20]));
    field.game.apply(&mut field.state, FRENCH, &action, &mut draws, &mut field.events).expect("allowed");
    assert!(field.touching("f1", "b1"));
    assert!(field.marked("f1", Marks::BLOWN));
}

#[test]
fn cavalry_that_has_beaten_a_square_stays_with_it() {
    let plan = Plan::new().unit("f1", "sabre-cavalry", 15, 4, "line", (20.0, 20.0, 0)).unit(
        "b1",
        "line-infantry",
        7,
        6,
        "square",
        (20.0, 21.1875, 180),
    );
    // 15 + 3 against 7 + 7: +4. Die 4: ./D.
    let mut field = plan.set(Stage::Assault, FRENCH);
    field.charge("f1", "b1", Facet::Front);
    let mut draws = Supplied::of([4].into_iter().chain([5; 20]));
    let action = field.name("f1");
    field.game.apply(&mut field.state, FRENCH, &action, &mut draws, &mut field.events).expect("allowed");
    assert_eq!(field.unit("b1").status, Status::Disordered);
    assert!(field.touching("f1", "b1"), "it has beaten the square (A9)");
    assert!(field.marked("f1", Marks::BLOWN) && !field.marked("f1", Marks::WON), "blown, and a new turn has begun");
}

#[test]
fn who_is_beaten_off_his_middle_goes_straight_back() {
    // A column strikes the end of a line: the line goes back from its front, not along it (P39, Q31).
    let plan = || {
        Plan::new()
            .unit("f1", "line-infantry", 9, 6, "column", (18.6, 20.0, 0))
            .unit("b1", "line-infantry", 9, 6, "line", (20.0, 21.0, 180))
            .open()
    };
    let mut field = plan().set(Stage::Assault, FRENCH);
    field.touch("f1", "b1", Facet::Front).mark("b1", Marks::MOVED).status("b1", Status::Disordered);
    // 9 + 1 to 9 - 1 + 2 wider: 0. Die 9: D/F.
    lead(&mut field, FRENCH, "f1", &[9]);
    assert_eq!(field.unit("b1").pose.at, Point::new(20_000, 25_000));
    // And so does the column, beaten by the line.
    let mut field = plan().set(Stage::Assault, FRENCH);
    field.touch("f1", "b1", Facet::Front);
    // 10 to 9 + 2 + 2: -3. Die 5: F/D.
    lead(&mut field, FRENCH, "f1", &[5]);
    assert_eq!(field.unit("f1").pose.at, Point::new(18_600, 16_000));
}

#[test]
fn each_goes_back_from_the_enemy_whom_it_touches() {
    // b1 in front and b2 on the flank of f2, which f1's contact joins to the same combat; b1 leads.
    let plan = Plan::new()
        .unit("f1", "line-infantry", 6, 6, "line", (20.0, 20.0, 0))
        .unit("b1", "line-infantry", 9, 6, "line", (18.0, 20.5, 180))
        .unit("b2", "line-infantry", 9, 3, "line", (22.5, 20.0, 270))
        .unit("f2", "line-infantry", 6, 3, "line", (22.5, 17.375, 0))
        .open();
    let mut field = plan.set(Stage::Assault, BRITISH);
    field.touch("b1", "f1", Facet::Front).touch("b2", "f1", Facet::Flank).touch("f2", "b2", Facet::Front);
    lead(&mut field, BRITISH, "b1", &[]);
    lead(&mut field, FRENCH, "f1", &[10]);
    // f2 touches b2 alone, north of it: south it runs, though b1 lies to the north-west.
    assert_eq!(field.unit("f2").status, Status::Routed);
    assert_eq!(field.unit("f2").pose.at.x, 22_500);
}

#[test]
fn the_side_with_one_lead_too_keeps_supporters_for_another_combat() {
    let plan = Plan::new()
        .line("f1", 20.0, 20.0)
        .line("b1", 20.0, 20.5)
        .line("f2", 26.0, 20.0)
        .line("b2", 26.0, 20.5)
        .unit("b3", "line-infantry", 9, 3, "line", (23.0, 22.5, 180));
    let mut field = plan.set(Stage::Assault, FRENCH);
    field.touch("f1", "b1", Facet::Front).touch("f2", "b2", Facet::Front);
    lead(&mut field, FRENCH, "f1", &[]);
    assert!(matches!(field.state.pending, Pending::Lead { .. }), "b3 could help either (A51)");
    let action = Action::Lead { unit: field.id("b1"), spare: field.ids(&["b3"]) };
    field.act(BRITISH, &action, &[5]);
    assert_eq!(field.fought().0, [36, 44]);
    // In the last combat there is nothing to keep anybody for.
    let action = field.name("f2");
    let mut draws = Supplied::of([5; 20]);
    field.game.apply(&mut field.state, FRENCH, &action, &mut draws, &mut field.events).expect("allowed");
    assert_eq!(field.fought().0, [36, 44 + 8]);
}

#[test]
fn the_charge_ends_with_its_first_assault() {
    // Cavalry against cavalry: charging +4 in the first turn, not in the next.
    let plan = Plan::new()
        .unit("f1", "cavalry", 9, 4, "line", (20.0, 20.0, 0))
        .unit("b1", "cavalry", 9, 4, "line", (20.0, 20.5, 180))
        .open();
    let mut field = plan.set(Stage::Assault, FRENCH);
    field.charge("f1", "b1", Facet::Front);
    lead(&mut field, FRENCH, "f1", &[1]);
    assert_eq!(field.fought(), ([52, 36], 4, 1));
    assert!(field.touching("f1", "b1"));
    to_next_turn(&mut field);
    (field.state.stage, field.state.initiative, field.state.on_turn) = (Stage::Assault, Some(FRENCH), FRENCH);
    assert!(field.marked("f1", Marks::BLOWN));
    lead(&mut field, FRENCH, "f1", &[8]);
    assert_eq!(field.fought().0, [16, 36], "blown, and no charge");
}

#[test]
fn a_leader_adds_his_rating_and_runs_with_his_unit() {
    let mut field = fight(column_on_line(), FRENCH);
    field.lead(0, "f1").lead(2, "f1").hits("f1", 7);
    // Ney's 3 counts, not Quiot's 1: 9 - 7 + 1 + 3.
    lead(&mut field, FRENCH, "f1", &[1]);
    assert_eq!(field.fought(), ([24, 44], -5, 1));
    // Two hits destroy it: 7 + 2 of 9.
    assert_eq!(field.unit("f1").presence, Presence::Lost);
    let mut field = fight(column_on_line(), FRENCH);
    field.lead(2, "f1").hits("f1", 3);
    // 9 - 3 + 1 + 1 = 8 to 11: -3, die 1: 2/. and five hits; 9 - 5 + 1 + 3: 8 in command; a 9 routs.
    lead(&mut field, FRENCH, "f1", &[1, 9]);
    assert_eq!(field.unit("f1").status, Status::Routed);
    assert_eq!(field.state.leaders[2].host, eagles::empire::state::Host::Unit(field.id("f1")));
    assert_eq!(field.state.leaders[2].at, field.unit("f1").pose.at);
}

#[test]
fn morale_after_the_combat_and_once() {
    let mut field = fight(column_on_line(), FRENCH);
    field.hits("f1", 3);
    // 7 to 11: -4, die 1: two hits, five in all: 9 - 5 + 1 - 2 out of command = 3. A 3 falls back with a hit, and checks no more.
    lead(&mut field, FRENCH, "f1", &[1, 3]);
    assert_eq!((field.unit("f1").hits, field.unit("f1").status), (6, Status::Disordered));
    assert_eq!(field.codes().iter().filter(|code| **code == "morale-checked").count(), 1);
    let order: Vec<_> = field.codes().into_iter().filter(|c| ["fought", "hit", "morale-checked"].contains(c)).collect();
    assert_eq!(order, ["fought", "hit", "morale-checked", "hit"]);
    assert!(field.marked("f1", Marks::RETREATED));
    assert!(!field.is_pending(), "the line was not the attacker (L9)");
}

#[test]
fn routed_troops_fight_at_nothing_and_lead_only_alone() {
    let plan = Plan::new().line("f1", 18.0, 20.0).line("f2", 22.6, 20.0).line("b1", 20.3, 20.5).open();
    let mut field = plan.set(Stage::Assault, FRENCH);
    field.touch("f1", "b1", Facet::Front).touch("f2", "b1", Facet::Front).status("f2", Status::Routed);
    assert_eq!(field.refusal(FRENCH, &field.name("f2")), Some(Refusal::IsRouted));
    lead(&mut field, FRENCH, "f1", &[5]);
    // 9 against 11: the routed one brings nothing, and no width either.
    assert_eq!(field.fought().0, [36, 44]);
    // A routed unit that is struck has 0, and a rout makes it run again (P12).
    let mut field = fight(column_on_line(), FRENCH);
    field.status("b1", Status::Routed);
    let y = field.unit("b1").pose.at.y;
    lead(&mut field, FRENCH, "f1", &[7]);
    assert_eq!(field.fought().0[1], 0);
    assert!(field.unit("b1").pose.at.y > y + 11_000);
    assert!(!field.codes().contains(&"routed"), "it is routed already");
    assert!(!field.marked("b1", Marks::ROUTED_NOW), "it has not routed this turn (A72)");
}

#[test]
fn a_loser_by_hits_gives_ground_only_by_the_house_rule() {
    for (rule, moved) in [("loser-gives-ground = false", false), ("loser-gives-ground = true", true)] {
        let mut field = fight(column_on_line().house(rule), BRITISH);
        // 11 to 10: +1, die 10: one hit.
        lead(&mut field, BRITISH, "b1", &[10]);
        assert_eq!(field.unit("f1").hits, 1, "no further hit");
        assert_eq!(field.marked("f1", Marks::RETREATED), moved, "{rule}");
        assert_eq!(field.touching("f1", "b1"), !moved);
    }
}

#[test]
fn a_second_disorder_is_nothing_or_a_hit() {
    for (rule, hits) in [("second-disorder-hits = false", 0), ("second-disorder-hits = true", 1)] {
        let mut field = fight(column_on_line().house(rule), FRENCH);
        field.status("f1", Status::Disordered);
        // 9 to 11: -2; die 5: D/.
        lead(&mut field, FRENCH, "f1", &[5]);
        assert_eq!(field.unit("f1").hits, hits, "{rule}");
    }
}

#[test]
fn a_rout_by_the_table_scatters_the_whole_side() {
    let plan = Plan::new()
        .unit("f1", "line-infantry", 1, 6, "line", (18.0, 20.0, 0))
        .unit("f2", "line-infantry", 1, 6, "line", (22.6, 20.0, 0))
        .unit("b1", "line-infantry", 15, 6, "line", (20.3, 20.5, 180))
        .open();
    let mut field = plan.set(Stage::Assault, BRITISH);
    field.touch("f1", "b1", Facet::Front).touch("f2", "b1", Facet::Front);
    lead(&mut field, BRITISH, "b1", &[]);
    lead(&mut field, FRENCH, "f1", &[10]);
    for (name, x) in [("f1", 18_000), ("f2", 22_600)] {
        let stood = Point::new(x, 20_000);
        assert_eq!(field.unit(name).status, Status::Routed);
        assert!(field.marked(name, Marks::ROUTED_NOW));
        assert!(stood.distance(field.unit(name).pose.at) >= 11_999, "12 inches at once");
    }
    let Some(Event::Fought { effects, winner, .. }) = field.events.iter().find(|e| matches!(e, Event::Fought { .. }))
    else {
        panic!("no assault")
    };
    assert_eq!((effects, winner), (&[Effect::None, Effect::Rout], &Some(BRITISH)));
}
