//! Batches of positions for machine players.

use crate::bytes::{eagles_bytes, write};
use crate::error::{clear, eagles_error, eagles_status};
use crate::guard::{Handle, Kind, call, entries, entries_mut, place, text, with};
use crate::rules::{eagles_rules, loaded};
use eagles::chance::Seed;
use eagles::host::{Batched, HostError, Status, Step};
use std::ffi::c_char;

/// Many positions of one battle, each with its own draws: no journal, no events, numbers only, as machine players need
/// them. Positions are counted from 0. In each the player to act is whom the game says to ask first; where a player can
/// only pass and must not be noticed, the batch passes for him, as a match does. Thread rule: one call at a time; it
/// may move between threads.
pub struct eagles_batch {
    _behind: Handle<Box<dyn Batched>>,
}

impl Kind for Box<dyn Batched> {
    const TAG: u64 = u64::from_be_bytes(*b"eaglbtch");
    const NAME: &'static str = "a batch";
}

/// How one position of a batch stands.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct eagles_step {
    /// How many actions the player to act has; 0 when the game is over.
    pub legal: u32,
    /// Actions since the start.
    pub actions: u32,
    /// The player to act; `EAGLES_NOBODY` when the game is over.
    pub player: u8,
    /// 1 when the game is over, else 0.
    pub over: u8,
    /// The winner; `EAGLES_NOBODY` for none.
    pub winner: u8,
    /// 0.
    pub reserved: u8,
}

impl From<Step> for eagles_step {
    fn from(step: Step) -> Self {
        let Step { legal, actions, player, over, winner, reserved } = step;
        Self { legal, actions, player, over, winner, reserved }
    }
}

/// Runs `body` on a batch.
///
/// # Safety
/// `batch` is null or live, `err` null or may be written to.
unsafe fn on(
    batch: *const eagles_batch,
    err: *mut *mut eagles_error,
    body: impl FnOnce(&mut dyn Batched) -> Result<(), HostError>,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe { with(batch.cast::<Handle<Box<dyn Batched>>>(), err, |batch| body(&mut **batch)) }
}

fn index(at: u64) -> usize {
    usize::try_from(at).unwrap_or(usize::MAX)
}

/// Makes `count` positions of one battle, 1 to 1,048,576, all at its start. `setup` is JSON as for `eagles_rules_check`;
/// position n draws from child n of `seed`, a text as for `eagles_match_sample`.
///
/// Ownership: `*out` is the caller's, freed with `eagles_batch_free`. Errors: `EAGLES_E_INVALID_SETUP` with all faults,
/// `EAGLES_E_RANGE`, `EAGLES_E_FORM`. Thread rule: any thread.
///
/// # Safety
/// `rules` is live; texts are as long as they say; `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_batch_new(
    rules: *const eagles_rules,
    setup: *const c_char,
    setup_len: u64,
    count: u64,
    seed: *const c_char,
    seed_len: u64,
    out: *mut *mut eagles_batch,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        call(err, || {
            let out = place(out, "the batch")?.write(std::ptr::null_mut());
            let seed = read_seed(text(seed, seed_len, "the seed")?)?;
            let setup = text(setup, setup_len, "the setup")?;
            *out = Handle::give(loaded(rules)?.rules.batch(setup, index(count), seed)?).cast();
            Ok(())
        })
    }
}

/// A seed as text; empty, one that nobody can guess.
fn read_seed(written: &str) -> Result<Seed, HostError> {
    if written.is_empty() { Ok(crate::matches::any_seed()) } else { Ok(written.parse()?) }
}

/// Frees a batch. Null is fine. Thread rule: any thread, once, when no other call uses it.
///
/// # Safety
/// `batch` is null or live, and nobody uses it any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_batch_free(batch: *mut eagles_batch) {
    // SAFETY: promised by the caller.
    unsafe { Handle::free(batch.cast::<Handle<Box<dyn Batched>>>()) }
}

/// How a position stands.
///
/// Errors: `EAGLES_E_RANGE` for a position there is not; those of every call on a batch, `EAGLES_E_NULL`,
/// `EAGLES_E_HANDLE`, `EAGLES_E_BUSY`, `EAGLES_E_POISONED`. Thread rule: one call at a time on this batch.
///
/// # Safety
/// `batch` is live; `step` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_batch_step(
    batch: *const eagles_batch,
    at: u64,
    step: *mut eagles_step,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        on(batch, err, |batch| {
            place(step, "the step")?.write(batch.step(index(at))?.into());
            Ok(())
        })
    }
}

