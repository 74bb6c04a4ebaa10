//! A coarse index of what stands where, so that neighbours are found without asking everybody.

use super::Point;

/// The side of a cell: 8 inches, in mil.
const CELL: i32 = 8_000;
/// No item, and no cell.
const NONE: u16 = u16::MAX;

/// Items numbered 0 to 65,534 by the cell of 8 by 8 inches in which each has its centre. What lies off the table is
/// kept in the nearest cell of its edge.
///
/// The order in which a cell gives its items depends on the order in which they came: the same on every run, but callers
/// sort what they find.
#[derive(Clone, Debug)]
pub struct Grid {
    columns: i32,
    rows: i32,
    /// The last item that came into each cell.
    head: Vec<u16>,
    /// The next item in the same cell, for each item.
    next: Vec<u16>,
    /// The cell of each item.
    at: Vec<u16>,
}

impl Grid {
    /// An empty index of a table so many mil wide (east) and high (north), at most 600 inches each, with room for items
    /// numbered below `items`; a higher number makes room for itself.
    pub fn new(width: i32, height: i32, items: u16) -> Grid {
        let cells = |mil: i32| mil.clamp(1, super::TABLE_MAX).div_euclid(CELL) + 1;
        let (columns, rows) = (cells(width), cells(height));
        let items = usize::from(items);
        Grid {
            columns,
            rows,
            head: vec![NONE; (columns * rows) as usize],
            next: vec![NONE; items],
            at: vec![NONE; items],
        }
    }

    /// Enters an item at a point; one that is in already is moved there. The number 65,535 is never entered.
    pub fn insert(&mut self, item: u16, point: Point) {
        if item == NONE {
            return;
        }
        self.remove(item);
        let place = usize::from(item);
        if place >= self.at.len() {
            self.at.resize(place + 1, NONE);
            self.next.resize(place + 1, NONE);
        }
        let cell = self.cell(point);
        self.at[place] = cell;
        self.next[place] = std::mem::replace(&mut self.head[usize::from(cell)], item);
    }

    /// Takes an item out; one that is not in stays out.
    pub fn remove(&mut self, item: u16) {
        let place = usize::from(item);
        let Some(cell) = self.at.get(place).copied().filter(|&cell| cell != NONE) else { return };
        let after = std::mem::replace(&mut self.next[place], NONE);
        self.at[place] = NONE;
        let mut seen = self.head[usize::from(cell)];
        if seen == item {
            self.head[usize::from(cell)] = after;
            return;
        }
        while seen != NONE {
            let next = self.next[usize::from(seen)];
            if next == item {
                self.next[usize::from(seen)] = after;
                return;
            }
            seen = next;
        }
    }

    /// Tells where an item stands now; cheap when it is still in its cell.
    pub fn moved(&mut self, item: u16, point: Point) {
        if self.at.get(usize::from(item)).copied() != Some(self.cell(point)) {
            self.insert(item, point);
        }
    }

    /// Takes everything out.
    pub fn clear(&mut self) {
        self.head.fill(NONE);
        self.next.fill(NONE);
        self.at.fill(NONE);
    }

    /// Whether an item is in.
    pub fn holds(&self, item: u16) -> bool {
        self.at.get(usize::from(item)).is_some_and(|&cell| cell != NONE)
    }

    /// Visits every item whose centre is within `radius` mil of a point, and some that are further away: the caller asks
    /// each, and adds the largest half-diagonal ([`super::Size::reach`]) when edges matter.
    pub fn near(&self, point: Point, radius: i32, visit: &mut impl FnMut(u16)) {
        let radius = radius.max(0);
        let (low, high) = (point.moved((-radius, -radius)), point.moved((radius, radius)));
        self.in_box(low, high, visit);
    }

    /// Visits every item whose centre is in the upright box from `low` (south-west) to `high` (north-east), and some
    /// beyond it.
    pub fn in_box(&self, low: Point, high: Point, visit: &mut impl FnMut(u16)) {
        let (west, south) = self.place(low);
        let (east, north) = self.place(high);
        for row in south..=north {
            for column in west..=east {
                let mut item = self.head[(row * self.columns + column) as usize];
                while item != NONE {
                    visit(item);
                    item = self.next[usize::from(item)];
                }
            }
        }
    }

    /// Column and row of the cell of a point.
    fn place(&self, point: Point) -> (i32, i32) {
        let cell = |mil: i32, cells: i32| mil.div_euclid(CELL).clamp(0, cells - 1);
        (cell(point.x, self.columns), cell(point.y, self.rows))
    }

    /// Number of the cell of a point.
    fn cell(&self, point: Point) -> u16 {
        let (column, row) = self.place(point);
        (row * self.columns + column) as u16
    }
}
