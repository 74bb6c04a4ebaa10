//! Mods: how they are loaded and refused, and how their cards play, with handlers.

use eagles::chance::{Seed, Seeded, Unmet};
use eagles::game::{Failure, Game, Player, Quiet};
use eagles::play::{Match, MatchOptions, ReloadError};
use eagles::record;
use eagles::waterloo::specials::handler::{Call, HandlerError, Handlers, Reply};
use eagles::waterloo::{Action, CardSet, Setup, State, Waterloo};
use eagles_lua::{Mod, ScriptSet, set};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

fn shelf() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mods")
}

fn all() -> ScriptSet {
    let mut folders = set::folders(&shelf());
    // The order of the folders does not count.
    folders.reverse();
    ScriptSet::from_folders(&CardSet::embedded(), &folders).unwrap_or_else(|faults| panic!("{}", told(&faults)))
}

fn told(faults: &[eagles_lua::api::Fault]) -> String {
    faults.iter().map(|fault| format!("{fault}\n")).collect()
}

fn folder(name: &str) -> Mod {
    Mod::from_folder(&shelf().join(name)).unwrap_or_else(|faults| panic!("{}", told(&faults)))
}

/// Counts the calls of handlers.
#[derive(Debug)]
struct Counting(Arc<dyn Handlers>, AtomicUsize);

impl Handlers for Counting {
    fn call(&self, call: &Call<'_>) -> Result<Reply, HandlerError> {
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0.call(call)
    }
    fn hash(&self) -> u64 {
        self.0.hash()
    }
    fn card_hash(&self, card: &str) -> u64 {
        self.0.card_hash(card)
    }
}

/// Plays one random game, and gives the hash of every position mixed into one. Specials are played whenever one may be.
fn random_game(game: &Waterloo, seed: u64, mut each: impl FnMut(&State)) -> u64 {
    let mut draws = Seeded::new(Seed::from_number(seed));
    let mut state = game.start();
    let mut mix = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut sum = 0u64;
    let mut list = Vec::new();
    for _ in 0..20_000 {
        let Some(player) = game.next_to_ask(&state) else { break };
        list.clear();
        game.legal(&state, player, &mut list);
        let plays: Vec<&Action> = list.iter().filter(|action| matches!(action, Action::Play { .. })).collect();
        mix ^= mix << 13;
        mix ^= mix >> 7;
        mix ^= mix << 17;
        let pick = |n: usize| (mix >> 11) as usize % n.max(1);
        let action = if plays.is_empty() { list[pick(list.len())] } else { *plays[pick(plays.len())] };
        if let Err(error) = game.apply(&mut state, player, &action, &mut draws, &mut Quiet) {
            panic!("seed {seed}: {error}\n{}", game.write_position(&state));
        }
        sum = sum.rotate_left(5) ^ game.state_hash(&state);
        each(&state);
    }
    assert!(game.outcome(&state).is_some(), "seed {seed} does not end");
    sum
}

#[test]
fn random_games_with_handlers_are_the_same_with_a_used_and_a_fresh_interpreter() {
    let (used, games) = (all(), 30);
    let counting = Arc::new(Counting(used.handlers(), AtomicUsize::new(0)));
    for battle in ["QB", "LI", "WA"] {
        let setup = Setup::battle(battle);
        let first = used.battle(setup.clone()).expect("a battle").with_handlers(counting.clone());
        for seed in 0..games {
            let fresh = if seed % 10 == 0 {
                all()
            } else {
                ScriptSet::from_folders(&CardSet::embedded(), &set::folders(&shelf())).expect("mods")
            };
            let second = fresh.battle(setup.clone()).expect("a battle");
            assert_eq!(random_game(&first, seed, |_| {}), random_game(&second, seed, |_| {}), "{battle} {seed}");
        }
    }
    let calls = counting.1.load(Ordering::Relaxed);
    assert!(calls > 200, "only {calls} calls of handlers");
    assert!(used.take_log().lines.iter().any(|line| line.text.starts_with("ambush!")), "nothing was printed");
}

