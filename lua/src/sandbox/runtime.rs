//! One interpreter: loading scripts into it and calling their functions.

use super::error::{PRELUDE, ScriptError, complain};
use super::keys::{Crowd, Keys};
use super::library::{self, Library, caller};
use super::limits::{Limit, Limits, Log, Meter};
use super::script::Script;
use super::values::{Reader, Unfit, write};
use super::vocabulary::{Context, Entry, LINE_KEY, Row, Rows, Shape, Vocabulary, WORD_KEY, Word};
use mlua::{Function, Lua, LuaOptions, MultiValue, StdLib, Table, Value as LuaValue, Variadic, VmState};
use serde_json::Value;
use std::any::Any;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A function of a script: plain data, good in any sandbox that has loaded the same script.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FunctionRef {
    /// The script.
    pub script: Arc<str>,
    /// Its number in the script, as in `{"$function": 0}`: in the order in which they were handed over.
    pub number: usize,
}

/// What loading a script gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Loaded {
    /// What the script returned; null if nothing. Functions in it are `{"$function": n}`.
    pub value: Value,
    /// How many functions were handed over, in the value and to words of the vocabulary.
    pub functions: usize,
}

/// What the last load or call used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Steps, exactly repeatable.
    pub steps: u64,
    /// Bytes of memory, about (it depends a little on what ran before).
    pub memory: usize,
}

/// What the functions of the running script need.
struct State {
    script: Arc<str>,
    loading: bool,
    host: Option<Arc<dyn Any + Send + Sync>>,
    kept: BTreeMap<Arc<str>, Vec<Function>>,
}

/// One interpreter with its scripts. It may be moved between threads, and does one thing at a time.
pub struct Sandbox {
    lua: Lua,
    meter: Arc<Meter>,
    limits: Limits,
    library: Library,
    environments: Vec<(Arc<Vocabulary>, Table)>,
    /// The scripts, in the order in which they were loaded.
    scripts: Vec<Script>,
    /// The texts and keys that each script had when it was loaded.
    keys: BTreeMap<Arc<str>, Arc<Keys>>,
    /// The texts of all scripts, and those with the garbage of loads and calls.
    kept: Crowd,
    crowd: Crowd,
    /// Whether nothing was done but to load these scripts: what happens now depends on nothing else.
    clean: bool,
    spent: Spent,
    /// Memory in use when the collector last ran.
    swept: usize,
}

impl std::fmt::Debug for Sandbox {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sandbox").field("scripts", &self.scripts).finish_non_exhaustive()
    }
}

/// More than what the same run can take in a fresh interpreter than in a used one, which has pages with free places.
const SLACK: usize = 3 << 19;
/// Garbage after which the collector runs, between calls.
const SWEEP: usize = 1 << 20;

impl Sandbox {
    /// An interpreter with the library and no script.
    ///
    /// # Errors
    /// If the machine has no memory for it.
    pub fn new(limits: &Limits) -> Result<Self, ScriptError> {
        Self::build(limits).map_err(|_| ScriptError::plain("sandbox", "the interpreter could not be started"))
    }

    fn build(limits: &Limits) -> mlua::Result<Self> {
        let lua = Lua::new_with(
            StdLib::TABLE | StdLib::STRING | StdLib::MATH | StdLib::BIT | StdLib::DEBUG,
            LuaOptions::new().catch_rust_panics(false),
        )?;
        lua.gc_stop();
        let meter = Arc::new(Meter::default());
        let library = library::build(&lua, limits, &meter)?;
        lua.sandbox(true)?;
        lua.set_app_data(State { script: "".into(), loading: false, host: None, kept: BTreeMap::new() });
        let (points, depth) = (meter.clone(), limits.depth);
        lua.set_interrupt(move |lua| {
            points.see_memory(lua.used_memory());
            let within = points.tick().and_then(|look| match look && lua.inspect_stack(depth, |_| ()).is_some() {
                true => Err(points.trip(Limit::Depth)),
                false => Ok(VmState::Continue),
            });
            within.map_err(|limit| {
                points.remember_place(|| lua.traceback(None, 0).map(|t| t.to_string_lossy()).unwrap_or_default());
                mlua::Error::external(limit)
            })
        });
        let swept = lua.used_memory();
        Ok(Self {
            lua,
            meter,
            limits: limits.clone(),
            library,
            environments: Vec::new(),
            scripts: Vec::new(),
            keys: BTreeMap::new(),
            kept: Crowd::default(),
            crowd: Crowd::default(),
            clean: true,
            spent: Spent::default(),
            swept,
        })
    }

