//! The C interface as a foreign host uses it: through its pointers, every answer checked to be whole.

// Each test crate uses its part.
#![allow(dead_code, unreachable_pub, missing_docs)]

use eagles_ffi::*;
use serde_json::Value;
use std::ffi::{CStr, c_char};
use std::ptr::{null, null_mut};

pub const PUBLIC: u8 = EAGLES_PUBLIC;
pub const REFEREE: u8 = EAGLES_REFEREE;

/// Everybody who may look.
pub const VIEWERS: [u8; 4] = [0, 1, PUBLIC, REFEREE];

/// Why a call was not done.
#[derive(Clone, PartialEq, Debug)]
pub struct No {
    pub status: eagles_status,
    /// The whole error, as the library wrote it.
    pub json: String,
}

pub type Got<T> = Result<T, No>;

impl No {
    pub fn value(&self) -> Value {
        serde_json::from_str(&self.json).expect("an error is JSON")
    }
    pub fn code(&self) -> String {
        self.value()["code"].as_str().expect("an error has a code").to_owned()
    }
    pub fn cites(&self) -> Vec<String> {
        serde_json::from_value(self.value()["cites"].clone()).expect("an error has citations")
    }
}

/// Makes a call and takes its error apart.
pub fn done(call: impl FnOnce(*mut *mut eagles_error) -> eagles_status) -> Got<()> {
    let mut err = std::ptr::dangling_mut::<eagles_error>();
    let status = call(&mut err);
    if status == EAGLES_OK {
        assert!(err.is_null(), "success clears the error");
        return Ok(());
    }
    assert!(!err.is_null(), "status {status} comes with an error");
    // SAFETY: the error is live, and its texts are read before it is freed.
    let no = unsafe {
        let text = |text: *const c_char| CStr::from_ptr(text).to_str().expect("UTF-8").to_owned();
        let no = No { status: eagles_error_status(err), json: text(eagles_error_json(err)) };
        let value = no.value();
        assert_eq!((status, Value::from(status)), (no.status, value["status"].clone()));
        assert_eq!(value["code"], text(eagles_error_code(err)));
        // A zero byte would end a text for C early.
        let message = value["message"].as_str().expect("an error has a message").replace('\0', "\u{fffd}");
        assert_eq!(message, text(eagles_error_message(err)));
        assert!(!no.code().is_empty() && value["cites"].is_array() && !value["params"].is_null(), "{}", no.json);
        assert_ne!(text(eagles_status_name(status)), "EAGLES_E_UNKNOWN_STATUS");
        eagles_error_free(err);
        no
    };
    Err(no)
}

/// Makes a call that writes bytes, and takes them.
pub fn bytes(call: impl FnOnce(*mut eagles_bytes, *mut *mut eagles_error) -> eagles_status) -> Got<Vec<u8>> {
    let mut out = eagles_bytes { data: std::ptr::dangling_mut(), len: 77, capacity: 77 };
    let called = done(|err| call(&mut out, err));
    // SAFETY: the bytes are what the library wrote.
    let taken = unsafe {
        let taken = if out.data.is_null() {
            Vec::new()
        } else {
            std::slice::from_raw_parts(out.data, out.len as usize).to_vec()
        };
        eagles_bytes_free(&mut out);
        assert!(out.data.is_null() && out.len == 0 && out.capacity == 0);
        eagles_bytes_free(&mut out);
        taken
    };
    assert!(called.is_ok() || taken.is_empty(), "a call that fails leaves no bytes");
    called.map(|()| taken)
}

/// The same for text.
pub fn text(call: impl FnOnce(*mut eagles_bytes, *mut *mut eagles_error) -> eagles_status) -> Got<String> {
    bytes(call).map(|bytes| String::from_utf8(bytes).expect("UTF-8"))
}

/// A text as two arguments.
macro_rules! given {
    ($text:expr) => {
        ($text.as_ptr().cast::<std::ffi::c_char>(), $text.len() as u64)
    };
}

/// A number that a call writes.
fn number<T: Default>(call: impl FnOnce(*mut T, *mut *mut eagles_error) -> eagles_status) -> Got<T> {
    let mut out = T::default();
    done(|err| call(&mut out, err)).map(|()| out)
}

/// Rules.
pub struct Rules(pub *mut eagles_rules);

// SAFETY: rules may be shared between any number of threads.
unsafe impl Send for Rules {}
// SAFETY: as above.
unsafe impl Sync for Rules {}

impl Drop for Rules {
    fn drop(&mut self) {
        // SAFETY: it is ours.
        unsafe { eagles_rules_free(self.0) }
    }
}

