//! What Empire takes of memory: nothing to resolve an assault or a fire, and little to take back whole battles.

mod common;
mod empire_games;

use common::properties::Chooser;
use eagles::chance::{Seed, Seeded};
use eagles::empire::assault::{self, Combatant, Side, Support};
use eagles::empire::charts::Ce;
use eagles::empire::fire::{self, Battery, Firer, Target};
use eagles::empire::house::HouseRules;
use eagles::empire::state::{Marks, Pending, Stage};
use eagles::empire::units::{Class, Cover, Facet, Formation, Nation, Status};
use eagles::empire::{Action, Empire, State};
use eagles::game::{Game as _, Player, Quiet};
use eagles::play::{MAX_ACTIONS, Match, MatchOptions};
use empire_games::{melee, skirmish_of};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::hint::black_box;
use std::sync::{Arc, Mutex, PoisonError};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// One test at a time: the counts are of the whole program.
static TURN: Mutex<()> = Mutex::new(());

/// What undo may take of a battle of 2,000 units a side, in bytes.
const MOST: isize = 64 << 20;
/// The most positions that a match keeps; one more for the moment before every other one goes.
const KEPT: isize = 128 + 1;

/// Bytes that have been taken since and not given back.
fn held(region: &Region<'_, System>) -> isize {
    let change = region.change();
    change.bytes_allocated as isize - change.bytes_deallocated as isize
}

/// Plays on without ending a march before everybody has moved.
fn play_on(hosted: &mut Match<Empire>, chooser: &mut Chooser) {
    let player = hosted.game().next_to_ask(hosted.state()).expect("it goes on");
    let mut legal = hosted.legal(player);
    let n = match hosted.state().stage {
        Stage::March if legal.len() > 1 => chooser.below(legal.len() - 1),
        // Orders and rides are few beside thousands of moves.
        _ => legal.len() - 1,
    };
    hosted.apply(player, &legal.swap_remove(n)).expect("it is listed");
}

/// A battle of 2,000 units a side can be taken back to its first action, and what a match keeps for that stays under 64 MiB:
/// the positions, at most 128, and the journal with all that the viewers were told. Measured with default options until the
/// positions are thinned out; `EAGLES_FULL=1` plays on to the end of the battle or of the journal.
#[test]
fn undo_over_the_largest_battle_is_small() {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let game = skirmish_of(2_000, 1815);
    let region = Region::new(ALLOCATOR);
    let start = game.start();
    let position = held(&region);

    // Analysis, so that everything can be taken back; else as by default.
    let options = MatchOptions::seeded(Seed::from_number(1)).analysis();
    let every = usize::from(options.snapshot_every);
    let region = Region::new(ALLOCATOR);
    let mut hosted = Match::new(Arc::clone(&game), options);
    let mut chooser = Chooser::new(3);
    let (mut peak, mut before, mut now) = (0, 0, 0);
    let full = std::env::var_os("EAGLES_FULL").is_some();
    let actions = every * (KEPT as usize - 1) + 100;
    for n in 0..if full { MAX_ACTIONS } else { actions } {
        if hosted.outcome().is_some() {
            break;
        }
        play_on(&mut hosted, &mut chooser);
        peak = peak.max(held(&region));
        match n + 1 {
            n if n == actions - 200 => before = held(&region),
            n if n == actions => now = held(&region),
            _ => {}
        }
    }
    // Halfway along, every other position went.
    assert!(now < before, "positions are thinned out: {before} bytes, then {now}");
    // All but the positions is the journal with what the viewers have been told.
    let fixed = KEPT * position;
    let made = hosted.journal().len();
    let each = (peak - fixed).max(0) / made as isize;
    println!(
        "{} units: a position {} KiB, all that are kept {} KiB; {made} actions, to turn {}: {} KiB at most, {each} bytes an action",
        start.units.len(),
        position >> 10,
        fixed >> 10,
        hosted.state().turn,
        peak >> 10,
    );
    assert!(peak < MOST, "{peak} bytes after {made} actions");
    assert!(fixed < MOST, "{fixed} bytes for the positions alone");

    hosted.undo(Player(0), made / 2).expect("free in analysis");
    assert!(held(&region) < MOST);
    hosted.undo(Player(0), made - made / 2).expect("free in analysis");
    assert!(hosted.state() == &start && held(&region) < MOST);
}

