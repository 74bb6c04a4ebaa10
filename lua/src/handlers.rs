//! Handlers: functions of card files that pick among the parts of their card's program while a battle is played.
//!
//! A handler keeps nothing: it is asked again from its beginning with the answers to all that it has asked for so far, until
//! it says what to run. `dice`, `ask` and `cards` look at what the call is about; where an answer is not there yet the call
//! ends and the answer is asked for, whatever the function makes of that.

mod cards;

use crate::sandbox::{Context, Vocabulary};
pub(crate) use cards::{FACTS, FILTER, KINDS, positions};
use cards::{Facts, Filter, add, facts, place_name, row};
use eagles::waterloo::agenda::Subject;
use eagles::waterloo::specials::handler::{Call, CardFacts, Part, Reply, Scene};
use eagles::waterloo::{Card, CardSet};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

/// What a call is about, for the words that look at it.
#[derive(Debug)]
pub(crate) struct Asked {
    scene: Scene,
    answers: Vec<i16>,
    cards: Arc<CardSet>,
    /// The choices of the card that are among answers in words.
    options: Arc<BTreeSet<String>>,
    progress: Mutex<Progress>,
}

#[derive(Debug, Default)]
struct Progress {
    next: usize,
    request: Option<Reply>,
}

impl Asked {
    pub(crate) fn new(call: &Call<'_>, cards: &Arc<CardSet>, options: &Arc<BTreeSet<String>>) -> Self {
        Self {
            scene: call.scene.clone(),
            answers: call.answers.clone(),
            cards: cards.clone(),
            options: options.clone(),
            progress: Mutex::new(Progress::default()),
        }
    }

    /// What the handler has asked for and was not answered yet.
    pub(crate) fn request(&self) -> Option<Reply> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner).request.clone()
    }

    /// The next `count` answers, or the request for them.
    fn answers(&self, count: usize, request: impl FnOnce() -> Reply) -> Result<Vec<i16>, String> {
        let mut progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        if progress.request.is_none() {
            if let Some(answers) = self.answers.get(progress.next..progress.next + count) {
                progress.next += count;
                return Ok(answers.to_vec());
            }
            progress.request = Some(request());
        }
        Err("the answer is not there yet: do not catch this error".to_owned())
    }

    /// What the handler gets to see first.
    pub(crate) fn context(&self) -> Value {
        let scene = &self.scene;
        let mut fields = Map::new();
        fields.insert("turn".into(), json!(scene.turn));
        fields.insert("own_turn".into(), json!(scene.own_turn));
        fields.insert("counter".into(), json!(scene.counter));
        if let Some(place) = scene.place {
            fields.insert("place".into(), json!(place_name(place)));
        }
        for (name, subject) in [("aim", scene.aim), ("it", scene.it)] {
            if let Some(facts) = self.subject(subject) {
                fields.insert(name.into(), facts);
            }
        }
        Value::Object(fields)
    }

    /// The card that a subject is.
    fn subject(&self, subject: Subject) -> Option<Value> {
        let Subject::Slot { player, slot } = subject else { return None };
        let index = self.scene.cards.iter().position(|card| card.player == player && card.slot == slot)?;
        self.row(index).map(facts)
    }

    /// The facts of a card of the scene.
    fn row(&self, index: usize) -> Option<Facts<'_>> {
        self.scene.cards.get(index).map(|card| row(index, card, self.scene.player, self.printed(card)))
    }

    fn printed(&self, card: &CardFacts) -> Option<&Card> {
        card.printed.and_then(|number| self.cards.by_number(number))
    }

    /// The cards that a filter means.
    fn rows(&self, filter: &Filter<'_>) -> impl Iterator<Item = Facts<'_>> {
        let fits = |card: &CardFacts| filter.fits(card, self.scene.player, || self.printed(card));
        let list = self.scene.cards.iter().enumerate().filter(move |(_, card)| fits(card));
        list.map(|(index, card)| row(index, card, self.scene.player, self.printed(card)))
    }

    /// What a player has chosen, or the request for it.
    fn choice(&self, name: &str) -> Result<Chosen, String> {
        let answer = self.answers(1, || Reply::Choose(name.to_owned()))?;
        let Ok(index) = usize::try_from(answer.first().copied().unwrap_or(-1)) else { return Ok(Chosen::Nothing) };
        if self.options.contains(name) {
            return Ok(Chosen::Option(index + 1));
        }
        Ok(if index < self.scene.cards.len() { Chosen::Card(index) } else { Chosen::Nothing })
    }
}