impl Rules {
    pub fn new(game: &str, options: &str) -> Got<Self> {
        let ((game, game_len), (options, options_len)) = (given!(game), given!(options));
        let mut out = null_mut();
        // SAFETY: the texts are as long as they say.
        done(|err| unsafe { eagles_rules_new(game, game_len, options, options_len, &mut out, err) })?;
        assert!(!out.is_null());
        Ok(Self(out))
    }

    pub fn shipped(game: &str) -> Self {
        Self::new(game, "").expect("the shipped games are sound")
    }

    /// Another handle to the same rules.
    pub fn another(&self) -> Self {
        let mut out = null_mut();
        // SAFETY: the rules are live.
        done(|err| unsafe { eagles_rules_clone(self.0, &mut out, err) }).expect("it always answers");
        Self(out)
    }

    pub fn check(&self, setup: &str) -> Got<()> {
        let (setup, len) = given!(setup);
        // SAFETY: the rules are live.
        done(|err| unsafe { eagles_rules_check(self.0, setup, len, err) })
    }

    pub fn open(&self, setup: &str, options: &str) -> Got<Table> {
        let ((setup, setup_len), (options, options_len)) = (given!(setup), given!(options));
        let mut out = null_mut();
        // SAFETY: the rules are live.
        done(|err| unsafe { eagles_match_open(self.0, setup, setup_len, options, options_len, &mut out, err) })?;
        Ok(Table(out))
    }

    pub fn load(&self, saved: &[u8], options: &str) -> Got<Table> {
        let (options, options_len) = given!(options);
        let mut out = null_mut();
        // SAFETY: the rules are live.
        done(|err| unsafe {
            eagles_match_load(self.0, saved.as_ptr(), saved.len() as u64, options, options_len, &mut out, err)
        })?;
        Ok(Table(out))
    }

    pub fn verify(&self, saved: &[u8]) -> Got<()> {
        // SAFETY: the rules are live.
        done(|err| unsafe { eagles_save_verify(self.0, saved.as_ptr(), saved.len() as u64, null(), 0, err) })
    }

    pub fn batch(&self, setup: &str, count: u64, seed: &str) -> Got<Batch> {
        let ((setup, setup_len), (seed, seed_len)) = (given!(setup), given!(seed));
        let mut out = null_mut();
        // SAFETY: the rules are live.
        done(|err| unsafe { eagles_batch_new(self.0, setup, setup_len, count, seed, seed_len, &mut out, err) })?;
        Ok(Batch(out))
    }

    pub fn simulation(&self, setup: &str, options: &str) -> Got<Simulation> {
        let ((setup, setup_len), (options, options_len)) = (given!(setup), given!(options));
        let mut out = null_mut();
        // SAFETY: the rules are live.
        done(|err| unsafe { eagles_simulation_new(self.0, setup, setup_len, options, options_len, &mut out, err) })?;
        Ok(Simulation(out))
    }
}

/// A match.
#[derive(Debug)]
pub struct Table(pub *mut eagles_match);

// SAFETY: a match may move between threads.
unsafe impl Send for Table {}

impl Drop for Table {
    fn drop(&mut self) {
        // SAFETY: it is ours.
        unsafe { eagles_match_free(self.0) }
    }
}

/// Methods that write text and take nothing.
macro_rules! plain {
    ($($name:ident = $function:ident;)+) => {
        $(pub fn $name(&self) -> String {
            // SAFETY: the match is live.
            text(|out, err| unsafe { $function(self.0, out, err) }).expect("it always answers")
        })+
    };
}

/// Methods that write text for a player or viewer.
macro_rules! seen {
    ($($name:ident = $function:ident;)+) => {
        $(pub fn $name(&self, who: u8) -> Got<String> {
            // SAFETY: the match is live.
            text(|out, err| unsafe { $function(self.0, who, out, err) })
        })+
    };
}

/// Methods about an action, a bot.
macro_rules! about {
    ($($name:ident = $function:ident;)+) => {
        $(pub fn $name(&self, player: u8, what: &str) -> Got<String> {
            let (data, len) = given!(what);
            // SAFETY: the match is live.
            text(|out, err| unsafe { $function(self.0, player, data, len, out, err) })
        })+
    };
}

/// Methods by which a player does or says something.
macro_rules! said {
    ($($name:ident = $function:ident;)+) => {
        $(pub fn $name(&self, player: u8) -> Got<()> {
            // SAFETY: the match is live.
            done(|err| unsafe { $function(self.0, player, err) })
        })+
    };
}

