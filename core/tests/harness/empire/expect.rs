//! Whether a statement is true of a position.

use crate::harness::Outcome;
use eagles::empire::geometry::{distance, touching};
use eagles::empire::state::{DivisionId, Host, LeaderId, Stage, State, UnitId};
use eagles::empire::{Empire, state::Pending};
use eagles::game::{Game, Player};
use serde::Serialize;

fn word<T: Serialize>(thing: &T) -> String {
    match serde_json::to_value(thing) {
        Ok(serde_json::Value::String(text)) => text,
        Ok(serde_json::Value::Object(map)) => map.keys().next().cloned().unwrap_or_default(),
        other => format!("{other:?}"),
    }
}

pub(crate) fn unit(game: &Empire, id: &str) -> Outcome<UnitId> {
    let found = game.units().iter().position(|unit| unit.id == id);
    found.map(|n| UnitId(n as u16)).ok_or_else(|| format!("there is no unit `{id}`"))
}

fn side(game: &Empire, player: Option<Player>) -> String {
    player.map_or("nobody".into(), |player| game.player_name(player).to_owned())
}

/// Inches, with three decimals at most.
fn inches(mil: i32) -> String {
    let text = format!("{}.{:03}", mil / 1_000, (mil % 1_000).abs());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The position of a unit as its item of the notation says it, for marks and all that the words below do not name.
fn item(game: &Empire, state: &State, id: UnitId) -> Vec<String> {
    let unit = &state.units[id];
    let mut found = vec![word(&unit.formation), word(&unit.status), format!("hits {}", unit.hits)];
    found.push(match unit.presence {
        eagles::empire::state::Presence::Table => "here".into(),
        other => word(&other),
    });
    found.push(format!("stands {}", unit.stands));
    let line = game.write_state(state);
    let start = format!(" {}@", game.unit(id).id);
    let rest = line.split_once(&start).map_or("", |(_, rest)| rest);
    for word in rest.split_whitespace().skip(1).take_while(|word| !word.contains('@') && *word != "/") {
        found.push(word.to_owned());
    }
    found
}

/// Whether one statement is true of the position.
pub(crate) fn holds(game: &Empire, state: &State, text: &str) -> Outcome<()> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let equal =
        |found: String, wanted: &str| if found == wanted { Ok(()) } else { Err(format!("`{text}`: it is {found}")) };
    match *words.as_slice() {
        ["playing"] => equal(outcome(game, state), "playing"),
        ["outcome", ref rest @ ..] => equal(outcome(game, state), &rest.join(" ")),
        ["turn", ref rest @ ..] => {
            let mut found = vec![state.turn.to_string(), word(&state.stage)];
            if !matches!(state.stage, Stage::Command | Stage::Over) {
                found.push(side(game, Some(state.on_turn)));
            }
            equal(found.join(" "), &rest.join(" "))
        }
        ["asked", wanted] => {
            let found: Vec<_> = game.to_act(state).iter().map(|p| side(game, Some(p))).collect();
            equal(if found.is_empty() { "nobody".into() } else { found.join("+") }, wanted)
        }
        ["pending", wanted] => equal(pending(&state.pending), wanted),
        ["initiative", wanted] => equal(side(game, state.initiative), wanted),
        ["points", french, british] => {
            let [a, b] = game.points(state);
            equal(format!("{a} {b}"), &format!("{french} {british}"))
        }
        ["contacts", wanted] => equal(state.contacts.len().to_string(), wanted),
        ["objective", id, wanted] => {
            let n = game.objectives().iter().position(|o| o.id == id).ok_or("which objective?")?;
            equal(side(game, state.objectives[n]), wanted)
        }
        ["division", id, ref rest @ ..] => division(game, state, id, rest).map_err(|e| format!("`{text}`: {e}")),
        ["leader", name, ref rest @ ..] => leader(game, state, name, rest).map_err(|e| format!("`{text}`: {e}")),
        [one, "touches", two] => equal(touches(game, state, one, two)?, "touches"),
        [one, "apart", two] => equal(touches(game, state, one, two)?, "apart"),
        [one, "gap", two, how] => {
            let (a, b) = (unit(game, one)?, unit(game, two)?);
            let gap = distance(&game.block(a, &state.units[a]), &game.block(b, &state.units[b]));
            match how.strip_suffix('+') {
                Some(least) if least.parse::<f64>().is_ok_and(|least| f64::from(gap) >= least * 1_000.0) => Ok(()),
                _ => equal(inches(gap), how),
            }
        }
        [id, "meets", other] => {
            // Their blocks touch, whether or not they are in contact.
            let (a, b) = (unit(game, id)?, unit(game, other)?);
            let meet = touching(&game.block(a, &state.units[a]), &game.block(b, &state.units[b]));
            equal(meet.to_string(), "true")
        }
        [id, "at", wanted] => {
            let at = state.units[unit(game, id)?].pose.at;
            equal(format!("{},{}", inches(at.x), inches(at.y)), wanted)
        }
        [id, "facing", wanted] => equal(state.units[unit(game, id)?].pose.facing.degrees().to_string(), wanted),
        [id, ref wanted @ ..] => {
            let found = item(game, state, unit(game, id)?);
            let wanted = wanted.join(" ");
            let is_there = match wanted.strip_prefix("not ") {
                Some(word) => !found.iter().any(|known| known == word),
                None => found.contains(&wanted),
            };
            if is_there { Ok(()) } else { Err(format!("`{text}`: it is {}", found.join(", "))) }
        }
        [] => Err("an empty statement".into()),
    }
}

