//! Sandboxes for many threads.

use super::error::ScriptError;
use super::limits::Limits;
use super::runtime::{FunctionRef, Loaded, Sandbox};
use super::script::Script;
use serde_json::Value;
use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError};

/// A set of scripts, loaded once and ready for any number of threads: each call takes a sandbox from the pool, or a new
/// one with the same scripts if all are in use.
#[derive(Debug)]
pub struct Pool {
    limits: Limits,
    scripts: Vec<Script>,
    loaded: Vec<Loaded>,
    idle: Mutex<Vec<Sandbox>>,
}

/// Sandboxes that are kept when idle.
const IDLE: usize = 64;

impl Pool {
    /// Loads scripts, in this order.
    ///
    /// # Errors
    /// The error of the first script that cannot be loaded.
    pub fn new(limits: &Limits, scripts: Vec<Script>) -> Result<Self, ScriptError> {
        let (sandbox, loaded) = fresh(limits, &scripts)?;
        Ok(Self { limits: limits.clone(), scripts, loaded, idle: Mutex::new(vec![sandbox]) })
    }

    /// What loading each script gave, in order.
    pub fn loaded(&self) -> &[Loaded] {
        &self.loaded
    }

    /// The scripts, in order.
    pub fn scripts(&self) -> &[Script] {
        &self.scripts
    }

    /// A sandbox with all scripts, for the caller alone. Dropping it is fine; [`Pool::give_back`] saves building another.
    ///
    /// # Errors
    /// If a new one is needed and cannot be made.
    pub fn take(&self) -> Result<Sandbox, ScriptError> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.map_or_else(|| fresh(&self.limits, &self.scripts).map(|(sandbox, _)| sandbox), Ok)
    }

    /// Gives a sandbox back for others to use. It must be one of this pool.
    pub fn give_back(&self, sandbox: Sandbox) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < IDLE {
            idle.push(sandbox);
        }
    }

    /// Calls a function of one of the scripts. What scripts print in it goes to `print`.
    ///
    /// # Errors
    /// As [`Sandbox::call`].
    pub fn call(
        &self,
        function: &FunctionRef,
        arguments: &[Value],
        host: Option<Arc<dyn Any + Send + Sync>>,
        print: &mut dyn FnMut(super::Log),
    ) -> Result<Value, ScriptError> {
        let mut sandbox = self.take()?;
        sandbox.take_log();
        let result = sandbox.call(function, arguments, host);
        print(sandbox.take_log());
        self.give_back(sandbox);
        result
    }
}

fn fresh(limits: &Limits, scripts: &[Script]) -> Result<(Sandbox, Vec<Loaded>), ScriptError> {
    let mut sandbox = Sandbox::new(limits)?;
    let loaded = scripts.iter().map(|script| sandbox.load(script)).collect::<Result<_, _>>()?;
    sandbox.take_log();
    Ok((sandbox, loaded))
}
