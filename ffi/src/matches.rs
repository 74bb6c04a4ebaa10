//! Matches: opening, playing, drawing, answering.

use crate::bytes::{eagles_bytes, write};
use crate::error::{eagles_error, eagles_status};
use crate::guard::{Handle, Kind, call, entries, place, text, with};
use crate::rules::{eagles_rules, loaded};
use eagles::chance::Seed;
use eagles::host::{HostError, Hosted, forms};
use std::ffi::c_char;
use std::hash::{BuildHasher, Hasher};

/// A match: one battle of either game being played, with its seed, journal, undo and what everybody has been told. Thread
/// rule: one call at a time (a second one gets `EAGLES_E_BUSY` and does nothing); it may move between threads.
pub struct eagles_match {
    _behind: Handle<Table>,
}

/// What is behind a match.
pub(crate) struct Table {
    pub(crate) hosted: Box<dyn Hosted>,
    /// How long the last view was.
    pub(crate) room: usize,
}

impl Kind for Table {
    const TAG: u64 = u64::from_be_bytes(*b"eaglmtch");
    const NAME: &'static str = "a match";
}

/// Runs `body` on a match.
///
/// # Safety
/// `hosted` is null or live, `err` null or may be written to.
pub(crate) unsafe fn on(
    hosted: *const eagles_match,
    err: *mut *mut eagles_error,
    body: impl FnOnce(&mut Table) -> Result<(), HostError>,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe { with(hosted.cast::<Handle<Table>>(), err, body) }
}

/// Runs `body` on a match and hands its bytes out.
///
/// # Safety
/// As [`on`]; `out` is null or may be written to.
pub(crate) unsafe fn bytes_of(
    hosted: *const eagles_match,
    out: *mut eagles_bytes,
    err: *mut *mut eagles_error,
    body: impl FnOnce(&mut dyn Hosted, &mut Vec<u8>) -> Result<(), HostError>,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        crate::error::clear(out);
        on(hosted, err, |table| write(out, 0, |bytes| body(&mut *table.hosted, bytes)).map(|_| ()))
    }
}

/// A handle for a match.
pub(crate) fn give(hosted: Box<dyn Hosted>) -> *mut eagles_match {
    Handle::give(Table { hosted, room: 0 }).cast()
}

/// A seed that nobody chose and nobody can guess, from the system's own chance.
pub(crate) fn any_seed() -> Seed {
    let word = |_| std::collections::hash_map::RandomState::new().build_hasher().finish().to_le_bytes();
    let mut bytes = [0; 32];
    bytes.chunks_mut(8).zip((0..4).map(word)).for_each(|(part, word)| part.copy_from_slice(&word));
    Seed(bytes)
}

/// Opens a match. `setup` is JSON as for `eagles_rules_check`. `options` is JSON (schema `match-options.json`), all of
/// it optional: `seed` (a number, or 64 hexadecimal digits; left out, one that nobody can guess), `draws` (`seed`, or
/// `host` for real dice and cards), `analysis` (free undo), `redraw` (`fresh` or `same`), `snapshot-every`, `position`
/// (begin there, in the notation), `answers` (the host answers the handlers of cards instead of their scripts).
///
/// Ownership: `*out` is the caller's, freed with `eagles_match_free`. Errors: `EAGLES_E_INVALID_SETUP` with all faults,
/// `EAGLES_E_INVALID_POSITION`, `EAGLES_E_FORM`. Thread rule: any thread.
///
/// # Safety
/// `rules` is live; texts are as long as they say; `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_open(
    rules: *const eagles_rules,
    setup: *const c_char,
    setup_len: u64,
    options: *const c_char,
    options_len: u64,
    out: *mut *mut eagles_match,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        call(err, || {
            let out = place(out, "the match")?.write(std::ptr::null_mut());
            let setup = text(setup, setup_len, "the setup")?;
            let options = text(options, options_len, "the options")?;
            *out = give(loaded(rules)?.rules.open(setup, options, any_seed)?);
            Ok(())
        })
    }
}

