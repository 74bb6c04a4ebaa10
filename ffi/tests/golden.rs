//! The golden playthroughs of both games, `core/tests/golden/*.txt`, through the C interface: the same actions from the same
//! seeds give the same lists, draws, events, English, positions and hashes, and the same saved game byte for byte.

mod abi;

use abi::{REFEREE, Rules, Table, VIEWERS, core_tests};
use eagles::bot::{Bot, Random, Sight, chance_of};
use eagles::chance::Seed;
use eagles::cite::Coded;
use eagles::empire::scenario::generate::meeting;
use eagles::empire::{Empire, Scenario};
use eagles::game::{Game, Player, Viewer};
use eagles::play::{Item, Match, MatchOptions};
use eagles::waterloo::{CardSet, Setup, Waterloo};
use eagles::{empire, record, waterloo};
use eagles_ffi::*;
use serde_json::{Value, json};
use std::sync::Arc;

fn golden(name: &str) -> String {
    std::fs::read_to_string(core_tests().join("golden").join(name)).expect("a golden playthrough")
}

fn read(json: &str) -> Value {
    serde_json::from_str(json).expect("JSON")
}

/// The draws of an entry of the journal, as the files have them: `muster:63 rout:4,5`.
fn draws(entry: &Value, number_of: impl Fn(u64) -> u64) -> String {
    let one = |draw: &Value| {
        let code = draw["code"].as_str().expect("a code");
        let is_card = matches!(code, "muster" | "reinforcement");
        let values = draw["values"].as_array().expect("values").iter().map(|value| {
            let value = value.as_u64().expect("a number");
            (if is_card { number_of(value) } else { value }).to_string()
        });
        format!("{code}:{}", values.collect::<Vec<_>>().join(","))
    };
    entry["draws"].as_array().expect("draws").iter().map(one).collect::<Vec<_>>().join(" ")
}

