//! Each line of the sums of an assault, where it holds and where it does not.

use super::line;
use eagles::empire::assault::{
    Combatant, Facts, Role, Side, Support, attack_value, breakdown, explain, odds, resolve, total,
};
use eagles::empire::charts::Ce;
use eagles::empire::house::HouseRules;
use eagles::empire::units::{Class, Cover, Effect, Facet, Formation, Nation, Status, Weather};
use eagles::explain::Sum;

type Assault = Facts<Vec<Combatant>>;

fn house() -> HouseRules {
    HouseRules::default()
}

fn foot(formation: Formation) -> Combatant {
    Combatant::new(Class::LineInfantry, Nation::Prussian, Ce::new(9), formation)
}

fn british(formation: Formation) -> Combatant {
    Combatant { nation: Nation::British, ..foot(formation) }
}

fn french(formation: Formation) -> Combatant {
    Combatant { nation: Nation::French, ..foot(formation) }
}

fn horse(class: Class) -> Combatant {
    Combatant::new(class, Nation::Prussian, Ce::new(10), Formation::Line)
}

fn guns(formation: Formation) -> Combatant {
    Combatant::new(Class::MediumFoot, Nation::Prussian, Ce::new(7), formation)
}

fn assault(attacker: Combatant, defender: Combatant) -> Assault {
    Facts::new(Side::of(attacker), Side::of(defender))
}

/// The sum of one side, which both ways of adding agree on.
fn side(facts: &Assault, role: Role, house: &HouseRules) -> String {
    let breakdown = breakdown(facts, role, house);
    let mut sum = Sum::default();
    total(facts, role, house, &mut sum);
    assert_eq!(sum.0, breakdown.total);
    line(&breakdown)
}

fn attacks(attacker: Combatant, defender: Combatant) -> String {
    side(&assault(attacker, defender), Role::Attacker, &house())
}

fn defends(defender: Combatant, attacker: Combatant) -> String {
    side(&assault(attacker, defender), Role::Defender, &house())
}

fn attacks_by(house: &HouseRules, attacker: Combatant, defender: Combatant) -> String {
    side(&assault(attacker, defender), Role::Attacker, house)
}

#[test]
fn hits_disorder_and_leaders() {
    let worn = Combatant { hits: 3, status: Status::Disordered, leader: Some(2), ..foot(Formation::Line) };
    assert_eq!(attacks(worn, foot(Formation::Line)), "ce 9, hits -3, disordered -1, leader 2 = 7");
    let poor = Combatant { leader: Some(-1), ..foot(Formation::Line) };
    assert_eq!(attacks(poor, foot(Formation::Line)), "ce 9, leader -1 = 8", "a rating of -1 takes off");
    let murat = Combatant { leader: Some(3), ..horse(Class::Cavalry) };
    assert_eq!(attacks(murat, guns(Formation::Limbered)), "ce 10 = 10", "A26: infantry alone");
    let all = HouseRules { leaders_for_all_arms: true, ..house() };
    assert_eq!(attacks_by(&all, murat, guns(Formation::Limbered)), "ce 10, leader 3 = 13");
}

#[test]
fn routed_units_count_nothing() {
    let routed = Combatant { status: Status::Routed, hits: 2, leader: Some(2), unmoved: true, ..foot(Formation::Line) };
    assert_eq!(defends(routed, foot(Formation::Line)), "ce 9, routed -9 = 0");
    let mut facts = assault(foot(Formation::Line), routed);
    facts.defender.support.lines = 3;
    assert_eq!(side(&facts, Role::Defender, &house()), "ce 9, routed -9 = 0", "A28: no bonuses either");
    facts.attacker.mass = vec![routed];
    assert_eq!(side(&facts, Role::Attacker, &house()), "ce 9 = 9", "A28: no mass");
    facts.attacker.lead.facet = Facet::Rear;
    assert_eq!(side(&facts, Role::Attacker, &house()), "ce 9 = 9", "P30: routed units have no rear");
}

