//! From the text of a file to a scenario, with every fault placed.

use super::fault::{Fault, Faults, MAX_FAULTS, SCENARIO, cut};
use super::tree::{FromRow, Like, List, Notes, Plain, Read, Row, StandIn, Word};
use super::validate::check;
use super::{
    AreaKind, AreaSpec, Clock, CorpsSpec, CrossingKind, CrossingSpec, Date, DivisionSpec, Edge, Inches, LeaderSpec,
    LineKind, LineSpec, ObjectiveSpec, Scenario, SideSpec, Spot, UnitSpec, inch, three_inches, two_inches,
};
use crate::empire::units::{Class, Formation, Nation, Rank};
use serde::de::DeserializeOwned;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The longest file that is read, in bytes.
pub const MAX_BYTES: usize = 1 << 20;

/// Reads a scenario from the text of a TOML file; `file` names it in faults. What it returns is valid.
///
/// # Errors
/// All faults at once, in the order of the file. A text that is no TOML has the faults of its syntax alone.
pub fn read_toml(text: &str, file: &str) -> Result<Scenario, Faults> {
    let fault = |span: Range<usize>, path: String, code, message| {
        (span.start, Fault { file: file.to_owned(), line: 1, column: 1, path, cite: SCENARIO, code, message })
    };
    if text.len() > MAX_BYTES {
        let message = format!("the file has {} bytes; a scenario may have up to {MAX_BYTES}", text.len());
        return Err(Faults(vec![fault(0..0, String::new(), "too-long", message).1]));
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (root, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        let one = |e: &toml::de::Error| {
            let message = e.message().split_whitespace().collect::<Vec<_>>().join(" ");
            fault(e.span().unwrap_or(0..0), String::new(), "syntax", format!("this is no TOML: {message}"))
        };
        return Err(placed(text, errors.iter().map(one).collect()));
    }
    let notes = Notes::default();
    let scenario: Scenario = Row::all(root.get_ref(), 0..0, "", &notes);
    let form = notes.notes.into_inner();
    let mut faults: Vec<_> =
        form.into_iter().map(|note| fault(note.span, note.path, note.code, note.message)).collect();
    for mut found in check(&scenario, &notes.unknown.into_inner()) {
        file.clone_into(&mut found.file);
        faults.push((span_of(root.get_ref(), &found.path).start, found));
    }
    if faults.is_empty() { Ok(scenario) } else { Err(placed(text, faults)) }
}

/// The faults in the order of the text, each with the line and the column, in characters from 1, of its byte.
fn placed(text: &str, mut faults: Vec<(usize, Fault)>) -> Faults {
    faults.sort_by_key(|(byte, _)| *byte);
    let place = |(byte, fault): (usize, Fault)| {
        let before = text.as_bytes().get(..byte).unwrap_or(text.as_bytes());
        let start = before.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
        let line = 1 + before.iter().filter(|&&b| b == b'\n').count() as u32;
        // Bytes that continue a character do not count.
        let column = 1 + before[start..].iter().filter(|&&b| b & 0xC0 != 0x80).count() as u32;
        Fault { line, column, ..fault }
    };
    let more = faults.len().saturating_sub(MAX_FAULTS);
    let mut faults = faults.into_iter().take(MAX_FAULTS).map(place).collect();
    cut(&mut faults, more);
    Faults(faults)
}

/// The place of the value that a path names, or of the nearest thing around it that is there.
fn span_of(root: &DeTable<'_>, path: &str) -> Range<usize> {
    let mut span = 0..0;
    let mut table = Some(root);
    for part in path.split('.').filter(|part| !part.is_empty()) {
        let (key, places) = part.split_once('[').unwrap_or((part, ""));
        let Some(mut value): Option<&Spanned<DeValue<'_>>> = table.and_then(|table| table.get(key)) else { break };
        span = value.span();
        for place in places.split('[') {
            let place: Option<usize> = place.trim_end_matches(']').parse().ok();
            if let Some(item) = place.and_then(|place| value.get_ref().get(place)) {
                value = item;
                span = value.span();
            }
        }
        table = value.get_ref().as_table();
    }
    span
}

impl Row<'_, '_> {
    fn text(&self, key: &'static str) -> String {
        self.must(key, Plain(String::new())).0
    }

    fn word<T: DeserializeOwned>(&self, key: &'static str, stand_in: T) -> T {
        self.must(key, Word(stand_in)).0
    }

    fn maybe<T: DeserializeOwned>(&self, key: &'static str) -> Option<T> {
        self.may(key).map(|Word(word)| word)
    }

    fn number<T>(&self, key: &'static str, stand_in: T) -> T
    where
        Plain<T>: Read,
    {
        self.must(key, Plain(stand_in)).0
    }

    fn number_or<T>(&self, key: &'static str, default: T) -> T
    where
        Plain<T>: Read,
    {
        self.or(key, Plain(default)).0
    }

    fn name(&self, key: &'static str) -> Option<String> {
        self.may(key).map(|Plain(name)| name)
    }

    fn rows<T: Read + StandIn>(&self, key: &'static str) -> Vec<T> {
        self.or(key, List(Vec::new())).0
    }

    fn all_rows<T: Read + StandIn>(&self, key: &'static str) -> Vec<T> {
        self.must(key, List(Vec::new())).0
    }
}

impl FromRow for Scenario {
    const NAME: &'static str = "a scenario";

    fn from_row(row: &Row<'_, '_>) -> Self {
        Self {
            id: row.text("id"),
            name: row.text("name"),
            about: row.name("about").unwrap_or_default(),
            date: row.must("date", Date { year: 1815, month: 6, day: 18 }),
            start: row.must("start", Clock { minutes: 0 }),
            minutes: row.number("minutes", 15),
            weather: row.maybe("weather").unwrap_or_default(),
            turns: row.number("turns", 60),
            table: row.must("table", Spot(Inches(600_000), Inches(600_000))),
            yards: row.number("yards", 50),
            house: row.may("house").map(|Like(house)| house).unwrap_or_default(),
            side: row.all_rows("side"),
            corps: row.all_rows("corps"),
            division: row.all_rows("division"),
            unit: row.all_rows("unit"),
            area: row.rows("area"),
            line: row.rows("line"),
            crossing: row.rows("crossing"),
            objective: row.rows("objective"),
        }
    }
}

impl FromRow for SideSpec {
    const NAME: &'static str = "a side";

    fn from_row(row: &Row<'_, '_>) -> Self {
        Self {
            name: row.text("name"),
            nation: row.word("nation", Nation::Other),
            edge: row.word("edge", Edge::South),
            per_division: row.number_or("per-division", 1),
            handicap: row.number_or("handicap", 0),
        }
    }
}

impl FromRow for LeaderSpec {
    const NAME: &'static str = "a leader";

    fn from_row(row: &Row<'_, '_>) -> Self {
        Self { name: row.text("name"), rating: row.number("rating", 0), at: row.may("at"), with: row.name("with") }
    }
}

impl FromRow for CorpsSpec {
    const NAME: &'static str = "a corps";

    fn from_row(row: &Row<'_, '_>) -> Self {
        Self {
            id: row.text("id"),
            name: row.text("name"),
            side: row.text("side"),
            rank: row.word("rank", Rank::Corps),
            leader: row.must("leader", LeaderSpec { name: "?".into(), rating: 0, at: None, with: None }),
            arrives: row.number_or("arrives", 1),
        }
    }
}

impl FromRow for DivisionSpec {
    const NAME: &'static str = "a division";

    fn from_row(row: &Row<'_, '_>) -> Self {
        Self {
            id: row.text("id"),
            name: row.text("name"),
            corps: row.text("corps"),
            leader: row.may("leader"),
            nation: row.maybe("nation"),
            order: row.maybe("order").unwrap_or_default(),
            objective: row.name("objective"),
            arrives: row.number_or("arrives", 1),
        }
    }
}

impl FromRow for UnitSpec {
    const NAME: &'static str = "a unit";

    fn from_row(row: &Row<'_, '_>) -> Self {
        Self {
            id: row.text("id"),
            name: row.text("name"),
            division: row.text("division"),
            class: row.word("class", Class::LineInfantry),
            nation: row.maybe("nation"),
            ce: row.number("ce", 8),
            stands: row.number("stands", 4),
            screen: row.number_or("screen", 0),
            at: row.must("at", Spot::default()),
            facing: row.number("facing", 0),
            formation: row.word("formation", Formation::Line),
            hidden: row.number_or("hidden", false),
            hits: row.number_or("hits", 0),
            arrives: row.may("arrives").map(|Plain(turn)| turn),
        }
    }
}

impl FromRow for AreaSpec {
    const NAME: &'static str = "an area";

    fn from_row(row: &Row<'_, '_>) -> Self {
        Self {
            name: row.name("name").unwrap_or_default(),
            kind: row.word("kind", AreaKind::Fields),
            cover: row.maybe("cover"),
            points: row.all_rows("points"),
        }
    }
}

impl FromRow for LineSpec {
    const NAME: &'static str = "a line";

    fn from_row(row: &Row<'_, '_>) -> Self {
        Self {
            name: row.name("name").unwrap_or_default(),
            kind: row.word("kind", LineKind::Road),
            width: row.or("width", inch()),
            points: row.all_rows("points"),
        }
    }
}

impl FromRow for CrossingSpec {
    const NAME: &'static str = "a crossing";

    fn from_row(row: &Row<'_, '_>) -> Self {
        Self {
            kind: row.word("kind", CrossingKind::Ford),
            at: row.must("at", Spot::default()),
            width: row.or("width", two_inches()),
        }
    }
}

impl FromRow for ObjectiveSpec {
    const NAME: &'static str = "an objective";

    fn from_row(row: &Row<'_, '_>) -> Self {
        Self {
            id: row.text("id"),
            name: row.text("name"),
            at: row.must("at", Spot::default()),
            radius: row.or("radius", three_inches()),
            points: row.number("points", 1),
            held: row.name("held"),
            decides: row.name("decides"),
        }
    }
}

macro_rules! stand_ins {
    ($($type:ty: $row:expr;)*) => {$(
        impl StandIn for $type {
            fn stand_in() -> Self {
                $row
            }
        }
    )*};
}

// A row that is no table has been noted as lost; these only hold its place.
stand_ins! {
    SideSpec: Self { name: String::new(), nation: Nation::Other, edge: Edge::South, per_division: 1, handicap: 0 };
    CorpsSpec: Self {
        id: String::new(), name: String::new(), side: String::new(), rank: Rank::Corps, arrives: 1,
        leader: LeaderSpec { name: String::new(), rating: 0, at: None, with: None },
    };
    DivisionSpec: Self {
        id: String::new(), name: String::new(), corps: String::new(), leader: None, nation: None,
        order: Default::default(), objective: None, arrives: 1,
    };
    UnitSpec: Self {
        id: String::new(), name: String::new(), division: String::new(), class: Class::LineInfantry, nation: None, ce: 8,
        stands: 4, screen: 0, at: Spot::default(), facing: 0, formation: Formation::Line, hidden: false, hits: 0,
        arrives: None,
    };
    AreaSpec: Self { name: String::new(), kind: AreaKind::Fields, cover: None, points: Vec::new() };
    LineSpec: Self { name: String::new(), kind: LineKind::Road, width: inch(), points: Vec::new() };
    CrossingSpec: Self { kind: CrossingKind::Ford, at: Spot::default(), width: two_inches() };
    ObjectiveSpec: Self {
        id: String::new(), name: String::new(), at: Spot::default(), radius: three_inches(), points: 0, held: None,
        decides: None,
    };
}
