//! The charts of *Eagles over the Empire*: the worked sums of the rulings, and every calculator against its function.

use super::{answer, faults, wrong};
use eagles::empire::assault::{self, Role};
use eagles::empire::charts::Ce;
use eagles::empire::{HouseRules, allowance, fire, initiative, integrity, leaders, morale, orders, square};
use eagles::explain::Breakdown;
use eagles::game::Player;
use eagles::host::Status;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// `ce 9, hits -2 = 7` out of a breakdown as JSON.
fn line(sum: &Value) -> String {
    let per = sum["per"].as_i64().unwrap_or(1);
    let amount = |n: &Value| {
        let n = n.as_i64().expect("a number");
        if per == 4 { Ce::from_quarters(n as i16).to_string() } else { n.to_string() }
    };
    let parts = sum["parts"].as_array().expect("parts");
    let parts: Vec<String> = parts
        .iter()
        .map(|part| {
            assert!(part["cite"].as_str().is_some_and(|cite| cite.starts_with("E ")), "every part is cited");
            format!("{} {}", part["code"].as_str().unwrap_or_default(), amount(&part["amount"]))
        })
        .collect();
    format!("{} = {}", parts.join(", "), amount(&sum["total"]))
}

fn foot(nation: &str, ce: i64, formation: &str) -> Value {
    json!({ "class": "line-infantry", "nation": nation, "ce": ce, "formation": formation })
}

fn with(mut unit: Value, field: &str, value: impl Into<Value>) -> Value {
    unit[field] = value.into();
    unit
}

fn value(attacker: Value, defender: Value) -> Value {
    answer("empire.assault", &json!({ "attacker": { "lead": attacker }, "defender": { "lead": defender } }))
}

/// The chance of a result in a list of outcomes, checked against its float.
fn chance(list: &Value, result: impl Into<Value>) -> (u64, u64) {
    let result = result.into();
    let list = list.as_array().expect("outcomes");
    let found = list.iter().find(|one| one["result"] == result).unwrap_or_else(|| panic!("{result} is among them"));
    let part = |name: &str| found["chance"][name].as_u64().expect("a fraction");
    let (num, den) = (part("num"), part("den"));
    assert!((found["p"].as_f64().expect("a float") - num as f64 / den as f64).abs() < 1e-12);
    (num, den)
}

