//! Whole battles of hot-headed players: everybody closes who can. What is offered may be done, what is reached is a position,
//! every assault stage ends, and all kinds of fighting occur.

use eagles::chance::{Seed, Seeded};
use eagles::empire::action::Manoeuvre;
use eagles::empire::event::Event;
use eagles::empire::scenario::generate::meeting;
use eagles::empire::state::Stage;
use eagles::empire::{Action, Empire, Scenario};
use eagles::game::Game;
use std::collections::BTreeMap;

/// A small generator for choices.
struct Choice(u64);

impl Choice {
    fn of(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % n.max(1)
    }
}

/// Whether an action seeks a fight, and would not end a stage early.
fn is_hot(action: &Action) -> bool {
    use eagles::empire::action::Pursuit;
    match action {
        Action::Move { steps, .. } => matches!(steps.last(), Some(Manoeuvre::Into(_))),
        Action::Follow { how, .. } => !matches!(how, Pursuit::Stay),
        Action::Fire { .. } | Action::Rally { .. } => true,
        _ => false,
    }
}

/// Plays a battle to its end and counts what happened.
fn play(game: &Empire, seed: u64, counts: &mut BTreeMap<&'static str, usize>) {
    use eagles::cite::Coded;
    let mut state = game.start();
    let mut dice = Seeded::new(Seed::from_number(seed));
    let mut choice = Choice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let (mut events, mut offers): (Vec<Event>, Vec<Action>) = (Vec::new(), Vec::new());
    let mut assaults = 0;
    for step in 0.. {
        assert!(step < 60_000, "seed {seed}: the battle does not end");
        let Some(player) = game.next_to_ask(&state) else { break };
        offers.clear();
        game.legal(&state, player, &mut offers);
        assert!(!offers.is_empty(), "seed {seed}, step {step}: nothing to do in {:?}", state.pending);
        let hot: Vec<&Action> = offers.iter().filter(|action| is_hot(action)).collect();
        let others = offers.len() - usize::from(offers.len() > 1 && choice.of(12) != 0);
        let action = match hot.as_slice() {
            [] => offers[choice.of(others)].clone(),
            hot if choice.of(4) != 0 => hot[choice.of(hot.len())].clone(),
            _ => offers[choice.of(others)].clone(),
        };
        for offer in &offers {
            assert_eq!(game.refusal(&state, player, offer), None, "seed {seed}, step {step}: {offer:?}");
        }
        game.explain(&state, player, &action).unwrap_or_else(|why| panic!("seed {seed}, step {step}: {why}"));
        events.clear();
        let (turn, stage) = (state.turn, state.stage);
        game.advance(&mut state, player, &action, &mut dice, &mut events)
            .unwrap_or_else(|unmet| panic!("seed {seed}, step {step}: {action:?}: {unmet:?}"));
        game.check_state(&state).unwrap_or_else(|why| panic!("seed {seed}, step {step}: {action:?}: {why}"));
        for event in &events {
            *counts.entry(event.code()).or_default() += 1;
            if let Event::MoraleChecked { need, .. } = event {
                assert!(need.parts.len() > 1, "seed {seed}: morale without hits");
            }
        }
        assaults += events.iter().filter(|event| matches!(event, Event::Fought { .. })).count();
        if state.turn != turn || stage != Stage::Assault {
            assaults = 0;
        }
        assert!(assaults <= state.units.len(), "seed {seed}, turn {turn}: assaults without end");
        if state.stage == Stage::Over {
            break;
        }
    }
    assert_eq!(state.stage, Stage::Over, "seed {seed}");
}

#[test]
fn battles_are_fought_to_the_end() {
    let mut counts = BTreeMap::new();
    for (scenario, seeds) in [
        (Scenario::shipped("tutorial").expect("shipped"), 0..10),
        (meeting(12, Seed::from_number(7)), 0..4),
        (meeting(24, Seed::from_number(8)), 0..2),
    ] {
        let game = Empire::new(scenario).unwrap_or_else(|faults| panic!("{faults:?}"));
        for seed in seeds {
            play(&game, seed, &mut counts);
        }
    }
    for code in [
        "fired",
        "hit",
        "disordered",
        "retreated",
        "routed",
        "lost",
        "morale-checked",
        "led",
        "fought",
        "followed",
        "charged",
        "blown",
        "fresh",
        "parted",
        "square-tried",
        "abandoned",
    ] {
        assert!(counts.get(code).copied().unwrap_or_default() > 0, "no {code} in {counts:?}");
    }
}
