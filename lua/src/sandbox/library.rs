//! The globals of scripts: an allow-list, over the interpreter's own functions, in `prelude.luau`; and the parts of it
//! that are written in Rust.

use super::error::{self, PRELUDE, complain};
use super::limits::{Limit, Limits, LogLine, Meter};
use eagles::kept::Kept;
use mlua::{Function, Lua, LuaString, MultiValue, Table, Value};
use std::cmp::Ordering;
use std::fmt::Write;
use std::sync::Arc;

/// Globals that every script has.
pub(crate) const GLOBALS: [&str; 18] = [
    "assert", "bit32", "error", "ipairs", "math", "next", "pairs", "pcall", "print", "select", "string", "table",
    "tonumber", "tostring", "type", "typeof", "unpack", "xpcall",
];

/// Globals of other Luau hosts that scripts do not have, and why.
const GONE: [(&str, &str); 25] = [
    ("buffer", "use texts and tables"),
    ("collectgarbage", "memory is looked after"),
    ("coroutine", "a card asks for a choice and is called again with the answer"),
    ("debug", "use print: it names the card and the line"),
    ("dofile", "a card is one file"),
    ("gcinfo", "memory is looked after"),
    ("getfenv", "globals cannot be changed"),
    ("getmetatable", "tables are plain in cards"),
    ("io", "cards read no files"),
    ("load", "a card is text, read once"),
    ("loadstring", "a card is text, read once"),
    ("newproxy", "tables are plain in cards"),
    ("os", "cards see no clock and no machine"),
    ("package", "a card is one file"),
    ("rawequal", "use =="),
    ("rawget", "tables are plain in cards: use t[k]"),
    ("rawlen", "tables are plain in cards: use #t"),
    ("rawset", "tables are plain in cards: use t[k] = v"),
    ("require", "a card is one file"),
    ("setfenv", "globals cannot be changed"),
    ("setmetatable", "tables are plain in cards"),
    ("utf8", "use texts as they are"),
    ("null", "write nil"),
    ("vector", "use two numbers"),
    ("_G", "there are no globals of your own: use `local`"),
];

/// Why a script does not have this global.
pub(crate) fn gone(name: &str) -> Option<&'static str> {
    GONE.iter().find(|(gone, _)| *gone == name).map(|(_, why)| *why)
}

/// Why a script does not have this function of `math`, where other Luau hosts have it.
pub(crate) fn gone_from_math(name: &str) -> Option<&'static str> {
    match name {
        "random" | "randomseed" | "noise" => Some("write `roll`, or `dice` in a handler: the battle's own dice"),
        "acos" | "asin" | "atan" | "atan2" | "cos" | "cosh" | "exp" | "log" | "log10" | "pow" | "sin" | "sinh"
        | "sqrt" | "tan" | "tanh" => Some("it is not exact, and differs between machines"),
        _ => None,
    }
}

/// What the prelude gives.
pub(crate) struct Library {
    pub(crate) globals: Table,
    pub(crate) begin: Function,
    pub(crate) finish: Function,
    pub(crate) builders: Function,
}

fn limit<T>(result: Result<T, Limit>) -> mlua::Result<T> {
    result.map_err(mlua::Error::external)
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Nil => "nil",
        Value::Boolean(_) => "boolean",
        Value::Integer(_) | Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Table(_) => "table",
        Value::Function(_) => "function",
        _ => "value",
    }
}

/// Length of a text. A number would become one that nobody has counted.
fn length(value: &Value) -> mlua::Result<usize> {
    match value {
        Value::String(text) => Ok(text.as_bytes().len()),
        Value::Integer(_) | Value::Number(_) => Err(complain("expected a text, not number: use tostring")),
        other => Err(complain(format!("expected a text, not {}", kind(other)))),
    }
}

/// Measures what the library does.
#[derive(Clone)]
struct Gauge {
    meter: Arc<Meter>,
    limits: Limits,
}