/// What a player has chosen.
enum Chosen {
    Nothing,
    /// Its number, from 1.
    Option(usize),
    /// Its place in the scene.
    Card(usize),
}

/// The fields of what a handler gets to see first, their Luau types, and what they say.
pub(crate) const CONTEXT: [(&str, &str, &str); 6] = [
    ("turn", "number", "The Battle Turn, counted over both players from 1."),
    ("own_turn", "boolean", "Whether it is the turn of the card's player."),
    ("counter", "number", "The counter of the card."),
    ("place", "Position?", "The Position of what the card was played on."),
    ("aim", "Facts?", "The card that it was played on."),
    ("it", "Facts?", "The card that the handler is asked about."),
];

fn asked<'c>(context: &Context<'c>, name: &str) -> Result<&'c Asked, String> {
    let asked = context.host.and_then(|host| host.downcast_ref::<Asked>());
    asked.ok_or_else(|| format!("`{name}` can only be called in a handler, while a battle is played"))
}

/// `run` with what is usual: a name, and perhaps a card and a number. Of the card only its number crosses.
const RUN: &str = r##"
local word = ...
local type, select, next, freeze = type, select, next, table.freeze
local function whole(n, least, most)
    return type(n) == "number" and n >= least and n <= most and n % 1 == 0
end
return function(name, with, ...)
    if type(name) ~= "string" or select("#", ...) > 0 or (with ~= nil and type(with) ~= "table") then
        return word(name, with, ...)
    elseif with == nil then
        return freeze({ part = name })
    end
    local part = { part = name }
    for key, given in next, with do
        if key == "card" and type(given) == "table" and whole(given.number, 1, 65535) then
            part.card = given.number - 1
        elseif key == "value" and whole(given, -128, 127) then
            part.value = given
        else
            return word(name, with)
        end
    end
    return freeze(part)
end
"##;

/// `ask`: what comes back is nothing, a number, or the facts of one card.
const ASK: &str = r##"
local word, flat = ...
local type, select = type, select
local function made(number, id, of, kind, at, up, formation, blown, hits, cv)
    if of == nil then
        return number
    end
    return TABLE
end
return function(name, ...)
    if type(name) ~= "string" or select("#", ...) > 0 then
        return word(name, ...)
    end
    return made(flat(name))
end
"##;

/// `cards`: the filter crosses as one number and its texts; the facts of all cards come back in one row.
const CARDS: &str = r##"
local word, flat = ...
local type, select, next, find, create = type, select, next, string.find, table.create
return function(filter, ...)
    if select("#", ...) > 0 or (filter ~= nil and type(filter) ~= "table") then
        return word(filter, ...)
    end
    local code, id, corps, nation, tag = 0, nil, nil, nil, nil
    for key, given in next, filter or {} do
        local known = codes[key]
        local digit = known and known[given]
        if digit then
            code += digit
        elseif type(given) ~= "string" or #given > 64 or not find(given, "^[ -~]*$") then
            return word(filter)
        elseif key == "id" then
            id = given
        elseif key == "corps" then
            corps = given
        elseif key == "nation" then
            nation = given
        elseif key == "tag" then
            tag = given
        else
            return word(filter)
        end
    end
    local rows = if id or corps or nation or tag then { flat(code, id, corps, nation, tag) } else { flat(code) }
    local count = #rows // 10
    local list, place = create(count), 0
    for i = 1, count do
        local number, id, of, kind, at = rows[place + 1], rows[place + 2], rows[place + 3], rows[place + 4], rows[place + 5]
        local up, formation, blown, hits, cv = rows[place + 6], rows[place + 7], rows[place + 8], rows[place + 9], rows[place + 10]
        place += 10
        list[i] = TABLE
    end
    return list
end
"##;

/// The table of a card, in both: of what is not known there is no key.
const TABLE: &str = "{
    number = number, id = id or nil, of = SIDES[of], kind = TYPES[kind], at = PLACES[at], up = up,
    formation = FORMATIONS[formation], blown = blown, hits = hits, cv = cv or nil,
}";

