//! Promise 4 through the C interface: two matches whose histories look the same to a player give him the same bytes, whatever
//! he asks, also across refusals, undo and requests for draws.
//!
//! The pairs are made as a cheat would want them: one match goes on from the true position, the other from one drawn at random
//! among those that fit what the player sees. Both are then played alike.

mod abi;

use abi::{Dice, No, Rules, Table, amount};
use eagles::game::Game;
use eagles::waterloo::{CardSet, Setup, Waterloo};
use eagles_ffi::*;
use serde_json::{Value, json};

/// All that `player` can ask, as bytes; `whole` adds what is slow.
fn all_that_he_gets(table: &Table, player: u8, whole: bool) -> Vec<(String, String)> {
    let mut all = Vec::new();
    let mut put = |what: &str, got: String| all.push((what.to_owned(), got));
    put("standing", table.standing());
    put("catalogue", table.catalogue());
    put("to act", table.to_act().to_string());
    put("over", format!("{:?}", table.over()));
    put("view", table.view(player).expect("a player"));
    put("events", format!("{:?}", table.events(player, 0).expect("a player")));
    put("story", format!("{:?}", table.story(player, 0).expect("a player")));
    put("information state", format!("{:?}", table.information_state(player).expect("a player")));
    put("save", table.save_for(player).expect("a player"));
    put("legal", table.legal(player).expect("a player"));
    put("count", format!("{:?}", table.legal_count(player)));
    put("numbers", format!("{:?} {:?}", table.ids(player), table.observe(player)));
    put("mask", format!("{:?}", table.mask(player)));
    put("onlooker", table.view(EAGLES_PUBLIC).expect("an onlooker"));
    put("told to onlookers", format!("{:?}", table.events(EAGLES_PUBLIC, 0).expect("an onlooker")));
    let words = table.words(player);
    if !words.is_empty() {
        put("greedy", format!("{:?}", table.choose(player, r#"{"name": "greedy"}"#)));
        put("random", format!("{:?}", table.choose_word(player, r#"{"name": "random", "seed": 7}"#)));
    }
    for (n, word) in words.iter().enumerate().filter(|(n, _)| whole || n % 5 == 0) {
        put("word", word.clone());
        put(word, format!("{:?}", table.explain(player, word)));
        put(word, format!("{:?}", table.explain_text(player, word)));
        put(word, format!("{:?}", table.describe(player, word)));
        put(word, format!("{:?}", table.odds(player, word)));
        put(word, format!("{:?}", table.text_at(player, n as u64)));
    }
    if whole {
        put("text", table.text(player).expect("a player"));
        put("picture", table.svg(player, "").expect("a player"));
        let kept = table.look(player).expect("a player");
        put("kept view", format!("{} {}", kept.json(), kept.text()));
    }
    all
}

fn same(pair: &[Table; 2], player: u8, whole: bool, why: &str) {
    let [one, other] = [0, 1].map(|n| all_that_he_gets(&pair[n], player, whole));
    let first = one.iter().zip(&other).find(|(one, other)| one != other);
    assert!(first.is_none() && one.len() == other.len(), "{why}: player {player} can tell apart {first:#?}");
}

/// Makes the same call on both.
fn both<T: PartialEq + std::fmt::Debug>(pair: &[Table; 2], why: &str, call: impl Fn(&Table) -> T) -> T {
    let [one, other] = [0, 1].map(|n| call(&pair[n]));
    assert_eq!(one, other, "{why}");
    one
}

/// A value for a draw that is needed.
fn value_for(no: &No, dice: &mut Dice) -> Option<u16> {
    let params = no.value()["params"].clone();
    let options: Vec<u16> = serde_json::from_value(params["options"].clone()).ok()?;
    if !options.is_empty() {
        return Some(*dice.one_of(&options));
    }
    let kind = params["request"]["kind"].as_object()?.values().next()?.clone();
    let sides = kind["sides"].as_u64().or_else(|| kind["faces"].as_u64()).or_else(|| kind.as_u64()).unwrap_or(6);
    Some(1 + dice.below(sides as usize) as u16)
}

/// What the pairs came to.
#[derive(Default, Debug)]
struct Tally {
    pairs: usize,
    different: usize,
    own: usize,
    foe: usize,
    draws: usize,
    refusals: usize,
    undone: usize,
    parted: usize,
}

/// Whether a pair may begin here, by what the position hides of the past.
type Fits<'a> = &'a dyn Fn(&str) -> bool;

/// Pairs along a game, each played on for some actions.
fn pairs(rules: &Rules, setup: &str, seed: u64, fits: Fits<'_>, every: usize, tally: &mut Tally) {
    let game = rules.open(setup, &json!({ "seed": seed }).to_string()).expect("sound");
    let mut dice = Dice::new(seed);
    let mut n = 0;
    while let Some(asked) = game.next_to_ask() {
        n += 1;
        if n % every == 0 && fits(&game.position()) {
            let player = dice.below(2) as u8;
            // Where the enemy is asked for a Special, the twin may hold none, and the match passes for it at once.
            if game.explain(1 - player, "pass").is_ok() {
                n -= 1;
                let count = game.legal_count(asked).expect("a player") as usize;
                game.apply_place(asked, dice.below(count) as u64).expect("a place of the list");
                continue;
            }
            let twin = game.sample(player, &dice.word().to_string()).expect("a player");
            let why = format!("{setup}, seed {seed}, action {n}");
            // What needs no history is the same already.
            let seen = |table: &Table| {
                (table.view(player), table.legal(player), table.text(player), table.observe(player), table.mask(player))
            };
            assert_eq!(seen(&game), seen(&twin), "{why}");
            let positions = [game.position(), twin.position()];
            tally.different += usize::from(positions[0] != positions[1]);
            tally.pairs += 1;
            for draws in ["seed", "host"] {
                let options = |position: &String| {
                    json!({ "draws": draws, "seed": seed, "position": position, "snapshot-every": 4 }).to_string()
                };
                let [one, other] = positions.each_ref().map(|position| rules.open(setup, &options(position)));
                let (Ok(one), Ok(other)) = (one, other) else { continue };
                play(&[one, other], player, &why, &mut dice, tally);
            }
        }
        let count = game.legal_count(asked).expect("a player") as usize;
        game.apply_place(asked, dice.below(count) as u64).expect("a place of the list");
    }
}

/// Where one match asks the enemy and the other has passed for him, he passes: that he is being asked shows while he thinks,
/// and no longer than that. Whether they are at the same point then, and the player was told the same.
fn settled(pair: &[Table; 2], player: u8) -> bool {
    let foe = 1 - player;
    for _ in 0..8 {
        let acting = [0, 1].map(|n| pair[n].to_act());
        if acting[0] == acting[1] {
            break;
        }
        let asked = pair.iter().zip(acting).find(|(_, acting)| acting & (1 << foe) != 0);
        if asked.is_none_or(|(table, _)| table.apply(foe, "pass").is_err()) {
            return false;
        }
    }
    pair[0].to_act() == pair[1].to_act() && pair[0].events(player, 0) == pair[1].events(player, 0)
}

/// Plays a pair alike until it looks different to the player.
fn play(pair: &[Table; 2], player: u8, why: &str, dice: &mut Dice, tally: &mut Tally) {
    let foe = 1 - player;
    if !settled(pair, player) {
        tally.parted += 1;
        return;
    }
    same(pair, player, true, why);
    for step in 0..12 {
        let why = format!("{why}, step {step}\n{}\n{}", pair[0].position(), pair[1].position());
        // What may not be done is refused alike, and leaves no trace.
        for word in ["end", "pass", "deal", "s1-fc", "s0*s0", "play20", "hold:nobody", "x"] {
            let probe = both(pair, &why, |table| table.explain(player, word));
            if probe.is_err() {
                tally.refusals += 1;
                let tried = both(pair, &why, |table| table.apply(player, word));
                assert!(tried.is_err(), "{why}");
            }
        }
        assert!(both(pair, &why, |table| table.redo(player)).is_err(), "{why}");
        assert!(both(pair, &why, |table| table.consent(player)).is_err(), "{why}");
        same(pair, player, false, &why);
        if pair[0].to_act() & (1 << player) != 0 && both(pair, &why, |table| table.legal_count(player)) != Ok(0) {
            let words = both(pair, &why, |table| table.words(player));
            if words.is_empty() {
                return;
            }
            let word = dice.one_of(&words).clone();
            // Requests for draws are alike, and so is what is told when all are there.
            let mut applied = [0, 1].map(|n| pair[n].apply(player, &word));
            for _ in 0..200 {
                if applied[0].as_ref().err().is_none_or(|no| no.status != EAGLES_NEEDS_DRAW) {
                    break;
                }
                let told = both(pair, &why, |table| table.events(player, 0));
                assert!(told.is_ok());
                // What follows by itself may ask for a draw of what he does not see.
                if applied[0] != applied[1] {
                    tally.parted += 1;
                    return;
                }
                let Some(value) = applied[0].as_ref().err().and_then(|no| value_for(no, dice)) else { return };
                tally.draws += 1;
                let supplied = both(pair, &why, |table| table.supply(&[value]));
                assert!(supplied.is_ok());
                applied = [0, 1].map(|n| pair[n].apply(player, &word));
            }
            if !settled(pair, player) {
                // Dice or cards have told him something.
                tally.parted += 1;
                return;
            }
            assert_eq!(applied[0].is_ok(), applied[1].is_ok(), "{why}: {word}");
            if let Err(no) = &applied[0] {
                assert_eq!(Err(no.clone()), applied[1], "{why}: {word}");
                return;
            }
            tally.own += 1;
            same(pair, player, step % 4 == 0, &format!("{why}, {word}"));
            // Taken back, or not, alike.
            if dice.below(3) == 0 {
                let undone = both(pair, &format!("{why}, {word} undone"), |table| table.undo(player, 1));
                same(pair, player, false, &format!("{why}, {word} undone"));
                if undone.is_ok() {
                    tally.undone += 1;
                    both(pair, &why, |table| table.redo(player)).expect("it was just undone");
                } else {
                    both(pair, &why, |table| table.ask_undo(player, 1)).expect("it may be asked for");
                    both(pair, &why, |table| table.decline(foe)).expect("it was asked for");
                }
                same(pair, player, false, &format!("{why}, {word} again"));
            }
        } else {
            // The enemy does something that can be done in both.
            let [ours, theirs] = [0, 1].map(|n| pair[n].words(foe));
            let common: Vec<&String> = ours.iter().filter(|word| theirs.contains(word)).collect();
            if common.is_empty() {
                return;
            }
            let word = (*dice.one_of(&common)).clone();
            let applied = [0, 1].map(|n| pair[n].apply(foe, &word));
            if applied.iter().any(Result::is_err) || !settled(pair, player) {
                tally.parted += 1;
                return;
            }
            tally.foe += 1;
            same(pair, player, step % 4 == 0, &format!("{why}, the enemy's {word}"));
        }
    }
}

#[test]
fn waterloo() {
    let rules = Rules::shipped("waterloo");
    let mut tally = Tally::default();
    for round in 0..amount(1) as u64 {
        for (n, battle) in ["QB", "LI", "WA", "WV", "CH"].into_iter().enumerate() {
            let mut setup = Setup::battle(battle);
            setup.options.decoys = (n as u64 + round).is_multiple_of(2);
            let written = serde_json::to_string(&setup).expect("JSON");
            let game = Waterloo::new(CardSet::embedded(), setup).expect("sound");
            // A view does not show what the enemy's Reserve did this turn: then the twin may have it wrong.
            let fits = |position: &str| {
                let state = game.read_state(position).expect("a position");
                state.hands.iter().all(|hand| hand.moved | hand.spent | hand.withdrew == 0)
            };
            pairs(&rules, &written, 100 * round + n as u64, &fits, 47, &mut tally);
        }
    }
    println!("{tally:?}");
    assert!(tally.pairs > 12 && tally.different * 2 > tally.pairs, "{tally:?}");
    assert!(tally.own > 60 && tally.foe > 10 && tally.draws > 10 && tally.refusals > 100, "{tally:?}");
    assert!(tally.undone > 3 && tally.parted * 2 < tally.own + tally.foe, "{tally:?}");
}

#[test]
fn empire() {
    let rules = Rules::shipped("empire");
    let mut tally = Tally::default();
    for round in 0..amount(2) as u64 {
        for setup in [r#"{"shipped": "tutorial"}"#, r#"{"meeting": {"units": 4, "seed": 5}}"#] {
            pairs(&rules, setup, 40 + round, &|_| true, 17, &mut tally);
        }
    }
    println!("{tally:?}");
    assert!(tally.pairs > 20 && tally.own > 60 && tally.draws > 5 && tally.refusals > 100, "{tally:?}");
}

/// A saved game of a player has no seed, and nothing of what he does not see.
#[test]
fn what_a_player_keeps_has_no_seed() {
    let rules = Rules::shipped("waterloo");
    let seed = "0123456789abcdef".repeat(4);
    let table = rules.open(r#"{"battle": "QB"}"#, &json!({ "seed": seed }).to_string()).expect("sound");
    for _ in 0..40 {
        let Some(player) = table.next_to_ask() else { break };
        table.apply_place(player, 0).expect("the first of the list");
    }
    assert!(String::from_utf8(table.save("").expect("no notes")).expect("UTF-8").contains(&seed));
    for player in [0, 1] {
        let kept = table.save_for(player).expect("a player");
        assert!(!kept.contains(&seed) && serde_json::from_str::<Value>(&kept).is_ok());
    }
    for viewer in [0, 1, EAGLES_PUBLIC] {
        let (told, _) = table.events(viewer, 0).expect("a viewer");
        assert!(!told.contains(&seed) && !table.view(viewer).expect("a viewer").contains(&seed));
    }
    assert!(!table.standing().contains(&seed) && !table.setup().contains(&seed));
}
