//! Runs one case of a calculator.

use super::case::{Case, File, over};
use super::render;
use super::run::Ran;
use crate::harness::Outcome;
use crate::harness::shared::split;
use eagles::cite::Coded;
use eagles::empire::assault::{self, Role};
use eagles::empire::charts::{Ce, FactFault};
use eagles::empire::units::Effect;
use eagles::empire::{HouseRules, allowance, fire, initiative, integrity, leaders, morale, orders, square};
use eagles::explain::Breakdown;
use eagles::game::Player;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// What a calculator says of its facts.
struct Answer {
    faults: Vec<FactFault>,
    sums: Vec<Breakdown>,
    value: Option<i64>,
    row: Option<String>,
    odds: Vec<u8>,
    /// What dice give: as a case says it, and in full.
    rolls: Vec<(String, Value)>,
}

fn json<T: Serialize>(of: &T) -> Outcome<Value> {
    serde_json::to_value(of).map_err(|e| e.to_string())
}

fn read<F: DeserializeOwned>(facts: &Value) -> Outcome<F> {
    serde_json::from_value(facts.clone()).map_err(|e| format!("facts: {e}"))
}

fn effect(effect: Effect) -> &'static str {
    effect.symbol()
}

fn word<T: Serialize>(of: &T) -> Outcome<String> {
    Ok(json(of)?.as_str().unwrap_or_default().to_owned())
}

/// The answer of a calculator for dice: one die, or two with a comma.
fn answer(chart: &str, facts: &Value, house: &HouseRules, dice: &[Vec<u8>]) -> Outcome<Answer> {
    let one = |dice: &[u8]| dice.first().copied().unwrap_or(1);
    let mut out =
        Answer { faults: Vec::new(), sums: Vec::new(), value: None, row: None, odds: Vec::new(), rolls: Vec::new() };
    match chart {
        "assault" => {
            let facts: assault::Facts = read(facts)?;
            out.faults = assault::check(&facts);
            out.sums = [Role::Attacker, Role::Defender].map(|role| assault::breakdown(&facts, role, house)).to_vec();
            out.value = Some(assault::resolve(&facts, house, 1).value.into());
            let odds = assault::odds(&facts, house);
            out.odds = [odds.attacker.0, odds.defender.0].concat();
            for dice in dice {
                let found = assault::resolve(&facts, house, one(dice));
                let winner =
                    found.winner.map_or("draw", |role| if role == Role::Attacker { "attacker" } else { "defender" });
                let text = format!("{}/{} {winner}", effect(found.attacker), effect(found.defender));
                out.rolls.push((text, json(&found)?));
            }
        }
        "fire" => {
            let facts: fire::Facts = read(facts)?;
            out.faults = fire::check(&facts, house);
            out.sums = vec![fire::breakdown(&facts, house)];
            let first = fire::resolve(&facts, house, 1);
            out.value = Some(first.value.into());
            out.row = Some(first.row.unwrap_or("none").to_owned());
            out.odds = fire::odds(&facts, house).0.to_vec();
            for dice in dice {
                let found = fire::resolve(&facts, house, one(dice));
                out.rolls.push((effect(found.effect).to_owned(), json(&found)?));
            }
        }
        "square" => {
            let facts: square::Facts = read(facts)?;
            out.faults = square::check(&facts);
            out.sums = vec![square::breakdown(&facts)];
            out.value = Some(square::value(&facts).into());
            out.odds = square::odds(&facts).0.to_vec();
            for dice in dice {
                let found = square::resolve(&facts, one(dice));
                out.rolls.push((if found.is_formed { "formed" } else { "failed" }.to_owned(), json(&found)?));
            }
        }
        "morale" => {
            let facts: morale::Facts = read(facts)?;
            out.faults = morale::check(&facts);
            out.sums = vec![morale::breakdown(&facts)];
            out.value = Some(morale::value(&facts).into());
            out.odds = morale::odds(&facts).0.to_vec();
            for dice in dice {
                let found = morale::resolve(&facts, house, one(dice));
                let hit = if found.is_hit { " hit" } else { "" };
                out.rolls.push((format!("{}{hit}", word(&found.nerve)?), json(&found)?));
            }
        }
        "initiative" => {
            let facts: initiative::Facts = read(facts)?;
            out.faults = initiative::check(&facts);
            out.sums = [0, 1].map(|n| initiative::breakdown(&facts, Player(n))).to_vec();
            out.odds = initiative::odds(&facts).0.to_vec();
            for dice in dice {
                let found = initiative::resolve(&facts, [one(dice), dice.get(1).copied().unwrap_or(1)]);
                out.rolls.push((found.winner.map_or("again".into(), |p| p.0.to_string()), json(&found)?));
            }
        }
        "leader" => {
            let facts: leaders::Facts = read(facts)?;
            out.odds = leaders::odds(&facts).0.to_vec();
            for dice in dice {
                let found = leaders::resolve(&facts, one(dice));
                out.sums.push(leaders::breakdown(&facts, one(dice)));
                out.rolls.push((word(&found.fate)?, json(&found)?));
            }
        }
        "integrity" => {
            let facts: integrity::Facts<Vec<Ce>> = read(facts)?;
            out.faults = integrity::check(&facts);
            out.sums = vec![integrity::breakdown(&facts)];
            out.value = Some(integrity::value(&facts).into());
            out.odds = integrity::odds(&facts).0.to_vec();
            for dice in dice {
                let found = integrity::resolve(&facts, one(dice));
                out.rolls.push((if found.is_passed { "passed" } else { "failed" }.to_owned(), json(&found)?));
            }
        }
        "failed-integrity" => {
            for dice in dice {
                let found = integrity::failed(one(dice));
                out.rolls.push((word(&found)?, json(&found)?));
            }
        }
        "orders" => {
            let facts: orders::Facts = read(facts)?;
            out.faults = orders::check(&facts);
            out.odds = orders::odds(&facts).0.to_vec();
            for dice in dice {
                let found = orders::resolve(&facts, one(dice));
                out.sums.push(orders::breakdown(&facts, one(dice)));
                out.rolls.push((found.delay.to_string(), json(&found)?));
            }
        }
        "move" => {
            let facts: allowance::Facts = read(facts)?;
            out.faults = allowance::check(&facts);
            out.sums = vec![allowance::breakdown(&facts, house)];
            out.value = Some(allowance::value(&facts, house).into());
        }
        _ => return Err(format!("there is no calculator `{chart}`")),
    }
    Ok(out)
}