impl Gauge {
    /// Makes a text.
    fn make(&self, lua: &Lua, text: impl AsRef<[u8]>) -> mlua::Result<LuaString> {
        self.meter.count(|tally| tally.text(text.as_ref()));
        lua.create_string(text)
    }

    /// Counts texts that the interpreter has made.
    fn made(&self, values: &MultiValue) {
        if values.iter().any(Value::is_string) {
            self.meter.count(|tally| {
                for value in values {
                    if let Value::String(text) = value {
                        tally.text(&text.as_bytes());
                    }
                }
            });
        }
    }

    /// Counts a key that is written.
    fn key(&self, key: &Value) {
        self.meter.count(|tally| match key {
            Value::String(text) => tally.text(&text.as_bytes()),
            Value::Integer(number) => tally.number(*number as f64),
            Value::Number(number) => tally.number(*number),
            Value::Table(_) | Value::Function(_) => tally.object(key.to_pointer() as usize),
            _ => {}
        });
    }

    /// A value as text. Tables and functions are named by their kind: an address would differ from run to run.
    fn text(&self, lua: &Lua, value: &Value) -> mlua::Result<LuaString> {
        match value {
            Value::String(text) => Ok(text.clone()),
            Value::Integer(_) | Value::Number(_) => {
                let text = lua.coerce_string(value.clone())?.ok_or_else(|| complain("this number has no text"))?;
                self.meter.count(|tally| tally.text(&text.as_bytes()));
                Ok(text)
            }
            Value::Boolean(truth) => lua.create_string(if *truth { "true" } else { "false" }),
            other => lua.create_string(kind(other)),
        }
    }

    /// A text of this length is read or made.
    fn bytes(&self, bytes: usize) -> mlua::Result<()> {
        if bytes > self.limits.text {
            return limit(Err(self.meter.trip(Limit::Text)));
        }
        limit(self.meter.charge(1 + bytes as u64 / 256))
    }

    fn elements(&self, n: usize) -> mlua::Result<()> {
        if n > self.limits.elements { limit(Err(self.meter.trip(Limit::Elements))) } else { Ok(()) }
    }

    fn cat(&self, lua: &Lua, values: MultiValue) -> mlua::Result<LuaString> {
        let mut joined = Vec::new();
        for value in &values {
            match value {
                Value::String(text) => joined.extend_from_slice(&text.as_bytes()),
                Value::Integer(_) | Value::Number(_) => joined.extend_from_slice(&self.text(lua, value)?.as_bytes()),
                other => return Err(complain(format!("attempt to join a text with {}", kind(other)))),
            }
            if joined.len() > self.limits.text {
                break;
            }
        }
        self.bytes(joined.len())?;
        self.make(lua, joined)
    }

    /// The keys of a table: numbers in order, then texts in order, then truths. An object as a key is refused, because
    /// objects have no order but that of their addresses.
    ///
    /// For a plain list it gives only its length.
    fn keys(&self, lua: &Lua, table: Table) -> mlua::Result<Value> {
        let mut keys = Vec::new();
        let mut list = true;
        table.for_each(|key: Value, _: Value| {
            if !matches!(key, Value::Boolean(_) | Value::Integer(_) | Value::Number(_) | Value::String(_)) {
                let message = format!("a {} is a key of this table: such a table cannot be gone over", kind(&key));
                return Err(complain(message));
            }
            list &= matches!(key, Value::Integer(place) if place == keys.len() as i64 + 1);
            keys.push(key);
            self.elements(keys.len())
        })?;
        if list {
            limit(self.meter.charge(1 + keys.len() as u64 / 16))?;
            return Ok(Value::Number(keys.len() as f64));
        }
        let rank = u64::from(keys.len().max(2).ilog2());
        limit(self.meter.charge(1 + keys.len() as u64 * rank / 16))?;
        keys.sort_by(compare);
        lua.create_sequence_from(keys).map(Value::Table)
    }

