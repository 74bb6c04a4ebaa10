//! No input makes the library panic, as far as anybody knows: so here something panics of itself, behind a handle of its own and
//! behind a match.

use super::*;
use crate::matches::Table;
use crate::*;
use std::ffi::CStr;
use std::ptr::{null, null_mut};
use std::sync::mpsc;

struct Fuse(u32);

impl Kind for Fuse {
    const TAG: u64 = u64::from_be_bytes(*b"eaglfuse");
    const NAME: &'static str = "a fuse";
}

struct Other;

impl Kind for Other {
    const TAG: u64 = u64::from_be_bytes(*b"eaglothr");
    const NAME: &'static str = "another thing";
}

/// The message of an error, which is freed.
fn message(err: *mut eagles_error) -> String {
    // SAFETY: it is a live error or null, and is freed once.
    unsafe {
        let text = CStr::from_ptr(eagles_error_message(err)).to_str().expect("UTF-8").to_owned();
        eagles_error_free(err);
        text
    }
}

#[test]
fn a_panic_is_told_and_poisons_its_handle_alone() {
    let (fuse, other) = (Handle::give(Fuse(1)), Handle::give(Fuse(2)));
    let mut err = null_mut();
    // SAFETY: the handles are live until they are freed below, and `err` may be written to.
    unsafe {
        let blown = with(fuse, &mut err, |fuse| {
            fuse.0 += 1;
            panic!("it has blown at {}", fuse.0)
        });
        assert_eq!(blown, EAGLES_E_INTERNAL);
        let text = message(err);
        assert!(text.contains("it has blown at 2") && text.contains("report"), "{text}");
        assert_eq!(with(fuse, &mut err, |_| Ok(())), EAGLES_E_POISONED);
        assert!(message(err).contains("a fuse"));
        assert_eq!(with(fuse, null_mut(), |_| unreachable!()), EAGLES_E_POISONED, "nobody need ask for the error");
        let mut seen = 0;
        let saved = with_poisoned(fuse, &mut err, |fuse| {
            seen = fuse.0;
            Ok(())
        });
        assert_eq!((saved, seen, err), (EAGLES_OK, 2, null_mut()));
        assert_eq!(with(other, &mut err, |_| Ok(())), EAGLES_OK, "the other one serves on");
        Handle::free(fuse);
        Handle::free(other);
    }
}

#[test]
fn a_panic_of_what_has_no_handle_is_told_too() {
    let mut err = null_mut();
    // SAFETY: `err` may be written to or is null.
    unsafe {
        assert_eq!(call(&mut err, || std::panic::panic_any(7u8)), EAGLES_E_INTERNAL);
        assert!(message(err).contains("the library has failed"));
        assert_eq!(call(null_mut(), || panic!("once more")), EAGLES_E_INTERNAL);
    }
}

#[test]
fn one_call_at_a_time() {
    let fuse = Handle::give(Fuse(0));
    // SAFETY: the handle is live until the end, and other threads have ended by then.
    unsafe {
        let within = with(fuse, null_mut(), |_| {
            assert_eq!(with(fuse, null_mut(), |_| unreachable!()), EAGLES_E_BUSY, "not even from within");
            assert_eq!(with_poisoned(fuse, null_mut(), |_| unreachable!()), EAGLES_E_BUSY);
            Ok(())
        });
        assert_eq!(within, EAGLES_OK);
        let (inside, wait) = mpsc::channel();
        let (go_on, gate) = mpsc::channel::<()>();
        let address = fuse as usize;
        let held = std::thread::spawn(move || {
            with(address as *const Handle<Fuse>, null_mut(), |fuse| {
                inside.send(()).expect("somebody waits");
                gate.recv().expect("somebody opens");
                fuse.0 = 9;
                Ok(())
            })
        });
        wait.recv().expect("it is inside");
        let mut err = null_mut();
        assert_eq!(with(fuse, &mut err, |_| unreachable!()), EAGLES_E_BUSY);
        assert!(message(err).contains("one call at a time"));
        go_on.send(()).expect("it waits");
        assert_eq!(held.join().expect("no panic"), EAGLES_OK);
        let after = with(fuse, null_mut(), |fuse| {
            assert_eq!(fuse.0, 9);
            Ok(())
        });
        assert_eq!(after, EAGLES_OK);
        Handle::free(fuse);
    }
}

#[test]
fn a_handle_of_another_kind_is_left_alone() {
    let fuse = Handle::give(Fuse(0));
    // SAFETY: the handle is live until it is freed as what it is.
    unsafe {
        let wrong = fuse.cast::<Handle<Other>>();
        assert_eq!(with(wrong, null_mut(), |_| unreachable!()), EAGLES_E_HANDLE);
        Handle::free(wrong);
        assert_eq!(with(fuse, null_mut(), |_| Ok(())), EAGLES_OK, "it was not freed");
        assert_eq!(with::<Fuse>(null(), null_mut(), |_| unreachable!()), EAGLES_E_NULL);
        Handle::<Fuse>::free(null_mut());
        Handle::free(fuse);
    }
}

#[test]
fn a_poisoned_match_can_be_saved() {
    let (mut rules, mut game, mut err) = (null_mut(), null_mut(), null_mut());
    let mut bytes = eagles_bytes::EMPTY;
    // SAFETY: all handles are live until they are freed, and every text is as long as it says.
    unsafe {
        assert_eq!(eagles_rules_new(c"waterloo".as_ptr(), 8, null(), 0, &mut rules, null_mut()), EAGLES_OK);
        let setup = r#"{"battle": "QB"}"#;
        let opened =
            eagles_match_open(rules, setup.as_ptr().cast(), setup.len() as u64, null(), 0, &mut game, null_mut());
        assert_eq!(opened, EAGLES_OK);
        assert_eq!(eagles_match_apply_place(game, 0, 0, null_mut()), EAGLES_OK);
        let blown = with(game.cast::<Handle<Table>>(), null_mut(), |_| panic!("in the middle of an action"));
        assert_eq!(blown, EAGLES_E_INTERNAL);
        assert_eq!(eagles_match_standing(game, &mut bytes, &mut err), EAGLES_E_POISONED);
        assert!(message(err).contains("save and free"));
        assert!(bytes.data.is_null());
        assert_eq!(eagles_match_save(game, null(), 0, &mut bytes, null_mut()), EAGLES_OK);
        let mut taken = null_mut();
        let loaded = eagles_match_load(rules, bytes.data, bytes.len, null(), 0, &mut taken, null_mut());
        assert_eq!(loaded, EAGLES_OK, "and goes on elsewhere");
        eagles_bytes_free(&mut bytes);
        assert_eq!(eagles_match_standing(taken, &mut bytes, null_mut()), EAGLES_OK);
        eagles_bytes_free(&mut bytes);
        eagles_match_free(taken);
        eagles_match_free(game);
        eagles_rules_free(rules);
    }
}
