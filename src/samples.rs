//! From V8's samples to rows: each sample's node, the order of allocation, and weights that add up to the self sizes.
//!
//! The samples stay where the reader put them, and become rows in place; only their order is a list of its own. The
//! loops over all samples are functions which take a chunk at a time: engines of WebAssembly begin with slow code and
//! swap in the fast one between calls, so a single long loop would stay slow to its end.

use crate::chunked::Chunked;
use crate::error::{Error, ErrorCode};
use crate::profile::Rows;
use crate::radix::{self, Keyed};
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
    /// The numbers of live and of collected objects, if the file tells.
    pub objects: Option<[i64; 2]>,
    pub highest_ordinal: Option<i64>,
    /// Sizes of 0 aside.
    pub smallest_size: Option<i64>,
}

/// Which stack of the profile a node of a file is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum StackOfNode<'a> {
    /// The node's own number, less the number of nodes left out at the beginning: 1 or 0.
    Same { skipped: usize },
    /// By node; [`WIDE`] for one that is left out.
    Merged(&'a [u32]),
}

impl StackOfNode<'_> {
    /// `None` for a node that is left out.
    #[inline(always)]
    pub fn get(self, node: usize) -> Option<u32> {
        match self {
            StackOfNode::Same { skipped } => node.checked_sub(skipped).map(|stack| stack as u32),
            StackOfNode::Merged(stacks) => Some(stacks[node]).filter(|&stack| stack != WIDE),
        }
    }
}

/// The samples of one thread, with their nodes.
#[derive(Debug)]
pub(crate) struct Allocations {
    /// `node_id` holds the index of the node here, or [`WIDE`] for an orphan, whose size is cleared.
    samples: Samples,
    /// How many samples have a node.
    count: usize,
    /// For each node the sum of its samples' sizes; whole numbers up to 2^53.
    pub sizes: Vec<f64>,
}

/// Finds the node of each sample. The second part are the samples of collected objects, if there are any.
pub(crate) fn resolve(
    tree: &Tree,
    mut samples: Samples,
) -> Result<(SampleFacts, Allocations, Option<Allocations>), Error> {
    let objects = samples.objects;
    let collected = part_collected(&mut samples);
    let nodes = NodeIds::new(tree);
    let mut facts = SampleFacts { objects, ..SampleFacts::default() };
    let mut total = 0;
    let mut find = |samples: Samples| -> Result<Allocations, Error> {
        let mut part = Allocations { samples, count: 0, sizes: vec![0.0; tree.nodes.len()] };
        part.find_nodes(&nodes, &mut facts, &mut total)?;
        Ok(part)
    };
    let live = find(samples)?;
    let collected = collected.map(&mut find).transpose()?;
    Ok((facts, live, collected))
}

/// Moves the samples of collected objects to a list of their own.
fn part_collected(samples: &mut Samples) -> Option<Samples> {
    let rows = std::mem::take(&mut samples.collected);
    if rows.is_empty() {
        return None;
    }
    let mut parts = [Samples::new(), Samples::new()];
    let mut rows = rows.into_iter().peekable();
    for (row, sample) in samples.rows.iter().enumerate() {
        let part = &mut parts[usize::from(rows.next_if_eq(&(row as u32)).is_some())];
        let size = samples.wide_sizes.get(row, sample.size).unwrap_or(0);
        let node_id = samples.wide_node_ids.get(row, sample.node_id);
        part.push(size, node_id, samples.wide_ordinals.get(row, sample.ordinal));
    }
    let [live, mut collected] = parts;
    *samples = live;
    samples.seal();
    collected.seal();
    Some(collected)
}

impl Allocations {
    fn find_nodes(&mut self, nodes: &NodeIds, facts: &mut SampleFacts, total: &mut i64) -> Result<(), Error> {
        let Samples { rows, wide_sizes, wide_node_ids, wide_ordinals, is_plain, .. } = &mut self.samples;
        let all = rows.len();
        let orphans_before = facts.orphans;
        facts.count += all;
        let mut first_row = 0;
        for chunk in rows.chunks_mut() {
            let sum = match (nodes, *is_plain) {
                (NodeIds::Dense(nodes), true) => find_plain(chunk, nodes, &mut self.sizes, facts),
                _ => find_any(
                    chunk,
                    |row, sample| {
                        let size = wide_sizes.get(first_row + row, sample.size).unwrap_or(0);
                        let id = wide_node_ids.get(first_row + row, sample.node_id);
                        let ordinal = wide_ordinals.get(first_row + row, sample.ordinal);
                        (size, id.and_then(|id| nodes.find(id)), ordinal)
                    },
                    &mut self.sizes,
                    facts,
                ),
            };
            first_row += chunk.len();
            *total += sum;
            if *total > MAX_TOTAL {
                let message = "The sizes of the samples add up to more than 2^53 bytes";
                return Err(Error::new(ErrorCode::TooLarge, message));
            }
        }
        self.count = all - (facts.orphans - orphans_before);
        Ok(())
    }