fn touches(game: &Empire, state: &State, one: &str, two: &str) -> Outcome<String> {
    let (a, b) = (unit(game, one)?, unit(game, two)?);
    let found = state.contacts.iter().any(|c| (c.attacker, c.defender) == (a, b) || (c.attacker, c.defender) == (b, a));
    Ok(if found { "touches" } else { "apart" }.into())
}

fn outcome(game: &Empire, state: &State) -> String {
    match game.outcome(state) {
        None => "playing".into(),
        Some(outcome) => format!("{} {}", side(game, outcome.winner), outcome.code),
    }
}

fn pending(pending: &Pending) -> String {
    match pending {
        Pending::None => "none",
        Pending::Charge { breakthrough: true, .. } => "breakthrough",
        Pending::Charge { .. } => "charge",
        Pending::Threat { .. } => "threat",
        Pending::Lead { .. } => "lead",
        Pending::Follow { .. } => "follow",
    }
    .into()
}

fn check(found: &[String], wanted: &[&str]) -> Outcome<()> {
    let wanted = wanted.join(" ");
    let holds = match wanted.strip_prefix("not ") {
        Some(word) => !found.iter().any(|known| known == word),
        None => found.contains(&wanted),
    };
    if holds { Ok(()) } else { Err(format!("it is {}", found.join(", "))) }
}

fn division(game: &Empire, state: &State, id: &str, wanted: &[&str]) -> Outcome<()> {
    let n = game.divisions().iter().position(|d| d.id == id).ok_or("which division?")?;
    let division = &state.divisions[n];
    let mut found = vec![word(&division.order)];
    let flags = [
        (division.sent, "sent"),
        (division.acting, "acting"),
        (division.routed, "routed"),
        (division.broken, "broken"),
        (division.lost_objective, "lost-objective"),
        (division.leader.is_none(), "leaderless"),
        (division.successor > 0, "bereft"),
    ];
    found.extend(flags.iter().filter(|(is, _)| *is).map(|(_, word)| (*word).to_owned()));
    if let Some(coming) = division.coming {
        found.push(format!("coming {}@{}", word(&coming.order), coming.turn));
    }
    let facts = game.integrity_facts(state, DivisionId(n as u16));
    found.push(format!("routed-units {}", facts.routed));
    found.push(format!("worn {}", facts.worn));
    check(&found, wanted)
}

fn leader(game: &Empire, state: &State, name: &str, wanted: &[&str]) -> Outcome<()> {
    let names = game.leader_words();
    let n = names.iter().position(|known| known == name).ok_or("which leader?")?;
    let leader = &state.leaders[LeaderId(n as u16).index()];
    let mut found = vec![word(&leader.presence), format!("at {},{}", inches(leader.at.x), inches(leader.at.y))];
    match leader.host {
        Host::None => found.push("alone".into()),
        Host::Unit(id) => found.push(format!("with {}", game.unit(id).id)),
        Host::Division(id) => found.push(format!("beside {}", game.divisions()[id.index()].id)),
    }
    for (word, turn) in [("no-rally", leader.no_rally), ("no-orders", leader.no_orders), ("killed", leader.killed)] {
        if turn > 0 {
            found.push(format!("{word} {turn}"));
        }
    }
    check(&found, wanted)
}