    fn sorting(&self, table: Table) -> mlua::Result<()> {
        let n = table.raw_len();
        self.elements(n)?;
        let mut longest = 0;
        table.for_each_value(|value: Value| {
            if let Value::String(text) = value {
                longest = longest.max(text.as_bytes().len());
            }
            Ok(())
        })?;
        let rank = u64::from(n.max(2).ilog2());
        limit(self.meter.charge(1 + n as u64 * rank * (1 + longest as u64 / 256) / 16))
    }

    fn joined(&self, lua: &Lua, (table, separator, from, to): (Table, Value, i64, i64)) -> mlua::Result<LuaString> {
        let separator = self.text(lua, &separator)?;
        let mut joined = Vec::new();
        for place in from..=to {
            if place > from {
                joined.extend_from_slice(&separator.as_bytes());
            }
            match table.raw_get(place)? {
                value @ (Value::String(_) | Value::Integer(_) | Value::Number(_)) => {
                    joined.extend_from_slice(&self.text(lua, &value)?.as_bytes());
                }
                other => {
                    return Err(complain(format!(
                        "table.concat: expected a text, not {} (element {place})",
                        kind(&other)
                    )));
                }
            }
            if joined.len() > self.limits.text {
                break;
            }
        }
        self.bytes(joined.len())?;
        self.make(lua, joined)
    }

    fn heavy(&self, text: &Value, pattern: &Value) -> mlua::Result<u64> {
        if let (Value::String(text), Value::String(pattern)) = (text, pattern) {
            let classes = pattern.as_bytes().windows(2).any(|w| w[0] == b'%' && b"acglpsuwACGLPSUW".contains(&w[1]));
            if classes && !text.as_bytes().is_ascii() {
                return Err(complain("classes of letters (%a and its like) work on ASCII texts only"));
            }
        }
        let (text, pattern) = (length(text)?, length(pattern)?);
        if pattern > self.limits.pattern {
            return limit(Err(self.meter.trip(Limit::Text)));
        }
        self.bytes(text)?;
        let before = self.meter.weight();
        let weight = 1 + (text * pattern) as u64 / 128;
        limit(self.meter.charge(weight))?;
        self.meter.set_weight(before.max(weight));
        Ok(before)
    }

    fn print(&self, lua: &Lua, values: &MultiValue) -> mlua::Result<()> {
        let mut line = String::new();
        for (place, value) in values.iter().enumerate() {
            if place > 0 {
                line.push(' ');
            }
            line.push_str(&self.text(lua, value)?.to_string_lossy());
            if line.len() > self.limits.log_line {
                line.truncate(error::cut(&line, self.limits.log_line).len());
                line.push_str("...");
                break;
            }
        }
        limit(self.meter.charge(1 + line.len() as u64 / 64))?;
        let (script, at) = caller(lua);
        self.meter.print(LogLine { script, line: at, text: line }, &self.limits);
        Ok(())
    }

    fn format(&self, lua: &Lua, mut values: MultiValue) -> mlua::Result<LuaString> {
        let Some(Value::String(format)) = values.pop_front() else {
            return Err(complain("string.format: expected a text as first argument"));
        };
        let format = format.as_bytes().to_vec();
        self.bytes(format.len())?;
        let mut out = Vec::with_capacity(format.len());
        let mut bytes = format.iter().copied().peekable();
        let mut values = values.into_iter();
        while let Some(byte) = bytes.next() {
            if byte != b'%' {
                out.push(byte);
                continue;
            }
            if bytes.peek() == Some(&b'%') {
                bytes.next();
                out.push(b'%');
                continue;
            }
            let mut spec = Spec::default();
            while let Some(flag) = bytes.peek().copied().filter(|b| b"-0+ ".contains(b)) {
                spec.flag(flag);
                bytes.next();
            }
            while let Some(digit) = bytes.peek().copied().filter(u8::is_ascii_digit) {
                spec.width = spec.width * 10 + usize::from(digit - b'0');
                if spec.width > 99 {
                    return Err(complain("string.format: a width goes up to 99"));
                }
                bytes.next();
            }
            let conversion = bytes.next().unwrap_or(b' ');
            let Some(value) = values.next() else {
                return Err(complain("string.format: more places than values"));
            };
            let made = match conversion {
                b's' | b'*' => {
                    spec.zero = false;
                    self.text(lua, &value)?.as_bytes().to_vec()
                }
                b'd' | b'i' | b'x' | b'X' => integer(conversion, &value, spec.plus)?.into_bytes(),
                b'c' => match &value {
                    Value::Integer(code @ 0..=255) => vec![*code as u8],
                    _ => return Err(complain("string.format: %c needs a number from 0 to 255")),
                },
                _ => return Err(complain("string.format: only %d %i %x %X %c %s %* and %% are available")),
            };
            spec.pad(&mut out, &made);
            if out.len() > self.limits.text {
                break;
            }
        }
        self.bytes(out.len())?;
        self.make(lua, out)
    }
}

