//! Values that cross between scripts and the host, as `serde_json::Value`.
//!
//! Tables with keys 1 to n are arrays, tables with text keys are objects (sorted), an empty table is an empty array.
//! Numbers are whole and exact. Functions cross only while a script is loaded, as `{"$function": n}`.

use super::error::complain;
use super::limits::{Limit, Limits, Meter};
use mlua::{Either, Function, IntoLua, Lua, Table, Value as LuaValue};
use serde_json::{Map, Value};
use std::ffi::c_void;
use std::fmt::Write;

/// The key of an object that stands for a function.
pub const FUNCTION_KEY: &str = "$function";

/// Whole numbers up to this, either way, are exact: 2^53 - 1.
pub const MOST: i64 = (1 << 53) - 1;

/// A value that cannot cross.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unfit {
    pub(crate) message: String,
    pub(crate) limit: Option<Limit>,
}

/// A number as a whole number; negative zero is zero. NaN, infinities, fractions and what is beyond 2^53 - 1 are refused.
///
/// # Errors
/// A message that says what the number is.
pub fn whole(number: f64) -> Result<i64, String> {
    if number.is_nan() {
        Err("is not a number (0/0)".to_owned())
    } else if number.is_infinite() {
        Err("is infinite".to_owned())
    } else if number.fract() != 0.0 {
        Err(format!("must be a whole number, not {number}"))
    } else if number.abs() > MOST as f64 {
        Err("is too large: whole numbers go up to 2^53 - 1".to_owned())
    } else {
        Ok(number as i64)
    }
}

enum Step {
    Key(String),
    Index(usize),
}

/// Gives functions a number.
pub(crate) type Keep<'k> = &'k mut dyn FnMut(Function) -> usize;

pub(crate) struct Reader<'l, 'k> {
    meter: &'l Meter,
    limits: &'l Limits,
    keep: Option<Keep<'k>>,
    path: Vec<Step>,
    open: Vec<*const c_void>,
    values: usize,
    bytes: usize,
}

impl<'l, 'k> Reader<'l, 'k> {
    pub(crate) fn new(meter: &'l Meter, limits: &'l Limits, keep: Option<Keep<'k>>) -> Self {
        Self { meter, limits, keep, path: Vec::new(), open: Vec::new(), values: 0, bytes: 0 }
    }

    /// How many values were read.
    pub(crate) fn values(&self) -> usize {
        self.values
    }

    /// Reads a value; `root` names it in messages.
    pub(crate) fn read(&mut self, root: &dyn Fn() -> String, value: &LuaValue) -> Result<Value, Unfit> {
        self.path.clear();
        self.value(value)
            .map_err(|unfit| Unfit { message: format!("{} {}", self.place(&root()), unfit.message), ..unfit })
    }

