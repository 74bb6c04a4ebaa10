//! Random games of all battles: they end, never get stuck, keep their cards, and every listed action is allowed.

use eagles::chance::{Draws as _, Kind, Request, Seed, Seeded, Stream};
use eagles::game::{Game, Quiet};
use eagles::waterloo::{CardSet, Setup, Waterloo};

#[test]
fn random_games_end_and_every_listed_action_is_allowed() {
    let set = CardSet::embedded();
    for battle in ["QB", "LI", "WA", "WV", "CH"] {
        for decoys in [false, true] {
            let mut setup = Setup::battle(battle);
            setup.options.decoys = decoys;
            let game = Waterloo::new(set.clone(), setup).unwrap();
            let (mut actions, mut wins, mut listed) = (0u32, [0u32; 3], 0usize);
            for seed in 0..40 {
                let mut draws = Seeded::new(Seed::from_number(seed));
                let mut choice = Seeded::new(Seed::from_number(seed + 1000));
                let mut state = game.start();
                let mut legal = Vec::new();
                let mut steps = 0;
                while game.outcome(&state).is_none() {
                    let player = game.to_act(&state).iter().next().expect("somebody acts");
                    legal.clear();
                    game.legal(&state, player, &mut legal);
                    let player = if legal.is_empty() {
                        let other = game.to_act(&state).iter().last().unwrap();
                        game.legal(&state, other, &mut legal);
                        other
                    } else {
                        player
                    };
                    assert!(!legal.is_empty(), "{battle} {seed}: stuck at {}", game.write_position(&state));
                    listed += legal.len();
                    for action in &legal {
                        let refusal = game.refusal(&state, player, action);
                        assert!(
                            refusal.is_none(),
                            "{battle} {seed}: {action:?} listed, but {refusal:?}\n{}",
                            game.write_position(&state)
                        );
                    }
                    let among = legal.len() as u16;
                    let request = Request { code: "x", subject: 0, stream: Stream(8), kind: Kind::Pick { among } };
                    let i = choice.pick(request, |i| i).unwrap();
                    game.advance(&mut state, player, &legal[usize::from(i)], &mut draws, &mut Quiet).unwrap();
                    steps += 1;
                    assert!(steps < 20_000, "{battle} {seed} does not end");
                }
                actions += steps;
                wins[game.outcome(&state).unwrap().winner.map_or(2, |p| p.index())] += 1;
            }
            println!("{battle} decoys {decoys}: {actions} actions, {listed} listed, wins {wins:?}");
        }
    }
}
