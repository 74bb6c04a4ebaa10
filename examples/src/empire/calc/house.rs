//! `--house key=value`.

use super::phrase::{inches, yes};
use crate::empire::near::hint;
use crate::fail::Fail;
use eagles::empire::HouseRules;
use serde_json::Value;

/// The usual house rules with these changes.
pub(crate) fn with(changes: &[String]) -> Result<HouseRules, Fail> {
    changing(&HouseRules::default(), changes)
}

/// House rules with these changes.
pub(crate) fn changing(rules: &HouseRules, changes: &[String]) -> Result<HouseRules, Fail> {
    let bad = |error: serde_json::Error| Fail::bad(format!("--house: {error}"));
    let Value::Object(mut rules) = serde_json::to_value(rules).map_err(bad)? else {
        return Ok(HouseRules::default());
    };
    let mut faults = Vec::new();
    for change in changes {
        let (key, word) = change.split_once('=').unwrap_or((change, "yes"));
        let key = key.trim().to_lowercase().replace('_', "-");
        let known: Vec<String> = rules.keys().cloned().collect();
        let Some(value) = rules.get_mut(&key) else {
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            faults.push(format!("--house: there is no `{key}`; {}", hint(&key, &known)));
            continue;
        };
        let new = if value.is_boolean() {
            yes(&word.to_lowercase()).map(Value::from)
        } else {
            inches(word).filter(|mil| (0..=600_000).contains(mil)).map(Value::from)
        };
        match new {
            Some(new) => *value = new,
            None if value.is_boolean() => faults.push(format!("--house {key}={word}: write yes or no")),
            None => faults.push(format!("--house {key}={word}: write inches from 0 to 600")),
        }
    }
    if faults.is_empty() {
        serde_json::from_value(rules.into()).map_err(bad)
    } else {
        Err(Fail::bad(faults.join("\n       ")))
    }
}

/// What differs from the default, as `key value`.
pub(crate) fn changed(house: &HouseRules) -> Vec<String> {
    let (Ok(Value::Object(now)), Ok(default)) =
        (serde_json::to_value(house), serde_json::to_value(HouseRules::default()))
    else {
        return Vec::new();
    };
    let text = |value: &Value| match value {
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::Number(mil) => format!("{}\"", super::report::inches(mil.as_i64().unwrap_or_default() as i32)),
        other => other.to_string(),
    };
    now.iter()
        .filter(|(key, value)| default.get(key.as_str()) != Some(*value))
        .map(|(key, value)| format!("{key}={}", text(value)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{changed, with};
    use crate::fail::Fail;

    #[test]
    fn house_rules_are_named_and_listed() {
        let Ok(house) = with(&["extend".to_owned(), "tactical_range=4.5".to_owned(), "errata=no".to_owned()]) else {
            panic!("these are known");
        };
        assert!(house.extend && !house.errata && house.tactical_range == 4_500);
        assert_eq!(changed(&house), ["extend=yes", "tactical-range=4.5\""]);
    }

    #[test]
    fn all_faults_at_once() {
        let wrong = ["exted", "errata=perhaps", "command-radius=far"].map(str::to_owned);
        let Err(Fail::Bad(text)) = with(&wrong) else { panic!("these are wrong") };
        assert_eq!(
            text,
            "--house: there is no `exted`; perhaps `extend` is meant\n       --house errata=perhaps: write yes or no\n       \
             --house command-radius=far: write inches from 0 to 600"
        );
    }
}
