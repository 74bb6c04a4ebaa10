//! Cards on the table as handlers see them, and the filter of the word `cards`.

use crate::sandbox::Row;
use eagles::game::Player;
use eagles::waterloo::Card;
use eagles::waterloo::specials::handler::CardFacts;
use eagles::waterloo::specials::program::At;
use eagles::waterloo::types::{Formation, Kind, Place};
use serde_json::{Value, json};
use std::fmt::Write;

/// The keys of the filter of `cards`, their Luau types, and what they say. Those of which the values are known, as
/// [`values`] has them, stand before the texts.
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

/// How many keys of the filter have values that are known.
const KNOWN: usize = 7;

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

/// A type of cards that handlers can ask for.
pub(crate) const KINDS: [&str; 7] =
    ["troop", "infantry", "cavalry", "artillery", "foot_artillery", "horse_artillery", "general"];

const SIDES: [&str; 2] = ["own", "foe"];
const FORMATIONS: [&str; 3] = [Formation::Line.name(), Formation::Column.name(), Formation::Square.name()];
const FLAGS: [&str; 2] = ["true", "false"];

/// The names of the Positions and of the Reserve, by place.
const PLACES: [&str; 7] = {
    let mut names = ["reserve"; 7];
    let mut i = 0;
    while i < At::ALL.len() {
        if let Some(place) = At::ALL[i].named() {
            names[place.0 as usize] = At::ALL[i].name();
        }
        i += 1;
    }
    names
};

/// The names of the Positions alone.
const POSITIONS: &[&str] = PLACES.split_at(6).0;

/// The names of the types of cards.
const TYPES: [&str; Kind::ALL.len()] = {
    let mut names = [""; Kind::ALL.len()];
    let mut i = 0;
    while i < names.len() {
        names[i] = Kind::ALL[i].name();
        i += 1;
    }
    names
};

/// The name of a Position, as [`At`] has it.
pub(super) fn place_name(place: Place) -> &'static str {
    PLACES.get(usize::from(place.0)).copied().unwrap_or("reserve")
}

/// The names of the six Positions.
pub(crate) fn positions() -> impl Iterator<Item = &'static str> {
    At::ALL.iter().filter(|at| at.named().is_some()).map(|at| at.name())
}

fn is(what: &str, kind: Kind) -> bool {
    what == kind.name() || what == "troop" && kind.is_troop() || what == "artillery" && kind.is_artillery()
}

/// One fact of a card.
#[derive(Clone, Copy)]
pub(super) enum Fact<'c> {
    Unknown,
    Truth(bool),
    Number(i32),
    Text(&'c str),
    /// One of these names.
    Name(&'static [&'static str], usize),
}

/// The facts of a card, in the order of [`FACTS`].
pub(super) type Facts<'c> = [Fact<'c>; FACTS.len()];

/// Adds a card to what the quick forms of the words get: a name is its place in its list, from 1, and what is not known is
/// false.
pub(super) fn add(to: &mut Row<'_>, facts: Facts<'_>) {
    for fact in facts {
        match fact {
            Fact::Unknown => to.truth(false),
            Fact::Truth(truth) => to.truth(truth),
            Fact::Number(number) => to.number(number),
            Fact::Text(text) => to.text(text),
            Fact::Name(_, index) => to.number(index as i32 + 1),
        }
    }
}

/// The facts of a card of a scene as a player sees it.
pub(super) fn row<'c>(index: usize, card: &CardFacts, player: Player, printed: Option<&'c Card>) -> Facts<'c> {
    let kind = card.kind.and_then(|kind| Kind::ALL.iter().position(|other| *other == kind));
    let formation = Formation::ALL.iter().position(|other| *other == card.formation);
    [
        Fact::Number(index as i32 + 1),
        printed.map_or(Fact::Unknown, |card| Fact::Text(&card.id)),
        Fact::Name(&SIDES, usize::from(card.player != player)),
        kind.map_or(Fact::Unknown, |index| Fact::Name(&TYPES, index)),
        Fact::Name(&PLACES, usize::from(card.at.0).min(PLACES.len() - 1)),
        Fact::Truth(card.up),
        Fact::Name(&FORMATIONS, formation.unwrap_or_default()),
        Fact::Truth(card.blown),
        Fact::Number(card.hits.into()),
        card.cv.map_or(Fact::Unknown, |cv| Fact::Number(cv.into())),
    ]
}

/// The facts of a card as a table.
pub(super) fn facts(row: Facts<'_>) -> Value {
    let fields = FACTS.iter().zip(row).filter_map(|((field, ..), fact)| {
        let value = match fact {
            Fact::Unknown => return None,
            Fact::Truth(truth) => json!(truth),
            Fact::Number(number) => json!(number),
            Fact::Text(text) => json!(text),
            Fact::Name(names, index) => json!(names.get(index)),
        };
        Some(((*field).to_owned(), value))
    });
    Value::Object(fields.collect())
}

/// Which cards are meant.
#[derive(Default)]
pub(super) struct Filter<'f> {
    /// Of each key of which the values are known the place of its value, from 1, or 0.
    known: [u8; KNOWN],
    texts: [Option<&'f str>; FILTER.len() - KNOWN],
}