/// The name of a choice.
fn choice(arguments: &[Value]) -> Result<&str, String> {
    match arguments {
        [Value::String(name)] => Ok(name),
        _ => Err("`ask` takes the name of a choice".to_owned()),
    }
}

/// Adds the words for handlers.
pub(crate) fn calls(vocabulary: Vocabulary) -> Vocabulary {
    vocabulary
        .word("dice", |context, arguments| {
            let asked = asked(context, "dice")?;
            let count = match arguments {
                [count] => count.as_u64().filter(|count| (1..=8).contains(count)),
                _ => None,
            };
            let count = count.ok_or("`dice` takes one number, from 1 to 8")?;
            asked.answers(count as usize, || Reply::Roll(count as u8)).map(|faces| json!(faces))
        })
        .rows(
            "ask",
            &(cards::names() + &ASK.replace("TABLE", TABLE)),
            |context, arguments, row| {
                let asked = asked(context, "ask")?;
                match asked.choice(choice(arguments)?)? {
                    Chosen::Nothing => {}
                    Chosen::Option(number) => row.number(number as i32),
                    Chosen::Card(index) => asked.row(index).into_iter().for_each(|facts| add(row, facts)),
                }
                Ok(())
            },
            |context, arguments| {
                let asked = asked(context, "ask")?;
                Ok(match asked.choice(choice(arguments)?)? {
                    Chosen::Nothing => Value::Null,
                    Chosen::Option(number) => json!(number),
                    Chosen::Card(index) => asked.row(index).map_or(Value::Null, facts),
                })
            },
        )
        .rows(
            "cards",
            &(cards::names() + &cards::codes() + &CARDS.replace("TABLE", TABLE)),
            |context, arguments, row| {
                let filter = Filter::from_code(arguments).ok_or("`cards` takes one table of keys")?;
                asked(context, "cards")?.rows(&filter).for_each(|facts| add(row, facts));
                Ok(())
            },
            |context, arguments| {
                let asked = asked(context, "cards")?;
                let filter = Filter::read(arguments.first())?;
                Ok(Value::Array(asked.rows(&filter).map(facts).collect()))
            },
        )
        .quick("run", RUN, |_, arguments| {
            let (name, with) = match arguments {
                [Value::String(name)] => (name, None),
                [Value::String(name), Value::Object(with)] => (name, Some(with)),
                [Value::String(name), Value::Array(with)] if with.is_empty() => (name, None),
                _ => return Err("`run` takes the name of a part, and perhaps { card = ..., value = ... }".to_owned()),
            };
            let mut run = Map::new();
            run.insert("part".into(), json!(name));
            for (key, value) in with.into_iter().flatten() {
                match key.as_str() {
                    "card" => {
                        let number = value.get("number").and_then(Value::as_u64).and_then(|n| n.checked_sub(1));
                        let number = number.ok_or("`card` of `run` must be a card as `cards` or `ask` give it")?;
                        run.insert("card".into(), json!(number));
                    }
                    "value" => {
                        let number = value.as_i64().filter(|n| i8::try_from(*n).is_ok());
                        let number = number.ok_or("`value` of `run` must be a whole number from -128 to 127")?;
                        run.insert("value".into(), json!(number));
                    }
                    other => return Err(format!("`run` has no key `{other}`; it takes `card` and `value`")),
                }
            }
            Ok(Value::Object(run))
        })
}

/// What a handler returned, as parts to run.
pub(crate) fn parts(value: Value) -> Result<Vec<Part>, String> {
    let list = match value {
        Value::Null => Vec::new(),
        Value::Array(list) => list,
        one => vec![one],
    };
    list.into_iter().map(part).collect()
}

fn part(value: Value) -> Result<Part, String> {
    let found = match &value {
        Value::String(text) => format!("the text \"{text}\"; is `run(\"{text}\")` meant?"),
        Value::Number(number) => format!("the number {number}"),
        Value::Bool(truth) => truth.to_string(),
        Value::Array(_) => "a list in the list".to_owned(),
        Value::Object(fields) => {
            format!(
                "a table with the keys {}",
                fields.keys().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ")
            )
        }
        Value::Null => "nil".to_owned(),
    };
    serde_json::from_value(value).map_err(|_| {
        format!(
            "a handler returns parts to run, as in `return {{ run(\"name\") }}`, or nothing; this one returned {found}"
        )
    })
}

#[cfg(test)]
mod tests;
