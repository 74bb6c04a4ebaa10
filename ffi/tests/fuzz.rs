//! A fuzz target over call sequences: calls by chance on a pool of handles, with arguments that are sound, nearly sound, or
//! nonsense. A model knows what each may change. `EAGLES_FULL=1` runs ten times as many.

mod abi;

use abi::{Batch, Dice, Got, REFEREE, Rules, Simulation, Table, VIEWERS, View, amount};
use eagles_ffi::*;
use serde_json::{Value, json};

const SETUPS: [(usize, &str); 6] = [
    (0, r#"{"battle": "QB"}"#),
    (0, r#"{"battle": "CH", "options": {"decoys": true}}"#),
    (0, r#"{"battle": "WA", "options": {"windows": "holders"}}"#),
    (1, r#"{"shipped": "tutorial"}"#),
    (1, r#"{"meeting": {"units": 4}}"#),
    (1, r#"{"meeting": {"units": 6, "seed": 3}, "house": {}}"#),
];

/// The handles in play, none of which has a place of its own for long.
struct Pool {
    rules: [Rules; 2],
    tables: Vec<(usize, Table)>,
    views: Vec<(View, String)>,
    batches: Vec<Batch>,
    simulations: Vec<Simulation>,
    dice: Dice,
    done: u64,
    refused: u64,
}

/// Nonsense of some kind.
fn nonsense(dice: &mut Dice) -> String {
    let words = [
        "",
        "{}",
        "[]",
        "null",
        "{\"seed\":",
        "end",
        "pass",
        "s0>fc",
        "deal",
        "\u{fffd}\0",
        "{\"name\":\"greedy\"}",
        "-1",
        "1e999",
    ];
    let mut text = (*dice.one_of(&words)).to_owned();
    for _ in 0..dice.below(4) {
        let at = dice.below(text.chars().count() + 1);
        let at = text.char_indices().nth(at).map_or(text.len(), |(at, _)| at);
        text.insert(at, *dice.one_of(&['{', '}', '"', ':', ',', '0', '9', 'a', ' ', 'é', '\0']));
    }
    text
}

/// A text, now and then spoilt.
fn nearly(dice: &mut Dice, sound: String) -> String {
    match dice.below(6) {
        0 => nonsense(dice),
        1 => {
            let mut text = sound;
            let at = dice.below(text.chars().count().max(1));
            if let Some((at, _)) = text.char_indices().nth(at) {
                text.remove(at);
            }
            text
        }
        _ => sound,
    }
}

/// A player, most often one there is.
fn somebody(dice: &mut Dice, table: &Table) -> u8 {
    match dice.below(8) {
        0 => dice.below(256) as u8,
        1 => dice.below(2) as u8,
        _ => table.next_to_ask().unwrap_or(0),
    }
}

/// All of a match that a call could change.
fn print(table: &Table) -> (u64, String, Vec<Got<(String, u64)>>) {
    (table.state_hash(), table.standing(), [0, 1, REFEREE].map(|viewer| table.events(viewer, 0)).to_vec())
}

impl Pool {
    fn new(seed: u64) -> Self {
        Self {
            rules: [Rules::shipped("waterloo"), Rules::shipped("empire")],
            tables: Vec::new(),
            views: Vec::new(),
            batches: Vec::new(),
            simulations: Vec::new(),
            dice: Dice::new(seed),
            done: 0,
            refused: 0,
        }
    }

    /// What came of a call is counted; a failure of the library itself is none that may come.
    fn came<T>(&mut self, got: Got<T>, what: &str) -> Option<T> {
        match got {
            Ok(value) => {
                self.done += 1;
                Some(value)
            }
            Err(no) => {
                assert!(no.status != EAGLES_E_INTERNAL && no.status != EAGLES_E_POISONED, "{what}: {no:?}");
                assert!(no.status != EAGLES_E_BUSY && no.status != EAGLES_E_HANDLE, "{what}: {no:?}");
                self.refused += 1;
                None
            }
        }
    }

    fn open(&mut self) {
        let dice = &mut self.dice;
        let (game, setup) = *dice.one_of(&SETUPS);
        let setup = nearly(dice, setup.to_owned());
        let options = json!({
            "seed": dice.below(9),
            "draws": if dice.below(3) == 0 { "host" } else { "seed" },
            "analysis": dice.below(3) == 0,
            "snapshot-every": 1 + dice.below(20),
            "redraw": if dice.below(2) == 0 { "fresh" } else { "same" },
        });
        let options = nearly(dice, options.to_string());
        let opened = self.rules[game].open(&setup, &options);
        if let Some(table) = self.came(opened, "open") {
            self.tables.push((game, table));
        }
        if self.tables.len() > 6 {
            let at = self.dice.below(self.tables.len());
            self.tables.swap_remove(at);
        }
    }

    /// A call that may change a match: what fails has changed nothing, and a draw that is asked for neither.
    fn act(&mut self) {
        if self.tables.is_empty() {
            return self.open();
        }
        let at = self.dice.below(self.tables.len());
        let (game, table) = self.tables.swap_remove(at);
        let dice = &mut self.dice;
        let player = somebody(dice, &table);
        let (before, played) = (print(&table), table.journal().len());
        let count = table.legal_count(player).unwrap_or(0);
        let place = if dice.below(8) == 0 { dice.word() } else { dice.below(count as usize) as u64 };
        let word = table.word_at(player, place).unwrap_or_default();
        let (what, got) = match dice.below(20) {
            0..=6 => ("apply_place", table.apply_place(player, place)),
            7..=9 => ("apply", table.apply(player, &nearly(dice, word))),
            10 => ("apply_id", table.apply_id(player, dice.below(65_536) as u16)),
            11 => {
                let id = table.ids(player).ok().and_then(|ids| ids.first().copied()).unwrap_or(u16::MAX);
                ("apply_id", table.apply_id(player, id))
            }
            12 => {
                let values: Vec<u16> = (0..dice.below(4)).map(|_| dice.below(300) as u16).collect();
                // Supplied values change nothing that anybody sees.
                let supplied = table.supply(&values);
                assert_eq!(print(&table), before);
                ("supply", supplied)
            }
            13 | 14 => ("undo", table.undo(player, dice.below(4) as u64)),
            15 => ("redo", table.redo(player)),
            16 => ("ask_undo", table.ask_undo(player, dice.below(3) as u64)),
            17 => ("consent", if dice.below(2) == 0 { table.consent(player) } else { table.decline(player) }),
            18 => {
                let said = match dice.below(3) {
                    0 => table.offer_draw(player),
                    1 => table.accept_draw(player),
                    _ => table.decline_draw(player),
                };
                ("draw", said)
            }
            _ if dice.below(30) == 0 => ("resign", table.resign(player)),
            _ => ("answer", table.answer(&nonsense(dice))),
        };
        let after = print(&table);
        match &got {
            Err(_) => assert_eq!(after, before, "{what} has failed and changed something"),
            Ok(()) if ["apply", "apply_place", "apply_id"].contains(&what) => {
                assert!(table.journal().len() > played, "{what} stands in the journal");
            }
            Ok(()) if ["ask_undo", "draw", "resign", "answer"].contains(&what) => {
                assert!(what == "ask_undo" || after.0 == before.0, "{what} moves nothing");
            }
            Ok(()) => {}
        }
        if let Err(no) = &got {
            let draws = no.status == EAGLES_NEEDS_DRAW && self.dice.below(4) > 0;
            let options = no.value()["params"]["options"].clone();
            if draws {
                let value = options.as_array().and_then(|list| list.first()).and_then(Value::as_u64).unwrap_or(1);
                table.supply(&[value as u16]).expect("a draw was asked for");
                assert_eq!(print(&table), before);
            }
        }
        self.came(got, what);
        self.tables.push((game, table));
    }

    /// A call that changes nothing.
    fn ask(&mut self) {
        if self.tables.is_empty() {
            return self.open();
        }
        let at = self.dice.below(self.tables.len());
        let (game, table) = self.tables.swap_remove(at);
        let dice = &mut self.dice;
        let (player, before) = (somebody(dice, &table), print(&table));
        let count = table.legal_count(player).unwrap_or(0);
        let word = table.word_at(player, dice.below(count as usize) as u64).unwrap_or_default();
        let word = nearly(dice, word);
        let viewer = if dice.below(6) == 0 { dice.below(256) as u8 } else { *dice.one_of(&VIEWERS) };
        let got = match dice.below(16) {
            0 => table.legal(player),
            1 => table.explain(player, &word),
            2 => table.explain_text(player, &word),
            3 if dice.below(2) == 0 => table.odds(player, &word),
            3 => table.describe(player, &word),
            4 => table.outcomes(player, &word, dice.below(300) as u64),
            5 => table.choose(player, &nearly(dice, r#"{"name": "random"}"#.to_owned())),
            6 => table.choose_word(player, &nearly(dice, r#"{"name": "greedy", "nodes": 5}"#.to_owned())),
            7 => table.view(viewer),
            8 => table.text(viewer),
            9 => table.svg(viewer, &nearly(dice, "{}".to_owned())),
            10 => table.events(viewer, dice.below(90) as u64).map(|(told, _)| told),
            11 => table.story(viewer, dice.word()).map(|(told, _)| told),
            12 => table.information_state(player).map(|(told, _)| told),
            13 => table.save_for(player),
            14 => table.observe(viewer).map(|seen| seen.len().to_string()),
            _ => table.mask(player).map(|mask| mask.len().to_string()),
        };
        assert_eq!(print(&table), before, "asking changes nothing");
        self.came(got, "ask");
        if self.dice.below(3) == 0 {
            let looked = table.look(viewer);
            if let Some(view) = self.came(looked, "look") {
                let json = view.json();
                assert_eq!(table.view(viewer), Ok(json.clone()));
                self.views.push((view, json));
            }
        }
        self.tables.push((game, table));
        // A view stays what it was, whatever becomes of its match.
        if self.views.len() > 8 {
            let at = self.dice.below(self.views.len());
            let (view, json) = self.views.swap_remove(at);
            assert_eq!(view.json(), json);
            assert!(!view.text().is_empty() && view.svg("").is_ok());
        }
    }

    /// What is saved, forked or drawn anew is the same match, or a sound one.
    fn past(&mut self) {
        if self.tables.is_empty() {
            return self.open();
        }
        let at = self.dice.below(self.tables.len());
        let (game, table) = self.tables.swap_remove(at);
        let before = print(&table);
        let form = *self.dice.one_of(&[r#"{"form": "json"}"#, r#"{"form": "binary", "notes": {"who": "chance"}}"#]);
        let saved = table.save(form).expect("a match can be saved");
        match self.dice.below(5) {
            0 | 1 => {
                let loaded = self.rules[game].load(&saved, "").unwrap_or_else(|no| panic!("{no:?}"));
                assert_eq!(loaded.state_hash(), table.state_hash());
                assert_eq!((loaded.journal(), loaded.position()), (table.journal(), table.position()));
                self.tables.push((game, loaded));
            }
            2 => {
                let mut broken = saved;
                for _ in 0..=self.dice.below(3) {
                    let at = self.dice.below(broken.len());
                    broken[at] = self.dice.below(256) as u8;
                }
                broken.truncate(broken.len() - self.dice.below(3));
                let (loaded, sound) = (self.rules[game].load(&broken, ""), self.rules[game].verify(&broken));
                self.came(sound, "verify");
                if let Some(loaded) = self.came(loaded, "load") {
                    self.tables.push((game, loaded));
                }
                let other = self.rules[1 - game].load(&broken, "");
                assert!(other.is_err());
            }
            3 => {
                let options = nearly(&mut self.dice, r#"{"seed": 5}"#.to_owned());
                let forked = table.fork(&options);
                if let Some(forked) = self.came(forked, "fork") {
                    assert_eq!(forked.state_hash(), table.state_hash());
                    assert_eq!(forked.journal(), table.journal());
                    self.tables.push((game, forked));
                }
            }
            _ => {
                let player = self.dice.below(3) as u8;
                let seed = nearly(&mut self.dice, "77".to_owned());
                let twin = table.sample(player, &seed);
                if let Some(twin) = self.came(twin, "sample") {
                    assert!(twin.legal_count(player).is_ok() && twin.undo(player, 1).is_err());
                    self.tables.push((game, twin));
                }
            }
        }
        assert_eq!(print(&table), before);
        if self.dice.below(3) > 0 {
            self.tables.push((game, table));
        }
        while self.tables.len() > 8 {
            self.tables.remove(0);
        }
    }

    fn many(&mut self) {
        if self.batches.len() < 2 {
            let (game, setup) = *self.dice.one_of(&SETUPS);
            let count = self.dice.below(5) as u64;
            let made = self.rules[game].batch(setup, count, "4");
            if let Some(batch) = self.came(made, "batch") {
                self.batches.push(batch);
            }
            return;
        }
        let batch = self.batches.swap_remove(self.dice.below(2));
        let dice = &mut self.dice;
        let at = dice.below(5) as u64;
        let hashes = |batch: &Batch| (0..4).map(|at| batch.state_hash(at).ok()).collect::<Vec<_>>();
        let (before, legal) = (hashes(&batch), batch.step(at).map_or(0, |step| step.legal));
        let place = dice.below(legal as usize + 1) as u64;
        let got = match dice.below(6) {
            0 => batch.reset(at, &nonsense(dice)).map(drop),
            1 => batch.copy(at, dice.below(5) as u64),
            2 => batch.apply_id(at, dice.below(4_000) as u16).map(drop),
            _ => batch.apply_place(at, place).map(|step| assert!(step.over == 1 || step.legal > 0)),
        };
        let after = hashes(&batch);
        let changed: Vec<usize> = (0..4).filter(|&n| before[n] != after[n]).collect();
        assert!(if got.is_ok() { changed.iter().all(|&n| n as u64 == at) } else { changed.is_empty() });
        self.came(got, "batch");
        if self.dice.below(40) > 0 {
            self.batches.push(batch);
        }
        let (game, setup) = *self.dice.one_of(&SETUPS);
        if self.simulations.len() < 2 {
            let options = json!({ "games": self.dice.below(3), "players": ["random", "random"], "max-actions": 30 });
            let options = nearly(&mut self.dice, options.to_string());
            let made = self.rules[game].simulation(setup, &options);
            if let Some(series) = self.came(made, "series") {
                self.simulations.push(series);
            }
        } else {
            let series = self.simulations.swap_remove(0);
            let (games, workers) = (self.dice.below(3) as u64, 1 + self.dice.below(2) as u32);
            if let Some(progress) = {
                let ran = series.run(games, workers);
                self.came(ran, "run")
            } {
                assert!(
                    progress.played <= progress.games && (progress.done == 1) == (progress.played == progress.games)
                );
            }
            series.report().expect("a report");
        }
    }
}

#[test]
fn sequences_of_calls() {
    let (mut done, mut refused) = (0, 0);
    for seed in 0..4 {
        let mut pool = Pool::new(seed);
        for _ in 0..amount(300) {
            match pool.dice.below(20) {
                0 => pool.open(),
                1..=11 => pool.act(),
                12..=15 => pool.ask(),
                16 => pool.past(),
                _ => pool.many(),
            }
        }
        // Rules go first: matches keep what they need of them.
        let Pool { rules, tables, views, .. } = pool;
        drop(rules);
        for (_, table) in &tables {
            assert!(!table.position().is_empty() && table.save("").is_ok());
        }
        for (view, json) in &views {
            assert_eq!(view.json(), *json);
        }
        done += pool.done;
        refused += pool.refused;
    }
    println!("{done} calls done, {refused} refused");
    assert!(done > 300 && refused > 200);
}