/// Frees a match. Null is fine. Thread rule: any thread, once, when no other call uses it.
///
/// # Safety
/// `match` is null or live, and nobody uses it any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_free(r#match: *mut eagles_match) {
    // SAFETY: promised by the caller.
    unsafe { Handle::free(r#match.cast::<Handle<Table>>()) }
}

/// How the match stands, as far as it is no secret, as JSON (schema `standing.json`): `game`, `title`, `players` by name,
/// `to_act`, `next_to_ask`, `ending`, `draw_offered`, `undo_asked`.
///
/// Errors: those of every call on a match, `EAGLES_E_NULL`, `EAGLES_E_HANDLE`, `EAGLES_E_BUSY`, `EAGLES_E_POISONED`.
/// Thread rule: one call at a time on this match.
///
/// # Safety
/// `match` is live; `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_standing(
    r#match: *const eagles_match,
    out: *mut eagles_bytes,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        bytes_of(r#match, out, err, |hosted, bytes| {
            hosted.standing(bytes);
            Ok(())
        })
    }
}

/// What everybody knows of this battle and never changes, as JSON (schemas `waterloo-catalogue.json`,
/// `empire-catalogue.json`): every card or unit, leader and division by the number that views, events and actions use. Ask
/// once.
///
/// Errors and thread rule: as `eagles_match_standing`.
///
/// # Safety
/// `match` is live; `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_catalogue(
    r#match: *const eagles_match,
    out: *mut eagles_bytes,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        bytes_of(r#match, out, err, |hosted, bytes| {
            hosted.catalogue(bytes);
            Ok(())
        })
    }
}

/// The setup or scenario that the match was made from, as JSON (schemas `waterloo-setup.json`, `empire-scenario.json`).
///
/// Errors and thread rule: as `eagles_match_standing`.
///
/// # Safety
/// `match` is live; `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_setup(
    r#match: *const eagles_match,
    out: *mut eagles_bytes,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        bytes_of(r#match, out, err, |hosted, bytes| {
            hosted.setup(bytes);
            Ok(())
        })
    }
}

/// The players who may act now, as bits: bit 0 for player 0. None once the match is over. Several may act at once
/// (deployment, orders); one of them may have to wait for another and have an empty list for the moment.
///
/// Errors and thread rule: as `eagles_match_standing`.
///
/// # Safety
/// `match` is live; `players` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_to_act(
    r#match: *const eagles_match,
    players: *mut u8,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        on(r#match, err, |table| {
            place(players, "the players")?.write(table.hosted.to_act());
            Ok(())
        })
    }
}

/// The player whom a host asks first that asks one after another; `EAGLES_NOBODY` once the match is over.
///
/// Errors and thread rule: as `eagles_match_standing`.
///
/// # Safety
/// `match` is live; `player` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_next_to_ask(
    r#match: *const eagles_match,
    player: *mut u8,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        on(r#match, err, |table| {
            place(player, "the player")?.write(table.hosted.next_to_ask().unwrap_or(EAGLES_NOBODY));
            Ok(())
        })
    }
}

/// No player: the match is over, or a draw.
pub const EAGLES_NOBODY: u8 = 255;

/// Whether the match is over (1, else 0) and who won (`EAGLES_NOBODY` in a draw and while it goes on).
///
/// Errors and thread rule: as `eagles_match_standing`.
///
/// # Safety
/// `match` is live; `over` and `winner` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_over(
    r#match: *const eagles_match,
    over: *mut u8,
    winner: *mut u8,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        on(r#match, err, |table| {
            let (over, winner) = (place(over, "over")?, place(winner, "the winner")?);
            let ended = table.hosted.winner();
            over.write(u8::from(ended.is_some()));
            winner.write(ended.flatten().unwrap_or(EAGLES_NOBODY));
            Ok(())
        })
    }
}