#[test]
fn the_twelve_worked_sums() {
    let still = || with(foot("prussian", 9, "line"), "unmoved", true);
    // 1 and 2: fire.
    let firer = with(still(), "hits", 2);
    let square = json!({ "class": "line-infantry", "formation": "square" });
    let found = answer("empire.fire", &json!({ "firer": firer, "target": square, "distance": 3 }));
    assert_eq!(line(&found["firer"]), "ce 9, hits -2, unmoved-line 1, at-square 4 = 12");
    assert_eq!((&found["row"]["name"], &found["value"]), (&json!("11-12"), &json!(12)));
    let charge = json!({ "class": "cavalry", "formation": "line", "charging": true });
    let firer = with(foot("british", 10, "line"), "unmoved", true);
    let found = answer("empire.fire", &json!({ "firer": firer, "target": charge, "distance": 2.5 }));
    assert_eq!((&found["row"]["name"], &found["value"]), (&json!("8-10"), &json!(8)));
    // 3 to 8: assaults.
    assert_eq!(value(foot("austrian", 9, "column"), still())["value"], -1);
    assert_eq!(value(foot("french", 9, "column"), still())["value"], 0);
    let flank = value(with(foot("austrian", 9, "line"), "facet", "flank"), foot("prussian", 9, "line"));
    assert_eq!((&flank["value"], chance(&flank["defender-chances"], "rout")), (&json!(9), (3, 10)));
    assert_eq!((&flank["faces"][0]["attacker"], &flank["faces"][0]["defender"]), (&json!("disorder"), &json!("hit")));
    let sabres = || json!({ "class": "sabre-cavalry", "nation": "french", "ce": 10, "formation": "line" });
    let failed = value(sabres(), with(foot("prussian", 8, "line"), "failed-square", true));
    assert_eq!((&failed["value"], chance(&failed["defender-chances"], "rout")), (&json!(11), (1, 2)));
    assert_eq!(value(sabres(), foot("british", 10, "square"))["value"], -4);
    let mass = vec![foot("prussian", 9, "line"); 2];
    let facts = json!({
        "attacker": { "lead": foot("prussian", 9, "line"), "mass": mass },
        "defender": { "lead": foot("prussian", 9, "line") }
    });
    assert_eq!(line(&answer("empire.assault", &facts)["attacker"]), "ce 9, mass 4.5, mass 4.5 = 18");
    // 9: two batteries, and the lead alone.
    let mut guns = json!({
        "firer": { "class": "heavy-foot", "ce": 7, "formation": "unlimbered" },
        "target": { "class": "line-infantry", "formation": "column" },
        "distance": 6,
        "batteries": [{ "class": "medium-foot", "distance": 6 }]
    });
    let found = answer("empire.fire", &guns);
    assert_eq!((&found["row"]["name"], &found["value"]), (&json!("16+"), &json!(16)));
    guns["batteries"] = json!([]);
    assert_eq!(answer("empire.fire", &guns)["value"], 13);
    // 10 to 12: rolls.
    let unit = json!({ "class": "line-infantry", "ce": 8, "formation": "column", "hits": 4, "leader": true });
    let found = answer("empire.morale", &unit);
    assert_eq!(line(&found["sum"]), "ce 8, hits -4, column 1, leader 3 = 8");
    let chances = ["pass", "fallback", "rout"].map(|nerve| chance(&found["chances"], nerve));
    assert_eq!(chances, [(7, 10), (1, 10), (1, 5)]);
    let order = json!({ "sender": 2, "receiver": 1, "nation": "french", "distance": 35, "die": 4 });
    let found = answer("empire.order", &order);
    assert_eq!(line(&found["sum"]), "die 4, receiver 1, french 1, distance -1 = 5");
    assert_eq!((&found["result"]["delay"], &found["row"]), (&json!(2), &json!([3, 3, 2, 2, 1])));
    let division = json!({ "strengths": [9, 10], "routed": 1, "routed-this-turn": 1 });
    let found = answer("empire.integrity", &division);
    assert_eq!(line(&found["sum"]), "base 11, routed -3, routed-this-turn -3 = 5");
    let chances = ["holds", "rout", "fallback"].map(|what| chance(&found["chances"], what));
    assert_eq!(chances, [(1, 2), (3, 20), (7, 20)]);
}

fn facts<T: DeserializeOwned>(value: &Value) -> T {
    serde_json::from_value(value.clone()).expect("the facts")
}

fn is<T: Serialize>(found: &Value, wanted: &T) {
    assert_eq!(*found, serde_json::to_value(wanted).expect("writes"));
}

/// The facts with a die.
fn rolled(value: &Value, die: u8) -> Value {
    with(value.clone(), "die", die)
}

fn all_faces<T: Serialize>(found: &Value, resolve: impl Fn(u8) -> T) {
    let faces: Vec<T> = (1..=10).map(resolve).collect();
    is(&found["faces"], &faces);
}

#[test]
fn assaults_are_those_of_the_chart() {
    let given = json!({
        "attacker": {
            "lead": { "class": "lancers", "ce": 10, "formation": "column", "hits": 1, "leader": 2 },
            "mass": [{ "class": "cavalry", "ce": 8, "formation": "line", "facet": "flank" }],
            "support": { "guns": 1 },
            "frontage": 4.5
        },
        "defender": { "lead": foot("british", 9, "line"), "frontage": 1.125, "support": { "lines": 2 } },
        "roller": "defender",
        "weather": "rain"
    });
    let house = HouseRules { extend: true, leaders_for_all_arms: true, ..HouseRules::default() };
    let of: assault::Facts = facts(&given);
    assert_eq!((of.attacker.frontage, of.defender.frontage), (Some(4_500), Some(1_125)));
    for die in 1..=10 {
        let asked = with(rolled(&given, die), "house", json!({ "extend": true, "leaders-for-all-arms": true }));
        let found = answer("empire.assault", &asked);
        is(&found["facts"], &of);
        is(&found["attacker"], &assault::breakdown(&of, Role::Attacker, &house));
        is(&found["defender"], &assault::breakdown(&of, Role::Defender, &house));
        is(&found["value"], &assault::attack_value(&of, &house));
        is(&found["result"], &assault::resolve(&of, &house, die));
        all_faces(&found, |die| assault::resolve(&of, &house, die));
    }
    let odds = assault::odds(&of, &house);
    let found =
        answer("empire.assault", &with(given, "house", json!({ "extend": true, "leaders-for-all-arms": true })));
    assert_eq!(found["result"], Value::Null);
    for (list, tenths) in [("attacker-chances", odds.attacker), ("defender-chances", odds.defender)] {
        for effect in eagles::empire::units::Effect::ALL {
            let (num, den) = chance(&found[list], serde_json::to_value(effect).expect("a word"));
            assert_eq!(num * 10, u64::from(tenths.faces(effect)) * den);
        }
    }
    let winner =
        ["attacker".into(), Value::Null, "defender".into()].map(|who: Value| chance(&found["winner-chances"], who));
    for ((num, den), count) in winner.into_iter().zip(odds.winner.0) {
        assert_eq!(num * 10, u64::from(count) * den);
    }
}