/// The charts resolve fire and assaults without allocating.
#[test]
fn a_chart_allocates_nothing() {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let house = HouseRules::default();
    let (mut cells, classes) = (0, [Class::LineInfantry, Class::SabreCavalry, Class::Lancers, Class::HeavyFoot]);
    for class in classes {
        for status in [Status::Good, Status::Disordered] {
            for facet in [Facet::Front, Facet::Flank, Facet::Rear] {
                let formation = if class == Class::HeavyFoot { Formation::Unlimbered } else { Formation::Line };
                let one = Combatant {
                    charging: class != Class::LineInfantry && class != Class::HeavyFoot,
                    hits: 1,
                    facet,
                    leader: Some(2),
                    ..Combatant::new(class, Nation::French, Ce::new(10), formation)
                };
                let two = Combatant {
                    unmoved: true,
                    status,
                    ..Combatant::new(Class::LineInfantry, Nation::British, Ce::new(9), Formation::Line)
                };
                let support = Support { lines: 1, columns: 1, guns: 1 };
                let fight = assault::Facts::<&[Combatant]>::new(
                    Side { lead: one, mass: std::slice::from_ref(&one), support, frontage: Some(5_000) },
                    Side { lead: two, mass: std::slice::from_ref(&two), support, frontage: Some(2_000) },
                );
                let further = [Battery::new(Class::MediumFoot, 6_000)];
                let firer = Firer { hits: 1, ..Firer::new(class, Nation::French, Ce::new(7), formation) };
                let target = Target { cover: Cover::LightWoods, ..Target::new(Class::LineInfantry, Formation::Column) };
                let volley =
                    fire::Facts::<&[Battery]> { firer, target, distance: 2_000, batteries: &further, year: 1815 };
                for die in 1..=10 {
                    // Another thread of the test program may allocate meanwhile: then once more.
                    let allocates = |_: u8| {
                        let region = Region::new(ALLOCATOR);
                        black_box(assault::resolve(black_box(&fight), &house, die));
                        black_box(fire::resolve(black_box(&volley), &house, die));
                        region.change().allocations > 0
                    };
                    assert!(!(0..50).all(allocates), "{class:?} {status:?} {facet:?} {die}");
                    cells += 1;
                }
            }
        }
    }
    assert_eq!(cells, 240);
}

/// On a table an assault or a stage of fire allocates nothing where nobody listens; only who goes back looks for his way with a few
/// short lists.
#[test]
fn a_resolution_on_the_table_allocates_nothing() {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let game = melee();
    let (mut fires, mut assaults, mut volleys) = ([const { Vec::new() }; 2], [const { Vec::new() }; 2], 0);
    let back = |state: &State| state.units.iter().filter(|(_, unit)| unit.marks.has(Marks::RETREATED)).count();
    for seed in 0..240 {
        let (mut state, mut dice) = (game.start(), Seeded::new(Seed::from_number(seed)));
        let mut chooser = Chooser::new(seed);
        let mut legal = Vec::with_capacity(256);
        while let Some(player) = game.next_to_ask(&state) {
            legal.clear();
            game.legal(&state, player, &mut legal);
            let few = legal.len() - usize::from(legal.len() > 1 && chooser.below(8) > 0);
            let action = &legal[chooser.below(few)];
            let (stage, fired, turn) = (state.stage, state.fires.len(), state.turn);
            let fights = matches!(state.pending, Pending::Lead { .. }) && matches!(action, Action::Lead { .. });
            let gone = back(&state);
            let region = Region::new(ALLOCATOR);
            game.advance(&mut state, player, action, &mut dice, &mut Quiet).expect("a seed answers everything");
            let made = region.change().allocations;
            // The end of a turn, with its checks, may follow at once.
            if state.turn != turn || state.ending.is_some() {
                continue;
            }
            let n = usize::from(back(&state) > gone);
            if stage == Stage::Fire && state.stage == Stage::Assault && fired > 0 {
                fires[n].push(made);
                volleys += fired;
            }
            if fights {
                assaults[n].push(made);
            }
        }
    }
    let most = |made: &[usize]| made.iter().copied().max().unwrap_or(usize::MAX);
    for (what, [still, moved]) in [("fire", &fires), ("assaults", &assaults)] {
        let (count, all) = (still.len() + moved.len(), moved.len());
        println!(
            "{what}: {count}; {} lists where nobody goes back, at most {} in the {all} others",
            most(still),
            most(moved)
        );
        assert_eq!(most(still), 0, "{what}");
    }
    assert!(fires[0].len() > 50 && assaults[0].len() > 5 && volleys > 4 * fires[0].len());
    assert!(most(&fires[1]) <= 48 && most(&assaults[1]) <= 48);
}