    fn place(&self, root: &str) -> String {
        let mut place = format!("`{root}");
        for step in &self.path {
            let _ = match step {
                Step::Key(key) if key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') => {
                    write!(place, ".{key}")
                }
                Step::Key(key) => write!(place, "[\"{}\"]", key.escape_default()),
                Step::Index(index) => write!(place, "[{index}]"),
            };
        }
        place + "`"
    }

    fn value(&mut self, value: &LuaValue) -> Result<Value, Unfit> {
        self.count()?;
        match value {
            LuaValue::Nil => Ok(Value::Null),
            LuaValue::Boolean(truth) => Ok(Value::Bool(*truth)),
            LuaValue::Integer(number) if number.unsigned_abs() <= MOST as u64 => Ok(Value::from(*number)),
            LuaValue::Integer(number) => whole(*number as f64).map(Value::from).map_err(plain),
            LuaValue::Number(number) => whole(*number).map(Value::from).map_err(plain),
            LuaValue::String(text) => Ok(Value::String(self.text(text)?)),
            LuaValue::Table(table) => self.table(table),
            LuaValue::Function(function) => match &mut self.keep {
                Some(keep) => {
                    let mut object = Map::new();
                    object.insert(FUNCTION_KEY.to_owned(), Value::from(keep(function.clone())));
                    Ok(Value::Object(object))
                }
                None => Err(plain("is a function: functions cannot be handed over here")),
            },
            _ => Err(plain("is of a kind that cannot be handed over")),
        }
    }

    fn count(&mut self) -> Result<(), Unfit> {
        self.values += 1;
        if self.values > self.limits.values {
            Err(self.too("holds too many values", self.limits.values))
        } else {
            Ok(())
        }
    }

    fn too(&self, message: &str, most: usize) -> Unfit {
        Unfit { message: format!("{message} (at most {most})"), limit: Some(Limit::Value) }
    }

    fn text(&mut self, text: &mlua::LuaString) -> Result<String, Unfit> {
        let bytes = text.as_bytes();
        self.bytes += bytes.len();
        if self.bytes > self.limits.value_bytes {
            return Err(self.too("holds too much text", self.limits.value_bytes));
        }
        std::str::from_utf8(&bytes).map(str::to_owned).map_err(|_| plain("is not valid UTF-8 text"))
    }

    fn table(&mut self, table: &Table) -> Result<Value, Unfit> {
        if self.open.contains(&table.to_pointer()) {
            return Err(Unfit { message: "contains itself".to_owned(), limit: None });
        }
        if self.open.len() >= self.limits.value_depth {
            return Err(self.too("nests too deep", self.limits.value_depth));
        }
        // To go over an emptied table takes time too.
        self.meter.charge(1).map_err(|limit| Unfit { message: limit.message().to_owned(), limit: Some(limit) })?;
        self.open.push(table.to_pointer());
        let value = self.entries(table)?;
        self.open.pop();
        Ok(value)
    }

    /// Takes one entry of a table.
    fn entry(
        &mut self,
        key: &LuaValue,
        value: LuaValue,
        texts: &mut Vec<(String, LuaValue)>,
        indexed: &mut Vec<(u64, LuaValue)>,
    ) -> Result<(), Unfit> {
        if texts.len() + indexed.len() >= self.limits.values {
            return Err(self.too("holds too many values", self.limits.values));
        }
        match key {
            LuaValue::String(key) => {
                self.count()?;
                texts.push((self.text(key)?, value));
            }
            LuaValue::Integer(index) if *index > 0 => indexed.push((*index as u64, value)),
            LuaValue::Number(index) if *index > 0.0 && index.fract() == 0.0 => indexed.push((*index as u64, value)),
            _ => return Err(plain("has a key that is neither a text nor a place in a list")),
        }
        Ok(())
    }

    fn entries(&mut self, table: &Table) -> Result<Value, Unfit> {
        let (mut texts, mut indexed) = (Vec::new(), Vec::new());
        let mut unfit = None;
        let walked = table.for_each(|key: LuaValue, value: LuaValue| {
            self.entry(&key, value, &mut texts, &mut indexed).map_err(|why| {
                unfit = Some(why);
                complain("")
            })
        });
        if walked.is_err() {
            return Err(unfit.unwrap_or_else(|| plain("cannot be read")));
        }
        if !texts.is_empty() && !indexed.is_empty() {
            return Err(plain("mixes a list with named fields"));
        }
        if !texts.is_empty() {
            // Sorted first, so that of several faults the same one is always told.
            texts.sort_by(|a, b| a.0.cmp(&b.0));
            let mut object = Map::new();
            for (key, value) in texts {
                self.path.push(Step::Key(key));
                let value = self.value(&value)?;
                if let Some(Step::Key(key)) = self.path.pop() {
                    object.insert(key, value);
                }
            }
            if object.contains_key(FUNCTION_KEY) {
                return Err(plain("has the key `$function`, which is kept for functions"));
            }
            return Ok(Value::Object(object));
        }
        indexed.sort_by_key(|(index, _)| *index);
        let mut array = Vec::with_capacity(indexed.len());
        for (place, (index, value)) in indexed.iter().enumerate() {
            if *index != place as u64 + 1 {
                return Err(plain(format!("is a list with a gap: number {} is missing", place + 1)));
            }
            self.path.push(Step::Index(place + 1));
            array.push(self.value(value)?);
            self.path.pop();
        }
        Ok(Value::Array(array))
    }
}

fn plain(message: impl Into<String>) -> Unfit {
    Unfit { message: message.into(), limit: None }
}

/// A number for scripts.
fn number(number: &serde_json::Number) -> mlua::Result<f64> {
    match (number.as_i64(), number.as_f64()) {
        (Some(number), _) if number.unsigned_abs() <= MOST as u64 => Ok(number as f64),
        (None, Some(number)) if number.is_finite() && number.abs() <= MOST as f64 => Ok(number),
        _ => Err(complain("the host gave a number beyond 2^53 - 1")),
    }
}

/// Makes a value for scripts. With `functions` (while a script is loaded) its tables cannot be changed, and
/// `{"$function": n}` is the function again.
pub(crate) fn write(lua: &Lua, value: &Value, functions: Option<&[Function]>) -> mlua::Result<LuaValue> {
    Ok(match value {
        Value::Null => LuaValue::Nil,
        Value::Bool(truth) => LuaValue::Boolean(*truth),
        Value::Number(value) => LuaValue::Number(number(value)?),
        Value::String(text) => LuaValue::String(lua.create_string(text)?),
        Value::Array(values) => {
            let table = lua.create_sequence_from(values.iter().map(|value| piece(value, functions)))?;
            if functions.is_some() {
                table.set_readonly(true);
            }
            LuaValue::Table(table)
        }
        Value::Object(fields) => {
            if let (Some(number), Some(functions)) = (fields.get(FUNCTION_KEY).and_then(Value::as_u64), functions) {
                let function = functions.get(number as usize);
                return function.cloned().map(LuaValue::Function).ok_or_else(|| complain("there is no such function"));
            }
            let pieces = fields.iter().map(|(key, value)| (key.as_str(), piece(value, functions)));
            let table = lua.create_table_from(pieces)?;
            if functions.is_some() {
                table.set_readonly(true);
            }
            LuaValue::Table(table)
        }
    })
}

/// A value in a table: texts go straight there, without a handle of their own.
fn piece<'v>(value: &'v Value, functions: Option<&'v [Function]>) -> Either<&'v str, Piece<'v>> {
    match value {
        Value::String(text) => Either::Left(text),
        _ => Either::Right(Piece { value, functions }),
    }
}

struct Piece<'v> {
    value: &'v Value,
    functions: Option<&'v [Function]>,
}

impl IntoLua for Piece<'_> {
    fn into_lua(self, lua: &Lua) -> mlua::Result<LuaValue> {
        write(lua, self.value, self.functions)
    }
}
