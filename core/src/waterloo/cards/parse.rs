//! The rules of the three files of a card set.

use super::table::{Fields, Form, MAX_CARDS, Row, Table};
use super::{Card, CardFiles, CardSet, ChartRow, Fault, Faults};
use crate::waterloo::specials::Program;
use crate::waterloo::specials::check::Checker;
use crate::waterloo::specials::program::Text;
use crate::waterloo::types::{ARMY_CARDS, Army, GroundKind, Kind};
use crate::words::{nearest, quote};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};

const CARD_COLUMNS: &[&str] = &[
    "number",
    "id",
    "side",
    "type",
    "name",
    "corps",
    "division",
    "brigade",
    "strength",
    "cv",
    "firepower",
    "shock",
    "morale",
    "offense",
    "defense",
    "chief_of",
    "battles",
    "terrain_kind",
    "terrain_position",
    "terrain_side",
    "capacity",
    "terrain_morale",
    "move_limit",
    "bp",
    "nationality",
    "tags",
    "symbol",
    "flavour",
    "source",
    "notes",
];

const CARDS: Form = Form { file: "cards.csv", columns: CARD_COLUMNS, needs: CARD_COLUMNS, most: MAX_CARDS };

/// The cards of a mod: columns that its cards do not use may be left out.
const ADDED: Form = Form { needs: &["number", "id", "side", "type", "name", "battles", "bp"], ..CARDS };

/// The file of the effect programs.
const PROGRAMS: &str = "programs.json";

const BATTLE_COLUMNS: &[&str] = &[
    "battle",
    "name",
    "side",
    "D",
    "M",
    "R",
    "BP",
    "commander_restrictions",
    "first_player",
    "special_notes",
    "provenance",
];

const BATTLES: Form = Form { file: "battles.csv", columns: BATTLE_COLUMNS, needs: BATTLE_COLUMNS, most: 60 };

const TROOP_COLUMNS: [&str; 5] = ["strength", "cv", "firepower", "shock", "morale"];
const GENERAL_COLUMNS: [&str; 3] = ["offense", "defense", "chief_of"];
const TERRAIN_COLUMNS: [&str; 6] =
    ["terrain_kind", "terrain_position", "terrain_side", "capacity", "terrain_morale", "move_limit"];
const ORGANISATION: [&str; 3] = ["corps", "division", "brigade"];

const MORALE: [&str; 4] = ["D", "C", "B", "A"];
const FIRE: [&str; 3] = ["F1", "F2", "F3"];
const SHOCK: [&str; 3] = ["S2", "S3", "S4"];
const LANES: [&str; 3] = ["L", "C", "R"];
/// The mark of a second in command (W 12.3, N46).
const SECOND: &str = "second:";

pub(super) fn read(files: CardFiles<'_>) -> Result<CardSet, Faults> {
    let mut faults = Vec::new();
    let battles = Table::read(&BATTLES, files.battles, &mut faults);
    let cards = Table::read(&CARDS, files.cards, &mut faults);

    let chart: Vec<_> = battles.rows.iter().map(|row| chart_row(&mut battles.fields(row, &mut faults))).collect();
    let mut list: Vec<_> = cards.rows.iter().map(|row| card(&mut cards.fields(row, &mut faults))).collect();

    check_chart(&battles, &chart, &mut faults);
    check_numbers(&cards, &list, &mut faults);
    // A battle that is itself misnamed would be reported again for each of its cards.
    if battles.complete && !faults.iter().any(|f| f.file == BATTLES.file && ["battle", "side"].contains(&&*f.column)) {
        check_battles(&cards, &list, &chart, &mut faults);
    }
    if cards.complete {
        check_commanders(&cards, &list, &list, &mut faults);
    }

    list.sort_by_key(|card| card.number);
    let hash = hash(&list, &chart).unwrap_or_else(|error| {
        let message = format!("the values cannot be written in canonical form: {error}");
        faults.push(Fault { file: CARDS.file, line: 1, column: String::new(), message });
        String::new()
    });
    let mut programs: Vec<Program> = serde_json::from_str(files.programs).unwrap_or_else(|error| {
        let (line, message) = (error.line() as u64, format!("column {}: {error}", error.column()));
        faults.push(Fault { file: PROGRAMS, line, column: String::new(), message });
        Vec::new()
    });
    // An owner may bring fewer cards than there are programs for.
    programs.retain(|program| list.iter().any(|card| card.kind == Kind::Special && card.id == program.id));
    let programs_hash = programs_hash(&programs);
    let set = CardSet { cards: list, programs, chart, hash, programs_hash };
    if faults.is_empty() {
        check_programs(&set, files.programs, &mut faults);
    }
    if faults.is_empty() {
        return Ok(set);
    }
    let order = [CARDS.file, PROGRAMS, BATTLES.file];
    faults.sort_by_key(|fault| (order.iter().position(|&file| file == fault.file), fault.line));
    Err(Faults(faults))
}

