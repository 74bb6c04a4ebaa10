//! The fast legal list against the slow definition, on positions from random games.

mod oracle;
mod walks;

use eagles::cite::Coded as _;
use eagles::game::Game as _;
use eagles::waterloo::state::Phase;
use eagles::waterloo::{ALLIED, Action, Army, CardId, FRENCH, Kind, Place, State, Waterloo};
use oracle::{Board, Ledger};
use std::collections::{BTreeMap, HashSet};
use walks::{Dice, Walk, amount, games, line};

/// What differs, by sort: how often, and the first example.
type Faults = BTreeMap<String, (usize, String)>;

/// How often each refusal was given.
type Codes = BTreeMap<&'static str, usize>;

fn report(faults: &Faults) {
    let lines = faults.iter().map(|(what, (times, example))| format!("{what} ({times} times), first in {example}\n"));
    assert!(faults.is_empty(), "{}", lines.collect::<String>());
}

/// The comparison means something only where these refusals were met.
fn met(codes: &Codes, wanted: &[&str]) {
    let missed: Vec<_> = wanted.iter().filter(|code| !codes.contains_key(**code)).collect();
    assert!(missed.is_empty(), "never met: {missed:?} in {codes:?}");
}

/// Compares what the engine and the ledger kept of the turn, and what must hold of every position.
fn check(walk: &Walk<'_>, ledger: &mut Ledger, name: &str) {
    let Some((before, player, action)) = &walk.last else { return };
    ledger.note(walk.game, before, *player, action, &walk.state);
    let board = Board::new(walk.game, &walk.state);
    if let Err(fault) = ledger.agrees(&board).and_then(|()| oracle::sound(&board)) {
        let word = walk.game.write_action(before, *player, action);
        panic!("{name}: {fault}\n{}\n{word} by {player:?}\n{}", line(walk.game, before), line(walk.game, &walk.state));
    }
}

/// Compares one position for both players; adds what differs to `faults`.
fn compare(game: &Waterloo, state: &State, refusals: bool, (faults, codes): (&mut Faults, &mut Codes), name: &str) {
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
        // What Specials may be played on and let one choose: refused if and only if it is not listed.
        let offered = oracle::offers(&board, player);
        for action in &offered {
            let refusal = game.refusal(state, player, action);
            if let Some(refusal) = &refusal {
                *codes.entry(refusal.code()).or_default() += 1;
            }
            if refusal.is_none() != listed.contains(action) {
                note("refusal against list", action, format!("{refusal:?} listed {}", listed.contains(action)));
            }
        }
        for action in all.iter().filter(|action| !offered.contains(action)) {
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
                if let Some(refusal) = &refusal {
                    *codes.entry(refusal.code()).or_default() += 1;
                }
                if refusal.is_none() != fast {
                    note("refusal against list", action, format!("{refusal:?} listed {fast}"));
                }
            }
        }
        for action in &list {
            if !right.contains(action) && !all.contains(action) && !offered.contains(action) {
                note("outside the universe", action, String::new());
            }
        }
    }
}

#[test]
fn the_fast_list_equals_the_slow_definition() {
    let games = games();
    let share = amount(102_000).div_ceil(games.len());
    let (mut faults, mut codes) = (BTreeMap::new(), BTreeMap::new());
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
                    let name = format!("{name}, seed {seed}, step {}", walk.steps);
                    compare(game, &walk.state, refusals, (&mut faults, &mut codes), &name);
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
    met(
        &codes,
        &[
            "cannot-capture",
            "commit-first",
            "engage-and-disengage",
            "general-alone",
            "one-general",
            "positions-uncovered",
            "prussian-ground",
            "river-limit",
            "stacking",
            "target-spread",
            "target-woods",
        ],
    );
    println!("{total} positions of {} games compared; by phase {phases:?}", games.len());
    report(&faults);
}

