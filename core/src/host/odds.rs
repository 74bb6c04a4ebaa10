//! What a player may know of the chances of an action before he does it.
//!
//! Everything here rests on what the player sees; the games' own functions reckon it.

use super::error::HostError;
use super::sheets::{Likely, Odds, Throw};
use crate::empire::action::{Answer, Manoeuvre};
use crate::empire::charts::{Tenths, floor};
use crate::empire::state::{Pending, UnitId};
use crate::empire::text::effect_text;
use crate::empire::units::Effect;
use crate::empire::{self, Empire, assault, fire};
use crate::explain::Breakdown;
use crate::game::{Game, Player};
use crate::odds::Fraction;
use crate::waterloo::Waterloo;

/// One result and its chance.
fn likely(result: impl Into<String>, chance: Fraction) -> Likely {
    Likely { result: result.into(), chance: chance.into() }
}

/// Something that succeeds or fails.
fn succeeds(of: &'static str, chance: Fraction) -> Throw {
    let fails = chance.complement().unwrap_or(Fraction::ZERO);
    Throw { of, results: vec![likely("yes", chance), likely("no", fails)] }
}

/// The odds of an action of Waterloo: those of an attack; nothing is thrown for others that a player chooses.
pub(super) fn waterloo(
    game: &Waterloo,
    state: &<Waterloo as Game>::State,
    player: Player,
    action: &<Waterloo as Game>::Action,
) -> Result<Odds, HostError> {
    let numbers = game.explain(state, player, action).map_err(|refusal| HostError::refused(&refusal))?;
    let mut throws = Vec::new();
    if let Some(odds) = game.attack_odds(state, player, action).map_err(|refusal| HostError::refused(&refusal))? {
        if !odds.hits.is_empty() {
            let results = odds.hits.iter().enumerate().map(|(n, chance)| likely(n.to_string(), *chance));
            throws.push(Throw { of: "hits", results: results.collect() });
        }
        throws.extend(odds.rout.map(|chance| succeeds("rout", chance)));
        throws.extend(odds.general.map(|chance| succeeds("general-falls", chance)));
    }
    Ok(Odds { numbers, throws })
}

/// The results of a chart by effect, those that cannot come left out.
fn effects(of: &'static str, tenths: &Tenths<6>) -> Throw {
    let come = Effect::ALL.iter().filter(|&&effect| tenths.faces(effect) > 0);
    Throw { of, results: come.map(|&effect| likely(effect_text(effect), tenths.chance(effect as usize))).collect() }
}

/// The chance that a ten-sided die stays below a sum.
fn below(need: &Breakdown) -> Fraction {
    let points = if need.per == 4 { floor(need.total) } else { need.total };
    Fraction::new(u128::from((points - 1).clamp(0, 10).unsigned_abs()), 10).unwrap_or(Fraction::ZERO)
}

/// The facts of the assault that an action leads to.
fn assault_of(game: &Empire, state: &empire::State, player: Player, action: &empire::Action) -> Option<assault::Facts> {
    match action {
        empire::Action::Move { steps, .. } if matches!(steps.last(), Some(Manoeuvre::Into(_))) => {
            game.assault_forecast(state, player, action).ok()
        }
        empire::Action::Lead { unit, .. } => {
            let foe: Option<UnitId> = match &state.pending {
                Pending::Lead { first, .. } => Some(*first),
                _ => state.contacts.iter().find_map(|contact| contact.foe_of(*unit)),
            };
            game.combat_forecast(state, *unit, foe?)
        }
        _ => None,
    }
}

/// The odds of an action of Empire: of fire, of an assault that a move or a lead comes to if nobody else moves or fires, of a
/// rally and of forming square.
pub(super) fn empire(
    game: &Empire,
    state: &empire::State,
    player: Player,
    action: &empire::Action,
) -> Result<Odds, HostError> {
    let numbers = game.explain(state, player, action).map_err(|refusal| HostError::refused(&refusal))?;
    let mut throws = Vec::new();
    match action {
        empire::Action::Fire { with, target } => {
            let facts = game.fire_facts(state, with, *target);
            throws.push(effects("target", &fire::odds(&facts, game.house())));
        }
        empire::Action::Rally { .. } => throws.extend(numbers.first().map(|need| succeeds("rally", below(need)))),
        empire::Action::React { how: Answer::Square, .. } => {
            throws.extend(numbers.first().map(|need| succeeds("square", below(need))));
        }
        _ => {
            if let Some(facts) = assault_of(game, state, player, action) {
                let odds = assault::odds(&facts, game.house());
                let who = ["attacker", "nobody", "defender"];
                let results = who.iter().enumerate().map(|(n, who)| likely(*who, odds.winner.chance(n)));
                throws.push(Throw { of: "winner", results: results.collect() });
                throws.push(effects("attacker", &odds.attacker));
                throws.push(effects("defender", &odds.defender));
            }
        }
    }
    Ok(Odds { numbers, throws })
}