#[test]
fn lines_that_have_not_moved() {
    let still = |unit| Combatant { unmoved: true, ..unit };
    assert_eq!(defends(still(foot(Formation::Line)), foot(Formation::Line)), "ce 9, unmoved-line 1 = 10");
    assert_eq!(defends(still(british(Formation::Line)), foot(Formation::Line)), "ce 9, unmoved-british-line 2 = 11");
    assert_eq!(attacks(still(british(Formation::Line)), foot(Formation::Line)), "ce 9, unmoved-british-line 2 = 11");
    assert_eq!(defends(still(foot(Formation::Column)), foot(Formation::Line)), "ce 9 = 9");
    assert_eq!(defends(still(foot(Formation::Garrison)), foot(Formation::Line)), "ce 9 = 9", "P27");
}

#[test]
fn cover_serves_defenders_on_foot_and_guns() {
    for (cover, code, n) in [
        (Cover::Hillcrest, "hillcrest", 1),
        (Cover::Hedge, "hedge", 1),
        (Cover::LightWoods, "light-woods", 1),
        (Cover::HeavyWoods, "heavy-woods", 2),
        (Cover::Wall, "wall", 2),
        (Cover::LightWorks, "works", 2),
        (Cover::MediumWorks, "works", 2),
        (Cover::HeavyWorks, "works", 2),
    ] {
        let behind = |unit| Combatant { cover, ..unit };
        assert_eq!(
            defends(behind(foot(Formation::Column)), foot(Formation::Line)),
            format!("ce 9, {code} {n} = {}", 9 + n)
        );
        assert_eq!(attacks(behind(foot(Formation::Column)), foot(Formation::Line)), "ce 9 = 9", "A4");
        assert_eq!(
            defends(behind(guns(Formation::Limbered)), foot(Formation::Line)),
            format!("ce 7, {code} {n} = {}", 7 + n),
            "P3"
        );
        assert_eq!(defends(behind(horse(Class::Cavalry)), foot(Formation::Line)), "ce 10 = 10", "P17");
    }
    // Who rolls has nothing to do with it.
    let mut facts = assault(foot(Formation::Line), Combatant { cover: Cover::Wall, ..foot(Formation::Column) });
    facts.roller = Role::Defender;
    assert_eq!(side(&facts, Role::Defender, &house()), "ce 9, wall 2 = 11");
    assert_eq!(attack_value(&facts, &house()), 2);
}

#[test]
fn squares() {
    assert_eq!(defends(foot(Formation::Square), horse(Class::Cavalry)), "ce 9, square-against-cavalry 5 = 14");
    assert_eq!(defends(british(Formation::Square), horse(Class::Cavalry)), "ce 9, british-square 7 = 16", "A17");
    assert_eq!(defends(british(Formation::Square), foot(Formation::Line)), "ce 9, square-against-infantry -3 = 6");
    // One lead, one arm: horse in the mass of infantry does not change it.
    let mut facts = assault(foot(Formation::Line), foot(Formation::Square));
    facts.attacker.mass = vec![horse(Class::Cavalry)];
    assert_eq!(side(&facts, Role::Defender, &house()), "ce 9, square-against-infantry -3 = 6", "P13");
    assert_eq!(side(&facts, Role::Attacker, &house()), "ce 9, mass 5 = 14", "in square, so without the 3");
    // A charge in column and a square: both lines, on different sides.
    let column = Combatant { formation: Formation::Column, charging: true, ..horse(Class::Cavalry) };
    assert_eq!(attacks(column, foot(Formation::Square)), "ce 10, column-against-infantry 1 = 11", "A20");
}

#[test]
fn changes_while_pinned() {
    let hasty = Combatant { changed_while_pinned: true, ..foot(Formation::Line) };
    assert_eq!(defends(hasty, foot(Formation::Line)), "ce 9, changed-while-pinned -2 = 7");
    assert_eq!(
        defends(Combatant { formation: Formation::Square, ..hasty }, horse(Class::Cavalry)),
        "ce 9, square-against-cavalry 5, changed-while-pinned -2 = 12"
    );
}