#[test]
fn fire_is_that_of_the_table() {
    let given = json!({
        "firer": { "class": "light-infantry", "nation": "prussian", "formation": "skirmish", "stands": 2 },
        "target": { "class": "line-infantry", "formation": "line", "cover": "hedge" },
        "distance": 2.999,
        "year": 1809
    });
    let (of, house): (fire::Facts, _) = (facts(&given), HouseRules::default());
    assert_eq!(of.distance, 2_999);
    let found = answer("empire.fire", &rolled(&given, 1));
    is(&found["firer"], &fire::breakdown(&of, &house));
    is(&found["result"], &fire::resolve(&of, &house, 1));
    all_faces(&found, |die| fire::resolve(&of, &house, die));
    assert_eq!(found["row"], json!({ "name": "0-4", "from": 0, "disorder": 1, "hit": 2, "two-hits": 2 }));
    let below = with(given, "target", json!({ "class": "line-infantry", "formation": "line", "cover": "wall" }));
    assert_eq!(answer("empire.fire", &below)["row"], Value::Null, "below 0 nothing is rolled");
}

#[test]
fn guns_that_stand_bombard() {
    let far = json!({
        "firer": { "class": "heavy-foot", "ce": 8, "formation": "unlimbered" },
        "target": { "class": "line-infantry", "formation": "column" },
        "distance": 12
    });
    let found = answer("empire.bombard", &far);
    assert_eq!(line(&found["firer"]), "ce 8, at-infantry-column 2, bombarding 1, size 2 = 13");
    assert_eq!(found["bombarding"], true);
    let error = wrong("empire.bombard", &with(far.clone(), "distance", 3));
    assert_eq!(
        (error.status, faults(&error), error.cites.clone()),
        (Status::InvalidFacts, vec!["firer unable".to_owned()], vec!["E A46"])
    );
    let error = wrong("empire.bombard", &with(far, "distance", 20.001));
    assert!(error.message.contains("20.001 inches is beyond the range of 20"), "{error}");
}

#[test]
fn rolls_are_those_of_the_charts() {
    let house = HouseRules { morale_one_hits: true, ..HouseRules::default() };
    let given = json!({ "nation": "british", "ce": 8, "formation": "column", "pinned": true, "hits": 1 });
    let of: square::Facts = facts(&given);
    let found = answer("empire.square", &rolled(&given, 5));
    is(&found["sum"], &square::breakdown(&of));
    is(&found["result"], &square::resolve(&of, 5));
    all_faces(&found, |die| square::resolve(&of, die));
    assert_eq!(chance(&found["chances"], "formed"), (1, 2));

    let given = json!({ "class": "medium-foot", "ce": 7, "formation": "unlimbered", "hits": 4, "unsupported": true });
    let of: morale::Facts = facts(&given);
    let found = answer("empire.morale", &with(rolled(&given, 1), "house", json!({ "morale-one-hits": true })));
    is(&found["sum"], &morale::breakdown(&of));
    is(&found["result"], &morale::resolve(&of, &house, 1));
    assert_eq!(found["result"]["is-hit"], true);

    for given in [json!({}), json!({ "in-assault": true }), json!({ "unit-destroyed": true })] {
        let of: leaders::Facts = facts(&given);
        let found = answer("empire.leader", &rolled(&given, 3));
        is(&found["sum"], &leaders::breakdown(&of, 3));
        is(&found["result"], &leaders::resolve(&of, 3));
        all_faces(&found, |die| leaders::resolve(&of, die));
        assert_eq!(answer("empire.leader", &given)["sum"], Value::Null, "the sum begins with the die");
    }
}

