//! `shared.resourceTable`: where functions belong to, shown beside them and used by "focus on" and "collapse".

use std::collections::HashMap;

/// The type of a resource; the numbers are the format's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ResourceType {
    Addon = 2,
    Webhost = 3,
    OtherHost = 4,
    Url = 5,
}

/// A row of the table; name and host are numbers of strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Resource {
    pub name: u32,
    pub host: Option<u32>,
    pub kind: ResourceType,
}

/// The resource table.
#[derive(Debug, Default)]
pub(crate) struct Resources {
    pub list: Vec<Resource>,
    rows: HashMap<Resource, u32>,
}

impl Resources {
    /// The row of a resource.
    pub fn intern(&mut self, resource: Resource) -> u32 {
        *self.rows.entry(resource).or_insert_with(|| {
            self.list.push(resource);
            self.list.len() as u32 - 1
        })
    }
}
