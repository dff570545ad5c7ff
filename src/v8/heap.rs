//! The plain records of one heap profile, as they are in the file.

use super::call_frames::CallFrames;
use crate::chunked::Chunked;
use crate::radix;

/// Stands in a 32-bit field for a number that is missing, or is kept in a [`Wide`] list.
pub(crate) const WIDE: u32 = u32::MAX;

/// The few numbers of a column that don't fit into its 32 bits, by row.
#[derive(Debug, Default)]
pub(crate) struct Wide {
    numbers: Vec<(u32, i64)>,
}

impl Wide {
    /// The 32-bit form of a number in a row; other numbers are put aside.
    #[inline(always)]
    pub fn pack(&mut self, row: usize, number: i64) -> u32 {
        match u32::try_from(number) {
            Ok(small) if small != WIDE => small,
            _ => {
                self.numbers.push((row as u32, number));
                WIDE
            }
        }
    }

    /// Must be called between the last `pack` and the first `get`.
    pub fn seal(&mut self) {
        if !self.numbers.is_sorted_by_key(|&(row, _)| row) {
            let order = radix::sorted(&mut (0..).zip(&self.numbers).map(|(at, &(row, _))| (row as u64, at)));
            self.numbers = order.into_iter().map(|(_, at)| self.numbers[at as usize]).collect();
        }
        // Of several numbers for a row, the last one counts.
        self.numbers.dedup_by(|later, earlier| {
            let is_same = later.0 == earlier.0;
            if is_same {
                *earlier = *later;
            }
            is_same
        });
    }

    /// The number that `packed` stands for in a row, or `None` if there is none.
    #[inline(always)]
    pub fn get(&self, row: usize, packed: u32) -> Option<i64> {
        if packed == WIDE { self.find(row as u32) } else { Some(packed as i64) }
    }

    #[cold]
    fn find(&self, row: u32) -> Option<i64> {
        let end = self.numbers.partition_point(|&(other, _)| other <= row);
        let &(found, number) = self.numbers.get(end.checked_sub(1)?)?;
        (found == row).then_some(number)
    }

    /// Forgets the rows from `len` on. All numbers since the first one for row `len - 1` must be for that row or later
    /// ones, so that those before needn't be looked at: files may ask for this as often as they like.
    pub fn truncate(&mut self, len: usize) {
        let end = self.numbers.iter().rposition(|&(row, _)| row as usize + 1 < len).map_or(0, |last| last + 1);
        let kept = self.numbers[end..].iter().rev().find(|&&(row, _)| row as usize + 1 == len).copied();
        self.numbers.truncate(end);
        self.numbers.extend(kept);
    }

    /// The numbers put aside, once sealed, in order of their rows.
    pub fn values(&self) -> impl Iterator<Item = i64> {
        self.numbers.iter().map(|&(_, number)| number)
    }

    /// The rows and numbers put aside.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut (u32, i64)> {
        self.numbers.iter_mut()
    }
}

/// A node of the call tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// How far before this node its parent is; 0 for the head.
    pub prefix_offset: u32,
    /// Number of its call frame; [`WIDE`] as long as none was read.
    pub frame: u32,
    /// Bytes, packed (see [`Tree::self_size`]).
    pub self_size: u32,
    /// V8's node id, packed (see [`Tree::id`]).
    pub id: u32,
}

/// The call tree: its nodes in the order of the file, parents first.
#[derive(Debug)]
pub(crate) struct Tree {
    pub nodes: Chunked<Node>,
    pub wide_sizes: Wide,
    pub wide_ids: Wide,
}

impl Tree {
    pub fn new() -> Self {
        Tree { nodes: Chunked::new(), wide_sizes: Wide::default(), wide_ids: Wide::default() }
    }

    /// Forgets the nodes from `len` on, which are those below node `len - 1`.
    pub fn truncate(&mut self, len: usize) {
        if len >= self.nodes.len() {
            return;
        }
        self.nodes.truncate(len);
        self.wide_sizes.truncate(len);
        self.wide_ids.truncate(len);
    }

    /// Bytes allocated by the node itself, 0 if the file doesn't say.
    pub fn self_size(&self, index: usize) -> i64 {
        self.wide_sizes.get(index, self.nodes.get(index).self_size).unwrap_or(0)
    }

    pub fn id(&self, index: usize) -> Option<i64> {
        self.wide_ids.get(index, self.nodes.get(index).id)
    }
}

/// A sampled allocation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    /// Bytes that the sample stands for, packed.
    pub size: u32,
    /// The id of its node, packed.
    pub node_id: u32,
    /// Its place in the order of allocation, packed.
    pub ordinal: u32,
}

/// The samples, in the order of the file.
#[derive(Debug)]
pub(crate) struct Samples {
    pub rows: Chunked<Sample>,
    pub wide_sizes: Wide,
    pub wide_node_ids: Wide,
    pub wide_ordinals: Wide,
    /// The rows whose object was collected already (`isLive: false`), rising.
    pub collected: Vec<u32>,
    /// The numbers of live and of collected objects, if the samples tell.
    pub objects: Option<[i64; 2]>,
    /// All numbers are in the 32 bits of the rows. Known once the samples are sealed.
    pub is_plain: bool,
    has_gaps: bool,
}

impl Samples {
    pub fn new() -> Self {
        Samples {
            rows: Chunked::new(),
            wide_sizes: Wide::default(),
            wide_node_ids: Wide::default(),
            wide_ordinals: Wide::default(),
            collected: Vec::new(),
            objects: None,
            is_plain: false,
            has_gaps: false,
        }
    }

    /// Adds a sample, of which all but the size may be missing.
    pub fn push(&mut self, size: i64, node_id: Option<i64>, ordinal: Option<i64>) {
        let row = self.rows.len();
        self.has_gaps |= node_id.is_none() || ordinal.is_none();
        let sample = Sample {
            size: self.wide_sizes.pack(row, size),
            node_id: node_id.map_or(WIDE, |id| self.wide_node_ids.pack(row, id)),
            ordinal: ordinal.map_or(WIDE, |ordinal| self.wide_ordinals.pack(row, ordinal)),
        };
        self.rows.push(sample);
    }

    /// Must be called between the last `push` and the first look at wide numbers.
    pub fn seal(&mut self) {
        let wide = [&mut self.wide_sizes, &mut self.wide_node_ids, &mut self.wide_ordinals];
        self.is_plain = !self.has_gaps && wide.iter().all(|wide| wide.numbers.is_empty());
        for wide in wide {
            wide.seal();
        }
    }
}

/// Where lines and columns of a file begin to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineBase {
    /// V8's own writers: -1 is unknown.
    Zero,
    /// v8-profiler-next and its family: 0 is unknown.
    One,
}

/// One heap profile, complete.
#[derive(Debug)]
pub(crate) struct Heap {
    pub tree: Tree,
    /// `None` if the file has no `samples`, which isn't the same as an empty list.
    pub samples: Option<Samples>,
    pub frames: CallFrames,
    pub line_base: LineBase,
    /// How many sizes had overflowed to negative numbers, and were mended.
    pub mended_sizes: usize,
}