impl Table {
    plain! {
        standing = eagles_match_standing;
        catalogue = eagles_match_catalogue;
        setup = eagles_match_setup;
        position = eagles_match_position;
        journal = eagles_match_journal;
        answers = eagles_match_answers;
        encoding = eagles_match_encoding;
    }
    seen! {
        legal = eagles_match_legal;
        view = eagles_match_view_json;
        text = eagles_match_text;
        save_for = eagles_match_save_for;
    }
    about! {
        describe = eagles_match_describe;
        explain = eagles_match_explain;
        explain_text = eagles_match_explain_text;
        odds = eagles_match_odds;
        odds_text = eagles_match_odds_text;
        choose = eagles_match_choose;
        choose_word = eagles_match_choose_word;
    }
    said! {
        redo = eagles_match_redo;
        consent = eagles_match_consent;
        decline = eagles_match_decline;
        offer_draw = eagles_match_offer_draw;
        accept_draw = eagles_match_accept_draw;
        decline_draw = eagles_match_decline_draw;
        resign = eagles_match_resign;
    }

    pub fn to_act(&self) -> u8 {
        // SAFETY: the match is live.
        number(|out, err| unsafe { eagles_match_to_act(self.0, out, err) }).expect("it always answers")
    }

    /// Whom to ask first; nobody once it is over.
    pub fn next_to_ask(&self) -> Option<u8> {
        // SAFETY: the match is live.
        let player = number(|out, err| unsafe { eagles_match_next_to_ask(self.0, out, err) });
        Some(player.expect("it always answers")).filter(|&player| player != EAGLES_NOBODY)
    }

    pub fn state_hash(&self) -> u64 {
        // SAFETY: the match is live.
        number(|out, err| unsafe { eagles_match_state_hash(self.0, out, err) }).expect("it always answers")
    }

    pub fn over(&self) -> (u8, u8) {
        let (mut over, mut winner) = (9, 9);
        // SAFETY: the match is live.
        done(|err| unsafe { eagles_match_over(self.0, &mut over, &mut winner, err) }).expect("it always answers");
        (over, winner)
    }

    pub fn legal_count(&self, player: u8) -> Got<u64> {
        // SAFETY: the match is live.
        number(|out, err| unsafe { eagles_match_legal_count(self.0, player, out, err) })
    }

    pub fn word_at(&self, player: u8, at: u64) -> Got<String> {
        // SAFETY: the match is live.
        text(|out, err| unsafe { eagles_match_word_at(self.0, player, at, out, err) })
    }

    pub fn text_at(&self, player: u8, at: u64) -> Got<String> {
        // SAFETY: the match is live.
        text(|out, err| unsafe { eagles_match_text_at(self.0, player, at, out, err) })
    }

    pub fn outcomes(&self, player: u8, action: &str, limit: u64) -> Got<String> {
        let (data, len) = given!(action);
        // SAFETY: the match is live.
        text(|out, err| unsafe { eagles_match_outcomes(self.0, player, data, len, limit, out, err) })
    }

    pub fn apply(&self, player: u8, action: &str) -> Got<()> {
        let (data, len) = given!(action);
        // SAFETY: the match is live.
        done(|err| unsafe { eagles_match_apply(self.0, player, data, len, err) })
    }

    pub fn apply_place(&self, player: u8, place: u64) -> Got<()> {
        // SAFETY: the match is live.
        done(|err| unsafe { eagles_match_apply_place(self.0, player, place, err) })
    }

    pub fn apply_id(&self, player: u8, id: u16) -> Got<()> {
        // SAFETY: the match is live.
        done(|err| unsafe { eagles_match_apply_id(self.0, player, id, err) })
    }

    pub fn supply(&self, values: &[u16]) -> Got<()> {
        // SAFETY: the match is live.
        done(|err| unsafe { eagles_match_supply(self.0, values.as_ptr(), values.len() as u64, err) })
    }

    pub fn answer(&self, reply: &str) -> Got<()> {
        let (data, len) = given!(reply);
        // SAFETY: the match is live.
        done(|err| unsafe { eagles_match_answer(self.0, data, len, err) })
    }

    pub fn undo(&self, player: u8, count: u64) -> Got<()> {
        // SAFETY: the match is live.
        done(|err| unsafe { eagles_match_undo(self.0, player, count, err) })
    }

    pub fn ask_undo(&self, player: u8, count: u64) -> Got<()> {
        // SAFETY: the match is live.
        done(|err| unsafe { eagles_match_ask_undo(self.0, player, count, err) })
    }

