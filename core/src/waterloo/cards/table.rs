//! Reading a CSV text with every fault placed: file, line and column.

use super::Fault;
use crate::words::{SHOWN, either, nearest, quote};
use std::ops::RangeInclusive;

/// The largest file that is read, in bytes.
pub const MAX_BYTES: usize = 1 << 20;
/// The most cards that a set may have.
pub const MAX_CARDS: usize = 4_000;
/// The most items of a list between semicolons.
const MAX_LIST: usize = 32;
/// The longest name, in characters.
const MAX_NAME: usize = 60;
/// The most fields of a first line.
const MAX_FIELDS: usize = 100;

/// What a file is to look like.
pub(crate) struct Form {
    /// Its name in faults.
    pub(crate) file: &'static str,
    /// All its columns, in any order.
    pub(crate) columns: &'static [&'static str],
    /// The columns that must be there.
    pub(crate) needs: &'static [&'static str],
    /// The most rows behind the first line.
    pub(crate) most: usize,
}

/// The rows of one file.
pub(crate) struct Table {
    pub(crate) file: &'static str,
    columns: &'static [&'static str],
    needs: &'static [&'static str],
    pub(crate) rows: Vec<Row>,
    /// Whether all columns are there and all rows have been read: what is not in the table is not in the file.
    pub(crate) complete: bool,
}

/// One row: its cells by known column, where the file has that column.
pub(crate) struct Row {
    pub(crate) line: u64,
    cells: Vec<Option<Cell>>,
}

struct Cell {
    line: u64,
    text: String,
}

impl Table {
    /// Reads `text`; what is wrong goes to `faults`, and all that can be read is read.
    pub(crate) fn read(form: &Form, text: &str, faults: &mut Vec<Fault>) -> Self {
        let Form { file, columns, needs, most } = *form;
        let mut table = Self { file, columns, needs, rows: Vec::new(), complete: false };
        let before = faults.len();
        let whole = |line, message| Fault { file, line, column: String::new(), message };
        if text.len() > MAX_BYTES {
            faults.push(whole(1, format!("the file has {} bytes; at most {MAX_BYTES} are read", text.len())));
            return table;
        }
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut lines = Lines::new(text);
        let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
        let mut record = csv::StringRecord::new();
        let mut places: Option<Vec<Option<usize>>> = None;
        let mut fields = 0;
        let mut read = 0;
        loop {
            let from = reader.position().byte() as usize;
            match reader.read_record(&mut record) {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    faults.push(whole(lines.of(from), format!("cannot be read: {error}")));
                    break;
                }
            }
            let line = lines.of(from);
            if read > most {
                faults.push(whole(line, format!("more than {most} rows; leave out the rest")));
                break;
            }
            read += 1;
            let end = reader.position().byte() as usize;
            if let Some(message) = text.get(from..end).and_then(misquoted) {
                faults.push(whole(line, message.to_owned()));
                if places.is_none() {
                    return table;
                }
                continue;
            }
            let Some(places) = &places else {
                fields = record.len();
                if fields > MAX_FIELDS {
                    faults
                        .push(whole(line, format!("the first line has {fields} fields; write {}", columns.join(","))));
                    return table;
                }
                places = Some(header(form, &record, line, faults));
                continue;
            };
            if record.len() != fields {
                faults.push(whole(line, wrong_length(&record, fields)));
                continue;
            }
            let mut cells: Vec<Option<Cell>> = columns.iter().map(|_| None).collect();
            let mut at = line;
            for (value, place) in record.iter().zip(places) {
                if let Some((place, cell)) = place.and_then(|place| Some((place, cells.get_mut(place)?))) {
                    if value.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t')) {
                        let column = columns.get(place).map_or_else(String::new, |&column| column.to_owned());
                        let message = format!("{} holds a control character; take it out", quote(value));
                        faults.push(Fault { file, line: at, column, message });
                    }
                    *cell = Some(Cell { line: at, text: value.trim().to_owned() });
                }
                at += breaks(value.as_bytes());
            }
            table.rows.push(Row { line, cells });
        }
        if places.is_none() {
            let names = columns.join(",");
            faults.push(whole(1, format!("the file is empty; its first line names the columns: {names}")));
        }
        table.complete = faults.len() == before;
        table
    }

    /// The fields of a row, with somewhere to put its faults.
    pub(crate) fn fields<'a>(&'a self, row: &'a Row, faults: &'a mut Vec<Fault>) -> Fields<'a> {
        Fields { table: self, row, faults }
    }
}

