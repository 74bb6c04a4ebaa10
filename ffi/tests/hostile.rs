//! A hostile host: null for every pointer, lengths beyond memory, nonsense for text, handles of another kind, answers that
//! nobody asked for. There are only statuses, and nothing changes.

mod abi;

use abi::{Batch, Dice, No, REFEREE, Rules, Simulation, Table, View, amount, calculate};
use eagles_ffi::*;
use serde_json::json;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::ffi::c_char;
use std::ptr::null_mut;

const QB: &str = r#"{"battle": "QB"}"#;
const SEEDED: &str = r#"{"seed": 3}"#;

/// Everything that functions take, all of it sound.
struct Stage {
    rules: Rules,
    table: Table,
    /// A match whose draws come from the host.
    hosted: Table,
    view: View,
    batch: Batch,
    simulation: Simulation,
    saved: Vec<u8>,
    /// Which pointer of the call is null.
    null: usize,
    at: Cell<usize>,
}

impl Stage {
    fn new() -> Self {
        // The same material for all of them.
        static SHIPPED: std::sync::OnceLock<Rules> = std::sync::OnceLock::new();
        let rules = SHIPPED.get_or_init(|| Rules::shipped("waterloo")).another();
        let table = rules.open(QB, SEEDED).expect("sound");
        table.apply(0, "deal").expect("the start");
        let hosted = rules.open(QB, r#"{"draws": "host"}"#).expect("sound");
        Self {
            hosted,
            view: table.look(0).expect("a player"),
            batch: rules.batch(QB, 2, "5").expect("sound"),
            simulation: rules.simulation(QB, r#"{"games": 3}"#).expect("sound"),
            saved: table.save("").expect("no notes"),
            table,
            rules,
            null: usize::MAX,
            at: Cell::new(0),
        }
    }

    fn is_next_null(&self) -> bool {
        self.at.set(self.at.get() + 1);
        self.at.get() - 1 == self.null
    }

    /// A pointer of the call, or null.
    fn p<T>(&self, pointer: *mut T) -> *mut T {
        if self.is_next_null() { null_mut() } else { pointer }
    }

    fn t(&self, text: &'static str) -> *const c_char {
        self.p(text.as_ptr().cast_mut()).cast()
    }

    fn s(&self) -> *const u8 {
        self.p(self.saved.as_ptr().cast_mut())
    }

    fn m(&self) -> *mut eagles_match {
        self.p(self.table.0)
    }

    fn r(&self) -> *mut eagles_rules {
        self.p(self.rules.0)
    }

    fn hash(&self) -> (u64, u64, u64) {
        let batch = self.batch.state_hash(0).expect("a position");
        (self.table.state_hash(), self.hosted.state_hash(), batch)
    }
}

/// What a function gives.
trait Answer {
    /// Its status; `None` where it has none.
    fn status(self) -> Option<eagles_status>;
}

impl Answer for eagles_status {
    fn status(self) -> Option<eagles_status> {
        Some(self)
    }
}

impl Answer for () {
    fn status(self) -> Option<eagles_status> {
        None
    }
}

impl Answer for u32 {
    fn status(self) -> Option<eagles_status> {
        assert_eq!(self, 1);
        None
    }
}

impl Answer for *const c_char {
    fn status(self) -> Option<eagles_status> {
        assert!(!self.is_null(), "text is never null");
        None
    }
}

/// What may be written to by a call.
struct Out {
    err: *mut eagles_error,
    bytes: eagles_bytes,
    word: u64,
    more: [u64; 2],
    byte: u8,
    other: u8,
    ids: [u16; 4096],
    mask: Vec<u8>,
    seen: Vec<f32>,
    step: eagles_step,
    steps: [eagles_step; 2],
    row: eagles_row,
    progress: eagles_progress,
    table: *mut eagles_match,
    rules: *mut eagles_rules,
    view: *mut eagles_view,
    batch: *mut eagles_batch,
    simulation: *mut eagles_simulation,
}

impl Out {
    fn new(stage: &Stage) -> Self {
        let (ids, numbers) = stage.table.sizes();
        Self {
            err: null_mut(),
            bytes: eagles_bytes { data: null_mut(), len: 0, capacity: 0 },
            word: 0,
            more: [0; 2],
            byte: 0,
            other: 0,
            ids: [0; 4096],
            mask: vec![0; ids],
            seen: vec![0.0; numbers],
            step: abi::NO_STEP,
            steps: [abi::NO_STEP; 2],
            row: eagles_row { game: 0, listed: 0, actions: 0, decisions: 0, winner: 0, over: 0, reserved: [0; 6] },
            progress: eagles_progress { played: 0, games: 0, cancelled: 0, done: 0 },
            table: null_mut(),
            rules: null_mut(),
            view: null_mut(),
            batch: null_mut(),
            simulation: null_mut(),
        }
    }
}

impl Drop for Out {
    fn drop(&mut self) {
        // SAFETY: all of it is null or ours.
        unsafe {
            eagles_error_free(self.err);
            eagles_bytes_free(&mut self.bytes);
            eagles_match_free(self.table);
            eagles_rules_free(self.rules);
            eagles_view_free(self.view);
            eagles_batch_free(self.batch);
            eagles_simulation_free(self.simulation);
        }
    }
}

/// A function of the interface: how it is called with sound arguments, and which of its pointers may be null.
struct Entry {
    name: &'static str,
    call: fn(&Stage, &mut Out) -> Option<eagles_status>,
    /// The pointers that may be null, counted from 0, besides the last one where that is `err`.
    may: &'static [usize],
}

/// A row for each function: its arguments, written as in C, with `s` the stage and `o` what may be written to; then the
/// pointers that may be null.
macro_rules! entries {
    ($s:ident, $o:ident; $($name:ident ($($arg:expr),* $(,)?) $([$($may:expr),*])?;)+) => {
        vec![$(Entry {
            name: stringify!($name),
            call: |$s, $o| {
                let _ = (&$s, &$o);
                #[allow(unused_unsafe)]
                // SAFETY: every pointer is sound, or null.
                unsafe { Answer::status($name($($arg),*)) }
            },
            may: &[$($($may),*)?],
        }),+]
    };
}

/// Every function that there is.
fn entries() -> Vec<Entry> {
    entries! { s, o;
        eagles_abi_compatible();
        eagles_abi_version();
        eagles_batch_apply_id(s.p(s.batch.0), 0, { let mut n = 0; eagles_batch_ids(s.batch.0, 0, o.ids.as_mut_ptr(), 1, &mut n, null_mut()); o.ids[0] }, s.p(&mut o.step), s.p(&mut o.err)) [1];
        eagles_batch_apply_ids(s.p(s.batch.0), { let mut n = 0; eagles_batch_ids(s.batch.0, 0, o.ids.as_mut_ptr(), 1, &mut n, null_mut()); o.ids[1] = o.ids[0]; s.p(o.ids.as_mut_ptr()) }, s.p(o.steps.as_mut_ptr()), 2, s.p(&mut o.err));
        eagles_batch_apply_place(s.p(s.batch.0), 0, 0, s.p(&mut o.step), s.p(&mut o.err)) [1];
        eagles_batch_apply_places(s.p(s.batch.0), s.p(o.more.as_mut_ptr()), s.p(o.steps.as_mut_ptr()), 2, s.p(&mut o.err));
        eagles_batch_copy(s.p(s.batch.0), 1, 0, s.p(&mut o.err));
        eagles_batch_encoding(s.p(s.batch.0), s.p(&mut o.bytes), s.p(&mut o.err));
        eagles_batch_free(s.p(o.batch));
        eagles_batch_ids(s.p(s.batch.0), 0, s.p(o.ids.as_mut_ptr()), 4096, s.p(&mut o.word), s.p(&mut o.err));
        eagles_batch_mask(s.p(s.batch.0), 0, s.p(o.mask.as_mut_ptr()), o.mask.len() as u64, s.p(&mut o.err));
        eagles_batch_new(s.r(), s.t(QB), QB.len() as u64, 2, s.t("1"), 1, s.p(&mut o.batch), s.p(&mut o.err));
        eagles_batch_observe(s.p(s.batch.0), 0, 0, s.p(o.seen.as_mut_ptr()), o.seen.len() as u64, s.p(&mut o.err));
        eagles_batch_position(s.p(s.batch.0), 0, s.p(&mut o.bytes), s.p(&mut o.err));
        eagles_batch_reset(s.p(s.batch.0), 0, s.t("1"), 1, s.p(&mut o.step), s.p(&mut o.err)) [2];
        eagles_batch_sizes(s.p(s.batch.0), s.p(&mut o.word), s.p(&mut o.more[0]), s.p(&mut o.more[1]), s.p(&mut o.err));
        eagles_batch_state_hash(s.p(s.batch.0), 0, s.p(&mut o.word), s.p(&mut o.err));
        eagles_batch_step(s.p(s.batch.0), 0, s.p(&mut o.step), s.p(&mut o.err));
        eagles_build_info(s.p(&mut o.bytes), s.p(&mut o.err));
        eagles_bytes_free(s.p(&mut o.bytes));
        eagles_calculate(s.t("waterloo.general"), 16, s.t("{\"hits\":1}"), 10, s.p(&mut o.bytes), s.p(&mut o.err));
        eagles_calculators(s.p(&mut o.bytes), s.p(&mut o.err));
        eagles_error_cites(s.p(o.err));
        eagles_error_code(s.p(o.err));
        eagles_error_free(s.p(o.err));
        eagles_error_json(s.p(o.err));
        eagles_error_message(s.p(o.err));
        eagles_error_status(s.p(o.err));
        eagles_match_accept_draw(s.m(), 0, s.p(&mut o.err));
        eagles_match_answer(s.m(), s.t("{\"roll\":1}"), 10, s.p(&mut o.err));
        eagles_match_answers(s.m(), s.p(&mut o.bytes), s.p(&mut o.err));
        eagles_match_apply(s.m(), 1, s.t("end"), 3, s.p(&mut o.err));
        eagles_match_apply_id(s.m(), 1, { eagles_match_ids(s.table.0, 1, o.ids.as_mut_ptr(), 1, &mut o.word, null_mut()); o.ids[0] }, s.p(&mut o.err));
        eagles_match_apply_place(s.m(), 1, 0, s.p(&mut o.err));
        eagles_match_ask_undo(s.m(), 0, 1, s.p(&mut o.err));
        eagles_match_catalogue(s.m(), s.p(&mut o.bytes), s.p(&mut o.err));
        eagles_match_choose(s.m(), 1, s.t("{\"name\":\"random\"}"), 17, s.p(&mut o.bytes), s.p(&mut o.err));
        eagles_match_choose_word(s.m(), 1, s.t("{\"name\":\"random\"}"), 17, s.p(&mut o.bytes), s.p(&mut o.err));
        eagles_match_consent(s.m(), 0, s.p(&mut o.err));
        eagles_match_decline(s.m(), 0, s.p(&mut o.err));
        eagles_match_decline_draw(s.m(), 0, s.p(&mut o.err));
        eagles_match_describe(s.m(), 1, s.t("end"), 3, s.p(&mut o.bytes), s.p(&mut o.err));
        eagles_match_encoding(s.m(), s.p(&mut o.bytes), s.p(&mut o.err));
        eagles_match_events(s.m(), 0, 0, s.p(&mut o.word), s.p(&mut o.bytes), s.p(&mut o.err)) [1];
        eagles_match_explain(s.m(), 1, s.t("end"), 3, s.p(&mut o.bytes), s.p(&mut o.err));
        eagles_match_explain_text(s.m(), 1, s.t("end"), 3, s.p(&mut o.bytes), s.p(&mut o.err));
        eagles_match_fork(s.m(), s.t("{}"), 2, s.p(&mut o.table), s.p(&mut o.err));
        eagles_match_free(s.p(o.table));
        eagles_match_ids(s.m(), 0, s.p(o.ids.as_mut_ptr()), 4096, s.p(&mut o.word), s.p(&mut o.err));
        eagles_match_information_state(s.m(), 0, s.p(&mut o.word), s.p(&mut o.bytes), s.p(&mut o.err)) [1];
        eagles_match_journal(s.m(), s.p(&mut o.bytes), s.p(&mut o.err));
        eagles_match_legal(s.m(), 0, s.p(&mut o.bytes), s.p(&mut o.err));
        eagles_match_legal_count(s.m(), 0, s.p(&mut o.word), s.p(&mut o.err));
        eagles_match_load(s.r(), s.s(), s.saved.len() as u64, s.t("{}"), 2, s.p(&mut o.table), s.p(&mut o.err));
        eagles_match_mask(s.m(), 0, s.p(o.mask.as_mut_ptr()), o.mask.len() as u64, s.p(&mut o.err));
        eagles_match_next_to_ask(s.m(), s.p(&mut o.byte), s.p(&mut o.err));
        eagles_match_observe(s.m(), 0, s.p(o.seen.as_mut_ptr()), o.seen.len() as u64, s.p(&mut o.err));
        eagles_match_offer_draw(s.m(), 0, s.p(&mut o.err));
        eagles_match_odds(s.m(), 1, s.t("end"), 3, s.p(&mut o.bytes), s.p(&mut o.err));
        eagles_match_odds_text(s.m(), 1, s.t("end"), 3, s.p(&mut o.bytes), s.p(&mut o.err));
        eagles_match_open(s.r(), s.t(QB), QB.len() as u64, s.t("{}"), 2, s.p(&mut o.table), s.p(&mut o.err));
        eagles_match_outcomes(s.m(), 1, s.t("end"), 3, 100, s.p(&mut o.bytes), s.p(&mut o.err));
        eagles_match_over(s.m(), s.p(&mut o.byte), s.p(&mut o.other), s.p(&mut o.err));
        eagles_match_position(s.m(), s.p(&mut o.bytes), s.p(&mut o.err));
        eagles_match_redo(s.m(), 0, s.p(&mut o.err));
        eagles_match_reload(s.m(), s.r(), s.p(&mut o.err));
        eagles_match_resign(s.m(), 0, s.p(&mut o.err));
        eagles_match_sample(s.m(), 0, s.t("1"), 1, s.p(&mut o.table), s.p(&mut o.err));
        eagles_match_save(s.m(), s.t("{}"), 2, s.p(&mut o.bytes), s.p(&mut o.err));
        eagles_match_save_for(s.m(), 0, s.p(&mut o.bytes), s.p(&mut o.err));
        eagles_match_setup(s.m(), s.p(&mut o.bytes), s.p(&mut o.err));
        eagles_match_sizes(s.m(), s.p(&mut o.word), s.p(&mut o.more[0]), s.p(&mut o.err));
        eagles_match_standing(s.m(), s.p(&mut o.bytes), s.p(&mut o.err));
        eagles_match_state_hash(s.m(), s.p(&mut o.word), s.p(&mut o.err));
        eagles_match_story(s.m(), 0, 0, s.p(&mut o.word), s.p(&mut o.bytes), s.p(&mut o.err)) [1];
        eagles_match_supply(s.p(s.hosted.0), s.p(o.ids.as_mut_ptr()), 1, s.p(&mut o.err));
        eagles_match_svg(s.m(), 0, s.t("{}"), 2, s.p(&mut o.bytes), s.p(&mut o.err));
        eagles_match_text(s.m(), 0, s.p(&mut o.bytes), s.p(&mut o.err));
        eagles_match_text_at(s.m(), 1, 0, s.p(&mut o.bytes), s.p(&mut o.err));
        eagles_match_to_act(s.m(), s.p(&mut o.byte), s.p(&mut o.err));
        eagles_match_undo(s.m(), 0, 1, s.p(&mut o.err));
        eagles_match_view(s.m(), 0, s.p(&mut o.view), s.p(&mut o.err));
        eagles_match_view_json(s.m(), 0, s.p(&mut o.bytes), s.p(&mut o.err));
        eagles_match_word_at(s.m(), 1, 0, s.p(&mut o.bytes), s.p(&mut o.err));
        eagles_rules_catalogue(s.r(), s.p(&mut o.bytes), s.p(&mut o.err));
        eagles_rules_check(s.r(), s.t(QB), QB.len() as u64, s.p(&mut o.err));
        eagles_rules_clone(s.r(), s.p(&mut o.rules), s.p(&mut o.err));
        eagles_rules_free(s.p(o.rules));
        eagles_rules_log(s.r(), s.p(&mut o.bytes), s.p(&mut o.err));
        eagles_rules_new(s.t("empire"), 6, s.t("{}"), 2, s.p(&mut o.rules), s.p(&mut o.err));
        eagles_save_about(s.s(), s.saved.len() as u64, s.p(&mut o.bytes), s.p(&mut o.err));
        eagles_save_rerun(s.r(), s.s(), s.saved.len() as u64, s.t("{}"), 2, s.p(&mut o.bytes), s.p(&mut o.err));
        eagles_save_verify(s.r(), s.s(), s.saved.len() as u64, s.t("{}"), 2, s.p(&mut o.err));
        eagles_simulation_cancel(s.p(s.simulation.0), s.p(&mut o.err));
        eagles_simulation_free(s.p(o.simulation));
        eagles_simulation_new(s.r(), s.t(QB), QB.len() as u64, s.t("{\"games\":1}"), 11, s.p(&mut o.simulation), s.p(&mut o.err));
        eagles_simulation_progress(s.p(s.simulation.0), s.p(&mut o.progress), s.p(&mut o.err));
        eagles_simulation_report(s.p(s.simulation.0), s.p(&mut o.bytes), s.p(&mut o.err));
        eagles_simulation_run(s.p(s.simulation.0), 1, 1, s.p(&mut o.row), 1, s.p(&mut o.word), s.p(&mut o.progress), s.p(&mut o.err)) [1, 2, 3];
        eagles_status_name(7);
        eagles_version_string();
        eagles_view_free(s.p(o.view));
        eagles_view_json(s.p(s.view.0), s.p(&mut o.bytes), s.p(&mut o.err));
        eagles_view_svg(s.p(s.view.0), s.t("{}"), 2, s.p(&mut o.bytes), s.p(&mut o.err));
        eagles_view_text(s.p(s.view.0), s.p(&mut o.bytes), s.p(&mut o.err));
        eagles_view_viewer(s.p(s.view.0), s.p(&mut o.byte), s.p(&mut o.err));
    }
}

#[test]
fn the_table_has_every_function() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("abi-symbols.txt");
    let text = std::fs::read_to_string(path).expect("the manifest");
    let manifest: BTreeSet<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    let entries = entries();
    let table: BTreeSet<&str> = entries.iter().map(|entry| entry.name).collect();
    assert_eq!(table, manifest);
    assert_eq!(table.len(), entries.len());
}

/// What sound calls of this stage may answer: done, or the match's own no.
const SOUND: [eagles_status; 3] = [EAGLES_OK, EAGLES_E_NOT_ALLOWED, EAGLES_E_REFUSED];

#[test]
fn null_for_every_pointer() {
    let (mut pointers, mut calls) = (0, 0);
    for Entry { name, call, may } in entries() {
        let mut stage = Stage::new();
        let mut out = Out::new(&stage);
        let sound = call(&stage, &mut out);
        let count = stage.at.get();
        assert!(sound.is_none_or(|status| SOUND.contains(&status)), "{name}: {sound:?}");
        drop(out);
        pointers += count;
        for null in 0..count {
            stage = Stage::new();
            stage.null = null;
            let (before, mut out) = (stage.hash(), Out::new(&stage));
            calls += 1;
            let Some(status) = call(&stage, &mut out) else { continue };
            if name.starts_with("eagles_error_") || null + 1 == count || may.contains(&null) {
                // Nobody wants the error, or what else is told.
                assert_eq!(Some(status), sound, "{name}: pointer {null} is null");
                continue;
            }
            assert_eq!(status, EAGLES_E_NULL, "{name}: pointer {null} is null");
            assert_eq!(stage.hash(), before, "{name}: pointer {null} is null");
            assert!(!out.err.is_null() && out.bytes.data.is_null() && out.bytes.len == 0, "{name}");
            assert!(out.table.is_null() && out.rules.is_null() && out.view.is_null() && out.batch.is_null(), "{name}");
        }
    }
    println!("{pointers} pointers, {calls} calls with null");
    assert!(pointers > 280);
}

/// A function that takes a text, called with this one.
type Reads = fn(&Stage, *const c_char, u64, &mut Out) -> eagles_status;

/// Every text that functions take.
fn readers() -> Vec<(&'static str, Reads)> {
    macro_rules! readers {
        ($s:ident, $text:ident, $len:ident, $o:ident; $($name:literal $call:expr;)+) => {
            // SAFETY: every pointer is sound; the text is as long as it says, or longer than is taken at all.
            vec![$(($name, |$s: &Stage, $text: *const c_char, $len: u64, $o: &mut Out| unsafe {
                let _ = $s;
                $call
            })),+]
        };
    }
    readers! { s, text, len, o;
        "game" eagles_rules_new(text, len, text, 0, &mut o.rules, &mut o.err);
        "rules" eagles_rules_new("waterloo".as_ptr().cast(), 8, text, len, &mut o.rules, &mut o.err);
        "check" eagles_rules_check(s.rules.0, text, len, &mut o.err);
        "setup" eagles_match_open(s.rules.0, text, len, text, 0, &mut o.table, &mut o.err);
        "options" eagles_match_open(s.rules.0, QB.as_ptr().cast(), QB.len() as u64, text, len, &mut o.table, &mut o.err);
        "apply" eagles_match_apply(s.table.0, 1, text, len, &mut o.err);
        "describe" eagles_match_describe(s.table.0, 1, text, len, &mut o.bytes, &mut o.err);
        "explain" eagles_match_explain(s.table.0, 1, text, len, &mut o.bytes, &mut o.err);
        "explain_text" eagles_match_explain_text(s.table.0, 1, text, len, &mut o.bytes, &mut o.err);
        "outcomes" eagles_match_outcomes(s.table.0, 1, text, len, 100, &mut o.bytes, &mut o.err);
        "odds" eagles_match_odds(s.table.0, 1, text, len, &mut o.bytes, &mut o.err);
        "odds_text" eagles_match_odds_text(s.table.0, 1, text, len, &mut o.bytes, &mut o.err);
        "answer" eagles_match_answer(s.table.0, text, len, &mut o.err);
        "choose" eagles_match_choose(s.table.0, 1, text, len, &mut o.bytes, &mut o.err);
        "choose_word" eagles_match_choose_word(s.table.0, 1, text, len, &mut o.bytes, &mut o.err);
        "svg" eagles_match_svg(s.table.0, 1, text, len, &mut o.bytes, &mut o.err);
        "fork" eagles_match_fork(s.table.0, text, len, &mut o.table, &mut o.err);
        "sample" eagles_match_sample(s.table.0, 1, text, len, &mut o.table, &mut o.err);
        "save" eagles_match_save(s.table.0, text, len, &mut o.bytes, &mut o.err);
        "load" eagles_match_load(s.rules.0, text.cast(), len, text, 0, &mut o.table, &mut o.err);
        "load options" eagles_match_load(s.rules.0, s.saved.as_ptr(), s.saved.len() as u64, text, len, &mut o.table, &mut o.err);
        "about" eagles_save_about(text.cast(), len, &mut o.bytes, &mut o.err);
        "verify" eagles_save_verify(s.rules.0, text.cast(), len, text, 0, &mut o.err);
        "verify options" eagles_save_verify(s.rules.0, s.saved.as_ptr(), s.saved.len() as u64, text, len, &mut o.err);
        "rerun" eagles_save_rerun(s.rules.0, text.cast(), len, text, 0, &mut o.bytes, &mut o.err);
        "rerun options" eagles_save_rerun(s.rules.0, s.saved.as_ptr(), s.saved.len() as u64, text, len, &mut o.bytes, &mut o.err);
        "batch" eagles_batch_new(s.rules.0, text, len, 1, text, 0, &mut o.batch, &mut o.err);
        "batch seed" eagles_batch_new(s.rules.0, QB.as_ptr().cast(), QB.len() as u64, 1, text, len, &mut o.batch, &mut o.err);
        "reset" eagles_batch_reset(s.batch.0, 1, text, len, &mut o.step, &mut o.err);
        "simulation" eagles_simulation_new(s.rules.0, text, len, text, 0, &mut o.simulation, &mut o.err);
        "series" eagles_simulation_new(s.rules.0, QB.as_ptr().cast(), QB.len() as u64, text, len, &mut o.simulation, &mut o.err);
        "view svg" eagles_view_svg(s.view.0, text, len, &mut o.bytes, &mut o.err);
        "calculator" eagles_calculate(text, len, text, 0, &mut o.bytes, &mut o.err);
        "facts" eagles_calculate("empire.fire".as_ptr().cast(), 11, text, len, &mut o.bytes, &mut o.err);
    }
}

/// Hands a text to every function that takes one; the statuses.
fn to_all(stage: &Stage, text: *const u8, len: u64, what: &str) -> Vec<(&'static str, eagles_status)> {
    let before = stage.hash();
    let mut statuses = Vec::new();
    for (name, call) in readers() {
        let mut out = Out::new(stage);
        let status = call(stage, text.cast(), len, &mut out);
        assert_ne!(status, EAGLES_E_INTERNAL, "{name}: {what}");
        assert_eq!(status == EAGLES_OK, out.err.is_null(), "{name}: {what}");
        if status != EAGLES_OK {
            assert!(out.table.is_null() && out.bytes.data.is_null() && out.batch.is_null(), "{name}: {what}");
            assert_eq!(stage.hash(), before, "{name}: {what}");
        }
        statuses.push((name, status));
    }
    statuses
}

/// Those that are no text at all, but bytes.
fn takes_bytes(name: &str) -> bool {
    ["load", "about", "verify", "rerun"].contains(&name)
}

#[test]
fn lengths_beyond_memory() {
    let stage = Stage::new();
    let text = b"{}";
    for len in [u64::MAX, 1 << 63, (1 << 63) + 1, 1 << 62, 1 << 40, (64 << 20) + 1] {
        for (name, status) in to_all(&stage, text.as_ptr(), len, "a length beyond memory") {
            assert_eq!(status, EAGLES_E_RANGE, "{name}: {len}");
        }
    }
    let mut out = Out::new(&stage);
    let huge = [u64::MAX, 1 << 63, 1 << 62, 1 << 40];
    for len in huge {
        // SAFETY: such lengths are refused before anything is read or written.
        unsafe {
            let (ids, mask, seen) = (out.ids.as_mut_ptr(), out.mask.as_mut_ptr(), out.seen.as_mut_ptr());
            let (m, b, no) = (stage.table.0, stage.batch.0, null_mut());
            let statuses = [
                eagles_match_ids(m, 0, ids, len, &mut out.word, no),
                eagles_match_mask(m, 0, mask, len, no),
                eagles_match_observe(m, 0, seen, len, no),
                eagles_match_supply(stage.hosted.0, ids, len, no),
                eagles_batch_ids(b, 0, ids, len, &mut out.word, no),
                eagles_batch_mask(b, 0, mask, len, no),
                eagles_batch_observe(b, 0, 0, seen, len, no),
                eagles_batch_apply_places(b, &out.word, out.steps.as_mut_ptr(), len, no),
                eagles_batch_apply_ids(b, ids, out.steps.as_mut_ptr(), len, no),
                eagles_simulation_run(stage.simulation.0, 1, 1, &mut out.row, len, no.cast(), no.cast(), no),
            ];
            assert_eq!(statuses, [EAGLES_E_RANGE; 10], "{len}");
        }
    }
}

#[test]
fn bytes_that_are_no_text() {
    let stage = Stage::new();
    for bytes in [&b"\xff\xfe"[..], b"{\"battle\": \"\x80\"}", b"end\xc3", b"\xed\xa0\x80", b"\xf5\x80\x80\x80"] {
        for (name, status) in to_all(&stage, bytes.as_ptr(), bytes.len() as u64, "no UTF-8") {
            let wanted = if takes_bytes(name) { EAGLES_E_INVALID_SAVE } else { EAGLES_E_UTF8 };
            assert_eq!(status, wanted, "{name}: {bytes:?}");
        }
    }
    // A zero byte is a character like any other.
    for (name, status) in to_all(&stage, [0u8, 0].as_ptr(), 2, "zeros") {
        assert_ne!(status, EAGLES_OK, "{name}");
    }
    // Bytes by chance, most of them ASCII.
    let mut dice = Dice::new(1);
    for _ in 0..amount(40) {
        let len = dice.below(60);
        let bytes: Vec<u8> = (0..len)
            .map(|_| {
                if dice.below(8) == 0 { dice.below(256) as u8 } else { *dice.one_of(b"{}[]\":,0123456789abeinu -.@/") }
            })
            .collect();
        to_all(&stage, bytes.as_ptr(), bytes.len() as u64, &format!("{bytes:?}"));
    }
}

#[test]
fn deep_and_long() {
    let stage = Stage::new();
    let mut deep = vec!["[".repeat(100_000), "{\"a\":".repeat(100_000)];
    deep.push(format!("{{\"battle\": {}{}}}", "[".repeat(100_000), "]".repeat(100_000)));
    deep.push(format!("{{\"seed\": {}{}}}", "{\"a\":[".repeat(50_000), "]}".repeat(50_000)));
    deep.push(format!("{{\"scenario\": {}1{}}}", "[".repeat(100_000), "]".repeat(100_000)));
    for text in &deep {
        for (name, status) in to_all(&stage, text.as_ptr(), text.len() as u64, "deep") {
            assert_ne!(status, EAGLES_OK, "{name}");
        }
    }
    let mut long = vec!["a".repeat(16 << 20), " ".repeat(1 << 20), "9".repeat(1 << 20), "\"".repeat(1 << 20)];
    long.push(format!("{{\"battle\": \"{}\"}}", "Q".repeat(16 << 20)));
    long.push(format!("{{\"seed\": {}}}", "1".repeat(1 << 20)));
    long.push(format!("{{\"notes\": {{\"a\": \"{}\"}}}}", "n".repeat(1 << 20)));
    for text in &long {
        for (name, status) in to_all(&stage, text.as_ptr(), text.len() as u64, "long") {
            // Blanks alone are everything by default, and saving takes no seed from them.
            let blank = text.starts_with(' ');
            assert!(status != EAGLES_OK || blank, "{name}: {}", &text[..40]);
        }
    }
}

#[test]
fn handles_of_another_kind() {
    let stage = Stage::new();
    let before = stage.hash();
    // Every handle in the place of every other: they begin alike, and their kind is looked at first.
    let handles: [(&str, *mut u8); 5] = [
        ("eagles_rules", stage.rules.0.cast()),
        ("eagles_match", stage.table.0.cast()),
        ("eagles_view", stage.view.0.cast()),
        ("eagles_batch", stage.batch.0.cast()),
        ("eagles_simulation", stage.simulation.0.cast()),
    ];
    let mut out = Out::new(&stage);
    for (kind, handle) in handles {
        let no = null_mut();
        let bytes: *mut eagles_bytes = &mut out.bytes;
        // SAFETY: all handles begin with their kind, which is looked at before anything else.
        let statuses = unsafe {
            [
                ("eagles_rules", eagles_rules_catalogue(handle.cast(), bytes, no)),
                ("eagles_rules", eagles_rules_clone(handle.cast(), &mut out.rules, no)),
                (
                    "eagles_rules",
                    eagles_match_open(
                        handle.cast(),
                        QB.as_ptr().cast(),
                        QB.len() as u64,
                        no.cast(),
                        0,
                        &mut out.table,
                        no,
                    ),
                ),
                ("eagles_match", eagles_match_standing(handle.cast(), bytes, no)),
                ("eagles_match", eagles_match_undo(handle.cast(), 0, u64::MAX, no)),
                ("eagles_match", eagles_match_fork(handle.cast(), no.cast(), 0, &mut out.table, no)),
                ("eagles_view", eagles_view_json(handle.cast(), bytes, no)),
                ("eagles_view", eagles_view_viewer(handle.cast(), &mut out.byte, no)),
                ("eagles_batch", eagles_batch_step(handle.cast(), 0, &mut out.step, no)),
                ("eagles_batch", eagles_batch_copy(handle.cast(), 0, 0, no)),
                ("eagles_simulation", eagles_simulation_report(handle.cast(), bytes, no)),
                ("eagles_simulation", eagles_simulation_progress(handle.cast(), &mut out.progress, no)),
            ]
        };
        for (wanted, status) in statuses {
            if wanted == kind {
                assert_ne!(status, EAGLES_E_HANDLE, "{kind} as {wanted}");
            } else {
                assert_eq!(status, EAGLES_E_HANDLE, "{kind} as {wanted}");
            }
        }
        // SAFETY: what was written is ours.
        unsafe {
            eagles_bytes_free(bytes);
            eagles_match_free(std::mem::replace(&mut out.table, null_mut()));
            eagles_rules_free(std::mem::replace(&mut out.rules, null_mut()));
        }
        // Freeing a handle by the function of another kind does nothing.
        // SAFETY: as above.
        unsafe {
            if kind != "eagles_rules" {
                eagles_rules_free(handle.cast());
            }
            if kind != "eagles_match" {
                eagles_match_free(handle.cast());
            }
            if kind != "eagles_view" {
                eagles_view_free(handle.cast());
            }
            if kind != "eagles_batch" {
                eagles_batch_free(handle.cast());
            }
            if kind != "eagles_simulation" {
                eagles_simulation_free(handle.cast());
            }
        }
    }
    assert_eq!(stage.hash(), before);
    assert_eq!(stage.view.viewer(), 0);
    // Other scripts for another game, and saved games of another game.
    let empire = Rules::shipped("empire");
    let other = empire.open(r#"{"shipped": "tutorial"}"#, SEEDED).expect("sound");
    assert!(other.reload(&stage.rules).is_err() && stage.table.reload(&empire).is_err());
    assert_eq!(empire.load(&stage.saved, "").expect_err("another game").status, EAGLES_E_UNSUPPORTED);
    assert_eq!(
        stage.rules.load(&other.save("").expect("no notes"), "").expect_err("another game").status,
        EAGLES_E_UNSUPPORTED
    );
    assert_eq!(stage.hash(), before);
}

/// The request of a draw that is needed.
fn request(no: &No) -> serde_json::Value {
    assert_eq!(no.status, EAGLES_NEEDS_DRAW, "{no:?}");
    no.value()["params"].clone()
}

#[test]
fn draws_that_nobody_asked_for() {
    let rules = Rules::shipped("waterloo");
    let hosted = rules.open(QB, r#"{"draws": "host"}"#).expect("sound");
    let start = hosted.state_hash();
    // The deal asks for one card after another; asking changes nothing, however often.
    let first = hosted.apply(0, "deal").expect_err("a draw is needed");
    assert_eq!(hosted.apply(0, "deal"), Err(first.clone()));
    let options = request(&first)["options"].as_array().expect("options").clone();
    for impossible in [u16::MAX, 0, 9_999] {
        assert!(!options.contains(&json!(impossible)) || impossible == 0);
        if options.contains(&json!(impossible)) {
            continue;
        }
        hosted.supply(&[impossible]).expect("a value");
        let no = hosted.apply(0, "deal").expect_err("no such card");
        assert_eq!((no.status, hosted.state_hash()), (EAGLES_E_DRAW, start), "{no:?}");
        // It is forgotten; the same is asked for.
        assert_eq!(hosted.apply(0, "deal"), Err(first.clone()));
    }
    // A draw waits for its action: nobody slips another in.
    let card = options[0].as_u64().expect("a label") as u16;
    hosted.supply(&[card]).expect("a value");
    let second = hosted.apply(0, "deal").expect_err("the next card");
    assert_ne!(second, first);
    for word in ["end", "pass", "nonsense", ""] {
        assert!(hosted.apply(0, word).is_err());
    }
    assert_eq!(hosted.undo(0, 1).expect_err("draws wait").status, EAGLES_E_UNFINISHED);
    assert_eq!(hosted.apply(0, "deal"), Err(second));
    // More values than there may be.
    let many = vec![1; 60_000];
    let mut full = None;
    for _ in 0..20 {
        if let Err(no) = hosted.supply(&many) {
            full = Some(no.status);
            break;
        }
    }
    assert_eq!(full, Some(EAGLES_E_FULL));
    assert_eq!(hosted.state_hash(), start);
    // Where draws come from a seed nothing is supplied, and where no handler asks nothing is answered, let alone twice.
    let seeded = rules.open(QB, SEEDED).expect("sound");
    assert_eq!(seeded.supply(&[1]).expect_err("a seed").status, EAGLES_E_NOT_ALLOWED);
    assert_eq!(seeded.answer(r#"{"roll": 1}"#).expect_err("scripts answer").status, EAGLES_E_NOT_ALLOWED);
    let answering = rules.open(QB, r#"{"answers": true}"#).expect("sound");
    for _ in 0..3 {
        assert_eq!(answering.answer(r#"{"roll": 1}"#).expect_err("nothing asks").status, EAGLES_E_NOT_ALLOWED);
    }
}

#[test]
fn actions_of_the_wrong_player() {
    for (game, setup) in [("waterloo", QB), ("empire", r#"{"shipped": "tutorial"}"#)] {
        let table = Rules::shipped(game).open(setup, SEEDED).expect("sound");
        let mut dice = Dice::new(9);
        for _ in 0..60 {
            let Some(player) = table.next_to_ask() else { break };
            let words = table.words(player);
            let (hash, news, acting) = (table.state_hash(), table.events(REFEREE, 0), table.to_act());
            for other in [1 - player, 2, 7, 63, 64, 254, 255] {
                let no = match table.apply(other, &words[dice.below(words.len())]) {
                    Err(no) => no,
                    Ok(()) if other < 2 && acting & (1 << other) != 0 => break,
                    Ok(()) => panic!("player {other} did what was {player}'s to do"),
                };
                let wanted = if other < 2 { EAGLES_E_REFUSED } else { EAGLES_E_UNKNOWN };
                assert!(no.status == wanted || (other < 2 && no.status == EAGLES_E_INVALID_ACTION), "{no:?}");
                if other >= 2 {
                    for no in [
                        table.legal_count(other).map(drop),
                        table.undo(other, 1),
                        table.redo(other),
                        table.resign(other),
                        table.offer_draw(other),
                        table.consent(other),
                        table.save_for(other).map(drop),
                        table.information_state(other).map(drop),
                        table.sample(other, "1").map(drop),
                        table.apply_id(other, 0),
                        table.apply_place(other, 0),
                        table.mask(other).map(drop),
                        table.choose(other, r#"{"name": "random"}"#).map(drop),
                    ] {
                        assert_eq!(no.expect_err("there is no such player").status, EAGLES_E_UNKNOWN);
                    }
                }
                if (2..254).contains(&other) {
                    for no in
                        [table.view(other).map(drop), table.text(other).map(drop), table.events(other, 0).map(drop)]
                    {
                        assert_eq!(no.expect_err("there is no such viewer").status, EAGLES_E_UNKNOWN);
                    }
                }
                assert_eq!((table.state_hash(), table.events(REFEREE, 0)), (hash, news.clone()));
            }
            let Some(player) = table.next_to_ask() else { break };
            table.apply_place(player, dice.below(table.words(player).len()) as u64).expect("a place of the list");
        }
    }
}

#[test]
fn huge_numbers() {
    let rules = Rules::shipped("waterloo");
    let max = u64::MAX;
    for options in [
        json!({ "battle": "QB", "scale": { "by": 65_535, "over": 1 } }),
        json!({ "battle": "QB", "scale": { "by": max, "over": 1 } }),
        json!({ "battle": "QB", "scale": { "by": 1, "over": 0 } }),
        json!({ "battle": "QB", "scale": { "by": 0, "over": 0 } }),
        json!({ "battle": "QB", "scale": { "by": -1, "over": 1 } }),
        json!({ "battle": "QB", "deals": { "french": { "quota": { "cavalry": 65_535, "infantry": 65_535 } } } }),
        json!({ "battle": "QB", "deals": { "french": { "custom": vec![1; 100_000] } } }),
    ] {
        let no = rules.check(&options.to_string()).expect_err("too much");
        assert!([EAGLES_E_INVALID_SETUP, EAGLES_E_FORM].contains(&no.status), "{no:?}");
    }
    for options in [
        json!({ "snapshot-every": max }),
        json!({ "snapshot-every": -1 }),
        json!({ "seed": 1e300 }),
        json!({ "seed": "9".repeat(64_000) }),
    ] {
        assert_eq!(rules.open(QB, &options.to_string()).expect_err("too much").status, EAGLES_E_FORM, "{options}");
    }
    for every in [0, 1, 65_535] {
        let table = rules.open(QB, &json!({ "seed": 1, "snapshot-every": every }).to_string()).expect("sound");
        table.apply_place(0, 0).expect("the deal");
        assert!(table.undo(0, max).is_err());
    }
    let table = rules.open(QB, SEEDED).expect("sound");
    table.apply_place(0, 0).expect("the deal");
    let hash = table.state_hash();
    for no in [
        table.apply_place(1, max).map(drop),
        table.word_at(1, max).map(drop),
        table.text_at(1, 1 << 63).map(drop),
        table.undo(0, max),
        table.ask_undo(0, max),
        table.apply_id(1, u16::MAX),
    ] {
        assert!(no.expect_err("too much").status >= 100);
    }
    assert_eq!(table.events(0, max).expect("nothing is new").1, table.events(0, 0).expect("a player").1);
    assert!(table.choose(1, &json!({ "name": "random", "nodes": max }).to_string()).is_ok());
    assert!(table.choose(1, &json!({ "name": "greedy", "nodes": 0 }).to_string()).is_ok());
    assert_eq!(table.state_hash(), hash);
    // However many ways are allowed, there is a cap: a deal has more ways than anybody can count.
    let start = rules.open(QB, SEEDED).expect("sound");
    for limit in [0, 1, 100_000, max] {
        let no = start.outcomes(0, "deal", limit).expect_err("too many");
        assert_eq!(no.status, EAGLES_E_TOO_MANY, "{no:?}");
    }
    for count in [0, (1 << 20) + 1, 1 << 63, max] {
        assert_eq!(rules.batch(QB, count, "").expect_err("too many").status, EAGLES_E_RANGE);
    }
    let batch = rules.batch(QB, 2, "1").expect("sound");
    for at in [2, 1 << 32, max] {
        for no in [
            batch.step(at).map(drop),
            batch.apply_place(at, 0).map(drop),
            batch.apply_id(at, 0).map(drop),
            batch.reset(at, "1").map(drop),
            batch.copy(at, 0),
            batch.copy(0, at),
            batch.state_hash(at).map(drop),
            batch.position(at).map(drop),
            batch.apply_place(0, at.max(1 << 20)).map(drop),
        ] {
            assert_eq!(no.expect_err("out of range").status, EAGLES_E_RANGE);
        }
    }
    let series = rules.simulation(QB, &json!({ "games": max, "max-actions": 3 }).to_string()).expect("sound");
    for workers in [1_025, u32::MAX] {
        assert_eq!(series.run(1, workers).map(drop).expect_err("too many").status, EAGLES_E_RANGE);
    }
    let progress = series.run(2, 2).unwrap_or_else(|no| panic!("{no:?}"));
    assert_eq!((progress.played, progress.games, progress.done), (2, max, 0));
    series.report().expect("a report");
    let empire = Rules::shipped("empire");
    for units in [json!(0), json!(3), json!(2_001), json!(65_535), json!(65_536), json!(-1), json!(max)] {
        assert!(empire.check(&json!({ "meeting": { "units": units } }).to_string()).is_err());
    }
    for facts in
        [json!({ "hits": max }), json!({ "hits": -1 }), json!({ "hits": 1e308 }), json!({ "rolls": vec![1; 100_000] })]
    {
        assert!(calculate("waterloo.general", &facts.to_string()).is_err(), "{facts}");
    }
}
