//! Facts as they stand in files, and all that can be wrong with them.

use super::faults;
use eagles::empire::assault::{self, Combatant, Role, Side};
use eagles::empire::charts::{Ce, check_die, is_destroyed};
use eagles::empire::fire::{self, Battery, Firer, Target};
use eagles::empire::house::HouseRules;
use eagles::empire::units::{Class, Facet, Formation, Nation, Order, Rank, Status};
use eagles::empire::{allowance, initiative, integrity, leaders, morale, orders, square};

fn foot(formation: Formation) -> Combatant {
    Combatant::new(Class::LineInfantry, Nation::Prussian, Ce::new(9), formation)
}

#[test]
fn strengths_are_numbers_whole_in_quarters() {
    let read = |text: &str| serde_json::from_str::<Ce>(text).map_err(|e| e.to_string());
    for (text, quarters) in [("9", 36), ("1.5", 6), ("0.25", 1), ("-2", -8), ("9.0", 36), ("100", 400)] {
        assert_eq!(read(text), Ok(Ce::from_quarters(quarters)));
    }
    for text in ["0.3", "101", "-100.5", "1e9", "\"9\"", "null", "18446744073709551615"] {
        let error = read(text).expect_err(text);
        assert!(error.contains("whole in quarters"), "{error}");
    }
    for quarters in -400..=400 {
        let ce = Ce::from_quarters(quarters);
        let text = serde_json::to_string(&ce).expect("writes");
        assert_eq!((read(&text), text.as_str()), (Ok(ce), ce.to_string().as_str()));
        let bytes = postcard::to_allocvec(&ce).expect("writes");
        assert_eq!(postcard::from_bytes::<Ce>(&bytes), Ok(ce));
    }
    assert_eq!((Ce::from_quarters(9_999), Ce::new(-9_999)), (Ce::new(100), Ce::new(-100)));
}

