//! Random battles of all sorts: they end, nobody is ever stuck, every listed action is accepted, and what must always hold on a
//! table holds after every action.

mod common;
mod empire_games;

use common::properties::{Chooser, seeds};
use eagles::chance::{Seed, Seeded};
use eagles::cite::Coded as _;
use eagles::empire::event::Event;
use eagles::empire::geometry::{Block, Point, distance, gap_within, overlap};
use eagles::empire::state::{Host, Marks, Presence, Stage, State, Unit, UnitId};
use eagles::empire::units::{Arm, Formation, Status};
use eagles::empire::{Action, Empire};
use eagles::game::Game as _;
use empire_games::{made, melee, pending, shipped, skirmish_of, thicket};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How near two blocks in contact are, in thousandths of an inch.
const TOUCH: i32 = 10;

fn is_on_table(game: &Empire, at: Point) -> bool {
    (0..=game.table().width).contains(&at.x) && (0..=game.table().depth).contains(&at.y)
}

/// What must hold between any two actions.
fn holds(game: &Empire, state: &State) -> Result<(), String> {
    macro_rules! must {
        ($so:expr, $($message:tt)+) => { if !$so { return Err(format!($($message)+)); } };
    }
    game.check_state(state)?;
    let name = |id: UnitId| &game.unit(id).id;
    let here: Vec<(UnitId, Block)> = state.units.here().map(|(id, unit)| (id, game.block(id, unit))).collect();
    for (id, unit) in state.units.here() {
        let profile = game.unit(id);
        let block = game.block(id, unit);
        must!(is_on_table(game, block.centre()), "{} is off the table", name(id));
        must!(
            profile.parent.is_some() || unit.hits < profile.ce,
            "{} has {} hits of {}",
            name(id),
            unit.hits,
            profile.ce
        );
        must!(!unit.marks.has(Marks::BLOWN) || profile.arm() == Arm::Cavalry, "{} is blown", name(id));
        must!(!unit.marks.has(Marks::CHARGING) || profile.arm() == Arm::Cavalry, "{} charges", name(id));
        must!(
            unit.status != Status::Routed || unit.formation != Formation::Square,
            "{} stands in square and is routed",
            name(id)
        );
        if let Some(parent) = profile.parent {
            must!(unit.stands > 0 && unit.stands <= profile.stands, "{} has {} stands", name(id), unit.stands);
            must!(!unit.marks.has(Marks::HIDDEN), "{} is hidden", name(id));
            let of = state.units[parent];
            must!(of.is_here(), "{} is out and its battalion is not there", name(id));
        }
    }
    for (n, (one, a)) in here.iter().enumerate() {
        for (two, b) in &here[n + 1..] {
            let near = a.centre().distance(b.centre()) < 2 * game.longest() + TOUCH;
            // A garrison is in its house, whatever ground it would cover outside.
            let housed = [one, two].iter().any(|id| state.units[**id].formation == Formation::Garrison);
            must!(!near || housed || !overlap(a, b), "{} and {} overlap: {a:?} {b:?}", name(*one), name(*two));
        }
    }
    for contact in &state.contacts {
        let [a, b] = [contact.attacker, contact.defender].map(|id| game.block(id, &state.units[id]));
        let far = distance(&a, &b);
        let pair = format!("{} and {}", name(contact.attacker), name(contact.defender));
        // A garrison is touched by the walls of its house; who forms square while an enemy touches him draws his men in.
        let drawn_in = |id: UnitId| matches!(state.units[id].formation, Formation::Garrison | Formation::Square);
        let most = if drawn_in(contact.attacker) || drawn_in(contact.defender) { 1_500 } else { TOUCH };
        must!(gap_within(&a, &b, most), "{pair} are in contact over {far}: {a:?} {b:?} {contact:?}");
        for id in [contact.attacker, contact.defender] {
            must!(!state.units[id].marks.has(Marks::HIDDEN), "{} is hidden and in contact", name(id));
        }
    }
    for (leader, profile) in state.leaders.iter().zip(game.leaders()) {
        if let (Host::Unit(unit), Presence::Table) = (leader.host, leader.presence) {
            // What becomes of one whose unit is lost is rolled for at the end of the turn, or of the next.
            let stays = matches!(state.units[unit].presence, Presence::Table | Presence::Lost);
            must!(stays, "{} is with {}, who is gone", profile.name, name(unit));
        }
    }
    Ok(())
}

