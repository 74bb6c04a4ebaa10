//! Scenarios: files in, files out, every fault placed.

use eagles::empire::scenario::{Scenario, read_toml, shipped, to_toml};

#[test]
fn shipped_scenarios_are_valid_and_survive_a_round_trip() {
    for (id, text) in shipped() {
        let scenario = read_toml(text, &format!("{id}.toml")).unwrap_or_else(|faults| panic!("{faults}"));
        assert_eq!(scenario.id, *id);
        assert_eq!(Scenario::shipped(id).as_ref(), Some(&scenario));
        assert!(scenario.validate().is_empty());
        let again = to_toml(&scenario);
        let back = read_toml(&again, "again.toml").unwrap_or_else(|faults| panic!("{again}\n{faults}"));
        assert_eq!(back, scenario);
        assert_eq!(to_toml(&back), again);
        let plain: Scenario = toml::from_str(text).expect("serde reads the same file");
        assert_eq!(plain, scenario);
        let json = serde_json::to_string(&scenario).expect("a scenario is plain data");
        assert_eq!(serde_json::from_str::<Scenario>(&json).expect("and comes back"), scenario);
    }
}