#[test]
fn what_need_not_be_said_may_be_left_out() {
    let facts: assault::Facts = serde_json::from_str(
        r#"{
            "attacker": {
                "lead": {"class": "sabre-cavalry", "ce": 10, "formation": "line", "charging": true},
                "mass": [{"class": "lancers", "ce": 8, "formation": "column"}],
                "support": {"guns": 1}
            },
            "defender": {"lead": {"class": "line-infantry", "nation": "british", "ce": 9, "formation": "square"}},
            "weather": "rain"
        }"#,
    )
    .expect("reads");
    assert_eq!(assault::check(&facts), []);
    assert_eq!(assault::attack_value(&facts, &HouseRules::default()), 10 + 1 + 3 + 2 + (8 + 2 + 1) / 2 - 16);
    let text = serde_json::to_string(&facts).expect("writes");
    assert_eq!(serde_json::from_str::<assault::Facts>(&text).expect("reads"), facts);
    let shot: fire::Facts = serde_json::from_str(
        r#"{"firer": {"class": "heavy-foot", "ce": 7, "formation": "unlimbered"},
            "target": {"class": "cavalry", "formation": "column"}, "distance": 9}"#,
    )
    .expect("reads");
    assert_eq!((shot.year, fire::check(&shot, &HouseRules::default())), (1815, vec![]));
    let text = serde_json::to_string(&shot).expect("writes");
    assert_eq!(serde_json::from_str::<fire::Facts>(&text).expect("reads"), shot);
    assert!(serde_json::from_str::<fire::Facts>(&text.replace("year", "yaer")).is_err(), "no unknown fields");
    assert!(serde_json::from_str::<leaders::Facts>("{}").is_ok());
    assert!(serde_json::from_str::<initiative::Facts>("{}").is_ok());
    assert!(serde_json::from_str::<orders::Facts>(r#"{"sender": 2}"#).is_ok());
    assert!(serde_json::from_str::<integrity::Facts>(r#"{"strengths": [9, 10]}"#).is_ok());
    assert!(serde_json::from_str::<square::Facts>(r#"{"ce": 9, "formation": "line"}"#).is_ok());
    assert!(serde_json::from_str::<morale::Facts>(r#"{"class": "cavalry", "ce": 9, "formation": "line"}"#).is_ok());
    let leader = r#"{"who": {"leader": {"rank": "corps"}}}"#;
    assert_eq!(serde_json::from_str::<allowance::Facts>(leader).expect("reads"), allowance::Facts::leader(Rank::Corps));
}

#[test]
fn all_faults_of_an_assault_at_once() {
    let mut attacker = Side::of(Combatant {
        leader: Some(9),
        unlimbered: true,
        blown: true,
        charging: true,
        unmoved: true,
        ..Combatant::new(Class::Cavalry, Nation::French, Ce::default(), Formation::Square)
    });
    attacker.frontage = Some(0);
    attacker.mass = vec![
        Combatant::new(Class::LightFoot, Nation::French, Ce::new(7), Formation::Unlimbered),
        Combatant { hits: 9, ..foot(Formation::Garrison) },
    ];
    let struck =
        Combatant { facet: Facet::Rear, ce: Ce::from_quarters(38), failed_square: true, ..foot(Formation::Line) };
    let facts = assault::Facts::new(attacker, Side::of(struck));
    assert_eq!(
        faults(&assault::check(&facts)),
        [
            "attacker.lead.ce strength",
            "attacker.lead.formation formation",
            "attacker.lead.leader rating",
            "attacker.lead foreign",
            "attacker.lead conflict",
            "attacker.lead conflict",
            "attacker.lead conflict",
            "attacker.mass[0] unable",
            "attacker.mass[1].hits destroyed",
            "attacker.mass[1] unable",
            "attacker.frontage length",
            "defender.lead.ce fraction",
            "defender.lead foreign",
        ]
    );
    let meeting = assault::Facts::<Vec<Combatant>>::new(
        Side::of(foot(Formation::Line)),
        Side::of(Combatant { role: Some(Role::Attacker), facet: Facet::Flank, ..foot(Formation::Line) }),
    );
    assert_eq!(assault::check(&meeting), []);
}

#[test]
fn all_faults_of_fire_at_once() {
    let house = HouseRules::default();
    let check = |firer, target, distance| {
        faults(&fire::check(&fire::Facts::<Vec<Battery>>::new(firer, target, distance), &house))
    };
    let target = Target::new(Class::LineInfantry, Formation::Line);
    let line = Firer::new(Class::LineInfantry, Nation::French, Ce::new(9), Formation::Line);
    assert_eq!(check(line, target, 3_000), [""; 0]);
    assert_eq!(check(line, target, 3_001), ["distance range"]);
    assert_eq!(check(line, target, -1), ["distance length"]);
    assert_eq!(check(Firer { facet: Facet::Flank, unlimbered: true, ..line }, target, 0), ["firer foreign"; 2]);
    assert_eq!(check(Firer { stands: 3, ..line }, target, 0), ["firer.stands number"]);
    let light = Firer { class: Class::LightInfantry, stands: 4, ..line };
    assert_eq!(check(light, target, 0), [""; 0], "P36: light battalions");
    let screen = Firer { formation: Formation::Skirmish, ce: Ce::default(), ..light };
    assert_eq!(check(screen, target, 0), [""; 0]);
    assert_eq!(check(Firer { hits: 8, ..screen }, target, 0), ["firer.hits destroyed"]);
    assert_eq!(check(Firer { ce: Ce::new(3), ..screen }, target, 0), ["firer conflict"]);
    assert_eq!(check(Firer { ce: Ce::default(), ..line }, target, 0), ["firer.ce strength"]);
    let horse = Firer { class: Class::Cavalry, status: Status::Routed, ..line };
    assert_eq!(check(horse, target, 99_000), ["firer unable", "firer unable"]);
    let odd = Target { charging: true, closed_up: true, status: Status::Routed, ..target };
    assert_eq!(check(line, odd, 0), ["target foreign", "target foreign", "target conflict"]);
    assert_eq!(check(line, Target::new(Class::Cavalry, Formation::Square), 0), ["target.formation formation"]);

    let guns = Firer {
        unmoved: true,
        unlimbered: true,
        ..Firer::new(Class::LightFoot, Nation::French, Ce::new(7), Formation::Limbered)
    };
    let mut facts = fire::Facts::<Vec<Battery>>::new(guns, target, 12_001);
    facts.batteries = vec![
        Battery { limbered: true, status: Status::Routed, ..Battery::new(Class::HeavyFoot, 20_001) },
        Battery::new(Class::Lancers, 0),
    ];
    facts.year = 1066;
    let lead = ["firer conflict", "firer unable", "distance range", "year number"];
    let further = ["batteries[0].distance range", "batteries[0] unable", "batteries[0] unable", "batteries[1] unable"];
    assert_eq!(faults(&fire::check(&facts, &house)), [lead, further].concat());
    let apart = HouseRules { batteries_apart: true, ..house };
    assert_eq!(fire::check(&facts, &apart).len(), 9);
}

#[test]
fn all_faults_of_the_rolls_at_once() {
    let mut facts = square::Facts::new(Nation::French, Ce::new(9), Formation::Line);
    assert_eq!(square::check(&facts), []);
    facts = square::Facts { in_contact: true, status: Status::Disordered, ..facts };
    assert_eq!(faults(&square::check(&facts)), [" unable"]);
    for formation in [Formation::Square, Formation::Skirmish, Formation::Garrison] {
        let facts = square::Facts::new(Nation::French, Ce::new(9), formation);
        assert_eq!(faults(&square::check(&facts)), [" unable"], "P46: {formation:?}");
    }
    let horse = square::Facts { class: Class::Cavalry, status: Status::Routed, hits: 20, ..facts };
    assert_eq!(faults(&square::check(&horse)), ["hits destroyed", " unable", " unable"]);

    let guns = morale::Facts { blown: true, ..morale::Facts::new(Class::LightFoot, Ce::new(7), Formation::Line) };
    assert_eq!(faults(&morale::check(&guns)), ["formation formation", " foreign"]);
    let horse = morale::Facts {
        pinned: true,
        unsupported: true,
        status: Status::Routed,
        ..morale::Facts::new(Class::Cavalry, Ce::new(21), Formation::Line)
    };
    assert_eq!(faults(&morale::check(&horse)), ["ce strength", " foreign", " foreign", " unable"]);

    let mut both = initiative::Facts::default();
    both.sides.iter_mut().for_each(|side| (side.had_it, side.commander) = (true, 5));
    assert_eq!(
        faults(&initiative::check(&both)),
        ["sides[0].commander rating", "sides[1].commander rating", "sides conflict"]
    );

    let order = orders::Facts { receiver: Some(-2), distance: -1, to: Order::Attack, ..orders::Facts::new(5) };
    assert_eq!(faults(&orders::check(&order)), ["sender rating", "receiver rating", "distance length"]);

    let division = integrity::Facts {
        routed: 3,
        routed_this_turn: 4,
        worn: 3,
        ..integrity::Facts::new([Ce::new(0), Ce::from_quarters(33)])
    };
    assert_eq!(
        faults(&integrity::check(&division)),
        ["routed number", "worn number", "routed-this-turn number", "strengths[0] strength", "strengths[1] fraction",]
    );
    assert_eq!(faults(&integrity::check(&integrity::Facts::new(Vec::new()))), ["strengths number"]);
}

#[test]
fn all_faults_of_a_move_at_once() {
    use allowance::{Facts, check};
    let guns = Facts { open: -1, walls: 1, on_road: true, ..Facts::unit(Class::LightFoot, Formation::Line) };
    assert_eq!(faults(&check(&guns)), ["open length", "formation formation", " foreign", " unable"]);
    let rout = Facts {
        changes_from: Some(Formation::Limbered),
        withdrawing: true,
        on_road: true,
        ..Facts::rout(Class::LineInfantry, Formation::RoadColumn)
    };
    let found = faults(&check(&rout));
    assert_eq!(found, ["changes-from formation", " conflict", " conflict", " conflict", " conflict"]);
    let leader = Facts { withdrawing: true, on_road: true, ..Facts::leader(Rank::Army) };
    assert_eq!(faults(&check(&leader)), [" foreign", " foreign"]);
    assert_eq!(check(&Facts { fords: 1, light_woods: 5, ..Facts::unit(Class::Cavalry, Formation::Line) }), []);
}

#[test]
fn dice_and_destruction() {
    assert!((1..=10).all(|die| check_die(die).is_ok()));
    assert!(check_die(0).is_err() && check_die(11).is_err());
    assert!(is_destroyed(Ce::new(4), 4) && !is_destroyed(Ce::new(4), 3), "A35");
    assert!(is_destroyed(Ce::from_quarters(6), 2) && !is_destroyed(Ce::from_quarters(6), 1));
    assert!(!is_destroyed(Ce::new(20), 19) && is_destroyed(Ce::new(20), 255));
}

#[test]
fn nonsense_does_no_harm() {
    let house = HouseRules {
        literal_assault_column: true,
        cumulative_enfilade: true,
        leaders_for_all_arms: true,
        ..HouseRules::default()
    };
    let mut classes = vec![Class::LineInfantry, Class::SabreCavalry, Class::HeavyHorse];
    classes.push(Class::Lancers);
    for class in classes {
        for formation in Formation::ALL {
            for (ce, hits, leader) in [(100, 255, i8::MAX), (-100, 255, i8::MIN), (100, 0, i8::MAX)] {
                let unit = Combatant {
                    hits,
                    leader: Some(leader),
                    facet: Facet::Rear,
                    unmoved: true,
                    charging: true,
                    ..Combatant::new(class, Nation::French, Ce::new(ce), formation)
                };
                let mut side = Side { mass: vec![unit; 300], ..Side::of(unit) };
                side.support = assault::Support { lines: 255, columns: 255, guns: 255 };
                side.frontage = Some(i32::MIN);
                let facts = assault::Facts::new(side.clone(), side);
                for die in [0, 1, 10, 255] {
                    let result = assault::resolve(&facts, &house, die);
                    assert_eq!(assault::explain(&facts, &house, die).resolution, result);
                }
                let firer = Firer {
                    hits,
                    leader: Some(leader),
                    stands: 255,
                    ..Firer::new(class, Nation::French, Ce::new(ce), formation)
                };
                let mut facts = fire::Facts::new(firer, Target::new(class, formation), i32::MIN);
                facts.batteries = vec![Battery::new(Class::HeavyFoot, i32::MIN); 3_000];
                let result = fire::resolve(&facts, &house, 0);
                assert_eq!(fire::explain(&facts, &house, 0).resolution, result);
                let mut far = allowance::Facts::unit(class, formation);
                (far.open, far.light_woods, far.heavy_woods) = (i32::MAX, i32::MAX, i32::MAX);
                (far.walls, far.fords) = (255, 255);
                assert!(allowance::value(&far, &house) >= 0);
            }
        }
    }
    let worst = integrity::Facts {
        routed: 255,
        routed_this_turn: 255,
        worn: 255,
        ..integrity::Facts::new(vec![Ce::new(100); 1_000])
    };
    assert!(!integrity::resolve(&worst, 1).is_passed);
    let order = orders::Facts { receiver: Some(i8::MIN), distance: i32::MAX, ..orders::Facts::new(i8::MAX) };
    assert_eq!(orders::resolve(&order, 0).value, 1);
}