fn integer(conversion: u8, value: &Value, plus: bool) -> mlua::Result<String> {
    let number = match value {
        Value::Integer(number) => super::values::whole(*number as f64),
        Value::Number(number) => super::values::whole(*number),
        other => Err(format!("must be a number, not {}", kind(other))),
    };
    let number = number.map_err(|why| complain(format!("string.format: the value of %d {why}")))?;
    let mut made = String::new();
    let _ = match conversion {
        b'x' | b'X' if number < 0 => return Err(complain("string.format: %x needs a number from 0")),
        b'x' => write!(made, "{number:x}"),
        b'X' => write!(made, "{number:X}"),
        _ if plus => write!(made, "{number:+}"),
        _ => write!(made, "{number}"),
    };
    Ok(made)
}

/// `tonumber` of a text: decimal, with fraction and exponent if wanted, or `0x`; with a base, whole numbers only.
fn number(value: &Value, base: &Value) -> mlua::Result<Option<f64>> {
    let text = match value {
        Value::String(text) => text.to_string_lossy(),
        Value::Integer(number) if !base.is_nil() => number.to_string(),
        _ => return Ok(None),
    };
    let text = text.trim_matches(|c: char| c.is_ascii_whitespace());
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let hex = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"));
    let in_base = |digits: &str, base: u32| {
        let plain = digits.bytes().all(|b| b.is_ascii_alphanumeric());
        let number = u64::from_str_radix(digits, base).ok().filter(|number| *number <= super::values::MOST as u64);
        number.filter(|_| plain).map(|number| number as f64)
    };
    let number = match (base, hex) {
        (Value::Nil, Some(digits)) => in_base(digits, 16),
        (Value::Nil, None) => {
            let plain = digits.bytes().all(|b| b.is_ascii_digit() || b".eE+-".contains(&b));
            let starts = digits.starts_with(|c: char| c.is_ascii_digit() || c == '.');
            digits.parse().ok().filter(|number: &f64| plain && starts && number.is_finite())
        }
        (Value::Integer(base @ 2..=36), _) => {
            in_base(if *base == 16 { hex.unwrap_or(digits) } else { digits }, *base as u32)
        }
        _ => return Err(complain("tonumber: expected a base from 2 to 36")),
    };
    Ok(number.map(|number| if negative { -number } else { number }))
}

#[derive(Default)]
struct Spec {
    left: bool,
    zero: bool,
    plus: bool,
    width: usize,
}

impl Spec {
    fn flag(&mut self, flag: u8) {
        match flag {
            b'-' => self.left = true,
            b'0' => self.zero = true,
            b'+' => self.plus = true,
            _ => {}
        }
    }