/// Where each field of the header belongs among the known columns.
fn header(form: &Form, record: &csv::StringRecord, line: u64, faults: &mut Vec<Fault>) -> Vec<Option<usize>> {
    let mut places: Vec<Option<usize>> = Vec::new();
    let mut fault = |column: &str, message| {
        faults.push(Fault { file: form.file, line, column: column.chars().take(SHOWN).collect(), message });
    };
    let mut twice = Vec::new();
    for name in record.iter().map(str::trim) {
        let place = form.columns.iter().position(|&known| known == name);
        if place.is_none() {
            fault(name, format!("unknown column {}{}", quote(name), nearest(name, form.columns)));
        } else if places.contains(&place) {
            fault(name, "the column appears twice; keep one of them".to_owned());
            twice.push(place);
        }
        places.push(place);
    }
    for (i, column) in form.columns.iter().enumerate() {
        if !places.contains(&Some(i)) && form.needs.contains(column) {
            fault(column, "the column is missing; add it to the first line".to_owned());
        }
    }
    // Which of two is meant cannot be told: neither is read.
    places.iter_mut().filter(|place| twice.contains(place)).for_each(|place| *place = None);
    places
}

fn wrong_length(record: &csv::StringRecord, fields: usize) -> String {
    let have = record.len();
    let mut message = format!("the row has {have} fields and the first line {fields}; ");
    if record.iter().any(|value| value.contains(['\n', '\r', '"'])) {
        message
            .push_str("a quotation mark that opens a field is perhaps not closed, or one within a field not doubled");
    } else if have > fields {
        message.push_str("put a field that holds a comma between quotation marks");
    } else {
        message.push_str("write a comma for every field, also for an empty one");
    }
    message
}

/// Counts lines from the beginning of a text, in one pass.
struct Lines<'a> {
    bytes: &'a [u8],
    at: usize,
    line: u64,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Self {
        Self { bytes: text.as_bytes(), at: 0, line: 1 }
    }

    /// The line of the record that begins at or behind byte `from`: blank lines are skipped, as the reader does.
    fn of(&mut self, from: usize) -> u64 {
        let mut start = from.min(self.bytes.len());
        while self.bytes.get(start).is_some_and(|b| matches!(b, b'\n' | b'\r')) {
            start += 1;
        }
        if let Some(passed) = self.bytes.get(self.at..start) {
            self.line += breaks(passed);
            self.at = start;
        }
        self.line
    }
}

/// What is wrong with the quotation marks of a row. The reader itself takes any row.
fn misquoted(row: &str) -> Option<&'static str> {
    enum At {
        Start,
        Plain,
        Quoted,
        Closed,
    }
    let mut at = At::Start;
    for b in row.bytes() {
        at = match (at, b) {
            (At::Quoted, b'"') => At::Closed,
            (At::Quoted, _) | (At::Start | At::Closed, b'"') => At::Quoted,
            (_, b',' | b'\n' | b'\r') => At::Start,
            (At::Closed, _) => {
                return Some("text stands behind a closing quotation mark; write two marks for one within a field");
            }
            _ => At::Plain,
        }
    }
    matches!(at, At::Quoted)
        .then_some("a quotation mark opens a field in this row and none closes it; add it, or take it out")
}

/// How many line breaks there are: LF, CR LF, or CR alone.
fn breaks(bytes: &[u8]) -> u64 {
    let mut count = 0;
    let mut last = 0;
    for &b in bytes {
        count += u64::from(b == b'\r' || (b == b'\n' && last != b'\r'));
        last = b;
    }
    count
}