#[test]
fn guns_without_support() {
    let alone = Combatant { unsupported: true, ..guns(Formation::Unlimbered) };
    assert_eq!(attacks(foot(Formation::Line), alone), "ce 9, unsupported-guns 2 = 11");
    assert_eq!(attacks(foot(Formation::Line), guns(Formation::Unlimbered)), "ce 9 = 9");
    assert_eq!(attacks(horse(Class::Cavalry), alone), "ce 10 = 10", "a line of the infantry list");
}

#[test]
fn french_assault_columns() {
    assert_eq!(attacks(french(Formation::Column), foot(Formation::Line)), "ce 9, assault-column-charge 1 = 10", "A16");
    assert_eq!(attacks(french(Formation::RoadColumn), foot(Formation::Line)), "ce 9 = 9", "Q11");
    assert_eq!(attacks(foot(Formation::Column), foot(Formation::Line)), "ce 9 = 9");
    assert_eq!(defends(french(Formation::Column), foot(Formation::Line)), "ce 9 = 9", "attackers only");
    let horse = Combatant { nation: Nation::French, formation: Formation::Column, ..horse(Class::Cavalry) };
    assert_eq!(attacks(horse, guns(Formation::Limbered)), "ce 10, column-against-guns -1 = 9", "no battalion");
    let literal = HouseRules { literal_assault_column: true, ..house() };
    let column = Combatant { facet: Facet::Flank, ..french(Formation::Column) };
    assert_eq!(
        attacks_by(&literal, column, foot(Formation::Line)),
        "ce 9, assault-column -4, flank 5, assault-column-charge 1 = 11",
        "multiplied on a flank"
    );
    let facts = assault(foot(Formation::Line), french(Formation::Column));
    assert_eq!(side(&facts, Role::Defender, &literal), "ce 9, assault-column -4 = 5", "as defender too");
}

#[test]
fn british_counter_attacks() {
    let counter = Combatant { counter_attacking: true, ..british(Formation::Line) };
    assert_eq!(attacks(counter, foot(Formation::Column)), "ce 9, counter-attack 1 = 10");
    let flank = Combatant { facet: Facet::Flank, ..counter };
    assert_eq!(attacks(flank, foot(Formation::Column)), "ce 9, flank 9, counter-attack 1 = 19", "P9: not multiplied");
    assert_eq!(defends(counter, foot(Formation::Column)), "ce 9 = 9", "the mover only");
    assert_eq!(attacks(counter, horse(Class::Cavalry)), "ce 9 = 9", "against infantry only");
    assert_eq!(attacks(Combatant { formation: Formation::Column, ..counter }, foot(Formation::Line)), "ce 9 = 9");
    assert_eq!(attacks(Combatant { nation: Nation::Dutch, ..counter }, foot(Formation::Line)), "ce 9 = 9");
    let mut facts = assault(british(Formation::Line), foot(Formation::Column));
    facts.attacker.mass = vec![counter];
    assert_eq!(side(&facts, Role::Attacker, &house()), "ce 9, mass 4.5 = 13.5", "the lead only");
}

