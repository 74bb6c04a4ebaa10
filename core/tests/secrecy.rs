//! Promise 4 on random games of Waterloo: what a player is told decides all that he gets, and hidden cards change nothing
//! of it.

mod common;
mod oracle;
mod walks;

use common::properties::visibility;
use eagles::bot::{Bot as _, Sight};
use eagles::chance::{Draws, Seed, Seeded, Supplied};
use eagles::game::{Failure, Game as _, Player, Players, Viewer};
use eagles::waterloo::action::NO_GROUND;
use eagles::waterloo::greedy::Greedy;
use eagles::waterloo::state::Phase;
use eagles::waterloo::types::slots;
use eagles::waterloo::{ALLIED, Action, CardSet, Event, FRENCH, Formation, Setup, State, Waterloo, picture};
use oracle::Board;
use std::collections::BTreeMap;
use std::sync::Arc;
use walks::{Walk, amount, games, line};

/// Carries out an action that draws nothing: the events as `viewer` sees them, and the position. `None` when it draws.
fn quietly(game: &Waterloo, state: &State, by: Player, action: &Action, viewer: Viewer) -> Option<(String, State)> {
    told(game, state, by, action, viewer, &mut Supplied::new())
}

/// Carries out an action: the events as `viewer` sees them, and the position. `None` when a draw is missing.
fn told<D: Draws>(
    game: &Waterloo,
    state: &State,
    by: Player,
    action: &Action,
    viewer: Viewer,
    draws: &mut D,
) -> Option<(String, State)> {
    struct Told<'a>(&'a mut Vec<Option<Event>>, Viewer);
    impl eagles::game::Sink<Waterloo> for Told<'_> {
        const LIVE: bool = true;
        fn emit(&mut self, game: &Waterloo, state: &State, event: Event) {
            self.0.push(game.redact(state, self.1, &event));
        }
        fn mark(&self) -> usize {
            self.0.len()
        }
        fn discard(&mut self, mark: usize) {
            self.0.truncate(mark);
        }
    }
    let mut told = Vec::new();
    let mut after = state.clone();
    match game.apply(&mut after, by, action, draws, &mut Told(&mut told, viewer)) {
        Ok(()) => {
            let told: Vec<_> = told.into_iter().flatten().collect();
            Some((serde_json::to_string(&told).unwrap(), after))
        }
        Err(Failure::Unmet(_)) => None,
        Err(Failure::Refused(refusal)) => panic!("{action:?}: {refusal}\n{}", line(game, state)),
    }
}

fn sample(game: &Waterloo, state: &State, player: Player, seed: u64) -> State {
    let view = game.view(state, Viewer::Player(player));
    game.determinise(&view, &mut Seeded::new(Seed::from_number(seed)))
        .unwrap_or_else(|e| panic!("{e}: {player:?} at {}", game.write_position(state)))
}

fn json(game: &Waterloo, state: &State, player: Player) -> String {
    serde_json::to_string(&game.view(state, Viewer::Player(player))).unwrap()
}

/// All that `player` gets from a position, as lines of text; `whole` adds every action that there could be.
fn all_that_he_gets(game: &Waterloo, state: &State, player: Player, actions: &[Action], whole: bool) -> Vec<String> {
    let view = game.view(state, Viewer::Player(player));
    let mut legal = Vec::new();
    game.legal(state, player, &mut legal);
    let mut lines = vec![serde_json::to_string(&view).unwrap(), format!("{:?}", game.to_act(state))];
    for action in &legal {
        let mut scratch = state.clone();
        let asks = match game.apply(&mut scratch, player, action, &mut Supplied::new(), &mut eagles::game::Quiet) {
            Err(Failure::Unmet(unmet)) => match unmet {
                eagles::chance::Unmet::Needed(needed) => {
                    format!("{:?} {}", needed.request, game.draw_text(&needed.request))
                }
                other => format!("{other:?}"),
            },
            _ => String::new(),
        };
        lines.push(format!(
            "{action:?} {} {:?} {:?} {} {asks}",
            game.write_action(state, player, action),
            game.explain(state, player, action),
            game.totals(state, player, action),
            game.is_barrier(state, player, action),
        ));
    }
    if legal.len() > 1 {
        let mut own = Seeded::new(Seed::from_number(4));
        let chosen = Greedy::default().choose(&Sight::new(game, state, player), &legal, &mut own);
        lines.push(format!("greedy does {chosen}"));
    }
    for action in actions {
        let word = game.write_action(state, player, action);
        lines.push(format!(
            "{action:?} {word} {:?} {:?}",
            game.refusal(state, player, action),
            game.read_action(state, player, &word)
        ));
    }
    if whole {
        lines.push(game.view_text(&view));
        lines.push(picture::svg(game, &view));
    }
    lines
}

fn same(a: &[String], b: &[String], why: impl Fn() -> String) {
    assert_eq!(a.len(), b.len(), "{}", why());
    for (a, b) in a.iter().zip(b) {
        assert_eq!(a, b, "{}", why());
    }
}