/// The first number that `auto` gives.
const AUTO: u16 = 1_001;

/// A set with more cards and programs. A program of a card that has one already takes its place.
pub(super) fn extend(set: &CardSet, rows: &str, programs: &[Program]) -> Result<CardSet, Faults> {
    let mut faults = Vec::new();
    let empty = Table::read(&ADDED, &CARD_COLUMNS.join(","), &mut faults);
    let table = if rows.trim().is_empty() { empty } else { Table::read(&ADDED, rows, &mut faults) };
    let mut taken: BTreeSet<u16> = set.cards.iter().map(|card| card.number).collect();
    let mut list = Vec::new();
    for row in &table.rows {
        let mut fields = table.fields(row, &mut faults);
        let auto = fields.text("number") == "auto";
        let number = if auto { 0 } else { wide(fields.number("number", 1..=i64::from(u16::MAX))) };
        list.push(numbered_card(&mut fields, number));
    }
    taken.extend(list.iter().map(|card| card.number));
    for (card, row) in list.iter_mut().zip(&table.rows) {
        if card.number == 0 && table.fields(row, &mut faults).text("number") == "auto" {
            card.number = (AUTO..).find(|number| !taken.contains(number)).unwrap_or(u16::MAX);
            taken.insert(card.number);
        }
    }
    check_numbers(&table, &list, &mut faults);
    for (card, row) in list.iter().zip(&table.rows) {
        let mut fields = table.fields(row, &mut faults);
        if let Some(other) = set.cards.iter().find(|other| other.number == card.number) {
            let message =
                format!("{} is the number of {} already; write another, or auto", card.number, quote(&other.id));
            fields.fault("number", message);
        }
        if let Some(other) = set.cards.iter().find(|other| other.id == card.id) {
            let message = format!("{} is the id of card {} already; write another", quote(&card.id), other.number);
            fields.fault("id", message);
        }
    }
    check_battles(&table, &list, &set.chart, &mut faults);
    let mut all: Vec<Card> = set.cards.iter().chain(&list).cloned().collect();
    check_commanders(&table, &list, &all, &mut faults);
    if all.len() > MAX_CARDS {
        let message = format!("the set would have {} cards; at most {MAX_CARDS} are possible", all.len());
        faults.push(Fault { file: CARDS.file, line: 1, column: String::new(), message });
    }
    all.sort_by_key(|card| card.number);
    let mut set = CardSet { cards: all, hash: String::new(), ..set.clone() };
    let specials: Vec<_> = set.cards.iter().filter(|card| card.kind == Kind::Special).map(|c| c.id.as_str()).collect();
    for (i, program) in programs.iter().enumerate() {
        let mut fault = |message| {
            faults.push(Fault { file: PROGRAMS, line: i as u64 + 1, column: program.id.clone(), message });
        };
        if !specials.contains(&program.id.as_str()) {
            fault(format!("there is no Special {}{}", quote(&program.id), nearest(&program.id, &specials)));
        } else if programs[..i].iter().any(|other| other.id == program.id) {
            fault(format!("{} has two programs", quote(&program.id)));
        }
    }
    for program in programs {
        match set.programs.iter_mut().find(|other| other.id == program.id) {
            Some(other) => *other = program.clone(),
            None => set.programs.push(program.clone()),
        }
    }
    set.hash = hash(&set.cards, &set.chart).unwrap_or_default();
    set.programs_hash = programs_hash(&set.programs);
    if faults.is_empty() {
        check_programs(&set, "", &mut faults);
    }
    if faults.is_empty() { Ok(set) } else { Err(Faults(faults)) }
}