#[test]
fn flanks_and_rears() {
    let from = |facet| Combatant { facet, ..foot(Formation::Line) };
    assert_eq!(attacks(from(Facet::Flank), foot(Formation::Column)), "ce 9, flank 9 = 18");
    assert_eq!(attacks(from(Facet::Rear), guns(Formation::Unlimbered)), "ce 9, rear 18 = 27");
    let worn = Combatant { hits: 4, status: Status::Disordered, ..from(Facet::Rear) };
    assert_eq!(
        attacks(worn, foot(Formation::Line)),
        "ce 9, hits -4, disordered -1, rear 8 = 12",
        "A13: the total so far"
    );
    let spent =
        Combatant { ce: Ce::new(3), hits: 2, status: Status::Disordered, leader: Some(-1), ..from(Facet::Flank) };
    assert_eq!(attacks(spent, foot(Formation::Line)), "ce 3, hits -2, disordered -1, leader -1 = -1", "never below 0");
    for formation in [Formation::Square, Formation::Skirmish, Formation::Garrison] {
        assert_eq!(attacks(from(Facet::Flank), foot(formation)), "ce 9 = 9", "P30: {formation:?}");
    }
    assert_eq!(
        attacks(from(Facet::Flank), Combatant { formation: Formation::Skirmish, ..horse(Class::Cavalry) }),
        "ce 9 = 9",
        "Q8"
    );
    assert_eq!(defends(from(Facet::Flank), foot(Formation::Line)), "ce 9 = 9", "Q1: the struck side gains nothing");
    let turned = Combatant { role: Some(Role::Attacker), cover: Cover::Wall, ..from(Facet::Flank) };
    assert_eq!(defends(turned, foot(Formation::Line)), "ce 9, flank 9 = 18", "Q1: the role is the unit's");
}

#[test]
fn twice_as_wide() {
    let wide = |attacker, defender, unit: Combatant, house: &HouseRules| {
        let mut facts = assault(unit, foot(Formation::Line));
        (facts.attacker.frontage, facts.defender.frontage) = (attacker, defender);
        side(&facts, Role::Attacker, house)
    };
    assert_eq!(wide(Some(4_000), Some(2_000), foot(Formation::Line), &house()), "ce 9, twice-as-wide 2 = 11");
    assert_eq!(wide(Some(3_999), Some(2_000), foot(Formation::Line), &house()), "ce 9 = 9");
    assert_eq!(wide(None, Some(2_000), foot(Formation::Line), &house()), "ce 9 = 9");
    assert_eq!(wide(Some(i32::MAX), Some(1), foot(Formation::Line), &house()), "ce 9, twice-as-wide 2 = 11");
    assert_eq!(wide(Some(4_000), Some(0), foot(Formation::Line), &house()), "ce 9 = 9", "nonsense gives nothing");
    let flank = Combatant { facet: Facet::Flank, ..foot(Formation::Line) };
    assert_eq!(wide(Some(4_000), Some(2_000), flank, &house()), "ce 9, flank 9 = 18", "A15");
    let both = HouseRules { cumulative_enfilade: true, ..house() };
    assert_eq!(wide(Some(4_000), Some(2_000), flank, &both), "ce 9, flank 9, twice-as-wide 2 = 20", "A12: after it");
    let mut facts = assault(foot(Formation::Column), foot(Formation::Line));
    (facts.attacker.frontage, facts.defender.frontage) = (Some(1_000), Some(3_000));
    assert_eq!(side(&facts, Role::Defender, &house()), "ce 9, twice-as-wide 2 = 11", "either side");
    assert_eq!(side(&facts, Role::Attacker, &house()), "ce 9 = 9");
}

#[test]
fn support() {
    let mut facts = assault(horse(Class::Cavalry), guns(Formation::Unlimbered));
    let support = Support { lines: 2, columns: 1, guns: 1 };
    (facts.attacker.support, facts.defender.support) = (support, support);
    let parts = "support-columns 1, support-lines 4, support-guns 2";
    assert_eq!(side(&facts, Role::Attacker, &house()), format!("ce 10, {parts} = 17"), "P16: for all arms");
    assert_eq!(side(&facts, Role::Defender, &house()), format!("ce 7, at-cavalry-line 2, {parts} = 16"));
    facts.attacker.lead = Combatant { facet: Facet::Flank, ..foot(Formation::Line) };
    assert_eq!(side(&facts, Role::Attacker, &house()), format!("ce 9, flank 9, {parts} = 25"), "A12: not multiplied");
}

