//! The calculators of *Eagles: Waterloo*.

use super::{answer, faults, wrong};
use eagles::host::Status;
use eagles::odds::Fraction;
use eagles::waterloo::odds;
use serde_json::{Value, json};

fn ratio(fraction: Fraction) -> Value {
    json!({ "num": u64::try_from(fraction.num()).expect("fits"), "den": u64::try_from(fraction.den()).expect("fits") })
}

#[test]
fn bare_numbers_are_the_odds_of_the_library() {
    for (dice, power, (letter, morale)) in
        (1..=8).flat_map(|d| (0..=4).flat_map(move |p| [("A", 4), ("B", 3), ("C", 2), ("D", 1)].map(|m| (d, p, m))))
    {
        let found = answer("waterloo.attack", &json!({ "cv": dice, "power": power, "target": { "morale": letter } }));
        let exact = odds::rout_chance_exact(dice, power, morale).expect("fits");
        assert_eq!(found["rout"]["chance"], ratio(exact));
        assert_eq!(found["hits-on"], 7 - power);
        let hits = odds::hit_distribution(dice, power).expect("fits");
        let list = found["hits"].as_array().expect("a list");
        assert_eq!(list.len(), hits.len());
        for (n, (one, fraction)) in list.iter().zip(hits).enumerate() {
            assert_eq!((&one["result"], &one["chance"]), (&json!(n), &ratio(fraction)));
        }
    }
    // More dice than the fractions hold: the number stays.
    let many = answer("waterloo.attack", &json!({ "cv": 30, "power": 1, "target": { "morale": 4, "general": 1 } }));
    assert_eq!(many["rout"]["chance"], Value::Null);
    assert!((many["rout"]["p"].as_f64().expect("a number") - odds::rout_chance(30, 1, 5)).abs() < 1e-12);
}

#[test]
fn the_sums_follow_the_rules() {
    let facts = json!({
        "cv": 4, "power": 2, "hill": true, "formation": "column",
        "target": { "kind": "infantry", "formation": "square", "cover": "woods", "morale": "B", "general": 1, "terrain": 1 }
    });
    let found = answer("waterloo.attack", &facts);
    let codes = |sum: &Value| -> Vec<(String, i64)> {
        let part =
            |part: &Value| (part["code"].as_str().expect("a code").to_owned(), part["amount"].as_i64().expect("it"));
        sum["parts"].as_array().expect("parts").iter().map(part).collect()
    };
    let is = |sum: &Value, wanted: &[(&str, i64)]| {
        let wanted: Vec<_> = wanted.iter().map(|(code, n)| ((*code).to_owned(), *n)).collect();
        assert_eq!(codes(sum), wanted);
    };
    is(&found["dice"], &[("printed", 4), ("hill", 1), ("woods", -1)]);
    is(&found["power"], &[("printed", 2), ("column-fire", -1)]);
    is(&found["morale"], &[("printed", 3), ("general", 1), ("square", 1), ("terrain", 1), ("limit", -1)]);
    assert_eq!(found["general"]["chance"], ratio(odds::general_death_exact(4).expect("fits")));
    let guns = answer(
        "waterloo.attack",
        &json!({ "cv": 3, "power": 2, "kind": "foot_artillery", "target": { "formation": "column" } }),
    );
    is(&guns["power"], &[("printed", 2), ("artillery-vs-column", 1)]);
    assert_eq!((&guns["rout"], &guns["morale"], &guns["general"]), (&Value::Null, &Value::Null, &Value::Null));
    let shock = answer("waterloo.attack", &json!({ "cv": 3, "power": 2, "how": "shock", "target": { "morale": "D" } }));
    assert_eq!((&shock["facts"]["formation"], &shock["power"]["what"]), (&json!("column"), &json!("shock")));
    let long = answer("waterloo.attack", &json!({ "cv": 3, "power": 1, "how": "long" }));
    assert_eq!(long["facts"]["kind"], "foot_artillery");
}

