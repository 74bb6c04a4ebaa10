//! Compares what happened with what a scenario expects.

use super::Outcome;
use super::{names, steps};
use eagles::cite::Coded;
use eagles::explain::Breakdown;
use eagles::game::{Game, Player, Viewer};
use eagles::waterloo::agenda::{Subject, Task};
use eagles::waterloo::state::{Location, MARKS};
use eagles::waterloo::{Army, CardId, Formation, Kind, Place, State, Waterloo};
use serde::Serialize;
use serde_json::Value;

/// A code, and parameters that must have these values.
#[derive(Debug)]
pub(crate) struct Pattern {
    text: String,
    code: String,
    variant: Option<String>,
    fields: Vec<(String, Want)>,
}

#[derive(Debug)]
enum Want {
    Is(Value),
    Card(Value),
    Total(i64),
    Parts(Vec<Wanted>),
}

/// One part of a sum: its code, or the name of the Special that it comes from, and the amount.
#[derive(Debug)]
struct Wanted {
    code: String,
    special: Option<String>,
    amount: i64,
}

impl Wanted {
    fn fits(&self, code: &str, source: &str, amount: i64) -> bool {
        let special = |name: &String| source.strip_prefix(name.as_str()).is_some_and(|rest| rest.starts_with(" ("));
        let named = code == self.code || (code == "special" && self.special.as_ref().is_some_and(special));
        named && amount == self.amount
    }
}

impl Pattern {
    /// Reads `CODE KEY=VALUE ...`.
    pub(crate) fn read(game: &Waterloo, text: &str) -> Outcome<Self> {
        let text = names::with_ids(game, text);
        let mut words = text.split_whitespace();
        let code = words.next().ok_or("an empty pattern")?.to_owned();
        let (mut variant, mut fields) = (None, Vec::new());
        for word in words {
            match word.split_once('=') {
                None => variant = Some(word.to_owned()),
                Some((key, value)) => {
                    fields.push((key.to_owned(), want(game, key, value).map_err(|e| format!("`{text}`: {e}"))?));
                }
            }
        }
        Ok(Self { text: text.clone().into_owned(), code, variant, fields })
    }

    /// Whether something coded fits.
    pub(crate) fn fits<T: Coded + Serialize>(&self, thing: &T) -> bool {
        if thing.code() != self.code {
            return false;
        }
        let Ok(value) = serde_json::to_value(thing) else { return false };
        let mut inner = value.get(&self.code).unwrap_or(&Value::Null);
        if let Some(variant) = &self.variant {
            let ending = &inner["ending"];
            if ending.as_str() == Some(variant) {
                return self.fields.is_empty();
            }
            match ending.get(variant) {
                Some(found) => inner = found,
                None => return false,
            }
        }
        self.fields.iter().all(|(key, want)| inner.get(key).is_some_and(|found| want.fits(found)))
    }
}

