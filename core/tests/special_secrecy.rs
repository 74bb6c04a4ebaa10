//! Promise 4 with Special cards: two positions that look the same to a player, in which his enemy does the same and he is told
//! the same, look the same to him afterwards, and he may do the same in them.

use eagles::chance::{Seed, Seeded};
use eagles::game::{Failure, Game, Player, Sink, Viewer};
use eagles::waterloo::agenda::Task;
use eagles::waterloo::{Action, CardSet, Deal, Event, Setup, State, Waterloo};
use std::collections::BTreeMap;

/// Events as a viewer is told them.
struct Told<'a>(&'a mut Vec<Option<Event>>, Viewer);

impl Sink<Waterloo> for Told<'_> {
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

/// What a viewer is told of an action, and the position after it; nothing where it may not be done.
fn told(
    game: &Waterloo,
    state: &State,
    by: Player,
    action: &Action,
    eyes: Viewer,
    seed: u64,
) -> Option<(String, State)> {
    let (mut told, mut after) = (Vec::new(), state.clone());
    let mut draws = Seeded::new(Seed::from_number(seed));
    match game.apply(&mut after, by, action, &mut draws, &mut Told(&mut told, eyes)) {
        Ok(()) => Some((serde_json::to_string(&told.into_iter().flatten().collect::<Vec<_>>()).unwrap(), after)),
        Err(Failure::Refused(_)) => None,
        Err(Failure::Unmet(unmet)) => panic!("{action:?}: {unmet} in {}", game.write_position(state)),
    }
}

/// All that a player may do.
fn legal(game: &Waterloo, state: &State, player: Player) -> Vec<Action> {
    let mut list = Vec::new();
    if game.to_act(state).has(player) {
        game.legal(state, player, &mut list);
    }
    list
}

/// What a viewer sees. That a card moved twice or withdrew shows when it is turned up; he saw it go, but a view does not say
/// which cards of the Reserve did, so that a sample takes it that none of them did.
fn seen(game: &Waterloo, state: &State, eyes: Viewer) -> String {
    let view = serde_json::to_string(&game.view(state, eyes)).unwrap();
    view.replace(",\"moved-twice\"", "").replace(",\"withdrew\"", "")
}

#[test]
fn what_is_told_of_specials_decides_what_is_seen() {
    let set = CardSet::embedded();
    let rounds: u64 = std::env::var("EAGLES_SECRETS").ok().and_then(|s| s.parse().ok()).unwrap_or(12);
    let mut tried: BTreeMap<String, u32> = BTreeMap::new();
    for (battle, decoys) in ["LI", "WA", "WV", "CH", "QB"].into_iter().flat_map(|b| [(b, false), (b, true)]) {
        let mut setup = Setup::battle(battle);
        setup.options.decoys = decoys;
        for row in set.battle(battle) {
            setup.deals.insert(row.army, Deal::AllHistorical);
        }
        let game = Waterloo::new(set.clone(), setup).unwrap();
        for seed in 0..rounds {
            let mut draws = Seeded::new(Seed::from_number(seed));
            let mut state = game.start();
            let mut x = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5eed;
            let mut below = move |n: usize| {
                x ^= x << 13;
                x ^= x >> 7;
                x ^= x << 17;
                (x >> 11) as usize % n
            };
            for step in 0..1_500 {
                let Some(player) = game.next_to_ask(&state) else { break };
                let list = legal(&game, &state, player);
                let plays: Vec<Action> = list.iter().copied().filter(|a| matches!(a, Action::Play { .. })).collect();
                let moves: Vec<Action> = list.iter().copied().filter(|a| *a != Action::End).collect();
                let action = if !plays.is_empty() && below(3) == 0 {
                    plays[below(plays.len())]
                } else if !moves.is_empty() && below(8) != 0 {
                    moves[below(moves.len())]
                } else {
                    list[below(list.len())]
                };
                let special = matches!(action, Action::Play { .. } | Action::Choose { .. } | Action::Pass)
                    || !state.forces.list().is_empty();
                // A view does not say how far somebody has come who looks at the top of his deck.
                let peeks = matches!(state.task(), Some(Task::Peek { .. }));
                if special && state.turn > 0 && !peeks {
                    let foe = Player(1 - player.0);
                    let eyes = Viewer::Player(foe);
                    let view = game.view(&state, eyes);
                    for k in 0..3 {
                        let mut samples = Seeded::new(Seed::from_number(step * 7 + k));
                        let other = game.determinise(&view, &mut samples).unwrap_or_else(|e| {
                            panic!("{battle} {seed} {step}: {e} in {}", game.write_position(&state));
                        });
                        let [Some(one), Some(two)] =
                            [&state, &other].map(|state| told(&game, state, player, &action, eyes, step))
                        else {
                            continue;
                        };
                        let key = match action {
                            Action::Play { card, .. } => game.card(card).id.clone(),
                            _ => format!("{action:?}").split(' ').next().unwrap_or_default().to_owned(),
                        };
                        *tried.entry(key).or_default() += 1;
                        if one.0 == two.0 {
                            let why = || {
                                let [a, b] = [&state, &other].map(|state| game.write_position(state));
                                format!("{battle} {seed} {step}: {action:?} in {a} and in {b}")
                            };
                            assert!(seen(&game, &one.1, eyes) == seen(&game, &two.1, eyes), "{}", why());
                            assert_eq!(legal(&game, &one.1, foe), legal(&game, &two.1, foe), "{}", why());
                        }
                    }
                }
                game.apply(&mut state, player, &action, &mut draws, &mut Vec::<Event>::new()).unwrap();
            }
        }
    }
    let cards = tried.keys().filter(|key| key.contains("-spe-")).count();
    let all: u32 = tried.values().sum();
    assert!(cards > 25 && all > 10_000, "{cards} Specials, {all} actions: {tried:?}");
}
