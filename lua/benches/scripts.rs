//! How fast scripts are loaded and handlers answer: `cargo bench -p eagles-lua`. Each figure is the best of many rounds.

use eagles::chance::{Seed, Seeded};
use eagles::game::{Game, Quiet};
use eagles::waterloo::agenda::{Subject, Task};
use eagles::waterloo::specials::handler::{Call, CardFacts, Reply, Scene};
use eagles::waterloo::types::{Formation, Kind, Place};
use eagles::waterloo::{Action, CardSet, FRENCH, Setup};
use eagles_lua::sandbox::{Sandbox, Script};
use eagles_lua::{Mod, ScriptSet, card};
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

fn best(rounds: usize, mut run: impl FnMut()) -> Duration {
    (0..rounds)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed()
        })
        .min()
        .unwrap_or_default()
}

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let words = card::words();
    let sources: Vec<(String, String)> = CardSet::embedded()
        .programs()
        .iter()
        .map(|program| {
            let path = folder.join("cards").join(format!("{}.lua", program.id));
            (program.id.clone(), std::fs::read_to_string(path).unwrap_or_default())
        })
        .collect();
    let scripts: Vec<Script> = sources
        .iter()
        .filter_map(|(id, source)| Script::new(id, source.as_bytes(), &words, &card::limits()).ok())
        .collect();
    let empty = best(200, || drop(black_box(Sandbox::new(&card::limits()))));
    println!("a fresh sandbox: {:.2} ms", empty.as_secs_f64() * 1e3);
    let mut bytes = 0;
    let load = best(200, || {
        let Ok(mut sandbox) = Sandbox::new(&card::limits()) else { return };
        let before = sandbox.memory();
        for script in &scripts {
            black_box(sandbox.load(script).is_ok());
        }
        bytes = sandbox.memory() - before;
    });
    println!(
        "{} compiled cards into a fresh sandbox: {:.2} ms, {} KiB",
        scripts.len(),
        load.as_secs_f64() * 1e3,
        bytes >> 10
    );
    let whole = best(40, || {
        for (id, source) in &sources {
            black_box(card::load(id, source).is_ok());
        }
    });
    println!("the same read, compiled, checked and built: {:.2} ms", whole.as_secs_f64() * 1e3);

    let mods: Vec<Mod> = ["ambush", "drums", "fortune", "mud"]
        .iter()
        .filter_map(|name| Mod::from_folder(&folder.join("tests/mods").join(name)).ok())
        .collect();
    let Ok(set) = ScriptSet::with_mods(&CardSet::embedded(), &mods) else { return };
    let handlers = set.handlers();
    let at = Place(1);
    let facts = |slot: u8| CardFacts {
        player: if slot < 12 { FRENCH } else { eagles::waterloo::ALLIED },
        slot,
        card: None,
        printed: Some(u16::from(slot) + 1),
        kind: slot.is_multiple_of(3).then_some(Kind::Infantry),
        at: if slot.is_multiple_of(2) { at } else { Place(4) },
        up: true,
        formation: Formation::Line,
        blown: false,
        hits: 0,
        cv: Some(3),
    };
    let scene = Scene {
        player: FRENCH,
        turn: 7,
        own_turn: true,
        aim: Subject::Place(at),
        place: Some(at),
        it: Subject::slot(FRENCH, 0),
        counter: 1,
        cards: (0..24).map(facts).collect(),
    };
    for (what, card, handler, answers) in [
        ("handler that asks and rolls", "drums-pas-de-charge", "beat", vec![0, 5]),
        ("handler that asks for a card", "fortune-lucky-shot-fr", "shoot", vec![4, 6, 0, 13]),
        ("handler that lists six cards", "ambush-in-the-corn", "spring", vec![5]),
    ] {
        let call = Call { card, handler, answers, scene: scene.clone() };
        let many = 20;
        let time = best(800, || {
            for _ in 0..many {
                black_box(handlers.call(&call).is_ok());
            }
        });
        let reply = handlers.call(&call);
        let parts = matches!(&reply, Ok(Reply::Run(parts)) if !parts.is_empty());
        println!("{what}: {:.2} us a call (runs parts: {parts})", time.as_secs_f64() * 1e6 / f64::from(many));
    }
    effects(&set);
}

/// The answers to choices of handlers in random games: each asks its handler again and carries out what it runs.
fn effects(set: &ScriptSet) {
    let Ok(game) = set.battle(Setup::battle("WA")) else { return };
    let mut waiting = Vec::new();
    let mut mix = 1_u64;
    for seed in 0..60 {
        let (mut state, mut draws) = (game.start(), Seeded::new(Seed::from_number(seed)));
        let mut legal = Vec::new();
        while let Some(player) = game.next_to_ask(&state) {
            legal.clear();
            game.legal(&state, player, &mut legal);
            mix = mix.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let play = legal.iter().position(|action| matches!(action, Action::Play { .. }));
            let action = legal[play.unwrap_or((mix >> 33) as usize % legal.len())];
            if matches!(state.agenda.top(), Some(Task::Handler { wait: 1.., .. })) {
                waiting.push((state.clone(), player, action, draws.clone()));
            }
            if game.advance(&mut state, player, &action, &mut draws, &mut Quiet).is_err() {
                return;
            }
        }
    }
    let time = best(60, || {
        for (state, player, action, draws) in &waiting {
            let (mut state, mut draws) = (state.clone(), draws.clone());
            black_box(game.advance(&mut state, *player, action, &mut draws, &mut Quiet).is_ok());
        }
    });
    let each = time.as_secs_f64() * 1e6 / waiting.len().max(1) as f64;
    println!("{} answers to handlers in random games: {each:.2} us each, with all effects", waiting.len());
}
