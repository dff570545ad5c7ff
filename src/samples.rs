//! From V8's samples to rows: each sample's node, the order of allocation, and weights that add up to the self sizes.

use crate::chunked::Chunked;
use crate::error::{Error, ErrorCode};
use crate::profile::Rows;
use crate::v8::{Sample, Samples, Tree, WIDE, Wide};

/// The largest sum of sizes: all sums are exact in JavaScript.
pub(crate) const MAX_TOTAL: i64 = 1 << 53;

/// What is known about all samples of a file.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SampleFacts {
    pub count: usize,
    /// Samples whose node isn't in the tree. V8 builds the tree first, which allocates itself; those allocations are
    /// sampled, but their nodes come too late.
    pub orphans: usize,
    pub orphan_bytes: i64,
    pub highest_ordinal: Option<i64>,
    pub smallest_size: Option<i64>,
}

/// The samples of one thread, with their nodes.
#[derive(Debug)]
pub(crate) struct Allocations {
    /// `node_id` holds the index of the node here; size and ordinal are packed.
    rows: Chunked<Sample>,
    wide_sizes: Wide,
    wide_ordinals: Wide,
    /// No row has a number that isn't in its 32 bits.
    all_plain: bool,
    is_sorted: bool,
    last_ordinal: Option<i64>,
    highest_ordinal: u32,
    /// For each node the sum of its samples' sizes; whole numbers up to 2^53.
    pub sizes: Vec<f64>,
}

impl Allocations {
    /// No allocations in a tree of so many nodes. Rows are put into `rows`, from its beginning.
    fn new(nodes: usize, rows: Chunked<Sample>) -> Self {
        Allocations {
            rows,
            wide_sizes: Wide::default(),
            wide_ordinals: Wide::default(),
            all_plain: true,
            is_sorted: true,
            last_ordinal: None,
            highest_ordinal: 0,
            sizes: vec![0.0; nodes],
        }
    }

    /// Makes row number `row`, which may exist already and is at most one behind the last.
    #[inline]
    fn set(&mut self, row: usize, size: i64, node: u32, ordinal: Option<i64>) {
        let sample = Sample {
            size: self.wide_sizes.pack(row, size),
            node_id: node,
            ordinal: ordinal.map_or(WIDE, |ordinal| self.wide_ordinals.pack(row, ordinal)),
        };
        self.all_plain &= sample.size != WIDE && sample.ordinal != WIDE;
        self.is_sorted &= ordinal > self.last_ordinal;
        self.last_ordinal = ordinal;
        self.highest_ordinal = self.highest_ordinal.max(sample.ordinal);
        self.sizes[node as usize] += size as f64;
        if row < self.rows.len() {
            *self.rows.get_mut(row) = sample;
        } else {
            self.rows.push(sample);
        }
    }

    fn seal(&mut self) {
        self.wide_sizes.seal();
        self.wide_ordinals.seal();
    }

    /// Sorts by ordinal; the order of the file decides between equals, and rows without an ordinal come last.
    fn sort(&mut self) {
        if self.is_sorted {
            return;
        }
        // Ordinals are distinct, and not much larger than their number, in nearly all files: then their ranks come
        // from a bitmap, in linear time.
        let is_dense = self.highest_ordinal as usize / 64 <= self.rows.len() + 1024;
        if self.all_plain && is_dense {
            if let Some(ranks) = Ranks::of(self.rows.iter().map(|sample| sample.ordinal), self.highest_ordinal) {
                self.move_to_ranks(&ranks);
                return;
            }
        }
        self.sort_by_comparison();
    }

    /// Moves each row to its rank, in place.
    fn move_to_ranks(&mut self, ranks: &Ranks) {
        // The ordinals have served their purpose once the ranks are known; following the ranks in the rows themselves
        // touches one place a step.
        for sample in self.rows.iter_mut() {
            sample.ordinal = ranks.rank(sample.ordinal);
        }
        for position in 0..self.rows.len() {
            let mut sample = self.rows.get(position);
            if sample.ordinal as usize == position {
                continue;
            }
            while sample.ordinal as usize != position {
                let place = self.rows.get_mut(sample.ordinal as usize);
                std::mem::swap(&mut sample, place);
            }
            *self.rows.get_mut(position) = sample;
        }
    }