    /// The numbers of the thread's samples in order of allocation; `None` if that is the order of the file.
    ///
    /// The order of the file decides between equal ordinals, and samples without an ordinal come last.
    fn order(&self) -> Option<Vec<u32>> {
        let rows = &self.samples.rows;
        let highest = if self.samples.is_plain { highest_ordinal(rows) } else { u32::MAX };
        if self.count == rows.len() && self.samples.is_plain && is_rising(rows) {
            return None;
        }
        // Ordinals are distinct, and not much larger than their number, in nearly all files: then their ranks come
        // from a bitmap, in linear time.
        if highest as usize / 64 <= self.count + 1024
            && let Some(ranks) = Ranks::of(rows, highest)
        {
            return Some(ranks.order(rows, self.count));
        }
        let wide = &self.samples.wide_ordinals;
        let key = |row: usize, sample: &Sample| wide.get(row, sample.ordinal).map_or(u64::MAX, radix::key_of);
        let with_node = rows.iter().enumerate().filter(|(_, sample)| sample.node_id != WIDE);
        let keys = radix::sorted(&mut with_node.map(|(row, sample)| (key(row, sample), row as u32)));
        Some(keys.into_iter().map(|(_, row)| row).collect())
    }

    /// The thread's rows: its samples in order of allocation, with weights that add up to `self_size` for each node
    /// that has samples with a size.
    ///
    /// A node's self size and the sum of its samples differ, since V8 rounds the one by size class and the other by
    /// sample. The self size is what all other tools show. So a node's samples are scaled to it, and rounded
    /// cumulatively, so that no byte is lost.
    pub fn into_rows(self, self_size: &dyn Fn(usize) -> i64, stacks: StackOfNode) -> Rows {
        let order = self.order();
        let Allocations { samples, count, sizes } = self;
        let Samples { mut rows, wide_sizes, .. } = samples;
        let mut shares: Vec<Share> =
            sizes.into_iter().enumerate().map(|(node, given)| Share::new(self_size(node), given)).collect();
        let mut weights = Wide::default();
        let mut start = 0;
        while start < count {
            let end = count.min(start + STEP);
            let range = start..end;
            fit(&mut rows, order.as_deref(), range, &wide_sizes, &mut weights, &mut shares, self_size, stacks);
            start = end;
        }
        Rows::new(rows, weights, order, count)
    }
}

/// So many samples are dealt with in one call.
const STEP: usize = 8 * 1024;

/// The nodes of samples whose numbers all are in their 32 bits. Returns the sum of the sizes.
#[inline(never)]
fn find_plain(chunk: &mut [Sample], nodes: &[u32], sizes: &mut [f64], facts: &mut SampleFacts) -> i64 {
    // Less one, so that sizes of 0 become the largest.
    let (mut smallest, mut highest) = (u32::MAX, 0);
    let mut sum = 0;
    for sample in chunk {
        smallest = smallest.min(sample.size.wrapping_sub(1));
        highest = highest.max(sample.ordinal);
        sum += sample.size as i64;
        let node = nodes.get(sample.node_id as usize).copied().unwrap_or(WIDE);
        sample.node_id = node;
        match sizes.get_mut(node as usize) {
            Some(node_size) => *node_size += sample.size as f64,
            None => {
                facts.orphans += 1;
                facts.orphan_bytes += sample.size as i64;
                sample.size = 0;
            }
        }
    }
    facts.note_extremes(smallest.wrapping_add(1) as i64, Some(highest as i64));
    sum
}

/// The same for any samples, of which `read` gives size, node and ordinal.
fn find_any(
    chunk: &mut [Sample],
    read: impl Fn(usize, &Sample) -> (i64, Option<u32>, Option<i64>),
    sizes: &mut [f64],
    facts: &mut SampleFacts,
) -> i64 {
    let mut sum = 0i64;
    for (row, sample) in chunk.iter_mut().enumerate() {
        let (size, node, ordinal) = read(row, sample);
        facts.note_extremes(size, ordinal);
        sum = sum.saturating_add(size);
        sample.node_id = node.unwrap_or(WIDE);
        match node {
            Some(node) => sizes[node as usize] += size as f64,
            None => {
                facts.orphans += 1;
                facts.orphan_bytes = facts.orphan_bytes.saturating_add(size);
                sample.size = 0;
            }
        }
    }
    sum.min(MAX_TOTAL + 1)
}