/// One row's fields as values; what does not fit becomes a fault and a default.
pub(crate) struct Fields<'a> {
    table: &'a Table,
    row: &'a Row,
    faults: &'a mut Vec<Fault>,
}

impl<'a> Fields<'a> {
    fn cell(&self, column: &str) -> Option<&'a Cell> {
        let place = self.table.columns.iter().position(|&known| known == column)?;
        self.row.cells.get(place)?.as_ref()
    }

    /// The text of a field; empty where the file has no such column.
    pub(crate) fn text(&self, column: &str) -> &'a str {
        self.cell(column).map_or("", |cell| &cell.text)
    }

    /// Adds a fault to a field. Where the file lacks a column that it must have, that is its fault.
    pub(crate) fn fault(&mut self, column: &str, message: String) {
        let line = match self.cell(column) {
            Some(cell) => cell.line,
            None if self.table.needs.contains(&column) => return,
            None => self.row.line,
        };
        self.faults.push(Fault { file: self.table.file, line, column: column.to_owned(), message });
    }

    /// A text that must not be blank.
    pub(crate) fn needed(&mut self, column: &str, what: &str) -> &'a str {
        let text = self.text(column);
        if text.is_empty() {
            self.fault(column, format!("is blank; write {what}"));
        }
        text
    }

    /// A short text, such as a name: one line of up to [`MAX_NAME`] characters. May be blank.
    pub(crate) fn line(&mut self, column: &str) -> String {
        let text = self.text(column);
        if text.chars().count() > MAX_NAME || text.chars().any(char::is_control) {
            self.fault(column, format!("{} does not fit; write one line of up to {MAX_NAME} characters", quote(text)));
        }
        text.to_owned()
    }

    /// A field that must be blank.
    pub(crate) fn blank(&mut self, column: &str, on: &str) {
        let text = self.text(column);
        if !text.is_empty() {
            self.fault(column, format!("{} on {on}; leave the field blank", quote(text)));
        }
    }

    /// A whole number within `range`.
    pub(crate) fn number(&mut self, column: &str, range: RangeInclusive<i64>) -> Option<i64> {
        let text = self.text(column);
        let plain = text.strip_prefix('-').unwrap_or(text);
        let value =
            if !plain.is_empty() && plain.bytes().all(|b| b.is_ascii_digit()) { text.parse().ok() } else { None };
        let value = value.filter(|value| range.contains(value));
        if value.is_none() {
            let (low, high) = (range.start(), range.end());
            let is = if text.is_empty() { "is blank".to_owned() } else { format!("{} does not fit", quote(text)) };
            self.fault(column, format!("{is}; write a whole number from {low} to {high}"));
        }
        value
    }

    /// One of a few words, as its place among them.
    pub(crate) fn choice(&mut self, column: &str, words: &[&str]) -> Option<usize> {
        let text = self.text(column);
        let place = words.iter().position(|&word| word == text);
        if place.is_none() {
            let is = if text.is_empty() { "is blank".to_owned() } else { format!("{} does not fit", quote(text)) };
            self.fault(column, format!("{is}; write {}", either(words)));
        }
        place
    }

    /// A list between semicolons, without blanks and repetitions.
    pub(crate) fn list(&mut self, column: &str) -> Vec<String> {
        let mut list: Vec<String> = Vec::new();
        let text = self.text(column);
        if text.split(';').count() > MAX_LIST {
            self.fault(column, format!("more than {MAX_LIST} items; leave out the rest"));
            return list;
        }
        for item in text.split(';').map(str::trim) {
            if item.is_empty() && !text.is_empty() {
                self.fault(column, "an item between semicolons is blank; take it out".to_owned());
            } else if list.iter().any(|had| had == item) {
                self.fault(column, format!("{} is there twice; write it once", quote(item)));
            } else if !item.is_empty() {
                list.push(item.to_owned());
            }
        }
        list
    }
}