    /// The limits it keeps.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// What the last load or call used.
    pub fn spent(&self) -> Spent {
        self.spent
    }

    /// Bytes of memory in use.
    pub fn memory(&self) -> usize {
        self.lua.used_memory()
    }

    /// Frees what is no longer used; gives the bytes of memory then in use. Sandboxes do so by themselves between calls
    /// when much has gathered.
    pub fn collect(&mut self) -> usize {
        let _ = self.lua.gc_collect();
        self.lua.gc_stop();
        self.swept = self.lua.used_memory();
        self.crowd.clear();
        self.swept
    }

    /// What scripts printed since this was last asked.
    pub fn take_log(&mut self) -> Log {
        std::mem::take(&mut *self.meter.log())
    }

    /// Runs a script once, and freezes every table it made. A script of the same name is replaced.
    ///
    /// # Errors
    /// What the script did wrong; nothing of it stays.
    pub fn load(&mut self, script: &Script) -> Result<Loaded, ScriptError> {
        let known = self.scripts.len();
        self.scripts.retain(|other| other.name() != script.name());
        self.clean &= known == self.scripts.len();
        let result = self.exactly(&script.shared_name(), |sandbox| sandbox.load_once(script));
        let result =
            result.and_then(|loaded| match self.keys.get(script.name()).is_none_or(|keys| self.kept.add(keys)) {
                true => Ok(loaded),
                false => Err(ScriptError::limit(script.name(), Limit::Keys)),
            });
        match &result {
            Ok(_) => self.scripts.push(script.clone()),
            Err(_) => {
                self.clean = false;
                self.forget(script.name());
                self.keys.remove(script.name());
                self.kept.clear();
                for keys in self.keys.values() {
                    self.kept.add(keys);
                }
                self.collect();
            }
        }
        result
    }

    /// Does something; and does it again in a fresh interpreter with the same scripts if what it used of the memory came
    /// near the limit. How much is in use depends a little on what ran before; so near the limit the fresh one decides.
    fn exactly<T>(
        &mut self,
        name: &str,
        mut run: impl FnMut(&mut Self) -> Result<T, ScriptError>,
    ) -> Result<T, ScriptError> {
        let lines = self.meter.log().clone();
        let result = run(self);
        let full = matches!(&result, Err(error) if error.limit == Some(Limit::Memory));
        let near = (self.limits.memory / 2).min(self.limits.memory.saturating_sub(SLACK));
        if self.clean || !(full || self.spent.memory >= near) {
            return result;
        }
        let mut fresh = Self::new(&self.limits)?;
        for script in &self.scripts {
            fresh.load(script).map_err(|error| ScriptError::plain(name, format!("could not be run again: {error}")))?;
        }
        *fresh.meter.log() = lines;
        *self = fresh;
        run(self)
    }

    /// With builders carried out in the interpreter; and again without them where what they made cannot be read, so that
    /// the word that was given it tells the place.
    fn load_once(&mut self, script: &Script) -> Result<Loaded, ScriptError> {
        let lines = self.meter.log().clone();
        let (result, unread) = self.run_file(script, false);
        if !unread {
            return result;
        }
        *self.meter.log() = lines;
        self.run_file(script, true).0
    }

    /// Runs a script; also gives whether all went well but for what builders have made inside the interpreter.
    fn run_file(&mut self, script: &Script, careful: bool) -> (Result<Loaded, ScriptError>, bool) {
        let name = script.shared_name();
        self.forget(&name);
        let environment = match self.environment(&script.vocabulary) {
            Ok(environment) => environment,
            Err(error) => return (Err(self.failed(&name, &error)), false),
        };
        self.enter(&name, true, None);
        let ran = Cell::new(false);
        let result = self.guarded(&name, self.limits.load_steps, script.price, &script.keys, |sandbox| {
            sandbox.library.begin.call::<()>(careful)?;
            let chunk = sandbox.lua.load(script.code()).set_name(format!("={name}"));
            let chunk = chunk.set_mode(mlua::chunk::ChunkMode::Binary).set_environment(environment);
            let value: LuaValue = chunk.into_function()?.call(())?;
            ran.set(true);
            let lua = &sandbox.lua;
            let mut keep = |function| keep(lua, function);
            sandbox.read("the value of the script", value, Some(&mut keep))
        });
        // Also when the script failed: a rule without exception is easier to trust.
        let keys = self.meter.count(|tally| tally.all());
        self.meter.start(u64::MAX, 0, self.limits.patience, &keys);
        self.keys.insert(name.clone(), keys);
        let frozen = self.library.finish.call::<(Table, usize, bool)>(()).and_then(|(made, _, quick)| {
            made.for_each_value(|table: Table| {
                table.set_readonly(true);
                Ok(())
            })?;
            Ok(quick)
        });
        self.leave();
        let quick = match frozen {
            Ok(quick) => quick,
            Err(error) => return (Err(self.failed(&name, &error)), false),
        };
        let unread = quick && ran.get() && result.as_ref().is_err_and(|error| error.limit.is_none());
        let functions = self.lua.app_data_ref::<State>().and_then(|state| state.kept.get(&name).map(Vec::len));
        (result.map(|value| Loaded { value, functions: functions.unwrap_or(0) }), unread)
    }