    /// What a viewer was told from `cursor` on, and the cursor for the next time.
    pub fn events(&self, viewer: u8, cursor: u64) -> Got<(String, u64)> {
        let mut next = 0;
        // SAFETY: the match is live.
        let told = text(|out, err| unsafe { eagles_match_events(self.0, viewer, cursor, &mut next, out, err) })?;
        Ok((told, next))
    }

    pub fn story(&self, viewer: u8, cursor: u64) -> Got<(String, u64)> {
        let mut next = 0;
        // SAFETY: the match is live.
        let told = text(|out, err| unsafe { eagles_match_story(self.0, viewer, cursor, &mut next, out, err) })?;
        Ok((told, next))
    }

    pub fn svg(&self, viewer: u8, options: &str) -> Got<String> {
        let (data, len) = given!(options);
        // SAFETY: the match is live.
        text(|out, err| unsafe { eagles_match_svg(self.0, viewer, data, len, out, err) })
    }

    pub fn information_state(&self, player: u8) -> Got<(String, u64)> {
        let mut hash = 0;
        // SAFETY: the match is live.
        let told = text(|out, err| unsafe { eagles_match_information_state(self.0, player, &mut hash, out, err) })?;
        Ok((told, hash))
    }

    pub fn look(&self, viewer: u8) -> Got<View> {
        let mut out = null_mut();
        // SAFETY: the match is live.
        done(|err| unsafe { eagles_match_view(self.0, viewer, &mut out, err) })?;
        Ok(View(out))
    }

    pub fn fork(&self, options: &str) -> Got<Self> {
        let (data, len) = given!(options);
        let mut out = null_mut();
        // SAFETY: the match is live.
        done(|err| unsafe { eagles_match_fork(self.0, data, len, &mut out, err) })?;
        Ok(Self(out))
    }

    pub fn sample(&self, player: u8, seed: &str) -> Got<Self> {
        let (data, len) = given!(seed);
        let mut out = null_mut();
        // SAFETY: the match is live.
        done(|err| unsafe { eagles_match_sample(self.0, player, data, len, &mut out, err) })?;
        Ok(Self(out))
    }

    pub fn reload(&self, rules: &Rules) -> Got<()> {
        // SAFETY: both are live.
        done(|err| unsafe { eagles_match_reload(self.0, rules.0, err) })
    }

    pub fn save(&self, options: &str) -> Got<Vec<u8>> {
        let (data, len) = given!(options);
        // SAFETY: the match is live.
        bytes(|out, err| unsafe { eagles_match_save(self.0, data, len, out, err) })
    }

    /// How many ids and how many numbers there are.
    pub fn sizes(&self) -> (usize, usize) {
        let (mut ids, mut numbers) = (0, 0);
        // SAFETY: the match is live.
        done(|err| unsafe { eagles_match_sizes(self.0, &mut ids, &mut numbers, err) }).expect("it always answers");
        (ids as usize, numbers as usize)
    }

    pub fn ids(&self, player: u8) -> Got<Vec<u16>> {
        let mut ids = vec![7; 4096];
        // SAFETY: the match is live.
        let count = number(|out, err| unsafe { eagles_match_ids(self.0, player, ids.as_mut_ptr(), 4096, out, err) })?;
        ids.truncate(count as usize);
        Ok(ids)
    }

    pub fn mask(&self, player: u8) -> Got<Vec<u8>> {
        let mut mask = vec![7; self.sizes().0];
        // SAFETY: the match is live.
        done(|err| unsafe { eagles_match_mask(self.0, player, mask.as_mut_ptr(), mask.len() as u64, err) })?;
        Ok(mask)
    }

    /// The numbers that a viewer sees, by their bits.
    pub fn observe(&self, viewer: u8) -> Got<Vec<u32>> {
        let mut seen = vec![7.0f32; self.sizes().1];
        // SAFETY: the match is live.
        done(|err| unsafe { eagles_match_observe(self.0, viewer, seen.as_mut_ptr(), seen.len() as u64, err) })?;
        Ok(seen.into_iter().map(f32::to_bits).collect())
    }

    /// The words of the list of a player.
    pub fn words(&self, player: u8) -> Vec<String> {
        let count = self.legal_count(player).expect("a player");
        (0..count).map(|at| self.word_at(player, at).expect("a place of the list")).collect()
    }
}

/// A view that is kept.
#[derive(Debug)]
pub struct View(pub *mut eagles_view);

// SAFETY: views may be shared between any number of threads.
unsafe impl Send for View {}
// SAFETY: as above.
unsafe impl Sync for View {}

impl Drop for View {
    fn drop(&mut self) {
        // SAFETY: it is ours.
        unsafe { eagles_view_free(self.0) }
    }
}

