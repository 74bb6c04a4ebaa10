//! Promise 4 for Empire: matches that differ in nothing but what a player may not see give him the same of everything, and a
//! commander of his does the same in both.

mod common;
mod empire_games;

use common::properties::{Chooser, play, players, seeds};
use eagles::bot::{Bot as _, Sight};
use eagles::chance::{Draws, Seed, Seeded, Supplied};
use eagles::empire::geometry::{Point, Pose, overlap};
use eagles::empire::greedy::Greedy;
use eagles::empire::roster::Units;
use eagles::empire::state::{Coming, Host, Marks, Stage, State};
use eagles::empire::units::Order;
use eagles::empire::{Action, Empire, Event, picture};
use eagles::encode::Encoded as _;
use eagles::game::{Failure, Game as _, Player, Quiet, Viewer};
use empire_games::{battles, in_hiding, melee, shipped, thicket};
use std::collections::BTreeMap;

/// Carries out an action: the events as `viewer` sees them, and the position; or what is missing.
fn told<D: Draws>(
    game: &Empire,
    state: &State,
    (by, action): (Player, &Action),
    viewer: Player,
    draws: &mut D,
) -> Result<(String, State), String> {
    struct Told(Vec<Event>, Viewer);
    impl eagles::game::Sink<Empire> for Told {
        const LIVE: bool = true;
        fn emit(&mut self, game: &Empire, state: &State, event: Event) {
            self.0.extend(game.redact(state, self.1, &event));
        }
        fn mark(&self) -> usize {
            self.0.len()
        }
        fn discard(&mut self, mark: usize) {
            self.0.truncate(mark);
        }
    }
    let (mut told, mut after) = (Told(Vec::new(), Viewer::Player(viewer)), state.clone());
    match game.apply(&mut after, by, action, draws, &mut told) {
        Ok(()) => {
            let english: Vec<String> = told.0.iter().map(|event| game.event_text(event)).collect();
            Ok((format!("{}\n{english:?}", serde_json::to_string(&told.0).unwrap()), after))
        }
        Err(Failure::Unmet(unmet)) => Err(format!("{unmet:?}")),
        Err(Failure::Refused(refusal)) => Err(format!("{refusal:?} {refusal}")),
    }
}

/// What a greedy commander does, by its place.
fn commanded(game: &Empire, state: &State, player: Player, legal: &[Action]) -> usize {
    let mut own = Seeded::new(Seed::from_number(4));
    Greedy::default().choose(&Sight::new(game, state, player), legal, &mut own)
}

/// All that a player gets from a position, as lines of text.
fn all_that_he_gets(game: &Empire, state: &State, player: Player, asked: &[Action]) -> Vec<String> {
    let view = game.view(state, Viewer::Player(player));
    let mut legal = Vec::new();
    game.legal(state, player, &mut legal);
    let mut lines = vec![
        serde_json::to_string(&view).unwrap(),
        game.view_text(&view),
        picture::svg(game, &view, &picture::Show::default()),
        format!("{:?} {:?}", game.to_act(state), game.outcome(state)),
    ];
    let mut seen = vec![0.0; game.observation_len()];
    game.observe(state, Viewer::Player(player), &mut seen);
    let all = seen.iter().fold(0u64, |all, n| all.rotate_left(7).wrapping_mul(31) ^ u64::from(n.to_bits()));
    lines.push(format!("as numbers {all:x}, the first of them {:?}", game.action_of(state, player, 0)));
    for action in &legal {
        let mut scratch = state.clone();
        let asks = match game.apply(&mut scratch, player, action, &mut Supplied::new(), &mut Quiet) {
            Err(Failure::Unmet(unmet)) => format!("{unmet:?}"),
            _ => String::new(),
        };
        lines.push(format!(
            "{action:?} {} {:?} {:?} {} {asks}",
            game.action_text(&view, player, action),
            game.explain(state, player, action),
            game.totals(state, player, action),
            game.is_barrier(state, player, action),
        ));
    }
    if legal.len() > 1 {
        lines.push(format!("greedy does {}", commanded(game, state, player, &legal)));
    }
    for action in asked {
        lines.push(format!(
            "{action:?} {:?} {:?} {}",
            game.refusal(state, player, action),
            game.explain(state, player, action),
            game.is_barrier(state, player, action),
        ));
    }
    lines
}

