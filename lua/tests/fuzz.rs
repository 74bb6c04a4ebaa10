//! Random and broken sources: nothing panics or hangs, what is refused is refused with a place, what is read also
//! compiles, and the interpreter stays usable. `EAGLES_FULL=1` runs ten times as many.

use eagles_lua::sandbox::{FunctionRef, Limits, Sandbox, Script, Vocabulary};
use serde_json::json;
use std::sync::Arc;

fn runs(tenth: usize) -> usize {
    if std::env::var_os("EAGLES_FULL").is_some() { tenth * 10 } else { tenth }
}

/// A small generator of our own, so that a failing run can be repeated.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n as u64) as usize
    }

    fn one_of<'a, T: ?Sized>(&mut self, all: &[&'a T]) -> &'a T {
        all[self.below(all.len())]
    }
}

const CARDS: [&str; 4] = [
    r##"--!strict
type Effect = { add: number, to: string?, f: (number, ...string) -> (number, string) }
local function effect(add: number, to: string?): Effect
    return { add = add, to = to or "fire" } :: Effect
end
return card { title = `Mud {1 + 2}`, effects = { effect(-1), effect(3, 'x') }, on = function(ctx) return ctx.n + 1 end }
"##,
    r##"local list = {}
for i = 1, 10 do list[#list + 1] = i * 2 .. "" end
for place, value in list do if value == "4" then continue elseif place > 5 then break else list[place] = value .. 1 end end
return { list = list, on = function(a) local t = { n = 1 } t.n += a.n t.n -= 1; t.x, t.y = t.n, -t.n return t end }
"##,
    r##"local function walk(n) if n <= 0 then return {} end return { walk(n - 1), n } end
local text = [==[long
text]==] .. '\65\x41\u{41}\z
   end'
repeat local done = #text > 2 until done
while not (text == nil) do break end
return { on = function(a) return { walk(3), text:gsub("%a", string.upper), if a then 1 else 2 } end }
"##,
    r##"local t = table.create(3, 0x1F) --[[ comment ]] local u = { ["a b"] = 1; c = 2, 3 }
function t.f(self, ...) return select("#", ...) end
function t:g() return self end
do local a, b = 1.5e2, .25 t[1] = a // 1 + b * 4 % 3 end
return { on = function() local ok, why = pcall(error, "x") return { ok, why, t[1], u.c, t.f(t, 1, 2), math.max(1, 2) } end }
"##,
];

const WORDS: [&str; 79] = [
    "\u{e9}",
    "'\u{2192}'",
    "\\\u{e9}",
    "\u{feff}",
    "--[==[\u{1f985}]==]",
    "and",
    "break",
    "continue",
    "do",
    "else",
    "elseif",
    "end",
    "false",
    "for",
    "function",
    "if",
    "in",
    "local",
    "nil",
    "not",
    "or",
    "repeat",
    "return",
    "then",
    "true",
    "until",
    "while",
    "type",
    "export",
    "a",
    "b",
    "t",
    "card",
    "pairs",
    "string",
    "pcall",
    "error",
    "print",
    "table",
    "self",
    "1",
    "2.5",
    "0xF",
    "'x'",
    "\"y\"",
    "`{`",
    "`}`",
    "`",
    "`z`",
    "[[q]]",
    "+",
    "-",
    "*",
    "/",
    "//",
    "%",
    "^",
    "#",
    "==",
    "~=",
    "<=",
    ">=",
    "<",
    ">",
    "=",
    "+=",
    "..=",
    "..",
    "...",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ":",
    ",",
    ".",
];

/// Pieces of programs that fit together more often than single words.
const PIECES: [&str; 22] = [
    "local a, b, t = 1, 2, {}\n",
    "a += 1\n",
    "t.x = a .. b\n",
    "t[a + 1] = { b, x = a }\n",
    "if a == b then ",
    "end\n",
    "for i = 1, 3 do ",
    "for k, v in t do ",
    "while a < 3 do a += 1 ",
    "local function f(x, ...) ",
    "return f(a, ...)\n",
    "f { a .. 'x', -b }\n",
    "t.x ..= `{a}{b}`\n",
    "local c = (a + b) * -2 // 3 .. 'z' .. a\n",
    "repeat a -= 1 until a < 0\n",
    "do ",
    "else ",
    "t.f = function(self) return self.x end\n",
    "print(#t, not a)\n",
    "local d: { [string]: number } = t :: any\n",
    "break\n",
    "a, t.y = if a then b else 3, t:f()\n",
];

fn broken(text: &str, dice: &mut Dice) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=dice.below(4) {
        let at = dice.below(bytes.len().max(1)).min(bytes.len().saturating_sub(1));
        match dice.below(6) {
            0 if !bytes.is_empty() => bytes[at] = dice.below(256) as u8,
            1 if !bytes.is_empty() => drop(bytes.remove(at)),
            2 => bytes.truncate(at),
            3 => {
                let end = (at + dice.below(60)).min(bytes.len());
                let piece = bytes[at..end].to_vec();
                let to = dice.below(bytes.len() + 1);
                bytes.splice(to..to, piece);
            }
            _ => {
                let word = format!(" {} ", dice.one_of(&WORDS));
                bytes.splice(at..at, word.bytes());
            }
        }
    }
    bytes
}