/// How many actions `player` may choose from now; the list is kept until something changes.
///
/// Errors: `EAGLES_E_UNKNOWN` for a player there is not; else, and thread rule, as `eagles_match_standing`.
///
/// # Safety
/// `match` is live; `count` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_legal_count(
    r#match: *const eagles_match,
    player: u8,
    count: *mut u64,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        on(r#match, err, |table| {
            place(count, "the count")?.write(table.hosted.legal_count(player)? as u64);
            Ok(())
        })
    }
}

/// What `player` may do now, as a JSON array (schemas `waterloo-offers.json`, `empire-offers.json`): each entry has its
/// `place` in the list, its `id` for machine players where it has one, its `word` in the notation, its `text` in
/// English and the `action` itself. Waterloo lists everything that is allowed; Empire, whose moves are parametric,
/// lists suggestions for the next unit, and `eagles_match_explain` is the authority. Empty when he has to wait.
///
/// Errors: `EAGLES_E_UNKNOWN` for a player there is not; else, and thread rule, as `eagles_match_standing`.
///
/// # Safety
/// `match` is live; `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_legal(
    r#match: *const eagles_match,
    player: u8,
    out: *mut eagles_bytes,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe { bytes_of(r#match, out, err, |hosted, bytes| hosted.legal(player, bytes)) }
}

/// The entry at place `at` of the list of `player` as a word of the notation, for hosts that read no JSON. Empty bytes
/// never stand for success here.
///
/// Errors: `EAGLES_E_RANGE` past the end; `EAGLES_E_UNKNOWN` for a player there is not; else, and thread rule, as
/// `eagles_match_standing`.
///
/// # Safety
/// `match` is live; `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_word_at(
    r#match: *const eagles_match,
    player: u8,
    at: u64,
    out: *mut eagles_bytes,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        bytes_of(r#match, out, err, |hosted, bytes| {
            hosted.word_at(player, usize::try_from(at).unwrap_or(usize::MAX), bytes)
        })
    }
}

/// The entry at place `at` of the list of `player` in English.
///
/// Errors: `EAGLES_E_RANGE` past the end; `EAGLES_E_UNKNOWN` for a player there is not; else, and thread rule, as
/// `eagles_match_standing`.
///
/// # Safety
/// `match` is live; `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_text_at(
    r#match: *const eagles_match,
    player: u8,
    at: u64,
    out: *mut eagles_bytes,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        bytes_of(r#match, out, err, |hosted, bytes| {
            hosted.text_at(player, usize::try_from(at).unwrap_or(usize::MAX), bytes)
        })
    }
}

/// One action of `player` in all its forms, as an entry of `eagles_match_legal`. The action is a word of the notation
/// or JSON (JSON begins with `{` or `"`), here and everywhere. It need not be legal; its `place` is then past the end
/// of the list.
///
/// Errors: `EAGLES_E_INVALID_ACTION` with the column and what was expected there; else, and thread rule, as
/// `eagles_match_standing`.
///
/// # Safety
/// `match` is live; the text is as long as it says; `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_describe(
    r#match: *const eagles_match,
    player: u8,
    action: *const c_char,
    action_len: u64,
    out: *mut eagles_bytes,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        bytes_of(r#match, out, err, |hosted, bytes| {
            hosted.describe(player, text(action, action_len, "the action")?, bytes)
        })
    }
}

/// The numbers behind an action, as JSON (schema `explanation.json`): each with its base, every modifier, where it
/// comes from and the rule it rests on. Success means that the action is allowed.
///
/// Errors: `EAGLES_E_REFUSED` with the reason, its citations and parameters; `EAGLES_E_INVALID_ACTION`; else, and
/// thread rule, as `eagles_match_standing`.
///
/// # Safety
/// `match` is live; the text is as long as it says; `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_explain(
    r#match: *const eagles_match,
    player: u8,
    action: *const c_char,
    action_len: u64,
    out: *mut eagles_bytes,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        bytes_of(r#match, out, err, |hosted, bytes| {
            hosted.explain(player, text(action, action_len, "the action")?, bytes)
        })
    }
}