    /// Calls a function of a script. `host` is what words of the vocabulary get to see in this call.
    ///
    /// # Errors
    /// What the script did wrong; in particular every limit it hit, also if it caught the error.
    pub fn call(
        &mut self,
        function: &FunctionRef,
        arguments: &[Value],
        host: Option<Arc<dyn Any + Send + Sync>>,
    ) -> Result<Value, ScriptError> {
        let name = function.script.clone();
        let result = self.exactly(&name, |sandbox| sandbox.call_once(function, arguments, host.clone()));
        self.clean = false;
        result
    }

    fn call_once(
        &mut self,
        function: &FunctionRef,
        arguments: &[Value],
        host: Option<Arc<dyn Any + Send + Sync>>,
    ) -> Result<Value, ScriptError> {
        let name = &function.script;
        let known = self
            .lua
            .app_data_ref::<State>()
            .and_then(|state| state.kept.get(name).and_then(|functions| functions.get(function.number)).cloned());
        let price = self.scripts.iter().find(|script| script.name() == &**name).map(|script| script.price);
        let keys = self.keys.get(name).cloned();
        let (Some(callee), Some(price), Some(keys)) = (known, price, keys) else {
            return Err(ScriptError::plain(name, format!("function {} of this script is not loaded", function.number)));
        };
        self.enter(name, false, host);
        let result = self.guarded(name, self.limits.call_steps, price, &keys, |sandbox| {
            let arguments: MultiValue = made(&sandbox.lua, &sandbox.meter, || {
                arguments.iter().map(|value| write(&sandbox.lua, value, None)).collect::<mlua::Result<_>>()
            })?;
            let value: LuaValue = callee.call(arguments)?;
            sandbox.read("the result", value, None)
        });
        self.leave();
        result
    }

    fn failed(&self, name: &str, error: &mlua::Error) -> ScriptError {
        ScriptError::running(name, error, &self.meter)
    }

    fn enter(&mut self, name: &Arc<str>, loading: bool, host: Option<Arc<dyn Any + Send + Sync>>) {
        if let Some(mut state) = self.lua.app_data_mut::<State>() {
            (state.script, state.loading, state.host) = (name.clone(), loading, host);
        }
    }

    fn leave(&mut self) {
        if let Some(mut state) = self.lua.app_data_mut::<State>() {
            (state.loading, state.host) = (false, None);
        }
        // Between calls, so that no call depends on it.
        let crowded = !self.meter.count(|tally| self.crowd.add(tally.own()));
        if crowded || self.lua.used_memory() > self.swept + SWEEP {
            self.collect();
        }
    }

    fn forget(&mut self, name: &str) {
        if let Some(mut state) = self.lua.app_data_mut::<State>() {
            state.kept.remove(name);
        }
    }

    /// Runs something of a script within its limits.
    fn guarded<T>(
        &mut self,
        name: &str,
        steps: u64,
        price: u64,
        keys: &Arc<Keys>,
        run: impl FnOnce(&Self) -> mlua::Result<T>,
    ) -> Result<T, ScriptError> {
        let before = self.lua.used_memory();
        self.meter.start(steps, price, self.limits.patience, keys);
        let _ = self.lua.set_memory_limit(before + self.limits.memory);
        let result = run(self);
        let _ = self.lua.set_memory_limit(0);
        let used = self.lua.used_memory().max(self.meter.peak() as usize);
        self.spent = Spent { steps: self.meter.steps(), memory: used.saturating_sub(before) };
        let error = match (result, self.meter.tripped()) {
            (Ok(value), None) => return Ok(value),
            (Ok(_), Some(limit)) => ScriptError::limit(name, limit),
            (Err(error), _) => self.failed(name, &error),
        };
        Err(if self.meter.tripped().is_some() { error.at(&self.meter.place()) } else { error })
    }

