//! `shared.sources`: the files that functions come from.

use std::collections::HashMap;

/// The source table: one row a file name. All other columns are the same in each row.
#[derive(Debug, Default)]
pub(crate) struct Sources {
    /// Numbers of strings.
    pub filename: Vec<u32>,
    rows: HashMap<u32, u32>,
}

impl Sources {
    /// The row of a file name.
    pub fn intern(&mut self, filename: u32) -> u32 {
        *self.rows.entry(filename).or_insert_with(|| {
            self.filename.push(filename);
            self.filename.len() as u32 - 1
        })
    }
}