/// Runs a case of a calculator.
pub(crate) fn run(file: &File, case: &Case, ran: &mut Ran) -> Outcome<()> {
    let chart = case.chart.as_deref().unwrap_or_default();
    let base = match &case.on {
        Some(name) => file.facts.get(name).cloned().ok_or_else(|| format!("the file has no facts `{name}`"))?,
        None => toml::Table::new(),
    };
    let facts = serde_json::to_value(over(&base, &case.facts)).map_err(|e| e.to_string())?;
    let house = serde_json::to_value(&case.house).map_err(|e| e.to_string())?;
    ran.record["chart"] = chart.into();
    ran.record["facts"] = facts.clone();
    if !case.house.is_empty() {
        ran.record["house"] = house.clone();
    }
    let house: HouseRules = serde_json::from_value(house).map_err(|e| format!("house: {e}"))?;
    let mut dice = Vec::new();
    for line in &case.rolls {
        let faces: Result<Vec<u8>, _> = split(line)?.0.split(',').map(str::parse).collect();
        dice.push(faces.map_err(|_| format!("`{line}` has no dice"))?);
    }
    let found = answer(chart, &facts, &house, &dice)?;
    let faults: Vec<&str> = found.faults.iter().map(Coded::code).collect();
    let wanted: Vec<&str> = case.faults.iter().flatten().map(String::as_str).collect();
    if faults != wanted {
        let list: Vec<String> = found.faults.iter().map(ToString::to_string).collect();
        ran.faults.push(format!("the facts have the faults {faults:?} {list:?}, expected {wanted:?}"));
    }
    if !faults.is_empty() {
        ran.record["faults"] = json!(faults);
        return Ok(());
    }
    compare(case, &found, &mut ran.faults)?;
    let sums: Vec<Value> =
        found.sums.iter().map(|of| json!({ "total": of.total, "per": of.per, "parts": render::parts(of) })).collect();
    ran.record["sums"] = json!(sums);
    ran.record["value"] = json!(found.value);
    if let Some(row) = found.row {
        ran.record["row"] = row.into();
    }
    ran.record["odds"] = json!(found.odds);
    ran.record["rolls"] =
        dice.iter().zip(found.rolls).map(|(dice, (_, roll))| json!({ "dice": dice, "result": roll })).collect();
    Ok(())
}

fn compare(case: &Case, found: &Answer, faults: &mut Vec<String>) -> Outcome<()> {
    let mut said = case.rolls.len() + case.sum.len();
    if !case.sum.is_empty() {
        let fits =
            case.sum.len() == found.sums.len() && found.sums.iter().zip(&case.sum).all(|(of, w)| render::is_sum(of, w));
        if !fits {
            let list: Vec<String> = found.sums.iter().map(render::sum).collect();
            faults.push(format!("the sums are {list:?}, expected {:?}", case.sum));
        }
    }
    if let Some(wanted) = case.value {
        said += 1;
        if found.value != Some(wanted) {
            faults.push(format!("the value is {:?}, expected {wanted}", found.value));
        }
    }
    if let Some(wanted) = &case.row {
        said += 1;
        if found.row.as_ref() != Some(wanted) {
            faults.push(format!("the row is {:?}, expected {wanted}", found.row));
        }
    }
    if let Some(wanted) = &case.odds {
        said += 1;
        let odds: Vec<i64> = found.odds.iter().map(|n| i64::from(*n)).collect();
        if odds != *wanted {
            faults.push(format!("the odds are {odds:?}, expected {wanted:?}"));
        }
    }
    for (line, (text, _)) in case.rolls.iter().zip(&found.rolls) {
        let wanted = split(line)?.1;
        // Who wins need not be said.
        if text != wanted && !text.strip_prefix(wanted).is_some_and(|rest| rest.starts_with(' ')) {
            faults.push(format!("`{line}`: it gives {text}"));
        }
    }
    if said == 0 {
        faults.push("the case expects nothing".to_owned());
    }
    Ok(())
}