#[track_caller]
fn same(a: &[String], b: &[String], why: impl Fn() -> String) {
    for (a, b) in a.iter().zip(b) {
        assert!(a == b, "{}\n{a}\nor\n{b}", why());
    }
    assert_eq!(a.len(), b.len(), "{}", why());
}

/// The position with other orders on their way to the divisions of `side`, all of which could be.
fn other_orders(game: &Empire, state: &State, side: Player, chooser: &mut Chooser) -> Option<State> {
    let mut other = state.clone();
    for (n, profile) in game.divisions().iter().enumerate().filter(|(_, profile)| profile.player == side) {
        let mut ways = vec![(None, false)];
        for order in [Order::Attack, Order::Defend, Order::Reserve] {
            for turn in state.turn + 1..=state.turn + 4 {
                ways.extend([false, true].map(|sent| (Some(Coming { order, turn }), sent)));
            }
        }
        let (coming, sent) = *chooser.one_of(&ways);
        (other.divisions[n].coming, other.divisions[n].sent) = (coming, sent);
        if game.check_state(&other).is_err() {
            let _ = profile;
            other.divisions[n] = state.divisions[n];
        }
    }
    (&other != state && game.check_state(&other).is_ok()).then_some(other)
}

/// The position with a hidden unit of `side` somewhere else: far from the enemy, and from leaders who show where they are.
fn other_place(game: &Empire, state: &State, side: Player, chooser: &mut Chooser) -> Option<State> {
    let hidden = in_hiding(game, state, side);
    if hidden.is_empty() {
        return None;
    }
    let id = *chooser.one_of(&hidden);
    if state.leaders.iter().any(|leader| leader.host == Host::Unit(id)) {
        return None;
    }
    let table = game.table();
    for _ in 0..20 {
        let inch = |length: i32, chooser: &mut Chooser| 1_000 * (2 + chooser.below(length as usize / 1_000 - 4) as i32);
        let at = Point::new(inch(table.width, chooser), inch(table.depth, chooser));
        let mut moved = state.units[id];
        moved.pose = Pose { at, ..moved.pose };
        (moved.origin, moved.anchor) = (at, at);
        let block = game.block(id, &moved);
        let clear = state.units.here().filter(|(other, _)| *other != id).all(|(other, unit)| {
            let enemy = game.unit(other).player != side;
            let far = unit.pose.at.distance(at) > if enemy { 8_000 } else { 3_000 };
            far && !overlap(&block, &game.block(other, unit))
        });
        if !clear {
            continue;
        }
        let list: Vec<_> = state.units.iter().map(|(n, unit)| if n == id { moved } else { *unit }).collect();
        let other = State { units: Units::new(list), ..state.clone() };
        if game.check_state(&other).is_ok() {
            return Some(other);
        }
    }
    None
}

/// Marks of hidden units: what they did in hiding, such as standing still.
fn other_marks(game: &Empire, state: &State, side: Player, chooser: &mut Chooser) -> Option<State> {
    let hidden = in_hiding(game, state, side);
    if hidden.is_empty() || state.stage != Stage::March {
        return None;
    }
    let mut other = state.clone();
    let id = *chooser.one_of(&hidden);
    other.units.edit(id, |unit| unit.marks.0 ^= Marks::DONE.0);
    game.check_state(&other).is_ok().then_some(other)
}

type Vary = fn(&Empire, &State, Player, &mut Chooser) -> Option<State>;
const VARIATIONS: [(&str, Vary); 3] = [("orders", other_orders), ("places", other_place), ("marks", other_marks)];

/// Actions of all sorts from all over a battle.
struct Pool(BTreeMap<String, Vec<Action>>);

impl Pool {
    fn fill(&mut self, legal: Vec<Action>) {
        for action in legal {
            let debug = format!("{action:?}");
            let sort = debug.split(' ').next().unwrap_or_default().to_owned();
            self.0.entry(sort).or_default().push(action);
        }
    }

    fn some(&self, chooser: &mut Chooser) -> Vec<Action> {
        self.0
            .values()
            .flat_map(|all| [0; 3].map(|_| all[all.len() - 1 - chooser.below(all.len().min(400))].clone()))
            .collect()
    }
}