/// The values of a key of the filter, where they are known.
fn values(key: &str) -> &'static [&'static str] {
    match key {
        "of" => &SIDES,
        "kind" => &KINDS,
        "at" => POSITIONS,
        "formation" => &FORMATIONS,
        _ => &FLAGS,
    }
}

/// The keys of which the values are known, and those.
fn known() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    FILTER.iter().take(KNOWN).map(|(key, ..)| (*key, values(key)))
}

impl<'f> Filter<'f> {
    /// From what a script gave.
    pub(super) fn read(filter: Option<&'f Value>) -> Result<Self, String> {
        let mut read = Self::default();
        let fields = match filter {
            None | Some(Value::Null) => return Ok(read),
            Some(Value::Object(fields)) => fields,
            Some(Value::Array(list)) if list.is_empty() => return Ok(read),
            Some(_) => return Err("`cards` takes one table of keys".to_owned()),
        };
        let keys = || FILTER.iter().map(|(name, ..)| *name);
        if let Some(name) = fields.keys().find(|name| !keys().any(|key| key == *name)) {
            let near = crate::api::nearest(name, keys());
            let hint =
                near.map_or_else(|| keys().collect::<Vec<_>>().join(", "), |near| format!("did you mean `{near}`?"));
            return Err(format!("`cards` has no key `{name}`; {hint}"));
        }
        for (slot, (key, values)) in read.known.iter_mut().zip(known()) {
            let Some(value) = fields.get(key) else { continue };
            let flag = values == FLAGS;
            let name = match value {
                Value::Bool(truth) if flag => Some(if *truth { "true" } else { "false" }),
                Value::String(text) if !flag => Some(text.as_str()),
                _ => None,
            };
            let place = name.and_then(|name| values.iter().position(|value| *value == name));
            *slot = place.map(|place| place as u8 + 1).ok_or_else(|| match flag {
                true => format!("`{key}` of `cards` must be true or false"),
                false => format!("`{key}` of `cards` must be one of {}", values.join(", ")),
            })?;
        }
        for (slot, (key, ..)) in read.texts.iter_mut().zip(FILTER.iter().skip(KNOWN)) {
            *slot = match fields.get(*key) {
                None => None,
                Some(Value::String(text)) => Some(text.as_str()),
                Some(_) => return Err(format!("`{key}` of `cards` must be a text")),
            };
        }
        Ok(read)
    }

    /// From one number, as [`codes`] makes it, and the texts.
    pub(super) fn from_code(arguments: &'f [Value]) -> Option<Self> {
        let mut read = Self::default();
        let (code, texts) = arguments.split_first()?;
        let mut code = code.as_u64()?;
        for (slot, (_, values)) in read.known.iter_mut().zip(known()) {
            let base = values.len() as u64 + 1;
            *slot = (code % base) as u8;
            code /= base;
        }
        for (slot, text) in read.texts.iter_mut().zip(texts) {
            *slot = text.as_str();
        }
        Some(read)
    }

    /// Whether a card is meant; `printed` is what is known of it.
    pub(super) fn fits<'c>(
        &self,
        card: &CardFacts,
        player: Player,
        printed: impl FnOnce() -> Option<&'c Card>,
    ) -> bool {
        let flag = |wanted: u8, is: bool| wanted == 0 || (wanted == 1) == is;
        let [of, kind, at, up, formation, blown, hit] = self.known;
        flag(of, card.player == player)
            && (at == 0 || card.at.0 == at - 1)
            && flag(up, card.up)
            && flag(blown, card.blown)
            && flag(hit, card.hits > 0)
            && (formation == 0 || FORMATIONS.get(usize::from(formation - 1)) == Some(&card.formation.name()))
            && (kind == 0
                || KINDS.get(usize::from(kind - 1)).is_some_and(|kind| card.kind.is_some_and(|k| is(kind, k))))
            && (self.texts == [None; FILTER.len() - KNOWN] || printed().is_some_and(|card| self.fits_printed(card)))
    }

    fn fits_printed(&self, card: &Card) -> bool {
        let [id, corps, nation, tag] = self.texts;
        id.is_none_or(|id| card.id == id)
            && corps.is_none_or(|corps| card.corps == corps)
            && nation.is_none_or(|nation| card.nationality == nation)
            && tag.is_none_or(|tag| card.tags.iter().any(|other| other == tag))
    }
}

/// A list of names in Luau.
fn list(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    format!("{{ {} }}", names.join(", "))
}

/// Source in Luau: the lists that [`add`] counts in.
pub(super) fn names() -> String {
    format!(
        "local SIDES, TYPES, PLACES, FORMATIONS = {}, {}, {}, {}\n",
        list(&SIDES),
        list(&TYPES),
        list(&PLACES),
        list(&FORMATIONS)
    )
}

/// Source in Luau: for each key and value of a filter what it adds to the number that [`Filter::from_code`] reads.
pub(super) fn codes() -> String {
    let mut source = "local codes = {\n".to_owned();
    let mut unit = 1;
    for (key, values) in known() {
        let _ = write!(source, "{key} = {{");
        for (place, value) in values.iter().enumerate() {
            let value = if values == FLAGS { (*value).to_owned() } else { format!("\"{value}\"") };
            let _ = write!(source, " [{value}] = {},", unit * (place + 1));
        }
        source.push_str(" },\n");
        unit *= values.len() + 1;
    }
    source + "}\n"
}