#[test]
fn dice_that_have_fallen() {
    let mut facts = json!({ "cv": 3, "power": 2, "target": { "morale": "C" }, "dice": [1, 5, 6] });
    let found = answer("waterloo.attack", &facts);
    assert_eq!(found["result"], json!({ "hits": 2, "failed": null, "routs": null, "ones": 1 }));
    facts["rolls"] = json!([2, 3]);
    let found = answer("waterloo.attack", &facts);
    assert_eq!(found["result"], json!({ "hits": 2, "failed": 1, "routs": true, "ones": 1 }));
    facts["rolls"] = json!([2]);
    assert_eq!(faults(&wrong("waterloo.attack", &facts)), ["rolls dice"]);
    facts["dice"] = json!([1, 7]);
    assert_eq!(faults(&wrong("waterloo.attack", &facts)), ["dice[1] wrong-value"]);
}

#[test]
fn morale_and_generals() {
    let found = answer("waterloo.morale", &json!({ "morale": "B", "hits": 2, "formation": "square", "rolls": [4, 5] }));
    assert_eq!((&found["sum"]["total"], &found["rout"]["chance"]), (&json!(4), &json!({ "num": 5, "den": 9 })));
    assert_eq!(found["result"], json!({ "failed": 1, "routs": true }));
    let passes: Vec<bool> =
        found["faces"].as_array().expect("faces").iter().filter_map(|face| face["passes"].as_bool()).collect();
    assert_eq!(passes, [true, true, true, true, false, false]);

    let found = answer("waterloo.general", &json!({ "dice": 12 }));
    assert!((found["killed"]["p"].as_f64().expect("a number") - odds::general_death(12)).abs() < 1e-12);
    let found = answer("waterloo.general", &json!({ "hits": 1, "rolls": [6] }));
    assert_eq!((&found["killed"]["chance"], &found["result"]["routs"]), (&json!({ "num": 1, "den": 6 }), &json!(true)));
    assert_eq!(faults(&wrong("waterloo.general", &json!({}))), [" conflict"]);
    assert_eq!(faults(&wrong("waterloo.general", &json!({ "dice": 1, "hits": 1 }))), [" conflict"]);
}

#[test]
fn an_assault_is_that_of_the_library() {
    let facts = json!({
        "targets": ["A", "C", "D"],
        "attacks": [
            { "dice": 3, "power": 2 },
            { "dice": 4, "power": 1, "order": [2, 0, 1] },
            { "dice": 2, "power": 2, "power-at": [2, 3, 0], "can": [0, 1] },
        ]
    });
    let found = answer("waterloo.assault", &facts);
    let blow = |dice, power, can, order: [u8; 3]| odds::Blow {
        dice: [dice; 6],
        power,
        can,
        order: [order[0], order[1], order[2], odds::NO_TARGET, odds::NO_TARGET, odds::NO_TARGET],
    };
    let blows =
        [blow(3, [2; 6], 7, [0, 1, 2]), blow(4, [1; 6], 7, [2, 0, 1]), blow(2, [2, 3, 0, 2, 2, 2], 3, [0, 1, 2])];
    let (float, exact) = (odds::assault(&[4, 2, 1], &blows), odds::assault_exact(&[4, 2, 1], &blows).expect("fits"));
    let sets = found["sets"].as_array().expect("sets");
    assert_eq!(sets.len(), 8);
    assert_eq!((&sets[0]["routed"], &sets[5]["routed"]), (&json!([]), &json!([0, 2])));
    for (n, set) in sets.iter().enumerate() {
        assert_eq!(set["chance"], ratio(exact.routed[n]));
        assert!((set["p"].as_f64().expect("a number") - float.routed[n]).abs() < 1e-12);
    }
    for place in 0..3 {
        let p = &found["routs"][place]["p"];
        assert!((p.as_f64().expect("a number") - float.routs(place)).abs() < 1e-12);
    }
    assert_eq!(found["clears"]["chance"], ratio(exact.routed[7]));
    // The greatest that is answered at all.
    let most = json!({
        "targets": ["A", "B", "C", "D", "A", "B"],
        "attacks": vec![json!({ "dice": 32, "power": 4 }); 64],
    });
    let found = answer("waterloo.assault", &most);
    assert_eq!(found["clears"]["chance"], Value::Null);
    assert!(found["clears"]["p"].as_f64().expect("a number") > 0.999);
}

