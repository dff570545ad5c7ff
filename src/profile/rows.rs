//! The rows of a thread's table: what was allocated, where, in order of allocation, on an axis of bytes.

use crate::chunked::Chunked;
use crate::v8::{WIDE, Wide};

/// A row as it is stored.
#[derive(Clone, Copy, Debug)]
struct Stored {
    /// Packed bytes.
    weight: u32,
    /// Row of the stack table; [`WIDE`] for none.
    stack: u32,
}

/// A row as it is in the profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub stack: Option<u32>,
    /// The sum of the weights before, in bytes: so a selection of n bytes on the axis holds allocations of n bytes.
    pub time: i64,
    /// Bytes.
    pub weight: i64,
}

/// The rows of a thread.
#[derive(Debug)]
pub(crate) struct Rows {
    rows: Chunked<Stored>,
    wide_weights: Wide,
    total: i64,
}

impl Rows {
    pub fn new() -> Self {
        Rows { rows: Chunked::new(), wide_weights: Wide::default(), total: 0 }
    }

    pub fn push(&mut self, stack: Option<u32>, weight: i64) {
        let weight_packed = self.wide_weights.pack(self.rows.len(), weight);
        self.rows.push(Stored { weight: weight_packed, stack: stack.unwrap_or(WIDE) });
        self.total += weight;
    }

    /// Must be called between the last `push` and the first `iter`.
    pub fn seal(&mut self) {
        self.wide_weights.seal();
    }

    /// The sum of all weights.
    pub fn total(&self) -> i64 {
        self.total
    }

    /// All rows, with the end rows between them: see [`RowCursor`].
    pub fn iter(&self) -> impl Iterator<Item = Row> {
        let mut cursor = RowCursor::default();
        std::iter::from_fn(move || cursor.next(self))
    }

    /// The number of rows that [`Rows::iter`] gives.
    pub fn count(&self) -> usize {
        let len = self.rows.len();
        let Some(last) = len.checked_sub(1) else { return 1 };
        let weight = |index: usize, stored: &Stored| self.wide_weights.get(index, stored.weight).unwrap_or(0);
        let heavy = |&(index, stored): &(usize, &Stored)| index != last && self.is_heavy(weight(index, stored));
        len + self.rows.iter().enumerate().filter(heavy).count() + 1
    }

    fn is_heavy(&self, weight: i64) -> bool {
        // Weights are at most 2^53, so this doesn't overflow.
        weight * 1000 > self.total
    }
}

/// A place between two rows. It borrows nothing, so that a reader can come back to it later.
///
/// It goes through the stored rows and the end rows between them. An end row has no weight. It follows each row that is
/// heavier than a thousandth of the total, and the last row, and marks where that row's bytes end on the axis: without
/// it the profiler's activity graph splits the space between two neighbours in the middle, and the range ends before
/// the last weight.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RowCursor {
    index: usize,
    time: i64,
    /// The end row that comes next.
    end: Option<Row>,
}

impl RowCursor {
    /// The next row.
    #[inline]
    pub fn next(&mut self, rows: &Rows) -> Option<Row> {
        if let Some(end) = self.end.take() {
            return Some(end);
        }
        let index = self.index;
        if index >= rows.rows.len() {
            // A table without rows makes the profiler show a range of -∞.
            self.index = index.max(1);
            return (index == 0).then_some(Row { stack: None, time: 0, weight: 0 });
        }
        let stored = rows.rows.get(index);
        let weight = rows.wide_weights.get(index, stored.weight).unwrap_or(0);
        let row = Row { stack: (stored.stack != WIDE).then_some(stored.stack), time: self.time, weight };
        self.time += weight;
        self.index += 1;
        if rows.is_heavy(weight) || self.index == rows.rows.len() {
            self.end = Some(Row { time: self.time, weight: 0, ..row });
        }
        Some(row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn end_rows() {
        let mut rows = Rows::new();
        assert_eq!(rows.iter().collect::<Vec<_>>(), [Row { stack: None, time: 0, weight: 0 }]);
        assert_eq!(rows.count(), 1);
        rows.push(Some(7), 5000);
        rows.push(Some(8), 5);
        rows.push(None, 6);
        let expected = [(Some(7), 0, 5000), (Some(7), 5000, 0), (Some(8), 5000, 5), (None, 5005, 6), (None, 5011, 0)];
        assert_eq!(rows.iter().map(|row| (row.stack, row.time, row.weight)).collect::<Vec<_>>(), expected);
        assert_eq!(rows.count(), 5);
        let mut cursor = RowCursor::default();
        while cursor.next(&rows).is_some() {}
        assert_eq!(cursor.next(&rows), None);
        assert_eq!(rows.total(), 5011);
    }

    #[test]
    fn large_weights() {
        let mut rows = Rows::new();
        rows.push(None, 1 << 33);
        rows.push(None, u32::MAX as i64);
        rows.seal();
        let weights: Vec<_> = rows.iter().map(|row| row.weight).collect();
        assert_eq!(weights, [1 << 33, 0, u32::MAX as i64, 0]);
    }
}