    fn pad(&self, out: &mut Vec<u8>, made: &[u8]) {
        let missing = self.width.saturating_sub(made.len());
        if self.left {
            out.extend_from_slice(made);
            out.extend(std::iter::repeat_n(b' ', missing));
        } else if self.zero {
            let sign = usize::from(matches!(made.first(), Some(b'-' | b'+')));
            out.extend_from_slice(&made[..sign]);
            out.extend(std::iter::repeat_n(b'0', missing));
            out.extend_from_slice(&made[sign..]);
        } else {
            out.extend(std::iter::repeat_n(b' ', missing));
            out.extend_from_slice(made);
        }
    }
}

fn compare(a: &Value, b: &Value) -> Ordering {
    fn rank(value: &Value) -> (u8, f64) {
        match value {
            Value::Integer(number) => (0, *number as f64),
            Value::Number(number) => (0, *number),
            Value::String(_) => (1, 0.0),
            _ => (2, f64::from(u8::from(matches!(value, Value::Boolean(true))))),
        }
    }
    match (a, b) {
        (Value::String(a), Value::String(b)) => a.as_bytes().as_ref().cmp(b.as_bytes().as_ref()),
        _ => {
            let (a, b) = (rank(a), rank(b));
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
        }
    }
}

/// The script and line that called the Rust function that is running.
pub(crate) fn caller(lua: &Lua) -> (String, u32) {
    for level in 1..12 {
        let found = lua.inspect_stack(level, |debug| {
            let source = debug.source();
            let name = source.short_src.unwrap_or_default().into_owned();
            let own = source.what == "C" || name == PRELUDE.trim_start_matches('=');
            (!own).then(|| (name, debug.current_line().unwrap_or(0) as u32))
        });
        match found {
            Some(Some(found)) => return found,
            Some(None) => {}
            None => break,
        }
    }
    (String::new(), 0)
}

/// The prelude as bytecode, made once for the process.
fn prelude() -> mlua::Result<Arc<Vec<u8>>> {
    static CODE: Kept<Vec<u8>> = Kept::new();
    CODE.try_get(|| {
        let compiler = mlua::chunk::Compiler::new().set_optimization_level(1).set_debug_level(0);
        compiler.compile(include_str!("prelude.luau"))
    })
}

