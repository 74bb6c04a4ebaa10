//! Many games between bots.

use crate::bytes::{eagles_bytes, write};
use crate::crew::Bare;
use crate::error::{clear, eagles_error, eagles_status};
use crate::guard::{Handle, Kind, call, entries_mut, place, text};
use crate::rules::{eagles_rules, loaded};
use eagles::host::{HostError, Progress, Row, Running, Status, Watch};
use std::ffi::c_char;
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};

/// A series of games between bots, played a slice at a time on the caller's thread, so that nothing runs while no call
/// does. Thread rule: one call at a time (a second one gets `EAGLES_E_BUSY`), save for `eagles_simulation_progress` and
/// `eagles_simulation_cancel`, which any thread may call while another one runs a slice; it may move between threads.
pub struct eagles_simulation {
    _behind: Handle<Simulation>,
}

/// What is behind it.
struct Simulation {
    watch: Arc<Watch>,
    series: Mutex<Box<dyn Running>>,
}

impl Kind for Simulation {
    const TAG: u64 = u64::from_be_bytes(*b"eaglsimu");
    const NAME: &'static str = "a simulation";
}

/// What one game came to.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct eagles_row {
    /// Its number in the series, from 0; its seed is that child of the series' seed.
    pub game: u64,
    /// Actions listed in decisions between two or more.
    pub listed: u64,
    /// Actions made.
    pub actions: u32,
    /// Decisions between two or more actions.
    pub decisions: u32,
    /// The winner; `EAGLES_NOBODY` for none.
    pub winner: u8,
    /// 1 when it ended by the rules, 0 when it was broken off.
    pub over: u8,
    /// 0.
    pub reserved: [u8; 6],
}

/// How far a series has come.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct eagles_progress {
    /// Games played.
    pub played: u64,
    /// Games of the whole series.
    pub games: u64,
    /// 1 once it has been cancelled, else 0.
    pub cancelled: u32,
    /// 1 once all games are played, else 0.
    pub done: u32,
}

impl From<Row> for eagles_row {
    fn from(row: Row) -> Self {
        let Row { game, listed, actions, decisions, winner, over, reserved } = row;
        Self { game, listed, actions, decisions, winner, over, reserved }
    }
}

impl From<Progress> for eagles_progress {
    fn from(progress: Progress) -> Self {
        let Progress { played, games, cancelled, done } = progress;
        Self { played, games, cancelled, done }
    }
}

/// What is behind a simulation.
///
/// # Safety
/// `simulation` is null or live.
unsafe fn simulation_of<'a>(simulation: *const eagles_simulation) -> Result<&'a Simulation, HostError> {
    // SAFETY: promised by the caller; the handle never changes, and the series has a lock of its own.
    unsafe { Handle::look(simulation.cast::<Handle<Simulation>>()) }
}

impl Simulation {
    /// The series, if no other call has it.
    fn series(&self) -> Result<MutexGuard<'_, Box<dyn Running>>, HostError> {
        self.series.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => {
                HostError::new(Status::Busy, "busy", "another thread is running a slice of this simulation")
            }
            TryLockError::Poisoned(_) => HostError::new(
                Status::Poisoned,
                "poisoned",
                "a slice has failed inside the library: free the simulation",
            ),
        })
    }
}

/// Prepares a series. `setup` is JSON as for `eagles_rules_check`; `options` is JSON (schema `series-options.json`):
/// `games`, and optionally `players` (a bot for each, `greedy` or `random`), `seed`, `max-actions`.
///
/// Ownership: `*out` is the caller's, freed with `eagles_simulation_free`. Errors: `EAGLES_E_INVALID_SETUP` with all
/// faults, `EAGLES_E_UNKNOWN` for a bot there is not, `EAGLES_E_FORM`. Thread rule: any thread.
///
/// # Safety
/// `rules` is live; texts are as long as they say; `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_simulation_new(
    rules: *const eagles_rules,
    setup: *const c_char,
    setup_len: u64,
    options: *const c_char,
    options_len: u64,
    out: *mut *mut eagles_simulation,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        call(err, || {
            let out = place(out, "the simulation")?.write(std::ptr::null_mut());
            let setup = text(setup, setup_len, "the setup")?;
            let series = loaded(rules)?.rules.simulate(setup, text(options, options_len, "the options")?)?;
            *out = Handle::give(Simulation { watch: series.watch(), series: Mutex::new(series) }).cast();
            Ok(())
        })
    }
}