    fn sort_by_comparison(&mut self) {
        let mut order: Vec<(i64, u32)> = self
            .rows
            .iter()
            .enumerate()
            .map(|(row, sample)| (self.wide_ordinals.get(row, sample.ordinal).unwrap_or(i64::MAX), row as u32))
            .collect();
        order.sort_unstable();
        let mut rows = Chunked::new();
        let mut wide_sizes = Wide::default();
        for (position, &(_, row)) in order.iter().enumerate() {
            let sample = self.rows.get(row as usize);
            let size = self.wide_sizes.get(row as usize, sample.size).unwrap_or(0);
            // The ordinals have served their purpose.
            rows.push(Sample { size: wide_sizes.pack(position, size), ordinal: 0, ..sample });
        }
        wide_sizes.seal();
        self.rows = rows;
        self.wide_sizes = wide_sizes;
    }

    /// Adds rows in order of allocation, with weights that add up to `self_size` for each node that has samples with
    /// a size. `stack` is the stack of a node.
    ///
    /// A node's self size and the sum of its samples differ, since V8 rounds the one by size class and the other by
    /// sample. The self size is what all other tools show. So a node's samples are scaled to it, and rounded
    /// cumulatively, so that no byte is lost.
    pub fn into_rows(
        mut self,
        rows: &mut Rows,
        self_size: impl Fn(usize) -> i64,
        stack: impl Fn(usize) -> Option<u32>,
    ) {
        self.sort();
        let Allocations { rows: samples, wide_sizes, sizes, .. } = self;
        let mut shares: Vec<Share> = sizes
            .into_iter()
            .enumerate()
            .map(|(node, given)| Share { wanted: self_size(node), given, taken: 0.0, done: 0 })
            .collect();
        for (row, sample) in samples.into_iter().enumerate() {
            let node = sample.node_id as usize;
            let size = wide_sizes.get(row, sample.size).unwrap_or(0);
            rows.push(stack(node), shares[node].take(size));
        }
    }
}

/// How a node's self size is shared out to its samples.
struct Share {
    /// The self size, in bytes.
    wanted: i64,
    /// The sum of the samples' sizes; whole.
    given: f64,
    /// The sum of the sizes so far; whole.
    taken: f64,
    /// The sum of the weights so far.
    done: i64,
}

impl Share {
    /// The weight of the next sample.
    #[inline]
    fn take(&mut self, size: i64) -> i64 {
        if self.wanted as f64 == self.given {
            return size;
        }
        if self.given == 0.0 {
            return 0;
        }
        self.taken += size as f64;
        let done = match self.taken == self.given {
            true => self.wanted,
            // Rounds; nothing is negative here.
            false => (self.taken * (self.wanted as f64 / self.given) + 0.5) as i64,
        };
        let weight = done - self.done;
        self.done = done;
        weight
    }
}

/// Finds the node of each sample. The second part are the samples of collected objects, if there are any.
pub(crate) fn resolve(tree: &Tree, samples: Samples) -> Result<(SampleFacts, Allocations, Option<Allocations>), Error> {
    let nodes = NodeIds::new(tree);
    let Samples { rows, wide_sizes, wide_node_ids, wide_ordinals, collected } = samples;
    let count = rows.len();
    let mut facts = SampleFacts { count, ..SampleFacts::default() };
    let mut live = Allocations::new(tree.nodes.len(), rows);
    let mut dead = (!collected.is_empty()).then(|| Allocations::new(tree.nodes.len(), Chunked::new()));
    let mut collected = collected.into_iter().peekable();
    let mut live_count = 0;
    let mut total = 0i64;
    for row in 0..count {
        let sample = live.rows.get(row);
        let size = wide_sizes.get(row, sample.size).unwrap_or(0);
        let ordinal = wide_ordinals.get(row, sample.ordinal);
        facts.highest_ordinal = facts.highest_ordinal.max(ordinal);
        facts.smallest_size = Some(facts.smallest_size.map_or(size, |smallest| smallest.min(size)));
        total += size;
        if total > MAX_TOTAL {
            return Err(Error::new(ErrorCode::TooLarge, "The sizes of the samples add up to more than 2^53 bytes"));
        }
        let is_collected = collected.next_if_eq(&(row as u32)).is_some();
        let Some(node) = wide_node_ids.get(row, sample.node_id).and_then(|id| nodes.find(id)) else {
            facts.orphans += 1;
            facts.orphan_bytes += size;
            continue;
        };
        match &mut dead {
            Some(dead) if is_collected => dead.set(dead.rows.len(), size, node, ordinal),
            _ => {
                // At most `row`, so nothing is overwritten before it was read.
                live.set(live_count, size, node, ordinal);
                live_count += 1;
            }
        }
    }
    live.rows.truncate(live_count);
    live.seal();
    if let Some(dead) = &mut dead {
        dead.seal();
    }
    Ok((facts, live, dead))
}

