//! `shared.stackTable`: the call trees of all files, one after the other.

use crate::v8::Tree;

/// One call tree, whose nodes have become stacks: their `frame` is a row of the frame table.
#[derive(Debug)]
struct Part {
    tree: Tree,
    /// 1 if the first node, `(root)`, is left out, else 0.
    skipped: usize,
}

/// A stack, as its two columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stack {
    pub frame: u32,
    /// How far before it its parent is; 0 for a root.
    pub prefix_offset: u32,
}

/// The stack table.
#[derive(Debug, Default)]
pub(crate) struct Stacks {
    parts: Vec<Part>,
    len: usize,
}

impl Stacks {
    pub fn len(&self) -> usize {
        self.len
    }

    /// Adds a tree, with or without its first node. The stack of node `i` is then `len() before + i - skipped`.
    pub fn add(&mut self, tree: Tree, skip_root: bool) {
        let skipped = usize::from(skip_root);
        self.len += tree.nodes.len() - skipped;
        self.parts.push(Part { tree, skipped });
    }

    /// All stacks, in order.
    pub fn iter(&self) -> impl Iterator<Item = Stack> {
        let mut cursor = StackCursor::default();
        std::iter::from_fn(move || cursor.next(self))
    }
}

/// A place between two stacks. It borrows nothing, so that a reader can come back to it later.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct StackCursor {
    part: usize,
    index: usize,
}

impl StackCursor {
    /// The next stack.
    #[inline(always)]
    pub fn next(&mut self, stacks: &Stacks) -> Option<Stack> {
        loop {
            let Part { tree, skipped } = stacks.parts.get(self.part)?;
            let node = self.index + skipped;
            if node < tree.nodes.len() {
                let stored = tree.nodes.get(node);
                // Children of a root that was left out become roots.
                let is_root = stored.prefix_offset as usize > self.index;
                self.index += 1;
                let prefix_offset = if is_root { 0 } else { stored.prefix_offset };
                return Some(Stack { frame: stored.frame, prefix_offset });
            }
            self.part += 1;
            self.index = 0;
        }
    }
}