/// Frees a simulation. Null is fine. Thread rule: any thread, once, when no other call uses it: cancel it and wait for the
/// slice to return first.
///
/// # Safety
/// `simulation` is null or live, and nobody uses it any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_simulation_free(simulation: *mut eagles_simulation) {
    // SAFETY: promised by the caller.
    unsafe { Handle::free(simulation.cast::<Handle<Simulation>>()) }
}

/// Plays up to `games` more games with `workers` workers (0: one for each core, 1: on this thread alone) and returns when
/// they are played, the series is over or was cancelled; all workers have ended then. What each game came to is written to
/// `rows`, in order, if it is not null; at most `capacity` games are then played. The results depend on neither slices nor
/// workers. For a progress bar, run short slices; or run one long slice and watch it from another thread.
///
/// How many rows were written goes to `*written`, how far the series is to `*progress`; both may be null. Errors:
/// `EAGLES_E_SCRIPT` when a script fails (the games before it count); `EAGLES_E_RANGE` for too many workers;
/// `EAGLES_E_BUSY`; `EAGLES_E_POISONED`; `EAGLES_E_NULL`; `EAGLES_E_HANDLE`. Thread rule: one slice at a time.
///
/// # Safety
/// `simulation` is live; `rows` is null or has `capacity` entries; `written` and `progress` are null or may be written
/// to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_simulation_run(
    simulation: *mut eagles_simulation,
    games: u64,
    workers: u32,
    rows: *mut eagles_row,
    capacity: u64,
    written: *mut u64,
    progress: *mut eagles_progress,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        call(err, || {
            let rows = if rows.is_null() { None } else { Some(entries_mut(rows, capacity, "the rows")?) };
            let games = rows.as_ref().map_or(games, |rows| games.min(rows.len() as u64));
            let simulation = simulation_of(simulation)?;
            let mut room = rows.into_iter().flatten();
            let mut count = 0;
            let mut take = |row: Row| {
                if let Some(place) = room.next() {
                    *place = row.into();
                    count += 1;
                }
            };
            let ran = simulation.series()?.run(games, workers as usize, &Bare, &mut take);
            if let Some(written) = written.as_mut() {
                *written = count;
            }
            if let Some(progress) = progress.as_mut() {
                *progress = simulation.watch.progress().into();
            }
            ran.map(|_| ())
        })
    }
}

/// How far the series is.
///
/// Errors: `EAGLES_E_NULL`, `EAGLES_E_HANDLE`. Thread rule: any thread, also while another runs a slice.
///
/// # Safety
/// `simulation` is live; `progress` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_simulation_progress(
    simulation: *const eagles_simulation,
    progress: *mut eagles_progress,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        call(err, || {
            place(progress, "the progress")?.write(simulation_of(simulation)?.watch.progress().into());
            Ok(())
        })
    }
}

/// Stops the slice that runs, once the games in play are finished, and lets no other begin.
///
/// Errors: `EAGLES_E_NULL`, `EAGLES_E_HANDLE`. Thread rule: any thread, also while another runs a slice.
///
/// # Safety
/// `simulation` is live; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_simulation_cancel(
    simulation: *const eagles_simulation,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        call(err, || {
            simulation_of(simulation)?.watch.cancel();
            Ok(())
        })
    }
}

/// What all games so far came to, as JSON (schema `series-report.json`): wins of each player, draws, endings by code,
/// actions.
///
/// Errors: `EAGLES_E_BUSY` while a slice runs; `EAGLES_E_POISONED`; `EAGLES_E_NULL`; `EAGLES_E_HANDLE`. Thread rule: any
/// thread, between slices.
///
/// # Safety
/// `simulation` is live; `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_simulation_report(
    simulation: *const eagles_simulation,
    out: *mut eagles_bytes,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        clear(out);
        call(err, || {
            write(out, 0, |bytes| {
                simulation_of(simulation)?.series()?.report(bytes);
                Ok(())
            })
            .map(|_| ())
        })
    }
}