/// From node ids to indexes of nodes. Of several nodes with the same id the first one counts.
enum NodeIds {
    /// By id; [`WIDE`] for none.
    Dense(Vec<u32>),
    /// Ids with indexes, rising.
    Sparse(Vec<(i64, u32)>),
}

impl NodeIds {
    fn new(tree: &Tree) -> Self {
        let count = tree.nodes.len();
        let ids = || (0..count).filter_map(|index| tree.id(index).map(|id| (id, index as u32)));
        let highest = ids().map(|(id, _)| id).max().unwrap_or(0);
        // V8 counts ids up, and nodes that are gone leave gaps.
        if highest <= 8 * count as i64 + 1024 {
            let mut dense = vec![WIDE; highest.max(0) as usize + 1];
            for (id, index) in ids() {
                if let Some(slot @ &mut WIDE) = usize::try_from(id).ok().and_then(|id| dense.get_mut(id)) {
                    *slot = index;
                }
            }
            return NodeIds::Dense(dense);
        }
        let mut sparse: Vec<_> = ids().collect();
        sparse.sort_unstable();
        NodeIds::Sparse(sparse)
    }

    #[inline]
    fn find(&self, id: i64) -> Option<u32> {
        match self {
            NodeIds::Dense(dense) => dense.get(usize::try_from(id).ok()?).copied().filter(|&index| index != WIDE),
            NodeIds::Sparse(sparse) => {
                let &(found, index) = sparse.get(sparse.partition_point(|&(other, _)| other < id))?;
                (found == id).then_some(index)
            }
        }
    }
}

/// The ranks of distinct numbers among themselves.
struct Ranks {
    /// A bit for each number.
    words: Vec<u64>,
    /// For each word the number of bits before it.
    before: Vec<u32>,
}

impl Ranks {
    /// `None` if a number comes twice.
    fn of(numbers: impl Iterator<Item = u32>, highest: u32) -> Option<Self> {
        let mut words = vec![0u64; highest as usize / 64 + 1];
        for number in numbers {
            let word = &mut words[number as usize / 64];
            let bit = 1 << (number % 64);
            if *word & bit != 0 {
                return None;
            }
            *word |= bit;
        }
        let mut count = 0;
        let before = words
            .iter()
            .map(|word| {
                let before = count;
                count += word.count_ones();
                before
            })
            .collect();
        Some(Ranks { words, before })
    }

    #[inline]
    fn rank(&self, number: u32) -> u32 {
        let word = number as usize / 64;
        let below = self.words[word] & ((1 << (number % 64)) - 1);
        self.before[word] + below.count_ones()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks() {
        let numbers = [500, 3, 64, 0, 63, 128];
        let ranks = Ranks::of(numbers.into_iter(), 500).unwrap();
        assert_eq!(numbers.map(|number| ranks.rank(number)), [5, 1, 3, 0, 2, 4]);
        assert!(Ranks::of([7, 8, 7].into_iter(), 8).is_none());
    }

    fn allocations(ordinals: &[Option<i64>]) -> Allocations {
        let mut allocations = Allocations::new(1, Chunked::new());
        for (row, &ordinal) in ordinals.iter().enumerate() {
            allocations.set(row, 1000 + row as i64, 0, ordinal);
        }
        allocations.seal();
        allocations
    }

    /// The sizes in the order after sorting, less 1000: the rows' first places.
    fn order(ordinals: &[Option<i64>]) -> Vec<i64> {
        let mut allocations = allocations(ordinals);
        allocations.sort();
        let sizes = allocations.rows.iter().enumerate();
        sizes.map(|(row, sample)| allocations.wide_sizes.get(row, sample.size).unwrap() - 1000).collect()
    }

    #[test]
    fn every_way_of_sorting() {
        assert_eq!(order(&[Some(1), Some(2), Some(9)]), [0, 1, 2]);
        assert_eq!(order(&[Some(5), Some(3), Some(4), Some(0)]), [3, 1, 2, 0]);
        assert_eq!(order(&[Some(5), Some(3), Some(5), Some(3)]), [1, 3, 0, 2]);
        assert_eq!(order(&[Some(4_000_000_000), Some(3)]), [1, 0]);
        assert_eq!(order(&[None, Some(1 << 40), None, Some(7)]), [3, 1, 0, 2]);
    }

    #[test]
    fn weights_add_up() {
        for wanted in [0, 1, 2, 999, 3000, 3003, 3004, 1 << 50] {
            let mut rows = Rows::new();
            allocations(&[Some(2), Some(1), Some(3)]).into_rows(&mut rows, |_| wanted, |_| Some(0));
            rows.seal();
            assert_eq!(rows.total(), wanted);
            assert!(rows.iter().all(|row| row.weight >= 0));
        }
    }
}
