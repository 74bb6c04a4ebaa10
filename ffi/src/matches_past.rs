//! Matches: what is taken back, what players say to each other, other lines of play.

use crate::error::{eagles_error, eagles_status};
use crate::guard::{place, text};
use crate::matches::{any_seed, eagles_match, give, on};
use crate::rules::{eagles_rules, loaded};
use eagles::chance::Seed;
use eagles::host::{Word, forms};
use std::ffi::c_char;

/// Takes back the last `count` actions of `player`; in analysis, the last `count` of anybody. What told somebody something
/// (dice, a card revealed) and what another player has built on cannot be taken back alone: ask with
/// `eagles_match_ask_undo`.
///
/// Errors: `EAGLES_E_NOT_ALLOWED` with the code `barrier`, `other-acted` or `too-few`; `EAGLES_E_FULL`; `EAGLES_E_OVER`;
/// `EAGLES_E_UNKNOWN` for a player there is not; else, and thread rule, as `eagles_match_standing`.
///
/// # Safety
/// `match` is live; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_undo(
    r#match: *mut eagles_match,
    player: u8,
    count: u64,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe { on(r#match, err, |table| table.hosted.undo(player, usize::try_from(count).unwrap_or(usize::MAX))) }
}

/// Plays again what `player` took back last; in analysis, what anybody did.
///
/// Errors: `EAGLES_E_NOT_ALLOWED` with the code `nothing-to-redo` or `cannot-redo`; `EAGLES_E_UNKNOWN` for a player there
/// is not; else, and thread rule, as `eagles_match_standing`.
///
/// # Safety
/// `match` is live; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_redo(
    r#match: *mut eagles_match,
    player: u8,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe { on(r#match, err, |table| table.hosted.redo(player)) }
}

/// `player` asks the others to take back his last `count` actions and all that came after. It stands until everybody has
/// answered with `eagles_match_consent` or one with `eagles_match_decline`.
///
/// Errors: `EAGLES_E_NOT_ALLOWED` with the code `already-asked` or `too-few`; `EAGLES_E_FULL` when he has asked too often;
/// `EAGLES_E_UNKNOWN` for a player there is not; else, and thread rule, as `eagles_match_standing`.
///
/// # Safety
/// `match` is live; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_ask_undo(
    r#match: *mut eagles_match,
    player: u8,
    count: u64,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        on(r#match, err, |table| table.hosted.say(player, Word::AskUndo(usize::try_from(count).unwrap_or(usize::MAX))))
    }
}

/// `player` agrees to the taking back that was asked. When all have, it is done.
///
/// Errors: `EAGLES_E_NOT_ALLOWED` with the code `nothing-asked`; `EAGLES_E_OVER`; `EAGLES_E_UNKNOWN` for a player there is
/// not; else, and thread rule, as `eagles_match_standing`.
///
/// # Safety
/// `match` is live; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_consent(
    r#match: *mut eagles_match,
    player: u8,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe { on(r#match, err, |table| table.hosted.say(player, Word::Consent)) }
}

/// `player` does not agree to the taking back that was asked; the one who asked no longer asks.
///
/// Errors: `EAGLES_E_NOT_ALLOWED` with the code `nothing-asked`; `EAGLES_E_OVER`; `EAGLES_E_UNKNOWN` for a player there is
/// not; else, and thread rule, as `eagles_match_standing`.
///
/// # Safety
/// `match` is live; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_decline(
    r#match: *mut eagles_match,
    player: u8,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe { on(r#match, err, |table| table.hosted.say(player, Word::Decline)) }
}

/// `player` offers a draw. It stands until it is answered.
///
/// Errors: `EAGLES_E_NOT_ALLOWED` with the code `already-asked`; `EAGLES_E_OVER`; `EAGLES_E_UNKNOWN` for a player there is
/// not; else, and thread rule, as `eagles_match_standing`.
///
/// # Safety
/// `match` is live; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_offer_draw(
    r#match: *mut eagles_match,
    player: u8,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe { on(r#match, err, |table| table.hosted.say(player, Word::OfferDraw)) }
}

/// `player` agrees to the draw that was offered. When all have, the match is a draw.
///
/// Errors: `EAGLES_E_NOT_ALLOWED` with the code `nothing-asked`; `EAGLES_E_OVER`; `EAGLES_E_UNKNOWN` for a player there is
/// not; else, and thread rule, as `eagles_match_standing`.
///
/// # Safety
/// `match` is live; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_accept_draw(
    r#match: *mut eagles_match,
    player: u8,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe { on(r#match, err, |table| table.hosted.say(player, Word::AcceptDraw)) }
}

/// `player` does not agree to the draw that was offered; the one who offered it takes it back.
///
/// Errors: `EAGLES_E_NOT_ALLOWED` with the code `nothing-asked`; `EAGLES_E_OVER`; `EAGLES_E_UNKNOWN` for a player there is
/// not; else, and thread rule, as `eagles_match_standing`.
///
/// # Safety
/// `match` is live; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_decline_draw(
    r#match: *mut eagles_match,
    player: u8,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe { on(r#match, err, |table| table.hosted.say(player, Word::DeclineDraw)) }
}

/// `player` gives up, whoever is to act. The match is over.
///
/// Errors: `EAGLES_E_OVER`; `EAGLES_E_UNKNOWN` for a player there is not; else, and thread rule, as
/// `eagles_match_standing`.
///
/// # Safety
/// `match` is live; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_resign(
    r#match: *mut eagles_match,
    player: u8,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe { on(r#match, err, |table| table.hosted.say(player, Word::Resign)) }
}

/// A match that goes on from here on its own, with its whole past. `options` is JSON (schema `fork-options.json`): `seed`
/// or `"host": true` for other draws to come; nothing for the same ones.
///
/// Ownership: `*out` is the caller's, freed with `eagles_match_free`. Errors: `EAGLES_E_FORM`; else, and thread rule, as
/// `eagles_match_standing`.
///
/// # Safety
/// `match` is live; the text is as long as it says; `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_fork(
    r#match: *const eagles_match,
    options: *const c_char,
    options_len: u64,
    out: *mut *mut eagles_match,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        on(r#match, err, |table| {
            let out = place(out, "the match")?.write(std::ptr::null_mut());
            let form = forms::read("the options of a fork", text(options, options_len, "the options")?)?;
            *out = give(table.hosted.fork(&form));
            Ok(())
        })
    }
}

/// A match for analysis that begins in a position drawn at random among those that fit what `player` sees, each as likely
/// as any other: for search that knows no more than its player. `seed` is text (a number or 64 hexadecimal digits); empty,
/// one that nobody can guess.
///
/// Ownership: `*out` is the caller's, freed with `eagles_match_free`. Errors: `EAGLES_E_FORM` for a seed that is none;
/// `EAGLES_E_UNKNOWN` for a player there is not; else, and thread rule, as `eagles_match_standing`.
///
/// # Safety
/// `match` is live; the text is as long as it says; `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_sample(
    r#match: *const eagles_match,
    player: u8,
    seed: *const c_char,
    seed_len: u64,
    out: *mut *mut eagles_match,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        on(r#match, err, |table| {
            let out = place(out, "the match")?.write(std::ptr::null_mut());
            let written = text(seed, seed_len, "the seed")?;
            let seed: Seed = if written.is_empty() { any_seed() } else { written.parse()? };
            *out = give(table.hosted.sample(player, seed)?);
            Ok(())
        })
    }
}

/// Goes on with the same battle under other scripts: `rules` with the same cards, whose scripts may differ. The position
/// stays, and what everybody was told; the history ends here, and a saved game made from now on begins with this position.
///
/// Errors: `EAGLES_E_VERSION` when more than scripts differ; `EAGLES_E_NOT_ALLOWED` with the code `in-use` while something
/// that has changed is in force; `EAGLES_E_UNFINISHED`; else, and thread rule, as `eagles_match_standing`.
///
/// # Safety
/// `match` and `rules` are live; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_match_reload(
    r#match: *mut eagles_match,
    rules: *const eagles_rules,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe { on(r#match, err, |table| table.hosted.reload(&loaded(rules)?.rules)) }
}
