//! `shared.stackTable`: the call trees of all files, merged.

use crate::hash::{HashIndex, Hasher};
use crate::v8::{Tree, WIDE};

/// A stack, as its two columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stack {
    pub frame: u32,
    /// How far before it its parent is; 0 for a root.
    pub prefix_offset: u32,
}

/// The stack table: the nodes of the first tree, as they are, and then the stacks of other trees that it doesn't have.
#[derive(Debug, Default)]
pub(crate) struct Stacks {
    /// The nodes' `frame` is a row of the frame table.
    first: Option<Tree>,
    /// 1 if the first node of the first tree, `(root)`, is left out, else 0.
    skipped: usize,
    more: Vec<Stack>,
    index: Option<StackIndex>,
}

/// Finds a stack by its parent and its frame.
#[derive(Debug)]
struct StackIndex {
    index: HashIndex,
    hasher: Hasher,
}

impl StackIndex {
    fn hash(&self, key: (Option<u32>, u32)) -> u64 {
        self.hasher.words(key.0.map_or(u64::MAX, u64::from), key.1 as u64)
    }
}

impl Stacks {
    pub fn len(&self) -> usize {
        self.first.as_ref().map_or(0, |tree| tree.nodes.len() - self.skipped) + self.more.len()
    }

    pub fn is_empty(&self) -> bool {
        self.first.is_none()
    }

    /// Takes the first tree, with or without its first node: node `i` becomes stack `i`, or `i - 1`.
    pub fn set_first(&mut self, tree: Tree, skip_root: bool) {
        self.first = Some(tree);
        self.skipped = usize::from(skip_root);
    }

    /// Adds the stacks of another tree, as far as they aren't in yet. Returns the stack of each node; [`WIDE`] for the
    /// first one if it is left out.
    pub fn merge(&mut self, tree: &Tree, skip_root: bool) -> Vec<u32> {
        let mut index = self.index.take().unwrap_or_else(|| self.make_index());
        let mut stacks = Vec::with_capacity(tree.nodes.len());
        for (number, node) in tree.nodes.iter().enumerate() {
            if number == 0 && skip_root {
                stacks.push(WIDE);
                continue;
            }
            let parent = match node.prefix_offset as usize {
                0 => None,
                offset => Some(stacks[number - offset]).filter(|&parent| parent != WIDE),
            };
            let key = (parent, node.frame);
            let hash = index.hash(key);
            let known = index.index.find(hash, |stack| self.key(stack) == key);
            stacks.push(known.unwrap_or_else(|| {
                let stack = self.len() as u32;
                let prefix_offset = parent.map_or(0, |parent| stack - parent);
                self.more.push(Stack { frame: node.frame, prefix_offset });
                index.index.insert(hash, stack);
                stack
            }));
        }
        self.index = Some(index);
        stacks
    }

    fn make_index(&self) -> StackIndex {
        let mut made = StackIndex { index: HashIndex::new(), hasher: Hasher::new() };
        for stack in 0..self.len() as u32 {
            let key = self.key(stack);
            let hash = made.hash(key);
            if made.index.find(hash, |other| self.key(other) == key).is_none() {
                made.index.insert(hash, stack);
            }
        }
        made
    }

    /// A stack's parent and frame.
    fn key(&self, stack: u32) -> (Option<u32>, u32) {
        match self.get(stack as usize) {
            Some(Stack { frame, prefix_offset: 0 }) => (None, frame),
            Some(Stack { frame, prefix_offset }) => (Some(stack - prefix_offset), frame),
            None => (None, WIDE),
        }
    }

    /// A stack by its number.
    pub fn get(&self, stack: usize) -> Option<Stack> {
        let first = self.first.as_ref()?;
        let node = stack + self.skipped;
        if node < first.nodes.len() {
            let stored = first.nodes.get(node);
            // Children of a root that was left out become roots.
            let is_root = stored.prefix_offset as usize > stack;
            let prefix_offset = if is_root { 0 } else { stored.prefix_offset };
            return Some(Stack { frame: stored.frame, prefix_offset });
        }
        self.more.get(node - first.nodes.len()).copied()
    }

    /// All stacks, in order.
    pub fn iter(&self) -> impl Iterator<Item = Stack> {
        (0..self.len()).filter_map(|stack| self.get(stack))
    }
}