impl View {
    plain! {
        json = eagles_view_json;
        text = eagles_view_text;
    }

    pub fn viewer(&self) -> u8 {
        // SAFETY: the view is live.
        number(|out, err| unsafe { eagles_view_viewer(self.0, out, err) }).expect("it always answers")
    }

    pub fn svg(&self, options: &str) -> Got<String> {
        let (data, len) = given!(options);
        // SAFETY: the view is live.
        text(|out, err| unsafe { eagles_view_svg(self.0, data, len, out, err) })
    }
}

/// A batch.
#[derive(Debug)]
pub struct Batch(pub *mut eagles_batch);

impl Drop for Batch {
    fn drop(&mut self) {
        // SAFETY: it is ours.
        unsafe { eagles_batch_free(self.0) }
    }
}

/// No step.
pub const NO_STEP: eagles_step = eagles_step { legal: 0, actions: 0, player: 0, over: 0, winner: 0, reserved: 9 };

impl Batch {
    pub fn step(&self, at: u64) -> Got<eagles_step> {
        let mut step = NO_STEP;
        // SAFETY: the batch is live.
        done(|err| unsafe { eagles_batch_step(self.0, at, &mut step, err) })?;
        Ok(step)
    }

    pub fn apply_place(&self, at: u64, place: u64) -> Got<eagles_step> {
        let mut step = NO_STEP;
        // SAFETY: the batch is live.
        done(|err| unsafe { eagles_batch_apply_place(self.0, at, place, &mut step, err) })?;
        Ok(step)
    }

    pub fn apply_id(&self, at: u64, id: u16) -> Got<eagles_step> {
        let mut step = NO_STEP;
        // SAFETY: the batch is live.
        done(|err| unsafe { eagles_batch_apply_id(self.0, at, id, &mut step, err) })?;
        Ok(step)
    }

    pub fn reset(&self, at: u64, seed: &str) -> Got<eagles_step> {
        let mut step = NO_STEP;
        let (seed, len) = given!(seed);
        // SAFETY: the batch is live.
        done(|err| unsafe { eagles_batch_reset(self.0, at, seed, len, &mut step, err) })?;
        Ok(step)
    }

    pub fn copy(&self, to: u64, from: u64) -> Got<()> {
        // SAFETY: the batch is live.
        done(|err| unsafe { eagles_batch_copy(self.0, to, from, err) })
    }

    pub fn state_hash(&self, at: u64) -> Got<u64> {
        // SAFETY: the batch is live.
        number(|out, err| unsafe { eagles_batch_state_hash(self.0, at, out, err) })
    }

    pub fn position(&self, at: u64) -> Got<String> {
        // SAFETY: the batch is live.
        text(|out, err| unsafe { eagles_batch_position(self.0, at, out, err) })
    }
}

/// A series of games.
#[derive(Debug)]
pub struct Simulation(pub *mut eagles_simulation);

impl Drop for Simulation {
    fn drop(&mut self) {
        // SAFETY: it is ours.
        unsafe { eagles_simulation_free(self.0) }
    }
}

impl Simulation {
    pub fn run(&self, games: u64, workers: u32) -> Got<eagles_progress> {
        let mut progress = eagles_progress { played: 9, games: 9, cancelled: 9, done: 9 };
        // SAFETY: the simulation is live.
        done(|err| unsafe {
            eagles_simulation_run(self.0, games, workers, null_mut(), 0, null_mut(), &mut progress, err)
        })?;
        Ok(progress)
    }

    pub fn report(&self) -> Got<String> {
        // SAFETY: the simulation is live.
        text(|out, err| unsafe { eagles_simulation_report(self.0, out, err) })
    }
}

pub fn calculate(name: &str, facts: &str) -> Got<String> {
    let ((name, name_len), (facts, facts_len)) = (given!(name), given!(facts));
    // SAFETY: the texts are as long as they say.
    text(|out, err| unsafe { eagles_calculate(name, name_len, facts, facts_len, out, err) })
}

/// Small numbers by chance, for tests alone.
#[derive(Clone)]
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d)
    }

    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: usize) -> usize {
        if n == 0 { 0 } else { (self.word() % n as u64) as usize }
    }

    pub fn one_of<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

/// So many, or ten times as many with `EAGLES_FULL`.
pub fn amount(tenth: usize) -> usize {
    if std::env::var_os("EAGLES_FULL").is_some() { tenth * 10 } else { tenth }
}

/// The tests of the core, whose cases and golden games serve here too.
pub fn core_tests() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../core/tests")
}