#[test]
fn mass() {
    let mut facts = assault(foot(Formation::Line), foot(Formation::Line));
    let flank = Combatant { facet: Facet::Flank, hits: 1, ..foot(Formation::Line) };
    facts.attacker.mass = vec![Combatant { hits: 2, ..foot(Formation::Line) }, flank];
    assert_eq!(side(&facts, Role::Attacker, &house()), "ce 9, mass 3.5, mass 8 = 20.5", "A14: its own flank");
    facts.attacker.mass =
        vec![Combatant { ce: Ce::new(1), status: Status::Disordered, leader: Some(-1), ..foot(Formation::Line) }];
    assert_eq!(side(&facts, Role::Attacker, &house()), "ce 9 = 9", "A52: at least 0");
    // Group 4 belongs to the lead.
    facts.attacker.mass = vec![french(Formation::Column)];
    assert_eq!(side(&facts, Role::Attacker, &house()), "ce 9, mass 4.5 = 13.5");
    // Cover serves the further units of a defender.
    facts.defender.mass = vec![Combatant { cover: Cover::HeavyWoods, unmoved: true, ..british(Formation::Line) }];
    assert_eq!(side(&facts, Role::Defender, &house()), "ce 9, mass 6.5 = 15.5");
    // Two regiments charge together, each by the list of cavalry, without the wider front.
    let sabres = Combatant { charging: true, ..horse(Class::SabreCavalry) };
    let mut charge = assault(sabres, foot(Formation::Line));
    charge.attacker.mass = vec![sabres];
    (charge.attacker.frontage, charge.defender.frontage) = (Some(9_000), Some(1_000));
    assert_eq!(side(&charge, Role::Attacker, &house()), "ce 10, not-in-square 3, sabre 3, mass 8 = 24");
}

#[test]
fn cavalry_against_infantry() {
    let failed = Combatant { failed_square: true, ..foot(Formation::Line) };
    assert_eq!(attacks(horse(Class::Cavalry), foot(Formation::Line)), "ce 10, not-in-square 3 = 13");
    assert_eq!(attacks(horse(Class::Cavalry), failed), "ce 10, failed-to-square 6 = 16", "A19: the larger alone");
    assert_eq!(
        attacks(horse(Class::Cavalry), Combatant { formation: Formation::Square, ..failed }),
        "ce 10 = 10",
        "made at the second attempt"
    );
    assert_eq!(attacks(horse(Class::Cavalry), foot(Formation::Skirmish)), "ce 10, not-in-square 3 = 13");
    assert_eq!(attacks(horse(Class::Cavalry), foot(Formation::Garrison)), "ce 10 = 10", "P27: it needs none");
    assert_eq!(attacks(horse(Class::SabreCavalry), foot(Formation::Square)), "ce 10, sabre 3 = 13");
    assert_eq!(attacks(horse(Class::Lancers), foot(Formation::Square)), "ce 10 = 10", "A21: lancers have no sabre");
    let column = Combatant { formation: Formation::RoadColumn, ..horse(Class::Cavalry) };
    assert_eq!(attacks(column, foot(Formation::Line)), "ce 10, not-in-square 3, column-against-infantry 1 = 14");
    let blown = Combatant { blown: true, ..horse(Class::Cavalry) };
    assert_eq!(attacks(blown, foot(Formation::Square)), "ce 10 = 10", "A23: against horse only");
    assert_eq!(defends(horse(Class::SabreCavalry), foot(Formation::Line)), "ce 10 = 10", "attackers only");
    let flank = Combatant { facet: Facet::Flank, ..horse(Class::SabreCavalry) };
    assert_eq!(
        attacks(flank, foot(Formation::Line)),
        "ce 10, not-in-square 3, sabre 3, flank 16 = 32",
        "A13: its own list is multiplied"
    );
}