/// A hash over what the Specials do; their texts do not count.
fn programs_hash(programs: &[Program]) -> u64 {
    let bare = |program: &Program| Program { text: Text::default(), ..program.clone() };
    crate::hash::json_hash(&programs.iter().map(bare).collect::<Vec<_>>())
}

/// The values that a game can depend on, in one byte order.
fn hash(cards: &[Card], chart: &[ChartRow]) -> Result<String, postcard::Error> {
    let none = String::new;
    let cards: Vec<_> =
        cards.iter().map(|card| Card { flavour: none(), source: none(), notes: none(), ..card.clone() }).collect();
    let mut chart: Vec<_> = chart
        .iter()
        .map(|row| ChartRow {
            commander_restrictions: none(),
            special_notes: none(),
            provenance: none(),
            ..row.clone()
        })
        .collect();
    chart.sort_by(|a, b| (&a.battle, a.army).cmp(&(&b.battle, b.army)));
    let bytes = postcard::to_allocvec(&("eagles waterloo cards 1", cards, chart))?;
    Ok(Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect())
}

fn army(fields: &mut Fields<'_>) -> Option<Army> {
    let names: Vec<_> = Army::ALL.iter().map(|army| army.name()).collect();
    fields.choice("side", &names).and_then(|place| Army::ALL.get(place)).copied()
}

fn name(fields: &mut Fields<'_>, what: &str) -> String {
    fields.needed("name", what);
    fields.line("name")
}

fn small(value: Option<i64>) -> u8 {
    value.and_then(|value| u8::try_from(value).ok()).unwrap_or(0)
}

fn wide(value: Option<i64>) -> u16 {
    value.and_then(|value| u16::try_from(value).ok()).unwrap_or(0)
}

/// One row of `battles.csv`.
fn chart_row(fields: &mut Fields<'_>) -> ChartRow {
    let battle = fields.needed("battle", "the code of the battle, such as QB").to_owned();
    if battle.len() > 8 || !battle.bytes().all(|b| b.is_ascii_alphanumeric()) {
        fields.fault("battle", format!("{} is no code; write up to 8 letters and digits", quote(&battle)));
    }
    let deck = wide(fields.number("D", 3..=ARMY_CARDS as i64));
    let muster = wide(fields.number("M", 0..=ARMY_CARDS as i64));
    if muster > deck && deck > 0 {
        fields.fault("M", format!("a Muster of {muster} is more than the Battle Deck of {deck}; write at most {deck}"));
    } else if matches!(muster, 1 | 2) {
        fields.fault(
            "M",
            "cannot hold three Positions (4.1); write 0 for an army that arrives later, or 3 and more".into(),
        );
    }
    if !matches!(fields.text("first_player"), "" | "french") {
        fields.fault("first_player", "the French have the first turn in every battle (5.0); write french".to_owned());
    }
    ChartRow {
        battle,
        name: name(fields, "the name of the battle"),
        army: army(fields).unwrap_or(Army::French),
        deck,
        muster,
        reinforce: small(fields.number("R", 1..=3)),
        bp: wide(fields.number("BP", 1..=9_999)),
        commander_restrictions: fields.text("commander_restrictions").to_owned(),
        special_notes: fields.text("special_notes").to_owned(),
        provenance: fields.text("provenance").to_owned(),
    }
}

/// One row of `cards.csv`.
fn card(fields: &mut Fields<'_>) -> Card {
    let number = wide(fields.number("number", 1..=i64::from(u16::MAX)));
    numbered_card(fields, number)
}