struct Range {
    words: Arc<Vocabulary>,
    limits: Limits,
    sandbox: Sandbox,
    read: usize,
    loaded: usize,
    called: usize,
}

impl Range {
    fn new() -> Self {
        let limits = Limits {
            load_steps: 20_000,
            call_steps: 20_000,
            patience: std::time::Duration::from_secs(600),
            ..Limits::default()
        };
        let card = |_: &eagles_lua::sandbox::Context<'_>, arguments: &[serde_json::Value]| {
            Ok(arguments.first().cloned().unwrap_or_default())
        };
        let words = Arc::new(Vocabulary::new().word("card", card).constant("FRENCH", json!(0)));
        let sandbox = Sandbox::new(&limits).unwrap();
        Self { words, limits, sandbox, read: 0, loaded: 0, called: 0 }
    }

    fn shoot(&mut self, source: &[u8]) {
        let shown = String::from_utf8_lossy(source);
        let script = match Script::new("fuzz.lua", source, &self.words, &self.limits) {
            Ok(script) => script,
            Err(error) => {
                let known = ["registers", "upvalue"];
                let placed =
                    error.line.is_some() && (error.column.is_some() || known.iter().any(|k| error.message.contains(k)));
                assert!(placed && !error.message.is_empty(), "{error}\n{shown}");
                return;
            }
        };
        self.read += 1;
        let loaded = self.sandbox.load(&script);
        match &loaded {
            Ok(loaded) => {
                self.loaded += 1;
                for number in 0..loaded.functions.min(3) {
                    let function = FunctionRef { script: "fuzz.lua".into(), number };
                    let first = self.sandbox.call(&function, &[json!({"n": 2})], None);
                    let steps = self.sandbox.spent().steps;
                    let again = self.sandbox.call(&function, &[json!({"n": 2})], None);
                    assert_eq!((&first, steps), (&again, self.sandbox.spent().steps), "{shown}");
                    self.called += usize::from(first.is_ok());
                    first
                        .err()
                        .iter()
                        .for_each(|error| assert!(!error.to_string().contains("[runtime]"), "{error}\n{shown}"));
                }
            }
            Err(error) => assert!(!error.to_string().contains("[runtime]"), "{error}\n{shown}"),
        }
    }
}

#[test]
fn the_cards_themselves_are_good() {
    let mut range = Range::new();
    CARDS.iter().for_each(|card| range.shoot(card.as_bytes()));
    assert_eq!((range.read, range.loaded), (4, 4));
    assert!(range.called >= 4);
}

#[test]
fn broken_cards() {
    let (mut range, mut dice) = (Range::new(), Dice(1));
    for _ in 0..runs(4_000) {
        let card = dice.one_of(&CARDS);
        let source = broken(card, &mut dice);
        range.shoot(&source);
    }
    assert!(range.read > 100 && range.loaded > 50, "{} read, {} loaded", range.read, range.loaded);
}

