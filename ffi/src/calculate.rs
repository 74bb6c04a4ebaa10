//! Calculators: every chart and sum of both games, without a game.

use crate::bytes::{eagles_bytes, write};
use crate::error::{clear, eagles_error, eagles_status};
use crate::guard::{call, text};
use eagles::host::calculators;
use std::ffi::c_char;

/// The calculators there are, as a JSON array: `name`, what it tells, the rule it rests on.
/// Errors: `EAGLES_E_NULL`. Thread rule: any thread.
///
/// # Safety
/// `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_calculators(out: *mut eagles_bytes, err: *mut *mut eagles_error) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        clear(out);
        call(err, || {
            write(out, 0, |bytes| {
                bytes.extend(serde_json::to_vec(calculators::calculators()).unwrap_or_default());
                Ok(())
            })
            .map(|_| ())
        })
    }
}

/// Asks a calculator by its name, as in `waterloo.attack` or `empire.assault`. `facts` is JSON (schemas
/// `calculator-*-facts.json`); what is left out has a sensible default. The answer is JSON: the sum part by part with its
/// rules, the row of the chart, the result for a given die, and the exact chances of all.
///
/// Errors: `EAGLES_E_UNKNOWN` for a calculator there is not; `EAGLES_E_FORM` for facts that do not have the form, and
/// `EAGLES_E_INVALID_FACTS` for facts that cannot be by the rules, naming each. Thread rule: any thread.
///
/// # Safety
/// texts are as long as they say; `out` may be written to; `err` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eagles_calculate(
    name: *const c_char,
    name_len: u64,
    facts: *const c_char,
    facts_len: u64,
    out: *mut eagles_bytes,
    err: *mut *mut eagles_error,
) -> eagles_status {
    // SAFETY: promised by the caller.
    unsafe {
        clear(out);
        call(err, || {
            write(out, 0, |bytes| {
                let name = text(name, name_len, "the name")?;
                let facts = text(facts, facts_len, "the facts")?;
                bytes.extend(calculators::calculate(name, facts.as_bytes())?.into_bytes());
                Ok(())
            })
            .map(|_| ())
        })
    }
}