/// How many positions there are, how many action ids (the length of a mask), and how many numbers an observation has.
///
/// Errors: `EAGLES_E_RANGE` for a position there is not; else, and thread rule, as `eagles_batch_step`.
///
/// # Safety
/// `batch` is live; `count`, `ids` and `numbers` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_batch_sizes(
    batch: *const eagles_batch,
    count: *mut u64,
    ids: *mut u64,
    numbers: *mut u64,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        on(batch, err, |batch| {
            place(count, "the count")?.write(batch.len() as u64);
            place(ids, "the ids")?.write(batch.action_ids() as u64);
            place(numbers, "the numbers")?.write(batch.observation_len() as u64);
            Ok(())
        })
    }
}

/// What action ids and observations mean, as JSON: as `eagles_match_encoding`.
///
/// Errors: `EAGLES_E_RANGE` for a position there is not; else, and thread rule, as `eagles_batch_step`.
///
/// # Safety
/// `batch` is live; `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_batch_encoding(
    batch: *const eagles_batch,
    out: *mut eagles_bytes,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        clear(out);
        on(batch, err, |batch| {
            write(out, 0, |bytes| {
                batch.encoding(bytes);
                Ok(())
            })
            .map(|_| ())
        })
    }
}

/// Begins a position anew with the draws of `seed`, a text as for `eagles_match_sample`. `step` may be null.
///
/// Errors: `EAGLES_E_FORM` for a seed that is none; `EAGLES_E_RANGE`; else, and thread rule, as `eagles_batch_step`.
///
/// # Safety
/// `batch` is live; the text is as long as it says; `step` is null or may be written to; `err` is null or may be
/// written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_batch_reset(
    batch: *mut eagles_batch,
    at: u64,
    seed: *const c_char,
    seed_len: u64,
    step: *mut eagles_step,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        on(batch, err, |batch| {
            let seed = read_seed(text(seed, seed_len, "the seed")?)?;
            let stands = batch.reset(index(at), seed)?;
            if let Some(step) = step.as_mut() {
                *step = stands.into();
            }
            Ok(())
        })
    }
}

/// Makes position `to` a copy of position `from`, its draws to come included.
///
/// Errors: `EAGLES_E_RANGE` for a position there is not; else, and thread rule, as `eagles_batch_step`.
///
/// # Safety
/// `batch` is live; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_batch_copy(
    batch: *mut eagles_batch,
    to: u64,
    from: u64,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe { on(batch, err, |batch| batch.copy(index(to), index(from))) }
}

/// The player to act takes the action at `place` of his list, counted from 0, and the position stands as `*step` says,
/// which may be null.
///
/// Errors: `EAGLES_E_RANGE` for a place or position there is not; `EAGLES_E_SCRIPT`; else, and thread rule, as
/// `eagles_batch_step`.
///
/// # Safety
/// `batch` is live; `step` is null or may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_batch_apply_place(
    batch: *mut eagles_batch,
    at: u64,
    place: u64,
    step: *mut eagles_step,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        on(batch, err, |batch| {
            let stands = batch.apply_place(index(at), index(place))?;
            if let Some(step) = step.as_mut() {
                *step = stands.into();
            }
            Ok(())
        })
    }
}

/// The player to act takes the action with this id. As `eagles_batch_apply_place`; `EAGLES_E_INVALID_ACTION` for an id
/// whose entry in the mask is 0.
///
/// # Safety
/// `batch` is live; `step` is null or may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_batch_apply_id(
    batch: *mut eagles_batch,
    at: u64,
    id: u16,
    step: *mut eagles_step,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        on(batch, err, |batch| {
            let stands = batch.apply_id(index(at), id)?;
            if let Some(step) = step.as_mut() {
                *step = stands.into();
            }
            Ok(())
        })
    }
}

/// A step in every position at once: `places` has an entry for each, and so has `steps`. A position that is over stays as
/// it is, whatever its entry. When one fails, those before it have made their step and the others have not; the error's
/// `params` have `at`.
///
/// Errors: `EAGLES_E_RANGE` for a place there is not or buffers of another length; `EAGLES_E_SCRIPT`; else, and thread
/// rule, as `eagles_batch_step`.
///
/// # Safety
/// `batch` is live; `places` and `steps` have `count` entries each; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_batch_apply_places(
    batch: *mut eagles_batch,
    places: *const u64,
    steps: *mut eagles_step,
    count: u64,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        on(batch, err, |batch| {
            let places = entries(places, count, "the places")?;
            let steps = entries_mut(steps, count, "the steps")?;
            all(batch, places.len())?;
            for (at, (&place, step)) in places.iter().zip(steps).enumerate() {
                *step = each(batch, at, |batch| batch.apply_place(at, index(place)))?;
            }
            Ok(())
        })
    }
}

