//! Random play allocates nothing from one decision to the next, with all Special cards and windows.

use eagles::bot::{Bot, Random, Sight, chance_of};
use eagles::chance::{Seed, Seeded};
use eagles::encode::Encoded as _;
use eagles::game::{Game, Player, Quiet, Viewer};
use eagles::waterloo::{CardSet, Setup, Waterloo};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[test]
fn a_decision_allocates_nothing() {
    for battle in ["QB", "LI", "WA", "WV", "CH"] {
        let game = Waterloo::new(CardSet::embedded(), Setup::battle(battle)).unwrap();
        let mut legal = Vec::with_capacity(4096);
        let (mut mask, mut seen) = (vec![0; game.action_ids()], vec![0.0; game.observation_len()]);
        for number in 0..40 {
            let seed = Seed::from_number(3).child(number);
            let (mut state, mut draws) = (game.start(), Seeded::new(seed));
            let mut chances = [Player(0), Player(1)].map(|player| chance_of(&seed, player));
            while let Some(player) = game.next_to_ask(&state) {
                let region = Region::new(ALLOCATOR);
                legal.clear();
                game.legal(&state, player, &mut legal);
                let i = Random.choose(&Sight::new(&game, &state, player), &legal, &mut chances[player.index()]);
                game.advance(&mut state, player, &legal[i], &mut draws, &mut Quiet).unwrap();
                let count = region.change().allocations;
                assert_eq!(count, 0, "{battle} {number}: {:?} leads to {:?}", legal[i], state.agenda.tasks());
                let region = Region::new(ALLOCATOR);
                game.mask(&state, player, &mut legal, &mut mask);
                game.observe(&state, Viewer::Player(player), &mut seen);
                assert_eq!(region.change().allocations, 0, "{battle} {number}: numbers of {:?}", state.agenda.tasks());
            }
        }
    }
}