/// What must hold from one position to the next.
fn follows(game: &Empire, before: &State, after: &State, events: &[Event]) -> Result<(), String> {
    macro_rules! must {
        ($so:expr, $($message:tt)+) => { if !$so { return Err(format!($($message)+)); } };
    }
    must!((before.turn..=before.turn + 1).contains(&after.turn), "turn {} after {}", after.turn, before.turn);
    for ((id, was), (_, is)) in before.units.iter().zip(after.units.iter()) {
        let name = &game.unit(id).id;
        let lost = was.presence == Presence::Lost;
        must!(!lost || is.presence == Presence::Lost, "{name} is back from the dead");
        must!(is.presence != Presence::Waiting || was.presence == Presence::Waiting, "{name} waits again");
        must!(!is.marks.has(Marks::HIDDEN) || was.marks.has(Marks::HIDDEN), "{name} hides in the middle of it");
        must!(is.hits >= was.hits || game.unit(id).parent.is_some(), "{name} has healed");
        // Only who runs hangs over the edge, and where he rallies he stays.
        let runs = |event: &Event| matches!(event, Event::Retreated { unit, .. } if *unit == id);
        let whole = |unit: &Unit| game.block(id, unit).corners.iter().all(|corner| is_on_table(game, *corner));
        let steps_off = was.is_here() && is.is_here() && whole(was) && !whole(is);
        must!(!steps_off || events.iter().any(runs), "{name} steps over the edge");
        let told = |event: &Event| match event {
            Event::Lost { unit, .. } => *unit == id,
            Event::Folded { screen } => *screen == id,
            _ => false,
        };
        let gone = was.is_here() && !is.is_here();
        must!(!gone || events.iter().any(told), "{name} vanishes without a word");
        let revealed = was.marks.has(Marks::HIDDEN) && !is.marks.has(Marks::HIDDEN) && is.is_here();
        let said = events.iter().any(|event| matches!(event, Event::Revealed { unit, .. } if *unit == id));
        must!(!revealed || said, "{name} is in sight without a word");
    }
    for (n, (was, is)) in before.leaders.iter().zip(&after.leaders).enumerate() {
        must!(was.killed == 0 || is.killed == was.killed, "{} lives again", game.leaders()[n].name);
    }
    for event in events {
        if let Event::Hit { unit, hits, now } = event {
            let (was, is) = (before.units[*unit].hits, after.units[*unit].hits);
            must!(*hits > 0 && was < *now && *now <= is, "{}: {was} hits, +{hits}, {now}, {is}", game.unit(*unit).id);
        }
    }
    must!((after.stage == Stage::Over) == after.ending.is_some(), "over without an ending");
    Ok(())
}

/// Plays a random battle, looks at everything, and counts what happened.
fn walk(game: &Arc<Empire>, seed: u64, most: usize, counts: &mut BTreeMap<String, usize>) -> bool {
    let mut state = game.start();
    let (mut dice, mut choice) = (Seeded::new(Seed::from_number(seed)), Chooser::new(seed));
    let (mut legal, mut events) = (Vec::<Action>::new(), Vec::<Event>::new());
    for step in 0..most {
        let at =
            |state: &State| format!("{} seed {seed}, action {step}: {}", game.scenario().id, game.write_state(state));
        let acting = game.to_act(&state);
        assert_eq!(acting.is_empty(), game.outcome(&state).is_some(), "{}", at(&state));
        let Some(player) = choice.player(acting) else { return true };
        for other in [0, 1].map(eagles::game::Player).into_iter().filter(|&other| !acting.has(other)) {
            legal.clear();
            game.legal(&state, other, &mut legal);
            assert!(legal.is_empty(), "{}", at(&state));
        }
        legal.clear();
        game.legal(&state, player, &mut legal);
        assert!(!legal.is_empty(), "nothing to do: {}", at(&state));
        for action in &legal {
            let refusal = game.refusal(&state, player, action);
            assert!(refusal.is_none(), "{action:?} is listed and refused: {refusal:?}\n{}", at(&state));
        }
        // Who only ever ends his stages sees nothing of the war.
        let few =
            legal.len() - usize::from(legal.len() > 1 && legal.last() == Some(&Action::End) && choice.below(4) > 0);
        let action = legal[choice.below(few)].clone();
        let numbers = game.explain(&state, player, &action).unwrap_or_else(|why| panic!("{why}: {}", at(&state)));
        let totals = game.totals(&state, player, &action);
        for (number, total) in numbers.iter().zip(totals) {
            assert_eq!(Some(number.total), total, "{action:?}: {}", at(&state));
            assert_eq!(number.parts.iter().map(|part| i32::from(part.amount)).sum::<i32>(), i32::from(number.total));
        }
        events.clear();
        let before = state.clone();
        let drawn = dice.counts();
        let mut quiet = state.clone();
        let mut same = dice.clone();
        game.advance(&mut state, player, &action, &mut dice, &mut events).unwrap();
        game.advance(&mut quiet, player, &action, &mut same, &mut eagles::game::Quiet).unwrap();
        assert_eq!(quiet, state, "{action:?} goes otherwise when nobody listens: {}", at(&before));
        let tells = dice.counts() != drawn || events.iter().any(|event| matches!(event, Event::Revealed { .. }));
        let barrier = game.is_barrier(&before, player, &action);
        assert!(barrier || !tells, "{action:?} could be taken back after its dice: {}", at(&before));
        for event in &events {
            *counts.entry(event.code().to_owned()).or_default() += 1;
        }
        if let Some(name) = pending(&state) {
            *counts.entry(name).or_default() += 1;
        }
        if let Err(why) = holds(game, &state).and_then(|()| follows(game, &before, &state, &events)) {
            panic!("{why}\nafter {action:?}\nat {}\n-> {}", at(&before), game.write_state(&state));
        }
    }
    false
}