/// Words that a player could type about Terrain: every Terrain card of the battle, in play or not.
fn terrain_words(game: &Waterloo, state: &State, player: Player) -> Vec<String> {
    let mut words = Vec::new();
    for number in 1..=300 {
        if game.card_set().by_number(number).is_some_and(|c| c.ground.is_some()) {
            words.push(format!("{:?}", game.read_action(state, player, &format!("s0@{number}"))));
        }
    }
    words
}

#[test]
fn hidden_cards_change_nothing_that_a_player_gets() {
    let games = games();
    let share = amount(9_000).div_ceil(games.len());
    let (mut pairs, mut differing, mut steps) = (0, 0, 0);
    for (number, (name, game)) in games.iter().enumerate() {
        let (mut done, mut seed) = (0, 77_000 + number as u64 * 1000);
        while done < share {
            let mut walk = Walk::new(game, seed);
            while done < share && !walk.is_over() {
                walk.step();
                if !walk.dice.one_in(if walk.state.phase == Phase::Deployment { 10 } else { 4 }) {
                    continue;
                }
                done += 1;
                for player in [FRENCH, ALLIED] {
                    let (mut a, mut b) =
                        (walk.state.clone(), sample(game, &walk.state, player, seed + walk.steps as u64));
                    differing += usize::from(a != b);
                    pairs += 1;
                    let board = Board::new(game, &a);
                    let mut actions = oracle::universe(&board, player);
                    actions.extend(oracle::sampled(&board, player));
                    actions.extend((0..16).map(|ground| Action::Occupy { slot: 0, ground }));
                    if let Some(held) = board.reserve[player.index()].first() {
                        for (on, to) in (0..16).flat_map(|on| (0..7).map(move |to| (on, to))) {
                            let (to, card) = (eagles::waterloo::Place(to), held.id);
                            actions.extend(Formation::ALL.iter().map(|&formation| Action::Deploy {
                                card,
                                to,
                                formation,
                                on,
                                decoy: false,
                            }));
                        }
                    }
                    let why = |a: &State, b: &State| {
                        format!(
                            "{name}, seed {seed}, step {}: {player:?}\n{}\n{}",
                            walk.steps,
                            line(game, a),
                            line(game, b)
                        )
                    };
                    let whole = pairs % 8 == 0;
                    let gets = |s: &State, actions: &[Action]| all_that_he_gets(game, s, player, actions, whole);
                    same(&gets(&a, &actions), &gets(&b, &actions), || why(&a, &b));
                    assert_eq!(terrain_words(game, &a, player), terrain_words(game, &b, player), "{}", why(&a, &b));
                    // He does what draws nothing and shows nothing, in both.
                    for _ in 0..3 {
                        let mut legal = Vec::new();
                        game.legal(&a, player, &mut legal);
                        legal.retain(|action| !game.is_barrier(&a, player, action));
                        if legal.is_empty() {
                            break;
                        }
                        let action = legal[walk.dice.below(legal.len())];
                        let viewer = Viewer::Player(player);
                        let one = quietly(game, &a, player, &action, viewer);
                        let other = quietly(game, &b, player, &action, viewer);
                        let (Some((told, next)), Some((also, next_b))) = (one, other) else {
                            panic!("{action:?} draws and is no barrier\n{}", why(&a, &b))
                        };
                        assert_eq!(told, also, "{action:?}\n{}", why(&a, &b));
                        (a, b) = (next, next_b);
                        same(&gets(&a, &[]), &gets(&b, &[]), || format!("after {action:?}\n{}", why(&a, &b)));
                        steps += 1;
                    }
                }
            }
            seed += 1;
        }
    }
    println!("{pairs} pairs of positions, {differing} of them different, {steps} steps made in both");
    assert!(differing * 2 > pairs && steps > pairs / 4);
}