/// Builds the globals of scripts.
pub(crate) fn build(lua: &Lua, limits: &Limits, meter: &Arc<Meter>) -> mlua::Result<Library> {
    let gauge = Gauge { meter: meter.clone(), limits: limits.clone() };
    let host = lua.create_table()?;
    macro_rules! host {
        ($name:literal, |$g:ident, $lua:ident, $args:tt: $kind:ty| $body:expr) => {{
            let $g = gauge.clone();
            host.raw_set($name, lua.create_function(move |$lua, $args: $kind| $body)?)?;
        }};
    }
    host!("charge", |g, _lua, steps: f64| limit(g.meter.charge(steps.max(0.0) as u64)));
    host!("trip", |g, _lua, (): ()| limit(Err::<(), _>(g.meter.trip(Limit::Elements))));
    host!("size", |g, _lua, value: Value| g.bytes(length(&value)?));
    host!("fit", |g, _lua, value: Value| {
        g.bytes(length(&value)?)?;
        g.key(&value);
        Ok(value)
    });
    host!("keys", |g, lua, table: Table| g.keys(lua, table));
    host!("cloning", |g, _lua, table: Table| {
        let mut n = 0;
        table.for_each(|_: Value, _: Value| {
            n += 1;
            g.elements(n)
        })?;
        limit(g.meter.charge(1 + n as u64 / 8))
    });
    host!("sorting", |g, _lua, table: Table| g.sorting(table));
    host!("joined", |g, lua, args: (Table, Value, i64, i64)| g.joined(lua, args));
    host!("key", |g, _lua, key: Value| {
        g.key(&key);
        Ok(())
    });
    host!("moved", |g, _lua, (from, n): (f64, f64)| {
        g.meter.count(|tally| (0..n as u64).for_each(|place| tally.number(from + place as f64)));
        Ok(())
    });
    host!("room", |g, _lua, n: f64| {
        g.meter.count(|tally| tally.room(n.max(0.0) as usize));
        Ok(())
    });
    host!("made", |g, _lua, values: MultiValue| {
        g.made(&values);
        Ok(values)
    });
    host!("parts", |g, _lua, parts: Table| {
        let n = parts.raw_len();
        g.meter.count(|tally| {
            tally.room(n);
            parts.for_each_value(|text: LuaString| {
                tally.text(&text.as_bytes());
                Ok(())
            })
        })?;
        limit(g.meter.charge(n as u64))
    });
    host!("lighter", |g, _lua, (weight, values): (u64, MultiValue)| {
        g.meter.set_weight(weight);
        g.made(&values);
        Ok(values)
    });
    host!("repeated", |g, _lua, (value, n, separator): (Value, f64, Value)| {
        let separator = if separator.is_nil() { 0 } else { length(&separator)? };
        let bytes = (length(&value)? + separator) as f64 * n.max(0.0);
        // Repeating nothing takes time too.
        g.bytes(bytes.max(n).clamp(0.0, 1e15) as usize)
    });
    host!("heavy", |g, _lua, (text, pattern): (Value, Value)| g.heavy(&text, &pattern));
    host!("number", |_g, _lua, (value, base): (Value, Value)| number(&value, &base));
    host!("char", |g, lua, values: MultiValue| {
        let byte = |value: &Value| match value {
            Value::Integer(code @ 0..=255) => Ok(*code as u8),
            _ => Err(complain("string.char: expected numbers from 0 to 255")),
        };
        g.make(lua, values.iter().map(byte).collect::<mlua::Result<Vec<u8>>>()?)
    });
    host!("upper", |g, lua, value: Value| {
        g.bytes(length(&value)?)?;
        g.make(lua, g.text(lua, &value)?.as_bytes().to_ascii_uppercase())
    });
    host!("lower", |g, lua, value: Value| {
        g.bytes(length(&value)?)?;
        g.make(lua, g.text(lua, &value)?.as_bytes().to_ascii_lowercase())
    });
    host!("weight", |g, _lua, (): ()| Ok(g.meter.weight()));
    host!("weigh", |g, _lua, weight: u64| {
        g.meter.set_weight(weight);
        Ok(())
    });
    host!("settle", |g, lua, value: Value| {
        let message = match &value {
            Value::Error(error) => error::caught(error, &g.meter),
            Value::String(text) => {
                g.key(&value);
                let text = text.to_string_lossy();
                if let Some(limit) = error::limit_of_text(&text) {
                    g.meter.trip(limit);
                }
                error::clean(&text).to_owned()
            }
            other => g.text(lua, other)?.to_string_lossy(),
        };
        // A limit that was hit is not caught.
        if let Some(hit) = g.meter.tripped() {
            return limit(Err(hit));
        }
        g.make(lua, message)
    });
    host!("cat", |g, lua, values: MultiValue| g.cat(lua, values));
    host!("text", |g, lua, value: Value| g.text(lua, &value));
    host!("format", |g, lua, values: MultiValue| g.format(lua, values));
    host!("print", |g, lua, values: MultiValue| g.print(lua, &values));
    host.raw_set("most", limits.elements)?;
    host.raw_set("small", super::keys::SMALL)?;

    let native = lua.globals();
    let code = prelude()?;
    let chunk = lua.load(&*code).set_name(PRELUDE).set_mode(mlua::chunk::ChunkMode::Binary);
    let (globals, begin, finish, builders): (Table, Function, Function, Function) = chunk.call((native, host))?;
    for library in ["table", "string", "math", "bit32"] {
        globals.raw_get::<Table>(library)?.set_readonly(true);
    }
    let texts: Table = globals.raw_get("string")?;
    let metatable = lua.create_table()?;
    metatable.raw_set("__index", texts)?;
    metatable.raw_set("__metatable", "text")?;
    metatable.set_readonly(true);
    lua.set_type_metatable::<LuaString>(Some(metatable));
    Ok(Library { globals, begin, finish, builders })
}