    fn read(
        &self,
        root: &str,
        value: LuaValue,
        keep: Option<&mut dyn FnMut(Function) -> usize>,
    ) -> mlua::Result<Value> {
        let mut values = read(&self.meter, &self.limits, &|_| root.to_owned(), &[value], keep)?;
        Ok(values.pop().unwrap_or_default())
    }

    /// The globals of scripts with this vocabulary.
    fn environment(&mut self, vocabulary: &Arc<Vocabulary>) -> mlua::Result<Table> {
        if let Some((_, table)) = self.environments.iter().find(|(known, _)| Arc::ptr_eq(known, vocabulary)) {
            return Ok(table.clone());
        }
        let table = self.lua.create_table()?;
        self.library.globals.for_each(|key: LuaValue, value: LuaValue| table.raw_set(key, value))?;
        self.builders(&table, vocabulary)?;
        for (name, entry) in &vocabulary.entries {
            let value = match entry {
                Entry::Builder { .. } => continue,
                Entry::Word(word) => LuaValue::Function(self.word(name, word)?),
                Entry::Quick { code, rows, word } => {
                    let chunk = self.lua.load(&**code).set_name(PRELUDE).set_mode(mlua::chunk::ChunkMode::Binary);
                    let rows = rows.as_ref().map(|rows| self.rows(name, rows)).transpose()?;
                    LuaValue::Function(chunk.call((self.word(name, word)?, rows))?)
                }
                Entry::Constant(value) => write(&self.lua, value, Some(&[]))?,
            };
            match name.split_once('.') {
                None => table.raw_set(name.as_str(), value)?,
                Some((group, member)) => {
                    let inner = match table.raw_get::<Option<Table>>(group)? {
                        Some(inner) if !inner.is_readonly() => inner,
                        _ => self.lua.create_table()?,
                    };
                    inner.raw_set(member, value)?;
                    table.raw_set(group, inner)?;
                }
            }
        }
        table.for_each(|_: LuaValue, value: LuaValue| {
            if let LuaValue::Table(group) = value {
                group.set_readonly(true);
            }
            Ok(())
        })?;
        table.set_readonly(true);
        self.environments.push((vocabulary.clone(), table.clone()));
        Ok(table)
    }

    /// Adds the words that are carried out inside the interpreter.
    fn builders(&self, globals: &Table, vocabulary: &Vocabulary) -> mlua::Result<()> {
        let mut words: Vec<(Arc<str>, Arc<Word>)> = Vec::new();
        let list = self.lua.create_table()?;
        for (name, entry) in &vocabulary.entries {
            let Entry::Builder { shape, keys, word } = entry else { continue };
            words.push((name.as_str().into(), word.clone()));
            let shape = match shape {
                Shape::Table => "table",
                Shape::Places => "places",
                Shape::List => "list",
            };
            // A table of keys may have any: they are looked at when it is read.
            let keys = if shape == "table" { keys.iter().take(1) } else { keys.iter().take(keys.len()) };
            let row = [name.as_str(), shape].into_iter().chain(keys.map(String::as_str));
            list.raw_push(self.lua.create_sequence_from(row)?)?;
        }
        let (meter, limits) = (self.meter.clone(), self.limits.clone());
        let slow = self.lua.create_function(move |lua, (index, arguments): (usize, Variadic<LuaValue>)| {
            let (name, word) =
                index.checked_sub(1).and_then(|i| words.get(i)).ok_or_else(|| complain("no such word"))?;
            speak(lua, &meter, &limits, name, word, &arguments)
        })?;
        self.library.builders.call((globals, slow, [WORD_KEY, LINE_KEY], list))
    }

    fn word(&self, name: &str, word: &Arc<Word>) -> mlua::Result<Function> {
        let (meter, limits, word) = (self.meter.clone(), self.limits.clone(), word.clone());
        let name: Arc<str> = name.into();
        self.lua.create_function(move |lua, arguments: Variadic<LuaValue>| {
            speak(lua, &meter, &limits, &name, &word, &arguments)
        })
    }