#[test]
fn throws_are_those_of_the_charts() {
    let given = json!({ "sides": [{ "commander": 2, "attacking": 1 }, { "cavalry": 3, "had-it": true }] });
    let of: initiative::Facts = facts(&given);
    let found = answer("empire.initiative", &with(given, "dice", json!([4, 6])));
    is(&found["sums"], &[Player(0), Player(1)].map(|player| initiative::breakdown(&of, player)));
    is(&found["values"], &initiative::values(&of));
    is(&found["result"], &initiative::resolve(&of, [4, 6]));
    let odds = initiative::odds(&of);
    for (n, who) in ["first", "second", "again"].into_iter().enumerate() {
        let (num, den) = chance(&found["chances"], who);
        assert_eq!(num * 100, u64::from(odds.0[n]) * den);
    }
    let (num, den) = chance(&found["in-the-end"], "first");
    assert_eq!((u128::from(num), u128::from(den)), (odds.chance(Player(0)).num(), odds.chance(Player(0)).den()));

    let given = json!({ "strengths": [9, 9, 8], "worn": 2, "leaderless": true });
    let of: integrity::Facts = facts(&given);
    let found = answer("empire.integrity", &rolled(&given, 7));
    is(&found["sum"], &integrity::breakdown(&of));
    is(&found["result"], &integrity::resolve(&of, 7));
    all_faces(&found, |die| integrity::resolve(&of, die));
    assert_eq!(found["mean"], integrity::mean(&of.strengths));

    let found = answer("empire.failed-integrity", &json!({ "die": 4 }));
    is(&found["result"], &integrity::failed(4));
    all_faces(&found, integrity::failed);
    assert_eq!(chance(&found["chances"], "rout"), (3, 10));
}

#[test]
fn orders_and_moves_are_those_of_the_charts() {
    let given = json!({ "sender": -1, "distance": 60.5, "from": "defend", "to": "attack" });
    let of: orders::Facts = facts(&given);
    let found = answer("empire.order", &rolled(&given, 9));
    is(&found["sum"], &orders::breakdown(&of, 9));
    is(&found["result"], &orders::resolve(&of, 9));
    is(&found["row"], &orders::TABLE[0]);
    let mut added = Breakdown::new("orders");
    orders::modifiers(&of, &mut added);
    is(&found["modifiers"], &added);
    all_faces(&found, |die| orders::resolve(&of, die));

    let given = json!({
        "who": { "unit": { "class": "line-infantry", "formation": "line" } },
        "open": 3, "light-woods": 2, "walls": 1
    });
    let (of, house): (allowance::Facts, _) = (facts(&given), HouseRules::default());
    let found = answer("empire.move", &given);
    is(&found["sum"], &allowance::breakdown(&of, &house));
    assert_eq!(found["inches"], 2.14);
    let kept = answer("empire.move", &with(given, "house", json!({ "woods-kept": true })));
    let house = HouseRules { woods_kept: true, ..house };
    is(&kept["sum"], &allowance::breakdown(&of, &house));
}

#[test]
fn all_that_is_wrong_at_once() {
    let error = wrong(
        "empire.assault",
        &json!({
            "attacker": { "lead": { "class": "cuirasier", "ce": "ten", "formation": "line", "chargin": true }, "mass": 3 },
            "defender": { "lead": { "class": "line-infantry", "ce": 9.1, "formation": 7, "hits": 300 } },
            "wether": "rain",
            "die": 11,
            "house": { "extnd": true, "errata": "yes" }
        }),
    );
    assert_eq!(error.status, Status::Form);
    let mut found = faults(&error);
    found.sort();
    assert_eq!(
        found,
        [
            "attacker.lead.ce wrong-value",
            "attacker.lead.chargin unknown-field",
            "attacker.lead.class wrong-value",
            "attacker.mass wrong-value",
            "defender.lead.ce wrong-value",
            "defender.lead.formation wrong-value",
            "defender.lead.hits wrong-value",
            "die wrong-value",
            "house.errata wrong-value",
            "house.extnd unknown-field",
            "wether unknown-field",
        ]
    );
}
