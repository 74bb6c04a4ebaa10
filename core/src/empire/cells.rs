//! Which boxes lie where, so that a question about a place does not ask everything on a large table.

use super::geometry::{Point, TABLE_MAX};

/// The side of a cell: 8 inches, in thousandths of an inch.
const CELL: i32 = 8_000;

/// An upright box: south-west and north-east.
pub(super) type Bounds = (Point, Point);

/// Boxes that never move, by the cells that they touch. What lies off the table is kept in the nearest cell of its edge.
#[derive(Clone, Debug, Default)]
pub(super) struct Cells {
    columns: i32,
    rows: i32,
    /// Where the list of each cell begins; one more for the end of the last.
    start: Vec<u32>,
    /// The boxes of each cell, by number.
    items: Vec<u16>,
    /// The column and the row of the south-west corner of each box.
    first: Vec<(i32, i32)>,
}

impl Cells {
    /// The cells of a table so wide (east) and deep (north), in thousandths of an inch, and the boxes in them, by number.
    pub(super) fn new((width, depth): (i32, i32), boxes: &[Bounds]) -> Self {
        let cells = |mil: i32| mil.clamp(1, TABLE_MAX).div_euclid(CELL) + 1;
        let mut made = Self { columns: cells(width), rows: cells(depth), ..Self::default() };
        let mut lists = vec![Vec::new(); (made.columns * made.rows) as usize];
        for (number, &(low, high)) in (0..u16::MAX).zip(boxes) {
            let ((west, south), (east, north)) = (made.place(low), made.place(high));
            made.first.push((west, south));
            for row in south..=north {
                for column in west..=east {
                    lists[(row * made.columns + column) as usize].push(number);
                }
            }
        }
        made.start.push(0);
        for list in lists {
            made.items.extend(list);
            made.start.push(made.items.len() as u32);
        }
        made
    }

    /// Asks every box that meets the upright box `of`, and some near it, each once, until one says yes; whether one did. In one
    /// cell they come by number, in several they do not.
    #[inline]
    pub(super) fn any(&self, (low, high): Bounds, mut asks: impl FnMut(usize) -> bool) -> bool {
        if self.items.is_empty() {
            return false;
        }
        let ((west, south), (east, north)) = (self.place(low), self.place(high));
        for row in south..=north {
            for column in west..=east {
                let cell = (row * self.columns + column) as usize;
                for &item in &self.items[self.start[cell] as usize..self.start[cell + 1] as usize] {
                    let number = usize::from(item);
                    // A box in several cells is asked in the first of them.
                    let (first_column, first_row) = self.first[number];
                    if column == first_column.max(west) && row == first_row.max(south) && asks(number) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Column and row of the cell of a point.
    fn place(&self, point: Point) -> (i32, i32) {
        let cell = |mil: i32, cells: i32| mil.div_euclid(CELL).clamp(0, cells - 1);
        (cell(point.x, self.columns), cell(point.y, self.rows))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_box_that_meets_is_asked_once() {
        let mut number = 7u64;
        let mut next = |range: i32| {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (number >> 33) as i32 % range
        };
        let mut some = |count: usize, most: i32| -> Vec<Bounds> {
            (0..count)
                .map(|_| {
                    let low = Point::new(next(140_000) - 20_000, next(100_000) - 20_000);
                    (low, low.moved((next(most), next(most))))
                })
                .collect()
        };
        let boxes = some(120, 30_000);
        let cells = Cells::new((100_000, 60_000), &boxes);
        for &(low, high) in &some(400, 50_000) {
            let mut asked = Vec::new();
            assert!(!cells.any((low, high), |n| {
                asked.push(n);
                false
            }));
            asked.sort_unstable();
            assert!(asked.windows(2).all(|pair| pair[0] != pair[1]), "each once");
            for (n, &(from, to)) in boxes.iter().enumerate() {
                let meets = from.x <= high.x && low.x <= to.x && from.y <= high.y && low.y <= to.y;
                assert!(!meets || asked.binary_search(&n).is_ok(), "box {n} is not missed");
            }
            let mut last = None;
            cells.any((low, low), |n| last.replace(n).is_some_and(|before| before >= n));
            assert!(!cells.any((low, low), |n| last.is_none_or(|last| n > last)), "in one cell by number");
        }
        assert!(!Cells::default().any((Point::new(0, 0), Point::new(9, 9)), |_| true), "an empty table asks nobody");
    }
}
