//! The fast legal list against the slow definition, on positions from random games.

mod oracle;
mod walks;

use eagles::game::Game as _;
use eagles::waterloo::state::Phase;
use eagles::waterloo::{ALLIED, Action, FRENCH};
use oracle::{Board, Ledger};
use std::collections::{BTreeMap, HashSet};
use walks::{Walk, amount, games, line};

/// Compares what the engine and the ledger kept of the turn, and what must hold of every position.
fn check(walk: &Walk<'_>, ledger: &mut Ledger, name: &str) {
    let Some((before, player, action)) = &walk.last else { return };
    ledger.note(walk.game, before, *player, action, &walk.state);
    let board = Board::new(walk.game, &walk.state);
    for fault in [ledger.agrees(&board), oracle::sound(&board)].into_iter().filter_map(Result::err) {
        let word = walk.game.write_action(before, *player, action);
        panic!("{name}: {fault}\n{}\n{word} by {player:?}\n{}", line(walk.game, before), line(walk.game, &walk.state));
    }
}

/// Compares one position for both players; adds what differs to `faults`.
fn compare(walk: &Walk<'_>, refusals: bool, faults: &mut BTreeMap<String, (usize, String)>, name: &str) {
    let (game, state) = (walk.game, &walk.state);
    let board = Board::new(game, state);
    for player in [FRENCH, ALLIED] {
        let mut list = Vec::new();
        game.legal(state, player, &mut list);
        let listed: HashSet<Action> = list.iter().copied().collect();
        let mut note = |what: &str, action: &Action, detail: String| {
            let key = format!("{what}: {detail}");
            let entry = faults.entry(key).or_insert_with(|| {
                let word = game.write_action(state, player, action);
                (0, format!("{name}\n  {}\n  {word} by {player:?} = {action:?}", line(game, state)))
            });
            entry.0 += 1;
        };
        if listed.len() != list.len() {
            note("listed twice", &Action::End, String::new());
        }
        let mut right = HashSet::new();
        let mut all = oracle::universe(&board, player);
        if refusals {
            all.extend(oracle::sampled(&board, player));
        }
        for action in &all {
            let verdict = board.verdict(player, action);
            let fast = listed.contains(action);
            if verdict.is_ok() {
                right.insert(*action);
            }
            if fast != verdict.is_ok() {
                let refusal = game.refusal(state, player, action);
                let sort = format!("{action:?}").split(' ').next().unwrap_or_default().to_owned();
                let refusal = refusal.map(|r| format!("{r:?}").split(' ').next().unwrap_or_default().to_owned());
                note("list", action, format!("{sort} engine {refusal:?} oracle {verdict:?}"));
            }
            if refusals {
                let refusal = game.refusal(state, player, action);
                if refusal.is_none() != fast {
                    note("refusal against list", action, format!("{refusal:?} listed {fast}"));
                }
            }
        }
        for action in &list {
            if !right.contains(action) && !all.contains(action) {
                note("outside the universe", action, String::new());
            }
        }
    }
}

#[test]
fn the_fast_list_equals_the_slow_definition() {
    let games = games();
    let share = amount(102_000).div_ceil(games.len());
    let mut faults = BTreeMap::new();
    let mut total = 0;
    let mut phases = [0usize; 6];
    for (number, (name, game)) in games.iter().enumerate() {
        let (mut done, mut seed) = (0, number as u64 * 10_000);
        while done < share {
            let mut walk = Walk::new(game, seed);
            let mut ledger = Ledger::default();
            while done < share {
                // Deployments are long and much alike.
                let skip = if walk.state.phase == Phase::Deployment { 12 } else { 2 };
                if walk.dice.one_in(skip) {
                    let refusals = walk.dice.one_in(4);
                    compare(&walk, refusals, &mut faults, &format!("{name}, seed {seed}, step {}", walk.steps));
                    done += 1;
                    phases[walk.state.phase as usize] += 1;
                }
                if walk.is_over() {
                    break;
                }
                walk.step();
                check(&walk, &mut ledger, &format!("{name}, seed {seed}, step {}", walk.steps));
            }
            seed += 1;
        }
        total += done;
    }
    println!("{total} positions of {} games compared; by phase {phases:?}", games.len());
    let mut report = String::new();
    for (what, (times, example)) in &faults {
        report += &format!("{what} ({times} times), first in {example}\n");
    }
    assert!(faults.is_empty(), "{report}");
}
