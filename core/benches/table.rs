//! How fast units move on a measured table: suggestions for one unit, and the movement of both sides, by the size of the armies.
//! `cargo bench --bench table`.

use eagles::chance::{Seed, Seeded};
use eagles::empire::scenario::generate::meeting;
use eagles::empire::state::{Marks, Stage, UnitId};
use eagles::empire::{Action, Empire, State};
use eagles::game::{Game, Player, Quiet};
use std::hint::black_box;
use std::time::Instant;

/// Both sides in the march stage, a few turns in, when they have come near.
fn near(units: u16) -> (Empire, State) {
    let game = Empire::new(meeting(units, Seed::from_number(7))).expect("a generated battle is sound");
    let mut state = game.start();
    let mut dice = Seeded::new(Seed::from_number(7));
    while state.turn < 3 && state.stage != Stage::Over {
        turn(&game, &mut state, &mut dice);
    }
    (game, state)
}

/// Plays on to the next turn: every unit makes its longest offer; the rest is left to itself. Says how many moves were made and
/// how long the march stages took, in nanoseconds.
fn turn(game: &Empire, state: &mut State, dice: &mut Seeded) -> (u32, u128) {
    let (turn, mut moves, mut spent) = (state.turn, 0, 0);
    let mut offers = Vec::new();
    while state.turn == turn && state.stage != Stage::Over {
        let Some(player) = game.next_to_ask(state) else { break };
        if state.stage == Stage::March {
            let clock = Instant::now();
            moves += march(game, state, player, dice, &mut offers);
            spent += clock.elapsed().as_nanos();
            continue;
        }
        offers.clear();
        game.legal(state, player, &mut offers);
        let action = offers.pop().expect("somebody can act");
        game.advance(state, player, &action, dice, &mut Quiet).expect("dice do not run out");
    }
    (moves, spent)
}

fn march(game: &Empire, state: &mut State, player: Player, dice: &mut Seeded, offers: &mut Vec<Action>) -> u32 {
    let mut moves = 0;
    for n in 0..state.units.len() {
        let unit = UnitId(n as u16);
        if game.unit(unit).player != player || !state.units[unit].is_here() || state.units[unit].marks.has(Marks::DONE)
        {
            continue;
        }
        offers.clear();
        game.candidates(state, unit, offers);
        let Some(action) = offers.iter().max_by_key(|action| match action {
            Action::Move { steps, .. } => steps.len() + 1,
            _ => 0,
        }) else {
            continue;
        };
        game.advance(state, player, action, dice, &mut Quiet).expect("dice do not run out");
        moves += 1;
        while state.stage == Stage::March && game.next_to_ask(state) != Some(player) {
            let Some(other) = game.next_to_ask(state) else { break };
            offers.clear();
            game.legal(state, other, offers);
            let answer = offers.first().expect("somebody can answer").clone();
            game.advance(state, other, &answer, dice, &mut Quiet).expect("dice do not run out");
        }
    }
    game.advance(state, player, &Action::End, dice, &mut Quiet).expect("dice do not run out");
    moves
}

fn main() {
    println!("empire: units on the table");
    for units in [100, 250, 500, 1_000, 2_000] {
        let (game, mut state) = near(units);
        let ids: Vec<_> = state.units.here().map(|(id, _)| id).collect();
        for id in &ids {
            state.units.edit(*id, |unit| unit.marks.clear(Marks::DONE));
        }
        let mut offers = Vec::new();
        let (clock, mut count, mut asked) = (Instant::now(), 0, 0_u32);
        while clock.elapsed().as_millis() < 200 {
            for id in &ids {
                offers.clear();
                game.candidates(black_box(&state), *id, &mut offers);
                count += offers.len();
                asked += 1;
            }
        }
        let each = clock.elapsed().as_nanos() as f64 / f64::from(asked) / 1_000.0;
        let mut dice = Seeded::new(Seed::from_number(8));
        let (moves, spent) = turn(&game, &mut state, &mut dice);
        println!(
            "  {units:5} a side: {each:6.1} us for the offers of a unit ({:.1} offers; at most 15 us at 100), {:7.2} ms for {moves} moves with their offers",
            count as f64 / f64::from(asked),
            spent as f64 / 1e6,
        );
    }
}