fn numbered_card(fields: &mut Fields<'_>, number: u16) -> Card {
    let id = fields.needed("id", "a short id, such as fr-inf-soye").to_owned();
    if !id.is_empty() && !is_slug(&id) {
        let message =
            format!("{} is no id; write small letters and digits with single hyphens between, up to 64", quote(&id));
        fields.fault("id", message);
    }
    let army = army(fields);
    let kinds: Vec<_> = Kind::ALL.iter().map(|kind| kind.name()).collect();
    let kind = fields.choice("type", &kinds).and_then(|place| Kind::ALL.get(place)).copied();
    let mut card = Card {
        number,
        id,
        army: army.unwrap_or(Army::French),
        kind: kind.unwrap_or(Kind::Special),
        name: name(fields, "the name on the card"),
        corps: fields.line("corps"),
        division: fields.line("division"),
        brigade: fields.line("brigade"),
        strength: None,
        cv: 0,
        fire: 0,
        long: 0,
        shock: 0,
        morale: 0,
        offense: 0,
        defense: 0,
        chief_of: None,
        second_to: None,
        battles: fields.list("battles"),
        ground: None,
        lane: 0,
        capacity: 0,
        terrain_morale: 0,
        move_limit: 0,
        bp: small(fields.number("bp", 0..=99)),
        nationality: fields.line("nationality"),
        tags: fields.list("tags"),
        symbol: fields.text("symbol").to_owned(),
        flavour: fields.text("flavour").to_owned(),
        source: fields.text("source").to_owned(),
        notes: fields.text("notes").to_owned(),
    };
    if !matches!(card.symbol.as_str(), "" | "star" | "cross") {
        fields.fault("symbol", format!("{} does not fit; write star, cross or nothing", quote(&card.symbol)));
    }
    if card.battles.is_empty() {
        fields.fault("battles", "is blank; write the codes of its battles, such as QB;WA".to_owned());
    }
    if let Some(kind) = kind {
        by_type(fields, &mut card, kind, army);
    }
    card
}

/// What the type of a card asks of its fields, and what it forbids.
fn by_type(fields: &mut Fields<'_>, card: &mut Card, kind: Kind, army: Option<Army>) {
    let on = format!("a {} card", kind.name().replace('_', " "));
    let mut blank = |columns: &[&str]| columns.iter().for_each(|column| fields.blank(column, &on));
    if !kind.is_troop() {
        blank(&TROOP_COLUMNS);
    }
    if kind != Kind::General {
        blank(&GENERAL_COLUMNS);
    }
    if kind != Kind::Terrain {
        blank(&TERRAIN_COLUMNS);
    }
    if matches!(kind, Kind::Terrain | Kind::Special) {
        blank(&ORGANISATION);
    } else {
        fields.needed("corps", "the corps, or A for army rank (12.2)");
    }
    let mut seconds = card.tags.iter().filter_map(|tag| tag.strip_prefix(SECOND));
    card.second_to = seconds.next().map(str::to_owned);
    if seconds.next().is_some() {
        fields.fault("tags", format!("a General is second to one commander; write one {SECOND}ID"));
    }
    if card.second_to.is_some() && kind != Kind::General {
        fields.fault("tags", format!("only a General can be second in command; take {SECOND} out"));
    }
    match kind {
        Kind::General => general(fields, card),
        Kind::Terrain => terrain(fields, card, army),
        Kind::Special => {}
        _ => troop(fields, card, kind),
    }
}

fn troop(fields: &mut Fields<'_>, card: &mut Card, kind: Kind) {
    if !fields.text("strength").is_empty() {
        card.strength = fields.number("strength", 1..=999_999).and_then(|men| u32::try_from(men).ok());
    }
    card.cv = small(fields.number("cv", 1..=5));
    card.morale = fields.choice("morale", &MORALE).map_or(0, |place| place as u8 + 1);
    if kind.is_artillery() {
        let text = fields.text("firepower");
        let rating = |text| FIRE.iter().position(|&fire| fire == text).map(|place| place as u8 + 1);
        match text.split_once('/').and_then(|(long, short)| rating(long).zip(rating(short))) {
            Some((long, short)) => (card.long, card.fire) = (long, short),
            None => {
                let is = if text.is_empty() { "is blank".to_owned() } else { format!("{} does not fit", quote(text)) };
                fields.fault("firepower", format!("{is}; write long and short range with F1 to F3, such as F1/F3"));
            }
        }
        fields.blank("shock", "an artillery card");
    } else {
        card.fire = fields.choice("firepower", &FIRE).map_or(0, |place| place as u8 + 1);
        card.shock = fields.choice("shock", &SHOCK).map_or(0, |place| place as u8 + 2);
    }
}

