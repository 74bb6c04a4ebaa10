//! The head of a scenario: day, clock, length, table, house rules; and how much it may hold.

use super::{Check, MAX_AREAS, MAX_CORPS, MAX_DIVISIONS, MAX_LINES, MAX_OBJECTIVES, MAX_UNITS};
use crate::cite::Cite;
use crate::empire::scenario::{Date, Inches};
use std::fmt::Display;
use std::ops::RangeInclusive;

impl Check<'_> {
    /// A number that must lie in a range.
    pub(super) fn range<T: PartialOrd + Display + Copy>(
        &mut self,
        path: &str,
        cite: Cite,
        value: T,
        range: RangeInclusive<T>,
    ) {
        if !range.contains(&value) {
            let key = path.rsplit('.').next().unwrap_or(path);
            let message = format!("`{key}` is {value}; it must be {} to {}", range.start(), range.end());
            self.fault(path, cite, "out-of-range", message);
        }
    }

    pub(super) fn heading(&mut self) {
        let s = self.scenario;
        let own = super::SCENARIO;
        if !s.date.exists() {
            self.fault("date", Cite("E skirmish-ratings"), "no-such-day", format!("there is no day {}", s.date));
        }
        if s.start.minutes >= 24 * 60 {
            self.form("start", "out-of-range", "a day has no such time".into());
        }
        self.range("minutes", own, s.minutes, 5..=120);
        self.range("turns", own, s.turns, 1..=60);
        self.range("yards", own, s.yards, 1..=1_000);
        for side in [s.table.0, s.table.1] {
            if !(12_000..=600_000).contains(&side.0) {
                self.form(
                    "table",
                    "table-size",
                    format!("a side of the table has {side} inches; it must be 12 to 600"),
                );
            }
        }
        let house = &s.house;
        let lengths = [
            ("house.tactical-range", Cite("E L1"), house.tactical_range, 500..=12_000),
            ("house.cavalry-range", Cite("E L1"), house.cavalry_range, 500..=24_000),
            ("house.command-radius", Cite("E L3"), house.command_radius, 1_000..=60_000),
        ];
        for (path, cite, value, range) in lengths {
            self.range(path, cite, value, range);
        }
        if house.cavalry_range < house.tactical_range {
            let message = format!(
                "cavalry pins at {} inches, less than the {} of everybody",
                Inches(house.cavalry_range),
                Inches(house.tactical_range)
            );
            self.fault("house.cavalry-range", Cite("E L1"), "ranges-crossed", message);
        }
    }

    /// How many there are of everything. Whether there are few enough to look at each pair.
    pub(super) fn counts(&mut self) -> bool {
        let s = self.scenario;
        if s.side.len() != 2 {
            self.form("side", "two-sides", format!("a battle has two sides, not {}", s.side.len()));
        }
        let counts = [
            ("corps", s.corps.len(), MAX_CORPS),
            ("division", s.division.len(), MAX_DIVISIONS),
            ("area", s.area.len(), MAX_AREAS),
            ("line", s.line.len(), MAX_LINES),
            ("crossing", s.crossing.len(), MAX_LINES),
            ("objective", s.objective.len(), MAX_OBJECTIVES),
            ("unit", s.unit.len(), 2 * MAX_UNITS),
        ];
        let mut few = true;
        for (path, count, most) in counts {
            if count > most {
                few = false;
                self.form(path, "too-many", format!("there are {count} of `{path}`; a scenario may have up to {most}"));
            }
        }
        few
    }
}

impl Date {
    /// Whether the calendar has it.
    #[must_use]
    pub const fn exists(self) -> bool {
        let leap = self.year.is_multiple_of(4) && (!self.year.is_multiple_of(100) || self.year.is_multiple_of(400));
        let days = match self.month {
            2 if leap => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => 0,
        };
        self.day >= 1 && self.day <= days && self.year >= 1792 && self.year <= 1815
    }
}