/// As `eagles_batch_apply_places`, by ids.
///
/// # Safety
/// `batch` is live; `ids` and `steps` have `count` entries each; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_batch_apply_ids(
    batch: *mut eagles_batch,
    ids: *const u16,
    steps: *mut eagles_step,
    count: u64,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        on(batch, err, |batch| {
            let ids = entries(ids, count, "the ids")?;
            let steps = entries_mut(steps, count, "the steps")?;
            all(batch, ids.len())?;
            for (at, (&id, step)) in ids.iter().zip(steps).enumerate() {
                *step = each(batch, at, |batch| batch.apply_id(at, id))?;
            }
            Ok(())
        })
    }
}

/// There is an entry for each position.
fn all(batch: &dyn Batched, given: usize) -> Result<(), HostError> {
    if batch.len() == given {
        return Ok(());
    }
    let message = format!("the buffers have {given} entries; the batch has {} positions", batch.len());
    Err(HostError::new(Status::Range, "buffer", message))
}

/// One step among many.
fn each(
    batch: &mut dyn Batched,
    at: usize,
    apply: impl FnOnce(&mut dyn Batched) -> Result<Step, HostError>,
) -> Result<eagles_step, HostError> {
    let stands = batch.step(at)?;
    if stands.over == 1 {
        return Ok(stands.into());
    }
    let named = |error: HostError| {
        let message = format!("position {at}: {}", error.message);
        HostError { message, ..error }.with(serde_json::json!({ "at": at }))
    };
    apply(batch).map(eagles_step::from).map_err(named)
}

/// The ids of what the player to act may do, in the order of his list, into the caller's buffer, as far as it reaches;
/// 65535 for an action without an id. How many there are is written to `*count`.
///
/// Errors: `EAGLES_E_RANGE` for a position there is not; else, and thread rule, as `eagles_batch_step`.
///
/// # Safety
/// `batch` is live; `ids` has `capacity` entries; `count` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_batch_ids(
    batch: *const eagles_batch,
    at: u64,
    ids: *mut u16,
    capacity: u64,
    count: *mut u64,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        on(batch, err, |batch| {
            let count = place(count, "the count")?;
            count.write(batch.ids(index(at), entries_mut(ids, capacity, "the ids")?)? as u64);
            Ok(())
        })
    }
}

/// The mask of the player to act into the caller's buffer: 1 for the id of each action he may do, else 0.
///
/// Errors: `EAGLES_E_RANGE` when the buffer has not one entry for each id, or for a position there is not; else, and thread
/// rule, as `eagles_batch_step`.
///
/// # Safety
/// `batch` is live; `mask` has `len` entries; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_batch_mask(
    batch: *const eagles_batch,
    at: u64,
    mask: *mut u8,
    len: u64,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe { on(batch, err, |batch| batch.mask(index(at), entries_mut(mask, len, "the mask")?)) }
}

/// What a viewer sees of a position, as 32-bit floats into the caller's buffer, by the layout of `eagles_batch_encoding`.
///
/// Errors: `EAGLES_E_RANGE` when the buffer has another length, or for a position there is not; `EAGLES_E_UNKNOWN` for a
/// viewer there is not; else, and thread rule, as `eagles_batch_step`.
///
/// # Safety
/// `batch` is live; `numbers` has `len` entries; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_batch_observe(
    batch: *const eagles_batch,
    at: u64,
    viewer: u8,
    numbers: *mut f32,
    len: u64,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe { on(batch, err, |batch| batch.observe(index(at), viewer, entries_mut(numbers, len, "the observation")?)) }
}

/// The named hash of a position. For the referee.
///
/// Errors: `EAGLES_E_RANGE` for a position there is not; else, and thread rule, as `eagles_batch_step`.
///
/// # Safety
/// `batch` is live; `hash` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_batch_state_hash(
    batch: *const eagles_batch,
    at: u64,
    hash: *mut u64,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        on(batch, err, |batch| {
            place(hash, "the hash")?.write(batch.state_hash(index(at))?);
            Ok(())
        })
    }
}

/// A position as a line of the notation. For the referee: it shows what players may not see.
///
/// Errors: `EAGLES_E_RANGE` for a position there is not; else, and thread rule, as `eagles_batch_step`.
///
/// # Safety
/// `batch` is live; `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_batch_position(
    batch: *const eagles_batch,
    at: u64,
    out: *mut eagles_bytes,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        clear(out);
        on(batch, err, |batch| write(out, 0, |bytes| batch.position(index(at), bytes)).map(|_| ()))
    }
}
