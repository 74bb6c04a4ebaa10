//! Handlers: functions of card files that pick among the parts of their card's program while a battle is played.
//!
//! A handler keeps nothing: it is asked again from its beginning with the answers to all that it has asked for so far, until
//! it says what to run. `dice`, `ask` and `cards` look at what the call is about; where an answer is not there yet the call
//! ends and the answer is asked for, whatever the function makes of that.

use crate::sandbox::{Context, Vocabulary};
use eagles::waterloo::agenda::Subject;
use eagles::waterloo::specials::handler::{Call, CardFacts, Part, Reply, Scene};
use eagles::waterloo::specials::program::At;
use eagles::waterloo::types::{Kind, Place};
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

    fn printed(&self, card: &CardFacts) -> Option<&Card> {
        card.printed.and_then(|number| self.cards.by_number(number))
    }

    fn subject(&self, subject: Subject) -> Option<Value> {
        let Subject::Slot { player, slot } = subject else { return None };
        let index = self.scene.cards.iter().position(|card| card.player == player && card.slot == slot)?;
        self.scene.cards.get(index).map(|card| self.facts(index, card))
    }

    fn facts(&self, index: usize, card: &CardFacts) -> Value {
        let mut fields = Map::new();
        fields.insert("number".into(), json!(index + 1));
        fields.insert("of".into(), json!(if card.player == self.scene.player { "own" } else { "foe" }));
        fields.insert("at".into(), json!(place_name(card.at)));
        fields.insert("up".into(), json!(card.up));
        fields.insert("formation".into(), json!(card.formation.name()));
        fields.insert("blown".into(), json!(card.blown));
        fields.insert("hits".into(), json!(card.hits));
        if let Some(printed) = self.printed(card) {
            fields.insert("id".into(), json!(printed.id));
        }
        if let Some(kind) = card.kind {
            fields.insert("kind".into(), json!(kind.name()));
        }
        if let Some(cv) = card.cv {
            fields.insert("cv".into(), json!(cv));
        }
        Value::Object(fields)
    }

    /// The cards that a filter means.
    fn cards(&self, filter: Option<&Value>) -> Result<Value, String> {
        let none = Map::new();
        let filter = match filter {
            None | Some(Value::Null) => &none,
            Some(Value::Object(fields)) => fields,
            Some(Value::Array(list)) if list.is_empty() => &none,
            Some(_) => return Err("`cards` takes one table of keys".to_owned()),
        };
        let known: Vec<&str> = FILTER.iter().map(|(name, ..)| *name).collect();
        if let Some(name) = filter.keys().find(|name| !known.contains(&name.as_str())) {
            let near = crate::api::nearest(name, known.iter().copied());
            let hint = near.map_or_else(|| known.join(", "), |near| format!("did you mean `{near}`?"));
            return Err(format!("`cards` has no key `{name}`; {hint}"));
        }
        let of = filter.get("of").map(|value| word(value, "of", &["own", "foe"])).transpose()?;
        let at = filter.get("at").map(place).transpose()?;
        let formation =
            filter.get("formation").map(|v| word(v, "formation", &["line", "column", "square"])).transpose()?;
        let kind = filter.get("kind").map(|v| word(v, "kind", &KINDS)).transpose()?;
        let flag = |name: &str| match filter.get(name) {
            None => Ok(None),
            Some(Value::Bool(flag)) => Ok(Some(*flag)),
            Some(_) => Err(format!("`{name}` of `cards` must be true or false")),
        };
        let (up, blown, hit) = (flag("up")?, flag("blown")?, flag("hit")?);
        let text = |name: &str| match filter.get(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.as_str())),
            Some(_) => Err(format!("`{name}` of `cards` must be a text")),
        };
        let (id, corps, nation, tag) = (text("id")?, text("corps")?, text("nation")?, text("tag")?);
        let is_printed = |card: &CardFacts| {
            let printed = self.printed(card);
            let is = |want: Option<&str>, has: &dyn Fn(&Card, &str) -> bool| {
                want.is_none_or(|want| printed.is_some_and(|card| has(card, want)))
            };
            is(id, &|card, want| card.id == want)
                && is(corps, &|card, want| card.corps == want)
                && is(nation, &|card, want| card.nationality == want)
                && is(tag, &|card, want| card.tags.iter().any(|tag| tag == want))
        };
        let fits = |card: &CardFacts| {
            is_printed(card)
                && of.is_none_or(|of| (of == "own") == (card.player == self.scene.player))
                && at.is_none_or(|at| card.at == at)
                && formation.is_none_or(|formation| card.formation.name() == formation)
                && up.is_none_or(|up| card.up == up)
                && blown.is_none_or(|blown| card.blown == blown)
                && hit.is_none_or(|hit| (card.hits > 0) == hit)
                && kind.is_none_or(|kind| card.kind.is_some_and(|k| is(kind, k)))
        };
        let list = self.scene.cards.iter().enumerate().filter(|(_, card)| fits(card));
        Ok(Value::Array(list.map(|(i, card)| self.facts(i, card)).collect()))
    }
}