impl SampleFacts {
    fn note_extremes(&mut self, size: i64, ordinal: Option<i64>) {
        if size > 0 {
            self.smallest_size = Some(self.smallest_size.map_or(size, |smallest| smallest.min(size)));
        }
        self.highest_ordinal = self.highest_ordinal.max(ordinal);
    }
}

/// Makes samples rows: their size becomes the weight, their node the stack.
#[inline(never)]
#[allow(clippy::too_many_arguments)] // a loop's body
fn fit(
    rows: &mut Chunked<Sample>,
    order: Option<&[u32]>,
    range: std::ops::Range<usize>,
    wide_sizes: &Wide,
    weights: &mut Wide,
    shares: &mut [Share],
    self_size: &dyn Fn(usize) -> i64,
    stacks: StackOfNode,
) {
    for position in range {
        let row = order.map_or(position, |order| order[position] as usize);
        let sample = rows.get_mut(row);
        let node = sample.node_id as usize;
        let size = wide_sizes.get(row, sample.size).unwrap_or(0);
        let weight = shares[node].take(size as f64, || self_size(node));
        sample.size = weights.pack(row, weight as i64);
        sample.node_id = stacks.get(node).unwrap_or(WIDE);
    }
}

/// Products of doubles above this are off by up to 1.
const ROUNDED: f64 = (1i64 << 51) as f64;

/// How a node's self size is shared out to its samples. All numbers but the ratio are whole, and exact as doubles.
struct Share {
    /// Self size by sum of samples.
    ratio: f64,
    /// The sum of the samples' sizes; NaN if that is 0.
    given: f64,
    /// The sum of the sizes so far.
    taken: f64,
    /// The sum of the weights so far.
    done: f64,
}

impl Share {
    fn new(wanted: i64, given: f64) -> Self {
        match given {
            0.0 => Share { ratio: 0.0, given: f64::NAN, taken: 0.0, done: 0.0 },
            _ => Share { ratio: wanted as f64 / given, given, taken: 0.0, done: 0.0 },
        }
    }

    /// The weight of the next sample. `wanted` is the self size again: the last sample brings the sum there exactly.
    #[inline(always)]
    fn take(&mut self, size: f64, wanted: impl Fn() -> i64) -> f64 {
        self.taken += size;
        let done = match self.taken == self.given {
            true => wanted() as f64,
            false => match (self.taken * self.ratio + 0.5).floor() {
                // Here the rounding of doubles can go one too far.
                done if done > ROUNDED => done.min(wanted() as f64),
                done => done,
            },
        };
        let weight = done - self.done;
        self.done = done;
        weight
    }
}

fn highest_ordinal(rows: &Chunked<Sample>) -> u32 {
    rows.iter().map(|sample| sample.ordinal).max().unwrap_or(0)
}

fn is_rising(rows: &Chunked<Sample>) -> bool {
    let mut last = None;
    rows.iter().all(|sample| last.replace(sample.ordinal).is_none_or(|last| last < sample.ordinal))
}

/// From node ids to indexes of nodes. Of several nodes with the same id the first one counts.
enum NodeIds {
    /// By id; [`WIDE`] for none.
    Dense(Vec<u32>),
    /// Keys of ids with indexes, rising.
    Sparse(Vec<Keyed>),
}

impl NodeIds {
    fn new(tree: &Tree) -> Self {
        let count = tree.nodes.len();
        let ids = || (0..count).filter_map(|index| tree.id(index).map(|id| (id, index as u32)));
        let (lowest, highest) = ids().fold((0, 0), |(low, high), (id, _)| (id.min(low), id.max(high)));
        // V8 counts ids up, and nodes that are gone leave gaps.
        if lowest == 0 && highest <= 8 * count as i64 + 1024 {
            let mut dense = vec![WIDE; highest as usize + 1];
            for (id, index) in ids() {
                if let Some(slot @ &mut WIDE) = usize::try_from(id).ok().and_then(|id| dense.get_mut(id)) {
                    *slot = index;
                }
            }
            return NodeIds::Dense(dense);
        }
        let sparse = radix::sorted(&mut ids().map(|(id, index)| (radix::key_of(id), index)));
        NodeIds::Sparse(sparse)
    }

    fn find(&self, id: i64) -> Option<u32> {
        match self {
            NodeIds::Dense(dense) => dense.get(usize::try_from(id).ok()?).copied().filter(|&index| index != WIDE),
            NodeIds::Sparse(sparse) => {
                let key = radix::key_of(id);
                let &(found, index) = sparse.get(sparse.partition_point(|&(other, _)| other < key))?;
                (found == key).then_some(index)
            }
        }
    }
}

/// The ranks of distinct ordinals among themselves.
struct Ranks {
    /// A bit for each ordinal.
    words: Vec<u64>,
    /// For each word the number of bits before it.
    before: Vec<u32>,
}