#[test]
fn facts_that_cannot_be() {
    let error = wrong(
        "waterloo.attack",
        &json!({
            "cv": 0, "power": 5, "how": "shock", "formation": "line", "blown": true,
            "target": { "kind": "cavalry", "cover": "building", "formation": "square", "terrain": 99 }
        }),
    );
    assert_eq!(error.status, Status::InvalidFacts);
    assert_eq!(
        faults(&error),
        [
            "cv number",
            "power number",
            "target.terrain number",
            "formation shock-needs-column",
            "blown foreign",
            "target.formation foreign",
            "target.cover foreign",
        ]
    );
    assert!(error.cites.contains(&"W 7.32") && error.cites.contains(&"W 11.4"));
    let kinds = [
        (json!({ "cv": 3, "power": 1, "kind": "general" }), "kind cannot-attack"),
        (json!({ "cv": 3, "power": 1, "how": "long", "kind": "cavalry" }), "kind long-artillery"),
        (json!({ "cv": 3, "power": 1, "how": "shock", "kind": "horse_artillery" }), "how no-shock"),
        (json!({ "cv": 3, "power": 1, "how": "shock", "kind": "cavalry", "blown": true }), "blown shock-blown"),
        (json!({ "cv": 3, "power": 1, "target": { "cover": "river" } }), "target.cover foreign"),
    ];
    for (facts, fault) in kinds {
        assert_eq!(faults(&wrong("waterloo.attack", &facts)), [fault]);
    }
    let error = wrong(
        "waterloo.assault",
        &json!({ "targets": [], "attacks": [{ "dice": 40, "power": 9, "dice-at": [1], "order": [7] }] }),
    );
    assert_eq!(
        faults(&error),
        [
            "targets number",
            "attacks[0].dice number",
            "attacks[0].power number",
            "attacks[0].dice-at number",
            "attacks[0].order number",
            "attacks[0].order[0] number",
        ]
    );
}

#[test]
fn a_duel_is_ruled_as_in_a_battle() {
    let found = answer(
        "waterloo.duel",
        &json!({ "card": 71, "target": 146, "how": "long", "target-formation": "column", "hill": true }),
    );
    let what: Vec<&str> =
        found["sums"].as_array().expect("sums").iter().filter_map(|sum| sum["what"].as_str()).collect();
    assert_eq!(what, ["cv", "firepower", "morale"]);
    let total = |n: usize| found["sums"][n]["total"].as_u64().expect("a total") as u8;
    let exact = odds::rout_chance_exact(total(0), total(1), total(2).into()).expect("fits");
    assert_eq!((&found["dice"], &found["rout"]["chance"]), (&json!(total(0)), &ratio(exact)));
    assert_eq!(found["hits-on"], 7 - total(1));
    // A column of battalions may not use Shock on a square, nor a line on anybody.
    let error = wrong("waterloo.duel", &json!({ "card": 25, "target": 130, "how": "shock" }));
    assert_eq!((faults(&error), error.cites.clone()), (vec![" shock-needs-column".to_owned()], vec!["W 7.32"]));
    for (facts, fault) in [
        (json!({ "card": 25, "target": 26 }), "target same-side"),
        (json!({ "card": 25, "target": 60_000 }), "target no-such-card"),
        (json!({ "card": 0, "target": 127 }), "card no-such-card"),
        (json!({ "card": 25, "target": 127, "general": 25 }), "general no-such-card"),
        (json!({ "card": 25, "target": 127, "hill": true, "cover": "building" }), "cover own-ground"),
    ] {
        assert_eq!(faults(&wrong("waterloo.duel", &facts)), [fault]);
    }
}