#[test]
fn random_battles_keep_to_the_table_and_end() {
    let mut counts = BTreeMap::new();
    for (game, n) in
        [(thicket(), 40), (melee(), 40), (shipped("tutorial"), 10), (skirmish_of(6, 1), 8), (skirmish_of(14, 2), 4)]
    {
        for seed in seeds(n) {
            assert!(walk(&game, seed, 8_000, &mut counts), "{} seed {seed} does not end", game.scenario().id);
        }
    }
    println!("{counts:?}");
    for code in [
        "turn-began",
        "stage-began",
        "ready",
        "order-sent",
        "order-acts",
        "initiative",
        "arrived",
        "leader-arrived",
        "revealed",
        "rode",
        "rallied",
        "moved",
        "formed",
        "screened",
        "folded",
        "charged",
        "square-tried",
        "counter-charged",
        "contacted",
        "parted",
        "declared",
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
        "blown",
        "leader-rolled",
        "integrity-checked",
        "ended",
        "charge",
        "threat",
        "lead",
        "follow",
    ] {
        assert!(counts.contains_key(code), "no {code} in {counts:?}");
    }
}

#[test]
fn the_large_battles_keep_to_the_table() {
    let mut counts = BTreeMap::new();
    for id in ["derlon", "quatre-bras"] {
        for seed in seeds(1) {
            walk(&shipped(id), seed, 700, &mut counts);
        }
    }
    walk(&skirmish_of(60, 4), 1, 700, &mut counts);
    assert!(counts.contains_key("turn-began"), "{counts:?}");
}

/// A scenario with every house rule the other way round.
#[test]
fn battles_under_other_house_rules_end() {
    use eagles::empire::{HouseRules, Scenario};
    let mut counts = BTreeMap::new();
    for (id, seed) in [("tutorial", 3), ("tutorial", 4)] {
        let mut scenario = Scenario::shipped(id).expect("shipped");
        let odd = seed % 2 == 1;
        scenario.house = HouseRules {
            extend: true,
            errata: true,
            loser_gives_ground: true,
            second_disorder_hits: true,
            cumulative_enfilade: true,
            literal_assault_column: true,
            sabre_against_cavalry: true,
            leaders_for_all_arms: true,
            morale_one_hits: true,
            fire_below_zero: true,
            screen_adds_to_parent: true,
            late_1812: true,
            batteries_apart: true,
            woods_kept: true,
            cavalry_recoils: false,
            initiative_moves_first: true,
            initiative_only_assaults: odd,
            guns_enfilade: false,
            half_fire: true,
            ..HouseRules::default()
        };
        assert!(walk(&made(scenario), seed, 8_000, &mut counts), "{id} seed {seed} does not end");
    }
    assert!(counts.contains_key("fought"), "{counts:?}");
}
