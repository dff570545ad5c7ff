//! `shared.funcTable`: the functions, with the place where each is defined.

use crate::hash::{HashIndex, Hasher};

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Func {
    /// Number of a string.
    pub name: u32,
    pub is_js: bool,
    pub resource: Option<u32>,
    pub source: Option<u32>,
    /// 1-based; `None` if unknown.
    pub line: Option<u32>,
    pub column: Option<u32>,
}

/// What makes a function the same: name, script id, URL (numbers of strings), line and column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FuncKey {
    pub name: u32,
    pub script: u32,
    pub url: u32,
    pub line: Option<u32>,
    pub column: Option<u32>,
}

/// The function table.
#[derive(Debug)]
pub(crate) struct Funcs {
    pub list: Vec<Func>,
    keys: Vec<FuncKey>,
    index: HashIndex,
    hasher: Hasher,
}

impl Funcs {
    pub fn new() -> Self {
        Funcs { list: Vec::new(), keys: Vec::new(), index: HashIndex::new(), hasher: Hasher::new() }
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// The row of a function that is in the table.
    pub fn find(&self, key: &FuncKey) -> Option<u32> {
        self.index.find(self.hash(key), |row| self.keys[row as usize] == *key)
    }

    /// Adds a function that isn't in the table yet, and returns its row.
    pub fn add(&mut self, key: FuncKey, func: Func) -> u32 {
        let row = self.list.len() as u32;
        self.index.insert(self.hash(&key), row);
        self.keys.push(key);
        self.list.push(func);
        row
    }

    fn hash(&self, key: &FuncKey) -> u64 {
        let position = (key.line.unwrap_or(0) as u64) << 32 | key.column.unwrap_or(0) as u64;
        let text = (key.name as u64) << 32 | key.url as u64;
        self.hasher.words(self.hasher.words(position, key.script as u64), text)
    }
}