impl std::fmt::Display for Pattern {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

impl Want {
    fn fits(&self, found: &Value) -> bool {
        match self {
            Self::Is(value) => found == value,
            Self::Card(card) => &found["card"] == card,
            Self::Total(n) => found["total"].as_i64() == Some(*n),
            Self::Parts(parts) => found["parts"].as_array().is_some_and(|list| {
                list.len() == parts.len()
                    && list.iter().zip(parts).all(|(part, wanted)| {
                        let text = |key: &str| part[key].as_str().unwrap_or_default();
                        part["amount"].as_i64().is_some_and(|n| wanted.fits(text("code"), text("source"), n))
                    })
            }),
        }
    }
}

fn want(game: &Waterloo, key: &str, word: &str) -> Outcome<Want> {
    let card = |word: &str| -> Outcome<Value> {
        Ok(if word == "?" { Value::Null } else { Value::from(names::card(game, word)?.0) })
    };
    let number = |word: &str| word.parse::<i64>().map_err(|_| format!("`{word}` is no number"));
    Ok(match key {
        "piece" | "target" => Want::Card(card(word)?),
        "cards" => {
            let cards = word.split(',').filter(|w| !w.is_empty()).map(card).collect::<Outcome<Vec<_>>>()?;
            Want::Is(cards.into())
        }
        "card" | "commander" | "by" => Want::Is(card(word)?),
        "cv" | "power" | "value" if word.contains(':') => Want::Parts(parts(game, word)?),
        "value" if word == "none" => Want::Is(Value::Null),
        "cv" | "power" | "value" => Want::Total(number(word)?),
        "dice" => Want::Is(word.split(',').map(number).collect::<Outcome<Vec<_>>>()?.into()),
        "ground" | "on" if word == "none" => Want::Is(Value::Null),
        "ground" | "on" => Want::Is(card(word)?),
        "at" | "from" | "to" => {
            Want::Is(names::place(word).ok_or_else(|| format!("`{word}` is no place"))?.name().into())
        }
        "player" | "winner" => Want::Is(names::player(word).ok_or_else(|| format!("`{word}` is no player"))?.0.into()),
        _ => Want::Is(match (word, word.parse::<i64>()) {
            ("true" | "false", _) => Value::from(word == "true"),
            (_, Ok(n)) => n.into(),
            _ => word.into(),
        }),
    })
}

/// `code:amount+code:amount`; the name of a Special in place of the code is a part that comes from it.
fn parts(game: &Waterloo, word: &str) -> Outcome<Vec<Wanted>> {
    word.split('+')
        .map(|part| {
            let (code, amount) = part.split_once(':').ok_or_else(|| format!("`{part}` is not `code:amount`"))?;
            let amount = amount.parse().map_err(|_| format!("`{amount}` is no number"))?;
            let card = names::card(game, code).ok().filter(|&c| game.has_card(c));
            let special = card.filter(|&c| game.profile(c).kind == Kind::Special).map(|c| game.card(c).name.clone());
            Ok(Wanted { code: code.to_owned(), special, amount })
        })
        .collect()
}

/// Compares breakdowns with `WHAT=TOTAL WHAT=code:amount+code:amount ...`.
pub(crate) fn numbers(game: &Waterloo, found: &[Breakdown], wanted: &str) -> Outcome<()> {
    for word in wanted.split_whitespace() {
        let (what, value) = word.split_once('=').ok_or_else(|| format!("`{word}` is not `what=value`"))?;
        let breakdown = found.iter().find(|b| b.what == what).ok_or_else(|| {
            format!("no breakdown of {what}; there are {}", found.iter().map(|b| b.what).collect::<Vec<_>>().join(", "))
        })?;
        let fits = if value.contains(':') {
            let wanted = parts(game, value)?;
            breakdown.parts.len() == wanted.len()
                && wanted.iter().all(|w| breakdown.parts.iter().any(|p| w.fits(p.code, &p.source, p.amount.into())))
        } else {
            breakdown.total.to_string() == value
        };
        if !fits {
            let part = |p: &eagles::explain::Part| match (p.code, p.source.as_str()) {
                ("special", source) => format!("{source}:{}", p.amount),
                (code, _) => format!("{code}:{}", p.amount),
            };
            let got = breakdown.parts.iter().map(part).collect::<Vec<_>>().join("+");
            return Err(format!("{what} is {got} = {}, expected {value}", breakdown.total));
        }
    }
    Ok(())
}

/// Whether one statement is true of the position.
pub(crate) fn holds(game: &Waterloo, state: &State, text: &str) -> Outcome<()> {
    let plain = names::with_ids(game, text);
    let words: Vec<&str> = plain.split_whitespace().collect();
    let equal =
        |found: String, wanted: &str| if found == wanted { Ok(()) } else { Err(format!("`{text}`: it is {found}")) };
    match *words.as_slice() {
        ["playing"] => equal(outcome(game, state), "playing"),
        ["outcome", ref rest @ ..] => equal(outcome(game, state), &rest.join(" ")),
        ["turn", ref rest @ ..] => {
            let phase = serde_json::to_value(state.phase).map_err(|e| e.to_string())?;
            let mut found = vec![player_name(state.on_turn), phase.as_str().unwrap_or_default().to_owned()];
            if rest.len() > 2 {
                found.push(state.turn.to_string());
            }
            equal(found.join(" "), &rest.join(" "))
        }
        ["to-act", ref rest @ ..] => {
            let found: Vec<_> = game.to_act(state).iter().map(player_name).collect();
            equal(if found.is_empty() { "nobody".into() } else { found.join(" ") }, &rest.join(" "))
        }
        ["deck", army, n] => equal(state.hand(self::army(army)?).left().to_string(), n),
        ["reserve", player, n] => equal(state.reserve_count(self::player(player)?).to_string(), n),
        ["arrived", wanted] => equal(state.arrived.to_string(), wanted),
        ["pending", wanted] => {
            let found = task_name(state);
            equal(found, wanted)
        }
        ["asked", ref rest @ ..] => {
            let found = asked(game, state);
            let short = found.iter().take(rest.len()).cloned().collect::<Vec<_>>().join(" ");
            if short == rest.join(" ") { Ok(()) } else { Err(format!("`{text}`: it is {}", found.join(" "))) }
        }
        ["deck", army, end @ ("top" | "bottom" | "holds"), ref rest @ ..] => {
            let army = self::army(army)?;
            let hand = state.hand(army);
            let index = |name: &&str| names::card(game, name).map(|card| card.index());
            let mut wanted = rest.iter().map(index).collect::<Outcome<Vec<usize>>>()?;
            let mut found: Vec<usize> = match end {
                "top" => hand.top().iter().map(|&c| usize::from(c)).collect(),
                "bottom" => hand.bottom().iter().map(|&c| usize::from(c)).collect(),
                _ => eagles::waterloo::types::cards(army, hand.undrawn).map(CardId::index).collect(),
            };
            if end == "holds" {
                wanted.sort_unstable();
                found.sort_unstable();
            }
            let name = |&c: &usize| names::name_of(game, CardId::new(army, c));
            let list = found.iter().map(name).collect::<Vec<_>>().join(" ");
            if found == wanted { Ok(()) } else { Err(format!("`{text}`: it is {list}")) }
        }
        ["roster", army, what, n] => {
            let roster = game.roster(self::army(army)?);
            let found = match what {
                "cards" => roster.cards.len(),
                "deck" => roster.deck.into(),
                "muster" => roster.muster.into(),
                "reinforce" => roster.reinforce.into(),
                kind => roster.kinds[Kind::from_name(kind).ok_or("which kind?")? as usize].count_ones() as usize,
            };
            equal(found.to_string(), n)
        }
        ["placed", player, place, n] => {
            let at = names::place(place).ok_or("which Position?")?;
            equal(state.side(self::player(player)?).at[at.index()].count_ones().to_string(), n)
        }
        [who, card, ref rest @ ..] if who.ends_with("-sees") || who.ends_with("-sees-not") => {
            let (name, wanted) = who.split_once("-sees").unwrap_or_default();
            sees(game, state, self::player(name)?, names::card(game, card)?, wanted.is_empty(), rest)
                .map_err(|e| format!("`{text}`: {e}"))
        }
        ["last", ref rest @ ..] => {
            let (player, action) = steps::read(game, state, &rest.join(" "))?;
            let mut legal = Vec::new();
            game.legal(state, player, &mut legal);
            match legal.last() {
                Some(last) if *last == action => Ok(()),
                Some(last) => Err(format!("`{text}`: the last one is {}", game.write_action(state, player, last))),
                None => Err(format!("`{text}`: nothing is legal")),
            }
        }
        [card, ref rest @ ..] => {
            about_card(game, state, names::card(game, card)?, rest).map_err(|e| format!("`{text}`: {e}"))
        }
        [] => Err("an empty statement".into()),
    }
}

/// The name of what comes first on the agenda.
fn task_name(state: &State) -> String {
    let Some(task) = state.task() else { return "nothing".into() };
    match serde_json::to_value(task) {
        Ok(Value::String(name)) => name,
        Ok(Value::Object(map)) => map.keys().next().cloned().unwrap_or_default(),
        _ => String::new(),
    }
}

/// Who is asked what, and about which Position and card: `allied foe_attack AC`, `french choose`, `nobody`.
pub(crate) fn asked(game: &Waterloo, state: &State) -> Vec<String> {
    let Some(task) = state.task() else { return vec!["nobody".into()] };
    let mut words: Vec<String> = game.to_act(state).iter().map(player_name).collect();
    match task {
        Task::Window { window, at, event, .. } => {
            words.push(window.name().into());
            words.push(names::code(at).into());
            let card = match event {
                Subject::Card(card) => Some(card),
                Subject::Slot { player, slot } => Some(state.side(player).card_in(slot)),
                _ => None,
            };
            words.extend(card.map(|card| names::name_of(game, card)));
        }
        _ => words.push(task_name(state)),
    }
    words
}

/// How much is in force.
fn entries(n: usize) -> String {
    match n {
        0 => "nothing in force".to_owned(),
        1 => "1 entry in force".to_owned(),
        n => format!("{n} entries in force"),
    }
}

/// A moment in words: the turn and the phase.
pub(crate) fn moment(moment: u16) -> String {
    if moment == eagles::waterloo::specials::force::ALWAYS {
        return "battle".into();
    }
    let phase = ["morale", "combat", "reinforce", "end"][usize::from(moment % 4)];
    format!("{} {phase}", moment / 4)
}

/// Whether a player sees which card lies where it does (with `-not`, that he does not), and its formation whatever it is.
fn sees(game: &Waterloo, state: &State, player: Player, card: CardId, wanted: bool, formation: &[&str]) -> Outcome<()> {
    let view = game.view(state, Viewer::Player(player));
    let Location::Slot(slot) = state.locate(card) else {
        let laid = view.grounds.iter().any(|g| g.card == card);
        let open =
            laid || view.army(card.army()).is_some_and(|a| a.open.contains(&card) || a.eliminated.contains(&card));
        return if open == wanted { Ok(()) } else { Err(format!("it lies {}", if open { "open" } else { "hidden" })) };
    };
    let shown = view.slot(card.army().player(), slot);
    if let [name] = formation {
        let found = shown.map(|s| s.formation.name());
        return if found == Some(*name) { Ok(()) } else { Err(format!("he sees it in {found:?}")) };
    }
    let found = shown.and_then(|s| s.card) == Some(card);
    if found == wanted { Ok(()) } else { Err(format!("he sees {shown:?}")) }
}

fn outcome(game: &Waterloo, state: &State) -> String {
    match game.outcome(state) {
        None => "playing".into(),
        Some(outcome) => format!("{} {}", outcome.winner.map_or_else(|| "draw".into(), player_name), outcome.code),
    }
}

fn player_name(player: Player) -> String {
    if player.0 == 0 { "french".into() } else { "allied".into() }
}

fn player(word: &str) -> Outcome<Player> {
    names::player(word).ok_or_else(|| format!("`{word}` is no player"))
}

fn army(word: &str) -> Outcome<Army> {
    Army::from_name(word).ok_or_else(|| format!("`{word}` is no army"))
}

fn about_card(game: &Waterloo, state: &State, card: CardId, words: &[&str]) -> Outcome<()> {
    let owner = card.army().player();
    let check = |good: bool| if good { Ok(()) } else { Err(describe(game, state, card)) };
    let location = state.locate(card);
    let in_force = || state.forces.list().iter().filter(|force| force.card == card);
    let wrong = |found: String| Err(format!("it has {found}"));
    match *words {
        ["hits", n] => return check(state.hits(card).to_string() == n),
        ["in", "force"] => return if in_force().count() > 0 { Ok(()) } else { wrong("nothing in force".into()) },
        ["in", "force", n] => {
            let found = in_force().count().to_string();
            return if found == n { Ok(()) } else { wrong(entries(in_force().count())) };
        }
        ["not", "in", "force"] => {
            let found = in_force().count();
            return if found == 0 { Ok(()) } else { wrong(entries(in_force().count())) };
        }
        ["until", ref rest @ ..] => {
            let found = in_force().map(|force| moment(force.until)).max().unwrap_or_else(|| "nothing in force".into());
            return if found == rest.join(" ") { Ok(()) } else { wrong(found) };
        }
        ["counter", n] => {
            let found = in_force().map(|force| force.counter).max().unwrap_or_default().to_string();
            return if found == n { Ok(()) } else { wrong(format!("the counter {found}")) };
        }
        ["held"] => {
            let hand = state.hand(card.army());
            return check(location == Location::Reserve && hand.spent & card.bit() != 0);
        }
        ["set", "aside"] => {
            let waits = state.forces.list().iter().any(|force| force.it == Subject::Card(card));
            let gone = state.hand(card.army()).gone & card.bit() != 0;
            return check(location == Location::Eliminated && waits && !gone);
        }
        _ => {}
    }
    match (words, location) {
        (["out"], _) => check(location == Location::Eliminated),
        (["undrawn"], _) => check(location == Location::Undrawn),
        (["in", "reserve"], _) => check(location == Location::Reserve),
        (["held", by], Location::Ground(n)) => {
            check(state.grounds.get(n).is_some_and(|g| Some(g.holder) == names::player(by)))
        }
        (["vacant"], Location::Ground(n)) => check(state.grounds.get(n).is_some_and(|g| g.occupants == 0)),
        (["at", at], Location::Ground(n)) => check(state.grounds.get(n).map(|g| g.at) == names::place(at)),
        ([word, rest @ ..], Location::Slot(slot)) => {
            let side = state.side(owner);
            let b = 1u64 << slot;
            match (*word, rest) {
                ("at", [at]) => check(side.place(slot) == names::place(at)),
                ("on", [ground]) => check(state.ground_of(owner, slot) == Some(steps::ground(game, state, ground)?)),
                ("off", []) => check(state.ground_of(owner, slot).is_none()),
                ("up", []) => check(side.up & b != 0),
                ("down", []) => check(side.up & b == 0),
                ("blown", []) => check(side.blown & b != 0),
                ("fresh", []) => check(side.blown & b == 0),
                (mark, []) if MARKS.contains(&mark) => {
                    let index = MARKS.iter().position(|&m| m == mark).unwrap_or_default();
                    check(side.marks()[index] & b != 0)
                }
                ("not", [mark]) if MARKS.contains(mark) => {
                    let index = MARKS.iter().position(|m| m == mark).unwrap_or_default();
                    check(side.marks()[index] & b == 0)
                }
                (name, []) => {
                    let formation = Formation::from_name(name).ok_or("no statement about a card")?;
                    check(side.formation(slot) == formation)
                }
                _ => Err("no statement about a card".into()),
            }
        }
        _ => check(false),
    }
}

/// Where a card is and how, for messages.
pub(crate) fn describe(game: &Waterloo, state: &State, card: CardId) -> String {
    let name = names::name_of(game, card);
    match state.locate(card) {
        Location::Slot(slot) => {
            let side = state.side(card.army().player());
            let at = side.place(slot).map_or("nowhere", Place::name);
            let up = if side.up >> slot & 1 == 1 { "up" } else { "down" };
            let blown = if side.blown >> slot & 1 == 1 { ", blown" } else { "" };
            let on = state
                .ground_of(card.army().player(), slot)
                .and_then(|n| state.grounds.get(n))
                .map_or_else(String::new, |g| format!(", on {}", names::name_of(game, g.card)));
            format!("{name} is at {at}, {up}, in {}{blown}{on}, with {} hits", side.formation(slot), state.hits(card))
        }
        Location::Ground(n) => state.grounds.get(n).map_or_else(String::new, |g| {
            format!("{name} is laid at {}, held by {}, {} on it", g.at, player_name(g.holder), g.occupants.count_ones())
        }),
        other => format!("{name} is {other:?}, with {} hits", state.hits(card)),
    }
}

/// A coded thing as its code with its parameters.
pub(crate) fn show<T: Coded + Serialize>(thing: &T) -> String {
    let value = serde_json::to_value(thing).unwrap_or(Value::Null);
    match value.get(thing.code()) {
        Some(inner) => format!("{} {inner}", thing.code()),
        None => thing.code().to_owned(),
    }
}
