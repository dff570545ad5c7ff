//! The rows of a thread's table: what was allocated, where, in order of allocation, on an axis of bytes.

use crate::chunked::Chunked;
use crate::v8::{Sample, WIDE, Wide};

/// Sum and maximum of weights.
struct Totals {
    sum: i64,
    largest: i64,
}

impl Totals {
    #[inline(never)]
    fn add(&mut self, chunk: &[Sample]) {
        for stored in chunk.iter().filter(|stored| stored.size != WIDE) {
            self.sum += stored.size as i64;
            self.largest = self.largest.max(stored.size as i64);
        }
    }
}

#[inline(never)]
fn count_heavier(chunk: &[Sample], than: u32) -> usize {
    chunk.iter().filter(|stored| stored.size > than && stored.size != WIDE).count()
}

/// A row as it is in the profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub stack: Option<u32>,
    /// The sum of the weights before, in bytes and without their signs: so a selection of n bytes on the axis holds
    /// allocations of n bytes.
    pub time: i64,
    /// Bytes.
    pub weight: i64,
}

/// The rows of a thread.
#[derive(Debug)]
pub(crate) struct Rows {
    /// `size` is the packed weight, `node_id` the row of the stack table, [`WIDE`] for none. Samples that are no rows
    /// may be among them, without weight.
    stored: Chunked<Sample>,
    wide_weights: Wide,
    /// The places in `stored`, in order; `None` if they are in order there.
    order: Option<Vec<u32>>,
    len: usize,
    total: i64,
    /// Heavier rows get an end row.
    heavy: i64,
    end_rows: usize,
    /// The largest weight, without its sign.
    #[cfg_attr(not(target_arch = "wasm32"), allow(dead_code))]
    largest: i64,
    /// For balanced tables: which allocation each row is about.
    addresses: Option<Vec<i64>>,
}

impl Rows {
    /// The first `len` rows in `order`, or in the order in which they are stored.
    pub fn new(stored: Chunked<Sample>, wide_weights: Wide, order: Option<Vec<u32>>, len: usize) -> Self {
        let mut rows =
            Rows { stored, wide_weights, order, len, total: 0, heavy: 0, end_rows: 0, largest: 0, addresses: None };
        rows.seal();
        rows
    }

    /// No rows.
    pub fn empty() -> Self {
        Rows::new(Chunked::new(), Wide::default(), None, 0)
    }

    /// Adds a row behind the others.
    pub fn push(&mut self, stack: Option<u32>, weight: i64) {
        let place = self.stored.len();
        let size = self.wide_weights.pack(place, weight);
        self.stored.push(Sample { size, node_id: stack.unwrap_or(WIDE), ordinal: 0 });
        if let Some(order) = &mut self.order {
            if order.len() == order.capacity() {
                // Few rows follow, so doubling would be a waste.
                order.reserve_exact(order.len() / 8 + 1024);
            }
            order.push(place as u32);
        }
        self.len += 1;
    }

    /// Adds a row of a balanced table: an allocation, or with a negative weight the end of the one with this address.
    /// Such a table has no end rows, since each of them would count as an allocation.
    pub fn push_balanced(&mut self, stack: Option<u32>, weight: i64, address: i64) {
        self.push(stack, weight);
        self.addresses.get_or_insert_default().push(address);
    }

    /// The addresses of a balanced table.
    pub fn addresses(&self) -> Option<&[i64]> {
        self.addresses.as_deref()
    }

    /// The rows as they were added or sorted: the place in the list of samples, stack and weight.
    pub fn places(&self) -> impl Iterator<Item = (usize, Option<u32>, i64)> {
        (0..self.len).map(|index| {
            let (stack, weight) = self.get(index);
            let place = self.order.as_ref().map_or(index, |order| order[index] as usize);
            (place, (stack != WIDE).then_some(stack), weight)
        })
    }

    /// Must be called between the last `push` and the first look at the rows.
    pub fn seal(&mut self) {
        self.wide_weights.seal();
        let wide = || self.wide_weights.values();
        let mut totals = Totals { sum: 0, largest: wide().map(i64::abs).max().unwrap_or(0) };
        for chunk in self.stored.chunks() {
            totals.add(chunk);
        }
        self.total = totals.sum + wide().sum::<i64>();
        self.largest = totals.largest;
        self.heavy = (totals.sum + wide().map(i64::abs).sum::<i64>()) / 1000;
        let mut end_rows = wide().filter(|weight| weight.abs() > self.heavy).count();
        if let Ok(heavy) = u32::try_from(self.heavy) {
            end_rows += self.stored.chunks().map(|chunk| count_heavier(chunk, heavy)).sum::<usize>();
        }
        if let Some(last) = self.len.checked_sub(1) {
            end_rows += usize::from(self.get(last).1.abs() <= self.heavy);
        }
        self.end_rows = if self.addresses.is_some() { 0 } else { end_rows };
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
        (self.len + self.end_rows).max(1)
    }

    /// Whether all weights are below 2^31.
    #[cfg(target_arch = "wasm32")]
    pub fn has_small_weights(&self) -> bool {
        self.largest < 1 << 31
    }

    /// The stack and the weight of a row, end rows not counted.
    #[inline(always)]
    fn get(&self, index: usize) -> (u32, i64) {
        let place = match &self.order {
            Some(order) => order[index] as usize,
            None => index,
        };
        let stored = self.stored.get(place);
        (stored.node_id, self.wide_weights.get(place, stored.size).unwrap_or(0))
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
    /// An end row comes next, with this stack.
    end_stack: Option<u32>,
    has_end: bool,
}

impl RowCursor {
    /// How many rows were read, end rows not counted.
    #[cfg(target_arch = "wasm32")]
    pub fn index(&self) -> usize {
        self.index
    }

    /// The next row.
    #[inline(always)]
    pub fn next(&mut self, rows: &Rows) -> Option<Row> {
        if self.has_end {
            self.has_end = false;
            return Some(Row { stack: self.end_stack, time: self.time, weight: 0 });
        }
        let index = self.index;
        if index >= rows.len {
            // A table without rows makes the profiler show a range of -∞.
            self.index = index.max(1);
            return (index == 0).then_some(Row { stack: None, time: 0, weight: 0 });
        }
        let (stack, weight) = rows.get(index);
        let row = Row { stack: (stack != WIDE).then_some(stack), time: self.time, weight };
        self.time += weight.abs();
        self.index += 1;
        if (weight.abs() > rows.heavy || self.index == rows.len) && rows.addresses.is_none() {
            self.has_end = true;
            self.end_stack = row.stack;
        }
        Some(row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn end_rows() {
        let mut rows = Rows::empty();
        assert_eq!(rows.iter().collect::<Vec<_>>(), [Row { stack: None, time: 0, weight: 0 }]);
        assert_eq!(rows.count(), 1);
        rows.push(Some(7), 5000);
        rows.push(Some(8), 5);
        rows.push(None, 6);
        rows.seal();
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
        let mut rows = Rows::empty();
        rows.push(None, 1 << 33);
        rows.push(None, u32::MAX as i64);
        rows.seal();
        let weights: Vec<_> = rows.iter().map(|row| row.weight).collect();
        assert_eq!(weights, [1 << 33, 0, u32::MAX as i64, 0]);
    }
}
