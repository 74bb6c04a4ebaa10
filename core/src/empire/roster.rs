//! The units of a position, with an index by place.

use super::geometry::{Grid, INCH, Point, Pose, TABLE_MAX};
use super::rolls::Bits;
use super::state::{Marks, Presence, Unit, UnitId};
use super::units::Status;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// From so many units on they are sorted on a sheet.
const MANY: usize = 24;
/// The words of that sheet, 64 units each.
const SHEET: usize = 128;

/// The units in order, and indices of where they stand and what they have still to do. The indices follow from the units: they
/// are neither compared nor saved.
#[derive(Debug)]
pub struct Units {
    list: Vec<Unit>,
    grid: Grid,
    /// Those on the table that have not had their movement.
    idle: Bits,
    /// Those on the table that are not in good order.
    shaken: Bits,
}

impl Clone for Units {
    fn clone(&self) -> Self {
        let Self { list, grid, idle, shaken } = self;
        Self { list: list.clone(), grid: grid.clone(), idle: idle.clone(), shaken: shaken.clone() }
    }

    /// Into the buffers that are there already.
    fn clone_from(&mut self, from: &Self) {
        let Self { list, grid, idle, shaken } = self;
        list.clone_from(&from.list);
        grid.clone_from(&from.grid);
        idle.clone_from(&from.idle);
        shaken.clone_from(&from.shaken);
    }
}

impl Default for Units {
    fn default() -> Self {
        Self::new(Vec::new())
    }
}

impl Units {
    /// These units. The index spans the ground from the corner of the table to the furthest of them; what goes beyond is found
    /// all the same.
    #[must_use]
    pub fn new(list: Vec<Unit>) -> Self {
        let span = |of: fn(&Unit) -> i32| list.iter().map(of).max().unwrap_or(0).clamp(48 * INCH, TABLE_MAX);
        let (width, height) = (span(|unit| unit.pose.at.x), span(|unit| unit.pose.at.y));
        let mut grid = Grid::new(width, height, list.len().min(usize::from(u16::MAX)) as u16);
        for (id, unit) in (0..u16::MAX).zip(&list) {
            if unit.is_here() {
                grid.insert(id, unit.pose.at);
            }
        }
        let bits = vec![0; list.len().div_ceil(64)];
        let mut made = Self { list, grid, idle: bits.clone(), shaken: bits };
        (0..made.list.len()).for_each(|n| made.note(n));
        made
    }

    /// Writes down what follows from how a unit stands now.
    #[inline]
    fn note(&mut self, n: usize) {
        let unit = &self.list[n];
        let here = unit.is_here();
        let (word, bit) = (n / 64, n % 64);
        let put = |bits: &mut Bits, is_in: bool| {
            bits[word] = bits[word] & !(1 << bit) | u64::from(is_in) << bit;
        };
        put(&mut self.idle, here && !unit.marks.has(Marks::DONE));
        put(&mut self.shaken, here && unit.status != Status::Good);
    }

    /// Those on the table that have not had their movement.
    pub(super) fn idle(&self) -> &[u64] {
        &self.idle
    }

    /// Those on the table that are not in good order.
    pub(super) fn shaken(&self) -> &[u64] {
        &self.shaken
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// A unit, if there is one of that number.
    #[must_use]
    pub fn get(&self, id: UnitId) -> Option<&Unit> {
        self.list.get(id.index())
    }

    /// All of them in order.
    pub fn iter(&self) -> impl Iterator<Item = (UnitId, &Unit)> + Clone {
        (0..).map(UnitId).zip(&self.list)
    }

    /// Those that stand on the table.
    pub fn here(&self) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.iter().filter(|(_, unit)| unit.is_here())
    }

    /// Changes a unit in anything but its place: pose and presence go through [`Units::place`] and [`Units::set_presence`].
    pub fn edit<T>(&mut self, id: UnitId, change: impl FnOnce(&mut Unit) -> T) -> Option<T> {
        let unit = self.list.get_mut(id.index())?;
        let (pose, presence) = (unit.pose, unit.presence);
        let done = change(unit);
        debug_assert!(pose == unit.pose && presence == unit.presence, "moved by edit");
        self.note(id.index());
        Some(done)
    }

    /// Puts a unit somewhere.
    pub fn place(&mut self, id: UnitId, pose: Pose) {
        if let Some(unit) = self.list.get_mut(id.index()) {
            unit.pose = pose;
            if unit.is_here() {
                self.grid.moved(id.0, pose.at);
            }
        }
    }

    /// Brings a unit onto the table or takes it off.
    pub fn set_presence(&mut self, id: UnitId, presence: Presence) {
        if let Some(unit) = self.list.get_mut(id.index()) {
            unit.presence = presence;
            if unit.is_here() {
                self.grid.insert(id.0, unit.pose.at);
            } else {
                self.grid.remove(id.0);
            }
            self.note(id.index());
        }
    }

    /// Visits, in no order that means anything, the units on the table whose centre lies within `radius` of `at`.
    #[inline]
    pub(super) fn around(&self, at: Point, radius: i32, visit: impl FnMut(UnitId, &Unit)) {
        self.around_of(None, at, radius, visit);
    }

    /// The same for units of one set only: the others are passed over without a look at them.
    #[inline]
    pub(super) fn around_of(
        &self,
        among: Option<&[u64]>,
        at: Point,
        radius: i32,
        mut visit: impl FnMut(UnitId, &Unit),
    ) {
        let square = i64::from(radius) * i64::from(radius);
        self.grid.near(at, radius, &mut |item| {
            if let Some(set) = among
                && set.get(usize::from(item) / 64).is_none_or(|word| word >> (item % 64) & 1 == 0)
            {
                return;
            }
            let Some(unit) = self.list.get(usize::from(item)) else { return };
            let (dx, dy) = (i64::from(unit.pose.at.x) - i64::from(at.x), i64::from(unit.pose.at.y) - i64::from(at.y));
            if dx * dx + dy * dy <= square {
                visit(UnitId(item), unit);
            }
        });
    }

    /// Appends, in order, the units on the table whose centre lies within `radius` of `at`, in thousandths of an inch.
    pub fn near(&self, at: Point, radius: i32, out: &mut Vec<UnitId>) {
        let first = out.len();
        self.around(at, radius, |id, _| out.push(id));
        self.order(&mut out[first..]);
    }

    /// Brings units of which each is there once into order.
    pub(super) fn order(&self, found: &mut [UnitId]) {
        if found.len() < MANY || self.list.len() > 64 * SHEET {
            found.sort_unstable();
            return;
        }
        // Each is met once: ticked off on a sheet they come in order without a comparison.
        let mut sheet = [0u64; SHEET];
        found.iter().for_each(|id| sheet[id.index() / 64] |= 1 << (id.index() % 64));
        let mut place = 0;
        for (n, &word) in sheet[..self.list.len().div_ceil(64)].iter().enumerate() {
            let mut left = word;
            while left != 0 {
                found[place] = UnitId((n * 64) as u16 + left.trailing_zeros() as u16);
                (place, left) = (place + 1, left & (left - 1));
            }
        }
    }
}

impl std::ops::Index<UnitId> for Units {
    type Output = Unit;

    /// # Panics
    /// For a number that names no unit: numbers from outside are checked first with [`Units::get`].
    fn index(&self, id: UnitId) -> &Unit {
        &self.list[id.index()]
    }
}

impl PartialEq for Units {
    fn eq(&self, other: &Self) -> bool {
        self.list == other.list
    }
}

impl Eq for Units {}

impl Serialize for Units {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.list.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Units {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self::new)
    }
}