/// The numbers behind an action in plain text, a line for each number and each of its parts.
///
/// Errors: as `eagles_match_explain`.
///
/// # Safety
/// `match` is live; the text is as long as it says; `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_explain_text(
    r#match: *const eagles_match,
    player: u8,
    action: *const c_char,
    action_len: u64,
    out: *mut eagles_bytes,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        bytes_of(r#match, out, err, |hosted, bytes| {
            hosted.explain_text(player, text(action, action_len, "the action")?, bytes)
        })
    }
}

/// What `player` may know of the chances of an action before he does it, as JSON (schema `odds.json`): the numbers behind
/// it, and each throw with all its results and their exact chances. Attacks of Waterloo; fire, assaults (as if nobody else
/// moved or fired), rallies and squares of Empire. It tells no more than he sees.
///
/// Errors: as `eagles_match_explain`.
///
/// # Safety
/// `match` is live; the text is as long as it says; `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_odds(
    r#match: *const eagles_match,
    player: u8,
    action: *const c_char,
    action_len: u64,
    out: *mut eagles_bytes,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        bytes_of(r#match, out, err, |hosted, bytes| hosted.odds(player, text(action, action_len, "the action")?, bytes))
    }
}

/// The same in plain text, a line for each throw; no bytes for an action of another kind.
///
/// Errors: as `eagles_match_explain`.
///
/// # Safety
/// `match` is live; the text is as long as it says; `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_odds_text(
    r#match: *const eagles_match,
    player: u8,
    action: *const c_char,
    action_len: u64,
    out: *mut eagles_bytes,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        bytes_of(r#match, out, err, |hosted, bytes| {
            hosted.odds_text(player, text(action, action_len, "the action")?, bytes)
        })
    }
}

/// Everything that can come of an action, each position with its exact chance, as JSON (schema `outcomes.json`); at most
/// `limit` ways in which dice and cards can fall are gone through, and never more than 100,000. For the referee and for
/// analysis: it may tell what is hidden.
///
/// Errors: `EAGLES_E_REFUSED`, `EAGLES_E_TOO_MANY`, `EAGLES_E_INVALID_ACTION`; else, and thread rule, as
/// `eagles_match_standing`.
///
/// # Safety
/// `match` is live; the text is as long as it says; `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_outcomes(
    r#match: *const eagles_match,
    player: u8,
    action: *const c_char,
    action_len: u64,
    limit: u64,
    out: *mut eagles_bytes,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        bytes_of(r#match, out, err, |hosted, bytes| {
            let limit = usize::try_from(limit).unwrap_or(usize::MAX);
            hosted.outcomes(player, text(action, action_len, "the action")?, limit, bytes)
        })
    }
}