#[test]
fn cavalry_in_the_rain_and_against_guns() {
    let rain = |attacker, defender| {
        let facts = Assault { weather: Weather::Rain, ..assault(attacker, defender) };
        side(&facts, Role::Attacker, &house())
    };
    assert_eq!(rain(horse(Class::Cavalry), foot(Formation::Square)), "ce 10, rain 1 = 11");
    assert_eq!(rain(horse(Class::Lancers), foot(Formation::Square)), "ce 10, lancers-in-rain 2 = 12", "A17: instead");
    assert_eq!(rain(horse(Class::SabreCavalry), guns(Formation::Unlimbered)), "ce 10, rain 1, sabre 3 = 14");
    assert_eq!(rain(horse(Class::Lancers), horse(Class::Cavalry)), "ce 10 = 10");
    assert_eq!(rain(foot(Formation::Line), foot(Formation::Line)), "ce 9 = 9");
    let column = Combatant { formation: Formation::Column, ..horse(Class::Cavalry) };
    assert_eq!(attacks(column, guns(Formation::Unlimbered)), "ce 10, column-against-guns -1 = 9");
}

#[test]
fn cavalry_against_cavalry() {
    let charging = |unit| Combatant { charging: true, ..unit };
    let (plain, blown) = (horse(Class::Cavalry), Combatant { blown: true, ..horse(Class::Cavalry) });
    assert_eq!(attacks(charging(plain), plain), "ce 10, against-non-charging 4 = 14");
    assert_eq!(attacks(charging(plain), charging(plain)), "ce 10 = 10", "A25, A6: a counter-charge");
    assert_eq!(attacks(plain, plain), "ce 10 = 10");
    assert_eq!(defends(blown, charging(plain)), "ce 10, blown -5 = 5", "either side");
    assert_eq!(attacks(blown, plain), "ce 10, blown -5 = 5");
    assert_eq!(attacks(horse(Class::SabreCavalry), plain), "ce 10 = 10", "A21");
    let sabre = HouseRules { sabre_against_cavalry: true, ..house() };
    assert_eq!(attacks_by(&sabre, horse(Class::SabreCavalry), plain), "ce 10, sabre 3 = 13");
    let skirmishing = Combatant { formation: Formation::Skirmish, ..plain };
    assert_eq!(attacks(charging(plain), skirmishing), "ce 10, against-non-charging 4 = 14", "Q8: as a line");
    for (own, enemy, part) in [
        (2_999, 2_000, ""),
        (3_000, 2_000, ", half-again-as-wide 2"),
        (4_000, 2_000, ", twice-as-wide 3"),
        (6_000, 2_000, ", thrice-as-wide 4"),
        (60_000, 2_000, ", thrice-as-wide 4"),
    ] {
        let mut facts = assault(plain, plain);
        (facts.attacker.frontage, facts.defender.frontage) = (Some(own), Some(enemy));
        let found = side(&facts, Role::Attacker, &house());
        assert!(found.starts_with(&format!("ce 10{part} = ")), "{found}");
        assert_eq!(side(&facts, Role::Defender, &house()), "ce 10 = 10", "A24: the wider side only");
        facts.attacker.lead.facet = Facet::Flank;
        assert_eq!(side(&facts, Role::Attacker, &house()), "ce 10, flank 10 = 20", "A13: not with a factor");
    }
}

#[test]
fn guns_that_are_assaulted() {
    let ready = guns(Formation::Unlimbered);
    for (attacker, part) in [
        (foot(Formation::Line), "at-infantry-line 1"),
        (foot(Formation::Column), "at-infantry-column 2"),
        (Combatant { closed_up: true, ..foot(Formation::Column) }, "at-mass 3"),
        (foot(Formation::Square), "at-square 3"),
        (foot(Formation::Skirmish), "at-skirmishers -4"),
        (horse(Class::Cavalry), "at-cavalry-line 2"),
        (Combatant { formation: Formation::Column, ..horse(Class::Cavalry) }, "at-cavalry-column 3"),
        (Combatant { formation: Formation::Skirmish, ..horse(Class::Cavalry) }, "at-cavalry-line 2"),
    ] {
        assert!(defends(ready, attacker).starts_with(&format!("ce 7, {part} = ")), "P3, P8: {part}");
        assert_eq!(defends(guns(Formation::Limbered), attacker), "ce 7 = 7", "P3: limbered");
    }
    let hasty = Combatant { hits: 1, status: Status::Disordered, unlimbered: true, cover: Cover::HeavyWorks, ..ready };
    assert_eq!(
        defends(hasty, foot(Formation::Line)),
        "ce 7, hits -1, disordered -2, at-infantry-line 1, unlimbered -3, works 2 = 4"
    );
    let routed = Combatant { status: Status::Routed, ..foot(Formation::Line) };
    assert_eq!(defends(ready, routed), "ce 7 = 7", "P7: no formation");
    let limbered = Combatant { formation: Formation::Limbered, status: Status::Disordered, ..hasty };
    assert_eq!(defends(limbered, foot(Formation::Line)), "ce 7, hits -1, disordered -2, works 2 = 6");
}