#[test]
fn positions_with_mods_survive_the_notation_and_a_save() {
    let set = all();
    let game = Arc::new(set.battle(Setup::battle("WA")).expect("a battle"));
    for seed in 0..3 {
        let mut n = 0;
        random_game(&game, seed, |state| {
            n += 1;
            if n % 7 == 0 || !state.agenda.is_empty() {
                let text = game.write_state(state);
                let again = game.read_state(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
                assert_eq!(again, *state, "{text}");
            }
        });
    }
}

fn texts(id: &str, manifest: &str, cards: &str, files: &[(&str, &str)]) -> Mod {
    let manifest = format!("id = \"{id}\"\n{manifest}");
    Mod::from_texts(&manifest, cards, files).unwrap_or_else(|faults| panic!("{}", told(&faults)))
}

const ROW: &str = "number,id,side,type,name,bp,battles\n";

fn card(id: &str) -> String {
    format!(
        "return special {{ id = \"{id}\", text = {{ effect = \"e\", duration = \"d\", limits = \"l\" }}, rules = \"W 6.0\", \
         windows = \"own_combat\", aim = position(\"own\"), effect = {{ modify {{ dice = 1, who = own.troops {{}}, \
         lasts = this_phase }} }} }}"
    )
}

fn simple(id: &str, number: &str, card_id: &str) -> Mod {
    let rows = format!("{ROW}{number},{card_id},french,special,Name,1,WA\n");
    texts(id, "version = \"1.0\"\napi = 1", &rows, &[("cards/one.lua", &card(card_id))])
}

fn refused(mods: &[Mod]) -> String {
    match ScriptSet::with_mods(&CardSet::embedded(), mods) {
        Ok(_) => panic!("it is taken"),
        Err(faults) => told(&faults),
    }
}

#[test]
fn clashes_name_both() {
    let clash = refused(&[simple("one", "500", "one-card"), simple("two", "500", "two-card")]);
    assert!(clash.contains("two/cards.csv:2") && clash.contains("500 is the number of `one-card`"), "{clash}");
    let clash = refused(&[simple("one", "500", "one-card"), simple("one-card", "501", "one-card")]);
    assert!(clash.contains("one-card/cards/one.lua:1") && clash.contains("is in one/cards/one.lua already"), "{clash}");
    let clash = refused(&[simple("one", "500", "one-a"), simple("one", "501", "one-b")]);
    assert!(clash.contains("mod `one` is there twice, as 1.0.0 in one and as 1.0.0 in one"), "{clash}");
    let clash = refused(&[simple("one", "1", "one-a")]);
    assert!(clash.contains("1 is the number of `"), "{clash}");
    let clash = refused(&[simple("one", "500", "two-a")]);
    assert!(clash.contains("foreign-id") && clash.contains("write `one-two-a`"), "{clash}");
    let both = [
        texts("one", "version = \"1.0\"\napi = 1\n[needs]\ntwo = \"1\"", "", &[]),
        texts("two", "version = \"1.0\"\napi = 1\n[needs]\none = \"1\"", "", &[]),
    ];
    assert!(refused(&both).contains("`one`, `two` need each other in a circle"));
    let need = texts("one", "version = \"1.0\"\napi = 1\n[needs]\nmudd = \">=1\"", "", &[]);
    let clash = refused(&[need, folder("mud")]);
    assert!(
        clash.contains("`one` needs the mod `mudd` >=1.0.0, which is not there; perhaps `mud` is meant"),
        "{clash}"
    );
    let need = texts("one", "version = \"1.0\"\napi = 1\n[needs]\nmud = \">=2\"", "", &[]);
    assert!(refused(&[need, folder("mud")]).contains("needs the mod `mud` >=2.0.0; the one here is 1.0.0"));
    let old = texts("one", "version = \"1.0\"\napi = 7", "", &[]);
    assert!(refused(&[old]).contains("`one` was written for the API >=7.0.0, <8.0.0, this is version 1"));
    let lone = texts("one", "version = \"1.0\"\napi = 1", &format!("{ROW}auto,one-a,french,special,Name,1,WA\n"), &[]);
    assert!(refused(&[lone]).contains("no program is that of the Special `one-a`"));
    let lone = texts("one", "version = \"1.0\"\napi = 1", "", &[("cards/a.lua", &card("one-a"))]);
    let clash = refused(&[lone]);
    assert!(clash.contains("one/cards/a.lua:1:8") && clash.contains("there is no Special `one-a`"), "{clash}");
}

#[test]
fn what_the_core_finds_points_at_the_line() {
    let source = card("one-a")
        .replace(", effect =", ",\n effect =")
        .replace("own.troops {}", "own.troops {\n at = \"it\", nation = \"frensh\" }")
        .replace("this_phase", "until_captured");
    let rows = format!("{ROW}auto,one-a,french,special,Name,1,WA\n");
    let clash = refused(&[texts("one", "version = \"1.0\"\napi = 1", &rows, &[("cards/a.lua", &source)])]);
    assert!(clash.contains("one/cards/a.lua:2"), "{clash}");
    assert!(clash.contains("the nation `frensh`; perhaps `french` is meant"), "{clash}");
    assert!(clash.contains("no Terrain is named that could be captured"), "{clash}");
}

#[test]
fn faults_name_the_folder_as_it_is_called() {
    let wrong = |folder: &str, id: &str| Mod {
        folder: folder.to_owned(),
        ..texts(id, "version = \"1.0\"\napi = 1", "", &[("cards/x.lua", "return nothing at all")])
    };
    let one = refused(&[wrong("shelf/old mud", "mud")]);
    assert!(one.contains("old_mud/cards/x.lua:1"), "{one}");
    let two = refused(&[wrong("a/mud", "one"), wrong("b/mud", "two")]);
    assert!(two.contains("one/cards/x.lua:1") && two.contains("two/cards/x.lua:1"), "{two}");
    let same = refused(&[wrong("a/mud", "mud"), wrong("b/mud", "mud")]);
    assert!(same.contains("as 1.0.0 in a/mud and as 1.0.0 in b/mud"), "{same}");
}

#[test]
fn mods_load_by_depth_then_by_id() {
    let ids: Vec<String> = all().mods().iter().map(|(id, version)| format!("{id} {version}")).collect();
    assert_eq!(ids, ["ambush 0.3.1", "drums 2.0.0", "mud 1.0.0", "fortune 1.2.0"]);
    let cards = all().cards();
    let numbers: Vec<u16> = cards.cards().iter().map(|card| card.number).filter(|n| *n > 1000).collect();
    assert_eq!(numbers, [1001, 1002, 1003, 1004, 1005, 2001, 2002, 2003]);
}

/// A match in which the first Special of a mod has just been played, if it comes to that.
fn to_a_play(game: &Arc<Waterloo>, seed: u64, wanted: &str) -> Option<Match<Waterloo>> {
    let mut hosted = Match::new(game.clone(), MatchOptions::seeded(Seed::from_number(seed)));
    for _ in 0..4_000 {
        let player = hosted.next_to_ask()?;
        let legal = hosted.legal(player);
        let play = legal.iter().find(|action| match action {
            Action::Play { card, .. } => game.card(*card).id == wanted,
            _ => false,
        });
        let done = play.is_some();
        let action = play.or_else(|| legal.get(seed as usize * 7 % legal.len().max(1)))?;
        hosted.apply(player, action).ok()?;
        if done {
            return Some(hosted);
        }
    }
    None
}

fn with(change: impl Fn(&str, &str) -> String) -> ScriptSet {
    let mut mods: Vec<Mod> = ["ambush", "drums", "fortune", "mud"].map(folder).into();
    for one in &mut mods {
        for (file, source) in &mut one.files {
            *source = change(file, source);
        }
    }
    ScriptSet::with_mods(&CardSet::embedded(), &mods).unwrap_or_else(|faults| panic!("{}", told(&faults)))
}

#[test]
fn a_save_says_which_card_differs() {
    let game = Arc::new(all().battle(Setup::battle("WA")).expect("a battle"));
    let hosted = Match::new(game.clone(), MatchOptions::seeded(Seed::from_number(1)));
    let record = hosted.record();
    assert!(record::verify(&*game, &record).is_ok());
    let read = record::read(&record::to_binary(&record)).expect("it can be read");
    assert_eq!(read, record);
    let other = |set: ScriptSet| {
        let game = set.battle(Setup::battle("WA")).expect("a battle");
        record::verify(&game, &record).expect_err("other scripts").to_string()
    };
    let mud = other(with(|_, source| source.replace("on(6, { lapse() })", "on({ 5, 6 }, { lapse() })")));
    assert!(mud.contains("other programs: mud-mud)"), "{mud}");
    let handler = other(with(|_, source| source.replace("faces[1] // 3", "faces[1] // 2")));
    assert!(handler.contains("other programs: drums-pas-de-charge, drums-rally"), "{handler}");
    let text = with(|_, source| source.replace("No enemy Artillery", "No Artillery of the enemy"));
    let game = text.battle(Setup::battle("WA")).expect("a battle");
    assert!(record::verify(&game, &record).is_ok(), "what is printed decides nothing");
}

#[test]
fn a_running_match_takes_other_scripts() {
    let game = Arc::new(all().battle(Setup::battle("WA")).expect("a battle"));
    let mut hosted = (0..200).find_map(|seed| to_a_play(&game, seed, "drums-pas-de-charge")).expect("it is played");
    let state = hosted.state().clone();
    // What is in force has changed: refused, and the card is named.
    let other = with(
        |file, source| if file.contains("pas-de") { source.replace("morale = 1", "morale = 2") } else { source.into() },
    );
    let changed = Arc::new(other.battle(Setup::battle("WA")).expect("a battle"));
    let refused = hosted.reload(changed).expect_err("it is in force");
    assert!(matches!(&refused, ReloadError::InUse(what) if what.contains("Pas de Charge")), "{refused}");
    assert_eq!(*hosted.state(), state);
    // Another card has changed: the match goes on, and its record can be verified.
    let other = with(|_, source| source.replace("foe_turns(2)", "foe_turns(3)"));
    let changed = Arc::new(other.battle(Setup::battle("WA")).expect("a battle"));
    hosted.reload(changed.clone()).expect("mud is not in force");
    assert_eq!(hosted.game().script_hash(), changed.script_hash());
    for _ in 0..50 {
        let Some(player) = hosted.next_to_ask() else { break };
        let action = hosted.legal(player).last().copied().expect("something to do");
        hosted.apply(player, &action).expect("it is legal");
    }
    record::verify(&*changed, &hosted.record()).expect("a sound record");
    // Other cards altogether: refused.
    let plain = Arc::new(ScriptSet::shipped().expect("cards").battle(Setup::battle("WA")).expect("a battle"));
    assert!(matches!(hosted.reload(plain), Err(ReloadError::Other(_))));
}

#[test]
fn a_failing_handler_says_where_and_leaves_the_match_as_it_was() {
    let broken = with(|file, source| match file {
        "cards/pas-de-charge.lua" => source.replace("local how = ask(\"how\")", "local how = nil .. \"x\""),
        _ => source.to_owned(),
    });
    let game = Arc::new(broken.battle(Setup::battle("WA")).expect("a battle"));
    let mut seen = 0;
    for seed in 0..200u64 {
        let mut draws = Seeded::new(Seed::from_number(seed));
        let mut state = game.start();
        for step in 0..4_000usize {
            let Some(player) = game.next_to_ask(&state) else { break };
            let mut list = Vec::new();
            game.legal(&state, player, &mut list);
            let play = list
                .iter()
                .find(|a| matches!(a, Action::Play { card, .. } if game.card(*card).id == "drums-pas-de-charge"));
            let action = play.copied().unwrap_or(list[(seed as usize * 31 + step * 7) % list.len()]);
            let (before, counts) = (state.clone(), draws.counts());
            match game.apply(&mut state, player, &action, &mut draws, &mut Quiet) {
                Ok(()) => {}
                Err(Failure::Unmet(Unmet::Script(fault))) => {
                    assert_eq!((&state, draws.counts()), (&before, counts));
                    assert_eq!((fault.card.as_str(), fault.handler.as_str()), ("drums-pas-de-charge", "beat"));
                    assert!(fault.message.starts_with("drums/cards/pas-de-charge.lua:"), "{fault}");
                    assert!(fault.traceback.iter().any(|line| line.contains("pas-de-charge.lua:")), "{fault:?}");
                    seen += 1;
                    break;
                }
                Err(error) => panic!("{error}"),
            }
        }
        if seen > 2 {
            return;
        }
    }
    panic!("the handler was asked {seen} times only");
}

#[test]
fn a_handler_cannot_hide_its_questions_or_run_for_ever() {
    let source = |body: &str| {
        card("one-a").replace("effect = { modify", "parts = { p = { hit(1) } }, handler = { h = function(ctx) BODY end }, effect = { ask_handler(\"h\"), modify").replace("BODY", body)
    };
    let call = |body: &str, answers: Vec<i16>| {
        let rows = format!("{ROW}auto,one-a,french,special,Name,1,WA\n");
        let one = texts("one", "version = \"1.0\"\napi = 1", &rows, &[("cards/a.lua", &source(body))]);
        let set =
            ScriptSet::with_mods(&CardSet::embedded(), &[one]).unwrap_or_else(|faults| panic!("{}", told(&faults)));
        let scene = eagles::waterloo::specials::handler::Scene {
            player: Player(0),
            turn: 3,
            own_turn: true,
            aim: eagles::waterloo::agenda::Subject::Nothing,
            place: None,
            it: eagles::waterloo::agenda::Subject::Nothing,
            counter: 0,
            cards: Vec::new(),
        };
        set.handlers().call(&Call { card: "one-a", handler: "h", answers, scene })
    };
    assert_eq!(call("pcall(dice, 2) return run(\"p\")", vec![]), Ok(Reply::Roll(2)));
    assert_eq!(call("pcall(function() dice(1) end) ask(\"x\") return nil", vec![]), Ok(Reply::Roll(1)));
    assert_eq!(call("dice(1) return ask(\"x\")", vec![3]), Ok(Reply::Choose("x".into())));
    let run = call("return run(\"p\", { value = dice(2)[2] })", vec![3, 5]);
    assert!(matches!(&run, Ok(Reply::Run(parts)) if parts[0].part == "p" && parts[0].value == 5), "{run:?}");
    let fails = |body: &str| call(body, vec![]).expect_err(body).message;
    assert!(fails("while true do end").contains("ran too long"));
    assert!(fails("pcall(dice, 1) while true do end").contains("ran too long"));
    assert!(fails("return 7").contains("a handler returns parts to run"));
    assert!(fails("return 7").contains("one/cards/a.lua:1: ") && fails("return 7").contains("returned the number 7"));
    assert!(fails("return \"p\"").contains("returned the text \"p\"; is `run(\"p\")` meant?"));
    assert!(fails("return run(\"p\", { val = 1 })").contains("no key `val`"));
    assert!(fails("return cards { knd = \"infantry\" }").contains("did you mean `kind`?"));
}

#[test]
fn what_came_later_than_a_mod_says_is_told() {
    use eagles_lua::api::{self, Api};
    let mut api = Api { version: 2, ..Api::clone(&Api::current()) };
    for word in &mut api.words {
        match word.name.as_str() {
            "forbid" => word.since = 2,
            "special" => word.keys.iter_mut().filter(|key| key.name == "needs").for_each(|key| key.since = 2),
            // Under its old name a word is as old as ever.
            "need" => word.was = Some(("want", 2)),
            _ => {}
        }
    }
    let words = api::vocabulary(&api);
    let told = |range: &str, from: &str, to: &str| -> Vec<String> {
        let mut mud = folder("mud");
        mud.manifest.api = eagles_lua::mods::Range::read(range).expect("a range");
        mud.files.iter_mut().for_each(|(_, source)| *source = source.replace(from, to));
        let set = ScriptSet::with_api(&api, &words, &CardSet::embedded(), &[mud]).unwrap_or_else(|f| panic!("{f:?}"));
        set.warnings().map(ToString::to_string).collect()
    };
    assert!(told(">=2", "", "").is_empty());
    let late = [
        "mud/cards/mud.lua:13:5: warning[newer]: the key `needs` of `special` came with version 2 of the API, and the mod is written for versions from 1; write `api = 2` for the mod, or do without",
        "mud/cards/mud.lua:14:9: warning[newer]: `need` came with version 2 of the API, and the mod is written for versions from 1; write `api = 2` for the mod, or do without",
        "mud/cards/mud.lua:17:9: warning[newer]: `forbid` came with version 2 of the API, and the mod is written for versions from 1; write `api = 2` for the mod, or do without",
    ];
    assert_eq!(told(">=1, <3", "", ""), late);
    assert_eq!(told("*", "", "").len(), 3);
    let old = told(">=1, <3", "need(", "want(");
    assert!(old.len() == 3 && old[1].contains("`want` is called `need` now"), "{old:?}");
    // What a card says of itself comes first.
    assert!(told(">=1, <3", "rules =", "api = 2, rules =").is_empty());
    let card = told(">=2", "rules =", "api = 1, rules =");
    assert!(card.len() == 4 && card.iter().any(|line| line.contains("and the card is written for versions from 1")));
}