/// `player` does `action`, whole, with all that follows from it by itself, or nothing changes. An action of the wrong
/// player is refused, so that a server may hand in what it gets.
///
/// Returns `EAGLES_NEEDS_DRAW` or `EAGLES_NEEDS_ANSWER` when the host must supply a draw (`eagles_match_supply`) or
/// answer a handler (`eagles_match_answer`) first; then call again with the same action.
///
/// Errors: `EAGLES_E_REFUSED` with the reason; `EAGLES_E_INVALID_ACTION`; `EAGLES_E_OVER`; `EAGLES_E_UNFINISHED` while
/// draws wait for another action of his; `EAGLES_E_DRAW`; `EAGLES_E_SCRIPT`; `EAGLES_E_FULL`; else, and thread rule, as
/// `eagles_match_standing`.
///
/// # Safety
/// `match` is live; the text is as long as it says; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_apply(
    r#match: *mut eagles_match,
    player: u8,
    action: *const c_char,
    action_len: u64,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe { on(r#match, err, |table| table.hosted.apply(player, text(action, action_len, "the action")?)) }
}

/// `player` does the action at `place` of his list, counted from 0. As `eagles_match_apply`; `EAGLES_E_RANGE` past the end.
///
/// # Safety
/// `match` is live; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_apply_place(
    r#match: *mut eagles_match,
    player: u8,
    place: u64,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe { on(r#match, err, |table| table.hosted.apply_place(player, usize::try_from(place).unwrap_or(usize::MAX))) }
}

/// Supplies `count` draws of the host, in order: the faces of dice, the labels of picks, as `EAGLES_NEEDS_DRAW` asked
/// for them. They serve the action that asked and no other; what is left over when it is done is dropped.
///
/// Errors: `EAGLES_E_NOT_ALLOWED` when draws come from a seed, `EAGLES_E_FULL` when too many wait; else, and thread
/// rule, as `eagles_match_standing`.
///
/// # Safety
/// `match` is live; `values` has `count` entries; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_supply(
    r#match: *mut eagles_match,
    values: *const u16,
    count: u64,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe { on(r#match, err, |table| table.hosted.supply(entries(values, count, "the draws")?)) }
}

/// Answers the handler that waits. `reply` is JSON (schema `waterloo-handler-reply.json`): `{"roll": n}`, `{"choose":
/// "name"}` or `{"run": [{"part": "name", "card": n, "value": n}]}`. Answers are kept by their question: the same
/// question is not asked twice. A reply that does not fit the card is found out when the action is applied again, with
/// `EAGLES_E_SCRIPT`, and is then forgotten.
///
/// Errors: `EAGLES_E_NOT_ALLOWED` when none waits (a second answer to one question, too) or the match was not opened with
/// `"answers": true`; `EAGLES_E_FORM`; `EAGLES_E_FULL`; else, and thread rule, as `eagles_match_standing`.
///
/// # Safety
/// `match` is live; the text is as long as it says; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_answer(
    r#match: *mut eagles_match,
    reply: *const c_char,
    reply_len: u64,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe { on(r#match, err, |table| table.hosted.answer(text(reply, reply_len, "the reply")?)) }
}

/// All that the host has answered to handlers, as a JSON array of `question` and `reply`: keep it beside a saved game
/// and hand it in with `eagles_match_load`.
///
/// Errors and thread rule: as `eagles_match_standing`.
///
/// # Safety
/// `match` is live; `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_answers(
    r#match: *const eagles_match,
    out: *mut eagles_bytes,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        bytes_of(r#match, out, err, |hosted, bytes| {
            hosted.answers(bytes);
            Ok(())
        })
    }
}

/// What a bot would do for `player`, as an entry of `eagles_match_legal`; apply its `word`. `bot` is JSON (schema
/// `bot.json`): `name` (`greedy` or `random`), and optionally `seed` and `nodes`, the most actions it weighs for one
/// decision. Nothing is kept between calls: the same match and bot give the same answer. A bot sees what its player may
/// see.
///
/// Errors: `EAGLES_E_UNKNOWN` for a bot there is not, `EAGLES_E_NOT_ALLOWED` when there is nothing to do; else, and
/// thread rule, as `eagles_match_standing`.
///
/// # Safety
/// `match` is live; the text is as long as it says; `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_choose(
    r#match: *const eagles_match,
    player: u8,
    bot: *const c_char,
    bot_len: u64,
    out: *mut eagles_bytes,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        bytes_of(r#match, out, err, |hosted, bytes| {
            let form = forms::read("the bot", text(bot, bot_len, "the bot")?)?;
            hosted.choose(player, &form, bytes)
        })
    }
}

/// What a bot would do for `player`, as a word of the notation alone. As `eagles_match_choose`.
///
/// # Safety
/// `match` is live; the text is as long as it says; `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_choose_word(
    r#match: *const eagles_match,
    player: u8,
    bot: *const c_char,
    bot_len: u64,
    out: *mut eagles_bytes,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        bytes_of(r#match, out, err, |hosted, bytes| {
            let form = forms::read("the bot", text(bot, bot_len, "the bot")?)?;
            hosted.choose_word(player, &form, bytes)
        })
    }
}
