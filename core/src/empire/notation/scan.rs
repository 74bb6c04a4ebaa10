//! Pieces of text with their columns.

use super::super::geometry::{Facing, Point};
use crate::game::ParseError;

/// A word or a part of one, and the column at which it begins, counted in characters from 1.
#[derive(Clone, Copy)]
pub(super) struct Piece<'a> {
    pub(super) text: &'a str,
    pub(super) column: usize,
}

impl<'a> Piece<'a> {
    pub(super) fn fail<T>(self, message: impl Into<String>) -> Result<T, ParseError> {
        Err(ParseError { column: self.column, message: message.into() })
    }

    /// The two parts before and after the first `mark`.
    pub(super) fn cut(self, mark: char) -> Option<(Self, Self)> {
        let (before, after) = self.text.split_once(mark)?;
        let column = self.column + before.chars().count() + 1;
        Some((Piece { text: before, ..self }, Piece { text: after, column }))
    }

    /// Both parts, or a fault that says what is missing.
    pub(super) fn halves(self, mark: char, what: &str) -> Result<(Self, Self), ParseError> {
        match self.cut(mark) {
            Some(parts) => Ok(parts),
            None => Piece { column: self.column + self.text.chars().count(), ..self }
                .fail(format!("expected `{mark}` and {what}")),
        }
    }

    /// The parts between `mark`s; none of an empty text.
    pub(super) fn parts(self, mark: char) -> impl Iterator<Item = Piece<'a>> {
        let mut rest = (!self.text.is_empty()).then_some(self);
        std::iter::from_fn(move || {
            let piece = rest?;
            match piece.cut(mark) {
                Some((first, after)) => {
                    rest = Some(after);
                    Some(first)
                }
                None => rest.take(),
            }
        })
    }

    /// A whole number.
    pub(super) fn number(self, what: &str) -> Result<i32, ParseError> {
        let digits = self.text.strip_prefix('-').unwrap_or(self.text);
        let found = (!digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())).then(|| self.text.parse().ok());
        found.flatten().map_or_else(|| self.fail(format!("expected {what}, not `{}`", self.text)), Ok)
    }

    /// A small whole number.
    pub(super) fn small(self, what: &str) -> Result<u8, ParseError> {
        let n = self.number(what)?;
        u8::try_from(n).map_or_else(|_| self.fail(format!("expected {what} of 0 to 255")), Ok)
    }

    /// Inches with at most three decimals, in thousandths of an inch.
    pub(super) fn inches(self) -> Result<i32, ParseError> {
        let wrong = || self.fail(format!("expected inches with at most three decimals, not `{}`", self.text));
        let digits = self.text.strip_prefix('-').unwrap_or(self.text);
        let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if !is_number(whole) || !is_number(part) || whole.len() > 7 || part.len() > 3 {
            return wrong();
        }
        let value = |text: &str| text.bytes().fold(0_i64, |n, b| n * 10 + i64::from(b - b'0'));
        let mil = value(whole) * 1_000 + value(part) * [0, 100, 10, 1][part.len()];
        let mil = if digits.len() < self.text.len() { -mil } else { mil };
        i32::try_from(mil).map_or_else(|_| wrong(), Ok)
    }

    /// A point, `12.5,30` with `,` as mark.
    pub(super) fn point(self, mark: char) -> Result<Point, ParseError> {
        let (x, y) = self.halves(mark, "the second coordinate")?;
        Ok(Point { x: x.inches()?, y: y.inches()? })
    }

    /// Compass degrees.
    pub(super) fn facing(self) -> Result<Facing, ParseError> {
        match self.number("compass degrees")? {
            degrees @ 0..360 => Ok(Facing::new(degrees)),
            _ => self.fail("compass degrees are 0 to 359"),
        }
    }
}

/// Appends a length in inches.
pub(super) fn put_inches(out: &mut String, mil: i32) {
    if mil < 0 {
        out.push('-');
    }
    let mil = mil.unsigned_abs();
    put_number(out, mil / 1_000);
    let mut part = mil % 1_000;
    if part > 0 {
        out.push('.');
        let mut unit = 100;
        while part > 0 {
            out.push(char::from(b'0' + (part / unit) as u8));
            part %= unit;
            unit /= 10;
        }
    }
}

/// Appends a number.
pub(super) fn put_number(out: &mut String, mut n: u32) {
    let mut digits = [0_u8; 10];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (n % 10) as u8;
        n /= 10;
        if n == 0 {
            break;
        }
    }
    out.extend(digits[at..].iter().map(|&b| char::from(b)));
}

/// Appends a point.
pub(super) fn put_point(out: &mut String, at: Point, mark: char) {
    put_inches(out, at.x);
    out.push(mark);
    put_inches(out, at.y);
}