/// Changes some of what the cards have done and where they stand, as no play would.
fn disturb(game: &Waterloo, state: &mut State, dice: &mut Dice) {
    if dice.one_in(2) {
        bring_up(game, state, dice);
    }
    for _ in 0..=dice.below(6) {
        let player = if dice.one_in(3) { 1 - state.on_turn.index() } else { state.on_turn.index() };
        let side = &mut state.sides[player];
        let taken: Vec<u8> = (0..64).filter(|s| side.all() >> s & 1 == 1).collect();
        if taken.is_empty() {
            continue;
        }
        let slot = taken[dice.below(taken.len())];
        let b = 1u64 << slot;
        let kind = game.profile(side.card[usize::from(slot)]).kind;
        match dice.below(12) {
            0..=3 => {
                let to = dice.below(6);
                let standing = state.grounds.iter().any(|g| g.holder.index() == player && g.occupants & b != 0);
                if !standing {
                    side.at.iter_mut().for_each(|set| *set &= !b);
                    side.at[to] |= b;
                }
            }
            4 => {
                side.moved ^= b;
                side.moved_twice &= side.moved;
            }
            5 if matches!(kind, Kind::Cavalry | Kind::General) => {
                side.moved |= b;
                side.moved_twice ^= b;
            }
            6 if kind.is_troop() => side.acted ^= b,
            7 => side.engaged ^= b,
            8 => side.withdrew ^= b,
            9 => {
                side.struck ^= b;
                side.formed ^= b;
            }
            10 if kind == Kind::Cavalry => side.blown ^= b,
            11 if kind != Kind::General => {
                side.up ^= b;
                side.blown &= side.up;
            }
            _ => state.crossings[dice.below(3)] = dice.below(3) as u8,
        }
    }
}

/// Puts a General from the Reserve of the player on turn into one of his Positions, where he may have no business.
fn bring_up(game: &Waterloo, state: &mut State, dice: &mut Dice) {
    let player = state.on_turn;
    for &army in Army::ALL.iter().filter(|a| a.player() == player) {
        let hand = &mut state.hands[army as usize];
        let generals = hand.reserve & game.roster(army).kinds[Kind::General as usize];
        let held: Vec<usize> = (0..128).filter(|i| generals >> i & 1 == 1).collect();
        let side = &mut state.sides[player.index()];
        let slot = side.all().trailing_ones() as usize;
        if held.is_empty() || slot > 63 {
            continue;
        }
        let index = held[dice.below(held.len())];
        for set in [&mut hand.reserve, &mut hand.moved, &mut hand.spent, &mut hand.withdrew] {
            *set &= !(1 << index);
        }
        side.card[slot] = CardId::new(army, index);
        side.at[Place::of(player, dice.below(3) as u8).index()] |= 1 << slot;
        side.kind[Kind::General as usize] |= 1 << slot;
        side.up |= 1 << slot;
    }
}

/// Deeds that go together: nobody Engages or Disengages without a Move, and nobody moves and fires but Horse Artillery.
fn reconcile(state: &mut State) {
    let engaged: Vec<[bool; 2]> =
        Place::POSITIONS.iter().map(|&at| [FRENCH, ALLIED].map(|player| state.is_engaged(player, at))).collect();
    for (player, side) in state.sides.iter_mut().enumerate() {
        let fighting = (0..6).filter(|&at| engaged[at][player]).fold(0, |set, at| set | side.at[at]);
        let guns = side.artillery();
        side.acted &= fighting | guns;
        side.acted &= !side.moved | side.kind[Kind::HorseArtillery as usize];
        side.engaged &= side.moved;
        side.withdrew &= side.moved & !side.engaged;
        side.formed &= side.moved | !fighting;
        side.struck &= side.up;
    }
}

#[test]
fn the_same_on_positions_that_no_play_leads_to() {
    let games = games();
    let share = amount(20_000).div_ceil(games.len());
    let (mut faults, mut codes) = (BTreeMap::new(), BTreeMap::new());
    let mut total = 0;
    for (number, (name, game)) in games.iter().enumerate() {
        let (mut done, mut seed) = (0, 900_000 + number as u64 * 10_000);
        while done < share {
            let mut walk = Walk::new(game, seed);
            while done < share && !walk.is_over() {
                walk.step();
                if walk.state.phase != Phase::Combat || !walk.state.is_quiet() || walk.dice.one_in(3) {
                    continue;
                }
                let mut state = walk.state.clone();
                disturb(game, &mut state, &mut walk.dice);
                reconcile(&mut state);
                let board = Board::new(game, &state);
                if !game.validate(&state).is_empty()
                    || oracle::sound(&board).is_err()
                    || !board.is_orderly(state.on_turn)
                {
                    continue;
                }
                done += 1;
                compare(game, &state, walk.dice.one_in(4), (&mut faults, &mut codes), &format!("{name}, seed {seed}"));
            }
            seed += 1;
        }
        total += done;
    }
    met(&codes, &["chief-must-return", "commit-first", "river-limit", "stacking", "target-spread", "way-back-engaged"]);
    println!("{total} disturbed positions compared");
    report(&faults);
}
