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
#[derive(Debug)]
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

impl Clone for Grid {
    fn clone(&self) -> Self {
        let Self { columns, rows, head, next, at } = self;
        Self { columns: *columns, rows: *rows, head: head.clone(), next: next.clone(), at: at.clone() }
    }

    /// Into the buffers that are there already.
    fn clone_from(&mut self, from: &Self) {
        let Self { columns, rows, head, next, at } = self;
        (*columns, *rows) = (from.columns, from.rows);
        head.clone_from(&from.head);
        next.clone_from(&from.next);
        at.clone_from(&from.at);
    }
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

#[cfg(test)]
mod tests {
    use super::super::{HIGH, LOW, TABLE_MAX};
    use super::*;

    fn found(grid: &Grid, point: Point, radius: i32) -> Vec<u16> {
        let mut items = Vec::new();
        grid.near(point, radius, &mut |item| items.push(item));
        items.sort_unstable();
        items
    }

    #[test]
    fn items_come_go_and_move() {
        let mut grid = Grid::new(48_000, 32_000, 2);
        let (here, there) = (Point::new(4_000, 4_000), Point::new(44_000, 28_000));
        for item in [0, 1, 5, 3] {
            grid.insert(item, here);
        }
        assert_eq!(found(&grid, here, 0), [0, 1, 3, 5]);
        assert!(found(&grid, there, 1_000).is_empty());
        grid.remove(1);
        grid.remove(1);
        grid.remove(900);
        assert_eq!(found(&grid, here, 0), [0, 3, 5]);
        grid.moved(3, there);
        grid.moved(3, there);
        grid.moved(0, Point::new(4_100, 4_000));
        assert_eq!((found(&grid, here, 10), found(&grid, there, 10)), (vec![0, 5], vec![3]));
        assert!(grid.holds(3) && !grid.holds(1) && !grid.holds(4) && !grid.holds(4_000));
        grid.insert(5, there);
        assert_eq!((found(&grid, here, 10), found(&grid, there, 10)), (vec![0], vec![3, 5]));
        grid.insert(u16::MAX, here);
        assert!(!grid.holds(u16::MAX));
        grid.clear();
        assert!(found(&grid, here, TABLE_MAX).is_empty());
        grid.insert(65_534, here);
        assert_eq!(found(&grid, here, 0), [65_534]);
    }

    #[test]
    fn nothing_near_is_missed() {
        let mut grid = Grid::new(100_000, 60_000, 500);
        let mut number = 7u64;
        let mut next = |range: i32| {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (number >> 33) as i32 % range
        };
        let mut places = vec![Point::default(); 500];
        for round in 0..4 {
            for item in 0..500u16 {
                let point = Point::new(next(140_000) - 20_000, next(100_000) - 20_000);
                places[usize::from(item)] = point;
                if round % 2 == 0 { grid.insert(item, point) } else { grid.moved(item, point) }
            }
            for _ in 0..200 {
                let (point, radius) = (Point::new(next(140_000) - 20_000, next(100_000) - 20_000), next(30_000));
                let items = found(&grid, point, radius);
                assert!(items.windows(2).all(|pair| pair[0] != pair[1]), "an item is visited once");
                for item in 0..500u16 {
                    let near = places[usize::from(item)].within(point, radius);
                    assert!(!near || items.binary_search(&item).is_ok());
                }
            }
        }
    }

    #[test]
    fn the_largest_and_the_least_table() {
        for (width, height) in [(TABLE_MAX, TABLE_MAX), (1, 1), (0, -5), (i32::MAX, 1), (8_000, 8_000)] {
            let mut grid = Grid::new(width, height, 4);
            let corners = [(LOW, LOW), (LOW, HIGH), (HIGH, HIGH), (HIGH, LOW)].map(|(x, y)| Point::new(x, y));
            for (item, &corner) in (0..).zip(&corners) {
                grid.insert(item, corner);
                assert!(found(&grid, corner, 0).contains(&item));
            }
            assert_eq!(found(&grid, Point::new(0, 0), i32::MAX), [0, 1, 2, 3]);
        }
    }
}