#[test]
fn the_value_is_cut_toward_zero_whoever_rolls() {
    let half = |n| Combatant { ce: Ce::from_quarters(n), ..foot(Formation::Skirmish) };
    for (attacker, defender, value) in [(38, 36, 0), (36, 38, 0), (42, 36, 1), (36, 42, -1), (45, 36, 2), (36, 45, -2)]
    {
        let mut facts = assault(half(attacker), half(defender));
        assert_eq!(attack_value(&facts, &house()), value);
        facts.roller = Role::Defender;
        assert_eq!(attack_value(&facts, &house()), -value, "the mirror");
    }
}

#[test]
fn results_fall_on_the_sides_whoever_rolls() {
    let mut facts = assault(foot(Formation::Line), Combatant { unmoved: true, ..foot(Formation::Line) });
    let result = resolve(&facts, &house(), 2);
    assert_eq!((result.value, result.attacker, result.defender), (-1, Effect::Hit, Effect::Disorder));
    assert_eq!(result.winner, Some(Role::Defender), "A8");
    facts.roller = Role::Defender;
    let result = resolve(&facts, &house(), 9);
    assert_eq!((result.value, result.attacker, result.defender), (1, Effect::Hit, Effect::Disorder));
    assert_eq!(result.winner, Some(Role::Defender));
    let draw = resolve(&facts, &house(), 3);
    assert_eq!((draw.attacker, draw.defender, draw.winner), (Effect::Disorder, Effect::Disorder, None));
    let explained = explain(&facts, &house(), 9);
    assert_eq!(explained.resolution, result);
    assert_eq!([explained.attacker.total, explained.defender.total], result.totals);
}

#[test]
fn odds_are_the_ten_faces() {
    for roller in [Role::Attacker, Role::Defender] {
        let facts = Assault { roller, ..assault(foot(Formation::Column), british(Formation::Line)) };
        let odds = odds(&facts, &house());
        for (die, face) in (1..=10).zip(odds.faces) {
            let result = resolve(&facts, &house(), die);
            assert_eq!((result.attacker, result.defender), face);
        }
        for effect in Effect::ALL {
            let count = odds.faces.iter().filter(|face| face.1 == effect).count();
            assert_eq!(usize::from(odds.defender.faces(effect)), count);
        }
        assert_eq!(odds.winner.0.iter().sum::<u8>(), 10);
        assert_eq!(odds.winner.0, [3, 4, 3], "A3: at 0 neither side is better off, whoever rolls");
    }
}

#[test]
fn a_slice_serves_as_well_as_a_vec() {
    let units = [foot(Formation::Column), foot(Formation::Line)];
    let borrowed: Facts<&[Combatant]> = Facts::new(
        Side { lead: units[0], mass: &units[1..], support: Support::default(), frontage: None },
        Side { lead: units[1], mass: &[], support: Support::default(), frontage: None },
    );
    let mut owned = assault(units[0], units[1]);
    owned.attacker.mass = vec![units[1]];
    assert_eq!(resolve(&borrowed, &house(), 7), resolve(&owned, &house(), 7));
}