/// Plays what a file says, and compares every line of it.
fn replay(name: &str, game: &str, setup: &str) -> Table {
    let text = golden(name);
    let rules = Rules::shipped(game);
    let table = rules.open(setup, r#"{"seed": 1815}"#).expect("a sound setup");
    drop(rules);
    let standing = read(&table.standing());
    let players: Vec<&str> =
        standing["players"].as_array().expect("players").iter().map(|name| name.as_str().expect("a name")).collect();
    let catalogue = read(&table.catalogue());
    let cards: std::collections::BTreeMap<u64, u64> = catalogue["armies"]
        .as_array()
        .into_iter()
        .flatten()
        .flat_map(|army| army["cards"].as_array().expect("cards"))
        .map(|card| (card["id"].as_u64().expect("an id"), card["card"]["number"].as_u64().expect("a number")))
        .collect();
    let (mut cursor, mut actions, mut compared) = (0, 0, 0);
    let mut told: Vec<String> = Vec::new();
    for line in text.lines() {
        let first = line.split(' ').next().unwrap_or_default();
        if let Some(player) = players.iter().position(|name| *name == first) {
            assert!(told.is_empty(), "{name}: {told:?} was told before: {line}");
            let player = player as u8;
            assert_eq!(table.next_to_ask(), Some(player), "{line}");
            let (head, drawn) = match line.split_once(" [") {
                Some((head, drawn)) => (head, drawn.trim_end_matches(']')),
                None => (line, ""),
            };
            let (word, count) = head[first.len() + 1..].split_once(" (of ").expect("how many there were");
            let count: u64 = count.trim_end_matches(')').parse().expect("a number");
            assert_eq!(table.legal_count(player), Ok(count), "{line}");
            table.apply(player, word).unwrap_or_else(|no| panic!("{no:?}: {line}"));
            actions += 1;
            if !drawn.is_empty() {
                let journal = read(&table.journal());
                let last = journal.as_array().and_then(|list| list.last()).expect("it was just made");
                assert_eq!(last["word"], word);
                assert_eq!(draws(last, |id| cards[&id]), drawn, "{line}");
            }
            let (story, _) = table.story(REFEREE, cursor).expect("the referee");
            let (news, next) = table.events(REFEREE, cursor).expect("the referee");
            let news = read(&news);
            let items = news["items"].as_array().expect("items");
            assert_eq!(story.lines().count(), items.len());
            for (item, line) in items.iter().zip(story.lines()) {
                assert_eq!(item["text"], line);
            }
            let events = items.iter().filter(|item| item.get("event").is_some_and(|event| !event.is_null()));
            told = events.map(|item| item["text"].as_str().expect("a text").to_owned()).collect();
            told.reverse();
            cursor = next;
        } else if let Some(line) = line.strip_prefix("    ") {
            // What the match itself says is written for programmers in the files.
            if told.last().is_some_and(|told| told == line) {
                told.pop();
                compared += 1;
            } else {
                assert!(line.starts_with("Match("), "{name}: {line:?} is not {:?}", told.last());
            }
        } else if let Some(position) = line.strip_prefix("  = ") {
            assert_eq!(table.position(), position, "{name}");
            compared += 1;
        } else if let Some(hash) = line.strip_prefix("  # ") {
            assert_eq!(format!("{:016x}", table.state_hash()), hash[..16], "{name}");
        } else if let Some(hash) = line.strip_prefix("# turn ").and_then(|line| line.split_once(": ")) {
            assert_eq!(format!("{:016x}", table.state_hash()), hash.1[..16], "{name}");
        }
    }
    assert_eq!((table.next_to_ask(), table.over().0), (None, 1), "{name} is whole");
    assert!(actions > 20 && compared > actions, "{name}: {actions} actions, {compared} lines");
    table
}

/// A match in Rust beside one in C.
struct Beside<G: Game> {
    rust: Match<G>,
    c: Table,
    cursors: [usize; 4],
}

fn viewer(number: u8) -> Viewer {
    match number {
        EAGLES_PUBLIC => Viewer::Public,
        EAGLES_REFEREE => Viewer::Referee,
        player => Viewer::Player(Player(player)),
    }
}

impl<G: Game> Beside<G> {
    fn new(game: G, setup: &str) -> Self {
        let rules = Rules::shipped(game.name());
        let c = rules.open(setup, r#"{"seed": 1815}"#).expect("a sound setup");
        let rust = Match::new(Arc::new(game), MatchOptions::seeded(Seed::from_number(1815)));
        Self { rust, c, cursors: [0; 4] }
    }

    fn apply(&mut self, player: Player, action: &G::Action) {
        let word = self.rust.game().write_action(self.rust.state(), player, action);
        self.rust.apply(player, action).expect("a listed action is allowed");
        self.c.apply(player.0, &word).unwrap_or_else(|no| panic!("{no:?}: {word}"));
        assert_eq!(self.c.state_hash(), self.rust.state_hash(), "{word}");
    }

    /// Everybody is told the same and sees the same.
    fn compare(&mut self) {
        for (number, cursor) in VIEWERS.into_iter().zip(&mut self.cursors) {
            let (news, next) = self.c.events(number, *cursor as u64).expect("a viewer");
            let (items, after) = self.rust.events_since(*cursor, viewer(number));
            assert_eq!(next as usize, after);
            let news = read(&news);
            let told = news["items"].as_array().expect("items");
            assert_eq!(told.len(), items.len());
            for (told, item) in told.iter().zip(items) {
                match &**item {
                    Item::Event(event) => {
                        assert_eq!(told["event"], serde_json::to_value(event).expect("JSON"));
                        assert_eq!((&told["code"], &told["cites"]), (&json!(event.code()), &json!(event.cites())));
                    }
                    Item::Match(note) => assert_eq!(told["match"], serde_json::to_value(note).expect("JSON")),
                }
            }
            *cursor = after;
            let view = self.rust.view(viewer(number));
            let json = self.c.view(number).expect("a viewer");
            assert_eq!(json, serde_json::to_string(&view).expect("JSON"));
            let kept = self.c.look(number).expect("a viewer");
            assert_eq!((kept.viewer(), kept.json()), (number, json));
            assert_eq!(kept.text(), self.rust.game().view_text(&view));
            assert_eq!(self.c.text(number), Ok(kept.text()));
            assert_eq!(self.c.svg(number, ""), kept.svg(""));
        }
    }

    /// Saved games and what each player may keep are the same, byte for byte, and the saved game is sound.
    fn end(self) {
        let saved = record::to_json(&self.rust.record());
        assert_eq!(String::from_utf8(self.c.save("").expect("no notes")).expect("UTF-8"), saved);
        let binary = self.c.save(r#"{"form": "binary"}"#).expect("no notes");
        assert_eq!(binary, record::to_binary(&self.rust.record()));
        let rules = Rules::shipped(self.rust.game().name());
        let loaded = rules.load(&binary, "").expect("a sound record");
        assert_eq!((loaded.state_hash(), loaded.journal()), (self.c.state_hash(), self.c.journal()));
        rules.verify(saved.as_bytes()).expect("a sound record");
        for player in 0..2 {
            let kept = self.rust.save_for(Player(player)).expect("a player");
            assert_eq!(self.c.save_for(player), Ok(serde_json::to_string(&kept).expect("JSON")));
            let (told, hash) = self.c.information_state(player).expect("a player");
            let information = self.rust.information_state(Player(player)).expect("a player");
            assert_eq!((told, hash), (serde_json::to_string(&information).expect("JSON"), information.hash()));
        }
    }
}

/// Plays a battle with bots in Rust and the same beside it in C; every `n`th action is looked at by everybody.
fn beside<G: Game>(game: G, setup: &str, mut bots: [Box<dyn Bot<G>>; 2], n: usize) -> Beside<G> {
    let seed = Seed::from_number(1815);
    let mut both = Beside::new(game, setup);
    let mut chance = [chance_of(&seed, Player(0)), chance_of(&seed, Player(1))];
    let mut actions = 0;
    while let Some(player) = both.rust.next_to_ask() {
        let legal = both.rust.legal(player);
        let sight = Sight::new(&**both.rust.game(), both.rust.state(), player);
        let i = bots[player.index()].choose(&sight, &legal, &mut chance[player.index()]);
        both.apply(player, &legal[i]);
        if actions % n == 0 {
            both.compare();
        }
        actions += 1;
    }
    both.compare();
    both
}

#[test]
fn waterloo_games() {
    for (name, battle) in
        [("quatre-bras", "QB"), ("ligny", "LI"), ("waterloo", "WA"), ("wavre", "WV"), ("charleroi", "CH")]
    {
        let setup = json!({ "battle": battle }).to_string();
        let table = replay(&format!("{name}.txt"), "waterloo", &setup);
        let game = Waterloo::new(CardSet::embedded(), Setup::battle(battle)).expect("sound");
        let bots: [Box<dyn Bot<Waterloo>>; 2] =
            [Box::new(waterloo::greedy::Greedy::default()), Box::new(waterloo::greedy::Greedy::default())];
        let both = beside(game, &setup, bots, 5);
        assert_eq!(both.c.journal(), table.journal());
        both.end();
    }
}

fn commanders() -> [Box<dyn Bot<Empire>>; 2] {
    [Box::new(empire::greedy::Greedy::default()), Box::new(empire::greedy::Greedy::default())]
}

#[test]
fn empire_games() {
    let shipped = |id: &str| Empire::new(Scenario::shipped(id).expect("shipped")).expect("sound");
    let setup = r#"{"shipped": "tutorial"}"#;
    let table = replay("empire-tutorial.txt", "empire", setup);
    let both = beside(shipped("tutorial"), setup, commanders(), 5);
    assert_eq!(both.c.journal(), table.journal());
    both.end();
    let setup = r#"{"meeting": {"units": 6, "seed": 1815}}"#;
    let table = replay("empire-meeting.txt", "empire", setup);
    let game = Empire::new(meeting(6, Seed::from_number(1815))).expect("sound");
    let both = beside(game, setup, commanders(), 5);
    assert_eq!(both.c.journal(), table.journal());
    both.end();
    // Of the large battle the file has no actions, but the position at its end.
    let both = beside(shipped("derlon"), r#"{"shipped": "derlon"}"#, [Box::new(Random), Box::new(Random)], 40);
    let text = golden("empire-derlon.txt");
    let last = text.lines().find_map(|line| line.strip_prefix("  = ")).expect("the last position");
    assert_eq!(both.c.position(), last);
    both.end();
}
