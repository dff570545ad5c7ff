//! `shared.resourceTable`: where functions belong to, shown beside them and used by "focus on" and "collapse".

use crate::hash::{HashIndex, Hasher};

/// The type of a resource; the numbers are the format's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ResourceType {
    Addon = 2,
    Webhost = 3,
    OtherHost = 4,
    Url = 5,
}

/// A row of the table; name and host are numbers of strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Resource {
    pub name: u32,
    pub host: Option<u32>,
    pub kind: ResourceType,
}

/// The resource table.
#[derive(Debug)]
pub(crate) struct Resources {
    pub list: Vec<Resource>,
    index: HashIndex,
    hasher: Hasher,
}

impl Resources {
    pub fn new() -> Self {
        Resources { list: Vec::new(), index: HashIndex::new(), hasher: Hasher::new() }
    }

    /// The row of a resource.
    pub fn intern(&mut self, resource: Resource) -> u32 {
        let hash = self.hasher.words(resource.name as u64, resource.kind as u64);
        self.index.find(hash, |row| self.list[row as usize] == resource).unwrap_or_else(|| {
            let row = self.list.len() as u32;
            self.list.push(resource);
            self.index.insert(hash, row);
            row
        })
    }
}