#[test]
fn what_a_player_does_not_see_changes_nothing_of_what_he_gets() {
    let mut compared = BTreeMap::<&str, usize>::new();
    let mut steps = 0;
    for (game, most) in battles() {
        for seed in seeds(6) {
            let mut pool = Pool(BTreeMap::new());
            play(&game, seed, most, |hosted, chooser| {
                for player in hosted.to_act().iter() {
                    pool.fill(hosted.legal(player));
                }
                if chooser.below(3) > 0 {
                    return;
                }
                let asked = pool.some(chooser);
                for player in players(&*game) {
                    let enemy = Empire::enemy(player);
                    for (what, vary) in VARIATIONS {
                        let Some(other) = vary(&game, hosted.state(), enemy, chooser) else { continue };
                        *compared.entry(what).or_default() += 1;
                        let state = hosted.state();
                        let why = || {
                            format!(
                                "seed {seed}, {what}, player {}\n{}\n{}",
                                player.0,
                                game.write_state(state),
                                game.write_state(&other)
                            )
                        };
                        let gets = [state, &other].map(|state| all_that_he_gets(&game, state, player, &asked));
                        same(&gets[0], &gets[1], why);
                        // What he does is told him alike, dice and all, where nobody can run into what is elsewhere.
                        let legal = hosted.legal(player);
                        if legal.is_empty() || what == "places" {
                            continue;
                        }
                        let action = chooser.one_of(&legal);
                        if *action == Action::End && what == "marks" {
                            continue;
                        }
                        let after = [state, &other].map(|state| {
                            let mut dice = Seeded::new(Seed::from_number(seed));
                            told(&game, state, (player, action), player, &mut dice)
                        });
                        let [Ok((a, _)), Ok((b, _))] = &after else { panic!("{after:?} {}", why()) };
                        // The end of a turn brings orders that have come.
                        if *action != Action::End && !matches!(state.stage, Stage::Assault) {
                            assert!(a == b, "{action:?} {}\n{a}\nor\n{b}", why());
                            steps += 1;
                        }
                    }
                }
            });
        }
    }
    println!("{compared:?}, {steps} steps");
    for (what, _) in VARIATIONS {
        assert!(compared.get(what).is_some_and(|&n| n > 20), "{what}: {compared:?}");
    }
    assert!(steps > 20);
}

/// Whole battles between commanders: at every decision each of them would do the same if what he does not see were otherwise.
#[test]
fn a_commander_does_the_same_whatever_is_hidden_from_him() {
    let mut compared = BTreeMap::<&str, usize>::new();
    let hidden = [thicket(), shipped("tutorial"), melee(), shipped("derlon")];
    for (n, game) in hidden.iter().enumerate() {
        let (seeds, most) = if n == 3 { (seeds(1), 400) } else { (seeds(4), 4_000) };
        for seed in seeds {
            let mut state = game.start();
            let (mut dice, mut chooser) = (Seeded::new(Seed::from_number(seed)), Chooser::new(seed));
            for _ in 0..most {
                let Some(player) = game.next_to_ask(&state) else { break };
                let mut legal = Vec::new();
                game.legal(&state, player, &mut legal);
                let chosen = commanded(game, &state, player, &legal);
                for (what, vary) in VARIATIONS {
                    let Some(other) = vary(game, &state, Empire::enemy(player), &mut chooser) else { continue };
                    let mut offers = Vec::new();
                    game.legal(&other, player, &mut offers);
                    let why = || format!("{what}: {}\n{}", game.write_state(&state), game.write_state(&other));
                    assert_eq!(offers, legal, "{}", why());
                    assert_eq!(commanded(game, &other, player, &legal), chosen, "{:?} {}", legal[chosen], why());
                    *compared.entry(what).or_default() += 1;
                }
                // Now and then something else, so that it comes to positions that no commander seeks.
                let chosen = if chooser.below(6) == 0 { chooser.below(legal.len()) } else { chosen };
                game.apply(&mut state, player, &legal[chosen], &mut dice, &mut Quiet).expect("it is listed");
            }
        }
    }
    println!("{compared:?}");
    for (what, _) in VARIATIONS {
        assert!(compared.get(what).is_some_and(|&n| n > 20), "{what}: {compared:?}");
    }
}
