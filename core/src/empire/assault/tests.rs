//! However contacts hang together, what is asked about them is answered with work in proportion to how many there are.

use super::combats::count;
use crate::chance::Seed;
use crate::empire::footprint::most_touching;
use crate::empire::profile::Empire;
use crate::empire::scenario::generate::meeting;
use crate::empire::state::{Contact, Marks, Stage, State, UnitId};
use crate::empire::units::Facet;
use crate::game::{Game as _, Player};

/// A battle of so many units a side, all in one combat with as many contacts as a saved game may hold.
fn web(units: u16) -> (Empire, State) {
    let game = Empire::new(meeting(units, Seed::from_number(3))).expect("a battle");
    let mut state = game.start();
    let here: Vec<UnitId> = state.units.here().map(|(id, _)| id).collect();
    for &id in &here {
        state.units.edit(id, |unit| unit.marks.clear(Marks::HIDDEN));
    }
    let side = |player| -> Vec<UnitId> { here.iter().copied().filter(|id| game.unit(*id).player == player).collect() };
    let (own, foes) = (side(Player(0)), side(Player(1)));
    let most = here.iter().map(|id| most_touching(game.unit(*id).stands)).min().expect("units");
    for (n, &attacker) in own.iter().enumerate() {
        for k in 0..most.min(foes.len()) {
            let defender = foes[(n + k) % foes.len()];
            state.contacts.push(Contact { attacker, defender, facet: Facet::Front, met: false, fresh: true });
        }
    }
    (state.stage, state.on_turn, state.initiative) = (Stage::Assault, Player(0), Some(Player(0)));
    game.validate(&state).expect("a position of this battle");
    (game, state)
}

#[test]
fn the_numbers_of_a_lead_cost_work_in_proportion_to_the_contacts() {
    for units in [60, 120, 240] {
        let (game, state) = web(units);
        let mut legal = Vec::new();
        count::take();
        game.suggest_leads(&state, Player(0), &mut legal);
        let listing = count::take();
        assert!(!legal.is_empty() && listing <= 2 * state.contacts.len(), "{listing}");
        for action in legal {
            count::take();
            let numbers = game.explain(&state, Player(0), &action).expect("it is listed");
            let (steps, contacts) = (count::take(), state.contacts.len());
            assert_eq!(numbers.len(), 2);
            // Two combats gathered; then for each of eight leads of the enemy a few looks at every contact of every unit.
            assert!(
                steps > contacts && steps <= 64 * contacts,
                "{units} a side: {steps} steps for {contacts} contacts"
            );
        }
    }
}

#[test]
fn nobody_touches_more_enemies_than_there_is_room_for() {
    let (game, mut state) = web(60);
    let (first, last) = (state.contacts[0], *state.contacts.last().expect("contacts"));
    let others: Vec<UnitId> = (0..state.units.len()).map(|n| UnitId(n as u16)).collect();
    let touched = |id: UnitId, state: &State| state.contacts.iter().any(|c| c.has(first.attacker) && c.has(id));
    let is_foe = |id: &UnitId| game.unit(*id).player == Player(1) && state.units[*id].is_here();
    let free: Vec<UnitId> = others.into_iter().filter(is_foe).filter(|id| !touched(*id, &state)).collect();
    let room = most_touching(game.unit(first.attacker).stands) + 1;
    // Whom it touches is let go by somebody else, so that only its own contacts are too many.
    for id in free.into_iter().take(room) {
        let n = state.contacts.iter().position(|c| c.defender == id).expect("all are touched");
        state.contacts[n] = Contact { attacker: first.attacker, defender: id, ..last };
    }
    let fault = game.validate(&state).expect_err("too many");
    assert!(fault.contains(&game.unit(first.attacker).id) && fault.contains("in contact with more than"), "{fault}");
}

#[test]
fn most_of_those_who_touch() {
    // All around, half an inch each, and two at every corner.
    assert_eq!((most_touching(1), most_touching(4), most_touching(8)), (20, 29, 47));
}