impl Ranks {
    /// The ranks of the samples that have a node; `None` if an ordinal comes twice.
    fn of(rows: &Chunked<Sample>, highest: u32) -> Option<Self> {
        let mut words = vec![0u64; highest as usize / 64 + 1];
        for chunk in rows.chunks() {
            if !set_bits(&mut words, chunk) {
                return None;
            }
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

    /// The numbers of the samples that have a node, by rank.
    fn order(&self, rows: &Chunked<Sample>, count: usize) -> Vec<u32> {
        let mut order = vec![0; count];
        let mut first_row = 0;
        for chunk in rows.chunks() {
            self.put(&mut order, chunk, first_row);
            first_row += chunk.len() as u32;
        }
        order
    }

    #[inline(never)]
    fn put(&self, order: &mut [u32], chunk: &[Sample], first_row: u32) {
        for (row, sample) in (first_row..).zip(chunk) {
            if sample.node_id != WIDE {
                order[self.rank(sample.ordinal)] = row;
            }
        }
    }

    #[inline(always)]
    fn rank(&self, ordinal: u32) -> usize {
        let word = ordinal as usize / 64;
        let below = self.words[word] & ((1 << (ordinal % 64)) - 1);
        (self.before[word] + below.count_ones()) as usize
    }
}

/// Sets the bit of each ordinal; `false` if one was set before.
#[inline(never)]
fn set_bits(words: &mut [u64], chunk: &[Sample]) -> bool {
    for sample in chunk {
        if sample.node_id != WIDE {
            let word = &mut words[sample.ordinal as usize / 64];
            let bit = 1 << (sample.ordinal % 64);
            if *word & bit != 0 {
                return false;
            }
            *word |= bit;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Samples of node 0 with the sizes 1000, 1001, … and these ordinals; `None` for node stands for an orphan.
    fn allocations(samples: &[(Option<i64>, bool)]) -> Allocations {
        let mut list = Samples::new();
        for (row, &(ordinal, is_orphan)) in samples.iter().enumerate() {
            list.push(1000 + row as i64, Some(if is_orphan { 9 } else { 1 }), ordinal);
        }
        list.seal();
        let mut part = Allocations { samples: list, count: 0, sizes: vec![0.0] };
        let nodes = NodeIds::Dense(vec![WIDE, 0]);
        part.find_nodes(&nodes, &mut SampleFacts::default(), &mut 0).unwrap();
        part
    }

    fn order(ordinals: &[Option<i64>]) -> Vec<u32> {
        let samples: Vec<_> = ordinals.iter().map(|&ordinal| (ordinal, false)).collect();
        let order = allocations(&samples).order().unwrap_or_else(|| (0..ordinals.len() as u32).collect());
        // An orphan at the end must not change anything.
        let with_orphan = [&samples[..], &[(Some(0), true)]].concat();
        assert_eq!(allocations(&with_orphan).order().unwrap(), order);
        order
    }

    #[test]
    fn every_way_of_ordering() {
        assert_eq!(order(&[Some(1), Some(2), Some(9)]), [0, 1, 2]);
        assert_eq!(order(&[Some(500), Some(3), Some(64), Some(1), Some(63), Some(128)]), [3, 1, 4, 2, 5, 0]);
        assert_eq!(order(&[Some(5), Some(3), Some(5), Some(3)]), [1, 3, 0, 2]);
        assert_eq!(order(&[Some(4_000_000_000), Some(3)]), [1, 0]);
        assert_eq!(order(&[None, Some(1 << 40), None, Some(7)]), [3, 1, 0, 2]);
    }

    #[test]
    fn weights_add_up() {
        for wanted in [0, 1, 2, 999, 3000, 3003, 3004, 1 << 50, (1 << 53) - 1] {
            let samples = [(Some(2), false), (Some(7), true), (Some(1), false), (Some(3), false)];
            let rows = allocations(&samples).into_rows(&|_| wanted, StackOfNode::Same { skipped: 0 });
            assert_eq!(rows.total(), wanted);
            assert!(rows.iter().all(|row| row.weight >= 0));
            assert_eq!(rows.iter().map(|row| row.weight).sum::<i64>(), wanted);
        }
    }

    #[test]
    fn weights_are_never_negative() {
        let sizes = [4_255_136_463_681_822.0, 4_255_136_463_681_822.0, 1.0];
        let wanted = 4_503_658_257_744_939;
        let mut share = Share::new(wanted, sizes.iter().sum());
        let weights = sizes.map(|size| share.take(size, || wanted));
        assert!(weights.iter().all(|&weight| weight >= 0.0), "{weights:?}");
        assert_eq!(weights.map(|weight| weight as i64).iter().sum::<i64>(), wanted);
    }
}