#[test]
fn heaps_of_words() {
    let (mut range, mut dice) = (Range::new(), Dice(2));
    for _ in 0..runs(10_000) {
        let words: Vec<&str> = (0..=dice.below(14)).map(|_| dice.one_of(&WORDS)).collect();
        range.shoot(words.join(" ").as_bytes());
    }
    for _ in 0..runs(10_000) {
        let mut source: String = (0..=dice.below(12)).map(|_| dice.one_of(&PIECES)).collect();
        source.push_str(&" end".repeat(dice.below(3)));
        range.shoot(source.as_bytes());
    }
    assert!(range.read > 100, "{} read", range.read);
}

#[test]
fn heaps_of_bytes() {
    let (mut range, mut dice) = (Range::new(), Dice(3));
    for _ in 0..runs(5_000) {
        let bytes: Vec<u8> = (0..dice.below(60)).map(|_| dice.below(256) as u8).collect();
        range.shoot(&bytes);
        let ascii: Vec<u8> = (0..dice.below(60)).map(|_| 32 + dice.below(95) as u8).collect();
        range.shoot(&ascii);
    }
}

/// A random expression over what [`SCENE`] declares.
fn expression(dice: &mut Dice, depth: usize) -> String {
    if depth == 0 || dice.below(6) == 0 {
        let atoms = [
            "1",
            "2",
            "7",
            "a",
            "b",
            "s",
            "'x'",
            "'yz'",
            "t.n",
            "t[1]",
            "t[a]",
            "nil",
            "true",
            "false",
            "f(a)",
            "#t",
            "('q'):rep(a)",
        ];
        return dice.one_of(&atoms).to_owned();
    }
    let mut part = || expression(dice, depth - 1);
    let (x, y, z) = (part(), part(), part());
    let operators = ["+", "-", "*", "//", "%", "..", "..", "==", "~=", "<", ">=", "and", "or", "and", "or", "+", "-"];
    match dice.below(12) {
        0 => format!("({x})"),
        1 => format!("- {x}"),
        2 => format!("not {x}"),
        3 => format!("if {x} then {y} else {z}"),
        4 => format!("f({x}, {y})"),
        5 => format!("`<{{{x}}}{{{y}}}>`"),
        6 => format!("{{ {x}, n = {y} }}.n").replacen('{', "({", 1).replacen("}.n", "}).n", 1),
        _ => format!("{x} {} {y} {} {z}", dice.one_of(&operators), dice.one_of(&operators)),
    }
}

const SCENE: &str = "local a, b, s, t = 3, -2, 'x', { 4, 5, 6, n = 9 }\nlocal function f(x, y) return y or x end\n";

/// What is written for the compiler means what was read: random expressions give what plain Luau gives.
#[test]
fn translation_keeps_the_meaning() {
    let (range, mut dice) = (Range::new(), Dice(4));
    let plain = mlua::Lua::new();
    let mut sandbox = Sandbox::new(&range.limits).unwrap();
    let (mut same, mut failed) = (0, 0);
    for _ in 0..runs(4_000) {
        let text = expression(&mut dice, 3);
        let source = format!("{SCENE}return tostring({text}) .. ''");
        let wanted = plain.load(&source).eval::<String>();
        let script = Script::new("fuzz.lua", source.as_bytes(), &range.words, &range.limits)
            .unwrap_or_else(|e| panic!("{e}: {text}"));
        match (sandbox.load(&script), wanted) {
            (Ok(loaded), Ok(wanted)) => {
                assert_eq!(loaded.value, json!(wanted), "{text}");
                same += 1;
            }
            (Err(_), Err(_)) => failed += 1,
            (Err(error), Ok(_)) if error.message.contains("calculate with a string") => failed += 1,
            (ours, wanted) => panic!("{text}: {ours:?}, not {wanted:?}"),
        }
    }
    assert!(same > 500 && failed > 500, "{same} the same, {failed} failed");
}