    /// A word that gives a row of values. They count as what it was given does.
    fn rows(&self, name: &str, rows: &Arc<Rows>) -> mlua::Result<Function> {
        let (meter, limits, rows) = (self.meter.clone(), self.limits.clone(), rows.clone());
        let name = name.to_owned();
        self.lua.create_function(move |lua, arguments: Variadic<LuaValue>| {
            let call = Call::now(lua)?;
            let arguments = read(&meter, &limits, &|place| format!("{name} argument {place}"), &arguments, None)?;
            let row = made(lua, &meter, || {
                let mut row = Row::new(lua);
                rows(&call.context(0), &arguments, &mut row).map_err(complain)?;
                Ok(row.into_values())
            })?;
            meter.charge(row.len() as u64 / 8).map_err(mlua::Error::external)?;
            Ok(Variadic::from(row))
        })
    }
}

/// Who calls a word.
struct Call {
    script: Arc<str>,
    loading: bool,
    host: Option<Arc<dyn Any + Send + Sync>>,
}

impl Call {
    fn now(lua: &Lua) -> mlua::Result<Self> {
        let state = lua.app_data_ref::<State>().ok_or_else(|| complain("nothing can be called now"))?;
        Ok(Self { script: state.script.clone(), loading: state.loading, host: state.host.clone() })
    }

    fn context(&self, line: u32) -> Context<'_> {
        Context { script: &self.script, line, loading: self.loading, host: self.host.as_deref() }
    }
}

/// Carries out a word in Rust.
fn speak(
    lua: &Lua,
    meter: &Meter,
    limits: &Limits,
    name: &str,
    word: &Arc<Word>,
    arguments: &[LuaValue],
) -> mlua::Result<LuaValue> {
    let call = Call::now(lua)?;
    let mut keep = |function| keep(lua, function);
    let keep: Option<&mut dyn FnMut(Function) -> usize> = if call.loading { Some(&mut keep) } else { None };
    let arguments = read(meter, limits, &|place| format!("{name} argument {place}"), arguments, keep)?;
    let line = if call.loading { caller(lua).1 } else { 0 };
    let value = word(&call.context(line), &arguments).map_err(complain)?;
    let Call { script, loading, .. } = call;
    if !loading {
        return made(lua, meter, || write(lua, &value, None));
    }
    let state = lua.app_data_ref::<State>();
    let kept = state.as_ref().and_then(|state| state.kept.get(&script));
    made(lua, meter, || write(lua, &value, Some(kept.map_or(&[], Vec::as_slice))))
}

/// Makes values of the host's without a look at the limit of memory for each piece, which costs as much as the piece; the
/// limit is looked at after all of them.
fn made<T>(lua: &Lua, meter: &Meter, make: impl FnOnce() -> mlua::Result<T>) -> mlua::Result<T> {
    let most = lua.set_memory_limit(0)?;
    let made = make();
    lua.set_memory_limit(most)?;
    if most > 0 && lua.used_memory() > most {
        return Err(mlua::Error::external(meter.trip(Limit::Memory)));
    }
    made
}

/// Numbers a function of the script that is being loaded; the same function keeps its number.
fn keep(lua: &Lua, function: Function) -> usize {
    let Some(mut state) = lua.app_data_mut::<State>() else { return 0 };
    let script = state.script.clone();
    let functions = state.kept.entry(script).or_default();
    let pointer = function.to_pointer();
    functions.iter().position(|known| known.to_pointer() == pointer).unwrap_or_else(|| {
        functions.push(function);
        functions.len() - 1
    })
}

fn read(
    meter: &Meter,
    limits: &Limits,
    root: &dyn Fn(usize) -> String,
    values: &[LuaValue],
    keep: Option<&mut dyn FnMut(Function) -> usize>,
) -> mlua::Result<Vec<Value>> {
    let mut reader = Reader::new(meter, limits, keep);
    let mut plain = Vec::with_capacity(values.len());
    for (place, value) in values.iter().enumerate() {
        plain.push(reader.read(&|| root(place + 1), value).map_err(|Unfit { message, limit }| {
            if let Some(limit) = limit {
                meter.trip(limit);
            }
            complain(message)
        })?);
    }
    meter.charge(1 + reader.values() as u64 / 8).map_err(mlua::Error::external)?;
    Ok(plain)
}

#[cfg(test)]
mod tests;
