//! Threads for workers, such that the library can be unloaded after them.
//!
//! A thread of the standard library leaves something behind in the thread that starts it: a thread-local value with a
//! destructor, which keeps the library loaded, and a key whose destructor would run after the library is gone. So workers are
//! bare threads of the system.

use eagles::simulate::Crew;
use std::num::NonZeroUsize;

/// Threads of the system.
pub(crate) struct Bare;

/// As the standard library has it.
#[cfg(unix)]
const STACK: usize = 2 << 20;

#[cfg(unix)]
impl Crew for Bare {
    fn run(&self, workers: NonZeroUsize, work: &(dyn Fn() + Sync)) -> Result<(), String> {
        use std::ffi::c_void;
        use std::mem::MaybeUninit;
        use std::panic::{AssertUnwindSafe, catch_unwind};
        use std::ptr;

        extern "C" fn worker(work: *mut c_void) -> *mut c_void {
            // SAFETY: it is the reference that `run` keeps until this thread has been joined.
            let work = unsafe { *work.cast::<&(dyn Fn() + Sync)>() };
            // Work does not panic; if it did, unwinding must end here.
            let _ = catch_unwind(AssertUnwindSafe(work));
            ptr::null_mut()
        }

        let mut attributes = MaybeUninit::<libc::pthread_attr_t>::uninit();
        // SAFETY: the attributes are written by the first call and read by the second.
        let failed = unsafe {
            libc::pthread_attr_init(attributes.as_mut_ptr());
            libc::pthread_attr_setstacksize(attributes.as_mut_ptr(), STACK)
        };
        debug_assert_eq!(failed, 0, "the size is a multiple of every page size");
        let mut threads = Vec::with_capacity(workers.get());
        let mut failed = 0;
        while threads.len() < workers.get() && failed == 0 {
            let mut thread = MaybeUninit::<libc::pthread_t>::uninit();
            // SAFETY: the attributes are initialised, and `work` lives until the thread has been joined below.
            failed = unsafe {
                let work = (&raw const work).cast_mut().cast::<c_void>();
                libc::pthread_create(thread.as_mut_ptr(), attributes.as_ptr(), worker, work)
            };
            if failed == 0 {
                // SAFETY: the call above has succeeded and written it.
                threads.push(unsafe { thread.assume_init() });
            }
        }
        // SAFETY: the attributes were initialised and are no longer used.
        unsafe { libc::pthread_attr_destroy(attributes.as_mut_ptr()) };
        for &thread in &threads {
            // SAFETY: it was started above and is joined once.
            unsafe { libc::pthread_join(thread, ptr::null_mut()) };
        }
        // Where only some could be started, those have done all there was to do.
        if threads.is_empty() { Err(std::io::Error::from_raw_os_error(failed).to_string()) } else { Ok(()) }
    }
}

#[cfg(not(unix))]
impl Crew for Bare {
    fn run(&self, workers: NonZeroUsize, work: &(dyn Fn() + Sync)) -> Result<(), String> {
        eagles::simulate::Threads.run(workers, work)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn the_work_is_done_by_each_and_over_when_it_returns() {
        let (begun, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let work = || {
            begun.fetch_add(1, Ordering::SeqCst);
            // All are there at once, or this never ends.
            while begun.load(Ordering::SeqCst) < 5 {
                std::hint::spin_loop();
            }
            done.fetch_add(1, Ordering::SeqCst);
        };
        Bare.run(NonZeroUsize::new(5).unwrap(), &work).unwrap();
        assert_eq!(done.load(Ordering::SeqCst), 5);
    }
}