/// Whatever the enemy does: two of his actions that a player is told the same of leave the same view, and the same of
/// everything else.
#[test]
fn what_a_player_is_told_decides_what_he_sees() {
    let games = games();
    let share = amount(12_000).div_ceil(games.len());
    let (mut done_in_all, mut groups, mut alike) = (0, 0, 0);
    for (number, (name, game)) in games.iter().enumerate() {
        let (mut done, mut seed) = (0, 55_000 + number as u64 * 1000);
        while done < share {
            let mut walk = Walk::new(game, seed);
            while done < share && !walk.is_over() {
                walk.step();
                if !walk.dice.one_in(if walk.state.phase == Phase::Deployment { 10 } else { 3 }) {
                    continue;
                }
                done += 1;
                for player in [FRENCH, ALLIED] {
                    let enemy = Player(1 - player.0);
                    let twin = sample(game, &walk.state, player, seed + walk.steps as u64);
                    let before = json(game, &walk.state, player);
                    assert_eq!(before, json(game, &twin, player), "{name}, seed {seed}\n{}", line(game, &walk.state));
                    let mut told_and_seen: BTreeMap<String, (String, Action, State)> = BTreeMap::new();
                    // A view does not show what the enemy's Reserve did this turn, and so the twin may have it wrong.
                    let fresh = |hand: &eagles::waterloo::state::Hand| hand.moved | hand.spent | hand.withdrew == 0;
                    let twin_fits = walk.state.hands.iter().all(fresh);
                    let states = [Some(&walk.state), twin_fits.then_some(&twin)];
                    for state in states.into_iter().flatten() {
                        let mut legal = Vec::new();
                        game.legal(state, enemy, &mut legal);
                        for action in &legal {
                            // Dice and cards come from a seed; what differs in what he is told of them is no matter here.
                            let mut draws = Seeded::new(Seed::from_number(seed));
                            let viewer = Viewer::Player(player);
                            let Some((told, after)) = told(game, state, enemy, action, viewer, &mut draws) else {
                                panic!("a seed answers everything");
                            };
                            let seen = json(game, &after, player);
                            let first = told_and_seen
                                .entry(told.clone())
                                .or_insert_with(|| (seen.clone(), *action, after.clone()));
                            let why = || {
                                format!(
                                    "{name}, seed {seed}, step {}: {player:?} is told {told} of {:?} and of {action:?}\n{}\n{}",
                                    walk.steps,
                                    first.1,
                                    line(game, &first.2),
                                    line(game, &after)
                                )
                            };
                            assert_eq!(first.0, seen, "{}", why());
                            assert_eq!(game.outcome(&first.2), game.outcome(&after), "{}", why());
                            let (mut one, mut other) = (Vec::new(), Vec::new());
                            game.legal(&first.2, player, &mut one);
                            game.legal(&after, player, &mut other);
                            assert_eq!(one, other, "{}", why());
                            alike += 1;
                        }
                    }
                    groups += told_and_seen.len();
                }
            }
            seed += 1;
        }
        done_in_all += done;
    }
    println!("{done_in_all} positions, {alike} enemy actions, {groups} ways they look");
    assert!(alike > 3 * groups);
}

/// What is tried and taken back behind the screen leaves no trace: a deployment full of second thoughts and one that goes
/// straight to the same line look the same ever after.
#[test]
fn second_thoughts_in_deployment_leave_no_trace() {
    let mut lines = 0;
    for (name, game) in games() {
        for seed in 0..amount(60) as u64 {
            let mut walk = Walk::new(&game, 31_000 + seed);
            walk.step();
            let dealt = walk.state.clone();
            while walk.state.ready == Players::NONE && walk.state.phase == Phase::Deployment {
                walk.step();
            }
            let tried = walk.state;
            // The Allied line, put down again in the order of its slots, without a second thought.
            let mut straight = dealt;
            let mut draws = Supplied::new();
            let mut act = |state: &mut State, action: Action| {
                game.apply(state, ALLIED, &action, &mut draws, &mut eagles::game::Quiet)
                    .unwrap_or_else(|e| panic!("{name}, seed {seed}: {action:?}: {e}\n{}", line(&game, state)));
            };
            let side = tried.side(ALLIED);
            for (_, ground) in tried.grounds.numbered().filter(|(_, g)| g.card.army().player() == ALLIED) {
                let (card, to) = (ground.card, ground.at);
                act(
                    &mut straight,
                    Action::Deploy { card, to, formation: Formation::Line, on: NO_GROUND, decoy: false },
                );
            }
            let mut in_order = true;
            for slot in slots(side.all()) {
                let card = side.card[usize::from(slot)];
                let general = game.profile(card).kind == eagles::waterloo::Kind::General;
                let up = side.up >> slot & 1 == 1;
                let action = Action::Deploy {
                    card,
                    to: side.place(slot).unwrap(),
                    formation: side.formation(slot),
                    on: tried.ground_of(ALLIED, slot).unwrap_or(NO_GROUND),
                    decoy: !up && !game.profile(card).kind.is_troop(),
                };
                assert!(!up || general);
                act(&mut straight, action);
                in_order &= straight.side(ALLIED).card[usize::from(slot)] == card;
            }
            if !in_order {
                continue;
            }
            act(&mut straight, Action::End);
            // The enemy's part is not compared.
            let view = |s: &State| {
                let mut s = s.clone();
                s.sides[0].clone_from(&tried.sides[0]);
                s.hands[0].clone_from(&tried.hands[0]);
                s.changes[0] = 0;
                let mut view = game.view(&s, Viewer::Player(FRENCH));
                view.grounds.retain(|g| g.card.army().player() == ALLIED);
                view.armies.retain(|a| a.army.player() == ALLIED);
                view.slots.retain(|s| s.player == ALLIED);
                serde_json::to_string(&view).unwrap()
            };
            assert_eq!(view(&tried), view(&straight), "{name}, seed {seed}\n{}", line(&game, &tried));
            lines += 1;
        }
    }
    println!("{lines} battlelines compared");
    assert!(lines > 20);
}

#[test]
fn whole_matches_hide_what_is_hidden() {
    for battle in walks::BATTLES {
        let mut setup = Setup::battle(battle);
        setup.options.decoys = battle != "LI";
        let game = Arc::new(Waterloo::new(CardSet::embedded(), setup).unwrap());
        visibility::hides_what_is_done_unseen(&game, 0..amount(30) as u64, 60);
    }
}