fn general(fields: &mut Fields<'_>, card: &mut Card) {
    card.offense = small(fields.number("offense", 0..=5));
    card.defense = small(fields.number("defense", 0..=5));
    card.chief_of = Some(fields.text("chief_of").to_owned()).filter(|id| !id.is_empty());
    if card.chief_of.is_some() && card.second_to.is_some() {
        let message = format!("a chief of staff cannot be second in command too; keep chief_of or the tag {SECOND}");
        fields.fault("chief_of", message);
    }
}

fn terrain(fields: &mut Fields<'_>, card: &mut Card, army: Option<Army>) {
    let kinds: Vec<_> = GroundKind::ALL.iter().map(|kind| kind.name()).collect();
    card.ground = fields.choice("terrain_kind", &kinds).and_then(|place| GroundKind::ALL.get(place)).copied();
    card.lane = fields.choice("terrain_position", &LANES).map_or(0, |place| place as u8);
    if let Some(army) = army
        && fields.text("terrain_side") != army.name()
    {
        fields.fault("terrain_side", format!("Terrain stands on the side of its own army; write {army}"));
    }
    if !fields.text("terrain_morale").is_empty() {
        let value = fields.number("terrain_morale", -3..=3);
        card.terrain_morale = value.and_then(|value| i8::try_from(value).ok()).unwrap_or(0);
    }
    match card.ground {
        Some(GroundKind::River) => {
            card.move_limit = small(fields.number("move_limit", 1..=9));
            fields.blank("capacity", "a river, which covers no cards");
        }
        Some(_) => {
            card.capacity = small(fields.number("capacity", 1..=2));
            fields.blank("move_limit", "terrain that is no river");
        }
        None => {}
    }
}

fn is_slug(id: &str) -> bool {
    id.len() <= 64
        && id
            .split('-')
            .all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()))
}

/// Reports every row whose key an earlier row has too.
fn unique<K: Ord>(
    table: &Table,
    column: &str,
    keys: impl Iterator<Item = Option<K>>,
    faults: &mut Vec<Fault>,
) -> BTreeMap<K, usize> {
    let mut first = BTreeMap::new();
    for (i, (key, row)) in keys.zip(&table.rows).enumerate() {
        let Some(key) = key else { continue };
        if let Some(line) = first.get(&key).and_then(|&i: &usize| table.rows.get(i)).map(|row: &Row| row.line) {
            let mut fields = table.fields(row, faults);
            let value = quote(fields.text(column));
            fields.fault(column, format!("{value} is already on line {line}; each may appear once"));
        } else {
            first.insert(key, i);
        }
    }
    first
}

fn check_chart(table: &Table, chart: &[ChartRow], faults: &mut Vec<Fault>) {
    let known = |row: &ChartRow| (!row.battle.is_empty()).then(|| (row.battle.clone(), row.army));
    let rows = unique(table, "side", chart.iter().map(known), faults);
    let mut seen = BTreeSet::new();
    for (row, line) in chart.iter().zip(&table.rows) {
        let mut fields = table.fields(line, faults);
        let first = chart.iter().find(|other| other.battle == row.battle);
        if let Some(first) = first.filter(|first| first.name != row.name && !row.name.is_empty()) {
            let message =
                format!("the battle {} is called {} further up; write the same name", row.battle, quote(&first.name));
            fields.fault("name", message);
        }
        if row.battle.is_empty() || !seen.insert(&row.battle) {
            continue;
        }
        let there = |army| rows.contains_key(&(row.battle.clone(), army));
        if !there(Army::French) || !(there(Army::British) || there(Army::Prussian)) {
            let message =
                format!("{} needs a french row and a british or prussian one; add what is missing", row.battle);
            fields.fault("battle", message);
        }
    }
}

