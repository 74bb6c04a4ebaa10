//! What is made once and then kept, in a form that can be let go.
//!
//! A static value is never dropped. A program does not mind; a library that is unloaded and loaded again would leave what its
//! statics hold behind each time. So what cannot be a constant stands in a [`Kept`], and [`let_go`] empties all of them.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// All that hold something.
static HOLDING: Mutex<Vec<&'static dyn Holding>> = Mutex::new(Vec::new());

/// What can be emptied.
trait Holding: Sync {
    fn let_go(&self);
}

/// A value that is made when it is first asked for, and kept until [`let_go`]. For statics.
pub struct Kept<T>(Mutex<Option<Arc<T>>>);

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T: Send + Sync> Kept<T> {
    /// Nothing yet.
    #[must_use]
    #[allow(clippy::new_without_default, reason = "it is for statics, which need a constant function")]
    pub const fn new() -> Self {
        Self(Mutex::new(None))
    }

    /// The value; `make` makes it where there is none.
    pub fn get(&'static self, make: impl FnOnce() -> T) -> Arc<T> {
        match self.try_get(|| Ok::<T, std::convert::Infallible>(make())) {
            Ok(value) => value,
            Err(never) => match never {},
        }
    }

    /// The same where making it may fail; then nothing is kept.
    ///
    /// # Errors
    /// Those of `make`.
    pub fn try_get<E>(&'static self, make: impl FnOnce() -> Result<T, E>) -> Result<Arc<T>, E> {
        let mut held = lock(&self.0);
        if let Some(value) = &*held {
            return Ok(Arc::clone(value));
        }
        let value = Arc::new(make()?);
        *held = Some(Arc::clone(&value));
        lock(&HOLDING).push(self);
        Ok(value)
    }
}

impl<T: Send + Sync> Holding for Kept<T> {
    fn let_go(&self) {
        let held = lock(&self.0).take();
        drop(held);
    }
}

impl<T> fmt::Debug for Kept<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Kept")
    }
}

/// Lets go of everything that is kept. Who still uses some of it keeps it that long; who asks again has it made again.
pub fn let_go() {
    let holding = std::mem::take(&mut *lock(&HOLDING));
    holding.iter().for_each(|kept| kept.let_go());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_made_once_until_it_is_let_go() {
        static WORD: Kept<String> = Kept::new();
        assert_eq!(WORD.try_get(|| Err("not now")), Err("not now"), "what fails is not kept");
        let first = WORD.get(|| "first".to_owned());
        let again = WORD.get(|| unreachable!("it is there"));
        assert!(Arc::ptr_eq(&first, &again));
        let_go();
        assert_eq!(*first, "first", "whoever uses it has it still");
        assert_eq!(Arc::strong_count(&first), 2, "and nobody else");
        assert_eq!(*WORD.get(|| "second".to_owned()), "second");
    }
}