/// The keys of the filter of `cards`, their Luau types, and what they say.
pub(crate) const FILTER: [(&str, &str, &str); 11] = [
    ("of", "\"own\" | \"foe\"", "Whose."),
    ("kind", "Kind", "Of this type, where the player may know it."),
    ("at", "Position", "In this Position."),
    ("up", "boolean", "Whether it lies face-up."),
    ("formation", "Formation", "In this formation."),
    ("blown", "boolean", "Whether it is blown."),
    ("hit", "boolean", "Whether it has hits."),
    ("id", "string", "With this id, where the player may know the card."),
    ("corps", "string", "Of this corps, where the player may know the card."),
    ("nation", "string", "Of this nationality, where the player may know the card."),
    ("tag", "string", "With this tag, where the player may know the card."),
];

/// The fields of a card as handlers see it, their Luau types, and what they say.
pub(crate) const FACTS: [(&str, &str, &str); 10] = [
    ("number", "number", "Its number in this call."),
    ("id", "string?", "Its id, where the player may know the card."),
    ("of", "\"own\" | \"foe\"", "Whose."),
    ("kind", "Kind?", "Its type, where the player may know it."),
    ("at", "Position", "Its Position."),
    ("up", "boolean", "Whether it lies face-up."),
    ("formation", "Formation", "Its formation."),
    ("blown", "boolean", "Whether it is blown."),
    ("hits", "number", "Its hits."),
    ("cv", "number?", "Its combat value, where the player may know the card."),
];

/// The fields of what a handler gets to see first, their Luau types, and what they say.
pub(crate) const CONTEXT: [(&str, &str, &str); 6] = [
    ("turn", "number", "The Battle Turn, counted over both players from 1."),
    ("own_turn", "boolean", "Whether it is the turn of the card's player."),
    ("counter", "number", "The counter of the card."),
    ("place", "Position?", "The Position of what the card was played on."),
    ("aim", "Facts?", "The card that it was played on."),
    ("it", "Facts?", "The card that the handler is asked about."),
];

/// The name of a Position, as [`At`] has it.
fn place_name(place: Place) -> &'static str {
    At::ALL.iter().copied().find(|at| at.named() == Some(place)).map_or("reserve", At::name)
}

/// The names of the six Positions.
pub(crate) fn positions() -> impl Iterator<Item = &'static str> {
    At::ALL.iter().filter(|at| at.named().is_some()).map(|at| at.name())
}

fn place(value: &Value) -> Result<Place, String> {
    let named = value.as_str().and_then(At::from_name).and_then(At::named);
    named.ok_or_else(|| format!("`at` of `cards` must be one of {}", positions().collect::<Vec<_>>().join(", ")))
}

/// A type of cards that handlers can ask for.
pub(crate) const KINDS: [&str; 7] =
    ["troop", "infantry", "cavalry", "artillery", "foot_artillery", "horse_artillery", "general"];

fn is(what: &str, kind: Kind) -> bool {
    what == kind.name() || what == "troop" && kind.is_troop() || what == "artillery" && kind.is_artillery()
}

fn word<'v>(value: &'v Value, name: &str, known: &[&str]) -> Result<&'v str, String> {
    let text = value.as_str().filter(|text| known.contains(text));
    text.ok_or_else(|| format!("`{name}` of `cards` must be one of {}", known.join(", ")))
}

fn asked<'c>(context: &'c Context<'_>, name: &str) -> Result<&'c Asked, String> {
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
        .word("ask", |context, arguments| {
            let asked = asked(context, "ask")?;
            let [Value::String(name)] = arguments else { return Err("`ask` takes the name of a choice".to_owned()) };
            let answer = asked.answers(1, || Reply::Choose(name.clone()))?;
            let Ok(index) = usize::try_from(answer.first().copied().unwrap_or(-1)) else { return Ok(Value::Null) };
            if asked.options.contains(name) {
                return Ok(json!(index + 1));
            }
            Ok(asked.scene.cards.get(index).map_or(Value::Null, |card| asked.facts(index, card)))
        })
        .word("cards", |context, arguments| asked(context, "cards")?.cards(arguments.first()))
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