fn check_numbers(table: &Table, cards: &[Card], faults: &mut Vec<Fault>) {
    unique(table, "number", cards.iter().map(|card| (card.number > 0).then_some(card.number)), faults);
    unique(table, "id", cards.iter().map(|card| (!card.id.is_empty()).then_some(card.id.as_str())), faults);
}

fn check_battles(table: &Table, cards: &[Card], chart: &[ChartRow], faults: &mut Vec<Fault>) {
    let mut codes: Vec<&str> = chart.iter().map(|row| row.battle.as_str()).filter(|code| !code.is_empty()).collect();
    codes.sort_unstable();
    codes.dedup();
    for (card, row) in cards.iter().zip(&table.rows) {
        let mut fields = table.fields(row, faults);
        let sided = Army::from_name(fields.text("side")).is_some();
        for code in &card.battles {
            if !codes.contains(&code.as_str()) {
                let near = nearest(code, &codes);
                fields.fault("battles", format!("battles.csv has no battle {}{near}", quote(code)));
            } else if sided && !chart.iter().any(|row| row.battle == *code && row.army == card.army) {
                let message = format!("the {} army is not at {code} in battles.csv; take {code} out", card.army);
                fields.fault("battles", message);
            }
        }
    }
}

/// The commanders of chiefs of staff and seconds in command (W 12.3).
fn check_commanders(table: &Table, cards: &[Card], all: &[Card], faults: &mut Vec<Fault>) {
    for (card, row) in cards.iter().zip(&table.rows) {
        let commanders = [("chief_of", &card.chief_of), ("tags", &card.second_to)];
        for (column, id) in commanders.into_iter().filter_map(|(column, id)| Some((column, id.as_deref()?))) {
            let what = match all.iter().find(|other| other.id == id) {
                None => "there is no card",
                Some(other) if other.kind != Kind::General => "no General is",
                Some(other) if other.army != card.army => "of another army is",
                Some(other) if other.id == card.id => "the General himself is",
                Some(other) if other.chief_of.is_some() => "a chief of staff is",
                Some(_) => continue,
            };
            let message = format!("{what} {}; write the id of a commander of the {} army (12.3)", quote(id), card.army);
            table.fields(row, faults).fault(column, message);
        }
    }
}

/// What is wrong with the programs: every Special needs one, and no more.
fn check_programs(set: &CardSet, text: &str, faults: &mut Vec<Fault>) {
    let specials = set.cards.iter().filter(|card| card.kind == Kind::Special);
    for card in specials.filter(|card| set.program(&card.id).is_none()) {
        let message = format!("no program is that of the Special {}; add one", quote(&card.id));
        faults.push(Fault { file: PROGRAMS, line: 1, column: card.id.clone(), message });
    }
    let checker = Checker::new(set);
    for (i, program) in set.programs.iter().enumerate() {
        let line = line_of(text, &program.id);
        let mut fault = |path: &str, message: String| {
            let column = if path.is_empty() { program.id.clone() } else { format!("{}.{path}", program.id) };
            faults.push(Fault { file: PROGRAMS, line, column, message });
        };
        if set.programs[..i].iter().any(|other| other.id == program.id) {
            fault("id", format!("{} stands there twice; each Special has one program", quote(&program.id)));
        }
        for found in checker.faults(program) {
            let hint = found.suggestion.map_or_else(String::new, |hint| format!("; {hint}"));
            fault(&found.path, format!("{}{hint}", found.message));
        }
    }
}

/// The line in which a program's id stands.
fn line_of(text: &str, id: &str) -> u64 {
    let id = format!("\"{id}\"");
    let place = text.lines().position(|line| line.contains("\"id\"") && line.contains(&id));
    place.map_or(1, |line| line as u64 + 1)
}
